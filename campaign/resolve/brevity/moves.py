"""One move of one command, its nine steps in order (OB-SEQ-04..14, OB-T-14): the doctrine decides, the rules allow, the
dice fall.

    Move(stage, brigade).run()

Step 1, initiative, is settled before: see ``battle``; steps 4 to 7 are in ``shooting``. Raises Refused if a doctrine
asks for an action that the rules forbid.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice, pairwise

from campaign.errors import Refused
from campaign.resolve.brevity import effects, fire_control
from campaign.resolve.brevity.barriers import Crosser, by_the_bridge, meet, way
from campaign.resolve.brevity.doctrine import Advance, Stage
from campaign.resolve.brevity.field import Brigade, Model
from campaign.resolve.brevity.ground import Spot, around, distance, rate, steps, travel_by, waypoints
from campaign.resolve.brevity.report import named
from campaign.resolve.brevity.shooting import Shooting
from campaign.rules.tabletop.brevity import command as commands
from campaign.rules.tabletop.brevity import odds
from campaign.rules.tabletop.brevity.fire import Works
from campaign.rules.tabletop.brevity.riding import may_ride
from campaign.rules.tabletop.brevity.tables import SIDE_EDGE
from campaign.terms.forces import Engineers
from campaign.terms.ground import Surface
from campaign.terms.state import Posture
from campaign.values import replace
from campaign.words.battle_report import Declared, rolled
from campaign.words.battle_report import Move as MoveEvent

# A stand has six neighbours at most a base away: then its rank is full.
PLACES_TRIED = 6
"""The places beside its aim to which a way is looked for."""


class Move:
    """The move of one command in progress."""

    def __init__(self, stage: Stage, brigade: Brigade) -> None:
        self.stage, self.on, self.brigade = stage, stage.on, brigade
        self.side, self.enemy_side = brigade.side, 1 - brigade.side
        self.shooting = Shooting(stage, brigade)
        self.officer_lost = False

    def run(self) -> None:
        """Make steps 2 to 9 of the move."""
        doctrine, shooting = self.stage.doctrines[self.side], self.shooting
        self.regroup()
        advances = doctrine.move(self.stage.views[self.side], self.brigade)
        self._check_postures(advances)
        in_waves = self.on.book.switch("use.waves")
        waves = sorted({advance.wave for advance in advances}) if in_waves and advances else [0]
        for number, wave in enumerate(waves):
            if len(waves) > 1:
                self.stage.say(f"Wave {number + 1}.")
            self.advance([advance for advance in advances if advance.wave == wave or not in_waves])
            if number == 0 or self.on.book.switch("wave.repeat_artillery"):
                shooting.next_wave()
                shooting.artillery_of_the_opponent()
                shooting.artillery_of_the_mover()
            shooting.fire_of_the_opponent()
            shooting.fire_of_the_mover()
        self.readiness()
        self.remove_pins()

    # Step 2 -----------------------------------------------------------------------------------------------------------
    def regroup(self) -> None:
        """Set rest and counter-battery duty (OB-REG, OB-CB-01)."""
        regrouping = self.stage.doctrines[self.side].regroup(self.stage.views[self.side], self.brigade)
        for model in (*regrouping.rest, *regrouping.take_up, *regrouping.counter_battery):
            if model not in self.brigade.models:
                raise Refused(
                    f"{model.name} is not with {self.brigade.command.name}: only battalions of the moving command"
                    " regroup (OB-REG-04)"
                )
        for model in regrouping.rest:
            model.resting, model.posture, model.rests_since = True, Posture.RESERVE, self.on.turn
        for model in regrouping.take_up:
            model.resting, model.posture = False, Posture.LINE
        for model in self.brigade.in_play:
            on_duty = model in regrouping.counter_battery and self.on.book.switch("use.counter_battery")
            model.counter_battery = on_duty and model.stand.is_artillery
        if regrouping.rest:
            self.stage.say(f"{named(regrouping.rest)} {_is(regrouping.rest)} to rest.")
        if duty := [model for model in self.brigade.in_play if model.counter_battery]:
            self.stage.say(f"{named(duty)} {_is(duty)} on counter-battery.")

    # Step 3 -----------------------------------------------------------------------------------------------------------
    def advance(self, advances: Sequence[Advance]) -> None:
        """Move battalions, or declare them (OB-MOV)."""
        for advance in advances:
            model = advance.model
            if model not in self.brigade.models or not model.in_play:
                raise Refused(
                    f"{model.name} cannot move: it is not with {self.brigade.command.name}, or is no longer "
                    "in play (OB-SEQ-07)"
                )
            if model.resting:
                raise Refused(f"{model.name} is resting and may not move (OB-REG-05)")
            self._check_work(advance)
            self._go(advance)
        self._report_advance([advance.model for advance in advances])
        self._reveal()

    def _check_postures(self, advances: Sequence[Advance]) -> None:
        """Check that a command marches as a whole or not at all; by house rule all its battalions have one posture
        (OB-AMB-024).
        """
        postures = {advance.posture for advance in advances if not advance.model.stand.is_artillery}
        name = self.brigade.command.name
        if len(postures) > 1 and Posture.MARCH in postures:
            raise Refused(
                f"{name} cannot have the postures {', '.join(sorted(postures))} together: a command marches "
                "with all its units or not at all (OB-AMB-024)"
            )
        if len(postures) > 1 and self.on.book.word("posture.level") == "command":
            raise Refused(
                f"{name} cannot have the postures {', '.join(sorted(postures))} together: all its battalions "
                "share one posture (house rule posture.level)"
            )

    def _check_work(self, advance: Advance) -> None:
        """Check an advance against engineering work: a unit at a task neither moves nor fires in its own move; by
        moving it leaves the task (OB-AMB-119).
        """
        if advance.aim is None and advance.model.unit.id in self.on.fight.at_work:
            raise Refused(
                f"{advance.model.name} is at an engineering task and cannot take up firing positions (OB-ENG-02,"
                " OB-AMB-119)"
            )

    def _go(self, advance: Advance) -> None:
        model, on = advance.model, self.on
        self._mount(advance)
        path = (model.spot,) if advance.aim is None else self._with_room(advance)
        if not model.stand.is_artillery or advance.aim is not None:
            model.posture = advance.posture
        effects.reveal(self.stage, model)
        if not model.in_play:
            return
        model.acting = model.came_on = True
        on.stirred.append(model)
        model.legs = self._short_of_others(model, self._past_barriers(model, path))
        model.path = waypoints(model.legs)
        if len(model.legs) > 1:
            model.moved = True
            model.works = Works.NONE
            on.put(model, model.legs[-1])
            model.strip = model.strip or on.ground.side_strip(model.spot)
        model.facing = on.front_at(self.side, model.spot)

    def _mount(self, advance: Advance) -> None:
        """Mount or dismount a battalion, at no cost (OB-MOV-11); it cannot take vehicles into terrain (OB-MOV-10)."""
        model = advance.model
        if advance.mounted and not may_ride(model.unit):
            raise Refused(f"{model.name} has no vehicles in which it can ride combat-ready (OB-MOV-11)")
        if advance.mounted and self.on.ground.going_at(model.spot) is Surface.TERRAIN:
            raise Refused(f"{model.name} is in terrain and cannot mount there (OB-MOV-10)")
        model.mounted = advance.mounted

    def _with_room(self, advance: Advance) -> tuple[Spot, ...]:
        """Return the path of one move to a place with room for the stand: beside its aim if others stand there, no
        farther from the enemy that is nearest to that place.
        """
        model, on = advance.model, self.on
        path = self._path(advance)
        end = path[-1]
        if len(path) == 1 or on.has_room(model, end):
            return path
        enemy = on.nearest(self.enemy_side, end, lambda enemy: not enemy.hidden)
        most = 0 if enemy is None else distance(end, enemy.spot)
        places = (place for place in around(on.ground, end) if enemy is None or distance(place, enemy.spot) == most)
        for place in islice((place for place in places if on.has_room(model, place)), PLACES_TRIED):
            other = self._path(replace(advance, aim=place))
            if other[-1] == place:
                return other
        return path

    def _short_of_others(self, model: Model, path: tuple[Spot, ...]) -> tuple[Spot, ...]:
        """Return the path as far as its last point with room for the stand."""
        if len(path) == 1 or model.across or self.on.has_room(model, path[-1]):
            return path
        for last in range(len(path) - 1, 0, -1):
            for spot in reversed((path[last - 1], *steps(path[last - 1], path[last]))):
                if spot != path[last - 1] and self.on.has_room(model, spot):
                    return (*path[:last], spot)
        return path[:1]

    def _path(self, advance: Advance) -> tuple[Spot, ...]:
        """Return the path of one move, corner by corner. A change of posture costs no part of it (OB-AMB-025)."""
        model, on = advance.model, self.on
        assert advance.aim is not None
        if model.across:
            return (model.spot,)
        standing = on.barriers if on.book.switch("use.engineering") else ()
        aim = self._inside_strip(model, advance.aim)
        if on.detours is None:
            way: tuple[Spot, ...] = (by_the_bridge(standing, model.spot, aim),)
        else:
            way = on.detours.towards(model, advance.posture, aim)
        corners = (self._inside_strip(model, corner) for corner in way)
        return travel_by(on.ground, model.unit, advance.posture, (model.spot, *corners), mounted=model.mounted)

    def _past_barriers(self, model: Model, path: tuple[Spot, ...]) -> tuple[Spot, ...]:
        """Return the path as far as obstacles allow. A battalion halted at an obstacle is pinned, and its command loses
        the officer, unless it is specialist engineers (OB-OBS-01..03).
        """
        on = self.on
        if not on.barriers or not on.book.switch("use.engineering"):
            return path
        passed = [path[0]]
        for start, end in pairwise(path):
            onward = self._past_barrier(model, start, end)
            if onward != start:
                passed.append(onward)
            if onward != end or model.across:
                break
        return tuple(passed)

    def _past_barrier(self, model: Model, start: Spot, end: Spot) -> Spot:
        on = self.on
        engineers = model.stand.engineers
        crosser = Crosser(model.stand.key, engineers, model.posture, on.turn, on.move)
        passage = way(on.barriers, crosser, start, end)
        if passage.why:
            self.stage.say(f"{model.name} halts: {passage.why}.")
        model.across = model.across or passage.crossed_river
        if passage.halted is not None:
            meet(passage.halted, crosser)
            if engineers is not Engineers.SPECIALIST:
                lost = "" if self.officer_lost else f"; {self.brigade.command.name} loses its officer"
                model.pinned = self.officer_lost = True
                self.stage.say(f"{model.name} is pinned at {passage.halted.barrier.name}{lost}.")
        return passage.end

    def _inside_strip(self, model: Model, aim: Spot) -> Spot:
        """Return the aim kept inside the side strip: a unit near a side edge never goes farther from it (OB-MOV-06)."""
        if model.strip == 0:
            return aim
        width = self.on.ground.width_in
        return Spot(min(aim.x, SIDE_EDGE) if model.strip < 0 else max(aim.x, width - SIDE_EDGE), aim.y)

    def _report_advance(self, models: Sequence[Model]) -> None:
        for model in models:
            if model.moved:
                self.stage.add(self._moved(model))
        for model in models:
            if not model.moved:
                at, facing = self.stage.point(model.spot.x, model.spot.y), self.on.facing_of(model)
                self.stage.add(Declared(model.name, at, self._how(model), facing))

    def _how(self, model: Model) -> str:
        """Return the words of the report for posture, riding, and a front towards its own edge."""
        back = model.facing != self.on.forward(model.side)
        faces = f"faces {self.on.facing_of(model)}" if back else ""
        return ", ".join(part for part in (model.posture.value, model.riding, faces) if part)

    def _moved(self, model: Model) -> MoveEvent:
        most = rate(self.on.ground, model.unit, model.posture, model.legs, mounted=model.mounted)
        path = self.stage.path((spot.x, spot.y) for spot in model.legs)
        length = sum(distance(start, end) for start, end in pairwise(model.legs))
        return MoveEvent(model.name, path, length, most, self._how(model), facing=self.on.facing_of(model))

    def _reveal(self) -> None:
        """Place hidden battalions that are located now (OB-HID-02)."""
        for enemy in list(self.on.on_table(self.enemy_side)):
            if enemy.hidden and fire_control.seen_by(self.on, self.side, enemy):
                self.stage.say(f"{enemy.name} is found.")
                effects.reveal(self.stage, enemy)

    # Steps 8 and 9 ----------------------------------------------------------------------------------------------------
    def readiness(self) -> None:
        """Roll whether the command keeps its officer (OB-READY)."""
        brigade, on = self.brigade, self.on
        if not brigade.in_play:
            brigade.officer = False
            self.stage.say(f"No unit of {brigade.command.name} is left; its officer is removed.")
            return
        if self.officer_lost:
            brigade.officer = False
            self.stage.say("Its officer was lost at the obstacle: no roll for readiness.")
            return
        target = odds.readiness(
            brigade.command.nation,
            on.book,
            night=on.night,
            inexperienced=commands.is_inexperienced((model.stand.inexperienced for model in brigade.in_play), on.book),
            flame_throwers=self.shooting.flamed,
            corps_commander=brigade.commander,
        )
        face = self.stage.dice.roll(6, "readiness", brigade.command.key, f"{target} keeps its officer")
        brigade.officer = target.passes(face)
        kept = "keeps its officer" if brigade.officer else "its officer is taken off"
        self.stage.add(rolled("readiness", target, (face,), kept))

    def remove_pins(self) -> None:
        """Remove the pins of both sides for the next move (OB-SEQ-13)."""
        for model in self.on.stirred:
            model.pinned = model.acting = model.moved = model.screening = False
            model.path = ()
        self.on.stirred.clear()


def _is(models: Sequence[Model]) -> str:
    return "goes" if len(models) == 1 else "go"
