"""Names and mail addresses of people leave the journal: entries hold a number, and a table beside it the name.

Old entries are otherwise never written again, so that their hashes stand. This once they are: as long as a name is in an
entry, nobody can be taken out of the record. Every hash from the first entry on is made anew; the hashes before it, the
old head among them, stay in ``earlier_hash``. An entry whose hash was already wrong stays wrong. How it is done, and how
two copies of a campaign that are upgraded separately get the same numbers, is told in ``campaign/journal/names_out.py``,
which imports of older exports use too.
"""

import sqlalchemy as sa
from alembic import op

from campaign.journal.names_out import FIELDS, names_out

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None
CHANGED = ("actor", "arguments", "images", "summary", "before", "hash")
reinterprets = (
    *(f"entry.{name}" for name in CHANGED),
    "commander.player",
    "photo.taken_by",
    "setting.value",
    "ledger.head",
)

KINDS = ("name", "address")


def of_campaign():
    return sa.Column("campaign_id", sa.Integer(), autoincrement=False, nullable=False)


def to_campaign(table):
    return sa.ForeignKeyConstraint(["campaign_id"], ["campaign.id"], name=op.f(f"fk_{table}_campaign_id"))


def upgrade():
    op.create_table(
        "person",
        of_campaign(),
        sa.Column("number", sa.String(80), nullable=False),
        sa.Column("kind", sa.String(80), nullable=False),
        sa.Column("text", sa.String(200), nullable=False),
        sa.Column("owner", sa.String(80), nullable=True),
        sa.Column("forgotten", sa.String(80), nullable=True),
        sa.CheckConstraint("number <> ''", name=op.f("ck_person_named")),
        sa.CheckConstraint("kind in ('name', 'address')", name=op.f("ck_person_kind")),
        sa.CheckConstraint("(text = '') = (forgotten is not null)", name=op.f("ck_person_forgotten")),
        to_campaign("person"),
        sa.PrimaryKeyConstraint("campaign_id", "number", name=op.f("pk_person")),
    )
    op.create_table(
        "earlier_hash",
        of_campaign(),
        sa.Column("seq", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("hash", sa.String(80), nullable=False),
        sa.CheckConstraint("hash <> ''", name=op.f("ck_earlier_hash_named")),
        to_campaign("earlier_hash"),
        sa.PrimaryKeyConstraint("campaign_id", "seq", name=op.f("pk_earlier_hash")),
    )
    connection = op.get_bind()
    for campaign in connection.execute(sa.text("select id from campaign order by id")).scalars().all():
        _take_out(connection, campaign)


def _take_out(connection, campaign):
    entry = sa.table("entry", *map(sa.column, ("campaign_id", "seq", *CHANGED)))
    of_campaign = sa.text("select * from entry where campaign_id = :campaign order by seq")
    rows = connection.execute(of_campaign, {"campaign": campaign}).mappings()
    entries = [{**row, "is_ruling": bool(row["is_ruling"])} for row in rows]
    for row in entries:
        del row["campaign_id"]
    tables = {name: _rows(connection, campaign, name) for name in ("side", "commander", "photo", "setting")}
    out = names_out(entries, tables)
    for before, after in zip(entries, out.entries, strict=True):
        if before != after:
            this = (entry.c.campaign_id == campaign) & (entry.c.seq == after["seq"])
            connection.execute(sa.update(entry).where(this).values({name: after[name] for name in CHANGED}))
    for name, rows in out.tables.items():
        table = _table(name)
        for before, after in zip(tables[name], rows, strict=True):
            if before != after:
                this = (table.c.campaign_id == campaign) & (table.c.id == after["id"])
                changed = {column: after[column] for column in after if before[column] != after[column]}
                connection.execute(sa.update(table).where(this).values(changed))
    for name, rows in (("person", out.people), ("earlier_hash", out.earlier)):
        if rows:
            table = sa.table(name, *(sa.column(column) for column in ("campaign_id", *rows[0])))
            connection.execute(sa.insert(table), [{"campaign_id": campaign, **row} for row in rows])
    if entries:
        ledger = sa.text("update ledger set head = :new where campaign_id = :campaign and head = :old")
        new, old = out.entries[-1]["hash"], entries[-1]["hash"]
        connection.execute(ledger, {"new": new, "old": old, "campaign": campaign})


def _table(name):
    typed = {"value": sa.JSON(none_as_null=False)}
    return sa.table(name, *(sa.column(column, typed.get(column)) for column in ("campaign_id", *FIELDS[name])))


def _rows(connection, campaign, name):
    table = _table(name)
    rows = connection.execute(sa.select(table).where(table.c.campaign_id == campaign).order_by(table.c.id)).mappings()
    return [{column: row[column] for column in FIELDS[name]} for row in rows]


def downgrade():
    if op.get_bind().execute(sa.text("select count(*) from person")).scalar_one():
        raise NotImplementedError(
            "the names stay beside the journal: their entries cannot be written as they were. Restore the copy that the"
            " upgrade made"
        )
    for table in ("earlier_hash", "person"):
        op.drop_table(table)
