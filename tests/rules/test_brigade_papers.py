"""What a player of the Brigade level rules runs his force from, and what he writes down at the end."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.rules.common.scene import Prize, Scene, TurnSky
from campaign.rules.common.settings import DEFAULTS
from campaign.rules.returns import check as neutral
from campaign.rules.returns import differ as disagreement
from campaign.rules.returns.filed import Filed, FiledLine, Foot, Printed
from campaign.rules.tabletop.brigade import sheet as sheets
from campaign.rules.tabletop.brigade.muster import battalion
from campaign.rules.tabletop.brigade.tables import SmallArm
from campaign.rules.tabletop.interface import tabletop
from campaign.terms.forces import Experience, Nationality, Weapon
from campaign.terms.state import State
from campaign.values import replace
from campaign.words.return_foot import Ending
from campaign.words.sheet import Mark, SheetBody
from tests.rules.brigades import FIELD, NOW, men, printed, side, two_sides, written
from tests.rules.forces import guns, tanks

BRIGADE = tabletop("brigade")
DASH = "\N{EN DASH}"


def body(**scene: Any) -> SheetBody:
    force, enemy = two_sides()
    met = (*enemy.units, tanks(equipment="20 Pz III", nation=Nationality.GERMAN))
    return BRIGADE.sheet(Scene(force, met, NOW, (TurnSky(NOW),), **{"attacks": False, **scene}), DEFAULTS)


def words(made: object) -> str:
    return str(made)


@pytest.mark.rule("BDE-MAP-12", "BDE-SCALE-02", "BDE-CAS-06", "BDE-SPEC-01", "BDE-SPEC-03")
def test_a_companys_boxes_and_numbers() -> None:
    company = battalion(1, men(720, experience=Experience.GREEN), DEFAULTS).troops[1]
    boxes = sheets.company_boxes(company)
    assert [(n, box.mark, box.note) for n, box in enumerate(boxes, 1) if box.mark] == [
        (3, Mark.THIRD, "3+"),
        (5, Mark.HALF, "5+"),
        (6, Mark.TWO_THIRDS, ""),
    ]
    assert len(boxes) == 9
    assert sheets.unpin_scores(company) == "4+ 5+ 6+"
    line = body().blocks[0].rows[0]
    facts = {fact.label: fact.text for fact in line.facts}
    assert facts["company, unpin"] == "3+ 4+ 5+", "what all companies have alike stands once"
    assert facts["company, fire points a figure"] == "2 up to 5 in., 1.5 up to 10 in., 1 up to 30 in."
    assert facts["company, lost last"] == "AT rifle"
    assert facts["headquarters, unpin"] == "2+ 3+ 4+", "the headquarters unpins better"
    assert {fact.label: fact.text for fact in line.rows[0].cells} == {"dice": "2 / 1, 6 / 1"}
    assert [fact.label for fact in line.rows[1].cells] == ["dice"]


@pytest.mark.rule("BDE-CONV-01", "BDE-CONV-02", "BDE-CONV-03", "BDE-SA-01")
def test_a_die_over_the_groups_says_its_own_score() -> None:
    """Ten rifles: 20 points are 6 groups and 2 over, 15 are 5, 10 are 3 and 1 over."""
    assert sheets.dice(SmallArm.RIFLE, 10) == "6, 5+ / 5 / 3, 6"
    assert sheets.dice(SmallArm.PISTOL, 1) == "6", "one point: no group, one die"


@pytest.mark.rule("BDE-WIN-01", "BDE-WIN-02", "BDE-SCALE-05", "BDE-DET-08", "BDE-PIN-03", "BDE-PIN-06", "BDE-TANK-01")
def test_the_sheet_says_what_is_fought_for_how_it_ends_and_what_pins() -> None:
    prize = Prize("the pass", (36, 25))
    for attacks, word in ((True, "take"), (False, "keep"), (None, "both want")):
        facts = {fact.label: fact.text for fact in body(attacks=attacks, prize=prize).facts}
        assert (
            facts["Objective"].startswith(f"{word} the pass")
            and "6 in." in facts["Objective"]
            and "(house rule)" in facts["Objective"]
        )
        assert (
            "has lost its number of companies" in facts["End"]
            and "(house rule)" in facts["End"]
            and "Leave the hour" in facts["Clock"]
        )
    pins = {row.cells[0]: row.cells[1] for table in body().tables if table.title == "Pins" for row in table.rows}
    assert (
        "immediately" in pins["HE or a fire zone"]
        and "does not move" in pins["unpin roll failed"]
        and "turret MG" in pins["a tank fires"]
    )
    assert "Troops in a trench count as in cover" in " ".join(fact.text for fact in body().readings)
    assert "no limit" in next(track.note for track in body().tracks if track.title.startswith("Periods"))


@pytest.mark.rule("BDE-WIN-02")
def test_who_is_not_in_this_game_is_no_company_to_lose() -> None:
    force, enemy = two_sides()
    whole = Scene(force, enemy.units, NOW, (TurnSky(NOW),), attacks=True)
    less = replace(whole, away=frozenset({force.units[0].id}))
    all_there, without = (
        {fact.label: fact.text for fact in BRIGADE.sheet(one, DEFAULTS).facts}["Companies"] for one in (whole, less)
    )
    assert int(without.split(";")[0]) == int(all_there.split(";")[0]) - 5, (
        "a battalion of four companies and its headquarters"
    )


@pytest.mark.rule("BDE-MAP-12", "BDE-SPEC-02", "BDE-KILL-01")
def test_what_the_specialists_can_kill() -> None:
    table = next(table for table in body().tables if table.title == "Specialists: kill after a hit")
    assert table.heads == ("front", "side", "rear")
    assert [row.cells for row in table.rows] == [("AT rifle on Pz III", DASH, "6+", "6+")], (
        "value 0 on armour 7, 5 and 5"
    )


@pytest.mark.rule("BDE-MAP-12", "BDE-KILL-01", "BDE-AT-01", "BDE-BREACH-01", "BDE-ZONE-02")
def test_vehicles_and_guns_on_the_sheet() -> None:
    rows = body().blocks[0].rows
    matilda = {row.label: {fact.label: fact.text for fact in row.cells} for row in rows[2].rows}
    assert matilda["Matilda II"]["armour"] == "10 9 8"
    assert (matilda["Matilda II"]["moves as"], matilda["Matilda II"]["MG"]) == ("slow tanks", "turret")
    assert matilda["kills Pz III"] == {"front": "3+ 4+ \N{EN DASH}", "side": "sure 2+ \N{EN DASH}"}
    guns_row = {fact.label: fact.text for fact in rows[3].rows[0].cells}
    assert (guns_row["batteries"], guns_row["fire zone, in."], guns_row["all on one point"]) == ("3", "3 x 3", "5 x 3")
    assert guns_row["breaches as"] == "mortars over 82 mm, artillery up to 105 mm"


@pytest.mark.rule("BDE-BREACH-01", "BDE-SEQ-06", "BDE-AMB-40")
def test_who_has_dug_in_and_who_may_ask_for_fire() -> None:
    """Slit trenches, after four turns prepared ones: other columns of the breaching table, the same row of the saving
    throws."""

    def works(turns: int) -> list[str]:
        force = side(1, Nationality.BRITISH, men(720, dug_in_turns=turns))
        row = BRIGADE.sheet(Scene(force, (), NOW, (TurnSky(NOW),), attacks=False), DEFAULTS).blocks[0].rows[0]
        return [fact.text for fact in row.facts if fact.label == "begins in a"]

    assert (works(0), works(1), works(4)) == ([], ["slit trench"], ["pre-dug trench"])
    assert "and battalion commanders may call for artillery fire; a company calls its own mortars" in " ".join(
        body().legend
    )


@pytest.mark.rule("BDE-MAP-12", "BDE-WIN-02", "BDE-AMB-93", "BDE-TIME-03", "BDE-SEQ-06")
def test_the_sides_tally_and_log() -> None:
    made = body()
    assert made.facts[0].text == "20; the side loses the game when it has lost 11 (house rule: more than half)"
    assert [cell.label for cell in made.tracks[0].cells] == [str(n) for n in range(1, 12)]
    assert made.tracks[0].cells[-1].note == "lost"
    assert "5 registered points" in made.logs[0].note
    assert "due in move" in made.logs[0].heads
    assert "registered" not in body(attacks=True).logs[0].note


@pytest.mark.rule(
    "BDE-SCALE-01", "BDE-SCALE-08", "BDE-BASE-01", "BDE-BASE-02", "BDE-BASE-03", "BDE-BASE-04", "BDE-AMB-28"
)
@pytest.mark.rule("BDE-SETUP-01", "BDE-SETUP-02", "BDE-SETUP-03", "BDE-SETUP-04")
def test_what_is_done_before_the_game() -> None:
    table = next(table for table in body().tables if table.title == "Setting up")
    said = {row.cells[0]: row.cells[1] for row in table.rows}
    assert said["a figure"] == "about 15 men, 15 or 20 mm tall"
    assert "no points system" in said["an inch"]
    assert said["bases"].startswith(
        "one for each figure, 20 mm square, a rider's as deep as the horse; for crews, guns and vehicles as you like"
    )
    assert "one player sets forces" in said["forces"] and "the other picks" in said["forces"]
    assert "deploy" in said["map"] and "route" in said["map"]


@pytest.mark.rule("BDE-SEQ-03", "BDE-DET-08", "BDE-SAVE-01", "BDE-SA-01", "BDE-BREACH-01", "BDE-MOVE-01")
def test_only_the_tables_that_are_needed() -> None:
    titles = [table.title for table in body().tables]
    assert titles[:5] == ["A move", "Fire points to hits", "Saving throws", "Pins", "Detection"]
    breaching = next(table for table in body().tables if table.title.startswith("Breaching"))
    assert [row.cells[1:] for row in breaching.rows] == [("4+", "5+", DASH), ("3+", "4+", DASH), ("sure", "3+", "5+")]
    moves = {
        row.cells[0]: row.cells[1:] for table in body().tables if table.title.startswith("Moves") for row in table.rows
    }
    assert moves == {
        "infantry": ("6", "6", "6", "4"),
        "support weapons": ("6", "5", "4", "3"),
        "slow tanks": ("8", "8", "1 + D6/2", "D6 - 3"),
    }
    foot = side(1, Nationality.BRITISH, men(180))
    bare = BRIGADE.sheet(Scene(foot, (), NOW, (TurnSky(NOW),)), DEFAULTS)
    assert not any(table.title.startswith(("Indirect", "Breaching")) for table in bare.tables)
    arms = next(table for table in body().tables if table.title.startswith("Small arms"))
    assert [row.cells[0] for row in arms.rows] == ["rifle", "tank MG", "MMG"]


@pytest.mark.rule("BDE-MF-04", "BDE-MF-06", "BDE-DET-10", "BDE-WALK-01", "BDE-WALK-03", "BDE-CAS-07", "BDE-CLOSE-04")
def test_notes_of_the_charts_say_what_no_cell_has_room_for() -> None:
    notes = {table.title: table.note for table in body().tables}
    assert notes["A move"].endswith("Limbered guns cannot fire. A unit that fired in phase 4 does nothing in phase 5.")
    assert notes["Detection"].endswith("A unit stays detected while it is in sight.")
    assert "may shift continued fire 2 in. a move without dice" in notes["Indirect fire, white die"]
    assert "A unit split by losses closes up as it moves; until then it tests at +1." in notes["Moves, inches"]
    pins = next(table for table in body().tables if table.title == "Pins")
    assert ("never pinned", "cavalry, and troops advancing in close order, which never test either") in {
        row.cells for row in pins.rows
    }


def test_sheet_lines_go_with_the_muster_and_everything_fits() -> None:
    force, _ = two_sides()
    made = body(air=(Weapon.GROUND_ATTACK,))
    lines = [row.line for block in made.blocks for row in block.rows]
    assert lines == [line.number for line in BRIGADE.muster(force, DEFAULTS).lines]
    assert all(len(row.cells) == len(made.columns) for block in made.blocks for row in block.rows)
    assert any("no aircraft" in fact.text for fact in made.facts)
    gone = side(1, Nationality.BRITISH, men(720), men(720, state=State.DESTROYED), guns("RA", **FIELD))
    assert (
        BRIGADE.sheet(Scene(gone, (), NOW, (TurnSky(NOW),)), DEFAULTS).blocks[0].rows[1].note
        == "destroyed, not on the table"
    )


# Returns
def filed(*lines: FiledLine, **foot: Any) -> Filed:
    return Filed("X1", "side1", lines, Foot(ending=Ending.FINISHED, **{"all_other_lines_unharmed": True, **foot}))


def form(**units: Any) -> Printed:
    force, _ = two_sides()
    force = replace(force, units=tuple(replace(unit, **units) for unit in force.units))
    return Printed("X1", "side1", ("side1", "side2"), tuple(printed(force)), NOW, commands=(("A", "Brigade 1"),))


def faults(*lines: FiledLine, **foot: Any) -> list[str]:
    return [str(fault) for fault in neutral.check(filed(*lines, **foot), form(), BRIGADE, DEFAULTS)]


@pytest.mark.rule("BDE-CASE-85", "BDE-MAP-07", "BDE-MAP-11")
def test_losses_make_states_by_thirds() -> None:
    def state(number: int, **columns: Any) -> State:
        return neutral.effects(filed(written(number, **columns)), form(), BRIGADE, DEFAULTS)[number - 1].after

    # 53 figures: spent from 18, destroyed from 36; 10 tanks: 4 and 7
    assert [state(1, figures_lost=lost) for lost in (17, 18, 35, 36, 53)] == [State.FRESH, State.SPENT, State.SPENT] + [
        State.DESTROYED
    ] * 2
    assert [state(3, models_lost=lost) for lost in (3, 4, 6, 7, 10)] == [State.FRESH, State.SPENT, State.SPENT] + [
        State.DESTROYED
    ] * 2
    assert state(4, unchanged=True) is State.FRESH


@pytest.mark.rule("BDE-CASE-85", "BDE-MAP-06", "BDE-MAP-07")
@pytest.mark.parametrize(("lost", "after"), [(0, State.SPENT), (15, State.SPENT), (16, State.DESTROYED)])
def test_a_spent_battalion(lost: int, after: State) -> None:
    (line,) = printed(side(1, Nationality.BRITISH, men(720, state=State.SPENT)))
    assert BRIGADE.outcome(written(1, figures_lost=lost), line, DEFAULTS).state is after
    assert (line.noted["full"], line.noted["missing"], line.noted["figures"]) == (48, 16, 32)


def test_untouched_nothing_changes_and_wiped_out_is_destroyed() -> None:
    for state in (State.FRESH, State.SPENT):
        sheet = form(state=state)
        untouched = neutral.effects(filed(), sheet, BRIGADE, DEFAULTS)
        assert all(
            effect.after is effect.before and effect.strength_after == was.strength
            for effect, was in zip(untouched, sheet.lines, strict=True)
        )
        lost = [
            written(
                line.line,
                figures_lost=line.noted["figures"],
                models_lost=line.noted["models"],
                companies_removed=line.noted["companies"],
            )
            for line in sheet.lines[:3]
        ]
        assert neutral.check(filed(*lost), sheet, BRIGADE, DEFAULTS) == ()
        assert [effect.after for effect in neutral.effects(filed(*lost), sheet, BRIGADE, DEFAULTS)[:3]] == [
            State.DESTROYED
        ] * 3


@pytest.mark.rule("BDE-CAS-05", "BDE-MAP-08")
def test_returns_that_cannot_be_are_refused() -> None:
    assert faults(written(1, figures_lost=54)) == [
        "line 1: Scots: 54 figures lost is more than the 53 in the battle",
        *faults(written(1, figures_lost=54))[1:],
    ]
    assert any("more than the 10 in the battle" in fault for fault in faults(written(3, models_lost=11)))
    assert any("more than the 0 in the battle" in fault for fault in faults(written(4, models_lost=1))), (
        "guns behind the table cannot be lost there"
    )
    assert any(
        "more than the 5 in the battle" in fault for fault in faults(written(1, figures_lost=53, companies_removed=6))
    )
    assert any(
        "count as lost, here at least 13" in fault for fault in faults(written(1, figures_lost=12, companies_removed=2))
    )
    # the most that can go with every company still there: 1 of the headquarters, 7 of eleven, 6 of ten three times,
    # nine crew
    assert faults(written(1, figures_lost=35)) == []
    assert any("too many with no company removed" in fault for fault in faults(written(1, figures_lost=36)))
    # with one removed: the eleven of the largest whole, 6 of ten three times, 1 of the headquarters, nine crew
    assert faults(written(1, figures_lost=39, companies_removed=1)) == []
    assert any(
        "too many with 1 company removed. Then at most 39" in fault
        for fault in faults(written(1, figures_lost=40, companies_removed=1))
    )
    counted = sum(line.noted["counted"] for line in form().lines)
    assert faults(side={"companies_lost": counted}) == []
    assert faults(side={"companies_lost": counted + 1}) == [
        f"{counted + 1} companies lost is more than the {counted} in the battle"
    ]
    assert faults(FiledLine(1, {}, {"a": {"figures_lost": 3}})) == [], "a company that stands is not removed"
    assert faults(FiledLine(1, {}, {"a": {"figures_lost": 11, "removed": True}})) == []
    assert any("contradict" in fault for fault in faults(written(1, unchanged=True, figures_lost=3)))


def test_stand_by_stand() -> None:
    ok = FiledLine(1, {}, {"a": {"figures_lost": 4}, "b": {"figures_lost": 10, "removed": True}})
    assert faults(ok) == []
    (line, *_) = form().lines
    assert BRIGADE.outcome(ok, line, DEFAULTS).state is State.FRESH
    bad = FiledLine(
        1, {}, {"a": {"figures_lost": 12}, "b": {"figures_lost": 4, "removed": True}, "s1": {"models_lost": 1}, "z": {}}
    )
    said = " ".join(faults(bad))
    assert (
        "more than the 11 in the battle" in said
        and "All figures" in said
        and "figures, not models" in said
        and "not one of its stands" in said
    )
    assert "is a model" in " ".join(faults(FiledLine(3, {}, {"v1": {"figures_lost": 1}})))
    assert (
        BRIGADE.outcome(
            FiledLine(3, {}, {f"v{n}": {"models_lost": 1} for n in range(1, 5)}), form().lines[2], DEFAULTS
        ).state
        is State.SPENT
    )


@pytest.mark.rule("BDE-SCALE-05")
def test_both_sides_write_the_same_periods() -> None:
    first, second = (
        filed(side={"periods": 12, "companies_lost": 3}),
        replace(filed(side={"periods": 14, "companies_lost": 9}), side="side2"),
    )
    said = [
        f"{point.subject}: {point.first} / {point.second}"
        for point in disagreement.compare(first, second, BRIGADE.fields(DEFAULTS))
    ]
    assert said == ["periods played: 12 / 14"]


@given(figures=st.integers(0, 60), models=st.integers(0, 12), removed=st.integers(0, 6))
def test_no_return_ever_raises_or_improves(figures: int, models: int, removed: int) -> None:
    for state in (State.FRESH, State.SPENT):
        sheet = form(state=state)
        lines = [
            written(line.line, figures_lost=figures, models_lost=models, companies_removed=removed)
            for line in sheet.lines
        ]
        for effect, was in zip(neutral.effects(filed(*lines), sheet, BRIGADE, DEFAULTS), sheet.lines, strict=True):
            assert effect.after.severity >= effect.before.severity
            assert effect.strength_after.men <= was.strength.men
