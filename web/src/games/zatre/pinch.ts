// Two fingers on the board. Touch events, since a finger that scrolls loses its pointer events.
import type { Attachment } from "svelte/attachments";

export interface Pinch {
  x: number;
  y: number;
  /** How much farther the fingers are apart than at the beginning. */
  ratio: number;
}

export interface PinchHandlers {
  start(pinch: Pinch): void;
  move(pinch: Pinch): void;
  end(pinch: Pinch): void;
}

export function pinching(handlers: PinchHandlers): Attachment<HTMLElement> {
  return (element) => {
    let apart = 0;
    let now: Pinch | null = null;

    const measure = ({ touches }: TouchEvent): Pinch => {
      const [one, two] = [touches[0]!, touches[1]!];
      const distance = Math.hypot(one.clientX - two.clientX, one.clientY - two.clientY);
      apart ||= Math.max(distance, 1);
      return { x: (one.clientX + two.clientX) / 2, y: (one.clientY + two.clientY) / 2, ratio: distance / apart };
    };
    const touched = (event: TouchEvent) => {
      if (event.touches.length !== 2) return;
      event.preventDefault();
      apart = 0;
      now = measure(event);
      handlers.start(now);
    };
    const moved = (event: TouchEvent) => {
      if (!now || event.touches.length !== 2) return;
      event.preventDefault();
      handlers.move((now = measure(event)));
    };
    const left = () => {
      if (now) handlers.end(now);
      now = null;
    };

    element.addEventListener("touchstart", touched, { passive: false });
    element.addEventListener("touchmove", moved, { passive: false });
    element.addEventListener("touchend", left);
    element.addEventListener("touchcancel", left);
    return () => {
      element.removeEventListener("touchstart", touched);
      element.removeEventListener("touchmove", moved);
      element.removeEventListener("touchend", left);
      element.removeEventListener("touchcancel", left);
    };
  };
}
