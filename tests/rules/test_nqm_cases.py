"""The worked cases of Not Quite Mechanised, by their numbers: those with dice as ``campaign odds nqm`` answers them,
the others by rule."""

from __future__ import annotations

import json
from fractions import Fraction as F

import pytest
from click.testing import CliRunner

from campaign.cli.contents import campaign
from campaign.rules.common.dice import Scripted, Tape
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.common.settings import DEFAULTS
from campaign.rules.day import logistics, nqm_marches, nqm_tasks, reaction
from campaign.rules.day.logistics import FuelLink, Stock
from campaign.rules.day.nqm_tasks import Workers
from campaign.rules.tabletop.nqm import (
    assault,
    classes,
    fire_support,
    firing,
    morale,
    moves,
    pins,
    recce,
    reorganisation,
    support,
)
from campaign.rules.tabletop.nqm.assault import Draw
from campaign.rules.tabletop.nqm.classes import Cover, Gun
from campaign.rules.tabletop.nqm.firing import Bombardment, Volley
from campaign.rules.tabletop.nqm.morale import Troops
from campaign.rules.tabletop.nqm.moves import Gait
from campaign.rules.tabletop.nqm.pins import Pinned
from campaign.rules.tabletop.nqm.recce import Meeting
from campaign.rules.tabletop.nqm.tables import FRONTAGES, RANGES, SCALES, Grade, Mover, RangeBand, Weight
from campaign.terms.forces import Arm, Level, MarchClass, SizeMark
from campaign.terms.state import Support
from campaign.terms.time import Moment

L, M, H = Weight.LIGHT, Weight.MEDIUM, Weight.HEAVY
E, V, R, C, MILITIA = Grade


def book(**settings: object) -> Rulebook:
    return DEFAULTS.with_settings({f"nqm.{key.replace('__', '.')}": value for key, value in settings.items()})


def asked(*words: str) -> list[dict[str, F]]:
    """The chances, and averages, of every row that ``campaign odds nqm ... --json`` answers."""
    told = CliRunner().invoke(campaign, ["odds", "nqm", *words, "--json"])
    assert told.exit_code == 0, told.output
    return [
        {name: F(str(chance)) for name, chance in (row["chances"] | row["averages"]).items()}
        for row in json.loads(told.stdout)["rows"]
    ]


def values(row: dict[str, F]) -> list[F]:
    return list(row.values())


def dice(*faces: int) -> Tape:
    return Tape(Scripted(faces), Moment(1, 2))


# Scale, organisation, orders -----------------------------------------------------------------------------------------
@pytest.mark.rule("NQM-CASE-01")
def test_distances_on_the_table() -> None:
    assert [scale.centimetres(300) for scale in SCALES] == [12, 6, 3]
    assert [scale.centimetres(10_000) for scale in SCALES] == [400, 200, 100]


@pytest.mark.rule("NQM-CASE-03", "NQM-CASE-05", "NQM-CASE-06")
def test_who_may_call_on_whom_and_whose_ammunition_it_is() -> None:
    assert [
        support.without_leave(one) for one in (Support.UNDER_COMMAND, Support.DIRECT_SUPPORT, Support.IN_SUPPORT)
    ] == [True, True, False]
    assert support.may_call(Support.DIRECT_SUPPORT, {1}, 1) and not support.may_call(Support.DIRECT_SUPPORT, {1}, 2)
    assert "superior" in support.retasked_by(Support.DIRECT_SUPPORT)
    sources = [
        support.ammunition_from(one).value
        for one in (Support.UNDER_COMMAND, Support.IN_SUPPORT, Support.DIRECT_SUPPORT)
    ]
    assert sources == ["the commanding unit", "its own chain", "its own chain"]


@pytest.mark.rule("NQM-CASE-08")
@pytest.mark.parametrize(("top", "up", "all_in_all", "veteran"), [(Level.ARMY, 3, 6, 3), (Level.ARMY_GROUP, 5, 10, 5)])
def test_reaction_times(top: Level, up: int, all_in_all: int, veteran: int) -> None:
    levels = [Level.DIVISION, Level.CORPS, Level.ARMY, Level.ARMY_GROUP]
    chain = levels[: levels.index(top) + 1]
    assert sum(link.hours for link in reaction.climb(chain, DEFAULTS)) == up
    assert reaction.order_time(chain, DEFAULTS).hours == all_in_all
    assert reaction.order_time(chain, DEFAULTS, halved=True).hours == veteran


@pytest.mark.rule("NQM-CASE-10", "NQM-CASE-11")
def test_mines_and_demolitions() -> None:
    assert [nqm_tasks.minefield(1500, Workers(3 * companies)) for companies in (1, 2, 3)] == [12, 6, 4]
    assert [nqm_tasks.demolition(Workers(platoons), major=True) for platoons in (1, 2, 4)] == [8, 4, 2]
    assert nqm_tasks.demolition(Workers(1), major=False) == 1


@pytest.mark.rule("NQM-CASE-13")
def test_bridgeheads_and_bridges() -> None:
    assert [nqm_tasks.bridgehead(DEFAULTS, dice(face), "x") for face in range(1, 7)] == [1, 1, 2, 2, 3, 3]
    one = [nqm_tasks.bridge(DEFAULTS, dice(face), "x") for face in range(1, 7)]
    assert F(sum(hours <= 6 for hours in one), 6) == F(1, 2) and F(sum(one), 6) == 7


# Movement and space --------------------------------------------------------------------------------------------------
@pytest.mark.rule("NQM-CASE-15", "NQM-CASE-16")
def test_a_day_of_marching() -> None:
    def a_day(mover: Mover, gait: Gait, *, on_transporters: bool = False) -> F | None:
        return moves.day_km(mover, gait, DEFAULTS, on_transporters=on_transporters)

    assert [a_day(mover, Gait.ROAD) for mover in (Mover.FOOT, Mover.MOTORISED, Mover.ARMOURED, Mover.HORSE_DRAWN)] == [
        24,
        108,
        72,
        24,
    ]
    assert a_day(Mover.ARMOURED, Gait.ROAD, on_transporters=True) == 120
    assert (a_day(Mover.FOOT, Gait.ADVANCE), a_day(Mover.CAVALRY, Gait.CONTACT)) == (6, 24)
    assert (a_day(Mover.HORSE_DRAWN, Gait.CONTACT), a_day(Mover.HORSE_DRAWN, Gait.ADVANCE)) == (None, None)
    assert moves.day_km(Mover.MOTORISED, Gait.ROAD, DEFAULTS.with_setting("march.hours_a_day", 6)) == 54
    by_turns = nqm_marches.rates(nqm_marches.mover_of(MarchClass.TRUCK, Arm.INFANTRY), tactical=False, book=DEFAULTS)
    assert 4 * by_turns.road == 108_000


@pytest.mark.rule("NQM-CASE-18")
def test_frontages() -> None:
    def fronts(mark: SizeMark, *, defends: bool) -> list[int]:
        return [fire_support.frontage(mark, defends=defends, close_country=close) for close in (True, False)]

    assert (
        fronts(SizeMark.DIVISION, defends=False) == [10_000, 15_000]
        and fire_support.column_depth(SizeMark.DIVISION) == 24_000
    )
    assert fronts(SizeMark.COMPANY, defends=True) == [300, 500] and fronts(SizeMark.COMPANY, defends=False) == [
        300,
        300,
    ]
    assert fronts(SizeMark.BRIGADE, defends=False) == [4000, 7000] and FRONTAGES["brigade"].depth_m == 8000


# Recce ---------------------------------------------------------------------------------------------------------------
@pytest.mark.rule("NQM-CASE-20")
@pytest.mark.parametrize(
    ("who", "sixths"),
    [
        (E, (1, 2, 3, 5, 6)),
        (V, (0, 1, 2, 4, 5)),
        (R, (0, 1, 2, 3, 4)),
        (C, (0, 0, 1, 2, 3)),
        (MILITIA, (0, 0, 0, 1, 2)),
    ],
)
def test_who_sees_first(who: Grade, sixths: tuple[int, ...]) -> None:
    found = [
        asked("recce", "--recce", who.value, "--defender", other.value)[0].get("seen first", F(0)) for other in Grade
    ]
    assert found == [F(one, 6) for one in sixths]


@pytest.mark.rule("NQM-CASE-21")
@pytest.mark.parametrize(
    ("grade", "sixths"), [(E, (0, 0, 6)), (V, (0, 2, 4)), (R, (1, 3, 2)), (C, (2, 3, 1)), (MILITIA, (3, 3, 0))]
)
def test_how_near_fire_is_opened(grade: Grade, sixths: tuple[int, ...]) -> None:
    (row,) = asked("opening", "--grade", grade.value)
    assert [row.get(name, F(0)) for name in ("harassing", "effective", "contact")] == [F(one, 6) for one in sixths]


@pytest.mark.rule("NQM-CASE-23")
def test_the_white_die_on_the_same_cell() -> None:
    meeting, ranges = asked(
        "recce", "--recce", "veteran", "--defender", "veteran", "--rule", "nqm.recce.white_lookup=same cell"
    )
    assert values(meeting) == [F(1, 6), F(5, 36), F(25, 36)]
    assert (ranges["fired on, effective"], ranges["fired on, contact"]) == (F(25, 108), F(25, 54))
    inverted = asked(
        "recce", "--recce", "veteran", "--defender", "veteran", "--rule", "nqm.recce.white_lookup=same cell inverted"
    )[0]
    assert values(inverted) == [F(1, 6), F(25, 36), F(5, 36)]


@pytest.mark.rule("NQM-CASE-25")
def test_the_ends_of_the_recce_table() -> None:
    assert asked("recce", "--recce", "elite", "--defender", "militia")[0]["seen first"] == 1
    blind = asked("recce", "--recce", "militia", "--defender", "elite")[0]
    assert (blind.get("seen first", F(0)), blind["the defender chooses"]) == (0, 1)
    meeting, ranges = asked(
        "recce", "--recce", "militia", "--defender", "elite", "--rule", "nqm.recce.white_lookup=same cell"
    )
    assert meeting["fired on"] == 1 and ranges["fired on, contact"] == 1


@pytest.mark.rule("NQM-CASE-26")
def test_three_dice() -> None:
    met = recce.sequence(C, R, (4, 2, 5), DEFAULTS)
    assert (met.meeting, met.band) == (Meeting.FIRED_ON, RangeBand.CONTACT)


# Ranges, guns, aircraft ----------------------------------------------------------------------------------------------
@pytest.mark.rule("NQM-CASE-28")
@pytest.mark.parametrize(
    ("name", "metres", "band"),
    [
        ("infantry small arms", 300, "effective"),
        ("infantry small arms", 301, "harassing"),
        ("infantry small arms", 1000, "harassing"),
        ("infantry small arms", 1001, "out of range"),
        ("infantry anti-tank", 200, "effective"),
        ("infantry anti-tank", 201, "out of range"),
        ("tank guns up to 47 mm", 300, "effective"),
        ("tank guns up to 47 mm", 600, "harassing"),
        ("tank guns 48 to 76.2 mm", 500, "effective"),
        ("tank guns 48 to 76.2 mm", 1000, "harassing"),
        ("88 mm anti-tank", 2000, "effective"),
        ("88 mm anti-tank", 3000, "harassing"),
        ("3-inch mortar", 1600, "out of range"),
        ("81 mm mortar", 1600, "effective"),
    ],
)
def test_ranges(name: str, metres: int, band: str) -> None:
    assert firing.band_of(RANGES[name], metres) == band


@pytest.mark.rule("NQM-CASE-30")
def test_bombs_on_forts() -> None:
    assert asked("guns", "--dice", "1 H", "--target", "fort", "--fortified")[1]["disorganised"] == 0
    assert asked("guns", "--dice", "1 VH", "--target", "fort", "--fortified")[1]["disorganised"] > 0
    assert asked("guns", "--dice", "1 H", "--target", "dug in")[1]["disorganised"] > 0


@pytest.mark.rule("NQM-CASE-31")
@pytest.mark.parametrize(
    ("weapon", "calibre", "target", "chance"),
    [
        ("M", 105, "dug in", F(1, 2)),
        ("M", 105, "open", F(2, 3)),
        ("H", 160, "fort", F(1, 2)),
        ("H", 159, "fort", F(0)),
        ("L", 81, "open", F(1, 2)),
    ],
)
def test_harassing_fire(weapon: str, calibre: int, target: str, chance: F) -> None:
    nobody, shaken = asked(
        "guns", "--dice", f"1 {weapon}", "--calibre", str(calibre), "--target", target, "--harassing"
    )[:2]
    assert (shaken["disorganised"], nobody["0"]) == (chance, 1)
    for missions, cost in ((3, F(1)), (4, F(4, 3))):
        of = Bombardment(M, M, missions, 105, harassing=True)
        assert firing.resolve_bombardment(of, [6] * missions).cost == cost


# Fire ----------------------------------------------------------------------------------------------------------------
@pytest.mark.rule("NQM-CASE-33", "NQM-CASE-35")
@pytest.mark.parametrize(
    ("handful", "chances", "mean"),
    [
        ("3 L", (F(1, 8), F(1, 4), F(7, 24), F(11, 54), F(7, 72), F(1, 36), F(1, 216)), F(2)),
        ("2 M", (F(1, 9), F(2, 9), F(2, 9), F(2, 9), F(5, 36), F(1, 18), F(1, 36)), F(7, 3)),
    ],
)
def test_dice_on_the_open(handful: str, chances: tuple[F, ...], mean: F) -> None:
    row, average = asked("fire", "--dice", handful, "--target", "open")
    assert (tuple(values(row)), average["average"]) == (chances, mean)


@pytest.mark.rule("NQM-CASE-36")
@pytest.mark.parametrize(
    ("weapon", "target", "faces", "hits"),
    [(L, M, (4, 5, 6), 2), (L, L, (4, 5, 6), 4), (L, H, (4, 5, 6), 1), (M, L, (4, 5, 6), 6), (H, L, (2, 3, 6), 6)],
)
def test_throws(weapon: Weight, target: Weight, faces: tuple[int, ...], hits: int) -> None:
    assert sum(firing.faces_of(Volley(weapon, target))[face - 1] for face in faces) == hits


@pytest.mark.rule("NQM-CASE-38")
@pytest.mark.parametrize(
    ("attack", "answer", "chances"),
    [
        ("4 L", "2 L", (F(1075, 2916), F(89, 324), F(260, 729))),
        ("4 L", "3 L", (F(1037, 4374),)),
        ("3 M", "2 L", (F(130, 243), F(859, 3888), F(949, 3888))),
    ],
)
def test_firefights(attack: str, answer: str, chances: tuple[F, ...]) -> None:
    assert tuple(values(asked("firefight", "--attack", attack, "--answer", answer)[0]))[: len(chances)] == chances


@pytest.mark.rule("NQM-CASE-40")
def test_who_has_won_the_firefight() -> None:
    assert not firing.firefight_won([(3, 3)], DEFAULTS) and firing.firefight_won([(3, 2)], DEFAULTS)
    assert firing.must_be_reinforced(1, 2)


@pytest.mark.rule("NQM-CASE-41")
@pytest.mark.parametrize(
    ("words", "mean"),
    [
        (("--target", "column"), F(7, 6)),
        (("--target", "column", "--ambush"), F(11, 6)),
        (("--target", "column", "--ambush", "--range", "contact"), F(11, 6)),
        (("--target", "dug in", "--range", "contact"), F(2, 3)),
        (("--target", "open", "--ambush", "--range", "contact"), F(11, 6)),
    ],
)
def test_ambushes(words: tuple[str, ...], mean: F) -> None:
    assert asked("fire", "--dice", "1 L", *words)[1]["average"] == mean
    assert asked("fire", "--dice", "2 L", *words)[1]["average"] == 2 * mean


@pytest.mark.rule("NQM-CASE-43")
def test_classes() -> None:
    assert [classes.armour(name).letter for name in ("T34", "PzII", "KV1", "truck")] == ["M", "L", "H", "VL"]
    assert [classes.weapon(name).letter for name in ("6pdr", "88mm", "strafing fighter")] == ["M", "H", "M"]
    assert [classes.gun(Gun.ARTILLERY, mm).letter for mm in (105, 150, 203)] == ["M", "H", "VH"]
    assert classes.gun(Gun.MORTAR, 120) is H
    assert [classes.position(cover).letter for cover in (Cover.TOWN, Cover.ATTACKING, Cover.CASEMATES)] == [
        "M",
        "L",
        "VH",
    ]


@pytest.mark.rule("NQM-CASE-45", "NQM-CASE-46")
def test_the_hour_of_the_assault_and_guns_that_outrange() -> None:
    assert [assault.assault_hour(3, grade) for grade in (V, R)] == [3, 4]
    assert assault.assault_hour(1, V) == 1
    tanks = (RANGES["tank guns 48 to 76.2 mm"],)
    assert firing.outranges(RANGES["88 mm anti-tank"], tanks) and not firing.outranges(
        RANGES["light anti-tank guns"], tanks
    )


# Morale --------------------------------------------------------------------------------------------------------------
@pytest.mark.rule("NQM-CASE-48", "NQM-CASE-50", "NQM-CASE-51")
def test_holding_firm() -> None:
    holds = {grade: asked("morale", "--grade", grade.value)[0].get("holds") for grade in (V, R, C, MILITIA)}
    assert holds == {V: F(2, 3), R: F(1, 2), C: F(1, 3), MILITIA: F(1, 3)}
    assert asked("morale", "--grade", "veteran", "--rule", "nqm.grade.veteran_hold=3 or 6")[0]["holds"] == F(1, 3)
    assert morale.holds(E, DEFAULTS) is None
    stays = {grade: asked("tanks", "--grade", grade.value)[-1]["stays"] for grade in Grade}
    assert stays == {E: 1, V: F(2, 3), R: F(1, 2), C: F(1, 3), MILITIA: F(1, 3)}
    assert asked("tanks", "--grade", "regular")[-1]["stays, terror first"] == F(1, 4)


@pytest.mark.rule("NQM-CASE-53")
def test_green_regulars_test_twice() -> None:
    green = Troops(R, green=True)
    assert [morale.green_test_due(green, n, False, attacking=True) for n in (0, 1)] == [False, True]
    assert morale.key_level(12, R) == 6
    hold = morale.holds(R, DEFAULTS)
    assert hold is not None and hold.chance**2 == F(1, 4)


# Close assault -------------------------------------------------------------------------------------------------------
@pytest.mark.rule("NQM-CASE-55", "NQM-CASE-56")
def test_dice_of_an_assault_and_who_may() -> None:
    allowed = [assault.dice_of(n, grade, attacking=True) for n, grade in ((9, R), (5, V), (2, V), (8, MILITIA))]
    assert allowed == [3, 4, 2, 3]
    assert [assault.dice_of(n, grade, attacking=False) for n, grade in ((6, MILITIA), (1, E))] == [1, 1]
    assert not assault.may_assault((3, 3), command_unwounded=False) and assault.may_assault(
        (3,), command_unwounded=False
    )
    assert not assault.may_assault((Pinned(3, red=3).unwounded,), command_unwounded=True)


def exchanged(attacker: str, n: int, defender: str, m: int) -> list[dict[str, F]]:
    return asked(
        "assault", "--attacker", attacker, "--attackers", str(n), "--defender", defender, "--defenders", str(m)
    )


@pytest.mark.rule("NQM-CASE-58")
@pytest.mark.parametrize(
    ("attacker", "dice_thrown", "won", "level", "lost"),
    [
        ("regular", 1, F(5, 12), F(1, 6), F(5, 12)),
        ("veteran", 1, F(7, 12), F(0), F(5, 12)),
        ("regular", 2, F(125, 216), F(1, 6), F(55, 216)),
        ("regular", 3, F(95, 144), F(1, 6), F(25, 144)),
    ],
)
def test_exchanges_with_one_defender(attacker: str, dice_thrown: int, won: F, level: F, lost: F) -> None:
    first = exchanged(attacker, dice_thrown, "regular", 1)[0]
    assert [first.get(pair, F(0)) for pair in ("1, 0", "0, 0", "0, 1")] == [won, level, lost]


@pytest.mark.rule("NQM-CASE-60")
@pytest.mark.parametrize("defender", ["regular", "conscript"])
def test_four_veterans_against_two(defender: str) -> None:
    first, _, mean, *_ = exchanged("veteran", 4, defender, 2)
    assert [first[pair] for pair in ("2, 0", "1, 1", "0, 2")] == [F(33719, 46656), F(4697, 23328), F(1181, 15552)]
    assert values(mean) == [F(2401, 1458), F(515, 1458)]


@pytest.mark.rule("NQM-CASE-61")
def test_three_regulars_against_three_veterans() -> None:
    first = exchanged("regular", 3, "veteran", 3)[0]
    assert [first[pair] for pair in ("3, 0", "2, 1", "1, 2", "0, 3")] == [
        F(535, 3888),
        F(371, 1728),
        F(343, 1296),
        F(5957, 15552),
    ]


@pytest.mark.rule("NQM-CASE-63")
def test_two_conscripts_against_two() -> None:
    _, ahead, mean, *_ = exchanged("conscript", 2, "conscript", 2)
    assert values(ahead) == [F(515, 1296), F(133, 648), F(515, 1296)]
    assert values(mean) == [F(505, 648), F(505, 648)]


@pytest.mark.rule("NQM-CASE-65")
def test_a_single_stand_of_militia() -> None:
    rows = asked(
        "assault",
        "--attacker",
        "militia",
        "--attackers",
        "3",
        "--defender",
        "regular",
        "--defenders",
        "2",
        "--attacker-tests",
        "1",
    )
    assert sum(chance for pair, chance in rows[0].items() if not pair.endswith(", 0")) == F(185, 486)
    assert rows[3]["the attacker breaks"] == F(185, 729)


@pytest.mark.rule("NQM-CASE-66")
def test_an_hour_of_exchanges() -> None:
    assert [assault.attacks(grade) for grade in Grade] == [None, 3, 2, 1, 1]
    veterans = exchanged("veteran", 4, "conscript", 2)[3]
    assert veterans["no unwounded defender left"] == F(699153217, 725594112)
    assert veterans["no unwounded attacker left"] == F(277535, 10077696)
    regulars = exchanged("regular", 3, "regular", 3)[3]
    assert regulars["no unwounded defender left"] == F(3529595, 10077696)
    assert regulars["no unwounded attacker left"] == F(1318645, 10077696)
    assert assault.draw_winner(V, C) is Draw.ATTACKER


# Pins ----------------------------------------------------------------------------------------------------------------
@pytest.mark.rule("NQM-CASE-68", "NQM-CASE-70")
def test_pins_come_off() -> None:
    _, _, lost, mean = asked("pins", "5")
    assert lost == {"1": F(3, 4), "2": F(1, 4)} and mean["average"] == F(5, 4)
    assert {pins.permanent(2)} == {1} and {pins.permanent(3, odd_off=odd) for odd in (True, False)} == {1, 2}
    assert asked("pins", "6")[0] == {"3": 1}
    assert asked("pins", "3", "3")[0] == {"2": F(1, 4), "3": F(1, 2), "4": F(1, 4)}


@pytest.mark.rule("NQM-CASE-71", "NQM-CASE-73")
def test_markers_are_dealt_out() -> None:
    assert sorted((one.red for one in pins.place([Pinned(3)] * 3, 4).stands), reverse=True) == [2, 1, 1]
    seven = pins.place([Pinned(3)] * 2, 7)
    assert len(seven.removed) == 1 and sorted(one.red for one in seven.stands) == [3, 4]
    assert pins.place([Pinned(3)], 5).removed == (0,)
    assert assault.dice_of(Pinned(3, red=2).unwounded, R, attacking=True) == 1
    assert reorganisation.ammunition(3, DEFAULTS) == 3, "pins change nothing of its fire"


@pytest.mark.rule("NQM-CASE-75", "NQM-CASE-76")
def test_after_the_objective_is_taken() -> None:
    assert [morale.digs_in_on_objective(grade, ordered=False) for grade in (V, R, C, MILITIA)] == [
        True,
        True,
        False,
        False,
    ]
    assert [morale.stays_disorganised_without_orders(grade) for grade in (V, R, C, MILITIA)] == [
        False,
        False,
        True,
        True,
    ]
    assert morale.digs_in_on_objective(C, ordered=True)
    assert not reorganisation.formation_disorganised(headquarters_engaged=False, headquarters_casualties=0)
    assert not reorganisation.division_disorganised(main_casualties=1, rear_casualties=0)


# Supply --------------------------------------------------------------------------------------------------------------
@pytest.mark.rule("NQM-CASE-78", "NQM-CASE-80")
def test_ammunition_by_day() -> None:
    assert reorganisation.ammunition(3, DEFAULTS) == 3
    dump = Stock("1st Division", F(2), F(0), 1)
    assert logistics.fetched(dump, 4, DEFAULTS).amount == F(1, 4), (
        "what a battalion's own truck takes that drives there"
    )


@pytest.mark.rule("NQM-CASE-81")
@pytest.mark.parametrize(
    ("kilometres", "hour", "day"), [((8, 9, 9), True, True), ((8, 10, 9), False, True), ((8, 9, 10), False, True)]
)
def test_the_chain_of_fuel(kilometres: tuple[int, int, int], hour: bool, day: bool) -> None:
    names = ("division", "corps", "army", "railhead")
    links = [FuelLink(names[n], names[n + 1], km * 1000) for n, km in enumerate(kilometres)]
    assert logistics.chain(links, book(fuel__link_km="hour")).unbroken is hour
    assert logistics.chain(links, DEFAULTS).unbroken is day
    assert not logistics.needs_fuel([(Arm.INFANTRY, MarchClass.FOOT)] * 9)
    assert logistics.needs_fuel([(Arm.ARMOUR, MarchClass.TRACKED)] * 3)
