"""The frame of every page: the tab that says whose window it is, the title, this person's pages, the foot."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from campaign.journal.board import JournalBoard
from campaign.queries.common.outlook import look
from campaign.queries.day.status import status
from campaign.situation.proof import LETTERS
from campaign.terms.seats import Role
from campaign.terms.viewer import UMPIRE, Viewer
from campaign.values import dataclass, field
from campaign.views.day.status import Status
from campaign.web.last_entry import AS_OF, LastEntry, last_entry
from campaign.web.people import PLAYERS, Person, Roles, owner_of
from campaign.web.whole_forms import is_in, whole_forms

if TYPE_CHECKING:
    from campaign.web.visit import Visit


@dataclass(frozen=True, slots=True)
class NavItem:
    """A page in the navigation. ``count``: what waits there; ``in_bar``: it stands in the bar at the bottom of a
    phone.
    """

    name: str
    href: str
    icon: str
    count: int = 0
    is_current: bool = False
    in_bar: bool = False


@dataclass(frozen=True, slots=True)
class Frame:
    """The facts that base.html needs (its head explains each)."""

    tab_small: str
    tab_big: str
    tab_side: int | None
    title: str
    dateline: str
    phone_title: str
    phone_line: str
    nav: tuple[NavItem, ...]
    more: tuple[NavItem, ...]
    """Pages that stand only in the list of all pages."""
    finds: bool
    here: str
    name: str
    mark: str
    mark_kind: str
    as_of: str
    same_at_terminal: str
    known: str
    footnote: str
    sides: tuple[str, ...]
    """The sides as their papers are headed, in the order of their colours: what stands in the mark of a side."""
    seat: str
    """Name of the seat under which this browser keeps what was typed."""
    whole: frozenset[str] = frozenset()
    """Commanders whose whole form of the day is in."""
    last: LastEntry = field(default_factory=LastEntry)
    """What Undo and Redo would do on any page."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the table below: who has the page, what counts there as waiting, and in whose bar at the bottom it
    stands.
    """

    name: str
    href: str
    icon: str
    roles: Roles
    counts: str = ""
    in_bar: Roles = frozenset()
    is_more: bool = False


UMPIRES: Final = frozenset({Role.UMPIRE})
BOTH: Final = UMPIRES | PLAYERS
CONTENTS: Final = (
    Entry("Desk", "/desk", "desk", UMPIRES, in_bar=UMPIRES),
    Entry("Situation", "/situation", "map", PLAYERS, in_bar=PLAYERS),
    Entry("Map", "/map", "map", BOTH, in_bar=BOTH),
    Entry("Orders", "/orders", "pencil", BOTH, "orders", in_bar=BOTH),
    Entry("Battles", "/battles", "swords", BOTH, "battles", in_bar=BOTH),
    Entry("Order of battle", "/orbat", "tree", BOTH),
    Entry("Log", "/log", "log", UMPIRES, in_bar=UMPIRES),
    Entry("News", "/news", "news", PLAYERS),
    Entry("Players", "/players", "people", UMPIRES),
    Entry("Papers", "/papers", "paper", BOTH, in_bar=PLAYERS),
    Entry("Rules", "/rules", "dice", BOTH),
    Entry("Supply", "/supply", "truck", BOTH, is_more=True),
    Entry("Sightings", "/sightings", "eye", BOTH, is_more=True),
    Entry("Air", "/air", "plane", BOTH, is_more=True),
    Entry("Weather", "/weather", "cloud", BOTH, is_more=True),
    Entry("Logistics", "/logistics", "log", BOTH, is_more=True),
    Entry("Objectives", "/objectives", "log", BOTH, is_more=True),
    Entry("Decisions", "/decisions", "log", BOTH, "decisions", is_more=True),
    Entry("Out of play", "/recovery", "log", BOTH, is_more=True),
    Entry("Odds", "/odds", "dice", BOTH, is_more=True),
    Entry("Forecast of battles", "/forecast", "log", UMPIRES, is_more=True),
    Entry("Forecast of the campaign", "/campaign-forecast", "dice", BOTH, is_more=True),
    Entry("Files", "/files", "file", UMPIRES, is_more=True),
    Entry("Branches", "/branches", "tree", UMPIRES, is_more=True),
    Entry("New campaign", "/new", "plus", UMPIRES, is_more=True),
    Entry("Screen on the wall", "/wall", "log", UMPIRES | {Role.WALL}, is_more=True),
)
"""Pages of the navigation, in its order."""


def frame_of(visit: Visit, *, same_at_terminal: str = "") -> Frame:
    person, address = visit.person, visit.address
    if visit.desk.founding is not None:
        return _founding(visit, same_at_terminal)
    if person.role is Role.WALL:
        return visit.read_as(UMPIRE, lambda board, _: _wall(board, visit))

    def build(board: JournalBoard, viewer: Viewer) -> Frame:
        standing, outlook = status(board, viewer), look(board, viewer)
        sides = tuple(outlook.army.sides.values())
        own_side = list(outlook.army.sides).index(person.side) if person.side is not None else None
        is_table = person.role is Role.TABLE
        whole_sides = whole_forms(board, viewer.side)
        awaited = _late(standing) if person.is_umpire else _not_in(standing, whole_sides)
        counts = {"orders": awaited, "battles": len(standing.battles), "decisions": _decisions(standing)}
        entries = [] if is_table else [entry for entry in CONTENTS if person.role in entry.roles]
        items = [_item(entry, person, counts, address) for entry in entries]
        more = {entry.name for entry in CONTENTS if entry.is_more}
        commander = next(iter(standing.commanders), None)
        return Frame(
            tab_small="Umpire" if own_side is None else sides[own_side].name,
            tab_big=_tab(person, standing),
            tab_side=own_side,
            title=standing.title,
            dateline=_dateline(standing),
            phone_title=standing.title if own_side is None else person.name,
            phone_line=standing.clock
            if own_side is None or commander is None
            else f"{_brief(commander.force)} · {_hours(standing)}",
            nav=tuple(item for item in items if item.name not in more),
            more=tuple(item for item in items if item.name in more),
            finds=not is_table,
            here=visit.desk.slots.here if person.is_umpire else "",
            name="" if person.is_umpire else person.name,
            mark="orders in" if person.is_player and standing.commanders and not counts["orders"] else "",
            mark_kind="done",
            as_of=visit.as_of,
            same_at_terminal=same_at_terminal if person.is_umpire else "",
            known="" if person.is_umpire else f"as known to {standing.viewer}, {standing.clock}",
            footnote=_footnote(standing) if person.is_umpire else "",
            sides=tuple(side.name for side in sides),
            seat=owner_of(person.eyes),
            whole=whole_sides,
            last=AS_OF if visit.as_of else last_entry(board, person),
        )

    return visit.read(build)


def _wall(board: JournalBoard, visit: Visit) -> Frame:
    """Return the frame of the screen on the wall: the date, and nothing secret."""
    outlook = look(board, UMPIRE)
    clock = outlook.when(outlook.moment)
    sides = tuple(side.name for side in outlook.army.sides.values())
    title = board.campaign.title
    tab = f"Day {outlook.moment.day}"
    return Frame(
        "Campaign", tab, None, title, clock, title, clock, (), (), False, "", "", "", "", "", "", "", "", sides, "wall"
    )


def _founding(visit: Visit, same_at_terminal: str) -> Frame:
    """Return the frame where there is no campaign yet: no other page to go to."""
    line = f"No campaign in {visit.desk.founding.file.name} yet" if visit.desk.founding is not None else ""
    return Frame(
        tab_small="Umpire",
        tab_big="Start",
        tab_side=None,
        title="Campaign desk",
        dateline=line,
        phone_title="Campaign desk",
        phone_line=line,
        nav=(),
        more=(),
        finds=False,
        here="",
        name="",
        mark="",
        mark_kind="",
        as_of="",
        same_at_terminal=same_at_terminal,
        known="",
        footnote="",
        sides=(),
        seat=owner_of(visit.person.eyes),
    )


def _item(entry: Entry, person: Person, counts: dict[str, int], address: str) -> NavItem:
    is_current = address == entry.href or address.startswith(f"{entry.href}/")
    return NavItem(
        entry.name, entry.href, entry.icon, counts.get(entry.counts, 0), is_current, person.role in entry.in_bar
    )


def _tab(person: Person, standing: Status) -> str:
    if person.role is Role.TABLE:
        return f"Battle {person.battle}"
    return f"Day {standing.moment.day}" if person.is_umpire else f"T {standing.moment}"


def _dateline(standing: Status) -> str:
    weather = f", {standing.sky}" if standing.weather_settled else ""
    return f"{standing.date:%a} {standing.clock} · turn {standing.moment.turn} of 4 · {standing.light}{weather}"


def _brief(force: str) -> str:
    """Return the name of a force without what stands in brackets behind it."""
    return force.partition(" (")[0]


def _hours(standing: Status) -> str:
    """Return the hours of the turn without the date, which the tab makes known."""
    return standing.clock.rpartition(", ")[2]


def _late(standing: Status) -> int:
    return sum(not commander.ordered for commander in standing.commanders)


def _not_in(standing: Status, whole_sides: frozenset[str]) -> int:
    """Return how many of a player's forms are not in, though single orders may be."""
    return sum(not is_in(commander, whole_sides) for commander in standing.commanders)


def _decisions(standing: Status) -> int:
    return sum(awaited.decision is not None for awaited in standing.waiting)


def _footnote(standing: Status) -> str:
    return f"last entry {standing.entries} · journal hash {standing.record[:LETTERS]}"
