"""Signs with a count, for a piece of the map with more units than it has room for.

Neighbours of one formation become one sign, ``7 Armd ×4``, before anything is placed: first those that stand together,
then those that are close together on this piece; at last all units of one side there, whatever their formation.

    Counted        a sign and the units that it stands for
    counted        the signs of some units, joined so far
    LEVELS         how far they can be joined
    room_for       how many signs a piece has room for
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Sequence
from typing import Final, TypeVar

from campaign.terms.forces import Arm
from campaign.terms.state import State
from campaign.values import dataclass, replace
from campaign.views.map.map import MapUnit
from campaign.words.symbol import Complement
from campaign_reports.map_chart import Chart

MOST_SIGNS: Final = 120
"""Most signs on one piece, however large it is."""
ROOM: Final = 750.0
"""Square points that a sign, its name and its leader need at least."""
CLOSE: Final = 45.0
"""Side in points of the squares in which units are neighbours; from the fourth level on 1.4 times that of the last."""
LEVELS: Final = 12
"""Number of levels: 0 joins nothing, 1 those at one point, 2 those of one formation nearby, the others all nearby."""

_Value = TypeVar("_Value")


@dataclass(frozen=True, slots=True)
class Counted:
    """A sign on the map and the units that it stands for: itself alone, unless it has a count."""

    sign: MapUnit
    units: tuple[MapUnit, ...]


def room_for(chart: Chart) -> int:
    """Return how many signs the piece has room for."""
    return max(4, min(MOST_SIGNS, int(chart.frame.wide * chart.frame.high / ROOM)))


def counted(units: Sequence[MapUnit], chart: Chart, level: int) -> list[Counted]:
    """Return the signs in the order of the units, joined as far as the level says."""
    groups: dict[Hashable, list[MapUnit]] = defaultdict(list)
    for number, unit in enumerate(units):
        groups[_group(unit, chart, level, number)].append(unit)
    return [Counted(_sign(group), tuple(group)) for group in groups.values()]


def _group(unit: MapUnit, chart: Chart, level: int, number: int) -> Hashable:
    """Return what the units of one sign have in common."""
    if level == 0:
        return number
    if level == 1:
        return unit.side, unit.formation, bool(unit.age), unit.at
    cell = CLOSE * 2 ** (max(0, level - 3) / 2) / chart.scale
    square = int(unit.at[0] // cell), int(unit.at[1] // cell)
    return unit.side, unit.formation if level == 2 else "", bool(unit.age), square


def _sign(units: Sequence[MapUnit]) -> MapUnit:
    """Return the sign of some units of one side: what they have in common, where most of them are."""
    first = units[0]
    if len(units) == 1:
        return first
    symbols = [unit.symbol for unit in units]
    arm = _most([symbol.arm for symbol in symbols])
    is_most = 2 * sum(symbol.arm is arm for symbol in symbols) > len(symbols)
    symbol = replace(
        first.symbol,
        arm=arm if is_most else Arm.MIXED,
        mark=_most([symbol.mark for symbol in symbols]),
        number="",
        superior="",
        complement=Complement.WHOLE,
        headquarters=all(symbol.headquarters for symbol in symbols),
        ad_hoc=False,
        state=first.symbol.state if len({symbol.state for symbol in symbols}) == 1 else State.FRESH,
        resting=all(symbol.resting for symbol in symbols),
        dug_in=all(symbol.dug_in for symbol in symbols),
        reconnaissance=all(symbol.reconnaissance for symbol in symbols),
    )
    formations = {unit.formation for unit in units}
    name = first.formation if len(formations) == 1 else ""
    notes = [unit.note for unit in units if unit.note]
    at = _most([unit.at for unit in units])
    return MapUnit(
        symbol,
        at,
        first.side,
        f"{name} ×{len(units)}" if name else f"{len(units)} units",
        first.age,
        _most(notes) if notes else 0,
        formation=name,
        where=next(unit.where for unit in units if unit.at == at),
    )


def _most(values: Sequence[_Value]) -> _Value:
    """Return what occurs most often; of equals the first."""
    return Counter(values).most_common(1)[0][0]
