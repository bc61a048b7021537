"""A whole battle between commands, resolved: turns of moves, initiative, and its end (OB-SEQ, OB-INIT, OB-TIME).

A turn goes on until no command has its officer. Moves alternate; each begins with the opponent's chance to take the
initiative; then come the nine steps (``moves``). A doctrine decides for each side (``doctrine``), the ground is a plain
table (``ground``), and the dice fall in the order in which a table would roll them, so that players can type them in.
The battle ends when a side breaks off, has no unit left, or the turns are over.

    resolve(fight, dice, book) -> Resolution

The first force is the near side: with equal numbers of commands, if the rulebook says so, it counts as the attacker.
"""

from __future__ import annotations

from campaign.resolve.brevity.deployment import deploy, ends
from campaign.resolve.brevity.detours import Detours
from campaign.resolve.brevity.doctrine import Doctrine, Stage, View
from campaign.resolve.brevity.field import Brigade, Model
from campaign.resolve.brevity.fire_control import seen_by
from campaign.resolve.brevity.moves import Move
from campaign.resolve.brevity.plain_doctrine import PLAIN
from campaign.resolve.brevity.table_layout import Layout, lay_out
from campaign.resolve.doctrine import Stance, stances
from campaign.resolve.ground import turned, unturned
from campaign.resolve.outcome import breaks_off, holder_of, opening, require_troops, resolution
from campaign.rules.common.dice import Dice
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.common.scene import Fight, Resolution
from campaign.rules.day.amphibious import as_landed
from campaign.rules.tabletop.brevity import command as commands
from campaign.rules.tabletop.brevity.companies import merged
from campaign.rules.tabletop.brevity.fire import Works
from campaign.rules.tabletop.brevity.muster import is_headquarters, spent_of
from campaign.terms.words import counted, listing
from campaign.values import replace
from campaign.words.battle_report import Attack, Change, Declared, Placed, Smoke, Start
from campaign.words.battle_report import Move as MoveEvent

# Our choice, a guard: at best 5/6 of the readiness tests pass (OB-WC-020), so no turn comes near it.
MOST_MOVES_A_TURN = 400
"""The most moves, with the passes between them, in a turn."""


def resolve(fight: Fight, dice: Dice, book: Rulebook) -> Resolution:
    """Resolve a battle on the ground of the map, each side by the plain doctrine, and return the resolution. Raises
    DiceWanted as dice do, and the errors of ``begin``.
    """
    return begin(fight, dice, book).run()


def begin(
    fight: Fight,
    dice: Dice,
    book: Rulebook,
    *,
    layout: Layout | None = None,
    orders: tuple[Stance, Stance] | None = None,
    doctrines: tuple[Doctrine, Doctrine] = (PLAIN, PLAIN),
) -> Battle:
    """Return the battle before its first turn: every unit at its position on the map, as far as the battle gives one,
    or on a given ``layout``. Raises BadInput for a force without units or a battle without turns.
    """
    require_troops(fight)
    fight = replace(fight, forces=(as_landed(fight.forces[0]), as_landed(fight.forces[1])))
    on_the_map = layout is None and bool(fight.terrain.bars or fight.terrain.areas or fight.terrain.seas)
    if layout is None:
        stands = merged(fight.forces[0], book).force, merged(fight.forces[1], book).force
        layout = lay_out(replace(fight, forces=stands))
    on = deploy(fight, layout, book)
    first, second = orders or stances(fight)
    stage = Stage(on, (View(on, 0, first), View(on, 1, second)), doctrines, dice)
    stage.turned = lambda point: unturned(point, layout.quarters, fight.table_in)
    if on_the_map:
        on.detours = Detours(fight, stage.turned, lambda point: turned(point, layout.quarters, fight.table_in))
    stage.add(opening(fight))
    return Battle(stage)


ACTS = (MoveEvent, Declared, Attack, Change, Placed, Smoke)
"""The events of a move in which somebody does something."""


class Battle:
    """A battle under Operation Brevity while the program resolves it."""

    def __init__(self, stage: Stage) -> None:
        self.stage, self.on, self.dice = stage, stage.on, stage.dice
        self.views, self.doctrines = stage.views, stage.doctrines
        self.names = [force.side_name for force in stage.on.forces]
        self.broke_off: int | None = None
        self.over = False

    def run(self) -> Resolution:
        """Play turn after turn to the end, and return the resolution."""
        self._starts()
        self._companies()
        for turn in range(1, self.on.fight.turns + 1):
            self.on.turn = turn
            self._turn()
            if self.over:
                break
        holder = holder_of(self.broke_off, [any(True for _ in self.on.on_table(side)) for side in (0, 1)])
        ended = ends(self.on)
        self._close()
        return resolution(
            self.on.forces,
            ended,
            holder,
            self.broke_off,
            turns=self.on.turn,
            length=counted(self.on.move, "move"),
            told_length=f"{counted(self.on.turn, 'turn')} and {counted(self.on.move, 'move')}",
            report=self.stage,
            flown=self.on.flown,
        )

    def _starts(self) -> None:
        """Report the starting position of every unit."""
        for model in (*self.on.models[0], *self.on.models[1]):
            if model.in_play:
                how = ", ".join(
                    part for part in (model.posture.value, model.riding, _works(model), _coming(model)) if part
                )
                at = None if model.arrives else self.stage.point(model.spot.x, model.spot.y)
                facing = self.on.facing_of(model)
                self.stage.add(Start(model.name, model.side, at, model.state.value, how, model.stand.key, facing))

    def _companies(self) -> None:
        """Report the companies that stand as one, as on the battle sheet (umpire 1.3)."""
        for model in (*self.on.models[0], *self.on.models[1]):
            if model.companies:
                self.stage.heading(
                    f"{model.name} stand as one {model.unit.size} battalion, by the row of {_row_of(model)}."
                )

    # A turn -----------------------------------------------------------------------------------------------------------
    def _turn(self) -> None:
        """Play a turn: an officer for every command with a unit left, rest, then moves until none has its officer
        (OB-TIME-06, -07, OB-SEQ-16, OB-AMB-003, -030).
        """
        light = "night" if self.on.night else "day"
        self.stage.heading(
            f"Turn {self.on.turn}, {light}{'' if self.on.light.value == light else f', {self.on.light.value}'}.", "turn"
        )
        self._arrive()
        self._rest()
        for side in (0, 1):
            for brigade in self.on.brigades[side].values():
                brigade.officer = bool(brigade.in_play)
        self._place_commanders()
        side, passed = self._first(), False
        self.on.idle.clear()
        for _ in range(MOST_MOVES_A_TURN):
            if self._ended():
                return
            if self.on.idle and all(
                doctrine.is_done(view) for doctrine, view in zip(self.doctrines, self.views, strict=True)
            ):
                self.stage.heading("Neither side moves or fires any more in this turn.")
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
            if self._move(moved):
                self.on.idle.clear()
            else:
                self.on.idle.add(moved.command.id)
            side, passed = 1 - moved.side, False

    def _place_commanders(self) -> None:
        """Place the corps commanders where their doctrine wants them, as the turn begins (OB-AMB-021)."""
        for side in (0, 1):
            for brigade in [brigade for brigade in self.on.brigades[side].values() if brigade.commander]:
                if not brigade.in_play and self.on.book.switch("commander.risk"):
                    brigade.commander = False
                    self.stage.say(
                        f"The corps commander of {self.on.forces[side].side_name} is lost with {brigade.command.name}."
                    )
                    continue
                to = self.doctrines[side].accompany(self.views[side], brigade)
                if to is not None and to is not brigade and to.side == side and to.in_play:
                    brigade.commander, to.commander = False, True
                    self.stage.say(
                        f"The corps commander of {self.on.forces[side].side_name} goes to {to.command.name}."
                    )

    def _passes(self, side: int) -> bool:
        """Return whether the side declines to move though it could (OB-AMB-017)."""
        view = self.views[side]
        if not self.on.book.switch("seq.allow_pass") or not view.ready() or self.doctrines[side].pick(view) is not None:
            return False
        self.stage.say(f"{self.names[side]} passes.")
        return True

    def _arrive(self) -> None:
        """Bring reinforcements onto the table at their own edge, and release guns that were to support others."""
        for side in (0, 1):
            for model in self.on.models[side]:
                if model.arrives and model.arrives <= self.on.turn and model.in_play:
                    model.arrives = 0
                    self.on.put(model, self.on.beside(model, model.spot))
                    self.stage.add(Placed(model.name, self.stage.point(model.spot.x, model.spot.y), "comes on"))
                if model.released and model.released <= self.on.turn and model.in_play:
                    model.released, model.supports = (
                        0,
                        model.unit.supports if model.unit.supports is not None else model.command,
                    )
                    self.stage.say(f"{model.name} is released and supports others.")

    def _rest(self) -> None:
        """Let resting battalions shed their figure, if they are in supply and out of the enemy's sight (OB-REST-01,
        -02).
        """
        if self.on.turn == 1:
            return  # the turn's own rest was done before the fight
        supplied = self.on.fight.in_supply if self.on.book.switch("use.supply") else None
        needed = self.on.book.integer("rest.full_turns_required")
        apart = self.on.book.word("rest.min_distance_from_enemy") != "none"
        for side in (0, 1):
            for model in self.on.on_table(side):
                if not (model.resting and model.spent) or (supplied is not None and model.command not in supplied):
                    continue
                if self.on.turn - model.rests_since - 1 < needed:
                    continue
                if not (apart and seen_by(self.on, 1 - side, model)):
                    model.spent = False
                    self.stage.say(f"{model.name} has rested and sheds its casualty figure.")

    def _first(self) -> int:
        """Return the side that moves first: the one with more commands (OB-SEQ-03, OB-AMB-005, -015)."""
        counts = [
            sum(
                any(not is_headquarters(model.unit) for model in brigade.in_play)
                for brigade in self.on.brigades[side].values()
            )
            for side in (0, 1)
        ]
        names = self.names
        if counts[0] != counts[1]:
            first = 0 if counts[0] > counts[1] else 1
            self.stage.say(f"{names[first]} moves first: {counts[first]} commands to {counts[1 - first]}.")
            return first
        word = self.on.book.word("seq.first_move_tie")
        if word != "roll":
            first = 0 if (self.views[0].stance is Stance.ATTACK) == (word == "attacker") else 1
            self.stage.say(f"{names[first]} moves first: equal numbers of commands, the {word} begins.")
            return first
        while True:
            faces = [self.dice.roll(6, "first move", force.side_key, "higher moves first") for force in self.on.forces]
            if faces[0] != faces[1]:
                first = 0 if faces[0] > faces[1] else 1
                self.stage.say(
                    f"{names[first]} moves first: equal numbers of commands, and the dice show {faces[first]} against"
                    f" {faces[1 - first]}."
                )
                return first

    # A move -----------------------------------------------------------------------------------------------------------
    def _picked(self, side: int) -> Brigade | None:
        """Return the command that a side moves now; the side goes on alone if the other has none left (OB-SEQ-02, -15,
        -17).
        """
        ready = self.views[side].ready()
        if not ready:
            return None
        choice = self.doctrines[side].pick(self.views[side])
        if choice is None and self.on.book.switch("seq.allow_pass"):
            return None
        return choice if choice in ready else ready[0]

    def _initiative(self, mover: Brigade) -> Brigade:
        """Play step 1 and return the command that moves: the opponent may take the move (OB-INIT, OB-AMB-016, -018,
        -019).
        """
        pushed: Brigade | None = None
        for _ in range(2 if self.on.book.switch("init.counter_challenge") else 1):
            side = 1 - mover.side
            ready = self.views[side].ready()
            challenger = self.doctrines[side].challenge(self.views[side], mover) if ready else None
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
        self.stage.heading(
            f"{challenger.command.name} challenges {mover.command.name} for the initiative: {ours}{our_bonus:+d}"
            f" against {theirs}{their_bonus:+d}, {'takes the move' if won else 'fails'}."
        )
        return won

    def _move(self, brigade: Brigade) -> bool:
        """Play a move, and return whether a unit moved, fired or changed in it."""
        self.on.move += 1
        self.stage.heading(f"Move {self.on.move}: {brigade.command.name} ({self.names[brigade.side]}).", "move")
        before = len(self.stage.events)
        Move(self.stage, brigade).run()
        return any(isinstance(event, ACTS) for event in self.stage.events[before:])

    # The end ----------------------------------------------------------------------------------------------------------
    def _ended(self) -> bool:
        """Return whether the battle is over: a side has no unit left, or breaks off, but not before the first move has
        been played (umpire 1.23).
        """
        for side in (0, 1):
            if not any(model.in_play for model in self.on.models[side]):
                self.over = True
                self.stage.heading(f"{self.names[side]} has no unit left.", "end")
                return True
        if self.on.move:
            reasons = (self.doctrines[side].breaks_off(self.views[side]) for side in (0, 1))
            self.broke_off = breaks_off(reasons, self.names, self.stage)
        self.over = self.broke_off is not None
        return self.over

    def _close(self) -> None:
        for side in (0, 1):
            for model in self.on.models[side]:
                if not (model.companies and model.spent and model.in_play):
                    continue
                spent = [company.short or company.name for company in model.companies[: spent_of(len(model.companies))]]
                self.stage.heading(
                    f"Of {model.name} the first on the sheet {'is' if len(spent) == 1 else 'are'} spent:"
                    f" {listing(spent)}."
                )


def _works(model: Model) -> str:
    return "" if model.works is Works.NONE else model.works.value


def _coming(model: Model) -> str:
    return f"comes in turn {model.arrives}" if model.arrives else ""


def _row_of(model: Model) -> str:
    return next(company.short or company.name for company in model.companies if company.id == model.unit.id)
