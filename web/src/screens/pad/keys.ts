// Keys of the keyboard that do the same as the keys on the pad.

/** Return the key that was pressed for the pad; null if it is meant for a field, a dialog or the browser. */
export function padKeyOf(event: KeyboardEvent): string | null {
  const target = event.target instanceof Element ? event.target : null;
  if (event.ctrlKey || event.metaKey || event.altKey || target?.closest("input, textarea, dialog")) return null;
  // Enter presses the button that has the focus.
  return event.key === "Enter" && target?.closest("button, a") ? null : event.key;
}
