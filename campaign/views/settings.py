"""The rulebook's settings as people read and change them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RuleLine:
    """One setting: its present value, its default, its meaning, its possible values, and the rule behind it."""

    key: str
    value: str
    default: str
    changed: bool
    meaning: str
    allowed: str
    source: str
    often: bool = False
    """It is one of those that clubs really change."""
    gone: bool = False
    """It is gone, and the campaign had changed it to ``value``: ``meaning`` says what holds now."""


@dataclass(frozen=True, slots=True)
class RuleList:
    """The settings of a campaign, in the order of the book."""

    changed: int
    rules: tuple[RuleLine, ...]
    gone: tuple[RuleLine, ...] = ()
    """Those that the campaign had changed and that are gone."""
