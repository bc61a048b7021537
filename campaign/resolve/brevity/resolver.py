"""A battle of the campaign resolved under Operation Brevity."""

from __future__ import annotations

from dataclasses import replace

from campaign.resolve.brevity import battle
from campaign.resolve.brevity.doctrine import Stance
from campaign.resolve.brevity.field import AirSupport, Conditions
from campaign.resolve.brevity.table_layout import lie
from campaign.rules.common.dice import Dice
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.common.scene import Fight, Resolution, UnitEnd
from campaign.rules.day.amphibious import as_landed
from campaign.rules.tabletop.brevity.companies import merged


def resolve(fight: Fight, dice: Dice, book: Rulebook) -> Resolution:
    """Moves, initiative, fire and readiness, on the ground of the map and with everybody where he stands, as far as the
    fight says."""
    first, second = (Stance.ATTACK if fight.attacker in (None, force.side) else Stance.DEFEND for force in fight.forces)
    forces = as_landed(fight.forces[0], book), as_landed(fight.forces[1], book)
    stands = merged(forces[0], book).force, merged(forces[1], book).force
    result = battle.resolve(
        *forces, _conditions(replace(fight, forces=stands)), (first, second), dice, book, turns=fight.turns
    )
    ends = tuple(UnitEnd(end.unit, end.before, end.after, end.surrounded, end.resting or None) for end in result.units)
    length = f"{result.moves} move{'s' if result.moves != 1 else ''}"
    return Resolution(ends, result.holder, result.broke_off, result.turns, length, result.report, result.flown)


def _conditions(fight: Fight) -> Conditions:
    table = lie(fight)
    return Conditions(
        ground=table.ground,
        spots=table.spots,
        barriers=table.barriers,
        in_supply=fight.in_supply,
        nights=tuple(sky.night for sky in fight.skies),
        lights=tuple(sky.light for sky in fight.skies),
        skies=tuple(sky.sky for sky in fight.skies),
        air=tuple(
            AirSupport(
                air_support.name,
                air_support.side,
                air_support.weapon,
                command=air_support.command,
                turns=air_support.turns,
            )
            for air_support in fight.air
        ),
        at_work=fight.at_work,
    )
