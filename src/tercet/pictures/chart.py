"""Charts as SVG: a few lines or dots are no reason for a plotting library."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Series:
    """One line of a chart."""

    name: str
    points: Sequence[tuple[float, float]]


def line_chart(title: str, series: Sequence[Series], x_label: str, y_label: str) -> str:
    """Lines over a common axis."""
    raise NotImplementedError
