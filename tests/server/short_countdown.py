"""Run `tercet` with a shorter countdown before a round of TRIPLE³: tests wait for it dozens of times."""

from tercet.cli import main
from tercet.server import table

SHORT_COUNTDOWN = 300
"""Milliseconds."""

if __name__ == "__main__":
    table.COUNTDOWN = SHORT_COUNTDOWN
    main()
