"""Pictures of tables as self-contained SVG documents, for notebooks and pages."""

from functools import singledispatch

from tercet.games.kind import TableView
from tercet.games.triple.table import TripleTable
from tercet.games.z3bra.table import Z3braTable
from tercet.games.zatre.table import ZatreTable
from tercet.pictures import triple, z3bra, zatre


@singledispatch
def draw(table: TableView) -> str:
    """Return a picture of a view in text as an SVG document. Raise TypeError for a game without pictures.

    >>> import tercet
    >>> svg = draw(tercet.new("zatre", players=2, seed=7).view(None).table)
    >>> svg[svg.index("<title>") + 7 : svg.index("</title>")]
    'ZATRE with 2 players, as a spectator sees it. Seat 0 to lay a tile.'
    """
    raise TypeError(f"There is no picture for a {type(table).__name__}.")


draw.register(Z3braTable, z3bra.draw)
draw.register(ZatreTable, zatre.draw)
draw.register(TripleTable, triple.draw)
