"""Sentences in text files: how a file is read, what is refused, and that no line idles in one."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from campaign.rules.common.settings import DEFAULTS
from campaign.rules.common.systems import FOLDERS, SYSTEMS
from campaign.rules.common.texts import holding, texts
from campaign.words.papers import Fact
from campaign.words.texts import Texts, papers

ROOT = Path(__file__).parents[2]
FILE = """# A remark.
[fire | Fire in short]
guns | Guns | A gun reaches {reach} in.,
or less. | OB-ART-04
# Another remark.

smoke | Guns | It may lay smoke. |

[legend]
star | | * A moving target. | OB-HIT-07
"""


def test_a_file_is_sections_of_entries_whose_lines_may_be_broken_anywhere() -> None:
    made = Texts.parse(FILE)
    assert made.text("guns", reach=40) == "A gun reaches 40 in., or less."
    assert made.fact("smoke") == Fact("Guns", "It may lay smoke.")
    assert made.entries["guns"].rules == "OB-ART-04"
    assert made.lines("legend") == ("* A moving target.",)


def test_sentences_of_one_label_run_on_under_it_and_a_condition_leaves_one_out() -> None:
    made = Texts.parse(FILE)
    assert made.facts("fire", reach=40) == (Fact("Guns", "A gun reaches 40 in., or less. It may lay smoke."),)
    short = made.reminders("fire", {"guns": False})
    assert (short.title, short.facts) == ("Fire in short", (Fact("Guns", "It may lay smoke."),))


def test_what_the_file_does_not_have_and_numbers_that_do_not_fit_are_refused() -> None:
    made = Texts.parse(FILE)
    with pytest.raises(KeyError):
        made.text("gun")
    with pytest.raises(KeyError, match=r"section \[fire\] has no star"):
        made.facts("fire", {"star": True}, reach=40)
    with pytest.raises(TypeError, match="'guns' lacks reach"):
        made.text("guns")
    with pytest.raises(TypeError, match="smoke does not use reach: remove it"):
        made.text("smoke", reach=40)
    with pytest.raises(TypeError, match=r"section \[fire\] does not use far: remove it"):
        made.facts("fire", reach=40, far=3)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("key | Label | Text. |", "is not in a section"),
        ("[a]\nkey | Label | Text.", "expected key | label"),
        ("[a]\nkey | Label | |", "expected key | label"),
        ("[a]\nTwo words | Label | Text. |", "expected key | label"),
        ("[a]\nkey | Label | Text. |\n\nkey | Label | Text. |", "twice"),
        ("[a]\nkey | | Text. |\n\n[a]", "twice"),
        ("[a]\nkey | | Text {0}. |", "small letters"),
    ],
)
def test_a_file_that_is_not_so_is_refused(text: str, fault: str) -> None:
    with pytest.raises(ValueError, match=re.escape(fault)):
        Texts.parse(text)


def test_a_house_rule_holds_while_its_settings_are_as_they_come() -> None:
    settings = {"rested": ("rest.full_turns_required", "rest.min_distance_from_enemy"), "guns": ("hq.combat_strength",)}
    assert holding(DEFAULTS, settings, {"guns": False}) == {"rested": True, "guns": False}
    changed = DEFAULTS.with_setting("rest.min_distance_from_enemy", "none")
    assert holding(changed, settings) == {"rested": False, "guns": True}


# Every line is printed, and every line asked for is there ------------------------------------------------------------
SHEETS = [key for key in SYSTEMS if (ROOT / FOLDERS.replace(".", "/") / key / "sheet.txt").is_file()]
BY_KEY, BY_SECTION = ("text", "fact", "text_if_any"), ("lines", "facts", "reminders")


def calls(code: str, source_name: str) -> Iterator[tuple[str, str]]:
    """Method and first argument of each call ``texts(...).text("key")``, ``papers().lines("section")``."""
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            of = node.func.value
            name = of.func.id if isinstance(of, ast.Call) and isinstance(of.func, ast.Name) else ""
            if name == source_name and node.func.attr in BY_KEY + BY_SECTION:
                key = node.args[0] if node.args else None
                assert isinstance(key, ast.Constant), f"a key is written out: {ast.unparse(node)}"
                yield node.func.attr, str(key.value)


SHARED = {"terrain", "meeting", "with_corps_commander", "without_corps_commander", "no_supply"}
"""Keys that the head of a sheet asks every system for, which may have none."""


def faults(made: Texts, code: list[str], source_name: str = "texts") -> list[str]:
    """Keys and sections that this program asks for in vain, and those that it never asks for."""
    asked = [call for text in code for call in calls(text, source_name)]
    keys = {key for method, key in asked if method in BY_KEY}
    sections = {name for method, name in asked if method in BY_SECTION}
    printed = keys | {entry.key for name in sections & made.sections.keys() for entry in made.sections[name].entries}
    return sorted(
        [*(keys - made.entries.keys()), *(sections - made.sections.keys()), *(made.entries.keys() - printed - SHARED)]
    )


@pytest.mark.parametrize("system", SHEETS)
def test_every_line_of_a_sheet_is_used_and_every_line_asked_for_is_there(system: str) -> None:
    folder = ROOT / FOLDERS.replace(".", "/") / system
    assert faults(texts(system), [path.read_text(encoding="utf-8") for path in folder.glob("*.py")]) == []


def test_the_head_of_a_sheet_asks_for_just_these_of_every_system() -> None:
    asked = [
        call
        for path in (ROOT / "campaign" / "queries").rglob("*.py")
        for call in calls(path.read_text(encoding="utf-8"), "texts")
    ]
    assert {key for method, key in asked if method == "text_if_any"} == SHARED
    assert {key for system in SHEETS for key in texts(system).entries} >= SHARED


def test_every_line_of_the_common_papers_is_used_and_every_line_asked_for_is_there() -> None:
    modules = [path for folder in ("campaign", "reports") for path in (ROOT / folder).rglob("*.py")]
    code = [text for path in modules if "papers()." in (text := path.read_text(encoding="utf-8"))]
    assert faults(papers(), code, "papers") == []


def test_a_line_that_idles_and_a_line_asked_for_in_vain_are_found() -> None:
    made = Texts.parse(FILE)
    assert faults(made, ['texts("brevity").facts("fire")', 'texts("brevity").text("star")']) == []
    assert faults(made, ['texts("brevity").facts("fire")']) == ["star"]
    assert faults(made, ['papers().lines("legend")', 'papers().text("gun")', 'papers().lines("move")'], "papers") == [
        "gun",
        "guns",
        "move",
        "smoke",
    ]
