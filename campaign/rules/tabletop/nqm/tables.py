"""The printed charts of Not Quite Mechanised as data, each named by its place in the book.

Distances are metres on the ground, times hours, rates kilometres an hour, calibres millimetres; casualties are markers.
The printed ``always`` is a score of 1, ``never`` is None. Weapons and armour are in ``classes``.

    Grade, Weight, RangeBand, Mover
    CASUALTIES (Table 12 by difference of class)            winning the firefight
    RECCE, ENGAGE                                           the three dice of the recce sequence
    ASSAULT                                                 close assault: dice, attacks, break point, score to hold
    SEQUENCE                                                the nine steps of an hour
    RANGES, ARTILLERY_EFFECT, DICE_COLOURS, SCALES
    RATES, FRONTAGES, REACTION_HOURS, TASKS                 shared with the campaign's marches, orders and engineers
"""

from __future__ import annotations

from enum import IntEnum, StrEnum
from fractions import Fraction
from types import MappingProxyType
from typing import Final

from campaign.terms.target import Target
from campaign.values import dataclass

HALF: Final = Fraction(1, 2)
THIRD: Final = Fraction(1, 3)


class Grade(StrEnum):
    """The grades of troops, best first (NQM-GRADE). Green is a mark beside the grade, not a grade."""

    ELITE = "elite"
    VETERAN = "veteran"
    REGULAR = "regular"
    CONSCRIPT = "conscript"
    MILITIA = "militia"

    @property
    def rank(self) -> int:
        """The rank of the grade, 0 for the best: an inferior grade has the higher rank."""
        return _GRADE_ORDER.index(self)

    @property
    def letter(self) -> str:
        """The letter that heads the grade's columns in the charts."""
        return self.value[0].upper()


_GRADE_ORDER: Final = tuple(Grade)


class Weight(IntEnum):
    """The five classes of weapons, armour and positions (NQM-CLASS-01)."""

    VERY_LIGHT = 0
    LIGHT = 1
    MEDIUM = 2
    HEAVY = 3
    VERY_HEAVY = 4

    @property
    def letter(self) -> str:
        """The letters of the class: ``VL L M H VH``."""
        return ("VL", "L", "M", "H", "VH")[self]

    @property
    def word(self) -> str:
        """The class in words: ``very light`` to ``very heavy``."""
        return self.name.lower().replace("_", " ")


class RangeBand(StrEnum):
    """The bands of range (NQM-TBL-RANGE, NQM-RANGE-05)."""

    CONTACT = "contact"
    EFFECTIVE = "effective"
    HARASSING = "harassing"
    OUT = "out of range"


# Firing --------------------------------------------------------------------------------------------------------------
Faces = tuple[int, int, int, int, int, int]
"""The casualties by the face shown, 1 to 6."""

_L, _M, _H = Weight.LIGHT, Weight.MEDIUM, Weight.HEAVY
NO_CASUALTIES: Final[Faces] = (0, 0, 0, 0, 0, 0)
CASUALTIES: Final = MappingProxyType(
    {
        -2: (0, 0, 0, 0, 0, 1),
        -1: (0, 0, 0, 0, 1, 1),
        0: (0, 0, 0, 1, 1, 2),
        1: (0, 0, 1, 1, 2, 3),
        2: (0, 1, 1, 2, 3, 4),
    }
)
"""The casualties of NQM-TBL-T12: its nine cells by the difference of class, weapon less target; the book prints no
others.
"""

DICE_COLOURS: Final = MappingProxyType({_L: "green", _M: "purple", _H: "black"})
"""The colours of dice, NQM-TBL-AMMO."""


@dataclass(frozen=True, slots=True)
class Reach:
    """A row of NQM-TBL-RANGE: metres effective and harassing; ``harassing_m`` None: no harassing fire; for indirect
    weapons see note 2. ``key``: last part of the key of its setting; ``weapons``: what the setting calls them.
    """

    name: str
    effective_m: int
    harassing_m: int | None
    key: str
    weapons: str
    indirect: bool = False


RANGES: Final = MappingProxyType(
    {
        row.name: row
        for row in (
            Reach("infantry small arms", 300, 1000, "small_arms", "infantry small arms"),
            Reach("infantry anti-tank", 200, None, "infantry_anti_tank", "infantry anti-tank weapons"),
            Reach("light anti-tank guns", 500, 1000, "light_anti_tank", "light anti-tank guns"),
            Reach("medium anti-tank guns", 1000, 2000, "medium_anti_tank", "medium anti-tank guns"),
            Reach("88 mm anti-tank", 2000, 3000, "heavy_anti_tank", "88 mm anti-tank guns"),
            Reach("tank guns up to 47 mm", 300, 600, "light_tank_guns", "tank guns up to 47 mm"),
            Reach("tank guns 48 to 76.2 mm", 500, 1000, "medium_tank_guns", "tank guns of 48 to 76.2 mm"),
            Reach("81 mm mortar", 3000, None, "mortar_81", "81 mm mortars", indirect=True),
            Reach("3-inch mortar", 1500, None, "mortar_3_inch", "3-inch mortars", indirect=True),
            Reach("120 mm mortar", 5000, None, "mortar_120", "120 mm mortars", indirect=True),
            Reach("105 mm artillery", 15000, None, "artillery_105", "105 mm artillery", indirect=True),
            Reach("150 mm artillery", 18000, None, "artillery_150", "150 mm artillery", indirect=True),
            Reach("200 mm artillery", 20000, None, "artillery_200", "200 mm artillery", indirect=True),
        )
    }
)
"""The ranges of NQM-TBL-RANGE."""

CONTACT_M: Final = 100
"""The contact range in metres (NQM-RANGE-05)."""

ARTILLERY_EFFECT: Final = MappingProxyType({Weight.VERY_LIGHT: 0, _L: 45, _M: 80, _H: 160, Weight.VERY_HEAVY: 200})
"""The smallest calibre that disorganises such a target and counts on it: NQM-TBL-ARTY; very light and very heavy by
NQM-AMB-103.
"""

HARASSING_COST: Final = THIRD
"""The part of a fire unit that artillery harassing fire uses (NQM-ARTY-06)."""


# Recce ---------------------------------------------------------------------------------------------------------------
def _row(*scores: int | None) -> dict[Grade, int | None]:
    return dict(zip(Grade, scores, strict=True))


RECCE: Final = MappingProxyType(
    {
        Grade.ELITE: _row(6, 5, 4, 2, 1),
        Grade.VETERAN: _row(None, 6, 5, 3, 2),
        Grade.REGULAR: _row(None, 6, 5, 4, 3),
        Grade.CONSCRIPT: _row(None, None, 6, 5, 4),
        Grade.MILITIA: _row(None, None, None, 6, 5),
    }
)
"""The recce scores of NQM-TBL-RECCE: grade of the recce, then of the concealed defender; equal or better."""

_HAR, _EFF, _CON = RangeBand.HARASSING, RangeBand.EFFECTIVE, RangeBand.CONTACT
ENGAGE: Final = MappingProxyType(
    {
        Grade.ELITE: (_CON, _CON, _CON, _CON, _CON, _CON),
        Grade.VETERAN: (_EFF, _EFF, _CON, _CON, _CON, _CON),
        Grade.REGULAR: (_HAR, _EFF, _EFF, _EFF, _CON, _CON),
        Grade.CONSCRIPT: (_HAR, _HAR, _EFF, _EFF, _EFF, _CON),
        Grade.MILITIA: (_HAR, _HAR, _HAR, _EFF, _EFF, _EFF),
    }
)
"""The range of first fire by grade and face, NQM-TBL-ENGAGE."""


# Close assault -------------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class AssaultRow:
    """A row of NQM-TBL-ASSAULT. ``attacks`` None: no limit; ``breaks_at`` None: never tests."""

    attack_dice: int
    defence_dice: int
    attacks: int | None
    breaks_at: Fraction | None
    hold: Target | None


ASSAULT: Final = MappingProxyType(
    {
        Grade.ELITE: AssaultRow(5, 4, None, None, None),
        Grade.VETERAN: AssaultRow(4, 3, 3, THIRD, Target(3, "veterans hold on 3-6")),
        Grade.REGULAR: AssaultRow(3, 2, 2, HALF, Target(4, "regulars hold on 4-6")),
        Grade.CONSCRIPT: AssaultRow(2, 2, 1, THIRD, Target(5, "conscripts hold on 5, 6")),
        Grade.MILITIA: AssaultRow(3, 1, 1, THIRD, Target(5, "militia holds on 5, 6")),
    }
)
"""The rows of NQM-TBL-ASSAULT. The veterans' printed "3,6" is read as 3 to 6 (NQM-AMB-52)."""

ODD_PIN_OFF_FROM: Final = 4
"""The lowest face on which an odd marker comes off (NQM-REORG-13)."""

TERROR_SURRENDERS_TO: Final = 3
"""The highest face on which troops in tank terror surrender: 50 % (NQM-SPECIAL-06), on faces chosen as a house rule
(NQM-AMB-60).
"""
TERROR_FACES: Final = f"1-{TERROR_SURRENDERS_TO}"


# Movement, space, orders, tasks --------------------------------------------------------------------------------------
class Mover(StrEnum):
    """The rows of the movement rates."""

    LIGHT_RECCE = "light recce"
    ARMOURED = "armoured"
    FOOT = "foot"
    MOTORISED = "motorised"
    CAVALRY = "cavalry or cyclists"
    HORSE_DRAWN = "horse-drawn transport"


@dataclass(frozen=True, slots=True)
class Rates:
    """The kilometres an hour of moving to contact, advancing in contact, marching by road or routing. None: it may
    not.
    """

    contact: Fraction | None
    advance: Fraction | None
    road: Fraction


RATES: Final = MappingProxyType(
    {
        Mover.LIGHT_RECCE: Rates(Fraction(5), Fraction(2), Fraction(10)),
        Mover.ARMOURED: Rates(Fraction(3), Fraction(1), Fraction(6)),
        Mover.FOOT: Rates(Fraction(1), HALF, Fraction(2)),
        Mover.MOTORISED: Rates(Fraction(3), HALF, Fraction(9)),
        Mover.CAVALRY: Rates(Fraction(2), HALF, Fraction(3)),
        Mover.HORSE_DRAWN: Rates(None, None, Fraction(2)),
    }
)
"""The rates of NQM-TBL-MOV. Light recce advances in contact at its own rate only against light recce (NQM-MOV-06)."""

TRANSPORTER_ROAD: Final = Fraction(10)
"""The kilometres an hour of armour on tank transporters (NQM-MOV-07)."""


@dataclass(frozen=True, slots=True)
class Frontage:
    """A row of NQM-TBL-FRONT in metres: front in close and in open country, and depth of the column."""

    close_m: int
    open_m: int
    depth_m: int


FRONTAGES: Final = MappingProxyType(
    {
        "company": Frontage(300, 300, 300),
        "company in defence": Frontage(300, 500, 300),
        "battalion": Frontage(1000, 2000, 2000),
        "battalion in defence": Frontage(1000, 2000, 1000),
        "brigade": Frontage(4000, 7000, 8000),
        "division": Frontage(10000, 15000, 24000),
    }
)
"""The fronts and depths of NQM-TBL-FRONT."""

REACTION_HOURS: Final = MappingProxyType({("division", "corps"): 1, ("corps", "army"): 2, ("army", "army group"): 2})
"""The hours for news to climb a link, NQM-TBL-CRT; orders take as long coming down (NQM-CRT-05)."""


@dataclass(frozen=True, slots=True)
class Task:
    """A row of NQM-TBL-TASK: hours, or a range of them; ``effort``: the unit in which those hours are counted, if not
    hours of the clock.
    """

    name: str
    least: int
    most: int
    effort: str = ""


TASKS: Final = (
    Task("task air support (corps)", 4, 4),
    Task("task air support (army)", 8, 8),
    Task("plan major river crossing", 8, 8),
    Task("establish infantry bridgehead", 1, 3),
    Task("establish vehicle bridge", 2, 12),
    Task("lay minefield", 8, 8, "engineer company hours a km"),
    Task("major river bridge demolition", 8, 8, "engineer platoon hours"),
    Task("minor river bridge demolition", 1, 1, "engineer platoon hours"),
    Task("dig in infantry company", 6, 6),
    Task("fortify position", 12, 12, "working hours of a day"),
)
"""The times of NQM-TBL-TASK; the day of fortifying is twelve working hours (NQM-AMB-23)."""


@dataclass(frozen=True, slots=True)
class Scale:
    """A row of NQM-TBL-SCALE: 1 to ``models`` for figures, ``ground``, and ``buildings``."""

    models: tuple[int, ...]
    ground: int
    buildings: int

    def centimetres(self, metres: int) -> Fraction:
        """Return a distance on the ground as centimetres on the table."""
        return Fraction(metres * 100, self.ground)


COMPANY_BASE_MM: Final = (25, 40)
"""The base on which single figures are grouped as a company (NQM-REPR-10)."""

SCALES: Final = (Scale((76,), 2500, 200), Scale((144, 200), 5000, 300), Scale((300,), 10000, 300))
"""The scales of NQM-TBL-SCALE (NQM-SCALE-01 to -03)."""

SEQUENCE: Final = (
    "write new orders",
    "move to contact and recce",
    "fireplan",
    "firefight, break tests",
    "withdraw, go to ground, rally",
    "close assault, break tests",
    "counter-attacks",
    "reorganise, resupply",
    "next hour",
)
"""The nine steps of an hour: the book keeps the first and the last, the others follow the combat sequence
(NQM-AMB-01).
"""
