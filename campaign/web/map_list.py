"""The facts of a map as rows of text, in the order in which they are read: for who does not see the map."""

from __future__ import annotations

from collections import defaultdict
from enum import StrEnum

from campaign.values import dataclass
from campaign.views.map.map import MapCrossing, MapObstacle, MapPlace, MapUnit, SituationMap
from campaign.words.symbol import symbol_words


class RowKind(StrEnum):
    """The kinds of rows."""

    BATTLE = "battle"
    CONTACT = "contact"
    UNIT = "unit"
    PLACE = "place"
    CROSSING = "crossing"
    CUT = "cut"
    SUPPLY = "supply"


@dataclass(frozen=True, slots=True)
class MapRow:
    """One row: what it is about, by name and key, and what is known of it."""

    kind: RowKind
    name: str
    text: str
    key: str = ""
    """Key of a unit, name of a place, number of a battle or of the note on supply that the map shows; else empty."""
    where: str = ""
    """Position of a unit in words. Rows of units come by position."""
    side: int | None = None
    """Index of the side in the view's sides; None if the row is of no side."""


def map_list(view: SituationMap) -> tuple[MapRow, ...]:
    """Return battles, contacts, cut supply lines and formations out of supply; the units by their positions; the
    places; then crossings and obstacles.
    """
    battles = (MapRow(RowKind.BATTLE, f"{b.number}  {b.name}", b.state, str(b.number)) for b in view.battles)
    contacts = (MapRow(RowKind.CONTACT, contact.clock, contact.text) for contact in view.contacts)
    cuts = (MapRow(RowKind.CUT, view.sides[cut.side].name, cut.text, side=cut.side) for cut in view.cuts)
    together: dict[tuple[int, str], list[MapUnit]] = defaultdict(list)
    for unit in view.units:
        together[unit.side, unit.where].append(unit)
    units = (_unit_row(view, unit) for group in together.values() for unit in group)
    places = (
        MapRow(RowKind.PLACE, place.name, ", ".join(place_words(view, place)), place.name)
        for place in sorted(view.places, key=lambda place: place.name.casefold())
    )
    items: list[MapCrossing | MapObstacle] = [*view.crossings, *view.obstacles]
    crossings = (MapRow(RowKind.CROSSING, item.name, obstruction_words(item)) for item in items)
    notes = (MapRow(RowKind.SUPPLY, note.label, note.text, str(n)) for n, note in enumerate(view.supply_notes, 1))
    return (*battles, *contacts, *cuts, *notes, *units, *places, *crossings)


def place_words(view: SituationMap, place: MapPlace) -> list[str]:
    """Return what the map shows of a place beside its name: its holder, whether it scores, its ground."""
    names = {side.frame: side.name for side in view.sides}
    words = [view.unheld if place.held is None else f"in {names[place.held]} hands"]
    words += ["scores"] if place.is_objective else []
    words += ["hill"] if place.is_hill else []
    words += ["built-up or broken ground"] if place.is_rough else []
    return words + ([f"{place.home_of} home edge"] if place.home_of else [])


def unit_name(view: SituationMap, unit: MapUnit) -> str:
    """Return the name of a unit, or for an enemy without one what he was seen as: ``Axis motor infantry battalion``."""
    return unit.label or f"{view.sides[unit.side].name} {symbol_words(unit.symbol)}"


def unit_words(view: SituationMap, unit: MapUnit) -> str:
    """Return what the map shows of a unit beside its name: ``Axis lorried infantry battalion, seen 4 h ago``."""
    words = [f"{view.sides[unit.side].name} {symbol_words(unit.symbol)}"] if unit.label else []
    if unit.age:
        words.append("seen now" if unit.age == "now" else f"seen {unit.age} ago")
    if unit.note:
        words.append("out of supply")
    return ", ".join(words)


def obstruction_words(item: MapCrossing | MapObstacle) -> str:
    """Return the state of a crossing and what it carries, or the kind of an obstacle."""
    if isinstance(item, MapObstacle):
        return f"{item.kind}, gapped" if item.is_gapped else str(item.kind)
    state = "not known" if item.state is None else str(item.state)
    return f"{state}, {item.load}" if item.carries else state


def _unit_row(view: SituationMap, unit: MapUnit) -> MapRow:
    words = unit_words(view, unit)
    return MapRow(RowKind.UNIT, unit_name(view, unit), words, unit.key, unit.where, unit.side)
