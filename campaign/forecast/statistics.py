"""The statistics of a forecast: intervals, means, quantiles and histograms of counted runs. Pure.

    wilson(hits, runs) -> Interval            the chance behind a count
    student(z, degrees)                       standard errors that hold as many outcomes where few values are known
    mean_of(values) -> Mean                   a mean with its interval
    difference(first, second) -> Mean         of two means of different runs
    quantile(values, percent)                 an observed value
    histogram(values) -> tuple[Bin, ...]      bars of equal width, of whole numbers
    humps(bins) -> tuple[Bin, ...]            the bars at which a histogram has its tops

Sums are exact (``fsum``), so that the same runs give the same figures to the last digit.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from math import ceil, fsum, inf, pi, sqrt, tan
from statistics import NormalDist
from typing import Final

from campaign.values import dataclass

Z95: Final = 1.959963984540054
"""The number of standard errors either side that hold 95 of 100 outcomes."""
Z999: Final = 3.2905267314918945
"""The same for 999 of 1,000."""
MOST_BINS: Final = 12
VALLEY: Final = 0.5
"""Two tops are two humps if a bar between them is at most this part of the lower top."""
LEAST_HUMP: Final = 0.05
"""The least part of the runs in a bar that counts as a hump."""


@dataclass(frozen=True, slots=True)
class Interval:
    """A chance between 0 and 1 with its 95 % interval by Wilson."""

    share: float
    low: float
    high: float

    @property
    def half_width(self) -> float:
        return (self.high - self.low) / 2


@dataclass(frozen=True, slots=True)
class Mean:
    """A mean with its interval, which is not known (None) from a single value."""

    mean: float
    low: float | None
    high: float | None

    @property
    def leaves_out_zero(self) -> bool:
        """True if 0 is not within the interval."""
        return self.low is not None and self.high is not None and (self.low > 0 or self.high < 0)


@dataclass(frozen=True, slots=True)
class Bin:
    """A bar of a histogram: the whole numbers from ``low`` to ``high``, and the runs within."""

    low: int
    high: int
    count: int


def wilson(hits: int, runs: int, z: float = Z95) -> Interval:
    """Return the share of hits among runs with Wilson's interval; without a run anything is possible."""
    if runs == 0:
        return Interval(0.0, 0.0, 1.0)
    share, square = hits / runs, z * z
    middle = (share + square / (2 * runs)) / (1 + square / runs)
    half = z / (1 + square / runs) * sqrt(share * (1 - share) / runs + square / (4 * runs * runs))
    low = 0.0 if hits == 0 else middle - half
    return Interval(share, low, 1.0 if hits == runs else middle + half)


@cache
def student(z: float, degrees: float) -> float:
    """Return how many standard errors either side hold as many outcomes as z do of the normal distribution, where the
    variance comes from values with this many degrees of freedom (Student's t; from 3 on by Hill's series, which is 1
    part in 100 too small at most for 95 outcomes of 100, and for 999 of 1,000 from 5 on).
    """
    within = NormalDist().cdf(z) - 0.5
    if degrees < 2:
        return tan(pi * within)
    if degrees < 3:
        return 2 * within * sqrt(2 / (1 - 4 * within * within))
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return z + fsum(term / degrees**power for power, term in enumerate(terms, 1))


def _mean_and_variance(values: Sequence[float]) -> tuple[float, float]:
    """Return the mean of values, and the variance of that mean: infinite for a single value."""
    mean, count = fsum(values) / len(values), len(values)
    if count < 2:
        return mean, inf
    return mean, fsum((value - mean) ** 2 for value in values) / (count - 1) / count


def mean_of(values: Sequence[float], z: float = Z95) -> Mean:
    """Return the mean of values with the interval that z standard errors would give if the variance were known. For
    paired differences: the values are those.
    """
    mean, variance = _mean_and_variance(values)
    return _with_interval(mean, variance, z, len(values) - 1)


def difference(first: Sequence[float], second: Sequence[float], z: float = Z95) -> Mean:
    """Return how far the mean of the first values is above that of the second, which come from other runs (Welch's
    degrees of freedom).
    """
    (mean, variance), (other, other_variance) = _mean_and_variance(first), _mean_and_variance(second)
    both = variance + other_variance
    if both in (0, inf):
        return _with_interval(mean - other, both, z, 1)
    parts = variance**2 / (len(first) - 1) + other_variance**2 / (len(second) - 1)
    return _with_interval(mean - other, both, z, both**2 / parts)


def _with_interval(mean: float, variance: float, z: float, degrees: float) -> Mean:
    if variance == inf:
        return Mean(mean, None, None)
    half = student(z, degrees) * sqrt(variance)
    return Mean(mean, mean - half, mean + half)


def quantile(values: Iterable[int], percent: int) -> int:
    """Return the least observed value that is not exceeded in ``percent`` of 100 runs."""
    ordered = sorted(values)
    return ordered[max(ceil(percent * len(ordered) / 100), 1) - 1]


def histogram(values: Sequence[int], most: int = MOST_BINS) -> tuple[Bin, ...]:
    """Return at most ``most`` bars of equal width from the least to the greatest value, with empty bars between."""
    low, high = min(values), max(values)
    wide = ceil((high - low + 1) / most)
    counts = [0] * (ceil((high - low + 1) / wide))
    for value in values:
        counts[(value - low) // wide] += 1
    return tuple(Bin(low + n * wide, low + (n + 1) * wide - 1, count) for n, count in enumerate(counts))


def humps(bins: Sequence[Bin]) -> tuple[Bin, ...]:
    """Return the tops of a histogram that a clear valley parts, from left to right; a single one for one hump. A valley
    that chance alone may make, by the number of runs in its bars, parts nothing.
    """
    least = LEAST_HUMP * fsum(bar.count for bar in bins)
    tops: list[int] = []
    for place, bar in enumerate(bins):
        if bar.count < least or bar.count == 0:
            continue
        if not tops:
            tops.append(place)
            continue
        valley = min(bins[between].count for between in range(tops[-1], place + 1))
        lower = min(bins[tops[-1]].count, bar.count)
        if valley <= VALLEY * lower and lower - valley >= 2 * sqrt(lower + valley):
            tops.append(place)
        elif bar.count > bins[tops[-1]].count:
            tops[-1] = place
    return tuple(bins[top] for top in tops)
