"""Engineering on the campaign map (OB-ENG, OB-OBS, OB-BRG, OB-DEM, OB-MINE-01, OB-PREP; times of OB-D-06).

A task is done in place of movement, at the spot, in turns of six hours. A task that takes one full move in the book
takes one turn on the campaign map: a battalion that marches in a turn has no full move left in it. Turns in which it
marched, fought or rested do not count; they need not follow each other (OB-AMB-122).

    turns_needed(task, load, inches=, book=) -> int  the turns of the whole work; a minefield goes by its length
    who_may(task, major=, mending=) -> Ability       and  bars(task, engineers, ...) -> str, why this battalion may not
    site_bars(task, site, load, book) -> str         why it cannot be done at this crossing
    earlier_turns(task, site, load, book) -> int     turns of an earlier bridge that are kept
    counts(turn) -> Counted                          does this turn of work count, and if not, why
    state_after(task) -> CrossingState | None        the state of a crossing after a finished task
    load_of(armour), carries(bridge, load)           which bridge a battalion needs, and whether this one will do
    through_a_gap(moves), FERRY_A_TURN               how many battalions pass in a turn
    dig_in_turns(arm, armour), dug(...)              prepared positions
"""

from __future__ import annotations

from fractions import Fraction
from math import ceil
from typing import Final

from campaign.errors import BadInput
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.tabletop.brevity import tables
from campaign.rules.tabletop.brevity.tables import Ability
from campaign.terms.forces import Arm, Armour, Engineers
from campaign.terms.ground import CrossingState, LoadClass, TaskKind
from campaign.values import dataclass

FERRY_A_TURN: Final = 1
"""The battalions that a ferry carries over in a turn, while its engineers stay with it (OB-BRG-05, -06)."""
AT_THE_SPOT_M: Final = 125
"""The distance of an inch on the table, within which a unit is at the work (OB-AMB-126)."""
MOST_MINES_IN: Final = 96
"""The inches of one order to lay mines: six days' work of a battalion, 4 inches a turn (OB-MINE-01, OB-TIME-01)."""

ON_CROSSINGS: Final = frozenset(
    {
        TaskKind.DEMOLISH_SPAN,
        TaskKind.PREPARE_DEMOLITION,
        TaskKind.BLOW_BRIDGE,
        TaskKind.BRIDGE,
        TaskKind.FERRY,
        TaskKind.BOATS,
        TaskKind.SWIM,
    }
)
"""The tasks done to a crossing."""
BLOWS: Final = frozenset({TaskKind.DEMOLISH_SPAN, TaskKind.BLOW_BRIDGE})
"""The tasks that bring a bridge down."""
TAKES_A_CLASS: Final = frozenset({TaskKind.BRIDGE, TaskKind.FERRY})
CARRIES_OVER: Final = frozenset({TaskKind.BOATS, TaskKind.SWIM})
"""The tasks that carry battalions over the water once; their times are in ``amphibious``."""

_INFANTRY = frozenset(
    {
        Arm.INFANTRY,
        Arm.LORRIED_INFANTRY,
        Arm.MOTOR_INFANTRY,
        Arm.ARMOURED_INFANTRY,
        Arm.MOTORCYCLE,
        Arm.CYCLIST,
        Arm.PARACHUTE,
        Arm.GLIDER,
        Arm.MACHINE_GUN,
        Arm.ENGINEER,
    }
)
_GUNS = frozenset({Arm.MORTAR, Arm.FIELD_ARTILLERY, Arm.MEDIUM_ARTILLERY, Arm.ROCKET, Arm.ANTI_TANK, Arm.ANTI_AIRCRAFT})
_LOADS = tuple(LoadClass)
_ABILITIES = {Engineers.NONE: 0, Engineers.SUPPORT: 1, Engineers.SPECIALIST: 2}
_NEEDS = {Ability.SELVES: 0, Ability.SUPPORT: 1, Ability.SPECIALIST: 2}


@dataclass(frozen=True, slots=True)
class Site:
    """A crossing as the engineers find it. ``for_good``: totally demolished, and cannot be repaired (OB-DEM-04).

    ``turns_worked`` are the turns of work on an abandoned bridge.
    """

    name: str
    state: CrossingState
    load_class: LoadClass
    spans: int = 1
    major: bool = False
    for_good: bool = False
    turns_worked: int = 0

    @property
    def is_mended(self) -> bool:
        """True if a new bridge here would repair one that still stands with a span gone (OB-BRG-01)."""
        return self.state is CrossingState.SPAN_BLOWN

    @property
    def is_of_several_spans(self) -> bool:
        """True if the bridge is not brought down by the loss of one span (OB-DEM-02)."""
        return self.spans > 1


@dataclass(frozen=True, slots=True)
class TurnOfWork:
    """The way in which a battalion at a task spent the turn. ``at_site``: it is at the place of the work."""

    at_site: bool
    moved: bool
    engaged: bool
    resting: bool = False


@dataclass(frozen=True, slots=True)
class Counted:
    """The answer whether the turn counts as work and, if not, by which rule and why."""

    counts: bool
    rule: str = ""
    why: str = ""


def _time(task: TaskKind, load: LoadClass | None) -> tables.EngineeringTime:
    wanted_load_class = load if task in TAKES_A_CLASS else None
    row = next((t for t in tables.ENGINEERING_TIMES if t.task is task and t.load is wanted_load_class), None)
    if row is None:
        raise BadInput(
            f"the rules (OB-D-06) give no time for {task.value!r} "
            f"{f'with class {load.value!r}' if load else 'without a class'}. For a bridge or a ferry, name the "
            "heaviest troops that it must carry"
        )
    return row


def rule_of(task: TaskKind, load: LoadClass | None = None) -> str:
    """Return the rule that gives the time of a task; for boats one of three, depending on the units they carry."""
    if task in CARRIES_OVER:
        return "OB-AMPH-01" if task is TaskKind.BOATS else "OB-AMPH-08"
    return _time(task, load).rule


def turns_needed(
    task: TaskKind, load: LoadClass | None = None, inches: int = tables.MINEFIELD_LENGTH, book: Rulebook | None = None
) -> int:
    """Return the turns of the whole work (OB-D-06). A move is a turn on this map; mines are laid 4 inches a turn
    (OB-MINE-01, OB-WC-098).

    A ferry takes half a bridge's time, or by house rule as long as boats (``brg.ferry_rule``, OB-AMB-121). Raises
    BadInput for a bridge or ferry without a class, for a ferry of a class that boats cannot make, and for a minefield
    without length or of absurd length.
    """
    if task is TaskKind.FERRY and load is not None and book is not None and book.word("brg.ferry_rule") == "boats":
        if load is LoadClass.HEAVY_TANK:
            raise BadInput(
                "this ferry cannot carry heavy tanks. A ferry built as quickly as boats carries medium tanks at "
                "most (OB-AMPH-03, house rule brg.ferry_rule)"
            )
        return tables.BOATS_MEDIUM_TANKS_MOVES if load is LoadClass.MEDIUM_TANK else tables.BOATS_WHEELED_TURNS
    if task is TaskKind.MINEFIELD:
        if not 1 <= inches <= MOST_MINES_IN:
            raise BadInput(
                f"a belt of mines cannot be {inches} inches long. Order a length from 1 to {MOST_MINES_IN} "
                "inches. Engineers lay 4 inches in a turn (OB-MINE-01)"
            )
        return ceil(Fraction(inches, tables.MINEFIELD_LENGTH)) * _time(task, None).count
    return _time(task, load).count


def who_may(task: TaskKind, *, major: bool = False, mending: bool = False) -> Ability:
    """Return the engineering ability that a task needs: specialists to bridge a major river, work ferries and lay
    mines, engineering support for the rest (OB-ENG-03, OB-BRG-01).
    """
    if task in (TaskKind.DIG_IN, TaskKind.SWIM):
        return Ability.SELVES
    if task is TaskKind.BOATS:
        return Ability.SPECIALIST
    if task is TaskKind.BRIDGE:
        return Ability.SPECIALIST if major and not mending else Ability.SUPPORT
    return _time(task, LoadClass.FOOT_WHEELED).ability


def bars(task: TaskKind, engineers: Engineers, *, major: bool = False, mending: bool = False) -> str:
    """Return why a battalion of this engineering ability may not do the task; empty if it may (OB-ENG-01..03)."""
    needed = who_may(task, major=major, mending=mending)
    if _ABILITIES[engineers] >= _NEEDS[needed]:
        return ""
    has = {
        Engineers.NONE: "no engineers",
        Engineers.SUPPORT: "engineering support only",
        Engineers.SPECIALIST: "specialist engineers",
    }[engineers]
    rule = {TaskKind.BRIDGE: "OB-BRG-01", TaskKind.FERRY: "OB-BRG-06", TaskKind.BOATS: "OB-AMPH-01"}.get(
        task, "OB-ENG-03"
    )
    deed = "bridging a major river" if task is TaskKind.BRIDGE and needed is Ability.SPECIALIST else spoken(task)
    return f"{deed} needs {needed.value}, and it has {has} ({rule})"


def spoken(task: TaskKind) -> str:
    """Return the task in words, as in ``laying a minefield``."""
    return {
        TaskKind.BLOCK_ROAD: "blocking a road",
        TaskKind.DEMOLISH_SPAN: "blowing a span",
        TaskKind.PREPARE_DEMOLITION: "preparing a demolition",
        TaskKind.BLOW_BRIDGE: "blowing a bridge",
        TaskKind.GAP_OBSTACLE: "gapping an obstacle",
        TaskKind.BRIDGE: "bridging",
        TaskKind.FERRY: "setting up and working a ferry",
        TaskKind.MINEFIELD: "laying a minefield",
        TaskKind.DIG_IN: "digging in",
        TaskKind.BOATS: "readying assault boats",
        TaskKind.SWIM: "making ready to swim",
    }[task]


def site_bars(task: TaskKind, site: Site, load: LoadClass | None, book: Rulebook) -> str:
    """Return why the task cannot be done at this crossing in its present state; empty if it can."""
    state = site.state
    match task:
        case TaskKind.DEMOLISH_SPAN if not state.is_passable:
            return f"{site.name} is {state} already: there is no span left to blow"
        case TaskKind.PREPARE_DEMOLITION:
            return _preparing_bars(site)
        case TaskKind.BLOW_BRIDGE:
            return _blowing_bars(site)
        case TaskKind.GAP_OBSTACLE if state is not CrossingState.SPAN_BLOWN:
            lasting = " and is impassable for good (OB-DEM-04)" if site.for_good else ""
            return f"{site.name} is {state}{lasting}: only a blown span is gapped (OB-OBS-05)"
        case TaskKind.BRIDGE | TaskKind.FERRY:
            return _bridging_bars(task, site, load, book)
        case TaskKind.BOATS | TaskKind.SWIM if state.is_passable:
            return f"{site.name} is {state}: there is no need to cross the water beside it"
    return ""


def _preparing_bars(site: Site) -> str:
    if site.state is CrossingState.PREPARED:
        return f"{site.name} is prepared already: order blow bridge"
    if not site.state.is_passable or site.state is CrossingState.FERRY:
        return f"{site.name} is {site.state}: there is no bridge to prepare"
    return (
        ""
        if site.is_of_several_spans
        else f"{site.name} has one span: it is brought down with blow span, without preparation (OB-DEM-01)"
    )


def _blowing_bars(site: Site) -> str:
    if site.state is not CrossingState.PREPARED:
        hint = (
            "first order prepare demolition, a turn's work (OB-DEM-02)"
            if site.is_of_several_spans
            else "it has one span: order blow span"
        )
        return f"{site.name} is {site.state}, not prepared: {hint}"
    return ""


def _bridging_bars(task: TaskKind, site: Site, load: LoadClass | None, book: Rulebook) -> str:
    if site.for_good and not book.switch("dem.bridge_beside"):
        return f"{site.name} was totally demolished and is impassable for good; no repair is possible (OB-DEM-04)"
    if task is TaskKind.FERRY and site.state.is_passable and site.state is not CrossingState.FERRY:
        return f"{site.name} is {site.state}: over a standing bridge no ferry is needed"
    stands = site.state.is_passable and (site.state is CrossingState.FERRY) == (task is TaskKind.FERRY)
    if stands and load is not None and carries(site.load_class, load):
        return f"{site.name} ({site.state}) carries {load} already"
    return ""


def earlier_turns(task: TaskKind, site: Site, load: LoadClass | None, book: Rulebook) -> int:
    """Return the turns of earlier work that count for this bridge or ferry: those of a lighter one that stands, or of
    an unfinished one (OB-AMB-122).
    """
    if task not in TAKES_A_CLASS:
        return 0
    stands = CrossingState.BRIDGED if task is TaskKind.BRIDGE else CrossingState.FERRY
    built = turns_needed(task, site.load_class, book=book) if site.state is stands else 0
    remaining = site.turns_worked if task is TaskKind.BRIDGE else 0
    return min(max(built, remaining), turns_needed(task, load, book=book) - 1)


def counts(turn: TurnOfWork) -> Counted:
    """Return whether the turn counts as work: only a whole turn at the spot does, without moving, fighting or resting
    (OB-ENG-02, OB-AMB-122, -126).
    """
    if turn.engaged:
        return Counted(False, "OB-AMB-122", "it is engaged in a battle")
    if turn.moved:
        return Counted(False, "OB-ENG-02", "it moved, and a unit that moves does not work")
    if turn.resting:
        return Counted(False, "OB-REG-05", "it rests in reserve")
    return Counted(True) if turn.at_site else Counted(False, "OB-AMB-126", "it is not at the spot")


def state_after(task: TaskKind) -> CrossingState | None:
    """Return the state of a crossing after a finished task; None if the task changes no crossing."""
    return {
        TaskKind.DEMOLISH_SPAN: CrossingState.SPAN_BLOWN,
        TaskKind.PREPARE_DEMOLITION: CrossingState.PREPARED,
        TaskKind.BLOW_BRIDGE: CrossingState.DESTROYED,
        TaskKind.GAP_OBSTACLE: CrossingState.BRIDGED,
        TaskKind.BRIDGE: CrossingState.BRIDGED,
        TaskKind.FERRY: CrossingState.FERRY,
    }.get(task)


def load_of(armour: Armour) -> LoadClass:
    """Return the load class that a bridge needs for this armour: foot, wheels and up to light armour cross any bridge;
    medium and heavy armour need a bridge of their own class (OB-AMB-122).
    """
    return {Armour.MEDIUM: LoadClass.MEDIUM_TANK, Armour.HEAVY: LoadClass.HEAVY_TANK}.get(
        armour, LoadClass.FOOT_WHEELED
    )


def carries(bridge: LoadClass, load: LoadClass) -> bool:
    """Return whether a bridge or ferry of this class bears that load (OB-BRG-02..04)."""
    return _LOADS.index(bridge) >= _LOADS.index(load)


def through_a_gap(moves: Fraction) -> int:
    """Return how many battalions of one command pass a gap in a turn: one for each whole move that it makes, at least
    one (OB-OBS-06, OB-WC-093).

    The campaign map has marches of six hours, not single moves: that number goes through in column, and the others wait
    in front of the gap.
    """
    return max(1, int(moves))


def dig_in_turns(arm: Arm, armour: Armour = Armour.NONE) -> int:
    """Return the turns of work until a battalion's positions are prepared: infantry 1, towed guns 2, others 4
    (OB-PREP-01..03).
    """
    if arm in _INFANTRY:
        return tables.DIG_IN_INFANTRY
    return tables.DIG_IN_TOWED_GUNS if arm in _GUNS and armour is Armour.NONE else tables.DIG_IN_OTHERS


def dug(turns: int, needed: int, *, works: bool, broken_off: bool, book: Rulebook) -> int:
    """Return the turns of digging after this one. Finished positions stay; unfinished ones are lost when the work is
    broken off (OB-AMB-128).
    """
    if turns >= needed or not book.switch("use.engineering"):
        return turns
    if works:
        return turns + 1
    return 0 if broken_off else turns
