"""The list of points to agree before the first turn, because the preview leaves them out and no house file gives them.

agreed(battalions, house, night=, has_air=) -> Log | None
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from campaign.rules.common.texts import texts
from campaign.rules.tabletop.brigadier.gaps import unfilled
from campaign.rules.tabletop.brigadier.house import House
from campaign.rules.tabletop.brigadier.house_values import NotCovered
from campaign.rules.tabletop.brigadier.muster import Battalion
from campaign.words.sheet import Log


def agreed(battalions: Sequence[Battalion], house: House, *, night: bool, has_air: bool) -> Log | None:
    """Return the list of agreements for this force in this battle; None if a house file gives all of them."""
    asks = tuple(_asks(battalions, house, night=night, has_air=has_air))
    if not asks:
        return None
    return Log(
        texts("brigadier").text("agree_title"),
        asks=asks,
        note=texts("brigadier").text("agree_note", shipped="brigadier-ours"),
    )


def _asks(battalions: Sequence[Battalion], house: House, *, night: bool, has_air: bool) -> Iterator[str]:
    """Yield the points to agree: moves and weapons of these platoons first, then those for every unit."""
    platoons = [platoon for battalion in battalions if not battalion.behind for platoon in battalion.platoons]
    for kind in dict.fromkeys(platoon.kind.value for platoon in platoons):
        if isinstance(house.allowance(kind), NotCovered):
            yield f"Move: {kind} (11.7.1)"
    for name in dict.fromkeys(name for platoon in platoons for name in platoon.weapons):
        dice, reach = isinstance(house.weapon(name), NotCovered), isinstance(house.reach(name), NotCovered)
        if dice or reach:
            yield (
                f"{name[:1].upper()}{name[1:]}:"
                f" {', '.join(subject for subject, is_open in (('dice', dice), ('range', reach)) if is_open)}"
            )
    remaining_rules = {gap.rule for gap in unfilled(house)}
    if "BGC-M-08" in remaining_rules and any(
        platoon.kind.is_gun for battalion in battalions for platoon in battalion.platoons
    ):
        yield texts("brigadier").text("ask_indirect")
    asks = texts("brigadier").sections["asks"].entries
    yield from texts("brigadier").lines("asks", {ask.key: ask.rules in remaining_rules for ask in asks})
    if has_air and "BGC-M-09" in remaining_rules:
        yield texts("brigadier").text("ask_air")
    if night and house.night is None:
        yield texts("brigadier").text("ask_night")
    if not house.notes.get("weather"):
        yield texts("brigadier").text("ask_weather")
