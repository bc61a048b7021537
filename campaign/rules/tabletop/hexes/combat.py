"""One shot: its modifiers, the die, the hits (HEX-SHOOT, HEX-COVER, HEX-EVADE). Pure: what is shot at what, and where
it stands.

A shot is a D3 changed by its modifiers, never below nothing: so many hits the target takes. Whether it can be made at
all is decided on the map (``shooting``).

    Shot(shooter, target, distance, terrain, ...)       what matters of a shot
    modifiers(shot, book) -> tuple[Modifier, ...]       each with its rule; net(shot, book) is their sum
    score(face) -> 1 to 3                               HEX-TAB-D3
    hits(face, net) -> int                              of a face 1 to 6
    cannot_evade(...) -> str                            why a target cannot evade; empty: it can
    capacity(weak, book), is_eliminated(hits, capacity)
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from campaign.errors import BadInput
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.tabletop.hexes import tables
from campaign.rules.tabletop.hexes.ground import is_open
from campaign.rules.tabletop.hexes.tables import HitAs, Terrain, UnitType


@dataclass(frozen=True, slots=True)
class Shot:
    """What matters of a shot. ``distance`` in hexes; ``terrain`` and ``smoke`` of the target's hex; ``between``: broken
    terrain lies there.

    ``evades``: the target gives up its action; ``activated``: it has had it. ``worse``: a weak shooter where the
    rulebook says so.
    """

    shooter: UnitType
    target: UnitType
    distance: int = 1
    terrain: Terrain = Terrain.OPEN
    smoke: bool = False
    between: bool = False
    evades: bool = False
    activated: bool = False
    worse: bool = False


@dataclass(frozen=True, slots=True)
class Modifier:
    """One number added to the D3, what for, and the rule."""

    value: int
    text: str
    rule: str

    def __str__(self) -> str:
        return f"{self.value:+d} {self.text}"


# Who counts as what --------------------------------------------------------------------------------------------------
def hit_as(target: UnitType, book: Rulebook) -> HitAs:
    """What a unit is when shot at (HEX-UNIT-06, -10; HEX-AMB-16, -18)."""
    if target is UnitType.JEEPS and book.word("hexes.jeep_target_class") == "armoured":
        return HitAs.ARMOURED
    hit_as = tables.HIT_AS[target]
    return HitAs.INFANTRY if hit_as is HitAs.GUNS and book.switch("hexes.guns_are_infantry_targets") else hit_as


def _covers_as_infantry(target: UnitType, book: Rulebook) -> bool:
    """Has it cover where infantry has (HEX-COVER-01, HEX-AMB-16, -19)?"""
    own_hit_as = tables.HIT_AS[target]
    if own_hit_as is HitAs.GUNS:
        return book.switch("hexes.guns_take_cover")
    return own_hit_as is HitAs.INFANTRY and hit_as(target, book) is HitAs.INFANTRY


# Cover ---------------------------------------------------------------------------------------------------------------
def cover(shot: Shot, book: Rulebook) -> str:
    """What covers the target, in words; empty: nothing does. Only one cover ever counts (HEX-SHOOT-08, HEX-COVER,
    HEX-SMOKE-03)."""
    indirect = shot.shooter.is_indirect
    row = tables.GROUND[shot.terrain]
    if shot.between and not indirect and (book.word("hexes.broken_between_covers") == "all" or shot.target.is_infantry):
        return "broken terrain between"
    if indirect and not book.switch("hexes.cover_vs_indirect"):
        return ""
    if row.covers_infantry and _covers_as_infantry(shot.target, book):
        return f"in {shot.terrain.value}"
    if (
        row.covers_tanks
        and shot.target is UnitType.TANKS
        and not (indirect and not book.switch("hexes.hulldown_vs_indirect"))
    ):
        return "hull-down on a hill"
    return "in smoke" if shot.smoke and is_open(shot.terrain, book) else ""


# Evasion -------------------------------------------------------------------------------------------------------------
def cannot_evade(target: UnitType, terrain: Terrain, book: Rulebook, *, activated: bool, indirect: bool) -> str:
    """Why a target cannot evade; empty: it can (HEX-EVADE-01, -03, -06; HEX-AMB-06, -07)."""
    if activated:
        return "it has been activated this turn (HEX-EVADE-06)"
    if not is_open(terrain, book):
        return f"it stands in {terrain.value}, not in the open (HEX-EVADE-01)"
    if indirect and not book.switch("hexes.evade_indirect"):
        return "the fire is indirect (hexes.evade_indirect)"
    if tables.HIT_AS[target] is HitAs.GUNS and book.word("hexes.evade_types") == "not guns":
        return "guns do not evade (hexes.evade_types)"
    return ""


def evasion(shot: Shot, book: Rulebook) -> bool:
    """Does the -1 for evasion count? Raises BadInput if the target is said to evade and cannot."""
    why_not = cannot_evade(shot.target, shot.terrain, book, activated=shot.activated, indirect=shot.shooter.is_indirect)
    if shot.evades and why_not:
        raise BadInput(f"{shot.target.value} cannot evade this shot: {why_not}")
    return shot.evades or (book.switch("hexes.auto_evade") and not why_not)


# The roll ------------------------------------------------------------------------------------------------------------
def modifiers(shot: Shot, book: Rulebook) -> tuple[Modifier, ...]:
    """Everything added to the D3, in the order of HEX-TAB-MOD. Raises BadInput for an evasion that cannot be."""
    return tuple(_modifiers(shot, book))


def _modifiers(shot: Shot, book: Rulebook) -> Iterator[Modifier]:
    row, column = tables.SHOOTS_AS[shot.shooter], hit_as(shot.target, book)
    for type_modifier in tables.TYPE_MODIFIERS:
        if row in type_modifier.shooters and column is type_modifier.target:
            yield Modifier(type_modifier.value, f"{shot.shooter.value} at {column.value}", type_modifier.rule)
    twice = 2 if book.switch("hexes.cover_evasion_double") else 1
    evades, covered = evasion(shot, book), cover(shot, book)
    if evades:
        yield Modifier(twice * tables.EVADING, "evading", "HEX-SHOOT-07, HEX-EVADE-04")
    if covered and (not evades or book.switch("hexes.cover_and_evasion_stack")):
        yield Modifier(twice * tables.IN_COVER, covered, "HEX-SHOOT-08, HEX-COVER-01, HEX-COVER-02")
    if shot.distance == tables.LONG_RANGE and not shot.shooter.is_indirect:
        yield Modifier(tables.AT_LONG_RANGE, "long range", "HEX-SHOOT-09")
    if shot.worse:
        yield Modifier(-1, "weak shooter", "HEX-MAP-04")


def net(shot: Shot, book: Rulebook) -> int:
    """The sum of the modifiers."""
    return sum(modifier.value for modifier in _modifiers(shot, book))


def score(face: int) -> int:
    """The D3 of a six-sided die (HEX-GEN-04)."""
    return tables.D3[face - 1]


def hits(face: int, modifier: int) -> int:
    """Hits that a face of the die registers: never below nothing (HEX-SHOOT-01, HEX-AMB-02, -03)."""
    return max(0, tables.D3[face - 1] + modifier)


# Elimination ---------------------------------------------------------------------------------------------------------
def capacity(book: Rulebook, *, weak: bool = False) -> int:
    """Hits at which a unit is eliminated: 9, a weak one half of that, rounded up (HEX-ELIM-02, HEX-MAP-03, -04)."""
    full = book.whole("hexes.elimination_hits")
    return (full + 1) // 2 if weak and book.word("hexes.weak") == "fewer hits" else full


def is_eliminated(taken: int, of: int) -> bool:
    """Has it as many hits as eliminate it? Surplus hits are lost (HEX-AMB-43)."""
    return taken >= of
