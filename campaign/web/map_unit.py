"""The unit or place that is marked on the map: its facts as the panel beside the map shows them.

unit_facts(board, viewer, word, side_numbers) -> UnitFacts
place_facts(view, word) -> PlaceFacts
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from markupsafe import Markup

from campaign.errors import NotFound, Refused
from campaign.journal.board import JournalBoard
from campaign.model import Formation
from campaign.queries.common.outlook import look
from campaign.queries.orbat.units import unit as unit_sheet
from campaign.queries.orders.order_blank import order_blank
from campaign.queries.supply.supply import supply_chain
from campaign.queries.supply.supply_ways import supply_ways
from campaign.terms.state import State
from campaign.terms.viewer import Viewer
from campaign.values import dataclass
from campaign.views.map.map import MapPlace, SituationMap
from campaign.views.orbat.roster import Strength
from campaign.views.orbat.units import BattalionSheet, FormationSheet, StandingOrder
from campaign.views.orders.order_blank import OrderBlank
from campaign.views.supply.supply import SupplyChain, SupplyLink, SupplyWay
from campaign.web.chips import chip, on_umpires_desk
from campaign.web.map_list import MapRow, RowKind, map_list, place_words

HIGH: Final = 30.0
"""Height of the frame of the unit's sign, in pixels."""


@dataclass(frozen=True, slots=True)
class ChainLink:
    """A link of the supply chain as ``p.chain`` shows it."""

    name: str
    to: str
    text: str
    rule: str
    is_open: bool
    state: str


@dataclass(frozen=True, slots=True)
class Help:
    """Enemies at one place that would have to go, or crossings to be repaired."""

    where: str
    text: str


@dataclass(frozen=True, slots=True)
class SupplyFacts:
    """Supply of the unit's command, and why."""

    formation: str
    is_open: bool
    verdict: str
    links: tuple[ChainLink, ...]
    note: str
    """What would help, in a sentence; empty for a formation in supply."""
    helps: tuple[Help, ...]
    ways: tuple[SupplyWay, ...]
    """Routes of links that do not hold, to be marked on the map."""


@dataclass(frozen=True, slots=True)
class UnitFacts:
    """A unit as the panel shows it."""

    key: str
    name: str
    under: str
    """Formation to which it belongs at present."""
    under_key: str
    """Key of that formation; empty if the viewer cannot ask for it."""
    side: int
    sign: Markup
    states: tuple[tuple[str, str], ...]
    """Words and kinds of state boxes."""
    position: str
    order: StandingOrder
    strength: tuple[tuple[str, int, int], ...]
    """Name, present number and establishment."""
    supply: SupplyFacts | None
    blank: OrderBlank | None
    """What can be ordered of it; None if it is not the viewer's to order."""


@dataclass(frozen=True, slots=True)
class PlaceFacts:
    """A place as the panel shows it."""

    name: str
    words: tuple[str, ...]
    units: tuple[MapRow, ...]


def unit_facts(board: JournalBoard, viewer: Viewer, word: str, side_numbers: Mapping[str, int]) -> UnitFacts:
    """Return the facts of a unit that the viewer knows. Raises NotFound, Ambiguous."""
    sheet = unit_sheet(board, viewer, word)
    side = side_numbers[sheet.side]
    supply = _supply(board, viewer, sheet.key)
    under = sheet.present if isinstance(sheet, BattalionSheet) else next(iter(sheet.superiors), "")
    known = {unit.name: unit.key for unit in look(board, viewer).knowledge.units() if isinstance(unit, Formation)}
    return UnitFacts(
        key=sheet.key,
        name=sheet.name,
        under=under,
        under_key=known.get(under, ""),
        side=side,
        sign=Markup(chip(on_umpires_desk(sheet.symbol, side) if viewer.is_umpire else sheet.symbol, side, HIGH)),
        states=tuple(_states(sheet, supply)),
        position=sheet.position,
        order=sheet.order,
        strength=tuple(_strength(sheet.strength)),
        supply=supply,
        blank=order_blank(board, viewer, sheet.key),
    )


def _states(sheet: BattalionSheet | FormationSheet, supply: SupplyFacts | None) -> Iterator[tuple[str, str]]:
    if isinstance(sheet, BattalionSheet):
        if sheet.battle:
            yield f"engaged in battle {sheet.battle.split()[0]}", "act"
        kinds = {State.SPENT: "spent", State.DESTROYED: "destroyed"}
        yield sheet.state.value, kinds.get(sheet.state, "")
        if sheet.condition.startswith("Resting"):
            yield "resting", ""
        if sheet.dug_in_turns:
            yield f"dug in {sheet.dug_in_turns} turn{'' if sheet.dug_in_turns == 1 else 's'}", ""
        if sheet.hidden:
            yield "hidden", ""
        if sheet.surrounded:
            yield "surrounded", "now"
    if supply is not None:
        yield ("in supply", "") if supply.is_open else ("out of supply", "cut")


def _strength(strength: Strength) -> Iterator[tuple[str, int, int]]:
    rows = (
        ("Men", strength.men, strength.men_establishment),
        ("Vehicles", strength.vehicles, strength.vehicles_establishment),
        ("Guns", strength.guns, strength.guns_establishment),
    )
    yield from (row for row in rows if row[2])


def _supply(board: JournalBoard, viewer: Viewer, key: str) -> SupplyFacts | None:
    """Return the supply of a unit's command; None where no supply is traced for it."""
    try:
        chain = supply_chain(board, viewer, key)
    except NotFound:
        raise
    except Refused:
        return None
    clearing = chain.clearing
    return SupplyFacts(
        formation=chain.formation,
        is_open=chain.in_supply,
        verdict=chain.verdict,
        links=tuple(map(_link, chain.links)),
        note="" if clearing is None else clearing.note,
        helps=tuple(_helps(chain)),
        ways=() if chain.in_supply else supply_ways(board, viewer, key),
    )


def _link(link: SupplyLink) -> ChainLink:
    """Return a link without the names that stand in its head already."""
    why = link.why.partition(": ")[2] or link.why
    if link.linked and link.route and link.length_km:
        why = f"open along {link.route}, {link.length_km} km"
    return ChainLink(link.formation, link.to, why, link.rule, link.linked, link.state)


def _helps(chain: SupplyChain) -> Iterator[Help]:
    if chain.clearing is None:
        return
    for place in chain.clearing.enemies:
        yield Help(place.where, f"drive away {', '.join(place.enemies)}")
    for crossing in chain.clearing.crossings:
        yield Help(crossing, "repair this crossing")


def place_named(view: SituationMap, word: str) -> MapPlace:
    """Return a place of the map by its name. Raises NotFound."""
    for place in view.places:
        if place.name == word:
            return place
    raise NotFound(f"there is no place called {word!r} on this map. List them: campaign places")


def place_facts(view: SituationMap, word: str) -> PlaceFacts:
    """Return the facts of a place. Raises NotFound."""
    place = place_named(view, word)
    rows = tuple(row for row in map_list(view) if row.kind is RowKind.UNIT and row.where == place.name)
    return PlaceFacts(place.name, tuple(place_words(view, place)), rows)
