"""Battalions as platoons of Brigadier General Commands, their labels, and the list of what a club must own."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from campaign.rules.common.force import Strength
from campaign.rules.common.hand_weapons import HandKind, HandWeapon
from campaign.rules.common.muster import StandKind
from campaign.rules.common.settings import DEFAULTS
from campaign.rules.tabletop.brigadier.labels import PAIRS, Label, label, marks_of
from campaign.rules.tabletop.brigadier.muster import advice, battalions, muster, noted
from campaign.rules.tabletop.brigadier.orders import Echelon
from campaign.rules.tabletop.brigadier.platoons import (
    Kind,
    grade,
    kind_of,
    left_out,
    platoons,
    shape,
    start_kills,
    weapons_of,
)
from campaign.rules.tabletop.brigadier.tables import Grade, Mark, Order
from campaign.terms.forces import Arm, Experience, Level, Nationality, Size
from campaign.terms.state import Posture, State
from campaign.values import replace
from campaign.words.sheet import LabelColour
from tests.rules.forces import force, guns, infantry, tanks

HEADQUARTERS = {"arm": Arm.HEADQUARTERS, "headquarters_of": Level.DIVISION}


def same_battalion(one: Label, other: Label) -> bool:
    """What the eye says of two labels: the same pair of colours."""
    return (one.colour, one.ground) == (other.colour, other.ground)


def commands(superior: Label, platoon: Label) -> bool:
    """What the eye says: an order may go from the one to the other."""
    if not same_battalion(superior, platoon) or superior == platoon:
        return False
    return superior.round_base or (superior.hq and superior.marks == platoon.marks and not platoon.hq)


def own(unit: Any, book: Any = DEFAULTS, index: int = 0, **given: bool) -> Any:
    return platoons(unit, index, book, **given)


@pytest.mark.rule("BGC-ORG-13", "BGC-ORG-14", "BGC-GEN-09", "BGC-TAB-20", "BGC-AMB-54", "BGC-AMB-40")
def test_templates() -> None:
    for unit, number, count in (
        (infantry(), 13, 52),
        (infantry(size=Size.WEAK), 7, 28),
        (tanks(size=Size.NORMAL), 13, 52),
        (tanks(), 7, 28),
        (guns(size=Size.WEAK), 4, 16),
        (guns(size=Size.NORMAL), 7, 28),
        (guns(size=Size.LARGE), 7, 28),
        (infantry(**HEADQUARTERS), 5, 20),
        (infantry(arm=Arm.SUPPLY), 5, 20),
        (infantry(arm=Arm.ENGINEER), 13, 52),
        (infantry(arm=Arm.RECONNAISSANCE, size=Size.WEAK), 7, 28),
        (infantry(size=Size.COMPANY), 4, 16),
        (tanks(size=Size.LARGE), 25, 100),
        (guns(arm=Arm.ANTI_TANK, size=Size.WEAK), 4, 16),
    ):
        assert (len(own(unit)), shape(unit, DEFAULTS).count) == (number, count), unit.arm
    support = DEFAULTS.with_setting("brigadier.infantry_support", "on")
    assert (len(own(infantry(), support)), shape(infantry(), support).count) == (15, 60)
    assert [one.kind for one in own(infantry(), support)][-2:] == [Kind.MACHINE_GUN, Kind.MORTAR]
    among = DEFAULTS.with_setting("brigadier.company_headquarters", "among")
    assert shape(infantry(), among).platoons == 10


@pytest.mark.rule("BGC-GEN-09", "BGC-ORG-11", "BGC-TAB-20", "BGC-MUS-02")
def test_a_company_has_the_platoons_that_it_has_men_for() -> None:
    """A base is a platoon of about 40: 150 men are headquarters and three, 80 headquarters and one. A Count is a
    vehicle or a gun."""

    def small(men: int = 0, vehicles: int = 0, pieces: int = 0, **changes: Any) -> tuple[str, ...]:
        unit = infantry(
            size=Size.COMPANY,
            establishment=Strength(men, vehicles, pieces),
            strength=Strength(men, vehicles, pieces),
            **changes,
        )
        return tuple(one.key for one in own(unit))

    assert small(150) == ("1hq", "1.1", "1.2", "1.3")
    assert small(80) == ("1hq", "1.1") and small(110) == ("1hq", "1.1", "1.2") and small(40) == ("1hq", "1.1")
    assert small() == ("1hq", "1.1", "1.2", "1.3"), "the template, where the order of battle gives no numbers"
    assert small(90, 8, arm=Arm.ARMOUR) == ("1hq", "1.1"), "eight tanks"
    assert small(40, 0, 4, arm=Arm.ANTI_TANK) == ("1hq", "1.1") and small(100, 0, 6, arm=Arm.ANTI_TANK) == (
        "1hq",
        "1.1",
        "1.2",
    )
    pak = infantry(
        size=Size.COMPANY, arm=Arm.ANTI_TANK, establishment=Strength(100, 0, 6), strength=Strength(100, 0, 6)
    )
    limits = noted(pak, own(pak), DEFAULTS)
    assert (limits["battalion_hq"], limits["company_hqs"], limits["count"]) == (0, 1, 12), (
        "a battery has no battalion headquarters to lose"
    )
    assert next(one.name for one in own(pak)) == "1 Bty HQ"


@pytest.mark.rule("BGC-ORG-11", "BGC-ORG-13", "BGC-GEN-10")
def test_a_battalion_has_headquarters_and_three_companies() -> None:
    found = own(infantry())
    assert [one.echelon for one in found[:5]] == [
        Echelon.BATTALION_HQ,
        Echelon.COMPANY_HQ,
        Echelon.LINE,
        Echelon.LINE,
        Echelon.LINE,
    ]
    assert [one.company for one in found] == [0, *[1] * 4, *[2] * 4, *[3] * 4]
    assert [one.label.round_base for one in found].count(True) == 1 and found[0].label.round_base
    assert len({one.key for one in found}) == 13


@pytest.mark.rule("BGC-MUS-01", "BGC-SETUP-08")
def test_a_fresh_battalion_is_whole() -> None:
    assert all(one.kills == 0 for one in own(infantry()))


@pytest.mark.rule("BGC-MUS-02", "BGC-SETUP-07", "BGC-WC-48")
def test_a_spent_battalion_bears_kill_markers() -> None:
    assert [start_kills(count, DEFAULTS) for count in (52, 60, 28, 16, 20)] == [8, 9, 5, 3, 3]
    found = own(infantry(state=State.SPENT))
    assert sum(one.kills for one in found) == 8 and max(one.kills for one in found) == 1
    assert [one.key for one in found if one.kills] == ["1.1", "1.2", "1.3", "2.1", "2.2", "2.3", "3.1", "3.2"]
    weak = own(infantry(state=State.SPENT, size=Size.WEAK))
    assert [one.key for one in weak if one.kills] == ["1hq", "1.1", "1.2", "2.1", "2.2"], (
        "the line first, then a company headquarters"
    )
    battery = own(guns(state=State.SPENT, size=Size.WEAK))
    assert [one.kills for one in battery] == [0, 1, 1, 1], "the battalion headquarters last"


@pytest.mark.rule("BGC-MUS-03", "BGC-SETUP-07")
def test_or_fewer_platoons() -> None:
    fewer = DEFAULTS.with_setting("brigadier.spent_muster", "fewer platoons")
    assert [left_out(count, fewer) for count in (52, 60, 28, 16, 20)] == [2, 3, 2, 1, 1]
    found = own(infantry(state=State.SPENT), fewer)
    assert len(found) == 11 and all(one.kills == 0 for one in found) and "3.3" not in {one.key for one in found}
    assert noted(infantry(state=State.SPENT), found, fewer)["left_out"] == 2


@pytest.mark.rule("BGC-MUS-04")
def test_the_spent_begin_on_defend() -> None:
    assert {one.order for one in own(infantry(state=State.SPENT), moving=True)} == {Order.DEFEND}


@pytest.mark.rule("BGC-MUS-05")
def test_the_destroyed_are_not_mustered_but_have_their_line() -> None:
    for state in (State.DESTROYED, State.CAPTURED, State.DISBANDED):
        assert own(infantry(state=state)) == ()
    found = muster(force(infantry(state=State.DESTROYED), infantry()), DEFAULTS)
    assert [len(line.stands) for line in found.lines] == [0, 13] and "destroyed" in found.warnings[0]


@pytest.mark.rule("BGC-MUS-06", "BGC-SETUP-03", "BGC-SETUP-12", "BGC-SETUP-15")
def test_postures_become_first_orders() -> None:
    for unit, moving, order, off in (
        (infantry(posture=Posture.MARCH), True, Order.DOUBLE, False),
        (infantry(), True, Order.MOVE, False),
        (infantry(), False, Order.AIM, False),
        (guns(posture=Posture.SUPPORT), True, Order.AIM, True),
        (infantry(posture=Posture.RESERVE), True, Order.AIM, True),
    ):
        found = own(unit, moving=moving)
        assert {one.order for one in found} == {order} and {one.off_table for one in found} == {off}


@pytest.mark.rule("BGC-MUS-07", "BGC-EXP-09")
def test_grades_of_the_campaign() -> None:
    assert [grade(one, DEFAULTS) for one in Experience] == [Grade.GREEN, Grade.REGULAR, Grade.SEASONED, Grade.ELITE]
    assert grade(Experience.GREEN, DEFAULTS.with_setting("brigadier.green_as", "recruits")) is Grade.RECRUITS
    assert {one.grade for one in own(infantry(experience=Experience.GREEN))} == {Grade.GREEN}


@pytest.mark.rule("BGC-EXP-07", "BGC-MUS-08", "BGC-AMB-36")
def test_a_rebuilt_battalion_is_regular_at_best_and_never_promoted() -> None:
    assert (
        grade(Experience.ELITE, DEFAULTS, rebuilt=True) is Grade.REGULAR
        and grade(Experience.GREEN, DEFAULTS, rebuilt=True) is Grade.GREEN
    )
    assert {one.grade for one in own(infantry(experience=Experience.ELITE), rebuilt=True)} == {Grade.REGULAR}


@pytest.mark.rule("BGC-MUS-09", "BGC-COLOR-10")
def test_every_platoon_knows_its_battalion() -> None:
    unit = infantry()
    assert {one.unit for one in own(unit)} == {unit.id} and {one.place.battalion for one in own(unit)} == {unit.id}


@pytest.mark.rule("BGC-FIRE-12", "BGC-FIRE-13")
def test_weapons_by_nation_and_kind() -> None:
    assert weapons_of(
        infantry(nation=Nationality.US, by_hand=HandWeapon("Bazooka", HandKind.LAUNCHER)), Kind.INFANTRY
    ) == ("semi-automatic squads", "bazooka")
    for nation in (Nationality.GERMAN, Nationality.BRITISH):
        assert weapons_of(infantry(nation=nation), Kind.INFANTRY)[0] == "bolt-action and LMG"
    assert weapons_of(tanks(), Kind.TANK) == ("tank guns",) and weapons_of(guns(), Kind.FIELD_GUN) == ("field guns",)
    assert (kind_of(guns(arm=Arm.ANTI_TANK)), kind_of(tanks(arm=Arm.ARMOURED_CAR))) == (
        Kind.ANTI_TANK_GUN,
        Kind.ARMOURED_CAR,
    )


# Labels --------------------------------------------------------------------------------------------------------------
@pytest.mark.rule(
    "BGC-COLOR-01",
    "BGC-COLOR-03",
    "BGC-COLOR-04",
    "BGC-COLOR-05",
    "BGC-COLOR-06",
    "BGC-COLOR-07",
    "BGC-COLOR-08",
    "BGC-TAB-16",
)
def test_label_marks() -> None:
    book = DEFAULTS.with_setting("brigadier.infantry_support", "on")
    signs = {one.key: one.label.sign for one in own(infantry(), book)}
    assert (signs["1.1"], signs["2.1"], signs["3.1"]) == ("CGG", "GCG", "GGC")
    assert (signs["1hq"], signs["2hq"], signs["3hq"]) == ("CGG HQ", "GCG HQ", "GGC HQ")
    assert signs["hq"] == signs["mg"] == signs["mor"] == "CGC"
    first = own(infantry(), book)[0].label
    assert first.round_base and first.bars == (LabelColour.BROWN, LabelColour.GREEN, LabelColour.BROWN)


@pytest.mark.rule("BGC-COLOR-02")
def test_every_battalion_has_its_own_pair() -> None:
    assert len(set(PAIRS)) == len(PAIRS) >= 12 and all(colour is not ground for colour, ground in PAIRS)
    found = battalions(force(*(infantry(f"b{n}") for n in range(6))), DEFAULTS)
    assert len({(one.platoons[0].label.colour, one.platoons[0].label.ground) for one in found}) == 6


@pytest.mark.rule("BGC-COLOR-10", "BGC-ORD-11")
def test_the_colours_say_who_commands_whom() -> None:
    mine = {one.key: one.label for one in own(infantry())}
    theirs = {one.key: one.label for one in own(infantry(), index=1)}
    assert (
        commands(mine["hq"], mine["2.1"]) and commands(mine["hq"], mine["2hq"]) and commands(mine["1hq"], mine["1.3"])
    )
    assert (
        not commands(mine["1hq"], mine["2.1"])
        and not commands(mine["1.1"], mine["1.2"])
        and not commands(theirs["hq"], mine["1.1"])
    )
    assert not commands(mine["hq"], mine["hq"]) and same_battalion(mine["hq"], mine["3.1"])


@pytest.mark.rule("BGC-AMB-38")
def test_a_fourth_and_a_fifth_company() -> None:
    left, right = {Mark.LEFT, Mark.MIDDLE}, {Mark.MIDDLE, Mark.RIGHT}
    assert marks_of(4) == left and marks_of(5) == right and marks_of(6) == set(Mark)
    assert label(0, 6, headquarters=True).hq


# The club ------------------------------------------------------------------------------------------------------------
@pytest.mark.rule("BGC-GEN-03", "BGC-GEN-09", "BGC-GEN-10", "BGC-GEN-11")
def test_what_a_club_must_own() -> None:
    found = muster(force(infantry(), tanks(), guns()), DEFAULTS)
    models = {model.key: model.count for model in found.models()}
    assert models["infantry figure"] == 9 * 4 and models["tank"] == 7 and models["25-pdr"] == 2
    assert models["infantry figure"] > models["tank"] and models["round base"] >= 1
    assert (
        found.lines[0].stands[0].kind is StandKind.HEADQUARTERS and found.lines[1].stands[3].kind is StandKind.VEHICLE
    )
    assert (found.lines[0].size, found.lines[0].weight) == ("13 platoons", Fraction(13))


@pytest.mark.rule("BGC-GEN-04", "BGC-GEN-12")
def test_a_force_too_large_for_one_player_is_named() -> None:
    brigade = force(*(infantry(f"b{n}") for n in range(4)))
    assert not muster(brigade, DEFAULTS).warnings
    large = muster(force(*(infantry(f"b{n}") for n in range(6))), DEFAULTS)
    assert any("BGC-GEN-04" in line for line in large.warnings)
    assert any("BGC-GEN-04" in line for line in advice(large, (72, 48))) and any(
        "BGC-GEN-12" in line for line in advice(large, (120, 72))
    )
    assert advice(muster(brigade, DEFAULTS), (72, 48)) == ()
    sixty = muster(brigade, DEFAULTS.with_setting("brigadier.infantry_support", "on"))
    assert sum(len(line.stands) for line in sixty.lines) == 60
    assert not any("BGC-GEN-04" in line for line in advice(sixty, (72, 48))), "sixty are still one general's"


@pytest.mark.rule("BGC-COLOR-02", "BGC-TAB-16")
def test_battalions_take_their_colours_in_order_and_guns_their_names() -> None:
    found = battalions(force(infantry("a"), infantry("b"), infantry("c")), DEFAULTS)
    assert [(one.number, one.index) for one in found] == [(1, 0), (2, 1), (3, 2)]
    assert [same_battalion(one.platoons[1].label, found[0].platoons[1].label) for one in found] == [True, False, False]
    assert [(one.label.colour, one.label.ground) for one in (battalion.platoons[1] for battalion in found)] == list(
        PAIRS[:3]
    )
    named, unnamed = (
        {model.key for model in muster(force(guns("RA", piece_name=piece)), DEFAULTS).models()}
        for piece in ("25-pdr", "")
    )
    assert "25-pdr" in named and "field gun" in unnamed and "" not in unnamed


def test_lines_are_numbered_as_on_the_sheet_and_mustering_is_the_same_every_time() -> None:
    unit = replace(infantry(), line=7)
    one, again = (muster(force(unit, tanks()), DEFAULTS) for _ in range(2))
    assert [line.number for line in one.lines] == [7, 2] and next(line.stands for line in one.lines) == again.lines[
        0
    ].stands
