"""The house rules of Brigade level games that a battle sheet prints: those of ``sheet.txt`` that hold in this battle;
and the aim of a side.

house_rules(scene, book) -> tuple[Fact, ...]      those that hold and concern this side and its enemy
every_house_rule(book, concerns)                  those that hold, except lines that concern no unit
first_move(scene), objective(scene), lost_at(companies, book)       the lines beside the side's numbers
comes_on(battalion, scene), counts_now(battalion, scene)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from campaign.rules.common.rulebook import Rulebook
from campaign.rules.common.scene import Scene
from campaign.rules.common.texts import holding, texts
from campaign.rules.tabletop.brigade import scales
from campaign.rules.tabletop.brigade.about import ABOUT
from campaign.rules.tabletop.brigade.equipment import Vehicle, guns_in
from campaign.rules.tabletop.brigade.indirect import army_of
from campaign.rules.tabletop.brigade.muster import Battalion, muster, vehicles_of
from campaign.rules.tabletop.brigade.troops import Troop
from campaign.rules.tabletop.brigade.victory import Kind, loses_at
from campaign.terms.forces import Nationality
from campaign.words.papers import Fact

NAMED_ARMIES = frozenset({Nationality.GERMAN, Nationality.BRITISH, Nationality.US})
"""The armies whose guns the book names (BDE-DEV-07, -11)."""
HELD_IN = 6
"""The inches within which troops hold a place (BDE-WIN-01): a house value, the distance that units that come on keep
from the enemy (BDE-SETUP-03).
"""
SETTINGS: Final = MappingProxyType(
    {
        "hq_company": ("brigade.hq_company_from",),
        "guns_lost": ("brigade.win_guns",),
        "own_detection": ("brigade.shared_detection",),
        "one_target": ("brigade.pool_fire",),
        "save_limits": ("brigade.save_clamp",),
        "one_roll": ("brigade.dev_per_battery",),
        "continued": ("brigade.redice_each_move",),
        "breach_die": ("brigade.breach_for",),
        "casualty_test": ("brigade.test_once_per_step",),
        "hq_unpins": ("brigade.hq_unpins",),
    }
)
"""The settings that would change a line, by its key."""
OF_NO_UNIT: Final = MappingProxyType({"values": False, "mixed_guns": False})
"""The lines that name units of a battle, and mean nothing without one."""


def first_move(scene: Scene) -> Fact:
    """Return the side that moves first; the book only says that the sides take turns (BDE-SEQ-01)."""
    if scene.attacks is None:
        return texts("brigade").fact("first_rolled")
    return texts("brigade").fact("first_yours") if scene.attacks else texts("brigade").fact("first_theirs")


def objective(scene: Scene) -> Fact:
    """Return the aim of the battle; if the designer names none, only the companies decide who wins (BDE-WIN-01,
    -02).
    """
    if scene.prize is None:
        return texts("brigade").fact("no_objective")
    does = "both want" if scene.attacks is None else "take" if scene.attacks else "keep"
    return texts("brigade").fact("objective", does=does, place=scene.prize.name, held_in=HELD_IN)


def lost_at(companies: int, book: Rulebook) -> Fact:
    """Return the companies of a side with the loss that ends its game, as in ``16, the game is lost at 9 (house: more
    than half)`` (BDE-WIN-02, BDE-AMB-01).
    """
    how = "more than half" if book.word("brigade.win_losses") == "more than half" else "half, rounded up"
    return texts("brigade").fact("companies", companies=companies, lost_at=loses_at(companies, book), how=how)


def comes_on(battalion: Battalion, scene: Scene) -> bool:
    """Return whether a battalion comes on, now or later, instead of being set up at the start."""
    return not battalion.off_table and (battalion.unit.arrival is not None or battalion.unit.id in scene.beside)


def counts_now(battalion: Battalion, scene: Scene) -> bool:
    """Return whether a battalion is among the companies a side begins with (BDE-WIN-02): not if it is not in this game
    or is due in a later turn of the campaign.
    """
    arrival = battalion.unit.arrival
    return battalion.unit.id not in scene.away and (arrival is None or arrival.moment <= scene.start)


def every_house_rule(
    book: Rulebook,
    concerns: Mapping[str, bool] = OF_NO_UNIT,
    *,
    vehicles: Iterable[str] = (),
    mixed: Iterable[str] = (),
) -> tuple[Fact, ...]:
    """Return the house rules that hold, in the order of the book, without those that concern no unit. ``vehicles``:
    those whose values are not in the book; ``mixed``: guns that represent others.
    """
    return texts("brigade").facts(
        "house rules",
        holding(book, SETTINGS, concerns),
        men=scales.MEN_A_FIGURE,
        near=ABOUT.set_up_within_in,
        vehicles=", ".join(vehicles),
        mixed=", ".join(mixed),
    )


def house_rules(scene: Scene, book: Rulebook) -> tuple[Fact, ...]:
    """Return the house rules that hold and concern this side and its enemy."""
    battalions = muster(scene.force, book).battalions
    troops = [troop for battalion in battalions for troop in battalion.troops]
    enemy = vehicles_of(scene.enemies, book)
    unprinted, mixed = _unprinted(troops, enemy), _mixed_guns(battalions)
    guns = bool(enemy) or any(troop.gun is not None or troop.specialist is not None for troop in troops)
    batteries = [battalion.unit for battalion in battalions if any(troop.piece for troop in battalion.troops)]
    concerns = {
        "standing": any(not (battalion.off_table or comes_on(battalion, scene)) for battalion in battalions),
        "coming_on": any(comes_on(battalion, scene) for battalion in battalions),
        "values": guns and bool(unprinted),
        **dict.fromkeys(("long_gun", "no_kill", "small_arms"), guns),
        "mixed_guns": bool(mixed),
        **dict.fromkeys(("phase_four", "delay", "one_roll", "short_and_long", "continued"), bool(batteries)),
        "registered": bool(batteries) and any(army_of(battalion.unit.nation).deducts for battalion in battalions),
        "nations": any(unit.nation not in NAMED_ARMIES for unit in batteries),
        **dict.fromkeys(("breach_die", "breached_saves", "woods"), bool(batteries)),
    }
    return every_house_rule(book, concerns, vehicles=unprinted, mixed=mixed)


def _unprinted(troops: Sequence[Troop], enemy: Sequence[Vehicle]) -> list[str]:
    """Return the guns, and the vehicles of both sides, whose values the book does not print."""
    guns = [gun for troop in troops for gun in (troop.gun, troop.specialist) if gun is not None and not gun.printed]
    vehicles = [*(troop.vehicle for troop in troops if troop.vehicle is not None), *enemy]
    names = (*(gun.name for gun in guns), *(vehicle.name for vehicle in vehicles if not vehicle.printed))
    return list(dict.fromkeys(names))


def _mixed_guns(battalions: Iterable[Battalion]) -> list[str]:
    """Return the kind that represents a battalion's guns of several kinds, as in ``8 Fd Regt 25-pdr``."""
    mixed = []
    for battalion in battalions:
        kinds = {troop.gun.name for troop in battalion.troops if troop.kind is Kind.GUN and troop.gun is not None}
        if kinds and not battalion.unit.piece_name and len(guns_in(battalion.unit.equipment)) > len(kinds):
            mixed.append(f"{battalion.unit.short} {', '.join(sorted(kinds))}")
    return mixed
