"""The server: its log, its tables and its protocol, with real databases."""

import pytest

pytest.register_assert_rewrite(f"{__name__}.parts", f"{__name__}.playing", f"{__name__}.coming_back")
