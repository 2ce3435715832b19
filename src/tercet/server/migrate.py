"""Find out the schema version of a database, and migrate it to the newest.

Alembic is imported only if there is something to migrate: its import takes as long as the rest of a warm start.
"""

import sqlalchemy as sa
import structlog

from tercet.errors import UsageError

log = structlog.get_logger()

NEWEST = "0008"
"""The newest migration in `migrations/versions`."""

RELEASE_1 = "0001"
"""The migration whose outcome is the database of release 1, which has no version table."""

VERSION = sa.Table("tercet_schema", sa.MetaData(), sa.Column("version_num", sa.String(32)))
"""Where Alembic keeps the version. Not `alembic_version`, which may belong to another program."""

META = sa.table("meta", sa.column("key", sa.Text), sa.column("value", sa.Integer))
"""Where release 1 kept the version, in the only row."""


def prepare(connection: sa.Connection, lock: str) -> None:
    """Migrate the schema, or create it in an empty database, in the caller's transaction.

    `lock` is the statement after which other nodes wait until this transaction ends. Raise UsageError, with nothing
    changed, if the tables are not ours or if a newer Tercet made them.
    """
    connection.exec_driver_sql(lock)
    version = find_version(connection)
    if version != NEWEST:
        migrate(connection, version)


def find_version(connection: sa.Connection) -> str | None:
    """Return the last migration that a database has had; None if it is empty."""
    names = set(sa.inspect(connection).get_table_names())
    if VERSION.name in names:
        return known(connection.scalar(sa.select(VERSION.c.version_num)))
    if {"tables", "events"} <= names:
        is_release_1 = META.name in names and connection.scalar(sa.select(META.c.value)) == 1
        return known(RELEASE_1 if is_release_1 else None)
    if names:
        raise UsageError(
            f"The database belongs to another program, as its table {min(names)!r} shows: name another database."
        )
    return None


def known(version: str | None) -> str:
    """Return the version; raise UsageError if there is none, or if this program does not know it yet."""
    if version is None:
        raise UsageError(
            "The database has tables of Tercet but does not say of which version:"
            " restore a backup or name another database."
        )
    if version > NEWEST:
        raise UsageError(
            f"A newer Tercet wrote the database (schema {version}, this one knows {NEWEST}): update Tercet."
        )
    return version


def migrate(connection: sa.Connection, version: str | None) -> None:
    """Carry out the migrations after this version; all of them for an empty database."""
    from alembic import command  # noqa: PLC0415 (see above)
    from alembic.config import Config  # noqa: PLC0415

    config = Config(attributes={"connection": connection, "version_table": VERSION.name})
    config.set_main_option("script_location", "tercet.server:migrations")
    if version == RELEASE_1 and not sa.inspect(connection).has_table(VERSION.name):
        command.stamp(config, RELEASE_1)
    command.upgrade(config, NEWEST)
    if version is not None:
        log.info("database migrated", before=version, after=NEWEST)
