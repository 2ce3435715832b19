/**
 * Who should have the device: an index of the seats at this device, null while nobody here is to act.
 * Who has it keeps it as long as they may act; then it goes to the next in order.
 */
export function next(toAct: number[], seats: number[], holder: number | null): number | null {
  if (holder !== null && toAct.includes(seats[holder]!)) return holder;
  const start = holder === null ? 0 : holder + 1;
  for (let i = 0; i < seats.length; i++) {
    const index = (start + i) % seats.length;
    if (toAct.includes(seats[index]!)) return index;
  }
  return null;
}
