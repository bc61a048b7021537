"""Amending how a battle ended: which entry says so, and the command that should be there.

ending_to_amend(board, row, number) -> Amendable
returns_by_side(board, row) -> {side: Amendable}
return_to_amend(board, row, side) -> Amendable                            the last entry with a return of that side
return_amended(board, row, old, returns, side, ...) -> Amendment          returns as they should read; what they
                                                                          settled stays settled
returns_amended(board, old, returns, forms) -> (words, ...)               what each of them says differently
ruled(board, row, old, states, places, held, text, why) -> RuleBattle     a ruling in place of the old outcome
numbered(lines, form) -> lines                            with the numbers of the form in place of names
with_lines(before, corrections, form) -> content                              a return with some lines as they should be
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from campaign.actions.all_actions import every_action
from campaign.actions.corrections import Amendment
from campaign.actions.returns.take import RecordReturn, SettleBattle
from campaign.actions.returns.word import UnitEnd, goes_said
from campaign.errors import BadInput, CampaignError, NotFound
from campaign.exchange.returns.text import changes_text
from campaign.journal.amending import Amendable, amended_since, entry_of, last_entry
from campaign.journal.board import JournalBoard
from campaign.journal.canonical import canonical
from campaign.journal.undo import standing_of
from campaign.model import Battalion, Battle, BattleUnit, Entry, Place, Return, Side
from campaign.situation.names import among, battle_numbered, side_named
from campaign.terms.words import find
from campaign.values import replace
from campaign.verbs.resolution import ResolveBattle
from campaign.verbs.rulings import RuleBattle, UnitWord
from campaign.words.packet import ReturnForm
from campaign.words.return_foot import BOTH

ENDING = (RecordReturn, SettleBattle, ResolveBattle, RuleBattle)
"""Commands that give the result of a battle."""


def why_no_lines(board: JournalBoard, row: Battle, old: Amendable) -> str:
    """Return why lines of a return are not accepted for a battle that did not end with the recording of a return, and
    what is.
    """
    how = {SettleBattle: "was settled on the returns recorded", ResolveBattle: "was resolved", RuleBattle: "was ruled"}[
        type(old.command)
    ]
    number = battle_numbered(board, str(row.number)).id
    filed = last_entry(
        board,
        every_action(),
        lambda _, command: isinstance(command, RecordReturn) and battle_numbered(board, command.battle).id == number,
    )
    line = f". To amend a line of the return: --entry {filed.number} --line ..." if filed is not None else ""
    return (
        f"battle {row.number} ({row.name}) {how} (entry {old.number}), and that entry has no lines. Write "
        f"--state UNIT=STATE{line}"
    )


def ending_to_amend(board: JournalBoard, row: Battle, number: int | None) -> Amendable:
    """Return the last entry that says how a battle ended, or the one of that number. Raises NotFound, BadInput for an
    entry that does not say so.
    """
    register = every_action()

    def is_its(verb: str, command: Any) -> bool:
        return isinstance(command, ENDING) and battle_numbered(board, command.battle).id == row.id

    if number is not None:
        old = entry_of(board, number, register)
        if not is_its(old.verb, old.command):
            raise BadInput(
                f"entry {number} ({old.summary}) does not record how battle {row.number} ended. Find the "
                "entry that does: campaign log"
            )
        return _as_amended(board, old)
    amendable = last_entry(board, register, is_its)
    if amendable is None:
        raise NotFound(
            f"no entry records how battle {row.number} ({row.name}) ended. If campaign next resolved the "
            "battle automatically, change its units with campaign adjust"
        )
    return _as_amended(board, amendable)


def return_to_amend(board: JournalBoard, row: Battle, side: str | None) -> Amendable:
    """Return the last entry that holds a return of a side in a battle; of the only side that has one if none is named.
    Raises NotFound, and BadInput where both sides have returns in entries of their own.
    """
    returns = returns_by_side(board, row)
    if not returns:
        raise NotFound(
            f"battle {row.number} ({row.name}) has no return in the journal, so there are no lines to amend. "
            "Write --state UNIT=STATE, --place UNIT=PLACE, --held SIDE or --text TEXT"
        )
    where = " and ".join(f"{key} (entry {old.number})" for key, old in returns.items())
    if side is None:
        if len({old.number for old in returns.values()}) > 1:
            raise BadInput(
                f"battle {row.number} has returns of {where}. Name the side whose return has the line: --side "
                f"{' or --side '.join(returns)}"
            )
        return next(iter(returns.values()))
    key = side_named(board, side).key
    if key not in returns:
        raise NotFound(
            f"battle {row.number} has no return of {key}, only of {where}. Write --side {' or --side '.join(returns)}"
        )
    return returns[key]


def returns_by_side(board: JournalBoard, row: Battle) -> dict[str, Amendable]:
    """Return the last entry in force with a return of each side, by the side's key."""
    register = every_action()
    by_side: dict[str, Amendable] = {}
    for side in board.rows(Side):

        def is_its(_: str, command: Any, side: Side = side) -> bool:
            return (
                isinstance(command, RecordReturn)
                and battle_numbered(board, command.battle).id == row.id
                and side.key in (side_of_return(board, content) for content in command.returns)
            )

        if (old := last_entry(board, register, is_its)) is not None:
            by_side[side.key] = _as_amended(board, old)
    return by_side


def _as_amended(board: JournalBoard, old: Amendable) -> Amendable:
    """Return an entry with its returns as they read since it was last amended from now on."""
    if not isinstance(old.command, RecordReturn):
        return old
    contents = {side_of_return(board, content): content for content in old.command.returns}
    for amendment in amended_since(board, old.number, every_action()).values():
        for put in amendment.values:
            if (put.table, put.column) == ("battle_return", "content"):
                contents[side_of_return(board, put.after)] = json.loads(canonical(put.after))
    return replace(old, command=replace(old.command, returns=tuple(contents.values())))


def ruled(
    board: JournalBoard,
    row: Battle,
    old: object,
    states: Sequence[tuple[str, str]],
    places: Sequence[tuple[str, str]],
    held: str | None,
    text: str | None,
    why: str,
    *,
    proposals: bool = False,
) -> RuleBattle:
    """Return the old ruling with the new statements in place of the old ones; or a ruling in place of the program's
    resolution. What the umpire said that units do still counts; ``proposals``: and so does the program's choice where
    the way back is doubtful.
    """
    if not (states or places or held or text):
        raise BadInput(
            f"no amendment of battle {row.number} was given. Add --state UNIT=STATE, --place UNIT=PLACE, "
            "--held SIDE or --text TEXT"
        )
    fighters = fighters_of(board, row)
    before = old if isinstance(old, RuleBattle) else outcome_as_ruling(board, row, fighters, text or why)
    if isinstance(old, (RecordReturn, SettleBattle)):
        said = (UnitWord(end.unit, end.word) for end in old.word.ends if goes_said(end.word) is not None)
        before = replace(before, places=tuple(said))
    return replace(
        before,
        proposals=proposals,
        text=text or before.text,
        held=before.held if held is None else held,
        states=_corrected(row, fighters, before.states, states),
        places=_corrected(row, fighters, before.places, places),
    )


def return_amended(
    board: JournalBoard,
    row: Battle,
    old: Amendable,
    returns: Mapping[str, dict[str, Any]],
    side: str,
    *,
    held: str | None = None,
    places: Sequence[tuple[str, str]] = (),
    proposals: bool = False,
    said: tuple[str, ...] = (),
) -> Amendment:
    """Return the amendment of an entry with returns (``returns``: by side, as they should read). If they settled the
    battle, in this entry or a later one, it stays settled: the amended return of this ``side`` is believed where the
    two differ then, and the answers given now join those that settled it.
    """
    if held is not None:
        content = returns[side]
        content["foot"] = {**(content.get("foot") or {}), "field": held}
    command, number = replace(old.command, returns=tuple(returns.values())), _settled_in(board, row, old.seq)
    if number is None:
        return Amendment(old, command, f"battle {row.number},", said)
    settling = command if number == old.number else entry_of(board, number, every_action()).command
    word = settling.word
    ends = _corrected(row, fighters_of(board, row), [UnitWord(end.unit, end.word) for end in word.ends], places)
    word = replace(
        word,
        held=held or word.held,
        ends=tuple(UnitEnd(end.unit, end.word) for end in ends),
        proposals=word.proposals or proposals,
    )
    believe = settling.believe or _side_of_code(board, row).get(side, side)
    settling = replace(settling, believe=believe, word=word)
    if isinstance(settling, RecordReturn):
        settling = replace(settling, settles=True)
    if number == old.number:
        return Amendment(old, settling, f"battle {row.number},", said)
    return Amendment(old, command, f"battle {row.number},", said, along={number: settling})


def returns_amended(
    board: JournalBoard, old: Amendable, returns: Mapping[str, Mapping[str, Any]], forms: Mapping[str, ReturnForm]
) -> tuple[str, ...]:
    """Return the differences of each amended return from the recorded one, after the name of its side. ``returns`` and
    ``forms``: by side.
    """
    names = {side.key: side.name for side in board.rows(Side)}
    places = {place.key: place.name for place in board.rows(Place)}
    before = {side_of_return(board, content): content for content in old.command.returns}
    told = []
    for key, content in returns.items():
        form = forms.get(key) or next(iter(forms.values()))
        was, becomes = (
            {**filed, "lines": numbered(filed.get("lines") or (), form)} for filed in (before.get(key, {}), content)
        )
        if changes := changes_text(was, becomes, form.columns, form.stand_columns, {**places, **names}):
            told.append(f"{names.get(key, key)}: {changes}")
    return tuple(told)


def _side_of_code(board: JournalBoard, row: Battle) -> dict[str, str]:
    """Return the key of the side of each return that is in, by the sheet code that it bears."""
    sides = board.by_id(Side)
    rows = board.rows(Return, Return.battle_id == row.id)
    return {str(filed.content.get("code") or ""): sides[filed.side_id].key for filed in rows}


def _settled_in(board: JournalBoard, row: Battle, since: int) -> int | None:
    """Return the number of the first entry in force, from this one on, that settled returns of a battle; None if they
    are not settled.
    """
    numbers = {seq: number for number, seq in enumerate(standing_of(board).living, 1) if seq >= since}
    columns = (Entry.seq, Entry.arguments, Entry.images)
    rows = board.entries(*columns, criteria=(Entry.verb.in_(("battle record", "battle settle")), Entry.seq >= since))
    for entry in sorted(rows, key=lambda entry: entry.seq):
        if entry.seq not in numbers or battle_numbered(board, json.loads(entry.arguments)["battle"]).id != row.id:
            continue
        changed = (change for flush in json.loads(entry.images) for change in flush)
        if any(table == "battle_return" and (after or {}).get("settled") for table, _, _, after in changed):
            return numbers[entry.seq]
    return None


def fighters_of(board: JournalBoard, row: Battle) -> dict[int, Battalion]:
    """Return the battalions that took part, by id."""
    ours = {line.battalion_id for line in board.rows(BattleUnit, BattleUnit.battle_id == row.id)}
    return {ident: battalion for ident, battalion in board.by_id(Battalion).items() if ident in ours}


def outcome_as_ruling(board: JournalBoard, row: Battle, fighters: Mapping[int, Battalion], text: str) -> RuleBattle:
    """Return the outcome of a resolution or a return as a ruling: the holder of the field, and every state that became
    worse.
    """
    lines = board.rows(BattleUnit, BattleUnit.battle_id == row.id)
    words = [
        UnitWord(fighters[line.battalion_id].key, line.end_state.value)
        for line in sorted(lines, key=lambda line: (line.side_id, line.line))
        if line.end_state is not None and line.end_state is not line.start_state
    ]
    holder = board.by_id(Side)[row.field_held_by_id].key if row.field_held_by_id is not None else BOTH
    through = f"{row.reached_day}.{row.reached_turn}" if row.reached_day and row.reached_turn else ""
    return RuleBattle(str(row.number), text, holder, tuple(words), (), through)


def _corrected(
    row: Battle, fighters: Mapping[int, Battalion], before: Sequence[UnitWord], corrections: Sequence[tuple[str, str]]
) -> tuple[UnitWord, ...]:
    """Return the statements on each unit, with the corrections in place of the old ones."""

    def key(word: str) -> str:
        return among(word, f"battalion of battle {row.number}", fighters.values()).key

    words = {key(unit_word.unit): unit_word for unit_word in before}
    words |= {key(unit): UnitWord(unit, word) for unit, word in corrections}
    return tuple(words.values())


def side_of_return(board: JournalBoard, content: Mapping[str, Any]) -> str:
    """Return the key of the side whose return this is; its code where it names none."""
    try:
        return side_named(board, str(content.get("side") or "")).key
    except CampaignError:
        return str(content.get("code") or "")


def whose_return(board: JournalBoard, returns: Mapping[str, Any], side: str | None) -> str:
    """Return the key of the return that is meant, by its side or as the only one. Raises BadInput."""
    if side is not None:
        key = side_named(board, side).key
        if key not in returns:
            held = " and ".join(returns)
            raise BadInput(
                f"that entry holds the return of {held}, not of {key}. Leave --entry out to amend the last "
                f"return of {key}"
            )
        return key
    if len(returns) > 1:
        raise BadInput(f"that entry holds the returns of several sides. Add --side {' or --side '.join(returns)}")
    return next(iter(returns))


def with_lines(
    before: Sequence[Mapping[str, Any]], corrections: Sequence[Mapping[str, Any]], form: ReturnForm
) -> list[Mapping[str, Any]]:
    """Return the lines of a return, with the corrected ones in place of the old ones. An old line may name its unit in
    place of a number.
    """
    lines = {entry.get("line", entry.get("unit")): entry for entry in numbered(before, form)}
    lines |= {entry["line"]: entry for entry in corrections}
    return list(lines.values())


def numbered(lines: Iterable[Mapping[str, Any]], form: ReturnForm) -> list[Mapping[str, Any]]:
    """Return the lines of a return, each unit that is named by one line of its form as the number of that line."""
    printed = [line for command in form.commands for line in command.lines]
    labels = [(name, line.line) for line in printed for name in (line.full_name, line.name) if name]
    result: list[Mapping[str, Any]] = []
    for entry in lines:
        numbers = find(str(entry.get("unit")), labels) if "line" not in entry else ()
        if len(numbers) == 1:
            entry = {"line": numbers[0], **{key: value for key, value in entry.items() if key != "unit"}}
        result.append(entry)
    return result
