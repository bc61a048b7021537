"""Establishments: battalions of a nation and a year on paper, to which an order of battle refers with ``like``.

An establishment may be like another and change some of it. Those of the files that are read come first; the ones that
ship with the program are looked up when a name is not among them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from campaign.exchange.deriving import derived
from campaign.exchange.entry import Entry, pairs_of
from campaign.exchange.equipment import Equipment
from campaign.exchange.faults import Faults
from campaign.exchange.names import Names
from campaign.exchange.nation_files import nation_files, shipped
from campaign.exchange.text import Node, Scalar, Unreadable
from campaign.exchange.values import Kind
from campaign.terms.attributes import keys_of
from campaign.values import plain_dataclass, plain_field

__all__ = ["KEYS", "Establishments", "Pairs", "nation_files"]

KEYS = ("like", *(key for key in keys_of(Kind) if key != "strength"))

Pairs = Mapping[str, tuple[Scalar, Node]]


@plain_dataclass(slots=True)
class Establishments:
    """The establishments known to a reading, by name."""

    faults: Faults
    names: Names = plain_field(default_factory=lambda: Names("establishment"))
    entries: dict[str, Entry] = plain_field(default_factory=dict)
    shipped_too: bool = True
    equipment: Equipment = plain_field(init=False)
    _shipped: bool = False
    _said: dict[str, Pairs] = plain_field(default_factory=dict)
    _whole: dict[str, Pairs] = plain_field(default_factory=dict)

    def __post_init__(self) -> None:
        self.equipment = Equipment(self.faults)

    def add(self, sections: Iterable[Node]) -> None:
        """Add the establishments of some sections; one given twice is an error."""
        for section in sections:
            for key, node in pairs_of(section, "establishments", self.faults):
                if self.names.is_second(key, self.faults):
                    continue
                self._enter(key, node)

    def _enter(self, key: Scalar, node: Node) -> None:
        self.names.add(key.text, key.position)
        if not isinstance(node, Unreadable):
            self.entries[key.text] = Entry(node, f"establishment {key.text!r}", KEYS, self.faults)

    def _find(self, scalar: Scalar) -> str | None:
        """Return the name of the establishment that a word means; the shipped ones are added when no file has the
        name.
        """
        if scalar.text not in self.names and self.shipped_too and not self._shipped:
            self._shipped = True
            for section in shipped("establishments", self.faults):
                for key, node in pairs_of(section, "establishments", self.faults):
                    if key.text not in self.names:
                        self._enter(key, node)
        return self.names.find(scalar, self.faults, "like")

    def behind(self, scalar: Scalar | None) -> tuple[str, Pairs]:
        """Return the name of the establishment, and all values that it, those it is like, or their figures give."""
        if scalar is None:
            return "", {}
        name = self._find(scalar)
        if not name:
            return "", {}
        if name not in self._whole:
            pairs = self._said_by(name, (name,))
            spot = pairs["items"][1].spot if "items" in pairs else scalar.spot
            derived_pairs = {
                key: (Scalar(spot, key), Scalar(spot, word)) for key, word in derived(pairs, self.equipment).items()
            }
            self._whole[name] = {**pairs, **derived_pairs}
        return name, self._whole[name]

    def _said_by(self, name: str, chain: tuple[str, ...]) -> Pairs:
        if name in self._said:
            return self._said[name]
        entry = self.entries.get(name)
        if entry is None:
            return {}
        like = entry.scalar("like", "the name of an establishment")
        behind: Pairs = {}
        if like is not None:
            model = self._find(like)
            if model in chain:
                self.faults.error(
                    like.spot,
                    f"like: {' is like '.join([*chain, str(model)])}",
                    "an establishment cannot be like itself",
                )
            elif model:
                behind = self._said_by(model, (*chain, model))
        self._said[name] = {**behind, **{key: pair for key, pair in entry.written.items() if key != "like"}}
        return self._said[name]
