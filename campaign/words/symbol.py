"""A unit symbol in the wartime manner: branch in the frame, size above it, own number left, superior right, state drawn
on it.
"""

from __future__ import annotations

from enum import StrEnum

from campaign.terms.forces import Arm, SizeMark
from campaign.terms.state import State
from campaign.values import dataclass


class Frame(StrEnum):
    """The frame of a symbol by the reader of the paper: single for the own side, double for the enemy."""

    OWN = "own"
    ENEMY = "enemy"


class Complement(StrEnum):
    """The sign right of the size mark: nothing, (–) weak or in part only, (+) reinforced."""

    WHOLE = "whole"
    REDUCED = "reduced"
    REINFORCED = "reinforced"


@dataclass(frozen=True, slots=True)
class UnitSymbol:
    """The drawn parts of a unit's symbol. ``arm`` None is an unknown arm (a question mark), ``mark`` None an unknown
    size.
    """

    arm: Arm | None
    mark: SizeMark | None
    number: str = ""
    """Own designation, left of the frame: ``2``, ``4/7``, ``II/5``."""
    superior: str = ""
    """Designation of its superior, right of the frame: ``22 Gds``."""
    complement: Complement = Complement.WHOLE
    frame: Frame = Frame.OWN
    headquarters: bool = False
    """True for a headquarters (of the branch in the frame), drawn with a staff below the left corner."""
    ad_hoc: bool = False
    """True for a group made up for the operation, drawn with a bracket round the size mark."""
    state: State = State.FRESH
    resting: bool = False
    dug_in: bool = False
    """True for a unit in prepared positions."""
    reconnaissance: bool = False
    """True for reconnaissance tanks, drawn with the rising diagonal through the oval."""


def symbol_words(symbol: UnitSymbol) -> str:
    """Return a symbol in words, for a reader who hears it: ``lorried infantry battalion, fresh``,
    ``armour brigade headquarters, weak, spent, dug in``. That an enemy is fresh is not said, for his state may be
    unknown.
    """
    words = [_what(symbol)]
    if symbol.complement is not Complement.WHOLE:
        words.append("weak" if symbol.complement is Complement.REDUCED else "reinforced")
    if symbol.frame is Frame.OWN or symbol.state is not State.FRESH:
        words.append(symbol.state.value)
    if symbol.resting:
        words.append("resting")
    if symbol.dug_in:
        words.append("dug in")
    return ", ".join(words)


def _what(symbol: UnitSymbol) -> str:
    """Return branch and size: ``motor infantry company``, ``unit of unknown branch``."""
    size = "unit" if symbol.mark is None else symbol.mark.value
    if symbol.arm is None:
        return f"{size} of unknown branch"
    if symbol.arm is Arm.HEADQUARTERS:
        return f"{size} headquarters"
    branch = f"reconnaissance {symbol.arm.value}" if symbol.reconnaissance else symbol.arm.value
    group = " group" if symbol.ad_hoc else ""
    return f"{branch} {size}{group}{' headquarters' if symbol.headquarters else ''}"
