"""Names and mail addresses of people leave the journal: entries hold a number, and a table beside it the name.

Old entries are otherwise never written again, so that their hashes stand. This once they are: as long as a name is in an
entry, nobody can be taken out of the record. Every hash from the first entry on is made anew; the hashes before it, the
old head among them, stay in ``earlier_hash``. An entry whose hash was already wrong stays wrong. What an import of an
older export does too is one function, which it asks of this file:

    out = names_out(entries, tables)      the entries and rows again, what is known about people, and the old hashes

The hash of an entry is over its text, so every hash from the first entry on is made anew; the chain holds again. An
entry whose hash was wrong before keeps its hash, which is wrong after it too: damage is not healed by this.

Two copies of a campaign that are upgraded separately must get the same numbers, or they would no longer be known as
copies. A number is therefore derived from the place where the name first stands: the new hash of the entry before it,
the entry's own place, time and verb, and how many were found before it there. It is not derived from the name, so
nobody can try names until one fits. Copies that gave somebody a name after they had parted get different numbers, as
they do at any later time.
"""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from types import MappingProxyType
from typing import Any, Final

import sqlalchemy as sa
from alembic import op

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
Row = dict[str, Any]


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


# names out of entries and rows

PERSON: Final = re.compile(r"person:[0-9a-f]{16}")
NOT_PEOPLE: Final = frozenset({"", "program", "the program", "umpire", "the umpire", "nobody", "script", "the tour"})
"""Words of revision 0014 that sign entries or take a commander's seat and are nobody's name."""
_DEVICE: Final = re.compile(r" \((?:laptop|phone|tablet)\)$")

FIELDS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "side": ("id", "key", "name", "adjective"),
        "commander": ("id", "key", "name", "player"),
        "photo": ("id", "taken_by"),
        "setting": ("id", "key", "value"),
    }
)
"""By table, the columns that hold names or say which row is meant."""

_DEPUTIES, _MAIL = "evening.deputies", "evening.mail"
_TYPED: Final[Mapping[str, str]] = MappingProxyType(
    {
        "commander played": "player",
        "commander deputy": "deputy",
        "commander mail": "address",
        "battle photo": "taken_by",
    }
)
"""By verb, the argument that brought a name or an address."""


@dataclass(frozen=True, slots=True)
class NamesOut:
    """A campaign without names in its entries and rows: ``people`` as rows of ``person``, ``earlier`` of
    ``earlier_hash``. ``tables``: the rows of commanders, photos and settings.
    """

    entries: tuple[Row, ...]
    tables: dict[str, list[Row]]
    people: list[Row]
    earlier: list[Row]


def names_out(entries: Sequence[Row], tables: Mapping[str, Sequence[Row]]) -> NamesOut:
    """Return the entries, in order of the journal, and the rows of these tables without names. ``entries``: with every
    column but the campaign's; ``tables`` has side, commander, photo and setting.
    """
    work = _Work({row["id"]: row["key"] for row in tables["setting"]})
    for table in ("side", "commander"):
        work.know_roles(tables[table])
    result, old_before, new_before = list[Row](), "", ""
    for entry in entries:
        is_whole, is_linked = _hash_of(entry) == entry["hash"], entry["before"] == old_before
        after = work.without_names(entry, new_before)
        if is_linked:
            after["before"] = new_before
        if is_whole:
            after["hash"] = _hash_of(after)
        old_before, new_before = entry["hash"], after["hash"]
        result.append(after)
    work.begin("the rows", {})
    rows = {
        table: [{**row, **work.row(table, row["id"], row)} for row in tables[table]]
        for table in ("commander", "photo", "setting")
    }
    earlier = [{"seq": entry["seq"], "hash": entry["hash"]} for entry in entries]
    return NamesOut(tuple(result), rows, list(work.people.values()), earlier)


def _hash_of(entry: Row) -> str:
    """Return the hash of an entry as of this revision. Of the columns that may be empty, all but ``about`` came later
    than the first entries, and are hashed only where there is a value.
    """
    left_out = {"hash", *(name for name, value in entry.items() if value is None and name != "about")}
    fields = {name: value for name, value in entry.items() if name not in left_out}
    return sha256(canonical(fields).encode()).hexdigest()


def canonical(value: object) -> str:
    """Return a value as JSON with sorted keys and no blanks."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False)


@dataclass
class _Work:
    """The numbers given so far. ``settings``: the keys of settings by id; ``typed``: by seq, the texts that an entry
    brought, with their numbers.
    """

    settings: dict[int, str]
    people: dict[str, Row] = field(default_factory=dict)
    by_name: dict[str, str] = field(default_factory=dict)
    by_address: dict[tuple[str, str], str] = field(default_factory=dict)
    roles: set[str] = field(default_factory=set)
    typed: dict[int, dict[str, str]] = field(default_factory=dict)
    _place: str = ""
    _count: int = 0

    def begin(self, before: str, entry: Row) -> None:
        """Go on to an entry, from whose place new numbers are derived."""
        self._place = canonical([before, *(entry.get(name) for name in ("seq", "written", "verb", "day", "turn"))])
        self._count = 0

    def know_roles(self, rows: Sequence[Mapping[str, Any]]) -> None:
        """Note names of sides and commanders, which are not names of people."""
        self.roles |= {row[name].casefold() for row in rows for name in ("key", "name", "adjective") if row.get(name)}

    def without_names(self, entry: Row, before: str) -> Row:
        """Return an entry with numbers; its hashes are the caller's."""
        self.begin(before, entry)
        after = dict(entry)
        after["images"] = self._json(entry["images"], self._images)
        self.typed[entry["seq"]] = {} if entry["kind"] == "do" else self.typed.get(entry["about"], {})
        after["arguments"] = self._json(entry["arguments"], lambda values: self._arguments(entry, values))
        after["actor"] = self._actor(entry["actor"])
        for text, number in self.typed[entry["seq"]].items():
            after["summary"] = _told(after["summary"], text, number)
        return after

    def _json(self, text: str, change: Any) -> str:
        try:
            values = json.loads(text)
            changed = change(values)
        except (ValueError, TypeError, KeyError, AttributeError):
            return text  # a damaged entry stays as it is; its hash shows it
        return text if changed == values else canonical(changed)

    def _images(self, flushes: Any) -> Any:
        for flush in flushes:
            for table, ident, _, after in flush:
                if table == "setting" and after and "key" in after:
                    self.settings[ident] = after["key"]
                if table in ("side", "commander") and after:
                    self.know_roles([after])
        return [
            [
                [table, ident, *(values and {**values, **self.row(table, ident, values)} for values in (before, after))]
                for table, ident, before, after in flush
            ]
            for flush in flushes
        ]

    def row(self, table: str, ident: int, values: Mapping[str, Any]) -> Row:
        """Return the columns of a row, or of a part of it, that hold names, with numbers."""
        if table == "commander" and "player" in values:
            return {"player": self.name(values["player"])}
        if table == "photo" and "taken_by" in values:
            return {"taken_by": self.name(values["taken_by"])}
        if table == "setting" and "value" in values and isinstance(values["value"], dict):
            if self.settings.get(ident) == _DEPUTIES:
                return {"value": {key: [self.name(name), day] for key, (name, day) in values["value"].items()}}
            if self.settings.get(ident) == _MAIL:
                return {"value": dict(self._addressed(*item) for item in values["value"].items())}
        return {}

    def _addressed(self, to: str, address: str) -> tuple[str, str]:
        is_person = to.casefold() in self.by_name or not (to.casefold() in self.roles or to.casefold() in NOT_PEOPLE)
        number = self.name(to) if is_person else to
        return number, self.address(number, address)

    def _arguments(self, entry: Row, values: Any) -> Any:
        name = _TYPED.get(entry["verb"], "")
        changed = dict(values)
        if isinstance(values.get("commander"), str):
            changed["commander"] = self.by_name.get(values["commander"].strip().casefold(), values["commander"])
        if isinstance(values.get(name), str):
            text = " ".join(values[name].split())
            changed[name] = self._address_typed(text) if name == "address" else self.name(text)
            if changed[name] != text:
                self.typed[entry["seq"]][text] = changed[name]
            else:
                changed[name] = values[name]
        return changed

    def _address_typed(self, text: str) -> str:
        """Return the number of an address in a command: that of its images, which were read before."""
        numbers = [number for (_, address), number in self.by_address.items() if address == text]
        return text if text.casefold() in NOT_PEOPLE else numbers[-1] if numbers else self.address("", text)

    def _actor(self, text: str) -> str:
        device = "".join(_DEVICE.findall(text))
        name = text.removesuffix(device)
        parts = {part.casefold() for several in name.split(" and ") for part in several.split(", ")}
        is_role = parts <= self.roles and name.casefold() not in self.by_name
        return text if is_role else self.name(name) + device

    def name(self, text: str) -> str:
        """Return the number of a name; a word that is not a person's name stays."""
        if text.casefold() in NOT_PEOPLE or PERSON.fullmatch(text):
            return text
        if (number := self.by_name.get(text.casefold())) is None:
            number = self.by_name[text.casefold()] = self._new("name", text, None)
        return number

    def address(self, owner: str, text: str) -> str:
        """Return the number of the address of a person, or of an addressee that is none."""
        if PERSON.fullmatch(text):
            return text
        if (number := self.by_address.get((owner, text))) is None:
            is_person = bool(PERSON.fullmatch(owner))
            number = self.by_address[owner, text] = self._new("address", text, owner if is_person else None)
        return number

    def _new(self, kind: str, text: str, owner: str | None) -> str:
        self._count += 1
        number = f"person:{sha256(f'{self._place} {self._count}'.encode()).hexdigest()[:16]}"
        self.people[number] = {"number": number, "kind": kind, "text": text, "owner": owner, "forgotten": None}
        return number


def _told(summary: str, text: str, number: str) -> str:
    """Return the line of an entry with a number in place of a text: behind its last colon if it is there, since names
    of commanders stand before it.
    """
    head, colon, tail = summary.rpartition(": ")
    whole = re.compile(rf"(?<!\w){re.escape(text)}(?!\w)", re.IGNORECASE)
    if whole.search(tail):
        return f"{head}{colon}{whole.sub(number, tail)}"
    return whole.sub(number, summary)
