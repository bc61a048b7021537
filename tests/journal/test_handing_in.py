"""A form is handed in once, however often it is sent."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from deeds import DEEDS, Move, SetRule
from sqlalchemy import func, select

from campaign.errors import BadInput, DiceWanted, Refused
from campaign.journal import Done, chain_is_whole, commit, living, reading, redo, undo
from campaign.journal.beside import Beside
from campaign.journal.board import JournalBoard
from campaign.journal.desk_notes import change_draft_on, drafts
from campaign.journal.handing_in import AlreadyDone, HandIn, answered
from campaign.model import HandedIn, Setting
from campaign.rules.common.dice import Asked, Scripted, Seeded
from campaign.store import Store


def _hand_in(store: Store, command: object, beside: HandIn | None, giver: int | None = None) -> Done | AlreadyDone:
    return commit(store, "tiny", command, source=Seeded("1"), actor="Ann", register=DEEDS, giver=giver, beside=beside)


def _count(store: Store) -> int:
    with store.engine.connect() as connection:
        return int(connection.execute(select(func.count()).select_from(HandedIn.__table__)).scalar_one())


def test_the_same_key_is_answered_as_it_was_the_first_time(any_tiny: Store) -> None:
    form = HandIn.of("ann", "k1", b"move")
    assert answered(any_tiny, "tiny", form) is None
    first = _hand_in(any_tiny, Move("1st Rifles", "Birch Cross"), form)
    assert isinstance(first, Done)
    _hand_in(any_tiny, SetRule("x", 1), None)
    again = _hand_in(any_tiny, Move("1st Rifles", "Birch Cross"), form)
    assert again == AlreadyDone(first.number, first.seq, first.head, first.receipt)
    assert answered(any_tiny, "tiny", form) == again
    with reading(any_tiny) as board:
        assert [line.seq for line in living(board)] == [1, 2, 3]
        assert chain_is_whole(board)


def test_the_key_is_asked_before_all_that_the_first_time_has_changed(any_tiny: Store) -> None:
    """The unit is there by now, which would refuse a second march; a seat that has ended would refuse it too."""
    form = HandIn.of("ann", "k1", b"move")
    _hand_in(any_tiny, Move("1st Rifles", "Birch Cross"), form)
    with pytest.raises(Refused, match="is at Birch Cross already"):
        _hand_in(any_tiny, Move("1st Rifles", "Birch Cross"), HandIn.of("ann", "k2", b"move"))
    assert isinstance(_hand_in(any_tiny, Move("1st Rifles", "Birch Cross"), form), AlreadyDone)


def test_other_content_under_the_key_is_refused_in_one_line(any_tiny: Store) -> None:
    _hand_in(any_tiny, SetRule("x", 1), HandIn.of("ann", "k1", b"one"))
    other = HandIn.of("ann", "k1", b"two")
    for attempt in (lambda: _hand_in(any_tiny, SetRule("x", 2), other), lambda: answered(any_tiny, "tiny", other)):
        with pytest.raises(Refused) as refused:
            attempt()
        assert str(refused.value) == (
            "this form was already handed in with different content; nothing was changed. Open the form again"
        )
    assert isinstance(_hand_in(any_tiny, SetRule("y", 2), HandIn.of("ben", "k1", b"two")), Done)


def test_a_refused_command_leaves_its_key_free(any_tiny: Store) -> None:
    form = HandIn.of("ann", "k1", b"move")
    with pytest.raises(Refused):
        _hand_in(any_tiny, Move("1st Rifles", "Ashford"), form)
    assert answered(any_tiny, "tiny", form) is None
    assert isinstance(_hand_in(any_tiny, Move("1st Rifles", "Birch Cross"), form), Done)


def test_dice_are_asked_for_before_anything_is_written(any_tiny: Store) -> None:
    form = HandIn.of("ann", "k1", b"move")
    command = Move("1st Rifles", "Birch Cross")
    with pytest.raises(DiceWanted):
        commit(any_tiny, "tiny", command, source=Asked({}), actor="Ann", register=DEEDS, beside=form)
    assert answered(any_tiny, "tiny", form) is None
    done = commit(any_tiny, "tiny", command, source=Scripted([1]), actor="Ann", register=DEEDS, giver=7, beside=form)
    assert isinstance(done, Done)
    assert done.rolls[0].value == 1
    again = commit(any_tiny, "tiny", command, source=Asked({}), actor="Ann", register=DEEDS, beside=form)
    assert again == AlreadyDone(done.number, done.seq, done.head, done.receipt)
    with reading(any_tiny) as board:
        assert living(board)[-1].giver == 7


def test_what_was_undone_was_handed_in_all_the_same(any_tiny: Store) -> None:
    form = HandIn.of("ann", "k1", b"x")
    first = _hand_in(any_tiny, SetRule("x", 1), form)
    undo(any_tiny, "tiny", actor="Ann")
    again = _hand_in(any_tiny, SetRule("x", 1), form)
    assert isinstance(again, AlreadyDone)
    assert again.seq == first.seq
    redo(any_tiny, "tiny", actor="Ann")
    with reading(any_tiny) as board:
        assert len(board.rows(Setting)) == 1


@pytest.mark.parametrize("trouble", ["", "k" * 81, "a\nb", "a\x00"])
def test_a_key_is_one_short_line(trouble: str) -> None:
    for owner, key in ((trouble, "k"), ("ann", trouble)):
        with pytest.raises(BadInput):
            HandIn.of(owner, key, b"")


def test_one_key_sixteen_times_at_once_is_written_once_and_answered_fifteen_times(any_tiny: Store) -> None:
    start, form = Barrier(16), HandIn.of("ann", "k1", b"move")

    def send(_: int) -> Done | AlreadyDone:
        start.wait()
        return _hand_in(any_tiny, Move("1st Rifles", "Birch Cross"), form)

    with ThreadPoolExecutor(16) as pool:
        answers = list(pool.map(send, range(16)))
    (first,) = [answer for answer in answers if isinstance(answer, Done)]
    later = [answer for answer in answers if isinstance(answer, AlreadyDone)]
    assert later == [AlreadyDone(first.number, first.seq, first.head, first.receipt)] * 15
    assert _count(any_tiny) == 1
    with reading(any_tiny) as board:
        assert [line.seq for line in living(board)] == [1, 2]
        assert chain_is_whole(board)


def test_seven_senders_twice_each_are_written_seven_times(any_tiny: Store) -> None:
    start = Barrier(14)

    def send(turn: int) -> Done | AlreadyDone:
        owner = f"player {turn % 7}"
        start.wait()
        return _hand_in(any_tiny, SetRule(owner, turn % 7), HandIn.of(owner, "k1", owner.encode()))

    with ThreadPoolExecutor(14) as pool:
        answers = list(pool.map(send, range(14)))
    assert [sum(isinstance(answer, kind) for answer in answers) for kind in (Done, AlreadyDone)] == [7, 7]
    assert len({answer.seq for answer in answers}) == 7
    for turn in range(7):
        assert answers[turn].receipt == answers[turn + 7].receipt
    assert _count(any_tiny) == 7
    with reading(any_tiny) as board:
        assert len(living(board)) == 8
        assert len(board.rows(Setting)) == 7
        assert chain_is_whole(board)


def test_of_two_writers_at_once_one_is_refused_by_its_check_and_changes_nothing_beside(any_tiny: Store) -> None:
    """Each has looked at the same state: the check sees in the transaction what the other has written."""
    rounds = range(6)
    starts = [Barrier(2) for _ in rounds]

    def send(name: str, turn: int) -> str:
        def is_unwritten(board: JournalBoard) -> None:
            if any(row.key == f"x{turn}" for row in board.rows(Setting)):
                raise Refused("the other was quicker")

        def along(beside: Beside) -> None:
            change_draft_on(beside, "both", f"x{turn}", lambda kept: [*(kept or ()), name])

        starts[turn].wait()
        command, form = SetRule(f"x{turn}", turn), HandIn.of(name, f"k{turn}", b"")
        try:
            commit(
                any_tiny, "tiny", command, source=Seeded("1"), actor=name, register=DEEDS, beside=form,
                check=is_unwritten, along=along,
            )  # fmt: skip
        except Refused:
            return ""
        return name

    with ThreadPoolExecutor(2) as pool:
        for turn in rounds:
            answers = list(pool.map(send, ("ann", "ben"), (turn, turn)))
            (winner,) = filter(None, answers)
            assert [draft.content for draft in drafts(any_tiny, "tiny", subject=f"x{turn}")] == [[winner]]
    assert _count(any_tiny) == len(rounds)
    with reading(any_tiny) as board:
        assert len(living(board)) == 1 + len(rounds)
        assert chain_is_whole(board)
