"""Odd values in a house file that can be read: warnings, not errors (catalogue BGC-H-04 to -07, rule 5 of the format).

odd_values(house, plain) -> (table of the file, sentence)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any

from campaign.rules.tabletop.brigadier import tables
from campaign.rules.tabletop.brigadier.house import PREVIEW, House
from campaign.rules.tabletop.brigadier.house_values import NotCovered
from campaign.rules.tabletop.brigadier.steps import stepped_down
from campaign.rules.tabletop.brigadier.tables import RULE_DISTANCES_IN, Grade, Order

MOST_STEPS_TRIED = 12  # From Double to Rout are eight (BGC-TAB-05).
Odd = tuple[str, str]


def odd_values(house: House, plain: Mapping[str, Any]) -> tuple[Odd, ...]:
    """Return all odd values, with the table that each is in."""
    return (
        *_departures(house),
        *_example(house),
        *_ladder(house, plain),
        *_radio(house),
        *_ranges(house),
        *_doubtful(house),
    )


def _departures(house: House) -> Iterator[Odd]:
    """Yield the values that the preview prints and the file gives differently."""
    for name, printed in tables.FIRE_DICE.items():
        if house.fire_dice[name] != printed and house.fire_dice[name].dice != printed.dice:
            yield (
                "fire_dice",
                (
                    f"fire_dice {name!r} is {house.fire_dice[name].dice}, but the preview of the rules has "
                    f"{printed.dice} (BGC-TAB-07)"
                ),
            )
    for order, rule in house.orders.items():
        printed_rule = PREVIEW.orders[order]
        for key in ("move", "move_road", "move_paved", "move_wounded", "fire", "assault", "defence", "stationary"):
            value, before = getattr(rule, key), getattr(printed_rule, key)
            if before is not None and value != before:
                yield (
                    f"orders.{order.value}",
                    f"orders.{order.value}.{key} differs from the preview of the rules (BGC-TAB-05)",
                )
    if house.ladder is not None and house.ladder.aimed_faces != tables.AIMED_STEP_FACES:
        yield "steps_down", "steps_down.aimed_faces differs from the 5 and 6 in the preview of the rules (BGC-STEP-02)"
    if house.raises != 1 or house.contact_in != tables.NEXT_TO_IN:
        yield (
            "command",
            (
                "command differs from the preview of the rules, where a commander raises one platoon within 1 inch "
                "(BGC-ORD-07, BGC-ORD-09)"
            ),
        )


def _example(house: House) -> Iterator[Odd]:
    """Yield a warning if the file contradicts the preview's only data point: Regular, Move, six steps: Hold
    (BGC-H-04).
    """
    ladder = house.ladder
    if ladder is None or ladder.form is None:
        return
    to = stepped_down(Order.MOVE, Grade.REGULAR, 6, ladder)
    if to is not Order.HOLD:
        value = "nothing" if isinstance(to, NotCovered) else to.value
        yield (
            "steps_down",
            (
                f"after six steps a Regular platoon on Move goes to {value}, but to Hold in the book's example "
                "(BGC-STEP-05)"
            ),
        )


def _rungs(house: House, order: Order, grade: Grade) -> list[int]:
    """Return the rungs after 0, 1, 2 ... steps, as the file gives them; empty if it does not."""
    ladder = house.ladder
    if ladder is None or ladder.form is None:
        return []
    stepped_downs = [stepped_down(order, grade, count, ladder) for count in range(MOST_STEPS_TRIED + 1)]
    return (
        [step.rung for step in stepped_downs if not isinstance(step, NotCovered)]
        if not any(isinstance(step, NotCovered) for step in stepped_downs)
        else []
    )


def _ladder(house: House, plain: Mapping[str, Any]) -> Iterator[Odd]:
    """Yield warnings about the ladder: steps never lead up, more of them never to a better order, better troops never
    to a worse one (BGC-H-05).
    """
    for grade, rows in plain.get("steps_down", {}).get("matrix", {}).items():
        for order, row in rows.items() if isinstance(rows, Mapping) else ():
            if order != "note" and any(Order(step).rung < Order(order).rung for step in row):
                yield (
                    "steps_down",
                    (
                        f"steps_down.matrix.{grade}.{order} leads up to a better order, so it counts as no change "
                        "(BGC-H-05)"
                    ),
                )
    for order in Order:
        curves = {grade: _rungs(house, order, grade) for grade in Grade}
        for grade, curve in curves.items():
            if any(later < earlier for earlier, later in pairwise(curve)):
                yield "steps_down", f"for {grade.value} on {order.value} more steps lead to a better order (BGC-H-05)"
        filled = [(grade, curve) for grade, curve in curves.items() if curve]
        for (poorer, low), (better, high) in pairwise(filled):
            if any(of_better > of_poorer for of_poorer, of_better in zip(low, high, strict=True)):
                yield "steps_down", f"on {order.value}, {better.value} fare worse than {poorer.value} (BGC-H-05)"


def _radio(house: House) -> Iterator[Odd]:
    """Yield a warning if the two rolls of the book's example do not succeed (BGC-H-06)."""
    if house.radio is None:
        return
    for face, grade, nation in ((6, Grade.REGULAR, "german"), (5, Grade.GREEN, "us")):
        if face not in house.radio.faces(grade, nation):
            yield (
                "communications",
                (
                    f"a roll of {face} fails for a {grade.value} {nation} battalion, but in the book's example "
                    "it succeeds (BGC-COMM-02)"
                ),
            )


def _ranges(house: House) -> Iterator[Odd]:
    for name, reach in house.ranges.items():
        strange = sorted(
            {inches for inches in (reach.aimed, reach.area, reach.least) if inches not in RULE_DISTANCES_IN}
        )
        if strange:
            shown = ", ".join(map(str, strange))
            yield (
                f"range.{name}",
                (
                    f"range {name!r} has {shown} inches, which is not one of the book's distances 0, 1, 2, 10 and "
                    "20 (BGC-MEAS-02)"
                ),
            )


def _doubtful(house: House) -> Iterator[Odd]:
    row = house.doubtful
    if row is not None and len(row.enemy) != 2 * len(row.friend):
        yield (
            "air.doubtful",
            (
                f"{len(row.enemy)} faces hit the enemy and {len(row.friend)} hit friends, but the book has twice "
                "as many for the enemy (BGC-AIR-05)"
            ),
        )
