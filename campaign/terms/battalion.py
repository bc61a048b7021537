"""The attributes of a battalion that its establishment can give and a battle needs, each declared once.

The files of an order of battle, the rows of a campaign and the units on the table all have them; `terms.attributes`
says what follows from a declaration. A new one needs its column in `model.forces`.
"""

from __future__ import annotations

from typing import Annotated

from campaign.terms.attributes import LONGEST_KEY, Key
from campaign.terms.forces import (
    AntiTank,
    Arm,
    Armour,
    CasualtyColumn,
    CombatClass,
    Engineers,
    Experience,
    HitRow,
    MarchClass,
    Piece,
    Size,
    SizeMark,
    Weapon,
)
from campaign.values import plain_dataclass

MARCH_WORDS: dict[str, MarchClass] = {
    "infantry": MarchClass.FOOT,
    "horse-drawn": MarchClass.FOOT,
    "cyclist": MarchClass.CAVALRY,
    "slow tank": MarchClass.CAVALRY,
    "tank": MarchClass.TRACKED,
    "fast tank": MarchClass.HALF_TRACK,
    "lorry": MarchClass.TRUCK,
    "armoured car": MarchClass.TRUCK,
    "jeep": MarchClass.TRUCK,
    "motorcycle": MarchClass.TRUCK,
}
"""Other words for the rows of OB-T-02, as the book prints them."""
COMBAT_WORDS: dict[str, CombatClass] = {
    "infantry": CombatClass.FOOT,
    "horse-drawn": CombatClass.FOOT,
    "slow tank": CombatClass.FOOT,
    "truck": CombatClass.FOOT,
    "lorry": CombatClass.FOOT,
    "half-track": CombatClass.LIGHT_VEHICLE,
    "jeep": CombatClass.LIGHT_VEHICLE,
    "motorcycle": CombatClass.LIGHT_VEHICLE,
    "armoured car": CombatClass.LIGHT_VEHICLE,
    "cavalry": CombatClass.LIGHT_VEHICLE,
    "tank": CombatClass.TRACKED,
}
"""Other words for the rows of OB-T-03, as the book prints them."""
CARRIED = ("parachute", "glider", "landing craft", "amphibious transport", "DD")
"""Means of transport for troops that do not arrive on foot or in their own vehicles (OB-LAND, OB-AMPH)."""
NO_ANTI_TANK = "none"


@plain_dataclass(frozen=True, slots=True, kw_only=True)
class BattalionKind:
    """The fixed attributes of a battalion, independent of its commander and position. Ranges are whole inches on the
    table.
    """

    arm: Annotated[Arm, Key("The kind of troops; march, combat and the other classes follow from it.")]
    mark: Annotated[SizeMark, Key("Size mark of the symbol.")] = SizeMark.BATTALION
    size: Annotated[
        Size, Key("A large battalion has two stands. Without this line the number of tanks or guns decides.")
    ] = Size.NORMAL
    experience: Annotated[Experience, Key("How experienced it is; green is what the book calls inexperienced.")] = (
        Experience.REGULAR
    )
    march_class: Annotated[MarchClass, Key("The row of the march chart that it uses.", "march", words=MARCH_WORDS)]
    combat_class: Annotated[
        CombatClass, Key("The row of the combat-ready chart that it uses.", "combat", words=COMBAT_WORDS)
    ]
    hit_row: Annotated[HitRow, Key("The row of the to-hit chart for fire at it.")]
    casualty_column: Annotated[CasualtyColumn, Key("The column of the casualty chart that it uses.")]
    armour: Annotated[Armour, Key("Its armour class.")] = Armour.NONE
    anti_tank_best: Annotated[
        AntiTank | None,
        Key(
            "The best anti-tank class of any of its weapons.",
            "anti-tank",
            words=(NO_ANTI_TANK,),
            expected="an anti-tank class or none",
        ),
    ] = None
    anti_tank_all: Annotated[
        AntiTank | None,
        Key(
            "The anti-tank class that all of it has. Without this line it is the best class.",
            "anti-tank all",
            words=(NO_ANTI_TANK,),
            expected="an anti-tank class or none",
        ),
    ] = None
    weapon: Annotated[Weapon, Key("The weapon row that it fires as; for guns the calibre decides.")]
    direct_in: Annotated[
        int,
        Key(
            "Range of direct fire in inches: 4, or 8 for infantry and for barrels over 2.5 m.",
            "direct range",
            shape={"enum": [4, 8, "4", "8"]},
        ),
    ]
    flame_throwers: Annotated[bool, Key("Whether it has flame-throwers.", "flame-throwers")] = False
    piece: Annotated[
        Piece | None, Key("The type of artillery piece; give 'calibre' as well.", expected="a type of artillery piece")
    ] = None
    piece_name: Annotated[str, Key("The common name of the piece, such as 25-pdr.", longest=LONGEST_KEY)] = ""
    calibre_mm: Annotated[
        int | None, Key("The calibre in millimetres; give 'piece' as well.", "calibre", least=1, most=1000, unit="mm")
    ] = None
    pre_1914: Annotated[bool, Key("The piece was made before 1914 (OB-RANGE-04).", "pre-1914")] = False
    range_in: Annotated[
        int | None,
        Key(
            "Range of artillery fire in inches, if it differs from the chart (OB-RANGE-06).",
            "artillery range",
            least=1,
            most=400,
            unit="inches",
        ),
    ] = None
    """Artillery range stated in the order of battle, in inches on the table; if None, the range charts give it."""
    engineers: Annotated[Engineers, Key("Which engineering tasks it can do.")] = Engineers.NONE
    recce_companies: Annotated[
        int, Key("The number of companies into which it may break up for reconnaissance.", most=9)
    ] = 0
    carried_by: Annotated[str, Key("How it arrives, if not on foot or wheels.", words=CARRIED)] = ""
    equipment: Annotated[
        str, Key("Its equipment in words, for the papers. Without this line it is made from the list of items.")
    ] = ""
