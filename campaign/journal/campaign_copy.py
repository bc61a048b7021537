"""Copying a whole campaign: out of a database, into one, or to another name within one; used for export, import and
branches.

A copied campaign has the same ids, the same digest and the same chain of hashes; only its number in the database and,
if wanted, its name differ. It is either written completely and examined as sound, or not at all.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, insert, select
from sqlalchemy.exc import IntegrityError

from campaign import __version__
from campaign.errors import BadFile, NewerSchema, NotImported, OlderSchema, Refused, StoreError
from campaign.exchange.export import ENTRY, FACTS, CampaignExport
from campaign.journal.asof import Past
from campaign.journal.board import JournalBoard
from campaign.journal.digest import digest, digest_of
from campaign.journal.doctor import Kind, examine
from campaign.journal.entry_upgrade import upgraded_rows
from campaign.journal.keys import with_keys
from campaign.journal.old_words import OldCampaign
from campaign.journal.people import earlier_hashes, put_earlier_hashes, put_people
from campaign.journal.pictures import kept, put
from campaign.journal.state import State, stored
from campaign.journal.transaction import again_if_busy, board_on
from campaign.model import Campaign, Entry, Ledger
from campaign.rows.images import Sheet, Values, sheets
from campaign.rows.rewind import from_json, superiors_first
from campaign.store import HEAD, Store, creating
from campaign.store.backup import drafted
from campaign.store.error_text import plainly
from campaign.store.revision import OLDEST
from campaign.terms.printable import breaks_line
from campaign.values import asdict, replace

_CHUNK = 500
PEOPLE_BESIDE = "0016"
"""Revision from which on names are beside the journal."""
UNFIT = (Kind.CHAIN, Kind.LEDGER, Kind.ROW)
"""Kinds of error that forbid copying a campaign: its tables differ from its journal. A broken rule does not forbid it.
"""


def taken(board: JournalBoard) -> CampaignExport:
    """Return the complete campaign of a board, as the tables hold it."""
    board.flush()
    state, ledger = stored(board), board.ledger
    return _whole(board, state, ledger.last_seq, ledger.last_number, ledger.head, digest_of(state))


def taken_as_of(board: JournalBoard, past: Past) -> CampaignExport:
    """Return the complete campaign at a past moment between two entries. The counter of ids stays unchanged."""
    head = board.entries(Entry.hash, criteria=(Entry.seq == past.seq,)).scalar()
    return _whole(board, past.state, past.seq, past.number, head or "", "")


def _whole(board: JournalBoard, state: State, seq: int, number: int, head: str, fingerprint: str) -> CampaignExport:
    table = Entry.__table__.c
    entries = (
        select(*(table[name] for name in ENTRY))
        .where(Entry.campaign_id == board.campaign_id, Entry.seq <= seq)
        .order_by(Entry.seq)
    )
    facts = {name: getattr(board.campaign, name) for name in FACTS}
    return CampaignExport(
        program=__version__,
        revision=HEAD,
        digest=fingerprint,
        facts={**facts, "first_day": board.campaign.first_day.isoformat()},
        ledger={"next_id": board.next_id, "last_seq": seq, "last_number": number, "head": head},
        entries=tuple(dict(zip(ENTRY, row, strict=True)) for row in board.connection.execute(entries)),
        tables={name: tuple({"id": ident, **row} for ident, row in sorted(state[name].items())) for name in sheets()},
        pictures=kept(board.connection, board.campaign_id),
        people=tuple(asdict(known) for known in board.known_people()),
        earlier={n: text for n, text in earlier_hashes(board.connection, board.campaign_id).items() if n <= seq},
    )


Brought = Callable[[Connection, tuple[str, ...]], None]
"""Writes down, in the transaction that brings campaigns of these names into a database, what belongs to another of its
campaigns.
"""


def bring(
    store: Store,
    exported: CampaignExport,
    *,
    name: str | None = None,
    called: str = "the file",
    along: Brought | None = None,
) -> str:
    """Write an exported campaign into a database, under its own name or another. Returns the name.

    Raises Refused if the name is taken, BadFile if what is carried does not fit together; then nothing was written.
    """

    def once() -> str:
        with store.engine.connect() as connection, connection.begin():
            return put_down(connection, exported, name=name, called=called, database=store.name, along=along)

    return again_if_busy(store, once)


def all_of(store: Store, only: str | None = None) -> tuple[CampaignExport, ...]:
    """Return every campaign of a database, or the one of the given name, all at one moment, as a reader's transaction
    sees them. Raises StoreError.
    """
    chosen = select(Campaign.id).order_by(Campaign.id)
    with plainly(store.name), store.engine.connect() as connection, connection.begin():
        campaigns = connection.scalars(chosen if only is None else chosen.where(Campaign.name == only)).all()
        result = []
        for campaign in campaigns:
            with board_on(connection, campaign, write=False) as board:
                result.append(taken(board))
    return tuple(result)


def bring_all(
    store: Store, wholes: Sequence[CampaignExport], *, called: str, along: Brought | None = None
) -> tuple[str, ...]:
    """Write several campaigns into a database, all or none. Returns their names. Raises as ``bring`` does."""

    def once() -> tuple[str, ...]:
        with store.engine.connect() as connection, connection.begin():
            made = [
                _write_down(connection, exported, name=None, called=called, database=store.name) for exported in wholes
            ]
            names = tuple(str(exported.facts["name"]) for exported in wholes)
            if along is not None:
                along(connection, names)
            for ident, exported in made:  # only now: a board on the connection lets nobody else write
                _verify(connection, ident, exported, called)
            return names

    return again_if_busy(store, once)


def copy_into_file(store: Store, out: Path, only: str | None = None) -> tuple[str, ...]:
    """Write every campaign of a database, or the one of that name, at one moment into a new campaign file, and compare.
    Returns their names.

    Only a sound campaign can be copied: one that differs from its journal is refused. Raises Refused, StoreError.
    """
    wholes = all_of(store, only)
    if not wholes:
        raise Refused(f"{store.name} cannot be copied, because it does not hold a campaign yet")
    with drafted(out) as draft, creating(draft) as file:
        try:
            names = bring_all(file, wholes, called=store.name)
        except BadFile as fault:
            trouble = fault.trouble if isinstance(fault, NotImported) else fault
            raise Refused(
                f"no copy was made: {trouble}. To find out more: campaign doctor. To copy a PostgreSQL "
                "database without a check, use pg_dump"
            ) from fault
        for exported, copied in zip(wholes, all_of(file), strict=True):
            if replace(copied, program=exported.program) != exported:
                raise StoreError(
                    f"the copy of {exported.facts['name']} differs from the campaign and was deleted. Check the disk"
                )
    return names


def put_down(
    connection: Connection,
    exported: CampaignExport,
    *,
    name: str | None,
    called: str,
    database: str,
    along: Brought | None = None,
) -> str:
    """Write an exported campaign within a transaction that the caller ends. Returns the name."""
    ident, lifted = _write_down(connection, exported, name=name, called=called, database=database)
    written = str(exported.facts["name"]) if name is None else name
    if along is not None:
        along(connection, (written,))
    _verify(connection, ident, lifted, called)
    return written


def _write_down(
    connection: Connection, exported: CampaignExport, *, name: str | None, called: str, database: str
) -> tuple[int, CampaignExport]:
    """Write every row of an exported campaign; return its number in the database, and the campaign as written."""
    final_name = str(exported.facts["name"]) if name is None else name
    _refuse_schema(exported, called)
    exported = _lifted(exported, called)
    if name is not None and (code := breaks_line(name)):
        raise Refused(
            f"a campaign cannot be called {name[:60]!a}: the name has a character that cannot be printed or "
            f"ends a line ({code}). Leave that character out"
        )
    if not final_name.strip() or len(final_name) > 80:
        raise Refused(f"a campaign cannot be called {final_name[:90]!r}. Give a name of 1 to 80 characters")
    if connection.scalar(select(Campaign.id).where(Campaign.name == final_name)) is not None:
        raise Refused(f"{database} already has a campaign called {final_name!r}. Choose another name")
    state = State(
        {table: {row["id"]: _without_id(row) for row in exported.tables.get(table, ())} for table in sheets()}
    )
    _check(exported, state, called)
    facts = {column: fact(column, value) for column, value in exported.facts.items()}
    made = connection.execute(insert(Campaign.__table__).values({**facts, "name": final_name})).inserted_primary_key
    assert made is not None
    ident = int(made[0])
    connection.execute(insert(Ledger.__table__).values(campaign_id=ident, revision=HEAD, **exported.ledger))
    for chunk in _chunks(exported.entries):
        connection.execute(insert(Entry.__table__), [{"campaign_id": ident, **entry} for entry in chunk])
    put(connection, ident, exported.pictures)
    put_people(connection, ident, exported.people)
    put_earlier_hashes(connection, ident, exported.earlier)
    for table, written in sheets().items():
        rows = state[table]
        for chunk in _chunks(superiors_first(written, rows)):
            values = [{"campaign_id": ident, "id": row, **from_json(written, rows[row])} for row in chunk]
            try:
                connection.execute(insert(written.table), values)
            except IntegrityError as fault:
                text = str(fault.orig).strip().partition("\n")[0]
                raise NotImported(
                    f"{called}, tables.{table}: the data in this table break one of its rules ({text})"
                ) from fault
    return ident, exported


def fact(column: str, value: Any) -> Any:
    """Return a fact from the campaign's start in the type of its column."""
    return date.fromisoformat(value) if column == "first_day" else value


def _without_id(row: Values) -> Values:
    return {column: value for column, value in row.items() if column != "id"}


def _chunks(items: Iterable[Any]) -> Iterator[list[Any]]:
    pieces = list(items)
    for start in range(0, len(pieces), _CHUNK):
        yield pieces[start : start + _CHUNK]


def _refuse_schema(exported: CampaignExport, called: str) -> None:
    if exported.revision > HEAD:
        raise NewerSchema(
            f"{called} was written by a later version of the program ({exported.program}, file revision "
            f"{exported.revision}; this program reads up to {HEAD}). Install the newer version"
        )
    if exported.revision < OLDEST:
        raise OlderSchema(
            f"{called} gives the file revision {exported.revision}, which no released program wrote. The "
            f"first revision is {OLDEST}"
        )


def _lifted(exported: CampaignExport, called: str) -> CampaignExport:
    """Return a campaign written by an older program with its rows upgraded to the present tables. Its digest was over
    the older columns.
    """
    facts = with_keys(exported.facts, exported.ledger["next_id"] - 1)
    if exported.revision == HEAD:
        return replace(exported, facts=facts)

    exported = without_names(exported) if exported.revision < PEOPLE_BESIDE else exported

    @cache
    def ground() -> OldCampaign:
        return OldCampaign.founded_by(json.loads(exported.entries[0]["images"]))

    try:
        tables = {
            table: tuple(
                {"id": row["id"], **upgraded_rows(table, _without_id(row), exported.revision, ground)} for row in rows
            )
            for table, rows in exported.tables.items()
        }
    except (LookupError, TypeError, ValueError, AttributeError) as fault:
        raise BadFile(
            f"{called} cannot be upgraded: its sightings, its diary or its first entry are wrong ({fault})"
        ) from fault
    younger = {table: () for table in sheets() if table not in tables}
    return replace(exported, revision=HEAD, digest="", facts=facts, tables={**tables, **younger})


def without_names(exported: CampaignExport) -> CampaignExport:
    """Return a campaign of before revision 0016 with numbers in place of names, as its upgrade makes it."""
    from campaign.store.upgrading import migration  # only where an export is so old

    tables = {name: exported.tables.get(name, ()) for name in ("side", "commander", "photo", "setting")}
    out = migration(PEOPLE_BESIDE).names_out(exported.entries, tables)
    ledger, rows = dict(exported.ledger), {**exported.tables}
    if exported.entries and ledger["head"] == exported.entries[-1]["hash"]:
        ledger["head"] = out.entries[-1]["hash"]
    rows |= {name: tuple(out.tables[name]) for name in out.tables if name in exported.tables}
    return replace(
        exported,
        entries=out.entries,
        tables=rows,
        ledger=ledger,
        people=tuple(out.people),
        earlier={row["seq"]: row["hash"] for row in out.earlier},
    )


def _check(exported: CampaignExport, state: State, called: str) -> None:
    """Check that every table and column is known, none is missing, and every value is of its kind. Raises BadFile with
    the place.
    """

    def bad(place: str, trouble: str) -> BadFile:
        return NotImported(f"{called}, {place}: {trouble}")

    for table in exported.tables:
        if table not in sheets():
            raise bad(f"tables.{table}"[:200], "this program does not know this table")
    for table, written in sheets().items():
        if table not in exported.tables:
            raise bad(f"tables.{table}", "this table is missing")
        if len(state[table]) < len(exported.tables[table]):
            raise bad(f"tables.{table}", "two rows have the same id")
        for n, row in enumerate(exported.tables[table]):
            if fault := _fault(written, _without_id(row)):
                raise bad(f"tables.{table}[{n}].{fault[0]}"[:200], fault[1])
    for n, entry in enumerate(exported.entries):
        if entry["seq"] != n + 1:
            raise bad(
                f"journal[{n}].seq",
                f"entry {entry['seq']} is in the place of entry {n + 1}: an entry is missing or in the wrong place",
            )


def _fault(written: Sheet, row: Values) -> tuple[str, str] | None:
    """Return the first wrong column of a row, and why it is wrong."""
    for column in row:
        if column not in written.by_column:
            return column, "this program does not know this column and will not leave it out without asking"
    for field in written.fields:
        if field.column not in row:
            return field.column, "this column is missing"
        value = row[field.column]
        if value is None and field.needed:
            return field.column, "a value is needed here"
        try:
            as_written = field.to_json(field.from_json(value))
        except (TypeError, ValueError) as fault:
            return field.column, f"{str(value)[:60]!r} is not a possible value here: {str(fault)[:100]}"
        if as_written != value or (type(as_written) is int and not -(2**31) <= as_written < 2**31):
            return field.column, f"{str(value)[:60]!r} is not a possible value here"
    return None


def _verify(connection: Connection, ident: int, exported: CampaignExport, called: str) -> None:
    """Check that the written campaign equals the exported one and that the doctor finds nothing wrong with journal and
    rows.
    """
    with board_on(connection, ident, write=False) as board:
        if wrong := [finding for finding in examine(board).findings if finding.kind in UNFIT]:
            raise NotImported(f"{called}: {wrong[0].what}", [finding.what for finding in wrong[:20]])
        if exported.digest and digest(board) != exported.digest:
            raise NotImported(
                f"{called}: the tables do not match the check sum in the file, so the file was changed after it "
                "was written"
            )
