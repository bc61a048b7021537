"""Warnings about a scenario that can be played: each says what is odd and which default is taken.

Limits of the books (OB-ORG-04, -06; OB-AMB-002), headquarters that are missing or too far off (umpire 1.2, OB-SUP-05),
sides without supply or players, battalions that begin with fewer than their state allows (umpire 1.20).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import timedelta

from campaign.exchange.faults import Faults, Spot, Spots
from campaign.exchange.forces import HEADQUARTERS_LEVELS
from campaign.exchange.points import outwards
from campaign.exchange.values import Battalion, Formation, Road, Scenario
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.common.strength import bands_of
from campaign.rules.day.air_tasking import never_flies
from campaign.rules.day.light import is_night, season_of
from campaign.rules.day.marches import Rates, march_move, rates
from campaign.rules.tabletop.brevity.organisation import warnings_for_command, warnings_for_division
from campaign.rules.tabletop.brevity.tables import Landing
from campaign.terms.air import AirTask
from campaign.terms.forces import Level, Size
from campaign.terms.ground import Surface
from campaign.terms.words import March, one_march
from campaign.values import dataclass
from campaign.words.proposal import Proposal

AS_WRITTEN = Proposal("it is used as written", "the file says so", "change it in the file")
COMPANIES_A_BATTALION = 4
"""Companies in a battalion. Three or four companies of a command are merged into one on the table (umpire 1.3)."""


def _off_limits(spot: Spot, line: str, faults: Faults) -> None:
    """Warn of a number beyond its limits (OB-AMB-002)."""
    faults.propose(spot, line, AS_WRITTEN)


def warn_of_forces(
    formations: list[Formation], battalions: list[Battalion], spots: Spots, book: Rulebook, faults: Faults
) -> None:
    """Warn of what can be seen from an order of battle alone."""
    members: defaultdict[str, list[Battalion]] = defaultdict(list)
    under: defaultdict[str, list[Formation]] = defaultdict(list)
    for battalion in battalions:
        if battalion.headquarters_of is None:
            members[battalion.organic].append(battalion)
    for formation in formations:
        under[formation.superior or ""].append(formation)
    by_key = {formation.key: formation for formation in formations}
    for formation in formations:
        spot = spots.formations(formation.key)
        if formation.level is Level.COMMAND:
            companies = sum(b.size is Size.COMPANY for b in members[formation.key])
            count = len(members[formation.key]) - companies + -(-companies // COMPANIES_A_BATTALION)
            for line in warnings_for_command(formation.name, count, book):
                _off_limits(spot, line, faults)
        elif formation.level is Level.DIVISION and under[formation.key]:
            for line in warnings_for_division(formation.name, len(under[formation.key]), book):
                _off_limits(spot, line, faults)
        if formation.level in HEADQUARTERS_LEVELS and formation.headquarters is None:
            stand_in = _stand_in(formation, by_key, under[formation.key])
            taken = Proposal(stand_in, "the file does not give it one (umpire 1.2)", "write a 'headquarters' for it")
            faults.propose(spot, f"{formation.name} has no headquarters battalion", taken)
    spent = bands_of(book).spent
    for battalion in battalions:
        _warn_of_strength(battalion, spots.battalions(battalion.key), spent, faults)


def _stand_in(formation: Formation, by_key: Mapping[str, Formation], under: list[Formation]) -> str:
    above = by_key.get(formation.superior or "")
    while above is not None and above.headquarters is None:
        above = by_key.get(above.superior or "")
    if above is not None:
        return f"the headquarters of {above.name} takes over its tasks"
    if any(below.headquarters for below in under):
        return "the headquarters of its divisions take over its tasks"
    return "its supply comes from its commands, because no headquarters is above or below it"


def _warn_of_strength(battalion: Battalion, spot: Spot, spent: int, faults: Faults) -> None:
    for figure in ("men", "vehicles", "guns"):
        full, present = getattr(battalion.full, figure), getattr(battalion.present, figure)
        if present > full:
            odd = f"{battalion.name} begins with {present} {figure}, more than the {full} of its establishment"
            faults.propose(spot, odd, AS_WRITTEN)
    if not battalion.state.counts_in_full:
        return
    if battalion.full.men > 0 and battalion.present.men == 0:
        faults.error(
            spot,
            f"{battalion.name} begins fresh, but without any of its {battalion.full.men} men",
            "give its men, or an establishment without men",
        )
        return
    for figure in ("men", "vehicles", "guns"):
        full, present = getattr(battalion.full, figure), getattr(battalion.present, figure)
        if full > 3 and (full - present) * 100 >= spent * full:
            faults.warn(
                spot,
                f"{battalion.name} begins fresh with {present} of {full} {figure}, but {spent} % or more of "
                "its establishment are missing. Give it an establishment of its own, or the state spent",
            )
            return


def warn_of_scenario(scenario: Scenario, spots: Spots, book: Rulebook, faults: Faults) -> None:
    """Warn of what can only be seen from the whole scenario."""
    for side in scenario.sides:
        spot = spots.sides(side.key)
        if not side.home_edges:
            faults.warn(spot, f"side {side.key} has no home edge, so its units cannot be in supply by road")
        if not any(f.side == side.key for f in scenario.formations):
            faults.warn(spot, f"side {side.key} has no order of battle, so it takes no part")
        elif not any(c.side == side.key for c in scenario.commanders):
            made = "the program makes one commander for each of its top formations"
            taken = Proposal(made, "the file names no commanders", "name the commanders under 'commanders'")
            faults.propose(spot, f"side {side.key} has no commander", taken)
    if not scenario.objectives:
        faults.warn(
            Spot(spots.sides(scenario.sides[0].key).file), "the scenario has no objectives, so no side scores points"
        )
    _warn_of_the_embarked(scenario, spots, faults)
    _warn_of_the_grounded(scenario, spots, book, faults)
    _warn_of_reach(scenario, spots, book, faults)


def _warn_of_the_embarked(scenario: Scenario, spots: Spots, faults: Faults) -> None:
    """Warn of units that wait for untasked aircraft: they arrive only when the umpire or a player sends them."""
    landed = {task.battalion for task in scenario.air_tasks if task.task == AirTask.LANDING}
    for battalion in scenario.battalions:
        if battalion.embarked and battalion.key not in landed:
            faults.warn(
                spots.battalions(battalion.key),
                f"{battalion.name} is embarked, but no air task lands it. It waits until it is given one",
            )


def _warn_of_the_grounded(scenario: Scenario, spots: Spots, book: Rulebook, faults: Faults) -> None:
    """Warn of air tasks that are never flown: in a turn, or in weather as it was, in which such aircraft stay on the
    ground (OB-AIR-10, OB-WX-02, -03, -07), or in a campaign without aircraft; and of supply for no division. Report the
    landing of a battalion that has neither parachutes nor gliders (OB-LAND-01).
    """
    means = {battalion.key: battalion.carried_by for battalion in scenario.battalions}
    groups = {group.key: group for group in scenario.air_groups}
    skies = {(weather.day, weather.turn, weather.area): weather.sky for weather in scenario.weather}
    levels = {formation.key: formation.level for formation in scenario.formations}
    for task, spot in zip(scenario.air_tasks, spots.air_tasks, strict=True):
        group, at = groups[task.group], task.moment
        if task.task == AirTask.LANDING and means[task.battalion or ""] not in set(Landing):
            ways = " or ".join(Landing)
            faults.error(spot, f"{task.battalion} cannot land from aircraft", f"write 'carried by' {ways} for it")
        field, base = (
            skies.get((at.day, at.turn, area), skies.get((at.day, None, area))) for area in ("", group.based_at)
        )
        night = is_night(at.turn, season_of(scenario.first_day + timedelta(days=at.day - 1), book), book)
        always = never_flies(group.kind, night=night, field=None, base=None)
        why = always or never_flies(group.kind, night=night, field=field, base=base)
        if not book.switch("use.air"):
            faults.warn(
                spot,
                f"{task.group} never flies in turn {at}, because this scenario plays without aircraft (use.air, "
                "OB-OPT-01)",
            )
        elif why:
            weather = "" if always else " in a campaign with the historical weather"
            faults.warn(spot, f"{task.group} never flies in turn {at}{weather}: {why}")
        elif task.task == AirTask.SUPPLY and levels[task.formation or ""] is not Level.DIVISION:
            faults.warn(
                spot,
                f"{task.group} cannot supply {task.formation} in turn {at}, because {task.formation} is not a "
                "division (OB-SUP-04)",
            )


def _warn_of_reach(scenario: Scenario, spots: Spots, book: Rulebook, faults: Faults) -> None:
    """Warn of a division's headquarters more than its supply reaches from one of its commands (OB-SUP-05, umpire
    1.2).
    """
    nations = {nation.key: nation.counts_as for nation in scenario.nations}
    battalions = {battalion.key: battalion for battalion in scenario.battalions}
    of: defaultdict[str, list[Battalion]] = defaultdict(list)
    for battalion in scenario.battalions:
        if battalion.headquarters_of is None and battalion.arrives is None and not battalion.embarked:
            of[battalion.attached_to or battalion.organic].append(battalion)
    commands: defaultdict[str | None, list[Formation]] = defaultdict(list)
    for formation in scenario.formations:
        if formation.level is Level.COMMAND and of[formation.key]:
            commands[formation.superior].append(formation)
    ways = _Ways.of(scenario.roads)
    night, measure = is_night(1, season_of(scenario.first_day, book), book), March(book.word("sup.reach"))
    for division in scenario.formations:
        if division.level is not Level.DIVISION or division.headquarters is None:
            continue
        headquarters = battalions[division.headquarters]
        if headquarters.arrives is not None or headquarters.embarked:
            continue
        if measure is March.MOVE:
            pace = march_move(headquarters.march_class)
        else:
            pace = rates(headquarters.march_class, nations[headquarters.nation], night=night, book=book)
        under = commands[division.key]
        names = {place.key: place.name for place in scenario.places if place.owner in (None, division.side)}
        unreached = ways.unreached({command.key: of[command.key] for command in under}, headquarters, pace)
        for command in under:
            if command.key in unreached:
                faults.warn(
                    spots.formations(command.key),
                    f"{command.name} begins more than {one_march(measure)} from {headquarters.name}, so it "
                    "begins out of supply (sup.reach). Unless ordered otherwise, the headquarters follows its "
                    "commands" + ways.numbers(of[command.key], [of[c.key] for c in under], headquarters, pace, names),
                )


@dataclass(frozen=True, slots=True)
class _Ways:
    """The roads by their ends and by key."""

    roads: Mapping[str, Road]
    at: Mapping[str, list[Road]]

    @classmethod
    def of(cls, roads: tuple[Road, ...]) -> _Ways:
        at: defaultdict[str, list[Road]] = defaultdict(list)
        for road in roads:
            at[road.a].append(road)
            at[road.b].append(road)
        return cls({road.key: road for road in roads}, at)

    def unreached(self, commands: Mapping[str, list[Battalion]], start: Battalion, pace: Rates) -> set[str]:
        """Return the commands of which no battalion stands within reach of the start."""
        waiting: set[str] = set()
        ends: defaultdict[str, list[tuple[str, float]]] = defaultdict(list)
        for command, battalions in commands.items():
            if not any(self._on_one_road(battalion, start, pace) for battalion in battalions):
                waiting.add(command)
                for battalion in battalions:
                    for place, turns in self._ends(battalion, pace):
                        ends[place].append((command, turns))
        for turns_there, place, _ in self._within_a_turn(start, pace):
            waiting.difference_update([command for command, turns in ends.get(place, ()) if turns_there + turns <= 1])
            if not waiting:  # commands mostly stand near: few of the places within a march are looked at
                break
        return waiting

    def numbers(
        self,
        command: Sequence[Battalion],
        commands: Sequence[Sequence[Battalion]],
        start: Battalion,
        pace: Rates,
        names: Mapping[str, str],
    ) -> str:
        """Return in words how far a command is from the start by road, how far at most, and the nearest of the named
        places from which all commands are within reach.
        """
        metres = {place: far for far, place, _ in outwards(self._metres_from([start]), self._by_length)}
        far = min((metres[place] + rest for rest, place in self._metres_from(command) if place in metres), default=None)
        if far is None:
            return ". No road leads from the headquarters to this command"
        near = [
            {place for unit in units for _, place, _ in self._within_a_turn(unit, pace)} for units in commands if units
        ]
        good = [place for place in set.intersection(*near) if place in metres and place in names]
        best = (
            f", so move the headquarters, for instance to {names[min(good, key=lambda p: (metres[p], p))]}"
            if good
            else ""
        )
        most = f"{pace.on(Surface.ROAD) / 1000:.1f} km"
        return f". The two are {far / 1000:.1f} km apart by road, but supply reaches at most {most}{best}"

    def _by_length(self, place: str) -> list[tuple[float, str]]:
        return [(float(road.length_m), road.b if road.a == place else road.a) for road in self.at.get(place, ())]

    def _metres_from(self, units: Iterable[Battalion]) -> list[tuple[float, str]]:
        """Return the places beside units with the metres to each."""
        ends: list[tuple[float, str]] = []
        for unit in units:
            if unit.place is not None:
                ends.append((0.0, unit.place))
            elif unit.road is not None and unit.road_m is not None:
                road = self.roads[unit.road]
                ends += [(float(unit.road_m), road.a), (float(road.length_m - unit.road_m), road.b)]
        return ends

    def _on_one_road(self, unit: Battalion, start: Battalion, pace: Rates) -> bool:
        """Return whether the unit stands on the same road as the start, within reach."""
        if unit.road is None or unit.road != start.road:
            return False
        return abs((unit.road_m or 0) - (start.road_m or 0)) <= pace.on(self.roads[unit.road].surface)

    def _within_a_turn(self, start: Battalion, pace: Rates) -> Iterator[tuple[float, str, str]]:
        """Yield the places within reach, the nearest first, with the share of the reach."""
        metres = {surface: pace.on(surface) for surface in Surface}

        def steps(place: str) -> list[tuple[float, str]]:
            roads = self.at.get(place, ())
            return [(road.length_m / metres[road.surface], road.b if road.a == place else road.a) for road in roads]

        return outwards([(turns, place) for place, turns in self._ends(start, pace)], steps, most=1)

    def _ends(self, unit: Battalion, pace: Rates) -> list[tuple[str, float]]:
        if unit.place is not None:
            return [(unit.place, 0.0)]
        if unit.road is None or unit.road_m is None:
            return []
        road = self.roads[unit.road]
        rate = pace.on(road.surface)
        return [(road.a, unit.road_m / rate), (road.b, (road.length_m - unit.road_m) / rate)]
