"""campaign odds nqm: the catalogue's worked cases as a person asks them, and one line for a mistake."""

import json
from fractions import Fraction as F
from typing import Any

import pytest
from click.testing import CliRunner, Result

from campaign.cli.contents import campaign


def typed(*arguments: str) -> Result:
    return CliRunner().invoke(campaign, ["odds", "nqm", *arguments])


def rows(*arguments: str) -> list[dict[str, Any]]:
    told = typed(*arguments, "--json")
    assert told.exit_code == 0, told.output
    found: list[dict[str, Any]] = json.loads(told.stdout)["rows"]
    return found


def chances(row: dict[str, Any]) -> dict[str, F]:
    return {name: F(str(chance)) for name, chance in row["chances"].items()}


@pytest.mark.rule("NQM-FIRE-06")
def test_fire() -> None:
    three, mean = rows("fire", "--dice", "3 L", "--target", "open")
    assert list(chances(three).values()) == [F(1, 8), F(1, 4), F(7, 24), F(11, 54), F(7, 72), F(1, 36), F(1, 216)]
    assert chances(mean) == {"average": 2}
    assert chances(rows("fire", "--dice", "2 L", "--range", "contact", "--ambush")[1]) == {"average": F(11, 3)}


@pytest.mark.rule("NQM-FIRE-20")
def test_firefight() -> None:
    assert chances(rows("firefight", "--attack", "4 L", "--answer", "2 L")[0]) == {
        "won": F(1075, 2916),
        "level": F(89, 324),
        "behind": F(260, 729),
    }
    two = chances(rows("firefight", "--attack", "4 L", "--answer", "2 L", "--hours", "2")[0])
    assert sum(two.values()) == 1


@pytest.mark.rule("NQM-RECCE-08", "NQM-RECCE-09")
def test_recce() -> None:
    first, ranges = rows("recce", "--recce", "veteran", "--defender", "veteran")
    (column,) = rows("column", "--body", "veteran", "--defender", "veteran")
    assert chances(column) == {"caught in column": F(5, 6), "shakes out in time": F(1, 6)}
    assert chances(first) == {"seen first": F(1, 6), "the defender chooses": F(5, 36), "fired on": F(25, 36)}
    assert chances(ranges)["fired on, effective"] == F(25, 108)
    inverted = rows("recce", "--recce", "veteran", "--defender", "veteran", "--rule", "nqm.recce.white_lookup=same cell inverted")
    assert chances(inverted[0])["the defender chooses"] == F(25, 36)
    assert len(rows("recce")) > 40


@pytest.mark.rule("NQM-ENGAGE-01")
def test_opening() -> None:
    assert chances(rows("opening", "--grade", "regular")[0]) == {"harassing": F(1, 6), "effective": F(1, 2), "contact": F(1, 3)}


@pytest.mark.rule("NQM-ASSAULT-10", "NQM-ASSAULT-11")
def test_assault() -> None:
    found = rows("assault", "--attacker", "veteran", "--attackers", "4", "--defender", "conscript", "--defenders", "2")
    assert chances(found[0])["2, 0"] == F(33719, 46656)
    assert chances(found[2]) == {"average won": F(2401, 1458), "average lost": F(515, 1458)}
    assert chances(found[3])["no unwounded defender left"] == F(699153217, 725594112)
    militia = rows("assault", "--attacker", "militia", "--attackers", "3", "--defenders", "2", "--attacker-tests", "1")
    assert chances(militia[3])["the attacker breaks"] == F(185, 729)


@pytest.mark.rule("NQM-MORALE-02", "NQM-SPECIAL-06")
def test_morale_and_tanks() -> None:
    veteran = rows("morale", "--grade", "veteran", "--points", "12")[0]
    assert (veteran["needs"], chances(veteran)["holds"]) == ("at 4 of 12: 3-6", F(2, 3))
    assert chances(rows("tanks", "--grade", "regular")[1]) == {"stays": F(1, 2), "stays, terror first": F(1, 4)}
    assert chances(rows("breakout", "--stands", "2")[0]) == {"0": F(1, 9), "1": F(4, 9), "2": F(4, 9)}


@pytest.mark.rule("NQM-REORG-12", "NQM-CAS-12")
def test_pins() -> None:
    black, _, lost, mean = rows("pins", "5")
    assert chances(black) == {"2": F(1, 2), "3": F(1, 2)}
    assert chances(lost) == {"1": F(3, 4), "2": F(1, 4)}
    assert chances(mean) == {"average": F(5, 4)}
    assert chances(rows("pins", "3", "3")[0]) == {"2": F(1, 4), "3": F(1, 2), "4": F(1, 4)}


@pytest.mark.rule("NQM-ARTY-01", "NQM-ARTY-05", "NQM-FORT-02")
def test_guns() -> None:
    harassing = rows("guns", "--dice", "1 M", "--calibre", "105", "--target", "dug in", "--harassing")
    assert chances(harassing[1])["disorganised"] == F(1, 2)
    assert chances(harassing[0]) == {"0": 1}
    small = rows("guns", "--dice", "1 H", "--calibre", "150", "--target", "fort")
    assert chances(small[1])["disorganised"] == 0
    assert chances(rows("guns", "--dice", "1 H", "--target", "fort", "--fortified")[1])["disorganised"] == 0
    assert chances(rows("guns", "--dice", "1 VH", "--target", "fort", "--fortified")[1])["disorganised"] > 0


@pytest.mark.parametrize(("name", "armour", "word"), [("25pdr", False, "medium"), ("105 mm artillery", False, "medium"), ("203 mm artillery", False, "very heavy"), ("T34", True, "medium"), ("KV1", True, "heavy")])  # fmt: skip
def test_classes(name: str, armour: bool, word: str) -> None:
    told = typed("class", name, *(["--armour"] if armour else []))
    assert told.exit_code == 0
    assert told.stdout.startswith(f"{name}: {word} (")


@pytest.mark.parametrize("arguments", [("fire", "--dice", "3 L + 1 M"), ("firefight", "--attack", "4 L", "--answer", "2 L"), ("recce",), ("opening",), ("assault", "--attackers", "3", "--defenders", "3"), ("morale",), ("tanks",), ("pins", "5"), ("guns", "--dice", "2 M"), ("breakout", "--stands", "3")])  # fmt: skip
def test_tables_for_people(arguments: tuple[str, ...]) -> None:
    told = typed(*arguments)
    assert told.exit_code == 0
    assert "/" in told.stdout


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [
        (("fire", "--dice", "3 Q"), "no class"),
        (("fire", "--dice", "L L L"), "no class"),
        (("fire", "--dice", "99 L"), "up to 60"),
        (("fire", "--dice", "3"), "no handful"),
        (("fire", "--dice", "3 L", "--target", "dugin"), "did you mean dug in"),
        (("guns", "--dice", "1 L + 1 M"), "of one class"),
        (("class", "catapult"), "no weapon"),
        (("morale", "--rule", "nqm.grade.veteran_hold=maybe"), "may be 3-6"),
    ],
)
def test_a_mistake_is_one_line(arguments: tuple[str, ...], fault: str) -> None:
    told = typed(*arguments)
    assert told.exit_code == 1
    assert fault in told.stderr
    assert told.stderr.count("\n") == 1


@pytest.mark.rule("NQM-TASK-04", "NQM-TASK-05", "NQM-AMB-21", "NQM-CASE-13")
def test_hours_of_a_crossing() -> None:
    hours, mean, ready, *bridge = rows("tasks", "--within", "6")
    assert chances(hours) == {"1 h": F(1, 3), "2 h": F(1, 3), "3 h": F(1, 3)} and chances(mean) == {"average hours": 2}
    assert chances(ready) == {"ready within 6 h": 1} and chances(bridge[1]) == {"average hours": 7}
    assert chances(bridge[2]) == {"ready within 6 h": F(1, 2)}
    two = rows("tasks", "--within", "6", "--rule", "nqm.tasks.range_roll=two dice")
    assert chances(two[-1]) == {"ready within 6 h": F(5, 12)} and chances(two[-2]) == {"average hours": 7}
    ruled = rows("tasks", "--rule", "nqm.tasks.bridge_hours=5", "--rule", "nqm.tasks.bridgehead_hours=1")
    assert chances(ruled[0]) == {"1 h": 1} and chances(ruled[2]) == {"5 h": 1}


@pytest.mark.rule("NQM-MORALE-01", "NQM-MORALE-02", "NQM-CASE-33")
def test_fire_that_may_break_a_unit() -> None:
    *_, test = rows("fire", "--dice", "3 L", "--target", "open", "--tests-at", "5", "--grade", "conscript")
    assert chances(test) == {"does not test": 1 - F(7, 216), "holds": F(7, 648), "breaks": F(7, 324)}


@pytest.mark.rule("NQM-CASE-68", "NQM-CAS-11", "NQM-REORG-13")
def test_the_state_after_a_fight() -> None:
    """Five red pins of fifteen: two or three black, one or two lost; with one gone before, three of fifteen are a fifth."""
    (row,) = rows("after", "--lost", "1", "--red", "5")
    assert chances(row) == {"fresh": F(3, 4), "spent": F(1, 4), "destroyed": 0}
    assert chances(rows("after", "--lost", "1", "--red", "5", "--rule", "nqm.recovery=overnight")[0])["spent"] == 1
    assert chances(rows("after", "--points", "7", "--red", "3", "--before", "2")[0]) == {"fresh": 0, "spent": F(1, 4), "destroyed": F(3, 4)}
    refused = typed("after", "--lost", "14", "--red", "5")
    assert (
        refused.exit_code == 1 and refused.stderr == "Error: 14 lost and 5 under pins of 15 points: no more can be out than stood there\n"
    )


@pytest.mark.rule("NQM-CASE-43", "NQM-CLASS-04")
def test_the_class_of_targets_on_foot_too() -> None:
    for name, word in (
        ("trucks", "very light"),
        ("infantry in a town", "medium"),
        ("casemates", "very heavy"),
        ("infantry attacking", "light"),
    ):
        assert f": {word} (" in json.loads(typed("class", name, "--armour", "--json").stdout)["title"]
