"""Who may fire at what in a resolved fight, and at how many: located on the way, artillery in support, one target a
move, in line or as artillery."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pytest

from campaign.errors import Refused
from campaign.resolve.brevity.deployment import deploy
from campaign.resolve.brevity.doctrine import Regrouping, Stage, View
from campaign.resolve.brevity.effects import suffer
from campaign.resolve.brevity.field import Brigade, Model
from campaign.resolve.brevity.ground import Ground, Patch, Spot
from campaign.resolve.brevity.plain_doctrine import PLAIN
from campaign.resolve.brevity.table_layout import Layout
from campaign.resolve.doctrine import Stance
from campaign.rules.common.dice import Scripted, Tape
from campaign.rules.common.force import Force
from campaign.rules.common.scene import AirSupport
from campaign.rules.common.settings import DEFAULTS
from campaign.rules.tabletop.brevity.attack import Result
from campaign.terms.forces import CombatClass, Experience, Weapon
from campaign.terms.state import Posture, State
from campaign.terms.time import Moment
from tests.rules.fighting import FAR, NEAR, Faces, Told, battalion, battery, fight, force, scene, told

ENEMY = force(FAR, battalion(FAR, 9, "F"), battery(FAR, 9, "FGuns"))


def first(**dice: list[int]) -> Faces:
    return Faces({"first move": [6, 1], **{purpose.replace("_", " "): faces for purpose, faces in dice.items()}})


@pytest.mark.rule("OB-ART-04", "OB-FIRE-03")
def test_the_opponents_guns_fire_at_what_is_located_at_any_point_of_its_move_and_at_nothing_else() -> None:
    spots = {"N": (20, 40), "F": (32, 47), "FGuns": (32, 66)}

    def moves(to: Spot, **dice: list[int]) -> tuple[list[str], Spot]:
        near = force(NEAR, battalion(NEAR, 1, "N"))
        seen = fight(near, ENEMY, spots, near_does=Told({1: [{"N": to}]}), dice=first(**dice))
        move = seen.report[: next(n for n, line in enumerate(seen.report) if line.startswith("Move 2"))]
        return [line.split(":")[0] for line in told(move, " on N")], seen.units[0].at

    # 8 inches of the infantry are passed on the way, at the start and at the end it is 14 inches off
    assert moves(Spot(44, 40)) == (["Their artillery", "Their fire"], Spot(44, 40))
    assert moves(Spot(44, 40), to_hit=[6, 1, 1]) == (
        ["Their artillery", "Their fire"],
        Spot(32, 40),
    )  # caught there by the guns
    assert moves(Spot(20, 30)) == ([], Spot(20, 30))


@pytest.mark.rule("OB-ART-02", "OB-ART-03", "OB-POST-04")
@pytest.mark.parametrize(("posture", "fires"), [(Posture.SUPPORT, "Artillery"), (Posture.LINE, "Fire")])
def test_guns_fire_as_artillery_from_support_or_with_the_others_from_the_line(posture: Posture, fires: str) -> None:
    near = force(NEAR, battalion(NEAR, 1, "N"), battery(NEAR, 1, "Guns"))
    spots = {"N": (60, 4), "Guns": (40, 33), "F": (40, 38), "FGuns": (80, 66)}
    does = Told({1: [{"Guns": (Spot(40, 34), posture)}]})
    seen = fight(near, ENEMY, spots, near_does=does, dice=first())
    assert [line.split(":")[0] for line in told(seen.report, ": Guns on")] == [fires]


@pytest.mark.rule("OB-ART-09")
def test_artillery_has_one_target_in_a_move() -> None:
    @dataclass
    class Greedy(Told):
        def lay(
            self, view: View, batteries: Sequence[Model], targets: Sequence[Model]
        ) -> tuple[tuple[Model, Model], ...]:
            return tuple((battery, target) for battery in batteries for target in targets)

    spots = {"N": (40, 10), "Guns": (40, 4), "F": (40, 38), "FGuns": (80, 66)}
    near = force(NEAR, battalion(NEAR, 1, "N"), battery(NEAR, 1, "Guns"))
    with pytest.raises(
        Refused, match="Guns cannot also fire at FGuns: artillery has only one target in a move \\(OB-ART-09\\)"
    ):
        fight(near, ENEMY, spots, near_does=Greedy(), dice=first())
    two = force(NEAR, battalion(NEAR, 1, "N", id=901), battalion(NEAR, 1, "N2", id=902))
    with pytest.raises(Refused, match="FGuns cannot also fire at N2"):
        fight(
            two,
            ENEMY,
            {"N": (40, 28), "N2": (43, 28), "F": (40, 38), "FGuns": (80, 66)},
            far_does=Greedy(),
            near_does=Told({1: [{"N": Spot(40, 33), "N2": Spot(43, 33)}]}),
            dice=first(),
        )


@pytest.mark.rule("OB-ART-09", "OB-ART-07")
def test_a_battery_that_has_fired_fires_at_no_suspected_point_in_the_same_move() -> None:
    @dataclass
    class Suspects(Told):
        def suspect(self, view: View, batteries: Sequence[Model]) -> tuple[tuple[Model, Spot], ...]:
            return tuple((one, Spot(10, 40)) for one in view.friends() if one.stand.is_artillery)

    near = force(NEAR, battalion(NEAR, 1, "N"), battery(NEAR, 1, "Guns"))
    for far, shells in (
        (force(FAR, battalion(FAR, 9, "F")), "Artillery: Guns on F"),
        (force(FAR, battalion(FAR, 9, "F", hidden=True)), "Noted, fire"),
    ):
        seen = fight(near, far, {"N": (40, 10), "Guns": (40, 4), "F": (40, 60)}, near_does=Suspects(), dice=first())
        move = seen.report[: next(n for n, line in enumerate(seen.report) if line.startswith("Move 2"))]
        fired = [*told(move, "Artillery: Guns on"), *told(move, "Noted, fire")]
        assert len(fired) == 1 and fired[0].startswith(shells)


@pytest.mark.rule("OB-LOC-01", "OB-LOC-04", "OB-HIT-02")
def test_troops_fire_only_at_what_they_locate_though_he_is_in_range() -> None:
    wood = Ground(96, 72, (Patch(36, 38, 44, 44),))
    near = force(NEAR, battalion(NEAR, 1, "N"))
    spots = {"N": (40, 30), "F": (40, 39), "FGuns": (80, 66)}

    def shots(y: int) -> list[str]:
        seen = fight(near, ENEMY, spots, near_does=Told({1: [{"N": Spot(40, y)}]}), ground=wood, dice=first())
        move = seen.report[: next(n for n, line in enumerate(seen.report) if line.startswith("Move 2"))]
        return [line.split("(")[0].strip() for line in told(move, "ire:", " on ")]

    # at 5 inches the man in the wood sees the man in the open, and not the other way round; at 4 each the other
    assert shots(34) == ["Their fire: F on N: 5 in., to hit 4-6"]
    assert shots(35) == ["Their fire: F on N: 5 in., to hit 4-6", "Fire: N on F: 4 in., to hit 5-6"]


@pytest.mark.rule("OB-HIT-04", "OB-AMB-040")
def test_who_faces_one_enemy_does_not_count_against_another_behind_him() -> None:
    near = force(NEAR, battalion(NEAR, 1, "N"))
    far = force(FAR, battalion(FAR, 9, "Ahead"), battalion(FAR, 9, "Behind", direct_in=4))
    spots = {"N": (40, 36), "Ahead": (40, 41), "Behind": (40, 30)}
    seen = fight(near, far, spots, near_does=Told({1: [{"N": None}]}), dice=first())
    ahead, behind = told(seen.report, "  Fire: N")
    assert ahead.startswith("Fire: N on Ahead: ")
    # who cannot reach N is no danger to its flank
    assert behind.startswith("Fire: N (the target is behind its front) on Behind (one die: no firer counts): ")


@pytest.mark.rule("OB-MOV-02", "OB-T-03")
@pytest.mark.parametrize(("kind", "reached"), [(CombatClass.TRACKED, 46), (CombatClass.FOOT, 54)])
def test_out_of_a_wood_the_whole_move_is_made_at_the_rate_of_the_wood(kind: CombatClass, reached: int) -> None:
    near = force(NEAR, battalion(NEAR, 1, "N", combat_class=kind))
    wood = Ground(96, 72, (Patch(0, 20, 96, 39),))
    seen = fight(
        near,
        ENEMY,
        {"N": (10, 38), "F": (80, 70), "FGuns": (84, 70)},
        near_does=Told({1: [{"N": Spot(10, 70)}]}),
        ground=wood,
        dice=first(),
    )
    assert seen.units[0].at == Spot(10, reached)


@pytest.mark.rule("OB-AMB-094", "OB-ART-09")
@pytest.mark.parametrize(("repeats", "times"), [(False, 1), (True, 2)])
def test_artillery_fires_again_for_each_wave_by_house_rule_only(repeats: bool, times: int) -> None:
    near = force(NEAR, battalion(NEAR, 1, "N1"), battalion(NEAR, 1, "N2"), battery(NEAR, 1, "Guns"))
    waves = {1: [{"N1": (Spot(40, 34), Posture.LINE, 0), "N2": (Spot(44, 34), Posture.LINE, 1)}]}
    spots = {"N1": (40, 24), "N2": (44, 24), "Guns": (40, 4), "F": (42, 39), "FGuns": (80, 66)}
    book = DEFAULTS.with_settings({"wave.repeat_artillery": repeats})
    seen = fight(
        near,
        force(FAR, battalion(FAR, 9, "F")),
        {k: v for k, v in spots.items() if k != "FGuns"},
        near_does=Told(waves),
        dice=first(),
        book=book,
    )
    assert len(told(seen.report, "Artillery: Guns on F")) == times


@pytest.mark.rule("OB-WAVE-05", "OB-WAVE-03")
@pytest.mark.parametrize(
    ("casualties", "became"), [([6, 6, 6], State.DESTROYED), ([6, 1, 1], State.SPENT), ([1, 1, 1], State.FRESH)]
)
def test_no_wave_is_called_off_whatever_becomes_of_the_one_before_it(casualties: list[int], became: State) -> None:
    near = force(NEAR, battalion(NEAR, 1, "N1"), battalion(NEAR, 1, "N2"))
    waves = {1: [{"N1": (Spot(40, 35), Posture.LINE, 0), "N2": (Spot(44, 35), Posture.LINE, 1)}]}
    spots = {"N1": (40, 24), "N2": (44, 24), "F": (42, 39)}
    seen = fight(
        near,
        force(FAR, battalion(FAR, 9, "F")),
        spots,
        near_does=Told(waves),
        dice=first(to_hit=[6, 6, 6], casualties=casualties),
    )
    assert [end.after for end in seen.units[:2]] == [became, State.FRESH]
    later = seen.report[seen.report.index("  Wave 2.") :]
    assert [line.split(":")[0] for line in told(later, "N2", " on ")][:2] == ["Their fire", "Fire"]


@pytest.mark.rule("OB-CAS-10", "OB-CAS-01")
@pytest.mark.parametrize("result", [Result.PINNED, Result.SPENT])
def test_whoever_is_spent_by_fire_is_pinned_too(result: Result) -> None:
    near = force(NEAR, battalion(NEAR, 1, "N"))
    on = deploy(scene(near, ENEMY), Layout(Ground(96, 72)), DEFAULTS)
    (model,) = on.models[0]
    views = View(on, 0, Stance.ATTACK), View(on, 1, Stance.DEFEND)
    suffer(Stage(on, views, (PLAIN, PLAIN), Tape(Scripted(()), Moment(1, 1))), model, result, model.spot)
    assert (model.pinned, model.spent) == (True, result is Result.SPENT)


@pytest.mark.rule("OB-READY-04")
@pytest.mark.parametrize(("green", "weighs"), [(0, False), (1, False), (2, True), (3, True)])
def test_half_a_command_of_green_troops_weighs_on_its_readiness(green: int, weighs: bool) -> None:
    units = [
        battalion(NEAR, 1, f"N{n}", experience=Experience.GREEN if n < green else Experience.REGULAR) for n in range(4)
    ]
    seen = fight(force(NEAR, *units), force(FAR, battalion(FAR, 9, "F")), {"F": (40, 70)}, dice=first())
    assert ("-1 inexperienced" in told(seen.report, "Readiness", "British")[0]) is weighs


# Hidden --------------------------------------------------------------------------------------------------------------
def _seen_by_the_enemy(near: Force, far: Force, spots: dict[str, tuple[int, int]], does: Told) -> list[list[str]]:
    """What stands on the table for the far side to see, move by move of its own."""
    found: list[list[str]] = []

    @dataclass
    class Looks(Told):
        def regroup(self, view: View, brigade: Brigade) -> Regrouping:
            found.append(sorted(one.name for one in view.enemies()))
            return Regrouping()

    wood = Ground(96, 72, (Patch(36, 30, 44, 34),))
    fight(
        near,
        far,
        spots,
        near_does=does,
        far_does=Looks(moves={9: [{"F": Spot(40, 40)}, {"F": Spot(40, 60)}]}),
        ground=wood,
        dice=Faces({"first move": [6, 1], "readiness": [1, 6, 1]}),
    )
    return found


@pytest.mark.rule("OB-HID-01", "OB-HID-02")
@pytest.mark.parametrize(
    ("name", "moves", "visible"),
    [
        ("stays", {}, [[], []]),  # far from everybody, neither moves nor fires
        ("moves", {"moves": Spot(10, 8)}, [["moves"], ["moves"]]),
        (
            "fires",
            {},
            [[], ["fires"]],
        ),  # in the wood 6 inches from the enemy's move: located by nobody, until it opens fire
    ],
)
def test_who_moves_or_fires_is_placed_and_stays_on_the_table(
    name: str, moves: dict[str, Spot], visible: list[list[str]]
) -> None:
    at = {"fires": (40, 34)}.get(name, (10, 4))
    near = force(NEAR, battalion(NEAR, 1, name, hidden=True))
    far = force(FAR, battalion(FAR, 9, "F"))
    assert _seen_by_the_enemy(near, far, {name: at, "F": (40, 60)}, Told({1: [dict(moves)]})) == visible


# Aircraft ------------------------------------------------------------------------------------------------------------
@pytest.mark.rule("OB-AIR-05")
@pytest.mark.parametrize(("command", "strikes"), [(1, ["Move 1"]), (2, ["Move 3"])])
def test_a_controllers_aircraft_support_his_command_only(command: int, strikes: list[str]) -> None:
    near = force(NEAR, battalion(NEAR, 1, "N1"), battalion(NEAR, 2, "N2"))
    air = AirSupport("Typhoons", 0, Weapon.GROUND_ATTACK, command, frozenset({1}))
    spots = {"N1": (10, 10), "N2": (80, 10), "F": (40, 40)}
    dice = Faces({"first move": [6, 1], "air target": [4]})
    seen = fight(near, force(FAR, battalion(FAR, 9, "F")), spots, air=(air,), near_does=Told(order=[1, 2]), dice=dice)
    moves = [line.split(":")[0] for line in seen.report if line.startswith("Move ") or "aircraft 1 on" in line]
    assert [moves[n - 1] for n, word in enumerate(moves) if not word.startswith("Move")] == strikes


@pytest.mark.rule("OB-SMOKE-02")
@pytest.mark.parametrize(("reach", "laid"), [(60, True), (59, False)])
def test_guns_lay_smoke_within_their_range_only(reach: int, laid: bool) -> None:
    near = force(NEAR, battalion(NEAR, 1, "N"), battery(NEAR, 1, "Guns", range_in=reach))
    spots = {"N": (10, 4), "Guns": (40, 4), "F": (40, 70)}
    does = Told(smoke=[("Guns", Spot(40, 64))])
    if not laid:
        with pytest.raises(Refused, match=r"Guns cannot lay smoke there: 60 in\. is out of its range \(OB-SMOKE-02\)"):
            fight(near, force(FAR, battalion(FAR, 9, "F")), spots, near_does=does, dice=first())
        return
    seen = fight(near, force(FAR, battalion(FAR, 9, "F")), spots, near_does=does, dice=first())
    assert told(seen.report, "Guns lays a smoke screen 6 in. wide at 40, 64.")
