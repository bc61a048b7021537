"""Serving the desk: the port, the addresses, the browser, and Ctrl-C.

campaign desk                      this machine only
Open for this room                 the local network too, on the same port
campaign desk --proxy https://...  behind a proxy on a club's server
campaign desk --address ...        the address that links and codes carry, where there are several
"""

from __future__ import annotations

import ipaddress
import logging
import os
import re
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

import uvicorn
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from campaign.errors import BadInput, Refused
from campaign.web.app import application
from campaign.web.guard import LOOPBACK, OF_THIS_MACHINE, Doors, OnlyFrom
from campaign.web.room import Room, listening

if TYPE_CHECKING:
    import asyncio
    from types import FrameType

    from campaign.web.desk import Desk

PORTS_TRIED: Final = 20
LAST_PORT: Final = 65535
ENDS_WITHIN: Final = 3
"""Seconds that open requests get when the desk closes."""
MOST_LETTERS: Final = 253
"""Most letters of a machine's name."""
_USUAL_PORTS: Final = {"http": 80, "https": 443}
"""Ports that a browser leaves out."""
_LABEL: Final = re.compile(r"(?!-)[a-z0-9-]{1,63}(?<!-)")


def own_doors(port: int) -> Doors:
    """Return the names by which a desk is reached from this machine."""
    return Doors(frozenset(f"{host}:{port}" for host in OF_THIS_MACHINE))


def proxy_doors(address: str) -> Doors:
    """Return the one name by which a desk behind a proxy is reached. Raises BadInput for another kind of text."""
    parts = urlsplit(address)
    if parts.scheme not in ("http", "https") or not parts.netloc or parts.path.strip("/"):
        raise BadInput(f"--proxy {address} is not the address of a site. Write it like https://club.example")
    usual = f":{_USUAL_PORTS[parts.scheme]}"
    return Doors(frozenset({parts.netloc.casefold().removesuffix(usual)}), parts.scheme, is_of_a_proxy=True)


def listening_for(proxy: str, trusted: str) -> str:
    """Return the address at which the desk listens: this machine's own, or every one for a proxy on another machine,
    whose address is ``trusted``. Raises BadInput for one that is none, or without a proxy.
    """
    if not trusted:
        return LOOPBACK
    if not proxy:
        raise BadInput(
            f"--trusted {trusted} names a proxy, so players need that proxy's address. Give it too: --proxy "
            "https://club.example"
        )
    try:
        ip = ipaddress.ip_address(trusted)
    except ValueError as fault:
        raise BadInput(f"--trusted {trusted} is not an IP address. Write it like 10.0.0.1") from fault
    if ip.is_loopback:
        return LOOPBACK
    return "0.0.0.0" if ip.version == 4 else "::"


def address_of_links(text: str, port: int, doors: Doors) -> str:
    """Return the address that links and codes begin with, whole, and serve its name, too. ``text``: a machine's name or
    number, with a port if it is not the desk's; with a scheme it is another's address, such as a proxy's. Raises
    BadInput.
    """
    wrong = BadInput(
        f"--address {text!r} is not the address of a computer. Write it like 192.168.1.20, laptop.local:{port} "
        "or https://club.example"
    )
    has_scheme = "://" in text
    try:
        parts = urlsplit(text.strip() if has_scheme else f"http://{text.strip()}")
        typed_port = parts.port
    except ValueError:
        raise wrong from None
    host = (parts.hostname or "").casefold()
    if parts.scheme not in _USUAL_PORTS or parts.username is not None or not is_host(host):
        raise wrong
    if parts.path.strip("/") or parts.query or parts.fragment or typed_port == 0:
        raise wrong
    if parts.scheme != doors.scheme:
        way = "add --proxy with that address" if parts.scheme == "https" else f"write it with {doors.scheme}://"
        raise BadInput(
            f"--address {text!r} has the wrong beginning, because players reach this desk by {doors.scheme}."
            f" To correct it, {way}"
        )
    usual = _USUAL_PORTS[parts.scheme]
    used = typed_port or (usual if has_scheme else port)
    name = f"[{host}]" if ":" in host else host
    address = name if used == usual else f"{name}:{used}"
    doors.serve_as(address)
    return f"{parts.scheme}://{address}"


def is_host(host: str) -> bool:
    """Return whether a text is a machine's number or name to which something can be sent."""
    try:
        ip = ipaddress.ip_address(host)
    except ValueError:
        labels = host.split(".")
        return len(host) <= MOST_LETTERS and all(map(_LABEL.fullmatch, labels)) and not labels[-1].isdigit()
    return not ip.is_unspecified and not ip.is_multicast


def listening_from(host: str, first: int) -> socket.socket:
    """Return a socket that listens on the first free port from this one on. Raises Refused if all that are tried are
    taken.
    """
    for port in range(first, min(first + PORTS_TRIED, LAST_PORT + 1)):
        with suppress(Refused):
            return listening(host, port)
    return listening(host, first)


def other_port(asked: int, taken: int) -> str:
    """Return what the umpire is told of a desk that is not at its usual port; nothing of one that is."""
    if asked == taken:
        return ""
    return (
        f"Port {asked} is taken, probably by a desk that is still open, so this desk uses port {taken}. Phones "
        "keep typed text for one port only. For an evening with players, close the other desk with Ctrl-C in "
        "its terminal and start this desk again"
    )


class EndingServer(uvicorn.Server):
    """A server that ends in order when it is told to, by Ctrl-C or as a service of the machine."""

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        super().handle_exit(sig, frame)
        if sig != signal.SIGINT:  # else it would be raised once more after serving, before the desk has closed
            self._captured_signals.clear()


class DeskServer(EndingServer):
    """A server that ends its event streams first when it is told to end, and can listen on further sockets."""

    def __init__(self, config: uvicorn.Config, desk: Desk) -> None:
        super().__init__(config)
        self.desk = desk
        self.is_ready = threading.Event()
        self._also: dict[int, asyncio.AbstractServer] = {}

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """End: say goodbye to every window, then stop."""
        self.desk.is_closing = True
        self.desk.people.say_goodbye()
        super().handle_exit(sig, frame)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to listen, and let the browser be opened."""
        import asyncio

        await super().startup(sockets=sockets)
        self._loop = asyncio.get_running_loop()
        self.is_ready.set()

    def listen_also(self, listener: socket.socket) -> None:
        """Take connections on another socket, too. Called from a page's thread."""
        import asyncio

        async def begin() -> None:
            def protocol() -> asyncio.Protocol:
                made: Any = self.config.http_protocol_class
                return made(config=self.config, server_state=self.server_state, app_state=self.lifespan.state)  # type: ignore[no-any-return]

            server = await self._loop.create_server(protocol, sock=listener, backlog=self.config.backlog)
            self.servers.append(server)
            self._also[listener.fileno()] = server

        asyncio.run_coroutine_threadsafe(begin(), self._loop).result(10.0)

    def listen_no_more(self, listeners: Iterable[socket.socket]) -> None:
        """Take no more connections on these sockets. The guard refuses what comes through those that are open. Called
        from a page's thread.
        """
        import asyncio

        async def end(server: asyncio.AbstractServer) -> None:
            server.close()

        for listener in listeners:
            server = self._also.pop(listener.fileno(), None)
            if server is not None:
                asyncio.run_coroutine_threadsafe(end(server), self._loop).result(10.0)


def server_for(desk: Desk, *, proxy: str = "", trusted: str = "") -> DeskServer:
    """Return the server of a desk, not running yet. A ``proxy`` alone may connect, from this machine or from the
    ``trusted`` address, and is believed about the addresses of visitors.
    """
    app: Any = application(desk)
    if proxy:
        near = frozenset({str(ipaddress.ip_address(trusted or LOOPBACK))})  # as the connection will name it
        believing: Any = ProxyHeadersMiddleware(app, trusted_hosts=sorted(near))
        app = OnlyFrom(believing, near | {LOOPBACK, "::1"})
    return DeskServer(quiet_config(app), desk)


def quiet_config(app: Any) -> uvicorn.Config:
    """Return how an application is served here: one process, no lines of its own, no word of what serves it."""
    logging.getLogger("uvicorn.error").setLevel(logging.WARNING)
    return uvicorn.Config(
        app,
        http="h11",
        ws="none",
        loop="asyncio",
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        date_header=True,
        proxy_headers=False,
        timeout_graceful_shutdown=ENDS_WITHIN,
        timeout_keep_alive=30,
        h11_max_incomplete_event_size=64_000,
    )


def serve(
    desk: Desk,
    listener: socket.socket,
    *,
    say: Callable[[str], None],
    opens_browser: bool,
    opens_room: bool = False,
    proxy: str = "",
    trusted: str = "",
) -> None:
    """Serve a desk until Ctrl-C. ``say`` prints a line to the umpire's terminal."""
    host, port = listener.getsockname()[:2]
    server = server_for(desk, proxy=proxy, trusted=trusted)
    desk.room = Room(desk, port, server)
    address = proxy.rstrip("/") or f"http://{host}:{port}"
    link = f"{address}/in/{desk.people.umpire_link()}"
    with_browser = opens_browser and not proxy and can_show_a_browser()
    say(f"{desk.title} is open at {address}" + ("" if proxy else " (only this computer can open it)"))
    say(f"Umpire: {link}" + ("  (opened in your browser; works once)" if with_browser else "  (works once)"))
    say("Players: the Players page invites them; Open for this room lets phones in")
    say("Ctrl-C closes the desk; nothing is lost")
    if opens_room:
        threading.Thread(target=_open_room, args=(server, desk.room, say), daemon=True).start()
    if with_browser:
        threading.Thread(target=_open_browser, args=(server, link), daemon=True).start()
    desk.watch()
    try:
        server.run(sockets=[listener])
    except KeyboardInterrupt:
        pass
    finally:
        desk.close()
    say("The desk is closed.")


def _open_browser(server: DeskServer, link: str) -> None:
    if server.is_ready.wait(10.0):
        webbrowser.open(link)


def _open_room(server: DeskServer, room: Room, say: Callable[[str], None]) -> None:
    if server.is_ready.wait(10.0):
        try:
            say(f"Open for this room: {', '.join(f'http://{address}' for address in room.open())}")
        except Refused as fault:
            say(str(fault))


def can_show_a_browser() -> bool:
    """Return whether a browser can be shown here: not over SSH, and not on a Linux machine without a screen."""
    if os.environ.get("SSH_CONNECTION"):
        return False
    return sys.platform in ("win32", "darwin") or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
