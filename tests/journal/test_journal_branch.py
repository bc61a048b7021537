"""Branches: copies at any moment in the same database, compared, thrown away without trace."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from deeds import DEEDS, STORY, Fight, Move, SetRule
from sqlalchemy import inspect, text

from campaign.actions.day import Next
from campaign.cli.contents import campaign
from campaign.errors import NotFound, Refused
from campaign.journal import chain_is_whole, commit, digest, reading, redo, undo
from campaign.journal.asof import When, when
from campaign.journal.branches import Difference, branch, branches, compare, drop
from campaign.journal.doctor import examine
from campaign.rules.common.dice import Seeded
from campaign.store import Store, open_store
from tests.tiny import found_tiny


def play(store: Store, *commands: object, name: str | None = None) -> None:
    for command in commands:
        commit(store, name, command, source=lambda board: Seeded(board.campaign.seed), actor="Ann", register=DEEDS)


def known(store: Store, name: str) -> tuple[Any, ...]:
    with reading(store, name) as board:
        assert chain_is_whole(board)
        assert [one for one in examine(board).faults if one.kind not in ("rule", "dice")] == []
        return digest(board), board.ledger.last_number, board.ledger.last_seq, board.ledger.head


def test_a_branch_is_the_campaign_as_it_is_or_as_it_was_after_any_entry(any_tiny: Store) -> None:
    seen = {1: known(any_tiny, "tiny")}
    for n, command in enumerate(STORY, 2):
        play(any_tiny, command)
        seen[n] = known(any_tiny, "tiny")
    assert branch(any_tiny, "tiny", "now").entries == len(seen)
    assert known(any_tiny, "now") == seen[len(seen)]
    for n in (1, 4, 7):
        made = branch(any_tiny, "tiny", f"at {n}", at=When(number=n))
        assert (made.trunk, made.parts, made.entries) == ("tiny", n, n)
        assert known(any_tiny, f"at {n}") == seen[n]
    assert known(any_tiny, "tiny") == seen[len(seen)]


def test_branches_go_on_by_themselves(any_tiny: Store) -> None:
    play(any_tiny, *STORY[:4])
    trunk = known(any_tiny, "tiny")
    branch(any_tiny, "tiny", "bold", at=When(number=3))
    play(any_tiny, Fight("1st Rifles", "I/9"), name="bold")
    undo(any_tiny, "bold", to=1, actor="Bob")
    redo(any_tiny, "bold", to=4, actor="Bob")
    known(any_tiny, "bold")
    assert known(any_tiny, "tiny") == trunk
    branch(any_tiny, "bold", "bolder")
    play(any_tiny, SetRule("x", 1), name="tiny")
    found_tiny(any_tiny, "other", battalions=1)
    told = [(one.name, one.trunk, one.parts) for one in branches(any_tiny)]
    assert told == [("tiny", None, None), ("bold", "tiny", 3), ("bolder", "tiny", 3), ("other", None, None)]


def test_what_cannot_be_branched_is_refused(any_tiny: Store) -> None:
    commit(any_tiny, None, Next("day", auto=True), source=Seeded("41"), actor="Ann")
    before = branches(any_tiny)
    with reading(any_tiny) as board:
        halfway = when("1.2", board)
    for name, at, said in (
        ("tiny", None, "already"),
        ("", None, "cannot be called ''"),
        ("x" * 81, None, "Give a name of 1 to 80 characters"),
        ("half", halfway, "because entry 2 began before that moment"),
    ):
        with pytest.raises(Refused, match=said):
            branch(any_tiny, None, name, at=at)
    with pytest.raises(NotFound, match="no entry 9"):
        branch(any_tiny, None, "late", at=When(number=9))
    assert branches(any_tiny) == before


def _everything(store: Store) -> dict[str, list[Any]]:
    with store.engine.connect() as connection:
        tables = sorted(inspect(connection).get_table_names())
        return {table: sorted(map(repr, connection.execute(text(f'select * from "{table}"')))) for table in tables}


def test_a_branch_is_thrown_away_without_trace(any_tiny: Store) -> None:
    play(any_tiny, *STORY[:2])
    before = _everything(any_tiny)
    branch(any_tiny, None, "brief")
    play(any_tiny, *STORY[2:6], SetRule("a wild idea nobody shall hear of", 1), name="brief")
    assert drop(any_tiny, "brief").name == "brief"
    assert _everything(any_tiny) == before
    branch(any_tiny, None, "brief")
    assert known(any_tiny, "brief") == known(any_tiny, "tiny")


def test_no_letter_of_it_is_left_in_the_file(file_of: Callable[[str], Path]) -> None:
    path = file_of("tiny")
    store = open_store(path, write=True)
    branch(store, None, "brief")
    play(store, SetRule("a wild idea nobody shall hear of", 1), name="brief")
    assert b"wild idea" in path.read_bytes()
    drop(store, "brief")
    store.close()
    assert b"wild idea" not in path.read_bytes()
    assert b"brief" not in path.read_bytes()


def test_only_branches_are_thrown_away(any_tiny: Store) -> None:
    with pytest.raises(Refused, match="'tiny' cannot be deleted: it is not a branch but a campaign of its own"):
        drop(any_tiny, "tiny")
    branch(any_tiny, None, "bold")
    with pytest.raises(Refused, match="is not a branch"):
        drop(any_tiny, "tiny")
    with pytest.raises(NotFound, match=r"there is no branch called 'brave' in .* Its branches: bold"):
        drop(any_tiny, "brave")
    assert [one.name for one in branches(any_tiny)] == ["tiny", "bold"]


def test_two_branches_side_by_side(any_tiny: Store) -> None:
    play(any_tiny, SetRule("night", 1))
    branch(any_tiny, None, "bold")
    play(any_tiny, Move("1st Rifles", "Birch Cross"), name="tiny")
    play(any_tiny, SetRule("night", 2), Fight("1st Hussars", "I/9"), name="bold")
    found = compare(any_tiny, "tiny", "bold")
    assert (found.shared, found.left_entries, found.right_entries) == (
        2,
        ("3: 1st Rifles to Birch Cross",),
        ("3: night is 2", "4: battle 1"),
    )
    assert Difference("setting", "setting night", "value", 1, 2) in found.differences
    assert (
        Difference("battalion", "battalion 1st Rifles", "place_id", "place Birch Cross", "place Ashford")
        in found.differences
    )
    assert Difference("battle", "battle Birch Cross", "", None, "battle Birch Cross") in found.differences
    assert {one.name for one in found.differences if one.table == "battle_unit"} == {
        "battle unit Birch Cross 1st Hussars",
        "battle unit Birch Cross I/9",
    }
    back = compare(any_tiny, "bold", "tiny")
    assert [(d.name, d.left, d.right) for d in back.differences] == [
        (d.name, d.right, d.left) for d in found.differences
    ]
    with pytest.raises(NotFound):
        compare(any_tiny, "tiny", "none")


def test_things_are_known_by_name_not_by_id(any_tiny: Store) -> None:
    branch(any_tiny, None, "bold")
    play(any_tiny, SetRule("a", 1), SetRule("b", 1), name="tiny")
    play(any_tiny, SetRule("b", 1), SetRule("a", 1), name="bold")
    assert compare(any_tiny, "tiny", "bold").differences == ()


def typed(*arguments: str) -> Result:
    return CliRunner().invoke(campaign, arguments)


def test_the_commands(file_of: Callable[[str], Path]) -> None:
    path = file_of("tiny")
    db = ("--db", str(path))
    assert typed("next", "--until", "turn", "--auto", *db).exit_code == 0
    said = typed("branch", "bold", "--at", "1", *db)
    assert said.stdout == "bold is a branch of tiny from entry 1 (turn 1.1). To use it: --campaign bold\n", said.output
    assert typed("next", "--auto", "--campaign", "bold", *db).exit_code == 0
    listed = json.loads(typed("branches", "--json", *db).stdout)
    assert [(one["name"], one["trunk"], one["parts"]) for one in listed] == [("tiny", None, None), ("bold", "tiny", 1)]
    assert "leaves tiny after 1 entry" in typed("branches", *db).stdout
    assert "Nothing differs." in typed("compare", "tiny", "bold", *db).stdout, "the same dice, the same turn"
    assert typed("march", "1st Rifles", "--to", "Birch Cross", "--campaign", "bold", *db).exit_code == 0
    assert "1st Rifles" in typed("compare", "tiny", "bold", *db).stdout
    assert json.loads(typed("compare", "tiny", "bold", "--json", *db).stdout)["shared"] == 1
    assert typed("compare", "tiny", "tiny", *db).exit_code == 1
    assert typed("branch", "bold", "--drop", "--at", "1", *db).exit_code == 2
    assert typed("branch", "bold", "--drop", *db).stdout == "Deleted the branch bold with its 3 entries.\n"
    assert typed("status", *db).exit_code == 0, "the only campaign again"
