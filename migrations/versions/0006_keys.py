"""A key of their own for the codes of papers, new dice in the course of a campaign, and the edition of the rules in every entry."""

from secrets import token_hex

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None
reinterprets = ()


def upgrade():
    op.add_column("campaign", sa.Column("paper_key", sa.String(length=80), nullable=True))
    op.add_column("campaign", sa.Column("old_codes", sa.Integer(), nullable=True))
    op.add_column("entry", sa.Column("rules", sa.Integer(), nullable=True))
    op.create_table(
        "reseeding",
        sa.Column("day", sa.Integer(), nullable=False),
        sa.Column("seed", sa.String(length=80), nullable=False),
        sa.Column("paper_key", sa.String(length=80), nullable=False),
        sa.Column("campaign_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.PrimaryKeyConstraint("campaign_id", "id", name=op.f("pk_reseeding")),
        sa.UniqueConstraint("campaign_id", "day", name=op.f("uq_reseeding_day")),
        sa.ForeignKeyConstraint(["campaign_id"], ["campaign.id"], name=op.f("fk_reseeding_campaign_id")),
        sa.CheckConstraint("seed <> '' and paper_key <> ''", name=op.f("ck_reseeding_named")),
        sa.CheckConstraint("day >= 2", name=op.f("ck_reseeding_day")),
    )
    connection = op.get_bind()
    last = "select next_id - 1 from ledger where ledger.campaign_id = campaign.id"
    connection.execute(sa.text(f"update campaign set old_codes = ({last})"))
    for ident in connection.execute(sa.text("select id from campaign order by id")).scalars().all():
        connection.execute(sa.text("update campaign set paper_key = :key where id = :ident"), {"key": token_hex(16), "ident": ident})


def downgrade():
    op.drop_table("reseeding")
    op.drop_column("entry", "rules")
    op.drop_column("campaign", "old_codes")
    op.drop_column("campaign", "paper_key")
