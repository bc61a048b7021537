"""A score to roll that keeps its reasons, so that a sheet or a journal can explain it."""

from __future__ import annotations

from fractions import Fraction

from campaign.values import dataclass


@dataclass(frozen=True, slots=True)
class Reason:
    """One modifier to a roll and its reason."""

    value: int
    text: str

    def __str__(self) -> str:
        return f"{self.value:+d} {self.text}"


@dataclass(frozen=True, slots=True)
class Target:
    """A score: a six-sided die must show ``score`` or more after its modifiers (OB-DICE-02..04). ``score`` None is a
    dash: never.
    """

    score: int | None
    base: str
    reasons: tuple[Reason, ...] = ()

    @property
    def modifier(self) -> int:
        """Sum of the modifiers (OB-DICE-04)."""
        return sum(reason.value for reason in self.reasons)

    @property
    def needed(self) -> int | None:
        """Lowest natural face that succeeds; None if none does, 1 if every face does."""
        if self.score is None:
            return None
        natural = max(1, self.score - self.modifier)
        return natural if natural <= 6 else None

    @property
    def chance(self) -> Fraction:
        """Probability of success on one die."""
        return Fraction(0) if self.needed is None else Fraction(7 - self.needed, 6)

    def passes(self, natural: int) -> bool:
        """Return whether this natural face succeeds."""
        return self.needed is not None and natural >= self.needed

    def __str__(self) -> str:
        """Return the score as the charts print it: ``4-6``, ``6``, or an en dash."""
        if self.needed is None:
            return "\N{EN DASH}"
        return "6" if self.needed == 6 else f"{self.needed}-6"

    def explained(self) -> str:
        """Return the score with its reasons: ``5-6 (British and Indian readiness 5-6, -2 night turn)``."""
        why = ", ".join([self.base, *map(str, self.reasons)])
        return f"{self} ({why})"
