"""What a battalion of Not Quite Mechanised in a fight counts: points, command, ammunition, reach, and a clean start."""

from __future__ import annotations

from fractions import Fraction

import pytest

from campaign.resolve.nqm.field import Body, deploy
from campaign.rules.common.settings import DEFAULTS
from campaign.rules.tabletop.nqm.classes import Cover
from campaign.rules.tabletop.nqm.elements import ElementKind
from campaign.terms.forces import Arm, MarchClass, Size
from campaign.values import replace
from tests.rules.forces import guns, infantry, tanks
from tests.rules.nqm_bodies import body, dry, fight, german, stage, without

COUNTED = [
    "lost",
    "casualties",
    "fresh_casualties",
    "tested",
    "green_tested",
    "terror_met",
    "disorganised",
    "broken",
    "needs_reserves",
    "sat_tight",
    "caught",
    "engaged",
    "fought",
    "assaulted",
    "committed",
    "quiet_hours",
    "command_lost",
    "ending",
    "arrives",
    "marched",
    "examined_in",
    "driven_in",
    "taken_in",
    "digging_since",
    "entered_in",
    "guards_in",
]


def foot(**changes: object) -> Body:
    """Five companies or so with a command, three platoons in support; nobody has a pin."""
    return body(infantry("Scots", **changes), 0, 2000)


def pinned(one: Body, **reds: int) -> Body:
    """So many red pins on the stands of those keys."""
    one.elements = [replace(stand, red=reds.get(stand.key, 0)) for stand in one.elements]
    return one


def test_nobody_has_suffered_or_done_anything_as_a_fight_begins() -> None:
    field = deploy(fight(), DEFAULTS, (True, False))
    assert {(name, bool(getattr(one, name))) for one in field.bodies for name in COUNTED} == {
        (name, False) for name in COUNTED
    }
    assert field.hour == 0 and not (field.air or field.flown or field.called or field.attacked or field.out_of_reach)


@pytest.mark.rule("NQM-CAS-02", "NQM-REPR-01")
def test_points_left_are_those_without_a_pin_and_a_command_figure_counts_nothing() -> None:
    one = foot()
    all_of_it = one.points_left
    assert all_of_it == sum(stand.strength for stand in one.elements if stand.kind is not ElementKind.COMMAND)
    pinned(one, a=2, b=1)
    assert (one.points_left, one.points_brought) == (all_of_it - 3, all_of_it)
    pinned(one, a=9)
    assert one.points_left == all_of_it - 3, "more pins than points are no debt"
    one.elements = [replace(stand, black=1) if stand.key == "b" else stand for stand in one.elements]
    assert one.points_left == all_of_it - 4


def test_points_brought_are_those_without_a_pin_as_the_fight_began() -> None:
    one = foot()
    full = one.points_brought
    came = [replace(stand, black=1) if stand.key == "a" else stand for stand in one.battalion.elements]
    one.battalion = replace(one.battalion, elements=tuple(came))
    assert one.points_brought == full - 1


@pytest.mark.rule("NQM-REPR-13", "NQM-REORG-16", "NQM-AMB-71")
def test_whose_command_is_unwounded() -> None:
    one = foot()
    assert one.command_unwounded
    assert not pinned(one, command=1).command_unwounded
    assert not without(foot(), "command").command_unwounded
    company = foot(size=Size.COMPANY, recce_companies=2)
    assert len(company.elements) == 2 and company.command_unwounded
    assert pinned(company, a=3).command_unwounded, "one of the two stands is left"
    assert pinned(company, a=3, b=2).command_unwounded
    assert not pinned(company, a=3, b=3).command_unwounded
    squadrons = body(tanks("4 RTR"), 0, 2000)
    assert pinned(squadrons, **{stand.key: 3 for stand in squadrons.elements}).command_unwounded


@pytest.mark.rule("NQM-AMMO-03")
def test_a_battalion_is_supplied_while_a_stand_can_fire() -> None:
    one = dry(foot())
    assert not one.supplied
    one.elements = [replace(stand, ammunition=Fraction(stand.key == "command")) for stand in one.elements]
    assert not one.supplied, "a command figure fires at nobody"
    for dice, can in ((Fraction(1), True), (Fraction(2, 3), False)):
        one.elements = [replace(stand, ammunition=dice * (stand.key == "b")) for stand in one.elements]
        assert one.supplied is can


@pytest.mark.rule("NQM-AMB-55")
def test_who_may_advance_to_attack() -> None:
    assert foot().able() and not body(guns("25-pdrs"), 0, 500).able()
    for state in ("disorganised", "broken", "arrives"):
        one = foot()
        setattr(one, state, True)
        assert not one.able(), state
    spent = foot()
    reds = {stand.key: stand.strength for stand in spent.elements}
    assert not pinned(spent, **reds).able(), "nobody without a pin"
    assert pinned(spent, **{**reds, "a": reds["a"] - 1}).able(), "one man without"


@pytest.mark.rule("NQM-RANGE-01")
def test_direct_fire_is_effective_as_far_as_the_longest_weapon() -> None:
    """Rifles 300 m, light anti-tank guns of armour 300 m too; mortars and batteries do not fire directly."""
    assert foot().fires_m == 300
    assert body(guns("25-pdrs"), 0, 500).fires_m == 0
    mixed = foot()
    a = mixed.elements[1]
    mixed.elements[1] = replace(a, reach=replace(a.reach, effective_m=1000))
    assert mixed.fires_m == 1000 and mixed.reaches_m == 300, "as it came"


@pytest.mark.rule("NQM-MORALE-11")
@pytest.mark.parametrize(
    ("changes", "carried"),
    [
        ({"arm": Arm.ARMOURED_INFANTRY}, True),
        ({"march_class": MarchClass.HALF_TRACK}, True),
        ({"march_class": MarchClass.TRUCK}, False),
    ],
)
def test_companies_in_armoured_carriers(changes: dict[str, object], carried: bool) -> None:
    assert foot(**changes).carried is carried
    rest = foot(**changes)
    rest.elements = [stand for stand in rest.elements if stand.kind is not ElementKind.COMPANY]
    assert not rest.carried, "its companies are, not its support"


@pytest.mark.rule("NQM-MOV-01", "NQM-AMB-04")
@pytest.mark.parametrize(("marched", "metres"), [(0, 4000), (0.25, 3000), (1, 0), (1.5, 0)])
def test_what_is_left_of_an_hours_march(marched: float, metres: int) -> None:
    one = foot()
    one.marched = marched
    assert one.in_this_hour(4000) == metres


@pytest.mark.rule("NQM-FIRE-17", "NQM-FIRE-22")
@pytest.mark.parametrize(
    ("cover", "mobile"),
    [(Cover.ATTACKING, True), (Cover.MARCHING, True), (Cover.SCRAPES, False), (Cover.DUG_IN, False)],
)
def test_troops_who_go_forward_and_armour_have_no_position(cover: Cover, mobile: bool) -> None:
    assert body(infantry("Scots"), 0, 2000, cover=cover).is_mobile is mobile
    assert body(guns("25-pdrs"), 0, 2000, cover=cover).is_mobile is mobile
    assert body(tanks("4 RTR"), 0, 2000, cover=cover).is_mobile


@pytest.mark.parametrize(("metres", "goes"), [(300, False), (301, True)])
def test_who_is_near_enough_already_goes_no_nearer(metres: int, goes: bool) -> None:
    mover, enemy = body(infantry("Scots"), 0, 3000 - metres), body(german(infantry, "Lehr"), 1, 3000)
    assert bool(stage([mover, enemy]).on.approach(mover, enemy, 5000, 300)) is goes
    assert mover.y == 2700
