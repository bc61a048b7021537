"""Indirect fire of the Brigade level rules: asking, falling, zones, breaching, effect. Numbers from the catalogue's
worked cases."""

from __future__ import annotations

from fractions import Fraction

import pytest

from campaign.errors import BadInput, Refused
from campaign.resolve.brigade import combat
from campaign.rules.common.dice import Scripted, Tape
from campaign.rules.common.settings import DEFAULTS
from campaign.rules.tabletop.brigade import indirect, odds
from campaign.rules.tabletop.brigade.indirect import Battery, Caller, Piece, army_of
from campaign.rules.tabletop.brigade.tables import Cover, Fall, Shell
from campaign.terms.forces import Nationality
from campaign.terms.time import Moment

F = Fraction
BRITISH, GERMAN, SOVIET, US, ITALIAN = (
    army_of(nation)
    for nation in (Nationality.BRITISH, Nationality.GERMAN, Nationality.SOVIET, Nationality.US, Nationality.ITALIAN)
)


def dice(*faces: int) -> Tape:
    return Tape(Scripted(faces), Moment(1, 2))


def guns(mm: int, army: indirect.Army = BRITISH, *, on_table: bool = False, piece: Piece = Piece.GUN) -> Battery:
    return Battery(f"{mm} mm", piece, mm, army, on_table)


def mortar(mm: int, army: indirect.Army = BRITISH, *, on_table: bool = True) -> Battery:
    return guns(mm, army, on_table=on_table, piece=Piece.MORTAR)


def off(battery: Battery, *, df: bool = False) -> list[Fraction]:
    """Chances of 0, 1, 2 ... 6 inches."""
    spread = odds.inches_off(battery, df_point=df)
    return [spread.of(inches) for inches in range(7)]


N = F(1, 9)


@pytest.mark.rule("BDE-CASE-25", "BDE-DEV-11", "BDE-DEV-07", "BDE-DEV-09", "BDE-ZONE-02", "BDE-AMB-51")
def test_british_field_guns() -> None:
    assert off(guns(88)) == [F(4, 9), N, N, N, N, N, 0]
    assert odds.inside([guns(88)], df_point=False) == F(5, 9)


@pytest.mark.rule("BDE-CASE-26", "BDE-DEV-13", "BDE-DEV-14", "BDE-AMB-32")
def test_british_field_guns_on_a_registered_point() -> None:
    assert off(guns(88), df=True) == [F(2, 3), N, N, N, 0, 0, 0]
    assert odds.inside([guns(88)], df_point=True) == F(7, 9)


@pytest.mark.rule("BDE-CASE-28", "BDE-DEV-13", "BDE-ZONE-03")
def test_german_heavy_guns_on_a_registered_point() -> None:
    assert off(guns(150, GERMAN), df=True) == [F(5, 9), N, N, N, N, 0, 0]
    assert odds.inside([guns(150, GERMAN)], df_point=True) == F(7, 9)


@pytest.mark.rule("BDE-CASE-30", "BDE-DEV-07", "BDE-DEV-08", "BDE-AMB-37")
def test_soviet_guns_on_the_table_and_off_it() -> None:
    assert off(guns(76, SOVIET, on_table=True)) == [F(1, 3), N, N, N, N, N, N]
    assert odds.inside([guns(76, SOVIET, on_table=True)], df_point=False) == F(4, 9)
    behind = odds.inches_off(guns(76, SOVIET), df_point=False)
    assert (behind.of(0), behind.of(None)) == (F(1, 6), F(1, 6))


@pytest.mark.rule("BDE-CASE-31", "BDE-DEV-10", "BDE-DEV-12", "BDE-ZONE-01", "BDE-AMB-34", "BDE-AMB-33")
def test_mortars() -> None:
    for army in (BRITISH, GERMAN, SOVIET):
        assert off(mortar(81, army)) == [F(1, 3), F(2, 9), F(2, 9), F(2, 9), 0, 0, 0]
    assert odds.inside([mortar(81)], df_point=False) == F(5, 9)
    assert [indirect.miss_in(red, mortar(81), df_point=True) for red in range(1, 7)] == [1, 1, 2, 2, 3, 3]


@pytest.mark.rule(
    "BDE-DEV-02", "BDE-DEV-03", "BDE-DEV-04", "BDE-DEV-05", "BDE-DEV-06", "BDE-DEV-07", "BDE-DEV-08", "BDE-TAB-DEV"
)
def test_the_white_die() -> None:
    five = [Fall.SHORT, Fall.LONG, Fall.LEFT, Fall.RIGHT, Fall.ON_TARGET]
    for battery in (guns(88), guns(150, ITALIAN), mortar(81)):
        assert [indirect.fall(white, battery) for white in range(1, 6)] == five
    six = [indirect.fall(6, guns(105, army)) for army in (BRITISH, GERMAN, US, SOVIET, ITALIAN)]
    assert six == [Fall.ON_TARGET] * 3 + [Fall.NOT_AT_ALL] * 2
    assert indirect.fall(6, guns(105, ITALIAN, on_table=True)) is Fall.ON_TARGET
    assert [army_of(nation).deducts for nation in Nationality] == [
        True,
        True,
        True,
        True,
        False,
        False,
        False,
        False,
        True,
    ]


@pytest.mark.rule("BDE-DEV-01", "BDE-DEV-09", "BDE-DEV-11", "BDE-TIME-04")
def test_deviation_with_dice() -> None:
    fell = combat.deviation(guns(88), df_point=False, dice=dice(3, 5))
    assert (fell.fall, fell.miss_in) == (Fall.LEFT, 4)
    assert combat.deviation(guns(88), df_point=False, dice=dice(3, 1)).fall is Fall.ON_TARGET, "one less is on target"
    assert combat.deviation(guns(88, SOVIET), df_point=False, dice=dice(6, 5)).fall is Fall.NOT_AT_ALL


@pytest.mark.rule(
    "BDE-CASE-33",
    "BDE-ZONE-01",
    "BDE-ZONE-02",
    "BDE-ZONE-03",
    "BDE-ZONE-04",
    "BDE-TAB-ZONE",
    "BDE-AMB-38",
    "BDE-AMB-41",
    "BDE-AMB-43",
)
def test_fire_zones() -> None:
    def zone(*batteries: Battery) -> tuple[int, int]:
        found = indirect.zone_of(batteries)
        return found.width_in, found.depth_in

    assert zone(guns(105)) == (3, 3)
    assert zone(guns(105), guns(105), guns(105)) == (5, 3)
    assert zone(guns(150), guns(150)) == (5, 4)
    assert (zone(mortar(82)), zone(mortar(120)), zone(guns(106))) == ((2, 2), (3, 3), (4, 4))
    assert zone(mortar(81), guns(150)) == (5, 4)
    rocket = guns(82, SOVIET, piece=Piece.ROCKET)
    assert zone(rocket) == (4, 4)
    assert not indirect.registered(rocket, True)
    with pytest.raises(BadInput, match="at least one"):
        indirect.zone_of([])


@pytest.mark.rule("BDE-AMB-38")
def test_batteries_roll_together_or_each_for_itself() -> None:
    both = [guns(105, GERMAN), guns(105, GERMAN)]
    together = combat.arrivals(both, df_point=False, dice=dice(1, 2), book=DEFAULTS)
    apart = combat.arrivals(
        both, df_point=False, dice=dice(1, 2, 4, 6), book=DEFAULTS.with_setting("brigade.dev_per_battery", True)
    )
    assert [(fell.fall, fell.miss_in, zone.width_in) for fell, zone, _ in together] == [(Fall.SHORT, 2, 4)]
    assert [(fell.fall, fell.miss_in, zone.width_in) for fell, zone, _ in apart] == [
        (Fall.SHORT, 2, 3),
        (Fall.RIGHT, 6, 3),
    ]


@pytest.mark.rule(
    "BDE-CASE-35",
    "BDE-CASE-36",
    "BDE-CASE-38",
    "BDE-EFF-01",
    "BDE-EFF-04",
    "BDE-BREACH-03",
    "BDE-BREACH-04",
    "BDE-CAS-05",
)
def test_a_company_in_the_open() -> None:
    lost = odds.shelled([guns(105)], Cover.OPEN, 9, book=DEFAULTS)
    assert (odds.mean(lost), lost.chance(lambda dead: dead >= 6)) == (6, F(12800, 19683))
    assert odds.inside([guns(88)], df_point=False) * odds.mean(lost) == F(10, 3)
    one_figure = odds.shelled([guns(105)], Cover.OPEN, 1, book=DEFAULTS)
    assert one_figure.of(1) == F(2, 3), "pinned by the fire: saves on 5 and 6"
    one, two = (odds.shelled([guns(105)] * count, Cover.SLIT_TRENCH, 1, book=DEFAULTS).of(1) for count in (1, 2))
    assert (one, two) == (F(1, 9), F(17, 81))


@pytest.mark.rule("BDE-CASE-40", "BDE-BREACH-01", "BDE-TAB-BREACH", "BDE-AMB-44", "BDE-AMB-46")
def test_the_breaching_table() -> None:
    printed = {Shell.LIGHT: (4, 5, None), Shell.MIDDLE: (3, 4, None), Shell.HEAVY: (0, 3, 5)}
    columns = (
        (Cover.SLIT_TRENCH, Cover.WEAK_BUILDING),
        (Cover.DUG_TRENCH, Cover.STRONG_BUILDING),
        (Cover.FORTIFICATION,),
    )
    for row, scores in printed.items():
        for covers, score in zip(columns, scores, strict=True):
            for cover in covers:
                found = indirect.breach(row, cover)
                assert found is not None
                assert found.chance == (0 if score is None else F(1) if score == 0 else F(7 - score, 6))
    assert [
        indirect.shell(battery) for battery in (guns(82), guns(83), guns(105), guns(106), mortar(82), mortar(120))
    ] == [Shell.LIGHT, Shell.MIDDLE, Shell.MIDDLE, Shell.HEAVY, Shell.LIGHT, Shell.MIDDLE]
    assert odds.breached(guns(150), Cover.SLIT_TRENCH) == 1
    assert odds.breached(guns(105), Cover.FORTIFICATION) == 0
    assert indirect.breach(Shell.LIGHT, Cover.SOFT) is None


@pytest.mark.rule("BDE-CASE-41", "BDE-EFF-02", "BDE-EFF-03", "BDE-EFF-05", "BDE-BREACH-02", "BDE-AMB-48", "BDE-AMB-49")
def test_fortifications_trenches_and_pins() -> None:
    assert odds.breached(guns(150), Cover.FORTIFICATION) == F(1, 3)
    assert odds.shelled([guns(150)], Cover.FORTIFICATION, 1, book=DEFAULTS).of(1) == F(1, 18)
    assert 1 - (1 - F(1, 3)) ** 3 == F(19, 27) == 1 - (1 - odds.breached(guns(150), Cover.FORTIFICATION)) ** 3
    held = combat.shelling(
        guns(150), Cover.FORTIFICATION, 3, pinned=False, never_pinned=False, dice=dice(4), on="x", book=DEFAULTS
    )
    assert (held.through, held.pinned, held.lost) == (False, False, 0)
    through = combat.shelling(
        guns(150),
        Cover.FORTIFICATION,
        3,
        pinned=False,
        never_pinned=False,
        dice=dice(5, 1, 2, 6),
        on="x",
        book=DEFAULTS,
    )
    assert (through.through, through.pinned, through.lost) == (True, True, 1)
    trench = combat.shelling(
        guns(105), Cover.SLIT_TRENCH, 3, pinned=False, never_pinned=False, dice=dice(2), on="x", book=DEFAULTS
    )
    assert (trench.through, trench.pinned, trench.lost) == (False, True, 0), "trenches hold, but heads are down"
    riders = combat.shelling(
        guns(105), Cover.OPEN, 2, pinned=False, never_pinned=True, dice=dice(5, 6), on="x", book=DEFAULTS
    )
    assert (riders.pinned, riders.lost) == (False, 1), "never pinned: saves on a 6"


@pytest.mark.rule("BDE-AMB-45", "BDE-AMB-47")
def test_house_rules_on_breaching() -> None:
    each = DEFAULTS.with_setting("brigade.breach_for", "each figure")
    result = combat.shelling(
        guns(105), Cover.SLIT_TRENCH, 3, pinned=False, never_pinned=False, dice=dice(3, 2, 6, 1, 2), on="x", book=each
    )
    assert (result.saves, result.lost) == ((1, 2), 1)
    spread = odds.shelled([guns(105)], Cover.SLIT_TRENCH, 3, book=each)
    assert odds.mean(spread) == odds.mean(odds.shelled([guns(105)], Cover.SLIT_TRENCH, 3, book=DEFAULTS))


@pytest.mark.rule("BDE-CASE-43", "BDE-TIME-01", "BDE-TIME-02", "BDE-AMB-31", "BDE-SEQ-06")
def test_when_fire_falls() -> None:
    assert indirect.arrives_in(4, Caller.OBSERVER) == 5
    assert indirect.arrives_in(4, Caller.BATTALION) == 5
    assert indirect.arrives_in(4, Caller.ITSELF) == 4


@pytest.mark.rule("BDE-WALK-01", "BDE-WALK-02", "BDE-WALK-03", "BDE-WALK-04", "BDE-AMB-39")
def test_walking_fire() -> None:
    assert [indirect.may_walk(caller, sees_old=True, sees_new=True, inches=2) for caller in Caller] == [
        True,
        False,
        False,
        True,
    ]
    assert not indirect.may_walk(Caller.OBSERVER, sees_old=True, sees_new=True, inches=3)
    assert not indirect.may_walk(Caller.OBSERVER, sees_old=False, sees_new=True, inches=2)
    assert not indirect.may_walk(Caller.ITSELF, sees_old=True, sees_new=False, inches=1)
    assert not indirect.rolls_again(same_point=False, walked=True, book=DEFAULTS)
    assert not indirect.rolls_again(same_point=True, walked=False, book=DEFAULTS)
    assert indirect.rolls_again(same_point=False, walked=False, book=DEFAULTS)
    assert indirect.rolls_again(
        same_point=True, walked=False, book=DEFAULTS.with_setting("brigade.redice_each_move", True)
    )


@pytest.mark.rule("BDE-AMB-40", "BDE-SEQ-06", "BDE-WALK-04")
def test_who_may_call() -> None:
    def may(caller: Caller, battery: Battery, word: str, *, own: bool = False) -> bool:
        return indirect.may_call(caller, battery, battalion=own, book=DEFAULTS.with_setting("brigade.who_calls", word))

    usual = "observers and battalions"
    assert may(Caller.OBSERVER, guns(105), usual) and may(Caller.BATTALION, guns(105), usual)
    assert not may(Caller.COMPANY, guns(105), usual, own=True)
    assert may(Caller.COMPANY, mortar(81), usual, own=True) and not may(Caller.COMPANY, mortar(81), usual)
    assert may(Caller.COMPANY, guns(105), "companies too")
    assert not may(Caller.BATTALION, guns(105), "observers only")


@pytest.mark.rule("BDE-AMB-51", "BDE-AMB-52", "BDE-AMB-91")
def test_house_rules_on_zones_shells_and_aircraft() -> None:
    three = DEFAULTS.with_setting("brigade.missions", 3)
    assert (indirect.shells_left(500, DEFAULTS), indirect.shells_left(2, three), indirect.shells_left(3, three)) == (
        True,
        True,
        False,
    )
    with pytest.raises(Refused, match="no aircraft"):
        indirect.sortie("Stuka", DEFAULTS)
    strike = indirect.sortie("Stuka", DEFAULTS.with_setting("brigade.air_sortie", True))
    assert (indirect.zone_of([strike]).width_in, strike.army.deducts) == (4, False)


@pytest.mark.rule("BDE-EFF-04", "BDE-BREACH-03")
def test_each_battery_is_saved_against_by_itself() -> None:
    one, two = (odds.shelled([guns(105)] * count, Cover.OPEN, 1, book=DEFAULTS).of(0) for count in (1, 2))
    assert (one, two) == (F(1, 3), F(1, 9))


@pytest.mark.rule("BDE-ZONE-04", "BDE-AMB-38", "BDE-AMB-51")
def test_further_batteries_widen_the_zone_across_the_line_of_fire_only() -> None:
    """Three 105 mm batteries: 5 across and 3 along, so 2 inches to the side still catch and 2 short or long do not."""
    zone = indirect.zone_of([guns(105)] * 3)
    caught = {(where, inches) for where in Fall for inches in (1, 2, 3) if indirect.caught(where, inches, zone)}
    on_target = {(Fall.ON_TARGET, inches) for inches in (1, 2, 3)}
    sideways = {(where, inches) for where in (Fall.LEFT, Fall.RIGHT) for inches in (1, 2)}
    assert caught == on_target | sideways | {(Fall.SHORT, 1), (Fall.LONG, 1)}
