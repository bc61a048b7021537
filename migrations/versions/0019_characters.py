"""The characters of commanders, each with its source, and a place that an order's commanders do not pass."""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None
reinterprets = ()


def upgrade():
    with op.batch_alter_table("commander") as table:
        table.add_column(sa.Column("character", sa.String(40), nullable=True))
        table.add_column(sa.Column("character_source", sa.Text(), nullable=False, server_default=""))
        table.create_check_constraint(
            op.f("ck_commander_character"), "character IN ('bold', 'cautious', 'methodical', 'stubborn')"
        )
        table.create_check_constraint(
            op.f("ck_commander_character_source"), "(character is null) = (character_source = '')"
        )
    with op.batch_alter_table("commander") as table:
        table.alter_column(
            "character_source", existing_type=sa.Text(), existing_nullable=False, server_default=None
        )
    with op.batch_alter_table("standing_order") as table:
        table.add_column(sa.Column("not_beyond_id", sa.Integer(), nullable=True))
        table.create_foreign_key(
            op.f("fk_standing_order_not_beyond_id"), "place", ["campaign_id", "not_beyond_id"], ["campaign_id", "id"]
        )


def downgrade():
    with op.batch_alter_table("standing_order") as table:
        table.drop_constraint(op.f("fk_standing_order_not_beyond_id"), type_="foreignkey")
        table.drop_column("not_beyond_id")
    with op.batch_alter_table("commander") as table:
        table.drop_constraint(op.f("ck_commander_character_source"), type_="check")
        table.drop_constraint(op.f("ck_commander_character"), type_="check")
        table.drop_column("character_source")
        table.drop_column("character")
