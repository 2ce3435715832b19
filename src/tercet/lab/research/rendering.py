"""Pictures of a table for environments: as text for a terminal, and as pixels."""

from collections.abc import Sequence
from io import BytesIO

import numpy as np
import numpy.typing as npt
import resvg_py
from PIL import Image

from tercet.errors import UsageError
from tercet.game import View
from tercet.pictures import svg, terminal

RENDER_MODES = ["human", "ansi", "rgb_array"]
WIDTH = 640
"""The width of a picture in pixels."""

Pixels = npt.NDArray[np.uint8]


def check_mode(mode: str | None, modes: Sequence[str] = RENDER_MODES) -> str | None:
    """Return the mode. Raise UsageError if it is not one of these."""
    if mode is not None and mode not in modes:
        raise UsageError(f"The render modes are {', '.join(modes)}, not {mode!r}.")
    return mode


def render(view: View, mode: str | None) -> str | Pixels | None:
    """Return a view as text (`ansi`) or as rows of red, green and blue (`rgb_array`).

    In the mode `human` the text is printed. Nothing is returned then, or without a mode.
    """
    if mode == "rgb_array":
        return as_pixels(view)
    if mode == "ansi":
        return as_text(view)
    if mode == "human":
        print(as_text(view))
    return None


def as_text(view: View) -> str:
    """Return the drawing of a view as text."""
    return terminal.as_text(view.table, [f"seat {seat}" for seat in range(int(view.states[0].players))])


def as_pixels(view: View) -> Pixels:
    """Return the picture of a view as pixels.

    >>> import tercet
    >>> as_pixels(tercet.new("triple", players=2, seed=7).view(0)).shape[1:]
    (640, 3)
    """
    png = resvg_py.svg_to_bytes(svg_string=svg.draw(view.table), width=WIDTH, background="white")
    with Image.open(BytesIO(png)) as image:
        return np.asarray(image.convert("RGB"))
