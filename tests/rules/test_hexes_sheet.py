"""What stands on the sheet of a hex fight: boxes, worked-out numbers, cards, tables."""

from __future__ import annotations

from typing import Any

import pytest

from campaign.rules.common.force import Unit
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.common.scene import Prize, Scene
from campaign.rules.common.settings import DEFAULTS
from campaign.rules.tabletop.hexes.system import TABLETOP
from campaign.terms.forces import Arm, Armour, Level, Piece, Size, Weapon
from campaign.terms.state import State
from campaign.terms.time import Moment
from campaign.words.sheet import Box, Mark, SheetBody, UnitRow
from tests.rules.fighting import battalion
from tests.rules.fighting import force as side_of
from tests.rules.forces import guns, tanks
from tests.rules.hexing import house

OWN = (
    battalion(1, 1, "1st"),
    battalion(1, 1, "spent", state=State.SPENT),
    battalion(1, 2, "tanks", tanks, size=Size.WEAK),
    battalion(1, 2, "guns", guns, size=Size.NORMAL),
)
ENEMY = (battalion(2, 1, "foe"), battalion(2, 1, "panzers", tanks))


def body(*units: Unit, book: Rulebook = DEFAULTS, **given: Any) -> SheetBody:
    scene = Scene(side_of(1, *(units or OWN)), ENEMY, Moment(1, 2), (), **given)
    return TABLETOP.sheet(scene, book)


def rows(found: SheetBody) -> dict[str, UnitRow]:
    return {row.name: row for block in found.blocks for row in block.rows}


def track(row: UnitRow) -> tuple[Box, ...]:
    return row.ticks[0]


@pytest.mark.rule("HEX-MAP-13", "HEX-MOVE-03", "HEX-MOVE-06", "HEX-RANGE-02", "HEX-ELIM-01")
def test_a_line_has_its_numbers_worked_out_and_its_track_of_hits() -> None:
    found = rows(body())
    assert found["1st"].cells == ("motorised", "2*", "2", "inf", "inf", "0", "0", "\N{MINUS SIGN}1")
    assert found["tanks"].cells == ("tanks", "2", "2", "tank", "arm", "0", "0", "+1")
    assert found["guns"].cells == ("artillery", "\N{EN DASH}", "any", "arty", "\N{EN DASH}", "+1", "0", "0")
    assert len(track(found["1st"])) == 9
    assert track(found["1st"])[8].mark is Mark.LAST
    assert [box.mark for box in track(found["1st"])].index(Mark.SPENT) == 4
    assert len(track(found["tanks"])) == 5
    assert [column.head for column in body().ticks] == ["Hits", "Trucks"]
    assert [len(found[name].ticks[1]) for name in ("1st", "tanks", "guns")] == [1, 0, 0]


@pytest.mark.rule("HEX-RANGE-05", "HEX-RANGE-06", "HEX-MAP-13")
def test_mortars_reach_from_two_hexes_on() -> None:
    line = rows(body(battalion(1, 1, "mortars", guns, arm=Arm.MORTAR, piece=Piece.MORTAR, size=Size.NORMAL)))["mortars"]
    assert line.cells[:4] == ("mortars", "1", "2+", "arty")


@pytest.mark.rule("HEX-MAP-05", "HEX-MAP-13")
def test_a_spent_unit_has_its_hits_marked() -> None:
    marked = [box.ticked for box in track(rows(body())["spent"])]
    assert marked == [True] * 5 + [False] * 4


@pytest.mark.rule("HEX-CARD-03", "HEX-CARD-04", "HEX-CARD-10", "HEX-OFFT-01", "HEX-OFFT-02", "HEX-MAP-13")
def test_every_unit_has_a_row_for_its_cards_under_the_turns_off_the_table_too() -> None:
    found = body()
    (turns,) = found.tracks
    assert turns.rows == ("1", "2", "3", "4"), "guns off the table are dealt a card too"
    assert [cell.label for cell in turns.cells] == [str(turn) for turn in range(1, 16)], "up to the limit"
    assert "evaded" in turns.note
    assert rows(found)["guns"].note == "off the table"
    many = body(*(battalion(1, 1, f"{n}th") for n in range(24)))
    assert [len(track.rows) for track in many.tracks] == [20, 4], "no track is longer than a page"


@pytest.mark.rule("HEX-HID-01", "HEX-JOINT-05", "HEX-MAP-13")
def test_optional_rules_have_their_boxes_and_words_only_when_they_are_in_force() -> None:
    assert not [column for column in body().ticks if column.head == "Hidden"]
    hidden = body(book=house(hidden=True, joint=True))
    assert [column.head for column in hidden.ticks] == ["Hits", "Trucks", "Hidden"]
    assert all(len(row.ticks[2]) == 1 for row in rows(hidden).values())
    assert any("This uses both cards" in line for line in hidden.legend)
    assert any(line.endswith("Units may begin hidden. (hexes.hidden: on, not off)") for line in hidden.differences)
    assert all("(hexes." in line for line in hidden.differences)


@pytest.mark.rule(
    "HEX-CARD-01", "HEX-CARD-08", "HEX-SHOOT-02", "HEX-TERR-04", "HEX-SMOKE-04", "HEX-RANGE-03", "HEX-GEN-01"
)
def test_the_tables_are_those_of_the_text() -> None:
    found = {table.title: table for table in body().tables}
    assert list(found) == ["Added to the D3", "On every shot", "Ground", "Cards", "A turn"]
    matrix = {row.cells[0]: row.cells[1:] for row in found["Added to the D3"].rows}
    assert matrix["artillery and mortars"] == ("+1", "0", "0")
    assert matrix["enemy tanks"] == ("0", "0", "+1")
    ground = {row.cells[0]: row.cells[1:] for row in found["Ground"].rows}
    assert ground["woods"] == ("covers infantry, blocks sight, a move into, in or out of it is only 1 hex", "1")
    assert ground["open"] == ("\N{EN DASH}", "2")
    assert ground["hill"] == ("covers tanks, blocks sight", "1")
    assert "K Q J 10 9 8 7 6 5 4 3 2 A" in found["Cards"].rows[0].cells[0]
    assert "smoke" in found["A turn"].rows[0].cells[0]


def test_the_track_has_every_turn_and_air_is_shown_where_it_counts() -> None:
    found = body(attacks=True)
    assert [cell.label for cell in found.tracks[0].cells] == [str(turn) for turn in range(1, 16)]
    assert any(fact.label == "Objective" for fact in found.facts)
    assert not any(fact.label == "Air" for fact in body(air=(Weapon.GROUND_ATTACK,)).facts)
    flown = body(air=(Weapon.GROUND_ATTACK,), book=house(air_sortie=True))
    assert any(fact.label == "Air" for fact in flown.facts)


def test_companies_stand_row_by_row_and_shells_are_boxes() -> None:
    companies = body(book=house(scale="company"))
    by_company = rows(companies)
    assert [row.label for row in by_company["1st"].rows] == ["A motorised", "B motorised", "C motorised", "D mortars"]
    assert companies.tracks[0].rows[:4] == ("1a", "1b", "1c", "1d"), "every company acts on a card of its own"
    assert [group.head for group in by_company["1st"].rows[0].groups] == ["hits", "trucks lost"]
    counted = rows(body(book=house(offtable_shells=4)))["guns"]
    assert [(group.head, len(group.boxes)) for group in counted.groups] == [("shells", 4)]


def test_who_cannot_fight_has_a_line_that_says_so() -> None:
    gone = rows(body(battalion(1, 1, "gone", state=State.DESTROYED)))["gone"]
    assert gone.note == "destroyed, does not fight"
    assert gone.cells == ()


def ours(found: SheetBody) -> str:
    return " ".join(f"{fact.label}: {fact.text}" for fact in found.readings)


@pytest.mark.rule("HEX-AMB-49", "HEX-AMB-51", "HEX-AMB-53", "HEX-MAP-04", "HEX-GEN-01")
def test_what_the_text_does_not_say_is_marked_as_ours() -> None:
    """15 turns in six hours are 24 minutes each; a weak unit is out at 5; dug in and night do nothing here."""
    found = body(attacks=True)
    said = ours(found)
    assert (
        "15 turns of 24 minutes" in said
        and "out of the battle at 5 hits" in said
        and "Digging in" in said
        and "Night" in said
    )
    assert any("A weak unit is out of the battle at hit 5 (house rule)." in line for line in found.legend)
    assert all("(house rule)" in fact.text for fact in found.facts if fact.label == "Turns")
    twelve = body(book=house(turn_limit=12))
    assert "minutes" not in ours(twelve) and any("30 minutes" in fact.text for fact in twelve.facts)


@pytest.mark.rule("HEX-AMB-16", "HEX-AMB-19", "HEX-AMB-27")
def test_a_reading_is_told_to_those_whom_it_concerns_and_not_where_the_house_plays_otherwise() -> None:
    jeeps = battalion(1, 1, "jeeps", arm=Arm.RECONNAISSANCE, armour=Armour.NONE)
    assert "Jeeps:" in ours(body(jeeps))
    plain = ours(body())
    assert "Jeeps:" not in plain and "A unit that spots for artillery uses no action" in plain
    assert "Night" not in ours(body(book=house(night_sight=1)))
    assert "Aircraft have no effect" in ours(body(air=(Weapon.GROUND_ATTACK,)))
    assert "Aircraft have no effect" not in ours(body(air=(Weapon.GROUND_ATTACK,), book=house(air_sortie=True)))


@pytest.mark.rule("HEX-MAP-02", "HEX-MAP-09")
def test_a_staff_stays_behind_and_guns_off_the_table_are_asked_no_hits() -> None:
    found = body(*OWN, battalion(1, 1, "staff", headquarters_of=Level.DIVISION))
    assert rows(found)["staff"].note == "only if attacked (house rule)"
    assert next(fact.text for fact in found.facts if fact.label == "Cards") == "deal this side 4 cards each turn"
    mustered = TABLETOP.muster(side_of(1, *OWN), DEFAULTS)
    noted = {line.name: dict(line.noted) for line in mustered.lines}
    assert noted["guns"] == {} and noted["tanks"]["capacity"] == 5
    assert "inch" not in next(one for one in TABLETOP.fields(DEFAULTS).line if one.key == "ended_at").note
    assert next(line.size for line in mustered.lines if line.name == "guns") == "1 unit, off the table", (
        "no hits: it cannot be hit"
    )


@pytest.mark.rule("HEX-AMB-49", "HEX-HID-01", "HEX-JOINT-01")
def test_the_sheet_says_how_it_ends_what_both_want_and_which_optional_rules_are_used() -> None:
    prize = Prize("the ford", (36, 24))
    for attacks, words in (
        (True, "Have a unit on"),
        (False, "Keep the attacker off"),
        (None, "For both sides: have a unit on"),
    ):
        facts = {fact.label: fact.text for fact in body(attacks=attacks, prize=prize).facts}
        assert (
            facts["Objective"].startswith(words)
            and "the ford" in facts["Objective"]
            and "(house rule)" in facts["Objective"]
        )
        assert "alone on the map" in facts["End"] and "(house rule)" in facts["End"]
        assert "Optional" not in facts, "what is not played takes no line"
    used = {fact.label: fact.text for fact in body(book=house(hidden=True)).facts}
    assert used["Optional"] == "play with Hidden Units"


@pytest.mark.rule("HEX-AMB-13", "HEX-AMB-24", "HEX-AMB-35")
def test_cover_against_guns_and_sight_over_hills_are_told() -> None:
    said = ours(body())
    assert (
        "Against artillery and mortars only the target's own hex gives cover" in said
        and "hill to hill" in said
        and "rough" not in said
    )
