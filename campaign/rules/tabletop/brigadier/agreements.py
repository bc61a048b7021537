"""What the players agree before the first turn because the preview leaves it out and no house file says it: one list to
write in.

agreed(battalions, house, night=, has_air=) -> Log | None
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from campaign.rules.tabletop.brigadier.gaps import unfilled
from campaign.rules.tabletop.brigadier.house import House
from campaign.rules.tabletop.brigadier.house_values import NotCovered
from campaign.rules.tabletop.brigadier.muster import Battalion
from campaign.views.sheet import Log

TITLE = "Agree before turn 1: the preview leaves it out"
NOTE = (
    "Write your values here; orders and steps down into their tables. To keep them: campaign rules house FILE, a file"
    " of your own values; campaign rules house brigadier-ours takes ours."
)
_ASKED = {
    "BGC-M-07": "Radio: die, score (11.3)",
    "BGC-M-12": "Arc of fire (11.5.4)",
    "BGC-M-13": "Armour, penetration (11.5.5)",
    "BGC-M-16": "Area Fire: faces that step (11.5.10)",
    "BGC-M-17": "Aimed and Area on one (11.5.11)",
    "BGC-M-18": "Lost HQ: replaced (11.5.12)",
    "BGC-M-19": "Surrender (11.6)",
    "BGC-M-22": "Saved fire: shots a turn (11.7.3)",
    "BGC-M-23": "Close assault: dice (11.8)",
    "BGC-M-24": "Medic: who returns (11.9)",
    "BGC-M-25": "Minutes a turn, initiative (11.10)",
}
"""What every force needs, in a few words with the section of the book."""


def agreed(battalions: Sequence[Battalion], house: House, *, night: bool, has_air: bool) -> Log | None:
    """The list for this force in this battle; None where a house file says all of it."""
    asks = tuple(_asks(battalions, house, night=night, has_air=has_air))
    return Log(TITLE, asks=asks, note=NOTE) if asks else None


def _asks(battalions: Sequence[Battalion], house: House, *, night: bool, has_air: bool) -> Iterator[str]:
    """Moves and weapons of these platoons first, then what everybody needs."""
    platoons = [platoon for battalion in battalions if not battalion.behind for platoon in battalion.platoons]
    for kind in dict.fromkeys(platoon.kind.value for platoon in platoons):
        if isinstance(house.allowance(kind), NotCovered):
            yield f"Move: {kind} (11.7.1)"
    for name in dict.fromkeys(name for platoon in platoons for name in platoon.weapons):
        dice, reach = isinstance(house.weapon(name), NotCovered), isinstance(house.reach(name), NotCovered)
        if dice or reach:
            yield (
                f"{name[:1].upper()}{name[1:]}:"
                f" {' and '.join(subject for subject, is_open in (('dice', dice), ('range', reach)) if is_open)}"
            )
    remaining_rules = {gap.rule for gap in unfilled(house)}
    if "BGC-M-08" in remaining_rules and any(
        platoon.kind.is_gun for battalion in battalions for platoon in battalion.platoons
    ):
        yield "Indirect fire: dice (11.4)"
    yield from (words for rule, words in _ASKED.items() if rule in remaining_rules)
    if has_air and "BGC-M-09" in remaining_rules:
        yield "Air attack, flak: dice (11.4.3)"
    if night and house.night is None:
        yield "Seeing by night (12)"
    if not house.notes.get("weather"):
        yield "Weather: what it does"
