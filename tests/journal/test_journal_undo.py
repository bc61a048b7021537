"""Undo and redo: the state before is the state after going back, and the living line counts as people do."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from deeds import DEEDS, STORY, Move, SetRule
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import text

from campaign.actions.day import Next
from campaign.errors import NotFound, Refused, StoreError
from campaign.exchange.export import read_export, written
from campaign.journal import chain_is_whole, commit, digest, living, log, reading, redo, undo
from campaign.journal.campaign_copy import bring, taken
from campaign.journal.doctor import Kind, examine
from campaign.journal.record import Done
from campaign.journal.standing import standing
from campaign.journal.undo import branch_named, bring_back, undone_branches
from campaign.rows.images import fold
from campaign.rules.common.dice import Seeded
from campaign.store import Store, open_store

TOLD = ("supply_report", "strength_return")


def play(store: Store, *commands: object) -> list[str]:
    """Carry out the commands; the digest before the first and after each."""
    digests = [_digest(store)]
    for command in commands:
        commit(store, None, command, source=Seeded("7"), actor="Ann", register=DEEDS)
        digests.append(_digest(store))
    return digests


def _digest(store: Store) -> str:
    with reading(store) as board:
        return digest(board)


def _numbers(store: Store) -> list[tuple[int, str]]:
    with reading(store) as board:
        return [(line.number, line.verb) for line in living(board)]


def test_back_to_the_founding_and_forward_again(any_tiny: Store) -> None:
    digests = play(any_tiny, *STORY)
    assert len(set(digests)) == len(digests)
    back = undo(any_tiny, to=1, actor="Ann")
    assert [line.number for line in back] == list(range(len(STORY) + 1, 1, -1))
    assert _digest(any_tiny) == digests[0]
    forth = redo(any_tiny, to=len(STORY) + 1, actor="Ann")
    assert [line.number for line in forth] == list(range(2, len(STORY) + 2))
    assert _digest(any_tiny) == digests[-1]
    with reading(any_tiny) as board:
        assert chain_is_whole(board)
        assert board.ledger.last_seq == 1 + 3 * len(STORY)


def test_what_is_redone_is_the_same_to_the_letter(any_tiny: Store) -> None:
    """Rows that hold JSON too, whose keys have no order of their own."""

    def stored() -> list[object]:
        with any_tiny.engine.connect() as connection:
            return [
                connection.execute(text(f"select cast(content as text) from {table} order by id")).all()
                for table in TOLD
            ]

    commit(any_tiny, None, Next(until="day", auto=True), source=Seeded("7"), actor="Ann")
    before = stored()
    assert all(before)
    undo(any_tiny, actor="Ann")
    redo(any_tiny, actor="Ann")
    assert stored() == before


def test_step_by_step_every_state_comes_back(any_tiny: Store) -> None:
    digests = play(any_tiny, *STORY)
    for expected in reversed(digests[:-1]):
        undo(any_tiny, actor="Ann")
        assert _digest(any_tiny) == expected
    for expected in digests[1:]:
        redo(any_tiny, actor="Ann")
        assert _digest(any_tiny) == expected


def test_the_next_command_takes_the_number_that_became_free(tiny: Store) -> None:
    play(tiny, SetRule("a", 1), SetRule("a", 2))
    undo(tiny, actor="Bob")
    done = commit(tiny, None, SetRule("b", 1), source=Seeded("7"), actor="Ann", register=DEEDS)
    assert (done.number, done.seq) == (3, 5)
    assert _numbers(tiny) == [(1, "found"), (2, "set rule"), (3, "set rule")]


def test_undone_entries_stay_on_record(tiny: Store) -> None:
    play(tiny, SetRule("a", 1), SetRule("a", 2))
    undo(tiny, actor="Bob")
    with reading(tiny) as board:
        everything = log(board, all=True)
    assert [(line.seq, line.number, line.kind, line.undone_by) for line in everything] == [
        (1, 1, "do", None),
        (2, 2, "do", None),
        (3, 3, "do", 4),
        (4, 3, "undo", None),
    ]
    assert everything[3].actor == "Bob"
    assert everything[3].summary == "undid 3: a is 2"
    redo(tiny, actor="Bob")
    with reading(tiny) as board:
        assert [line.undone_by for line in log(board, all=True)] == [None] * 5


def test_ids_are_never_given_twice(tiny: Store) -> None:
    play(tiny, STORY[2])
    with reading(tiny) as board:
        after = board.ledger.next_id
    undo(tiny, actor="Ann")
    play(tiny, STORY[2])
    with reading(tiny) as board:
        assert board.ledger.next_id == after + 4


def test_a_new_command_cuts_off_what_could_be_redone(tiny: Store) -> None:
    play(tiny, SetRule("a", 1), SetRule("a", 2))
    undo(tiny, actor="Ann")
    play(tiny, SetRule("b", 1))
    with pytest.raises(Refused, match="nothing to redo"):
        redo(tiny, actor="Ann")


def test_the_founding_stands(tiny: Store) -> None:
    with pytest.raises(Refused, match="entry 1, the start of the campaign"):
        undo(tiny, actor="Ann")
    play(tiny, SetRule("a", 1))
    with pytest.raises(Refused, match="entry 1, the start of the campaign"):
        undo(tiny, to=0, actor="Ann")
    assert _numbers(tiny) == [(1, "found"), (2, "set rule")]


@pytest.mark.parametrize("to", [2, 3, 99])
def test_there_is_nothing_after_the_last_entry(tiny: Store, to: int) -> None:
    play(tiny, SetRule("a", 1))
    with pytest.raises(Refused, match="the last entry is 2"):
        undo(tiny, to=to, actor="Ann")


@pytest.mark.parametrize("to", [1, 2, 5])
def test_redo_goes_as_far_as_was_undone(tiny: Store, to: int) -> None:
    play(tiny, SetRule("a", 1), SetRule("a", 2), SetRule("a", 3))
    undo(tiny, to=2, actor="Ann")
    with pytest.raises(Refused, match="3 to 4"):
        redo(tiny, to=to, actor="Ann")


@pytest.mark.parametrize(
    "meddling",
    [
        "update battalion set place_id = (select min(id) from place) where name = '1st Rifles'",
        "update setting set value = '7' where key = 'a'",
        "delete from setting where key = 'a'",
    ],
)
def test_a_row_that_is_not_as_the_journal_left_it_stops_the_undo(any_tiny: Store, meddling: str) -> None:
    play(any_tiny, Move("1st Rifles", "Birch Cross"), SetRule("a", 1), SetRule("b", 1))
    with any_tiny.engine.begin() as connection:
        connection.execute(text(meddling))
    before = _digest(any_tiny)
    with pytest.raises(StoreError, match="the journal and the database contradict each other"):
        undo(any_tiny, to=1, actor="Ann")
    assert _digest(any_tiny) == before
    assert _numbers(any_tiny) == [(1, "found"), (2, "move"), (3, "set rule"), (4, "set rule")]


def test_a_row_in_the_way_stops_the_redo(tiny: Store) -> None:
    play(tiny, SetRule("a", 1))
    with tiny.engine.connect() as connection:
        ident = connection.execute(text("select id from setting")).scalar_one()
    undo(tiny, actor="Ann")
    with tiny.engine.begin() as connection:
        connection.execute(text(f"insert into setting (campaign_id, id, key, value) values (1, {ident}, 'z', '1')"))
    with pytest.raises(StoreError, match="already exists"):
        redo(tiny, actor="Ann")


_steps = st.lists(
    st.one_of(st.integers(0, 9).map(lambda n: ("do", n)), st.just(("undo", 0)), st.just(("redo", 0))), max_size=14
)


@pytest.mark.parametrize("most", [5, pytest.param(60, marks=pytest.mark.long)])
def test_any_row_of_steps_keeps_the_living_line(most: int, file_of: Callable[[str], Path]) -> None:
    """Against a model: two stacks of digests."""

    @settings(max_examples=most, deadline=None)
    @given(_steps)
    def law(steps: list[tuple[str, int]]) -> None:
        store = open_store(file_of("tiny"), write=True)
        done, undone = [_digest(store)], []
        for kind, n in steps:
            if kind == "do":
                done.append(play(store, SetRule(f"key {n % 3}", n))[-1])
                undone.clear()
            elif kind == "undo" and len(done) > 1:
                undo(store, actor="Ann")
                undone.append(done.pop())
            elif kind == "redo" and undone:
                redo(store, actor="Ann")
                done.append(undone.pop())
            assert _digest(store) == done[-1]
        assert [number for number, _ in _numbers(store)] == list(range(1, len(done) + 1))
        with reading(store) as board:
            assert chain_is_whole(board)
        store.close()

    law()


def test_standing_follows_the_record() -> None:
    record = [(1, "do", None), (2, "do", None), (3, "do", None), (4, "undo", 3), (5, "undo", 2), (6, "redo", 2)]
    now = standing(record)
    assert (now.living, now.undone, now.undone_by) == ((1, 2), (3,), {3: 4})
    now = standing([*record, (7, "do", None)])
    assert (now.living, now.undone, now.undone_by) == ((1, 2, 7), (), {3: 4})


def test_net_changes_over_several_flushes() -> None:
    made, changed, gone = (
        ("t", 1, None, {"a": 1, "b": 2}),
        ("t", 1, {"a": 1}, {"a": 5}),
        ("t", 1, {"a": 5, "b": 2}, None),
    )
    assert fold([[made], [changed]]) == [("t", 1, None, {"a": 5, "b": 2})]
    assert fold([[made], [changed], [gone]]) == []
    assert fold([[changed], [gone]]) == [("t", 1, {"a": 1, "b": 2}, None)]
    assert fold([[changed], [("t", 1, {"a": 5}, {"a": 1})]]) == []
    assert fold([[gone], [("t", 1, None, {"a": 5, "b": 3})]]) == [("t", 1, {"b": 2}, {"b": 3})]
    assert fold([[made], [("t", 1, {"a": 1, "b": 2}, None)], [made]]) == [made]


# branches ------------------------------------------------------------------------------------------------------------
def test_what_was_undone_before_a_new_command_is_brought_back(any_tiny: Store) -> None:
    """One slip of undo, and one command more."""
    digests = play(any_tiny, *STORY)
    undo(any_tiny, to=1, actor="Ann")
    done = commit(any_tiny, None, SetRule("c", 2), source=Seeded("7"), actor="Ann", register=DEEDS)
    assert isinstance(done, Done)
    last = len(STORY) + 1
    assert done.kept == f"The undone line (entries 2 to {last}) is kept: campaign redo --branch undone-{last}"
    after = _digest(any_tiny)
    with pytest.raises(Refused, match=f"campaign redo --branch undone-{last}"):
        redo(any_tiny, everything=True, actor="Ann")
    with reading(any_tiny) as board:
        shown = branch_named(board, f"undone-{last}")
        assert [line.number for line in shown.goes] == [2] and shown.after == done.seq
    with pytest.raises(Refused, match="the entries in force have changed since you looked"):
        bring_back(any_tiny, branch=f"undone-{last}", actor="Ann", after=1)
    forth = bring_back(any_tiny, branch=f"undone-{last}", actor="Ann", after=shown.after)
    assert forth.undone == f"Undone for it: entry 2, kept: campaign redo --branch undone-{done.seq}"
    assert [line.number for line in forth.entries] == list(range(2, last + 1)) and _digest(any_tiny) == digests[-1]
    with reading(any_tiny) as board:
        assert chain_is_whole(board)
        (kept,) = undone_branches(board)
        assert kept.branch.numbers == "entry 2" and kept.branch.name == f"undone-{done.seq}"
    bring_back(any_tiny, branch=f"undone-{done.seq}", actor="Ann")
    assert _digest(any_tiny) == after
    undo(any_tiny, actor="Ann")
    assert _digest(any_tiny) == digests[0]
    with pytest.raises(NotFound, match="there is no branch of undone entries called 'elsewhere'"):
        bring_back(any_tiny, branch="elsewhere", actor="Ann")


def test_a_branch_is_in_every_copy(tiny: Store, file_of: Callable[[str], Path]) -> None:
    play(tiny, *STORY)
    undo(tiny, to=2, actor="Ann")
    play(tiny, SetRule("c", 2))
    with reading(tiny) as board:
        kept, exported = undone_branches(board), taken(board)
    copy = open_store(file_of("fresh"), write=True)
    bring(copy, read_export("".join(written(exported)), "x"))
    with reading(copy) as board:
        assert undone_branches(board) == kept
    bring_back(copy, branch=kept[0].branch.name, actor="Ann")
    bring_back(tiny, branch=kept[0].branch.name, actor="Ann")
    assert _digest(copy) == _digest(tiny)
    with reading(copy) as board:
        assert {finding.kind for finding in examine(board).findings} <= {Kind.DICE, Kind.REMARK}, (
            "the dice are the test's"
        )
    copy.close()


def test_branches_of_the_record() -> None:
    do = [(1, "do", None), (2, "do", None), (3, "do", None)]
    undone = [*do, (4, "undo", 3), (5, "undo", 2)]
    assert standing(undone).branches() == (), "a redo brings it back"
    cut = [*undone, (6, "do", None)]
    (branch,) = standing(cut).branches()
    assert (branch.parts, branch.entries, branch.numbers) == (1, (2, 3), "entries 2 to 3")
    back = [*cut, (7, "undo", 6), (8, "redo", 2), (9, "redo", 3)]
    now = standing(back)
    assert (now.living, now.undone, [one.name for one in now.branches()]) == ((1, 2, 3), (), ["undone-6"])
    left_out = [*do, (4, "undo", 3), (5, "undo", 2), (6, "do", 3)]
    assert standing(left_out).branches() == (), "entry 2 was left out, and a redo brings the line back"
    assert [one.entries for one in standing([*left_out, (7, "do", None)]).branches()] == [(2, 3)]
    for wrong in ((7, "redo", 3), (7, "redo", 9)):
        with pytest.raises(StoreError, match="an entry that does not exist"):
            standing([*cut, wrong])
