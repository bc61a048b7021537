"""Chains of exchanges with exact odds: a bombardment, then the assault; attacks in waves (OB-SEQ-08..11, OB-SEQ-14,
OB-WAVE).

A move of the attacker, from step 4 to step 7: the opponent's guns fire on the battalions that attack, its own on those
that defend; then the defenders fire, and then the remaining attackers. In a wave attack the last two steps come again
for each wave, with the next wave beside the survivors; pins stay on until the move is over. Results of each step count
in the next. Like battalions side by side are a *body*; only the numbers of each body that are fit, pinned, spent and
destroyed matter, so that the odds stay exact for any mix.

    assault(Assault(waves, defenders, ...), book) -> AssaultOdds

Both sides are taken to be in sight and in range as stated. A side without a fit battalion still has the one die of no
effective battalions: a battalion out of action, even a destroyed one, still sees the enemy. With ``watched`` off only
battalions still in play do (OB-AMB-060).

Chances are whole numbers over a common denominator: each counts some of the 216 ways in which three dice fall, to the
power of the dice rolled.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from math import comb, prod

from campaign.errors import BadInput
from campaign.rules.common.odds import Chances
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.tabletop.brevity.attack import Attack, prepare
from campaign.rules.tabletop.brevity.fire import Fire, FireKind, Firing, Flank, Inches, Mark, Works, locating
from campaign.rules.tabletop.brevity.odds import FireOdds, fire_odds
from campaign.rules.tabletop.brevity.stands import Stand
from campaign.rules.tabletop.brevity.tallies import (
    FIT,
    GONE,
    PINNED,
    SPENT,
    WHOLE,
    Effect,
    Row,
    Rows,
    State,
    Tallies,
    Tally,
    joined,
    moved,
)
from campaign.terms.ground import Cover
from campaign.terms.state import Light, Posture, Sky
from campaign.values import dataclass, replace

MOST_IN_A_CHAIN = 12
"""The most battalions a side: from six on the dice stay six (OB-T-09). Twelve against twelve of one kind take 0.1 s,
twenty-four 1.2 s.
"""
# So that an answer takes a second: 60,480 cases (two kinds of five against six and three) take 0.5 s, 2,100,875 (two of
# six against three of four) 20 s.
MOST_STATES = 60_000
"""The most cases, over all bodies, that a chain may have at once."""


@dataclass(frozen=True, slots=True)
class Body:
    """A number of like battalions in the same situation. ``flanked``: attacked in the flank, so that they do not
    count.
    """

    stand: Stand
    count: int = 1
    works: Works = Works.NONE
    cover: Cover = Cover.OPEN
    smoke: bool = False
    moving: bool = False
    posture: Posture = Posture.LINE
    spent: bool = False
    flanked: bool = False
    distance_in: Inches | None = None


@dataclass(frozen=True, slots=True)
class Shelling:
    """Guns that fire before the assault on some battalions of a body, on one battalion each."""

    body: int
    guns: tuple[Firing, ...]
    battalions: int = 1
    located: bool = True
    kind: FireKind = FireKind.ARTILLERY


@dataclass(frozen=True, slots=True)
class Assault:
    """An attack in one wave or several. ``shelled`` is fired in step 5 on defenders, ``shelled_back`` in step 4 on the
    first wave."""

    waves: tuple[tuple[Body, ...], ...]
    defenders: tuple[Body, ...]
    distance_in: Inches = 4  # Infantry has its best score within it (OB-T-12).
    light: Light = Light.DAY
    sky: Sky = Sky.CLEAR
    shelled: tuple[Shelling, ...] = ()
    shelled_back: tuple[Shelling, ...] = ()
    watched: bool = True


@dataclass(frozen=True, slots=True)
class BodyOdds:
    """The outcome for each battalion of a body, and the number of them that are still fit at the end."""

    body: Body
    each: FireOdds
    fit: Chances[int]
    wave: int = 0
    """The number of its wave, from 0."""


@dataclass(frozen=True, slots=True)
class AssaultOdds:
    """The odds of an assault from first fire to last. ``fit_to_fire``: attackers neither pinned nor spent as they fire,
    wave by wave.
    """

    attackers: tuple[BodyOdds, ...]
    defenders: tuple[BodyOdds, ...]
    fit_to_fire: tuple[Chances[int], ...]
    cleared: Fraction
    """The chance that no defender is left in play."""
    silenced: Fraction
    """The chance that no defender is fit: all are pinned, spent or destroyed."""


def assault(plan: Assault, book: Rulebook) -> AssaultOdds:
    """Return the exact odds of an assault, wave by wave. Raises BadInput if it has no attackers or no defenders, or is
    too large to be exact.
    """
    support = any(
        body.posture is Posture.SUPPORT for body in (*plan.defenders, *(body for wave in plan.waves for body in wave))
    )
    together = support or not plan.watched
    _check(plan, together=together)
    if together:
        both = _Chain(plan, book).run()
        return AssaultOdds(both.odds_of(0), both.odds_of(1), tuple(both.fit_to_fire), *both.ends())
    # only how many are fit touches anybody else: follow the defenders in full, then the attackers body by body
    theirs = _Chain(plan, book, followed=(1, None)).run()
    ours = tuple(_Chain(plan, book, followed=(0, n)).run().odds_of(0)[n] for n in range(len(theirs.sides[0])))
    return AssaultOdds(ours, theirs.odds_of(1), tuple(theirs.fit_to_fire), *theirs.ends())


def _check(plan: Assault, *, together: bool) -> None:
    for role, bodies in (
        ("attackers", [body for wave in plan.waves for body in wave]),
        ("defenders", list(plan.defenders)),
    ):
        count = sum(body.count for body in bodies)
        if not 1 <= count <= MOST_IN_A_CHAIN or any(body.count < 1 for body in bodies):
            raise BadInput(
                f"an assault cannot have {count} {role}. Name 1 to {MOST_IN_A_CHAIN} battalions on each side"
            )
    attacking = [body.count for wave in plan.waves for body in wave]
    # Battalions are spread over four conditions: fit, pinned, spent, destroyed (`tallies.Tally`).
    states = prod(comb(body.count + 3, 3) for body in plan.defenders) * prod(
        comb(n + 3, 3) if together else n + 1 for n in attacking
    )
    if states > MOST_STATES:
        raise BadInput(
            f"these battalions are of too many different kinds to work out exact odds ({states:,} cases). Name "
            "fewer kinds"
        )
    if not all(plan.waves):
        raise BadInput(
            "a wave of the assault has no battalions. Name at least one battalion for each wave (OB-WAVE-02)"
        )


class _Chain:
    """An assault in calculation: its bodies, and the chances of every state they can be in."""

    def __init__(self, plan: Assault, book: Rulebook, *, followed: tuple[int, int | None] | None = None) -> None:
        """Set up the assault. ``followed``: the side, and its bodies (None: all), that are followed in full; of the
        others only the fit are counted.
        """
        self.plan, self.book, self.followed = plan, book, followed
        defenders, shelled = _apart(plan.defenders, plan.shelled)
        first, shelled_back = _apart(plan.waves[0], plan.shelled_back)
        self.waves = [tuple(replace(body, moving=True) for body in wave) for wave in (first, *plan.waves[1:])]
        self.sides: tuple[list[Body], list[Body]] = ([], list(defenders))
        self.shelled = (shelled_back, shelled)
        self.waves_of: list[int] = []
        self.states: dict[State, int] = {((), tuple(_fresh(body) for body in defenders)): 1}
        self.total = 1
        self.fit_to_fire: list[Chances[int]] = []

    def run(self) -> _Chain:
        """Calculate step by step to the end of the last wave, and return the chain."""
        for number, wave in enumerate(self.waves):
            self._join(number, wave)
            if number == 0 or self.book.switch("wave.repeat_artillery"):
                for side in (0, 1):
                    for shelling in self.shelled[side]:
                        self._shell(side, shelling)
            self._fire_on(0)
            self.fit_to_fire.append(self._chances(lambda state: sum(tally[FIT] for tally in state[0])))
            self._fire_on(1)
        return self

    def _join(self, number: int, wave: tuple[Body, ...]) -> None:
        """Add the next wave beside the survivors, as bodies of its own, since its chances differ."""
        tally_of = [_fresh(body) for body in wave]
        places = list(range(len(self.sides[0]), len(self.sides[0]) + len(wave)))
        self.sides[0].extend(wave)
        self.waves_of.extend([number] * len(wave))
        self.states = {
            (joined(attackers, len(self.sides[0]), places, tally_of), defenders): chance
            for (attackers, defenders), chance in self.states.items()
        }

    # Steps ------------------------------------------------------------------------------------------------------------
    def _shell(self, side: int, shelling: Shelling) -> None:
        """Fire guns at every battalion of a body that was set apart for them."""

        def row(*, spent: bool) -> Row:
            mark = replace(self._mark(side, shelling.body, sheltered=True, spent=spent), located=shelling.located)
            return _row(prepare(Fire(shelling.kind, shelling.guns, mark, self.plan.light, self.plan.sky), self.book))

        rows = row(spent=False), row(spent=True)
        self._advance(side, lambda state, n: rows if n == shelling.body else None)

    def _fire_on(self, side: int) -> None:
        """Fire with all of the other side on every battalion of this side."""
        cache: dict[tuple[object, ...], Rows] = {}

        def effect(state: State, n: int) -> Rows:
            sheltered = self._sheltered(side, state[side])
            seen = (n, sheltered, *((tally[FIT], self._watches(tally)) for tally in state[1 - side]))
            if seen not in cache:
                firing = tuple(self._firing(1 - side, state[1 - side]))
                cache[seen] = (
                    self._effect(side, n, firing, sheltered, spent=False),
                    self._effect(side, n, firing, sheltered, spent=True),
                )
            return cache[seen]

        self._advance(side, effect)

    def _effect(self, side: int, n: int, firing: tuple[Firing, ...], sheltered: bool, *, spent: bool) -> Row:
        distance = self.sides[side][n].distance_in
        if distance is not None:
            firing = tuple(replace(firer, distance_in=distance) for firer in firing)
        mark = self._mark(side, n, sheltered=sheltered, spent=spent)
        firing = locating(firing, mark, self.plan.light, self.plan.sky)
        return _row(prepare(Fire(FireKind.DIRECT, firing, mark, self.plan.light, self.plan.sky), self.book))

    def _advance(self, side: int, effect: Effect) -> None:
        after: dict[State, int] = {}
        for state, chance in self.states.items():
            for tallies, then in moved(state, side, effect, self._counts):
                new = (tallies, state[1]) if side == 0 else (state[0], tallies)
                after[new] = after.get(new, 0) + chance * then
        self.states = after
        self.total = sum(after.values())

    def _counts(self, side: int, n: int) -> bool:
        """Return whether only the numbers of this body are counted."""
        return self.followed is not None and (side != self.followed[0] or self.followed[1] not in (None, n))

    # Who stands how --------------------------------------------------------------------------------------------------
    def _mark(self, side: int, n: int, *, sheltered: bool, spent: bool) -> Mark:
        body = self.sides[side][n]
        return Mark(body.stand, body.works, body.cover, body.smoke, body.moving, spent, body.posture, sheltered)

    def _sheltered(self, side: int, tallies: Tallies) -> bool:
        """Return whether the side has a battalion left that is not in support."""
        return any(
            body.posture is not Posture.SUPPORT and tally[GONE] < body.count
            for body, tally in zip(self.sides[side], tallies, strict=True)
        )

    def _watches(self, tally: Tally) -> bool:
        """Return whether a body has a battalion that can do nothing but see."""
        return tally[PINNED] + tally[SPENT] > 0 or (self.plan.watched and tally[GONE] > 0)

    def _firing(self, side: int, tallies: Tallies) -> Iterator[Firing]:
        for body, tally in zip(self.sides[side], tallies, strict=True):
            distance = self.plan.distance_in if body.distance_in is None else body.distance_in
            firer = Firing(body.stand, distance, body.posture, flank=Flank.BY_MARK if body.flanked else Flank.SAFE)
            yield from [firer] * tally[FIT]
            if self._watches(tally):
                yield replace(firer, pinned=True)

    # Answers ---------------------------------------------------------------------------------------------------------
    def _chance(self, test: Callable[[State], bool]) -> Fraction:
        return Fraction(sum(chance for state, chance in self.states.items() if test(state)), self.total)

    def _chances(self, value: Callable[[State], int]) -> Chances[int]:
        counted: dict[int, int] = {}
        for state, chance in self.states.items():
            counted[value(state)] = counted.get(value(state), 0) + chance
        return Chances((number, Fraction(counted[number], self.total)) for number in sorted(counted))

    def odds_of(self, side: int) -> tuple[BodyOdds, ...]:
        return tuple(self._odds_of(side, n) for n in range(len(self.sides[side])))

    def _odds_of(self, side: int, n: int) -> BodyOdds:
        body = self.sides[side][n]
        # The four conditions of a tally.
        sums = [sum(chance * state[side][n][of] for state, chance in self.states.items()) for of in range(4)]
        return BodyOdds(
            body,
            FireOdds(*(Fraction(weight, self.total * body.count) for weight in sums)),
            self._chances(lambda s: s[side][n][FIT]),
            self.waves_of[n] if side == 0 else 0,
        )

    def ends(self) -> tuple[Fraction, Fraction]:
        """Return the chance that no defender is left in play, and the chance that no defender is fit."""
        return (
            self._chance(lambda state: all(sum(tally) == tally[GONE] for tally in state[1])),
            self._chance(lambda state: not any(tally[FIT] for tally in state[1])),
        )


def _fresh(body: Body) -> Tally:
    return (0, 0, body.count, 0) if body.spent else (body.count, 0, 0, 0)


def _row(attack: Attack) -> Row:
    odds = fire_odds(attack)
    return int(odds.none * WHOLE), int(odds.pinned * WHOLE), int(odds.spent * WHOLE), int(odds.lost * WHOLE)


def _apart(bodies: Iterable[Body], shellings: Iterable[Shelling]) -> tuple[tuple[Body, ...], tuple[Shelling, ...]]:
    """Return the bodies with battalions under artillery split off as bodies of their own, and the shellings aimed at
    them. Raises BadInput for a body that does not exist.
    """
    remaining_bodies = list(bodies)
    apart: list[Body] = []
    aimed: list[Shelling] = []
    for shelling in shellings:
        if (
            not 0 <= shelling.body < len(remaining_bodies)
            or not 1 <= shelling.battalions <= remaining_bodies[shelling.body].count
        ):
            raise BadInput(
                f"artillery cannot fire on {shelling.battalions} battalions of group {shelling.body + 1}, "
                "because that group has fewer. Name fewer battalions to fire on"
            )
        aimed.append(replace(shelling, body=len(remaining_bodies) + len(apart)))
        apart.append(replace(remaining_bodies[shelling.body], count=shelling.battalions))
        remaining_bodies[shelling.body] = replace(
            remaining_bodies[shelling.body], count=remaining_bodies[shelling.body].count - shelling.battalions
        )
    kept = [n for n, body in enumerate(remaining_bodies) if body.count]
    return (*(remaining_bodies[n] for n in kept), *apart), tuple(
        replace(shot, body=shot.body - len(remaining_bodies) + len(kept)) for shot in aimed
    )
