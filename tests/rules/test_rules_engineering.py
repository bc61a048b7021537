"""Who may do which engineering task, how long it takes, what it makes of a crossing (OB-ENG, OB-OBS, OB-BRG, OB-DEM,
OB-MINE, OB-PREP)."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.errors import BadInput
from campaign.rules.common.settings import DEFAULTS
from campaign.rules.day import engineering as rules
from campaign.rules.day.engineering import Site, TurnOfWork
from campaign.rules.tabletop.brevity.tables import Ability
from campaign.terms.forces import Arm, Armour, Engineers
from campaign.terms.ground import CrossingState, LoadClass, TaskKind
from campaign.values import replace

FOOT, MEDIUM, HEAVY = LoadClass.FOOT_WHEELED, LoadClass.MEDIUM_TANK, LoadClass.HEAVY_TANK
K, S, E = TaskKind, CrossingState, Engineers
BRIDGE = Site("the Nile bridge", S.INTACT, HEAVY, spans=5, major=True)
BLOWN = replace(BRIDGE, state=S.SPAN_BLOWN)
GONE = replace(BRIDGE, state=S.DESTROYED)


@pytest.mark.rule("OB-BRG-02", "OB-BRG-03", "OB-BRG-04", "OB-BRG-05", "OB-WC-095")
def test_bridges_take_two_four_and_six_turns_and_ferries_half_of_it() -> None:
    assert [rules.turns_needed(K.BRIDGE, load) for load in (FOOT, MEDIUM, HEAVY)] == [2, 4, 6]
    assert [rules.turns_needed(K.FERRY, load) for load in (FOOT, MEDIUM, HEAVY)] == [1, 2, 3]


@pytest.mark.rule("OB-DEM-01", "OB-DEM-02", "OB-DEM-03", "OB-OBS-05")
def test_a_full_move_is_a_turn_on_the_map() -> None:
    quick = (K.BLOCK_ROAD, K.DEMOLISH_SPAN, K.PREPARE_DEMOLITION, K.BLOW_BRIDGE, K.GAP_OBSTACLE)
    assert [rules.turns_needed(kind) for kind in quick] == [1, 1, 1, 1, 1]


@pytest.mark.rule("OB-MINE-01", "OB-WC-098")
def test_mines_are_laid_four_inches_a_turn() -> None:
    assert [rules.turns_needed(K.MINEFIELD, inches=n) for n in (1, 4, 5, 8, 12)] == [1, 1, 2, 2, 3]
    with pytest.raises(BadInput, match="0 inches"):
        rules.turns_needed(K.MINEFIELD, inches=0)


def test_a_bridge_without_a_class_has_no_time() -> None:
    with pytest.raises(BadInput, match=r"'bridge' without a class\. .*name the heaviest troops"):
        rules.turns_needed(K.BRIDGE)


@pytest.mark.rule(
    "OB-ENG-03", "OB-DEM-01", "OB-DEM-02", "OB-OBS-04", "OB-OBS-05", "OB-MINE-01", "OB-BRG-06", "OB-AMB-118"
)
def test_who_may_do_what() -> None:
    for kind in (K.BLOCK_ROAD, K.DEMOLISH_SPAN, K.PREPARE_DEMOLITION, K.BLOW_BRIDGE, K.GAP_OBSTACLE):
        assert rules.who_may(kind) is Ability.SUPPORT
        assert rules.bars(kind, E.NONE) and not rules.bars(kind, E.SUPPORT) and not rules.bars(kind, E.SPECIALIST)
    for kind in (K.MINEFIELD, K.FERRY):
        assert rules.bars(kind, E.SUPPORT) and not rules.bars(kind, E.SPECIALIST)
    assert rules.who_may(K.DIG_IN) is Ability.SELVES and not rules.bars(K.DIG_IN, E.NONE)


@pytest.mark.rule("OB-BRG-01")
def test_only_specialists_bridge_a_major_river_but_mending_is_not_restricted_to_them() -> None:
    assert "OB-BRG-01" in rules.bars(K.BRIDGE, E.SUPPORT, major=True)
    assert not rules.bars(K.BRIDGE, E.SPECIALIST, major=True)
    assert BLOWN.is_mended and not rules.bars(K.BRIDGE, E.SUPPORT, major=True, mending=True)
    assert not rules.bars(K.BRIDGE, E.SUPPORT, major=False)
    assert rules.bars(K.BRIDGE, E.NONE, major=False)


@pytest.mark.rule("OB-DEM-02", "OB-DEM-03")
def test_a_bridge_of_several_spans_is_prepared_before_it_is_blown() -> None:
    assert "OB-DEM-02" in rules.site_bars(K.BLOW_BRIDGE, BRIDGE, None, DEFAULTS)
    assert not rules.site_bars(K.PREPARE_DEMOLITION, BRIDGE, None, DEFAULTS)
    ready = replace(BRIDGE, state=rules.state_after(K.PREPARE_DEMOLITION) or S.INTACT)
    assert ready.state is S.PREPARED and ready.state.is_passable
    assert not rules.site_bars(K.BLOW_BRIDGE, ready, None, DEFAULTS)
    assert rules.state_after(K.BLOW_BRIDGE) is S.DESTROYED
    assert "one span" in rules.site_bars(K.PREPARE_DEMOLITION, replace(BRIDGE, spans=1), None, DEFAULTS)


@pytest.mark.rule("OB-DEM-04")
def test_what_was_totally_demolished_is_impassable_for_good() -> None:
    ruin = replace(GONE, for_good=True)
    for kind, load in ((K.GAP_OBSTACLE, None), (K.BRIDGE, HEAVY), (K.FERRY, FOOT)):
        assert "OB-DEM-04" in rules.site_bars(kind, ruin, load, DEFAULTS)
    beside = DEFAULTS.with_setting("dem.bridge_beside", True)
    assert not rules.site_bars(K.BRIDGE, ruin, HEAVY, beside)
    assert rules.site_bars(K.GAP_OBSTACLE, ruin, None, beside)
    assert not rules.site_bars(K.BRIDGE, GONE, HEAVY, DEFAULTS)


@pytest.mark.rule("OB-AMB-126")
def test_who_may_blow_a_prepared_bridge() -> None:
    ready = replace(BRIDGE, state=S.PREPARED)
    assert not rules.site_bars(K.BLOW_BRIDGE, ready, None, DEFAULTS)


@pytest.mark.rule("OB-OBS-05")
def test_a_blown_span_is_gapped_and_a_standing_bridge_is_not() -> None:
    assert not rules.site_bars(K.GAP_OBSTACLE, BLOWN, None, DEFAULTS)
    assert rules.site_bars(K.GAP_OBSTACLE, BRIDGE, None, DEFAULTS)
    assert (rules.state_after(K.GAP_OBSTACLE) or S.DESTROYED).is_passable
    assert "no span left" in rules.site_bars(K.DEMOLISH_SPAN, BLOWN, None, DEFAULTS)


@pytest.mark.rule("OB-AMB-122")
def test_a_heavier_bridge_keeps_the_turns_of_the_lighter_one() -> None:
    light = replace(GONE, state=S.BRIDGED, load_class=FOOT)
    assert rules.earlier_turns(K.BRIDGE, light, MEDIUM, DEFAULTS) == 2
    assert rules.earlier_turns(K.BRIDGE, replace(light, load_class=MEDIUM), HEAVY, DEFAULTS) == 4
    assert rules.earlier_turns(K.BRIDGE, replace(GONE, turns_worked=3), HEAVY, DEFAULTS) == 3
    assert rules.earlier_turns(K.FERRY, replace(GONE, turns_worked=3), HEAVY, DEFAULTS) == 0
    assert "already" in rules.site_bars(K.BRIDGE, light, FOOT, DEFAULTS)


@pytest.mark.rule("OB-ENG-02", "OB-AMB-122", "OB-AMB-126")
def test_only_a_turn_spent_at_the_spot_without_moving_or_fighting_counts() -> None:
    assert rules.counts(TurnOfWork(at_site=True, moved=False, engaged=False)).counts
    for spent, rule in (
        (TurnOfWork(at_site=True, moved=True, engaged=False), "OB-ENG-02"),
        (TurnOfWork(at_site=True, moved=False, engaged=True), "OB-AMB-122"),
        (TurnOfWork(at_site=False, moved=False, engaged=False), "OB-AMB-126"),
        (TurnOfWork(at_site=True, moved=False, engaged=False, resting=True), "OB-REG-05"),
    ):
        counted = rules.counts(spent)
        assert not counted.counts and counted.rule == rule and counted.why


@pytest.mark.rule("OB-AMB-122")
def test_what_crosses_what() -> None:
    assert [rules.load_of(armour) for armour in (Armour.NONE, Armour.LIGHT, Armour.MEDIUM, Armour.HEAVY)] == [
        FOOT,
        FOOT,
        MEDIUM,
        HEAVY,
    ]
    carried = {bridge: [load for load in LoadClass if rules.carries(bridge, load)] for bridge in LoadClass}
    assert carried == {FOOT: [FOOT], MEDIUM: [FOOT, MEDIUM], HEAVY: [FOOT, MEDIUM, HEAVY]}


@pytest.mark.rule("OB-OBS-06", "OB-WC-093")
def test_one_battalion_a_move_passes_a_gap() -> None:
    assert [rules.through_a_gap(Fraction(moves)) for moves in (3, 2, 1)] == [3, 2, 1]
    assert rules.through_a_gap(Fraction(3, 2)) == 1 and rules.through_a_gap(Fraction(1, 2)) == 1
    moves, battalions = 0, 3
    while battalions > 0:
        battalions -= rules.through_a_gap(Fraction(1))
        moves += 1
    assert moves == 3


@pytest.mark.rule("OB-PREP-01", "OB-PREP-02", "OB-PREP-03")
def test_infantry_digs_in_in_one_turn_guns_in_two_others_in_four() -> None:
    assert {rules.dig_in_turns(arm) for arm in (Arm.INFANTRY, Arm.LORRIED_INFANTRY, Arm.MACHINE_GUN)} == {1}
    assert {rules.dig_in_turns(arm) for arm in (Arm.FIELD_ARTILLERY, Arm.ANTI_TANK, Arm.MORTAR)} == {2}
    assert rules.dig_in_turns(Arm.ARMOUR, Armour.MEDIUM) == 4 and rules.dig_in_turns(Arm.HEADQUARTERS) == 4
    assert rules.dig_in_turns(Arm.ANTI_TANK, Armour.LIGHT) == 4


@pytest.mark.rule("OB-AMB-128")
def test_unfinished_positions_are_lost_when_the_work_is_broken_off() -> None:
    def after(turns: int, *, works: bool, broken_off: bool, book: object = DEFAULTS) -> int:
        return rules.dug(turns, 4, works=works, broken_off=broken_off, book=book)  # type: ignore[arg-type]

    assert [after(n, works=True, broken_off=False) for n in range(5)] == [1, 2, 3, 4, 4]
    assert after(3, works=False, broken_off=True) == 0 and after(4, works=False, broken_off=True) == 4
    assert after(3, works=False, broken_off=False) == 3


@given(st.sampled_from(CrossingState), st.sampled_from(LoadClass), st.sampled_from(LoadClass), st.integers(0, 6))
def test_kept_turns_never_finish_the_work_nor_add_to_it(
    state: CrossingState, has: LoadClass, load: LoadClass, left: int
) -> None:
    site = Site("X", state, has, turns_worked=left)
    for kind in rules.TAKES_A_CLASS:
        assert 0 <= rules.earlier_turns(kind, site, load, DEFAULTS) < rules.turns_needed(kind, load)


def test_a_heavier_class_never_takes_fewer_turns() -> None:
    for kind in rules.TAKES_A_CLASS:
        turns = [rules.turns_needed(kind, load) for load in LoadClass]
        assert all(a < b for a, b in pairwise(turns))
