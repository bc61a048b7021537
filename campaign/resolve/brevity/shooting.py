"""Steps 4 to 7 of a move: both sides' artillery, both sides' other fire, and their effects (OB-SEQ-08..11, OB-ART,
OB-FIRE, OB-CB).

    Shooting(stage, brigade)     the fire of one move, with the targets taken and the use
                                                     of flame-throwers
        .artillery_of_the_opponent() .artillery_of_the_mover() .fire_of_the_opponent() .fire_of_the_mover()

Results count from the next attack on. A battalion pinned in steps 4 and 6 halts where the fire caught it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from campaign.errors import Refused
from campaign.resolve.brevity import airstrikes, effects, fire_control
from campaign.resolve.brevity.doctrine import Stage
from campaign.resolve.brevity.field import Brigade, Model, Noted
from campaign.resolve.brevity.fire_control import Engagement
from campaign.resolve.brevity.ground import Spot, distance, rate, travel
from campaign.resolve.brevity.smoke import Screen, may_lay
from campaign.rules.tabletop.brevity import points, tables
from campaign.rules.tabletop.brevity.fire import FireKind
from campaign.terms.forces import Engineers
from campaign.terms.state import Posture
from campaign.words.battle_report import Move
from campaign.words.battle_report import Smoke as SmokeEvent


class Shooting:
    """The fire of both sides in one move: its steps and their effects."""

    def __init__(self, stage: Stage, brigade: Brigade) -> None:
        self.stage, self.on, self.brigade = stage, stage.on, brigade
        self.side, self.enemy_side = brigade.side, 1 - brigade.side
        self.flamed = False
        self._laid: set[int] = set()
        self._answered: set[int] = set()

    def next_wave(self) -> None:
        """Let artillery fire again for the next wave, by house rule (OB-AMB-094)."""
        self._laid.clear()
        self._answered.clear()

    # Steps 4 and 5 ----------------------------------------------------------------------------------------------------
    def artillery_of_the_opponent(self) -> None:
        """Fire the opponent's guns at battalions of the moving command that are located on their way (OB-ART-04,
        -05).
        """
        self._smoke(self.enemy_side, self._batteries(self.enemy_side))
        seen = {
            id(model): where for model in self._acting() if (where := fire_control.sighted(self.on, model)) is not None
        }
        targets = [model for model in self._acting() if id(model) in seen]
        batteries = [battery for battery in self._batteries(self.enemy_side) if id(battery) not in self._laid]
        for model in targets:
            self._call_down(self.enemy_side, [model], seen[id(model)].commands, step=4)
        if not targets or not batteries:
            return
        orders: dict[int, list[Model]] = {}
        for battery, target in self.stage.doctrines[self.enemy_side].lay(
            self.stage.views[self.enemy_side], batteries, targets
        ):
            where = seen.get(id(target))
            supports = where is not None and (battery.supports in where.commands or battery.command in where.commands)
            if where is not None and supports and battery in batteries and fire_control.reaches(battery, where.at):
                _lay_on(orders, battery, target)
        for target in targets:
            if id(target) in orders and target.in_play:
                self._shell(orders[id(target)], target, seen[id(target)].at, located=True, step=4)

    def artillery_of_the_mover(self) -> None:
        """Fire the guns that support the moving command at any enemy in range, located or not (OB-ART-06)."""
        command_id = self.brigade.command.id
        self._smoke(
            self.side,
            [battery for battery in self._batteries(self.side) if command_id in (battery.supports, battery.command)],
        )
        self._call_down(self.side, self.stage.views[self.side].enemies(), frozenset({command_id}), step=5)
        batteries = [
            battery
            for battery in self._batteries(self.side)
            if command_id in (battery.supports, battery.command) and id(battery) not in self._laid
        ]
        if not batteries:
            return
        self._bombard(batteries)
        self._suspect([battery for battery in batteries if id(battery) not in self._laid and battery.fit])

    def _bombard(self, batteries: list[Model]) -> None:
        """Fire batteries at enemies on the table."""
        longest = max(battery.stand.artillery_in or 0 for battery in batteries)
        centre = batteries[0].spot
        targets = [
            enemy
            for enemy in self.stage.views[self.side].enemies()
            if distance(centre, enemy.spot) <= longest + 2 * distance(centre, batteries[-1].spot)
        ]
        orders: dict[int, list[Model]] = {}
        for battery, target in self.stage.doctrines[self.side].lay(self.stage.views[self.side], batteries, targets):
            if battery in batteries and fire_control.reaches(battery, target.spot):
                _lay_on(orders, battery, target)
        for target in targets:
            if id(target) in orders and target.in_play:
                self._shell(
                    orders[id(target)],
                    target,
                    target.spot,
                    located=fire_control.seen_by(self.on, self.side, target),
                    # OB-SEQ-09.
                    step=5,
                )

    def _suspect(self, batteries: list[Model]) -> None:
        """Fire batteries without a target at points where hidden enemies may be; place, dice and weapons are noted
        (OB-ART-07).
        """
        on = self.on
        if not batteries or not on.book.switch("use.hidden"):
            return
        orders: dict[Spot, list[Model]] = {}
        for battery, at in self.stage.doctrines[self.side].suspect(self.stage.views[self.side], batteries):
            if battery in batteries and fire_control.reaches(battery, at) and id(battery) not in self._laid:
                self._laid.add(id(battery))
                orders.setdefault(at, []).append(battery)
        for at, guns in orders.items():
            firing = tuple(fire_control.firing(gun, at) for gun in guns)
            point = points.note(f"{at.x} in. along and {at.y} in. deep", firing, on.book, light=on.light, sky=on.sky)
            hidden_ids = frozenset(
                id(model)
                for model in on.on_table(self.enemy_side)
                if model.hidden and points.lies_at(distance(model.spot, at))
            )
            on.noted.append(Noted(point, at, self.side, hidden_ids))
            self.stage.say(f"Noted, fire at a suspected point: {point}.")
            for gun in guns:
                gun.fired = True
                effects.reveal(self.stage, gun)
            self._counter_battery(guns, 5)

    def _call_down(self, side: int, targets: Sequence[Model], supported: frozenset[int], *, step: int) -> None:
        """Call down ground-attack aircraft with a forward air controller, which act as artillery of the controller's
        command, once a turn (OB-AIR-05).
        """
        for air in self.on.fight.air:
            if air.side != side or air.command not in supported or not airstrikes.may_be_called(self.on, air):
                continue
            target = self.stage.doctrines[side].call_down(self.stage.views[side], targets)
            if target is not None:
                airstrikes.strike(self.stage, air, target.spot, step=step)

    def _engineers(self, models: Iterable[Model]) -> list[Model]:
        return [
            model
            for model in models
            if model.stand.engineers is Engineers.SPECIALIST and model.fit and not model.stand.is_artillery
        ]

    def _smoke(self, side: int, makers: Sequence[Model]) -> None:
        """End the screens of units that may fire now, and lay new ones instead of their fire (OB-SMOKE-01, -02,
        -04).
        """
        on = self.on
        if not on.book.switch("use.engineering"):
            return
        may = {id(maker) for maker in makers if id(maker) not in self._laid}
        on.screens = [(maker, screen) for maker, screen in on.screens if id(maker) not in may and maker.in_play]
        if not may:
            return
        for maker, centre in self.stage.doctrines[side].screens(
            self.stage.views[side], [model for model in makers if id(model) in may]
        ):
            if why := may_lay(maker.stand, maker.spot, centre):
                raise Refused(f"{maker.name} cannot lay smoke there: {why}")
            on.screens.append((maker, Screen(centre)))
            self._laid.add(id(maker))
            maker.screening = True
            effects.reveal(self.stage, maker)
            on.stirred.append(maker)
            at = self.stage.point(centre.x, centre.y)
            self.stage.add(SmokeEvent(maker.name, at, tables.SMOKE_WIDTH))

    def _batteries(self, side: int) -> list[Model]:
        """Return the artillery that may fire as artillery: fit, in support, not on counter-battery (OB-ART-03,
        OB-CB-02).
        """
        return [
            gun
            for gun in self.on.guns(side)
            if gun.stand.artillery_in is not None
            and gun.fit
            and gun.posture is Posture.SUPPORT
            and not gun.counter_battery
        ]

    def _shell(self, batteries: list[Model], target: Model, at: Spot, *, located: bool, step: int) -> None:
        if (spot := self._pulled_back(target, at)) is not None:
            batteries = [battery for battery in batteries if fire_control.reaches(battery, spot)]
            # Their owner's guns may fire at unlocated targets (OB-SEQ-09, OB-LOC-06).
            located = step == 5 or fire_control.seen_by(self.on, 1 - target.side, target)
            at = spot
            if not batteries or not located:
                return
        for battery in batteries:
            self._laid.add(id(battery))
            battery.fired = True
        self._resolve(fire_control.bombard(self.on, batteries, target, at, located=located), step)
        self._counter_battery(batteries, step)

    def _counter_battery(self, batteries: Sequence[Model], step: int) -> None:
        """Fire the other side's assigned guns in answer, each once a move, each battery answered once (OB-CB-03..05,
        OB-AMB-093).
        """
        side = 1 - batteries[0].side
        for enemy in batteries:
            if not enemy.in_play or id(enemy) in self._answered:
                continue
            free = [
                gun
                for gun in self.on.guns(side)
                if gun.counter_battery
                and gun.fit
                and id(gun) not in self._laid
                and fire_control.reaches(gun, enemy.spot)
            ]
            if not free:
                continue
            self._answered.add(id(enemy))
            model = free[0]
            self._laid.add(id(model))
            model.fired = True
            self._resolve(
                fire_control.bombard(self.on, [model], enemy, enemy.spot, located=True, kind=FireKind.COUNTER_BATTERY),
                step,
            )
            self._counter_battery([model], step)

    # Steps 6 and 7 ----------------------------------------------------------------------------------------------------
    def fire_of_the_opponent(self) -> None:
        """Fire all other units of the opponent at every acting battalion that they locate (OB-FIRE-03)."""
        self._smoke(self.enemy_side, self._engineers(self.on.on_table(self.enemy_side)))
        for target in self._acting():
            if target.in_play:
                self._open_fire(target, self.enemy_side, None, 6)

    def fire_of_the_mover(self) -> None:
        """Fire the acting battalions at every enemy they locate, moving or not (OB-FIRE-06)."""
        self._smoke(self.side, self._engineers(self._acting()))
        shooters = [
            model
            for model in self._acting()
            if not model.screening and (not model.stand.is_artillery or model.posture is Posture.LINE)
        ]
        models: dict[int, Model] = {}
        for shooter in shooters:
            for enemy in self.on.near(self.enemy_side, shooter.spot, shooter.stand.direct_in):
                models.setdefault(id(enemy), enemy)
        for target in sorted(models.values(), key=lambda model: (model.unit.id, model.stand.key)):
            if target.in_play:
                self._open_fire(target, self.side, shooters, 7)

    def _open_fire(self, target: Model, side: int, among: Sequence[Model] | None, step: int) -> None:
        engagement = fire_control.direct(self.on, target, side, among=among)
        if engagement is None:
            return
        if (spot := self._pulled_back(target, engagement.at)) is not None:
            target.path = (spot,)
            engagement = fire_control.direct(self.on, target, side, among=among)
            if engagement is None:
                return
        effects.reveal(self.stage, target)
        if target.in_play:
            self._resolve(engagement, step)

    def _acting(self) -> list[Model]:
        return [
            model
            for model in self.brigade.in_play
            if model.acting and not (model.stand.is_artillery and not model.moved)
        ]

    # Results ----------------------------------------------------------------------------------------------------------
    def _pulled_back(self, target: Model, at: Spot) -> Spot | None:
        """Return the place to which a reconnaissance company goes before the dice, if it does (OB-REC-03)."""
        if (
            not self.on.book.switch("use.reconnaissance")
            or not target.unit.recce_companies
            or not target.stand.company
            or target.pinned
        ):
            return None
        aim = self.stage.doctrines[target.side].pulls_back(self.stage.views[target.side], target)
        if aim is None:
            return None
        posture = Posture.MARCH if target.posture is Posture.MARCH else Posture.LINE
        spot = travel(self.on.ground, target.unit, posture, at, aim, mounted=target.mounted)
        if spot == at:
            return None
        self.on.put(target, spot)
        effects.reveal(self.stage, target)
        target.moved = True
        self.on.stirred.append(target)
        most = rate(self.on.ground, target.unit, posture, (at, spot), mounted=target.mounted)
        path, facing = self.stage.path((point.x, point.y) for point in (at, spot)), self.on.facing_of(target)
        self.stage.add(Move(target.name, path, distance(at, spot), most, "pulls back before the fire", facing=facing))
        return spot

    def _resolve(self, engagement: Engagement, step: int) -> None:
        attack = effects.fall(self.stage, engagement, step)
        if attack is not None and attack.flame_throwers and engagement.target.side == self.side:
            self.flamed = True


def _lay_on(orders: dict[int, list[Model]], battery: Model, target: Model) -> None:
    """Note a battery for a target. Raises Refused if it already has one: one target a move (OB-ART-09)."""
    if any(battery in laid for laid in orders.values()):
        raise Refused(
            f"{battery.name} cannot also fire at {target.name}: artillery has only one target in a move (OB-ART-09)"
        )
    orders.setdefault(id(target), []).append(battery)
