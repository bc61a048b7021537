"""A run is a function of the snapshot, the seed and its number; and it is played as the campaign itself is played."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from campaign.actions.day import Next
from campaign.actions.start_campaign import found_campaign
from campaign.forecast import decide
from campaign.forecast.figures import decisive, leads
from campaign.forecast.job import hold
from campaign.forecast.run import DiceOfRun, Ruled, Run, play, play_on
from campaign.forecast.side import OTHER_FACTS, PUBLIC_FACTS
from campaign.forecast.spread import Loop
from campaign.forecast.start import Start, begin
from campaign.forecast.umpire import SECRET_FACTS
from campaign.forecast.watch import Evening, Game, was_played
from campaign.journal import commit, reading
from campaign.journal.board import JournalBoard
from campaign.journal.memory import MemoryBoard, packed, unpacked
from campaign.model import JOURNALLED, Battle, Place, WeatherReport
from campaign.rows.row import values_of
from campaign.rules.common.dice import RollName, Seeded
from campaign.store import Store, create
from campaign.terms.time import Moment
from tests.shipped import shipped_scenario

Rows = list[tuple[str, tuple[object, ...]]]


def rows_of(board: JournalBoard) -> Rows:
    return [(model.__name__, values_of(row)) for model in JOURNALLED for row in board.rows(model)]


@pytest.fixture(scope="module")
def runs(first_day: Start) -> dict[int, Run]:
    contents = unpacked(first_day.snapshot.content)
    return {number: play(contents, "7", number, 1) for number in range(1, 4)}


@pytest.mark.parametrize("most", [2, pytest.param(4, marks=pytest.mark.long)])
def test_a_run_depends_on_snapshot_seed_and_number_alone(most: int, first_day: Start, runs: dict[int, Run]) -> None:
    @settings(max_examples=most, deadline=None)
    @given(numbers=st.lists(st.integers(1, 3), min_size=1, max_size=2))
    def law(numbers: list[int]) -> None:
        contents = unpacked(first_day.snapshot.content)
        assert [play(contents, "7", number, 1) for number in numbers] == [runs[number] for number in numbers]
        assert packed(contents.facts, contents.next_id, contents.state) == first_day.snapshot, "runs share the rows"

    law()


@pytest.mark.long
def test_other_dice_make_another_run(first_day: Start, runs: dict[int, Run]) -> None:
    contents = unpacked(first_day.snapshot.content)
    others = [play(contents, "8", number, 1) for number in runs]
    assert len({(run.evenings, run.games) for run in (*runs.values(), *others)}) > 3


def test_a_snapshot_holds_no_secret_of_the_future(first_day: Start) -> None:
    content = first_day.snapshot.content.decode()
    assert "secret7" not in content and '"paper_key":null' in content and '"scenario.weather"' not in content
    assert re.findall(r"\b[0-9a-f]{32}\b", content) == [], "a key or seed of 128 bits, in whatever table"


def test_every_fact_of_a_campaign_is_public_or_left_out_of_a_side_s_snapshot(first_day: Start) -> None:
    facts = set(unpacked(first_day.snapshot.content).facts)
    assert facts == {*PUBLIC_FACTS, *OTHER_FACTS} and not set(PUBLIC_FACTS) & set(OTHER_FACTS)
    assert set(SECRET_FACTS) <= set(OTHER_FACTS)
    assert all(OTHER_FACTS[name] == value for name, value in SECRET_FACTS.items())


def test_the_weather_to_come_is_rolled(first_day: Start) -> None:
    board = MemoryBoard(unpacked(first_day.snapshot.content))
    play_on(board, Seeded("sky"), 1, 1)
    first = next(report for report in board.rows(WeatherReport) if report.turn == 1 and not report.area)
    assert first.roll is not None, "the scenario's own weather has no roll"


def recorded(store: Store, dice: str, days: int) -> Rows:
    """Play the campaign on by the recorded command."""
    for _ in range(4 * days):
        commit(store, None, Next("turn", auto=True), source=Seeded(dice), actor="test")
    with reading(store) as board:
        return rows_of(board)


def agree(folder: Path, name: str, dice: str, days: int) -> None:
    """The engine and the recorded command come to the same rows under the same dice."""
    store = create(folder / f"{name}-{dice}.db")
    scenario = shipped_scenario(name)
    found_campaign(store, scenario, name=name, seed="3", tabletop="brevity", weather="dice", actor="test")
    with reading(store) as board:
        start = begin(board, str(days))
    played = MemoryBoard(unpacked(start.snapshot.content))
    play_on(played, Seeded(dice), 1, days)
    assert rows_of(played) == recorded(store, dice, days)
    store.close()


@pytest.mark.long
def test_the_recorded_command_comes_to_the_same_rows(tmp_path: Path) -> None:
    agree(tmp_path, "operation-brevity", "1", 1)


@pytest.mark.long
@pytest.mark.parametrize("dice", [str(n) for n in range(2, 10)])
def test_so_it_does_for_many_dice_to_the_end(tmp_path: Path, dice: str) -> None:
    agree(tmp_path, "operation-brevity", dice, 2)


@pytest.mark.long
@pytest.mark.parametrize("dice", ["1", "2"])
def test_so_it_does_in_market_garden(tmp_path: Path, dice: str) -> None:
    agree(tmp_path, "market-garden", dice, 3)


def test_dice_of_later_battles_are_named_by_the_place(first_day: Start) -> None:
    board = MemoryBoard(unpacked(first_day.snapshot.content))
    play_on(board, Seeded("7|forecast|1"), 1, 1)
    battle = board.rows(Battle)[0]
    key = board.row(Place, battle.place_id).key
    seeded = Seeded("common")
    dice = DiceOfRun(seeded, board)

    def name(subject: str) -> RollName:
        return RollName(Moment(1, 2), 6, "fire", subject)

    for text in ("3 RTR", "battle 4 of old"):
        assert dice.throw(name(text), "") == seeded.throw(name(text), "")
    numbered = [name(f"unit {n} in battle {battle.number}") for n in range(20)]
    placed = [name(f"unit {n} in the battle at {key}") for n in range(20)]
    assert [dice.throw(roll, "") for roll in numbered] == [seeded.throw(roll, "") for roll in placed]


def test_battles_in_which_nobody_moved_or_fired_are_no_games(first_day: Start) -> None:
    board = MemoryBoard(unpacked(first_day.snapshot.content))
    run = play_on(board, Seeded("7|forecast|2"), 2, 1)
    assert len(run.games) == sum(was_played(battle) for battle in board.rows(Battle)) > 0
    battle = board.rows(Battle)[0]
    battle.report = [event for event in battle.report if event["event"] in ("opening", "start", "heading", "end")]
    assert not was_played(battle)


def test_what_is_counted_stands_on_the_board(first_day: Start, start_of: Callable[[str], Start]) -> None:
    board = MemoryBoard(unpacked(first_day.snapshot.content))
    (evening,) = play_on(board, Seeded("7|forecast|1"), 1, 1).evenings
    owners = board.by_id(Place)
    assert evening.owners == tuple(owners[place].owner_id or 0 for place in first_day.names.subjects.places)
    assert evening.day == 1 and len(evening.men) == len(first_day.names.subjects.formations)
    assert start_of("1941-05-15") == first_day


@pytest.mark.long
def test_a_battle_can_be_ruled_each_way_under_the_same_dice(first_day: Start, runs: dict[int, Run]) -> None:
    contents = unpacked(first_day.snapshot.content)
    game = runs[1].games[0]
    for side in first_day.names.subjects.sides:
        board = MemoryBoard(contents)
        dice = DiceOfRun(Seeded("7|forecast|1"), board)
        run = play_on(board, dice, 1, 1, Ruled(game.place, game.day, side))
        battle = next(row for row in board.rows(Battle) if row.place_id == game.place)
        assert run.ruled and battle.is_ruling and battle.field_held_by_id == side
    assert not play(contents, "7", 1, 1, Ruled(game.place, 2, side)).ruled, "no such battle comes about"


@pytest.mark.long
def test_the_true_test_holds_both_rulings_against_each_other(first_day: Start, runs: dict[int, Run]) -> None:
    hold(first_day.snapshot)
    game = runs[1].games[0]
    (decided,) = decide.test(first_day, [(game.place, game.day)], "7", 3, Loop(), lambda done, total: None).decided
    contents = unpacked(first_day.snapshot.content)
    first, second = first_day.names.subjects.sides
    pairs = [
        [play(contents, "7", number, 1, Ruled(game.place, game.day, side)) for side in (first, second)]
        for number in runs
    ]
    apart = [leads([one])[0] - leads([other])[0] for one, other in pairs if one.ruled]
    assert (decided.runs, decided.difference.mean) == (len(apart), pytest.approx(sum(apart) / len(apart), abs=1e-4))
    assert (decided.first, decided.second) == ("Allied", "Axis")


def test_what_goes_with_the_score_is_told_with_a_wide_interval(first_day: Start) -> None:
    def run(number: int, *, is_won: bool) -> Run:
        places = first_day.names.subjects.places
        first, second = first_day.names.subjects.sides
        points = (9 + number % 3, 2) if is_won else (2 + number % 3, 2)
        evening = Evening(1, tuple(second for _ in places), points, (0, 0), (), (), ())
        return Run(number, (evening,), (Game(places[0], 1, first if is_won else second, 1),))

    told = decisive(first_day.names, [run(number, is_won=number % 4 != 0) for number in range(1, 101)])
    assert [(event.kind, event.winner, event.day) for event in told] == [
        ("battle won", "Allied", 1), ("battle won", "Axis", 1)
    ]  # fmt: skip
    assert [event.difference.mean for event in told] == pytest.approx([7.0, -7.0], abs=0.2)
    assert all(event.difference.low < 7 < event.difference.high for event in told[:1])
    few = [run(number, is_won=number % 12 != 0) for number in range(1, 101)]
    assert decisive(first_day.names, few) == (), "eight runs without it are too few"
