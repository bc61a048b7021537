"""Replay: the entries after a given one are undone, and their commands run again with the dice that were rolled.

    trial = try_replay(store, campaign, ...)            what would follow, tried on a copy
    replay_as_tried(store, campaign, trial, ...)        that, written down as it was tried
    replay(store, campaign, ...)                        the same without a look

Dice are found again by name, and a row of the same table and natural key is given the id it had; so what no correction
touches comes out unchanged. A roll that was never made is made now, from the source given. Where a command makes no
sense any more everything stops and the campaign stays unchanged. If nothing became different, the journal is left
alone. The start, entry 1, is never replayed.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from sqlalchemy.exc import SQLAlchemyError

from campaign.errors import CampaignError, DiceWanted, GoneOn, Locked, Refused
from campaign.journal.board import IssuedIds, JournalBoard
from campaign.journal.changes import Change
from campaign.journal.entry_upgrade import command_lifted
from campaign.journal.notes import NOTES
from campaign.journal.people import people_of
from campaign.journal.positions import moved_from
from campaign.journal.record import FOUNDING, Carried, Sources, Throw, carry_out, rolls_of, source_of, write_down
from campaign.journal.register import REGISTER, Register, command_from_json
from campaign.journal.row_names import Names
from campaign.journal.shown import Shown, tried
from campaign.journal.standing import UndoneBranch
from campaign.journal.state import State, differences, stored, upgraded_flushes
from campaign.journal.transaction import again_if_busy, board_on, check_revision, keep_rows, writing
from campaign.journal.turn_bits import begun_in, turns_of
from campaign.journal.undo import standing_of, wind_entry
from campaign.model import Entry
from campaign.rows.images import Flush, sheets
from campaign.rules.common.dice import Roll, RollName, Tape, tape_of
from campaign.store import Store
from campaign.store.error_text import in_words, is_busy
from campaign.terms.state import BattleState
from campaign.terms.time import Moment
from campaign.values import dataclass, field, replace
from campaign.words.receipt import Receipt


class Senseless(Refused):
    """The error of a replay that comes to an entry, of this ``number``, that makes no sense any more."""

    def __init__(self, reason: str, number: int) -> None:
        super().__init__(reason, unchanged=True)
        self.number = number


@dataclass(frozen=True, slots=True)
class Rerun:
    """An entry that was run again. ``after`` is its summary now, None if it was left out; ``rolls`` are those made for
    the first time.
    """

    number: int
    before: str
    after: str | None
    rolls: tuple[Roll, ...] = ()


@dataclass(frozen=True, slots=True)
class Replayed:
    """The result of a replay. ``changes``: the values that became different; ``written`` is false if the journal was
    left alone.
    """

    after: int
    entries: tuple[Rerun, ...]
    changes: tuple[Change, ...]
    written: bool
    played: tuple[str, ...] = ()
    """Fought battles and decisions of players that the replay would change: ``battle 2, Halfaya Pass, top``."""
    elsewhere: int = 0
    """Number of rows that became different although no removed entry had written them."""
    kept: tuple[UndoneBranch, ...] = ()
    """Branches in which the entries are kept as they were, if the journal was written and a redo would not bring them
    back."""

    @property
    def otherwise(self) -> tuple[Rerun, ...]:
        """Entries that were run again and read differently, or rolled dice that were never rolled."""
        return tuple(run for run in self.entries if run.after is not None and (run.after != run.before or run.rolls))

    @property
    def is_felt_elsewhere(self) -> bool:
        """True if anything except the omitted entry comes out differently."""
        return bool(self.otherwise or self.elsewhere)

    @property
    def is_different(self) -> bool:
        """True if anything at all became different."""
        return bool(self.changes) or any(rerun.after != rerun.before or rerun.rolls for rerun in self.entries)


@dataclass(frozen=True, slots=True)
class Correction:
    """The corrections of a replay: other commands in place of those of these numbers, numbers to leave out, and
    commands to insert after one.
    """

    instead: Mapping[int, object] = field(default_factory=dict)
    without: Collection[int] = ()
    also: Mapping[int, Sequence[object]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class TriedReplay:
    """A replay that was tried on a copy: the result, the correction, who signs the undo, and the entries as they are
    written down; None if they are to be run again.
    """

    replayed: Replayed
    correction: Correction
    actor: str
    shown: Shown | None


@dataclass(frozen=True, slots=True)
class _Old:
    """An entry as it was written."""

    seq: int
    number: int
    actor: str
    giver: int | None
    origin: str | None
    verb: str
    arguments: str
    dice: tuple[Roll, ...]
    given: IssuedIds
    images: str
    revision: str
    summary: str
    is_ruling: bool
    bits: str | None
    dice_from: str | None


def replay(
    store: Store,
    campaign: str | None = None,
    *,
    after: int = FOUNDING,
    source: Sources,
    actor: str,
    correction: Correction | None = None,
    register: Register = REGISTER,
) -> Replayed:
    """Run the living entries after number ``after`` again. ``actor`` signs the undo; the entries keep their own
    actors.

    Raises Refused where there is nothing to replay or an entry makes no sense any more, DiceWanted for a roll that the
    players must make; then nothing was changed.
    """

    def work(board: JournalBoard) -> Replayed:
        return _replay(board, store, after, source, actor, correction or Correction(), register)

    return _kept_if_different(store, campaign, work)


def try_replay(
    store: Store,
    campaign: str | None = None,
    *,
    after: int = FOUNDING,
    source: Sources,
    actor: str,
    correction: Correction | None = None,
    register: Register = REGISTER,
) -> TriedReplay:
    """Return what ``replay`` would do, and what ``replay_as_tried`` needs to write it down. Raises the same."""
    put_right = correction or Correction()
    replayed, shown = tried(
        store, campaign, lambda board: _replay(board, store, after, source, actor, put_right, register)
    )
    return TriedReplay(replayed, put_right, actor, shown)


def replay_as_tried(
    store: Store, campaign: str | None, trial: TriedReplay, *, throw: Throw, register: Register = REGISTER
) -> Replayed:
    """Write a replay down as it was tried. If the database was changed since, the entries are run again, which must do
    the same.

    Raises GoneOn if they do something else by now; then nothing was changed.
    """

    def anew(source: Sources) -> Replayed:
        def work(board: JournalBoard) -> Replayed:
            after = trial.replayed.after
            done = _replay(board, store, after, source, trial.actor, trial.correction, register)
            if done != trial.replayed:
                raise GoneOn(
                    "the campaign has changed since you looked, so your change was not made. Look at the campaign again"
                )
            return done

        return _kept_if_different(store, campaign, work)

    done = _as_shown(store, campaign, trial)
    return throw(anew) if done is None else done


def _as_shown(store: Store, campaign: str | None, trial: TriedReplay) -> Replayed | None:
    """Write a replay down as it was tried; None if the database is not as it was before the trial."""
    shown = trial.shown
    if shown is None:
        return None

    def once() -> Replayed | None:
        with writing(store, campaign) as board:
            if not shown.is_of(board):
                return None
            if not trial.replayed.is_different:
                return trial.replayed
            before = _branches_on(board)
            shown.write(board)
            return replace(trial.replayed, written=True, kept=_branches_on(board, but=before))

    return again_if_busy(store, once)


def leave_out(
    store: Store,
    campaign: str | None,
    entry: Callable[[JournalBoard], int],
    *,
    agree: Callable[[Replayed], None],
    source: Sources,
    actor: str,
    preview: bool = False,
    register: Register = REGISTER,
) -> Replayed:
    """Run the entries that follow one again without it; a redo brings it back unchanged. ``entry`` returns its number
    on the board of the same transaction, and ``agree`` raises Refused where the result must not happen.

    Raises what ``replay`` does; then nothing was changed.
    """

    def work(board: JournalBoard) -> Replayed:
        number = entry(board)
        done = _replay(board, store, number - 1, source, actor, Correction(without=(number,)), register)
        agree(done)
        return done

    return _kept_if_different(store, campaign, work, preview=preview)


def _kept_if_different(
    store: Store, campaign: str | None, work: Callable[[JournalBoard], Replayed], *, preview: bool = False
) -> Replayed:
    """Replay in a transaction that is committed if anything became different and this is not a preview."""

    def once() -> Replayed:
        with store.engine.connect() as connection, connection.begin() as transaction:
            with board_on(connection, campaign, write=True, kept=store.rows) as board:
                check_revision(board, store)
                before = _branches_on(board)
                done = work(board)
                kept = _branches_on(board, but=before)
            keep = done.is_different and not preview
            if not keep:
                transaction.rollback()
        if keep:
            keep_rows(store, board)
        return replace(done, written=keep, kept=kept if keep else ())

    return again_if_busy(store, once)


def _branches_on(board: JournalBoard, but: Collection[UndoneBranch] = ()) -> tuple[UndoneBranch, ...]:
    """Return the branches of undone entries on a board, except those of these names."""
    names = {one.name for one in but}
    return tuple(one for one in standing_of(board).branches() if one.name not in names)


def _replay(
    board: JournalBoard,
    store: Store,
    after: int,
    source: Sources,
    actor: str,
    correction: Correction,
    register: Register,
) -> Replayed:
    old = _entries_after(board, after)
    if strange := sorted({*correction.instead, *correction.without} - {entry.number for entry in old}):
        raise Refused(
            f"entry {strange[0]} cannot be amended: only entries {after + 1} to {old[-1].number} are played "
            "again (list: campaign log)"
        )
    board.hold()
    before = stored(board)
    for entry in reversed(old):
        wind_entry(board, entry.seq, back=True, actor=actor)
    turns_of(board).draw_from_seed()
    rolled = tape_of(roll for entry in old for roll in entry.dice)
    gave: IssuedIds = {key: ident for entry in old for key, ident in entry.given.items()}
    tape = Tape(source_of(source, board), board.moment, rolled)
    reruns = [
        _put_in(board, store, command, tape, after, actor, register) for command in correction.also.get(after, ())
    ]
    for entry in old:
        if entry.number in correction.without:
            reruns.append(Rerun(entry.number, entry.summary, None))
            continue
        board.remembered = {**gave, **entry.given}
        tape = Tape(source_of(source, board), board.moment, rolled)  # new dice may have come with an entry before
        reruns.append(_run(board, store, entry, tape, correction, register, rolled))
        board.let_go()
        reruns.extend(
            _put_in(board, store, command, tape, entry.number, actor, register)
            for command in correction.also.get(entry.number, ())
        )
    board.remembered = {}
    now, people = stored(board), people_of(board)
    reruns = [
        replace(run, before=people.shown(run.before), after=run.after and people.shown(run.after)) for run in reruns
    ]
    left_out = [flush for entry in old if entry.number in correction.without for flush in _flushes_of(board, entry)]
    return Replayed(
        after,
        tuple(reruns),
        tuple(
            replace(change, before=people.shown_value(change.before), after=people.shown_value(change.after))
            for change in _changes(before, now)
        ),
        written=False,
        played=played(before, now),
        elsewhere=_elsewhere(before, now, left_out),
    )


def _flushes_of(board: JournalBoard, entry: _Old) -> list[Flush]:
    return upgraded_flushes(board, entry.images, entry.revision)


def _elsewhere(before: State, now: State, flushes: list[Flush]) -> int:
    """Return how many rows differ in columns that these flushes did not write."""
    written: dict[tuple[str, int], set[str]] = {}
    for flush in flushes:
        for table, ident, values, after in flush:
            written.setdefault((table, ident), set()).update((values or after or {}).keys())
    return sum(
        not (columns or now[table].get(ident) or before[table][ident]).keys() <= written.get((table, ident), set())
        for table, ident, columns, _ in differences(before, now)
    )


def _entries_after(board: JournalBoard, after: int) -> list[_Old]:
    """Return the entries in force after this one, in order. Raises Refused."""
    living = standing_of(board).living
    if after < FOUNDING:
        raise Refused(
            f"a replay cannot include entry {FOUNDING}, the start of the campaign. To play all later entries "
            f"again: campaign replay {FOUNDING}"
        )
    if after >= len(living):
        raise Refused(f"there are no entries after {after} to replay: the last entry is {len(living)}")
    numbers = set(living[after:])
    rows = board.entries(Entry.__table__).mappings()
    return [_old(dict(row)) for row in rows if row["seq"] in numbers]


def _old(row: dict[str, Any]) -> _Old:
    return _Old(
        row["seq"],
        row["number"],
        row["actor"],
        row["giver"],
        row["origin"],
        row["verb"],
        command_lifted(row["verb"], row["arguments"], row["revision"]),
        rolls_of(json.loads(row["dice"])),
        given_of(row["given"]),
        row["images"],
        row["revision"],
        row["summary"],
        row["is_ruling"],
        row["bits"],
        row["dice_from"],
    )


def given_of(text: str) -> IssuedIds:
    """Return recorded ids read from their text."""
    return {(table, tuple(key)): ident for table, key, ident in json.loads(text)}


def _run(
    board: JournalBoard,
    store: Store,
    entry: _Old,
    tape: Tape,
    correction: Correction,
    register: Register,
    rolled: Mapping[RollName, int],
) -> Rerun:
    """Run one entry again. Raises Refused with its number if it makes no sense any more."""
    if entry.verb in NOTES:
        _write_again(board, entry)
        return Rerun(entry.number, entry.summary, entry.summary)
    try:
        command = correction.instead.get(entry.number) or command_from_json(entry.verb, entry.arguments, register)
        carried = carry_out(
            board,
            command,
            tape,
            entry.actor,
            register.of(command),
            giver=entry.giver,
            about=entry.seq,
            origin=entry.origin,
            bits={one.stretch: one.bits for one in begun_in(entry.bits)},
            dice_from=entry.dice_from,
        )
        done = write_down(board, carried)
    except (DiceWanted, Locked):
        raise
    except CampaignError as fault:
        raise _senseless(board, entry, fault.reason) from fault
    except SQLAlchemyError as fault:
        if is_busy(fault):
            raise
        raise _senseless(board, entry, in_words(fault, store.name).reason) from fault
    fresh = tuple(roll for roll in done.rolls if roll.name not in rolled)
    return Rerun(entry.number, entry.summary, done.receipt.summary, fresh)


def _put_in(
    board: JournalBoard, store: Store, command: object, tape: Tape, number: int, actor: str, register: Register
) -> Rerun:
    """Run an inserted command after the entry of that number. Raises Refused if it makes no sense there."""
    try:
        done = write_down(board, carry_out(board, command, tape, actor, register.of(command)))
    except (DiceWanted, Locked):
        raise
    except CampaignError as fault:
        raise Refused(f"the command is not possible after entry {number}: {fault.reason}", unchanged=True) from fault
    except SQLAlchemyError as fault:
        if is_busy(fault):
            raise
        why = in_words(fault, store.name).reason
        raise Refused(f"the command is not possible after entry {number}: {why}", unchanged=True) from fault
    board.let_go()
    return Rerun(number, "", done.receipt.summary, tuple(tape.rolls))


def played(before: State, after: State) -> tuple[str, ...]:
    """Return the players' doings that read differently in the second state: finished battles and decisions taken."""
    result: dict[str, None] = {}
    for table, ident, was, _ in differences(before, after):
        if table in ("battle", "battle_unit", "battle_return") and was is not None:
            row = before[table][ident]
            number = ident if table == "battle" else row["battle_id"]
            battle = before["battle"].get(number)
            if battle is not None and BattleState(battle["state"]).is_over:
                result[f"battle {battle['number']}, {battle['name']}"] = None
        elif table == "decision" and was is not None and before[table][ident]["answer"] is not None:
            result[f"decision {before[table][ident]['number']}, {before[table][ident]['subject']}"] = None
    return tuple(result)


def _senseless(board: JournalBoard, entry: _Old, why: str) -> Senseless:
    shown = people_of(board).shown
    return Senseless(
        f"entry {entry.number} ({shown(entry.summary)}) would no longer be possible: {shown(why)}", entry.number
    )


def _write_again(board: JournalBoard, entry: _Old) -> None:
    """Write the note of the journal again, which changes nothing."""
    board.begin_entry()
    facts = {
        "kind": "do",
        "number": board.ledger.last_number + 1,
        "about": entry.seq,
        "moment": Moment(board.clock.day, board.clock.turn),
        "phase": board.clock.phase,
        "actor": entry.actor,
        "giver": entry.giver,
        "origin": entry.origin,
        "verb": entry.verb,
        "bits": entry.bits,
        "arguments": entry.arguments,
        "dice": "[]",
        "given": "[]",
        "images": "[]",
        "summary": entry.summary,
        "is_ruling": entry.is_ruling,
    }
    said = Receipt(entry.summary)
    write_down(board, Carried(board.state, board.marks.now, board.next_id, facts, said, (), drew=False, pictures=()))


def _changes(before: State, after: State) -> tuple[Change, ...]:
    """Return the differences between two states, with names."""
    names = Names((after, before))
    changes = []
    for table, ident, was, now in differences(before, after):
        name = names.of(table, ident)
        if was is None or now is None:
            changes.append(Change(table, name, "", None if was is None else name, None if now is None else name, ident))
            continue
        links = sheets()[table].links
        where = (
            moved_from(after[table][ident], was, now, after["road"].__getitem__, after["place"].__getitem__)
            if table == "battalion"
            else ("", "")
        )
        for column in now:
            target = links.get(column)
            values = [
                names.of(target, value) if target and value is not None else value
                for value in (was[column], now[column])
            ]
            changes.append(Change(table, name, column, values[0], values[1], ident, where))
    return tuple(changes)
