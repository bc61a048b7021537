"""The numbers that a rulebook has where nobody changed it are those of the books and of the umpire's rules."""

from __future__ import annotations

from fractions import Fraction

import pytest

from campaign.errors import BadInput
from campaign.rules.common.rulebook import Kind
from campaign.rules.common.settings import DEFAULTS, RULES

NUMBERS = {
    "size.tanks_weak_below": ("OB-AMB-006", 40),
    "size.tanks_large_from": ("OB-AMB-006", 96),
    "size.guns_weak_to": ("OB-AMB-006", 16),
    "limits.command_max_battalions": ("OB-ORG-04", 4),
    "limits.division_max_commands": ("OB-ORG-04", 4),
    "cas.fort_close_range": ("OB-AMB-071", 4),
    "rcv.amalgamations_per_day": ("OB-AMB-109", 1),
    "air.transport_missions": ("OB-AMB-106", 1),
    "march.hours_a_day": ("NQM-MOV-02", 12),
    "nqm.reaction.within_division": ("NQM-AMB-16", 1),
    "nqm.tasks.corps_air_hours": ("NQM-TASK-01", 4),
    "nqm.tasks.army_air_hours": ("NQM-TASK-02", 8),
    "nqm.tasks.fort_hours": ("NQM-AMB-23", 12),
    "nqm.reorg.hours": ("NQM-AMB-73", 1),
    "hexes.elimination_hits": ("HEX-ELIM-02", 9),
    "hexes.turn_limit": ("HEX-AMB-49", 15),
    "hexes.spent_above": ("HEX-MAP-06", Fraction(1, 2)),
    "hexes.companies_spent": ("HEX-MAP-11", Fraction(1, 2)),
    "hexes.companies_destroyed": ("HEX-MAP-11", Fraction(3, 4)),
    "brigade.hq_company_from": ("BDE-AMB-04", 3),
    "brigade.df_points": ("BDE-AMB-93", 1),
    "brigade.spent_at": ("BDE-MAP-07", Fraction(1, 3)),
    "brigade.destroyed_at": ("BDE-MAP-07", Fraction(2, 3)),
    "brigade.spent_musters": ("BDE-MAP-06", Fraction(2, 3)),
    "brigadier.spent_at": ("BGC-TAB-21", Fraction(15, 100)),
    "brigadier.destroyed_at": ("BGC-TAB-21", Fraction(30, 100)),
    "brigadier.broken_share": ("BGC-TAB-21", Fraction(1, 2)),
    "strength.spent_percent": ("umpire 1.20", 15),
    "strength.destroyed_percent": ("umpire 1.20", 30),
    "auto.break_off": ("umpire 1.23", Fraction(1, 2)),
    "retreat.distance": ("umpire 1.8", Fraction(1, 2)),
}
"""By setting: who says it, and the number."""


@pytest.mark.rule(*sorted({who for who, _ in NUMBERS.values() if not who.startswith("umpire")}))
@pytest.mark.parametrize("key", NUMBERS)
def test_a_number_is_that_of_the_book(key: str) -> None:
    assert DEFAULTS.number(key) == NUMBERS[key][1]


@pytest.mark.parametrize("key", [key for key, rule in RULES.items() if rule.kind in (Kind.NUMBER, Kind.WHOLE)])
def test_a_number_may_be_at_its_bounds_and_no_further(key: str) -> None:
    rule = RULES[key]
    book = DEFAULTS.with_setting("strength.spent_percent", 1).with_setting("strength.destroyed_percent", 100)
    for bound in (rule.lowest, rule.highest):
        if key not in ("strength.spent_percent", "strength.destroyed_percent"):
            assert book.with_setting(key, bound).number(key) == bound
    for beyond in (rule.lowest - 1, rule.lowest - Fraction(1, 100), rule.highest + Fraction(1, 100), rule.highest + 1):
        with pytest.raises(BadInput):
            book.with_setting(key, beyond)
