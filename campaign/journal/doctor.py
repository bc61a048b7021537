"""The doctor: checks that a campaign agrees with its journal, and that it satisfies the rules that hold for any
campaign.

    report = examine(board)               reads only
    report.is_sound                      remarks do not count
    done = repair(store, name, actor)    brings the tables back to what the journal says, as an entry of its own

The journal is believed before the tables, as long as its chain of hashes is unbroken. What the journal itself brought
about is never changed: a broken rule that the journal tells of is corrected by a command (``campaign adjust``) or
undone.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import date
from enum import StrEnum

from sqlalchemy import func, select, update

from campaign.errors import Refused, StoreError
from campaign.journal.board import JournalBoard
from campaign.journal.canonical import canonical
from campaign.journal.dice_check import other_bits, strange_dice
from campaign.journal.digest import first_break
from campaign.journal.notes import REPAIR
from campaign.journal.pictures import is_of, kept
from campaign.journal.record import FOUNDING, write_entry
from campaign.journal.register import Register
from campaign.journal.row_names import Names
from campaign.journal.run_again import run_again
from campaign.journal.soundness import REMARKS, RULES, Rule, World
from campaign.journal.standing import Standing
from campaign.journal.state import State, differences, state_from_journal, stored
from campaign.journal.transaction import again_if_busy, board_on, reading
from campaign.journal.turn_bits import CampaignDice
from campaign.journal.undo import standing_of
from campaign.model import Campaign, Entry, Ledger
from campaign.rows.images import Flush, Image, Values
from campaign.rows.rewind import wind
from campaign.rules.common.dice import Seeded
from campaign.store import HEAD, Store, names_of
from campaign.store.error_text import without_doctor
from campaign.store.remedies import to_restore
from campaign.terms.time import Moment, Phase
from campaign.values import dataclass

_FACTS = ("scenario", "scenario_hash", "seed", "paper_key", "old_codes", "tabletop")
"""Facts of the campaign in the arguments of the start entry, which no image holds; the others are under ``about``."""


_UNREADABLE = (ValueError, KeyError, TypeError, IndexError, AttributeError)
"""Exceptions raised by an attempt to follow an invalid entry."""


class Kind(StrEnum):
    """The kind of a finding. A ``remark`` is odd and may be intended; a ``row`` and a ``ledger`` can be repaired; a
    ``deed`` is an entry that does something else than its command gives.
    """

    CHAIN = "chain"
    LEDGER = "ledger"
    ROW = "row"
    RULE = "rule"
    PICTURE = "picture"
    DICE = "dice"
    DEED = "deed"
    REMARK = "remark"


@dataclass(frozen=True, slots=True)
class Finding:
    """One finding of the doctor, in plain words. ``entry``: the seq concerned; ``table`` and ``name``: the row."""

    kind: Kind
    what: str
    table: str = ""
    name: str = ""
    entry: int | None = None

    @property
    def is_fault(self) -> bool:
        """True for everything except a remark."""
        return self.kind is not Kind.REMARK


@dataclass(frozen=True, slots=True)
class Report:
    """A report of the doctor: the extent of the examination and its findings. ``entries`` counts the whole journal,
    undone ones too.
    """

    campaign: str
    entries: int
    rows: int
    findings: tuple[Finding, ...]
    run_again: int | None = None
    """Number of entries whose commands were carried out again and compared; None if that was not asked for."""

    @property
    def faults(self) -> tuple[Finding, ...]:
        """Errors among the findings, without the remarks."""
        return tuple(finding for finding in self.findings if finding.is_fault)

    @property
    def is_sound(self) -> bool:
        """True if there is not a single error."""
        return not self.faults


def examine(board: JournalBoard, register: Register | None = None) -> Report:
    """Examine one campaign completely; with a register of actions, carry out its commands again and compare. Reads
    only; raises StoreError if a table cannot be read at all.
    """
    broken, now = first_break(board), standing_of(board) if _is_followable(board) else None
    tables_now = stored(board)
    findings = list(_chain(board, broken))
    if now is not None:
        try:
            by_journal = state_from_journal(board, now.living)
            findings += [
                *_facts(board),
                *_ledger(board, now, tables_now, by_journal),
                *_rows(tables_now, by_journal),
                *_dice(board, now),
                *_strange_dice(board, now, by_journal),
            ]
        except (StoreError, *_UNREADABLE) as fault:
            why = without_doctor(" ".join(str(fault).split()))
            findings.append(Finding(Kind.CHAIN, f"the journal cannot be followed: {why}"))
    count = None
    if register is not None and now is not None and broken is None:
        again, deeds = _deeds(board, register)
        count, findings = again, findings + deeds
    findings += _pictures(board, tables_now)
    findings += _broken(World(tables_now, board.campaign.days), RULES, Kind.RULE)
    findings += _broken(World(tables_now, board.campaign.days), REMARKS, Kind.REMARK)
    return Report(board.campaign.name, board.ledger.last_seq, len(tables_now), tuple(findings), count)


def campaigns_in(store: Store, campaign: str | None = None) -> list[str]:
    """Return the campaign of the given name, or every campaign of a database."""
    with store.engine.connect() as connection:
        return [campaign] if campaign is not None else names_of(connection)


def examine_all(store: Store, campaign: str | None = None, register: Register | None = None) -> tuple[Report, ...]:
    """Return the reports on one campaign of a database, or on all of them; with a register of actions, their commands
    are carried out again.
    """
    reports = []
    for name in campaigns_in(store, campaign):
        with reading(store, name) as board:
            reports.append(examine(board, register))
    return tuple(reports)


@dataclass(frozen=True, slots=True)
class Repaired:
    """The result of a repair: the number of rows corrected, the entry written, and the remaining errors."""

    rows: int
    number: int | None
    report: Report


def repair(store: Store, campaign: str | None, *, actor: str) -> Repaired:
    """Bring the tables and the ledger back to what the journal says, as an entry of its own.

    Raises Refused if the journal itself is damaged, for then it cannot be believed. If there is nothing to repair,
    nothing is written.
    """

    def once() -> Repaired:
        with (
            store.engine.connect() as connection,
            connection.begin(),
            board_on(connection, campaign, write=True) as board,
        ):
            report = examine(board)
            if damage := [finding for finding in report.findings if finding.kind is Kind.CHAIN]:
                raise Refused(
                    f"this journal cannot be used for repairs, because {damage[0].what}. Restore a backup: "
                    f"{to_restore(store.name)}"
                )
            wrong = [finding for finding in report.findings if finding.kind in (Kind.ROW, Kind.LEDGER)]
            if not wrong:
                return Repaired(0, None, report)
            living = standing_of(board).living
            by_journal = state_from_journal(board, living)
            tables_now = stored(board)
            images = list(differences(tables_now, by_journal))
            _write(board, images)
            _write_facts(board)
            board.forget()
            board.ledger.last_number = len(living)
            board.next_id = max(board.ledger.next_id, _last_id(board, by_journal, by_journal) + 1)
            number = _note(board, by_journal, images, wrong, actor)
            return Repaired(len(images), number, examine(board))

    return again_if_busy(store, once)


# what the journal says of itself


def _pictures(board: JournalBoard, tables_now: State) -> Iterator[Finding]:
    """Yield a finding for each photo whose picture is missing, or is not the one that was attached."""
    photos = tables_now["photo"]
    if not photos:
        return
    pictures, names = kept((board.present or board).connection, board.campaign_id), Names((tables_now,))
    for ident, photo in sorted(photos.items()):
        digest, name = str(photo["picture"]), names.of("photo", ident)
        if not is_of(digest, pictures.get(digest, b"")):
            trouble = "is damaged" if digest in pictures else "is missing"
            text = f"the picture of {name} ({photo['file']}) {trouble}. Remove the photo and attach its file again"
            yield Finding(Kind.PICTURE, text, "photo", name)


def _is_followable(board: JournalBoard) -> bool:
    """Return whether the living line can be followed: every undo and redo refers to an entry in force, or to one that
    can be redone.
    """
    try:
        standing_of(board)
    except StoreError:
        return False
    return True


def _chain(board: JournalBoard, broken: int | None) -> Iterator[Finding]:
    if broken is not None:
        count = board.connection.scalar(select(func.count()).where(Entry.campaign_id == board.campaign_id)) or 0
        text = (
            f"entry {broken} of the journal was changed, removed or inserted later"
            if broken <= count
            else (
                f"the journal ends after entry {count}, but the campaign's ledger gives "
                f"{board.ledger.last_seq} entries or a different last entry"
            )
        )
        yield Finding(Kind.CHAIN, f"{text}; from there on the journal cannot be trusted", entry=broken)
    if not _is_followable(board):
        yield Finding(Kind.CHAIN, "the journal undoes or redoes an entry that does not exist")


def told_at_founding(board: JournalBoard) -> dict[str, object]:
    """Return the campaign's facts as its start entry has them, where they differ now."""
    text = board.entries(Entry.arguments, criteria=(Entry.seq == FOUNDING,)).scalar()
    arguments = json.loads(text) if text else {}
    if arguments.get("paper_key"):
        arguments["old_codes"] = None  # it had a key from the start
    facts = {fact: arguments[fact] for fact in _FACTS if fact in arguments}
    if "seed" in arguments:
        facts["draws"] = False
    facts |= arguments.get("about", {})
    if "first_day" in facts:
        facts["first_day"] = date.fromisoformat(facts["first_day"])
    return {fact: value for fact, value in facts.items() if value != getattr(board.campaign, fact)}


def _facts(board: JournalBoard) -> Iterator[Finding]:
    for fact, value in told_at_founding(board).items():
        now = getattr(board.campaign, fact)
        yield Finding(
            Kind.LEDGER,
            _differing(f"the campaign's {fact}", now, value, "its first entry"),
            "campaign",
            board.campaign.name,
        )
    if board.ledger.revision != HEAD:
        yield Finding(
            Kind.LEDGER, f"the ledger gives revision {board.ledger.revision}, but the tables have revision {HEAD}"
        )


def _ledger(board: JournalBoard, now: Standing, tables_now: State, by_journal: State) -> Iterator[Finding]:
    ledger = board.ledger
    if ledger.last_number != len(now.living):
        yield Finding(
            Kind.LEDGER, f"the ledger counts {ledger.last_number} entries in force, but there are {len(now.living)}"
        )
    last = _last_id(board, tables_now, by_journal)
    if ledger.next_id <= last:
        yield Finding(
            Kind.LEDGER, f"the ledger would give the number {ledger.next_id} next, but numbers up to {last} are in use"
        )


def _last_id(board: JournalBoard, tables_now: State, by_journal: State) -> int:
    """Return the highest id ever issued, by the tables and by the journal."""
    in_tables = (max(rows, default=0) for state in (tables_now, by_journal) for rows in state.rows.values())
    gifts = board.entries(Entry.given).scalars()
    return max((*in_tables, *(gift[2] for text in gifts for gift in json.loads(text))), default=0)


def _dice(board: JournalBoard, now: Standing) -> Iterator[Finding]:
    """Yield findings on dice of the entries in force: a die must show one of its faces, and no two rolls of a turn may
    have the same name.
    """
    living, seen = set(now.living), dict[tuple[object, ...], int]()
    for seq, text in board.entries(Entry.seq, Entry.dice):
        if seq not in living:
            continue
        for *name, face in json.loads(text):
            if not 1 <= face <= name[2]:
                yield Finding(Kind.DICE, f"entry {seq} of the journal has a d{name[2]} that shows {face}", entry=seq)
            first = seen.setdefault(tuple(name), seq)
            if first != seq:
                day, turn, sides, purpose, subject, k = name
                sentence = (
                    f"the roll of d{sides} for {purpose} of {subject} ({k}) in turn {day}.{turn} is in both entries"
                    f" {first} and {seq} of the journal"
                )
                yield Finding(Kind.DICE, sentence, entry=seq)


def _strange_dice(board: JournalBoard, now: Standing, by_journal: State) -> Iterator[Finding]:
    """Yield a finding for each entry in force whose dice are not the campaign's, an error if it says that they are; and
    for each entry that gives a turn other bits than it had.
    """
    for entry in strange_dice(board, now.living, dice_of_state(board, by_journal)):
        yield Finding(Kind.DICE if entry.is_forged else Kind.REMARK, str(entry), entry=entry.seq)
    living = set(now.living)
    for other in other_bits(board):
        if other.comes_from or other.seq not in living:  # the others are among the first
            yield Finding(Kind.REMARK if other.comes_from else Kind.DICE, str(other), entry=other.seq)


def dice_of_state(board: JournalBoard, by_journal: State) -> CampaignDice:
    """Return the campaign's dice as its journal has them."""
    facts = told_at_founding(board)
    later = sorted(by_journal["reseeding"].values(), key=lambda row: int(row["day"]))
    seeded = Seeded(str(facts.get("seed", board.campaign.seed)), tuple((row["day"], row["seed"]) for row in later))
    draws = ((0, bool(facts.get("draws", board.campaign.draws))), *((row["day"], row["draws"]) for row in later))
    return CampaignDice(seeded, draws)


def _deeds(board: JournalBoard, register: Register) -> tuple[int, list[Finding]]:
    """Return how many entries were run again, and a finding for each that does something else than its command gives.
    One that other rules or another program played may differ for that reason: a remark.
    """
    done = run_again(board, register)
    findings = [
        Finding(Kind.REMARK if entry.played_by else Kind.DEED, text, entry=entry.seq)
        for entry in done.deviations
        for text in entry.sentences
    ]
    return done.entries, [*findings, *(Finding(Kind.REMARK, text) for text in done.not_run)]


# the tables against the journal


def _rows(tables_now: State, by_journal: State) -> Iterator[Finding]:
    names = Names((by_journal, tables_now))
    for table, ident, fields_now, fields in differences(tables_now, by_journal):
        name = names.of(table, ident)
        if fields_now is None:
            yield Finding(Kind.ROW, f"{name} is missing from the table, but is in the journal", table, name)
        elif fields is None:
            yield Finding(Kind.ROW, f"{name} is in the table, but no entry of the journal made it", table, name)
        else:
            for column in fields:
                yield Finding(
                    Kind.ROW, _differing(f"{name}: {column}", fields_now[column], fields[column]), table, name
                )


_LONGEST_SHOWN = 80
"""Most letters of a value that is shown; a longer one is text or JSON that says nothing to a reader when it is cut."""


def _differing(what: str, now: object, by_journal: object, told_by: str = "the journal") -> str:
    shown = [canonical(value.isoformat() if isinstance(value, date) else value) for value in (now, by_journal)]
    if max(map(len, shown)) > _LONGEST_SHOWN:
        return f"{what} in the table differs from the value in {told_by}"
    return f"{what} is {shown[0]} in the table, but {shown[1]} in {told_by}"


def _broken(world: World, rules: tuple[Rule, ...], kind: Kind) -> Iterator[Finding]:
    for rule in rules:
        try:
            for table, ident, trouble in rule(world):
                name = world.called(table, ident)
                yield Finding(kind, f"{name} {trouble}", table, name)
        except _UNREADABLE as fault:
            trouble = f"a value is of the wrong kind ({' '.join(str(fault).split())})"
            yield Finding(kind, f"{trouble}, so the check of {rule.__name__.replace('_', ' ')} is not possible")


# putting right


def _write(board: JournalBoard, images: list[Image]) -> None:
    """Bring the tables to what the journal says. Rows without an entry go first where the database defers links to the
    end.
    """
    strangers: Flush = [image for image in images if image[3] is None]
    kept: Flush = [image for image in images if image[3] is not None]
    connection = board.connection
    waits = connection.dialect.name == "sqlite"
    with board.journal_writes():
        if waits:
            connection.exec_driver_sql("pragma defer_foreign_keys=on")
        for flush in (strangers, kept) if waits else (kept, strangers):
            wind(board.stored, [flush], back=False)


def _write_facts(board: JournalBoard) -> None:
    """Write the campaign's facts as its start entry has them, and the revision of its tables."""
    facts = told_at_founding(board)
    connection = board.connection
    with board.journal_writes():
        if facts:
            connection.execute(update(Campaign.__table__).where(Campaign.id == board.campaign_id).values(**facts))
        of_campaign = Ledger.campaign_id == board.campaign_id
        connection.execute(update(Ledger.__table__).where(of_campaign).values(revision=HEAD))
    for fact, value in facts.items():
        setattr(board.campaign, fact, value)
    board.ledger.revision = HEAD


def _note(board: JournalBoard, by_journal: State, images: list[Image], wrong: list[Finding], actor: str) -> int:
    """Write the entry of the repair, whose command lists the findings and corrections; return its seq."""
    clock: Values = next(iter(by_journal["clock"].values()), {"day": 1, "turn": 1, "phase": Phase.WEATHER})
    number = board.ledger.last_number + 1
    write_entry(
        board,
        kind="do",
        number=number,
        about=None,
        moment=Moment(clock["day"], clock["turn"]),
        phase=Phase(clock["phase"]),
        actor=actor,
        verb=REPAIR,
        arguments=canonical({"rows": images, "found": [finding.what for finding in wrong]}),
        dice="[]",
        given="[]",
        images="[]",
        summary=f"Repaired: {len(images)} row{'' if len(images) == 1 else 's'} restored from the journal",
        is_ruling=True,
    )
    return number
