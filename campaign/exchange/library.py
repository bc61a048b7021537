"""The shipped establishments and organisations of nations, to look up and to refer to with ``like``: battalions of a
nation and a year, and the parts of divisions.

look_up(words, nation) -> Shelf     those whose names contain all the words
"""

from __future__ import annotations

from collections import Counter

from campaign.errors import BadInput, NotFound
from campaign.exchange.entry import Entry
from campaign.exchange.faults import Faults, Spot
from campaign.exchange.foreign.fitting import ShippedEstablishment, library
from campaign.exchange.foreign.nations import nation_of
from campaign.exchange.organisations import Organisations
from campaign.exchange.text import Mapping, Node, Scalar, Sequence, same
from campaign.terms.forces import Level
from campaign.terms.words import did_you_mean, listing, plain
from campaign.values import dataclass


@dataclass(frozen=True, slots=True)
class Establishment:
    """A battalion or battery on paper. ``name`` is the value for ``like:``; ``anti_tank`` "" where it has none."""

    name: str
    nation: str
    arm: str
    mark: str
    size: str
    men: int
    vehicles: int
    guns: int
    items: tuple[str, ...]
    armour: str
    anti_tank: str
    weapon: str
    march: str
    combat: str
    source: str
    notes: str
    unconfirmed: bool


@dataclass(frozen=True, slots=True)
class Organisation:
    """The parts of a formation. ``battalions``: how many in all; ``holds``: its parts, as ``3 x british infantry
    battalion 1944``.
    """

    name: str
    nation: str
    level: str
    men: int | None
    battalions: int
    holds: tuple[str, ...]
    period: str
    source: str
    notes: str
    unconfirmed: bool


@dataclass(frozen=True, slots=True)
class Shelf:
    """The establishments and organisations found by a search."""

    establishments: tuple[Establishment, ...]
    organisations: tuple[Organisation, ...]


def look_up(words: str = "", nation: str = "") -> Shelf:
    """Return the establishments and organisations whose names contain all the words, in any order; an exactly equal
    name comes alone. Raises NotFound, BadInput.
    """
    key = _nation(nation)
    establishments = sorted(
        (paper for paper in library().establishments if not key or paper.nation == key),
        key=lambda paper: (paper.nation, paper.year),
    )
    lines = [
        name
        for name in library().organisations.all_names
        if not key or plain(name).startswith(f"{key.replace('_', ' ')} ")
    ]
    names = [*(paper.name for paper in establishments), *lines]
    exact = [name for name in names if plain(name) == plain(words)]
    parts = plain(words).split()
    kept = exact or [
        name for name in names if all(any(part.startswith(word) for part in plain(name).split()) for word in parts)
    ]
    if not kept:
        hint = did_you_mean(words, names)
        of = f" of the {key.replace('_', ' ')} army" if key else ""
        raise NotFound(
            f"the program comes with nothing{of} called {words!r}. Try fewer words, or give no words to list "
            f"everything{hint}"
        )
    return Shelf(
        tuple(_establishment(paper) for paper in establishments if paper.name in kept),
        tuple(_organisation(name) for name in lines if name in kept),
    )


def _nation(text: str) -> str:
    if not text:
        return ""
    nations = sorted(library().by_nation)
    key = plain(text).replace(" ", "_")
    key = key if key in nations else nation_of(text)
    if key not in nations:
        raise BadInput(
            f"the program has nothing for --nation {text}. Write one of {listing(nations, 20)}"
            f"{did_you_mean(text, nations)}"
        )
    return key


def _establishment(paper: ShippedEstablishment) -> Establishment:
    kind = paper.kind
    best, least = kind.anti_tank_best, kind.anti_tank_all
    both = f"{best}, all of it {least or 'none'}" if best is not None and best is not least else str(best or "")
    return Establishment(
        paper.name,
        paper.nation,
        kind.arm.value,
        kind.mark.value,
        kind.size.value,
        kind.full.men,
        kind.full.vehicles,
        kind.full.guns,
        tuple(f"{equipment.count} {equipment.item}" for equipment in kind.equipment_list),
        kind.armour.value,
        both,
        kind.weapon.value,
        kind.march_class.value,
        kind.combat_class.value,
        kind.source,
        kind.notes,
        kind.unconfirmed,
    )


def _organisation(name: str) -> Organisation:
    organisations = library().organisations
    entry = organisations.entries[name]
    level = organisations.level_of(name) or Level.DIVISION
    holds, battalions = _holds(organisations, name)
    men = _text(entry, "men")
    nation = next((nation for nation in library().by_nation if plain(name).startswith(nation.replace("_", " "))), "")
    return Organisation(
        name,
        nation,
        level.value,
        int(men) if men.isdecimal() else None,
        battalions,
        tuple(holds),
        _text(entry, "period"),
        _text(entry, "source"),
        _text(entry, "notes"),
        same(_text(entry, "unconfirmed")) == "yes",
    )


def _text(entry: Entry, key: str) -> str:
    node = entry.pairs[key][1] if key in entry else None
    return " ".join(node.text.split()) if isinstance(node, Scalar) else ""


def _holds(organisations: Organisations, name: str) -> tuple[list[str], int]:
    """Return the parts of an organisation, equal ones counted, and how many battalions it has with its headquarters."""
    pairs = Organisations(Faults()).behind(Scalar(Spot(""), name), organisations.level_of(name), "", "")
    return _of({key: node for key, (_, node) in pairs.items()}, organisations)


def _of(nodes: dict[str, Node], organisations: Organisations) -> tuple[list[str], int]:
    counts: Counter[str] = Counter()
    number = 0
    if "headquarters" in nodes:
        number += 1
        counts[_like(nodes["headquarters"]) or "headquarters"] += 1
    for node in _items(nodes.get("battalions")):
        number += 1
        counts[_like(node) or "battalion"] += 1
    for node in _items(nodes.get("formations")):
        if like := _like(node):
            number += _holds(organisations, like)[1]
            counts[like] += 1
        else:
            held, more = _of(_pairs(node), organisations)
            number += more
            for row in held:
                times, _, unit = row.partition(" x ")
                counts[unit] += int(times)
    return [f"{times} x {unit}" for unit, times in counts.items()], number


def _items(node: Node | None) -> tuple[Node, ...]:
    return node.items if isinstance(node, Sequence) else ()


def _pairs(node: Node) -> dict[str, Node]:
    return {same(key.text): value for key, value in node.pairs} if isinstance(node, Mapping) else {}


def _like(node: Node) -> str:
    like = _pairs(node).get("like")
    return like.text if isinstance(like, Scalar) else ""
