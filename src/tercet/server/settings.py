"""The settings of a server. `tercet serve` derives its options from them, so this module must be quick to import."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal


@dataclass(frozen=True, kw_only=True)
class Settings:
    """All settings, with defaults for one laptop. The annotations are the help of the command line."""

    host: Annotated[str, "The address to listen on; 0.0.0.0 for everybody in the network."] = "127.0.0.1"
    port: Annotated[int, "The port to listen on; 0 for any that is free."] = 8000
    database: Annotated[
        str | None,
        "A file for SQLite, or postgresql://...; a file in your data folder if not given.",
    ] = None
    channels: Annotated[
        str | None,
        "valkey://... or redis://..., through which several nodes on one database tell each other what is new.",
    ] = None
    origins: Annotated[
        tuple[str, ...],
        "An address by which people reach this server, like https://tercet.example, or another site whose pages may"
        " act here.",
    ] = ()
    tls_cert: Annotated[str | None, "A file with a certificate and its chain, to serve HTTPS."] = None
    tls_key: Annotated[str | None, "The file with the certificate's private key."] = None
    pass_phrase: Annotated[
        str | None,
        "What people need to make tables here; joining by link stays free. @FILE reads it from a file. Set the variable"
        " rather than the option, which everybody on this machine can see.",
    ] = None
    metrics: Annotated[
        str | None,
        "Where Prometheus finds the metrics: HOST:PORT, or off. If not given, at /metrics for this machine alone, and"
        " only if nobody else can connect.",
    ] = None
    idle_days: Annotated[float, "Tables are deleted after so many days without an event."] = 30.0
    creates_per_minute: Annotated[int, "Tables that one address may make; 0 for no limit."] = 30
    joins_per_minute: Annotated[int, "Seats that one address may take; 0 for no limit."] = 60
    profiles_per_minute: Annotated[int, "Profiles that are created for one address; 0 for no limit."] = 10
    links_per_minute: Annotated[int, "Links to profiles that one address may make or follow; 0 for no limit."] = 10
    today_tables: Annotated[int, "Tables of today's deal that one address may make in a day; 0 for no limit."] = 100
    studies_per_minute: Annotated[int, "Rounds that one address may study or replay; 0 for no limit."] = 300
    moves_per_second: Annotated[int, "Messages over one socket, each part of one counted; 0 for no limit."] = 100
    requests_per_minute: Annotated[int, "Requests of any kind by one address; 0 for no limit."] = 1200
    connections: Annotated[int, "Connections at the same time; 0 for as many as open files allow."] = 10_000
    connections_per_address: Annotated[int, "Connections of one address at the same time; 0 for no limit."] = 200
    spectators_per_table: Annotated[int, "People who may watch a table at the same time; 0 for no limit."] = 200
    trusted_proxies: Annotated[
        tuple[str, ...],
        "The address or network of a proxy whose X-Forwarded-For and X-Forwarded-Proto are believed.",
    ] = ("127.0.0.1", "::1")
    queued_studies: Annotated[int, "Rounds to study or replay that may wait their turn; 0 for no limit."] = 16
    queued_studies_each: Annotated[int, "So many of them may be of one address; 0 for no limit."] = 4
    hints_per_minute: Annotated[int, "Questions to the coach by one address; 0 for no limit."] = 240
    hints_each: Annotated[int, "Questions of one address that the coach thinks about at a time; 0 for no limit."] = 8
    running_tables: Annotated[int, "Running tables that one address may have made; 0 for no limit."] = 20
    listed_tables: Annotated[int, "Tables in the public list that one address may have made; 0 for no limit."] = 5
    listed_minutes: Annotated[
        float, "A table leaves the public list after so many minutes without a client; 0 for never."
    ] = 15.0
    fill_seconds: Annotated[
        float, "Seconds after which bots take the free seats at a table for whoever comes, if everybody there agrees."
    ] = 60.0
    unattended_seconds: Annotated[float, "Seconds that bots play on when nobody is connected; 0 for ever."] = 60.0
    away_seconds: Annotated[
        float,
        "Seconds without a connection after which a table of bots stops its clocks for the only person there; 0 for"
        " never.",
    ] = 5.0
    vote_after: Annotated[float, "Seconds that somebody must be away before the others may vote for a bot."] = 10.0
    bot_pause: Annotated[
        float, "Seconds before a bot's turn at the normal pace, so that people can follow; 0 for none."
    ] = 0.8
    reveal_seconds: Annotated[
        float, "Seconds that players' browsers have to add their part to the deal; 0 to wait for all of them."
    ] = 5.0
    thinkers: Annotated[int, "Masters that may think at the same time, each in a process of its own."] = 2
    log_level: Annotated[Literal["debug", "info", "warning", "error"], "Log messages of this level and above."] = "info"

    @property
    def scheme(self) -> str:
        """The scheme of the server's URLs."""
        return "https" if self.tls_cert else "http"


def database_url(settings: Settings) -> str:
    """Return the database of the settings; create the folder of the default one, for its owner only."""
    if settings.database:
        return settings.database
    from platformdirs import user_data_path  # noqa: PLC0415 (every `tercet --help` would import them)

    from tercet.server.files import protect  # noqa: PLC0415

    folder: Path = user_data_path("tercet")
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    protect(folder)  # an older Tercet may have created it
    return str(folder / "tables.db")
