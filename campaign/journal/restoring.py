"""Restoring a backup, as an event that keeps the file it replaces.

The backup is copied, upgraded if it is older, and examined before anything is touched; a copy whose data do not agree
with its journal is restored only if somebody who was told of it wants it all the same. Then, with the old file locked,
every campaign in the copy gets an entry that says where it came from and what it replaced, the old file gets a name
that says so, and the copy takes its place. Nothing is ever merged.

Who is let in at the desk, its secrets and the drafts are of today, not of the backup: they go on as in the file that is
replaced. Whoever was forgotten in that file is forgotten in the copy too; the copy keeps the fact even if it never knew
the name, as the next backup may still have it. If the file cannot be read, every link and window of the backup ends,
since one that was ended after it was made must not come back. The fresh bits of the turns that were begun in the file
that is replaced go on, too: a turn that is played again after a restore has the same dice, as after an undo.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path

from sqlalchemy import Connection, select
from sqlalchemy.exc import SQLAlchemyError

from campaign.errors import Refused, StoreError
from campaign.exchange.placing import draft_of
from campaign.journal.beside import Present, end_all, go_on_with, present_of
from campaign.journal.board import JournalBoard
from campaign.journal.canonical import canonical
from campaign.journal.doctor import Kind, examine_all
from campaign.journal.examination import Examination, examination
from campaign.journal.forgetting import overwrite_freed, take_out
from campaign.journal.notes import RESTORE
from campaign.journal.people import Known, put_people, rows_of_people
from campaign.journal.record import FOUNDING, write_entry
from campaign.journal.transaction import writing
from campaign.journal.turn_bits import Begun, Stretch, begun_in, text_of, turns_of
from campaign.model import Campaign, Entry, Ledger
from campaign.store import Store, names_of
from campaign.store.backup import copy_whole
from campaign.store.checks import file_faults
from campaign.store.engine import PATIENCE, called, file_engine, file_path, server_url
from campaign.store.file_type import Tell, look_and_tell
from campaign.store.replacing import in_place_of, put, upgrade_draft
from campaign.values import asdict, dataclass, replace


@dataclass(frozen=True, slots=True)
class End:
    """The end of a campaign's journal in the file that is replaced: its last entry, the head of its chain, the hash of
    its start, and the fresh bits of all turns that it has begun.
    """

    number: int
    head: str
    founding: str
    bits: Mapping[Stretch, str]


Ends = dict[str, End]
"""The ends of the campaigns of a file, by name."""


@dataclass(frozen=True, slots=True)
class Restored:
    """The result of a restore: each campaign with the number of the last entry in the backup, and the new path of the
    old file, if there was one.
    """

    campaigns: tuple[tuple[str, int], ...]
    kept: Path | None


Consent = Callable[[Examination], bool]
"""Answer whether a copy with these errors is wanted all the same."""


def never(_: Examination) -> bool:
    """Answer that no copy with errors is wanted."""
    return False


def restore(
    where: str | Path,
    backup: Path,
    *,
    actor: str,
    patience: float = PATIENCE,
    tell: Tell = str,
    name: str = "",
    wanted: Consent = never,
) -> Restored:
    """Put a backup in the place of the campaign's file, which is kept beside it. ``name``: the one in messages, if
    it was unpacked from a parcel; ``wanted`` is asked about a copy whose data do not agree with its journal.

    Raises Refused for a server, a damaged backup, or one that is not wanted, StoreError in one of its forms; then
    nothing was changed.
    """
    url = server_url(where)
    if url is not None:
        raise Refused(
            f"{called(url)} cannot be replaced by a backup, because it is on a server. Import the backup into "
            f"an empty database: campaign import {backup} --db postgresql://... Or import it into the same "
            "database under another name: --campaign NAME"
        )
    path = file_path(where)
    look_and_tell(backup, tell, "Name another backup")
    if path.exists() and backup.resolve() == path.resolve():
        raise Refused(f"{backup} cannot be restored: it is the file of the campaign itself. Name a backup")
    draft = draft_of(path.resolve())
    try:
        _verified_copy(backup, draft, patience)
        _must_be_wanted(draft, name or str(backup), str(path), wanted)
        with in_place_of(path, patience) as kept:
            replaced = {} if kept is None else _ends_of(path)
            campaigns = _mark(draft, backup, kept, replaced, actor)
            _let_in(draft, backup, {} if kept is None else _present_of(path))
            _forget_again(draft, backup, {} if kept is None else _forgotten_in(path))
            put(draft, path, kept)
    except OSError as fault:
        raise StoreError(
            f"{backup} cannot be restored to {path}: {fault.strerror or fault}; nothing was changed"
        ) from fault
    finally:
        draft.unlink(missing_ok=True)
    return Restored(campaigns, kept)


def _verified_copy(backup: Path, draft: Path, patience: float) -> None:
    try:
        copy_whole(backup, draft, patience)
    except StoreError as fault:
        raise StoreError(f"{backup} cannot be restored: {fault}; nothing was changed") from fault
    upgrade_draft(draft, str(backup))
    store = _store(draft, str(backup))
    try:
        damage = [
            *file_faults(store),
            *(fault.what for report in examine_all(store) for fault in report.faults if fault.kind is Kind.CHAIN),
        ]
    finally:
        store.close()
    if damage:
        raise Refused(f"{backup} cannot be restored: it is damaged ({damage[0]}); nothing was changed")


def _must_be_wanted(draft: Path, backup: str, path: str, wanted: Consent) -> None:
    """Raise Refused for a copy whose data do not agree with its journal, unless it is wanted all the same. A rule that
    the journal itself breaks is not damage: the campaign was like that when it was copied.
    """
    store = _store(draft, backup)
    try:
        examined = examination(store)
    finally:
        store.close()
    reports = (
        replace(report, findings=tuple(fault for fault in report.faults if fault.kind is not Kind.RULE))
        for report in examined.campaigns
    )
    unsound = replace(examined, campaigns=tuple(report for report in reports if report.findings))
    if unsound.faults and not wanted(unsound):
        raise Refused(
            f"{backup} was not restored, because its data do not agree with its journal; {path} is unchanged. "
            "To restore the backup anyway: --unsound. Repair it afterwards: campaign doctor --repair"
        )


def _store(path: Path, name: str) -> Store:
    return Store(file_engine(path, write=True, name=name), name, True)


def _ends_of(path: Path) -> Ends:
    """Return the end of each campaign of the old file, as far as it can be read."""
    try:
        engine = file_engine(path, write=False)
        with engine.connect() as connection:
            query = select(Campaign.id, Campaign.name, Ledger.last_number, Ledger.head).join(
                Ledger.__table__, Ledger.campaign_id == Campaign.id
            )
            return {
                name: End(number, head, *_begun_in(connection, ident))
                for ident, name, number, head in connection.execute(query).all()
            }
    except (SQLAlchemyError, ValueError):
        return {}


def _begun_in(connection: Connection, campaign: int) -> tuple[str, dict[Stretch, str]]:
    """Return the hash of a campaign's first entry, and the bits of the turns it has begun; nothing from a file that is
    older than these bits, or whose journal cannot be read.
    """
    of_campaign = Entry.campaign_id == campaign
    try:
        founding = connection.scalar(select(Entry.hash).where(of_campaign, Entry.seq == FOUNDING))
        texts = select(Entry.bits).where(of_campaign, Entry.bits.is_not(None)).order_by(Entry.seq)
        return founding or "", {one.stretch: one.bits for text in connection.scalars(texts) for one in begun_in(text)}
    except (SQLAlchemyError, ValueError):
        return "", {}


def _present_of(path: Path) -> dict[str, Present]:
    """Return who is let in to each campaign of the old file, as far as it can be read."""
    try:
        engine = file_engine(path, write=False)
        with engine.connect() as connection:
            campaigns = connection.execute(select(Campaign.name, Campaign.id)).all()
            return {name: present_of(connection, ident) for name, ident in campaigns}
    except (SQLAlchemyError, ValueError):
        return {}


def _let_in(draft: Path, backup: Path, present: dict[str, Present]) -> None:
    """Let those into the copy who were let in to the old file, and no others."""
    store = _store(draft, str(backup))
    try:
        with store.engine.connect() as connection:
            names = names_of(connection)
        for name in names:
            end_all(store, name)
            if name in present:
                with suppress(StoreError):  # a damaged file can hold rows that no table takes
                    go_on_with(store, name, present[name])
    finally:
        store.close()


def _carried_over(board: JournalBoard, was: End | None) -> list[Begun]:
    """Return the bits of turns that the replaced file had begun and the backup does not have."""
    founding = board.entries(Entry.hash, criteria=(Entry.seq == FOUNDING,)).scalar()
    if was is None or was.founding != founding:
        return []
    known = turns_of(board).known()
    return [Begun(None, stretch, bits) for stretch, bits in was.bits.items() if known.get(stretch) != bits]


def _forgotten_in(path: Path) -> dict[str, list[Known]]:
    """Return the emptied facts about people in each campaign of the old file, as far as it can be read."""
    try:
        engine = file_engine(path, write=False)
        with engine.connect() as connection:
            campaigns = connection.execute(select(Campaign.name, Campaign.id)).all()
            return {
                name: [row for row in rows_of_people(connection, ident) if row.forgotten] for name, ident in campaigns
            }
    except (SQLAlchemyError, ValueError):
        return {}


def _forget_again(draft: Path, backup: Path, forgotten: dict[str, list[Known]]) -> None:
    """Take out of the copy who was forgotten after the backup was made, and write down that the others were forgotten,
    whom the backup does not know yet: a later backup may still have them.
    """
    if not any(forgotten.values()):
        return
    store = _store(draft, str(backup))
    try:
        take_out(store, lambda name: [row.number for row in forgotten.get(name, ())])
        with store.engine.begin() as connection:
            for name, ident in connection.execute(select(Campaign.name, Campaign.id)).all():
                put_people(connection, ident, map(asdict, forgotten.get(name, ())))
        overwrite_freed(store)
    finally:
        store.close()


def _mark(draft: Path, backup: Path, kept: Path | None, replaced: Ends, actor: str) -> tuple[tuple[str, int], ...]:
    """Write an entry about the restore in every campaign of the copy; return the campaigns with their last numbers."""
    store, result = _store(draft, str(backup)), []
    try:
        with store.engine.connect() as connection:
            names = connection.scalars(select(Campaign.name).order_by(Campaign.id)).all()
        for name in names:
            with writing(store, name) as board:
                number = board.ledger.last_number
                was = replaced.get(name)
                before = (
                    f"; the file before that, up to entry {was.number}, is kept as {kept.name}" if was and kept else ""
                )
                clock = board.clock
                write_entry(
                    board,
                    kind="do",
                    number=number + 1,
                    about=None,
                    moment=board.moment,
                    phase=clock.phase,
                    actor=actor,
                    verb=RESTORE,
                    bits=text_of(_carried_over(board, was)),
                    arguments=canonical(
                        {
                            "backup": backup.name,
                            "kept": kept.name if kept else None,
                            "replaced": [was.number, was.head] if was else None,
                        }
                    ),
                    dice="[]",
                    given="[]",
                    images="[]",
                    summary=f"Restored from {backup.name} as it was after entry {number}{before}",
                    is_ruling=True,
                )
                result.append((name, number))
    finally:
        store.close()
    return tuple(result)
