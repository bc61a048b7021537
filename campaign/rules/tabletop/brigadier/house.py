"""A house file's values: they fill the gaps of the preview of Brigadier General Commands.

The book's missing tables are never guessed. An owner of the book types them in (``campaign rules house FILE``), or a
club invents its own, as the file shipped with this program does, and says so. ``PREVIEW`` is the house without a file:
the values that the preview prints and no others. Every absent value is None or missing from its table, and asking for
it gives a ``NotCovered``.

    house.weapon(name), .allowance(kind), .reach(name), .effective_to(weapon, armour_class) ...    value or NotCovered
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Final

from campaign.rules.tabletop.brigadier import tables
from campaign.rules.tabletop.brigadier.hits import CombinedFire
from campaign.rules.tabletop.brigadier.house_values import NotCovered
from campaign.rules.tabletop.brigadier.sight import NightSight
from campaign.rules.tabletop.brigadier.steps import Ladder
from campaign.rules.tabletop.brigadier.tables import (
    FULL_COUNT,
    FireDice,
    FireKind,
    Grade,
    MissionRow,
    Order,
    OrderRule,
    Shelter,
)
from campaign.values import dataclass, field

Plain = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class DieSize:
    """A number of dice with a number of faces; a roll is their sum."""

    count: int
    sides: int

    def __str__(self) -> str:
        return f"{self.count}d{self.sides}"


@dataclass(frozen=True, slots=True)
class Radio:
    """The Communications Phase: faces that keep a battalion in contact, by grade, by nation, or for all
    (``default``).
    """

    success: Mapping[str, frozenset[int]]
    die: DieSize = DieSize(1, 6)  # BGC-COMM-02.
    per: str = "battalion"
    until_failed: bool = False

    def faces(self, grade: Grade, nation: str) -> frozenset[int]:
        """Return the faces of the die that succeed for a battalion. A value for its nation counts first, then one for
        its grade, then the default.
        """
        lower = {name.casefold(): faces for name, faces in self.success.items()}
        for name in (nation.casefold(), grade.value.casefold(), "default"):
            if name in lower:
                return lower[name]
        return frozenset()


@dataclass(frozen=True, slots=True)
class Shelling:
    """The dice of a gun platoon's indirect fire, for the battery or for each of its Count."""

    dice: Fraction
    per_count: bool = False


@dataclass(frozen=True, slots=True)
class AirAttack:
    """The dice of an air attack, and the kind of fire by which they are read."""

    dice: Fraction
    fire: FireKind = FireKind.AREA


@dataclass(frozen=True, slots=True)
class Flak:
    """Anti-aircraft fire: dice, and the faces that turn an attack back."""

    dice: Fraction
    abort_faces: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Reach:
    """A weapon's ranges in inches; 0 means never."""

    aimed: int = 0
    area: int = 0
    least: int = 0

    def inches(self, kind: FireKind) -> int:
        return self.aimed if kind is FireKind.AIMED else self.area


@dataclass(frozen=True, slots=True)
class Plate:
    """The armour classes of a vehicle, front and side, and whether its top is closed."""

    front: str = ""
    side: str = ""
    enclosed: bool = True


@dataclass(frozen=True, slots=True)
class Surrender:
    """The conditions of surrender: these orders, an enemy near, no friend near, and these faces."""

    orders: frozenset[Order]
    enemy_within_in: int
    faces: Mapping[Grade, frozenset[int]]
    no_friend_within_in: int = 0
    die: DieSize = DieSize(1, 6)  # As all dice of the preview, whose surrender is missing (BGC-M-19).


@dataclass(frozen=True, slots=True)
class CloseAssault:
    """The values of a close assault: dice equal the Count; kill factors by the shelter of the unit hit; faces that push
    down.
    """

    factors: Mapping[Shelter, Fraction]
    step_faces: frozenset[int]
    rounds: int = 1
    loser_falls_back: bool = True


@dataclass(frozen=True, slots=True)
class Medic:
    """The Medic Phase: a die for each wounded (back in action, dead, or still wounded), and the bonus of medical
    posts.
    """

    returns: frozenset[int]
    dies: frozenset[int] = frozenset()
    platoon_within_in: int = 0
    platoon_add: int = 0
    aid_station_add: int = 0
    die: DieSize = DieSize(1, 6)  # As all dice of the preview, whose medics are missing (BGC-M-24).


@dataclass(frozen=True, slots=True)
class TimeRoll:
    """The Time Phase: minutes by the roll, and rolls on which the initiative changes hands."""

    dice: DieSize
    minutes: Mapping[int, int]
    initiative_on: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class TimeCard:
    """A card of the optional deck."""

    name: str
    minutes: int
    copies: int = 1
    initiative: bool = False
    text: str = ""


@dataclass(frozen=True, slots=True)
class House:
    """All values that a house file can give. A value that it does not give is None, or missing from its table."""

    title: str = ""
    typed_by: str = ""
    printing: str = ""
    invented: bool = False
    sections: frozenset[str] = frozenset()
    """The tables that the file has, so that a report can say which gaps it fills."""
    settings: Mapping[str, Any] = field(default_factory=dict)
    """The settings of the rulebook that the file holds."""
    orders: Mapping[Order, OrderRule] = field(default_factory=lambda: tables.ORDERS)
    raises: int = 1
    contact_in: int = tables.NEXT_TO_IN
    radio: Radio | None = None
    shelling: Mapping[str, Shelling] = field(default_factory=dict)
    fires_per_battery: int = 1
    delay_turns: int | None = None
    air_attack: Mapping[str, AirAttack] = field(default_factory=dict)
    doubtful: MissionRow | None = None
    flak: Mapping[str, Flak] = field(default_factory=dict)
    fire_dice: Mapping[str, FireDice] = field(default_factory=lambda: tables.FIRE_DICE)
    base_count: Mapping[str, int] = field(default_factory=dict)
    arc: Mapping[str, int] = field(default_factory=dict)
    ranges: Mapping[str, Reach] = field(default_factory=dict)
    armour: Mapping[str, Plate] = field(default_factory=dict)
    penetration: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    ladder: Ladder | None = None
    combined: CombinedFire | None = None
    hq_replaced_after: int | None = None
    surrender: Surrender | None = None
    allowances: Mapping[str, int] = field(default_factory=dict)
    going: Mapping[str, Mapping[str, Fraction | None]] = field(default_factory=dict)
    """The part of the allowance in a terrain by kind of platoon; None: it may not enter."""
    initiative_moves_first: bool | None = None
    limber_turns: int | None = None
    shots_per_turn: int | None = None
    ambush_in_sight: bool = False
    """True if saved fire is an ambush even after its firer has been sighted (BGC-AMB-47)."""
    close_assault: CloseAssault | None = None
    medic: Medic | None = None
    time: TimeRoll | None = None
    minutes_per_turn: int | None = None
    night: NightSight | None = None
    cards: tuple[TimeCard, ...] = ()
    wound_is_kill: bool | None = None
    notes: Mapping[str, str] = field(default_factory=dict)
    for_players: tuple[str, ...] = ()
    """The values that no resolved battle uses, as the sheet prints them."""

    def weapon(self, name: str) -> FireDice | NotCovered:
        """Return a weapon's Fire Dice number (BGC-M-10)."""
        return self.fire_dice.get(name) or NotCovered("BGC-M-10", "11.5.2", f'fire_dice."{name}"')

    def shells(self, name: str) -> Shelling | NotCovered:
        """Return the dice of a gun platoon's indirect fire (BGC-M-08)."""
        return self.shelling.get(name) or NotCovered("BGC-M-08", "11.4", f'indirect.weapon."{name}"')

    def from_the_air(self, name: str) -> AirAttack | NotCovered:
        """Return the dice of an air attack, and the factors it is read with (BGC-M-09, BGC-AIR-12)."""
        return self.air_attack.get(name) or NotCovered("BGC-M-09", "11.4.3", f'air.attack."{name}"')

    def reach(self, name: str) -> Reach | NotCovered:
        """Return a weapon's ranges in inches (BGC-M-14, -15)."""
        return self.ranges.get(name) or NotCovered("BGC-M-14", "11.5.6", f'range."{name}"')

    def allowance(self, kind: str) -> int | NotCovered:
        """Return the normal move of a kind of platoon, in inches (BGC-M-20)."""
        allowance = self.allowances.get(kind)
        return allowance if allowance is not None else NotCovered("BGC-M-20", "11.7.1", f'movement."{kind}".normal')

    def effective_to(self, weapon: str, armour_class: str) -> int | NotCovered:
        """Return the inches up to which a weapon can damage that armour; 0: never (BGC-M-13)."""
        entry = self.penetration.get(weapon, {}).get(armour_class)
        return (
            entry if entry is not None else NotCovered("BGC-M-13", "11.5.5", f'penetration."{weapon}"."{armour_class}"')
        )

    def plate(self, vehicle: str) -> Plate | NotCovered:
        """Return a vehicle's armour classes (BGC-M-13)."""
        return self.armour.get(vehicle) or NotCovered("BGC-M-13", "11.5.5", f'armour."{vehicle}"')

    def full_count(self, kind: str, *, alternative: bool) -> int | NotCovered:
        """Return the Count of a kind of platoon; with the optional rule, the house file's (BGC-FIRE-10, BGC-M-11)."""
        if not alternative:
            return FULL_COUNT
        count = self.base_count.get(kind, self.base_count.get("default"))
        return count if count is not None else NotCovered("BGC-M-11", "11.5.3", f'base_count."{kind}"')


PREVIEW: Final = House()
"""The house without a file: what the preview prints."""
