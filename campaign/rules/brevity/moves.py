"""One move of one command, its nine steps in order (OB-SEQ-04..14, OB-T-14): the doctrine decides, the rules allow, the dice fall.

    Move(on, brigade, players, dice, report).run()

Step 1, initiative, is settled before: see ``battle``; steps 4 to 7 are in ``shooting``. Raises Refused if a doctrine asks for what the rules forbid.
"""

from __future__ import annotations

from collections.abc import Sequence

from campaign.errors import Refused
from campaign.rules.brevity import command as commands
from campaign.rules.brevity import fire_control, odds
from campaign.rules.brevity.doctrine import Advance, Player
from campaign.rules.brevity.field import Brigade, Field, Model
from campaign.rules.brevity.fire import Works
from campaign.rules.brevity.ground import SIDE_EDGE, Spot, distance, travel, waypoints
from campaign.rules.brevity.report import Report, named
from campaign.rules.brevity.shooting import Shooting
from campaign.rules.dice import Dice
from campaign.terms.state import Posture


class Move:
    """The move that is being made."""

    def __init__(self, on: Field, brigade: Brigade, players: tuple[Player, Player], dice: Dice, report: Report) -> None:
        self.on, self.brigade, self.players, self.dice, self.report = on, brigade, players, dice, report
        self.side, self.other = brigade.side, 1 - brigade.side
        self.shooting = Shooting(on, brigade, players, dice, report)

    def run(self) -> None:
        """Steps 2 to 9."""
        doctrine, shooting = self.players[self.side].doctrine, self.shooting
        self.regroup()
        advances = doctrine.move(shooting.view(self.side), self.brigade)
        waves = sorted({advance.wave for advance in advances}) or [0]
        for number, wave in enumerate(waves):
            if len(waves) > 1:
                self.report.say(f"Wave {number + 1}.")
            self.advance([one for one in advances if one.wave == wave])
            if number == 0 or self.on.book.switch("wave.repeat_artillery"):
                shooting.artillery_of_the_opponent()
                shooting.artillery_of_the_mover()
            shooting.fire_of_the_opponent()
            shooting.fire_of_the_mover()
        self.readiness()
        self.remove_pins()

    # Step 2 -----------------------------------------------------------------------------------------------------------
    def regroup(self) -> None:
        """Rest, counter-battery duty, battalions taken over (OB-REG, OB-CB-01)."""
        wanted = self.players[self.side].doctrine.regroup(self.shooting.view(self.side), self.brigade)
        for model in wanted.attach:
            self._attach(model)
        for model in (*wanted.rest, *wanted.take_up, *wanted.counter_battery):
            if model not in self.brigade.models:
                raise Refused(
                    f"{model.name} is not with {self.brigade.command.name}: only battalions of the moving command regroup (OB-REG-04)"
                )
        for model in wanted.rest:
            model.resting, model.posture = True, Posture.RESERVE
        for model in wanted.take_up:
            model.resting, model.posture = False, Posture.LINE
        for model in self.brigade.in_play:
            model.counter_battery = model in wanted.counter_battery and model.stand.is_artillery
        if wanted.rest:
            self.report.say(f"{named(wanted.rest)} {_is(wanted.rest)} to rest.")
        if duty := [model for model in self.brigade.in_play if model.counter_battery]:
            self.report.say(f"{named(duty)} {_is(duty)} on counter-battery.")

    def _attach(self, model: Model) -> None:
        """From a command that still has its officer, or home to its own (OB-REG-02, -03, OB-AMB-029)."""
        donor = self.on.brigades[self.side].get(model.command)
        if donor is None or model not in donor.models:
            raise Refused(f"{model.name} is not on this side: only own battalions are attached (OB-REG-03)")
        if not donor.officer and model.unit.organic != self.brigade.command.id:
            raise Refused(
                f"{model.name} cannot come under {self.brigade.command.name}: {donor.command.name} has lost its officer this turn (OB-REG-03)"
            )
        donor.models.remove(model)
        self.brigade.models.append(model)
        model.command = self.brigade.command.id
        self.report.say(f"{model.name} comes under {self.brigade.command.name}.")

    # Step 3 -----------------------------------------------------------------------------------------------------------
    def advance(self, advances: Sequence[Advance]) -> None:
        """Move battalions, or declare them (OB-MOV)."""
        for one in advances:
            model = one.model
            if model not in self.brigade.models or not model.in_play:
                raise Refused(f"{model.name} is not with {self.brigade.command.name} or no longer in play: it cannot move (OB-SEQ-07)")
            if model.resting:
                raise Refused(f"{model.name} rests and may not move (OB-REG-05)")
            self._go(one)
        self._report_advance([one.model for one in advances])
        self._reveal()

    def _go(self, one: Advance) -> None:
        model, on = one.model, self.on
        start = model.spot
        end = start if one.aim is None else travel(on.ground, model.unit, one.posture, start, self._inside_strip(model, one.aim))
        if not model.stand.is_artillery or one.aim is not None:
            model.posture = one.posture
        model.acting, model.hidden = True, False
        on.stirred.append(model)
        model.path = waypoints(start, end)
        if end != start:
            model.moved = True
            if on.book.switch("cas.move_loses_dugin"):
                model.works = Works.NONE
            on.put(model, end)
            model.strip = model.strip or on.ground.side_strip(end)
        model.facing = self._facing(model)

    def _inside_strip(self, model: Model, aim: Spot) -> Spot:
        """Once near a side edge, never farther from it (OB-MOV-06)."""
        if model.strip == 0 or not self.on.book.switch("move.side_edge_rule"):
            return aim
        width = self.on.ground.width_in
        return Spot(min(aim.x, SIDE_EDGE) if model.strip < 0 else max(aim.x, width - SIDE_EDGE), aim.y)

    def _facing(self, model: Model) -> int:
        """Free at the end of its own move: towards the nearest enemy in reach (OB-AMB-040)."""
        near = self.on.near(self.other, model.spot, 12)
        if not near:
            return self.on.forward(self.side)
        enemy = min(near, key=lambda one: distance(one.spot, model.spot))
        return 1 if enemy.spot.y > model.spot.y or (enemy.spot.y == model.spot.y and self.side == 0) else -1

    def _report_advance(self, models: Sequence[Model]) -> None:
        gone = [model for model in models if model.moved]
        declared = [model for model in models if not model.moved]
        if gone:
            self.report.say(f"Moves: {'; '.join(map(_gone, gone))}")
        if declared:
            self.report.say(f"{named(declared)} {'takes' if len(declared) == 1 else 'take'} up firing positions.")

    def _reveal(self) -> None:
        """Hidden battalions that are located now are placed (OB-HID-02)."""
        for enemy in list(self.on.own(self.other)):
            if enemy.hidden and fire_control.seen_by(self.on, self.side, enemy):
                enemy.hidden = False
                self.report.say(f"{enemy.name} is found.")

    # Steps 8 and 9 ----------------------------------------------------------------------------------------------------
    def readiness(self) -> None:
        """Does the command keep its officer (OB-READY)?"""
        brigade, on = self.brigade, self.on
        if not brigade.in_play:
            brigade.officer = False
            self.report.say(f"Nobody of {brigade.command.name} is left; its officer is taken off.")
            return
        target = odds.readiness(
            brigade.command.nation,
            on.book,
            night=on.night,
            inexperienced=commands.is_inexperienced((model.stand.inexperienced for model in brigade.in_play), on.book),
            flame_throwers=self.shooting.flamed,
            corps_commander=brigade.command.has_corps_commander,
        )
        face = self.dice.roll(6, "readiness", brigade.command.key, f"{target} keeps its officer")
        brigade.officer = target.passes(face)
        kept = "keeps its officer" if brigade.officer else "its officer is taken off"
        self.report.say(f"Readiness, {target.explained()}: {face}, {kept}.")

    def remove_pins(self) -> None:
        """Both sides, for the next move (OB-SEQ-13)."""
        for model in self.on.stirred:
            model.pinned = model.acting = model.moved = model.screening = False
            model.path = ()
        self.on.stirred.clear()


def _gone(model: Model) -> str:
    posture = "" if model.posture is Posture.LINE else f" ({model.posture.value})"
    return f"{model.name} {distance(model.path[0], model.spot)} in.{posture}"


def _is(models: Sequence[Model]) -> str:
    return "goes" if len(models) == 1 else "go"
