"""The characters of commanders: a closed list of adjectives, each with what it says of a man for a reader."""

from __future__ import annotations

from enum import StrEnum


class Character(StrEnum):
    """How a commander leads, by what is told of him: his boldness, his method, and how far he trusts reports."""

    BOLD = "bold"
    CAUTIOUS = "cautious"
    METHODICAL = "methodical"
    STUBBORN = "stubborn"
