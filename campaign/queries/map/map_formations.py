"""Signs for brigades and divisions on the page of the map that shows all of a large theatre.

A brigade stands where most of its battalions do, marked (-) while others of it are elsewhere; brigades of one division
that stand together, or one with the division's own troops, are shown as the division. A single unit keeps its own sign.
For enemies there is one sign a place, since their order of battle is unknown: the largest unit seen there, with how
many they are.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence

from campaign.model import Battalion, Formation
from campaign.queries.common.outlook import Outlook
from campaign.queries.common.symbols import formation_symbol
from campaign.terms.forces import Arm, Level, SizeMark
from campaign.values import replace
from campaign.views.map.map import MapUnit, Metres
from campaign.words.symbol import Complement

SIZES = tuple(SizeMark)


def formation_signs(outlook: Outlook, troops: Sequence[tuple[Battalion, MapUnit]]) -> Iterator[MapUnit]:
    """Yield a sign for each brigade, or for its division."""
    present: dict[int, int] = defaultdict(int)
    spread: dict[int, dict[Metres, list[tuple[Battalion, MapUnit]]]] = defaultdict(lambda: defaultdict(list))
    for battalion, unit in troops:
        spread[battalion.present_id][unit.at].append((battalion, unit))
        for formation in outlook.army.chain(battalion.present_id):
            present[formation.id] += 1
    together: dict[tuple[int, Metres], list[tuple[Battalion, MapUnit]]] = defaultdict(list)
    for ident, places in spread.items():
        at = _main_place(places, is_division=outlook.army.formations[ident].level is not Level.COMMAND)
        together[_division(outlook, ident), at] += places[at]
    for (division, _), group in together.items():
        commands = {battalion.present_id for battalion, _ in group}
        formation = outlook.army.formations[commands.pop() if len(commands) == 1 else division]
        is_alone = len(group) == 1 and (leads(group[0][0]) or present[formation.id] == 1)
        if is_alone or not outlook.knowledge.may_name(formation):
            yield from (unit for _, unit in group)
        else:
            yield _sign(outlook, formation, group, present[formation.id])


def _main_place(places: Mapping[Metres, Sequence[tuple[Battalion, MapUnit]]], *, is_division: bool) -> Metres:
    """Return where most of a formation's battalions are; for a division's own troops, where its headquarters is."""

    def claim(at: Metres) -> tuple[bool, int, bool]:
        has_staff = any(leads(battalion) for battalion, _ in places[at])
        return is_division and has_staff, len(places[at]), has_staff

    return max(places, key=claim)


def _sign(outlook: Outlook, formation: Formation, group: Sequence[tuple[Battalion, MapUnit]], present: int) -> MapUnit:
    """Return the sign of a formation; ``present``: how many of its battalions are on the map. It shows the supply note
    of most of its cut-off battalions.
    """
    notes = Counter(unit.note for _, unit in group if unit.note)
    note = notes.most_common(1)[0][0] if notes else 0
    first = group[0][1]
    symbol = replace(
        formation_symbol(outlook, formation), headquarters=all(leads(b) for b, _ in group), frame=first.symbol.frame
    )
    if len(group) < present:
        symbol = replace(symbol, complement=Complement.REDUCED)
    return MapUnit(symbol, first.at, first.side, formation.short or formation.name, note=note)


def leads(battalion: Battalion) -> bool:
    """Return whether a battalion is a headquarters."""
    return battalion.headquarters_of_id is not None


def _division(outlook: Outlook, ident: int) -> int:
    """Return a formation's division, or the formation itself if it is under none."""
    division = outlook.army.at_level(ident, Level.DIVISION)
    return ident if division is None else division.id


def note_of(outlook: Outlook, formation: Formation, notes: Mapping[int, int]) -> int:
    """Return the number of the supply note that applies to a formation: that of the lowest formation at or above it
    whose supply is traced; 0 if that is in supply.
    """
    return outlook.army.nearest(notes, formation.id) or 0


def enemy_signs(enemies: Sequence[tuple[MapUnit, int]]) -> Iterator[MapUnit]:
    """Yield a sign for all enemies seen at one place, with the age of each sighting in hours."""
    together: dict[tuple[int, Metres], list[tuple[MapUnit, int]]] = defaultdict(list)
    for unit, hours in enemies:
        together[unit.side, unit.at].append((unit, hours))
    for group in together.values():
        newest = min(group, key=lambda pair: pair[1])[0]
        if len(group) == 1:
            yield newest
            continue
        arms = {unit.symbol.arm for unit, _ in group}
        largest = max((unit.symbol.mark for unit, _ in group if unit.symbol.mark), key=SIZES.index, default=None)
        symbol = replace(
            newest.symbol,
            arm=arms.pop() if len(arms) == 1 else Arm.MIXED,
            mark=largest,
            number="",
            complement=Complement.REINFORCED,
        )
        yield replace(newest, symbol=symbol, label=f"{len(group)} units")
