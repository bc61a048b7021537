"""Contradictions between the values of a house file, and tables that are only half filled in (catalogue BGC-H-03, -09).

contradictions(plain) -> (path of the key, what is wrong, what was expected)      errors: the file cannot be used
incomplete_tables(plain) -> (path of the key, sentence)                                   warnings: such a table counts
as absent
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any, Final

from campaign.rules.tabletop.brigadier.house_values import value_at
from campaign.rules.tabletop.brigadier.tables import Shelter
from campaign.terms.words import listing

Plain = Mapping[str, Any]
_D6: Final = frozenset(range(1, 7))
_ONE_DIE: Final = ("communications", "medic", "surrender")
"""Tables whose lists of faces are those of one six-sided die."""
_NEEDED: Final = (
    ("communications", ("success",)),
    ("close_assault", ("kill_factor", "step_faces")),
    ("medic", ("returns",)),
    ("surrender", ("when_orders", "enemy_within_inches", "faces")),
    ("time", ("dice", "minutes")),
    ("night.visibility", ("vehicle", "foot", "fired")),
    ("close_assault.kill_factor", tuple(shelter.value for shelter in Shelter)),
)
"""The keys without which a table holds nothing that can be computed."""


def _table_at(plain: Plain, path: str) -> dict[str, Any]:
    return value_at(plain, path) or {}


def contradictions(plain: Plain) -> Iterator[tuple[str, str, str]]:
    """Yield contradictions: chances that do not add up, faces that the dice do not have, forms without their table."""
    yield from _doubtful(plain)
    for section in _ONE_DIE:
        die = _table_at(plain, section).get("die", "1d6")
        if die != "1d6":
            yield (f"{section}.die", f"{section}.die is {die!r}, but its lists of faces go from 1 to 6", "expected 1d6")
    yield from _time(plain)
    yield from _ladder(plain)


def _doubtful(plain: Plain) -> Iterator[tuple[str, str, str]]:
    row = _table_at(plain, "air.doubtful")
    unused = sorted(_D6.difference(*row.values())) if "off" in row else []
    if unused:
        text = f"air.doubtful has the {listing(map(str, unused))} of the die under none of off, friend and enemy"
        yield (
            "air.doubtful",
            text,
            "write each number from 1 to 6 once, or leave off out, which then has all other numbers",
        )


def _time(plain: Plain) -> Iterator[tuple[str, str, str]]:
    table = _table_at(plain, "time")
    if not {"dice", "minutes"} <= table.keys():
        return
    count, _, sides = table["dice"].partition("d")
    rolls = (
        {sum(faces) for faces in product(range(1, int(sides) + 1), repeat=int(count))}
        if int(count) * int(sides) <= 60
        else None
    )
    if rolls is None:
        yield (
            "time.dice",
            f"time.dice is {table['dice']}, which can roll more than the table of minutes allows",
            "expected dice with a total of at most 60",
        )
        return
    named = {int(roll) for roll in table["minutes"] if roll != "note"}
    if rolls - named:
        missing = listing(map(str, sorted(rolls - named)), 20)
        yield (
            "time.minutes",
            f"time.minutes has no minutes for {missing}, which {table['dice']} can roll",
            "write the minutes for every roll",
        )
    for key, used in (("minutes", named), ("initiative_changes_on", set(table.get("initiative_changes_on", ())))):
        if used - rolls:
            never = listing(map(str, sorted(used - rolls)), 20)
            yield (
                f"time.{key}",
                f"time.{key} names {never}, which {table['dice']} cannot roll",
                f"expected rolls from {min(rolls)} to {max(rolls)}",
            )


def _ladder(plain: Plain) -> Iterator[tuple[str, str, str]]:
    table = _table_at(plain, "steps_down")
    form = table.get("form")
    if form is not None and not table.get(form):
        yield (
            "steps_down.form",
            f"steps_down.form is {form}, but the table steps_down.{form} is missing",
            f"write the table steps_down.{form}",
        )
    for grade, boxes in _table_at(plain, "steps_down.boxes").items():
        if not boxes:
            yield (
                f"steps_down.boxes.{grade}",
                f"steps_down.boxes.{grade} names no order",
                "expected orders, the best first",
            )
    for grade, rows in _table_at(plain, "steps_down.matrix").items():
        for order, row in rows.items():
            if order != "note" and not row:
                where = f"steps_down.matrix.{grade}.{order}"
                yield where, f"{where} names no order", "expected the order after 0, 1, 2 ... steps"
    for number, row in enumerate(table.get("threshold", ()), 1):
        if row.get("max") is not None and row["max"] < row["min"]:
            text = f"steps_down.threshold, item {number}: max {row['max']} is below min {row['min']}"
            yield "steps_down.threshold", text, "write min, then a higher max or no max"


def incomplete_tables(plain: Plain) -> Iterator[tuple[str, str]]:
    """Yield the tables with some of the values that they need and not all; they count as absent."""
    for path, needed in _NEEDED:
        table = _table_at(plain, path)
        missing = [name for name in needed if name not in table]
        if table and missing:
            yield (
                path,
                (f"{path} is not used yet, because {listing(missing)} {'is' if len(missing) == 1 else 'are'} missing"),
            )
    for name, row in _table_at(plain, "armour").items():
        if not row.get("front"):
            yield f"armour.{name}", f"armour.{name} has no front, so fire at it cannot be worked out"
