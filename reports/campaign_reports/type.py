"""The typeface and the measuring of every string: Noto Sans in its condensed cuts.

A text that does not fit is set extra-condensed, then on more lines, then smaller (never under the least size of its
use); where a place has one line only, it ends in an ellipsis as the last resort. A figure is never shortened. A
character the face lacks is printed as a visible sign.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from enum import StrEnum
from functools import cache, lru_cache
from importlib.resources import files
from io import BytesIO
from typing import Final

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

from campaign.values import dataclass
from campaign_reports.style import FLOOR, TEXT

LOST: Final = "\N{CURRENCY SIGN}"
"""Character printed in place of one that the typeface lacks."""
_ALIKE: Final = {
    "\N{MINUS SIGN}": "\N{EN DASH}",
    "\N{NON-BREAKING HYPHEN}": "-",
    "\N{HYPHEN}": "-",
    "\N{RIGHTWARDS ARROW}": "->",
    "\N{LEFTWARDS ARROW}": "<-",
    "\N{LESS-THAN OR EQUAL TO}": "<=",
    "\N{GREATER-THAN OR EQUAL TO}": ">=",
    "\N{BLACK SPADE SUIT}": "S",
    "\N{BLACK HEART SUIT}": "H",
    "\N{BLACK DIAMOND SUIT}": "D",
    "\N{BLACK CLUB SUIT}": "C",
    "\N{MODIFIER LETTER APOSTROPHE}": "\N{RIGHT SINGLE QUOTATION MARK}",
    "\N{SOFT HYPHEN}": "",
    "\N{ZERO WIDTH SPACE}": "",
    "\N{ZERO WIDTH NO-BREAK SPACE}": "",
}


class Cut(StrEnum):
    """A cut of the typeface; its value is the file in ``fonts/``."""

    REGULAR = "NotoSans-Condensed"
    ITALIC = "NotoSans-CondensedItalic"
    SEMIBOLD = "NotoSans-CondensedSemiBold"
    BOLD = "NotoSans-CondensedBold"
    NARROW = "NotoSans-ExtraCondensed"
    NARROW_SEMIBOLD = "NotoSans-ExtraCondensedSemiBold"

    @property
    def narrow(self) -> Cut:
        """Extra-condensed cut that replaces this one; italics have none."""
        if self is Cut.ITALIC:
            return self
        return Cut.NARROW_SEMIBOLD if self in (Cut.SEMIBOLD, Cut.BOLD, Cut.NARROW_SEMIBOLD) else Cut.NARROW


def cut_file(cut: Cut) -> bytes:
    """Return the TrueType file of a cut."""
    return (files("campaign_reports") / "fonts" / f"{cut}.ttf").read_bytes()


@cache
def _face(cut: Cut) -> TTFont:
    font = TTFont(str(cut), BytesIO(cut_file(cut)), asciiReadable=False)  # only the letters that are used are embedded
    pdfmetrics.registerFont(font)
    return font


def glyph_of(cut: Cut, letter: str) -> int:
    """Return the number of a letter in a cut's file."""
    number: int = _face(cut).face.charToGlyph[ord(letter)]
    return number


def advance(cut: Cut, letter: str) -> float:
    """Return a letter's advance, in thousandths of the type size."""
    return _advances(cut)[letter]


class _Advances(dict[str, float]):
    """The advances of a cut's letters, in thousandths of the type size; looked up once."""

    def __init__(self, cut: Cut) -> None:
        super().__init__()
        self.font = _face(cut)

    def __missing__(self, letter: str) -> float:
        wide = self[letter] = float(self.font.stringWidth(letter, 1000))
        return wide


@cache
def _advances(cut: Cut) -> _Advances:
    return _Advances(cut)


@cache
def _letters() -> frozenset[int]:
    """Return the code points that every cut has."""
    return frozenset.intersection(*(frozenset(_face(cut).face.charToGlyph) for cut in Cut))


def load() -> None:
    """Register the typeface with the PDF library; measuring and drawing do it themselves."""
    _letters()


def lost_characters(text: str) -> tuple[str, ...]:
    """Return the characters of this text that cannot be printed, each once."""
    normal = unicodedata.normalize("NFC", text)
    return tuple(dict.fromkeys(c for c in normal if c not in _ALIKE and not _is_space(c) and ord(c) not in _letters()))


def _is_space(character: str) -> bool:
    return character.isspace() or unicodedata.category(character) in ("Cc", "Cf")


@lru_cache(maxsize=50_000)
def printable(text: str) -> str:
    """Return the text as it will stand on paper: composed letters, single spaces, look-alikes or a visible sign for
    missing characters.
    """
    have = _letters()
    if (
        text.isprintable()
        and "  " not in text
        and text == text.strip(" ")
        and have.issuperset(map(ord, text))
        and unicodedata.is_normalized("NFC", text)
    ):
        return text  # as nearly every text is
    signs: list[str] = []
    for character in unicodedata.normalize("NFC", text):
        if character == "\N{NO-BREAK SPACE}" or (not _is_space(character) and ord(character) in have):
            signs.append(character)
        elif character in _ALIKE:
            signs.append(_ALIKE[character])
        else:
            signs.append(" " if _is_space(character) else LOST)
    return re.sub(r" +", " ", "".join(signs)).strip(" ")


@lru_cache(maxsize=100_000)
def width(text: str, cut: Cut, size: float, track: float = 0.0) -> float:
    """Return the width in points of the text as printed; ``track`` is added after every letter."""
    shown = printable(text)
    return 0.001 * size * sum(map(_advances(cut).__getitem__, shown)) + track * len(shown)


@dataclass(frozen=True, slots=True)
class Setting:
    """A text set in type: its lines, cut and size, and the width of its longest line."""

    lines: tuple[str, ...]
    cut: Cut
    size: float
    width: float

    @property
    def is_cut(self) -> bool:
        """True if it ends in an ellipsis for want of room."""
        return self.lines[-1].endswith("\N{HORIZONTAL ELLIPSIS}")

    @property
    def pitch(self) -> float:
        """Distance from baseline to baseline."""
        return self.size * 1.18

    @property
    def depth(self) -> float:
        """Depth of all its lines, each as high as the pitch."""
        return self.pitch * len(self.lines)

    @property
    def height(self) -> float:
        """Height from the top of the first line's capitals to a little under the last baseline."""
        return self.size * 0.95 + self.pitch * (len(self.lines) - 1)


_ORDINAL = re.compile(r"\d{1,3}\.")
"""A German number before a name: ``26. Volksgrenadier-Division``."""


def _words(text: str, room: float, size: float, cut: Cut) -> list[str]:
    """Return the words of a text, an ordinal with the word after it where both fit on one line."""
    words: list[str] = []
    for word in text.split(" "):
        joined = f"{words[-1]} {word}" if words else word
        if words and _ORDINAL.fullmatch(words[-1]) and width(joined, cut, size) <= room:
            words[-1] = joined
        else:
            words.append(word)
    return words


def wrap(text: str, room: float, size: float, cut: Cut) -> tuple[str, ...] | None:
    """Return the text broken into lines of at most ``room`` points between words, or None if a word is wider."""
    whole_text = printable(text)
    if width(whole_text, cut, size) <= room:
        return (whole_text,)
    lines: list[str] = []
    line = ""
    for word in _words(whole_text, room, size, cut):
        trial = f"{line} {word}" if line else word
        if width(trial, cut, size) <= room:
            line = trial
            continue
        if width(word, cut, size) > room:
            return None
        lines.append(line)
        line = word
    return (*lines, line)


def break_anywhere(text: str, room: float, size: float, cut: Cut) -> tuple[str, ...]:
    """Return lines like ``wrap``, but with a word that is wider than the room broken after a hyphen, or between letters
    if it has none in time.
    """
    lines: list[str] = []
    line = ""
    for word in _words(printable(text), room, size, cut):
        trial = f"{line} {word}" if line else word
        if width(trial, cut, size) <= room:
            line = trial
            continue
        if line:
            lines.append(line)
        line = ""
        for piece in re.split(r"(?<=-)", word):
            if line and width(line + piece, cut, size) > room:
                lines.append(line)
                line = ""
            for letter in piece:
                if line and width(line + letter, cut, size) > room:
                    lines.append(line)
                    line = ""
                line += letter
    return (*lines, line)


def paragraph(text: str, room: float, size: float, cut: Cut = Cut.REGULAR) -> Setting:
    """Return running text on as many lines as it takes, at its own size."""
    lines: list[str] = []
    for part in text.splitlines() or [""]:
        lines += wrap(part, room, size, cut) or break_anywhere(part, room, size, cut)
    return Setting(tuple(lines), cut, size, room)


@lru_cache(maxsize=20_000)
def fit(
    text: str, room: float, size: float, cut: Cut = Cut.REGULAR, lines: int = 1, smallest: float | None = None
) -> Setting:
    """Return a name or figure in a place of its own: condensed, extra-condensed, up to ``lines`` lines, smaller down to
    ``smallest``: by default ``TEXT``, or ``FLOOR`` for text that is smaller already.

    If all that is not enough, it takes the lines it needs at the smallest size; the caller makes room by its height.
    """
    if smallest is None:
        smallest = TEXT if size >= TEXT else FLOOR
    steps = [size]
    while steps[-1] - 0.5 > smallest:
        steps.append(steps[-1] - 0.5)
    if size > smallest:
        steps.append(smallest)
    for count in range(1, lines + 1):
        for face in (cut, cut.narrow):
            wrapped = wrap(text, room, size, face)
            if wrapped is not None and len(wrapped) <= count:
                return _setting(wrapped, face, size)
    for smaller in steps[1:]:
        wrapped = wrap(text, room, smaller, cut.narrow)
        if wrapped is not None and len(wrapped) <= lines:
            return _setting(wrapped, cut.narrow, smaller)
    last = wrap(text, room, smallest, cut.narrow) or break_anywhere(text, room, smallest, cut.narrow)
    return _setting(last, cut.narrow, smallest)


def _setting(lines: tuple[str, ...], cut: Cut, size: float) -> Setting:
    return Setting(lines, cut, size, max(width(line, cut, size) for line in lines))


def squeeze(
    text: str, room: float, size: float, cut: Cut = Cut.REGULAR, lines: int = 1, smallest: float | None = None
) -> Setting:
    """Return a text like ``fit`` for a place that cannot grow: words beyond the last line are replaced by an ellipsis.

    A word is cut only if the place has no room for one whole word. A figure and a short word are never cut: if nothing
    else fits, they are set over the edges of their place.
    """
    setting = fit(text, room, size, cut, lines, smallest)
    if len(setting.lines) <= lines:
        return setting
    first = printable(text).partition(" ")[0]
    if (
        lines == 1
        and _stays_whole(first)
        and width(f"{first}\N{HORIZONTAL ELLIPSIS}", setting.cut, setting.size) > room
    ):
        only = first if first == printable(text) else f"{first}\N{HORIZONTAL ELLIPSIS}"
        return _setting((only,), setting.cut, setting.size)
    kept = list(setting.lines[:lines])
    kept[-1] = _cut_line(kept[-1], room, setting.cut, setting.size)
    return _setting(tuple(kept), setting.cut, setting.size)


SHORT_WORD = 5
"""Most letters of a word that is never cut."""


def _stays_whole(word: str) -> bool:
    return len(word) <= SHORT_WORD or any(letter.isdigit() for letter in word)


def _cut_line(line: str, room: float, cut: Cut, size: float) -> str:
    """Return as many whole words of a line as fit with an ellipsis, but no figure at the end without its unit; if the
    first word is too wide, as many of its letters.
    """
    words = line.split(" ")
    least = 2 if words[0].isdecimal() else 1
    while len(words) > least and (_with_ellipsis_width(words, cut, size) > room or words[-1].isdecimal()):
        words.pop()
    kept = " ".join(words)
    shortest = len(words[0]) if _stays_whole(words[0]) else 0
    while len(kept) > shortest and _with_ellipsis_width([kept], cut, size) > room:
        kept = kept[:-1]
    return kept.rstrip(" ,;") + "\N{HORIZONTAL ELLIPSIS}"


def _with_ellipsis_width(words: Sequence[str], cut: Cut, size: float) -> float:
    return width(" ".join(words) + "\N{HORIZONTAL ELLIPSIS}", cut, size)


def figure(text: str) -> str:
    """Return a figure whose hyphen for *none* or *minus* is an en dash, which the face draws as wide as a digit."""
    return "\N{EN DASH}" + text[1:] if text == "-" or re.match(r"-\d", text) else text


def dashes(text: str) -> str:
    """Return a sentence with every minus before a figure as an en dash."""
    return re.sub(r"(?<![\w-])-(?=\d)", "\N{EN DASH}", text)


def signed(number: int) -> str:
    """Return a signed number: ``+4``, an en dash and the figure for a loss, or an empty text for no change."""
    if not number:
        return ""
    return f"+{number:,}" if number > 0 else f"\N{EN DASH}{-number:,}"
