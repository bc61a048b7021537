"""The situation map on paper and on a screen: everything once, nothing over anything else, nothing outside the
frame."""

from __future__ import annotations

import io
import re
from collections import Counter
from functools import cache
from itertools import combinations, pairwise
from math import dist
from xml.etree import ElementTree

import pytest
import specimens_situation as specimens
from hypothesis import given, settings
from hypothesis import strategies as st
from pypdf import PdfReader

from campaign.terms.ground import FeatureKind, RoadKind, Surface
from campaign.values import replace
from campaign.views.map.map import MapBattle, MapContact, MapCrossing, MapLine, MapPlace, MapRoad, MapUnit, SituationMap
from campaign.words.papers import Fact
from campaign_reports.areas import Area, clipped, guessed_coast, sea_off
from campaign_reports.map import Panelled, content_area, panelled_sheets, render_map, render_map_svg
from campaign_reports.map_chart import Chart, Extent, chart_for, round_scale
from campaign_reports.map_plan import MOST_EDGES, _heaviest, _windows, fights
from campaign_reports.map_sheet import Name, patched
from campaign_reports.map_trays import halves_of, stacks_of, tray_of
from campaign_reports.page import Paper
from campaign_reports.placing import MOST_WEIGHED, Board, Candidate, beside, everywhere, rings
from campaign_reports.type import fit

VIEWS = {
    "everything": specimens.everything,
    "worst": specimens.worst,
    "empty": specimens.empty,
    "bare": specimens.bare,
    "dense": lambda: specimens.dense(120),
}
EVERY = pytest.mark.parametrize(
    ("name", "paper"), [(name, paper) for name in VIEWS for paper in (Paper.A4, Paper.LETTER)], ids=str
)
SVG = "{http://www.w3.org/2000/svg}"


@cache
def pdf(name: str, paper: Paper = Paper.A4) -> bytes:
    return render_map(VIEWS[name](), paper)


@cache
def svg(name: str, paper: Paper = Paper.A4) -> str:
    return render_map_svg(VIEWS[name](), paper)


@cache
def sheets(name: str, paper: Paper = Paper.A4) -> list[Panelled]:
    return panelled_sheets(VIEWS[name](), paper)


def words_of(data: bytes) -> str:
    return " ".join(" ".join(page.extract_text() for page in PdfReader(io.BytesIO(data)).pages).split())


def texts(drawing: str) -> list[ElementTree.Element]:
    return list(ElementTree.fromstring(drawing).iter(f"{SVG}text"))


def lies_clear(panelled: Panelled) -> None:
    layout = panelled.sheet.layout
    for one, other in combinations(layout.boxes, 2):
        assert one.overlap(other) == 0, (one, other)
    for box in layout.boxes:
        assert layout.chart.frame.holds(box)


# what is on it


def drawn_on(panelled: Panelled) -> list[MapUnit]:
    return [cell.unit for tray, _ in panelled.sheet.layout.trays for cell in tray.cells]


@pytest.mark.long
def test_the_overview_shows_every_formation_once_and_no_unit_is_on_two_sheets() -> None:
    view, (overview, *others) = specimens.dense(120), sheets("dense")
    assert Counter(unit.label for unit in drawn_on(overview)) == Counter(sign.label for sign in view.formations)
    said = words_of(pdf("dense"))
    shown = Counter(unit.label for panelled in others for unit in drawn_on(panelled))
    assert len(shown) > 60 and set(shown.values()) == {1}
    for label in (unit.label for unit in view.units):  # who is on no sheet is in a list
        assert len(re.findall(rf"(?<!\w){re.escape(label)}(?!\w)", said)) == 1, label


def corridor() -> SituationMap:
    """A road of 100 km with a bridge every 10 km, troops at every place, and the enemy near only at two of them."""
    places = tuple(MapPlace(f"P{n}", (n * 10_000, 0)) for n in range(11))
    units = [MapUnit(specimens.symbol(n, 0), places[n % 11].at, 0, f"Own {n}") for n in range(110)]
    units += [
        MapUnit(specimens.symbol(n, 1), (places[at].at[0], 2500), 1, f"Foe {n}") for at in (2, 9) for n in range(9)
    ]
    units.append(MapUnit(replace(specimens.symbol(17, 1)), (50_000, 30_000), 1, "HQ far off"))
    bridges = tuple(MapCrossing(f"Bridge {n}", (n * 10_000 + 4000, 0), f"River {n}") for n in range(10))
    formations = specimens.signs(units)
    return replace(
        specimens.bare(), places=places, units=tuple(units), formations=formations, crossings=bridges, nobody=""
    )


def test_sheets_are_where_they_fight_and_not_round_a_lone_headquarters() -> None:
    """Two fights 70 km apart, a headquarters 30 km off the road: an overview and a sheet for each fight."""
    overview, *others = panelled_sheets(corridor(), Paper.A4)
    assert [panelled.sheet.letter for panelled in others] == ["A", "B"]
    seen = {unit.label for panelled in others for unit in drawn_on(panelled)}
    assert {f"Foe {n}" for n in range(9)} <= seen and "HQ far off" not in seen
    for panelled, at in zip(others, ((20_000, 0), (90_000, 0)), strict=True):
        chart = panelled.sheet.layout.chart
        assert chart.holds(at) and not chart.holds((50_000, 30_000))
        assert chart.one_in * 2 <= overview.sheet.layout.chart.one_in


def test_the_overview_has_every_crossing_and_its_number_is_explained_once() -> None:
    overview, *others = panelled_sheets(corridor(), Paper.A4)
    assert len(overview.sheet.layout.numbered) == 10
    assert others[0].sheet.layout.numbered
    assert not [block for panelled in others for block in panelled.blocks if block.title.startswith("Crossings")]
    said = words_of(render_map(corridor(), Paper.A4))
    for n in range(10):
        assert len(re.findall(rf"Bridge {n}\b", said)) == 1


@pytest.mark.long
def test_a_large_front_is_an_overview_and_three_sheets_at_most() -> None:
    assert 2 <= len(sheets("dense")) <= 4
    assert len(PdfReader(io.BytesIO(pdf("dense"))).pages) <= 4


def test_a_tray_that_finds_no_room_is_cut_in_two() -> None:
    units = tuple(MapUnit(specimens.symbol(n, 0), (0, 0), 0, f"U{n}") for n in range(5))
    (tray,) = map(tray_of, stacks_of(units))
    assert [[cell.unit for cell in half.cells] for half in halves_of(tray)] == [list(units[:3]), list(units[3:])]
    assert all(half.wide < tray.wide for half in halves_of(tray))
    (single,) = map(tray_of, stacks_of(units[:1]))
    assert halves_of(single) == []


def test_a_fight_weighs_by_units_near_an_enemy_battles_and_contacts() -> None:
    own, foe = specimens.symbol(1, 0), specimens.symbol(2, 1)
    units = (MapUnit(own, (0, 0), 0), MapUnit(foe, (8000, 0), 1), MapUnit(own, (30_000, 0), 0))
    view = replace(specimens.bare(), units=units)
    assert fights(view) == {(0, 0): 1, (8000, 0): 1}
    battle = MapBattle(1, "Ford", (30_000, 0), "proposed")
    assert fights(replace(view, battles=(battle,), contacts=(MapContact((0, 0), "10:00", ""),))) == {
        (0, 0): 6,
        (8000, 0): 1,
        (30_000, 0): 10,
    }


@pytest.mark.long
def test_a_unit_out_of_supply_bears_the_number_of_its_note_and_the_note_is_said_once() -> None:
    """The note stands once, whole, headed by the moment in the words of the supply state."""
    view = specimens.dense(120)
    notes = tuple(
        Fact(f"Division {n}", f"No open way to its corps: road {n} " + "is cut " * 40 + "here") for n in range(9)
    )
    units = tuple(replace(unit, note=n % 9 + 1) for n, unit in enumerate(view.units))
    view = replace(view, units=units, formations=specimens.signs(units), supply_notes=notes)
    parts = panelled_sheets(view, Paper.A4)
    assert {unit.note for panelled in parts for unit in drawn_on(panelled)} == set(range(1, 10))
    said = words_of(render_map(view, Paper.A4))
    for n, note in enumerate(notes):
        assert said.count(f"Division {n} {note.text}") == 1
    assert said.count("state now") == 1
    assert "out of supply: see the note of this number" in said


def test_a_march_shows_its_way_by_chevrons_and_a_leader_has_none() -> None:
    """In grey print they are told apart by shape."""
    view = specimens.everything()
    still = render_map_svg(replace(view, marches=()), Paper.A4)
    assert render_map_svg(view, Paper.A4).count("<path") - still.count("<path") > 5


def test_everything_of_the_view_is_said() -> None:
    said = words_of(pdf("everything"))
    for words in (
        "Ashford (Allied home edge)",
        "Birch Cross",
        "Coldbrook",
        "Dun Hill",
        "the Stour",
        "Hag Wood",
        "4 Rifles",
        "II/9",
        "4 h",
        "now",
        "09:40",
        "1 Bde: supply cut by armour battalion",
        "span blown bridge",
        "a minefield",
        "attack Dun Hill",
        "5 Rifles – armour, battalion",
        "3 Dun Hill",
        "route cut by armour",
        "19 September 1944, 10:00",
        "Operation Market Garden",
        "1 : 100 000",
        "Axis: double frame",
        "Allied supply, cut off",
        "bridge, destroyed",
        "ferry",
    ):
        assert words in said, words


def test_the_key_explains_only_what_is_there() -> None:
    said = words_of(pdf("empty"))
    assert "No unit of yours is on the map." in said
    for words in ("frame", "supply", "contact", "ferry", "minefield"):
        assert words not in said.replace("Supply", ""), words


@pytest.mark.long
def test_what_one_sheet_shows_the_others_point_to() -> None:
    parts = sheets("dense")
    assert [panelled.sheet.letter for panelled in parts][:2] == ["", "A"]
    assert [letter for letter, _, _ in parts[0].sheet.layout.insets] == [
        panelled.sheet.letter for panelled in parts[1:]
    ]
    said = words_of(pdf("dense"))
    assert "Sheet A" in said and "overview" in said
    assert any(
        re.fullmatch(r"\d+ on [A-Z]+", " ".join(name.label.lines))
        for panelled in parts
        for name in panelled.sheet.layout.elsewhere
    )


@pytest.mark.long
@pytest.mark.sample(2)
@pytest.mark.parametrize(("beyond", "shown"), [(0.3, True), (5.0, False)])
def test_an_overview_takes_in_the_rest_of_the_map_as_far_as_its_page_has_room(beyond: float, shown: bool) -> None:
    view = specimens.dense(120)
    before = panelled_sheets(view, Paper.A4)[0].sheet.extent
    far = MapPlace("Far", ((before.west + before.east) / 2, before.south - beyond * max(before.wide, before.high)))
    overview = panelled_sheets(replace(view, places=(*view.places, far)), Paper.A4)[0].sheet
    assert overview.content.insets and overview.extent.has(far.at) is shown


def test_long_notes_go_on_beside_the_next_sheet_and_are_all_there() -> None:
    said = words_of(pdf("worst"))
    for name in specimens.LONG[:3]:
        assert f"{name} route cut by" in said
    assert said.count("Крутой Яр Крутой Яр") == 4


@pytest.mark.long
def test_what_one_sheet_has_no_room_for_is_not_said_beside_another() -> None:
    crowd = tuple(MapPlace(f"Long Hamlet Number {n} on the Hill", (90 * n, 90 * n)) for n in range(40))
    view = specimens.dense(120)
    notes = tuple(Fact(f"Place {n}", "armour, battalion. 4 h") for n in range(120))
    parts = panelled_sheets(replace(view, places=(*view.places, *crowd), enemy_notes=notes), Paper.A4)
    assert any(panelled.sheet.layout.unnamed for panelled in parts)
    assert any(block.title == "Enemy, age of report, continued" for panelled in parts for block in panelled.blocks)
    for panelled in parts:
        lists = [block for block in panelled.blocks if block.title == "Places without room for a name"]
        assert len(lists) == (1 if panelled.sheet.layout.unnamed else 0)


def test_no_letter_of_a_name_is_struck_by_a_leader() -> None:
    own = (40.0, 40.0, 52.0, 44.0)
    name = Name(fit("Groesbeek", 80, 7.2), Area(50, 40, 40, 9), own)
    assert patched(name, [own, (0, 0, 100, 0)]) == name
    assert patched(name, [own, (60, 30, 70, 60)]).is_over


# how it lies


@pytest.mark.sample(4)
@EVERY
def test_nothing_lies_over_anything_else_and_nothing_is_cut_off(name: str, paper: Paper) -> None:
    for panelled in sheets(name, paper):
        lies_clear(panelled)
        frame = panelled.sheet.layout.chart.frame
        assert content_area(paper, landscape=panelled.sheet.landscape).grown(0.01).holds(frame)
        for column in panelled.columns:
            assert column.overlap(frame) == 0


@pytest.mark.sample(2)
@EVERY
def test_every_unit_finds_room(name: str, paper: Paper) -> None:
    assert [tray for panelled in sheets(name, paper) for tray in panelled.sheet.layout.homeless] == []


@pytest.mark.sample(4)
@EVERY
def test_no_word_leaves_the_paper_and_none_is_too_small_to_read(name: str, paper: Paper) -> None:
    drawing = ElementTree.fromstring(svg(name, paper))
    for page in drawing.findall(f"{SVG}g"):
        ground = page.find(f"{SVG}rect")
        assert ground is not None
        for text in page.iter(f"{SVG}text"):
            assert float(text.attrib["font-size"]) >= 6
            left = float(text.attrib["x"])
            assert left >= 14 and left + float(text.attrib.get("textLength", 3)) <= float(ground.attrib["width"]) - 14
            assert 14 <= float(text.attrib["y"]) <= float(ground.attrib["height"]) - 8


@pytest.mark.sample(4)
@EVERY
def test_the_drawing_says_what_the_paper_says(name: str, paper: Paper) -> None:
    letters = Counter("".join("".join(text.text or "" for text in texts(svg(name, paper))).split()))
    assert letters == Counter("".join(words_of(pdf(name, paper)).split()))


@pytest.mark.sample(4)
@EVERY
def test_the_same_view_gives_the_same_bytes(name: str, paper: Paper) -> None:
    assert render_map(VIEWS[name](), paper) == pdf(name, paper)
    assert render_map_svg(VIEWS[name](), paper) == svg(name, paper)


def test_a_tall_map_stands_and_a_broad_one_lies() -> None:
    unit = specimens.symbol(1, 0)

    def along(dx: int, dy: int) -> SituationMap:
        return replace(specimens.bare(), units=tuple(MapUnit(unit, (n * dx, n * dy), 0, f"U{n}") for n in range(5)))

    assert [panelled.sheet.landscape for panelled in panelled_sheets(along(0, 9000), Paper.A4)] == [False]
    assert [panelled.sheet.landscape for panelled in panelled_sheets(along(9000, 0), Paper.A4)] == [True]


def test_a_map_of_a_few_hundred_metres_fills_its_sheet_and_is_measured_in_metres() -> None:
    unit = specimens.symbol(1, 0)
    view = replace(
        specimens.bare(), units=tuple(MapUnit(unit, (n * 200, n * 100), 0, f"U{n}") for n in range(5)), places=()
    )
    (panelled,) = panelled_sheets(view, Paper.A4)
    chart = panelled.sheet.layout.chart
    (west, _), (east, _) = chart.at((0, 0)), chart.at((800, 400))
    assert east - west > 0.6 * chart.frame.wide
    assert {"100 m", "200 m", "500 m"} & set(re.findall(r">(\d+ m)<", render_map_svg(view, Paper.A4)))


# laws

coordinates = st.tuples(st.integers(-60_000, 60_000), st.integers(-60_000, 60_000))
labels = st.text("abcdefghijkl ABCÄÖß12345/жщ", min_size=1, max_size=28)


@st.composite
def situations(draw: st.DrawFn) -> SituationMap:
    places = tuple(
        MapPlace(draw(labels), draw(coordinates), is_objective=draw(st.booleans()), is_hill=draw(st.booleans()))
        for _ in range(draw(st.integers(0, 12)))
    )
    numbers = st.tuples(st.integers(0, 11), st.integers(0, 11))
    ends = (
        [(places[a % len(places)], places[b % len(places)]) for a, b in draw(st.lists(numbers, max_size=12))]
        if places
        else []
    )
    roads = tuple(
        MapRoad(draw(st.sampled_from(list(RoadKind))), Surface.ROAD, (a.at, b.at), a.name, b.name, 5000)
        for a, b in ends
    )
    spots = st.one_of(st.sampled_from([place.at for place in places]), coordinates) if places else coordinates
    units = tuple(
        MapUnit(specimens.symbol(n, side), draw(spots), side, draw(labels), draw(st.sampled_from(["", "4 h"])))
        for n, side in enumerate(draw(st.lists(st.integers(0, 1), max_size=25)))
    )
    crossings = tuple(MapCrossing(draw(labels), draw(spots), draw(labels)) for _ in range(draw(st.integers(0, 4))))
    coast = MapLine(FeatureKind.COAST, tuple(draw(st.lists(coordinates, min_size=2, max_size=5))), draw(labels))
    return replace(
        specimens.bare(),
        places=places,
        roads=roads,
        units=units,
        formations=specimens.signs(units),
        crossings=crossings,
        lines=(coast,),
    )


@pytest.mark.long
@settings(max_examples=40, deadline=None)
@given(situations(), st.sampled_from([Paper.A4, Paper.LETTER]))
def test_on_any_map_no_two_labels_meet_and_every_symbol_is_in_the_frame(view: SituationMap, paper: Paper) -> None:
    parts = panelled_sheets(view, paper)
    for panelled in parts:
        lies_clear(panelled)
    for n, panelled in enumerate(parts):
        missing = [cell.unit for tray in panelled.sheet.layout.homeless for cell in tray.cells]
        expected = panelled.sheet.content.units
        assert sorted(map(id, drawn_on(panelled) + missing)) == sorted(map(id, expected))
        if len(parts) > 1 and n == 0:
            assert expected == view.formations
    on_sheets = [id(unit) for panelled in parts[len(parts) > 1 :] for unit in panelled.sheet.content.units]
    assert len(on_sheets) == len(set(on_sheets))


@given(coordinates, st.integers(1, 200_000), st.integers(1, 200_000), st.sampled_from((0.0, 22.0, 44.0)))
def test_what_is_charted_lies_within_its_rim_at_a_round_scale(
    corner: tuple[int, int], wide: int, high: int, rim: float
) -> None:
    frame = Area(40, 70, 500, 700)
    chart = chart_for(Extent(corner[0], corner[1], corner[0] + wide, corner[1] + high), frame, rim)
    for point in (corner, (corner[0] + wide, corner[1] + high)):
        assert frame.grown(0.01 - rim).has(chart.at(point))
    assert round_scale(chart.one_in) == chart.one_in


def test_north_is_up_and_a_kilometre_is_as_long_as_the_scale_says() -> None:
    chart = Chart(Area(0, 0, 200, 100), (1000.0, 1000.0), 100_000)
    assert chart.at((1000, 1000)) == (100, 50)
    (x, y), (x2, y2) = chart.at((2000, 1000)), chart.at((1000, 2000))
    assert (x - 100, 50 - y) == (pytest.approx(28.3465, abs=1e-3), 0)
    assert (x2 - 100, 50 - y2) == (0, pytest.approx(28.3465, abs=1e-3))


# placing

FRAME = Area(0, 0, 400, 300)


def test_a_spot_is_never_on_what_is_taken_and_rather_off_a_line() -> None:
    board = Board(FRAME)
    board.take(Area(100, 90, 60, 20))
    first = board.best(beside((98, 100), 30, 8, clear=4))
    assert first is not None and first.right <= 98
    board.draw([(0, 100, 98, 100)], 1.0)
    second = board.best(beside((98, 100), 30, 8, clear=4))
    assert second is not None and not (second.y < 100 < second.low and second.x < 98)


def test_where_all_is_taken_there_is_no_spot() -> None:
    board = Board(FRAME)
    board.take(FRAME)
    assert board.best(rings((200, 150), 20, 20, clear=5, reach=100)) is None
    assert board.best(everywhere(board, FRAME, (200, 150), 20, 20)) is None


def test_the_free_spots_of_a_frame_are_those_that_are_free_one_by_one() -> None:
    board, spot = Board(FRAME), (200.0, 150.0)
    for n in range(12):
        board.take(Area(n * 31 % 370, n * 47 % 270, 40, 25))
    tried = [Area(2 + 9 * column, 2 + 9 * row, 30, 20) for column in range(42) for row in range(32)]
    free = sorted(filter(board.is_free, tried), key=lambda area: dist(area.nearest(spot), spot))
    assert 0 < len(free) < len(tried)
    assert [found.area for found in everywhere(board, FRAME, spot, 30, 20)] == free[:MOST_WEIGHED]


def test_a_leader_does_not_cross_another_if_there_is_another_way() -> None:
    board = Board(FRAME)
    board.lead((150, 0, 150, 300))
    area = board.best(
        [Candidate(Area(240, 90, 20, 20), 100.0), Candidate(Area(20, 90, 20, 20), 110.0)], leader_to=(110.0, 100.0)
    )
    assert area == Area(20, 90, 20, 20)


def test_a_line_is_clipped_into_its_pieces() -> None:
    assert clipped([(-10, 10), (10, 10), (10, -10), (30, -10), (30, 10)], FRAME) == [
        [(0, 10), (10, 10), (10, 0)],
        [(30, 0), (30, 10)],
    ]


def test_the_sea_is_where_nobody_lives() -> None:
    coast, dry = [(0.0, 100.0), (400.0, 110.0)], [(200.0, 200.0)]
    assert min(y for _, y in sea_off(FRAME, coast, dry)) == 0
    assert max(y for _, y in sea_off(FRAME, coast, [(200.0, 20.0)])) == 300
    assert sea_off(FRAME, [(100.0, 100.0), (200.0, 110.0)], dry)[:1] != []
    assert sea_off(FRAME, coast, [(200.0, 200.0), (200.0, 20.0)]) == []


def test_where_the_map_s_coast_ends_the_sea_has_a_dashed_edge() -> None:
    """Straight on to the frame; a coast that comes from the frame needs none at that end."""
    assert guessed_coast(FRAME, [(0.0, 100.0), (200.0, 100.0)]) == [[(200.0, 100.0), (FRAME.right, 100.0)]]
    assert guessed_coast(FRAME, [(0.0, 100.0), (FRAME.right, 110.0)]) == []


def test_a_road_network_is_drawn_thin_and_marks_only_where_something_is_going_on() -> None:
    few = specimens.dense(8)
    across = 60
    junctions = tuple(MapPlace(f"J{n}", (n % across * 225 + 7, n // across * 225 + 7)) for n in range(across * across))
    roads = tuple(
        MapRoad(RoadKind.SECONDARY, Surface.ROAD, (a.at, b.at), a.name, b.name, 150)
        for a, b in pairwise(junctions)
        if a.at[1] == b.at[1]
    )
    crowded = replace(few, places=(*few.places, *junctions), roads=roads)
    first = panelled_sheets(crowded, Paper.A4)[0].sheet.layout
    assert first.crowd > 1000 and not first.unnamed
    standing = {unit.at for unit in few.units} | {march.points[-1] for march in few.marches}
    assert all(place.is_objective or place.home_of or place.at in standing for place in first.places)
    said = words_of(render_map(crowded, Paper.A4))
    assert f"{first.crowd} places where nothing is going on are not marked" in " ".join(said.split())
    assert len(said) < 20_000


POINTS = st.tuples(st.integers(0, 40), st.integers(0, 40))


@given(st.dictionaries(POINTS, st.integers(1, 9), min_size=1), st.dictionaries(POINTS, st.integers(1, 9)))
def test_the_sheet_of_a_part_is_the_window_with_the_most_battle_then_the_most_troops(
    battles: dict[tuple[int, int], int], troops: dict[tuple[int, int], int]
) -> None:
    windows = list(_windows({*battles, *troops}, 12.5, 8.0))
    weighed = [
        tuple(sum(weight for at, weight in of.items() if window.has(at)) for of in (battles, troops))
        for window in windows
    ]
    assert _heaviest(windows, battles, troops) == windows[weighed.index(max(weighed))]


class CountedNumber(int):
    """A number that counts how often numbers of its kind are compared."""

    compared = 0

    def __lt__(self, other: float) -> bool:
        CountedNumber.compared += 1
        return int(self) < other

    def __le__(self, other: float) -> bool:
        CountedNumber.compared += 1
        return int(self) <= other


def comparisons(spots: int) -> int:
    """Return the comparisons of numbers by which the sheet of a part is chosen on a front with so many spots."""
    front = {(CountedNumber(1000 * n), CountedNumber(7 * n)): 1 for n in range(spots)}
    CountedNumber.compared = 0
    _heaviest(_windows(front, 20_000.0, 10_000.0), front)
    return CountedNumber.compared


def test_the_work_to_choose_a_sheet_does_not_grow_as_the_cube_of_the_troops() -> None:
    """Each spot is looked at a few times for each edge that is tried, and not for each window between them."""
    for spots in (MOST_EDGES, 8 * MOST_EDGES):
        assert MOST_EDGES < comparisons(spots) < 10 * MOST_EDGES * spots
