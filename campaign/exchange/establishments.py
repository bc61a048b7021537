"""Establishments: what a battalion of a nation and a year is on paper, for an order of battle to refer to with ``like``.

An establishment may be like another and change some of it. Those of the files that are read come first; the ones that
ship with the program are looked up when a name is not among them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from campaign.errors import StoreError
from campaign.exchange.entry import Entry, Said, pairs_of
from campaign.exchange.faults import Faults
from campaign.exchange.names import Names
from campaign.exchange.text import Node, Scalar, Unreadable, read_tree, same
from campaign.folders import folder
from campaign.terms.words import slug

KEYS = (
    "like",
    "arm",
    "mark",
    "size",
    "experience",
    "march",
    "combat",
    "hit row",
    "casualty column",
    "armour",
    "anti-tank",
    "anti-tank all",
    "weapon",
    "direct range",
    "flame-throwers",
    "piece",
    "piece name",
    "calibre",
    "pre-1914",
    "artillery range",
    "engineers",
    "recce companies",
    "carried by",
    "equipment",
    "items",
    "establishment",
    "notes",
    "source",
    "unconfirmed",
)

Pairs = Mapping[str, tuple[Scalar, Node]]


def nation_files() -> tuple[Path, ...]:
    """The files of establishments that ship with the program."""
    try:
        return tuple(sorted((folder("orbats") / "nations").glob("*.yaml")))
    except StoreError:
        return ()


@dataclass(slots=True)
class Establishments:
    """All establishments a reading knows, by name."""

    faults: Faults
    names: Names = field(default_factory=lambda: Names("establishment"))
    entries: dict[str, Entry] = field(default_factory=dict)
    shipped_too: bool = True
    _shipped: bool = False
    _whole: dict[str, Pairs] = field(default_factory=dict)

    def add(self, sections: Iterable[Node]) -> None:
        """Enter the establishments of some sections; one given twice is a fault."""
        for section in sections:
            for key, node in pairs_of(section, "establishments", self.faults):
                if key.text in self.names:
                    first = self.names.spots[self.names.keys[slug(key.text)]]
                    self.faults.error(key.spot, f"establishment {key.text!r} was given already at {first}", "every name stands once")
                    continue
                self.names.add(key.text, key.spot)
                if not isinstance(node, Unreadable):
                    self.entries[key.text] = Entry(node, f"establishment {key.text!r}", KEYS, self.faults)

    def _add_shipped(self) -> None:
        self._shipped = True
        for path in nation_files():
            tree = read_tree(path, f"orbats/nations/{path.name}", self.faults)
            for key, section in pairs_of(tree, path.name, self.faults):
                if same(key.text) == "establishments":
                    own = [pair for pair in pairs_of(section, "establishments", self.faults) if pair[0].text not in self.names]
                    for name, node in own:
                        self.names.add(name.text, name.spot)
                        self.entries[name.text] = Entry(node, f"establishment {name.text!r}", KEYS, self.faults)

    def behind(self, said: Said | None) -> tuple[str, Pairs]:
        """The name of the establishment that was said, and everything it and those it is like say."""
        if said is None:
            return "", {}
        if said.text not in self.names and self.shipped_too and not self._shipped:
            self._add_shipped()
        name = self.names.find(said, self.faults, "like")
        return (name, self._said_by(name, (name,))) if name else ("", {})

    def _said_by(self, name: str, chain: tuple[str, ...]) -> Pairs:
        if name in self._whole:
            return self._whole[name]
        entry = self.entries.get(name)
        if entry is None:
            return {}
        like = entry.scalar("like", "the name of an establishment")
        behind: Pairs = {}
        if like is not None:
            if like.text not in self.names and self.shipped_too and not self._shipped:
                self._add_shipped()
            other = self.names.find(like, self.faults, "like")
            if other in chain:
                self.faults.error(like.spot, f"like: {' is like '.join([*chain, str(other)])}", "an establishment cannot be like itself")
            elif other:
                behind = self._said_by(other, (*chain, other))
        self._whole[name] = {**behind, **{key: pair for key, pair in entry.own.items() if key != "like"}}
        return self._whole[name]
