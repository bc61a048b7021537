"""What happened in a battle that the program fought, as data beside its words; older battles keep their words only."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None
reinterprets = ()


def upgrade():
    op.add_column("battle", sa.Column("report", sa.JSON(), nullable=False, server_default=sa.text("'[]'")))
    with op.batch_alter_table("battle") as table:
        table.alter_column("report", existing_type=sa.JSON(), existing_nullable=False, server_default=None)


def downgrade():
    op.drop_column("battle", "report")
