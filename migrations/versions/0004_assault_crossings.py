"""Assault boats and swimming tanks as engineering tasks, and whom they bring over the water (OB-AMPH)."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None
reinterprets = ()

KINDS = ("block road", "demolish span", "prepare demolition", "blow bridge", "gap obstacle", "bridge", "ferry", "minefield", "dig in")
NEW = ("assault boats", "swim")


def _kinds(kinds):
    return f"kind IN ({', '.join(repr(kind) for kind in kinds)})"


def upgrade():
    op.add_column("engineering_task", sa.Column("carries", sa.JSON(), nullable=False, server_default=sa.text("'{}'")))
    with op.batch_alter_table("engineering_task") as table:
        table.alter_column("carries", existing_type=sa.JSON(), existing_nullable=False, server_default=None)
        table.drop_constraint(op.f("ck_engineering_task_kind"), type_="check")
        table.create_check_constraint(op.f("ck_engineering_task_kind"), _kinds((*KINDS, *NEW)))


def downgrade():
    op.execute("delete from engineering_task where kind in ('assault boats', 'swim')")
    with op.batch_alter_table("engineering_task") as table:
        table.drop_constraint(op.f("ck_engineering_task_kind"), type_="check")
        table.create_check_constraint(op.f("ck_engineering_task_kind"), _kinds(KINDS))
        table.drop_column("carries")
