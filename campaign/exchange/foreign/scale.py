"""The scale of a map: the unit of its points, and the columns of lengths that agree with the drawing.

    scale_of(strokes, facts) -> (Scale, [Doubt])

For every unit of the points and of each column, stated and drawn lengths are compared. A road is at least as long as
its drawing and seldom half as long again, and the ratio is much the same for all roads of a map; so the ratio finds
both units together. Without lengths the width of the map and the format's standard decide. A choice between two scales
that are about as good is a guess, and nothing is written before the umpire decides it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from math import log
from typing import Any

import numpy as np

from campaign.exchange.foreign.charts import METRES_A_DEGREE
from campaign.exchange.foreign.doubts import Doubt, Stake, Sure
from campaign.exchange.foreign.positions import AXIS_M
from campaign.exchange.foreign.strokes import DEGREES, METRES, Stroke
from campaign.exchange.foreign.theatres import theatre_of
from campaign.terms.words import of_kind
from campaign.values import dataclass, field

MERCATOR = "Web Mercator"
DRAWN = "drawn"
"""Setting of ``set map length`` by which no column of lengths is used."""
Numbers = np.ndarray[Any, np.dtype[np.float64]]
_NAMES = {"m": "metres", "km": "kilometres", "ft": "feet", "mi": "miles", "yd": "yards"}
_OWN_UNIT = re.compile(r"[0-9]{1,6}(\.[0-9]{1,6})? m")
# Our choices: rounded figures and straight drawings go a little below 1.
LEAST, MOST, MOST_SPREAD = 0.9, 1.8, 0.35
"""Least and greatest middle of stated / drawn length, and greatest spread of it, of a unit that fits."""
# Our choices: with them ten of twelve published networks are right, and two are asked about.
MARGIN, MARGIN_SAME, MARGIN_WITHOUT = 0.3, 0.2, 0.15
"""Difference of penalties below which a second scale makes the first one a guess: with lengths, with lengths and the
same unit of the points, and without lengths.
"""
# Our choice.
DIFFERENT = 0.15
"""Difference of the logarithms of two total lengths from which the scales are different for a campaign."""
SHORT = 0.97
"""Ratio of stated to drawn length below which a road is shorter than its drawing."""
_FEW = 8
"""Least number of lines from which one exact factor is a fact about the map and not an accident."""


@dataclass(frozen=True, slots=True)
class Scale:
    """A reading of the numbers of a map."""

    unit: str
    """`DEGREES`, `MERCATOR`, a key of `METRES`, or a number of metres in words."""
    metres: float
    """Metres of one unit; 1 for degrees and `MERCATOR`."""
    km: float
    """Length of all lines."""
    penalty: float
    column: str = ""
    stated: str = ""
    """Unit of the column."""
    ratio: float = 1.0
    """Middle of stated / drawn length."""
    spread: float = 0.0
    columns: Mapping[str, float] = field(default_factory=dict)
    """Metres in the unit of each column that is used."""

    def __str__(self) -> str:
        unit = _NAMES.get(self.unit, f"units of {self.unit}" if self.unit[0].isdigit() else self.unit)
        if not self.column:
            return f"positions in {unit}"
        return f"positions in {unit} and {self.column!r} in {_NAMES.get(self.stated, self.stated)}"


@dataclass(slots=True)
class Facts:
    """Facts of the formats about the numbers. ``unit``: fixed by the format or the grid; ``usual``: by its standard;
    ``units``: stated units of the columns; ``as_set``: the umpire's settings, ``unit`` and ``length``.
    """

    unit: str = ""
    usual: str = ""
    units: dict[str, str] = field(default_factory=dict)
    is_net: bool = False
    as_set: dict[str, str] = field(default_factory=dict)


class Drawing:
    """The points of all lines in one array, by which lengths are measured at once."""

    def __init__(self, strokes: Sequence[Stroke]) -> None:
        counts = np.array([len(stroke.points) for stroke in strokes])
        self.xy: Numbers = np.array([point for stroke in strokes for point in stroke.points], dtype=float)
        self.first = np.concatenate(([0], np.cumsum(counts)[:-1]))
        self.steps: Numbers = np.diff(self.xy, axis=0, append=self.xy[-1:])
        self.steps[self.first[1:] - 1] = 0.0
        self.flat: Numbers = np.add.reduceat(np.hypot(self.steps[:, 0], self.steps[:, 1]), self.first)
        """Length of each line in the numbers of the file."""

    def metres(self, unit: str, metres: float = 1.0) -> Numbers:
        """Return the metres of each line, if the points are in that unit."""
        if unit == DEGREES:
            east = self.steps[:, 0] * np.cos(np.radians(self.xy[:, 1] + self.steps[:, 1] / 2))
            return np.asarray(METRES_A_DEGREE * np.add.reduceat(np.hypot(east, self.steps[:, 1]), self.first))
        if unit == MERCATOR:
            shrink = 1 / np.cosh(self.xy[:, 1] / AXIS_M)
            return np.asarray(np.add.reduceat(np.hypot(self.steps[:, 0], self.steps[:, 1]) * shrink, self.first))
        return self.flat * metres

    @property
    def fits_earth(self) -> bool:
        """Return whether the numbers may be longitude and latitude."""
        return bool(np.abs(self.xy[:, 0]).max() <= 180 and np.abs(self.xy[:, 1]).max() <= 90)

    @property
    def width(self) -> float:
        """Return the greater of width and height, in the numbers of the file."""
        return float((self.xy.max(axis=0) - self.xy.min(axis=0)).max())


def scale_of(strokes: Sequence[Stroke], facts: Facts) -> tuple[Scale, list[Doubt]]:
    """Return the most probable scale of the lines, with the doubts about it, and the lengths in use."""
    drawing = Drawing(strokes)
    columns = {} if facts.as_set.get("length") == DRAWN else _columns(strokes)
    idle = [(column, why) for column, values in columns.items() if (why := _idle(values, drawing, facts))]
    for column, _ in idle:
        del columns[column]
    choice = sorted(_scales(drawing, columns, facts, len(strokes)), key=lambda scale: scale.penalty)
    best = choice[0]
    doubts = [_doubt(best, choice, drawing, columns, facts)]
    used = _used(best, drawing, columns, facts)
    km = best.km
    for column, why in idle:
        doubts.append(
            Doubt("length", f"column {column!r}", f"it is not used: {why}", Sure.CERTAIN, 0, Stake.KILOMETRES)
        )
    for column in columns:
        if column not in used:
            lines = int(np.isfinite(columns[column]).sum())
            part = km * min(1.0, lines / len(strokes))
            made = "it is not used, as it fits no unit of length, and the roads are as long as they are drawn"
            remedy = "set map length km"
            doubts.append(
                Doubt("length", f"column {column!r}", made, Sure.LIKELY, part, Stake.KILOMETRES, remedy=remedy)
            )
    return (
        Scale(best.unit, best.metres, best.km, best.penalty, best.column, best.stated, best.ratio, best.spread, used),
        doubts,
    )


def _columns(strokes: Sequence[Stroke]) -> dict[str, Numbers]:
    """Return the stated lengths by column, not a number where a line has none or nought."""
    names = dict.fromkeys(key for stroke in strokes for key in stroke.stated)
    result = {}
    for name in names:
        values = np.array([stroke.stated.get(name) or np.nan for stroke in strokes], dtype=float)
        if np.isfinite(values).any():
            result[name] = values
    return result


def _ratios(values: Numbers, drawn: Numbers) -> Numbers:
    with np.errstate(divide="ignore", invalid="ignore"):
        ratios = values / drawn
    return np.asarray(ratios[np.isfinite(ratios) & (ratios > 0)])


def _fit(values: Numbers, drawn: Numbers) -> tuple[float, float]:
    """Return middle and spread of stated / drawn; (0, 0) if there is none."""
    ratios = _ratios(values, drawn)
    if not len(ratios):
        return 0.0, 0.0
    middle = float(np.median(ratios))
    return middle, float(np.median(np.abs(np.log(ratios / middle))))


def _idle(values: Numbers, drawing: Drawing, facts: Facts) -> str:
    """Return why a column says nothing about the ground: it repeats the drawing in degrees, or in Web Mercator."""
    if (facts.unit or facts.usual) != DEGREES and not drawing.fits_earth:
        return ""
    middle, spread = _fit(values, drawing.flat)
    if abs(middle - 1) < 0.01 and spread < 0.005 and facts.unit != "m":
        return "it repeats the drawing in degrees"
    shrink = np.cos(np.radians(drawing.xy[drawing.first, 1]))
    middle, spread = _fit(values * shrink, drawing.metres(DEGREES))
    plainly, _ = _fit(values, drawing.metres(DEGREES))
    if abs(middle - 1) < 0.02 and spread < 0.01 and plainly > 1.05:
        return "it repeats the drawing in the metres of Web Mercator, which are longer than metres of ground"
    return ""


def _units(drawing: Drawing, facts: Facts) -> list[str]:
    """Return the units that the points may have."""
    if fixed := facts.as_set.get("unit") or facts.unit:
        return [fixed]
    return [DEGREES] * drawing.fits_earth + ["m", "km", "ft", "mi"]


def _scales(drawing: Drawing, columns: Mapping[str, Numbers], facts: Facts, lines: int) -> Iterator[Scale]:
    """Yield every reading of the numbers that is possible."""
    found_column = False
    units = _units(drawing, facts)
    for unit in units:
        metres = metres_of(unit)
        drawn = drawing.metres(unit, metres)
        prior = 0.0 if len(units) == 1 else _prior(unit, drawing, drawn, facts)
        km = float(drawn.sum()) / 1000
        if unit == "m" and len(units) > 1 and _may_be_mercator(drawing, facts):
            shrunk = float(drawing.metres(MERCATOR).sum()) / 1000
            yield Scale(MERCATOR, 1.0, shrunk, prior + 0.1)
        yield Scale(unit, metres, km, prior + (0.3 if columns else 0.0))
        for column, values in columns.items():
            if np.isfinite(values).sum() < 0.25 * lines:
                continue
            for stated in _stated_units(column, facts):
                middle, spread = _fit(values * METRES[stated], drawn)
                if not (LEAST <= middle <= MOST and spread < MOST_SPREAD):
                    continue
                found_column = True
                given = np.isfinite(values)
                typical = float(np.median(values[given])) * METRES[stated]
                odd = 0.0 if 30 <= typical <= 60_000 else 0.25
                exact = 0.8 if abs(middle - 1) < 0.02 and spread < 0.02 else 0.5
                length = float((values[given] * METRES[stated]).sum() + drawn[~given].sum()) / 1000
                penalty = prior + abs(log(middle)) * 0.5 + spread + odd - exact
                yield Scale(unit, metres, length, penalty, column, stated, middle, spread)
    if columns and facts.is_net and not found_column and len(units) > 1:
        yield from _own_units(drawing, columns, facts)


def _prior(unit: str, drawing: Drawing, drawn: Numbers, facts: Facts) -> float:
    """Return the penalty of a unit of the points before any length is looked at."""
    wide = drawing.width
    penalty = {
        DEGREES: 0.0,
        "m": 0.1 if wide >= 1000 else 0.6,
        "km": 0.3 if wide < 2000 else 0.9,
        "ft": 0.35 if wide >= 1000 else 0.9,
        "mi": 0.5 if wide < 2000 else 0.9,
    }[unit]
    if unit == DEGREES and np.abs(drawing.xy).min(axis=0).max() < 0.5:
        penalty += 0.5  # no campaign was fought where the equator meets the meridian of Greenwich
    typical = float(np.median(drawn))
    if not 20 <= typical <= 120_000:
        penalty += 0.3
    if unit != DEGREES and facts.usual == DEGREES and drawing.fits_earth:
        penalty += 0.3
    wide_m = wide * (METRES_A_DEGREE if unit == DEGREES else METRES[unit])
    if not 1_000 <= wide_m <= 3_000_000:
        penalty += 0.6
    return penalty


def _may_be_mercator(drawing: Drawing, facts: Facts) -> bool:
    """Return whether plane numbers may be metres of Web Mercator, farther than 9 degrees from the equator."""
    y = np.abs(drawing.xy[:, 1])
    return not facts.is_net and bool(y.min() > 1_000_000 and np.abs(drawing.xy).max() < 20_100_000)


def _stated_units(column: str, facts: Facts) -> list[str]:
    as_set = facts.as_set.get("length", "")
    stated = as_set if as_set in METRES else facts.units.get(column, "")
    return [stated] if stated else [unit for unit in METRES if unit != "yd"]  # maps that mean yards say so


def _own_units(drawing: Drawing, columns: Mapping[str, Numbers], facts: Facts) -> Iterator[Scale]:
    """Yield scales of a network whose points have a unit of their own: hundredths of a mile, or pixels."""
    for column, values in columns.items():
        middle, spread = _fit(values, drawing.flat)
        if spread >= 0.15 or np.isfinite(values).sum() < _FEW:
            continue
        for stated in _stated_units(column, facts):
            metres = middle * METRES[stated]
            typical = float(np.nanmedian(values)) * METRES[stated]
            penalty = 0.2 + spread + (0.0 if 100 <= typical <= 10_000 else 0.3)
            km = float(np.nansum(values)) * METRES[stated] / 1000
            yield Scale(f"{metres:.4g} m", metres, km, penalty, column, stated, 1.0, spread)


def _used(best: Scale, drawing: Drawing, columns: Mapping[str, Numbers], facts: Facts) -> dict[str, float]:
    """Return the columns of lengths that are used, with the metres of their units.

    Beside the column that found the scale, these are columns whose unit the file states, and columns that fit the
    drawing: a map drawn by hand has ``km`` on some lines and ``length`` on others.
    """
    used = {best.column: METRES[best.stated]} if best.column else {}
    drawn = drawing.metres(best.unit, best.metres)
    for column, values in columns.items():
        if column in used:
            continue
        for stated in _stated_units(column, facts):
            ratios = _ratios(values * METRES[stated], drawn)
            is_told = len(_stated_units(column, facts)) == 1
            if len(ratios) and (
                (is_told and 0.5 <= float(np.median(ratios)) <= 3.0) or (ratios.min() >= LEAST and ratios.max() <= 2.5)
            ):
                used[column] = METRES[stated]
                break
    return used


def _doubt(
    best: Scale, choice: Sequence[Scale], drawing: Drawing, columns: Mapping[str, Numbers], facts: Facts
) -> Doubt:
    """Return the decision on the scale as a doubt."""
    margin = MARGIN if best.column or columns else MARGIN_WITHOUT
    same = {best.unit} if best.column else set()
    rivals = [
        scale
        for scale in choice[1:]
        if scale.penalty < best.penalty + (MARGIN_SAME if scale.unit in same else margin)
        and best.km > 0
        and scale.km > 0
        and abs(log(scale.km / best.km)) > DIFFERENT
    ]
    low, high = drawing.xy.min(axis=0), drawing.xy.max(axis=0)
    read = f"positions from {low[0]:.6g}, {low[1]:.6g} to {high[0]:.6g}, {high[1]:.6g}"
    if best.column:
        read += f", lengths in {best.column!r}"
    is_told = bool(facts.unit or facts.as_set.get("unit"))
    sure = Sure.CERTAIN if is_told or best.column or best.unit == DEGREES else Sure.LIKELY
    made = f"{best}: {best.km:,.1f} km of lines, {_width(best, drawing)}"
    if best.column:
        made += f" (stated / drawn {best.ratio:.2f})"
    lines = len(drawing.first)
    if (
        best.column
        and best.spread < 0.01
        and abs(best.ratio - 1) > 0.05
        and not facts.units.get(best.column)
        and "length" not in facts.as_set
        and lines >= _FEW
    ):
        sure = Sure.LIKELY
        made += f"; every length is {best.ratio:.2f} times the drawing, as a time at one speed would be"
    if rivals:
        sure = Sure.GUESS
    others = rivals or [
        scale for scale in choice[1:4] if best.km and abs(log(max(scale.km, 1e-9) / best.km)) > DIFFERENT
    ]
    instead = tuple(dict.fromkeys(f"{scale}: {scale.km:,.1f} km" for scale in others[:3]))
    other = next((scale for scale in others if scale.unit != best.unit), None)
    if other is not None or not best.column:
        remedy = f"set map unit {_setting(other.unit if other is not None else 'km')}"
        if rivals:
            remedy += f", or set map unit {_setting(best.unit)} to keep it"
    else:
        remedy = f"set map length {others[0].stated if others and others[0].stated else DRAWN}"
    return Doubt("scale", read, made, sure, best.km, Stake.KILOMETRES, (), instead, remedy, stops=sure is Sure.GUESS)


def _setting(unit: str) -> str:
    return _NAMES.get(unit, unit)


def _width(scale: Scale, drawing: Drawing) -> str:
    """Return the size of the map in kilometres, which an umpire knows: ``12 by 30 km``."""
    low, high = drawing.xy.min(axis=0), drawing.xy.max(axis=0)
    east, north = high - low
    if scale.unit == DEGREES:
        middle = float(np.cos(np.radians((low[1] + high[1]) / 2)))
        east, north = east * METRES_A_DEGREE * middle, north * METRES_A_DEGREE
    elif scale.unit == MERCATOR:
        shrink = 1 / np.cosh((low[1] + high[1]) / 2 / AXIS_M)
        east, north = east * shrink, north * shrink
    else:
        east, north = east * scale.metres, north * scale.metres
    place = f" around {(low[1] + high[1]) / 2:.4g}, {(low[0] + high[0]) / 2:.4g}" if scale.unit == DEGREES else ""
    return f"{east / 1000:,.1f} by {north / 1000:,.1f} km{place}"


def metres_of(unit: str) -> float:
    """Return the metres of a unit of the points: of `METRES`, or a number such as ``16.1 m``; 1 for degrees."""
    return float(unit.removesuffix(" m")) if _OWN_UNIT.fullmatch(unit) else METRES.get(unit, 1.0)


def axes_in_doubt(strokes: Sequence[Stroke]) -> Doubt | None:
    """Return the doubt of a map in degrees on which no campaign was fought, unless its axes are swapped."""
    drawing = Drawing(strokes)
    lon, lat = (float(value) for value in (drawing.xy.min(axis=0) + drawing.xy.max(axis=0)) / 2)
    if not drawing.fits_earth or theatre_of((lon, lat)) or abs(lon) > 90 or not (theatre := theatre_of((lat, lon))):
        return None
    km = float(drawing.metres(DEGREES).sum()) / 1000
    return Doubt(
        "axes",
        f"the map lies around latitude {lat:.4g}, longitude {lon:.4g}, where no campaign was fought",
        "longitude is first, as the standard asks for",
        Sure.GUESS,
        km,
        Stake.KILOMETRES,
        (),
        (f"latitude is first, and the map lies in {theatre}",),
        "set map axes latitude first, or set map axes longitude first to keep it",
        stops=True,
    )


def unit_as_set(value: str) -> str | None:
    """Return the unit that a setting names: ``km``, ``metres``, ``degrees``, ``16.1 m``; None for any other word."""
    word = value.strip().lower()
    if word in (DEGREES, DRAWN, MERCATOR.lower(), "mercator"):
        return MERCATOR if "mercator" in word else word
    return (
        word
        if word in METRES or _OWN_UNIT.fullmatch(word)
        else next((unit for unit, name in _NAMES.items() if name == word), None)
    )


def shorter(lines: int, first: str, km: float) -> Doubt:
    """Return the doubt of roads that are stated shorter than the straight line."""
    read = f"{of_kind(lines, 'lines')} stated shorter than drawn, the first {first}"
    return Doubt(
        "short",
        read,
        "the stated length is kept",
        Sure.LIKELY,
        km,
        Stake.KILOMETRES,
        (first,),
        ("the drawn length",),
        "set map length drawn",
    )
