"""Find or do: units, places, commanders, battles, pages, program commands by their names, and typed orders to confirm.

What a person may not know is answered as what there is not.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final
from urllib.parse import quote, urlencode

from campaign.actions.order_messages import Message, TakeOrders, Written
from campaign.actions.order_text import ReadLine, is_typed_order, typed_orders
from campaign.errors import BadInput, CampaignError
from campaign.journal.board import JournalBoard
from campaign.journal.overtaken import DrawnFor
from campaign.journal.record import Preview
from campaign.model import Formation
from campaign.queries.campaign.find import find
from campaign.queries.common.outlook import look
from campaign.queries.orders.order_names import OrderNames
from campaign.queries.orders.order_preview import standing_words
from campaign.situation.chance import TABLE_SIGNS
from campaign.situation.clock import next_movement
from campaign.situation.names import Named
from campaign.terms.viewer import Viewer
from campaign.values import dataclass, replace
from campaign.verbs.orders import GiveOrder
from campaign.views.campaign.find import Found, Hit, Kind, Page
from campaign.web.answer import Answer
from campaign.web.chips import chip, on_umpires_desk
from campaign.web.frame import CONTENTS
from campaign.web.page import page
from campaign.web.people import PLAYERS, UMPIRE
from campaign.web.sheet_codes import sheet_of
from campaign.web.visit import Visit

LONGEST: Final = 200
"""Most letters of what is looked for."""
HIGH: Final = 15.0
COMMANDS: Final = {
    "/desk": ("status",),
    "/map": ("map", "supply map"),
    "/orders": (
        *("orders", "march", "attack", "hold", "withdraw", "follow", "posture", "attach", "detach", "support", "rest"),
        *("split", "join", "engineer", "truck", "land", "commander", "deputy", "advise"),
    ),
    "/battles": (
        *("battle", "battle list", "battle record", "battle settle", "battle resolve", "battle rule", "battle new"),
        *("battle suspend", "battle resume", "battle cancel", "battle under", "battle amend", "battle add"),
        *("battle drop", "battle merge", "battle split", "battle muster", "battle photo", "battle show"),
        *("contact dismiss", "returns"),
    ),
    "/orbat": ("orbat", "unit", "unit show", "unit amend", "roster", "strength", "adjust", "grade"),
    "/log": ("log", "undo", "redo", "replay", "order amend", "branch", "compare", "doctor"),
    "/players": ("deadline", "invite", "links", "windows", "commander", "desk", "qr code", "three words"),
    "/papers": ("print", "mail", "labels", "battle packet", "evening", "situation report", "campaign book"),
    "/rules": ("rules", "settings", "house rules", "reseed"),
    "/odds": ("odds",),
    "/files": ("files", "backup", "export", "import", "restore", "upgrade", "rescue", "hand-over", "catch-up"),
    "/sightings": ("sightings", "enemy"),
    "/air": ("air", "air list", "air task", "air cancel"),
    "/decisions": ("decide",),
    "/recovery": ("recover", "out of play"),
    "/objectives": ("objectives", "score"),
    "/forecast": ("forecast", "forecast battles"),
    "/campaign-forecast": ("forecast", "forecast campaign", "chances"),
    "/logistics": ("logistics", "dumps", "fuel"),
    "/weather": ("weather",),
    "/supply": ("supply",),
    "/news": ("diary", "sitrep"),
    "/situation": ("status",),
    "/branches": ("branches", "branch", "compare"),
    "/new": ("new", "scenarios", "init", "convert", "check", "establishments"),
}
"""Names of program commands and other words by which pages are looked for."""
MORE: Final = (Page("Places", "/places", ("places", "roads")), Page("Keys", "/keys", ("keys", "shortcuts", "help")))
PLAYING_ON: Final = Page("Play on", "/next", ("next", "play on", "clock"))


@dataclass(frozen=True, slots=True)
class Line:
    """Something found, as the page and the palette show it."""

    kind: str
    name: str
    detail: str
    href: str


@dataclass(frozen=True, slots=True)
class Hits:
    """The answer to the palette. ``order``: true if the text can be given as an order, which the page confirms."""

    text: str
    lines: tuple[Line, ...]
    nothing: str
    order: bool


@page("/find", UMPIRE | PLAYERS, is_kept=False, drawn_for=DrawnFor.CAMPAIGN)
def show_find(visit: Visit) -> Answer:
    """Show what fits the words, and a typed order with what it would do."""
    text = _text(visit)
    answer = _found(visit, text)
    typed, fault = _typed(visit, text)
    trial: Preview | None = None
    if typed is not None and not visit.fault:
        try:
            trial = visit.try_out(_command(visit, typed.orders))
        except CampaignError as refused:
            typed, fault = None, str(refused)
    sides = visit.read(_sides)
    return visit.page(
        "find.html",
        json=_hits(visit, answer, is_order=typed is not None),
        text=text,
        found=answer,
        rows=[
            *((line, ("", None)) for line in _return(visit, text)),
            *((_line(hit), _sign(hit, sides, is_umpire=visit.person.is_umpire)) for hit in answer.hits),
        ],
        fault=fault,
        trial=trial,
        proposal=typed.proposal if typed is not None else None,
        instead=_instead(visit, typed.orders) if trial is not None and typed is not None else (),
    )


@page("/find/hits", UMPIRE | PLAYERS, is_kept=False)
def show_hits(visit: Visit) -> Answer:
    """Return what fits the words to the palette."""
    text = _text(visit)
    typed, _ = _typed(visit, text)
    return visit.json(_hits(visit, _found(visit, text), is_order=typed is not None))


@show_find.post
def give_typed(visit: Visit) -> Answer:
    """Give the order that was typed and shown."""
    text = visit.form["q"][:LONGEST]
    typed = visit.read(lambda board, viewer: typed_orders(text, _names(board, viewer)))
    return visit.receipt(visit.give(_command(visit, typed.orders)), to="/orders", in_full=True)


def _text(visit: Visit) -> str:
    return visit.was_typed("q", visit.query.get("q", ""))[:LONGEST].strip()


def _found(visit: Visit, text: str) -> Found:
    return visit.read(lambda board, viewer: find(board, viewer, text, _pages(visit)))


def _pages(visit: Visit) -> tuple[Page, ...]:
    """Return the pages that this person may open."""
    role = visit.person.role
    entries = [entry for entry in CONTENTS if role in entry.roles]
    pages = tuple(Page(entry.name, entry.href, COMMANDS.get(entry.href, ())) for entry in entries)
    return (*pages, *MORE, *((PLAYING_ON,) if visit.person.is_umpire else ()))


# typed orders ---------------------------------------------------------------------------------------------------------


def _typed(visit: Visit, text: str) -> tuple[ReadLine | None, str]:
    """Return a text that holds orders as it was read, or why one that begins like an order cannot be read."""
    if len(text.split()) < 2 or visit.as_of:
        return None, ""
    try:
        typed = visit.read(lambda board, viewer: typed_orders(text, _names(board, viewer)))
    except CampaignError as fault:
        return None, str(fault) if is_typed_order(text) else ""
    return (typed if typed.orders else None), ""


def _names(board: JournalBoard, viewer: Viewer) -> OrderNames:
    """Return the names that this person's orders can contain: of units only those that are his to order."""
    names = OrderNames.of(board, viewer, "")
    if viewer.is_umpire:
        return names
    knowledge = look(board, viewer).knowledge
    own_units = [unit for unit in names.units.by_id.values() if knowledge.commands(unit)]
    formations = [unit for unit in own_units if isinstance(unit, Formation)]
    return replace(names, units=Named("unit", own_units), formations=Named("formation", formations))


def _command(visit: Visit, orders: tuple[Written, ...]) -> object:
    if len(orders) == 1:
        return orders[0]
    if not visit.person.is_umpire:
        raise BadInput("you can write only one order here. Write the orders one by one, or use your order form")
    turn = visit.read(lambda board, _: str(next_movement(board)))
    return TakeOrders(turn, (Message("", orders),))


def _instead(visit: Visit, orders: tuple[Written, ...]) -> tuple[str, ...]:
    """Return what the orders replace, in words, with the unit's name where there are several."""

    def ask(board: JournalBoard, viewer: Viewer) -> tuple[str, ...]:
        given = [order for order in orders if isinstance(order, GiveOrder)]
        words = [(order.unit, standing_words(board, viewer, order.unit, order.since)) for order in given]
        return tuple(text if len(orders) == 1 else f"{unit}, {text}" for unit, text in words if text)

    return visit.read(ask)


# lines ----------------------------------------------------------------------------------------------------------------


def _hits(visit: Visit, answer: Found, *, is_order: bool) -> Hits:
    """Return what was found, with the return whose eight signs were typed in front."""
    lines = (*_return(visit, answer.text), *map(_line, answer.hits))
    return Hits(answer.text, lines, "" if is_order or lines else answer.nothing, is_order)


def _return(visit: Visit, text: str) -> Iterator[Line]:
    """Yield the return that bears these signs, if it is this person's own side's, or the umpire asks: those of the
    enemy's sheets are signs that no sheet bears.
    """
    sheet = sheet_of(visit.desk, text) if len("".join(text.replace("-", " ").split())) == TABLE_SIGNS else None
    if sheet is not None and (visit.person.is_umpire or sheet.side_id == visit.person.side):
        yield Line("return", f"Return of battle {sheet.battle}", f"of {sheet.name}", sheet.address)


def _line(hit: Hit) -> Line:
    return Line(hit.kind.value, hit.name, hit.detail, _address(hit))


def _address(hit: Hit) -> str:
    match hit.kind:
        case Kind.UNIT | Kind.FORMATION:
            return f"/units/{quote(hit.key)}"
        case Kind.PLACE:
            return f"/places/{quote(hit.name)}"
        case Kind.COMMANDER:
            return f"/orders/{quote(hit.key)}"
        case Kind.BATTLE:
            return f"/battles/{quote(hit.key)}"
        case Kind.ENEMY:
            return f"/sightings?{urlencode({'q': hit.name})}"
        case Kind.PAGE:
            return hit.key


def _sides(board: JournalBoard, viewer: Viewer) -> dict[str, int]:
    """Return the numbers of the sides' colours, by the key of each unit that the viewer knows."""
    outlook = look(board, viewer)
    numbers = {side: number for number, side in enumerate(outlook.army.sides)}
    return {unit.key: numbers[unit.side_id] for unit in outlook.knowledge.units()}


def _sign(hit: Hit, sides: dict[str, int], *, is_umpire: bool) -> tuple[str, int | None]:
    """Return the sign of a unit with the number of its side; an enemy has that of the other one."""
    if hit.symbol is None:
        return "", None
    number = sides.get(hit.key, 1 - next(iter(sides.values()), 0))
    symbol = on_umpires_desk(hit.symbol, number) if is_umpire else hit.symbol
    return chip(symbol, number, HIGH), number
