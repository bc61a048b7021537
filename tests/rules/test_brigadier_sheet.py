"""What stands on the battle sheet of Brigadier General Commands."""

from __future__ import annotations

from typing import Any

import pytest

from campaign.rules.common.force import Arrival
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.common.scene import Scene, TurnSky
from campaign.rules.common.settings import DEFAULTS
from campaign.rules.tabletop.brigadier.sheet import sheet
from campaign.terms.forces import Arm, Armour, Experience, Nationality, Size, Weapon
from campaign.terms.state import Posture, State
from campaign.terms.time import Moment
from campaign.values import replace
from campaign.words.sheet import BoxRow, LabelColour, SheetBody, UnitRow
from tests.rules.brigading import BOOK
from tests.rules.forces import force, guns, infantry, tanks

START = Moment(1, 2)


def drawn(
    *units: Any,
    book: Rulebook = DEFAULTS,
    attacks: bool | None = True,
    air: tuple[Weapon, ...] = (),
    night: bool = False,
) -> SheetBody:
    scene = Scene(
        force(*(units or (infantry(),))),
        (),
        START,
        (TurnSky(START, night),),
        attacks,
        air,
        start_hour=4,
        enemy_nationalities=(Nationality.GERMAN,),
    )
    return sheet(scene, book)


def rows(body: SheetBody) -> list[UnitRow]:
    return [row for block in body.blocks for row in block.rows]


def words(body: SheetBody) -> str:
    """Everything that stands in the quick-reference tables."""
    return " | ".join(
        " ".join([table.title, *table.heads, table.note, *(cell for row in table.rows for cell in row.cells)])
        for table in body.tables
    )


def boxes(row: BoxRow, head: str) -> tuple[Any, ...]:
    return next(group.boxes for group in row.groups if group.head == head)


@pytest.mark.rule(
    "BGC-SETUP-04", "BGC-SETUP-05", "BGC-SETUP-10", "BGC-COMM-01", "BGC-ORD-13", "BGC-FIRE-10", "BGC-FIRE-15"
)
def test_a_battalion_with_its_platoons() -> None:
    row = rows(drawn())[0]
    assert row.cells == ("Reg.", "13", "52", "8", "16") and len(row.rows) == 13
    assert len(row.ticks[0]) == len(drawn().tracks[0].cells) == 12, "a box for the radio each turn of the track"
    line = row.rows[2]
    order, men = boxes(line, "order"), boxes(line, "K/W")
    assert [box.text for box in order] == ["Db", "Mv", "Am", "Df", "Fo", "Sh", "Ho", "Ba", "Ro"] and [
        box.heavy for box in order
    ].index(True) == 1
    assert len(men) == 4 and not any(box.ticked for box in men)
    assert {fact.label: fact.text for fact in row.facts}["bolt-action and LMG"] == "4 3 2 1"


@pytest.mark.rule("BGC-SETUP-06", "BGC-SETUP-07", "BGC-SETUP-11", "BGC-MUS-04")
def test_kills_of_a_spent_battalion_are_marked() -> None:
    row = rows(drawn(infantry(state=State.SPENT)))[0]
    assert sum(box.ticked for one in row.rows for box in boxes(one, "K/W")) == 8
    assert all(boxes(one, "order")[3].heavy for one in row.rows), "Defend"
    assert "8 kills marked" in " ".join(fact.text for fact in row.facts)
    standing = rows(drawn(attacks=False))[0]
    assert all(boxes(one, "order")[2].heavy for one in standing.rows), "Aim"


@pytest.mark.rule("BGC-M-20", "BGC-M-10")
def test_blanks_with_the_section_where_nobody_has_spoken() -> None:
    silent = {fact.label: fact.text for fact in rows(drawn(infantry(anti_tank_best=None), tanks()))[1].facts}
    assert (silent["tank guns"], silent["move"]) == ("__ (11.5.2)", "__ (11.7.1)")
    told = {fact.label: fact.text for fact in rows(drawn(tanks(), book=BOOK))[0].facts}
    assert (told["tank guns"], told["move"]) == ('8 6 4 2 to 20"', '8"')
    assert "__ (11.5.10)" in words(drawn()) and "__ (11.5.10)" not in words(drawn(book=BOOK))


@pytest.mark.rule("BGC-INIT-01", "BGC-SETUP-13", "BGC-SETUP-14", "BGC-TIME-05", "BGC-MUS-11", "BGC-BACK-05")
def test_initiative_and_clock() -> None:
    facts = {fact.label: fact.text for fact in drawn().facts}
    assert "yours" in facts["Initiative"] and "04:00" in facts["Clock"] and "return" in facts["Clock"]
    assert "theirs" in {fact.label: fact.text for fact in drawn(attacks=False).facts}["Initiative"]
    clock = next(track for track in drawn(night=True).tracks if track.title == "Clock")
    assert [cell.label for cell in clock.cells][:3] == ["04:00", "04:30", "05:00"] and all(
        cell.dark for cell in clock.cells
    )
    assert "night" in clock.note and "(house rule)" in clock.note
    assert "day by" in next(track for track in drawn().tracks if track.title == "Clock").note
    assert (
        facts["Objective"].endswith("(house rule)")
        and "half its fresh battalions" in facts["End"]
        and "(house rule)" in facts["End"]
    )


@pytest.mark.rule("BGC-SETUP-15", "BGC-SETUP-16", "BGC-INDIR-05", "BGC-AIR-01")
def test_guns_off_the_table_and_aircraft() -> None:
    body = drawn(guns(posture=Posture.SUPPORT), air=(Weapon.GROUND_ATTACK,))
    assert "25-pdr troops" in {fact.label: fact.text for fact in body.facts}["Off-board guns"]
    assert any(log.title == "Air missions" for log in body.logs) and "Air missions" in words(body)
    assert not any(log.title == "Air missions" for log in drawn().logs) and "Air missions" not in words(drawn())


@pytest.mark.rule(
    "BGC-INDIR-09", "BGC-INDIR-10", "BGC-INDIR-12", "BGC-INDIR-13", "BGC-SETUP-17", "BGC-COMM-05", "BGC-AMB-42"
)
def test_planned_map_fire_is_written_down_if_the_rule_is_on() -> None:
    on = drawn(book=DEFAULTS.with_setting("brigadier.planned_map_fire", "on"))
    log = next(log for log in on.logs if log.title == "Planned map fire")
    assert log.heads[0] == "Time" and "never before" in log.note and "planned map fire" in words(on)
    assert not any(log.title == "Planned map fire" for log in drawn().logs)


@pytest.mark.rule(
    "BGC-GEN-13",
    "BGC-GEN-14",
    "BGC-MEAS-01",
    "BGC-MEAS-09",
    "BGC-SETUP-01",
    "BGC-SETUP-02",
    "BGC-SETUP-03",
    "BGC-SETUP-09",
)
def test_what_is_settled_before_the_first_turn() -> None:
    said = words(drawn())
    for part in (
        "note unseen defenders on the map",
        "All other units start on the table",
        "in or out of radio",
        "sunrise and sunset",
        "wooden blocks",
        "contours",
        "quarter of an inch",
    ):
        assert part in said


@pytest.mark.rule("BGC-UMP-01", "BGC-UMP-02", "BGC-UMP-03", "BGC-UMP-04", "BGC-UMP-05")
def test_hidden_movement_if_the_rule_is_on() -> None:
    said = words(drawn(book=DEFAULTS.with_setting("brigadier.hidden_movement", "on")))
    for part in (
        "Plot movement on paper",
        "compares both plots",
        "play the plots until they see each other",
        "stay off the table",
        "only the places of hidden troops",
    ):
        assert part in said
    assert "Hidden movement" not in words(drawn())


@pytest.mark.rule("BGC-SOLO-01", "BGC-SOLO-02", "BGC-SOLO-03")
def test_who_plays_alone_is_told_what_to_do_in_doubt() -> None:
    facts = {fact.label: fact.text for fact in drawn(book=DEFAULTS.with_setting("brigadier.solo", "on")).facts}
    assert facts["In doubt"] == (
        "Proposed: Move, and fire at the nearest threat, because the side has the initiative (BGC-SOLO-02, BGC-SOLO-03)."
        " To change it: give any other order and target."
    )
    assert "In doubt" not in {fact.label for fact in drawn().facts}


@pytest.mark.rule("BGC-GEN-08", "BGC-TAB-06", "BGC-TAB-11", "BGC-TAB-12", "BGC-COVER-09")
def test_the_quick_reference_in_our_words() -> None:
    body = drawn()
    titles = [table.title for table in body.tables]
    assert {
        "A turn",
        "Orders, best first",
        "Firing sequence",
        "Sixes: kills + wounds",
        "Cover",
        "Steps down",
        "Seeing",
    } <= set(titles)
    kills = next(table for table in body.tables if table.title.startswith("Sixes"))
    assert kills.rows[4].cells == ("5", "4+1", "2+1", "1+1", "1+1", "0+1", "0+1") and len(kills.heads) == 6
    assert [row.cells[0][:1] for row in next(table for table in body.tables if table.title == "A turn").rows][:3] == [
        "1",
        "2",
        "3",
    ]
    seeing = next(table for table in body.tables if table.title == "Seeing")
    assert [row.cells[1] for row in seeing.rows][:4] == ['20"', '10"', '20"', '+5"']


@pytest.mark.rule("BGC-COLOR-07", "BGC-COLOR-09", "BGC-TAB-16", "BGC-GEN-10")
def test_labels_to_cut_out() -> None:
    body = drawn(infantry(), tanks())
    assert len(body.labels) == 13 + 7
    first = body.labels[0]
    assert (
        first.bars == (LabelColour.BROWN, LabelColour.GREEN, LabelColour.BROWN)
        and first.sign == "CGC"
        and "round base" in first.text
    )
    assert "C = battalion colour" in " ".join(body.legend)


@pytest.mark.rule("BGC-GEN-07")
def test_differences_name_the_house_file_and_the_settings() -> None:
    book = BOOK.with_setting("brigadier.excess_kills", "wounded")
    said = drawn(book=book).differences
    assert "not the author's" in said[0] and any("(brigadier.excess_kills: wounded, not lost)" in line for line in said)
    assert drawn().differences == ()


def test_optional_rules_show_on_the_sheet() -> None:
    book = BOOK.with_setting("brigadier.alternative_base_counts", "on").with_setting("brigadier.heavy_ordnance", "on")
    facts = {fact.label: fact.text for fact in drawn(book=book).facts}
    assert facts["Base counts"] == "headquarters 4, infantry 4" and facts["Heavy guns"] == "limbering takes 1 turn"
    silent = {
        fact.label: fact.text for fact in drawn(book=DEFAULTS.with_setting("brigadier.heavy_ordnance", "on")).facts
    }
    assert silent["Heavy guns"] == "__ (11.7.2)"


def test_lines_are_numbered_as_by_the_muster_and_the_unfit_stand_there_too() -> None:
    late = replace(infantry(), arrival=Arrival(Moment(1, 3), "N"))
    body = drawn(replace(infantry(), line=4), infantry(state=State.DESTROYED), late, infantry(posture=Posture.RESERVE))
    assert [row.line for row in rows(body)] == [4, 2, 3, 4] and rows(body)[1].rows == ()
    assert rows(body)[2].arrives == "from 1.3" and rows(body)[3].arrives == "when called"


# What somebody needs who has only the sheet and the book -------------------------------------------------------------
@pytest.mark.rule("BGC-STEP-05", "BGC-M-16", "BGC-EXP-08")
def test_the_one_cell_of_the_ladder_that_the_text_prints_is_printed() -> None:
    """Section 15: six steps down in the regular column take a platoon from Move to Hold. All others are blank without a
    house file."""
    table = next(table for table in drawn().tables if table.title == "Steps down")
    cells = {row.cells[0]: dict(zip(table.heads, row.cells[1:], strict=False)) for row in table.rows[1:]}
    assert cells["Move"] == {"1": "__", "2": "__", "3": "__", "4": "__", "6": "Hold", "8": "__"}
    assert all(cell == "__" for order, row in cells.items() if order != "Move" for cell in row.values())
    green = next(table for table in drawn(infantry(experience=Experience.GREEN)).tables if table.title == "Steps down")
    assert "Hold" not in [cell for row in green.rows for cell in row.cells], "the text says nothing of the green"


@pytest.mark.rule("BGC-M-07", "BGC-M-14", "BGC-M-19", "BGC-M-22", "BGC-M-23", "BGC-M-24", "BGC-M-25", "BGC-SEQ-01")
def test_every_section_that_the_preview_leaves_out_is_named_where_it_is_needed() -> None:
    phases = {
        row.cells[0].split("  ")[1]: row.cells[1]
        for table in drawn().tables
        if table.title == "A turn"
        for row in table.rows
    }
    for phase, section in (
        ("Communications", "11.3"),
        ("Surrender", "11.6"),
        ("Movement", "11.7.3"),
        ("Close assault", "11.8"),
        ("Medic", "11.9"),
        ("Time", "11.10"),
    ):
        assert f"__ ({section})" in phases[phase], phase
    said = {fact.label: fact.text for fact in rows(drawn(tanks()))[0].facts}
    assert (said["range"], said["penetration"]) == ("__ (11.5.6)", "__ (11.5.5)")
    assert "__ (11.5.4)" in words(drawn()) and "__ (11.5.11)" in words(drawn())
    told = drawn(tanks(), book=BOOK)
    assert not [fact for fact in rows(told)[0].facts if fact.label == "range"]
    assert not [section for section in ("11.3)", "11.6)", "11.8)", "11.9)", "11.10)") if section in words(told)], (
        "the house file says"
    )


@pytest.mark.rule("BGC-INDIR-02", "BGC-MUS-06", "BGC-SETUP-15")
def test_guns_off_the_table_have_no_boxes_that_nobody_can_use() -> None:
    behind = guns(size=Size.WEAK, posture=Posture.SUPPORT)
    row = rows(drawn(infantry(), behind))[1]
    assert [part.label for part in row.rows] == ["3 platoons of field guns"] and not any(
        part.groups for part in row.rows
    )
    assert row.cells[-2:] == ("\N{EN DASH}", "\N{EN DASH}") and len(row.ticks[0]) == 12, (
        "its radio is asked all the same"
    )
    assert {one.line for one in drawn(infantry(), behind).labels} == {1}
    assert rows(drawn(infantry(), guns(supports=1, posture=Posture.MARCH)))[1].rows[0].groups == (), (
        "in support of a command it marches with"
    )
    reserve = rows(drawn(infantry(posture=Posture.RESERVE)))[0]
    assert len(reserve.rows) == 13 and all(part.groups for part in reserve.rows), "reserves are called and come on"


@pytest.mark.rule("BGC-SETUP-03", "BGC-SETUP-12")
def test_who_comes_onto_the_table_moves_and_is_not_dug_in() -> None:
    unit = infantry(dug_in_turns=2)
    here = Scene(force(unit), (), START, (TurnSky(START),), attacks=False)
    begins = [
        {fact.label: fact.text for fact in rows(sheet(scene, DEFAULTS))[0].facts}["begins"]
        for scene in (here, replace(here, beside={unit.id: (62, 48)}))
    ]
    assert begins == ["on Aim, dug in, in radio contact", "on Move or Double, in radio contact"]
    assert "as you like" in words(drawn())


@pytest.mark.rule("BGC-SETUP-11", "BGC-SETUP-13", "BGC-AMB-41")
def test_in_a_meeting_engagement_both_dice_and_who_has_dug_in_aims() -> None:
    met = drawn(infantry(dug_in_turns=2), infantry(), attacks=None)
    begins = [{fact.label: fact.text for fact in row.facts}["begins"] for row in rows(met)]
    assert (
        begins[0].startswith("on Aim, dug in")
        and begins[1].startswith("on Move")
        and "Attackers have" not in words(met)
    )
    assert {fact.label: fact.text for fact in met.facts}[
        "Initiative"
    ] == "both sides attack, so roll a die for it (house rule)" and "Both sides attack: roll" in words(met)


@pytest.mark.rule("BGC-M-10", "BGC-M-14", "BGC-M-20", "BGC-M-23")
def test_one_list_holds_what_is_to_be_agreed_and_how_a_house_file_fills_it() -> None:
    """The preview's gaps that these forces need, in one place; a house file that says all of it leaves no list."""
    log = next(log for log in drawn(infantry(), tanks()).logs if log.asks)
    assert log.title.startswith("Agree before turn 1") and "campaign rules house FILE" in log.note
    for part in (
        "Move: ",
        "Tank guns: dice, range",
        "Close assault",
        "Surrender (11.6)",
        "Turn: minutes, initiative",
        "Weather",
    ):
        assert any(one.startswith(part) for one in log.asks), part
    assert (
        "Seeing by night (12)" in next(log for log in drawn(night=True).logs if log.asks).asks
        and "Seeing by night (12)" not in log.asks
    )
    told = [one for log in drawn(infantry(), tanks(), book=BOOK).logs for one in log.asks]
    assert not [one for one in told if one.startswith(("Move", "Tank guns", "Close assault", "Surrender"))]


@pytest.mark.rule("BGC-GEN-03")
def test_platoons_are_counted_once_and_only_those_that_begin() -> None:
    late = replace(infantry(), arrival=Arrival(Moment(2, 1), "N"))
    body = drawn(infantry(), tanks(), late, guns(posture=Posture.SUPPORT))
    assert {fact.label: fact.text for fact in body.facts}[
        "Platoons"
    ] == "20 platoons with a Count of 80; commanders may raise 7 orders a turn", "13 and 7"
    assert [fact.text for block in body.blocks for fact in block.facts] == ["13", "7"], "each command its own"


@pytest.mark.rule("BGC-BUG-02", "BGC-BUG-04", "BGC-BUG-06", "BGC-BUG-07")
def test_bug_out_is_told_whole_and_no_kit_is_cut() -> None:
    said = words(drawn())
    assert (
        "one full move away" in said
        and "goes on Back immediately" in said
        and "No platoon bugs out from an ambush or from aircraft" in said
    )
    note = rows(drawn(infantry(equipment="10 Universal carrier, 2 3in mortar, 22 Bren gun, 14 Boys")))[0].note
    assert note == "brown on green, 10 × Universal carrier and more"


@pytest.mark.rule("BGC-FIRE-12", "BGC-FIRE-13")
def test_what_is_ours_is_marked_and_no_house_rule_is() -> None:
    def ours(body: SheetBody) -> dict[str, str]:
        return {fact.label: fact.text for fact in body.readings}

    said = ours(drawn(infantry(nation=Nationality.ITALIAN)))
    assert said["Rifles"] == "Rifles of other armies have 1 Fire Die, like German and British rifles.", (
        "the text names US, German and British infantry"
    )
    assert "Rifles" not in ours(drawn()) and "last unhurt man" in ours(drawn())["Kills"]
    changed = drawn(book=DEFAULTS.with_setting("brigadier.excess_kills", "wounded"))
    assert "Kills" not in ours(changed) and any("excess_kills" in line for line in changed.differences)


@pytest.mark.rule(
    "BGC-M-07",
    "BGC-M-08",
    "BGC-M-09",
    "BGC-M-12",
    "BGC-M-13",
    "BGC-M-16",
    "BGC-M-17",
    "BGC-M-18",
    "BGC-M-19",
    "BGC-M-20",
    "BGC-M-22",
    "BGC-M-23",
    "BGC-M-24",
    "BGC-M-25",
)
def test_every_value_of_the_house_file_that_the_force_needs_is_on_its_sheet() -> None:
    troops = (infantry(), tanks(armour=Armour.HEAVY), guns(), guns(arm=Arm.ANTI_AIRCRAFT))
    body = drawn(*troops, book=BOOK, air=(Weapon.GROUND_ATTACK,))
    (block,) = body.reminders
    lines = {fact.label: fact.text for fact in block.facts}
    assert lines["Armour"] == "The classes are heavy: front heavy, side medium."
    assert lines["Arc of fire"] == "The degrees are field gun 90. Other weapons fire all round."
    assert lines["Steps"].endswith("Regular = Double, Move, Move, Aim, Defend, Shaken, Shaken, Hold, Hold, Back, Rout.")
    assert lines["Air attack"].startswith("The dice are ground attack 16 dice, read as area fire")
    assert "field guns 3 a Count" in lines["Indirect fire"] and "6 sends the attack home" in lines["Anti-aircraft fire"]
    assert {"Lost HQ", "Combined fire", "Ground", "Limbering", "Orders"} <= set(lines)
    (turn,) = (table for table in body.tables if table.title == "A turn")
    phases = {row.cells[0].split("  ")[1]: row.cells[1] for row in turn.rows}
    assert phases["Communications"] == "radio, 1d6 a battalion: 2-6 in contact"
    assert phases["Surrender"] == "on Back or Rout, an enemy within 2 in., no friend within 10 in.: 1d6, 1-2 gives up"
    assert phases["Movement"] == "one platoon at a time; saved fire: 1 shot a turn; the side with the initiative first"
    assert phases["Close assault"].endswith(
        "open x1, soft x1/2, hard x1/3; each 5-6 is a step down; 1 round a turn; the loser falls back"
    )
    assert (
        phases["Medic"]
        == "1d6 for each wound: 5-6 returns, 1 dies; +1 within 10 in. of a medical platoon; +1 at an aid station"
    )
    assert phases["Time"] == "1d6: 1-2: 15, 3-4: 20, 5-6: 30 minutes; the initiative changes on 1"
    tanks_row = {fact.label: fact.text for fact in rows(body)[1].facts}
    assert tanks_row["armour"] == "front heavy, side medium"
    assert not [text for text in (*phases.values(), words(body)) if "house file" in text.replace("House file", "")]
    (reach,) = (table for table in body.tables if table.title == "Reach in inches")
    assert reach.heads == ("aimed", "area", "light", "medium", "heavy")
    assert {row.cells[0]: row.cells[1:] for row in reach.rows}["tank guns"] == ("20", "20", "20", "10", "2")


def test_without_a_house_file_nothing_is_said_by_one() -> None:
    body = drawn()
    assert body.reminders == () and "Reach in inches" not in words(body)
