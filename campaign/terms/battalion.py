"""The attributes of a battalion that its establishment can give and a battle needs, each declared once.

The files of an order of battle, the rows of a campaign and the units on the table all have them; `terms.attributes`
says what follows from a declaration. A new one needs its column in `model.forces`.
"""

from __future__ import annotations

from dataclasses import dataclass
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
"""Other words for the rows of OB-T-02, as printed there."""
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
"""Other words for the rows of OB-T-03, as printed there."""
CARRIED = ("parachute", "glider", "landing craft", "amphibious transport", "DD")
"""How troops come that come neither on their feet nor on their wheels (OB-LAND, OB-AMPH)."""
NO_ANTI_TANK = "none"


@dataclass(frozen=True, slots=True, kw_only=True)
class BattalionKind:
    """The fixed attributes of a battalion, independent of its commander and position. Ranges are whole inches on the
    table.
    """

    arm: Annotated[Arm, Key("What it is; march, combat and the other classes follow.")]
    mark: Annotated[SizeMark, Key("Size mark of the symbol.")] = SizeMark.BATTALION
    size: Annotated[Size, Key("Large is two models; otherwise by tanks or guns.")] = Size.NORMAL
    experience: Annotated[Experience, Key("Green is the book's inexperienced.")] = Experience.REGULAR
    march_class: Annotated[MarchClass, Key("Row of the march table.", "march", words=MARCH_WORDS)]
    combat_class: Annotated[CombatClass, Key("Row of the combat-ready table.", "combat", words=COMBAT_WORDS)]
    hit_row: Annotated[HitRow, Key("How it is hit.")]
    casualty_column: Annotated[CasualtyColumn, Key("How it takes casualties.")]
    armour: Annotated[Armour, Key("Protection class.")] = Armour.NONE
    anti_tank_best: Annotated[
        AntiTank | None,
        Key("The best class it has.", "anti-tank", words=(NO_ANTI_TANK,), expected="an anti-tank class or none"),
    ] = None
    anti_tank_all: Annotated[
        AntiTank | None,
        Key(
            "The class that all of it has; otherwise as the best.",
            "anti-tank all",
            words=(NO_ANTI_TANK,),
            expected="an anti-tank class or none",
        ),
    ] = None
    weapon: Annotated[Weapon, Key("What it fires as; guns by calibre.")]
    direct_in: Annotated[
        int,
        Key("Inches: 4, or 8 for infantry and barrels over 2.5 m.", "direct range", shape={"enum": [4, 8, "4", "8"]}),
    ]
    flame_throwers: Annotated[bool, Key("It has them.", "flame-throwers")] = False
    piece: Annotated[
        Piece | None, Key("Type of artillery piece; with 'calibre'.", expected="a type of artillery piece")
    ] = None
    piece_name: Annotated[str, Key("As people call it: 25-pdr.", longest=LONGEST_KEY)] = ""
    calibre_mm: Annotated[int | None, Key("Millimetres; with 'piece'.", "calibre", least=1, most=1000, unit="mm")] = (
        None
    )
    pre_1914: Annotated[bool, Key("An older piece (OB-RANGE-04).", "pre-1914")] = False
    range_in: Annotated[
        int | None,
        Key("Inches, if it differs from the table (OB-RANGE-06).", "artillery range", least=1, most=400, unit="inches"),
    ] = None
    """An artillery range that the order of battle states; the tables are asked only where it is None."""
    engineers: Annotated[Engineers, Key("What engineering it can do.")] = Engineers.NONE
    recce_companies: Annotated[int, Key("Into how many companies it may break.", most=9)] = 0
    carried_by: Annotated[str, Key("How it comes, if not on its feet or wheels.", words=CARRIED)] = ""
    equipment: Annotated[str, Key("In words, for the papers; otherwise made of the items.")] = ""
