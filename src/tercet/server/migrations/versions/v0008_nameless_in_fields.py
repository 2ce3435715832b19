"""Profiles that are not named in the results of today's deals, as their owners have chosen."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Add the choice. Everybody is named, as before."""
    op.add_column("profiles", sa.Column("named", sa.Boolean, nullable=False, server_default=sa.true()))
