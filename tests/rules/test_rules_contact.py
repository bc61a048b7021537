"""Contacts, battles, and what follows them."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.rules.common import automatic
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.common.settings import DEFAULTS
from campaign.rules.day import possession, retreat
from campaign.rules.day.contact import Meeting, Party, decide, group, halts, holds_clock, is_engaged, lopsided
from campaign.rules.day.possession import Award, Prize
from campaign.rules.day.retreat import BOTH, Held
from campaign.rules.tabletop.interface import SYSTEMS, TableSize
from campaign.terms.forces import Size
from campaign.terms.state import BattleState, ContactState, OrderKind, State
from campaign.terms.time import Moment, Phase
from tests.rules.forces import infantry

HOLD, MARCH, ATTACK, WITHDRAW, FOLLOW = (
    OrderKind.HOLD,
    OrderKind.MARCH,
    OrderKind.ATTACK,
    OrderKind.WITHDRAW,
    OrderKind.FOLLOW,
)
BREVITY = SYSTEMS["brevity"].table


@pytest.mark.rule("OB-LOC-05")
@pytest.mark.parametrize(
    ("first", "second", "state", "attackers"),
    [
        (HOLD, HOLD, ContactState.STANDOFF, ()),
        (MARCH, HOLD, ContactState.STANDOFF, ()),
        (MARCH, MARCH, ContactState.STANDOFF, ()),
        (FOLLOW, WITHDRAW, ContactState.STANDOFF, ()),
        (ATTACK, HOLD, ContactState.BATTLE, (1,)),
        (MARCH, ATTACK, ContactState.BATTLE, (2,)),
        (ATTACK, WITHDRAW, ContactState.BATTLE, (1,)),
        (ATTACK, ATTACK, ContactState.BATTLE, (1, 2)),
    ],
)
def test_only_orders_to_attack_make_a_battle(
    first: OrderKind, second: OrderKind, state: ContactState, attackers: tuple[int, ...]
) -> None:
    """Umpire 1.4."""
    found = decide(Party(1, 11, first), Party(2, 21, second))
    assert (found.state, found.attackers) == (state, attackers)
    assert decide(Party(2, 21, second), Party(1, 11, first)).state is state


@pytest.mark.rule("OB-LOC-05")
@pytest.mark.parametrize(("attacked", "word"), [(HOLD, "hold"), (MARCH, "march"), (WITHDRAW, "withdraw")])
def test_a_battle_is_told_by_what_the_attacked_was_ordered_to_do(attacked: OrderKind, word: str) -> None:
    """Umpire 1.4; whichever of the two is named first."""
    attacker, defender = Party(1, 11, ATTACK), Party(2, 21, attacked)
    for pair in ((attacker, defender), (defender, attacker)):
        assert decide(*pair).why == f"an attack on a unit with orders to {word}"
    assert "a meeting battle" in decide(attacker, Party(2, 21, ATTACK)).why


def test_who_halts_on_the_march() -> None:
    assert [one for one in OrderKind if halts(one)] == [MARCH, WITHDRAW, FOLLOW]


def at(ident: int, x: int, y: int, *units: int, seconds: int = 0) -> Meeting:
    return Meeting(ident, seconds, x, y, units or (ident, -ident))


def test_contacts_of_one_table_are_one_battle() -> None:
    """Umpire 1.4: Brevity's table is 5 x 12 km."""
    (one,) = group([at(1, 0, 0), at(2, 12_000, 5_000)], BREVITY)
    assert (one.centre, one.fits(BREVITY), one.units) == ((6_000, 2_500), True, (1, -1, 2, -2))
    assert len(group([at(1, 0, 0), at(2, 12_000, 5_001)], BREVITY)) == 2
    assert len(group([at(1, 0, 0), at(2, 5_000, 12_000)], BREVITY)) == 1, "a table can be turned"
    assert len(group([at(1, 0, 0), at(2, 1_300, 900)], SYSTEMS["brigade"].table)) == 1
    assert len(group([at(1, 0, 0), at(2, 1_301, 0)], SYSTEMS["brigade"].table)) == 2


def test_a_unit_fights_in_one_battle_only() -> None:
    near = [at(1, 0, 0, 1, 2), at(2, 9_000, 0, 3, 4), at(3, 6_000, 0, 2, 3)]
    assert [cluster.units for cluster in group(near, BREVITY)] == [(1, 2, 3, 4)]
    (one,) = group([at(1, 0, 0, 7, 20), at(2, 13_000, 0, 7, 21)], BREVITY)
    assert one.units == (7, 20), "who stands 13 km away is on no table with unit 7, which fights already"


def test_a_chain_of_contacts_longer_than_a_table_is_several_battles() -> None:
    """Umpire 1.4. Six units in a row, 4 km apart, each in contact with the next."""
    spots = {unit: (4_000 * unit, 0) for unit in range(6)}
    chain = [Meeting(n, n, 4_000 * n + 2_000, 0, (n, n + 1), (spots[n], spots[n + 1])) for n in range(5)]
    assert [cluster.units for cluster in group(chain, BREVITY)] == [(0, 1, 2, 3), (4, 5)]


def test_it_counts_where_the_units_stand_not_where_they_met() -> None:
    first = Meeting(1, 0, 5_000, 0, (1, 2), ((0, 0), (5_000, 0)))
    second = Meeting(2, 0, 9_000, 0, (3, 4), ((8_000, 0), (14_000, 0)))
    assert [cluster.units for cluster in group([first, second], BREVITY)] == [(1, 2), (3, 4)], "14 km from end to end"


def test_the_first_contact_of_the_turn_comes_first() -> None:
    clusters = group([at(1, 40_000, 0, seconds=900), at(2, 0, 0, seconds=100)], BREVITY)
    assert [cluster.meetings[0].id for cluster in clusters] == [2, 1]
    assert group([], BREVITY) == ()


@given(
    st.lists(
        st.tuples(
            st.integers(0, 60_000),
            st.integers(0, 60_000),
            st.integers(1, 12),
            st.integers(101, 112),
            st.integers(0, 21_599),
        ),
        max_size=25,
    ),
    st.sampled_from([one.table for one in SYSTEMS.values()]),
)
def test_every_unit_is_in_one_battle_and_every_battle_fits_on_a_table(
    rows: list[tuple[int, int, int, int, int]], table: TableSize
) -> None:
    meetings = [Meeting(n, seconds, x, y, (ours, theirs)) for n, (x, y, ours, theirs, seconds) in enumerate(rows)]
    clusters = group(meetings, table)
    seats = [unit for cluster in clusters for unit in cluster.units]
    assert len(seats) == len(set(seats))
    fought = {meeting.id for cluster in clusters for meeting in cluster.meetings}
    assert all(cluster.fits(table) for cluster in clusters)
    assert all(set(meeting.units) & set(seats) for meeting in meetings), "who is in no battle has met somebody who is"
    assert all(meeting.id in fought or set(meeting.units) & set(seats) for meeting in meetings)
    assert group(reversed(meetings), table) == clusters


FIGHTING, SUSPENDED, RETURNED, SETTLED, RULED = (
    BattleState.FIGHTING,
    BattleState.SUSPENDED,
    BattleState.RETURNED,
    BattleState.SETTLED,
    BattleState.RULED,
)
BEGAN = Moment(1, 2)


@pytest.mark.parametrize(
    ("reached", "state", "now", "engaged"),
    [
        (None, FIGHTING, Moment(1, 1), False),
        (None, FIGHTING, Moment(1, 2), True),
        (Moment(1, 2), SUSPENDED, Moment(1, 3), True),
        (Moment(1, 3), SETTLED, Moment(1, 3), True),
        (Moment(1, 3), SETTLED, Moment(1, 4), False),
        (None, RULED, Moment(1, 2), True),
        (None, RULED, Moment(1, 3), False),
        (None, BattleState.CANCELLED, Moment(1, 2), False),
    ],
)
def test_a_battle_holds_its_units(reached: Moment | None, state: BattleState, now: Moment, engaged: bool) -> None:
    """Umpire 1.5 and 1.6."""
    assert is_engaged(BEGAN, reached, state, now) is engaged


@pytest.mark.parametrize(
    ("reached", "state", "now", "phase", "waits"),
    [
        (None, FIGHTING, Moment(1, 1), Phase.BATTLES, False),
        (None, FIGHTING, Moment(1, 2), Phase.MOVEMENT, False),
        (None, FIGHTING, Moment(1, 2), Phase.BATTLES, True),
        (Moment(1, 2), FIGHTING, Moment(1, 2), Phase.END_OF_TURN, False),
        (Moment(1, 2), FIGHTING, Moment(1, 3), Phase.BATTLES, True),
        (Moment(1, 2), SUSPENDED, Moment(1, 2), Phase.BATTLES, False),
        (Moment(1, 2), SUSPENDED, Moment(1, 2), Phase.END_OF_TURN, True),
        (Moment(1, 3), SUSPENDED, Moment(1, 2), Phase.END_OF_TURN, False),
        (Moment(1, 2), RETURNED, Moment(1, 2), Phase.END_OF_TURN, True),
        (Moment(1, 3), RETURNED, Moment(1, 2), Phase.END_OF_TURN, False),
        (Moment(1, 3), SETTLED, Moment(1, 4), Phase.BATTLES, False),
    ],
)
def test_a_battle_holds_the_clock(
    reached: Moment | None, state: BattleState, now: Moment, phase: Phase, waits: bool
) -> None:
    """Umpire 1.5: never past the turn the table has reached; 1.6: suspended, to the end of that turn and no further."""
    assert holds_clock(BEGAN, reached, state, now, phase) is waits


def test_a_lopsided_game_is_warned_of_with_the_sides_as_given() -> None:
    ways = "by combat strength. Merge it with another battle, resolve it or decide the result yourself."
    assert (
        lopsided({"Axis": Fraction(2), "Allied": Fraction(9)})
        == f"The battle is lopsided: 2 Axis stands against 9 Allied stands, {ways}"
    )
    assert (
        lopsided({"Allied": Fraction(9), "Axis": Fraction(3, 2)})
        == f"The battle is lopsided: 9 Allied stands against 1.5 Axis stands, {ways}"
    )
    assert lopsided({"Axis": Fraction(3), "Allied": Fraction(9)}) == ""


# After the battle -----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("claims", "unspent", "defender", "held", "disputed"),
    [
        ({"allied": "allied", "axis": "allied"}, {}, "axis", "allied", False),
        ({"allied": "both", "axis": None}, {}, "axis", BOTH, False),
        ({"allied": "allied", "axis": "axis"}, {}, "axis", None, True),
        ({"allied": None, "axis": None}, {"allied": 4, "axis": 3}, "axis", "allied", False),
        ({"allied": None, "axis": None}, {"allied": 3, "axis": 3}, "axis", "axis", False),
        ({}, {"allied": 3, "axis": 3}, None, BOTH, False),
    ],
)
def test_who_holds_the_field(
    claims: dict[str, str | None], unspent: dict[str, int], defender: str | None, held: str | None, disputed: bool
) -> None:
    """Umpire 1.7."""
    found = retreat.holder(claims, unspent, defender)
    assert (found.side, found.disputed) == (held, disputed)


@pytest.mark.parametrize(
    ("claims", "unspent", "left", "held"),
    [
        ({"axis": "axis"}, {"allied": 0, "axis": 0}, {"allied": 1, "axis": 0}, None),
        ({"allied": "allied"}, {"allied": 0, "axis": 0}, {"allied": 1, "axis": 0}, "allied"),
        ({"axis": "axis"}, {"allied": 0, "axis": 0}, {"allied": 0, "axis": 0}, "axis"),
        ({}, {"allied": 0, "axis": 0}, {"allied": 1, "axis": 0}, "allied"),
        ({}, {"allied": 0, "axis": 0}, {"allied": 0, "axis": 0}, "axis"),
        ({}, {"allied": 0, "axis": 0}, {"allied": 2, "axis": 1}, "axis"),
    ],
)
def test_a_side_of_which_nobody_is_left_holds_nothing(
    claims: dict[str, str | None], unspent: dict[str, int], left: dict[str, int], held: str | None
) -> None:
    """The defender, axis, holds it by default unless he alone is wiped out."""
    found = retreat.holder(claims, unspent, "axis", left)
    assert (found.side, found.disputed) == (held, held is None)


def test_who_goes_back() -> None:
    """Umpire 1.8: a unit stands where the return says; where it says nothing, who lost the field goes back and the
    winner holds the place."""
    axis_holds = Held("axis", "")
    assert retreat.goes_back("allied", axis_holds, written=False)
    assert not retreat.goes_back("allied", axis_holds, written=True)
    assert not retreat.goes_back("axis", axis_holds, written=False)
    for nobody in (Held(BOTH, ""), Held(None, "", disputed=True)):
        assert not retreat.goes_back("allied", nobody, written=False)
        assert not retreat.takes_ground("allied", nobody, written=False)
    assert retreat.takes_ground("axis", axis_holds, written=False)
    assert not retreat.takes_ground("axis", axis_holds, written=True)
    assert not retreat.takes_ground("allied", axis_holds, written=False)


@pytest.mark.rule("OB-CAS-09")
def test_destroyed_without_a_way_back_is_captured() -> None:
    assert retreat.fate(State.DESTROYED, cut_off=True) is State.CAPTURED
    assert retreat.fate(State.DESTROYED, cut_off=False) is State.DESTROYED
    assert retreat.fate(State.SPENT, cut_off=True) is State.SPENT


@pytest.mark.parametrize(
    ("owner", "standing", "passed", "after", "changed"),
    [
        (1, {2}, [], 2, True),
        (1, {1}, [2], 1, False),
        (1, {1, 2}, [2], 1, False),
        (1, set(), [2], 2, True),
        (1, set(), [2, 1], 1, False),
        (None, set(), [], None, False),
        (None, {1}, [], 1, True),
    ],
)
def test_places_change_hands(
    owner: int | None, standing: set[int], passed: list[int], after: int | None, changed: bool
) -> None:
    """Umpire 1.10: the last side that stood there alone at a turn's end or marched through unopposed."""
    found = possession.owner_after(owner, standing, passed)
    assert (found.owner, found.changed) == (after, changed)


def test_objectives_score_at_the_days_end() -> None:
    """Umpire 1.10."""
    prizes = [Prize(1, 10, 1, 3), Prize(2, 10, 2, 5), Prize(3, 11, 1, 4, day=2), Prize(4, 12, 2, 1)]
    owners = {10: 1, 11: 1, 12: None}
    assert possession.score(prizes, owners, 1) == (Award(1, 1, 3),)
    second = possession.score(prizes, owners, 2)
    assert second == (Award(1, 1, 3), Award(3, 1, 4))
    assert possession.standings(second) == {1: 7}


@pytest.mark.rule("OB-SIZE-02", "OB-SIZE-05", "OB-SIZE-06", "OB-HIT-03")
def test_effective_stands() -> None:
    units = [
        infantry(size=Size.NORMAL),
        infantry(size=Size.WEAK),
        infantry(size=Size.LARGE),
        infantry(size=Size.COMPANY),
        infantry(state=State.SPENT),
    ]
    assert automatic.effective_stands(units) == Fraction(7, 2)


def test_automatic_play() -> None:
    """Umpire 1.23: attack by the odds, or at so many effective stands to one; break off when the battle has cost half
    of what was brought."""

    def attacks(ours: Fraction, won: float, lost: float, least: float = 0.5, book: Rulebook = DEFAULTS) -> bool:
        odds = automatic.Odds(won, 1 - won - lost, lost)
        return automatic.attacks(ours, Fraction(2), odds, least, book).yes

    assert attacks(Fraction(4), 0.11, 0.10)
    assert not attacks(Fraction(4), 0.30, 0.31)
    assert not attacks(Fraction(0), 1.0, 0.0)
    assert not attacks(Fraction(4), 0.74, 0.26, 0.75)
    assert attacks(Fraction(4), 0.38, 0.12, 0.75)
    two_to_one = DEFAULTS.with_setting("auto.attack_ratio", "2")
    assert attacks(Fraction(4), 0.0, 1.0, book=two_to_one)
    assert not attacks(Fraction(7, 2), 1.0, 0.0, book=two_to_one)
    assert [automatic.after_waiting(turns, 0.2) for turns in range(5)] == pytest.approx([1, 0.8, 0.6, 0.4, 0.4])
    assert automatic.after_waiting(4, 0.0) == 1.0
    odds = automatic.Odds(0.37, 0.5, 0.13)
    by_night = automatic.attacks(Fraction(4), Fraction(2), odds, 0.75, DEFAULTS, " by night")
    assert not by_night.yes
    assert by_night.why == (
        "of 100 such attacks 37 win, 50 are undecided and 13 fail: the chance is 74 %, 75 % needed by night: holds"
    )
    assert float(automatic.bolder(DEFAULTS)) == 0.75
    assert automatic.breaks_off(Fraction(4), Fraction(2), DEFAULTS).yes
    assert not automatic.breaks_off(Fraction(4), Fraction(3, 2), DEFAULTS).yes
    assert not automatic.breaks_off(Fraction(0), Fraction(0), DEFAULTS).yes
