"""Close assaults in a resolved fight, by the house file's figures (BGC-CA, BGC-M-23).

close_assaults(field, engagement, dice, report)      everybody in contact, after movement
"""

from __future__ import annotations

from collections.abc import Callable

from campaign.resolve.brigadier import doctrine
from campaign.resolve.brigadier.engagement import Engagement
from campaign.resolve.brigadier.field import Base, Field
from campaign.rules.common.dice import Dice
from campaign.rules.tabletop.brigadier.close_assault import Blow, strike
from campaign.rules.tabletop.brigadier.cover import Incoming, shelter
from campaign.rules.tabletop.brigadier.house import CloseAssault
from campaign.rules.tabletop.brigadier.house_values import covered
from campaign.rules.tabletop.brigadier.sequence import order_after_bug_out


def close_assaults(field: Field, engagement: Engagement, dice: Dice, report: Callable[[str], None]) -> None:
    """Everybody who went in, against whom he met (BGC-CA-01)."""
    rules = field.house.close_assault
    if rules is None:
        return
    for base in [candidate for candidate in field.bases if candidate.in_assault]:
        if not base.on_table or not doctrine.closes_in(base):
            continue
        foe = next((candidate for candidate in field.within(base, 1) if candidate.in_assault), None)
        if foe is not None:
            _assault(field, engagement, dice, report, base, foe, rules)


def _assault(
    field: Field,
    engagement: Engagement,
    dice: Dice,
    report: Callable[[str], None],
    base: Base,
    foe: Base,
    rules: CloseAssault,
) -> None:
    for _ in range(rules.rounds):
        if not (base.on_table and foe.on_table):
            return
        on_foe, on_base = _blow(field, dice, base, foe, rules), _blow(field, dice, foe, base, rules)
        for struck, striker, blow in ((foe, base, on_foe), (base, foe, on_base)):
            engagement.strike(struck, blow.harm, blow.steps, f"{striker.name} in close assault on {struck.name}")
        loser = foe if on_foe.weight > on_base.weight else base  # a draw goes against who attacked
        if loser.on_table and rules.loser_falls_back:
            loser.order = order_after_bug_out(loser.order)
            loser.y -= field.forward(loser.side) * covered(field.house.allowance(loser.platoon.kind.value))
            loser.dug_in = False
            report(f"{loser.name} falls back.")


def _blow(field: Field, dice: Dice, striker: Base, struck: Base, rules: CloseAssault) -> Blow:
    """One side's dice: its Count, doubled against Double."""
    cover = shelter(struck.features, Incoming.DIRECT, field.book)
    return strike(
        striker.count.remaining, cover, rules, dice, struck.key, doubled=field.house.orders[struck.order].doubled
    )
