"""campaign odds hexes: the same worked cases as a person or a program asks for them."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest
from click.testing import CliRunner, Result

from campaign.cli.contents import campaign


def typed(*arguments: str) -> Result:
    return CliRunner().invoke(campaign, ["odds", "hexes", *arguments])


def answer(*arguments: str) -> Any:
    shown = typed(*arguments, "--json")
    assert shown.exit_code == 0, shown.stderr
    return json.loads(shown.stdout)


@pytest.mark.parametrize(
    ("arguments", "net", "mean"),
    [
        ("--shooter tank --target at-gun --range 2", -1, "1"),
        ("--shooter infantry --target tank --range 2 --terrain hill", -3, "0"),
        ("--shooter infantry --target tank --range 2", -2, "1/3"),
        ("--shooter artillery --target infantry --range 9 --smoke --evading", -1, "1"),
        ("--shooter infantry --target infantry --terrain woods --rule hexes.cover_evasion_double=on", -2, "1/3"),
        ("--shooter spg --target jeep --between", -2, "1/3"),
    ],
)
def test_one_shot(arguments: str, net: int, mean: str) -> None:
    shown = answer("shot", *(word.replace("at-gun", "at gun") for word in arguments.split()))
    assert (shown["net"], shown["mean"]) == (net, mean)
    assert sum(Fraction(chance) for chance in shown["hits"].values()) == 1
    assert len(shown["modifiers"]) >= 1


@pytest.mark.rule("HEX-JOINT-03", "HEX-EVADE-06")
def test_a_target_that_has_acted_cannot_evade_a_joint_shot() -> None:
    assert answer("joint", "2 infantry", "--activated") | {"inputs": 0} == answer("joint", "2 infantry") | {"inputs": 0}
    refused = CliRunner().invoke(campaign, ["odds", "hexes", "joint", "2 infantry", "--activated", "--evaded"])
    assert refused.exit_code != 0
    assert "it has been activated this turn (HEX-EVADE-06)" in refused.stderr
    assert answer("joint", "2 infantry", "--evaded")["mean"] != answer("joint", "2 infantry")["mean"]


@pytest.mark.parametrize(
    ("word", "meant"),
    [("town", "buildings"), ("towns", "buildings"), ("wood", "woods"), ("Hills", "hill"), ("open", "open")],
)
def test_the_ground_is_named_as_people_name_it(word: str, meant: str) -> None:
    assert answer("shot", "--shooter", "tank", "--terrain", word)["terrain"] == meant
    refused = CliRunner().invoke(campaign, ["odds", "hexes", "shots", "tank", "--terrain", "moon"])
    assert "'moon' is not a terrain" in refused.stderr


def test_several_shots_joint_shots_and_the_rest() -> None:
    shown = answer("shots", "artillery at 6, tank at 2, infantry at 2")
    assert (shown["spent"], shown["eliminated"], shown["hits"]["5"]) == ("17/27", "0", "7/27")
    assert answer("shots", "infantry at 2", "--begun", "8")["eliminated"] == "2/3"
    assert answer("shots", "infantry", "--spent", "--weak")["begun"] == 3
    assert answer("joint", "2 infantry", "--evaded")["mean"] == "2"
    rows = {row["label"]: row["averages"] for row in answer("elimination")["rows"]}
    assert rows["net +0"] == {
        "average shots, normal": "31705/6561",
        "average shots, weak": "229/81",
        "average shots, spent": "64/27",
    }
    assert "net -4: never a hit" in answer("elimination", "--net", "-4")["notes"]
    cards = answer("cards", "--units", "14", "--card", "7 of spades")
    assert cards["rows"][0]["chances"]["later"] == "9/17"
    assert "3 turns before the shuffle" in cards["notes"][0]
    assert answer("after", "9,9,9,1")["rows"][0]["needs"] == "destroyed"
    assert answer("after", "3", "--weak")["rows"][0]["needs"] == "spent"
    assert len(answer("matrix")["rows"]) == 12


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("shot", "--shooter", "tnk"), "'tnk' is not a unit type of the hex game; did you mean tank?"),
        (("shot", "--shooter", "tank", "--range", "3"), "cannot shoot at 3 hexes. The range is 1 to 2"),
        (("shot", "--shooter", "tank", "--terrain", "woods", "--evading"), "stands in woods, not in the open"),
        (("shots", "2 infantry evaded"), "evades only once in a turn"),
        (
            ("shots", "infantry", "--begun", "9"),
            "9 hits at the start are not possible. 9 hits eliminate this unit, so write 0 to 8",
        ),
        (("joint", "infantry"), "1 shooters cannot shoot together. Name two"),
        (("joint", "2 infantry", "--terrain", "hill", "--evaded"), "cannot evade this shot"),
        (("after", "six"), "'six' is not a list of hits"),
        (("cards", "--card", "11 of hearts"), "is not a playing card"),
        (("matrix", "--rule", "hexes.joint=perhaps"), "'perhaps' is not a value of hexes.joint"),
    ],
)
def test_mistakes_are_one_line(arguments: tuple[str, ...], words: str) -> None:
    shown = typed(*arguments)
    assert shown.exit_code != 0
    assert words in shown.stderr
    assert len(shown.stderr.strip().splitlines()) == 1


def test_words_for_people() -> None:
    shown = typed("shots", "tank at 2, infantry").stdout
    assert "Gone by then" in shown
    assert "Left spent (5 or more)" in shown
    assert (
        "100.0 %"
        in typed("shot", "--shooter", "infantry", "--target", "tank", "--range", "2", "--terrain", "hill").stdout
    )
    assert "King" not in typed("cards", "--card", "KS").stdout
    assert "K♠" in typed("cards", "--card", "KS").stdout


@pytest.mark.rule("HEX-CARD-13", "HEX-AMB-31", "HEX-CASE-35")
@pytest.mark.parametrize(("units", "turns"), [(12, 4), (13, 4), (14, 3), (26, 2), (27, 1), (53, 1)])
def test_how_long_the_pack_lasts(units: int, turns: int) -> None:
    assert answer("cards", "--units", str(units))["numbers"]["turns"] == str(turns)
