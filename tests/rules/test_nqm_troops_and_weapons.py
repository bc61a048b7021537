"""Who is elite, what weapons and ranges a battle has, and what is set up for it, in Not Quite Mechanised. Numbers from
the text."""

from __future__ import annotations

from fractions import Fraction

import pytest

from campaign.errors import BadInput
from campaign.resolve.nqm.attack import Attack
from campaign.resolve.nqm.exchanges import volleys
from campaign.rules.common.muster import StandKind
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.common.scene import Scene, TurnSky
from campaign.rules.common.settings import DEFAULTS
from campaign.rules.returns.filed import FiledLine, PrintedLine
from campaign.rules.tabletop.interface import SYSTEMS
from campaign.rules.tabletop.nqm import ranges
from campaign.rules.tabletop.nqm.classes import armour, at_tanks
from campaign.rules.tabletop.nqm.elements import ElementKind
from campaign.rules.tabletop.nqm.firing import by_difference
from campaign.rules.tabletop.nqm.morale import holds, key_level
from campaign.rules.tabletop.nqm.moves import Gait, rate, rout
from campaign.rules.tabletop.nqm.muster import muster
from campaign.rules.tabletop.nqm.quality import grade_of
from campaign.rules.tabletop.nqm.returns import outcome
from campaign.rules.tabletop.nqm.sheet import sheet
from campaign.rules.tabletop.nqm.tables import COMPANY_BASE_MM, RANGES, RATES, SCALES, Grade, Mover, RangeBand, Weight
from campaign.rules.tabletop.nqm.translation import battalion_of, elements_of, troops_of
from campaign.terms.forces import AntiTank, Arm, Armour, Experience, MarchClass, Nationality, Size
from campaign.terms.state import State, Support
from tests.rules.forces import force, guns, infantry, tanks
from tests.rules.nqm_bodies import NOW, body, german, stage, told


def book(**settings: object) -> Rulebook:
    return DEFAULTS.with_settings({f"nqm.{key.replace('__', '.')}": value for key, value in settings.items()})


# Grades --------------------------------------------------------------------------------------------------------------
@pytest.mark.rule("NQM-GRADE-01", "NQM-GRADE-02")
def test_small_units_of_specialists_are_elite_and_parachute_battalions_veterans() -> None:
    brandenburgers = infantry(
        "Brandenburgers", experience=Experience.ELITE, size=Size.COMPANY, nation=Nationality.GERMAN
    )
    paras = infantry("3rd Parachute", arm=Arm.PARACHUTE, experience=Experience.ELITE)
    assert troops_of(brandenburgers, DEFAULTS).grade is Grade.ELITE
    assert troops_of(paras, DEFAULTS).grade is Grade.VETERAN
    assert troops_of(paras, book(grade__elite_is="elite")).grade is Grade.ELITE
    assert troops_of(brandenburgers, book(grade__elite_is="veteran")).grade is Grade.VETERAN
    assert grade_of("elite", Experience.REGULAR, Size.NORMAL, DEFAULTS).grade is Grade.ELITE, (
        "what is written of a unit stands"
    )


@pytest.mark.rule("NQM-GRADE-04")
def test_the_single_elite_figure_that_stands_by_itself_is_an_observer_of_guns() -> None:
    lines = muster(force(guns(), infantry()), DEFAULTS).lines
    (observer,) = [one for one in lines[1].stands if one.kind is StandKind.OBSERVER]
    assert [(model.key, model.count) for model in observer.models] == [("observer figure", 1)]
    assert "elite" in observer.note
    assert not any(one.kind is StandKind.OBSERVER for one in lines[0].stands), (
        "a battalion's mortars are seen for by the battalion"
    )
    assert lines[1].noted["points"] == 2, "it counts no point"


@pytest.mark.rule("NQM-GRADE-08")
def test_veterans_ask_themselves_sooner_than_regulars_whether_to_go_on_and_go_on_oftener() -> None:
    assert [key_level(15, grade) for grade in (Grade.VETERAN, Grade.REGULAR)] == [5, 8]
    chances = [hold.chance for grade in (Grade.VETERAN, Grade.REGULAR) if (hold := holds(grade, DEFAULTS))]
    assert chances == [Fraction(2, 3), Fraction(1, 2)]


# Movement ------------------------------------------------------------------------------------------------------------
@pytest.mark.rule("NQM-MOV-03")
@pytest.mark.parametrize(
    ("made", "advanced"), [(infantry(march_class=MarchClass.FOOT), 500), (infantry(), 500), (tanks(), 700)]
)
def test_attackers_in_contact_advance_at_the_rate_of_the_second_column(made: object, advanced: int) -> None:
    """From 1,000 m, where small arms harass: foot half a kilometre an hour, armour as far as the firefight at 300 m."""
    ours, theirs = body(made, 0, 2000), body(german(infantry, "Lehr"), 1, 3000)  # type: ignore[arg-type]
    on = stage([ours, theirs], "advance")
    Attack(on, [ours], theirs, []).hour()
    assert ours.y == 2000 + advanced
    assert ("Firefight" in told(on)) is (advanced == 700)


@pytest.mark.rule("NQM-MOV-11")
def test_no_faster_scheme_than_the_printed_one_is_made_up() -> None:
    """The text names a faster one that stands elsewhere: nothing but the printed rates moves anybody."""
    for mover in Mover:
        printed = {RATES[mover].contact, RATES[mover].advance, RATES[mover].road} | {
            RATES[Mover.FOOT].advance,
            RATES[Mover.ARMOURED].advance,
        }
        assert {rate(mover, gait) for gait in Gait} <= printed
        assert rout(mover) == RATES[mover].road


# Recce ---------------------------------------------------------------------------------------------------------------
@pytest.mark.rule("NQM-RECCE-04")
@pytest.mark.parametrize(("blue", "metres"), [(1, 1000), (4, 300), (5, 100)])
def test_the_defender_calls_a_halt_and_positions_are_adjusted_when_the_dice_are_seen(blue: int, metres: int) -> None:
    """A regular defender opens fire at harassing range on 1, effective on 2-4, contact on 5 and 6."""
    cars = body(tanks("11th Hussars", arm=Arm.ARMOURED_CAR, armour=Armour.HEAVY), 0, 2100)
    hidden = body(german(infantry, "Lehr", size=Size.COMPANY), 1, 3000, concealed=True)
    on = stage([cars, hidden], [1, 6, blue] + [1] * 60)
    attack = Attack(on, [cars], hidden, [])
    attack._examine(cars, hidden, by_recce=False)
    assert cars.distance(hidden) == min(900, metres)
    assert "comes upon Lehr" in told(on)


# Ranges --------------------------------------------------------------------------------------------------------------
@pytest.mark.rule("NQM-RANGE-04")
def test_a_battle_may_have_shorter_ranges_or_those_of_other_books() -> None:
    assert all(ranges.reach(name, DEFAULTS) == row for name, row in RANGES.items())
    half = ranges.reach("infantry small arms", book(range__percent=50))
    assert (half.effective_m, half.harassing_m) == (150, 500)
    other = book(range__heavy_anti_tank=2500)
    assert ranges.reach("88 mm anti-tank", other).effective_m == 2500
    assert ranges.reach("88 mm anti-tank", other).harassing_m == 3750, "in proportion"
    assert ranges.reach("infantry anti-tank", book(range__percent=50)).harassing_m is None
    assert ranges.reach("105 mm artillery", book(range__artillery_105=11_000)).effective_m == 11_000
    with pytest.raises(BadInput, match=r"nqm\.range\.small_arms.*50 to 40000"):
        book(range__small_arms=3)


@pytest.mark.rule("NQM-RANGE-04")
def test_shorter_ranges_are_fought_and_printed() -> None:
    short = book(range__percent=50)
    assert {one.key: one for one in elements_of(infantry(), short)}["a"].reach.effective_m == 150
    ours, theirs = body(tanks(), 0, 2000, book=short), body(german(infantry, "Lehr"), 1, 3000, book=short)
    on = stage([ours, theirs], "short", book=short)
    attack = Attack(on, [ours], theirs, [])
    assert (attack.sight_m, attack.firefight_m) == (500, 150)
    own = force(infantry("Scots"))
    row = sheet(Scene(own, (), NOW, (TurnSky(NOW),)), short).blocks[0].rows[0]
    assert next(one for one in row.rows if one.label == "A company").cells[0].text == "L 1.2/4"


# Classes -------------------------------------------------------------------------------------------------------------
@pytest.mark.rule("NQM-CLASS-13")
def test_a_matilda_i_is_of_a_tigers_class_and_no_match_for_it() -> None:
    assert armour("Matilda I") is armour("Tiger") is Weight.HEAVY
    matilda = elements_of(tanks(equipment="Matilda I", armour=Armour.HEAVY, anti_tank_best=None), DEFAULTS)[0]
    tiger = elements_of(tanks(equipment="Tiger", armour=Armour.HEAVY, anti_tank_best=AntiTank.HEAVY), DEFAULTS)[0]
    assert matilda.armour is tiger.armour is Weight.HEAVY
    assert sum(by_difference(matilda.anti_tank - Weight.HEAVY)) == 0
    assert sum(by_difference(tiger.anti_tank - Weight.HEAVY)) == 4
    assert (matilda.reach.effective_m, tiger.reach.effective_m) == (300, 2000)


@pytest.mark.rule("NQM-CLASS-14")
def test_early_in_the_war_light_guns_may_be_medium_against_machine_gun_tanks() -> None:
    early = book(class__light_guns="medium against machine-gun tanks")
    assert at_tanks(Weight.LIGHT, machine_guns_only=True, book=early) is Weight.MEDIUM
    assert at_tanks(Weight.LIGHT, machine_guns_only=False, book=early) is Weight.LIGHT
    assert at_tanks(Weight.VERY_LIGHT, machine_guns_only=True, book=early) is Weight.VERY_LIGHT
    assert at_tanks(Weight.HEAVY, machine_guns_only=True, book=early) is Weight.HEAVY
    assert at_tanks(Weight.LIGHT, machine_guns_only=True, book=DEFAULTS) is Weight.LIGHT


@pytest.mark.rule("NQM-CLASS-14")
@pytest.mark.parametrize(
    ("gun", "rules", "fires_as"),
    [(None, True, Weight.MEDIUM), (AntiTank.LIGHT, True, Weight.LIGHT), (None, False, Weight.LIGHT)],
)
def test_in_a_fight_too(gun: AntiTank | None, rules: bool, fires_as: Weight) -> None:
    early = book(class__light_guns="medium against machine-gun tanks") if rules else DEFAULTS
    ours = body(tanks("7th Hussars", anti_tank_best=AntiTank.LIGHT, equipment="cruisers"), 0, 2700)
    theirs = body(german(tanks, "Pz I", anti_tank_best=gun, equipment="Pz I"), 1, 3000)
    on = stage([ours, theirs], book=early)
    (volley, at_armour) = volleys([ours], [theirs], 300, on.on).volleys[0]
    assert (volley.weight, volley.target, volley.band, at_armour) == (fires_as, Weight.LIGHT, RangeBand.EFFECTIVE, True)


# What is set up ------------------------------------------------------------------------------------------------------
@pytest.mark.rule("NQM-SCALE-02", "NQM-SCALE-04", "NQM-REPR-10")
def test_the_muster_names_figures_houses_and_bases() -> None:
    note = next(one for one in muster(force(infantry()), DEFAULTS).notes if "Figures" in one)
    assert note == (
        "Figures of 1:144 or 1:200 stand on ground at 1:5,000, with houses at 1:300: a roof just hides a tank. "
        "Single figures may share a base of 25 to 40 mm as a company."
    )
    assert COMPANY_BASE_MM == (25, 40)
    house_m, tank_m = Fraction(15, 2), Fraction(12, 5)
    for scale in SCALES:
        assert all(scale.buildings >= figures for figures in scale.models)
        assert all(house_m / scale.buildings >= tank_m / figures for figures in scale.models), (
            "a house of two floors hides a tank"
        )


@pytest.mark.rule("NQM-REPR-11", "NQM-REPR-12")
def test_the_sheet_says_how_exactly_bases_touch() -> None:
    own = force(infantry())
    ground = sheet(Scene(own, (), NOW, (TurnSky(NOW),)), DEFAULTS).reminders[-1]
    assert any("touch when they move and attack, judged generously" in fact.text for fact in ground.facts)


@pytest.mark.rule("NQM-REPR-14")
def test_the_compositions_of_the_books_pictures() -> None:
    """A German battalion with an infantry gun in support, Soviet mortars in direct support, weak veteran guards on
    foot."""
    own = force(
        infantry("I/IR 9", nation=Nationality.GERMAN),
        guns("IG company", nation=Nationality.GERMAN, support=Support.IN_SUPPORT, supports=1),
        infantry("Guards motor rifles", nation=Nationality.SOVIET, size=Size.WEAK, experience=Experience.VETERAN),
        guns(
            "Mortar company",
            nation=Nationality.SOVIET,
            arm=Arm.MORTAR,
            calibre_mm=120,
            support=Support.DIRECT_SUPPORT,
            supports=1,
        ),
    )
    mustered = {line.name: line for line in muster(own, DEFAULTS).lines}
    assert sum(one.kind is StandKind.INFANTRY for one in mustered["I/IR 9"].stands) == 4
    assert mustered["Guards motor rifles"].size == "7 points"
    assert battalion_of(own.units[2], DEFAULTS).grade is Grade.VETERAN
    body_of = sheet(Scene(own, (), NOW, (TurnSky(NOW),)), DEFAULTS)
    notes = {row.name: row.note for block in body_of.blocks for row in block.rows}
    assert notes["IG company"].endswith("IS") and notes["Mortar company"].endswith("DS")
    assert all(one.kind is ElementKind.BATTERY for one in battalion_of(own.units[3], DEFAULTS).elements)


@pytest.mark.rule("NQM-DESIGN-01")
def test_a_division_a_side_is_an_evening() -> None:
    division = force(*(infantry(f"b{n}") for n in range(9)), *(guns(f"r{n}", size=Size.LARGE) for n in range(3)))
    stands = muster(division, DEFAULTS).stands
    assert SYSTEMS["nqm"].evenings(stands) == 1
    assert SYSTEMS["nqm"].evenings(2 * stands) == 2


# Losses of earlier battles -------------------------------------------------------------------------------------------
@pytest.mark.rule("NQM-CAS-13", "NQM-AMB-79")
@pytest.mark.parametrize(
    ("state", "out", "pins"),
    [
        (State.FRESH, 0, 0),
        (State.FRESH, 2, 2),
        (State.FRESH, 9, 2),
        (State.SPENT, 0, 3),
        (State.SPENT, 4, 4),
        (State.SPENT, 12, 4),
    ],
)
def test_points_out_in_earlier_battles_are_out_in_the_next_as_far_as_the_state_allows(
    state: State, out: int, pins: int
) -> None:
    """Of 15 points a fit battalion has at most 2 out and a spent one 4: 15 per cent spends, 30 per cent destroys."""
    one = infantry("1st", state=state, carried=(("points_out", out),) if out else ())
    battalion = battalion_of(one, DEFAULTS)
    assert battalion.pins == pins
    line = muster(force(one), DEFAULTS).lines[0]
    assert (line.noted["points"], line.noted["black"]) == (15, pins)
    was = PrintedLine(1, one.id, "1st", state, "A", noted=line.noted)
    assert outcome(FiledLine(1), was, DEFAULTS).state is state, "untouched it is what it was"
