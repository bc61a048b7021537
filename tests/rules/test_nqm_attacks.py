"""Attacks hour by hour in a fight of Not Quite Mechanised: the won firefight, tank terror in play, harassing fire,
mixed attacks, carriers."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import pytest

from campaign.resolve.doctrine import Stance
from campaign.resolve.nqm.attack import Attack
from campaign.resolve.nqm.breaking import shake
from campaign.resolve.nqm.doctrine import Stage
from campaign.resolve.nqm.exchanges import Struck, throw, volleys
from campaign.resolve.nqm.field import Body, Ending
from campaign.rules.common.settings import DEFAULTS
from campaign.rules.tabletop.nqm.classes import Cover
from campaign.rules.tabletop.nqm.tables import RangeBand
from campaign.terms.forces import Arm, Armour, Experience, MarchClass, Size
from campaign.values import replace
from tests.rules.forces import infantry, tanks
from tests.rules.nqm_bodies import body, dry, german, pak, stage, told, without

OWNER = DEFAULTS.with_setting("nqm.cas.allocation", "owner")
"""The owner chooses where casualties fall: no die for it."""
SHAKEN = Struck(0, 0, shaken=True)


def attacker(y: int = 2700, **changes: object) -> Body:
    return body(infantry("Scots", **changes), 0, y, cover=Cover.ATTACKING)


def defender(**changes: object) -> Body:
    return body(german(infantry, "Lehr", **changes), 1, 3000, cover=Cover.DUG_IN)


def squadrons(y: int = 2700, **changes: object) -> Body:
    return body(tanks("4 RTR", **changes), 0, y, cover=Cover.ATTACKING)


def hours(attack: Attack, on: Stage, count: int) -> None:
    for _ in range(count):
        if not attack.over:
            attack.hour()
            on.on.hour += 1


def purposes(on: Stage) -> list[str]:
    return [roll.name.purpose for roll in on.dice.rolls]


# Winning -------------------------------------------------------------------------------------------------------------
@pytest.mark.rule("NQM-FIRE-19", "NQM-FIRE-20", "NQM-FIRE-21", "NQM-SPECIAL-02")
def test_regulars_who_won_assault_in_the_next_hour_and_fire_no_more() -> None:
    """The attacker fires as often as he needs to win, then closes: no round after the won one can turn the
    attack back."""
    ours, theirs = attacker(), dry(defender(size=Size.LARGE))
    on = stage([ours, theirs], "won", book=OWNER)
    attack = Attack(on, [ours], theirs, [])
    while attack.won_in is None:
        attack.hour()
        on.on.hour += 1
    assert attack.rounds[-1][0] > 0
    assert "Close assault" not in told(on)
    fired = sum(purpose.startswith("fire") for purpose in purposes(on))
    ammunition = [one.ammunition for one in theirs.elements]
    attack.hour()
    assert "Close assault: Scots on Lehr" in told(on)
    assert sum(purpose.startswith("fire") for purpose in purposes(on)) == fired
    assert [one.ammunition for one in theirs.elements] == ammunition[: len(theirs.elements)]


@pytest.mark.rule("NQM-FIRE-19", "NQM-FIRE-20")
def test_a_firefight_that_is_not_won_goes_on() -> None:
    ours, theirs = attacker(), dry(defender())
    on = stage([ours, theirs], [1] * 200, book=OWNER)
    hours(Attack(on, [ours], theirs, []), on, 3)
    assert told(on).count("Firefight:") == 3


# Tank terror ---------------------------------------------------------------------------------------------------------
def met_by_tanks(*others: Body, start: int = 2000, target: Body | None = None, count: int = 1) -> tuple[Stage, Body]:
    """Light tanks come on from 1,000 m: they advance in contact a kilometre an hour."""
    armour, theirs = squadrons(start, armour=Armour.LIGHT, size=Size.NORMAL), target or without(defender(), "anti_tank")
    on = stage([armour, theirs, *others], "terror", book=OWNER)
    hours(Attack(on, [armour], theirs, []), on, count)
    return on, theirs


@pytest.mark.rule("NQM-SPECIAL-06", "NQM-AMB-60")
def test_terror_comes_once_when_the_tanks_attack() -> None:
    """Not at 1,000 m, where they are seen and nobody fires, but after the advance in contact, before the first fire at
    300 m."""
    on, theirs = met_by_tanks(count=3)
    assert purposes(on).count("tank terror") == 1
    assert theirs.terror_met
    words = told(on)
    assert "Firefight" not in words or words.index("Tank terror of") < words.index("Firefight")


@pytest.mark.rule("NQM-SPECIAL-06", "NQM-AMB-51")
def test_own_anti_tank_guns_keep_terror_off() -> None:
    """3.7 cm Pak reach 500 m effectively: at 300 m the tanks are in range."""
    on, theirs = met_by_tanks(target=defender(equipment="3 3.7 cm Pak"))
    assert "tank terror" not in purposes(on)
    assert theirs.ending is not Ending.SURRENDERED


@pytest.mark.rule("NQM-SPECIAL-06", "NQM-AMB-51", "NQM-FRONT-01")
@pytest.mark.parametrize(
    ("aside", "change", "rolled"),
    [
        (200, "", 0),
        (1000, "", 0),  # the next battalion of the line: its guns stand at the nearer end of a front of 1 km
        (1900, "", 0),  # 900 m from that end and 300 m ahead: 949 m, effective to 1,000 m
        (2000, "", 1),  # 1,044 m
        (200, "dry", 1),
        (200, "not there yet", 1),
    ],
)
def test_anti_tank_guns_beside_it_keep_terror_off_in_effective_range(aside: int, change: str, rolled: int) -> None:
    guns = body(pak(), 1, 3000, x=aside)
    if change == "dry":
        dry(guns)
    elif change:
        guns.arrives = 9
    on, _ = met_by_tanks(guns)
    assert purposes(on).count("tank terror") == rolled


@pytest.mark.rule("NQM-SPECIAL-06", "NQM-AMB-51")
def test_light_anti_tank_guns_do_not_help_against_armour_they_cannot_hurt() -> None:
    """A class of two below the armour is the least that hurts: rifles of very light class against heavy armour
    do not."""
    armour = squadrons(2000, armour=Armour.HEAVY, size=Size.NORMAL)
    theirs = without(defender(), "anti_tank")
    helper = body(german(infantry, "II", command=12), 1, 3000, x=200)
    on = stage([armour, theirs, helper], "heavy", book=OWNER)
    hours(Attack(on, [armour], theirs, []), on, 1)
    assert purposes(on).count("tank terror") == 1


# Harassing fire ------------------------------------------------------------------------------------------------------
@pytest.mark.rule("NQM-AMB-45")
@pytest.mark.parametrize(("faces", "shaken"), [([6] * 8, True), ([1] * 8, False)])
def test_direct_harassing_fire_that_scores_disorganises_without_a_casualty(faces: Sequence[int], shaken: bool) -> None:
    """Light on medium (dug in) scores on 6 only (Table 12, one class below)."""
    ours, theirs = without(attacker(2200), "mortar"), defender()
    on = stage([ours, theirs], faces, book=OWNER)
    shots = volleys([ours], [theirs], 800, on.on, attacker=True)
    assert {volley.band for volley, _ in shots.volleys} == {RangeBand.HARASSING}
    done = throw(on, shots, "x")
    shake(on, ours, [theirs], done)
    assert (done.total, theirs.disorganised) == (0, shaken)
    assert ("Lehr is disorganised by harassing fire." in told(on)) is shaken


@pytest.mark.rule("NQM-AMB-45", "NQM-GRADE-05")
def test_harassing_fire_shakes_the_nearest_but_not_the_elite_in_defence() -> None:
    near, far = attacker(2200), attacker(2100, command=2)
    elite = body(german(infantry, "Fallschirm", experience=Experience.ELITE, size=Size.COMPANY), 1, 3000)
    on = stage([near, far, elite])
    shake(on, elite, [far, near], SHAKEN)
    shake(on, near, [elite], SHAKEN)
    assert (near.disorganised, far.disorganised, elite.disorganised) == (True, False, False)
    attacking = stage([near, elite], stances=(Stance.DEFEND, Stance.ATTACK))
    shake(attacking, near, [elite], SHAKEN)
    assert elite.disorganised


# Mixed attacks -------------------------------------------------------------------------------------------------------
@pytest.mark.rule("NQM-RANGE-01", "NQM-FIRE-03")
def test_in_a_mixed_attack_each_arm_is_fired_at_over_its_own_distance() -> None:
    """Tanks at 300 m, their infantry at 900 m: rifles in effective range of the tanks only harass the infantry."""
    armour, foot, theirs = (
        squadrons(2700, armour=Armour.HEAVY, size=Size.NORMAL),
        attacker(2100),
        without(defender(), "mortar"),
    )
    theirs.elements = [replace(stand, ammunition=Fraction(3)) for stand in theirs.elements]
    on = stage([armour, foot, theirs])
    shots = volleys([theirs], [armour, foot], 300, on.on)
    bands = {volley.band for volley, at_armour in shots.volleys if not at_armour}
    assert bands == {RangeBand.HARASSING}
    up = attacker(2700)
    assert {volley.band for volley, at in volleys([theirs], [armour, up], 300, on.on).volleys if not at} == {
        RangeBand.EFFECTIVE
    }


# Carriers ------------------------------------------------------------------------------------------------------------
@pytest.mark.rule("NQM-MORALE-11")
@pytest.mark.parametrize(
    ("changes", "closes"),
    [
        ({"arm": Arm.ARMOURED_INFANTRY, "march_class": MarchClass.HALF_TRACK}, True),
        ({"march_class": MarchClass.TRUCK}, False),
    ],
)
def test_infantry_in_armoured_carriers_closes_without_having_won(changes: dict[str, object], closes: bool) -> None:
    ours, theirs = attacker(**changes), dry(defender())
    on = stage([ours, theirs], [1] * 60, book=OWNER)
    attack = Attack(on, [ours], theirs, [])
    attack.hour()
    assert attack.won_in is None
    assert ("Close assault: Scots on Lehr" in told(on)) is closes


# Fast recce ----------------------------------------------------------------------------------------------------------
@pytest.mark.rule("NQM-RECCE-06", "NQM-AMB-37")
@pytest.mark.parametrize(("fast", "left_m"), [(True, 1000), (False, 2000)])
def test_fast_recce_has_no_limit_to_its_move(fast: bool, left_m: int) -> None:
    """7 km off: light recce moves to contact at 5 km/h; in the fast mode it comes up to the enemy at once, and tests
    once."""
    cars = body(tanks("11th Hussars", arm=Arm.ARMOURED_CAR, armour=Armour.LIGHT), 0, -4000)
    theirs = defender()
    theirs.concealed = True
    book = OWNER.with_setting("nqm.recce.fast_mode", "on" if fast else "off")
    on = stage([cars, theirs], "fast", book=book)
    attack = Attack(on, [cars], theirs, [])
    start = cars.distance(theirs)
    attack.hour()
    gone = start - cars.distance(theirs) if "goes back" not in told(on) else None
    assert fast is ("comes upon Lehr" in told(on))
    assert fast or (gone == 5000 and cars.distance(theirs) == left_m)


@pytest.mark.rule("NQM-AMB-45", "NQM-FIRE-03")
def test_a_battalion_still_far_off_harasses_in_the_firefight() -> None:
    """One battalion at 300 m, another of the attack at 800 m: its sixes disorganise the defender, who is not hit by
    them."""
    near, far = attacker(2700), without(attacker(1700), "mortar")
    theirs = without(dry(defender(size=Size.LARGE)), "mortar")
    on = stage([near, far, theirs], [6] * 200, book=OWNER)
    attack = Attack(on, [near, far], theirs, [])
    attack.met = True
    attack.hour()
    assert "at harassing range" in told(on)
    assert "Lehr is disorganised by harassing fire." in told(on)
