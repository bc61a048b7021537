"""Replay: the same commands with the dice by name and the ids by name; what became different; all or nothing."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from cases import CASES
from click.testing import CliRunner, Result
from deeds import DEEDS, STORY, Fight, Move, SetRule
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import text

from campaign.actions.all_actions import every_action
from campaign.actions.day import Next
from campaign.cli.contents import campaign
from campaign.errors import DiceWanted, Refused
from campaign.journal import (
    Change,
    JournalBoard,
    Register,
    action,
    chain_is_whole,
    commit,
    digest,
    living,
    log,
    reading,
    redo,
    undo,
)
from campaign.journal.doctor import examine, repair
from campaign.journal.people import people_of
from campaign.journal.replay import Correction, Replayed, TriedReplay, replay, replay_as_tried, try_replay
from campaign.journal.scratch_copy import copy_of
from campaign.journal.undo import bring_back
from campaign.model import Battalion, Battle, BattleUnit, Contact, Entry, Setting
from campaign.rows.kept import KeptRows
from campaign.rules.common.dice import Asked, Dice, Roll, RollName, Scripted, Seeded
from campaign.store import Store, open_store
from campaign.terms.time import Moment
from campaign.values import replace
from campaign.verbs.orders import GiveOrder
from campaign.words.receipt import Receipt
from tests.tiny import by_hand, named


def play(store: Store, *commands: object, source: Any = None) -> None:
    for command in commands:
        commit(
            store,
            None,
            command,
            source=source or (lambda board: Seeded(board.campaign.seed)),
            actor="Ann",
            register=DEEDS,
        )


def again(store: Store, after: int = 1, register: Register = DEEDS, **more: Any) -> Replayed:
    return replay(
        store, None, after=after, source=more.pop("source", Scripted([])), actor="Bob", register=register, **more
    )


def tried_again(store: Store, correction: Correction) -> TriedReplay:
    return try_replay(store, None, source=Seeded("new"), actor="Bob", correction=correction, register=DEEDS)


def known(store: Store) -> tuple[Any, ...]:
    with reading(store) as board:
        assert chain_is_whole(board)
        return digest(board), board.ledger.head, board.ledger.next_id, len(log(board, all=True))


def state(store: Store) -> str:
    return str(known(store)[0])


def is_sound(store: Store) -> bool:
    with reading(store) as board:
        return examine(board).is_sound


PLAYED = (
    SetRule("night", {"turns": (1, 2), "über": None}),
    *STORY[1:3],
    SetRule("night", {"turns": (1,)}),
    *STORY[4:6],
    *STORY[7:],
)
"""Commands hold tuples, not lists, as those do that are read back."""


def test_the_same_again_leaves_the_record_alone(any_tiny: Store) -> None:
    play(any_tiny, *PLAYED)
    before = known(any_tiny)
    done = again(any_tiny)
    assert (done.is_different, done.written, done.changes) == (False, False, ())
    assert [one.number for one in done.entries] == list(range(2, len(PLAYED) + 2))
    assert known(any_tiny) == before


@pytest.mark.sample(6)
@pytest.mark.parametrize("verb", sorted(CASES))
def test_every_action_runs_again_to_the_same(tiny: Store, verb: str) -> None:
    case = CASES[verb]
    case.ready(tiny)
    with reading(tiny) as board:
        ready = len(living(board))
    faces = case.faces
    commit(
        tiny,
        None,
        case.command,
        source=lambda board: Scripted(faces) if faces else Seeded(board.campaign.seed),
        actor="Ann",
    )
    before = known(tiny)
    assert not again(tiny, ready, every_action()).is_different
    assert known(tiny) == before


def test_a_correction_changes_what_follows_from_it_and_nothing_else(any_tiny: Store) -> None:
    play(any_tiny, SetRule("a", 1), Move("1st Rifles", "Birch Cross"), SetRule("b", 2), Fight("2nd Rifles", "II/9"))
    with reading(any_tiny) as board:
        dice = [line.rolls for line in living(board)]
        ids = {row.id for model in (Battle, BattleUnit, Contact) for row in board.rows(model)}
    done = again(any_tiny, correction=Correction(instead={2: SetRule("a", 5)}))
    assert done.written
    assert done.changes == (Change("setting", "setting a", "value", 1, 5),)
    assert [(one.number, one.before, one.after) for one in done.entries if one.before != one.after] == [
        (2, "a is 1", "a is 5")
    ]
    with reading(any_tiny) as board:
        lines = living(board)
        assert [line.number for line in lines] == [1, 2, 3, 4, 5]
        assert [line.rolls for line in lines] == dice
        assert {line.actor for line in lines[1:]} == {"Ann"}
        assert {row.id for model in (Battle, BattleUnit, Contact) for row in board.rows(model)} == ids
        whole = log(board, all=True)
        assert [line.kind for line in whole] == ["do"] * 5 + ["undo"] * 4 + ["do"] * 4
        assert {line.actor for line in whole if line.kind == "undo"} == {"Bob"}
    assert is_sound(any_tiny)
    after = state(any_tiny)
    undo(any_tiny, to=1, actor="Ann")
    redo(any_tiny, to=5, actor="Ann")
    assert state(any_tiny) == after


def test_an_entry_left_out_gives_no_other_thing_its_id(any_tiny: Store) -> None:
    """The losses of one battle must not be charged to another's battalion."""
    play(any_tiny, Fight("1st Rifles", "I/9"), SetRule("a", 1), Fight("2nd Rifles", "II/9"))
    with reading(any_tiny) as board:
        second = board.rows(Battle)[1]
        ids = {
            row.battalion_id: row.id
            for row in board.rows(Contact)[1:]
            for row in board.rows(BattleUnit, BattleUnit.battle_id == second.id)
        }
    done = again(any_tiny, correction=Correction(without={2}))
    assert done.entries[0].after is None
    assert {change.table for change in done.changes if change.column == ""} >= {"contact", "battle", "battle_unit"}
    with reading(any_tiny) as board:
        (battle,) = board.rows(Battle)
        assert battle.number == 1, "the number follows the commands"
        assert len(board.rows(Setting)) == 1
        assert len({row.id for row in board.rows(BattleUnit)}) == len(ids) == 2
        assert [line.number for line in living(board)] == [1, 2, 3]
    assert is_sound(any_tiny)


def test_dice_are_found_by_name_not_by_place(any_tiny: Store) -> None:
    play(any_tiny, Move("1st Rifles", "Birch Cross"), source=Scripted([1]))
    play(any_tiny, Move("2nd Rifles", "Birch Cross"), source=Scripted([6]))
    play(any_tiny, Move("1st Hussars", "Birch Cross"), source=Scripted([1]))
    done = again(any_tiny, correction=Correction(without={2}))
    assert {(change.name, change.column) for change in done.changes} == {
        ("battalion 1st Rifles", "men"),
        ("battalion 1st Rifles", "place_id"),
    }
    with reading(any_tiny) as board:
        assert [named(board, Battalion, name).men for name in ("1st Rifles", "2nd Rifles", "1st Hussars")] == [
            600,
            600,
            590,
        ]


def test_a_die_that_was_never_rolled_is_rolled_now_or_asked_for(any_tiny: Store) -> None:
    play(any_tiny, Move("1st Rifles", "Birch Cross"), source=Scripted([2]))
    correction = Correction(instead={2: Move("2nd Rifles", "Birch Cross")})
    before = known(any_tiny)
    with pytest.raises(DiceWanted, match="straggling of 2nd_rifles"):
        again(any_tiny, correction=correction, source=Asked())
    assert known(any_tiny) == before
    name = RollName(Moment(1, 1), 6, "straggling", "2nd_rifles")
    done = again(any_tiny, correction=correction, source=Asked({name: 1}))
    assert done.entries[0].rolls == (Roll(name, 1),)
    with reading(any_tiny) as board:
        assert named(board, Battalion, "2nd Rifles").men == 590
        assert living(board)[-1].rolls == (Roll(name, 1),)


def test_where_a_later_entry_makes_no_sense_any_more_everything_stays(any_tiny: Store) -> None:
    play(any_tiny, SetRule("a", 1), Move("1st Rifles", "Birch Cross"), Fight("1st Rifles", "I/9"))
    before = known(any_tiny)
    with pytest.raises(Refused) as refused:
        again(any_tiny, correction=Correction(instead={2: Move("1st Rifles", "Birch Cross")}), source=Seeded("1"))
    assert (
        str(refused.value)
        == "entry 3 (1st Rifles to Birch Cross) would no longer be possible: 1st Rifles is at Birch Cross"
        " already; nothing was changed"
    )
    undo(any_tiny, to=2, actor="Ann")
    play(any_tiny, Fight("1st Rifles", "I/9"))
    before = known(any_tiny)
    with pytest.raises(
        Refused, match=r"entry 3 \(battle 1\) would no longer be possible: .* breaks a rule of its tables"
    ):
        again(any_tiny, correction=Correction(instead={2: Fight("1st Rifles", "I/9")}))
    assert known(any_tiny) == before


def test_an_entry_of_no_known_command_stops_it(any_tiny: Store) -> None:
    with by_hand(any_tiny) as board:
        named(board, Battalion, "1st Rifles").men = 599
    before = known(any_tiny)
    with pytest.raises(
        Refused, match=r"entry 2 \(by hand\) would no longer be possible: no action is called 'by hand'"
    ):
        again(any_tiny)
    play(any_tiny, SetRule("a", 1))
    assert not again(any_tiny, 2).is_different
    assert before != known(any_tiny)


@pytest.mark.parametrize(
    ("after", "said"),
    [
        (0, "cannot include entry 1, the start of the campaign"),
        (3, "there are no entries after 3"),
        (9, "after 9 to replay: the last entry is 3"),
    ],
)
def test_what_is_not_there_is_not_run_again(tiny: Store, after: int, said: str) -> None:
    play(tiny, SetRule("a", 1), SetRule("b", 1))
    with pytest.raises(Refused, match=said):
        again(tiny, after)


def test_only_what_comes_after_is_run_again(any_tiny: Store) -> None:
    play(any_tiny, Move("1st Rifles", "Birch Cross"), SetRule("a", 1), SetRule("a", 2))
    done = again(any_tiny, 3, correction=Correction(instead={4: SetRule("a", 3)}))
    assert [one.number for one in done.entries] == [4]
    with reading(any_tiny) as board:
        assert [line.seq for line in living(board)][:3] == [1, 2, 3]


def test_a_preview_changes_nothing(any_tiny: Store) -> None:
    play(any_tiny, SetRule("a", 1), Move("1st Rifles", "Birch Cross"))
    before = known(any_tiny)
    seen = tried_again(any_tiny, Correction(instead={2: SetRule("a", 5)})).replayed
    assert (seen.is_different, seen.written) == (True, False)
    assert known(any_tiny) == before
    assert again(any_tiny, correction=Correction(instead={2: SetRule("a", 5)})).changes == seen.changes


def never(attempt: Any) -> Any:
    raise AssertionError("the entries are run again")


def entries_after(store: Store, seq: int) -> list[dict[str, Any]]:
    """All columns but the hour and the chain that follows from it, with people's names for their numbers."""
    with reading(store) as board:
        rows = [dict(row) for row in board.entries(Entry.__table__, criteria=(Entry.seq > seq,)).mappings()]
        named = [{**row, "actor": people_of(board).shown(row["actor"])} for row in rows]
    return [{key: row[key] for key in row.keys() - {"written", "before", "hash", "campaign_id"}} for row in named]


@pytest.mark.parametrize(
    "correction",
    [
        Correction(instead={2: SetRule("a", 5)}),
        Correction(without=(4,), also={2: (SetRule("b", 1), Fight("1st Rifles", "I/9"))}),
        Correction(without=(5, 6)),
    ],
)
def test_it_is_written_down_as_it_was_tried(any_tiny: Store, correction: Correction) -> None:
    """Rows, ids, dice and entries are those of the replay that is carried out at once."""
    play(any_tiny, SetRule("a", 1), Fight("2nd Rifles", "II/9"), Move("1st Rifles", "Birch Cross"))
    with any_tiny.engine.begin() as connection:
        connection.execute(text("update battalion set men = 1 where key = 'i_9'"))
    repair(any_tiny, None, actor="Eve")
    play(any_tiny, SetRule("a", 1))
    before = state(any_tiny)
    with copy_of(any_tiny, None) as copy:
        trial = tried_again(copy, correction)
        done = replay_as_tried(any_tiny, None, trial, throw=never, register=DEEDS)
        at_once = again(copy, source=Seeded("new"), correction=correction)
        assert done == at_once and done.written
        assert (state(any_tiny), entries_after(any_tiny, 6)) == (state(copy), entries_after(copy, 6))
        assert known(any_tiny)[2:] == known(copy)[2:]
    with reading(any_tiny) as board:
        assert examine(board).is_sound
    if done.kept:
        bring_back(any_tiny, branch=done.kept[0].name, actor="Bob")
    else:
        redo(any_tiny, everything=True, actor="Bob")
    assert state(any_tiny) == before


def test_rows_that_were_altered_since_it_was_tried_are_seen(any_tiny: Store) -> None:
    """On a server too, which does not count its commits: rows that the replay read and did not write."""
    play(any_tiny, SetRule("a", 1), SetRule("b", 1))
    store = replace(any_tiny, rows=KeptRows())
    with copy_of(store, None) as copy:
        trial = tried_again(copy, Correction(without=(2,)))
    with any_tiny.engine.begin() as connection:
        connection.execute(text("update battalion set men = 1 where key = 'i_9'"))
    with pytest.raises(AssertionError, match="the entries are run again"):
        replay_as_tried(store, None, trial, throw=never, register=DEEDS)


def test_what_the_record_keeper_wrote_down_is_written_down_again(any_tiny: Store) -> None:
    play(any_tiny, SetRule("a", 1))
    with any_tiny.engine.begin() as connection:
        connection.execute(text("update battalion set men = 1 where key = 'i_9'"))
    repair(any_tiny, None, actor="Eve")
    play(any_tiny, SetRule("b", 1))
    assert not again(any_tiny).is_different
    assert again(any_tiny, correction=Correction(instead={2: SetRule("a", 9)})).written
    with reading(any_tiny) as board:
        assert [(line.verb, line.actor) for line in living(board)] == [
            ("found", "umpire"),
            ("set rule", "Ann"),
            ("repair", "Eve"),
            ("set rule", "Ann"),
        ]
    assert is_sound(any_tiny)


CHANGED = Register()
"""The program as a later version of it might be: a rule was written wrongly and has been mended."""


@dataclass(frozen=True, slots=True)
class Drill:
    unit: str


def _drill(register: Register, men: int) -> None:
    @action("drill", Drill, register=register)
    def drill(board: JournalBoard, command: Drill, dice: Dice) -> Receipt:
        named(board, Battalion, command.unit).men += men
        return Receipt(f"{command.unit} drilled")


BEFORE = Register()
_drill(BEFORE, -7)
_drill(CHANGED, 7)


def test_a_mended_program_is_seen_in_the_replay(any_tiny: Store) -> None:
    commit(any_tiny, None, Drill("I/9"), source=Scripted([]), actor="Ann", register=BEFORE)
    done = again(any_tiny, register=CHANGED)
    assert done.changes == (Change("battalion", "battalion I/9", "men", 593, 607),)
    assert done.written
    assert is_sound(any_tiny)


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
    max_size=8,
)


@pytest.mark.parametrize("most", [5, pytest.param(60, marks=pytest.mark.long)])
def test_whatever_was_done_runs_again_to_the_same_and_a_correction_keeps_the_record_whole(
    most: int, file_of: Callable[[str], Path]
) -> None:
    @settings(max_examples=most, deadline=None)
    @given(_deeds, st.integers(0, 20), st.integers(0, 5))
    def law(deeds: list[object], at: int, value: int) -> None:
        from campaign.errors import CampaignError

        store = open_store(file_of("tiny"), write=True)
        for deed in deeds:
            try:
                play(store, deed)
            except CampaignError:
                continue
        with reading(store) as board:
            count = len(living(board))
        before = known(store)
        if count > 1:
            assert not again(store, 1 + at % (count - 1)).is_different
            assert known(store) == before
            try:
                again(
                    store,
                    correction=Correction(instead={2 + at % (count - 1): SetRule("z", value)}),
                    source=Seeded("1"),
                )
            except Refused:
                assert known(store) == before
            with reading(store) as board:
                assert [one for one in examine(board).faults if one.kind not in ("dice", "rule")] == []
        store.close()

    law()


def typed(*arguments: str) -> Result:
    return CliRunner().invoke(campaign, arguments)


def test_the_command(file_of: Callable[[str], Path]) -> None:
    path = file_of("tiny")
    db = ("--db", str(path))
    store = open_store(path, write=True)
    for command in (GiveOrder("1st Hussars", "march", "Birch Cross"), Next("turn", auto=True)):
        commit(store, None, command, source=Seeded("41"), actor="Ann")
    store.close()
    before = path.read_bytes()
    ended = typed("replay", *db)
    assert ended.exit_code == 0, ended.output
    assert ended.stdout.splitlines() == [
        "2 entries after entry 1 played again, with the dice that were rolled.",
        "The outcome is the same; the journal is unchanged.",
    ]
    assert path.read_bytes() == before
    assert json.loads(typed("replay", "2", "--json", *db).stdout)["entries"][0]["number"] == 3
    late = typed("replay", "3", *db)
    assert (late.exit_code, "there are no entries after 3" in late.stderr) == (1, True)
