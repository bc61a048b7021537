"""The intervals that are narrow enough for runs to end early. Pure.

are_narrow(courses) -> bool          of one course of events, or of several that are compared
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import sqrt
from statistics import pvariance
from typing import Final

from campaign.forecast.figures import Runs, leads
from campaign.forecast.statistics import mean_of, wilson

NARROW: Final = 0.03
"""The half width of a chance's interval that is narrow enough, and of a difference of chances: 3 points of 100."""
NARROW_LEAD: Final = 0.1
"""The same of a difference of mean leads, as a part of the standard deviation of the lead from run to run."""


def are_narrow(courses: Sequence[Runs]) -> bool:
    """Return whether enough is known of courses of events, the first of which the others are held against: the chance
    of every holder of every place on every evening, and of the others how far each chance and the mean lead is from
    that of the first.
    """
    first, *others = courses
    return all(map(_holders_are_narrow, courses)) and all(_is_apart_narrowly(first, other) for other in others)


def _holders_are_narrow(runs: Runs) -> bool:
    return all(
        wilson(hits, len(runs)).half_width <= NARROW
        for evening in range(len(runs[0].evenings))
        for place in range(len(runs[0].evenings[evening].owners))
        for hits in Counter(run.evenings[evening].owners[place] for run in runs).values()
    )


def _is_apart_narrowly(first: Runs, other: Runs) -> bool:
    """Return whether the difference of two courses is known, run by run under the same dice."""
    lead, other_lead = leads(first), leads(other)
    varies = sqrt((pvariance(lead) + pvariance(other_lead)) / 2)
    apart = [new - old for old, new in zip(lead, other_lead, strict=True)]
    return _half_width(apart) <= NARROW_LEAD * varies and _holders_are_apart_narrowly(first, other)


def _holders_are_apart_narrowly(first: Runs, other: Runs) -> bool:
    """Return whether the differences of chances are known, on the evenings that both courses play."""
    evenings = {evening.day: n for n, evening in enumerate(other[0].evenings)}
    return all(
        _half_width(
            [
                (theirs.evenings[evenings[evening.day]].owners[place] == owner)
                - (ours.evenings[number].owners[place] == owner)
                for ours, theirs in zip(first, other, strict=True)
            ]
        )
        <= NARROW
        for number, evening in enumerate(first[0].evenings)
        if evening.day in evenings
        for place in range(len(evening.owners))
        for owner in {run.evenings[number].owners[place] for run in first}
    )


def _half_width(apart: Sequence[int]) -> float:
    mean = mean_of(apart)
    return 0.0 if mean.low is None or mean.high is None else (mean.high - mean.low) / 2
