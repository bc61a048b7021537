"""The sections of all files of a scenario, laid together, so that it does not matter which file holds which."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from campaign.exchange import text
from campaign.exchange.entry import Entry
from campaign.exchange.faults import Faults, Spot
from campaign.exchange.text import Node, Scalar

HEAD_KEYS = (
    "title",
    "name",
    "summary",
    "first day",
    "days",
    "day starts at",
    "time zone",
    "centre",
    "coordinates",
    "notes",
    "source",
)
SECTIONS = (
    "rulebook",
    "sides",
    "nations",
    "places",
    "roads",
    "features",
    "weapons",
    "vehicles",
    "establishments",
    "organisations",
    "order of battle",
    "commanders",
    "air bases",
    "air groups",
    "air tasking",
    "weather",
    "objectives",
    "victory",
    "orders",
)
LISTS = frozenset({"roads", "features", "air tasking", "weather", "objectives", "victory", "orders"})
"""Sections that are lists; the others have keys."""
TOP_KEYS = (*HEAD_KEYS, *SECTIONS)


@dataclass(slots=True)
class Source:
    """A file to read: where it is, and what it is called in messages."""

    path: Path
    name: str


@dataclass(slots=True)
class Sections:
    """The sections of all files, laid together."""

    head: dict[str, tuple[Scalar, Node]] = field(default_factory=dict)
    lists: dict[str, list[Node]] = field(default_factory=dict)
    first: Spot = Spot("")
    poisoned: set[str] = field(default_factory=set)

    def of(self, key: str) -> list[Node]:
        """What all files hold under that key."""
        return self.lists.get(key, [])

    def whole(self, key: str) -> bool:
        """Is that section there and readable, so that what it does not hold is nowhere?"""
        kind = text.Sequence if key in LISTS else text.Mapping
        return (
            key in self.lists and key not in self.poisoned and all(isinstance(node, kind) for node in self.lists[key])
        )

    def as_entry(self, faults: Faults) -> Entry:
        """The head, to be read key by key."""
        pairs = tuple((Scalar(word.spot, key), node) for key, (word, node) in self.head.items())
        return Entry(text.Mapping(self.first, pairs), "the scenario", HEAD_KEYS, faults)

    def __contains__(self, key: str) -> bool:
        return key in self.lists or key in self.head or key in self.poisoned


def lay_together(sources: list[Source], faults: Faults) -> Sections:
    """The sections of all files. A heading that two files give is a fault; lists and tables are joined."""
    sections = Sections(first=Spot(sources[0].name) if sources else Spot(""))
    for source in sources:
        before = len(faults.errors)
        tree = text.read_tree(source.path, source.name, faults)
        if tree is None:
            if len(faults.errors) == before:
                faults.error(Spot(source.name), "the file is empty", f"expected keys such as {', '.join(TOP_KEYS[:4])}")
            continue
        entry = Entry(tree, "the file", TOP_KEYS, faults)
        for key, (word, node) in entry.own.items():
            if isinstance(node, text.Unreadable):
                sections.poisoned.add(key)
            elif key in HEAD_KEYS:
                if key in sections.head:
                    faults.error(
                        word.spot, f"{key!r} was given already at {sections.head[key][0].spot}", "write it once"
                    )
                else:
                    sections.head[key] = (word, node)
            else:
                sections.lists.setdefault(key, []).append(node)
    return sections
