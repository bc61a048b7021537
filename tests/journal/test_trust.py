"""What the journal vouches for, and what it does not: entries that claim more than their commands do, and dice that
are not the campaign's."""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from campaign.actions.all_actions import every_action
from campaign.actions.day import Next
from campaign.actions.start_campaign import DICE, found_campaign
from campaign.cli.contents import campaign
from campaign.journal import commit, digest, reading, undo
from campaign.journal.doctor import Kind, examine
from campaign.journal.record import hash_of
from campaign.journal.run_again import run_again
from campaign.rules.common.dice import Scripted, Seeded
from campaign.situation.chance import dice_of
from campaign.store import Store, create, open_store
from tests.shipped import shipped_scenario


def typed(*arguments: object, input: str | None = None) -> Result:
    return CliRunner().invoke(campaign, [str(argument) for argument in arguments], input=input)


def forge(path: Path, seq: int, change: Callable[[dict[str, Any]], None], *statements: str) -> None:
    """Alter an entry as whoever made it could have written it: its hash, and all that follow it, fit."""
    with closing(sqlite3.connect(path)) as handle:
        handle.row_factory = sqlite3.Row
        before = None
        for row in handle.execute("select * from entry where seq >= ? order by seq", (seq,)).fetchall():
            entry = {**dict(row), "is_ruling": bool(row["is_ruling"])}
            if entry["seq"] == seq:
                change(entry)
            else:
                entry["before"] = before
            entry["hash"] = before = hash_of(entry)
            columns = [name for name in entry if name not in ("campaign_id", "seq")]
            settings = ", ".join(f'"{name}" = ?' for name in columns)
            handle.execute(
                f"update entry set {settings} where seq = ?", [*(entry[name] for name in columns), entry["seq"]]
            )
        handle.execute("update ledger set head = ?", (before,))
        for statement in statements:
            handle.execute(statement)
        handle.commit()


def tanks_gone(entry: dict[str, Any]) -> None:
    """The hold also takes men away."""
    flushes = json.loads(entry["images"])
    flushes.append([["battalion", HUSSARS[0], {"men": 600}, {"men": 10}]])
    entry["images"] = json.dumps(flushes, sort_keys=True, separators=(",", ":"))


HUSSARS: list[int] = []
NAME = "1st Hussars"


@pytest.fixture(scope="module")
def fair(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Operation Brevity on its first morning, its weather by dice."""
    path = tmp_path_factory.mktemp("fair") / "brevity.db"
    store = create(path)
    scenario = shipped_scenario("operation-brevity")
    found_campaign(store, scenario, name="brevity", seed="1941", weather=DICE, actor="Ann")
    commit(store, None, Next(), source=dice_of, actor="Ann")
    store.close()
    return path


@pytest.fixture
def brevity(fair: Path, tmp_path: Path) -> Path:
    return Path(shutil.copyfile(fair, tmp_path / "brevity.db"))


@pytest.fixture
def here(file_of: Callable[[str], Path]) -> Path:
    path = file_of("tiny")
    with closing(sqlite3.connect(path)) as handle:
        HUSSARS[:] = handle.execute("select id from battalion where name = ?", (NAME,)).fetchone()
    return path


@pytest.fixture
def there(here: Path, tmp_path: Path) -> Path:
    """A copy in which 1st Rifles were told to hold, by an entry that also takes the hussars' men away."""
    path = Path(shutil.copyfile(here, tmp_path / "laptop.db"))
    assert typed("hold", "1st Rifles", "--db", path, "--as", "Ruth").exit_code == 0
    forge(path, 2, tanks_gone, f"update battalion set men = 10 where id = {HUSSARS[0]}")
    return path


DEVIATION = (
    "entry 2 (1st Rifles: hold, from turn 1.1 on): battalion 1st Hussars: men is 10 by the entry, 600 by its command"
)


def flat(text: str) -> str:
    return " ".join(text.split())


def test_the_doctor_names_what_it_vouches_for_and_what_it_does_not(there: Path) -> None:
    plain = typed("doctor", "--db", there)
    assert plain.exit_code == 0, plain.output
    said = flat(plain.stdout)
    assert "The chain of hashes is unbroken, the data agrees with the journal, and no check failed." in said
    assert "Whether each entry does what its command gives: campaign doctor --replay." in said
    again = typed("doctor", "--replay", "--db", there)
    assert (again.exit_code, DEVIATION in flat(again.stdout)) == (1, True), again.output
    assert typed("doctor", "--replay", "--proof", "12345678", "--db", there).exit_code != 0


def test_an_honest_journal_does_what_it_says(brevity: Path) -> None:
    store = open_store(brevity, write=True)
    commit(store, None, Next("day", auto=True), source=dice_of, actor="Ann")
    undo(store, actor="Ann")
    commit(store, None, Next("turn", auto=True), source=dice_of, actor="Ann")
    undo(store, actor="Ann")
    with reading(store) as board:
        before = digest(board)
        done = run_again(board, every_action())
        assert (done.deviations, done.not_run) == ((), ())
        assert done.entries == 3  # the start, the morning, and the turn that a redo would bring back
        assert digest(board) == before
    store.close()


@pytest.mark.parametrize("answer", [None, "n\n", "y\n"], ids=["yes", "no", "agreed"])
def test_catching_up_names_the_forged_entry_and_takes_nothing_without_a_yes(
    here: Path, there: Path, answer: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = here.read_bytes()
    looked = typed("catch-up", there, "--db", here, "--preview")
    assert DEVIATION in flat(looked.stdout)
    if answer is None:
        refused = typed("catch-up", there, "--db", here, "--yes")
        assert refused.exit_code == 1
        assert "entries of the other copy are doubtful" in refused.stderr
        assert here.read_bytes() == before
        return
    monkeypatch.setattr("campaign.cli.catch_up._can_ask", lambda: True)
    done = typed("catch-up", there, "--db", here, input=answer)
    assert (here.read_bytes() == before) == (answer == "n\n"), done.output


def test_only_the_command_of_a_forged_entry_is_carried_out(here: Path, there: Path) -> None:
    done = typed("catch-up", there, "--db", here, "--only", "2", "--yes")
    assert done.exit_code == 0, done.output
    with closing(sqlite3.connect(here)) as handle:
        assert handle.execute("select men from battalion where name = ?", (NAME,)).fetchone() == (600,)
    assert typed("doctor", "--replay", "--db", here).exit_code in (0, 1)
    assert DEVIATION not in flat(typed("doctor", "--replay", "--db", here).stdout)


def test_a_forged_entry_is_taken_as_it_is_when_the_umpire_says_so(here: Path, there: Path) -> None:
    done = typed("catch-up", there, "--db", here, "--yes", "--doubtful")
    assert done.stdout.splitlines()[-1] == "Both copies are the same now."


def test_where_both_went_on_the_forged_entry_is_named_too(here: Path, there: Path) -> None:
    assert typed("hold", "I/9", "--db", here).exit_code == 0
    done = typed("catch-up", there, "--db", here, "--yes")
    assert DEVIATION in flat(done.stdout)
    assert done.exit_code == 0
    with closing(sqlite3.connect(here)) as handle:
        assert handle.execute("select men from battalion where name = ?", (NAME,)).fetchone() == (600,)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda e: e.update(summary="1st Rifles: march"), "its command gives another answer: 1st Rifles: hold"),
        (lambda e: e.update(day=2), "it says turn 2.1 (weather), but the clock was at 1.1 (weather)"),
        (
            lambda e: e.update(dice='[[1,1,6,"march","1st_rifles",1,6]]'),
            "it has a die that its command does not roll (1.1 march of 1st_rifles)",
        ),
        (lambda e: e.update(arguments='{"unit":"nobody"}'), "its command cannot be carried out there"),
        (lambda e: e.update(images="[]"), "is there by its command, and not by the entry"),
    ],
    ids=["summary", "turn", "dice", "arguments", "images"],
)
def test_whatever_is_forged_is_found(here: Path, change: Callable[[dict[str, Any]], None], words: str) -> None:
    assert typed("hold", "1st Rifles", "--db", here).exit_code == 0
    forge(here, 2, change)
    store = open_store(here, write=False)
    with reading(store) as board:
        (found,) = [entry for entry in run_again(board, every_action()).deviations if entry.number == 2]
    assert any(words in text for text in found.what), found.what
    store.close()


def test_a_forged_entry_that_is_undone_is_found_too(there: Path) -> None:
    assert typed("undo", "--db", there, "--yes").exit_code == 0
    assert DEVIATION in flat(typed("doctor", "--replay", "--db", there).stdout)


def test_entries_of_other_rules_are_a_remark(there: Path) -> None:
    forge(there, 2, lambda entry: entry.update(rules=1))
    again = typed("doctor", "--replay", "--db", there)
    assert again.exit_code == 0 or "entry 1" in again.stdout
    assert f"remark: {DEVIATION}" in flat(again.stdout)
    assert "it was played by edition 1 of the rules" in flat(again.stdout)
    assert typed("catch-up", there, "--db", there.with_name("tiny.db"), "--yes").exit_code == 1


# dice


@pytest.fixture
def played(fair: Path, tmp_path: Path) -> Iterator[Store]:
    """Before the first morning."""
    store = open_store(Path(shutil.copyfile(fair, tmp_path / "fair.db")), write=True)
    undo(store, actor="Ann")
    yield store
    store.close()


def dice_findings(store: Store) -> list[tuple[Kind, str]]:
    with reading(store) as board:
        return [(f.kind, f.what) for f in examine(board).findings if "dice" in f.what]


def _rolled(store: Store) -> int:
    """Let the morning begin by the campaign's dice; the seq of its entry."""
    return commit(store, None, Next(), source=dice_of, actor="Ann").seq


def test_dice_that_claim_to_be_the_campaigns_and_are_not(played: Store) -> None:
    seq = _rolled(played)
    assert dice_findings(played) == []
    path = Path(played.name)

    def six(entry: dict[str, Any]) -> None:
        dice = json.loads(entry["dice"])
        dice[0][-1] = dice[0][-1] % dice[0][2] + 1
        entry["dice"] = json.dumps(dice, ensure_ascii=False, sort_keys=True, separators=(",", ":"))

    forge(path, seq, six)
    ((kind, words),) = dice_findings(played)
    assert kind is Kind.DICE
    assert "it says that all its dice are the campaign's, but 1 of" in words
    assert "where the campaign's d" in words


def test_dice_from_a_file_are_named_and_no_fault(played: Store) -> None:
    faces = Scripted([1] * 400)
    done = commit(played, None, Next(), source=faces, actor="Ann")
    assert done.rolls
    ((kind, words),) = dice_findings(played)
    assert kind is Kind.REMARK
    assert "its dice came from a file" in words
    named = typed("log", "--db", played.name)
    assert "[dice from a file]" in flat(named.stdout)
    assert "not the campaign's" in flat(typed("log", str(done.number), "--db", played.name).stdout)


def test_other_seeds_are_no_dice_of_the_campaign(played: Store) -> None:
    commit(played, None, Next(), source=Seeded("another"), actor="Ann")
    assert [kind for kind, _ in dice_findings(played)] == [Kind.REMARK]


def test_forged_dice_are_taken_by_nobody_unasked(fair: Path, tmp_path: Path) -> None:
    front_file = Path(shutil.copyfile(fair, tmp_path / "here.db"))
    assert typed("undo", "--db", front_file, "--yes").exit_code == 0
    copy = Path(shutil.copyfile(front_file, tmp_path / "copy.db"))
    store = open_store(copy, write=True)
    done = commit(store, None, Next(), source=Scripted([1] * 400), actor="Ann")
    store.close()
    told = typed("catch-up", copy, "--db", front_file, "--preview")
    assert "its dice came from a file" in flat(told.stdout)
    forge(copy, done.seq, lambda entry: entry.update(dice_from=None))
    refused = typed("catch-up", copy, "--db", front_file, "--yes")
    assert "it says that all its dice are the campaign's" in flat(refused.stdout)
    assert "entries of the other copy are doubtful" in refused.stderr
    assert typed("catch-up", copy, "--db", front_file, "--only", done.number, "--yes").exit_code == 1
    number = done.number
    taken = typed("catch-up", copy, "--db", front_file, "--only", number, "--yes", "--doubtful")
    assert taken.exit_code == 0, taken.output


def test_undo_over_a_broken_chain_says_so(here: Path) -> None:
    for name in ("1st Rifles", "I/9"):
        assert typed("hold", name, "--db", here).exit_code == 0
    assert "broken" not in typed("undo", "--db", here).stderr
    with closing(sqlite3.connect(here)) as handle:
        handle.execute("update entry set summary = 'never said' where seq = 2")
        handle.commit()
    undone = typed("undo", "--db", here, "--yes")
    assert undone.exit_code == 0
    assert "The chain of hashes is broken at entry 2 of the journal" in flat(undone.output)
