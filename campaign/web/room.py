"""The local network: where this machine is in it, and whether phones can reach the desk there.

listening(host, port) -> socket      .open(addresses)  .close()  .network    of a Room
"""

from __future__ import annotations

import ipaddress
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Protocol

from campaign.errors import Refused
from campaign.values import dataclass, field
from campaign.web.network import WAITS, Network, network

if TYPE_CHECKING:
    from campaign.web.desk import Desk


def addresses_in_the_room() -> tuple[str, ...]:
    """Return this machine's addresses in its local networks, the one used by default first."""
    addresses: dict[str, None] = {}
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # nothing is sent: this asks which address would be used
            addresses[probe.getsockname()[0]] = None
        except OSError:
            pass
    try:
        for _, _, _, _, where in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET):
            addresses[str(where[0])] = None
    except OSError:
        pass
    return tuple(address for address in addresses if is_of_a_room(address))


def is_of_a_room(address: str) -> bool:
    """Return whether an address is one of a local network."""
    ip = ipaddress.ip_address(address)
    return ip.is_private and not ip.is_loopback and not ip.is_unspecified


def local_name() -> str:
    """Return the name under which many networks find this machine, as ``laptop.local``."""
    return f"{socket.gethostname().split('.')[0].casefold()}.local"


def listening(host: str, port: int) -> socket.socket:
    """Return a socket that listens. Raises Refused if the port is taken, with the way out."""
    listener = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET, socket.SOCK_STREAM)
    if sys.platform != "win32":
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except OSError as fault:
        listener.close()
        raise Refused(
            f"port {port} is used by another program, perhaps by another desk. Close that program, or choose "
            f"another port: --port {port + 1}. Phones keep typed text for one port only, so use the same port "
            "each evening"
        ) from fault
    listener.listen(128)
    return listener


class Server(Protocol):
    """A server that can listen on further sockets while it runs."""

    def listen_also(self, listener: socket.socket) -> None:
        """Take connections on another socket, too."""

    def listen_no_more(self, listeners: Iterable[socket.socket]) -> None:
        """Take no more connections on these sockets."""


@dataclass(slots=True)
class Room:
    """The local network: closed at first, opened and closed from the Players page."""

    desk: Desk
    port: int
    server: Server | None = None
    addresses: tuple[str, ...] = ()
    clock: Callable[[], float] = time.monotonic
    _opened: float = 0.0
    _alarm: threading.Timer | None = None
    _sockets: list[socket.socket] = field(default_factory=list)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    @property
    def is_open(self) -> bool:
        """Return whether phones can reach the desk."""
        return bool(self.addresses)

    @property
    def network(self) -> Network:
        """Return whether phones have come, and what to do if none has."""
        return network(self.port, is_reached=self.desk.doors.is_reached, seconds=self.clock() - self._opened)

    def open(self, addresses: Iterable[str] = ()) -> tuple[str, ...]:
        """Listen on the local network, too. Returns the addresses, as people type them. Raises Refused if there is no
        network, and behind a proxy.
        """
        with self._lock:
            if self.is_open:
                return self.addresses
            if self.desk.is_behind_proxy:
                raise Refused(
                    "players reach this desk through a proxy. Start the desk without --proxy to open it to people "
                    "in the room"
                )
            hosts = tuple(addresses) or addresses_in_the_room()
            if not hosts:
                raise Refused(
                    "this computer is not in a local network. Join the club's Wi-Fi, or open a hotspot on "
                    "this computer or a phone, then try again"
                )
            listeners = [listening(host, self.port) for host in hosts]
            names = tuple(f"{host}:{self.port}" for host in (*hosts, local_name()))
            self.desk.doors.open_for(names)
            if self.server is not None:
                for listener in listeners:
                    self.server.listen_also(listener)
            self._sockets = listeners
            self.addresses = names
            self._listen_for_others()
        self.desk.noted()  # pages that show how phones come in are made anew
        return names

    def _listen_for_others(self) -> None:
        """Let the page of players be made anew when the first other machine comes, or when none has come for long."""
        look_again = self.desk.people.look_again
        self.desk.doors.when_reached = look_again
        self._opened = self.clock()
        self._alarm = threading.Timer(WAITS, look_again)
        self._alarm.daemon = True
        self._alarm.start()

    def close(self) -> None:
        """Listen on this machine only."""
        with self._lock:
            if self._alarm is not None:
                self._alarm.cancel()
            self.desk.doors.close_for(self.addresses)
            self.desk.people.end_streams_of(self.addresses)
            if self.server is not None:
                self.server.listen_no_more(self._sockets)
            self._sockets, self.addresses = [], ()
        self.desk.noted()
