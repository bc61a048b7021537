"""Every word that papers print is in the dictionary or among the field's words (``field.txt``)."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest
from spellchecker import SpellChecker

from campaign.words.texts import Texts
from tests.words.test_plain_english import ENTRIES, lines_of, remarks

WORD = re.compile(r"[^\W\d_]+(?:['’][a-z]+)?")
SHORTEST = 2


@cache
def dictionary() -> SpellChecker:
    made = SpellChecker()
    made.word_frequency.load_words(remarks("field.txt"))
    return made


def unknown(made: Texts) -> set[str]:
    """Words that neither list has, but for single letters and what is filled in."""
    texts = (re.sub(r"\{\w+\}", " ", f"{entry.label} {entry.text}") for entry in made.entries.values())
    words = {re.sub(r"['’]s?$", "", word) for text in texts for word in WORD.findall(text)}
    return {word for word in words if len(word) >= SHORTEST and word.lower() not in dictionary()}


@pytest.mark.parametrize("key", ENTRIES)
def test_every_word_is_spelt_right(key: str) -> None:
    assert unknown(lines_of(key)) == set()


def test_a_slip_is_seen_and_every_field_word_is_needed() -> None:
    assert unknown(Texts.parse("[a]\nkey | Fier | The batalion's gun. |")) == {"Fier", "batalion"}
    plain = SpellChecker()
    assert [word for word in remarks("field.txt") if word.lower() in plain] == []
    assert (Path(__file__).parent / "field.txt").read_text(encoding="utf-8").isascii()
