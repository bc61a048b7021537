"""A text of 10,000 lines of orders against bare parsing: processor time of reading sound lines, lines that name nothing,
and of trying and recording sound orders.

Bare: each line matched by the pattern of the verbs and its words looked up in a table of names, which is the least that a
reader of such lines does. The unit names and places are those of Operation Brevity.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path
from time import process_time

from campaign import api
from campaign.actions.order_messages import Message, TakeOrders
from campaign.actions.order_sentence import VERB
from campaign.actions.order_text import read_lines
from campaign.exchange.letters import Line, read_letter
from campaign.journal import reading
from campaign.journal.record import preview
from campaign.queries.orders.order_names import OrderNames
from campaign.rules.common.dice import Seeded
from campaign.store import Store, opened
from campaign.terms.viewer import UMPIRE
from campaign.terms.words import plain
from tests.benchmarks.measure import against_floor

LINES = 10_000
ORDERS = 1_000
SOUND = (
    "3rd Coldstream Guards: hold",
    "2nd Royal Tank march Musaid via Bir Wair",
    "1st Durham LI attack Sidi Azeiz; from 1.3",
    "2nd Scots Guards will march to Halfaya Pass, top in turn 1.2",
)


def sound(n: int) -> str:
    """A line that is an order."""
    return SOUND[n % len(SOUND)]


def strange(n: int) -> str:
    """A line that names a unit of another campaign."""
    return f"{n}th Lancers attack Halfaya Pass, top"


def bare(lines: list[str], names: OrderNames) -> int:
    """Match each line, and look up the words before and after its verb."""
    known = {plain(label) for table in (names.units, names.ground) for label, _ in table.labels}
    found = 0
    for line in lines:
        match = VERB.search(line)
        if match is not None:
            found += plain(line[: match.start()]) in known
            found += plain(line[match.end() :]) in known
    return found


def read(line: Callable[[int], str], store: Store) -> None:
    """Reading alone, against the bare matching of the same lines."""
    text = "\n".join(map(line, range(LINES)))
    with reading(store) as board:
        names = OrderNames.of(board, UMPIRE, "")

        def work() -> list[object]:
            return list(read_lines(read_letter("x.txt", text.encode()).lines, OrderNames.of(board, UMPIRE, "")))

        against_floor(
            f"orders: read, {line.__name__} lines",
            work,
            "bare parsing",
            lambda: bare(text.splitlines(), names),
            runs=3,
            aim="small and the same for each line",
            clock=process_time,
            size=LINES,
        )


def take(store: Store) -> None:
    """Sound orders carried out on a copy of the campaign as one entry, against reading them."""
    lines = [Line(n, sound(n)) for n in range(ORDERS)]
    with reading(store) as board:
        names = OrderNames.of(board, UMPIRE, "")
    orders = tuple(order for line in read_lines(lines, names) for order in line.orders)
    command = TakeOrders("1.1", (Message("", orders),))
    against_floor(
        "orders: carry out",
        lambda: preview(store, None, command, source=Seeded("1"), actor="umpire"),
        "reading them",
        lambda: read_lines(lines, names),
        runs=3,
        aim="small and the same for each order",
        clock=process_time,
        size=ORDERS,
    )


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "campaign.db")
        api.start("operation-brevity", file, seed="1941").close()
        with opened(file, write=False) as open_store:
            read(sound, open_store)
            read(strange, open_store)
        with opened(file, write=True) as open_store:
            take(open_store)
