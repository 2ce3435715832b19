"""The reviews of finished matches, part by part, each with the format it is written in."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Create the table of the parts."""
    op.create_table(
        "review_parts",
        sa.Column("table_id", sa.Text, primary_key=True),
        sa.Column("format", sa.Text, primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sqlite_with_rowid=False,
    )
