// Pinch gestures. They use touch events, because browsers cancel the pointer events of a finger that scrolls.
import type { Attachment } from "svelte/attachments";

export interface Pinch {
  x: number;
  y: number;
  /** The distance of the fingers, relative to that at the start. */
  ratio: number;
}

export interface PinchHandlers {
  start(pinch: Pinch): void;
  move(pinch: Pinch): void;
  end(pinch: Pinch): void;
}

export function trackPinches(handlers: PinchHandlers): Attachment<HTMLElement> {
  return (element) => {
    let startDistance = 0;
    let current: Pinch | null = null;

    const measure = ({ touches }: TouchEvent): Pinch => {
      const [one, two] = [touches[0]!, touches[1]!];
      const distance = Math.hypot(one.clientX - two.clientX, one.clientY - two.clientY);
      startDistance ||= Math.max(distance, 1);
      return {
        x: (one.clientX + two.clientX) / 2,
        y: (one.clientY + two.clientY) / 2,
        ratio: distance / startDistance,
      };
    };
    const handleStart = (event: TouchEvent) => {
      if (event.touches.length !== 2) return;
      event.preventDefault();
      startDistance = 0;
      current = measure(event);
      handlers.start(current);
    };
    const handleMove = (event: TouchEvent) => {
      if (!current || event.touches.length !== 2) return;
      event.preventDefault();
      handlers.move((current = measure(event)));
    };
    const handleEnd = () => {
      if (current) handlers.end(current);
      current = null;
    };

    element.addEventListener("touchstart", handleStart, { passive: false });
    element.addEventListener("touchmove", handleMove, { passive: false });
    element.addEventListener("touchend", handleEnd);
    element.addEventListener("touchcancel", handleEnd);
    return () => {
      element.removeEventListener("touchstart", handleStart);
      element.removeEventListener("touchmove", handleMove);
      element.removeEventListener("touchend", handleEnd);
      element.removeEventListener("touchcancel", handleEnd);
    };
  };
}
