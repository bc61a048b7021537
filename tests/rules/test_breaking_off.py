"""When a side breaks off in a fight that the program plays (umpire 1.23): by what this battle cost, weighed by
strength, in all systems."""

from __future__ import annotations

from fractions import Fraction as F

import pytest

from campaign.resolve.brevity.deployment import deploy
from campaign.resolve.brevity.doctrine import View as BrevityView
from campaign.resolve.brevity.ground import Ground, Patch, Spot
from campaign.resolve.brevity.plain_doctrine import Plain
from campaign.resolve.brevity.table_layout import Layout
from campaign.resolve.brigade.field import deploy as brigade_deploy
from campaign.resolve.brigadier.battle import Battle, resolve
from campaign.resolve.doctrine import Stance as BrevityStance
from campaign.resolve.doctrine import breaks_off as break_off_now
from campaign.resolve.hexes.doctrine import View as HexView
from campaign.resolve.hexes.engagement import pieces_of
from campaign.resolve.hexes.plain_doctrine import PLAIN as HEXES
from campaign.resolve.nqm.doctrine import PLAIN as NQM
from campaign.rules.common import automatic
from campaign.rules.common.automatic import Stake, breaks_off, cost
from campaign.rules.common.force import Unit
from campaign.rules.common.scene import Fight, Resolution, TurnSky
from campaign.rules.common.settings import DEFAULTS
from campaign.rules.tabletop.brevity.fire import Works
from campaign.rules.tabletop.brigadier.hits import Count
from campaign.rules.tabletop.brigadier.tables import Order
from campaign.rules.tabletop.nqm.classes import Cover as NqmCover
from campaign.terms.forces import Size
from campaign.terms.ground import Cover
from campaign.terms.state import State
from campaign.values import replace
from tests.rules import brigades, nqm_bodies
from tests.rules.brigading import BOOK, HOUSE, seeded
from tests.rules.brigading import fight as brigadier_fight
from tests.rules.fighting import FAR, NEAR, Faces, Told, battalion, battery, fight, force, scene, told
from tests.rules.forces import infantry, tanks
from tests.rules.hexing import field_of, piece

FRESH, SPENT, DESTROYED = State.FRESH, State.SPENT, State.DESTROYED
NORMAL, WEAK, COMPANY, LARGE = (automatic.STANDS[size] for size in (Size.NORMAL, Size.WEAK, Size.COMPANY, Size.LARGE))


@pytest.mark.parametrize(
    ("stakes", "brought", "lost"),
    [
        ([(NORMAL, FRESH, SPENT), (NORMAL, FRESH, FRESH)], 2, 1),
        ([(NORMAL, SPENT, SPENT), (NORMAL, FRESH, FRESH)], F(3, 2), 0),  # who came spent weighs half
        ([(NORMAL, SPENT, DESTROYED), (NORMAL, FRESH, FRESH)], F(3, 2), F(1, 2)),
        ([(LARGE, FRESH, FRESH), (NORMAL, FRESH, DESTROYED), (WEAK, FRESH, SPENT)], F(7, 2), F(3, 2)),
        ([(NORMAL, FRESH, FRESH), (COMPANY, FRESH, DESTROYED)], F(5, 4), F(1, 4)),  # a company weighs a quarter
        ([(NORMAL, SPENT, SPENT), (NORMAL, SPENT, DESTROYED)], 1, F(1, 2)),
        ([(NORMAL, SPENT, FRESH)], F(1, 2), 0),  # it has rested in the fight
        ([(COMPANY, FRESH, DESTROYED), (COMPANY, FRESH, FRESH)], F(1, 2), F(1, 4)),
        ([], 0, 0),
    ],
)
def test_what_a_battle_has_cost_is_weighed_by_strength(
    stakes: list[tuple[F, State, State]], brought: F, lost: F
) -> None:
    assert cost(Stake(*stake) for stake in stakes) == (brought, lost)


@pytest.mark.parametrize(
    ("brought", "lost", "limit", "yes"),
    [
        (4, 2, "1/2", True),
        (4, F(3, 2), "1/2", False),
        (4, 2, "3/4", False),
        (4, 3, "3/4", True),
        (4, 0, "0", False),
        (4, F(1, 2), "0", True),
        (0, 0, "1/2", False),
    ],
)
def test_a_side_breaks_off_at_its_part_and_never_before_a_loss(brought: F, lost: F, limit: str, yes: bool) -> None:
    assert breaks_off(F(brought), F(lost), DEFAULTS.with_setting("auto.break_off", limit)).yes is yes


def test_the_reason_says_of_what() -> None:
    assert (
        breaks_off(F(7, 2), F(2), DEFAULTS).why
        == "2 of its 3.5 effective stands spent or lost in this battle, breaks off at 50 % (house)"
    )


def test_brevity_a_side_that_came_half_spent_plays_its_moves() -> None:
    """Four battalions, three of them spent before: without a loss nobody breaks off, and the turn is played to
    its end."""
    near = force(NEAR, *(battalion(NEAR, 11, f"N{n}", state=SPENT if n else FRESH) for n in range(4)))
    seen = fight(
        near,
        force(FAR, battalion(FAR, 21, "F")),
        {},
        near_does=Plain(),
        stances=(BrevityStance.DEFEND, BrevityStance.DEFEND),
    )
    assert (seen.holder, seen.broke_off) == (None, None)
    assert seen.moves > 0
    assert seen.report[-1].startswith("Both sides are still there after 1 turn and ")


@pytest.mark.parametrize(("others", "holder"), [(1, NEAR), (2, None)])
def test_brevity_one_of_three_left_fit_against_three_goes_and_two_of_four_fight_on(
    others: int, holder: int | None
) -> None:
    """One battalion came spent, one is destroyed: three to one against the last fit one are too many."""
    away = [f"Away {n}" for n in range(others)]
    near = force(NEAR, battalion(NEAR, 11, "N"), *(battalion(NEAR, 11, f"More {n}") for n in range(2)))
    far = force(
        FAR,
        battalion(FAR, 21, "F"),
        battalion(FAR, 21, "Spent", state=SPENT),
        *(battalion(FAR, 21, name) for name in away),
    )
    dice = Faces({"first move": [6, 1], "to hit": [1] * 3 + [6] * 3, "casualties": [6] * 3})
    spots = {"N": (40, 30), "F": (40, 36), "Spent": (60, 70), "More 0": (40, 8), "More 1": (44, 8)} | {
        name: (40, 40 + 3 * n) for n, name in enumerate(away)
    }
    seen = fight(near, far, spots, near_does=Told(moves={11: [{"N": None}]}), far_does=Plain(), dice=dice)
    assert {end.name: end.after for end in seen.units}["F"] is DESTROYED
    assert seen.holder == holder
    assert bool(
        told(seen.report, "Axis: outnumbered, and hit; it has 1 stand fit left and sees 3 stands of the enemy.")
    ) is bool(holder)


def test_brevity_companies_weigh_a_quarter_and_a_large_battalion_twice() -> None:
    """Half of a large battalion (one of its two stands) and a company: 1.25 of 3.25."""
    large = battalion(FAR, 21, "Big", size=Size.LARGE)
    view = brevity_view(large, battalion(FAR, 21, "F"), battalion(FAR, 21, "Coy", size=Size.COMPANY))
    stands = view.on.models[view.side]
    assert [model.name for model in stands][:2] == ["Big (1)", "Big (2)"]
    stands[0].fate = stands[3].fate = DESTROYED
    view.on.move = 2
    assert Plain().breaks_off(view) == ""
    stands[2].spent = True
    assert Plain().breaks_off(view).startswith("2.25 of its 3.25 effective stands")


def beset(works: Works = Works.DUG_IN, inches: int = 8, on_map: int = 9, came_on: int = 9) -> BrevityView:
    """Four battalions, one of them spent, and so many before them, of whom so many have come on."""
    view = brevity_view(*(battalion(FAR, 21, f"F{n}") for n in range(4)), enemies=on_map)
    ours, theirs = view.on.models[1], view.on.models[0]
    for model in ours:
        model.works = works
    ours[0].spent = True
    for number, enemy in enumerate(theirs):
        enemy.came_on = number < came_on
        view.on.put(enemy, Spot(ours[0].spot.x, ours[0].spot.y - inches))
    view.on.move = 2
    return view


OUTNUMBERED = "outnumbered, and hit; it has 3 stands fit left and sees {} stands of the enemy"


@pytest.mark.parametrize(
    ("inches", "came_on", "works", "goes"),
    [
        (8, 9, Works.DUG_IN, False),  # numbers alone do not drive the dug-in off
        (4, 0, Works.DUG_IN, False),  # they stood there when the battle began, and their guns alone have fired
        (4, 8, Works.DUG_IN, False),  # less than three to one has come on
        (9, 9, Works.DUG_IN, False),  # nobody dug in can fire at them yet
        (12, 9, Works.NONE, True),
        (13, 9, Works.NONE, False),
        (4, 0, Works.NONE, False),
        (4, 1, Works.NONE, True),  # in the open all who are seen count, once somebody has come
    ],
)
def test_brevity_the_attacked_leave_the_field_to_those_who_have_come_on(
    inches: int, came_on: int, works: Works, goes: bool
) -> None:
    assert Plain().breaks_off(beset(works, inches, came_on=came_on)) == (OUTNUMBERED.format(9) if goes else "")


def test_brevity_cover_is_as_good_as_works_and_who_came_on_but_is_spent_presses_nobody() -> None:
    view = beset(Works.NONE, 9)
    assert Plain().breaks_off(view)
    ours, theirs = view.on.models[1], view.on.models[0]
    at = ours[0].spot
    view.on.ground = Ground(96, 72, (Patch(0, at.y, view.on.ground.width_in, at.y + 8, Cover.TERRAIN),))
    assert Plain().breaks_off(view) == "", "in cover they wait until they can fire"
    for enemy in theirs:
        view.on.put(enemy, Spot(enemy.spot.x, at.y - 4))
    assert Plain().breaks_off(view)
    for enemy in theirs[1:]:
        view.on.put(enemy, Spot(enemy.spot.x, at.y - 20))
    theirs[0].spent = True
    assert Plain().breaks_off(view) == ""


def test_brevity_where_two_sides_meet_both_wait_and_an_attacker_does_not() -> None:
    meets = replace(beset(came_on=0), stance=BrevityStance.ATTACK)
    assert Plain().breaks_off(meets).startswith("outnumbered"), "it attacks somebody who defends"
    meets.on.fight = replace(meets.on.fight, attacker=None)
    assert Plain().breaks_off(meets) == ""
    meets.on.models[0][0].came_on = True
    assert Plain().breaks_off(meets) == "", "one has come on, not nine"


def test_brevity_who_is_dug_in_lets_the_guns_fire_and_waits_for_the_column_before_him() -> None:
    """A column that stands at 4 inches from the beginning, twelve to four, while its guns destroy a battalion."""
    near = force(
        NEAR,
        battery(NEAR, 11, "Guns"),
        *(battalion(NEAR, 12, f"N{n}") for n in range(12)),
        commands={11: "Artillery", 12: "Column"},
    )
    far = force(FAR, *(battalion(FAR, 21, f"F{n}", dug_in_turns=4) for n in range(4)))
    spots = {f"N{n}": (20 + 4 * n, 30) for n in range(12)} | {f"F{n}": (20 + 4 * n, 34) for n in range(4)}
    dice = Faces({"to hit": [6, 6], "casualties": [6, 6], "readiness": [5, 1, 5, 1, 1]})
    seen = fight(near, far, spots | {"Guns": (40, 4)}, near_does=Told(order=[11, 11]), far_does=Plain(), dice=dice)
    assert DESTROYED in [end.after for end in seen.units]
    assert (seen.broke_off, seen.holder) == (None, None)
    assert seen.moves > 2


@pytest.mark.parametrize(("ordered", "stays"), [((), False), ((0,), True), ((1,), True), ((0, 1), True)])
def test_brigadier_one_steady_battalion_under_orders_to_hold_at_all_costs_keeps_its_side(
    ordered: tuple[int, ...], stays: bool
) -> None:
    """Umpire 1.23. Two battalions against six, with a loss: three to one are too many."""
    shown = brigadier_fight(6, 2, attacker=None)
    ids = [unit.id for unit in shown.forces[1].units]
    shown = replace(shown, at_all_costs=frozenset(ids[n] for n in ordered))
    battle = Battle(shown, HOUSE, seeded("at all costs"), BOOK)
    battle.enemies[1] = {0: battle.field.of(0)}
    why = battle._gives_up(1, (F(2), F(3, 2)), 5)
    assert (why == "") is stays


def brevity_view(*units: Unit, enemies: int = 2) -> BrevityView:
    """What the far side's doctrine sees of these, before the fight; the enemies at 8 inches have come on."""
    forces = force(NEAR, *(battalion(NEAR, 11, f"N{n}") for n in range(enemies))), force(FAR, *units)
    field = deploy(scene(*forces), Layout(Ground(96, 72)), DEFAULTS)
    for enemy in field.models[0]:
        field.put(enemy, Spot(enemy.spot.x, field.models[1][0].spot.y - 8))
        enemy.came_on = True
    return BrevityView(field, 1, BrevityStance.DEFEND)


@pytest.mark.rule("HEX-ELIM-01")
def test_hexes_a_side_counts_the_hits_of_this_battle() -> None:
    """A unit shoots at 8 of its 9 hits as at none: what it came with costs nothing, and a troop has its five."""
    tired = piece("1 DLI", 0, where="A1", hits=5, begun=5)
    troop = piece("Troop", 0, where="B1", capacity=5, weight=COMPANY)
    first, enemy = piece("1 RB", 0, where="C1"), piece("Enemy", 1, where="A8")
    on = field_of(tired, troop, first, enemy)
    on.turn = 2
    view = HexView(on, 0, BrevityStance.ATTACK)
    assert HEXES.breaks_off(view) == "", "it has lost nothing in this battle"
    on.hit(troop, 5)
    on.hit(first, 3)
    assert HEXES.breaks_off(view) == "", "8 of 18 hits are less than half"
    on.hit(first, 1)
    assert HEXES.breaks_off(view) == "", "9 left are as many as the enemy that it sees has"
    on.add(piece("2. Enemy", 1, where="B8"))
    assert HEXES.breaks_off(view).startswith(
        "9 of its 18 hits that its units could take are taken in this battle, breaks off at 50 % (house); it has 9 hits"
    )
    on.turn = 1
    assert HEXES.breaks_off(view) == "", "nobody goes before both sides have had a turn"


def test_hexes_who_takes_no_hit_does_not_give_up() -> None:
    """Three units that came spent, and destroy what comes up, hold their ground."""
    held = [piece(f"Came spent {n}", 0, where=f"{'ABCDE'[n]}1", hits=5, begun=5) for n in range(3)]
    on = field_of(*held, *(piece(f"Fresh {n}", 1, where=f"{'ABCDE'[n]}3") for n in range(5)))
    on.turn = 2
    on.hit(on.pieces[1][0], 9)
    assert HEXES.breaks_off(HexView(on, 0, BrevityStance.DEFEND)) == ""


def test_a_side_that_deals_losses_and_takes_none_goes_on() -> None:
    """Its units came unfit, or are overwhelmed without works: neither ends a battle that costs only the enemy."""
    for remaining in ((F(0), F(4)), (F(1, 2), F(4))):
        for dealt, ends in ((False, True), (True, False)):
            why = break_off_now((F(1), F(0)), remaining, DEFAULTS, played=2, in_works=False, dealt=dealt)
            assert bool(why) is ends, (remaining, dealt)


def test_a_side_may_have_to_lose_a_part_of_its_strength_before_numbers_decide() -> None:
    """Of twelve it has lost two, then three: three to one counts from a quarter."""
    for lost, ends in ((F(2), False), (F(3), True)):
        why = break_off_now((F(12), lost), (F(12) - lost, F(40)), DEFAULTS, played=2, hit=F(1, 4))
        assert why.startswith("outnumbered") is ends, lost
    assert break_off_now((F(12), F(1)), (F(11), F(40)), DEFAULTS, played=2).startswith("outnumbered")


def test_hexes_few_hits_do_not_end_a_battle_however_many_the_enemies_are() -> None:
    """A unit fires at 8 of its 9 hits as at none: a third of the hits must be taken before numbers count."""
    alone = piece("1 DLI", 0, where="A1")
    on = field_of(alone, *(piece(f"Enemy {n}", 1, where=f"{'ACE'[n]}3") for n in range(3)))
    on.turn = 2
    view = HexView(on, 0, BrevityStance.ATTACK)
    on.hit(alone, 2)
    assert HEXES.breaks_off(view) == ""
    on.hit(alone, 1)
    assert HEXES.breaks_off(view).startswith("outnumbered")


def test_hexes_weighs_a_battalion_by_its_size() -> None:
    """OB-SIZE-02, -05, -06: two units of a large battalion one each, a weak one a half, a company nothing."""
    sizes = {Size.NORMAL: [F(1)], Size.WEAK: [F(1, 2)], Size.LARGE: [F(1), F(1)], Size.COMPANY: [F(0)]}
    for size, weights in sizes.items():
        made = pieces_of(force(NEAR, battalion(NEAR, 11, "N", size=size)), 0, DEFAULTS)
        assert [each.weight for each in made] == weights, size


def test_nqm_pins_that_a_battalion_came_with_cost_nothing() -> None:
    """A spent battalion of 15 points comes with 3 under black pins; what counts is what is pinned after that, of 12 +
    15."""
    tired, fresh = (
        nqm_bodies.body(infantry("1 DLI", state=SPENT), 0, 2700),
        nqm_bodies.body(infantry("2 DLI"), 0, 2700, x=500),
    )
    enemies = [nqm_bodies.body(nqm_bodies.veterans(), 1, 3000), nqm_bodies.body(infantry("Foe"), 1, 3000, x=500)]
    on = nqm_bodies.stage([tired, fresh, *enemies])
    on.on.hour = 2
    came = tired.points_brought
    assert (came, fresh.points_brought) == (tired.points_left, 15)
    assert came < 15
    assert NQM.breaks_off(on.views[0]) == ""
    tired.broken = True
    assert NQM.breaks_off(on.views[0]) == "", f"{came} of {came + 15} is less than half"
    nqm_bodies.pin(fresh, [0, 1, 1])
    assert NQM.breaks_off(on.views[0]).startswith(
        f"{came + 2} of its {came + 15} points lost, pinned or broken in this battle, breaks off at 50 %"
    )


@pytest.mark.parametrize(
    ("cover", "goes"), [(NqmCover.DUG_IN, False), (NqmCover.FORTIFIED, False), (NqmCover.SCRAPES, True)]
)
def test_nqm_numbers_alone_do_not_drive_off_the_dug_in(cover: NqmCover, goes: bool) -> None:
    """Two battalions of 15 points, five pinned, before six: 25 points to 90."""
    ours = [nqm_bodies.body(nqm_bodies.veterans(f"V{n}"), 1, 3000, x=500 * n, cover=cover) for n in range(2)]
    theirs = [nqm_bodies.body(infantry(f"{n} DLI"), 0, 2400, x=300 * n) for n in range(6)]
    on = nqm_bodies.stage([*theirs, *ours])
    on.on.hour = 2
    nqm_bodies.pin(ours[0], [0, 1, 2, 3, 4])
    assert NQM.breaks_off(on.views[1]).startswith("outnumbered, and hit") is goes


def test_nqm_attackers_that_cannot_go_on_keep_the_field_unless_it_has_cost_them_more() -> None:
    """A disorganised battalion whose command is wounded cannot reorganise. The enemy has lost more: it keeps its ground."""
    ours, theirs = nqm_bodies.body(infantry("1 DLI"), 0, 2700), nqm_bodies.body(nqm_bodies.veterans(), 1, 3000)
    on = nqm_bodies.stage([ours, theirs])
    on.on.hour = 2
    ours.disorganised = ours.command_lost = True
    nqm_bodies.pin(ours, [ours.elements[0].strength, 1])
    assert not ours.command_unwounded
    assert NQM.breaks_off(on.views[0]).startswith("no unit is left to attack, and the battle has cost it more")
    nqm_bodies.pin(theirs, [1, 1, 1, 1, 1])
    assert NQM.breaks_off(on.views[0]) == ""


@pytest.mark.parametrize(("hour", "goes"), [(3, False), (4, True)])
def test_nqm_foot_that_tanks_have_driven_back_does_not_go_forward_in_the_next_hour(hour: int, goes: bool) -> None:
    foot, armour = nqm_bodies.body(infantry("1 DLI"), 0, 2700), nqm_bodies.body(tanks("4 RTR"), 0, 2700, x=500)
    on = nqm_bodies.stage([foot, armour, nqm_bodies.body(nqm_bodies.veterans(), 1, 3000)])
    foot.driven_in = armour.driven_in = 2
    on.on.hour = hour
    assert NQM.goes_on(on.views[0], foot) is goes
    assert NQM.goes_on(on.views[0], armour)


def test_brigadier_a_fight_is_played_though_half_came_spent() -> None:
    """One spent and one fresh battalion on one: nothing is asked before the first turn, and nobody breaks off for what
    was lost before."""
    given = brigadier_fight(2, 1)
    first, second = given.forces[0].units
    tired = replace(
        given, forces=(replace(given.forces[0], units=(replace(first, state=SPENT), second)), given.forces[1])
    )
    seen = resolve(tired, seeded("spent"), BOOK)
    assert isinstance(seen, Resolution)
    assert any(line.startswith("Turn 1,") for line in seen.report)
    assert not seen.length.startswith("0 turns")
    assert not any("spent or lost in this battle" in line for line in seen.report[:4])


def test_brigadier_weighs_platoons_and_counts_this_battle_only() -> None:
    """In platoons of four unhurt men, half of them where they came spent: dead, running and shaken cost the same."""
    shown = brigadier_fight(2, 1)
    tired, fresh = shown.forces[0].units
    units = (replace(tired, state=SPENT), fresh)
    battle = Battle(
        replace(shown, forces=(replace(shown.forces[0], units=units), shown.forces[1])), HOUSE, seeded("w"), BOOK
    )
    platoons = {unit.id: [b for b in battle.field.bases if b.battalion.unit.id == unit.id] for unit in units}
    weights = {ident: F(sum(b.count.remaining for b in bases), 4) for ident, bases in platoons.items()}
    brought = weights[tired.id] / 2 + weights[fresh.id]
    assert battle._cost(0) == (brought, 0)
    first, second, third, *others, last = platoons[fresh.id]
    first.count, second.order, third.surrendered = Count(1, 1), Order.SHAKEN, True
    assert battle._cost(0) == (brought, F(1, 2) + 1 + 1)
    second.order = Order.AIM
    assert battle._cost(0) == (brought, F(1, 2) + 1)
    for base in platoons[tired.id]:
        base.order = Order.ROUT
    assert battle._cost(0) == (brought, F(3, 2) + weights[tired.id] / 2)
    for base in others:
        base.surrendered = True
    assert not battle._over(1), "nobody goes before both sides have had a turn"
    battle._look_round(0)
    assert battle._over(2)
    assert battle.broke_off == 0
    lost = brought - F(3, 2) - F(last.count.remaining, 4)
    why = f": {float(lost):g} of its {float(brought):g} platoons lost or shaken in this battle, breaks off at 50 % (house)"
    assert why in battle.report.lines[-1]
    assert " platoons fit left and sees " in battle.report.lines[-1]


def test_brigadier_a_lone_battalion_stays_while_most_of_its_platoons_are_fit_and_the_enemy_is_weaker() -> None:
    """Wounded men in six platoons make it a spent battalion in the campaign; its platoons hold the field."""
    battle = Battle(brigadier_fight(1, 1), HOUSE, seeded("lone"), BOOK)
    platoons = [base for base in battle.field.bases if base.side == 0]
    for base in platoons[:6]:
        base.count = Count(1, 1)
    enemy = next(base for base in battle.field.bases if base.side == 1)
    battle.enemies[0] = {0: [enemy]}
    assert battle._state(battle.fight.forces[0].units[0], platoons) is SPENT
    assert battle._gives_up(0, battle._cost(0), 5) == ""


@pytest.mark.parametrize(("strength", "words"), [(F(1), "1 platoon"), (F(19, 2), "9.5 platoons"), (F(0), "0 platoons")])
def test_the_reason_says_what_is_counted(strength: F, words: str) -> None:
    why = break_off_now((F(4), F(4)), (F(0), strength), DEFAULTS, played=2, counted="platoons")
    assert why.endswith(f"; it has 0 platoons fit left and sees {words} of the enemy")


@pytest.mark.rule("BDE-WIN-02")
def test_brigade_gives_up_by_its_book_and_counts_this_battle_only() -> None:
    """A battalion that came spent: all companies that are there count as kept; lost at half of them and one."""
    on = brigade_deploy(Fight(brigades.two_sides(state=SPENT), 1, brigades.NOW, (TurnSky(brigades.NOW),)), DEFAULTS)
    assert [side.lost(DEFAULTS) for side in on.sides] == [0, 0]
    assert all(side.loses_at == side.companies // 2 + 1 for side in on.sides)
