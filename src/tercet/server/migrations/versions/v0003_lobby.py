"""The public list of tables can be read without replaying their logs: `tables` has what it shows, and when somebody
was last connected. Tables of earlier releases have no `listing` until a server has read their logs."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Add the two columns."""
    op.add_column("tables", sa.Column("attended", sa.BigInteger, nullable=False, server_default="0"))
    op.add_column("tables", sa.Column("listing", sa.LargeBinary))
    op.execute("UPDATE tables SET attended = created")
