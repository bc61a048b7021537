"""Close assaults in a resolved battle, by the house file's figures (BGC-CA, BGC-M-23).

close_assaults(engagement)      all platoons in contact, after movement
"""

from __future__ import annotations

from campaign.resolve.brigadier import doctrine
from campaign.resolve.brigadier.engagement import Engagement, read_as, sixes_words
from campaign.resolve.brigadier.field import TOUCH_IN, Base
from campaign.rules.tabletop.brigadier.close_assault import Blow, strike
from campaign.rules.tabletop.brigadier.cover import Incoming
from campaign.rules.tabletop.brigadier.house import CloseAssault
from campaign.rules.tabletop.brigadier.sequence import order_after_bug_out
from campaign.rules.tabletop.brigadier.tables import KILL_FACE
from campaign.words.battle_report import Attack, Roll, Shot


def close_assaults(engagement: Engagement) -> None:
    """Fight the close assaults of all platoons that went in, against those they met (BGC-CA-01)."""
    field = engagement.field
    if (rules := field.house.close_assault) is None:
        return
    for base in [base for base in field.bases if base.in_assault]:
        if not base.on_table or not doctrine.closes_in(base):
            continue
        foe = next((enemy for enemy in field.within(base, TOUCH_IN) if enemy.in_assault), None)
        if foe is not None:
            _assault(engagement, base, foe, rules)


def _assault(engagement: Engagement, base: Base, foe: Base, rules: CloseAssault) -> None:
    for _ in range(rules.rounds):
        if not (base.on_table and foe.on_table):
            return
        on_foe, on_base = _blow(engagement, base, foe, rules), _blow(engagement, foe, base, rules)
        for struck, striker, (blow, faces) in ((foe, base, on_foe), (base, foe, on_base)):
            at = engagement.report.point(striker.x, striker.y)
            cover = engagement.field.shelter(struck, Incoming.DIRECT, striker)
            doubled = engagement.field.house.orders[struck.order].doubled
            sixes = sum(face == KILL_FACE for face in faces) * (2 if doubled else 1)
            why, result = read_as(cover, rules.step_faces), sixes_words(sixes, doubled=doubled)
            rolled = Roll("close assault", faces, KILL_FACE, why, successes=sixes, result=result)
            by = (Shot(striker.name, at, dice=len(faces)),)
            effect = engagement.strike(struck, blow.harm, blow.steps)
            engagement.report.add(Attack(struck.name, by, "Close assault", (rolled,), effect))
        loser = foe if on_foe[0].weight > on_base[0].weight else base  # a draw goes against who attacked
        if loser.on_table and rules.loser_falls_back:
            loser.order = order_after_bug_out(loser.order)
            engagement.report.say(f"{loser.name} has lost the close assault.")
            engagement.falls_back(loser, foe if loser is base else base)


def _blow(engagement: Engagement, striker: Base, struck: Base, rules: CloseAssault) -> tuple[Blow, tuple[int, ...]]:
    """Roll one side's dice, its Count, doubled against Double, and return the blow and the faces."""
    field = engagement.field
    cover = field.shelter(struck, Incoming.DIRECT, striker)
    doubled = field.house.orders[struck.order].doubled
    blow = strike(striker.count.remaining, cover, rules, engagement.dice, struck.key, doubled=doubled)
    return blow, engagement.dice.taken()
