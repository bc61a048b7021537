"""What one hour of a resolved fight leaves for the next: reserves, order, markers, guns that have fired."""

from __future__ import annotations

import pytest

from campaign.resolve.nqm.attack import Attack
from campaign.resolve.nqm.battle import Battle
from campaign.resolve.nqm.exchanges import Struck, volleys
from campaign.resolve.nqm.storming import _defence
from campaign.rules.common.force import Strength
from campaign.rules.common.settings import DEFAULTS
from campaign.rules.tabletop.nqm.classes import Cover
from campaign.rules.tabletop.nqm.elements import ElementKind
from campaign.terms.forces import Arm, Armour, Size
from campaign.words.battle_report import Note
from tests.rules.forces import guns, infantry, tanks
from tests.rules.nqm_bodies import body, fight, german, pak, pin, stage, told


def battle(*bodies: object, faces: tuple[int, ...] = ()) -> Battle:
    on = stage(bodies, faces)  # type: ignore[arg-type]
    return Battle(fight(), on)


# Attacks -------------------------------------------------------------------------------------------------------------
@pytest.mark.rule("NQM-SEQ-08", "NQM-SEQ-09")
@pytest.mark.parametrize("scouts", [True, False])
def test_recce_in_front_spares_the_main_body_the_test_of_the_start_line(scouts: bool) -> None:
    """An enemy who is seen already: without recce ahead the main body may be caught in column, with it nobody dices."""
    own = [body(infantry("Scots"), 0, 0)]
    own += [body(tanks("11 H", arm=Arm.ARMOURED_CAR, armour=Armour.LIGHT), 0, 100)] if scouts else []
    enemy = body(german(infantry, "Lehr"), 1, 3000)
    on = stage([*own, enemy], "start line")
    attack = Attack(on, own, enemy, [])
    attack.marched = True
    attack._meet()
    assert ("No start line is marked" in told(on)) is not scouts


@pytest.mark.rule("NQM-MORALE-10")
def test_an_hour_that_went_against_the_attacker_wants_fresh_troops() -> None:
    """He throws nothing but ones, the defender one six: one or two casualties to none, far from a break test."""
    ours, theirs = body(infantry("Scots"), 0, 2800), body(german(infantry, "Lehr"), 1, 3000)
    dice = volleys([ours], [theirs], 200, stage([ours, theirs]).on, attacker=True).dice
    on = stage([ours, theirs], [*([1] * dice), 6, *([1] * 40)])
    attack = Attack(on, [ours], theirs, [])
    attack._firefight()
    assert attack.rounds[0][0] == 0 < attack.rounds[0][1] < 8
    assert ours.needs_reserves and not ours.broken


@pytest.mark.rule("NQM-RECCE-15")
def test_cars_that_scoot_halve_what_struck_their_armour() -> None:
    car, enemy = (
        body(tanks("11 H", arm=Arm.ARMOURED_CAR, armour=Armour.LIGHT), 0, 0),
        body(german(infantry, "Lehr"), 1, 900),
    )
    attack = Attack(stage([car, enemy], [3]), [car], enemy, [])
    struck, odd = attack._scooted(Struck(0, 4), car)
    assert (struck.soft, struck.armour, odd) == (0, 2, None)
    struck, odd = attack._scooted(Struck(0, 5), car)
    assert struck.armour == 3
    assert odd is not None and odd.words == "odd casualty of 11 H 4-6 (it suffers half): 3"


@pytest.mark.rule("NQM-MORALE-07", "NQM-AMB-07")
@pytest.mark.parametrize("reserve", [True, False])
def test_attackers_that_fail_go_to_ground_in_scrapes_or_back_out_of_the_attack(reserve: bool) -> None:
    """With a fresh battalion of their command behind them they stay and fire on; alone they go back 1,500 m, out of range."""
    ours, enemy = body(infantry("Scots"), 0, 2800, cover=Cover.ATTACKING), body(german(infantry, "Lehr"), 1, 3000)
    ours.broken = ours.disorganised = True
    on = stage([ours, enemy, *([body(infantry("DLI"), 0, 1000)] if reserve else [])])
    attack = Attack(on, [ours], enemy, [])
    attack._failing()
    assert ours.cover is Cover.SCRAPES
    assert (ours.y, attack.over) == ((2800, False) if reserve else (1300, True))
    assert (volleys([ours], [enemy], 200, on.on).dice > 0) is reserve


@pytest.mark.rule("NQM-MORALE-08")
@pytest.mark.parametrize("committed", [True, False])
def test_reserves_that_were_in_the_attack_before_are_no_reserves(committed: bool) -> None:
    ours, fresh, enemy = (
        body(infantry("Scots"), 0, 2800),
        body(infantry("DLI"), 0, 1000),
        body(german(infantry, "Lehr"), 1, 3000),
    )
    fresh.committed = committed
    attack = Attack(stage([ours, fresh, enemy]), [ours], enemy, [fresh])
    assert attack._reinforce() is not committed


@pytest.mark.rule("NQM-FIRE-02")
def test_guns_that_fired_this_hour_do_not_fire_for_another() -> None:
    ours, battery = body(infantry("Scots", command=2, organic=2), 0, 0), body(guns("25-pdrs"), 0, -1500)
    field = stage([ours, battery]).on
    assert field.supporters(ours) == [battery]
    battery.engaged = True
    assert field.supporters(ours) == []


@pytest.mark.rule("NQM-ASSAULT-03")
def test_guns_defend_their_position_with_what_is_unpinned() -> None:
    """Twelve guns are three points, and one is pinned."""
    battery = pin(body(pak(size=Size.WEAK, establishment=Strength(300, 0, 12)), 1, 0, cover=Cover.DUG_IN), [1])
    assert _defence(battery) == 2


# After the combat ----------------------------------------------------------------------------------------------------
@pytest.mark.rule("NQM-REORG-01")
@pytest.mark.parametrize("goes_on", [True, False])
def test_order_is_lost_when_the_combat_is_over_and_not_before(goes_on: bool) -> None:
    ours, theirs = body(infantry("Scots"), 0, 2800), body(german(infantry, "Lehr"), 1, 3000)
    on = battle(ours, theirs)
    on.attacks = [Attack(on.stage, [ours], theirs, [])] if goes_on else []
    for one in (ours, theirs):
        one.fought, one.fresh_casualties = True, 1
    on._after_combat()
    assert (ours.disorganised, theirs.disorganised) == (not goes_on, not goes_on)


@pytest.mark.rule("NQM-AMB-73")
@pytest.mark.parametrize("hours", [1, 2])
def test_reorganising_takes_whole_hours_away_from_the_enemy(hours: int) -> None:
    """Who fires or is near the enemy meanwhile begins again."""
    ours = pin(body(infantry("Scots"), 0, 0), [0, 2])
    on = Battle(fight(), stage([ours], book=DEFAULTS.with_setting("nqm.reorg.hours", hours)))
    ours.engaged = True
    on._reorganise()
    ours.engaged = False
    for _ in range(hours):
        assert sum(stand.red for stand in ours.elements) == 2
        on._reorganise()
    assert [sum(stand.red for stand in ours.elements), sum(stand.black for stand in ours.elements)] == [0, 1]


@pytest.mark.rule("NQM-REORG-14")
def test_the_report_says_once_why_a_battalion_does_not_reorganise() -> None:
    """Its command is wounded: hour after hour it stays where it is, and the reader should know why."""
    ours = pin(body(infantry("Scots"), 0, 0), [1, 1])
    on = Battle(fight(), stage([ours]))
    for _ in range(3):
        on._reorganise()
    words = [event.text for event in on.stage.events if isinstance(event, Note)]
    assert words == ["Scots cannot reorganise: no unwounded command stand is with it."]


@pytest.mark.rule("NQM-REORG-12", "NQM-REORG-17", "NQM-CAS-09", "NQM-CAS-10", "NQM-AMB-76")
def test_reorganised_troops_begin_anew_and_full_stands_go_to_the_post() -> None:
    """Six red pins on two companies: three stay, black; they go where figures are free. It may test, break and pass
    once more."""
    ours = pin(body(infantry("Scots"), 0, 0), [0, 3, 3])
    ours.disorganised = ours.broken = ours.tested = True
    ours.casualties = 6
    on = battle(ours)
    on._reorganised(ours)
    assert sum(one.black for one in ours.elements) == 3 and not any(one.red for one in ours.elements)
    assert (ours.disorganised, ours.broken, ours.tested, ours.casualties) == (False, False, False, 0)
    full = pin(body(infantry("DLI", size=Size.COMPANY), 0, 0), [3])
    full.elements = [one.pins(one.pinned.__class__(one.strength, 0, 3)) for one in full.elements]
    on._to_the_post(full)
    assert full.elements == [] and [one.kind for one in full.post] == [ElementKind.COMPANY]
