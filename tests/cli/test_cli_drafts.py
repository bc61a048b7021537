"""A return that is typed is never lost: drafts, going back, and whose word counts."""

from __future__ import annotations

import stat
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from campaign.cli.contents import campaign
from campaign.cli.drafts import DraftPlace
from campaign.exchange.returns.draft import draft_text, steps_done
from campaign.exchange.returns.file import read_return
from campaign.exchange.returns.text import line_text
from campaign.exchange.returns.typing import Filling, answers_in, questions
from campaign.exchange.returns.words import parse_line
from campaign.journal import reading
from campaign.queries.battle.battles import return_fields
from campaign.queries.battle.packet import side_papers
from campaign.store import open_store
from campaign.terms.state import BattleState, State
from campaign.terms.viewer import UMPIRE
from tests.clash import battle, meet, unit

ALBAN = (
    "1 spent",
    "",
    "alba",
    "clock 09:40; turn 2; hours left 1; Birch Cross alba; orders A part; taken 40; diary We took it.",
    "",
)
BRENNISH = (
    "1 destroyed",
    "",
    "brenn",
    "clock 09:40; turn 2; Birch Cross brenn; orders A no; prisoners lost 40; diary They came out of the wood.",
    "",
)


@pytest.fixture
def met(file_of: Callable[[str], Path]) -> Iterator[Path]:
    """The tiny campaign with its first battle to be fought."""
    path = file_of("tiny")
    store = open_store(path, write=True)
    meet(store)
    store.close()
    return path


def typed(db: Path, *words: str, keys: tuple[str, ...] = ()) -> Result:
    return CliRunner().invoke(campaign, [*words, "--db", str(db)], input="".join(f"{key}\n" for key in keys))


def draft(db: Path, side: str) -> Path:
    return db.with_name(f"tiny-tiny-battle-1-{side}-draft.yaml")


def battle_state(db: Path) -> BattleState:
    store = open_store(db, write=False)
    try:
        state = battle(store)["row"].state
        assert isinstance(state, BattleState)
        return state
    finally:
        store.close()


def test_an_input_that_breaks_off_leaves_a_draft_that_is_gone_on_with(met: Path) -> None:
    stopped = typed(met, "battle", "record", "1", "--side", "alba", keys=ALBAN[:4])
    assert stopped.exit_code == 1 and str(draft(met, "alba")) in stopped.stderr
    assert "To continue: campaign battle record 1" in stopped.stderr
    assert stat.S_IMODE(draft(met, "alba").stat().st_mode) == 0o600, "a draft is for who types it"
    again = typed(met, "battle", "record", "1", "--side", "alba", keys=("", *ALBAN[4:], "y"))
    assert again.exit_code == 0, again.output
    assert "1 line and 9 answers in the boxes below" in " ".join(again.output.split())
    assert "1st Rifles: fresh -> spent" in again.output
    assert battle_state(met) is BattleState.RETURNED
    assert not draft(met, "alba").exists(), "a draft is removed when its return is recorded"


def test_a_no_keeps_the_draft_and_the_next_record_only_asks_whether_to_record(met: Path) -> None:
    refused = typed(met, "battle", "record", "1", "--side", "alba", keys=(*ALBAN, "perhaps", "n"))
    assert (
        refused.exit_code == 0
        and "Nothing was recorded." in refused.output
        and str(draft(met, "alba")) in refused.stderr
    )
    assert "write y, n, back" in refused.stderr
    assert battle_state(met) is BattleState.PROPOSED
    done = typed(met, "battle", "record", "1", "--side", "alba", keys=("y", "y"))
    assert done.exit_code == 0, done.output
    assert "1st Rifles:" not in done.output.split("This will happen")[0] and not draft(met, "alba").exists()
    store = open_store(met, write=False)
    assert unit(store, "1st Rifles").state is State.FRESH, "one return is only kept"
    store.close()


def test_back_leads_to_the_step_before_and_to_a_line_and_a_dot_ends_the_form(met: Path) -> None:
    keys = (
        "back",
        "1 spent; 2 destroyed",
        "",
        "back",
        "1 -",
        "",
        "brenn",
        "back 2",
        "",
        "back",
        "",
        ".",
        "back 2",
        "-",
        "y",
    )
    done = typed(met, "battle", "record", "1", "--side", "alba", keys=keys)
    assert done.exit_code == 0, done.output
    assert "2  1st Hussars [destroyed]:" in done.output, "what it holds is kept by Enter"
    assert "Who holds the field? [Brenn/Alba/both still there]" in done.output
    assert "this is the first question" in done.stderr
    assert "1st Rifles: fresh" not in done.output and "1st Hussars: fresh -> destroyed" in done.output, (
        "what was shown first"
    )
    assert "Hussars" not in done.output.rsplit("This will happen", 1)[1], "put right before it was recorded"


def test_a_number_asks_for_its_line_and_the_name_of_a_box_for_it(met: Path) -> None:
    lines = ("2", "?", "tired", "destroyed", "9", "", "1", "spent", "")
    keys = (*lines, "field", "", "works", "?", "1", "prisoners taken", "12", "")
    done = typed(met, "battle", "record", "1", "--side", "alba", "--yes", keys=keys)
    assert done.exit_code == 0, done.output
    words = " ".join(done.output.split())
    assert "2  1st Hussars [unchanged]:" in done.output and "spent, destroyed, surrounded" in words
    assert "'tired' is not understood" in done.stderr and "there is no line 9 on this form" in done.stderr
    assert "\n  1  " in done.output and " cut, " in done.output, "the works by their numbers"
    assert "1 1st Rifles: spent; 2 1st Hussars: destroyed; finished; prisoners taken 12; works" in " ".join(
        typed(met, "battle", "show", "1").output.split()
    )


def test_a_wrong_answer_among_several_takes_none_of_them(met: Path) -> None:
    keys = ("1 spent; 2 tired", "", "", "hours 9; turn 2", "pris 3", "weather fine", "", "y")
    done = typed(met, "battle", "record", "1", "--side", "alba", keys=keys)
    assert done.exit_code == 0, done.output
    assert "'tired' is not understood" in done.stderr and "Write a number up to 6" in done.stderr
    assert "'pris' can mean prisoners taken, prisoners lost" in done.stderr
    assert "'weather fine' is not understood" in done.stderr
    assert "spent" not in done.output.split("This will happen")[1]


def test_both_returns_are_kept_though_they_disagree(met: Path) -> None:
    done = typed(met, "battle", "record", "1", keys=(*ALBAN, "y", *BRENNISH, "y"))
    assert done.exit_code == 0, done.output
    words = " ".join(done.output.split())
    assert "Alba and Brenn returns received; the two differ on 2 points" in words
    assert "1 holder of the field: Alba return says Alba, Brenn return says Brenn" in words
    assert battle_state(met) is BattleState.RETURNED and not list(met.parent.glob("*draft*"))
    assert "both returns are in: campaign battle settle 1" in typed(met, "battle", "list").output
    assert "both returns are in" in typed(met, "status").output
    assert "both returns are in" in " ".join(typed(met, "next").stderr.split())
    idle = typed(met, "battle", "record", "1")
    assert (
        idle.exit_code == 1
        and "both returns are recorded, but the battle is not settled yet. Settle it: campaign battle settle 1"
        in idle.stderr
    )


@pytest.mark.parametrize("mended", ["destroyed surrounded", "1 destroyed surrounded"])
def test_a_return_that_contradicts_itself_is_put_right_where_it_was_typed(met: Path, mended: str) -> None:
    done = typed(met, "battle", "record", "1", "--side", "alba", keys=("1 surrounded; .", mended, "y"))
    assert "What else?" not in done.output, "a dot at the end ends the form"
    assert done.exit_code == 0, done.output
    assert "surrounded only if it is also destroyed" in " ".join(done.output.split())
    assert "1st Rifles: fresh -> captured" in done.output


def test_a_draft_that_is_not_wanted_is_put_aside(met: Path) -> None:
    typed(met, "battle", "record", "1", "--side", "alba", keys=ALBAN[:3])
    fresh = typed(met, "battle", "record", "1", "--side", "alba", keys=("n", ".", "y"))
    assert fresh.exit_code == 0, fresh.output
    assert "spent" in draft(met, "alba").with_name("tiny-tiny-battle-1-alba-draft-old.yaml").read_text(encoding="utf-8")


def test_a_draft_goes_when_its_return_comes_in_as_a_file(met: Path, tmp_path: Path) -> None:
    typed(met, "battle", "record", "1", "--side", "alba", keys=ALBAN[:3])
    file = tmp_path / "alba.yaml"
    file.write_text(
        "side: alba\nlines: {1: spent}\nfoot: {ending: finished, all other lines unharmed: yes}\n", encoding="utf-8"
    )
    assert typed(met, "battle", "record", "1", str(file), "--yes").exit_code == 0
    assert not draft(met, "alba").exists()


def test_what_a_return_file_may_not_say_is_asked_again_so_that_every_draft_can_be_read(met: Path) -> None:
    keys = ("1 dug in 9", "1 dug in 2", "", "", "turn 0", "turn 2", "diary \x1b[A", "diary Taken.")
    stopped = typed(met, "battle", "record", "1", "--side", "alba", keys=keys)
    assert "dug in: found '9'; expected a whole number from 0 to 4 turns" in stopped.stderr
    assert "turn: found '0'; expected a whole number from 1 to 4" in stopped.stderr
    again = typed(met, "battle", "record", "1", "--side", "alba", keys=("y", "", "y"))
    assert again.exit_code == 0, again.output


def test_a_draft_of_the_battle_under_other_rules_is_put_aside(met: Path) -> None:
    typed(met, "battle", "record", "1", "--side", "alba", keys=ALBAN[:3])
    typed(met, "battle", "under", "1", "nqm")
    again = typed(met, "battle", "record", "1", "--side", "alba", keys=("y", "1 points lost 1"))
    assert "is not a draft of this form" in " ".join(again.output.split()) and "-alba-draft-old.yaml" in again.stderr
    assert "1: {" in draft(met, "alba").read_text(encoding="utf-8")


def test_a_draft_that_cannot_be_read_says_the_way_out(met: Path) -> None:
    typed(met, "battle", "record", "1", "--side", "alba", keys=ALBAN[:3])
    path = draft(met, "alba")
    path.write_text(path.read_text(encoding="utf-8").replace('"spent"', '"lost"'), encoding="utf-8")
    stopped = typed(met, "battle", "record", "1", "--side", "alba", keys=("n",))
    assert (
        stopped.exit_code == 1
        and "cannot be read, and nothing was recorded. Correct or delete the draft" in stopped.stderr
        and draft(met, "alba").exists()
    )
    assert "'lost' is not a box of this form" in stopped.output


def test_drafts_put_aside_do_not_take_each_others_place(met: Path) -> None:
    for said in ("spent", "destroyed"):
        typed(
            met,
            "battle",
            "record",
            "1",
            "--side",
            "alba",
            keys=(*(("n",) if draft(met, "alba").exists() else ()), f"1 {said}"),
        )
    typed(met, "battle", "record", "1", "--side", "alba", keys=("n",))
    kept = [
        draft(met, "alba").with_name(f"tiny-tiny-battle-1-alba-draft-old{n}.yaml").read_text(encoding="utf-8")
        for n in ("", "-2")
    ]
    assert "spent" in kept[0] and "destroyed" in kept[1]


def test_no_player_is_shown_a_draft(met: Path) -> None:
    typed(met, "battle", "record", "1", "--side", "alba", keys=("1 spent", "2 destroyed at Cross"))
    for words, why in (
        (("battle", "record", "1"), "'y' is not understood"),
        (("battle", "record", "1", str(draft(met, "alba"))), "Hand in the return of your own side, Brenn"),
        (("battle", "settle", "1"), "is for the umpire"),
    ):
        refused = typed(met, *words, "--viewer", "brenn", keys=("y",))
        assert refused.exit_code == 1 and why in refused.stderr
        assert "draft of" not in refused.output and "spent" not in refused.stdout


def test_a_folder_that_cannot_be_written_is_told_and_the_return_is_recorded(
    met: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(DraftPlace, "path", lambda place, side: met / "nowhere" / f"{side}.yaml")
    done = typed(met, "battle", "record", "1", "--side", "alba", keys=("1 spent", ".", "y"))
    assert done.exit_code == 0 and done.stderr.count("No draft of this return can be kept") == 1


def test_a_draft_of_a_campaign_on_a_server_lies_in_a_folder_of_the_user() -> None:
    path = DraftPlace("postgresql://club@server/war", "brevity", 3).path("axis")
    assert path.is_absolute() and path.parent.name == "drafts"
    assert path.name == "postgresql-club-server-war-brevity-battle-3-axis-draft.yaml"


@pytest.mark.parametrize(
    ("system", "texts"),
    [
        ("brevity", ("spent, at Birch Cross, to A, resting, dug in 2", "off by edge C", "captured")),
        ("nqm", ("points lost 3, red pins 2, at Birch Cross", "surrendered")),
        ("hexes", ("hits 6, at C4", "hits 9, surrounded")),
        ("brigade", ("figures 5, companies 1", "a: figures lost 2")),
    ],
)
def test_a_draft_is_a_return_file_and_holds_what_was_typed(
    met: Path, tmp_path: Path, system: str, texts: tuple[str, ...]
) -> None:
    if system != "brevity":
        assert typed(met, "battle", "under", "1", system).exit_code == 0
    store = open_store(met, write=False)
    with reading(store) as board:
        form, fields = side_papers(board, UMPIRE, "1")[0].form, return_fields(board, UMPIRE, "1")
    store.close()
    line = form.commands[0].lines[0].line
    for text in texts:
        meant = parse_line(line, text, form)
        assert parse_line(line, line_text(meant or {}, form.columns, form.stand_columns), form) == meant, text
        filling = Filling(form, fields, "alba", 1, lambda filling: None, {("lines", str(line)): meant}, 1)
        path = tmp_path / "draft.yaml"
        path.write_text(draft_text(filling.content(), form, 1, 1), encoding="utf-8")
        answers = answers_in(read_return(path, fields).content, form)
        assert steps_done(path.read_text(encoding="utf-8")) == 1
        assert (
            parse_line(line, line_text(answers[("lines", str(line))], form.columns, form.stand_columns), form) == meant
        ), text
        assert len(answers) == 2 < len(questions(form)), "the line, and that it is finished"
