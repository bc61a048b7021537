"""The house rules of Not Quite Mechanised that a battle sheet prints: those of ``sheet.txt`` that hold in this battle.

house_rules(scene, book) -> tuple[Fact, ...]      those that hold and concern a unit of either side
every_house_rule(book, concerns)                  those that hold, except lines that concern no unit
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from campaign.rules.common.rulebook import Rulebook
from campaign.rules.common.scene import Scene
from campaign.rules.common.texts import holding, texts
from campaign.rules.tabletop.nqm.morale import holds
from campaign.rules.tabletop.nqm.tables import TERROR_FACES, Grade
from campaign.rules.tabletop.nqm.translation import troops_of
from campaign.words.papers import Fact
from campaign.words.texts import NO_CONDITIONS

SETTINGS: Final = MappingProxyType(
    {
        "tanks_a_stand": ("nqm.points.tanks_a_stand",),
        "guns_a_point": ("nqm.points.guns_a_point",),
        "ammunition_alike": ("nqm.ammo.model",),
        "firefight_won": ("nqm.firefight.win",),
        "white_die": ("nqm.recce.white_lookup",),
        "veteran_faces": ("nqm.grade.veteran_hold",),
        "break_base": ("nqm.morale.base",),
        "break_once": ("nqm.morale.repeat",),
        "after_combat": ("nqm.disorganised.after_combat",),
        "reorganising": ("nqm.reorg.hours",),
    }
)
"""The settings that would change a line, by its key."""


def every_house_rule(book: Rulebook, concerns: Mapping[str, bool] = NO_CONDITIONS) -> tuple[Fact, ...]:
    """Return the house rules that hold, in the order of a battle, without those that concern no unit."""
    hours = book.integer("nqm.reorg.hours")
    return texts("nqm").facts(
        "house rules",
        holding(book, SETTINGS, concerns),
        tanks=book.integer("nqm.points.tanks_a_stand"),
        guns=book.integer("nqm.points.guns_a_point"),
        veterans=holds(Grade.VETERAN, book),
        faces=TERROR_FACES,
        hours=f"{hours} hour{'s' * (hours > 1)}",
    )


def house_rules(scene: Scene, book: Rulebook) -> tuple[Fact, ...]:
    """Return the house rules that hold and concern a unit of either side."""
    grades = {troops_of(unit, book).grade for unit in (*scene.force.units, *scene.enemies)}
    return every_house_rule(book, {"veteran_faces": Grade.VETERAN in grades})
