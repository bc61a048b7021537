"""What a sheet of Brigade level games relies on though the book does not say it: our readings of what it leaves open
(``rules/common/house_rules.py``).

readings(scene, book) -> those of the book, and what of this side and its enemy they concern
first_move(scene), lost_at(companies, book)       the two that stand with the side's numbers
comes_on(battalion, scene)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from campaign.rules.common.house_rules import Reading
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.common.scene import Scene
from campaign.rules.tabletop.brigade import scales
from campaign.rules.tabletop.brigade.about import ABOUT
from campaign.rules.tabletop.brigade.equipment import Vehicle, guns_in
from campaign.rules.tabletop.brigade.indirect import army_of
from campaign.rules.tabletop.brigade.muster import Battalion, Brigade, muster, vehicles_of
from campaign.rules.tabletop.brigade.troops import Troop
from campaign.rules.tabletop.brigade.victory import Kind, loses_at
from campaign.terms.forces import Nationality
from campaign.terms.words import listing

NAMED_ARMIES = frozenset({Nationality.GERMAN, Nationality.BRITISH, Nationality.US})
"""The armies whose guns the book names (BDE-DEV-07, -11)."""
STANDING = f"Set up where your symbol stands on the map, or within {ABOUT.set_up_within_in} in. of it."
COMING_ON = (
    "Place arriving units on their edge as their move begins, in no trench; they move from there. If an enemy is within"
    " 6 in.: along the edge, 6 in. from it."
)
"""The book knows deployment only; an entry that both sides want needs a word (BDE-SETUP-03)."""


def first_move(scene: Scene) -> str:
    """Who moves first: the book only says that the sides take turns (BDE-SEQ-01)."""
    if scene.attacks is None:
        return "dice for it (house)"
    return f"{'yours: the attacker' if scene.attacks else 'theirs: the attacker'} begins (house)"


END = "a side that has lost its number, or all its units, gives up the field; else when both say so: both stay (house)"
CLOCK = (
    "a period is c. 2 minutes, but the fight counts as the rest of this campaign turn (house): leave the hour on the"
    " return blank"
)
HELD_IN = 6
"""How near to a place troops hold it, in inches: our figure, as near as those who come on keep from the enemy."""


def objective(scene: Scene) -> str:
    """What the sides fight for; without a word of the designer only the companies decide who wins (BDE-WIN-01, -02)."""
    if scene.prize is None:
        return "none but the companies"
    does = "both want" if scene.attacks is None else "take" if scene.attacks else "keep"
    return (
        f"{does} {scene.prize.name}: held by who alone has troops within {HELD_IN} in. of it at the end, else by"
        " neither (house)"
    )


def lost_at(companies: int, book: Rulebook) -> str:
    """``16, the game is lost at 9 (house: more than half)`` (BDE-WIN-02, BDE-AMB-01)."""
    how = "more than half" if book.word("brigade.win_losses") == "more than half" else "half, rounded up"
    return f"{companies}, the game is lost at {loses_at(companies, book)} (house: {how})"


def comes_on(battalion: Battalion, scene: Scene) -> bool:
    """Does it come onto the table, now or later, instead of standing there at the start?"""
    return not battalion.off_table and (battalion.unit.arrival is not None or battalion.unit.id in scene.beside)


def counts_now(battalion: Battalion, scene: Scene) -> bool:
    """Is it among the companies a side begins with (BDE-WIN-02)? Who is not in this game or is due in a later turn of
    the campaign is not."""
    arrival = battalion.unit.arrival
    return battalion.unit.id not in scene.away and (arrival is None or arrival.moment <= scene.start)


def readings(scene: Scene, book: Rulebook) -> Iterator[Reading]:
    """In the order of the book."""
    mustered = muster(scene.force, book)
    yield from _setting_up(mustered, scene)
    yield from _seeing_and_firing()
    yield from _vehicles(
        [troop for battalion in mustered.battalions for troop in battalion.troops], vehicles_of(scene.enemies, book)
    )
    yield from _mixed_guns(mustered)
    yield from _shells(mustered)
    yield Reading(
        "Morale",
        "Casualty test: in phase 1 after losses, in the column of the highest share reached.",
        ("brigade.test_once_per_step",),
        "BDE-AMB-83",
    )
    yield Reading("Morale", "-1 to unpin: the headquarters' own unit.", ("brigade.hq_unpins",), "BDE-AMB-86")


def _setting_up(mustered: Brigade, scene: Scene) -> Iterator[Reading]:
    stands = any(not (battalion.off_table or comes_on(battalion, scene)) for battalion in mustered.battalions)
    entering = any(comes_on(battalion, scene) for battalion in mustered.battalions)
    scale = (
        f"Figures: men by {scales.MEN_A_FIGURE}; models: vehicles, guns by 5; class: experience; states: by thirds"
        " lost, never by men or tanks."
    )
    yield Reading("Scale", scale, rule="BDE-MAP-01, -05, -07")
    yield Reading(
        "Roads", "Full lines are roads; tracks and what is marched as cross-country are open ground.", rule="umpire 1.4"
    )
    yield Reading("Companies", "A headquarters of 3 is one.", ("brigade.hq_company_from",), "BDE-AMB-04")
    yield Reading(
        "Companies",
        "Lost: those removed, also by tests, and fighting vehicles that are not just stuck.",
        rule="BDE-AMB-02",
    )
    yield Reading("Companies", "Guns of the table are lost like them.", ("brigade.win_guns",), "BDE-AMB-03")
    yield Reading("Set-up", STANDING, rule="BDE-SETUP-03", applies=stands)
    yield Reading("Set-up", COMING_ON, rule="BDE-SETUP-03", applies=entering)


def _seeing_and_firing() -> Iterator[Reading]:
    yield Reading("Seeing", "Part detected within the first number, spotted within the second.", rule="BDE-AMB-10")
    yield Reading(
        "Seeing",
        "Troops in a trench: in cover; firing from it, from edge of cover. The last row is the work itself.",
        rule="BDE-AMB-14",
    )
    yield Reading("Seeing", "Judged by what it did since its last move began.", rule="BDE-AMB-15")
    yield Reading(
        "Seeing",
        "Each fires at what it detects itself, a battery at what its caller does.",
        ("brigade.shared_detection",),
        "BDE-AMB-16",
    )
    yield Reading("Fire", "One target a unit; units do not add up points.", ("brigade.pool_fire",), "BDE-AMB-57")
    yield Reading("Fire", "No close combat.", rule="BDE-AMB-67")
    yield Reading("Saves", "Over 6 is none, of 1 sure.", ("brigade.save_clamp",), "BDE-AMB-54")
    yield Reading(
        "Cover",
        "Hard: trenches, works, strong buildings, walls; soft: woods, hedges, weak buildings.",
        rule="BDE-AMB-47, -62",
    )


def _vehicles(troops: Sequence[Troop], enemy: Sequence[Vehicle]) -> Iterator[Reading]:
    guns = {gun.name: gun for troop in troops for gun in (troop.gun, troop.specialist) if gun is not None}
    kinds = {troop.vehicle.name: troop.vehicle for troop in troops if troop.vehicle is not None} | {
        vehicle.name: vehicle for vehicle in enemy
    }
    unprinted = [gun.name for gun in guns.values() if not gun.printed] + [
        vehicle.name for vehicle in kinds.values() if not vehicle.printed
    ]
    is_present = bool(guns or enemy)
    yield Reading(
        "Vehicles",
        f"Values not of the book: {', '.join(unprinted)}.",
        rule="BDE-AMB-71, -72",
        applies=is_present and bool(unprinted),
        of_units=True,
    )
    yield Reading("Vehicles", "LG: long gun. At 15 and 40 in. no modifier.", rule="BDE-AMB-69, -73", applies=is_present)
    yield Reading("Vehicles", "A hit that does not kill does nothing.", rule="BDE-AMB-76", applies=is_present)
    yield Reading("Vehicles", "Small arms and HE do nothing to armour.", rule="BDE-AMB-77", applies=is_present)


def _mixed_guns(mustered: Brigade) -> Iterator[Reading]:
    for battalion in mustered.battalions:
        kinds = {troop.gun.name for troop in battalion.troops if troop.kind is Kind.GUN and troop.gun is not None}
        if kinds and not battalion.unit.piece_name and len(guns_in(battalion.unit.equipment)) > len(kinds):
            yield Reading(
                "Guns",
                f"{battalion.unit.short}: the {', '.join(sorted(kinds))} stands for its other guns too.",
                rule="BDE-SCALE-04, BDE-MAP-01",
            )


def _shells(mustered: Brigade) -> Iterator[Reading]:
    fires = [
        battalion.unit.nation
        for battalion in mustered.battalions
        if any(troop.piece is not None for troop in battalion.troops)
    ]
    firing_nations = listing(dict.fromkeys(nation.value.capitalize() for nation in fires if nation not in NAMED_ARMIES))
    deducts = bool(fires) and any(army_of(battalion.unit.nation).deducts for battalion in mustered.battalions)
    is_present = bool(fires)
    yield Reading("Guns", "Phase 4 is for those of the table too.", rule="BDE-AMB-06", applies=is_present)
    yield Reading(
        "Guns",
        "Asked for in move 3, fire falls in your move 4; over open sights at once.",
        rule="BDE-AMB-31",
        applies=is_present,
    )
    yield Reading("Guns", "Those on one point roll once.", ("brigade.dev_per_battery",), "BDE-AMB-38", is_present)
    yield Reading("Guns", "Short and long: from your edge.", rule="BDE-AMB-36", applies=is_present)
    yield Reading(
        "Guns", "Fire that goes on falls where it fell.", ("brigade.redice_each_move",), "BDE-AMB-39", is_present
    )
    yield Reading("Guns", "On a registered point yours take off 3 in all.", rule="BDE-AMB-32", applies=deducts)
    nations = f"{firing_nations}: Commonwealth count as British, French as American, others as none of the three."
    yield Reading("Guns", nations, rule="BDE-AMB-37", applies=bool(firing_nations), of_units=True)
    yield Reading("Breaching", "One die a battery and unit.", ("brigade.breach_for",), "BDE-AMB-45", is_present)
    yield Reading("Breaching", "Who is breached saves by his cover.", rule="BDE-AMB-47", applies=is_present)
    yield Reading("Breaching", "Woods and hedges need none.", rule="BDE-AMB-46", applies=is_present)
