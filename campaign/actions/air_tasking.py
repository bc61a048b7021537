"""Air tasking: missions for the air groups of a side, written before the turn or the day and secret until they are
flown (OB-AIR-05..07).

A target is a place, or an enemy whom the side sees now (umpire 1.19). Ground-attack and medium bombers find a unit
where it stands when their turn begins; a unit named earlier, and any unit named to heavy bombers, is struck where it
was when it was named, at the nearest place of the map, unless the rulebook lets aircraft follow it
(``air.target_follows``).
"""

from __future__ import annotations

from collections.abc import Iterator

from campaign.actions.air_attack import AS_MEDIUM
from campaign.actions.air_landing import BY_SEA
from campaign.errors import Ambiguous, BadInput, NotFound, Refused
from campaign.journal.board import Board
from campaign.journal.register import action
from campaign.model import AirGroup, AirMission, BasingArea, Battalion, Feature, Formation, Order, Place
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.day import air_tasking as rules
from campaign.rules.day import amphibious
from campaign.rules.day.nqm_tasks import sorties, too_soon
from campaign.rules.day.strike import STRIKE_RADIUS_M
from campaign.rules.tabletop.brevity.tables import Landing
from campaign.situation.army import Army, load_army
from campaign.situation.boats import metres_from, waters_of
from campaign.situation.bombing import standing_near
from campaign.situation.clock import calendar_of, last_moment, next_movement, turn_written
from campaign.situation.conditions import conditions_at, rulebook_of
from campaign.situation.flying import Airfields
from campaign.situation.ground import load_theatre
from campaign.situation.knowledge import Knowledge, load_knowledge, seen_as, seen_at, where_seen
from campaign.situation.marching import still_ahead
from campaign.situation.names import among, battalion_named
from campaign.situation.standing import Standing, standing_orders
from campaign.situation.tasks import tasks_in_hand
from campaign.terms.air import AirTask, MissionState
from campaign.terms.forces import AirType, Level
from campaign.terms.position import AtPlace, Position
from campaign.terms.rule_ids import by_rule
from campaign.terms.state import OrderKind, Sky
from campaign.terms.time import MORNING, Moment
from campaign.terms.viewer import Viewer
from campaign.terms.words import counted, is_number, listing
from campaign.theatre.values import kilometres
from campaign.values import dataclass, replace
from campaign.verbs.air_tasking import CancelAir, LandFromTheSea, TaskAir
from campaign.words.proposal import Proposal
from campaign.words.receipt import Receipt


@dataclass(frozen=True, slots=True)
class _Target:
    """The target columns of a mission, and their words for the receipt."""

    words: str
    place: int | None = None
    battalion: int | None = None
    formation: int | None = None
    lines: tuple[str, ...] = ()


@action("air task", TaskAir)
def task_air(board: Board, command: TaskAir) -> Receipt:
    """Task a sortie; it replaces one already tasked for that turn."""
    army, book = load_army(board), rulebook_of(board)
    group = among(command.group, "air group", board.rows(AirGroup))
    task = _task(command.task)
    if why := rules.cannot(group.kind, task, has_fac=group.has_fac):
        raise Refused(f"{group.name}: {why}")
    if task is AirTask.LANDING and not book.switch("use.landings"):
        raise Refused(
            f"{group.name} cannot land troops: this campaign has no landings from the air. To allow them: campaign"
            f" rules use.landings on. {group.name} can fly supplies instead (OB-OPT-01)"
        )
    if task is AirTask.RECONNAISSANCE and not book.switch("air.reconnaissance"):
        raise Refused(
            "aircraft cannot fly reconnaissance in this campaign. To allow it: campaign rules air.reconnaissance"
            " on (umpire 1.13)"
        )
    if command.as_medium and group.kind is not AirType.HEAVY_BOMBER:
        raise BadInput(
            f"{group.name} cannot fly as medium bombers: they are {group.kind}s, and only heavy bombers can choose"
            " to leave no craters (OB-AIR-12)"
        )
    mine = board.rows(AirMission, AirMission.air_group_id == group.id)
    at, passed_over = _when(board, book, command.turn, group, task, mine)
    old = _replaced(book, group, mine, at)
    target = _target(board, army, book, group, task, command, at)
    lines = target.lines
    if old is not None and old.task != task.value:
        lines = (*lines, f"this replaces the group's earlier task for turn {at}: {old.task}")
    elif old is not None and (old.place_id, old.battalion_id) != (target.place, target.battalion):
        lines = (*lines, f"this replaces the group's earlier target for turn {at}")
    if not command.turn:
        why = f"it is the first turn in which the group can fly{f' ({passed_over})' if passed_over else ''}"
        lines = (*lines, Proposal(f"it flies in turn {at}", why, "give a turn").by_default)
    mission = old or _row(board, mine, group, at)
    mission.task, mission.place_id, mission.battalion_id, mission.formation_id = (
        task.value,
        target.place,
        target.battalion,
        target.formation,
    )
    mission.state, mission.roll, mission.result = MissionState.TASKED, None, AS_MEDIUM if command.as_medium else ""
    if task is AirTask.SUPPORT:
        group.fac_with_id = target.formation
    return Receipt(f"{group.name}, turn {at}: {target.words}{f', {AS_MEDIUM}' if command.as_medium else ''}", lines)


def _task(word: str) -> AirTask:
    try:
        return AirTask(word)
    except ValueError:
        raise BadInput(f"{word!r} is not a task for aircraft. Write {', '.join(AirTask)}") from None


def turn_named(board: Board, text: str) -> Moment:
    """Return the turn that a text names: ``2.3``, ``3`` for the third turn of today, or an hour of the clock."""
    word = text.strip()
    if is_number(word):
        return Moment(board.clock.day, int(word))
    return turn_written(word, calendar_of(board), board.moment)


def _replaced(book: Rulebook, group: AirGroup, mine: list[AirMission], at: Moment) -> AirMission | None:
    """Return the sortie of that turn which another one replaces; None for transports that fly several."""
    if group.kind is AirType.TRANSPORT and book.integer("air.transport_missions") > 1:
        return None
    return next((m for m in mine if (m.day, m.turn) == (at.day, at.turn) and m.state == MissionState.TASKED), None)


def _too_often(book: Rulebook, group: AirGroup, mine: list[AirMission], at: Moment) -> str:
    """Return why a group may not fly in that turn besides its other sorties, flown or tasked; empty if it may."""
    old = _replaced(book, group, mine, at)
    flown = [
        Moment(m.day, m.turn) for m in mine if m is not old and m.state in (MissionState.TASKED, MissionState.FLOWN)
    ]
    a_day = sorties(rules.sorties_a_day(group.kind, group.missions_a_day, book), book)
    return rules.too_often(group.kind, flown, at, a_day)


def _when(
    board: Board, book: Rulebook, text: str, group: AirGroup, task: AirTask, mine: list[AirMission]
) -> tuple[Moment, str]:
    """Return the turn of a sortie, which must still be open for tasking; if the text is empty, the first in which the
    group can fly it, and why not in the turns before.
    """
    by, now, phase, last = rules.naming(group.kind, task), board.moment, board.clock.phase, last_moment(board)
    if text:
        at = turn_named(board, text)
        if at > last:
            raise Refused(f"turn {at} is too late: the last turn of the campaign is {last}")
        if why := rules.closed(by, task, at, now, phase, book):
            raise Refused(f"{group.name} cannot be given a target for turn {at}: {why}")
        if why := _too_soon(board, book, at):
            raise Refused(f"{group.name} cannot be given a target for turn {at}: {why}")
        if why := _on_the_ground(board, book, group, at) or _too_often(book, group, mine, at):
            raise Refused(f"{group.name} cannot fly in turn {at}: {why}")
        return at, ""
    coming = [Moment.at(index) for index in range(now.index, last.index + 1)]
    open_turns = [
        at for at in coming if not (rules.closed(by, task, at, now, phase, book) or _too_soon(board, book, at))
    ]

    def stays(at: Moment) -> str:
        return _on_the_ground(board, book, group, at) or _too_often(book, group, mine, at)

    moment = next((at for at in open_turns if not stays(at)), None)
    if moment is None and open_turns:
        why = stays(open_turns[0])
        raise Refused(f"{group.name} cannot fly in any later turn of the campaign. In turn {open_turns[0]}: {why}")
    if moment is None and (why := _too_soon(board, book, last)):
        raise Refused(f"{group.name} can no longer be given a target: {why}")
    if moment is None:
        raise Refused(f"{group.name} can no longer be given a target: {rules.closed(by, task, last, now, phase, book)}")
    first = coming[0]
    closed = rules.closed(by, task, first, now, phase, book) or _too_soon(board, book, first) or stays(first)
    return moment, f"turn {first} is not possible: {closed}" if moment != first else ""


def _on_the_ground(board: Board, book: Rulebook, group: AirGroup, at: Moment) -> str:
    """Return why a group stays on the ground in a turn, as far as that is certain when it is tasked: by night, under
    cloud, which lasts the day, and in the weather of the turn in hand once it is settled, at the field and at the
    group's base (OB-AIR-10, OB-WX-02, -03, -07); empty if it may fly.
    """
    today = conditions_at(board, at, book)
    settled = at == board.moment and today.reported
    field = today.sky if settled or (today.sky is Sky.CLOUD and at.day == board.moment.day) else None
    base = Airfields(board, at).sky_of(group) if settled else None
    return rules.never_flies(group.kind, night=today.night, field=field, base=base)


def _too_soon(board: Board, book: Rulebook, at: Moment) -> str:
    """Return why a turn is too early for air support under the hours of Not Quite Mechanised, if they are in use; empty
    if it is not. The plan of the first morning is exempt.
    """
    if board.clock.day == 1 and board.clock.phase in MORNING:
        return ""
    return too_soon(next_movement(board).index, at.index, book)


def _row(board: Board, mine: list[AirMission], group: AirGroup, at: Moment) -> AirMission:
    """Return the row for a sortie: a cancelled or grounded one of the turn is overwritten, otherwise a new row takes
    the turn's next number.
    """
    sorties = [m for m in mine if (m.day, m.turn) == (at.day, at.turn)]
    free = next((m for m in sorties if m.state == MissionState.CANCELLED), None)
    sortie = max((m.sortie for m in sorties), default=0) + 1
    return free or board.make(
        AirMission, air_group_id=group.id, day=at.day, turn=at.turn, sortie=sortie, task=AirTask.STRIKE.value
    )


# targets -------------------------------------------------------------------------------------------------------------
def _target(
    board: Board, army: Army, book: Rulebook, group: AirGroup, task: AirTask, command: TaskAir, at: Moment
) -> _Target:
    match task:
        case AirTask.STRIKE:
            return _struck(board, army, book, group, command.target, at)
        case AirTask.SUPPORT:
            formation = _formation(army, group, command.target)
            return _Target(f"with the controller at {formation.name}", formation=formation.id)
        case AirTask.SUPPLY:
            formation = _formation(army, group, command.target)
            if formation.level is not Level.DIVISION:
                raise Refused(f"{formation.name} cannot be supplied by air: it is not a division (OB-SUP-04)")
            return _Target(f"supplies for {formation.name}", formation=formation.id)
        case AirTask.RECONNAISSANCE:
            place = among(command.target, "place", board.rows(Place))
            return _Target(f"reconnaissance of {place.name}", place=place.id)
        case _:
            return _landing(board, army, group, command, at)


def _formation(army: Army, group: AirGroup, word: str) -> Formation:
    return among(word, "formation", [f for f in army.formations.values() if f.side_id == group.side_id])


def _struck(board: Board, army: Army, book: Rulebook, group: AirGroup, word: str, at: Moment) -> _Target:
    """Return a strike's target: a place, or an enemy seen in this turn or the one before. Raises NotFound in words that
    reveal no unseen unit.
    """
    try:
        place = among(word, "place", board.rows(Place))
    except Ambiguous:
        raise
    except NotFound as no_place:
        target = _struck_unit(board, army, book, group, word, at, no_place)
    else:
        target = _Target(f"strikes {place.name}", place=place.id)
        own_troops = _own_troops(board, army, book, group, target, at)
        return replace(target, lines=(*own_troops, *_nobody_seen(board, army, group, place)))
    return replace(target, lines=(*target.lines, *_own_troops(board, army, book, group, target, at)))


def _nobody_seen(board: Board, army: Army, group: AirGroup, place: Place) -> tuple[str, ...]:
    """Return a line where the side has not seen an enemy near a place that it strikes. It depends on nothing but what
    the side saw.
    """
    eyes, theatre = load_knowledge(board, army, Viewer(group.side_id)), load_theatre(board, group.side_id)
    for enemy in (b for b in army.battalions.values() if b.side_id != group.side_id):
        sighting = eyes.located_lately(enemy.id, board.moment)
        at = seen_at(sighting) if sighting is not None else None
        if at is not None and theatre.straight_m(at, AtPlace(place.id)) <= STRIKE_RADIUS_M:
            return ()
    words = f"your side has seen no enemy within half a kilometre of {place.name} in this turn or the one before"
    return (by_rule(f"{words}. The aircraft strike any unit there, and may find the place empty", "OB-AIR-04"),)


def _own_troops(
    board: Board, army: Army, book: Rulebook, group: AirGroup, target: _Target, at: Moment
) -> Iterator[str]:
    """Yield lines on own troops that may keep aircraft from a target, or that they would strike: those near it now, and
    those on their way to it. Raises Refused if own troops are near it and will be in that turn, as their orders stand.
    An enemy unit is where the side saw it last. Troops are counted and not named: every commander of the side may task
    its aircraft, and each knows the places and orders of his own troops alone.
    """
    goal: Position | None = AtPlace(target.place) if target.place is not None else None
    if target.battalion is not None:
        sighting = load_knowledge(board, army, Viewer(group.side_id)).located_lately(target.battalion, board.moment)
        goal = seen_at(sighting) if sighting is not None else None
    if goal is None:
        return
    theatre = load_theatre(board, group.side_id)
    last_march = (
        at if at == board.moment else at.plus(-1)
    )  # aircraft strike before the marches of their own turn (OB-AIR-08)
    orders = standing_orders(army, board.rows(Order), last_march, tasks_in_hand(board))
    near = standing_near(army, theatre, theatre.point_of(goal), STRIKE_RADIUS_M)
    own_troops = [standing.battalion for standing in near if standing.battalion.side_id == group.side_id]
    staying = [b for b in own_troops if at == board.moment or not _leaves(orders.of(b), target.place)]
    there, spares = counted(len(own_troops), "own battalion"), book.switch("air.spare_own")
    if staying and spares:
        raise Refused(
            f"{group.name} cannot strike there in turn {at}: {counted(len(staying), 'battalion')} of its own "
            "side will be within half a kilometre. Order own troops away first, or name another target. The "
            "umpire can allow such strikes: campaign rules air.spare_own off (umpire 1.19)"
        )
    if own_troops and spares:
        left = "no aircraft are sent if these battalions are still there in that turn (umpire 1.19)"
        yield f"{there} within half a kilometre of the target: {left}"
    elif own_troops:
        yield f"{there} within half a kilometre of the target: the aircraft also strike your own troops (OB-AIR-04)"
    close = {spot.place for spot in theatre.spots if theatre.straight_m(AtPlace(spot.place), goal) <= STRIKE_RADIUS_M}
    coming = [
        b
        for b in army.battalions.values()
        if b.side_id == group.side_id
        and b.on_map
        and b not in own_troops
        and any(place in close for place in _stops(b, orders.of(b)))
    ]
    if coming and at > board.moment:
        fate = (
            "the aircraft are not sent (umpire 1.19)" if spares else "the aircraft also strike these troops (OB-AIR-04)"
        )
        yield f"your own troops have orders to go there. If they arrive before turn {at}, {fate}"


def _stops(battalion: Battalion, standing: Standing) -> tuple[int, ...]:
    """Return the places to which an order still leads a battalion, on the way and in the end."""
    return (*still_ahead(battalion, standing), *(() if standing.to is None else (standing.to,)))


def _leaves(standing: Standing, place: int | None) -> bool:
    """Return whether an order takes troops away from a place."""
    moving = (OrderKind.MARCH, OrderKind.ATTACK, OrderKind.WITHDRAW)
    return standing.task is None and standing.kind in moving and (place is None or standing.to != place)


def _struck_unit(
    board: Board, army: Army, book: Rulebook, group: AirGroup, word: str, at: Moment, no_place: NotFound
) -> _Target:
    eyes = load_knowledge(board, army, Viewer(group.side_id))
    enemies = (b for b in army.battalions.values() if b.side_id != group.side_id)
    seen = [b for b in enemies if eyes.located_lately(b.id, board.moment) is not None]
    try:
        battalion = among(word, "enemy in sight", seen)
    except NotFound:
        raise NotFound(
            f"{no_place}. An enemy unit can be named if it was seen this turn or the turn before"
        ) from no_place
    words = _known_as(board, eyes, battalion)
    if book.switch("air.target_follows") or (group.kind is not AirType.HEAVY_BOMBER and at == board.moment):
        return _Target(f"strikes {words}", battalion=battalion.id)
    return _where_it_was(board, eyes, battalion, words)


def _known_as(board: Board, eyes: Knowledge, battalion: Battalion) -> str:
    sighting = eyes.located_lately(battalion.id, board.moment)
    assert sighting is not None
    return f"{battalion.name if sighting.named else seen_as(sighting)}, {where_seen(load_theatre(board), sighting)}"


def _where_it_was(board: Board, eyes: Knowledge, battalion: Battalion, words: str) -> _Target:
    """Return a target fixed before the strike: the place of the map nearest to where the unit was seen (OB-AMB-102)."""
    sighting = eyes.located_lately(battalion.id, board.moment)
    if sighting is None or sighting.place_id is None:
        raise Refused(f"{words} was not seen at a named place. Name a place as the target instead (OB-AMB-102)")
    place = board.row(Place, sighting.place_id)
    where = where_seen(load_theatre(board), sighting)
    beside = f"seen {where}: bombs on {place.name} reach half a kilometre around it"
    return _Target(
        f"strikes {place.name}, the place nearest to {words}",
        place=place.id,
        lines=() if sighting.road_id is None else (beside,),
    )


def _landing(board: Board, army: Army, group: AirGroup, command: TaskAir, at: Moment) -> _Target:
    """Return the target of a landing: its unit is a parachute or glider battalion that waits off the map, or stands at
    the group's airfield (OB-LAND-01).
    """
    battalion = among(command.unit, "battalion", [b for b in army.battalions.values() if b.side_id == group.side_id])
    place = among(command.target, "place", board.rows(Place))
    if battalion.carried_by not in set(Landing):
        raise Refused(
            f'{battalion.name} cannot land by parachute or glider: in the order of battle its "carried by" is '
            "neither parachute nor glider (OB-LAND-01)"
        )
    if not battalion.state.is_in_play:
        raise Refused(f"{battalion.name} cannot land: it is {battalion.state}")
    base = board.row(BasingArea, group.basing_area_id)
    if battalion.on_map and (base.place_id is None or battalion.place_id != base.place_id):
        raise Refused(
            f"{battalion.name} cannot be flown in by {group.name}: it is not at the group's base, {base.name}"
            ". March it there first (OB-LAND-01)"
        )
    elsewhere = [
        m
        for m in board.rows(AirMission, AirMission.battalion_id == battalion.id, AirMission.task == AirTask.LANDING)
        if m.state == MissionState.TASKED and (m.air_group_id, m.day, m.turn) != (group.id, at.day, at.turn)
    ]
    if elsewhere:
        raise Refused(
            f"{battalion.name} is already ordered to land in turn {elsewhere[0].day}.{elsewhere[0].turn}. "
            "Cancel that landing first (OB-LAND-01)"
        )
    return _Target(
        f"carries {battalion.name} to {place.name}, {battalion.carried_by}", place=place.id, battalion=battalion.id
    )


@action("air cancel", CancelAir)
def cancel_air(board: Board, command: CancelAir) -> Receipt:
    """Cancel a group's sorties that have not been flown yet."""
    group = among(command.group, "air group", board.rows(AirGroup))
    tasked = board.rows(AirMission, AirMission.air_group_id == group.id, AirMission.state == MissionState.TASKED)
    at = turn_named(board, command.turn) if command.turn else None
    air_missions = [m for m in tasked if at is None or (m.day, m.turn) == (at.day, at.turn)]
    if not air_missions:
        turns = listing(f"{m.day}.{m.turn}" for m in tasked) or "none"
        raise Refused(f"{group.name} has no sortie to cancel{f' in turn {at}' if at else ''}. Its sorties: {turns}")
    for mission in air_missions:
        mission.state, mission.result = MissionState.CANCELLED, "called off"
    return Receipt(f"{group.name}: called off in turn {listing(f'{m.day}.{m.turn}' for m in air_missions)}")


@action("land", LandFromTheSea)
def land_from_the_sea(board: Board, command: LandFromTheSea) -> Receipt:
    """Order a landing from the sea: the unit is put on the shore as its movement of that turn; swimming tanks prepare
    for two turns first (OB-AMPH-06..08).
    """
    if not rulebook_of(board).switch("use.amphibious"):
        raise Refused(
            f"{command.unit} cannot land from the sea: this campaign does not use landings from the sea. To "
            "allow them: campaign rules use.amphibious on (OB-OPT-01)"
        )
    battalion = battalion_named(load_army(board), command.unit)
    if battalion.carried_by not in BY_SEA:
        raise Refused(
            f"{battalion.name} cannot land from the sea: the order of battle gives it no landing craft or "
            'amphibious equipment under "carried by" (OB-AMPH-06)'
        )
    means = amphibious.Means(battalion.carried_by)
    if not battalion.state.is_in_play:
        raise Refused(f"{battalion.name} cannot land: it is {battalion.state}")
    if why := amphibious.barred(means, used=battalion.on_map):
        raise Refused(f"{battalion.name} cannot land from the sea where it is now: {why}")
    place = among(command.at, "place", board.rows(Place))
    first = amphibious.earliest(means, next_movement(board))
    at = turn_named(board, command.turn) if command.turn else first
    if at < first:
        ready = (
            f": it needs {counted(amphibious.preparation(means).count, 'turn')} to prepare (OB-AMPH-08)"
            if amphibious.preparation(means).count
            else ""
        )
        raise Refused(f"{battalion.name} cannot land before turn {first}{ready}")
    if at > (last := last_moment(board)):
        raise Refused(f"turn {at} is too late: the last turn of the campaign is {last}")
    lines = (*_ashore(board, battalion, place), *_replaced_landing(board, battalion, place, at))
    battalion.arrives_day, battalion.arrives_turn, battalion.arrives_at_id = at.day, at.turn, place.id
    return Receipt(f"{battalion.name} lands at {place.name} in turn {at}, {amphibious.spoken(means)}", lines)


def _ashore(board: Board, battalion: Battalion, place: Place) -> tuple[str, ...]:
    """Return a line if the map draws no water, so that whether a place is on a shore is not known. Raises Refused
    for a place that is not (OB-AMPH-06).
    """
    waters = waters_of(board.rows(Feature))
    if not waters:
        words = f"the map draws no coast or river, so it is not checked that {place.name} is on the shore"
        return (by_rule(words, "OB-AMPH-06"),)
    metres = metres_from(waters, place)
    if amphibious.is_shore(metres):
        return ()
    shore = sorted(spot.name for spot in board.rows(Place) if amphibious.is_shore(metres_from(waters, spot)))
    there = f"Places on the shore: {listing(shore, 8)}" if shore else "No place on the map is on the shore"
    raise Refused(
        f"{battalion.name} cannot land at {place.name}: it is {kilometres(metres)} from the nearest coast or "
        f"river, and units from the sea land on the shore (OB-AMPH-06). {there}. The umpire can place the "
        f'unit elsewhere: campaign adjust "{battalion.name}" --at PLACE'
    )


def _replaced_landing(board: Board, battalion: Battalion, place: Place, at: Moment) -> tuple[str, ...]:
    """Return a line on the earlier landing that this one replaces."""
    was = battalion.arrives_day, battalion.arrives_turn, battalion.arrives_at_id
    if None in was or was == (at.day, at.turn, place.id):
        return ()
    return (f"this replaces its landing at {board.row(Place, was[2] or 0).name} in turn {was[0]}.{was[1]}",)
