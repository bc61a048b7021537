"""Exact odds of Brigadier General Commands: the catalogue's worked cases, and what holds of all of them."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction as F
from functools import partial
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.errors import BadInput
from campaign.rules.common.dice import Seeded, Tape
from campaign.rules.common.settings import DEFAULTS
from campaign.rules.tabletop.brigadier import odds, odds_tables
from campaign.rules.tabletop.brigadier.fire import read_faces, volley
from campaign.rules.tabletop.brigadier.hits import Count, Harm, suffer
from campaign.rules.tabletop.brigadier.house import DieSize, Medic, Radio, TimeRoll
from campaign.rules.tabletop.brigadier.house_values import Missing, NotCovered
from campaign.rules.tabletop.brigadier.odds import Volley, harms, volley_odds
from campaign.rules.tabletop.brigadier.tables import AirResult, FireKind, Grade, MissionKind, Order, Shelter
from campaign.terms.time import Moment

AIMED, AREA = FireKind.AIMED, FireKind.AREA
OPEN, SOFT, HARD = Shelter.OPEN, Shelter.SOFT, Shelter.HARD


def told(dice: int, kind: FireKind, cover: Shelter, *, doubled: bool = False, of: int = 1296) -> dict[str, int]:
    return {str(one): int(chance * of) for one, chance in harms(dice, kind, cover, doubled=doubled).items()}


@pytest.mark.rule("BGC-WC-16", "BGC-WC-18", "BGC-WC-20", "BGC-WC-21")
def test_four_dice() -> None:
    assert told(4, AIMED, OPEN) == {"0": 625, "0+1": 500, "2": 150, "2+1": 20, "4": 1}
    assert told(4, AIMED, HARD) == {"0": 625, "0+1": 650, "1": 20, "1+1": 1}
    assert told(4, AREA, SOFT) == told(4, AREA, HARD) == {"0": 625, "0+1": 671}
    assert told(4, AIMED, OPEN, doubled=True) == {"0": 625, "2": 500, "4": 150, "6": 20, "8": 1}
    assert volley_odds(Volley(4), DEFAULTS).mean == (F(43, 162), F(65, 162))
    assert volley_odds(Volley(4, shelter=HARD), DEFAULTS).mean[0] == F(7, 432)
    assert volley_odds(Volley(4, order=Order.DOUBLE), DEFAULTS).removed == F(19, 144)


@pytest.mark.rule("BGC-WC-13", "BGC-WC-15")
def test_fifteen_dice() -> None:
    found = volley_odds(Volley(15, order=Order.MOVE), DEFAULTS)
    assert not isinstance(found.steps, NotCovered) and not isinstance(found.joint, NotCovered)
    assert found.steps.chance(lambda count: count >= 6) == F(5475947, 14348907)
    assert found.steps.of(6) == F(2562560, 14348907)
    assert sum(count * chance for count, chance in found.steps.items()) == 5
    assert found.joint.chance(lambda both: both[0].kills >= 2 and both[1] >= 6) == F(41421379187, 117546246144)
    assert isinstance(found.orders, NotCovered)


@pytest.mark.rule("BGC-WC-23", "BGC-STEP-04")
def test_a_six_and_two_steps() -> None:
    both = odds.shown(4, {5, 6})
    assert both.chance(lambda one: one[0] >= 1 and one[1] >= 2) == F(415, 1296)
    assert both.chance(lambda one: one[1] >= 2) == F(11, 27)


@pytest.mark.rule("BGC-WC-25", "BGC-HITS-10")
def test_twelve_dice_remove_a_fresh_platoon() -> None:
    assert volley_odds(Volley(12), DEFAULTS).removed == F(90828487, 725594112)


@pytest.mark.rule("BGC-WC-26", "BGC-FIRE-19", "BGC-AMB-22")
def test_pooled_fire_is_not_the_same_as_two_fires() -> None:
    pooled, single = (
        volley_odds(Volley(8, shelter=SOFT), DEFAULTS).mean,
        volley_odds(Volley(4, shelter=SOFT), DEFAULTS).mean,
    )
    assert pooled == (F(11191, 26244), F(6305, 13122))
    assert (2 * single[0], 2 * single[1]) == (F(43, 162), F(65, 81))


@pytest.mark.rule("BGC-WC-28", "BGC-AMB-01")
def test_four_dice_on_a_platoon_with_one_man_unhurt() -> None:
    chances = {
        str(count): chance for count, chance in volley_odds(Volley(4, target=Count(2, 1)), DEFAULTS).counts.items()
    }
    assert chances == {"2/1": F(625, 1296), "2/2": F(125, 324), "3/1": F(19, 144)}
    other = volley_odds(Volley(4, target=Count(2, 1)), DEFAULTS.with_setting("brigadier.excess_kills", "wounded"))
    assert other.removed == F(19, 144)


@pytest.mark.rule("BGC-WC-33", "BGC-AIR-05", "BGC-AIR-07", "BGC-TAB-13")
def test_air_missions() -> None:
    def three(kind: MissionKind) -> list[F]:
        return [odds.air_mission(kind).of(result) for result in AirResult]

    assert three(MissionKind.DEFINITE) == [0, F(1, 3), F(2, 3)]
    assert three(MissionKind.DOUBTFUL) == [F(1, 2), F(1, 6), F(1, 3)]
    assert three(MissionKind.WIDE_FRONT) == [F(8, 9), F(1, 36), F(1, 12)]
    assert three(MissionKind.CALLED) == [0, 0, 1]
    several = odds.missions(MissionKind.DOUBTFUL, 3)
    assert several[AirResult.ENEMY] == F(19, 27) and several[AirResult.FRIEND] == F(91, 216)


@pytest.mark.rule("BGC-TAB-15")
def test_bug_out_odds() -> None:
    assert odds.bug_out(Count(3, 0), DEFAULTS).of(Count(4, 0)) == F(1, 6)


def kills_at_least(least: int, result: Harm) -> bool:
    return result.kills >= least


@given(st.integers(0, 40), st.sampled_from(FireKind), st.sampled_from(Shelter), st.booleans())
def test_all_add_up_and_no_casualty_is_five_sixths_a_die(
    dice: int, kind: FireKind, cover: Shelter, doubled: bool
) -> None:
    chances = harms(dice, kind, cover, doubled=doubled)
    assert sum(chances.values()) == 1 and chances.of(Harm()) == F(5, 6) ** dice
    more = harms(dice + 1, kind, cover, doubled=doubled)
    for least in range(1, 5):
        assert more.chance(partial(kills_at_least, least)) >= chances.chance(partial(kills_at_least, least))


@pytest.mark.parametrize("kind", FireKind)
@pytest.mark.parametrize("cover", Shelter)
@pytest.mark.parametrize("order", [Order.AIM, Order.DOUBLE])
def test_odds_agree_with_every_roll_of_four_dice(kind: FireKind, cover: Shelter, order: Order) -> None:
    seen: Counter[tuple[Count, Harm]] = Counter()
    for faces in product(range(1, 7), repeat=4):
        shot = read_faces(faces, kind, cover, doubled=order is Order.DOUBLE)
        seen[suffer(Count(1, 1), shot.harm, DEFAULTS), shot.harm] += 1
    found = volley_odds(Volley(4, kind, cover, Count(1, 1), order), DEFAULTS)
    assert found.harms == {
        harm: F(sum(n for (_, one), n in seen.items() if one == harm), 1296) for harm in {one for _, one in seen}
    }
    assert found.counts == {
        count: F(sum(n for (one, _), n in seen.items() if one == count), 1296) for count in {one for one, _ in seen}
    }


@pytest.mark.sample(3)
@pytest.mark.parametrize(("dice", "kind", "cover"), [(4, AIMED, OPEN), (15, AIMED, SOFT), (24, AREA, OPEN)])
def test_rolled_volleys_agree_with_the_odds(dice: int, kind: FireKind, cover: Shelter) -> None:
    """Chi-square of 3,000 seeded volleys against the exact chances, at one in a thousand."""
    runs, tape = 3000, Tape(Seeded("brigadier"), Moment(1, 2))
    seen = Counter(volley(dice, kind, cover, tape, f"target {run}").harm for run in range(runs))
    exact = harms(dice, kind, cover)
    likely = [one for one, chance in exact.items() if chance * runs >= 8]
    rest = runs - sum(seen[one] for one in likely), runs * (1 - sum((exact.of(one) for one in likely), F(0)))
    cells = [(seen[one], float(exact.of(one) * runs)) for one in likely] + (
        [(rest[0], float(rest[1]))] if rest[1] >= 1 else []
    )
    chi = sum((got - wanted) ** 2 / wanted for got, wanted in cells)
    limit = {1: 10.83, 2: 13.82, 3: 16.27, 4: 18.47, 5: 20.52, 6: 22.46, 7: 24.32, 8: 26.12, 9: 27.88}[len(cells) - 1]
    assert chi < limit


def test_too_many_dice_are_refused() -> None:
    with pytest.raises(BadInput, match="9999 dice"):
        harms(9999, AIMED, OPEN)


@pytest.mark.rule("BGC-COMM-02", "BGC-M-07", "BGC-M-24", "BGC-M-25", "BGC-M-23")
def test_what_the_preview_does_not_tell_is_asked_of_a_house_file() -> None:
    with pytest.raises(Missing, match="not covered"):
        odds_tables.Radio().table(DEFAULTS)
    with pytest.raises(Missing, match="not covered"):
        odds_tables.Medic().table(DEFAULTS)
    with pytest.raises(Missing, match="not covered"):
        odds_tables.Time().table(DEFAULTS)
    with pytest.raises(Missing, match="not covered"):
        odds_tables.Assault(dice=(4,)).table(DEFAULTS)


def test_house_file_dice() -> None:
    radio = Radio({"Green": frozenset({5, 6}), "us": frozenset({3, 4, 5, 6}), "default": frozenset({6})})
    assert (
        radio.faces(Grade.GREEN, "us") == {3, 4, 5, 6}
        and radio.faces(Grade.GREEN, "german") == {5, 6}
        and radio.faces(Grade.ELITE, "x") == {6}
    )
    assert odds.radio(radio.faces(Grade.GREEN, "german")) == F(1, 3)
    medic = Medic(frozenset({5, 6}), frozenset({1}))
    assert {key: odds.wounded(medic).of(key) for key in ("back in action", "dead", "still wounded")} == {
        "back in action": F(1, 3),
        "dead": F(1, 6),
        "still wounded": F(1, 2),
    }
    assert odds.wounded(medic, add=1).of("dead") == 0 and odds.wounded(medic, add=1).of("back in action") == F(1, 2)
    time = TimeRoll(DieSize(2, 6), {roll: 5 * roll for roll in range(2, 13)}, frozenset({2, 12}))
    assert odds.turn_length(time).of(35) == F(1, 6) and odds.initiative_changes(time) == F(1, 18)
    house = {
        "communications": {"success": {"us": [3, 4, 5, 6], "default": [6]}},
        "medic": {"returns": [5, 6], "dies": [1]},
        "time": {"dice": "1d6", "minutes": {"1": 15, "2": 30}, "initiative_changes_on": [1]},
    }
    book = DEFAULTS.with_house_file("brigadier", house)
    assert odds_tables.Radio(nation=("us",)).table(book).rows[0].chances["in contact"] == F(2, 3)
    assert len(odds_tables.Medic().table(book).rows) == 3 and len(odds_tables.Time().table(book).rows) == 2
