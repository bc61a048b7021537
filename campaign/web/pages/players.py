"""The players: invitations and who is here, the deadline, what players may do, and where the desk is reached."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import Final

from campaign import clock
from campaign.actions.deadlines import SetDeadline
from campaign.actions.house_rules import SetRule
from campaign.errors import BadInput, NotFound, Refused
from campaign.journal.board import JournalBoard
from campaign.journal.overtaken import DrawnFor, Overtaken
from campaign.journal.record import Along
from campaign.journal.seats import Seat, end_on, new_ident
from campaign.queries.common.masthead import masthead
from campaign.queries.common.outlook import look
from campaign.situation.clock import next_movement
from campaign.situation.conditions import rulebook_of
from campaign.situation.deadline import THEN, Deadline, deadline_of, zone_here
from campaign.situation.players import NO_PERSON, NOBODY
from campaign.terms.asking import asked, read
from campaign.terms.seats import Role
from campaign.terms.viewer import Viewer
from campaign.terms.wall_clock import parse_appointment, zone_named
from campaign.values import dataclass
from campaign.verbs.addresses import KeepAddress
from campaign.verbs.seating import SeatDeputy, SeatPlayer
from campaign.views.players.slip import Slip
from campaign.web.answer import Answer
from campaign.web.invitations import CommanderLine, LinkLine, SeatBoard, board_of_seats
from campaign.web.page import page
from campaign.web.people import UMPIRE
from campaign.web.player_rights import RIGHTS, rights_of, set_rights
from campaign.web.presence import set_password
from campaign.web.qr_svg import qr_svg
from campaign.web.templating import capital
from campaign.web.visit import Visit
from campaign.web.wall_score import show_score, shows_score
from campaign_reports.slip import render_slip

MISSING: Final = "orders.missing"
"""Setting that decides about commanders without orders."""
SEES: Final = {
    Role.COMMANDER: "sees what this commander knows, and gives the commander’s orders",
    Role.STAFF: "sees everything the side knows, and gives orders for all its commanders",
    Role.UMPIRE: "sees and does everything, and signs with this name",
    Role.TABLE: "fills in this side’s return of this battle, and sees nothing else",
    Role.WALL: "shows the turns, the battles and the facts both sides know",
}
TO_DO: Final = {
    Role.COMMANDER: (
        "Connect the phone to the room’s network. Point its camera at the code, or type the link into its browser.",
        "Press Come in. The Situation page shows what you know. On the Orders page you write and hand in your orders.",
        "Keep this slip to yourself, because the link opens your seat. If you lose it, ask the umpire for a new link.",
    ),
    Role.TABLE: (
        "Connect the phone to the room’s network. Point its camera at the code, or type the link into its browser.",
        "Press Come in. Fill in your side's return of this battle line by line, and hand it in.",
    ),
}
"""What a slip tells its reader to do; the staff and the others read the commander's words."""


@dataclass(frozen=True, slots=True)
class Due:
    """The deadline, and the turn whose orders it is for. ``zone``: in which it is typed; empty if none is known."""

    deadline: Deadline | None
    turn: str
    missing: str
    zone: str

    @property
    def typed(self) -> str:
        """The deadline as a field for a date and an hour takes it."""
        if self.deadline is None:
            return ""
        return f"{self.deadline.at.astimezone(zone_named(self.deadline.zone)):%Y-%m-%dT%H:%M}"


@page("/players", UMPIRE, is_kept=False, drawn_for=DrawnFor.SEATS)
def show_players(visit: Visit) -> Answer:
    """Show all seats with their links and windows, and the panel of one seat (``?of=``)."""
    desk, people = visit.desk, board_of_seats(visit)
    chosen = visit.query.get("of", "")
    commander = people.commander(chosen)
    link = people.link(chosen) or (commander.links[0] if commander is not None and commander.links else None)
    if commander is None and link is not None and link.seat.commanders:
        commander = people.commander(link.seat.commanders[0])
    due = visit.read(_due)
    return visit.page(
        "players.html",
        json=people.seats,
        same_at_terminal="campaign desk --room" if desk.room is not None else "campaign desk",
        people=people,
        chosen=chosen,
        commander=commander,
        link=link,
        code=qr_svg(link.link, f"Code of the link for {link.name}") if link is not None and link.link else "",
        sees=SEES,
        due=due,
        is_past=due.deadline is not None and due.deadline.at < clock.now(),
        missing=tuple(THEN.items()),
        rights=rights_of(desk),
        wall_shows_score=shows_score(desk),
        desk=desk,
        network=desk.room.network if desk.room is not None and desk.room.is_open else None,
        room_code=qr_svg(f"{desk.address}/", "Code of the desk's address") if desk.is_reached else "",
        no_person=NO_PERSON,
        names=_names(people),
        asks={"played": asked(SeatPlayer), "deputy": asked(SeatDeputy), "mail": asked(KeepAddress)},
    )


def _due(board: JournalBoard, _: Viewer) -> Due:
    deadline = deadline_of(board)
    return Due(deadline, str(next_movement(board)), rulebook_of(board).word(MISSING), _zone(deadline))


def _zone(deadline: Deadline | None) -> str:
    """Return the zone in which a deadline is typed: that of the one before, or this machine's."""
    if deadline is not None:
        return deadline.zone
    try:
        return zone_here()
    except BadInput:
        return ""


def _names(people: SeatBoard) -> tuple[str, ...]:
    """Return the words to offer for a player: the names of players, then the three other words."""
    names = dict.fromkeys(line.seat.player for line in people.commanders if line.seat.player not in NO_PERSON)
    return (*names, "program", "umpire", NOBODY)


# what can be changed --------------------------------------------------------------------------------------------------


@show_players.post
def change_players(visit: Visit) -> Answer:
    """Do what the pressed button says."""
    act = visit.form["act"]
    if act not in _ACTS:
        raise BadInput(f"{act!r} is not a button of this page. Load the page again")
    return _ACTS[act](visit)


def _invite(visit: Visit) -> Answer:
    """Make a link for a commander and all others of his player, or for another seat."""
    people, form = board_of_seats(visit), visit.form
    commander = people.commander(form.get("commander", ""))
    if commander is not None:
        _require_links(visit, commander.links, commander.seat.name)
        player = commander.seat.player
        name = "" if player.casefold() in NO_PERSON else player
        return _shown(visit, Seat(Role.COMMANDER, commander.side.key, commander.together, name=name))
    link = people.link(form.get("link", ""))
    if link is None:
        raise NotFound("this seat has no link any more. Invite the player again from the list")
    return _shown(visit, link.seat)


def _invite_staff(visit: Visit) -> Answer:
    side = next((line for line in board_of_seats(visit).sides if line.key == _side(visit)), None)
    assert side is not None
    _require_links(visit, side.links, f"the {side.name} staff")
    return _shown(visit, Seat(Role.STAFF, _side(visit), name=visit.form.get("name", "")))


def _invite_umpire(visit: Visit) -> Answer:
    name = " ".join(visit.form["name"].split())
    if not name:
        raise BadInput(
            "a second umpire needs a name, because the program signs the entries with it. Write the name, "
            "then invite again"
        )
    _require_links(visit, board_of_seats(visit).umpires, "a second umpire")
    return _shown(visit, Seat(Role.UMPIRE, name=name))


def _invite_table(visit: Visit) -> Answer:
    number, people = visit.form["battle"], board_of_seats(visit)
    side = _side(visit)
    lines = [line for line in people.tables if str(line.battle.number) == number and line.side.key == side]
    if not lines:
        raise NotFound(f"battle {number} is over or does not exist. Choose another battle")
    _require_links(visit, lines[0].links, f"the {lines[0].side.name} table of battle {number}")
    return _shown(visit, Seat(Role.TABLE, side, battle=lines[0].battle.number))


def _invite_wall(visit: Visit) -> Answer:
    _require_links(visit, board_of_seats(visit).walls, "the screen on the wall")
    return _shown(visit, Seat(Role.WALL))


def _require_links(visit: Visit, links: Iterable[LinkLine], name: str) -> None:
    """Raise Overtaken if a seat has other links than those that the form was drawn for: a new link ends them, with the
    windows that they opened.
    """
    if visit.form["links"].split() != [link.ident for link in links]:
        raise Overtaken((), f"the link for {name} was replaced or has ended. Load the page again")


def _side(visit: Visit) -> str:
    side = visit.form["side"]
    if side not in {line.key for line in board_of_seats(visit).sides}:
        raise NotFound(f"there is no side called {side!r}. Choose one from the list")
    return side


def _shown(visit: Visit, seat: Seat) -> Answer:
    """Make a link, with three words for it, and show it; open the room first if the button said so."""
    people, ident = visit.desk.people, new_ident()
    opened = _opened(visit)
    ended = (
        "; the older link has ended" if any(one.seat.is_ended_by(seat) for one in board_of_seats(visit).links) else ""
    )
    answer = visit.note_with(
        lambda along: people.invite(seat, ident, along),
        f"{opened}Made a link for {people.name_of_seat(seat)}{ended}",
        to=_to(ident),
    )
    people.words.make(ident)
    return answer


def _opened(visit: Visit) -> str:
    """Open the room first if the button said so. Returns what is told of it."""
    room = visit.desk.room
    if room is None or room.is_open or visit.form.get("open", "") != "room":
        return ""
    return f"Open for this room at {room.open()[0]}. "


def _words(visit: Visit) -> Answer:
    """Show the code of a link, with three new words."""
    link = _link(visit)
    visit.desk.people.words.make(link.ident)
    return visit.redirect(_to(visit.form.get("commander", "") or link.ident))


def _end_link(visit: Visit) -> Answer:
    link = _link(visit)
    return visit.note_with(
        lambda along: visit.desk.people.end_link(link.ident, along),
        f"Ended the link for {link.name} with all its windows",
        to="/players",
    )


def _end_window(visit: Visit) -> Answer:
    window = visit.form["window"]
    if window == visit.person.window:
        raise Refused("you cannot sign out the window that you are using. Close it, or sign it out from another window")

    def end(along: Along) -> None:
        if not visit.desk.people.end_window(window, along):
            raise NotFound("this window was already signed out. Load the page again")

    return visit.note_with(end, "Window signed out; its link still opens new windows", to=_to(visit.form.get("of", "")))


def _link(visit: Visit) -> LinkLine:
    link = board_of_seats(visit).link(visit.form["link"])
    if link is None:
        raise NotFound("this link has already ended. Make a new one")
    return link


def _play(visit: Visit) -> Answer:
    """Name the player of a commander; an empty field removes the name. The links for the seat that another player has
    end with it, if the form says so.
    """
    command = read(SeatPlayer, visit.fields)
    before = _links_before(visit, command.commander, command.player)
    ends = tuple(link.ident for link in before) if visit.form_list("ends") else ()
    done = visit.give(command, along=lambda beside: end_on(beside, ends))
    if ends:
        visit.desk.people.forget()
    return visit.receipt(done, to=_to(command.commander))


def _links_before(visit: Visit, key: str, player: str) -> tuple[LinkLine, ...]:
    """Return the links for a commander's seat that were made for another player."""
    commander = board_of_seats(visit).commander(key)
    return () if commander is None else tuple(link for link in commander.links if link.seat.name != player)


def _stand_in(visit: Visit) -> Answer:
    command = read(SeatDeputy, visit.fields)
    return visit.receipt(visit.give(command), to=_to(command.commander))


def _mail(visit: Visit) -> Answer:
    command = read(KeepAddress, visit.fields)
    return visit.receipt(
        visit.give(command), to=_to(command.commander) if command.commander != "umpire" else "/players"
    )


def _set_deadline(visit: Visit) -> Answer:
    text, zone = visit.form["due"].replace("T", " ").strip(), visit.form["zone"].strip()
    if not text:
        raise BadInput("the deadline needs a day and an hour. Write both, or remove the deadline")
    at, place = parse_appointment(text, zone or zone_here(), clock.now())
    return visit.receipt(visit.give(SetDeadline(at.isoformat(timespec="minutes"), place)), to="/players#due")


def _no_deadline(visit: Visit) -> Answer:
    return visit.receipt(visit.give(SetDeadline("")), to="/players#due")


def _missing(visit: Visit) -> Answer:
    return visit.receipt(visit.give(SetRule(MISSING, visit.form["missing"])), to="/players#due")


def _rights(visit: Visit) -> Answer:
    present = [right.key for right, has in rights_of(visit.desk) if has]
    if visit.form["shown"].split() != present:
        raise Overtaken((), _rights_words(present))
    keys = {right.key for right in RIGHTS} & {*visit.form_list("right")}
    return visit.note_with(
        lambda along: set_rights(visit.desk, keys, along), capital(_rights_words(keys)), to="/players#rights"
    )


def _rights_words(keys: Collection[str]) -> str:
    texts = [right.text for right in RIGHTS if right.key in keys]
    return f"players may {', '.join(texts)}" if texts else "players may only look"


_SCORE: Final = {True: "the score", False: "no score"}


def _score(visit: Visit) -> Answer:
    is_shown, present = bool(visit.form_list("score")), shows_score(visit.desk)
    if visit.form["shown"] != _SCORE[present]:
        raise Overtaken((), f"the wall screen now shows {_SCORE[present]}")
    return visit.note_with(
        lambda along: show_score(visit.desk, is_shown, along),
        f"The wall screen now shows {_SCORE[is_shown]}",
        to="/players#score",
    )


def _open_room(visit: Visit) -> Answer:
    room = visit.desk.room
    if room is None:
        raise Refused("only a desk that was started with campaign desk can be opened to the local network")
    addresses = room.open()
    return visit.note(f"Open for this room at {addresses[0]}", to="/players#reached")


def _close_room(visit: Visit) -> Answer:
    if visit.desk.room is not None:
        visit.desk.room.close()
    return visit.note("Closed: now only this computer can open the desk", to="/players#reached")


def _password(visit: Visit) -> Answer:
    if visit.form["password"] != visit.form["again"]:
        raise BadInput("the two passwords differ. Type the same one twice")
    set_password(visit.desk, visit.form["password"], keeps=visit.person.window)
    text = "Set the umpire's password; the umpire's other windows are closed"
    return visit.note(text, to="/players#reached", is_secret=True)


def _to(chosen: str) -> str:
    return f"/players?of={chosen}#seat" if chosen else "/players"


_ACTS: Final[dict[str, Callable[[Visit], Answer]]] = {
    "invite": _invite,
    "invite staff": _invite_staff,
    "invite umpire": _invite_umpire,
    "invite table": _invite_table,
    "invite wall": _invite_wall,
    "show": _words,
    "end link": _end_link,
    "end window": _end_window,
    "played": _play,
    "deputy": _stand_in,
    "mail": _mail,
    "deadline": _set_deadline,
    "no deadline": _no_deadline,
    "missing": _missing,
    "rights": _rights,
    "score": _score,
    "open room": _open_room,
    "close room": _close_room,
    "password": _password,
}


# slips ----------------------------------------------------------------------------------------------------------------


@page("/players/slip", UMPIRE, is_kept=False)
def print_slip(visit: Visit) -> Answer:
    """Return the slip of one link as a PDF."""
    people = board_of_seats(visit)
    link = people.link(visit.query.get("of", ""))
    if link is None or not link.link:
        raise NotFound(
            "the link cannot be printed. It has ended, or was made before the desk was started. Make a new link"
        )
    commanders = [line for line in people.commanders if line.seat.key in link.seat.commanders]
    slip = visit.read(lambda board, viewer: _slip(board, viewer, link, commanders))
    return visit.file(render_slip(slip), f"slip-{link.ident}.pdf", "application/pdf")


def _slip(board: JournalBoard, viewer: Viewer, link: LinkLine, commanders: list[CommanderLine]) -> Slip:
    outlook = look(board, viewer)
    side = next((side.id for side in outlook.army.sides.values() if side.key == link.seat.side), None)
    return Slip(
        masthead=masthead(outlook, "Slip", side=side),
        name=link.name,
        force=", ".join(dict.fromkeys(line.seat.formation for line in commanders)),
        player=link.seat.name,
        link=link.link,
        words=TO_DO.get(link.seat.role, TO_DO[Role.COMMANDER]),
    )
