"""Chains of exchanges with exact odds: a bombardment, then the assault; attacks in waves (OB-SEQ-08..11, OB-SEQ-14, OB-WAVE).

A move of the attacker, from step 4 to step 7: his opponent's guns fire on the battalions that attack, his own on those
that defend; then the defenders fire, and what is left of the attackers fires. In a wave attack the last two steps come
again for each wave, with the next wave beside the survivors; pins stay on until the move is over. Results of each step
count in the next. Like battalions side by side are a *body*; how many of each body are fit, pinned, spent and gone is
all that matters, so that the odds stay exact for any mix.

    assault(Assault(waves, defenders, ...), book) -> AssaultOdds

Both sides are taken to be in sight and in range as said. A side none of whose battalions is fit still has the one die of
no effective battalions; with ``watched`` off it loses even that when the last of them is destroyed (OB-AMB-060).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import comb

from campaign.errors import BadInput
from campaign.rules.brevity.attack import Attack, prepare
from campaign.rules.brevity.fire import Fire, FireKind, Firing, Flank, Inches, Mark, Works
from campaign.rules.brevity.odds import FireOdds, fire_odds
from campaign.rules.brevity.stands import Stand
from campaign.rules.odds import ALWAYS, NEVER, Chances
from campaign.rules.rulebook import Rulebook
from campaign.terms.ground import Cover
from campaign.terms.state import Light, Posture, Sky

MOST_IN_A_CHAIN = 12
"""Battalions a side: more are more dice than the strength table has."""


@dataclass(frozen=True, slots=True)
class Body:
    """So many battalions that are alike and stand alike. ``flanked``: attacked in the flank, so that they do not count."""

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
    """Guns that fire on one battalion each of so many battalions of a body, before the assault."""

    body: int
    guns: tuple[Firing, ...]
    battalions: int = 1
    located: bool = True
    kind: FireKind = FireKind.ARTILLERY


@dataclass(frozen=True, slots=True)
class Assault:
    """An attack in one wave or several. ``shelled`` is fired in step 5 on defenders, ``shelled_back`` in step 4 on the first wave."""

    waves: tuple[tuple[Body, ...], ...]
    defenders: tuple[Body, ...]
    distance_in: Inches = 4
    light: Light = Light.DAY
    sky: Sky = Sky.CLEAR
    shelled: tuple[Shelling, ...] = ()
    shelled_back: tuple[Shelling, ...] = ()
    watched: bool = True


@dataclass(frozen=True, slots=True)
class BodyOdds:
    """What becomes of each battalion of a body, and how many of them are still fit at the end."""

    body: Body
    each: FireOdds
    fit: Chances[int]


@dataclass(frozen=True, slots=True)
class AssaultOdds:
    """The odds of the whole chain. ``fit_to_fire``: attackers neither pinned nor spent as they fire, wave by wave."""

    attackers: tuple[BodyOdds, ...]
    defenders: tuple[BodyOdds, ...]
    fit_to_fire: tuple[Chances[int], ...]
    cleared: Fraction
    """No defender is left in play."""
    silenced: Fraction
    """No defender is fit: pinned, spent or destroyed."""


# State: of each body, how many are fit, pinned, spent, gone ---------------------------------------------------------------
Tally = tuple[int, int, int, int]
Tallies = tuple[Tally, ...]
State = tuple[Tallies, Tallies]
FIT, PINNED, SPENT, GONE = range(4)
Row = tuple[Fraction, Fraction, Fraction, Fraction]
"""Chances of nothing, pinned, spent, gone."""
Rows = tuple[Row, Row]
"""Of a fire on a battalion without a casualty figure, and on one with it."""
Effect = Callable[[State, int], Rows | None]
"""What is fired on the battalions of a body in a state; None: nothing."""


def assault(plan: Assault, book: Rulebook) -> AssaultOdds:
    """Exact odds of an assault, wave by wave. Raises BadInput for one without attackers or defenders, or too large to be exact."""
    _check(plan)
    return _Chain(plan, book).run()


def _check(plan: Assault) -> None:
    for who, bodies in (("attackers", [body for wave in plan.waves for body in wave]), ("defenders", list(plan.defenders))):
        count = sum(body.count for body in bodies)
        if not 1 <= count <= MOST_IN_A_CHAIN or any(body.count < 1 for body in bodies):
            raise BadInput(f"an assault with {count} {who}: name 1 to {MOST_IN_A_CHAIN} battalions on each side")
    if not all(plan.waves):
        raise BadInput("a wave without a battalion: each wave has at least one (OB-WAVE-02)")


class _Chain:
    """One assault being worked out: its bodies, and the chances of every state they can be in."""

    def __init__(self, plan: Assault, book: Rulebook) -> None:
        self.plan, self.book = plan, book
        defenders, shelled = _apart(plan.defenders, plan.shelled)
        first, shelled_back = _apart(plan.waves[0], plan.shelled_back)
        self.waves = (tuple(replace(body, moving=True) for body in wave) for wave in (first, *plan.waves[1:]))
        self.sides: list[list[Body]] = [[], list(defenders)]
        self.shelled = ((), shelled) if not shelled_back else (shelled_back, shelled)
        self.states: dict[State, Fraction] = {((), tuple(_fresh(body) for body in defenders)): ALWAYS}
        self.fit_to_fire: list[Chances[int]] = []

    def run(self) -> AssaultOdds:
        """Step by step to the end of the last wave."""
        for number, wave in enumerate(self.waves):
            self._join(wave)
            if number == 0 or self.book.switch("wave.repeat_artillery"):
                for side in (0, 1):
                    for shelling in self.shelled[side]:
                        self._shell(side, shelling)
            self._fire_on(0)
            self.fit_to_fire.append(self._chances(lambda state: sum(tally[FIT] for tally in state[0])))
            self._fire_on(1)
        attackers, defenders = (tuple(self._odds_of(side, n) for n in range(len(self.sides[side]))) for side in (0, 1))
        return AssaultOdds(
            attackers,
            defenders,
            tuple(self.fit_to_fire),
            self._chance(lambda state: all(sum(tally) == tally[GONE] for tally in state[1])),
            self._chance(lambda state: not any(tally[FIT] for tally in state[1])),
        )

    def _join(self, wave: tuple[Body, ...]) -> None:
        self.sides[0].extend(wave)
        fresh = tuple(_fresh(body) for body in wave)
        self.states = {((*attackers, *fresh), defenders): chance for (attackers, defenders), chance in self.states.items()}

    # Steps ------------------------------------------------------------------------------------------------------------
    def _shell(self, side: int, shelling: Shelling) -> None:
        """Guns at every battalion of a body that was set apart for them."""

        def row(*, spent: bool) -> Row:
            mark = replace(self._mark(side, shelling.body, sheltered=True, spent=spent), located=shelling.located)
            return _row(prepare(Fire(shelling.kind, shelling.guns, mark, self.plan.light, self.plan.sky), self.book))

        rows = row(spent=False), row(spent=True)
        self._advance(side, lambda state, n: rows if n == shelling.body else None)

    def _fire_on(self, side: int) -> None:
        """Everybody of the other side fires on every battalion of this one."""
        cache: dict[tuple[object, ...], Rows] = {}

        def effect(state: State, n: int) -> Rows:
            sheltered = self._sheltered(side, state[side])
            seen = (n, sheltered, *((tally[FIT], tally[FIT] < sum(tally) - tally[GONE]) for tally in state[1 - side]))
            if seen not in cache:
                firing = tuple(self._firing(1 - side, state[1 - side]))
                cache[seen] = (self._effect(side, n, firing, sheltered, spent=False), self._effect(side, n, firing, sheltered, spent=True))
            return cache[seen]

        self._advance(side, effect)

    def _effect(self, side: int, n: int, firing: tuple[Firing, ...], sheltered: bool, *, spent: bool) -> Row:
        distance = self.sides[side][n].distance_in
        if distance is not None:
            firing = tuple(replace(one, distance_in=distance) for one in firing)
        mark = self._mark(side, n, sheltered=sheltered, spent=spent)
        return _row(prepare(Fire(FireKind.DIRECT, firing, mark, self.plan.light, self.plan.sky), self.book))

    def _advance(self, side: int, effect: Effect) -> None:
        after: dict[State, Fraction] = {}
        for state, chance in self.states.items():
            for tallies, then in _moved(state, side, effect):
                new = (tallies, state[1]) if side == 0 else (state[0], tallies)
                after[new] = after.get(new, NEVER) + chance * then
        self.states = after

    # Who stands how -------------------------------------------------------------------------------------------------------
    def _mark(self, side: int, n: int, *, sheltered: bool, spent: bool) -> Mark:
        body = self.sides[side][n]
        return Mark(body.stand, body.works, body.cover, body.smoke, body.moving, spent, body.posture, sheltered)

    def _sheltered(self, side: int, tallies: Tallies) -> bool:
        """Has the side a battalion left that is not in support?"""
        return any(
            body.posture is not Posture.SUPPORT and tally[GONE] < body.count for body, tally in zip(self.sides[side], tallies, strict=True)
        )

    def _firing(self, side: int, tallies: Tallies) -> Iterator[Firing]:
        everybody_gone = all(tally[GONE] == sum(tally) for tally in tallies)
        for body, tally in zip(self.sides[side], tallies, strict=True):
            distance = self.plan.distance_in if body.distance_in is None else body.distance_in
            one = Firing(body.stand, distance, body.posture, flank=Flank.BY_MARK if body.flanked else Flank.SAFE)
            yield from [one] * tally[FIT]
            if tally[PINNED] + tally[SPENT] or (everybody_gone and self.plan.watched):
                yield replace(one, pinned=True)

    # Answers --------------------------------------------------------------------------------------------------------------
    def _chance(self, test: Callable[[State], bool]) -> Fraction:
        return sum((chance for state, chance in self.states.items() if test(state)), NEVER)

    def _chances(self, value: Callable[[State], int]) -> Chances[int]:
        return Chances((value(state), chance) for state, chance in self.states.items())

    def _odds_of(self, side: int, n: int) -> BodyOdds:
        body = self.sides[side][n]
        share = [sum((chance * state[side][n][of] for state, chance in self.states.items()), NEVER) / body.count for of in range(4)]
        return BodyOdds(body, FireOdds(*share), self._chances(lambda state: state[side][n][FIT]))


def _fresh(body: Body) -> Tally:
    return (0, 0, body.count, 0) if body.spent else (body.count, 0, 0, 0)


def _row(attack: Attack) -> Row:
    odds = fire_odds(attack)
    return odds.none, odds.pinned, odds.spent, odds.lost


def _apart(bodies: Iterable[Body], shellings: Iterable[Shelling]) -> tuple[tuple[Body, ...], tuple[Shelling, ...]]:
    """Battalions under artillery become bodies of their own; the shellings point at them. Raises BadInput for one that is not there."""
    left = list(bodies)
    apart: list[Body] = []
    aimed: list[Shelling] = []
    for shelling in shellings:
        if not 0 <= shelling.body < len(left) or not 1 <= shelling.battalions <= left[shelling.body].count:
            raise BadInput(f"artillery is to fire on {shelling.battalions} battalions of body {shelling.body + 1}: there are not so many")
        aimed.append(replace(shelling, body=len(left) + len(apart)))
        apart.append(replace(left[shelling.body], count=shelling.battalions))
        left[shelling.body] = replace(left[shelling.body], count=left[shelling.body].count - shelling.battalions)
    kept = [n for n, body in enumerate(left) if body.count]
    return (*(left[n] for n in kept), *apart), tuple(replace(one, body=one.body - len(left) + len(kept)) for one in aimed)


def _moved(state: State, side: int, effect: Effect) -> Iterator[tuple[Tallies, Fraction]]:
    """Every way the bodies of a side can come out of a step, each with its chance."""
    ways: list[list[tuple[Tally, Fraction]]] = []
    for n, tally in enumerate(state[side]):
        rows = effect(state, n)
        ways.append([(tally, ALWAYS)] if rows is None else list(_after(tally, *rows).items()))
    for way in product(*ways):
        chance = ALWAYS
        for _, one in way:
            chance *= one
        yield tuple(tally for tally, _ in way), chance


@lru_cache(maxsize=20_000)
def _after(tally: Tally, fresh: Row, worn: Row) -> dict[Tally, Fraction]:
    """A body after one fire on each of its battalions: pins do not go, a casualty on a spent battalion destroys it."""
    still_pinned: Row = (NEVER, fresh[FIT] + fresh[PINNED], fresh[SPENT], fresh[GONE])
    still_spent: Row = (NEVER, NEVER, worn[FIT] + worn[PINNED], worn[SPENT] + worn[GONE])
    found: dict[Tally, Fraction] = {(0, 0, 0, tally[GONE]): ALWAYS}
    for count, row in ((tally[FIT], fresh), (tally[PINNED], still_pinned), (tally[SPENT], still_spent)):
        together: dict[Tally, Fraction] = {}
        for (one, first), (two, second) in product(found.items(), _multinomial(count, row).items()):
            both = (one[0] + two[0], one[1] + two[1], one[2] + two[2], one[3] + two[3])
            together[both] = together.get(both, NEVER) + first * second
        found = together
    return found


@lru_cache(maxsize=20_000)
def _multinomial(count: int, row: Row) -> dict[Tally, Fraction]:
    """So many battalions, each with these chances: how many come out how."""
    found: dict[Tally, Fraction] = {}
    for fit in range(count + 1):
        for pinned in range(count - fit + 1):
            for spent in range(count - fit - pinned + 1):
                gone = count - fit - pinned - spent
                ways = comb(count, fit) * comb(count - fit, pinned) * comb(count - fit - pinned, spent)
                chance = ways * row[FIT] ** fit * row[PINNED] ** pinned * row[SPENT] ** spent * row[GONE] ** gone
                if chance:
                    found[fit, pinned, spent, gone] = chance
    return found
