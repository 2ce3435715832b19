"""Run `tercet` with what makes tests wait, or fail on a busy machine, left out.

Bots think at the same priority as everything else: beside a busy test in another process, one at the lowest priority
would take a minute for what takes a second. A client that does not read for a while is not disconnected.

The processes that the server starts import this module too, and need nothing of it.
"""

if __name__ == "__main__":
    import os

    from tercet.cli import main
    from tercet.server import background, run, table
    from waiting import LONGEST_WAIT

    background.LOWEST_NICENESS = 0
    run.PONG_TIMEOUT = LONGEST_WAIT
    table.COUNTDOWN = int(os.environ.get("COUNTDOWN", table.COUNTDOWN))
    main()
