"""Errors and warnings of a file, each with its place.

An error says what was found and what is allowed there. One mistake is one error: a possible consequence
of a line that cannot be read at all (a name that is not there, a key that is missing) is marked
*consequent*, and is left out of a report that holds such a line.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from campaign.errors import in_short
from campaign.terms.words import did_you_mean, listing, slug
from campaign.values import dataclass, field
from campaign.words.proposal import Proposal


@dataclass(frozen=True, slots=True, order=True)
class Spot:
    """A place in a file; lines and columns count from 1."""

    file: str
    line: int = 1
    column: int = 1

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


@dataclass(frozen=True, slots=True)
class Spots:
    """The places of things in the files: by key, or of each in the order of the files."""

    sides: Callable[[str], Spot]
    formations: Callable[[str], Spot]
    battalions: Callable[[str], Spot]
    roads: Callable[[str], Spot]
    air_tasks: Sequence[Spot]
    orders: Sequence[Spot]
    victory: Sequence[Spot]


@dataclass(frozen=True, slots=True, order=True)
class Fault:
    """An error or warning: the text found at a spot, and what may stand there."""

    spot: Spot
    text: str

    def __str__(self) -> str:
        return in_short(f"{self.spot}: {self.text}")


@dataclass(slots=True)
class Faults:
    """The errors and warnings of a reading so far. The same one at the same spot is kept once."""

    errors: dict[Fault, bool] = field(default_factory=dict)
    warnings: dict[Fault, None] = field(default_factory=dict)
    absent: dict[str, list[Fault]] = field(default_factory=dict)
    """Errors about names that do not exist, by name."""
    damaged: bool = False
    """True if a line could not be read at all; other things may then seem to be missing although the file has them."""

    def error(self, spot: Spot, text: str, allowed: str = "", *, consequent: bool = False) -> None:
        """Note an error: what was found; what is allowed."""
        self.errors.setdefault(Fault(spot, f"{text}; {allowed}" if allowed else text), consequent)

    def unknown(self, spot: Spot, label: str, word: str, allowed: Iterable[str], *, consequent: bool = False) -> None:
        """Report a word that is not allowed, with similar ones that are."""
        words = list(allowed)
        hint = did_you_mean(word, words)
        choice = f"expected {listing(words, 14)}" if words else "there are none here"
        self.error(spot, f"{label} {word!r} is not known", choice + hint, consequent=consequent)

    def missing(self, spot: Spot, word: str, text: str, allowed: str) -> None:
        """Report a reference to something that does not exist, once for all its references."""
        self.absent.setdefault(slug(word), []).append(Fault(spot, f"{text}; {allowed}"))

    def warn(self, spot: Spot, text: str) -> None:
        """Report something odd."""
        self.warnings.setdefault(Fault(spot, text))

    def propose(self, spot: Spot, odd: str, taken: Proposal) -> None:
        """Report something odd or missing with what is taken all the same, in the words of every such decision."""
        self.warn(spot, f"{odd}. {taken.by_default.rstrip('.')}")

    def final_errors(self) -> tuple[Fault, ...]:
        """Return the errors that count, in the order of the files."""
        faults = {fault for fault, consequent in self.errors.items() if not (consequent and self.damaged)}
        if not self.damaged:
            faults.update(_once(places) for places in self.absent.values())
        return tuple(sorted(faults))

    def sorted_warnings(self) -> tuple[Fault, ...]:
        """Return the warnings, in the order of the files."""
        return tuple(sorted(self.warnings))


def _once(places: list[Fault]) -> Fault:
    """Return one error for all the places with the same reference."""
    first, *repeats = sorted(set(places))
    if not repeats:
        return first
    return Fault(first.spot, f"{first.text} (also at {listing((str(fault.spot) for fault in repeats), 3)})")


@dataclass(frozen=True, slots=True)
class Report:
    """The findings of a check. ``counts`` says how much was read: ``{"battalions": 30, ...}``."""

    errors: tuple[Fault, ...]
    warnings: tuple[Fault, ...]
    counts: Mapping[str, int]

    @property
    def is_sound(self) -> bool:
        """True if a campaign can be started from it."""
        return not self.errors
