"""Decisions for which the umpire waits."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import dist, inf

from campaign.journal.board import JournalBoard
from campaign.model import Decision
from campaign.queries.common.outlook import Outlook, look
from campaign.rules.common.automatic import default_answer
from campaign.situation.knowledge import load_knowledge, seen_at
from campaign.terms.state import DecisionKind
from campaign.terms.time import Moment
from campaign.terms.viewer import Viewer
from campaign.theatre.values import Point
from campaign.views.day.decisions import DecisionLine, DecisionList, Option
from campaign.words.proposal import Proposal


def decisions(board: JournalBoard, viewer: Viewer) -> DecisionList:
    """Return open and taken decisions, by number; a side reads only its own. The secret facts behind a decision are
    never shown.
    """
    outlook = look(board, viewer)
    rows = board.rows(Decision)
    lines = _lines(outlook, rows, outlook.knowledge.decisions(rows))
    return DecisionList(
        outlook.knowledge.who,
        tuple(line for line in lines if not line.answer),
        tuple(line for line in lines if line.answer),
    )


def owed(outlook: Outlook) -> list[DecisionLine]:
    """Return the open decisions that this viewer may read."""
    rows = outlook.board.rows(Decision)
    return _lines(outlook, rows, [row for row in outlook.knowledge.decisions(rows) if row.answer is None])


def _lines(outlook: Outlook, rows: Sequence[Decision], shown: Sequence[Decision]) -> list[DecisionLine]:
    """Return the shown decisions, by number; ``rows``: all of them, for counting."""
    numbers = outlook.knowledge.decision_numbers(rows)
    return [_line(outlook, row, numbers[row.id]) for row in sorted(shown, key=lambda row: row.number)]


def _line(outlook: Outlook, decision: Decision, number: int) -> DecisionLine:
    """Return one decision as a line of the list: its question, options and answer in words."""
    options = tuple(_options(outlook, decision))
    key, why = default_answer(decision.kind, [str(option["key"]) for option in decision.options])
    default = options[[str(option["key"]) for option in decision.options].index(key)]
    return DecisionLine(
        number=number,
        kind=decision.kind,
        moment=Moment(decision.day, decision.turn),
        side=outlook.army.sides[decision.side_id].name,
        subject=decision.subject,
        question=decision.question,
        options=options,
        default=default.key,
        proposal=Proposal(default.text, why, "give another of the answers"),
        answer=_answer(outlook, decision, options),
        proposed=_proposed(outlook, decision, options),
    )


MOST_OPTIONS = 8
"""Most options of a decision that are all listed; of more, only some are proposed."""
_NEAREST = 3


def _proposed(outlook: Outlook, decision: Decision, options: Sequence[Option]) -> tuple[int, ...]:
    """Return the numbers of the options shown first, of many: for stray aircraft the enemies in sight, waste ground,
    and the three places nearest to the enemies that the side asked sees, or to its own troops if it sees none, without
    places held by its own. The target to which the aircraft were sent plays no part: the answering player does not know
    it.
    """
    if len(options) <= MOST_OPTIONS + 1:
        return ()
    if decision.kind is not DecisionKind.AIR_TARGET:
        return tuple(range(1, MOST_OPTIONS + 1))
    from campaign.rules.day.strike import STRIKE_RADIUS_M  # heavy, and only many answers to stray aircraft ask for it

    places = {place.key: (float(place.x_m), float(place.y_m)) for place in outlook.places.values()}
    elsewhere = [number for number, option in enumerate(options, 1) if option.key not in places]
    aims = _seen_by(outlook, decision.side_id)
    friends = [outlook.theatre.point_of(at) for b, at in outlook.army.standing() if b.side_id == decision.side_id]

    def away(number: int) -> float:
        point = places[options[number - 1].key]
        if any(dist(point, friend) <= STRIKE_RADIUS_M for friend in friends):
            return inf
        return min((dist(point, aim) for aim in aims or friends), default=inf)

    nearest = sorted((n for n, option in enumerate(options, 1) if option.key in places), key=lambda n: (away(n), n))
    return tuple(dict.fromkeys((*elsewhere[:_NEAREST], *elsewhere[-1:], *nearest[:_NEAREST])))


def _seen_by(outlook: Outlook, side: int) -> list[Point]:
    """Return the points where a side has sighted enemies lately."""
    eyes = load_knowledge(outlook.board, outlook.army, Viewer(side))
    sightings = (eyes.located_lately(enemy.id, outlook.moment) for enemy in outlook.army.enemies_of(side))
    positions = (seen_at(sighting) for sighting in sightings if sighting is not None)
    return [outlook.theatre.point_of(position) for position in positions if position is not None]


def _answer(outlook: Outlook, decision: Decision, options: tuple[Option, ...]) -> str:
    """Return the key of the given answer, as this viewer reads the keys."""
    keys = [str(option["key"]) for option in decision.options]
    return options[keys.index(decision.answer)].key if decision.answer in keys else decision.answer or ""


def _options(outlook: Outlook, decision: Decision) -> Iterator[Option]:
    """Yield the options in words that reveal nothing of the other side: an enemy battalion by its name only if it is
    known.
    """
    by_key = {b.key: b for b in outlook.army.battalions.values() if b.side_id != decision.side_id}
    for number, option in enumerate(decision.options, 1):
        enemy = by_key.get(str(option["key"])) if decision.kind is DecisionKind.AMALGAMATION_CHOICE else None
        if enemy is None or outlook.viewer.is_umpire:
            yield Option(str(option["key"]), str(option["text"]))
        else:
            named = enemy.id in outlook.knowledge.seen and outlook.knowledge.seen[enemy.id].named
            yield Option(str(number), enemy.name if named else f"choice {number}: {enemy.arm}, {enemy.mark}")
