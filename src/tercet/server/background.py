"""Set-up of the processes that the server starts: low priority, and they exit with the server."""

import os
import signal
import sys
import threading
from multiprocessing import parent_process

COMPILER_NICENESS = 5
"""Players may wait for the compiler, so it runs before bots (which have the lowest priority) but after the server."""

LOWEST_NICENESS = 19


def enter_background(niceness: int = LOWEST_NICENESS) -> None:
    """Lower this process's priority, ignore SIGINT, which only the server handles, and exit when the server exits."""
    if sys.platform != "win32":
        os.nice(niceness)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=exit_with_server, daemon=True).start()


def exit_with_server() -> None:
    """Wait until the server process has ended, then exit: a killed server cannot stop its children."""
    server = parent_process()
    assert server is not None
    server.join()
    os._exit(0)
