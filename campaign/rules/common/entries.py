"""Functions that write the lines of a table of settings, one for each kind of setting.

Every system lists its own settings in ``TABLE`` of its ``settings`` module, their keys beginning with the system's key
(``nqm.``); ``campaign/rules/common/settings.py`` collects them. Give each the id of the rule or ambiguity
it answers, and its sentences in ``settings.txt`` beside the table (``setting_texts.py`` says how).

    switch(key, default, source)                          on or off
    word(key, words, source)                              one of these words, the first by default
    integer(key, default, lowest, highest, source, words) a whole number, or one of the words
    number(key, default, lowest, highest, source, words)  a number, fractions and all, or one of the words
"""

from __future__ import annotations

from fractions import Fraction
from functools import partial

from campaign.rules.common.rulebook import Kind, Rule


def switch(key: str, default: bool, source: str) -> Rule:
    """Return a setting that is on or off."""
    return Rule(key, Kind.SWITCH, default, source)


def word(key: str, words: tuple[str, ...], source: str) -> Rule:
    """Return a setting whose value is one of these words; the first is the default."""
    return Rule(key, Kind.WORD, words[0], source, words)


def number(
    key: str,
    default: Fraction | int | str,
    lowest: Fraction | int,
    highest: Fraction | int,
    source: str,
    words: tuple[str, ...] = (),
    kind: Kind = Kind.NUMBER,
) -> Rule:
    """Return a setting whose value is a number between two bounds, possibly a fraction, or one of the words."""
    value = default if kind is Kind.WHOLE or isinstance(default, str) else Fraction(default)
    return Rule(key, kind, value, source, words, Fraction(lowest), Fraction(highest))


integer = partial(number, kind=Kind.WHOLE)
"""Return a setting whose value is a whole number between two bounds, or one of the words."""
