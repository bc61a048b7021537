"""Whose word an entry was, the entry it plays again, and where an entry was taken from that another copy wrote."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None
reinterprets = ()


def upgrade():
    op.add_column("entry", sa.Column("giver", sa.Integer(), nullable=True))
    op.add_column("entry", sa.Column("origin", sa.String(80), nullable=True))
    with op.batch_alter_table("entry") as table:
        table.drop_constraint(op.f("ck_entry_about"), type_="check")
        table.create_check_constraint(op.f("ck_entry_about"), "about is not null or kind = 'do'")


def downgrade():
    with op.batch_alter_table("entry") as table:
        table.drop_constraint(op.f("ck_entry_about"), type_="check")
    op.execute("update entry set about = null where kind = 'do'")
    with op.batch_alter_table("entry") as table:
        table.create_check_constraint(op.f("ck_entry_about"), "about is null or kind <> 'do'")
    op.drop_column("entry", "origin")
    op.drop_column("entry", "giver")
