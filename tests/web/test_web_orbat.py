"""The order of battle, the sheets of units, and the places: each viewer his own; the umpire rules and amends."""

from __future__ import annotations

import re

import pytest

from campaign.queries.orbat.orbat_tree import orbat_tree
from campaign.terms.viewer import UMPIRE
from campaign.views.orbat.orbat_tree import Trait
from tests.web.visitors import Hall

ENEMY_OF_ALLIED = ("II./Panzer-Regiment 5", "Kradschützen", "Bersaglieri", "Ariete")


def test_the_umpire_sees_both_sides_and_a_commander_his_own(reading_room: Hall) -> None:
    umpire = reading_room.umpire().get("/orbat").text
    assert "4th Royal Tank Regiment" in umpire
    assert "II./Panzer-Regiment 5" in umpire
    assert "Both sides" in umpire
    erskine = reading_room.commander("erskine", side="allied").get("/orbat").text
    assert "2nd Bn Scots Guards" in erskine
    assert "Both sides" not in erskine
    for page in (erskine, reading_room.staff("allied").get("/orbat").text):
        for name in ENEMY_OF_ALLIED:
            assert name not in page
    assert reading_room.table("allied", 1).get("/orbat").status_code == 404


def test_filters_pick_out_and_count(reading_room: Hall) -> None:
    umpire = reading_room.umpire()
    with reading_room.desk.reading(UMPIRE) as board:
        tree = orbat_tree(board, UMPIRE)
    engaged = [node for side in tree.sides for node in side.battalions if Trait.ENGAGED in node.traits]
    assert len(engaged) == 9
    page = umpire.get("/orbat?trait=engaged").text
    assert all(node.name in page for node in engaged)
    assert "1st Bn Durham Light Infantry" not in page
    assert re.search(r"Engaged <span class=\"n\">9</span>", page)
    armour = umpire.get("/orbat?trait=armour&side=axis").text
    assert "II./Panzer-Regiment 5" in armour
    assert "4th Royal Tank Regiment" not in armour
    assert "2nd Bn Scots Guards" in umpire.get("/orbat?q=scots").text
    nothing = umpire.get("/orbat?q=zzzz").text
    assert "No unit fits this filter" in nothing


def test_the_tree_can_be_folded_and_shown_as_a_table(reading_room: Hall) -> None:
    umpire = reading_room.umpire()
    assert umpire.get("/orbat").text.count("<details open") > umpire.get("/orbat?fold=1").text.count("<details open")
    table = umpire.get("/orbat?as=table").text
    assert "strength against establishment" in table
    assert "Scots Guards" in table


def test_a_unit_tells_each_viewer_what_he_may_know(reading_room: Hall) -> None:
    umpire, erskine = reading_room.umpire(), reading_room.commander("erskine", side="allied")
    for visitor in (umpire, erskine):
        page = visitor.get("/units/4_rtr").text
        for words in ("attack Fort Capuzzo", "establishment", "in supply", "engaged in battle 1", "halts at"):
            assert words in page, words
    assert "Adjust" in umpire.get("/units/4_rtr").text
    assert "Adjust" not in erskine.get("/units/4_rtr").text
    assert "Units under it" in umpire.get("/units/kampfgruppe_herff").text
    panel = erskine.get("/units/4_rtr/part").text
    assert "<html" not in panel
    assert "24" in panel


@pytest.mark.parametrize("address", ["/units/{}", "/units/{}.json", "/units/{}/part"])
def test_a_secret_unit_is_answered_as_none(reading_room: Hall, address: str) -> None:
    erskine = reading_room.commander("erskine", side="allied")
    secret, unknown = (erskine.get(address.format(key)) for key in ("ii_panzer_regiment_5", "no_such_unit"))
    assert secret.status_code == unknown.status_code == 404
    assert secret.content == unknown.content


@pytest.mark.long
def test_the_umpire_adjusts_a_unit_with_a_reason(hall: Hall) -> None:
    umpire = hall.umpire()
    refused = umpire.press("/units/4_rtr", "Adjust", men="200", why=" ")
    assert refused.status_code == 422
    assert 'value="200"' in refused.text
    assert "men cannot be" in umpire.press("/units/4_rtr", "Adjust", men="100001", why="x").text
    wrong = umpire.press("/units/4_rtr", "Adjust", men="many", why="x")
    assert wrong.status_code == 422
    assert "not a number of men" in wrong.text
    look = umpire.press("/units/4_rtr", "Preview first", men="200", why="counted again")
    assert "Nothing is changed yet" in look.text
    assert 'value="counted again"' in look.text
    assert "200" not in umpire.get("/units/4_rtr.json").json()["strength"].values().__repr__()
    done = umpire.press_on(look, "Adjust")
    assert "(counted again)" in done.text
    assert umpire.get("/units/4_rtr.json").json()["strength"]["men"] == 200
    formation = umpire.press("/units/western_desert_force", "Adjust", posture="reserve", why="rested")
    assert "reserve posture" in formation.text


def test_a_player_cannot_adjust(hall: Hall) -> None:
    erskine, umpire = hall.commander("erskine", side="allied"), hall.umpire()
    token = re.search(r'<meta name="desk" content="(\w+)">', erskine.get("/units/4_rtr").text)
    assert token
    fields: dict[str, object] = {"token": token[1], "key": "k", "act": "adjust", "men": "5", "why": "x"}
    assert erskine.post("/units/4_rtr", fields).status_code == 404
    assert erskine.post("/places/Sollum", {**fields, "owner": "allied"}).status_code == 404
    assert umpire.get("/units/4_rtr.json").json()["strength"]["men"] == 270


@pytest.mark.long
def test_what_was_recorded_is_amended_with_a_look_first(hall: Hall) -> None:
    umpire = hall.umpire()
    page = umpire.get("/units/2_scots_guards/amend").text
    assert "was never adjusted" in page
    look = umpire.press("/units/2_scots_guards/amend", "Show the consequences", men="700", why="the book says so")
    assert "What would follow" in look.text
    assert umpire.get("/units/2_scots_guards.json").json()["strength"]["men"] == 780
    unseen = umpire.press("/units/2_scots_guards/amend", "Show the consequences", men="600")
    stale = umpire.press_on(unseen, "Amend the record", men="500")
    assert stale.status_code == 409, "what is done is what was shown"
    done = umpire.press_on(look, "Amend the record")
    assert done.url.path == "/units/2_scots_guards"
    assert umpire.get("/units/2_scots_guards.json").json()["strength"]["men"] == 700
    nothing = umpire.press("/units/2_scots_guards/amend", "Show the consequences")
    assert nothing.status_code == 422
    assert hall.staff("allied").get("/units/2_scots_guards/amend").status_code == 404


def test_places_and_their_roads(hall: Hall) -> None:
    umpire, erskine = hall.umpire(), hall.commander("erskine", side="allied")
    assert "Halfaya Pass, top" in erskine.get("/places").text
    page = umpire.get("/places/Musaid").text
    assert "Bir Wair" in page
    assert "held by Axis" in page
    assert "not ours" in erskine.get("/places/Musaid").text
    assert "Change who holds it" not in erskine.get("/places/Musaid").text
    assert erskine.get("/places/Atlantis").status_code == 404
    refused = umpire.press("/places/Musaid", "Change the holder", owner="allied", why=" ")
    assert refused.status_code == 422
    done = umpire.press("/places/Musaid", "Change the holder", owner="allied", why="a patrol is in it")
    assert "held by Allied" in done.text
    road = umpire.press("/places/Musaid", "Change the road", road="Musaid - Bir Wair", cut="cut", why="mined")
    assert road.status_code == 200
    assert "cut (mined)" in road.text
