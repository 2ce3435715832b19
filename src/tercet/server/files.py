"""Files that only their owner may read: the database has the tokens' hashes and the seeds of running matches."""

import os
from contextlib import suppress
from pathlib import Path
from stat import S_IMODE

import structlog

log = structlog.get_logger()

OTHERS = 0o077
"""The permissions of the group and of everybody else."""

COMPANIONS = ("-wal", "-shm", "-journal")
"""The endings of the files that SQLite keeps beside a database. It gives new ones the database's permissions."""


def create_private(file: Path) -> None:
    """Create an empty file that only its owner may read, unless it exists. Opening it says why if that fails."""
    with suppress(OSError):
        os.close(os.open(file, os.O_CREAT | os.O_RDWR, 0o600))


def protect_database(file: Path) -> None:
    """Take a database, its companions, and a folder with nothing else in it away from everybody but their owner."""
    paths = [file, *(file.with_name(file.name + ending) for ending in COMPANIONS)]
    if {path.name for path in file.absolute().parent.iterdir()} <= {path.name for path in paths}:
        paths.append(file.absolute().parent)
    for path in paths:
        with suppress(FileNotFoundError):
            protect(path)
            if path.stat().st_mode & OTHERS:
                log.warning("others may read the database", path=str(path))


def protect(path: Path) -> None:
    """Take a file or folder away from everybody but its owner, if this process may do that."""
    mode = S_IMODE(path.stat().st_mode)
    if mode & OTHERS:
        with suppress(PermissionError):
            path.chmod(mode & ~OTHERS)


class FileReplaced(OSError):
    """Raised if the open database is no longer the file of its name: what is written would be lost."""


class FileIdentity:
    """The identity of an open file, to notice that another one, or none, has its name now."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.identity = self._find()

    def _find(self) -> tuple[int, int]:
        found = self.file.stat()
        return found.st_dev, found.st_ino

    def check(self) -> None:
        """Raise FileReplaced unless the file is the same as before."""
        try:
            is_same = self._find() == self.identity
        except OSError:
            is_same = False
        if not is_same:
            raise FileReplaced("the database file has been deleted or replaced; put it back or restart the server")
