"""What follows from a battle, at the prompt and by options: questions without a default, rows that are changed, one
entry."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

from campaign.actions.returns.take import RecordReturn
from campaign.actions.returns.word import NO_WORD, UmpiresWord, UnitEnd
from campaign.cli.what_follows import changed
from campaign.errors import BadInput
from campaign.store import opened
from campaign.views.battle.what_follows import FollowRow, Goes, WhatFollows
from tests.clash import ROAD, do, meet, stand, where
from tests.cli.test_cli_drafts import typed
from tests.tiny import by_hand

TERMINAL = SimpleNamespace(stdin=SimpleNamespace(isatty=lambda: True))


@pytest.fixture
def met(template_files: Callable[[str], Path], tmp_path: Path) -> Path:
    """The tiny campaign at battle 1, with 2nd Rifles across the road home of I/9: it has no way back."""
    path = Path(shutil.copyfile(template_files("tiny"), tmp_path / "tiny.db"))
    with opened(str(path), write=True) as store:
        meet(store)
        with by_hand(store) as board:
            stand(board, "2nd Rifles", road=ROAD, metres=3000)
    return path


def at(path: Path, name: str) -> str:
    with opened(str(path), write=False) as store:
        return where(store, name)


def rows_of(*keys: str) -> WhatFollows:
    rows = tuple(
        FollowRow(n, key, key, key, "Alba", "alba", "fresh", "fresh", Goes.STAYS, "Ashford", False, "", "10:00")
        for n, key in enumerate(keys, 1)
    )
    return WhatFollows(1, "x", "", False, None, None, rows, (), "", False)


def test_changes_are_typed_by_number_and_taken_back_by_a_hyphen() -> None:
    follows = rows_of("a", "b")
    word = changed("1 stays; 2 at Musaid", follows, NO_WORD)
    assert word == UmpiresWord(ends=(UnitEnd("a", "stays"), UnitEnd("b", "at Musaid")))
    assert changed("1 -; 2 12 in. from W, 8 from S", follows, word) == UmpiresWord(
        ends=(UnitEnd("b", "12 in. from W, 8 from S"),)
    )
    assert changed("1-2 back", follows, NO_WORD) == changed("all back", follows, NO_WORD)
    assert changed("1, 2 -", follows, changed("all back", follows, NO_WORD)) == NO_WORD
    named = rows_of("4 RTR", "2nd Scots Guards", "3rd Atk Bn")
    for text in ("4rtr stays; 2 SG at Musaid", "4 RTR stays; 2 scots at Musaid", "1 stays; 2 at Musaid"):
        ends = UnitEnd("4 RTR", "stays"), UnitEnd("2nd Scots Guards", "at Musaid")
        assert changed(text, named, NO_WORD) == UmpiresWord(ends=ends), text
    with pytest.raises(BadInput, match=r"did you mean 2nd Scots Guards\?"):
        changed("Skots Gards stays", named, NO_WORD)
    for wrong in ("3 stays", "c stays", "1", "2-3 stays"):
        with pytest.raises(BadInput, match="Write a unit's number, 1-2, or its name, and what the unit does"):
            changed(wrong, follows, NO_WORD)
    with pytest.raises(BadInput, match="'2-1' runs backwards: write 1-2"):
        changed("2-1, 1 stays", follows, NO_WORD)


def test_a_unit_is_named_by_its_name_although_that_begins_with_the_number_of_another() -> None:
    follows = rows_of("2 SG", "1 DLI")
    assert changed("2 sg stays; 1 DLI at Musaid", follows, NO_WORD) == UmpiresWord(
        ends=(UnitEnd("2 SG", "stays"), UnitEnd("1 DLI", "at Musaid"))
    )


def test_both_returns_are_typed_the_field_is_asked_and_a_row_is_answered(met: Path) -> None:
    """Enter answers neither question; the doubtful row is said, and all is one entry."""
    keys = ("1 spent; 2 sings", "", "", "", "y", "", "", "", "", "alban", "", "3 sings", "3 stays", "")
    done = typed(met, "battle", "record", "1", keys=keys)
    assert done.exit_code == 0, done.output
    text = " ".join(done.output.split())
    assert "Nothing of '1 spent; 2 sings' was entered. Correct it and type it again" in text
    assert "Who holds the field? No return says." in text
    assert "Proposed: Alba, because it has more unspent battalions left, 2 against 1 (umpire 1.7)." in text
    assert "3? I/9 is cut off Birch Cross" in text.replace("the same place", "Birch Cross")
    assert "I/9 is a question: no road out and 1st Rifles, 1st Hussars around it. Proposed: is cut off" in text
    assert re.search(r"To take it: \d is cut off", text)
    assert "'sings' is not understood for I/9" in text
    assert "Recorded as entry 4." in text
    assert at(met, "I/9") == "Birch Cross"
    assert typed(met, "undo", "--yes").exit_code == 0
    again = typed(met, "battle", "record", "1", keys=("y", "y", "y", "alban", "3 stays", ""))
    assert "The Alba return of entry 4, which was undone" in again.output
    assert again.exit_code == 0, again.output
    assert at(met, "1st Rifles") == "Birch Cross"


def test_options_say_the_same_and_a_question_is_refused_in_one_line(met: Path, tmp_path: Path) -> None:
    for side in ("alba", "brenn"):
        filed = tmp_path / f"{side}.yaml"
        filed.write_text(
            f"battle: 1\nside: {side}\nlines: {{}}\nfoot: {{ending: finished, all other lines unharmed: yes}}\n",
            encoding="utf-8",
        )
        said = typed(met, "battle", "record", "1", str(filed), "--yes")
        assert said.exit_code == 0, said.output
    assert "campaign battle settle 1 --held alba or brenn or both" in " ".join(said.output.split())
    settle = ("battle", "settle", "1")
    previewed = typed(met, *settle, "--preview")
    each = " ".join(previewed.output.split())
    assert previewed.exit_code == 0 and "Still to be answered: who holds the field of battle 1" in each
    assert "If the answer to who holds the field is both still there: This will happen" in each
    assert each.count("1st Hussars stays") + each.count("1st Hussars advances") == 2 and "3 I/9 stays" in each
    for words, why in (
        (("--yes",), "who holds the field of battle 1"),
        (("--held", "alba"), "the return of battle 1 (Birch Cross) does not say what I/9 does next"),
        (("--held", "alba", "--place", "I/9"), "Write --place UNIT=PLACE"),
    ):
        refused = typed(met, *settle, *words)
        assert (refused.exit_code, len(refused.stderr.splitlines())) == (1, 1), refused.output
        assert why in refused.stderr
    foreseen = typed(met, *settle, "--held", "alba", "--surrenders", "I/9", "--preview")
    assert "3 I/9 surrenders (your ruling) captured 10:00" in " ".join(foreseen.output.split())
    assert typed(met, *settle, "--held", "alba", "--surrenders", "I/9", "--stays", "1st Rifles").exit_code == 0
    assert at(met, "1st Rifles").startswith("1.0 km from Birch Cross")
    assert "captured" in typed(met, "battle", "show", "1").output


def test_a_preview_of_a_resumed_battle_shows_the_turn_proposed_and_names_the_question(
    met: Path, tmp_path: Path
) -> None:
    for word in ("suspend", "resume"):
        assert typed(met, "battle", word, "1").exit_code == 0
    for side in ("alba", "brenn"):
        filed = tmp_path / f"{side}.yaml"
        foot = "foot: {ending: finished, field: alba, all other lines unharmed: yes}"
        filed.write_text(f"battle: 1\nside: {side}\nlines: {{}}\n{foot}\n", encoding="utf-8")
        said = typed(met, "battle", "record", "1", str(filed), "--yes")
        assert said.exit_code == 0, said.output
    shown = typed(met, "battle", "settle", "1", "--preview")
    told = " ".join(shown.output.split())
    assert shown.exit_code == 0 and not shown.stderr
    assert "This would happen, if the battle ended in turn 1.2: This will happen" in told and "Engaged until" in told
    assert "Still to be answered: in which turn did battle 1 (Birch Cross) end" in told and "--ended 1.2" in told


def test_a_ruling_that_does_not_say_who_holds_the_field_is_asked_at_a_terminal(
    met: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rule = ("battle", "rule", "1", "--text", "They ran.")
    refused = typed(met, *rule)
    assert refused.exit_code == 1 and "Answer with --held alba or brenn or both" in " ".join(refused.stderr.split())
    monkeypatch.setattr("campaign.cli.battle.sys", TERMINAL)
    ended = typed(met, *rule, keys=("", "."))
    assert ended.exit_code == 1 and "this question has no default" in " ".join(ended.output.split())
    done = typed(met, *rule, keys=("both", ""))
    text = " ".join(done.output.split())
    assert "Who holds the field? The ruling does not name it." in text and "Proposed: Alba, because" in text
    assert done.exit_code == 0 and at(met, "I/9") == "Birch Cross", done.output


def test_a_ruling_asks_what_a_unit_does_whose_way_back_is_doubtful_and_so_does_its_amendment(
    met: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rule = ("battle", "rule", "1", "--text", "They ran.", "--held")
    refused = typed(met, *rule, "alba")
    assert (refused.exit_code, len(refused.stderr.splitlines())) == (1, 1), refused.output
    assert "the return of battle 1 (Birch Cross) does not say what I/9 does next" in refused.stderr
    assert "Answer: --place 'I/9=stays'" in refused.stderr
    foreseen = " ".join(typed(met, *rule, "alba", "--preview").output.split())
    assert "1 1st Rifles advances Birch Cross" in foreseen
    assert "3? I/9 is cut off" in foreseen
    with monkeypatch.context() as patch:
        patch.setattr("campaign.cli.battle.sys", TERMINAL)
        done = typed(met, *rule, "alba", keys=("", "3 stays", ""))
    assert "I/9 is a question: no road out" in " ".join(done.output.split())
    assert (done.exit_code, at(met, "I/9")) == (0, "Birch Cross"), done.output

    assert typed(met, "undo", "--yes").exit_code == 0
    assert typed(met, *rule, "both", keys=("",)).exit_code == 0
    amend = ("battle", "amend", "1", "--held", "alba")
    refused = typed(met, *amend)
    assert refused.exit_code == 1
    assert "Answer: --place 'I/9=stays'" in refused.stderr
    for module in ("battle_amend", "amend"):
        monkeypatch.setattr(f"campaign.cli.{module}.sys", TERMINAL)
    done = typed(met, *amend, keys=("", "surrenders", "y"))
    assert "I/9: no road out and 1st Rifles, 1st Hussars around it. Its movement?" in " ".join(done.output.split())
    assert done.exit_code == 0, done.output
    assert "captured" in typed(met, "battle", "show", "1").output


@pytest.mark.rule("umpire 1.8")
def test_a_return_amended_into_a_doubtful_way_back_asks_and_the_battle_stays_settled(
    met: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """I/9 was destroyed by its return; it is spent, and has no way back. Its side's return came first, and the other
    settled the battle."""
    foot = {"field": "alba", "turn": 2, "ending": "finished", "all_other_lines_unharmed": True}
    with opened(str(met), write=True) as store:
        for side, lines in (("brenn", [{"line": 1, "ticks": ["destroyed"]}]), ("alba", [])):
            do(store, RecordReturn("1", ({"side": side, "lines": lines, "foot": foot},)))
    assert "settled" in typed(met, "battle", "show", "1").output
    amend = ("battle", "amend", "1", "--side", "brenn", "--line", "1 spent")
    refused = typed(met, *amend)
    assert (refused.exit_code, len(refused.stderr.splitlines())) == (1, 1), refused.output
    assert "the return of battle 1 (Birch Cross) does not say what I/9 does next" in refused.stderr
    assert "Answer: --place 'I/9=stays'" in refused.stderr
    assert typed(met, *amend, "--preview", "--yes").exit_code == 0
    for module in ("battle_amend", "amend"):
        monkeypatch.setattr(f"campaign.cli.{module}.sys", TERMINAL)
    done = typed(met, *amend, keys=("surrenders", "y"))
    assert "I/9: no road out and 1st Rifles, 1st Hussars around it. Its movement?" in " ".join(done.output.split())
    assert done.exit_code == 0, done.output
    shown = typed(met, "battle", "show", "1").output
    assert "captured" in shown and "settled" in shown
