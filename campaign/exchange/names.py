"""Names in a scenario: keys, and the names that may stand for them.

A link in a file may give the key or the full name of its target, in any case. Where a file is checked alone, without
the others of its scenario, a name that is not in it may well be in another: then it is not reported.
"""

from __future__ import annotations

from collections import defaultdict

from campaign.exchange.faults import Faults, Spot
from campaign.exchange.text import Position, Scalar, spot_of
from campaign.terms.words import did_you_mean, listing, near, slug
from campaign.values import dataclass, field

LONGEST_KEY = 80
SHIPPED = ("establishment", "organisation")
"""Kinds with so many entries in the program that a program command lists them."""


@dataclass(slots=True)
class Names:
    """The keys of one kind of thing. ``complete``: everything of that kind is known, so a missing key does not
    exist.
    """

    kind: str
    complete: bool = True
    keys: dict[str, str] = field(default_factory=dict)
    positions: dict[str, Position] = field(default_factory=dict)
    called: defaultdict[str, list[str]] = field(default_factory=lambda: defaultdict(list))

    def add(self, key: str, position: Position, *names: str) -> None:
        self.keys[slug(key)] = key
        self.positions[key] = position
        for name in names:
            if name:
                self.call(key, slug(name))

    def call(self, key: str, slugged: str) -> None:
        """Give a key, right after it was added, a name that is in the form of ``slug`` already."""
        keys = self.called[slugged]
        if not keys or keys[-1] != key:
            keys.append(key)

    def __contains__(self, key: str) -> bool:
        return slug(key) in self.keys

    def spot(self, key: str) -> Spot:
        """Return where a key stands in the files."""
        return spot_of(self.positions[key])

    def first_spot(self, key: str) -> Spot:
        """Return where a key, in any spelling, was given."""
        return self.spot(self.keys[slug(key)])

    def is_second(self, key: Scalar, faults: Faults, article: str = "name") -> bool:
        """Return whether a key is given a second time, which is reported as an error."""
        if key.text not in self:
            return False
        text = f"{self.kind} {key.text!r} is already written at {self.first_spot(key.text)}"
        faults.error(key.spot, text, f"write every {article} only once")
        return True

    def fresh_key(self, name: str, superior: str = "") -> str:
        """Return an unused key for that name; on a clash the superior's key follows, then a number."""
        base = slug(name)[:LONGEST_KEY].strip("_") or self.kind
        if base not in self:
            return base
        longer = f"{base}_{superior}"[:LONGEST_KEY] if superior else base
        number, key = 2, longer
        while key in self:
            key = f"{longer[: LONGEST_KEY - 5]}_{number}"
            number += 1
        return key

    def matches(self, word: str) -> list[str]:
        """Return the keys that this word may mean: the equal one, or else those with it as a name."""
        key = slug(word)
        return [self.keys[key]] if key in self.keys else self.called.get(key, [])

    def guess(self, word: str) -> str | None:
        """Return the key that an unknown word probably means."""
        close = near(slug(word), self.keys, 1)
        return self.keys[close[0]] if close else None

    def find(self, scalar: Scalar | None, faults: Faults, label: str = "") -> str | None:
        """Return the key that a word means; None, with an error reported, if there is none or more than one."""
        if scalar is None:
            return None
        matches = self.matches(scalar.text)
        if len(matches) == 1:
            return matches[0]
        where = f"{label}: " if label else ""
        if matches:
            faults.error(scalar.spot, f"{where}{scalar.text!r} can mean {' or '.join(matches)}", "write its key")
        elif self.complete:
            hint = did_you_mean(scalar.text, [*self.keys.values(), *self.called]) if self.keys else ""
            allowed = (
                f"known names are {listing(self.keys.values(), 12)}"
                if self.keys
                else f"the scenario has no {self.kind}"
            )
            if self.kind in SHIPPED:
                allowed = "list the program's establishments: campaign establishments"
            faults.missing(scalar.spot, scalar.text, f"{where}there is no {self.kind} {scalar.text!r}", allowed + hint)
        return None
