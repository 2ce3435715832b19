// Parses the file of a record.
import type { Record, Words } from "../../protocol";

/** No record of a match is larger, indented or not. The server refuses longer ones with a sentence of its own. */
const MAX_LENGTH = 2_000_000;

export class InvalidRecord extends Error {
  constructor(readonly text: Words) {
    super(text.en);
  }
}

const TOO_LARGE = {
  en: "This file is too large to be a record of a match.",
  de: "Diese Datei ist zu groß für die Aufzeichnung eines Matches.",
};
const NONE = {
  en: "This file is no record of a match. Records are files ending in .json, from the end of a match or from “tercet simulate”.",
  de: "Diese Datei ist keine Aufzeichnung eines Matches. Aufzeichnungen enden auf .json und stammen vom Ende eines Matches oder von „tercet simulate“.",
};
const NOT_OVER = {
  en: "This match was not over when the record was made: its deal is still a secret, so it cannot be shown.",
  de: "Dieses Match war noch nicht zu Ende: Seine Karten sind noch geheim, also lässt es sich nicht zeigen.",
};

/** Parse a record and check its outline; the server checks the rest. Throw `InvalidRecord` with the reason. */
export function parseRecord(text: string): Record {
  if (text.length > MAX_LENGTH) throw new InvalidRecord(TOO_LARGE);
  const content = parseJson(text);
  if (!isObject(content)) throw new InvalidRecord(NONE);
  if (content["format"] === "tercet/2-public") throw new InvalidRecord(NOT_OVER);
  const isRecord =
    ["tercet/1", "tercet/2"].includes(content["format"] as string) &&
    ["players", "rounds", "entropy", "totals"].every((key) => Array.isArray(content[key]));
  if (!isRecord) throw new InvalidRecord(NONE);
  return content as unknown as Record;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.trim());
  } catch {
    return null;
  }
}

function isObject(content: unknown): content is { [key: string]: unknown } {
  return typeof content === "object" && content !== null && !Array.isArray(content);
}
