/** Return a table's code, to be typed on another device: the beginning of its id, such as nsh-f3z. */
export function codeOf(id: string): string {
  return `${id.slice(0, 3)}-${id.slice(3, 6)}`;
}
