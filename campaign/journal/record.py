"""Entries: one command is carried out and written down with its arguments, dice and changes.

    commit(store, campaign, command, source=, actor=, ...)        a transaction of its own, repeated if another is in
                                                                  the way
    preview(store, campaign, command, source=, actor=, ...)       the same, rolled back; what would change
    foresee(store, campaign, command, source=, actor=, ...)       the same, with what enter can write down as it is
    enter(store, campaign, carried)                               what was carried out and shown becomes an entry
                                                                  (several entries: ``journal/shown.py``)
    begin_campaign(store, facts, command, source=..., actor=...)  a new campaign; its start is entry 1
    write_down(board, carry_out(board, command, tape, ...))        within a transaction that the caller ends

Any exception of an action rolls all of it back. DiceWanted passes out in the same way: ask the players, and run the
command again with a source that has their rolls. ``Instead`` is answered here: the command that it holds is carried out
in place of the other.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date
from hashlib import sha256
from itertools import islice
from operator import lt
from typing import TYPE_CHECKING, Any, Protocol, TypeVar, overload

from sqlalchemy import Connection, bindparam, insert, select, update

from campaign import __version__
from campaign.clock import stamp
from campaign.errors import BadInput, CampaignError, GoneOn, NotFound, Refused
from campaign.journal.board import JournalBoard
from campaign.journal.canonical import canonical, canonical_pieces
from campaign.journal.changes import Change, changes_of
from campaign.journal.keys import fresh_key
from campaign.journal.people import people_of, refuse_unknown_numbers, signed_by_number, with_numbered_player
from campaign.journal.register import REGISTER, Action, Register, command_to_json, texts_of, without_dice
from campaign.journal.standing import UndoneBranch, standing
from campaign.journal.transaction import again_if_busy, board_on, trying, writing
from campaign.journal.turn_bits import Stretch, dice_come_from, text_of, turns_of
from campaign.model import Campaign, Entry, Ledger
from campaign.rules.common.dice import Roll, RollName, Source, Tape, tape_of
from campaign.rules.common.editions import EDITION
from campaign.store import HEAD, Store
from campaign.terms.printable import breaks_line, untyped
from campaign.terms.time import Moment, Phase
from campaign.values import asdict, dataclass, field, replace
from campaign.words.receipt import Receipt

if TYPE_CHECKING:
    from campaign.journal.beside import Beside
    from campaign.journal.handing_in import AlreadyDone, HandIn
    from campaign.journal.pictures import Picture
    from campaign.rows.kept import Mark, State

Answer = TypeVar("Answer")
Sources = Source | Callable[[JournalBoard], Source]
"""Source of dice, or a function from the board to such a source (the seed is in ``board.campaign``)."""


class Throw(Protocol):
    """A way to make an attempt with dice: from the seed, or asked of the players until all are known."""

    def __call__(self, attempt: Callable[[Sources], Answer]) -> Answer: ...


Build = Callable[[JournalBoard, Any], Receipt]
Check = Callable[[JournalBoard], None]
"""A look at the campaign in the transaction of a command, before it is carried out. Raises Refused."""
Along = Callable[["Beside"], None]
"""Changes beside the journal in the transaction of a command, after it was carried out."""

FOUNDING = 1
"""Number of the start entry, at which undo and replay stop."""

YOUNGER = ("rules", "giver", "origin", "bits", "dice_from")
"""Columns that the oldest entries do not have."""
_COUNTERS = ("next_id", "last_seq", "last_number", "head")
_NEW_ENTRY = insert(Entry.__table__)
_LEDGER = (
    update(Ledger.__table__)
    .where(Ledger.campaign_id == bindparam("of"))
    .values({name: bindparam(f"new_{name}") for name in _COUNTERS})
)
"""Update of the ledger, prepared once because every action writes it."""


class Instead(CampaignError):
    """An action asks for another command in its own place: it is rolled back, and that command is carried out and
    entered as if it had been given. ``why`` says so where the command cannot be exchanged, in a replay.
    """

    def __init__(self, command: object, why: str) -> None:
        super().__init__(why)
        self.command = command


@dataclass(frozen=True, slots=True)
class Done:
    """A command that was carried out: its number on the living line, its seq in the journal, and the head of the chain
    after it.
    """

    number: int
    seq: int
    head: str
    receipt: Receipt
    rolls: tuple[Roll, ...]
    drew: bool = False
    """True if it drew the bits of a turn that had never begun, and rolled dice."""
    cut_off: tuple[UndoneBranch, ...] = ()
    """Branches of undone entries that could have been redone until this command."""

    @property
    def kept(self) -> str:
        """Return in words how the undone entries are brought back; empty if there were none. For the umpire alone."""
        return "; ".join(f"The undone line ({one.numbers}) is kept: {one.command}" for one in self.cut_off)


@dataclass(frozen=True, slots=True)
class Preview:
    """The result that a command would have. Nothing was written."""

    receipt: Receipt
    changes: tuple[Change, ...]
    rolls: tuple[Roll, ...]
    is_of_other_dice: bool = False
    """True if it rolled dice of a turn that has not begun: its bits were drawn for the preview alone, and the command
    itself draws others."""


@dataclass(frozen=True, slots=True)
class Carried:
    """A command that was carried out, without its entry: ``facts`` are the columns that the entry will have.

    ``state``, ``mark`` and ``next_id``: the campaign and the mark of its file before it, and the number of the next new
    row after it. ``has_kept_people``: it gave a person a number, beside the journal.
    """

    state: State
    mark: Mark
    next_id: int
    facts: dict[str, Any]
    receipt: Receipt
    rolls: tuple[Roll, ...]
    drew: bool
    pictures: tuple[Picture, ...]
    has_kept_people: bool = False

    @property
    def is_certain(self) -> bool:
        """True if the same would come of it again at that state. It is not where bits of a turn were drawn, which a
        look must not choose among; where players rolled; and where a person was given a number.
        """
        are_thrown = bool(self.rolls) and self.facts["dice_from"] is not None
        return not (self.drew or self.has_kept_people or are_thrown)

    def saying(self, command: object, lines: tuple[str, ...]) -> Carried:
        """Return the same for a command that only says more: its action hands these lines on in its answer."""
        facts = {**self.facts, "arguments": command_to_json(command)}
        return replace(self, facts=facts, receipt=replace(self.receipt, lines=lines))


@dataclass(frozen=True, slots=True)
class Foreseen:
    """A command that was carried out for a look: what it would do, and what ``enter`` writes down if it is given; None
    if it is to be carried out again. ``is_of_other_dice``: as of a preview.
    """

    receipt: Receipt
    carried: Carried | None
    is_of_other_dice: bool = False


@dataclass(frozen=True, slots=True)
class Facts:
    """The static facts of a campaign about to start (see ``model.Campaign``)."""

    name: str
    title: str
    scenario: str
    scenario_hash: str
    seed: str
    tabletop: str
    first_day: date
    days: int
    day_start_hour: int = 22
    time_zone: str = "UTC"
    lat_e6: int | None = None
    lon_e6: int | None = None
    notes: str = ""
    paper_key: str = field(default_factory=fresh_key)
    draws: bool = False
    """True if each turn draws fresh bits for its dice."""

    def about(self) -> dict[str, str | int | bool | None]:
        """Return title, calendar and place, as plain values for the start entry, with the program's version."""
        return {
            "title": self.title,
            "first_day": self.first_day.isoformat(),
            "days": self.days,
            "day_start_hour": self.day_start_hour,
            "time_zone": self.time_zone,
            "lat_e6": self.lat_e6,
            "lon_e6": self.lon_e6,
            "notes": self.notes,
            "program_version": __version__,
            **({"draws": True} if self.draws else {}),
        }


def carry_out(
    board: JournalBoard,
    command: object,
    tape: Tape,
    actor: str,
    action: Action,
    *,
    giver: int | None = None,
    about: int | None = None,
    origin: str | None = None,
    last: bool = False,
    bits: dict[Stretch, str] | None = None,
    dice_from: str | None = None,
) -> Carried:
    """Carry out one command on the board; in its entry, which ``write_down`` writes, people have numbers. ``last``: no
    other follows on this board, which lets go of its rows and maps before the entry is written: the images of a large
    turn take memory of their own. ``bits``: those that turns have if the command begins them, to which the ones drawn
    are added; ``dice_from``: where the dice of an entry that is played again come from.

    Raises what the action raises; the caller then rolls back.
    """
    from campaign.journal.pictures import keep, pictures_of

    state, board.has_kept_people = board.state, False
    board.begin_entry()
    command = action.door(board, with_numbered_player(board, command))
    arguments = command_to_json(command)
    before = _clock(board)
    tape.turns = turns = turns_of(board)
    turns.begin_entry(bits)
    pictures = tuple(pictures_of(command))
    keep(board, pictures)
    receipt = action.act(board, command, tape)
    board.flush()
    moment, phase = before or _clock(board) or (Moment(1, 1), Phase.WEATHER)
    number = board.ledger.last_number + 1
    come_from = dice_come_from(board, tape, turns, dice_from)
    if last:
        board.let_go()
    facts = {
        "kind": "do",
        "number": number,
        "about": about,
        "moment": moment,
        "phase": phase,
        "actor": actor,
        "giver": giver,
        "origin": origin,
        "verb": action.verb,
        "bits": text_of(turns.begun),
        "dice_from": come_from,
        "arguments": arguments,
        "dice": _dice_text(tape.rolls),
        "given": _given_text(board),
        "images": board.images(),
        "summary": receipt.summary,
        "is_ruling": action.ruling,
    }
    return Carried(
        state,
        board.marks.now,
        board.next_id,
        facts,
        receipt,
        tuple(tape.rolls),
        turns.drew,
        pictures,
        has_kept_people=board.has_kept_people,
    )


def write_down(board: JournalBoard, carried: Carried) -> Done:
    """Write the entry of a command that was carried out on the board."""
    entry = write_entry(board, **carried.facts)
    board.note(carried)
    drew = carried.drew and bool(carried.rolls)
    return Done(entry["number"], entry["seq"], entry["hash"], carried.receipt, carried.rolls, drew=drew)


@overload
def commit(
    store: Store,
    campaign: str | None,
    command: object,
    *,
    source: Sources,
    actor: str,
    register: Register = REGISTER,
    giver: int | None = None,
) -> Done: ...
@overload
def commit(
    store: Store,
    campaign: str | None,
    command: object,
    *,
    source: Sources,
    actor: str,
    register: Register = REGISTER,
    giver: int | None = None,
    beside: HandIn | None,
    check: Check | None = None,
    along: Along | None = None,
) -> Done | AlreadyDone: ...
def commit(
    store: Store,
    campaign: str | None,
    command: object,
    *,
    source: Sources,
    actor: str,
    register: Register = REGISTER,
    giver: int | None = None,
    beside: HandIn | None = None,
    check: Check | None = None,
    along: Along | None = None,
) -> Done | AlreadyDone:
    """Carry out one command in a transaction of its own. ``giver``: the id of the side or commander in whose name it
    is. ``beside``: under which key it is handed in; what was handed in under it before is answered as it was then.
    ``check``: looks at the campaign first, and refuses the command if it was made for another state of it; ``along``:
    changes that go with the entry beside the journal. No other writer comes between these three.

    Raises what the check or the action raises, Locked if others keep writing, and Refused if other content came under
    that key.
    """
    _refuse_unprintable(command, actor)
    rolled: dict[RollName, int] = {}
    bits: dict[Stretch, str] = {}

    def once() -> Done | AlreadyDone:
        with writing(store, campaign) as board:
            if (first := _first_answer(board, beside)) is not None:
                return replace(first, receipt=people_of(board).shown_receipt(first.receipt))
            _look_first(board, check)
            refuse_unknown_numbers(board, texts_of(command))
            tape = Tape(source_of(source, board), board.moment, rolled)
            cut_off = _cut_off(board)
            try:
                action = register.of(command)
                done = write_down(
                    board, carry_out(board, command, tape, actor, action, giver=giver, last=True, bits=bits)
                )
            finally:
                rolled.update(tape_of(tape.rolls))
            _keep_answer(board, beside, done)
            _change_along(board, along)
            return replace(_as_people_read_it(board, done), cut_off=cut_off)

    while True:
        try:
            return again_if_busy(store, once)
        except Instead as other:
            command = other.command


def _cut_off(board: JournalBoard) -> tuple[UndoneBranch, ...]:
    """Return the branches that the undone entries become with the next command."""
    last = board.ledger.last_seq
    if last == board.ledger.last_number:  # nothing was ever undone
        return ()
    if board.entries(Entry.kind, criteria=(Entry.seq == last,)).scalar() in (None, "do"):
        return ()
    steps = [*board.entries(Entry.seq, Entry.kind, Entry.about)]
    before = standing(steps).branches()
    return tuple(branch for branch in standing([*steps, (last + 1, "do", None)]).branches() if branch not in before)


def _as_people_read_it(board: JournalBoard, done: Done) -> Done:
    """Return what was done with names in its answer in place of the numbers that the journal has."""
    return replace(done, receipt=people_of(board).shown_receipt(done.receipt))


def _first_answer(board: JournalBoard, beside: HandIn | None) -> AlreadyDone | None:
    """Return the answer that was given under the same key before; None if there was none."""
    if beside is None:
        return None
    from campaign.journal.handing_in import answer_on  # only the desk hands in by a key

    return answer_on(board.connection, board.campaign_id, beside)


def _look_first(board: JournalBoard, check: Check | None) -> None:
    """Let a check look at the campaign; the command finds a board that nothing was read from."""
    if check is not None:
        check(board)
        board.must_be_recorded()
        board.let_go()


def _change_along(board: JournalBoard, along: Along | None) -> None:
    if along is not None:
        from campaign.journal.beside import Beside  # only the desk changes something beside the journal

        with board.journal_writes():
            along(Beside(board.connection, board.campaign_id))


def _keep_answer(board: JournalBoard, beside: HandIn | None, done: Done) -> None:
    if beside is not None:
        from campaign.journal.handing_in import keep_answer

        keep_answer(board, beside, done)


def preview(
    store: Store, campaign: str | None, command: object, *, source: Sources, actor: str, register: Register = REGISTER
) -> Preview:
    """Return the result that a command would have: it is carried out, looked at, and rolled back."""

    return preview_to_enter(store, campaign, command, source=source, actor=actor, register=register)[0]


def preview_to_enter(
    store: Store, campaign: str | None, command: object, *, source: Sources, actor: str, register: Register = REGISTER
) -> tuple[Preview, Carried | None]:
    """Return the same as ``preview``, and what ``enter`` writes down if the command is given; None if it is to be
    carried out again.
    """

    def look(board: JournalBoard, done: Done, carried: Carried) -> tuple[Preview, Carried | None]:
        receipt = people_of(board).shown_receipt(done.receipt)
        seen = Preview(receipt, changes_of(board), done.rolls, is_of_other_dice=done.drew)
        return seen, carried if carried.is_certain else None

    return _tried(store, campaign, command, look, source=source, actor=actor, register=register)


def foresee(
    store: Store,
    campaign: str | None,
    command: object,
    *,
    source: Sources,
    actor: str,
    giver: int | None = None,
    register: Register = REGISTER,
) -> Foreseen:
    """Return the result that a command would have, as ``preview`` does, but without every value that would change, and
    with what ``enter`` needs to write it down.
    """

    def look(board: JournalBoard, done: Done, carried: Carried) -> Foreseen:
        receipt = people_of(board).shown_receipt(done.receipt)
        return Foreseen(receipt, carried if carried.is_certain else None, is_of_other_dice=done.drew)

    return _tried(store, campaign, command, look, source=source, actor=actor, giver=giver, register=register)


def _tried(
    store: Store,
    campaign: str | None,
    command: object,
    look: Callable[[JournalBoard, Done, Carried], Answer],
    *,
    source: Sources,
    actor: str,
    giver: int | None = None,
    register: Register,
) -> Answer:
    """Carry out one command, look at what it did, and roll it back."""
    _refuse_unprintable(command, actor)

    def once() -> Answer:
        with trying(store, campaign) as board:
            refuse_unknown_numbers(board, texts_of(command))
            tape = Tape(source_of(source, board), board.moment)
            carried = carry_out(board, command, tape, actor, register.of(command), giver=giver)
            return look(board, write_down(board, carried), carried)

    while True:
        try:
            return again_if_busy(store, once)
        except Instead as other:
            command = other.command


def enter(store: Store, campaign: str | None, carried: Carried) -> Done | None:
    """Write down what was carried out on a copy and shown, as the next entry. Returns None, and changes nothing, if the
    campaign has gone on since, or its file was changed otherwise: then the command is to be carried out on what stands
    now. Raises Locked, StoreError.
    """

    def once() -> Done | None:
        with writing(store, campaign) as board:
            if (board.state, board.marks.now) != (carried.state, carried.mark):
                return None
            cut_off = _cut_off(board)
            return replace(_as_people_read_it(board, enter_on(board, carried)), cut_off=cut_off)

    return again_if_busy(store, once)


def enter_the_same(
    store: Store,
    campaign: str | None,
    carried: Carried,
    command: object,
    agrees: Callable[[tuple[Change, ...]], bool],
    *,
    source: Sources,
    register: Register = REGISTER,
) -> Done:
    """Carry out again, on what stands now, a command that was carried out on a copy and shown, and write it down.
    ``agrees``: whether these changes are those that were shown. Raises GoneOn, with nothing changed, if they are not,
    or the answer is another.
    """
    actor = carried.facts["actor"]

    def once() -> Done:
        with writing(store, campaign) as board:
            tape = Tape(source_of(source, board), board.moment)
            cut_off = _cut_off(board)
            again = carry_out(board, command, tape, actor, register.of(command), giver=carried.facts["giver"])
            done = write_down(board, again)
            if again.receipt != carried.receipt or not agrees(changes_of(board)):
                raise GoneOn(
                    "the campaign has changed since you looked, so your change was not made. Look at the campaign again"
                )
            return replace(_as_people_read_it(board, done), cut_off=cut_off)

    return again_if_busy(store, once)


def enter_on(board: JournalBoard, carried: Carried) -> Done:
    """Write down what was carried out on a copy that was as this board is now: its rows, its pictures and its entry."""
    from campaign.journal.pictures import keep

    board.begin_entry()
    keep(board, carried.pictures)
    board.write_again(carried.facts["images"])
    board.next_id = carried.next_id
    return write_down(board, carried)


def begin_campaign(
    store: Store,
    facts: Facts,
    command: object,
    *,
    source: Source,
    actor: str,
    build: Build | None = None,
    register: Register = REGISTER,
    along: Callable[[Connection, Done], None] | None = None,
) -> Done:
    """Start a campaign: its facts and ledger, then the start command as entry 1.

    ``build`` lays out the rows (a scenario already read and checked, bound by ``functools.partial``); without it the
    action of the register that takes this command does. ``along`` writes down in the same transaction what belongs to
    another campaign of the database. Raises Refused if the name is taken.
    """
    _refuse_unprintable(command, actor)
    _refuse_unprintable(facts, facts.name)
    using = Action("found", type(command), without_dice(build)) if build is not None else None

    def once() -> Done:
        with store.engine.connect() as connection, connection.begin():
            if connection.scalar(select(Campaign.id).where(Campaign.name == facts.name)) is not None:
                raise Refused(f"{store.name} already has a campaign called {facts.name!r}. Choose another name")
            row = {**asdict(facts), "program_version": __version__}
            ident = connection.execute(insert(Campaign.__table__).values(row)).inserted_primary_key[0]  # type: ignore[index]
            connection.execute(
                insert(Ledger.__table__).values(
                    campaign_id=ident, revision=HEAD, next_id=1, last_seq=0, last_number=0, head=""
                )
            )
            with board_on(connection, ident, write=True) as board:
                tape = Tape(source, Moment(1, 1))
                done = write_down(board, carry_out(board, command, tape, actor, using or register.of(command)))
                if along is not None:
                    with board.journal_writes():
                        along(connection, done)
                return _as_people_read_it(board, done)

    return again_if_busy(store, once)


def _refuse_unprintable(command: object, actor: str) -> None:
    """Raise BadInput for a text with a control or direction character. Old commands that contain one are run again
    unchanged.
    """
    names = (actor, *(name for name in (getattr(command, "name", None),) if isinstance(name, str)))
    for text, code in (
        *((name, breaks_line(name)) for name in names),
        *((text, untyped(text)) for text in texts_of(command)),
    ):
        if code:
            raise BadInput(f"{text[:60]!a} has a character that cannot be printed ({code}). Leave that character out")


def source_of(source: Sources, board: JournalBoard) -> Source:
    """Return a source of dice, made for this campaign if necessary."""
    return source(board) if callable(source) else source


def write_entry(board: JournalBoard, **facts: Any) -> dict[str, Any]:
    """Write one entry, chained to the one before, and bring the ledger up to date; return its columns."""
    moment, phase = facts.pop("moment"), facts.pop("phase")
    ledger = board.ledger
    facts["actor"] = signed_by_number(board, facts["actor"])
    entry = {
        **dict.fromkeys(YOUNGER),
        **facts,
        "seq": ledger.last_seq + 1,
        "day": moment.day,
        "turn": moment.turn,
        "phase": str(phase),
        "written": stamp(),
        "revision": HEAD,
        "program_version": __version__,
        "rules": EDITION,
        "before": ledger.head,
    }
    entry["hash"] = hash_of(entry)
    ledger.last_seq, ledger.head, ledger.next_id = entry["seq"], entry["hash"], board.next_id
    ledger.last_number = entry["number"] - 1 if entry["kind"] == "undo" else entry["number"]
    counters = {name: getattr(ledger, name) for name in _COUNTERS}
    with board.journal_writes():
        connection = board.connection
        connection.execute(_NEW_ENTRY, {"campaign_id": ledger.campaign_id, **entry})
        connection.execute(
            _LEDGER, {"of": ledger.campaign_id, **{f"new_{name}": value for name, value in counters.items()}}
        )
    board.stored.written_beside(Entry.__tablename__)
    board.end_entry()
    return entry


def hash_of(entry: Mapping[str, Any]) -> str:
    """Return the SHA-256 over all columns of an entry, including the hash of the entry before.

    The campaign's id is left out, so that a copy has the same chain; so are columns that an older entry does not have,
    whose hash stands.
    """
    younger = {name for name in YOUNGER if entry[name] is None}
    fields = {name: value for name, value in entry.items() if name not in {"campaign_id", "hash", *younger}}
    digest = sha256()
    for piece in canonical_pieces(fields):
        digest.update(piece.encode())
    return digest.hexdigest()


def _clock(board: JournalBoard) -> tuple[Moment, Phase] | None:
    """Return the campaign's turn and phase; None before its start has set the clock."""
    try:
        return board.moment, board.clock.phase
    except NotFound:
        return None


def _dice_text(rolls: list[Roll]) -> str:
    named = ((roll.name, roll.value) for roll in rolls)
    return canonical(
        [
            [name.moment.day, name.moment.turn, name.sides, name.purpose, name.subject, name.k, value]
            for name, value in named
        ]
    )


def rolls_of(text: list[list[Any]]) -> tuple[Roll, ...]:
    """Return recorded dice read from their text."""
    return tuple(
        Roll(RollName(Moment(day, turn), sides, purpose, subject, k), value)
        for day, turn, sides, purpose, subject, k, value in text
    )


def _given_text(board: JournalBoard) -> str:
    gifts = [(table, key, ident) for (table, key), ident in board.issued.items()]
    if not all(map(lt, board.issued.values(), islice(board.issued.values(), 1, None))):
        gifts.sort(key=lambda gift: (gift[2], gift[0]))
    return canonical(gifts)
