"""What a host can set."""

from pathlib import Path

import msgspec
from platformdirs import user_data_path


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """With their defaults, for one laptop. `tercet serve --help` says the same to people."""

    host: str = "127.0.0.1"
    port: int = 8000
    database: str | None = None
    """A file or an URL; None for a file in the user's data folder."""
    channels: str | None = None
    """The URL of a Valkey or Redis server through which several nodes tell each other what is new."""
    origins: tuple[str, ...] = ()
    """Further web sites whose pages may act here; the server's own always may."""
    idle_days: float = 30
    """After so many days without an event an unlisted table is deleted."""
    creates_per_minute: int = 30
    joins_per_minute: int = 60
    studies_per_minute: int = 300
    """By one address; 0 for no limit."""
    moves_per_second: int = 100
    """Messages over one socket, on average over a few seconds; 0 for no limit."""
    bot_pause: float = 0.4
    """Seconds before a bot moves, so that people can follow."""
    thinkers: int = 2
    """How many masters may think at the same time."""
    log_level: str = "info"


def database_url(settings: Settings) -> str:
    """The database, with the folder for it made if it is ours."""
    if settings.database:
        return settings.database
    folder: Path = user_data_path("tercet")
    folder.mkdir(parents=True, exist_ok=True)
    return str(folder / "tables.db")
