"""The campaign by Not Quite Mechanised: orders on their way, troops after a battle, dumps and trucks. Four new tables."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None
reinterprets = ()


def _keys(table):
    return (
        sa.Column("campaign_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.PrimaryKeyConstraint("campaign_id", "id", name=op.f(f"pk_{table}")),
        sa.ForeignKeyConstraint(["campaign_id"], ["campaign.id"], name=op.f(f"fk_{table}_campaign_id")),
    )


def _link(table, column, target):
    there = [f"{target}.campaign_id", f"{target}.id"]
    return sa.ForeignKeyConstraint(["campaign_id", column], there, name=op.f(f"fk_{table}_{column}"))


def _time(table, day, turn):
    return sa.CheckConstraint(f"{day} >= 0 and {turn} between 1 and 4", name=op.f(f"ck_{table}_{day}"))


def upgrade():
    op.create_table(
        "order_delay",
        sa.Column("order_id", sa.Integer(), nullable=False),
        sa.Column("seconds", sa.Integer(), nullable=False),
        sa.Column("hours", sa.String(length=80), nullable=False),
        sa.Column("why", sa.String(length=200), nullable=False),
        *_keys("order_delay"),
        sa.UniqueConstraint("campaign_id", "order_id", name=op.f("uq_order_delay_order_id")),
        _link("order_delay", "order_id", "standing_order"),
        sa.CheckConstraint("seconds >= 0", name=op.f("ck_order_delay_seconds")),
    )
    op.create_table(
        "condition",
        sa.Column("battalion_id", sa.Integer(), nullable=False),
        sa.Column("grade", sa.String(length=80), nullable=False),
        sa.Column("battles", sa.JSON(), nullable=False),
        sa.Column("well_fought", sa.Integer(), nullable=False),
        sa.Column("disorganised", sa.Boolean(), nullable=False),
        sa.Column("dispersed", sa.Boolean(), nullable=False),
        sa.Column("command_lost", sa.Boolean(), nullable=False),
        sa.Column("points", sa.Integer(), nullable=False),
        sa.Column("points_lost", sa.Integer(), nullable=False),
        sa.Column("pins", sa.Integer(), nullable=False),
        sa.Column("ammunition", sa.Integer(), nullable=True),
        sa.Column("truck_lost", sa.Boolean(), nullable=False),
        sa.Column("since_day", sa.Integer(), nullable=False),
        sa.Column("since_turn", sa.Integer(), nullable=False),
        *_keys("condition"),
        sa.UniqueConstraint("campaign_id", "battalion_id", name=op.f("uq_condition_battalion_id")),
        _link("condition", "battalion_id", "battalion"),
        _time("condition", "since_day", "since_turn"),
        sa.CheckConstraint(
            "points >= 0 and points_lost >= 0 and pins >= 0 and ammunition >= 0 and well_fought >= 0", name=op.f("ck_condition_counts")
        ),
    )
    op.create_table(
        "dump",
        sa.Column("formation_id", sa.Integer(), nullable=False),
        sa.Column("logs", sa.String(length=80), nullable=False),
        sa.Column("fuel", sa.String(length=80), nullable=False),
        sa.Column("trucks", sa.Integer(), nullable=False),
        sa.Column("bowser", sa.Boolean(), nullable=False),
        sa.Column("dry_since", sa.Integer(), nullable=True),
        *_keys("dump"),
        sa.UniqueConstraint("campaign_id", "formation_id", name=op.f("uq_dump_formation_id")),
        _link("dump", "formation_id", "formation"),
        sa.CheckConstraint("trucks >= 0", name=op.f("ck_dump_trucks")),
        sa.CheckConstraint("dry_since >= 0", name=op.f("ck_dump_dry_since")),
    )
    op.create_table(
        "convoy",
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("formation_id", sa.Integer(), nullable=False),
        sa.Column("supplier_id", sa.Integer(), nullable=True),
        sa.Column("battalion_id", sa.Integer(), nullable=True),
        sa.Column("goods", sa.String(length=80), nullable=False),
        sa.Column("left_day", sa.Integer(), nullable=False),
        sa.Column("left_turn", sa.Integer(), nullable=False),
        sa.Column("due_day", sa.Integer(), nullable=False),
        sa.Column("due_turn", sa.Integer(), nullable=False),
        sa.Column("metres", sa.Integer(), nullable=False),
        sa.Column("state", sa.String(length=80), nullable=False),
        sa.Column("why", sa.String(length=200), nullable=False),
        *_keys("convoy"),
        sa.UniqueConstraint("campaign_id", "number", name=op.f("uq_convoy_number")),
        _link("convoy", "formation_id", "formation"),
        _link("convoy", "supplier_id", "formation"),
        _link("convoy", "battalion_id", "battalion"),
        _time("convoy", "left_day", "left_turn"),
        _time("convoy", "due_day", "due_turn"),
        sa.CheckConstraint("number >= 1 and metres >= 0", name=op.f("ck_convoy_number")),
        sa.CheckConstraint("goods in ('log', 'fuel', 'bowser', 'ammunition')", name=op.f("ck_convoy_goods")),
        sa.CheckConstraint("state in ('on the road', 'arrived', 'held up', 'lost')", name=op.f("ck_convoy_state")),
    )


def downgrade():
    op.drop_table("convoy")
    op.drop_table("dump")
    op.drop_table("condition")
    op.drop_table("order_delay")
