"""One shot: its modifiers, the die, the hits (HEX-SHOOT, HEX-COVER, HEX-EVADE). Pure values: shooter, target and
ground.

A shot is a D3 changed by its modifiers, never below 0: the result is the hits on the target. Whether it can be made at
all is decided on the map (``shooting``).

    Shot(shooter, target, distance, terrain, ...)       the values that decide a shot
    modifiers(shot, book) -> tuple[Modifier, ...]       each with its rule; net(shot, book) is their sum
    score(face) -> 1 to 3                               HEX-TAB-D3
    hits(face, modifier) -> int                         of a face 1 to 6
    cannot_evade(...) -> str                            why a target cannot evade; empty if it can
    capacity(weak, book), is_eliminated(taken, of)
"""

from __future__ import annotations

from collections.abc import Iterator

from campaign.errors import BadInput
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.tabletop.hexes import tables
from campaign.rules.tabletop.hexes.ground import is_open
from campaign.rules.tabletop.hexes.tables import HitAs, Terrain, UnitType
from campaign.values import dataclass


@dataclass(frozen=True, slots=True)
class Shot:
    """The values that decide a shot. ``distance`` in hexes; ``terrain`` and ``smoke`` of the target's hex; ``between``:
    broken terrain lies there.

    ``evades``: the target gives up its action; ``activated``: it has already acted. ``worse``: a weak shooter shoots
    worse, if the rulebook says so.
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
    """A number added to the D3, with its reason and its rule."""

    value: int
    text: str
    rule: str

    def __str__(self) -> str:
        return f"{self.value:+d} {self.text}"


# Who counts as what --------------------------------------------------------------------------------------------------
def hit_as(target: UnitType) -> HitAs:
    """Return the class of a unit as a target (HEX-UNIT-06, -10; HEX-AMB-16, -18)."""
    return tables.HIT_AS[target]


# Cover ---------------------------------------------------------------------------------------------------------------
def cover(shot: Shot) -> str:
    """Return the target's cover in words; empty if it has none. Only one cover ever counts (HEX-SHOOT-08, HEX-COVER,
    HEX-SMOKE-03; HEX-AMB-16, -19).
    """
    row = tables.GROUND[shot.terrain]
    if shot.between and not shot.shooter.is_indirect:
        return "broken terrain between"
    if row.covers_infantry and hit_as(shot.target) is HitAs.INFANTRY:
        return f"in {shot.terrain.value}"
    if row.covers_tanks and shot.target is UnitType.TANKS:
        return "hull-down on a hill"
    return "in smoke" if shot.smoke and is_open(shot.terrain) else ""


# Evasion -------------------------------------------------------------------------------------------------------------
def cannot_evade(terrain: Terrain, *, activated: bool) -> str:
    """Return why a target cannot evade; empty if it can (HEX-EVADE-01, -03, -06; HEX-AMB-06, -07)."""
    if activated:
        return "it has been activated this turn (HEX-EVADE-06)"
    if not is_open(terrain):
        return f"it stands in {terrain.value}, not in the open (HEX-EVADE-01)"
    return ""


def evasion(shot: Shot) -> bool:
    """Return whether the -1 for evasion counts. Raises BadInput if the target is said to evade and cannot."""
    why_not = cannot_evade(shot.terrain, activated=shot.activated)
    if shot.evades and why_not:
        raise BadInput(f"{shot.target.value} cannot evade this shot: {why_not}")
    return shot.evades


# The roll ------------------------------------------------------------------------------------------------------------
def modifiers(shot: Shot, book: Rulebook) -> tuple[Modifier, ...]:
    """Return all numbers added to the D3, in the order of HEX-TAB-MOD. Raises BadInput for an impossible evasion."""
    return tuple(_modifiers(shot, book))


def _modifiers(shot: Shot, book: Rulebook) -> Iterator[Modifier]:
    row, column = tables.SHOOTS_AS[shot.shooter], hit_as(shot.target)
    for type_modifier in tables.TYPE_MODIFIERS:
        if row in type_modifier.shooters and column is type_modifier.target:
            yield Modifier(type_modifier.value, f"{shot.shooter.value} at {column.value}", type_modifier.rule)
    twice = 2 if book.switch("hexes.cover_evasion_double") else 1
    evades, covered = evasion(shot), cover(shot)
    if evades:
        yield Modifier(twice * tables.EVADING, "evading", "HEX-SHOOT-07, HEX-EVADE-04")
    if covered:
        yield Modifier(twice * tables.IN_COVER, covered, "HEX-SHOOT-08, HEX-COVER-01, HEX-COVER-02")
    if shot.distance == tables.LONG_RANGE and not shot.shooter.is_indirect:
        yield Modifier(tables.AT_LONG_RANGE, "long range", "HEX-SHOOT-09")
    if shot.worse:
        yield Modifier(-1, "weak shooter", "HEX-MAP-04")


def net(shot: Shot, book: Rulebook) -> int:
    """Return the sum of a shot's modifiers."""
    return sum(modifier.value for modifier in _modifiers(shot, book))


def score(face: int) -> int:
    """Return the D3 for the face of a six-sided die (HEX-GEN-04)."""
    return tables.D3[face - 1]


def hits(face: int, modifier: int) -> int:
    """Return the hits that a face of the die causes: never below 0 (HEX-SHOOT-01, HEX-AMB-02, -03)."""
    return max(0, tables.D3[face - 1] + modifier)


# Elimination ---------------------------------------------------------------------------------------------------------
def capacity(book: Rulebook, *, weak: bool = False) -> int:
    """Return the hits at which a unit is eliminated: 9; for a weak unit half of that, rounded up (HEX-ELIM-02,
    HEX-MAP-03, -04).
    """
    full = book.integer("hexes.elimination_hits")
    return (full + 1) // 2 if weak and book.word("hexes.weak") == "fewer hits" else full


def is_eliminated(taken: int, of: int) -> bool:
    """Return whether the hits eliminate a unit. Surplus hits are lost (HEX-AMB-43)."""
    return taken >= of
