"""The fates of a battle's battalions, and the verdict on it: what the returns, a ruling or the program's resolution
come to, before anything is changed (umpire 1.7-1.10, 1.20).
"""

from __future__ import annotations

from collections.abc import Mapping

from campaign.model import Battalion, BattleUnit, Formation, Place
from campaign.rules.common.force import Strength
from campaign.rules.day.retreat import Held
from campaign.situation.forms import Work
from campaign.terms.ground import ObstacleKind
from campaign.terms.position import Position
from campaign.terms.state import State
from campaign.terms.time import Moment
from campaign.values import dataclass, field
from campaign.views.battle.what_follows import Goes

NOBODY_YET = Held(None, "it goes on")
"""Holder of the field in a battle that is only suspended."""


@dataclass(frozen=True, slots=True)
class Fate:
    """The result of a battle for one battalion. ``stands``: its final position, if the return gives it;
    ``has_left``: off the table by an edge.
    """

    battalion: Battalion
    line: BattleUnit
    before: State
    state: State
    strength: Strength
    stands: Position | None = None
    has_left: bool = False
    attached: Formation | None = None
    resting: bool | None = None
    dug_in: int | None = None
    took_part: bool = True
    aftermath: Mapping[str, int] = field(default_factory=dict)
    """Losses that recover later by the system's own rule, by name."""

    @property
    def harmed(self) -> bool:
        """True if the battalion's state is worse than before."""
        return self.state.severity > self.before.severity


@dataclass(frozen=True, slots=True)
class FieldWork:
    """A block or minefield that a side laid on the table: across which road, and how far along it; ``written``: the
    spot as the return gives it.
    """

    kind: ObstacleKind
    road: int
    at_m: int
    side: int
    written: str


@dataclass(frozen=True, slots=True)
class Verdict:
    """The end of a session of a battle. ``held``: the holder of the field (a side's key, ``both``, or None while the
    battle goes on), and why.
    """

    fates: tuple[Fate, ...]
    reached: Moment
    suspended: bool = False
    held: Held = NOBODY_YET
    owners: tuple[tuple[Place, int], ...] = ()
    unheld: frozenset[int] = frozenset()
    """Ids of places that neither side holds according to the returns."""
    works: tuple[Work, ...] = ()
    laid: tuple[FieldWork, ...] = ()
    """Blocks and minefields that a table laid."""
    lost_commanders: tuple[Formation, ...] = ()
    words: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    """Diary lines by side: prisoners, orders fulfilled, the side's own story."""
    for_umpire: tuple[str, ...] = ()
    ruling: bool = False
    text: str = ""
    said: Mapping[int, Goes | Position] = field(default_factory=dict)
    """What the umpire says that units do when it is over, by the battalion's id: the word, or where they stand."""
    proposals: bool = True
    """False if doubtful movements are to be asked; otherwise the program's choice counts and is named."""
    away: frozenset[int] = frozenset()
    """Ids of the battalions engaged in the battle that its table did not have: nothing moves them."""
