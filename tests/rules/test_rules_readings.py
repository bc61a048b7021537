"""What a Brevity sheet relies on though the book is silent: marked as ours, and not where the house plays otherwise."""

from __future__ import annotations

import pytest

from campaign.rules.brevity.readings import AIR, READINGS, readings
from campaign.rules.force import Unit
from campaign.rules.rulebook import Rulebook
from campaign.rules.settings import DEFAULTS
from campaign.terms.forces import Engineers, MarchClass, Size
from tests.rules.forces import guns, infantry


def said(*units: Unit, book: Rulebook = DEFAULTS) -> dict[str, str]:
    return {fact.label: fact.text for fact in readings(units, book).facts}


def test_every_reading_names_settings_that_there_are_and_whose_point_it_is() -> None:
    assert not [key for one in (*READINGS, *AIR) for key in one.settings if key not in DEFAULTS]
    assert all(one.rule for one in READINGS)
    assert not any("OB-" in one.text for one in READINGS)


@pytest.mark.rule("OB-SEQ-03", "OB-INIT-01", "OB-READY-04", "OB-POST-01", "OB-MOV-04", "OB-HIT-05")
def test_what_two_players_missed_in_the_book() -> None:
    ours = said(infantry(), guns())
    assert ours["First move"].startswith("As many commands: the higher die, again if equal.")
    assert ours["Challenge"].startswith("One a move, none back.") and "those on the two strips" in ours["Challenge"]
    assert ours["Ready"].startswith("Inexperienced: half of the command or more.")
    assert "chosen free as step 3 of its command's move begins" in ours["Posture"]
    assert "Declared and not moved: fires, is a target, stays dug in" in ours["Firing"]
    assert "at rest" in ours["One die"]


@pytest.mark.rule("OB-AIR-01")
def test_what_aircraft_count_is_said_to_whom_they_fly_for() -> None:
    assert "Aircraft" not in said(infantry())
    flown = {fact.label: fact.text for fact in readings((infantry(),), DEFAULTS, aircraft=True).facts}
    assert flown["Aircraft"].startswith("A group is one normal battalion, artillery against armour")


@pytest.mark.parametrize(
    ("key", "value", "head"),
    [
        ("seq.first_move_tie", "attacker", "First move"),
        ("hit.free_die_requires", "nobody", "One die"),
        ("posture.level", "command", "Posture"),
    ],
)
def test_what_the_house_plays_otherwise_is_not_ours(key: str, value: str, head: str) -> None:
    assert head in said(infantry()) and head not in said(infantry(), book=DEFAULTS.with_setting(key, value))


@pytest.mark.parametrize(
    ("unit", "head", "words"),
    [
        (infantry(), "Aboard", "in vehicles on the march"),
        (guns(size=Size.LARGE), "Guns", "two weak stands"),
        (infantry(engineers=Engineers.SPECIALIST), "Casualties", "Engineers have their row within 4 in."),
        (infantry(engineers=Engineers.SUPPORT), "Works", "Who works does not fire."),
    ],
)
def test_the_rest_is_for_whom_it_concerns(unit: Unit, head: str, words: str) -> None:
    assert words in said(unit)[head]
    assert words not in said(infantry(march_class=MarchClass.FOOT)).get(head, "")
