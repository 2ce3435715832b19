"""Deals that several tables share: today's deal in each game with everybody's attempts, and duplicates.

An attempt whose `profile_id` is null is that of a profile that has been deleted.
"""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Add the tables of today's deal and of duplicates."""
    op.create_table(
        "daily_deals",
        sa.Column("day", sa.Text, primary_key=True),
        sa.Column("game", sa.Text, primary_key=True),
        sa.Column("seed", sa.Text, nullable=False),
        sa.Column("setup", sa.LargeBinary, nullable=False),
        sa.Column("published", sa.BigInteger, nullable=False),
        sa.Column("opened", sa.BigInteger),
    )
    op.create_table(
        "daily_attempts",
        sa.Column("table_id", sa.Text, primary_key=True),
        sa.Column("day", sa.Text, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("profile_id", sa.Text),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("began", sa.BigInteger, nullable=False),
        sa.Column("finished", sa.BigInteger),
        sa.Column("score", sa.Integer),
        sa.Index("daily_attempts_at", "day", "game", "number"),
        sa.Index("daily_attempts_of", "profile_id", "day"),
    )
    op.create_table(
        "duplicates",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("seed", sa.Text, nullable=False),
        sa.Column("setup", sa.LargeBinary, nullable=False),
        sa.Column("host", sa.Text, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("expires", sa.BigInteger, nullable=False),
        sa.Column("is_ended", sa.Boolean, nullable=False),
        sa.Column("opened", sa.BigInteger),
        sa.Column("earlier", sa.Text),
        sa.Column("rematch", sa.Text),
        sa.Index("duplicates_sealed", "opened", "expires"),
    )
