"""The odds of a round of fire of Brigadier General Commands as a person reads them; every chance an exact fraction."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from campaign.values import dataclass


@dataclass(frozen=True, slots=True)
class JointRow:
    """The kills, wounds and steps that one roll causes, and their chance."""

    kills: int
    wounds: int
    steps: int
    chance: Fraction


@dataclass(frozen=True, slots=True)
class VolleyTable:
    """One round of fire. ``results`` by kills and wounds (``2+1``), ``counts`` by the platoon's strength afterwards
    (``3/1``).

    ``steps`` and ``at_least`` are steps down, exactly and at least that number; None where the rules do not say, and
    ``not_covered`` why. ``orders`` None: the preview does not say where steps lead.
    """

    title: str
    dice: int
    fire: str
    cover: str
    target: str
    doubled: bool
    results: Mapping[str, Fraction]
    counts: Mapping[str, Fraction]
    removed: Fraction
    no_casualty: Fraction
    mean_kills: Fraction
    mean_wounds: Fraction
    steps: Mapping[int, Fraction] | None
    at_least: Mapping[int, Fraction] | None
    mean_steps: Fraction | None
    orders: Mapping[str, Fraction] | None
    joint: tuple[JointRow, ...]
    not_covered: tuple[str, ...] = ()
