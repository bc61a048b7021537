"""Beside the journal: invitations and windows, what was handed in, drafts, marks on papers, and the desk's secrets."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None
reinterprets = ()

ROLES = ("umpire", "staff", "commander", "table", "wall")
KINDS = ("printed", "handed_out")


def of_campaign():
    return sa.Column("campaign_id", sa.Integer(), autoincrement=False, nullable=False)


def to_campaign(table):
    return sa.ForeignKeyConstraint(["campaign_id"], ["campaign.id"], name=op.f(f"fk_{table}_campaign_id"))


def upgrade():
    op.create_table(
        "invitation",
        of_campaign(),
        sa.Column("id", sa.String(80), nullable=False),
        sa.Column("token_hash", sa.String(80), nullable=False),
        sa.Column(
            "role",
            sa.Enum(*ROLES, name=op.f("ck_invitation_role"), native_enum=False, create_constraint=True, length=40),
            nullable=False,
        ),
        sa.Column("side", sa.String(80), nullable=False),
        sa.Column("commanders", sa.JSON(), nullable=False),
        sa.Column("battle", sa.Integer(), nullable=True),
        sa.Column("name", sa.String(200), nullable=False),
        sa.Column("made", sa.String(80), nullable=False),
        sa.Column("used", sa.String(80), nullable=True),
        sa.Column("ended", sa.String(80), nullable=True),
        sa.CheckConstraint("id <> '' and token_hash <> '' and made <> ''", name=op.f("ck_invitation_named")),
        sa.CheckConstraint("(side = '') = (role in ('umpire', 'wall'))", name=op.f("ck_invitation_side")),
        sa.CheckConstraint("(battle is not null) = (role = 'table')", name=op.f("ck_invitation_battle")),
        to_campaign("invitation"),
        sa.PrimaryKeyConstraint("campaign_id", "id", name=op.f("pk_invitation")),
        sa.UniqueConstraint("token_hash", name=op.f("uq_invitation_token_hash")),
    )
    op.create_table(
        "desk_window",
        of_campaign(),
        sa.Column("id", sa.String(80), nullable=False),
        sa.Column("session_hash", sa.String(80), nullable=False),
        sa.Column("invitation", sa.String(80), nullable=False),
        sa.Column("label", sa.String(80), nullable=False),
        sa.Column("name", sa.String(200), nullable=False),
        sa.Column("opened", sa.String(80), nullable=False),
        sa.Column("seen", sa.String(80), nullable=False),
        sa.Column("ended", sa.String(80), nullable=True),
        sa.CheckConstraint(
            "id <> '' and session_hash <> '' and opened <> '' and seen <> ''", name=op.f("ck_desk_window_named")
        ),
        to_campaign("desk_window"),
        sa.ForeignKeyConstraint(
            ["campaign_id", "invitation"],
            ["invitation.campaign_id", "invitation.id"],
            name=op.f("fk_desk_window_invitation"),
        ),
        sa.PrimaryKeyConstraint("campaign_id", "id", name=op.f("pk_desk_window")),
        sa.UniqueConstraint("session_hash", name=op.f("uq_desk_window_session_hash")),
    )
    op.create_table(
        "handed_in",
        of_campaign(),
        sa.Column("owner", sa.String(80), nullable=False),
        sa.Column("key", sa.String(80), nullable=False),
        sa.Column("content", sa.String(80), nullable=False),
        sa.Column("answer", sa.JSON(), nullable=False),
        sa.Column("at", sa.String(80), nullable=False),
        sa.CheckConstraint("owner <> '' and key <> '' and content <> ''", name=op.f("ck_handed_in_named")),
        to_campaign("handed_in"),
        sa.PrimaryKeyConstraint("campaign_id", "owner", "key", name=op.f("pk_handed_in")),
    )
    op.create_table(
        "draft",
        of_campaign(),
        sa.Column("owner", sa.String(80), nullable=False),
        sa.Column("subject", sa.String(80), nullable=False),
        sa.Column("content", sa.JSON(), nullable=False),
        sa.Column("at", sa.String(80), nullable=False),
        sa.CheckConstraint("owner <> '' and subject <> ''", name=op.f("ck_draft_named")),
        to_campaign("draft"),
        sa.PrimaryKeyConstraint("campaign_id", "owner", "subject", name=op.f("pk_draft")),
    )
    op.create_table(
        "desk_mark",
        of_campaign(),
        sa.Column("subject", sa.String(80), nullable=False),
        sa.Column(
            "kind",
            sa.Enum(*KINDS, name=op.f("ck_desk_mark_kind"), native_enum=False, create_constraint=True, length=40),
            nullable=False,
        ),
        sa.Column("made_by", sa.String(200), nullable=False),
        sa.Column("at", sa.String(80), nullable=False),
        sa.CheckConstraint("subject <> ''", name=op.f("ck_desk_mark_named")),
        to_campaign("desk_mark"),
        sa.PrimaryKeyConstraint("campaign_id", "subject", "kind", name=op.f("pk_desk_mark")),
    )
    op.create_table(
        "desk_secret",
        of_campaign(),
        sa.Column("kind", sa.String(80), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.CheckConstraint("kind <> ''", name=op.f("ck_desk_secret_named")),
        to_campaign("desk_secret"),
        sa.PrimaryKeyConstraint("campaign_id", "kind", name=op.f("pk_desk_secret")),
    )


def downgrade():
    for table in ("desk_secret", "desk_mark", "draft", "handed_in", "desk_window", "invitation"):
        op.drop_table(table)
