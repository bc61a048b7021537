"""As of: any past state, told by the journal, on a board of its own; from both databases."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from deeds import DEEDS, STORY, Move, SetRule
from hypothesis import HealthCheck, given
from hypothesis import strategies as st
from sqlalchemy import event, text

from campaign.actions.day import Next
from campaign.errors import BadInput, NotFound, Refused, StoreError
from campaign.journal import JournalBoard, commit, digest, log, reading, redo, undo
from campaign.journal.asof import When, as_of, past_of, when
from campaign.journal.digest import digest_of
from campaign.journal.state import State, stored
from campaign.model import Battalion, Place, Setting
from campaign.rules.common.dice import Seeded
from campaign.store import Store, open_store, opened
from campaign.terms.time import Moment
from tests.laws import tried
from tests.tiny import by_hand, found_tiny, named

Known = tuple[str, int, int, str]


def play(store: Store, *commands: object) -> None:
    for command in commands:
        commit(store, None, command, source=lambda board: Seeded(board.campaign.seed), actor="Ann", register=DEEDS)


def go_on(store: Store, until: str = "turn") -> None:
    commit(store, None, Next(until, auto=True), source=lambda board: Seeded(board.campaign.seed), actor="Ann")


def _known(board: JournalBoard) -> Known:
    return digest(board), board.ledger.last_number, board.ledger.last_seq, board.ledger.head


def now(store: Store) -> Known:
    with reading(store) as board:
        return _known(board)


def then(store: Store, word: str) -> Known:
    with reading(store) as board, as_of(board, when(word, board)) as visit:
        return _known(visit.board)


@pytest.mark.sample(2)
def test_every_entry_is_shown_as_it_was_left(any_tiny: Store) -> None:
    seen = [now(any_tiny)]
    for command in STORY:
        play(any_tiny, command)
        seen.append(now(any_tiny))
    assert [then(any_tiny, f"#{n}") for n in range(1, len(seen) + 1)] == seen
    assert now(any_tiny) == seen[-1], "looking changes nothing"


def test_the_past_is_that_of_the_living_line(any_tiny: Store) -> None:
    play(any_tiny, *STORY[:4])
    undo(any_tiny, to=2, actor="Ann")
    play(any_tiny, SetRule("other", 1))
    with_other = now(any_tiny)
    play(any_tiny, SetRule("another", 2))
    assert then(any_tiny, "@3") == with_other
    with reading(any_tiny) as board, as_of(board, When(number=3)) as visit:
        assert [row.key for row in visit.board.rows(Setting)] == ["night", "other"]
        assert [line.number for line in log(visit.board)] == [1, 2, 3]
        assert named(visit.board, Battalion, "1st Rifles").place_id == named(visit.board, Place, "Ashford").id
    undo(any_tiny, to=1, actor="Ann")
    redo(any_tiny, to=3, actor="Ann")
    assert then(any_tiny, "@3") == with_other, "what was undone and brought back was there before"


def test_a_state_has_one_digest_however_its_rows_came_to_be() -> None:
    """A replay makes rows in another order, since an entry played again gives its rows the ids that they had."""
    made = [("setting", ident, None, {"key": key}) for ident, key in ((1, "a"), (2, "b"))]
    as_made, otherwise = State(), State()
    as_made.apply(made)
    otherwise.apply(reversed(made))
    assert digest_of(as_made) == digest_of(otherwise)


def test_the_tables_are_not_asked(any_tiny: Store) -> None:
    before = now(any_tiny)
    with any_tiny.engine.begin() as connection:
        connection.execute(text("update battalion set men = 1"))
    assert then(any_tiny, "1")[0] == before[0]


def test_only_this_campaign_is_there(any_tiny: Store) -> None:
    found_tiny(any_tiny, "other", battalions=2)
    with reading(any_tiny, "other") as board, as_of(board, When(number=1)) as visit:
        assert visit.board.campaign.name == "other"
        assert len(visit.board.rows(Battalion)) == 7


Ends = dict[int, dict[str, Any]]
"""The rows at the end of each turn, by table."""


@pytest.fixture(scope="module")
def turn_ends() -> dict[int, object]:
    """What was shown of each turn the first time."""
    return {}


@pytest.fixture(scope="module")
def stepped(template_files: Callable[[str], Path], tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Ends]:
    """A day of the tiny campaign, played step by step, and the rows at the end of each turn, without the clock; played
    once, and nobody writes into it."""
    path = shutil.copyfile(template_files("tiny"), tmp_path_factory.mktemp("stepped") / "tiny.db")
    store, ends = open_store(path, write=True), {}
    while not _is_day(store, 2):
        with reading(store) as board:
            turn = board.moment.turn
        go_on(store, "step")
        with reading(store) as board:
            ends[turn] = {table: held for table, held in stored(board).rows.items() if table != "clock"}
    store.close()
    return path, ends


@pytest.mark.sample(3)
@pytest.mark.parametrize("until", ["day", "turn", "step"])
def test_a_turn_is_shown_at_its_end_however_far_one_command_ran(
    tiny: Store, until: str, turn_ends: dict[int, object], stepped: tuple[Path, Ends]
) -> None:
    """Turn by turn the same, whether the day was one entry or twenty."""
    while until != "step" and not _is_day(tiny, 2):
        go_on(tiny, until)
    with opened(stepped[0] if until == "step" else tiny.name, write=False) as store, reading(store) as board:
        for turn in (1, 2, 3, 4):
            past = past_of(board, when(f"1.{turn}", board))
            assert past.moment == Moment(1, turn)
            assert past.state.rows == turn_ends.setdefault(turn, past.state.rows)
        assert past_of(board, when("1", board)).state.rows == past_of(board, when("1.4", board)).state.rows
        last = past_of(board, when("2.1", board))
        assert (last.state.rows, last.is_complete) == (stored(board).rows, True)
        assert past_of(board, when("1941-05-15", board)).moment == Moment(1, 4)


def _is_day(store: Store, day: int) -> bool:
    with reading(store) as board:
        return board.moment.day == day


def test_the_end_of_a_turn_has_everything_of_its_last_step_but_the_clock(stepped: tuple[Path, Ends]) -> None:
    path, ends = stepped
    with opened(path, write=False) as store, reading(store) as board:
        for turn, expected in ends.items():
            past = past_of(board, When(moment=Moment(1, turn)))
            assert {table: held for table, held in past.state.rows.items() if table != "clock"} == expected


@pytest.mark.parametrize(
    ("word", "error", "said"),
    [
        ("#0", NotFound, "The entries in force are 1 to 2"),
        ("#3", NotFound, "there is no entry 3"),
        ("#x", BadInput, "'#x' is not the number of an entry"),
        ("@", BadInput, "is not the number of an entry"),
        ("2.1", NotFound, "turn 2.1 is still to come. The campaign is now at turn 1.1"),
        ("1941-06-01", NotFound, "is still to come"),
        ("1941-05-14", BadInput, "is before the campaign begins. Its first day is 1941-05-15"),
        ("yesterday", BadInput, "is not a past moment"),
        ("1.9", BadInput, "is not a past moment"),
        ("0", BadInput, "is not a past moment"),
        ("", BadInput, "is not a past moment"),
        ("1.2", NotFound, "turn 1.2 is still to come"),
    ],
)
def test_what_is_no_past_is_refused(tiny: Store, word: str, error: type[Exception], said: str) -> None:
    play(tiny, SetRule("a", 1))
    with (
        reading(tiny) as board,
        pytest.raises(error, match=said.replace("(", r"\(").replace(".", r"\.")) as refused,
        as_of(board, when(word, board)),
    ):
        pass
    assert "\n" not in str(refused.value)


def test_nothing_can_be_written_there(tiny: Store) -> None:
    with reading(tiny) as board, as_of(board, When(number=1)) as visit:
        unit = visit.board.rows(Battalion)[0]
        with pytest.raises(StoreError, match="only for reading"):
            unit.men = 3


_deeds = st.lists(
    st.one_of(
        st.builds(SetRule, st.sampled_from("abc"), st.integers(0, 5)),
        st.builds(Move, st.sampled_from(["1st Rifles", "I/9"]), st.sampled_from(["Birch Cross", "Coldbrook"])),
        st.just("undo"),
        st.just("redo"),
    ),
    max_size=12,
)


@tried(6, long=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(_deeds)
def test_after_any_row_of_deeds_every_entry_that_stands_is_shown_as_it_was(
    file_of: Callable[[str], Path], deeds: list[object]
) -> None:
    store = open_store(file_of("tiny"), write=True)
    seen = {1: now(store)}
    for deed in deeds:
        try:
            if deed == "undo":
                undo(store, actor="Ann")
            elif deed == "redo":
                redo(store, actor="Ann")
            else:
                play(store, deed)
                seen[now(store)[2]] = now(store)
        except Refused:
            continue
    with reading(store) as board:
        standing = [line.seq for line in log(board)]
    assert [then(store, f"#{number}") for number in range(1, len(standing) + 1)] == [seen[seq] for seq in standing]
    store.close()


def _statements(store: Store, entry: int) -> int:
    """How many statements the campaign's database is asked to show the state after an entry."""
    asked: list[object] = []

    def note(*call: object) -> None:
        asked.append(call[2])

    with reading(store, "large") as board:
        event.listen(store.engine, "before_cursor_execute", note)
        try:
            with as_of(board, When(number=entry)) as visit:
                assert named(visit.board, Battalion, "1st Rifles").men == 495 + entry
        finally:
            event.remove(store.engine, "before_cursor_execute", note)
    return len(asked)


@pytest.mark.long
def test_a_long_campaign_asks_the_database_no_more_than_a_short_one(tiny: Store) -> None:
    """Sixty entries over fifty battalions, ten of them changed by each: no statement for each entry or row. What that
    takes in seconds, benchmarks tell."""
    found_tiny(tiny, "large", battalions=50)
    for n in range(60):
        with by_hand(tiny, "large") as board:
            for unit in board.rows(Battalion)[n % 5 :: 5]:
                unit.men = 500 + n
    assert _statements(tiny, 60) == _statements(tiny, 10) > 0
