// Which games the user of this browser knows: those played to the end of a round, or learned in the guided one.
import { readStored, writeStored } from "./storage";

const key = (game: string) => `known.${game}`;

export function isKnown(game: string): boolean {
  return readStored(key(game)) !== null;
}

export function rememberKnown(game: string): void {
  writeStored(key(game), "yes");
}
