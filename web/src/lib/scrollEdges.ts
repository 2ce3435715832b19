// Marks a box that scrolls sideways with the sides on which there is more: `data-more` is "left", "right" or "both".
// It can be focused then, so that the arrow keys scroll it.
import { on } from "svelte/events";

export function moreAt(offset: number, visible: number, size: number): "left" | "right" | "both" | null {
  const isMoreLeft = offset > 1;
  const isMoreRight = offset + visible < size - 1;
  if (isMoreLeft && isMoreRight) return "both";
  return isMoreLeft ? "left" : isMoreRight ? "right" : null;
}

export function markScrollEdges(element: HTMLElement): () => void {
  const update = () => {
    const more = moreAt(element.scrollLeft, element.clientWidth, element.scrollWidth);
    if (more) {
      element.dataset.more = more;
      element.tabIndex = 0;
    } else {
      delete element.dataset.more;
      element.removeAttribute("tabindex");
    }
  };
  const observer = new ResizeObserver(update);
  observer.observe(element);
  for (const child of element.children) observer.observe(child);
  const stop = on(element, "scroll", update, { passive: true });
  return () => {
    stop();
    observer.disconnect();
  };
}
