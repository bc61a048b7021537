"""The house rules of Brigadier General Commands that a battle sheet prints: those of ``sheet.txt`` that hold in this
battle; and the aim of a side.

A gap of the preview is not a house rule: it is a blank with the section's number.

    house_rules(scene, book) -> tuple[Fact, ...]      those that hold and concern this side
    every_house_rule(book, inches_a_km, concerns)     those that hold, except lines that concern no unit
    initiative(scene), objective(scene), ends(book)   the lines beside the side's numbers
    comes_on(battalion, scene)
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Final

from campaign.rules.common.rulebook import Rulebook
from campaign.rules.common.scene import Scene
from campaign.rules.common.texts import holding, texts
from campaign.rules.tabletop.brigadier.about import ABOUT
from campaign.rules.tabletop.brigadier.muster import Battalion, battalions
from campaign.rules.tabletop.brigadier.platoons import Kind
from campaign.terms.forces import Nationality, Size
from campaign.terms.state import Posture
from campaign.words.papers import Fact
from campaign.words.texts import NO_CONDITIONS

NAMED_ARMIES = frozenset({Nationality.US, Nationality.GERMAN, Nationality.BRITISH})
"""The armies whose infantry has its Fire Dice in the book (BGC-FIRE-12, -13)."""
HELD_IN = 6
"""The inches within which troops hold a place: a house value, as in Brigade (BDE-WIN-01)."""
SETTINGS: Final = MappingProxyType(
    {
        "count": ("brigadier.men_per_count", "brigadier.vehicles_per_count"),
        "spent_out": ("brigadier.spent_at", "brigadier.destroyed_at", "brigadier.loss_base", "brigadier.wound_weight"),
        "broken": ("brigadier.broken_share",),
        "kills": ("brigadier.excess_kills",),
        "half_dice": ("brigadier.half_dice",),
        "tree_bursts": ("brigadier.airburst_from",),
        "raising": ("brigadier.battalion_raises",),
        "fired": ("brigadier.fired_status",),
    }
)
"""The settings that would change a line, by its key."""


def comes_on(battalion: Battalion, scene: Scene) -> bool:
    """Return whether a battalion comes on, now, later or when it is called, instead of being set up at the start."""
    later = (
        battalion.unit.arrival is not None
        or battalion.unit.posture is Posture.RESERVE
        or battalion.unit.id in scene.beside
    )
    return later and not battalion.behind


def objective(scene: Scene) -> Fact:
    """Return the aim of the battle: the preview has no rule of victory (BGC-M-33)."""
    if scene.prize is None:
        return texts("brigadier").fact("no_objective")
    does = "both want" if scene.attacks is None else "take" if scene.attacks else "keep"
    return texts("brigadier").fact("objective", does=does, place=scene.prize.name, held_in=HELD_IN)


def ends(book: Rulebook) -> Fact:
    """Return the end of a battle, by the same rule as in battles that the program resolves (umpire 1.23)."""
    share = book.number("auto.break_off")
    return texts("brigadier").fact("end", part="half" if share == Fraction(1, 2) else f"{share} of")


def initiative(scene: Scene) -> Fact:
    """Return the side that begins with the initiative (BGC-SETUP-13, BGC-AMB-41)."""
    if scene.attacks is None:
        return texts("brigadier").fact("initiative_rolled")
    return (
        texts("brigadier").fact("initiative_yours") if scene.attacks else texts("brigadier").fact("initiative_theirs")
    )


def every_house_rule(
    book: Rulebook, inches_a_km: int, concerns: Mapping[str, bool] = NO_CONDITIONS
) -> tuple[Fact, ...]:
    """Return the house rules that hold, without those that concern no unit."""
    vehicles = book.integer("brigadier.vehicles_per_count")
    return texts("brigadier").facts(
        "house rules",
        holding(book, SETTINGS, concerns),
        inches=inches_a_km,
        men=book.integer("brigadier.men_per_count"),
        vehicles="a vehicle or gun" if vehicles == 1 else f"{vehicles} vehicles or guns",
        near=ABOUT.set_up_within_in,
    )


def house_rules(scene: Scene, book: Rulebook) -> tuple[Fact, ...]:
    """Return the house rules that hold and concern this side."""
    mustered = [battalion for battalion in battalions(scene.force, book) if battalion.platoons]
    platoons = [platoon for battalion in mustered for platoon in battalion.platoons]
    unnamed = [battalion for battalion in mustered if battalion.unit.nation not in NAMED_ARMIES]
    weapons = {weapon for battalion in unnamed for platoon in battalion.platoons for weapon in platoon.weapons}
    concerns = {
        "companies": any(battalion.unit.size is Size.COMPANY for battalion in mustered),
        "standing": any(not (battalion.behind or comes_on(battalion, scene)) for battalion in mustered),
        "coming_on": any(comes_on(battalion, scene) for battalion in mustered),
        "first_initiative": scene.attacks is None,
        "rifles": any("bolt-action" in weapon for weapon in weapons),
        "tree_bursts": any(platoon.kind in (Kind.FIELD_GUN, Kind.MORTAR) for platoon in platoons),
        # BGC-AMB-38.
        "fourth_company": any(platoon.company > 3 for platoon in platoons),
    }
    return every_house_rule(book, scene.inches_a_km, concerns)
