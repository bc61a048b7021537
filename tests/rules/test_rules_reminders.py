"""The rules in short on a Brevity sheet: what no table holds, for the units that are there."""

from __future__ import annotations

from typing import Any

import pytest

from campaign.rules.common.force import Unit
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.common.scene import Scene, TurnSky
from campaign.rules.common.settings import DEFAULTS
from campaign.rules.tabletop.brevity.reminders import reminders
from campaign.rules.tabletop.interface import tabletop
from campaign.terms.forces import Engineers, Nationality, Size
from campaign.terms.time import Moment
from tests.rules.forces import force, guns, infantry


def printed(*units: Unit, book: Rulebook = DEFAULTS, **given: Any) -> dict[str, str]:
    return {fact.label: fact.text for block in reminders(units, book, **given) for fact in block.facts}


@pytest.mark.rule(
    "OB-WIN-01",
    "OB-MOV-04",
    "OB-MOV-06",
    "OB-POST-09",
    "OB-OBS-01",
    "OB-OBS-07",
    "OB-PREP-01",
    "OB-PREP-02",
    "OB-PREP-03",
    "OB-READY-06",
)
def test_what_every_side_reads() -> None:
    short = printed(infantry())
    assert "Otherwise it neither fires nor is fired on" in short["To fire"]
    assert (
        "pinned, spent, resting, marching or attacked in the flank" in short["Strength"]
        and "one die" in short["Strength"]
    )
    assert "sheltered" in short["Targets"]
    assert short["Turn"].endswith("the game ends when a side has fulfilled its orders.")
    assert short["Turn"].startswith("The side with more commands moves first. Moves")
    assert "equal" not in short["Turn"] and short["Posture"].startswith(
        "March is for speed and line is for fighting"
    ), "the book says no more"
    assert "the bonus on its command's strip; the challenger must be higher" in short["Challenge"]
    assert short["Ready"].startswith(
        "Roll for the score on the command's strip in step 8. The score includes every modifier except flame-throwers (-1)."
    )
    assert (
        short["Side edges"]
        == "A battalion that comes within 8 in. of a side edge must stay within 8 in. of it to the end."
    )
    assert "halts and is pinned, and its command loses its officer" in short["Obstacles"]
    assert short["Obstacles"].endswith("At a river only the men cross, and wait there.")
    assert short["Dig in"] == "Infantry digs in after 1 turn of work, towed guns after 2, other units after 4."


@pytest.mark.rule(
    "OB-ART-07",
    "OB-CB-01",
    "OB-SMOKE-01",
    "OB-SMOKE-02",
    "OB-MINE-01",
    "OB-AMPH-01",
    "OB-WAVE-01",
    "OB-WAVE-05",
    "OB-HID-02",
    "OB-REC-03",
)
@pytest.mark.parametrize(
    ("unit", "labels"),
    [
        (infantry(), set()),
        (guns(), {"Guns", "Counter-battery", "Smoke", "Companies"}),
        (infantry(engineers=Engineers.SUPPORT), {"Demolition"}),
        (infantry(engineers=Engineers.SPECIALIST), {"Demolition", "Specialists", "Bridging", "Smoke"}),
        (infantry(nation=Nationality.SOVIET), {"Waves"}),
        (infantry(hidden=True), {"Hidden"}),
        (infantry(size=Size.COMPANY, recce_companies=3), {"Reconnaissance", "Companies"}),
        (infantry(flame_throwers=True), {"Flame-throwers"}),
        (infantry(carried_by="DD"), {"From the sea"}),
    ],
)
def test_the_rest_is_for_whom_it_concerns(unit: Unit, labels: set[str]) -> None:
    assert set(printed(unit)) - set(printed(infantry(engineers=Engineers.NONE))) == labels


@pytest.mark.rule("OB-BRG-02", "OB-BRG-03", "OB-BRG-04", "OB-BRG-05", "OB-BRG-06")
def test_specialists_read_what_a_bridge_and_a_ferry_take() -> None:
    specialists = infantry(engineers=Engineers.SPECIALIST)
    bridge = "Specialists take 2 turns to build a bridge, 4 for medium tanks, 6 for heavy tanks."
    ferry = "A ferry takes half as long. It carries one battalion a turn, as long as its builders stay."
    assert printed(specialists)["Bridging"] == f"{bridge} {ferry}"
    boats = DEFAULTS.with_setting("brg.ferry_rule", "boats")
    assert printed(specialists, book=boats)["Bridging"] == bridge, "a ferry then takes as long as boats"


@pytest.mark.rule("OB-AIR-03", "OB-AIR-04", "OB-AIR-11", "OB-AIR-12")
def test_aircraft_that_fly_for_it() -> None:
    assert "Aircraft" not in printed(infantry())
    said = printed(infantry(), aircraft=True)["Aircraft"]
    assert (
        "on a 1 the opponent picks the target" in said and "within 4 in." in said and "craters for 8 in. around" in said
    )


@pytest.mark.rule("OB-OPT-01")
def test_what_is_switched_off_is_not_printed() -> None:
    off = DEFAULTS.with_settings(
        {
            "use.engineering": "off",
            "use.counter_battery": "off",
            "use.waves": "off",
            "use.hidden": "off",
            "use.reconnaissance": "off",
            "use.sizes": "off",
        }
    )
    units = (
        infantry(
            nation=Nationality.SOVIET, hidden=True, engineers=Engineers.SPECIALIST, size=Size.COMPANY, recce_companies=3
        ),
        guns(),
    )
    gone = set(printed(*units)) - set(printed(*units, book=off))
    assert gone == {
        "Counter-battery",
        "Waves",
        "Hidden",
        "Reconnaissance",
        "Obstacles",
        "Demolition",
        "Specialists",
        "Bridging",
        "Smoke",
        "Dig in",
        "Companies",
    }


def test_they_stand_on_the_sheet_without_the_rule_book_s_numbers() -> None:
    own = force(infantry(), guns())
    scene = Scene(own, (), Moment(1, 2), (TurnSky(Moment(1, 2)),))
    body = tabletop("brevity").sheet(scene, DEFAULTS)
    assert [one.title for one in body.reminders] == ["Fire in short", "Moves and works in short"] and body.readings
    assert not any("OB-" in fact.text for one in body.reminders for fact in one.facts)
    assert all(len(fact.text) <= 260 for one in body.reminders for fact in one.facts)
