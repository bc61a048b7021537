"""Air attacks on the campaign map: hits on all units near the target, friendly or enemy, and craters left by heavy
bombers (OB-AIR).

Raid(...)                        the groups that strike one target together
attack(today, raid, point, where)
"""

from __future__ import annotations

from collections.abc import Iterable

from campaign.actions.day_context import DayContext
from campaign.actions.diary import deed, note, note_deed
from campaign.actions.harm import harm
from campaign.actions.raising import Staff
from campaign.actions.returns.aftermath import is_cut_off
from campaign.model import AirGroup, AirMission, Battalion, Obstacle
from campaign.rules.day import strike
from campaign.rules.tabletop.brevity import tables
from campaign.rules.tabletop.brevity.attack import Outcome, Result, prepare, roll
from campaign.rules.tabletop.brevity.fire import Firing
from campaign.situation.bombing import Near, marks_of, roads_within, standing_near, strung_out
from campaign.situation.marching import watchers
from campaign.situation.old_news import sides_in_sight, spread
from campaign.situation.sight import seers
from campaign.terms.air import MissionState
from campaign.terms.ground import ObstacleKind
from campaign.terms.state import State
from campaign.terms.words import listing
from campaign.theatre.values import Point
from campaign.values import dataclass

AS_MEDIUM = "as medium bombers"
"""Words on a mission of heavy bombers that are to leave no craters (OB-AIR-12)."""

_WORDS = {
    State.SPENT: "{is} spent",
    State.DESTROYED: "{is} destroyed",
    State.CAPTURED: "{is} destroyed and {its} men are taken",
}


@dataclass(frozen=True, slots=True)
class Raid:
    """Aircraft of one side that attack one target at the same time: their strength is pooled (OB-AMB-100)."""

    side: int
    flights: tuple[tuple[AirGroup, AirMission], ...]

    @property
    def names(self) -> str:
        return listing(group.name for group, _ in self.flights)

    @property
    def subject(self) -> str:
        """Subject of the raid's dice in the journal."""
        return self.flights[0][0].key

    @property
    def craters_in(self) -> int:
        """Radius in inches around the target that becomes bad terrain; 0: none."""
        return max(
            strike.craters(strike.WEAPON_OF[group.kind], as_medium=_as_medium(mission))
            for group, mission in self.flights
        )

    def firing(self, today: DayContext) -> tuple[Firing, ...]:
        """Return the aircraft models of the raid as firers, with their fire dice by the rules."""
        return tuple(
            firer
            for group, mission in self.flights
            for firer in strike.armed(strike.WEAPON_OF[group.kind], 1, today.book, as_medium=_as_medium(mission))
        )


def _as_medium(mission: AirMission) -> bool:
    return mission.result.startswith(AS_MEDIUM)


def attack(today: DayContext, raid: Raid, point: Point, where: str, *, astray: bool = False) -> None:
    """Attack every battalion within half a kilometre, one after the other; then crater the ground (OB-AIR-04, -11)."""
    near = struck_at(today, point)
    text = f"{raid.names} {'have lost their way and attack' if astray else 'attack'} {where}"
    today.say(
        f"{text}:"
        f" {'no unit is there' if not near else listing(near_battalion.battalion.name for near_battalion in near)}",
        "OB-AIR-04",
    )
    seeing = watchers(today.theatre, _own(today, raid.side), today.book)
    seen: list[str] = []
    for near_battalion in near:
        located = any(seers(today.theatre, today.conditions.sight, seeing, near_battalion.position))
        became = _strike(today, raid, near_battalion, located=located)
        if located and not near_battalion.battalion.hidden and near_battalion.battalion.side_id != raid.side:
            seen.append(f"{near_battalion.battalion.arm} {became}")
    result = (
        "lost the way, bombs fell elsewhere"
        if astray
        else f"attacked the troops there: {_as_seen(seen)}"
        if near
        else "found nobody"
    )
    _flown(today, raid, result)
    _tell_attacker(today, raid, where, result, astray=astray)
    if raid.craters_in:
        crater(today, raid, point, where)


def _own(today: DayContext, side: int) -> Iterable[Battalion]:
    return [b for b in today.army.battalions.values() if b.side_id == side and b.on_map]


def struck_at(today: DayContext, point: Point) -> list[Near]:
    """Return the battalions of both sides that an attack on this point strikes (OB-AIR-04)."""
    radius_m = strike.STRIKE_RADIUS_M
    at = strung_out(today.army, today.theatre, today.book, about=point, within_m=radius_m)
    return standing_near(today.army, today.theatre, point, radius_m, at)


def _as_seen(seen: list[str]) -> str:
    """Return the results that own troops saw in words: a battalion that no own unit locates is not seen (OB-LOC)."""
    return f"own troops saw {listing(seen, 4)}" if seen else "no own troops saw the result"


def _flown(today: DayContext, raid: Raid, result: str) -> None:
    """Note the flight on the missions: of a stray attack only that the target was missed."""
    for group, mission in raid.flights:
        mission.state, mission.result = MissionState.FLOWN, f"{AS_MEDIUM}: {result}" if _as_medium(mission) else result
        group.last_day, group.last_turn = today.now.day, today.now.turn


def _tell_attacker(today: DayContext, raid: Raid, where: str, result: str, *, astray: bool) -> None:
    words = (
        f"{raid.names}: the target was missed; bombs fell elsewhere."
        if astray
        else f"{raid.names}, sent against {where}, {result}."
    )
    note(today.board, words, side=raid.side, seconds=0)


def _strike(today: DayContext, raid: Raid, near: Near, *, located: bool) -> str:
    """Fire once on each of a battalion's stands; a large battalion counts as its two stands (OB-SIZE-06). Returns what
    came of it in a word.
    """
    battalion = near.battalion
    results = []
    for mark in marks_of(today.army, today.theatre, near, located=located, book=today.book):
        (fire,) = strike.fires(
            raid.firing(today), [(mark, near.inches)], light=today.conditions.light, sky=today.conditions.sky
        )
        outcome = roll(prepare(fire, today.book), today.dice, subject=mark.stand.key or battalion.key)
        results.append(outcome.result)
        today.say(f"  {battalion.name}: {_rolls(outcome)}; {outcome.result.value}", "OB-AIR-13")
    state = _state(today, battalion, results)
    harmed = harm(today, battalion, state)
    if today.book.switch("rest.broken_by_fire") and any(result is not Result.NONE for result in results):
        battalion.resting = False
    became = _WORDS[battalion.state] if harmed else "{is} not worse off"
    note_deed(today.board, battalion, deed(f"{{is}} attacked from the air and {became}"), bold=harmed, seconds=0)
    return str(battalion.state) if harmed else "no worse off"


def _rolls(outcome: Outcome) -> str:
    """Return an attack's dice as text: ``to hit 4-6, aircraft: 2 5 6; casualties 3-6: 1 4``."""
    attack = outcome.attack
    lines = [f"to hit {attack.to_hit.explained()}: {' '.join(map(str, outcome.hits))}"]
    if outcome.penetrations and attack.to_penetrate is not None:
        lines.append(f"to penetrate {attack.to_penetrate.explained()}: {' '.join(map(str, outcome.penetrations))}")
    if outcome.casualties:
        lines.append(f"casualties {attack.to_cause.explained()}: {' '.join(map(str, outcome.casualties))}")
    return "; ".join(lines)


def _state(today: DayContext, battalion: Battalion, results: list[Result]) -> State:
    """Return the battalion's state after the results of its stands: destroyed if all are lost, spent if one is lost or
    hit.
    """
    if all(result.removes for result in results):
        return (
            State.CAPTURED
            if is_cut_off(Staff(today.board, today.army, today.theatre), battalion, None)
            else State.DESTROYED
        )
    return State.SPENT if any(result.removes or result is Result.SPENT for result in results) else battalion.state


def crater(today: DayContext, raid: Raid, point: Point, where: str) -> None:
    """Crater each road within 8 inches: bad terrain until engineers fill it (OB-AIR-11, OB-AMB-105)."""
    old = today.board.rows(Obstacle)
    radius_m = raid.craters_in * tables.METRES_AN_INCH
    standing = [o for o in old if o.kind is ObstacleKind.CRATERS and not o.gapped]
    taken = {o.key for o in old}
    made = 0
    for stretch in roads_within(today.theatre, point, radius_m):
        if any(o.road_id == stretch.road and abs(o.at_m - stretch.at_m) <= radius_m for o in standing):
            continue
        number = next(n for n in range(1, len(taken) + 2) if f"craters_{n}" not in taken)
        taken.add(f"craters_{number}")
        hole = today.board.make(
            Obstacle,
            key=f"craters_{number}",
            name=f"Craters {number}",
            road_id=stretch.road,
            at_m=stretch.at_m,
            kind=ObstacleKind.CRATERS,
            gapped=False,
        )
        spread(
            today.board, hole, {}, sides_in_sight(today.army, today.theatre, today.conditions.sight, hole) | {raid.side}
        )
        made += 1
    if made:
        today.say(f"{raid.names} leave craters on {made} {'road' if made == 1 else 'roads'} at {where}", "OB-AIR-11")
        for side in sorted(
            {
                near_battalion.battalion.side_id
                for near_battalion in standing_near(today.army, today.theatre, point, radius_m)
            }
        ):
            note(today.board, f"The ground is cratered: {where}.", side=side, seconds=0)
