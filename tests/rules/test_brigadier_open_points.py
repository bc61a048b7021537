"""Points that Brigadier General Commands leaves open and places its preview leaves out, as the program plays them."""

from __future__ import annotations

from fractions import Fraction

import pytest

from campaign.resolve.brigadier.battle import Battle
from campaign.resolve.brigadier.missing import missing_parts
from campaign.rules.common.settings import DEFAULTS
from campaign.rules.tabletop.brigadier import odds, tables
from campaign.rules.tabletop.brigadier.fire import Firer, fire_dice
from campaign.rules.tabletop.brigadier.gaps import GAPS, gap, unfilled
from campaign.rules.tabletop.brigadier.hits import Count, Harm, harm
from campaign.rules.tabletop.brigadier.house import PREVIEW
from campaign.rules.tabletop.brigadier.odds import Volley
from campaign.rules.tabletop.brigadier.tables import Basis, FireDice, FireKind, Shelter
from campaign.values import replace
from tests.rules.brigading import BOOK, HOUSE, fight, laid, scripted


@pytest.mark.rule("BGC-AMB-21")
def test_a_bazooka_rolls_five_dice_while_anybody_is_left() -> None:
    bazooka = tables.FIRE_DICE[tables.BAZOOKA]
    assert [fire_dice(Firer(count, bazooka)) for count in (4, 1, 0)] == [5, 5, 0]
    weaker = FireDice(Fraction(5), Basis.PLATOON, reduced_by_casualties=True)
    assert [fire_dice(Firer(count, weaker)) for count in (4, 2, 0)] == [5, Fraction(5, 2), 0]


@pytest.mark.rule("BGC-AMB-49", "BGC-AMB-50")
def test_one_six_in_the_open_wounds_and_any_fraction_is_one_wound() -> None:
    assert harm(1, FireKind.AIMED, Shelter.OPEN) == Harm(0, 1)
    assert {harm(sixes, FireKind.AREA, Shelter.HARD) for sixes in range(1, 8)} == {Harm(0, 1)}
    assert harm(9, FireKind.AREA, Shelter.HARD) == harm(15, FireKind.AREA, Shelter.HARD) == Harm(1, 1)


@pytest.mark.rule("BGC-AMB-44")
def test_a_platoon_fires_once_a_turn_or_as_often_as_a_house_file_says() -> None:
    field = laid()
    field.house = replace(HOUSE, shots_per_turn=None)
    assert field.shots_a_turn == 1
    field.house = replace(HOUSE, shots_per_turn=2)
    assert field.shots_a_turn == 2


@pytest.mark.rule("BGC-AMB-28")
def test_the_radio_is_rolled_for_by_battalion() -> None:
    dice = scripted(*[6] * 5)
    battle = Battle(fight(3, 2), HOUSE, dice, BOOK)
    battle._communications()
    rolled = [roll.name.subject for roll in dice.rolls]
    assert len(rolled) == len(set(rolled)) == 5, "three battalions against two"


@pytest.mark.rule("BGC-AMB-23")
def test_gaps_carry_the_numbers_of_the_table_of_contents() -> None:
    """The text itself sends the reader to 14, 15, 26 and 28 for these, and to 11.5.5 for firepower."""
    sections = {"BGC-M-07": "11.3", "BGC-M-06": "11.2", "BGC-M-22": "11.7.3", "BGC-M-25": "11.10", "BGC-M-10": "11.5.2"}
    assert {rule: gap(rule).section for rule in sections} == sections


@pytest.mark.rule("BGC-M-06", "BGC-M-15", "BGC-M-21")
def test_what_the_preview_leaves_out_of_orders_weapons_and_heavy_guns() -> None:
    assert [place.rule for place in unfilled(PREVIEW)] == [place.rule for place in GAPS]
    assert "BGC-M-06" in {part.rule for part in missing_parts(fight(), PREVIEW, DEFAULTS)}
    assert {"BGC-M-06", "BGC-M-15"}.isdisjoint(place.rule for place in unfilled(HOUSE))
    heavy = BOOK.with_setting("brigadier.heavy_ordnance", True)
    without = replace(HOUSE, limber_turns=None)
    assert "BGC-M-21" in {part.rule for part in missing_parts(fight(), without, heavy)}
    assert "BGC-M-21" not in {part.rule for part in missing_parts(fight(), without, BOOK)}


@pytest.mark.rule("BGC-TAB-23")
@pytest.mark.parametrize(
    ("shelter", "kills", "wounds"),
    [(Shelter.OPEN, Fraction(43, 162), Fraction(65, 162)), (Shelter.HARD, Fraction(7, 432), Fraction(651, 1296))],
)
def test_four_aimed_dice_on_a_fresh_platoon(shelter: Shelter, kills: Fraction, wounds: Fraction) -> None:
    volley = Volley(4, FireKind.AIMED, shelter, target=Count())
    assert odds.volley_odds(volley, DEFAULTS, None).mean == (kills, wounds)
