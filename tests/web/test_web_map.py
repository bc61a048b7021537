"""The map's page: what stands in its panel, orders by pointing without a script, looking back, and what nobody is sent."""

from __future__ import annotations

import gzip
import re
import shutil
from html import unescape
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest

from campaign.api import Adjust, GiveOrder, open_campaign
from campaign.journal.transaction import reading
from campaign.model import Order
from campaign.web.map_asked import WIDTHS, _size
from campaign.web.player_rights import set_rights
from tests.web.visitors import Hall, Visitor, hall_on

GUARDS = "/map?unit=3_coldstream_guards"
TO_BIR_WAIR = f"{GUARDS}&order=march&to=Bir+Wair"
PAGE_LIMIT = 15_000
"""Bytes of a page, packed."""


@pytest.fixture
def umpire(hall: Hall) -> Visitor:
    return hall.umpire()


@pytest.fixture
def looking_umpire(reading_room: Hall) -> Visitor:
    """An umpire who changes nothing."""
    return reading_room.umpire()


@pytest.fixture
def looking_erskine(reading_room: Hall) -> Visitor:
    """A player who changes nothing."""
    return reading_room.commander("erskine", side="allied")


@pytest.fixture
def erskine(hall: Hall) -> Visitor:
    return hall.commander("erskine", side="allied", player="Ann")


def order_of(hall: Hall, unit: str) -> list[tuple[str, str]]:
    """The orders written for a battalion: turn and kind."""
    with reading(hall.desk.reader, None) as board:
        rows = [row for row in board.rows(Order) if row.key == f"battalion:{unit}"]
        return sorted((f"{row.day}.{row.turn}", row.kind.value) for row in rows)


def link(page: httpx.Response, **facts: str) -> str:
    """The address of the link of the page's map that has this attribute: ``unit``, ``place``."""
    for name, value in facts.items():
        found = re.search(rf'<a [^>]*href="([^"]*)"[^>]*data-{name}="{re.escape(value)}"', page.text)
        assert found, f"no link of the map to the {name} {value}"
        return unescape(found[1])
    raise AssertionError


def words(page: httpx.Response) -> str:
    """The page without its markup."""
    text = re.sub(r"<svg.*?</svg>|<[^>]+>", " ", page.text, flags=re.S)
    return " ".join(unescape(text).split())


# the panel


def test_the_panel_says_why_a_unit_is_out_of_supply_and_what_would_help(looking_umpire: Visitor) -> None:
    page = looking_umpire.get("/map?unit=2_rifle_brigade")
    text = words(page)
    assert "2nd Bn Rifle Brigade" in text
    assert "engaged in battle 1" in text
    assert "Why the unit is out of supply" in text
    assert "even without the enemy the route is too long: 34.3 km" in text
    assert "OB-SUP-05" in text
    assert "What would help" in text
    assert "34.3 km, 1.73 march moves, limit one march move" in page.text
    assert "The only order it can take is to withdraw" in text


def test_the_panel_names_the_enemies_that_would_have_to_go(umpire: Visitor, hall: Hall, campaign_file: Path) -> None:
    """Russell's group is reached by the track past Sidi Suleiman: an enemy there cuts it off."""
    with open_campaign(campaign_file) as brevity:
        brevity.give(Adjust("krad_15", "for a test", at="Bir el Khireigat"))
    hall.catch_up()
    text = words(umpire.get("/map?unit=2_rtr"))
    assert "Why the unit is out of supply" in text
    assert "drive away" in text.partition("What would help")[2]
    assert "Krad" in text.partition("What would help")[2]


def test_a_player_sees_his_own_and_orders_no_neighbour(looking_erskine: Visitor) -> None:
    page = looking_erskine.get(GUARDS)
    assert "3rd Bn Coldstream Guards" in words(page)
    assert "New order" in words(page)
    neighbour = looking_erskine.get("/map?unit=2_rifle_brigade")
    assert neighbour.status_code in (200, 404)
    assert "New order" not in neighbour.text
    assert "Withdraw" not in words(neighbour)


def test_a_place_has_its_holder_and_its_units(looking_umpire: Visitor) -> None:
    text = words(looking_umpire.get("/map?place=Bir+Wair"))
    assert "In Allied hands" in text
    assert "1 DLI" in text


def test_the_list_holds_everything_on_the_map(looking_umpire: Visitor) -> None:
    text = words(looking_umpire.get("/map"))
    for name in ("Battles and contacts 3", "Units 28", "Places 25", "HQ Herff", "Halfaya Pass, top"):
        assert name in text


@pytest.mark.long
def test_layers_are_hidden_by_the_form_without_a_script(looking_umpire: Visitor) -> None:
    page = looking_umpire.press("/map", "Show these layers", layers=["", "supply", "scores"])
    assert 'class="map no-marches no-zones no-contacts"' in page.text
    assert 'class="map"' in looking_umpire.get("/map").text
    assert looking_umpire.press("/map", "Show these layers", layers="").text.count("no-supply") >= 1


def test_the_umpire_looks_as_a_side(looking_umpire: Visitor, looking_erskine: Visitor) -> None:
    page = looking_umpire.get(f"{GUARDS}&eyes=axis")
    assert page.status_code == 200
    assert "This side does not know the unit." in page.text
    assert "New order" not in looking_umpire.get(f"{GUARDS}&eyes=allied").text
    assert "3 CG" not in looking_umpire.get("/map?eyes=axis").text
    assert looking_erskine.get("/map?eyes=axis").text.count("3 CG") == looking_erskine.get("/map").text.count("3 CG")


# orders by pointing


def test_unit_destination_enter_without_a_script(hall: Hall, erskine: Visitor) -> None:
    page = erskine.get("/map")
    page = erskine.get(link(page, unit="3_coldstream_guards"))
    page = erskine.get(link(page, place="Halfaya Pass, top"))
    assert "10.7 km" in words(page)
    assert "11:55" in words(page)
    assert 'class="route"' in page.text
    assert "leaves 10:00" in page.text
    assert page.text.count("b pri") == 1
    done = erskine.press_on(page, "Give the order", aim="Close up")
    assert done.status_code == 200
    assert "3rd Bn Coldstream Guards: march Halfaya Pass, top, from turn 1.3 on" in done.text
    assert "order=" not in str(done.url)
    assert ("1.3", "march") in order_of(hall, "3_coldstream_guards")
    assert "Close up" in words(done)


@pytest.mark.long
def test_other_routes_are_chosen_by_links_and_drawn(umpire: Visitor) -> None:
    page = umpire.get(TO_BIR_WAIR)
    assert "This replaces: march to Halfaya Pass, top" in words(page)
    rows = re.findall(r'<a class="pick( on)?" href="([^"]*)"', page.text)
    assert [bool(on) for on, _ in rows] == [True, False, False]
    other = umpire.get(unescape(rows[2][1]))
    assert "19.7 km" in words(other)
    assert "15:34 Bir Wair" in other.text
    again = re.findall(r'<a class="pick( on)?" href="([^"]*)"', other.text)
    assert [bool(on) for on, _ in again] == [False, False, True], "the routes keep their order"
    assert "Not by way of Point 206" in other.text
    done = umpire.press_on(other, "Give the order")
    assert "by way of Point 206" in done.text


@pytest.mark.long
def test_several_places_on_the_way_are_typed_pointed_and_taken_away(looking_umpire: Visitor) -> None:
    page = looking_umpire.press(TO_BIR_WAIR, "Show what this order would do", via=["Sidi Omar", "Point 206"])
    assert "Not by way of Sidi Omar" in page.text
    assert "Not by way of Point 206" in page.text
    gone = re.search(r'<a class="st" href="([^"]*)" aria-label="Not by way of Sidi Omar"', page.text)
    assert gone
    fewer = looking_umpire.get(unescape(gone[1]))
    assert "Not by way of Sidi Omar" not in fewer.text
    assert "Not by way of Point 206" in fewer.text
    pointing = looking_umpire.get(f"{TO_BIR_WAIR}&point=via")
    added = looking_umpire.get(link(pointing, place="Point 206"))
    assert "Not by way of Point 206" in added.text


def test_what_cannot_be_read_is_said_where_it_was_typed(looking_umpire: Visitor) -> None:
    page = looking_umpire.get(f"{GUARDS}&order=march&to=Nowhere")
    assert "there is no place called &#39;Nowhere&#39;" in page.text
    assert 'value="Nowhere"' in page.text
    assert "Give the order" not in page.text
    for query in ("wide=x", "at=1", "at=1,b", "span=0", "layers=all", "eyes=nobody", "slid=1&turn=x"):
        answer = looking_umpire.get(f"/map?{query}")
        assert answer.status_code == 422, query
        assert "Traceback" not in answer.text


def test_an_order_that_was_changed_meanwhile_is_not_given_unseen(hall: Hall, umpire: Visitor, erskine: Visitor) -> None:
    page = erskine.get(TO_BIR_WAIR)
    umpire.press(f"{GUARDS}&order=attack&to=Musaid", "Give the order")
    refused = erskine.press_on(page, "Give the order")
    assert refused.status_code == 422
    assert "was changed while you were using the map" in refused.text
    assert ("1.3", "attack") in order_of(hall, "3_coldstream_guards")
    given = erskine.press_on(refused, "Give the order")
    assert given.status_code == 200
    assert ("1.3", "march") in order_of(hall, "3_coldstream_guards")
    page = erskine.get(TO_BIR_WAIR)
    form = "/orders/erskine/3_coldstream_guards"
    erskine.press(form, "Add to my order form", kind="hold", aim="precious words")  # in another window
    refused = erskine.press_on(page, "Give the order")
    assert "On the order form, not handed in yet: hold. Look at that order" in refused.text
    assert "precious words" in erskine.get(form).text
    page = erskine.get(TO_BIR_WAIR)
    assert "On the order form, not handed in yet: hold This order replaces it on the form." in words(page)
    assert erskine.press_on(page, "Give the order").status_code == 200
    assert "precious words" not in erskine.get(form).text


def test_the_umpires_rules_for_players_hold_on_the_map_too(hall: Hall, erskine: Visitor) -> None:
    set_rights(hall.desk, {"orders", "returns", "late"})
    erskine.press("/orders", "Hand in: no changes")
    refused = erskine.press(TO_BIR_WAIR, "Give the order", aim="Close up")
    assert refused.status_code == 422
    assert "the umpire accepts no later changes" in refused.text
    assert 'value="Close up"' in refused.text, "what was typed stays"


def test_only_an_own_unit_can_be_ordered_by_a_forged_form(hall: Hall, erskine: Visitor) -> None:
    page = erskine.get(TO_BIR_WAIR)
    for unit in ("2_rifle_brigade", "krad_15", "nobody"):
        answer = erskine.press_on(page, "Give the order", unit=unit)
        assert answer.status_code in (404, 422), unit
        assert not any(kind == "march" and turn == "1.3" for turn, kind in order_of(hall, unit))


# looking back


@pytest.mark.long
def test_the_slider_leads_to_entries_and_turns(looking_umpire: Visitor, looking_erskine: Visitor) -> None:
    past = looking_umpire.press("/map", "Look back", entry="2")
    assert parse_qs(urlsplit(str(past.url)).query) == {"entry": ["2"]}
    assert "As of entry 2" in words(past)
    last = looking_umpire.press("/map", "Look back")
    assert str(last.url).endswith("/map"), "its right end is now"
    turn = looking_erskine.press("/map", "Look back", turn="1")
    assert parse_qs(urlsplit(str(turn.url)).query) == {"as_of": ["1.1"]}
    assert "As of turn 1.1" in words(turn)
    assert looking_erskine.get("/map?entry=2").status_code == 404


def test_a_past_map_is_for_looking_only(looking_umpire: Visitor) -> None:
    page = looking_umpire.get(f"{TO_BIR_WAIR}&as_of=1.1")
    assert page.status_code == 200
    for text in ("Give the order", "New order", 'method="post"'):
        assert text not in page.text.partition("<main")[2]


# sizes, pieces, the part of other pages


@pytest.mark.long
def test_pages_are_small_and_pieces_few(looking_umpire: Visitor, looking_erskine: Visitor) -> None:
    for visitor, address in (
        (looking_umpire, "/map"),
        (looking_umpire, "/map?unit=2_rifle_brigade"),
        (looking_erskine, TO_BIR_WAIR),
    ):
        assert len(gzip.compress(visitor.get(address).content, 6)) < PAGE_LIMIT, address
    asked = range(1041, 1059)
    pages = [looking_umpire.get(f"/map?wide={pixels}&high=1").text for pixels in (asked[0], asked[-1])]
    sizes = {size for page in pages for size in re.findall(r'data-map data-size="(\w+)"', page)}
    assert {_size(str(pixels), 0, WIDTHS, "width") for pixels in asked} == {1040}
    assert sizes == {"1040x200"}
    assert 'data-size="1600x1200"' in looking_umpire.get("/map?wide=99999&high=99999").text


@pytest.mark.long
def test_the_part_leads_to_the_whole_map(looking_umpire: Visitor) -> None:
    part = looking_umpire.get("/map/part?wide=610&high=620")
    assert "<html" not in part.text
    assert 'data-size="600x620"' in part.text
    assert link(part, unit="3_coldstream_guards") == "/map?unit=3_coldstream_guards"
    assert 'href="/places/Bir%20Wair"' in part.text
    small = looking_umpire.get("/map/part?wide=358&high=260")
    assert "Open map" in small.text
    closer = re.search(r'href="([^"]*)" aria-label="Zoom in"', part.text)
    assert closer
    assert set(parse_qs(urlsplit(unescape(closer[1])).query)) == {"at", "span"}


def test_it_is_a_view_as_json_too(looking_erskine: Visitor) -> None:
    answer = looking_erskine.get("/map.json")
    assert answer.headers["content-type"].startswith("application/json")
    assert '"units"' in answer.text
    assert "Kradsch" not in answer.text


# what nobody is sent


ADDRESSES = (
    "/map",
    "/map?wide=380&high=460",
    GUARDS,
    TO_BIR_WAIR,
    f"{GUARDS}&order=attack&to=Fort+Capuzzo",
    "/map?place=Fort+Capuzzo",
    "/map?as_of=1.1",
    "/map/part?wide=358&high=260",
    "/map?unit=krad_15",
    "/map?unit=nobody",
    "/map.json",
)
Answers = dict[str, tuple[int, bytes]]
"""Status and content by address."""


@pytest.fixture(scope="module")
def plain_answers(first_battle: Path, tmp_path_factory: pytest.TempPathFactory) -> Answers:
    """What Erskine's player gets where the other side does nothing."""
    return answers(Path(shutil.copyfile(first_battle, tmp_path_factory.mktemp("plain") / "campaign.db")))


def test_an_unseen_unit_and_an_unknown_one_are_alike(looking_erskine: Visitor) -> None:
    unseen, unknown = (looking_erskine.get(f"/map?unit={key}") for key in ("ii_panzer_regiment_5", "nobody"))
    assert unseen.status_code == unknown.status_code == 404
    assert masked(unseen) == masked(unknown)
    assert looking_erskine.get("/map?unit=ii_panzer_regiment_5&order=march&to=Musaid").status_code == 404


def test_no_byte_changes_when_the_other_side_does_something_secret(
    plain_answers: Answers, campaign_file: Path, tmp_path: Path
) -> None:
    other = Path(shutil.copyfile(campaign_file, tmp_path / "other.db"))
    with open_campaign(other) as brevity:
        brevity.give(GiveOrder("ii_panzer_regiment_5", "march", "Bardia"))
        brevity.give(Adjust("krad_15", "a secret", state="spent"))
        brevity.give(Adjust("2_motorcycle_company", "a secret", at="Sidi Azeiz"))
    plain, changed = plain_answers, answers(other)
    for address in ADDRESSES:
        assert plain[address] == changed[address], address


def test_the_comparison_would_notice(plain_answers: Answers, campaign_file: Path, tmp_path: Path) -> None:
    other = Path(shutil.copyfile(campaign_file, tmp_path / "other.db"))
    with open_campaign(other) as brevity:
        brevity.give(GiveOrder("3_coldstream_guards", "march", "Sidi Omar"))
    plain, changed = plain_answers, answers(other)
    assert {address for address in ADDRESSES if plain[address] != changed[address]} >= {"/map", GUARDS}


def answers(path: Path) -> Answers:
    """What Erskine's player gets, but for what differs with every answer."""
    with hall_on(path) as hall, hall.still():
        erskine = hall.commander("erskine", side="allied")
        return {address: (page.status_code, masked(page)) for address in ADDRESSES for page in [erskine.get(address)]}


def masked(page: httpx.Response) -> bytes:
    """The answer without form tokens and keys, which are new each time, and the mark of the page, which holds them."""
    text = re.sub(r'name="(token|key)" value="[^"]*"', r'name="\1"', page.text)
    return re.sub(r'<meta name="desk(-mark)?" content="[^"]*">', "", text).encode()
