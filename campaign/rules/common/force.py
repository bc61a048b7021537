"""Values that describe a force in a battle, from which all five systems muster.

A *unit* is a battalion (or a company split from one) as it stands when the papers are printed; a *command* is the
brigade, regiment or combat command it is with now; a *force* is what one side brings to one table. Ids are those of the
rows they were read from; everything else is in the words of ``terms``. Inches on the table, metres on the map.

    Strength(men, vehicles, guns)     also used for an establishment
    Unit, Command, Arrival, Release, Force
"""

from __future__ import annotations

from typing import Annotated

from campaign.rules.common.hand_weapons import HandWeapon
from campaign.terms.attributes import Key
from campaign.terms.battalion import BattalionKind
from campaign.terms.forces import Experience, Level, Nationality
from campaign.terms.position import Position
from campaign.terms.state import Posture, Role, State, Support
from campaign.terms.time import HOURS_A_TURN, Moment
from campaign.values import dataclass, plain_dataclass


@dataclass(frozen=True, slots=True)
class Strength:
    """Men, vehicles and guns, either present or by establishment."""

    men: Annotated[int, Key("All ranks.", most=100_000)] = 0
    vehicles: Annotated[int, Key("Tanks, armoured cars and other fighting vehicles.", most=10_000)] = 0
    guns: Annotated[int, Key("Guns, howitzers, mortars that fire as such.", most=10_000)] = 0

    def __add__(self, strength: Strength) -> Strength:
        return Strength(self.men + strength.men, self.vehicles + strength.vehicles, self.guns + strength.guns)

    def __sub__(self, strength: Strength) -> Strength:
        return Strength(self.men - strength.men, self.vehicles - strength.vehicles, self.guns - strength.guns)

    def __str__(self) -> str:
        return f"{self.men} men, {self.vehicles} vehicles, {self.guns} guns"


NOTHING = Strength()
"""A strength without men, vehicles or guns."""


@dataclass(frozen=True, slots=True)
class Arrival:
    """The time and the place at which a unit comes on."""

    moment: Moment
    edge: str = ""


@dataclass(frozen=True, slots=True)
class Release:
    """The time from which guns fire for the units they support, in seconds into a turn (NQM-ORDERS-07)."""

    moment: Moment
    seconds: int = 0
    date_text: str = ""
    """The date and the hour in words: ``16 May, 06:00``."""

    def after(self, start: Moment) -> int:
        """Return the release in seconds from the beginning of that turn; negative if it was earlier."""
        return (self.moment.index - start.index) * HOURS_A_TURN * 3600 + self.seconds


@plain_dataclass(frozen=True, slots=True, kw_only=True)
class Unit(BattalionKind):
    """A battalion with everything that a tabletop needs. ``command`` is its present command, ``organic`` the one it
    belongs to.

    ``headquarters_of`` is the level of the formation it is the headquarters of, or None. ``at`` is where it stands.
    """

    id: int
    key: str
    name: str
    short: str
    side: int
    command: int
    organic: int
    nation: Nationality
    number: str = ""
    ashore_alone: bool = False
    """True for swimming tanks whose regiment is not yet across (OB-AMPH-10)."""
    headquarters_of: Level | None = None
    establishment: Strength = NOTHING
    strength: Strength = NOTHING
    state: State = State.FRESH
    posture: Posture = Posture.LINE
    resting: bool = False
    dug_in_turns: int = 0
    hidden: bool = False
    support: Support = Support.UNDER_COMMAND
    supports: int | None = None
    released: Release | None = None
    """The time from which it fires for the units it supports; None: at any time."""
    parent: int | None = None
    companies: int = 0
    """The companies that it has with it, if others of its own are elsewhere as separate units; 0: as many as its size
    says.
    """
    by_hand: HandWeapon | None = None
    """What its men carry against tanks on the day of the battle; None for arms that do not fight on foot."""
    at: Position | None = None
    role: Role = Role.ENGAGED
    arrival: Arrival | None = None
    line: int | None = None
    """The number of its line on a sheet that is already printed; otherwise it is numbered in order."""
    carried: tuple[tuple[str, int], ...] = ()
    """The numbers that an earlier battle of the day under the same system left, by the system's own names (hits, trucks
    lost).
    """

    def carries(self, load: str) -> int:
        """Return one of the numbers that an earlier battle of the day left with this unit."""
        return dict(self.carried).get(load, 0)

    @property
    def is_artillery(self) -> bool:
        """True if the unit has an artillery piece and so may fire as artillery (OB-ART-01)."""
        return self.piece is not None

    @property
    def is_inexperienced(self) -> bool:
        """True if the unit is inexperienced by Brevity's rules (OB-CAS-06, OB-READY-04)."""
        return self.experience is Experience.GREEN


@dataclass(frozen=True, slots=True)
class Command:
    """A brigade, regiment or combat command. ``has_corps_commander``: the corps commander is with it this turn
    (OB-INIT-04).
    """

    id: int
    key: str
    name: str
    nation: Nationality
    short: str = ""
    led_by: str = ""
    posture: Posture = Posture.LINE
    has_corps_commander: bool = False
    division: int | None = None
    """The division it belongs to; None for a command directly under a corps."""
    nation_name: str = ""
    """The order of battle's name for its nation, if it only counts as ``nation`` (OB-AMB-020)."""


@dataclass(frozen=True, slots=True)
class Force:
    """The troops that one side brings: its commands in order, and their units in order."""

    side: int
    side_key: str
    side_name: str
    commands: tuple[Command, ...]
    units: tuple[Unit, ...]

    def by_command(self) -> dict[int, tuple[Unit, ...]]:
        """Return the units that are now with each command, by the command's id, in order."""
        grouped: dict[int, list[Unit]] = {command.id: [] for command in self.commands}
        for unit in self.units:
            grouped.setdefault(unit.command, []).append(unit)
        return {key: tuple(units) for key, units in grouped.items()}

    @property
    def nations(self) -> tuple[Nationality, ...]:
        """The nationalities of the force's commands, each once, in order."""
        return tuple(dict.fromkeys(command.nation for command in self.commands))
