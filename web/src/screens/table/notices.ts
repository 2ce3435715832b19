// The notices of a live table, the most important first: for the strip that shows messages.
import type { Notice } from "../../components/Messages.svelte";
import { both, localize } from "../../lib/language.svelte";
import type { LiveTable } from "../../lib/live.svelte";
import { describeLeftOut } from "../../lib/log";

const words = both(
  {
    wantsCoach: (names: string[]) =>
      `${names.join(", ")} would like a coach. There is one as soon as everybody wants it.`,
    meToo: "I want it, too",
    lost: "The connection is lost. Trying again ...",
    gone: "There is no such table. It may have expired.",
    closed: "Whoever runs this server has closed the table.",
    home: "Home",
    paused: "The game is paused.",
    resume: "Go on",
    standIn: "A bot plays for you.",
    back: "Take my seat back",
    offered: (name: string) => `You may play on for ${name}.`,
    take: "Join in",
    away: (name: string) => `${name} is not connected.`,
    vote: "Let a bot stand in",
    voted: (name: string, votes: number) => `${name} is not connected. You have voted for a bot (${votes}).`,
  },
  {
    wantsCoach: (names) =>
      `${names.join(", ")} ${names.length === 1 ? "möchte" : "möchten"} einen Coach. Es gibt ihn, sobald alle ihn wollen.`,
    meToo: "Ich auch",
    lost: "Die Verbindung ist weg. Neuer Versuch ...",
    gone: "Diesen Tisch gibt es nicht. Vielleicht ist er abgelaufen.",
    closed: "Der Tisch wurde von den Betreibern des Servers geschlossen.",
    home: "Startseite",
    paused: "Das Spiel macht Pause.",
    resume: "Weiter",
    standIn: "Ein Bot spielt für dich.",
    back: "Platz zurücknehmen",
    offered: (name) => `Du darfst für ${name} weiterspielen.`,
    take: "Mitspielen",
    away: (name) => `${name} ist nicht verbunden.`,
    vote: "Einen Bot einspringen lassen",
    voted: (name, votes) => `${name} ist nicht verbunden. Du hast für einen Bot gestimmt (${votes}).`,
  },
);

/**
 * Return the notices, except the dismissed ones. `dismiss` gets the id of a notice that the player puts away, `takeOver` the
 * seat of a bot that somebody who watches wants to have.
 */
export function noticesOf(
  table: LiveTable,
  dismissed: string[],
  dismiss: (id: string) => void,
  takeOver: (seat: number) => void,
): Notice[] {
  const all = [...connectionNotices(table), ...gameNotices(table, dismiss), ...offerNotices(table, takeOver)];
  return all.filter((notice) => !dismissed.includes(notice.id));
}

/** Say why the table cannot be opened. */
export function describeGone(table: LiveTable): string {
  return table.hiddenReason ? localize(table.hiddenReason) : words().gone;
}

function connectionNotices(table: LiveTable): Notice[] {
  const home = { text: words().home, href: "/" };
  const notices: Notice[] = [];
  if (table.connectionState === "lost") notices.push({ id: "lost", text: words().lost, tone: "warn" });
  if (table.connectionState === "gone" && table.info)
    notices.push({ id: "gone", text: describeGone(table), action: home });
  if (table.info?.status === "closed") notices.push({ id: "closed", text: words().closed, action: home });
  return notices;
}

function gameNotices(table: LiveTable, dismiss: (id: string) => void): Notice[] {
  const { info, seat } = table;
  if (!info || info.status === "over" || info.status === "closed") return [];
  const notices: Notice[] = [];
  // Who comes back to a game that has waited is asked in a dialog.
  if (info.paused && !(info.away && seat !== null)) {
    const resume = { text: words().resume, press: () => void table.sendCommand({ type: "resume" }) };
    notices.push({ id: "paused", text: words().paused, action: seat === null ? undefined : resume });
  }
  if (seat !== null && info.seats[seat]?.stand_in) {
    const back = { text: words().back, press: () => void table.sendCommand({ type: "return" }) };
    notices.push({ id: "stand-in", text: words().standIn, action: back });
  }
  notices.push(...coachNotices(table, dismiss));
  if (info.status !== "running") return notices;
  if (!info.paused) notices.push(...awayNotices(table, dismiss));
  if (info.left_out.length && info.round === 1) {
    const text = describeLeftOut(info.left_out, table.names, seat);
    notices.push({ id: "left-out", text, isLogged: true, close: () => dismiss("left-out") });
  }
  return notices;
}

/** Say that others want a coach, until this player wants it too or puts it away. */
function coachNotices(table: LiveTable, dismiss: (id: string) => void): Notice[] {
  const { seat, names } = table;
  const { seats, coach } = table.info!;
  if (seat === null || coach || seats[seat]!.wants_coach || seats[seat]!.stand_in) return [];
  const wanting = names.filter((_, i) => seats[i]!.wants_coach);
  const id = `coach-${wanting.join()}`;
  const action = { text: words().meToo, press: () => void table.sendCommand({ type: "want_coach", wanted: true }) };
  const text = words().wantsCoach(wanting);
  return wanting.length ? [{ id, text, action, close: () => dismiss(id) }] : [];
}

/** Return a notice for each bot's seat that the host offers, for those who watch. */
function offerNotices(table: LiveTable, takeOver: (seat: number) => void): Notice[] {
  if (table.seat !== null || !table.info) return [];
  return table.info.seats.flatMap((seat, index) => {
    if (!seat.offered) return [];
    const action = { text: words().take, press: () => takeOver(index) };
    return [{ id: `offered-${index}`, text: words().offered(table.names[index]!), action }];
  });
}

/** Return a notice for each player on turn who is not connected, with a button to vote for a bot. */
function awayNotices(table: LiveTable, dismiss: (id: string) => void): Notice[] {
  const isPlaying = table.seat !== null && !table.seats[table.seat]!.stand_in;
  const absentSeats = (table.situation?.view.to_act ?? []).filter((seat) => {
    const { kind, stand_in } = table.seats[seat]!;
    return seat !== table.seat && kind === "human" && !stand_in && !table.connectedSeats.includes(seat);
  });
  return absentSeats.map((seat) => {
    const id = `away-${seat}`;
    const { votes } = table.seats[seat]!;
    const name = table.names[seat]!;
    const hasVoted = isPlaying && votes.includes(table.seat!);
    const vote = { text: words().vote, press: () => void table.sendCommand({ type: "vote", seat }) };
    return {
      id,
      text: hasVoted ? words().voted(name, votes.length) : words().away(name),
      action: isPlaying && !hasVoted && table.replaceableSeats.includes(seat) ? vote : undefined,
      close: () => dismiss(id),
    };
  });
}
