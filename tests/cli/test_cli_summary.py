"""A day in ten seconds: how many lines, how wide, and whether everything that must be said is said.

What must be named is taken from the rows: battles, decisions, and formations whose supply became different from one
trace to the next.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from campaign.actions.day import Next
from campaign.cli.contents import campaign as program
from campaign.journal import commit, reading
from campaign.journal.board import JournalBoard
from campaign.model import Battalion, Battle, Decision, SupplyReport
from campaign.queries.common.unit_names import name_of
from campaign.queries.day.day_report import day_report
from campaign.situation.army import load_army
from campaign.store import Store, open_store
from campaign.terms.state import State
from campaign.terms.words import numbers_in
from campaign.views.common.summary import Block, Summary, laid_out, most_lines
from campaign.views.day.day_report import summary_of
from tests.actions.test_generated_days import dice_of, founded, fresh_copy, give_orders
from tests.cli.played import Played

__all__ = ["founded", "fresh_copy"]

CAMPAIGNS = {"operation-brevity": (2, 25), "bastogne": (3, 40), "market-garden": (2, 40)}
"""Days to be played, and lines that a day may have."""


def typed(folder: Path, *words: str, **environment: str) -> str:
    runner = CliRunner(env={"COLUMNS": "80", **environment})
    result = runner.invoke(program, [*words, "--db", str(folder / "campaign.db")])
    assert result.exit_code == 0, result.output
    return result.stdout


def newly_cut_off(board: JournalBoard, day: int) -> set[str]:
    """Formations with troops on the map that were in supply at one trace and not at the next one of that day."""
    army = load_army(board)
    occupied = {f.key: f for f in army.walk() if any(b.on_map for b in army.battalions_under(f.id))}
    reports = sorted(board.rows(SupplyReport, SupplyReport.moment == "turn"), key=lambda row: (row.day, row.turn))
    traces = [row.content for row in reports if row.day == day - 1][-1:] or [{}]
    traces += [row.content for row in reports if row.day == day]
    return {
        name_of(occupied[key])
        for before, after in pairwise(traces)
        for key, record in after.items()
        if key in occupied and not record["in_supply"] and before.get(key, {}).get("in_supply", True)
    }


def in_one_line(answer: str) -> str:
    return " ".join(answer.split())


def names_what_it_must(board: JournalBoard, day: int, answer: str) -> None:
    """The battles, decisions and formations newly cut off of a day stand in what was printed of it; for want of room a
    battle by its number alone, under how it ended.
    """
    flat = in_one_line(answer)
    by_number = {
        number for numbers in re.findall(r": (\d+(?:-\d+)?(?:, \d+(?:-\d+)?)*)", flat) for number in numbers_in(numbers)
    }
    for battle in board.rows(Battle, Battle.day == day):
        assert f"{battle.number} {battle.name}: " in flat or battle.number in by_number
    decided = flat.partition("Default answer ")[2]
    for decision in board.rows(Decision, Decision.day == day):
        assert f"{decision.number} " in decided and decision.kind in decided
    supply = "".join(re.split("(Out of supply|Cut off briefly)", flat, maxsplit=1)[1:])
    assert [name for name in newly_cut_off(board, day) if name not in supply] == []


@pytest.mark.sample(3)
@pytest.mark.parametrize("scenario", CAMPAIGNS)
def test_a_day_is_told_in_a_few_lines_and_names_what_must_be_named(scenario: str, played: Played) -> None:
    days, most = CAMPAIGNS[scenario]
    for day in range(1, days + 1):
        answer = played.answer(scenario, day)
        lines = answer.splitlines()
        assert len(lines) <= most and max(map(len, lines)) <= 80, answer
        store = open_store(played(scenario, day), write=False)
        with reading(store) as board:
            assert most == most_lines(len(board.rows(Battalion)))
            names_what_it_must(board, day, answer)
        store.close()


@pytest.mark.long
def test_a_campaign_in_one_go_keeps_to_its_lines_and_names_every_battle(tmp_path: Path) -> None:
    typed(tmp_path, "new", "operation-brevity", "--seed", "1944")
    answer = typed(tmp_path, "next", "--auto", "--until", "battle")
    assert len(answer.splitlines()) <= 25 and max(map(len, answer.splitlines())) <= 80
    store = open_store(tmp_path / "campaign.db", write=False)
    with reading(store) as board:
        assert all(f"{battle.number} {battle.name}: " in in_one_line(answer) for battle in board.rows(Battle))
    store.close()


@pytest.mark.sample(50, long=2)
@pytest.mark.parametrize("day", range(100))
def test_a_generated_day_keeps_to_its_lines(day: int, fresh_copy: Callable[[str], Store]) -> None:
    store = fresh_copy("day")
    give_orders(store, day)
    until = ("day", "battle", "turn")[day % 3]
    done = commit(store, None, Next(until, auto=True), source=dice_of(day), actor="Ann")
    with reading(store) as board:
        view = summary_of(day_report(board, done.seq), done.receipt.waiting, "campaign log 9", "campaign log 9")
        lines = laid_out(view, 25, 80)
        answer = "\n".join(line.text for line in lines)
        assert len(lines) <= 25 and max(len(line.text) for line in lines) <= 80
        names_what_it_must(board, 1, answer)


BREVITY_DAY_1 = """\
Day 1, 15 May 1941, turns 1.1 to 1.4                     Score: Allied 6, Axis 6
Battles           1  Halfaya Pass, top: Allied hold the field; Allied 1 spent;
                     Axis 2 lost, 1 spent
                  2  Fort Capuzzo: Axis hold the field; Allied 1 spent
Cut off briefly  Allied: Coast
                 Axis: KG Cramer
Program orders   Allied 2 units, Axis 3 units; for the reasons: campaign next
                 --preview --full
In contact       Sollum (lower town): 8 Fd Regt, Tp 2/2 A-Tk against Krad 15
                     (-), since turn 1.4
                 Musaid: 2 SG, 4 RTR against II./PzR 5, since turn 1.4
No attack        Sollum (lower town) (hold against hold: roads are cut, no
                 battle); and 1 more
Marches, Allied  Sp Gp col 1, Sp Gp col 2, Sp Gp col 3, 11 H at Hafid Ridge; 2
                 SG, 4 RTR near Musaid; and 7 more
Marches, Axis    Cp Halfaya, Btr Halfaya at Sollum Barracks (upper Sollum);
                 II./PzR 5 near Musaid
Arrived          KG Cramer (2) 26 km from Gasr el Arid
Taken, Allied    Bir Wair; Halfaya Pass, foot; Halfaya Pass, top; Hafid Ridge;
                 Sidi Suleiman; Point 206
Points, Allied   Halfaya Pass, top 3; Halfaya Pass, foot 2; Bir Wair 1
Points, Axis     Fort Capuzzo 3; Sollum (lower town) 1; and 2 more
Weather          clear
Next: campaign next plays turn 2.1, 22:00-04:00
"""


def test_the_first_day_of_brevity_reads_as_it_should(played: Callable[[str, int], Path], tmp_path: Path) -> None:
    shutil.copyfile(played("operation-brevity", 0), tmp_path / "campaign.db")
    answer = typed(tmp_path, "next", "--auto", "--until", "day", "--preview")
    shown, _, closing = answer.partition("In full: ")
    assert shown == BREVITY_DAY_1
    assert closing.startswith(
        "campaign next --preview --full; for a battle: campaign battle show 1\nNothing was changed"
    )
    full = typed(tmp_path, "next", "--auto", "--until", "day", "--full")
    assert full.startswith("Turns 1.1 to 1.4 are over\n  Weather over the battlefield") and "(umpire 1.23)" in full


@pytest.fixture
def arnhem(played: Callable[[str, int], Path], tmp_path: Path) -> Path:
    """Market Garden on the evening of its second day."""
    shutil.copyfile(played("market-garden", 2), tmp_path / "campaign.db")
    return tmp_path


@pytest.mark.long
@pytest.mark.sample(3)
@pytest.mark.parametrize("word", ["supply", "sightings", "orbat"])
@pytest.mark.parametrize("viewer", ["umpire", "german"])
def test_a_look_at_an_army_takes_forty_lines(word: str, viewer: str, arnhem: Path) -> None:
    answer = typed(arnhem, word, "--viewer", viewer)
    lines = answer.splitlines()
    assert len(lines) <= 40 and max(map(len, lines)) <= 80, answer
    assert f"In full: campaign {word} --full" in answer
    assert len(typed(arnhem, word, "--viewer", viewer, "--full").splitlines()) > 60
    assert ("Allied" in answer) is (viewer == "umpire")


def test_what_differs_is_named_by_supply_and_orbat(arnhem: Path) -> None:
    store = open_store(arnhem / "campaign.db", write=False)
    with reading(store) as board:
        army = load_army(board)
        report = max(board.rows(SupplyReport, SupplyReport.moment == "turn"), key=lambda row: (row.day, row.turn))
        occupied = [f for f in army.walk() if any(b.on_map for b in army.battalions_under(f.id))]
        out = [name_of(f) for f in occupied if f.key in report.content and not report.content[f.key]["in_supply"]]
        lost = [b for b in army.battalions.values() if b.state in (State.DESTROYED, State.CAPTURED)]
        hurt = [(name_of(b), *map(name_of, army.chain(b.present_id))) for b in lost]
    store.close()
    supply, orbat = (in_one_line(typed(arnhem, word)) for word in ("supply", "orbat"))
    assert out and [name for name in out if name not in supply] == []
    assert hurt and [names for names in hurt if not any(name in orbat for name in names)] == []


PHRASES = st.lists(st.text("ab c", min_size=1, max_size=50).filter(str.strip), max_size=30).map(tuple)


@given(
    blocks=st.lists(
        st.builds(Block, st.sampled_from(["Battles", "A very long label indeed"]), PHRASES, in_rows=st.booleans()),
        max_size=12,
    ),
    most=st.integers(8, 40),
    width=st.integers(40, 120),
)
def test_a_summary_never_grows_beyond_its_room(blocks: list[Block], most: int, width: int) -> None:
    view = Summary("Day 1, 15 May 1941", "Score: Allied 7, Axis 5", tuple(blocks), ("Next: go on",), "log 2")
    lines = laid_out(view, most, width)
    assert len(lines) <= most and max(len(line.text) for line in lines) <= width


def test_what_is_kept_is_said_in_fewer_words_and_never_left_out() -> None:
    battles = Block(
        "Battles",
        tuple(f"{n} Bir Wair: Allied hold the field; Axis 2 lost, 1 spent" for n in range(1, 31)),
        in_rows=True,
        is_kept=True,
        shorter=(("Allied hold the field: 1-30",),),
    )
    marches = Block("Marches", tuple(f"2 SG {n} km from Musaid" for n in range(90)), side="Allied")
    view = Summary("Day 1", "", (battles, marches, Block("Weather", ("clear",), is_light=True)), (), "campaign log 2")
    text = [line.text for line in laid_out(view, 10, 80)]
    assert text[1] == "Battles          Allied hold the field: 1-30"
    assert text[-2].endswith(" more") and text[-1] == "Left out: Weather. In full: campaign log 2"


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    ("environment", "is_coloured"), [({}, True), ({"NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False)]
)
def test_bad_news_is_red_on_a_terminal_only(
    environment: dict[str, str], is_coloured: bool, played: Callable[[str, int], Path]
) -> None:
    words = ["next", "--auto", "--until", "day", "--preview", "--db", str(played("operation-brevity", 1))]
    shown = CliRunner(env={"COLUMNS": "80", **environment}).invoke(program, words, color=True).stdout
    assert ("\x1b[31m\x1b[1mOut of supply" in shown) is is_coloured and ("\x1b[" in shown) is is_coloured
    assert "\x1b[" not in CliRunner().invoke(program, words).stdout
