"""Photos of the table, attached to battles; the pictures themselves are kept once, by their digests."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None
reinterprets = ()


def upgrade():
    op.create_table(
        "picture",
        sa.Column("campaign_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("digest", sa.String(80), nullable=False),
        sa.Column("content", sa.LargeBinary(), nullable=False),
        sa.CheckConstraint("digest <> ''", name=op.f("ck_picture_named")),
        sa.ForeignKeyConstraint(["campaign_id"], ["campaign.id"], name=op.f("fk_picture_campaign_id")),
        sa.PrimaryKeyConstraint("campaign_id", "digest", name=op.f("pk_picture")),
    )
    op.create_table(
        "photo",
        sa.Column("battle_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("file", sa.String(200), nullable=False),
        sa.Column("caption", sa.Text(), nullable=False),
        sa.Column("taken_by", sa.String(200), nullable=False),
        sa.Column("media_type", sa.String(80), nullable=False),
        sa.Column("width", sa.Integer(), nullable=False),
        sa.Column("height", sa.Integer(), nullable=False),
        sa.Column("picture", sa.String(80), nullable=False),
        sa.Column("campaign_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.CheckConstraint("file <> '' and picture <> ''", name=op.f("ck_photo_named")),
        sa.CheckConstraint("number >= 1", name=op.f("ck_photo_number")),
        sa.CheckConstraint("media_type in ('image/jpeg', 'image/png')", name=op.f("ck_photo_media_type")),
        sa.CheckConstraint("width >= 1 and height >= 1", name=op.f("ck_photo_size")),
        sa.ForeignKeyConstraint(
            ["campaign_id", "battle_id"], ["battle.campaign_id", "battle.id"], name=op.f("fk_photo_battle_id")
        ),
        sa.ForeignKeyConstraint(["campaign_id"], ["campaign.id"], name=op.f("fk_photo_campaign_id")),
        sa.PrimaryKeyConstraint("campaign_id", "id", name=op.f("pk_photo")),
        sa.UniqueConstraint("campaign_id", "battle_id", "number", name=op.f("uq_photo_battle_id")),
    )


def downgrade():
    op.drop_table("photo")
    op.drop_table("picture")
