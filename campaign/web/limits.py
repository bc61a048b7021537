"""Limits on tries: links, sheet codes and three words cannot be guessed at the speed of a machine.

limit.allows(address)     counts a try; False once this network has had its tries
limit.delay()             seconds that every try waits while very many come from everywhere
"""

from __future__ import annotations

import ipaddress
import threading
import time
from collections import deque
from collections.abc import Callable
from typing import Final

from campaign.values import dataclass, field

MOST_NETWORKS: Final = 5_000
"""Most networks whose tries are remembered."""
SLOWED_BY: Final = 3.0
"""Seconds that a try waits while very many come from everywhere, right or wrong."""
HOUR: Final = 3600.0


def network_of(address: str) -> str:
    """Return the network that an address belongs to as far as tries are counted: an IPv4 address by itself, of an IPv6
    address the first 64 bits, of which a single house has all the rest.
    """
    try:
        ip = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address or "?"
    if isinstance(ip, ipaddress.IPv6Address):
        mapped = ip.ipv4_mapped
        return str(mapped) if mapped is not None else str(ipaddress.ip_network((ip, 64), strict=False))
    return str(ip)


@dataclass(slots=True)
class Limit:
    """At most ``each`` tries from one network in ``seconds``. After ``altogether`` in an hour from all of them every
    further try waits a while, but no network is shut out by what others do.
    """

    each: int
    seconds: float
    altogether: int
    clock: Callable[[], float] = time.monotonic
    _by_address: dict[str, deque[float]] = field(default_factory=dict)
    """Tries by network, the network with the latest try last."""
    _all: deque[float] = field(default_factory=deque)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def allows(self, address: str) -> bool:
        """Count a try from an address, and return whether it is within the limit of its network."""
        now, network = self.clock(), network_of(address)
        with self._lock:
            tries = self._by_address.pop(network, deque())
            self._by_address[network] = tries
            _drop_before(tries, now - self.seconds)
            if len(self._by_address) > MOST_NETWORKS:
                del self._by_address[next(iter(self._by_address))]
            if len(tries) >= self.each:
                return False
            tries.append(now)
            self._all.append(now)
            return True

    def delay(self) -> float:
        """Return the seconds that a try has to wait now."""
        with self._lock:
            _drop_before(self._all, self.clock() - HOUR)
            return SLOWED_BY if len(self._all) > self.altogether else 0.0

    def forgive(self, address: str) -> None:
        """Count the last try from an address no longer: it succeeded."""
        with self._lock:
            for tries in (self._by_address.get(network_of(address)), self._all):
                if tries:
                    tries.pop()


def _drop_before(tries: deque[float], moment: float) -> None:
    while tries and tries[0] <= moment:
        tries.popleft()


def for_coming_in(clock: Callable[[], float] = time.monotonic) -> Limit:
    """Return the limit on wrong links, codes and words: five in ten minutes from one network; beyond 600 an hour from
    all of them each try is slowed.
    """
    return Limit(5, 600.0, 600, clock)
