"""Units and shots in everyday words: ``2 infantry at 2, spg, off-table artillery evaded``.

unit_type_of(text) -> UnitType
terrain_of(text) -> Terrain
shots(text, target, ...) -> tuple[Shot, ...]     a number, a type, ``at`` a number of hexes, ``evaded``, ``weak``,
                                                 joined with commas
"""

from __future__ import annotations

import re
from types import MappingProxyType
from typing import Final

from campaign.errors import BadInput
from campaign.rules.tabletop.hexes.combat import Shot
from campaign.rules.tabletop.hexes.tables import Terrain, UnitType
from campaign.terms.words import did_you_mean, listing, plain
from campaign.values import replace

NAMES: Final = MappingProxyType(
    {
        "infantry": UnitType.FOOT,
        "foot": UnitType.FOOT,
        "foot infantry": UnitType.FOOT,
        "paratroops": UnitType.FOOT,
        "motorised infantry": UnitType.MOTORISED,
        "motorised": UnitType.MOTORISED,
        "lorried infantry": UnitType.MOTORISED,
        "mechanised infantry": UnitType.MECHANISED,
        "mechanised": UnitType.MECHANISED,
        "armoured infantry": UnitType.MECHANISED,
        "at gun": UnitType.ANTI_TANK,
        "at": UnitType.ANTI_TANK,
        "anti-tank gun": UnitType.ANTI_TANK,
        "tank": UnitType.TANKS,
        "spg": UnitType.SPG,
        "self-propelled gun": UnitType.SPG,
        "assault gun": UnitType.SPG,
        "mortar": UnitType.MORTARS,
        "artillery": UnitType.ARTILLERY,
        "off-table artillery": UnitType.ARTILLERY,
        "battery": UnitType.ARTILLERY,
        "armoured car": UnitType.ARMOURED_CARS,
        "a/c": UnitType.ARMOURED_CARS,
        "jeep": UnitType.JEEPS,
    }
)
"""The names of units, in the singular."""
_GROUND = MappingProxyType(
    {
        "towns": Terrain.BUILDINGS,
        "town": Terrain.BUILDINGS,
        "wood": Terrain.WOODS,
        "broken": Terrain.BROKEN,
        "hills": Terrain.HILL,
    }
)
_SHOT = re.compile(r"(?:(?P<count>[0-9]+)\s+)?(?P<what>.*?)(?:\s+at\s+(?P<distance>[0-9]+))?")
_REMARKS = ("evaded", "evading", "weak", "activated", "between")
MOST_SHOTS = 100  # A game has four to eight units a side (umpire 2).


def unit_type_of(text: str) -> UnitType:
    """Return the type that a name means. Raises BadInput with similar names."""
    phrase = plain(text)
    names = {plain(name): unit_type for name, unit_type in NAMES.items()} | {
        plain(unit_type.value): unit_type for unit_type in UnitType
    }
    unit_type = names.get(phrase) or names.get(phrase.removesuffix("s")) or names.get(phrase.removesuffix("ies") + "y")
    if unit_type is None:
        raise BadInput(
            f"{text!r} is not a unit type of the hex game"
            f"{did_you_mean(text, [*NAMES]) or f'. The types are {listing(t.value for t in UnitType)}'}"
        )
    return unit_type


def terrain_of(text: str) -> Terrain:
    """Return the terrain that a word means. Raises BadInput with similar words."""
    name = plain(text)
    found_terrain = _GROUND.get(name) or next((terrain for terrain in Terrain if plain(terrain.value) == name), None)
    if found_terrain is None:
        words = [terrain.value for terrain in Terrain]
        raise BadInput(
            f"{text!r} is not a terrain of the hex game"
            f"{did_you_mean(text, words) or f'. The terrains are {listing(words)}'}"
        )
    return found_terrain


def shots(
    text: str,
    target: UnitType,
    *,
    distance: int = 1,
    terrain: Terrain = Terrain.OPEN,
    smoke: bool = False,
    between: bool = False,
    activated: bool = False,
) -> tuple[Shot, ...]:
    """Return shots at one target, in order. Raises BadInput for words that are not a unit or a number, or too many
    shots.
    """
    shots_read: list[Shot] = []
    for phrase in filter(None, (part.strip() for part in re.split(r"[,+]", text))):
        words = phrase.split()
        remarks = {word for word in words if word.lower() in _REMARKS}
        parsed = _SHOT.fullmatch(" ".join(word for word in words if word not in remarks))
        if parsed is None or not parsed["what"]:
            raise BadInput(
                f"{phrase!r} is not a shot. Write a number, a unit type and a distance, as in '2 infantry at 2, "
                "tank at 1 evaded'"
            )
        shooter = unit_type_of(parsed["what"])
        shot = Shot(
            shooter,
            target,
            int(parsed["distance"] or distance),
            terrain,
            smoke,
            between="between" in remarks or between,
        )
        evades = bool(remarks & {"evaded", "evading"})
        shot = replace(shot, evades=evades, worse="weak" in remarks, activated="activated" in remarks or activated)
        shots_read += [shot] * int(parsed["count"] or 1)
    if not 0 < len(shots_read) <= MOST_SHOTS:
        raise BadInput(f"{text!r} names {len(shots_read)} shots. Name 1 to {MOST_SHOTS}")
    return tuple(shots_read)
