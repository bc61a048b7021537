"""Summaries that are read in ten seconds: labelled blocks in a limited number of lines and columns.

    laid_out(summary, most, width) -> lines

What does not fit is counted, and the program command that shows it is named. The tallest blocks give up lines first; a
block that is kept gives up none of its names, only the words beside them.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate, takewhile
from textwrap import TextWrapper

from campaign.values import dataclass

WIDEST_LABEL = 18
"""Width in characters of the longest label beside its phrases; after a longer label they begin on the next line."""
LARGE_FORCE = 60
"""Number of battalions above which an order of battle counts as an army's."""
LINES_OF_A_CORPS, LINES_OF_AN_ARMY = 25, 40


def most_lines(battalions: int) -> int:
    """Return how many lines a summary may have in a campaign of this many battalions."""
    return LINES_OF_AN_ARMY if battalions > LARGE_FORCE else LINES_OF_A_CORPS


@dataclass(frozen=True, slots=True)
class Block:
    """A label with the phrases under it."""

    label: str
    phrases: tuple[str, ...]
    in_rows: bool = False
    """True if each phrase begins a line of its own."""
    is_kept: bool = False
    """True if no phrase may be left out."""
    is_bad: bool = False
    """True for news that calls for action."""
    is_light: bool = False
    """True for a block that is left out before other blocks are shortened; if it is also ``is_kept``, only as a last
    resort."""
    side: str = ""
    """Side of the news, for a block about one side."""
    shorter: tuple[tuple[str, ...], ...] = ()
    """The same phrases in fewer words, for lack of room; each version is shorter than the one before."""

    @property
    def heading(self) -> str:
        """Heading of the block: ``Marches, Allied``."""
        return f"{self.label}, {self.side}" if self.side else self.label


@dataclass(frozen=True, slots=True)
class Summary:
    """A headline, the text at its right, the blocks in the order of their weight, and the closing lines."""

    title: str
    aside: str
    blocks: tuple[Block, ...]
    closing: tuple[str, ...] = ()
    in_full: str = ""
    """Program command that shows the rest."""


@dataclass(frozen=True, slots=True)
class Line:
    """A printed line: its text, how many letters of it are a heading, and whether the news is bad."""

    text: str
    heading: int = 0
    is_bad: bool = False


@dataclass(slots=True)
class _Drawing:
    """A block with as many of its phrases as there is room for."""

    block: Block
    column: int
    width: int
    shown: int = 0
    way: int = 0
    lines: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        self.shown = len(self.block.phrases)
        self.lines = self._drawn()

    def is_shortened(self) -> bool:
        """Shorten the text to fewer words; return False if there is no shorter form."""
        if self.way == len(self.block.shorter):
            return False
        self.way += 1
        return True

    def restore(self) -> None:
        """Restore the full text."""
        self.shown = len(self._phrases)
        self.lines = self._drawn()

    def cut(self, most: int) -> None:
        """Leave out phrases from the end until a line less is needed, but not the first; from a block of more than
        ``most`` lines as many as bring it down to that.
        """
        height = min(len(self.lines), most + 1)
        if len(self.lines) > height:  # a thousand phrases are not left out one by one
            shown = min(self.shown, self._at_most(most) + 1)
            self.shown = 1 + bisect_right(range(1, shown), most, key=lambda shown: len(self._with(shown, 0)))
        while self.shown > 1 and len(self.lines) >= height:
            self.shown -= 1
            self.lines = self._drawn()

    def _at_most(self, lines: int) -> int:
        """Return how many of the shown phrases may have room in this number of lines, by their letters alone."""
        letters = accumulate(map(len, self._phrases[: self.shown]))
        room = lines * (self.width + 1)
        return sum(1 for _ in takewhile(lambda so_far: so_far <= room, letters))

    @property
    def can_be_cut(self) -> bool:
        """True if there are phrases to leave out."""
        return not self.block.is_kept and self.shown > 1 and len(self.lines) > 1

    @property
    def _phrases(self) -> tuple[str, ...]:
        return self.block.shorter[self.way - 1] if self.way else self.block.phrases

    def _drawn(self) -> tuple[str, ...]:
        """Return the lines, beside the label, or under it where that takes fewer lines."""
        return self._with(self.shown, len(self._phrases) - self.shown)

    def _with(self, count: int, hidden: int) -> tuple[str, ...]:
        """Return the lines of the first phrases, and of the number of hidden ones if there are any."""
        shown = list(self._phrases[:count])
        if hidden:
            shown.append(f"and {hidden} more")
        heading, in_rows = self.block.heading, self.block.in_rows and not self.way
        texts = shown if in_rows else ["; ".join(shown)]

        def lines(indent: int) -> list[str]:
            first, others = " " * indent, " " * (indent + 4 * in_rows)
            return [line for text in texts for line in wrapped(text, self.width, first, others)]

        if len(heading) >= self.column:
            return heading, *lines(2)
        beside = lines(self.column)
        if in_rows and len(under := lines(2)) + 1 < len(beside):
            return heading, *under
        return heading + beside[0][len(heading) :], *beside[1:]


def laid_out(summary: Summary, most: int, width: int) -> list[Line]:
    """Return the summary in at most this many lines, if the indispensable parts fit into them."""
    blocks = [block for block in summary.blocks if block.phrases]
    headings = [len(block.heading) for block in blocks]
    column = max((letters for letters in headings if letters <= WIDEST_LABEL), default=0) + 2
    drawings = [_Drawing(block, column, width) for block in blocks]
    title = list(_title(summary, width))
    dropped: list[Block] = []

    def closing() -> list[str]:
        names = dict.fromkeys(block.label for block in reversed(dropped))
        left_out = f"Left out: {', '.join(names)}. " if dropped else ""
        last = f"{left_out}In full: {summary.in_full}" if summary.in_full else left_out
        return [line for text in (*summary.closing, last) if text for line in wrapped(text, width, "", "  ")]

    while len(title) + sum(len(drawing.lines) for drawing in drawings) + len(closing()) > most:
        if not _gives_way(drawings, dropped, most):
            break
    return [*title, *(line for drawing in drawings for line in _block_lines(drawing)), *map(Line, closing())]


def _gives_way(drawings: list[_Drawing], dropped: list[Block], most: int) -> bool:
    """Make room by a line or more; return False if nothing can be left out."""
    if cuttable := [drawing for drawing in drawings if drawing.can_be_cut]:
        max(reversed(cuttable), key=lambda drawing: len(drawing.lines)).cut(most)
        return True
    droppable = [drawing for drawing in drawings if not drawing.block.is_kept]
    light = [drawing for drawing in droppable if drawing.block.is_light]
    kept = sorted((d for d in drawings if d.block.is_kept), key=lambda drawing: -len(drawing.lines))
    if not light and any(drawing.is_shortened() for drawing in kept):
        for drawing in drawings:
            drawing.restore()
        return True
    last_resort = [drawing for drawing in drawings if drawing.block.is_light]
    if not (droppable or last_resort):
        return False
    last = (light or droppable or last_resort)[-1]
    drawings.remove(last)
    dropped.append(last.block)
    return True


def _title(summary: Summary, width: int) -> Iterator[Line]:
    room = width - len(summary.title) - len(summary.aside)
    if summary.aside and room >= 2:
        yield Line(summary.title + " " * room + summary.aside, len(summary.title))
        return
    for text in filter(None, (summary.title, summary.aside)):
        for line in wrapped(text, width, "", "  "):
            yield Line(line, len(line) if text == summary.title else 0)


def _block_lines(drawing: _Drawing) -> Iterator[Line]:
    for number, line in enumerate(drawing.lines):
        yield Line(line, 0 if number else len(drawing.block.heading), drawing.block.is_bad)


def wrapped(text: str, width: int, indent: str, hanging: str) -> Sequence[str]:
    """Return the text in lines of whole words; a word that is longer than a line is broken."""
    words = text.split(" ")
    room = width - max(len(indent), len(hanging))
    if not text.isprintable() or "" in words or max(map(len, words)) > room:  # odd white space, or a longer word
        wrapper = TextWrapper(width, initial_indent=indent, subsequent_indent=hanging, break_on_hyphens=False)
        return wrapper.wrap(text)
    lines, begin, before = list[str](), 0, indent
    while len(text) - begin > width - len(before):
        end = text.rindex(" ", begin, begin + width - len(before) + 1)
        lines.append(before + text[begin:end])
        begin, before = end + 1, hanging
    return [*lines, before + text[begin:]]
