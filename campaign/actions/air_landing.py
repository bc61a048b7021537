"""Battalions that land on the map: by parachute and glider from transports, and from the sea (OB-LAND, OB-AMPH).

A landing is the battalion's movement of the turn: a unit that has landed does not march before the next turn.
"""

from __future__ import annotations

from campaign.actions.day_context import DayContext
from campaign.actions.diary import deed, note_deed
from campaign.actions.harm import harm
from campaign.actions.sightings import sightings_of_turn, write_sighting
from campaign.model import AirGroup, AirMission, Battalion
from campaign.rules.day import amphibious, landing
from campaign.rules.day.air_tasking import sorties_a_day
from campaign.rules.day.nqm_tasks import sorties
from campaign.rules.tabletop.brevity import tables
from campaign.rules.tabletop.brevity.attack import Result
from campaign.rules.tabletop.brevity.stands import stands_of
from campaign.rules.tabletop.brevity.tables import Landing
from campaign.situation.army import put
from campaign.situation.bombing import thrown_to
from campaign.situation.force import unit_of
from campaign.situation.sight import locates
from campaign.terms.air import AirTask, MissionState
from campaign.terms.position import AtPlace, Position
from campaign.terms.state import Sky, State
from campaign.terms.time import Moment
from campaign.terms.words import listing
from campaign.theatre.marchers import Seen

BY_SEA = frozenset(means.value for means in amphibious.BY_SEA)
"""Means of transport of a battalion that arrives from the sea, as the order of battle writes them."""

_BECAME = {Result.NONE: "unharmed", Result.SPENT: "spent in landing", Result.DESTROYED: "destroyed in landing"}


def come_down(today: DayContext, group: AirGroup, mission: AirMission) -> None:
    """Land one battalion from one transport group: dice by the kind, place and light of the landing
    (OB-LAND-04..07).
    """
    if mission.battalion_id is None or mission.place_id is None:
        return
    battalion = today.army.battalions[mission.battalion_id]
    group.last_day, group.last_turn = today.now.day, today.now.turn
    mission.state = MissionState.FLOWN
    if not battalion.state.is_in_play:
        mission.result = f"flies empty: {battalion.name} is {battalion.state}"
        today.say(f"{group.name} {mission.result}")
        return
    aim: Position = AtPlace(mission.place_id)
    how = Landing(battalion.carried_by)
    stand = stands_of(unit_of(today.army, battalion), today.book)[0]
    opposed = not today.book.switch("land.safe_unopposed") or _is_watched(today, battalion.side_id, aim)
    down = landing.land(
        stand,
        how,
        today.theatre.cover_at(aim),
        today.dice,
        night=today.conditions.night,
        book=today.book,
        opposed=opposed,
    )
    if down.scatter is not None:
        aim = thrown_to(
            today.theatre, mission.place_id, down.scatter.inches * tables.METRES_AN_INCH, down.scatter.clock
        )
    where = today.theatre.describe(aim)
    put(battalion, aim)
    _landed(battalion)
    battalion.posture = down.posture
    became = _came_down(down, how)
    mission.result = f"{where}, {became}"
    rolled = f"rolled {listing(map(str, down.faces))}" if opposed else "no enemy near (house rule land.safe_unopposed)"
    today.say(f"{battalion.name} lands by {how.value} {where}, {became}; {rolled}", "OB-LAND-04")
    if down.result is not Result.NONE:
        lost = State.DESTROYED if today.book.switch("land.recoverable") else State.DISBANDED
        harm(today, battalion, lost if down.result is Result.DESTROYED else State.SPENT)
    _is_seen(today, battalion, aim)
    done = deed("{lands} by {how}, {where}, {became}", how=how.value, where=where, became=became)
    note_deed(today.board, battalion, done, bold=True, seconds=0)


def _is_watched(today: DayContext, side: int, aim: Position) -> bool:
    """Return whether the place of a landing lies in the location range of an enemy."""
    theatre, sight = today.theatre, today.conditions.sight
    enemies = (at for b, at in today.army.standing() if b.side_id != side)
    return any(locates(theatre, sight, at, aim) for at in enemies)


def _is_seen(today: DayContext, battalion: Battalion, at: Position) -> None:
    """Write down that a distant enemy sees parachutes and gliders come down by day in clear weather
    (``sight.landing_m``).
    """
    reach = today.book.integer("sight.landing_m")
    if today.conditions.night or today.conditions.sky is not Sky.CLEAR or not reach:
        return
    eyes = [(b, p) for b, p in today.army.standing() if b.side_id != battalion.side_id]
    near = sorted((today.theatre.straight_m(p, at), b.id, b) for b, p in eyes)
    for side in dict.fromkeys(b.side_id for _, _, b in near):
        metres, _, eye = next(seen for seen in near if seen[2].side_id == side)
        if metres <= reach and (side, battalion.id) not in sightings_of_turn(today.board):
            how, seen_by = Seen.LANDING.value, eye.name
            write_sighting(today.board, today.theatre, side, battalion, at, seconds=0, seen_by=seen_by, how=how)


def _came_down(down: landing.Landed, how: Landing) -> str:
    """Return the result of a landing with its rule: ``spent in landing (by the book: a casualty figure on 1-3,
    OB-LAND-05)``.
    """
    if down.result is Result.NONE:
        return _BECAME[down.result]
    rule = "OB-LAND-05" if how is Landing.PARACHUTE else "OB-LAND-06"
    return f"{_BECAME[down.result]} (by the book: a casualty figure on 1-{landing.harmed_by(how)}, {rule})"


def put_off(today: DayContext, group: AirGroup, mission: AirMission) -> Moment | None:
    """Task a landing again for the same turn of the first later day on which its group has a sortie left (house rule
    land.put_off).

    Returns that turn; None if the campaign is over by then, or the battalion is out of play.
    """
    if mission.battalion_id is None or not today.army.battalions[mission.battalion_id].state.is_in_play:
        return None
    most = sorties(sorties_a_day(group.kind, group.missions_a_day, today.book), today.book)
    mine = today.board.rows(AirMission, AirMission.air_group_id == group.id, AirMission.day > mission.day)
    for day in range(mission.day + 1, today.board.campaign.days + 1):
        that_day = [flight for flight in mine if flight.day == day]
        if sum(flight.state in (MissionState.TASKED, MissionState.FLOWN) for flight in that_day) >= most:
            continue
        sortie = max((flight.sortie for flight in that_day if flight.turn == mission.turn), default=0) + 1
        today.board.make(
            AirMission,
            air_group_id=group.id,
            day=day,
            turn=mission.turn,
            sortie=sortie,
            task=mission.task,
            place_id=mission.place_id,
            battalion_id=mission.battalion_id,
        )
        return Moment(day, mission.turn)
    return None


def _landed(battalion: Battalion) -> None:
    """Mark a battalion as landed and moved: the landing was its movement (OB-LAND-01, OB-AMPH-06)."""
    battalion.moved, battalion.resting, battalion.dug_in_turns, battalion.hidden = True, False, 0, False
    battalion.arrives_day, battalion.arrives_turn, battalion.arrives_at_id = None, None, None


def set_down(today: DayContext) -> set[int]:
    """Return the ids of the battalions that landed from the air in this turn and do not march in it."""
    missions = today.board.rows(
        AirMission,
        AirMission.day == today.now.day,
        AirMission.turn == today.now.turn,
        AirMission.task == AirTask.LANDING,
        AirMission.state == MissionState.FLOWN,
    )
    return {mission.battalion_id for mission in missions if mission.battalion_id is not None}


def come_ashore(today: DayContext) -> set[int]:
    """Land battalions from the sea in this turn without a die: put on the shore as their movement (OB-AMPH-06..08).
    Returns their ids.
    """
    landed = set()
    for battalion in sorted(today.army.battalions.values(), key=lambda b: b.id):
        if (
            battalion.on_map
            or battalion.carried_by not in BY_SEA
            or battalion.arrives_day is None
            or battalion.arrives_at_id is None
        ):
            continue
        if not battalion.state.is_in_play or Moment(battalion.arrives_day, battalion.arrives_turn or 1) > today.now:
            continue
        shore = AtPlace(battalion.arrives_at_id)
        put(battalion, shore)
        _landed(battalion)
        landed.add(battalion.id)
        means = amphibious.spoken(amphibious.Means(battalion.carried_by))
        done = deed("{lands} from the sea at {shore}, {means}", shore=today.theatre.describe(shore), means=means)
        today.say(note_deed(today.board, battalion, done, bold=True, seconds=0))
    return landed
