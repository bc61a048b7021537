"""Grades of battalions."""

from __future__ import annotations

from typing import Annotated

from campaign.terms.asking import Ask
from campaign.values import dataclass


@dataclass(frozen=True, slots=True)
class GiveGrade:
    """The command that sets a battalion's grade by the umpire's ruling: promotion for good handling, or a grade that
    the scenario leaves open.
    """

    unit: Annotated[str, Ask(stands="UNIT", of="unit", is_loose=True)]
    to: Annotated[
        str,
        Ask(
            "Grade of the battalion from now on.",
            "veteran|regular|conscript|militia",
            option="--to",
            label="New grade",
            example="regular",
        ),
    ]
    why: Annotated[str, Ask("Reason, kept in the diary of each battalion.", "TEXT", label="Reason")] = ""


@dataclass(frozen=True, slots=True)
class UnitGrade:
    """A battalion's new grade."""

    unit: str
    to: str


@dataclass(frozen=True, slots=True)
class GiveGrades:
    """The command that sets the grades of several battalions after a battle, in one step."""

    battle: Annotated[str, Ask("Grade the units that took part in this battle, in one step.", "N", option="--battle")]
    grades: tuple[UnitGrade, ...]
    why: Annotated[str, Ask("Reason, kept in the diary of each battalion.", "TEXT", label="Reason")] = ""
