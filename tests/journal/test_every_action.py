"""Every action of the program goes through the same mill (design 5).

It commits exactly one entry; fails half-way, at every place where it writes, without leaving a trace; is undone and
redone to the same digests; previews without a trace. The cases are in ``cases.py``; one for every registered verb.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from cases import CASES, Case
from deeds import DEEDS, STORY, Fight, Move, Regroup
from sqlalchemy import Connection, Engine, event

from campaign.actions.all_actions import every_action
from campaign.journal import (
    REGISTER,
    Action,
    Board,
    Register,
    chain_is_whole,
    command_from_json,
    command_to_json,
    commit,
    digest,
    log,
    preview,
    reading,
    redo,
    undo,
)
from campaign.journal.canonical import canonical
from campaign.journal.people import people_of
from campaign.journal.record import enter, foresee
from campaign.journal.scratch_copy import copy_of
from campaign.journal.state import stored
from campaign.model import JOURNALLED, Entry
from campaign.rows.images import sheet
from campaign.rows.kept import KeptRows
from campaign.rows.row import values_of
from campaign.rules.common.dice import Scripted, Seeded, Source
from campaign.store import Store, open_store
from campaign.values import replace
from campaign.words.receipt import Receipt
from tests.statements import statements

every_action()

_FOUNDING = "found"
"""Entry 1 of every campaign; has its own tests, since nothing goes before it and it is never undone."""


def _after(*commands: object) -> Callable[[Store], None]:
    def ready(store: Store) -> None:
        for command in commands:
            commit(store, None, command, source=Seeded("7"), actor="umpire", register=DEEDS)

    return ready


DEED_CASES = {
    "set rule": Case(STORY[0]),
    "move": Case(Move("1st Rifles", "Birch Cross"), faces=(1,)),
    "fight": Case(Fight("2nd Rifles", "II/9"), _after(Fight("1st Rifles", "I/9"))),
    "call off": Case(STORY[5], _after(*STORY[:5])),
    "regroup": Case(Regroup("1st Brigade", "1st Hussars")),
    "ungroup": Case(STORY[7], _after(*STORY[:7])),
}
"""The mill's own proof, on small actions that write every kind of change."""

_ALL = [(REGISTER, verb) for verb in sorted(REGISTER) if verb in CASES] + [(DEEDS, verb) for verb in sorted(DEEDS)]


class Stop(Exception):
    """The error put in half-way."""


@pytest.mark.parametrize("verb", sorted(REGISTER.keys() - {_FOUNDING}) or ["none yet"])
def test_every_action_has_a_case(verb: str) -> None:
    if verb in REGISTER and verb not in CASES:
        pytest.fail(f"add a case for {verb!r} to tests/journal/cases.py", pytrace=False)


def test_every_case_is_for_an_action() -> None:
    assert CASES.keys() <= REGISTER.keys()
    assert DEED_CASES.keys() == DEEDS.keys()


@pytest.fixture(scope="module")
def bench(template_files: Callable[[str], Path], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bench]:
    """One file for all cases, so that statements are compiled once; what each case starts from is kept as bytes."""
    path = tmp_path_factory.mktemp("mill") / "mill.db"
    shutil.copyfile(template_files("tiny"), path)
    made = Bench(path, open_store(path, write=True), path.read_bytes(), {})
    yield made
    made.store.close()


@dataclass(frozen=True)
class Bench:
    """Where the mill stands."""

    path: Path
    store: Store
    tiny: bytes
    ready: dict[str, tuple[bytes, tuple[Any, ...]]]
    """The file that each case starts from, and what stands in it."""


@pytest.fixture(params=_ALL, ids=lambda found: found[1])
def mill(request: pytest.FixtureRequest, bench: Bench) -> Mill:
    register, verb = request.param
    return Mill(bench, register, verb, (CASES if register is REGISTER else DEED_CASES)[verb])


@dataclass(frozen=True)
class Mill:
    """One action, its case, and the campaign made ready for it, as often as it is wanted."""

    bench: Bench
    register: Register
    verb: str
    case: Case

    def fresh(self) -> tuple[Store, tuple[Any, ...]]:
        """The campaign as made ready, untouched, and its state."""
        if self.verb not in self.bench.ready:
            self.bench.path.write_bytes(self.bench.tiny)
            self.case.ready(self.bench.store)
            self.bench.ready[self.verb] = self.bench.path.read_bytes(), _state(self.bench.store)
        content, state = self.bench.ready[self.verb]
        self.bench.path.write_bytes(content)
        return self.bench.store, state

    def dice(self, board: Board) -> Source:
        return Seeded(board.campaign.seed) if self.case.faces is None else Scripted(self.case.faces)

    def run(self, store: Store, register: Register | None = None) -> Any:
        return commit(store, None, self.case.command, source=self.dice, actor="Ann", register=register or self.register)


def _state(store: Store) -> tuple[Any, ...]:
    with reading(store) as board:
        return digest(board), len(log(board, all=True)), board.ledger.next_id, board.ledger.head


def _rows(store: Store) -> dict[str, list[str]]:
    """Every row, as the board has it, and the same by columns, with the kinds of its values."""
    with reading(store) as board:
        return {
            model.__name__: [
                *(repr(values_of(row)) for row in board.rows(model)),
                *map(repr, map(tuple, board.columns(model, "id", *(field.column for field in sheet(model).fields)))),
            ]
            for model in JOURNALLED
        }


def _entry(store: Store) -> list[Any]:
    """The last entry, but for the moment at which it was written and what follows from that."""
    with reading(store) as board:
        row = dict(board.entries(Entry.__table__).mappings().all()[-1])
        return [*(value for name, value in row.items() if name not in ("written", "hash")), board.ledger.next_id]


def _people(store: Store) -> list[str]:
    with reading(store) as board:
        return sorted(repr(known) for known in board.known_people())


def _digest(store: Store) -> str:
    return str(_state(store)[0])


def _told(store: Store) -> str:
    """Every row, with names in place of people's numbers."""
    with reading(store) as board:
        return canonical(people_of(board).shown_value(stored(board).rows))


@pytest.mark.sample(2)
def test_commits_exactly_one_entry(mill: Mill) -> None:
    store, before = mill.fresh()
    done = mill.run(store)
    after = _state(store)
    assert after[1] == before[1] + 1
    with reading(store) as board:
        line = log(board)[-1]
        assert (line.number, line.verb, line.actor, line.summary) == (
            done.number,
            mill.verb,
            "Ann",
            done.receipt.summary,
        )
        assert line.rolls == done.rolls
        assert line.summary.strip()
        assert "\n" not in line.summary
        assert line.is_ruling is mill.register[mill.verb].ruling
        assert chain_is_whole(board)


def test_its_command_can_be_read_back_from_the_record(mill: Mill) -> None:
    text = command_to_json(mill.case.command)
    assert command_to_json(command_from_json(mill.verb, text, mill.register)) == text


def test_is_undone_and_redone(mill: Mill) -> None:
    _undone_and_redone(mill, times=1)


@pytest.mark.long
def test_is_undone_and_redone_again_and_again(mill: Mill) -> None:
    _undone_and_redone(mill, times=3)


def _undone_and_redone(mill: Mill, times: int) -> None:
    store, (before, *_) = mill.fresh()
    mill.run(store)
    after = _digest(store)
    for _ in range(times):
        undo(store, actor="Ann")
        assert _digest(store) == before
        redo(store, actor="Ann")
        assert _digest(store) == after
    with reading(store) as board:
        assert chain_is_whole(board)


@pytest.mark.sample(4)
def test_the_same_command_on_the_same_campaign_does_the_same(mill: Mill) -> None:
    """Only the number of a person whom the campaign did not know is drawn by chance."""
    first, second = ((mill.run(mill.fresh()[0]).rolls, _told(mill.bench.store)) for _ in range(2))
    assert first == second


@pytest.mark.sample(3)
def test_a_preview_leaves_nothing_behind(mill: Mill) -> None:
    store, before = mill.fresh()
    seen = preview(store, None, mill.case.command, source=mill.dice, actor="Ann", register=mill.register)
    assert _state(store) == before
    done = mill.run(store)
    assert (seen.receipt, seen.rolls) == (done.receipt, done.rolls)


@pytest.mark.sample(4)
def test_what_was_carried_out_on_a_copy_is_entered_as_it_is(mill: Mill) -> None:
    """Rows, numbers and the journal are those of the command carried out on the campaign itself. What players rolled,
    and what gave somebody a number, is not entered from a copy."""
    store, before = mill.fresh()
    given = {"source": mill.dice, "actor": "umpire", "register": mill.register}
    with copy_of(store, None) as copy:
        seen = foresee(copy, None, mill.case.command, **given)
    assert _state(store) == before
    known = _people(store)
    done = commit(store, None, mill.case.command, **given)
    chosen = _people(store) != known or (mill.case.faces is not None and bool(done.rolls))
    assert (seen.carried is None) == chosen
    if seen.carried is None:
        return
    carried_out = _told(store), _entry(store)
    mill.fresh()
    entered = enter(store, None, seen.carried)
    assert entered is not None and (entered.receipt, entered.rolls) == (done.receipt, done.rolls)
    assert (_told(store), _entry(store)) == carried_out
    assert enter(store, None, seen.carried) is None, "it is entered only where it was carried out"


@pytest.mark.sample(4)
def test_what_is_kept_of_the_rows_is_what_stands(mill: Mill) -> None:
    """Also after the command, after its undo and after its redo, with no table read again."""
    store, _ = mill.fresh()
    kept = replace(store, rows=KeptRows())
    assert _rows(kept) == _rows(store)
    for change in (mill.run, lambda it: undo(it, actor="Ann"), lambda it: redo(it, actor="Ann")):
        change(kept)
        with statements() as asked:
            ours = _rows(kept)
        assert len(asked) == 1, "the head alone is asked for"
        assert ours == _rows(store)


@pytest.mark.sample(4)
def test_an_error_where_it_writes_rolls_everything_back(mill: Mill) -> None:
    store, before = mill.fresh()
    with _writes() as count:
        mill.run(store)
    for n in sorted({round(1 + step * (count[0] - 1) / 5) for step in range(6)}):
        mill.fresh()
        with _writes(stop_at=n), pytest.raises(Stop):
            mill.run(store)
        assert _state(store) == before, f"after an error at write {n} of {count[0]}"


@pytest.mark.sample(4)
def test_an_error_after_all_is_done_rolls_everything_back(mill: Mill) -> None:
    store, before = mill.fresh()
    entry = mill.register[mill.verb]

    def act(board: Board, command: Any, dice: Any) -> Receipt:
        entry.act(board, command, dice)
        board.flush()
        raise Stop

    broken = Register({entry.verb: Action(entry.verb, entry.command, act, entry.ruling)})
    with pytest.raises(Stop):
        mill.run(store, broken)
    assert _state(store) == before


@contextmanager
def _writes(stop_at: int = 0) -> Iterator[list[int]]:
    """Count the writes of an action, or stop it right after one of them."""
    count = [0]

    def listen(connection: Connection, cursor: Any, statement: str, *details: Any) -> None:
        if statement.split(maxsplit=1)[0].lower() in ("insert", "update", "delete"):
            count[0] += 1
            if count[0] == stop_at:
                raise Stop

    event.listen(Engine, "after_cursor_execute", listen)
    try:
        yield count
    finally:
        event.remove(Engine, "after_cursor_execute", listen)
