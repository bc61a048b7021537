"""Units in few words: a formation's short name for all of its battalions, or the battalions' own."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import NamedTuple

from campaign.model import Battalion, Formation
from campaign.queries.common.outlook import Outlook
from campaign.situation.army import Army, has_joined
from campaign.values import dataclass
from campaign.views.common.summary import most_lines


class Units(NamedTuple):
    """The short names of formations and battalions, and how many battalions they stand for."""

    names: tuple[str, ...]
    battalions: int


def name_of(unit: Battalion | Formation) -> str:
    """Return a unit's name for narrow columns."""
    return unit.short or unit.name


def units_of(army: Army, battalions: Collection[Battalion], *, on_map: bool = True) -> Units:
    """Return these battalions in the order of the army; a formation counts as complete without those that are off the
    map, unless ``on_map`` is false. Headquarters are named only where no other unit of their formation is.
    """
    troops = [battalion for battalion in battalions if battalion.headquarters_of_id is None]
    named = _Named(
        army,
        {battalion.id for battalion in troops},
        _above(army, (b for b in troops if not has_joined(b) and (b.on_map or not on_map))),
        on_map,
    )
    names = [name for top in army.below[None] for name in named.under(top)]
    led = _above(army, troops)
    heads = {b.id: b for b in battalions if army.headquarters.get(b.headquarters_of_id or 0) is b}
    staffs = [staff for _, staff in sorted(heads.items()) if staff.headquarters_of_id not in led]
    return Units((*names, *map(name_of, staffs)), len(battalions))


def _above(army: Army, battalions: Iterable[Battalion]) -> set[int]:
    """Return the ids of the formations that these battalions are with today, and of all above them."""
    return {formation.id for battalion in battalions for formation in army.chain(battalion.present_id)}


@dataclass(frozen=True, slots=True)
class _Named:
    """Battalions that are to be named, by their ids; ``led``: the formations that have some of them. Others are not
    looked into, since a report names hundreds of groups of a large army.
    """

    army: Army
    ids: Collection[int]
    led: Collection[int]
    on_map: bool

    def under(self, formation: Formation) -> Iterator[str]:
        """Yield the names of the battalions in a formation, or its own name if it is complete."""
        if formation.id not in self.led:
            return
        if self._is_complete(formation):
            yield name_of(formation)
            return
        present = self.army.present[formation.id]
        yield from (name_of(b) for b in present if b.id in self.ids and b.headquarters_of_id is None)
        for below in self.army.below[formation.id]:
            yield from self.under(below)

    def _is_complete(self, formation: Formation) -> bool:
        """Return whether all battalions of a formation are to be named, and it has more than one."""
        count = 0
        for battalion in (b for each in self.army.tree(formation.id) for b in self.army.present[each.id]):
            if battalion.headquarters_of_id is None and (battalion.on_map or not self.on_map):
                if battalion.id not in self.ids:
                    return False
                count += 1
        return count > 1


def most_lines_for(outlook: Outlook) -> int:
    """Return how many lines a summary may have, by the troops that the viewer knows, so that it does not reveal the
    enemy's number.
    """
    sides = 1 if outlook.viewer.is_umpire else 2
    return most_lines(len(outlook.knowledge.battalions) * sides)
