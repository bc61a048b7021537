"""House rules on the sheets of all systems: each says whose point it is and what it hangs on, holds until the house plays
otherwise, and is printed."""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import cache
from importlib import import_module

import pypdfium2
import pytest

from campaign.rules.common.force import Unit
from campaign.rules.common.rulebook import Kind, Rule, Rulebook, Value
from campaign.rules.common.scene import Scene, TurnSky
from campaign.rules.common.settings import DEFAULTS, RULES
from campaign.rules.common.systems import SYSTEMS
from campaign.rules.common.texts import texts
from campaign.rules.tabletop.brevity.house_rules import house_rules
from campaign.rules.tabletop.interface import tabletop
from campaign.rules.tabletop.nqm.reminders import reminders
from campaign.rules.tabletop.nqm.tables import Grade
from campaign.terms.forces import (
    Arm,
    Armour,
    Engineers,
    Experience,
    Level,
    MarchClass,
    Nationality,
    Piece,
    Size,
    Weapon,
)
from campaign.terms.state import Sky, State
from campaign.terms.time import Moment
from campaign.values import replace
from campaign.words.reference import ReferencePaper
from campaign_reports.reference import render_reference
from campaign_reports.reminders import HOUSE_RULES
from tests.reports import specimens
from tests.rules.forces import force, guns, infantry, tanks

NOW = Moment(1, 2)
ID = re.compile(r"(?:OB|NQM|BDE|BGC|HEX)(?:-[A-Z]+)+-\d+|umpire \d+(?:\.\d+)?")
"""A rule's number in the catalogues."""


def scene(*units: Unit, **changes: object) -> Scene:
    """A fight of these against Germans."""
    enemies = (
        infantry("Lehr", side=2, nation=Nationality.GERMAN, experience=Experience.VETERAN),
        tanks("Pz 5", side=2, nation=Nationality.GERMAN),
    )
    return replace(Scene(force(*units), enemies, NOW, (TurnSky(NOW),)), **changes)  # type: ignore[arg-type]


@cache
def everybody() -> Scene:
    """Somebody of every kind that a reading is about."""
    return scene(
        infantry("HQ", headquarters_of=Level.DIVISION),
        infantry("Scots", engineers=Engineers.SPECIALIST, nation=Nationality.ITALIAN),
        infantry("Coy", size=Size.COMPANY, state=State.SPENT),
        tanks("4 RTR"),
        guns("RA", size=Size.LARGE),
        guns("Mortars", arm=Arm.MORTAR, piece=Piece.MORTAR),
        infantry("Jeeps", arm=Arm.RECONNAISSANCE, armour=Armour.NONE),
        air=(Weapon.GROUND_ATTACK,),
    )


def ids(text: str) -> set[str]:
    """``OB-AMB-005, -015`` in full."""
    found: list[str] = []
    for part in text.split(", "):
        found.append(f"{found[-1].rpartition('-')[0]}{part}" if part.startswith("-") else part)
    return set(found)


def otherwise(rule: Rule) -> Value:
    """Anything but the default."""
    if rule.kind is Kind.SWITCH:
        return not rule.default
    words = [word for word in rule.words if word != rule.default]
    return words[0] if words else (rule.lowest if rule.lowest != rule.default else rule.highest)


def squeezed(text: str) -> str:
    return re.sub(r"\s+", "", text)


@pytest.mark.parametrize("key", SYSTEMS)
def test_every_house_rule_holds_until_the_house_plays_otherwise_and_is_printed(key: str) -> None:
    """Each names rules of its own book, among which are those of the settings that change it, but none to the
    player."""
    module = import_module(f"campaign.rules.tabletop.{key}.house_rules")
    entries = {entry.key: entry for entry in texts(key).sections["house rules"].entries}
    facts = module.house_rules(everybody(), DEFAULTS)
    printed = " ".join(fact.text for fact in facts)
    for entry in entries.values():
        named = ids(entry.rules)
        assert named and all(ID.fullmatch(rule) for rule in named), entry
        assert all(rule.startswith((SYSTEMS[key].letters, "umpire")) for rule in named), entry
        assert not ID.search(entry.text) and entry.text.endswith("."), entry
    for name, settings in module.SETTINGS.items():
        for setting in settings:
            assert any(rule in RULES[setting].source for rule in ids(entries[name].rules)), (name, setting)
            changed = module.house_rules(everybody(), DEFAULTS.with_setting(setting, str(otherwise(RULES[setting]))))
            sentence = re.compile(re.sub(r"\\\{\w+\\\}", ".+?", re.escape(entries[name].text)))
            assert sentence.search(printed), name
            assert not sentence.search(" ".join(fact.text for fact in changed)), (name, setting)
    assert tabletop(key).sheet(everybody(), DEFAULTS).readings == facts
    assert_reference_prints(key, {fact.label for fact in facts})


def assert_reference_prints(key: str, heads: Collection[str]) -> None:
    """All house rules stand on the reference, those under these heads among them."""
    reference = tabletop(key).reference(DEFAULTS)
    view = ReferencePaper(specimens.brevity_head("Reference", "", "OB ref"), key, reference)
    paper = squeezed(
        "".join(page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(render_reference(view)))
    )
    assert squeezed(HOUSE_RULES.upper()) in paper
    assert [fact for fact in reference.house_rules if squeezed(fact.text) not in paper] == []
    assert heads <= {fact.label for fact in reference.house_rules}


# Brevity -------------------------------------------------------------------------------------------------------------
def said(*units: Unit, book: Rulebook = DEFAULTS, **changes: object) -> dict[str, str]:
    return {fact.label: fact.text for fact in house_rules(scene(*units, **changes), book)}


@pytest.mark.rule("OB-SEQ-03", "OB-INIT-01", "OB-READY-04", "OB-POST-01", "OB-MOV-04", "OB-HIT-05")
def test_what_two_players_missed_in_the_book() -> None:
    ours = said(infantry(), guns())
    assert ours["First move"].startswith(
        "If both sides have equal commands, each rolls a die and the higher moves first. Roll ties again."
    )
    assert (
        ours["Challenge"]
        == "Only one challenge is allowed in a move. The side challenged cannot challenge back. The challenger names its command first."
    )
    assert ours["Ready"].startswith("A command has -1 to its readiness if half of it or more is inexperienced.")
    assert "Choose a posture for each battalion when step 3 of its command begins" in ours["Posture"]
    assert "A unit that is declared as firing and has not moved fires, is a target, and stays dug in" in ours["Firing"]
    assert "not resting" in ours["One die"]


@pytest.mark.rule("OB-AIR-01")
def test_what_aircraft_count_is_said_to_whom_they_fly_for() -> None:
    assert "Aircraft" not in said(infantry())
    flown = said(infantry(), air=(Weapon.GROUND_ATTACK,))
    assert flown["Aircraft"].startswith(
        "An air group counts as one normal battalion. Against armour an air group counts as artillery."
    )


@pytest.mark.parametrize(
    ("unit", "head", "words"),
    [
        (infantry(), "Aboard", "Troops marked v ride on the march"),
        (guns(size=Size.LARGE), "Guns", "two weak stands"),
        (infantry(engineers=Engineers.SPECIALIST), "Casualties", "Engineers use their own row within 4 in."),
        (
            infantry(engineers=Engineers.SUPPORT),
            "Works",
            "Engineers at a task do not fire. Troops digging in may fire.",
        ),
    ],
)
def test_the_rest_is_for_whom_it_concerns(unit: Unit, head: str, words: str) -> None:
    assert words in said(unit)[head]
    assert words not in said(infantry(march_class=MarchClass.FOOT)).get(head, "")


@pytest.mark.rule("OB-WX-02", "OB-WX-03", "OB-WX-04")
@pytest.mark.parametrize("key", ["nqm", "hexes", "brigadier"])
def test_cloud_is_not_bad_weather_where_a_book_has_none(key: str) -> None:
    shown = {
        sky: tabletop(key).sheet(scene(infantry(), skies=(TurnSky(NOW, sky=sky),)), DEFAULTS).weather for sky in Sky
    }
    assert [words.split(":")[0] for words in shown.values()] == ["Clear", "Cloud", "Bad"]


@pytest.mark.rule("NQM-AMB-60", "NQM-SPECIAL-06")
def test_tank_terror_takes_the_battalion_and_lets_it_go_if_the_tanks_roll_on() -> None:
    (terror,) = (
        fact
        for block in reminders(frozenset(Grade), DEFAULTS, 8)
        for fact in block.facts
        if fact.label == "Tank terror"
    )
    assert "On 1-3 they all surrender" in terror.text and "free again if the tanks roll on" in terror.text
