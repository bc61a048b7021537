"""The account of a club's house file by Brigadier General Commands (``rules/common/systems.py``)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from campaign.rules.tabletop.brigadier.gaps import filled, unfilled
from campaign.rules.tabletop.brigadier.house import PREVIEW
from campaign.rules.tabletop.brigadier.house_plain import house_of


def settings_of(plain: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the settings of the rulebook that the file holds: its options, readings and campaign figures."""
    return house_of(plain).settings


def account_of(plain: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the source of the values, and the gaps still left to the players."""
    house = house_of(plain)
    printing = f" from the printing {house.printing}" if house.printing else ""
    typed = f"typed in by {house.typed_by or 'an unnamed club'}{printing}"
    owner = "its values are the club's own, not the author's" if house.invented else typed
    gaps = "; ".join(f"{gap.rule} {gap.missing}" for gap in unfilled(house) if gap.key)
    missing = f"still left to the players: {gaps}" if gaps else "every gap that a house file can fill is filled"
    players = ", ".join(path.partition(" (")[0] for path in house.for_players)
    note = (f"not used by the program, only printed on the sheet for the players: {players}",) if players else ()
    return (f"{house.title or 'house file'}: {owner}", missing, *note)


def gaps_of(plain: Mapping[str, Any] | None) -> Mapping[str, Any]:
    """Return the author of the file, the gaps of the book that it fills, and those that are left; without a file, those
    of the preview.
    """
    house = PREVIEW if plain is None else house_of(plain)
    return {
        "title": house.title,
        "typed_by": house.typed_by,
        "invented": house.invented,
        "filled": [gap.rule for gap in filled(house)],
        "missing": {
            gap.rule: {"section": gap.section, "missing": gap.missing, "key": gap.key} for gap in unfilled(house)
        },
    }
