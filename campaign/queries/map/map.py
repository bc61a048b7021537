"""The situation map as one viewer knows it: the ground, units with their positions, and events (umpire 1.13).

A side's map shows its own units, enemies where they were last seen with the age of the news, and its own supply,
orders, contacts and battles. Crossings and obstacles are as the side knows them; the demolition charges of a passable
bridge are shown where the side holds an end of the road or has troops within location range.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cached_property

from campaign.journal.board import JournalBoard
from campaign.model import Battalion, Battle, BattleUnit, Contact, Feature, Objective, Place, Sighting
from campaign.queries.common.masthead import masthead
from campaign.queries.common.outlook import Outlook, look
from campaign.queries.common.symbols import battalion_symbol, sighted_symbol
from campaign.queries.common.viewers import commander_for
from campaign.queries.contacts.sightings import latest_first
from campaign.queries.map.map_formations import enemy_signs, formation_signs, note_of
from campaign.queries.map.map_lines import Lines, lines_of
from campaign.queries.map.sites import Sites
from campaign.situation.army import position_of
from campaign.situation.engaged import open_battles
from campaign.situation.knowledge import seen_as, seen_at
from campaign.situation.returned import state_shown
from campaign.terms.ground import Cover, LoadClass
from campaign.terms.position import Position
from campaign.terms.time import Moment
from campaign.terms.viewer import Viewer
from campaign.theatre.values import Point
from campaign.values import dataclass, replace
from campaign.views.map.map import (
    MapBattle,
    MapContact,
    MapCrossing,
    MapLine,
    MapObstacle,
    MapPlace,
    MapRoad,
    MapSide,
    MapUnit,
    MapZone,
    Metres,
    SituationMap,
)
from campaign.words.papers import Fact
from campaign.words.symbol import Frame

CAVEAT = "This is what you know; it may not be the whole truth."


def situation_maps(
    board: JournalBoard, viewer: Viewer, *, commander: str = "", side: int | None = None
) -> tuple[SituationMap, ...]:
    """Return the situation maps that this viewer may print: the named commander's or side's, otherwise the viewer's
    own; for the umpire the umpire's and every side's. Raises NotFound, NotAllowed.
    """
    if commander:
        return (map_for(board, viewer, commander),)
    outlook = look(board, viewer)
    if side is not None and not viewer.commanders:
        outlook.knowledge.require_side(side)
        return (situation_map(board, Viewer(side)),)
    own_situation_map = situation_map(board, viewer)
    return (
        (own_situation_map, *(situation_map(board, Viewer(each)) for each in outlook.knowledge.sides()))
        if viewer.is_umpire
        else (own_situation_map,)
    )


def map_for(board: JournalBoard, viewer: Viewer, commander: str = "") -> SituationMap:
    """Return the viewer's own map, or that of a commander as whom the viewer may look. Raises NotFound, NotAllowed."""
    return situation_map(board, commander_for(board, viewer, commander)[1] if commander else viewer)


def situation_map(board: JournalBoard, viewer: Viewer) -> SituationMap:
    """Return the map that this viewer may see, at the board's moment."""
    return _Scene(look(board, viewer)).view()


def metres(point: Point) -> Metres:
    """Return a point in whole metres."""
    return round(point[0]), round(point[1])


@dataclass
class _Scene:
    """The map of one viewer while it is being put together."""

    outlook: Outlook

    def view(self) -> SituationMap:
        outlook, drawn = self.outlook, self.lines
        units = (*(unit for _, unit in self.own), *(unit for unit, _ in self.enemies))
        return SituationMap(
            masthead=masthead(
                outlook, "Situation map", subtitle=self._whose(), use="" if outlook.viewer.is_umpire else CAVEAT
            ),
            sides=tuple(
                MapSide(outlook.army.sides[i].name, outlook.army.sides[i].accent, frame)
                for i, frame in self.frames.items()
            ),
            commander=outlook.knowledge.who if outlook.knowledge.commanders else "",
            places=tuple(self._places()),
            roads=tuple(self._roads()),
            lines=tuple(self._features()),
            crossings=tuple(self._crossings()),
            obstacles=tuple(self._obstacles()),
            units=units,
            formations=(*formation_signs(outlook, self.own), *enemy_signs(self.enemies)),
            zones=tuple(self._zones()),
            supply=drawn.supply,
            cuts=drawn.cuts,
            marches=drawn.marches,
            contacts=tuple(self._contacts()),
            battles=tuple(self._battles()),
            supply_notes=drawn.notes,
            enemy_notes=tuple(self._enemy_notes()),
            unheld="held by neither side" if outlook.viewer.is_umpire else "not ours",
            nobody="" if units else self._nobody(),
        )

    def _whose(self) -> str:
        knowledge = self.outlook.knowledge
        if knowledge.is_umpire:
            return "both sides as they are"
        return f"as known to {knowledge.who}" if knowledge.commanders else f"as known to the {knowledge.who} side"

    def _nobody(self) -> str:
        if self.outlook.viewer.is_umpire:
            return "No unit of either side is on the map."
        return "No unit of yours is on the map, and none of the enemy's has been seen."

    @cached_property
    def frames(self) -> dict[int, Frame]:
        """Frames of the sides by id, the reader's own (for the umpire the first) in single frames and first."""
        mine = self.outlook.viewer.side
        ordered = sorted(self.outlook.army.sides.values(), key=lambda s: (s.id != mine, s.position, s.id))
        return {side.id: Frame.OWN if n == 0 else Frame.ENEMY for n, side in enumerate(ordered)}

    @cached_property
    def index(self) -> dict[int, int]:
        """Index of each side in the view's list."""
        return {side: n for n, side in enumerate(self.frames)}

    @cached_property
    def lines(self) -> Lines:
        seen = {s.battalion_id: seen_at(s) for s in self.sightings}
        return lines_of(
            self.outlook, self.index, {unit: position for unit, position in seen.items() if position is not None}
        )

    # troops

    @cached_property
    def present(self) -> list[tuple[Battalion, Position]]:
        """Known units, with their positions."""
        army, knowledge = self.outlook.army, self.outlook.knowledge
        known_battalions = sorted(
            (army.battalions[i] for i in knowledge.battalions), key=lambda b: (self.index[b.side_id], b.position, b.id)
        )
        return [(b, position) for b in known_battalions if (position := position_of(b)) is not None]

    @cached_property
    def own(self) -> list[tuple[Battalion, MapUnit]]:
        """Known units, with their drawn signs."""
        return [(battalion, self._own_unit(battalion, position)) for battalion, position in self.present]

    def _own_unit(self, battalion: Battalion, position: Position) -> MapUnit:
        outlook = self.outlook
        above = outlook.army.formations[battalion.present_id]
        return MapUnit(
            replace(battalion_symbol(outlook, battalion), frame=self.frames[battalion.side_id]),
            metres(outlook.theatre.point_of(position)),
            self.index[battalion.side_id],
            battalion.short or battalion.name,
            note=note_of(outlook, above, self.lines.cut_off),
            key=battalion.key,
            formation=(above.short or above.name) if outlook.knowledge.may_name(above) else "",
            where=outlook.theatre.describe(position),
        )

    @cached_property
    def sightings(self) -> list[Sighting]:
        """Enemies on a side's map, each at its last sighting; empty for the umpire."""
        return [] if self.outlook.viewer.is_umpire else latest_first(self.outlook)

    @cached_property
    def enemies(self) -> list[tuple[MapUnit, int]]:
        """Enemies as drawn, each with the hours since it was seen."""
        map_units = []
        for sighting in self.sightings:
            position = seen_at(sighting)
            if position is not None:
                battalion = self.outlook.army.battalions[sighting.battalion_id]
                unit = MapUnit(
                    sighted_symbol(self.outlook, sighting),
                    metres(self.outlook.theatre.point_of(position)),
                    self.index[battalion.side_id],
                    (battalion.short or battalion.name) if sighting.named else "",
                    self._age(sighting),
                    where=self.outlook.where_seen(sighting),
                )
                map_units.append((unit, self._hours(sighting)))
        return map_units

    def _hours(self, sighting: Sighting) -> int:
        return self.outlook.age_hours(Moment(sighting.day, sighting.turn), sighting.seconds)

    def _age(self, sighting: Sighting) -> str:
        hours = self._hours(sighting)
        return f"{hours}\N{NO-BREAK SPACE}h" if hours else "now"

    def _enemy_notes(self) -> Iterator[Fact]:
        """Yield a note for each place and time at which enemies were seen."""
        together: dict[tuple[str, str], dict[str, int]] = defaultdict(lambda: defaultdict(int))
        for sighting in self.sightings:
            seen_unit = self.outlook.army.battalions[sighting.battalion_id]
            name = (seen_unit.short or seen_unit.name) if sighting.named else seen_as(sighting)
            together[self.outlook.where_seen(sighting), self._age(sighting)][name] += 1
        for (where, age), seen in together.items():
            yield Fact(where, f"{'; '.join(f'{n} × {sight}' if n > 1 else sight for sight, n in seen.items())}. {age}")

    def _zones(self) -> Iterator[MapZone]:
        """Yield the zones of enemies seen lately; on the umpire's map those of units that cut a line."""
        reach = self.outlook.conditions.sight
        theatre = self.outlook.theatre
        widest: dict[tuple[Metres, int], float] = {}
        for unit, position in self.lines.watching.items():
            key = metres(theatre.point_of(position)), self.index[self.outlook.army.battalions[unit].side_id]
            radius = reach.range_m(from_hill=theatre.on_hill(position), cover=Cover.OPEN)
            widest[key] = max(widest.get(key, 0.0), radius)
        for (at, side), radius in widest.items():
            yield MapZone(at, round(radius), side)

    # the ground

    def _places(self) -> Iterator[MapPlace]:
        army, knowledge = self.outlook.army, self.outlook.knowledge
        prizes = {o.place_id for o in knowledge.of_side(self.outlook.board.rows(Objective))}
        for place in sorted(self.outlook.places.values(), key=lambda p: p.id):
            home = army.sides.get(place.home_edge_of_id or 0)
            yield MapPlace(
                place.name,
                (place.x_m, place.y_m),
                self._holding_frame(place),
                place.id in prizes,
                place.hill,
                place.cover is Cover.TERRAIN,
                "" if home is None else home.name,
            )

    def _holding_frame(self, place: Place) -> Frame | None:
        if place.owner_id is None or (not self.outlook.viewer.is_umpire and place.owner_id != self.outlook.viewer.side):
            return None
        return self.frames[place.owner_id]

    def _roads(self) -> Iterator[MapRoad]:
        theatre = self.outlook.theatre
        for way in sorted(theatre.ways, key=lambda w: w.road):
            closed = any(not block.key and not block.passable for block in way.blocks)
            yield MapRoad(
                way.kind,
                way.surface,
                tuple(map(metres, way.points)),
                theatre.spot(way.a).name,
                theatre.spot(way.b).name,
                way.length_m,
                closed,
            )

    def _features(self) -> Iterator[MapLine]:
        for row in sorted(self.outlook.board.rows(Feature), key=lambda f: f.id):
            yield MapLine(row.kind, tuple((round(x), round(y)) for x, y in row.shape), row.name)

    def _crossings(self) -> Iterator[MapCrossing]:
        for row in sorted(self._sites.crossings, key=lambda c: c.id):
            at = metres(self.outlook.theatre.way(row.road_id).at(row.at_m))
            is_known = self._sites.knows(row.road_id, row.at_m) or not row.state.is_passable
            carries = "" if row.load_class is LoadClass.HEAVY_TANK or not is_known else row.load_class.value
            yield MapCrossing(row.name, at, row.waterway, row.state if is_known else None, carries)

    def _obstacles(self) -> Iterator[MapObstacle]:
        for row in sorted(self._sites.obstacles, key=lambda o: o.id):
            yield MapObstacle(
                row.name, metres(self.outlook.theatre.way(row.road_id).at(row.at_m)), row.kind, row.gapped
            )

    @cached_property
    def _sites(self) -> Sites:
        return Sites(self.outlook)

    # what happens

    def _contacts(self) -> Iterator[MapContact]:
        """Yield this turn's contacts in which a known unit locates the other."""
        now, army = self.outlook.moment, self.outlook.army
        rows = self.outlook.board.rows(Contact, Contact.day == now.day, Contact.turn == now.turn)
        met: dict[tuple[Metres, int], tuple[list[str], list[str]]] = defaultdict(lambda: ([], []))
        for row in sorted(rows, key=lambda c: (c.seconds, c.id)):
            first, second = army.battalions[row.first_id], army.battalions[row.second_id]
            pairs = [
                (a, b)
                for a, b, sees in ((first, second, row.first_locates), (second, first, row.second_locates))
                if sees
            ]
            seen_pairs = [
                (a, b) for a, b in pairs if self.outlook.knowledge.is_umpire or self.outlook.knowledge.knows(a)
            ]
            for a, b in sorted(seen_pairs, key=lambda pair: self.index[pair[0].side_id])[:1]:
                ours, theirs = met[(row.x_m, row.y_m), row.seconds]
                ours.append(a.short or a.name)
                theirs.append(self._named(b))
        for (at, seconds), (ours, theirs) in met.items():
            words = f"{', '.join(dict.fromkeys(ours))} \N{EN DASH} {', '.join(dict.fromkeys(theirs))}"
            yield MapContact(at, f"{self.outlook.time_of(now, seconds):%H:%M}", words)

    def _named(self, battalion: Battalion) -> str:
        if self.outlook.knowledge.is_umpire:
            return battalion.short or battalion.name
        return self.outlook.knowledge.enemy_words(battalion) or "an enemy"

    def _battles(self) -> Iterator[MapBattle]:
        lines = self.outlook.board.rows(BattleUnit) if self.outlook.viewer.side is not None else ()
        for battle in self._known(open_battles(self.outlook.board), lines):
            yield map_battle(self.outlook, battle)

    def _known(self, battles: Iterable[Battle], lines: Iterable[BattleUnit]) -> list[Battle]:
        return sorted(self.outlook.knowledge.battles(battles, lines), key=lambda b: b.number)


def map_battle(outlook: Outlook, battle: Battle) -> MapBattle:
    place = outlook.places[battle.place_id]
    state = str(state_shown(outlook.board, outlook.viewer, battle))
    return MapBattle(battle.number, battle.name, (place.x_m, place.y_m), state, _lie(battle))


def _lie(battle: Battle) -> tuple[int, int, int, int] | None:
    """Return the corners of a table that lies with north up."""
    lie = battle.table
    if not lie or lie.get("turned_deg"):
        return None
    (x, y), half = lie["centre"], [lie[side] * 500 / lie["scale_in_per_km"] for side in ("width_in", "depth_in")]
    return round(x - half[0]), round(y - half[1]), round(x + half[0]), round(y + half[1])
