"""Weapons, batteries and nations in everyday words, for odds asked without a campaign.

arms("10 rifles, 2 SMGs, MMG") -> tuple[Arms, ...]
battery("105 mm", nation=, on_table=) -> Battery          "81 mm mortar", "150 mm rockets", "25pdr"
firing_gun("17pdr") -> Gun          or the vehicle that carries it: "Tiger"
row("medium tank") -> MovesAs       ground("rough") -> Ground
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, TypeVar

from campaign.errors import BadInput, NotFound
from campaign.rules.tabletop.brigade import equipment
from campaign.rules.tabletop.brigade.equipment import Gun
from campaign.rules.tabletop.brigade.firepoints import Arms
from campaign.rules.tabletop.brigade.indirect import Battery, Piece, army_of
from campaign.rules.tabletop.brigade.tables import Ground, MovesAs, SmallArm
from campaign.terms.forces import Nationality
from campaign.terms.words import did_you_mean, is_number, listing, plain

Named = TypeVar("Named")
MOST: Final = 99  # A company has at most 12 figures, a battalion 48 (BDE-ORG-04, BDE-MAP-02).
_BATTERY = re.compile(
    r"(\d{1,6}) ?mm(?: (?:field |medium |heavy )?(artillery|guns?|howitzers?|mortars?|rockets?))?(?: batter(?:y|ies))?"
)
MOST_CALIBRE_MM: Final = 1000  # Over 105 mm the charts do not distinguish (BDE-TAB-HE, BDE-TAB-ZONE).
_WORDS: Final = {
    **{plain(weapon.value): weapon for weapon in SmallArm},
    "assault rifle": SmallArm.AUTOMATIC_RIFLE,
    "automatic rifle": SmallArm.AUTOMATIC_RIFLE,
    "submachine gun": SmallArm.SMG,
    "autocannon": SmallArm.AUTO_CANNON,
    "flamethrower": SmallArm.FLAME_THROWER,
}


def _weapon(text: str) -> SmallArm:
    for word in (plain(text), plain(text).removesuffix("s")):
        if word in _WORDS:
            return _WORDS[word]
    near = (
        did_you_mean(text, [weapon.value for weapon in SmallArm])
        or f". Write one of {listing((weapon.value for weapon in SmallArm), 9)}"
    )
    raise BadInput(f"{text!r} is not a small arm in the fire chart{near}")


def arms(text: str) -> tuple[Arms, ...]:
    """Return the weapons that a text names, joined with commas, plus signs or ``and``, each with its number. Raises
    BadInput.
    """
    arms = []
    for phrase in filter(None, (part.strip() for part in re.split(r"[,+]|\band\b", text))):
        count, _, name = phrase.partition(" ") if phrase[0].isdigit() else ("1", "", phrase)
        if not is_number(count) or not 1 <= int(count) <= MOST:
            raise BadInput(f"{phrase!r} has too many or too few weapons. Write 1 to {MOST}")
        arms.append(Arms(_weapon(name), int(count)))
    if not arms:
        raise BadInput(f"{text!r} names no weapon. Write for example '10 rifles, MMG'")
    return tuple(arms)


def battery(text: str, nation: Nationality, *, on_table: bool = False) -> Battery:
    """Return a battery by its calibre and kind, artillery if no kind is given, or by the name of its guns. Raises
    BadInput.
    """
    named = next(
        (
            gun
            for gun in equipment.GUNS.values()
            if gun.calibre_mm and plain(gun.name) in (plain(text), plain(text).removesuffix("s"))
        ),
        None,
    )
    match = _BATTERY.fullmatch(f"{named.calibre_mm} mm" if named is not None else text.strip().lower())
    if match is None or not 1 <= int(match[1]) <= MOST_CALIBRE_MM:
        raise BadInput(
            f"{text!r} is not a battery. Write a calibre (1 to {MOST_CALIBRE_MM} mm) and a kind, as in '105 mm', "
            "'81 mm mortar' or '150 mm rockets', or a gun, as in 25pdr"
        )
    kind = match[2] or "gun"
    piece = Piece.MORTAR if kind.startswith("mortar") else Piece.ROCKET if kind.startswith("rocket") else Piece.GUN
    return Battery(text.strip(), piece, int(match[1]), army_of(nation), on_table)


def firing_gun(text: str) -> Gun:
    """Return a gun by name, or the gun of a vehicle. Raises NotFound, BadInput."""
    if any(plain(name) == plain(text) for name in equipment.GUNS):
        return equipment.gun(text)
    vehicle = next((row for name, row in equipment.VEHICLES.items() if plain(name) == plain(text)), None)
    if vehicle is None:
        near = did_you_mean(text, [*equipment.GUNS, *equipment.VEHICLES])
        guns = f". The guns are {listing(equipment.GUNS, 40)}"
        raise NotFound(f"{text!r} is not a gun in the chart of attack values and not a vehicle{near or guns}")
    if vehicle.gun is None:
        raise BadInput(f"{vehicle.name} has no gun. Name a gun, as in '17pdr'")
    return vehicle.gun


def _one_of(text: str, words: Mapping[str, Named], noun: str) -> Named:
    """Return the item with this name, in the singular too, or the only one whose name begins so."""
    plain_name = plain(text)
    for word in (plain_name, f"{plain_name}s"):
        if word in words:
            return words[word]
    begun = [name for name in words if name.startswith(plain_name)]
    if plain_name and len(begun) == 1:
        return words[begun[0]]
    raise BadInput(
        f"{text!r} is not a {noun} in the movement chart"
        f"{did_you_mean(text, words) or f'. The chart has {listing(words, 20)}'}"
    )


_ROW_WORDS: Final = {
    "1 2 tracks": MovesAs.HALF_TRACK,
    "1 2 track": MovesAs.HALF_TRACK,
    "jeeps a c s etc": MovesAs.JEEP,
    "armoured cars": MovesAs.JEEP,
    "armoured car": MovesAs.JEEP,
    "trucks": MovesAs.WHEELED,
    "truck": MovesAs.WHEELED,
    "horse drawn wagons": MovesAs.HORSE_DRAWN,
    "horse drawn wagons or artillery": MovesAs.HORSE_DRAWN,
    "horse drawn artillery": MovesAs.HORSE_DRAWN,
    "wagons": MovesAs.HORSE_DRAWN,
}
_GROUND_WORDS: Final = {
    "on road": Ground.ROAD,
    "in the open": Ground.OPEN,
    "rough ground": Ground.ROUGH,
    "open woods": Ground.ROUGH,
    "rough ground open woods": Ground.ROUGH,
}
"""The movement chart's own headings, and everyday words for them."""


def row(text: str) -> MovesAs:
    """Return a row of the movement chart, as in ``medium tank``. Raises BadInput."""
    return _ROW_WORDS.get(plain(text)) or _one_of(
        text, {plain(moves_ase.value): moves_ase for moves_ase in MovesAs}, "row"
    )


def ground(text: str) -> Ground:
    """Return a kind of ground, as in ``rough``. Raises BadInput."""
    return _GROUND_WORDS.get(plain(text)) or _one_of(text, {plain(ground.value): ground for ground in Ground}, "ground")
