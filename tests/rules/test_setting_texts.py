"""The text files that explain the settings: every key has its sentences, and every allowed word is explained."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import pytest

from campaign.rules.common import setting_texts
from campaign.rules.common.entries import switch
from campaign.rules.common.rulebook import Kind, Value, meaning_of_value
from campaign.rules.common.setting_texts import line_of, parse_texts, with_texts
from campaign.rules.common.settings import DEFAULTS, RULES
from campaign.rules.common.systems import FOLDERS, SYSTEMS

PACKAGES = ("campaign.rules.common", *(f"{FOLDERS}.{key}" for key in SYSTEMS))


def text_of(package: str) -> str:
    folder = Path(str(import_module(package).__file__)).parent
    return (folder / setting_texts.FILE).read_text(encoding="utf-8")


def test_the_rows_of_a_printed_table_are_explained_by_one_line() -> None:
    assert RULES["nqm.range.light_tank_guns"].meaning == (
        "The effective range of tank guns up to 47 mm, in metres; their harassing range changes in proportion. "
        "printed: 300 m, as in the book."
    )
    assert "harassing" not in RULES["nqm.range.mortar_81"].meaning


def test_each_key_is_explained_once_and_no_other_key_is() -> None:
    keys = [key for package in PACKAGES for key in parse_texts(text_of(package))]
    assert sorted(keys) == sorted({line_of(rule) for rule in RULES.values()})


def test_the_lines_are_in_the_order_of_the_settings() -> None:
    for package in PACKAGES:
        keys = list(parse_texts(text_of(package)))
        lines = dict.fromkeys(map(line_of, RULES.values()))
        assert keys == [key for key in lines if key in keys], package


def test_each_allowed_word_is_explained() -> None:
    for key, rule in RULES.items():
        words = ("On:", "Off:") if rule.kind is Kind.SWITCH else rule.words
        assert [word for word in words if word not in rule.meaning] == [], key


def test_a_missing_or_surplus_key_is_an_error() -> None:
    rules = [rule for key, rule in RULES.items() if key.startswith("hexes.")]
    assert with_texts(rules, f"{FOLDERS}.hexes") == tuple(rules)
    with pytest.raises(ValueError, match=r"hexes\.joint"):
        with_texts([rule for rule in rules if rule.key != "hexes.joint"], f"{FOLDERS}.hexes")
    with pytest.raises(ValueError, match=r"hexes\.weather"):
        with_texts([*rules, switch("hexes.weather", False, "HEX-1")], f"{FOLDERS}.hexes")


@pytest.mark.parametrize("line", ["hexes.joint", "hexes.joint | ", "a.b | One.\na.b | Two."])
def test_a_line_without_sentences_or_given_twice_is_an_error(line: str) -> None:
    with pytest.raises(ValueError, match=r"must be KEY \| SENTENCES"):
        parse_texts(line)


@pytest.mark.parametrize(
    ("value", "kept", "left_out"), [(True, "Units may leave", "No unit"), (False, "No unit", "Units may leave")]
)
def test_a_switch_is_explained_in_its_present_position(value: Value, kept: str, left_out: str) -> None:
    meaning = meaning_of_value(DEFAULTS.rule("hexes.leave_table"), value)
    assert kept in meaning
    assert left_out not in meaning
    assert "On:" not in meaning
    assert "Off:" not in meaning
    assert meaning.endswith("The book does not say.")
