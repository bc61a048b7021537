"""The rulebook's settings as people read and change them."""

from __future__ import annotations

from campaign.values import dataclass


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
    """True for a setting that clubs often change."""
    gone: bool = False
    """True for a setting that no longer exists and that the campaign had changed to ``value``, as ``meaning`` then
    says."""


@dataclass(frozen=True, slots=True)
class RuleList:
    """The settings of a campaign, in the order of the book."""

    changed: int
    rules: tuple[RuleLine, ...]
    gone: tuple[RuleLine, ...] = ()
    """Settings that no longer exist and that the campaign had changed."""
