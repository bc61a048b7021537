"""Battles on the desk: what an umpire and a player see, and everything that can be done with one."""

from __future__ import annotations

import re

import pytest
from PIL import Image

from campaign.journal.people import people_of
from campaign.model import Battle, Photo
from campaign.queries.battle.battles import battle_list
from campaign.terms.state import BattleState
from campaign.terms.viewer import UMPIRE
from tests.web.visitors import Hall

BATTLE = "/battles/1"


def words(page: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", page.partition("<main")[2]).split())


def state_of(hall: Hall, number: int = 1) -> BattleState:
    with hall.desk.reading(UMPIRE) as board:
        (row,) = [row for row in board.rows(Battle) if row.number == number]
        return row.state


def test_the_umpire_sees_both_sides_and_what_waits(reading_room: Hall) -> None:
    text = words(reading_room.umpire().get(BATTLE).text)
    for part in (
        "Halfaya Pass, top",
        "Allied attacks",
        "1 Muster 9 battalions, 8 stands",
        "1 2nd Bn Scots Guards 22 Gds Bde · 780 men 1.7 km from Halfaya Pass, top",
        "4 Italian battery at Halfaya",
        "no return yet Brig I. D. Erskine or Lt-Col Viscount Garmoyle missing",
        "Print the papers of battle 1",
        "record the Allied return",
    ):
        assert part in text, (part, text)
    assert "Lopsided" in text or "one-sided" in text.lower() or "against" in text


def test_a_player_sees_his_side_and_what_he_has_seen(reading_room: Hall) -> None:
    player = reading_room.commander("garmoyle", side="allied")
    page = player.get(BATTLE)
    text = words(page.text)
    assert "2nd Bn Rifle Brigade" in text
    assert "Fill in the return" in text
    for secret in (
        "Krad",
        "Bersaglieri",
        "Montemurro",
        "Herff",
        "campaign battle",
        "More actions for battle",
        "Lopsided",
    ):
        assert secret not in page.text, secret
    assert "Krad" not in player.get(f"{BATTLE}.json").text
    assert words(player.get("/battles").text).startswith(
        'id="main" tabindex="-1"> Battles Open battles 1 1 Halfaya Pass, top'
    )


def test_a_battle_that_a_player_does_not_know_is_not_there(hall: Hall) -> None:
    """An unknown number and the umpire's pages: the same bytes."""
    player = hall.commander("cramer", side="axis")
    nothing = player.get("/battles/77")
    assert nothing.status_code == 404
    for page in ("77/muster", "77/return/axis", "1/return/allied", "1/rule", "1/amend", "1/report", "1/photos/1"):
        assert player.get(f"/battles/{page}").content == nothing.content, page
    assert player.post(BATTLE, {"do": "cancel", "why": "because"}).status_code == 404


def test_a_commander_without_troops_in_it_does_not_hand_in_its_return(hall: Hall) -> None:
    """He knows of his neighbour's battle, as he does on paper."""
    player = hall.commander("cramer", side="axis")
    assert "Fill in the return" not in player.get(BATTLE).text
    assert "You cannot hand in the return" in player.get(f"{BATTLE}/return/axis").text
    page = hall.commander("herff", side="axis").get(f"{BATTLE}/return/axis")
    token = re.findall(r'name="token" value="([^"]+)"', player.get("/battles/1/muster").text)[0]
    refused = player.press_on(page, "Hand in the return", token=token, unharmed="X", field="field_1")
    assert refused.status_code == 422
    assert "no unit of yours is in that battle" in refused.text


@pytest.mark.long
def test_a_battle_is_suspended_and_resumed_and_cancelled(hall: Hall) -> None:
    umpire = hall.umpire()
    assert "is suspended" in umpire.press(BATTLE, "Suspend battle 1").text
    assert state_of(hall) is BattleState.SUSPENDED
    assert umpire.press(BATTLE, "Resume battle 1").status_code == 200
    assert state_of(hall) is BattleState.FIGHTING
    refused = umpire.press(BATTLE, "Cancel battle 1", why="  ")
    assert refused.status_code == 422
    assert "cannot be cancelled without a reason" in refused.text
    done = umpire.press(BATTLE, "Cancel battle 1", why="Both sides are tired")
    assert done.status_code == 200, done.text
    assert state_of(hall) is BattleState.CANCELLED
    assert umpire.press_on(done, "Undo").status_code == 200
    assert state_of(hall) is BattleState.FIGHTING


@pytest.mark.long
def test_units_join_and_leave(hall: Hall) -> None:
    umpire = hall.umpire()
    added = umpire.press(BATTLE, "Add", units="3rd Bn Coldstream Guards", arrives="1.3", edge="south 58")
    assert added.status_code == 200, added.text
    assert "6 3rd Bn Coldstream Guards" in words(added.text)
    assert "arrives turn 1.3" in words(added.text)
    dropped = umpire.press(BATTLE, "Drop the ticked units", unit=["3rd Bn Coldstream Guards"])
    assert dropped.status_code == 200
    assert "6 3rd Bn Coldstream Guards" not in words(dropped.text)
    for button, fields, said in (
        ("Add", {"units": ""}, "no unit was named"),
        ("Add", {"units": "Nobody's Own"}, "Nobody"),
        ("Drop the ticked units", {}, "no unit is ticked"),
    ):
        refused = umpire.press(BATTLE, button, **fields)
        assert refused.status_code == 422
        assert said in refused.text
        assert str(fields.get("units", "")).replace("'", "&#39;") in refused.text


@pytest.mark.long
def test_a_battle_is_set_up_split_and_merged(hall: Hall) -> None:
    umpire = hall.umpire()
    refused = umpire.press("/battles", "Set up the battle", place="Atlantis")
    assert refused.status_code == 422
    assert 'value="Atlantis"' in refused.text
    split = umpire.press(
        BATTLE,
        "Split",
        unit=["2nd Bn Rifle Brigade", "8th Field Regiment RA", "Bersaglieri company at the Halfaya entrance"],
    )
    assert split.status_code == 200, split.text
    with hall.desk.reading(UMPIRE) as board:
        assert [row.number for row in battle_list(board, UMPIRE).battles] == [1, 2]
    merged = umpire.press(BATTLE, "Merge it into battle 1", other="2", attacker="axis")
    assert "Axis attacks by the umpire" in words(merged.text)
    assert merged.status_code == 200, merged.text
    made = umpire.press("/battles", "Set up the battle", place="Sidi Azeiz", units="11th Hussars; krad_15")
    assert made.status_code in (200, 422)


def test_another_system(hall: Hall) -> None:
    umpire = hall.umpire()
    done = umpire.press(BATTLE, "Use these rules", tabletop="nqm")
    assert done.status_code == 200
    assert "under Not Quite Mechanised" in words(done.text)


@pytest.mark.long
def test_the_program_fights_it_and_its_report_is_read(hall: Hall) -> None:
    umpire = hall.umpire()
    look = umpire.press(BATTLE, "Preview first")
    assert look.status_code == 200, look.text
    assert "Nothing is recorded yet" in look.text
    assert state_of(hall) is BattleState.PROPOSED
    done = umpire.press_on(look, "Let the program fight battle 1")
    assert done.status_code == 200, done.text
    assert state_of(hall) is not BattleState.PROPOSED
    report = umpire.get(f"{BATTLE}/report")
    assert report.status_code == 200
    assert len(report.text) > 3000
    assert hall.commander("erskine", side="allied").get(f"{BATTLE}/report").status_code == 404
    assert umpire.get("/papers/print?kind=report&which=1").headers["content-type"] == "application/pdf"
    assert umpire.press("/battles", "Set up the battle", place="Sidi Azeiz", within="far").status_code == 422


def test_a_ruling_is_shown_before_it_is_written(hall: Hall) -> None:
    umpire = hall.umpire()
    refused = umpire.press(f"{BATTLE}/rule", "Show the effect of the ruling", held="axis")
    assert refused.status_code == 422
    assert "must say how the battle ended" in refused.text
    look = umpire.press(
        f"{BATTLE}/rule",
        "Show the effect of the ruling",
        text="The pass held.",
        held="axis",
        **{"state-4_rtr": "spent"},
    )
    assert "First choose what 2 RB, 8 Fd Regt, Tp 2/2 A-Tk do." in look.text
    where = dict.fromkeys(re.findall(r'name="(place-[^"]*)"', look.text), "stays")
    look = umpire.press_on(look, "Show the effect again", **where)
    assert look.status_code == 200
    assert "4th Royal Tank Regiment" in look.text.partition("What the ruling will do")[2]
    assert state_of(hall) is BattleState.PROPOSED
    done = umpire.press_on(look, "Settle battle 1 by this ruling")
    assert done.status_code == 200, done.text
    assert state_of(hall) is BattleState.RULED
    assert "The pass held." in done.text
    amendment = umpire.get(f"{BATTLE}/amend").text
    offered = re.findall(r'type="radio" name="held" value="([^"]*)"', amendment)
    assert offered == ["", "allied", "axis", "both"], "each side may have held it"


def test_photos_are_the_umpires(hall: Hall) -> None:
    from io import BytesIO

    picture = BytesIO()
    Image.new("RGB", (40, 30), "red").save(picture, "JPEG")
    umpire = hall.umpire()
    page = umpire.get(BATTLE)
    token = re.findall(r'name="token" value="([^"]+)"', page.text)[0]
    fields = {"token": token, "key": "one", "do": "photo", "caption": "The pass", "by": "Jan"}
    done = umpire.upload(BATTLE, fields, {"photo": ("../../pass.jpg", picture.getvalue())})
    assert done.status_code == 200, done.text[-500:]
    with hall.desk.reading(UMPIRE) as board:
        (photo,) = board.rows(Photo)
        assert (photo.file, photo.caption, people_of(board).shown(photo.taken_by)) == ("pass.jpg", "The pass", "Jan")
    shown = umpire.get(f"{BATTLE}/photos/1")
    assert shown.headers["content-type"] == "image/jpeg"
    assert hall.commander("erskine", side="allied").get(f"{BATTLE}/photos/1").status_code == 404
    assert umpire.get(f"{BATTLE}/photos/2").status_code == 404
    wrong = umpire.upload(BATTLE, {**fields, "key": "two"}, {"photo": ("x.jpg", b"no picture")})
    assert wrong.status_code == 422
    assert "is not a photo" in wrong.text
    assert umpire.press(BATTLE, "Remove").status_code == 200
    assert umpire.get(f"{BATTLE}/photos/1").status_code == 404


@pytest.mark.parametrize("who", ["umpire", "player"])
def test_what_a_battle_needs(hall: Hall, who: str) -> None:
    visitor = hall.umpire() if who == "umpire" else hall.commander("erskine", side="allied")
    text = words(visitor.get(f"{BATTLE}/muster").text)
    assert "Figures and models" in text
    assert ("Italian battery" in text) is (who == "umpire")
    page = visitor.get(f"{BATTLE}/muster?tabletop=nqm")
    assert page.status_code == 200
    assert "Not Quite Mechanised" in page.text
    token = re.findall(r'name="token" value="([^"]+)"', page.text)[0]
    counted = visitor.upload(
        f"{BATTLE}/muster", {"token": token}, {"owned": ("models.csv", b"infantry stand, 1\nMatilda II, 1\n")}
    )
    assert counted.status_code == 200, counted.text[-400:]
    assert "Owned" in counted.text


def test_a_resumed_game_and_the_past_are_shown(hall: Hall) -> None:
    umpire = hall.umpire()
    umpire.press(BATTLE, "Cancel battle 1", why="Both sides are tired")
    before = umpire.get(f"{BATTLE}?as_of=1.2")
    assert before.status_code in (200, 404)
    if before.status_code == 200:
        assert "Cancel battle 1" not in before.text


def test_a_ruling_shows_where_units_will_stand_as_settling_does(hall: Hall) -> None:
    umpire = hall.umpire()
    shown = umpire.press("/battles/1/rule", "Show the effect of the ruling", text="The pass falls.", held="allied")
    assert shown.status_code == 200
    assert "Proposed: turn 1.2,</b> because it is played now" in shown.text, "what an empty box does is said"
    assert "held by none" not in shown.text and "field held by Allied" in shown.text
    assert "goes to 8.0 km from Point 186" in shown.text


@pytest.mark.long
def test_a_contact_is_dismissed_with_a_reason(hall: Hall) -> None:
    umpire = hall.umpire()
    unit = {"unit": "2nd Bn Scots Guards"}
    assert umpire.press("/battles", "Dismiss the contact", **unit, why="").status_code == 422
    fought = umpire.press("/battles", "Dismiss the contact", **unit, why="haze over the escarpment")
    assert fought.status_code == 422 and "belongs to battle 1" in fought.text
    assert umpire.press("/battles/1", "Drop the ticked units", unit="2nd Bn Scots Guards").status_code == 200
    done = umpire.press("/battles", "Dismiss the contact", **unit, why="haze over the escarpment")
    assert done.status_code == 200, done.text
    assert "haze over the escarpment" in umpire.get("/log").text
