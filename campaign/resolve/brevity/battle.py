"""A whole fight between commands, resolved: turns of moves, initiative, and when it ends (OB-SEQ, OB-INIT, OB-TIME).

A turn goes on until no command has its officer. Moves alternate; each begins with the opponent's chance to take the
initiative; then come the nine steps (``moves``). What both sides do is decided by a doctrine (``doctrine``), the ground
is a plain table (``ground``), and the dice fall in the order in which a table would roll them, so that players can type
them in. The fight ends when a side breaks off, has nobody left, or the turns are over.

    resolve(force_a, force_b, conditions, orders, doctrines, dice, book, turns) -> Resolution

Force A is the near side: with equal numbers of commands, where the rulebook says so, it counts as the attacker.
"""

from __future__ import annotations

from dataclasses import dataclass

from campaign.errors import BadInput
from campaign.resolve.brevity import airstrikes, landfall
from campaign.resolve.brevity.deployment import deploy, ends
from campaign.resolve.brevity.doctrine import Doctrine, Player, Stance, View
from campaign.resolve.brevity.field import Brigade, Conditions, Field, Model, UnitEnd
from campaign.resolve.brevity.fire_control import seen_by
from campaign.resolve.brevity.moves import Move
from campaign.resolve.brevity.plain_doctrine import PLAIN
from campaign.resolve.brevity.report import Report
from campaign.rules.common.dice import Dice
from campaign.rules.common.force import Force
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.tabletop.brevity import command as commands
from campaign.rules.tabletop.brevity.muster import is_headquarters, spent_of
from campaign.terms.state import State
from campaign.terms.words import listing

MOST_MOVES_A_TURN = 400
"""A house rule can make readiness certain; no table would see so many moves in six hours."""


@dataclass(frozen=True, slots=True)
class Resolution:
    """How a fight came out. ``holder`` is the side that holds the field; None: both are still there.

    ``broke_off`` is the side that gave it up; ``turns`` and ``moves`` were used; ``report`` tells it line by line.
    """

    units: tuple[UnitEnd, ...]
    holder: int | None
    broke_off: int | None
    turns: int
    moves: int
    report: tuple[str, ...]
    flown: frozenset[tuple[str, int]] = frozenset()
    """Aircraft that attacked, by name and turn of the fight."""


def resolve(
    force_a: Force,
    force_b: Force,
    conditions: Conditions,
    orders: tuple[Stance, Stance],
    dice: Dice,
    book: Rulebook,
    *,
    doctrines: tuple[Doctrine, Doctrine] = (PLAIN, PLAIN),
    turns: int = 1,
) -> Resolution:
    """Fight it out for at most so many turns. Raises BadInput for a force without commands or no turns; DiceWanted as
    dice do."""
    if turns < 1:
        raise BadInput(f"a fight of {turns} turns: at least one")
    for force in (force_a, force_b):
        if not any(unit.state.is_in_play for unit in force.units):
            raise BadInput(f"{force.side_name} brings nobody to the fight")
    players = (Player(orders[0], doctrines[0]), Player(orders[1], doctrines[1]))
    return _Fight(deploy(force_a, force_b, conditions, book, start=dice.moment), players, dice).run(turns)


class _Fight:
    """A fight that is going on."""

    def __init__(self, on: Field, players: tuple[Player, Player], dice: Dice) -> None:
        self.on, self.players, self.dice = on, players, dice
        self.report = Report()
        self.moves = 0
        self.broke_off: int | None = None
        self.over = False

    def run(self, turns: int) -> Resolution:
        """Turn after turn to the end."""
        used = 0
        self._companies()
        for turn in range(1, turns + 1):
            self.on.turn = used = turn
            self._turn()
            if self.over:
                break
        holder = self._holder()
        self._close(holder)
        sides = tuple(force.side for force in self.on.forces)
        return Resolution(
            ends(self.on),
            None if holder is None else sides[holder],
            None if self.broke_off is None else sides[self.broke_off],
            used,
            self.moves,
            tuple(self.report.lines),
            frozenset(self.on.flown),
        )

    def _companies(self) -> None:
        """Who stands as one, as on the battle sheet (umpire 1.3)."""
        for model in (*self.on.models[0], *self.on.models[1]):
            if model.companies:
                self.report.heading(
                    f"{model.name} stand as one {model.unit.size} battalion, by the row of {_row_of(model)}."
                )

    # A turn -----------------------------------------------------------------------------------------------------------
    def _turn(self) -> None:
        """Officers, rest, then moves until no command has its officer (OB-TIME-06, -07, OB-SEQ-16)."""
        light = "night" if self.on.night else "day"
        self.report.heading(
            f"Turn {self.on.turn}, {light}{'' if self.on.light.value == light else f', {self.on.light.value}'}."
        )
        self._arrive()
        self._rest()
        if self.on.book.word("smoke.duration") == "turn":
            self.on.screens.clear()
        for side in (0, 1):
            for brigade in self.on.brigades[side].values():
                brigade.officer = self._has_officer(brigade)
        self._place_commanders()
        airstrikes.scheduled(self.on, self.players, self.dice, self.report)
        side, passed = self._first(), False
        for _ in range(MOST_MOVES_A_TURN):
            if self._ended():
                return
            if self._passes(side):
                if passed:
                    return
                side, passed = 1 - side, True
                continue
            mover = self._picked(side) or self._picked(1 - side)
            if mover is None:
                return
            moved = self._initiative(mover)
            self._move(moved)
            side, passed = 1 - moved.side, False

    def _has_officer(self, brigade: Brigade) -> bool:
        """Who has somebody left; by house rule not a command of headquarters only (OB-TIME-06, OB-AMB-003, -030)."""
        models_there = self._there(brigade)
        return bool(models_there) and (
            self.on.book.switch("hq.own_command") or any(not is_headquarters(model.unit) for model in models_there)
        )

    def _there(self, brigade: Brigade) -> list[Model]:
        """Its models on the table, and those about to land."""
        return [*brigade.in_play, *(model for model in brigade.models if landfall.awaits(model, self.on))]

    def _place_commanders(self, mover: Brigade | None = None) -> None:
        """Corps commanders go where their doctrine wants them, as the turn begins or by house rule as a command moves
        (OB-AMB-021)."""
        for side in (0, 1) if mover is None else (mover.side,):
            for brigade in [
                other_brigade for other_brigade in self.on.brigades[side].values() if other_brigade.commander
            ]:
                if not brigade.in_play and self.on.book.switch("commander.risk"):
                    brigade.commander = False
                    self.report.say(
                        f"The corps commander of {self.on.forces[side].side_name} is lost with {brigade.command.name}."
                    )
                    continue
                to = self.players[side].doctrine.accompany(self._view(side), brigade)
                if to is not None and to is not brigade and to.side == side and to.in_play:
                    brigade.commander, to.commander = False, True
                    self.report.say(
                        f"The corps commander of {self.on.forces[side].side_name} goes to {to.command.name}."
                    )

    def _passes(self, side: int) -> bool:
        """Does the side decline to move though it could (OB-AMB-017)?"""
        view = self._view(side)
        if (
            not self.on.book.switch("seq.allow_pass")
            or not view.ready()
            or self.players[side].doctrine.pick(view) is not None
        ):
            return False
        self.report.say(f"{self.on.forces[side].side_name} passes.")
        return True

    def _arrive(self) -> None:
        """Reinforcements come onto the table at their own edge; who was to be released to others is."""
        for side in (0, 1):
            for model in self.on.models[side]:
                if model.arrives and model.arrives <= self.on.turn and model.in_play:
                    model.arrives = 0
                    self.on.put(model, model.spot)
                    self.report.say(f"{model.name} arrives.")
                if model.released and model.released <= self.on.turn and model.in_play:
                    model.released, model.supports = (
                        0,
                        model.unit.supports if model.unit.supports is not None else model.command,
                    )
                    self.report.say(f"{model.name} is released and supports others.")

    def _rest(self) -> None:
        """Resting battalions shed their figure, where supply allows and no enemy sees them (OB-REST-01, -02)."""
        if self.on.turn == 1:
            return  # the turn's own rest was done before the fight
        supplied = self.on.conditions.in_supply if self.on.book.switch("use.supply") else None
        needed = self.on.book.whole("rest.full_turns_required")
        apart = self.on.book.word("rest.min_distance_from_enemy") != "none"
        for side in (0, 1):
            for model in self.on.own(side):
                if not (model.resting and model.spent) or (supplied is not None and model.command not in supplied):
                    continue
                if self.on.turn - model.rests_since - 1 < needed:
                    continue
                if not (apart and seen_by(self.on, 1 - side, model)):
                    model.spent = False
                    self.report.say(f"{model.name} has rested and sheds its casualty figure.")

    def _first(self) -> int:
        """The side with more commands moves first (OB-SEQ-03, OB-AMB-005, -015)."""
        counts = [sum(1 for brigade in self.on.brigades[side].values() if self._counts(brigade)) for side in (0, 1)]
        names = [force.side_name for force in self.on.forces]
        if counts[0] != counts[1]:
            first = 0 if counts[0] > counts[1] else 1
            self.report.say(f"{names[first]} moves first: {counts[first]} commands to {counts[1 - first]}.")
            return first
        word = self.on.book.word("seq.first_move_tie")
        if word != "roll":
            first = 0 if (self.players[0].stance is Stance.ATTACK) == (word == "attacker") else 1
            self.report.say(f"{names[first]} moves first: equal numbers of commands, the {word} begins.")
            return first
        while True:
            faces = [self.dice.roll(6, "first move", force.side_key, "higher moves first") for force in self.on.forces]
            if faces[0] != faces[1]:
                first = 0 if faces[0] > faces[1] else 1
                self.report.say(
                    f"{names[first]} moves first: equal numbers of commands, and the dice show {faces[first]} against"
                    f" {faces[1 - first]}."
                )
                return first

    def _counts(self, brigade: Brigade) -> bool:
        models_there = self._there(brigade)
        if self.on.book.switch("seq.count_hq_commands"):
            return bool(models_there)
        return any(not is_headquarters(model.unit) for model in models_there)

    # A move -----------------------------------------------------------------------------------------------------------
    def _view(self, side: int) -> View:
        return View(self.on, side, self.players[side].stance)

    def _picked(self, side: int) -> Brigade | None:
        """The command that a side moves now; it goes on alone if the other has none left (OB-SEQ-02, -15, -17)."""
        ready = self._view(side).ready()
        if not ready:
            return None
        chosen = self.players[side].doctrine.pick(self._view(side))
        if chosen is None and self.on.book.switch("seq.allow_pass"):
            return None
        return chosen if chosen in ready else ready[0]

    def _initiative(self, mover: Brigade) -> Brigade:
        """Step 1: the opponent may take the move (OB-INIT, OB-AMB-016, -018, -019)."""
        pushed: Brigade | None = None
        for _ in range(2 if self.on.book.switch("init.counter_challenge") else 1):
            side = 1 - mover.side
            ready = self._view(side).ready()
            challenger = self.players[side].doctrine.challenge(self._view(side), mover) if ready else None
            if challenger is None or challenger not in ready or challenger is pushed:
                break
            if not self._takes(challenger, mover):
                break
            mover, pushed = challenger, mover
        return mover

    def _takes(self, challenger: Brigade, mover: Brigade) -> bool:
        rolled = []
        for brigade in (challenger, mover):
            bonus = commands.bonus(brigade.command.nation, corps_commander=brigade.commander)
            face = self.dice.roll(6, "initiative", brigade.command.key, f"d6 {bonus:+d}, the challenger must be higher")
            rolled.append((face, bonus))
        (ours, our_bonus), (theirs, their_bonus) = rolled
        won = ours + our_bonus > theirs + their_bonus
        self.report.heading(
            f"{challenger.command.name} challenges {mover.command.name} for the initiative: {ours}{our_bonus:+d}"
            f" against {theirs}{their_bonus:+d}, {'takes the move' if won else 'fails'}."
        )
        return won

    def _move(self, brigade: Brigade) -> None:
        self.moves += 1
        self.on.move = self.moves
        if self.on.book.word("commander.reassign") == "move":
            self._place_commanders(brigade)
        self.report.heading(f"Move {self.moves}: {brigade.command.name} ({self.on.forces[brigade.side].side_name}).")
        Move(self.on, brigade, self.players, self.dice, self.report).run()

    # The end ----------------------------------------------------------------------------------------------------------
    def _ended(self) -> bool:
        """A side has nobody left, or breaks off: not before the first move has been played (umpire 1.23)."""
        for side in (0, 1):
            if not any(True for _ in self.on.own(side)) and not self._coming(side):
                self.over, self.broke_off = True, None
                self.report.heading(f"{self.on.forces[side].side_name} has nobody left.")
                return True
        for side in (0, 1) if self.moves else ():
            why = self.players[side].doctrine.breaks_off(self._view(side))
            if why:
                self.over, self.broke_off = True, side
                self.report.heading(f"{self.on.forces[side].side_name}: {why}.")
                return True
        return False

    def _coming(self, side: int) -> list[Model]:
        return [model for model in self.on.models[side] if model.arrives and model.in_play]

    def _holder(self) -> int | None:
        if self.broke_off is not None:
            return 1 - self.broke_off
        remaining_sides = [side for side in (0, 1) if any(True for _ in self.on.own(side))]
        return remaining_sides[0] if len(remaining_sides) == 1 else None

    def _close(self, holder: int | None) -> None:
        for side, force in enumerate(self.on.forces):
            for model in (
                other_model
                for other_model in self.on.models[side]
                if other_model.companies and other_model.spent and other_model.in_play
            ):
                spent = [company.short or company.name for company in model.companies[: spent_of(len(model.companies))]]
                self.report.heading(
                    f"Of {model.name} the first on the sheet {'is' if len(spent) == 1 else 'are'} spent:"
                    f" {listing(spent)}."
                )
            states = [end.after for end in ends(self.on) if end.side == side]
            counts = ", ".join(f"{states.count(state)} {state.value}" for state in State if state in states)
            self.report.heading(f"{force.side_name}: {counts}.")
        text = "Both sides are still there" if holder is None else f"{self.on.forces[holder].side_name} holds the field"
        length = (
            f"{self.on.turn} {'turn' if self.on.turn == 1 else 'turns'} and {self.moves}"
            f" {'move' if self.moves == 1 else 'moves'}"
        )
        self.report.heading(f"{text} after {length}.")


def _row_of(model: Model) -> str:
    return next(company.short or company.name for company in model.companies if company.id == model.unit.id)
