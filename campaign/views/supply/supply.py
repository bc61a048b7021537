"""Supply: formations with their routes, and what cuts the others off."""

from __future__ import annotations

from typing import TYPE_CHECKING

from campaign.terms.forces import Level
from campaign.terms.state import SupplyGrade
from campaign.terms.time import Moment
from campaign.values import dataclass
from campaign.views.common.summary import Block, Summary
from campaign.words.papers import Masthead
from campaign.words.symbol import UnitSymbol

if TYPE_CHECKING:
    from campaign.views.supply.logistics import LogisticsSide


@dataclass(frozen=True, slots=True)
class SupplyLink:
    """One link of the chain: a formation and the route to its superior's headquarters or the home edge."""

    formation: str
    level: Level
    in_supply: bool
    """True if every link from the home edge to the formation holds."""
    linked: bool
    """True if this link holds, apart from the others."""
    to: str
    """Far end of the link: ``Buq Buq, home edge``, ``headquarters of 7th Armoured Division``."""
    route: str
    """Places along the link: ``Sofafi – Bir el Khireigat``."""
    length_km: str
    rule: str
    """Id of the deciding rule: ``OB-SUP-05``."""
    why: str
    """Reason in one line of plain words."""
    cut_by: tuple[str, ...] = ()
    """Enemies in whose range the route lies, as far as the viewer knows them."""
    blocked_by: tuple[str, ...] = ()
    """Blown bridges and obstacles on the route."""
    awaited: bool = False
    """True if none of the formation's battalions has arrived: its link is not cut, but not there yet."""

    @property
    def state(self) -> str:
        """State of the link in words: ``open``, ``cut``, ``not yet arrived``."""
        return "open" if self.linked else "not yet arrived" if self.awaited else "cut"


@dataclass(frozen=True, slots=True)
class SupplyBreak:
    """The cause that breaks the links of one formation or several, and the others out of supply with them."""

    formations: tuple[str, ...]
    """Formations whose own link does not hold."""
    why: str
    """Cause: ``no route to the headquarters of Gott's force: even without the enemy the route is too long``; a side
    reads only as much as it knows."""
    rule: str
    """Id of the deciding rule: ``OB-SUP-05``."""
    others: tuple[str, ...] = ()
    """Formations under them, out of supply for the same cause."""
    advice: str = ""
    """Place to which a headquarters that is too far away would have to move."""


@dataclass(frozen=True, slots=True)
class SupplyCorps:
    """A corps and its grade today (OB-RCV-02)."""

    formation: str
    grade: SupplyGrade


@dataclass(frozen=True, slots=True)
class SupplySide:
    """One side's supply, from the top down."""

    side: str
    traced: str
    """Turn of the supply trace: ``15 May, 04:00-10:00``; empty for a trace made just now."""
    moment: Moment
    stale: bool
    """True if troops have moved since the trace."""
    grades: tuple[SupplyCorps, ...]
    links: tuple[SupplyLink, ...]
    breaks: tuple[SupplyBreak, ...] = ()
    """Causes for which formations are out of supply, each once."""


@dataclass(frozen=True, slots=True)
class SupplyView:
    """Supply as last reported, or for ``--why`` as traced now."""

    viewer: str
    sides: tuple[SupplySide, ...]


@dataclass(frozen=True, slots=True)
class InTheWay:
    """The enemies of the smallest set that stand at one place."""

    where: str
    enemies: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SupplyClearing:
    """A smallest set of enemies (crossings to repair listed separately) whose removal puts a formation in supply,
    everything else unchanged.

    Without all of them its whole chain holds; without any fewer of them it does not. ``proved``: no smaller set would
    do; else the smallest has between ``at_least`` and ``size`` members.
    """

    enemies: tuple[InTheWay, ...]
    crossings: tuple[str, ...]
    size: int
    proved: bool
    at_least: int
    note: str
    """One line of plain words: the effect of clearing the set, or the reason why no removal would help."""


@dataclass(frozen=True, slots=True)
class VulnerablePoint:
    """A place or a stretch of road whose loss alone takes battalions out of supply."""

    what: str
    """Place or road: ``Halfaya Pass, top``, or ``Buq Buq – Sidi Barrani, 43.0 km``."""
    is_place: bool
    battalions: int
    formations: tuple[str, ...]
    crossings: tuple[str, ...]
    """Bridges, ferries and gaps on the stretch; the loss of any of them closes the stretch."""


@dataclass(frozen=True, slots=True)
class SupplyCut:
    """The fewest places, crossings and roads that together cut off formations which no single one cuts off.

    The positions of headquarters, battalions and home edge of their chain are not counted.
    """

    points: tuple[str, ...]
    """Points of the set, as in ``VulnerablePoint.what``; a road with its crossings: ``Lent – Nijmegen, 2.1 km, with
    Waal bridge``."""
    battalions: int
    formations: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class VulnerableSide:
    """One side's vulnerable points, the worst first; ``battalions`` are in supply now."""

    side: str
    battalions: int
    points: tuple[VulnerablePoint, ...]
    cuts: tuple[SupplyCut, ...] = ()
    """Smallest sets of points that cut off formations which no single point cuts off; small sets first, then those with
    the most battalions."""
    cuts_not_sought: str = ""
    """Reason why ``cuts`` was not worked out: the map is large, and no formation was named. Empty otherwise."""


@dataclass(frozen=True, slots=True)
class VulnerableView:
    """The single points on which supply depends, as the viewer knows the enemy."""

    viewer: str
    sides: tuple[VulnerableSide, ...]


@dataclass(frozen=True, slots=True)
class SupplyChain:
    """The chain of one formation, with why it is in supply or not: its links from the home edge down to itself."""

    viewer: str
    formation: str
    side: str
    in_supply: bool
    links: tuple[SupplyLink, ...]
    verdict: str
    """Supply in words: ``in supply by 3 links, 52.4 km``; ``out of supply: ...``."""
    last_trace: str = ""
    """One sentence on the last supply trace, if troops have marched since; the links are traced now."""
    clearing: SupplyClearing | None = None
    """Enemies and obstacles that would have to be removed; None for a formation in supply."""


@dataclass(frozen=True, slots=True)
class SupplyWay:
    """The route of a link that does not hold, as it would be without enemies."""

    formation: str
    line: tuple[tuple[float, float], ...]
    """Drawn points of the route, in metres on the map."""
    text: str
    """Its length, with the march if that alone is too long: ``34.8 km, 1.17 march moves, limit one march move``."""


@dataclass(frozen=True, slots=True)
class SupplyRow:
    """A formation on the supply state: its symbol and depth in the order of battle beside its link."""

    symbol: UnitSymbol
    depth: int
    led_by: str
    seat: str
    """Present position of its headquarters."""
    days: str
    """Supply in the reports of the last days, oldest first, one mark a turn: ``+`` in supply, ``-`` cut off."""
    link: SupplyLink
    is_here: bool = True
    """True for a formation with troops on the map. Without troops it is neither in supply nor cut off."""


@dataclass(frozen=True, slots=True)
class SupplyPaper:
    """The supply state of a side or commander. ``vulnerable``: single points on which it depends; ``cuts``: the fewest
    that cut off the rest; ``logistics``: dumps, where the campaign keeps them.
    """

    masthead: Masthead
    turns: tuple[str, ...]
    """Turns to which the marks of ``days`` belong, at the start of each: ``1.3``."""
    grades: tuple[SupplyCorps, ...]
    rows: tuple[SupplyRow, ...]
    cut: int
    """Number of battalions on the map, of ``battalions``, whose command is out of supply."""
    battalions: int
    vulnerable: tuple[VulnerablePoint, ...]
    cuts: tuple[SupplyCut, ...] = ()
    logistics: LogisticsSide | None = None


@dataclass(frozen=True, slots=True)
class BriefBreak:
    """The formations whose own link does not hold, those out of supply under them, and the cause in a few words."""

    formations: tuple[str, ...]
    dependants: tuple[str, ...]
    why: str


@dataclass(frozen=True, slots=True)
class SupplyThreat:
    """A place on the routes of formations in supply at which enemies stand, or to which they are nearest."""

    place: str
    enemies: int
    formations: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SupplyBrief:
    """One side's supply in a few lines; short names."""

    side: str
    traced: str
    stale: bool
    supplied: int
    formations: int
    breaks: tuple[BriefBreak, ...]
    threats: tuple[SupplyThreat, ...]
    grades: tuple[SupplyCorps, ...]


def summary_of_supply(brief: SupplyBrief) -> Summary:
    """Return the formations out of supply and the threatened routes in a summary."""
    when = f"as traced {brief.traced}" if brief.traced else "as of now"
    return Summary(
        f"{brief.side}: {brief.supplied} of {brief.formations} formations in supply, {when}",
        "",
        (
            Block(
                "Out of supply",
                tuple(map(_broken, brief.breaks)),
                in_rows=True,
                is_kept=True,
                is_bad=True,
                shorter=(tuple(map(_names, brief.breaks)),),
            ),
            Block(
                "Threatened",
                tuple(
                    f"{', '.join(t.formations)}: {_enemies(t.enemies)} {t.place} on the route" for t in brief.threats
                ),
                in_rows=True,
            ),
            Block(
                "Corps",
                tuple(f"{corps.formation} is {corps.grade} supplied today" for corps in brief.grades),
                is_light=True,
            ),
        ),
        ("Troops have moved since supply was traced.",) if brief.stale else (),
    )


def _broken(broken: BriefBreak) -> str:
    return f"{_names(broken)}: {broken.why}"


def _names(broken: BriefBreak) -> str:
    below = f" ({', '.join(broken.dependants)})" if broken.dependants else ""
    return f"{', '.join(broken.formations)}{below}"


def _enemies(count: int) -> str:
    return f"{count} {'enemy' if count == 1 else 'enemies'} near"
