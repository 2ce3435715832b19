"""Pictures of tables as SVG documents that stand alone, for notebooks and pages."""

from functools import singledispatch

from tercet.games.kind import Table
from tercet.games.triple.table import TripleTable
from tercet.games.z3bra.table import Z3braTable
from tercet.games.zatre.table import ZatreTable
from tercet.pictures import triple, z3bra, zatre


@singledispatch
def draw(table: Table) -> str:
    """A picture of a table, as the one sees it whose table it is.

    >>> import tercet
    >>> svg = draw(tercet.new("zatre", players=2, seed=7).view(None).table)
    >>> svg[svg.index("<title>") + 7 : svg.index("</title>")]
    'ZATRE with 2 players, as a spectator sees it. Seat 1 to lay a tile.'
    """
    raise TypeError(f"There is no picture for a {type(table).__name__}.")


draw.register(Z3braTable, z3bra.draw)
draw.register(ZatreTable, zatre.draw)
draw.register(TripleTable, triple.draw)
