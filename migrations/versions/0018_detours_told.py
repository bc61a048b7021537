"""The detours that a side was told of under an order: kept with the order, and no longer found in the diary's words."""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None
reinterprets = ()


def upgrade():
    op.add_column("standing_order", sa.Column("detours_told", sa.JSON(), nullable=False, server_default=sa.text("'[]'")))
    with op.batch_alter_table("standing_order") as table:
        table.alter_column("detours_told", existing_type=sa.JSON(), existing_nullable=False, server_default=None)


def downgrade():
    op.drop_column("standing_order", "detours_told")
