"""The consequences of a battle before it is settled, as a view: the open questions, and every unit with its place.

looked_at(staff, battle, filings, word) -> WhatFollows      nothing is changed
of_verdict(staff, battle, verdict) -> WhatFollows           the same of a ruling
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from campaign.actions.raising import Staff
from campaign.actions.returns.fates import Verdict
from campaign.actions.returns.movement_words import follow_rows, movement_words, short_name, until_words, untouched
from campaign.actions.returns.movements import Movement
from campaign.actions.returns.settling import field_words, outlook
from campaign.actions.returns.verdict import Filing
from campaign.actions.returns.word import (
    UmpiresWord,
    ended_proposal,
    field_proposal,
    judged,
    refuse_disputed,
    turns_to_choose,
)
from campaign.errors import Refused
from campaign.model import Battle
from campaign.situation.names import words_of
from campaign.terms.words import listing
from campaign.values import replace
from campaign.views.battle.what_follows import Choice, Goes, Question, WhatFollows
from campaign.words.proposal import Proposal
from campaign.words.return_foot import BOTH, BOTH_WORDS

NOBODY = "nobody moves"


def looked_at(staff: Staff, battle: Battle, filings: Sequence[Filing], word: UmpiresWord) -> WhatFollows:
    """Return what follows from a battle if it is settled on these returns and the umpire's ruling."""
    ended = ended_proposal(staff, battle, filings, word)
    if ended is not None:
        choices = tuple(Choice(str(turn), f"turn {turn}") for turn in turns_to_choose(staff, battle))
        question = Question("In which turn did the battle end?", choices, ended)
        word = replace(word, ended=ended.value)
    else:
        question = None
    field = _field_question(staff, battle, filings, word)
    verdict = judged(staff, battle, filings, word)
    refuse_disputed(staff, battle, filings, verdict)
    return of_verdict(staff, battle, verdict, field, question)


def of_verdict(
    staff: Staff, battle: Battle, verdict: Verdict, field: Question | None = None, ended: Question | None = None
) -> WhatFollows:
    """Return what follows from a verdict, a ruling for instance; the questions are those still open before it."""
    movements: tuple[Movement, ...] = ()
    if field is None:
        verdict, movements = outlook(staff, battle, verdict)
    sides = {side.key: side.name for side in staff.army.sides.values()} | {BOTH: BOTH_WORDS}
    return WhatFollows(
        number=battle.number,
        name=battle.name,
        heading=_heading(verdict, sides, is_open=field is not None),
        is_suspended=verdict.suspended,
        field=field,
        ended=ended,
        rows=follow_rows(staff, movements, verdict),
        off_table=untouched(staff, battle, verdict),
        until=until_words(staff, verdict.reached),
        is_later=verdict.reached > staff.board.moment,
        told=_told(staff, battle, movements, verdict),
        holder="" if field is not None else verdict.held.side or "",
    )


def _told(staff: Staff, battle: Battle, movements: Sequence[Movement], verdict: Verdict) -> tuple[str, ...]:
    """Return the lines of the receipt that the heading and the rows say as well."""
    if verdict.suspended:
        return ()
    return (field_words(staff, verdict), *movement_words(staff, battle, movements, verdict))


def _heading(verdict: Verdict, sides: dict[str, str], *, is_open: bool) -> str:
    if verdict.suspended:
        return "It goes on another day"
    if is_open:
        return "No return says who holds the field"
    side = verdict.held.side or BOTH
    who = "Both sides are still there" if side == BOTH else f"The {sides[side]} side holds the field"
    return f"{who} ({verdict.held.why})"


def _field_question(staff: Staff, battle: Battle, filings: Sequence[Filing], word: UmpiresWord) -> Question | None:
    """Return the question who holds the field, with what each answer brings; None if it is answered."""
    proposal = field_proposal(staff, battle, filings, word)
    if proposal is None:
        return None
    return field_question(staff, battle, proposal, lambda key: judged(staff, battle, filings, replace(word, held=key)))


def field_question(staff: Staff, battle: Battle, proposal: Proposal, verdict_if: Callable[[str], Verdict]) -> Question:
    """Return the question who holds the field, with what each answer brings. ``verdict_if``: the verdict if the side of
    this key holds it, or both are still there.
    """
    taking = {line.side_id for line in staff.session_lines(battle)}
    sides = [side for side in sorted(staff.army.sides.values(), key=lambda s: (s.position, s.id)) if side.id in taking]
    answers = [(side.key, side.name, words_of(side)) for side in sides] + [(BOTH, BOTH_WORDS, ())]
    choices = (Choice(key, name, _if_held_by(staff, battle, verdict_if, key), also) for key, name, also in answers)
    return Question("Who holds the field?", tuple(choices), proposal)


def _if_held_by(staff: Staff, battle: Battle, verdict_if: Callable[[str], Verdict], key: str) -> str:
    """Return in a sentence what follows if this side holds the field, or both are still there."""
    try:
        verdict = verdict_if(key)
        if verdict.held.disputed:
            return verdict.held.why
        movements = outlook(staff, battle, verdict)[1]
    except Refused as why:
        return str(why)
    parts = []
    sides = {side.key: side for side in staff.army.sides.values()}
    place = staff.places[battle.place_id]
    if key in sides and place.id not in verdict.unheld and place.owner_id != sides[key].id:
        parts.append(f"{place.name} becomes {sides[key].name}")
    for goes, one, several in (
        (Goes.BACK, "goes back", "go back"),
        (Goes.CUT_OFF, "is cut off", "are cut off"),
        (Goes.ADVANCES, "advances", "advance"),
    ):
        names = [short_name(movement.battalion) for movement in movements if movement.goes is goes]
        if names:
            parts.append(f"{listing(names)} {one if len(names) == 1 else several}")
    return "; ".join(parts) or NOBODY
