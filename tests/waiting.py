"""How long tests wait for what must come."""

LONGEST_WAIT = 180
"""Seconds after which a test fails. It costs nothing where all is well, and even a busy machine should need less."""
