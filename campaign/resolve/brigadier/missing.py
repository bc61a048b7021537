"""The values that a battle needs and that neither the preview nor a house file gives.

missing_parts(fight, house, book) -> tuple[MissingPart, ...]
always_missing(house, book) -> tuple[MissingPart, ...]           what every battle would lack
"""

from __future__ import annotations

from collections.abc import Iterable

from campaign.rules.common.rulebook import Rulebook
from campaign.rules.common.scene import Fight, MissingPart
from campaign.rules.tabletop.brigadier.gaps import NEEDED_TO_RESOLVE, Gap, gap, unfilled
from campaign.rules.tabletop.brigadier.house import House
from campaign.rules.tabletop.brigadier.house_values import NotCovered as Uncovered
from campaign.rules.tabletop.brigadier.house_values import covered
from campaign.rules.tabletop.brigadier.muster import battalions
from campaign.terms.forces import Armour


def missing_parts(fight: Fight, house: House, book: Rulebook) -> tuple[MissingPart, ...]:
    """Return all values that this battle needs and that neither preview nor house file gives."""
    parts = _needed(house)
    if not parts:
        parts = [
            MissingPart(value.rule, f"BGC {value.section}", value.key)
            for value in dict.fromkeys(_unsaid(fight, house, book))
        ]
    parts += [MissingPart(missing.rule, missing.missing, missing.key) for missing in _optional(house, book)]
    unflown = {
        air_support.weapon.value
        for air_support in fight.air
        if isinstance(house.from_the_air(air_support.weapon.value), Uncovered)
    }
    parts += [
        MissingPart("BGC-M-09", f"dice of an air attack by {weapon}", f"air.attack.{weapon}")
        for weapon in sorted(unflown)
    ]
    if any(sky.night for sky in fight.skies) and house.night is None:
        parts.append(MissingPart("BGC-M-26", "visibility by night", "night"))
    return tuple(parts)


def always_missing(house: House, book: Rulebook) -> tuple[MissingPart, ...]:
    """Return the values without which no battle can be resolved under these settings."""
    optional = [MissingPart(missing.rule, missing.missing, missing.key) for missing in _optional(house, book)]
    return (*_needed(house), *optional)


def _needed(house: House) -> list[MissingPart]:
    open_rules = {missing.rule for missing in unfilled(house)}
    return [
        MissingPart(missing.rule, missing.missing, missing.key)
        for rule in NEEDED_TO_RESOLVE
        if (missing := gap(rule)).rule in open_rules
    ]


def _optional(house: House, book: Rulebook) -> Iterable[Gap]:
    """Yield the gaps of optional rules that are on and have no table, and of counts other than four, with which only
    players can fight.
    """
    if book.switch("brigadier.alternative_base_counts"):
        yield gap("BGC-M-11")
    if book.switch("brigadier.time_cards") and not house.cards:
        yield gap("BGC-M-27")
    if book.switch("brigadier.quick_play") and house.wound_is_kill is None:
        yield gap("BGC-M-31")
    if book.switch("brigadier.heavy_ordnance") and house.limber_turns is None:
        yield gap("BGC-M-21")


def _unsaid(fight: Fight, house: House, book: Rulebook) -> Iterable[Uncovered]:
    """Yield the missing values for weapons, moves, armour and grades of these two forces."""
    present = [
        platoon for force in fight.forces for battalion in battalions(force, book) for platoon in battalion.platoons
    ]
    plates = {unit.armour for force in fight.forces for unit in force.units if unit.armour is not Armour.NONE}
    for plate in plates:
        armour = house.plate(plate.value)
        if isinstance(armour, Uncovered):
            yield armour
    for kind in {platoon.kind.value for platoon in present}:
        allowance = house.allowance(kind)
        if isinstance(allowance, Uncovered):
            yield allowance
    for name in {name for platoon in present for name in platoon.weapons}:
        values = (
            house.weapon(name),
            house.reach(name),
            *(house.effective_to(name, covered(house.plate(p.value)).front) for p in plates if p.value in house.armour),
        )
        yield from (value for value in values if isinstance(value, Uncovered))
