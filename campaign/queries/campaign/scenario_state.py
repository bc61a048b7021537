"""The present campaign as scenario values, from which the files for other programs are made.

state_of(board, viewer) -> Scenario         a side is given its own troops only
track_of(board) -> (Track, ...)             positions and strengths of all units at the end of every turn, from the
                                           journal
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from campaign.exchange.foreign.map_features import Metres, Sight, Track, along
from campaign.exchange.values import (
    AirBase,
    AirGroup,
    Arrival,
    Battalion,
    Commander,
    Crossing,
    Feature,
    Formation,
    Nation,
    Objective,
    Obstacle,
    Place,
    Road,
    Scenario,
    Side,
)
from campaign.journal.board import JournalBoard
from campaign.journal.people import FORGOTTEN, UNKNOWN, people_of
from campaign.journal.state import State as Rows
from campaign.journal.state import flushes_of
from campaign.journal.undo import standing_of
from campaign.model import AirGroup as AirGroupRow
from campaign.model import BasingArea as BasingAreaRow
from campaign.model import Battalion as BattalionRow
from campaign.model import Commander as CommanderRow
from campaign.model import Feature as FeatureRow
from campaign.model import Formation as FormationRow
from campaign.model import Nation as NationRow
from campaign.model import Objective as ObjectiveRow
from campaign.model import Place as PlaceRow
from campaign.model import Road as RoadRow
from campaign.model import Side as SideRow
from campaign.queries.common.outlook import look
from campaign.queries.map.sites import Sites
from campaign.rows.images import Flush
from campaign.rules.common.force import Strength
from campaign.situation.clock import calendar_of
from campaign.situation.force import establishment_of, strength_of
from campaign.situation.scenario_rows import Keys, value_of
from campaign.terms.ground import CrossingState
from campaign.terms.state import State
from campaign.terms.time import Moment
from campaign.terms.viewer import Viewer
from campaign.values import replace

FROM_THE_AIR = frozenset({"parachute", "glider"})


def state_of(board: JournalBoard, viewer: Viewer) -> Scenario:
    """Return all that this viewer knows of ground and forces now, without orders and tasks.

    A side is given its own troops, air groups and objectives, whether a place is its own, and those obstacles and
    broken bridges only that it can see.
    """
    return _Taking(board, viewer).scenario()


class _Taking:
    """The rows of one board, by id, on their way to a scenario."""

    def __init__(self, board: JournalBoard, viewer: Viewer) -> None:
        self.board, outlook = board, look(board, viewer)
        self.viewer, self.knowledge, self.sites = viewer, outlook.knowledge, Sites(outlook)
        self.sides, self.nations = board.by_id(SideRow), board.by_id(NationRow)
        self.places, self.roads = board.by_id(PlaceRow), board.by_id(RoadRow)
        army, known_battalions = outlook.army, outlook.knowledge.battalions
        self.battalions = {b.id: b for b in army.battalions.values() if b.id in known_battalions}
        self.formations = (
            {f.id: f for f in army.formations.values()} if viewer.is_umpire else self._above(army.formations)
        )
        rows: Mapping[str, Mapping[int, Any]] = {
            "side": self.sides,
            "nation": self.nations,
            "place": self.places,
            "road": self.roads,
            "formation": self.formations,
        }
        self.keys: Keys = {kind: {ident: row.key for ident, row in by_id.items()} for kind, by_id in rows.items()}

    def _above(self, every: Mapping[int, FormationRow]) -> dict[int, FormationRow]:
        formations: dict[int, FormationRow] = {}
        for battalion in self.battalions.values():
            above: int | None = battalion.organic_id
            while above is not None and above not in formations:
                formations[above] = every[above]
                above = every[above].superior_id
        return {key: formation for key, formation in every.items() if key in formations}

    def _player(self, commander: CommanderRow) -> str:
        """Return the name of a commander's player; a forgotten one has none."""
        name = people_of(self.board).shown(commander.player)
        return "" if name in (FORGOTTEN, UNKNOWN) else name

    def scenario(self) -> Scenario:
        c = self.board.campaign
        return Scenario(
            key=c.scenario,
            title=c.title,
            first_day=c.first_day,
            days=c.days,
            day_start_hour=c.day_start_hour,
            time_zone=c.time_zone,
            lat_e6=c.lat_e6,
            lon_e6=c.lon_e6,
            sides=tuple(self._side(side) for side in sorted(self.sides.values(), key=lambda side: side.position)),
            nations=tuple(value_of(Nation, nation, self.keys) for nation in self.nations.values()),
            places=tuple(self._place(place) for place in self.places.values()),
            roads=self._roads(),
            features=tuple(value_of(Feature, feature, self.keys) for feature in self.board.rows(FeatureRow)),
            formations=tuple(self._formation(formation) for formation in self._ordered()),
            battalions=tuple(self._battalion(battalion) for battalion in self._in_order()),
            commanders=tuple(
                replace(value_of(Commander, commander, self.keys), player=self._player(commander))
                for commander in self.board.rows(CommanderRow)
                if commander.formation_id in self.formations
            ),
            air_bases=tuple(
                value_of(AirBase, base, self.keys) for base in self.knowledge.of_side(self.board.rows(BasingAreaRow))
            ),
            air_groups=self._air_groups(),
            air_tasks=(),
            weather=(),
            objectives=tuple(
                value_of(Objective, goal, self.keys) for goal in self.knowledge.of_side(self.board.rows(ObjectiveRow))
            ),
            orders=(),
            notes=c.notes if self.viewer.is_umpire else "",  # they tell of both sides, and of how it went
        )

    def _air_groups(self) -> tuple[AirGroup, ...]:
        bases = self.board.by_id(BasingAreaRow)
        return tuple(
            value_of(AirGroup, group, self.keys, based_at=bases[group.basing_area_id].key)
            for group in self.board.rows(AirGroupRow)
            if self.viewer.is_umpire or group.side_id == self.viewer.side
        )

    def _side(self, side: SideRow) -> Side:
        homes = tuple(place.key for place in self.places.values() if place.home_edge_of_id == side.id)
        return value_of(Side, side, self.keys, home_edges=homes)

    def _place(self, place: PlaceRow) -> Place:
        if self.viewer.is_umpire or place.owner_id == self.viewer.side:
            return value_of(Place, place, self.keys)
        return value_of(Place, place, self.keys, owner=None)  # of the rest a side knows that it is not its own

    def _roads(self) -> tuple[Road, ...]:
        crossings: dict[int, list[Crossing]] = {}
        obstacles: dict[int, list[Obstacle]] = {}
        for row in self.sites.crossings:
            is_known = self.sites.knows(row.road_id, row.at_m) or not row.state.is_passable
            crossing = value_of(Crossing, row, self.keys, state=row.state if is_known else CrossingState.INTACT)
            crossings.setdefault(row.road_id, []).append(crossing)
        for obstacle in self.sites.obstacles:
            obstacles.setdefault(obstacle.road_id, []).append(value_of(Obstacle, obstacle, self.keys))
        return tuple(
            value_of(
                Road,
                road,
                self.keys,
                crossings=tuple(crossings.get(road.id, ())),
                obstacles=tuple(obstacles.get(road.id, ())),
            )
            for road in self.roads.values()
        )

    def _ordered(self) -> list[FormationRow]:
        below: dict[int | None, list[FormationRow]] = {}
        for formation in sorted(self.formations.values(), key=lambda f: (f.side_id, f.position, f.id)):
            below.setdefault(formation.superior_id, []).append(formation)
        formations: list[FormationRow] = []
        open_ = list(reversed(below.get(None, [])))
        while open_:
            formations.append(open_.pop())
            open_.extend(reversed(below.get(formations[-1].id, [])))
        return formations

    def _in_order(self) -> list[BattalionRow]:
        place = {formation.id: n for n, formation in enumerate(self._ordered())}
        return sorted(
            self.battalions.values(),
            key=lambda b: (place[b.organic_id], b.headquarters_of_id is None, b.position, b.id),
        )

    def _formation(self, formation: FormationRow) -> Formation:
        heads = (b.key for b in self.battalions.values() if b.headquarters_of_id == formation.id)
        return value_of(Formation, formation, self.keys, headquarters=next(heads, None))

    def _battalion(self, b: BattalionRow) -> Battalion:
        arrives = None
        if not b.on_map and b.arrives_day is not None and b.arrives_turn is not None and b.arrives_at_id is not None:
            arrives = Arrival(b.arrives_day, b.arrives_turn, self.keys["place"][b.arrives_at_id])
        return value_of(
            Battalion,
            b,
            self.keys,
            full=establishment_of(b),
            present=strength_of(b),
            attached_to=self.keys["formation"].get(b.present_id) if b.present_id != b.organic_id else None,
            arrives=arrives,
            embarked=not b.on_map and b.arrives_day is None and b.state.is_in_play and b.carried_by in FROM_THE_AIR,
        )


def track_of(board: JournalBoard, viewer: Viewer) -> tuple[Track, ...]:
    """Return one `Track` for every turn that was played, and for the running one at present; the journal is read
    once.
    """
    calendar, taking = calendar_of(board), _Taking(board, viewer)
    lines = _lines(taking)
    tracks: dict[Moment, Track] = {}
    rows = Rows()
    for _, flushes in flushes_of(board, standing_of(board).living):
        for flush in flushes:
            before, after = _moment(rows), _moment_after(rows, flush)
            if before is not None and after != before:
                tracks[before] = _track(calendar.ends(before), rows, taking, lines)
            rows.apply(flush)
    now = _moment(rows)
    if now is not None:
        tracks[now] = _track(calendar.begins(now), rows, taking, lines)
    return tuple(tracks[moment] for moment in sorted(tracks))


def _moment(rows: Rows) -> Moment | None:
    clock = next(iter(rows["clock"].values()), None)
    return Moment(int(clock["day"]), int(clock["turn"])) if clock is not None else None


def _moment_after(rows: Rows, flush: Flush) -> Moment | None:
    """Return the clock's moment after the flush."""
    shown = dict(next(iter(rows["clock"].values()), {}))
    for table, _, _, after in flush:
        if table == "clock" and after is not None:
            shown |= after
    return Moment(int(shown["day"]), int(shown["turn"])) if shown else None


def _lines(taking: _Taking) -> dict[int, tuple[list[Metres], int]]:
    places = taking.places
    return {
        road.id: (
            [
                (places[road.a_id].x_m, places[road.a_id].y_m),
                *((int(x), int(y)) for x, y in road.shape),
                (places[road.b_id].x_m, places[road.b_id].y_m),
            ],
            road.length_m,
        )
        for road in taking.roads.values()
    }


def _track(when: datetime, rows: Rows, taking: _Taking, lines: Mapping[int, tuple[list[Metres], int]]) -> Track:
    sights = {}
    for ident, row in rows["battalion"].items():
        if ident not in taking.battalions:
            continue
        at: Metres | None = None
        if row.get("place_id") is not None:
            place = taking.places[row["place_id"]]
            at = (place.x_m, place.y_m)
        elif row.get("road_id") is not None:
            line, length = lines[row["road_id"]]
            at = along(line, length, int(row["road_m"]))
        sights[str(row["key"])] = Sight(
            at, Strength(int(row["men"]), int(row["vehicles"]), int(row["guns"])), State(row["state"])
        )
    return Track(when, sights)
