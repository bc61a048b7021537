"""Days that are generated: orders at random, dice of their own, played on without players.

A day is played in memory and then written down. Whatever it was, the database holds what stood in memory, the record
leads from the one state to the other and back, playing it turn by turn or step by step comes to the same, and so does
playing it on a board that writes nothing.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest

from campaign.actions.day import Next
from campaign.actions.start_campaign import HISTORICAL, found_campaign
from campaign.errors import BadInput, Refused
from campaign.exchange.check import find_scenario, read_scenario
from campaign.journal import commit, digest, reading, redo, undo
from campaign.journal.asof import PastBoard, When, past_of
from campaign.journal.record import carry_out, write_down
from campaign.journal.register import REGISTER
from campaign.journal.state import State, differences, state_from_journal, stored
from campaign.journal.transaction import trying
from campaign.journal.undo import standing_of
from campaign.model import Formation, Place
from campaign.rows.images import sheets, values_to_json
from campaign.rows.row import values_of
from campaign.rules.common.dice import Seeded, Tape
from campaign.store import Store, create, open_store
from campaign.verbs.orders import GiveOrder

DAYS = 200
"""A few are played in every run, fifty in the long one, all in the longest."""


@pytest.fixture(scope="module")
def founded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Operation Brevity at its beginning."""
    path = tmp_path_factory.mktemp("days") / "brevity.db"
    store = create(path)
    found_campaign(
        store,
        read_scenario(find_scenario("operation-brevity")),
        name="brevity",
        seed="1941",
        tabletop="brevity",
        weather=HISTORICAL,
        actor="Ann",
    )
    store.close()
    return path


@pytest.fixture
def fresh_copy(founded: Path, tmp_path: Path) -> Iterator[Callable[[str], Store]]:
    """A copy of it to play on, of this name."""
    stores = []

    def copy(name: str) -> Store:
        store = open_store(shutil.copyfile(founded, tmp_path / f"{name}.db"), write=True)
        stores.append(store)
        return store

    yield copy
    for store in stores:
        store.close()


def dice_of(day: int) -> Seeded:
    return Seeded(f"generated day {day}")


def give_orders(store: Store, day: int) -> None:
    """Up to six formations are sent anywhere; what makes no sense is refused and nothing comes of it."""
    chance = Random(day)
    with reading(store) as board:
        formations, places = [row.name for row in board.rows(Formation)], [row.name for row in board.rows(Place)]
    for formation in chance.sample(formations, chance.randint(0, 6)):
        command = GiveOrder(formation, chance.choice(("march", "attack", "hold", "withdraw")), chance.choice(places))
        try:
            commit(store, None, command, source=dice_of(day), actor="Ann")
        except (BadInput, Refused):
            continue


def in_memory(board: PastBoard) -> State:
    """Every row of a board, as it stands in memory."""
    state = State()
    for name, written in sheets().items():
        rows = board.rows(written.model)
        state.rows[name] = {row.id: values_to_json(written, values_of(row)[2:]) for row in rows}
    return state


def differing(state: State, later: State) -> list[object]:
    return list(differences(state, later))


@pytest.mark.sample(100, long=4)
@pytest.mark.parametrize("day", range(DAYS))
def test_a_generated_day_is_the_same_in_memory_in_the_database_and_in_the_record(
    day: int, fresh_copy: Callable[[str], Store]
) -> None:
    store = fresh_copy("days")
    give_orders(store, day)
    with reading(store) as board:
        begun, played_on = (
            digest(board),
            PastBoard(board, past_of(board, When(number=board.ledger.last_number)), write=True),
        )
        tape = Tape(dice_of(day), played_on.moment)
        receipt = REGISTER["next"].act(played_on, Next("day", auto=True), tape)
        foreseen = in_memory(played_on)
    done = commit(store, None, Next("day", auto=True), source=dice_of(day), actor="Ann")
    assert done.receipt == receipt
    assert [(roll.name, roll.value) for roll in done.rolls] == [(roll.name, roll.value) for roll in tape.rolls]
    with reading(store) as board:
        ended, state = digest(board), stored(board)
        assert differing(foreseen, state) == []
        assert differing(state_from_journal(board, standing_of(board).living), state) == []
    undo(store, actor="Ann")
    with reading(store) as board:
        assert digest(board) == begun
    redo(store, actor="Ann")
    with reading(store) as board:
        assert digest(board) == ended


@pytest.mark.long
@pytest.mark.sample(200, long=4)
@pytest.mark.parametrize("day", range(DAYS))
def test_a_generated_day_comes_to_the_same_turn_by_turn_and_step_by_step(
    day: int, fresh_copy: Callable[[str], Store]
) -> None:
    ends = {}
    for until in ("day", "turn", "step"):
        store = fresh_copy(until)
        give_orders(store, day)
        while True:
            commit(store, None, Next(until, auto=True), source=dice_of(day), actor="Ann")
            with reading(store) as board:
                if board.moment.day > 1:
                    ends[until] = stored(board)
                    break
    for until in ("turn", "step"):
        assert differing(ends["day"], ends[until]) == []


def test_a_day_that_is_only_tried_leaves_nothing(fresh_copy: Callable[[str], Store]) -> None:
    store = fresh_copy("tried")
    with reading(store) as board:
        before = digest(board)
    with trying(store) as board:
        command = Next("day", auto=True)
        write_down(board, carry_out(board, command, Tape(dice_of(1), board.moment), "Ann", REGISTER.of(command)))
    with reading(store) as board:
        assert digest(board) == before
