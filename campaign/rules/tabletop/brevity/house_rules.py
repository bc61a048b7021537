"""The house rules of Brevity that a battle sheet prints: those of ``sheet.txt`` that hold in this battle.

house_rules(scene, book) -> tuple[Fact, ...]      those that hold and concern a unit of this side
every_house_rule(book, concerns)                  those that hold, except lines that concern no unit
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from campaign.rules.common.rulebook import Rulebook
from campaign.rules.common.scene import Scene
from campaign.rules.common.texts import holding, texts
from campaign.rules.tabletop.brevity.riding import rides
from campaign.rules.tabletop.brevity.tables import LOCATION_FROM_HILL, PITCH
from campaign.terms.forces import Engineers, Size
from campaign.words.papers import Fact
from campaign.words.texts import NO_CONDITIONS

SETTINGS: Final = MappingProxyType(
    {
        "first_move_tie": ("seq.first_move_tie",),
        "no_passing": ("seq.allow_pass",),
        "one_challenge": ("init.counter_challenge",),
        "half_inexperienced": ("ready.inexperienced_rule",),
        "no_automatic_score": ("dice.natural_six_passes",),
        "own_posture": ("posture.level",),
        "own_sighting": ("loc.shared",),
        "moonlight": ("night.light",),
        "worse_column": ("wx.bad_to_hit_column",),
        "dash_stays": ("cas.dash_plus_one",),
        "air_as_artillery": ("air.at_class",),
        "regroup_any_distance": ("regroup.max_distance", "regroup.same_division_only"),
        "rest_outside": ("rest.min_distance_from_enemy", "rest.full_turns_required"),
        "leave_by_own_edge": ("battle.allow_exit",),
        "hq_normal": ("hq.combat_strength",),
    }
)
"""The settings that would change a line, by its key."""


def every_house_rule(book: Rulebook, concerns: Mapping[str, bool] = NO_CONDITIONS) -> tuple[Fact, ...]:
    """Return the house rules that hold, without those that concern no unit."""
    return texts("brevity").facts(
        "house rules", holding(book, SETTINGS, concerns), hill=LOCATION_FROM_HILL, pitch=PITCH
    )


def house_rules(scene: Scene, book: Rulebook) -> tuple[Fact, ...]:
    """Return the house rules that hold and concern a unit of this side."""
    units = scene.force.units
    guns = [unit for unit in units if unit.is_artillery]
    engineers = [unit for unit in units if unit.engineers is not Engineers.NONE]
    concerns = {
        "aboard": any(map(rides, units)),
        **dict.fromkeys(("guns_in_support", "guns_step_4", "noted_point"), bool(guns)),
        "large_regiment": any(unit.size is Size.LARGE for unit in guns),
        "engineers_near": any(unit.engineers is Engineers.SPECIALIST for unit in engineers),
        **dict.fromkeys(("air_group", "air_as_artillery", "air_unlocated"), bool(scene.air)),
        "hq_normal": any(unit.headquarters_of is not None for unit in units),
        "works_no_fire": bool(engineers),
    }
    return every_house_rule(book, concerns)
