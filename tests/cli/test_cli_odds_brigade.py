"""campaign odds brigade: the catalogue's worked cases as a person asks them, and one line for a mistake."""

from __future__ import annotations

import json
from typing import Any

import pytest
from click.testing import CliRunner, Result

from campaign.cli.contents import campaign


def typed(*arguments: str) -> Result:
    return CliRunner().invoke(campaign, ["odds", "brigade", *arguments])


def rows(*arguments: str) -> dict[str, dict[str, str]]:
    shown = typed(*arguments, "--json")
    assert shown.exit_code == 0, shown.stderr
    table: dict[str, Any] = json.loads(shown.stdout)
    return {row["label"]: row["chances"] | row["averages"] for row in table["rows"]}


@pytest.mark.rule("BDE-CASE-01")
def test_ten_rifles() -> None:
    found = rows("fire", "--weapons", "10 rifles", "--range", "5", "--figures", "12")
    assert (found["hits"]["0"], found["hits"]["average"]) == ("1/96", "10/3")
    assert (found["figures lost"]["0"], found["figures lost"]["average"]) == ("1529437/53747712", "25/9")


@pytest.mark.rule("BDE-CASE-05", "BDE-CASE-18")
def test_mixed_arms_and_he() -> None:
    assert rows("fire", "--weapons", "7 rifles and SMG", "--range", "8")["hits"]["average"] == "11/6"
    for gun in ("76mm", "76 mm"):
        assert rows("fire", "--he", gun, "--tank-gun", "--range", "20", "--pinned")["figures lost"]["average"] == "4/9"


@pytest.mark.rule("BDE-CASE-53", "BDE-CASE-70")
def test_a_shot_at_a_vehicle() -> None:
    found = rows(
        "vehicle", "--gun", "75 (Sherman)", "--target", "pz iv h", "--range", "30", "--moving", "--partial-cover"
    )
    assert [found[name]["chance"] for name in ("hit", "kill if hit", "kill")] == ["1/6", "2/3", "1/9"]
    assert (
        rows("vehicle", "--gun", "AT grenades", "--target", "Pz IV H", "--face", "side", "--range", "1")["kill"][
            "chance"
        ]
        == "0"
    )


@pytest.mark.rule("BDE-CASE-25", "BDE-CASE-36", "BDE-CASE-41", "BDE-CASE-38")
def test_shelling() -> None:
    found = rows("shelling", "--battery", "88 mm", "--nation", "british")
    assert (found["off target"]["0 in."], found["in the zone"]["chance"], found["lost with deviation"]["average"]) == (
        "4/9",
        "5/9",
        "10/3",
    )
    bunker = rows("shelling", "--battery", "150 mm", "--nation", "german", "--cover", "fortification", "--figures", "1")
    assert (bunker["breach, each battery"]["chance"], bunker["lost if in the zone"]["1"]) == ("1/3", "1/18")
    two = rows("shelling", "--battery", "105 mm", "--batteries", "2", "--cover", "slit trench", "--figures", "1")
    assert two["lost if in the zone"]["1"] == "17/81"
    assert rows("shelling", "--battery", "152 mm", "--nation", "soviet")["off target"]["does not arrive"] == "1/6"


@pytest.mark.rule("BDE-CASE-23", "BDE-CASE-73", "BDE-CASE-78")
def test_vehicles_morale_moves() -> None:
    assert rows("soft-skin", "--hits", "3")["rifle or SMG"]["destroyed"] == "7/8"
    assert rows("soft-skin", "--open-top")["other indirect fire"]["destroyed"] == "1/6"
    assert rows("morale", "raw", "--start", "12", "--lost", "6", "--split")["raw"]["stays"] == "1/6"
    assert rows("morale", "--start", "12", "--lost", "8")["elite"]["stays"] == "0"
    thick = rows("moves", "--ground", "thick woods")
    assert (thick["slow tanks, thick woods"]["stuck"], thick["half-tracks, thick woods"]) == ("1/18", {})


@pytest.mark.rule("BDE-AMB-57")
def test_house_rules() -> None:
    pooled = ("fire", "--weapons", "4 rifles", "--range", "20", "--units", "2")
    assert (rows(*pooled)["hits"]["average"], rows(*pooled, "--rule", "brigade.pool_fire=on")["hits"]["average"]) == (
        "4/3",
        "4/3",
    )
    one = rows("fire", "--weapons", "2 rifles", "--range", "20", "--units", "2", "--rule", "brigade.pool_fire=on")
    assert one["hits"]["average"] == "2/3"


def test_a_spread_is_shown_outcome_by_outcome() -> None:
    shown = typed("fire", "--weapons", "10 rifles", "--range", "5").stdout
    assert "25/9 on average" in shown
    lines = {line.split()[0]: line.split()[1:] for line in shown.splitlines() if line[:1].isdigit()}
    assert lines["3"] == ["28.6", "%", "29.1", "%"]


def test_tables_for_people() -> None:
    for arguments in (
        ("fire", "--weapons", "10 rifles"),
        ("vehicle", "--gun", "2pdr", "--target", "Matilda II"),
        ("shelling", "--battery", "81 mm mortar"),
        ("soft-skin",),
        ("morale",),
        ("moves",),
    ):
        shown = typed(*arguments)
        assert shown.exit_code == 0, shown.stderr
        assert "%" in shown.stdout


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("fire",), "--weapons"),
        (("fire", "--weapons", "ten rifles"), "small arm"),
        (("fire", "--weapons", "0 rifles"), "1 to 99"),
        (("fire", "--weapons", "SMG", "--range", "near"), "inches"),
        (("fire", "--he", "Big Bertha"), "is not a gun"),
        (("vehicle", "--gun", "2pdr", "--target", "Tigger"), "Tiger"),
        (("shelling", "--battery", "big"), "105 mm"),
        (("morale", "--start", "4", "--lost", "5"), "is too many"),
        (("moves", "--rule", "brigade.nothing=1"), "is not a setting"),
    ],
)
def test_mistakes_are_one_line(arguments: tuple[str, ...], said: str) -> None:
    shown = typed(*arguments)
    assert shown.exit_code == 1
    assert said in str(shown.stderr) + str(shown.exception)


@pytest.mark.rule("BDE-CASE-08", "BDE-CASE-35", "BDE-CASE-38", "BDE-CASE-45", "BDE-CASE-78", "BDE-CASE-85")
def test_what_the_catalogue_asks_beside() -> None:
    points = rows("fire", "--points", "11", "--moving")["hits"]
    assert (points["0"], points["average"]) == ("1/6", "4/3")
    company = rows("shelling", "--battery", "105 mm", "--nation", "german")
    assert company["removed at once, 6 or more"] == {"chance": "12800/19683"}
    trench = rows("shelling", "--battery", "105 mm", "--cover", "slit trench", "--batteries", "2")
    assert trench["a given figure, if in the zone"] == {"chance": "17/81"}
    assert rows("vehicle", "--gun", "Tiger", "--target", "Sherman", "--range", "60")["kill"] == {"chance": "1/2"}
    assert list(rows("moves", "--row", "medium tank", "--ground", "rough")) == ["medium tanks, rough or open woods"]
    for lost, state in ((15, "fresh"), (16, "spent"), (31, "spent"), (32, "destroyed")):
        assert rows("after", "--full", "48", "--lost", str(lost))[f"{lost} of 48 lost"][state] == "1"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (
            ("fire", "--points", "11.3"),
            "--points 11.3 is not possible. Fire points are whole or half numbers, such as 11 or 13.5",
        ),
        (
            ("vehicle", "--gun", "Tigr", "--target", "Sherman"),
            "'Tigr' is not a gun in the chart of attack values and not a vehicle; did you mean Tiger?",
        ),
        (
            ("moves", "--row", "tank"),
            "'tank' is not a row in the movement chart; did you mean very slow tanks or slow tanks or medium tanks?",
        ),
        (("after", "--full", "10", "--lost", "11"), "11 lost is more than the full strength of 10. Write at most 10"),
    ],
)
def test_words_it_does_not_know(arguments: tuple[str, ...], said: str) -> None:
    refused = typed(*arguments)
    assert (refused.exit_code, refused.stderr) == (1, f"Error: {said}\n")


@pytest.mark.rule("BDE-SAVE-05", "BDE-SAVE-07", "BDE-NOTE-03", "BDE-NOTE-04", "BDE-AMB-78")
def test_small_arms_at_an_unarmoured_vehicle() -> None:
    """Three rifles at 5 inches are two dice on 4+: 1 - (1/4 + 1/2 x 1/2 + 1/4 x 1/4); an MMG's hits are saved on 6
    only."""
    assert rows("fire", "--weapons", "3 rifles", "--range", "5", "--soft-skin")["vehicle destroyed"] == {
        "chance": "7/16"
    }
    assert rows("fire", "--weapons", "MMG", "--range", "60", "--soft-skin")["vehicle destroyed"] == {"chance": "95/144"}
    assert rows("fire", "--weapons", "auto-cannon", "--range", "100", "--soft-skin")["hits"]["0"] == "1/8"


@pytest.mark.rule("BDE-SAVE-10", "BDE-NOTE-02")
def test_who_escapes() -> None:
    assert rows("escape", "4")["escape"] == {
        "0": "1/81",
        "1": "8/81",
        "2": "8/27",
        "3": "32/81",
        "4": "16/81",
        "average": "8/3",
    }


@pytest.mark.rule("BDE-AMB-38", "BDE-CASE-25", "BDE-CASE-26")
def test_batteries_by_the_name_of_their_guns() -> None:
    assert rows("shelling", "--battery", "25pdr")["in the zone"] == {"chance": "5/9"}
    assert rows("shelling", "--battery", "25pdr", "--df-point")["in the zone"] == {"chance": "7/9"}
    apart = rows("shelling", "--battery", "25pdr", "--batteries", "2", "--rule", "brigade.dev_per_battery=on")
    assert apart["in the zone"] == {"chance": "65/81"}
    assert apart["lost with deviation"] == {"average": "440/81"}


@pytest.mark.rule("BDE-TAB-MOVE")
@pytest.mark.parametrize(
    ("row", "ground", "inches"),
    [
        ("1/2 tracks", "On Road", "18"),
        ("Jeeps a/c's etc.", "In the open", "18"),
        ("Horse drawn wagons or artillery", "on road", "8"),
    ],
)
def test_the_movement_table_by_its_own_headings(row: str, ground: str, inches: str) -> None:
    (chances,) = rows("moves", "--row", row, "--ground", ground).values()
    assert chances[f"{inches} in."] == "1"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("fire", "--weapons", "rifle, MMG", "--soft-skin"), "has a different saving roll"),
        (("fire", "--he", "75mm", "--soft-skin"), "name the weapon, because fire points do not count"),
        (("fire", "--weapons", "rifle", "--tank-gun"), "--he 76mm --tank-gun"),
        (("vehicle", "--gun", "Autocannon", "--target", "Truck"), "fire --weapons auto-cannon --soft-skin"),
        (("vehicle", "--gun", "catapult", "--target", "Tiger"), "The guns are 2pdr"),
        (("vehicle", "--gun", "6pdr", "--target", "Leopard"), "Sdkfz 250/1"),
        (("shelling", "--battery", "0 mm"), "1 to 1000 mm"),
        (("shelling", "--battery", "105 mm", "--battery", "150 mm", "--batteries", "2"), "Name each battery"),
        (("shelling", "--battery", "5000 mm"), "1 to 1000 mm"),
    ],
)
def test_what_cannot_be_asked_names_the_way_out(arguments: tuple[str, ...], said: str) -> None:
    refused = typed(*arguments)
    assert refused.exit_code == 1
    assert said in refused.stderr
    assert refused.stderr.count("\n") == 1


@pytest.mark.rule("BDE-ZONE-03", "BDE-ZONE-04", "BDE-BREACH-01", "BDE-BREACH-04", "BDE-AMB-38")
def test_batteries_of_different_calibres_on_one_point() -> None:
    """A figure in a slit trench: 105 mm breach on 3+, 150 mm always; pinned it saves on 2+ each time."""
    told = typed(
        "shelling",
        "--battery",
        "105 mm",
        "--battery",
        "150 mm",
        "--cover",
        "slit trench",
        "--nation",
        "german",
        "--json",
    )
    table = json.loads(told.stdout)
    assert table["numbers"] == {"zone across": "5", "zone along": "4"}
    found = {row["label"]: row["chances"] | row["averages"] for row in table["rows"]}
    assert (found["breach, 105 mm"], found["breach, 150 mm"]) == ({"chance": "2/3"}, {"chance": "1"})
    assert found["a given figure, if in the zone"] == {"chance": "7/27"}  # 1 - (1 - 2/3 x 1/6) x 5/6


@pytest.mark.rule("BDE-PIN-01", "BDE-PIN-03")
def test_he_pins_before_the_saves() -> None:
    """A 25-pdr has 9 points: 3 dice at 4+, 3/2 hits; pinned in the open saves on 5-6, so one figure is lost."""
    lost = rows("fire", "--he", "25pdr", "--range", "40")["figures lost"]
    assert lost["average"] == "1"
    riders = rows("fire", "--he", "25pdr", "--range", "40", "--never-pinned")["figures lost"]
    assert riders["average"] == "5/4"
    rifles = rows("fire", "--weapons", "10 rifles", "--range", "5")["figures lost"]
    assert rifles == rows("fire", "--weapons", "10 rifles", "--range", "5", "--never-pinned")["figures lost"]
