"""The guard at the door: which addresses are served, where forms may come from, how large they may be, and what every
answer says to the browser.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from typing import Any, Final

from campaign.terms.words import is_number
from campaign.values import dataclass

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

LOOPBACK: Final = "127.0.0.1"
"""Address of this machine for itself."""
OF_THIS_MACHINE: Final = frozenset({LOOPBACK, "localhost", "[::1]"})
"""Names of a machine for itself."""
_OWN: Final = ("script", "style", "font", "img", "connect", "manifest")
_NONE: Final = ("form-action 'self'", "base-uri 'none'", "frame-ancestors 'none'")
POLICY: Final = "; ".join(["default-src 'none'", *(f"{kind}-src 'self'" for kind in _OWN), *_NONE])
"""Nothing but the desk's own files is loaded, nothing runs within a page, and no other site can show one."""
HEADERS: Final = (
    (b"content-security-policy", POLICY.encode()),
    (b"referrer-policy", b"same-origin"),
    (b"x-content-type-options", b"nosniff"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(self), microphone=(), geolocation=()"),
)
"""``referrer-policy`` is not ``no-referrer``: then a form without script would send ``Origin: null``."""


@dataclass(slots=True)
class Doors:
    """The names under which this desk is reached (``host:port``), and the scheme in front of them."""

    hosts: frozenset[str]
    scheme: str = "http"
    of_the_room: frozenset[str] = frozenset()
    """Those names among them under which the room reaches the desk; none while it is closed."""
    is_of_a_proxy: bool = False
    """Whether only a proxy connects (``OnlyFrom``), and brings everyone else's requests."""
    is_reached: bool = False
    """Whether another machine has come since the room was opened."""
    when_reached: Callable[[], None] | None = None
    """Called when the first one comes."""

    def knows(self, host: str) -> bool:
        """Return whether a request for this host is for the desk, not for another name that leads here."""
        return host.casefold() in self.hosts

    def lets_in(self, host: str, *, is_from_here: bool) -> bool:
        """Return whether a request for this host is served. Without a proxy, one that did not come to this machine's
        own address comes from the room: only while that is open, and never by a name of this machine for itself.
        """
        name = host.casefold()
        if is_from_here or self.is_of_a_proxy:
            return name in self.hosts
        return bool(self.of_the_room) and name in self.hosts and name.rpartition(":")[0] not in OF_THIS_MACHINE

    def is_own(self, origin: str) -> bool:
        """Return whether a form comes from a page of the desk itself."""
        scheme, _, host = origin.partition("://")
        return scheme == self.scheme and self.knows(host)

    def serve_as(self, host: str) -> None:
        """Answer requests that name this host, besides those of before."""
        self.hosts = self.hosts | {host.casefold()}

    def meet(self, scope: Scope) -> None:
        """Note a request of another machine while the room is open, also one that is refused for the name it asks for:
        the network has let it through.
        """
        client, server = (scope.get(end) or ("",) for end in ("client", "server"))
        if not self.of_the_room or self.is_reached or client[0] in ("", server[0]):
            return
        self.is_reached = True
        if self.when_reached is not None:
            self.when_reached()

    def open_for(self, hosts: Iterable[str]) -> None:
        """Let the room in, by these names."""
        self.is_reached = False
        self.of_the_room = frozenset(host.casefold() for host in hosts)
        self.hosts = self.hosts | self.of_the_room

    def close_for(self, hosts: Iterable[str]) -> None:
        """Let the room in no longer: these names are not served."""
        self.hosts = self.hosts - {host.casefold() for host in hosts}
        self.of_the_room = frozenset()


@dataclass(slots=True)
class Guard:
    """An application in front of the pages: a wrong host or a foreign form never gets farther."""

    app: App
    doors: Doors
    largest: Callable[[str], int]
    """Function from an address to the most bytes that may be posted there."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        self.doors.meet(scope)

        async def signed(message: Message) -> None:
            if message["type"] == "http.response.start":
                names = {name for name, _ in message["headers"]}
                message["headers"] = [
                    *message["headers"],
                    *HEADERS,
                    *([] if b"cache-control" in names else [(b"cache-control", b"no-store")]),
                    *([(b"strict-transport-security", b"max-age=31536000")] if self.doors.scheme == "https" else []),
                ]
            await send(message)

        if not self.doors.lets_in(headers.get(b"host", ""), is_from_here=is_from_here(scope)):
            await _refuse(signed, 421, "This desk does not have that address. Use the address that the umpire gave you")
            return
        if scope["method"] not in ("GET", "HEAD", "POST"):
            await _refuse(signed, 405, "The desk accepts only requests by GET and POST")
            return
        if scope["method"] == "POST":
            if not self.doors.is_own(headers.get(b"origin", "")):
                await _refuse(
                    signed, 403, "This form does not come from a page of the desk. Open the desk and try again"
                )
                return
            most = self.largest(scope["path"])
            length = headers.get(b"content-length", "")
            if length and not (is_number(length) and int(length) <= most):
                await _refuse(signed, 413, f"This is too large. You can hand in at most {most // 1000} kB here")
                return
            receive = _limited(receive, most)
        await self.app(scope, receive, signed)


def is_from_here(scope: Scope) -> bool:
    """Return whether a request came to this machine's own address: from a browser or a proxy on it."""
    server = scope.get("server")
    return server is None or server[0] in (LOOPBACK, "localhost", "::1")


@dataclass(slots=True)
class OnlyFrom:
    """An application that takes connections from some addresses alone: those of a proxy, and of this machine."""

    app: App
    addresses: frozenset[str]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request, of which nothing has been believed yet."""
        if scope["type"] == "http" and (scope.get("client") or ("",))[0] not in self.addresses:
            await _refuse(send, 421, "You cannot reach this desk directly. Use the address that the umpire gave you")
            return
        await self.app(scope, receive, send)


class TooLarge(Exception):
    """The error of a form that goes on beyond what may be posted."""


def _limited(receive: Receive, most: int) -> Receive:
    taken = 0

    async def limited() -> Message:
        nonlocal taken
        message = await receive()
        taken += len(message.get("body", b""))
        if taken > most:
            raise TooLarge(f"What you sent is too large. You can hand in at most {most // 1000} kB here")
        return message

    return limited


async def _refuse(send: Send, status: int, text: str) -> None:
    body = text.encode()
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
