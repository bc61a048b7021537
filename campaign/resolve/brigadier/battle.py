"""A whole battle, resolved by the procedures of the preview and the values of a house file (BGC).

The ten phases are played turn by turn, until a side breaks, has no unit left, or the campaign's turns are over. Values
that the preview does not give are taken from the house file; if a value needed is in neither, nothing is rolled and the
answer says what is missing. The table is the battle's own ground (``field``), the decisions are those of ``doctrine``.

    resolve(fight, dice, book) -> Resolution | NotCovered
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import partial
from math import ceil

from campaign.resolve import doctrine as common
from campaign.resolve.brigadier import doctrine
from campaign.resolve.brigadier.air_strikes import Sky
from campaign.resolve.brigadier.assault import ready_in, storms
from campaign.resolve.brigadier.engagement import Engagement
from campaign.resolve.brigadier.field import CALLED_NEVER, TOUCH_IN, TURN_MINUTES, Base, Field, lay_out, room_at
from campaign.resolve.brigadier.melee import close_assaults
from campaign.resolve.brigadier.missing import always_missing, missing_parts
from campaign.resolve.brigadier.movement import CLEAR_IN, Aim, advance, move_on
from campaign.resolve.brigadier.retreat import give_way
from campaign.resolve.brigadier.thrown import Thrown
from campaign.resolve.outcome import holder_of, opening, require_troops, resolution
from campaign.resolve.report import Report
from campaign.rules.common.dice import Dice
from campaign.rules.common.force import Unit
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.common.scene import Fight, NotCovered, Resolution, UnitEnd
from campaign.rules.common.strength import back_again, worse
from campaign.rules.tabletop.brigadier.hits import Count
from campaign.rules.tabletop.brigadier.house import DieSize, House
from campaign.rules.tabletop.brigadier.house_plain import house_for
from campaign.rules.tabletop.brigadier.muster import noted
from campaign.rules.tabletop.brigadier.orders import Echelon, may_lower, may_raise
from campaign.rules.tabletop.brigadier.returns import Losses, end_state
from campaign.rules.tabletop.brigadier.tables import FULL_COUNT, Order, Phase
from campaign.rules.tabletop.brigadier.turns import Initiative, TableTime
from campaign.terms.state import State
from campaign.values import replace
from campaign.words.battle_report import Attack, Heading, Move, Placed, Start

# The faces of the book are those of a die of six (BGC-H-03).
ONE_DIE = DieSize(1, 6)
# Our choice, for house files whose turns are of a few minutes: with others the hours of the battle end it first
# (`test_a_fight_ends_with_its_turns`).
MOST_TURNS = 80
# Our choice. It ends a battle in which nobody gets through
# (`test_a_fight_in_which_nobody_can_do_anything_is_soon_over`): none of 6 battles.
QUIET_TURNS = 3
"""The turns without movement or fire after which a battle is over."""
# Our choice. It decides when a reserve comes (`test_a_reserve_is_called_when_a_third_of_the_first_force_is_broken`):
# none of 6 battles has one.
CALLED_AT = Fraction(1, 3)
"""The part of the first force, lost or broken, at which reserves come on."""
# In a town, where nobody is seen, a side had counted no enemy at all
# (`test_an_enemy_out_of_sight_is_reckoned_with_for_three_turns`); 1 or 6 ends none of 6 battles otherwise.
REMEMBERED_TURNS = 3
"""The turns for which a side counts an enemy that it no longer sees, in its last known state: units in a town are out
of sight.
"""
WAY_OUT = (
    "type the book's tables into a house file and use it (campaign rules house FILE; brigadier-ours is a ready one"
    " with made-up values), or fight it on the table and record the return"
)


def resolve(fight: Fight, dice: Dice, book: Rulebook) -> Resolution | NotCovered:
    """Resolve a battle and return the resolution. Raises BadInput for a force without a unit that can fight, DiceWanted
    as dice do.
    """
    require_troops(fight)
    house = house_for(book)
    if parts := missing_parts(fight, house, book):
        return NotCovered(parts, WAY_OUT)
    return Battle(fight, house, dice, book).run()


def missing_rules(book: Rulebook) -> NotCovered | None:
    """Return the parts of the rules that every battle would lack under these settings; None if there are none."""
    parts = always_missing(house_for(book), book)
    return NotCovered(parts, WAY_OUT) if parts else None


class Battle:
    """A battle in progress. Sides are 0, the attackers, and 1."""

    def __init__(self, fight: Fight, house: House, dice: Dice, book: Rulebook) -> None:
        self.fight, self.house, self.dice, self.book = fight, house, Thrown(dice), book
        night = house.night if fight.skies and fight.sky(1).night else None
        self.field: Field = lay_out(fight, house, book, night)
        self.report = Report()
        self.report.turned = self.field.scenery.country.unturned
        self.report.add(opening(fight))
        self._starts()
        self.engagement = Engagement(self.field, self.dice, self.report)
        self.sky = Sky(self.field, self.engagement, self.dice, self.report, fight.air)
        self.initiative = Initiative(0)
        self.clock = TableTime(fight.start_hour * 60)
        self.began = self.clock.minutes
        self.mustered = [sum(base.side == side for base in self.field.bases) for side in (0, 1)]
        self.noted = {
            base.battalion.unit.id: noted(base.battalion.unit, base.battalion.platoons, book)
            for base in self.field.bases
        }
        self.states = {unit.id: unit.state for force in fight.forces for unit in force.units}
        self.broke_off: int | None = None
        self.had_attackers = [doctrine.has_attackers(self.field, side) for side in (0, 1)]
        self.seen: list[dict[int, tuple[int, Base, Fraction]]] = [{}, {}]
        self.storms: Mapping[int, Aim] = {}
        self.ready: Collection[int] = ()
        self.enemies: list[dict[int, list[Base]]] = [{}, {}]
        self.enemy_ids: list[dict[int, frozenset[int]]] = [{}, {}]
        self.field.radio = {base.battalion.unit.id for base in self.field.bases}  # all start in contact (BGC-SETUP-09)

    def _starts(self) -> None:
        """Report the starting position of every unit."""
        for base in self.field.bases:
            stands = self.report.point(base.x, base.y) if base.on_table else None
            how = [
                base.order.value,
                base.platoon.kind.value,
                *(["dug in"] if base.dug_in else []),
                *(["fires from off the table"] if base.platoon.off_table else []),
            ]
            state, key = base.battalion.unit.state.value, f"{base.battalion.unit.key}/{base.platoon.key}"
            self.report.add(Start(base.name, base.side, stands, state, ", ".join(how), key))

    @property
    def elapsed(self) -> int:
        """The minutes fought so far."""
        return self.clock.minutes - self.began

    def attacks(self, side: int) -> bool:
        """Return whether a side attacks; in a meeting battle both do."""
        return side == 0 or self.fight.attacker is None

    def run(self) -> Resolution:
        """Play turn after turn to the end, and return the resolution."""
        turns, over, quiet = 0, False, 0
        while turns < MOST_TURNS and self.elapsed < TURN_MINUTES * self.fight.turns and not over:
            turns, before = turns + 1, len(self.report.events)
            self._turn(turns)
            acted = any(isinstance(event, Attack | Move) for event in self.report.events[before:])
            quiet = 0 if acted or self._awaited() else quiet + 1
            over = self._over(turns)
            if quiet == QUIET_TURNS and not over:
                self.report.heading("No unit moves or fires any more.", "end")
                break
        hours, minutes = divmod(self.elapsed, 60)
        return resolution(
            self.fight.forces,
            self._ends(),
            holder_of(self.broke_off, ()),
            self.broke_off,
            turns=max(1, min(self.fight.turns, ceil(Fraction(self.elapsed, TURN_MINUTES)))),
            length=f"{turns} turns, {hours} h {minutes:02} min",
            report=self.report,
            flown=self.sky.flown,
        )

    def _awaited(self) -> bool:
        """Return whether a unit is still to come onto the table."""
        return any(0 < base.arrives < CALLED_NEVER or base.turns_off for base in self.field.bases)

    # A turn ----------------------------------------------------------------------------------------------------------
    def _turn(self, number: int) -> None:
        """Play the ten phases in their order (BGC-SEQ-01..03)."""
        self._light()
        self.report.heading(f"Turn {number}, {self.clock}.", "turn")
        for base in self.field.bases:
            base.shots, base.bugged_out, base.moved, base.watches = self.field.shots_a_turn, False, False, False
            base.in_assault = base.in_assault and base.on_table and bool(self.field.within(base, TOUCH_IN))
        self._arrivals(number)
        self._phase(Phase.INITIATIVE, self._initiative)
        self._phase(Phase.ORDERS, partial(self._orders, number))
        self._phase(Phase.COMMUNICATIONS, self._communications)
        self._phase(Phase.CALL_FIRE, self._calls)
        self._phase(Phase.FIRING, self._firing)
        self._phase(Phase.SURRENDER, self._surrender)
        self._phase(Phase.MOVEMENT, self._movements)
        self._phase(Phase.CLOSE_ASSAULT, partial(close_assaults, self.engagement))
        self._phase(Phase.MEDIC, self._medic)
        self._phase(Phase.TIME, self._time)
        self.field.forget_fire()
        self._changes()

    def _phase(self, phase: Phase, play: Callable[[], None]) -> None:
        """Play a phase, under its heading if anything happens in it (BGC-SEQ-01)."""
        begun = len(self.report.events)
        play()
        if len(self.report.events) > begun:
            self.report.events.insert(begun, Heading(f"{phase.value} Phase.", "phase"))

    def _calls(self) -> None:
        for side in (self.initiative.holder, self.initiative.contesting):
            self.engagement.calls(side)

    def _firing(self) -> None:
        self.sky.met(self._campaign_turn())
        self.engagement.firing_phase(self.initiative.holder, self.sky.strikes)

    def _movements(self) -> None:
        first = self.initiative.holder if self.house.initiative_moves_first is not False else self.initiative.contesting
        for side in (first, 1 - first):
            self._movement(side)

    def _changes(self) -> None:
        """Report the battalions that this turn has made spent or worse."""
        by_unit = self._by_unit()
        for side, force in enumerate(self.fight.forces):
            for unit in force.units:
                if bases := by_unit.get(unit.id):
                    before, self.states[unit.id] = self.states[unit.id], self._state(unit, bases)
                    self.report.change(unit.short, side, before, self.states[unit.id])

    def _light(self) -> None:
        self.field.night = (
            self.house.night if self.fight.skies and self.fight.sky(self._campaign_turn()).night else None
        )

    def _campaign_turn(self) -> int:
        """Return the turn of six hours that the table is in, from 1."""
        return min(self.fight.turns, self.elapsed // TURN_MINUTES + 1)

    def _arrivals(self, turn: int) -> None:
        """Bring on arrivals: reinforcements at their minute, or after their turns beside the table; reserves once a
        third of the first force is lost or broken.
        """
        for side in (0, 1):
            bases = [base for base in self.field.bases if base.side == side]
            losses = sum(not base.alive or base.broken for base in bases)
            called = losses >= CALLED_AT * self.mustered[side]
            for base in bases:
                if base.on_table or not (base.arrives or base.turns_off):
                    continue
                due = base.arrives <= self.elapsed if base.arrives < CALLED_NEVER else called
                if due and turn > base.turns_off:
                    self._come_on(base)

    def _come_on(self, base: Base) -> None:
        """Bring a platoon onto the table at its road, or at its place."""
        base.sent = not self.attacks(base.side)
        if self.field.scenery.country.is_bare:
            base.arrives = base.turns_off = 0
        else:
            middle = base.gate or (base.x, base.y)
            spot = room_at((base.x, base.y), middle, base, self.field)
            base.arrives = base.turns_off = 0
            self.field.put(base, *spot)
        self.report.add(Placed(base.name, self.report.point(base.x, base.y), "comes on"))

    def _initiative(self) -> None:
        self.initiative = self.initiative.next_turn()
        holder = self.initiative.holder
        if doctrine.passes_initiative(attacks=self.attacks(holder)) and self.attacks(1 - holder):
            self.initiative = self.initiative.pass_on(holder)
            self.report.say(f"{self.fight.forces[holder].side_name} passes the initiative on.")

    def _orders(self, turn: int) -> None:
        """Play the Orders Phase: platoons lower themselves; each commander raises one (BGC-ORD-07, -10)."""
        self._successors(turn)
        for side in (0, 1):
            bases = list(self.field.of(side))
            self._look_round(side)
            self.field.tasks[side] = doctrine.battalion_tasks(
                self.field, side, self.enemies[side], attacks=self.attacks(side)
            )
            self.field.foot_front[side] = doctrine.foot_front(self.field, side)
            wished: dict[int, Order] = {}
            for base in bases:
                near = self._enemies_near(base)
                wished[id(base)] = doctrine.wished_order(self.field, base, near)
                doctrine.turn(self.field, base, near)
            changed: dict[tuple[Order, Order], list[str]] = {}
            for base in bases:
                if not base.broken and not may_lower(base.order, wished[id(base)]):
                    changed.setdefault((base.order, wished[id(base)]), []).append(base.name)
                    base.order = wished[id(base)]
            for (before, after), names in changed.items():
                self.report.say(f"By themselves from {before.value} to {after.value}: {', '.join(names)}.")
            by_battalion: dict[int, list[Base]] = {}
            for base in bases:
                by_battalion.setdefault(id(base.battalion), []).append(base)
            for commander in bases:
                if commander.platoon.echelon.commands:
                    for _ in range(self.house.raises):
                        self._raise(commander, by_battalion[id(commander.battalion)], wished)

    def _successors(self, turn: int) -> None:
        """Replace each lost headquarters by the senior platoon left of its company or battalion, after the house file's
        turns.
        """
        for base in self.field.bases:
            if base.alive or not base.platoon.echelon.commands or base.succeeded:
                continue
            base.lost_in = base.lost_in or turn
            if turn < base.lost_in + (self.house.hq_replaced_after or 0):
                continue
            heirs = [
                heir
                for heir in self.field.of(base.side)
                if heir.battalion is base.battalion and self._inherits(heir, base)
            ]
            base.succeeded = True
            if heirs:
                heirs[0].platoon = replace(heirs[0].platoon, echelon=base.platoon.echelon, company=base.platoon.company)
                self.report.say(f"{heirs[0].name} takes over from {base.name}.")

    @staticmethod
    def _inherits(heir: Base, lost: Base) -> bool:
        if lost.platoon.echelon is Echelon.BATTALION_HQ:
            return heir.platoon.echelon is Echelon.COMPANY_HQ
        return heir.platoon.echelon is Echelon.LINE and heir.platoon.company == lost.platoon.company

    def _raise(self, commander: Base, bases: list[Base], wished: dict[int, Order]) -> None:
        radio = commander.battalion.unit.id in self.field.radio
        wanting = [
            base
            for base in bases
            if doctrine.worth_raising(base, wished[id(base)])
            and not may_raise(
                commander.platoon.place,
                base.platoon.place,
                base.order,
                wished[id(base)],
                self.book,
                radio=radio,
                distance_in=(
                    0 if self.field.apart(commander, base) <= self.house.contact_in else self.house.contact_in + 1
                ),
                reach_in=self.house.contact_in,
            )
        ]
        worst = max(wanting, key=lambda base: (doctrine.worth_raising(base, wished[id(base)]), base.key), default=None)
        if worst is not None:
            self.report.say(
                f"{commander.name} raises {worst.name} from {worst.order.value} to {wished[id(worst)].value}."
            )
            worst.order = wished[id(worst)]

    def _communications(self) -> None:
        """Roll a die for each battalion's radio contact (BGC-COMM-02)."""
        radio = self.house.radio
        if radio is None:
            return
        present = {base.battalion.unit.id: base for base in self.field.bases if base.alive and not base.arrives}
        for unit, base in present.items():
            if radio.until_failed and unit not in self.field.radio:
                continue
            faces = radio.faces(base.platoon.grade, base.battalion.unit.nation.value)
            heard = self._roll(radio.die, "radio", base.battalion.unit.key, _listed(faces)) in faces
            result = "in contact" if heard else "out of contact"
            self._rolled(f"radio of {base.battalion.unit.short}", result, faces, radio.die, base.platoon.grade.value)
            (self.field.radio.add if heard else self.field.radio.discard)(unit)

    def _surrender(self) -> None:
        """Roll for the surrender of broken platoons with enemies near and no friend (house file)."""
        rules = self.house.surrender
        if rules is None:
            return
        for side in (0, 1):
            for base in list(self.field.of(side)):
                if base.order not in rules.orders or not self._near(base, 1 - side, rules.enemy_within_in):
                    continue
                if self._near(base, side, rules.no_friend_within_in):
                    continue
                faces = rules.faces.get(base.platoon.grade, frozenset())
                base.surrendered = self._roll(rules.die, "surrender", base.key, _listed(faces)) in faces
                result = "surrenders" if base.surrendered else "fights on"
                grade = f"{base.platoon.grade.value}, on {base.order.value}"
                self._rolled(f"surrender of {base.name}", result, faces, rules.die, grade)

    def _rolled(
        self, purpose: str, result: str, passes: Collection[int] = (), die: DieSize = ONE_DIE, why: str = ""
    ) -> None:
        """Report the dice that have just been rolled."""
        self.report.add(self.dice.rolled(purpose, result, passes=passes, die=die.sides, why=why))

    def _roll(self, die: DieSize, purpose: str, subject: str, need: str) -> int:
        return sum(self.dice.roll(die.sides, purpose, subject, need) for _ in range(die.count))

    def _near(self, base: Base, side: int, inches: int) -> bool:
        near = self.field.near(side, base.x, base.y, inches)
        return any(neighbour is not base and not neighbour.broken for neighbour in near)

    def _enemies_near(self, base: Base) -> list[Base]:
        """Return the enemies near on the table that a platoon's battalion knows of."""
        enemies = self.enemy_ids[base.side].get(base.battalion.unit.id, frozenset())
        near = self.field.within(base, doctrine.FAR_IN) if enemies else []
        return [enemy for enemy in near if id(enemy) in enemies]

    def _look_round(self, side: int) -> None:
        """Update the enemies that each battalion of a side knows of."""
        self.enemies[side] = self.field.enemies_known(side)
        self.enemy_ids[side] = {unit: frozenset(map(id, enemies)) for unit, enemies in self.enemies[side].items()}

    def _movement(self, side: int) -> None:
        """Move platoon by platoon, so that saved fire can meet each (BGC-MOVE-03): the foremost first, so that no
        platoon blocks those behind.
        """
        self._look_round(side)
        forward = self.field.forward(side)
        self._plan_assaults(side)
        for base in sorted(self.field.of(side), key=lambda base: -forward * base.y):
            if base.bugged_out or base.watches or not base.on_table:
                continue
            if not move_on(base, self.field, self.field.square(base)):
                continue
            if base.broken:
                self._runs(base)
            else:
                self._advance(base)

    def _plan_assaults(self, side: int) -> None:
        """Choose the platoons that go in together, and those that are ready."""
        self.storms, self.ready = storms(self.field, side, self._enemies_near)

    def _runs(self, base: Base) -> None:
        """Move a platoon away from the nearest enemy, as far as its order and the ground let it (BGC-MOVE-01)."""
        threat = doctrine.nearest(self.field, base, self.field.within(base, doctrine.FAR_IN))
        danger = (base.x, base.y) if threat is None else (threat.x, threat.y)
        start = base.x, base.y
        gone = give_way(base, danger, lambda square: move_on(base, self.field, square), self.field)
        self.engagement.moved(base, base.order, [start], *gone)

    def _advance(self, base: Base) -> None:
        """Move a platoon to its doctrine's goal; into contact only to assault, and with others."""
        enemies = self._enemies_near(base)
        goal = doctrine.destination(self.field, base, enemies)
        if goal is None or base.number in self.ready:
            return
        keeps: float = doctrine.STAFF_KEEPS_IN if base.commands else CLEAR_IN
        if doctrine.closes_in(base):
            keeps = ready_in(base, enemies, self.field)
        aim = self.storms.get(base.number) or Aim(goal, keeps)
        seen = {id(enemy) for enemy in enemies}
        advance(base, aim, self.engagement, lambda enemy: id(enemy) in seen)
        goal_spot = self.field.goal
        base.hunts = base.hunts or (
            goal_spot is not None and self.field.apart_from(base, goal_spot) <= doctrine.THERE_IN
        )

    # Close assault, medics, time -------------------------------------------------------------------------------------
    def _medic(self) -> None:
        """Roll a die for each wounded man (BGC-MED-02)."""
        rules = self.house.medic
        if rules is None:
            return
        for base in self.field.bases:
            if not base.on_table or not base.count.wounds:
                continue
            need = f"{_listed(rules.returns)} returns"
            healed = dead = 0
            for _ in range(base.count.wounds):
                roll = self._roll(rules.die, "medic", base.key, need)
                healed += roll in rules.returns
                dead += roll in rules.dies
            base.count = Count(base.count.kills + dead, base.count.wounds - healed - dead, base.count.full)
            result = "no man is left, so it is removed" if base.count.removed else f"{healed} back, {dead} dead"
            dies = f"{_listed(rules.dies)} dies" if rules.dies else ""
            self._rolled(f"medics of {base.name}", result, rules.returns, rules.die, dies)

    def _time(self) -> None:
        """Advance the clock, and roll whether the initiative changes hands (BGC-TIME-04)."""
        rules = self.house.time
        if self.book.switch("brigadier.time_cards"):
            self._card()
            return
        if rules is None:
            self.clock = self.clock.advanced(self.house.minutes_per_turn or 0)
            return
        roll = self._roll(rules.dice, "time", "the table", "how long the turn took")
        minutes = max(1, rules.minutes.get(roll, 0))
        why = f"the initiative changes on {_listed(rules.initiative_on)}" if rules.initiative_on else ""
        self._rolled("time", f"{minutes} minutes", (), rules.dice, why)
        self.clock = self.clock.advanced(minutes)
        if roll in rules.initiative_on:
            self._initiative_changes()

    def _card(self) -> None:
        """Draw a card of the house file's deck in place of the dice, shuffled anew each turn (BGC-M-27)."""
        deck = [card for card in self.house.cards for _ in range(card.copies)]
        card = deck[self.dice.roll(len(deck), "time card", "the table", f"a card of {len(deck)}") - 1]
        self.clock = self.clock.advanced(max(1, card.minutes))
        self._rolled(f"time card, of {len(deck)}", f"{card.name}, {card.minutes} minutes", die=DieSize(1, len(deck)))
        if card.initiative:
            self._initiative_changes()

    def _initiative_changes(self) -> None:
        self.initiative = self.initiative.gained(self.initiative.contesting)
        self.report.say(f"The initiative goes over to {self.fight.forces[self.initiative.holder].side_name}.")

    # The end ---------------------------------------------------------------------------------------------------------
    def _cost(self, side: int) -> tuple[Fraction, Fraction]:
        """Return the strength that a side brought to the table and its loss in this battle, in platoons, counted as fit
        platoons are. Guns off the table are not at stake.
        """
        at_stake = [base for base in self.field.bases if base.side == side and not base.platoon.off_table]
        brought = sum((doctrine.weight(base, base.count.full - base.platoon.kills) for base in at_stake), Fraction(0))
        kept = (base for base in at_stake if base.alive and not doctrine.is_shaken(base))
        return brought, brought - sum((doctrine.weight(base, base.count.remaining) for base in kept), Fraction(0))

    def _by_unit(self) -> dict[int, list[Base]]:
        by_unit: dict[int, list[Base]] = {}
        for base in self.field.bases:
            by_unit.setdefault(base.battalion.unit.id, []).append(base)
        return by_unit

    def _state(self, unit: Unit, bases: list[Base]) -> State:
        return worse(unit.state, end_state(losses_of(bases), self.noted[unit.id], self.book))

    def _over(self, turn: int) -> bool:
        """Return whether the battle is over: a side breaks off by the common doctrine, the one with heavier losses
        first; or all its remaining platoons on the table run (umpire 1.23).
        """
        costs = [self._cost(side) for side in (0, 1)]
        for side in sorted((0, 1), key=lambda number: -costs[number][1] / (costs[number][0] or Fraction(1))):
            why = self._gone(side) or self._gives_up(side, costs[side], turn)
            if why:
                self.broke_off = side
                self.report.heading(f"{self.fight.forces[side].side_name}{why}.", "end")
                return True
        return False

    def _gone(self, side: int) -> str:
        """Return why a side has no unit to fight on with; empty if it has."""
        if all(base.broken for base in self.field.of(side)):
            return " has no unit left on the table that does not go back"
        if self._is_destroyed(side):
            return " has no battalion left: all that came onto the table are destroyed"
        had, has = self.had_attackers[side], doctrine.has_attackers(self.field, side)
        return " has no unit left to attack with" if self.attacks(side) and had and not has else ""

    def _is_destroyed(self, side: int) -> bool:
        """Return whether all battalions of a side that came onto the table are destroyed, as the return measures it."""
        came = {
            base.battalion.unit.id
            for base in self.field.bases
            if base.side == side and not (base.platoon.off_table or base.arrives or base.turns_off)
        }
        return bool(came) and not any(self.states[unit].is_in_play for unit in came)

    def _seen_lately(self, side: int, turn: int) -> Fraction:
        """Return the strength that a side has seen in these turns of the enemy's remaining platoons, each as it was
        seen last.
        """
        met = [enemy for enemies in self.enemies[side].values() for enemy in enemies if enemy.on_table]
        self.seen[side].update((enemy.number, (turn, enemy, doctrine.in_order(enemy))) for enemy in met)
        lately = [kept for kept in self.seen[side].values() if turn - kept[0] < REMEMBERED_TURNS]
        return sum((count for _, enemy, count in lately if enemy.alive), Fraction(0))

    def _gives_up(self, side: int, costs: tuple[Fraction, Fraction], turn: int) -> str:
        """Return why a side breaks off, by the cost of this battle, the units left, and its orders; empty if it does
        not.
        """
        theirs = self._seen_lately(side, turn)
        if not costs[1]:
            return ""
        steady = [base for base in self.field.of(side) if not base.broken]
        why = common.breaks_off(
            costs,
            (doctrine.fit_counts(self.field, side), theirs),
            self.book,
            played=turn,
            at_all_costs=any(base.battalion.unit.id in self.fight.at_all_costs for base in steady),
            pressed=self.attacks(side) or any(self.field.within(base, doctrine.NEAR_IN) for base in steady),
            hit=common.SHAKES,
            measure="platoons lost or shaken",
            counted="platoons",
        )
        return why and f": {why}"

    def _ends(self) -> Iterator[UnitEnd]:
        by_unit = self._by_unit()
        for force in self.fight.forces:
            for unit in force.units:
                bases = by_unit.get(unit.id, [])
                lost, after = losses_of(bases), self._state(unit, bases) if bases else unit.state
                kept = {"kills": lost.kills, "wounds": lost.wounds, "surrendered": lost.surrendered}
                aftermath = {key: count for key, count in kept.items() if count}
                began = sum(base.platoon.kills for base in bases)
                out, full = lost.kills - began + lost.wounds, FULL_COUNT * len(bases)
                aftermath |= back_again(out, full, unit.state, after)
                yield UnitEnd(unit.id, unit.state, after, aftermath=aftermath)


def losses_of(bases: list[Base]) -> Losses:
    """Return the losses of a battalion's platoons."""
    unhurt = [base for base in bases if not base.surrendered]
    return Losses(
        sum(base.count.kills for base in unhurt),
        sum(base.count.wounds for base in unhurt),
        sum(base.count.removed for base in unhurt),
        sum(base.surrendered for base in bases),
        sum(base.broken and base.alive for base in bases),
        any(base.platoon.echelon is Echelon.BATTALION_HQ and not base.alive for base in bases),
        sum(base.platoon.echelon is Echelon.COMPANY_HQ and not base.alive for base in bases),
    )


def _listed(faces: Iterable[int]) -> str:
    return ", ".join(map(str, sorted(faces)))
