"""`python -m tercet` is `tercet`."""

from tercet.cli import main

main()
