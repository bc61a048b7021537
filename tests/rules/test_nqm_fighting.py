"""Procedures inside a resolved fight: who fires on whom, where casualties fall, tests, assaults, attacks hour
by hour."""

import pytest

from campaign.resolve.nqm import breaking
from campaign.resolve.nqm.attack import Attack
from campaign.resolve.nqm.bombarding import bombarded
from campaign.resolve.nqm.breaking import clear_line, gives_ground, overtaken, terror
from campaign.resolve.nqm.doctrine import PLAIN, Plain
from campaign.resolve.nqm.exchanges import Struck, suffer, throw, volleys
from campaign.resolve.nqm.field import Body, Ending, deploy
from campaign.resolve.nqm.storming import push, storm
from campaign.rules.common.scene import AirSupport
from campaign.rules.common.settings import DEFAULTS
from campaign.rules.tabletop.nqm.classes import Cover
from campaign.rules.tabletop.nqm.morale import Fate
from campaign.rules.tabletop.nqm.tables import RangeBand, Weight
from campaign.terms.forces import Arm, Armour, Experience, MarchClass, Size, Weapon
from campaign.terms.state import State, Support
from campaign.values import replace
from tests.rules.forces import guns, infantry, tanks
from tests.rules.nqm_bodies import axis, body, british, dry, fight, german, pak, pin, stage, told, veterans, without

NOTHING = Struck(0, 0)


def attackers(y: int = 2700, **changes: object) -> Body:
    return body(infantry("Scots", **changes), 0, y, cover=Cover.ATTACKING)


PAK = "3 3.7 cm Pak"
"""Guns of their own: without them infantry has only what its men carry, with 200 m."""


def defenders(y: int = 3000, *, cover: Cover = Cover.DUG_IN, **changes: object) -> Body:
    return body(german(infantry, "Lehr", **changes), 1, y, cover=cover)


# Fire ----------------------------------------------------------------------------------------------------------------
@pytest.mark.rule("NQM-FIRE-02", "NQM-FIRE-03", "NQM-AMMO-03", "NQM-AMMO-08", "NQM-DESIGN-03")
def test_each_stand_one_die_in_one_throw_and_its_ammunition_is_less() -> None:
    ours, theirs = attackers(), defenders()
    on = stage([ours, theirs], [1] * 7)
    shots = volleys([ours], [theirs], 300, on.on)
    assert shots.dice == 7
    assert sorted((volley.weight, volley.dice) for volley, _ in shots.volleys) == [
        (Weight.LIGHT, 6),
        (Weight.MEDIUM, 1),
    ]
    throw(on, shots, "x")
    assert [int(one.ammunition) for one in ours.elements] == [0, 2, 2, 2, 2, 0, 0, 0]
    assert volleys([ours], [theirs], 300, on.on).dice == 0, "each has fired this hour"
    on.on.hour += 1
    assert volleys([ours], [theirs], 300, on.on).dice == 4
    assert volleys([dry(ours)], [theirs], 300, on.on).dice == 0


@pytest.mark.rule("NQM-AMB-47")
def test_a_stand_has_one_die_whatever_its_strength() -> None:
    ours, theirs = attackers(), defenders()
    assert sum(element.strength for element in ours.elements) > 7
    assert volleys([ours], [theirs], 300, stage([ours, theirs]).on).dice == 7


@pytest.mark.rule("NQM-CAS-03", "NQM-AMB-100")
def test_pins_do_not_keep_a_stand_from_firing() -> None:
    ours, theirs = pin(attackers(), [1, 3, 3, 3, 3, 1, 1, 1]), defenders()
    assert volleys([ours], [theirs], 300, stage([ours, theirs]).on).dice == 7


def test_nothing_is_fired_out_of_range_and_only_machine_guns_of_tanks_at_men() -> None:
    ours, theirs = attackers(), defenders()
    on = stage([ours, theirs])
    assert [volley.weight for volley, _ in volleys([ours], [theirs], 1400, on.on).volleys] == [Weight.MEDIUM]
    assert all(
        volley.band is RangeBand.HARASSING
        for volley, _ in volleys([ours], [theirs], 900, on.on).volleys
        if volley.weight is Weight.LIGHT
    )


@pytest.mark.rule("NQM-AMB-48")
def test_anti_tank_guns_fire_at_armour_and_rifles_at_men() -> None:
    ours = body(tanks("4 RTR", armour=Armour.LIGHT), 0, 2700, cover=Cover.ATTACKING)
    foot = attackers()
    theirs = defenders(equipment=PAK)
    shots = volleys([theirs], [ours, foot], 300, stage([ours, foot, theirs]).on)
    assert {armoured: volley.dice for volley, armoured in shots.volleys if volley.weight is Weight.LIGHT} == {
        False: 5,
        True: 1,
    }


@pytest.mark.rule("NQM-AMB-55")
def test_the_disorganised_may_fire() -> None:
    ours, theirs = attackers(), defenders()
    ours.disorganised = True
    assert volleys([ours], [theirs], 300, stage([ours, theirs]).on).dice == 7


@pytest.mark.rule("NQM-CAS-02", "NQM-CAS-07", "NQM-CAS-08", "NQM-AMB-49")
def test_casualties_are_dealt_out_by_lot_and_full_stands_come_off() -> None:
    theirs = defenders()
    on = stage([theirs], [8, 1, 1, 1, 1, 1, 1])
    suffer(on, [theirs], Struck(1, 0))
    assert [one.red for one in theirs.elements] == [0, 0, 0, 0, 0, 0, 0, 1]
    assert "Markers by lot of 8: 8, Lehr: Anti-tank platoon." in told(on)
    suffer(on, [theirs], Struck(7, 0))
    assert [one.red for one in theirs.elements] == [1] * 8
    owner = stage([theirs], book=DEFAULTS.with_setting("nqm.cas.allocation", "owner"))
    suffer(owner, [theirs], Struck(1, 0))
    assert told(owner) == "  Markers: Lehr: Command.\n  Lehr loses its Command for good."
    assert theirs.command_lost
    assert theirs.lost == 0
    assert theirs.casualties == 9


@pytest.mark.rule("NQM-FIRE-16", "NQM-AMB-72")
def test_infantry_of_a_mixed_assault_takes_the_casualties() -> None:
    foot, armour = attackers(size=Size.COMPANY), body(tanks("4 RTR"), 0, 2700)
    on = stage([foot, armour])
    hits = Struck(3, 0)
    suffer(on, [foot, armour], hits, infantry_first=True)
    assert sum(one.red for one in armour.elements) == 0
    suffer(on, [foot, armour], hits, infantry_first=True)
    assert foot.elements == []
    assert foot.ending is Ending.DESTROYED
    suffer(on, [foot, armour], Struck(0, 2), infantry_first=True)
    assert sum(one.red for one in armour.elements) == 2


@pytest.mark.rule("NQM-ORG-08", "NQM-ORG-10", "NQM-ORG-11", "NQM-ORG-16", "NQM-SEQ-03", "NQM-SEQ-04")
def test_which_guns_fire_for_whom() -> None:
    ours = attackers()
    under = body(guns("own", command=1, organic=1), 0, 500)
    direct = body(guns("direct", supports=1, support=Support.DIRECT_SUPPORT), 0, 500)
    later = body(guns("corps", supports=1, support=Support.IN_SUPPORT), 0, 500)
    others = body(guns("others"), 0, 500)
    on = stage([ours, under, direct, later, others])
    assert [one.name for one in on.on.supporters(ours)] == ["own", "direct"]
    on.on.hour = 2
    assert [one.name for one in on.on.supporters(ours)] == ["own", "direct", "corps"]


@pytest.mark.rule("NQM-ORG-15", "NQM-ORG-16", "NQM-ORG-17", "NQM-CRT-13")
def test_guns_in_support_of_nobody_by_name_are_the_divisions() -> None:
    """The hour after they are asked; those of another division never, those of corps for everybody."""
    ours = attackers()
    in_support = {
        name: body(guns(name, command=command, organic=command, support=Support.IN_SUPPORT), 0, 500)
        for name, command in (("division", 7), ("neighbour", 8), ("corps", 9))
    }
    on = stage([ours, *in_support.values()])
    on.on.divisions = {ours.unit.command: 70, 7: 70, 8: 80, 9: None}
    assert on.on.supporters(ours) == []
    on.on.hour = 2
    assert [battery.name for battery in on.on.supporters(ours)] == ["division", "corps"]


# Morale --------------------------------------------------------------------------------------------------------------
@pytest.mark.rule("NQM-MORALE-01", "NQM-MORALE-03", "NQM-MORALE-04", "NQM-MORALE-05")
def test_a_unit_that_fails_is_broken_and_one_that_held_does_not_test_again() -> None:
    ours = defenders()
    ours.casualties = ours.fresh_casualties = 8
    on = stage([ours], [4, 3])
    assert not breaking.tests(on, [ours], attacking=False)
    assert not ours.broken
    assert not breaking.tests(on, [ours], attacking=False)
    again = defenders()
    again.casualties = again.fresh_casualties = 8
    assert breaking.tests(stage([again], [3]), [again], attacking=False)
    assert again.broken
    assert again.disorganised
    assert not again.able()


@pytest.mark.rule("NQM-FIRE-18", "NQM-GRADE-03", "NQM-GRADE-07")
def test_tanks_and_the_elite_never_test() -> None:
    armour, best = body(tanks("4 RTR"), 0, 0), defenders(experience=Experience.ELITE, size=Size.COMPANY)
    for one in (armour, best):
        one.casualties = one.fresh_casualties = 9
    assert not breaking.tests(stage([armour, best]), [armour, best], attacking=True)


@pytest.mark.rule("NQM-GRADE-22")
def test_green_attackers_test_at_the_first_casualty() -> None:
    ours = attackers(experience=Experience.GREEN)
    ours.casualties = ours.fresh_casualties = 1
    on = stage([ours], [3])
    assert breaking.tests(on, [ours], attacking=True)
    assert "green, first casualty" in told(on)


@pytest.mark.rule("NQM-SPECIAL-06", "NQM-SPECIAL-07", "NQM-SPECIAL-08")
def test_tank_terror_comes_once_and_only_to_the_helpless() -> None:
    armour = body(tanks("4 RTR", armour=Armour.HEAVY, size=Size.NORMAL), 0, 2700)
    helpless = without(defenders(), "anti_tank")
    on = stage([armour, helpless], [4])
    assert not terror(on, helpless, [armour])
    assert not terror(on, helpless, [armour])
    second = without(defenders(), "anti_tank")
    assert terror(stage([armour, second], [3]), second, [armour])
    assert second.ending is Ending.SURRENDERED
    with_guns = defenders(equipment=PAK)
    light = body(tanks("cruisers", armour=Armour.LIGHT), 0, 2700)
    assert not terror(stage([light, with_guns]), with_guns, [light])


@pytest.mark.rule("NQM-MORALE-12", "NQM-MORALE-13", "NQM-MORALE-14", "NQM-SEQ-14", "NQM-MOV-10", "NQM-AMB-28")
def test_who_cannot_get_away_surrenders() -> None:
    foot = defenders(march_class=MarchClass.FOOT)
    enemy = attackers()
    on = stage([enemy, foot])
    gives_ground(on, foot, [enemy], broken=True)
    assert foot.ending is Ending.SURRENDERED
    same = defenders()
    gives_ground(stage([enemy, same]), same, [enemy], broken=True)
    assert same.ending is Ending.LEFT
    slow = defenders(march_class=MarchClass.FOOT, y=3000)
    walker = attackers(march_class=MarchClass.FOOT)
    gives_ground(stage([walker, slow]), slow, [walker], broken=True)
    assert (slow.ending, slow.y) == (None, 5000)


@pytest.mark.rule("NQM-MORALE-12")
def test_an_enemy_behind_closes_the_line_of_retreat() -> None:
    ours, enemy = defenders(), attackers(y=4000)
    assert not clear_line(stage([ours, enemy]), ours)
    assert clear_line(stage([ours, attackers()]), ours)


@pytest.mark.rule("NQM-MORALE-06", "NQM-GRADE-10", "NQM-GRADE-11")
def test_disorganised_and_assaulted() -> None:
    ours, enemy = defenders(), attackers()
    assert overtaken(stage([ours, enemy]), ours, [enemy]) is Fate.DISPERSES
    assert ours.ending is Ending.DISPERSED
    old = body(veterans(), 1, 3000)
    assert overtaken(stage([old, enemy]), old, [enemy]) is Fate.WITHDRAWS
    assert old.ending is None
    cut = body(veterans(), 1, 3000)
    behind = attackers(y=4000)
    on = stage([cut, behind], [3, 2, 6, 1, 4, 3, 3, 5])
    assert overtaken(on, cut, [behind]) is Fate.BREAKS_OUT
    assert [one.key for one in cut.elements] == ["command", "b", "d", "mg", "mortar", "anti_tank"]
    assert cut.lost == 6


# Close assault -------------------------------------------------------------------------------------------------------
@pytest.mark.rule("NQM-ASSAULT-03", "NQM-ASSAULT-11", "NQM-ASSAULT-13", "NQM-AMMO-04", "NQM-ASSAULT-12")
def test_an_assault_of_regulars_has_two_exchanges_and_costs_no_ammunition() -> None:
    ours, theirs = attackers(), defenders()
    before = [one.ammunition for one in (*ours.elements, *theirs.elements)]
    book = DEFAULTS.with_setting("nqm.cas.allocation", "owner")
    on = stage([ours, theirs], [6, 6, 1, 5, 2, 6, 2, 1, 5, 2], book=book)
    assert not storm(on, [ours], theirs)
    assert len(on.dice.rolls) == 10  # type: ignore[attr-defined]
    assert told(on).count("Close assault") == 2
    assert [one.ammunition for one in (*ours.elements, *theirs.elements)] == before
    assert sum(one.red for one in theirs.elements) == 3


@pytest.mark.rule("NQM-ASSAULT-13", "NQM-AMB-68")
def test_an_assault_without_result_goes_on_in_the_next_hour_with_as_many_exchanges() -> None:
    """Regulars: two exchanges in the hour, and two again."""
    ours, theirs = attackers(), defenders()
    book = DEFAULTS.with_setting("nqm.cas.allocation", "owner")
    on = stage([ours, theirs], [6, 6, 1, 5, 2, 6, 2, 1, 5, 2] * 2, book=book)
    assert not storm(on, [ours], theirs)
    assert not ours.needs_reserves
    assert not storm(on, [ours], theirs)
    assert told(on).count("Close assault") == 4
    assert sum(one.red for one in theirs.elements) == 6


@pytest.mark.rule("NQM-SEQ-13", "NQM-ASSAULT-12")
def test_a_position_without_unwounded_figures_is_carried() -> None:
    ours = attackers()
    theirs = pin(defenders(), [1, 3, 3, 3, 3, 1, 1, 0])
    on = stage([ours, theirs], [6, 5, 4, 1])
    assert storm(on, [ours], theirs)
    assert "is carried" in told(on)


@pytest.mark.rule("NQM-MORALE-15")
def test_broken_troops_that_sat_tight_surrender_without_cost() -> None:
    ours, theirs = attackers(), defenders()
    theirs.broken = theirs.disorganised = theirs.sat_tight = True
    assert storm(stage([ours, theirs]), [ours], theirs)
    assert theirs.ending is Ending.SURRENDERED
    assert ours.casualties == 0


@pytest.mark.rule("NQM-GRADE-05")
def test_the_elite_fights_on_in_defence() -> None:
    ours, theirs = attackers(), defenders(experience=Experience.ELITE, size=Size.COMPANY)
    theirs.disorganised = True
    on = stage([ours, theirs], "elite")
    storm(on, [ours], theirs)
    assert "Close assault" in told(on)


@pytest.mark.rule("NQM-ASSAULT-01", "NQM-ASSAULT-02")
def test_without_its_command_only_one_stand_assaults() -> None:
    ours, theirs = pin(attackers(size=Size.WEAK), [1, 2, 2, 1]), defenders()
    on = stage([ours, theirs], "command")
    storm(on, [ours], theirs)
    first = next(roll for roll in on.dice.rolls if roll.name.purpose == "defence")  # type: ignore[attr-defined]
    attack_dice = list(on.dice.rolls[: on.dice.rolls.index(first)])  # type: ignore[attr-defined]
    assert len(attack_dice) == 1


@pytest.mark.rule("NQM-FIRE-11", "NQM-FIRE-12")
def test_tanks_that_drive_in_make_infantry_test() -> None:
    armour, theirs = body(tanks("4 RTR"), 0, 2700), defenders()
    theirs.tested = True
    on = stage([armour, theirs], [3])
    assert storm(on, [armour], theirs)
    assert "tanks in the position" in told(on)


@pytest.mark.rule("NQM-FIRE-13", "NQM-FIRE-14")
def test_infantry_that_stays_assaults_tanks_without_infantry() -> None:
    armour, theirs = body(tanks("4 RTR"), 0, 2700), defenders()
    on = stage([armour, theirs], [4, 6, 6, 6, 1, 1])
    assert not storm(on, [armour], theirs)
    assert "assaults the tanks" not in told(on), "only if they are still there in the next hour"
    on.on.hour += 1
    assert not storm(on, [armour], theirs)
    assert "assaults the tanks" in told(on)
    assert told(on).count("tanks in the position") == 1, "who stayed once does not test for the same tanks again"
    assert sum(one.red for one in armour.elements) == 2
    foot, second = attackers(), defenders()
    mixed = stage([armour, foot, second], "mixed")
    storm(mixed, [armour, foot], second)
    assert "assaults the tanks" not in told(mixed)


@pytest.mark.rule("NQM-FIRE-17", "NQM-SEQ-13", "NQM-FIRE-22")
def test_tanks_push_tanks_back() -> None:
    """A kilometre, as armour advances in contact, and those who drive them before them keep their distance."""
    armour = body(tanks("4 RTR"), 0, 2700)
    theirs = body(german(tanks, "Panzer"), 1, 3000)
    assert theirs.is_mobile
    assert push(stage([armour, theirs]), [armour], theirs)
    assert (theirs.ending, theirs.y, armour.y) == (None, 4000, 3700)
    assert not push(stage([armour, theirs]), [armour], theirs), "nothing is left of the hour"
    armour.marched = 0
    theirs.y = 5500
    assert push(stage([armour, theirs]), [armour], theirs)
    assert (theirs.ending, theirs.y) == (Ending.LEFT, 6000)


@pytest.mark.rule("NQM-FIRE-22", "NQM-SEQ-13")
def test_infantry_that_comes_forward_itself_is_driven_back_and_not_assaulted() -> None:
    """Half a kilometre before foot; one that has halted is in a position."""
    ours, theirs = attackers(), defenders(cover=Cover.ATTACKING)
    on = stage([ours, theirs], "mobile")
    attack = Attack(on, [ours], theirs, [])
    attack.won_in = 1
    attack.hour()
    assert "Lehr is driven back" in told(on)
    assert "Close assault" not in told(on)
    assert (theirs.y, theirs.cover, theirs.is_mobile) == (3500, Cover.SCRAPES, False)
    assert attack.won_in is None, "a firefight is to be won anew"


def test_tanks_overrun_guns() -> None:
    armour, theirs = body(tanks("4 RTR"), 0, 2700), body(pak(), 1, 3000)
    assert storm(stage([armour, theirs]), [armour], theirs)
    assert theirs.ending is Ending.DESTROYED


# Attacks hour by hour ------------------------------------------------------------------------------------------------
@pytest.mark.rule("NQM-SEQ-10", "NQM-SEQ-11", "NQM-FIRE-01", "NQM-ARTY-01", "NQM-AMB-02")
def test_the_fireplan_lifts_before_the_firefight() -> None:
    ours, theirs = attackers(), defenders()
    battery = body(guns("25-pdrs", command=1, organic=1), 0, 500)
    on = stage([ours, theirs, battery], "fireplan")
    Attack(on, [ours], theirs, []).hour()
    words = told(on)
    assert 0 < words.index("Bombardment") < words.index("Firefight")


@pytest.mark.rule("NQM-SPECIAL-01", "NQM-SPECIAL-02", "NQM-FIRE-21")
@pytest.mark.parametrize(("experience", "assaults"), [(Experience.VETERAN, True), (Experience.REGULAR, False)])
def test_veterans_assault_in_the_hour_they_win(experience: Experience, assaults: bool) -> None:
    ours, theirs = attackers(experience=experience), dry(defenders(size=Size.LARGE))
    on = stage([ours, theirs], "7", book=DEFAULTS.with_setting("nqm.cas.allocation", "owner"))
    attack = Attack(on, [ours], theirs, [])
    while attack.won_in is None and not attack.over:
        on.on.hour += 1
        attack.hour()
    assert attack.won_in == on.on.hour
    assert ("Close assault" in told(on)) is assaults


@pytest.mark.rule("NQM-MOV-01", "NQM-MOV-05")
def test_attackers_move_to_contact_at_their_rate() -> None:
    walkers = attackers(y=0, march_class=MarchClass.FOOT)
    theirs = defenders()
    on = stage([walkers, theirs], "march")
    attack = Attack(on, [walkers], theirs, [])
    attack.hour()
    assert walkers.y == 1000
    attack.hour()
    assert walkers.y == 1000, "the hour is over"
    walkers.marched = 0
    attack.hour()
    assert walkers.y >= 2000


@pytest.mark.rule("NQM-MOV-01", "NQM-MOV-03", "NQM-AMB-04")
def test_who_has_marched_most_of_the_hour_advances_in_contact_for_the_rest_of_it() -> None:
    walkers = attackers(y=3000 - 1000 - 800, march_class=MarchClass.FOOT)
    theirs = defenders()
    on = stage([walkers, theirs], "1" * 40)
    Attack(on, [walkers], theirs, []).hour()
    assert walkers.y == 2000 + 100, "0.8 of the hour to contact, 0.2 of 500 m in contact"


@pytest.mark.rule("NQM-SEQ-03")
def test_who_has_gone_back_out_of_sight_is_not_chased_past_his_friends() -> None:
    walkers = attackers(y=0, march_class=MarchClass.FOOT)
    theirs = defenders()
    on = stage([walkers, theirs], "march")
    attack = Attack(on, [walkers], theirs, [])
    theirs.y += attack.sight_m
    attack.hour()
    assert not attack.over and walkers.y == 1000
    theirs.y += 1
    attack.hour()
    assert attack.over and walkers.y == 1000 and "let it go" in told(on)


@pytest.mark.rule("NQM-RECCE-13", "NQM-RECCE-14", "NQM-RECCE-15", "NQM-SEQ-06", "NQM-RECCE-03")
def test_recce_that_is_fired_on_shoots_and_scoots() -> None:
    cars = body(tanks("11th Hussars", arm=Arm.ARMOURED_CAR, armour=Armour.LIGHT), 0, 2100)
    theirs = defenders()
    theirs.concealed = True
    on = stage(
        [cars, theirs], [1, 1, 3, 6, 6, 6, 6, 6, 6, 6, 6, 6], book=DEFAULTS.with_setting("nqm.cas.allocation", "owner")
    )
    ammunition = [one.ammunition for one in cars.elements]
    attack = Attack(on, [cars], theirs, [])
    attack.hour()
    text = told(on)
    assert text.index(
        "11th Hussars shoots and scoots: it takes half the casualties and leaves this attack."
    ) < text.index("First fire at"), "it says so before the dice fall"
    assert cars.y < 2100
    assert [one.ammunition for one in cars.elements] == ammunition[: len(cars.elements)]


@pytest.mark.rule("NQM-SPECIAL-04", "NQM-SPECIAL-05")
@pytest.mark.parametrize("goes", [True, False])
def test_guns_that_outrange_fire_first_and_go_or_stay(goes: bool) -> None:
    armour = body(tanks("4 RTR", armour=Armour.HEAVY, size=Size.NORMAL), 0, 2100, cover=Cover.ATTACKING)
    battery = body(pak(), 1, 3000)
    on = stage([armour, battery], "outranged", doctrines=(PLAIN, _Scooting() if goes else PLAIN))
    Attack(on, [armour], battery, []).hour()
    assert "outranges the attackers and fires first at 900 m" in told(on)
    assert ("shoots and scoots" in told(on)) is goes
    if goes:
        assert not battery.disorganised
        assert battery.y == 4500


class _Scooting(Plain):
    """Has its guns shoot and scoot."""

    def scoots(self, view: object, body: Body) -> bool:
        return True


class _Patient(Plain):
    """Lets everybody pass."""

    def ambushes(self, view: object, body: Body) -> bool:
        return False


@pytest.mark.rule("NQM-RECCE-10")
def test_a_defender_may_let_the_recce_pass() -> None:
    ours, theirs = attackers(y=2100), body(veterans(), 1, 3000, concealed=True)
    on = stage([ours, theirs], [1, 6, 6] + [1] * 40, doctrines=(Plain(), _Patient()))
    Attack(on, [ours], theirs, []).hour()
    assert "lets it pass" in told(on)


@pytest.mark.rule("NQM-MORALE-07", "NQM-MORALE-08", "NQM-MORALE-09")
def test_a_failed_attack_needs_reserves_to_go_on() -> None:
    ours, theirs, fresh = attackers(), dry(defenders()), body(infantry("Coldstream"), 0, 1500)
    on = stage([ours, theirs, fresh], "reserve")
    attack = Attack(on, [ours], theirs, [fresh])
    attack.failed, attack.won_in = True, 1
    ours.needs_reserves = True
    on.on.hour = 2
    attack.hour()
    assert "Coldstream comes up as reserve" in told(on)
    alone, second = attackers(), dry(defenders())
    without_any = stage([alone, second], "alone")
    lonely = Attack(without_any, [alone], second, [])
    lonely.failed, lonely.won_in = True, 1
    lonely.hour()
    assert "no reserves to press home with" in told(without_any)
    assert lonely.over


@pytest.mark.rule("NQM-MORALE-11", "NQM-AMB-70")
def test_armour_closes_without_having_won() -> None:
    armour = body(tanks("4 RTR"), 0, 2700, cover=Cover.ATTACKING)
    theirs = defenders(equipment=PAK)
    book = DEFAULTS.with_setting("nqm.cas.allocation", "owner")
    on = stage([armour, theirs], "armour", book=book)
    Attack(on, [armour], theirs, []).hour()
    assert "tanks in the position" in told(on)


@pytest.mark.rule("NQM-SEQ-09", "NQM-CLASS-03")
def test_troops_caught_in_column_are_very_light() -> None:
    ours = attackers()
    assert ours.soft_weight is Weight.LIGHT
    ours.caught = True
    assert ours.soft_weight is Weight.VERY_LIGHT


def test_replace_keeps_a_stand_whole() -> None:
    one = defenders().elements[1]
    assert replace(one, red=1).points == one.points == 3


@pytest.mark.rule("NQM-SEQ-07", "NQM-AIR-03", "NQM-AIR-04", "NQM-FORT-02")
@pytest.mark.parametrize(
    ("weapon", "cover", "face", "hits", "shaken"),
    [
        (Weapon.GROUND_ATTACK, Cover.DUG_IN, 3, 1, True),
        (Weapon.GROUND_ATTACK, Cover.DUG_IN, 2, 0, False),
        (Weapon.GROUND_ATTACK, Cover.FORTIFIED, 6, 2, False),
        (Weapon.HEAVY_BOMBER, Cover.FORTIFIED, 6, 3, True),
    ],
)
def test_aircraft_bomb_the_objective_once_a_turn(
    weapon: Weapon, cover: Cover, face: int, hits: int, shaken: bool
) -> None:
    ours, theirs = attackers(), defenders(cover=cover)
    on = stage([ours, theirs], [face], book=DEFAULTS.with_setting("nqm.cas.allocation", "owner"))
    on.on.air = (AirSupport("No 45 Squadron", 0, weapon, 1, frozenset({1})),)
    bombarded(on, ours, theirs, ())
    assert (theirs.casualties, theirs.disorganised) == (hits, shaken)
    assert on.on.flown == {("No 45 Squadron", 1)}
    bombarded(on, ours, theirs, ())
    assert theirs.casualties == hits


@pytest.mark.rule("NQM-GRADE-05")
def test_bombs_do_not_disorganise_the_elite() -> None:
    ours, theirs = attackers(), defenders(experience=Experience.ELITE, size=Size.COMPANY)
    on = stage([ours, theirs], [6], book=DEFAULTS.with_setting("nqm.cas.allocation", "owner"))
    on.on.air = (AirSupport("No 45 Squadron", 0, Weapon.GROUND_ATTACK, 1, frozenset({1})),)
    bombarded(on, ours, theirs, ())
    assert not theirs.disorganised


@pytest.mark.rule("NQM-AMB-69")
def test_guns_are_overrun_by_tanks() -> None:
    armour, theirs = body(tanks("4 RTR"), 0, 2700), body(pak(), 1, 3000)
    assert storm(stage([armour, theirs]), [armour], theirs)
    assert theirs.ending is Ending.DESTROYED


@pytest.mark.rule("NQM-AMB-71")
def test_the_command_figure_throws_a_die() -> None:
    ours = pin(attackers(), [0, 3, 3, 3, 3, 1, 1, 0])
    theirs = pin(defenders(), [1, 3, 3, 3, 3, 1, 1, 0])
    on = stage([ours, theirs], [6, 5, 1], book=DEFAULTS.with_setting("nqm.cas.allocation", "owner"))
    storm(on, [ours], theirs)
    thrown = [roll for roll in on.dice.rolls if roll.name.purpose == "close assault"]  # type: ignore[attr-defined]
    assert len(thrown) == 2


@pytest.mark.rule("NQM-AMB-53")
@pytest.mark.parametrize(("word", "base"), [("start of battle", 12), ("full strength", 15)])
def test_house_rule_of_what_the_key_level_is_reckoned(word: str, base: int) -> None:
    made = deploy(
        fight((british(infantry("Scots", state=State.SPENT)), axis(german(infantry, "Lehr")))),
        DEFAULTS.with_setting("nqm.morale.base", word),
        (True, False),
    )
    assert made.bodies[0].base == base


def test_guns_and_headquarters_stand_behind_the_line_and_late_comers_arrive_later() -> None:
    made = deploy(fight(), DEFAULTS, (True, False))
    depth = {one.name: one.y for one in made.bodies}
    assert depth["2nd Scots Guards"] == depth["4 RTR"] == 2000
    assert depth["25-pdrs"] == 500
    assert depth["I/104"] == depth["Pak"] == 4000
    assert depth["I/33"] == 5500
    assert {one.name for one in made.bodies if one.concealed} == {"I/104", "II/104", "I/33", "Pak"}


@pytest.mark.rule("NQM-ASSAULT-01")
def test_nobody_assaults_without_an_unwounded_figure() -> None:
    ours = pin(attackers(), [1, 3, 3, 3, 3, 1, 1, 1])
    theirs = defenders()
    on = stage([ours, theirs])
    assert not storm(on, [ours], theirs)
    assert on.lines == []
