"""The map for a screen: what stands in it, for whom, how large it is, and that equal views give equal bytes."""

import gzip
import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest

from campaign.errors import BadInput
from campaign.journal import reading
from campaign.queries.map.map import situation_map
from campaign.situation.army import load_army
from campaign.situation.names import viewer_named
from campaign.situation.players import seats_of
from campaign.store import open_store
from campaign.terms.viewer import UMPIRE
from campaign.values import replace
from campaign.views.map.map import MapUnit, SituationMap
from campaign.web.map_counts import MOST_SIGNS
from campaign.web.map_list import RowKind, map_list
from campaign.web.screen_map import LAYERS, Links, RoutePill, ScreenRoute, Selection, draw_map
from campaign_reports.areas import Area
from tests.reports import specimens_situation as specimens

SVG = "{http://www.w3.org/2000/svg}"
LINKS = Links(
    unit=lambda key: f"/units/{key}",
    place=lambda name: f"/map?place={name}",
    battle=lambda number: f"/battles/{number}",
    frame=lambda frame: f"/map?centre={frame.centre[0]},{frame.centre[1]}&metres={frame.metres_wide}",
    sightings="/sightings",
)
LIMIT = 8_000
"""Bytes of the umpire's map of the whole front, packed."""


@pytest.fixture(scope="module")
def views(first_battle: Path) -> dict[str, SituationMap]:
    """Return the maps of the umpire, of a side and of a commander."""
    store, maps = open_store(first_battle, write=False), {}
    with reading(store) as board:
        for who in ("umpire", "Axis", "Erskine"):
            maps[who] = situation_map(board, viewer_named(load_army(board), who, seats_of(board)))
    store.close()
    return maps


def drawn(view: SituationMap, wide: int = 610, high: int = 620, **more: object) -> str:
    """Return the map with the sides numbered as in the campaign; the plain one of a view is drawn once."""
    plain = (id(view), wide, high)
    if not more and plain in _DRAWN:
        return _DRAWN[plain][1]
    names = sorted(side.name for side in view.sides)
    svg = draw_map(
        view, wide=wide, high=high, side_numbers={name: n for n, name in enumerate(names)}, links=LINKS, **more
    )  # type: ignore[arg-type]
    if not more:
        _DRAWN[plain] = view, svg
    return svg


_DRAWN: dict[tuple[int, int, int], tuple[SituationMap, str]] = {}
"""Plain maps by view and size, with the view, so that no other gets its id."""


def links_of(svg: str) -> Iterator[ElementTree.Element]:
    return ElementTree.fromstring(svg).iter(f"{SVG}a")


def test_the_whole_front_is_small(views: dict[str, SituationMap]) -> None:
    assert len(gzip.compress(drawn(views["umpire"]).encode(), 6, mtime=0)) < LIMIT
    assert len(gzip.compress(drawn(views["Erskine"], 390, 260).encode(), 6, mtime=0)) < LIMIT * 3 / 4


@pytest.mark.sample(3)
@pytest.mark.parametrize("who", ["umpire", "Axis", "Erskine"])
def test_every_place_sign_and_battle_is_a_link_with_a_name(views: dict[str, SituationMap], who: str) -> None:
    view = views[who]
    found = list(links_of(drawn(view, metres_wide=400_000, centre=(0, 0))))
    assert all(link.get("aria-label") and link.get("href") for link in found)
    shown = {link.get("data-place") for link in found} - {None}
    assert {"Sollum (lower town)", "Halfaya Pass, top"} <= shown <= {place.name for place in view.places}
    keys = {link.get("data-unit") for link in found} | {
        key for link in found for key in (link.get("data-units") or "").split()
    }
    assert keys - {None} == {unit.key for unit in view.units if unit.key}
    assert {link.get("href") for link in found if link.get("data-battle")} == {"/battles/1"}
    for link in found:
        if key := link.get("data-unit"):
            assert link.get("href") == f"/units/{key}"


def test_links_come_in_reading_order(views: dict[str, SituationMap]) -> None:
    rows = [
        (int(float(target.get("y", "0")) // 70), link.get("data-place"))
        for link in links_of(drawn(views["umpire"]))
        if link.get("data-place") and (target := link.find(f"{SVG}rect")) is not None
    ]
    assert len(rows) > 5
    assert all(after[0] >= before[0] - 1 for before, after in pairwise(rows))


def test_nothing_needs_a_style_or_a_script(views: dict[str, SituationMap]) -> None:
    svg = drawn(views["umpire"], selection=Selection("ii_panzer_regiment_5"))
    assert " style=" not in svg
    assert "<script" not in svg
    assert not re.search(r"#[0-9a-f]{6}\b", svg), "colours are tokens of the page"
    assert set(re.findall(r"var\(--([a-z0-9]+)\)", svg)) <= {
        *("land", "ink", "ink2", "ink3", "sea", "shore", "grid", "rough", "amber", "dark", "hair"),
        *("side0", "side1", "tint0", "tint1"),
    }


def test_layers_are_groups_that_can_be_hidden(views: dict[str, SituationMap]) -> None:
    svg = drawn(views["umpire"], hidden=("zones", "supply"))
    assert {f'class="layer-{name}"' in svg for name in LAYERS if name != "zones"} == {True}
    assert 'class="layer-zones"' in drawn(views["Axis"])
    assert ElementTree.fromstring(svg).get("class") == "map no-supply no-zones"
    with pytest.raises(BadInput, match="'woods' is not a layer"):
        drawn(views["umpire"], hidden=("woods",))


def test_sides_have_the_colours_of_the_campaign_and_the_frames_of_the_reader(views: dict[str, SituationMap]) -> None:
    umpire, axis = drawn(views["umpire"]), drawn(views["Axis"])
    assert 'fill="var(--tint1)"' in umpire.split("</defs>")[0], "the umpire's second side is in double frames"
    assert 'fill="var(--tint0)"' not in umpire.split("</defs>")[0]
    assert 'fill="var(--tint0)"' in axis.split("</defs>")[0], "the Axis reader has the Allies in double frames"
    assert 'fill="var(--tint1)"' not in axis.split("</defs>")[0]


def test_equal_views_give_equal_bytes(views: dict[str, SituationMap], first_battle: Path) -> None:
    store = open_store(first_battle, write=False)
    with reading(store) as board:
        again = situation_map(board, UMPIRE)
    store.close()
    assert drawn(again) == drawn(views["umpire"])


def test_two_maps_on_a_page_share_no_id(views: dict[str, SituationMap]) -> None:
    first, second = (set(re.findall(r' id="([^"]+)"', drawn(views["umpire"], prefix=p))) for p in ("m", "n"))
    assert first
    assert not first & second
    svg = drawn(views["umpire"])
    assert {*re.findall(r'href="#([^"]+)"', svg), *re.findall(r"url\(#([^)]+)\)", svg)} <= first


def test_a_player_gets_nothing_of_an_unseen_unit(views: dict[str, SituationMap]) -> None:
    svg, view = drawn(views["Erskine"], 1034, 800), views["Erskine"]
    own = {unit.label for unit in view.units}
    for unit in views["umpire"].units:
        if unit.label not in own:
            assert unit.label not in svg
            assert unit.key not in svg
    axis = drawn(views["Axis"])
    for unit in views["umpire"].units:
        if unit.side == 0:
            assert unit.key not in axis, "a sighted enemy has no key"
            assert not any(row.key == unit.key for row in map_list(views["Axis"]))


def test_the_selected_unit_and_place_are_marked(views: dict[str, SituationMap]) -> None:
    svg = drawn(views["umpire"], selection=Selection("ii_panzer_regiment_5", "Musaid"))
    marked = [link for link in links_of(svg) if "sel" in (link.get("class") or "").split()]
    assert {link.get("data-unit") or link.get("data-place") for link in marked} == {"ii_panzer_regiment_5", "Musaid"}
    assert len(marked) == 2
    assert all("var(--amber)" in ElementTree.tostring(link, "unicode") for link in marked)


def test_a_route_follows_the_roads_between_its_places(views: dict[str, SituationMap]) -> None:
    pills = (RoutePill("leaves 10:00", "Sidi Suleiman"), RoutePill("13:52 Bir Wair", (-1327, 4225)))
    route = ScreenRoute(("Sidi Suleiman", "Halfaya Pass, top", (-1327, 4225)), pills)
    svg = drawn(views["umpire"], route=route)
    assert "leaves 10:00</text>" in svg
    assert "13:52 Bir Wair</text>" in svg
    assert '<g class="route"><path' in svg
    with pytest.raises(BadInput, match="'Tobruk'"):
        drawn(views["umpire"], route=ScreenRoute(("Tobruk", "Musaid")))


def test_buttons_on_the_map_keep_their_area_free(views: dict[str, SituationMap]) -> None:
    free = Area(0, 520, 100, 100)
    for link in links_of(drawn(views["umpire"], reserved=(free,))):
        if link.get("data-unit"):
            target = link.find(f"{SVG}rect")
            assert target is not None
            assert (
                float(target.get("x", "0")) > 98 or float(target.get("y", "0")) + float(target.get("height", "0")) < 522
            )


@pytest.mark.sample(3)
@pytest.mark.parametrize("count", [130, 300, 1000])
def test_an_overfull_piece_joins_neighbours_to_signs_with_a_count(count: int) -> None:
    view = specimens.dense(count)
    units = [replace(unit, key=f"u{n}", formation=f"{n // 4} Bde") for n, unit in enumerate(view.units)]
    svg = drawn(replace(view, units=tuple(units)))
    found = [link for link in links_of(svg) if link.get("data-unit") or link.get("data-units")]
    assert len(found) <= MOST_SIGNS
    shown = [key for link in found for key in (link.get("data-unit") or link.get("data-units") or "").split()]
    assert len(shown) == len(set(shown)), "nobody is counted twice"
    joined = [link for link in found if link.get("data-units")]
    assert joined
    assert all(str(link.get("href")).startswith("/map?centre=") for link in joined)
    assert any("×" in str(link.get("aria-label")) or "units" in str(link.get("aria-label")) for link in joined)


def test_battalions_of_one_formation_on_a_narrow_map_are_one_sign(views: dict[str, SituationMap]) -> None:
    labels = [str(link.get("aria-label")) for link in links_of(drawn(views["Erskine"], 320, 240))]
    assert any(re.match(r"7 Armd Bde ×\d: ", label) for label in labels)


@pytest.mark.parametrize(
    "view",
    [specimens.everything(), specimens.worst(), specimens.empty(), specimens.bare()],
    ids=["everything", "worst", "empty", "bare"],
)
@pytest.mark.parametrize("size", [(320, 200), (610, 620), (1440, 900)])
def test_any_map_is_well_formed(view: SituationMap, size: tuple[int, int]) -> None:
    root = ElementTree.fromstring(drawn(view, *size))
    assert root.get("viewBox") == f"0 0 {size[0]} {size[1]}"
    assert len(str(root.get("data-frame")).split()) == 4


def test_names_are_escaped() -> None:
    view = specimens.bare()
    unit = MapUnit(specimens.symbol(1, 0), (0, 0), 0, 'A & "B" <C>', key='a"&<')
    svg = drawn(replace(view, units=(unit,)))
    assert [link.get("data-unit") for link in links_of(svg) if link.get("data-unit")] == ['a"&<']


def test_the_list_holds_what_the_map_shows(views: dict[str, SituationMap]) -> None:
    view = views["Axis"]
    rows = map_list(view)
    kinds = [row.kind for row in rows]
    assert kinds == sorted(kinds, key=["battle", "contact", "cut", "supply", "unit", "place", "crossing"].index)
    assert [row.name for row in rows if row.kind is RowKind.PLACE] == sorted(
        (place.name for place in view.places), key=str.casefold
    )
    units = [row for row in rows if row.kind is RowKind.UNIT]
    assert len(units) == len(view.units)
    assert all(row.where for row in units)
    [capuzzo] = [row for row in rows if row.name == "Fort Capuzzo"]
    assert capuzzo.text.startswith("in Axis hands, scores")
    assert any(
        row.name == "Allied motor infantry battalion" and row.text == "seen 4\N{NO-BREAK SPACE}h ago" for row in units
    )
