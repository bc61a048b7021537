"""The standing of a journal: which of its entries are in force, which could be redone, and which branch off.

Every entry follows another one, so that the journal is a tree: the entries in force are its path to the present state,
and where something was undone and another command given, the undone entries remain as a branch.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from campaign.errors import StoreError
from campaign.values import dataclass


@dataclass(frozen=True, slots=True)
class UndoneBranch:
    """Undone entries that are kept as a branch. ``parts``: how many entries in force come before it; ``entries``: its
    own, the oldest first.
    """

    parts: int
    entries: tuple[int, ...]

    @property
    def name(self) -> str:
        """Return the name by which it is brought back, after its last entry's place in the journal."""
        return f"undone-{self.entries[-1]}"

    @property
    def command(self) -> str:
        """Return what to type to bring it back."""
        return f"campaign redo --branch {self.name}"

    @property
    def numbers(self) -> str:
        """Return the numbers of its entries as they were in force: ``entry 7``, ``entries 2 to 11``."""
        first, last = self.parts + 1, self.parts + len(self.entries)
        return f"entry {first}" if first == last else f"entries {first} to {last}"


@dataclass(frozen=True, slots=True)
class Standing:
    """The entries in force, oldest first; those that could be redone, next one last; and the undo that removed each
    other entry.

    ``stands_for``: of entries that were played again without an earlier one, those in whose place they stand;
    ``follows``: the entry that each one was written after.
    """

    living: tuple[int, ...]
    undone: tuple[int, ...]
    undone_by: dict[int, int]
    stands_for: dict[int, int]
    follows: dict[int, int | None]

    def branches(self) -> tuple[UndoneBranch, ...]:
        """Return the branches whose last entry neither is in force nor could be redone, the latest first."""
        place = {seq: number for number, seq in enumerate(self.living, 1)}
        ends = self.follows.keys() - {*self.follows.values(), *place, *self.undone, *self.stands_for.values()}
        return tuple(self._branch(end, place) for end in sorted(ends, reverse=True))

    def _branch(self, end: int, place: Mapping[int, int]) -> UndoneBranch:
        own_seqs: list[int] = []
        at: int | None = end
        while at is not None and at not in place:
            own_seqs.append(at)
            at = self.follows[at]
        return UndoneBranch(0 if at is None else place[at], tuple(reversed(own_seqs)))


def standing(steps: Iterable[tuple[int, str, int | None]]) -> Standing:
    """Return the standing of a journal given as ``(seq, kind, about)`` in order of seq. Raises StoreError for an undo
    or redo of an entry that does not exist.
    """
    living: list[int] = []
    undone: list[int] = []
    by: dict[int, int] = {}
    stands_for: dict[int, int] = {}
    follows: dict[int, int | None] = {}
    for seq, kind, about in steps:
        if kind == "do":
            follows[seq] = living[-1] if living else None
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
        if kind == "redo" and about in by and about not in undone and follows[about] == living[-1]:  # of a branch
            undone[:] = [about]
            stands_for.clear()
        taken_back, back = (living, undone) if kind == "undo" else (undone, living)
        if about not in taken_back:
            raise StoreError(
                f"the journal is damaged: entry {seq} undoes or redoes an entry that does not exist. To find "
                "out more: campaign doctor"
            )
        taken_back.remove(about)
        back.append(about)
        if kind == "undo":
            by[about] = seq
        else:
            by.pop(about)
    return Standing(tuple(living), tuple(undone), by, stands_for, follows)


def _brought_back_in_place(about: int | None, undone: list[int], stands_for: dict[int, int]) -> None:
    """Replace an entry by the one it stood for, among those that could be redone."""
    for place, seq in enumerate(undone):
        if stands_for.get(seq) == about:
            undone[place] = stands_for.pop(seq)
