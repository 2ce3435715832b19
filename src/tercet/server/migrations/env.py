"""Alembic runs this to carry out migrations, on the connection and in the transaction of `tercet.server.migrate`.

There are no other ways to run them, and no alembic.ini: the version table and the connection come from there.
"""

from alembic import context

context.configure(
    connection=context.config.attributes["connection"],
    version_table=context.config.attributes["version_table"],
)
context.run_migrations()
