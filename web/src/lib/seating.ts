// Taking a seat: each way to get one commits to an own part of the deal. What that takes is loaded when it is wanted.
import type { FindPlayers, Join, NewTable, Seated } from "../protocol";
import { createTable, findPlayers, joinTable, requestRematch, type Identity } from "./api";
import { loadLazily } from "./lazily";

const loadEntropy = () => loadLazily(() => import("./entropy"));

/** Create a table. Whoever gives a name sits there. */
export async function createTableWithSeat(table: NewTable): Promise<Seated> {
  const { newEntropy, commitmentTo, rememberEntropy } = await loadEntropy();
  const entropy = newEntropy();
  const created = await createTable({ ...table, entropy_commitment: commitmentTo(entropy) });
  rememberEntropy(created.table, entropy);
  return created;
}

/** Take a seat at a table where somebody waits, or at a new one that others will find. */
export async function playWithSomebody(wish: FindPlayers): Promise<Seated> {
  const { newEntropy, commitmentTo, rememberEntropy } = await loadEntropy();
  const entropy = newEntropy();
  const seated = await findPlayers({ ...wish, entropy_commitment: commitmentTo(entropy) });
  rememberEntropy(seated.table, entropy);
  return seated;
}

/** Take a seat at a table that somebody has created. */
export async function takeSeat(table: string, join: Join, as?: Identity): Promise<Seated> {
  const { newEntropy, commitmentTo, rememberEntropy } = await loadEntropy();
  const entropy = newEntropy();
  // First: the server may have seated us although its answer is lost.
  rememberEntropy(table, entropy);
  return joinTable(table, { ...join, entropy_commitment: commitmentTo(entropy) }, as);
}

/** Get one's seat at the rematch. The first request creates it; with `start` it begins if nobody is missing. */
export async function joinRematch(table: string, start: boolean, as?: Identity): Promise<Seated> {
  const { newEntropy, commitmentTo, rememberEntropy } = await loadEntropy();
  const entropy = newEntropy();
  const seated = await requestRematch(table, { entropy_commitment: commitmentTo(entropy), start }, as);
  rememberEntropy(seated.table, entropy);
  return seated;
}
