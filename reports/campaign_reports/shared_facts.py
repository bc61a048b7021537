"""Facts common to all stands of a kind in a command, or to all its battalions: printed once, on the command's strip.

with_shared(block) -> UnitBlock     its rows without the facts that its strip now has
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from campaign.values import replace
from campaign.words.papers import Fact
from campaign.words.sheet import BoxRow, UnitBlock, UnitRow


def with_shared(block: UnitBlock) -> UnitBlock:
    """Return the command with shared facts moved to its strip: those of all stands of a kind, or of all its battalions.

    A command whose stands are not set close together is unchanged.
    """
    by_kind: dict[str, list[BoxRow]] = {}
    for row in block.rows:
        for stand in row.rows:
            if stand.kind:
                by_kind.setdefault(stand.kind, []).append(stand)
    if not by_kind:
        return block
    common = {kind: _common(stands) for kind, stands in by_kind.items()}
    _keep_apart(block, common)
    of_rows = _in_all(row.facts for row in block.rows) if len(block.rows) > 1 else ()
    comes = {row.arrives for row in block.rows} if len(block.rows) > 1 else set()
    rows = tuple(_without(row, common, of_rows) for row in block.rows)
    if len(comes) == 1:
        rows = tuple(replace(row, arrives="") for row in rows)
    arrives = tuple(Fact("", arrival) for arrival in comes if len(comes) == 1 and arrival)
    return replace(block, shared=(*arrives, *_merged(common), *of_rows), rows=rows)


def _common(stands: Sequence[BoxRow]) -> tuple[Fact, ...]:
    """Return the facts common to all stands of a kind; of lines without boxes, which belong together, all or
    nothing.
    """
    common = _in_all(stand.cells for stand in stands)
    return common if any(stand.groups for stand in stands) or common == stands[0].cells else ()


def _keep_apart(block: UnitBlock, common: dict[str, tuple[Fact, ...]]) -> None:
    """Leave lines without boxes with their battalions, if these have other such lines each, since it would be unclear
    which belongs to which.
    """
    lines = [{stand.kind for stand in row.rows if not stand.groups} for row in block.rows]
    if any(kinds != other for kinds in lines for other in lines if kinds and other):
        for kind in set().union(*lines):
            common[kind] = ()


def _in_all(lists: Iterable[tuple[Fact, ...]]) -> tuple[Fact, ...]:
    """Return the facts that each of these lists has."""
    first, *others = lists
    return tuple(fact for fact in first if all(fact in facts for facts in others))


def _merged(common: Mapping[str, tuple[Fact, ...]]) -> list[Fact]:
    """Return a fact for the kinds with the same text: ``Companies, MGs: fires L 2.4/8, target L``."""
    kinds_by_text: dict[str, list[str]] = {}
    for kind, facts in common.items():
        if facts:
            words = ", ".join(f"{fact.label} {fact.text}".strip() for fact in facts)
            kinds_by_text.setdefault(words, []).append(kind)
    return [Fact(", ".join(kinds), words) for words, kinds in kinds_by_text.items()]


def _without(row: UnitRow, common: Mapping[str, tuple[Fact, ...]], facts: tuple[Fact, ...]) -> UnitRow:
    stands = tuple(
        replace(stand, cells=tuple(cell for cell in stand.cells if cell not in common.get(stand.kind, ())))
        for stand in row.rows
        if stand.groups or not stand.cells or any(cell not in common.get(stand.kind, ()) for cell in stand.cells)
    )
    return replace(row, rows=stands, facts=tuple(fact for fact in row.facts if fact not in facts))
