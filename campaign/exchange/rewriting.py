"""A scenario as files of our own again: what they say is read back as an equal scenario.

    scenario_files_of(scenario) -> {name: text}    scenario.yaml, map.yaml, one file a side, orders.yaml
    battalion_entry(battalion, ...) -> dict        the keys of one battalion; what its establishment says is left out

Establishments that ship with the program are referred to; of any other only the arm is kept as one, and the rest stands at
the battalion.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from math import cos, radians
from typing import Any

from campaign.exchange import text
from campaign.exchange.battalions import Kind, read_kind
from campaign.exchange.entry import Entry
from campaign.exchange.establishments import KEYS
from campaign.exchange.faults import Faults, Spot
from campaign.exchange.forces import number_in
from campaign.exchange.foreign.charts import METRES_A_DEGREE
from campaign.exchange.foreign.fitting import Library, library
from campaign.exchange.values import Battalion, Formation, Place, Road, Scenario
from campaign.exchange.writing import yaml_text
from campaign.rules.force import Strength
from campaign.rules.rulebook import Rulebook
from campaign.terms.forces import Arm, Experience
from campaign.terms.state import Posture, State, SupplyGrade, Support
from campaign.terms.words import slug

_WORDS: Mapping[str, str] = {
    "march": "march_class",
    "combat": "combat_class",
    "hit row": "hit_row",
    "casualty column": "casualty_column",
    "armour": "armour",
    "engineers": "engineers",
}
"""Keys that an arm settles, and the fields they become."""
_FREE: Mapping[str, str] = {
    "flame-throwers": "flame_throwers",
    "pre-1914": "pre_1914",
    "recce companies": "recce_companies",
    "piece name": "piece_name",
    "notes": "notes",
    "source": "source",
    "unconfirmed": "unconfirmed",
}
_UNSAYABLE = ("piece", "calibre_mm", "range_in", "carried_by")
"""What an establishment says and a battalion like it cannot take back."""


@dataclass
class Rewriter:
    """Writes one scenario out."""

    scenario: Scenario
    library: Library = field(default_factory=library)

    @cached_property
    def book(self) -> Rulebook:
        """The scenario's house rules."""
        return Rulebook.from_overrides(dict(self.scenario.rulebook))

    @cached_property
    def in_degrees(self) -> bool:
        """Are places given by latitude and longitude?"""
        return bool(self.scenario.places) and all(place.lat_e6 is not None for place in self.scenario.places)

    @cached_property
    def own(self) -> dict[str, Arm]:
        """Establishments that have to be declared in the files, with their arm."""
        found: dict[str, Arm] = {}
        for battalion in self.scenario.battalions:
            name = battalion.establishment
            known = self.library.named(name) if name else None
            if name and (known is None or known.name != name or self._conflicts(battalion, known.kind)):
                found.setdefault(name, battalion.arm)
        return found

    @staticmethod
    def _conflicts(battalion: Battalion, kind: Kind) -> bool:
        return any(getattr(kind, name) and not getattr(battalion, name) for name in _UNSAYABLE)

    def sections(self) -> dict[str, Any]:
        """Everything, under the keys of our files."""
        s = self.scenario
        said: dict[str, Any] = {"title": s.title, "name": s.key, "summary": s.summary, "first day": s.first_day.isoformat(), "days": s.days}
        said |= {"day starts at": s.day_start_hour, "time zone": s.time_zone, "notes": s.notes, "source": s.source}
        if s.lat_e6 is not None and s.lon_e6 is not None:
            said["centre"] = f"{e6(s.lat_e6)}, {e6(s.lon_e6)}"
        said = {key: value for key, value in said.items() if value not in ("", None)}
        said["rulebook"] = {key: str(value) for key, value in s.rulebook}
        said["sides"] = {
            side.key: {"name": side.name, "adjective": side.adjective, "accent": side.accent, "home edges": list(side.home_edges)}
            for side in s.sides
        }
        said["nations"] = {nation.key: {"name": nation.name, "counts as": nation.counts_as.value} for nation in s.nations}
        said["commanders"] = {c.key: _full({"name": c.name, "player": c.player, "formation": c.formation}) for c in s.commanders}
        said |= self._ground() | self._opening()
        said["establishments"] = {name: {"arm": arm.value} for name, arm in self.own.items()}
        said["order of battle"] = self.forces()
        return {key: value for key, value in said.items() if value not in ({}, [])}

    # the map

    def _ground(self) -> dict[str, Any]:
        s = self.scenario
        return {
            "coordinates": "degrees" if self.in_degrees else "kilometres",
            "places": {place.key: self._place(place) for place in s.places},
            "roads": [self._road(road) for road in s.roads],
            "features": [
                _full({"kind": f.kind.value, "name": f.name, "key": f.key, "shape": [self.point(p) for p in f.shape], "source": f.source})
                | _yes(unconfirmed=f.unconfirmed)
                for f in s.features
            ],
        }

    def point(self, metres: tuple[int, int]) -> str:
        """A point as the files give it."""
        if not self.in_degrees:
            return f"{km(metres[0])}, {km(metres[1])}"
        lat0, lon0 = self.scenario.lat_e6 or 0, self.scenario.lon_e6 or 0
        lat = lat0 + round(metres[1] / METRES_A_DEGREE * 1e6)
        lon = lon0 + round(metres[0] / METRES_A_DEGREE / cos(radians(lat0 / 1e6)) * 1e6)
        return f"{e6(lat)}, {e6(lon)}"

    def _place(self, place: Place) -> dict[str, Any]:
        at = f"{e6(place.lat_e6 or 0)}, {e6(place.lon_e6 or 0)}" if self.in_degrees else f"{km(place.x_m)}, {km(place.y_m)}"
        said: dict[str, Any] = {"name": place.name, "at": at}
        if place.accuracy_m is not None:
            said["accuracy"] = km(place.accuracy_m)
        said |= _full({"role": place.role, "owner": place.owner or "", "source": place.source})
        if place.cover.value != "open":
            said["cover"] = place.cover.value
        return said | _yes(hill=place.hill, unconfirmed=place.unconfirmed)

    def _road(self, road: Road) -> dict[str, Any]:
        said: dict[str, Any] = {"from": road.a, "to": road.b}
        if road.key != f"{road.a}-{road.b}"[:80]:
            said["key"] = road.key
        if road.length_basis != "drawn":
            said["km"] = km(road.length_m)
            if road.length_basis == "estimated":
                said["basis"] = "estimated"
        said |= {"kind": road.kind.value, "surface": road.surface.value, "cover": road.cover.value, "defile": road.defile}
        said |= _full({"name": road.name, "notes": road.notes, "source": road.source}) | _yes(unconfirmed=road.unconfirmed)
        if road.shape:
            said["shape"] = [self.point(p) for p in road.shape]
        if road.crossings:
            said["crossings"] = [
                _full(
                    {
                        "name": c.name,
                        "key": c.key,
                        "at": km(c.at_m),
                        "waterway": c.waterway,
                        "carries": c.load_class.value,
                        "spans": c.spans,
                        "state": c.state.value,
                    }
                )
                | _yes(major=c.major)
                for c in road.crossings
            ]
        if road.obstacles:
            said["obstacles"] = [
                {"kind": o.kind.value, "name": o.name, "key": o.key, "at": km(o.at_m), **_yes(gapped=o.gapped)} for o in road.obstacles
            ]
        return said

    # what it begins with

    def _opening(self) -> dict[str, Any]:
        s = self.scenario
        return {
            "weather": [_full({"day": w.day, "turn": w.turn, "sky": w.sky.value, "area": w.area}) for w in s.weather],
            "objectives": [
                _full({"key": o.key, "name": o.name, "place": o.place, "side": o.side, "day": o.day}) | {"points": o.points}
                for o in s.objectives
            ],
            "victory": [_full({"level": v.name, "side": v.side, "lead": v.lead or None}) for v in s.victory],
            "orders": [
                _full(
                    {
                        "for": o.formation or o.battalion,
                        "day": o.moment.day,
                        "turn": o.moment.turn,
                        "order": o.kind.value,
                        "to": o.to,
                        "via": list(o.via),
                    }
                )
                | _full({"aim": o.aim, "objective": o.objective, "limit": o.limit})
                for o in s.orders
            ],
            "air bases": {
                b.key: _full({"name": b.name, "side": b.side, "place": b.place, "source": b.source})
                | _yes(unconfirmed=b.unconfirmed)
                | ({"at": f"{e6(b.lat_e6)}, {e6(b.lon_e6 or 0)}"} if b.lat_e6 is not None else {})
                for b in s.air_bases
            },
            "air groups": {
                g.key: _full(
                    {
                        "name": g.name,
                        "side": g.side,
                        "type": g.kind.value,
                        "based at": g.based_at,
                        "aircraft": g.aircraft,
                        "fac with": g.fac_with,
                        "source": g.source,
                    }
                )
                | {"missions a day": g.missions_a_day, "fac": g.has_fac}
                | _yes(unconfirmed=g.unconfirmed)
                for g in s.air_groups
            },
            "air tasking": [
                _full(
                    {
                        "group": t.group,
                        "day": t.moment.day,
                        "turn": t.moment.turn,
                        "task": t.task,
                        "place": t.place,
                        "battalion": t.battalion,
                        "formation": t.formation,
                    }
                )
                for t in s.air_tasks
            ],
        }

    # the order of battle

    def forces(self) -> dict[str, list[dict[str, Any]]]:
        """The trees of all sides."""
        inner: defaultdict[str | None, list[Formation]] = defaultdict(list)
        leaves: defaultdict[str, list[Battalion]] = defaultdict(list)
        for formation in self.scenario.formations:
            inner[formation.superior].append(formation)
        for battalion in self.scenario.battalions:
            leaves[battalion.organic].append(battalion)
        found: dict[str, list[dict[str, Any]]] = {}
        for top in inner[None]:
            found.setdefault(top.side, []).append(self._formation(top, None, inner, leaves))
        return found

    def _formation(
        self,
        formation: Formation,
        above: Formation | None,
        inner: Mapping[str | None, list[Formation]],
        leaves: Mapping[str, list[Battalion]],
    ) -> dict[str, Any]:
        said = formation_entry(formation, above)
        listed = []
        for battalion in leaves.get(formation.key, ()):
            entry = self.battalion(battalion, formation)
            if battalion.headquarters_of == formation.key:
                said["headquarters"] = entry
            else:
                listed.append(entry)
        if listed:
            said["battalions"] = listed
        if below := [self._formation(one, formation, inner, leaves) for one in inner.get(formation.key, ())]:
            said["formations"] = below
        return said

    def battalion(self, battalion: Battalion, formation: Formation) -> dict[str, Any]:
        """One battalion's keys."""
        like = battalion.establishment
        known = self.library.named(like) if like and like not in self.own else None
        base = known.kind if known is not None else self._bare(self.own.get(like, battalion.arm))
        return battalion_entry(battalion, base, formation, like, states=True)

    def _bare(self, arm: Arm) -> Kind:
        return bare_kind(arm, self.book)


def bare_kind(arm: Arm, book: Rulebook) -> Kind:
    """What a battalion is of which only the arm is said."""
    spot = Spot("")
    pairs = ((text.Scalar(spot, "arm"), text.Scalar(spot, arm.value)),)
    return read_kind(Entry(text.Mapping(spot, pairs), "battalion", KEYS, Faults()), book)


def formation_entry(formation: Formation, above: Formation | None) -> dict[str, Any]:
    """A formation's own keys, without what is under it."""
    f = formation
    said: dict[str, Any] = {f.level.value: f.name, "key": f.key}
    if f.short != f.name[:80]:
        said["short"] = f.short
    if f.number != number_in(f.name):
        said["number"] = f.number
    said |= {"mark": f.mark.value, "arm": f.arm.value}
    if f.nation != (above.nation if above else ""):
        said["nation"] = f.nation
    said |= _full({"led by": f.led_by, "notes": f.notes, "source": f.source})
    if f.experience is not (above.experience if above else Experience.REGULAR):
        said["experience"] = f.experience.value
    if f.supply_grade is not (above.supply_grade if above else SupplyGrade.WELL):
        said["supply grade"] = f.supply_grade.value
    if f.posture is not Posture.LINE:
        said["posture"] = f.posture.value
    return said | _yes(**{"ad hoc": f.ad_hoc, "unconfirmed": f.unconfirmed})


def battalion_entry(battalion: Battalion, base: Kind, formation: Formation, like: str, *, states: bool) -> dict[str, Any]:
    """A battalion's keys; those left out that ``base``, its establishment or its bare arm, says. ``states``: also where and how it stands."""
    b = battalion
    said: dict[str, Any] = {"battalion": b.name, "key": b.key}
    if b.short != b.name[:80]:
        said["short"] = b.short
    if b.number != number_in(b.name):
        said["number"] = b.number
    if b.nation != formation.nation:
        said["nation"] = b.nation
    if like:
        said["like"] = like
    other_arm = b.arm is not base.arm
    if other_arm or not like:
        said["arm"] = b.arm.value
    said |= {key: getattr(b, name).value for key, name in _WORDS.items() if other_arm or getattr(b, name) is not getattr(base, name)}
    if other_arm or (b.anti_tank_best, b.anti_tank_all) != (base.anti_tank_best, base.anti_tank_all):
        said["anti-tank"] = b.anti_tank_best.value if b.anti_tank_best else "none"
        said["anti-tank all"] = b.anti_tank_all.value if b.anti_tank_all else "none"
    if other_arm or b.direct_in != base.direct_in:
        said["direct range"] = b.direct_in
    said |= _figures(b, base, other_arm)
    said |= {key: getattr(b, name) for key, name in _FREE.items() if getattr(b, name) != getattr(base, name)}
    if b.experience is not formation.experience or (like and b.experience is not base.experience):
        said["experience"] = b.experience.value
    said |= _full({"led by": b.led_by})
    if b.carried_by != base.carried_by:
        said["carried by"] = b.carried_by
    return said | (_standing(b) if states else {})


def _figures(b: Battalion, base: Kind, other_arm: bool) -> dict[str, Any]:
    said: dict[str, Any] = {}
    artillery = (b.piece, b.calibre_mm) != (base.piece, base.calibre_mm)
    if artillery and b.piece and b.calibre_mm:
        said |= {"piece": b.piece.value, "calibre": b.calibre_mm}
    if artillery or other_arm or b.weapon is not base.weapon:
        said["weapon"] = b.weapon.value
    if b.range_in != base.range_in and b.range_in:
        said["artillery range"] = b.range_in
    changed = (b.full, b.equipment_list) != (base.full, base.equipment_list)
    if b.full != base.full:
        said["establishment"] = _strength(b.full)
    if b.present != b.full:
        said["strength"] = _strength(b.present)
    if b.equipment_list != base.equipment_list:
        said["items"] = [f"{i.count} {i.item}" + (f" ({i.kind})" if i.kind else "") for i in b.equipment_list]
    if changed or b.equipment != base.equipment:
        said["equipment"] = b.equipment
    if changed or other_arm or b.present != b.full or b.size is not base.size:
        said["size"] = b.size.value
    if "size" in said or b.mark is not base.mark:
        said["mark"] = b.mark.value
    return said


def _standing(b: Battalion) -> dict[str, Any]:
    said: dict[str, Any] = {}
    if b.arrives is not None:
        said["arrives"] = {"day": b.arrives.day, "turn": b.arrives.turn, "at": b.arrives.at}
    elif b.embarked:
        said["embarked"] = True
    elif b.road is not None and b.road_m is not None:
        said |= {"road": b.road, "km": km(b.road_m)}
    elif b.place is not None:
        said["at"] = b.place
    if b.state is not State.FRESH:
        said["state"] = b.state.value
    if b.posture is not Posture.LINE:
        said["posture"] = b.posture.value
    if b.dug_in_turns:
        said["dug in"] = b.dug_in_turns
    said |= _yes(hidden=b.hidden) | _full({"attached to": b.attached_to, "supports": b.supports})
    if b.support is not (Support.DIRECT_SUPPORT if b.supports else Support.UNDER_COMMAND):
        said["support"] = b.support.value
    return said


def _strength(strength: Strength) -> dict[str, int]:
    return {"men": strength.men, "vehicles": strength.vehicles, "guns": strength.guns}


def _full(said: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in said.items() if value not in ("", None, [])}


def _yes(**said: bool) -> dict[str, bool]:
    return {key: True for key, value in said.items() if value}


def e6(millionths: int) -> str:
    """Millionths of a degree as degrees."""
    return _short(millionths, 6)


def km(metres: int) -> str:
    """Metres as kilometres."""
    return _short(metres, 3)


def _short(value: int, digits: int) -> str:
    whole, part = divmod(abs(value), 10**digits)
    decimals = f"{part:0{digits}d}".rstrip("0")
    return f"{'-' * (value < 0)}{whole}{'.' * bool(decimals)}{decimals}"


def scenario_files_of(scenario: Scenario) -> dict[str, str]:
    """The scenario's files by name, as a folder holds them."""
    sections = Rewriter(scenario).sections()
    ground: dict[str, Any] = {key: sections.pop(key) for key in ("coordinates", "places", "roads", "features") if key in sections}
    forces = sections.pop("order of battle", {})
    opening: dict[str, Any] = {key: sections.pop(key) for key in ("orders", "air bases", "air groups", "air tasking") if key in sections}
    named = {
        side: f"{slug(side)}.yaml" if slug(side) not in ("scenario", "map", "orders") else f"{slug(side)}-side.yaml" for side in forces
    }
    files = {"scenario.yaml": yaml_text(sections), "map.yaml": yaml_text(ground)}
    files |= {named[side]: yaml_text({"order of battle": {side: tree}}) for side, tree in forces.items()}
    return files | ({"orders.yaml": yaml_text(opening)} if opening else {})
