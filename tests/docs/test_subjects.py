"""Everything is in the index of subjects, or is left out of it with a reason."""

from __future__ import annotations

import pytest

from campaign.cli.papers import KINDS
from campaign.exchange.rule_lines import rule_lines
from campaign.rules.common.settings import DEFAULTS
from tests.docs.headings import section_of
from tests.docs.pages import DOCS
from tests.docs.subjects import (
    SUBJECTS,
    Subject,
    all_commands,
    all_words,
    commands_of,
    found,
    rules_of,
    settings_of,
    words_of,
)

LEFT_OUT = {"umpire": "each ruling is with its own subject"}
"""Sections of the rules that no subject lists."""


def test_every_command_paper_setting_and_word_has_a_subject() -> None:
    commands = {command for subject in SUBJECTS for command in commands_of(subject)}
    papers = {paper for subject in SUBJECTS for paper in subject.papers.split()}
    settings = {key for subject in SUBJECTS for key in settings_of(subject)}
    words = {word for subject in SUBJECTS for word in words_of(subject)}
    assert [command for command in all_commands() if command not in commands] == []
    assert papers == set(KINDS)
    assert [key for key in DEFAULTS if key not in settings] == []
    assert [word for word in all_words() if word not in words] == []


def test_every_section_of_the_rules_has_a_subject_or_a_reason_to_have_none() -> None:
    named = {rule for subject in SUBJECTS for rule in rules_of(subject)}
    sections = dict.fromkeys(section_of(ident) for ident in rule_lines())
    assert [section for section in sections if section not in named | LEFT_OUT.keys()] == []
    assert sorted(LEFT_OUT.keys() - sections.keys()) == [] and sorted(LEFT_OUT.keys() & named) == []
    assert [ident for ident in rule_lines() if ident.startswith("umpire 1.") and ident not in named] == []


def test_every_page_that_explains_has_a_subject() -> None:
    named = {page for subject in SUBJECTS for page in subject.pages.split()}
    there = {
        path.relative_to(DOCS).with_suffix("").as_posix()
        for part in ("tutorial", "how-to", "background")
        for path in (DOCS / part).rglob("*.md")
        if path.stem != "index"
    }
    assert sorted(there - named) == []


def test_what_a_text_calls_a_subject_is_found_in_settings_and_rules_of_other_sections() -> None:
    night = next(subject for subject in SUBJECTS if subject.name == "Night and light")
    settings, rules = found(night)
    assert {"brigade.visibility_cap", "sup.reach"} <= {*settings, *settings_of(night)}
    assert {"OB-LOC-04", "OB-READY-06", "OB-AIR-10", "OB-AMB-014", "OB-AMB-049"} <= {*rules}
    assert "nqm.range.light_tank_guns" not in settings and not {*settings} & {*settings_of(night)}
    assert found(Subject("", rules="OB-LOC", named_as="location ranges?"))[1], "in other sections"
    assert found(Subject("")) == ([], [])


def test_a_row_that_is_not_there_is_named() -> None:
    assert settings_of(Subject("", settings="night")) == ["night.light"]
    assert "air task" in commands_of(Subject("", commands="air"))
    with pytest.raises(ValueError, match=r"air\.raid"):
        settings_of(Subject("", settings="air.raid"))
    with pytest.raises(ValueError, match="OB-NONE"):
        rules_of(Subject("", rules="OB-AIR OB-NONE"))
