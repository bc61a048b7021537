"""A whole battle by the procedures of Not Quite Mechanised, hour by hour, under a doctrine for each side.

Every hour each attacking command carries on its attack (``attack``), the attacker's side first; then battalions that
were not engaged reorganise. The ground is schematic: a line each side, guns behind. Dice fall in the order of a table,
so that players can type them in. It ends when a side breaks off or has no unit left, or when its turns of six hours are
over; then half of the pins come off and the rest decide the states, as for a return (``returns``).

    resolve(fight, dice, book) -> Resolution
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import partial

from campaign.resolve.country import Country
from campaign.resolve.doctrine import Stance, stances
from campaign.resolve.nqm.attack import Attack
from campaign.resolve.nqm.bombarding import harass, may_harass
from campaign.resolve.nqm.breaking import gives_ground
from campaign.resolve.nqm.doctrine import PLAIN, Doctrine, Stage, View
from campaign.resolve.nqm.field import Body, Ending, deploy
from campaign.resolve.outcome import breaks_off, holder_of, opening, require_troops, resolution
from campaign.rules.common.dice import Dice
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.common.scene import Fight, Resolution, UnitEnd
from campaign.rules.common.strength import back_again
from campaign.rules.tabletop.nqm.classes import Cover
from campaign.rules.tabletop.nqm.morale import terror_prisoners_return
from campaign.rules.tabletop.nqm.pins import Pinned, halved, odd_comes_off, reorganised
from campaign.rules.tabletop.nqm.reorganisation import (
    disorganised_after,
    formation_disorganised,
    may_reorganise,
    organised_again,
)
from campaign.rules.tabletop.nqm.returns import EARLIER, Losses, state_of, stay_on
from campaign.rules.tabletop.nqm.tables import ODD_PIN_OFF_FROM, TASKS
from campaign.terms.forces import Level
from campaign.terms.state import State, Support
from campaign.terms.time import HOURS_A_TURN
from campaign.terms.words import counted
from campaign.words.battle_report import Change, Placed, Point, Roll, Start

DIG_IN_HOURS = next(task.least for task in TASKS if task.name == "dig in infantry company")
"""The hours that each company of a battalion digs (NQM-TASK-09)."""
# The book does not measure who stays with prisoners (NQM-SPECIAL-07). It decides where their captors drive on
# (`test_a_captor_within_600_metres_stays_with_his_prisoners`): in none of 120 battles.
GUARDED_M = 600
"""The metres at which captors are near their prisoners."""


def resolve(fight: Fight, dice: Dice, book: Rulebook) -> Resolution:
    """Resolve a battle, each side by the plain doctrine, and return the resolution. Raises DiceWanted as dice do, and
    the errors of ``begin``.
    """
    return begin(fight, dice, book).run()


def begin(
    fight: Fight,
    dice: Dice,
    book: Rulebook,
    *,
    orders: tuple[Stance, Stance] | None = None,
    doctrines: tuple[Doctrine, Doctrine] = (PLAIN, PLAIN),
) -> Battle:
    """Return the battle before its first hour. Raises BadInput for a side without troops or no turns."""
    require_troops(fight)
    first, second = orders or stances(fight)
    on = deploy(fight, book, (first is Stance.ATTACK, second is Stance.ATTACK))
    stage = Stage(on, (View(on, 0, first), View(on, 1, second)), doctrines, dice)
    stage.turned = partial(_in_inches, fight, on.ground.country)
    return Battle(fight, stage)


def _in_inches(fight: Fight, country: Country | None, point: Point) -> Point:
    """Return a point of the battle in inches of the table, from metres from the near edge, and from the left edge or,
    without a map, from the middle of the front.
    """
    x, y = (metres * fight.inches_a_km / 1000 for metres in point)
    return (x + fight.table_in[0] / 2, y) if country is None else country.unturned((x, y))


def _by_command(bodies: Iterable[Body]) -> tuple[tuple[Body, ...], ...]:
    commands: dict[int, list[Body]] = defaultdict(list)
    for body in bodies:
        commands[body.unit.command].append(body)
    return tuple(map(tuple, commands.values()))


class Battle:
    """A battle under Not Quite Mechanised while the program resolves it."""

    def __init__(self, fight: Fight, stage: Stage) -> None:
        self.fight, self.stage, self.on = fight, stage, stage.on
        self.attacks: list[Attack] = []
        self.commands = tuple(_by_command(self.on.all_of(side)) for side in (0, 1))
        """The battalions of each side, command by command."""
        self.broke_off: int | None = None
        self.ended: set[str] = set()
        self.barred: set[int] = set()
        self.told: set[tuple[str, str]] = set()
        """The units that cannot reorganise, with the reasons; each reason is reported once."""
        self.over = False

    def run(self) -> Resolution:
        """Play hour after hour to the end, and return the resolution."""
        self.stage.add(opening(self.fight))
        for body in self.on.bodies:
            self.stage.add(self._start(body))
        for hour in range(1, HOURS_A_TURN * self.fight.turns + 1):
            self._hour(hour)
            if self.over:
                break
        ends = self._ends()
        holder = holder_of(self.broke_off, [any(self.on.present(side)) for side in (0, 1)])
        length = counted(self.on.hour, "hour")
        return resolution(
            self.fight.forces,
            ends,
            holder,
            self.broke_off,
            turns=self.on.turn,
            length=length,
            report=self.stage,
            flown=self.on.flown,
        )

    def _start(self, body: Body) -> Start:
        """Return the starting position and state of a battalion."""
        how = f"{body.cover}, comes in hour {body.arrives}" if body.arrives else str(body.cover)
        at = None if body.arrives else self.stage.point(body.x, body.y)
        if body.is_guns and body.unit.support is Support.DIRECT_SUPPORT:
            observed = ", ".join(friend.name for friend in self.on.observed_for(body))
            how += f", observers with {observed}" if observed else ""
        return Start(body.name, body.side, at, body.unit.state.value, how, body.unit.key)

    # An hour ----------------------------------------------------------------------------------------------------------
    def _hour(self, hour: int) -> None:
        self.on.hour = hour
        clock = (self.fight.start_hour + hour - 1) % 24
        self.stage.heading(f"Hour {hour}, {clock:02}:00.", "turn")
        for body in self.on.bodies:
            body.engaged, body.fresh_casualties, body.assaulted, body.fought = False, 0, False, False
            body.marched = 0
            if body.digging_since and hour - body.digging_since == DIG_IN_HOURS and body.cover is Cover.SCRAPES:
                body.cover = Cover.DUG_IN
                self.stage.say(f"{body.name} is dug in.")
            if body.arrives and body.arrives <= hour and body.in_play:
                body.arrives = 0
                self.stage.say(f"{body.name} arrives.")
            if body.released == hour > 1 and body.is_present and body.is_guns:
                self.stage.say(f"{body.name} is released and fires for those it supports.")
        for side in (0, 1):
            self._attack(side)
        for side in (0, 1):
            self._harass(side)
        self._prisoners()
        self._after_combat()
        self._reorganise()
        for body in self.on.bodies:
            if body.ending is not None and body.name not in self.ended:
                self.ended.add(body.name)
                self.stage.add(Change(body.name, body.side, body.unit.state.value, body.ending.value))
        self._ended()

    def _attack(self, side: int) -> None:
        """Play the attacks of a side that go on, then new ones of the units, command by command, that have no part in
        one.
        """
        for attack in [attack for attack in self.attacks if attack.side == side]:
            attack.hour()
        self.attacks = [attack for attack in self.attacks if not attack.over]
        busy = {id(body) for attack in self.attacks for body in (*attack.group, *attack.reserves)}
        for bodies in self.commands[side]:
            if not self._is_headless(bodies):
                self._begin(side, [body for body in bodies if id(body) not in busy and self._may_set_out(body)])

    def _may_set_out(self, body: Body) -> bool:
        """Return whether a unit may begin an attack this hour."""
        stays = body.engaged or body.holds or body.in_works or self.on.hour in (body.driven_in, body.guards_in)
        return body.able() and body.supplied and not stays

    def _begin(self, side: int, able: Sequence[Body]) -> None:
        """Begin step 1: a command that can attack picks its objective (NQM-SEQ-03); the battalions that have a way to
        it go.
        """
        view, doctrine = self.stage.views[side], self.stage.doctrines[side]
        target = doctrine.objective(view, able) if able else None
        if target is None:
            self._tell_barred(side, able)
            return
        ordered = sorted(
            (body for body in able if self.on.has_way(body, target)), key=lambda body: (body.distance(target), body.x)
        )
        back = doctrine.reserves(view, ordered)
        group = ordered[: len(ordered) - back]
        attack = Attack(self.stage, group, target, ordered[len(group) :])
        verb = "attacks" if len(group) == 1 else "attack"
        self.stage.say(f"{self.on.names[side]}: {', '.join(body.name for body in group)} {verb} {target.name}.")
        self.attacks.append(attack)
        attack.hour()

    def _is_headless(self, bodies: Sequence[Body]) -> bool:
        """Return whether the battalions' brigade is disorganised, so that it begins no attack (NQM-REORG-08)."""
        return any(
            staff.disorganised
            and formation_disorganised(headquarters_engaged=True, headquarters_casualties=staff.casualties)
            for staff in bodies
            if staff.is_present and staff.unit.headquarters_of is Level.COMMAND
        )

    def _tell_barred(self, side: int, able: Sequence[Body]) -> None:
        """Report once why a command that would attack does not move: no way leads to any enemy."""
        if not able or self.stage.views[side].stance is not Stance.ATTACK or able[0].unit.command in self.barred:
            return
        if not any(self.on.has_way(body, enemy) for body in able for enemy in self.on.present(1 - side)):
            self.barred.add(able[0].unit.command)
            self.stage.say(f"{', '.join(body.name for body in able)} cannot reach the enemy: there is no way there.")

    def _harass(self, side: int) -> None:
        """Let guns that have not fired this hour try to disorganise approaching enemies (NQM-ARTY-05, -06)."""
        view, doctrine = self.stage.views[side], self.stage.doctrines[side]
        for guns in list(self.on.present(side)):
            if guns.is_guns and not guns.engaged and self.on.hour >= guns.released and may_harass(guns):
                target = doctrine.harasses(view, guns)
                if target is not None:
                    harass(self.stage, guns, target)

    def _prisoners(self) -> None:
        """Lead the prisoners of tank terror away if a unit has stayed with them for an hour; otherwise they go back to
        their positions and fight (NQM-SPECIAL-07, NQM-AMB-60).
        """
        for body in self.on.bodies:
            near = [captor for captor in body.captors if captor.is_present and captor.distance(body) <= GUARDED_M]
            if not body.captors:
                continue
            if not terror_prisoners_return(attackers_stay=bool(near)):
                if body.taken_in < self.on.hour:
                    body.captors = ()
                else:
                    view, doctrine = self.stage.views[near[0].side], self.stage.doctrines[near[0].side]
                    guard = doctrine.guards(view, near)
                    guard.guards_in = self.on.hour + 1
                    self.stage.say(f"{guard.name} stays with the prisoners of {body.name}.")
                continue
            body.captors, body.ending = (), None
            self.stage.say(
                f"No guard has stayed with {body.name}: it goes back to its positions, and fights from now on."
            )
            self.stage.add(Placed(body.name, self.stage.point(body.x, body.y), "stands in its position again"))
            if body.name in self.ended:
                self.ended.remove(body.name)
                state = body.unit.state.value
                self.stage.add(Change(body.name, body.side, Ending.SURRENDERED.value, state))

    # Afterwards -------------------------------------------------------------------------------------------------------
    def _after_combat(self) -> None:
        """Mark as disorganised the units that assaulted, were assaulted or were hit, when the combat is over
        (NQM-REORG-01, NQM-AMB-101).
        """
        fighting = {
            id(body) for attack in self.attacks if not attack.over for body in (*attack.group, attack.objective)
        }
        for body in self.on.bodies:
            if not (body.is_present and body.fought) or id(body) in fighting:
                continue
            if body.disorganised or (body.vehicles and not body.fresh_casualties):
                continue
            defending = self.stage.views[body.side].stance is not Stance.ATTACK
            hit = body.fresh_casualties
            if disorganised_after(
                body.grade, self.on.book, assault=body.assaulted, casualties=hit, defending=defending
            ):
                body.disorganised, body.quiet_hours = True, 0
                self.stage.say(f"{body.name} is disorganised after combat.")

    def _reorganise(self) -> None:
        """Reorganise battalions in safety with an unwounded command: half of their red pins come off (NQM-REORG-12 to
        -17).
        """
        for body in self.on.bodies:
            reds = sum(element.red for element in body.elements)
            if not body.is_present or not (body.disorganised or body.needs_reserves or reds):
                continue
            safe = not self.on.is_under_fire(body)
            why = may_reorganise(command_unwounded=body.command_unwounded, tanks=bool(body.vehicles), safe=safe)
            if body.engaged or why:
                body.quiet_hours = 0
                if why and not body.engaged and (body.name, why) not in self.told:
                    self.told.add((body.name, why))
                    self.stage.say(f"{body.name} cannot reorganise: {why}.")
                attacks = self.stage.views[body.side].stance is Stance.ATTACK
                if attacks and not (body.engaged or safe or body.digging_since):
                    gives_ground(self.stage, body, (), broken=False)
                continue
            body.quiet_hours += 1
            if body.quiet_hours >= self.on.book.integer("nqm.reorg.hours"):
                self._reorganised(body)

    def _reorganised(self, body: Body) -> None:
        """Reorganise a battalion: half off, the odd one diced for; the rest turn black; full stands go to the medical
        post (NQM-CAS-09, -10, NQM-AMB-75, -76).
        """
        reds = sum(element.red for element in body.elements)
        if reds:
            stays = halved(reds, odd_off=reds % 2 == 1 and self._odd(body))
            after = reorganised([element.pinned for element in body.elements], stays)
            body.elements = [
                element.pins(Pinned(pinned.strength, 0, pinned.black))
                for element, pinned in zip(body.elements, after, strict=True)
            ]
        self._to_the_post(body)
        ready = organised_again(body.grade, red_pins=0, out_of_ammunition=False, needs_orders=False)
        body.disorganised = body.disorganised and not ready
        body.broken = body.sat_tight = body.needs_reserves = body.tested = False
        body.casualties, body.quiet_hours = 0, 0
        black = sum(element.black for element in body.elements)
        stay = f"{counted(black, 'black pin')} {'stays' if black == 1 else 'stay'}" if black else "no black pin stays"
        self.stage.say(f"{body.name} reorganises: {stay}.")

    def _odd(self, body: Body) -> bool:
        face = self.stage.dice.roll(6, "reorganisation", body.unit.key, "4-6 the odd pin comes off")
        self._tell_odd(body, (face,))
        return odd_comes_off(face)

    def _tell_odd(self, body: Body, faces: tuple[int, ...], when: str = "") -> None:
        """Report the dice that decide whether a battalion's odd pins come off."""
        off = ", ".join("comes off" if odd_comes_off(face) else "stays" for face in faces)
        self.stage.add(Roll(f"odd pin of {body.name}{when}", faces, ODD_PIN_OFF_FROM, result=off))

    def _to_the_post(self, body: Body) -> None:
        """Take full stands off the table, to the brigade's medical post or with its transport (NQM-CAS-09,
        NQM-AMB-76).
        """
        full = [element for element in body.elements if element.points and element.pinned.full]
        body.elements = [element for element in body.elements if element not in full]
        body.post.extend(full)

    # The end ----------------------------------------------------------------------------------------------------------
    def _ended(self) -> None:
        for side in (0, 1):
            if not any(self._comes_or_stands(body) for body in self.on.all_of(side) if not body.is_rear):
                self.over = True
                self.stage.heading(f"{self.on.names[side]} has no unit left in the line.", "end")
                self.broke_off = side if any(self.on.present(side)) else None
                return
        reasons = (self.stage.doctrines[side].breaks_off(self.stage.views[side]) for side in (0, 1))
        self.broke_off = breaks_off(reasons, self.on.names, self.stage)
        self.over = self.broke_off is not None

    def _comes_or_stands(self, body: Body) -> bool:
        """Return whether a battalion is on the table, comes onto it before the clock runs out, or may yet be freed."""
        return bool(body.captors) or (body.in_play and body.arrives <= HOURS_A_TURN * self.fight.turns)

    def _ends(self) -> tuple[UnitEnd, ...]:
        """Play the last halving and return the state of every battalion (NQM-CAS-11, NQM-AMB-78, umpire 2)."""
        return tuple(self._end(body) for body in self.on.bodies)

    def _end(self, body: Body) -> UnitEnd:
        before = body.unit.state
        if body.ending is Ending.SURRENDERED:
            return UnitEnd(body.unit.id, before, State.CAPTURED)
        began = body.battalion.pins
        stands = [element for element in (*body.elements, *body.post) if element.points]
        red, black = sum(stand.red for stand in stands), sum(stand.black for stand in stands)
        faces: list[int] = []
        pins = stay_on(red, max(0, black - began), body.unit.key, self.stage.dice, self.on.book, faces)
        if faces:
            self._tell_odd(body, tuple(faces), " after the battle")
        losses = Losses(body.battalion.points, body.lost, min(black, began), pins)
        state = State.DESTROYED if body.ending is Ending.DESTROYED else state_of(losses, self.on.book)
        if body.ending is Ending.DISPERSED and state is State.FRESH:
            state = State.SPENT
        after = max(before, state, key=lambda value: value.severity)
        aftermath = {"points_lost": body.lost, "pins": pins}
        aftermath |= {EARLIER: earlier} if (earlier := min(black, began)) else {}
        aftermath |= {"dispersed": 1} if body.ending is Ending.DISPERSED else {}
        aftermath |= {"disorganised": 1} if body.disorganised and after.is_in_play else {}
        aftermath |= {"headquarters_hit": 1} if body.command_lost else {}
        aftermath["ammunition"] = int(
            sum((element.ammunition for element in (*body.elements, *body.post)), Fraction(0))
        )
        aftermath |= back_again(body.lost, body.battalion.points, before, after)
        return UnitEnd(body.unit.id, before, after, aftermath=aftermath)
