"""A scenario written as files of this program, which can be read back as an equal scenario.

    scenario_files_of(scenario) -> {name: text}    scenario.yaml, map.yaml, one file a side, orders.yaml
    Rewriter(scenario)                             the sections and entries of which the files are made

Establishments that ship with the program are referred to; of any other only the arm is kept as one, and the rest stands
at the battalion.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from functools import cached_property
from math import cos, radians
from typing import Any

from campaign.exchange.attributes import ALWAYS, e6, entry_of, km
from campaign.exchange.foreign.charts import METRES_A_DEGREE
from campaign.exchange.foreign.fitting import Library, library
from campaign.exchange.unit_entries import bare_kind, battalion_entry, formation_entry
from campaign.exchange.values import AirBase, Battalion, Feature, Formation, Kind, Place, Road, Scenario
from campaign.exchange.writing import yaml_text
from campaign.file_rules import is_device
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.common.settings import DEFAULTS
from campaign.terms.attributes import fields_of, keys_of
from campaign.terms.forces import Arm
from campaign.terms.words import slug
from campaign.values import dataclass, field

_UNSAYABLE = ("piece", "calibre_mm", "range_in", "carried_by")
"""Values of an establishment that a battalion like it cannot remove."""
_OF_A_ROAD = ("from", "to", "key", "km", "basis", "kind", "surface", "cover", "defile", "name", "notes", "source")
_OF_A_CROSSING = ("name", "key", "at", "waterway", "carries", "spans", "state")
_OF_AN_AIR_GROUP = ("name", "side", "type", "based at", "aircraft", "fac with", "source", "missions a day", "fac")
"""Keys in the order in which they are written; other keys follow."""


@dataclass
class Rewriter:
    """A writer of one scenario."""

    scenario: Scenario
    library: Library = field(default_factory=library)

    @cached_property
    def book(self) -> Rulebook:
        """House rules of the scenario."""
        return DEFAULTS.with_settings(dict(self.scenario.rulebook))

    @cached_property
    def in_degrees(self) -> bool:
        """True if places are given by latitude and longitude."""
        return bool(self.scenario.places) and all(place.lat_e6 is not None for place in self.scenario.places)

    @cached_property
    def declared(self) -> dict[str, Arm]:
        """Establishments that have to be declared in the files, with their arm."""
        arms: dict[str, Arm] = {}
        for battalion in self.scenario.battalions:
            name = battalion.establishment
            establishment = self.library.named(name) if name else None
            if name and (
                establishment is None or establishment.name != name or self._conflicts(battalion, establishment.kind)
            ):
                arms.setdefault(name, battalion.arm)
        return arms

    @staticmethod
    def _conflicts(battalion: Battalion, kind: Kind) -> bool:
        return any(getattr(kind, name) and not getattr(battalion, name) for name in _UNSAYABLE)

    def sections(self) -> dict[str, Any]:
        """Return all sections, under the keys of the program's files."""
        s = self.scenario
        fields: dict[str, Any] = {
            "title": s.title,
            "name": s.key,
            "summary": s.summary,
            "first day": s.first_day.isoformat(),
            "days": s.days,
        }
        fields |= {"day starts at": s.day_start_hour, "time zone": s.time_zone, "notes": s.notes, "source": s.source}
        if s.lat_e6 is not None and s.lon_e6 is not None:
            fields["centre"] = f"{e6(s.lat_e6)}, {e6(s.lon_e6)}"
        fields = {key: value for key, value in fields.items() if value not in ("", None)}
        fields["rulebook"] = {key: str(value) for key, value in s.rulebook}
        fields["sides"] = {side.key: entry_of(side) for side in s.sides}
        fields["nations"] = {nation.key: entry_of(nation) for nation in s.nations}
        fields["commanders"] = {commander.key: entry_of(commander) for commander in s.commanders}
        fields |= self._ground() | self._opening()
        fields["establishments"] = {name: {"arm": arm.value} for name, arm in self.declared.items()}
        fields["order of battle"] = self.forces()
        return {key: value for key, value in fields.items() if value not in ({}, [])}

    # the map

    def _ground(self) -> dict[str, Any]:
        s = self.scenario
        return {
            "coordinates": "degrees" if self.in_degrees else "kilometres",
            "places": {place.key: self._place(place) for place in s.places},
            "roads": [self._road(road) for road in s.roads],
            "features": [self._feature(feature) for feature in s.features],
        }

    def _feature(self, feature: Feature) -> dict[str, Any]:
        shape = {"shape": [self.point(point) for point in feature.shape]}
        entry = entry_of(feature, shape=feature.shape, name="")
        return {key: (entry | shape)[key] for key in keys_of(Feature) if key in entry or key in shape}

    def point(self, metres: tuple[int, int]) -> str:
        """Return a point in the form of the files."""
        if not self.in_degrees:
            return f"{km(metres[0])}, {km(metres[1])}"
        lat0, lon0 = self.scenario.lat_e6 or 0, self.scenario.lon_e6 or 0
        lat = lat0 + round(metres[1] / METRES_A_DEGREE * 1e6)
        lon = lon0 + round(metres[0] / METRES_A_DEGREE / cos(radians(lat0 / 1e6)) * 1e6)
        return f"{e6(lat)}, {e6(lon)}"

    def _place(self, place: Place) -> dict[str, Any]:
        at = (
            f"{e6(place.lat_e6 or 0)}, {e6(place.lon_e6 or 0)}"
            if self.in_degrees
            else f"{km(place.x_m)}, {km(place.y_m)}"
        )
        entry = entry_of(place, ("name", "accuracy", "role", "owner", "source"))
        return {"name": entry.pop("name"), "at": at, **entry}

    def _road(self, road: Road) -> dict[str, Any]:
        entry = entry_of(
            road,
            _OF_A_ROAD,
            key=f"{road.a}-{road.b}"[:80],
            length_m=road.length_m if road.length_basis == "drawn" else ALWAYS,
            length_basis=ALWAYS if road.length_basis == "estimated" else road.length_basis,
            cover=ALWAYS,
            defile=ALWAYS,
            name="",
            shape=road.shape,
            crossings=road.crossings,
            obstacles=road.obstacles,
        )
        on_road = {
            "shape": [self.point(point) for point in road.shape],
            "crossings": [
                entry_of(crossing, _OF_A_CROSSING, name="", load_class=ALWAYS, spans=ALWAYS, state=ALWAYS)
                for crossing in road.crossings
            ],
            "obstacles": [entry_of(obstacle, ("kind",)) for obstacle in road.obstacles],
        }
        return entry | {key: things for key, things in on_road.items() if things}

    # what it begins with

    def _opening(self) -> dict[str, Any]:
        s = self.scenario
        return {
            "weather": [entry_of(weather) for weather in s.weather],
            "objectives": [entry_of(goal, ("key", "name", "place", "side", "day")) for goal in s.objectives],
            "victory": [entry_of(level) for level in s.victory],
            "orders": [
                {"for": order.formation or order.battalion, **fields_of(order.moment), **entry_of(order)}
                for order in s.orders
            ],
            "air bases": {base.key: self._air_base(base) for base in s.air_bases},
            "air groups": {
                group.key: entry_of(group, _OF_AN_AIR_GROUP, missions_a_day=ALWAYS, has_fac=ALWAYS)
                for group in s.air_groups
            },
            "air tasking": [{"group": task.group, **fields_of(task.moment), **entry_of(task)} for task in s.air_tasks],
        }

    def _air_base(self, base: AirBase) -> dict[str, Any]:
        at = {} if base.lat_e6 is None else {"at": f"{e6(base.lat_e6)}, {e6(base.lon_e6 or 0)}"}
        return entry_of(base) | at

    # the order of battle

    def forces(self) -> dict[str, list[dict[str, Any]]]:
        """Return the orders of battle of all sides."""
        inner: defaultdict[str | None, list[Formation]] = defaultdict(list)
        leaves: defaultdict[str, list[Battalion]] = defaultdict(list)
        for formation in self.scenario.formations:
            inner[formation.superior].append(formation)
        for battalion in self.scenario.battalions:
            leaves[battalion.organic].append(battalion)
        result: dict[str, list[dict[str, Any]]] = {}
        for top in inner[None]:
            result.setdefault(top.side, []).append(self._formation(top, None, inner, leaves))
        return result

    def _formation(
        self,
        formation: Formation,
        above: Formation | None,
        inner: Mapping[str | None, list[Formation]],
        leaves: Mapping[str, list[Battalion]],
    ) -> dict[str, Any]:
        fields = formation_entry(formation, above)
        listed = []
        for battalion in leaves.get(formation.key, ()):
            entry = self.battalion(battalion, formation)
            if battalion.headquarters_of == formation.key:
                fields["headquarters"] = entry
            else:
                listed.append(entry)
        if listed:
            fields["battalions"] = listed
        if below := [self._formation(lower, formation, inner, leaves) for lower in inner.get(formation.key, ())]:
            fields["formations"] = below
        return fields

    def battalion(self, battalion: Battalion, formation: Formation, *, alone: bool = False) -> dict[str, Any]:
        """Return one battalion's keys. ``alone``: for a file without establishments, so that the values of the
        scenario's own ones are written out.
        """
        like = "" if alone and battalion.establishment in self.declared else battalion.establishment
        establishment = self.library.named(like) if like and like not in self.declared else None
        base = establishment.kind if establishment is not None else self._bare(self.declared.get(like, battalion.arm))
        return battalion_entry(battalion, base, formation, like)

    def _bare(self, arm: Arm) -> Kind:
        return bare_kind(arm, self.book)


def scenario_files_of(scenario: Scenario) -> dict[str, str]:
    """Return the scenario's files by name, as a folder holds them."""
    sections = Rewriter(scenario).sections()
    ground: dict[str, Any] = {
        key: sections.pop(key) for key in ("coordinates", "places", "roads", "features") if key in sections
    }
    forces = sections.pop("order of battle", {})
    opening: dict[str, Any] = {
        key: sections.pop(key) for key in ("orders", "air bases", "air groups", "air tasking") if key in sections
    }
    named = {
        side: f"{slug(side)}-side.yaml"
        if slug(side) in ("scenario", "map", "orders") or is_device(slug(side))
        else f"{slug(side)}.yaml"
        for side in forces
    }
    files = {"scenario.yaml": yaml_text(sections), "map.yaml": yaml_text(ground)}
    files |= {named[side]: yaml_text({"order of battle": {side: tree}}) for side, tree in forces.items()}
    return files | ({"orders.yaml": yaml_text(opening)} if opening else {})
