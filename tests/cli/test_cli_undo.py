"""``campaign undo``: an entry by its number, whose it was, and a player's own until the turn is played."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from campaign.actions.day import Next
from campaign.actions.order_messages import Message, TakeOrders
from campaign.actions.taking_back import take_back
from campaign.cli.contents import campaign
from campaign.errors import Refused
from campaign.journal import Line, commit, digest, living, reading, undo
from campaign.journal.register import REGISTER
from campaign.model import Commander
from campaign.rules.common.dice import Seeded
from campaign.store import Store
from campaign.terms.time import Phase
from campaign.terms.viewer import Viewer
from campaign.verbs.orders import GiveOrder, Rest, TakePosture
from campaign.verbs.splitting import Split
from tests.tiny import by_hand, named

ALBA, BRENN = "General Alba", "General Brenn"


@pytest.fixture
def file(file_of: Callable[[str], Path]) -> str:
    return str(file_of("tiny"))


def typed(*arguments: str) -> Result:
    return CliRunner().invoke(campaign, arguments)


def ok(file: str, *arguments: str) -> str:
    done = typed(*arguments, "--db", file)
    assert done.exit_code == 0, done.output
    return done.stdout


def refused(file: str, *arguments: str) -> str:
    before = Path(file).read_bytes()
    done = typed(*arguments, "--db", file)
    assert (done.exit_code, len(done.stderr.splitlines())) == (1, 1), done.output
    assert Path(file).read_bytes() == before
    return done.stderr


def summaries(file: str) -> list[str]:
    return [summary for _, summary in standing_entries(file)]


def standing_entries(file: str) -> list[tuple[str, str]]:
    return [(entry["actor"], entry["summary"]) for entry in json.loads(ok(file, "log", "--json"))][1:]


# the umpire


def test_one_entry_is_taken_back_by_its_number(file: str) -> None:
    ok(file, "posture", "1st Rifles", "reserve", "--as", "Ann")
    ok(file, "posture", "2nd Rifles", "reserve", "--as", "Ann")
    before = Path(file).read_bytes()
    looked = ok(file, "undo", "2", "--preview", "--as", "Ann").splitlines()
    assert looked[0].startswith("Would undo 2: 1st Rifles")
    assert looked[1:4] == [
        "Changes:",
        "  1st Rifles: posture reserve -> line",
        "Nothing was changed: this was a preview.",
    ]
    assert Path(file).read_bytes() == before
    done = ok(file, "undo", "2", "--as", "Ann").splitlines()
    assert done[2].startswith("Undone 2: 1st Rifles")
    assert done[3] == "The later entry was played again and is now entry 2."
    assert summaries(file) == ["2nd Rifles: reserve posture"]
    assert "[played again] 2nd Rifles" in ok(file, "log", "--all")
    ok(file, "doctor")
    assert ok(file, "redo").startswith("Redone 2: 1st Rifles")
    assert len(standing_entries(file)) == 2


def test_it_is_refused_in_one_line_with_the_entry_that_rests_on_it(file: str) -> None:
    ok(file, "split", "1st Rifles", "company")
    ok(file, "hold", "1st Rifles, A Company")
    said = refused(file, "undo", "2")
    assert "entry 2 cannot be undone, because a later entry depends on it: entry 3 (1st Rifles, A Company: hold" in said
    assert "To undo entry 2 and all later entries: campaign undo --to 1" in said
    assert "there is no entry 9 to undo: the last entry is 3" in refused(file, "undo", "9")
    assert "NUMBER undoes one entry" in typed("undo", "2", "--to", "1", "--db", file).stderr


def test_what_comes_out_otherwise_is_named_and_asked_for(file: str) -> None:
    ok(file, "march", "1st Rifles", "--to", "Birch Cross")
    ok(file, "next", "--until", "turn", "--auto")
    assert (
        "later entries would turn out differently without entry 2. To undo entry 2 anyway: campaign undo 2 --yes"
        in refused(file, "undo", "2")
    )
    shown = ok(file, "undo", "2", "--yes")
    assert "Changes:\n" in shown
    ok(file, "doctor")
    ok(file, "redo")
    assert summaries(file) == ["1st Rifles: march Birch Cross, from turn 1.1 on", "Turn 1.1 is over"]


def test_the_umpire_is_told_whose_entry_he_takes_back(file: str) -> None:
    ok(file, "hold", "1st Rifles", "--viewer", ALBA, "--as", "Ruth")
    assert ok(file, "undo", "--as", "Ann").startswith(f"Undone 2, given by Ruth for {ALBA}: 1st Rifles: hold")
    ok(file, "hold", "1st Rifles", "--viewer", ALBA)
    assert ok(file, "undo", "--as", "Ann", "--preview").startswith(f"Would undo 2, given by {ALBA}: 1st Rifles")
    ok(file, "hold", "2nd Rifles", "--as", "Ann")
    assert ok(file, "undo", "--as", "Ann").startswith("Undone 3: 2nd Rifles")


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "campaign.cli.undo.sys", type("Terminal", (), {"stdin": type("In", (), {"isatty": lambda: True})})
    )


def test_at_a_terminal_he_is_asked_before_he_takes_back_anothers(file: str, terminal: None) -> None:
    ok(file, "hold", "1st Rifles", "--viewer", ALBA, "--as", "Ruth")
    no = CliRunner().invoke(campaign, ["undo", "--as", "Ann", "--db", file], input="n\n")
    assert (no.exit_code, len(standing_entries(file))) == (1, 1)
    assert "Undo the entry anyway?" in no.output
    yes = CliRunner().invoke(campaign, ["undo", "--as", "Ann", "--db", file], input="y\n")
    assert (yes.exit_code, len(standing_entries(file))) == (0, 0)


@pytest.fixture
def meanwhile(file: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody gives an order after the record was read and before anything is taken back."""

    def undo_later(*of: Any, **how: Any) -> tuple[Line, ...]:
        ok(file, "hold", "1st Hussars", "--as", "Tom")
        return undo(*of, **how)

    monkeypatch.setattr("campaign.cli.undo.undo_entries", undo_later)


def test_one_entry_is_taken_back_whoever_writes_meanwhile(file: str, meanwhile: None) -> None:
    ok(file, "hold", "1st Rifles", "--as", "Ann")
    assert ok(file, "undo", "--as", "Ann").startswith("Undone 3, given by Tom: 1st Hussars: hold")
    assert [actor for actor, _ in standing_entries(file)] == ["Ann"]


def test_what_was_named_or_agreed_to_is_taken_back_and_nothing_newer(
    file: str, meanwhile: None, terminal: None
) -> None:
    ok(file, "hold", "1st Rifles", "--as", "Ruth")
    named = typed("undo", "2", "--yes", "--db", file)
    asked = CliRunner().invoke(campaign, ["undo", "--as", "Ann", "--db", file], input="y\n")
    for ended in (named, asked):
        assert (ended.exit_code, ended.stderr.splitlines()[-1]) == (
            1,
            "Error: the campaign has changed since you looked; nothing was undone. Look again: campaign log",
        )
    assert [actor for actor, _ in standing_entries(file)] == ["Ruth", "Tom", "Tom"]


# a player


def test_a_player_takes_back_his_own_latest_and_nobody_elses(file: str) -> None:
    ok(file, "hold", "1st Rifles", "--viewer", ALBA)
    ok(file, "hold", "2nd Rifles", "--viewer", ALBA)
    ok(file, "hold", "II/9", "--viewer", BRENN)
    ok(file, "posture", "1st Hussars", "reserve", "--as", "Umpire")
    assert ok(file, "undo", "--viewer", ALBA) == (
        "Undone: 2nd Rifles: hold, from turn 1.1 on\nThe state before that entry is restored.\n"
    )
    ok(file, "undo", "--viewer", ALBA)
    assert [actor for actor, _ in standing_entries(file)] == [BRENN, "Umpire"]
    assert f"{ALBA} has nothing left to undo in this turn" in refused(file, "undo", "--viewer", ALBA)
    ok(file, "doctor")
    assert ok(file, "redo").startswith("Redone 2: 1st Rifles")


def test_what_the_umpire_entered_for_him_is_his_and_other_words_are_not(file: str) -> None:
    ok(file, "hold", "1st Rifles", "--by", ALBA)
    ok(file, "hold", "2nd Rifles")
    ok(file, "hold", "1st Hussars", "--viewer", "alba")
    ok(file, "undo", "--viewer", ALBA)
    assert [summary.partition(":")[0] for _, summary in standing_entries(file)] == ["2nd Rifles", "1st Hussars"]
    ok(file, "undo", "--viewer", "alba")
    assert [summary.partition(":")[0] for _, summary in standing_entries(file)] == ["2nd Rifles"]


@pytest.mark.parametrize("words", [("2",), ("--to", "1")])
def test_a_player_counts_no_entries(file: str, words: tuple[str, ...]) -> None:
    ok(file, "hold", "1st Rifles", "--viewer", ALBA)
    assert "only the umpire may name an entry" in refused(file, "undo", *words, "--viewer", ALBA)
    assert "undoing your own entry rolls no dice" in refused(file, "undo", "--dice", "ask", "--viewer", ALBA)


@pytest.mark.parametrize("enemy", [(), ("hold", "II/9"), ("march", "I/9", "--to", "Birch Cross")])
def test_he_reads_the_same_whatever_the_enemy_has_entered(file: str, enemy: tuple[str, ...]) -> None:
    def enters(*words: str) -> None:
        if words:
            ok(file, *words, "--viewer", BRENN)

    answers = []
    ok(file, "hold", "1st Rifles", "--viewer", ALBA)
    enters(*enemy)
    ok(file, "hold", "2nd Rifles", "--viewer", ALBA)
    enters(*enemy)
    for _ in range(2):
        answers += [ok(file, "undo", "--viewer", ALBA, "--preview"), ok(file, "undo", "--viewer", ALBA)]
        enters(*enemy)
    nothing_left = (
        f"Error: {ALBA} has nothing left to undo in this turn, and earlier turns stay as they were played. Give a"
        " new order instead\n"
    )
    assert refused(file, "undo", "--viewer", ALBA) == nothing_left
    assert answers == [
        "Would undo: 2nd Rifles: hold, from turn 1.1 on\nNothing was changed: this was a preview.\n",
        "Undone: 2nd Rifles: hold, from turn 1.1 on\nThe state before that entry is restored.\n",
        "Would undo: 1st Rifles: hold, from turn 1.1 on\nNothing was changed: this was a preview.\n",
        "Undone: 1st Rifles: hold, from turn 1.1 on\nThe state before that entry is restored.\n",
    ]


def _viewer(store: Store, name: str) -> Viewer:
    with reading(store) as board:
        commander = named(board, Commander, name)
        return Viewer(commander.side_id, (commander.id,))


def _gave(store: Store, name: str, *commands: object) -> None:
    for command in commands:
        giver = _viewer(store, name).commanders[0] if name else None
        commit(store, None, command, source=Seeded("41"), actor=name or "Umpire", giver=giver)


def _taken_back(store: Store, name: str) -> str:
    return take_back(
        store, None, _viewer(store, name), source=Seeded("41"), actor=name, preview=False, register=REGISTER
    )


def test_once_the_turn_is_played_it_stays(any_tiny: Store) -> None:
    _gave(any_tiny, ALBA, GiveOrder("1st Rifles", "hold"))
    _gave(any_tiny, "", Next("turn", auto=True))
    with pytest.raises(Refused, match=r"turns stay as they were played\. Give a new order instead"):
        _taken_back(any_tiny, ALBA)


def test_once_the_turn_is_played_on_it_stays(any_tiny: Store) -> None:
    _gave(any_tiny, ALBA, GiveOrder("1st Rifles", "hold"))
    with by_hand(any_tiny) as board:
        board.clock.phase = Phase.CONTACTS
    with pytest.raises(Refused, match=r"the turn has gone on since \(1st Rifles: hold, from turn 1\.1 on\)\. Give"):
        _taken_back(any_tiny, ALBA)


def test_before_the_turns_of_the_day_begin_it_can_be_taken_back_still(any_tiny: Store) -> None:
    """The clock has gone on from the weather to the orders of the day, and nothing of what was ordered is played."""
    _gave(any_tiny, ALBA, GiveOrder("1st Rifles", "hold"))
    _gave(any_tiny, "", Next("decision"))
    with reading(any_tiny) as board:
        assert board.clock.phase is Phase.ORDERS
    assert _taken_back(any_tiny, ALBA).startswith("1st Rifles: hold")
    with reading(any_tiny) as board:
        assert [line.verb for line in living(board)][1:] == ["next"]


def test_where_anothers_entry_rests_on_his_his_stays(any_tiny: Store) -> None:
    _gave(any_tiny, ALBA, Split("1st Rifles", "company"))
    _gave(any_tiny, "", TakePosture("1st Rifles, A Company", "reserve"))
    with reading(any_tiny) as board:
        before = digest(board)
    with pytest.raises(Refused) as fault:
        _taken_back(any_tiny, ALBA)
    assert str(fault.value) == (
        "your latest entry cannot be undone, because other orders or entries depend on it. Give a new order, "
        "or ask the umpire"
    )
    with reading(any_tiny) as board:
        assert digest(board) == before


@pytest.mark.sample(2)
@pytest.mark.parametrize("others", [BRENN, ""])
@pytest.mark.parametrize("name", [ALBA, BRENN])
def test_orders_that_the_umpire_took_together_with_anothers_stay(any_tiny: Store, name: str, others: str) -> None:
    """One entry for the answers of both players, or for one and a list of the umpire's: nobody takes the other's back,
    nor reads that they came."""
    before = GiveOrder("1st Rifles", "hold"), GiveOrder("II/9", "hold")
    _gave(any_tiny, ALBA, before[0])
    _gave(any_tiny, BRENN, before[1])
    answers = Message(ALBA, (Rest("1st Rifles"),)), Message(others, (Rest("II/9"),))
    _gave(any_tiny, "", TakeOrders("1.1", answers))
    with reading(any_tiny) as board:
        stood = digest(board)
    if name == BRENN and not others:
        assert _taken_back(any_tiny, name) == "II/9: hold, from turn 1.1 on"
        return
    with pytest.raises(Refused) as fault:
        _taken_back(any_tiny, name)
    assert str(fault.value).startswith("your latest entry cannot be undone, because other orders or entries depend")
    with reading(any_tiny) as board:
        assert digest(board) == stood


def test_orders_out_of_his_own_mail_are_taken_back(any_tiny: Store) -> None:
    _gave(any_tiny, "", TakeOrders("1.1", (Message(ALBA, (Rest("1st Rifles"),)),)))
    assert _taken_back(any_tiny, ALBA).startswith(f"{ALBA}: orders for day 1 are complete, 1 changed")


def test_a_branch_is_brought_back_after_a_look_at_what_is_undone_for_it(
    file: str, terminal: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    ok(file, "hold", "1st Rifles")
    ok(file, "undo")
    ok(file, "hold", "2nd Rifles")
    (kept,) = json.loads(ok(file, "branches", "--json"))[0]["undone"]
    assert kept == {
        "name": "undone-2",
        "command": "campaign redo --branch undone-2",
        "entries": ["2: 1st Rifles: hold, from turn 1.1 on"],
    }
    redo = ("redo", "--branch", "undone-2")
    seen = " ".join(ok(file, *redo, "--preview").split())
    assert "This undoes: 2: 2nd Rifles: hold" in seen
    assert "This brings back: 2: 1st Rifles: hold" in seen and seen.endswith("this was a preview.")
    assert "1st Rifles" not in ok(file, "log")
    for answer in ("n", "y"):
        asked = CliRunner().invoke(campaign, [*redo, "--db", file], input=f"{answer}\n")
        assert "Undo the first list, and bring back the second? [y/N]" in asked.output
        assert ("1st Rifles" in ok(file, "log")) is (answer == "y")
