"""The chain of supply: from a command to its division's headquarters, from a division to its corps', from a corps to
the home edge.

Echelon   a corps, division or command, as supply sees it
Source    the upper end of a link
Chain     the echelons of one side, and the source of each (OB-SUP-01..05)
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from math import inf

from campaign.terms.forces import Level
from campaign.terms.position import AtPlace, Position
from campaign.terms.words import listing
from campaign.theatre.legs import BY_LENGTH
from campaign.theatre.values import TURN_SECONDS, Rates, Theatre
from campaign.values import dataclass

TRACED = (Level.CORPS, Level.DIVISION, Level.COMMAND)


@dataclass(frozen=True, slots=True)
class Echelon:
    """A corps, division or command, as supply sees it.

    ``headquarters``: the unit id of its headquarters battalion, None if it never had one (its superior then replaces
    it); ``position``: where the headquarters is, None if it is destroyed or off the map. ``rates``: the metres
    that the headquarters' own transport covers in the reach of a command's supply, a march move or a turn's march
    (OB-AMB-115); the reach is counted as a turn. ``battalions``: of a command, its units on the map with their
    positions. ``superior``: the formation above, by id.
    """

    formation: int
    name: str
    level: Level
    side: int
    superior: int | None
    headquarters: int | None = None
    position: Position | None = None
    rates: Rates | None = None
    battalions: tuple[tuple[int, Position], ...] = ()

    @property
    def goals(self) -> tuple[tuple[int, Position], ...]:
        """The points where a link to this echelon may end: any battalion of a command, otherwise its headquarters."""
        if self.level is Level.COMMAND:
            return tuple(sorted(self.battalions, key=lambda b: b[0]))
        return (
            ((self.headquarters, self.position),) if self.headquarters is not None and self.position is not None else ()
        )

    def why_missing(self, *, stood_in: bool = False) -> str:
        """Return a sentence if there is nothing to link to, otherwise an empty text; a superior may replace a
        headquarters that never existed.
        """
        if self.goals or (stood_in and self.level is not Level.COMMAND and self.headquarters is None):
            return ""
        if self.level is Level.COMMAND:
            return f"{self.name} has no battalion on the map"
        return f"the headquarters of {self.name} is destroyed or off the map"


@dataclass(frozen=True, eq=False)
class Source:
    """The upper end of a link: its possible starting points, its name, and the length that the link may have.
    ``missing`` is the reason why it does not exist. A chain has one of each, shared by all echelons below it.
    """

    superior: int | None
    name: str
    starts: tuple[Position, ...]
    rates: Rates = BY_LENGTH
    limit_seconds: float = inf
    missing: str = ""


class Chain:
    """The echelons of one side, with the supply chain between them."""

    def __init__(self, theatre: Theatre, echelons: Iterable[Echelon], side: int) -> None:
        self.theatre, self.side = theatre, side
        self.echelons = {echelon.formation: echelon for echelon in echelons if echelon.side == side}
        self._headquarters: dict[tuple[int, Rates, float], Source] = {}

    def traced(self) -> list[Echelon]:
        """Return the echelons that have a supply link, in the order of formation ids; armies have none."""
        return [echelon for _, echelon in sorted(self.echelons.items()) if echelon.level in TRACED]

    def down_to(self, formation: int) -> list[Echelon]:
        """Return the echelons that a formation's supply runs through, from the top down to the formation."""
        echelons: list[Echelon] = []
        echelon = self.echelons.get(formation)
        while echelon is not None:
            if echelon.level in TRACED:
                echelons.append(echelon)
            echelon = self.echelons.get(echelon.superior) if echelon.superior is not None else None
        return echelons[::-1]

    def source(self, echelon: Echelon) -> Source:
        """Return the next headquarters above: of its division (within its reach), otherwise of its corps,
        otherwise the home edge.
        """
        above = self._above(echelon)
        if echelon.level is Level.COMMAND and above is not None and above.level is Level.DIVISION:
            if above.headquarters is not None:
                return self._at(above, echelon.rates or above.rates or BY_LENGTH, TURN_SECONDS)
            above = self._above(above)
        if above is None or above.level is not Level.CORPS:
            return self._home
        return self._at(above, BY_LENGTH, inf) if above.headquarters is not None else self._home

    def _above(self, echelon: Echelon) -> Echelon | None:
        """Return the nearest division or corps above an echelon; None for a corps."""
        if echelon.level is Level.CORPS:
            return None
        above = self.echelons.get(echelon.superior) if echelon.superior is not None else None
        while above is not None and above.level.rank >= echelon.level.rank:
            above = self.echelons.get(above.superior) if above.superior is not None else None
        return above if above is not None and above.level in (Level.CORPS, Level.DIVISION) else None

    @cached_property
    def _home(self) -> Source:
        homes = self.theatre.homes(self.side)
        missing = "" if homes else "this side has no home edge on the map"
        return Source(
            None,
            listing(f"the home edge at {h.name}" for h in homes),
            tuple(AtPlace(h.place) for h in homes),
            missing=missing,
        )

    def _at(self, above: Echelon, rates: Rates, limit: float) -> Source:
        """Return the headquarters of a division or corps as the source of a link."""
        key = (above.formation, rates, limit)
        if key not in self._headquarters:
            name = f"the headquarters of {above.name}"
            missing = f"{name} is destroyed or off the map" if above.position is None else ""
            starts = () if above.position is None else (above.position,)
            self._headquarters[key] = Source(above.formation, name, starts, rates, limit, missing)
        return self._headquarters[key]
