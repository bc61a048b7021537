"""The entrance: links, sheet codes and three words, before a person has a session.

Looking at a link does not use it up (messengers look at links before people do): the page has one button, and only
pressing it opens a window.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, TypeVar

from anyio import sleep, to_thread
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from campaign.terms.seats import Device, Role
from campaign.web.guard import is_from_here
from campaign.web.posted import posted_form
from campaign.web.sheet_codes import Sheet, sheet_of

if TYPE_CHECKING:
    from campaign.web.desk import Desk

T = TypeVar("T")

STAYS: Final = 180 * 86_400
"""Seconds for which a browser keeps its session."""
WRONG_LINK: Final = "This link is wrong or has ended. Ask the umpire for a new link."
ENDED: Final = (
    "This window's link has ended: the umpire has made a new link for the seat, or has closed the window. Open the new"
    " link, or ask the umpire for one."
)
WRONG_CODE: Final = (
    "There is no return with these eight letters and digits. You find them after PHONE, beside the square "
    "code at the head of the return."
)
WRONG_WORDS: Final = (
    "These three words are wrong, or they have expired after ten minutes. Ask the umpire for new words."
)
WRONG_PASSWORD: Final = "The umpire's password is not correct. Try again."
NOT_IN_CLEAR: Final = (
    "You cannot use the password here, because other people in the network could read it. Use a link or three words."
)
TOO_MANY: Final = "You have tried too often. Wait ten minutes, or ask the umpire for a link."


def routes(desk: Desk) -> list[Route]:
    entrance = Entrance(desk)
    return [
        Route("/in/{token}", entrance.link, methods=["GET", "POST"]),
        Route("/in", entrance.words, methods=["GET", "POST"]),
        Route("/r/{code}", entrance.sheet, methods=["GET", "POST"]),
        Route("/r", entrance.typed_code, methods=["POST"]),
    ]


async def welcome(desk: Desk, request: Request) -> Response:
    """Show the door to who has no session: the fields for a code and for three words."""
    session = request.cookies.get(desk.cookie, "")
    has_ended = bool(session) and await _in_thread(lambda: desk.people.has_ended(session))
    return await Entrance(desk).door(
        request, status=200 if request.url.path == "/" else 403, fault=ENDED if has_ended else ""
    )


class Entrance:
    """The pages that a stranger can see."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    async def door(self, request: Request, *, status: int = 200, fault: str = "") -> Response:
        """Show the fields for a code and for three words."""
        has_umpire_door = self._takes_passwords(request) and await _in_thread(lambda: self.desk.has_password)
        return self._page("door.html", status, fault=fault, has_umpire_door=has_umpire_door)

    async def link(self, request: Request) -> Response:
        """Show whose seat a link is; with the button pressed, open the window."""
        token = request.path_params["token"]
        if (way := self.desk.people.way_on(token)) is not None:
            return RedirectResponse(way, 303)
        seat = await _in_thread(lambda: self.desk.people.seat_of_link(token))
        if seat is None:  # 128 bits are not guessed: who has a link comes in, however often others were wrong
            if not await self._may_try(request):
                return await self.door(request, status=429, fault=TOO_MANY)
            return await self.door(request, status=404, fault=WRONG_LINK)
        if request.method == "POST":
            session = await _in_thread(lambda: self.desk.people.come_in(token, device_of(request)))
            if session is None:
                return await self.door(request, status=404, fault=WRONG_LINK)
            return let_in(self.desk, session, "/")
        name = await _in_thread(lambda: self.desk.people.name_of_seat(seat))
        return self._page("come_in.html", name=name, player=seat.name, is_umpire=seat.role is Role.UMPIRE)

    async def words(self, request: Request) -> Response:
        """Open a window by three words, or the umpire's by his password."""
        if request.method == "GET":
            return await self.door(request)
        if not await self._may_try(request):
            return await self.door(request, status=429, fault=TOO_MANY)
        form = await posted_form(request)
        typed, password = str(form.get("words", "")), str(form.get("password", ""))
        people = self.desk.people
        if password and not self._takes_passwords(request):
            return await self.door(request, status=403, fault=NOT_IN_CLEAR)
        if password:
            session = await _in_thread(lambda: people.come_in_by_password(password, device_of(request)))
        else:
            session = await _in_thread(lambda: people.come_in_by_words(typed, device_of(request)))
        if session is None:
            return await self.door(request, status=404, fault=WRONG_PASSWORD if password else WRONG_WORDS)
        self._forgive(request)
        return let_in(self.desk, session, "/")

    async def typed_code(self, request: Request) -> Response:
        """Go to the sheet of a code that was typed."""
        form = await posted_form(request)
        code = "".join(filter(str.isalnum, str(form.get("code", ""))))[:20]
        return RedirectResponse(f"/r/{code or '-'}", 303)

    async def sheet(self, request: Request) -> Response:
        """Open one side's return of a battle by the code on its sheet."""
        session = request.cookies.get(self.desk.cookie, "")
        person = await _in_thread(lambda: self.desk.people.person_of(session)) if session else None
        if not await self._may_try(request):
            return await self.door(request, status=429, fault=TOO_MANY)
        sheet = await _in_thread(lambda: sheet_of(self.desk, request.path_params["code"]))
        if sheet is None:
            return await self.door(request, status=404, fault=WRONG_CODE)
        self._forgive(request)
        if person is not None and (person.is_umpire or (person.is_player and person.side == sheet.side_id)):
            return RedirectResponse(sheet.address, 303)
        if request.method == "POST":
            return let_in(self.desk, await _in_thread(lambda: self._open(sheet, request)), sheet.address)
        return self._page("come_in.html", name=sheet.name, player="", is_umpire=False)

    def _open(self, sheet: Sheet, request: Request) -> str:
        return self.desk.people.open(sheet.seat, device_of(request))

    # answers --------------------------------------------------------------------------------------------------------

    def _page(self, template: str, status: int = 200, **facts: object) -> Response:
        desk = self.desk
        text = desk.templates.get_template(template).render(title=desk.title, **facts)
        return Response(text, status, media_type="text/html; charset=utf-8")

    def _takes_passwords(self, request: Request) -> bool:
        """Return whether passwords are taken: over TLS, or within this machine, where no other reads along."""
        if self.desk.doors.scheme == "https":
            return True
        return is_from_here(request.scope) and not self.desk.is_behind_proxy

    async def _may_try(self, request: Request) -> bool:
        limit = self.desk.people.limit
        if not limit.allows(_address(request)):
            return False
        if delay := limit.delay():
            await sleep(delay)
        return True

    def _forgive(self, request: Request) -> None:
        self.desk.people.limit.forgive(_address(request))


async def _in_thread(work: Callable[[], T]) -> T:
    return await to_thread.run_sync(work)


def _address(request: Request) -> str:
    return request.client.host if request.client is not None else ""


def let_in(desk: Desk, session: str, to: str) -> Response:
    """Return the answer that leads into the desk a window that was opened."""
    answer = RedirectResponse(to, 303)
    answer.set_cookie(
        desk.cookie,
        session,
        max_age=STAYS,
        path="/",
        secure=desk.doors.scheme == "https",
        httponly=True,
        samesite="lax",  # not strict: a link in a messenger or a mail would find no session
    )
    return answer


def device_of(request: Request) -> Device:
    """Return the kind of device, as far as its browser says."""
    agent = request.headers.get("user-agent", "")
    if "iPad" in agent or ("Android" in agent and "Mobile" not in agent):
        return Device.TABLET
    return Device.PHONE if "Mobile" in agent or "iPhone" in agent else Device.LAPTOP
