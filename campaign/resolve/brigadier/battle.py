"""A whole fight, resolved by the procedures of the preview and the values of a house file (BGC).

Turn by turn the ten phases, until a side breaks, nobody is left, or the campaign's turns are over. What the preview
does not say is taken from the house file; if anything a fight needs is in neither, nothing is rolled and the answer
says what is missing. The table is a plain one (``field``), the decisions those of a plain doctrine (``doctrine``).

    resolve(fight, dice, book) -> Resolution | NotCovered

"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from math import ceil, hypot

from campaign.resolve.brigadier import doctrine
from campaign.resolve.brigadier.air_strikes import Sky
from campaign.resolve.brigadier.engagement import Engagement
from campaign.resolve.brigadier.field import CALLED_NEVER, TURN_MINUTES, Base, Field, lay_out
from campaign.resolve.brigadier.melee import close_assaults
from campaign.resolve.brigadier.missing import missing_parts
from campaign.resolve.outcome import holder_of, opening, require_troops, resolution
from campaign.resolve.report import Report
from campaign.rules.common.automatic import STANDS, Stake, breaks_off, cost
from campaign.rules.common.dice import Dice
from campaign.rules.common.force import Unit
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.common.scene import Fight, NotCovered, Resolution, UnitEnd
from campaign.rules.common.strength import worse
from campaign.rules.tabletop.brigadier.hits import Count
from campaign.rules.tabletop.brigadier.house import DieSize, House
from campaign.rules.tabletop.brigadier.house_plain import house_for
from campaign.rules.tabletop.brigadier.house_values import covered
from campaign.rules.tabletop.brigadier.muster import noted
from campaign.rules.tabletop.brigadier.orders import Echelon, may_assault, may_lower, may_raise, most_move
from campaign.rules.tabletop.brigadier.returns import Losses, end_state
from campaign.rules.tabletop.brigadier.tables import Order
from campaign.rules.tabletop.brigadier.turns import Initiative, TableTime
from campaign.terms.state import State

NO_GROUND = (
    "The ground of this table is not played: both sides fight on a plain one, from edge to edge, and who stands beside"
    " it is there."
)
MOST_TURNS = 80
CLEAR_IN = 2
"""Inches from the enemy at which those stop who do not go in."""
WAY_OUT = (
    "type the book's tables into a house file and take it with 'campaign rules house FILE' (brigadier-ours is one of"
    " our own making), or fight it on the table and record the return"
)


def resolve(fight: Fight, dice: Dice, book: Rulebook) -> Resolution | NotCovered:
    """Fight it out. Raises BadInput for a force without anybody who can fight, DiceWanted as dice do."""
    require_troops(fight)
    house = house_for(book)
    if parts := missing_parts(fight, house, book):
        return NotCovered(parts, WAY_OUT)
    return Battle(fight, house, dice, book).run()


class Battle:
    """A fight that is going on. Sides are 0, the attackers, and 1."""

    def __init__(self, fight: Fight, house: House, dice: Dice, book: Rulebook) -> None:
        self.fight, self.house, self.dice, self.book = fight, house, dice, book
        night = house.night if fight.skies and fight.sky(1).night else None
        self.field: Field = lay_out(fight, house, book, night)
        self.report = Report()
        self.report.add(opening(fight))
        if fight.spots or fight.beside:
            self.report.heading(NO_GROUND)
        self.engagement = Engagement(self.field, dice, self.report.heading)
        self.sky = Sky(self.field, self.engagement, dice, self.report.heading, fight.air)
        self.initiative = Initiative(0)
        self.clock = TableTime(fight.start_hour * 60)
        self.began = self.clock.minutes
        self.mustered = [sum(base.side == side for base in self.field.bases) for side in (0, 1)]
        self.noted = {
            base.battalion.unit.id: noted(base.battalion.unit, base.battalion.platoons, book)
            for base in self.field.bases
        }
        self.broke_off: int | None = None
        self.field.radio = {base.battalion.unit.id for base in self.field.bases}  # all start in contact (BGC-SETUP-09)

    @property
    def elapsed(self) -> int:
        """So many minutes have been fought."""
        return self.clock.minutes - self.began

    def attacks(self, side: int) -> bool:
        """In a meeting engagement both do."""
        return side == 0 or self.fight.attacker is None

    def run(self) -> Resolution:
        """Turn after turn to the end."""
        turns, over = 0, False
        while turns < MOST_TURNS and self.elapsed < TURN_MINUTES * self.fight.turns and not over:
            turns += 1
            self._turn(turns)
            over = self._over()
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

    # A turn ----------------------------------------------------------------------------------------------------------
    def _turn(self, number: int) -> None:
        """The ten phases in their order (BGC-SEQ-01..03)."""
        self._light()
        self.report.heading(f"Turn {number}, {self.clock}.", "turn")
        for base in self.field.bases:
            base.shots, base.bugged_out, base.in_assault, base.moved = self.field.shots_a_turn, False, False, False
        self._arrivals()
        self._initiative()
        self._orders(number)
        self._communications()
        self.sky.strikes(self._campaign_turn())
        self.engagement.firing_phase(self.initiative.holder)
        self._surrender()
        first = self.initiative.holder if self.house.initiative_moves_first is not False else self.initiative.contesting
        for side in (first, 1 - first):
            self._movement(side)
        close_assaults(self.engagement)
        self._medic()
        self._time()
        self.field.forget_fire()

    def _light(self) -> None:
        self.field.night = (
            self.house.night if self.fight.skies and self.fight.sky(self._campaign_turn()).night else None
        )

    def _campaign_turn(self) -> int:
        """The turn of six hours that the table is in, from 1."""
        return min(self.fight.turns, self.elapsed // TURN_MINUTES + 1)

    def _arrivals(self) -> None:
        """Reinforcements at their minute; reserves once a third of what stood there is gone or broken."""
        for side in (0, 1):
            bases = [base for base in self.field.bases if base.side == side]
            losses = sum(not base.alive or base.broken for base in bases)
            called = 3 * losses >= self.mustered[side]
            for base in bases:
                if base.arrives and (base.arrives <= self.elapsed if base.arrives < CALLED_NEVER else called):
                    base.arrives = 0
                    if base.platoon.echelon is Echelon.BATTALION_HQ:
                        self.report.heading(f"{base.battalion.unit.name} comes onto the table.")

    def _initiative(self) -> None:
        self.initiative = self.initiative.next_turn()
        holder = self.initiative.holder
        if doctrine.passes_initiative(attacks=self.attacks(holder)) and self.attacks(1 - holder):
            self.initiative = self.initiative.pass_on(holder)
            self.report.heading(f"{self.fight.forces[holder].side_name} passes the initiative on.")

    def _orders(self, turn: int) -> None:
        """Platoons lower themselves; each commander raises one (BGC-ORD-07, -10)."""
        self._successors(turn)
        for side in (0, 1):
            bases = list(self.field.of(side))
            located, supposed = self.field.enemies_known(side), list(self.field.of(1 - side))
            wished = {
                id(base): doctrine.wished_order(
                    self.field, base, located.get(base.battalion.unit.id) or supposed, attacks=self.attacks(side)
                )
                for base in bases
            }
            for base in bases:
                if not base.broken and not may_lower(base.order, wished[id(base)]):
                    base.order = wished[id(base)]
            for commander in bases:
                if commander.platoon.echelon.commands:
                    for _ in range(self.house.raises):
                        self._raise(commander, bases, wished)

    def _successors(self, turn: int) -> None:
        """A lost headquarters has the senior platoon left of its company or battalion for a successor, after the house
        file's turns."""
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
                self.report.heading(f"{heirs[0].name} takes over from {base.name}.")

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
            if base.battalion is commander.battalion
            and doctrine.worth_raising(base, wished[id(base)])
            and not may_raise(
                commander.platoon.place,
                base.platoon.place,
                base.order,
                wished[id(base)],
                self.book,
                radio=radio,
                distance_in=(
                    0 if self.field.apart2(commander, base) <= self.house.contact_in**2 else self.house.contact_in + 1
                ),
                reach_in=self.house.contact_in,
            )
        ]
        worst = max(wanting, key=lambda base: (doctrine.worth_raising(base, wished[id(base)]), base.key), default=None)
        if worst is not None:
            worst.order = wished[id(worst)]

    def _communications(self) -> None:
        """A die for each battalion (BGC-COMM-02)."""
        radio = self.house.radio
        if radio is None:
            return
        present = {base.battalion.unit.id: base for base in self.field.bases if base.alive and not base.arrives}
        for unit, base in present.items():
            if radio.until_failed and unit not in self.field.radio:
                continue
            faces = radio.faces(base.platoon.grade, base.battalion.unit.nation.value)
            heard = self._roll(radio.die, "radio", base.battalion.unit.key, _listed(faces)) in faces
            (self.field.radio.add if heard else self.field.radio.discard)(unit)

    def _surrender(self) -> None:
        """Broken platoons with enemies near and no friend (house file)."""
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
                if self._roll(rules.die, "surrender", base.key, _listed(faces)) in faces:
                    base.surrendered = True
                    self.report.heading(f"{base.name} surrenders.")

    def _roll(self, die: DieSize, purpose: str, subject: str, need: str) -> int:
        return sum(self.dice.roll(die.sides, purpose, subject, need) for _ in range(die.count))

    def _near(self, base: Base, side: int, inches: int) -> bool:
        return any(
            neighbour is not base and not neighbour.broken and self.field.apart2(base, neighbour) <= inches**2
            for neighbour in self.field.of(side)
        )

    def _movement(self, side: int) -> None:
        """Platoon by platoon, so that saved fire can meet each (BGC-MOVE-03)."""
        for base in list(self.field.of(side)):
            if base.bugged_out:
                continue
            rule = self.house.orders[base.order]
            times = covered(most_move(rule, base.order, wounded=base.count.wounds > 0))
            inches = int(times * covered(self.house.allowance(base.platoon.kind.value)))
            if inches == 0:
                continue
            if base.broken:
                base.y -= self.field.forward(side) * inches
                base.dug_in, base.moved = False, True
                continue
            self._advance(base, inches)

    def _advance(self, base: Base, inches: int) -> None:
        """Straight towards the nearest enemy, seen or supposed; into contact only to assault. Saved fire may stop it
        half way."""
        target = doctrine.nearest(self.field, base, self.field.of(1 - base.side))
        if target is None:
            return
        rule = self.house.orders[base.order]
        assault = doctrine.closes_in(base) and covered(may_assault(rule, base.platoon.kind.value, base.order))
        x, y, total = base.x, base.y, hypot(target.x - base.x, target.y - base.y)
        steps = int(min(inches, total if assault else max(0, total - CLEAR_IN)))
        if steps == 0 and total > 0:
            return
        for step in (steps - steps // 2, steps):
            order, contact = base.order, assault and step == steps and total <= inches
            base.x = target.x if contact else x + int((target.x - x) * step / total) if total else x
            base.y = target.y if contact else y + int((target.y - y) * step / total) if total else y
            base.dug_in, base.moved = False, base.moved or step > 0
            self.engagement.interrupt(base)
            if not base.on_table or (base.order is not order and self._halted(base)):
                return
        if assault and total <= inches:
            base.in_assault = target.in_assault = True

    def _halted(self, base: Base) -> bool:
        """Pushed down to an order under which it goes no further (BGC-ORD-28)."""
        return base.broken or not covered(most_move(self.house.orders[base.order], base.order))

    # Close assault, medics, time -------------------------------------------------------------------------------------
    def _medic(self) -> None:
        """A die for each wounded (BGC-MED-02)."""
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
            if base.count.removed:
                self.report.heading(f"{base.name} has nobody left and is removed.")

    def _time(self) -> None:
        """The clock, and whether the initiative changes hands (BGC-TIME-04)."""
        rules = self.house.time
        if self.book.switch("brigadier.time_cards"):
            self._card()
            return
        if rules is None:
            self.clock = self.clock.advanced(self.house.minutes_per_turn or 0)
            return
        roll = self._roll(rules.dice, "time", "the table", "how long the turn took")
        self.clock = self.clock.advanced(max(1, rules.minutes.get(roll, 0)))
        if roll in rules.initiative_on:
            self._initiative_changes()

    def _card(self) -> None:
        """A card of the house file's deck in place of the dice, shuffled anew each turn (BGC-M-27)."""
        deck = [card for card in self.house.cards for _ in range(card.copies)]
        card = deck[self.dice.roll(len(deck), "time card", "the table", f"a card of {len(deck)}") - 1]
        self.clock = self.clock.advanced(max(1, card.minutes))
        self.report.heading(f"Time card: {card.name}, {card.minutes} minutes.")
        if card.initiative:
            self._initiative_changes()

    def _initiative_changes(self) -> None:
        self.initiative = self.initiative.gained(self.initiative.contesting)
        self.report.heading(f"The initiative goes over to {self.fight.forces[self.initiative.holder].side_name}.")

    # The end ---------------------------------------------------------------------------------------------------------
    def _cost(self, side: int) -> tuple[Fraction, Fraction]:
        """What a side brought to the table and what of it this battle has cost. Guns off the table are not at stake."""
        by_unit = self._by_unit()
        units = {
            base.battalion.unit.id: base.battalion.unit
            for base in self.field.bases
            if base.side == side and not base.platoon.off_table
        }
        return cost(
            Stake(STANDS[unit.size], unit.state, self._state(unit, by_unit[unit.id])) for unit in units.values()
        )

    def _by_unit(self) -> dict[int, list[Base]]:
        by_unit: dict[int, list[Base]] = {}
        for base in self.field.bases:
            by_unit.setdefault(base.battalion.unit.id, []).append(base)
        return by_unit

    def _state(self, unit: Unit, bases: list[Base]) -> State:
        return worse(unit.state, end_state(losses_of(bases), self.noted[unit.id], self.book))

    def _over(self) -> bool:
        """A side breaks off by what this battle has cost it, the harder hit first, or has nobody left on the table
        (umpire 1.23)."""
        costs = [self._cost(side) for side in (0, 1)]
        for side in sorted((0, 1), key=lambda number: -costs[number][1] / (costs[number][0] or Fraction(1))):
            choice = breaks_off(*costs[side], self.book)
            empty = not any(True for _ in self.field.of(side))
            if empty or choice.yes:
                self.broke_off = side
                why = " has nobody left on the table" if empty else f": {choice.why}"
                self.report.heading(f"{self.fight.forces[side].side_name}{why}.", "end")
                return True
        return False

    def _ends(self) -> Iterator[UnitEnd]:
        by_unit = self._by_unit()
        for force in self.fight.forces:
            for unit in force.units:
                bases = by_unit.get(unit.id, [])
                lost, after = losses_of(bases), self._state(unit, bases) if bases else unit.state
                kept = {"kills": lost.kills, "wounds": lost.wounds, "surrendered": lost.surrendered}
                aftermath = {key: count for key, count in kept.items() if count}
                yield UnitEnd(unit.id, unit.state, after, bool(bases) and after is State.CAPTURED, aftermath=aftermath)


def losses_of(bases: list[Base]) -> Losses:
    """What a battalion's platoons have lost."""
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
