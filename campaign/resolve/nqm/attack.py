"""An attack of one command on one enemy battalion, hour by hour, by the combat sequence (NQM-SEQ-03 to -15).

This module has the command, the recce, the fireplan and the firefight; the close assault is in ``storming``. An attack
lasts until the position is taken, or it is called off.

    Attack(stage, group, objective)     .hour() resolves the next hour; .over
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import dist

from campaign.resolve.doctrine import Stance
from campaign.resolve.nqm.bombarding import bombarded
from campaign.resolve.nqm.breaking import gives_ground, shake, terror, tests
from campaign.resolve.nqm.doctrine import Stage
from campaign.resolve.nqm.exchanges import Shots, Struck, catch_in_column, halt, hits, suffer, throw, volleys
from campaign.resolve.nqm.field import Body
from campaign.resolve.nqm.report import attacked, moved
from campaign.resolve.nqm.storming import push, storm
from campaign.rules.common.odds import NEVER
from campaign.rules.tabletop.nqm import recce as reccing
from campaign.rules.tabletop.nqm.assault import assault_hour
from campaign.rules.tabletop.nqm.classes import Cover
from campaign.rules.tabletop.nqm.elements import ElementKind
from campaign.rules.tabletop.nqm.firing import firefight_won, must_be_reinforced, outranges
from campaign.rules.tabletop.nqm.morale import AfterFailing, digs_in_on_objective, may_press_home, reinforced
from campaign.rules.tabletop.nqm.moves import Gait, rate
from campaign.rules.tabletop.nqm.ranges import reach
from campaign.rules.tabletop.nqm.recce import Meeting
from campaign.rules.tabletop.nqm.tables import CONTACT_M, ODD_PIN_OFF_FROM, Grade, Mover, RangeBand
from campaign.rules.tabletop.nqm.translation import SMALL_ARMS
from campaign.values import replace
from campaign.words.battle_report import Placed, Roll, rolled

# Our choice: 325 and 150 change 2 of 120 battles, 1300 and 600 as many.
HIDDEN_M = (650, 300)
"""The metres from the enemy at which approaching units look again if ground hides it."""

_MEETING = {
    Meeting.SEEN: "it sees the enemy first",
    Meeting.DEFENDER_CHOOSES: "the enemy may choose to fire",
    Meeting.FIRED_ON: "the enemy opens fire",
}


class Attack:
    """An attack. ``rounds``: (inflicted, suffered) of each hour of the firefight."""

    def __init__(self, stage: Stage, group: Sequence[Body], objective: Body, reserves: Sequence[Body]) -> None:
        self.stage, self.objective = stage, objective
        self.group, self.reserves = list(group), list(reserves)
        self.side = group[0].side
        self.rounds: list[tuple[int, int]] = []
        self.won_in: int | None = None
        self.failed = False
        self.position = self.aimed_at = (objective.x, objective.y)
        self.met = self.marched = False
        self.bombarded = False
        self.guns: list[Body] = []
        """The guns that have fired for the attack."""
        self.over = False
        small_arms = reach(SMALL_ARMS, stage.on.book)
        self.firefight_m = small_arms.effective_m
        """The metres at which the firefight is fought: the effective range of small arms."""
        self.sight_m = small_arms.harassing_m or small_arms.effective_m
        """The metres at which recce comes upon a concealed position: the harassing range of small arms."""
        self._range_m = {
            RangeBand.CONTACT: min(CONTACT_M, self.firefight_m),
            RangeBand.EFFECTIVE: self.firefight_m,
            RangeBand.HARASSING: self.sight_m,
        }

    @property
    def fighting(self) -> list[Body]:
        """The battalions of the attack that are on the table and can take part."""
        return [body for body in self.group if body.is_present]

    @property
    def distance(self) -> int:
        """The metres from the leading attacker to the objective."""
        return min(body.distance(self.objective) for body in self.fighting)

    @property
    def armoured(self) -> bool:
        """True for tanks, and troops in armoured carriers: they close without a firefight won (NQM-MORALE-11)."""
        return all(body.vehicles or body.carried for body in self.fighting)

    # An hour ----------------------------------------------------------------------------------------------------------
    def hour(self) -> None:
        """Play the next hour of the attack."""
        stage = self.stage
        doctrine, view = stage.doctrines[self.side], stage.views[self.side]
        self.group = [
            body
            for body in self._fit()
            if stage.on.hour not in (body.driven_in, body.guards_in) and doctrine.goes_on(view, body)
        ]
        self.position = self.objective.at
        if self._is_over():
            return
        for body in self.group:
            body.cover, body.digging_since = Cover.ATTACKING, 0
        if self._comes_up() and self._meets():
            self._fight()

    def _fit(self) -> list[Body]:
        """Return the battalions that go on: the broken too, which may have gone to ground."""
        return [body for body in self.fighting if body.able() or body.broken]

    def _able(self) -> list[Body]:
        """Return the battalions that may go forward: neither disorganised nor broken (NQM-AMB-55)."""
        return [body for body in self.group if body.able()]

    def _comes_up(self) -> bool:
        """Return whether the attack is in contact, after a march if needed."""
        if not self._in_contact():
            self.marched = True
            self._march()
        return not self.over and self._in_contact()

    def _meets(self) -> bool:
        """Return whether the attack goes on after the recce and the first shots."""
        self._call()
        for body in (*self.group, self.objective):
            body.engaged = body.fought = body.committed = True
        if not self.met and not self._meet():
            return False
        if self.objective.ending:
            self._take()
        return not self.over

    def _fight(self) -> None:
        """Play fireplan, firefight and assault. A winner of the firefight assaults, and fires no more (NQM-FIRE-19,
        -21).
        """
        self._close_up()
        if self._is_over():
            return
        if self.distance > self.firefight_m and not any(body.marched for body in self.group):
            self.stage.on.out_of_reach.add((self.group[0].unit.command, self.objective.unit.id))
            self._end("is called off: there is no way nearer to the enemy")
            return
        if self.distance <= self.firefight_m:
            self._fireplan()
            if self.objective.is_present and terror(self.stage, self.objective, self.group):
                self._take()
                return
            if self.objective.is_present and self.won_in is None:
                self._firefight()
        if not self.over:
            self._press()

    def _is_over(self) -> bool:
        """Return whether no unit is left to attack with, or to attack. An enemy that has gone back out of sight is let
        go. Broken units fire on from where they went to ground, but do not come up (NQM-MORALE-05, -07).
        """
        if self.over:
            return True
        if not self.objective.is_present:
            self._end("")
        elif not (self.group if self.met else self._able()):
            self._end("stops: no unit of it is in order")
        elif dist(self.position, self.aimed_at) > self.sight_m:
            self.stage.say(f"{self.objective.name} has gone back: {_names(self.group)} let it go.")
            self._end("")
        return self.over

    def _in_contact(self) -> bool:
        """Return whether a unit has come so near that it sees the objective."""
        return any(
            body.distance(self.objective) <= self.sight_m and self.stage.on.sees(body, self.objective)
            for body in self.fighting
        )

    def _call(self) -> None:
        """Call the guns that support each command; the side attacked may counter-attack from now on (NQM-CRT-11,
        -12).
        """
        on, enemy = self.stage.on, self.objective
        attacked = enemy.side, enemy.unit.command
        if attacked not in on.attacked:
            on.attacked[attacked] = on.hour
            if self.stage.views[enemy.side].stance is Stance.DEFEND:
                self.stage.say(f"{enemy.name} is attacked: its division may counter-attack from the next hour on.")
        for body in (self.group[0], enemy):
            if body.unit.command in on.called:
                continue
            on.called[body.unit.command] = on.hour
            later = on.supporters_next_hour(body)
            if later:
                self.stage.say(f"{body.name} asks for {_names(later)}: fire comes in the next hour.")

    def _march(self) -> None:
        """Move to contact, nearer if ground hides the enemy; fast recce without a limit (NQM-MOV-01, -05,
        NQM-RECCE-06).
        """
        for stop_m in (self.sight_m, *(metres for metres in HIDDEN_M if metres < self.sight_m)):
            paces = {}
            for body in self.group:
                pace = rate(body.mover, Gait.CONTACT) or NEVER
                fast = body.mover is Mover.LIGHT_RECCE and reccing.areas_an_hour(self.stage.on.book) is None
                paces[body] = body.distance(self.objective) if fast else int(pace * 1000)
            self._advance(paces, stop_m, "moving to contact")
            if self._is_over() or self.distance > stop_m or self._in_contact():
                break
        if not self.over:
            verb = "is" if len(self.group) == 1 else "are"
            self.stage.say(f"{_names(self.group)} {verb} {self.distance} m from {self.objective.name}.")

    def _close_up(self) -> None:
        """Advance in contact, in the rest of the hour after the march, to the distance of the firefight (NQM-MOV-03,
        NQM-AMB-04).
        """
        paces = {
            body: int((rate(body.mover, Gait.ADVANCE, against=self.objective.mover) or NEVER) * 1000)
            for body in self.group
        }
        self._advance(paces, self.firefight_m, "advance in contact")

    def _advance(self, paces: Mapping[Body, int], stop_m: int, how: str) -> None:
        """Advance each battalion as far as it may, but none before the slowest: tanks and infantry fight at one
        distance. Recce goes ahead.
        """
        on, enemy = self.stage.on, self.objective
        together = max(
            (
                body.distance(enemy) - body.in_this_hour(pace)
                for body, pace in paces.items()
                if body.able() and body.mover is not Mover.LIGHT_RECCE
            ),
            default=stop_m,
        )
        for body, pace in paces.items():
            if not body.able():
                continue
            least = stop_m if body.mover is Mover.LIGHT_RECCE else max(stop_m, together)
            way = on.approach(body, enemy, body.in_this_hour(pace), least)
            hidden, way = on.stumbles(body, way, enemy, self.firefight_m)
            moved(self.stage, body, way, pace, how)
            if hidden is not None:
                body.engaged = hidden.engaged = body.fought = hidden.fought = True
                self._comes_upon(body, hidden)
        self.group = self._fit()

    # Recce ------------------------------------------------------------------------------------------------------------
    def _meet(self) -> bool:
        """Play the recce sequence, the start line and the first shots, and return whether the attack goes on this
        hour.
        """
        self.met = True
        able = self._able()
        scouts = [body for body in able if body.mover is Mover.LIGHT_RECCE]
        if self.objective.concealed:
            seeing = [body for body in scouts or able if self.stage.on.sees(body, self.objective)]
            self._comes_upon(min(seeing or scouts or able, key=self._has_looked), self.objective)
        elif self.marched and self.objective.cover is not Cover.ATTACKING and not scouts:
            self._shake_out()
        self.objective.concealed = False
        if self.group:
            self._outranged()
        return bool(self.fighting) and not self.over

    def _shake_out(self) -> None:
        """Test units that come up, which may be caught in march column (NQM-SEQ-08, -09, NQM-AMB-36)."""
        bodies = self._able()
        if not bodies or not reccing.must_shake_out(start_line_marked=False):
            return
        worst = max(bodies, key=lambda body: body.grade.rank)
        target = reccing.shakes_out(worst.grade, self.objective.grade)
        if target.needed == 1:
            return
        face = self.stage.dice.roll(6, "shaking out", worst.unit.key, f"{target} deploys in time")
        caught = not target.passes(face)
        catch_in_column(bodies, caught=caught)
        result = f"{worst.name} {'is caught in march column' if caught else 'deploys in time'}"
        self.stage.add(rolled("no start line is marked", target, (face,), result))

    def _has_looked(self, body: Body) -> bool:
        """Return whether recce has already examined its one area of this hour (NQM-RECCE-05)."""
        is_limited = reccing.areas_an_hour(self.stage.on.book) is not None
        return is_limited and body.examined_in == self.stage.on.hour

    def _comes_upon(self, body: Body, enemy: Body) -> None:
        """Let a unit come upon a hidden enemy. If it has examined another area this hour it runs into the enemy: an
        ambush, without scooting (NQM-RECCE-04, -05, -07).
        """
        stage = self.stage
        if not self._has_looked(body):
            self._examine(body, enemy, by_recce=body.mover is Mover.LIGHT_RECCE)
        else:
            face = stage.dice.roll(6, "recce blue", enemy.unit.key, "how near the enemy lets them come")
            band = reccing.opens_fire(enemy.grade, face)
            stage.say(f"{body.name} has looked elsewhere this hour, and blunders into {enemy.name}.")
            stage.add(Roll("blue die", (face,), result=f"{enemy.name} ({enemy.grade}) fires at {band} range"))
            self._ambushed(body, enemy, band, ambush=True, scoots=False)
        enemy.concealed = False

    def _examine(self, scout: Body, enemy: Body, *, by_recce: bool) -> None:
        """Roll the three dice of the recce, then play the fire that follows (NQM-RECCE)."""
        stage = self.stage
        scout.examined_in = stage.on.hour
        contact, faces = reccing.throw(scout.grade, enemy.grade, stage.dice, enemy.unit.key, stage.on.book)
        white = reccing.choice(scout.grade, enemy.grade, stage.on.book)
        band = reccing.opens_fire(enemy.grade, faces[2])
        stage.say(f"{scout.name} comes upon {enemy.name}: {_MEETING[contact.meeting]}.")
        stage.add(rolled("red die", reccing.sighting(scout.grade, enemy.grade), faces[:1]))
        inverted = f"{enemy.name} has the choice when it is missed" if white.inverted else ""
        stage.add(rolled("white die", white.target, faces[1:2], inverted))
        stage.add(Roll("blue die", faces[2:], result=f"{enemy.grade}: {band} range"))
        if contact.meeting is Meeting.SEEN or contact.band is None:
            return
        ambush = contact.meeting is Meeting.DEFENDER_CHOOSES
        if ambush and not stage.doctrines[enemy.side].ambushes(stage.views[enemy.side], enemy):
            stage.say(f"{enemy.name} lets it pass.")
            return
        if not by_recce and self.marched:
            self._shake_out()
        scoots = (
            reccing.may_scoot(is_recce=by_recce, examined=True)
            and contact.band is not RangeBand.HARASSING
            and stage.doctrines[self.side].scoots(stage.views[self.side], scout)
        )
        self._ambushed(scout, enemy, contact.band, ambush=ambush, scoots=scoots)

    def _ambushed(self, scout: Body, enemy: Body, near: RangeBand, *, ambush: bool, scoots: bool) -> None:
        """Fire the hidden enemy on the unit that has come near (NQM-RECCE-11 to -15)."""
        stage = self.stage
        way = stage.on.approach(scout, enemy, self.sight_m, self._range_m[near])
        moved(stage, scout, way, None, "meets the enemy")
        if scoots:
            stage.say(f"{scout.name} shoots and scoots: it takes half the casualties and leaves this attack.")
        band = near if ambush and near is not RangeBand.HARASSING else None
        shots = volleys([enemy], [scout], self._range_m[near], stage.on, ambush=band)
        struck = throw(stage, shots, enemy.unit.key)
        odd = None
        if scoots:
            struck, odd = self._scooted(struck, scout)
        kind = f"{'Ambush' if ambush else 'First fire'} at {near} range"
        self._tell(kind, enemy, [scout], struck)
        if odd is not None:
            stage.add(odd)
        suffer(stage, [scout], struck)
        shake(stage, enemy, [scout], struck)
        if scoots:
            if scout.is_present:
                gives_ground(stage, scout, (), broken=False)
            self.group = [body for body in self.group if body is not scout]
        catch_in_column(self.group, caught=False)
        if tests(stage, self.group, attacking=True):
            self._failing()

    def _scooted(self, struck: Struck, scout: Body) -> tuple[Struck, Roll | None]:
        """Return half the casualties of recce that scoots, the odd one diced for (NQM-RECCE-15)."""
        face, roll = None, None
        if struck.total % 2:
            face = self.stage.dice.roll(6, "scooting", scout.unit.key, "on 4-6 the odd casualty is not counted")
            why, result = "it suffers half", "is let off" if face >= ODD_PIN_OFF_FROM else "stays"
            roll = Roll(f"odd casualty of {scout.name}", (face,), ODD_PIN_OFF_FROM, why, result=result)
        remaining = reccing.scooted(struck.total, face)
        armour = min(remaining, struck.armour)
        return replace(struck, soft=remaining - armour, armour=armour), roll

    def _outranged(self) -> None:
        """Fire the guns of the objective that outrange every attacker, once before any answer (NQM-SPECIAL-04, -05)."""
        stage, enemy = self.stage, self.objective
        guns = [
            element
            for element in enemy.elements
            if element.kind is ElementKind.BATTERY and not element.indirect and element.ammunition >= 1
        ]
        attackers = [vehicle.reach for body in self.group for vehicle in body.vehicles]
        if not guns or not attackers or not outranges(guns[0].anti_tank_reach, attackers):
            return
        metres = min(guns[0].anti_tank_reach.effective_m, self.distance)
        struck = throw(stage, volleys([enemy], self.group, metres, stage.on), enemy.unit.key)
        if struck.rolls:
            stage.say(f"{enemy.name} outranges the attackers and fires first at {metres} m.")
            self._tell("First fire", enemy, self.group, struck)
        suffer(stage, self.group, struck)
        if stage.doctrines[enemy.side].scoots(stage.views[enemy.side], enemy):
            stage.say(f"{enemy.name} shoots and scoots.")
            gives_ground(stage, enemy, (), broken=False)
            self._end("")

    # Fire -------------------------------------------------------------------------------------------------------------
    def _fireplan(self) -> None:
        """Bring down aircraft and guns on the objective before the main attack goes in (NQM-SEQ-07, -10)."""
        if self.bombarded:
            return
        self.bombarded = True
        batteries = self.stage.on.supporters(self.group[0])
        self.guns += batteries
        bombarded(self.stage, self.group[0], self.objective, batteries)

    def _firefight(self) -> None:
        """Play one hour's fire by both sides at once (NQM-FIRE-01 to -06, -19, -20)."""
        stage, enemy = self.stage, self.objective
        ours = [*self.group, *stage.on.supporters(self.group[0]), *stage.on.beside(self.group[0])]
        theirs = [enemy, *stage.on.supporters(enemy), *stage.on.neighbours(enemy)]
        targets = self._targets()
        shots = volleys(ours, [enemy], self.distance, stage.on, attacker=True)
        answer = volleys(theirs, targets, self.distance, stage.on)
        for body in (*self.group, enemy, *(firer for firer, _ in (*shots.fired, *answer.fired))):
            body.engaged = True
        if not shots.dice:
            if any(element.fired_in == stage.on.hour for body in ours for element in body.elements):
                return
            dry = not any(body.supplied for body in self.group)
            self._end("is called off: no ammunition" if dry else f"is called off: nothing can hurt {enemy.name}")
            return
        done = throw(stage, shots, self.group[0].unit.key)
        back = throw(stage, answer, enemy.unit.key)
        self.rounds.append((done.total, back.total))
        self._tell("Firefight", self.group[0], [enemy], done)
        self._tell("Answer", enemy, self._answered(answer, targets), back)
        suffer(stage, [enemy], done)
        suffer(stage, targets, back)
        shake(stage, self.group[0], [enemy], done)
        shake(stage, enemy, targets, back)
        catch_in_column(self.group, caught=False)
        if must_be_reinforced(done.total, back.total):
            for body in self.group:
                body.needs_reserves = True
        self._after_fire()

    def _targets(self) -> list[Body]:
        """Return the attackers in the firefight: fire at those farther off is left for later."""
        near = max(self.firefight_m, self.distance)
        return [body for body in self.fighting if body.distance(self.objective) <= near]

    def _answered(self, answer: Shots, targets: Sequence[Body]) -> list[Body]:
        """Return the attackers that these dice are thrown at, the nearest first."""
        kinds = {at_armour for _, at_armour in answer.volleys}
        hit = [body for body in targets if (True in kinds and body.vehicles) or (False in kinds and body.soft)]
        return sorted(hit or targets, key=self.objective.distance)

    def _tell(self, kind: str, firer: Body, targets: Sequence[Body], struck: Struck) -> None:
        """Report the dice that one side has thrown at another, or why that battalion throws none."""
        if struck.rolls:
            attacked(self.stage, kind, struck.firers, targets, struck.rolls, hits(struck.total))
        else:
            fired = any(element.fired_in == self.stage.on.hour for element in firer.elements)
            why = "has fired this hour" if fired else "has nothing that can reach or hurt it"
            self.stage.say(f"{kind}: {firer.name} {why}.")

    def _after_fire(self) -> None:
        """Test both sides after the fire, and record whether the firefight is won."""
        stage, enemy = self.stage, self.objective
        tests(stage, [enemy], attacking=False)
        if tests(stage, self.group, attacking=True):
            self._failing()
        if self.group and self.won_in is None and firefight_won(self.rounds, stage.on.book):
            self.won_in = stage.on.hour
            stage.say(
                f"The firefight is won by {_names(self.group)}, casualties {sum(n for n, _ in self.rounds)} to"
                f" {sum(n for _, n in self.rounds)}."
            )
        if enemy.in_play and enemy.broken and not enemy.sat_tight:
            self._broken_defender()

    def _broken_defender(self) -> None:
        """Let broken defenders sit tight, or go (NQM-MORALE-12 to -14)."""
        enemy = self.objective
        if self.stage.doctrines[enemy.side].sits_tight(self.stage.views[enemy.side], enemy):
            enemy.sat_tight = True
            self.stage.say(f"{enemy.name} is broken, but sits tight.")
            return
        gives_ground(self.stage, enemy, self.group, broken=True)
        self._take()

    def _failing(self) -> None:
        """Let an attacker that failed go to ground or back (NQM-MORALE-07, NQM-AMB-07)."""
        self.failed = True
        for body in [attacker for attacker in self.group if attacker.broken and attacker.in_play]:
            halt([body], self.stage.on)
            if (
                self.stage.doctrines[self.side].after_failing(self.stage.views[self.side], body)
                is AfterFailing.WITHDRAWS
            ):
                gives_ground(self.stage, body, [self.objective], broken=False)
                self.group.remove(body)
            else:
                self.stage.say(f"{body.name} goes to ground.")
        if not self.group:
            self._end("has failed")

    # Closing ----------------------------------------------------------------------------------------------------------
    def _reinforce(self) -> bool:
        """Bring up the command's reserves after a failure or a bad hour, and return whether any came (NQM-MORALE-08 to
        -10).
        """
        fresh = [reserve for reserve in self.reserves if reserve.able() and not reserve.committed]
        stands = sum(len(body.elements) for body in fresh)
        guns = [body for body in self.stage.on.supporters(self.group[0]) if body.supplied and body not in self.guns]
        if not reinforced(stands, len(guns)):
            return False
        if guns:
            self.guns += guns
            self.stage.say(f"{_names(guns)} fire for the attack as its reserve.")
            bombarded(self.stage, self.group[0], self.objective, guns)
        for body in fresh:
            pace = int((rate(body.mover, Gait.CONTACT) or NEVER) * 1000)
            way = self.stage.on.approach(body, self.objective, body.in_this_hour(pace), self.firefight_m)
            moved(self.stage, body, way, pace, "comes up as reserve")
            body.cover, body.committed, body.engaged = Cover.ATTACKING, True, True
            self.group.append(body)
            self.stage.say(f"{body.name} comes up as reserve.")
        self.reserves = []
        for body in self.group:
            body.needs_reserves = False
        self.failed = False
        return True

    def _press(self) -> None:
        """Close with the units that have come up, if that is allowed now (NQM-ASSAULT-01)."""
        stage = self.stage
        won, enemy = self.won_in is not None, self.objective
        if not self.fighting or not enemy.is_present:
            self._take()
            return
        needs = self.failed or any(body.needs_reserves for body in self.group)
        if needs:
            needs = not self._reinforce()
        if enemy.is_mobile and not (won and needs):
            if won:
                self._push()
            return
        if not may_press_home(
            won_firefight=won, failed_test=self.failed, worse_round=needs, reserves=not needs, armoured=self.armoured
        ):
            if won and needs:
                self._end("is called off: no reserves to press home with")
            return
        able = [
            body
            for body in self.group
            if body.distance(enemy) <= self.firefight_m and not (body.broken or body.disorganised)
        ]
        foot = [body for body in able if body.foot]
        grade = max((body.grade for body in foot), key=lambda grade: grade.rank, default=Grade.VETERAN)
        due = assault_hour(self.won_in or stage.on.hour, grade, armour=not foot or self.armoured)
        if able and stage.on.hour >= due and storm(stage, able, enemy):
            self._take()

    def _push(self) -> None:
        """Push forward with the enemy falling back; then a firefight is to be won anew (NQM-FIRE-17, -22)."""
        near = max(self.firefight_m, self.distance)
        able = [body for body in self.group if body.able() and body.distance(self.objective) <= near]
        if able and push(self.stage, able, self.objective):
            self.won_in, self.rounds = None, []
        if not self.objective.is_present:
            self._end("")

    def _take(self) -> None:
        """Place the attackers in the enemy's position, the first in it, the others close beside it."""
        for body in sorted(self.fighting, key=lambda body: (not body.foot, body.distance(self.objective))):
            place = self.stage.on.beside_place(body, self.position) if body.able() else None
            if place is not None:
                body.x, body.y = place
                how = "stands in the position" if place == self.position else "closes up to the position"
                self.stage.add(Placed(body.name, self.stage.point(*place), how))
                if body.foot and digs_in_on_objective(body.grade, ordered=False):
                    body.digging_since = self.stage.on.hour
        self._end("")

    def _end(self, why: str) -> None:
        """End the attack for this command; one that was called off goes back to reorganise (NQM-REORG-11)."""
        self.over, self.objective.entered_in = True, 0
        halt(self.group, self.stage.on)
        if why:
            self.stage.say(f"The attack on {self.objective.name} {why}.")
            for body in self.fighting:
                gives_ground(self.stage, body, (), broken=False)


def _names(bodies: Sequence[Body]) -> str:
    return ", ".join(body.name for body in bodies)
