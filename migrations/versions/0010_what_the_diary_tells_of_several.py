"""What a line of the diary tells of its battalion, as it is told of several that did the same."""

import json

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None
reinterprets = ()

LINES = sa.table("diary_line", *(sa.column(name) for name in ("campaign_id", "id", "battalion_id", "text", "plural")))
PLURAL = {
    "marches": "march",
    "halts": "halt",
    "is": "are",
    "arrives": "arrive",
    "has": "have",
    "stays": "stay",
    "goes": "go",
    "comes": "come",
    "reaches": "reach",
    "fights": "fight",
    "falls": "fall",
}


def _names(connection):
    """By campaign and id, the names of the battalions that were founded; parts that were split off later are not among them."""
    names = {}
    for campaign, images in connection.execute(sa.text("select campaign_id, images from entry where seq = 1")):
        for flush in json.loads(images):
            for table, ident, _, after in flush:
                if table == "battalion" and after and "name" in after:
                    names[campaign, ident] = after["name"]
    return names


def _plural(name, line):
    before, _, predicate = line.partition(f"{name} ")
    verb, _, rest = predicate.partition(" ")
    return None if before or verb not in PLURAL else f"{PLURAL[verb]} {rest}".replace(" and is ", " and are ")


def upgrade():
    op.add_column("diary_line", sa.Column("plural", sa.Text(), nullable=True))
    connection, columns = op.get_bind(), LINES.c
    names = _names(connection)
    rows = connection.execute(sa.select(columns.campaign_id, columns.id, columns.battalion_id, columns.text)).all()
    for campaign, ident, battalion, text in rows:
        name = names.get((campaign, battalion))
        if name is not None and (plural := _plural(name, text)):
            this = (columns.campaign_id == campaign) & (columns.id == ident)
            connection.execute(sa.update(LINES).where(this).values(plural=plural))


def downgrade():
    with op.batch_alter_table("diary_line") as table:
        table.drop_column("plural")
