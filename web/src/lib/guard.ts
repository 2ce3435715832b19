/** For how long a panel ignores presses after it has appeared: somebody may be about to press what was there before. */
const GUARD_MS = 700;

/** Attach to a panel that appears by itself: a press or a held key that was meant for the board does not hit it. */
export function ignoreEarlyPresses(panel: HTMLElement): () => void {
  // The heading stays reachable, so that it can be focused and read out at once.
  const guarded = [...panel.children].filter((child) => child.tagName !== "H2") as HTMLElement[];
  const setInert = (isInert: boolean) => guarded.forEach((child) => (child.inert = isInert));
  const ignoreHeldKey = (event: KeyboardEvent) => event.repeat && event.preventDefault();
  setInert(true);
  const timer = setTimeout(() => setInert(false), GUARD_MS);
  panel.addEventListener("keydown", ignoreHeldKey);
  return () => {
    clearTimeout(timer);
    panel.removeEventListener("keydown", ignoreHeldKey);
  };
}
