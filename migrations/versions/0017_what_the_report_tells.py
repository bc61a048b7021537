"""Whether a line of the diary is a march, a halt short of its goal, or a change of an order, for the day's report."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None
reinterprets = ()


def upgrade():
    with op.batch_alter_table("diary_line") as table:
        table.add_column(sa.Column("news", sa.String(40), nullable=True))
        table.create_check_constraint(op.f("ck_diary_line_news"), "news IN ('march', 'halt', 'order')")


def downgrade():
    with op.batch_alter_table("diary_line") as table:
        table.drop_constraint(op.f("ck_diary_line_news"), type_="check")
        table.drop_column("news")
