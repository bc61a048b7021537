"""One entry undone for itself: what followed is played again without it, and a redo brings everything back."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from deeds import DEEDS, Fight, Move, SetRule
from hypothesis import given, settings
from hypothesis import strategies as st

from campaign.errors import CampaignError, Refused
from campaign.journal import chain_is_whole, commit, digest, living, log, reading, redo, undo
from campaign.journal.branches import branch, compare
from campaign.journal.doctor import examine
from campaign.journal.replay import Replayed, Senseless, leave_out, replay
from campaign.journal.standing import standing
from campaign.rules.common.dice import Seeded
from campaign.store import Store, open_store


def play(store: Store, *commands: object, campaign: str | None = None) -> None:
    for command in commands:
        commit(store, campaign, command, source=lambda board: Seeded(board.campaign.seed), actor="Ann", register=DEEDS)


def undone(store: Store, number: int, campaign: str | None = None, **more: Any) -> Replayed:
    return leave_out(
        store,
        campaign,
        lambda _: number,
        agree=more.pop("agree", lambda _: None),
        source=lambda board: Seeded(board.campaign.seed),
        actor="Bob",
        register=DEEDS,
        **more,
    )


def state(store: Store, campaign: str | None = None) -> str:
    with reading(store, campaign) as board:
        assert chain_is_whole(board)
        return digest(board)


def summaries(store: Store, campaign: str | None = None) -> list[str]:
    with reading(store, campaign) as board:
        lines = living(board)
        assert [line.number for line in lines] == list(range(1, len(lines) + 1))
        return [line.summary for line in lines[1:]]


THREE = (SetRule("a", 1), Move("1st Rifles", "Birch Cross"), SetRule("b", 2))


def test_it_alone_is_taken_back_and_brought_back(any_tiny: Store) -> None:
    play(any_tiny, *THREE)
    before = state(any_tiny)
    done = undone(any_tiny, 2)
    assert [(run.number, run.after) for run in done.entries if run.after != run.before] == [(2, None)]
    assert done.otherwise == ()
    assert summaries(any_tiny) == ["1st Rifles to Birch Cross", "b is 2"]
    assert state(any_tiny) != before
    brought = redo(any_tiny, actor="Bob")
    assert [(line.number, line.summary) for line in brought] == [(2, "a is 1")]
    assert state(any_tiny) == before
    assert summaries(any_tiny) == ["a is 1", "1st Rifles to Birch Cross", "b is 2"]
    with reading(any_tiny) as board:
        assert examine(board).is_sound


def test_the_record_tells_which_entries_were_played_again(any_tiny: Store) -> None:
    play(any_tiny, *THREE)
    undone(any_tiny, 2)
    with reading(any_tiny) as board:
        told = [(line.seq, line.number, line.kind, line.about) for line in log(board, all=True)]
    assert told[4:] == [(5, 4, "undo", 4), (6, 3, "undo", 3), (7, 2, "undo", 2), (8, 2, "do", 3), (9, 3, "do", 4)]


def test_several_come_back_in_turn_the_last_one_first(any_tiny: Store) -> None:
    play(any_tiny, *THREE, SetRule("c", 3), SetRule("d", 4))
    states = [state(any_tiny)]
    for number in (3, 4, 2):
        undone(any_tiny, number)
        states.append(state(any_tiny))
    undo(any_tiny, actor="Bob")
    for line, expected in zip(("d is 4", "a is 1", "c is 3", "1st Rifles to Birch Cross"), (3, 2, 1, 0), strict=True):
        assert [entry.summary for entry in redo(any_tiny, actor="Bob")] == [line]
        assert state(any_tiny) == states[expected]
    with pytest.raises(Refused, match="nothing to redo"):
        redo(any_tiny, actor="Bob")


def test_all_of_them_come_back_at_once(any_tiny: Store) -> None:
    play(any_tiny, *THREE, SetRule("c", 3))
    before = state(any_tiny)
    undone(any_tiny, 4)
    undone(any_tiny, 2)
    assert [line.summary for line in redo(any_tiny, everything=True, actor="Bob")] == ["a is 1", "b is 2"]
    assert state(any_tiny) == before


@pytest.mark.parametrize("later", ["a command", "a replay", "two left out"])
def test_what_comes_after_cuts_off_the_redo(any_tiny: Store, later: str) -> None:
    play(any_tiny, *THREE, SetRule("c", 3))
    undone(any_tiny, 2)
    if later == "a command":
        play(any_tiny, SetRule("z", 1))
    else:
        from campaign.journal.replay import Correction

        correction = Correction(without=(2, 3)) if later == "two left out" else Correction(also={1: (SetRule("y", 1),)})
        replay(any_tiny, None, source=Seeded("1"), actor="Bob", correction=correction, register=DEEDS)
    with pytest.raises(Refused, match="nothing to redo"):
        redo(any_tiny, actor="Bob")


def test_it_is_refused_where_a_later_one_rests_on_it(any_tiny: Store) -> None:
    play(any_tiny, Move("1st Rifles", "Birch Cross"), Move("1st Rifles", "Ashford"))
    before = state(any_tiny)
    with pytest.raises(Senseless, match=r"entry 3 \(1st Rifles to Ashford\) would no longer be possible"):
        undone(any_tiny, 2)
    assert state(any_tiny) == before


def test_who_does_not_agree_leaves_everything_as_it_was(any_tiny: Store) -> None:
    def agree(done: Replayed) -> None:
        raise Refused(f"{len(done.entries)} entries")

    play(any_tiny, *THREE)
    before = state(any_tiny)
    with pytest.raises(Refused, match="3 entries"):
        undone(any_tiny, 2, agree=agree)
    assert not undone(any_tiny, 2, preview=True).written
    assert state(any_tiny) == before


def test_standing_follows_what_was_played_again() -> None:
    record = [(n, "do", None) for n in (1, 2, 3, 4)] + [(5, "undo", 4), (6, "undo", 3), (7, "undo", 2)]
    again = [*record, (8, "do", 3), (9, "do", 4)]
    assert (standing(again).living, standing(again).undone, standing(again).stands_for) == (
        (1, 8, 9),
        (2,),
        {8: 3, 9: 4},
    )
    back = [*again, (10, "undo", 9), (11, "undo", 8), (12, "redo", 2), (13, "redo", 3), (14, "redo", 4)]
    assert (standing(back).living, standing(back).undone, standing(back).stands_for) == ((1, 2, 3, 4), (), {})
    plain = [*record, (8, "do", 2), (9, "do", 3)]
    assert (standing(plain).living, standing(plain).undone) == ((1, 8, 9), ())


_deeds = st.lists(
    st.one_of(
        st.builds(SetRule, st.sampled_from("abc"), st.integers(0, 5)),
        st.builds(
            Move,
            st.sampled_from(["1st Rifles", "I/9", "II/9"]),
            st.sampled_from(["Birch Cross", "Coldbrook", "Ashford"]),
        ),
        st.builds(Fight, st.sampled_from(["1st Rifles", "2nd Rifles"]), st.sampled_from(["I/9", "II/9"])),
    ),
    min_size=1,
    max_size=7,
)


@pytest.mark.parametrize("most", [5, pytest.param(60, marks=pytest.mark.long)])
def test_undone_and_brought_back_it_is_the_same_and_undone_it_was_never_given(
    most: int, file_of: Callable[[str], Path]
) -> None:
    @settings(max_examples=most, deadline=None)
    @given(_deeds, st.lists(st.integers(0, 20), min_size=1, max_size=3))
    def law(deeds: list[object], places: list[int]) -> None:
        store = open_store(file_of("tiny"), write=True)
        branch(store, None, "never")
        played: list[object] = []
        for deed in deeds:
            try:
                play(store, deed, campaign="tiny")
                played.append(deed)
            except CampaignError:
                continue
        states, taken_out = [state(store, "tiny")], 0
        for place in places:
            if not played:
                break
            number = place % len(played)
            try:
                undone(store, number + 2, "tiny")
            except Senseless:
                assert state(store, "tiny") == states[-1]
                continue
            del played[number]
            taken_out += 1
            states.append(state(store, "tiny"))
        play(store, *played, campaign="never")
        comparison = compare(store, "tiny", "never")
        assert comparison.differences == ()
        assert [line.partition(": ")[2] for line in comparison.left_entries] == [
            line.partition(": ")[2] for line in comparison.right_entries
        ]
        for expected in reversed(states[:-1]):
            redo(store, "tiny", actor="Bob")
            assert state(store, "tiny") == expected
        with reading(store, "tiny") as board:
            assert [fault for fault in examine(board).faults if fault.kind not in ("dice", "rule")] == []
        store.close()

    law()
