// A record from a file that somebody dropped or chose.
import type { Record, Words } from "../../protocol";

/** As large as the server takes it. */
const LARGEST = 2_000_000;

export class NoRecord extends Error {
  constructor(readonly text: Words) {
    super(text.en);
  }
}

const TOO_LARGE = {
  en: "This file is too large to be a record of a match.",
  de: "Diese Datei ist zu groß für die Aufzeichnung einer Partie.",
};
const NONE = {
  en: "This file is no record of a match. Records are files ending in .json, from the end of a match or from “tercet simulate”.",
  de: "Diese Datei ist keine Aufzeichnung einer Partie. Aufzeichnungen enden auf .json und stammen vom Ende einer Partie oder von „tercet simulate“.",
};
const NOT_OVER = {
  en: "This match was not over when the record was made: its deal is still a secret, so it cannot be shown.",
  de: "Diese Partie war noch nicht zu Ende: Ihre Karten sind noch geheim, also lässt sie sich nicht zeigen.",
};

/** What a record has to have before the server is asked. */
export function parseRecord(text: string): Record {
  if (text.length > LARGEST) throw new NoRecord(TOO_LARGE);
  const content = parsed(text);
  if (!isObject(content)) throw new NoRecord(NONE);
  if (content["format"] === "tercet/1-public") throw new NoRecord(NOT_OVER);
  const isRecord =
    content["format"] === "tercet/1" &&
    ["players", "rounds", "entropy", "totals"].every((key) => Array.isArray(content[key]));
  if (!isRecord) throw new NoRecord(NONE);
  return content as unknown as Record;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text.trim());
  } catch {
    return null;
  }
}

function isObject(content: unknown): content is { [key: string]: unknown } {
  return typeof content === "object" && content !== null && !Array.isArray(content);
}
