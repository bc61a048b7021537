"""What a sheet is worked out from, what a fight is fought in, and how it came out: in any system.

TurnSky(moment, night, light, sky)       a turn of the campaign as the table feels it
Prize(name, at)                          what a battle is about
Scene(force, enemies, ...)               one side's: for its sheet
Fight(forces, attacker, ...)             both sides': for the program to resolve
Resolution(ends, holder, ...)            how it came out, battalion by battalion; UnitEnd
NotCovered(parts)                        why it cannot be resolved: the parts of the rules that are missing
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from campaign.rules.common.force import Force, Unit
from campaign.rules.common.terrain import OPEN_COUNTRY, Point, Terrain
from campaign.terms.forces import Nationality, Weapon
from campaign.terms.state import Light, Sky, State
from campaign.terms.time import Moment

if TYPE_CHECKING:
    from campaign.views.battle_report import Event


@dataclass(frozen=True, slots=True)
class TurnSky:
    """Light and weather of one turn of the campaign (six hours)."""

    moment: Moment
    night: bool = False
    light: Light = Light.DAY
    sky: Sky = Sky.CLEAR


@dataclass(frozen=True, slots=True)
class Prize:
    """The place that a battle is about: its name, and where it lies, on the table or at the inch that is
    nearest to it."""

    name: str
    at: Point
    is_here: bool = True


@dataclass(frozen=True, slots=True)
class Scene:
    """What one side's sheet is worked out from.

    ``enemies``: all battalions of the other side in the campaign, not only those that are here: nobody learns from his
    sheet whom he meets. ``start``: the first turn played; ``skies``: that turn and those after it. ``attacks``: this
    side does; None in a meeting engagement. ``air``: weapons of the air missions flown for it. ``table_in``: length and
    depth, in inches. ``start_hour``: the hour of the day (0-23) at which ``start`` begins. ``terrain`` is the ground of
    the table as everybody may know it; ``spots`` and ``beside`` where this side's own units stand or come on, as in
    ``Fight``; ``prize`` what is fought for.
    """

    force: Force
    enemies: tuple[Unit, ...]
    start: Moment
    skies: tuple[TurnSky, ...]
    attacks: bool | None = None
    air: tuple[Weapon, ...] = ()
    table_in: tuple[int, int] = (72, 48)
    inches_a_km: int = 8
    start_hour: int = 0
    enemy_nationalities: tuple[Nationality, ...] = ()
    """Nationalities of the other side's commands, where they are not just those of ``enemies``."""
    terrain: Terrain = OPEN_COUNTRY
    spots: Mapping[int, Point] = field(default_factory=dict)
    beside: Mapping[int, Point] = field(default_factory=dict)
    away: frozenset[int] = frozenset()
    """Own units of this battle that stand beside the table and stay there: not in this game."""
    prize: Prize | None = None

    @property
    def now(self) -> TurnSky:
        """Light and weather at the start."""
        return self.skies[0] if self.skies else TurnSky(self.start)

    @property
    def enemy_nations(self) -> tuple[Nationality, ...]:
        """Nationalities of the other side, each once."""
        return self.enemy_nationalities or tuple(dict.fromkeys(unit.nation for unit in self.enemies))


@dataclass(frozen=True, slots=True)
class AirSupport:
    """Aircraft that fly with a forward air controller in a command. ``side`` is 0 for the first force; ``turns`` those
    of the fight."""

    name: str
    side: int
    weapon: Weapon
    command: int
    turns: frozenset[int]


@dataclass(frozen=True, slots=True)
class Fight:
    """A fight for the program. ``forces``: the attacker's first; ``attacker``: its side's id, None in a meeting
    engagement.

    ``turns``: campaign turns of six hours it may last at most; ``skies`` one for each, the last holds from then on.
    ``terrain`` is the ground of the table, ``spots`` where units stand on it or come onto it, by unit, both in inches
    from the table's west and south edges; ``beside`` where those come on at the start who fight but stand beside it;
    ``prize`` what is fought for; ``in_supply`` the commands that are, None where supply is not asked.
    """

    forces: tuple[Force, Force]
    attacker: int | None
    start: Moment
    skies: tuple[TurnSky, ...]
    turns: int = 1
    table_in: tuple[int, int] = (72, 48)
    inches_a_km: int = 8
    start_hour: int = 0
    air: tuple[AirSupport, ...] = ()
    at_work: frozenset[int] = frozenset()
    """Units at an engineering task."""
    terrain: Terrain = OPEN_COUNTRY
    spots: Mapping[int, Point] = field(default_factory=dict)
    in_supply: frozenset[int] | None = None
    beside: Mapping[int, Point] = field(default_factory=dict)
    prize: Prize | None = None
    homes: tuple[Point | None, Point | None] = (None, None)
    """Where each force's home lies, in the same inches, mostly far off the table."""
    away: frozenset[int] = frozenset()
    """Units of this battle that stand beside the table and stay there, as the paper says: not on this table."""
    at_all_costs: frozenset[int] = frozenset()
    """Units whose order says so: their side does not break off while one of them is fit."""
    waits: Mapping[int, int] = field(default_factory=dict)
    """Of those ``beside``: the turns of the table they wait for an enemy ahead on their road, as the paper says."""

    def without_absent(self) -> Fight:
        """The same without who stays beside the table: no force has him, and nothing becomes of him."""
        if not self.away:
            return self
        first, second = (self._present(force) for force in self.forces)
        return replace(self, forces=(first, second), away=frozenset())

    def _present(self, force: Force) -> Force:
        units = tuple(unit for unit in force.units if unit.id not in self.away)
        led = {unit.command for unit in units}
        return replace(force, units=units, commands=tuple(command for command in force.commands if command.id in led))

    def sky(self, turn: int) -> TurnSky:
        """The turn of that number, from 1."""
        return self.skies[min(turn, len(self.skies)) - 1]


@dataclass(frozen=True, slots=True)
class UnitEnd:
    """What the fight made of a battalion, by the system's own mapping. ``resting`` None: as it was."""

    unit: int
    before: State
    after: State
    surrounded: bool = False
    resting: bool | None = None
    aftermath: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Resolution:
    """How a fight came out. ``holder`` is the id of the side that holds the field; None: both are still there.

    ``broke_off``: the side that gave it up. ``turns``: campaign turns that were used, 1 at least. ``length``: in the
    system's words (``11 moves``, ``7 turns``, ``5 hours``). ``events``: what happened, in order.
    """

    ends: tuple[UnitEnd, ...]
    holder: int | None
    broke_off: int | None
    turns: int
    length: str
    events: tuple[Event, ...]
    flown: frozenset[tuple[str, int]] = frozenset()
    """Aircraft that attacked, by name and turn of the fight; the others were not called."""

    @property
    def report(self) -> tuple[str, ...]:
        """The fight told line by line."""
        from campaign.views.battle_report import lines

        return lines(self.events)


@dataclass(frozen=True, slots=True)
class MissingPart:
    """A part that the rule text at hand leaves out: its rule id, what it is, and under which key a house file would
    give it."""

    rule: str
    description: str
    key: str = ""


@dataclass(frozen=True, slots=True)
class NotCovered:
    """Why a fight cannot be resolved."""

    parts: tuple[MissingPart, ...]
    way_out: str = ""
