// Playing again: a new table with the same people, for everybody who sits at this device.
import { rematch } from "./api";
import type { LiveTable } from "./live.svelte";
import { localSeats, rememberLocal } from "./local";

/** The id of the new table. The first who asks makes it. */
export async function again(together: LiveTable[]): Promise<string> {
  const old = together[0]!.id;
  const people = localSeats(old);
  const asked = people.length ? people.map((person) => rematch(old, person.token)) : [rematch(old)];
  const { table } = (await Promise.all(asked))[0]!;
  if (people.length) rememberLocal(table, people);
  return table;
}
