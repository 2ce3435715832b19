import { beforeEach, expect, test } from "vitest";
import { Hand } from "../src/games/zatre/hand.svelte";
import { placesOf } from "../src/games/zatre/moves";
import { fieldLabel, sentence } from "../src/games/zatre/labels";
import { fieldNamed } from "../src/games/zatre/fields";
import type { Play } from "../src/lib/play";
import type { ZatreTable } from "../src/protocol";

/** A play whose facts a test sets, and which writes down what it is told. */
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
    },
    seat: 0,
    names: ["You", "Lena"],
    seats: [],
    here: [],
    options: {},
    totals: [],
    moves: null,
    active: true,
    undo: false,
    last: null,
    refusal: null,
    afterYou: [],
    startsAt: null,
    open: null,
    move: (text) => done.push(text),
    takeBack: () => done.push("take back"),
    letThemGoFirst: () => done.push("after you"),
    onStep: () => () => undefined,
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
  expect(hand.laid).toEqual({ pips: 5, field: "h7", at: 1, isSent: true });
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

test("taking the waiting tile back is nobody else's business", () => {
  hold(5);
  play.undo = true;
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

test("nothing is laid on a tile, out of turn, or while an answer is awaited", () => {
  expect(hand.lay("h8")).toBe(false);
  play.active = false;
  expect(hand.lay("h7")).toBe(false);
  play.active = true;
  hand.lay("h7");
  expect(hand.lay("h9")).toBe(false);
  expect(done).toEqual(["2h7"]);
});

test("a view in which the tile lies, or can no longer be laid, settles it", () => {
  hold(5);
  hand.lay("h7");
  play.view = { ...play.view, bag: 8 };
  hand.settle();
  expect(hand.laid?.field).toBe("h7");
  play.view = { ...play.view, to_act: [1] };
  hand.settle();
  expect(hand.laid).toBe(null);
});

test("a refused tile is back in hand; while the database is down it waits", () => {
  hand.choosePips(5);
  hand.lay("b2");
  const words = { en: "", de: "" };
  hand.refused({ count: 1, problem: { code: "store_down", text: words }, move: "5b2" });
  expect(hand.laid?.isSent).toBe(true);
  hand.refused({ count: 1, problem: { code: "illegal_move", text: words }, move: "5b2" });
  expect([hand.laid, hand.pips]).toEqual([null, 5]);
});

test("the sentence says what is possible", () => {
  const says = () => sentence(play, hand, placesOf(play.moves, hand.pips));
  expect(says().text).toBe("Lay the 2.");
  play.moves = [
    { move: "2h7", sums: [8] },
    { move: "2g8", sums: [8] },
  ];
  expect(says()).toEqual({ text: "Lay the 2 on one of 2 places.", more: "The numbers are the sums it makes." });
  hand.choosePips(5);
  expect(says().text).toBe("The 5 fits nowhere now.");
  play.moves = null;
  hold(5);
  hand.lay("h7");
  expect(says().text).toBe("Lay the 5 on h7?");
  play.view = { ...play.view, to_act: [1] };
  hand.settle();
  expect(says().text).toBe("Lena lays.");
});

test("a field says where it is, what lies there and what pressing does", () => {
  const empty = { pips: undefined, mark: null, isLaid: false, inHand: 6, sums: undefined, hasHelp: false } as const;
  expect(fieldLabel(fieldNamed("f3")!, { ...empty, sums: [11, 9], hasHelp: true })).toBe(
    "f3: lay the 6 here, 11 across, 9 down",
  );
  expect(fieldLabel(fieldNamed("f3")!, { ...empty, hasHelp: true })).toBe("f3, empty");
  expect(fieldLabel(fieldNamed("f3")!, empty)).toBe("f3: lay the 6 here");
  expect(fieldLabel(fieldNamed("g7")!, { ...empty, pips: 3, mark: "late" })).toBe(
    "g7, light field, 3, laid in the last turn",
  );
});
