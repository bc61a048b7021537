"""Battalions out of play: when they were lost, and how they may recover (OB-RCV)."""

from __future__ import annotations

from campaign.journal.board import JournalBoard
from campaign.model import Battalion
from campaign.queries.common.outlook import Outlook, look
from campaign.queries.common.symbols import day_words
from campaign.rules.day.recovery import grade_of, target
from campaign.situation.army import has_joined
from campaign.terms.forces import Level
from campaign.terms.rule_ids import by_rule, ids_in
from campaign.terms.state import State
from campaign.terms.time import Moment
from campaign.terms.viewer import Viewer
from campaign.views.orbat.losses import LossList, LostBattalion


def losses(board: JournalBoard, viewer: Viewer) -> LossList:
    """Return all units out of play that the viewer commands or may know of."""
    outlook = look(board, viewer)
    lost_battalions = [b for b in outlook.army.battalions.values() if not b.state.is_in_play and not has_joined(b)]
    lost = [b for b in lost_battalions if outlook.knowledge.knows(b)]
    lost.sort(key=lambda b: (outlook.army.sides[b.side_id].position, b.destroyed_day or 0, b.destroyed_turn or 0, b.id))
    return LossList(outlook.knowledge.who, tuple(_line(outlook, battalion) for battalion in lost))


def _line(outlook: Outlook, battalion: Battalion) -> LostBattalion:
    day, turn = battalion.destroyed_day, battalion.destroyed_turn
    by, words, rules = way_back(outlook, battalion)
    needs = by_rule(words, *rules)
    return LostBattalion(
        name=battalion.name,
        side=outlook.army.sides[battalion.side_id].name,
        state=battalion.state,
        since=Moment(day, turn) if day and turn else None,
        clock=day_words(outlook, day) if day else "",
        returns_by=by,
        needs=needs,
        rules=ids_in(needs),
    )


def way_back(outlook: Outlook, battalion: Battalion) -> tuple[str, str, tuple[str, ...]]:
    """Return how a battalion out of play may recover: which headquarters rolls, the roll needed or why no headquarters
    rolls, and the ids of rules that the words do not name (OB-RCV-01, -02, -04, -07; umpire 1.2, 1.3).
    """
    if battalion.state is State.CAPTURED:
        return "", "captured battalions do not return (OB-RCV-04)", ()
    if battalion.state is State.DISBANDED:
        return "", "disbanded for good (OB-RCV-06)", ()
    if battalion.parent_id is not None:
        return "", "a company returns with its parent only (umpire 1.3)", ()
    head = outlook.army.brings_back(battalion)
    if head is None:
        return "", "no headquarters rolls for this battalion", ("umpire 1.2",)
    corps = outlook.army.at_level(head.id, Level.CORPS) or head
    staff = outlook.army.headquarters[head.id]
    if not staff.on_map:
        return staff.name, f"{staff.name} is not in play", ("OB-RCV-07",)
    return (
        staff.name,
        (
            f"{target(grade_of(corps.supply_grade, outlook.rulebook)).explained()}, if {head.short or head.name} is in"
            " supply when the day begins"
        ),
        ("OB-RCV-02", "OB-RCV-08"),
    )
