"""Lines that name several units: side by side, numbers in a row, and the units of the one that they name.

    units_of(text) -> [Named, ...]      the units of a line, each as a line of its own, with those that it lists

``6th & 7th Green Howards`` and ``Ost-Btl 439, 441, 642`` are units side by side; ``GR 726 (I, II, III)`` and ``8th
Brigade: 4th Lancers, 24th Lancers`` list their own; ``1/,2/12th Regiment`` are two battalions, ``2nd & 4th Cos., 90th
Battalion`` two companies.
"""

from __future__ import annotations

import re

from campaign.exchange.foreign.days import speaks_of_a_day
from campaign.exchange.foreign.lines import MOST_UNITS, cut, is_a_count, kind_of_strength, leader, several, singular
from campaign.exchange.foreign.readings import LABEL, NUMBERED, ORDINAL
from campaign.exchange.foreign.vocabulary import FORMATION_MARKS, GUN_WORDS, MEN_WORDS, VEHICLE_WORDS, arm_of, mark_of
from campaign.exchange.organisations import ROMANS
from campaign.terms.forces import SizeMark
from campaign.terms.words import plain
from campaign.values import dataclass

_ROMAN = r"[IVXLD]{1,6}"
_BIT = rf"(?:{_ROMAN}\.?|\d{{1,2}}/\d{{1,3}}(?:st|nd|rd|th|d)?|{ORDINAL})"
"""Number of a unit in a row."""
_AND = r"\s*(?:,\s*and\b|,\s*und\b|,|;|&|\+|\band\b|\bund\b|\bet\b|\be\b|\bo\b)\s*"
_TO = r"\s?(?:[-–]|\bto\b|\bbis\b)\s?"
_BEFORE_NUMBER = r"^\s*and\s+|\s+(?:and|und|et|&|\+)\s+(?=\d|[IVX]+\b)"
_BITS = rf"(?P<bits>{_BIT}(?:{_AND}{_BIT})+|{_BIT}{_TO}{_BIT})"
_WORD = (
    r"(?P<word>battalions?|bns?|btls?|btle|bataillone?s?|bataillons?|battaglioni?|btgs?|abteilungen|abteilung|abt|groups?"
    r"|groupes?|gruppi|gruppo|regiments?|regts?|companies|company|cos?|coys?|kompanien?|squadrons?|sqns?|batteries"
    r"|battery)"
)
_COMPANY = r"(?P<word>cos?|coys?|companies|company|kp|kompanien?|squadrons?|sqns?|batter(?:y|ies)|btys?)"
_OF_A_COMPANY = re.compile(
    rf"(?P<bits>(?:{_BIT}|[A-Z])(?:{_AND}(?:{_BIT}|[A-Z]))*)\s*{_COMPANY}\b\.?\s*[,/]"
    r"\s*(?P<rest>\S.*)",
    re.IGNORECASE,
)
_COMPANY_FIRST = re.compile(
    rf"(?P<word>co|coy|company|battery|bty|kp|troop)s?\.?\s+(?P<bits>[A-Z](?:{_AND}[A-Z])*)\s*[,/]\s*(?P<rest>\S.*)",
    re.IGNORECASE,
)
_STROKES = re.compile(rf"(?P<bits>(?:{_BIT}/\s*,\s*)+{_BIT}/)\s*(?P<rest>\S.*)")
"""Battalions of one regiment in Nafziger's lists: ``1/,2/,3/12th Regiment``."""
_OF_REGIMENT = re.compile(rf"(?P<bits>{_BIT}(?:{_TO}{_BIT}|(?:{_AND}{_BIT})+))\s*/\s*(?P<rest>[A-Za-zÀ-ÿ\d].*)")
_FRONT = re.compile(rf"{_BITS}\s+(?P<rest>(?![x×]\s)[A-Za-zÀ-ÿ(].*)", re.IGNORECASE)
_BACK = re.compile(rf"(?P<rest>.*[A-Za-zÀ-ÿ.)]\s?)(?P<bits>\d{{1,4}}(?:{_AND}\d{{1,4}})+)\s*(?P<tail>\(.*\))?")
_MEMBERS = re.compile(rf"{_BITS}\s*\.?(?:/\s?\w+)?\s*(?:{_WORD}\b\.?)?\s*(?P<tail>\([^()]*\))?", re.IGNORECASE)
_PART = re.compile(rf"(?P<bit>[IVX]{{1,4}}\.?|[1-9](?:st|nd|rd|th))(?P<of>/\S.*)?(?:\s+{_WORD}\.?)?", re.IGNORECASE)
_COUNTED = re.compile(
    r"\(?(?:\d{1,2}|two|three|four|five|six)\s*(?:x\s*)?(?:battalions?|bns?|btle?|btls?|bataillone?|bataillons|battaglioni"
    r"|abteilungen|abt|groupes|gruppi)\b\.?\)?",
    re.IGNORECASE,
)
_HEADED = re.compile(r"(?P<head>[^:]{2,80}?)\s*:\s*(?P<rest>\S.*)")
_BRACKETED = re.compile(r"(?P<head>.{2,80}?)\s*\((?P<rest>[^()]*)\)\s*")
_DASH = re.compile(r"\s+[-–—]\s+|\s*\|\s*|\s+(?:with|mit|con|avec)\s+(?=\d|[IVX]{1,4}\b)")
_STRENGTH = re.compile(
    rf"(?<![\w./-])\d+(?:\s*(?:of|out of|von)?\s*\d+)?(?:\s*[x×]\s*|\s+)(?:[\w.-]+\s+)?"
    rf"(?:{VEHICLE_WORDS}|{GUN_WORDS}|{MEN_WORDS})\b"
)
_OVER_LISTS = frozenset(FORMATION_MARKS) - {SizeMark.REGIMENT}
_PARTS = frozenset({SizeMark.BATTALION, SizeMark.COMPANY})
_OF_A_CORPS = re.compile(
    r"(?:(?:the )?Royal (?:\w+ ){0,2}\w+|R\.?A\.?|R\.?E\.?|R\.?A\.?C\.?|R\.?T\.?R\.?|R\.?A\.?A\.?"
    r"|R\.?C\.?A\.?|N\.?Z\.?A\.?)"
)
"""Corps shared by all units of a list, not a unit itself: ``14th & 615th Fd Sqns, RE``."""
_NUMBERED_BATTALION = re.compile(r"\s*\d{1,4}(?:/\d{1,3})?(?:st|nd|rd|th)?\s+(?:\([^()]*\)\s+)?(?:Battalion|Bn)\.?\s*")
_BESIDE = re.compile(r"\d{1,3}(?:/\d{1,3})?(?:st|nd|rd|th|d)? [A-ZÀ-Þ][\w .'’&()-]{0,40}")
_SIZE_BEHIND = 12
"""Letters after a counted thing within which a size makes it a unit: ``219 Tank Bde``."""
_LONGEST_NAME = 60
_LEAST_PART = 0.6
"""Least part of the items of a list that must have a number, a size or an arm."""


@dataclass(frozen=True, slots=True)
class Named:
    """A unit that a line names. ``text``: its own line; ``mark``: its size, if the row gives it."""

    text: str
    mark: SizeMark | None = None
    members: tuple[Named, ...] = ()
    why: str = ""
    """Reason for which it is one of several; empty for a single unit."""


def units_of(text: str) -> list[Named]:
    """Return the units of a line with those that it lists under them."""
    text = text.strip(" ;,")
    if match := _OF_A_COMPANY.fullmatch(text) or _COMPANY_FIRST.fullmatch(text):
        word = singular(match["word"])
        return [
            Named(f"{bit} {word}, {match['rest']}", SizeMark.COMPANY, why=_in_a_row(match))
            for bit in bits_of(match["bits"])
        ]
    match = _STROKES.fullmatch(text) or _OF_REGIMENT.fullmatch(text)
    if match and "/" not in match["bits"].replace("/,", ",").rstrip("/"):
        rest = singular(match["rest"])
        mark = SizeMark.COMPANY if _is_of_companies(rest) else SizeMark.BATTALION
        return [Named(f"{bit}/{rest}", mark, why=_in_a_row(match)) for bit in bits_of(match["bits"])]
    if listed := _listed(text):
        return listed
    if len(counted := several(text)) > 1:
        return [Named(line, why="the line counts them") for line in counted]
    return _series(text) or _side_by_side(text) or [Named(text)]


def bits_of(text: str) -> list[str]:
    """Return the numbers of a row: ``I-III`` is I, II, III; ``1/,2/`` is 1, 2."""
    span = re.fullmatch(rf"\s*({_BIT}){_TO}({_BIT})\s*", text, re.IGNORECASE)
    if span:
        first, last = (bit.strip(". ") for bit in span.groups())
        if first.upper() in ROMANS and last.upper() in ROMANS:
            return [
                f"{roman}." if "." in text else roman
                for roman in ROMANS[ROMANS.index(first.upper()) : ROMANS.index(last.upper()) + 1]
            ]
        low, high = (re.match(r"\d+", bit) for bit in (first, last))
        if low and high and 0 < int(high[0]) - int(low[0]) < MOST_UNITS:
            return [f"{n}{last[high.end() :]}" for n in range(int(low[0]), int(high[0]) + 1)]
    return [bit.strip(" /") for bit in re.split(_AND, text.replace("/,", ",").strip("/ ")) if bit.strip(" /")]


def _in_a_row(match: re.Match[str]) -> str:
    return "numbers in a row before one name" if len(bits_of(match["bits"])) > 1 else ""


def _is_of_companies(rest: str) -> bool:
    mark = mark_of(rest)
    return mark is not None and mark[0] is SizeMark.COMPANY and kind_of_strength(rest.split("(")[0]) is None


def counts(text: str) -> bool:
    """Return whether a text counts men or equipment."""
    flat = plain(text)
    return any(mark_of(flat[match.start() : match.end() + _SIZE_BEHIND]) is None for match in _STRENGTH.finditer(flat))


def _listed(text: str) -> list[Named]:
    """Return the unit with those that its line lists; [] for any other line."""
    for head, rest, is_colon in _splits(text):
        members = _members(rest, head)
        if len(members) > 1 or (members and is_colon and mark_of(head) and not leader(rest)):
            if LABEL.fullmatch(head):
                return members
            return [Named(head, members=tuple(members))]
    return []


def _splits(text: str) -> list[tuple[str, str, bool]]:
    """Return the ways in which a line may be a unit and a list of others under it."""
    ways = []
    match = _HEADED.fullmatch(text)
    if match and match["head"].count("(") <= match["head"].count(")") and not counts(match["rest"]):
        head = match["head"]
        if mark_of(head) or LABEL.fullmatch(head) or arm_of(head) or _lists_units(match["rest"]):
            ways.append((head, match["rest"], True))
    match = _BRACKETED.fullmatch(text)
    if match and _may_list(match["head"], match["rest"]):
        ways.append((match["head"], match["rest"], False))
    for match in _DASH.finditer(text):
        head, rest = text[: match.start()], text[match.end() :]
        if head.count("(") == head.count(")") and mark_of(head) and _may_list(head, rest):
            ways.append((head, rest, False))
    return ways


def _may_list(head: str, rest: str) -> bool:
    """Return whether words after a unit's name may list its units: the units of a regiment are named after their
    place in it.
    """
    if _MEMBERS.fullmatch(rest.strip(" .;")) or _are_parts(rest):
        return True
    mark, inner = mark_of(head), mark_of(rest)
    if mark is not None and mark[0] not in _OVER_LISTS and (inner is None or inner[0] not in _PARTS):
        return False
    return _lists_units(rest)


def _are_parts(rest: str) -> bool:
    """Return whether all words are battalions by their place in a regiment: ``I./192 and II./192``."""
    pieces = [piece.strip() for piece in re.split(_AND, rest) if piece.strip()]
    return len(pieces) > 1 and all(map(_PART.fullmatch, pieces))


def _lists_units(rest: str) -> bool:
    if counts(rest) or leader(rest):
        return False
    parts = [part.strip() for part in re.split(r"[,;]\s*", rest) if part.strip()]
    if len(parts) > 1 and all(map(_is_a_name, parts)) and NUMBERED.match(parts[0]):
        return True
    if ";" in rest and all(NUMBERED.match(part.strip()) for part in rest.split(";")):
        return True
    match = _FRONT.fullmatch(rest) or _BACK.fullmatch(rest)
    return match is not None and mark_of(rest) is not None and len(bits_of(match["bits"])) > 1


def _is_a_name(part: str) -> bool:
    """Return whether an item of a list is a number with a name, or a title with a word for an arm."""
    if NUMBERED.match(part):
        return re.search(r"[A-Za-z]", re.sub(rf"^{_BIT}", "", part)) is not None
    return part[:1].isupper() and arm_of(part) is not None and kind_of_strength(part) is None


def _members(rest: str, head: str) -> list[Named]:
    """Return the units that a line lists under its own."""
    if _COUNTED.fullmatch(rest):
        return []  # a number without names is read from the words of the formation
    if _are_parts(rest):
        return [_part_of(piece.strip(), head) for piece in re.split(_AND, rest) if piece.strip()]
    match = _MEMBERS.fullmatch(rest.strip(" .;"))
    if match and (match["word"] or not re.fullmatch(r"\d{2,}", bits_of(match["bits"])[0])):
        return [_part(bit, singular(match["word"] or ""), head) for bit in bits_of(match["bits"])]
    if ";" in rest:
        return [
            unit for part in cut(rest, ";") if part.strip() for unit in _members(part.strip(), head) or units_of(part)
        ]
    if series := _series(rest):
        return series
    parts = [
        part.strip()
        for piece in _with_regiments(cut(rest, ","))
        for part in re.split(_BEFORE_NUMBER, piece)
        if part.strip()
    ]
    if len(parts) > 2 and _OF_A_CORPS.fullmatch(parts[-1]):
        return [
            Named(f"{unit.text}, {parts[-1]}", unit.mark, why=unit.why)
            for unit in _members(", ".join(parts[:-1]), head)
        ]
    good = sum(bool(NUMBERED.match(part) or mark_of(part) or arm_of(part)) for part in parts)
    if good < max(1, len(parts) * _LEAST_PART) or any(leader(part) for part in parts):
        return []
    return _named(parts)


def _named(parts: list[str]) -> list[Named]:
    """Return the units of parts; a bare number takes its name from the next that has one, else from the last."""
    result: list[Named] = []
    waiting: list[str] = []
    for part in parts:
        if re.fullmatch(_BIT, part):
            waiting.append(part)
            continue
        units = (
            [Named(singular(unit.text), unit.mark, unit.members, unit.why) for unit in units_of(part)]
            if waiting
            else units_of(part)
        )
        result += [_like(number, units[0]) for number in waiting] + units
        waiting = []
    return result + ([_like(number, result[-1]) for number in waiting] if result else [])


def _like(number: str, unit: Named) -> Named:
    """Return the unit of a bare number, named like another."""
    text = re.sub(rf"^{_BIT}", number, unit.text, count=1)
    return Named(
        singular(text if text != unit.text else re.sub(rf"{_BIT}$", number, unit.text, count=1)),
        unit.mark,
        why="numbers in a row",
    )


def _part_of(piece: str, head: str) -> Named:
    """Return a battalion with a word of its own: ``I./192``, ``1st Bn``."""
    match = _PART.fullmatch(piece)
    assert match is not None, piece
    return (
        Named(piece, SizeMark.BATTALION, why="the line lists it")
        if match["of"]
        else _part(match["bit"], match["word"] or "", head)
    )


def _part(bit: str, word: str, head: str) -> Named:
    """Return a battalion or company that is named after its regiment."""
    company = re.match(r"co|kp|komp|sq|batt?er|bty", word, re.IGNORECASE)
    name = re.sub(r"\s*\([^()]*\)\s*$", "", head)
    if company:
        return Named(f"{bit} {word}, {name}", SizeMark.COMPANY, why="the line lists it")
    if re.fullmatch(rf"{_ROMAN}\.?", bit):
        return Named(f"{bit.rstrip('.')}./{name}", SizeMark.BATTALION, why="the line lists it")
    if re.fullmatch(r"[1-9](?:st|nd|rd|th)?", bit) and not word.lower().startswith(("reg", "gr")):
        return Named(f"{bit} Bn, {name}", SizeMark.BATTALION, why="the line lists it")
    return Named(f"{bit} {word or name}".strip(), None if word else SizeMark.BATTALION, why="the line lists it")


def _series(text: str) -> list[Named]:
    """Return the units of ``6th & 7th Green Howards``, ``Ost-Btl 439, 441, 642``; [] for any other line."""
    if (match := _FRONT.fullmatch(text)) and not leader(match["rest"]) and _may_be_a_name(match["rest"]):
        bits, body = bits_of(match["bits"]), singular(match["rest"])
        if len(bits) > 1 and not re.search(rf"{_AND}\d[\w/]*\s+[A-Z]", body):
            return [Named(f"{bit} {body}", why="numbers in a row before one name") for bit in bits]
    match = _BACK.fullmatch(text)
    if match is None or counts(text) or speaks_of_a_day(text) or re.search(r"\d", match["rest"]):
        return []
    name, tail = singular(match["rest"].strip()), match["tail"] or ""
    if not re.search(r"[A-Za-zÀ-ÿ]{2}", name) or len(name) > _LONGEST_NAME:
        return []
    why = "numbers in a row after one name"
    return [Named(f"{name} {bit} {tail}".strip(), why=why) for bit in bits_of(match["bits"])]


def _may_be_a_name(rest: str) -> bool:
    """Return whether words after numbers name units and do not say what is counted."""
    first = re.split(r"[(,]", rest)[0]
    return kind_of_strength(first) is None or mark_of(rest) is not None


def _side_by_side(text: str) -> list[Named]:
    """Return the units of ``4 KSLI; 3 Mons; 1 Herefords`` and ``21 Bn, 22 Bn``; [] for any other line."""
    for mark in ";,":
        parts = [
            part.strip()
            for piece in cut(text, mark)
            for part in re.split(r"\s*(?:&|\+|\band\b)\s*(?=\d)", piece)
            if part.strip()
        ]
        if len(parts) > 1 and (_are_alike(parts) or _begin_alike(parts)):
            return [Named(unit.text, unit.mark, why="several units side by side") for unit in _named(parts)]
    return []


def _are_alike(parts: list[str]) -> bool:
    """Return whether the parts are alike, ``21 Bn, 22 Bn``: a number and one size in each; a battalion and its regiment
    are not two units.
    """
    sizes = {mark[0] if (mark := mark_of(part)) else None for part in parts}
    return (
        len(sizes) == 1
        and None not in sizes
        and all(NUMBERED.match(part) and not is_a_count(part) and not counts(part) for part in parts)
    )


def _begin_alike(parts: list[str]) -> bool:
    """Return whether each part is a number and a name: ``2 SG``, ``3 CG``; bare numbers may stand before a name."""
    named = [part for part in parts if not re.fullmatch(_BIT, part)]
    sized = [mark_of(part) is not None for part in named]
    return (
        bool(named)
        and named[-1] is parts[-1]
        and all(_BESIDE.fullmatch(part) and not counts(part) for part in named)
        and (all(sized) or not sized[0])
        and not _NUMBERED_BATTALION.fullmatch(parts[0])
    )


def _with_regiments(parts: list[str]) -> list[str]:
    """Return the parts with ``8th Battalion`` and a following ``Rifle Brigade`` joined as one unit."""
    result: list[str] = []
    for part in parts:
        if result and _NUMBERED_BATTALION.fullmatch(result[-1]) and not re.match(r"\s*(?:and\s+)?\d", part):
            result[-1] = f"{result[-1].strip()}, {part.strip()}"
        else:
            result.append(part)
    return result
