/**
 * Return who should hold the device, as an index into `seats`; null while nobody here is on turn.
 * The holder keeps it while they may act; then it goes to the next seat in order that may act.
 */
export function nextHolder(toAct: number[], seats: number[], holder: number | null): number | null {
  if (holder !== null && toAct.includes(seats[holder]!)) return holder;
  const start = holder === null ? 0 : holder + 1;
  for (let i = 0; i < seats.length; i++) {
    const index = (start + i) % seats.length;
    if (toAct.includes(seats[index]!)) return index;
  }
  return null;
}
