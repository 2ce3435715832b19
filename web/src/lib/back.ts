// The browser's Back closes what was opened over a screen, instead of leaving the screen.
//
// While something is open, the history has one entry more, with the same address. Who closes it by hand goes back, too,
// so that no entry is left. If a program closes it, the entry stays and serves the next one: going back would race with
// a navigation that may follow.
const openLayers: (() => void)[] = [];

addEventListener("popstate", () => {
  const close = openLayers.pop();
  close?.();
  if (openLayers.length) addEntry();
});

/** Call `close` when the user goes back. Return a function to call when it has been closed, in whatever way. */
export function closeOnBack(close: () => void): () => void {
  openLayers.push(close);
  addEntry();
  return () => {
    const index = openLayers.indexOf(close);
    if (index >= 0) openLayers.splice(index, 1);
  };
}

/** Go back, which closes what was opened last. */
export function goBack(): void {
  if (history.state?.isLayer) history.back();
  else openLayers.pop()?.();
}

function addEntry(): void {
  if (!history.state?.isLayer) history.pushState({ isLayer: true }, "");
}
