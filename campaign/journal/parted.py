"""Two copies of a campaign that went on separately: the entry at which they parted, and the other's entries played on
top.

    parting_of(ours, theirs)               what is in force in one and not in the other, by each entry's origin
    take(store, campaign, offer, ...)      the other's entries run here, each as an entry of its own with its dice
    try_taking(store, campaign, offer, ...)      the same for a look, on a copy
    take_as_tried(store, campaign, trial, ...)   that, written down as it was tried
    follow(store, campaign, source, ...)   where only the other went on, its journal is taken unchanged
    doubts_about(board, ours, register)    the other's entries run again there: what they claim and do not do

An entry is the same in both where its hash is, or the hash that it had in the copy from which it was taken; an entry
that was played again in a replay is the one it stands for. So what was taken once is never taken twice, and a copy may
come back again and again. All that is taken is one transaction: either all that can be played stands afterwards, or
nothing has changed.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from sqlalchemy import insert, select, update
from sqlalchemy.exc import SQLAlchemyError

from campaign.errors import BadInput, CampaignError, DiceWanted, GoneOn, Locked, Refused, StoreError
from campaign.journal.board import JournalBoard
from campaign.journal.dice_check import StrangeDice, strange_dice
from campaign.journal.digest import chain_is_whole, digest
from campaign.journal.doctor import dice_of_state, told_at_founding
from campaign.journal.entry_upgrade import command_lifted
from campaign.journal.notes import NOTES
from campaign.journal.people import Known, earlier_hashes, people_of, put_people
from campaign.journal.pictures import kept, put
from campaign.journal.record import FOUNDING, Done, Sources, Throw, carry_out, rolls_of, source_of, write_down
from campaign.journal.register import Register, command_from_json
from campaign.journal.run_again import Deviation, run_again
from campaign.journal.shown import Shown, tried
from campaign.journal.state import state_from_journal, upgraded_flushes
from campaign.journal.transaction import again_if_busy, board_on, check_revision, keep_rows, reading, writing
from campaign.journal.turn_bits import begun_in, turns_of
from campaign.journal.undo import BACK, standing_of
from campaign.model import Campaign, Commander, Entry, Ledger, Side
from campaign.rows.rewind import wind
from campaign.rules.common.dice import Roll, RollName, Tape, tape_of
from campaign.store import Store
from campaign.store.error_text import in_words, is_busy, plainly
from campaign.terms.time import BEFORE_THE_TURNS, Moment, Phase
from campaign.terms.words import listing
from campaign.values import asdict, dataclass, field, plain_dataclass, plain_field, replace

_DAMAGED = (
    "the data of the other copy do not agree with its journal; nothing was changed here. Examine the other "
    "file: campaign doctor"
)
_COUNTERS = ("next_id", "last_seq", "last_number", "head")


@plain_dataclass(frozen=True, slots=True)
class CopiedEntry:
    """An entry of one of the copies. ``origin``: the hash that it had where it was made."""

    number: int
    moment: Moment
    phase: str
    actor: str
    giver: int | None
    verb: str
    arguments: str
    dice: tuple[Roll, ...]
    summary: str
    origin: str
    moves_the_clock: bool
    bits: str | None = None
    """Fresh bits of the turns that it began, as its journal has them."""
    dice_from: str | None = None
    """Where its dice come from, if not all of them are the campaign's."""
    _signed: str = plain_field(default="", repr=False)
    """The signature as it stands in the journal, with a person's number."""
    _told: str = plain_field(default="", compare=False, repr=False)
    """The summary as it stands in the journal."""

    @property
    def signed(self) -> str:
        """Signature of the entry as the journal has it."""
        return self._signed

    @property
    def told(self) -> str:
        """Summary of the entry as the journal has it."""
        return self._told


@dataclass(frozen=True, slots=True)
class Parting:
    """The point where two copies parted: the last entry in force at the same place in both, and the entries in force in
    one only.

    ``taken_back_here`` and ``taken_back_elsewhere``: those that the other copy still has and this one undid, and the
    other way round. ``only_behind``: this copy's whole journal is the beginning of the other's.
    """

    last: CopiedEntry
    ours: tuple[CopiedEntry, ...]
    theirs: tuple[CopiedEntry, ...]
    taken_back_here: tuple[CopiedEntry, ...]
    taken_back_elsewhere: tuple[CopiedEntry, ...]
    only_behind: bool
    head: str
    """Head of this copy's journal at the time of the comparison."""
    their_head: str = ""
    """Head of the other copy's journal at that time."""


@dataclass(frozen=True, slots=True)
class CopyRecord:
    """The journal of one copy."""

    chain: tuple[str, ...]
    living: tuple[CopiedEntry, ...]
    ever: frozenset[str]
    head: str
    renewed: Mapping[str, str] = field(default_factory=dict)
    """Hashes that entries had before names left the journal, with their present ones."""

    @property
    def standing(self) -> frozenset[str]:
        """Origins of the entries in force."""
        return frozenset(entry.origin for entry in self.living)


def copy_record(board: JournalBoard) -> CopyRecord:
    """Read the journal of a copy."""
    columns = (
        *(Entry.seq, Entry.kind, Entry.about, Entry.hash, Entry.origin, Entry.number, Entry.day, Entry.turn),
        *(Entry.phase, Entry.actor, Entry.giver, Entry.verb, Entry.arguments, Entry.revision, Entry.dice),
        *(Entry.summary, Entry.bits, Entry.dice_from),
    )
    rows = {row.seq: row for row in board.entries(*columns)}
    origins: dict[int, str] = {}
    for seq, row in rows.items():  # an amended entry has a later seq than the entry it replaces
        if row.kind == "do":
            origins[seq] = row.origin or (row.hash if row.about is None else origins[row.about])
    standing = [rows[seq] for seq in standing_of(board).living]
    times = [
        *((row.day, row.turn, row.phase) for row in standing[1:]),
        (board.clock.day, board.clock.turn, str(board.clock.phase)),
    ]
    shown = people_of(board).shown
    living = tuple(
        _entry(row, origins[row.seq], (row.day, row.turn, row.phase) != later, shown)
        for row, later in zip(standing, times, strict=True)
    )
    chain = tuple(row.hash for row in rows.values())
    earlier = earlier_hashes(board.connection, board.campaign_id)
    renewed = {text: rows[seq].hash for seq, text in earlier.items() if seq in rows}
    return CopyRecord(chain, living, frozenset(origins.values()), board.ledger.head, renewed)


def _entry(row: Any, origin: str, moves_the_clock: bool, shown: Callable[[str], str]) -> CopiedEntry:
    return CopiedEntry(
        row.number,
        Moment(row.day, row.turn),
        row.phase,
        shown(row.actor),
        row.giver,
        row.verb,
        command_lifted(row.verb, row.arguments, row.revision),
        rolls_of(json.loads(row.dice)),
        shown(row.summary),
        origin,
        moves_the_clock,
        row.bits,
        row.dice_from,
        row.actor,
        row.summary,
    )


def copies_in(store: Store, board: JournalBoard) -> tuple[str, ...]:
    """Return the campaigns of another database that have the same start as this one."""
    founding = board.entries(Entry.hash, criteria=(Entry.seq == FOUNDING,)).scalar()
    names = (
        select(Campaign.name)
        .join(Entry.__table__, Entry.campaign_id == Campaign.id)
        .where(Entry.seq == FOUNDING, Entry.hash == founding)
        .order_by(Campaign.id)
    )
    with plainly(store.name), store.read() as connection:
        return tuple(connection.scalars(names).all())


def parting_of(ours: CopyRecord, theirs: CopyRecord) -> Parting:
    """Compare the journal of this copy with that of another with the same start."""
    renewed = {**ours.renewed, **theirs.renewed}
    ours, theirs = _by_present_hashes(ours, renewed), _by_present_hashes(theirs, renewed)
    same = 0
    for first, second in zip(ours.living, theirs.living, strict=False):
        if first.origin != second.origin:
            break
        same += 1
    only_here = _only_in(ours, theirs.standing)
    only_elsewhere = _only_in(theirs, ours.standing)
    return Parting(
        last=ours.living[same - 1],
        ours=tuple(entry for entry in only_here if entry.origin not in theirs.ever),
        theirs=tuple(entry for entry in only_elsewhere if entry.origin not in ours.ever),
        taken_back_here=tuple(entry for entry in only_elsewhere if entry.origin in ours.ever),
        taken_back_elsewhere=tuple(entry for entry in only_here if entry.origin in theirs.ever),
        only_behind=ours.chain == theirs.chain[: len(ours.chain)] and len(ours.chain) < len(theirs.chain),
        head=ours.head,
        their_head=theirs.head,
    )


@dataclass(frozen=True, slots=True)
class Doubts:
    """Claims of the other copy's entries that do not hold, and their dice that are not the campaign's."""

    deviations: tuple[Deviation, ...]
    dice: tuple[StrangeDice, ...]

    @property
    def forged_dice(self) -> tuple[StrangeDice | Deviation, ...]:
        """Entries that say that their dice are the campaign's, and some are not, or may have been chosen."""
        chosen = (entry for entry in self.deviations if entry.is_of_turns)
        return (*(entry for entry in self.dice if entry.is_forged), *chosen)


def doubts_about(board: JournalBoard, ours: CopyRecord, register: Register) -> Doubts:
    """Run the entries of the other copy that this one does not have again, on the other copy as its journal has it, and
    check their dice. The board is the other's and only reads. Raises StoreError if its journal cannot be followed.
    """
    known = frozenset(ours.chain)
    if not chain_is_whole(board) or "draws" in told_at_founding(board):
        raise StoreError(_DAMAGED)
    living = standing_of(board).living
    dice = dice_of_state(board, state_from_journal(board, living))
    return Doubts(run_again(board, register, known).deviations, strange_dice(board, living, dice, known))


def _by_present_hashes(copy: CopyRecord, renewed: Mapping[str, str]) -> CopyRecord:
    """Return a copy's journal in which an origin that is a hash of before revision 0016 is the hash of after it."""
    if renewed.keys().isdisjoint(copy.ever):
        return copy
    living = tuple(replace(entry, origin=renewed.get(entry.origin, entry.origin)) for entry in copy.living)
    return replace(copy, living=living, ever=frozenset(renewed.get(origin, origin) for origin in copy.ever))


def compare_copies(
    board: JournalBoard, source: Store, called: str, copy_name: str | None, register: Register
) -> tuple[Parting, str, Doubts]:
    """Return where this campaign and its copy in another database parted, the name of that copy, and what is doubtful
    about its entries. ``copy_name``: which, if there are several. Raises Refused if there is none, BadInput for a name
    that is not there, StoreError for a damaged journal.
    """
    names = copies_in(source, board)
    name = copy_name or (board.campaign.name if board.campaign.name in names else names[0] if names else "")
    if not names:
        raise Refused(
            f"{called} holds no copy of {board.campaign.name}: the campaign in it was started separately. To "
            "add that campaign to your database: campaign import"
        )
    if name not in names:
        raise BadInput(f"--copy {name}: {called} has no copy of this name. Its copies are {listing(names)}")
    ours = copy_record(board)
    with reading(source, name) as theirs:
        record = copy_record(theirs)
        return parting_of(ours, record), name, doubts_about(theirs, ours, register)


def chosen(parting: Parting, only: Collection[int], without: Collection[int]) -> tuple[CopiedEntry, ...]:
    """Return the other copy's entries to take. Raises BadInput for a number that is not among them."""
    offered = {entry.number: entry for entry in (*parting.theirs, *parting.taken_back_here)}
    if strange := sorted({*only, *without} - offered.keys()):
        raise BadInput(
            f"entry {strange[0]} cannot be chosen. You can choose the entries that only the other copy has: "
            f"{listing(map(str, sorted(offered)))}"
        )
    if only:
        return tuple(offered[number] for number in sorted(set(only)))
    return tuple(entry for entry in parting.theirs if entry.number not in without)


def _only_in(copy: CopyRecord, standing: Collection[str]) -> list[CopiedEntry]:
    return [entry for entry in copy.living if entry.origin not in standing and entry.verb not in NOTES]


# the other's entries on top


@plain_dataclass(frozen=True, slots=True)
class Taken:
    """An entry of the other copy, run here: its number and its result here; or why it cannot be played."""

    entry: CopiedEntry
    number: int | None
    summary: str
    rolls: tuple[Roll, ...] = ()
    why: str = ""
    _told: str = plain_field(default="", compare=False, repr=False)
    """The summary as the journal here has it."""

    @property
    def is_otherwise(self) -> bool:
        """True if the entry was played and came out differently from the other copy."""
        return self.number is not None and (self._told != self.entry.told or self.rolls != self.entry.dice)

    @property
    def outcome(self) -> str:
        """One sentence on what became of the entry here."""
        entry = self.entry
        if self.number is None:
            return f"{entry.number} cannot be played: {self.why}"
        if self.is_otherwise:
            dice = " (with other dice)" if self.rolls != entry.dice else ""
            return f"{entry.number} has another outcome{dice}: there {entry.summary}; here {self.summary}"
        return f"{entry.number} becomes entry {self.number} here, with the same outcome: {entry.summary}"


@plain_dataclass(frozen=True, slots=True)
class Offer:
    """Entries of the other copy to take, with the pictures and the people that come with them. ``head``: that of this
    copy's journal when they were compared.
    """

    entries: Sequence[CopiedEntry]
    head: str
    pictures: Mapping[str, bytes]
    people: Sequence[Known]


def offer_of(theirs: JournalBoard, parting: Parting, entries: Sequence[CopiedEntry]) -> Offer:
    """Return these entries of the other copy as an offer."""
    pictures = kept(theirs.connection, theirs.campaign_id)
    return Offer(entries, parting.head, pictures, tuple(theirs.known_people()))


@plain_dataclass(frozen=True, slots=True)
class TriedTaking:
    """The entries of an offer as they were tried on a copy. ``shown``: how they are written down if the user agrees;
    None if they are to be run again.
    """

    offer: Offer
    taken: tuple[Taken, ...]
    shown: Shown | None


def take(
    store: Store,
    campaign: str | None,
    offer: Offer,
    *,
    source: Sources,
    register: Register,
    shown: tuple[Taken, ...] | None = None,
) -> tuple[Taken, ...]:
    """Run the other copy's entries here, in order, each as an entry with the dice that were rolled and the name of its
    giver. One that cannot be played is left out, with the reason, and leaves nothing behind.

    All in one transaction. ``shown``: what a look said would become of them. Raises GoneOn where this copy has gone on
    since the offer, or something else would become of them than was shown, DiceWanted for a roll that the players must
    make; then nothing was changed.
    """

    def once() -> tuple[Taken, ...]:
        with store.engine.connect() as connection, connection.begin() as transaction:
            with board_on(connection, campaign, write=True, kept=store.rows) as board:
                check_revision(board, store)
                result = _all_taken(board, store, offer, source, register)
                if shown is not None and result != shown:
                    raise GoneOn(
                        "the campaign has changed since you looked, so your change was not made. Look at the "
                        "campaign again"
                    )
            is_kept = any(taken.number for taken in result)
            if not is_kept:
                transaction.rollback()
        if is_kept:
            keep_rows(store, board)
        return result

    return again_if_busy(store, once)


def try_taking(store: Store, campaign: str | None, offer: Offer, *, source: Sources, register: Register) -> TriedTaking:
    """Return what would become of the entries of an offer, and what ``take_as_tried`` needs to write it down. Raises
    the same as ``take``.
    """
    taken, shown = tried(store, campaign, lambda board: _all_taken(board, store, offer, source, register))
    return TriedTaking(offer, taken, shown)


def take_as_tried(
    store: Store, campaign: str | None, trial: TriedTaking, *, throw: Throw, register: Register
) -> tuple[Taken, ...]:
    """Take the entries as it was tried. If the database was changed since otherwise than by an entry, they are run
    again, which must do the same. Raises the same as ``take``.
    """
    shown = None if trial.shown is None else trial.taken

    def once() -> bool:
        with writing(store, campaign) as board:
            if trial.shown is None or not trial.shown.is_of(board):
                return False
            _keep_beside(board, trial.offer)
            trial.shown.write(board)
            return True

    if again_if_busy(store, once):
        return trial.taken
    return throw(lambda source: take(store, campaign, trial.offer, source=source, register=register, shown=shown))


def _all_taken(
    board: JournalBoard, store: Store, offer: Offer, source: Sources, register: Register
) -> tuple[Taken, ...]:
    if board.ledger.head != offer.head:
        raise GoneOn("the campaign has changed since you looked. Look at the campaign again")
    board.hold()
    _keep_beside(board, offer)
    used = _dice_rolled(board)
    result = tuple(_taken(board, store, entry, used, source, register) for entry in offer.entries)
    board.must_be_recorded()
    return result


def _keep_beside(board: JournalBoard, offer: Offer) -> None:
    """Keep the pictures and the people that only the other copy has; who was forgotten here stays forgotten."""
    pictures = offer.pictures
    missing = pictures.keys() - kept(board.connection, board.campaign_id).keys()
    with board.journal_writes():
        put(board.connection, board.campaign_id, {name: pictures[name] for name in sorted(missing)})
        put_people(board.connection, board.campaign_id, map(asdict, offer.people))


def _dice_rolled(board: JournalBoard) -> set[RollName]:
    """Return the names of all dice of the entries in force."""
    living = set(standing_of(board).living)
    rows = board.entries(Entry.seq, Entry.dice)
    return {roll.name for seq, text in rows if seq in living for roll in rolls_of(json.loads(text))}


def _taken(
    board: JournalBoard, store: Store, entry: CopiedEntry, used: set[RollName], source: Sources, register: Register
) -> Taken:
    if not _is_at_its_time(board, entry):
        why = (
            f"it was entered in turn {entry.moment} ({entry.phase}), but the clock here is at turn "
            f"{board.moment} ({board.clock.phase})"
        )
        return Taken(entry, None, "", why=why)
    counters, next_id = {name: getattr(board.ledger, name) for name in _COUNTERS}, board.next_id
    known, noted = board.stored.kept, len(board.noted or ())
    savepoint = board.connection.begin_nested()
    try:
        done = _run(board, entry, used, source, register)
    except (DiceWanted, Locked):
        raise
    except CampaignError as fault:
        why = people_of(board).shown(str(fault))
    except SQLAlchemyError as fault:
        if is_busy(fault):
            raise
        why = str(in_words(fault, store.name))
    else:
        savepoint.commit()
        board.let_go()
        used.update(roll.name for roll in done.rolls)
        summary = done.receipt.summary
        return Taken(entry, done.number, people_of(board).shown(summary), done.rolls, _told=summary)
    savepoint.rollback()
    board.begin_again(next_id, known)
    if board.noted is not None:
        del board.noted[noted:]
    for name, value in counters.items():
        setattr(board.ledger, name, value)
    return Taken(entry, None, "", why=why)


def _run(board: JournalBoard, entry: CopiedEntry, used: set[RollName], source: Sources, register: Register) -> Done:
    """Run one entry of the other copy. Raises what the action raises, and Refused for a die that another entry has
    rolled.
    """
    command = command_from_json(entry.verb, entry.arguments, register)
    tape = Tape(source_of(source, board), board.moment, tape_of(entry.dice))
    giver = entry.giver if _is_known(board, entry.giver) else None
    turns_of(board).draw_from_seed()
    bits = {one.stretch: one.bits for one in begun_in(entry.bits)}
    carried = carry_out(
        board,
        command,
        tape,
        entry.signed,
        register.of(command),
        giver=giver,
        origin=entry.origin,
        bits=bits,
        dice_from=entry.dice_from,
    )
    done = write_down(board, carried)
    if twice := [roll.name for roll in done.rolls if roll.name in used]:
        raise Refused(f"this campaign already has a roll of the same die: {twice[0]}")
    return done


def _is_at_its_time(board: JournalBoard, entry: CopiedEntry) -> bool:
    """Return whether the clock stands where it stood in the other copy, or the order of the day has not begun in
    either.
    """
    if entry.moment != board.moment:
        return False
    both = {Phase(entry.phase), board.clock.phase}
    return len(both) == 1 or (not entry.moves_the_clock and both <= set(BEFORE_THE_TURNS))


def _is_known(board: JournalBoard, giver: int | None) -> bool:
    return giver in {row.id for model in (Side, Commander) for row in board.rows(model)}


# where only the other went on


def follow(
    store: Store, campaign: str | None, source: Store, campaign_copy: str, head: str, their_head: str = ""
) -> int:
    """Take over the other copy's journal unchanged, where this one's is its beginning. Its commands are not run: what
    they claim is checked before (``doubts_about``). Returns how many entries came. Raises Refused where this copy has
    gone on since ``head``, or the other since ``their_head``; StoreError where the other is inconsistent.
    """
    with reading(source, campaign_copy) as board:
        if their_head and board.ledger.head != their_head:
            raise GoneOn("the other copy has changed since you looked. Look at the other copy again")
        if not chain_is_whole(board):
            raise StoreError(_DAMAGED)
        rows = [dict(row) for row in board.entries(Entry.__table__).mappings()]
        pictures, people = kept(board.connection, board.campaign_id), tuple(board.known_people())
        facts = digest(board), board.ledger, board.next_id, Offer((), head, pictures, people)

    def once() -> int:
        with writing(store, campaign) as board:
            if board.ledger.head != head or head not in (row["hash"] for row in rows):
                raise GoneOn("the campaign has changed since you looked. Look at the campaign again")
            return _follow(board, rows, *facts)

    return again_if_busy(store, once)


def _follow(
    board: JournalBoard, rows: Sequence[dict[str, Any]], fingerprint: str, ledger: Ledger, next_id: int, beside: Offer
) -> int:
    _keep_beside(board, beside)
    new = rows[board.ledger.last_seq :]
    by_seq = {row["seq"]: row for row in rows}
    board.forget()
    board.hold()
    with board.journal_writes():
        for row in new:
            changed = row if row["kind"] == "do" else by_seq[row["about"]]
            flushes = upgraded_flushes(board, changed["images"], changed["revision"])
            wind(board.stored, flushes, back=BACK if row["kind"] == "undo" else not BACK)
            values = {**row, "campaign_id": board.campaign_id}
            board.connection.execute(insert(Entry.__table__), values)
        counters = {"next_id": next_id, **{name: getattr(ledger, name) for name in ("last_seq", "last_number", "head")}}
        of_campaign = Ledger.campaign_id == board.campaign_id
        board.connection.execute(update(Ledger.__table__).where(of_campaign).values(counters))
    for name, value in counters.items():
        setattr(board.ledger, name, value)
    board.forget()
    if digest(board) != fingerprint:
        raise StoreError(_DAMAGED)
    return len(new)
