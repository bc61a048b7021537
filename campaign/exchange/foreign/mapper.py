"""ORBAT Mapper scenarios (JSON, every version in use): sides, groups, units at any depth, symbols, strengths,
positions.

The order of battle is taken as of the scenario's start: each unit with its states up to ``startTime`` applied. A unit
that is put on the map only later arrives then. References are by id; names are not unique there. A unit's side is told
by the tree, never by the symbol. What this program wrote itself is taken back word for word.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

from campaign.errors import BadFile
from campaign.exchange.entry import read_date
from campaign.exchange.foreign.draft import Coming, Draft, Force, Piece, Point, Unit, lost
from campaign.exchange.foreign.lines import kind_of_strength
from campaign.exchange.foreign.nations import nation_of
from campaign.exchange.foreign.opening import decoded
from campaign.exchange.foreign.positions import lon_lat, on_earth
from campaign.exchange.foreign.symbols import read_symbol
from campaign.rules.common.force import Strength
from campaign.terms.forces import Level
from campaign.values import dataclass, field

if TYPE_CHECKING:
    from campaign.exchange.foreign.wishes import Wishes

OURS = "campaignManager"
"""Field in which this program keeps values that ORBAT Mapper has no field for."""
OF_A_SIDE, OF_ALL = ("adjective", "accent", "home edges"), ("summary", "notes", "source", "objectives")
"""Keys of that field for each side, and for the whole campaign."""
DEEPEST = 60
NEWEST = (3, 6)
"""Newest known version of the format."""
BELOW = ("subUnits", "units")
"""Fields that hold the units below; before version 0.6 a group kept them in ``units``."""
PLACE = ("location", "coordinates")
"""Fields of a state for a position; the oldest files used ``coordinates``."""
NOT_TAKEN = {
    "supplies": "supplies",
    "rangeRings": "range rings",
    "status": "a status",
    "media": "pictures",
    "externalUrl": "a link",
    "properties": "a speed",
}
"""Fields of a unit without a place in a campaign, each with its name in the report."""
DAY_BEGINS = timedelta(hours=2)
"""Time between the start of a campaign day, at 22:00, and midnight."""


def json_of(raw: bytes, name: str) -> Any:
    """Return the value of a JSON file. Raises BadFile with line and column."""
    text = decoded(raw, name)
    try:
        value = json.loads(text)
        if "\\ud" in text.lower():
            json.dumps(value, ensure_ascii=False).encode()
    except json.JSONDecodeError as fault:
        raise BadFile(
            f"{name}:{fault.lineno}:{fault.colno} cannot be read as JSON ({fault.msg}). Perhaps the file was "
            "cut off. Save or download it again"
        ) from fault
    except RecursionError as fault:
        raise BadFile(f"{name} has too many brackets inside each other, so it is not a scenario") from fault
    except UnicodeEncodeError as fault:
        raise BadFile(
            f"{name} has only half of the letter {fault.object[fault.start : fault.end][:1]!r} in one of its "
            "texts. Save or download the file again"
        ) from fault
    except ValueError as fault:
        raise BadFile(f"{name} cannot be read as JSON ({str(fault)[:80]}). Save or download it again") from fault
    return value


def read(path: Path, raw: bytes, wishes: Wishes) -> Draft:
    """Return a scenario read from the file. Raises BadFile."""
    content = json_of(raw, path.name)
    if isinstance(content, dict) and str(content.get("type", "")).endswith("-encrypted"):
        raise BadFile(
            f"{path.name} is encrypted. Open it in ORBAT Mapper with its password, then export it without a password"
        )
    if not isinstance(content, dict) or not isinstance(content.get("sides"), list):
        raise BadFile(f"{path.name} has no list of sides, so it is not a scenario of ORBAT Mapper")
    return _Scenario(path.name, content, wishes).read()


def moment_of(value: Any) -> datetime | None:
    """Return a time of the file: milliseconds, or ISO text; without an offset it is Greenwich."""
    if isinstance(value, (int, float)) and not isinstance(value, bool) and abs(value) < 8.0e15:
        try:
            return datetime(1970, 1, 1, tzinfo=UTC) + timedelta(milliseconds=value)
        except OverflowError:
            return None
    if isinstance(value, str):
        try:
            moment = datetime.fromisoformat(value.strip())
        except ValueError:
            return None
        return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    return None


def _start_of(content: dict[str, Any]) -> datetime | None:
    """Return when the scenario starts, by the clock of its own time zone, which milliseconds and Greenwich time do not
    contain.
    """
    start = moment_of(content.get("startTime"))
    if start is None or (start.utcoffset() and isinstance(content.get("startTime"), str)):
        return start
    try:
        return start.astimezone(ZoneInfo(str(content.get("timeZone"))))
    except (KeyError, ValueError, OSError, OverflowError):
        return start


@dataclass
class _Scenario:
    name: str
    content: dict[str, Any]
    wishes: Wishes
    draft: Draft = field(default_factory=Draft)
    start: datetime | None = None
    later: int = 0
    unread: Counter[str] = field(default_factory=Counter)
    units: dict[str, Unit] = field(default_factory=dict)
    """Units by id."""
    tops: dict[str, Force] = field(default_factory=dict)
    """Side of each side and group, by id."""
    carried: Counter[str] = field(default_factory=Counter)
    """Number of units with each field of `NOT_TAKEN`."""

    def read(self) -> Draft:
        draft, content = self.draft, self.content
        self.start = _start_of(content)
        draft.title = str(content.get("name") or "")[:200]
        version = str(content.get("version") or "")
        if (match := re.match(r"(\d{1,4})\.(\d{1,4})", version)) and (int(match[1]), int(match[2])) > NEWEST:
            text = (
                f"the file was made by version {version[:20]} of ORBAT Mapper. The program knows versions up "
                f"to {NEWEST[0]}.{NEWEST[1]} and does not read newer features"
            )
            draft.note(self.name, text)
        if self.start is not None and self.start.year >= 1:
            draft.first_day = self.start.date()
            if east := self.start.utcoffset():
                hours, minutes = divmod(abs(round(east.total_seconds() / 60)), 60)
                draft.head["time zone"] = f"UTC{'+' if east > timedelta() else '-'}{hours:02}:{minutes:02}"
        ours = content.get(OURS)
        if isinstance(ours, dict):
            self._head(ours)
        elif notes := " ".join(str(content.get("description") or "").split()):
            draft.head["notes"] = notes[:2000]
        moved = self._moved()
        self._strangers(content, "sides", self.name, "a side")
        for side in _list(content, "sides"):
            self._side(side)
        self._move(moved)
        self._last_day()
        if self.later:
            draft.note(
                self.name,
                f"{self.later} states after the start were not carried over, because the campaign begins at the start",
            )
        for kind, number in self.unread.items():
            draft.note(self.name, f"{number} x {kind} was left out, because it counts neither as vehicles nor as guns")
        for kind, number in self.carried.items():
            draft.note(
                self.name,
                f"{number} {'units have' if number > 1 else 'unit has'} {NOT_TAKEN[kind]}, which was not carried over",
            )
        for section in ("events", "layers", "layerStack", "mapLayers", "unitTemplates", "supplyCategories"):
            if isinstance(content.get(section), list) and content[section]:
                draft.note(self.name, f"{len(content[section])} {section} were not carried over")
        return draft

    def _strangers(self, holder: dict[str, Any], key: str, where: str, subject: str) -> None:
        """Refuse the items of a list that are not objects, each with its place."""
        result = holder.get(key)
        items = result if isinstance(result, list) else [] if result is None else [result]
        for n, entry in enumerate(items, 1):
            if not isinstance(entry, dict):
                self.draft.refuse(where, f"{key} {n} is {json.dumps(entry)[:60]}. Expected {subject}")

    def _strange_units(self, holder: dict[str, Any], where: str) -> None:
        for key in BELOW:
            self._strangers(holder, key, where, "a unit")

    def _head(self, ours: dict[str, Any]) -> None:
        day = read_date(str(ours.get("first day", "")))
        if isinstance(day, date):
            self.draft.first_day = day
        if isinstance(ours.get("days"), int):
            self.draft.days = ours["days"]
        self.draft.head |= {
            key: ours[key] for key in OF_ALL if isinstance(ours.get(key), list if key == "objectives" else str)
        }

    def _last_day(self) -> None:
        if self.draft.days is None and self.draft.first_day is not None:
            days = [unit.coming.day for force in self.draft.forces for unit in force.tree() if unit.coming is not None]
            if days:
                self.draft.days = min(max([3, *days]), 3650)

    def _moved(self) -> dict[str, tuple[str, bool]]:
        """Return the units that are under or beside another one when the scenario starts: by id, the id of the other,
        and whether they are only beside it.
        """
        result: dict[str, tuple[str, bool]] = {}
        for unit in self._all():
            for at, state in self._states(unit):
                hierarchy = state.get("hierarchy")
                if isinstance(hierarchy, dict) and self.start is not None and at <= self.start:
                    beside = hierarchy.get("placement", "on") != "on"
                    target = (hierarchy.get("parentId") if beside else None) or hierarchy.get("targetId")
                    if unit.get("id") is None or target is None:
                        continue
                    result[str(unit["id"])] = (str(target), beside and not hierarchy.get("parentId"))
        return result

    def _all(self) -> Iterator[dict[str, Any]]:
        open_ = [
            holder
            for side in self.content["sides"]
            if isinstance(side, dict)
            for holder in (side, *_list(side, "groups"))
        ]
        while open_:
            group = open_.pop()
            for unit in _below(group):
                yield unit
                open_.append(unit)

    def _states(self, unit: dict[str, Any]) -> list[tuple[datetime, dict[str, Any]]]:
        dated = [(at, state) for state in _list(unit, "state") if (at := moment_of(state.get("t"))) is not None]
        return sorted(dated, key=lambda pair: pair[0])

    def _side(self, side: dict[str, Any]) -> None:
        name = str(side.get("name") or "Side")[:80]
        nation = self.wishes.nation_key
        ours = side.get(OURS)
        force = Force(name, f"{self.name}, side {name}", nation=nation)
        if isinstance(ours, dict):
            force.key = str(ours.get("key", ""))
            force.nation = str(ours.get("nation", "")) or nation
            force.fields = {key: ours[key] for key in OF_A_SIDE if isinstance(ours.get(key), (str, list))}
        for holder in (side, *_list(side, "groups")):
            self._strange_units(holder, force.where)
            self.tops[str(holder.get("id"))] = force
        self._strangers(side, "groups", force.where, "a group")
        tops = [self._unit(unit, name, "", 0) for unit in _below(side)]
        for group in _list(side, "groups"):
            group_nation = nation_of(str(group.get("name", "")))
            for unit in _below(group):
                member = self._unit(unit, f"{name}, {group.get('name', '')}", group_nation, 0)
                member.nation = member.nation or group_nation
                tops.append(member)
        force.units = tops
        self.draft.forces.append(force)

    def _move(self, moved: dict[str, tuple[str, bool]]) -> None:
        """Put every unit that was moved before the start under its superior at that time: a unit, or the side of a
        group.
        """
        if not moved:
            return
        holders = [force.units for force in self.draft.forces]
        holders += [unit.under for force in self.draft.forces for unit in force.tree()]
        held = {id(unit): holder for holder in holders for unit in holder}
        for key, (target, beside) in moved.items():
            unit, above = self.units.get(key), self.units.get(target)
            if unit is None or (above is not None and unit.holds(above)):
                continue
            new = held[id(above)] if beside and above is not None else above.under if above is not None else None
            if above is None and target in self.tops:
                new = self.tops[target].units
            if new is None:
                self.draft.guess(
                    unit.where,
                    "it keeps its position at the start",
                    f"before the start it moved to {target[:40]!r}, which is not in the file",
                )
                continue
            held[id(unit)][:] = [neighbour for neighbour in held[id(unit)] if neighbour is not unit]
            new.append(unit)
            held[id(unit)] = new

    def _unit(self, fields: dict[str, Any], where: str, nation: str, depth: int) -> Unit:
        name = " ".join(str(fields.get("name") or fields.get("shortName") or "").split())[:200]
        spot = f"{self.name}, {where}, {name or fields.get('id', '?')}"
        self.draft.count("units")
        unit = Unit(name or "Unnamed unit", spot, short=str(fields.get("shortName") or "")[:80])
        if not name:
            self.draft.guess(spot, "called 'Unnamed unit'", "it has no name")
        self.units[str(fields.get("id"))] = unit
        states = self._states(fields)
        if timeless := len(_list(fields, "state")) - len(states):
            self.draft.guess(spot, f"{timeless} of its states were left out", "they have no time that can be read")
        self._strange_units(fields, spot)
        self._symbol(unit, fields, states)
        self._strength(unit, fields, states)
        self._stand(unit, fields, states)
        self.later += sum(1 for at, _ in states if self.start is not None and at > self.start)
        for kind in NOT_TAKEN:
            if fields.get(kind):
                self.carried[kind] += 1
        ours = fields.get(OURS)
        if isinstance(ours, dict) and isinstance(ours.get("entry"), dict):
            self._apply_own(unit, ours)
        elif description := str(fields.get("description") or "").strip():
            unit.fields["notes"] = " ".join(description.split())[:2000]
        if depth > DEEPEST:
            raise BadFile(f"{spot} is more than {DEEPEST} levels deep. Check that this is an order of battle")
        unit.under = [self._unit(below, where, nation, depth + 1) for below in _below(fields)]
        return unit

    @staticmethod
    def _apply_own(unit: Unit, ours: dict[str, Any]) -> None:
        unit.is_whole, unit.fields = True, dict(ours["entry"])
        unit.level = next((level for level in Level if level.value in unit.fields), None)
        unit.is_headquarters = bool(ours.get("headquarters"))
        unit.coming = None
        unit.reason = lost(unit.fields)

    def _symbol(self, unit: Unit, fields: dict[str, Any], states: list[tuple[datetime, dict[str, Any]]]) -> None:
        code = str(fields.get("sidc") or "")
        for at, state in states:
            if state.get("sidc") and self.start is not None and at <= self.start:
                code = str(state["sidc"])
        symbol = read_symbol(code)
        if symbol is None:
            if code:
                self.draft.guess(
                    unit.where, "its arm and size follow from its name", f"the symbol code {code[:40]!r} cannot be read"
                )
            return
        unit.take_symbol(symbol)
        if symbol.is_destroyed and not unit.reason:
            self.draft.guess(unit.where, "present", "its symbol shows that it is destroyed when the scenario starts")

    def _strength(self, unit: Unit, fields: dict[str, Any], states: list[tuple[datetime, dict[str, Any]]]) -> None:
        """Set the strengths, assigned and on hand, after all states up to the start."""
        full, present = {"men": 0, "vehicles": 0, "guns": 0}, {"men": 0, "vehicles": 0, "guns": 0}
        for kind in ("personnel", "equipment"):
            held = {str(entry.get("name")): dict(entry) for entry in _list(fields, kind)}
            for at, state in states:
                if self.start is None or at > self.start:
                    continue
                for change in _list(state.get("update") if isinstance(state.get("update"), dict) else {}, kind):
                    held.setdefault(str(change.get("name")), {}).update(change)
                for change in _list(state.get("diff") if isinstance(state.get("diff"), dict) else {}, kind):
                    entry = held.setdefault(str(change.get("name")), {"name": change.get("name")})
                    entry["onHand"] = _whole_number(entry.get("onHand", entry.get("count", 0))) + _whole_number(
                        change.get("onHand", change.get("count", 0))
                    )
            for name, holding in held.items():
                count = _whole_number(holding.get("count", 0))
                on_hand = _whole_number(holding.get("onHand", count))
                if min(count, on_hand) < 0:
                    self.draft.guess(unit.where, f"{name[:60]}: none", f"the file has {min(count, on_hand)} of it")
                count, on_hand = max(0, count), max(0, on_hand)
                counted = "men" if kind == "personnel" else kind_of_strength(name)
                if counted is None:
                    self.unread[name[:60]] += count
                    continue
                full[counted] += count or on_hand
                present[counted] += on_hand
                if kind == "equipment" and (count or on_hand):
                    unit.pieces.append(Piece(name[:60], count or on_hand, "gun" if counted == "guns" else "vehicle"))
        if any(full.values()):
            unit.full, unit.present = (
                Strength(**full),
                Strength(**{figure: max(0, number) for figure, number in present.items()}),
            )

    def _stand(self, unit: Unit, fields: dict[str, Any], states: list[tuple[datetime, dict[str, Any]]]) -> None:
        point = _point(fields.get("location"))
        for at, state in states:
            key = next((key for key in PLACE if key in state), None)
            if key is None:
                continue
            if self.start is None or at <= self.start:
                point = _point(state[key])
            elif point is None and unit.coming is None and (later := _point(state[key])) is not None:
                unit.coming = self._coming(at, later)
        unit.point = point

    def _coming(self, at: datetime, point: Point) -> Coming | None:
        if self.start is None:
            return None
        local = at.astimezone(self.start.tzinfo) + DAY_BEGINS
        began = datetime.combine(self.start.date(), datetime.min.time(), self.start.tzinfo)
        hours = (local - began).total_seconds() / 3600
        day = int(hours // 24) + 1
        return Coming(day, int(hours % 24 // 6) + 1, "", point) if 1 <= day <= 3650 else None


def _list(holder: Any, key: str) -> list[dict[str, Any]]:
    result = holder.get(key) if isinstance(holder, dict) else None
    return [entry for entry in result if isinstance(entry, dict)] if isinstance(result, list) else []


def _below(holder: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the units that stand directly under a side, a group or a unit."""
    return [unit for key in BELOW for unit in _list(holder, key)]


def _whole_number(value: Any) -> int:
    return int(value) if isinstance(value, (int, float)) and not isinstance(value, bool) and abs(value) < 1e6 else 0


def _point(value: Any) -> Point | None:
    point = lon_lat(value)
    return point and on_earth(*point)
