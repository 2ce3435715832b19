// Marks what was played and what was better on the board itself, whatever game it is of.
import type { GameOnScreen } from "../../games/index";

export interface BoardMark {
  place: string;
  kind: "you" | "better";
  /** The text below the place; empty for none. */
  caption: string;
}

interface MarkedMove {
  kind: BoardMark["kind"];
  seat: number;
  /** The move, and those that follow in the same turn. */
  moves: string[];
  caption: string;
}

/** Return the marks of moves. A place that several moves use has the mark of the first; only a move's last is captioned. */
export function marksOf(game: Pick<GameOnScreen, "placesOfMove">, moves: MarkedMove[]): BoardMark[] {
  const marks = moves.flatMap(({ kind, seat, moves: texts, caption }) => {
    const places = texts.flatMap((move) => game.placesOfMove(seat, move));
    return places.map(({ place, label }, i): BoardMark => {
      const isLast = i === places.length - 1;
      return { place, kind, caption: [isLast ? caption : "", label ?? ""].filter(Boolean).join(": ") };
    });
  });
  return marks.filter(({ place }, i) => marks.findIndex((other) => other.place === place) === i);
}

/** Set the marks on the elements inside `root`, and remove all earlier ones. */
export function showMarks(root: ParentNode, marks: BoardMark[]): void {
  for (const marked of root.querySelectorAll("[data-mark]")) {
    marked.removeAttribute("data-mark");
    marked.removeAttribute("data-caption");
  }
  for (const { place, kind, caption } of marks) {
    const element = root.querySelector(`[data-place="${CSS.escape(place)}"]`);
    element?.setAttribute("data-mark", kind);
    if (caption) element?.setAttribute("data-caption", caption);
  }
}
