"""What a sheet of Brigadier General Commands relies on though the text at hand does not say it: our own rulings, marked as such on paper.

A reading that a house rule has changed is no ruling of ours any more: it stands with the house rules. What the preview leaves out is no
ruling either: it is a blank with the section's number.

    rulings(battalions, scene, book) -> sentences
    comes_on(battalion, scene)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from campaign.rules.brigadier.muster import Battalion
from campaign.rules.brigadier.platoons import Kind
from campaign.rules.rulebook import Rulebook
from campaign.rules.scene import Scene
from campaign.terms.forces import Nationality, Size
from campaign.terms.state import Posture

NAMED_ARMIES = frozenset({Nationality.US, Nationality.GERMAN, Nationality.BRITISH})
"""The armies whose infantry has its Fire Dice in the text (BGC-FIRE-12, -13)."""
COMING_ON = "Who comes on starts at his edge, in no trench; if the enemy is within 6 in. of the place, then along the edge, 6 in. from him."
Ruling = tuple[str, str]
"""The setting that would change it, empty for none, and the sentence."""


def comes_on(one: Battalion, scene: Scene) -> bool:
    """Does it come onto the table, now or later or when it is called, instead of standing there at the start?"""
    later = one.unit.arrival is not None or one.unit.posture is Posture.RESERVE or one.unit.id in scene.beside
    return later and not one.behind


def rulings(battalions: Sequence[Battalion], scene: Scene, book: Rulebook) -> tuple[str, ...]:
    """Those that this force needs."""
    found = [*_muster(battalions, scene, book), *_fire(battalions), *_command(battalions), *_sight()]
    return tuple(said for key, said in found if not key or book[key] == book.rule(key).default)


def _muster(battalions: Sequence[Battalion], scene: Scene, book: Rulebook) -> Iterator[Ruling]:
    men, vehicles = book.whole("brigadier.men_per_count"), book.whole("brigadier.vehicles_per_count")
    several = "a vehicle or gun" if vehicles == 1 else f"{vehicles} vehicles or guns"
    yield (
        "",
        f"{scene.inches_a_km} in. = 1 km. A Count is {men} men, {several}; battalions muster by template, companies by what they have.",
    )
    yield (
        "",
        "Spent, Out: 15 and 30 in 100 of the Count lost, a wound half; spent too with half its platoons gone, on Back or Rout.",
    )
    if any(one.unit.size is Size.COMPANY for one in battalions):
        yield "", "A company with a line of its own has its own radio and no battalion."
    if any(not (one.behind or comes_on(one, scene)) for one in battalions):
        yield "", "Who stands there sets up within 12 in. of his place."
    if any(comes_on(one, scene) for one in battalions):
        yield "", COMING_ON
    if scene.attacks is None:
        yield "", "In a meeting engagement dice for the initiative."


def _fire(battalions: Sequence[Battalion]) -> Iterator[Ruling]:
    others = [
        one.unit.nation.value.capitalize()
        for one in battalions
        if one.unit.nation not in NAMED_ARMIES and any("bolt-action" in weapon for platoon in one.platoons for weapon in platoon.weapons)
    ]
    if others:
        yield (
            "",
            f"{', '.join(dict.fromkeys(others))} rifles: Fire Dice 1, as German and British.",
        )
    yield "brigadier.excess_kills", "Kills beyond the last unhurt man are lost."
    yield "brigadier.half_dice", "Half dice are rounded up platoon by platoon."
    yield "brigadier.bug_out_when", "Bug Out: decided when the fire is declared."
    if any(platoon.kind in (Kind.FIELD_GUN, Kind.MORTAR) for one in battalions for platoon in one.platoons):
        yield "brigadier.airburst_from", "Guns and mortars burst in the trees, aircraft do not."
    yield "brigadier.bug_out_keeps_worse", "Who bugs out on Rout stays on Rout."


def _command(battalions: Sequence[Battalion]) -> Iterator[Ruling]:
    yield "brigadier.battalion_raises", "A battalion's headquarters may raise any of its platoons."
    if any(platoon.company > 3 for one in battalions for platoon in one.platoons):
        yield "brigadier.fourth_company", "Labels: company 4 left and middle, 5 middle and right, 6 all three."


def _sight() -> Iterator[Ruling]:
    yield "brigadier.fired_status", "Who fired is seen so until he is out of sight."
    yield "brigadier.limbered_as_vehicle", "Limbered guns and horses are seen as vehicles."
    yield "brigadier.find_hidden_by_contact", "Who hides is found in contact, in a wood at 2 in.; vehicles may hide."
