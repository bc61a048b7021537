"""What a player of Brevity otherwise looks up in the book: its prose rules in a line each, as far as the units of a
sheet need them.

    reminders(units, book, aircraft=) -> tuple[Reminders, ...]     two columns: fire, then moves and works

The numbers come from the tables and the rulebook; what a house rule switches off is not printed.
"""

from __future__ import annotations

from collections.abc import Iterable

from campaign.rules.common.force import Unit
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.day.amphibious import BY_SEA
from campaign.rules.day.strike import ASTRAY_ON, CRATER_RADIUS, STRIKE_RADIUS
from campaign.rules.tabletop.brevity import tables
from campaign.rules.tabletop.brevity.muster import is_headquarters
from campaign.rules.tabletop.brevity.tables import SIDE_EDGE
from campaign.terms.forces import Engineers, Nationality, Size
from campaign.terms.state import Role
from campaign.views.papers import Fact
from campaign.views.sheet import Reminders

_SELDOM_READY = 6
"""The readiness score for which waves are meant (OB-WAVE-01)."""


def reminders(units: Iterable[Unit], book: Rulebook, *, aircraft: bool = False) -> tuple[Reminders, ...]:
    """The rules in short of a side with these units. ``aircraft``: air missions are flown for it."""
    side_units = tuple(units)
    return (
        Reminders("Fire in short", (*_fire(side_units, book), *_air(aircraft))),
        Reminders("Moves and works in short", (*_turn(side_units, book), *_moves(), *_works(side_units, book))),
    )


def _fire(units: tuple[Unit, ...], book: Rulebook) -> Iterable[Fact]:
    """OB-MOV-04, -05; OB-HIT-01..05, -10; OB-POST-08, -09; OB-ART-02..09; OB-CB; OB-PEN-03, -04; OB-CAS; OB-REC-03;
    OB-FIRE-08."""
    yield Fact(
        "Who fires",
        "In its own move who moved or was declared to take up firing positions; who did neither does not fire and is"
        " not fired on.",
    )
    yield Fact(
        "Who counts",
        "In line, sees the target, has it in range and before its front; not if pinned, spent, resting, marching or"
        " attacked in the flank. If nobody counts, one die.",
    )
    yield Fact(
        "Targets",
        "One roll a target and step by all who reach it. Enemies in support are sheltered by those they support.",
    )
    yield Fact("Support", "Adds no strength, lends its best anti-tank class and its casualty row.")
    if any(unit.is_artillery for unit in units):
        yield Fact(
            "Guns",
            "As artillery from support, or with the others in line, never both; one target a move. Step 4: at what the"
            " troops they support locate on its way. Step 5: at anything in range, or a point: note place, dice,"
            " weapon; pins do not count there.",
        )
        if book.switch("use.counter_battery"):
            yield Fact(
                "Counter-battery",
                "Put on it in step 2, they fire only at guns that have just fired, in terrain's column.",
            )
    yield Fact(
        "To hit",
        f"+{tables.HIT_BONUS_ROCKETS_AIRCRAFT} rocket launchers or aircraft by themselves. Penetrate: the better of the"
        " two columns.",
    )
    yield Fact(
        "Results",
        "A hit that penetrates pins: halt where caught, work stops, the marker goes at step 9. One casualty: spent."
        " Two, or one if spent: destroyed; surrounded: captured, never back. Inexperienced target:"
        f" +{tables.CASUALTY_BONUS_INEXPERIENCED}.",
    )
    if any(unit.flame_throwers for unit in units):
        yield Fact("Flame-throwers", f"Reach {tables.DIRECT_FLAME_THROWER} in.; who is attacked by them is less ready.")
    if book.switch("use.reconnaissance") and any(unit.recce_companies for unit in units):
        yield Fact("Reconnaissance", "A company that is fired on may pull back up to a full move before the dice.")
    yield Fact("Advice", "Outnumbered: massed guns, the flank, heavy tanks; a mass of infantry last.")


def _air(flown: bool) -> Iterable[Fact]:
    """OB-AIR-03, -04, -11, -12."""
    if flown:
        yield Fact(
            "Aircraft",
            f"A die for the target: on a {ASTRAY_ON} the opponent picks it. Everybody within {STRIKE_RADIUS} in. is"
            f" attacked, friend or foe; heavy bombers crater {CRATER_RADIUS} in. around, or count as medium ones.",
        )


def _turn(units: tuple[Unit, ...], book: Rulebook) -> Iterable[Fact]:
    """OB-SEQ-03, -15..17; OB-WIN-01; OB-INIT; OB-READY-02..07; OB-WAVE; OB-REG; OB-REST-01; OB-HID."""
    yield Fact(
        "Turn",
        f"More commands: the first move (yours now: {_commands(units)}). Moves alternate; who has none left"
        " with an officer lets the other go on; the turn ends when nobody has one. The game ends when a side has"
        " fulfilled its orders.",
    )
    yield Fact(
        "Challenge",
        "Step 1: each a die and the bonus of his command, which counts the corps commander; the challenger must be"
        " higher. The command pushed aside has not moved and keeps its officer.",
    )
    yield Fact(
        "Ready",
        f"+{tables.CORPS_COMMANDER_BONUS} corps commander, {tables.READINESS_INEXPERIENCED} inexperienced,"
        f" {tables.READINESS_FLAME_THROWERS} flame-throwers, {tables.READINESS_NIGHT} night; a failure takes the"
        " officer off.",
    )
    if book.switch("use.waves") and any(tables.READINESS[Nationality(unit.nation)] == _SELDOM_READY for unit in units):
        yield Fact(
            "Waves", "Each wave joins the survivors and brings a round of fire, theirs first; none is called off."
        )
    yield Fact(
        "Regroup",
        "Battalions go to and from commands that have their officer. Who rests neither moves nor fires, and sheds its"
        " figure as the next turn begins, in supply.",
    )
    if book.switch("use.hidden") and any(unit.hidden for unit in units):
        yield Fact("Hidden", "Placed when it moves, fires or is located, and hidden no more.")


def _commands(units: tuple[Unit, ...]) -> int:
    """Commands that count for the first move as it begins: with a battalion there, a headquarters alone not
    (OB-SEQ-03, OB-AMB-005)."""
    return len(
        {
            unit.command
            for unit in units
            if unit.role is Role.ENGAGED and unit.state.is_in_play and not is_headquarters(unit)
        }
    )


def _moves() -> Iterable[Fact]:
    """OB-MOV-02, -06, -08, -10, -11; OB-POST-06; OB-AMB-025; OB-LOC-05."""
    yield Fact(
        "Posture", "March to go fast, line to fight, support to lend weapons or fire as artillery, reserve to rest."
    )
    yield Fact(
        "Moves",
        "The slowest ground touched sets the rate of the whole move; a dash bars it. To mount or dismount is free.",
    )
    yield Fact("March", "A command marches as a whole, adds nothing to combat, and nobody overtakes on a road.")
    yield Fact("Side edges", f"Who moves to within {SIDE_EDGE} in. of one stays within {SIDE_EDGE} in. of it for good.")
    yield Fact("Contact", "Who locates an enemy may halt just outside his own location range.")


def _works(units: tuple[Unit, ...], book: Rulebook) -> Iterable[Fact]:
    """OB-OBS; OB-DEM-01..03; OB-MINE-01; OB-AMPH; OB-SMOKE; OB-PREP; OB-SIZE-05."""
    if not book.switch("use.engineering"):
        return
    yield Fact(
        "Obstacles",
        "Whoever comes to one halts, is pinned, and the command loses its officer; specialist engineers only halt. From"
        " next turn engineers gap it and go on; one battalion a move follows, in march. Over a river men only.",
    )
    if any(unit.engineers is not Engineers.NONE for unit in units):
        yield Fact(
            "Demolition",
            "A full move blocks or blows a road or a span; a bridge of several spans: a turn to prepare, a move to"
            " blow.",
        )
    if any(unit.engineers is Engineers.SPECIALIST for unit in units):
        yield Fact(
            "Engineers",
            f"A turn's mines: {tables.MINEFIELD_LENGTH} x 1 in. Boats in moves: {tables.BOATS_TWO_INFANTRY_MOVES} for"
            f" two of infantry, {tables.BOATS_WHEELED_TURNS} wheels, {tables.BOATS_MEDIUM_TANKS_MOVES} medium tanks.",
        )
    if any(unit.engineers is Engineers.SPECIALIST or unit.is_artillery for unit in units):
        yield Fact(
            "Smoke",
            f"Instead of firing, {tables.SMOKE_WIDTH} in. wide: engineers on themselves, guns in range. Terrain until"
            " its maker may fire again.",
        )
    yield Fact(
        "Dig in",
        f"Infantry {tables.DIG_IN_INFANTRY}, towed guns {tables.DIG_IN_TOWED_GUNS}, others {tables.DIG_IN_OTHERS} turns"
        " of work.",
    )
    if book.switch("use.amphibious") and any(unit.carried_by in set(BY_SEA) for unit in units):
        yield Fact("From the sea", "Put down on the shore as its move; swimming tanks make ready two turns, swim once.")
    if book.switch("use.sizes") and any(unit.size is Size.COMPANY for unit in units):
        yield Fact("Companies", "No strength; their weapons count beside others.")
