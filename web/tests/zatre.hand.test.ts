import { beforeEach, expect, test } from "vitest";
import { Hand } from "../src/games/zatre/hand.svelte";
import { placesOf } from "../src/games/zatre/moves";
import { fieldLabel, promptOf } from "../src/games/zatre/labels";
import { fieldNamed } from "../src/games/zatre/fields";
import type { Play } from "../src/lib/play";
import type { ZatreTable } from "../src/protocol";

/** A fake play: a test sets its properties, and it records the moves that are sent. */
let play: { -readonly [fact in keyof Play<ZatreTable>]: Play<ZatreTable>[fact] };
let done: string[];
let hand: Hand;

beforeEach(() => {
  done = [];
  play = {
    view: {
      game: "zatre",
      seat: 0,
      to_act: [0],
      scores: null,
      board: { h8: 6 },
      fresh: [],
      held: [[2, 5], null],
      held_count: [2, 0],
      bag: 9,
      starter: 0,
      sheets: [],
      lines: [],
      turn: null,
    },
    seat: 0,
    names: ["You", "Lena"],
    seats: [],
    connectedSeats: [],
    options: {},
    totals: [],
    moves: null,
    canAct: true,
    canTakeBack: false,
    lastStep: null,
    changedSince: [],
    dueAt: null,
    refusal: null,
    afterYou: [],
    startsAt: null,
    endsAt: null,
    hasCoordinates: false,
    openView: null,
    move: (text) => done.push(text),
    takeBack: () => done.push("take back"),
    letPartnerGoFirst: () => done.push("after you"),
    setAnimator: () => () => undefined,
  };
  hand = new Hand(() => play);
});

function hold(...held: number[]): void {
  play.view = { ...play.view, held: [held, null], held_count: [held.length, 0] };
}

test("a tile that is not the last is sent at once", () => {
  hand.choosePips(5);
  expect(hand.lay("h7")).toBe(true);
  expect(done).toEqual(["5h7"]);
  expect(hand.laid).toEqual({ pips: 5, field: "h7", index: 1, isSent: true, turn: null });
});

test("the last tile waits for its confirmation and can be laid elsewhere meanwhile", () => {
  hold(5);
  hand.lay("h7");
  hand.lay("g8");
  expect(done).toEqual([]);
  expect(hand.isReady).toBe(true);
  hand.confirm();
  hand.confirm();
  expect(done).toEqual(["5g8"]);
});

test("taking an unconfirmed tile back is not sent to the server", () => {
  hold(5);
  play.canTakeBack = true;
  hand.lay("h7");
  expect([hand.canTakeBack, hand.lastLaid]).toEqual([true, 5]);
  hand.takeBack();
  expect([done, hand.laid, hand.pips]).toEqual([[], null, 5]);
  hand.takeBack();
  expect(done).toEqual(["take back"]);
});

test("with help a tile that does not fit is sent at once, so that the server says why", () => {
  hold(5);
  play.moves = [{ move: "5h7", sums: [11] }];
  hand.lay("h7");
  expect(done).toEqual([]);
  hand.takeBack();
  hand.lay("b2");
  expect(done).toEqual(["5b2"]);
});

test("a tile after which no other fits waits for its confirmation too", () => {
  const turn = { lines: [], entries: [{ row: 0, box: "eleven" as const, points: 2, row_total: 2 }], total: 2 };
  play.moves = [{ move: "5h7", turn }, { move: "2h7" }];
  hand.choosePips(5);
  hand.lay("h7");
  expect([done, hand.isReady]).toEqual([[], true]);
  expect(promptOf(play, hand, null)).toEqual({
    text: "Lay the 5 on h7?",
    more: "Your turn brings 2 for 11. Your other tile then fits nowhere.",
  });
});

test("nothing is laid on a tile, out of turn, or while an answer is pending", () => {
  expect(hand.lay("h8")).toBe(false);
  play.canAct = false;
  expect(hand.lay("h7")).toBe(false);
  play.canAct = true;
  hand.lay("h7");
  expect(hand.lay("h9")).toBe(false);
  expect(done).toEqual(["2h7"]);
});

test("a view that contains the tile, or no longer allows it, removes the laid tile", () => {
  hold(5);
  hand.lay("h7");
  play.view = { ...play.view, bag: 8 };
  hand.updateAfterView();
  expect(hand.laid?.field).toBe("h7");
  play.view = { ...play.view, to_act: [1] };
  hand.updateAfterView();
  expect(hand.laid).toBe(null);
});

test("a refused tile is back in hand; while the database is down it waits", () => {
  hand.choosePips(5);
  hand.lay("b2");
  const words = { en: "", de: "" };
  hand.handleRefusal({ count: 1, problem: { code: "store_down", text: words }, move: "5b2" });
  expect(hand.laid?.isSent).toBe(true);
  hand.handleRefusal({ count: 1, problem: { code: "illegal_move", text: words }, move: "5b2" });
  expect([hand.laid, hand.pips]).toEqual([null, 5]);
});

test("the prompt says what is possible", () => {
  const says = () => promptOf(play, hand, placesOf(play.moves, hand.pips));
  expect(says().text).toBe("Lay the 2.");
  play.moves = [
    { move: "2h7", down: 8 },
    { move: "2g8", across: 8 },
  ];
  expect(says()).toEqual({ text: "Lay the 2 on one of 2 places.", more: "The numbers are the sums it makes." });
  hand.choosePips(5);
  expect(says().text).toBe("The 5 fits nowhere now.");
  play.moves = null;
  hold(5);
  hand.lay("h7");
  expect(says().text).toBe("Lay the 5 on h7?");
  play.view = { ...play.view, to_act: [1] };
  hand.updateAfterView();
  expect(says().text).toBe("Lena lays.");
});

test("the label of a field gives its name, its tile and what pressing does", () => {
  const empty = { pips: undefined, mark: null, isLaid: false, inHand: 6, sums: undefined, hasHelp: false } as const;
  expect(fieldLabel(fieldNamed("f3")!, { ...empty, sums: { across: 11, down: 9 }, hasHelp: true })).toBe(
    "f3: lay the 6 here, makes 11 across, 9 down",
  );
  expect(fieldLabel(fieldNamed("f3")!, { ...empty, sums: { across: 0, down: 9 }, hasHelp: true })).toBe(
    "f3: lay the 6 here, makes 9 down",
  );
  expect(fieldLabel(fieldNamed("f3")!, { ...empty, hasHelp: true })).toBe("f3, empty");
  expect(fieldLabel(fieldNamed("f3")!, empty)).toBe("f3: lay the 6 here");
  expect(fieldLabel(fieldNamed("g7")!, { ...empty, pips: 3, mark: "late" })).toBe(
    "g7, light field, 3, laid in the last turn",
  );
  expect(fieldLabel(fieldNamed("g8")!, { ...empty, pips: 3, mark: "since" })).toBe("g8, 3, laid since your last turn");
});
