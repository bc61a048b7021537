"""One line of an order of battle as a club types it: how many units it stands for, their name, description and
leader.

2 RTR, tanks, 52 cruisers            name, and description
8 RB (motor)                         brackets at the end describe the unit, or name its leader
3 x armd regts (23H, 2FFY, 3RTR)     three units
12 x 25-pdr                          not a unit, but equipment of the one above it
"""

from __future__ import annotations

import re

from campaign.exchange.foreign.days import speaks_of_a_day
from campaign.exchange.foreign.vocabulary import EXPERIENCE_WORDS, GUN_WORDS, MEN_WORDS, VEHICLE_WORDS, arm_of, mark_of
from campaign.exchange.organisations import ROMANS
from campaign.terms.forces import SizeMark
from campaign.terms.words import plain
from campaign.values import dataclass

MOST_UNITS = 20
"""Most units that one line can stand for."""
WORD_NUMBERS = {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6}
SINGULAR = {
    "battalions": "battalion",
    "bns": "bn",
    "btle": "Btl",
    "btls": "Btl",
    "btl": "Btl",
    "btg": "Btg",
    "bataillone": "Bataillon",
    "bataillons": "bataillon",
    "battaglioni": "battaglione",
    "abteilungen": "Abteilung",
    "regiments": "regiment",
    "regts": "regt",
    "rgter": "Rgt",
    "brigades": "brigade",
    "bdes": "bde",
    "divisions": "division",
    "divs": "div",
    "companies": "company",
    "coys": "coy",
    "kompanien": "Kompanie",
    "squadrons": "squadron",
    "sqns": "sqn",
    "batteries": "battery",
    "btys": "bty",
    "groupes": "groupe",
    "gruppi": "gruppo",
}
_MANY = "|".join(SINGULAR)
_PLURAL = "|".join(word for word, plural_word in SINGULAR.items() if word != plural_word.lower())
_NUMBER = rf"\d{{1,2}}|{'|'.join(WORD_NUMBERS)}"
_TIMES = re.compile(
    rf"(?P<times>{_NUMBER})\s*(?:[x×*]\s*|\s+(?=[^(]*\b(?:{_PLURAL})\b))(?P<of>(?=.*[A-Za-zÀ-ÿ])[^\s&+/,;:-].*)",
    re.IGNORECASE,
)
_EQUIPMENT = re.compile(
    r"(?P<count>\d{1,5})(?:\s*/\s*\d{1,5})?(?:\s*(?P<x>[x×*])\s*|\s+)(?P<item>[^\d\s].*|\d[\d.,]*\s?-?(?:pdr|mm|cm|in).*)"
)
_PLAIN_TANK = re.compile(r"\b(Tanks?|Panzer|Pz|Cars?|Carriers?|Guns?|Flak|Pak|Jagd\w*)\b")
"""Capitalised words that name units as often as pieces of equipment."""
_COUNTED = re.compile(
    rf"\b(?P<times>{_NUMBER})\s*(?:[x×]\s*)?(?P<what>battalions|battalion|bns|bn|btle|btls|btl|btg|bataillone|bataillons|battaglioni|abteilungen|abt|gruppi|groupes)\b",
    re.IGNORECASE,
)
LEADERS = dict.fromkeys(
    (
        "commander",
        "commanders",
        "commanded by",
        "commanding",
        "commanding officer",
        "commanding general",
        "commander in chief",
        "goc",
        "goc in c",
        "oc",
        "co",
        "cmdr",
        "cdr",
        "cg",
        "kommandeur",
        "befehlshaber",
        "oberbefehlshaber",
        "kommandierender general",
        "comandante",
        "commandant",
        "dowodca",
        "komandir",
    ),
    "led by",
)
"""Keys of a line that names the leader of the unit above it."""
_MARKS_OF_LISTS = "-*•·–+>◦▪▫‣○●■□∙§"
_DEEPER = {**dict.fromkeys("o◦○", 1), **dict.fromkeys("▪▫■□§", 2)}
"""Bullets of word processors that mean a deeper level of the list, whatever the indent."""
_BULLET = re.compile(
    rf"(?P<marks>[{re.escape(_MARKS_OF_LISTS)}]+|\.{{1,8}}|\d{{1,2}}\)|[a-z]\)|[ivx]{{1,5}}\)|o(?=\s+[\dA-ZÀ-Þ]))\s+(?=\S)"
)
_RANK = re.compile(
    r"(?:SS[ -])?(?:field[ -]?marshal|fm|gfm|lieut(?:enant)?[ .-]*(?:general|colonel)?|major[ -]*general"
    r"|gen(?:eral)?[ .-]?(?:lt|leutnant|maj(?:or)?|oberst|feldmarschall)|general|gen|g?lt|gm|lt[ .-]*gen|maj[ .-]*gen"
    r"|brig(?:adier)?(?:[ .-]*gen(?:eral)?)?|lt["
    r" .-]*col|col(?:onel)?(?:[ .-]*gen(?:eral)?)?|maj(?:or)?|capt(?:ain)?|oberst(?:leutnant|lt)?|obst(?:lt)?"
    r"|(?:ober|brigade|gruppen|sturm|standarten|hauptsturm|untersturm)\w*f(?:ü|ue|u)hrer|hauptmann|hptm|rittm(?:eister)?|ogruf|gruf|brif|oberf|staf|ostubaf|stubaf"
    r"|général|generale|colonnello|magg(?:iore)?|capitano|ten["
    r" .-]*col|polkovnik|(?-i:MG|BG|LTG|LTC|CPT)(?=(?:\s[A-Z]\.?)*(?:\s[A-Z][\w.]+)+\s*$))"
    r"\.?\s+(?:d\.?\s?\w+\.?\s+)?(?!(?:gp|gr|hq|bde|div)\b)[\"'“‘(]?[A-ZÀ-Þ].*",
    re.IGNORECASE,
)
_BRACKETED = re.compile(r"\s*\((?P<said>[^()]*)\)\s*$")
_DRAWN = str.maketrans(dict.fromkeys("│├└─┬┐┌┘|`", " "))
_COMPOSED = re.compile(r"\b(sp|sfl|self-propelled|towed|gep|spw|mot|motor|para)\b\.?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class LineParts:
    """The parts of a line about one unit."""

    name: str
    words: str
    led_by: str = ""


def bare(raw: str) -> tuple[int, int, str]:
    """Return a line's indentation, how many list marks stand before it, and the line without them; lines drawn as a
    tree count as blanks.
    """
    body = re.match(r"(?:\.{2,}(?=[^\s.]))?[\s│├└─┬┐┌┘|`]*(?<![^\s─`|.])", raw)
    lead = raw[: body.end()] if body else ""
    indent = len(lead.translate(_DRAWN))
    rest = raw[len(lead) :].rstrip()
    marks = 0
    if match := _BULLET.match(rest):
        marks = len(match["marks"]) if match["marks"][0] in f"{_MARKS_OF_LISTS}." else 1
        marks += _DEEPER.get(match["marks"][0], 0)
        rest = rest[match.end() :]
    return indent, marks, re.sub(r"\t+|\.{4,}|…{2,}", " | ", rest.strip())


def kind_of_strength(text: str) -> str | None:
    """Return the kind of strength to which a piece of equipment belongs (men, vehicles or guns); None for others."""
    flat = plain(text)
    for kind, words in (
        ("men", MEN_WORDS),
        ("guns", r"\w* ?pdrs?|\w+ ?mm (guns?|howitzers?|mortars?)|\w*(anti tank|flak|field|aa) guns?"),
        ("vehicles", VEHICLE_WORDS),
        ("guns", GUN_WORDS),
    ):
        if re.search(rf"\b({words})\b", flat):
            return kind
    return None


def equipment_of(text: str) -> str:
    """Return the line, if it counts men or equipment and names no unit; otherwise ""."""
    matches = [_EQUIPMENT.fullmatch(part.strip()) for part in re.split(r",(?!\d)\s*|;\s*|\s\+\s|\s&\s", text)]
    sure = [match for match in matches if match is not None and _is_equipment(match["item"], bool(match["x"]))]
    return text if len(sure) == len(matches) else ""


def _is_equipment(text: str, times: bool) -> bool:
    if kind_of_strength(text) is None or mark_of(text) is not None or re.search(r"\s\d{1,5}(/\d{1,5})?\s+[a-z]", text):
        return False
    head = text.split("(")[0]
    return (kind_of_strength(head) is not None and (times or not _PLAIN_TANK.search(head))) if head.strip() else False


def several(text: str) -> list[str]:
    """Return the lines that one line stands for: ``3 x bns`` are three, ``2 armd regts, 1 motor bn`` three, every other
    is itself.
    """
    parts = [part.strip() for part in cut(text, ",")]
    if len(parts) > 1 and all(re.match(rf"({_NUMBER})\s", part, re.IGNORECASE) and mark_of(part) for part in parts):
        counted = [(part, _TIMES.fullmatch(part)) for part in parts]
        if any(match for _, match in counted) and all(match or re.match(r"1\s", part) for part, match in counted):
            return [
                line
                for part, match in counted
                for line in (_each(match["times"], match["of"]) if match else [re.sub(r"^1\s*[x×]?\s*", "", part)])
            ]
    match = _TIMES.fullmatch(text)
    return [text] if match is None else _each(match["times"], match["of"], text)


def _each(times: str, of: str, text: str = "") -> list[str]:
    number = WORD_NUMBERS.get(times.lower()) or int(times)
    if not 1 <= number <= MOST_UNITS:
        return [text or f"{times} {of}"]
    head, named = split_name(of)
    if match := _BRACKETED.search(head):
        head, named = head[: match.start()], ", ".join(filter(None, (match["said"], named)))
    unit_word = singular(head.strip())
    names = [name.strip() for name in re.split(r",|;|&|\band\b", named) if name.strip()]
    if len(names) == number and number > 1:
        return [f"{name} | {unit_word}" for name in names]
    rest = f"{unit_word}, {named.strip()}" if named else unit_word
    if number == 1:
        return [f"{unit_word} | {rest}"]
    roman = re.search(r"\b(Btl|Abt|Abteilung|Bataillon|Kp|battaglione|gruppo)\b", unit_word) is not None
    return [f"{f'{ROMANS[n]}.' if roman and n < len(ROMANS) else n} {unit_word} | {rest}" for n in range(1, number + 1)]


def singular(text: str) -> str:
    """Return the singular: ``armd regts`` -> ``armd regt``."""

    def singular_of(match: re.Match[str]) -> str:
        word = SINGULAR[match[0].lower()]
        return word[0].upper() + word[1:] if match[0][0].isupper() else word

    return re.sub(rf"\b({_MANY})\b", singular_of, text, flags=re.IGNORECASE)


def battalions_in(words: str) -> int:
    """Return how many battalions the words give a formation: ``(2 Btle)``; 0 without a number."""
    match = _COUNTED.search(words)
    number = (WORD_NUMBERS.get(match["times"].lower()) or int(match["times"])) if match else 0
    return number if number <= MOST_UNITS else 0


def leader(text: str) -> str:
    """Return the text, if it is a rank and a name; otherwise ""."""
    text = text.strip(" ,;")
    match = _RANK.fullmatch(text)
    if not match or not re.search(r"\s[\"'(]?[A-ZÀ-Þ]", text):
        return ""
    return "" if text.startswith("MG ") and mark_of(text) else text


def describes(text: str) -> bool:
    """Return whether the words in brackets after a name describe arm, size, strength or experience."""
    return bool(
        arm_of(text)
        or _COMPOSED.search(text)
        or battalions_in(text)
        or any(re.search(rf"\b{word}\b", text.lower()) for word in EXPERIENCE_WORDS)
        or (re.search(r"\d", text) and kind_of_strength(text))
    )


def parted(text: str) -> LineParts:
    """Return a line as name, words and leader."""
    name, words = split_name(text)
    lines, led_by = [words] if words else [], ""
    while match := _BRACKETED.search(name):
        inside = match["said"]
        if not name[: match.start()].strip():
            break
        if commander := leader(inside):
            led_by = commander
        elif (describes(inside) and mark_of(inside) is None and not _is_of_a_title(inside)) or battalions_in(inside):
            lines.insert(0, inside)
        else:
            break
        name = name[: match.start()]
    if not led_by:
        first, *further = [part.strip(" ()") for part in cut(" ".join(lines), ",")] if lines else [""]
        if commander := leader(first):
            led_by, lines = commander, further
    name = re.sub(r"\s+(?:mit|with)$", "", name.strip(" ,;|-–:"))
    return LineParts(name, ", ".join(part for part in lines if part), led_by)


def _is_of_a_title(inside: str) -> bool:
    """Return whether the brackets contain a title, ``(Scottish Rifles)``, ``(Royal Northumberland Fusiliers)``: words
    with capitals that name more than an arm.
    """
    words = inside.split()
    understood = [
        word
        for word in words
        if arm_of(word)
        or kind_of_strength(word)
        or _COMPOSED.fullmatch(word)
        or word.lower() in EXPERIENCE_WORDS
        or re.fullmatch("[IVX]+", word)
    ]
    return (
        len(words) > 1
        and len(understood) < len(words)
        and all(re.fullmatch(r"[A-ZÀ-Þ][^\W\d]*|\d{1,3}(?:st|nd|rd|th)", word) for word in words)
    )


def is_a_count(text: str) -> bool:
    """Return whether the text counts units without numbers of their own: ``3 Fd Regts``, ``2 x bns``."""
    return _TIMES.fullmatch(text) is not None


def cut(text: str, marks: str) -> list[str]:
    """Return the parts between the marks, without splitting brackets or numbers with a comma."""
    parts, depth, begun = [], 0, 0
    for n, letter in enumerate(text):
        depth += (letter == "(") - (letter == ")")
        if letter in marks and depth <= 0 and not (text[n + 1 : n + 2].isdigit() and text[n - 1 : n].isdigit()):
            parts.append(text[begun:n])
            begun = n + 1
    return [*parts, text[begun:]]


_MARKS = re.compile(r",\s|;\s|:\s|\s[-–—]\s|\s?\|\s?")
_OF = ("of", "de", "du", "des", "di", "della", "der", "van")
"""Words after which a name continues."""
_DESCRIBES = re.compile(r"[a-z][a-z-]*")
_COUNT = re.compile(r"\d{1,5}(/\d{1,5})?")
_OF_A_CALIBRE = re.compile(r"(pdr|pounder|mm|cm|in|inch)s?\b", re.IGNORECASE)


def _depth(text: str, upto: int) -> int:
    return text.count("(", 0, upto) - text.count(")", 0, upto)


def split_name(text: str) -> tuple[str, str]:
    """Return the name of a unit, and its description: after a comma, a bar, a colon or `` - ``; else from the first
    word in small letters that names an arm, or from the first count of something.
    """
    cuts = [match for match in _MARKS.finditer(text) if _depth(text, match.start()) <= 0]
    for match in sorted(cuts, key=lambda cut: (not cut[0].strip().startswith("|"), cut.start())):
        name, words = text[: match.start()], text[match.end() :]
        if not name.strip() or not words.strip():
            continue
        if match[0] != ", " or not _is_a_title(words):
            shorter, more = _at_count(name)
            return (shorter, f"{more}, {words}") if more else (name, words)
    return _at_words(text)


def _is_a_title(words: str) -> bool:
    """Return whether the words after a comma continue the name (``East Yorkshire Regiment``, ``1st Punjab Regiment``)
    rather than describe the unit or its leader.
    """
    part = _MARKS.split(words, maxsplit=1)[0].strip()
    if _NUMBERED.match(part):
        mark = mark_of(part)
        return mark[0] in _OF_A_TITLE if mark else arm_of(part) is not None and kind_of_strength(part) is None
    if not re.match(r"(?:the\s+)?[A-ZÀ-Þ]", part) or leader(part) or speaks_of_a_day(part):
        return False
    return arm_of(part.split()[0]) is not None or not (part.lower() in EXPERIENCE_WORDS or _is_armament(part))


def _is_armament(part: str) -> bool:
    """Return whether a part names a tank or gun, not a unit: ``Cruiser Mk IV``, ``Pak 38``."""
    return kind_of_strength(part) is not None and mark_of(part) is None and arm_of(part) is not None


def _at_count(name: str) -> tuple[str, str]:
    """Return a name and the count that ends it: ``I. (Sfl) 12 Wespe``."""
    tokens = name.split()
    for n in range(1, len(tokens) - 1):
        if (
            re.fullmatch(r"\d{1,5}(/\d{1,5})?", tokens[n])
            and _counted(tokens, n)
            and mark_of(" ".join(tokens[n:])) is None
        ):
            return " ".join(tokens[:n]), " ".join(tokens[n:])
    return name, ""


def _at_words(text: str) -> tuple[str, str]:
    tokens = text.split()
    for n in range(1, len(tokens)):
        if _depth(" ".join(tokens[: n + 1]), 10_000) > 0 or tokens[n].endswith(")") or tokens[n - 1].lower() in _OF:
            continue
        token, rest = tokens[n], " ".join(tokens[n:])
        if _DESCRIBES.fullmatch(token) and (
            token in EXPERIENCE_WORDS or (arm_of(token) is not None and token not in ("and", "of"))
        ):
            if token not in EXPERIENCE_WORDS and (_is_bare(tokens[:n]) or _is_romance(tokens[:n])):
                continue
            if (
                re.fullmatch(r"\d{1,5}", tokens[n - 1])
                and n > 1
                and mark_of(tokens[n - 2]) is None
                and not re.match(r"\S+\s+\d", rest)
            ):
                return " ".join(tokens[: n - 1]), " ".join(tokens[n - 1 :])
            return " ".join(tokens[:n]), rest
        counts = re.fullmatch(r"\d{1,5}(/\d{1,5})?", token) and n + 1 < len(tokens) and _counted(tokens, n)
        if counts and not (
            n + 2 < len(tokens)
            and re.fullmatch(r"\d{1,5}(/\d{1,5})?", tokens[n + 2])
            and mark_of(tokens[n - 1]) is not None
        ):
            return " ".join(tokens[:n]), rest
    return text, ""


_NUMBERED = re.compile(r"(?:the\s+)?\d{1,4}(?:st|nd|rd|th|d)\s+(?:\([^()]*\)\s*)?[A-ZÀ-Þ]")
_OF_A_TITLE = (SizeMark.BATTALION, SizeMark.REGIMENT)
_OF_ITS_TONGUE = re.compile(
    r"(?:divisione|brigata|reggimento|rgt|battaglione|btg|gruppo|compagnia|batteria|squadrone|raggruppamento|legione|régiment|groupe|bataillon)\.?",
    re.IGNORECASE,
)
_FRENCH_NUMBER = re.compile(r"\d{1,4}(?:e|er|re|ère|ème|º|ª|°)")
_SIZE = (
    r"battaglione|btg|reggimento|rgt|gruppo|squadrone|compagnia|batteria"
    r"|bataillon|battalion|bn|btl|abteilung|abt|groupe|regiment|régiment|regt"
)


def _is_bare(tokens: list[str]) -> bool:
    """Return whether the name is only a number and a size, ``V Battaglione``, ``8. Reggimento``, to which the following
    arm belongs.
    """
    return (
        re.fullmatch(
            r"(?:[IVXLC]+\.?|\d{1,4}(?:st|nd|rd|th|°|º|ª|\.)?)\s+(?:" + _SIZE + r")\.?", " ".join(tokens), re.IGNORECASE
        )
        is not None
    )


def _is_romance(tokens: list[str]) -> bool:
    """Return whether the name is Italian or French, ``101ª Divisione``, ``3e brigade``, ``Gruppo semoventi``, where the
    following words in small letters belong to it.
    """
    return _FRENCH_NUMBER.fullmatch(tokens[0]) is not None or (
        re.fullmatch(rf"[IVXLC]+|(?:[IVXLC]+\./)?\d{{1,4}}\W?|{_OF_ITS_TONGUE.pattern}", tokens[0], re.IGNORECASE)
        is not None
        and any(map(_OF_ITS_TONGUE.fullmatch, tokens[:2]))
    )


def _counted(tokens: list[str], n: int) -> bool:
    """Return whether the number there counts something. Before another count it is the number of the unit: ``PzJgAbt 39
    21 5cm Pak``.
    """
    if n + 2 < len(tokens) and _COUNT.fullmatch(tokens[n + 1]) and not _OF_A_CALIBRE.match(tokens[n + 2]):
        return False
    after = tokens[n + 2 : n + 4] if tokens[n + 1] in ("x", "×") else tokens[n + 1 : n + 3]
    return kind_of_strength(" ".join(after)) is not None and not (after and after[0].startswith("("))
