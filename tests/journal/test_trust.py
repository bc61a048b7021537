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
from turns import TURNS, Idle, Play, Throw, found_drawing

from campaign.actions.all_actions import every_action
from campaign.actions.day import Next
from campaign.actions.start_campaign import DICE, found_campaign
from campaign.cli.contents import campaign
from campaign.errors import StoreError
from campaign.journal import commit, digest, reading, undo
from campaign.journal.doctor import Kind, examine
from campaign.journal.parted import copy_record, doubts_about
from campaign.journal.record import hash_of, rolls_of
from campaign.journal.restoring import restore
from campaign.journal.run_again import _compared, run_again
from campaign.journal.state import State
from campaign.journal.turn_bits import campaign_dice
from campaign.rules.common.dice import Scripted, Seeded
from campaign.situation.chance import dice_of
from campaign.store import Store, create, open_store
from campaign.store.backup import backup
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
    "entry 2 (1st Rifles: hold, from turn 1.1 on): battalion 1st Hussars: men is 10 by the entry, but 600 by "
    "its command"
)


def flat(text: str) -> str:
    return " ".join(text.split())


def test_the_doctor_names_what_it_vouches_for_and_what_it_does_not(there: Path) -> None:
    plain = typed("doctor", "--db", there)
    assert plain.exit_code == 0, plain.output
    said = flat(plain.stdout)
    assert "The journal is unbroken, the data agrees with it, and no check failed." in said
    assert "To check also that each entry does what its command says: campaign doctor --replay" in said
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
        (lambda e: e.update(summary="1st Rifles: march"), "its command gives a different answer: 1st Rifles: hold"),
        (lambda e: e.update(day=2), "it records turn 2.1 (weather), but the clock was at turn 1.1 (weather)"),
        (
            lambda e: e.update(dice='[[1,1,6,"march","1st_rifles",1,6]]'),
            "it has a die that its command does not roll (1.1 march of 1st_rifles)",
        ),
        (lambda e: e.update(arguments='{"unit":"nobody"}'), "its command cannot be carried out at that point"),
        (lambda e: e.update(images="[]"), "its command makes it, but the entry does not"),
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


def test_a_supply_report_is_compared_by_its_facts_and_not_by_its_sentences() -> None:
    """An older program worded them in another way, and its file is sound."""

    def row(**fact: object) -> list[Any]:
        record = {
            "in_supply": False,
            "why": "no open way to its edge",
            "own_why": "no open way to its edge",
            "to": "HQ",
        }
        content = {"1st_brigade": record | fact}
        return ["supply_report", 1, None, {"day": 1, "turn": 1, "moment": "turn", "content": content}]

    def deviations(**fact: object) -> list[str]:
        return list(_compared(State(), [[row()]], [row(**fact)]))

    assert deviations(why="no open road to its own edge", own_why="no open road to its own edge") == []
    assert len(deviations(in_supply=True)) == len(deviations(to="home")) == 1


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
    assert "it records that all its dice are from the campaign, but 1 of" in words
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
    assert "not from the campaign" in flat(typed("log", str(done.number), "--db", played.name).stdout)


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
    assert "it records that all its dice are from the campaign" in flat(refused.stdout)
    assert "entries of the other copy are doubtful" in refused.stderr
    assert typed("catch-up", copy, "--db", front_file, "--only", done.number, "--yes").exit_code == 1
    number = done.number
    taken = typed("catch-up", copy, "--db", front_file, "--only", number, "--yes", "--doubtful")
    assert taken.exit_code == 0, taken.output


# bits of the turns


@pytest.fixture(scope="module")
def drawing(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The tiny campaign, whose turns draw bits, in its second turn."""
    path = found_drawing(tmp_path_factory.mktemp("drawing") / "drawing.db")
    store = open_store(path, write=True)
    play(store, Play())
    store.close()
    return path


@pytest.fixture
def club(drawing: Path, tmp_path: Path) -> Iterator[Store]:
    store = open_store(Path(shutil.copyfile(drawing, tmp_path / "club.db")), write=True)
    yield store
    store.close()


def play(store: Store, command: object) -> int:
    return commit(store, None, command, source=dice_of, actor="Ann", register=TURNS).seq


CHOSEN = "5eed" * 8
"""Bits that somebody found by trying: their dice are good ones."""


def choose_dice(store: Store, seq: int, bits: list[list[Any]], origin: str | None = None) -> None:
    """Let an entry say that it began turns with these bits, and have the dice that they show."""
    with reading(store, None) as board:
        dice = campaign_dice(board)

    def change(entry: dict[str, Any]) -> None:
        rows = json.loads(entry["dice"])
        for row, roll in zip(rows, rolls_of(rows), strict=True):
            row[-1] = dice.face(roll.name, CHOSEN)
        faces = [row[-1] for row in rows]
        summary = f"faces {faces}" if entry["verb"] == "play" else f"face {faces[0]}"
        texts = {name: json.dumps(value, separators=(",", ":")) for name, value in (("dice", rows), ("bits", bits))}
        entry.update(texts, dice_from=None, origin=origin, summary=summary if rows else entry["summary"])

    forge(Path(store.name), seq, change)


def found_by(store: Store) -> tuple[list[tuple[Kind, str]], list[tuple[Kind, str]]]:
    """The doctor's findings, and those that it has besides if it carries out the commands again."""
    with reading(store, None) as board:
        plain = examine(board).findings
        again = examine(board, TURNS).findings[len(plain) :]
    return [(one.kind, one.what) for one in plain], [(one.kind, one.what) for one in again]


OTHER_TURNS = "it records other turns than its command begins, so its dice may have been chosen"


def test_bits_that_come_from_the_clock_are_found_sound(club: Store) -> None:
    for command in (Throw("battle"), Play(3), Idle()):
        play(club, command)
    undo(club, actor="Ann")
    assert found_by(club) == ([], [])


@pytest.mark.parametrize(
    ("command", "bits", "seen_at_once"),
    [
        (Throw("battle"), [[0, 1, 2, "x0", CHOSEN]], "it records that it began turn 1.2 (x0), which cannot begin"),
        (Throw("battle"), [[0, 1, 1, "change of clearing", CHOSEN]], "which cannot begin at that point"),
        (Throw("battle"), [[0, 1, 2, "clearing", CHOSEN]], ""),
        (Throw("battle"), [[0, 2, 1, "weather", CHOSEN]], ""),
        (Play(), [[0, 1, 2, "clearing", "0" * 32], [0, 1, 3, "clearing", CHOSEN]], ""),
        (Play(), [[None, 1, 2, "clearing", CHOSEN], [0, 1, 3, "clearing", CHOSEN]], "is not a restored backup"),
    ],
    ids=["no phase", "a turn before", "a turn", "a later turn", "one turn more", "carried over"],
)
def test_dice_from_chosen_bits_are_found(
    club: Store, tmp_path: Path, command: object, bits: list[list[Any]], seen_at_once: str
) -> None:
    """An entry is believed neither about its dice nor about the bits that they come from."""
    ours = open_store(Path(shutil.copyfile(club.name, tmp_path / "ours.db")), write=False)
    seq = play(club, command)
    choose_dice(club, seq, bits)
    plain, again = found_by(club)
    assert [(kind, seen_at_once in what) for kind, what in plain] == ([(Kind.DICE, True)] if seen_at_once else [])
    assert [(kind, OTHER_TURNS in what) for kind, what in again] == [(Kind.DEED, True)]
    with reading(ours, None) as here, reading(club, None) as there:
        forged = doubts_about(there, copy_record(here), TURNS).forged_dice
    assert {entry.seq for entry in forged} == {seq}, "--yes takes it"
    ours.close()


def test_a_copy_that_denies_its_bits_is_refused(club: Store) -> None:
    """Whether turns draw bits is a fact of the start entry, not of the table beside it."""
    forge(Path(club.name), 1, lambda entry: entry.update(arguments='{"about":{"draws":true},"battalions":0}'))
    with reading(club, None) as board:
        assert doubts_about(board, copy_record(board), TURNS).forged_dice == ()
    with closing(sqlite3.connect(club.name)) as handle:
        handle.execute("update campaign set draws = 0")
        handle.commit()
    with reading(club, None) as board, pytest.raises(StoreError, match="do not agree with its journal"):
        doubts_about(board, copy_record(board), TURNS)


def test_a_turn_that_is_played_again_has_the_bits_of_before(club: Store, tmp_path: Path) -> None:
    first = play(club, Play())
    undo(club, actor="Ann")
    ours = open_store(Path(shutil.copyfile(club.name, tmp_path / "ours.db")), write=False)
    seq = play(club, Play())
    bits = [[0, 1, 2, "clearing", CHOSEN]]
    choose_dice(club, seq, bits)
    words = f"it gives turn 1.2 other dice than entry {first} of the journal"
    (((kind, what),), again) = found_by(club)
    assert (kind, f"): {words}: dice may have been chosen" in what, again) == (Kind.DICE, True, [])
    with reading(ours, None) as here, reading(club, None) as there:
        assert [entry.seq for entry in doubts_about(there, copy_record(here), TURNS).forged_dice] == [seq]
    ours.close()
    choose_dice(club, seq, bits, origin="0" * 64)
    taken = f"entry {seq} of the journal: {words}; it was taken from another copy"
    assert found_by(club) == ([(Kind.REMARK, taken)], [])
    choose_dice(club, seq, bits)
    undo(club, actor="Ann")
    assert found_by(club) == ([(Kind.DICE, f"entry {seq} of the journal: {words}; dice may have been chosen")], [])


def test_bits_of_a_restored_backup(club: Store, tmp_path: Path) -> None:
    """Those of the replaced file are carried over; the entry itself begins no turn."""
    path, other = Path(club.name), tmp_path / "other.db"
    backup(path, other)
    copy = open_store(other, write=True)
    play(copy, Play())
    copy.close()
    play(club, Play())
    club.close()
    restore(path, other, actor="Ann")
    again = open_store(path, write=True)
    ((kind, words),), _ = found_by(again)
    assert (kind, "they are those of the file that a restored backup replaced" in words) == (Kind.REMARK, True)
    seq = 4
    forge(path, seq, lambda entry: entry.update(bits=entry["bits"].replace("null", "0").replace("1,2", "1,3")))
    ((kind, words),), _ = found_by(again)
    assert (kind, "it records that it began turn 1.3, but an entry of this kind does not play anything" in words) == (
        Kind.DICE,
        True,
    )
    again.close()


def test_undo_over_a_broken_chain_says_so(here: Path) -> None:
    for name in ("1st Rifles", "I/9"):
        assert typed("hold", name, "--db", here).exit_code == 0
    assert "broken" not in typed("undo", "--db", here).stderr
    with closing(sqlite3.connect(here)) as handle:
        handle.execute("update entry set summary = 'never said' where seq = 2")
        handle.commit()
    undone = typed("undo", "--db", here, "--yes")
    assert undone.exit_code == 0
    assert "The journal was altered at entry 2" in flat(undone.output)
