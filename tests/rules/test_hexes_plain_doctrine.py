"""The plain doctrine on hexes: who shoots at whom, waits, evades, screens, gives ground, and what it makes of a map."""

from __future__ import annotations

from typing import Any

import pytest

from campaign.resolve.doctrine import Do, Kind, Stance, Task
from campaign.resolve.hexes import plain_doctrine as plain
from campaign.resolve.hexes.doctrine import Move, Pass, Shoot, View, Wait
from campaign.resolve.hexes.field import Field, Piece
from campaign.resolve.hexes.plain_doctrine import PLAIN
from campaign.rules.tabletop.hexes.tables import UnitType
from tests.rules.hexing import field_of, ground, hex_of, house, piece

JOINT = house(joint=True)


def view(on: Field, side: int = 0, stance: Stance = Stance.ATTACK, goal: str = "", **tasks: Do) -> View:
    """What a side sees; ``tasks``: what each unit is told in this turn, by name."""
    shown = View(on, side, stance, hex_of(goal) if goal else None)
    if tasks:
        shown.tasks[on.turn] = {name: Task(do) for name, do in tasks.items()}
    return shown


# Shots ---------------------------------------------------------------------------------------------------------------
def test_of_targets_alike_he_shoots_at_the_one_he_is_told_to_go_for_then_at_the_nearest_to_elimination() -> None:
    tank, first, second = (
        piece("tank", 0, UnitType.TANKS, "C3"),
        piece("first", 1, UnitType.TANKS, "B3"),
        piece("second", 1, UnitType.TANKS, "D3"),
    )
    on = field_of(tank, first, second)
    assert plain.best_target(on, tank) is first
    assert plain.best_target(on, tank, "second") is second
    second.hits = 1
    assert plain.best_target(on, tank) is second
    assert plain.best_target(on, tank, "first") is first
    far = field_of(tank, piece("far", 1, where="C8"))
    assert plain.best_target(far, tank) is None


@pytest.mark.rule("HEX-JOINT-01")
def test_two_in_a_hex_shoot_together_by_house_rule_and_the_first_waits_for_the_later_card() -> None:
    def pair(*others: Piece, joint: bool = True, acted: bool = False) -> tuple[Field, Piece, Piece]:
        one, two = piece("one", 0, where="C3", card=2), piece("two", 0, where="C3", card=5, acted=acted)
        return field_of(one, two, *others, book=JOINT if joint else house()), one, two

    near = piece("near", 1, where="D3")
    on, one, two = pair(near)
    assert PLAIN.act(view(on), one) == Shoot(near, two)
    on, one, _ = pair(near, joint=False)
    assert PLAIN.act(view(on), one) == Shoot(near)
    on, one, _ = pair(near, acted=True)
    assert PLAIN.act(view(on), one) == Shoot(near), "who has acted does not act again"
    for where, waits in (("G3", True), ("H3", False)):
        on, one, two = pair(piece("comes", 1, where=where))
        held = view(on, stance=Stance.DEFEND, one=Do.HOLD)
        assert PLAIN.act(held, one) == (Wait(two) if waits else Pass()), "four hexes, or five"
        assert PLAIN.act(held, two) == Pass(), "nobody waits for an earlier card"
        assert PLAIN.act(view(on, one=Do.HOLD), one) == Pass(), "attackers do not wait"
    on, one, _ = pair(piece("comes", 1, where="G3", acted=True))
    assert PLAIN.act(view(on, stance=Stance.DEFEND, one=Do.HOLD), one) == Pass(), "who has acted comes no more"


def test_high_cards_go_to_those_who_can_shoot_first_to_the_most_damaged() -> None:
    idle, fresh, hurt = (
        piece("idle", 0, where="A8", hits=5),
        piece("fresh", 0, where="C3"),
        piece("hurt", 0, where="D2", hits=3),
    )
    on = field_of(idle, fresh, hurt, piece("enemy", 1, where="D3"))
    assert PLAIN.allot(view(on), [idle, fresh, hurt], [9, 1, 5]) == [9, 5, 1]
    assert PLAIN.allot(view(on), [hurt, idle, fresh], [9, 1, 5]) == [1, 9, 5]


@pytest.mark.parametrize(
    ("hits", "net", "evades"),
    [(6, 0, True), (5, 0, False), (5, 1, True), (8, -2, True), (8, -3, False), (7, -2, False)],
)
def test_who_might_be_eliminated_evades(hits: int, net: int, evades: bool) -> None:
    """The die shows three at most; nine hits eliminate. A shot that cannot hit is nothing to run from."""
    one = piece("one", 0, where="C3", hits=hits)
    assert PLAIN.evades(view(field_of(one, piece("near", 1, where="D3"))), one, net) is evades


# Smoke ---------------------------------------------------------------------------------------------------------------
def test_smoke_goes_on_the_most_damaged_friend_within_two_hexes_of_an_enemy() -> None:
    guns = piece("guns", 0, UnitType.ARTILLERY)
    whole, hurt, far = (
        piece("whole", 0, where="C3"),
        piece("hurt", 0, where="C5", hits=2),
        piece("far", 0, where="H8", hits=7),
    )
    enemy = piece("enemy", 1, where="D4", hidden=False)
    on = field_of(guns, whole, hurt, far, enemy)
    shown = view(on)
    assert enemy.where is not None
    assert plain._to_screen(shown, guns) == hex_of("C5")
    on.smoke[hex_of("C5")] = [guns]
    assert plain._to_screen(shown, guns) == hex_of("C3")
    on.smoke[hex_of("C3")] = [guns]
    assert plain._to_screen(shown, guns) is None
    apart = field_of(guns, piece("friend", 0, where="C3"), piece("enemy", 1, where="F3"))
    assert plain._to_screen(view(apart), guns) is None, "three hexes off"
    two = field_of(guns, piece("friend", 0, where="C3"), piece("enemy", 1, where="E3"))
    assert plain._to_screen(view(two), guns) == hex_of("C3")


# Moves ---------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("task", "moves"),
    [(Do.ATTACK, True), (Do.COUNTER_ATTACK, True), (Do.CLOSE_UP, True), (Do.HOLD, False), (Do.RESERVE, False)],
)
def test_who_is_told_to_go_goes_nearer(task: Do, moves: bool) -> None:
    one = piece("one", 0, where="A3")
    step = PLAIN.act(view(field_of(one, piece("enemy", 1, where="H3")), one=task), one)
    assert isinstance(step, Move) is moves
    if isinstance(step, Move):
        assert step.path[-1].distance(hex_of("H3")) < hex_of("A3").distance(hex_of("H3"))


@pytest.mark.parametrize(("where", "goes"), [("D3", True), ("E3", True), ("F3", False)])
def test_who_gives_ground_goes_out_of_two_hexes_of_the_enemy(where: str, goes: bool) -> None:
    """Three hexes off is far enough."""
    tank = piece("tank", 0, UnitType.TANKS, where, shells=0)
    enemy = piece("enemy", 1, where="C3")
    assert (plain._gap(tank, [enemy]) <= 2) is goes
    step = PLAIN.act(view(field_of(tank, enemy), tank=Do.GIVE_GROUND), tank)
    assert isinstance(step, Move) is goes
    if isinstance(step, Move):
        assert step.path[-1].distance(hex_of("C3")) >= 3


# What the common doctrine is told ------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("kind", "is_a"),
    [
        (UnitType.ARTILLERY, Kind.GUNS),
        (UnitType.MORTARS, Kind.GUNS),
        (UnitType.ANTI_TANK, Kind.HOLDING),
        (UnitType.TANKS, Kind.TANKS),
        (UnitType.ARMOURED_CARS, Kind.TANKS),
        (UnitType.FOOT, Kind.FOOT),
        (UnitType.MOTORISED, Kind.FOOT),
    ],
)
def test_what_each_type_is_for(kind: UnitType, is_a: Kind) -> None:
    assert plain._kind(piece("one", 0, kind, "C3")) is is_a


def test_guns_off_the_map_hold_no_line_unless_there_are_no_others() -> None:
    units, shells = [piece("one", 0, where="A1"), piece("two", 0, where="A2")], piece("guns", 0, UnitType.ARTILLERY)
    assert plain._line([*units, shells]) == units and plain._line([shells]) == [shells]


def test_the_map_as_the_common_doctrine_sees_it() -> None:
    ours, theirs = piece("ours", 0, where="C3"), piece("theirs", 1, where="D3", hits=5)
    on_map = ground(*(". . . . . .",) * 2, ". . . w . .", *(". . . . . .",) * 2)
    seen = plain._situation(view(field_of(ours, theirs, on=on_map), goal="A1"))
    (friend,), (enemy,) = seen.ours, seen.theirs
    assert (friend.key, friend.exposed, friend.reach, friend.fit) == ("ours", True, 2.0, True)
    assert (enemy.key, enemy.covered, enemy.shaken, enemy.strength) == ("theirs", True, True, 1)
    assert enemy.at[0] - friend.at[0] == 1 and enemy.at[1] == friend.at[1]
    apart = plain._situation(view(field_of(ours, piece("theirs", 1, where="E3"), on=on_map)))
    assert not apart.ours[0].exposed and not apart.theirs[0].covered
    below = hex_of("C4")
    x, y = plain._at(below)
    assert (x - friend.at[0]) ** 2 + (y - friend.at[1]) ** 2 == pytest.approx(1, abs=0.001), "a hex is a hex away"


def test_who_is_off_the_map_is_near_nobody() -> None:
    guns = piece("guns", 0, UnitType.ARTILLERY)
    assert plain._gap(guns, [piece("enemy", 1, where="A1")]) == 99 == plain._gap(piece("one", 0, where="A1"), [guns])
    assert plain._at(None) == (0.0, 0.0)


def test_a_free_defender_goes_to_help_units_that_are_attacked_unless_the_attackers_are_stronger_than_all() -> None:
    def free_unit(where: str = "A3", **changes: Any) -> tuple[Field, Piece]:
        free = piece("free", 1, where=where, **changes)
        return field_of(free, piece("garrison", 1, where="F3"), piece("enemy", 0, where="G3")), free

    def helps(on: Field, free: Piece, goal: str = "F3", do: Do = Do.HOLD) -> bool:
        action = PLAIN.act(view(on, 1, Stance.DEFEND, goal, free=do), free)
        assert isinstance(action, Move | Pass)
        enemy = hex_of("G3")
        return isinstance(action, Move) and free.where is not None and action.path[-1].distance(enemy) < 6

    assert helps(*free_unit()), "five hexes off, its garrison attacked"
    assert helps(*free_unit(kind=UnitType.ANTI_TANK)), "guns come to where their fire reaches"
    assert not helps(*free_unit(), goal="A3"), "a unit on the goal stays there"
    assert not helps(*free_unit(), do=Do.GIVE_GROUND)
    on, free = free_unit()
    on.add(piece("far", 0, where="G8"))
    on.add(piece("tanks", 0, UnitType.TANKS, where="H3"))
    assert helps(on, free), "18 hits against 18: an enemy far from there does not count"
    on.add(piece("third", 0, UnitType.TANKS, where="H4"))
    assert not helps(on, free), "18 hits against 27"
    quiet = field_of(free, piece("garrison", 1, where="F3"), piece("enemy", 0, where="C8"))
    assert not helps(quiet, free), "no unit is attacked"
    attacker = View(on, 1, Stance.ATTACK, hex_of("F3"))
    attacker.tasks[on.turn] = {"free": Task(Do.HOLD)}
    assert PLAIN.act(attacker, free) == Pass(), "attackers have their tasks"
