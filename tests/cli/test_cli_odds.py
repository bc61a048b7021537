"""campaign odds: tables for people, JSON for programs, one line for a mistake."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from campaign.cli.contents import campaign


def typed(*arguments: str) -> Result:
    return CliRunner().invoke(campaign, ["odds", "brevity", *arguments])


def answer(*arguments: str) -> Any:
    shown = typed(*arguments, "--json")
    assert shown.exit_code == 0, shown.stderr
    return json.loads(shown.stdout)


def fire(attackers: str, *arguments: str) -> dict[str, Any]:
    shown: dict[str, Any] = answer("fire", "--attackers", attackers, *arguments)
    assert sum(Fraction(shown[name]) for name in ("none", "pinned", "spent", "destroyed", "captured")) == 1
    return shown


def results(shown: dict[str, Any]) -> str:
    return " ".join(shown[name] for name in ("none", "pinned", "spent", "destroyed"))


@pytest.mark.rule("OB-WC-048")
def test_two_battalions_on_one() -> None:
    shown = fire("2 infantry", "--target", "infantry", "--terrain", "open", "--range", "6")
    assert results(shown) == "1/16 65/256 27/64 67/256"
    assert (shown["dice"], shown["strength"], shown["to_hit"]["text"], shown["to_penetrate"]) == (4, "2", "4-6", None)
    score = {
        "text": "4-6",
        "needed": 4,
        "chance": "1/2",
        "base": "infantry, guns and others, in the open",
        "reasons": [],
    }
    assert shown["to_hit"] == score | {"decimals": {"chance": 0.5}}


@pytest.mark.rule("OB-WC-050", "OB-WC-071", "OB-WC-046", "OB-WC-045", "OB-WC-080")
def test_ways_to_fire() -> None:
    assert results(fire("2 infantry", "--light", "darkness")) == "625/1296 1547/6912 1331/5184 257/6912"
    assert (
        results(fire("weak medium guns", "--target", "field guns", "--how", "counter-battery")) == "4/9 1/4 5/18 1/36"
    )
    noted = fire("2 weak field guns", "--how", "point", "--dug-in")
    assert (results(noted), noted["how"]) == ("42875/46656 0 1225/15552 53/23328", "noted point attack")
    assert results(fire("rocket launchers", "--target", "truck column")) == "1/8 37/216 4/9 7/27"
    assert results(fire("ground-attack aircraft")) == "1/27 7/27 4/9 7/27"


def test_circumstances_of_the_target() -> None:
    assert fire("infantry", "--terrain", "smoke")["to_hit"]["base"] == "infantry, guns and others, in smoke"
    assert fire("infantry", "--target", "fast tanks", "--moving")["to_hit"]["needed"] == 6
    assert fire("infantry", "--inexperienced")["to_cause_casualties"]["reasons"] == ["+1 inexperienced target"]
    assert fire("infantry", "--spent")["spent"] == "0"
    captured = fire("infantry", "--spent", "--surrounded")
    assert (captured["destroyed"], Fraction(captured["captured"]) > 0) == ("0", True)
    assert fire("field guns", "--unlocated")["column"] == "dark"
    unseen = fire("infantry", "--unlocated")
    assert (unseen["none"], fire("infantry")["none"] == "1") == ("1", False), "who does not see it does not fire"
    assert fire("ground-attack aircraft", "--unlocated")["none"] != "1"
    assert fire("field guns + infantry", "--unlocated")["none"] == "1", "nor do guns that fire with them"
    assert fire("field guns", "--unlocated", "--how", "direct")["none"] == "1", "nor guns over open sights"
    barred = fire("infantry", "--in-support")
    assert (barred["none"], "OB-POST-09" in barred["barred"]) == ("1", True)
    assert fire("infantry", "--fortified")["to_cause_casualties"]["needed"] is None


def test_who_does_not_count_is_said_with_the_rule() -> None:
    shown = fire("infantry, pinned infantry, infantry in support, engineers (at 9)")
    assert shown["lending"] == ["infantry"]
    assert [(left["name"], left["rule"]) for left in shown["left_out"]] == [
        ("infantry", "OB-HIT-03"),
        ("engineers", "OB-RANGE-01"),
    ]


@pytest.mark.rule("OB-LOC-01", "OB-LOC-03", "OB-LOC-04")
@pytest.mark.parametrize(
    ("asked", "dice"),
    [
        (("infantry (at 6)",), 3),  # by day in the open 8 in.
        (("infantry (at 6)", "--light", "darkness"), 0),
        (("infantry (at 4)", "--light", "darkness"), 3),
        (("infantry (at 6)", "--light", "moonlight"), 0),
        (("infantry (at 6)", "--weather", "bad"), 0),
        (("infantry (at 6)", "--terrain", "terrain"), 0),
        (("infantry (at 6)", "--terrain", "smoke"), 0),
        (("infantry (at 6)", "--terrain", "terrain", "--rule", "loc.shared=on"), 3),
        (("field guns (at 40)", "--light", "darkness"), 3),  # guns need not locate
    ],
)
def test_what_cannot_be_located_is_not_fired_at(asked: tuple[str, ...], dice: int) -> None:
    shown = fire(*asked)
    assert shown["dice"] == dice
    if not dice:
        assert [(left["why"], left["rule"]) for left in shown["left_out"]] == [
            ("does not locate the target: 6 in., location range 4", "OB-LOC-01")
        ]
    assumed = {
        "field guns (at 40)": "By default some unit of the attackers locates the target, because that was not said"
    }
    assert assumed.get(asked[0], "loc.shared" if "loc.shared=on" in asked else "") in " ".join(shown["notes"])


@pytest.mark.rule("OB-LOC-01", "OB-LOC-04")
def test_nobody_fires_in_an_assault_beyond_location_range() -> None:
    shown = answer(
        "assault", "--attackers", "3 infantry", "--defenders", "infantry", "--light", "darkness", "--range", "6"
    )
    assert {line["none"] for line in (*shown["attackers"], *shown["defenders"])} == {"1"}
    assert [note.partition(" so ")[2].partition(" at ")[0] for note in shown["notes"]] == ["no defender", "no attacker"]
    assert answer("assault", "--attackers", "3 infantry", "--defenders", "infantry")["notes"] == []


@pytest.mark.rule("OB-WAVE-01", "OB-WAVE-02")
def test_waves_of_one_kind_are_shown_one_by_one() -> None:
    """The first wave meets the defender's fire alone; the second only if the defender is still fit."""
    shown = answer("assault", "--attackers", "infantry", "--attackers", "infantry", "--defenders", "dug-in infantry")
    assert [(line["wave"], round(line["decimals"]["destroyed"], 3)) for line in shown["attackers"]] == [
        (1, 0.357),
        (2, 0.071),
    ]
    same = answer(
        "assault", "--attackers", "infantry", "--attackers", "infantry", "--defenders", "infantry", "--dug-in"
    )
    assert same["attackers"] == shown["attackers"] and same["defenders"] == shown["defenders"]


@pytest.mark.parametrize(
    ("words", "called"),
    [
        ("25pdr", "88 mm gun-howitzers"),
        ("2 25-pdrs", "2 88 mm gun-howitzers"),
        ("87.6 mm gun-howitzers", "88 mm gun-howitzers"),
        ("17 pdr", "medium-heavy anti-tank guns"),
    ],
)
def test_british_guns_by_weight_and_calibres_with_a_point(words: str, called: str) -> None:
    assert fire(words)["counted"] == [called]


def test_an_answer_names_the_settings_it_heeds_and_takes_the_campaigns(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = ("infantry", "--range", "6", "--dug-in", "--inexperienced")
    printed = fire(*asked)
    assert printed["settings"] == {"cas.dash_plus_one": "off"}
    monkeypatch.chdir(tmp_path)
    started = CliRunner().invoke(campaign, ["new", "mokra", "--seed", "7"])
    assert started.exit_code == 0, started.output
    assert fire(*asked) == printed
    assert CliRunner().invoke(campaign, ["rules", "cas.dash_plus_one", "on"]).exit_code == 0
    own = fire(*asked)
    assert own["settings"]["cas.dash_plus_one"] == "on" and own["to_cause_casualties"]["chance"] == "1/6"
    assert fire(*asked, "--rule", "cas.dash_plus_one=off")["to_cause_casualties"] == printed["to_cause_casualties"]
    assert fire(*asked, "--as-printed") == {**printed, "inputs": {**printed["inputs"], "as_printed": True}}
    told = CliRunner().invoke(campaign, ["odds", "brevity", "fire", "--attackers", asked[0], *asked[1:]]).stdout
    assert "Settings used, as in mokra:" in told and "cas.dash_plus_one on" in told
    assert "No setting changes this answer." in CliRunner().invoke(campaign, ["odds", "brevity", "recovery"]).stdout


def test_house_rules() -> None:
    plain = fire("infantry", "--range", "6", "--dug-in", "--inexperienced")
    house = fire("infantry", "--range", "6", "--dug-in", "--inexperienced", "--rule", "cas.dash_plus_one=on")
    assert (plain["to_cause_casualties"]["chance"], house["to_cause_casualties"]["chance"]) == ("0", "1/6")


@pytest.mark.rule("OB-WC-065", "OB-WC-066")
def test_an_assault() -> None:
    shown = answer("assault", "--attackers", "3 infantry", "--defenders", "2 infantry", "--dug-in")
    assert shown["fit_to_fire"] == [{"0": "3375/4096", "1": "675/4096", "2": "45/4096", "3": "1/4096"}]
    assert results(shown["defenders"][0]) == "56791/131072 5639581/15925248 6334625/31850496 27281/1990656"
    assert shown["attackers"][0]["none"] == "1/16"


def test_waves_and_guns() -> None:
    shown = answer(
        "assault",
        "--attackers",
        "2 infantry",
        "--attackers",
        "infantry",
        "--defenders",
        "2 infantry",
        "--guns",
        "2 weak field guns",
        "--guns-back",
        "weak field guns",
    )
    assert len(shown["fit_to_fire"]) == 2
    assert [line["count"] for line in shown["defenders"]] == [1, 1]
    assert sum(line["count"] for line in shown["attackers"]) == 3


def test_small_tables() -> None:
    assert answer("initiative", "british", "german")["rows"][0]["chances"]["takes the move"] == "1/6"
    assert (
        answer("initiative", "german", "italian", "--commander", "challenger")["rows"][0]["chances"]["takes the move"]
        == "11/12"
    )
    assert len(answer("initiative")["rows"]) == 81
    night = answer("readiness", "german", "--night", "--inexperienced", "--flame-throwers", "--commander")["rows"][0]
    assert (night["chances"]["keeps its officer"], night["needs"]) == ("1/6", "6")
    assert night["score"]["reasons"] == [
        "-1 inexperienced",
        "-1 attacked by flame-throwers",
        "-2 night turn",
        "+1 corps commander",
    ]
    assert len(answer("weather", "--season", "winter")["rows"]) == 6
    assert (
        answer("recovery", "--grade", "well", "--days", "5")["rows"][0]["chances"]["at least one returns"] == "211/243"
    )
    assert [row["chances"]["in supply for the turn"] for row in answer("supply")["rows"]] == ["2/3", "8/9", "26/27"]
    assert answer("strike")["rows"][3]["chances"] == {"opponent picks a target at least once": "671/1296"}
    assert len(answer("landing", "--night")["rows"]) == 4
    assert answer("landing", "--how", "glider", "--terrain", "open", "--day")["rows"][0]["chances"]["unharmed"] == "2/3"


@pytest.mark.parametrize(
    "arguments",
    [
        ("fire", "--attackers", "2 infantry, weak field guns"),
        ("assault", "--attackers", "2 infantry", "--defenders", "infantry"),
        ("initiative",),
        ("readiness", "--night"),
        ("weather",),
        ("recovery", "--days", "5"),
        ("supply",),
        ("strike",),
        ("landing",),
    ],
)
def test_tables_fit_the_line(arguments: tuple[str, ...]) -> None:
    shown = typed(*arguments)
    assert shown.exit_code == 0, shown.stderr
    assert max(map(len, shown.stdout.splitlines())) <= 80


def test_a_table_gives_the_reasons_and_the_per_cent() -> None:
    shown = typed("fire", "--attackers", "rocket launchers", "--target", "medium tanks", "--range", "20").stdout
    assert "To hit        4-6 (vehicles or cavalry, in the open, +1 rocket launchers)" in shown
    assert "To penetrate  6 (all anti-tank weapons firing are artillery)" in shown
    assert re.search(r"no effect +1331/1728 +77.0 %", shown)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (
            ("fire", "--attackers", "infantry", "--target", "ground-attack aircraft", "--fortified"),
            "has no row for aircraft, and OB-T-12",
        ),
        (
            ("fire", "--attackers", "300 mm mortar"),
            "mortars of about 240 mm a range of 8 in., and larger mortars no range",
        ),
        (("fire", "--attackers", "170 mm mortar"), "OB-T-07 has a dash for mortars of 170 to 190 mm"),
        (("fire", "--attackers", "infantry", "--how", "artillery"), "chart of artillery ranges has no column for it"),
        (("fire", "--attackers", "3 infantrie"), "did you mean infantry"),
        (("fire", "--attackers", "infantry", "--rule", "cas.dash"), "Write KEY=VALUE"),
        (("fire", "--attackers", "infantry", "--rule", "cas.dash_plus_on=on"), "cas.dash_plus_one"),
        (("assault", "--attackers", "13 infantry", "--defenders", "infantry"), "Name 1 to 12 battalions"),
        (
            (
                "assault",
                "--attackers",
                "infantry",
                "--defenders",
                "infantry",
                "--guns",
                "field guns",
                "--guns",
                "field guns",
            ),
            "2 groups of guns",
        ),
        (
            (
                "assault",
                "--attackers",
                "6 infantry, 6 medium tanks",
                "--defenders",
                "4 infantry, 4 field guns, 4 light tanks",
            ),
            "too many different kinds to work out exact odds",
        ),
        (("assault", "--attackers", "pinned infantry", "--defenders", "infantry"), "must not be pinned or resting"),
    ],
)
def test_a_mistake_is_one_line(arguments: tuple[str, ...], words: str) -> None:
    ended = typed(*arguments)
    assert (ended.exit_code, ended.stdout, len(ended.stderr.splitlines())) == (1, "", 1)
    assert words in ended.stderr


def test_wrong_usage() -> None:
    assert typed("fire").exit_code == 2
    assert typed("fires").exit_code == 2
    assert typed("initiative", "martian").exit_code == 2
