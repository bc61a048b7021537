"""The people of a desk: their links and words, the sessions of their browsers, and who is here now.

Sessions are looked up in the database once and then remembered; ending a link forgets them at once.
"""

from __future__ import annotations

import hmac
import secrets
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import cached_property
from typing import TYPE_CHECKING, Final

from campaign.errors import CampaignError, NotFound
from campaign.journal import desk_notes, seats
from campaign.journal.seats import Invitation, Seat, Window
from campaign.journal.transaction import at_one_moment
from campaign.model import Commander, Side
from campaign.situation.army import load_army
from campaign.terms.seats import Role
from campaign.terms.viewer import UMPIRE, Viewer
from campaign.values import dataclass, field, replace
from campaign.web.limits import Limit, for_coming_in
from campaign.web.passwords import PASSWORD, hash_of, is_password
from campaign.web.people import PLAYERS, Person
from campaign.web.silence import Silences
from campaign.web.three_words import WordCodes

if TYPE_CHECKING:
    from campaign.journal.record import Along
    from campaign.web.desk import Desk

Tell = Callable[[tuple[str, ...]], None]

SEATS_PAGE: Final = "/players"
"""Address of the page that shows who is here; it is not kept, so that it is told of changes by itself."""
FORM_TOKENS: Final = "form tokens"
"""Name of the secret from which the tokens of forms are made."""
GONE_AFTER: Final = 25.0
"""Seconds after which a window whose stream broke off counts as without signal, no longer as here."""
SEEN_EVERY: Final = 60.0
"""Seconds between two notes in the database that a window was seen."""
MOST_STREAMS: Final = 12
"""Most streams of events that one session holds open; a browser opens six at once at most."""


@dataclass(slots=True)
class Presence:
    """The present state of a window: its open streams, and the last sign of life (seconds of this machine's clock)."""

    window: str
    streams: int = 0
    last: float = 0.0
    noted: float = 0.0


@dataclass(frozen=True, slots=True)
class Here:
    """A window as the umpire sees it: ``state`` is ``here``, ``no signal`` or ``away``."""

    window: Window
    state: str
    seconds: int
    """Seconds since the last sign of life; 0 while it is here."""


@dataclass(slots=True)
class Session:
    """A session as the desk remembers it."""

    person: Person
    invitation: str


@dataclass
class People:
    """All people who may come to a desk."""

    desk: Desk
    clock: Callable[[], float] = time.monotonic
    limit: Limit = field(default_factory=for_coming_in)
    words: WordCodes = field(default_factory=WordCodes)
    silences: Silences = field(default_factory=Silences)
    _umpire_links: set[str] = field(default_factory=set)
    _first_link: tuple[str, str] = ("", "")
    """Token of the page that started the campaign, and of the umpire's link to which it has led."""
    _links: dict[str, str] = field(default_factory=dict)
    """Tokens of the links made in this run, by invitation: the database holds only their hashes."""
    _sessions: dict[str, Session] = field(default_factory=dict)
    _present: dict[str, Presence] = field(default_factory=dict)
    _tells: dict[Tell, Person] = field(default_factory=dict)
    _hosts: dict[Tell, str] = field(default_factory=dict)
    """Name of the desk under which each stream was opened."""
    _looking: set[Tell] = field(default_factory=set)
    """Streams of windows that show the page of seats."""
    _lock: threading.RLock = field(default_factory=threading.RLock)
    _to_note: set[str] = field(default_factory=set)
    """Windows that were seen, which the writer has not noted yet."""
    _endings: int = 0
    """Number of times that links or windows may have ended."""

    # coming in ------------------------------------------------------------------------------------------------------

    def umpire_link(self) -> str:
        """Return the token of a new link for the umpire, which works once."""
        token = secrets.token_urlsafe(16)
        with self._lock:
            self._umpire_links.add(token)
        return token

    def go_on_from(self, token: str) -> None:
        """Let the link of the page that has started this campaign lead to it, for its form may be sent again."""
        self._first_link = token, self.umpire_link()

    def way_on(self, token: str) -> str | None:
        """Return where the link of the page that has started this campaign leads: to the umpire's own until he has come
        in, then to the desk, which shows his pages to his windows only. None for every other link.
        """
        first, umpires = self._first_link
        if not first or not secrets.compare_digest(token.encode(), first.encode()):
            return None
        with self._lock:
            return f"/in/{umpires}" if umpires in self._umpire_links else "/"

    def seat_of_link(self, token: str) -> Seat | None:
        """Return the seat of a link; None if there is none, or it has ended. Looking does not use it up."""
        with self._lock:
            if token in self._umpire_links:
                return Seat(Role.UMPIRE)
        invitation = seats.invitation_of(self.desk.reader, self.desk.campaign, token)
        return invitation.seat if invitation is not None else None

    def come_in(self, token: str, label: str) -> str | None:
        """Open a window by a link, and return its session; None if the link has ended or never was."""
        with self._lock:
            is_umpires = token in self._umpire_links
            self._umpire_links.discard(token)
        if is_umpires:
            try:
                return self.open(Seat(Role.UMPIRE), label)
            except CampaignError:  # no window was opened: the link is as good as before
                with self._lock:
                    self._umpire_links.add(token)
                raise
        invitation = seats.invitation_of(self.desk.reader, self.desk.campaign, token)
        try:
            return None if invitation is None else self._open(invitation.id, label)
        except NotFound:  # it ended meanwhile
            return None

    def come_in_by_words(self, typed: str, label: str) -> str | None:
        """Open a window by three words; None if they are wrong, or too old."""
        invitation = self.words.invitation_of(typed)
        if invitation is None:
            return None
        try:
            return self._open(invitation, label)
        except NotFound:
            return None

    def come_in_by_password(self, typed: str, label: str) -> str | None:
        """Open the umpire's window by his password; None if it is wrong, or none was set."""
        kept = desk_notes.secret_of(self.desk.reader, self.desk.campaign, PASSWORD)
        if kept is None or not is_password(kept, typed):
            return None
        return self.open(Seat(Role.UMPIRE), label)

    def name_of_seat(self, seat: Seat) -> str:
        """Return a seat in words, for the page that asks whether to take it."""
        if seat.role in (Role.UMPIRE, Role.WALL):
            return "the umpire" if seat.role is Role.UMPIRE else "the screen on the wall"
        with self.desk.reading(UMPIRE) as board:
            army = load_army(board)
        side = next(side for side in army.sides.values() if side.key == seat.side)
        return seat_name(seat, side, [c for c in army.commanders.values() if c.key in seat.commanders])

    def open(self, seat: Seat, label: str) -> str:
        """Make an invitation for a seat beside those it has, open a window by it, and return its session."""
        _, invitation = seats.make_link(self.desk.store, self.desk.campaign, seat, ends_old=False)
        return self._open(invitation.id, label)

    def _open(self, invitation: str, label: str) -> str:
        session = seats.open_window(self.desk.store, self.desk.campaign, invitation, label=label)
        self.look_again()
        return session

    def person_of(self, session: str) -> Person | None:
        """Return who has a session; None if there is none, or it has ended."""
        with self._lock:
            known, endings = self._sessions.get(session), self._endings
        if known is None:
            window = seats.window_of(self.desk.reader, self.desk.campaign, session)
            person = self._person(window) if window is not None else None
            if window is None or person is None:
                return None
            self.silences.remember(window.id, window.seen)
            known = Session(person, window.invitation.id)
            with self._lock:
                if person.is_umpire:  # he is in: the link of the page that started the campaign has done its work
                    self._umpire_links.discard(self._first_link[1])
                if endings == self._endings:  # else it may have ended since it was read
                    self._sessions[session] = known
        self._sign_of_life(known.person.window)
        return known.person

    def has_ended(self, session: str) -> bool:
        """Return whether a session was one of this desk, and has ended."""
        return seats.has_ended(self.desk.reader, self.desk.campaign, session)

    def _person(self, window: Window) -> Person | None:
        seat = window.seat
        if seat.role is Role.UMPIRE:
            name = f"{seat.name}, umpire" if seat.name else "the umpire"
            return Person(Role.UMPIRE, UMPIRE, name, window.name, window.invitation.id, window.id, window.label)
        if seat.role is Role.WALL:
            return Person(Role.WALL, UMPIRE, "the wall", "", window.invitation.id, window.id, window.label)
        with self.desk.reading(UMPIRE) as board:
            army = load_army(board)
        side = next((side for side in army.sides.values() if side.key == seat.side), None)
        if side is None:
            return None
        commanders = [c for c in army.commanders.values() if c.side_id == side.id and c.key in seat.commanders]
        if seat.role is Role.COMMANDER and not commanders:
            return None
        viewer = Viewer(side.id, tuple(sorted(commander.id for commander in commanders)))
        name = seat_name(seat, side, commanders)
        return Person(seat.role, viewer, name, window.name, window.invitation.id, window.id, window.label, seat.battle)

    @staticmethod
    def without_window(person: Person) -> Person:
        """Return the person as every window of the same seat has it: what kept pages are made for."""
        guest = person.player if person.is_umpire else ""
        return replace(person, player=guest, seat="", window="", label="")

    # links ----------------------------------------------------------------------------------------------------------

    def invite(self, seat: Seat, ident: str = "", along: Along | None = None) -> tuple[str, Invitation]:
        """Make a link for a seat; those before end, of the seat and of any of its commanders. Return its token, and the
        invitation. ``ident``: its id, if that was drawn before; ``along``: what is written down with it.
        """
        token, invitation = seats.make_link(self.desk.store, self.desk.campaign, seat, ident=ident, along=along)
        with self._lock:
            self._links[invitation.id] = token
        self.forget()
        return token, invitation

    def link_of(self, invitation: str) -> str:
        """Return the address of a link that was made since the desk was started; empty for an older one, whose token is
        stored nowhere.
        """
        with self._lock:
            token = self._links.get(invitation, "")
        return f"{self.desk.address}/in/{token}" if token else ""

    def end_link(self, invitation: str, along: Along | None = None) -> bool:
        """End a link with all its windows. Returns whether it was open; ``along`` is what is written down then."""
        ended = seats.end_invitation(self.desk.store, self.desk.campaign, invitation, along)
        self.forget()
        return ended

    def end_window(self, window: str, along: Along | None = None) -> bool:
        """End one window. Returns whether it was open; ``along`` is what is written down then."""
        ended = seats.end_window(self.desk.store, self.desk.campaign, window, along)
        self.forget()
        return ended

    def end_windows_of(self, role: Role, *, keeps: str = "") -> None:
        """End every window of a role but one."""
        for window in seats.windows(self.desk.reader, self.desk.campaign):
            if window.seat.role is role and window.id != keeps:
                seats.end_window(self.desk.store, self.desk.campaign, window.id)
        self.forget()

    def forget(self) -> None:
        """Look every session up again; close the streams of those that have ended, and forget their links."""
        with self._lock:
            self._endings += 1
            self._sessions.clear()
            tells = dict(self._tells)
        with at_one_moment(self.desk.reader):
            live_links = {invitation.id for invitation in seats.invitations(self.desk.reader, self.desk.campaign)}
            live = {window.id for window in seats.windows(self.desk.reader, self.desk.campaign)}
        with self._lock:
            self._links = {ident: token for ident, token in self._links.items() if ident in live_links}
        for tell, person in tells.items():
            if person.window not in live:
                tell(())
        self.look_again()

    # forms ----------------------------------------------------------------------------------------------------------

    def token_of(self, session: str) -> str:
        """Return the token that every form of this session must bring."""
        return hmac.new(self._form_secret, session.encode(), "sha256").hexdigest()[:32]

    @cached_property
    def _form_secret(self) -> bytes:
        return desk_notes.secret_or_new(self.desk.store, self.desk.campaign, FORM_TOKENS).encode()

    # who is here ----------------------------------------------------------------------------------------------------

    def arrives(self, person: Person, tell: Tell, address: str = "", host: str = "") -> Callable[[], None]:
        """Note that a window has opened its stream on a page, under which name of the desk. Beyond ``MOST_STREAMS`` the
        oldest of the session ends. Returns the function to call when the stream ends.
        """
        with self._lock:
            presence = self._presence(person.window)
            presence.streams += 1
            self._tells[tell] = person
            self._hosts[tell] = host.casefold()
            streams = [tell for tell, other in self._tells.items() if other.window == person.window]
            if address.partition("?")[0] == SEATS_PAGE:
                self._looking.add(tell)
        for oldest in streams[:-MOST_STREAMS]:
            oldest(())
        self.look_again()

        def leaves() -> None:
            with self._lock:
                presence.streams -= 1
                presence.last = self.clock()
                self._tells.pop(tell, None)
                self._hosts.pop(tell, None)
                self._looking.discard(tell)
            self.look_again()

        return leaves

    def _sign_of_life(self, window: str) -> None:
        self.silences.hear(window)
        now = self.clock()
        with self._lock:
            presence = self._presence(window)
            presence.last = now
            is_due = now - presence.noted > SEEN_EVERY
            if is_due:
                presence.noted = now
                self._to_note.add(window)
            is_first = is_due and len(self._to_note) == 1
        if is_first:  # by the writer: who only reads does not wait for a database that somebody else has locked
            self.desk.writer.later(self._note_seen)

    def _note_seen(self) -> None:
        with self._lock:
            windows, self._to_note = sorted(self._to_note), set()
        with suppress(CampaignError):  # they are noted again in a minute
            seats.seen(self.desk.store, self.desk.campaign, windows)

    def _presence(self, window: str) -> Presence:
        return self._present.setdefault(window, Presence(window))

    def windows(self) -> tuple[Here, ...]:
        """Return every open window, with whether a person is in front of it."""
        now = self.clock()
        return tuple(self._here(window, now) for window in seats.windows(self.desk.reader, self.desk.campaign))

    def _here(self, window: Window, now: float) -> Here:
        with self._lock:
            presence = self._present.get(window.id)
        if presence is None:
            return Here(window, "away", 0)
        since = int(now - presence.last)
        if presence.streams > 0:
            return Here(window, "here", 0)
        return Here(window, "here" if since < GONE_AFTER else "no signal" if since < 600 else "away", since)

    def here_text(self) -> str:
        """Return the line on the umpire's pages: ``5 of 7 players here``."""
        with self._lock:
            now = self.clock()
            present = {window for window in self._present if self._is_here(window, now)}
            people = {session.person.window: session.person for session in self._sessions.values()}
            commanders: Counter[int] = Counter()
            for window in present & people.keys():
                if people[window].role in PLAYERS:
                    commanders.update(people[window].viewer.commanders or (-1,))
        return f"{len(commanders)} of {self._commanders} players here"

    def here_markup(self, commander: int) -> str:
        """Return the mark that says whether the player of a commander is here, and on which device."""
        now = self.clock()
        with self._lock:
            people = [s.person for s in self._sessions.values() if commander in s.person.viewer.commanders]
            present = [person for person in people if self._is_here(person.window, now)]
        shown = (present or people)[:1]
        return self.desk.templates.get_template("here.html").render(
            is_here=bool(present), device=shown[0].label if shown else ""
        )

    def _is_here(self, window: str, now: float) -> bool:
        presence = self._present.get(window)
        return presence is not None and (presence.streams > 0 or now - presence.last < GONE_AFTER)

    @cached_property
    def _commanders(self) -> int:
        with self.desk.reading(UMPIRE) as board:
            return len(load_army(board).commanders)

    def look_again(self) -> None:
        """Tell the umpire's windows that a person came, went or was invited, or whether phones come through at all."""
        with self._lock:
            tells = [tell for tell, person in self._tells.items() if person.is_umpire]
        for tell in tells:
            tell(("here", "seats", "network"))

    def seats_changed(self) -> None:
        """Tell the windows that show the page of seats that the campaign has changed: orders are in, or a deadline."""
        with self._lock:
            tells = tuple(self._looking)
        for tell in tells:
            tell(("seats", "guests"))

    def end_streams_of(self, hosts: Iterable[str]) -> None:
        """End the streams that were opened under these names: the desk is not reached by them any more."""
        names = {host.casefold() for host in hosts}
        with self._lock:
            tells = [tell for tell, host in self._hosts.items() if host in names]
        for tell in tells:
            tell(())

    def say_goodbye(self) -> None:
        """End every stream: the desk closes."""
        with self._lock:
            tells = list(self._tells)
        for tell in tells:
            tell(())


def set_password(desk: Desk, password: str, *, keeps: str = "") -> None:
    """Set the umpire's password, in place of the one before, and end all his windows but the one that he ``keeps``: who
    came in by the old password is out. Raises BadInput for one that is too short.
    """
    desk_notes.set_secret(desk.store, desk.campaign, PASSWORD, hash_of(password))
    desk.people.end_windows_of(Role.UMPIRE, keeps=keeps)


def seat_name(seat: Seat, side: Side, commanders: list[Commander]) -> str:
    """Return a seat in words: ``Brig I. D. Erskine``, ``the Allied staff``, ``the Allied table of battle 1``."""
    if seat.role is Role.COMMANDER:
        return ", ".join(commander.name for commander in commanders)
    if seat.role is Role.TABLE:
        return f"the {side.name} table of battle {seat.battle}"
    return f"the {side.name} staff"
