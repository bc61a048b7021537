"""Two returns side by side: whose counts, what settling will do, and settling itself."""

from __future__ import annotations

import re
from typing import Any

import pytest

from campaign.model import Battalion, Battle
from campaign.situation.army import position_of
from campaign.situation.ground import load_theatre
from campaign.terms.state import BattleState
from campaign.terms.viewer import UMPIRE
from campaign.web.ways import in_browser
from tests.web.visitors import Hall, Visitor, forms_of

COMPARE = "/battles/1/compare"
SETTLE = "/battles/1/settle"


def hand_in(hall: Hall, side: str, field: str, **more: str) -> None:
    """One side's return from its table; ``field``: the box of who holds the field."""
    fields = {"unharmed": "X", "field": field, **more}
    answer = hall.table(side, 1).press(f"/battles/1/return/{side}", "Hand in the return", **fields)
    assert answer.status_code == 200, answer.text


def button_of(page: Any, words: str) -> bool:
    """Whether a button with these words can be pressed."""
    return any(
        words in found and "disabled" not in found for found in re.findall(r"<button[^>]*>.*?</button>", page.text)
    )


def place_of(hall: Hall, key: str) -> str:
    with hall.desk.reading(UMPIRE) as board:
        (row,) = [row for row in board.rows(Battalion) if row.key == key]
        return load_theatre(board).describe(position_of(row))


def words(page: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", page).split())


def battle_state(hall: Hall) -> BattleState:
    with hall.desk.reading(UMPIRE) as board:
        (row,) = [row for row in board.rows(Battle) if row.number == 1]
        return row.state


def state_of(hall: Hall, key: str) -> str:
    with hall.desk.reading(UMPIRE) as board:
        (row,) = [row for row in board.rows(Battalion) if row.key == key]
        return str(row.state)


def test_two_returns_that_disagree_are_shown_point_by_point_and_settled(hall: Hall) -> None:
    """The umpire's evening: compare, whose word, settle; then undo."""
    hand_in(hall, "allied", "field_1", line_2_spent="X", diary="The Matildas took the pass.")
    hand_in(hall, "axis", "field_1", line_2_spent="X", clock="09:20")
    umpire = hall.umpire()
    battle = umpire.get("/battles/1")
    assert "Show the consequences" in battle.text and "Compare the returns first" in battle.text
    page = umpire.get(SETTLE)
    assert page.url.path == COMPARE, "as long as something is open"
    text = words(page.text)
    assert "Two returns, 1 point to decide" in text
    assert "Holder of the field" in text.partition("The returns point by point")[0]
    assert "Allied 2, 4th Royal Tank Regiment (two squadrons) spent not asked" in text
    assert "Allied lines 1, 3, 4, 5 all other lines unharmed" in text
    assert "The Matildas took the pass." in text
    undecided = umpire.press_on(page, "Show the consequences")
    assert undecided.status_code == 422
    assert "Choose which return counts" in undecided.text
    (number,) = re.findall(r'name="point-(\d)" value="allied"', page.text)
    believed = umpire.press_on(page, "Show the consequences", **{f"point-{number}": "allied"})
    seen = words(believed.text)
    assert believed.url.path == SETTLE
    assert "campaign battle settle 1 --believe allied" in seen
    assert "4 RTR: fresh -&gt; spent, 41 men, 4 vehicles lost" in seen
    assert "8.0 km from Point 186" in seen
    assert "The way back crosses the escarpment. Choose what the unit does. Proposed: goes back" in seen
    assert "First choose what Cp Halfaya does" in seen and not button_of(believed, "Settle battle 1")
    changed = umpire.press_on(believed, "Show the effect", **{"does-bersaglieri_halfaya": "stays"})
    assert "the same place: your choice" in words(changed.text)
    assert "campaign battle settle 1 --believe allied --stays &#34;Cp Halfaya&#34;" in changed.text
    assert state_of(hall, "4_rtr") == "fresh"
    settled = umpire.press_on(changed, "Settle battle 1 with 1 change")
    assert settled.status_code == 200
    assert "is settled" in settled.text
    assert battle_state(hall) is BattleState.SETTLED
    assert (state_of(hall, "4_rtr"), place_of(hall, "bersaglieri_halfaya")) == ("spent", "Halfaya Pass, foot")
    undone = umpire.press_on(settled, "Undo")
    assert undone.status_code == 200, undone.text
    assert battle_state(hall) is BattleState.RETURNED
    assert state_of(hall, "4_rtr") == "fresh"


def test_neither_return_says_who_holds_the_field_and_nothing_is_settled_before_somebody_does(hall: Hall) -> None:
    hand_in(hall, "allied", "")
    hand_in(hall, "axis", "")
    umpire = hall.umpire()
    page = umpire.get(SETTLE)
    text = words(page.text)
    assert page.url.path == COMPARE
    assert "Two returns, one question" in text and "Two returns that agree" not in text
    assert "Holder of the field no answer no answer" in text
    assert "Who holds the field? Neither return answers this." in text
    assert "Axis 2 SG, 4 RTR, 2 RB, 8 Fd Regt, Tp 2/2 A-Tk go back" in text
    assert "Proposed: Allied, because it has more unspent battalions left, 5 against 4 (umpire 1.7)." in text
    assert 'class="b w"' in page.text, "no button that Enter presses"
    refused = umpire.press_on(page, "Show the consequences")
    assert (refused.status_code, battle_state(hall)) == (422, BattleState.RETURNED)
    axis = umpire.press_on(page, "Show the consequences", held="axis")
    assert "The Axis side holds the field (by the umpire" in axis.text
    assert "campaign battle settle 1 --held axis" in axis.text
    assert "the escarpment is between it and Halfaya Pass, top" in axis.text.lower().replace(
        "halfaya pass", "Halfaya Pass"
    )
    far = words(umpire.get("/battles/1/settle/map?held=axis&place-4_rtr=Sidi+Omar").text)
    assert "Units beyond the edge of this map: " in far and "4 RTR: Sidi Omar" in far
    assert "beyond the edge" not in umpire.get("/battles/1/settle/map?held=both").text
    page_at = umpire.get(COMPARE).text
    assert page_at.index("Who holds the field? Neither") < page_at.index("What the returns say"), "first on a phone"
    follows = umpire.press_on(page, "Show the consequences", held="both")
    assert umpire.press_on(follows, "Settle battle 1").status_code == 200
    assert battle_state(hall) is BattleState.SETTLED


def test_a_place_that_cannot_be_taken_is_told_and_what_was_drawn_before_settles_nothing_else(hall: Hall) -> None:
    hand_in(hall, "allied", "field_3")
    hand_in(hall, "axis", "field_3")
    umpire = hall.umpire()
    page = umpire.get(SETTLE)
    wrong = umpire.press_on(page, "Show the effect", **{"place-4_rtr": "Nowhere"})
    assert wrong.status_code == 422
    assert "&#39;Nowhere&#39; is not understood for 4th Royal Tank Regiment" in wrong.text
    put = umpire.press_on(page, "Show the effect", **{"place-4_rtr": "Bir Wair"})
    assert "Bir Wair: your choice" in words(put.text)
    hand_in(hall, "allied", "field_3", line_2_spent="X")
    late = umpire.press_on(put, "Settle battle 1")
    assert (late.status_code, battle_state(hall)) == (409, BattleState.RETURNED)
    assert "Allied" in late.text and "return handed in" in late.text


@pytest.mark.long
def test_each_point_may_be_decided_for_another_side(hall: Hall) -> None:
    hand_in(hall, "allied", "field_1", turn="2", prisoners_taken="30", objectives_1="objective_1_1")
    hand_in(hall, "axis", "field_1", turn="3", prisoners_lost="12", objectives_1="objective_1_1")
    umpire = hall.umpire()
    page = umpire.get(COMPARE)
    numbers = re.findall(r'name="point-(\d)" value="allied"', page.text)
    assert len(numbers) == 4
    choices = {f"point-{number}": ("allied", "axis")[int(number) % 2] for number in numbers}
    looked = umpire.press_on(page, "Show the consequences", **choices)
    assert looked.status_code == 200
    assert battle_state(hall) is BattleState.RETURNED
    stays = {"does-bersaglieri_halfaya": "stays"}
    changed = umpire.press_on(looked, "Show the effect", **stays)
    settled = umpire.press_on(changed, "Settle battle 1 with 1 change")
    assert settled.status_code == 200
    assert "believed on 2 points" in settled.text
    assert battle_state(hall) is BattleState.SETTLED


def test_only_what_the_page_shows_is_settled_and_the_slower_window_is_told(hall: Hall) -> None:
    hand_in(hall, "allied", "field_1")
    hand_in(hall, "axis", "field_2")
    umpire, second = hall.umpire(), hall.umpire()
    page, other = (window.get(f"{SETTLE}?does-bersaglieri_halfaya=goes+back") for window in (umpire, second))
    told = umpire.press_on(page, "Settle battle 1 with 1 change", **{"does-2_rifle_brigade": "advances"})
    assert told.status_code == 422
    assert "A row was changed after this page was loaded" in told.text
    assert battle_state(hall) is BattleState.RETURNED
    assert umpire.press_on(told, "Settle battle 1 with 2 changes").status_code == 200
    assert place_of(hall, "2_rifle_brigade") == "Halfaya Pass, top"
    slower = second.press_on(other, "Settle battle 1 with 1 change")
    assert slower.url.path == "/desk" and "Someone was quicker: battle 1 (Halfaya Pass, top) is settled" in slower.text


def test_returns_that_agree_need_one_click(hall: Hall) -> None:
    hand_in(hall, "allied", "field_3")
    hand_in(hall, "axis", "field_3")
    umpire = hall.umpire()
    assert "Two returns that agree" in umpire.get(COMPARE).text
    page = umpire.get(SETTLE)
    assert umpire.press_on(page, "Settle battle 1").status_code == 200
    assert battle_state(hall) is BattleState.SETTLED


@pytest.mark.long
def test_one_return_may_do(hall: Hall) -> None:
    hand_in(hall, "axis", "field_3")
    umpire = hall.umpire()
    assert "One return, the Allied one is missing" in umpire.get(COMPARE).text
    assert umpire.press(SETTLE, "Settle battle 1 on the Axis return alone").status_code == 200
    assert battle_state(hall) is BattleState.SETTLED


@pytest.mark.long
def test_where_they_will_stand_is_drawn(hall: Hall) -> None:
    hand_in(hall, "allied", "field_1")
    hand_in(hall, "axis", "field_1")
    umpire = hall.umpire()
    page = umpire.get(f"{SETTLE}?believe=axis")
    (address,) = re.findall(r'data-from="([^"]+)"', page.text)
    picture = umpire.get(address.replace("&amp;", "&"))
    assert picture.status_code == 200
    assert "<svg" in picture.text


@pytest.mark.long
def test_a_field_given_to_who_has_nobody_left_is_told(hall: Hall) -> None:
    """What cannot be settled is said in the place of the preview, and refused when pressed."""
    lost = {f"line_{number}_destroyed": "X" for number in range(1, 6)}
    hand_in(hall, "allied", "field_1", unharmed="", **lost)
    hand_in(hall, "axis", "field_2")
    umpire = hall.umpire()
    page = umpire.get(COMPARE)
    assert page.status_code == 200
    assert "has no unit left" in page.text
    assert umpire.get(SETTLE).status_code == 422
    assert battle_state(hall) is BattleState.RETURNED


def test_nobody_but_the_umpire_compares(hall: Hall) -> None:
    hand_in(hall, "axis", "field_2")
    for visitor in (hall.commander("erskine", side="allied"), hall.staff("axis"), hall.table("axis", 1)):
        nothing = visitor.get("/battles/77/compare")
        assert nothing.status_code == 404
        for address in (COMPARE, SETTLE, f"{SETTLE}/map"):
            assert visitor.get(address).content == nothing.content
        assert _posted(visitor).status_code == 404
    assert hall.umpire().get("/battles/1/compare").status_code == 200


def _posted(visitor: Visitor):  # type: ignore[no-untyped-def]
    return visitor.post(SETTLE, {"token": "x", "key": "x"})


def test_without_a_return_the_page_says_who_hands_one_in_and_where(hall: Hall) -> None:
    umpire = hall.umpire()
    page = umpire.get(COMPARE)
    assert page.status_code == 200
    assert "Neither return is in yet" in page.text
    for side, leader in (("allied", "Brig I. D. Erskine"), ("axis", "Oberst Maximilian von Herff")):
        assert leader in page.text
        assert f'href="/battles/1/return/{side}"' in page.text
    assert 'href="/battles/1"' in page.text
    assert umpire.get(f"{COMPARE}.json").json()["sides"] == []
    form = next(form for form in forms_of(umpire.get("/battles").text) if form.method == "post")
    refused = umpire.post(SETTLE, dict(form.fields))
    assert refused.status_code == 422
    assert "no return is in yet" in refused.text


def test_of_a_battle_that_is_over_nothing_is_left_to_compare(hall: Hall) -> None:
    umpire = hall.umpire()
    umpire.press("/battles/1", "Cancel battle 1", why="nobody came")
    page = umpire.get(COMPARE)
    assert page.status_code == 200
    assert "Battle 1 is over" in page.text
    assert "Record" not in page.text


@pytest.mark.long
def test_a_settled_battle_is_amended(hall: Hall) -> None:
    """By a ruling in place of the settlement, or by a line of the return; shown first."""
    hand_in(hall, "allied", "field_1", line_2_spent="X")
    hand_in(hall, "axis", "field_2")
    umpire = hall.umpire()
    umpire.press(f"{SETTLE}?believe=allied&does-bersaglieri_halfaya=goes+back", "Settle battle 1")
    assert state_of(hall, "4_rtr") == "spent"
    looked = umpire.press("/battles/1/amend", "Show the consequences", **{"state-4_rtr": "destroyed"})
    assert looked.status_code == 200, looked.text
    assert "Nothing is recorded yet" in looked.text
    assert "4th Royal Tank Regiment" in looked.text.partition("Consequences")[2]
    assert state_of(hall, "4_rtr") == "spent"
    done = umpire.press_on(looked, "Amend battle 1")
    assert done.status_code == 200, done.text
    assert state_of(hall, "4_rtr") == "destroyed"


@pytest.mark.long
def test_a_line_of_a_return_is_amended(hall: Hall) -> None:
    hand_in(hall, "allied", "field_1", line_2_spent="X")
    hand_in(hall, "axis", "field_2")
    umpire = hall.umpire()
    umpire.press(f"{SETTLE}?does-bersaglieri_halfaya=goes+back", "Settle battle 1")
    page = umpire.get("/battles/1/amend")
    entries = re.findall(r'href="\?which=(\d+)"', page.text)
    assert len(entries) == 3
    form = f"/battles/1/amend?which={entries[0]}"
    assert "2 spent" in umpire.get(form).text
    assert umpire.press(form, "Show the consequences").status_code == 422
    looked = umpire.press(form, "Show the consequences", lines="3 spent")
    assert "2nd Bn Rifle Brigade" in looked.text.partition("Consequences")[2]
    assert umpire.press_on(looked, "Amend battle 1").status_code == 200
    assert state_of(hall, "2_rifle_brigade") == "spent"


@pytest.mark.long
def test_a_button_that_suspends_says_so(hall: Hall) -> None:
    for side in ("allied", "axis"):
        fields = {"unharmed": "X", "ending": "ending_suspended", "field": "field_3"}
        assert hall.table(side, 1).press(f"/battles/1/return/{side}", "Hand in the return", **fields).status_code == 200
    umpire = hall.umpire()
    page = umpire.get("/battles/1/settle")
    assert "Suspend battle 1" in page.text and "Settle battle 1" not in page.text
    assert "Battle 1 (Halfaya Pass, top) is suspended" in umpire.press_on(page, "Suspend battle 1").text


def test_a_page_names_its_own_button_and_no_program_command() -> None:
    warning = "enemies meet in two places; play them side by side, or make 2 battles with campaign battle split 1"
    assert in_browser(warning).endswith("or make 2 battles with Split on its page")
