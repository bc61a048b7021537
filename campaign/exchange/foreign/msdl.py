"""MSDL scenarios (SISO-STD-007, XML): sides with their forces, units by their superior, symbols of 15 letters,
holdings, positions.

A force that owes allegiance to another side belongs to that. Positions may be geodetic, MGRS, UTM or geocentric.
Equipment that stands in the file on its own is counted in the unit that holds it.
"""

from __future__ import annotations

import re
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING
from xml.etree.ElementTree import Element

from campaign.errors import BadFile
from campaign.exchange.foreign.draft import Draft, Force, Piece, Point, Remark, Unit
from campaign.exchange.foreign.lines import kind_of_strength
from campaign.exchange.foreign.nations import nation_of
from campaign.exchange.foreign.positions import geocentric, mgrs, on_earth, utm
from campaign.exchange.foreign.safe_xml import clean
from campaign.exchange.foreign.symbols import read_symbol
from campaign.rules.common.force import Strength
from campaign.terms.forces import SizeMark
from campaign.terms.words import slug

if TYPE_CHECKING:
    from campaign.exchange.foreign.wishes import Wishes

_ECHELONS = {
    "TEAM": SizeMark.TEAM,
    "CREW": SizeMark.TEAM,
    "SQUAD": SizeMark.SECTION,
    "SECTION": SizeMark.SECTION,
    "PLATOON": SizeMark.PLATOON,
    "DETACHMENT": SizeMark.PLATOON,
    "COMPANY": SizeMark.COMPANY,
    "BATTERY": SizeMark.COMPANY,
    "TROOP": SizeMark.COMPANY,
    "BATTALION": SizeMark.BATTALION,
    "SQUADRON": SizeMark.BATTALION,
    "REGIMENT": SizeMark.REGIMENT,
    "GROUP": SizeMark.REGIMENT,
    "BRIGADE": SizeMark.BRIGADE,
    "DIVISION": SizeMark.DIVISION,
    "CORPS": SizeMark.CORPS,
    "MEF": SizeMark.CORPS,
    "ARMY": SizeMark.ARMY,
    "ARMYGROUP": SizeMark.ARMY_GROUP,
    "FRONT": SizeMark.ARMY_GROUP,
    "REGION": SizeMark.ARMY_GROUP,
}


def read(path: Path, raw: bytes, wishes: Wishes) -> Draft:
    """Return a scenario read from the file. Raises BadFile."""
    root = clean(raw, path.name)
    if root.tag != "MilitaryScenario":
        raise BadFile(f"{path.name} is not an MSDL scenario. It begins with <{root.tag}>, not with <MilitaryScenario>")
    draft = Draft(title=_text(root, "ScenarioID/name"))
    _day(root, draft)
    forces = _forces(root, path.name, wishes)
    units: dict[str, tuple[Unit, Element]] = {}
    for element in root.findall("Organizations/Units/Unit"):
        handle = _text(element, "ObjectHandle")
        unit = _unit(element, path.name, draft)
        if handle in units:
            draft.refuse(unit, f"its ObjectHandle {handle} belongs to another unit already")
            continue
        units[handle] = (unit, element)
        draft.count("units")
    for holding in root.findall("Organizations/Equipment/EquipmentItem"):
        _equipment(holding, units, path.name, draft)
    for unit, element in units.values():
        _under(unit, element, units, forces, draft)
    every = list({id(force): force for force in forces.values()}.values())
    draft.forces = [force for force in every if force.units]
    draft.notes += [Remark(force.where, "this side has no units") for force in every if not force.units]
    _note_left_out(root, path.name, draft)
    if not units:
        raise BadFile(f"{path.name} has {len(every)} sides, but no units, so it is not an order of battle")
    return draft


def _forces(root: Element, file: str, wishes: Wishes) -> dict[str, Force]:
    """Return the side of every ForceSide by its handle; a force with an allegiance belongs to the other's side."""
    elements = {_text(element, "ObjectHandle"): element for element in root.findall("ForceSides/ForceSide")}
    sides: dict[str, Force] = {}
    forces: dict[str, Force] = {}
    for handle in elements:
        top, seen = handle, {handle}
        while (above := _text(elements[top], "AllegianceHandle")) in elements and above not in seen:
            top = above
            seen.add(above)
        if top not in sides:
            name = _text(elements[top], "ForceSideName")
            sides[top] = Force(name[:80] or "Side", f"{file}, side {name}", nation=_nation(elements[top], wishes))
        forces[handle] = sides[top]
    return forces


def _day(root: Element, draft: Draft) -> None:
    if text := _text(root, "Environment/ScenarioTime"):
        try:
            draft.first_day = datetime.fromisoformat(text).date()
        except ValueError:
            draft.refuse("", f"ScenarioTime {text!r} is not a date")


def _nation(side: Element, wishes: Wishes) -> str:
    return wishes.nation_key or nation_of(_text(side, "ForceSideName"))


def _note_left_out(root: Element, name: str, draft: Draft) -> None:
    for tag in ("Overlay", "Installation", "TacticalGraphic", "MOOTWGraphic"):
        if number := sum(1 for _ in root.iter(tag)):
            draft.note(name, f"{number} x {tag} was not carried over")


def _unit(element: Element, file: str, draft: Draft) -> Unit:
    name = _text(element, "Name") or _text(element, "UnitSymbolModifiers/UniqueDesignation") or "Unnamed unit"
    where = f"{file}, unit {name} ({_text(element, 'ObjectHandle')[:8]})"
    unit = Unit(" ".join(name.split())[:200], where)
    code = _text(element, "SymbolIdentifier")
    symbol = read_symbol(code)
    if symbol is None:
        draft.guess(where, "its arm and size follow from its name", f"the symbol {code!r} cannot be read")
    else:
        unit.take_symbol(symbol)
    unit.mark = _ECHELONS.get(_text(element, "UnitSymbolModifiers/Echelon").replace("_", ""), unit.mark)
    unit.point = _position(element, where, draft)
    for holding in element.findall("Holdings/Holding"):
        _holding(holding, unit, draft)
    return unit


def _holding(holding: Element, unit: Unit, draft: Draft) -> None:
    """Add a holding to a unit: the number on hand, and the number it should have."""
    name = _text(holding, "NSN_Name") or _text(holding, "NSN_Code")
    on_hand, needed = (_figure(_text(holding, key)) for key in ("OnHandQuantity", "RequiredOnHandQuantity"))
    is_men = _text(holding, "IsEquipment") in ("false", "0") and slug(name) in (
        "personnel",
        "men",
        "soldiers",
        "troops",
    )
    kind = "men" if is_men else kind_of_strength(name)
    if kind is None:
        draft.note(unit.where, f"{name}: {on_hand} was left out, because it counts neither as men, vehicles nor guns")
        return
    _add(unit, kind, name, on_hand, max(on_hand, needed))


def _equipment(element: Element, units: dict[str, tuple[Unit, Element]], file: str, draft: Draft) -> None:
    """Add a tank or gun that stands in the file on its own to its unit."""
    named = _text(element, "EquipmentSymbolModifiers/EquipmentType") or _text(element, "Name")
    handles = [
        _flat(handle.text) for kind in ("UnitOwnerHandle", "OrganicSuperiorHandle") for handle in element.iter(kind)
    ]
    holder = next((units[handle][0] for handle in handles if handle in units), None)
    function = _text(element, "SymbolIdentifier")[4:6].upper()
    kind = kind_of_strength(named) or {"EV": "vehicles", "EW": "guns"}.get(function)
    if holder is None or kind is None:
        why = "no unit of the file has it" if holder is None else "it counts neither as vehicles nor as guns"
        draft.note(
            f"{file}, equipment {_text(element, 'ObjectHandle')[:8]}", f"{named} was not carried over, because {why}"
        )
        return
    count = max(1, _figure(_text(element, "EquipmentSymbolModifiers/Quantity")))
    _add(holder, kind, named, count, count)
    draft.count("pieces of equipment", count)


def _add(unit: Unit, kind: str, name: str, on_hand: int, full: int) -> None:
    for figure, number in (("present", on_hand), ("full", full)):
        old = getattr(unit, figure) or Strength()
        setattr(
            unit,
            figure,
            Strength(
                **{
                    strength_key: getattr(old, strength_key) + number * (strength_key == kind)
                    for strength_key in ("men", "vehicles", "guns")
                }
            ),
        )
    if kind != "men" and full:
        unit.pieces.append(Piece(name[:60], full, "gun" if kind == "guns" else "vehicle"))


def _figure(text: str) -> int:
    try:
        return min(100_000, max(0, int(float(text or "0"))))
    except (ValueError, OverflowError):
        return 0


def _position(element: Element, where: str, draft: Draft) -> Point | None:
    location = element.find(".//Location")
    if location is None:
        return None
    data = location.find("CoordinateData")
    data = location if data is None else data
    point = _geodetic(data) or _gridded(data)
    if point is None:
        text = _flat(" ".join(data.itertext()))[:80] or "nothing"
        draft.guess(where, "at its side's start", f"its position ({text}) is not on earth")
    return point


def _geodetic(data: Element) -> Point | None:
    try:
        if text := _text(data, "GDC/Latitude"):
            return on_earth(float(text), float(_text(data, "GDC/Longitude")))
        if text := _text(data, "GCC/X"):
            return geocentric(float(text), float(_text(data, "GCC/Y")), float(_text(data, "GCC/Z")))
    except ValueError:
        pass
    return None


def _gridded(data: Element) -> Point | None:
    """Return the position of UTM by zone and metres, or of MGRS by zone, square and digits, whose number follows from
    the precision.
    """
    for kind in ("UTM", "MGRS"):
        zone = re.fullmatch(r"(\d{1,2})\s*([A-Za-z]?)", _text(data, f"{kind}/{kind}GridZone"))
        try:
            east, north = (float(_text(data, f"{kind}/{kind}{way}")) for way in ("Easting", "Northing"))
        except ValueError:
            continue
        if zone is not None and kind == "UTM":
            return utm(int(zone[1]), zone[2], east, north)
        if zone is not None:
            digits = _figure(_text(data, "MGRS/MGRSPrecision")) or 5
            unit = 10 ** max(0, 5 - digits) if max(east, north) < 10**digits else 1
            return mgrs(int(zone[1]), zone[2], _text(data, "MGRS/MGRSGridSquare"), east * unit, north * unit)
    return None


def _under(
    unit: Unit, element: Element, units: dict[str, tuple[Unit, Element]], forces: dict[str, Force], draft: Draft
) -> None:
    superior, side = (_text(element, f".//{key}") for key in ("CommandingSuperiorHandle", "ForceSideHandle"))
    if superior in units:
        above = units[superior][0]
        if unit.holds(above):
            draft.refuse(unit, "it is under a unit that is itself under this one")
            return
        above.under.append(unit)
    elif side in forces:
        forces[side].units.append(unit)
    else:
        draft.refuse(unit, f"its superior {superior or '(none)'} and its side {side or '(none)'} are not in the file")


def _flat(text: str | None) -> str:
    return " ".join((text or "").split())


def _text(element: Element, way: str) -> str:
    """Return the text of an element by the path of names to it; "" if it is missing."""
    return _flat(element.findtext(way))
