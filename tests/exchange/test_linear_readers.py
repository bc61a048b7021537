"""Every reader of text takes twice the work for twice the lines, sound ones and those that it cannot read.

The work is counted in calls, of our functions and of the libraries', not in seconds.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from contextlib import suppress
from cProfile import Profile
from functools import partial
from pathlib import Path

import pytest

from campaign import api
from campaign.actions.order_messages import TakeOrders
from campaign.actions.order_text import MOST_IN_FULL, read_lines
from campaign.cli.order_files import AT_ONCE, try_rows
from campaign.errors import BadFile, CampaignError, Refused
from campaign.exchange.check import check_files
from campaign.exchange.foreign.convert import convert
from campaign.exchange.foreign.wishes import Wishes
from campaign.exchange.house_file import check_house
from campaign.exchange.letters import read_letter
from campaign.exchange.returns.file import read_faulty
from campaign.journal import reading
from campaign.order_papers import MOST_LINES, Answer, HandIn, answers, paper_of
from campaign.queries.orders.order_names import OrderNames
from campaign.rules.tabletop.brevity.returns import FIELDS
from campaign.store import opened
from campaign.terms.viewer import UMPIRE
from campaign.verbs.orders import GiveOrder
from tests.harness.packed_originals import NET

Read = Callable[[Path], object]
FEW = 40
"""Lines of the first of three files; the others have twice and four times as many."""


def calls_of(work: Callable[[], object]) -> int:
    """How many calls a piece of work makes. A refusal is a result, too."""
    with Profile() as watched, suppress(CampaignError):
        work()
    return sum(function.callcount for function in watched.getstats())


def converted(path: Path) -> object:
    return convert([path], Wishes(leave_out=True))


def checked(path: Path) -> object:
    return check_files([path])


def letter(path: Path) -> object:
    return read_letter(path.name, path.read_bytes())


def returned(path: Path) -> object:
    return read_faulty(path, FIELDS)


def rows(line: str, n: int) -> str:
    """The line n times, with its number and the one after it."""
    return "".join(line.format(i, i + 1) + "\n" for i in range(n))


def numbered(line: str, n: int) -> bytes:
    """The same with numbers that no row has."""
    return "".join(f"{line.format(100_000 + i)}\n" for i in range(n)).encode()


def lines_of_geojson(n: int) -> str:
    points = [[5 + i / 100, 50 + i % 3 / 100] for i in range(n + 1)]
    lines = [{"type": "LineString", "coordinates": points[i : i + 2]} for i in range(n)]
    left_out = [{"type": "Feature", "properties": {}, "geometry": {"type": "Polygon", "coordinates": []}}] * n
    roads = [{"type": "Feature", "properties": {"name": f"R{i}"}, "geometry": line} for i, line in enumerate(lines)]
    return json.dumps({"type": "FeatureCollection", "features": [*roads, *left_out]})


def lines_by_hand(n: int) -> str:
    """A road that n tracks cross without a common point, and n towns beside it."""
    roads = [[[5, 50], [5 + n / 100, 50]]] + [
        [[5 + i / 100 + 0.005, 49.99], [5 + i / 100 + 0.005, 50.01]] for i in range(n)
    ]
    features = [
        {"type": "Feature", "properties": {"highway": "track"}, "geometry": {"type": "LineString", "coordinates": line}}
        for line in roads
    ]
    features += [
        {
            "type": "Feature",
            "properties": {"name": f"T{i}"},
            "geometry": {"type": "Point", "coordinates": [5 + i / 100, 50.001]},
        }
        for i in range(n)
    ]
    return json.dumps({"type": "FeatureCollection", "features": features})


_HEAD = "name,under,arm,size,men,side,nation\n2nd Brigade,,,brigade,,Allied,british\n"
_MAIL = "MIME-Version: 1.0\nContent-Type: text/{}\n\n"
READERS: dict[str, tuple[str, Read, Callable[[int], str]]] = {
    "order of battle": (
        "o.txt",
        converted,
        lambda n: "nation: british\n1st Division\n" + rows("  {} Rifles: 700 men", n),
    ),
    "order of battle, not understood": (
        "o.txt",
        converted,
        lambda n: "nation: british\n1st Division\n" + rows("  what is {}?", n),
    ),
    "sketch": (
        "s.txt",
        converted,
        lambda n: "B0 is 9 km N of A by highway\n" + rows("B{1} is 9 km N of B{0} by highway", n),
    ),
    "sketch, not understood": (
        "s.txt",
        converted,
        lambda n: "B is 9 km N of A by track\nC is 3 km E of A by track\n" + rows("what {} is here", n),
    ),
    "table": ("t.csv", converted, lambda n: _HEAD + rows("{} Rifles,2nd Brigade,infantry,battalion,700,,", n)),
    "table, not understood": (
        "t.csv",
        converted,
        lambda n: _HEAD + rows("{} Rifles,{} Nobody,infntry,batalion,7x00,,", n),
    ),
    "marks": (
        "m.csv",
        converted,
        lambda n: "x,y,name\n" + rows("{0}0,7,P{0}", n + 1) + "scale,P0,P1,14 km\n" + rows("road,P{},P{},highway", n),
    ),
    "map in GeoJSON": ("g.geojson", converted, lines_of_geojson),
    "map drawn by hand": ("h.geojson", converted, lines_by_hand),
    "map in KML": (
        "k.kml",
        converted,
        lambda n: (
            "<kml>"
            + rows(
                "<Placemark><LineString><coordinates>5.{0:04},50 5.{1:04},50</coordinates></LineString></Placemark>", n
            )
            + "</kml>"
        ),
    ),
    "map in YAML": (
        "map.yaml",
        checked,
        lambda n: (
            "places:\n"
            + rows("  p{0}: {{name: P{0}, at: [{0}, 7]}}", n + 1)
            + "roads:\n"
            + rows("  - {{between: [p{}, p{}]}}", n)
        ),
    ),
    "battalions in YAML": (
        "o.yaml",
        checked,
        lambda n: (
            "order of battle:\n  allied:\n    - division: D\n      battalions:\n"
            + rows("        - {{battalion: {} Rifles, arm: infantry, men: 700}}", n)
        ),
    ),
    "settings": ("h.yaml", check_house, lambda n: "house:\n" + rows("  x{}: 3", n)),
    "return": ("r.yaml", returned, lambda n: "battle: C\nside: allied\nlines:\n" + rows("  {}: spent", n)),
    "return, not understood": (
        "r.yaml",
        returned,
        lambda n: "battle: C\nside: allied\nlines:\n" + rows("  {}: spnet", n),
    ),
    "mail": ("m.eml", letter, lambda n: _MAIL.format("plain; format=flowed") + rows("{} Rifles: hold ", n)),
    "mail, quoted": (
        "m.eml",
        letter,
        lambda n: _MAIL.format("plain") + rows("> On 3 May {} Ann wrote:\n{} Rifles hold", n),
    ),
    "mail in HTML": ("m.eml", letter, lambda n: _MAIL.format("html") + "<div>" * n + rows("<p>{} Rifles hold<br>", n)),
}


@pytest.mark.parametrize("name", READERS)
def test_twice_the_lines_are_twice_the_work(name: str, tmp_path: Path) -> None:
    file, read, text = READERS[name]
    path, work = tmp_path / file, []
    for n in (FEW, FEW, 2 * FEW, 4 * FEW):  # the first fills what is kept between two readings
        path.write_text(text(n), encoding="utf-8")
        work.append(calls_of(lambda: read(path)))
    _, few, twice, four = work
    assert four > few, "nothing was read"
    assert four - twice <= 2.3 * (twice - few)


def test_a_network_of_numbers(tmp_path: Path) -> None:
    """A TNTP network, whose points are in a second file."""
    work = []
    for n in (FEW, FEW, 2 * FEW, 4 * FEW):
        (tmp_path / "x_node.tntp").write_text(rows("{0} 5.{0:04} 50.{1:04}", n + 1), encoding="utf-8")
        head = NET.partition("~")[0]
        (tmp_path / "x_net.tntp").write_text(head + rows("{} {} 900 7 ;", n), encoding="utf-8")
        work.append(calls_of(lambda: converted(tmp_path / "x_net.tntp")))
    _, few, twice, four = work
    assert twice < four <= twice + 2.3 * (twice - few)


@pytest.fixture(scope="module")
def tiny_db(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Operation Brevity, before its first turn."""
    path = tmp_path_factory.mktemp("orders") / "campaign.db"
    api.start("operation-brevity", path, seed="1941").close()
    return path


ORDERS = {
    "sound": ("3rd Coldstream Guards march Musaid via Bir Wair", 150),
    "a unit that nobody has": ("{}th Lancers attack Halfaya top", 600),
    "a place that nobody has": ("3rd Coldstream Guards march to Nowhere {}", 350),
    "prose": ("line {} is about the march over the hill and back", 1500),
}
"""A line of orders, and the most calls that it may take; with 32 units and 20 places, a look at each for a word that
none of them has."""
DEAR = ("a unit that nobody has", "prose")
"""Similar names are looked for as for a place that nobody has, in more of them."""


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.long] if name in DEAR else []) for name in ORDERS]
)
def test_a_line_of_orders_costs_the_same_however_many_there_are(name: str, tiny_db: Path) -> None:
    """Names are looked up once; similar ones are looked for in the first lines that cannot be read only."""
    line, most = ORDERS[name]
    with opened(tiny_db, write=False) as store, reading(store) as board:
        work = []
        for n in (2, MOST_IN_FULL, 2 * MOST_IN_FULL, 4 * MOST_IN_FULL):  # the first fills what is kept
            lines, names = read_letter("x", numbered(line, n)).lines, OrderNames.of(board, UMPIRE, "")
            work.append(calls_of(partial(read_lines, lines, names)))
        _, few, twice, four = work
        assert few < twice < four <= twice + 2.3 * (twice - few)
        assert (four - twice) / (2 * MOST_IN_FULL) <= most


def test_the_first_lines_name_what_they_may_have_meant_and_the_others_say_what_is_wrong(tiny_db: Path) -> None:
    with opened(tiny_db, write=False) as store, reading(store) as board:
        lines = read_letter("x", b"4th Coldstream Guards: hold\n" * (MOST_IN_FULL + 1)).lines
        read = read_lines(lines, OrderNames.of(board, UMPIRE, ""))
    assert "Did you mean 3rd Bn Coldstream Guards" in read[MOST_IN_FULL - 1].fault
    assert read[MOST_IN_FULL].fault == "there is no unit called '4th Coldstream Guards'"


def test_a_text_of_thousands_of_lines_is_no_letter_with_orders(tiny_db: Path) -> None:
    paper = paper_of("long.txt", b"3rd Coldstream Guards: hold\n" * (MOST_LINES + 1))
    refused = pytest.raises(BadFile, match=r"long\.txt has 5,001 lines, but at most 5,000 lines are read. Send")
    with opened(tiny_db, write=False) as store, reading(store) as board, refused:
        answers(board, UMPIRE, [paper], HandIn())


def tried(n: int, wrong: Sequence[int]) -> tuple[Answer, int]:
    """What is left of n rows, some of them refused, and how many entries were tried."""
    entries = list[int]()
    bad = {str(row) for row in wrong}

    class Trial:
        def give(self, command: TakeOrders) -> None:
            entries.append(len(command.messages[0].orders))
            if any(order.unit in bad for order in command.messages[0].orders):
                raise Refused("he is engaged")

    answer = Answer("a.txt", rows=[(f"line {row}", (GiveOrder(str(row), "hold"),)) for row in range(n)])
    try_rows(Trial(), answer, "1.1")  # type: ignore[arg-type]
    return answer, len(entries)


@pytest.mark.parametrize(
    ("wrong", "given"), [((), 2), ((0,), 14), ((0, AT_ONCE - 1), 24), (range(AT_ONCE // 2), 6 + AT_ONCE + 1)]
)
def test_orders_are_tried_together_and_only_those_with_a_refused_one_in_parts(wrong: Sequence[int], given: int) -> None:
    """128 rows in two entries where all are sound; every refused row is found, the others are kept in their order."""
    answer, entries = tried(2 * AT_ONCE, wrong)
    assert [label for label, _ in answer.rows] == [f"line {n}" for n in range(2 * AT_ONCE) if n not in wrong]
    assert (answer.faults, answer.untried) == ([f"line {n}: he is engaged" for n in wrong], 0)
    assert entries == given


@pytest.mark.parametrize("n", [MOST_IN_FULL, AT_ONCE, 2 * AT_ONCE, MOST_LINES])
def test_many_refused_rows_end_the_trial(n: int) -> None:
    """However many are refused, the first of them say what is wrong."""
    answer, entries = tried(n, range(n))
    assert (len(answer.faults), answer.untried, answer.rows) == (MOST_IN_FULL, n - MOST_IN_FULL, [])
    assert entries <= 60


@pytest.mark.parametrize("every", [2, 3, 7, AT_ONCE])
def test_scattered_refused_rows_end_the_trial_too(every: int) -> None:
    answer, entries = tried(MOST_LINES, range(0, MOST_LINES, every))
    assert len(answer.faults) == MOST_IN_FULL
    assert len(answer.rows) + MOST_IN_FULL + answer.untried == MOST_LINES
    assert entries <= MOST_IN_FULL * 13
