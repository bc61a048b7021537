"""Fresh bits for the dice of each turn, in the entry that begins it, and where the dice of an entry come from."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None
reinterprets = ()


def upgrade():
    bits, dice_from = sa.Column("bits", sa.Text(), nullable=True), sa.Column("dice_from", sa.String(80), nullable=True)
    if op.get_bind().dialect.name == "sqlite":
        # Before the long texts of an entry: SQLite reads a row from its beginning, and all are searched for bits.
        with op.batch_alter_table("entry", recreate="always") as table:
            table.add_column(bits, insert_after="verb")
            table.add_column(dice_from, insert_after="bits")
    else:
        op.add_column("entry", bits)
        op.add_column("entry", dice_from)
    for table in ("campaign", "reseeding"):
        op.add_column(table, sa.Column("draws", sa.Boolean(), nullable=False, server_default=sa.false()))
        with op.batch_alter_table(table) as batch:
            batch.alter_column("draws", existing_type=sa.Boolean(), existing_nullable=False, server_default=None)


def downgrade():
    for table in ("reseeding", "campaign"):
        op.drop_column(table, "draws")
    op.drop_column("entry", "dice_from")
    op.drop_column("entry", "bits")
