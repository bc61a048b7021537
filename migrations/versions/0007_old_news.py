"""What a side still takes a crossing, an obstacle or a road to be, because it has not seen how that changed. One new table."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None
reinterprets = ()

SUBJECTS = ("crossing", "obstacle", "road")


def _only(subject):
    """One of the three links is there and the two others are not."""
    return "(" + " and ".join(f"{one}_id is {'not ' if one == subject else ''}null" for one in SUBJECTS) + ")"


def upgrade():
    op.create_table(
        "old_news",
        sa.Column("side_id", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(length=200), nullable=False),
        sa.Column("crossing_id", sa.Integer(), nullable=True),
        sa.Column("obstacle_id", sa.Integer(), nullable=True),
        sa.Column("road_id", sa.Integer(), nullable=True),
        sa.Column("facts", sa.JSON(), nullable=False),
        sa.Column("campaign_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.PrimaryKeyConstraint("campaign_id", "id", name=op.f("pk_old_news")),
        sa.UniqueConstraint("campaign_id", "side_id", "key", name=op.f("uq_old_news_side_id")),
        sa.ForeignKeyConstraint(["campaign_id"], ["campaign.id"], name=op.f("fk_old_news_campaign_id")),
        sa.ForeignKeyConstraint(["campaign_id", "side_id"], ["side.campaign_id", "side.id"], name=op.f("fk_old_news_side_id")),
        *(
            sa.ForeignKeyConstraint(
                ["campaign_id", f"{subject}_id"], [f"{subject}.campaign_id", f"{subject}.id"], name=op.f(f"fk_old_news_{subject}_id")
            )
            for subject in SUBJECTS
        ),
        sa.CheckConstraint("key <> ''", name=op.f("ck_old_news_named")),
        sa.CheckConstraint(" or ".join(map(_only, SUBJECTS)), name=op.f("ck_old_news_one_subject")),
    )


def downgrade():
    op.drop_table("old_news")
