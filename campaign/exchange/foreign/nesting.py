"""The tree of an order of battle: which line stands under which, decided once for every format.

    nest(rows) -> Tree     by the superior that a table names; by depth; among lines of one depth by their sizes

* A line is under the last one of lower depth, unless that is no larger formation (page programs indent such lines).
* Where a list is not indented, a smaller formation, a battalion or a part (``I. Abteilung``) follows a larger one.
* Depth and size are two opinions: where they differ there is a doubt.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import pairwise

from campaign.exchange.foreign.doubts import Doubt, Sure
from campaign.exchange.foreign.draft import Unit
from campaign.exchange.foreign.ledger import Line, Rank
from campaign.exchange.foreign.vocabulary import FORMATION_MARKS, arm_of, has, mark_of
from campaign.terms.forces import Arm, SizeMark
from campaign.terms.words import listing, plain
from campaign.values import plain_dataclass, plain_field

HEIGHT = dict(zip(FORMATION_MARKS, (5.0, 4.0, 3.0, 2.0, 1.0, 0.5), strict=True))
"""Height of a formation in the tree by its size; battalions and companies have 0."""
BRIGADE, DIVISION, CORPS = 1.0, 2.0, 3.0
_REGIMENT = re.compile(r"\b(?:reggimento|regiment|rgt|regt|rykmentti|ezred|regimentul)\b")
_GUNS = frozenset(
    {
        Arm.FIELD_ARTILLERY,
        Arm.MEDIUM_ARTILLERY,
        Arm.SELF_PROPELLED_ARTILLERY,
        Arm.SELF_PROPELLED_ANTI_TANK,
        Arm.ANTI_TANK,
        Arm.ANTI_AIRCRAFT,
    }
)
_ALONE = frozenset({Arm.ENGINEER, Arm.SIGNALS, Arm.MEDICAL, Arm.SUPPLY})
"""Arms whose battalions are not part of a regiment of another arm."""
_OUTSIDE_DIVISIONS = r"schwere|heavy|hvy|independent|heeres|tiger"
"""Words for a battalion outside divisions: after a division without details it is its neighbour, not part of it."""
MOST_NAMES = 6


@plain_dataclass(slots=True, eq=False)
class Entry:
    """A unit of the list with its place in the tree."""

    unit: Unit
    line: Line
    height: float = 0.0
    is_part: bool = False
    """True for a battalion that is named after its place in the regiment above: ``I. Abteilung``."""
    is_label: bool = False
    """True for a heading such as ``Artillery:``; its units belong to the formation above it."""
    is_troops: bool = False
    """True for ``Divisional troops``."""
    under: list[Entry] = plain_field(default_factory=list)
    above: Entry | None = None

    def tree(self) -> Iterator[Entry]:
        """Yield the entry and all under it, superiors first."""
        open_ = [self]
        while open_:
            entry = open_.pop()
            yield entry
            open_.extend(reversed(entry.under))


@plain_dataclass(slots=True)
class Tree:
    """The entries at the top, and the doubts about their order."""

    tops: list[Entry] = plain_field(default_factory=list)
    doubts: list[Doubt] = plain_field(default_factory=list)


def nest(rows: Sequence[list[Entry]]) -> Tree:
    """Return the tree of a side. ``rows``: the entries of each line, in the order of the file."""
    nester = _Nester(_goes_down(rows), _smallest_after(rows))
    for row in rows:
        nester.add(row)
    return nester.tree()


def _goes_down(rows: Sequence[list[Entry]]) -> Counter[Rank]:
    """Return, for each depth, how many formations have smaller units after them at the same depth, less those with
    units at a greater depth.
    """
    votes: Counter[Rank] = Counter()
    for row, after in pairwise(rows):
        last, first = row[-1], after[0]
        if last.height >= BRIGADE or last.is_troops:
            same = first.line.rank == last.line.rank and first.height < (last.height or 9)
            votes[last.line.rank] += same - (first.line.rank > last.line.rank)
    return votes


def _smallest_after(rows: Sequence[list[Entry]]) -> dict[Rank, float]:
    """Return the smallest formation of each depth that has no line indented under it."""
    least: dict[Rank, float] = defaultdict(lambda: 9.0)
    for row, after in zip(rows, [*rows[1:], []], strict=True):
        entry = row[-1]
        if entry.height >= BRIGADE and not (after and after[0].line.rank > entry.line.rank):
            least[entry.line.rank] = min(least[entry.line.rank], entry.height)
    return least


class _Nester:
    def __init__(self, goes_down: Counter[Rank], smallest: dict[Rank, float]) -> None:
        self.goes_down, self.smallest = goes_down, smallest
        self.tops: list[Entry] = []
        self.stack: list[Entry] = []
        self.by_name: dict[str, Entry] = {}
        self.by_size: list[Entry] = []
        self.beside: list[Entry] = []
        """Entries put beside the formation above them, as it is no larger."""
        self.uneven: list[Entry] = []
        """Entries indented unlike their neighbours under the same formation."""
        self.lost: list[tuple[str, Entry]] = []
        self.placed: set[tuple[int, float, Rank]] = set()
        """Formation above, height and depth of the entries so far: a brigade beside divisions is not under the last."""
        self.closed: set[int] = set()
        """Formations that end with their troops: a brigade after those is a neighbour."""
        self.over_deeper: set[int] = set()
        self.over_formations: set[int] = set()
        """Entries with lines, and with formations, at a greater depth under them."""

    def add(self, row: list[Entry]) -> None:
        """Put the entries of a line into the tree."""
        head = row[0]
        if superior := head.line.cells.get("under", ""):
            above = self.by_name.get(plain(superior))
            if above is None:
                self.lost.append((superior, head))
        else:
            above = self._above(head)
            if above is not None and above.line.rank == head.line.rank:
                self.by_size.append(head)
            elif above is not None and head not in self.beside:
                depths = {entry.line.rank for entry in above.under if entry.line is not above.line}
                if head.line.rank[0] == 1 and depths and head.line.rank not in depths:
                    self.uneven.append(head)
                self.over_deeper.add(id(above))
                if head.height >= BRIGADE:
                    self.over_formations.add(id(above))
            self.stack.append(row[-1])
        self.over_deeper.update(id(entry) for entry in row if entry.under)
        if head.is_troops and above is not None and any(entry.height >= BRIGADE for entry in above.under):
            self.closed.add(id(above))
        self.placed.add((id(above), head.height, head.line.rank))
        for entry in row:
            entry.above = above
            (above.under if above is not None else self.tops).append(entry)
            self.by_name.setdefault(plain(entry.unit.name), entry)

    def _above(self, head: Entry) -> Entry | None:
        rank = head.line.rank
        while self.stack:
            top = self.stack[-1]
            if top.line.rank < rank:
                if not self._is_no_larger(top, head):
                    return top
                self.beside.append(head)
            elif top.line.rank == rank and not self._indent_decides(top, head) and self._takes(top, head):
                return top
            self.stack.pop()
        return None

    @staticmethod
    def _is_no_larger(top: Entry, head: Entry) -> bool:
        """Return whether a formation is indented under a unit that cannot have it."""
        if top.is_troops or top.is_label or top.line.is_heading > head.line.is_heading:
            return False
        if top.height:
            return 0 < top.height <= head.height
        return mark_of(top.unit.name) is not None and head.height >= BRIGADE

    def _indent_decides(self, top: Entry, head: Entry) -> bool:
        """Return whether the block is indented, so that lines of one depth are neighbours."""
        is_inside = head.line.rank[0] == 1 and any(
            entry.line.rank[0] == 1 and entry.line.rank < head.line.rank for entry in self.stack
        )
        return (
            is_inside
            and not any(top is entry for entry in self.beside)
            and not (_is_of_its_regiment(top, head) or top.is_troops)
        )

    def _takes(self, top: Entry, head: Entry) -> bool:
        """Return whether a line of the same depth is under the one before."""
        if top.is_part or (top.height == 0 and not (top.is_troops or top.is_label)):
            return False
        if _is_of_its_regiment(top, head):
            return top.height == HEIGHT[SizeMark.REGIMENT] or (
                top.height > 0 and head.is_part and id(top) not in self.over_deeper
            )
        if head.is_troops:
            return top.height >= _level_of_troops(head)
        if head.is_label:
            return top.height >= BRIGADE and id(top) not in self.over_deeper
        if top.is_troops or top.is_label:
            # independent brigades are troops of a corps or army
            return head.height < BRIGADE or (
                top.is_troops and head.height == BRIGADE and _level_of_troops(top) >= CORPS
            )
        if head.height >= BRIGADE:
            return (
                top.height > head.height
                and id(top) not in self.over_formations | self.closed
                and (bool(top.under) or (id(top.above), head.height, head.line.rank) not in self.placed)
            )
        if top.height == HEIGHT[SizeMark.REGIMENT]:
            return _names_its_regiment(top, head)
        if top.height == DIVISION and not top.under and has(plain(head.unit.name), _OUTSIDE_DIVISIONS):
            return False
        rank = head.line.rank
        return (
            id(top) not in self.over_deeper
            and not top.unit.like
            and (
                self.goes_down[rank] >= 0
                and (top.height >= CORPS or top.height <= self.smallest[rank] or bool(top.under))
            )
        )

    def tree(self) -> Tree:
        """Return the tree with its doubts."""
        return Tree(self.tops, [*self._by_size(), *self._beside(), *self._uneven(), *self._lost()])

    def _by_size(self) -> Iterator[Doubt]:
        flat = [entry for entry in self.by_size if not entry.is_part and entry.above is not None]
        names = list(dict.fromkeys(entry.above.unit.name for entry in flat if entry.above is not None))
        if flat:
            steady = all(self.goes_down[rank] >= 0 for rank in {entry.line.rank for entry in flat})
            yield Doubt(
                "nesting",
                listing(names, MOST_NAMES),
                f"over {len(flat)} lines after them, by their sizes, because the list is not indented",
                Sure.LIKELY if steady else Sure.GUESS,
                len(flat) / 2,
                lines=tuple(dict.fromkeys(e.unit.where for entry in flat for e in (entry.above or entry, entry))),
                instead=("side by side",),
                remedy=f'set "{flat[0].unit.name}" under FORMATION',
            )

    def _beside(self) -> Iterator[Doubt]:
        for entry in self.beside:
            at = f"under {entry.above.unit.name}" if entry.above else "at the top"
            yield Doubt(
                "indent",
                entry.line.text,
                f"{at}, because the line that it is indented under is not a larger formation",
                Sure.LIKELY,
                max(1, sum(1 for _ in entry.tree()) - 1),
                lines=(entry.unit.where,),
                instead=("under that line",),
                remedy=f'set "{entry.unit.name}" under FORMATION',
            )

    def _uneven(self) -> Iterator[Doubt]:
        if self.uneven:
            yield Doubt(
                "uneven",
                listing((entry.unit.name for entry in self.uneven), MOST_NAMES),
                "under the same formation as the lines before, though indented differently",
                Sure.LIKELY,
                len(self.uneven),
                lines=tuple(entry.unit.where for entry in self.uneven),
                instead=("one level higher or lower",),
                remedy=f'set "{self.uneven[0].unit.name}" under FORMATION',
            )

    def _lost(self) -> Iterator[Doubt]:
        for superior, entry in self.lost:
            yield Doubt(
                "superior",
                superior,
                f"{entry.unit.name} is at the top, because the file has no such formation",
                Sure.GUESS,
                1,
                lines=(entry.unit.where,),
                remedy=f'set "{entry.unit.name}" under FORMATION',
            )


def _level_of_troops(head: Entry) -> float:
    name = plain(head.unit.name)
    return CORPS if has(name, r"corps|korps\w*") else CORPS + 1 if has(name, r"army|armee\w*|heeres\w*") else DIVISION


def _is_of_its_regiment(top: Entry, head: Entry) -> bool:
    """Return whether a line names a battalion by its place in the regiment before it."""
    return (head.is_part and _of_one_arm(top.unit.name, head.unit.name)) or is_roman_battalion(top, head)


def is_roman_battalion(top: Entry, head: Entry) -> bool:
    """Return whether a line is a battalion of the regiment before it by its Roman number: ``XII battaglione carri``."""
    return (
        head.height == 0
        and re.match(r"[IVXLD]+\b", head.unit.name) is not None
        and "/" not in re.sub(r"\d+/\d+", "", head.unit.name)
        and _REGIMENT.search(plain(top.unit.name)) is not None
        and _of_one_arm(top.unit.name, head.unit.name)
    )


def _of_one_arm(regiment: str, battalion: str) -> bool:
    """Return whether a battalion may be of a regiment by its arm: engineers are not of a regiment of artillery."""
    above, own = arm_of(regiment), arm_of(battalion)
    return above is None or own is None or ((own[0] in _GUNS) == (above[0] in _GUNS) and own[0] not in _ALONE)


def _names_its_regiment(top: Entry, head: Entry) -> bool:
    """Return whether a unit is called after the regiment before it: ``I./GR 914`` after ``Grenadier-Regiment 914``."""
    numbers = re.findall(r"\d+", top.unit.name)
    return len(numbers) == 1 and re.search(rf"/\D*{numbers[0]}(?!\d)", head.unit.name) is not None


def height_of(mark: SizeMark | None) -> float:
    """Return the height of a unit of that size."""
    return 0.0 if mark is None else HEIGHT.get(mark, 0.0)
