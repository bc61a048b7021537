"""Close assaults in a resolved fight, by the house file's figures (BGC-CA, BGC-M-23).

close_assaults(engagement)      everybody in contact, after movement
"""

from __future__ import annotations

from campaign.resolve.brigadier import doctrine
from campaign.resolve.brigadier.engagement import Engagement
from campaign.resolve.brigadier.field import Base
from campaign.rules.tabletop.brigadier.close_assault import Blow, strike
from campaign.rules.tabletop.brigadier.cover import Incoming, shelter
from campaign.rules.tabletop.brigadier.house import CloseAssault
from campaign.rules.tabletop.brigadier.house_values import covered
from campaign.rules.tabletop.brigadier.sequence import order_after_bug_out


def close_assaults(engagement: Engagement) -> None:
    """Everybody who went in, against whom he met (BGC-CA-01)."""
    field = engagement.field
    if (rules := field.house.close_assault) is None:
        return
    for base in [base for base in field.bases if base.in_assault]:
        if not base.on_table or not doctrine.closes_in(base):
            continue
        foe = next((enemy for enemy in field.within(base, 1) if enemy.in_assault), None)
        if foe is not None:
            _assault(engagement, base, foe, rules)


def _assault(engagement: Engagement, base: Base, foe: Base, rules: CloseAssault) -> None:
    field = engagement.field
    for _ in range(rules.rounds):
        if not (base.on_table and foe.on_table):
            return
        on_foe, on_base = _blow(engagement, base, foe, rules), _blow(engagement, foe, base, rules)
        for struck, striker, blow in ((foe, base, on_foe), (base, foe, on_base)):
            engagement.strike(struck, blow.harm, blow.steps, f"{striker.name} in close assault on {struck.name}")
        loser = foe if on_foe.weight > on_base.weight else base  # a draw goes against who attacked
        if loser.on_table and rules.loser_falls_back:
            loser.order = order_after_bug_out(loser.order)
            loser.y -= field.forward(loser.side) * covered(field.house.allowance(loser.platoon.kind.value))
            loser.dug_in = False
            engagement.report(f"{loser.name} falls back.")


def _blow(engagement: Engagement, striker: Base, struck: Base, rules: CloseAssault) -> Blow:
    """One side's dice: its Count, doubled against Double."""
    field = engagement.field
    cover = shelter(struck.features, Incoming.DIRECT, field.book)
    doubled = field.house.orders[struck.order].doubled
    return strike(striker.count.remaining, cover, rules, engagement.dice, struck.key, doubled=doubled)
