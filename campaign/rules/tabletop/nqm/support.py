"""Who may call on whose fire, when it comes, and whose ammunition it is (NQM-ORG-05 to -18, NQM-SEQ-03 to -05).

may_call(support, allotted_to, caller) -> bool              without further leave
arrives(support, hour, registered) -> Arrival              the hour of the fire
released_hour(seconds) -> int                               the first hour of a fight in which guns fire that are
                                                            released in the course of it
ammunition_from(support) -> Source
retasked_by(support) -> str
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum

from campaign.terms.forces import Arm
from campaign.terms.state import Support


class Category(StrEnum):
    """What every unit of an order of battle is (NQM-ORG-01); headquarters and signals are a fourth kind
    (NQM-AMB-09)."""

    TEETH = "teeth arms"
    SUPPORTING = "supporting arms"
    LOGISTIC = "logistic units"
    COMMAND = "headquarters"


_SUPPORTING = frozenset(
    {
        Arm.MORTAR,
        Arm.FIELD_ARTILLERY,
        Arm.MEDIUM_ARTILLERY,
        Arm.SELF_PROPELLED_ARTILLERY,
        Arm.ROCKET,
        Arm.ANTI_TANK,
        Arm.SELF_PROPELLED_ANTI_TANK,
        Arm.ANTI_AIRCRAFT,
        Arm.ENGINEER,
        Arm.BRIDGING,
    }
)


def category(arm: Arm) -> Category:
    """Teeth arms are armour, infantry, cavalry and recce; supporting arms guns and engineers (NQM-ORG-02 to -04)."""
    if arm in (Arm.SUPPLY, Arm.MEDICAL):
        return Category.LOGISTIC
    if arm in (Arm.HEADQUARTERS, Arm.SIGNALS):
        return Category.COMMAND
    return Category.SUPPORTING if arm in _SUPPORTING else Category.TEETH


class Source(StrEnum):
    """Whose dump a supporting unit draws on."""

    COMMANDING_UNIT = "the commanding unit"
    OWN_CHAIN = "its own chain"


@dataclass(frozen=True, slots=True)
class Arrival:
    """When a fire comes down. ``first``: before the enemy's fire of that hour counts (NQM-AMB-12)."""

    hour: int
    first: bool = False


def may_call(support: Support, allotted_to: Collection[int], caller: int) -> bool:
    """May this headquarters call on it, as it was allotted (NQM-ORG-08, -10, -15, -17)? One to whom nobody was allotted
    may not."""
    if support in (Support.UNDER_COMMAND, Support.DIRECT_SUPPORT) and len(allotted_to) > 1:
        raise ValueError(f"{support} of {len(allotted_to)} units: it is of one only (NQM-ORG-08, -10)")
    return caller in allotted_to


def without_leave(support: Support) -> bool:
    """May the headquarters that runs an attack use it without asking its holder (NQM-SEQ-04, -05)?"""
    return support is not Support.IN_SUPPORT


def arrives(support: Support, hour: int, *, registered: bool = False) -> Arrival:
    """The hour in which its fire falls that was asked for in this hour (NQM-ORG-11, -12, -16, NQM-AMB-12)."""
    if support is Support.IN_SUPPORT:
        return Arrival(hour + 1)
    return Arrival(hour, first=registered and support is Support.DIRECT_SUPPORT)


def released_hour(seconds: int) -> int:
    """The hour of a fight, from 1, from which guns fire that are released so many seconds after its start
    (NQM-ORDERS-07, NQM-SEQ-05).

    It is the first that begins no sooner than their release; the fire may have been asked for meanwhile.
    """
    return 1 + max(0, -(-seconds // 3600))


def ammunition_from(support: Support) -> Source:
    """Whose ammunition it fires (NQM-ORG-07, -14, -18, NQM-LOG-12)."""
    return Source.COMMANDING_UNIT if support is Support.UNDER_COMMAND else Source.OWN_CHAIN


def retasked_by(support: Support) -> str:
    """Who may turn it to somebody else (NQM-ORG-08, -13, -17, NQM-SEQ-05)."""
    return {
        Support.UNDER_COMMAND: "the unit it is under command of",
        Support.DIRECT_SUPPORT: "its own superior headquarters",
        Support.IN_SUPPORT: "the headquarters that has it under command",
    }[support]
