"""The rule tests of Z3BRA: each cites the rules it covers (docs/rules/z3bra.md) and builds its position by hand."""

import pytest

pytest.register_assert_rewrite(f"{__name__}.positions")
