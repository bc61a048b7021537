"""Points the book leaves open, each as its default says and as its house rule says (OB-AMB), and the optional blocks
off (OB-OPT-01)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from campaign.errors import BadInput, Refused
from campaign.resolve.brevity.doctrine import Regrouping, View
from campaign.resolve.brevity.field import Brigade
from campaign.resolve.brevity.ground import Ground, Patch, Spot, allowance, travel
from campaign.resolve.brevity.plain_doctrine import Plain
from campaign.resolve.doctrine import Stance
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.common.settings import DEFAULTS
from campaign.rules.day import amphibious, engineering, recovery, supply, weather
from campaign.rules.tabletop.brevity import muster
from campaign.rules.tabletop.brevity.stands import stands_of
from campaign.terms.forces import CombatClass, Engineers, Level, Size, Weapon
from campaign.terms.ground import Cover, LoadClass, Surface, TaskKind
from campaign.terms.state import Posture, Season, Sky, State, SupplyGrade
from campaign.values import replace
from tests.rules.fighting import FAR, NEAR, Faces, Fought, Told, battalion, battery, fight, force, told
from tests.rules.forces import infantry, tanks

ENEMY = force(FAR, battalion(FAR, 9, "enemy"))
FAR_OFF = {"enemy": (90, 72)}


def book(**settings: Any) -> Rulebook:
    """The defaults with these settings, dots written as double underscores."""
    return DEFAULTS.with_settings({key.replace("__", "."): value for key, value in settings.items()})


def end(result: Fought, name: str) -> Any:
    return next(one for one in result.units if one.name == name)


def moved(*units: Any, moves: dict[int, list[dict[str, Any]]], at: dict[str, tuple[int, int]], **given: Any) -> Fought:
    return fight(force(NEAR, *units), ENEMY, {**at, **FAR_OFF}, near_does=Told(moves), **given)


# Movement and postures -----------------------------------------------------------------------------------------------
WOOD = Ground(96, 72, (Patch(0, 20, 96, 40),))


@pytest.mark.rule("OB-AMB-032", "OB-MOV-02")
def test_mixed_ground_at_the_slowest_rate_or_each_at_its_own() -> None:
    unit = infantry(combat_class=CombatClass.TRACKED)  # 40 in the open, 8 in terrain
    assert travel(WOOD, unit, Posture.LINE, Spot(10, 0), Spot(10, 60)) == Spot(10, 19)
    # 19 inches of 40 are gone at the edge; 21/40 of the move are left, 4 inches at 8 a move


@pytest.mark.rule("OB-WC-030", "OB-MOV-02", "OB-MOV-07", "OB-AMB-034")
def test_lorries_that_leave_the_road_go_at_the_country_rate() -> None:
    lorries = infantry()  # 178 by road, 96 across country
    ground = Ground(400, 72, (Patch(0, 10, 100, 12, Cover.OPEN, road=True), Patch(0, 0, 400, 20)))
    on_the_road = Ground(400, 72, (Patch(0, 10, 400, 12, Cover.OPEN, road=True),))
    assert travel(on_the_road, lorries, Posture.MARCH, Spot(0, 11), Spot(400, 11)) == Spot(178, 11)
    off_it = Ground(400, 72, (Patch(0, 10, 60, 12, Cover.OPEN, road=True),))
    assert travel(off_it, lorries, Posture.MARCH, Spot(0, 11), Spot(400, 11)) == Spot(96, 11)
    assert travel(ground, lorries, Posture.MARCH, Spot(0, 11), Spot(400, 11)) == Spot(
        100, 11
    )  # then terrain: 16 inches are gone long ago
    assert allowance(lorries, Posture.LINE, Surface.ROAD, mounted=False) == 24
    broken = Ground(400, 72, (*on_the_road.patches, Patch(50, 3, 66, 19, craters=True)))
    assert travel(broken, lorries, Posture.MARCH, Spot(0, 11), Spot(400, 11)) == Spot(49, 11)


@pytest.mark.rule("OB-AMB-033", "OB-MOV-10")
def test_a_dash_bars_terrain() -> None:
    unit = tanks(combat_class=CombatClass.LIGHT_VEHICLE)
    assert allowance(unit, Posture.LINE, Surface.TERRAIN, mounted=False) is None
    assert allowance(unit, Posture.MARCH, Surface.TERRAIN, mounted=False) == 16  # one already inside marches out


@pytest.mark.rule("OB-MOV-11", "OB-AMB-025")
def test_to_dismount_costs_nothing() -> None:
    """Trucks first take it 40 inches, then it walks its 24."""
    line = {"inf": Spot(10, 72)}
    result = moved(
        battalion(NEAR, 1, "inf"),
        moves={1: [{"inf": (Spot(10, 40), Posture.MARCH)}, line]},
        at={"inf": (10, 0)},
        turns=2,
    )
    assert end(result, "inf").at.y == 40 + 24


@pytest.mark.rule("OB-AMB-024")
def test_a_command_marches_as_a_whole_and_may_be_held_to_one_posture() -> None:
    units = (battalion(NEAR, 1, "one"), battalion(NEAR, 1, "two"))
    at = {"one": (10, 0), "two": (20, 0)}
    mixed = {"one": (Spot(10, 20), Posture.MARCH), "two": Spot(20, 20)}
    with pytest.raises(Refused, match="marches with all its units or not at all"):
        moved(*units, moves={1: [mixed]}, at=at)
    support = {"one": (Spot(10, 20), Posture.SUPPORT), "two": Spot(20, 20)}
    assert end(moved(*units, moves={1: [support]}, at=at), "one").at.y == 20
    with pytest.raises(Refused, match="share one posture"):
        moved(*units, moves={1: [support]}, at=at, book=book(posture__level="command"))


class Brave(Plain):
    """The plain doctrine, but it never gives up."""

    def breaks_off(self, view: View) -> str:
        return ""


# Commands and commanders ---------------------------------------------------------------------------------------------
@pytest.mark.rule("OB-AMB-017")
def test_nobody_passes_unless_passing_is_allowed() -> None:
    class Passes(Told):
        def pick(self, view: View) -> Brigade | None:
            return None

    near = force(NEAR, battalion(NEAR, 1, "a"))
    spots = {"a": (10, 0), **FAR_OFF}
    ordinary = fight(near, ENEMY, spots, near_does=Passes())
    assert told(ordinary.report, "Move 1: Brigade 1") and not told(ordinary.report, "passes")
    both = fight(near, ENEMY, spots, near_does=Passes(), far_does=Passes(), book=book(seq__allow_pass=True))
    assert told(both.report, "Allied passes.") and told(both.report, "Axis passes.") and both.moves == 0
    one = fight(
        near, ENEMY, spots, near_does=Passes(), book=book(seq__allow_pass=True), dice=Faces({"readiness": [6, 1]})
    )
    assert one.moves == 2  # the other side goes on until its officer is gone


@pytest.mark.rule("OB-AMB-003")
def test_a_command_of_a_headquarters_only_has_an_officer() -> None:
    staff = battalion(NEAR, 5, "HQ", headquarters_of=Level.DIVISION)
    near = force(NEAR, battalion(NEAR, 1, "a"), staff)
    spots = {"a": (10, 0), "HQ": (20, 0), **FAR_OFF}
    assert told(fight(near, ENEMY, spots).report, "Move", "Brigade 5")


@pytest.mark.rule("OB-AMB-004")
def test_a_large_headquarters_is_two_models() -> None:
    staff = infantry("HQ", headquarters_of=Level.DIVISION, size=Size.LARGE)
    assert (muster.models(staff, DEFAULTS), muster.halves(staff, DEFAULTS)) == (2, 4)
    assert len(stands_of(staff, DEFAULTS)) == 2


class Goes(Told):
    """Its corps commander goes to Brigade 2 whenever he is asked."""

    def accompany(self, view: View, brigade: Brigade) -> Brigade | None:
        return view.on.brigades[view.side][2]


@pytest.mark.rule("OB-AMB-021", "OB-AMB-018")
def test_when_the_corps_commander_may_go_elsewhere() -> None:
    near = force(NEAR, battalion(NEAR, 1, "a"), battalion(NEAR, 2, "b"), with_commander=1)
    spots = {"a": (10, 0), "b": (20, 0), **FAR_OFF}
    by_turn = fight(near, ENEMY, spots, near_does=Goes(order=[1]))
    assert told(by_turn.report, "The corps commander of Allied goes to Brigade 2")
    assert [("+1 corps commander" in line) for line in told(by_turn.report, "Readiness", "British")] == [False, True]

    @dataclass
    class Late(Goes):
        asked: int = 0

        def accompany(self, view: View, brigade: Brigade) -> Brigade | None:
            self.asked += 1
            return super().accompany(view, brigade) if self.asked > 2 else None

    once_a_turn = fight(near, ENEMY, spots, near_does=Late(order=[1, 2]))
    assert [("+1 corps commander" in line) for line in told(once_a_turn.report, "Readiness", "British")] == [
        True,
        False,
    ]


@pytest.mark.rule("OB-AMB-021")
def test_a_commander_is_lost_with_his_command_only_by_house_rule() -> None:
    near = force(NEAR, battalion(NEAR, 1, "a", state=State.SPENT), battalion(NEAR, 2, "b"), with_commander=1)
    far = force(FAR, *(battalion(FAR, 9, f"e{n}") for n in range(3)))
    spots = {"a": (48, 30), "b": (5, 0), **{f"e{n}": (46 + 2 * n, 40) for n in range(3)}}

    def play(rules: Rulebook) -> Fought:
        shoot: dict[int, list[dict[str, Any]]] = {9: [{f"e{n}": Spot(46 + 2 * n, 34) for n in range(3)}]}
        dice = Faces({"to hit": [6] * 40, "casualties": [6] * 40}, otherwise=1)
        return fight(near, far, spots, far_does=Told(shoot), near_does=Brave(), dice=dice, book=rules, turns=2)

    assert end(play(DEFAULTS), "a").after is not State.SPENT
    assert told(play(DEFAULTS).report, "The corps commander of Allied goes to Brigade 2")
    assert told(play(book(commander__risk=True)).report, "is lost with Brigade 1")


# Rest, readiness, fire -----------------------------------------------------------------------------------------------
@pytest.mark.rule("OB-AMB-026", "OB-REST-01")
def test_how_many_whole_turns_rest_takes() -> None:
    near = force(NEAR, battalion(NEAR, 1, "tired", state=State.SPENT), battalion(NEAR, 1, "other"))
    spots = {"tired": (10, 0), "other": (20, 0), **FAR_OFF}

    def rest(view: View, brigade: Brigade) -> Regrouping:
        return Regrouping(
            rest=tuple(one for one in brigade.in_play if one.name == "tired" and not one.resting and one.spent)
        )

    def shed_in(rules: Rulebook) -> int:
        result = fight(near, ENEMY, spots, near_does=Told(regroups={1: [rest, rest, rest, rest]}), book=rules, turns=4)
        lines = [line.strip() for line in result.report]
        shed = lines.index("tired has rested and sheds its casualty figure.")
        return sum(line.startswith("Turn ") for line in lines[:shed])

    assert [shed_in(book(rest__full_turns_required=n) if n else DEFAULTS) for n in (0, 1, 2)] == [2, 3, 4]


@pytest.mark.rule("OB-AMB-027")
def test_fire_ends_rest_only_by_house_rule() -> None:
    near = force(NEAR, battalion(NEAR, 1, "resting", resting=True, state=State.SPENT), battalion(NEAR, 1, "other"))
    spots = {"resting": (48, 30), "other": (5, 0), "enemy": (48, 40)}

    def rests_on(rules: Rulebook) -> bool:
        dice = Faces({"to hit": [6, 1, 1], "casualties": [1]})
        does = Told({9: [{"enemy": Spot(48, 36)}]})
        return bool(end(fight(near, ENEMY, spots, far_does=does, dice=dice, book=rules), "resting").resting)

    assert rests_on(DEFAULTS)
    assert not rests_on(book(rest__broken_by_fire=True))


@pytest.mark.rule("OB-AMB-086", "OB-READY-05")
def test_flame_throwers_weigh_on_the_move_or_on_the_turn() -> None:
    near = force(NEAR, battalion(NEAR, 1, "burnt"))
    far = force(FAR, battalion(FAR, 9, "flames", flame_throwers=True, weapon=Weapon.FLAME_THROWER, direct_in=4))
    spots = {"burnt": (48, 30), "flames": (48, 40)}

    def needed(rules: Rulebook) -> str:
        does = Told({9: [{"flames": Spot(48, 34)}]})
        dice = Faces({"first move": [1, 6], "to hit": [1] * 9})
        return told(fight(near, far, spots, far_does=does, dice=dice, book=rules).report, "Readiness", "British")[0]

    assert "flame" not in needed(DEFAULTS)


@pytest.mark.rule("OB-AMB-089")
def test_hidden_guns_that_support_are_placed() -> None:
    near = force(NEAR, battery(NEAR, 1, "guns", hidden=True), battalion(NEAR, 1, "inf"))
    spots = {"guns": (48, 2), "inf": (20, 2), "enemy": (48, 30)}

    class Sees(Told):
        def regroup(self, view: View, brigade: Brigade) -> Regrouping:
            seen.append(sorted(one.name for one in view.enemies()))
            return Regrouping()

    seen: list[list[str]] = []
    fight(near, ENEMY, spots, near_does=Told({1: [{}]}), far_does=Sees())
    assert seen == [["guns", "inf"]]


@pytest.mark.rule("OB-AMB-082", "OB-CAS-09")
def test_surrounded_is_found_on_the_table() -> None:
    near = force(NEAR, battalion(NEAR, 1, "lost", state=State.SPENT))
    ring = {"n": (48, 44), "s": (48, 28), "e": (56, 36), "w": (40, 36)}
    far = force(FAR, *(battalion(FAR, 9, name) for name in ring))

    def fate(rules: Rulebook) -> State:
        does = Told({9: [dict.fromkeys(ring)]})
        result = fight(
            near,
            far,
            {"lost": (48, 36), **ring},
            far_does=does,
            dice=Faces({"first move": [1, 6], "to hit": [1] * 4 + [6] * 9, "casualties": [6] * 9}),
            book=rules,
        )
        after: State = end(result, "lost").after
        return after

    assert fate(DEFAULTS) is State.CAPTURED


@pytest.mark.rule("OB-AMB-129", "OB-SMOKE-04")
def test_how_long_smoke_lasts() -> None:
    near = force(NEAR, battery(NEAR, 1, "guns"), battalion(NEAR, 2, "second"), battalion(NEAR, 3, "third"))
    spots = {"guns": (48, 2), "second": (20, 2), "third": (5, 2), **FAR_OFF}

    def screens(rules: Rulebook) -> list[int]:
        counts: list[int] = []

        class Watches(Told):
            def regroup(self, view: View, brigade: Brigade) -> Regrouping:
                counts.append(len(view.on.screens))
                return Regrouping()

        makes = Watches(order=[1, 2, 3], smoke=[("guns", Spot(48, 30))])
        fight(near, ENEMY, spots, near_does=makes, far_does=Watches(), book=rules, turns=2)
        return counts[:5]

    # Brigade 1 lays it; then the enemy moves, in whose move the guns may fire again; then Brigades 2 and 3; then turn 2
    assert screens(DEFAULTS) == [0, 1, 0, 0, 0]


@pytest.mark.rule("OB-AMB-119", "OB-ENG-02")
def test_who_works_takes_up_no_firing_positions() -> None:
    near = force(NEAR, battalion(NEAR, 1, "sappers", engineers=Engineers.SPECIALIST))
    at_work = frozenset(unit.id for unit in near.units)
    spots = {"sappers": (48, 30), "enemy": (48, 36)}
    with pytest.raises(Refused, match="at an engineering task"):
        fight(near, ENEMY, spots, near_does=Told({1: [{"sappers": None}]}), at_work=at_work)
    plain = fight(near, ENEMY, spots, near_does=Brave(), at_work=at_work, stances=(Stance.DEFEND, Stance.DEFEND))
    assert not told(plain.report, "firing positions", "sappers")


# Engineering, recovery, supply ---------------------------------------------------------------------------------------
@pytest.mark.rule("OB-AMB-121")
def test_how_long_a_ferry_takes() -> None:
    loads = (LoadClass.FOOT_WHEELED, LoadClass.MEDIUM_TANK, LoadClass.HEAVY_TANK)
    assert [engineering.turns_needed(TaskKind.FERRY, load, book=DEFAULTS) for load in loads] == [1, 2, 3]
    boats = book(brg__ferry_rule="boats")
    assert [engineering.turns_needed(TaskKind.FERRY, load, book=boats) for load in loads[:2]] == [2, 3]
    with pytest.raises(BadInput, match="medium tanks at most"):
        engineering.turns_needed(TaskKind.FERRY, LoadClass.HEAVY_TANK, book=boats)


@pytest.mark.rule("OB-AMB-107")
def test_the_supply_grade_that_recovery_asks_for() -> None:
    grades = (SupplyGrade.WELL, SupplyGrade.POORLY)
    assert [recovery.grade_of(one, DEFAULTS) for one in grades] == list(grades)
    assert {recovery.grade_of(one, book(rcv__supply_grade="poorly")) for one in grades} == {SupplyGrade.POORLY}
    assert {recovery.grade_of(one, book(rcv__supply_grade="well")) for one in grades} == {SupplyGrade.WELL}


CORPS, DIVISION = 1, 2
STAFF = recovery.Headquarters(
    21,
    "div_hq",
    "HQ 1st Division",
    Level.DIVISION,
    DIVISION,
    "1st Division",
    5,
    SupplyGrade.WELL,
    True,
    True,
    "",
    None,
    CORPS,
)
CORPS_STAFF = replace(
    STAFF,
    id=20,
    key="corps_hq",
    name="HQ XIII Corps",
    level=Level.CORPS,
    formation=CORPS,
    in_play=False,
    in_supply=False,
)
GONE = recovery.Lost(
    20,
    "corps_hq",
    "HQ XIII Corps",
    0,
    State.DESTROYED,
    infantry().establishment,
    infantry().strength,
    headquarters_of=Level.CORPS,
)


@pytest.mark.rule("OB-AMB-110")
def test_a_corps_headquarters_stays_out_or_rolls_for_itself() -> None:
    assert recovery.corps_rollers([CORPS_STAFF, STAFF], [GONE], DEFAULTS) == ()
    returns = book(rcv__corps_hq_returns=True)
    (roller,) = recovery.corps_rollers([CORPS_STAFF, STAFF], [GONE], returns)
    assert (roller.headquarters, roller.subject, str(roller.target)) == (STAFF, "corps_hq", "5-6")
    dice = Faces({"recovery": [5]})
    assert recovery.roll(roller, dice) == 5 and dice.asked == [("recovery", "corps_hq")]
    assert recovery.corps_rollers([CORPS_STAFF, replace(STAFF, in_play=False)], [GONE], returns) == ()
    assert recovery.corps_rollers([CORPS_STAFF, STAFF], [replace(GONE, state=State.CAPTURED)], returns) == ()


# Blocks switched off -------------------------------------------------------------------------------------------------
@pytest.mark.rule("OB-OPT-01", "OB-SIZE-02", "OB-SIZE-06")
def test_without_sizes_every_battalion_is_one_that_counts_in_full() -> None:
    off = book(use__sizes=False)
    sizes = (Size.NORMAL, Size.WEAK, Size.LARGE, Size.COMPANY)
    assert [muster.halves(infantry(size=size), DEFAULTS) for size in sizes] == [2, 1, 4, 0]
    assert {(muster.halves(infantry(size=size), off), muster.models(infantry(size=size), off)) for size in sizes} == {
        (2, 1)
    }
    assert muster.size_label(infantry(size=Size.WEAK), off) == "N 1"


@pytest.mark.rule("OB-OPT-01", "OB-REC-01", "OB-REC-03")
def test_without_reconnaissance_a_battalion_stays_whole_and_stands() -> None:
    cars = battalion(NEAR, 1, "cars", size=Size.COMPANY, recce_companies=3)
    assert (len(stands_of(cars, DEFAULTS)), len(stands_of(cars, book(use__reconnaissance=False)))) == (3, 1)
    single = force(NEAR, battalion(NEAR, 1, "cars", size=Size.COMPANY, recce_companies=1))

    def pulls_back(rules: Rulebook) -> bool:
        does = Told({9: [{"enemy": Spot(48, 36)}]})
        return bool(
            told(
                fight(single, ENEMY, {"cars": (48, 30), "enemy": (48, 40)}, far_does=does, book=rules).report,
                "pulls back",
            )
        )

    assert pulls_back(DEFAULTS) and not pulls_back(book(use__reconnaissance=False))


@pytest.mark.rule("OB-OPT-01", "OB-HID-01", "OB-CB-01", "OB-WAVE-02", "OB-SMOKE-02")
def test_without_hiding_counter_battery_waves_or_smoke() -> None:
    near = force(NEAR, battalion(NEAR, 1, "a"), battalion(NEAR, 1, "b"), battery(NEAR, 1, "guns"))
    far = force(FAR, battalion(FAR, 9, "enemy", hidden=True))
    spots = {"a": (10, 0), "b": (20, 0), "guns": (30, 0), "enemy": (48, 70)}
    off = book(use__hidden=False, use__counter_battery=False, use__waves=False, use__engineering=False)

    def play(rules: Rulebook) -> tuple[list[str], Fought]:
        seen: list[str] = []

        class Plans(Told):
            def regroup(self, view: View, brigade: Brigade) -> Regrouping:
                seen.extend(one.name for one in view.enemies())
                return Regrouping(counter_battery=tuple(one for one in brigade.in_play if one.stand.is_artillery))

        waves: dict[str, Any] = {"a": (Spot(10, 20), Posture.LINE, 0), "b": (Spot(20, 20), Posture.LINE, 1)}
        return seen, fight(near, far, spots, near_does=Plans({1: [waves]}, smoke=[("guns", Spot(30, 30))]), book=rules)

    seen, result = play(DEFAULTS)
    assert seen == [] and told(result.report, "Wave 2.") and told(result.report, "on counter-battery")
    seen, result = play(off)
    assert seen == ["enemy"] and not told(result.report, "Wave") and not told(result.report, "on counter-battery")
    assert not told(result.report, "smoke") and end(result, "b").at.y == 20


@pytest.mark.rule("OB-OPT-01", "OB-WX-01", "OB-WX-07")
def test_without_weather_nobody_rolls() -> None:
    dice = Faces(otherwise=1)
    off = book(use__weather=False)
    assert weather.first_turn(2, Season.SUMMER, dice, DEFAULTS).sky is Sky.BAD
    dice.asked.clear()
    assert weather.first_turn(2, Season.WINTER, dice, off).sky is Sky.CLEAR
    assert weather.basing_area("malta", 2, Season.WINTER, dice, off).sky is Sky.CLEAR
    assert dice.asked == []


@pytest.mark.rule("OB-OPT-01", "OB-RCV-02", "OB-RCV-05", "OB-SUP-06")
def test_without_recovery_nobody_comes_back_and_without_supply_nobody_lacks_it() -> None:
    lost = [replace(GONE, id=n, key=f"b{n}", name=f"b{n}", formation=DIVISION, headquarters_of=None) for n in (31, 32)]
    assert len(recovery.rollers([STAFF], lost, DEFAULTS)) == 1 and len(recovery.pairs([STAFF], lost, {}, DEFAULTS)) == 1
    off = book(use__recovery=False)
    assert recovery.rollers([STAFF], lost, off) == () and recovery.pairs([STAFF], lost, {}, off) == ()
    cut = supply.Verdict(False, "OB-SUP-01", "cut")
    assert not supply.together(cut, cut, cut, DEFAULTS).in_supply
    assert supply.together(cut, cut, cut, book(use__supply=False)).in_supply


@pytest.mark.rule("OB-OPT-01", "OB-PREP-01")
def test_without_engineering_nobody_digs() -> None:
    assert engineering.dug(0, 1, works=True, broken_off=False, book=DEFAULTS) == 1
    assert engineering.dug(0, 1, works=True, broken_off=False, book=book(use__engineering=False)) == 0


@pytest.mark.rule("OB-OPT-01", "OB-AMPH-01", "OB-AMB-121")
def test_without_amphibious_crossings_or_with_standing_ferries_only_there_are_no_boats() -> None:
    assert (
        amphibious.boats(
            LoadClass.FOOT_WHEELED, infantry=True, engineers=Engineers.SPECIALIST, book=DEFAULTS
        ).battalions
        == 2
    )
    for off in (book(use__amphibious=False), book(brg__ferry_rule="half the bridge")):
        with pytest.raises(BadInput, match="boats and rafts cannot be used"):
            amphibious.boats(LoadClass.FOOT_WHEELED, infantry=True, engineers=Engineers.SPECIALIST, book=off)
