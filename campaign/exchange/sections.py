"""The sections of all files of a scenario, combined, so that each may be in any file."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from campaign.exchange import text
from campaign.exchange.entry import Entry
from campaign.exchange.faults import Faults, Spot
from campaign.exchange.text import Node, Scalar
from campaign.exchange.values import Head
from campaign.terms.attributes import keys_of
from campaign.values import dataclass, field


@dataclass(frozen=True, slots=True)
class Section:
    """A section of the program's files: its meaning, the kind of its entries, and whether they stand in a list or under
    keys.
    """

    meaning: str
    entry: str = ""
    is_list: bool = False


HEAD_KEYS = keys_of(Head)
SECTIONS: Mapping[str, Section] = {
    "rulebook": Section("House rules: setting and value (campaign rules lists them)."),
    "sides": Section("A key for each side, and under it the side's name, colour and home edges.", "side"),
    "nations": Section("A key for each nation besides the nine that the rule books know.", "nation"),
    "places": Section("A key for each place of the map.", "place"),
    "roads": Section("Roads, tracks and stretches of open going, each between two places.", "road", True),
    "features": Section("Lines besides roads: coasts, rivers, escarpments; and names.", "feature", True),
    "weapons": Section("A name for each gun, mortar or rocket launcher, and its figures.", "weapon"),
    "vehicles": Section("A name for each vehicle, and its figures.", "vehicle"),
    "establishments": Section(
        "A name for each establishment, and the keys of a battalion that has it.", "establishment"
    ),
    "organisations": Section("A name for each organisation, and the units of a formation that has it.", "organisation"),
    "order of battle": Section("Under the key of each side a list of its formations."),
    "commanders": Section("A key for each player.", "commander"),
    "air bases": Section("A key for each air base.", "air base"),
    "air groups": Section("A key for each air group.", "air group"),
    "air tasking": Section("Air missions ordered before the campaign begins.", "air task", True),
    "weather": Section("The weather as it was, by day or by turn.", "weather", True),
    "objectives": Section("Places that score points at the end of a day.", "objective", True),
    "victory": Section("Names for the result, by the score at the end.", "victory level", True),
    "orders": Section("Orders by day and turn; each holds until another replaces it.", "order", True),
}
TOP_KEYS = (*HEAD_KEYS, *SECTIONS)


@dataclass(slots=True)
class Source:
    """A file to read: its path, and its name in messages."""

    path: Path
    name: str


@dataclass(slots=True)
class Sections:
    """The sections of all files, combined."""

    head: dict[str, tuple[Scalar, Node]] = field(default_factory=dict)
    lists: dict[str, list[Node]] = field(default_factory=dict)
    first: Spot = Spot("")
    poisoned: set[str] = field(default_factory=set)

    def of(self, key: str) -> list[Node]:
        """Return the nodes of all files under that key."""
        return self.lists.get(key, [])

    def is_complete(self, key: str) -> bool:
        """Return whether that section exists and is readable, so that anything not in it is missing."""
        kind = text.Sequence if SECTIONS[key].is_list else text.Mapping
        return (
            key in self.lists and key not in self.poisoned and all(isinstance(node, kind) for node in self.lists[key])
        )

    def as_entry(self, faults: Faults) -> Entry:
        """Return the head as an entry, to be read key by key."""
        pairs = tuple((Scalar(word.spot, key), node) for key, (word, node) in self.head.items())
        return Entry(text.Mapping(self.first, pairs), "the scenario", HEAD_KEYS, faults)

    def __contains__(self, key: str) -> bool:
        return key in self.lists or key in self.head or key in self.poisoned


def lay_together(sources: list[Source], faults: Faults) -> Sections:
    """Return the sections of all files. A heading in two files is an error; lists and tables are joined."""
    sections = Sections(first=Spot(sources[0].name) if sources else Spot(""))
    for source in sources:
        before = len(faults.errors)
        tree = text.read_tree(source.path, source.name, faults)
        if tree is None:
            if len(faults.errors) == before:
                faults.error(Spot(source.name), "the file is empty", f"write for example {', '.join(TOP_KEYS[:4])}")
            continue
        entry = Entry(tree, "the file", TOP_KEYS, faults)
        for key, (word, node) in entry.written.items():
            if isinstance(node, text.Unreadable):
                sections.poisoned.add(key)
            elif key in HEAD_KEYS:
                if key in sections.head:
                    faults.error(
                        word.spot, f"{key!r} is already written at {sections.head[key][0].spot}", "write it only once"
                    )
                else:
                    sections.head[key] = (word, node)
            else:
                sections.lists.setdefault(key, []).append(node)
    return sections
