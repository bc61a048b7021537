"""The odds: every question of every system as a form, its answer, and what it refuses."""

from __future__ import annotations

import pytest

from campaign.rules.common.odds_query import fields_of
from campaign.rules.common.systems import SYSTEMS, has_odds, odds_of
from tests.web.visitors import Hall

QUESTIONS = [
    (key, name, query)
    for key in SYSTEMS
    if has_odds(key)
    for section in odds_of(key).sections.values()
    for name, (query, _) in section.items()
]


def test_the_list_of_all_systems(reading_room: Hall) -> None:
    page = reading_room.staff("allied").get("/odds")
    assert page.status_code == 200
    for key, name, _ in QUESTIONS:
        assert f"/odds/{key}/{name}" in page.text


@pytest.mark.long
def test_every_question_is_a_form_with_all_its_fields(reading_room: Hall) -> None:
    umpire = reading_room.umpire()
    for key, name, query in QUESTIONS:
        page = umpire.get(f"/odds/{key}/{name}")
        assert page.status_code == 200, (key, name)
        for field in fields_of(query):
            assert f'name="{field.name.strip("_")}"' in page.text, (key, name, field.name)


def test_an_answer_with_its_rules(reading_room: Hall) -> None:
    player = reading_room.staff("allied")
    page = player.press("/odds/brevity/fire", "Show the odds", attackers="2 infantry", range="6", dug_in="on")
    assert page.status_code == 200
    assert "2 infantry on dug in infantry" in page.text
    assert "OB-HIT-01" in page.text
    own = player.press("/odds/brevity/fire", "Show the odds", attackers="2 infantry", rules="campaign")
    assert "pinned" in own.text


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"attackers": ""}, "attackers is empty"),
        ({"attackers": "elephants"}, "elephants"),
        ({"attackers": "infantry", "range": "9999"}, "range cannot be 9999"),
        ({"attackers": "infantry", "range": "near"}, "Write a whole number"),
        ({"attackers": "infantry", "light": "dusk"}, "cannot be used as light"),
        ({"attackers": "infantry", "rules": "/etc/passwd"}, "is not a rule that you can change here"),
        ({"attackers": "infantry", "rule": "nonsense"}, "KEY=VALUE"),
    ],
)
def test_what_is_refused_stays_typed(reading_room: Hall, changes: dict[str, str], says: str) -> None:
    page = reading_room.umpire().press("/odds/brevity/fire", "Show the odds", **changes)
    assert page.status_code == 422
    assert says in page.text
    for value in changes.values():
        assert value in page.text


def test_the_same_as_json(reading_room: Hall) -> None:
    answer = reading_room.umpire().get("/odds/brevity/fire.json?ask=1&attackers=infantry").json()
    assert answer["system"] == "brevity"
    assert answer["decimals"]["pinned"] > 0


def test_unknown_systems_and_questions(reading_room: Hall) -> None:
    assert reading_room.umpire().get("/odds/chess").status_code == 404
    assert reading_room.umpire().get("/odds/brevity/chess").status_code == 404
