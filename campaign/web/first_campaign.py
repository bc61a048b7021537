"""The desk in a folder without a campaign: one page on which the umpire starts the first one, and nothing else.

desk = first_campaign(ways, where, doors, listener, say=print, opens_browser=True)     None if it was closed before

It serves this machine alone. The page stands behind a link that is not to be guessed, as the umpire's own. It starts a
shipped campaign, plays the tour, opens a database nearby, or leads to the pages that take an order of battle of the
umpire's own, which a desk without a campaign serves. Then it hands his browser over to the desk of the campaign, which
goes on at the same address.
"""

from __future__ import annotations

import hmac
import secrets
import socket
import threading
import webbrowser
from collections.abc import Callable
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

from anyio import to_thread
from jinja2 import Environment
from starlette.applications import Starlette
from starlette.background import BackgroundTask
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from campaign.errors import BadInput, CampaignError, Refused
from campaign.exchange.check import shipped
from campaign.exchange.placing import private_folder
from campaign.journal.seats import Seat
from campaign.rules.common.systems import SYSTEMS
from campaign.rules.tabletop.interface import DEFAULT
from campaign.terms.seats import Role
from campaign.values import dataclass, plain_dataclass, plain_field
from campaign.web.app import application, plainly, served_asset
from campaign.web.assets import Assets, load_assets
from campaign.web.desk import Desk, Founding
from campaign.web.entrance import device_of, let_in
from campaign.web.guard import App, Doors, Guard, Receive, Scope, Send
from campaign.web.page import LARGEST_FORM
from campaign.web.posted import posted_form
from campaign.web.server import EndingServer, can_show_a_browser, quiet_config
from campaign.web.templating import Slots, environment

if TYPE_CHECKING:
    from types import FrameType

TITLE: Final = "Campaign desk"


@dataclass(frozen=True, slots=True)
class Ways:
    """The beginnings that the page offers; each returns an open desk.

    start     a campaign from a shipped scenario, fought by a tabletop system (both by their keys)
    tour      the five-minute tour, in a folder of its own
    go_on     a campaign in a file that is there
    own       the pages that start a campaign from an order of battle, in the folder of a workshop
    near      files that are offered for going on
    """

    start: Callable[[str, str], Desk]
    tour: Callable[[], Desk]
    go_on: Callable[[Path], Desk]
    own: Callable[[Path], Desk]
    near: tuple[Path, ...] = ()


class FirstServer(EndingServer):
    """A server that ends when it is told to, or when the campaign is started."""

    was_told_to_end = False
    """True once Ctrl-C was pressed or the service was ended: then no desk is opened, though a campaign was started."""

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """End, and remember it."""
        self.was_told_to_end = True
        super().handle_exit(sig, frame)


@plain_dataclass(slots=True)
class FirstPage:
    """The page on which the first campaign is started. ``where``: the file that it will be in."""

    ways: Ways
    where: Path
    link_token: str = plain_field(default_factory=lambda: secrets.token_urlsafe(16))
    assets: Assets = plain_field(default_factory=load_assets)
    templates: Environment = plain_field(init=False)
    desk: Desk | None = None
    workshop: Desk | None = None
    """The desk of the pages that take an order of battle of the umpire's own."""
    server: FirstServer | None = None
    _folder: ExitStack = plain_field(default_factory=ExitStack)
    """Keeps the workshop's folder."""
    _app: App | None = None
    _is_told: bool = False
    """True once the page has said that a campaign was started elsewhere meanwhile."""
    _lock: threading.Lock = plain_field(default_factory=threading.Lock)

    def __post_init__(self) -> None:
        """Make the templates ready."""
        self.templates = environment(self.assets, Slots())

    def application(self, doors: Doors) -> App:
        """Return the page as an application for a server of pages. What comes after the campaign was started, and
        before its desk has a server of its own, is answered by the desk.
        """
        routes = [
            Route("/static/{digest}/{name}", self.static),
            Route("/in/{token}", self.page, methods=["GET", "POST"]),
            Route("/{address:path}", self.door),
        ]
        first: App = Guard(Starlette(routes=routes, exception_handlers=plainly()), doors, lambda _: LARGEST_FORM)

        async def either(scope: Scope, receive: Receive, send: Send) -> None:
            is_sent_again = scope.get("path") == f"/in/{self.link_token}"
            await (first if self._app is None or is_sent_again else self._app)(scope, receive, send)

        return either

    async def static(self, request: Request) -> Response:
        """Serve the style sheet or the typeface."""
        return served_asset(self.assets, request)

    async def door(self, _: Request) -> Response:
        """Tell a browser without the link where it stands."""
        return await self._shown(404, fault="Open the link shown in the terminal: it starts the first campaign")

    async def page(self, request: Request) -> Response:
        """Show the scenarios, or start the campaign from the chosen one and go on to its desk."""
        if not hmac.compare_digest(str(request.path_params["token"]).encode(), self.link_token.encode()):
            return await self.door(request)
        if request.method != "POST" and self.desk is None and not self._has_founded:
            return await self._shown(200)
        form = await posted_form(request)
        scenario, tabletop = str(form.get("scenario", "")), str(form.get("tabletop", DEFAULT))
        try:
            if form.get("do") == "own" and self.desk is None:
                return RedirectResponse(await to_thread.run_sync(self._way_to_own), 303)
            begin = self._way(str(form.get("do", "")), scenario, tabletop, str(form.get("file", "")))
            to = await to_thread.run_sync(lambda: self._begun(begin))
        except CampaignError as fault:
            return await self._shown(422, fault=str(fault), chosen=scenario, tabletop=tabletop)
        answer: Response = RedirectResponse(to, 303)
        if request.method == "POST" and self.desk is not None:  # who started the campaign is its umpire
            people = self.desk.people
            session = await to_thread.run_sync(lambda: people.open(Seat(Role.UMPIRE), device_of(request)))
            answer = let_in(self.desk, session, "/")
        answer.headers["connection"] = "close"
        answer.background = BackgroundTask(self._end)
        return answer

    @property
    def _has_founded(self) -> bool:
        """Return whether the workshop has started the campaign."""
        return self.workshop is not None and self.workshop.founding is not None and self.workshop.founding.is_done

    def _way(self, do: str, scenario: str, tabletop: str, file: str) -> Callable[[], Desk]:
        """Return what a button begins. Raises BadInput for a file that was not offered, or if no campaign is chosen."""
        if self._has_founded:
            return lambda: self.ways.go_on(self.where)
        if do == "tour":
            return self.ways.tour
        if do == "open":
            path = next((path for path in self.ways.near if str(path) == file), None)
            if path is None:
                raise BadInput(f"{file!r} is not one of the campaigns on this page. Choose one from the list")
            return lambda: self.ways.go_on(path)
        if not scenario:
            raise BadInput("no campaign was chosen, so none was started. Choose a campaign from the list")
        return lambda: self._started(scenario, tabletop)

    def _started(self, scenario: str, tabletop: str) -> Desk:
        """Start a shipped campaign. Raises Refused, once, if another program has started a campaign in that file
        meanwhile: the next press opens it.
        """
        if self.where.exists() and not self._is_told:
            self._is_told = True
            raise Refused(
                f"{self.where.name} already holds a campaign that this page did not start. Press the button "
                "again to open that campaign. It stays unchanged"
            )
        return self.ways.start(scenario, tabletop)

    def _begun(self, begin: Callable[[], Desk]) -> str:
        """Begin, once, and return the address of the campaign's desk."""
        with self._lock:
            if self.desk is None:
                self.desk = begin()
                self._app = application(self.desk)
                self.desk.people.go_on_from(self.link_token)
            return self.desk.people.way_on(self.link_token) or "/"

    def _way_to_own(self) -> str:
        """Return the address of the workshop, which is opened when it is first asked for."""
        with self._lock:
            if self.workshop is None:
                self.workshop = self.ways.own(Path(self._folder.enter_context(private_folder())))
                self.workshop.title, self.workshop.founding = TITLE, Founding(self.where, f"/in/{self.link_token}")
                self._app = application(self.workshop)
            return f"/in/{self.workshop.people.umpire_link()}"

    async def _end(self) -> None:
        if self.server is not None:
            self.server.should_exit = True
        if self.workshop is not None:
            self.workshop.people.say_goodbye()  # its open streams would hold the server up

    def close_workshop(self) -> None:
        """Close the workshop and throw its folder away."""
        if self.workshop is not None:
            self.workshop.close()
        self._folder.close()

    async def _shown(self, status: int, fault: str = "", chosen: str = "", tabletop: str = DEFAULT) -> Response:
        text = await to_thread.run_sync(lambda: self._written(status, fault, chosen, tabletop))
        return Response(text, status, media_type="text/html; charset=utf-8")

    def _written(self, status: int, fault: str, chosen: str, tabletop: str) -> str:
        text: str = self.templates.get_template("first.html").render(
            title=TITLE,
            fault=fault,
            scenarios=() if status == 404 else shipped(),
            chosen=chosen,
            systems=[(key, system.name) for key, system in SYSTEMS.items()],
            tabletop=tabletop,
            file=self.where.name,
            folder=str(self.where.resolve().parent),
            near=tuple(map(str, self.ways.near)),
        )
        return text


def first_campaign(
    ways: Ways, where: Path, doors: Doors, listener: socket.socket, *, say: Callable[[str], None], opens_browser: bool
) -> Desk | None:
    """Serve the page until a campaign is started or Ctrl-C is pressed. Return the desk of the campaign, which is not
    served yet: its connections wait at the listener. None if the desk was closed before.
    """
    page = FirstPage(ways, where)
    page.server = FirstServer(quiet_config(page.application(doors)))
    host, port = listener.getsockname()[:2]
    link = f"http://{host}:{port}/in/{page.link_token}"
    with_browser = opens_browser and can_show_a_browser()
    say(f"There is no campaign at {where} yet. The desk can start the first one. Only this computer can reach the desk")
    say(f"Umpire: {link}" + ("  (opened in your browser)" if with_browser else ""))
    say("Ctrl-C closes the desk")
    if with_browser:
        threading.Timer(0.3, webbrowser.open, (link,)).start()
    with suppress(KeyboardInterrupt):
        page.server.run(sockets=[listener.dup()])  # the server closes its own copy; the desk goes on with the listener
    page.close_workshop()
    if page.desk is not None and not page.server.was_told_to_end:
        return page.desk
    if page.desk is not None:
        page.desk.close()
    listener.close()
    say("The desk is closed.")
    return None
