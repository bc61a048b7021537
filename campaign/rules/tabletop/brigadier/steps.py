"""Disruption by fire: the steps down, and the order on the ladder to which they lead (BGC-STEP, BGC-M-16).

The preview says how Aimed Fire makes steps, and gives one example of where they lead; the ladder itself, and the steps
of Area Fire, are the house file's (``steps_down``). It may be written in three forms:

    matrix      by grade and present order, a list of orders by number of steps
    boxes       by grade, boxes gone down from the first one of the present order
    threshold   by number of steps alone

    steps(faces, kind, ladder) -> int | NotCovered
    stepped_down(order, grade, count, ladder) -> Order | NotCovered        never a better order than the present one
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from campaign.rules.tabletop.brigadier.house_values import NotCovered
from campaign.rules.tabletop.brigadier.tables import AIMED_STEP_FACES, FireKind, Grade, Order, Shelter
from campaign.values import dataclass, field

PRINTED: Final = MappingProxyType({(Grade.REGULAR, Order.MOVE, 6): Order.HOLD})
"""The one cell of the ladder that the book gives, in its example of play (BGC-STEP-05, section 15): a sheet prints it,
but it is not a ladder.
"""
NO_LADDER = NotCovered("BGC-M-16", "11.5.10", "steps_down")
NO_AREA_STEPS = NotCovered("BGC-M-16", "11.5.10", "steps_down.area_faces")


class LadderForm(StrEnum):
    """The form in which a house file writes the ladder."""

    MATRIX = "matrix"
    BOXES = "boxes"
    THRESHOLD = "threshold"


@dataclass(frozen=True, slots=True)
class Threshold:
    """A rule that gives an order to platoons of a grade which have taken from ``least`` to ``most`` steps (``most``
    None: no upper limit).
    """

    grade: Grade
    least: int
    to: Order
    most: int | None = None


@dataclass(frozen=True, slots=True)
class Ladder:
    """The house file's ladder. ``form`` None: it says how steps are counted, not where they lead."""

    aimed_faces: frozenset[int] = AIMED_STEP_FACES
    area_faces: frozenset[int] | None = None
    area_per_step: int = 1
    cover_matters_area: bool = False
    form: LadderForm | None = None
    matrix: Mapping[Grade, Mapping[Order, tuple[Order, ...]]] = field(default_factory=dict)
    boxes: Mapping[Grade, tuple[Order, ...]] = field(default_factory=dict)
    thresholds: tuple[Threshold, ...] = ()


PREVIEW_LADDER = Ladder()


def counting_faces(kind: FireKind, ladder: Ladder | None = None) -> frozenset[int] | None:
    """Return the faces that disrupt; None if neither preview nor house file gives them. Cover does not matter for Aimed
    Fire (BGC-STEP-02, -03).
    """
    rules = ladder or PREVIEW_LADDER
    return rules.aimed_faces if kind is FireKind.AIMED else rules.area_faces


def steps_from(counted: int, kind: FireKind, ladder: Ladder | None = None, shelter: Shelter = Shelter.OPEN) -> int:
    """Return the steps made by this number of counting dice. If the house file says so, Area Fire on hard cover makes
    half as many, rounded down.
    """
    rules = ladder or PREVIEW_LADDER
    if kind is FireKind.AIMED:
        return counted
    made = counted // rules.area_per_step
    return made // 2 if rules.cover_matters_area and shelter is Shelter.HARD else made


def steps(
    faces: Iterable[int],
    kind: FireKind,
    ladder: Ladder | None = None,
    *,
    doubled: bool = False,
    shelter: Shelter = Shelter.OPEN,
) -> int | NotCovered:
    """Return the number of steps down to which these dice push their target. ``doubled``: it is on Double, and every
    die counts twice (BGC-ORD-18).
    """
    counting = counting_faces(kind, ladder)
    if counting is None:
        return NO_AREA_STEPS
    return steps_from(sum(face in counting for face in faces) * (2 if doubled else 1), kind, ladder, shelter)


def stepped_down(order: Order, grade: Grade, count: int, ladder: Ladder | None) -> Order | NotCovered:
    """Return the order after this number of steps. Without a step nothing changes; the result is never a better
    order.
    """
    if count <= 0:
        return order
    if ladder is None or ladder.form is None:
        return NO_LADDER
    to = _LOOK[ladder.form](order, grade, count, ladder)
    if to is None:
        return NO_LADDER
    return max(order, to, key=lambda alternative: alternative.rung)


def _by_matrix(order: Order, grade: Grade, count: int, ladder: Ladder) -> Order | None:
    row = ladder.matrix.get(grade, {}).get(order)
    return row[min(count, len(row) - 1)] if row else None


def _by_boxes(order: Order, grade: Grade, count: int, ladder: Ladder) -> Order | None:
    """Return the order by boxes gone down; an order without a box of its own, such as Follow, starts at the last better
    one (BGC-AMB-04).
    """
    boxes = ladder.boxes.get(grade)
    better = [index for index, box in enumerate(boxes or ()) if box.rung < order.rung]
    if not boxes or (order not in boxes and not better):
        return None
    start = boxes.index(order) if order in boxes else better[-1]
    return boxes[min(start + count, len(boxes) - 1)]


def _by_threshold(order: Order, grade: Grade, count: int, ladder: Ladder) -> Order | None:
    thresholds = [row for row in ladder.thresholds if row.grade is grade]
    if not thresholds:
        return None
    return next((row.to for row in thresholds if row.least <= count and (row.most is None or count <= row.most)), order)


_LOOK = {LadderForm.MATRIX: _by_matrix, LadderForm.BOXES: _by_boxes, LadderForm.THRESHOLD: _by_threshold}
