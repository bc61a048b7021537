"""The characters of commanders: a closed list of words."""

from __future__ import annotations

from enum import StrEnum


class Character(StrEnum):
    """The character of a commander: his boldness, his method, and his trust in reports."""

    BOLD = "bold"
    CAUTIOUS = "cautious"
    METHODICAL = "methodical"
    STUBBORN = "stubborn"
