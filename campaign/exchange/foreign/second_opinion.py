"""A second opinion on the number of units of a line, by its numbers and plurals alone.

    units_in(text) -> (LEAST, MOST)      for a line with those that it lists
    seems_a_unit(text)                   whether two of number, size and arm are there

It uses none of the rules of `rows`: where the two differ there is a doubt.
"""

from __future__ import annotations

import re

from campaign.exchange.foreign.vocabulary import GUN_WORDS, MEN_WORDS, VEHICLE_WORDS, arm_of, mark_of
from campaign.terms.words import plain

ANY_NUMBER = 99
_PLURAL = re.compile(
    r"\b(?:battalions|bns|btle|btls|btg|bataillone|bataillons|battaglioni|abteilungen|regiments|regts|brigades|bdes|companies"
    r"|cos|coys|kompanien|squadrons|sqns|batteries|groups|groupes|gruppi|rgter)\b"
)
_COUNT = re.compile(
    r"\b(\d{1,2}|two|three|four|five|six)\s*(?:x\s*)?(?:battalions?|bns?|btle|btls?|bataillone|bataillons|battaglioni"
    r"|abteilungen|abt|groupes|btg|gruppi)\b",
    re.IGNORECASE,
)
_RANGE = re.compile(r"\b(I|\d{1,3})(?:st|nd|rd|th|\.)?\s?[-–]\s?(I{2,3}|IV|V|VI|\d{1,3})(?:st|nd|rd|th|\.)?\b")
_NUMBER = re.compile(
    r"(?<![\w.-])(?:\d{1,4}(?:st|nd|rd|th|e|er|°|º|ª|\.)?/)?(?:\d{1,4}(?:st|nd|rd|th|d|e|er|°|º|ª)?|[IVXL]{1,6})(?![\w-])"
)
_THING = re.compile(
    rf"\s*(?:x\s*|of\s+\d+\s*|/\s*\d+\s*)?(?:\w+\s+){{0,2}}(?:{VEHICLE_WORDS}|{GUN_WORDS}|{MEN_WORDS})\b"
)
_DATE = re.compile(
    r"\b19\d\d\b|\b\d{1,2} (?:January|February|March|April|May|June|July|August|September|October|November|December)\b"
)
_OF_A_MODEL = re.compile(r"\b(?:Pz|Mk|Mark|Panzer|M|T|Tiger|type)\s?$|\d/$")
_OF_A_CALIBRE = re.compile(r"\s?(?:mm|cm|pdr|in\b|inch|/\d\d\b|%)")
_IN_BRACKETS = re.compile(r"\b(?:I|\d{1,3}(?:st|nd|rd|th)|\d{2,3})\b.*(?:,|and|\+|und|-|–)")
_AND = re.compile(r",|;|&|\+|\band\b|\bund\b|\be\b|\bet\b|:")
_WORDS = {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6}
_ROMANS = {"I": 1, "II": 2, "III": 3, "IV": 4, "V": 5, "VI": 6}


def units_in(text: str) -> tuple[int, int]:
    """Return the least and the most units that a line seems to hold, its own and those under it."""
    text = re.sub(r"\([^()]*\)", _inside, _DATE.sub(" ", text))
    match = _COUNT.search(text, 1)  # ``18 Bn`` is a name
    if match and not re.search(r"(?:\d\w*|[IVX]+)\s*(?:,|&|and|und|e|et)\s*$", text[: match.start()]):
        number = _WORDS.get(match[1].lower()) or int(match[1])
        return number, number + 1
    if match := _RANGE.search(text):
        low, high = (_ROMANS.get(bit, int(bit) if bit.isdigit() else 0) for bit in match.groups())
        return max(1, high - low + 1), max(1, high - low + 2)
    numbers = sum(_is_of_a_unit(text, match) for match in _NUMBER.finditer(text))
    is_plural = _PLURAL.search(plain(text)) is not None
    listed = len(_AND.findall(text))
    if numbers <= 1:
        return (2, ANY_NUMBER) if is_plural else (1, 1 + listed)
    if not listed and not is_plural:
        return 1, 2 if "/" in text or re.search(r"[()|]", text) else 1
    return max(2 if is_plural else 1, numbers - 1), numbers + 1


def _inside(match: re.Match[str]) -> str:
    """Return the words of brackets that may list units, without the others."""
    return match[0] if _COUNT.search(match[0]) or _IN_BRACKETS.search(match[0]) else " "


def _is_of_a_unit(text: str, match: re.Match[str]) -> bool:
    before, after = text[: match.start()], text[match.end() :]
    counts = _THING.match(plain(after[:40])) is not None and not mark_of(after[:30])
    return not (counts or _OF_A_MODEL.search(before) or _OF_A_CALIBRE.match(after))


def seems_a_unit(text: str) -> bool:
    """Return whether a line has two of a number, a size and an arm, and few small words."""
    signs = bool(re.match(r"\W*(?:\d|[IVX]+\b)", text)) + bool(mark_of(text)) + bool(arm_of(text))
    small = sum(word in ("the", "was", "were", "by", "is", "at", "had", "on") for word in text.split())
    return signs >= 2 and small < 2 and len(text) < 120
