"""``campaign battle amend``: a battle that was recorded or ruled wrongly."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import click

from campaign.actions.all_actions import every_action
from campaign.actions.resolution import ResolveBattle
from campaign.actions.returns import RecordReturn, SettleBattle
from campaign.actions.rulings import RuleBattle, UnitWord
from campaign.cli import show
from campaign.cli.amend import Correct, How, amend, amends
from campaign.cli.battle import split_word
from campaign.cli.call import Call
from campaign.errors import BadInput, CampaignError, NotFound
from campaign.exchange.return_text import line_text
from campaign.exchange.returns import read_return
from campaign.journal.amending import Amendable, entry_of, last_entry
from campaign.journal.board import JournalBoard
from campaign.model import Battalion, Battle, BattleUnit, Side
from campaign.queries.battles import return_fields
from campaign.queries.packet import side_papers
from campaign.situation.names import among, battle_numbered, side_named
from campaign.situation.return_words import parse_line
from campaign.terms.viewer import UMPIRE
from campaign.terms.words import is_number
from campaign.views.packet import ReturnForm
from campaign.views.return_foot import BOTH

ENDING = (RecordReturn, SettleBattle, ResolveBattle, RuleBattle)
"""Commands that give the result of a battle."""


@click.command("amend")
@click.argument("battle")
@click.option(
    "--entry",
    type=int,
    metavar="N",
    help="Number of the journal entry. Default: the last one that says how the battle ended.",
)
@click.option("--side", metavar="SIDE", help="Side whose return the lines belong to, if the entry holds both.")
@click.option(
    "--line",
    "lines",
    multiple=True,
    metavar="'N WORDS'",
    help="Line of the return as it should read, as in '3 spent'. May be repeated.",
)
@click.option(
    "--return",
    "files",
    multiple=True,
    type=click.Path(exists=True, dir_okay=False),
    help="File with a whole return in place of that side's.",
)
@click.option(
    "--state", "states", multiple=True, metavar="UNIT=STATE", help="For a ruling: state of a unit, as in 'II/5=spent'."
)
@click.option(
    "--place", "places", multiple=True, metavar="UNIT=PLACE", help="For a ruling: place where a unit ends the battle."
)
@click.option("--held", metavar="SIDE|both", help="Side that holds the field.")
@click.option("--text", metavar="TEXT", help="For a ruling: how it ended.")
@amends
def amend_battle(
    call: Call,
    battle: str,
    entry: int | None,
    side: str | None,
    lines: tuple[str, ...],
    files: tuple[str, ...],
    states: tuple[str, ...],
    places: tuple[str, ...],
    held: str | None,
    text: str | None,
    how: How,
) -> None:
    """Amend how BATTLE ended.

    Without options the old entry is shown, and you type the lines that were wrong. A battle that the program resolved,
    or that was settled on one return, is amended by a ruling: --state, --place, --held, --text.
    """

    def find(board: JournalBoard) -> Correct:
        row = battle_numbered(board, battle)
        old = _old(board, row, entry)
        spare = f"battle {row.number},"
        if (lines or files) and not isinstance(old.command, RecordReturn):
            raise BadInput(_why_no_lines(board, row, old))
        if states or places or text or not isinstance(old.command, RecordReturn):
            return Correct(old, _ruled(board, row, old.command, states, places, held, text, how.why), spare)
        return Correct(old, _returned(board, old.command, side, lines, files, held), spare)

    amend(call, find, how)


def _why_no_lines(board: JournalBoard, row: Battle, old: Amendable) -> str:
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
    line = f"; a line of the return itself: --entry {filed.number} --line ..." if filed is not None else ""
    return (
        f"battle {row.number} ({row.name}) {how} (entry {old.number}), and that entry has no lines: write --state"
        f" UNIT=STATE{line}"
    )


def _old(board: JournalBoard, row: Battle, number: int | None) -> Amendable:
    register = every_action()

    def is_its(verb: str, command: Any) -> bool:
        return isinstance(command, ENDING) and battle_numbered(board, command.battle).id == row.id

    if number is not None:
        old = entry_of(board, number, register)
        if not is_its(old.verb, old.command):
            raise BadInput(
                f"entry {number} ({old.summary}) does not say how battle {row.number} ended: campaign log shows"
                " the entry that does"
            )
        return old
    amendable = last_entry(board, register, is_its)
    if amendable is None:
        raise NotFound(
            f"no entry says how battle {row.number} ({row.name}) ended: if campaign next resolved it"
            " automatically, change its units with campaign adjust"
        )
    return amendable


def _ruled(
    board: JournalBoard,
    row: Battle,
    old: object,
    states: Sequence[str],
    places: Sequence[str],
    held: str | None,
    text: str | None,
    why: str,
) -> RuleBattle:
    """Return the old ruling with the new statements in place of the old ones; or a ruling in place of the program's
    resolution.
    """
    if not (states or places or held or text):
        raise BadInput(
            f"name what to amend in battle {row.number}: --state UNIT=STATE, --place UNIT=PLACE, --held SIDE or"
            " --text TEXT"
        )
    fighters = _fighters(board, row)
    before = old if isinstance(old, RuleBattle) else _as_it_came_out(board, row, fighters, text or why)
    return replace(
        before,
        text=text or before.text,
        held=before.held if held is None else held,
        states=_words(row, fighters, before.states, [split_word(state, "--state") for state in states]),
        places=_words(row, fighters, before.places, [split_word(place, "--place") for place in places]),
    )


def _fighters(board: JournalBoard, row: Battle) -> dict[int, Battalion]:
    """Return the battalions that took part, by id."""
    ours = {line.battalion_id for line in board.rows(BattleUnit, BattleUnit.battle_id == row.id)}
    return {ident: battalion for ident, battalion in board.by_id(Battalion).items() if ident in ours}


def _as_it_came_out(board: JournalBoard, row: Battle, fighters: Mapping[int, Battalion], text: str) -> RuleBattle:
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


def _words(
    row: Battle, fighters: Mapping[int, Battalion], before: Sequence[UnitWord], corrections: Sequence[tuple[str, str]]
) -> tuple[UnitWord, ...]:
    """Return the statements on each unit, with the corrections in place of the old ones."""

    def key(word: str) -> str:
        return among(word, f"battalion of battle {row.number}", fighters.values()).key

    words = {key(unit_word.unit): unit_word for unit_word in before}
    words |= {key(unit): UnitWord(unit, word) for unit, word in corrections}
    return tuple(words.values())


def _returned(
    board: JournalBoard,
    old: RecordReturn,
    side: str | None,
    lines: Sequence[str],
    files: Sequence[str],
    held: str | None,
) -> RecordReturn:
    """Return the old returns with new lines, or with one return replaced as a whole."""
    returns = {_side_key(board, content): dict(content) for content in old.returns}
    for path in files:
        content = read_return(path, return_fields(board, UMPIRE, old.battle)).content
        returns[_side_key(board, content)] = content
    if lines or held is not None or not files:
        key = _whose(board, returns, side)
        content = returns[key]
        form = side_papers(board, UMPIRE, old.battle)[0].form
        new_lines = [_line(text, form) for text in lines] if lines or held is not None else _ask_for(content, form)
        content["lines"] = _with(content.get("lines") or (), new_lines)
        if held is not None:
            content["foot"] = {**(content.get("foot") or {}), "field": held}
    return replace(old, returns=tuple(returns.values()))


def _side_key(board: JournalBoard, content: Mapping[str, Any]) -> str:
    try:
        return side_named(board, str(content.get("side") or "")).key
    except CampaignError:
        return str(content.get("code") or "")


def _whose(board: JournalBoard, returns: Mapping[str, Any], side: str | None) -> str:
    if side is not None:
        key = side_named(board, side).key
        if key not in returns:
            raise BadInput(f"that entry holds no return of {side}: it holds {' and '.join(returns)}")
        return key
    if len(returns) > 1:
        raise BadInput(f"the entry holds several returns: add --side {' or --side '.join(returns)}")
    return next(iter(returns))


def _line(text: str, form: ReturnForm) -> dict[str, Any]:
    number, _, words = text.strip().partition(" ")
    if not is_number(number):
        raise BadInput(f"{text!r} does not begin with a line number; write it as on the return form, as in '3 spent'")
    filed_line = parse_line(int(number), words, form)
    return filed_line if filed_line is not None else {"line": int(number), "ticks": ["unchanged"]}


def _with(before: Sequence[Mapping[str, Any]], corrections: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Return the lines of a return, with the corrected ones in place of the old ones."""
    lines: dict[Any, Mapping[str, Any]] = {entry.get("line", entry.get("unit")): entry for entry in before}
    lines |= {entry["line"]: entry for entry in corrections}
    return list(lines.values())


def _ask_for(content: Mapping[str, Any], form: ReturnForm) -> list[dict[str, Any]]:
    """Return the lines that the user types until an empty one."""
    show.lines(["The return as it was recorded:"])
    for line in content.get("lines") or ():
        text = line_text(line, form.columns, form.stand_columns)
        show.lines([f"{line.get('line', line.get('unit'))}: {text or 'unchanged'}"], indent=2)
    show.lines(["Type each wrong line as it should read, as in 3 spent. Enter alone ends the list."])
    lines: list[dict[str, Any]] = []
    while typed := click.prompt("Line", default="", show_default=False, prompt_suffix=": ").strip():
        try:
            lines.append(_line(typed, form))
        except BadInput as fault:
            show.note(str(fault))
    return lines
