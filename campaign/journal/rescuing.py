"""Rescuing a damaged file: the intact beginning of its journal becomes a campaign in a new file.

Every entry carries the changes it made and the hash of the one before, so the journal alone is enough to build all
tables again, and an entry that the damage has reached is known by its hash. The tables of the damaged file are not
read. What is saved is the longest row of whole entries from the start on; what was done after it is lost.

Where the damage is in the journal itself, the tables may still be intact. Then they can be saved unchanged, without
their history: one entry, a start, vouches for them from then on. Nothing vouches for what they held before.

    saved = salvage(path)                reads only; a campaign and what became of it, for each one in the file
    saved = salvage_tables(path, "Ann")  the same from the tables
    saved[0].exported                    for ``campaign_copy.bring``: into a new database, examined as every import
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, suppress
from functools import cache
from pathlib import Path
from typing import Any

from sqlalchemy import select

from campaign import __version__
from campaign.clock import stamp
from campaign.errors import StoreError
from campaign.exchange.export import ENTRY, FACTS, CampaignExport
from campaign.file_rules import sqlite_address
from campaign.journal.board import JournalBoard
from campaign.journal.campaign_copy import PEOPLE_BESIDE, without_names
from campaign.journal.canonical import canonical
from campaign.journal.entry_upgrade import flushes_lifted
from campaign.journal.keys import with_keys
from campaign.journal.old_words import OldCampaign
from campaign.journal.people import PERSON, Known, people_of, signing
from campaign.journal.pictures import is_of, kept
from campaign.journal.record import YOUNGER, hash_of
from campaign.journal.standing import standing
from campaign.journal.state import State, stored
from campaign.journal.transaction import reading
from campaign.model import Campaign
from campaign.rows.images import Flush, sheets
from campaign.store import HEAD, opened
from campaign.store.error_text import plainly
from campaign.store.file_type import Tell, look_and_tell, refuse_newer
from campaign.store.remedies import to_rescue, to_restore
from campaign.terms.words import counted
from campaign.values import asdict, dataclass, fields, replace

Row = dict[str, Any]
Pictures = dict[str, bytes]
"""Bytes of pictures by digest."""

_UNFOLLOWABLE = (ValueError, KeyError, TypeError, StoreError)
"""Exceptions raised by an attempt to follow images that this program did not write."""


@dataclass(frozen=True, slots=True)
class Saved:
    """One rescued campaign: the part that was saved, and how many entries the file's ledger counts (None if it cannot
    be read).
    """

    exported: CampaignExport
    counted: int | None

    @property
    def name(self) -> str:
        return str(self.exported.facts["name"])

    @property
    def lost(self) -> int | None:
        """Number of entries lost at the end of the journal; None if it is unknown."""
        return None if self.counted is None else max(0, self.counted - len(self.exported.entries))

    @property
    def outcome(self) -> str:
        """One sentence on what was saved by the journal, and what is lost."""
        last, count = self.exported.entries[-1], len(self.exported.entries)
        did = PERSON.sub("a player", str(last["summary"]))  # the number of a person is no name to a reader
        upto = f"{self.name}: {counted(count, 'entry')} saved, up to turn {last['day']}.{last['turn']}, {did!r}"
        if self.lost is None:
            return f"{upto}; the number of later entries cannot be read."
        if not self.lost:
            return f"{upto}: the whole journal."
        after = f"{counted(self.lost, 'later entry')} {'is' if self.lost == 1 else 'are'} lost"
        return f"{upto}; {after}. --tables saves the present state instead, if it can be read, but without its history."

    @property
    def without_history(self) -> str:
        """One sentence on the state that was saved by the tables."""
        return (
            f"{self.name}: the state after {counted(self.counted or 0, 'entry')} is saved; those entries can no"
            " longer be undone or shown."
        )


def salvage(path: Path, tell: Tell = str) -> tuple[Saved, ...]:
    """Return the campaigns that can be read from a damaged file. Raises StoreError if there is none with an intact
    start.
    """
    looks = look_and_tell(path, tell)
    refuse_newer(looks, path)
    saved: list[Saved] = []
    try:
        with closing(sqlite3.connect(sqlite_address(path.resolve(), "ro"), uri=True, isolation_level=None)) as handle:
            handle.execute(
                "pragma writable_schema=on"
            )  # else a file that is too short is not read at all; it is open for reading only
            handle.text_factory = lambda raw: raw.decode("utf-8", "replace")
            for ident, facts in _campaigns(handle):
                if (exported := _whole(facts, _entries(handle, ident), _pictures(handle, ident))) is not None:
                    exported = _with_people(exported, handle, ident, looks.user_version)
                    saved.append(Saved(exported, _counted(handle, ident)))
    except sqlite3.Error as fault:
        raise _hopeless(path, str(fault)) from fault
    if not saved:
        raise StoreError(
            f"the journal of {path} cannot be saved: its first entry, the start of the campaign, is damaged. "
            f"If the tables are undamaged, save them without their history: {to_rescue(str(path))} --tables. Or "
            f"restore a backup: {to_restore(str(path))}"
        )
    return tuple(saved)


def salvage_tables(path: Path, actor: str) -> tuple[Saved, ...]:
    """Return the campaigns in the tables of a damaged file, with one entry instead of their journal. Raises StoreError
    if a table cannot be read.
    """
    with opened(path, write=False) as store:
        with plainly(store.name), store.engine.connect() as connection:
            names = connection.scalars(select(Campaign.name).order_by(Campaign.id)).all()
        saved = []
        for name in names:
            with reading(store, name) as board:
                saved.append(Saved(_without_history(board, stored(board), actor), board.ledger.last_seq))
    if not saved:
        raise _hopeless(path, "the file does not hold a campaign")
    return tuple(saved)


def _without_history(board: JournalBoard, state: State, actor: str) -> CampaignExport:
    clock = next(iter(state["clock"].values()), None)
    if clock is None:
        raise StoreError(
            f"nothing can be saved from the tables of {board.campaign.name}, because the campaign's clock is "
            "missing. Restore a backup: campaign restore FILE"
        )
    signed, signer = signing(board, actor)
    rows: Flush = [
        (table, ident, None, row) for table in sorted(state.rows) for ident, row in sorted(state[table].items())
    ]
    entry = {
        "seq": 1,
        "number": 1,
        "kind": "do",
        "about": None,
        **dict.fromkeys(YOUNGER),
        "day": clock["day"],
        "turn": clock["turn"],
        "phase": clock["phase"],
        "written": stamp(),
        "actor": signed,
        "verb": "rescue",
        "arguments": canonical({"entries": board.ledger.last_seq, "head": board.ledger.head}),
        "dice": "[]",
        "given": "[]",
        "images": canonical([rows]),
        "summary": f"Rescued as the tables were after {board.ledger.last_seq} entries; the journal of these was"
        " damaged",
        "is_ruling": True,
        "revision": HEAD,
        "program_version": __version__,
        "rules": None,
        "before": "",
    }
    entry["hash"] = hash_of(entry)
    facts = {name: getattr(board.campaign, name) for name in FACTS}
    carried = _carried(
        {**facts, "first_day": board.campaign.first_day.isoformat()},
        [entry],
        state,
        max(board.next_id - 1, _highest(state)),
        {d: content for d, content in kept(board.connection, board.campaign_id).items() if is_of(d, content)},
    )
    known = {**people_of(board).known, **{row.number: row for row in signer}}
    return replace(carried, people=tuple(asdict(row) for _, row in sorted(known.items())))


def _hopeless(path: Path, why: str) -> StoreError:
    return StoreError(f"nothing can be saved from {path} ({why}). Restore a backup: {to_restore(str(path))}")


def _with_people(exported: CampaignExport, handle: sqlite3.Connection, campaign: int, revision: int) -> CampaignExport:
    """Return a rescued campaign with the names and addresses that can be read; one of an earlier program still has them
    in its entries.
    """
    if revision < int(PEOPLE_BESIDE):
        return without_names(exported)
    names = [field.name for field in fields(Known)]
    people = _readable(handle, f"select {', '.join(names)} from person where campaign_id = {campaign} order by number")
    hashes = _readable(handle, f"select seq, hash from earlier_hash where campaign_id = {campaign} order by seq")
    return replace(
        exported,
        people=tuple(dict(zip(names, row, strict=True)) for row in people),
        earlier={seq: text for seq, text in hashes if seq <= len(exported.entries)},
    )


def _campaigns(handle: sqlite3.Connection) -> Iterator[tuple[int, Row]]:
    """Yield number and facts of every campaign that can be read."""
    names = _columns(handle, "campaign", FACTS)
    for row in _readable(handle, f"select id, {', '.join(names)} from campaign order by id"):
        ident, *facts = row
        yield int(ident), dict(zip(names, facts, strict=True))


def _columns(handle: sqlite3.Connection, table: str, names: Iterable[str]) -> tuple[str, ...]:
    """Return the names among these columns that the file's table has: an older program wrote fewer."""
    present = {row[1] for row in _readable(handle, f"pragma table_info({table})")}
    return tuple(name for name in names if name in present or not present)


def _entries(handle: sqlite3.Connection, campaign: int) -> dict[int, Row]:
    """Return every entry that can be read and agrees with its hash, by seq. They are read from the front, from the
    back, and then one by one.
    """
    columns = _columns(handle, "entry", ENTRY)
    names = ", ".join(f'"{name}"' for name in columns)
    result: dict[int, Row] = {}
    of_campaign = f"select {names} from entry where campaign_id = {campaign}"
    for way in ("order by seq", "order by seq desc", "order by +seq"):
        for values in _readable(handle, f"{of_campaign} {way}"):
            _take(result, dict(zip(columns, values, strict=True)))
    last = max(result, default=0)
    for seq in range(1, last + 1):
        if seq not in result:
            for values in _readable(handle, f"{of_campaign} and seq = {seq}"):
                _take(result, dict(zip(columns, values, strict=True)))
    return result


def _take(entries: dict[int, Row], values: Row) -> None:
    entry = {**dict.fromkeys(ENTRY), **values}
    entry["is_ruling"] = bool(entry["is_ruling"])
    with suppress(TypeError, ValueError):
        if isinstance(entry["seq"], int) and hash_of(entry) == entry["hash"]:
            entries[entry["seq"]] = entry


def _readable(handle: sqlite3.Connection, query: str) -> Iterator[tuple[Any, ...]]:
    """Yield the rows of a query up to the first page that cannot be read."""
    with suppress(sqlite3.Error, OverflowError):
        yield from handle.execute(query)


def _counted(handle: sqlite3.Connection, campaign: int) -> int | None:
    counted = next(_readable(handle, f"select last_seq from ledger where campaign_id = {campaign}"), (None,))[0]
    return counted if isinstance(counted, int) else None


def _pictures(handle: sqlite3.Connection, campaign: int) -> Pictures:
    """Return every picture that can be read and agrees with its digest, read from the front and from the back."""
    result: Pictures = {}
    for way in ("digest", "digest desc"):
        rows = _readable(handle, f"select digest, content from picture where campaign_id = {campaign} order by {way}")
        result |= {digest: content for digest, content in rows if isinstance(content, bytes) and is_of(digest, content)}
    return dict(sorted(result.items()))


def _whole(facts: Row, entries_by_number: dict[int, Row], pictures: Pictures) -> CampaignExport | None:
    """Return the campaign rebuilt from the longest intact row of entries; None if not even the start is intact."""
    entries = _unbroken(entries_by_number)
    state, last = State(), 0
    while entries:
        try:
            state, last = _state_after(entries)
            break
        except _UNFOLLOWABLE:
            entries.pop()
    if not entries:
        return None
    return _carried(facts, entries, state, last, pictures)


def _carried(facts: Row, entries: list[Row], state: State, last: int, pictures: Pictures) -> CampaignExport:
    """Return a campaign in the form for copying between databases; ``last`` is the highest id ever issued."""
    end = entries[-1]
    facts = with_keys(facts, last)
    number = end["number"] - 1 if end["kind"] == "undo" else end["number"]
    return CampaignExport(
        program=__version__,
        revision=HEAD,
        digest="",
        facts=facts,
        ledger={"next_id": last + 1, "last_seq": end["seq"], "last_number": number, "head": end["hash"]},
        entries=tuple(entries),
        tables={name: tuple({"id": ident, **row} for ident, row in sorted(state[name].items())) for name in sheets()},
        pictures=pictures,
    )


def _unbroken(entries_by_number: dict[int, Row]) -> list[Row]:
    """Return the entries from the start on, as far as each follows the one before."""
    entries: list[Row] = []
    before = ""
    while (entry := entries_by_number.get(len(entries) + 1)) is not None and entry["before"] == before:
        entries.append(entry)
        before = entry["hash"]
    return entries


def _state_after(entries: list[Row]) -> tuple[State, int]:
    """Return the tables after these entries, and the highest id that was ever issued."""
    living = set(standing((entry["seq"], entry["kind"], entry["about"]) for entry in entries).living)
    state, last = State(), 0

    @cache
    def ground() -> OldCampaign:
        return OldCampaign.founded_by(json.loads(entries[0]["images"]))

    for entry in entries:
        last = max((last, *(gift[2] for gift in json.loads(entry["given"]))))
        if entry["seq"] in living:
            for flush in flushes_lifted(entry["images"], entry["revision"], ground):
                state.apply(flush)
    return state, max(last, _highest(state))


def _highest(state: State) -> int:
    """Return the highest id in the tables."""
    return max((max(rows, default=0) for rows in state.rows.values()), default=0)
