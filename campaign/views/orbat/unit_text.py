"""The sheet of a unit in lines of words: its state, its orders, its strength, its values on a table."""

from __future__ import annotations

from campaign.views.orbat.roster import Strength
from campaign.views.orbat.units import BattalionSheet, StandingOrder, TableValues


def state_line(sheet: BattalionSheet) -> str:
    """Return a unit's state, ``fresh``, ``spent``, ``spent, in action``, each word once."""
    conditions = dict.fromkeys((sheet.state.value, *sheet.condition.lower().split(", ")))
    return ", ".join(conditions)


def order_line(order: StandingOrder) -> str:
    """Return an order in words: ``attack Fort Capuzzo; aim: ...; to 22nd Guards Brigade, from 15 May, 04:00``."""
    parts = [order.order]
    parts += [
        f"{word}: {text.rstrip('.')}"
        for word, text in (("aim", order.aim), ("objective", order.objective), ("limit", order.limit))
        if text
    ]
    if order.to:
        parts.append(f"given to {order.to}")
    if order.since:
        parts.append(f"from {order.since}" + (f", by {order.given_by}" if order.given_by else ""))
    return "; ".join(parts)


def posture_line(sheet: BattalionSheet) -> str:
    """Return a unit's posture with what goes with it: ``line, dug in 2 turns, hidden``."""
    parts = [sheet.posture.value]
    if sheet.dug_in_turns:
        parts.append(f"dug in {sheet.dug_in_turns} turn{'s' if sheet.dug_in_turns > 1 else ''}")
    parts += [word for word, is_so in (("hidden", sheet.hidden), ("surrounded", sheet.surrounded)) if is_so]
    return ", ".join(parts)


def counts_of(strength: Strength) -> tuple[tuple[str, int, int], ...]:
    """Return what a unit has, the count now and the establishment, without empty lines: ``("men", 741, 780)``."""
    other = "other vehicles" if strength.tanks_establishment + strength.armoured_cars_establishment else "vehicles"
    counts = (
        ("men", strength.men, strength.men_establishment),
        ("tanks", strength.tanks, strength.tanks_establishment),
        ("armoured cars", strength.armoured_cars, strength.armoured_cars_establishment),
        (other, strength.other_vehicles, strength.other_vehicles_establishment),
        ("guns", strength.guns, strength.guns_establishment),
    )
    return tuple((word, count, full) for word, count, full in counts if count or full)


def strength_line(strength: Strength) -> str:
    """Return a strength in words: ``741 of 780 men, 18 of 24 tanks``."""
    return ", ".join(f"{count:,} of {full:,} {word}" for word, count, full in counts_of(strength))


def table_line(table: TableValues) -> str:
    """Return a unit's values on a table in words."""
    parts = [
        f"marches as {table.march_class}",
        f"moves in battle as {table.combat_class}",
        f"is hit by the row '{table.hit_row}' of the to-hit chart",
        f"fires as {table.weapon} up to {table.direct_in} inches",
    ]
    if table.piece:
        parts.append(
            f"{table.piece} {table.calibre_mm or '?'} mm"
            + (f", range {table.range_in} inches" if table.range_in else "")
        )
    if table.anti_tank_best is not None:
        parts.append(
            f"anti-tank class {table.anti_tank_best}"
            + (f" (of all its weapons: {table.anti_tank_all})" if table.anti_tank_all else "")
        )
    if table.armour.value != "none":
        parts.append(f"{table.armour} armour")
    if table.engineers.value != "none":
        parts.append(f"engineer class {table.engineers}")
    return ", ".join(parts)
