"""A battle that is going on: the field, who decides for each side, the dice, and what has been told.

Stage(on, views, doctrines, dice)     what every step of a battle needs
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Generic, TypeVar

from campaign.resolve.report import Report
from campaign.rules.common.dice import Dice

Field = TypeVar("Field")
View = TypeVar("View")
Doctrine = TypeVar("Doctrine")


@dataclass(slots=True)
class Stage(Generic[Field, View, Doctrine]):
    """A battle that is going on. ``views`` and ``doctrines``: of the first side and of the second."""

    on: Field
    views: tuple[View, View]
    doctrines: tuple[Doctrine, Doctrine]
    dice: Dice
    report: Report = field(default_factory=Report)
