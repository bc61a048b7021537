"""Names and numbers of units on the papers, and totals in which nothing is counted twice unsaid."""

import pytest

from campaign.journal import reading
from campaign.model import Battalion, Formation, StrengthReturn
from campaign.queries.common.outlook import Count, look
from campaign.queries.common.symbols import battalion_symbol, vehicle_word
from campaign.queries.contacts.sitrep import sitreps
from campaign.queries.orbat.orbat import orders_of_battle
from campaign.queries.orbat.roster import rosters, shown_number, since_yesterday, unnumbered
from campaign.queries.orbat.strength import strength_returns
from campaign.store import Store
from campaign.terms.forces import Arm, Size, SizeMark
from campaign.terms.state import State
from campaign.terms.viewer import UMPIRE
from campaign.words.symbol import Complement
from campaign_reports import staff_sheet
from campaign_reports.comb_plan import numbered
from tests.queries.front import viewer_of
from tests.tiny import by_hand, named


@pytest.mark.parametrize(
    ("name", "number", "rest"),
    [
        ("4th/7th Royal Dragoon Guards", "4/7", "Royal Dragoon Guards"),
        ("13th/18th Royal Hussars", "13/18", "Royal Hussars"),
        ("1/5th Bn Queen's Royal Regiment", "1/5", "Queen's Royal Regiment"),
        ("2nd Bn Scots Guards", "2", "Scots Guards"),
        ("II./Panzer-Regiment 5", "II", "Panzer-Regiment 5"),
        ("176. Infanterie-Division, first battalion", "1", "176. Infanterie-Division, first battalion"),
        # a campaign founded when only the first number was read
        ("4th/7th Royal Dragoon Guards", "4", "4th/7th Royal Dragoon Guards"),
        ("1/5th Bn Queen's Royal Regiment", "1", "1/5th Bn Queen's Royal Regiment"),
    ],
)
def test_a_name_without_its_number_loses_nothing_else(name: str, number: str, rest: str) -> None:
    assert unnumbered(Battalion(name=name, number=number)) == rest


@pytest.mark.parametrize(
    ("name", "number", "shown"),
    [
        ("43rd (Wessex) Division", "43", "43rd (Wessex) Division"),
        ("10. SS-Panzer-Division Frundsberg", "10", "10. SS-Panzer-Division Frundsberg"),
        ("Division Erdmann", "7", "7 Division Erdmann"),
        ("4th/7th Royal Dragoon Guards", "4/7", "4th/7th Royal Dragoon Guards"),
        ("Panzer-Brigade 107", "10", "10 Panzer-Brigade 107"),
    ],
)
def test_a_number_without_room_beside_its_box_is_not_told_twice(name: str, number: str, shown: str) -> None:
    assert numbered(name, number) == shown


@pytest.mark.parametrize(
    ("name", "number", "shown"),
    [
        ("Panzerjaeger-Abteilung 38", "38", ""),
        ("Panzer-Pionier-Lehr-Bataillon 130", "130", ""),
        ("Kradschuetzen-Bataillon 15 (rest)", "15", ""),
        ("II./Panzer-Regiment 5", "II", "II"),
        ("II./Panzer-Regiment 36", "6", "6"),
        ("2nd Bn Scots Guards", "2", "2"),
    ],
)
def test_a_number_that_the_name_ends_with_has_no_column_of_its_own(name: str, number: str, shown: str) -> None:
    assert shown_number(Battalion(name=name, number=number)) == shown


def test_the_change_since_yesterday_names_every_kind_that_was_lost() -> None:
    unit = Battalion(arm=Arm.INFANTRY, state=State.SPENT, men=500, vehicles=9, guns=4)
    before = Count(State.FRESH, 754, 13, 6)
    assert since_yesterday(unit, before) == "now spent, –254 men, –4 vehicles, –2 guns"


@pytest.mark.parametrize(
    ("arm", "items", "word"),
    [
        (Arm.ARMOUR, [("tank", 72)], "tanks"),
        (Arm.ARMOURED_CAR, [("armoured car", 61)], "armoured cars"),
        (Arm.RECONNAISSANCE, [], "armoured cars"),
        (Arm.RECONNAISSANCE, [("armoured car", 52), ("carrier", 63)], "vehicles"),
        (Arm.RECONNAISSANCE, [("jeep", 40)], "vehicles"),
        (Arm.INFANTRY, [("carrier", 13)], "vehicles"),
    ],
)
def test_vehicles_are_called_what_they_are(arm: Arm, items: list[tuple[str, int]], word: str) -> None:
    listed = [{"item": kind, "kind": kind, "count": count} for kind, count in items]
    unit = Battalion(arm=arm, equipment_list=listed, vehicles_establishment=sum(count for _, count in items) or 20)
    assert vehicle_word(unit) == word


@pytest.fixture
def mixed(front: Store) -> Store:
    """Of 1st Brigade the Hussars have 20 of 24 tanks, 1st Rifles 10 carriers, 2nd Rifles 6 armoured cars."""
    with by_hand(front) as board:
        for name, arm, vehicles, establishment in (
            ("1st Hussars", Arm.ARMOUR, 20, 24),
            ("1st Rifles", Arm.INFANTRY, 10, 12),
            ("2nd Rifles", Arm.ARMOURED_CAR, 6, 6),
        ):
            unit = named(board, Battalion, name)
            unit.arm, unit.vehicles, unit.vehicles_establishment = arm, vehicles, establishment
        counts = {b.key: [b.state.value, b.men, b.vehicles, b.guns] for b in board.rows(Battalion)}
        board.make(StrengthReturn, day=1, content=counts)
    return front


def test_tanks_are_counted_as_tanks_and_no_line_holds_another(mixed: Store) -> None:
    with reading(mixed) as board:
        (roster,) = rosters(board, viewer_of(board, "alba"))
        (report,) = sitreps(board, UMPIRE, commander="Brigadier Ash")
        (paper,) = strength_returns(board, viewer_of(board, "alba"))
    total = roster.groups[0].groups[0].groups[0].total
    assert total is not None
    assert (total.tanks, total.tanks_establishment, total.other_vehicles, total.other_vehicles_establishment) == (
        20,
        24,
        10,
        12,
    )
    assert (total.armoured_cars, total.armoured_cars_establishment) == (6, 6)
    counts = {count.kind: (count.today, count.establishment) for count in report.own_totals if count.kind != "men"}
    assert counts == {"tanks": (20, 24), "armoured cars": (6, 6), "other vehicles": (10, 12)}
    top = paper.curves[0]
    assert (top.tanks_establishment, top.counts[-1].tanks, top.counts[-1].other_vehicles) == (24, 20, 10)
    assert (top.armoured_cars_establishment, top.counts[-1].armoured_cars) == (6, 6)
    assert top.other_vehicles_establishment == total.other_vehicles_establishment == 12
    cells = staff_sheet._force(top)
    assert "20/24" in cells and "6/6" in cells and "10/12" in cells, "the staff sheet says what the roster says"


def test_guns_at_full_strength_are_not_drawn_in_part(front: Store) -> None:
    with by_hand(front) as board:
        for name, guns in (("1st Rifles", 12), ("2nd Rifles", 10)):
            unit = named(board, Battalion, name)
            unit.arm, unit.size, unit.guns, unit.guns_establishment = Arm.FIELD_ARTILLERY, Size.WEAK, guns, 12
        named(board, Battalion, "1st Hussars").size = Size.WEAK
    with reading(front) as board:
        outlook = look(board, UMPIRE)
        drawn = {b.name: battalion_symbol(outlook, b).complement for b in outlook.army.battalions.values()}
    assert (drawn["1st Rifles"], drawn["2nd Rifles"], drawn["1st Hussars"]) == (
        Complement.WHOLE,
        Complement.REDUCED,
        Complement.REDUCED,
    )


def test_tanks_of_reconnaissance_and_a_battalion_with_attached_troops_have_their_signs(front: Store) -> None:
    with by_hand(front) as board:
        hussars = named(board, Battalion, "1st Hussars")
        hussars.arm, hussars.recce_companies = Arm.ARMOUR, 3
        named(board, Formation, "1st Brigade").mark = SizeMark.BATTALION
    with reading(front) as board:
        outlook = look(board, UMPIRE)
        (chart, _) = orders_of_battle(board, UMPIRE)
        drawn = {b.name: battalion_symbol(outlook, b) for b in outlook.army.battalions.values()}
    assert [name for name, symbol in drawn.items() if symbol.reconnaissance] == ["1st Hussars"]
    brigade = next(node for node in chart.roots[0].subordinates[0].subordinates if node.name == "1st Brigade")
    assert (brigade.symbol.mark, brigade.symbol.complement) == (SizeMark.BATTALION, Complement.REINFORCED)
