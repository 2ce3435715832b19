"""Run `tercet` with what makes tests wait left out.

The countdown before a round of TRIPLE³ is short, and bots think at the same priority as everything else: beside a busy
test in another process, one at the lowest priority would take a minute for what takes a second.
"""

from tercet.cli import main
from tercet.server import background, table

SHORT_COUNTDOWN = 300
"""Milliseconds."""

background.LOWEST_NICENESS = 0  # here, since the processes of bots load this module too, but not as the main one

if __name__ == "__main__":
    table.COUNTDOWN = SHORT_COUNTDOWN
    main()
