"""The standing of a journal: which of its entries are in force, and which could be redone."""

from __future__ import annotations

from collections.abc import Iterable

from campaign.errors import StoreError
from campaign.values import dataclass


@dataclass(frozen=True, slots=True)
class Standing:
    """The entries in force, oldest first; those that could be redone, next one last; and the undo that removed each
    other entry.

    ``stands_for``: of entries that were played again without an earlier one, those in whose place they stand.
    """

    living: tuple[int, ...]
    undone: tuple[int, ...]
    undone_by: dict[int, int]
    stands_for: dict[int, int]


def standing(steps: Iterable[tuple[int, str, int | None]]) -> Standing:
    """Return the standing of a journal given as ``(seq, kind, about)`` in order of seq. Raises StoreError for an undo
    or redo of an entry that does not exist.
    """
    living: list[int] = []
    undone: list[int] = []
    by: dict[int, int] = {}
    stands_for: dict[int, int] = {}
    for seq, kind, about in steps:
        if kind == "do":
            living.append(seq)
            if about is not None and undone[-2:-1] == [about]:  # played again without the entry that was before it
                del undone[-2]
                stands_for[seq] = about
            elif undone:
                undone.clear()
                stands_for.clear()
            continue
        if kind == "redo" and about not in undone:
            _brought_back_in_place(about, undone, stands_for)
        taken_back, back = (living, undone) if kind == "undo" else (undone, living)
        if about not in taken_back:
            raise StoreError(
                f"the journal is damaged: entry {seq} undoes or redoes an entry that does not exist. Find out"
                " more: campaign doctor"
            )
        taken_back.remove(about)
        back.append(about)
        if kind == "undo":
            by[about] = seq
        else:
            by.pop(about)
    return Standing(tuple(living), tuple(undone), by, stands_for)


def _brought_back_in_place(about: int | None, undone: list[int], stands_for: dict[int, int]) -> None:
    """Replace an entry by the one it stood for, among those that could be redone."""
    for place, seq in enumerate(undone):
        if stands_for.get(seq) == about:
            undone[place] = stands_for.pop(seq)
