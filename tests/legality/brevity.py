"""Operation Brevity's referee: every number of his is from the book, none from the program.

referee(battle, events) -> Referee
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from campaign.rules.common.force import Command, Unit
from campaign.rules.common.terrain import Bar, Box
from campaign.terms.forces import (
    AntiTank,
    Arm,
    Armour,
    CasualtyColumn,
    CombatClass,
    Engineers,
    Experience,
    HitRow,
    Level,
    MarchClass,
    Nationality,
    Piece,
    Size,
    Weapon,
)
from campaign.terms.ground import Cover
from campaign.terms.state import Light, Role, Sky
from campaign.words.battle_report import (
    Attack,
    Change,
    Declared,
    End,
    Event,
    Heading,
    Move,
    Note,
    Placed,
    Roll,
    Smoke,
    Start,
)
from tests.legality.battles import Fought
from tests.legality.referee import NEAR, Referee, Spot, apart, inside, length_of, meeting, off_line, samples

# OB-T-02 and OB-T-03: inches on the road, across country, in terrain; in the open, in terrain (0: a dash).
MARCH = {
    MarchClass.FOOT: (40, 32, 16),
    MarchClass.CAVALRY: (64, 48, 16),
    MarchClass.TRACKED: (96, 64, 16),
    MarchClass.HALF_TRACK: (128, 80, 16),
    MarchClass.TRUCK: (178, 96, 16),
}
COMBAT = {
    CombatClass.FOOT: (24, 16),
    CombatClass.LIGHT_VEHICLE: (32, 0),
    CombatClass.TRACKED: (40, 8),
    CombatClass.FAST_TANK: (48, 8),
}
# OB-T-01 and OB-T-06: command bonus, lowest face that is ready.
BONUS = {
    Nationality.BRITISH: 1,
    Nationality.INDIAN: 1,
    Nationality.COMMONWEALTH: 1,
    Nationality.FRENCH: 0,
    Nationality.GERMAN: 3,
    Nationality.ITALIAN: 0,
    Nationality.JAPANESE: 1,
    Nationality.SOVIET: 2,
    Nationality.US: 2,
}
READY = {
    Nationality.BRITISH: 5,
    Nationality.INDIAN: 5,
    Nationality.COMMONWEALTH: 4,
    Nationality.FRENCH: 5,
    Nationality.GERMAN: 3,
    Nationality.ITALIAN: 5,
    Nationality.JAPANESE: 3,
    Nationality.SOVIET: 6,
    Nationality.US: 4,
}
# OB-T-07: inches by the smallest calibre of a row; mortar, rocket, infantry gun, howitzer, gun-howitzer, gun.
PIECES = (Piece.MORTAR, Piece.ROCKET_LAUNCHER, Piece.INFANTRY_GUN, Piece.HOWITZER, Piece.GUN_HOWITZER, Piece.GUN)
RANGES = (
    (0, (0, 0, 8, 0, 0, 0)),
    (45, (8, 0, 16, 24, 40, 60)),
    (75, (16, 24, 24, 60, 80, 100)),
    (100, (24, 56, 40, 72, 112, 132)),
    (135, (48, 48, 32, 80, 108, 180)),
    (170, (0, 20, 100, 120, 160, 200)),
    (200, (8, 0, 0, 88, 120, 216)),
)
LONGEST_EXCEPTION = 60
"""OB-T-08: by name, which the referee cannot read off a battalion; no exception reaches farther."""
# OB-T-09: dice by strength in half battalions.
DICE = ((11, 6), (6, 5), (3, 4), (2, 3), (1, 2), (0, 1))
HALVES = {Size.NORMAL: 2, Size.WEAK: 1, Size.LARGE: 2, Size.COMPANY: 0}
SIZE_RULES = {Size.NORMAL: "OB-HIT-03", Size.WEAK: "OB-SIZE-02", Size.LARGE: "OB-SIZE-06", Size.COMPANY: "OB-SIZE-05"}
# OB-T-10: in the open; in terrain, moonlight, counter-battery; unlocated or dark.
HIT = {"fast tank moving": (6, 6, 6), HitRow.VEHICLE: (5, 5, 5), HitRow.OTHER: (4, 5, 6)}
# OB-T-11.
BEST = {
    AntiTank.ARTILLERY: 6,
    AntiTank.LIGHT: 6,
    AntiTank.LIGHT_MEDIUM: 6,
    AntiTank.MEDIUM: 5,
    AntiTank.MEDIUM_HEAVY: 4,
    AntiTank.HEAVY: 3,
}
EVERY = {
    AntiTank.ARTILLERY: 6,
    AntiTank.LIGHT: 6,
    AntiTank.LIGHT_MEDIUM: 5,
    AntiTank.MEDIUM: 4,
    AntiTank.MEDIUM_HEAVY: 3,
    AntiTank.HEAVY: 2,
}
RANK = list(EVERY)
ROCKETS = frozenset({Weapon.LIGHT_ROCKET, Weapon.HEAVY_ROCKET})
# OB-T-12: infantry, others; 0 is a dash.
FIREARMS, LIGHT_GUNS, CLOSE_INFANTRY, MEDIUM, HEAVY, SUPER = range(6)
CASUALTIES = {
    "soft": ((4, 3), (4, 3), (4, 3), (5, 4), (6, 5), (0, 6)),
    "medium": ((0, 6), (6, 5), (5, 4), (5, 4), (6, 5), (6, 5)),
    "heavy": ((0, 0), (0, 0), (0, 6), (0, 6), (6, 5), (5, 4)),
}
ROWS = {
    Weapon.INFANTRY: FIREARMS,
    Weapon.MACHINE_GUN: FIREARMS,
    Weapon.MORTAR: FIREARMS,
    Weapon.LIGHT_ROCKET: FIREARMS,
    Weapon.GROUND_ATTACK: FIREARMS,
    Weapon.LIGHT_GUN: LIGHT_GUNS,
    Weapon.FIELD_GUN: LIGHT_GUNS,
    Weapon.HEAVY_ROCKET: LIGHT_GUNS,
    Weapon.MEDIUM_GUN: MEDIUM,
    Weapon.MEDIUM_BOMBER: MEDIUM,
    Weapon.HEAVY_GUN: HEAVY,
    Weapon.ENGINEERS: HEAVY,
    Weapon.HEAVY_BOMBER: HEAVY,
    Weapon.SUPER_HEAVY_GUN: SUPER,
    Weapon.FLAME_THROWER: CLOSE_INFANTRY,
}
PROTECTION = {Armour.NONE: "soft", Armour.LIGHT: "soft", Armour.MEDIUM: "medium", Armour.HEAVY: "heavy"}
INFANTRY = frozenset(
    {
        Arm.INFANTRY,
        Arm.LORRIED_INFANTRY,
        Arm.MOTOR_INFANTRY,
        Arm.ARMOURED_INFANTRY,
        Arm.MOTORCYCLE,
        Arm.CYCLIST,
        Arm.PARACHUTE,
        Arm.GLIDER,
        Arm.MACHINE_GUN,
        Arm.ENGINEER,
    }
)
TOWED = frozenset({Arm.FIELD_ARTILLERY, Arm.MEDIUM_ARTILLERY, Arm.ANTI_TANK, Arm.ANTI_AIRCRAFT, Arm.MORTAR, Arm.ROCKET})
FROM_HILL, LEVEL, POOR = 12, 8, 4
FRONTS = {"north": (0, 1), "east": (1, 0), "south": (0, -1), "west": (-1, 0)}
SMOKE_WIDE = 6
SIDE_STRIP = 8
STRIKE = 4
CLOSE = 4
STEPS = {"Their artillery": 4, "Artillery": 5, "Their fire": 6, "Fire": 7}
NOTED = "Fire on the point noted before"
BRIDGE = 4
"""Inches from a bridge within which a water is crossed by it."""
HALTED = 3
"""Inches past an obstacle at which somebody stands who was halted there: he is set down beyond it."""
UNTOLD = ""
"""The posture of a battalion that takes up firing positions: the report does not say which."""
UNCHECKED = frozenset({"attacked in the flank", "does not locate the target", "resting", "in reserve"})
"""Reasons for which somebody does not count that the report alone does not settle."""
CLIPPED = 0.99
"""Inches: a way is walked from whole inch to whole inch, each less than an inch beside the straight line that is told:
so it goes past the corner of an area, or along a road, that is so near."""


@dataclass(eq=False)
class Stand:
    """A model on the table."""

    name: str
    unit: Unit
    side: int
    at: Spot | None
    posture: str
    spent: bool
    dug_in: bool
    size: Size
    resting: bool
    facing: str
    alive: bool = True
    pinned: bool = False
    moved: bool = False
    acting: bool = False
    came_on: bool = False
    risen: bool = False
    path: list[Spot] = field(default_factory=list)
    mounted: bool = False
    hidden: bool = False
    """It has neither moved nor fired, and no enemy has located it."""

    @property
    def on_table(self) -> bool:
        """It fights."""
        return self.alive and self.at is not None

    @property
    def halves(self) -> int:
        """OB-D-08."""
        if self.unit.headquarters_of in (Level.CORPS, Level.DIVISION):
            return HALVES[Size.NORMAL]
        if self.size is Size.LARGE and self.unit.is_artillery:
            return HALVES[Size.WEAK]
        return HALVES[self.size]

    @property
    def rides(self) -> bool:
        """On the march it sits in its vehicles."""
        foot = self.unit.hit_row is HitRow.OTHER and self.unit.casualty_column is CasualtyColumn.INFANTRY
        carried = self.unit.march_class in (MarchClass.TRUCK, MarchClass.HALF_TRACK, MarchClass.TRACKED)
        return foot and carried and not self.unit.is_artillery

    @property
    def may_ride(self) -> bool:
        """Infantry in half-tracks, jeeps or on motorcycles rides combat-ready too, and gets off for terrain."""
        carried = self.unit.march_class in (MarchClass.TRUCK, MarchClass.HALF_TRACK, MarchClass.TRACKED)
        return self.unit.arm in INFANTRY and carried and self.unit.combat_class is CombatClass.LIGHT_VEHICLE

    @property
    def aboard(self) -> bool:
        """It sits in its vehicles now."""
        return (self.posture == "march" and (self.rides or self.may_ride)) or self.mounted

    @property
    def is_infantry_on_foot(self) -> bool:
        """It has left the armoured vehicles by which its file counts it."""
        return self.may_ride and not self.aboard

    @property
    def armour(self) -> Armour:
        """Its own, or its vehicles' while it is in them."""
        return Armour.NONE if self.is_infantry_on_foot and not self.rides else self.unit.armour

    @property
    def column(self) -> CasualtyColumn:
        """Vehicles count as others, infantry out of them as infantry."""
        if self.aboard:
            return CasualtyColumn.OTHERS
        return CasualtyColumn.INFANTRY if self.is_infantry_on_foot else self.unit.casualty_column

    @property
    def state(self) -> str:
        """As the report calls it."""
        return "spent" if self.spent else "fresh"


class Brevity(Referee):
    """He replays a report of Operation Brevity."""

    def __init__(self, battle: Fought, events: Sequence[Event]) -> None:
        super().__init__(battle, events)
        self.stands: dict[str, Stand] = {}
        self.commands: dict[tuple[int, str], Command] = {
            (side, command.name): command for side, force in enumerate(self.fight.forces) for command in force.commands
        }
        self.officers: set[int] = set()
        self.with_commander = {c.id for force in self.fight.forces for c in force.commands if c.has_corps_commander}
        self.supports = {unit.id: unit.supports or unit.command for force in self.fight.forces for unit in force.units}
        self.turn = 0
        self.came_to: dict[tuple[str, str], int] = {}
        """The turn in which a stand first ended a move at an obstacle, by both names."""
        self.made = 0
        self.mover: Command | None = None
        self.side: int | None = None
        self.step = 0
        self.next_side: int | None = None
        self.taken: Command | None = None
        self.challenged = False
        self.ready = True
        self.lost_at_obstacle = self.flamed = False
        self.screens: list[tuple[str, Spot]] = []
        self.attacked: set[tuple[int, str]] = set()
        self.laid: dict[str, str] = {}
        self.on_duty: set[str] = set()
        self.moves: list[tuple[Stand, list[Spot]]] = []
        self.flown: set[tuple[str, int]] = set()
        self.changed: list[tuple[str, str, str]] = []

    # Reading ---------------------------------------------------------------------------------------------------------
    def run(self) -> Brevity:
        """Replay it all."""
        self.replay_all()
        self.same_dice("OB-DICE-01", ("initiative", "first move", "air target"))
        self.side_edges()
        return self

    def start(self, event: Start) -> None:
        units = [unit for unit in self.fight.forces[event.side].units if unit.key == event.key.partition("/")[0]]
        if not self.check(len(units) == 1, "start", f"{event.unit} is in no force"):
            return
        self.check(event.unit not in self.stands, "start", f"two stands are called {event.unit}")
        unit = units[0]
        notes = event.how.split(", ")
        companies = event.unit.count(" + ") + 1
        size = unit.size if companies == 1 else Size.WEAK if companies == 2 else Size.NORMAL
        coming = unit.role is Role.ARRIVES and unit.arrival is not None and unit.arrival.moment > self.fight.start
        self.check((event.at is None) == coming, "umpire 1.4", f"{event.unit} is on the table before it arrives")
        due, rule = works_of(unit)
        self.check(
            ("dug in" in notes) == (unit.dug_in_turns >= due),
            rule,
            f"{event.unit}: {event.how}, {unit.dug_in_turns} turns of work",
        )
        self.stands[event.unit] = Stand(
            event.unit,
            unit,
            event.side,
            event.at,
            notes[0],
            event.state == "spent",
            "dug in" in notes,
            size,
            unit.resting,
            event.facing,
            hidden=unit.hidden,
        )
        self.check(event.facing in FRONTS, "OB-AMB-040", f"{event.unit} faces {event.facing}")
        if event.at is not None:
            self.has_room(self.stands[event.unit])
        self.mounts(self.stands[event.unit], event.how)

    def mounts(self, stand: Stand, how: str) -> None:
        """Whether it rides, which is told of those alone who may do either; nobody mounts in terrain."""
        told = {"mounted", "on foot"} & set(how.split(", "))
        due = stand.may_ride and stand.posture != "march"
        if told or due:
            self.check(len(told) == due, "OB-MOV-11", f"{stand.name} is {how}")
        mounted = "mounted" in told
        if mounted != stand.mounted:
            self.use("OB-MOV-11", "OB-AMB-065")
        stand.mounted = mounted
        if mounted and stand.at is not None:
            self.check(
                self.ground(stand.at) != "terrain", "OB-MOV-10", f"{stand.name} is mounted in terrain at {stand.at}"
            )

    def heading(self, event: Heading) -> None:
        if event.kind == "turn":
            self.new_turn(event.text)
        elif event.kind == "move":
            self.new_move(event.text)
        elif " challenges " in event.text:
            self.challenge(event.text)
        elif event.text == "Neither side moves or fires any more in this turn.":
            self.agreed()
        if event.kind == "end" and "has no unit left" not in event.text:
            self.gives_up(event.text)

    def agreed(self) -> None:
        """Both sides end a turn early: each command with its officer had a move in which nobody acted, and nobody has
        acted since."""
        idle, mover, acted = set[int](), None, True
        for event in self.events[: self.line]:
            if isinstance(event, Heading) and event.kind in ("turn", "move"):
                idle = set() if acted or event.kind == "turn" else idle | {mover}
                found = re.fullmatch(r"Move \d+: (.*) \((.*)\)\.", event.text)
                names = [force.side_name for force in self.fight.forces]
                mover = self.commands[names.index(found[2]), found[1]].id if found else None
                acted = mover is None
            acted = acted or isinstance(event, (Move, Declared, Placed, Smoke, Attack, Change))
        idle = set() if acted else idle | {mover}
        ready = {ident for ident in self.officers if self.of_command(ident)}
        self.check(ready <= idle, "umpire 1.23", "the turn ended early, and somebody may still do something")
        self.officers.clear()

    def gives_up(self, text: str) -> None:
        """Why a side goes: not before both have had a move, and by the strengths that stand there."""
        self.check(self.made >= 2, "umpire 1.23", f"a side gave up after {self.made} moves")
        strengths = r"it has ([\d.]+) stands? fit left and sees ([\d.]+) stands? of the enemy"
        found = re.fullmatch(rf"(.*?): (.*); {strengths}\.", text)
        if not self.check(found is not None, "report", f"unread: {text}"):
            return
        side = [force.side_name for force in self.fight.forces].index(found[1])
        ours, theirs = float(found[3]), float(found[4])
        for number, told in ((side, ours), (1 - side, theirs)):
            least, most = self.fit_line(number, risen=False), self.fit_line(number, risen=True)
            if number == side:  # it knows who is still to come to this battle
                most += self.still_to_come(number)
            hides = number != side and any(unit.hidden for unit in self.fight.forces[number].units)
            self.check(told <= most and (hides or least <= told), "umpire 1.23", f"{text} There are {least} to {most}")
        least = {"outnumbered": 3 * ours, "overwhelmed": 6 * ours, "nobody": 0.25}.get(
            found[2].split()[0].strip(","), 0
        )
        self.check(theirs >= least, "umpire 1.23", f"{text} It need not")
        waits = self.fight.forces[side].side != self.fight.attacker and (least or ours)
        self.check(not waits or self.is_pressed(side), "umpire 1.23", f"{text} Nobody has come near it")

    def is_pressed(self, side: int) -> bool:
        """Has a fit enemy who is no gun come on to 12 inches, or to 8 of somebody dug in?"""
        there = [stand for stand in self.stands.values() if stand.on_table]
        come = [s for s in there if s.side != side and s.came_on and not (s.spent or s.resting or s.unit.is_artillery)]
        ours = [stand for stand in there if stand.side == side]
        return any(apart(s.at, enemy.at) <= (8 if s.dug_in else 12) + NEAR for s in ours for enemy in come)

    def fit_line(self, side: int, *, risen: bool) -> float:
        """Fresh battalions at arms of those who hold ground; of everybody where there are none. ``risen``: with those
        who may have been taken up from rest."""
        there = [stand for stand in self.stands.values() if stand.side == side and stand.on_table]
        staffs = (Level.CORPS, Level.DIVISION)
        line = [s for s in there if not s.unit.is_artillery and s.unit.headquarters_of not in staffs]
        return sum(s.halves / 2 or 0.25 for s in line or there if not (s.spent or s.resting or (s.risen and not risen)))

    def still_to_come(self, side: int) -> float:
        """Fresh battalions of a side that arrive in a later turn of this battle."""
        waiting = (s for s in self.stands.values() if s.side == side and s.unit.role is Role.ARRIVES and not s.on_table)
        return sum(s.halves / 2 or 0.25 for s in waiting if not (s.spent or s.unit.is_artillery))

    def note(self, event: Note) -> None:
        """Notes are words; those that change what may be done are read."""
        readers: tuple[tuple[str, Callable[..., None]], ...] = (
            (r"(.*) moves first: (.*)", self.first),
            (r"(.*) goe?s? to rest", self.rests),
            (r"(.*) goe?s? on counter-battery", self.on_counter_battery),
            (r"(.*) has rested and sheds its casualty figure", self.rested),
            (r"The corps commander of (.*) goes to (.*)", self.moved_commander),
            (r"(.*) is pinned at .*", self.halted),
            (r"(.*) is found", self.is_found),
        )
        self.read(event.text, readers)
        if "the opponent picks the target" in event.text:
            self.use("OB-AIR-03")

    def declared(self, event: Declared) -> None:
        stand = self.stands[event.unit]
        is_its_own = stand.unit.command == self.moving
        self.check(is_its_own, "OB-MOV-04", f"{stand.name} takes up firing positions in another's move")
        self.check(event.at == stand.at, "OB-MOV-04", f"{stand.name} is declared at {event.at}, stands at {stand.at}")
        stand.acting, stand.posture, stand.facing = True, event.how.partition(",")[0], event.facing
        stand.hidden = False
        stand.came_on = True
        self.mounts(stand, event.how)

    def is_found(self, name: str) -> None:
        """An enemy who stands near, or came past, locates it (OB-HID-02)."""
        stand = self.stands[name]
        enemies = [enemy for enemy in self.stands.values() if enemy.side != stand.side and enemy.on_table]
        seen = any(
            apart(at, stand.at) <= self.sight(at, stand.at) + HALTED
            for enemy in enemies
            for at in (enemy.at, *samples(enemy.path or [enemy.at]))
        )
        self.check(seen, "OB-HID-02", f"{name} is found at {stand.at} and nobody locates it")
        stand.hidden = False

    def rests(self, names: str) -> None:
        self.use("OB-SEQ-06", "OB-POST-05")
        for stand in self.listed(names):
            is_its_own = stand.unit.command == self.moving
            self.check(is_its_own, "OB-REG-04", f"{stand.name} goes to rest in another's move")
            stand.resting, stand.posture = True, "reserve"

    def on_counter_battery(self, names: str) -> None:
        self.use("OB-CB-01", "OB-REG-06")
        self.on_duty |= {stand.name for stand in self.listed(names)}

    def rested(self, name: str) -> None:
        stand = self.stands[name]
        has_rested = (stand.resting or stand.risen) and stand.spent
        self.check(has_rested, "OB-REST-01", f"{name} sheds a figure without rest")
        self.check(self.turn > 1, "OB-REST-01", f"{name} rests in the first turn of the fight")
        self.use("OB-TIME-07")
        stand.spent = False

    def smoke(self, event: Smoke) -> None:
        """Laid instead of firing; until its maker may fire again, which later moves leave open."""
        stand = self.stands[event.unit]
        self.check(event.wide == SMOKE_WIDE, "OB-SMOKE-01", f"a screen is {event.wide} in. wide")
        self.check(event.unit not in self.laid, "OB-SMOKE-02", f"{event.unit} fires and lays smoke in one move")
        if stand.unit.is_artillery:
            far = apart(stand.at, event.at)
            self.check(far <= reach_of(stand.unit) + NEAR, "OB-SMOKE-02", f"{event.unit} lays smoke {far:.1f} in. away")
        else:
            self.check(stand.unit.engineers is Engineers.SPECIALIST, "OB-SMOKE-01", f"{event.unit} lays smoke")
            self.check(event.at == stand.at, "OB-SMOKE-01", f"{event.unit} lays smoke at {event.at}, not on itself")
        self.check(not (stand.pinned or stand.spent), "OB-SMOKE-01", f"{event.unit} lays smoke, pinned or spent")
        self.laid[event.unit] = "smoke"
        self.screens.append((event.unit, event.at))

    def screened(self, target: Spot, observers: Iterable[Spot] = ()) -> bool:
        """May a screen lie on the target, or before it as somebody sees it?"""
        upright = self.stands and next(iter(self.stands.values())).facing in ("north", "south")
        for _, at in self.screens:
            wide, deep = (SMOKE_WIDE / 2, 0.5) if upright else (0.5, SMOKE_WIDE / 2)
            box = Box(at[0] - wide, at[1] - deep, at[0] + wide, at[1] + deep)
            if any(inside(box, spot) for observer in (target, *observers) for spot in samples((observer, target))):
                self.use("OB-SMOKE-03")
                return True
        return False

    def halted(self, name: str) -> None:
        self.stands[name].pinned = True
        self.use("OB-OBS-01", "OB-OBS-02")
        self.lost_at_obstacle = True

    def listed(self, text: str) -> Iterable[Stand]:
        """The stands that a list of names tells."""
        parts = text.split(", ")
        while parts:
            count = next((n for n in range(len(parts), 0, -1) if ", ".join(parts[:n]) in self.stands), 0)
            if not self.check(count > 0, "report", f"nobody is called {parts[0]}"):
                return
            yield self.stands[", ".join(parts[:count])]
            parts = parts[count:]

    # A turn ----------------------------------------------------------------------------------------------------------
    @property
    def sky(self) -> Sky:
        return self.fight.sky(max(1, self.turn)).sky

    @property
    def light(self) -> Light:
        return self.fight.sky(max(1, self.turn)).light

    @property
    def moving(self) -> int | None:
        return None if self.mover is None else self.mover.id

    def new_turn(self, text: str) -> None:
        self.close_move()
        self.turn += 1
        self.when = f"turn {self.turn}"
        self.check(text.startswith(f"Turn {self.turn}, "), "OB-TIME-01", f"turn {self.turn} is headed {text}")
        self.check(self.turn <= self.fight.turns, "OB-TIME-01", "more turns than the fight lasts")
        night = self.fight.sky(self.turn).night
        self.check(("night" in text) == night, "OB-TIME-03", f"{text} by a sky of night {night}")
        if self.turn > 1 and self.mover is not None:
            ready = [ident for ident in self.officers if self.of_command(ident)]
            self.check(not ready, "OB-SEQ-16", "the turn ended while a command had its officer")
        self.use("OB-TIME-06")
        self.mover, self.next_side = None, None
        self.fresh_officers = True

    def officers_at_the_start(self) -> None:
        """Every command with anybody on the table has one (OB-TIME-06)."""
        self.officers = {stand.unit.command for stand in self.stands.values() if stand.on_table}
        self.fresh_officers = False

    def of_command(self, ident: int) -> list[Stand]:
        return [stand for stand in self.stands.values() if stand.on_table and stand.unit.command == ident]

    def first(self, name: str, why: str) -> None:
        self.officers_at_the_start()
        counts = [
            len(
                {
                    stand.unit.command
                    for stand in self.stands.values()
                    if stand.on_table
                    and stand.side == side
                    and stand.unit.headquarters_of not in (Level.CORPS, Level.DIVISION)
                }
            )
            for side in (0, 1)
        ]
        side = [force.side_name for force in self.fight.forces].index(name)
        if counts[0] != counts[1]:
            self.check(counts[side] == max(counts), "OB-SEQ-03", f"{name} moves first with {counts} commands")
        else:
            self.check("equal numbers" in why, "OB-AMB-015", f"{counts} commands: {why}")
        self.next_side = side

    def moved_commander(self, side: str, to: str) -> None:
        self.use("OB-AMB-021")
        number = [force.side_name for force in self.fight.forces].index(side)
        force = self.fight.forces[number]
        self.with_commander -= {command.id for command in force.commands}
        self.with_commander.add(self.commands[number, to].id)

    # A move ----------------------------------------------------------------------------------------------------------
    def challenge(self, text: str) -> None:
        self.close_move()
        found = re.fullmatch(
            r"(.*) challenges (.*) for the initiative: (\d)([+-]\d+) against (\d)([+-]\d+), (takes the move|fails)\.",
            text,
        )
        if not self.check(found is not None, "report", f"unread: {text}"):
            return
        challenger, mover = self.named(found[1]), self.named(found[2])
        self.check(not self.challenged, "OB-AMB-019", "two challenges for one move")
        self.challenged = True
        for (_, command), bonus in ((challenger, found[4]), (mover, found[6])):
            due = BONUS[command.nation] + (command.id in self.with_commander)
            self.check(int(bonus) == due, "OB-INIT-03", f"{command.name} has a bonus of {bonus}, due is {due:+d}")
            self.check(command.id in self.officers, "OB-INIT-01", f"{command.name} has no officer")
            if command.id in self.with_commander:
                self.use("OB-INIT-04")
        self.check(challenger[0] != mover[0], "OB-INIT-01", f"{text}: both are of one side")
        won = int(found[3]) + int(found[4]) > int(found[5]) + int(found[6])
        self.check(won == (found[7] == "takes the move"), "OB-INIT-05", text)
        faces = [roll.value for roll in self.battle.thrown if roll.name.purpose == "initiative"]
        self.initiatives = getattr(self, "initiatives", 0)
        due = faces[2 * self.initiatives : 2 * self.initiatives + 2]
        self.initiatives += 1
        self.check([int(found[3]), int(found[5])] == due, "OB-INIT-02", f"the dice fell {due}: {text}")
        self.taken = challenger[1] if won else None
        if won:
            self.use("OB-INIT-07")

    def named(self, name: str) -> tuple[int, Command]:
        return next((side, command) for (side, text), command in self.commands.items() if text == name)

    def new_move(self, text: str) -> None:
        self.close_move()
        found = re.fullmatch(r"Move (\d+): (.*) \((.*)\)\.", text)
        if not self.check(found is not None, "report", f"unread: {text}"):
            return
        names = [force.side_name for force in self.fight.forces]
        self.side = names.index(found[3])
        self.mover = self.commands[self.side, found[2]]
        self.when = f"turn {self.turn}, move {found[1]}"
        self.made += 1
        self.check(self.mover.id in self.officers, "OB-SEQ-02", f"{self.mover.name} moves without its officer")
        self.use("OB-SEQ-05" if self.challenged else "OB-MOV-03", "OB-ORG-05")
        if self.taken is not None:
            self.check(
                self.mover is self.taken, "OB-INIT-01", f"{self.taken.name} took the move, {self.mover.name} moves"
            )
        elif self.next_side is not None:
            self.use("OB-SEQ-01")
            has_more = any(self.side_of(ident) == self.next_side and self.of_command(ident) for ident in self.officers)
            due = self.next_side if has_more else 1 - self.next_side
            self.check(
                self.side == due, "OB-SEQ-15" if has_more else "OB-SEQ-17", f"{names[self.side]} moves out of turn"
            )
        self.next_side = 1 - self.side
        self.taken, self.challenged, self.ready = None, False, False
        for stand in self.of_command(self.mover.id):
            self.rise(stand)
            self.on_duty.discard(stand.name)
        self.step = 3
        self.lost_at_obstacle = self.flamed = False
        self.attacked.clear()
        self.laid.clear()

    def side_of(self, ident: int) -> int:
        return next(side for (side, _), command in self.commands.items() if command.id == ident)

    def close_move(self) -> None:
        """Step 9, and what must have come before."""
        if self.mover is None or self.ready is True:
            return
        left = self.of_command(self.mover.id)
        self.check(
            not left or self.lost_at_obstacle,
            "OB-READY-01",
            f"{self.mover.name} did not roll for readiness in its move",
        )
        self.officers.discard(self.mover.id)
        self.end_of_move()

    def end_of_move(self) -> None:
        self.ready = True
        for stand in self.stands.values():
            stand.pinned = stand.moved = stand.acting = False
            stand.path = []
        self.use("OB-SEQ-13")

    def rise(self, stand: Stand) -> None:
        """Who rested may be taken up as his command regroups, which the report does not tell."""
        if stand.resting:
            stand.resting, stand.risen, stand.posture = False, True, UNTOLD

    # Movement --------------------------------------------------------------------------------------------------------
    def move(self, event: Move) -> None:
        stand = self.stands[event.unit]
        pulls_back = "pulls back" in event.how
        start = stand.path[0] if stand.path and pulls_back else stand.at
        if not self.check(stand.on_table, "OB-SEQ-07", f"{stand.name} moves and is not on the table"):
            return
        if pulls_back:
            self.use("OB-REC-03")
            self.check(
                off_line(stand.path or [stand.at], event.path[0]) <= 1.5,
                "OB-REC-03",
                f"{stand.name} pulls back from {event.path[0]}",
            )
        else:
            self.check(
                event.path[0] == start, "OB-MOV-01", f"{stand.name} moves from {event.path[0]}, stands at {stand.at}"
            )
            self.check(stand.unit.command == self.moving, "OB-SEQ-07", f"{stand.name} moves in another command's move")
            self.check(self.step == 3, "OB-SEQ-07", f"{stand.name} moves after step {self.step}")
            self.check(not stand.moved, "OB-AMB-029", f"{stand.name} moves twice")
            stand.posture, stand.facing, stand.came_on = event.how.partition(",")[0], event.facing, True
            self.mounts(stand, event.how)
        length = length_of(event.path)
        self.check(
            abs(length - event.length) <= len(event.path),
            "OB-MOV-01",
            f"{stand.name} goes {length:.1f} in., {event.length} told",
        )
        allowed = self.allowance(stand, event.path)
        if stand.unit.id in self.fight.at_work:
            self.check(False, "OB-ENG-02", f"{stand.name} moves at its work")
        self.check(
            length <= allowed + NEAR,
            "OB-MOV-02",
            f"{stand.name} goes {length:.1f} in., allowed are {allowed} ({stand.posture})",
        )
        self.on_the_table(stand, event.path)
        self.barred(stand, event.path)
        if not pulls_back:
            self.moves.append((stand, list(event.path)))
        stand.path, stand.at = list(event.path), event.path[-1]
        self.has_room(stand)
        stand.moved, stand.acting, stand.dug_in, stand.hidden = True, True, False, False

    def has_room(self, stand: Stand) -> None:
        """No two stands are on one inch, but for an enemy who is not on the table yet: nobody could lay them out."""
        beside = [other for other in self.stands.values() if other is not stand and other.on_table]
        close = [
            other.name
            for other in beside
            if apart(other.at, stand.at) < 1 and (other.side == stand.side or not (other.hidden or stand.hidden))
        ]
        self.check(not close, "umpire 1.23", f"{stand.name} is set down on {', '.join(close)}")

    def allowance(self, stand: Stand, path: Sequence[Spot]) -> int:
        """The slowest ground sets the rate of the whole move (OB-AMB-032)."""
        grounds = {self.ground(spot) for spot in samples(path)}
        if stand.posture == "march":
            self.use("OB-POST-02", "OB-MOV-07")
            columns = {"road": 0, "open": 1, "terrain": 2}
            return min(MARCH[stand.unit.march_class][columns[ground]] for ground in grounds)
        if stand.posture == "reserve":
            return 0
        # Infantry that may not enter on wheels gets off, and walks (OB-AMB-033).
        row = CombatClass.FOOT if stand.is_infantry_on_foot else stand.unit.combat_class
        self.use("OB-MOV-09", "OB-POST-04" if stand.posture == "support" else "OB-POST-03")
        in_open, in_terrain = COMBAT[row]
        if "terrain" in grounds:
            self.use("OB-MOV-10" if not in_terrain or stand.may_ride else "OB-T-03")
        return in_terrain if "terrain" in grounds else in_open

    def ground(self, spot: Spot) -> str:
        """Road, open or terrain, in favour of the mover where he clips a corner."""
        areas = self.fight.terrain.areas
        craters = any(area.craters and in_disc(area.box, spot, -CLIPPED) for area in areas)
        if not craters and any((area.road or area.track) and inside(area.box, spot, CLIPPED) for area in areas):
            return "road" if any(area.road and inside(area.box, spot, CLIPPED) for area in areas) else "open"
        rough = any(
            area.cover is Cover.TERRAIN
            and not (area.road or area.track or area.craters)
            and inside(area.box, spot, -CLIPPED)
            for area in areas
        )
        return "terrain" if rough or craters else "open"

    def on_the_table(self, stand: Stand, path: Sequence[Spot]) -> None:
        wide, deep = self.fight.table_in
        ok = all(0 <= x <= wide and 0 <= y <= deep for x, y in path)
        self.check(ok, "table", f"{stand.name} leaves the table by {path}")

    def barred(self, stand: Stand, path: Sequence[Spot]) -> None:
        """Nobody crosses a water off its bridges, or wire, without being halted there (OB-OBS-01)."""
        for bar in self.fight.terrain.bars:
            if bar.gapped or not bar.boxes or any(inside(box, path[0]) for box in bar.boxes):
                continue
            for spot in crossings(path, bar):
                if any(apart(spot, bridge) <= BRIDGE for bridge in bar.bridges):
                    self.use("OB-BRG-01")
                    continue
                if self.has_gap(stand, bar):
                    self.goes_through(stand, bar, path)
                    continue
                self.check(
                    apart(spot, path[-1]) <= HALTED,
                    "OB-OBS-01",
                    f"{stand.name} crosses {bar.name} at {spot} and goes on to {path[-1]}",
                )
        for bar in self.fight.terrain.bars:
            if any(inside(box, path[-1], HALTED) for box in bar.boxes):
                self.came_to.setdefault((stand.name, bar.name), self.turn)

    def has_gap(self, stand: Stand, bar: Bar) -> bool:
        """Whether a bar has a gap for somebody: whoever has engineers and came to it in an earlier turn made one, and
        others follow on the march (OB-OBS-05, -06)."""
        makers = {
            name
            for (name, came_to), turn in self.came_to.items()
            if came_to == bar.name and turn < self.turn and self.stands[name].unit.engineers is not Engineers.NONE
        }
        return stand.name in makers or (bool(makers) and stand.posture == "march")

    def goes_through(self, stand: Stand, bar: Bar, path: Sequence[Spot]) -> None:
        """Through a gap; over a river the men get to the other bank and no farther (OB-OBS-05, OB-OBS-07)."""
        self.use("OB-OBS-05")
        if bar.river:
            self.check(
                any(inside(box, path[-1], HALTED) for box in bar.boxes),
                "OB-OBS-07",
                f"{stand.name} crosses {bar.name} and goes on to {path[-1]} without its vehicles",
            )

    def side_edges(self) -> None:
        """Once within 8 inches of a side edge, never farther from it. The report does not say which two edges are the
        sides: of the two pairs one must be respected (OB-MOV-06)."""
        wrong = [self.strayed(axis) for axis in (0, 1)]
        self.line = len(self.events)
        self.check(not all(wrong), "OB-MOV-06", f"{wrong[0] or wrong[1]}")

    def strayed(self, axis: int) -> str:
        size, strips = self.fight.table_in[axis], dict[str, int]()
        for stand, path in self.moves:
            held = strips.get(stand.name, 0)
            at = path[-1][axis]
            side = -1 if at <= SIDE_STRIP else 1 if at >= size - SIDE_STRIP else 0
            if held and side != held:
                return f"{stand.name} leaves its side edge for {path[-1]}"
            strips[stand.name] = side
        return ""

    def placed(self, event: Placed) -> None:
        stand = self.stands[event.unit]
        if event.how == "comes on":
            due = stand.unit.arrival
            self.check(
                stand.at is None and due is not None and due.moment <= self.fight.start.plus(self.turn - 1),
                "umpire 1.4",
                f"{stand.name} comes on in turn {self.turn}",
            )
        else:
            self.check(
                stand.pinned and self.step in (4, 6), "OB-MOV-12", f"{stand.name} is halted and not pinned on its way"
            )
            self.check(off_line(stand.path, event.at) <= 1.5, "OB-AMB-081", f"{stand.name} is halted off its way")
        stand.at = event.at
        self.has_room(stand)

    # Sight -----------------------------------------------------------------------------------------------------------
    def in_terrain(self, spot: Spot) -> bool:
        return any(
            area.cover is Cover.TERRAIN and not area.craters and inside(area.box, spot)
            for area in self.fight.terrain.areas
        )

    def on_hill(self, spot: Spot) -> bool:
        return any(area.hill and inside(area.box, spot) for area in self.fight.terrain.areas)

    def sight(self, observer: Spot, target: Spot) -> int:
        """Location range (OB-LOC-02..04)."""
        if self.light is not Light.DAY or self.sky is Sky.BAD:
            self.use("OB-LOC-04")
            return POOR
        if self.in_terrain(target):
            self.use("OB-LOC-04")
            return POOR
        if self.on_hill(observer) and not self.on_hill(target):
            self.use("OB-LOC-02")
            return FROM_HILL
        self.use("OB-LOC-03")
        return LEVEL

    def locates(self, observer: Stand, target: Spot) -> bool:
        return observer.on_table and apart(observer.at, target) <= self.sight(observer.at, target) + NEAR

    # Fire ------------------------------------------------------------------------------------------------------------
    def attack(self, event: Attack) -> None:
        target = self.stands[event.on]
        if event.kind == NOTED:
            self.use("OB-ART-08")
            self.effect(event, target)
            return
        if not self.check(event.kind in STEPS, "report", f"a step called {event.kind}"):
            return
        step = STEPS[event.kind]
        by_air = [shot for shot in event.by if shot.unit not in self.stands]
        counter_battery = any(shot.how == "counter-battery" for shot in event.by)
        self.check(step >= self.step, f"OB-SEQ-{step + 4:02d}", f"{event.kind} after step {self.step}")
        self.step = max(step, self.step)
        self.use("OB-SEQ-04", "OB-FIRE-04", "OB-ART-10" if step in (4, 5) else "OB-FIRE-01")
        self.check(target.on_table, "OB-CAS-08", f"{target.name} is fired on and not on the table")
        self.check(not target.hidden, "OB-HID-03", f"{target.name} is fired on, and is hidden")
        for shot in event.by:
            if shot.unit in self.stands:
                self.stands[shot.unit].hidden = False
        shooters = [(self.stands[shot.unit], shot) for shot in event.by if shot.unit in self.stands]
        counted = [(stand, shot) for stand, shot in shooters if shot.how != "lends its weapons"]
        lending = [(stand, shot) for stand, shot in shooters if shot.how == "lends its weapons"]
        if not counter_battery and not by_air:
            self.check(
                (step, target.name) not in self.attacked,
                "OB-AMB-023",
                f"{target.name} is fired on twice in step {step}",
            )
            self.use("OB-HIT-01")
            self.attacked.add((step, target.name))
        if by_air:
            self.by_air(by_air)
        else:
            self.who_fires(event, target, counted, step, counter_battery=counter_battery)
            self.at_whom(event, target, step, counter_battery=counter_battery)
        for stand, _ in lending:
            self.lends(stand, counted)
        self.dice(event, counted, by_air)
        self.scores(event, target, counted, lending, by_air, step, counter_battery=counter_battery)
        self.effect(event, target)
        if target.unit.command == self.moving and any(self.flames(stand, shot.distance) for stand, shot in shooters):
            self.use("OB-READY-05")
            self.flamed = True

    def at_whom(self, event: Attack, target: Stand, step: int, *, counter_battery: bool) -> None:
        if step in (4, 6) and not counter_battery:
            self.use("OB-FIRE-05")
            self.check(target.acting, "OB-MOV-05", f"{target.name} is fired on in step {step} and has not moved")
            ways = target.path or [target.at]
            self.check(
                off_line(ways, event.at) <= 1.5, "OB-AMB-081", f"{target.name} is caught at {event.at}, off its way"
            )
        else:
            self.check(
                event.at == target.at, "OB-FIRE-06", f"{target.name} stands at {target.at}, fired on at {event.at}"
            )
        self.use(
            "OB-FIRE-03" if step == 6 else "OB-FIRE-06" if step == 7 else "OB-ART-04" if step == 4 else "OB-ART-06"
        )
        if step in (6, 7) and target.posture == "support":
            self.use("OB-HIT-02")
            supported = self.supports[target.unit.id]
            line = [s for s in self.of_command(supported) if s.posture not in ("support", UNTOLD)]
            self.check(not line, "OB-POST-09", f"{target.name} is in support behind {[s.name for s in line]}")

    def who_fires(self, event: Attack, target: Stand, counted: list, step: int, *, counter_battery: bool) -> None:
        firing = 1 - self.side if step in (4, 6) else self.side
        for stand, shot in counted:
            name = stand.name
            self.check(stand.on_table, "OB-CAS-08", f"{name} fires and is not on the table")
            if not stand.on_table:
                continue
            if counter_battery:
                self.check(stand.side != target.side, "OB-CB-03", f"{name} fires on its own side")
            else:
                self.check(stand.side == firing != target.side, "OB-SEQ-08", f"{name} fires in step {step}")
            self.check(shot.at == stand.at, "OB-ART-06", f"{name} fires from {shot.at}, stands at {stand.at}")
            far = apart(stand.at, event.at)
            self.check(abs(far - shot.distance) < 1, "OB-RANGE-01", f"{name}: {far:.1f} in., {shot.distance} told")
            self.check(not stand.resting, "OB-REG-05", f"{name} fires at rest")
            effective = "no firer counts" not in event.note
            if effective:
                self.check(not (stand.pinned or stand.spent), "OB-HIT-03", f"{name} counts, pinned or spent")
                self.check(stand.posture != "march", "OB-POST-06", f"{name} counts on the march")
            elif not counter_battery:
                self.hindered(stand, shot.how, event.at)
            if effective and step in (6, 7):
                (x, y), (east, north) = stand.at, FRONTS[stand.facing]
                ahead = (event.at[0] - x) * east + (event.at[1] - y) * north
                self.check(ahead >= 0, "OB-HIT-04", f"{name} counts against {event.at}, faces {stand.facing}")
            if step in (4, 5):
                self.guns(event, target, stand, far, step, counter_battery=counter_battery)
            else:
                self.check(name not in self.laid, "OB-ART-02", f"{name} fires as artillery and with the others")
                self.use("OB-POST-07", "OB-FIRE-02", "OB-FIRE-07")
                if effective:
                    self.check(stand.posture in ("line", UNTOLD), "OB-POST-08", f"{name} counts in {stand.posture}")
                self.check(
                    far <= stand.unit.direct_in + NEAR,
                    "OB-RANGE-01",
                    f"{name} fires {far:.1f} in., reaches {stand.unit.direct_in}",
                )
                self.use("OB-RANGE-02" if stand.unit.direct_in == 8 else "OB-RANGE-03")
                ok = self.locates(stand, event.at) or self.screened(event.at, [stand.at])
                self.check(ok, "OB-LOC-01", f"{name} fires {far:.1f} in. at what it does not locate")
                if step == 7:
                    self.check(stand.acting, "OB-MOV-04", f"{name} fires and was neither moved nor declared")

    def hindered(self, stand: Stand, why: str, at: Spot) -> None:
        """What is told to keep somebody from counting is so."""
        (x, y), (east, north) = stand.at, FRONTS[stand.facing]
        states = {
            "in march posture": stand.posture in ("march", UNTOLD),
            "pinned": stand.pinned,
            "spent": stand.spent,
            "in support": stand.posture in ("support", UNTOLD),
            "no combat strength": stand.halves == 0,
            "the target is behind its front": (at[0] - x) * east + (at[1] - y) * north < 0,
        }
        due = states.get(why, why in UNCHECKED or why.startswith("out of range: "))
        self.check(due, "OB-HIT-05", f"{stand.name} does not count: {why}, which it is not")

    def guns(self, event: Attack, target: Stand, stand: Stand, far: float, step: int, *, counter_battery: bool) -> None:
        name = stand.name
        self.check(stand.unit.is_artillery, "OB-ART-01", f"{name} is no artillery")
        reach = reach_of(stand.unit)
        self.use("OB-RANGE-04" if stand.unit.range_in is None else "OB-RANGE-06")
        self.check(far <= reach + NEAR, "OB-ART-06", f"{name} fires {far:.1f} in., reaches {reach:g}")
        self.check(self.laid.setdefault(name, target.name) == target.name, "OB-ART-09", f"{name} fires at two targets")
        if counter_battery:
            self.check(target.unit.is_artillery, "OB-CB-03", f"{target.name} is no artillery")
            self.check(name in self.on_duty, "OB-CB-01", f"{name} answers and is not on counter-battery")
            return
        self.check(name not in self.on_duty, "OB-CB-02", f"{name} is on counter-battery and fires at {target.name}")
        if self.supports[stand.unit.id] != stand.unit.command:
            self.use("OB-POST-04")
        self.check(stand.posture == "support", "OB-ART-03", f"{name} fires as artillery in {stand.posture}")
        commands = {self.supports[stand.unit.id], stand.unit.command}
        if step == 5:
            self.check(self.moving in commands, "OB-ART-06", f"{name} does not support the moving command")
        else:
            seen = any(self.locates(s, event.at) for c in commands for s in self.of_command(c) if s.side == stand.side)
            self.check(seen or bool(self.screens), "OB-ART-05", f"nobody whom {name} supports locates {target.name}")

    def by_air(self, shots: Sequence) -> None:
        for shot in shots:
            flights = [air for air in self.fight.air if air.name == shot.unit or shot.unit.startswith(air.weapon.value)]
            if not self.check(len(flights) == 1, "OB-AIR-01", f"{shot.unit} fires and is nobody"):
                continue
            self.use("OB-AIR-05", "OB-AIR-13")
            self.check(self.turn in flights[0].turns, "OB-AIR-09", f"{shot.unit} flies in turn {self.turn}")
            self.check(self.light is Light.DAY, "OB-AIR-10", f"{shot.unit} flies by night")
            self.check(self.sky is not Sky.BAD, "OB-WX-02", f"{shot.unit} flies in bad weather")
            self.check(
                shot.distance is None or shot.distance <= STRIKE,
                "OB-AIR-04",
                f"{shot.unit} hits {shot.distance} in. off",
            )
            key = (shot.unit, self.turn)
            moment = (self.when, self.step)
            self.flights = getattr(self, "flights", {})
            self.check(
                self.flights.setdefault(key, moment) == moment, "OB-AIR-09", f"{shot.unit} flies twice in a turn"
            )

    def lends(self, stand: Stand, counted: list) -> None:
        self.use("OB-PEN-04")
        ok = stand.on_table and not (stand.pinned or stand.spent or stand.resting or stand.unit.is_artillery)
        self.check(ok and stand.posture in ("support", UNTOLD), "OB-AMB-062", f"{stand.name} cannot lend its weapons")
        ok = any(stand.unit.command == firer.unit.command for firer, _ in counted)
        self.check(ok, "OB-AMB-062", f"{stand.name} lends to another command")

    def dice(self, event: Attack, counted: list, by_air: Sequence) -> None:
        halves = sum(stand.halves for stand, _ in counted) + HALVES[Size.NORMAL] * len(by_air)
        if "no firer counts" in event.note:
            due = 1
            self.use("OB-HIT-05")
        else:
            due = next(dice for least, dice in DICE if halves >= least)
            self.use("OB-T-09")
        rolled = len(event.rolls[0].faces) if event.rolls else 0
        self.use(*(SIZE_RULES[stand.size] for stand, _ in counted))
        self.check(rolled == due, "OB-HIT-05", f"{rolled} dice for {halves} half battalions on {event.on}, due {due}")

    def scores(
        self,
        event: Attack,
        target: Stand,
        counted: list,
        lending: list,
        by_air: Sequence,
        step: int,
        *,
        counter_battery: bool,
    ) -> None:
        if not event.rolls:
            return
        to_hit, *more = event.rolls
        better = bool(by_air) or all(stand.unit.weapon in ROCKETS for stand, _ in counted)
        if better:
            self.use("OB-HIT-10")
        columns = self.columns(event, target, step, by_air, counter_battery=counter_battery)
        rows = {self.row(target)} | ({HitRow.VEHICLE} if target.posture == UNTOLD and target.rides else set())
        due = {HIT[row][column] - better for column in columns for row in rows}
        self.check(to_hit.needed in due, "OB-HIT-06", f"{target.name} is hit on {to_hit.needed}, due {sorted(due)}")
        hits = self.passed(to_hit)
        if hits and target.armour is Armour.NONE:
            self.use("OB-PEN-05")
        if hits and target.armour is not Armour.NONE:
            self.use("OB-PEN-06")
            if self.check(bool(more), "OB-PEN-01", f"no roll to penetrate {target.name}"):
                roll, *more = more
                due_score = self.penetration(counted, lending, guns=step in (4, 5) or bool(by_air))
                self.check(
                    roll.needed == due_score,
                    "OB-PEN-03",
                    f"{target.name} is penetrated on {roll.needed}, due {due_score}",
                )
                self.check(len(roll.faces) == hits, "OB-PEN-01", f"{len(roll.faces)} dice for {hits} hits")
                hits = self.passed(roll)
        score = self.casualty(target, counted, lending, by_air) if hits else 0
        if hits and not score:
            self.use("OB-AMB-084")
        due_rolls = 1 if score else 0
        self.check(
            len(more) == due_rolls, "OB-CAS-02", f"{hits} hits on {target.name} and {len(more)} rolls for casualties"
        )
        if more and score:
            green = target.unit.experience is Experience.GREEN
            if green:
                self.use("OB-CAS-06")
            due = score - green
            mounted = target.posture == UNTOLD and target.rides
            self.check(
                more[0].needed == due or mounted,
                "OB-CAS-02",
                f"casualties of {target.name} on {more[0].needed}, due {due}",
            )
            self.check(len(more[0].faces) == hits, "OB-CAS-02", f"{len(more[0].faces)} dice for {hits} hits")
            self.passed(more[0])

    def passed(self, roll: Roll) -> int:
        count = 0 if roll.needed is None else sum(face >= roll.needed for face in roll.faces)
        self.check(roll.successes == count, "OB-DICE-02", f"{roll.words}: {count} pass, {roll.successes} told")
        return count

    def row(self, target: Stand) -> object:
        self.use("OB-HIT-11")
        if target.aboard or target.is_infantry_on_foot:
            return HitRow.VEHICLE if target.aboard else HitRow.OTHER
        if target.unit.hit_row is HitRow.FAST_TANK:
            return "fast tank moving" if target.moved else HitRow.VEHICLE
        return target.unit.hit_row

    def columns(self, event: Attack, target: Stand, step: int, by_air: Sequence, *, counter_battery: bool) -> set[int]:
        """The worst that applies (OB-AMB-052); all that may be where smoke lies, whose end the report does not say."""
        worst = 0
        if counter_battery:
            self.use("OB-CB-05")
            worst = 1
        if self.in_terrain(event.at):
            self.use("OB-HIT-08")
            worst = 1
        if self.light is Light.MOONLIGHT:
            self.use("OB-HIT-08")
            worst = 1
        if self.light is Light.DARKNESS:
            self.use("OB-HIT-09")
            worst = 2
        if (step == 5 or by_air) and not counter_battery:
            side = 1 - self.side if step == 4 else self.side
            if not any(self.locates(s, event.at) for s in self.stands.values() if s.side == side):
                self.use("OB-HIT-09", "OB-AMB-043", "OB-LOC-06")
                worst = 2
        if worst == 0:
            self.use("OB-HIT-07")
        observers = [shot.at for shot in event.by if shot.at is not None]
        if step in (4, 5):
            observers = [stand.at for stand in self.stands.values() if stand.on_table and stand.side != target.side]
        return {worst, max(worst, 1), 2} if self.screened(event.at, observers) else {worst}

    def penetration(self, counted: list, lending: list, *, guns: bool) -> int:
        light = AntiTank.ARTILLERY
        best = [light if guns else anti_tank(s.unit, best=True) for s, _ in counted] or [light]
        every = [light if guns else anti_tank(s.unit, best=False) for s, _ in counted] or [light]
        best += [anti_tank(s.unit, best=True) for s, _ in lending]
        by_all, by_best = EVERY[min(every, key=RANK.index)], BEST[max(best, key=RANK.index)]
        self.use("OB-PEN-02" if by_best < by_all else "OB-PEN-03")
        return min(by_all, by_best)

    def flames(self, stand: Stand, far: float | None) -> bool:
        burns = stand.unit.flame_throwers or stand.unit.weapon is Weapon.FLAME_THROWER
        return burns and far is not None and far <= CLOSE

    def casualty(self, target: Stand, counted: list, lending: list, by_air: Sequence) -> int:
        protection = PROTECTION[target.armour]
        if target.dug_in and protection == "soft":
            self.use("OB-CAS-03")
            protection = "medium"
        column = 1 if target.column is CasualtyColumn.OTHERS else 0
        rows = {FIREARMS} if by_air else set()
        for stand, shot in (*counted, *lending):
            weapon, close = stand.unit.weapon, shot.distance <= CLOSE
            if weapon is Weapon.ENGINEERS and not close:
                self.use("OB-AMB-077")
                weapon = Weapon.INFANTRY
            if self.flames(stand, shot.distance):
                rows.add(CLOSE_INFANTRY)
            if weapon is Weapon.FLAME_THROWER and not close:
                continue
            rows.add(CLOSE_INFANTRY if weapon is Weapon.INFANTRY and close else ROWS[weapon])
        scores = [CASUALTIES[protection][row][column] for row in rows]
        self.use("OB-CAS-04", "OB-CAS-05", {"soft": "OB-T-12a", "medium": "OB-T-12b", "heavy": "OB-T-12c"}[protection])
        return min((score for score in scores if score), default=0)

    def effect(self, event: Attack, target: Stand) -> None:
        rolls = {roll.purpose: roll for roll in event.rolls}
        last = rolls.get("to penetrate", rolls["to hit"]) if rolls else None
        if target.armour is not Armour.NONE and "to penetrate" not in rolls:
            last = None
        hits = sum(face >= last.needed for face in last.faces) if last is not None and last.needed else 0
        wounds = rolls["casualties"].successes if "casualties" in rolls else 0
        if wounds >= 2 or (wounds and target.spent):
            self.use("OB-CAS-08", "OB-REST-03")
            due = ("destroyed", "destroyed while surrounded: captured")
        elif wounds:
            self.use("OB-CAS-07")
            due = ("spent",) if event.kind == NOTED else ("pinned and spent",)
        elif hits and event.kind != NOTED:
            due = ("pinned",)
        else:
            due = ("no effect",)
        self.check(event.effect in due, "OB-CAS-07", f"{target.name}: {event.effect}, due {due[0]}")
        before = target.state
        if "captured" in event.effect:
            self.use("OB-CAS-09")
        if "destroyed" in event.effect:
            target.alive = False
        elif "pinned" in event.effect:
            self.use("OB-CAS-01", "OB-CAS-10", "OB-ORG-14", "OB-SEQ-14")
            target.pinned = True
        if "spent" in event.effect:
            self.use("OB-ORG-13")
            target.spent = True
        after = "captured" if "captured" in event.effect else "destroyed" if not target.alive else target.state
        if after != before:
            self.changed.append((target.name, before, after))

    def change(self, event: Change) -> None:
        expected = self.changed.pop(0) if self.changed else None
        self.check(
            (event.unit, event.before, event.after) == expected,
            "OB-CAS-07",
            f"{event} follows from nothing: {expected}",
        )

    # The end ---------------------------------------------------------------------------------------------------------
    def roll(self, event: Roll) -> None:
        if event.purpose != "readiness" or self.mover is None:
            return
        self.use("OB-DICE-03")
        self.check(self.ready is False, "OB-SEQ-12", f"{self.mover.name} rolls twice for readiness")
        command, needed = self.mover, READY[self.mover.nation]
        present = self.of_command(command.id)
        green = 2 * sum(s.unit.experience is Experience.GREEN for s in present) >= len(present) > 0
        if green:
            self.use("OB-READY-04")
        if self.fight.sky(self.turn).night:
            self.use("OB-READY-06")
            needed += 2
        if command.id in self.with_commander:
            self.use("OB-READY-07")
            needed -= 1
        needed += green + self.flamed
        if len(event.reasons) > 1:
            self.use("OB-DICE-04")
        told = 7 if event.needed is None else event.needed
        self.check(
            min(told, 7) == min(needed, 7), "OB-READY-02", f"{command.name} is ready on {event.needed}, due {needed}"
        )
        keeps = event.faces[0] >= needed
        self.check(
            keeps == (event.result == "keeps its officer"),
            "OB-READY-01",
            f"{event.faces} against {needed}: {event.result}",
        )
        self.check(not self.lost_at_obstacle, "OB-AMB-087", f"{command.name} lost its officer at an obstacle and rolls")
        if not keeps:
            self.officers.discard(command.id)
        self.use("OB-READY-03")
        self.end_of_move()

    def end(self, event: End) -> None:
        self.close_move()
        names = " + ".join(self.stands)
        for force in self.fight.forces:
            for unit in force.units:
                self.check(unit.short in names, "start", f"{unit.short} is not told where it starts")
        self.check(not self.changed, "report", f"no change was noted of {self.changed}")
        lost = [sum(not s.alive for s in self.stands.values() if s.side == side) for side in (0, 1)]
        for side, states in enumerate(event.states):
            gone = sum(count for state, count in states if state in ("destroyed", "captured"))
            # A large battalion, or companies that stand as one, may count otherwise than stands do.
            plain = all(
                s.size is not Size.LARGE and " + " not in s.name and "(" not in s.name
                for s in self.stands.values()
                if s.side == side
            )
            if plain:
                self.check(gone == lost[side], "OB-CAS-08", f"{gone} lost at the end, {lost[side]} in the report")
        if event.broke_off is not None:
            self.check(event.holder == 1 - event.broke_off, "umpire 1.23", "who broke off holds the field")


def works_of(unit: Unit) -> tuple[int, str]:
    """Turns of work until a battalion is dug in: infantry one, towed guns two, others four."""
    if unit.arm in INFANTRY:
        return 1, "OB-PREP-01"
    return (2, "OB-PREP-02") if unit.arm in TOWED and unit.armour is Armour.NONE else (4, "OB-PREP-03")


def anti_tank(unit: Unit, *, best: bool) -> AntiTank:
    """OB-PEN-06, OB-AMB-068."""
    light = AntiTank.ARTILLERY if unit.is_artillery else AntiTank.LIGHT
    return (
        (unit.anti_tank_best if best else None)
        or unit.anti_tank_all
        or (unit.anti_tank_best if best else None)
        or light
    )


def reach_of(unit: Unit) -> float:
    """OB-T-07; a range that the order of battle states goes before (OB-RANGE-06)."""
    if unit.range_in is not None:
        return unit.range_in
    if unit.piece is None or unit.calibre_mm is None:
        return 0
    row = next(inches for least, inches in reversed(RANGES) if unit.calibre_mm >= least)
    column = PIECES.index(unit.piece)
    if unit.pre_1914 and column >= 3 and row[column - 1]:
        column -= 1
    reach = row[column]
    return max(reach, LONGEST_EXCEPTION) if unit.piece in (Piece.MORTAR, Piece.ROCKET_LAUNCHER) else reach


def crossings(path: Sequence[Spot], bar: Bar) -> list[Spot]:
    """Where a way leads from one side of a bar to the other: over the drawn line of a water, through a box that is all
    there is of an obstacle."""
    if bar.lines:
        stretches = [stretch for line in bar.lines for stretch in pairwise(line)]
        met = (meeting(a, b, c, d) for a, b in pairwise(path) for c, d in stretches)
        spots = sorted((spot for spot in met if spot is not None), key=lambda spot: apart(path[0], spot))
        return spots if _goes_over(path, spots, stretches) else []
    walked, result = samples(path), []
    for box in bar.boxes:
        within = [n for n, spot in enumerate(walked) if inside(box, spot, -0.5)]
        if within and within[0] > 0 and within[-1] < len(walked) - 1:
            result.append(walked[within[-1]])
    return result


def _goes_over(path: Sequence[Spot], spots: Sequence[Spot], stretches: Sequence[tuple[Spot, Spot]]) -> bool:
    """Not so where a line drawn to whole inches is met to and fro, and the way never lies an inch to its other side."""
    if len(spots) % 2:
        return True
    far = apart(spots[0], spots[-1]) if spots else 0.0
    between = [spot for spot in samples(path) if spots and apart(spots[0], spot) <= far >= apart(spots[-1], spot)]
    return any(min(off_line(stretch, spot) for stretch in stretches) > 1 for spot in between)


def in_disc(box: Box, spot: Spot, margin: float) -> bool:
    """Craters lie within so many inches of their middle (OB-AIR-11)."""
    radius = max(box.east - box.west, box.north - box.south) / 2
    return apart(((box.west + box.east) / 2, (box.south + box.north) / 2), spot) <= radius + margin


def referee(battle: Fought, events: Sequence[Event] | None = None) -> Referee:
    """Replay a battle, or what somebody made of its report."""
    return Brevity(battle, battle.events if events is None else events).run()
