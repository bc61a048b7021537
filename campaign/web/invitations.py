"""Seats at the desk, with their links and windows, as the umpire reads them: commanders, staffs, guests, tables, wall.

board_of_seats(visit) -> SeatBoard        everything that the Players page shows of seats, links and windows
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from campaign.journal import seats as journal_seats
from campaign.journal.board import JournalBoard
from campaign.journal.seats import Invitation, Seat
from campaign.queries.common.outlook import look
from campaign.queries.day.status import status
from campaign.queries.players.seats import seats
from campaign.situation.army import Army
from campaign.situation.players import NO_PERSON, PROGRAM, UMPIRE
from campaign.terms.seats import Role
from campaign.terms.viewer import Viewer
from campaign.values import dataclass
from campaign.views.day.status import OpenBattle
from campaign.views.players.seats import Seat as SeatView
from campaign.views.players.seats import Seats
from campaign.web.presence import Here, seat_name

if TYPE_CHECKING:
    from campaign.web.desk import Desk
    from campaign.web.visit import Visit

_KINDS: Final = {"here": "here", "no signal": "weak", "away": "away"}
_FIRST: Final = ("here", "weak", "away")


@dataclass(frozen=True, slots=True)
class WindowLine:
    """An open window. ``kind``: how its mark is drawn; ``words`` stand before the time ``at``."""

    ident: str
    kind: str
    device: str
    name: str
    words: str
    at: str
    is_own: bool

    @property
    def icon(self) -> str:
        """Name of the drawing of its device."""
        return {"laptop": "laptop", "phone": "phone", "tablet": "phone"}.get(self.device, "")


@dataclass(frozen=True, slots=True)
class LinkLine:
    """A link that is in force. ``link``: its address, empty if it was made before the desk was started; ``words``: the
    three words that stand for it now, or empty.
    """

    ident: str
    seat: Seat
    name: str
    link: str
    words: str
    made: str
    used: str
    windows: tuple[WindowLine, ...]


@dataclass(frozen=True, slots=True)
class SideLine:
    """A side: key, name, number of its colour, and the links of its staff."""

    key: str
    name: str
    number: int
    links: tuple[LinkLine, ...]


@dataclass(frozen=True, slots=True)
class CommanderLine:
    """A commander in the list. ``together``: the keys of all commanders whom his player plays on this side."""

    seat: SeatView
    side: SideLine
    together: tuple[str, ...]
    links: tuple[LinkLine, ...]

    @property
    def windows(self) -> tuple[WindowLine, ...]:
        """Windows of every link, those that are here first."""
        lines = [window for link in self.links for window in link.windows]
        return tuple(sorted(lines, key=lambda line: _FIRST.index(line.kind)))

    @property
    def silence(self) -> str:
        """Words in place of a window where none is open."""
        if self.links:
            return "opened, not connected now" if any(link.used for link in self.links) else "link made, not opened yet"
        if self.seat.player in (PROGRAM, UMPIRE):
            return f"no link needed: the {self.seat.player} plays"
        return "not invited yet"


@dataclass(frozen=True, slots=True)
class TableLine:
    """One side's table of an open battle."""

    battle: OpenBattle
    side: SideLine
    links: tuple[LinkLine, ...]


@dataclass(frozen=True, slots=True)
class SeatBoard:
    """Everything about seats, links and windows."""

    seats: Seats
    commanders: tuple[CommanderLine, ...]
    sides: tuple[SideLine, ...]
    tables: tuple[TableLine, ...]
    umpires: tuple[LinkLine, ...]
    """Links of second umpires, and the umpire's own windows: those without a name."""
    walls: tuple[LinkLine, ...]

    @property
    def links(self) -> tuple[LinkLine, ...]:
        """Every link, each once."""
        groups: list[Iterable[LinkLine]] = [self.umpires, self.walls]
        groups += [commander.links for commander in self.commanders]
        groups += [side.links for side in self.sides]
        groups += [table.links for table in self.tables]
        return tuple({link.ident: link for group in groups for link in group}.values())

    def commander(self, key: str) -> CommanderLine | None:
        return next((line for line in self.commanders if line.seat.key == key), None)

    def link(self, ident: str) -> LinkLine | None:
        """Return a link; None if it has ended."""
        return next((link for link in self.links if link.ident == ident), None)


def board_of_seats(visit: Visit) -> SeatBoard:
    """Return all seats with their links and windows, for the umpire."""
    desk = visit.desk
    here: dict[str, list[Here]] = {}
    for window in desk.people.windows():
        here.setdefault(window.window.invitation.id, []).append(window)
    invitations = journal_seats.invitations(desk.reader, desk.campaign)

    def ask(board: JournalBoard, viewer: Viewer) -> SeatBoard:
        army = look(board, viewer).army
        lines = tuple(_line(desk, army, each, here.get(each.id, ()), visit.person.window) for each in invitations)
        return _board(army, seats(board, viewer), lines, status(board, viewer).battles)

    return visit.read(ask)


def _board(army: Army, view: Seats, lines: tuple[LinkLine, ...], battles: Iterable[OpenBattle]) -> SeatBoard:
    sides = tuple(
        SideLine(side.key, side.name, number, _of(lines, Role.STAFF, side.key))
        for number, side in enumerate(army.sides.values())
    )
    side_of = {c.key: next(s for s in sides if s.key == army.sides[c.side_id].key) for c in army.commanders.values()}
    return SeatBoard(
        seats=view,
        commanders=tuple(
            CommanderLine(
                seat, side_of[seat.key], _together(seat, view.seats, side_of), _of_commander(lines, seat, side_of)
            )
            for seat in view.seats
        ),
        sides=sides,
        tables=tuple(
            TableLine(battle, side, _of(lines, Role.TABLE, side.key, battle.number))
            for battle in battles
            for side in sides
        ),
        umpires=_of(lines, Role.UMPIRE),
        walls=_of(lines, Role.WALL),
    )


def _line(desk: Desk, army: Army, invitation: Invitation, seen: Iterable[Here], own_window: str) -> LinkLine:
    people, seat = desk.people, invitation.seat
    return LinkLine(
        ident=invitation.id,
        seat=seat,
        name=_name(army, seat),
        link=people.link_of(invitation.id),
        words=people.words.of(invitation.id),
        made=invitation.made,
        used=invitation.used or "",
        windows=tuple(_window(window, own_window) for window in seen),
    )


def _name(army: Army, seat: Seat) -> str:
    """Return a seat in words."""
    if seat.role is Role.UMPIRE:
        return f"{seat.name}, umpire" if seat.name else "the umpire"
    if seat.role is Role.WALL:
        return "the screen on the wall"
    side = next((side for side in army.sides.values() if side.key == seat.side), None)
    commanders = [c for c in army.commanders.values() if c.key in seat.commanders]
    return seat_name(seat, side, commanders) if side is not None else "a seat of another campaign"


def _of(lines: Iterable[LinkLine], role: Role, side: str = "", battle: int | None = None) -> tuple[LinkLine, ...]:
    return tuple(
        line for line in lines if line.seat.role is role and line.seat.side == side and line.seat.battle == battle
    )


def _of_commander(lines: tuple[LinkLine, ...], seat: SeatView, side_of: dict[str, SideLine]) -> tuple[LinkLine, ...]:
    """Return the links that open a commander's seat, the latest first."""
    side = side_of[seat.key].key
    return tuple(line for line in reversed(lines) if seat.key in line.seat.commanders and line.seat.side == side)


def _together(seat: SeatView, others: Iterable[SeatView], side_of: dict[str, SideLine]) -> tuple[str, ...]:
    """Return the keys of the commanders whom the same person plays on the same side, in the order of the scenario."""
    name = seat.player.casefold()
    if name in NO_PERSON:
        return (seat.key,)
    return tuple(
        other.key for other in others if other.player.casefold() == name and side_of[other.key] == side_of[seat.key]
    )


def _window(seen: Here, own_window: str) -> WindowLine:
    window = seen.window
    words = {
        "here": "connected since",
        "no signal": f"no signal for {seen.seconds} seconds, connected since",
        "away": "last seen",
    }[seen.state]
    at = window.seen if seen.state == "away" else window.opened
    return WindowLine(window.id, _KINDS[seen.state], window.label, window.name, words, at, window.id == own_window)
