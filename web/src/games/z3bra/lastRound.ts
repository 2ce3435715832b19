// The notice of the last round: who ended the game, and that the others have one more turn each.
import type { Notice } from "../../components/Messages.svelte";
import { both } from "../../lib/language.svelte";
import type { Play } from "../../lib/play";
import type { Z3braTable } from "../../protocol";

const words = both(
  {
    began: (name: string, isYou: boolean) => `Last round. ${name} ${isYou ? "are" : "is"} done.`,
    one: (name: string, isYou: boolean) => `${name} ${isYou ? "have" : "has"} one more turn.`,
    others: "The others have one more turn each.",
  },
  {
    began: (name, isYou) => `Letzte Runde. ${name} ${isYou ? "bist" : "ist"} fertig.`,
    one: (name, isYou) => `${name} ${isYou ? "bist" : "ist"} noch einmal dran.`,
    others: "Die anderen sind noch je einmal dran.",
  },
);

export function noticesOf(play: Play<Z3braTable>): Notice[] {
  const { last_round_by: by, scores, seats } = play.view;
  if (by === null || by === undefined || scores) return [];
  const others = seats.map((_, seat) => seat).filter((seat) => seat !== by);
  const remaining =
    others.length === 1 ? words().one(play.names[others[0]!]!, others[0] === play.seat) : words().others;
  return [{ id: "last-round", text: `${words().began(play.names[by]!, by === play.seat)} ${remaining}` }];
}
