/** Count the seconds until a deadline by performance.now(); 0 once it has passed or is null. */
export function secondsUntil(getDeadline: () => number | null): { readonly seconds: number } {
  let seconds = $state(0);
  $effect.pre(() => {
    const deadline = getDeadline();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const update = () => {
      const left = deadline === null ? 0 : deadline - performance.now();
      seconds = Math.max(0, Math.ceil(left / 1000));
      // One millisecond more, so that the next update falls into the next second.
      if (left > 0) timer = setTimeout(update, (left % 1000) + 1);
    };
    update();
    return () => clearTimeout(timer);
  });
  return {
    get seconds() {
      return seconds;
    },
  };
}
