// Parses the text of a rule: one line of Markdown that may contain rulings and references to rules.
import { RULE_ID } from "../../games/index";

export interface Piece {
  kind: "plain" | "bold" | "italic" | "code" | "rule";
  text: string;
}

/** A part of a rule: the printed rule itself, our ruling (perhaps an important one), or an external source. */
export interface Part {
  kind: "rule" | "ruling" | "important" | "external";
  pieces: Piece[];
}

const MARKED = new RegExp(
  `\\*\\*(?<bold>.+?)\\*\\*|\\*(?<italic>.+?)\\*|\`(?<code>.+?)\`|\\b(?<rule>${RULE_ID})\\b`,
  "g",
);
const SOURCES = {
  Ruling: "ruling",
  Festlegung: "ruling",
  "Important ruling": "important",
  "Wichtige Festlegung": "important",
  External: "external",
  Extern: "external",
} as const;
const SOURCE = new RegExp(`\\*\\*(${Object.keys(SOURCES).join("|")}):\\*\\*\\s*`);

export function partsOf(text: string): Part[] {
  const [first, ...rest] = text.split(SOURCE);
  const parts: Part[] = first!.trim() ? [{ kind: "rule", pieces: piecesOf(first!.trim()) }] : [];
  for (let i = 0; i < rest.length; i += 2) {
    const kind = SOURCES[rest[i] as keyof typeof SOURCES];
    parts.push({ kind, pieces: piecesOf(capital(rest[i + 1]!.trim())) });
  }
  return parts;
}

export function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const match of text.matchAll(MARKED)) {
    if (match.index > end) pieces.push({ kind: "plain", text: text.slice(end, match.index) });
    const [kind, inner] = Object.entries(match.groups!).find(([, found]) => found !== undefined)!;
    pieces.push({ kind: kind as Piece["kind"], text: inner! });
    end = match.index + match[0].length;
  }
  if (end < text.length) pieces.push({ kind: "plain", text: text.slice(end) });
  return pieces;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
