"""Possible meanings of a line of an order of battle, each with a penalty and its reasons.

    readings(text, under_unit=False) -> [Reading, ...]     most probable first

A penalty from 0 to 1 is the sum of named reasons. A line without a number, an arm and a size has 0.75 as a unit: it is
left out, unless its neighbours are units.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import StrEnum
from functools import lru_cache

from campaign.exchange.foreign.days import DAY, speaks_of_a_day
from campaign.exchange.foreign.lines import LEADERS, equipment_of, leader
from campaign.exchange.foreign.nations import SIDE_WORDS, nation_of
from campaign.exchange.foreign.vocabulary import arm_of, mark_of
from campaign.terms.words import plain
from campaign.values import dataclass

CLEAR, DOUBTFUL, OUT = 0.3, 0.45, 0.6
"""Penalties of a unit: at most CLEAR it is certain, above DOUBTFUL it is told, above OUT it is left out."""
# Our choice, as first tried on 56 lists; 0.6 is just below a line that has a nation alone (0.55) or nothing (0.75).
NOTHING_TELLS = 0.75
"""Penalty of a unit without any sign of one."""
_ROMAN = r"[IVXLD]{1,6}"
ORDINAL = r"\d{1,4}(?:st|nd|rd|th|d|e|er|re|ère|ème|°|º|ª|\.)?"
NUMBERED = re.compile(
    rf"(?:the\s+)?[\"“]?(?:{ORDINAL}(?![\w:])|{_ROMAN}(?:\b|/)|\d{{1,3}}/\d{{1,4}}(?:st|nd|rd|th)?\b)", re.IGNORECASE
)
"""Number before a unit's name: ``7.``, ``4th``, ``XIII``, ``1/5th``."""
_NUMBER_INSIDE = re.compile(rf"(?<![\w.])(?:\d{{1,4}}|{_ROMAN})(?![\w.])")
_SMALL = re.compile(
    r"\b(?:the|an?|to|of|at|on|in|was|were|are|had|has|have|been|be|by|before|after|from|would|will|this|that|these|there"
    r"|here|for|as|its?|he|they|we|you|i|but|when|who|which)\b"
)
"""Small words of a sentence."""
_ENDS_IN_A_DOT = re.compile(
    r"\b(?:Btl|Abt|Rgt|Regt|Bn|Kp|Div|Bde|I|II|III|IV|V|Co|Cos|mot|Coy|gep|Inf|Arty|Engr|Pi|Trps?|RR|R\.R|R\.A|R\.E)\.$"
)
_CITES = re.compile(
    r"copyright|©|\bisbn\b|https?://|www\.|\bpp?\.\s?\d|publisher|publishing|\bpress\b|\bverlag\b|hmso|\bvols?\."
    r"|\b[A-Z]\.\s?(?:[A-Z]\.\s?)*,|\(ed(?:s|itor)?\.?\)|university|retrieved|compiled|^sources?:|^notes?:|^source\b"
    r"|^(?:sources|references|bibliography|literatur|further reading):\s*\S",
    re.IGNORECASE,
)
_INITIALS = re.compile(r"(?:^|[,&]\s)[A-ZÀ-Þ][\w'-]+,\s(?:[A-Z]\.\s?)+|^[A-Z][\w-]+, [A-Z][a-z]+ [A-Z]\.,")
"""Author of a book: ``Bender, R. J.``."""
_AFTER_THE_WAR = re.compile(r"\b(19[5-9]\d|20\d\d)\b")
_PAGE = re.compile(
    r"[-–—\s]*(?:page\s+)?\d{1,3}(?:\s*of\s*\d{1,3})?[-–—\s]*|page\s+\d{1,3}\s*/\s*\d{1,3}", re.IGNORECASE
)
_ENDS = re.compile(
    r"(?:(?:notes and )?references?(?: and notes)?|sources?|notes?|bibliograph(?:y|ia|ie)|see also|external links"
    r"|aftermath|footnotes?|further reading|literature|background|citations?|weblinks|einzelnachweise|literatur"
    r"|bibliografia|voci correlate)\s*",
    re.IGNORECASE,
)
"""Headings over text that is not an order of battle."""
_FURNITURE = re.compile(
    r"from wikipedia|jump to\b|main articles?\b|see also\b|further information\b|contents$|contents hide|coordinates\b"
    r"|this article\b|part of a series|retrieved\b|categor(y|ies)\b|order of battle of\b.*\bwikipedia"
)
_PROSE = re.compile(
    r"\b(is|was|are|were|had|has|have|consisted|comprised|fought|took|shows?|lists?|includes?|included|commanded)\b"
)
_SHORTEST_SENTENCE, _LONG = 9, 14
"""Words of a sentence with a verb, and of a line that is probably one."""
KEY_LINE = re.compile(r"(?P<key>[A-Za-z][A-Za-z -]{0,20}?)\s*:\s*(?P<value>\S.*)")
_LED = re.compile(
    r"(?:led by|commanders?|commanded by|commanding officer|commanding general|goc|kommandeur|comandante)\b\s*:?"
    r"|(?:oc|co|cdr|cmdr)\s*:",
    re.IGNORECASE,
)
LABEL = re.compile(
    r"(?:artillery|infantry|armou?r|engineers|anti-tank|support|cavalry|tanks|reconnaissance|recce"
    r"|other units|units|attached|attachments|under command|in support)\s*:?",
    re.IGNORECASE,
)
"""Heading that only gathers units of an arm."""
TROOPS = re.compile(
    r"(?:(?:army|corps|divisional|division|brigade|div|support(?:ing)?|attached|other|under command|additional"
    r"|reserve)\s+)+"
    r"(?:troops|tps|trps|units|assets|arms|attachments)\.?|(?:korps|divisions|heeres|armee)truppen",
    re.IGNORECASE,
)
"""Troops of a formation that belong to none of its parts: ``Divisional troops``."""
HEADQUARTERS = re.compile(r"(?:h\.?q\.?|headquarters|stab)\b", re.IGNORECASE)
_TITLE = re.compile(r"\b(?:orders? of battle|orbat|oob|kriegsgliederung|ordre de bataille|schlachtordnung)\b")
_TOTAL = re.compile(r"(?:sum|totals?|gesamt|totale)\b")
SIDE = re.compile(SIDE_WORDS)
_MONTH_WORDS = re.compile(
    r"\b\d{1,2}(?:st|nd|rd|th)?\b|\b19\d\d\b|[A-Z][a-z]+ (?=\d)|\b(?:january|february|march|april|may|june|july|august"
    r"|september|october|november|december|dawn|from|to|on|day)\b|[\W_]",
    re.IGNORECASE,
)


class Kind(StrEnum):
    """Kinds of meanings of a line."""

    UNIT = "unit"
    LEADER = "leader"
    STRENGTH = "strength"
    ASIDE = "aside"
    END = "end"
    SIDE = "side"
    LABEL = "label"
    TROOPS = "troops"
    DAY = "day"
    TITLE = "title"
    TOTAL = "total"


@dataclass(frozen=True, slots=True)
class Reading:
    """A possible meaning. ``said``: the part of the line that counts, or the reason why it is left out."""

    kind: Kind
    penalty: float
    why: tuple[str, ...]
    said: str = ""


@lru_cache(maxsize=8192)
def readings(text: str, *, under_unit: bool = False) -> tuple[Reading, ...]:
    """Return the possible meanings of a line, the most probable first. ``under_unit``: a unit stands above it."""
    sentence = _sentence(text)
    found = [*_asides(text, sentence), *_about_units(text, under_unit), *_about_all(text), unit_reading(text, sentence)]
    return tuple(sorted(found, key=lambda reading: reading.penalty))


def as_unit(found: tuple[Reading, ...]) -> Reading:
    """Return the meaning as a unit, which every line has."""
    return next(reading for reading in found if reading.kind is Kind.UNIT)


def _sentence(text: str) -> float:
    """Return how far a line reads as a sentence."""
    words = text.split()
    small = len(_SMALL.findall(text))
    ends = text.rstrip(" )\"'").endswith((".", "!", "?", "…")) and not _ENDS_IN_A_DOT.search(text.rstrip(" )\"'"))
    lower = sum(bool(re.fullmatch(r"[a-zß-ÿ']{2,}", word)) for word in words)
    said = len(words) >= _SHORTEST_SENTENCE and ends and _PROSE.search(text) is not None
    return (
        0.15 * small + 0.35 * ends + 0.3 * (len(words) > _LONG) + 0.25 * (lower > max(3, len(words) * 0.6)) + 0.5 * said
    )


def _asides(text: str, sentence: float) -> Iterator[Reading]:
    """Yield the reasons for which a line may be left out."""
    if _PAGE.fullmatch(text):
        yield Reading(Kind.ASIDE, 0.1, ("only a number",), "a page number")
    if not any(map(str.isalnum, text)):
        yield Reading(Kind.ASIDE, 0.0, ("no words",), "no words")
    if _ENDS.fullmatch(text.strip("*: ")):
        yield Reading(Kind.END, 0.05, ("a heading over other text",), "a heading over other text")
    if _FURNITURE.match(plain(text)):
        yield Reading(Kind.ASIDE, 0.05, ("a link of the page",), "a link of the page")
    cites = bool(_CITES.search(text)) + bool(_INITIALS.search(text)) + bool(_AFTER_THE_WAR.search(text))
    if cites:
        yield Reading(Kind.ASIDE, max(0.0, 0.45 - 0.25 * cites), (f"{cites} signs of a source",), "a source")
    if sentence >= 0.3:
        yield Reading(Kind.ASIDE, max(0.0, 0.5 - sentence), ("reads as a sentence",), "a sentence")
    if (match := KEY_LINE.fullmatch(text)) and is_unknown_key(match["key"]):
        yield Reading(Kind.ASIDE, 0.3, ("a key that is not known",), "a key that is not known")
    if _TOTAL.match(plain(text)):
        yield Reading(Kind.TOTAL, 0.1, ("a total",), text)


def is_unknown_key(key: str) -> bool:
    """Return whether the word before a colon is not a unit and not a heading over units."""
    return not (mark_of(key) or arm_of(key) or nation_of(key) or NUMBERED.match(key) or TROOPS.fullmatch(key)) and (
        LABEL.fullmatch(key) is None
    )


def _about_units(text: str, under_unit: bool) -> Iterator[Reading]:
    """Yield the meanings that add a fact to a unit above, or gather those below."""
    if commander := leader(text.strip(" ()")):
        yield Reading(Kind.LEADER, 0.1, ("a rank and a name",), commander)
    elif (match := _LED.match(text)) and len(text) > match.end():
        yield Reading(Kind.LEADER, 0.05, ("names the leader",), text[match.end() :].strip())
    elif (match := KEY_LINE.fullmatch(text)) and plain(match["key"]) in LEADERS:
        yield Reading(Kind.LEADER, 0.05, ("names the leader",), match["value"].strip())
    if under_unit and equipment_of(text):
        yield Reading(Kind.STRENGTH, 0.1, ("counts men or equipment",), text)
    if TROOPS.fullmatch(text.strip(" :")):
        yield Reading(Kind.TROOPS, 0.0, ("troops of a formation",), text)
    if LABEL.fullmatch(text.strip()):
        yield Reading(Kind.LABEL, 0.15, ("only an arm",), text)


def _about_all(text: str) -> Iterator[Reading]:
    """Yield the meanings that concern a side or the whole."""
    name, *besides = re.split(r"\s[-–—]\s", re.sub(r"\(.*?\)", " ", text))
    if SIDE.fullmatch(plain(name)) and not any(mark_of(part) or arm_of(part) for part in besides):
        yield Reading(Kind.SIDE, 0.1, ("only names a side",), name.strip(" :"))
    if speaks_of_a_day(text):
        rest = _MONTH_WORDS.sub("", text).strip()
        alone = not rest or DAY.fullmatch(text.strip(" ().")) is not None
        names_a_unit = mark_of(text) or arm_of(text)
        penalty = 0.05 if alone else DOUBTFUL if names_a_unit else CLEAR
        yield Reading(Kind.DAY, penalty, ("a date" if alone else "contains a date",), text)
    if _TITLE.search(plain(text)):
        yield Reading(Kind.TITLE, 0.05, ("it is called an order of battle",), text)


def unit_reading(text: str, sentence: float = 0.0) -> Reading:
    """Return the meaning of a line as a unit."""
    body = text.strip('*"“ ')
    marks = r"\s[-–—|:]\s|:\s" if re.match(r"[\dIVX]+\S*\s*,", text) else r"\s[-–—|:]\s|:\s|,\s"
    head = re.split(marks, re.sub(r"\([^()]*\)", " ", text))[0]
    is_numbered = NUMBERED.match(body) is not None
    signs = (
        (0.35, "begins with a number", is_numbered),
        (0.15, "a number inside", not is_numbered and _NUMBER_INSIDE.search(head)),
        (0.35, "names a size", mark_of(head)),
        (0.10, "names a size after its name", not mark_of(head) and mark_of(text)),
        (0.30, "names an arm", arm_of(head)),
        (0.05, "names an arm after its name", not arm_of(head) and arm_of(text)),
        (0.20, "names a nation", nation_of(head)),
    )
    why = tuple(reason for _, reason, holds in signs if holds)
    penalty = NOTHING_TELLS - sum(points for points, _, holds in signs if holds) + min(0.9, sentence)
    return Reading(Kind.UNIT, min(1.0, max(0.0, penalty)), why or ("no number, no arm and no size",), text)
