"""Battalions in the terms of a battle: units, commands and forces made from rows (``rules.force``)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import timedelta
from types import MappingProxyType

from campaign.journal.board import Board
from campaign.model import Battalion, Battle, BattleUnit, Condition, Formation
from campaign.model import Release as ReleaseRow
from campaign.rules.common import hand_weapons
from campaign.rules.common.force import Arrival, Command, Force, Release, Strength, Unit
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.common.systems import SYSTEMS
from campaign.rules.tabletop.nqm.support import Category, category
from campaign.rules.tabletop.nqm.tables import Grade
from campaign.rules.tabletop.nqm.translation import COUNTED, DICE_LEFT, GRADE, OUT
from campaign.situation.army import Army, position_of
from campaign.situation.clock import calendar_of
from campaign.terms.attributes import attributes
from campaign.terms.battalion import BattalionKind
from campaign.terms.forces import Level
from campaign.terms.state import Role, State, Support
from campaign.terms.time import Moment

_KIND = tuple(attribute.field for attribute in attributes(BattalionKind))
DD = "DD"
"""Word for swimming tanks in an order of battle."""


def strength_of(battalion: Battalion) -> Strength:
    """Return a battalion's present men, vehicles and guns."""
    return Strength(battalion.men, battalion.vehicles, battalion.guns)


def establishment_of(battalion: Battalion) -> Strength:
    """Return a battalion's men, vehicles and guns by its establishment."""
    return Strength(battalion.men_establishment, battalion.vehicles_establishment, battalion.guns_establishment)


def arrival_of(line: BattleUnit) -> Arrival | None:
    """Return when and where a unit comes onto the table; None if it is there from the start."""
    if line.role is not Role.ARRIVES or line.arrives_day is None or line.arrives_turn is None:
        return None
    return Arrival(Moment(line.arrives_day, line.arrives_turn), line.edge)


def unit_of(
    army: Army,
    battalion: Battalion,
    *,
    command: int | None = None,
    role: Role = Role.ENGAGED,
    arrival: Arrival | None = None,
    state: State | None = None,
    line: int | None = None,
    carried: tuple[tuple[str, int], ...] = (),
    released: Release | None = None,
) -> Unit:
    """Return a battalion as a unit of the rules; ``command`` and ``state`` as a paper had them, if they have changed
    since.
    """
    headed = army.formations.get(battalion.headquarters_of_id or 0)
    return Unit(
        **{name: getattr(battalion, name) for name in _KIND},
        id=battalion.id,
        key=battalion.key,
        name=battalion.name,
        short=battalion.short or battalion.name,
        side=battalion.side_id,
        command=battalion.present_id if command is None else command,
        organic=battalion.organic_id,
        nation=army.nationality(battalion),
        by_hand=by_hand(army, battalion),
        number=battalion.number,
        ashore_alone=is_ashore_alone(army, battalion),
        headquarters_of=headed.level if headed is not None else None,
        establishment=establishment_of(battalion),
        strength=strength_of(battalion),
        state=battalion.state if state is None else state,
        posture=battalion.posture,
        resting=battalion.resting,
        dug_in_turns=battalion.dug_in_turns,
        hidden=battalion.hidden,
        support=support_of(army, battalion),
        supports=battalion.supports_id,
        released=released,
        parent=battalion.parent_id,
        at=position_of(battalion),
        role=role,
        companies=army.companies_left(battalion),
        arrival=arrival,
        line=line,
        carried=carried,
    )


def by_hand(army: Army, battalion: Battalion) -> hand_weapons.HandWeapon | None:
    """Return what a battalion's men carry against tanks today."""
    if army.today is None:
        return None
    nation = army.nations[battalion.nation_id]
    return hand_weapons.carried((nation.key, nation.counts_as.value), army.today, battalion.arm, battalion.equipment)


def support_of(army: Army, battalion: Battalion) -> Support:
    """Return how a battalion supports others. Guns whose command has no troops of its own to fire for are in support of
    their division, or, beside corps troops, of all units, until they are allotted (NQM-ORG-15, -17).
    """
    allotted = battalion.supports_id is not None or battalion.support is not Support.UNDER_COMMAND
    if allotted or battalion.piece is None:
        return battalion.support
    has_teeth = any(category(mate.arm) is Category.TEETH for mate in army.organic[battalion.present_id])
    return battalion.support if has_teeth else Support.IN_SUPPORT


def command_of(army: Army, formation: Formation, with_commander: frozenset[int]) -> Command:
    """Return a command in the rules' terms; ``with_commander`` are the formations that a corps commander is with."""
    nation = army.nations[formation.nation_id]
    return Command(
        id=formation.id,
        key=formation.key,
        name=formation.name,
        nation=nation.counts_as,
        short=formation.short or formation.name,
        led_by=formation.led_by,
        posture=formation.posture,
        has_corps_commander=formation.id in with_commander,
        division=division.id if (division := army.at_level(formation.id, Level.DIVISION)) is not None else None,
        nation_name=nation.name,
    )


def is_ashore_alone(army: Army, battalion: Battalion) -> bool:
    """Return whether a battalion is swimming tanks ashore while others of their regiment are still to land
    (OB-AMPH-10).
    """
    if battalion.carried_by != DD or not battalion.on_map:
        return False
    mates = army.organic[battalion.organic_id]
    return any(mate.state.is_in_play and not mate.on_map and mate.arrives_day is not None for mate in mates)


def commanders_with(army: Army) -> frozenset[int]:
    """Return the formations that have their corps commander with them (OB-INIT-04)."""
    return frozenset(c.with_id for c in army.commanders.values() if c.with_id is not None)


Carried = Mapping[int, tuple[tuple[str, int], ...]]
"""State that each battalion keeps from an earlier battle of the day under the same system, by battalion id."""


def carried_into(board: Board, battle: Battle, system: str) -> dict[int, tuple[tuple[str, int], ...]]:
    """Return the values that earlier battles of the day under this system left; for a battalion that fought in several,
    those of the last.
    """
    kept = kept_of_troops(board) if SYSTEMS[system].troops_record else {}
    earlier = board.rows(Battle, Battle.day == battle.day, Battle.tabletop == system, Battle.number < battle.number)
    numbers = {battle_before.id: battle_before.number for battle_before in earlier if battle_before.state.is_over}
    if not numbers:
        return kept
    rows = board.rows(BattleUnit, BattleUnit.battle_id.in_(numbers), BattleUnit.end_state.is_not(None))
    ordered = sorted(rows, key=lambda row: numbers[row.battle_id])
    remainders = {row.battalion_id: tuple(sorted(row.aftermath.items())) for row in ordered if row.aftermath}
    return {ident: (*remainders.get(ident, ()), *kept.get(ident, ())) for ident in {**remainders, **kept}}


def kept_of_troops(board: Board) -> dict[int, tuple[tuple[str, int], ...]]:
    """Return the values that the campaign keeps for a battle of Not Quite Mechanised: grade, ammunition not refilled,
    points lost.
    """
    result: dict[int, tuple[tuple[str, int], ...]] = {}
    for row in board.rows(Condition):
        grade = ((GRADE, list(Grade).index(Grade(row.grade)) + 1),) if row.grade else ()
        remainder = () if row.ammunition is None else ((COUNTED, 1), (DICE_LEFT, row.ammunition))
        out = ((OUT, row.points_lost + row.pins),) if row.points_lost or row.pins else ()
        result[row.battalion_id] = (*grade, *remainder, *out)
    return {ident: facts for ident, facts in result.items() if facts}


Releases = Mapping[int, Release]
"""Time from which each battalion fires for the units it supports, by battalion id."""


def releases_of(board: Board, book: Rulebook) -> dict[int, Release]:
    """Return the units whose support begins only when their release arrives; none where the campaign keeps no reaction
    times (NQM-ORDERS-07).
    """
    if not book.switch("nqm.reaction"):
        return {}
    calendar, releases = calendar_of(board), dict[int, Release]()
    for row in board.rows(ReleaseRow):
        moment = Moment(row.since_day, row.since_turn)
        at = calendar.begins(moment) + timedelta(seconds=row.seconds)
        releases[row.battalion_id] = Release(moment, row.seconds, f"{at.day} {at:%B, %H:%M}")
    return releases


def force_of(
    army: Army,
    side_id: int,
    lines: Iterable[BattleUnit],
    *,
    over: bool = False,
    carried: Carried = MappingProxyType({}),
    releases: Releases = MappingProxyType({}),
) -> Force:
    """Return one side's force in a battle, in the order of its lines. ``over``: the states are those at the start, as
    printed.
    """
    rows = sorted((line for line in lines if line.side_id == side_id), key=lambda line: line.line)
    units = tuple(
        unit_of(
            army,
            army.battalions[line.battalion_id],
            command=line.command_id,
            role=line.role,
            arrival=arrival_of(line),
            state=line.start_state if over else None,
            line=line.line,
            carried=carried.get(line.battalion_id, ()),
            released=releases.get(line.battalion_id),
        )
        for line in rows
    )
    with_commander = commanders_with(army)
    commands = tuple(
        command_of(army, army.formations[ident], with_commander)
        for ident in dict.fromkeys(line.command_id for line in rows)
    )
    side = army.sides[side_id]
    return Force(side.id, side.key, side.name, commands, units)
