// The texts of the board: the prompt above the own tiles, and the label of each field.
import { both } from "../../lib/language.svelte";
import type { Play } from "../../lib/play";
import type { ZatreTable } from "../../protocol";
import type { Field } from "./fields";
import type { Hand } from "./hand.svelte";

const words = both(
  {
    and: (names: string[]) => names.join(" and "),
    over: "The round is over.",
    minus: "Tiles still held count as minus points.",
    confirm: (pips: number, field: string) => `Lay the ${pips} on ${field}?`,
    another: "Confirm, or lay it elsewhere.",
    sent: (pips: number, field: string) => `The ${pips} goes on ${field}.`,
    layOn: (pips: number, places: number) =>
      places === 1 ? `Lay the ${pips} on the only place.` : `Lay the ${pips} on one of ${places} places.`,
    lay: (pips: number) => `Lay the ${pips}.`,
    nowhere: (pips: number) => `The ${pips} fits nowhere now.`,
    choose: "Take another tile.",
    sums: "The numbers are the sums it makes.",
    orAnother: "Or take another tile first.",
    whoFirst: (name: string) => `You or ${name}: who lays first begins.`,
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
    mine: (pips: number) => `your ${pips}, not confirmed: take it back`,
    layHere: (pips: number) => `lay the ${pips} here`,
    makes: (sums: number[]) => (sums.length === 2 ? `${sums[0]} across, ${sums[1]} down` : `makes ${sums[0]}`),
  },
  {
    and: (names) => names.join(" und "),
    over: "Die Runde ist zu Ende.",
    minus: "Steine, die noch jemand hat, zählen als Minuspunkte.",
    confirm: (pips, field) => `Die ${pips} auf ${field} legen?`,
    another: "Bestätige, oder lege sie woandershin.",
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
    mine: (pips) => `deine ${pips}, nicht bestätigt: zurücknehmen`,
    layHere: (pips) => `die ${pips} hierher legen`,
    makes: (sums) => (sums.length === 2 ? `${sums[0]} quer, ${sums[1]} längs` : `ergibt ${sums[0]}`),
  },
);

export interface PromptTexts {
  text: string;
  more: string;
}

/** Return the prompt: what the player may do now. */
export function promptOf(play: Play<ZatreTable>, hand: Hand, places: Map<string, number[]> | null): PromptTexts {
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
    return { text: texts.confirm(laid.pips, laid.field), more: texts.another };
  }
  if (pips === null) return { text: texts.paused, more: "" };
  const partner = describeTurnOrder(play, others[0]);
  const hasChoice = new Set(hand.held).size > 1;
  if (!places) return { text: texts.lay(pips), more: partner || (hasChoice ? texts.orAnother : "") };
  if (places.size === 0) return { text: texts.nowhere(pips), more: hasChoice ? texts.choose : partner };
  return {
    text: texts.layOn(pips, places.size),
    more: partner || ([...places.values()].some((sums) => sums.length) ? texts.sums : ""),
  };
}

/** In pairs: describe which partner goes first. */
function describeTurnOrder(play: Play<ZatreTable>, partner: string | undefined): string {
  if (!partner) return "";
  if (play.afterYou.includes(play.seat!)) return words().waitsForPartner(partner);
  return play.afterYou.length > 0 ? words().letsYou(partner) : words().whoFirst(partner);
}

export interface FieldState {
  pips: number | undefined;
  mark: "fresh" | "late" | null;
  isLaid: boolean;
  /** The tile that pressing the field would lay; null if none can be laid now. */
  inHand: number | null;
  /** With help: the sums that the tile makes here; undefined if it does not fit. */
  sums: number[] | undefined;
  hasHelp: boolean;
}

/** Return the label of a field: its name, its tile, and what pressing does. */
export function fieldLabel(field: Field, { pips, mark, isLaid, inHand, sums, hasHelp }: FieldState): string {
  const texts = words();
  const where = field.colour === "dark" ? field.name : `${field.name}, ${texts[field.colour]}`;
  if (pips && isLaid) return `${where}, ${texts.mine(pips)}`;
  if (pips) return `${where}, ${pips}${mark ? `, ${texts[mark]}` : ""}`;
  if (inHand === null || (hasHelp && !sums)) return `${where}, ${texts.empty}`;
  const action = texts.layHere(inHand);
  return sums?.length ? `${where}: ${action}, ${texts.makes(sums)}` : `${where}: ${action}`;
}
