"""The words of a fought battle: what a reader at the table needs to follow each line without guessing."""

from __future__ import annotations

from campaign.rules.common.systems import SYSTEMS
from campaign.words.battle_report import (
    Attack,
    Change,
    End,
    Event,
    Heading,
    Move,
    Note,
    Opening,
    Roll,
    Shot,
    Start,
    lines,
    summary,
)

OPENING = Opening(("Allied", "Axis"), 0, (72, 48), about="Sollum")
END = End(("Allied", "Axis"), None, None, "2 turns")
READY = Roll("readiness", (4,), 5, "British", result="keeps its officer")


def line(*shots: Shot, rolls: tuple[Roll, ...] = (), note: str = "") -> str:
    return Attack("Lehr", shots, "Fire", rolls, "no effect", note=note).line.strip()


def test_each_firer_has_his_distance_unless_all_have_the_same() -> None:
    near, far = Shot("1 DLI", distance=4.0), Shot("2 SG", distance=7.0, how="pinned")
    assert line(near, far) == "Fire: 1 DLI (4 in.), 2 SG (7 in., pinned) on Lehr; no effect."
    assert line(near, Shot("2 SG", distance=4.0)) == "Fire: 1 DLI, 2 SG on Lehr: 4 in.; no effect."
    battery = Shot("battery", distance=30.0)
    assert line(battery, battery, near) == "Fire: 2 battery (30 in.), 1 DLI (4 in.) on Lehr; no effect."
    assert line(Shot("guns off the table"), near) == "Fire: guns off the table, 1 DLI (4 in.) on Lehr; no effect."


def test_what_stands_on_the_table_is_counted_by_the_word_of_its_book() -> None:
    """A battalion has several platoons on a table of Brigadier General Commands."""
    events = (OPENING, *(Start(f"1 Pl/{n}", n // 2, (0, 0), "fresh", "", "a") for n in range(3)), END)
    assert summary(events, SYSTEMS["brigadier"].piece)[1] == "Allied has 2 platoons on the table, Axis 1."
    words = {key: system.piece for key, system in SYSTEMS.items()}
    assert words == {"brevity": "model", "brigade": "unit", "brigadier": "platoon", "hexes": "unit", "nqm": "battalion"}


def test_a_dash_stands_for_a_score_that_no_face_reaches_and_for_nothing_else() -> None:
    assert (
        Roll("readiness", (6,), None, "British 5-6", ((-2, "night"),)).words == "readiness – (British 5-6, -2 night): 6"
    )
    assert Roll("casualties", (), None, "fortified").words == "casualties – (fortified): –"
    assert Roll("time", (3,), None, "the initiative changes on 1").words == "time (the initiative changes on 1): 3"
    assert Roll("D3", (3,), None, "", ((1, "guns"),), 2, counts=True).words == "D3 (+1 guns): 3 = 2"


def test_a_move_and_an_hour_in_which_nobody_acts_say_so() -> None:
    move, fire = Move("1 DLI", ((0, 0), (4, 0)), 4.0, 6.0), Attack("Lehr", (), "Fire", (), "no effect")
    events: tuple[Event, ...] = (
        Heading("Turn 1, day.", "turn"),
        Heading("Move 1: A.", "move"),
        move,
        READY,
        Heading("Move 2: B.", "move"),
        READY,
        Heading("C challenges D: fails."),
        Heading("Move 3: D.", "move"),
        Heading("Phase 5 A.", "phase"),
        fire,
        Heading("Hour 2.", "turn"),
        Heading("Hour 3.", "turn"),
        Note("1 DLI is dug in."),
        Heading("Hour 4.", "turn"),
        Change("1 DLI", 0, "fresh", "spent"),
        END,
    )
    told = lines(events)
    idle = [told[number - 1] for number, text in enumerate(told) if text == "  No unit moves or fires."]
    assert idle == ["Move 2: B.", "Hour 2.", "Hour 4."]


def test_idle_moves_in_a_row_are_told_together_with_all_their_dice() -> None:
    move = Move("1 DLI", ((0, 0), (4, 0)), 4.0, 6.0)
    idle = (Heading("Move 2: B.", "move"), READY, Heading("Move 3: C.", "move"), READY, Heading("Move 4: B.", "move"))
    told = lines((Heading("Turn 1, day.", "turn"), Heading("Move 1: A.", "move"), move, READY, *idle, READY, END))
    ready = READY.line.strip()
    first = told.index("Move 2: B. Move 3: C. Move 4: B.")
    assert told[first + 1 : first + 3] == ("  No unit moves or fires.", f"  {ready} {ready} {ready}")
    assert told[first - 1] == READY.line and told[first + 3 :] == tuple(END.line.split("\n"))
    apart = lines((*idle[:2], Heading("C challenges B for the initiative: fails."), *idle[2:4], END))
    assert apart[0] == "Move 2: B." and apart[4] == "Move 3: C."


def test_the_summary_names_a_unit_once_a_turn_and_counts_what_it_leaves_out_in_the_books_own_turns() -> None:
    turns: list[Event] = []
    for number in range(1, 9):
        turns += [Heading(f"Hour {number}, 04:00.", "turn"), Change(f"unit {number}", 0, "fresh", "spent")]
    start = Start("unit 1", 0, (1, 1))
    short = summary((OPENING, start, *turns[:2], Change("unit 1", 0, "spent", "destroyed"), *turns[2:4], END))
    assert "Hour 1: unit 1 destroyed." in short and "Hour 2: unit 2 spent." in short
    cut = summary((OPENING, start, *turns, END))
    assert "2 more hours with losses; see the full report." in cut and len(cut) == 10


def test_the_first_line_ends_in_one_full_stop() -> None:
    assert OPENING.line == "Allied attacks Axis at Sollum, on a table of 72 by 48 in."
    hexes = Opening(("Allied", "Axis"), None, (12, 12), "hexes")
    assert hexes.line == "Allied and Axis meet, on a table of 12 by 12 hexes."
