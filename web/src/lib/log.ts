// What happened, in plain words. Moves are told by their game.
import type { GameOnScreen } from "../games/index";
import { both } from "./language.svelte";
import type { LogEntry } from "./live.svelte";

const words = both(
  {
    created: "The table is made.",
    joined: (name: string) => `${name} sits down.`,
    botSeated: (name: string) => `${name} (a bot) sits down.`,
    cleared: (seat: number) => `Seat ${seat} is free again.`,
    started: "The first round is dealt.",
    tookBack: (name: string, you: boolean) =>
      you ? "You take the last tile back." : `${name} takes the last tile back.`,
    afterYou: (name: string, you: boolean) =>
      you ? "You let your partner go first." : `${name} lets the partner go first.`,
    timeUp: "Nobody has laid a card for a long time: the round is over.",
    ready: (name: string, you: boolean) => (you ? "You are ready." : `${name} is ready.`),
    paused: (name: string, you: boolean) => (you ? "You pause the game." : `${name} pauses the game.`),
    resumed: (name: string, you: boolean) => (you ? "You go on." : `${name} goes on.`),
    voted: (by: string, name: string, you: boolean) => `${by} ${you ? "want" : "wants"} a bot to stand in for ${name}.`,
    handedOver: (name: string, you: boolean) => (you ? "A bot stands in for you." : `A bot stands in for ${name}.`),
    returned: (name: string, you: boolean) => (you ? "You are back." : `${name} is back.`),
    rematch: "It goes on at another table.",
  },
  {
    created: "Der Tisch ist gedeckt.",
    joined: (name) => `${name} setzt sich.`,
    botSeated: (name) => `${name} (ein Bot) setzt sich.`,
    cleared: (seat) => `Platz ${seat} ist wieder frei.`,
    started: "Die erste Runde ist ausgeteilt.",
    tookBack: (name, you) => (you ? "Du nimmst den letzten Stein zurück." : `${name} nimmt den letzten Stein zurück.`),
    afterYou: (name, you) =>
      you ? "Du lässt deinem Partner den Vortritt." : `${name} lässt dem Partner den Vortritt.`,
    timeUp: "Lange hat niemand eine Karte gelegt: Die Runde ist zu Ende.",
    ready: (name, you) => (you ? "Du bist bereit." : `${name} ist bereit.`),
    paused: (name, you) => (you ? "Du machst eine Pause." : `${name} macht eine Pause.`),
    resumed: (name, you) => (you ? "Du spielst weiter." : `${name} spielt weiter.`),
    voted: (by, name, you) => `${by} ${you ? "möchtest" : "möchte"}, dass ein Bot für ${name} einspringt.`,
    handedOver: (name, you) => (you ? "Ein Bot springt für dich ein." : `Ein Bot springt für ${name} ein.`),
    returned: (name, you) => (you ? "Du bist zurück." : `${name} ist zurück.`),
    rematch: "Es geht an einem anderen Tisch weiter.",
  },
);

export function tellEvent(entry: LogEntry, tell: GameOnScreen["tell"], names: string[], me: number | null): string {
  const { event } = entry;
  const w = words();
  const name = "seat" in event ? (names[event.seat] ?? "?") : "";
  const you = "seat" in event && event.seat === me;
  switch (event.kind) {
    case "moved":
      return tell(event, names, entry.before, entry.after, me);
    case "created":
      return w.created;
    case "joined":
      return w.joined(event.name);
    case "bot_seated":
      return w.botSeated(name);
    case "seat_cleared":
      return w.cleared(event.seat + 1);
    case "started":
      return w.started;
    case "took_back":
      return w.tookBack(name, you);
    case "after_you":
      return w.afterYou(name, you);
    case "time_up":
      return w.timeUp;
    case "ready":
      return w.ready(name, you);
    case "paused":
      return w.paused(name, you);
    case "resumed":
      return w.resumed(name, you);
    case "voted":
      return w.voted(names[event.by] ?? "?", name, event.by === me);
    case "handed_over":
      return w.handedOver(name, you);
    case "returned":
      return w.returned(name, you);
    case "rematch":
      return w.rematch;
    default:
      return ""; // an event of a newer server
  }
}
