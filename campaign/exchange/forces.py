"""The order of battle: formations with battalions under them, read from the top down."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from typing import Any

from campaign.exchange import text
from campaign.exchange.attributes import read_attributes
from campaign.exchange.battalions import read_kind
from campaign.exchange.entry import Entry, items_of, pairs_of
from campaign.exchange.establishments import Establishments
from campaign.exchange.faults import Faults, Spot
from campaign.exchange.links import Link, resolve
from campaign.exchange.names import LONGEST_KEY, Names
from campaign.exchange.organisations import Organisations
from campaign.exchange.stands import GroundNames, must_be_landed, read_stand
from campaign.exchange.text import Node
from campaign.exchange.values import Battalion, Beginning, Formation, Named, Stand
from campaign.rules.common.rulebook import Rulebook
from campaign.terms.attributes import fields_of, keys_of
from campaign.terms.forces import Arm, Experience, Level, SizeMark
from campaign.terms.state import State, SupplyGrade, Support
from campaign.terms.words import slug
from campaign.values import dataclass, field

LEVELS = tuple(level.value for level in Level)
FORMATION_KEYS = (*LEVELS, *keys_of(Formation))
BATTALION_KEYS = keys_of(Battalion)
HEADQUARTERS_LEVELS = frozenset({Level.CORPS, Level.DIVISION})
_MARKS = {
    Level.ARMY_GROUP: SizeMark.ARMY_GROUP,
    Level.ARMY: SizeMark.ARMY,
    Level.CORPS: SizeMark.CORPS,
    Level.DIVISION: SizeMark.DIVISION,
    Level.COMMAND: SizeMark.BRIGADE,
}
_WAYS = "write 'at: PLACE', 'road: ROAD' with 'km', 'arrives' or 'embarked', for this unit or for a formation above it"
_NUMBER = re.compile(r"(\d+)(?:st|nd|rd|th)?/(\d+)(?:st|nd|rd|th)?(?=\s)|(\d+(?!\d|[.,]\d)|[IVXL]+(?=[./ ]))")


@dataclass(frozen=True, slots=True)
class Above:
    """The values that a formation hands down to those under it."""

    side: str
    superior: str | None = None
    level: Level | None = None
    nation: str | None = None
    experience: Experience = Experience.REGULAR
    supply: SupplyGrade = SupplyGrade.WELL
    stand: Stand | None = None


@dataclass(frozen=True, slots=True)
class References:
    """The names and files that an order of battle refers to."""

    sides: Names
    nations: Names
    ground: GroundNames
    establishments: Establishments
    organisations: Organisations
    book: Rulebook
    faults: Faults


@dataclass(slots=True)
class Forces:
    """The formations and battalions read from an order of battle."""

    formations: list[Formation] = field(default_factory=list)
    battalions: list[Battalion] = field(default_factory=list)
    formation_names: Names = field(default_factory=lambda: Names("formation"))
    battalion_names: Names = field(default_factory=lambda: Names("battalion"))
    links: list[Link] = field(default_factory=list)


def read_forces(sections: Iterable[Node], references: References) -> Forces:
    """Return every side's formations and battalions."""
    forces, seen = Forces(), dict[str, Spot]()
    for section in sections:
        for key, node in pairs_of(section, "order of battle", references.faults):
            side = references.sides.find(key, references.faults, "order of battle")
            if side is None and references.sides.complete:
                side = key.text
            for formation in items_of(node, f"order of battle of {key.text}", references.faults):
                _Tree(references, forces).formation(formation, Above(side or key.text))
            seen.setdefault(slug(key.text), key.spot)
    resolve(forces.links, forces.formation_names, forces.formations, forces.battalions, references.faults)
    return forces


def try_organisations(references: References) -> None:
    """Read every organisation of the files once by itself, so that unused ones are checked too."""
    for name, entry in list(references.organisations.entries.items()):
        level = references.organisations.level_of(name)
        if level is not None:
            pairs = tuple(
                (text.Scalar(entry.spot, key), text.Scalar(entry.spot, name)) for key in (level.value, "like")
            )
            _Tree(references, Forces()).formation(text.Mapping(entry.spot, pairs), Above("", nation="", stand=Stand()))


@dataclass(slots=True)
class _Tree:
    """A reader of a formation and those under it."""

    references: References
    forces: Forces

    def formation(self, node: Node, above: Above) -> int:
        """Read a formation and those under it, and return how many battalions it has, those with errors included."""
        faults = self.references.faults
        entry = Entry(node, "formation", FORMATION_KEYS, faults)
        if entry.poisoned:
            return 1
        level = self._level(entry, above)
        scalar = entry.scalar(level.value, "a name") if level else None
        name = " ".join(scalar.text.split())[:200] if scalar else ""
        entry.label = f"{level or 'formation'} {name!r}"
        names = self.forces.formation_names
        key = unit_key(entry, names, name or str(level or "formation"), above.superior or "", faults)
        short = entry.short("short", name)
        like = entry.scalar("like", "the name of an organisation")
        fits = level is not None and (above.level is None or level.rank > above.level.rank)
        behind = self.references.organisations.behind(like, level if fits else None, name, short)
        entry.pairs = {
            **{k: pair for k, pair in behind.items() if k != "nation" or above.nation is None},
            **entry.written,
        }
        names.add(key, entry.position, name, short)
        nation = self._nation(entry, above)
        stand = read_stand(entry, self.references.ground) or above.stand
        if stand is None and like is not None:
            entry.error(f"{entry.label} has no position on the map", _WAYS, consequent=True)
            stand = Stand()
        unsaid: dict[str, Any] = {
            "short": name,
            "number": number_in(name),
            "mark": _MARKS[level or Level.COMMAND],
            "experience": above.experience,
            "supply_grade": above.supply,
        }
        read = read_attributes(entry, Formation, **unsaid)
        down = Above(above.side, key, level or above.level, nation, read["experience"], read["supply_grade"], stand)
        before = len(self.forces.battalions)
        headquarters, count = self._headquarters(entry, name, down)
        at = len(self.forces.formations)
        count += self._battalions(entry, down)
        for below in self._list(entry, "formations"):
            count += self.formation(below, down)
        if count == 0 and not any(self._is_broken(entry, key) for key in ("battalions", "formations")):
            allowed = (
                "give it 'battalions'"
                if level is Level.COMMAND
                else "give it 'battalions', 'formations' or a 'headquarters', or delete it"
            )
            entry.error(f"{entry.label} has no battalions", allowed, consequent=True)
        if "arm" not in entry:
            read["arm"] = commonest([b.arm for b in self.forces.battalions[before:]])
        links = {"side": above.side, "superior": above.superior, "nation": nation or "", "headquarters": headquarters}
        formation = Formation(**{**read, **links, "key": key, "name": name, "level": level or Level.COMMAND})
        self.forces.formations.insert(at, formation)
        return count or 1

    def _list(self, entry: Entry, key: str) -> list[Node]:
        return items_of(entry.node(key), f"{key} of {entry.label}", self.references.faults)

    def _is_broken(self, entry: Entry, key: str) -> bool:
        return key in entry and not isinstance(entry.pairs[key][1], text.Sequence)

    def _level(self, entry: Entry, above: Above) -> Level | None:
        levels = [level for level in Level if level.value in entry]
        faults = self.references.faults
        if not levels:
            if "name" in entry.strange:
                return None
            entry.error(
                "a formation has no level and no name",
                "write 'corps: NAME', 'division: NAME' or 'command: NAME'",
                consequent=True,
            )
            return None
        for second in levels[1:]:
            faults.error(
                entry.pairs[second][0].spot,
                f"{second} cannot be written here, because this formation is already a {levels[0]}",
                "write the second formation under 'formations'",
            )
        if above.level is not None and levels[0].rank <= above.level.rank:
            faults.error(
                entry.pairs[levels[0]][0].spot,
                f"a {levels[0]} cannot be under a {above.level}",
                f"the levels from top to bottom are {', '.join(LEVELS)}",
            )
        return levels[0]

    def _nation(self, entry: Entry, above: Above) -> str | None:
        scalar = entry.scalar("nation", "the key of a nation")
        if scalar is not None:
            return self.references.nations.find(scalar, self.references.faults, "nation") or above.nation
        if above.nation is None and above.superior is None and "nation" not in entry:
            entry.error(
                f"{entry.label} has no nation", "write 'nation: ...' for the highest formation", consequent=True
            )
        return above.nation

    def _headquarters(self, entry: Entry, name: str, down: Above) -> tuple[str | None, int]:
        node = entry.node("headquarters")
        if node is None:
            return None, 1 if "headquarters" in entry else 0
        made = self.battalion(node, down, {}, f"Headquarters {name}"[:200], Arm.HEADQUARTERS)
        return (made.key if made else None), 1

    def _battalions(self, entry: Entry, down: Above) -> int:
        nodes = self._list(entry, "battalions")
        seen: dict[str, Spot] = {}
        for node in nodes:
            self.battalion(node, down, seen)
        return len(nodes)

    def battalion(
        self, node: Node, down: Above, seen: dict[str, Spot], name: str = "", arm: Arm | None = None
    ) -> Battalion | None:
        """Return a battalion. ``seen``: the names in the same formation; two of one name are an error."""
        references, faults = self.references, self.references.faults
        like = Entry(node, "battalion", BATTALION_KEYS, Faults()).scalar("like", "the name of an establishment")
        establishment, behind = references.establishments.behind(like)
        entry = Entry(node, "headquarters" if arm else "battalion", BATTALION_KEYS, faults, behind)
        if entry.poisoned:
            return None
        name = entry.text("battalion", name, must=arm is None and "name" not in entry.strange) or name
        entry.label = f"{'headquarters' if arm else 'battalion'} {name!r}"
        if name and slug(name) in seen:
            entry.error(
                f"the name {name!r} is used twice in one command (first in line {seen[slug(name)].line})",
                "give one of the two battalions another name",
                "battalion",
            )
        seen.setdefault(slug(name), entry.where("battalion"))
        key = unit_key(entry, self.forces.battalion_names, name or "battalion", down.superior or "", faults)
        short = entry.short("short", name)
        self.forces.battalion_names.add(key, entry.position, name, short)
        kind = read_kind(entry, references.book, arm or (None if like is None else Arm.INFANTRY), down.experience)
        nation = references.nations.find(entry.scalar("nation", "the key of a nation"), faults, "nation") or down.nation
        stand = read_stand(entry, self.references.ground) or down.stand
        if stand is None:
            entry.error(f"{entry.label} has no position on the map", _WAYS, consequent=True)
            stand = Stand()
        for link in ("attached to", "supports"):
            if (scalar := entry.scalar(link, "the key of a formation")) is not None:
                self.forces.links.append((key, link, scalar))
        beginning = read_attributes(
            entry, Beginning, support=Support.DIRECT_SUPPORT if "supports" in entry else Support.UNDER_COMMAND
        )
        must_be_landed(entry, stand, kind.carried_by)
        if beginning["dug_in_turns"] and (stand.arrives is not None or stand.embarked):
            entry.error("dug in: a unit that arrives later cannot be dug in at the start", "leave it out", "dug in")
        state = entry.word("state", State, State.FRESH)
        if not state.is_in_play:
            entry.error(f"state: a battalion cannot be {state} at the start", "write fresh or spent", "state")
        parts = {**fields_of(kind), **fields_of(stand), **beginning}
        battalion = Battalion(
            **{**parts, **read_attributes(entry, Named, short=name, number=number_in(name))},
            name=name,
            key=key,
            side=down.side,
            organic=down.superior or "",
            nation=nation or "",
            headquarters_of=down.superior if arm else None,
            establishment=establishment[:LONGEST_KEY],
            state=state,
        )
        self.forces.battalions.append(battalion)
        return battalion


def unit_key(entry: Entry, names: Names, name: str, superior: str, faults: Faults) -> str:
    """Return the key in an entry, or else a key made of its name."""
    scalar = entry.scalar("key", "a key of letters and digits")
    if scalar is None:
        return names.fresh_key(name, superior)
    key = slug(scalar.text)[:LONGEST_KEY]
    if not key:
        faults.error(scalar.spot, f"key {scalar.text!r} has no letter or digit", "write a key such as scots_guards")
    elif key in names:
        faults.error(
            scalar.spot,
            f"the key {scalar.text!r} is already used at {names.first_spot(key)}",
            "give each unit its own key",
        )
    else:
        return key
    return names.fresh_key(name, superior)


def number_in(name: str) -> str:
    """Return the number with which a name begins: ``2nd Bn Scots Guards`` 2, ``II./Panzer-Regiment 5`` II, ``Coast
    column`` none.

    A regiment or battalion of two numbers has both: ``4th/7th Royal Dragoon Guards`` 4/7, ``1/5th Bn Queen's`` 1/5; a
    calibre does not count.
    """
    match = _NUMBER.match(name)
    return "/".join(filter(None, match.groups())) if match else ""


def commonest(arms: list[Arm]) -> Arm:
    """Return the arm of more than half of the units, without headquarters; otherwise mixed."""
    counted = Counter(arm for arm in arms if arm is not Arm.HEADQUARTERS)
    if not counted:
        return Arm.HEADQUARTERS if arms else Arm.MIXED
    arm, count = counted.most_common(1)[0]
    return arm if 2 * count > counted.total() else Arm.MIXED
