"""Battalions as people say them, for odds asked without a campaign: ``2 infantry``, ``weak field guns``, ``105 mm
howitzers``.

A phrase is a number (1 if none), then what it is, with words for size and state before it and remarks after it, in
brackets or bare. Several phrases are joined with commas, plus signs or ``and``.

    2 infantry, engineers (at 3)                two battalions of infantry; engineers three inches away
    3 medium tanks (anti-tank medium, best heavy)
    infantry + medium-heavy anti-tank guns in support
    weak 105 mm howitzers                       a piece by calibre and type: its range is that of the printed tables
    german 120 mm mortars, 10.5 cm howitzers, pre-1914 155 mm guns, land mattress rocket launchers
    spent infantry, pinned infantry, company of heavy tanks, dug-in infantry (fired on only)

    battalions(text, book, distance_in=) -> tuple[Firing, ...]
    battalion(text, book) -> Stand              one, to be fired on
    works_said(text) -> Works                   what a target is said to stand in: ``dug-in infantry``, ``fortified
                                                guns``
    kind_of(firing) -> FireKind                 how they fire unless somebody says otherwise

The words for battalions are those of ``kinds``. Raises BadInput with the near words.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Final

from campaign.errors import BadInput
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.tabletop.brevity.fire import FireKind, Firing, Flank, Inches, Works
from campaign.rules.tabletop.brevity.kinds import FLIERS, KINDS, SYNONYMS, gun
from campaign.rules.tabletop.brevity.stands import Stand, aircraft
from campaign.terms.forces import AntiTank, Armour, Nationality, Piece
from campaign.terms.state import Posture
from campaign.terms.words import did_you_mean, listing, plain

MOST_BATTALIONS: Final = 60

_HALVES = {"normal": 2, "weak": 1, "company": 0, "companies": 0, "large": 4}
_STATES = {"spent", "pinned", "inexperienced", "green", "experienced", "regular"}
_OLD = r"(?:pre 1914|old|pre first world war)"
_NATIONS = {nation.value: nation for nation in Nationality} | {
    "american": Nationality.US,
    "russian": Nationality.SOVIET,
}
_PIECE = re.compile(
    rf"(?:(?P<nation>{'|'.join(_NATIONS)}) )?(?:(?P<older>{_OLD}) )?(?P<calibre>\d+)\s*mm(?P<old> {_OLD})? "
    r"(?P<piece>mortar|rocket launcher|infantry gun|gun howitzer|howitzer|gun)s?\b"
)
_MATTRESS = re.compile(r"(?:british )?land mattress(?: rocket launcher)?(?:es|s)?")
_MATTRESS_MM = 76
_LENGTHS = {"cm": 10.0, "in": 25.4}
_LENGTH = re.compile(
    r"(\d+(?:\.\d+)?)\s*(cm|in)(?:ch|ches)?\.?(?=\s+(?:[\w-]+\s+){0,3}(?:mortar|rocket|infantry gun|gun|howitzer))",
    re.IGNORECASE,
)
_WORKS = {"dug in": Works.DUG_IN, "entrenched": Works.DUG_IN, "fortified": Works.FORTIFIED}
_TRANSPORTS = frozenset({"transport aircraft", "transport plane", "transport planes"})


def _key(text: str) -> str:
    """A name without case, hyphens and the plural: ``Anti-tank gun`` is ``anti tank gun``."""
    return " ".join(word[:-1] if word.endswith("s") and len(word) > 3 else word for word in plain(text).split())


_BY_KEY = {_key(name): name for name in (*KINDS, *FLIERS)} | {_key(name): real for name, real in SYNONYMS.items()}


# Reading -------------------------------------------------------------------------------------------------------------
def battalions(text: str, book: Rulebook, *, distance_in: Inches = 4) -> tuple[Firing, ...]:
    """Everybody who fires, as said. Raises BadInput naming the phrase that cannot be read."""
    return _battalions(text, book, distance_in, fired_on=False)


def _battalions(text: str, book: Rulebook, distance_in: Inches, *, fired_on: bool) -> tuple[Firing, ...]:
    found: list[Firing] = []
    for phrase in _phrases(text):
        count, stand, words, remarks = _read(phrase, book)
        if words & set(_WORKS):
            _check_works(phrase, stand, fired_on=fired_on)
        one = Firing(stand, distance_in, pinned="pinned" in words, spent="spent" in words)
        for remark in remarks:
            one = _remarked(one, remark, phrase)
        copies = 2 if "large" in words else 1
        found.extend([one] * count * copies)
    if not found:
        raise BadInput(f"{text!r} names no battalion: write for example '2 infantry, weak field guns'")
    if len(found) > MOST_BATTALIONS:
        raise BadInput(f"{text!r} are {len(found)} battalions: at most {MOST_BATTALIONS} at one target")
    return tuple(found)


def kind_of(firing: Sequence[Firing]) -> FireKind:
    """How they fire unless somebody says otherwise: aircraft from the air, artillery by itself as artillery, a mixture
    directly."""
    if all(one.stand.is_aircraft for one in firing):
        return FireKind.AIR
    return FireKind.ARTILLERY if all(one.stand.is_artillery for one in firing) else FireKind.DIRECT


def _check_works(phrase: str, stand: Stand, *, fired_on: bool) -> None:
    """Works protect who is fired on, and never aircraft."""
    if stand.is_aircraft:
        raise BadInput(
            f"{phrase!r}: OB-T-12 has no cell for aircraft in a position and OB-T-10 no row for aircraft as a target; "
            "fire against them is in how many there are (OB-AIR-02)"
        )
    if not fired_on:
        raise BadInput(
            f"{phrase!r}: works protect who is fired on (OB-T-12) and mean nothing for who fires: leave it out, or say"
            " --dug-in or --fortified of defenders"
        )


def works_said(text: str) -> Works:
    """What a target is said to stand in, NONE if nothing is said."""
    words = plain(text)
    return next(
        (works for said, works in _WORKS.items() if words.startswith(said) or f" {said} " in words.partition("(")[0]),
        Works.NONE,
    )


def battalion(text: str, book: Rulebook) -> Stand:
    """One battalion, to be fired on. Raises BadInput."""
    found = _battalions(text, book, 4, fired_on=True)
    if len(found) != 1:
        raise BadInput(f"{text!r} are {len(found)} battalions: dice are rolled for one target at a time (OB-HIT-01)")
    return found[0].stand


def _phrases(text: str) -> Iterator[str]:
    """Split at commas, plus signs, semicolons and ``and`` outside brackets."""
    depth, start, at = 0, 0, 0
    for found in re.finditer(r"[()]|[,;+]|\band\b", text):
        at = found.start()
        if found[0] in "()":
            depth += 1 if found[0] == "(" else -1
        elif depth == 0:
            yield from filter(None, [text[start:at].strip()])
            start = found.end()
    if depth:
        raise BadInput(f"{text!r} has a bracket that is not closed or not opened")
    yield from filter(None, [text[start:].strip()])


def _read(phrase: str, book: Rulebook) -> tuple[int, Stand, set[str], list[str]]:
    head, _, tail = phrase.partition("(")
    remarks = [one for one in re.split(r"\s*[,;]\s*", tail.replace(")", ",").strip()) if one]
    if re.match(r"\s*[-\N{MINUS SIGN}]\s*\d", head):
        raise BadInput(f"{phrase!r}: a number of battalions is 1 to {MOST_BATTALIONS}")
    words = plain(_LENGTH.sub(_in_millimetres, head)).split()
    count = 1
    if words and words[0].isdigit() and not (len(words) > 1 and words[1] == "mm"):
        count = int(words.pop(0))
        if not 1 <= count <= MOST_BATTALIONS:
            raise BadInput(f"{phrase!r}: a number of battalions is 1 to {MOST_BATTALIONS}")
    before: set[str] = set()
    while words and (
        words[0] in _HALVES
        or words[0] in _STATES
        or words[0] in _WORKS
        or words[:2] == ["dug", "in"]
        or (before and words[0] == "of")
    ):
        if words[:2] == ["dug", "in"]:
            words = ["dug in", *words[2:]]
        before.add(words.pop(0))
    stand, rest = _named(words, phrase, book)
    for size in before & set(_HALVES):
        stand = replace(stand, halves=min(_HALVES[size], 2), company=size in ("company", "companies"))
    if before & {"inexperienced", "green"}:
        stand = replace(stand, inexperienced=True)
    return count, stand, before, ([" ".join(rest)] if rest else []) + remarks


def _in_millimetres(found: re.Match[str]) -> str:
    """``10.5 cm`` and ``4.5 in`` as the tables write calibres."""
    return f"{round(float(found[1]) * _LENGTHS[found[2].lower()])} mm"


def _named(words: list[str], phrase: str, book: Rulebook) -> tuple[Stand, list[str]]:
    """The stand that the longest run of words names, and the words that are left."""
    if " ".join(words[:2]) in _TRANSPORTS:
        raise BadInput(
            f"{phrase!r} carry and do not attack: OB-T-12 has no row for them; campaign odds brevity supply has their"
            " missions"
        )
    for length in range(len(words), 0, -1):
        said = " ".join(words[:length])
        if (piece := _PIECE.fullmatch(said)) is not None:
            return _piece(piece, phrase, book), words[length:]
        if _MATTRESS.fullmatch(said):
            return gun(Piece.ROCKET_LAUNCHER, _MATTRESS_MM, book, name="Land Mattress", said=phrase), words[length:]
        name = _BY_KEY.get(_key(said), "")
        if name in FLIERS:
            return aircraft(FLIERS[name], book, name=name), words[length:]
        if name in KINDS:
            return replace(KINDS[name], name=name), words[length:]
    said = " ".join(words)
    if (stray := re.match(r"(\d{1,6}) mm\b", said)) is not None:
        raise BadInput(
            f"{phrase!r}: a piece of {stray[1]} mm is one of {listing((one.value for one in Piece), 6)} (columns of"
            " OB-T-07)"
        )
    near = did_you_mean(said, (*KINDS, *FLIERS, *SYNONYMS)) or f": known are {listing((*KINDS, *FLIERS), 8)}"
    raise BadInput(f"{phrase!r} is no battalion known here{near}")


def _piece(found: re.Match[str], phrase: str, book: Rulebook) -> Stand:
    calibre, piece = int(found["calibre"]), Piece(found["piece"].replace("gun howitzer", "gun-howitzer"))
    nation = _NATIONS[found["nation"]] if found["nation"] else Nationality.BRITISH
    return gun(piece, calibre, book, nation=nation, pre_1914=bool(found["old"] or found["older"]), said=phrase)


# Remarks -------------------------------------------------------------------------------------------------------------
_POSTURE_WORDS = {
    "support": Posture.SUPPORT,
    "line": Posture.LINE,
    "march": Posture.MARCH,
    "marching": Posture.MARCH,
    "reserve": Posture.RESERVE,
}


def _remarked(one: Firing, remark: str, phrase: str) -> Firing:
    said = plain(remark)
    if re.search(r"(?:^|\s)[-\N{MINUS SIGN}]\s*\d", remark):
        raise BadInput(f"{remark!r} in {phrase!r}: a distance or range is 0 inches or more")
    words = said.removeprefix("in ").removeprefix("the ")
    if words in _POSTURE_WORDS:
        return replace(one, posture=_POSTURE_WORDS[words])
    if words in _PLAIN_REMARKS:
        return _PLAIN_REMARKS[words](one)
    for pattern, change in _MEASURED:
        if (found := pattern.fullmatch(said)) is not None:
            return change(one, found[1], phrase)
    near = did_you_mean(said, (*_POSTURE_WORDS, *_PLAIN_REMARKS)) or ": " + listing(
        (
            *_POSTURE_WORDS,
            *_PLAIN_REMARKS,
            "at 6",
            "reaches 4",
            "artillery reaches 60",
            "anti-tank CLASS",
            "best CLASS",
            "armour CLASS",
        ),
        20,
    )
    raise BadInput(f"{remark!r} in {phrase!r} is not understood{near}")


_PLAIN_REMARKS: dict[str, Callable[[Firing], Firing]] = {
    "pinned": lambda one: replace(one, pinned=True),
    "spent": lambda one: replace(one, spent=True),
    "resting": lambda one: replace(one, resting=True),
    "flanked": lambda one: replace(one, flank=Flank.BY_OTHERS),
    "flanked by it": lambda one: replace(one, flank=Flank.BY_MARK),
    "does not see it": lambda one: replace(one, locates=False),
    "facing away": lambda one: replace(one, faces=False),
    "flame throwers": lambda one: replace(one, stand=replace(one.stand, flame_throwers=True)),
    "inexperienced": lambda one: replace(one, stand=replace(one.stand, inexperienced=True)),
    "weak": lambda one: replace(one, stand=replace(one.stand, halves=1)),
    "company": lambda one: replace(one, stand=replace(one.stand, halves=0, company=True)),
}


def _grade(said: str, phrase: str) -> AntiTank:
    for grade in AntiTank:
        if plain(grade.value) == plain(said):
            return grade
    raise BadInput(
        f"{said!r} in {phrase!r} is no anti-tank class: OB-T-11 has {listing((one.value for one in AntiTank), 6)}"
    )


def _armour(one: Firing, said: str, phrase: str) -> Firing:
    if said not in set(Armour):
        raise BadInput(
            f"{said!r} in {phrase!r} is no class of armour: {listing((armour.value for armour in Armour), 4)}"
        )
    return replace(one, stand=replace(one.stand, armour=Armour(said)))


def _both(one: Firing, said: str, phrase: str) -> Firing:
    grade = _grade(said, phrase)
    return replace(one, stand=replace(one.stand, anti_tank_all=grade, anti_tank_best=grade))


def _best(one: Firing, said: str, phrase: str) -> Firing:
    return replace(one, stand=replace(one.stand, anti_tank_best=_grade(said, phrase)))


def _all(one: Firing, said: str, phrase: str) -> Firing:
    return replace(one, stand=replace(one.stand, anti_tank_all=_grade(said, phrase)))


_MEASURED: tuple[tuple[re.Pattern[str], Callable[[Firing, str, str], Firing]], ...] = (
    (re.compile(r"at (\d{1,6})(?: in(?:ches)?)?"), lambda one, said, _: replace(one, distance_in=int(said))),
    (
        re.compile(r"reaches (\d{1,6})(?: in(?:ches)?)?"),
        lambda one, said, _: replace(one, stand=replace(one.stand, direct_in=int(said))),
    ),
    (
        re.compile(r"artillery reaches (\d{1,6})(?: in(?:ches)?)?"),
        lambda one, said, _: replace(one, stand=replace(one.stand, artillery_in=Fraction(int(said)))),
    ),
    (re.compile(r"anti tank ([a-z ]+)"), _both),
    (re.compile(r"best ([a-z ]+)"), _best),
    (re.compile(r"all ([a-z ]+)"), _all),
    (re.compile(r"armou?r ([a-z]+)"), _armour),
)
