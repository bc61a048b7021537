"""The sheet of Not Quite Mechanised: everything a player needs on it, worked out."""

import pytest

from campaign.rules.common.rulebook import Rulebook
from campaign.rules.common.scene import Scene, TurnSky
from campaign.rules.common.settings import DEFAULTS
from campaign.rules.tabletop.nqm.quick_reference import quick_tables
from campaign.rules.tabletop.nqm.sheet import sheet
from campaign.rules.tabletop.nqm.tables import Grade
from campaign.terms.forces import Experience, Size
from campaign.terms.state import State, Support
from campaign.words.sheet import SheetBody, UnitRow
from tests.rules.forces import force, guns, infantry, tanks
from tests.rules.nqm_bodies import NOW, german


def printed(*units: object, book: Rulebook = DEFAULTS) -> SheetBody:
    own = force(*units)  # type: ignore[arg-type]
    scene = Scene(
        own,
        (german(infantry, "Lehr", experience=Experience.VETERAN),),
        NOW,
        (TurnSky(NOW, night=True), TurnSky(NOW.plus(1))),
        start_hour=22,
    )
    return sheet(scene, book)


def row(body: SheetBody, name: str) -> UnitRow:
    return next(one for block in body.blocks for one in block.rows if one.name == name)


@pytest.mark.rule("NQM-MORALE-01", "NQM-MORALE-02", "NQM-ASSAULT-06", "NQM-MOV-01", "NQM-GRADE-13")
def test_numbers_of_a_battalion_are_worked_out() -> None:
    body = printed(infantry("Scots"))
    heads = [" ".join(filter(None, (one.head, one.under))) for one in body.columns]
    assert dict(zip(heads, row(body, "Scots").cells, strict=True)) == {
        "Grade": "R",
        "Points": "15",
        "Tests at": "8",
        "Holds on": "4-6",
        "Atk dice": "3",
        "Def dice": "2",
        "Attacks an hour": "2",
        "Contact km, in.": "3, 24",
        "Advance km, in.": "0.5, 4",
        "Road km, in.": "9, 72",
    }


@pytest.mark.rule("NQM-FIRE-18", "NQM-GRADE-07")
def test_tanks_and_the_elite_have_no_test_on_paper() -> None:
    body = printed(tanks("4 RTR"), infantry("Pathfinders", experience=Experience.ELITE, size=Size.COMPANY))
    assert row(body, "4 RTR").cells[2:4] == ("\N{EN DASH}", "\N{EN DASH}")
    assert row(body, "Pathfinders").cells[2:4] == ("\N{EN DASH}", "\N{EN DASH}")


@pytest.mark.rule("NQM-REPR-02", "NQM-CAS-05", "NQM-CAS-06", "NQM-AMMO-01", "NQM-AMMO-02", "NQM-REPR-03", "NQM-AMMO-05")
def test_every_stand_has_a_box_for_each_pin_and_each_die() -> None:
    rows = {one.label: one for one in row(printed(infantry("Scots")), "Scots").rows}
    company = rows["A company"]
    assert [(group.head, len(group.boxes)) for group in company.groups] == [("pins", 3), ("green", 3)]
    assert [(group.head, len(group.boxes)) for group in rows["Mortar platoon"].groups] == [("pins", 1), ("purple", 1)]
    assert not any(box.ticked for group in company.groups for box in group.boxes)
    assert [group.head for group in rows["Command"].groups] == ["pins"]


@pytest.mark.rule("NQM-RANGE-01", "NQM-CLASS-05")
def test_classes_and_ranges_of_a_stand() -> None:
    cells = {
        fact.label: fact.text
        for fact in {one.label: one for one in row(printed(infantry("Scots", dug_in_turns=2)), "Scots").rows}[
            "A company"
        ].cells
    }
    assert cells == {"fires": "L 2.4/8", "target": "M"}
    open_ground = {one.label: one for one in row(printed(infantry("Scots")), "Scots").rows}["A company"]
    assert next(fact.text for fact in open_ground.cells if fact.label == "target") == "L"


def test_a_spent_battalion_has_its_black_pins_crossed_and_tests_on_what_is_left() -> None:
    spent = row(printed(infantry("Scots", state=State.SPENT)), "Scots")
    crossed = sum(box.ticked for one in spent.rows for group in one.groups for box in group.boxes)
    assert crossed == 3
    assert spent.cells[2] == "6"
    assert "3 black pins" in spent.note


@pytest.mark.rule("NQM-SCALE-05")
def test_the_hours_of_the_battle_with_clock_and_night() -> None:
    track = printed(infantry("Scots")).tracks[0]
    assert [cell.label for cell in track.cells] == [str(n) for n in range(1, 13)]
    assert (track.cells[0].note, track.cells[0].dark) == ("22:00", True)
    assert (track.cells[6].note, track.cells[6].dark) == ("04:00", False)


@pytest.mark.rule("NQM-ORG-05", "NQM-ORG-09", "NQM-ORG-16", "NQM-ORDERS-03")
def test_supporting_guns_say_whose_they_are_and_when_they_fire() -> None:
    body = printed(infantry("Scots"), guns("25-pdrs", supports=1, support=Support.IN_SUPPORT))
    facts = {fact.label: fact.text for fact in body.blocks[0].facts}
    assert facts["Guns"] == "25-pdrs (IS)"
    assert row(body, "25-pdrs").note.endswith(", IS")
    ground = {fact.label: fact.text for fact in body.reminders[-1].facts}
    assert "in support (IS) the hour after. Both use ammunition of their own chain of command" in ground["Support"]


@pytest.mark.rule("NQM-GRADE-22")
def test_green_troops_are_marked() -> None:
    green = row(printed(infantry("Militia", experience=Experience.GREEN)), "Militia")
    assert green.cells[0] == "R gr"
    assert "first casualty" in green.facts[0].text


def test_only_grades_of_this_battle_are_in_the_tables() -> None:
    tables = {one.title: one for one in printed(infantry("Scots")).tables}
    assert [one.cells[0] for one in tables["Close assault"].rows] == ["veteran", "regular"]
    assert [one.cells[0] for one in tables["First fire (blue die)"].rows] == ["veteran", "regular"]
    assert tables["Close assault"].rows[0].cells == ("veteran", "4", "3", "3", "1/3", "3-6")


@pytest.mark.rule("NQM-FIRE-06", "NQM-ARTY-01", "NQM-SEQ-15")
def test_the_tables_say_what_the_book_says() -> None:
    tables = {one.title: one for one in quick_tables(set(Grade), DEFAULTS)}
    assert [one.cells[1:] for one in tables["Fire: casualties by die"].rows] == [
        tuple(text.replace("-", "\N{EN DASH}").split())
        for text in ("- 1 1 2 3 4", "- 1 1 2 3 4", "- - 1 1 2 3", "- - - 1 1 2", "- - - - 1 1", "- - - - - 1")
    ]
    assert [one.cells[1] for one in tables["Smallest gun that counts"].rows] == ["45 mm", "80 mm", "160 mm"]
    sights = {one.cells[0]: one.cells[1:] for one in tables["Recce (rows) sees hidden enemy"].rows}
    assert sights["elite"] == ("6", "5-6", "4-6", "2-6", "always")
    assert sights["militia"][0] == "\N{EN DASH}"
    assert len(tables["An attack"].rows) == 6


def test_house_rules_that_differ_are_named() -> None:
    book = DEFAULTS.with_setting("nqm.grade.veteran_hold", "3 or 6")
    assert any("veteran_hold" in line for line in printed(infantry("Scots"), book=book).differences)
    assert printed(infantry("Scots")).differences == ()


@pytest.mark.rule("NQM-REORG-10", "NQM-FORT-05")
def test_boxes_for_the_disorganised_and_a_word_for_the_dug_in() -> None:
    body = printed(infantry("Scots", dug_in_turns=2))
    assert [one.head for one in body.ticks] == ["Dis.", "Tested", "Terror", "Refill", "Truck"]
    assert row(body, "Scots").note == "dug in: bases may stand apart"


def test_the_unfit_are_on_the_sheet_without_stands() -> None:
    gone = row(printed(infantry("Gone", state=State.DESTROYED), infantry("Here", size=Size.WEAK)), "Gone")
    assert gone.rows == ()
    assert "does not fight" in gone.note
