"""Campaign battalions as companies, guns and vehicles of the Brigade level rules; what loses a game, what it does to a
battalion."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.rules.common.force import Strength
from campaign.rules.common.hand_weapons import HandKind, HandWeapon
from campaign.rules.common.muster import StandKind
from campaign.rules.common.settings import DEFAULTS
from campaign.rules.tabletop.brigade import muster, organisation, victory
from campaign.rules.tabletop.brigade.indirect import Piece
from campaign.rules.tabletop.brigade.muster import Battalion, battalion, grade_of
from campaign.rules.tabletop.brigade.scales import TroopType
from campaign.rules.tabletop.brigade.tables import Grade, MovesAs, SmallArm
from campaign.rules.tabletop.brigade.troops import arms_of
from campaign.rules.tabletop.brigade.victory import Kind, loses_at, state_after
from campaign.rules.tabletop.interface import SYSTEMS, tabletop
from campaign.terms.forces import AntiTank, Arm, Armour, CombatClass, Experience, Nationality, Size
from campaign.terms.state import State
from campaign.values import replace
from tests.rules.brigades import FIELD, men, side, two_sides
from tests.rules.forces import guns, infantry, tanks

F = Fraction


def shape(one: Battalion) -> tuple[list[int], list[int], int]:
    """Figures of headquarters and companies, crews of support weapons, all figures."""
    companies = [troop.figures for troop in one.troops if not troop.crewed]
    crews = [troop.figures for troop in one.troops if troop.crewed]
    return companies, crews, sum(companies) + sum(crews)


@pytest.mark.rule(
    "BDE-CASE-86", "BDE-MAP-01", "BDE-MAP-02", "BDE-MAP-03", "BDE-SCALE-03", "BDE-ORG-03", "BDE-ORG-04", "BDE-ORG-05"
)
def test_infantry_battalions_by_their_men() -> None:
    assert shape(battalion(1, men(720), DEFAULTS)) == ([3, 9, 9, 9, 9], [3, 3, 3], 48)
    assert shape(battalion(1, men(360), DEFAULTS)) == ([3, 9, 9], [3], 24)
    assert shape(battalion(1, men(600), DEFAULTS)) == ([3, 7, 7, 7, 7], [3, 3, 3], 40)
    assert shape(battalion(1, men(500), DEFAULTS)) == ([3, 7, 7, 7], [3, 3, 3], 33)
    assert shape(battalion(1, men(1000), DEFAULTS)) == ([3, 11, 11, 11, 11, 11], [3, 3, 3], 67)
    weapons = [(troop.weapon, troop.piece) for troop in battalion(1, men(720), DEFAULTS).troops if troop.crewed]
    assert weapons == [(SmallArm.MMG, None), (SmallArm.MMG, None), (None, Piece.MORTAR)]


@given(count=st.integers(45, 1500))
def test_companies_have_three_to_twelve_figures_and_nobody_is_forgotten(count: int) -> None:
    for unit in (men(count), men(count, state=State.SPENT)):
        one = battalion(1, unit, DEFAULTS)
        companies, crews, total = shape(one)
        assert total == one.present
        assert all(crew in (2, 3) for crew in crews)
        if unit.state is State.FRESH:
            assert all(3 <= figures <= 12 for figures in companies)


@pytest.mark.rule("BDE-CASE-86", "BDE-MAP-01", "BDE-MAP-04", "BDE-SCALE-04", "BDE-ORG-01", "BDE-ORG-02")
def test_tanks_and_guns_by_their_numbers() -> None:
    assert [organisation.models_of(count) for count in (50, 25, 24, 12, 8, 2, 0)] == [10, 5, 5, 2, 2, 1, 0]
    assert [
        organisation.gun_models(12, 3),
        organisation.gun_models(12),
        organisation.gun_models(24, 6),
        organisation.gun_models(24, 3),
    ] == [3, 2, 6, 5]
    troop = battalion(
        1, guns(arm=Arm.ANTI_TANK, establishment=Strength(300, 0, 24), strength=Strength(300, 0, 24)), DEFAULTS
    ).troops
    assert [(one.kind, one.figures) for one in troop] == [(Kind.GUN, 3)] * 5
    tank = battalion(1, tanks(establishment=Strength(500, 50), strength=Strength(500, 50)), DEFAULTS).troops
    assert [one.kind for one in tank] == [Kind.FIGHTING_VEHICLE] * 10


@pytest.mark.rule("BDE-MAP-02", "BDE-SA-01")
def test_only_light_flak_fires_auto_cannon() -> None:
    """Anti-aircraft guns with a piece of their own fire that; other guns whose piece is not known are no
    auto-cannon."""
    for arm, best, weapon in (
        (Arm.ANTI_AIRCRAFT, None, SmallArm.AUTO_CANNON),
        (Arm.ANTI_AIRCRAFT, AntiTank.ARTILLERY, SmallArm.RIFLE),
        (Arm.FIELD_ARTILLERY, None, SmallArm.RIFLE),
    ):
        unit = guns(arm=arm, anti_tank_best=best, anti_tank_all=best, piece=None, piece_name="", calibre_mm=None)
        assert {troop.weapon for troop in battalion(1, unit, DEFAULTS).troops} == {weapon}, (arm, best)


@given(count=st.integers(8, 200))
def test_a_model_is_always_four_to_six_real_ones(count: int) -> None:
    assert F(count, 6) <= organisation.models_of(count) <= F(count, 4)


@pytest.mark.rule("BDE-MAP-06", "BDE-AMB-04")
def test_spent_battalions_muster_two_thirds() -> None:
    spent = battalion(1, men(720, state=State.SPENT), DEFAULTS)
    assert shape(spent) == ([8, 6, 6, 6], [3, 3], 32)
    assert (spent.full, spent.missing, spent.troops[0].headquarters) == (48, 16, True)
    weak = battalion(1, men(360, state=State.SPENT), DEFAULTS)
    assert (shape(weak)[1:], weak.full) == (([2], 16), 24)
    for vehicles, there in ((50, 6), (25, 3)):
        unit = tanks(establishment=Strength(0, vehicles), strength=Strength(0, vehicles), state=State.SPENT)
        assert battalion(1, unit, DEFAULTS).present == there
    assert battalion(1, men(720, state=State.DESTROYED), DEFAULTS).troops == ()
    company = battalion(1, men(720, state=State.SPENT), DEFAULTS.with_setting("brigade.hq_company_from", 2))
    assert shape(company)[0] == [2, 6, 6, 6, 6]


@pytest.mark.rule("BDE-MAP-05", "BDE-MOR-06")
def test_grades() -> None:
    assert [grade_of(one) for one in Experience] == [Grade.RAW, Grade.TRAINED, Grade.VETERAN, Grade.ELITE]
    assert {troop.grade for troop in battalion(1, men(720, experience=Experience.GREEN), DEFAULTS).troops} == {
        Grade.RAW
    }


@pytest.mark.rule("BDE-TYPE-01", "BDE-TYPE-02", "BDE-TYPE-03", "BDE-TYPE-04", "BDE-AMB-05")
def test_troop_types() -> None:
    horse = battalion(1, men(720, arm=Arm.CAVALRY), DEFAULTS).troops[1]
    car = battalion(
        1,
        tanks(
            arm=Arm.ARMOURED_CAR,
            armour=Armour.LIGHT,
            combat_class=CombatClass.LIGHT_VEHICLE,
            equipment="55 armoured car",
        ),
        DEFAULTS,
    )
    truck = replace(car.troops[0], kind=Kind.TRANSPORT, vehicle=muster.equipment.vehicle("Truck"))
    jeep = replace(truck, vehicle=muster.equipment.vehicle("Jeep"))
    foot = battalion(1, men(720), DEFAULTS).troops[1]
    assert [one.troop_type for one in (foot, horse, car.troops[0], truck, jeep)] == [
        TroopType.INFANTRY,
        TroopType.CAVALRY,
        TroopType.FIGHTING_VEHICLE,
        TroopType.TRANSPORT,
        TroopType.FIGHTING_VEHICLE,
    ]
    assert [horse.moves_as, car.troops[0].moves_as, horse.label] == [MovesAs.CAVALRY, MovesAs.JEEP, "A Squadron"]


@pytest.mark.rule("BDE-SPEC-01", "BDE-SPEC-02", "BDE-AMB-96", "BDE-AMB-26")
def test_one_figure_of_a_company_carries_the_special_weapon() -> None:
    def specialist(weapon: HandWeapon | None) -> str:
        carried = battalion(1, men(720, by_hand=weapon), DEFAULTS).troops[1].specialist
        return carried.name if carried else ""

    rifle, piat = HandWeapon("Boys rifle", HandKind.RIFLE), HandWeapon("PIAT", HandKind.LAUNCHER)
    assert [specialist(weapon) for weapon in (None, rifle, piat)] == ["AT grenades", "AT rifle", "PIAT"]
    company = battalion(1, men(720), DEFAULTS).troops[1]
    count = [arms.count if (arms := arms_of(company, living, specialist_fires=True)) else 0 for living in (9, 1)]
    assert count == [8, 0]
    assert arms_of(company, 9, dismounted=True).count == 6  # type: ignore[union-attr]
    gun = battalion(1, guns(arm=Arm.ANTI_TANK), DEFAULTS).troops[0]
    assert arms_of(gun, 3) is None


@pytest.mark.rule("BDE-WIN-02", "BDE-AMB-01")
def test_the_losses_that_lose_a_game() -> None:
    assert [loses_at(companies, DEFAULTS) for companies in (10, 9, 1)] == [6, 5, 1]
    half = DEFAULTS.with_setting("brigade.win_losses", "half")
    assert [loses_at(companies, half) for companies in (10, 9, 1)] == [5, 5, 1]


@pytest.mark.rule("BDE-WIN-03", "BDE-WIN-04", "BDE-WIN-05", "BDE-WIN-06", "BDE-AMB-03")
def test_what_counts_as_a_company() -> None:
    counted = [kind for kind in Kind if victory.counts(kind, book=DEFAULTS)]
    assert counted == [Kind.COMPANY, Kind.SQUADRON, Kind.FIGHTING_VEHICLE, Kind.GUN]
    assert not victory.counts(Kind.GUN, off_table=True, book=DEFAULTS)
    house = DEFAULTS.with_setting("brigade.win_guns", "no anti-tank guns")
    assert [victory.counts(Kind.GUN, anti_tank=at, book=house) for at in (True, False)] == [False, True]
    attacker, _ = two_sides()
    assert muster.muster(attacker, DEFAULTS).companies(DEFAULTS) == 5 + 5 + 10


@pytest.mark.rule("BDE-CASE-85", "BDE-MAP-07", "BDE-MOR-03")
def test_states_after_a_battle() -> None:
    assert [state_after(48, lost, DEFAULTS) for lost in (0, 15, 16, 18, 31, 32, 48)] == [
        State.FRESH,
        State.FRESH,
        State.SPENT,
        State.SPENT,
        State.SPENT,
        State.DESTROYED,
        State.DESTROYED,
    ]
    for full, spent, destroyed in ((48, 16, 32), (24, 8, 16), (10, 4, 7), (5, 2, 4)):
        assert [state_after(full, lost, DEFAULTS) for lost in (spent - 1, spent, destroyed - 1, destroyed)] == [
            State.FRESH,
            State.SPENT,
            State.SPENT,
            State.DESTROYED,
        ]


@pytest.mark.rule("BDE-MAP-06", "BDE-MAP-07")
def test_a_house_has_its_own_thresholds() -> None:
    house = DEFAULTS.with_setting("brigade.spent_at", "1/4").with_setting("brigade.destroyed_at", "1/2")
    assert [state_after(48, lost, house) for lost in (11, 12, 23, 24)] == [
        State.FRESH,
        State.SPENT,
        State.SPENT,
        State.DESTROYED,
    ]
    assert [organisation.mustered(full, DEFAULTS) for full in (48, 24, 10, 5, 1)] == [32, 16, 6, 3, 1]
    assert organisation.mustered(48, DEFAULTS.with_setting("brigade.spent_musters", "3/4")) == 36


@pytest.mark.rule("BDE-MAP-04", "BDE-MAP-09")
def test_field_artillery_stands_behind_the_table_and_counts_nothing() -> None:
    attacker, _ = two_sides()
    line = tabletop("brigade").muster(attacker, DEFAULTS).lines[3]
    assert (line.size, line.weight, line.noted["models"]) == ("3 guns off the table", 0, 0)
    on = DEFAULTS.with_setting("brigade.artillery_stands", "on the table")
    assert tabletop("brigade").muster(attacker, on).lines[3].weight == 3
    alone = side(1, Nationality.BRITISH, guns("RA", **FIELD))
    assert tabletop("brigade").muster(alone, DEFAULTS).lines[0].weight == 3, (
        "guns that are alone are attacked where they stand"
    )


@pytest.mark.rule("BDE-SCALE-02", "BDE-MAP-10")
def test_the_neutral_muster_names_figures_models_and_the_usual_size() -> None:
    force = side(
        1,
        Nationality.BRITISH,
        *(infantry(f"Bn {n}") for n in range(4)),
        tanks(equipment="24 Matilda II"),
        infantry("gone", state=State.DESTROYED),
    )
    made = tabletop("brigade").muster(force, DEFAULTS)
    assert {model.key: model.count for model in made.models()} == {
        "infantry figure": 212,
        "machine gun": 8,
        "mortar": 4,
        "Matilda II": 10,
    }
    assert [line.number for line in made.lines] == [1, 2, 3, 4, 5, 6]
    assert "gone is destroyed and cannot fight" in made.warnings
    assert "2 or 3 a side" in tabletop("brigade").advice(made, 1, (72, 48))[0]
    assert any("this program's" in note for note in made.notes)
    size = SYSTEMS["brigade"].table
    assert (size.length_m, size.depth_m) == (1300, 900)


@pytest.mark.parametrize("size", list(Size))
def test_battalions_without_numbers_stand_by_their_size(size: Size) -> None:
    nothing = {"establishment": Strength(), "strength": Strength(), "size": size}
    for unit in (infantry(**nothing), tanks(**nothing), guns(**nothing)):
        assert battalion(1, unit, DEFAULTS).present > 0


def test_machine_gun_and_company_units() -> None:
    mg = battalion(1, men(720, arm=Arm.MACHINE_GUN), DEFAULTS)
    assert sum(troop.weapon is SmallArm.MMG for troop in mg.troops) == 10
    company = battalion(1, men(180, size=Size.COMPANY), DEFAULTS)
    assert shape(company) == ([12], [], 12)
    column = battalion(
        1,
        guns("Jock column", arm=Arm.MIXED, establishment=Strength(300, 30, 8), strength=Strength(300, 30, 8)),
        DEFAULTS,
    )
    assert sum(troop.kind is Kind.GUN for troop in column.troops) == 2
    assert column.present == 20


@pytest.mark.rule("BDE-MAP-02", "BDE-MAP-11", "BDE-WIN-06")
def test_guns_with_infantry_are_models_of_its_return() -> None:
    """What a battalion of figures may lose in guns are its own guns, not its machine guns and mortars."""
    noted = {
        line.name: (line.noted["models"], sum(stand.kind is StandKind.GUN for stand in line.stands))
        for force in two_sides()
        for line in tabletop("brigade").muster(force, DEFAULTS).lines
        if not line.noted["by_models"]
    }
    assert noted and all(models == guns for models, guns in noted.values())
    plain = tabletop("brigade").muster(side(1, Nationality.BRITISH, men(720)), DEFAULTS).lines[0]
    assert (plain.noted["models"], plain.noted["figures"]) == (0, 48)
    assert organisation.full_layout(48) == organisation.full_layout(48, headquarters=True)
    assert (
        organisation.full_layout(48).headquarters,
        organisation.full_layout(48, headquarters=False).headquarters,
    ) == (3, 0)


@pytest.mark.rule("BDE-ORG-04")
@pytest.mark.parametrize(("joined", "figures"), [(False, 3 + 19 + 6), (True, 19 + 6)])
def test_a_headquarters_that_joined_a_company_is_counted_with_it(joined: bool, figures: int) -> None:
    assert organisation.Layout(3, (10, 9), (3, 3), joined).total == figures


@pytest.mark.rule("BDE-ORG-04", "BDE-AMB-04")
@pytest.mark.parametrize(("figures", "headquarters", "companies"), [(5, 0, (5,)), (6, 3, (3,)), (7, 3, (4,))])
def test_the_smallest_battalion_with_a_headquarters_of_its_own(
    figures: int, headquarters: int, companies: tuple[int, ...]
) -> None:
    """Three figures of headquarters leave a company of three: with fewer than six there is none."""
    found = organisation.full_layout(figures, support_models=0)
    assert (found.headquarters, tuple(found.companies)) == (headquarters, companies)
