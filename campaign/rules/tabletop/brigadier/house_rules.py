"""What a sheet of Brigadier General Commands relies on though the text at hand does not say it: our readings
(``rules/common/house_rules.py``).

What the preview leaves out is no reading: it is a blank with the section's number.

    readings(scene, book) -> those of the text, and whom of this side they concern
    comes_on(battalion, scene)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from campaign.rules.common.house_rules import Reading
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.common.scene import Scene
from campaign.rules.tabletop.brigadier.about import ABOUT
from campaign.rules.tabletop.brigadier.muster import Battalion, battalions
from campaign.rules.tabletop.brigadier.platoons import Kind
from campaign.terms.forces import Nationality, Size
from campaign.terms.state import Posture

NAMED_ARMIES = frozenset({Nationality.US, Nationality.GERMAN, Nationality.BRITISH})
"""The armies whose infantry has its Fire Dice in the text (BGC-FIRE-12, -13)."""
STANDING = f"Set up where your symbol stands on the map, or within {ABOUT.set_up_within_in} in. of it."
COMING_ON = (
    "Place arriving units on their edge as their turn's movement begins, in no trench; they move from there. If an"
    " enemy is within 6 in.: along the edge, 6 in. from it."
)


def comes_on(battalion: Battalion, scene: Scene) -> bool:
    """Does it come onto the table, now or later or when it is called, instead of standing there at the start?"""
    later = (
        battalion.unit.arrival is not None
        or battalion.unit.posture is Posture.RESERVE
        or battalion.unit.id in scene.beside
    )
    return later and not battalion.behind


HELD_IN = 6
"""How near to a place troops hold it, in inches: our figure, as near as those who come on keep from the enemy."""


def objective(scene: Scene) -> str:
    """What the sides fight for: the preview says nothing of victory (BGC-M-33)."""
    if scene.prize is None:
        return "none: who gives up the field has lost (house)"
    does = "both want" if scene.attacks is None else "take" if scene.attacks else "keep"
    return f"{does} {scene.prize.name}: who alone has platoons within {HELD_IN} in. of it at the end (house)"


def ends(book: Rulebook) -> str:
    """When a fight is over: as the program ends its own (umpire 1.23)."""
    share = book.number("auto.break_off")
    part = "half" if share == Fraction(1, 2) else f"{share} of"
    return (
        f"{part} its fresh battalions spent or out, or nobody left: it gives up the field; after these 6 hours both"
        " stay (house)"
    )


def initiative(scene: Scene) -> str:
    """Who begins with it (BGC-SETUP-13, BGC-AMB-41)."""
    if scene.attacks is None:
        return "both attack: dice for it (house)"
    return "yours at the start" if scene.attacks else "theirs at the start: you contest it"


def readings(scene: Scene, book: Rulebook) -> Iterator[Reading]:
    """The muster, the fire, command, sight."""
    mustered = [battalion for battalion in battalions(scene.force, book) if battalion.platoons]
    yield from _muster(mustered, scene, book)
    yield from _fire(mustered)
    fourth = any(platoon.company > 3 for battalion in mustered for platoon in battalion.platoons)
    yield Reading(
        "Raising",
        "A battalion's headquarters may raise any of its platoons.",
        ("brigadier.battalion_raises",),
        "BGC-AMB-25",
    )
    yield Reading(
        "Labels", "Company 4 left and middle, 5 middle and right, 6 all three.", rule="BGC-AMB-38", applies=fourth
    )
    yield Reading("Sight", "Who fired is seen so until he is out of sight.", ("brigadier.fired_status",), "BGC-AMB-31")
    yield Reading("Sight", "Limbered guns and horses are seen as vehicles.", rule="BGC-AMB-30")
    yield Reading("Hiding", "Who hides is found in contact, in a wood at 2 in.", rule="BGC-AMB-34")
    yield Reading("Hiding", "Vehicles may hide.", rule="BGC-AMB-35")


def _muster(mustered: Sequence[Battalion], scene: Scene, book: Rulebook) -> Iterator[Reading]:
    men, vehicles = book.integer("brigadier.men_per_count"), book.integer("brigadier.vehicles_per_count")
    several = "a vehicle or gun" if vehicles == 1 else f"{vehicles} vehicles or guns"
    stands = any(not (battalion.behind or comes_on(battalion, scene)) for battalion in mustered)
    entering = any(comes_on(battalion, scene) for battalion in mustered)
    yield Reading("Scale", f"{scene.inches_a_km} in. = 1 km.", rule="umpire 1.4")
    yield Reading(
        "Count", f"{men} men, {several}.", ("brigadier.men_per_count", "brigadier.vehicles_per_count"), "BGC-BACK-06"
    )
    yield Reading("Count", "Battalions muster by template, companies by what they have.", rule="BGC-AMB-54")
    lost = "15 and 30 in 100 of the Count lost, a wound half; for the campaign: at the table its platoons fight on"
    settings = ("brigadier.spent_at", "brigadier.destroyed_at", "brigadier.loss_base", "brigadier.wound_weight")
    yield Reading("Spent, Out", f"{lost}.", settings, "BGC-TAB-21, BGC-AMB-55")
    yield Reading(
        "Spent, Out",
        "Spent too with half its platoons gone, on Back or Rout.",
        ("brigadier.broken_share",),
        "BGC-TAB-21",
    )
    alone = any(battalion.unit.size is Size.COMPANY for battalion in mustered)
    yield Reading(
        "Companies",
        "One with a line of its own has its own radio and no battalion.",
        rule="BGC-AMB-28, -54",
        applies=alone,
    )
    yield Reading("Set-up", STANDING, rule="umpire 1.4", applies=stands)
    yield Reading("Set-up", COMING_ON, rule="umpire 1.4", applies=entering)
    yield Reading(
        "Roads", "Paved: those drawn in a full line and not marched as cross-country; tracks never.", rule="umpire 1.4"
    )
    yield Reading("Initiative", "Both attack: dice for it.", rule="BGC-AMB-41", applies=scene.attacks is None)


def _fire(mustered: Sequence[Battalion]) -> Iterator[Reading]:
    scopes = dict.fromkeys(
        battalion.unit.nation.value.capitalize()
        for battalion in mustered
        if battalion.unit.nation not in NAMED_ARMIES
        and any("bolt-action" in weapon for platoon in battalion.platoons for weapon in platoon.weapons)
    )
    guns = any(
        platoon.kind in (Kind.FIELD_GUN, Kind.MORTAR) for battalion in mustered for platoon in battalion.platoons
    )
    yield Reading(
        "Rifles",
        f"{', '.join(scopes)} rifles: Fire Dice 1, as German and British.",
        rule="BGC-FIRE-12, -13",
        applies=bool(scopes),
        of_units=True,
    )
    yield Reading("Kills", "Those beyond the last unhurt man are lost.", ("brigadier.excess_kills",), "BGC-AMB-01")
    yield Reading("Half dice", "Rounded up platoon by platoon.", ("brigadier.half_dice",), "BGC-AMB-20")
    yield Reading("Bug Out", "Decided when the fire is declared.", rule="BGC-AMB-08")
    yield Reading("Bug Out", "Who does it on Rout stays on Rout.", rule="BGC-AMB-10")
    yield Reading(
        "In woods",
        "Guns and mortars burst in the trees, aircraft do not.",
        ("brigadier.airburst_from",),
        "BGC-AMB-17",
        guns,
    )
