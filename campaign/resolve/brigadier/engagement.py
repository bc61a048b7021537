"""Fire in a resolved battle: the fire of each step, Bug Out, and the effects (BGC-FIRE, BGC-BUG, BGC-INT).

Engagement(field, dice, report)
    .firing_phase(holder)            the six steps
    .interrupt(mover)                saved fire at a platoon that moves
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from campaign.resolve.brigadier import doctrine
from campaign.resolve.brigadier.field import FARTHEST_IN, Base, Field
from campaign.resolve.brigadier.retreat import give_way
from campaign.resolve.brigadier.thrown import Thrown
from campaign.resolve.report import Report
from campaign.resolve.ways import corners
from campaign.rules.tabletop.brigadier.cover import Incoming
from campaign.rules.tabletop.brigadier.fire import Firer, Shot, pooled, rounded, volley
from campaign.rules.tabletop.brigadier.hits import NO_HARM, CombinedFire, Harm, combined, quick, suffer
from campaign.rules.tabletop.brigadier.house_values import covered
from campaign.rules.tabletop.brigadier.indirect import Caller, Guns, may_call
from campaign.rules.tabletop.brigadier.orders import may_fire
from campaign.rules.tabletop.brigadier.sequence import bug_out, earliest_step, is_ambush, kind_of, may_bug_out, may_save
from campaign.rules.tabletop.brigadier.steps import counting_faces, stepped_down
from campaign.rules.tabletop.brigadier.tables import (
    FIRING_SEQUENCE,
    KILL_FACE,
    FireKind,
    FireSource,
    Order,
    Shelter,
    Who,
)
from campaign.terms.forces import Armour
from campaign.terms.words import counted, listing
from campaign.values import dataclass
from campaign.values import field as made
from campaign.words.battle_report import Attack, Heading, Move, Roll, at_words
from campaign.words.battle_report import Shot as Fired


def read_as(shelter: Shelter, steps_on: Iterable[int]) -> str:
    """Return the rule for reading dice, in words: ``soft cover, a step down on 5 and 6``."""
    place = "in the open" if shelter is Shelter.OPEN else f"{shelter.value} cover"
    faces = listing(map(str, sorted(steps_on)))
    return f"{place}, a step down on {faces}" if faces else place


def sixes_words(sixes: int, *, doubled: bool) -> str:
    """Return the number of sixes in words: ``1 six``, ``4 sixes, each counted twice``."""
    return f"{'1 six' if sixes == 1 else f'{sixes} sixes'}{', each counted twice' if doubled else ''}"


@dataclass(slots=True)
class Engagement:
    """The fire of one battle."""

    field: Field
    dice: Thrown
    report: Report
    under_way: tuple[list[list[tuple[Base, Base]]], list[list[tuple[Base, Base]]]] = made(
        default_factory=lambda: ([], [])
    )
    """The calls of each side in this turn and, if a house file gives shells a flight time, of earlier turns."""
    under_fire: Move | None = None
    """The move that saved fire may interrupt, as far as it has come, until it is reported."""

    # The Firing Phase ------------------------------------------------------------------------------------------------
    def firing_phase(self, holder: int, strikes: Callable[[int], None] = lambda side: None) -> None:
        """Play steps 2 to 6 of BGC-TAB-06, aircraft with the shells of their side; step 1, ``air_strikes.Sky.met``,
        comes before.
        """
        for step in FIRING_SEQUENCE[1:]:
            side, begun = holder if step.side is Who.INITIATIVE else 1 - holder, len(self.report.events)
            if earliest_step(FireSource.DISTANT, initiative=side == holder, aimed=False) == step.number:
                strikes(side)
                self._shelling(side)
            else:
                self._direct(side, step.number, initiative=side == holder)
            if len(self.report.events) > begun:
                text = f"Firing, step {step.number}: {step.side.value} side, {step.text}."
                self.report.events.insert(begun, Heading(text, "step"))

    def calls(self, side: int) -> None:
        """Let platoons in good order call upon guns and mortars, before any fire (BGC-SEQ-01, BGC-INDIR-01 to -06)."""
        guns = [*self.field.batteries(side), *(base for base in self.field.of(side) if base.platoon.kind.is_gun)]
        guns = [gun for gun in guns if gun.shots and gun.platoon.weapons[0] in self.field.house.shelling]
        callers = self._callers(side) if guns else []
        calls = []
        for gun in guns:
            for caller, target in self._calls(gun, callers):
                calls.append((gun, target))
                self.report.say(f"{caller.name} ({caller.order.value}) calls for {gun.name} on {target.name}.")
        self.under_way[side].append(calls)

    def _shelling(self, side: int) -> None:
        """Bring down the called fire, at once or after the turns that a house file gives."""
        while len(self.under_way[side]) > (self.field.house.delay_turns or 0):
            self._fall(self.under_way[side].pop(0))

    def _fall(self, calls: Iterable[tuple[Base, Base]]) -> None:
        """Fire the shells of one turn's calls, battery by battery on each target that is still there."""
        on: dict[int, tuple[Base, list[Base]]] = {}
        for gun, target in calls:
            if gun.broken and not gun.platoon.off_table:
                continue  # on the table it may be pushed down before its step (BGC-FIRE-07, -08)
            on.setdefault(id(target), (target, []))[1].append(gun)
        for target, batteries in on.values():
            if target.on_table:
                self._bombard(batteries, target)

    def _callers(self, side: int) -> list[tuple[Base, Base]]:
        """Return the platoons whose order lets them call, each with the nearest threat that it sees."""
        able = [base for base in self.field.of(side) if self.field.house.orders[base.order].call_indirect]
        seen = (
            (caller, [enemy for enemy in self.field.within(caller, FARTHEST_IN) if self.field.sees(caller, enemy)])
            for caller in able
        )
        return [
            (caller, threat) for caller, enemies in seen if (threat := doctrine.nearest(self.field, caller, enemies))
        ]

    def _calls(self, gun: Base, callers: list[tuple[Base, Base]]) -> Iterator[tuple[Base, Base]]:
        """Yield the calls that these guns answer this turn, with their targets, from platoons not yet answered."""
        house, radio, answered = self.field.house, self.field.radio, 0
        for call in list(callers):
            if answered >= house.fires_per_battery:
                return
            caller, target = call
            asks = Caller(caller.order, caller.battalion.unit.id in radio, in_close_assault=caller.in_assault)
            off_table = gun.platoon.off_table
            heard = gun.battalion.unit.id in radio
            guns = Guns(not off_table, off_table, heard, answered, house.fires_per_battery)
            if not may_call(asks, guns, "", self.field.book, house.orders):
                callers.remove(call)
                answered += 1
                yield caller, target

    def _bombard(self, guns: list[Base], target: Base) -> None:
        dice = 0
        for gun in guns:
            shelling = covered(self.field.house.shells(gun.platoon.weapons[0]))
            dice += rounded(shelling.dice * (gun.count.remaining if shelling.per_count else 1))
            gun.shots = max(0, gun.shots - 1)
        if dice:
            self._round(guns, target, {FireKind.AREA: dice}, Incoming.ARTILLERY)

    def _direct(self, side: int, step: int, *, initiative: bool) -> None:
        """Fire a side's direct fire of one step, pooled by target."""
        on: dict[int, tuple[Base, list[Base]]] = {}
        for base in self.field.of(side):
            kind = self._kind(base)
            if not base.shots or kind is None:
                continue
            if earliest_step(FireSource.DIRECT, initiative=initiative, aimed=kind is FireKind.AIMED) > step:
                continue
            target = self._target(base, kind)
            if target is not None:
                on.setdefault(id(target), (target, []))[1].append(base)
        for target, firers in on.values():
            if target.on_table:
                self._fire(firers, target)

    def _kind(self, base: Base) -> FireKind | None:
        return kind_of(FireSource.DIRECT, self.field.house.orders[base.order])

    def _target(self, base: Base, kind: FireKind) -> Base | None:
        """Return the nearest enemy in sight that one of its weapons reaches and can damage."""
        longest = max(covered(self.field.house.reach(name)).inches(kind) for name in base.platoon.weapons)
        near = (
            enemy
            for enemy in self.field.within(base, longest)
            if self.field.fires_at(base, enemy)
            and any(self.field.reaches(name, kind, base, enemy) for name in base.platoon.weapons)
        )
        return doctrine.nearest(self.field, base, near)

    def _fire(self, firers: list[Base], target: Base, *, moving: bool = False) -> None:
        able: dict[FireKind, list[Firer]] = {}
        bases: list[Base] = []
        for base in firers:
            kind = self._kind(base)
            if (
                not (base.on_table and base.shots)
                or kind is None
                or not may_fire(self.field.house.orders[base.order], kind, base.order)
            ):
                continue  # hurt or pushed down before its step (BGC-FIRE-07)
            weapons = [name for name in base.platoon.weapons if self.field.reaches(name, kind, base, target)]
            if not weapons or base.count.remaining == 0:
                continue
            bases.append(base)
            able.setdefault(kind, []).extend(
                Firer(base.count.remaining, covered(self.field.house.weapon(name)), base.count.full) for name in weapons
            )
        pools = {kind: pooled(firing, self.field.book) for kind, firing in able.items()}
        if not any(pools.values()):
            return
        seen = any(self._sighted(base) for base in bases)
        ambush = is_ambush(sighted=seen, in_movement=moving, in_sight_too=self.field.house.ambush_in_sight)
        for base in bases:
            base.shots -= 1
        self._round(bases, target, pools, Incoming.DIRECT, ambush=ambush)
        for base in bases:
            base.fired = base.sighted = True

    def _sighted(self, base: Base) -> bool:
        """Return whether a platoon has fired, or is seen by an enemy (BGC-AMB-47)."""
        return base.sighted or any(True for _ in self.field.viewers(base))

    def bombs(self, attacker: str, target: Base, how: FireKind, dice: int, *, on_friends: bool) -> None:
        """Make an air attack on a platoon, which cannot bug out before it (BGC-AIR-12, -13)."""
        covered_by = self.field.shelter(target, Incoming.AIR)
        shots = {how: self._volley(target, how, dice, covered_by)}
        note = ", its own side" if on_friends else ""
        self._read(target, shots, covered_by, "Air attack", (Fired(attacker, None, None, dice),), note)

    # One round -------------------------------------------------------------------------------------------------------
    def _round(
        self, firers: list[Base], target: Base, pools: dict[FireKind, int], fire: Incoming, *, ambush: bool = False
    ) -> None:
        """Announce, answer, roll and read a round of fire (BGC-BUG-01, -09); a move that it interrupts is reported
        first.
        """
        self.tell_move()
        if doctrine.bugs_out(target, self.field) and not may_bug_out(
            ambush=ambush, has_moved_out=target.bugged_out, immobile=self._immobile(target)
        ):
            self._bug_out(target, firers)
            return
        covered_by = self.field.shelter(target, fire, firers[0])
        shots = {kind: self._volley(target, kind, dice, covered_by) for kind, dice in pools.items() if dice}
        kind = "Ambush" if ambush else "Fire" if fire is Incoming.DIRECT else "Shells"
        self._read(target, shots, covered_by, kind, tuple(self._fired(base, target) for base in firers))

    def _volley(self, target: Base, kind: FireKind, dice: int, covered_by: Shelter) -> Shot:
        doubled = self.field.house.orders[target.order].doubled
        shot = volley(dice, kind, covered_by, self.dice, target.key, doubled=doubled, ladder=self.field.house.ladder)
        self.dice.taken()
        return shot

    def _fired(self, base: Base, target: Base) -> Fired:
        """Return a platoon that fires as the report shows it."""
        if base.platoon.off_table:
            return Fired(base.name, how=f"Count {base.count.remaining}, off the table")
        apart = round(self.field.apart(base, target), 1)
        how = f"Count {base.count.remaining}"
        if base.platoon.kind.value in self.field.house.arc:
            how += f", fronts {self._front(base)}"
        return Fired(base.name, self.report.point(base.x, base.y), apart, how=how)

    def _front(self, base: Base) -> str:
        return at_words(self.report.point(*self.field.front(base)))

    def _read(
        self,
        target: Base,
        shots: dict[FireKind, Shot],
        covered_by: Shelter,
        kind: str,
        by: tuple[Fired, ...],
        note: str = "",
    ) -> None:
        aimed, area = (shots[kind].sixes if kind in shots else 0 for kind in (FireKind.AIMED, FireKind.AREA))
        harm = combined(aimed, area, covered_by, self.field.house.combined or CombinedFire.SEPARATE)
        down = sum(covered(shot.steps) for shot in shots.values())
        doubled = self.field.house.orders[target.order].doubled
        rolls = tuple(
            Roll(
                f"{kind.value} fire",
                shot.faces,
                KILL_FACE,
                read_as(covered_by, counting_faces(kind, self.field.house.ladder) or ()),
                successes=shot.sixes,
                result=sixes_words(shot.sixes, doubled=doubled),
            )
            for kind, shot in shots.items()
        )
        if target.armour is not Armour.NONE:
            note += f", which fronts {self._front(target)}"
        at = self.report.point(target.x, target.y)
        self.report.add(Attack(target.name, by, kind, rolls, self.strike(target, harm, down), at, note=note))

    def strike(self, target: Base, harm: Harm, down: int) -> str:
        """Apply a result to a platoon at once, and return the effect in words (BGC-STEP-06)."""
        before = target.order
        harm = quick(harm, self.field.book, self.field.house.wound_is_kill)
        target.count = suffer(target.count, harm, self.field.book)
        hurt = "" if harm == NO_HARM else f"{harm.kills} killed, {harm.wounds} wounded"
        if target.count.removed:
            return f"{hurt}, the platoon is removed"
        target.order = covered(stepped_down(before, target.platoon.grade, down, self.field.house.ladder))
        change = f", {before.value} to {target.order.value}" if target.order is not before else ""
        steps = f"{counted(down, 'step')} down{change}" if down else ""
        strength = f"Count {target.count.remaining}" if hurt else ""
        return ", ".join(filter(None, (hurt, strength, steps))) or "no effect"

    def _immobile(self, base: Base) -> bool:
        return base.platoon.kind.is_gun or self.field.house.allowances.get(base.platoon.kind.value, 0) == 0

    def _bug_out(self, target: Base, firers: list[Base]) -> None:
        """Move the target one allowance away from the fire; the firers have lost their shot (BGC-BUG-02..05, -08)."""
        target.count, target.order = bug_out(target.count, target.order, self.dice, target.key, self.field.book)
        target.bugged_out = True
        outcome = "is removed" if target.count.removed else f"Count {target.count.remaining}"
        names = ", ".join(base.name for base in firers)
        self.report.add(
            self.dice.rolled(
                f"bug-out of {target.name} before the fire of {names}",
                outcome,
                passes=range(2, 7),
                why="1 costs a kill and a wound",
            )
        )
        self.falls_back(target, firers[0])
        for base in firers:
            base.fired = base.fired or not base.platoon.off_table

    def falls_back(self, base: Base, danger: Base) -> None:
        """Move a platoon one allowance away from an enemy; the ground slows it as it does every move (BGC-BUG-02,
        BGC-M-20).
        """
        start, kind, scenery = (base.x, base.y), base.platoon.kind.value, self.field.scenery
        inches = float(covered(self.field.house.allowance(kind)))
        gone = give_way(
            base,
            (danger.x, danger.y),
            lambda square: inches if scenery.country.is_bare else inches * scenery.part(kind, square),
            self.field,
        )
        self.moved(base, base.order, [start], *gone)

    def moved(self, base: Base, order: Order, way: list[tuple[float, float]], inches: float, most: float) -> None:
        """Report the move of a platoon under that order along a way to its present position."""
        self.under_fire = self.move(base, order, way, inches, most)
        self.tell_move()

    def move(self, base: Base, order: Order, way: list[tuple[float, float]], inches: float, most: float) -> Move | None:
        """Return the move for the report; None for a platoon that is removed, or has not moved."""
        if inches < 0.05 or base.count.removed:
            return None
        path = self.report.path(corners([*way, (base.x, base.y)]))
        return Move(base.name, path, round(inches, 1), round(most, 1), order.value)

    def tell_move(self) -> None:
        """Report the move in progress, as far as it has come."""
        if self.under_fire is not None:
            self.report.add(self.under_fire)
            self.under_fire = None

    # Saved fire ------------------------------------------------------------------------------------------------------
    def interrupt(self, mover: Base) -> None:
        """Fire saved fire at an enemy that has just moved into it (BGC-INT-01..06)."""
        if not mover.on_table:
            return
        firers = []
        for base in self.field.viewers(mover):
            kind = self._kind(base)
            saved = base.shots and may_save(base.order, self.field.house.orders)
            if not saved or kind is None or not self.field.fires_at(base, mover):
                continue
            if any(self.field.reaches(name, kind, base, mover) for name in base.platoon.weapons):
                firers.append(base)
        if firers:
            self._fire(firers, mover, moving=True)
