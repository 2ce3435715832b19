// Seconds until a moment on performance.now()'s clock; 0 once it is over.

export function secondsUntil(moment: () => number | null): { readonly seconds: number } {
  let seconds = $state(0);
  $effect.pre(() => {
    const at = moment();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      const left = at === null ? 0 : at - performance.now();
      seconds = Math.max(0, Math.ceil(left / 1000));
      // A millisecond more, so that the next look falls into the next second.
      if (left > 0) timer = setTimeout(look, (left % 1000) + 1);
    };
    look();
    return () => clearTimeout(timer);
  });
  return {
    get seconds() {
      return seconds;
    },
  };
}
