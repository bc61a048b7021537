"""The order of battle in the lines of a file: the meaning of every line, its units, and the doubts about them.

    assemble(lines, ledger, typist, side, nation) -> None      the sides are in the typist's draft

One way for every format: a reader delivers lines (`ledger.Line`), and nothing else interprets them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from campaign.errors import BadFile
from campaign.exchange.foreign import changes, second_opinion
from campaign.exchange.foreign.days import DAY
from campaign.exchange.foreign.doubts import Doubt, Sure
from campaign.exchange.foreign.draft import Force, Unit
from campaign.exchange.foreign.ledger import Ledger, Line
from campaign.exchange.foreign.lines import battalions_in, parted
from campaign.exchange.foreign.nations import SCHOOLS, nation_of
from campaign.exchange.foreign.nesting import BRIGADE, HEIGHT, Entry, height_of, nest
from campaign.exchange.foreign.readings import (
    CLEAR,
    DOUBTFUL,
    HEADQUARTERS,
    NOTHING_TELLS,
    OUT,
    Kind,
    Reading,
    as_unit,
    readings,
    unit_reading,
)
from campaign.exchange.foreign.rows import Named
from campaign.exchange.foreign.vocabulary import FORMATION_MARKS, arm_of, is_of_a_regiment, mark_of, size_of
from campaign.terms.forces import SizeMark
from campaign.terms.words import counted, listing, plain

if TYPE_CHECKING:
    from campaign.exchange.foreign.indented import Typist

DEEPEST = 60
"""Most echelons of a text."""
_SMALL = re.compile(
    r"[a-z]|and|of|the|und|et|von|with|mit|tanks?|men|guns?|them|incl|including|x|battalions?|bns?|btle?|regiments?|groups?",
    re.IGNORECASE,
)
"""Words that carry nothing of their own when the rest of a line was read."""
_PART = re.compile(
    r"(?:[IVX]{1,4}\.?|[1-9](?:st|nd|rd|th|\.))\s*(?:\([^()]*\)\s*)?(?:battalions?|bns?|btls?|btle|bataillone?|bataillon"
    r"|battaglione|btg|abteilung|abt|gruppo|groupe|pataljoona|batalion|zaszloalj)?\.?|[IVX]{1,4}\.?/\S+"
    r"|[IVXL]{1,6} (?:battaglione|btg|gruppo)\b.*",
    re.IGNORECASE,
)
"""Battalion named after its place in the regiment above: ``I. Abteilung``, ``II``, ``2nd Battalion``."""
_OF_A_FORMATION = re.compile(
    r"\b(?:div|divisional|division|corps|army|bde|brigade)\b(?=\s+(?:cav|cavalry|recce|recon|reconnaissance|engineers?"
    r"|artillery|arty|mg|at|aa|anti|signals?|medical|supply|tank destroyer))"
)
"""Formation in the name of one of its units: ``Divisional Cavalry``, ``62nd Division Engineer Unit``."""
_CORPS_OF_REGIMENTS = re.compile(
    r"\b(?:the rifle brigade|rifle brigade|king s royal rifle corps|royal armoured corps|royal tank corps"
    r"|reconnaissance corps)\b"
)
_NUMBER_OF_A_PART = re.compile(
    r"(?:(?P<roman>[IVXL]{1,6})(?P<dot>\.|\b)|(?P<nth>[1-9](?:st|nd|rd|th)))"
    r"(?P<rest> ?(?:btl|bataillon|abteilung|abt|battalion|bn)?\.?$|.*)",
    re.IGNORECASE,
)
LONGEST_NAME = 200
_TITLE_WORDS = 6
_NEAR, _TITLE_NEAR, _FAR = 12, 6, 40
"""Lines of a page after its title, lines after a title that may repeat it, and lines around one that are compared with
it."""
_MIDDLE = 16 * 8
"""Depth from which a first line is in the middle of its page: a title."""


def assemble(lines: Sequence[Line], ledger: Ledger, typist: Typist, side: str, nation: str) -> bool:
    """Read the sides into the typist's draft; return whether a line names one."""
    for line in lines:
        if changes.is_change(line.text):  # also behind the references
            typist.change(line.text, ledger.where(line.number))
            ledger.use_all(line.number, "a change")
    lines = [line for line in lines if not changes.is_change(line.text)]
    assembler = _Assembler(lines, ledger, typist, Force(side, ledger.where(1), nation=nation), bool(side))
    for n in range(len(lines)):
        assembler.take(n)
    assembler.finish()
    return assembler.is_named


class _Assembler:
    def __init__(self, lines: Sequence[Line], ledger: Ledger, typist: Typist, force: Force, is_named: bool) -> None:
        self.lines, self.ledger, self.typist, self.force, self.is_named = lines, ledger, typist, force, is_named
        self.draft = typist.draft
        self.rows: list[list[Entry]] = []
        self.open: list[Entry] = []
        self.sides: list[tuple[Force, list[list[Entry]]]] = []
        self.is_over = False
        self.top = min((line.rank for line in lines), default=(1, 0))
        self.strong = [_is_strong(line.text) for line in lines]
        self.strong_after = list(map(int, self.strong))
        for n in range(len(lines) - 2, -1, -1):
            self.strong_after[n] += self.strong_after[n + 1]

    # lines

    def take(self, n: int) -> None:
        """Decide the meaning of a line."""
        line = self.lines[n]
        if self.typist.decisions.leaves(line.text):
            self.ledger.leave(line.number, "you left it out")
        elif self.is_over and not self.typist.decisions.takes(line.text):
            self.ledger.leave(line.number, "after the order of battle")
        elif not self._is_key(line, n):
            self._mean(line, n)

    def _is_key(self, line: Line, n: int) -> bool:
        """Return whether the line is a key of the head or of the unit above, and read it."""
        at_edge = line.rank[0] == 0 or line.rank[1] == 0
        if at_edge and (head := self.typist.head_of(line.text)):
            was = self.force
            self.force, self.is_named = self.typist.take_head(*head, line, self.force, self.is_named, bool(self.rows))
            if self.force is not was:
                self._close(was)
            self.ledger.use_all(line.number, "the head")
            return True
        above = self._above(line)
        if above is not None and self.typist.is_of_unit(line.text, above.unit, line):
            self.ledger.use_all(line.number, f"about {above.unit.name}")
            return True
        is_plain = self.ledger.texts[line.number].strip() == line.text  # ``**Confidence:** 80 %`` is no key of the head
        if not self.rows and is_plain and self.typist.is_unknown_head(line.text, line):
            self.ledger.use_all(line.number, "refused")
            return True
        return False

    def _above(self, line: Line) -> Entry | None:
        """Return the unit of the last line of lower depth."""
        while self.open and self.open[-1].line.rank >= line.rank:
            self.open.pop()
        return self.open[-1] if self.open else None

    def _mean(self, line: Line, n: int) -> None:
        last = self.rows[-1][-1] if self.rows else None
        above = self.open[-1] if self.open else None
        found = readings(line.text, under_unit=above is not None and not self._has_under(above))
        best = as_unit(found) if self.typist.decisions.takes(line.text) else found[0]
        if line.cells and best.kind not in (Kind.ASIDE, Kind.TOTAL):
            best = as_unit(found)
        if best.kind is Kind.END:
            # fewer than two clear units behind such a heading are references that look like units
            self.is_over = bool(self.rows) and self.strong_after[n] < 2
            self.ledger.leave(line.number, "after the order of battle" if self.is_over else best.said)
        elif best.kind is Kind.ASIDE:
            self._leave(line, found, best.said)
        elif best.kind is Kind.SIDE and (line.rank == self.top or line.is_heading or not self.rows):
            self._side(line, best.said)
        elif best.kind in (Kind.DAY, Kind.TITLE) and self._is_of_all(line, n, best):
            self.draft.title = self.draft.title or _without_a_day(line.text)[:LONGEST_NAME]
            self.ledger.use_all(line.number, "the title")
        elif best.kind is Kind.TOTAL:
            self._total(line)
        elif best.kind is Kind.LEADER:
            self._led(line, last if last is not None and line.rank <= last.line.rank else above or last, best.said)
        elif best.kind is Kind.STRENGTH and above is not None:
            self.typist.add_strength(above.unit, line.text)
            self.ledger.use_all(line.number, f"strength of {above.unit.name}")
        elif best.kind in (Kind.LABEL, Kind.TROOPS, Kind.SIDE):
            self._gather(line, n, best)
        else:
            self._unit(line, n, found)

    def _has_under(self, entry: Entry) -> bool:
        return bool(self.rows) and self.rows[-1][-1] is not entry

    def _leave(self, line: Line, found: tuple[Reading, ...], reason: str) -> None:
        self.ledger.leave(line.number, reason)
        if as_unit(found).penalty <= OUT - 0.1 and reason != "a page number":
            self._doubt_left_out(line, reason)

    def _doubt_left_out(self, line: Line, reason: str) -> None:
        self._doubt(
            "left out", line.text, f"left out: {reason}", Sure.LIKELY, 1, line, ("a battalion",), f'take "{line.text}"'
        )

    def _doubt(
        self,
        kind: str,
        read: str,
        made: str,
        sure: Sure,
        at_stake: float,
        line: Line,
        instead: tuple[str, ...] = (),
        remedy: str = "",
    ) -> None:
        where = (self.ledger.where(line.number),)
        self.draft.doubts.append(Doubt(kind, read, made, sure, at_stake, lines=where, instead=instead, remedy=remedy))

    def _side(self, line: Line, name: str) -> None:
        _, _, inside = line.text.partition("(")
        nation = nation_of(inside) or nation_of(name)
        self.ledger.use_all(line.number, "a side")
        if not self.rows and not self.sides:
            self.force.nation = nation or self.force.nation
            if not self.is_named:
                self.force.name, self.force.where = name, self.ledger.where(line.number)
        else:
            self._close(self.force)
            self.force = Force(name, self.ledger.where(line.number), nation=nation)
        self.is_named = True

    def _close(self, force: Force) -> None:
        """End a side."""
        if self.rows:
            self.sides.append((force, self.rows))
        self.rows, self.open = [], []

    def _is_of_all(self, line: Line, n: int, best: Reading) -> bool:
        """Return whether a line with a day, or called an order of battle, is the title and not a formation."""
        if best.kind is Kind.TITLE or best.penalty <= CLEAR:
            return not self.rows or best.penalty < CLEAR
        mark = mark_of(re.split(r"[,–—(]|\s-\s", line.text)[0])
        if mark is None or mark[0] not in FORMATION_MARKS:
            return True
        is_title = self._is_repeated(line, n) or self._is_beside_equals(line, n, mark[0])
        if is_title:
            self._doubt(
                "title", line.text, "the title", Sure.LIKELY, 1, line, ("a formation over all",), f'take "{line.text}"'
            )
        return is_title

    def _is_repeated(self, line: Line, n: int) -> bool:
        """Return whether a first line names a formation that follows, or is in the middle of the page."""
        mark, words = size_of(line.text), set(plain(line.text).split())
        numbers = {word for word in words if word[0].isdigit()}
        for later in self.lines[n + 1 : n + _TITLE_NEAR]:
            if (
                numbers
                and not line.is_heading
                and numbers <= set(plain(later.text).split())
                and mark is not None
                and size_of(later.text) is mark
                and HEADQUARTERS.match(later.text) is None
            ):
                return True
        near = [later for later in self.lines[n + 1 : n + _NEAR] if readings(later.text)[0].kind is Kind.UNIT]
        return line.rank >= (1, _MIDDLE) and all(later.rank < line.rank for later in near)

    def _is_beside_equals(self, line: Line, n: int, mark: SizeMark) -> bool:
        """Return whether formations as large follow at the same depth: then the line is the title of the page."""
        least = HEIGHT.get(mark, 0.0)
        return any(
            later.rank <= line.rank and (other := mark_of(later.text)) and HEIGHT.get(other[0], 0.0) >= least
            for later in self.lines[n + 1 : n + _FAR]
        )

    def _total(self, line: Line) -> None:
        self.ledger.leave(line.number, "a total")
        text = " ".join((line.text, *line.cells.values()))
        if match := re.search(r"(\d+)\s+(?:battalions|bns|btl)", text):
            self.draft.totals.append((self.ledger.where(line.number), int(match[1])))

    def _led(self, line: Line, entry: Entry | None, commander: str) -> None:
        if entry is None:
            self.draft.note(
                self.ledger.where(line.number),
                f"{commander} was left out. He is written above every unit, but a side has no leader",
            )
            self.ledger.leave(line.number, "the leader of a whole side")
            return
        self.typist.led(entry.unit, commander)
        self.ledger.use_all(line.number, f"leader of {entry.unit.name}")

    def _gather(self, line: Line, n: int, best: Reading) -> None:
        """Open a heading over units of the formation above it."""
        is_over = n + 1 < len(self.lines) and self.lines[n + 1].rank > line.rank
        if best.kind is not Kind.TROOPS and not is_over and not line.is_heading:
            self.ledger.leave(line.number, "a heading over no lines")
            return
        unit = Unit(line.text.strip(" :")[:200], self.ledger.where(line.number), line=line.text)
        is_troops = best.kind is Kind.TROOPS
        self._add(line, [Entry(unit, line, is_label=not is_troops, is_troops=is_troops)])
        self.ledger.use_all(line.number, "a heading")

    def _unit(self, line: Line, n: int, found: tuple[Reading, ...]) -> None:
        named = self.typist.named_in(line)
        reading = as_unit(found)
        if len(named) > 1:
            reading = min((unit_reading(one.text) for one in named), key=lambda one: one.penalty)
        has_below = n + 1 < len(self.lines) and self.lines[n + 1].rank > line.rank
        if not self.rows and found[0].kind is Kind.UNIT and self._is_repeated(line, n):
            self.draft.title = self.draft.title or line.text
            self.ledger.use_all(line.number, "the title")
            self._doubt(
                "title", line.text, "the title", Sure.LIKELY, 1, line, ("a formation over all",), f'take "{line.text}"'
            )
            return
        if line.is_heading and reading.penalty > OUT and not parted(line.text).led_by:
            self._gather(line, n, Reading(Kind.LABEL, reading.penalty, reading.why))
            return
        if (
            reading.penalty > OUT
            and not (has_below and reading.penalty <= NOTHING_TELLS)
            and not (line.cells or line.is_heading or self.typist.decisions.takes(line.text))
        ):
            titled = _is_titled(line.text) and reading.penalty <= NOTHING_TELLS and line.rank[1] > 0
            if not (titled and self._is_among_units(line, n)):
                self.ledger.leave(line.number, f"it names no unit: {', '.join(reading.why)}")
                if titled:
                    self._doubt_left_out(line, "it names no unit")
                return
            self._doubt(
                "unit",
                line.text,
                "a battalion like the lines around it, though it has no number, arm or size",
                Sure.GUESS,
                1,
                line,
                ("left out",),
                f'leave "{line.text}"',
            )
        row = [self._entry(one, line) for one in named]
        self._add(line, row)
        self._account(line, row)
        self._doubts_of(line, row, reading, has_below)

    def _is_among_units(self, line: Line, n: int) -> bool:
        """Return whether at least half of the lines of the same depth around a line are clearly units."""
        near: list[bool] = []
        for step in (-1, 1):
            k = n + step
            while 0 <= k < len(self.lines) and self.lines[k].rank >= line.rank and abs(k - n) < _FAR:
                near += [self.strong[k]] if self.lines[k].rank == line.rank else []
                k += step
        return bool(near) and sum(near) * 2 >= len(near)

    # units

    def _entry(self, named: Named, line: Line) -> Entry:
        unit = self.typist.unit(named.text, self.ledger.where(line.number))
        unit.line = line.text if named.why or named.members else unit.line
        mark = named.mark or unit.mark or self._size(unit)
        usual = size_of(unit.name) or (size_of(unit.words) if unit.words else None)
        if named.mark is not None or (mark is not usual and mark in (SizeMark.BATTALION, SizeMark.COMPANY)):
            unit.mark = unit.mark or mark
        elif mark is None and usual in FORMATION_MARKS and not is_of_a_regiment(unit.name):
            unit.mark = unit.mark or SizeMark.BATTALION
        if HEADQUARTERS.match(unit.name) and not named.members:
            unit.is_headquarters, unit.mark = True, SizeMark.BATTALION
        is_part = _PART.fullmatch(named.text.strip()) is not None or _PART.fullmatch(unit.name) is not None
        is_low = is_part or HEADQUARTERS.match(unit.name) is not None
        entry = Entry(unit, line, 0.0 if is_low else height_of(mark), is_part)
        for member in named.members:
            below = self._entry(member, line)
            below.above = entry
            entry.under.append(below)
        return entry

    def _size(self, unit: Unit) -> SizeMark | None:
        """Return the size by a unit's name; regiments called brigades are British."""
        nation = unit.nation or self.force.nation
        is_british = nation in ("", "british") or "british" in SCHOOLS.get(nation, ())
        if is_british and is_of_a_regiment(unit.name):
            return None
        flat = plain(re.sub(r"\([^()]*\)", " ", unit.name))
        if is_british and _CORPS_OF_REGIMENTS.search(flat) and re.match(r"\d|the rifle", flat):
            return SizeMark.BATTALION
        return size_in_list(unit.name, unit.words)

    def _add(self, line: Line, row: list[Entry]) -> None:
        if len(self.open) > DEEPEST:
            raise BadFile(
                f"{self.ledger.where(line.number)} is more than {DEEPEST} levels deep. Check that this is an order of"
                " battle"
            )
        self.rows.append(row)
        self.open.append(row[-1])
        self.draft.count("units", sum(1 for entry in row for _ in entry.tree() if not entry.is_label))

    def _account(self, line: Line, row: list[Entry]) -> None:
        """Enter the use of every word of the line; words that no unit took are kept in the notes of the first."""
        number = line.number
        for unit in (below.unit for entry in row for below in entry.tree()):
            self.ledger.use(number, unit.name, f"name of {unit.name}")
            for words, use in ((unit.led_by, "leader"), (unit.at, "place"), (unit.words, "description")):
                self.ledger.use(number, words, f"{use} of {unit.name}")
            self.ledger.use(number, str(unit.fields.get("notes", "")), f"notes of {unit.name}")
            self.ledger.use(number, " ".join(self.typist.read_besides(unit)), f"description of {unit.name}")
        self.typist.take_cells(row[0].unit, line)
        for key, cell in line.cells.items():
            self.ledger.use(number, cell, f"{key} of {row[0].unit.name}")
        rest = [word for word in self.ledger.unread([number]).get(number, []) if not _SMALL.fullmatch(word)]
        if rest:
            row[0].unit.note(f"{' '.join(rest)}.")
            if any(map(str.isdigit, "".join(rest))) or mark_of(" ".join(rest)):
                self.typist.kept.append((number, row[0].unit, " ".join(rest)))
        self.ledger.use_all(number, f"notes of {row[0].unit.name}")

    def _doubts_of(self, line: Line, row: list[Entry], reading: Reading, has_below: bool) -> None:
        if DOUBTFUL < reading.penalty <= OUT and not line.cells and not has_below:
            made = f"{counted(len(row), 'unit')}, because it {', '.join(reading.why)}"
            self._doubt("unit", line.text, made, Sure.LIKELY, len(row), line, ("left out",), f'leave "{line.text}"')
        vague = [
            below.unit.name
            for entry in row
            for below in entry.under
            if not below.is_part
            and below.unit.mark is None
            and not (arm_of(below.unit.name) or mark_of(below.unit.name))
        ]
        if vague:
            self._doubt(
                "members",
                line.text,
                f"{counted(len(vague), 'unit')} under it without an arm or a size: {listing(vague, 6)}",
                Sure.LIKELY,
                len(vague),
                line,
                ("a description of it",),
            )
        units = sum(1 + battalions_in(below.unit.words) for entry in row for below in entry.tree())
        low, high = second_opinion.units_in(f"{line.text} {line.cells.get('battalions', '')}")
        if not low <= units <= high:
            other = low if units < low else high
            self._doubt(
                "count",
                line.text,
                f"{counted(units, 'unit')}, but by its numbers it seems to be {other}",
                Sure.GUESS,
                min(5, abs(other - units)),
                line,
                (counted(other, "unit"),),
            )
        elif len(row) > 1 and not mark_of(line.text):
            self._doubt("row", line.text, counted(len(row), "unit"), Sure.LIKELY, len(row), line, ("one unit",))

    # sides

    def finish(self) -> None:
        """Build the trees of all sides."""
        self._close(self.force)
        for force, rows in self.sides:
            tree = nest(rows)
            self.draft.doubts += tree.doubts
            force.units = [unit for entry in tree.tops for unit in self._units(entry, None)]
        self.draft.forces += [force for force, _ in self.sides] or [self.force]
        self._kept()
        for reason in dict.fromkeys(reason for _, reason, _ in self.ledger.left_out):
            listed = [(number, words) for number, why, words in self.ledger.left_out if why == reason]
            self.draft.note(
                self.ledger.where(listed[0][0]), f"left out ({reason})", tuple(words for _, words in listed)
            )
        for number, words in self.ledger.unread().items():
            where = (self.ledger.where(number),)
            self.draft.doubts.append(
                Doubt("unread", " ".join(words), "not read", Sure.GUESS, 5, lines=where, stops=True)
            )

    def _units(self, entry: Entry, above: Entry | None) -> Iterator[Unit]:
        """Yield an entry as a unit with its own; a label gives way to the units under it."""
        below = [unit for inner in entry.under for unit in self._units(inner, above if entry.is_label else entry)]
        if entry.is_label:
            yield from below
            return
        entry.unit.under = below
        if entry.is_part and above is not None and _is_after(above, entry):
            _name_part(entry.unit, above.unit)
        if not below and (above is None or above.height <= BRIGADE) and _is_headquarters(entry):
            self.ledger.left_out.append((entry.line.number, "a headquarters below division", entry.unit.name))
            self.draft.note(
                entry.unit, "left out, because only formations above a command have a battalion as headquarters"
            )
            return
        if entry.is_troops and not below:
            self.ledger.left_out.append((entry.line.number, "a heading over no lines", entry.unit.name))
            return
        yield entry.unit

    def _kept(self) -> None:
        """Tell numbers and sizes that are kept in notes: one decision, to keep what no rule reads."""
        if self.typist.kept:
            words = "; ".join(words for *_, words in self.typist.kept)
            where = tuple(dict.fromkeys(self.ledger.where(number) for number, *_ in self.typist.kept))
            made = f"kept in the notes of {counted(len(where), 'unit')}"
            stake = 0.3 * len(where)
            self.draft.doubts.append(
                Doubt("notes", words, made, Sure.LIKELY, stake, lines=where, instead=("strengths or units",))
            )


def _is_after(regiment: Entry, entry: Entry) -> bool:
    """Return whether a battalion follows its regiment at the same depth, so that it needs the regiment's name."""
    return (
        regiment.line.rank == entry.line.rank
        and regiment.line is not entry.line
        and size_of(regiment.unit.name) is SizeMark.REGIMENT
    )


def _name_part(unit: Unit, regiment: Unit) -> None:
    """Name a battalion that is only a number after its regiment."""
    match = _NUMBER_OF_A_PART.match(unit.name)
    if "/" in unit.name or ", " in unit.name or match is None:
        return
    if match["nth"]:
        name = f"{match['nth']} Bn, {regiment.name}"
    else:
        name = (
            f"{match['roman']}./{regiment.name}"
            if match["dot"] or not match["rest"]
            else f"{unit.name}, {regiment.name}"
        )
    if arm_of(unit.words) is None and arm_of(regiment.name) is None and regiment.words:
        unit.words = f"{unit.words} {regiment.words}".strip()
    unit.name = name[:LONGEST_NAME]
    unit.mark = unit.mark or SizeMark.BATTALION


def _is_strong(text: str) -> bool:
    best = readings(text)[0]
    return best.kind is Kind.UNIT and best.penalty <= CLEAR


def _without_a_day(title: str) -> str:
    """Return a title without its date, which is the first day."""
    kept = [part for part in re.split(r",\s+", title) if not DAY.fullmatch(part.strip(" ()."))]
    return ", ".join(kept) or title


def _is_titled(text: str) -> bool:
    """Return whether a text is a name by its capitals."""
    words = re.sub(r"\([^()]*\)", " ", text).split()
    return 0 < len(words) <= _TITLE_WORDS and all(
        word[0].isupper() or word.lower() in ("of", "and", "the", "di", "de", "von", "&")
        for word in words
        if word[0].isalpha()
    )


def _is_headquarters(entry: Entry) -> bool:
    unit = entry.unit
    return HEADQUARTERS.match(unit.name) is not None and unit.full is None and not unit.at and unit.coming is None


def size_in_list(name: str, words: str) -> SizeMark | None:
    """Return the size of a unit by its name, in the manner of lists: Roman numbers before a stroke are battalions and
    German Arabic ones companies, and ``Div Cav`` is not a division.
    """
    short = re.sub(r"\([^()]*\)", " ", name)
    flat = plain(short)
    if re.match(r"[IVXLD]{1,6}\.?\s?/", name):
        return SizeMark.BATTALION
    if re.match(r"\d{1,2}\.\s?/", name):
        return SizeMark.COMPANY
    whole = _OF_A_FORMATION.sub(" ", flat)
    if whole != flat and not mark_of(whole):
        return None
    mark = mark_of(whole) or mark_of(name) or mark_of(words)
    return mark[0] if mark else None
