"""Founding a campaign: the rows of a checked scenario, laid out superiors first.

The scenario is read before the transaction begins (``exchange.check.read_scenario``), so a file with a fault leaves
no trace. ``found_campaign`` does all of it; ``lay_out`` is the action alone, for a board that is open already.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from campaign.errors import BadInput, Refused
from campaign.exchange.check import find_scenario, read_scenario
from campaign.exchange.values import Battalion as BattalionValue
from campaign.exchange.values import Formation as FormationValue
from campaign.exchange.values import Road as RoadValue
from campaign.exchange.values import Scenario
from campaign.journal.board import Board
from campaign.journal.keys import fresh_key
from campaign.journal.record import Build, Done, Facts, found
from campaign.journal.register import action
from campaign.model import (
    AirGroup,
    AirMission,
    BasingArea,
    Battalion,
    Clock,
    Commander,
    Crossing,
    Feature,
    Formation,
    Nation,
    Objective,
    Obstacle,
    Order,
    Place,
    Road,
    Setting,
    Side,
    StrengthReturn,
)
from campaign.rules.common.dice import Dice, Seeded, must_be_seed
from campaign.rules.tabletop.interface import DEFAULT
from campaign.situation.old_news import spread
from campaign.situation.standing import SCENARIO
from campaign.situation.victory import VICTORY
from campaign.store import Store
from campaign.terms.state import State
from campaign.terms.time import Phase
from campaign.terms.words import listing
from campaign.views.receipt import Receipt

WEATHER_SETTING = "scenario.weather"
"""Where the weather as it was is kept, by ``day.turn`` or ``day``, with the key of an air base after a space."""
HISTORICAL, DICE = "historical", "dice"

Ids = dict[str, int]


@dataclass(frozen=True, slots=True)
class Found:
    """What a founding was told. The hash is that of the scenario's files as they were read."""

    scenario: str
    scenario_hash: str
    seed: str
    tabletop: str = DEFAULT
    weather: str = HISTORICAL
    paper_key: str = ""
    """Where the codes of battle sheets come from; empty in a founding of before there were keys."""
    about: Mapping[str, str | int | None] = field(default_factory=dict)
    """The other facts of the campaign (title, days, where it lies), by which the doctor knows them; empty in older
    foundings."""


def found_campaign(
    store: Store,
    scenario: Scenario,
    *,
    name: str,
    seed: str,
    tabletop: str,
    weather: str,
    actor: str,
    paper_key: str = "",
) -> Done:
    """A new campaign of that name in the store; without a key for its papers it gets a secret one.

    Raises Refused if the name is taken, BadInput for an unknown word or what is no seed.
    """
    must_be_seed(seed)
    facts = facts_of(scenario, name, seed, tabletop, paper_key or fresh_key())
    command = Found(scenario.key, scenario.content_hash, seed, tabletop, weather, facts.paper_key, facts.about())
    return found(store, facts, command, source=Seeded(seed), actor=actor, build=builder(scenario))


def facts_of(scenario: Scenario, name: str, seed: str, tabletop: str, paper_key: str) -> Facts:
    """What is written once for a campaign and never changes."""
    return Facts(
        name=name,
        title=scenario.title,
        scenario=scenario.key,
        scenario_hash=scenario.content_hash,
        seed=seed,
        paper_key=paper_key,
        tabletop=tabletop,
        first_day=scenario.first_day,
        days=scenario.days,
        day_start_hour=scenario.day_start_hour,
        time_zone=scenario.time_zone,
        lat_e6=scenario.lat_e6,
        lon_e6=scenario.lon_e6,
        notes=scenario.notes,
    )


def builder(scenario: Scenario) -> Build:
    """The founding of this scenario, as the journal wants it."""
    return partial(lay_out, scenario)


@action("found", Found)
def found_again(board: Board, command: Found, dice: Dice) -> Receipt:
    """The founding as its entry tells it: read the scenario that was named and lay it out."""
    scenario = read_scenario(find_scenario(command.scenario))
    if scenario.content_hash != command.scenario_hash:
        raise Refused(
            f"the files of scenario {command.scenario!r} have changed since: found a new campaign from them with"
            " campaign new"
        )
    return lay_out(scenario, board, command, dice)


def lay_out(scenario: Scenario, board: Board, command: Found, dice: Dice) -> Receipt:
    """Every row of a new campaign. Raises Refused if it has been founded, BadInput for an unknown source of weather."""
    if board.rows(Clock):
        raise Refused(f"campaign {board.campaign.name!r} is founded already: campaign new founds another one")
    if command.weather not in (HISTORICAL, DICE):
        raise BadInput(f"{command.weather!r} is no source of weather: say {HISTORICAL} or {DICE}")
    if command.weather == HISTORICAL and not scenario.weather:
        raise Refused(f"scenario {scenario.key!r} does not tell the weather as it was: found it with --weather {DICE}")
    board.make(Clock, day=1, turn=1, phase=Phase.WEATHER)
    for key, value in scenario.rulebook:
        board.make(Setting, key=key, value=value)
    if command.weather == HISTORICAL:
        board.make(Setting, key=WEATHER_SETTING, value=_weather(scenario))
    if scenario.victory:
        board.make(Setting, key=VICTORY, value=[[level.name, level.side, level.lead] for level in scenario.victory])
    sides = _sides(board, scenario)
    nations = {n.key: board.make(Nation, key=n.key, name=n.name, counts_as=n.counts_as).id for n in scenario.nations}
    places = _places(board, scenario, sides)
    roads = _roads(board, scenario, places)
    for feature in scenario.features:
        board.make(
            Feature,
            key=feature.key,
            name=feature.name,
            kind=feature.kind,
            shape=[list(point) for point in feature.shape],
        )
    formations = _formations(board, scenario, sides, nations)
    battalions = _battalions(board, scenario, sides, nations, formations, places, roads)
    for leader in scenario.commanders:
        board.make(
            Commander,
            key=leader.key,
            name=leader.name,
            player=leader.player,
            side_id=sides[leader.side],
            formation_id=formations[leader.formation],
        )
    _skies(board, scenario, sides, places, formations, battalions)
    for goal in scenario.objectives:
        board.make(
            Objective,
            key=goal.key,
            name=goal.name,
            place_id=places[goal.place],
            side_id=sides[goal.side],
            points=goal.points,
            day=goal.day,
        )
    _orders(board, scenario, places, formations, battalions)
    _keep_blocks_secret(board)
    roll = {
        b.key: [State(b.state).value, b.present.men, b.present.vehicles, b.present.guns] for b in scenario.battalions
    }
    board.make(StrengthReturn, day=0, content=roll)
    return _receipt(scenario, command)


def _receipt(scenario: Scenario, command: Found) -> Receipt:
    counts = [
        f"{len(scenario.battalions)} battalions in {len(scenario.formations)} formations",
        f"{len(scenario.places)} places and {len(scenario.roads)} roads",
        f"{len(scenario.air_groups)} air groups at {len(scenario.air_bases)} bases",
        f"{len(scenario.objectives)} objectives, {len(scenario.orders)} opening orders",
    ]
    first = f"{scenario.first_day.day} {scenario.first_day:%B %Y}"
    whole_text = (
        f"founded {scenario.title}: {listing(side.name for side in scenario.sides)}, {scenario.days} days from {first}"
    )
    weather = "as it was historically" if command.weather == HISTORICAL else "by dice"
    lines = (
        *counts,
        f"weather {weather}, tabletop {command.tabletop}",
        *(f"warning: {line}" for line in scenario.warnings),
    )
    return Receipt(whole_text, lines, "campaign next")


def _weather(scenario: Scenario) -> dict[str, str]:
    return {
        f"{report.day if report.turn is None else f'{report.day}.{report.turn}'} {report.area}".strip(): (
            report.sky.value
        )
        for report in scenario.weather
    }


def _sides(board: Board, scenario: Scenario) -> Ids:
    return {
        side.key: (
            board.make(Side, key=side.key, name=side.name, adjective=side.adjective, accent=side.accent, position=n).id
        )
        for n, side in enumerate(scenario.sides)
    }


def _link(ids: Mapping[str, int], key: str | None) -> int | None:
    return None if key is None else ids[key]


def _places(board: Board, scenario: Scenario, sides: Ids) -> Ids:
    return {
        place.key: (
            board.make(
                Place,
                key=place.key,
                name=place.name,
                x_m=place.x_m,
                y_m=place.y_m,
                lat_e6=place.lat_e6,
                lon_e6=place.lon_e6,
                accuracy_m=place.accuracy_m,
                role=place.role,
                cover=place.cover,
                hill=place.hill,
                owner_id=_link(sides, place.owner),
                home_edge_of_id=_link(sides, place.home_edge_of),
            ).id
        )
        for place in scenario.places
    }


def _roads(board: Board, scenario: Scenario, places: Ids) -> Ids:
    ids: Ids = {}
    for road in scenario.roads:
        ids[road.key] = board.make(
            Road,
            key=road.key,
            name=road.name,
            a_id=places[road.a],
            b_id=places[road.b],
            length_m=road.length_m,
            length_basis=road.length_basis,
            kind=road.kind,
            surface=road.surface,
            cover=road.cover,
            defile=road.defile,
            shape=[list(point) for point in road.shape],
        ).id
        _on_road(board, road, ids[road.key])
    return ids


def _on_road(board: Board, road: RoadValue, ident: int) -> None:
    for crossing in road.crossings:
        board.make(
            Crossing,
            key=crossing.key,
            name=crossing.name,
            road_id=ident,
            at_m=crossing.at_m,
            waterway=crossing.waterway,
            major=crossing.major,
            load_class=crossing.load_class,
            spans=crossing.spans,
            state=crossing.state,
        )
    for block in road.obstacles:
        board.make(
            Obstacle,
            key=block.key,
            name=block.name,
            road_id=ident,
            at_m=block.at_m,
            kind=block.kind,
            gapped=block.gapped,
        )


def _keep_blocks_secret(board: Board) -> None:
    """What bars a road as the campaign begins is known to the side that holds an end of it or has troops on it (umpire
    1.13)."""
    if not (blocks := board.rows(Obstacle, Obstacle.gapped.is_(False))):
        return
    owners = {place.id: place.owner_id for place in board.rows(Place)}
    troops = {(b.side_id, b.place_id, b.road_id) for b in board.rows(Battalion) if b.on_map}
    for block in blocks:
        road = board.row(Road, block.road_id)
        ends = (road.a_id, road.b_id)
        sides_there = {side for side, place, on in troops if place in ends or on == road.id}
        spread(board, block, {}, sides_there | {owner for end in ends if (owner := owners[end]) is not None})


def _formations(board: Board, scenario: Scenario, sides: Ids, nations: Ids) -> Ids:
    ids: Ids = {}
    for n, formation in enumerate(scenario.formations):
        ids[formation.key] = board.make(Formation, **_formation(formation, n, sides, nations, ids)).id
    return ids


def _formation(formation: FormationValue, n: int, sides: Ids, nations: Ids, ids: Ids) -> dict[str, Any]:
    return {
        "key": formation.key,
        "name": formation.name,
        "short": formation.short,
        "number": formation.number,
        "side_id": sides[formation.side],
        "superior_id": _link(ids, formation.superior),
        "nation_id": nations[formation.nation],
        "level": formation.level,
        "mark": formation.mark,
        "arm": formation.arm,
        "led_by": formation.led_by,
        "experience": formation.experience,
        "posture": formation.posture,
        "supply_grade": formation.supply_grade,
        "ad_hoc": formation.ad_hoc,
        "position": n,
        "notes": formation.notes,
        "source": formation.source,
        "unconfirmed": formation.unconfirmed,
    }


def _battalions(
    board: Board, scenario: Scenario, sides: Ids, nations: Ids, formations: Ids, places: Ids, roads: Ids
) -> Ids:
    ids: Ids = {}
    for n, battalion in enumerate(scenario.battalions):
        links = {
            "side_id": sides[battalion.side],
            "organic_id": formations[battalion.organic],
            "nation_id": nations[battalion.nation],
            "present_id": formations[battalion.attached_to or battalion.organic],
            "supports_id": _link(formations, battalion.supports),
            "headquarters_of_id": _link(formations, battalion.headquarters_of),
            "place_id": _link(places, battalion.place),
            "road_id": _link(roads, battalion.road),
            "road_m": battalion.road_m,
        }
        if battalion.arrives is not None:
            when = battalion.arrives
            links |= {"arrives_day": when.day, "arrives_turn": when.turn, "arrives_at_id": places[when.at]}
        ids[battalion.key] = board.make(Battalion, position=n, **_fixed(battalion), **links).id
    return ids


def _fixed(battalion: BattalionValue) -> dict[str, Any]:
    """What a battalion is, without its links."""
    same = (
        "key",
        "name",
        "short",
        "number",
        "led_by",
        "arm",
        "mark",
        "size",
        "experience",
        "march_class",
        "combat_class",
        "hit_row",
        "casualty_column",
        "armour",
        "anti_tank_best",
        "anti_tank_all",
        "weapon",
        "direct_in",
        "flame_throwers",
        "piece",
        "piece_name",
        "calibre_mm",
        "pre_1914",
        "range_in",
        "engineers",
        "recce_companies",
        "carried_by",
        "equipment",
        "establishment",
        "notes",
        "source",
        "unconfirmed",
        "support",
        "state",
        "posture",
        "dug_in_turns",
        "hidden",
    )
    full, present = battalion.full, battalion.present
    return {name: getattr(battalion, name) for name in same} | {
        "equipment_list": [
            {"item": equipment.item, "kind": equipment.kind, "count": equipment.count}
            for equipment in battalion.equipment_list
        ],
        "men_establishment": full.men,
        "vehicles_establishment": full.vehicles,
        "guns_establishment": full.guns,
        "men": present.men,
        "vehicles": present.vehicles,
        "guns": present.guns,
        "on_map": battalion.arrives is None and not battalion.embarked,
    }


def _skies(board: Board, scenario: Scenario, sides: Ids, places: Ids, formations: Ids, battalions: Ids) -> None:
    bases = {
        base.key: (
            board.make(
                BasingArea,
                key=base.key,
                name=base.name,
                side_id=sides[base.side],
                place_id=_link(places, base.place),
                lat_e6=base.lat_e6,
                lon_e6=base.lon_e6,
                source=base.source,
                unconfirmed=base.unconfirmed,
            ).id
        )
        for base in scenario.air_bases
    }
    groups = {
        group.key: (
            board.make(
                AirGroup,
                key=group.key,
                name=group.name,
                side_id=sides[group.side],
                kind=group.kind,
                basing_area_id=bases[group.based_at],
                aircraft=group.aircraft,
                missions_a_day=group.missions_a_day,
                has_fac=group.has_fac,
                fac_with_id=_link(formations, group.fac_with),
                source=group.source,
                unconfirmed=group.unconfirmed,
            ).id
        )
        for group in scenario.air_groups
    }
    for task in scenario.air_tasks:
        board.make(
            AirMission,
            air_group_id=groups[task.group],
            day=task.moment.day,
            turn=task.moment.turn,
            sortie=task.sortie,
            task=task.task,
            place_id=_link(places, task.place),
            battalion_id=_link(battalions, task.battalion),
            formation_id=_link(formations, task.formation),
        )


def _orders(board: Board, scenario: Scenario, places: Ids, formations: Ids, battalions: Ids) -> None:
    for order in scenario.orders:
        subject = f"formation:{order.formation}" if order.formation else f"battalion:{order.battalion}"
        board.make(
            Order,
            key=subject,
            formation_id=_link(formations, order.formation),
            battalion_id=_link(battalions, order.battalion),
            day=order.moment.day,
            turn=order.moment.turn,
            kind=order.kind,
            to_id=_link(places, order.to),
            via=[places[key] for key in order.via],
            aim=order.aim,
            objective=order.objective,
            limit=order.limit,
            given_by=SCENARIO,
        )
