"""A battle fought by the program: the book's procedures and dice under a plain doctrine (``rules.brevity.battle``).

Both sides are deployed command beside command, an inch figure apart; the attacker attacks, the other defends, in a meeting
engagement both attack. What comes out is settled as a return would be. The report, line by line, is kept with the battle.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from campaign.actions.raising import Staff, running
from campaign.actions.settling import Fate, Verdict, settle
from campaign.errors import BadInput, Refused
from campaign.journal.desk import Desk
from campaign.journal.register import action
from campaign.model import Battle, BattleUnit
from campaign.rules.brevity.battle import Resolution, resolve
from campaign.rules.brevity.doctrine import Stance
from campaign.rules.brevity.field import Conditions, UnitEnd
from campaign.rules.brevity.ground import Ground
from campaign.rules.dice import Dice
from campaign.rules.force import Force
from campaign.rules.retreat import BOTH, Held
from campaign.rules.strength import after_losses, bands_of
from campaign.situation.conditions import conditions_at
from campaign.situation.force import establishment_of, force_of, strength_of
from campaign.terms.state import Role, State
from campaign.terms.time import TURNS_A_DAY
from campaign.views.receipt import Receipt

RESOLVED = "brevity"
"""The system whose fights the program can resolve."""
TABLE_LONG_IN = 96
TABLE_SHORT_IN = 40
"""The table of 12 by 5 km, fought across its short side (umpire 1.4)."""


@dataclass(frozen=True, slots=True)
class ResolveBattle:
    """Let the program fight it, for so many turns at the most; then both are still there, and whoever may goes on next turn."""

    battle: str
    turns: int = 1


@action("battle resolve", ResolveBattle)
def resolve_battle(desk: Desk, command: ResolveBattle, dice: Dice) -> Receipt:
    """Initiative, moves, fire and readiness by the book (OB-SEQ); dice in the order in which a table would roll them."""
    staff, battle = Staff.of(desk), running(desk, command.battle)
    if battle.tabletop != RESOLVED:
        raise Refused(
            f"battle {battle.number} is fought by {battle.tabletop}; the program resolves {RESOLVED} only: record its return, or rule it"
        )
    if not 1 <= command.turns <= TURNS_A_DAY:
        raise BadInput(f"{command.turns} turns cannot be resolved at once: say 1 to {TURNS_A_DAY}")
    lines = [u for u in staff.session_lines(battle) if staff.army.battalions[u.battalion_id].state.is_in_play]
    forces = _forces(staff, battle, lines)
    result = resolve(*forces, _conditions(staff, command.turns), _stances(battle, forces), dice, staff.book, turns=command.turns)
    verdict = _verdict(staff, lines, forces, result)
    said = settle(staff, battle, verdict)
    battle.outcome = "\n".join(result.report)
    return Receipt(f"Battle {battle.number} ({battle.name}) is resolved: {verdict.text}", (*result.report, *said))


def _forces(staff: Staff, battle: Battle, lines: list[BattleUnit]) -> tuple[Force, Force]:
    """The attacker first, else the side that comes first in the scenario."""
    sides = sorted(
        {u.side_id for u in lines if u.role is Role.ENGAGED}, key=lambda s: (s != battle.attacker_id, staff.army.sides[s].position)
    )
    if len(sides) != 2:
        raise Refused(
            f"battle {battle.number} has not two sides on its table to be resolved; rule it, or cancel it: campaign battle rule {battle.number}"
        )
    first, second = (force_of(staff.army, side, lines) for side in sides)
    return first, second


def _stances(battle: Battle, forces: tuple[Force, Force]) -> tuple[Stance, Stance]:
    first, second = (Stance.ATTACK if battle.attacker_id in (None, force.side) else Stance.DEFEND for force in forces)
    return first, second


def _conditions(staff: Staff, turns: int) -> Conditions:
    now = [conditions_at(staff.desk, staff.desk.moment.plus(n), staff.book) for n in range(turns)]
    return Conditions(
        ground=Ground(width_in=TABLE_LONG_IN, depth_in=TABLE_SHORT_IN),
        nights=tuple(c.night for c in now), lights=tuple(c.light for c in now), skies=tuple(c.sky for c in now),
    )  # fmt: skip


def _verdict(staff: Staff, lines: Iterable[BattleUnit], forces: tuple[Force, Force], result: Resolution) -> Verdict:
    by_unit = {line.battalion_id: line for line in lines}
    fates = tuple(
        _fate(staff, by_unit[end.unit], end)
        for end in result.units
        if by_unit[end.unit].role is Role.ENGAGED or end.after is not end.before
    )
    holder = next((force for force in forces if force.side == result.holder), None)
    held = Held(BOTH, "neither side gave way") if holder is None else Held(holder.side_key, "by the fight")
    who = "both sides are still there" if holder is None else f"{holder.side_name} holds the field"
    text = f"{who} after {result.moves} move{'s' if result.moves != 1 else ''}"
    return Verdict(fates, staff.desk.moment.plus(result.turns - 1), held=held, text=text)


def _fate(staff: Staff, line: BattleUnit, end: UnitEnd) -> Fate:
    battalion = staff.army.battalions[line.battalion_id]
    after = end.after if end.after.severity > battalion.state.severity else battalion.state
    strength = strength_of(battalion)
    if after is not battalion.state:
        strength = after_losses(after, strength, establishment_of(battalion), bands_of(staff.book))
    return Fate(
        battalion=battalion, line=line, before=battalion.state, state=after, strength=strength,
        surrounded=end.surrounded or after is State.CAPTURED, resting=end.resting or None,
    )  # fmt: skip
