"""Profiles without accounts: who they are, which browsers and tables belong to them, and how their matches ended.

Of a match that a profile has played, every seat is kept. One whose `profile_id` is null is nameless: a bot's, a
guest's, or that of a profile that has been deleted.
"""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Create the tables, and note of each table whether its coach was asked."""
    op.add_column("tables", sa.Column("coached", sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_table(
        "profiles",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("seen", sa.BigInteger, nullable=False),
        sa.Column("public", sa.Boolean, nullable=False),
    )
    op.create_table(
        "profile_keys",
        sa.Column("token_hash", sa.Text, primary_key=True),
        sa.Column("profile_id", sa.Text, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Index("profile_keys_of", "profile_id"),
    )
    op.create_table(
        "profile_links",
        sa.Column("code_hash", sa.Text, primary_key=True),
        sa.Column("profile_id", sa.Text, nullable=False),
        sa.Column("expires", sa.BigInteger, nullable=False),
        sa.Index("profile_links_of", "profile_id"),
    )
    op.create_table(
        "profile_tables",
        sa.Column("profile_id", sa.Text, primary_key=True),
        sa.Column("table_id", sa.Text, primary_key=True),
        sa.Column("token_hash", sa.Text, nullable=False),
        sa.Column("added", sa.BigInteger, nullable=False),
        sa.Column("hidden", sa.Boolean, nullable=False),
        sa.Column("settled", sa.Boolean, nullable=False),
        sa.Index("profile_tables_at", "table_id", "token_hash", unique=True),
        sa.Index("profile_tables_unsettled", "settled", "table_id"),
    )
    op.create_table(
        "matches",
        sa.Column("table_id", sa.Text, primary_key=True),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("ended", sa.BigInteger, nullable=False),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("rated", sa.Boolean, nullable=False),
        sa.Column("coached", sa.Boolean, nullable=False),
        sa.Column("feats_are", sa.Text),
    )
    op.create_table(
        "results",
        sa.Column("table_id", sa.Text, primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("profile_id", sa.Text),
        sa.Column("bot", sa.Text),
        sa.Column("side", sa.Integer, nullable=False),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("score", sa.Integer, nullable=False),
        sa.Column("feats", sa.Integer),
        sa.Column("rating", sa.Float),
        sa.Column("deviation", sa.Float),
        sa.Index("results_of", "profile_id", "table_id"),
    )
