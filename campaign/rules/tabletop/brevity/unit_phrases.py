"""Battalions in everyday words, for odds asked without a campaign: ``2 infantry``, ``weak field guns``, ``105 mm
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
    works_said(text) -> Works                   the works of a target: ``dug-in infantry``, ``fortified
                                                guns``
    kind_of(firing) -> FireKind                 their usual kind of fire

The words for battalions are those of ``kinds``. Raises BadInput with the near words.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
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
from campaign.values import replace

MOST_BATTALIONS: Final = 60  # From six battalions on the dice stay six (OB-T-09).

_HALVES = {"normal": 2, "weak": 1, "company": 0, "companies": 0, "large": 4}  # OB-AMB-061, OB-SIZE-06.
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
_MATTRESS_MM = 76  # Three inches (OB-T-08).
_LENGTHS = {"mm": 1.0, "cm": 10.0, "in": 25.4}  # Millimetres of each.
_POUNDER = re.compile(
    r"\b(\d+)[\s-]*(?:pdr|pounder)s?\b\.?(?: (?:field |anti[- ]tank )?gun(?:[ -]howitzer)?s?\b)?", re.IGNORECASE
)
# Classes and calibres are those of the shipped equipment lists; 18-pdr and 25-pdr are in one row of OB-T-07.
_POUNDERS = {
    2: "light anti-tank guns",
    6: "medium anti-tank guns",
    17: "medium-heavy anti-tank guns",
    18: "84 mm guns",
    25: "88 mm gun-howitzers",
    60: "127 mm guns",
}
"""The British pieces by the weight of their shell, as the battalions of the British lists have them."""
_LENGTH = re.compile(
    r"(\d+(?:\.\d+)?)\s*(mm|cm|in)(?:ch|ches)?\.?(?=\s+(?:[\w-]+\s+){0,3}(?:mortar|rocket|infantry gun|gun|howitzer))",
    re.IGNORECASE,
)
_BARE = re.compile(r"\s*(?:\d+\s+)?(\d+(?:\.\d+)?\s*(?:mm|cm|in|inch))\.?\s*", re.IGNORECASE)
"""A calibre without its kind of piece."""
_WORKS = {"dug in": Works.DUG_IN, "entrenched": Works.DUG_IN, "fortified": Works.FORTIFIED}
_TRANSPORTS = frozenset({"transport aircraft", "transport plane", "transport planes"})


def _key(text: str) -> str:
    """Return a name without case, hyphens and the plural: ``Anti-tank gun`` is ``anti tank gun``."""
    # No word of a kind is a plural of three letters.
    return " ".join(word[:-1] if word.endswith("s") and len(word) > 3 else word for word in plain(text).split())


_BY_KEY = {_key(name): name for name in (*KINDS, *FLIERS)} | {_key(name): real for name, real in SYNONYMS.items()}


# Reading -------------------------------------------------------------------------------------------------------------
# Infantry has its best score within 4 inches (OB-T-12).
def battalions(text: str, book: Rulebook, *, distance_in: Inches = 4) -> tuple[Firing, ...]:
    """Return all firers that the text names. Raises BadInput naming the phrase that cannot be read."""
    return _battalions(text, book, distance_in, fired_on=False)


def _battalions(text: str, book: Rulebook, distance_in: Inches, *, fired_on: bool) -> tuple[Firing, ...]:
    return tuple(firer for firer, _ in battalions_in_works(text, book, distance_in=distance_in, fired_on=fired_on))


def battalions_in_works(
    text: str, book: Rulebook, *, distance_in: Inches, fired_on: bool
) -> tuple[tuple[Firing, Works], ...]:
    """Return all battalions that the text names, each with the works that its own words give it. Raises BadInput, for
    works also if they are not fired on.
    """
    firers: list[tuple[Firing, Works]] = []
    for phrase in _phrases(text):
        count, stand, words, remarks = _read(phrase, book)
        if words & set(_WORKS):
            _check_works(phrase, stand, fired_on=fired_on)
        firer = Firing(stand, distance_in, pinned="pinned" in words, spent="spent" in words)
        for remark in remarks:
            firer = _remarked(firer, remark, phrase)
        copies = 2 if "large" in words else 1
        firers.extend([(firer, works_said(phrase))] * count * copies)
    if not firers:
        raise BadInput(f"{text!r} names no battalion. Write for example '2 infantry, weak field guns'")
    if len(firers) > MOST_BATTALIONS:
        raise BadInput(f"{text!r} names {len(firers)} battalions. At most {MOST_BATTALIONS} can fire at one target")
    return tuple(firers)


def kind_of(firing: Sequence[Firing]) -> FireKind:
    """Return the usual kind of fire: aircraft from the air, artillery alone as artillery, a mixture directly."""
    if all(firer.stand.is_aircraft for firer in firing):
        return FireKind.AIR
    return FireKind.ARTILLERY if all(firer.stand.is_artillery for firer in firing) else FireKind.DIRECT


def _check_works(phrase: str, stand: Stand, *, fired_on: bool) -> None:
    """Raise BadInput for works of a unit that is not fired on, or of aircraft."""
    if stand.is_aircraft:
        raise BadInput(
            f"{phrase!r} cannot be a target. The charts have no row for aircraft as targets (OB-T-10, OB-T-12). "
            "Anti-aircraft fire only reduces the number of aircraft that attack (OB-AIR-02)"
        )
    if not fired_on:
        raise BadInput(
            f"{phrase!r}: works protect only the target, not the unit that fires (OB-T-12). Leave the word out. "
            "For defenders give --dug-in or --fortified"
        )


def works_said(text: str) -> Works:
    """Return the works that the text gives a target, NONE if it gives none."""
    words = plain(text)
    return next(
        (
            works
            for start, works in _WORKS.items()
            if words.startswith(start) or f" {start} " in words.partition("(")[0]
        ),
        Works.NONE,
    )


def battalion(text: str, book: Rulebook) -> Stand:
    """Return one battalion, as a target. Raises BadInput."""
    # The distance, which a target's stand does not keep.
    firers = _battalions(text, book, 4, fired_on=True)
    if len(firers) != 1:
        raise BadInput(
            f"{text!r} names {len(firers)} battalions. Name one battalion, because dice are rolled for one "
            "target at a time (OB-HIT-01)"
        )
    return firers[0].stand


def _phrases(text: str) -> Iterator[str]:
    """Yield the phrases of a text, split at commas, plus signs, semicolons and ``and`` outside brackets."""
    depth = start = 0
    for match in re.finditer(r"[()]|[,;+]|\band\b", text):
        if match[0] in "()":
            depth += 1 if match[0] == "(" else -1
        elif depth == 0:
            yield from filter(None, [text[start : match.start()].strip()])
            start = match.end()
    if depth:
        raise BadInput(f"{text!r} has only one bracket of a pair. Write both brackets, ( and )")
    yield from filter(None, [text[start:].strip()])


def _read(phrase: str, book: Rulebook) -> tuple[int, Stand, set[str], list[str]]:
    head, _, tail = phrase.partition("(")
    remarks = [part for part in re.split(r"\s*[,;]\s*", tail.replace(")", ",").strip()) if part]
    if re.match(r"\s*[-\N{MINUS SIGN}]\s*\d", head):
        raise BadInput(f"{phrase!r} has too many or too few battalions. Write 1 to {MOST_BATTALIONS}")
    if (bare := _BARE.fullmatch(head)) is not None:
        raise BadInput(
            f"{phrase!r} does not say what kind of gun {bare[1]} is. Write "
            f"{listing((p.value for p in Piece), 6)} (OB-T-07)"
        )
    words = plain(_LENGTH.sub(_in_millimetres, _POUNDER.sub(_by_weight, head))).split()
    count = 1
    if words and words[0].isdigit() and not (len(words) > 1 and words[1] == "mm"):
        count = int(words.pop(0))
        if not 1 <= count <= MOST_BATTALIONS:
            raise BadInput(f"{phrase!r} has too many or too few battalions. Write 1 to {MOST_BATTALIONS}")
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


def _by_weight(match: re.Match[str]) -> str:
    """Return the words of the charts for a British piece, from ``25pdr``."""
    if (words := _POUNDERS.get(int(match[1]))) is None:
        known = listing((f"{pounds}-pdr" for pounds in _POUNDERS), len(_POUNDERS))
        raise BadInput(f"{match[0]!r} is not a British gun in the program's lists. Name one of these guns: {known}")
    return words


def _in_millimetres(match: re.Match[str]) -> str:
    """Return a calibre as the charts write it, from ``10.5 cm`` or ``4.5 in``."""
    return f"{round(float(match[1]) * _LENGTHS[match[2].lower()])} mm"


def _named(words: list[str], phrase: str, book: Rulebook) -> tuple[Stand, list[str]]:
    """Return the stand that the longest run of words names, and the remaining words."""
    if " ".join(words[:2]) in _TRANSPORTS:
        raise BadInput(
            f"{phrase!r} carry supplies and do not attack (OB-T-12). For the odds of supply flights: campaign "
            "odds brevity supply"
        )
    for length in range(len(words), 0, -1):
        text = " ".join(words[:length])
        if (piece := _PIECE.fullmatch(text)) is not None:
            return _piece(piece, phrase), words[length:]
        if _MATTRESS.fullmatch(text):
            return gun(Piece.ROCKET_LAUNCHER, _MATTRESS_MM, name="Land Mattress", text=phrase), words[length:]
        name = _BY_KEY.get(_key(text), "")
        if name in FLIERS:
            return aircraft(FLIERS[name], book, name=name), words[length:]
        if name in KINDS:
            return replace(KINDS[name], name=name), words[length:]
    text = " ".join(words)
    if (stray := re.match(r"(\d{1,6}) mm\b", text)) is not None:
        raise BadInput(
            f"{phrase!r} does not say what kind of gun {stray[1]} mm is. Write "
            f"{listing((piece.value for piece in Piece), 6)} (OB-T-07)"
        )
    near = did_you_mean(text, (*KINDS, *FLIERS, *SYNONYMS)) or f". Write for example {listing((*KINDS, *FLIERS), 8)}"
    raise BadInput(f"{phrase!r} is not a kind of battalion{near}")


def _piece(match: re.Match[str], phrase: str) -> Stand:
    calibre, piece = int(match["calibre"]), Piece(match["piece"].replace("gun howitzer", "gun-howitzer"))
    nation = _NATIONS[match["nation"]] if match["nation"] else Nationality.BRITISH
    return gun(piece, calibre, nation=nation, pre_1914=bool(match["old"] or match["older"]), text=phrase)


# Remarks -------------------------------------------------------------------------------------------------------------
_POSTURE_WORDS = {
    "support": Posture.SUPPORT,
    "line": Posture.LINE,
    "march": Posture.MARCH,
    "marching": Posture.MARCH,
    "reserve": Posture.RESERVE,
}


def _remarked(firer: Firing, remark: str, phrase: str) -> Firing:
    text = plain(remark)
    if re.search(r"(?:^|\s)[-\N{MINUS SIGN}]\s*\d", remark):
        raise BadInput(f"{remark!r} in {phrase!r} is not possible. A distance or range must be 0 inches or more")
    words = text.removeprefix("in ").removeprefix("the ")
    if words in _POSTURE_WORDS:
        return replace(firer, posture=_POSTURE_WORDS[words])
    if words in _PLAIN_REMARKS:
        return _PLAIN_REMARKS[words](firer)
    for pattern, change in _MEASURED:
        if (match := pattern.fullmatch(text)) is not None:
            return change(firer, match[1], phrase)
    near = did_you_mean(text, (*_POSTURE_WORDS, *_PLAIN_REMARKS)) or ". Write for example " + listing(
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
    "pinned": lambda firer: replace(firer, pinned=True),
    "spent": lambda firer: replace(firer, spent=True),
    "resting": lambda firer: replace(firer, resting=True),
    "flanked": lambda firer: replace(firer, flank=Flank.BY_OTHERS),
    "flanked by it": lambda firer: replace(firer, flank=Flank.BY_MARK),
    "does not see it": lambda firer: replace(firer, locates=False),
    "facing away": lambda firer: replace(firer, faces=False),
    "flame throwers": lambda firer: replace(firer, stand=replace(firer.stand, flame_throwers=True)),
    "inexperienced": lambda firer: replace(firer, stand=replace(firer.stand, inexperienced=True)),
    "weak": lambda firer: replace(firer, stand=replace(firer.stand, halves=1)),
    "company": lambda firer: replace(firer, stand=replace(firer.stand, halves=0, company=True)),
}


def _grade(name: str, phrase: str) -> AntiTank:
    for grade in AntiTank:
        if plain(grade.value) == plain(name):
            return grade
    raise BadInput(
        f"{name!r} in {phrase!r} is not an anti-tank class. Write "
        f"{listing((anti_tank.value for anti_tank in AntiTank), 6)}"
    )


def _armour(firer: Firing, text: str, phrase: str) -> Firing:
    if text not in set(Armour):
        raise BadInput(
            f"{text!r} in {phrase!r} is not a class of armour. Write {listing((armour.value for armour in Armour), 4)}"
        )
    return replace(firer, stand=replace(firer.stand, armour=Armour(text)))


def _both(firer: Firing, text: str, phrase: str) -> Firing:
    grade = _grade(text, phrase)
    return replace(firer, stand=replace(firer.stand, anti_tank_all=grade, anti_tank_best=grade))


def _best(firer: Firing, text: str, phrase: str) -> Firing:
    return replace(firer, stand=replace(firer.stand, anti_tank_best=_grade(text, phrase)))


def _all(firer: Firing, text: str, phrase: str) -> Firing:
    return replace(firer, stand=replace(firer.stand, anti_tank_all=_grade(text, phrase)))


_MEASURED: tuple[tuple[re.Pattern[str], Callable[[Firing, str, str], Firing]], ...] = (
    (re.compile(r"at (\d{1,6})(?: in(?:ches)?)?"), lambda firer, text, _: replace(firer, distance_in=int(text))),
    (
        re.compile(r"reaches (\d{1,6})(?: in(?:ches)?)?"),
        lambda firer, text, _: replace(firer, stand=replace(firer.stand, direct_in=int(text))),
    ),
    (
        re.compile(r"artillery reaches (\d{1,6})(?: in(?:ches)?)?"),
        lambda firer, text, _: replace(firer, stand=replace(firer.stand, artillery_in=Fraction(int(text)))),
    ),
    (re.compile(r"anti tank ([a-z ]+)"), _both),
    (re.compile(r"best ([a-z ]+)"), _best),
    (re.compile(r"all ([a-z ]+)"), _all),
    (re.compile(r"armou?r ([a-z]+)"), _armour),
)
