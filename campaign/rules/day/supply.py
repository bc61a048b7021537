"""Supply: corps, division, command (OB-SUP, OB-AMB-111..117).

``theatre`` traces routes on the map; this module makes verdicts of the traced facts, each with the rule that decided
and a sentence. Supply has two effects only: unless a unit is in supply at all three levels, it sheds no figure and no
battalion returns (OB-SUP-06).

    Route(open, why)            a road route that was traced, or why there is none
    Staff(name, in_play, spent) a headquarters, as far as supply asks
    corps(name, staff, road, self_recovery=) -> Verdict
    division(name, staff, road, air, self_recovery=, to=) -> Verdict
    command(name, reach, staff_name=) -> Verdict             Reach(unit, share, why)
    command_under_corps(name, road) -> Verdict
    together(command, division, corps, book) -> Verdict      all three levels
    air_supply(missions, dice) -> AirSupply
    cuts(in_play=, hidden=, revealed=, book=) -> bool        does this enemy battalion cut a route?
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from campaign.rules.common.dice import Dice
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.tabletop.brevity import tables
from campaign.terms.target import Target
from campaign.terms.time import Moment
from campaign.values import dataclass

AIR_SUPPLY_TARGET = Target(tables.AIR_SUPPLY_FROM, "air supply 3-6")


@dataclass(frozen=True, slots=True)
class Route:
    """A road route as the theatre traced it. ``why`` describes an open route (``38.5 km by Sidi Barrani``), or what
    cuts it.
    """

    open: bool
    why: str


@dataclass(frozen=True, slots=True)
class Staff:
    """A headquarters with the facts that supply needs. ``due``: the time of its arrival, if it has still to come."""

    name: str
    in_play: bool
    spent: bool
    due: Moment | None = None


@dataclass(frozen=True, slots=True)
class Reach:
    """The nearest part of a command to its divisional headquarters: the share of the headquarters' reach along an open
    route, or why there is none.
    """

    unit: str
    share: Fraction | None
    why: str


@dataclass(frozen=True, slots=True)
class Verdict:
    """The answer in supply or not, with the rule that decided and the sentence that a player reads."""

    in_supply: bool
    rule: str
    why: str
    by_air: bool = False
    by_staff: bool = False
    """True if the headquarters decided, with any road."""

    def __str__(self) -> str:
        return f"{'in supply' if self.in_supply else 'out of supply'}: {self.why} ({self.rule})"


@dataclass(frozen=True, slots=True)
class AirSupply:
    """A turn's air-supply missions to one division: the faces rolled, and whether any succeeded."""

    division: str
    rolls: tuple[int, ...]
    delivered: bool


def not_arrived(due: Moment) -> str:
    """Return that a unit is still to arrive, in the words that follow its name."""
    return f"has not arrived (due in turn {due})"


def _staff_fault(formation: str, staff: Staff | None, rule: str, *, self_recovery: bool) -> Verdict | None:
    if staff is None:
        return Verdict(False, rule, f"{formation} has no headquarters", by_staff=True)
    if not staff.in_play:
        absent = "is not in play" if staff.due is None else not_arrived(staff.due)
        return Verdict(False, rule, f"{staff.name} {absent}", by_staff=True)
    if staff.spent and not self_recovery:
        return Verdict(False, rule, f"{staff.name} is spent", by_staff=True)
    return None


def corps(
    name: str, staff: Staff | None, road: Route, *, self_recovery: bool = False, to: str = "its own edge"
) -> Verdict:
    """Return whether a corps is in supply: its headquarters is without a casualty figure and has a road to the friendly
    edge (OB-SUP-01).

    ``self_recovery``: the question is whether this headquarters may shed its own figure, which is then ignored
    (OB-AMB-112). ``to`` names the edge.
    """
    fault = _staff_fault(name, staff, "OB-SUP-01", self_recovery=self_recovery)
    if fault is not None:
        return fault
    if not road.open:
        return Verdict(False, "OB-SUP-01", f"{name} has no open road to {to}: {road.why}")
    return Verdict(True, "OB-SUP-01", f"{name} has an open road to {to}: {road.why}")


def division(
    name: str,
    staff: Staff | None,
    road: Route,
    air: AirSupply | None = None,
    *,
    self_recovery: bool = False,
    to: str = "the corps headquarters",
) -> Verdict:
    """Return whether a division is in supply: its headquarters is without a casualty figure and has a road to the corps
    headquarters, or it is supplied by air (OB-SUP-02..04).

    Air supply needs neither the road nor a headquarters without a figure (OB-AMB-116). ``to`` names the substitute in a
    scenario without a corps headquarters (umpire 1.2).
    """
    if air is not None and air.delivered:
        return Verdict(
            True,
            "OB-SUP-04",
            f"{name} is supplied by air this turn (rolled {', '.join(map(str, air.rolls))})",
            by_air=True,
        )
    fault = _staff_fault(name, staff, "OB-SUP-02", self_recovery=self_recovery)
    if fault is not None:
        return fault
    if not road.open:
        return Verdict(False, "OB-SUP-03", f"{name} has no open road to {to}: {road.why}")
    return Verdict(True, "OB-SUP-03", f"{name} has an open road to {to}: {road.why}")


def command(name: str, reach: Reach | None, *, staff_name: str = "the divisional headquarters") -> Verdict:
    """Return whether a command is in supply: some part of it is within one march move of the divisional headquarters,
    on a route free of the enemy (OB-SUP-05).
    """
    if reach is None:
        return Verdict(False, "OB-SUP-05", f"{name} has no unit on the map")
    if reach.share is None:
        return Verdict(False, "OB-SUP-05", f"{name} has no route to {staff_name}: {reach.why}")
    if reach.share > 1:
        return Verdict(
            False, "OB-SUP-05", f"{reach.unit}, the nearest of {name}, is too far from {staff_name}: {reach.why}"
        )
    return Verdict(True, "OB-SUP-05", f"{reach.unit} of {name} is in reach of {staff_name}: {reach.why}")


def command_under_corps(name: str, road: Route) -> Verdict:
    """Return whether a command directly under a corps is in supply: it traces by road to the corps headquarters, at any
    length (umpire 1.2).
    """
    where = "the corps headquarters, its direct superior"
    return Verdict(
        road.open, "umpire 1.2", f"{name} has {'an' if road.open else 'no'} open road to {where}: {road.why}"
    )


def command_absent(name: str, due: Moment | None, rule: str) -> Verdict:
    """Return that a command without a battalion on the map is out of supply. ``due``: the turn in which its first
    battalion arrives, None if none is to arrive; ``rule``: the rule of its link.
    """
    return Verdict(False, rule, f"{name} {'has no battalion on the map' if due is None else not_arrived(due)}")


def together(command: Verdict, division: Verdict | None, corps: Verdict | None, book: Rulebook) -> Verdict:
    """Return the supply verdict over all levels (OB-SUP-06); the highest level that fails decides. None: there is no
    such level.
    """
    if not book.switch("use.supply"):
        return Verdict(True, "OB-OPT-01", "the supply rules are switched off (house rule use.supply)")
    by_air = division is not None and division.by_air
    excused = by_air and book.switch("sup.air_ignores_corps")
    for verdict in (None if excused else corps, division, command):
        if verdict is not None and not verdict.in_supply:
            return verdict
    levels = [
        word
        for word, verdict in (("corps", corps), ("division", division), ("command", command))
        if verdict is not None
    ]
    return Verdict(True, "OB-SUP-06", f"{', '.join(levels)} in supply", by_air=by_air)


def air_supply(division: str, missions: Sequence[str], dice: Dice) -> AirSupply:
    """Roll one die a mission, 3-6, and return the result; any success supplies the division this turn (OB-SUP-04,
    OB-AMB-117). ``missions``: keys of the air groups.
    """
    rolls = tuple(
        dice.roll(6, "air supply", f"{division} by {mission}", f"{AIR_SUPPLY_TARGET} supplies") for mission in missions
    )
    return AirSupply(division, rolls, any(AIR_SUPPLY_TARGET.passes(face) for face in rolls))


def cuts(*, in_play: bool, hidden: bool, revealed: bool, book: Rulebook) -> bool:
    """Return whether an enemy battalion cuts routes with its location range: all in play do, hidden ones if revealed
    (OB-AMB-114).
    """
    return in_play and (not hidden or revealed or book.switch("sup.hidden_cuts"))
