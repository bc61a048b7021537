"""A battle in progress: the field, the doctrine of each side, the dice, and the report.

Stage(on, views, doctrines, dice)     all that a step of a battle needs; it reports with .heading and .say
"""

from __future__ import annotations

from typing import Generic, TypeVar

from campaign.resolve.report import Report
from campaign.rules.common.dice import Dice

Field = TypeVar("Field")
View = TypeVar("View")
Doctrine = TypeVar("Doctrine")


class Stage(Report, Generic[Field, View, Doctrine]):
    """A battle in progress. ``views`` and ``doctrines``: of the first side and of the second."""

    def __init__(self, on: Field, views: tuple[View, View], doctrines: tuple[Doctrine, Doctrine], dice: Dice) -> None:
        super().__init__()
        self.on, self.views, self.doctrines, self.dice = on, views, doctrines, dice
