"""The contents and the layout of one sheet of a situation map, as values.

Content   what the sheet is to show
Layout    the position of every tray, name and mark
"""

from __future__ import annotations

from collections.abc import Sequence

from campaign.values import dataclass, field, replace
from campaign.views.map.map import MapBattle, MapContact, MapCrossing, MapCut, MapObstacle, MapPlace, MapUnit
from campaign_reports.areas import Area, Segment, Spot, crosses
from campaign_reports.map_chart import Chart, Extent
from campaign_reports.map_trays import Tray
from campaign_reports.type import Setting


@dataclass(frozen=True, slots=True)
class Content:
    """The contents of one sheet besides the ground: units, and regions that other sheets show, with their letters;
    ``extent`` None: everything important.
    """

    units: tuple[MapUnit, ...]
    extent: Extent | None = None
    elsewhere: tuple[tuple[str, tuple[MapUnit, ...]], ...] = ()
    insets: tuple[tuple[str, Extent], ...] = ()
    reserved: tuple[Area, ...] = ()
    """Areas of the sheet kept free for what is drawn there besides the map."""


@dataclass(frozen=True, slots=True)
class Name:
    """A name at its position, by the upper left corner of its area; ``tie``: a leader to the point it belongs to."""

    label: Setting
    area: Area
    tie: Segment | None = None
    is_over: bool = False
    """True if a line runs under the name, which is then printed on a patch of the ground's colour."""


def patched(name: Name, leaders: Sequence[Segment]) -> Name:
    """Return the name on a patch of ground if another's leader runs under it, so that no letter is crossed."""
    return (
        replace(name, is_over=True) if any(line != name.tie and crosses(line, name.area) for line in leaders) else name
    )


@dataclass(frozen=True, slots=True)
class Numbered:
    """A crossing or obstacle: its mark, and the number that the list explains."""

    mark: Area
    badge: Area | None
    number: int
    obstruction: MapCrossing | MapObstacle


@dataclass(slots=True)
class Layout:
    """The layout of one sheet."""

    chart: Chart
    trays: list[tuple[Tray, Area]] = field(default_factory=list)
    homeless: list[Tray] = field(default_factory=list)
    """Trays without room on the map."""
    places: list[MapPlace] = field(default_factory=list)
    names: list[Name] = field(default_factory=list)
    named: list[MapPlace] = field(default_factory=list)
    """Places whose names these are, in the same order."""
    unnamed: list[str] = field(default_factory=list)
    crowd: int = 0
    """Number of places without events that are left unmarked because the sheet holds too many of them."""
    numbered: list[Numbered] = field(default_factory=list)
    contacts: list[tuple[MapContact, Area, Name | None]] = field(default_factory=list)
    battles: list[tuple[MapBattle, Area]] = field(default_factory=list)
    cuts: list[tuple[MapCut, Area, Name | None]] = field(default_factory=list)
    exits: list[Name] = field(default_factory=list)
    features: list[Name] = field(default_factory=list)
    elsewhere: list[Name] = field(default_factory=list)
    """Names of troops on another sheet."""
    insets: list[tuple[str, Area, Name | None]] = field(default_factory=list)
    waters: list[list[Spot]] = field(default_factory=list)
    guessed: list[list[Spot]] = field(default_factory=list)
    """Coast that the map does not give, drawn straight to the edge."""

    @property
    def written(self) -> list[Name]:
        """Names and captions, all of them."""
        names = [*self.names, *self.exits, *self.features, *self.elsewhere]
        return names + [name for _, _, name in (*self.contacts, *self.cuts, *self.insets) if name is not None]

    @property
    def boxes(self) -> list[Area]:
        """Areas that contain words or symbols."""
        areas = [area for _, area in self.trays]
        areas += [name.area for name in self.written]
        areas += [area for _, area in self.battles]
        return [*areas, *(mark.badge for mark in self.numbered if mark.badge is not None)]
