"""Names that a message of orders can contain: the sender's own units first, then those of the side; for the umpire
all.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from campaign.errors import CampaignError, NotFound
from campaign.journal.board import JournalBoard
from campaign.model import AirGroup, Battalion, Commander, Formation, Place
from campaign.queries.viewers import commander_for, commanders_of
from campaign.situation.army import Army, load_army
from campaign.situation.names import among
from campaign.terms.viewer import Viewer
from campaign.terms.words import plain

Unit = Formation | Battalion


@dataclass(frozen=True, slots=True)
class OrderNames:
    """The rows that names can mean."""

    army: Army
    own_units: Sequence[Unit]
    units: Sequence[Unit]
    groups: Sequence[AirGroup]
    ground: Sequence[Place]
    people: Sequence[Commander]
    players: frozenset[str]
    """Names of the commanders' players, in plain letters."""

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
        people = commanders_of(army, Viewer(viewer.side))
        players = frozenset(plain(army.player_of(person)) for person in people if person.player)
        return cls(army, own_units, units, groups, board.rows(Place), people, players)

    def unit(self, text: str) -> str:
        """Return the key of a formation or battalion."""
        if self.own_units:
            try:
                return among(text, "unit", self.own_units).key
            except NotFound:
                pass
        return among(text, "unit", self.units).key

    def formation(self, text: str) -> str:
        """Return the key of a formation."""
        return among(text, "formation", [unit for unit in self.units if isinstance(unit, Formation)]).key

    def group(self, text: str) -> str:
        """Return the key of an air group."""
        return among(text, "air group", self.groups).key

    def place(self, text: str) -> str:
        """Return the key of a place."""
        return among(text, "place", self.ground).key

    def is_person(self, text: str) -> bool:
        """Return whether the text is the name of a commander, or of the commander's player."""
        names = {plain(name) for person in self.people for name in (person.name, person.key)}
        if plain(text) in names | self.players:
            return True
        try:
            return bool(plain(text)) and len(text.split()) <= 4 and among(text, "commander", self.people) is not None
        except CampaignError:
            return False

    def is_at(self, unit: str, place: str) -> bool:
        """Return whether all of the unit that is on the map stands at that place."""
        row = next(u for u in self.units if u.key == unit)
        battalions = self.army.battalions_under(row.id) if isinstance(row, Formation) else [row]
        at = next(p.id for p in self.ground if p.key == place)
        return all(b.place_id == at for b in battalions if b.on_map)

    @property
    def places(self) -> Sequence[str]:
        """Names of all places."""
        return [place.name for place in self.ground]
