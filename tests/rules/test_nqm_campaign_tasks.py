"""Task timings of Not Quite Mechanised in the campaign. Numbers from the text and its worked cases."""

from __future__ import annotations

from fractions import Fraction

import pytest

from campaign.errors import BadInput
from campaign.rules.common.dice import Scripted, Tape
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.common.settings import DEFAULTS
from campaign.rules.day import nqm_marches, nqm_tasks
from campaign.rules.day.nqm_tasks import Workers
from campaign.rules.day.reaction import hours_words
from campaign.rules.tabletop.nqm.classes import Cover
from campaign.rules.tabletop.nqm.tables import Grade, Mover
from campaign.rules.tabletop.nqm.translation import battalion_of, cover_of, troops_of
from campaign.terms.forces import Engineers
from campaign.terms.ground import LoadClass, TaskKind
from campaign.terms.time import Moment
from tests.rules.forces import infantry

COMPANY = 3  # platoons


def dice(*faces: int) -> Tape:
    return Tape(Scripted(faces), Moment(1, 2))


def book(**settings: object) -> Rulebook:
    return DEFAULTS.with_settings({f"nqm.tasks.{key}": value for key, value in settings.items()})


@pytest.mark.rule("NQM-TASK-06", "NQM-AMB-22")
@pytest.mark.parametrize(("companies", "hours"), [(1, 12), (2, 6), (3, 4)])
def test_a_minefield_of_a_kilometre_and_a_half(companies: int, hours: int) -> None:
    assert nqm_tasks.minefield(1500, Workers(companies * COMPANY)) == hours


@pytest.mark.rule("NQM-TASK-06")
def test_a_turn_of_three_companies_mines_two_kilometres_and_a_quarter() -> None:
    assert nqm_tasks.mined_m(1, nqm_tasks.workers_of(Engineers.SPECIALIST, DEFAULTS)) == 2250


@pytest.mark.rule("NQM-TASK-07", "NQM-TASK-08")
@pytest.mark.parametrize(("platoons", "major", "hours"), [(1, True, 8), (2, True, 4), (4, True, 2), (1, False, 1)])
def test_demolitions(platoons: int, major: bool, hours: int) -> None:
    assert nqm_tasks.demolition(Workers(platoons), major=major) == hours


def test_without_engineers_nothing_is_mined_or_blown() -> None:
    with pytest.raises(BadInput, match="engineers"):
        nqm_tasks.minefield(1000, nqm_tasks.workers_of(Engineers.NONE, DEFAULTS))


@pytest.mark.rule("NQM-TASK-04", "NQM-TASK-11")
@pytest.mark.parametrize(("face", "hours"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_a_bridgehead_takes_one_to_three_hours(face: int, hours: int) -> None:
    assert nqm_tasks.bridgehead(DEFAULTS, dice(face), "x") == hours


@pytest.mark.rule("NQM-TASK-05", "NQM-TASK-11")
def test_a_vehicle_bridge_takes_two_to_twelve() -> None:
    assert [nqm_tasks.bridge(DEFAULTS, dice(face), "x") for face in range(1, 7)] == [2, 4, 6, 8, 10, 12]


@pytest.mark.rule("NQM-TASK-11")
def test_or_the_umpire_rules() -> None:
    assert nqm_tasks.bridge(book(bridge_hours=5), dice(), "x") == 5
    assert nqm_tasks.bridgehead(book(bridgehead_hours=2), dice(), "x") == 2


@pytest.mark.rule("NQM-TASK-03")
def test_the_crossing_of_a_major_river_is_planned_for_eight_hours_first() -> None:
    minor, major = (
        nqm_tasks.hours_for(TaskKind.BRIDGE, LoadClass.MEDIUM_TANK, 0, Workers(9), DEFAULTS, dice(2), "x", major=one)
        for one in (False, True)
    )
    assert (minor, major) == (4, 12)


@pytest.mark.rule("NQM-TASK-09")
def test_infantry_digs_in_in_six_hours_which_is_a_turn() -> None:
    assert nqm_tasks.dig_in() == 6
    assert nqm_tasks.dug_in_turns(DEFAULTS, engineers_help=False) == 1


@pytest.mark.rule("NQM-TASK-10", "NQM-FORT-01", "NQM-AMB-23")
def test_a_dug_in_position_is_fortified_in_a_working_day_with_engineers() -> None:
    assert nqm_tasks.fortify(DEFAULTS) == 12
    assert nqm_tasks.dug_in_turns(DEFAULTS, engineers_help=True) == 3
    assert not nqm_tasks.is_fortified(1, DEFAULTS)
    assert nqm_tasks.is_fortified(3, DEFAULTS)
    assert nqm_tasks.dig_in_turns(4, DEFAULTS, engineers_help=True) == 4, "Brevity's turns where the timings are off"


@pytest.mark.rule("NQM-TASK-01", "NQM-TASK-02", "NQM-AIR-02", "NQM-AMB-20")
def test_air_support_takes_four_hours_of_a_corps_and_eight_of_an_army() -> None:
    on = DEFAULTS.with_settings({"nqm.tasks": True})
    army = on.with_setting("nqm.tasks.air_belongs_to", "army")
    assert (nqm_tasks.air_lead_hours(on), nqm_tasks.air_lead_hours(army)) == (4, 8)
    assert nqm_tasks.too_soon(5, 5, on) and not nqm_tasks.too_soon(5, 6, on)
    assert nqm_tasks.too_soon(5, 6, army) and not nqm_tasks.too_soon(5, 7, army)
    assert not nqm_tasks.too_soon(5, 5, DEFAULTS)


@pytest.mark.rule("NQM-AIR-01", "NQM-AMB-91")
def test_an_air_unit_flies_one_to_three_sorties_a_day() -> None:
    on = DEFAULTS.with_setting("nqm.tasks", "on")
    assert [nqm_tasks.sorties(count, on) for count in (1, 2, 3, 4)] == [1, 2, 3, 3]
    assert nqm_tasks.sorties(4, DEFAULTS) == 4


def test_hours_become_turns_of_six() -> None:
    assert [nqm_tasks.turns(Fraction(hours)) for hours in (1, 6, 7, 12, 13)] == [1, 1, 2, 2, 3]


@pytest.mark.rule("NQM-MOV-09", "NQM-AMB-29")
def test_congestion_is_the_time_that_a_column_takes_to_clear_the_road() -> None:
    """The text gives no figure: a battalion's 2 km and a company's 300 m pass at the hour's road march (umpire
    1.18)."""
    assert nqm_marches.clearing_seconds(Mover.FOOT, company=False) == 3600
    assert nqm_marches.clearing_seconds(Mover.MOTORISED, company=False) == 800
    assert nqm_marches.clearing_seconds(Mover.FOOT, company=True) == 540


@pytest.mark.rule("NQM-FORT-01", "NQM-FORT-04")
def test_works_of_so_many_turns_are_scrapes_a_dug_in_or_a_fortified_position() -> None:
    on = DEFAULTS.with_settings({"nqm.tasks": True})
    assert [cover_of(infantry("1st", dug_in_turns=turns), on) for turns in (0, 1, 3)] == [
        Cover.SCRAPES,
        Cover.DUG_IN,
        Cover.FORTIFIED,
    ]
    assert cover_of(infantry("1st", dug_in_turns=3), DEFAULTS) is Cover.DUG_IN


@pytest.mark.rule("NQM-LOG-11", "NQM-GRADE-15")
def test_the_campaigns_record_brings_grade_and_ammunition_into_a_battle() -> None:
    conscript = list(Grade).index(Grade.CONSCRIPT) + 1
    kept = infantry("1st", carried=(("grade", conscript), ("ammunition_counted", 1), ("ammunition", 4)))
    assert troops_of(kept, DEFAULTS).grade is Grade.CONSCRIPT
    assert sum(one.ammunition for one in battalion_of(kept, DEFAULTS).elements) == 4
    assert sum(one.ammunition for one in battalion_of(infantry("1st"), DEFAULTS).elements) == 15


@pytest.mark.rule("NQM-TBL-TASK")
def test_a_third_of_an_hour_is_told_to_the_hundredth() -> None:
    """A kilometre of mines takes three companies 8 / 3 hours."""
    hours = nqm_tasks.minefield(1000, Workers(3 * COMPANY))
    assert hours_words(hours) == "2.67 hours"
    assert hours_words(Fraction(1)) == "1 hour"
