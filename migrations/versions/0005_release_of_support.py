"""From when guns fire that were put in support of others: their release costs reaction time (NQM-ORDERS-07). One new table."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None
reinterprets = ()


def upgrade():
    op.create_table(
        "support_release",
        sa.Column("battalion_id", sa.Integer(), nullable=False),
        sa.Column("since_day", sa.Integer(), nullable=False),
        sa.Column("since_turn", sa.Integer(), nullable=False),
        sa.Column("seconds", sa.Integer(), nullable=False),
        sa.Column("hours", sa.String(length=80), nullable=False),
        sa.Column("why", sa.String(length=200), nullable=False),
        sa.Column("campaign_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.PrimaryKeyConstraint("campaign_id", "id", name=op.f("pk_support_release")),
        sa.UniqueConstraint("campaign_id", "battalion_id", name=op.f("uq_support_release_battalion_id")),
        sa.ForeignKeyConstraint(["campaign_id"], ["campaign.id"], name=op.f("fk_support_release_campaign_id")),
        sa.ForeignKeyConstraint(
            ["campaign_id", "battalion_id"], ["battalion.campaign_id", "battalion.id"], name=op.f("fk_support_release_battalion_id")
        ),
        sa.CheckConstraint("since_day >= 0 and since_turn between 1 and 4", name=op.f("ck_support_release_since_day")),
        sa.CheckConstraint("seconds >= 0", name=op.f("ck_support_release_seconds")),
    )


def downgrade():
    op.drop_table("support_release")
