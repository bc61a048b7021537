"""Completion of a typed order of battle by facts that are commonly known.

    fill(force, year, draft) -> None     in place; everything is told in ``draft.guessed``

* ``Gren.Rgt. 980 (2 Btle)`` has two battalions.
* A division, brigade or regiment without details has those of its kind in that army and year.
* A battalion without words on its arm has that of its regiment or brigade.
"""

from __future__ import annotations

import re

from campaign.exchange.foreign.draft import Draft, Force, Unit
from campaign.exchange.foreign.fitting import library
from campaign.exchange.foreign.lines import battalions_in
from campaign.exchange.foreign.nations import SCHOOLS, nation_of, nation_signs, tongue_of
from campaign.exchange.foreign.vocabulary import arm_of, is_of_a_regiment, mark_of, size_of
from campaign.exchange.organisations import ROMANS, ordinal
from campaign.terms.forces import Arm, Level, SizeMark
from campaign.terms.words import counted, plain

_FILLED = {
    SizeMark.CORPS: Level.CORPS,
    SizeMark.DIVISION: Level.DIVISION,
    SizeMark.BRIGADE: Level.COMMAND,
    SizeMark.REGIMENT: Level.COMMAND,
}
_ONLY = re.compile(r"(1?[2-9]) (abt|bn|btl|battalion|bataillon|gruppo|groupe)")
"""Number of battalions: ``4 Abt.`` as the only line under a regiment means four."""
_US_REGIMENT = re.compile(r"\d+(st|nd|rd|th)? (infantry|inf|glider infantry|parachute infantry)")
"""Name of an American regiment: ``18th Infantry`` in an American division."""
_LARGE = frozenset({SizeMark.CORPS, SizeMark.DIVISION})
_ORDER = list(SizeMark)
_TELLS = frozenset({SizeMark.REGIMENT, SizeMark.BRIGADE})
"""Sizes of formations whose arm is that of their battalions."""
_MOUNTED = frozenset({Arm.LORRIED_INFANTRY, Arm.MOTOR_INFANTRY, Arm.ARMOURED_INFANTRY})
_TELL_NOTHING = frozenset({Arm.HEADQUARTERS, Arm.SUPPLY, Arm.MEDICAL, Arm.SIGNALS})


def fill(force: Force, year: int, draft: Draft) -> None:
    """Fill in the details that a typed side leaves out."""
    if force.is_typed:
        nation = (
            force.nation or nation_of(force.name) or nation_signs(f"{unit.name} {unit.words}" for unit in force.tree())
        )
        for unit in force.units:
            _fill(unit, nation, None, year, draft)
    for unit in force.units:
        _hand_down(unit)


def _size(unit: Unit) -> SizeMark | None:
    return unit.mark or size_of(unit.name) or (size_of(unit.words) if unit.words else None)


def _fill(unit: Unit, nation: str, above: SizeMark | None, year: int, draft: Draft) -> None:
    nation = unit.nation or nation_of(unit.name) or tongue_of(unit.name) or nation
    _battalion_of_a_regiment(unit, nation, above, draft)
    mark = _size(unit)
    if mark is None and nation == "us" and above is SizeMark.DIVISION and _US_REGIMENT.fullmatch(plain(unit.name)):
        mark = unit.mark = SizeMark.REGIMENT
    if not unit.under and not unit.is_whole and not unit.like and unit.level is None:
        if mark is not SizeMark.COMPANY and (number := battalions_in(unit.words)):
            _battalions(unit, number, nation, draft)
        elif mark in _FILLED and (unit.full is None or mark in _LARGE):
            _organise(unit, mark, nation, above, year, draft)
    if (
        mark is SizeMark.REGIMENT
        and len(unit.under) == 1
        and not unit.under[0].under
        and (only := _ONLY.fullmatch(plain(unit.under[0].name)))
    ):
        unit.under = []
        _battalions(unit, int(only[1]), nation, draft)
        return
    for below in unit.under:
        _fill(below, nation, mark, year, draft)


def _battalion_of_a_regiment(unit: Unit, nation: str, above: SizeMark | None, draft: Draft) -> None:
    """Mark ``2nd Rifle Brigade`` under a British brigade or division as a battalion of that regiment."""
    british = nation in ("", "british") or "british" in SCHOOLS.get(nation, ())
    if (
        british
        and above is not None
        and unit.mark is None
        and unit.level is None
        and not unit.under
        and is_of_a_regiment(unit.name)
    ):
        unit.mark = SizeMark.BATTALION
        draft.guess(unit, "a battalion", "it bears the name of a regiment", change="size brigade")


def _battalions(unit: Unit, number: int, nation: str, draft: Draft) -> None:
    """Add a number of battalions, named after their regiment."""
    named_mark = mark_of(unit.name)
    unit.mark = named_mark[0] if named_mark is not None and named_mark[0] in _FILLED else SizeMark.BRIGADE
    for n in range(1, number + 1):
        name = (
            f"{ROMANS[n]}./{unit.name}"
            if nation in ("german", "italian") and n < len(ROMANS)
            else f"{ordinal(n)} Bn, {unit.name}"
        )
        unit.under.append(Unit(name[:200], unit.where, mark=SizeMark.BATTALION))
    if unit.full is not None:
        draft.note(unit, f"{unit.full} cannot be divided among its battalions. Write a strength for each battalion")
        unit.full = unit.present = None
    draft.guess(unit, counted(number, "battalion"), "the line says so", change="size battalion")
    draft.count("battalions named after their regiments", number)


def _organise(unit: Unit, mark: SizeMark, nation: str, above: SizeMark | None, year: int, draft: Draft) -> None:
    if (mark is SizeMark.REGIMENT and above is SizeMark.BRIGADE) or (
        above is not None and _ORDER.index(mark) >= _ORDER.index(above)
    ):
        return
    level, text = _FILLED[mark], f"{unit.name} {unit.words}"
    for school in (nation, *SCHOOLS.get(nation, ())):
        name = library().organisation_of(school, level, year, text, is_regiment=mark is SizeMark.REGIMENT)
        if name:
            unit.like, unit.level, unit.mark = name, level, mark
            draft.guess(unit, f"organised like {name}", "its units are not given", change=f"like {name}")
            draft.decide("filled", unit)
            return


def _arm(unit: Unit) -> tuple[Arm, str] | None:
    """Return the arm in a formation's name or words; ``Infanterie-Regiment 76 (mot)`` is motorised."""
    named, said = arm_of(unit.name), arm_of(unit.words)
    return said if named is None or (named[0] is Arm.INFANTRY and said is not None and said[0] in _MOUNTED) else named


def _hand_down(top: Unit) -> None:
    open_: list[tuple[Unit, tuple[Arm, str] | None]] = [(top, None)]
    while open_:
        unit, arm_above = open_.pop()
        for below in unit.under:
            if below.under:
                arm = _arm(below)
                sure = arm is not None and arm[0] not in _TELL_NOTHING
                size = _size(below)
                stated_arm = (
                    (arm[0], below.name) if arm is not None and sure and (size in _TELLS or size is None) else None
                )
                open_.append((below, stated_arm or (arm_above if size in _TELLS or size is None else None)))
            else:
                below.by_superior = arm_above
        if unit is top and arm_above is None and unit.under and (_size(unit) in _TELLS or _size(unit) is None):
            arm = _arm(unit)
            if arm is not None and arm[0] not in _TELL_NOTHING:
                for below in unit.under:
                    if not below.under:
                        below.by_superior = (arm[0], unit.name)
