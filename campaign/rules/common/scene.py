"""Input and outcome of a battle in any system: the scene of a sheet, the battle to resolve, and its resolution.

TurnSky(moment, night, light, sky)       a turn of the campaign as the table feels it
Prize(name, at)                          the place a battle is for
Scene(force, enemies, ...)               one side's: for its sheet
Fight(forces, attacker, ...)             both sides': for the program to resolve
Resolution(ends, holder, ...)            the outcome, battalion by battalion; UnitEnd
NotCovered(parts)                        why it cannot be resolved: the parts of the rules that are missing
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from campaign.rules.common.force import Force, Unit
from campaign.rules.common.terrain import OPEN_COUNTRY, Point, Terrain
from campaign.terms.forces import Nationality, Weapon
from campaign.terms.state import Light, Sky, State
from campaign.terms.time import Moment
from campaign.values import dataclass, field, replace

if TYPE_CHECKING:
    from campaign.words.battle_report import Event


@dataclass(frozen=True, slots=True)
class TurnSky:
    """Light and weather of one turn of the campaign (six hours), as they apply on the table."""

    moment: Moment
    night: bool = False
    light: Light = Light.DAY
    sky: Sky = Sky.CLEAR


@dataclass(frozen=True, slots=True)
class Prize:
    """The place that a battle is fought for: its name, and its position on the table, or the nearest point of the table
    if it lies off it.
    """

    name: str
    at: Point
    is_here: bool = True


@dataclass(frozen=True, slots=True)
class Scene:
    """The data from which one side's battle sheet is worked out.

    ``enemies``: all battalions of the other side in the campaign, not only those in this battle, so that a sheet does
    not reveal which units it meets. ``start``: the first turn played; ``skies``: that turn and those after it.
    ``attacks``: this side does; None in a meeting battle. ``air``: weapons of the air missions flown for it.
    ``table_in``: length and depth, in inches. ``start_hour``: the hour of the day (0-23) at which ``start`` begins.
    ``terrain`` is the ground of the table as both sides may know it; ``spots`` and ``beside`` where this side's own
    units stand or come on, as in ``Fight``; ``prize`` the place that is fought for.
    """

    force: Force
    enemies: tuple[Unit, ...]
    start: Moment
    skies: tuple[TurnSky, ...]
    attacks: bool | None = None
    air: tuple[Weapon, ...] = ()
    table_in: tuple[int, int] = (72, 48)  # Six feet by four (BGC-TAB-18).
    inches_a_km: int = 8  # OB-SCL-01.
    start_hour: int = 0
    enemy_nationalities: tuple[Nationality, ...] = ()
    """The nationalities of the other side's commands, if they differ from those of ``enemies``."""
    terrain: Terrain = OPEN_COUNTRY
    spots: Mapping[int, Point] = field(default_factory=dict)
    beside: Mapping[int, Point] = field(default_factory=dict)
    away: frozenset[int] = frozenset()
    """Friendly units of this battle that stay beside the table: not in this game."""
    prize: Prize | None = None

    @property
    def now(self) -> TurnSky:
        """The light and weather at the start."""
        return self.skies[0] if self.skies else TurnSky(self.start)

    @property
    def enemy_nations(self) -> tuple[Nationality, ...]:
        """The nationalities of the other side, each once."""
        return self.enemy_nationalities or tuple(dict.fromkeys(unit.nation for unit in self.enemies))


@dataclass(frozen=True, slots=True)
class AirSupport:
    """Aircraft that fly with a forward air controller in a command. ``side`` is 0 for the first force; ``turns`` counts
    those of the battle.
    """

    name: str
    side: int
    weapon: Weapon
    command: int
    turns: frozenset[int]


@dataclass(frozen=True, slots=True)
class Fight:
    """A battle for the program to resolve. ``forces``: the attacker's first; ``attacker``: its side's id, None in a
    meeting battle.

    ``turns``: the most campaign turns of six hours it may last; ``skies``: one for each turn, the last holds from then
    on. ``terrain`` is the ground of the table; ``spots`` the positions where units are set up or come on, by unit, in
    inches from the table's west and south edges; ``beside`` the positions where units come on at the start that take
    part from beside the table; ``prize`` the place that is fought for; ``in_supply`` the commands in supply, None if
    supply does not matter.
    """

    forces: tuple[Force, Force]
    attacker: int | None
    start: Moment
    skies: tuple[TurnSky, ...]
    turns: int = 1
    table_in: tuple[int, int] = (72, 48)  # Six feet by four (BGC-TAB-18).
    inches_a_km: int = 8  # OB-SCL-01.
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
    """The direction of each force's home, in the same inches, mostly far off the table."""
    away: frozenset[int] = frozenset()
    """Units of this battle that stay beside the table, as the paper says: not on this table."""
    at_all_costs: frozenset[int] = frozenset()
    """Units ordered to hold at all costs: their side does not break off while one of them is fit."""
    waits: Mapping[int, int] = field(default_factory=dict)
    """For units in ``beside``: the table turns they wait for an enemy ahead on their road, as the paper says."""

    def without_absent(self) -> Fight:
        """Return the same battle without the units that stay beside the table: they are in no force, and nothing
        happens to them.
        """
        if not self.away:
            return self
        first, second = (self._present(force) for force in self.forces)
        return replace(self, forces=(first, second), away=frozenset())

    def _present(self, force: Force) -> Force:
        units = tuple(unit for unit in force.units if unit.id not in self.away)
        led = {unit.command for unit in units}
        return replace(force, units=units, commands=tuple(command for command in force.commands if command.id in led))

    def sky(self, turn: int) -> TurnSky:
        """Return light and weather of a turn of the battle, counted from 1."""
        return self.skies[min(turn, len(self.skies)) - 1]


@dataclass(frozen=True, slots=True)
class UnitEnd:
    """The outcome for a battalion as a whole, by the system's own mapping: what befell one of its stands, companies or
    platoons is not told here. ``resting`` None: unchanged.
    """

    unit: int
    before: State
    after: State
    resting: bool | None = None
    aftermath: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Resolution:
    """The outcome of a battle. ``holder`` is the id of the side that holds the field; None if both are still there.

    ``broke_off``: the side that broke off. ``turns``: campaign turns that were used, 1 at least. ``length``: in the
    system's words (``11 moves``, ``7 turns``, ``5 hours``). ``events``: what happened, in order.
    """

    ends: tuple[UnitEnd, ...]
    holder: int | None
    broke_off: int | None
    turns: int
    length: str
    events: tuple[Event, ...]
    flown: frozenset[tuple[str, int]] = frozenset()
    """Aircraft that attacked, by name and turn of the battle; the others were not called."""

    @property
    def report(self) -> tuple[str, ...]:
        """Return the story of a resolved battle, line by line."""
        from campaign.words.battle_report import lines

        return lines(self.events)


@dataclass(frozen=True, slots=True)
class MissingPart:
    """A part that the rule text at hand leaves out: its rule id, its content, and the key under which a house file
    supplies it.
    """

    rule: str
    description: str
    key: str = ""


@dataclass(frozen=True, slots=True)
class NotCovered:
    """The reason why a battle cannot be resolved: the missing parts."""

    parts: tuple[MissingPart, ...]
    way_out: str = ""
