"""Units and forces for the tests of muster, sheet and return."""

from __future__ import annotations

from itertools import count
from typing import Any

from campaign.rules.common.force import Command, Force, Strength, Unit
from campaign.rules.common.hand_weapons import HandKind, HandWeapon
from campaign.terms.forces import (
    AntiTank,
    Arm,
    Armour,
    CasualtyColumn,
    CombatClass,
    HitRow,
    MarchClass,
    Nationality,
    Piece,
    Size,
    Weapon,
)
from campaign.terms.position import AtPlace
from campaign.values import replace

_ids = count(1)
GUARDS, ARMOURED = 1, 2


def infantry(name: str = "2nd Scots Guards", **changes: Any) -> Unit:
    """A lorried infantry battalion of the first command, at place 1."""
    base = Unit(
        id=next(_ids),
        key=name,
        name=name,
        short=name,
        side=1,
        command=GUARDS,
        organic=GUARDS,
        nation=Nationality.BRITISH,
        arm=Arm.LORRIED_INFANTRY,
        march_class=MarchClass.TRUCK,
        combat_class=CombatClass.FOOT,
        hit_row=HitRow.OTHER,
        casualty_column=CasualtyColumn.INFANTRY,
        weapon=Weapon.INFANTRY,
        direct_in=8,
        anti_tank_best=AntiTank.LIGHT,
        anti_tank_all=AntiTank.LIGHT,
        by_hand=HandWeapon("Boys rifle", HandKind.RIFLE),
        establishment=Strength(800, 60, 0),
        strength=Strength(800, 60, 0),
        at=AtPlace(1),
    )
    return replace(base, **changes)


def tanks(name: str = "2nd R Tank Regt", **changes: Any) -> Unit:
    """A weak battalion of fast cruiser tanks of the second command."""
    given = {
        "arm": Arm.ARMOUR,
        "command": ARMOURED,
        "organic": ARMOURED,
        "march_class": MarchClass.HALF_TRACK,
        "combat_class": CombatClass.FAST_TANK,
        "hit_row": HitRow.FAST_TANK,
        "casualty_column": CasualtyColumn.OTHERS,
        "weapon": Weapon.LIGHT_GUN,
        "direct_in": 4,
        "size": Size.WEAK,
        "armour": Armour.LIGHT,
        "equipment": "29 cruisers",
        "establishment": Strength(500, 52, 0),
        "strength": Strength(300, 52, 0),
    }
    return infantry(name, **{**given, **changes})


def guns(name: str = "25-pdr troops", **changes: Any) -> Unit:
    """A company-sized battery of 25-pounders of the second command."""
    given = {
        "arm": Arm.FIELD_ARTILLERY,
        "command": ARMOURED,
        "organic": ARMOURED,
        "casualty_column": CasualtyColumn.OTHERS,
        "weapon": Weapon.FIELD_GUN,
        "direct_in": 4,
        "size": Size.COMPANY,
        "anti_tank_best": AntiTank.LIGHT_MEDIUM,
        "anti_tank_all": AntiTank.LIGHT_MEDIUM,
        "piece": Piece.GUN_HOWITZER,
        "piece_name": "25-pdr",
        "calibre_mm": 88,
        "establishment": Strength(150, 20, 8),
        "strength": Strength(150, 20, 8),
    }
    return infantry(name, **{**given, **changes})


def force(*units: Unit, nation: Nationality = Nationality.BRITISH, with_commander: bool = False) -> Force:
    """A British force of two commands."""
    commands = (
        Command(
            GUARDS,
            "22_gds",
            "22nd Guards Brigade Group",
            nation,
            short="22 Gds",
            led_by="Brig I. D. Erskine",
            has_corps_commander=with_commander,
        ),
        Command(ARMOURED, "7_armd", "7th Armoured Brigade Group", nation, short="7 Armd", led_by="Brig H. E. Russell"),
    )
    return Force(1, "allied", "Allied", commands, units)
