"""Lines that list the units under the one they name: ``RE: 14 & 615 Fd Sqns, 148 Fd Pk Sqn``, ``29 Armd Bde (23 H, 3
RTR)``.

The items are units if each begins with a number or a capital letter, one with a number, and none counts men or
equipment; a regiment lists only its battalions (``I., II. Btl``), and a battalion nothing: the words after its name
describe it.
"""

from __future__ import annotations

import re

from campaign.exchange.foreign.lines import cut, is_a_count, kind_of_strength, leader, several, singular
from campaign.exchange.foreign.vocabulary import mark_of
from campaign.exchange.organisations import ROMANS
from campaign.terms.forces import SizeMark
from campaign.values import dataclass

_HEADED = re.compile(
    r"(?P<head>[^:()]*(?:\([^()]*\)[^:()]*)*?)(?::\s+|\s+[-–—]\s+|\s+(?:with|mit|con|avec)\s+(?=\d|[IVX]{1,4}\b)|\s*\((?=\d|[IVX]{1,4}(?:\.|,)))(?P<list>.+)"
)
_BARE = re.compile(r"\d{1,4}(?:/\d{1,3})?(?:st|nd|rd|th|d)?")
_BARE_FIRST = re.compile(r"\d{1,4}(?:/\d{1,3})?(?:st|nd|rd|th|d)?\s*(?:,|&|\+|\band\b)\s*\d")
_UNIT = re.compile(r"(?P<number>\d{1,4}(?:/\d{1,3})*(?:st|nd|rd|th|d|\.)?)\s*(?P<what>[A-ZÀ-Þ(].*)")
_OF_A_CORPS = re.compile(
    r"(?:(?:the )?Royal (?:\w+ ){0,2}\w+|R\.?A\.?|R\.?E\.?|R\.?A\.?C\.?|R\.?T\.?R\.?|R\.?A\.?A\.?|R\.?C\.?A\.?)"
)
"""Corps shared by all units of a list, not a unit itself: ``14th & 615th Fd Sqns, RE``."""
_NAMED = re.compile(r"[A-ZÀ-Þ][\w'’./-]*(?:\s.*)?")
_OF_A_REGIMENT = re.compile(
    r"(?:(?P<roman>[IVX]{1,4})\.?|(?P<nth>[1-9](?:st|nd|rd|th)))(?P<of>/\S.*)?(?:\s+(?:Btle?|Abt|Bns?|Battalions?|Bataillone?|Abteilung(?:en)?|Battaglion[ei]|Grupp[oi])\.?)?"
)
"""Battalions of a regiment: ``I.``, ``II./9``, ``III. Btl``, ``1st Bn``."""
_SPAN = re.compile(r"(?P<first>[IVX]{1,4})\.?\s*[-–]\s*(?P<last>[IVX]{1,4})\.?(?:\s+(?:Btle?|Abt)\.?)?")
_OVER = (SizeMark.BRIGADE, SizeMark.DIVISION, SizeMark.CORPS, SizeMark.ARMY, SizeMark.ARMY_GROUP)
"""Sizes whose line may list the units under it, if its name has a number. RE, Artillery and Divisional troops have no
number."""


@dataclass(frozen=True, slots=True)
class Listed:
    """A list: ``head``, the line of the unit above; ``below``, the lines of those under it."""

    head: str
    below: list[str]


def listed(text: str) -> Listed | None:
    """Return the unit and those under it in a line; None for a line without a list."""
    match = _HEADED.fullmatch(text)
    if match is None:
        return None
    head, rest = match["head"].strip(), match["list"].strip()
    if text[match.end("head") : match.start("list")].strip() == "(":
        if not rest.endswith(")"):
            return None
        rest = rest[:-1]
    mark = mark_of(head)
    if head and mark and mark[0] is SizeMark.REGIMENT:
        battalions = _battalions(head, rest)
        return Listed(head, battalions) if battalions else None
    if not head or (mark[0] not in _OVER if mark else re.search(r"\d", head)):
        return None
    below = _units(rest)
    if not below or (rest != match["list"].strip() and len(below) < 2):
        return None
    return Listed(head, below)


def side_by_side(text: str) -> list[str]:
    """Return the units of a line side by side: ``4 KSLI; 3 Mons; 1 Herefords`` and ``74, 90 & 124 Fd Regts`` are three;
    every other line is itself.
    """
    parts = cut(text, ";")
    if _BARE_FIRST.match(text) or _NUMBERS.fullmatch(text):
        return _units(text) or [text]
    if len(alike := [part.strip() for part in cut(text, ",")]) > 1 and _are_alike(alike):
        return _units(text) or [text]
    units = _units(text) if len(parts) > 1 and all(_UNIT.fullmatch(part.strip()) for part in parts) else []
    return units or [text]


def _are_alike(parts: list[str]) -> bool:
    """Return whether the parts are alike, ``21 Bn, 22 Bn``: a number and one size in each; a battalion and its regiment
    are not two units.
    """
    marks = [mark_of(part) for part in parts]
    sizes = {mark[0] for mark in marks if mark is not None}
    return (
        None not in marks
        and len(sizes) == 1
        and all(_UNIT.fullmatch(part) and not is_a_count(part) and not kind_of_strength(part) for part in parts)
    )


def may_be_units(text: str) -> list[str]:
    """Return words after a colon or comma that look like a unit with a number, though they count as a description of
    the one before it.
    """
    name, _, listed = text.partition(": ")
    parts = [part.strip() for part in (cut(listed, ",") if listed else cut(name, ",")[1:])]
    return [part for part in parts if _is_numbered(part) and _is_unit(part)]


def _battalions(regiment: str, text: str) -> list[str]:
    """Return a regiment's battalions: ``I., II., III. Btl``, ``I.-III.`` and ``1st Bn, 2nd Bn``; [] if anything else is
    listed.
    """
    span = _SPAN.fullmatch(text)
    if span is not None and span["first"] in ROMANS and span["last"] in ROMANS:
        return [
            f"{roman}./{regiment}" for roman in ROMANS[ROMANS.index(span["first"]) : ROMANS.index(span["last"]) + 1]
        ]
    name = re.sub(r"\s*\([^()]*\)\s*$", "", regiment)
    matches = [_OF_A_REGIMENT.fullmatch(part.strip()) for part in re.split(r",|;|&|\+|\band\b|\bund\b", text)]
    lines = []
    for match in matches:
        if match is None:
            return []
        if match["roman"]:
            lines.append(f"{match['roman']}.{match['of'] or f'/{name}'}")
        else:
            lines.append(f"{match['nth']} Bn | {name}")
    return lines


def _is_numbered(part: str) -> bool:
    """Return whether the part has a number: ``23 H``; ``SS-Pz.Aufkl.Abt. 10``."""
    return bool(_UNIT.fullmatch(part) or (re.search(r"\d", part) and mark_of(part)))


def _units(text: str) -> list[str]:
    """Return the lines of the units in a list; [] if it is not a list. A bare number takes its name from the next that
    has one.
    """
    if of_one_regiment := _of_one_regiment(text):
        return of_one_regiment
    parts = [part for piece in _with_regiments(cut(text, ",;")) for part in _joined(piece) if part]
    if len(parts) > 2 and _OF_A_CORPS.fullmatch(parts[-1]):
        return [f"{line}, {parts[-1]}" for line in _units(text[: text.rindex(parts[-1])].rstrip(" ,;"))]
    if not any(map(_is_numbered, parts)) or not all(_is_unit(part) for part in parts):
        return []
    lines: list[str] = []
    waiting: list[str] = []
    for part in parts:
        if _BARE.fullmatch(part):
            waiting.append(part)
            continue
        unit = _UNIT.fullmatch(part)
        if waiting and unit is None:
            return []
        if unit is not None and (waiting or not is_a_count(part)):
            kind = singular(unit["what"])
            lines += [f"{number} {kind}" for number in [*waiting, unit["number"]]]
        else:
            lines += several(part)
        waiting = []
    return [] if waiting else lines


_NUMBERS = re.compile(
    r"(?P<numbers>\d{1,4}(?:/\d{1,3})?(?:st|nd|rd|th)(?:\s*(?:,|&|and|,\s*and)\s*\d{1,4}(?:/\d{1,3})?(?:st|nd|rd|th))+)\s+"
    r"(?P<size>Battalion|Bn|Regiment|Regt)s?\b\.?(?P<rest>(?:,|\s+of|\s).*)?"
)
"""List of numbered units: ``1/5th, 1/6th and 1/7th Battalions, Queen's Royal Regiment``."""
_NUMBERED_BATTALION = re.compile(r"\s*\d{1,4}(?:/\d{1,3})?(?:st|nd|rd|th)?\s+(?:\([^()]*\)\s+)?(?:Battalion|Bn)\.?\s*")


def _of_one_regiment(text: str) -> list[str]:
    match = _NUMBERS.fullmatch(text)
    if match is None or re.search(r",\s*(?:and\s+)?\d", match["rest"] or ""):
        return []
    numbers = re.split(r"\s*(?:,\s*and\b|,|&|\band\b)\s*", match["numbers"])
    return [f"{number} {match['size']}{match['rest'] or ''}" for number in numbers]


def _with_regiments(parts: list[str]) -> list[str]:
    """Return the parts with ``8th Battalion`` and a following ``Rifle Brigade`` joined as one unit."""
    result: list[str] = []
    for part in parts:
        if result and _NUMBERED_BATTALION.fullmatch(result[-1]) and not re.match(r"\s*(?:and\s+)?\d", part):
            result[-1] = f"{result[-1].strip()}, {part.strip()}"
        else:
            result.append(part)
    return result


def _joined(text: str) -> list[str]:
    """Return the units joined by &: ``14 & 615 Fd Sqns`` are two; ``Argyll & Sutherland`` is one."""
    return [part.strip() for part in re.split(r"\s*(?:&|\+|\band\b)\s*(?=\d)", text)]


def _is_unit(part: str) -> bool:
    if _BARE.fullmatch(part):
        return True
    if not (_UNIT.fullmatch(part) or _NAMED.fullmatch(part)) or leader(part):
        return False
    return kind_of_strength(re.sub(r"\([^()]*\)", "", part)) is None or mark_of(part) is not None
