"""Exact odds: worked cases of several shots, mapping, cards; laws; and dice thrown by the fight itself against them."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.errors import BadInput
from campaign.resolve.hexes.doctrine import Shoot
from campaign.rules.common.dice import Seeded, Tape
from campaign.rules.common.settings import DEFAULTS
from campaign.rules.tabletop.hexes import cards, mapping, odds, odds_tables, unit_phrases
from campaign.rules.tabletop.hexes.tables import Terrain, UnitType
from campaign.terms.state import State
from campaign.terms.time import Moment
from tests.rules.hexing import Table, Told, field_of, house, piece, played

NETS = st.integers(-4, 3)


def thirds(text: str, of: int) -> dict[int, Fraction]:
    """``1:1 2:2`` as so many of that many."""
    return {int(count): Fraction(int(chance), of) for count, chance in (one.split(":") for one in text.split())}


@pytest.mark.rule("HEX-CASE-23")
def test_two_infantry_shots_spend_but_never_eliminate() -> None:
    fate = odds.fate([1, 1], 9, spent_from=5)
    assert fate.eliminated == 0
    assert fate.spent == Fraction(8, 9)


@pytest.mark.rule("HEX-CASE-25")
def test_a_unit_with_eight_hits_dies_of_any_hit() -> None:
    assert odds.fate([-1], 9, begun=8, spent_from=5).eliminated == Fraction(2, 3)


@pytest.mark.rule("HEX-CASE-26", "HEX-CARD-10")
def test_two_shots_of_which_the_first_is_evaded() -> None:
    table = odds_tables.shots_table(unit_phrases.shots("infantry evaded, infantry", UnitType.FOOT), DEFAULTS)
    assert table.hits == thirds("1:1 2:2 3:3 4:2 5:1", 9)
    assert table.mean == 3
    with pytest.raises(BadInput, match="evades only once in a turn"):
        odds_tables.shots_table(unit_phrases.shots("2 infantry evaded", UnitType.FOOT), DEFAULTS)


@pytest.mark.rule("HEX-CASE-28", "HEX-JOINT-03", "HEX-AMB-41")
def test_joint_shots() -> None:
    pair = unit_phrases.shots("2 infantry", UnitType.FOOT)
    plain = odds_tables.joint_table(pair, DEFAULTS, evaded=False)
    assert (plain.hits, plain.mean) == (thirds("2:1 3:2 4:3 5:2 6:1", 9), 4)
    evaded = odds_tables.joint_table(pair, DEFAULTS, evaded=True)
    assert (evaded.hits[0], evaded.mean) == (Fraction(1, 9), 2)


@pytest.mark.rule("HEX-CASE-30")
def test_artillery_tank_and_infantry_at_one_unit() -> None:
    shots = unit_phrases.shots("artillery at 6 activated, tank at 2 activated, infantry at 2 activated", UnitType.FOOT)
    table = odds_tables.shots_table(shots, DEFAULTS)
    assert table.hits == thirds("2:1 3:3 4:6 5:7 6:6 7:3 8:1", 27)
    assert table.spent == Fraction(17, 27)


@pytest.mark.rule("HEX-CASE-31")
@pytest.mark.parametrize(
    ("net", "normal", "weak", "spent"),
    [
        (1, "274/81", "19/9", "5/3"),
        (0, "31705/6561", "229/81", "64/27"),
        (-1, "4779/512", "171/32", "69/16"),
        (-2, "27", "15", "12"),
    ],
)
def test_shots_until_elimination(net: int, normal: str, weak: str, spent: str) -> None:
    assert odds.mean_shots(net, 9) == Fraction(normal)
    assert odds.mean_shots(net, 5) == Fraction(weak)
    assert odds.mean_shots(net, 9, begun=5) == Fraction(spent)
    assert odds.mean_shots(-3, 9) is None


@pytest.mark.rule("HEX-CASE-33", "HEX-MAP-11")
def test_battalions_of_four_companies() -> None:
    found = [
        mapping.state_of_companies(hits, 9, DEFAULTS)
        for hits in ((9, 9, 0, 0), (9, 9, 9, 1), (5, 4, 3, 2), (8, 8, 3, 0))
    ]
    assert found == [State.SPENT, State.DESTROYED, State.FRESH, State.SPENT]
    assert mapping.state_of_companies((9, 0), 9, DEFAULTS) is State.SPENT
    assert mapping.state_of_companies((9, 9), 9, DEFAULTS) is State.DESTROYED


@pytest.mark.rule("HEX-MAP-05", "HEX-MAP-06", "HEX-MAP-07")
def test_hits_and_states_map_both_ways_and_no_battle_improves_a_state() -> None:
    normal = [mapping.state_after(hits, 9, DEFAULTS) for hits in range(10)]
    assert normal == [State.FRESH] * 5 + [State.SPENT] * 4 + [State.DESTROYED]
    weak = [mapping.state_after(hits, 5, DEFAULTS) for hits in range(6)]
    assert weak == [State.FRESH] * 3 + [State.SPENT] * 2 + [State.DESTROYED]
    assert mapping.begins_with(State.SPENT, 9, DEFAULTS) == 5
    assert mapping.begins_with(State.SPENT, 5, DEFAULTS) == 3
    assert mapping.begins_with(State.FRESH, 9, DEFAULTS) == 0


@given(capacity=st.integers(1, 40), state=st.sampled_from([State.FRESH, State.SPENT]), share=st.fractions(0, 1))
def test_a_unit_that_is_not_hit_comes_back_as_it_went(capacity: int, state: State, share: Fraction) -> None:
    book = house(spent_above=share)
    began = mapping.begins_with(state, capacity, book)
    assert began < capacity
    after = mapping.state_after(began, capacity, book)
    assert after is state or capacity == 1


@given(nets=st.lists(NETS, max_size=5), begun=st.integers(0, 8))
def test_fates_add_up_and_more_shots_never_help(nets: list[int], begun: int) -> None:
    fate = odds.fate(nets, 9, begun=begun, spent_from=5)
    assert fate.fresh + fate.spent + fate.eliminated == 1
    assert list(fate.gone_after) == sorted(fate.gone_after)
    if nets:
        assert fate.eliminated == odds.total(nets).chance(lambda hits: begun + hits >= 9)


@given(net=st.integers(-2, 2), capacity=st.integers(1, 12))
def test_the_mean_is_the_sum_of_the_chances_to_be_still_there(net: int, capacity: int) -> None:
    mean = odds.mean_shots(net, capacity)
    assert mean is not None
    gone = odds.fate([net] * 60, capacity, spent_from=capacity).gone_after
    alive = 1 + sum(float(1 - chance) for chance in gone)
    assert float(mean) == pytest.approx(alive, abs=0.01 if net > -2 else 2)


# Cards ---------------------------------------------------------------------------------------------------------------
@pytest.mark.rule("HEX-CASE-35", "HEX-CARD-13", "HEX-AMB-31", "HEX-AMB-32")
def test_turns_before_the_pack_is_shuffled() -> None:
    assert [cards.deals_before_shuffle(units) for units in (12, 13, 14, 26, 27)] == [4, 4, 3, 2, 1]
    assert (cards.packs(52), cards.packs(53), cards.deals_before_shuffle(53)) == (1, 2, 1)


@pytest.mark.rule("HEX-CASE-36")
def test_who_acts_after_the_seven_of_spades() -> None:
    assert cards.acts_later(cards.card("7 of spades")) == Fraction(9, 17)
    assert cards.acts_later(52) == 0
    assert cards.acts_later(1) == 1
    assert cards.acts_later(1, drawn=(2, 3)) == 1
    assert cards.acts_later(51, chosen=2) == 0


@pytest.mark.rule("HEX-CARD-06", "HEX-CARD-07")
def test_kings_first_aces_last_and_spades_before_hearts_diamonds_clubs() -> None:
    order = ["KS", "KH", "KD", "KC", "QS", "QH", "QD", "QC", "JS", "10S", "9S", "2C", "AS", "AH", "AD", "AC"]
    places = [cards.card(one) for one in order]
    assert places == sorted(places)
    assert (places[0], places[8], places[-1]) == (1, 9, 52)
    assert [cards.card(cards.name(place)) for place in range(1, 53)] == list(range(1, 53))
    with pytest.raises(BadInput, match="'1X' is not a playing card"):
        cards.card("1X")


# Dice against odds ---------------------------------------------------------------------------------------------------
CASES = [
    (UnitType.FOOT, UnitType.FOOT, "D3", 0, False),
    (UnitType.FOOT, UnitType.FOOT, "D4", -1, False),
    (UnitType.TANKS, UnitType.TANKS, "D3", 0, True),
    (UnitType.ANTI_TANK, UnitType.TANKS, "D4", 0, False),
]
CHI_SQUARE = 13.816
"""Two degrees of freedom, one chance in a thousand."""


@pytest.mark.sample(4)
@pytest.mark.parametrize(("shooter", "target", "where", "net", "evades"), CASES)
def test_fights_hit_as_often_as_the_odds_say(
    shooter: UnitType, target: UnitType, where: str, net: int, evades: bool
) -> None:
    runs, seen = 600, dict.fromkeys(odds.shot(net), 0)
    for seed in range(runs):
        one, other = piece("one", 0, shooter, "D2"), piece("other", 1, target, where)
        dice = _Mixed(Tape(Seeded(str(seed)), Moment(1, 2)))
        played(field_of(one, other), dice, Told({"one": [Shoot(other)]}), Told(evaders=("other",) if evades else ()))
        seen[other.hits] += 1
    square = sum(
        (count - runs * float(odds.shot(net)[hits])) ** 2 / (runs * float(odds.shot(net)[hits]))
        for hits, count in seen.items()
    )
    assert square < CHI_SQUARE


class _Mixed(Table):
    """Cards as wanted (the shooter first), dice from a seed."""

    def __init__(self, tape: Tape) -> None:
        super().__init__({"one": ["KS"], "other": ["2C"]})
        self.tape = tape

    def roll(self, sides: int, purpose: str, subject: str, need: str = "") -> int:
        if purpose == "shot":
            return self.tape.roll(sides, purpose, subject, need)
        return super().roll(sides, purpose, subject, need)


# Words ---------------------------------------------------------------------------------------------------------------
def test_units_and_shots_as_people_say_them() -> None:
    shots = unit_phrases.shots(
        "2 armoured cars at 2, off-table artillery at 9 evaded + weak spg", UnitType.FOOT, terrain=Terrain.OPEN
    )
    assert [(one.shooter, one.distance, one.evades, one.worse) for one in shots] == [
        (UnitType.ARMOURED_CARS, 2, False, False),
        (UnitType.ARMOURED_CARS, 2, False, False),
        (UnitType.ARTILLERY, 9, True, False),
        (UnitType.SPG, 1, False, True),
    ]
    with pytest.raises(BadInput, match="'tnak' is not a unit type"):
        unit_phrases.unit_type_of("tnak")
    with pytest.raises(BadInput, match="is not a terrain"):
        unit_phrases.terrain_of("desert")
    with pytest.raises(BadInput, match="0 shots"):
        unit_phrases.shots("", UnitType.FOOT)
    with pytest.raises(BadInput, match=r"cannot shoot at 3 hexes\. The range is 1 to 2 hexes"):
        odds_tables.shots_table(unit_phrases.shots("tank at 3", UnitType.FOOT), DEFAULTS)
    with pytest.raises(BadInput, match="mortars cannot shoot at 1"):
        odds_tables.shots_table(unit_phrases.shots("mortar at 1", UnitType.FOOT), DEFAULTS)
