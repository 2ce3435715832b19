"""Events say with which version they were written, inside their bodies: no table changes.

Release 1 cannot replay them. It refuses a database whose `meta` says more than 1, so `meta` says 2 from now on and is
used for nothing else.
"""

from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Make release 1 refuse this database."""
    op.execute("UPDATE meta SET value = 2 WHERE key = 'schema'")
