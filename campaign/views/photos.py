"""Photos of the table: what is told of each, and the picture."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class BattlePhoto:
    """One photo of a battle. ``number`` counts within the battle; ``content`` are the bytes of a JPEG or PNG file."""

    battle: int
    number: int
    file: str
    caption: str
    taken_by: str
    media_type: str
    width: int
    height: int
    content: bytes
