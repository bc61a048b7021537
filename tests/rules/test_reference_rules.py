"""A reference sheet holds the rules that both players look up, and names the optional ones that are off."""

from __future__ import annotations

import pytest

from campaign.rules.common.settings import DEFAULTS
from campaign.rules.tabletop.brevity.reference import reference as brevity
from campaign.rules.tabletop.hexes.reference import reference as hexes
from campaign.words.sheet import Reference


def words(made: Reference) -> str:
    return " ".join(f"{fact.label}: {fact.text}" for part in made.reminders for fact in part.facts)


@pytest.mark.rule(
    "HEX-RANGE-06", "HEX-UNIT-06", "HEX-UNIT-10", "HEX-MOVE-05", "HEX-MOVE-07", "HEX-HID-01", "HEX-JOINT-01"
)
def test_hexes() -> None:
    told = words(hexes(DEFAULTS))
    assert "mortars not at a target in the next hex" in told
    assert "armoured cars and jeeps 3" in told and "tanks and self-propelled guns move 2" in told
    assert "Vehicles: Armoured cars are hit like tanks and shoot like infantry." in told
    assert "Self-propelled guns are hit like tanks and shoot like anti-tank guns." in told
    assert "Turning is free" in told
    assert "Hidden units: This rule is not in use" in told and "Joint activation: This rule is not in use" in told
    on = words(hexes(DEFAULTS.with_settings({"hexes.hidden": "on", "hexes.joint": "on"})))
    assert "not in use" not in on and "uses both cards" in on and "revealed when it moves" in on


@pytest.mark.rule("OB-AIR-05", "OB-AIR-06", "OB-AIR-07", "OB-AIR-09", "OB-AIR-10")
def test_brevity_says_how_often_and_when_aircraft_strike() -> None:
    told = words(brevity(DEFAULTS))
    assert (
        "Other aircraft attack at most once a day, never in successive turns." in told
        and "Only bombers attack by night" in told
    )
    assert "once a turn" not in words(brevity(DEFAULTS.with_setting("use.air", "off")))
