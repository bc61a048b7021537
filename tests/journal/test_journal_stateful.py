"""Long random sequences of everything the record can do, against a model that is a list of digests.

Deeds, undo, redo, replay, corrections, as of, branches, export and import, in any order; after every step the state is
the one the model expects, the chain of hashes is whole, and the doctor has nothing to say of the record and the rows.
CAMPAIGN_TEST_STEPS sets how many steps a sequence has (8), CAMPAIGN_TEST_SEQUENCES how many there are (6); 60 and 50 take a quarter of an hour.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import ClassVar

from deeds import DEEDS, CallOff, Fight, Move, Regroup, SetRule, Ungroup
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule, run_state_machine_as_test

from campaign.errors import CampaignError
from campaign.exchange.export import read_export, written
from campaign.journal import commit, digest, living, reading, redo, undo
from campaign.journal.asof import When, as_of
from campaign.journal.branches import branch, branches, drop
from campaign.journal.carrying import bring, taken
from campaign.journal.doctor import Kind, examine
from campaign.journal.replay import Correction, replay
from campaign.rules.dice import Seeded
from campaign.store import Store, open_store

STEPS = int(os.environ.get("CAMPAIGN_TEST_STEPS", "8"))
SEQUENCES = int(os.environ.get("CAMPAIGN_TEST_SEQUENCES", "6"))

DEED = st.one_of(
    st.builds(SetRule, st.sampled_from("abc"), st.integers(0, 3)),
    st.builds(Move, st.sampled_from(["1st Rifles", "I/9"]), st.sampled_from(["Birch Cross", "Coldbrook", "Ashford"])),
    st.builds(Fight, st.sampled_from(["1st Rifles", "2nd Rifles"]), st.sampled_from(["I/9", "II/9"])),
    st.just(CallOff()),
    st.just(Regroup("1st Brigade", "1st Hussars")),
    st.just(Ungroup("1st Brigade", "1st Hussars")),
)


class Club(RuleBasedStateMachine):
    """One file, one campaign, and what its digests should be."""

    template: Path
    tried: ClassVar[set[str]] = set()

    @initialize()
    def found(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="campaign-club-"))
        self.store = open_store(Path(shutil.copyfile(self.template, self.folder / "club.db")), write=True)
        self.done, self.undone, self.count = [self.now()], [], 0
        for deed in (SetRule("a", 1), Move("1st Rifles", "Coldbrook"), Regroup("1st Brigade", "1st Hussars")):  # something to go back to
            self.do_it(deed)

    def teardown(self) -> None:
        if hasattr(self, "store"):
            self.store.close()
            shutil.rmtree(self.folder)

    def now(self, name: str = "tiny", store: Store | None = None) -> str:
        with reading(store or self.store, name) as desk:
            return digest(desk)

    @rule(deed=DEED)
    def do(self, deed: object) -> None:
        self.tried.add("do")
        self.do_it(deed)

    def do_it(self, deed: object) -> None:
        try:
            commit(self.store, "tiny", deed, source=Seeded("1"), actor="Ann", register=DEEDS)
        except (CampaignError, ValueError, IndexError):  # the small deeds of the tests know no better
            return
        self.done.append(self.now())
        self.undone.clear()

    @precondition(lambda self: len(self.done) > 1)
    @rule(data=st.data())
    def take_back(self, data: st.DataObject) -> None:
        self.tried.add("take_back")
        to = data.draw(st.integers(1, len(self.done) - 1))
        undo(self.store, "tiny", to=to, actor="Bob")
        while len(self.done) > to:
            self.undone.append(self.done.pop())

    @precondition(lambda self: self.undone)
    @rule()
    def bring_back(self) -> None:
        self.tried.add("bring_back")
        redo(self.store, "tiny", actor="Bob")
        self.done.append(self.undone.pop())

    @precondition(lambda self: len(self.done) > 1)
    @rule(data=st.data())
    def run_again(self, data: st.DataObject) -> None:
        self.tried.add("run_again")
        after = data.draw(st.integers(1, len(self.done) - 1))
        assert not replay(self.store, "tiny", after=after, source=Seeded("2"), actor="Bob", register=DEEDS).written

    @precondition(lambda self: len(self.done) > 1)
    @rule(data=st.data(), value=st.integers(4, 9))
    def correct(self, data: st.DataObject, value: int) -> None:
        self.tried.add("correct")
        number = data.draw(st.integers(2, len(self.done)))
        correction = Correction(instead={number: SetRule("a", value)})
        try:
            made = replay(self.store, "tiny", after=number - 1, source=Seeded("1"), actor="Bob", correction=correction, register=DEEDS)
        except (CampaignError, ValueError, IndexError):
            return
        if made.written:
            self.undone.clear()
            self.done = [self.as_of(n) for n in range(1, len(self.done) + 1)]

    def as_of(self, number: int) -> str:
        with reading(self.store, "tiny") as desk, as_of(desk, When(number=number)) as visit:
            return digest(visit.desk)

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
        commit(self.store, "what if", SetRule("z", 1), source=Seeded("1"), actor="Ann", register=DEEDS)
        if number > 1:
            undo(self.store, "what if", to=1, actor="Ann")
            assert self.now("what if") == self.done[0]
        drop(self.store, "what if")
        assert [one.name for one in branches(self.store)] == ["tiny"]

    @rule()
    def carry_away(self) -> None:
        """Into another file, and beside the original, by turns."""
        self.tried.add("carry_away")
        with reading(self.store, "tiny") as desk:
            words = "".join(written(taken(desk)))
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
        with reading(self.store, "tiny") as desk:
            assert digest(desk) == self.done[-1]
            assert [line.number for line in living(desk)] == list(range(1, len(self.done) + 1))
            assert [one.what for one in examine(desk).findings if one.kind in (Kind.CHAIN, Kind.LEDGER, Kind.ROW)] == []


def test_whatever_is_done_to_the_record_the_campaign_is_what_it_should_be(template_files: Callable[[str], Path]) -> None:
    Club.template = template_files("tiny")
    run_state_machine_as_test(
        Club,
        settings=settings(
            max_examples=SEQUENCES,
            stateful_step_count=STEPS,
            deadline=None,
            suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
        ),
    )  # type: ignore[no-untyped-call]
    assert len(Club.tried) >= 6, Club.tried
