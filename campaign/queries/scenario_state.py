"""The campaign as it stands, as the values from which one is founded: what the files for other programs are made of.

state_of(board, viewer) -> Scenario         a side is given its own troops only
track_of(board) -> (Track, ...)             where everybody was and what he had at the end of every turn, from the
                                           journal
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from campaign.exchange.foreign.exporters import Metres, Sight, Track, along
from campaign.exchange.values import (
    AirBase,
    AirGroup,
    Arrival,
    Battalion,
    Commander,
    Crossing,
    Feature,
    Formation,
    Item,
    Nation,
    Objective,
    Obstacle,
    Place,
    Road,
    Scenario,
    Side,
)
from campaign.journal.board import JournalBoard
from campaign.journal.images import Flush
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
from campaign.queries.outlook import look
from campaign.queries.sites import Sites
from campaign.rules.common.force import Strength
from campaign.situation.clock import calendar_of
from campaign.terms.ground import CrossingState
from campaign.terms.state import State
from campaign.terms.time import Moment
from campaign.terms.viewer import Viewer

BEGINNING = frozenset({State.FRESH, State.SPENT})
FROM_THE_AIR = frozenset({"parachute", "glider"})


def state_of(board: JournalBoard, viewer: Viewer) -> Scenario:
    """Everything this viewer knows of ground and forces, now. Orders and tasks are not in it.

    A side is given its own troops, air groups and objectives, whether a place is its own, and those obstacles and
    broken bridges only that it can see.
    """
    return _Taking(board, viewer).scenario()


class _Taking:
    """One board's rows, by id."""

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

    def _above(self, every: Mapping[int, FormationRow]) -> dict[int, FormationRow]:
        formations: dict[int, FormationRow] = {}
        for battalion in self.battalions.values():
            above: int | None = battalion.organic_id
            while above is not None and above not in formations:
                formations[above] = every[above]
                above = every[above].superior_id
        return {key: formation for key, formation in every.items() if key in formations}

    def scenario(self) -> Scenario:
        """All of it."""
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
            nations=tuple(Nation(n.key, n.name, n.counts_as) for n in self.nations.values()),
            places=tuple(self._place(place) for place in self.places.values()),
            roads=self._roads(),
            features=tuple(
                Feature(f.key, f.name, f.kind, tuple((int(x), int(y)) for x, y in f.shape))
                for f in self.board.rows(FeatureRow)
            ),
            formations=tuple(self._formation(f) for f in self._ordered()),
            battalions=tuple(self._battalion(b) for b in self._in_order()),
            commanders=tuple(
                Commander(
                    commander.key,
                    commander.name,
                    self.formations[commander.formation_id].key,
                    self.sides[commander.side_id].key,
                    commander.player,
                )
                for commander in self.board.rows(CommanderRow)
                if commander.formation_id in self.formations
            ),
            air_bases=tuple(
                AirBase(
                    b.key,
                    b.name,
                    self.sides[b.side_id].key,
                    self._key(self.places, b.place_id),
                    b.lat_e6,
                    b.lon_e6,
                    b.source,
                    b.unconfirmed,
                )
                for b in self.knowledge.basing_areas(self.board.rows(BasingAreaRow))
            ),
            air_groups=self._air_groups(),
            air_tasks=(),
            weather=(),
            objectives=tuple(
                Objective(o.key, o.name, self.places[o.place_id].key, self.sides[o.side_id].key, o.points, o.day)
                for o in self.knowledge.objectives(self.board.rows(ObjectiveRow))
            ),
            orders=(),
            notes=c.notes if self.viewer.is_umpire else "",  # they tell of both sides, and of how it went
        )

    def _air_groups(self) -> tuple[AirGroup, ...]:
        bases = self.board.by_id(BasingAreaRow)
        return tuple(
            AirGroup(
                g.key,
                g.name,
                self.sides[g.side_id].key,
                g.kind,
                bases[g.basing_area_id].key,
                g.aircraft,
                g.missions_a_day,
                g.has_fac,
                self._key(self.formations, g.fac_with_id),
                g.source,
                g.unconfirmed,
            )
            for g in self.board.rows(AirGroupRow)
            if self.viewer.is_umpire or g.side_id == self.viewer.side
        )

    @staticmethod
    def _key(rows: Mapping[int, Any], ident: int | None) -> str | None:
        return str(rows[ident].key) if ident in rows and ident is not None else None

    def _side(self, side: SideRow) -> Side:
        homes = tuple(place.key for place in self.places.values() if place.home_edge_of_id == side.id)
        return Side(side.key, side.name, side.adjective, side.accent, homes)

    def _place(self, p: PlaceRow) -> Place:
        is_known = self.viewer.is_umpire or p.owner_id == self.viewer.side  # of the rest he knows that it is not his
        owner, home = self._key(self.sides, p.owner_id) if is_known else None, self._key(self.sides, p.home_edge_of_id)
        return Place(
            p.key, p.name, p.x_m, p.y_m, p.lat_e6, p.lon_e6, p.accuracy_m, p.role, p.cover, p.hill, owner, home
        )

    def _roads(self) -> tuple[Road, ...]:
        crossings: dict[int, list[Crossing]] = {}
        obstacles: dict[int, list[Obstacle]] = {}
        for c in self.sites.crossings:
            state = c.state if self.sites.knows(c.road_id, c.at_m) or not c.state.is_passable else CrossingState.INTACT
            crossings.setdefault(c.road_id, []).append(
                Crossing(c.key, c.name, c.at_m, c.waterway, c.major, c.load_class, c.spans, state)
            )
        for o in self.sites.obstacles:
            obstacles.setdefault(o.road_id, []).append(Obstacle(o.key, o.name, o.at_m, o.kind, o.gapped))
        return tuple(
            Road(
                r.key,
                r.name,
                self.places[r.a_id].key,
                self.places[r.b_id].key,
                r.length_m,
                r.length_basis,
                r.kind,
                r.surface,
                r.cover,
                r.defile,
                tuple((int(x), int(y)) for x, y in r.shape),
                tuple(crossings.get(r.id, ())),
                tuple(obstacles.get(r.id, ())),
            )
            for r in self.roads.values()
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

    def _formation(self, f: FormationRow) -> Formation:
        head = next((b.key for b in self.battalions.values() if b.headquarters_of_id == f.id), None)
        return Formation(
            f.key,
            f.name,
            f.short,
            f.number,
            self.sides[f.side_id].key,
            self._key(self.formations, f.superior_id),
            self.nations[f.nation_id].key,
            f.level,
            f.mark,
            f.arm,
            f.led_by,
            f.experience,
            f.posture,
            f.supply_grade,
            f.ad_hoc,
            head,
            f.notes,
            f.source,
            f.unconfirmed,
        )

    def _battalion(self, b: BattalionRow) -> Battalion:
        arrives = None
        if not b.on_map and b.arrives_day is not None and b.arrives_turn is not None and b.arrives_at_id is not None:
            arrives = Arrival(b.arrives_day, b.arrives_turn, self.places[b.arrives_at_id].key)
        return Battalion(
            key=b.key,
            name=b.name,
            short=b.short,
            number=b.number,
            side=self.sides[b.side_id].key,
            organic=self.formations[b.organic_id].key,
            nation=self.nations[b.nation_id].key,
            arm=b.arm,
            mark=b.mark,
            size=b.size,
            experience=b.experience,
            march_class=b.march_class,
            combat_class=b.combat_class,
            hit_row=b.hit_row,
            casualty_column=b.casualty_column,
            armour=b.armour,
            weapon=b.weapon,
            direct_in=b.direct_in,
            anti_tank_best=b.anti_tank_best,
            anti_tank_all=b.anti_tank_all,
            flame_throwers=b.flame_throwers,
            piece=b.piece,
            piece_name=b.piece_name,
            calibre_mm=b.calibre_mm,
            pre_1914=b.pre_1914,
            range_in=b.range_in,
            engineers=b.engineers,
            recce_companies=b.recce_companies,
            carried_by=b.carried_by,
            headquarters_of=self._key(self.formations, b.headquarters_of_id),
            led_by=b.led_by,
            equipment=b.equipment,
            equipment_list=tuple(Item(entry["item"], entry["kind"], entry["count"]) for entry in b.equipment_list),
            establishment=b.establishment,
            full=Strength(b.men_establishment, b.vehicles_establishment, b.guns_establishment),
            present=Strength(b.men, b.vehicles, b.guns),
            state=b.state,
            posture=b.posture,
            dug_in_turns=b.dug_in_turns,
            hidden=b.hidden,
            attached_to=self._key(self.formations, b.present_id) if b.present_id != b.organic_id else None,
            supports=self._key(self.formations, b.supports_id),
            support=b.support,
            place=self._key(self.places, b.place_id),
            road=self._key(self.roads, b.road_id),
            road_m=b.road_m,
            arrives=arrives,
            embarked=not b.on_map and b.arrives_day is None and b.state in BEGINNING and b.carried_by in FROM_THE_AIR,
            notes=b.notes,
            source=b.source,
            unconfirmed=b.unconfirmed,
        )


def track_of(board: JournalBoard, viewer: Viewer) -> tuple[Track, ...]:
    """One `Track` for every turn that was played, and for the running one as it stands; the journal is read once."""
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
    """What the clock will show after the flush."""
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
