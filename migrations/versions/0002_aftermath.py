"""What of a battalion's losses in a battle recovers later, by the rules of the tabletop system: points under pins, wounded."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None
reinterprets = ()


def upgrade():
    op.add_column("battle_unit", sa.Column("aftermath", sa.JSON(), nullable=False, server_default=sa.text("'{}'")))
    with op.batch_alter_table("battle_unit") as table:
        table.alter_column("aftermath", existing_type=sa.JSON(), existing_nullable=False, server_default=None)


def downgrade():
    with op.batch_alter_table("battle_unit") as table:
        table.drop_column("aftermath")
