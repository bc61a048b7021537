"""The application: it finds the page, asks who is there, lets the page function answer in a thread, and serves that.

browser -> guard (host, origin, size) -> who is it? -> the page's roles -> page function -> slots, packing
"""

from __future__ import annotations

import gzip
import hmac
import logging
from collections.abc import Callable
from contextlib import nullcontext
from functools import partial
from typing import Any, Final, TypeVar
from urllib.parse import parse_qsl, quote

from anyio import CapacityLimiter, to_thread
from starlette.applications import Starlette
from starlette.datastructures import FormData, UploadFile
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from campaign.errors import CampaignError, NotAllowed, NotFound, StoreError
from campaign.journal.overtaken import DrawnFor, Overtaken
from campaign.values import dataclass, field, replace
from campaign.web import entrance
from campaign.web.answer import HTML, Answer, Upload
from campaign.web.assets import Assets
from campaign.web.desk import Desk
from campaign.web.drawn_for import Quicker
from campaign.web.events import MOST_PARTS, stream
from campaign.web.guard import App, Guard, TooLarge
from campaign.web.kept import Key
from campaign.web.page import LARGEST_FORM, Page
from campaign.web.people import Person
from campaign.web.posted import posted_form
from campaign.web.table import Found, PageTable, whole_address, words_of
from campaign.web.templating import new_key
from campaign.web.visit import Visit
from campaign.web.ways import in_browser

Result = TypeVar("Result")

PACKED_FROM: Final = 600
"""Least bytes of a page that is packed."""
_UNPACKED: Final = ("application/pdf", "application/zip", "image/png", "image/jpeg")
"""Kinds of content that are packed as they are: to pack them again would hold up everybody for nothing."""

_PLAIN: Final = {
    400: "The desk cannot read this form. Go back and send it again.",
    404: "There is no page at this address.",
    405: "This page does not accept forms.",
    503: "The campaign cannot be read now. The umpire’s terminal gives the reason.",
    500: "The desk could not do that. The umpire's terminal gives the reason.",
}
"""Answers outside all pages, by their status."""

log = logging.getLogger("campaign.desk")


def application(desk: Desk) -> App:
    """Return the desk as an application for a server of pages."""
    pages = Pages(desk, PageTable.of_all() if desk.founding is None else PageTable.of_founding())
    routes = [
        Route("/static/{digest}/{name}", pages.static),
        Route("/events", pages.events),
        Route("/alive", pages.alive),
        *entrance.routes(desk),
        Route("/{address:path}", pages.any, methods=["GET", "POST"]),
    ]
    starlette = Starlette(routes=routes, exception_handlers=plainly())
    return Guard(starlette, desk.doors, pages.largest)


class Threads:
    """Threads beside the loop that serves the sockets, a fixed number of each kind. Changes wait for the writer in
    threads of their own, so that a reader never waits for them.
    """

    def __init__(self, most: int) -> None:
        self._limiter = CapacityLimiter(most)

    async def __call__(self, work: Callable[[], Result]) -> Result:
        """Return the result of what may take a while."""
        return await to_thread.run_sync(work, limiter=self._limiter)


def plainly() -> dict[Any, Any]:
    """Return what answers errors outside all pages: each in one plain line."""
    return {**dict.fromkeys((HTTPException, TooLarge, StoreError, Exception), _plain), ClientDisconnect: _nobody_there}


async def _nobody_there(_: Request, __: Exception) -> Response:
    """Answer a form that broke off with its connection, as when a phone loses the Wi-Fi: nothing was done, and nobody
    reads this.
    """
    return Response(status_code=400)


async def _plain(request: Request, fault: Exception) -> Response:
    """Answer an error outside all pages in one plain line."""
    if isinstance(fault, HTTPException):
        status = fault.status_code
    else:
        status = 413 if isinstance(fault, TooLarge) else 503 if isinstance(fault, StoreError) else 500
    text = str(fault) if status == 413 else _PLAIN.get(status, _PLAIN[500])
    return Response(text, status, media_type="text/plain; charset=utf-8")


@dataclass(slots=True)
class Pages:
    """Every page of one desk, as a server asks for it."""

    desk: Desk
    table: PageTable
    reads: Threads = field(default_factory=lambda: Threads(8))
    draws: Threads = field(default_factory=lambda: Threads(2))
    writes: Threads = field(default_factory=lambda: Threads(32))

    def largest(self, address: str) -> int:
        """Return the most bytes that may be posted to an address."""
        found = self.table.find(address)
        return found.page.largest if found is not None else LARGEST_FORM

    async def static(self, request: Request) -> Response:
        """Serve the style sheet, the script or the typeface."""
        return served_asset(self.desk.assets, request)

    async def events(self, request: Request) -> Response:
        """Open the stream that tells a window which parts of its page are new."""
        person = await self._person(request)
        query = request.query_params
        page = None if person is None else self._page_at(person, query.get("at", ""))
        if person is None or page is None:
            raise HTTPException(404)
        parts = {}
        for name in query.getlist("also")[:MOST_PARTS]:
            if (part := self._page_at(person, query.get(f"at-{name}", ""))) is not None and part[0].page.is_kept:
                await self.reads(partial(self._shown, person, *part))  # kept from now on, so that its changes are seen
                parts[name] = _key(person, *part)
        session = request.cookies.get(self.desk.cookie, "")
        host = request.headers.get("host", "")
        return stream(self.desk, session, person, _key(person, *page), query.get("seen", ""), parts, host)

    async def alive(self, request: Request) -> Response:
        """Take a window's sign of life: looking up its session notes it."""
        if await self._person(request) is None:
            raise HTTPException(404)
        return Response(status_code=204)

    def _page_at(self, person: Person, address: str) -> tuple[Found, dict[str, str]] | None:
        """Return the page of a whole address, with its words; None for one that is not this person's."""
        at, _, words = address.partition("?")
        found = self.table.find(at)
        if found is None or person.role not in found.page.roles:
            return None
        return found, words_of(parse_qsl(words, keep_blank_values=True))

    async def any(self, request: Request) -> Response:
        address = "/" + request.path_params["address"]
        session = request.cookies.get(self.desk.cookie, "")
        person = await self._person(request)
        if person is None:
            return await entrance.welcome(self.desk, request)
        found = self.table.find(address)
        if found is None or person.role not in found.page.roles:
            return self._served(request, session, person, await self.reads(lambda: self._nothing(person, address)))
        query = words_of(request.query_params.multi_items())
        if request.method == "POST":
            answer = await self._posted(request, session, person, found, query)
        else:
            threads = self.draws if found.page.is_drawn else self.reads
            answer = await threads(lambda: self._shown(person, found, query))
        return self._served(request, session, person, answer)

    async def _person(self, request: Request) -> Person | None:
        session = request.cookies.get(self.desk.cookie, "")
        return await self.reads(lambda: self.desk.people.person_of(session)) if session else None

    # showing --------------------------------------------------------------------------------------------------------

    def _shown(self, person: Person, found: Found, query: dict[str, str]) -> Answer:
        if not found.page.is_kept or found.as_json:
            return self._made(self._visit(person, found, query), found)
        eyes = self.desk.people.without_window(person)
        kept = self.desk.pages.page(
            _key(person, found, query), lambda: self._made(self._visit(eyes, found, query), found)
        )
        return kept.answer if kept.answer.to else _marked(kept.answer, kept.mark)

    def _visit(self, person: Person, found: Found, query: dict[str, str]) -> Visit:
        return Visit(self.desk, person, found.address, found.path, query)

    def _made(self, visit: Visit, found: Found, show: Callable[[Visit], Answer] | None = None) -> Answer:
        """Return what the page function answers; an error as a page that says so."""
        try:
            with visit.at_one_moment() if found.page.is_kept else nullcontext():
                visit.note_moment()
                answer = (show or found.page.get)(visit)
            if not found.as_json:
                return answer
            return self._nothing(visit.person, visit.address) if answer.view is None else visit.json(answer.view)
        except (NotFound, NotAllowed) as fault:
            return self._nothing(visit.person, visit.address, str(fault))
        except StoreError as fault:
            return self._trouble(visit, str(fault))
        except CampaignError as fault:
            return self._error(visit, 422, in_browser(str(fault)))
        except Exception:
            log.exception("%s could not be shown", found.page.path)
            return self._error(visit, 500, "This page cannot be shown. The umpire's terminal gives the reason")

    def _nothing(self, person: Person, address: str, why: str = "") -> Answer:
        """Answer what is not there, and what this person may not know, with the same bytes; the umpire reads why."""
        visit = Visit(self.desk, self.desk.people.without_window(person), "/")
        text = why if person.is_umpire and why else "There is no page for you at this address."
        return self._error(visit, 404, text)

    def _trouble(self, visit: Visit, why: str) -> Answer:
        log.warning("%s could not be shown: %s", visit.address, why)
        text = (
            why
            if visit.person.is_umpire
            else "The campaign cannot be read now. The umpire’s terminal gives the reason."
        )
        return self._error(visit, 503, text)

    def _error(self, visit: Visit, status: int, text: str) -> Answer:
        page = self.desk.templates.get_template("error.html").render(
            visit=visit, text=text, status=status, title=self.desk.title
        )
        return Answer(page.encode(), status)

    # changing -------------------------------------------------------------------------------------------------------

    async def _posted(
        self, request: Request, session: str, person: Person, found: Found, query: dict[str, str]
    ) -> Answer:
        if found.page.change is None or person.role not in found.page.changed_by:
            return await self.reads(lambda: self._nothing(person, found.address))
        try:
            form = await posted_form(request, files=20, fields=2_000, largest=found.page.largest)
        except TooLarge as fault:
            too_large = str(fault)
            return await self.reads(lambda: self._error(self._visit(person, found, query), 413, too_large))
        except HTTPException:
            text = "The desk cannot read this as a form. Go back, and send it again"
            return await self.reads(lambda: self._error(self._visit(person, found, query), 400, text))
        visit = self._visit(person, found, query)
        try:
            visit.fields = _fields(form)
            token = request.headers.get("x-desk") or visit.form.get("token", "")
            if not self._is_token(token, session):
                text = "This page is older than your session. Load the page again, then send the form again"
                return await self.reads(lambda: self._error(visit, 403, text))
            visit.files = await _files(form)
        finally:
            await form.close()
        return await self.writes(lambda: self._changed(visit, found))

    def _is_token(self, token: str, session: str) -> bool:
        return hmac.compare_digest(token.encode(), self.desk.people.token_of(session).encode())

    def _changed(self, visit: Visit, found: Found) -> Answer:
        """Return what the page answers to a form; a refusal is told on the page from which it came, as status 422."""
        try:
            return self._answered_once(visit, found)
        except Overtaken as fault:
            return self._overtaken(visit, found, Quicker.of(fault, visit.form))
        except StoreError as fault:
            return self._refused(visit, found, str(fault))
        except KeyError as missing:
            if visit.fields.get(str(missing.args[0])) is None and isinstance(missing.args[0], str):
                return self._refused(visit, found, f"The form lacks its field {missing.args[0]}. Load the page again")
            log.exception("%s could not be changed", found.page.path)
        except CampaignError as fault:
            return self._refused(visit, found, str(fault), getattr(fault, "faults", ()))
        except Exception:
            log.exception("%s could not be changed", found.page.path)
        return self._error(visit, 500, "The desk could not do that. The umpire's terminal gives the reason")

    def _answered_once(self, visit: Visit, found: Found) -> Answer:
        """Return what the page answers to a form; one sent again, or twice at once, is carried out once and gets
        the same answer.
        """
        if (beside := visit.hand_in) is None:
            return self._carried_out(visit, found.page)
        with self.desk.forms_at_work.alone(f"{beside.owner} {beside.key}"):
            answer = visit.answered_before()  # first: its success may have changed everything
            return answer if answer is not None else visit.remember_where(self._carried_out(visit, found.page))

    def _carried_out(self, visit: Visit, page: Page) -> Answer:
        """Return what the page answers to a form that was drawn for the present state. Raises Overtaken."""
        change = page.change
        assert change is not None
        visit.drawn_for = DrawnFor.NOTHING if visit.form.get("do", "") in page.aside else page.drawn_for
        if visit.person.is_umpire:
            with self.desk.reading(visit.person.viewer) as board:
                visit.require_current(board)
        return change(visit)

    def _overtaken(self, visit: Visit, found: Found, notice: Quicker) -> Answer:
        """Answer a form that was drawn for another state: nothing is done, and the page says what was done by whom."""
        if found.page.home:
            self.desk.receipts.overtaken(visit.person, notice)
            return visit.redirect(found.page.home)
        answer = self._refused(replace(visit, quicker=notice), found, notice.text)
        if answer.status == 409:
            return answer
        self.desk.receipts.overtaken(visit.person, notice)  # the page of the form is not there now
        return visit.redirect("/desk")

    def _refused(self, visit: Visit, found: Found, text: str, faults: tuple[str, ...] = ()) -> Answer:
        again = replace(visit, fault=in_browser(text), faults=faults, typed=visit.fields, fields={}, files={})
        answer = self._made(again, found)
        if answer.to:  # an address that shows nothing itself, such as that of Undo
            return self._error(visit, 422, text)
        return replace(answer, status=422) if answer.status == 200 else answer

    # serving --------------------------------------------------------------------------------------------------------

    def _served(self, request: Request, session: str, person: Person, answer: Answer) -> Response:
        """Return the answer with its slots filled for this window, packed if the browser takes that."""
        if answer.to:
            return RedirectResponse(answer.to, 303)
        content, headers = answer.content, {}
        if answer.kind == HTML:
            desk = self.desk
            has_receipt = desk.slots.receipt.encode() in content and "x-desk-part" not in request.headers
            content = desk.slots.fill(
                content,
                token=desk.people.token_of(session),
                mark=answer.file,
                receipt=desk.receipt_for(person, _place(request)) if has_receipt else "",
                here=desk.people.here_text() if person.is_umpire else "",
                here_of=desk.people.here_markup if person.is_umpire else lambda _: "",
                new_key=new_key,
            )
        elif answer.file:
            headers["content-disposition"] = (
                f"{_disposition(answer.kind)}; filename*=UTF-8''{quote(answer.file, safe='')}"
            )
        is_packed = len(content) >= PACKED_FROM and not answer.kind.startswith(_UNPACKED)
        if is_packed and "gzip" in request.headers.get("accept-encoding", ""):
            content, headers["content-encoding"] = gzip.compress(content, 6, mtime=0), "gzip"
        return Response(content, answer.status, headers, media_type=answer.kind)


def served_asset(assets: Assets, request: Request) -> Response:
    """Return the file that a request asks for, which its browser may keep for a year. Raises HTTPException."""
    asset = assets.at(request.path_params["digest"], request.path_params["name"])
    if asset is None:
        raise HTTPException(404)
    headers = {"cache-control": "public, max-age=31536000, immutable"}
    if asset.packed and "gzip" in request.headers.get("accept-encoding", ""):
        return Response(asset.packed, headers={**headers, "content-encoding": "gzip"}, media_type=asset.kind)
    return Response(asset.content, headers=headers, media_type=asset.kind)


def _key(person: Person, found: Found, query: dict[str, str]) -> Key:
    """Return the name under which a page is kept."""
    return person.eyes, whole_address(found.address, query.items())


def _place(request: Request) -> str:
    """Return the address of a page on the desk, with the words behind its question mark."""
    return f"{request.url.path}?{request.url.query}" if request.url.query else request.url.path


def _marked(answer: Answer, mark: str) -> Answer:
    """Return a page with its short name, which is put into its slot when it is served."""
    return replace(answer, file=mark) if answer.kind == HTML else answer


def _disposition(kind: str) -> str:
    return "inline" if kind.startswith(("application/pdf", "image/")) else "attachment"


def _fields(form: FormData) -> dict[str, tuple[str, ...]]:
    fields: dict[str, tuple[str, ...]] = {}
    for name, value in form.multi_items():
        if isinstance(value, str):
            fields[name] = (*fields.get(name, ()), value)
    return fields


async def _files(form: FormData) -> dict[str, tuple[Upload, ...]]:
    files: dict[str, tuple[Upload, ...]] = {}
    for name, value in form.multi_items():
        if isinstance(value, UploadFile) and value.filename:
            files[name] = (*files.get(name, ()), Upload(value.filename, await value.read()))
    return files
