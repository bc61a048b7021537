"""The step of the turn in which aircraft fly: strikes, reconnaissance, landings, and the opponent's choice of another
target (OB-AIR).

Sorties tasked for the turn fly unless weather, light or the loss of their base forbids it. Groups of a side with one
target strike it together. A strike hits the units that are there now. On a 1 the opponent is asked for another target,
in words that give nothing away: of the enemy that player reads only what the own side has sighted. Automatic play takes
the first answer: where most of the enemies in sight stand together and no own troops, or waste ground.

Aircraft with a forward air controller stay tasked: they fly in the battle of their command (``battle resolve``, or on
the table). When the next turn's aircraft fly, those that were not called are noted as not called. Whether a battle that
the players fought themselves called for them is not in its returns: the players know it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from math import dist, hypot

from campaign.actions.air_attack import Raid, attack
from campaign.actions.air_landing import come_down, put_off
from campaign.actions.day_context import DayContext
from campaign.actions.diary import note
from campaign.actions.recovery import ask
from campaign.actions.sightings import sightings_of_turn, write_sighting
from campaign.model import AirGroup, AirMission, Battalion, Battle, BattleUnit, Decision, Place
from campaign.rules.common.automatic import NOWHERE
from campaign.rules.day import strike
from campaign.rules.day.light import reconnaissance_setting
from campaign.rules.tabletop.brevity import tables
from campaign.situation.army import position_of
from campaign.situation.bombing import standing_near, strung_out
from campaign.situation.flying import Airfields
from campaign.situation.knowledge import load_knowledge, seen_as, seen_at, where_seen
from campaign.situation.supply_known import located
from campaign.terms.air import AirTask, MissionState
from campaign.terms.state import BattleState, DecisionKind
from campaign.terms.time import Moment
from campaign.terms.viewer import Viewer
from campaign.terms.words import listing
from campaign.theatre.values import CLOSED_M, Point

Flight = tuple[AirGroup, AirMission]
_PLAYED = (BattleState.FIGHTING, BattleState.SUSPENDED, BattleState.RETURNED, BattleState.SETTLED)
"""States of a battle of which a turn at least may have been fought."""


def strikes(today: DayContext) -> None:
    """Fly everything tasked for this turn except supply, in the order of the sides (OB-AIR-06..08)."""
    _not_called(today, today.now)
    raids: dict[tuple[int, str, int], list[Flight]] = defaultdict(list)
    for group, mission in _flying(today):
        match AirTask(mission.task):
            case AirTask.STRIKE:
                target = (
                    ("place", mission.place_id or 0)
                    if mission.place_id is not None
                    else ("battalion", mission.battalion_id or 0)
                )
                raids[group.side_id, *target].append((group, mission))
            case AirTask.RECONNAISSANCE:
                _look(today, group, mission)
            case AirTask.LANDING:
                come_down(today, group, mission)
            case _:
                today.say(f"{group.name} stands by for {_command(today, mission)}")
    for (side, _, _), flights in raids.items():
        _raid(today, Raid(side, tuple(flights)))


def last_calls(today: DayContext) -> None:
    """Note on the campaign's last evening the missions that no controller has called: no turn comes that would."""
    if today.now.day == today.board.campaign.days:
        _not_called(today, today.now.plus(1))


def _not_called(today: DayContext, before: Moment) -> None:
    """Close the missions of turns before this one that no controller called, and say why."""
    past = [
        mission
        for mission in today.board.rows(AirMission, AirMission.state == MissionState.TASKED)
        if Moment(mission.day, mission.turn) < before
    ]
    if not past:
        return
    groups, fought = today.board.by_id(AirGroup), _fought_by_players(today)
    for mission in past:
        group, turn = groups[mission.air_group_id], Moment(mission.day, mission.turn)
        if battle := _battle_of(fought, group, mission):
            result = f"known to the players of battle {battle.number} only"
            news = f"{group.name} stood by for battle {battle.number} in turn {turn}"
            why = "the players know whether they called for the aircraft"
        else:
            result, news = "not called", f"{group.name} was not called in turn {turn}"
            why = f"the program resolved no battle of {_command(today, mission)} that called for aircraft"
        mission.state, mission.result = MissionState.CANCELLED, result
        today.say(f"{news}: {why}", "OB-AIR-05")
        note(today.board, f"{news}.", side=group.side_id, seconds=0)


def _fought_by_players(today: DayContext) -> list[tuple[Battle, BattleUnit]]:
    """Return the battles that the players have fought themselves, once for each line on their sheets."""
    battles = {
        battle.id: battle
        for battle in today.board.rows(Battle, Battle.state.in_(_PLAYED))
        if not battle.report and battle.reached_day is not None
    }
    lines = today.board.rows(BattleUnit, BattleUnit.battle_id.in_(battles)) if battles else []
    return [(battles[line.battle_id], line) for line in lines]


def _battle_of(fought: Sequence[tuple[Battle, BattleUnit]], group: AirGroup, mission: AirMission) -> Battle | None:
    """Return the battle among these in which this mission's command was in its turn."""
    of_command = (
        battle
        for battle, line in fought
        if line.side_id == group.side_id
        and mission.formation_id in (None, line.command_id)
        and Moment(battle.day, battle.turn)
        <= Moment(mission.day, mission.turn)
        <= Moment(battle.reached_day or battle.day, battle.reached_turn or battle.turn)
    )
    return min(of_command, key=lambda battle: battle.number, default=None)


def _flying(today: DayContext) -> Iterator[Flight]:
    """Yield the flights of this turn that take off; tell the umpire why the others stay on the ground."""
    missions = today.board.rows(
        AirMission,
        AirMission.day == today.now.day,
        AirMission.turn == today.now.turn,
        AirMission.state == MissionState.TASKED,
        AirMission.task != AirTask.SUPPLY,
    )
    if not missions:
        return
    fields, groups = Airfields(today.board, today.now), today.board.by_id(AirGroup)
    missions.sort(key=lambda m: (today.army.sides[groups[m.air_group_id].side_id].position, m.air_group_id, m.sortie))
    for mission in missions:
        group = groups[mission.air_group_id]
        reasons = fields.keeps_down(group, mission, today.conditions.light)
        if not today.book.switch("use.air"):
            reasons = ("no aircraft fly by the house rule use.air (OB-OPT-01)", *reasons)
        if not reasons:
            yield group, mission
            continue
        mission.state, mission.result = MissionState.GROUNDED, "; ".join(reasons)
        refusal = "does not fly" if mission.task != AirTask.LANDING else "does not carry its battalion"
        if (
            mission.task == AirTask.LANDING
            and today.book.switch("land.put_off")
            and (again := put_off(today, group, mission)) is not None
        ):
            mission.result += f"; put off to turn {again}"
        today.say(f"{group.name} {refusal}: {mission.result}")
        note(today.board, f"{group.name} {refusal}: {mission.result}.", side=group.side_id, seconds=0)


def _command(today: DayContext, mission: AirMission) -> str:
    return (
        today.army.formations[mission.formation_id].name
        if mission.formation_id is not None
        else "the first command that calls"
    )


# strikes -------------------------------------------------------------------------------------------------------------
def _raid(today: DayContext, raid: Raid) -> None:
    """Carry out one air attack: roll for the right target, then attack, or ask the opponent for another target."""
    target = aimed_at(today, raid.flights[0][1])
    if target is None:
        for group, mission in raid.flights:
            mission.state, mission.result = MissionState.FLOWN, "the target is no longer there"
            group.last_day, group.last_turn = today.now.day, today.now.turn
        today.say(f"{raid.names}: the target is no longer on the map", "OB-AMB-102")
        note(today.board, f"{raid.names}: the target is no longer there.", side=raid.side, seconds=0)
        return
    point, where = target
    if spared := spared_troops(today, raid):
        _not_sent(today, raid, *spared)
        return
    if strike.goes_astray(today.dice, raid.subject):
        for _, mission in raid.flights:
            mission.roll = strike.ASTRAY_ON
        _ask_the_opponent(today, raid, point)
        return
    attack(today, raid, point, where)


def spared_troops(today: DayContext, raid: Raid) -> tuple[str, list[Battalion]] | None:
    """Return the target of a raid in words and the battalions of its own side near it, unless the rulebook strikes them
    too. Both go by what the side knows: an enemy unit is where it was seen, and a column stands behind its spot as seen
    from the enemies that the side has located lately. That a raid is not sent tells nothing else.
    """
    if not today.book.switch("air.spare_own"):
        return None
    mission, eyes = raid.flights[0][1], load_knowledge(today.board, today.army, Viewer(raid.side))
    if mission.place_id is not None:
        spot = today.theatre.spot(mission.place_id)
        point, where = spot.point, spot.name
    else:
        sighting = None if mission.battalion_id is None else eyes.located_lately(mission.battalion_id, today.now)
        if sighting is None or (position := seen_at(sighting)) is None:
            return None
        point, where = today.theatre.point_of(position), where_seen(today.theatre, sighting)
    radius_m, enemies = strike.STRIKE_RADIUS_M, located(today.army, today.theatre, eyes, today.now, today.conditions)
    at = strung_out(today.army, today.theatre, today.book, about=point, within_m=radius_m, known_positions=enemies)
    near = (standing.battalion for standing in standing_near(today.army, today.theatre, point, radius_m, at))
    own_troops = [battalion for battalion in near if battalion.side_id == raid.side]
    return (where, own_troops) if own_troops else None


def _not_sent(today: DayContext, raid: Raid, where: str, own_troops: Sequence[Battalion]) -> None:
    """Keep a raid on the ground, since it would strike its own side; its groups may still fly another one. The side
    reads that own troops are there; which ones, only their own commander knows.
    """
    why = "own troops are within half a kilometre"
    for _, mission in raid.flights:
        mission.state, mission.result = MissionState.GROUNDED, why
    news = f"{raid.names} {'is' if len(raid.flights) == 1 else 'are'} not sent against {where}: {why}"
    names = listing((battalion.short for battalion in own_troops), 4)
    today.say(f"{news}: {names} (house rule air.spare_own)", "umpire 1.19")
    note(today.board, f"{news}.", side=raid.side, seconds=0)


def aimed_at(today: DayContext, mission: AirMission) -> tuple[Point, str] | None:
    """Return the point that a mission strikes now and its name; None if the target unit is no longer on the map."""
    if mission.place_id is not None:
        spot = today.theatre.spot(mission.place_id)
        return spot.point, spot.name
    if mission.battalion_id is None:
        return None
    stands = position_of(today.army.battalions[mission.battalion_id])
    if stands is None:
        return None
    strung = strung_out(today.army, today.theatre, today.book, about=today.theatre.point_of(stands))
    position = strung.get(mission.battalion_id, stands)
    return today.theatre.point_of(position), today.theatre.describe(position)


def _ask_the_opponent(today: DayContext, raid: Raid, point: Point) -> None:
    """Ask the opponent for another target (OB-AIR-03). The options show the enemies whom that side has sighted and the
    names on the map, nothing else. An enemy counts as where he was seen, in the words, the order and the remarks.
    """
    opponent = next(side for side in today.army.sides.values() if side.id != raid.side)
    keys: dict[str, str] = {}
    options: list[tuple[str, str]] = []
    beside: list[tuple[str, str]] = []
    for number, (battalion, words, seen) in enumerate(_sighted(today, opponent.id, raid.side, point), 1):
        key = f"sighted-{number}"
        keys[key] = f"battalion:{battalion.key}"
        if _stands_at(today, opponent.id, seen):
            beside.append((key, f"{words}{OWN_TOO}"))
        else:
            options.append((key, words))
    options += [(NOWHERE, "waste ground, where nobody is"), *beside]
    for place in sorted(today.board.rows(Place), key=lambda p: p.name):
        target = (float(place.x_m), float(place.y_m))
        if _may_be_picked(today, point, target):
            keys[place.key] = f"place:{place.key}"
            own = OWN_TOO if _stands_at(today, opponent.id, target) else ""
            options.append((place.key, f"whatever is at {place.name}{own}"))
    flights = [[group.key, mission.sortie] for group, mission in raid.flights]
    ask(
        today,
        DecisionKind.AIR_TARGET,
        opponent.id,
        "stray aircraft",
        "Enemy aircraft have lost their way. You say what they attack instead; they attack everybody"
        " within half a kilometre of it.",
        options,
        {"flights": flights, "targets": keys},
    )
    today.say(f"{raid.names} lose their way (rolled 1): {opponent.name} chooses their target", "OB-AIR-03")


OWN_TOO = "; your own troops are there, too"
"""Remark on a target for stray aircraft within half a kilometre of troops of the side that picks it."""


def _stands_at(today: DayContext, side: int, target: Point) -> bool:
    """Return whether troops of the side are within half a kilometre of this point, by the spots where they halt: the
    way in which a column stands behind its spot goes by the nearest enemy, whom the side may not see.
    """
    near = standing_near(today.army, today.theatre, target, strike.STRIKE_RADIUS_M)
    return any(near_battalion.battalion.side_id == side for near_battalion in near)


def _sighted(today: DayContext, viewer: int, side: int, point: Point) -> list[tuple[Battalion, str, Point]]:
    """Return the enemies whom this side has located lately, with the words and the point of their sighting, the most
    crowded points first. Where they really are now the side does not know.
    """
    eyes = load_knowledge(today.board, today.army, Viewer(viewer))
    seen: list[tuple[Battalion, str, Point]] = []
    for battalion in today.army.enemies_of(viewer):
        sighting = eyes.located_lately(battalion.id, today.now)
        if sighting is None or battalion.side_id != side or (position := seen_at(sighting)) is None:
            continue
        at = today.theatre.point_of(position)
        if _may_be_picked(today, point, at):
            name = battalion.name if sighting.named else seen_as(sighting)
            seen.append((battalion, f"{name}, {where_seen(today.theatre, sighting)}", at))

    def together(at: Point) -> int:
        return sum(dist(at, other) <= strike.STRIKE_RADIUS_M + CLOSED_M for _, _, other in seen)

    crowds = {battalion.id: together(at) for battalion, _, at in seen}
    return sorted(seen, key=lambda s: (-crowds[s[0].id], s[0].id))


def _may_be_picked(today: DayContext, named: Point, target: Point) -> bool:
    """Return whether the opponent may pick this target: anything on the map, unless the rulebook draws a circle around
    the named target (OB-AMB-101).
    """
    if today.book.is_word("air.mistarget_radius"):
        return True
    away = hypot(named[0] - target[0], named[1] - target[1])
    return away <= today.book.integer("air.mistarget_radius") * tables.METRES_AN_INCH


def answer_target(today: DayContext, decision: Decision, answer: str) -> None:
    """Attack the target that the opponent has chosen for stray aircraft."""
    raid = _astray(today, decision)
    kind, _, key = str(decision.facts["targets"].get(answer, "")).partition(":")
    if kind == "battalion":
        battalion = next(b for b in today.army.battalions.values() if b.key == key)
        position = position_of(battalion)
        if position is not None:
            attack(today, raid, today.theatre.point_of(position), today.theatre.describe(position), astray=True)
            return
    if kind == "place":
        spot = next(s for s in today.theatre.spots if s.key == key)
        attack(today, raid, spot.point, spot.name, astray=True)
        return
    for group, mission in raid.flights:
        mission.state, mission.result = MissionState.FLOWN, "bombs on waste ground"
        group.last_day, group.last_turn = today.now.day, today.now.turn
    today.say(f"{raid.names} bomb waste ground", "OB-AIR-03")
    note(today.board, f"{raid.names}: the target was missed; bombs fell elsewhere.", side=raid.side, seconds=0)


def _astray(today: DayContext, decision: Decision) -> Raid:
    groups = {group.key: group for group in today.board.rows(AirGroup)}
    missions = today.board.rows(AirMission, AirMission.day == decision.day, AirMission.turn == decision.turn)
    by_key = {(mission.air_group_id, mission.sortie): mission for mission in missions}
    flights = tuple((groups[key], by_key[groups[key].id, sortie]) for key, sortie in decision.facts["flights"])
    return Raid(flights[0][0].side_id, flights)


# reconnaissance ------------------------------------------------------------------------------------------------------
def _look(today: DayContext, group: AirGroup, mission: AirMission) -> None:
    """Write down sightings (arm and rough size) of the units near the place of a reconnaissance, if the rulebook has
    air reconnaissance (umpire 1.13).
    """
    if mission.place_id is None:
        return
    mission.state, group.last_day, group.last_turn = MissionState.FLOWN, today.now.day, today.now.turn
    spot = today.theatre.spot(mission.place_id)
    radius = today.book.integer(reconnaissance_setting(today.conditions.light, today.conditions.sky))
    near_battalions = [
        near_battalion
        for near_battalion in standing_near(today.army, today.theatre, spot.point, radius)
        if near_battalion.battalion.side_id != group.side_id and not near_battalion.battalion.hidden
    ]
    seen_already = sightings_of_turn(today.board)
    for near_battalion in near_battalions:
        if (group.side_id, near_battalion.battalion.id) not in seen_already:
            write_sighting(
                today.board,
                today.theatre,
                group.side_id,
                near_battalion.battalion,
                near_battalion.position,
                seconds=0,
                seen_by=group.name,
                how="air",
            )
    mission.result = (
        f"sees {len(near_battalions)} {'unit' if len(near_battalions) == 1 else 'units'} within {radius / 1000:g} km"
        if near_battalions
        else "sees nobody"
    )
    today.say(f"{group.name} looks at {spot.name} and {mission.result}")
    note(today.board, f"{group.name} looks at {spot.name} and {mission.result}.", side=group.side_id, seconds=0)
