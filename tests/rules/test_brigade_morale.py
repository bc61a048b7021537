"""Pins and casualty tests of the Brigade level rules."""

from __future__ import annotations

from fractions import Fraction

import pytest

from campaign.resolve.brigade import combat
from campaign.resolve.brigade.engagement import aim
from campaign.resolve.brigade.field import deploy
from campaign.rules.common.dice import Scripted, Tape
from campaign.rules.common.scene import Fight, TurnSky
from campaign.rules.common.settings import DEFAULTS
from campaign.rules.tabletop.brigade import morale
from campaign.rules.tabletop.brigade.firepoints import convert
from campaign.rules.tabletop.brigade.morale import Pin, casualty_test, unpin
from campaign.rules.tabletop.brigade.tables import Act, Grade, Seen
from campaign.terms.forces import Nationality
from campaign.terms.time import Moment
from tests.rules.brigades import NOW, men, side

F = Fraction
RAW, TRAINED, VETERAN, ELITE = Grade.RAW, Grade.TRAINED, Grade.VETERAN, Grade.ELITE


def dice(*faces: int) -> Tape:
    return Tape(Scripted(faces), Moment(1, 2))


@pytest.mark.rule("BDE-PIN-01", "BDE-PIN-02", "BDE-PIN-03", "BDE-PIN-04", "BDE-CLOSE-03", "BDE-AMB-63", "BDE-MOR-02")
def test_who_is_pinned_by_a_hit() -> None:
    def pin(**how: object) -> Pin:
        return morale.pins_on_hit(**{"he": False, **how})  # type: ignore[arg-type]

    assert (pin(he=True), pin()) == (Pin.ALWAYS, Pin.CHOICE)
    for never in ({"cavalry": True}, {"close_order_advance": True}):
        assert (pin(**never), pin(he=True, **never)) == (Pin.NEVER, Pin.NEVER)


@pytest.mark.rule(
    "BDE-MOR-01", "BDE-PIN-05", "BDE-PIN-08", "BDE-PIN-09", "BDE-PIN-10", "BDE-AMB-87", "BDE-AMB-97", "BDE-TAB-PIN"
)
def test_scores_to_lose_a_pin() -> None:
    assert [unpin(grade).needed for grade in (ELITE, TRAINED, VETERAN, RAW)] == [2, 3, 4, 4]
    assert [unpin(TRAINED, start=8, dead=dead).needed for dead in (0, 1, 2, 3, 4, 5)] == [3, 3, 4, 4, 5, 5]
    assert unpin(RAW, start=12, dead=6).needed == 6
    assert unpin(VETERAN, headquarters=True).needed == 3
    assert unpin(ELITE, headquarters=True).chance == 1
    assert [combat.unpins(unpin(TRAINED), dice(face), "A")[0] for face in (2, 3)] == [False, True]


@pytest.mark.rule("BDE-PIN-09", "BDE-AMB-85", "BDE-AMB-82")
def test_quarters_of_a_unit() -> None:
    assert [morale.quarters_dead(10, dead) for dead in (2, 3, 5, 7, 8)] == [0, 1, 2, 2, 3]
    assert unpin(TRAINED).needed == 3, "a vehicle has no figures that could be dead"


@pytest.mark.rule("BDE-AMB-86")
def test_whom_a_headquarters_helps() -> None:
    near = DEFAULTS.with_setting("brigade.hq_unpins", "companies within 6 inches")
    helps = morale.headquarters_helps
    assert helps(contains=True, within_6_in=False, book=DEFAULTS)
    assert not helps(contains=False, within_6_in=True, book=DEFAULTS)
    assert helps(contains=False, within_6_in=True, book=near)


@pytest.mark.rule("BDE-CASE-73", "BDE-CAS-03", "BDE-CAS-06", "BDE-CAS-07", "BDE-AMB-85")
def test_raw_companies_that_lose_figures() -> None:
    tests = [
        casualty_test(RAW, start, lost, split=split)
        for start, lost, split in ((10, 3, False), (12, 4, False), (10, 4, True), (12, 6, False), (12, 6, True))
    ]
    assert [one.score.needed if one.score else None for one in tests] == [None, 3, 4, 5, 6]
    assert [one.stays for one in tests] == [1, F(2, 3), F(1, 2), F(1, 3), F(1, 6)]


@pytest.mark.rule("BDE-CAS-04", "BDE-CAS-05", "BDE-CAS-06", "BDE-MOR-04", "BDE-TAB-CAS", "BDE-AMB-84")
def test_every_cell_of_the_casualty_table() -> None:
    table = {ELITE: (1, 1, 0), VETERAN: (1, 1, 0), TRAINED: (1, F(2, 3), 0), RAW: (F(2, 3), F(1, 3), 0)}
    for grade, cells in table.items():
        assert tuple(casualty_test(grade, 12, lost).stays for lost in (4, 6, 8)) == cells
        assert casualty_test(grade, 12, 3).stays == 1
    trained = casualty_test(TRAINED, 12, 6)
    assert [combat.stays(trained, dice(face), "A")[0] for face in (2, 3)] == [False, True]
    assert combat.stays(casualty_test(ELITE, 12, 8), dice(), "A") == (False, None)
    assert combat.stays(casualty_test(ELITE, 12, 6), dice(), "A") == (True, None)


@pytest.mark.rule("BDE-CAS-07", "BDE-CAS-08")
def test_split_units_need_one_more() -> None:
    assert casualty_test(TRAINED, 12, 6, split=True).score.needed == 4  # type: ignore[union-attr]


@pytest.mark.rule("BDE-CASE-75", "BDE-CLOSE-04", "BDE-CLOSE-05")
def test_close_order_advances_take_no_tests() -> None:
    half, most = (casualty_test(RAW, 12, lost, close_order_advance=True) for lost in (6, 8))
    assert (half.score, half.removed, most.removed) == (None, False, True)


@pytest.mark.rule("BDE-CASE-76", "BDE-AMB-85")
@pytest.mark.parametrize(
    ("start", "lost"),
    [
        (3, (1, 2, 2)),
        (6, (2, 3, 4)),
        (7, (3, 4, 5)),
        (8, (3, 4, 6)),
        (9, (3, 5, 6)),
        (10, (4, 5, 7)),
        (11, (4, 6, 8)),
        (12, (4, 6, 8)),
    ],
)
def test_losses_that_reach_each_share(start: int, lost: tuple[int, int, int]) -> None:
    assert morale.losses_at(start) == lost
    assert [morale.step_lost(start, at) for at in lost][2] == 3


@pytest.mark.rule("BDE-CAS-01", "BDE-CAS-02", "BDE-SPEC-04", "BDE-AMB-90", "BDE-AMB-99", "BDE-AMB-65")
def test_guns_and_support_weapons_stay_to_the_last_man() -> None:
    assert [casualty_test(RAW, 3, lost, crewed=True).removed for lost in (1, 2, 3)] == [False, False, True]
    assert casualty_test(RAW, 3, 1, crewed=True).score is None
    assert (morale.weapon_works(1), morale.weapon_works(0)) == (True, False)


@pytest.mark.rule("BDE-SPEC-02", "BDE-SPEC-03")
def test_the_specialist_is_the_last_to_die() -> None:
    assert [morale.specialist_lives(living) for living in (9, 1, 0)] == [True, True, False]


@pytest.mark.rule("BDE-SEQ-04", "BDE-CAS-03", "BDE-AMB-83")
def test_when_a_unit_must_test() -> None:
    def must(dead: int, before: int, tested: int = 0, *, once: bool = False) -> bool:
        book = DEFAULTS.with_setting("brigade.test_once_per_step", once)
        return morale.must_test(dead=dead, dead_at_last_test=before, start=12, step_tested=tested, book=book)

    assert [must(dead, 0) for dead in (0, 3, 4)] == [False, False, True]
    assert (must(4, 4, 1), must(5, 4, 1), must(5, 4, 1, once=True), must(6, 5, 1, once=True)) == (
        False,
        True,
        False,
        True,
    )


@pytest.mark.rule("BDE-PIN-07", "BDE-CONV-05", "BDE-AT-11")
def test_a_pinned_unit_fires_worse() -> None:
    forces = (side(1, Nationality.BRITISH, men(720)), side(2, Nationality.GERMAN, men(720)))
    on = deploy(Fight(forces, 1, NOW, (TurnSky(NOW),)), DEFAULTS)
    ours, theirs = (next(piece for piece in on.sides[n].pieces if piece.troop.key == "a") for n in (0, 1))
    scores = []
    for ours.pinned in (False, True):
        one = aim(ours, theirs, on, Act.A, Seen.SPOTTED)
        scores.append(convert(8, hampered=one.hampered))
    assert scores == [(4, 4, 5), (4, 4)]
