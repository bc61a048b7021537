"""Close assault: who takes part, the dice, the pairs, and how it ends; the catalogue's worked cases."""

from fractions import Fraction as F

import pytest

from campaign.rules.common.dice import Scripted, Tape
from campaign.rules.common.settings import DEFAULTS
from campaign.rules.tabletop.nqm import assault, odds
from campaign.rules.tabletop.nqm.assault import Draw, Exchange, dice_of
from campaign.rules.tabletop.nqm.odds import Assault, AssaultEnd
from campaign.rules.tabletop.nqm.tables import Grade
from campaign.terms.time import Moment

E, V, R, C, M = Grade


@pytest.mark.rule("NQM-ASSAULT-04", "NQM-ASSAULT-05", "NQM-ASSAULT-06", "NQM-AMB-64")
@pytest.mark.parametrize(
    ("figures", "grade", "attacking", "dice"),
    [
        (9, R, True, 3),
        (5, V, True, 4),
        (2, V, True, 2),
        (8, M, True, 3),
        (6, M, False, 1),
        (1, E, False, 1),
        (9, E, True, 5),
        (9, V, False, 3),
        (9, C, True, 2),
        (9, C, False, 2),
    ],
)
def test_dice_of_a_side(figures: int, grade: Grade, attacking: bool, dice: int) -> None:
    assert dice_of(figures, grade, attacking=attacking) == dice


@pytest.mark.rule("NQM-AMB-64")
def test_the_limit_is_that_of_a_side() -> None:
    assert dice_of(9, R, attacking=True) == 3


@pytest.mark.rule("NQM-ASSAULT-01", "NQM-ASSAULT-02", "NQM-CAS-03", "NQM-AMB-100")
def test_who_may_assault() -> None:
    assert not assault.may_assault([3, 3], command_unwounded=False)
    assert assault.may_assault([3, 3], command_unwounded=True)
    assert assault.may_assault([3], command_unwounded=False)
    assert assault.may_assault([1], command_unwounded=False)
    assert not assault.may_assault([0], command_unwounded=True)
    assert not assault.may_assault([], command_unwounded=True)


@pytest.mark.rule("NQM-ASSAULT-07", "NQM-ASSAULT-08", "NQM-ASSAULT-09", "NQM-ASSAULT-10")
@pytest.mark.parametrize(
    ("attack", "defence", "draw", "result"),
    [
        ((2, 6, 4), (5, 5), Draw.NOBODY, Exchange(1, 1)),
        ((1, 1, 1), (2,), Draw.NOBODY, Exchange(0, 1)),
        ((4, 4), (4, 3), Draw.NOBODY, Exchange(1, 0)),
        ((4, 4), (4, 3), Draw.DEFENDER, Exchange(1, 1)),
        ((4, 4), (4, 4), Draw.ATTACKER, Exchange(2, 0)),
        ((6,), (), Draw.NOBODY, Exchange(0, 0)),
    ],
)
def test_pairs(attack: tuple[int, ...], defence: tuple[int, ...], draw: Draw, result: Exchange) -> None:
    assert assault.exchange(attack, defence, draw) == result


@pytest.mark.rule("NQM-ASSAULT-07")
def test_both_sides_throw_together() -> None:
    tape = Tape(Scripted((6, 2, 3)), Moment(1, 2))
    ours, theirs, result = assault.throw(2, 1, Draw.NOBODY, tape, "a", "b")
    assert (ours, theirs, result) == ((6, 2), (3,), Exchange(1, 0))


def _chances(attack: int, defence: int, draw: Draw = Draw.NOBODY) -> tuple[F, F, F]:
    shown = odds.exchange(attack, defence, draw)
    return tuple(
        shown.chance(lambda one, k=k: (one.attacker > one.defender) - (one.attacker < one.defender) == k)
        for k in (1, 0, -1)
    )  # type: ignore[return-value,misc]


@pytest.mark.rule("NQM-ASSAULT-09", "NQM-ASSAULT-10", "NQM-GRADE-24")
def test_chances_of_an_exchange() -> None:
    assert _chances(1, 1) == (F(5, 12), F(1, 6), F(5, 12))
    assert _chances(1, 1, Draw.ATTACKER) == (F(7, 12), 0, F(5, 12))
    assert _chances(2, 1) == (F(125, 216), F(1, 6), F(55, 216))
    assert _chances(3, 1) == (F(95, 144), F(1, 6), F(25, 144))
    assert _chances(2, 2) == (F(515, 1296), F(133, 648), F(515, 1296))


@pytest.mark.rule("NQM-ASSAULT-08", "NQM-GRADE-24")
def test_exchanges_with_drawn_dice() -> None:
    four = odds.exchange(4, 2, Draw.ATTACKER)
    assert [four.of(Exchange(*pair)) for pair in ((2, 0), (1, 1), (0, 2))] == [
        F(33719, 46656),
        F(4697, 23328),
        F(1181, 15552),
    ]
    three = odds.exchange(3, 3, Draw.DEFENDER)
    pairs = [three.of(Exchange(*pair)) for pair in ((3, 0), (2, 1), (1, 2), (0, 3))]
    assert pairs == [F(535, 3888), F(371, 1728), F(343, 1296), F(5957, 15552)]


@pytest.mark.rule("NQM-ASSAULT-11", "NQM-ASSAULT-12", "NQM-AMB-63")
def test_exchanges_in_an_hour() -> None:
    assert [assault.attacks(grade) for grade in Grade] == [None, 3, 2, 1, 1]
    veterans = odds.assault(Assault(V, C, 4, 2), DEFAULTS).ends
    assert veterans.of(AssaultEnd.CLEARED) == F(699153217, 725594112)
    assert veterans.of(AssaultEnd.SPENT) == F(277535, 10077696)
    regulars = odds.assault(Assault(R, R, 3, 3), DEFAULTS).ends
    assert regulars.of(AssaultEnd.CLEARED) == F(3529595, 10077696)
    assert regulars.of(AssaultEnd.SPENT) == F(1318645, 10077696)


@pytest.mark.rule("NQM-ASSAULT-12")
def test_a_failed_test_ends_it() -> None:
    shown = odds.assault(Assault(M, R, 3, 2, attacker_level=1), DEFAULTS).ends
    hit = odds.exchange(3, 2).chance(lambda one: one.defender > 0)
    assert hit == F(185, 486)
    assert shown.of(AssaultEnd.ATTACKER_BREAKS) == F(185, 729)


@pytest.mark.rule("NQM-ASSAULT-14", "NQM-ASSAULT-15")
def test_breaking_in_and_being_thrown_out() -> None:
    assert assault.stands_inside(0, Exchange(2, 0), 4) == 2
    assert assault.stands_inside(2, Exchange(1, 2), 4) == 1
    assert assault.stands_inside(0, Exchange(3, 0), 2) == 2
    assert assault.stands_inside(1, Exchange(0, 3), 4) == 0


@pytest.mark.rule("NQM-ASSAULT-03", "NQM-ASSAULT-16", "NQM-AMB-65")
def test_an_area_falls_without_unwounded_defenders() -> None:
    assert assault.area_falls(0)
    assert not assault.area_falls(1)
    assert assault.area_falls(2, defenders_left=False)


@pytest.mark.rule("NQM-FIRE-13", "NQM-FIRE-14")
def test_when_infantry_may_assault_tanks() -> None:
    assert assault.tanks_may_be_assaulted(entered=True, left_again=False, own_infantry=False)
    assert not assault.tanks_may_be_assaulted(entered=True, left_again=True, own_infantry=False)
    assert not assault.tanks_may_be_assaulted(entered=True, left_again=False, own_infantry=True)
    assert not assault.tanks_may_be_assaulted(entered=False, left_again=False, own_infantry=False)


@pytest.mark.rule("NQM-AMB-69")
def test_dice_of_tanks_that_are_assaulted() -> None:
    assert [assault.tank_defence_dice(points, R) for points in (1, 2, 9)] == [1, 2, 2]
