"""campaign odds nqm: the catalogue's worked cases as a person asks them, and one line for a mistake."""

import json
from collections import Counter
from fractions import Fraction as F
from itertools import product
from typing import Any

import pytest
from click.testing import CliRunner, Result

from campaign.cli.contents import campaign
from campaign.rules.tabletop.nqm.tables import CASUALTIES


def typed(*arguments: str) -> Result:
    return CliRunner().invoke(campaign, ["odds", "nqm", *arguments])


def rows(*arguments: str) -> list[dict[str, Any]]:
    told = typed(*arguments, "--json")
    assert told.exit_code == 0, told.output
    found: list[dict[str, Any]] = json.loads(told.stdout)["rows"]
    return found


def chances(row: dict[str, Any]) -> dict[str, F]:
    return {name: F(str(chance)) for name, chance in (row["chances"] | row["averages"]).items()}


@pytest.mark.rule("NQM-FIRE-06")
def test_fire() -> None:
    three, mean = rows("fire", "--dice", "3 L", "--target", "open")
    assert list(chances(three).values()) == [F(1, 8), F(1, 4), F(7, 24), F(11, 54), F(7, 72), F(1, 36), F(1, 216)]
    assert chances(mean) == {"average": 2}
    assert chances(rows("fire", "--dice", "2 L", "--range", "contact", "--ambush")[1]) == {"average": F(11, 3)}


def won_by_hand(hours: int, *, cumulative: bool) -> F:
    """Three light dice on dug in (6 hits once, 5 once) against two light dice on attackers: every face of every
    hour."""
    light_on_medium, light_on_light = CASUALTIES[-1], CASUALTIES[0]
    margins = Counter(
        sum(light_on_medium[face] for face in ours) - sum(light_on_light[face] for face in theirs)
        for ours in product(range(6), repeat=3)
        for theirs in product(range(6), repeat=2)
    )
    won, still = F(0), {0: F(1)}
    for _ in range(hours):
        after: dict[int, F] = {}
        for lead, chance in still.items():
            for margin, ways in margins.items():
                now = (lead if cumulative else 0) + margin
                if now > 0:
                    won += chance * F(ways, 6**5)
                else:
                    after[now] = after.get(now, F(0)) + chance * F(ways, 6**5)
        still = after
    return won


@pytest.mark.rule("NQM-FIRE-19", "NQM-FIRE-20", "NQM-AMB-46")
def test_a_firefight_of_several_hours_is_won_by_the_hour() -> None:
    """Who has won fires no more, so that no later hour takes it back: 37.2 % by hour 2, of which 27.3 % in the
    first."""
    question = ("firefight", "--attack", "3 L", "--on", "dug in", "--answer", "2 L")
    by_hour = [chances(rows(*question, "--hours", str(hours))[0]) for hours in (1, 2, 3)]
    assert [one["won"] for one in by_hour] == [won_by_hand(hours, cumulative=True) for hours in (1, 2, 3)]
    assert by_hour[1]["won"] == F(351061, 944784)
    assert all(sum(one.values()) == 1 for one in by_hour)
    rounds = [
        chances(rows(*question, "--hours", str(hours), "--rule", "nqm.firefight.win=round")[0])["won"]
        for hours in (1, 2)
    ]
    assert rounds == [won_by_hand(hours, cumulative=False) for hours in (1, 2)]
    assert rounds[1] == 1 - (1 - rounds[0]) ** 2
    shown = typed(*question, "--hours", "2").stdout
    assert "won by the end of hour 2" in shown and "37.2 %" in shown and "fires no more" in shown
    assert "fires no more" not in typed(*question).stdout


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
    inverted = rows(
        "recce", "--recce", "veteran", "--defender", "veteran", "--rule", "nqm.recce.white_lookup=same cell inverted"
    )
    assert chances(inverted[0])["the defender chooses"] == F(25, 36)
    assert len(rows("recce")) > 40


@pytest.mark.rule("NQM-ENGAGE-01")
def test_opening() -> None:
    assert chances(rows("opening", "--grade", "regular")[0]) == {
        "harassing": F(1, 6),
        "effective": F(1, 2),
        "contact": F(1, 3),
    }


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


@pytest.mark.rule("NQM-FORT-02", "NQM-ARTY-04", "NQM-CLASS-06")
def test_a_target_said_to_be_fortified_has_the_class_and_the_calibre_of_a_fort() -> None:
    """A heavy die has 4/6 casualties on a fort, and only guns from 160 mm do anything to it."""
    assert chances(rows("guns", "--dice", "3 H", "--fortified")[2]) == {"average": 2}
    for target in ("dug in", "open", "M"):
        shelled = rows("guns", "--dice", "2 M", "--calibre", "105", "--target", target, "--fortified")
        assert chances(shelled[0]) == {"0": 1}, target
        assert chances(shelled[1])["disorganised"] == 0, target
    assert chances(rows("guns", "--dice", "1 H", "--calibre", "160", "--fortified")[1])["disorganised"] == F(1, 2)


@pytest.mark.parametrize(
    ("name", "armour", "word"),
    [
        ("25pdr", False, "medium"),
        ("105 mm artillery", False, "medium"),
        ("203 mm artillery", False, "very heavy"),
        ("T34", True, "medium"),
        ("KV1", True, "heavy"),
    ],
)
def test_classes(name: str, armour: bool, word: str) -> None:
    told = typed("class", name, *(["--armour"] if armour else []))
    assert told.exit_code == 0
    assert told.stdout.startswith(f"{name}: {word} (")


@pytest.mark.parametrize(
    "arguments",
    [
        ("fire", "--dice", "3 L + 1 M"),
        ("firefight", "--attack", "4 L", "--answer", "2 L"),
        ("recce",),
        ("opening",),
        ("assault", "--attackers", "3", "--defenders", "3"),
        ("morale",),
        ("tanks",),
        ("pins", "5"),
        ("guns", "--dice", "2 M"),
        ("breakout", "--stands", "3"),
    ],
)
def test_tables_for_people(arguments: tuple[str, ...]) -> None:
    told = typed(*arguments)
    assert told.exit_code == 0
    assert "/" in told.stdout


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [
        (("fire", "--dice", "3 Q"), "not a weapon in the class chart"),
        (("fire", "--dice", "L L L"), "not a weapon in the class chart"),
        (("fire", "--dice", "99 L"), "up to 60"),
        (("fire", "--dice", "3"), "not a number of dice"),
        (("fire", "--dice", "-1 L"), "not a number of dice"),
        (("fire", "--dice", "3 L", "--target", "dugg in"), "did you mean dug in"),
        (("fire", "--dice", "3 L", "--target", "wood"), "how the target is placed (open, fort"),
        (("guns", "--dice", "1 L + 1 M"), "names several weapon classes"),
        (("class", "catapult"), "not a weapon in the class chart"),
        (("morale", "--rule", "nqm.grade.veteran_hold=maybe"), "Allowed: 3-6 or 3 or 6"),
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
    ruled = rows("tasks", "--rule", "nqm.tasks.bridge_hours=5", "--rule", "nqm.tasks.bridgehead_hours=1")
    assert chances(ruled[0]) == {"1 h": 1} and chances(ruled[2]) == {"5 h": 1}


@pytest.mark.rule("NQM-MORALE-01", "NQM-MORALE-02", "NQM-CASE-33")
def test_fire_that_may_break_a_unit() -> None:
    *_, test = rows("fire", "--dice", "3 L", "--target", "open", "--tests-at", "5", "--grade", "conscript")
    assert chances(test) == {"does not test": 1 - F(7, 216), "holds": F(7, 648), "breaks": F(7, 324)}


@pytest.mark.rule("NQM-CASE-68", "NQM-CAS-11", "NQM-REORG-13")
def test_the_state_after_a_fight() -> None:
    """Five red pins of fifteen: two or three black, one or two lost; with one gone before, three of fifteen are a
    fifth."""
    (row,) = rows("after", "--lost", "1", "--red", "5")
    assert chances(row) == {"fresh": F(3, 4), "spent": F(1, 4), "destroyed": 0}
    assert chances(rows("after", "--lost", "1", "--red", "5", "--rule", "nqm.recovery=overnight")[0])["spent"] == 1
    assert chances(rows("after", "--points", "7", "--red", "3", "--before", "2")[0]) == {
        "fresh": 0,
        "spent": F(1, 4),
        "destroyed": F(3, 4),
    }
    refused = typed("after", "--lost", "14", "--red", "5")
    assert (
        refused.exit_code == 1
        and refused.stderr
        == "Error: 14 points lost and 5 points under pin markers are more than the 15 points at the start. Write fewer\n"
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


@pytest.mark.rule("NQM-CASE-43", "NQM-CLASS-01", "NQM-AMB-40")
@pytest.mark.parametrize(
    ("weapon", "letter"),
    [
        ('3" mortar', "M"),
        ("81 mm mortar", "M"),
        ("60mm mortars", "L"),
        ("120mm Mortars", "H"),
        ("MMGs", "L"),
        ("HMGs", "M"),
        ('4.5"', "H"),
        ("25 pounder", "M"),
        ("18-pdr", "L"),
        ("6pdr", "M"),
        ("2 pdr", "L"),
        ("105mm", "M"),
        ("150 mm", "H"),
        ("203 mm artillery", "VH"),
        ("81 mm artillery", "L"),
        ("88mm", "H"),
        ("47mm", "M"),
        ("20mm", "L"),
        ("flame throwers", "H"),
        ("dive bombers", "H"),
        ("fighter bombers", "H"),
        ("most 2 engined bombers", "H"),
        ("strafing fighter aircraft", "M"),
        ("demolition charge", "H"),
        ("infantry without anti-tank weapons", "VL"),
        ("T37", "VL"),
    ],
)
def test_weapons_by_the_words_of_the_class_table(weapon: str, letter: str) -> None:
    told = typed("class", weapon, "--json")
    assert told.exit_code == 0, told.output
    assert json.loads(told.stdout)["understood"] == {"class": letter}


@pytest.mark.rule("NQM-CASE-43", "NQM-CLASS-03", "NQM-CLASS-04", "NQM-CLASS-05", "NQM-CLASS-06", "NQM-CLASS-07")
@pytest.mark.parametrize(
    ("target", "letter"),
    [
        ("Panzer III", "M"),
        ("Pz II", "L"),
        ("Pz38(t)", "M"),
        ("M3 Grant", "M"),
        ("M4 Sherman", "M"),
        ("Cruisers to A13", "L"),
        ("Mk VI", "L"),
        ("KV-1", "H"),
        ("Matilda II", "H"),
        ("CV33", "VL"),
        ("soft skin vehicles", "VL"),
        ("trucks", "VL"),
        ("infantry in cover and scrapes", "L"),
        ("infantry attacking", "L"),
        ("infantry in towns", "M"),
        ("infantry dug in", "M"),
        ("infantry in fortified positions", "H"),
        ("Maginot casemate", "VH"),
        ("the Maginot Line", "VH"),
        ("infantry moving to contact", "VL"),
        ("troops road marching", "VL"),
    ],
)
def test_targets_by_the_words_of_the_class_table(target: str, letter: str) -> None:
    told = typed("class", target, "--armour", "--json")
    assert told.exit_code == 0, told.output
    assert json.loads(told.stdout)["understood"] == {"class": letter}
    assert typed("fire", "--dice", "1 L", "--target", target).exit_code == 0


@pytest.mark.rule("NQM-FORT-02", "NQM-AIR-04", "NQM-CASE-30")
def test_from_the_air_only_heavy_bombers_disorganise_a_fort() -> None:
    def shaken(*arguments: str) -> F:
        return chances(rows("guns", *arguments)[1])["disorganised"]

    assert shaken("--dice", "2 H", "--target", "fort") == 0
    assert shaken("--dice", "1 dive bomber", "--target", "infantry in fortified positions") == 0
    assert shaken("--dice", "1 heavy bomber", "--target", "fort") == F(2, 3)
    assert shaken("--dice", "1 H", "--target", "dug in") == F(2, 3)
    assert shaken("--dice", "1 H", "--target", "fort", "--calibre", "160") == F(1, 2)
    assert shaken("--dice", "1 H", "--target", "fort", "--calibre", "159") == 0


@pytest.mark.rule("NQM-CASE-31", "NQM-AMB-45")
def test_direct_fire_at_harassing_range_disorganises() -> None:
    casualties, _, target = rows("fire", "--dice", "1 L", "--range", "harassing")
    assert chances(casualties) == {"0": 1}
    assert chances(target) == {"disorganised": F(1, 2), "not": F(1, 2)}
    assert chances(rows("fire", "--dice", "2 M", "--target", "open", "--range", "harassing")[2])["disorganised"] == F(
        8, 9
    )


@pytest.mark.rule("NQM-RECCE-15", "NQM-AMB-34")
def test_recce_that_scoots_takes_half() -> None:
    """One M die in the open: 0, 0, 1, 1, 2, 3; the odd one comes off on 4 to 6."""
    scooted = rows("fire", "--dice", "1 M", "--target", "open", "--scoots")
    assert chances(scooted[0]) == {"0": F(1, 2), "1": F(5, 12), "2": F(1, 12)}


@pytest.mark.rule("NQM-CLASS-11", "NQM-CLASS-12", "NQM-CLASS-14")
def test_classes_follow_the_house_rules() -> None:
    found = rows("class", "Matilda II", "--armour", "--rule", "nqm.class.matilda_2=very heavy")
    hits = {row["label"]: chances(row)["hits"] for row in found}
    assert (hits["from light"], hits["from medium"], hits["from heavy"]) == (0, F(1, 6), F(1, 3))
    told = typed("class", "37mm", "--rule", "nqm.class.light_guns=medium against machine-gun tanks")
    assert "machine guns only: medium" in told.stdout


@pytest.mark.rule("NQM-ARTY-06", "NQM-CASE-31")
@pytest.mark.parametrize(("missions", "units"), [(3, "1"), (4, "4/3")])
def test_harassing_missions_cost_a_third_of_a_fire_unit(missions: int, units: str) -> None:
    told = typed("guns", "--dice", f"{missions} M", "--calibre", "105", "--harassing", "--json")
    assert json.loads(told.stdout)["numbers"] == {"fire units": units}


@pytest.mark.rule("NQM-ASSAULT-04", "NQM-ASSAULT-05", "NQM-ASSAULT-06", "NQM-CASE-55")
@pytest.mark.parametrize(
    ("attacker", "attackers", "defender", "defenders", "numbers"),
    [
        ("regular", 9, "militia", 6, {"attack dice": "3", "defence dice": "1", "exchanges": "2"}),
        ("veteran", 5, "elite", 1, {"attack dice": "4", "defence dice": "1", "exchanges": "3"}),
        ("militia", 8, "conscript", 9, {"attack dice": "3", "defence dice": "2", "exchanges": "1"}),
        ("elite", 9, "veteran", 9, {"attack dice": "5", "defence dice": "3"}),
    ],
)
def test_dice_and_exchanges_of_an_assault(
    attacker: str, attackers: int, defender: str, defenders: int, numbers: dict[str, str]
) -> None:
    sides = (
        "--attacker",
        attacker,
        "--attackers",
        str(attackers),
        "--defender",
        defender,
        "--defenders",
        str(defenders),
    )
    exchanges = ("--exchanges", "1") if attacker == "elite" else ()
    told = json.loads(typed("assault", *sides, *exchanges, "--json").stdout)
    assert told["numbers"] == numbers | ({"exchanges": "1"} if exchanges else {})
