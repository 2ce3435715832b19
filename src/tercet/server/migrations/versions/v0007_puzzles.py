"""Puzzles: how many found each, how far each profile is, and its runs of the spotting trainer."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "puzzle_counts",
        sa.Column("puzzle", sa.Text, primary_key=True),
        sa.Column("tried", sa.Integer, nullable=False),
        sa.Column("first", sa.Integer, nullable=False),
        sa.Column("found", sa.Integer, nullable=False),
    )
    op.create_table(
        "puzzle_tries",
        sa.Column("profile_id", sa.Text, primary_key=True),
        sa.Column("puzzle", sa.Text, primary_key=True),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("outcome", sa.Text, nullable=False),
    )
    op.create_table(
        "puzzle_standings",
        sa.Column("profile_id", sa.Text, primary_key=True),
        sa.Column("game", sa.Text, primary_key=True),
        sa.Column("mu", sa.Float, nullable=False),
        sa.Column("sigma", sa.Float, nullable=False),
        sa.Column("solved", sa.Integer, nullable=False),
        sa.Column("first", sa.Integer, nullable=False),
        sa.Column("in_a_row", sa.Integer, nullable=False),
        sa.Column("most_in_a_row", sa.Integer, nullable=False),
        sa.Column("days", sa.Integer, nullable=False),
        sa.Column("last_day", sa.Integer, nullable=False),
    )
    op.create_table(
        "spotting_runs",
        sa.Column("profile_id", sa.Text, primary_key=True),
        sa.Column("at", sa.BigInteger, primary_key=True),
        sa.Column("milliseconds", sa.Integer, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
    )
