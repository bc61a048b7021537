"""Calls for fire: the units that may call, the hour of arrival, and the source of the ammunition (NQM-ORG-05 to -18,
NQM-SEQ-03 to -05).

may_call(support, allotted_to, caller) -> bool              without further permission
arrives(support, hour, registered) -> Arrival              the hour of the fire
released_hour(seconds) -> int                               the first hour of a battle in which guns fire that are
                                                            released in the course of it
ammunition_from(support) -> Source
retasked_by(support) -> str
"""

from __future__ import annotations

from collections.abc import Collection
from enum import StrEnum

from campaign.terms.forces import Arm
from campaign.terms.state import Support
from campaign.values import dataclass


class Category(StrEnum):
    """The category of each unit of an order of battle (NQM-ORG-01); headquarters and signals are a fourth kind
    (NQM-AMB-09).
    """

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
    """Return the category of an arm: teeth arms are armour, infantry, cavalry and recce; supporting arms guns and
    engineers (NQM-ORG-02 to -04).
    """
    if arm in (Arm.SUPPLY, Arm.MEDICAL):
        return Category.LOGISTIC
    if arm in (Arm.HEADQUARTERS, Arm.SIGNALS):
        return Category.COMMAND
    return Category.SUPPORTING if arm in _SUPPORTING else Category.TEETH


class Source(StrEnum):
    """The dump that a supporting unit draws on."""

    COMMANDING_UNIT = "the commanding unit"
    OWN_CHAIN = "its own chain"


@dataclass(frozen=True, slots=True)
class Arrival:
    """The time at which a fire comes down. ``first``: before the enemy's fire of that hour counts (NQM-AMB-12)."""

    hour: int
    first: bool = False


def may_call(support: Support, allotted_to: Collection[int], caller: int) -> bool:
    """Return whether this headquarters may call on it, as it was allotted (NQM-ORG-08, -10, -15, -17). A headquarters
    without an allotment may not.
    """
    if support in (Support.UNDER_COMMAND, Support.DIRECT_SUPPORT) and len(allotted_to) > 1:
        raise ValueError(
            f"{support} cannot support {len(allotted_to)} units at the same time. Give it to one unit only "
            "(NQM-ORG-08, -10)"
        )
    return caller in allotted_to


def without_leave(support: Support) -> bool:
    """Return whether the headquarters that runs an attack may use it without asking its holder (NQM-SEQ-04, -05)."""
    return support is not Support.IN_SUPPORT


def arrives(support: Support, hour: int, *, registered: bool = False) -> Arrival:
    """Return the hour in which a fire falls that was called for in this hour (NQM-ORG-11, -12, -16, NQM-AMB-12)."""
    if support is Support.IN_SUPPORT:
        return Arrival(hour + 1)
    return Arrival(hour, first=registered and support is Support.DIRECT_SUPPORT)


def released_hour(seconds: int) -> int:
    """Return the hour of a battle, from 1, from which guns fire that are released this number of seconds after its
    start (NQM-ORDERS-07, NQM-SEQ-05).

    It is the first hour that begins no sooner than their release; the fire may have been called for meanwhile.
    """
    return 1 + max(0, -(-seconds // 3600))


def ammunition_from(support: Support) -> Source:
    """Return the source of the ammunition that it fires (NQM-ORG-07, -14, -18, NQM-LOG-12)."""
    return Source.COMMANDING_UNIT if support is Support.UNDER_COMMAND else Source.OWN_CHAIN


def retasked_by(support: Support) -> str:
    """Return the commander who may turn it to other targets (NQM-ORG-08, -13, -17, NQM-SEQ-05)."""
    return {
        Support.UNDER_COMMAND: "the unit it is under command of",
        Support.DIRECT_SUPPORT: "its own superior headquarters",
        Support.IN_SUPPORT: "the headquarters that has it under command",
    }[support]
