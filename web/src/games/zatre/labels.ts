// The texts of the board: the prompt above the own tiles, and the label of each field.
import { both, localize } from "../../lib/language.svelte";
import type { Play } from "../../lib/play";
import type { ZatreTable } from "../../protocol";
import type { Field } from "./fields";
import type { Hand } from "./hand.svelte";
import type { Sums } from "./moves";
import type { FieldOdd, SuggestedTile } from "./suggestions";
import { describeEntries } from "./words";

const words = both(
  {
    and: (names: string[]) => names.join(" and "),
    over: "The round is over.",
    minus: "Tiles still held count as minus points.",
    confirm: (pips: number, field: string) => `Lay the ${pips} on ${field}?`,
    another: "Confirm, or lay it elsewhere.",
    brings: (entries: string) => `Your turn brings ${entries}.`,
    bringsNothing: "Your turn brings no points.",
    endsTurn: (tiles: number): string =>
      tiles === 1 ? "Your other tile then fits nowhere." : "Your other tiles then fit nowhere.",
    sent: (pips: number, field: string) => `The ${pips} goes on ${field}.`,
    layOn: (pips: number, places: number) =>
      places === 1 ? `Lay the ${pips} on the only place.` : `Lay the ${pips} on one of ${places} places.`,
    lay: (pips: number) => `Lay the ${pips}.`,
    nowhere: (pips: number) => `The ${pips} fits nowhere now.`,
    choose: "Take another tile.",
    sums: "The numbers are the sums it makes.",
    orAnother: "Or take another tile first.",
    whoFirst: (name: string) => `You or ${name}: whoever lays first begins.`,
    letsYou: (name: string) => `${name} lets you go first.`,
    waitsForPartner: (name: string) => `You let ${name} go first.`,
    lays: (name: string) => `${name} lays.`,
    oneOfThem: (names: string) => `${names} choose who lays first.`,
    paused: "Nothing to lay now.",
    light: "light field",
    red: "red start field",
    empty: "empty",
    fresh: "laid in this turn",
    late: "laid in the last turn",
    since: "laid since your last turn",
    mine: (pips: number) => `your ${pips}, not confirmed: take it back`,
    layHere: (pips: number) => `lay the ${pips} here`,
    makes: (sums: string[]) => `makes ${sums.join(", ")}`,
    across: (sum: number) => `${sum} across`,
    down: (sum: number) => `${sum} down`,
    suggested: (pips: number) => `suggested: ${pips}`,
  },
  {
    and: (names) => names.join(" und "),
    over: "Die Runde ist zu Ende.",
    minus: "Steine, die noch jemand hat, zählen als Minuspunkte.",
    confirm: (pips, field) => `Die ${pips} auf ${field} legen?`,
    another: "Bestätige, oder lege sie woandershin.",
    brings: (entries) => `Dein Zug bringt ${entries}.`,
    bringsNothing: "Dein Zug bringt keine Punkte.",
    endsTurn: (tiles) =>
      tiles === 1 ? "Dein anderer Stein passt dann nirgends." : "Deine anderen Steine passen dann nirgends.",
    sent: (pips, field) => `Die ${pips} kommt auf ${field}.`,
    layOn: (pips, places) =>
      places === 1 ? `Lege die ${pips} auf den einzigen Platz.` : `Lege die ${pips} auf einen von ${places} Plätzen.`,
    lay: (pips) => `Lege die ${pips}.`,
    nowhere: (pips) => `Die ${pips} passt gerade nirgends.`,
    choose: "Nimm einen anderen Stein.",
    sums: "Die Zahlen sind die Summen dort.",
    orAnother: "Oder nimm zuerst einen anderen Stein.",
    whoFirst: (name) => `Du oder ${name}: Wer zuerst legt, beginnt.`,
    letsYou: (name) => `${name} lässt dir den Vortritt.`,
    waitsForPartner: (name) => `Du lässt ${name} den Vortritt.`,
    lays: (name) => `${name} legt.`,
    oneOfThem: (names) => `${names} machen aus, wer zuerst legt.`,
    paused: "Gerade ist nichts zu legen.",
    light: "helles Feld",
    red: "rotes Startfeld",
    empty: "leer",
    fresh: "in diesem Zug gelegt",
    late: "im letzten Zug gelegt",
    since: "seit deinem letzten Zug gelegt",
    mine: (pips) => `deine ${pips}, nicht bestätigt: zurücknehmen`,
    layHere: (pips) => `die ${pips} hierher legen`,
    makes: (sums) => `ergibt ${sums.join(", ")}`,
    across: (sum) => `${sum} waagerecht`,
    down: (sum) => `${sum} senkrecht`,
    suggested: (pips) => `vorgeschlagen: ${pips}`,
  },
);

export interface PromptTexts {
  text: string;
  more: string;
}

/** Return the prompt: what the player may do now. */
export function promptOf(play: Play<ZatreTable>, hand: Hand, places: Map<string, Sums> | null): PromptTexts {
  const { view, seat, names } = play;
  const texts = words();
  if (view.scores) return { text: texts.over, more: texts.minus };
  const others = view.to_act.filter((each) => each !== seat).map((each) => names[each] ?? "?");
  if (seat === null || !view.to_act.includes(seat)) {
    if (others.length === 0) return { text: texts.paused, more: "" };
    return { text: others.length > 1 ? texts.oneOfThem(texts.and(others)) : texts.lays(others[0]!), more: "" };
  }
  const { laid, pips } = hand;
  if (laid) {
    if (laid.isSent) return { text: texts.sent(laid.pips, laid.field), more: "" };
    return { text: texts.confirm(laid.pips, laid.field), more: describeTurnEnd(hand) };
  }
  if (pips === null) return { text: texts.paused, more: "" };
  const partner = describeTurnOrder(play, others[0]);
  const hasChoice = new Set(hand.held).size > 1;
  if (!places) return { text: texts.lay(pips), more: partner || (hasChoice ? texts.orAnother : "") };
  if (places.size === 0) return { text: texts.nowhere(pips), more: hasChoice ? texts.choose : partner };
  return {
    text: texts.layOn(pips, places.size),
    more: partner || ([...places.values()].some((sums) => sums.across || sums.down) ? texts.sums : ""),
  };
}

/** Describe what the turn brings with the tile that waits for its confirmation. Without help nobody knows. */
function describeTurnEnd({ laid, held }: Hand): string {
  const texts = words();
  if (!laid?.turn) return texts.another;
  const entries = describeEntries(laid.turn.entries);
  const result = entries.length ? texts.brings(entries.join(", ")) : texts.bringsNothing;
  return held.length > 1 ? `${result} ${texts.endsTurn(held.length - 1)}` : result;
}

/** In pairs: describe which partner goes first. */
function describeTurnOrder(play: Play<ZatreTable>, partner: string | undefined): string {
  if (!partner) return "";
  if (play.afterYou.includes(play.seat!)) return words().waitsForPartner(partner);
  return play.afterYou.length > 0 ? words().letsYou(partner) : words().whoFirst(partner);
}

export interface FieldState {
  pips: number | undefined;
  /** "since": laid since the player's last turn; "late": in the last turn. */
  mark: "fresh" | "late" | "since" | null;
  isLaid: boolean;
  /** The tile that pressing the field would lay; null if none can be laid now. */
  inHand: number | null;
  /** With help: the sums that the tile makes here; undefined if it does not fit. */
  sums: Sums | undefined;
  hasHelp: boolean;
  /** The tile that the coach suggests here. */
  suggested?: SuggestedTile | undefined;
  /** The chance that one of the next tiles completes a line here. */
  odd?: FieldOdd | undefined;
}

/** Return the label of a field: its name, its tile, and what pressing does. */
export function fieldLabel(field: Field, state: FieldState): string {
  const odd = state.odd && !state.pips ? `. ${localize(state.odd.text)}` : "";
  return describeField(field, state) + odd;
}

function describeField(field: Field, { pips, mark, isLaid, inHand, sums, hasHelp, suggested }: FieldState): string {
  const texts = words();
  const kind = field.colour === "dark" ? [] : [texts[field.colour]];
  const where = [field.name, ...kind, ...(suggested && !pips ? [texts.suggested(suggested.pips)] : [])].join(", ");
  if (pips && isLaid) return `${where}, ${texts.mine(pips)}`;
  if (pips) return `${where}, ${pips}${mark ? `, ${texts[mark]}` : ""}`;
  if (inHand === null || (hasHelp && !sums)) return `${where}, ${texts.empty}`;
  const action = texts.layHere(inHand);
  const made = [...(sums?.across ? [texts.across(sums.across)] : []), ...(sums?.down ? [texts.down(sums.down)] : [])];
  return made.length ? `${where}: ${action}, ${texts.makes(made)}` : `${where}: ${action}`;
}
