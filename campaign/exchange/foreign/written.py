"""The reader of texts: plain text, Markdown, the source of wikis, and pages copied from the web, as people mix them.

    lines_of(written, ledger) -> Written     every line with its depth, without the signs; no line is interpreted here

Headings of Markdown and wikis are above all other lines; below them the indentation, bullets and drawn trees count.
"""

from __future__ import annotations

import re

from campaign.exchange.foreign.columns import column
from campaign.exchange.foreign.ledger import Ledger, Line
from campaign.exchange.foreign.lines import bare
from campaign.exchange.foreign.nations import SIDE_WORDS
from campaign.exchange.foreign.vocabulary import mark_of
from campaign.terms.words import plain
from campaign.values import dataclass, field

TAB = 4
"""Distance between tab stops in columns."""
LONGEST_LINE = 1000
BOLD_HEADING, TABLE_ROW = 8, 7
"""Depth of a line in bold letters below the headings of Markdown, and of a table's rows below other lines."""
_COLUMN = 8
"""Steps of depth of a column of indentation; bullets are smaller steps between them."""
_HEADING = re.compile(r"(#{1,6})\s+(\S.*?)\s*#*\s*")
_WIKI_HEADING = re.compile(r"(={2,6})\s*([^=].*?)\s*=+\s*")
_WIKI_LIST = re.compile(r"([*#:]{1,8})\s*(?=\S)")
_RULE = re.compile(r"[\s|:=_*+~.-]*")
_TABLE_RULE = re.compile(r"[\s|:-]*-[\s|:-]*")
_LINK = re.compile(r"\[\[(?:[^\[\]|]*\|)?([^\[\]|]+)\]\]|\[([^\[\]]+)\]\([^()]*\)")
_BESIDE = re.compile(r"<ref[^<>]*/>|<ref[^<>]*>(?P<ref>[^<]*)</ref>|\{\{(?P<told>[^{}]*)\}\}")
_FOOTNOTES = re.compile(
    r"\[\s*(?:\d{1,3}|[a-z]|(?:nb|note|fn|n)\.?\s?\d{1,3}|edit(?: source)?(?:\s*\|[^\[\]]*)?|hide|show"
    r"|[^\[\]]{0,40}\bneeded)"
    r"\s*\]|(?<=\w|\))[†‡§¹²³⁴⁵⁶⁷⁸⁹⁰]+|(?<=[A-Za-zÀ-ÿ.)])\*+(?=\s|$)",
    re.IGNORECASE,
)
"""Footnote marks of web pages: ``[12]``, ``[a]``, ``[nb 2]``, ``[edit]``, ``[citation needed]``, a dagger."""
_BOLD_LINE = re.compile(r"(\*\*|__)[^*_]+(\*\*|__)\s*(\([^()]*\))?\s*:?")
_EMPHASIS = re.compile(r"\*\*|__|'''?|`")
_SLANTED = re.compile(r"(?<!\w)\*([^*\s][^*]*)\*(?!\w)")
_NUMBERED = re.compile(r"\d{1,2}[.)]\s+(?=\d|[A-ZÀ-Þ]|\*\*)")
"""Number of an item in Markdown; elsewhere ``7. Panzer-Division`` is an ordinal."""
_GAP = re.compile(r"(?<=\S)(?:\t+|\s{3,}|\.{4,}|…{2,})(?=\S)")
"""Gap between two columns that a page or PDF lost."""
_UNSEEN = re.compile("[\ufeff\u200b-\u200f\u00ad\u2060]")
"""Letters without a width, left behind by word processors."""
_COMMENT = re.compile(r"(^|\s)(#|//).*$")
_CONTENTS = re.compile(r"contents( hide)?|inhaltsverzeichnis|indice|sommaire")
_ENTRY = re.compile(r"\d{1,2}(\.\d{1,2})*[\s.]+\S.*")
"""Numbered heading: ``1.2 Second Army``."""
_SIDE = re.compile(SIDE_WORDS)
_FEWEST_STARS = 2
"""Lines with two or more stars that make a text the source of a wiki."""


@dataclass(slots=True)
class Written:
    """The lines of a text. ``refused``: number and reason of lines that cannot be read."""

    lines: list[Line] = field(default_factory=list)
    refused: list[tuple[int, str]] = field(default_factory=list)


def lines_of(written: str, ledger: Ledger) -> Written:
    """Return the lines of a text with their depth."""
    raw = written.replace("\u00a0", " ").splitlines()
    reader = _Reader(ledger, _is_markdown(raw), _is_wiki(raw))
    entries = contents(raw)
    for number, line in enumerate(raw, 1):
        ledger.open(number, line)
        if number in entries:
            ledger.leave(number, "the page's list of contents")
        else:
            reader.take(number, _UNSEEN.sub("", line), raw[number] if number < len(raw) else "")
    return reader.result


def unmarked(text: str) -> str:
    """Return a line without marks of notes and links: ``Guards Armoured Division[2][edit]`` -> ``Guards Armoured
    Division``.
    """
    return _FOOTNOTES.sub("", text)


def contents(lines: list[str]) -> set[int]:
    """Return the lines of a page's contents, counted from 1: after ``Contents`` all numbered lines, or else all that
    repeat a heading below.
    """
    headings = [plain(unmarked(line)) for line in lines]
    start = next((n for n, heading in enumerate(headings) if _CONTENTS.fullmatch(heading)), None)
    if start is None:
        return set()
    entries = {start + 1}
    below = [n for n in range(start + 1, len(lines)) if headings[n]]
    is_numbered = bool(below) and _ENTRY.fullmatch(lines[below[0]].strip()) is not None
    for n in below:
        if not (_ENTRY.fullmatch(lines[n].strip()) if is_numbered else headings[n] in headings[n + 1 :]):
            break
        entries.add(n + 1)
    return entries


def _is_markdown(lines: list[str]) -> bool:
    """Return whether # begins a heading and not a remark for people."""
    headings = [match[2] for line in lines if (match := _HEADING.fullmatch(line))]
    return (
        any("**" in line.strip("* ") or line.startswith("##") for line in lines)
        or any(re.match(r"\s*\|.*\|", line) and "-" in line and _TABLE_RULE.fullmatch(line) for line in lines)
        or any((mark_of(text) and not text.endswith(".")) or _SIDE.fullmatch(plain(text)) for text in headings)
    )


def _is_wiki(lines: list[str]) -> bool:
    stars = sum(bool(re.match(r"\*{2,}\s*\S", line)) and "**" not in line.lstrip("*") for line in lines)
    return stars >= _FEWEST_STARS


@dataclass(slots=True)
class _Reader:
    ledger: Ledger
    is_markdown: bool
    is_wiki: bool
    result: Written = field(default_factory=Written)
    columns: list[str] = field(default_factory=list)
    """Meanings of the columns of the current table."""
    is_shared: bool = False

    def take(self, number: int, line: str, following: str) -> None:
        if problem := _problem(line):
            self.result.refused.append((number, problem))
            self.ledger.leave(number, "cannot be read")
            return
        body = re.sub(r"^(?:\s*>)+\s?", "", line) if line.lstrip().startswith(">") else line
        if _RULE.fullmatch(body):
            self.ledger.use_all(number, "a rule or an empty line")
            return
        if body.lstrip().startswith("|") and self._row(number, body, following):
            return
        self.columns = []
        if match := (_HEADING.fullmatch(body) if self.is_markdown else None) or _WIKI_HEADING.fullmatch(body):
            self._add(number, (0, len(match[1])), match[2], is_heading=True)
        elif self.is_wiki and (match := _WIKI_LIST.match(body)):
            self._add(number, (1, _COLUMN * len(match[1])), body[match.end() :])
        elif self.is_markdown and _BOLD_LINE.fullmatch(body.strip()):
            self._add(number, (0, BOLD_HEADING), body.strip().rstrip(":"), is_heading=True)
        else:
            self._plain(number, body)

    def _plain(self, number: int, body: str) -> None:
        """Add a line with its indentation and bullets; a remark behind # or // is for people."""
        if not self.is_markdown and (remark := _COMMENT.search(body)):
            self.ledger.left_out.append((number, "a remark for people", remark[0].strip()))
            self.ledger.use(number, remark[0], "left out: a remark for people")
            body = body[: remark.start()]
        rest = body.strip()
        lead = body[: len(body) - len(body.lstrip())].expandtabs(TAB)  # tabs inside a line part columns
        indent, marks, text = bare(lead + rest)
        if self.is_markdown and (match := _NUMBERED.match(text)):
            self.ledger.use(number, match[0].strip(), "mark of a list")
            text, marks = text[match.end() :], 1
        elif text:
            self.ledger.use(number, body[: body.find(text[:6])], "mark of a list")
        self._add(number, (1, indent * _COLUMN + min(marks, _COLUMN - 1)), text)

    def _row(self, number: int, body: str, following: str) -> bool:
        """Add a row of a table in Markdown; return whether the line was one."""
        cells = [_clean(cell) for cell in body.strip().strip("|").split("|")]
        if _TABLE_RULE.fullmatch(following.strip()) and following.strip():
            self.columns = [column(cell) for cell in cells]
            self.ledger.leave(number, "names of columns")
            return True
        if not self.columns or not cells[0]:
            return False
        meant: dict[str, str] = {}
        for name, cell in zip(self.columns[1:], cells[1:], strict=False):
            if cell:
                meant[name] = f"{meant[name]}; {cell}" if name in meant else cell
        self.result.lines.append(Line(number, (1, TABLE_ROW), cells[0], meant))
        return True

    def _add(self, number: int, rank: tuple[int, int], text: str, *, is_heading: bool = False) -> None:
        beside = [match["ref"] or match["told"] for match in _BESIDE.finditer(text)]
        text = " | ".join(filter(None, [_clean(_BESIDE.sub(" ", text)), *(_clean(told) for told in beside if told)]))
        if text:
            self.result.lines.append(Line(number, rank, text, is_heading=is_heading))
        else:
            self.ledger.use_all(number, "signs of the page")


def _problem(line: str) -> str:
    """Return why a line cannot be read; "" for most."""
    if any(ord(letter) < 32 and letter != "\t" for letter in line):
        return "the line has a character that cannot be printed. Delete it"
    if len(line) > LONGEST_LINE:
        return f"the line has {len(line):,} characters, but at most {LONGEST_LINE:,} are read. Write one unit a line"
    return ""


def _clean(text: str) -> str:
    """Return a text as a reader of the page sees it."""
    text = _EMPHASIS.sub("", _LINK.sub(lambda match: match[1] or match[2], text))
    text = unmarked(_SLANTED.sub(r"\1", text))
    return " ".join(_GAP.sub(" | ", text).split())
