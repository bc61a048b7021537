"""The plain doctrine: the decisions of each side in a resolved battle, unless another doctrine is given.

The tasks of all units come from the common doctrine (``campaign.resolve.doctrine``); this module turns them into moves
on a table of inches. Far off, a command marches; it closes up to 9 inches, out of sight, and stays there while the
attack would be ruinous and another command can come; once half of its assault units can get within 4 inches in one move
they go in, in two waves only on a 6, with the guns on their target first; spare batteries screen with smoke other
enemies that could fire at them. Commands with only guns for the line move first; then the command nearest to the enemy.
An attacker challenges for the initiative when a command of its own can go in and its bonus is no worse. Units in
position declare fire, and defenders leave their ground, by the losses to be expected (``expectation``). Spent
battalions rest in reserve out of sight; a spare battery that reaches an enemy battery that has fired goes on
counter-battery; reconnaissance companies pull back out of sight when fired on; infantry that can ride dismounts for
terrain and mounts again in the open out of enemy fire; attackers that see no enemy go for the place that is fought for;
aircraft go where most enemies are together; the corps commander stays with his command while it can move.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache, partial
from math import dist

from campaign.resolve import doctrine
from campaign.resolve.brevity import fire_control
from campaign.resolve.brevity.doctrine import FAR_AWAY, Advance, Doctrine, Regrouping, View
from campaign.resolve.brevity.expectation import Place, expected
from campaign.resolve.brevity.field import Brigade, Field, Model
from campaign.resolve.brevity.ground import Spot, distance, nearest_open, steps, travel
from campaign.resolve.doctrine import Do, Enemy, Kind, Situation, Stance, Task, Troops
from campaign.rules.common.automatic import COMPANY, Stake, cost
from campaign.rules.day.strike import STRIKE_RADIUS
from campaign.rules.tabletop.brevity import command as commands
from campaign.rules.tabletop.brevity import tables
from campaign.rules.tabletop.brevity.fire import Works
from campaign.rules.tabletop.brevity.muster import is_headquarters
from campaign.rules.tabletop.brevity.riding import is_barred, may_ride
from campaign.terms.forces import Arm, Armour
from campaign.terms.ground import Cover, Surface
from campaign.terms.state import Posture
from campaign.values import replace

_NOTHING = Task(Do.HOLD)
FIRE = tables.DIRECT_INFANTRY
"""The inches at which troops of the line fire."""
CLOSE = tables.CLOSE_RANGE
"""The inches at which an assault is fought."""
OUT_OF_SIGHT = tables.LOCATION_LEVEL + 1
"""The inches from an enemy on level ground at which a unit is not located (OB-LOC-03)."""
# Our choice: 12 changes 20 of 30 battles (the holder of 9), 48 changes 11 (4).
ASSAULT_REACH = 24
"""The inches within which a command considers going in."""
GUNS = frozenset({Arm.ANTI_TANK, Arm.ANTI_AIRCRAFT})
"""Arms that do not go in with an assault."""
TANKS = frozenset({Arm.ARMOUR, Arm.HEAVY_ARMOUR, Arm.ARMOURED_CAR})
TOO_NEAR = tables.LOCATION_FROM_HILL
"""The inches at which an enemy may see a battalion that is to rest."""
# Our choice. It decides which spent battalions go back
# (`test_a_spent_battalion_goes_back_unless_it_would_be_fired_on`): in none of 30 battles otherwise.
BACK_FROM = 4
"""The inches beyond that within which a spent battalion goes back."""
# Our choice: 2 changes 1 of 30 battles, 6 changes 1.
ON_ONE_TARGET = 3
"""The most batteries that fire at one target."""
# Our choice, so that no side leaves its ground for nothing: with 0.25 the doctrine lost 126 battalions against 134 of
# the earlier one in 100 battles from both ends, with 0.05 126.5 against 136; at 0.25 tanks stood idle (seed 126).
LEAST_GAIN = 0.05
"""The battalions by which a counter-attack must be expected to cost the enemy more."""
# Our choice: 2 and 3 lost 0.10 battalions less a battle than the doctrine before, with as many fields.
RUINOUS = 3
"""How many times the enemy's loss an attack may be expected to cost before it waits for other commands."""
# Our choice, where readiness is very low (`test_the_plain_doctrine_sends_waves_only_where_readiness_is_very_low`): in
# none of 30 battles.
WAVES_FROM = 4
"""The number of assaulting battalions from which a command that is seldom ready goes in by waves."""


class Plain:
    """The plain doctrine: see the head of this file."""

    def breaks_off(self, view: View) -> str:
        """Return why the side breaks off, by the common doctrine: the cost of this battle, the units left, and the
        orders.
        """
        if view.on.move < 2:
            return ""
        friends, enemies = _line(view.friends()), _line(view.enemies())
        in_works = any(model.fit and model.works is not Works.NONE for model in friends)
        return doctrine.breaks_off(
            _cost(view, view.side),
            (_fit_strength(friends) + _coming(view), _fit_strength(enemies)),
            view.on.book,
            played=view.on.move,
            at_all_costs=any(model.fit and model.unit.id in view.on.fight.at_all_costs for model in friends),
            in_works=in_works,
            holds=in_works and not _attacks_alone(view),
            pressed=_attacks_alone(view) or _is_pressed(view, friends),
            upon=_upon(view, friends, enemies),
            dealt=_cost(view, 1 - view.side)[1] > 0,
        )

    def pick(self, view: View) -> Brigade | None:
        """Return the command to move: guns of a command with no unit for the line, then the command whose middle is
        nearest to the enemy.
        """
        enemies = view.enemies()
        return min(
            view.ready(),
            key=lambda brigade: (
                view.on.is_idle(brigade),
                not _guns_alone(brigade, enemies),
                _gap(view, brigade),
                brigade.command.id,
            ),
            default=None,
        )

    def is_done(self, view: View) -> bool:
        """Return whether no command that has its officer did anything in its last move, or could since."""
        return all(map(view.on.is_idle, view.ready()))

    def challenge(self, view: View, mover: Brigade) -> Brigade | None:
        """Return the command that takes the move: that of an attacker that can go in, if its bonus is not lower."""
        if view.stance is not Stance.ATTACK:
            return None
        theirs = commands.bonus(mover.command.nation, corps_commander=mover.commander)
        for brigade in view.ready():
            ours = commands.bonus(brigade.command.nation, corps_commander=brigade.commander)
            if ours >= theirs and _gap(view, brigade) <= ASSAULT_REACH + CLOSE and _can_act(view, brigade):
                return brigade
        return None

    def regroup(self, view: View, brigade: Brigade) -> Regrouping:
        """Return the decisions of step 2: spent battalions out of sight rest; spare batteries answer enemy batteries
        that have fired.
        """
        enemies = view.enemies()
        rest = tuple(
            model
            for model in brigade.in_play
            if model.spent and not model.resting and not _seen(view, model, enemies) and not is_headquarters(model.unit)
        )
        take_up = tuple(model for model in brigade.in_play if model.resting and not model.spent)
        fired = [enemy for enemy in enemies if enemy.fired and enemy.stand.is_artillery]
        batteries = [model for model in brigade.in_play if model.stand.is_artillery and model.fit]
        # one battery in three, and never the only one
        answering = tuple(model for model in batteries[2::3] if any(_in_range(model, enemy) for enemy in fired))
        return Regrouping(rest, take_up, answering)

    def move(self, view: View, brigade: Brigade) -> tuple[Advance, ...]:
        """Return the advances that the command's stance asks for; under any stance spent battalions go back. Units that
        can ride do so if it helps.
        """
        enemies = view.enemies()
        return tuple(_as_it_rides(view, advance, enemies) for advance in self._moves(view, brigade, enemies))

    def _moves(self, view: View, brigade: Brigade, enemies: Sequence[Model]) -> tuple[Advance, ...]:
        back = tuple(
            _back(view, model)
            for model in brigade.in_play
            if model.spent
            and not model.resting
            and _seen(view, model, enemies, beyond=BACK_FROM)
            and not _lies_still(view, model, enemies)
            and not _barred(view, model)
        )
        fighters = _fighters(brigade)
        if not enemies:
            return (*back, *_for_the_prize(view, fighters))
        if not fighters:
            return back
        middle = _middle(fighters)
        enemies = sorted(enemies, key=lambda enemy: (distance(middle, enemy.spot), enemy.stand.key))
        tasks = _told(view, brigade, enemies)
        if view.stance is Stance.ATTACK:
            stay = [model for model in fighters if _stays(model, tasks)]
            going = [model for model in fighters if model not in stay]
            attack = _attack(view, brigade, going, enemies, tasks) if going else []
            marches = any(advance.posture is Posture.MARCH for advance in attack)
            moving = {id(advance.model) for advance in attack}
            standing = [] if marches else _stand(view, [model for model in fighters if id(model) not in moving])
            acting = [advance for advance in (*attack, *standing) if _acts(view, advance, enemies)]
            return _marching_together(back, acting or _marching_out(view, fighters))
        counter = _counter_attack(view, fighters, enemies)
        leaving = {id(advance.model) for advance in counter}
        stays = [model for model in fighters if id(model) not in leaving]
        return (*back, *counter, *_deployed(view, stays, _stand(view, stays)))

    def lay(self, view: View, batteries: Sequence[Model], targets: Sequence[Model]) -> tuple[tuple[Model, Model], ...]:
        """Return the targets of batteries: that of the attack they support; for the others the nearest enemies first,
        one more battery on each in turn, at most three on one.
        """
        tasks = view.on.told[view.side]
        reach = [
            target for target in targets if target.in_play and any(_in_range(battery, target) for battery in batteries)
        ]
        order = sorted(
            reach, key=lambda target: (target.pinned or target.spent, _to_the_line(view, target), target.stand.key)
        )
        laid: dict[int, int] = {}
        pairs = []
        for battery in batteries:
            reached = [
                target for target in order if _in_range(battery, target) and laid.get(id(target), 0) < ON_ONE_TARGET
            ]
            aim = next(
                (target for target in reached if _key(target) == tasks.get(_key(battery), _NOTHING).target), None
            )
            if reached:
                target = aim or min(reached, key=lambda model: (laid.get(id(model), 0), order.index(model)))
                laid[id(target)] = laid.get(id(target), 0) + 1
                pairs.append((battery, target))
        return tuple(pairs)

    def suspect(self, view: View, batteries: Sequence[Model]) -> tuple[tuple[Model, Spot], ...]:
        """Return the points that an attacker's spare batteries shell: the nearest terrain of the enemy's half, once,
        where an enemy may be hidden.
        """
        if view.stance is not Stance.ATTACK:
            return ()
        middle, shelled = view.on.ground.depth_in // 2, {noted.at for noted in view.on.noted if noted.side == view.side}
        patches = [patch for patch in view.on.ground.patches if patch.cover is Cover.TERRAIN and not patch.craters]
        centres = [Spot((patch.left + patch.right) // 2, (patch.near + patch.far) // 2) for patch in patches]
        beyond = [at for at in centres if (at.y - middle) * view.on.forward(view.side) > 0 and at not in shelled]
        pairs = []
        for battery in batteries:
            reach = battery.stand.artillery_in
            near = [at for at in beyond if reach is not None and distance(battery.spot, at) <= reach]
            if near:
                pairs.append((battery, min(near, key=lambda at: (distance(battery.spot, at), at))))
        return tuple(pairs)

    def accompany(self, view: View, brigade: Brigade) -> Brigade | None:
        """Return the command for the corps commander: he stays while his command can move; then he goes to the one
        nearest to the enemy that can.
        """
        return None if brigade.officer and brigade.in_play else self.pick(view)

    def pulls_back(self, view: View, company: Model) -> Spot | None:
        """Return the place for a reconnaissance company: straight back until no enemy can see it."""
        way = _way_back(view, company)
        return next((spot for spot in way if view.gap(spot) > TOO_NEAR), way[-1] if way else None)

    def call_down(self, view: View, targets: Sequence[Model]) -> Model | None:
        """Return the enemy for the aircraft: where most enemies are together and no friend near, of equals the nearest
        to our line.
        """

        def worth(target: Model) -> tuple[int, int, str]:
            together = sum(not model.hidden for model in view.on.near(1 - view.side, target.spot, STRIKE_RADIUS))
            return (-together, _to_the_line(view, target), target.stand.key)

        safe = [
            target for target in targets if target.in_play and not view.on.near(view.side, target.spot, STRIKE_RADIUS)
        ]
        return min(safe, key=worth, default=None)

    def misdirect(self, view: View) -> Model | None:
        """Return the model of the enemy's own troops with most others of them near it."""
        return min(
            (enemy for enemy in view.enemies()),
            key=lambda enemy: (-len(view.on.near(1 - view.side, enemy.spot, STRIKE_RADIUS)), enemy.stand.key),
            default=None,
        )

    def screens(self, view: View, makers: Sequence[Model]) -> tuple[tuple[Model, Spot], ...]:
        """Return the screens of an attacker's second and further batteries: on enemies beside the target that could
        fire at the assault units.
        """
        batteries = [maker for maker in makers if maker.stand.artillery_in is not None and maker.fit]
        if view.stance is not Stance.ATTACK or len(batteries) < 2:
            return ()
        going = [model for model in view.friends() if model.acting and not model.stand.is_artillery]
        aims = {id(near) for model in going if (near := _nearest(model, view.enemies())) is not None}
        beside = [
            enemy for enemy in view.enemies() if id(enemy) not in aims and enemy.fit and _reaches_any(enemy, going)
        ]
        spots = [_before(enemy, going) for enemy in sorted(beside, key=lambda enemy: enemy.stand.key)]
        return tuple(
            (battery, spot)
            for battery, spot in zip(batteries[1:], spots, strict=False)
            if distance(battery.spot, spot) <= (battery.stand.artillery_in or 0)
        )


PLAIN: Doctrine = Plain()


# The plain doctrine's reckoning --------------------------------------------------------------------------------------
def _cost(view: View, side: int) -> tuple[Fraction, Fraction]:
    """Return what a side brought to the battle and what it has lost of it."""
    line, costs = _line([model for model in view.on.models[side] if _takes_part(view, model)]), view.on.costs
    key = side, tuple([model.state for model in line])
    if key not in costs:
        costs[key] = cost(map(_stake, line))
    return costs[key]


def _takes_part(view: View, model: Model) -> bool:
    """Return whether a model is in the battle, or comes before its last turn is over."""
    return model.arrives <= view.on.fight.turns


def _coming(view: View) -> Fraction:
    """Return the fit strength that the side knows to be on its way to this battle."""
    waiting = (model for model in view.on.models[view.side] if model.arrives and model.in_play)
    return _fit_strength(model for model in waiting if model.takes_ground and _takes_part(view, model))


def _stake(model: Model) -> Stake:
    """Return the side's stake in a model: none for a company, for a weak battalion half of a normal one (OB-SIZE-02,
    -05).
    """
    return Stake(_battalions(model.stand.halves), model.unit.state, model.state)


@cache
def _battalions(halves: int) -> Fraction:
    """Return half battalions as normal ones."""
    return Fraction(halves, 2)


def _line(models: Sequence[Model]) -> Sequence[Model]:
    """Return the models that take and hold ground: no artillery and no divisional headquarters, unless there are no
    others.
    """
    return [model for model in models if model.takes_ground] or models


def _key(model: Model) -> Hashable:
    return model.side, model.unit.id, model.stand.key, model.stand.name


def _weight(model: Model) -> Fraction:
    """Return the weight in normal battalions; a quarter for a company, which has no strength of its own."""
    return _battalions(model.stand.halves) or COMPANY


def _fit_strength(models: Iterable[Model]) -> Fraction:
    """Return the strength of all models that are neither spent nor resting, counted in quarters because a battle needs
    it at every move.
    """
    quarters = (2 * model.stand.halves or 1 for model in models if not (model.spent or model.resting))
    # A company counts a quarter of a battalion (doctrine.txt).
    return Fraction(sum(quarters), 4)


def _attacks_alone(view: View) -> bool:
    """Return whether the side attacks an enemy that defends. In a meeting battle each side waits for the other to come
    near.
    """
    return view.stance is Stance.ATTACK and view.on.fight.attacker is not None


def _is_pressed(view: View, friends: Iterable[Model]) -> bool:
    """Return whether a fit enemy of the line that has come on is near enough to go in. A unit dug in or in cover waits
    until it can fire at it.
    """
    upon = [enemy for enemy in view.enemies() if enemy.came_on and enemy.fit and not enemy.stand.is_artillery]
    for model in friends if upon else ():
        reach = FIRE if _is_covered(view.on, model) else TOO_NEAR
        if any(distance(enemy.spot, model.spot) <= reach for enemy in upon):
            return True
    return False


def _upon(view: View, friends: Iterable[Model], enemies: Iterable[Model]) -> Fraction:
    """Return the strength of fit enemies: those that have come on if a fit friend waits for them in cover, otherwise
    all.
    """
    waits = not _attacks_alone(view) and any(model.fit and _is_covered(view.on, model) for model in friends)
    return _fit_strength(enemy for enemy in enemies if enemy.came_on or not waits)


def _is_covered(on: Field, model: Model) -> bool:
    """Return whether a model is dug in, or in cover."""
    return model.works is not Works.NONE or on.ground.cover_at(model.spot) is Cover.TERRAIN


def _kind(model: Model) -> Kind:
    if model.stand.is_artillery:
        return Kind.GUNS
    if is_headquarters(model.unit):
        return Kind.REAR
    if model.unit.arm in GUNS:
        return Kind.HOLDING
    return Kind.TANKS if model.unit.arm in TANKS else Kind.FOOT


def _told(view: View, brigade: Brigade, enemies: Sequence[Model]) -> Mapping[Hashable, Task]:
    """Return the tasks of the moving command, with the guns that support it."""
    on, command = view.on, brigade.command.id
    guns = [gun for gun in on.guns(view.side) if gun.supports == command and gun.command != command]
    chosen = frozenset(aim for number, aim in on.aims[view.side].items() if number != command)
    tasks = doctrine.tasks(_situation(view, [*brigade.in_play, *guns], enemies, chosen))
    on.told[view.side].clear()
    on.told[view.side].update(tasks)
    if (aim := next((task.target for task in tasks.values() if task.target is not None), None)) is not None:
        on.aims[view.side][command] = aim
    return tasks


def _situation(
    view: View, friends: Iterable[Model], enemies: Iterable[Model], chosen: frozenset[Hashable]
) -> Situation:
    """Return the table as the common doctrine sees it for a command."""
    on = view.on
    ours = tuple(
        Troops(
            _key(model),
            model.command,
            (model.spot.x, model.spot.y),
            _kind(model),
            _weight(model),
            model.fit,
            reach=float(model.stand.artillery_in or model.stand.direct_in),
            supports=frozenset({model.supports, model.command}),
            works=model.works is not Works.NONE,
        )
        for model in friends
    )
    theirs = tuple(
        Enemy(
            _key(enemy),
            (enemy.spot.x, enemy.spot.y),
            _weight(enemy),
            _is_covered(on, enemy),
            enemy.spent or enemy.pinned,
            enemy.posture is Posture.SUPPORT and fire_control.is_sheltered(on, enemy),
            enemy.unit.arm in TANKS,
            enemy.spent,
        )
        for enemy in enemies
    )
    meeting = on.fight.attacker is None
    return Situation(view.stance, ours, theirs, ASSAULT_REACH + CLOSE, FIRE, on.prize, chosen, meeting=meeting)


def _can_act(view: View, brigade: Brigade) -> bool:
    """Return whether the command has a unit that can move at the nearest enemy or fire at it. Cars at the edge of
    terrain cannot.
    """
    enemies = view.enemies()
    near = ((model, _nearest(model, enemies)) for model in _fighters(brigade))
    return any(
        enemy is not None
        and _acts(view, Advance(model, _towards(model.spot, enemy.spot, CLOSE), Posture.LINE), [enemy])
        for model, enemy in near
    )


def _acts(view: View, advance: Advance, enemies: Iterable[Model]) -> bool:
    """Return whether an advance brings the unit on, or gives it an enemy to fire at. A unit that does neither need not
    show itself (OB-MOV-04).
    """
    model, aim = advance.model, advance.aim
    if any(distance(model.spot, enemy.spot) <= model.stand.direct_in for enemy in enemies):
        return True
    return aim is not None and (travel(view.on.ground, model.unit, advance.posture, model.spot, aim) != model.spot)


def _guns_alone(brigade: Brigade, enemies: Sequence[Model]) -> bool:
    """Return whether the command has only guns, which reach an enemy. They fire before other commands go in."""
    return not _fighters(brigade) and any(
        model.fit and _in_range(model, enemy) for model in brigade.in_play for enemy in enemies
    )


def _nearest(model: Model, enemies: Iterable[Model]) -> Model | None:
    return min(enemies, key=lambda enemy: (distance(model.spot, enemy.spot), enemy.stand.key), default=None)


def _reaches_any(enemy: Model, going: Iterable[Model]) -> bool:
    return any(distance(enemy.spot, model.spot) <= enemy.stand.direct_in for model in going)


def _before(enemy: Model, going: Sequence[Model]) -> Spot:
    """Return the point two inches before an enemy, on the side of the nearest assault unit."""
    near = min(going, key=lambda model: (distance(model.spot, enemy.spot), model.stand.key))
    return Spot(enemy.spot.x, enemy.spot.y + (2 if near.spot.y > enemy.spot.y else -2))


def _fighters(brigade: Brigade) -> list[Model]:
    """Return the battalions that can fight in the line: fit, no artillery, no divisional headquarters."""
    return [model for model in brigade.in_play if model.takes_ground and model.fit]


def _distance_to(model: Model | None, spot: Spot) -> int:
    return FAR_AWAY if model is None else distance(model.spot, spot)


def _middle(models: Sequence[Model]) -> Spot:
    return Spot(
        sum(model.spot.x for model in models) // len(models), sum(model.spot.y for model in models) // len(models)
    )


def _gap(view: View, brigade: Brigade) -> int:
    fighters = _fighters(brigade)
    # Farther than any table is wide: a command without fighters is near nobody.
    return view.gap(_middle(fighters)) if fighters else 9_999


def _to_the_line(view: View, target: Model) -> int:
    """Return the inches from a target to the nearest of our battalions other than artillery."""
    return _distance_to(
        view.on.nearest(view.side, target.spot, lambda friend: not friend.stand.is_artillery), target.spot
    )


def _in_range(battery: Model, target: Model) -> bool:
    reach = battery.stand.artillery_in
    return reach is not None and distance(battery.spot, target.spot) <= reach


def _seen(view: View, model: Model, enemies: Iterable[Model], *, beyond: int = 0) -> bool:
    on = view.on
    return any(
        distance(enemy.spot, model.spot) <= TOO_NEAR + beyond and (beyond or on.sees(enemy.spot, model.spot))
        for enemy in enemies
    )


def _lies_still(view: View, model: Model, enemies: Sequence[Model]) -> bool:
    """Return whether a unit should stay: an enemy, even a spent one, would fire on it if it moved, at its position or
    as it leaves its cover. A unit that does not move is not fired on in its own command's move (OB-MOV-04, -05).
    """
    way = (model.spot, *_way_back(view, model)[:OUT_OF_SIGHT])
    return _is_under_fire(view, way, enemies) or _is_safe_from_guns(view, model, way)


def _is_safe_from_guns(view: View, model: Model, way: Sequence[Spot]) -> bool:
    """Return whether enemy guns would shell a unit on this way, but no longer in this turn if it stays: no command of
    the enemy has its officer, so that none moves any more (OB-SEQ-09, OB-READY-01).
    """
    on, enemy_side = view.on, 1 - view.side
    if any(brigade.officer and brigade.in_play for brigade in on.brigades[enemy_side].values()):
        return False
    guns = [gun for gun in on.guns(enemy_side) if not gun.hidden]
    return any(
        on.sees(enemy.spot, spot) and any(fire_control.reaches(gun, spot) for gun in guns)
        for spot in way
        for enemy in on.near(enemy_side, spot, TOO_NEAR)
        if not enemy.hidden
    )


def _is_under_fire(view: View, way: Sequence[Spot], enemies: Iterable[Model]) -> bool:
    """Return whether an enemy could fire on a unit at a point of this way."""
    near = [enemy for enemy in enemies if distance(enemy.spot, way[0]) <= distance(way[0], way[-1]) + TOO_NEAR]
    return any(
        distance(enemy.spot, spot) <= enemy.stand.direct_in and view.on.sees(enemy.spot, spot)
        for enemy in near
        for spot in way
    )


def _barred(view: View, model: Model) -> bool:
    """Return whether an unbridged obstacle bars its way back. Coming to it would cost its command the officer
    (OB-OBS-01).
    """
    bars = [bar.barrier for bar in view.on.barriers if bar.gap_from is None and not bar.barrier.bridges]
    return bool(bars) and any(bar.holds(spot) for spot in _way_back(view, model)[:ASSAULT_REACH] for bar in bars)


def _way_back(view: View, model: Model) -> list[Spot]:
    return list(steps(model.spot, Spot(model.spot.x, view.on.home_y(view.side))))


# On wheels ------------------------------------------------------------------------------------------------------------
def _as_it_rides(view: View, advance: Advance, enemies: Sequence[Model]) -> Advance:
    """Return the advance of infantry that can ride as it gets nearer: on foot if its way or its goal lies in terrain.
    It mounts where it cannot be fired at on its way; armoured vehicles it leaves for terrain only.
    """
    model, aim, ground = advance.model, advance.aim, view.on.ground
    barred = ground.going_at(model.spot) is Surface.TERRAIN
    if barred or advance.posture is Posture.MARCH or not may_ride(model.unit):
        return advance
    stays = model.mounted and model.unit.armour is not Armour.NONE
    if aim is None:
        return replace(advance, mounted=stays)
    walked, ridden = (
        travel(ground, model.unit, advance.posture, model.spot, aim, mounted=mounted) for mounted in (False, True)
    )
    nearer = distance(walked, aim) - distance(ridden, aim)
    way = (model.spot, *steps(model.spot, ridden))
    gets_on = nearer > 0 and not _is_under_fire(view, way, enemies)
    return replace(advance, mounted=gets_on or (stays and nearer >= 0))


def _marching_out(view: View, fighters: Sequence[Model]) -> list[Advance]:
    """Return the march of a command of vehicles out of terrain, which bars them combat-ready, by the shortest way
    (OB-AMB-033).
    """
    on = view.on
    if not all(is_barred(model.unit) and on.ground.going_at(model.spot) is Surface.TERRAIN for model in fighters):
        return []

    def is_free(start: Spot, end: Spot) -> bool:
        return not any(bar.barrier.holds(spot) for bar in on.barriers for spot in steps(start, end))

    ways = ((model, nearest_open(on.ground, model.spot, partial(is_free, model.spot))) for model in fighters)
    return [Advance(model, end, Posture.MARCH) for model, end in ways if end is not None]


def _back(view: View, model: Model) -> Advance:
    return Advance(model, Spot(model.spot.x, view.on.home_y(view.side)))


def _for_the_prize(view: View, fighters: Iterable[Model]) -> list[Advance]:
    """Return the advance of attackers that see no enemy, towards the place that is fought for."""
    if view.stance is not Stance.ATTACK or view.on.prize is None:
        return []
    prize = Spot(*view.on.prize)
    ways = ((model, _towards(model.spot, prize, CLOSE)) for model in fighters)
    return [Advance(model, aim) for model, aim in ways if aim != model.spot]


def _attack(
    view: View, brigade: Brigade, fighters: list[Model], enemies: list[Model], tasks: Mapping[Hashable, Task]
) -> list[Advance]:
    """Return the advances of an attack: go in together when half can get there, otherwise close up out of sight; far
    off, march.
    """
    main = next((tasks[_key(model)].target for model in fighters if tasks[_key(model)].target is not None), None)
    centre = next((enemy.spot for enemy in enemies if _key(enemy) == main), _middle(fighters))
    targets = sorted(
        _can_be_assaulted(view, enemies), key=lambda enemy: (distance(centre, enemy.spot), enemy.stand.key)
    )[: max(1, len(fighters) // 2)]
    targets = [enemy for enemy in targets if distance(centre, enemy.spot) <= TOO_NEAR] or targets
    near = {
        id(model): min(targets, key=lambda enemy: (distance(model.spot, enemy.spot), enemy.stand.key))
        for model in fighters
    }
    gaps = {id(model): distance(model.spot, near[id(model)].spot) for model in fighters}
    assaulting = [model for model in fighters if tasks[_key(model)].do is Do.ATTACK]
    able = [model for model in assaulting if gaps[id(model)] <= ASSAULT_REACH + CLOSE]
    if 2 * len(able) < len(assaulting) or _waits_for_others(view, brigade, able, near):
        able = []
    far = _may_march([(model.spot, near[id(model)].spot) for model in fighters], enemies)
    stop, posture = (ASSAULT_REACH, Posture.MARCH) if far else (OUT_OF_SIGHT, Posture.LINE)
    first_wave = len(able) if _ready_enough(brigade) or len(able) < WAVES_FROM else len(able) // 2
    moves = []
    for model in sorted(fighters, key=lambda model: _kind(model) is Kind.HOLDING):
        enemy = near[id(model)]
        if model in able:
            apart = view.on.book.word("posture.level") == "battalion"
            lends = apart and model.stand.direct_in >= gaps[id(model)] and _supports(model, enemy)
            how = Posture.SUPPORT if lends else Posture.LINE
            moves.append(
                Advance(
                    model,
                    _round_the_flank(view, model, enemy, tasks[_key(model)]) or _towards(model.spot, enemy.spot, CLOSE),
                    how,
                    0 if able.index(model) < first_wave else 1,
                )
            )
        else:
            short = ASSAULT_REACH if tasks[_key(model)].do is Do.RESERVE or _kind(model) is Kind.HOLDING else stop
            aim = _towards(model.spot, enemy.spot, short)
            if _kind(model) is Kind.HOLDING:
                aim = _behind_the_line(view, model, aim, enemies, moves)
                if aim == model.spot and posture is not Posture.MARCH:
                    continue
            moves.append(Advance(model, aim, posture))
    return _with_a_line(moves)


def _waits_for_others(view: View, brigade: Brigade, able: Sequence[Model], near: Mapping[int, Model]) -> bool:
    """Return whether an attack should wait out of sight: it is expected to cost its own side several times what it
    costs the enemy, and another command can still come up in this turn.
    """
    others = any(other is not brigade and _fighters(other) and not view.on.is_idle(other) for other in view.ready())
    places = [place for model in able for place in _in_reach(view, [model], near[id(model)])] if others else []
    if not places:
        return False
    attack = expected(view.on, view.side, places)
    return attack.suffered + attack.answer > RUINOUS * (attack.dealt + LEAST_GAIN)


def _may_march(ways: Sequence[tuple[Spot, Spot]], enemies: Sequence[Model]) -> bool:
    """Return whether units may march on their enemies, each from its point to its enemy's: all or none (OB-AMB-024).
    All must be far off, and no other enemy near enough to go in on a column, which would not count (OB-POST-06).
    """
    if any(distance(start, end) <= 2 * ASSAULT_REACH for start, end in ways):
        return False
    marches = [spot for start, end in ways for spot in steps(start, _towards(start, end, ASSAULT_REACH))]
    return all(distance(spot, enemy.spot) >= ASSAULT_REACH for spot in marches for enemy in enemies)


def _behind_the_line(view: View, model: Model, aim: Spot, enemies: Sequence[Model], moves: Sequence[Advance]) -> Spot:
    """Return the aim of guns that close up, or the last point on the way to it that is no nearer to any enemy than
    their own fire reaches, and than the foremost tanks or foot of their side are or go.
    """
    goes = {id(move.model): move.aim or move.model.spot for move in moves}
    line = [
        view.gap(goes.get(id(friend), friend.spot))
        for friend in view.friends()
        if friend.fit and _kind(friend) in (Kind.FOOT, Kind.TANKS)
    ]
    nearest = max(model.stand.direct_in, min(line, default=0))
    way = [model.spot, *steps(model.spot, aim)]
    behind = [spot for spot in way if all(distance(spot, enemy.spot) >= nearest for enemy in enemies)]
    return behind[-1] if behind else model.spot


def _round_the_flank(view: View, model: Model, enemy: Model, task: Task) -> Spot | None:
    """Return the point in reach of the enemy on the flank that the task names, if one move brings it there; None: go
    straight.
    """
    if task.post is None or task.way == "frontal" or task.target != _key(enemy):
        return None
    far = dist(task.post, (enemy.spot.x, enemy.spot.y)) or 1.0
    x = enemy.spot.x + int((task.post[0] - enemy.spot.x) * CLOSE / far)
    y = enemy.spot.y + int((task.post[1] - enemy.spot.y) * CLOSE / far)
    aim = view.on.ground.within(Spot(x, y))
    reached = travel(view.on.ground, model.unit, Posture.LINE, model.spot, aim)
    return aim if reached == aim else None


def _stays(model: Model, tasks: Mapping[Hashable, Task]) -> bool:
    """Return whether a battalion holds its works while others of its command attack (``doctrine.tasks``)."""
    return tasks[_key(model)].do is Do.HOLD and model.works is not Works.NONE


def _counter_attack(view: View, fighters: Sequence[Model], enemies: Sequence[Model]) -> list[Advance]:
    """Return the advances of defenders that leave their ground: those without works or cover that can come up to one
    enemy in this move, if that is expected to cost the enemy plainly more than it costs them, and more than their fire
    from their present positions. Foot goes against tanks only with tanks.
    """
    on = view.on
    free = [
        model
        for model in fighters
        if _kind(model) in (Kind.FOOT, Kind.TANKS)
        and not _is_covered(on, model)
        and model.unit.id not in on.fight.at_work
    ]
    standing = [Place(advance.model, advance.model.spot) for advance in _stand(view, fighters)]
    best, most = list[Advance](), LEAST_GAIN + (expected(on, view.side, standing).gain if standing else 0)
    for enemy in enemies[: doctrine.CONSIDERED] if free else ():
        group = _in_reach(view, free, enemy)
        armoured = enemy.unit.arm in TANKS and not any(_kind(place.model) is Kind.TANKS for place in group)
        if not group or armoured:
            continue
        gain = expected(on, view.side, group).gain
        if gain > most:
            most = gain
            best = [Advance(place.model, _towards(place.model.spot, enemy.spot, CLOSE)) for place in group]
    return best


def _in_reach(view: View, free: Iterable[Model], enemy: Model) -> list[Place]:
    """Return the units that one move brings within range of the enemy, each where it would be then."""
    places = []
    for model in free:
        if distance(model.spot, enemy.spot) > ASSAULT_REACH + CLOSE:
            continue
        aim = _towards(model.spot, enemy.spot, CLOSE)
        at = travel(view.on.ground, model.unit, Posture.LINE, model.spot, aim)
        if distance(at, enemy.spot) <= model.stand.direct_in:
            places.append(Place(model, at))
    return places


def _can_be_assaulted(view: View, enemies: list[Model]) -> list[Model]:
    """Return the enemies that can be assaulted: guns behind the troops they support cannot while those are in the line
    (OB-POST-09).
    """
    return [
        enemy
        for enemy in enemies
        if enemy.posture is not Posture.SUPPORT or not fire_control.is_sheltered(view.on, enemy)
    ] or enemies


def _marching_together(back: Sequence[Advance], forward: Sequence[Advance]) -> tuple[Advance, ...]:
    """Return the advances with all of the command on the march if any of it is: it marches as a whole or not at all
    (OB-AMB-024).
    """
    if not any(advance.posture is Posture.MARCH for advance in forward):
        return (*back, *forward)
    return (*(Advance(advance.model, advance.aim, Posture.MARCH, advance.wave) for advance in back), *forward)


def _ready_enough(brigade: Brigade) -> bool:
    """Return whether a command often moves twice and so needs no waves (OB-WAVE-01)."""
    return commands.readiness(brigade.command.nation).score != 6


def _supports(model: Model, enemy: Model) -> bool:
    """Return whether a model brings the line better weapons than strength. Tanks do so against tanks only."""
    return (
        model.stand.halves <= 1
        and (model.unit.arm not in TANKS or enemy.unit.arm in TANKS)
        and model.stand.weapon.value in ("machine gun", "light gun", "engineers")
        and model.stand.piece is None
    )


def _with_a_line(moves: list[Advance]) -> list[Advance]:
    """Return the moves without support postures if there is no line to support."""
    if any(move.posture is Posture.LINE for move in moves):
        return moves
    return [
        Advance(move.model, move.aim, Posture.LINE if move.posture is Posture.SUPPORT else move.posture, move.wave)
        for move in moves
    ]


def _towards(start: Spot, end: Spot, stop: int) -> Spot:
    """Return the point on the way at this distance from the end."""
    total = distance(start, end)
    if total <= stop:
        return start
    inches = total - stop
    # a hair farther than the exact point, so that the distance left is within the stop
    x = start.x + round((end.x - start.x) * inches / total)
    y = start.y + round((end.y - start.y) * inches / total)
    spot = Spot(x, y)
    step = 1 if end.y > start.y else -1
    while distance(spot, end) > stop and spot.y != end.y:
        spot = Spot(spot.x, spot.y + step)
    return spot


def _deployed(view: View, fighters: Sequence[Model], standing: list[Advance]) -> list[Advance]:
    """Return the advances of defenders who stand, with those still in march column, who deploy into line where they
    are: on the march they would not count in the strength (OB-POST-06). A change of posture costs no move
    (OB-AMB-025). Units at work go on working.
    """
    column = [model for model in fighters if model.posture is Posture.MARCH]
    shooting = {id(advance.model) for advance in standing}
    deploying = (m for m in column if id(m) not in shooting and m.unit.id not in view.on.fight.at_work)
    return [*standing, *map(Advance, deploying)]


def _stand(view: View, fighters: Sequence[Model]) -> list[Advance]:
    """Return the declared fire of units in place, if it is expected to cost the enemy more than his answer costs them:
    of all that have an enemy in range, or of one of them. Units at work go on working.
    """
    on = view.on
    able = [
        model
        for model in fighters
        if model.unit.id not in on.fight.at_work
        and any(
            not enemy.hidden and on.sees(model.spot, enemy.spot)
            for enemy in on.near(1 - view.side, model.spot, model.stand.direct_in)
        )
    ]
    choices = [able, *([model] for model in able)] if len(able) > 1 else [able]
    best, most = list[Model](), 0.0
    for choice in choices if able else ():
        gain = expected(on, view.side, [Place(model, model.spot) for model in choice]).gain
        if gain > most:
            best, most = choice, gain
    return [Advance(model) for model in best]
