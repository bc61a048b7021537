"""MSDL scenarios (SISO-STD-007, XML): force sides, units by their superior, symbols of 15 letters, positions in degrees."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING
from xml.etree.ElementTree import Element

from campaign.errors import BadFile
from campaign.exchange.foreign.draft import Draft, Force, Point, Remark, Unit
from campaign.exchange.foreign.safe_xml import bare, clean
from campaign.exchange.foreign.symbols import read_symbol
from campaign.exchange.foreign.vocabulary import nation_of
from campaign.terms.forces import SizeMark
from campaign.terms.words import slug

if TYPE_CHECKING:
    from campaign.exchange.foreign.convert import Wishes

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
    """A scenario. Raises BadFile."""
    root = clean(raw, path.name)
    if bare(root) != "MilitaryScenario":
        raise BadFile(f"{path.name} begins with <{bare(root)}>: an MSDL scenario begins with <MilitaryScenario>")
    draft = Draft(title=_text(root, "ScenarioID", "name"))
    _day(root, draft)
    sides = {_text(one, "ObjectHandle"): one for one in root.iter() if bare(one) == "ForceSide"}
    forces = {
        key: Force(
            _text(one, "ForceSideName")[:80] or "Side", f"{path.name}, side {_text(one, 'ForceSideName')}", nation=_nation(one, wishes)
        )
        for key, one in sides.items()
    }
    units: dict[str, tuple[Unit, Element]] = {}
    for element in (one for one in root.iter() if bare(one) == "Unit"):
        handle = _text(element, "ObjectHandle")
        unit = _unit(element, path.name, draft)
        if handle in units:
            draft.refused.append(Remark(unit.where, f"{unit.name}: its ObjectHandle {handle} was given to another unit"))
            continue
        units[handle] = (unit, element)
        draft.count("units")
    for unit, element in units.values():
        _under(unit, element, units, forces, draft)
    draft.forces = [force for force in forces.values() if force.units]
    for force in forces.values():
        if not force.units:
            draft.notes.append(Remark(force.where, "a side without units"))
    _left(root, path.name, draft)
    if not units:
        raise BadFile(f"{path.name} holds {len(sides)} sides and no unit: there is no order of battle in it")
    return draft


def _day(root: Element, draft: Draft) -> None:
    if said := _text(root, "Environment", "ScenarioTime"):
        try:
            draft.first_day = datetime.fromisoformat(said).date()
        except ValueError:
            draft.refused.append(Remark("", f"ScenarioTime {said!r} is no date"))


def _nation(side: Element, wishes: Wishes) -> str:
    return nation_of(wishes.nation) or slug(wishes.nation) or nation_of(_text(side, "ForceSideName"))


def _left(root: Element, name: str, draft: Draft) -> None:
    for what in ("EquipmentItem", "Overlay", "Installation", "TacticalGraphic", "MOOTWGraphic"):
        if number := sum(1 for one in root.iter() if bare(one) == what):
            draft.notes.append(Remark(name, f"{number} x {what}: not carried over"))


def _unit(element: Element, file: str, draft: Draft) -> Unit:
    name = _text(element, "Name") or _text(element, "UnitSymbolModifiers", "UniqueDesignation") or "Unnamed unit"
    where = f"{file}, unit {name} ({_text(element, 'ObjectHandle')[:8]})"
    unit = Unit(" ".join(name.split())[:200], where)
    code = _text(element, "SymbolIdentifier")
    symbol = read_symbol(code)
    if symbol is None:
        draft.guessed.append(Remark(where, f"the symbol {code!r} cannot be read: arm and size are guessed from the name"))
    else:
        unit.arm, unit.mark, unit.is_headquarters, unit.reason = symbol.arm, symbol.mark, symbol.is_headquarters, symbol.reason
    unit.mark = _ECHELONS.get(_text(element, "UnitSymbolModifiers", "Echelon").replace("_", ""), unit.mark)
    unit.point = _position(element, where, draft)
    return unit


def _position(element: Element, where: str, draft: Draft) -> Point | None:
    location = next((one for one in element.iter() if bare(one) == "Location"), None)
    if location is None:
        return None
    lat, lon = _text(location, "CoordinateData", "GDC", "Latitude"), _text(location, "CoordinateData", "GDC", "Longitude")
    try:
        point = (float(lat), float(lon))
    except ValueError:
        draft.guessed.append(
            Remark(
                where,
                f"its position is given as {_text(location, 'CoordinateChoice') or 'nothing known'}, which is not read: put at its side's start",
            )
        )
        return None
    return point if -90 <= point[0] <= 90 and -180 <= point[1] <= 180 else None


def _under(unit: Unit, element: Element, units: dict[str, tuple[Unit, Element]], forces: dict[str, Force], draft: Draft) -> None:
    superior = next((_bare_text(one) for one in element.iter() if bare(one) == "CommandingSuperiorHandle"), "")
    side = next((_bare_text(one) for one in element.iter() if bare(one) == "ForceSideHandle"), "")
    if superior in units:
        above = units[superior][0]
        if any(one is above for one in unit.tree()):
            draft.refused.append(Remark(unit.where, f"{unit.name}: stands under a unit that stands under it"))
            return
        above.under.append(unit)
    elif side in forces:
        forces[side].units.append(unit)
    else:
        draft.refused.append(
            Remark(unit.where, f"{unit.name}: neither its superior {superior or '(none)'} nor its side {side or '(none)'} is in the file")
        )


def _bare_text(element: Element) -> str:
    return " ".join((element.text or "").split())


def _text(element: Element, *way: str) -> str:
    """The text of an element by its names on the way down; "" if it is not there."""
    here: Element | None = element
    for name in way:
        here = next((one for one in here if bare(one) == name), None) if here is not None else None
    return _bare_text(here) if here is not None else ""
