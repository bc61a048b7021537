"""The rules for calling on a supporting unit, as facts for papers: its callers, its arrival, its release to others, and
its ammunition.

Call(relation, callers, comes, turned_by, ammunition)        str(call): one line
call_of(support, supported, commander, superior) -> Call     (NQM-ORG-05 to -18)
helping_hours(), counter_attack_hours()                  the hours in which others help (NQM-CRT-08 to -15)
frontage(mark, ...), column_depth(mark, ...), ground_words(mark)     the ground a unit takes up (NQM-FRONT-01, -02)
"""

from __future__ import annotations

from collections.abc import Mapping

from campaign.rules.day.reaction import Deed, Nearness, reacts_in
from campaign.rules.tabletop.nqm.support import Source, ammunition_from, arrives, retasked_by
from campaign.rules.tabletop.nqm.tables import FRONTAGES
from campaign.terms.forces import Level, SizeMark
from campaign.terms.state import Support
from campaign.values import dataclass


@dataclass(frozen=True, slots=True)
class Call:
    """The relation of a supporting or logistic unit to the units that it supports."""

    relation: str
    callers: str
    comes: str
    turned_by: str
    ammunition: str
    """Who gives ammunition to guns; empty for engineers and services, which do not fire."""
    since: str = ""
    """The time of its release, if that is still to come (NQM-ORDERS-07)."""

    def __str__(self) -> str:
        since = f" from {self.since}" if self.since else ""
        return (
            f"{self.relation}{since}; {self.callers} may call on it, {self.comes}; {self.turned_by} may turn it"
            f" elsewhere{f'; ammunition from {self.ammunition}' if self.ammunition else ''}"
        )


def call_of(
    support: Support, supported: tuple[str, ...], commander: str, superior: str, since: str = "", *, fires: bool = True
) -> Call:
    """Return the relation of a supporting unit. ``supported``: the unit it was allotted to; ``commander``: its own
    commander; ``superior``: the headquarters above.

    ``since``: the date and the hour of its release, if that is still to come; ``fires``: it has guns to call for,
    unlike engineers and services.
    """
    holder = commander if support is Support.UNDER_COMMAND else superior
    names = " and ".join(supported) or commander
    whom = commander if support is Support.UNDER_COMMAND and not supported else names
    hour = arrives(support, 1)
    what = "fire comes" if fires else "it works for them"
    comes = f"{what} in the hour {'after ' if hour.hour > 1 else ''}it is asked for"
    if fires and support is Support.DIRECT_SUPPORT:
        comes += ", on registered targets at once"
    equally = "each alike: " if support is Support.IN_SUPPORT and len(supported) > 1 else ""
    only = "only " if support is not Support.IN_SUPPORT else ""
    by = whom if support is Support.UNDER_COMMAND else f"{retasked_by(support)}, {holder}"
    source = whom if ammunition_from(support) is Source.COMMANDING_UNIT else Source.OWN_CHAIN.value
    how = "in support" if support is Support.IN_SUPPORT else str(support)
    return Call(f"{how} of {names}", f"{equally}{only}{whom}", comes, by, source if fires else "", since)


def helping_hours() -> tuple[str, str]:
    """Return the hours in which guns in direct support, and in support, fire for a battalion attacked (NQM-CRT-08 to
    -13).
    """
    direct, general = (
        reacts_in(Deed.FIRE, near, guns=True, support=support).hour or 0
        for near, support in (
            (Nearness.SAME_DIVISION, Support.DIRECT_SUPPORT),
            (Nearness.CORPS_TROOPS, Support.IN_SUPPORT),
        )
    )
    named = {1: "the same hour", 2: "the next hour"}
    return named.get(direct, f"hour {direct}"), named.get(general, f"hour {general}")


def counter_attack_hours() -> tuple[int | None, ...]:
    """Return the hours of an enemy attack in which others counter-attack: the same division, another with orders,
    another without (NQM-CRT-11, -14, -15).
    """
    cases = ((Nearness.SAME_DIVISION, True), (Nearness.OTHER_DIVISION, True), (Nearness.OTHER_DIVISION, False))
    return tuple(reacts_in(Deed.COUNTER_ATTACK, nearness, had_orders=had).hour for nearness, had in cases)


# the ground a unit takes up ------------------------------------------------------------------------------------------
_ROW: Mapping[SizeMark | Level, str] = {
    Level.COMMAND: "brigade",
    SizeMark.COMPANY: "company",
    SizeMark.BATTALION: "battalion",
    SizeMark.BRIGADE: "brigade",
    SizeMark.REGIMENT: "brigade",
    SizeMark.DIVISION: "division",
}


def frontage(mark: SizeMark | Level, *, defends: bool, close_country: bool) -> int:
    """Return the metres of front that a unit of that size holds (NQM-FRONT-01, -02). Raises KeyError for a size without
    a row.
    """
    row = FRONTAGES[_row(mark, defends)]
    return row.close_m if close_country else row.open_m


def column_depth(mark: SizeMark | Level, *, defends: bool = False) -> int:
    """Return the depth of its column in metres (NQM-FRONT-01)."""
    return FRONTAGES[_row(mark, defends)].depth_m


def ground_words(mark: SizeMark | Level) -> str:
    """Return the ground of a unit in words: ``a front of 4 km in close country, 7 km in the open; a column of 8 km``;
    empty for a size that the chart does not have.
    """
    try:
        close, wide, deep = (
            frontage(mark, defends=False, close_country=True),
            frontage(mark, defends=False, close_country=False),
            column_depth(mark),
        )
    except KeyError:
        return ""
    front = f"a front of {_km(close)}" + ("" if close == wide else f" in close country, {_km(wide)} in the open")
    return f"{front}; a column of {_km(deep)}"


def _row(mark: SizeMark | Level, defends: bool) -> str:
    name = _ROW[mark]
    return f"{name} in defence" if defends and name in ("company", "battalion") else name


def _km(metres: int) -> str:
    return f"{metres / 1000:g} km" if metres >= 1000 else f"{metres} m"
