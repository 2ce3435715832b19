// Describes the events of the log in words. Each game describes its own moves.
import type { GameOnScreen } from "../games/index";
import { both } from "./language.svelte";
import type { LogEntry } from "./live.svelte";
import type { Play } from "./play";
import type { Pace } from "./settings.svelte";
import { groupByTurn } from "./since";

const words = both(
  {
    created: "The table is set up.",
    joined: (name: string) => `${name} sits down.`,
    botSeated: (name: string) => `${name} (a bot) sits down.`,
    cleared: (seat: number) => `Seat ${seat} is free again.`,
    started: "Here we go.",
    leftOut: (names: string) => `Shuffled without the contribution of ${names}: it came too late.`,
    leftOutYou: "Shuffled without your contribution: it came too late.",
    you: "you",
    and: "and",
    tookBack: (name: string, isYou: boolean) =>
      isYou ? "You take the last tile back." : `${name} takes the last tile back.`,
    afterYou: (name: string, isYou: boolean) =>
      isYou ? "You let your partner go first." : `${name} lets the partner go first.`,
    timeUp: "Nobody has laid a card for a long time: the round is over.",
    ready: (name: string, isYou: boolean) => (isYou ? "You are ready." : `${name} is ready.`),
    paused: (name: string, isYou: boolean) => (isYou ? "You pause the game." : `${name} pauses the game.`),
    resumed: (name: string, isYou: boolean) => (isYou ? "You go on." : `${name} goes on.`),
    voted: (by: string, name: string, isYou: boolean) =>
      `${by} ${isYou ? "want" : "wants"} a bot to stand in for ${name}.`,
    handedOver: (name: string, isYou: boolean) => (isYou ? "A bot stands in for you." : `A bot stands in for ${name}.`),
    returned: (name: string, isYou: boolean) => (isYou ? "You are back." : `${name} is back.`),
    paced: (name: string, isYou: boolean, pace: Pace) =>
      `${name} ${isYou ? "let" : "lets"} the bots play ${{ calm: "calmly", normal: "at normal speed", quick: "quickly" }[pace]}.`,
    wantsCoach: (name: string, isYou: boolean, isWanted: boolean) =>
      `${name} ${isYou ? "want" : "wants"} ${isWanted ? "a coach" : "no coach any more"}.`,
    welcomesBots: (name: string, isYou: boolean, isWelcome: boolean) =>
      isWelcome
        ? `${name} ${isYou ? "agree" : "agrees"} to bots in the free seats.`
        : `${name} ${isYou ? "want" : "wants"} to wait for people.`,
    wentAway: (name: string, isYou: boolean) =>
      isYou ? "You are away: the game waits." : `${name} is away: the game waits.`,
    offered: (name: string) => `Whoever comes may take ${name}’s seat.`,
    kept: (name: string) => `${name} keeps the seat.`,
    takenOver: (name: string, isYou: boolean) =>
      isYou ? "You take over a bot’s seat." : `${name} takes over a bot’s seat.`,
    renamed: (name: string, isYou: boolean) => (isYou ? `You are now called ${name}.` : `A new name: ${name}.`),
    rematch: "It goes on at another table.",
    closed: "The table is closed.",
  },
  {
    created: "Der Tisch ist bereit.",
    joined: (name) => `${name} setzt sich.`,
    botSeated: (name) => `${name} (ein Bot) setzt sich.`,
    cleared: (seat) => `Platz ${seat} ist wieder frei.`,
    started: "Es geht los.",
    leftOut: (names) => `Gemischt wurde ohne den Beitrag von ${names}: Er kam zu spät.`,
    leftOutYou: "Gemischt wurde ohne deinen Beitrag: Er kam zu spät.",
    you: "dir",
    and: "und",
    tookBack: (name, isYou) =>
      isYou ? "Du nimmst den letzten Stein zurück." : `${name} nimmt den letzten Stein zurück.`,
    afterYou: (name, isYou) =>
      isYou ? "Du lässt deinem Partner den Vortritt." : `${name} lässt dem Partner den Vortritt.`,
    timeUp: "Lange hat niemand eine Karte gelegt: Die Runde ist zu Ende.",
    ready: (name, isYou) => (isYou ? "Du bist bereit." : `${name} ist bereit.`),
    paused: (name, isYou) => (isYou ? "Du machst eine Pause." : `${name} macht eine Pause.`),
    resumed: (name, isYou) => (isYou ? "Du spielst weiter." : `${name} spielt weiter.`),
    voted: (by, name, isYou) => `${by} ${isYou ? "möchtest" : "möchte"}, dass ein Bot für ${name} einspringt.`,
    handedOver: (name, isYou) => (isYou ? "Ein Bot springt für dich ein." : `Ein Bot springt für ${name} ein.`),
    returned: (name, isYou) => (isYou ? "Du bist zurück." : `${name} ist zurück.`),
    paced: (name, _, pace) =>
      `${name} lässt die Bots ${{ calm: "gemütlich", normal: "in normalem Tempo", quick: "flott" }[pace]} spielen.`,
    wantsCoach: (name, isYou, isWanted) =>
      `${name} ${isYou ? "willst" : "will"} ${isWanted ? "einen Coach" : "keinen Coach mehr"}.`,
    welcomesBots: (name, isYou, isWelcome) =>
      isWelcome
        ? `${name} ${isYou ? "bist" : "ist"} mit Bots auf den freien Plätzen einverstanden.`
        : `${name} ${isYou ? "willst" : "will"} auf Menschen warten.`,
    wentAway: (name, isYou) => (isYou ? "Du bist weg: Die Partie wartet." : `${name} ist weg: Die Partie wartet.`),
    offered: (name) => `Wer kommt, darf den Platz von ${name} nehmen.`,
    kept: (name) => `${name} behält den Platz.`,
    takenOver: (name, isYou) =>
      isYou ? "Du übernimmst den Platz eines Bots." : `${name} übernimmt den Platz eines Bots.`,
    renamed: (name, isYou) => (isYou ? `Du heißt jetzt ${name}.` : `Ein neuer Name: ${name}.`),
    rematch: "Es geht an einem anderen Tisch weiter.",
    closed: "Der Tisch ist geschlossen.",
  },
);

export function describeEvent(
  entry: LogEntry,
  describeMove: GameOnScreen["describeMove"],
  names: string[],
  me: number | null,
): string {
  const { event } = entry;
  const texts = words();
  const name = "seat" in event ? (names[event.seat] ?? "?") : "";
  const isYou = "seat" in event && event.seat === me;
  switch (event.kind) {
    case "moved":
      return describeMove(event, names, entry.before, entry.after, me);
    case "created":
      return texts.created;
    case "joined":
      return texts.joined(event.name);
    case "bot_seated":
      return texts.botSeated(name);
    case "seat_cleared":
      return texts.cleared(event.seat + 1);
    case "started":
      return texts.started;
    case "left_out":
      return describeLeftOut(event.seats, names, me);
    case "took_back":
      return texts.tookBack(name, isYou);
    case "after_you":
      return texts.afterYou(name, isYou);
    case "time_up":
      return texts.timeUp;
    case "ready":
      return texts.ready(name, isYou);
    case "paused":
      return texts.paused(name, isYou);
    case "resumed":
      return texts.resumed(name, isYou);
    case "voted":
      return texts.voted(names[event.by] ?? "?", name, event.by === me);
    case "handed_over":
      return texts.handedOver(name, isYou);
    case "went_away":
      return texts.wentAway(name, isYou);
    case "came_back":
    case "returned":
      return texts.returned(name, isYou);
    case "paced":
      return texts.paced(name, isYou, event.pace);
    case "coach_wanted":
      return texts.wantsCoach(name, isYou, event.wanted !== false);
    case "bots_welcomed":
      return texts.welcomesBots(name, isYou, event.welcome !== false);
    case "returned_ready":
      return texts.ready(name, isYou);
    case "seat_offered":
      return event.open === false ? texts.kept(name) : texts.offered(name);
    case "taken_over":
      return texts.takenOver(event.name, isYou);
    case "renamed":
      return texts.renamed(event.name, isYou);
    case "rematch":
      return texts.rematch;
    case "closed":
      return texts.closed;
    default:
      return ""; // an event kind of a newer server
  }
}

/** Describe the turns since the player's last action, in one sentence for each: "Okapi lays 5 on g4; lays 3 on h4." */
export function describeTurnsSince(
  game: Pick<GameOnScreen, "describeMove">,
  { changedSince, names, seat }: Pick<Play, "changedSince" | "names" | "seat">,
): string[] {
  return groupByTurn(changedSince).map((turn) => {
    const sentences = turn.map(({ event, before, after }) => game.describeMove(event, names, before, after, seat));
    return joinSentences(sentences, names[turn[0]!.event.seat] ?? "");
  });
}

/** Join sentences about the same person; only the first names them. */
function joinSentences(sentences: string[], name: string): string {
  const [first = "", ...others] = sentences.map((sentence) => sentence.replace(/\.$/, ""));
  const shortened = others.map((other) => (other.startsWith(`${name} `) ? other.slice(name.length + 1) : other));
  return `${[first, ...shortened].join("; ")}.`;
}

/** Say whose contribution to the deal did not arrive. */
export function describeLeftOut(seats: number[], names: string[], me: number | null): string {
  const others = seats.filter((seat) => seat !== me).map((seat) => names[seat] ?? "?");
  const all = others.length < seats.length ? [words().you, ...others] : others;
  if (!others.length) return words().leftOutYou;
  return words().leftOut([all.slice(0, -1).join(", "), all.at(-1)].filter(Boolean).join(` ${words().and} `));
}
