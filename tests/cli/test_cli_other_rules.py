"""Entries that an earlier program played by other rules: replay and the amending commands say so, and leave them alone
unless told."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from sqlalchemy import desc, select, update

from campaign.actions.all_actions import every_action
from campaign.actions.orders import give_order
from campaign.actions.returns.take import RecordReturn
from campaign.cli.contents import campaign
from campaign.journal import Register, commit, digest, reading
from campaign.journal.board import JournalBoard
from campaign.journal.doctor import examine
from campaign.journal.other_rules import Played, played_by_others
from campaign.journal.record import hash_of
from campaign.journal.register import Action
from campaign.model import Battalion, Entry, Ledger, Order
from campaign.rules.common.dice import Dice, Seeded
from campaign.rules.common.editions import EDITION, EDITIONS
from campaign.store import Store, opened
from campaign.values import replace
from campaign.verbs.adjustments import Adjust
from campaign.verbs.orders import GiveOrder
from campaign.words.receipt import Receipt
from tests.clash import do, meet
from tests.tiny import named


def order_in_capitals(board: JournalBoard, command: GiveOrder, dice: Dice) -> Receipt:
    """The rule of an earlier program: aims were written in capitals."""
    return give_order(board, replace(command, aim=command.aim.upper()))


EARLIER = Register()
EARLIER.enter(Action("order", GiveOrder, order_in_capitals))
EARLIER.enter(every_action()["adjust"])
LENIENT = Register()
LENIENT.enter(
    Action("order", GiveOrder, lambda board, command, dice: give_order(board, replace(command, kind="hold", to="")))
)


def play(store: Store, command: object, register: Register) -> None:
    commit(store, None, command, source=Seeded("1"), actor="Ann", register=register)


def written_by(store: Store, numbers: dict[int, tuple[str, int | None]]) -> None:
    """Let these entries bear another program's version and edition, with the chain of hashes as it would be."""
    with store.engine.begin() as connection:
        before = ""
        for row in connection.execute(select(Entry.__table__).order_by(Entry.seq)).mappings().all():
            program, edition = numbers.get(row["seq"], (row["program_version"], row["rules"]))
            entry = {**row, "program_version": program, "rules": edition, "before": before}
            entry["hash"] = before = hash_of(entry)
            connection.execute(
                update(Entry.__table__)
                .where(Entry.seq == row["seq"])
                .values(**{k: entry[k] for k in ("program_version", "rules", "before", "hash")})
            )
        connection.execute(update(Ledger.__table__).values(head=before))


@pytest.fixture
def older(file_of: Callable[[str], Path]) -> Path:
    """Entries 2 and 3 by an earlier program, 4 by this one."""
    path = file_of("tiny")
    with opened(path, write=True) as store:
        play(store, Adjust("I/9", "a mine", men=550), EARLIER)
        play(store, GiveOrder("1st Rifles", "hold", aim="hold it"), EARLIER)
        play(store, GiveOrder("2nd Rifles", "hold", aim="help them"), every_action())
        written_by(store, {2: ("0.0.9", None), 3: ("0.0.9", None)})
    return path


def typed(file: Path, *words: str) -> Result:
    return CliRunner().invoke(campaign, ["--db", str(file), *words])


def said(ended: Result) -> str:
    return " ".join(ended.output.split())


def state(file: Path) -> tuple[dict[str, str], int, str]:
    """Aims by who has them, the men of I/9, and the digest; the doctor is content."""
    with opened(file, write=False) as store, reading(store) as board:
        assert examine(board).is_sound
        return {order.key: order.aim for order in board.rows(Order)}, named(board, Battalion, "I/9").men, digest(board)


def editions(file: Path) -> list[int | None]:
    """Of the entries that stand after the founding."""
    with opened(file, write=False) as store, reading(store) as board:
        return [
            row.edition for played in played_by_others(board, 1) for row in [played] * (played.last - played.first + 1)
        ]


OTHERS = (
    "Entries 2 to 3 were played by version 0.0.9, which did not number the editions of its rules:"
    " they may differ from this program's."
)


def test_a_preview_says_which_entries_and_what_would_come_out_otherwise(older: Path) -> None:
    before = older.read_bytes()
    ended = typed(older, "replay", "--preview")
    assert ended.exit_code == 0
    assert OTHERS in said(ended)
    assert (
        "Played again under this program's rules, without any amendment, 1 value of the campaign would differ."
        in said(ended)
    )
    assert "Changes that would follow:" in ended.output and "1 order" in ended.output
    assert older.read_bytes() == before
    told = json.loads(typed(older, "replay", "--preview", "--json").stdout)["other_rules"]
    assert (told["others"][0]["program"], told["others"][0]["edition"], told["changes"]) == ("0.0.9", None, 1)


def test_nothing_is_rewritten_unless_it_is_wanted(older: Path) -> None:
    before = older.read_bytes()
    ended = typed(older, "replay")
    assert ended.exit_code == 1
    assert ended.stderr == (
        "Error: nothing was changed: entries that were played under other rules would now turn out differently; campaign "
        "replay 3 plays again only the entries after entry 3. To play all entries again under this "
        "program's rules: --rewrite\n"
    )
    assert older.read_bytes() == before
    only = typed(older, "replay", "3")
    assert (only.exit_code, OTHERS in said(only)) == (0, False)
    assert older.read_bytes() == before
    assert typed(older, "replay", "--rewrite").exit_code == 0
    aims, men, _ = state(older)
    assert (aims["battalion:1st_rifles"], men) == ("hold it", 550)
    assert editions(older) == []


def test_an_entry_is_left_out_from_here_on_and_those_before_stay(older: Path) -> None:
    refused = typed(older, "replay", "--without", "2")
    assert "--from-entry 4 plays again only the entries after entry 3" in refused.stderr
    ended = typed(older, "replay", "--without", "2", "--from-entry", "4")
    assert ended.exit_code == 0, ended.output
    aims, men, _ = state(older)
    assert (aims, men) == ({"battalion:1st_rifles": "HOLD IT", "battalion:2nd_rifles": "help them"}, 600)
    assert editions(older) == [None, None]
    assert typed(older, "replay", "--from-entry", "4").exit_code == 1


def test_an_amendment_leaves_entries_of_other_rules_as_they_were_written(older: Path) -> None:
    looked = typed(older, "order", "amend", "1st Rifles", "--objective", "the bridge", "--preview")
    assert "Entry 3 was played by version 0.0.9, which did not number" in said(looked)
    assert (
        "The amendment takes effect now, and the past is unchanged: --from-entry 4 plays again only the "
        "entries after entry 3"
    ) in said(looked)
    ended = typed(older, "order", "amend", "1st Rifles", "--aim", "hold fast", "--from-entry", "4")
    assert ended.exit_code == 0, ended.output
    assert "The entries before 4 are unchanged" in said(ended)
    aims, men, _ = state(older)
    assert (aims, men) == ({"battalion:1st_rifles": "hold fast", "battalion:2nd_rifles": "help them"}, 550)
    assert editions(older) == [None, None]
    assert typed(older, "replay", "--without", "4").exit_code == 0
    assert state(older)[0]["battalion:1st_rifles"] == "HOLD IT"


@pytest.mark.parametrize(("number", "words"), [("3", "Give an entry from 4"), ("9", "from 4 to 4")])
def test_from_an_entry_that_cannot_be(older: Path, number: str, words: str) -> None:
    before = older.read_bytes()
    ended = typed(older, "order", "amend", "1st Rifles", "--aim", "x", "--from-entry", number)
    assert ended.exit_code != 0
    assert words in ended.stderr
    both = typed(older, "order", "amend", "1st Rifles", "--aim", "x", "--from-entry", "4", "--rewrite")
    assert "Give only one of the two" in both.stderr
    assert older.read_bytes() == before


def test_entries_of_other_rules_that_come_out_as_they_were_stand_in_nobody_s_way(older: Path) -> None:
    with opened(older, write=True) as store:
        written_by(store, {2: ("0.0.9", None), 3: ("0.0.9", EDITION)})
    assert typed(older, "replay", "--rewrite").exit_code == 0
    with opened(older, write=True) as store:
        written_by(store, dict.fromkeys(range(2, 99), ("0.0.9", None)))
    ended = typed(older, "replay", "--without", "4")
    assert ended.exit_code == 0
    assert "Played again under this program's rules, these entries come out the same." in said(ended)


def test_what_is_said_of_another_edition() -> None:
    assert EDITION == len(EDITIONS) >= 1
    one = str(Played(7, 7, "0.0.9", 0))
    assert one.startswith(
        f"Entry 7 was played by edition 0 of the rules (version 0.0.9); this program plays by edition {EDITION}. New since then: "
    )
    assert str(Played(2, 5, "9.0", EDITION + 1)).endswith("This program does not know what differs.")


def test_where_nothing_else_was_played_the_campaign_goes_on_from_here(older: Path) -> None:
    with opened(older, write=True) as store:
        written_by(store, dict.fromkeys(range(2, 5), ("0.0.9", None)))
    ended = typed(older, "replay")
    assert ended.exit_code == 1
    assert (
        "they stay unchanged, and the campaign goes on from here under this program's rules. To play "
        "all entries again under this program's rules: --rewrite" in ended.stderr
    )


def test_what_cannot_be_played_again_is_not_offered_as_a_way_out(older: Path) -> None:
    """An order that earlier rules took: by these it makes no sense, and --rewrite would be refused."""
    with opened(older, write=True) as store:
        play(store, GiveOrder("2nd Rifles", "march", to="the moon"), LENIENT)
        written_by(store, {5: ("0.0.9", None)})
    before = older.read_bytes()
    refused = typed(older, "replay")
    assert "These entries cannot be played again" in said(refused)
    assert refused.stderr == (
        "Error: nothing was changed: entries that were played under other rules cannot be played again; they "
        "stay unchanged, and the campaign goes on from here under this program's rules\n"
    )
    assert typed(older, "replay", "--rewrite").exit_code == 1
    looked = typed(older, "order", "amend", "1st Rifles", "--aim", "x", "--objective", "y", "--preview")
    assert "the past is unchanged" in said(looked) and "--rewrite" not in looked.output
    assert older.read_bytes() == before


def test_all_of_the_past_and_what_follows_an_entry_are_two_things(older: Path) -> None:
    both = typed(older, "replay", "--without", "2", "--from-entry", "4", "--rewrite")
    assert "Give only one of the two" in both.stderr


def test_an_old_return_without_remarks_is_played_again_as_it_was_and_other_words_are_no_other_end(
    file_of: Callable[[str], Path],
) -> None:
    """An entry before it is undone by its number: the return has the boxes that it had, and its line in the log alone
    reads differently."""
    path = file_of("tiny")
    foot = {"field": "alba", "turn": 2, "ending": "finished", "all_other_lines_unharmed": True}
    with opened(path, write=True) as store:
        meet(store)
        do(store, Adjust("2nd Rifles", "a mine", men=550))
        do(store, RecordReturn("1", ({"side": "alba", "lines": [], "foot": foot},), laid_in_words=True))
        with store.engine.begin() as connection:
            last = connection.execute(select(Entry.seq, Entry.arguments).order_by(desc(Entry.seq))).first()
            assert last is not None
            old = {key: json.loads(last.arguments)[key] for key in ("battle", "returns", "believe")}
            values = {"arguments": json.dumps(old), "summary": "Battle 1 (Birch Cross): British return received"}
            connection.execute(update(Entry.__table__).where(Entry.seq == last.seq).values(**values))
        written_by(store, {last.seq: ("0.0.9", None)})
    ended = typed(path, "undo", str(last.seq - 1), "--preview")
    assert ended.exit_code == 0, ended.output
    assert "2nd Rifles: 550 -> 600 men" in said(ended)
