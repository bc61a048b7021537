"""The steps of the day for supply: deliveries by transport aircraft, the trace, and the casualty figures shed by rested
units.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from campaign.actions.day_context import DayContext
from campaign.actions.diary import deed, note, note_deed
from campaign.model import AirGroup, AirMission, Battalion, Order, Place, SupplyReport
from campaign.rules.common.force import Strength
from campaign.rules.day import rest
from campaign.rules.day.supply import AirSupply, air_supply
from campaign.situation.army import position_of
from campaign.situation.engaged import engaged_battalions
from campaign.situation.flying import Airfields
from campaign.situation.force import establishment_of, strength_of
from campaign.situation.knowledge import load_knowledge
from campaign.situation.marching import supply_reach, watchers
from campaign.situation.passages import country_of, load_passages
from campaign.situation.resting import resting_since
from campaign.situation.sight import seers
from campaign.situation.standing import standing_orders
from campaign.situation.supply import (
    SupplyState,
    held_by_enemies,
    is_too_long,
    judge,
    nearer_seat,
    supply_net,
    trace_side,
    verdict_for,
)
from campaign.situation.supply_known import located, reports_of
from campaign.situation.supply_told import latest_report
from campaign.situation.tasks import tasks_in_hand
from campaign.terms.forces import Level
from campaign.terms.rule_ids import by_rule
from campaign.terms.state import OrderKind, Posture, State
from campaign.terms.viewer import Viewer
from campaign.terms.words import listing
from campaign.theatre.supply import SupplyNet
from campaign.theatre.values import kilometres
from campaign.theatre.zones import Watcher


def fly_in_supply(today: DayContext) -> None:
    """Roll one die for each transport mission of this turn that can fly (OB-SUP-04, OB-WX-02, -03, -07)."""
    fields = Airfields(today.board, today.now)
    groups = today.board.by_id(AirGroup)
    flying: dict[int, list[AirMission]] = defaultdict(list)
    for mission in _supply_missions(today, "tasked"):
        group = groups[mission.air_group_id]
        reasons = fields.keeps_down(group, mission, today.conditions.light)
        if not today.book.switch("use.air"):
            reasons = ("no aircraft fly by the house rule use.air (OB-OPT-01)", *reasons)
        if reasons:
            mission.state, mission.result = "grounded", "; ".join(reasons)
            today.say(f"{group.name} does not fly supplies: {mission.result}")
        elif mission.formation_id is not None:
            flying[mission.formation_id].append(mission)
    for formation_id, missions in flying.items():
        formation = today.army.formations[formation_id]
        flown = air_supply(formation.key, [groups[m.air_group_id].key for m in missions], today.dice)
        for mission, face in zip(missions, flown.rolls, strict=True):
            mission.state, mission.roll, mission.result = (
                "flown",
                face,
                "delivered" if flown.delivered else "not delivered",
            )
            group = groups[mission.air_group_id]
            group.last_day, group.last_turn = today.now.day, today.now.turn
        words = f"{formation.name} is {'supplied by air' if flown.delivered else 'not reached by air supply'}"
        today.say(f"{words} (rolled {', '.join(map(str, flown.rolls))})", "OB-SUP-04")
        note(today.board, f"{words}.", side=formation.side_id, formation=formation.id, seconds=0)


def _supply_missions(today: DayContext, state: str) -> list[AirMission]:
    return today.board.rows(
        AirMission,
        AirMission.task == "supply",
        AirMission.state == state,
        AirMission.day == today.now.day,
        AirMission.turn == today.now.turn,
    )


def trace_for_the_day(today: DayContext) -> None:
    """Trace supply as the day begins, for recovery (umpire 1.19, OB-AMB-012)."""
    _trace(today, "day")


def trace_for_the_turn(today: DayContext) -> None:
    """Trace every side's supply at the start of the turn, since only units in supply can rest."""
    _trace(today, "turn")


def _trace(today: DayContext, moment: str) -> None:
    content: dict[str, object] = {}
    for side in today.army.sides.values():
        content |= _records(today, side.id)
    before = latest_report(today.board)
    today.board.make(SupplyReport, day=today.now.day, turn=today.now.turn, moment=moment, content=content)
    _tell_changes(today, before.content if before is not None else {}, content)


def _records(today: DayContext, side: int) -> dict[str, dict[str, object]]:
    """Return a side's present supply, as far as it knows of it, for storing."""
    knowledge = load_knowledge(today.board, today.army, Viewer(side))
    country = country_of(today.board, today.army, today.theatre, side)
    enemies = located(today.army, country.theatre, knowledge, today.now, today.conditions)
    supply, air = supply_now(today, side), _flown_in(today)
    return reports_of(today.board, today.army, country, today.conditions, today.book, side, supply, air, enemies)


def supply_now(today: DayContext, side: int) -> SupplyState:
    """Return a side's present supply, including what transports delivered this turn."""
    passages = load_passages(today.board, today.army, today.theatre)
    lines = trace_side(today.board, today.army, today.theatre, today.conditions, today.book, side, passages)
    return judge(today.army, lines, _flown_in(today), today.book)


def _flown_in(today: DayContext) -> dict[int, AirSupply]:
    """Return the supply that transports delivered this turn, by division."""
    air: dict[int, AirSupply] = {}
    by_division: dict[int, list[AirMission]] = defaultdict(list)
    for mission in _supply_missions(today, "flown"):
        if mission.formation_id is not None:
            by_division[mission.formation_id].append(mission)
    for ident, missions in by_division.items():
        delivered = any(m.result == "delivered" for m in missions)
        air[ident] = AirSupply(today.army.formations[ident].name, tuple(m.roll or 0 for m in missions), delivered)
    return air


def _tell_changes(today: DayContext, before: dict[str, dict[str, object]], now: dict[str, object]) -> None:
    by_key = {f.key: f for f in today.army.formations.values()}
    cut: dict[str, list[str]] = defaultdict(list)
    too_far: dict[int, float] = {}
    for key, record in now.items():
        assert isinstance(record, dict)
        was = before.get(key, {}).get("in_supply", True)
        if record["in_supply"] is was:
            continue
        formation = by_key[key]
        if not today.army.is_on_map(formation.id):
            continue
        words = f"{formation.name}: back in supply" if record["in_supply"] else f"{formation.name} is out of supply"
        if record["in_supply"]:
            today.say(words, str(record["rule"]))
        else:
            cut[by_rule(str(record["why"]), str(record["rule"]))].append(formation.name)
            if formation.level is Level.COMMAND and is_too_long(record):
                too_far[formation.id] = float(record["metres"])
        note(
            today.board,
            f"{words}.",
            side=formation.side_id,
            formation=formation.id,
            bold=not record["in_supply"],
            seconds=0,
        )
    for why, names in cut.items():  # one headquarters leaves all that hangs on it without supply, for one reason
        today.say(f"Out of supply: {why}" if len(names) == 1 else f"Out of supply: {listing(names)}, because {why}")
    if too_far:
        _tell_left_behind(today, too_far)


def _tell_left_behind(today: DayContext, too_far: Mapping[int, float]) -> None:
    """Tell of the commands that are out of reach of their headquarters, by id with their distance, whether it followed
    others there and what would bring them back.
    """
    nets: dict[int, tuple[SupplyNet, dict[int, str]]] = {}
    owners = list(today.board.read_through(Place, "id", "owner_id"))
    orders = standing_orders(today.army, today.board.rows(Order), today.now, tasks_in_hand(today.board))
    for ident, metres in too_far.items():
        formation = today.army.formations[ident]
        side = formation.side_id
        if side not in nets:
            passages = load_passages(today.board, today.army, today.theatre)
            net = supply_net(today.army, today.theatre, today.conditions, today.book, side, passages)
            nets[side] = net, held_by_enemies(today.army, owners, side)
        net, not_held = nets[side]
        superior = net.chain.source(net.chain.echelons[ident]).superior
        headquarters = today.army.headquarters.get(superior or 0)
        if headquarters is not None and orders.of(headquarters).kind is OrderKind.FOLLOW:
            most = supply_reach(today.army, headquarters, today.conditions.night, today.book).road
            today.say(
                f"{headquarters.name} follows its commands and was {kilometres(metres)} from {formation.name}"
                f" {_BEFORE}, farther than the {kilometres(most)} that supply reaches by road. An order to hold keeps"
                " the headquarters in place",
                "umpire 1.2",
            )
        if seat := nearer_seat(today.army, today.theatre, net, formation, not_held):
            ways = f"to bring {formation.name} back into supply as the troops stood {_BEFORE}, {seat}"
            today.say(f"{ways}. As they stand now: campaign supply", "OB-SUP-05")


_BEFORE = "before the turn's marches"
"""When supply is traced; what is told of it is read after the marches."""


def shed_figures(today: DayContext) -> None:
    """Remove the casualty figure of battalions that rested in supply; no die is rolled (OB-REST-01, OB-SUP-06, umpire
    1.11).
    """
    resting = [b for b in today.army.battalions.values() if b.resting and b.on_map and b.state.carries_figure]
    _shed(today, resting)
    for battalion in today.army.battalions.values():
        battalion.moved = False


def _shed(today: DayContext, resting: list[Battalion]) -> None:
    if not resting:
        return
    engaged = engaged_battalions(today.board)
    supplies = {side: supply_now(today, side) for side in {b.side_id for b in resting}}
    sights = {side: watchers(today.theatre, today.army.enemies_of(side), today.book) for side in supplies}
    for battalion in resting:
        eyes = sights[battalion.side_id]
        question = rest.Resting(
            battalion.name,
            battalion.state,
            True,
            battalion.moved,
            battalion.id in engaged,
            near_enemy(today, battalion, eyes),
            today.now.index - resting_since(today.board, battalion).index,
        )
        answer = rest.may_shed(question, verdict_for(today.army, supplies[battalion.side_id], battalion), today.book)
        today.say(answer.why, answer.rule)
        if answer.sheds:
            battalion.state, battalion.resting, battalion.posture = State.FRESH, False, Posture.LINE
            write_strength(battalion, rest.shed(strength_of(battalion), establishment_of(battalion), today.book))
            note_deed(today.board, battalion, deed("{has} rested and {is} fresh again"), seconds=0)


def near_enemy(today: DayContext, battalion: Battalion, eyes: list[Watcher]) -> str:
    """Return the name of an enemy that locates this battalion where it stands; empty if there is none."""
    position = position_of(battalion)
    if position is None:
        return ""
    return next((eye.name for eye in seers(today.theatre, today.conditions.sight, eyes, position)), "")


def write_strength(battalion: Battalion, strength: Strength) -> None:
    """Set a battalion's men, vehicles and guns."""
    battalion.men, battalion.vehicles, battalion.guns = strength.men, strength.vehicles, strength.guns
