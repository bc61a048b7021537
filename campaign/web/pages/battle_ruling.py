"""The umpire's ruling on a battle: a ruling that settles it, and the amendment of how it ended."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from campaign.actions.battle_corrections import (
    ending_to_amend,
    fighters_of,
    numbered,
    outcome_as_ruling,
    return_amended,
    returns_amended,
    ruled,
    side_of_return,
    whose_return,
    with_lines,
)
from campaign.actions.corrections import Amendment, AmendmentTrial, FromNow, Steps, by_seed
from campaign.actions.returns.take import RecordReturn
from campaign.actions.returns.word import MOVEMENTS
from campaign.actions.rulings import ruling_follows
from campaign.errors import BadInput, Refused
from campaign.exchange.returns.text import line_text
from campaign.exchange.returns.words import parse_line
from campaign.journal.amending import Amendable
from campaign.journal.board import JournalBoard
from campaign.journal.overtaken import DrawnFor
from campaign.journal.record import Done, Preview
from campaign.journal.replay import Replayed
from campaign.journal.scratch_copy import copy_of
from campaign.journal.transaction import reading
from campaign.journal.undo import standing_of
from campaign.model import Entry, Side
from campaign.queries.battle.battle_page import battle_page
from campaign.queries.battle.packet import return_forms
from campaign.queries.book.changes import change_lines, change_list
from campaign.situation.army import load_army
from campaign.situation.names import battle_numbered
from campaign.terms.state import State
from campaign.terms.viewer import Viewer
from campaign.terms.words import is_number
from campaign.values import dataclass, replace
from campaign.verbs.rulings import RuleBattle, UnitWord
from campaign.views.battle.battle_page import BattlePage
from campaign.views.battle.what_follows import WhatFollows
from campaign.views.book.changes import ChangeList
from campaign.web.answer import Answer
from campaign.web.changes import change_rows, places_after
from campaign.web.page import page
from campaign.web.people import UMPIRE
from campaign.web.trials import MISTAKE, asked_in_the_form
from campaign.web.visit import Visit
from campaign.words.packet import ReturnForm
from campaign.words.return_foot import BOTH, BOTH_WORDS

STATE, PLACE = "state-", "place-"
"""Beginnings of the fields for a unit's state and place, before its key."""
ENDINGS = ("battle record", "battle settle", "battle resolve", "battle rule")
"""Verbs of the entries that say how a battle ended."""


# a ruling ------------------------------------------------------------------------------------------------------------
@page("/battles/{number}/rule", UMPIRE, is_kept=False, drawn_for=DrawnFor.BATTLE)
def show_ruling(visit: Visit) -> Answer:
    return _ruling_page(visit, None)


@show_ruling.post
def rule(visit: Visit) -> Answer:
    """Show what the ruling would do, or settle the battle by it."""
    shown = visit.read(lambda board, viewer: battle_page(board, viewer, visit.path["number"]))
    command = _ruling(visit, shown)
    if visit.form["do"] == "look":
        follows = visit.read(lambda board, _: ruling_follows(board, command))
        trial = replace(command, proposals=True)
        preview = visit.try_out(trial)
        return _ruling_page(visit, preview, places_after(visit, trial, shown.view.battle.number), follows)
    with asked_in_the_form():
        return visit.receipt(visit.give(command), to=f"/battles/{shown.view.battle.number}")


def _ruling(visit: Visit, shown: BattlePage) -> RuleBattle:
    form = visit.form
    if not form.get("text", "").strip():
        raise BadInput("A ruling must say how the battle ended. Write one sentence. Nothing was changed")
    states, places = _words(visit.fields)
    number = str(shown.view.battle.number)
    return RuleBattle(number, form["text"], form.get("held", ""), states, places, form.get("through", "").strip())


def _words(fields: Mapping[str, tuple[str, ...]]) -> tuple[tuple[UnitWord, ...], tuple[UnitWord, ...]]:
    """Return the states and places that were entered, by unit."""
    given = {name: values[-1].strip() for name, values in fields.items() if values and values[-1].strip()}
    states = tuple(UnitWord(n.removeprefix(STATE), v) for n, v in given.items() if n.startswith(STATE))
    places = tuple(UnitWord(n.removeprefix(PLACE), v) for n, v in given.items() if n.startswith(PLACE))
    return states, places


def _ruling_page(
    visit: Visit, preview: Preview | None, ends: Mapping[str, str] | None = None, follows: WhatFollows | None = None
) -> Answer:
    shown = visit.read(lambda board, viewer: battle_page(board, viewer, visit.path["number"]))
    row = shown.view.battle
    if row.state.is_over:
        raise Refused(f"Battle {row.number} ({row.name}) is already {row.state}. To change how it ended, amend it")
    values = _typed(visit)
    return visit.page(
        "battle_ruling.html",
        json=shown.view,
        same_at_terminal=f"campaign battle rule {row.number} --text '...'",
        shown=shown,
        row=row,
        values=values,
        holders=_holders(shown),
        states=[("", "unchanged"), *((state.value, state.value) for state in State)],
        follows=follows,
        **_preview_facts(visit, preview, ends),
    )


def _typed(visit: Visit) -> dict[str, str]:
    """Return what was typed: before a refusal, or for a look at what it would do."""
    fields = visit.typed or visit.fields
    return {name: values[-1] for name, values in fields.items() if values}


def _holders(shown: BattlePage) -> list[tuple[str, str]]:
    sides = [(side.key, side.name) for side in shown.sides]
    return [*sides, (BOTH, BOTH_WORDS)]


def _preview_facts(visit: Visit, preview: Preview | None, ends: Mapping[str, str] | None) -> dict[str, Any]:
    if preview is None:
        return {"preview": None, "rows": (), "things": ()}

    def ask(board: JournalBoard, viewer: Viewer) -> tuple[ChangeList, dict[str, int]]:
        sides = load_army(board).sides.values()
        return change_list(board, viewer, preview.changes), {s.name: n for n, s in enumerate(sides)}

    changes, numbers = visit.read(ask)
    return {"preview": preview.receipt, "rows": change_rows(changes, numbers, ends), "things": changes.things}


# an amendment --------------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Ending:
    """An entry that says how the battle ended. ``returns``: for a recorded return, its side and its lines as typed."""

    number: int
    summary: str
    is_return: bool
    returns: tuple[tuple[str, str, str], ...]
    ruling: RuleBattle | None


@dataclass(frozen=True, slots=True)
class AmendFacts:
    """Everything on the page for an amendment."""

    shown: BattlePage
    entries: tuple[tuple[int, str], ...]
    old: Ending


@page("/battles/{number}/amend", UMPIRE, is_kept=False, drawn_for=DrawnFor.BATTLE)
def show_amendment(visit: Visit) -> Answer:
    """Show the entry that says how a battle ended, as a form to amend it."""
    return _amend_page(visit, None)


@show_amendment.post
def amend(visit: Visit) -> Answer:
    """Show what the amendment would do, or carry it out."""
    desk, person, why = visit.desk, visit.person, visit.form.get("why", "").strip() or MISTAKE
    rewrite, start = "rewrite" in visit.form, _number(visit.form.get("from", ""))
    if rewrite and start is not None:
        raise BadInput(
            "You ticked that the past is rewritten, and also named an entry to begin from. Choose only one of the two"
        )
    with copy_of(desk.reader, desk.campaign) as copy:
        with reading(copy, desk.campaign) as board:
            amendment = _amendment(visit, board, why)
        steps = Steps(copy, desk.campaign, person.signature, by_seed, change_lines)
        with asked_in_the_form():
            trial = steps.tried(amendment, rewrite=rewrite, from_entry=start, why=why)
            now = None if trial.backwards else steps.from_now_on(trial, why)
        if visit.form["do"] == "look":
            return _amend_page(visit, trial, now)

    def change() -> Done | Replayed:
        visit.read(lambda board, _: visit.require_current(board))  # the trial takes long: someone may be quicker
        steps.store = desk.store
        return steps.rewritten(trial.would) if now is None else steps.given(now, visit.require_current)

    done = desk.writer.carry_out(change)
    desk.noted(person.eyes)
    to = f"/battles/{visit.path['number']}"
    if isinstance(done, Done):
        return visit.receipt(done, to=to)
    text = "The amended entry has replaced the wrong one" if done.written else "The amendment changes nothing"
    return visit.note(text, to=to)


def _number(text: str) -> int | None:
    if not text.strip():
        return None
    if not is_number(text.strip()):
        raise BadInput(f"{text!r} is not the number of an entry. The log lists the numbers")
    return int(text)


def _amendment(visit: Visit, board: JournalBoard, why: str) -> Amendment:
    """Return the correction that was typed."""
    row = battle_numbered(board, visit.path["number"])
    old = ending_to_amend(board, row, _number(visit.form.get("entry", "")))
    held = visit.form.get("held", "") or None
    if isinstance(old.command, RecordReturn):
        returns, side = _corrected(visit, board, old.command, held)
        goes = _pairs(_words(visit.fields)[1])
        amended = return_amended(board, row, old, returns, side, held=held, places=goes)
        forms = return_forms(board, Viewer(), old.command.battle)
        return replace(amended, differing=returns_amended(board, old, returns, forms))
    states, places = _words(visit.fields)
    text = visit.form.get("text", "").strip() or None
    command = ruled(board, row, old.command, _pairs(states), _pairs(places), held, text, why)
    return Amendment(old, command, f"battle {row.number},")


def _pairs(words: Sequence[UnitWord]) -> list[tuple[str, str]]:
    return [(word.unit, word.word) for word in words]


def _corrected(
    visit: Visit, board: JournalBoard, old: RecordReturn, held: str | None
) -> tuple[dict[str, dict[str, Any]], str]:
    """Return the recorded returns by side, with the lines that were wrong as they should read, and whose is amended."""
    returns = {side_of_return(board, content): dict(content) for content in old.returns}
    key = whose_return(board, returns, visit.form.get("side", "") or None)
    form = _form(board, old.battle, key)
    rows = [row.strip() for row in visit.form.get("lines", "").splitlines() if row.strip()]
    if not rows and held is None:
        raise BadInput("No line was changed. Write each wrong line as it should read, for example '3 spent'")
    content = returns[key]
    content["lines"] = with_lines(content.get("lines") or (), [_line(row, form) for row in rows], form)
    return returns, key


def _line(text: str, form: ReturnForm) -> dict[str, Any]:
    number, _, words = text.partition(" ")
    if not is_number(number):
        raise BadInput(
            f"{text!r} does not begin with a line number. Write it as on the return form, for example '3 spent'"
        )
    line = parse_line(int(number), words, form)
    return line if line is not None else {"line": int(number), "ticks": ["unchanged"]}


def _form(board: JournalBoard, battle: str, side: str) -> ReturnForm:
    forms = return_forms(board, Viewer(), battle)
    return forms[side] if side in forms else next(iter(forms.values()))


def _amend_page(visit: Visit, trial: AmendmentTrial | None, now: FromNow | None = None) -> Answer:
    word, wanted = visit.path["number"], visit.query.get("which", "") or _typed(visit).get("entry", "")

    def ask(board: JournalBoard, viewer: Viewer) -> AmendFacts:
        row = battle_numbered(board, word)
        old = ending_to_amend(board, row, _number(wanted))
        return AmendFacts(battle_page(board, viewer, word), tuple(_entries(board, row.id)), _ending(board, old))

    facts = visit.read(ask)
    values, ruling = _typed(visit), facts.old.ruling
    if ruling is not None and not values:
        values = {f"{STATE}{unit.unit}": unit.word for unit in ruling.states}
        values |= {f"{PLACE}{unit.unit}": unit.word for unit in ruling.places}
        values |= {"held": ruling.held, "text": ruling.text}
    row = facts.shown.view.battle
    return visit.page(
        "battle_amendment.html",
        json=facts.shown.view,
        same_at_terminal=f"campaign battle amend {row.number} --entry {facts.old.number}",
        shown=facts.shown,
        row=row,
        old=facts.old,
        entries=facts.entries,
        values=values,
        holders=[("", "unchanged"), *_holders(facts.shown)],
        states=[("", "unchanged"), *((state.value, state.value) for state in State)],
        movements=MOVEMENTS,
        mistake=MISTAKE,
        trial=trial,
        changes=_in_words(trial, now),
        otherwise=trial.would.replayed.otherwise if trial and trial.would.replayed and not now else (),
    )


def _in_words(trial: AmendmentTrial | None, now: FromNow | None) -> Sequence[str]:
    """Return what an amendment would change: now, or in the past."""
    if now is not None:
        return now.lines
    return change_lines(trial.would.replayed.changes) if trial and trial.would.replayed else []


def _entries(board: JournalBoard, battle: int) -> Iterator[tuple[int, str]]:
    """Yield the entries in force that say how this battle ended: number and summary."""
    numbers = {seq: number for number, seq in enumerate(standing_of(board).living, 1)}
    rows = board.entries(Entry.seq, Entry.arguments, Entry.summary, criteria=(Entry.verb.in_(ENDINGS),))
    for row in sorted(rows, key=lambda row: row.seq):
        if row.seq in numbers and battle_numbered(board, json.loads(row.arguments)["battle"]).id == battle:
            yield numbers[row.seq], row.summary


def _ending(board: JournalBoard, old: Amendable) -> Ending:
    command = old.command
    if not isinstance(command, RecordReturn):
        row = battle_numbered(board, command.battle)
        before = command if isinstance(command, RuleBattle) else None
        ruling = before or outcome_as_ruling(board, row, fighters_of(board, row), "")
        return Ending(old.number, old.summary, False, (), ruling)
    sides = {side.key: side.name for side in board.rows(Side)}
    returns = []
    for content in command.returns:
        key = side_of_return(board, content)
        form = _form(board, command.battle, key)
        lines = [
            f"{line.get('line', line.get('unit'))} {line_text(line, form.columns, form.stand_columns) or 'unchanged'}"
            for line in numbered(content.get("lines") or (), form)
        ]
        returns.append((key, sides.get(key, key), "\n".join(lines)))
    return Ending(old.number, old.summary, True, tuple(returns), None)
