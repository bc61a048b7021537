"""How the lines of a table of settings are written: one function for each kind of setting.

Every system lists its own settings in ``TABLE`` of its ``settings`` module, their keys beginning with the system's key
(``nqm.``); ``campaign/rules/common/settings.py`` collects them. Give each its meaning and the id of the rule or
ambiguity it answers.

    switch(key, default=, meaning=, source=)                  on or off
    word(key, *words, meaning=, source=)                      one of these words, the first by default
    integer(key, default, lowest, highest, meaning=, source=)   a whole number
    number(key, default, lowest, highest, meaning=, source=)  a number, fractions and all
"""

from __future__ import annotations

from fractions import Fraction

from campaign.rules.common.rulebook import Kind, Rule


def switch(key: str, *, default: bool, meaning: str, source: str) -> Rule:
    """A setting that is on or off."""
    return Rule(key, Kind.SWITCH, default, meaning, source)


def word(key: str, *words: str, meaning: str, source: str) -> Rule:
    """A setting that is one of these words, the first by default."""
    return Rule(key, Kind.WORD, words[0], meaning, source, words)


def integer(
    key: str, default: int | str, lowest: int, highest: int, *, meaning: str, source: str, words: tuple[str, ...] = ()
) -> Rule:
    """A whole number between two bounds, or one of the words."""
    return Rule(key, Kind.WHOLE, default, meaning, source, words, Fraction(lowest), Fraction(highest))


def number(
    key: str,
    default: Fraction | str,
    lowest: Fraction,
    highest: Fraction,
    *,
    meaning: str,
    source: str,
    words: tuple[str, ...] = (),
) -> Rule:
    """A number between two bounds, which may be a fraction, or one of the words."""
    return Rule(key, Kind.NUMBER, default, meaning, source, words, lowest, highest)
