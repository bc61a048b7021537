"""Names as people type them: forgiving matching, similar words, safe file names."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from enum import Enum, StrEnum
from functools import lru_cache

from campaign.errors import BadInput

_RESERVED = {"con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(1, 10))}
_ROMAN = (
    (1000, "M"),
    (900, "CM"),
    (500, "D"),
    (400, "CD"),
    (100, "C"),
    (90, "XC"),
    (50, "L"),
    (40, "XL"),
    (10, "X"),
    (9, "IX"),
    (5, "V"),
    (4, "IV"),
    (1, "I"),
)
_LETTERS = str.maketrans(
    {"ß": "ss", "ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "æ": "ae", "Æ": "AE", "œ": "oe", "đ": "d", "Đ": "D"}
)

_CYRILLIC = str.maketrans(
    dict(zip("абвгдезиклмнопрстуфхыэіјґ", "abvgdeziklmnoprstufhyeijg", strict=True))
    | {
        "ж": "zh",
        "ц": "ts",
        "ч": "ch",
        "ш": "sh",
        "щ": "shch",
        "ю": "yu",
        "я": "ya",
        "є": "ye",
        "ђ": "dj",
        "љ": "lj",
        "њ": "nj",
        "џ": "dz",
    }
)
"""Latin letters for Cyrillic ones in file names. Letters with marks (й, ё, ї) have lost their marks before."""

_ENDS_IN_Y = re.compile(r"(?<![aeiou])y$")


_IS_A_KEY = re.compile(r"[a-z0-9_]+").fullmatch
_NO_LETTERS = re.compile(r"[^\w]+")


@lru_cache(maxsize=16384)
def plain(text: str) -> str:
    """Return the text in lower case, without accents, with single spaces: equal for two spellings of one name."""
    if text.isascii():
        return " ".join(_NO_LETTERS.sub(" ", text.lower()).split())
    folded = unicodedata.normalize("NFKD", text.translate(_LETTERS))
    letters = "".join(c for c in folded if not unicodedata.combining(c))
    return " ".join(_NO_LETTERS.sub(" ", letters.casefold()).split())


@lru_cache(maxsize=16384)
def slug(text: str) -> str:
    """Return a key that can be typed and used in file names: ``2nd Bn Scots Guards`` -> ``2nd_bn_scots_guards``."""
    if _IS_A_KEY(text):
        return text.lower()  # a copy: the word itself would hold the memory of the whole file that it was read from
    return plain(text).replace(" ", "_")


def file_name(text: str, suffix: str = "", *, ending: str = "") -> str:
    """Return a file name that every operating system accepts (no ``1st/7th``, ``CON``, trailing dot), of at most 80
    letters; ``ending`` is never cut off.
    """
    last = _file_words(ending)
    stem = (
        "-".join(word for word in (_file_words(text)[: 79 - len(last) if last else 80].strip("-"), last) if word)
        or "paper"
    )
    return (
        f"{stem}-{suffix}"
        if stem in _RESERVED and suffix and not suffix.startswith(".")
        else (f"{stem}-" if stem in _RESERVED else stem) + suffix
    )


def _file_words(text: str) -> str:
    """Return the text in small letters, figures and hyphens, with Cyrillic in Latin letters."""
    return re.sub(r"[^a-z0-9]+", "-", slug(text).translate(_CYRILLIC).encode("ascii", "ignore").decode()).strip("-")


ALIKE = 0.7
"""Least likeness of a name that is suggested, and ``ALIKE_IN_PART`` of a single word of it: by trial, slips of the
finger and other spellings are above, and other things below (``Martian`` is no ``romanian``)."""
ALIKE_IN_PART = 0.72
LEAST_LETTERS = 4
"""Fewest letters of a single word that is compared."""


def near(word: str, words: Iterable[str], count: int = 3) -> tuple[str, ...]:
    """Return the words that look much like this one, best first; then names of which a word does: ``Sollum`` for ``Es
    Sallum``.
    """
    by_plain: dict[str, str] = {}
    for candidate in words:
        by_plain.setdefault(plain(candidate), candidate)
    target = plain(word)
    matches = get_close_matches(target, list(by_plain), n=count, cutoff=ALIKE)
    if not matches:
        in_part: dict[str, list[str]] = {}
        for name in by_plain:
            for part in name.split():
                if len(part) >= LEAST_LETTERS:
                    in_part.setdefault(part, []).append(name)
        for part in target.split():
            if len(part) >= LEAST_LETTERS:
                for match in get_close_matches(part, list(in_part), n=count, cutoff=ALIKE_IN_PART):
                    matches += in_part[match]
    return tuple(by_plain[match] for match in dict.fromkeys(matches))[:count]


def did_you_mean(word: str, words: Iterable[str]) -> str:
    """Return a suggestion, ``; did you mean X or Y?``, or an empty text."""
    close_words = near(word, words)
    return f"; did you mean {' or '.join(close_words)}?" if close_words else ""


def find(word: str, names: Iterable[tuple[str, int]]) -> tuple[int, ...]:
    """Return the ids with this name; if there are none, those whose name contains all its parts in order. Any case,
    accents optional.
    """
    labels = [(plain(name), ident) for name, ident in names]
    target = plain(word)
    exact = tuple(dict.fromkeys(ident for label, ident in labels if label == target))
    if exact or not target:
        return exact
    return containing(target, labels) or as_spelt_out(target, folded(labels))


def called(word: str, names: Iterable[tuple[str, int]]) -> tuple[int, ...]:
    """Return the ids with this name as ``find`` reads it; if there are none, those whose name it is without blanks
    (``4rtr`` for 4 RTR) or by its initials (``2 SG`` for 2nd Scots Guards).
    """
    labels = list(names)
    if found := find(word, labels):
        return found
    target = plain(word).replace(" ", "")
    together = tuple(dict.fromkeys(ident for label, ident in labels if plain(label).replace(" ", "") == target))
    return together or tuple(dict.fromkeys(ident for label, ident in labels if initials(label) == target))


_UNSAID = frozenset({"bn", "battalion", "of", "the", "and"})
_ORDINAL = re.compile(r"(\d+)(?:st|nd|rd|th)?")


def initials(name: str) -> str:
    """Return a unit's name by its number and initials, as people shorten it: ``2sg`` for 2nd Bn Scots Guards; empty for
    a name of fewer than two words beside its number.
    """
    words = [word for word in plain(name).split() if word not in _UNSAID]
    numbers = [match[1] for word in words if (match := _ORDINAL.fullmatch(word))]
    letters = [word[0] for word in words if not word[0].isdigit()]
    return "".join((*numbers, *letters)) if len(letters) > 1 else ""


_SPELT_OUT = re.compile(r"(?<=[aou])e")


def folded(labels: Iterable[tuple[str, int]]) -> list[tuple[str, str, int]]:
    """Return plain names with their ids, each also with its ae, oe and ue as a, o and u."""
    return [(label, _SPELT_OUT.sub("", label), ident) for label, ident in labels]


def as_spelt_out(query: str, labels: Iterable[tuple[str, str, int]]) -> tuple[int, ...]:
    """Return the ids whose plain name contains a plain query that writes German ä, ö, ü as ae, oe, ue: ``luettwitz``
    for Lüttwitz; or the other way round. ``labels`` are those of ``folded``; none of them contains the unchanged query.
    """
    target = _SPELT_OUT.sub("", query)
    other = [(bare, ident) for label, bare, ident in labels if target != query or bare != label]
    exact = tuple(dict.fromkeys(ident for bare, ident in other if bare == target))
    return exact or containing(target, other)


def containing(query: str, labels: Iterable[tuple[str, int]]) -> tuple[int, ...]:
    """Return the ids whose plain name contains the beginnings of words in a plain query, in their order."""
    parts = [f" {part}" for part in query.split()]
    return tuple(dict.fromkeys(ident for label, ident in labels if _holds(f" {label}", parts)))


def _holds(label: str, parts: Sequence[str]) -> bool:
    """Return whether words that begin with these parts follow each other in a plain label."""
    at = 0
    for part in parts:
        at = label.find(part, at)
        if at < 0:
            return False
        at += len(part)
    return True


MOST_DIGITS = 18
"""Most digits of a number that the program accepts; no id, count or database column holds more."""


def is_number(text: str) -> bool:
    """Return whether the text is a whole number as people type one: figures alone, and not thousands of them."""
    return text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS


def way_words(names: Sequence[str], mark: str = " - ", most: int = 24) -> str:
    """Return the places on a route in order: ``Sofafi - Bir el Khireigat - Sidi Omar``; of very many the first and the
    last ones.
    """
    if len(names) <= most:
        return mark.join(names)
    half = most // 2
    return mark.join((*names[:half], f"({len(names) - 2 * half} more)", *names[-half:]))


def tallied(items: Iterable[str]) -> list[str]:
    """Return the items with equal ones counted, in the order of the first of each: ``5 × infantry, battalion``."""
    return [f"{count} × {word}" if count > 1 else word for word, count in Counter(items).items()]


_NUMBER_OF = re.compile(r"(?:(?<=^)|(?<=, ))(\d+) (?!cm\b|mm\b|in\b)")


def kit_said(equipment: str) -> str:
    """Return equipment with a sign behind each number: ``24 × 25-pdr, 2 × 3in mortar``."""
    return _NUMBER_OF.sub(r"\1 × ", equipment)


def typed(*words: str) -> str:
    """Return a program command as typed, the same at every prompt: ``campaign orders --for "Brig I. D. Erskine"``."""
    return " ".join(f'"{word}"' if not word or any(sign in word for sign in " '()*;&|<>") else word for word in words)


def counted(count: int, noun: str) -> str:
    """Return a number with its noun: ``1 turn``, ``2 turns``, ``2 entries``."""
    return f"1 {noun}" if count == 1 else f"{count:,} {_ENDS_IN_Y.sub('ie', noun)}s"


def of_kind(count: int, kinds: str) -> str:
    """Return a number with what it counts, given in the plural: ``1 road``, ``2 roads``, ``1 point on them``."""
    if count != 1:
        return f"{count:,} {kinds}"
    words = kinds.split(" ")
    at = 1 if words[0] == "named" else 0
    words[at] = words[at] if words[at] in _ALIKE else re.sub(r"s$", "", re.sub(r"ies$", "ys", words[at]))
    return f"1 {' '.join(words)}"


_ALIKE = ("headquarters", "artillery", "infantry")
"""Words for one and for many."""


def roman(number: int) -> str:
    """Return a number from 1 up as a Roman numeral, as in XI."""
    text = ""
    for value, letters in _ROMAN:
        text += letters * (number // value)
        number %= value
    return text


class March(StrEnum):
    """The measure of a march."""

    MOVE = "move"
    TURN = "turn"


def one_march(measure: March) -> str:
    """Return the words for a whole march: ``one march move``, ``one turn's march``."""
    return "one march move" if measure is March.MOVE else "one turn's march"


def march_words(marches: float, measure: March) -> str:
    """Return how long a march takes: ``1.17 march moves``, ``1 turn's march``, and ``just over 1 turn's march`` where
    one is not enough.
    """
    one, more = ("march move", "march moves") if measure is March.MOVE else ("turn's march", "turns' march")
    text = f"{marches:.2f}".rstrip("0").rstrip(".")
    if text != "1":
        return f"{text} {more}"
    return f"1 {one}" if marches <= 1 else f"just over 1 {one}"


def listing(items: Iterable[str], most: int = 6) -> str:
    """Return a list in words: ``a, b, c and 4 more``."""
    words = list(items)
    if len(words) <= most:
        return ", ".join(words)
    return f"{', '.join(words[:most])} and {len(words) - most} more"


def listed(items: Sequence[str]) -> str:
    """Return all of a list in words: ``a, b and c``."""
    return " and ".join(part for part in (", ".join(items[:-1]), *items[-1:]) if part)


def numbers_said(numbers: Iterable[int]) -> str:
    """Return numbers in words, each run of three or more by its ends: ``1 and 2``, ``1 to 5``, ``1, 3 and 6 to 8``."""
    runs: list[list[int]] = []
    for number in sorted(numbers):
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return listed([part for run in runs for part in ([f"{run[0]} to {run[-1]}"] if len(run) > 2 else map(str, run))])


def lines_said(numbers: Sequence[int]) -> str:
    """Return lines of a sheet in words: ``line 3``, ``lines 1 and 2``."""
    return f"line{'s' * (len(numbers) > 1)} {numbers_said(numbers)}"


_RANGE = re.compile(r"(\d+)(?:\s*(?:\bto\b|-|\N{EN DASH})\s*(?:lines?\s+)?(\d+))?", re.IGNORECASE | re.ASCII)


def numbers_in(text: str) -> list[int]:
    """Return the numbers that a text lists, each once: ``1, 3-5`` or ``2 to 4``. Raises BadInput for a range that runs
    backwards.
    """
    numbers: list[int] = []
    for first, last in _RANGE.findall(text):
        if last and int(first) > int(last):
            raise BadInput(f"'{first}-{last}' runs backwards: write {last}-{first}")
        numbers += range(int(first), int(last or first) + 1)
    return list(dict.fromkeys(numbers))


def ranges(numbers: Iterable[int]) -> str:
    """Return numbers as ranges: ``2-6``, ``1, 3-4``; empty for none."""
    runs: list[list[int]] = []
    for number in sorted(numbers):
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs)


def value_text(value: object) -> str:
    """Return a value as a cell: yes and no for truth values, words for enums, 1,234 for thousands."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Enum):
        return str(value.value)
    if isinstance(value, int):
        return f"{value:,}"
    if isinstance(value, (tuple, list)):
        return ", ".join(value_text(element) for element in value)
    return str(value)
