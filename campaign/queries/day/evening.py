"""The summary sheets of an evening: a staff's page for each side, and the umpire's brief."""

from __future__ import annotations

from collections import Counter, defaultdict

from campaign.errors import NotAllowed
from campaign.journal.board import JournalBoard
from campaign.model import Battle, BattleUnit
from campaign.queries.air.air import air_tasking
from campaign.queries.common.masthead import masthead
from campaign.queries.common.outlook import Outlook, look
from campaign.queries.contacts.sightings import sightings
from campaign.queries.day.status import status
from campaign.queries.orbat.recovery import recovery_calendars
from campaign.queries.orbat.strength import strength_returns
from campaign.queries.orbat.tasks import engineer_papers
from campaign.queries.supply.supply_paper import supply_papers
from campaign.terms.time import TURNS_A_DAY, Moment
from campaign.terms.viewer import Viewer
from campaign.views.contacts.sightings import SightedUnit
from campaign.views.day.evening import BattleForces, EnemiesMet, StaffSheet, UmpireBrief
from campaign.views.day.status import OpenBattle
from campaign.words.papers import Fact

MOST_CONTACTS = 12
"""Most places of contact in the brief; the map shows all."""


def staff_sheets(board: JournalBoard, viewer: Viewer, side: int | None = None) -> tuple[StaffSheet, ...]:
    """Return the summary page of the named side, or of every side the viewer may see. Each page shows what its side
    knows, even if the umpire prints it. Raises NotAllowed.
    """
    outlook = look(board, viewer)
    if side is not None:
        outlook.knowledge.require_side(side)
    sides = [side] if side is not None else outlook.knowledge.sides()
    return tuple(_staff_sheet(board, viewer if viewer.side is not None else Viewer(each), each) for each in sides)


def _staff_sheet(board: JournalBoard, reader: Viewer, side: int) -> StaffSheet:
    (strength,) = strength_returns(board, reader, side)
    (supply,) = supply_papers(board, reader, side)
    (recovery,) = recovery_calendars(board, reader, side)
    (engineers,) = engineer_papers(board, reader, side)
    air = air_tasking(board, reader, side=side)
    due, later = _arrivals(look(board, reader), side)
    return StaffSheet(
        masthead(
            look(board, reader),
            "Staff sheet",
            side=side,
            subtitle=strength.masthead.subtitle,
            use="To print a block in full: campaign print strength, supply, recovery, engineers or air-tasking.",
        ),
        strength,
        supply,
        recovery,
        engineers,
        air if air.groups else None,
        due,
        later,
    )


def umpire_brief(board: JournalBoard, viewer: Viewer) -> UmpireBrief:
    """Return the umpire's brief: what waits, battles to fight, contacts and arrivals. Raises NotAllowed for a
    player.
    """
    outlook = look(board, viewer)
    if not viewer.is_umpire:
        raise NotAllowed(
            "only the umpire may print the umpire's brief, because it shows what both sides know. Print a "
            "side's staff sheet instead"
        )
    contacts = _contacts(board, viewer)
    due, later = _arrivals(outlook)
    standing = status(board, viewer)
    return UmpireBrief(
        masthead(outlook, "Umpire's brief", subtitle="what needs you", use="The umpire's knowledge of both sides."),
        standing,
        _battles(outlook, standing.battles),
        contacts[:MOST_CONTACTS],
        len(contacts) - len(contacts[:MOST_CONTACTS]),
        due,
        later,
    )


def _battles(outlook: Outlook, battles: tuple[OpenBattle, ...]) -> tuple[BattleForces, ...]:
    """Return the open battles with the battalions of each side's commands in them."""
    if not battles:
        return ()
    numbers = {battle.id: battle.number for battle in outlook.board.rows(Battle)}
    commands: dict[int, dict[int, Counter[str]]] = defaultdict(lambda: defaultdict(Counter))
    for line in sorted(outlook.board.rows(BattleUnit), key=lambda line: (line.side_id, line.line)):
        command = outlook.army.formations[line.command_id]
        commands[numbers[line.battle_id]][line.side_id][command.short or command.name] += 1

    def force(side: int, battalions: Counter[str]) -> str:
        counts = ", ".join(f"{count} of {command}" for command, count in battalions.items())
        return f"{outlook.army.sides[side].name}: {counts}"

    return tuple(
        BattleForces(battle, "; ".join(force(*entry) for entry in commands[battle.number].items()))
        for battle in battles
    )


def _contacts(board: JournalBoard, viewer: Viewer) -> tuple[EnemiesMet, ...]:
    """Return the latest sightings, one line for each place."""
    by_place: dict[str, list[SightedUnit]] = defaultdict(list)
    for sighted in sightings(board, viewer).sightings:
        by_place[sighted.where].append(sighted)
    return tuple(
        EnemiesMet(
            where,
            units[0].clock,
            units[0].age_hours,
            ", ".join(
                f"{side} saw {count} unit{'s' * (count != 1)}"
                for side, count in Counter(unit.seen_by_side for unit in units).items()
            ),
        )
        for where, units in by_place.items()
    )


def _arrivals(outlook: Outlook, side: int | None = None) -> tuple[tuple[Fact, ...], int]:
    """Return the arrivals of a side, or of both, within a day, by hour, place and side; and how many battalions come
    after them.
    """
    coming = [
        (Moment(battalion.arrives_day, battalion.arrives_turn or 1), battalion)
        for battalion in outlook.army.battalions.values()
        if battalion.arrives_day is not None and battalion.state.is_in_play and not battalion.on_map
        if side is None or (battalion.side_id == side and outlook.knowledge.knows(battalion))
    ]
    end = outlook.moment.index + TURNS_A_DAY
    lines: dict[tuple[str, int], list[str]] = defaultdict(list)
    for moment, battalion in sorted(coming, key=lambda pair: (pair[0], pair[1].side_id, pair[1].id)):
        if moment.index < end:
            lines[outlook.arrival(battalion), battalion.side_id].append(battalion.short or battalion.name)
    facts = tuple(
        Fact(
            hour or "hour not known",
            ", ".join(names) if side is not None else f"{outlook.army.sides[whose].name}: {', '.join(names)}",
        )
        for (hour, whose), names in lines.items()
    )
    return facts, sum(moment.index >= end for moment, _ in coming)
