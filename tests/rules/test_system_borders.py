"""What a system's door says of its stands, its old forms, and what the program leaves to the players."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest
from click.testing import CliRunner

from campaign.cli.contents import campaign
from campaign.errors import BadInput
from campaign.resolve.left_out import left_out, players_only
from campaign.rules.common.muster import StandKind
from campaign.rules.common.settings import DEFAULTS
from campaign.rules.common.systems import SYSTEMS
from campaign.rules.day import nqm_tasks
from campaign.rules.returns.filed import FiledLine, PrintedLine
from campaign.rules.tabletop.brevity import unit_phrases
from campaign.rules.tabletop.brigadier.house_whole import contradictions
from campaign.rules.tabletop.interface import tabletop
from campaign.terms.forces import Armour, Level, Size
from campaign.terms.state import Role, State
from tests.rules.forces import force, guns, infantry, tanks


def test_what_a_stand_of_brevity_is() -> None:
    """By what it is there for first, then by its arm, then by its armour."""
    units = [
        infantry("foot"),
        tanks("tanks"),
        infantry("half-tracks", armour=Armour.LIGHT),
        guns("guns"),
        infantry("staff", headquarters_of=Level.DIVISION),
        guns("far", role=Role.GUNS_IN_RANGE),
    ]
    lines = tabletop("brevity").muster(force(*units), DEFAULTS).lines
    assert {line.name: {stand.kind for stand in line.stands} for line in lines} == {
        "foot": {StandKind.INFANTRY},
        "tanks": {StandKind.VEHICLE},
        "half-tracks": {StandKind.VEHICLE},
        "guns": {StandKind.GUN},
        "staff": {StandKind.HEADQUARTERS},
        "far": {StandKind.OFF_TABLE},
    }


@pytest.mark.rule("NQM-CAS-12")
@pytest.mark.parametrize(
    ("noted", "lost", "after"),
    [({"points": 15}, 2, State.FRESH), ({"points": 15, "black": 1}, 2, State.SPENT), ({}, 1, State.FRESH)],
)
def test_a_form_that_notes_no_black_pins_counts_the_points_lost_alone(
    noted: dict[str, int], lost: int, after: State
) -> None:
    """Two of fifteen points leave a battalion fresh, three spent. A form without points changes nothing."""
    line = PrintedLine(1, 1, "Scots", State.FRESH, "A", noted=noted)
    assert tabletop("nqm").outcome(FiledLine(1, {"points_lost": lost}), line, DEFAULTS).state is after


@pytest.mark.parametrize("key", SYSTEMS)
def test_a_report_says_what_the_program_left_to_the_players_and_why(key: str) -> None:
    """Optional rules only while they are on."""
    always = [part for part in players_only(key) if not part.optional]
    said = left_out(key, DEFAULTS)
    assert bool(said) is bool(always)
    told = (
        said.removeprefix("Rules left out, as only players play them: ").removesuffix(".").split("; ") if said else []
    )
    assert told == [f"{part.part} ({part.why})" for part in always if part.why] and all(part.why for part in always)
    for part in players_only(key):
        if part.optional:
            assert f"{part.part} (" not in said
            assert f"{part.part} ({part.why})" in left_out(key, DEFAULTS.with_setting(part.optional, True))


@pytest.mark.rule("OB-T-07")
@pytest.mark.parametrize(
    ("words", "fault"), [("88 mm", "does not say what kind of gun 88 mm is. Write mortar"), ("88 infantry", "1 to 60")]
)
def test_a_calibre_is_no_number_of_battalions(words: str, fault: str) -> None:
    with pytest.raises(BadInput, match=fault):
        unit_phrases.battalion(words, DEFAULTS)


def numbers(first: int, last: int) -> str:
    return ", ".join(map(str, range(first, last + 1)))


@pytest.mark.parametrize(
    ("dice", "last", "words"),
    [
        ("1d25", 5, f"time.minutes has no minutes for {numbers(6, 25)}, which 1d25 can roll"),
        ("1d25", 4, f"time.minutes has no minutes for {numbers(5, 24)} and 1 more, which 1d25 can roll"),
        ("1d5", 25, f"time.minutes names {numbers(6, 25)}, which 1d5 cannot roll"),
        ("1d5", 26, f"time.minutes names {numbers(6, 25)} and 1 more, which 1d5 cannot roll"),
    ],
)
def test_of_many_rolls_that_take_no_time_or_never_come_twenty_are_named(dice: str, last: int, words: str) -> None:
    """The house file has minutes for the rolls from 1 to the last."""
    plain = {"time": {"dice": dice, "minutes": {str(roll): 5 for roll in range(1, last + 1)}}}
    assert [told for place, told, _ in contradictions(plain) if place == "time.minutes"] == [words]


@pytest.mark.rule("NQM-TBL-TASK")
@pytest.mark.parametrize(("hours", "ready"), [(0, 0), (99, 1), (-1, None), (100, None)])
def test_hours_asked_for_are_nought_to_ninety_nine(hours: int, ready: int | None) -> None:
    told = CliRunner().invoke(campaign, ["odds", "nqm", "tasks", "--within", str(hours), "--json"])
    assert (told.exit_code == 0) is (ready is not None)
    if ready is not None:
        assert f'"ready within {hours} h": "{ready}"' in told.output


@pytest.mark.rule("OB-AMB-010")
@pytest.mark.parametrize(("key", "least", "most"), [("time.day_start_hour", 0, 23), ("time.night_turns", 0, 4)])
def test_hours_and_turns_of_a_day_have_their_natural_limits(key: str, least: int, most: int) -> None:
    """A day has 24 hours and four turns."""
    for value in (least, most):
        assert DEFAULTS.with_setting(key, value).integer(key) == value
    for value in (least - 1, most + 1):
        with pytest.raises(BadInput):
            DEFAULTS.with_setting(key, value)


@pytest.mark.rule("NQM-TASK-01", "NQM-TASK-02")
@pytest.mark.parametrize(("level", "words"), [("corps", "4 hours .* NQM-TASK-01"), ("army", "8 hours .* NQM-TASK-02")])
def test_why_air_support_comes_no_sooner(level: str, words: str) -> None:
    book = DEFAULTS.with_settings({"nqm.tasks": True, "nqm.tasks.air_belongs_to": level})
    assert re.search(words.replace(" .* ", r" .*"), nqm_tasks.too_soon(5, 5, book))


def test_only_two_systems_keep_what_is_fought_for_off_the_edges() -> None:
    """Brigade 12 inches, Brigadier 20: their tables are laid anew."""
    assert {key: (system.margin_in, system.set_up_within_in) for key, system in SYSTEMS.items()} == {
        "brevity": (0, 0),
        "nqm": (0, 0),
        "hexes": (0, 0),
        "brigade": (12, 12),
        "brigadier": (20, 12),
    }


@pytest.mark.rule("OB-SIZE-04", "OB-SIZE-05")
@pytest.mark.parametrize(("count", "halves"), [(2, 1), (3, 2)])
def test_companies_that_stand_as_one_count_with_the_first_of_their_lines(count: int, halves: int) -> None:
    """Two companies count as a weak battalion, three as a normal one; the other lines count nothing."""
    units = [infantry(f"Coy {n}", size=Size.COMPANY) for n in range(count)]
    lines = tabletop("brevity").muster(force(*units), DEFAULTS).lines
    assert [line.weight for line in lines] == [Fraction(halves, 2), *[Fraction(0)] * (count - 1)]
    assert [len(line.stands) for line in lines] == [1, *[0] * (count - 1)]
    assert [line.stands_with for line in lines] == [
        tuple(other.number for other in lines if other is not line) for line in lines
    ]


@pytest.mark.rule("NQM-CAS-12", "NQM-REORG-13")
@pytest.mark.parametrize("option", ["--lost", "--red", "--black", "--before"])
def test_points_out_of_a_battalion_are_nought_or_more_and_nought_where_nothing_is_said(option: str) -> None:
    def typed(*arguments: str) -> str:
        told = CliRunner().invoke(campaign, ["odds", "nqm", "after", *arguments, "--json"])
        return told.output if told.exit_code == 0 else ""

    plain = typed("--points", "15", "--lost", "2")
    assert "0 red and 0 black pins" in plain and "from before" not in plain
    assert typed("--points", "15", option, "0") and not typed("--points", "15", option, "-1")
    assert typed("--points", "999", option, "999") and not typed("--points", "999", option, "1000")


@pytest.mark.rule("NQM-RANGE-01")
@pytest.mark.parametrize(
    ("band", "fine"), [("contact", True), ("effective", True), ("harassing", True), ("out", False)]
)
def test_dice_are_asked_for_within_range_only(band: str, fine: bool) -> None:
    told = CliRunner().invoke(campaign, ["odds", "nqm", "fire", "--dice", "3 L", "--target", "open", "--range", band])
    assert (told.exit_code == 0) is fine
