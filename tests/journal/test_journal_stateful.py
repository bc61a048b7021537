"""Long random sequences of everything the record can do, against a model that is a list of digests.

Commands, undo, redo, replay, corrections, as of, branches, export and import, in any order; after every step the state
is the one the model expects, the chain of hashes is whole, and the doctor has nothing to say of the record and the
rows. Once with small deeds that write every kind of change, once with every action of the program. The long tests walk
much further: half an hour.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import ClassVar

import pytest
from cases import CASES
from deeds import DEEDS, CallOff, Fight, Move, Regroup, SetRule, Ungroup
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from turns import TURNS, Idle, Play, Throw, found_drawing

from campaign.actions.day import Next
from campaign.actions.taking_back import take_back
from campaign.errors import CampaignError
from campaign.exchange.export import read_export, written
from campaign.journal import REGISTER, JournalBoard, Register, commit, digest, living, reading, redo, undo
from campaign.journal.asof import When, as_of
from campaign.journal.branches import branch, branches, drop
from campaign.journal.campaign_copy import bring, taken
from campaign.journal.doctor import Kind, examine
from campaign.journal.record import Sources
from campaign.journal.replay import Correction, leave_out, replay
from campaign.journal.turn_bits import begun_in
from campaign.journal.undo import bring_back, undone_branches
from campaign.model import Commander, Entry
from campaign.rules.common.dice import Seeded
from campaign.situation.chance import dice_of
from campaign.store import Store, open_store
from campaign.terms.viewer import Viewer
from campaign.verbs.adjustments import Adjust
from campaign.verbs.orders import GiveOrder, TakePosture
from campaign.verbs.rulings import RuleBattle
from tests.tiny import named

UNSUITED = (CampaignError, ValueError, LookupError, AssertionError)
"""What a small deed, or the making ready for a command, may end in where the campaign does not suit it: they know no
better."""
UNITS, PLACES = ("1st Rifles", "2nd Rifles", "1st Hussars", "I/9", "II/9"), ("Ashford", "Birch Cross", "Coldbrook")

DEED = st.one_of(
    st.builds(SetRule, st.sampled_from("abc"), st.integers(0, 3)),
    st.builds(Move, st.sampled_from(["1st Rifles", "I/9"]), st.sampled_from(["Birch Cross", "Coldbrook", "Ashford"])),
    st.builds(Fight, st.sampled_from(["1st Rifles", "2nd Rifles"]), st.sampled_from(["I/9", "II/9"])),
    st.just(CallOff()),
    st.just(Regroup("1st Brigade", "1st Hussars")),
    st.just(Ungroup("1st Brigade", "1st Hussars")),
)


def seeded(board: JournalBoard) -> Seeded:
    """Dice as they fall."""
    return Seeded("1")


def other(board: JournalBoard) -> Seeded:
    """Dice that would fall otherwise, if one were rolled anew."""
    return Seeded("2")


class Record(RuleBasedStateMachine):
    """One file, one campaign, and what its digests should be."""

    template: Path
    tried: ClassVar[set[str]]
    register: ClassVar[Register]
    beginning: ClassVar[tuple[object, ...]]
    """Something to go back to."""
    refusals: ClassVar[tuple[type[Exception], ...]] = (CampaignError,)
    dice: ClassVar[Sources] = staticmethod(seeded)
    anew: ClassVar[Sources] = staticmethod(other)
    """Dice of a replay, if one were rolled that never was."""

    @initialize()
    def found(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="campaign-club-"))
        self.store = open_store(Path(shutil.copyfile(self.template, self.folder / "club.db")), write=True)
        self.done, self.count = [self.now()], 0
        self.undone: list[list[str]] = []
        """What each redo would bring back, all of it: the digests after every entry."""
        self.paths: dict[int, list[str]] = {}
        """The digests after every entry up to each entry that was once the last, by its place in the journal."""
        for command in self.beginning:
            assert self.do_it(command)

    def teardown(self) -> None:
        if hasattr(self, "store"):
            self.store.close()
            shutil.rmtree(self.folder)

    def now(self, name: str = "tiny", store: Store | None = None) -> str:
        with reading(store or self.store, name) as board:
            return digest(board)

    def do_it(self, command: object, giver: int | None = None) -> bool:
        """Carry it out, if it suits."""
        try:
            commit(self.store, "tiny", command, source=self.dice, actor="Ann", giver=giver, register=self.register)
        except self.refusals:
            return False
        self.done.append(self.now())
        self.undone.clear()
        return True

    def keep_path(self, board: JournalBoard) -> None:
        """Keep what leads to the last entry: whoever takes it back can bring it back by its branch."""
        self.paths[living(board)[-1].seq] = [*self.done]

    def replayable(self) -> list[int]:
        """After which entries everything is a command, and can be run again; rows laid by hand are none, nor is the
        start of the tiny campaign, which bears the name of the real one's."""
        with reading(self.store, "tiny") as board:
            by_hand = [line.number for line in living(board) if line.verb == "found" or line.verb not in self.register]
        return list(range(max(by_hand), len(self.done)))

    @precondition(lambda self: len(self.done) > 1)
    @rule(data=st.data())
    def take_back(self, data: st.DataObject) -> None:
        self.tried.add("take_back")
        to = data.draw(st.integers(1, len(self.done) - 1))
        undo(self.store, "tiny", to=to, actor="Bob")
        while len(self.done) > to:
            self.undone.append([*self.done])
            self.done.pop()

    @precondition(lambda self: len(self.done) > 1)
    @rule(data=st.data())
    def take_back_alone(self, data: st.DataObject) -> None:
        if not (points := self.replayable()):
            return
        number = data.draw(st.sampled_from(points)) + 1
        self.leave_out(
            lambda: leave_out(
                self.store,
                "tiny",
                lambda _: number,
                agree=lambda _: None,
                source=self.anew,
                actor="Bob",
                register=self.register,
            )
        )

    def leave_out(self, taking_back: Callable[[], object]) -> None:
        """One entry goes, and what follows it is played again; a redo brings back all of it as it was."""
        before = self.done
        with reading(self.store, "tiny") as board:
            self.keep_path(board)
        try:
            taking_back()
        except self.refusals:
            return
        self.tried.add("take_back_alone")
        self.undone.append(before)
        self.done = [self.as_of(number) for number in range(1, len(before))]

    @precondition(lambda self: self.undone)
    @rule()
    def bring_back(self) -> None:
        self.tried.add("bring_back")
        redo(self.store, "tiny", actor="Bob")
        self.done = self.undone.pop()

    @rule(data=st.data())
    def bring_back_a_branch(self, data: st.DataObject) -> None:
        with reading(self.store, "tiny") as board:
            kept = undone_branches(board)
        if kept:
            self.tried.add("bring_back_a_branch")
            branch = data.draw(st.sampled_from(kept)).branch
            bring_back(self.store, "tiny", branch=branch.name, actor="Bob")
            self.done = [*self.paths[branch.entries[-1]]]
            self.undone.clear()

    @precondition(lambda self: len(self.done) > 1)
    @rule(data=st.data())
    def run_again(self, data: st.DataObject) -> None:
        if not (points := self.replayable()):
            return
        self.tried.add("run_again")
        after = data.draw(st.sampled_from(points))
        assert not replay(
            self.store, "tiny", after=after, source=self.anew, actor="Bob", register=self.register
        ).written

    def put_right(self, correction: Correction, after: int) -> None:
        self.tried.add("correct")
        try:
            made = replay(
                self.store,
                "tiny",
                after=after,
                source=self.dice,
                actor="Bob",
                correction=correction,
                register=self.register,
            )
        except self.refusals:
            return
        if made.written:
            self.undone.clear()
            with reading(self.store, "tiny") as board:
                count = len(living(board))
            self.done = [self.as_of(n) for n in range(1, count + 1)]

    def as_of(self, number: int) -> str:
        with reading(self.store, "tiny") as board, as_of(board, When(number=number)) as visit:
            return digest(visit.board)

    @rule(data=st.data())
    def look_back(self, data: st.DataObject) -> None:
        self.tried.add("look_back")
        number = data.draw(st.integers(1, len(self.done)))
        assert self.as_of(number) == self.done[number - 1]

    @rule(data=st.data())
    def try_out(self, data: st.DataObject) -> None:
        self.tried.add("try_out")
        number = data.draw(st.integers(1, len(self.done)))
        branch(self.store, "tiny", "what if", at=When(number=number))
        assert self.now("what if") == self.done[number - 1]
        commit(self.store, "what if", self.beginning[0], source=self.dice, actor="Ann", register=self.register)
        if number > 1:
            undo(self.store, "what if", to=1, actor="Ann")
            assert self.now("what if") == self.done[0]
        drop(self.store, "what if")
        assert [one.name for one in branches(self.store)] == ["tiny"]

    @rule()
    def carry_away(self) -> None:
        """Into another file, and beside the original, by turns."""
        self.tried.add("carry_away")
        with reading(self.store, "tiny") as board:
            words = "".join(written(taken(board)))
        self.count += 1
        if self.count % 2:
            bring(self.store, read_export(words, "x"), name="copy")
            assert self.now("copy") == self.done[-1]
            drop(self.store, "copy")
            return
        other = open_store(Path(shutil.copyfile(self.template, self.folder / f"club-{self.count}.db")), write=True)
        bring(other, read_export(words, "x"), name="copy")
        assert self.now("copy", other) == self.done[-1]
        other.close()

    @invariant()
    def all_is_well(self) -> None:
        if not hasattr(self, "store"):
            return
        with reading(self.store, "tiny") as board:
            assert digest(board) == self.done[-1]
            assert [line.number for line in living(board)] == list(range(1, len(self.done) + 1))
            self.keep_path(board)
            assert [
                one.what for one in examine(board).findings if one.kind in (Kind.CHAIN, Kind.LEDGER, Kind.ROW)
            ] == []


class Club(Record):
    """Small deeds."""

    tried = set()
    refusals = UNSUITED
    register = DEEDS
    beginning = (SetRule("a", 1), Move("1st Rifles", "Coldbrook"), Regroup("1st Brigade", "1st Hussars"))

    @rule(deed=DEED)
    def do(self, deed: object) -> None:
        self.tried.add("do")
        self.do_it(deed)

    @precondition(lambda self: len(self.done) > 1)
    @rule(data=st.data(), value=st.integers(4, 9))
    def correct(self, data: st.DataObject, value: int) -> None:
        number = data.draw(st.integers(2, len(self.done)))
        self.put_right(Correction(instead={number: SetRule("a", value)}), number - 1)


class Evenings(Record):
    """Turns that draw fresh bits: however often one is begun again, its bits stay the same, and every die is the
    campaign's."""

    tried = set()
    register = TURNS
    beginning = (Play(), Throw("battle"), Idle())
    dice = staticmethod(dice_of)
    anew = staticmethod(dice_of)

    @rule(deed=st.one_of(st.builds(Play, st.integers(1, 2)), st.builds(Throw, st.sampled_from("abc")), st.just(Idle())))
    def do(self, deed: object) -> None:
        self.tried.add("do")
        self.do_it(deed)

    @precondition(lambda self: len(self.done) > 1)
    @rule(data=st.data(), turns=st.integers(1, 3))
    def correct(self, data: st.DataObject, turns: int) -> None:
        number = data.draw(st.integers(2, len(self.done)))
        self.put_right(Correction(instead={number: Play(turns)}), number - 1)

    @invariant()
    def a_turn_has_one_set_of_bits(self) -> None:
        if not hasattr(self, "store"):
            return
        with reading(self.store, "tiny") as board:
            begun = [one for text in board.entries(Entry.bits).scalars() for one in begun_in(text)]
            assert len({one.stretch for one in begun}) == len({(one.stretch, one.bits) for one in begun})
            assert [
                one.what for one in examine(board).findings if one.kind is Kind.DICE and "not the" in one.what
            ] == []


class War(Record):
    """Every action of the program: the commands of ``cases.py``, on the campaign as they find it or as they are made
    ready for, and others."""

    tried = set()
    verbs: ClassVar[set[str]] = set()
    register = REGISTER
    beginning = (
        Adjust("1st Rifles", "counted", men=580),
        GiveOrder("2nd Rifles", "march", "Birch Cross"),
        Next(until="turn", auto=True),
    )

    @rule(verb=st.sampled_from(sorted(CASES)), made_ready=st.booleans())
    def act(self, verb: str, made_ready: bool) -> None:
        self.tried.add("act")
        case = CASES[verb]
        if made_ready:
            self.make_ready(case.ready)
        if self.do_it(case.command):
            self.verbs.add(verb)

    @rule(unit=st.sampled_from(UNITS), kind=st.sampled_from(["hold", "withdraw"]), is_taken_back=st.booleans())
    def order_as_player(self, unit: str, kind: str, is_taken_back: bool) -> None:
        if self.do_it(GiveOrder(unit, kind), giver=self.alba().commanders[0]) and is_taken_back:
            self.take_back_as_player()

    @rule()
    def take_back_later(self) -> None:
        self.take_back_as_player()

    def take_back_as_player(self) -> None:
        def taking_back() -> None:
            take_back(
                self.store,
                "tiny",
                self.alba(),
                source=other,
                actor="General Alba",
                preview=False,
                register=self.register,
            )

        self.leave_out(taking_back)

    def alba(self) -> Viewer:
        """The commander of one side, as whom orders are given and taken back."""
        with reading(self.store, "tiny") as board:
            commander = named(board, Commander, "General Alba")
            return Viewer(side=commander.side_id, commanders=(commander.id,))

    def make_ready(self, ready: Callable[[Store], None]) -> None:
        """By commands and by hand."""
        with suppress(*UNSUITED):  # what was done before it was refused stays done
            ready(self.store)
        with reading(self.store, "tiny") as board:
            lines = living(board)
        if len(lines) > len(self.done):
            self.undone.clear()
            self.done += [self.as_of(line.number) for line in lines[len(self.done) :]]

    @rule(
        command=st.one_of(
            st.builds(Next, until=st.sampled_from(["step", "turn", "day"]), auto=st.booleans()),
            st.builds(
                GiveOrder,
                st.sampled_from(UNITS),
                st.sampled_from(["march", "attack", "hold", "withdraw"]),
                st.sampled_from(PLACES),
            ),
            st.builds(
                TakePosture,
                st.sampled_from(["1st Brigade", "9th Regiment", "1st Rifles"]),
                st.sampled_from(["march", "line", "reserve"]),
            ),
            st.builds(
                Adjust, st.sampled_from(UNITS), st.just("a trial"), men=st.integers(0, 700), at=st.sampled_from(PLACES)
            ),
            st.builds(RuleBattle, st.just("1"), st.just("a trial"), held=st.sampled_from(["alba", "brenn"])),
        )
    )
    def play(self, command: object) -> None:
        self.tried.add("play")
        self.do_it(command)

    @precondition(lambda self: len(self.done) > 1)
    @rule(data=st.data(), men=st.integers(300, 600))
    def correct(self, data: st.DataObject, men: int) -> None:
        if not (points := self.replayable()):
            return
        after = data.draw(st.sampled_from(points))
        instead = Correction(instead={after + 1: Adjust("1st Hussars", "another count", men=men)})
        self.put_right(data.draw(st.sampled_from([instead, Correction(without=(after + 1,))])), after)


@pytest.mark.parametrize(
    ("kind", "sequences", "steps"),
    [
        (Club, 2, 8),
        (Evenings, 2, 8),
        (War, 2, 8),
        pytest.param(Club, 12, 50, marks=pytest.mark.long),
        pytest.param(Evenings, 12, 50, marks=pytest.mark.long),
        pytest.param(War, 25, 60, marks=pytest.mark.long),
    ],
)
def test_whatever_is_done_to_the_record_the_campaign_is_what_it_should_be(
    kind: type[Record], sequences: int, steps: int, template_files: Callable[[str], Path], tmp_path: Path
) -> None:
    kind.template = found_drawing(tmp_path / "drawing.db") if kind is Evenings else template_files("tiny")
    run_state_machine_as_test(
        kind,
        settings=settings(
            max_examples=sequences,
            stateful_step_count=steps,
            deadline=None,
            suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
        ),
    )  # type: ignore[no-untyped-call]
    if steps * sequences >= 100:
        assert len(kind.tried) >= 4, kind.tried
    if steps * sequences >= 600 and kind is War:  # each of them on its own is tried by test_every_action.py
        assert 3 * len(War.verbs) > len(CASES), CASES.keys() - War.verbs
