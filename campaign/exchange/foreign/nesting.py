"""Nesting of lists without indentation, as copied from pages and published lists: the words corps, division, brigade,
regiment tell which line stands under which.

    nest(force, draft) -> None      in place; every heading that was made so is in ``draft.guessed``

* Left edge: what is smaller than a corps or army follows it; divisions and brigades likewise where the list goes down
  to battalions. A formation with lines indented under it takes no more of them, but ``Divisional troops``; after
  its brigades those are the last of it.
* Everywhere: ``I. Abteilung`` and ``2nd Battalion`` after a regiment are its battalions.
"""

from __future__ import annotations

import re
from itertools import pairwise

from campaign.exchange.foreign.draft import Draft, Force, Unit
from campaign.exchange.foreign.vocabulary import arm_of, has, is_of_a_regiment, size_of
from campaign.terms.forces import SizeMark
from campaign.terms.words import plain

_FORMATIONS = (SizeMark.BRIGADE, SizeMark.DIVISION, SizeMark.CORPS, SizeMark.ARMY, SizeMark.ARMY_GROUP)
_BRIGADE, _DIVISION, _CORPS = 1, 2, 3
_TROOPS = re.compile(
    r"(?:(?:army|corps|divisional|division|brigade|support(?:ing)?|attached|other|additional|reserve) )*"
    r"(?:troops|tps|units|assets|arms|support|artillery|engineers|armou?r|reserve|attachments|attached|others?)"
    r"|(?:korps|divisions|heeres|armee)truppen"
)
_PART = re.compile(
    r"(?P<roman>[IVX]{1,4})(?P<dot>\.?)(?:/\S*)?(?: (?:Btl|Bataillon|Abteilung|Abt)\.?)?"
    r"|[IVXL]{1,6} (?:Battaglione|Btg|Gruppo)\b.*"
    r"|(?P<nth>[1-9](?:st|nd|rd|th)) (?:Battalion|Bn)\.?"
)
"""Battalion named after its place in the regiment above: ``I. Abteilung``, ``II``, ``2nd Battalion``."""
_OF_THE_CORPS = r"schwere|heavy|hvy|independent|heeres|tiger"
"""Words for a battalion outside divisions. After a division without details it is the division's neighbour, not part of
it."""


def nest(force: Force, draft: Draft) -> None:
    """Put the lines of a side under those that head them."""
    force.units = _stacked(force.units, draft)
    for unit in force.tree():
        unit.under = _with_parts(unit.under)


def height(unit: Unit) -> int:
    """Return a unit's height by its name: 0 for a battalion, 1 for a brigade and so on."""
    name = re.split(r",(?![^()]*\))", unit.name)[0]
    mark = size_of(name)
    if mark is None or mark not in _FORMATIONS or is_of_a_regiment(name) or _are_services(name):
        return 0
    return _FORMATIONS.index(mark) + 1


def _are_services(name: str) -> bool:
    """Return whether the name is a unit of a formation, not a formation: ``Divisional Signals``."""
    return has(plain(name), r"signals?|ambulance|workshops?|provost|field park|(division(al)?|corps) engineers") != ""


def _stacked(units: list[Unit], draft: Draft) -> list[Unit]:
    """Return the left-edge lines nested by their echelons."""
    goes_down = _goes_down(units)
    tops: list[Unit] = []
    open_: list[tuple[int, Unit, bool]] = []
    heads: dict[int, Unit] = {}
    closed: set[int] = set()
    for n, unit in enumerate(units):
        own_height = height(unit)
        is_troops = own_height == 0 and _heads_troops(unit, units[n + 1 :]) and goes_down
        if is_troops:
            level = _troops_level(unit, open_)
            while open_ and open_[-1][0] <= level:
                open_.pop()
            if open_ and any(map(height, open_[-1][1].under)) and "troops" in plain(unit.name).split():
                closed.add(id(open_[-1][1]))
        else:
            while open_ and (
                not _takes(open_[-1], unit, own_height, goes_down) or (own_height and id(open_[-1][1]) in closed)
            ):
                open_.pop()
        if open_:
            above = open_[-1][1]
            heads.setdefault(id(above), above)
            above.under.append(unit)
        else:
            tops.append(unit)
        if is_troops:
            open_.append((_troops_level(unit, open_), unit, False))
        elif own_height:
            open_.append((own_height, unit, bool(unit.under)))
    if heads:
        names = tuple(above.name for above in heads.values())
        draft.guess(
            next(iter(heads.values())).where,
            "these lines are headings for the lines after them",
            "the lines are not indented, but their words show it",
            names,
            change='"NAME" under "FORMATION"',
        )
    return tops


def _takes(above: tuple[int, Unit, bool], unit: Unit, own_height: int, goes_down: bool) -> bool:
    level, head, is_indented = above
    if own_height >= level or head.like:
        return False
    if is_indented or (level < _CORPS and not goes_down):
        return False
    return not (level == _DIVISION and own_height == 0 and not head.under and has(plain(unit.name), _OF_THE_CORPS))


def _goes_down(units: list[Unit]) -> bool:
    """Return whether battalions are listed at the left edge, each after its brigade or division."""
    follows = [height(below) for above, below in pairwise(units) if _is_bare(above)]
    lowest = min((height(unit) for unit in units if _is_bare(unit)), default=0)
    heads = [n for n, unit in enumerate(units[:-1]) if _is_bare(unit) and height(unit) == lowest]
    if not heads or lowest >= _CORPS or 0 not in follows:
        return False
    return 2 * sum(height(units[n + 1]) == 0 for n in heads) >= len(heads)


def _is_bare(unit: Unit) -> bool:
    return height(unit) > 0 and not unit.under


def _heads_troops(unit: Unit, after: list[Unit]) -> bool:
    """Return whether a unit is a heading like ``Divisional troops`` over smaller units."""
    name = plain(unit.name)
    if not _TROOPS.fullmatch(name) or unit.words or unit.full is not None:
        return False
    return bool(unit.under) or bool(after and height(after[0]) == 0)


def _troops_level(unit: Unit, open_: list[tuple[int, Unit, bool]]) -> int:
    """Return the level below the formation to which troops belong: the corps or army in their name, or else the current
    division.
    """
    name = plain(unit.name)
    if has(name, r"army|armeetruppen|heerestruppen"):
        return _CORPS
    if has(name, r"corps|korpstruppen"):
        return _DIVISION
    levels = [level for level, *_ in open_ if level > _BRIGADE]
    return min(levels, default=_DIVISION) - 1


def _with_parts(units: list[Unit]) -> list[Unit]:
    """Return the units with battalions after their regiment put under it and named after it."""
    kept: list[Unit] = []
    regiment: Unit | None = None
    for unit in units:
        part = _PART.fullmatch(unit.name)
        if part is not None and regiment is not None and not unit.under:
            _name_part(unit, part, regiment)
            regiment.under.append(unit)
            continue
        regiment = unit if size_of(unit.name) is SizeMark.REGIMENT and not part else None
        kept.append(unit)
    return kept


def _name_part(unit: Unit, part: re.Match[str], regiment: Unit) -> None:
    if "/" in unit.name:
        return
    name = f"{unit.name}, {regiment.name}"
    if part["roman"]:
        name = f"{part['roman']}./{regiment.name}"
    elif part["nth"]:
        name = f"{part['nth']} Bn, {regiment.name}"
    if arm_of(unit.words) is None and arm_of(regiment.name) is None and regiment.words:
        unit.words = f"{unit.words} {regiment.words}".strip()
    unit.name = name[:200]
    unit.mark = unit.mark or SizeMark.BATTALION
