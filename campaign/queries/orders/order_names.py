"""Names that a message of orders can contain: the sender's own units first, then those of the side; for the umpire
all.
"""

from __future__ import annotations

from collections.abc import Sequence

from campaign.journal.board import JournalBoard
from campaign.model import AirGroup, Battalion, Commander, Formation, Place
from campaign.queries.common.viewers import commander_for, commanders_of
from campaign.situation.army import Army, load_army
from campaign.situation.clock import calendar_of, next_movement, turn_written
from campaign.situation.names import Named
from campaign.terms.time import Calendar, Moment
from campaign.terms.viewer import Viewer
from campaign.terms.words import plain
from campaign.values import dataclass

Unit = Formation | Battalion


@dataclass(frozen=True, slots=True)
class OrderNames:
    """The rows that names can mean."""

    army: Army
    own_units: Named[Unit]
    units: Named[Unit]
    formations: Named[Formation]
    groups: Named[AirGroup]
    ground: Named[Place]
    people: Named[Commander]
    persons: frozenset[str]
    """Plain names and keys of the commanders, and of their players."""
    places: Sequence[str]
    """Names of all places."""
    calendar: Calendar
    earliest: Moment
    """The first turn in which an order can begin."""

    @classmethod
    def of(cls, board: JournalBoard, viewer: Viewer, commander: str) -> OrderNames:
        """Return the names for the commander of the given key; without one those for the viewer."""
        army, own_tree = load_army(board), set[int]()
        if commander:
            leader, viewer = commander_for(board, viewer, commander)
            own_tree = set(army.tree_ids(leader.formation_id))
        rows: list[Unit] = [*army.formations.values(), *army.battalions.values()]
        units = [unit for unit in rows if viewer.side in (None, unit.side_id)]
        own_units = [u for u in units if (u.id if isinstance(u, Formation) else u.present_id) in own_tree]
        groups = [group for group in board.rows(AirGroup) if viewer.side in (None, group.side_id)]
        ground, people = board.rows(Place), commanders_of(army, Viewer(viewer.side))
        return cls(
            army,
            Named("unit", own_units),
            Named("unit", units),
            Named("formation", [unit for unit in units if isinstance(unit, Formation)]),
            Named("air group", groups),
            Named("place", ground),
            Named("commander", people),
            frozenset(plain(name) for who in people for name in (who.name, who.key, army.player_of(who)) if name),
            [place.name for place in ground],
            calendar_of(board),
            next_movement(board),
        )

    def unit(self, text: str) -> str:
        """Return the key of a formation or battalion."""
        names = self.own_units if self.own_units.ids(text) else self.units
        return names.named(text).key

    def formation(self, text: str) -> str:
        return self.formations.named(text).key

    def group(self, text: str) -> str:
        """Return the key of an air group."""
        return self.groups.named(text).key

    def place(self, text: str) -> str:
        return self.ground.named(text).key

    def turn(self, text: str) -> str:
        """Return the turn that a text names, by its number or by an hour of the clock."""
        return str(turn_written(text, self.calendar, self.earliest))

    def is_person(self, text: str) -> bool:
        """Return whether the text is the name of a commander, or of the commander's player."""
        if plain(text) in self.persons:
            return True
        return bool(plain(text)) and len(text.split()) <= 4 and len(self.people.ids(text)) == 1

    def is_at(self, unit: str, place: str) -> bool:
        """Return whether all of the unit that is on the map stands at that place."""
        row = next(u for u in self.units.by_id.values() if u.key == unit)
        battalions = self.army.battalions_under(row.id) if isinstance(row, Formation) else [row]
        at = next(p.id for p in self.ground.by_id.values() if p.key == place)
        return all(b.place_id == at for b in battalions if b.on_map)
