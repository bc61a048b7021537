"""Whole fights by the Brigade level rules: the order of a move, what ends a fight, dice as often as the exact
odds say."""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction

import pytest

from campaign.errors import DiceWanted
from campaign.resolve.brigade import combat, doctrine, engagement, field, missions
from campaign.resolve.brigade.battle import Battle
from campaign.resolve.brigade.engagement import Use, aim, fire
from campaign.resolve.brigade.field import Field, Piece, deploy
from campaign.resolve.brigade.missions import Mission, Request
from campaign.resolve.report import Report
from campaign.resolve.resolvers import resolver
from campaign.rules.common.dice import Asked, Scripted, Seeded, Tape
from campaign.rules.common.force import Arrival, Force, Strength
from campaign.rules.common.scene import AirSupport, Fight, Resolution, TurnSky
from campaign.rules.common.settings import DEFAULTS
from campaign.rules.tabletop.brigade import odds, saves
from campaign.rules.tabletop.brigade.equipment import Face
from campaign.rules.tabletop.brigade.firepoints import convert
from campaign.rules.tabletop.brigade.indirect import Caller, zone_of
from campaign.rules.tabletop.brigade.tables import Act, Cover, Seen
from campaign.terms.forces import Arm, Nationality, Weapon
from campaign.terms.state import State
from campaign.values import replace
from tests.rules.brigades import FIELD, NOW, fought, men, side, two_sides
from tests.rules.forces import guns, infantry, tanks

F = Fraction


def dice(*faces: int) -> Tape:
    return Tape(Scripted(faces), NOW)


def table(*forces: Force) -> Field:
    return deploy(Fight((forces[0], forces[1]), 1, NOW, (TurnSky(NOW),)), DEFAULTS)


def at(on: Field, number: int, key: str) -> Piece:
    return next(piece for piece in on.sides[number].pieces if piece.troop.key == key)


@pytest.mark.rule("BDE-SEQ-01", "BDE-SEQ-02", "BDE-SCALE-05")
def test_sides_move_in_turn_and_two_moves_are_a_period() -> None:
    told = fought(two_sides())
    moves = [line for line in told.report if line.startswith("Move ")]
    assert [line.split(", ")[1] for line in moves] == [
        "Side 1." if n % 2 == 0 else "Side 2." for n in range(len(moves))
    ]
    count = len(moves)
    assert told.length == f"{-(-count // 2)} periods, {count} moves of both sides"
    short = fought(two_sides(), book=DEFAULTS.with_setting("brigade.resolve_periods", 1))
    assert (short.length, short.holder) == ("1 period, 2 moves of both sides", None)


@pytest.mark.rule("BDE-SEQ-04", "BDE-SEQ-05", "BDE-SEQ-07", "BDE-SEQ-14", "BDE-SEQ-15", "BDE-SEQ-16")
def test_dice_of_a_move_fall_phase_by_phase() -> None:
    """Tests, unpinning, deviation, fire: never a phase before an earlier one; only savers of the other side roll."""
    order = {"casualty test": 1, "unpin": 2, "white die": 4, "red die": 4, "breach": 4, "to hit": 5, "to kill": 5}
    tape = Tape(Seeded("phases"), NOW)
    shown = _Watched(deploy(Fight(two_sides(), 1, NOW, (TurnSky(NOW),)), DEFAULTS), tape, DEFAULTS)
    shown.run()
    assert len(shown.starts) > 3
    for first, last in zip(shown.starts, [*shown.starts[1:], len(tape.rolls)], strict=True):
        phases = [order[roll.name.purpose] for roll in tape.rolls[first:last] if roll.name.purpose in order]
        assert phases == sorted(phases)


class _Watched(Battle):
    """Notes where each move's dice begin."""

    def __init__(self, on: Field, tape: Tape, book: object) -> None:
        super().__init__(on, tape, DEFAULTS)
        self.tape, self.starts = tape, list[int]()

    def _move(self, side: int) -> None:
        self.starts.append(len(self.tape.rolls))
        super()._move(side)


@pytest.mark.rule("BDE-WIN-02", "BDE-WIN-01", "BDE-AMB-02", "BDE-MAP-09")
def test_the_side_that_first_loses_half_and_one_loses() -> None:
    told = fought(two_sides())
    assert (told.holder, told.broke_off, told.turns) == (1, 2, 1)
    said = next(line for line in told.report if "gives up the field" in line)
    lost, of = map(int, re.findall(r"(\d+) of (\d+) companies", said)[0])
    assert of // 2 + 1 <= lost <= of
    assert f"Side 2: {of} companies, the game is lost at {of // 2 + 1}." in told.report


def test_a_fight_is_the_same_for_the_same_seed_and_can_be_rolled_by_players() -> None:
    forces = two_sides()
    assert fought(forces, "a") == fought(forces, "a")
    assert fought(forces, "a").report != fought(forces, "b").report
    with pytest.raises(DiceWanted):
        fought(forces, dice=Tape(Asked(), NOW))


@pytest.mark.sample(3)
@pytest.mark.parametrize("seed", [str(n) for n in range(8)])
def test_states_never_improve_and_every_battalion_has_an_end(seed: str) -> None:
    attacker, defender = two_sides(state=State.SPENT)
    told = fought((attacker, defender), seed)
    assert {end.unit for end in told.ends} == {unit.id for force in (attacker, defender) for unit in force.units}
    assert all(end.after.severity >= end.before.severity for end in told.ends)
    by_unit = {end.unit: end for end in told.ends}
    assert by_unit[attacker.units[3].id].after is State.FRESH, "guns behind the table keep their state"


def test_where_nobody_stands_the_field_is_taken_without_a_fight() -> None:
    gone = side(2, Nationality.GERMAN, infantry("gone", state=State.DESTROYED))
    told = fought((two_sides()[0], gone))
    assert told.holder == 1
    assert any("brings no unit to the table that can fight" in line for line in told.report)


@pytest.mark.rule("BDE-PIN-03", "BDE-PIN-04", "BDE-CAS-05", "BDE-SAVE-04")
def test_one_volley_on_the_table() -> None:
    on = table(side(1, Nationality.BRITISH, men(720)), side(2, Nationality.GERMAN, men(720)))
    ours, theirs = at(on, 0, "a"), at(on, 1, "a")
    ours.y, theirs.y, ours.x, theirs.x = 0.0, 10.0, 0.0, 0.0
    ours.detected[theirs] = Seen.SPOTTED
    report = Report()
    asked: list[Piece] = []

    def refuses(piece: Piece) -> bool:
        asked.append(piece)
        return False

    # 9 rifles at 10 inches: 13 points, four groups on 4+ and one die on 6; three hits, saves on 6
    fire(aim(ours, theirs, on, Act.A, Seen.SPOTTED), on, dice(4, 5, 6, 3, 5, 6, 5, 1), report, refuses)
    assert (theirs.living, theirs.pinned, asked) == (7, False, [theirs])
    fire(aim(ours, theirs, on, Act.A, Seen.SPOTTED), on, dice(4, 4, 4, 4, 6, 4, 4, 4, 4, 5), report, lambda piece: True)
    assert (theirs.pinned, theirs.living, theirs.fate) == (True, 3, "two thirds lost")


@pytest.mark.rule("BDE-FIRE-02", "BDE-FIRE-04", "BDE-PIN-03", "BDE-TANK-01", "BDE-KILL-06", "BDE-AMB-75")
def test_tanks_guns_and_mortars_fire_what_they_have() -> None:
    on = table(
        side(1, Nationality.BRITISH, tanks(equipment="24 Cruiser"), men(720)),
        side(
            2,
            Nationality.GERMAN,
            tanks(equipment="20 Pz III"),
            men(720),
            guns("Pak", arm=Arm.ANTI_TANK, equipment="5 cm Pak", piece=None, piece_name="", calibre_mm=None),
        ),
    )
    tank, panzer, mortar, pak = at(on, 0, "v1"), at(on, 1, "v1"), at(on, 0, "s3"), at(on, 1, "g1")
    assert engagement.he_points(tank) == 2
    assert engagement.he_points(mortar) == 0, "mortars never fire directly"
    assert engagement.he_points(pak) == 6
    company = at(on, 1, "a")
    for piece in (tank, company):
        piece.x = 0.0
    tank.y, company.y = 0.0, 10.0
    assert engagement.points_at(aim(tank, company, on, Act.A, Seen.SPOTTED)) == (9, 2)
    assert engagement.points_at(aim(tank, company, on, Act.A, Seen.SPOTTED, Use.BESIDE)) == (9, 0)
    fire(aim(tank, company, on, Act.A, Seen.SPOTTED), on, dice(4, 1, 1, 1, 6), Report(), lambda piece: False)
    assert company.pinned, "HE pins without asking"
    panzer.x, panzer.y = 0.0, 20.0
    assert [field.face_of(panzer, _moved(tank, *spot)) for spot in ((0, 0), (0, 40), (40, 15))] == [
        Face.FRONT,
        Face.REAR,
        Face.SIDE,
    ]


def _moved(piece: Piece, x: float, y: float) -> Piece:
    piece.x, piece.y = x, y
    return piece


@pytest.mark.rule(
    "BDE-TIME-01",
    "BDE-TIME-02",
    "BDE-TIME-03",
    "BDE-SEQ-06",
    "BDE-DEV-01",
    "BDE-EFF-01",
    "BDE-WALK-01",
    "BDE-AMB-36",
    "BDE-AMB-39",
)
def test_a_mission_from_asking_to_walking() -> None:
    on = table(side(1, Nationality.BRITISH, men(720), guns("RA", **FIELD)), side(2, Nationality.GERMAN, men(720)))
    gun, hq, a, b = at(on, 0, "g1"), at(on, 0, "hq"), at(on, 1, "a"), at(on, 1, "b")
    a.x, a.y, b.x, b.y = 10.0, 30.0, 10.0, 34.0
    report = Report()
    mission = missions.ask(Request((gun,), Caller.OBSERVER, hq, 10.0, 30.0), 4, report)
    assert mission.due == 5
    assert "due in move 5" in report.lines[0]
    missions.ask(Request((gun,), Caller.OBSERVER, hq, 10.26, 30.0), 4, exact := Report())
    assert "10.3" in exact.lines[0] and "10.26" not in exact.lines[0], "an aiming point is put to a tenth of an inch"
    missions.bring_down(mission, on, dice(2, 4, *[6] * 9), report)
    assert (a.pinned, b.pinned, a.living) == (False, True, 9), "long by 3: B Company stands there"
    assert gun.fired_indirect
    missions.bring_down(mission, on, dice(*[1] * 6, 5, 6, 6), report)
    assert (b.living, b.fate) == (3, "two thirds lost"), "it goes on without a new roll"
    assert any("6 lost" in line for line in report.lines) and not any("0 lost" in line for line in report.lines)
    assert missions.walk(mission, a)
    assert [(x, y) for x, y, _, _ in mission.fell or ()] == [(10.0, 31.0)]
    on.book = DEFAULTS.with_setting("brigade.redice_each_move", True)
    missions.bring_down(mission, on, dice(*[6] * 9), report)
    assert a.pinned, "walked fire is not rolled for again, whatever the house rule on fire that stays"
    assert not missions.walk(Mission(Request((gun,), Caller.BATTALION, hq, 10.0, 30.0), 5, mission.fell), a)


@pytest.mark.rule("BDE-WALK-01", "BDE-WALK-03")
def test_fire_that_fell_in_two_places_is_walked_when_one_of_them_reaches_the_target() -> None:
    """The other batteries' zone, 20 inches aside, follows 2 inches a move and does not hold it back."""
    on = table(side(1, Nationality.BRITISH, men(720), guns("RA", **FIELD)), side(2, Nationality.GERMAN, men(720)))
    gun, hq, a = at(on, 0, "g1"), at(on, 0, "hq"), _moved(at(on, 1, "a"), 10.0, 30.0)
    battery = gun.battery()
    assert battery is not None
    zone = zone_of([battery])
    for places, after in (((29.0, 50.0), [30.0, 48.0]), ((50.0, 29.0), [48.0, 30.0]), ((50.0, 52.0), None)):
        mission = Mission(
            Request((gun,), Caller.OBSERVER, hq, 10.0, 30.0), 5, [(10.0, y, zone, (battery,)) for y in places]
        )
        assert missions.walk(mission, a) is (after is not None)
        assert [y for _, y, _, _ in mission.fell or ()] == (after or list(places))


@pytest.mark.rule("BDE-WALK-01", "BDE-WALK-03")
@pytest.mark.parametrize(
    ("first", "second", "fell"),
    [
        ((10, 29), (10, 36), (10.0, 35.0)),  # 4 and 3 in. away: after the nearer, 2 in. a move
        ((10, 30), (10, 37), (10.0, 31.0)),
        ((13, 35), (10, 37), None),  # 3 across and 2 ahead are further than 4 ahead, which are too far
        ((14, 33), (7, 35), None),
        ((8, 33), (12, 33), (8.0, 33.0)),  # as near: the first by name
        ((14, 33), (10, 60), None),  # 4 in. are not followed: the zone would fall short
        ((23, 33), (10, 60), None),
        ((10, 46), (40, 33), None),
    ],
)
def test_whom_walking_fire_follows(
    first: tuple[int, int], second: tuple[int, int], fell: tuple[float, float] | None
) -> None:
    """Fire that fell at 10/33 on nobody goes after the enemy whom its observer sees nearest to it."""
    on = table(side(1, Nationality.BRITISH, men(720), guns("RA", **FIELD)), side(2, Nationality.GERMAN, men(720)))
    gun, hq = at(on, 0, "g1"), at(on, 0, "hq")
    fight = Battle(on, dice(), DEFAULTS)
    battery = gun.battery()
    assert battery is not None
    mission = Mission(
        Request((gun,), Caller.OBSERVER, hq, 10.0, 33.0), 1, [(10.0, 33.0, zone_of((battery,)), (battery,))]
    )
    for piece in on.sides[1].pieces:
        _moved(piece, 10.0, 33.0 + 1)
    hq.detected.clear()
    for key, (x, y) in (("a", first), ("b", second)):
        hq.detected[_moved(at(on, 1, key), float(x), float(y))] = Seen.PART
    assert fight._walked(mission) is (fell is not None)
    assert [(x, y) for x, y, _, _ in mission.fell or ()] == [fell or (10.0, 33.0)]


@pytest.mark.rule("BDE-FIRE-03", "BDE-DET-06")
def test_indirect_fire_is_put_on_a_point_not_on_a_unit() -> None:
    """On a registered point that nobody has detected anybody at; who walks into the zone later is struck."""
    on = table(side(1, Nationality.BRITISH, men(720)), side(2, Nationality.GERMAN, men(720), guns("AR", **FIELD)))
    gun, hq, a = at(on, 1, "g1"), at(on, 1, "hq"), at(on, 0, "a")
    mission = missions.ask(Request((gun,), Caller.BATTALION, hq, 30.0, 25.0, df_point=True), 1, Report())
    missions.bring_down(mission, on, dice(5, 1), Report())
    assert a.living == 9
    _moved(a, 30.0, 24.0)
    missions.bring_down(mission, on, dice(*[6] * 8, 1), Report())
    assert (a.living, a.pinned) == (8, True)


@pytest.mark.rule("BDE-NOTE-05", "BDE-NOTE-06", "BDE-AMB-50", "BDE-SAVE-09")
def test_shells_on_vehicles() -> None:
    on = table(
        side(1, Nationality.BRITISH, guns("RA", **FIELD), men(720)),
        side(2, Nationality.GERMAN, tanks(equipment="20 Pz III"), tanks(equipment="9 armoured car")),
    )
    battery = at(on, 0, "g1").battery()
    tank, car = (
        next(piece for piece in on.sides[1].pieces if piece.troop.label.startswith(name))
        for name in ("Pz III", "Armoured car")
    )
    assert battery is not None
    missions.strike(battery, tank, on, dice(), Report())
    assert (tank.pinned, tank.fate) == (True, "")
    missions.strike(battery, car, on, dice(2), Report())
    assert (car.pinned, car.fate) == (True, "")
    missions.strike(battery, car, on, dice(1), Report())
    assert car.fate == "destroyed"


@pytest.mark.rule("BDE-AMB-64", "BDE-AMB-59", "BDE-AMB-80", "BDE-AMB-93")
def test_house_rules_of_the_programs_table() -> None:
    forces = two_sides()
    on = table(*forces)
    ours, theirs = at(on, 0, "a"), at(on, 1, "a")
    assert (doctrine.takes_pin(ours, on), doctrine.takes_pin(theirs, on)) == (False, True)
    for count in (0, 2):
        on.book = DEFAULTS.with_setting("brigade.df_points", count)
        assert len(doctrine.df_points(1, on)) == count * 4, "three field guns and a mortar"
        assert doctrine.df_points(0, on) == []
        assert [len(points) for points in Battle(on, Tape(Seeded("x"), NOW), on.book).points] == [0, count * 4]


@pytest.mark.rule("BDE-DET-01", "BDE-TAB-DET")
def test_who_has_not_fired_yet_is_not_looked_for_as_one_that_fires() -> None:
    """In cover infantry is part detected at 4 in, firing from its edge at 40: at the first look nobody has fired."""
    on = table(side(1, Nationality.BRITISH, men(720)), side(2, Nationality.GERMAN, men(720, dug_in_turns=2)))
    ours, theirs = at(on, 0, "a"), at(on, 1, "a")
    assert theirs.cover is Cover.SLIT_TRENCH and 15 < on.gap(ours, theirs) <= 40
    fight = Battle(on, dice(), DEFAULTS)
    fight._look(0, [ours])
    assert ours.detected.get(theirs, Seen.UNSEEN) is Seen.UNSEEN
    theirs.fired = True
    fight._look(0, [ours], after_moving=True)
    assert ours.detected[theirs] is Seen.PART and theirs in ours.new, (
        "who comes into view by a move is seen for less than half of one"
    )
    ours.new.clear()
    fight._look(0, [ours], after_moving=True)
    assert theirs not in ours.new, "he was in view before"


@pytest.mark.rule("BDE-MAP-07", "BDE-MAP-08", "BDE-MAP-11", "BDE-MOR-03")
def test_what_is_left_of_a_battalion() -> None:
    on = table(
        side(1, Nationality.BRITISH, men(720)), side(2, Nationality.GERMAN, men(720), tanks(equipment="20 Pz III"))
    )
    fight = Battle(on, dice(), DEFAULTS)
    for key, why in (("a", "failed its test"), ("b", "two thirds lost")):
        at(on, 1, key).fate = why
    at(on, 1, "v1").stuck = True
    told = fight._closed(3)
    by_unit = {end.unit: end for end in told.ends}
    infantry_end, tank_end = (by_unit[unit.id] for unit in on.sides[1].force.units)
    assert (infantry_end.after, infantry_end.aftermath) == (State.SPENT, {"lost": 18, "companies_removed": 2})
    assert tank_end.aftermath["lost"] == 0
    assert any(
        "30 of 48 figures left (A Company failed its test, B Company two thirds lost): spent" in line
        for line in told.report
    )
    fight.loser = 1
    assert {end.unit: end for end in fight._closed(3).ends}[tank_end.unit].aftermath["lost"] == 1, (
        "a stuck vehicle goes with the field"
    )


def chi_square(seen: Counter[int], wanted: odds.Chances[int], total: int) -> tuple[float, int]:
    """The statistic and its degrees of freedom, rare outcomes put together."""
    bins: list[tuple[float, float]] = []
    counted = expected = 0.0
    for outcome in sorted(wanted):
        counted += seen.get(outcome, 0)
        expected += float(wanted.of(outcome)) * total
        if expected >= 8:
            bins.append((counted, expected))
            counted = expected = 0.0
    if expected and bins:
        bins[-1] = (bins[-1][0] + counted, bins[-1][1] + expected)
    return sum((had - want) ** 2 / want for had, want in bins), len(bins) - 1


LIMIT_AT_A_THOUSANDTH = {1: 10.83, 2: 13.82, 3: 16.27, 4: 18.47, 5: 20.52, 6: 22.46, 7: 24.32, 8: 26.12, 9: 27.88}
RUNS = 3000


@pytest.mark.sample(4)
@pytest.mark.parametrize(
    ("points", "hampered", "part", "cover"),
    [
        (20, False, False, Cover.OPEN),
        (13, False, False, Cover.SOFT),
        (11, True, False, Cover.HARD),
        (19, False, True, Cover.OPEN),
    ],
)
def test_volleys_fall_as_the_exact_odds_say(points: int, hampered: bool, part: bool, cover: Cover) -> None:
    scores = convert(points, hampered=hampered, part_detected=part)
    save = saves.troops(cover, pinned=False, book=DEFAULTS)
    tape = Tape(Seeded(f"volley {points}"), NOW)
    seen = Counter(
        combat.saved(combat.hits(scores, tape, "firers")[1], save, 6, tape, "target")[1] for _ in range(RUNS)
    )
    statistic, degrees = chi_square(seen, odds.kills(odds.hits(scores), save, 6), RUNS)
    assert statistic < LIMIT_AT_A_THOUSANDTH[degrees]


def test_shelling_and_deviation_fall_as_the_exact_odds_say() -> None:
    on = table(side(1, Nationality.BRITISH, guns("RA", **FIELD), men(720)), side(2, Nationality.GERMAN, men(720)))
    battery = at(on, 0, "g1").battery()
    assert battery is not None
    tape = Tape(Seeded("shelling"), NOW)

    def shelled() -> int:
        return combat.shelling(
            battery, Cover.SLIT_TRENCH, 6, pinned=False, never_pinned=False, dice=tape, on="x", book=DEFAULTS
        ).lost

    statistic, degrees = chi_square(
        Counter(shelled() for _ in range(RUNS)), odds.shelled([battery], Cover.SLIT_TRENCH, 6, book=DEFAULTS), RUNS
    )
    assert statistic < LIMIT_AT_A_THOUSANDTH[degrees]
    missed = Counter(combat.deviation(battery, df_point=False, dice=tape).miss_in for _ in range(RUNS))
    wanted = odds.inches_off(battery, df_point=False).map(lambda off: off or 0)
    statistic, degrees = chi_square(missed, wanted, RUNS)
    assert statistic < LIMIT_AT_A_THOUSANDTH[degrees]


def test_a_large_fight_ends() -> None:
    big = [
        side(n, nation, *(infantry(f"{n}.{k}", establishment=Strength(800), strength=Strength(800)) for k in range(9)))
        for n, nation in ((1, Nationality.BRITISH), (2, Nationality.ITALIAN))
    ]
    told = fought((big[0], replace(big[1])), book=DEFAULTS.with_setting("brigade.resolve_periods", 10))
    assert told.report


@pytest.mark.rule("BDE-AMB-91")
def test_aircraft_strike_once_by_the_house_rule_and_not_at_all_by_the_book() -> None:
    forces = two_sides()
    air = (AirSupport("Stukas", 1, Weapon.GROUND_ATTACK, 2, frozenset({1})),)
    fight = Fight(forces, 1, NOW, (TurnSky(NOW),), air=air)
    by_book = resolver("brigade")(fight, Tape(Seeded("air"), NOW), DEFAULTS)
    house = resolver("brigade")(fight, Tape(Seeded("air"), NOW), DEFAULTS.with_setting("brigade.air_sortie", True))
    assert isinstance(by_book, Resolution) and isinstance(house, Resolution)
    assert (by_book.flown, house.flown) == (frozenset(), {("Stukas", 1)})
    assert sum("Stukas strikes at" in line for line in house.report) == 1
    assert any(line.startswith("  White and red die of Stukas") and "zone 4 x 4" in line for line in house.report)


@pytest.mark.rule("BDE-MAP-10")
def test_who_arrives_in_a_later_turn_is_not_in_the_fight() -> None:
    attacker, defender = two_sides()
    late = replace(attacker.units[0], arrival=Arrival(NOW.plus(1), "south"))
    told = fought((replace(attacker, units=(late, *attacker.units[1:])), defender))
    assert late.id not in {end.unit for end in told.ends}
    assert "Side 1: 15 companies, the game is lost at 8." in told.report
    early = replace(late, arrival=Arrival(NOW, "south"))
    told = fought((replace(attacker, units=(early, *attacker.units[1:])), defender))
    assert any(line.startswith("Side 1: 20 companies") for line in told.report)


def _at_an_armoured_car(key: str) -> tuple[Field, Piece, Piece]:
    """Cruisers (2-pounder) or riflemen 6 inches from an open-top Sdkfz 222."""
    cruisers, cars = (
        tanks("2 RTR", equipment="24 cruiser"),
        tanks("AA 3", equipment="12 Sdkfz 222", arm=Arm.ARMOURED_CAR),
    )
    laid = table(side(1, Nationality.BRITISH, cruisers, men(720)), side(2, Nationality.GERMAN, cars, men(720)))
    firer, car = at(laid, 0, key), at(laid, 1, "v1")
    return laid, _moved(firer, 0, 0), _moved(car, 0, 6)


@pytest.mark.rule("BDE-AMB-77", "BDE-KILL-01", "BDE-AT-15")
def test_a_gun_fires_at_open_top_armour() -> None:
    laid, tank, car = _at_an_armoured_car("v1")
    shot = aim(tank, car, laid, Act.A, Seen.SPOTTED)
    assert engagement.expected(shot, laid) == pytest.approx(float(F(5, 6)))
    report = Report()
    fire(shot, laid, dice(6, 6), report, lambda piece: False)
    assert car.fate == "destroyed"
    assert "(2pdr) on Sdkfz 222 1, AA 3, which fronts 0, -6: 6 in., to hit" in report.lines[0]


@pytest.mark.rule("BDE-AMB-77", "BDE-SAVE-09", "BDE-NOTE-03")
def test_open_top_armour_is_proof_against_small_arms() -> None:
    """A company at 6 inches throws no die."""
    laid, company, car = _at_an_armoured_car("hq")
    shot = aim(company, car, laid, Act.A, Seen.SPOTTED)
    assert engagement.expected(shot, laid) == 0.0
    fire(shot, laid, dice(), Report(), lambda piece: False)
    assert not car.fate


@pytest.mark.rule("BDE-AMB-77", "BDE-KILL-02")
def test_what_is_expected_is_what_is_fired_at_vehicles() -> None:
    """Whoever hopes for something fires a die, whoever does not hope fires none: all weapons."""
    for key in ("v1", "hq", "a", "s1"):
        laid, firer, car = _at_an_armoured_car(key)
        shot = aim(firer, car, laid, Act.A, Seen.SPOTTED)
        report = Report()
        tape = Tape(Seeded("every weapon"), NOW)
        hope = engagement.expected(shot, laid)
        if hope > 0:
            fire(shot, laid, tape, report, lambda piece: False)
        assert bool(tape.rolls) is (hope > 0), key
        assert bool(report.lines) is (hope > 0)
    enclosed = _at_an_armoured_car("hq")
    tank = at(enclosed[0], 0, "v1")
    assert engagement.expected(aim(enclosed[1], tank, enclosed[0], Act.A, Seen.SPOTTED), enclosed[0]) == 0.0
