"""An evening on a PostgreSQL server: everything that a club enters between two battles, in one record that stays
sound."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from cases import CASES

from campaign.actions.order_messages import Message, TakeOrders
from campaign.actions.returns.take import PointDecision, RecordReturn, SettleBattle
from campaign.actions.taking_back import take_back
from campaign.exchange.export import read_export, written
from campaign.journal import REGISTER, commit, digest, living, reading, redo, undo
from campaign.journal.campaign_copy import bring, taken
from campaign.journal.doctor import examine
from campaign.journal.parted import Offer, copy_record, parting_of, take
from campaign.journal.replay import leave_out, replay
from campaign.model import Commander
from campaign.rules.common.dice import Seeded
from campaign.store import Store, open_store
from campaign.terms.viewer import Viewer
from campaign.verbs.battles import AddToBattle
from campaign.verbs.orders import GiveOrder, TakePosture
from tests.clash import meet
from tests.tiny import named

HERE, LAPTOP = "tiny", "laptop"
FOOT = {"turn": 2, "ending": "finished", "all_other_lines_unharmed": True}
RETURNS = tuple(
    {"side": side, "lines": [{"unit": unit, "ticks": ["spent"]}], "foot": {**FOOT, "field": side}}
    for side, unit in (("alba", "1st Rifles"), ("brenn", "I/9"))
)

ORDERS = TakeOrders(
    "1.3", (Message("alba", (TakePosture("2nd Rifles", "line"),)), Message("", (GiveOrder("II/9", "hold"),)))
)


@pytest.fixture
def server(pg_copy: Callable[[str], str]) -> Store:
    return open_store(pg_copy("tiny"), write=True)


def play(store: Store, campaign: str, *commands: object, giver: int | None = None) -> None:
    for command in commands:
        commit(store, campaign, command, source=Seeded("7"), actor="Ann", giver=giver)


def state(store: Store, campaign: str = HERE) -> str:
    with reading(store, campaign) as board:
        assert examine(board).findings == ()
        return digest(board)


def verbs(store: Store) -> list[str]:
    with reading(store, HERE) as board:
        return [line.verb for line in living(board)]


def taken_back_by_its_player(store: Store) -> None:
    with reading(store, HERE) as board:
        commander = named(board, Commander, "General Alba")
        viewer = Viewer(side=commander.side_id, commanders=(commander.id,))
    play(store, HERE, GiveOrder("2nd Rifles", "hold"), giver=commander.id)
    before = verbs(store)
    take_back(store, HERE, viewer, source=Seeded("7"), actor="General Alba", preview=False, register=REGISTER)
    assert verbs(store) == before[:-1]


def taken_back_by_number(store: Store) -> None:
    play(store, HERE, TakePosture("2nd Rifles", "reserve"), CASES["commander mail"].command)
    before = verbs(store)
    number = len(before) - 1
    leave_out(store, HERE, lambda _: number, agree=lambda _: None, source=Seeded("7"), actor="Ann", register=REGISTER)
    assert verbs(store) == [*before[:-2], "commander mail"]


def caught_up(store: Store) -> None:
    """What a copy has entered is taken on top of what was entered here."""
    with reading(store, HERE) as board:
        words = "".join(written(taken(board)))
    bring(store, read_export(words, "x"), name=LAPTOP)
    play(store, LAPTOP, CASES["grade"].command)
    play(store, HERE, CASES["reseed"].command)
    with reading(store, HERE) as board:
        record = copy_record(board)
    with reading(store, LAPTOP) as board:
        parting = parting_of(record, copy_record(board))
    done = take(store, HERE, Offer(parting.theirs, parting.head, {}, ()), source=Seeded("7"), register=REGISTER)
    assert [entry.why for entry in done] == [""]


@pytest.mark.long
def test_all_of_it_is_sound_undone_redone_played_again_and_carried_away(server: Store, fresh: Store) -> None:
    meet(server)
    by_hand = len(verbs(server))
    given_first = ("commander played", "commander deputy", "deadline")
    with reading(server, HERE) as board:
        assert board.connection.dialect.name == "postgresql"
    play(server, HERE, *(CASES[verb].command for verb in given_first), ORDERS)
    taken_back_by_its_player(server)
    taken_back_by_number(server)
    play(server, HERE, AddToBattle("1", ("2nd Rifles", "II/9")), CASES["battle split"].command)
    play(server, HERE, RecordReturn("1", RETURNS), SettleBattle("1", decisions=(PointDecision("field", "alba"),)))
    caught_up(server)
    assert {*given_first, "orders taken", "battle split", "battle settle"} <= {*verbs(server)}
    was, count = state(server), len(verbs(server))
    again = replay(server, HERE, after=by_hand, source=Seeded("8"), actor="Ann", register=REGISTER)
    assert (again.written, len(again.entries)) == (False, count - by_hand)
    undo(server, HERE, to=1, actor="Ann")
    assert state(server) != was
    redo(server, HERE, everything=True, actor="Ann")
    assert state(server) == was
    with reading(server, HERE) as board:
        words = "".join(written(taken(board)))
    assert state(fresh, bring(fresh, read_export(words, "x"))) == was
    server.close()
