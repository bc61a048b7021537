"""Returns typed at the prompt: how many keys a usual battle takes in each system, the same return whatever the way to
it, and two returns decided point by point."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

import campaign
from campaign.cli.asking import typed_answer
from campaign.cli.return_prompt import ask
from campaign.errors import BadInput
from campaign.exchange.returns import file as returns_file
from campaign.exchange.returns.file import read_return
from campaign.exchange.returns.rows import read_text
from campaign.exchange.returns.text import changes_text
from campaign.exchange.returns.typing import Filling, answers_in, entries, questions
from campaign.journal import digest, reading
from campaign.model import Return
from campaign.queries.battle.battles import return_fields
from campaign.queries.battle.packet import side_papers
from campaign.queries.battle.returns_compared import returns_compared
from campaign.rules.returns.filed import Fields, Foot, edge_of
from campaign.situation import filing
from campaign.store import opened
from campaign.terms.viewer import UMPIRE
from campaign.values import dataclass, replace
from campaign.words import return_foot
from campaign.words.packet import ReturnForm
from campaign.words.return_foot import FootBox, FootKind
from tests.clash import meet
from tests.cli import capuzzo
from tests.cli.test_cli_drafts import typed
from tests.harness.terminal import Terminal

MOST_KEYS = 30
"""Keys of both returns of a battle of 6 and 4 units, each Enter counted."""
has_terminals = pytest.mark.skipif(os.name != "posix", reason="pseudo-terminals are POSIX's")


# keys ----------------------------------------------------------------------------------------------------------------
@pytest.mark.sample(5)
@pytest.mark.parametrize(
    ("system", "british", "axis", "effects"),
    [
        ("brevity", "1s;2d", "1s", ("2 SG: fresh -> spent", "1 DLI: fresh -> destroyed")),
        ("nqm", "1 3;2 l2r3", "1 1", ("2 SG: fresh -> spent", "II./PzR 5: fresh -> spent")),
        ("hexes", "1 5;2h9", "1 6", ("1 DLI: fresh -> destroyed", "II./PzR 5: fresh -> spent")),
        ("brigade", "2 20c1", "1 3", ("1 DLI: fresh -> spent", "II./PzR 5: fresh -> spent")),
        ("brigadier", "2 10w2", "1 12", ("1 DLI: fresh -> spent", "II./PzR 5: fresh ->")),
    ],
)
def test_both_returns_of_a_usual_battle_take_few_keys(
    db: Path, system: str, british: str, axis: str, effects: tuple[str, ...]
) -> None:
    number = capuzzo.number(db)
    for more in ("3rd Bn Coldstream Guards", "2nd Bn Rifle Brigade", "8th Field Regiment"):
        capuzzo.ok(db, "battle", "add", number, more)
    if system != "brevity":
        capuzzo.ok(db, "battle", "under", number, system)
    if system == "brigadier":
        capuzzo.ok(db, "rules", "house", "brigadier-ours")
    keys = (british, "", "br", "", "", axis, "", "", "", "")
    done = capuzzo.run(db, "battle", "record", number, typed="".join(f"{key}\n" for key in keys))
    assert done.exit_code == 0, done.output
    assert sum(len(key) + 1 for key in keys) <= MOST_KEYS
    assert " 1 2nd Bn Scots Guards" in done.output and " 6 " in done.output and "is settled" in done.output
    for words in effects:
        assert words in " ".join(done.output.split()), done.output


# the same, whatever the way ------------------------------------------------------------------------------------------
@pytest.fixture(scope="module", params=["brevity", "hexes"])
def form(
    request: pytest.FixtureRequest, template_files: Callable[[str], Path], tmp_path_factory: pytest.TempPathFactory
) -> tuple[ReturnForm, Fields]:
    """The Alba form of the tiny campaign's battle under two systems."""
    path = Path(shutil.copyfile(template_files("tiny"), tmp_path_factory.mktemp("form") / "tiny.db"))
    with opened(str(path), write=True) as store:
        meet(store)
    if request.param != "brevity":
        assert typed(path, "battle", "under", "1", request.param).exit_code == 0
    with opened(str(path), write=False) as store, reading(store) as board:
        return side_papers(board, UMPIRE, "1")[0].form, return_fields(board, UMPIRE, "1")


@pytest.mark.parametrize(
    ("typed_words", "meant"),
    [
        ("1,2 spent", "1 spent; 2 spent"),
        ("1-3 spent", "1 spent; 2 spent; 3 spent"),
        ("lines 1 to 2: spent at 62 30", "1 spent at 62, 30; 2 spent at 62, 30"),
        ("1 and 3 destroyed; 2 spent", "1 destroyed; 3 destroyed; 2 spent"),
        ("all spent", "1 spent; 2 spent; 3 spent"),
        ("1 spent 2 spent", "1 spent; 2 spent"),
        ("1 spent 2 destroyed 3 at edge A", "1 spent; 2 destroyed; 3 off by edge A"),
        ("2nd Rifles spent", "3 spent"),
        ("1st Hussars: destroyed, edge A", "2 destroyed, off by edge A"),
        ("hussars spent; field alban", "2 spent; field alban"),
    ],
)
def test_several_lines_and_units_by_name_are_read_as_people_write_them(
    form: tuple[ReturnForm, Fields], typed_words: str, meant: str
) -> None:
    if form[0].hexes is None:  # these are Operation Brevity's boxes
        assert _read(typed_words, _of_three(form[0])) == _read(meant, _of_three(form[0]))


@pytest.mark.parametrize(
    ("typed_words", "fault"),
    [
        ("3-1 spent", "'3-1' runs backwards: write 1-3"),
        ("1,9 spent", "there is no line 9 on this form"),
        ("rifles spent", "'rifles' can mean line 1 1st Rifles, 3 2nd Rifles. Write the line's number"),
        ("1 spent 2 tired", "is not understood"),
        ("nd Scots Guards spent", "is not understood"),
    ],
)
def test_an_entry_about_several_lines_that_cannot_be_meant(
    form: tuple[ReturnForm, Fields], typed_words: str, fault: str
) -> None:
    if form[0].hexes is None:
        with pytest.raises(BadInput, match=re.escape(fault)):
            _read(typed_words, _of_three(form[0]))


def _of_three(form: ReturnForm) -> ReturnForm:
    """The form with a third line, the 2nd Rifles'."""
    (command,) = form.commands
    third = replace(command.lines[1], line=3, name="2nd Rifles", full_name="2nd Rifles")
    return replace(form, commands=(replace(command, lines=(*command.lines, third)),))


def _read(words: str, form: ReturnForm) -> list[tuple[tuple[str, ...], Any]]:
    answers = []
    for question, answer in entries(words, form, questions(form)):
        if isinstance(answer, dict) and "ended_at" in answer:  # the same place in other words
            ended = answer["ended_at"]
            answer = {**answer, "ended_at": edge_of(ended) or ended.replace(",", "")}
        answers.append((question.key, answer))
    return answers


LINES = {
    "brevity": {
        "1": ("spent", "destroyed, surrounded", "s at Cross", "-"),
        "2": ("d", "resting", "off by edge A", "-"),
    },
    "hexes": {"1": ("4", "hits 6, at C4", "-"), "2": ("hits 9, out in turn 7", "h3", "-")},
}
FOOT = {
    "turn": ("2", "3", "-"),
    "clock": ("09:40", "11.15"),
    "hours left": ("1", "-"),
    "prisoners taken": ("12", "40"),
    "orders A": ("yes", "part", "-"),
    "Birch Cross": ("alba", "neither"),
    "field": ("alban", "both"),
    "works": ("1", "-"),
    "diary": ("We took it; they ran.",),
}
WRONG = ("?", "tired", "1 tired", "9", "99 spent", "weather fine", "turn 9", "clock 25:00; turn 2", "back 99")


class Walk:
    """Keys through a form, and the last answer to each question on the way."""

    def __init__(self, system: str, data: st.DataObject) -> None:
        self.answers = {**LINES[system], **FOOT}
        self.lines = tuple(LINES[system])
        self.data, self.step = data, 0
        self.keys: list[str] = []
        self.last_answers: dict[str, str] = {}

    def draw(self, among: Sequence[str]) -> str:
        return self.data.draw(st.sampled_from(among))

    def answer(self, *names: str) -> str:
        """An answer to a question of that name, which counts until there is another."""
        name = self.draw(names or tuple(self.answers))
        self.last_answers[name] = self.draw(self.answers[name])
        return name

    def move(self) -> None:
        kinds = ("next", "back", "jump", "wrong", *(["field"] if self.step == 1 else ["answer", "several"]))
        kind = self.draw(kinds)
        if kind == "next" and self.step < 2:
            self.keys.append("")
            self.step += 1
        elif kind == "back":
            self.keys.append("back")
            self.step = max(0, self.step - 1)
        elif kind == "jump":
            name = self.answer(*(self.lines if self.step == 1 else ()))
            self.keys += [name, self.last_answers[name]]
        elif kind == "wrong":
            self.keys.append(self.draw(WRONG))
        elif kind == "field":
            self.keys.append(self.last_answers[self.answer("field")])
            self.step = 2
        elif kind == "answer":
            name = self.answer()
            self.keys.append(f"{name} {self.last_answers[name]}")
        elif kind == "several":
            names = dict.fromkeys(self.answer(*(n for n in self.answers if n != "diary")) for _ in range(3))
            self.keys.append("; ".join(f"{name} {self.last_answers[name]}" for name in names))

    def straight(self) -> list[str]:
        """The same answers in the order of the form, the last of each."""
        last = {name: answer for name, answer in self.last_answers.items() if answer != "-"}
        order = [name for name in (*self.lines, *FOOT) if name in last]
        return [f"{name} {last[name]}" for name in order]


def filled(form: tuple[ReturnForm, Fields], keys: Sequence[str], drafts: Path) -> dict[str, Any]:
    """The return that is made by typing these keys and then a dot; every draft of it is kept and can be read."""

    def keep(filling: Filling) -> None:
        drafts.write_text(filling.draft(), encoding="utf-8")
        read = answers_in(read_return(drafts, form[1]).content, form[0])
        again = Filling(form[0], form[1], "alba", 1, lambda _: None, read, filling.step)
        assert again.content() == filling.content()

    filling = Filling(form[0], form[1], "alba", 1, keep)
    with CliRunner().isolation(input="".join(f"{key}\n" for key in (*keys, "."))):
        while not ask(filling, 0 if filling.step == 0 else min(filling.step, 2)):
            filling.step = 0
    return filling.content()


@pytest.mark.parametrize("most", [8, pytest.param(300, marks=pytest.mark.long)])
def test_the_return_is_the_same_whatever_the_way_to_it(
    most: int, form: tuple[ReturnForm, Fields], tmp_path_factory: pytest.TempPathFactory
) -> None:
    @settings(max_examples=most, deadline=None)
    @given(data=st.data(), moves=st.integers(0, 30))
    def law(data: st.DataObject, moves: int) -> None:
        system = "hexes" if form[0].hexes is not None else "brevity"
        drafts = tmp_path_factory.getbasetemp() / "draft.yaml"
        walk = Walk(system, data)
        for _ in range(moves):
            walk.move()
        assert filled(form, walk.keys, drafts) == filled(form, walk.straight(), drafts), walk.keys

    law()


def test_the_hour_after_a_line_is_no_stand_of_it(form: tuple[ReturnForm, Fields], tmp_path: Path) -> None:
    """``clock 09`` was taken for the name of a stand, and nothing of the entry counted."""
    harm = "4" if form[0].hexes is not None else "spent"
    content = filled(form, (f"1 {harm}; clock 09:40",), tmp_path / "draft.yaml")
    assert content["foot"]["clock"] == "09:40"
    assert [line["line"] for line in content["lines"]] == [1]


# two that differ -----------------------------------------------------------------------------------------------------
@pytest.fixture
def differing(file_of: Callable[[str], Path]) -> Path:
    """The tiny campaign's first battle with two returns that differ on three points."""
    path = file_of("tiny")
    with opened(str(path), write=True) as store:
        meet(store)
    alban, brennish = ("1 spent", "", "alba", "turn 2; taken 40", ""), ("", "brenn", "turn 3; prisoners lost 12", "")
    keys = (*alban, "", *brennish, "")
    done = typed(path, "battle", "record", "1", keys=keys)
    assert done.exit_code == 0 and "the two differ on 3 points" in " ".join(done.output.split()), done.output
    return path


def state_of(path: Path) -> str:
    with opened(str(path), write=False) as store, reading(store) as board:
        return digest(board)


def test_without_a_terminal_the_points_are_named_and_decided_by_number(differing: Path) -> None:
    before = state_of(differing)
    refused = typed(differing, "battle", "settle", "1")
    assert refused.exit_code == 1
    assert "1 turn reached: 2 / 3" in refused.stderr and "--decide '1 alba'" in refused.stderr
    partly = typed(differing, "battle", "settle", "1", "--decide", "2 brenn; 3 alba")
    assert partly.exit_code == 1 and "disagree on 1 point" in partly.stderr
    wrong = typed(differing, "battle", "settle", "1", "--decide", "4 brenn")
    assert "battle 1 has points 1, 2, 3, not 4" in wrong.stderr
    assert "'axis' is not understood" in typed(differing, "battle", "settle", "1", "--decide", "axis").stderr
    assert state_of(differing) == before
    done = typed(differing, "battle", "settle", "1", "--decide", "1 3 alba", "--decide", "2 brenn", "--yes")
    assert done.exit_code == 0, done.output
    words = " ".join(done.output.split())
    assert "Alba is believed on 2 points and Brenn is believed on 1 point" in words
    assert "Decided, prisoners Alba took and Brenn lost: 40, from the Alba return (not 12)" in words
    shown = " ".join(typed(differing, "battle", "show", "1").output.split())
    assert "field Alba; prisoners taken 40; the umpire decided: field Brenn" in shown
    assert "prisoners lost 12; the umpire decided: turn 2; prisoners lost 40" in shown
    theirs = " ".join(typed(differing, "battle", "show", "1", "--viewer", "brenn").output.split())
    assert "prisoners lost 12" in theirs and "the umpire decided" not in theirs and "field Alba" not in theirs


def test_what_would_follow_from_either_return_is_shown_and_nothing_is_written(differing: Path) -> None:
    before = state_of(differing)
    both = typed(differing, "battle", "settle", "1", "--preview")
    assert both.exit_code == 0, both.output
    alban, brennish = both.output.split("If the Brenn return counts:")
    assert "Alba says" in alban and "Brenn says" in alban and "If the Alba return counts:" in alban
    assert "Alba holds the field" in alban and "Brenn holds the field" in brennish
    for words in (("--believe", "brenn"), ("--decide", "1 2 3 brenn")):
        shown = typed(differing, "battle", "settle", "1", "--preview", *words)
        assert "Brenn holds the field" in shown.output and "Alba holds the field" not in shown.output
    assert state_of(differing) == before


def test_what_was_decided_is_undone_redone_and_replayed(differing: Path) -> None:
    before = state_of(differing)
    assert typed(differing, "battle", "settle", "1", "--decide", "1 3 alba; 2 brenn").exit_code == 0
    after = state_of(differing)
    assert typed(differing, "undo").exit_code == 0 and state_of(differing) == before
    assert typed(differing, "redo").exit_code == 0 and state_of(differing) == after
    replayed = typed(differing, "replay", "3")
    assert replayed.exit_code == 0 and state_of(differing) == after, replayed.output


@pytest.mark.long
@has_terminals
def test_the_points_are_asked_one_by_one_at_a_terminal(differing: Path) -> None:
    path = Path(shutil.copyfile(differing, differing.with_name("campaign.db")))
    with Terminal(path.parent, "battle", "settle", "1") as terminal:
        table = terminal.read()
        assert "Alba says" in table and table.rstrip().endswith("1  Turn reached? [Alba: 2/Brenn: 3]:")
        assert all(len(line) <= 80 for line in table.splitlines())
        assert "is not an answer to" in terminal.type("perhaps")
        assert "2  Holder of the field? [Alba: Alba/Brenn: Brenn]:" in terminal.type("alb")
        assert "1  Turn reached?" in terminal.type("back")
        terminal.type("brenn")
        terminal.type("alba")
        assert "Settle it so? [Y/n, or a change as in 1 stays; ? explains]:" in terminal.type("br")
        terminal.type("")
        assert terminal.process.wait(20) == 0
    with opened(str(path), write=False) as store, reading(store) as board:
        contents = [row.content.get("decided") for row in sorted(board.rows(Return), key=lambda row: row.side_id)]
    assert contents == [{"turn": 3, "prisoners_taken": 12}, {"field": "alba"}]


def test_a_return_is_one_line(file_of: Callable[[str], Path]) -> None:
    """Lines, the side that holds the field, and the dot."""
    path = file_of("tiny")
    with opened(str(path), write=True) as store:
        meet(store)
    done = typed(path, "battle", "record", "1", "--side", "alba", keys=("2s; alb; turn 2; .", "y"))
    assert done.exit_code == 0, done.output
    assert "2 1st Hussars: spent; field: Alba; turn: 2" in done.output
    assert "What else?" not in done.output and "Recorded as entry" in done.output


def test_too_many_losses_are_told_before_the_other_sides_form(file_of: Callable[[str], Path]) -> None:
    """And q leaves with what was typed."""
    path = file_of("tiny")
    with opened(str(path), write=True) as store:
        meet(store)
    assert typed(path, "battle", "under", "1", "hexes").exit_code == 0
    left = typed(path, "battle", "record", "1", keys=("1 h99", "", "", "", "1 h2", "q"))
    fault, question = (
        left.output.index(words) for words in ("99 hits is more than", "Enter the Brenn return now as well?")
    )
    assert fault < left.output.index("1 1st Rifles: hits 2") < question
    assert "To continue:" in left.output + left.stderr and left.exit_code != 0


@pytest.mark.sample(2)
@has_terminals
@pytest.mark.parametrize("interrupted", [True, False])
def test_what_was_typed_is_kept_when_the_terminal_is_left(file_of: Callable[[str], Path], *, interrupted: bool) -> None:
    """By Ctrl-C, or by the end of the input."""
    path = file_of("tiny").rename(file_of("tiny").with_name("campaign.db"))
    with opened(str(path), write=True) as store:
        meet(store)
    with Terminal(path.parent, "battle", "record", "1") as terminal:
        assert "Which lines changed, as in 2 destroyed? [none, ? explains]:" in terminal.read()
        terminal.type("1s")
        if interrupted:
            assert "To continue:" in terminal.interrupt()
        else:
            terminal.press("\x04")
            assert "To continue:" in terminal.read()
    with Terminal(path.parent, "battle", "record", "1") as terminal:
        assert "Continue with it? [Y/n]:" in terminal.read()
        assert "1 1st Rifles: spent" in terminal.type("")


def test_a_long_question_is_wrapped_at_eighty_columns() -> None:
    @click.command()
    def ask() -> None:
        click.echo(typed_answer(f"    2nd Bn Scots Guards [{'march Halfaya Pass, top by way of Bir Wair; ' * 3}]"))

    shown = CliRunner().invoke(ask, input="hold\n").output.splitlines()
    assert len(shown) == 4 and all(len(line) <= 80 for line in shown) and shown[1].startswith("      ")
    assert shown[2].endswith("]: hold") and shown[3] == "hold"


# a new box -----------------------------------------------------------------------------------------------------------
def with_a_tick(patch: pytest.MonkeyPatch) -> None:
    """The program with one more tick of the foot, before all others: an entry of FOOT and a field of Foot."""
    root = Path(campaign.__file__).parent
    users = [
        path for path in root.rglob("*.py") if "return_foot import" in (text := path.read_text()) and "FOOT" in text
    ]
    names = [".".join(("campaign", *path.relative_to(root).with_suffix("").parts)) for path in users]
    longer = (FootBox("night_fight", FootKind.TICK, 2, "Fought at night", "Fought at night?", "yes"), *return_foot.FOOT)
    for module in (return_foot, *map(import_module, names)):
        if getattr(module, "FOOT", None) is return_foot.FOOT and module is not return_foot:
            patch.setattr(module, "FOOT", longer)
    patch.setattr(return_foot, "FOOT", longer)
    patch.setattr(returns_file, "FOOT_KEYS", tuple(box.name for box in longer))
    patch.setattr(filing, "Foot", _LongerFoot)


@dataclass(frozen=True, slots=True)
class _LongerFoot(Foot):
    night_fight: bool = False


def test_a_new_tick_is_an_entry_of_the_foot_and_a_field(
    template_files: Callable[[str], Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is asked at the prompt, read of a plain text and of a file, told in what a return says, shown and compared."""
    path = Path(shutil.copyfile(template_files("tiny"), tmp_path / "tiny.db"))
    with opened(str(path), write=True) as store:
        meet(store)
    with_a_tick(monkeypatch)
    keys = ("2s; alb", "night fight", "?", "maybe", "y", "turn 2; .", "y")
    done = typed(path, "battle", "record", "1", "--side", "alba", keys=keys)
    said = " ".join(done.output.split())
    assert "Fought at night? [no/yes]" in said and "'maybe' is not an answer to 'Fought at night?'" in said
    assert "it says: 2 1st Hussars: spent; night fight yes; turn 2" in said, said
    assert "night fight yes" in " ".join(typed(path, "battle", "show", "1").output.split())
    with opened(str(path), write=False) as store, reading(store) as board:
        (papers, _), fields = side_papers(board, UMPIRE, "1"), return_fields(board, UMPIRE, "1")
        points = {point.subject: point.answers for point in returns_compared(board, UMPIRE, "1").points}
    assert points["Fought at night"] == ("yes",)
    rows = [papers.form.masthead.code, "1 spent", "night fight: yes", "field alba"]
    filed, faults = read_text("return.txt", rows, {"alba": papers.form}, fields)
    assert not faults and filed.content["foot"]["night_fight"] is True
    filed, faults = read_text("return.txt", [*rows, "night fight no"], {"alba": papers.form}, fields)
    assert not faults and "night_fight" not in filed.content["foot"]
    filling = Filling(papers.form, fields, "alba", 1, lambda _: None)
    filling.answer(entries("night fight yes", papers.form, questions(papers.form)))
    assert answers_in(filling.content(), papers.form)["night_fight",] is True
    (written := tmp_path / "return.yaml").write_text(filling.draft(), encoding="utf-8")
    assert read_return(written, fields).content["foot"]["night_fight"] is True
    feet = ({"foot": {}}, {"foot": {"night_fight": True}})
    assert changes_text(*feet, (), (), {}) == "night fight not said -> night fight yes"
    assert changes_text(*reversed(feet), (), (), {}) == "night fight yes -> not said"
