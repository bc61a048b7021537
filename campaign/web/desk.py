"""The desk: one open campaign that is served to browsers.

It holds two stores on the same database (one reads, one writes), the writer's queue, the pages kept ready, and the
people who are here. A watcher notices every change, also those typed at a terminal beside it.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, nullcontext, suppress
from pathlib import Path
from time import monotonic, sleep
from typing import TYPE_CHECKING, TypeVar

from jinja2 import Environment

from campaign.actions.all_actions import every_action
from campaign.actions.permissions import in_campaign_terms, require_permission
from campaign.actions.taking_back import own_entries
from campaign.errors import CampaignError
from campaign.journal import desk_notes
from campaign.journal.asof import as_of as visiting
from campaign.journal.board import JournalBoard
from campaign.journal.handing_in import AlreadyDone, HandIn, answered
from campaign.journal.record import Along, Check, Done, Preview, commit, preview
from campaign.journal.scratch_copy import copy_of
from campaign.journal.transaction import at_one_moment, reading
from campaign.journal.version import Watch
from campaign.queries.common.viewers import moment_asked
from campaign.rows.kept import KeptRows
from campaign.situation.army import load_army
from campaign.situation.chance import dice_of
from campaign.situation.knowledge import load_knowledge
from campaign.store import Store, open_store
from campaign.terms.viewer import Viewer
from campaign.values import dataclass, field, replace
from campaign.web.advices import DeskAdvices
from campaign.web.assets import Assets, load_assets
from campaign.web.drawn_for import Quicker
from campaign.web.forecasts import DeskForecasts
from campaign.web.guard import LOOPBACK, Doors
from campaign.web.kept import KeptPages
from campaign.web.one_at_a_time import OneAtATime
from campaign.web.order_rules import Press, require_open
from campaign.web.passwords import PASSWORD
from campaign.web.people import Eyes, Person
from campaign.web.player_rights import require_right_to_order
from campaign.web.receipts import Receipts
from campaign.web.templating import Slots, environment
from campaign.web.uploads import WaitingFiles
from campaign.web.writer import Writer
from campaign.words.late import Lateness

if TYPE_CHECKING:
    from campaign.web.presence import People
    from campaign.web.room import Room

WATCHED_EVERY = 1.0
"""Seconds between two looks whether somebody else has changed the campaign."""
LONGEST_REST = 1.0
"""Most seconds for which the pages are made anew later, while many hand in at once or one after the other: they would
be made for each of them.
"""
CONNECTIONS = 4
"""Connections to a server that are kept open for reading."""


Answer = TypeVar("Answer")

log = logging.getLogger("campaign.desk")


class _SharedReading(threading.local):
    """The board that a thread reads at present for many pages; None while each reads for itself."""

    board: JournalBoard | None = None


@dataclass(slots=True)
class Founding:
    """The purpose of a desk in a folder without a campaign: it serves the pages that start one (``/new``) and no other.
    ``file``: where the new campaign will be; ``page``: the address that goes on from there; ``is_done``: it is there.
    """

    file: Path
    page: str
    is_done: bool = False


@dataclass(slots=True)
class Desk:
    """One campaign that is served."""

    where: str | Path
    campaign: str
    title: str
    reader: Store
    store: Store
    assets: Assets
    doors: Doors
    cookie: str
    slots: Slots
    templates: Environment
    links: str = ""
    """Address that links and codes begin with, if the umpire has chosen one."""
    paper: str = "a4"
    """Size of paper where a page's form names none: the preference of the user who opened the desk."""
    room: Room | None = None
    """The local network, where the desk runs as a server."""
    founding: Founding | None = None
    """Set where the desk only helps to start a campaign; its own is empty and thrown away."""
    pages: KeptPages = field(default_factory=KeptPages)
    writer: Writer = field(default_factory=Writer)
    receipts: Receipts = field(default_factory=Receipts)
    forms_at_work: OneAtATime = field(default_factory=OneAtATime)
    waiting_files: WaitingFiles = field(default_factory=WaitingFiles)
    forecasts: DeskForecasts = field(default_factory=DeskForecasts)
    advices: DeskAdvices = field(default_factory=DeskAdvices)
    is_closing: bool = False
    _state: str = ""
    _renewed: int = 1
    _awake: threading.Event = field(default_factory=threading.Event)
    _watcher: threading.Thread | None = None
    _watch: Watch | None = None
    _people: People | None = None
    _making_people: threading.RLock = field(default_factory=threading.RLock)
    _shared: _SharedReading = field(default_factory=lambda: _SharedReading())

    @property
    def people(self) -> People:
        """Return the people of this desk: links, sessions, and who is here."""
        with self._making_people:
            if self._people is None:
                from campaign.web.presence import People

                self._people = People(self)
            return self._people

    # reading --------------------------------------------------------------------------------------------------------

    @contextmanager
    def reading(self, viewer: Viewer, moment: str = "") -> Iterator[JournalBoard]:
        """Open a board that only reads: the present one, or that of a past moment as this viewer may name it. Raises
        NotFound for the moment, StoreError.
        """
        shared = self._shared.board
        with nullcontext(shared) if shared is not None else reading(self.reader, self.campaign) as board:
            if not moment:
                yield board
                return
            with visiting(board, moment_asked(board, viewer, moment)) as visit:
                yield visit.board

    @contextmanager
    def one_reading(self) -> Iterator[None]:
        """Let all that this thread reads within the block share one reading, so that the order of battle, the map and
        the clock are loaded once for many pages. Where the campaign cannot be read, every page says so itself.
        """
        with ExitStack() as stack:
            with suppress(CampaignError):
                self._shared.board = stack.enter_context(reading(self.reader, self.campaign))
            try:
                yield
            finally:
                self._shared.board = None

    # changes --------------------------------------------------------------------------------------------------------

    def give(
        self,
        person: Person,
        command: object,
        beside: HandIn | None = None,
        press: Press | None = None,
        check: Check | None = None,
        along: Along | None = None,
    ) -> Done | AlreadyDone:
        """Carry out a command as a person gives it, when it is its turn; what is handed in once (``beside``), however
        often it is sent. ``press``: when it was pressed, and when it arrived; ``check``: a last look before it is
        carried out; ``along``: what changes with it beside the journal. Raises NotAllowed, and what the check or the
        command refuses.
        """

        def change() -> Done | AlreadyDone:
            with at_one_moment(self.reader):
                if beside is not None and (first := answered(self.reader, self.campaign, beside)) is not None:
                    return first
                order, giver, late = self._authorised(person, command, press)
            once = beside if beside is None else self.with_lateness(person, beside, late)
            return commit(
                self.store,
                self.campaign,
                order,
                source=dice_of,
                actor=person.signature,
                giver=giver,
                beside=once,
                check=check,
                along=along,
            )

        done = self.writer.carry_out(change)
        self.noted(person.eyes)
        return done

    @staticmethod
    def with_lateness(person: Person, handed_in: HandIn, late: Lateness | None) -> HandIn:
        """Return a form with its hours, which are told at the terminal, if it is late and counts as in time."""
        if late is None:
            return handed_in
        log.warning("orders of %s: %s", person.signature, late.text)
        return replace(handed_in, late=late, who=person.signature)

    def change(self, person: Person, work: Callable[[], Answer]) -> Answer:
        """Do what changes the journal otherwise than by a command (undo, redo, a replay), when it is its turn."""
        answer = self.writer.carry_out(work)
        self.noted(person.eyes)
        return answer

    def try_out(self, person: Person, command: object, press: Press | None = None) -> Preview:
        """Return what a command would do, carried out on a copy in memory."""
        order, _, _ = self._authorised(person, command, press)
        with copy_of(self.reader, self.campaign) as copy:
            return preview(copy, self.campaign, order, source=dice_of, actor=person.signature)

    def rehearse(
        self,
        person: Person,
        command: object,
        query: Callable[[JournalBoard, Done], Answer],
        press: Press | None = None,
        *,
        is_supposed: bool = False,
    ) -> tuple[Done, Answer]:
        """Carry a command out on a copy in memory, and return what it did there with the answer of a query about it.
        ``is_supposed``: it is never given, so that it needs neither the right to order nor an open deadline; it is for
        units that this person may order all the same.
        """
        order = self._supposed(person, command) if is_supposed else self._authorised(person, command, press)[0]
        with copy_of(self.reader, self.campaign) as copy:
            done = commit(copy, self.campaign, order, source=dice_of, actor=person.signature)
            with reading(copy, self.campaign) as board:
                return done, query(board, done)

    def _authorised(
        self, person: Person, command: object, press: Press | None
    ) -> tuple[object, int | None, Lateness | None]:
        """Return a command in the campaign's terms, with the id of the side or commander in whose name it is, and its
        hours if it is late and counts as in time. Raises NotAllowed if it is not this person's to give.
        """
        if person.is_umpire:
            return command, None, None
        require_right_to_order(self, command)
        with reading(self.reader, self.campaign) as board:
            require_permission(board, person.viewer, command)
            late = require_open(self, board, person.viewer, command, press)
            knowledge = load_knowledge(board, load_army(board), person.viewer)
            giver = person.viewer.commanders[0] if person.viewer.commanders else person.viewer.side
            return in_campaign_terms(board, knowledge, command), giver, late

    def _supposed(self, person: Person, command: object) -> object:
        """Return a command that is tried out only, in the campaign's terms. Raises NotAllowed for units that are not
        this person's to order.
        """
        if person.is_umpire:
            return command
        with reading(self.reader, self.campaign) as board:
            require_permission(board, person.viewer, command)
            return in_campaign_terms(board, load_knowledge(board, load_army(board), person.viewer), command)

    def undo_mark(self, person: Person, done: Done | AlreadyDone) -> str:
        """Return the mark by which this person's Undo names what was done just now; empty if he cannot undo it."""
        if person.is_umpire:
            return str(done.seq)
        if not person.is_player:
            return ""
        with self.reading(person.viewer) as board:
            latest = next(iter(own_entries(board, person.viewer, every_action())), None)
        is_it = latest is not None and latest.can_undo and latest.summary == done.receipt.summary
        return latest.mark if latest is not None and is_it else ""

    def receipt_for(self, person: Person, address: str) -> str:
        """Return the strip that tells a window once what its last click did; empty if it has seen it. Its Undo comes
        back to the page that shows it.
        """
        receipt = self.receipts.take(person)
        if receipt is None:
            return ""
        if isinstance(receipt, Quicker):
            return self.templates.get_template("quicker.html").render(quicker=receipt)
        return self.templates.get_template("receipt.html").render(r=receipt, to=address)

    @property
    def is_behind_proxy(self) -> bool:
        """Return whether the desk is reached by the name of a proxy only."""
        return self.doors.is_of_a_proxy

    @property
    def is_reached(self) -> bool:
        """Return whether others than this machine reach the desk."""
        return self.is_behind_proxy or (self.room is not None and self.room.is_open)

    @property
    def address(self) -> str:
        """Return the address that links and codes begin with: the one that the umpire has chosen, else the one in the
        room if that is open, else the proxy's, else this machine's.
        """
        if self.links:
            return self.links
        if self.room is not None and self.room.is_open:
            return f"http://{self.room.addresses[0]}"
        hosts = sorted(self.doors.hosts)
        own = next((host for host in hosts if host.startswith(f"{LOOPBACK}:")), hosts[0])
        return f"{self.doors.scheme}://{own}"

    @property
    def has_password(self) -> bool:
        """Return whether the umpire can come in by a password."""
        return desk_notes.secret_of(self.reader, self.campaign, PASSWORD) is not None

    def noted(self, by: Eyes | None = None) -> None:
        """Note that something has changed, in the journal or beside it: pages are made anew, then windows are told.
        ``by``: whose change it was, who sees it at once.
        """
        self.pages.changed(by)
        self._awake.set()

    # watching -------------------------------------------------------------------------------------------------------

    def watch(self) -> None:
        """Begin to notice changes. After the pages were made anew, as much time as that took is left to those who ask
        and order.
        """
        self._state = self._look()
        self._watcher = threading.Thread(target=self._keep_watch, name="watcher", daemon=True)
        self._watcher.start()

    def _keep_watch(self) -> None:
        while not self.is_closing:
            self._awake.wait(WATCHED_EVERY)
            self._awake.clear()
            self.writer.rest(LONGEST_REST)
            began = monotonic()
            try:
                self.catch_up()
            except Exception:
                log.exception("the pages could not be made again")
            sleep(min(monotonic() - began, LONGEST_REST))

    def catch_up(self) -> None:
        """Make the pages anew if anything has changed since the last time, then tell the windows."""
        state = self._look()
        if state != self._state:
            self._state = state
            self.pages.changed()  # it may be another program's change, later than the last one of this desk
        generation = self.pages.generation
        if generation != self._renewed:
            self.pages.renew(self.one_reading)
            self._renewed = generation
            if self._people is not None:
                self._people.seats_changed()

    def _look(self) -> str:
        """Return a name for the present state of the campaign, or for why it cannot be read."""
        try:
            if self._watch is None:
                self._watch = Watch(self.reader, self.campaign)
            return self._watch.version()
        except CampaignError as fault:
            return f"cannot be read: {fault}"

    def close(self) -> None:
        """End every stream, carry out what waits, and release the database."""
        self.is_closing = True
        self._awake.set()
        if self._people is not None:
            self._people.say_goodbye()
        self.advices.close()
        self.forecasts.close()
        self.writer.close()
        if self._watcher is not None:
            self._watcher.join(5.0)
        self.waiting_files.close()
        self.reader.close()
        self.store.close()


def open_desk(where: str | Path, campaign: str = "", *, doors: Doors, cookie: str = "desk") -> Desk:
    """Open a campaign for serving: an older file is brought up to date first. Raises NotFound or Refused for the name,
    StoreError.
    """
    rows = KeptRows()
    store = open_store(where, write=True, pooled=CONNECTIONS, rows=rows)
    reader = open_store(where, write=False, pooled=CONNECTIONS, rows=rows)
    with reading(reader, campaign or None) as board:
        from campaign.web.accents import accents_of

        name, title, accents = board.campaign.name, board.campaign.title, accents_of(load_army(board))
    assets, slots = load_assets(accents), Slots()
    return Desk(where, name, title, reader, store, assets, doors, cookie, slots, environment(assets, slots))
