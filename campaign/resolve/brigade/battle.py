"""A whole battle resolved by the book's own phases under the plain doctrine (BDE-SEQ, BDE-WIN).

Sides move in turn, the attacker first; two moves are a period. In a move: casualty tests, dice against pins, requests
for artillery, indirect fire, then fire and movement, all A before any B. The dice fall in the order in which a table
would roll them. The battle ends when a side has lost as many companies as lose it the game, has no unit left, or the
periods are over: then both are still there.

    resolve(fight, dice, book) -> Resolution
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from math import hypot
from typing import TypeVar

from campaign.resolve.brigade import combat, doctrine, march, missions, own_ground, transport
from campaign.resolve.brigade.doctrine import Plan
from campaign.resolve.brigade.engagement import Use, aim, expected, fire, remove
from campaign.resolve.brigade.field import Field, Piece, Side, deploy, in_quarters
from campaign.resolve.brigade.missions import Mission
from campaign.resolve.lookout import Lookout
from campaign.resolve.outcome import holder_of, opening, resolution, unopposed
from campaign.resolve.report import Report
from campaign.rules.common.dice import Dice
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.common.scene import AirSupport, Fight, Resolution, UnitEnd
from campaign.rules.common.strength import back_again, worse
from campaign.rules.tabletop.brigade import detection, indirect, morale
from campaign.rules.tabletop.brigade.detection import keep, showing
from campaign.rules.tabletop.brigade.movement import allowance, left_after_changing
from campaign.rules.tabletop.brigade.muster import Battalion
from campaign.rules.tabletop.brigade.scales import MOVES_A_PERIOD
from campaign.rules.tabletop.brigade.sequence import Doing, Firer, check, in_order, most_of
from campaign.rules.tabletop.brigade.tables import (
    ACTS,
    PHASES,
    Act,
    Cover,
    DetectedAs,
    Ground,
    MovesAs,
    Phase,
    Seen,
    Showing,
)
from campaign.rules.tabletop.brigade.victory import Kind, state_after
from campaign.terms.words import counted, listing
from campaign.words.battle_report import Attack, Heading, Move, Start, at_words, rolled

T = TypeVar("T")

# BDE-AMB-86.
HQ_WITHIN_IN = 6
# Our choice. It ends a battle in which nobody finds a way (`test_who_finds_no_way_lets_the_fight_end`): none of 40
# battles.
QUIET_MOVES = 6
"""The moves of both sides without movement or fire after which a battle is over."""
# Our choice. It decides when a battle without movement ends though a unit waits
# (`test_a_battle_waits_twenty_moves_for_a_unit_that_finds_no_room_to_come_on`): in none of 48 battles.
LAST_COMES = 20
"""The move after which a unit that has found no room to come on does not keep a battle going."""


def resolve(fight: Fight, dice: Dice, book: Rulebook) -> Resolution:
    """Resolve a battle and return the resolution. Raises DiceWanted as dice do."""
    on = own_ground.set_out(fight, book) if own_ground.is_own(fight) else deploy(fight, book)
    present = [bool(side.remains) for side in on.sides]
    if not all(present):
        report = Report()
        report.add(opening(fight))
        return unopposed(fight, present, report)
    going = Battle(on, dice, book, fight.air)
    if on.ways is not None:
        going.report.turned = on.ways.country.unturned
    going.report.add(opening(fight))
    going.starts()
    return going.run()


Shown = tuple[Piece, DetectedAs, Showing, float, float, float]
"""The appearance of an enemy: its detection row, the farthest along the table at which it may be seen, and its
position.
"""


class _News:
    """The enemies that have changed since a viewer last looked, found by position without asking each of them."""

    def __init__(self, looks: Sequence[Shown]) -> None:
        self.looks = looks
        self.at = {enemy: n for n, (enemy, *_) in enumerate(looks)}
        self.along: dict[float, list[tuple[float, int]]] = {}
        for n, (_, _, _, far, x, _) in enumerate(looks):
            self.along.setdefault(far, []).append((x, n))
        for row in self.along.values():
            row.sort()

    def near(self, x: float, known: Iterable[Piece]) -> list[Shown]:
        """Return the enemies that can be detected from there along the table, and those of them that are known, in
        their order.
        """
        numbers = {self.at[enemy] for enemy in known if enemy in self.at}
        for far, row in self.along.items():
            numbers.update(
                n for _, n in row[bisect_left(row, (x - far, -1)) : bisect_right(row, (x + far, len(self.looks)))]
            )
        return [self.looks[n] for n in sorted(numbers)]


class Battle:
    """A battle under the Brigade rules while the program resolves it."""

    def __init__(self, on: Field, dice: Dice, book: Rulebook, air: Iterable[AirSupport] = ()) -> None:
        self.on, self.dice, self.book = on, dice, book
        self.report = Report()
        self.missions: tuple[list[Mission], list[Mission]] = ([], [])
        self.points = tuple(doctrine.df_points(side, on) for side in (0, 1))
        self.loser: int | None = None
        self.waiting = (
            [air_support for air_support in air if 1 in air_support.turns] if book.switch("brigade.air_sortie") else []
        )
        self.flown: set[tuple[str, int]] = set()
        self.lookout: Lookout[Piece, Shown] = Lookout()

    def run(self) -> Resolution:
        """Play move after move to the end, and return the resolution."""
        for side in self.on.sides:
            self.report.heading(
                f"{side.force.side_name}: {_companies(side.companies)}, the game is lost at {side.loses_at}."
            )
        most, moves = MOVES_A_PERIOD * self.book.integer("brigade.resolve_periods"), 0
        quiet = 0
        while moves < most and self.loser is None and quiet < QUIET_MOVES:
            before = len(self.report.events)
            self._move(moves % 2)
            moves += 1
            self.loser = self._beaten()
            acted = any(isinstance(event, Attack | Move) for event in self.report.events[before:])
            quiet = 0 if acted or self._awaited(moves) else quiet + 1
        if quiet == QUIET_MOVES:
            self.report.heading("No unit moves or fires any more.", "end")
        return self._closed(moves)

    def starts(self) -> None:
        """Report the starting position of every unit."""
        for number, side in enumerate(self.on.sides):
            for piece in side.pieces:
                at = self.report.point(piece.x, piece.y) if piece.on_table else None
                notes = {"fires from behind the table": piece.troop.off_table, "limbered": piece.limbered}
                how = [*(note for note, holds in notes.items() if holds), *([march.stands_in(piece)] if at else [])]
                strength = f"{piece.living} figures" if piece.living else "a model"
                if piece.troop.moves_as is not MovesAs.INFANTRY and not piece.troop.off_table:
                    strength += f", moves as {piece.troop.moves_as.value}"
                if piece.rides is not None:
                    how.append(f"in {piece.rides.words}")
                if piece.comes_in and not piece.troop.off_table:
                    how.append(f"comes on in move {piece.comes_in}")
                state, key = piece.unit.state.value, f"{piece.unit.key}/{piece.troop.key}"
                self.report.add(Start(piece.name, number, at, state, ", ".join([strength, *how]), key))

    def _awaited(self, moves: int) -> bool:
        """Return whether a unit is still to come on, or fire is on its way."""
        coming = any(
            piece.waiting and not piece.fate for side in self.on.sides for piece in side.pieces if piece.comes_in
        )
        return (coming and moves < LAST_COMES) or any(self.missions)

    def _move(self, side: int) -> None:
        self.on.moves[side] += 1
        force = self.on.sides[side]
        self.report.heading(f"Move {self.on.moves[side]}, {force.force.side_name}.", "move")
        if self.on.ways is not None:
            march.come_on(side, self.on, self.report)
        for piece in force.pieces:
            piece.fired_indirect = False
            piece.new.clear()
        self._phase(Phase.MORALE, self._morale, force)
        self._phase(Phase.UNPIN, self._unpin, force)
        self._look(side, force.on_table)
        self.on.tasks[side] = doctrine.battalion_tasks(side, self.on)
        self._phase(Phase.REQUESTS, self._ask, side)
        self._phase(Phase.INDIRECT_FIRE, self._indirect, side)
        self._fire_and_move(side)

    def _phase(self, phase: Phase, play: Callable[[T], None], by: T) -> None:
        """Play a phase for a side, under its heading if anything happens in it (BDE-SEQ-03)."""
        begun = len(self.report.events)
        play(by)
        self._head(begun, f"Phase {phase.value}, {PHASES[phase]}.")

    def _head(self, begun: int, text: str) -> None:
        """Set a heading before the events reported since, if there are any."""
        if len(self.report.events) > begun:
            self.report.events.insert(begun, Heading(text, "phase"))

    # Phases 1 and 2 ---------------------------------------------------------------------------------------------------
    def _morale(self, force: Side) -> None:
        for piece in force.on_table:
            if piece.troop.is_vehicle or piece.troop.crewed:
                continue
            if not morale.must_test(
                dead=piece.dead,
                dead_at_last_test=piece.dead_at_test,
                start=piece.start,
                step_tested=piece.step_tested,
                book=self.book,
            ):
                continue
            test = morale.casualty_test(piece.troop.grade, piece.start, piece.dead)
            piece.dead_at_test, piece.step_tested = piece.dead, morale.step_lost(piece.start, piece.dead)
            ok, face = combat.stays(test, self.dice, piece.name)
            if test.score is not None:
                thrown = [] if face is None else [face]
                result = "stays" if ok else "removed"
                self.report.add(rolled(f"casualty test of {piece.name}", test.score, thrown, result))
            if not ok:
                remove(piece, "failed its test", self.report)

    def _unpin(self, force: Side) -> None:
        """Roll against pins, from the left flank to the right (BDE-SEQ-05)."""
        staffs = [piece for piece in force.on_table if piece.troop.headquarters]
        for piece in sorted(force.on_table, key=lambda piece: piece.x):
            if piece.pinned:
                score = morale.unpin(
                    piece.troop.grade, start=piece.start, dead=piece.dead, headquarters=self._led(piece, staffs)
                )
                ok, face = combat.unpins(score, self.dice, piece.name)
                piece.pinned = not ok
                thrown = [] if face is None else [face]
                self.report.add(rolled(f"unpin {piece.name}", score, thrown, "up" if ok else "stays down"))

    def _led(self, piece: Piece, staffs: Iterable[Piece]) -> bool:
        near = any(
            headquarters.unit.id == piece.unit.id and self.on.gap(piece, headquarters) <= HQ_WITHIN_IN
            for headquarters in staffs
        )
        return morale.headquarters_helps(contains=piece.troop.headquarters, within_6_in=near, book=self.book)

    # Phases 3 and 4 ---------------------------------------------------------------------------------------------------
    def _look(self, side: int, lookers: Sequence[Piece], *, after_moving: bool = False) -> None:
        """Let these units of the mover look for every enemy they have not spotted yet (BDE-DET-08, BDE-AMB-15)."""
        looks = {}
        for enemy in self.on.enemies(side):
            row, column = self.on.row_of(enemy), self._column(enemy)
            far = detection.farthest(row, column, self.on.cap_in) + 1
            looks[enemy] = enemy, row, column, far, enemy.x, enemy.y
        self.lookout.show(looks)
        bare, news = self.on.lines is None, dict[int, _News]()
        for piece in lookers:
            speed, x, y, detected = piece.moved_in if piece.vehicle is not None else 0, piece.x, piece.y, piece.detected
            unseen = self.lookout.unseen_by(piece, (x, y, speed))
            if id(unseen) not in news:
                news[id(unseen)] = _News(unseen)
            for enemy, row, column, far, enemy_x, enemy_y in news[id(unseen)].near(x, () if bare else detected):
                before = detected.get(enemy, Seen.UNSEEN)
                if not bare and before is not Seen.UNSEEN and not self.on.in_line(piece, enemy):
                    detected[enemy] = keep(before, Seen.UNSEEN, in_sight=False)
                    continue
                if before is Seen.SPOTTED or abs(x - enemy_x) > far:
                    continue
                gap = in_quarters(hypot(x - enemy_x, y - enemy_y))
                now = detection.detect(row, column, gap, observer_vehicle_moved_in=speed, cap_in=self.on.cap_in)
                if now > before and self.on.in_line(piece, enemy):
                    detected[enemy] = keep(before, now, in_sight=True)
                    self.on.seen[side].setdefault(enemy)
                    if after_moving and before is Seen.UNSEEN:
                        piece.new.add(enemy)

    def _column(self, enemy: Piece) -> Showing:
        """Return the detection column of an enemy, whose move it is not."""
        return showing(in_cover=enemy.cover is not Cover.OPEN, moved=enemy.moved_in > 0, fired=enemy.fired)

    def _ask(self, side: int) -> None:
        running = self.missions[side]
        running[:] = [mission for mission in running if doctrine.keeps(mission, self.on) or self._walked(mission)]
        busy = {gun for mission in running for gun in mission.guns}
        for request in doctrine.requests(side, self.on, busy, self.points[side]):
            running.append(missions.ask(request, self.on.moves[side], self.report))

    def _walked(self, mission: Mission) -> bool:
        """Shift fire that falls on no unit to the enemy nearest to it, and return whether its observer could."""
        by = mission.request.by
        seen = [
            enemy
            for enemy in self.on.enemies(by.side)
            if by.in_play and by.detected.get(enemy, Seen.UNSEEN) and enemy.vehicle is None
        ]
        if not seen or not mission.fell:
            return False
        x, y = mission.fell[0][:2]
        nearest = min(seen, key=lambda enemy: (abs(enemy.x - x) + abs(enemy.y - y), enemy.name))
        close = abs(nearest.x - x) + abs(nearest.y - y) <= 2 * HQ_WITHIN_IN
        walked = close and missions.walk(mission, nearest)
        if walked:
            guns = missions.named(gun.name for gun in mission.guns)
            spots = listing(at_words(self.report.point(x, y)) for x, y, _, _ in mission.fell)
            self.report.say(f"{by.name} walks the fire of {guns} 2 in. towards {nearest.name}, to {spots}.")
        return walked

    def _indirect(self, side: int) -> None:
        for mission in self.missions[side]:
            if mission.due <= self.on.moves[side]:
                missions.bring_down(mission, self.on, self.dice, self.report)

        self._strike_from_the_air(side)

    def _strike_from_the_air(self, side: int) -> None:
        """Make each aircraft's single strike, as soon as its side has detected a unit on foot (BDE-AMB-91)."""
        for air_support in [support for support in self.waiting if support.side == side]:
            result = doctrine.seen_on_foot(side, self.on)
            if result is None:
                return
            self.waiting.remove(air_support)
            self.flown.add((air_support.name, 1))
            missions.sortie(indirect.sortie(air_support.name, self.book), *result, self.on, self.dice, self.report)

    # Phase 5 ----------------------------------------------------------------------------------------------------------
    def _fire_and_move(self, side: int) -> None:
        """Play fire and movement: all A, then B, C, D, E, the foremost first so that no unit blocks those behind; plans
        use what was in sight when the phase began (BDE-SEQ-14).
        """
        ready = [piece for piece in self.on.sides[side].on_table if not piece.fired_indirect]
        ready.sort(key=lambda piece: -piece.y if side == 0 else piece.y)
        self.on.enemy_row = self.on.row_of_enemies(side)
        plans = [(piece, doctrine.plan(piece, self.on)) for piece in ready]
        self.on.enemy_row = None
        for piece in self.on.sides[side].on_table:
            piece.moved_in, piece.fired = Fraction(0), piece.fired_indirect
        for n, act in enumerate(in_order({plan.act for _, plan in plans})):
            begun, acting = len(self.report.events), [(piece, plan) for piece, plan in plans if plan.act is act]
            for piece, plan in acting:
                if piece.in_play:
                    self._act(piece, plan)
            self._head(begun, f"Phase {Phase.FIRE_AND_MOVEMENT.value} {act.value}, {ACTS[act]}.")
            # Whoever stands sees what he saw, except that nobody counts as fast any more from the phase's beginning.
            self._look(
                side,
                self.on.sides[side].on_table if n == 0 else [piece for piece, _ in acting if piece.on_table],
                after_moving=True,
            )
        for piece in self.on.sides[side].on_table:
            if piece.troop.is_vehicle:
                doctrine.turn(piece, self.on)

    def _act(self, piece: Piece, plan: Plan) -> None:
        troop = piece.troop
        doing = Doing(plan.act, plan.inches, plan.target is not None, plan.gets_off)
        firer = Firer(
            piece.name,
            allowance(piece.moves_as, Ground.OPEN, None),
            troop.fires,
            fired_indirect=piece.fired_indirect,
            limbered=piece.limbered,
            pinned=piece.pinned,
            mounted=troop.kind is Kind.SQUADRON,
            stuck=piece.stuck,
        )
        check(doing, firer)
        if plan.act is Act.B:
            self._advance(piece, plan)
            self._look(piece.side, [piece], after_moving=True)
            self._fires(piece, plan)
            return
        self._fires(piece, plan)
        if plan.gets_off:
            transport.get_off(piece, self.report)
            march.advance(piece, left_after_changing(mounts=True), self.on, self.dice, self.report)
        if plan.inches:
            self._advance(piece, plan)
        if plan.act is Act.D:
            piece.limbered = False
            self.report.say(f"{piece.name} unlimbers.")

    def _fires(self, piece: Piece, plan: Plan) -> None:
        """Fire at the planned targets, chosen anew after moving, or if one of them is lost meanwhile: all weapons at
        one target, or gun or specialist at a vehicle and the rest at troops (BDE-TANK-01, BDE-AMB-57).
        """
        target, beside = plan.target, plan.beside
        planned = [enemy for enemy in (target, beside) if enemy is not None]
        # Who has left his vehicles meanwhile is troops.
        alike = len({enemy.vehicle is None for enemy in planned}) < len(planned)
        if plan.act is Act.B or alike or any(not enemy.in_play for enemy in planned):
            target, beside, _ = doctrine.choose(piece, self.on, plan.act, doctrine.targets(piece, self.on))
        for enemy in filter(None, (target, beside)):
            use = Use.BESIDE if beside is not None and enemy.vehicle is None else Use.ALL
            shot = aim(piece, enemy, self.on, plan.act, doctrine.sees(piece, enemy, self.on), use)
            if enemy.in_play and expected(shot, self.on) > 0:
                fire(shot, self.on, self.dice, self.report, lambda hit: doctrine.takes_pin(hit, self.on))

    def _advance(self, piece: Piece, plan: Plan) -> None:
        if self.on.ways is not None:
            march.advance(piece, most_of(plan.act), self.on, self.dice, self.report)
            return
        forward = 1 if piece.side == 0 else -1
        start = piece.x, piece.y
        piece.y += float(plan.inches) * forward
        piece.moved_in += plan.inches
        piece.cover = Cover.OPEN
        path = self.report.path((start, (piece.x, piece.y)))
        most = allowance(piece.moves_as, Ground.OPEN, None) * most_of(plan.act)
        self.report.add(Move(piece.name, path, float(plan.inches), float(most), march.ends_in(piece)))

    # The end ----------------------------------------------------------------------------------------------------------
    def _beaten(self) -> int | None:
        """Return the side that has lost: half its companies and one, or all its units (BDE-WIN-02)."""
        for n, side in enumerate(self.on.sides):
            lost = side.lost(self.book)
            if not side.remains or (side.companies and lost >= side.loses_at):
                self.report.heading(
                    f"{side.force.side_name} has lost {lost} of {_companies(side.companies)} and gives up the field.",
                    "end",
                )
                return n
        return None

    def _closed(self, moves: int) -> Resolution:
        periods = -(-moves // MOVES_A_PERIOD)
        ends = [
            self._end(battalion, n)
            for n, side in enumerate(self.on.sides)
            for battalion in side.mustered.battalions
            if battalion.troops
        ]
        return resolution(
            [side.force for side in self.on.sides],
            ends,
            holder_of(self.loser, ()),
            self.loser,
            turns=1,
            length=f"{counted(periods, 'period')}, {counted(moves, 'move')} of both sides",
            report=self.report,
            flown=self.flown,
        )

    def _end(self, battalion: Battalion, side: int) -> UnitEnd:
        """Return the end of a battalion by its losses; a stuck vehicle is lost with the field (BDE-MAP-07, -08,
        -11).
        """
        pieces = [piece for piece in self.on.sides[side].pieces if piece.unit.id == battalion.unit.id]
        lost = sum(_lost(piece, battalion, field_lost=self.loser == side) for piece in pieces)
        before = battalion.unit.state
        after = (
            before
            if battalion.off_table
            else worse(before, state_after(battalion.full, battalion.missing + lost, self.on.book))
        )
        removed = sum(piece.fate != "" for piece in pieces if not piece.troop.crewed)
        if not battalion.off_table:
            noun = "models" if battalion.by_models else "figures"
            why = ", ".join(f"{piece.troop.label} {piece.fate}" for piece in pieces if piece.fate)
            self.report.say(
                f"{battalion.unit.name}: {battalion.present - lost} of {battalion.present} {noun}"
                f" left{f' ({why})' if why else ''}: {after.value}."
            )
        return UnitEnd(
            battalion.unit.id,
            before,
            after,
            aftermath={
                "lost": lost,
                "companies_removed": 0 if battalion.by_models else removed,
                **back_again(lost, battalion.present, before, after),
            },
        )


def _lost(piece: Piece, battalion: Battalion, *, field_lost: bool) -> int:
    """Return the figures lost: those of a removed unit count in full, models one each."""
    if battalion.by_models:
        return int(bool(piece.fate) or (piece.stuck and field_lost))
    return piece.start if piece.fate else piece.dead


def _companies(count: int) -> str:
    return f"{count} {'company' if count == 1 else 'companies'}"
