"""The referee of Brigadier General Commands: his numbers are from the preview's text, and where that leaves a table out
from the house file that the battle was fought with.

    referee(battle, events) -> Referee
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import atan2, degrees, inf, remainder, tau

from campaign.exchange.house_file import read_house
from campaign.rules.common.force import Unit
from campaign.terms.forces import Armour, Weapon
from campaign.terms.ground import Nature
from campaign.words.battle_report import (
    Attack,
    Change,
    End,
    Event,
    Heading,
    Move,
    Note,
    Opening,
    Placed,
    Roll,
    Shot,
    Start,
)
from tests.legality.battles import Fought
from tests.legality.ground import DOUBT, SIGHT_STOPS, Views, is_terrain, lies_in, over_water
from tests.legality.referee import Referee, Spot, apart, length_of, samples

# Shooting results: kills for each six, by cover, of aimed and of area fire.
FACTORS = {
    "in the open": (Fraction(1), Fraction(1, 4)),
    "soft cover": (Fraction(1, 2), Fraction(1, 6)),
    "hard cover": (Fraction(1, 3), Fraction(1, 8)),
}
COUNT = 4
"""The initial count of every platoon."""
ON_FOOT, SEEN, HEIGHT, TOUCHING = 10, 20, 5, 1.3
"""Inches: foot and guns are seen at 10 until they fire, vehicles and who has fired at 20; 5 more from a level up."""
DARK = {True: 10, False: 2}
"""By night, from the house file: vehicles and who has fired, others."""
INSIDE = 2
"""Inches that one sees inside a wood; in a town nothing."""
AT_THE_EDGE = 6
PHASES = (
    *("Initiative", "Orders", "Communications", "Call in indirect fire", "Firing", "Surrender"),
    *("Movement", "Close assault", "Medic", "Time"),
)
STEPS = {2: True, 3: False, 4: False, 5: True, 6: False}
"""Whose step of the Firing Phase it is: that of the side with the initiative, or of the other."""
ORDERS = ("Double", "Move", "Aim", "Defend", "Follow", "Shaken", "Hold", "Back", "Rout")
MOVES = {"Double": 2, "Move": 1, "Follow": 1, "Back": 1, "Rout": 2}
AIMED, AREA = frozenset({"Aim", "Defend"}), frozenset({"Move", "Shaken", "Hold"})
VEHICLES = frozenset({"tank", "armoured car", "assault gun"})
FOOT = frozenset({"infantry", "engineers", "headquarters"})
GUNS = {
    "machine gun": "machine guns",
    "mortar": "mortars",
    "tank": "tank guns",
    "assault gun": "tank guns",
    "armoured car": "armoured car guns",
    "anti-tank gun": "anti-tank guns",
    "anti-aircraft gun": "anti-aircraft guns",
}
"""The house file's name for what a kind of platoon fires."""
PIECES = {
    Weapon.LIGHT_GUN: "light guns",
    Weapon.FIELD_GUN: "field guns",
    Weapon.MEDIUM_GUN: "medium guns",
    Weapon.HEAVY_GUN: "heavy guns",
    Weapon.SUPER_HEAVY_GUN: "heavy guns",
    Weapon.LIGHT_ROCKET: "rockets",
    Weapon.HEAVY_ROCKET: "rockets",
}
FRONT_DEGREES, ANY_SIDE = 90, 6
"""The angle of a vehicle's front; the degrees beside its edge in which either plate may be struck."""
SMALL_ARMS_IN, AT_ARMOUR_IN = 10, 2
HOUSE = read_house("brigadier-ours").plain
ALLOWANCES = {kind: row["normal"] for kind, row in HOUSE["movement"].items() if "normal" in row}
ARCS = HOUSE["arc"]
RANGES, PLATES, PENETRATES = HOUSE["range"], HOUSE["armour"], HOUSE["penetration"]
TWICE = {"Double", *(order for order, row in HOUSE["orders"].items() if row.get("defence") == "doubled")}
"""Orders under which every die of the enemy counts twice: the book's and the house's."""
RAISES = HOUSE["command"]["raises_per_commander"]


@dataclass(eq=False)
class Platoon:
    """A base on the table."""

    name: str
    side: int
    at: Spot | None
    order: str
    kind: str
    off_table: bool
    unit: Unit
    dug_in: bool
    gone: bool = False
    spent: float = 0.0
    """The part of its move that it has made this turn."""
    fired: int = 0
    has_fired: bool = False
    wounds: bool = False
    bugged_out: bool = False


class Brigadier(Referee):
    """He replays a report of Brigadier General Commands."""

    def __init__(self, battle: Fought, events: Sequence[Event]) -> None:
        super().__init__(battle, events)
        self.platoons: dict[str, Platoon] = {}
        self.turn = 0
        self.phase, self.step = "", 0
        self.holder = 0
        self.moving: Platoon | None = None
        self.silent: set[str] = set()
        """Battalions out of radio contact."""
        self.callers: Counter[str] = Counter()
        self.called: set[tuple[str, str]] = set()
        self.raised: Counter[str] = Counter()
        self.views = Views(self.fight.terrain)
        self.shorts = sorted((unit.short for force in self.fight.forces for unit in force.units), key=len, reverse=True)

    def run(self) -> Brigadier:
        """Replay it all."""
        self.replay(
            {
                Opening: lambda event: None,
                Start: self.start,
                Heading: self.heading,
                Note: self.note,
                Move: self.move,
                Placed: self.placed,
                Roll: self.roll,
                Attack: self.attack,
                Change: lambda event: None,
                End: self.end,
            }
        )
        self.line = len(self.events)
        self.same_dice("BGC-FIRE-01")
        return self

    # Order -----------------------------------------------------------------------------------------------------------
    def start(self, event: Start) -> None:
        self.check(event.unit not in self.platoons, "report", f"two are called {event.unit}")
        order, kind, *notes = event.how.split(", ")
        key = event.key.rpartition("/")[0]
        self.platoons[event.unit] = Platoon(
            event.unit,
            event.side,
            event.at,
            order,
            kind,
            "fires from off the table" in notes,
            next(unit for force in self.fight.forces for unit in force.units if unit.key == key),
            "dug in" in notes,
        )
        self.has_room(self.platoons[event.unit])
        # Stationary defenders begin with Aim, who moves with Double or Move.
        # What a spent battalion begins with is the campaign's.
        ok = order in ("Aim", "Move", "Double") or event.state != "fresh"
        self.check(ok, "BGC-SETUP-05", f"{event.unit} begins with {order}")
        self.check(kind in ALLOWANCES, "report", f"{event.unit} is {kind}")

    def heading(self, event: Heading) -> None:
        if event.kind == "phase":
            phase = event.text.removesuffix(" Phase.")
            ok = phase in PHASES and (not self.phase or PHASES.index(phase) > PHASES.index(self.phase))
            self.check(ok, "BGC-SEQ-01", f"{event.text} after {self.phase}")
            self.phase, self.step, self.moving = phase, 0, None
            self.use(f"BGC-SEQ-{PHASES.index(phase) + 3:02}" if ok else "BGC-SEQ-01")
        elif event.kind == "step":
            step = int(event.text.partition("step ")[2].partition(":")[0])
            self.check(step > self.step and self.phase == "Firing", "BGC-FIRE-04", f"{event.text} after {self.step}")
            told = "initiative side" in event.text
            self.check(STEPS[step] == told, "BGC-FIRE-04", event.text)
            self.step = step
        elif event.kind == "turn":
            self.turn += 1
            self.when, self.phase, self.step = f"turn {self.turn}", "", 0
            self.check(event.text.startswith(f"Turn {self.turn},"), "BGC-SEQ-01", event.text)
            for platoon in self.platoons.values():
                platoon.spent, platoon.fired, platoon.bugged_out = 0.0, 0, False
            self.callers.clear()
            self.called.clear()
            self.raised.clear()

    def in_phase(self, what: str, *phases: str) -> None:
        """Each thing is done in its phase (BGC-SEQ-02)."""
        self.check(self.phase in phases, "BGC-SEQ-02", f"{what} in the {self.phase or 'first'} phase")

    # Orders and calls ------------------------------------------------------------------------------------------------
    def note(self, event: Note) -> None:
        if found := re.match(r"(.*) raises (.*) from (\w+) to (\w+)\.", event.text):
            self.raises(*found.groups())
        elif found := re.match(r"By themselves from (\w+) to (\w+): (.*)\.", event.text):
            self.in_phase(event.text, "Orders")
            for name in found[3].split(", "):
                self.reorder(name, found[1], found[2], "BGC-ORD-10", worse=True)
        elif found := re.match(r"(.*) \((\w+)\) calls for (.*) on (.*)\.", event.text):
            self.calls(*found.groups())
        elif found := re.match(r"(.*) has lost the close assault\.", event.text):
            self.goes_back(self.platoons[found[1]])
        elif found := re.match(r"(.*) passes the initiative on\.", event.text):
            self.in_phase(event.text, "Initiative")
            self.check(found[1] == self.fight.forces[self.holder].side_name, "BGC-INIT-03", event.text)
            self.holder = 1 - self.holder
        elif found := re.match(r"The initiative goes over to (.*)\.", event.text):
            self.in_phase(event.text, "Time")
            self.holder = 1 - self.holder
            self.check(found[1] == self.fight.forces[self.holder].side_name, "BGC-TIME-04", event.text)
        for name, platoon in self.platoons.items():
            if event.text.startswith(name) and re.search(
                r"is removed|is destroyed|leaves the table|has four dead", event.text
            ):
                platoon.gone = True

    def raises(self, commander: str, name: str, before: str, after: str) -> None:
        """A commander raises one platoon of his, in contact by radio or next to him (BGC-ORD-07, -08)."""
        self.in_phase(f"{commander} raises {name}", "Orders")
        self.raised[commander] += 1
        self.check(self.raised[commander] <= RAISES, "BGC-ORD-07", f"{commander} raises {self.raised[commander]}")
        battalion = self.battalion(commander)
        self.check(self.battalion(name) == battalion, "BGC-ORD-11", f"{commander} raises {name}")
        near = apart(self.platoons[commander].at, self.platoons[name].at) <= TOUCHING
        self.check(battalion not in self.silent or near, "BGC-ORD-08", f"{commander}, out of contact, raises {name}")
        self.check(not self.platoons[commander].gone, "BGC-HQ-01", f"{commander} is gone and raises {name}")
        self.reorder(name, before, after, "BGC-ORD-07", worse=False)

    def reorder(self, name: str, before: str, after: str, rule: str, *, worse: bool) -> None:
        platoon = self.platoons[name]
        self.check(platoon.order == before, rule, f"{name} is on {platoon.order}, told {before}")
        ok = (ORDERS.index(after) > ORDERS.index(before)) is worse
        self.check(ok, rule, f"{name} goes from {before} to {after}")
        platoon.order = after

    def battalion(self, name: str) -> str:
        """The battalion of a platoon, by its short name."""
        return next(short for short in self.shorts if name.startswith(f"{short} "))

    def calls(self, caller: str, order: str, gun: str, target: str) -> None:
        """A platoon on Aim or Defend, in contact, on an enemy that it sees (BGC-INDIR-01 to -06)."""
        self.in_phase(f"{caller} calls", "Call in indirect fire")
        platoon, enemy = self.platoons[caller], self.platoons[target]
        self.check(platoon.order == order and order in AIMED, "BGC-INDIR-02", f"{caller} calls on {platoon.order}")
        self.callers[caller] += 1
        self.check(self.callers[caller] == 1, "BGC-INDIR-01", f"{caller} calls {self.callers[caller]} times")
        self.check(self.battalion(caller) not in self.silent, "BGC-INDIR-04", f"{caller} calls, out of contact")
        self.check(self.battalion(gun) not in self.silent, "BGC-INDIR-06", f"{gun} answers, out of contact")
        self.check(not platoon.gone and platoon.side != enemy.side, "BGC-INDIR-01", f"{caller} calls on {target}")
        self.sees(platoon, enemy)
        self.called.add((gun, target))

    def goes_back(self, platoon: Platoon) -> None:
        platoon.order = "Rout" if platoon.order == "Rout" else "Back"

    # Sight -----------------------------------------------------------------------------------------------------------
    def sees(self, platoon: Platoon, target: Platoon) -> None:
        """Near enough for what he is and has done, and nothing in between (9, 9.1, 9.2)."""
        terrain, far = self.fight.terrain, apart(platoon.at, target.at)
        if far <= TOUCHING:
            return
        shows = target.kind in VEHICLES or target.has_fired
        higher = lies_in(terrain, platoon.at, DOUBT, lambda area: area.hill)
        night = any(sky.night for sky in self.fight.skies)
        reach = (SEEN if shows else ON_FOOT) + HEIGHT * higher
        if night and all(sky.night for sky in self.fight.skies):
            reach = DARK[shows] + HEIGHT * higher
        rule = "BGC-VIS-04" if target.kind in VEHICLES else "BGC-VIS-06" if target.has_fired else "BGC-VIS-05"
        words = f"{platoon.name} sees {target.name}, {target.kind}, over {far:.1f} in."
        self.check(far <= reach + 0.3, rule, words)
        on_hill = higher or lies_in(terrain, target.at, DOUBT, lambda area: area.hill)
        hidden = not on_hill and self.views.clearly_hidden(platoon.at, target.at)
        self.check(not hidden, "BGC-LOS-01", f"{words} From {platoon.at} to {target.at} something is between")
        self.comes_out(platoon, target, far, words)
        for spot in (platoon.at, target.at):
            deep = lies_in(terrain, spot, -INSIDE - DOUBT, lambda area: is_terrain(area) and area.nature in SIGHT_STOPS)
            self.check(not deep or far <= INSIDE + 0.8, "BGC-VIS-09", f"{words} {spot} lies inside")

    def comes_out(self, platoon: Platoon, target: Platoon, far: float, words: str) -> None:
        """Who is dug in, in a wood or among houses and has not fired is not seen from outside; from inside his wood at 2
        inches (9.1, BGC-VIS-14 to -16, BGC-AMB-34)."""
        in_wood, in_town = (
            lies_in(self.fight.terrain, target.at, -DOUBT, lambda area, n=nature: is_terrain(area) and area.nature is n)
            for nature in (Nature.WOOD, Nature.BUILT_UP)
        )
        if target.has_fired or not (target.dug_in or in_wood or in_town):
            return
        self.use("BGC-VIS-14", "BGC-VIS-16")
        woods = lies_in(self.fight.terrain, target.at, DOUBT, lambda area: area.nature is Nature.WOOD)
        self.check(woods and far <= INSIDE + 0.3, "BGC-VIS-16", f"{words} It hides and has not fired")

    # Movement --------------------------------------------------------------------------------------------------------
    def placed(self, event: Placed) -> None:
        wide, deep = self.fight.table_in
        x, y = event.at
        self.check(
            -0.1 <= x <= wide + 0.1 and -0.1 <= y <= deep + 0.1, "table", f"{event.unit} is set down at {event.at}"
        )
        platoon = self.platoons[event.unit]
        if event.how == "comes on":
            edge = min(x, y, wide - x, deep - y)
            self.check(edge <= AT_THE_EDGE, "BGC-SETUP-04", f"{event.unit} comes on {edge:.0f} in. from the edge")
            self.check(platoon.at is None, "BGC-SETUP-04", f"{event.unit} comes on and is there")
        platoon.at = event.at
        self.has_room(platoon)

    def has_room(self, platoon: Platoon) -> None:
        """Nobody is set down or ends a move on another's base."""
        if platoon.at is None or platoon.off_table:
            return
        for neighbour in self.platoons.values():
            if neighbour is not platoon and neighbour.at is not None and not (neighbour.gone or neighbour.off_table):
                far = apart(neighbour.at, platoon.at)
                self.check(far >= 0.85, "BGC-BASE-01", f"{platoon.name} ends {far:.1f} in. from {neighbour.name}")

    def move(self, event: Move) -> None:
        platoon, name = self.platoons[event.unit], event.unit
        self.check(not platoon.gone, "BGC-HITS-10", f"{name} moves and is gone")
        late = [e for e in self.events[max(0, self.line - 4) : self.line] if isinstance(e, Note | Roll | Move)]
        words = " ".join(e.line for e in late)
        falls_back = f"Bug-out of {name} " in words or f"{name} has lost the close assault" in words
        rule = "BGC-BUG-03" if falls_back else "BGC-MOVE-01"
        if platoon.at is not None:
            off = apart(platoon.at, event.path[0])
            self.check(off < 0.15, rule, f"{name} moves from {event.path[0]}, stands at {platoon.at}")
        length = length_of(event.path)
        self.check(abs(length - event.length) < 0.35, rule, f"{name} goes {length:.1f} in., {event.length} told")
        if event.allowance is not None:
            self.check(
                length <= event.allowance + 0.25,
                "BGC-MOVE-01",
                f"{name} goes {length:.1f} in., allowed are {event.allowance}",
            )
        if falls_back:
            self.in_phase(f"{name} falls back", "Firing", "Movement", "Close assault")
            self.check(length <= ALLOWANCES[platoon.kind] + 0.25, "BGC-BUG-02", f"{name} falls back {length:.1f} in.")
            part = self.part_of_a_move(event, platoon, length, 1)
            self.check(part <= 1.07, "BGC-BUG-02", f"{name} falls back {part:.2f} of a move")
            platoon.bugged_out = True
        else:
            self.marches(event, platoon, length)
        wide, deep = self.fight.table_in
        ok = all(-0.1 <= x <= wide + 0.1 and -0.1 <= y <= deep + 0.1 for x, y in event.path)
        self.check(ok, "table", f"{name} leaves the table by {event.path}")
        wet = over_water(self.fight.terrain, event.path)
        self.check(wet is None, "BGC-MOVE-01", f"{name} goes from {event.path[0]} over a water at {wet}")
        platoon.at, platoon.dug_in = event.path[-1], False
        self.has_room(platoon)

    def marches(self, event: Move, platoon: Platoon, length: float) -> None:
        """As its order lets it, by the ground under its way (BGC-MOVE-01, -02, BGC-ORD-16 to -28)."""
        name = platoon.name
        self.in_phase(f"{name} moves", "Movement")
        self.moving = platoon
        self.check(not platoon.bugged_out, "BGC-BUG-03", f"{name} has bugged out and moves")
        order = re.split(r"[,; ]", event.how)[0]
        self.check(order in MOVES, "BGC-ORD-07", f"{name} moves under {event.how}")
        self.check(order == platoon.order, "BGC-ORD-01", f"{name} moves under {order}, is on {platoon.order}")
        platoon.spent += self.part_of_a_move(event, platoon, length, MOVES.get(order, 0))
        self.check(platoon.spent <= 1.07, "BGC-MOVE-01", f"{name}, {platoon.kind}: {platoon.spent:.2f} of a {order}")

    def part_of_a_move(self, event: Move, platoon: Platoon, length: float, times: int) -> float:
        """What of so many allowances this way takes, by the ground under it."""
        places = samples(event.path, 0.5)
        stride = length / max(1, len(places) - 1)
        inches = [ALLOWANCES[platoon.kind] * self.part(platoon, spot, times) for spot in places[1:]]
        return sum(stride / whole if whole else inf for whole in inches)

    def part(self, platoon: Platoon, spot: Spot, times: int) -> float:
        """Moves that a Double makes on a road, halves that woods leave, by the best of what may lie there."""
        terrain = self.fight.terrain
        if lies_in(terrain, spot, DOUBT, lambda area: area.road):
            return 3 if times == 2 and platoon.order == "Double" else times
        if lies_in(terrain, spot, DOUBT, lambda area: area.track):
            return times
        wood = lies_in(terrain, spot, -DOUBT, lambda area: is_terrain(area) and area.nature is Nature.WOOD)
        going = HOUSE["movement"]["terrain"]["wood"].get(platoon.kind, 1) if wood else 1
        return 0 if going == "no" else times * float(Fraction(going))

    # Dice of their own -----------------------------------------------------------------------------------------------
    def roll(self, event: Roll) -> None:
        """What a die on its own decides: radio, surrender, medics, those who bug out."""
        passed = self.passed(event)
        if event.purpose.startswith("radio of "):
            self.in_phase(event.purpose, "Communications")
            short = event.purpose.removeprefix("radio of ")
            due = "in contact" if passed else "out of contact"
            self.check(event.result == due, "BGC-COMM-01", f"{event.line.strip()} It is {due}")
            faces = HOUSE["communications"]["success"].get(event.why)
            self.check(faces is not None and event.needed == min(faces), "BGC-COMM-02", event.line.strip())
            (self.silent.discard if passed else self.silent.add)(short)
        elif event.purpose.startswith("surrender of "):
            self.in_phase(event.purpose, "Surrender")
            platoon = self.platoons[event.purpose.removeprefix("surrender of ")]
            self.check(platoon.order in ("Back", "Rout"), "BGC-SURR-01", f"{platoon.name} is on {platoon.order}")
            due = "surrenders" if passed else "fights on"
            self.check(event.result == due, "BGC-SURR-01", f"{event.line.strip()} It {due}")
            platoon.gone = platoon.gone or bool(passed)
        elif event.purpose.startswith("medics of "):
            self.in_phase(event.purpose, "Medic")
            back = re.match(r"(\d+) back, (\d+) dead", event.result)
            platoon = self.platoons[event.purpose.removeprefix("medics of ")]
            platoon.gone = platoon.gone or back is None
            due = passed, event.faces.count(1)
            ok = back is None or (int(back[1]), int(back[2])) == due
            self.check(ok, "BGC-MED-02", f"{event.line.strip()} {due[0]} come back, {due[1]} die")
        elif found := re.match(r"bug-out of (.*) before the fire of (.*)", event.purpose):
            self.in_phase(event.purpose, "Firing", "Movement")
            platoon = self.platoons[found[1]]
            self.check(not platoon.bugged_out, "BGC-BUG-03", f"{found[1]} bugs out twice")
            self.goes_back(platoon)
            platoon.gone = event.result == "is removed"
            for name in found[2].split(", "):
                self.platoons[name].has_fired = True
        elif event.purpose == "time":
            self.in_phase(event.purpose, "Time")
            minutes = HOUSE["time"]["minutes"][str(sum(event.faces))]
            self.check(event.result == f"{minutes} minutes", "BGC-TIME-01", f"{event.line.strip()} {minutes} minutes")

    def passed(self, event: Roll) -> int:
        """Dice that pass: from a face upwards, or on the faces that are listed."""
        listed = re.match(r"([\d, and]+?) pass", event.why)
        if event.needed is None and listed is None:
            return 0
        faces = set(map(int, re.findall(r"\d+", listed[1]))) if listed else set(range(event.needed, event.die + 1))
        passed = sum(face in faces for face in event.faces)
        self.check(event.successes == passed, "BGC-FIRE-20", f"{event.line.strip()} {passed} pass")
        return passed

    # Fire ------------------------------------------------------------------------------------------------------------
    def attack(self, event: Attack) -> None:
        target = self.platoons[event.on]
        self.check(not target.gone, "BGC-HITS-10", f"{event.on} is fired on and gone")
        self.at_its_time(event, target)
        if event.at is not None:
            is_there = target.at is not None and apart(target.at, event.at) < 0.35
            self.use("BGC-INT-01" if event.kind == "Ambush" else "BGC-FIRE-04")
            self.check(is_there, "BGC-VIS-01", f"{event.on} stands at {target.at}, fired on at {event.at}")
        for shot in event.by:
            platoon = self.platoons.get(shot.unit)
            if platoon is None:
                ok = any(air.name == shot.unit for air in self.fight.air) or event.kind == "Air attack"
                self.check(ok, "BGC-AIR-01", f"{shot.unit} fires and is nobody")
                continue
            self.firer(event, shot, platoon, target)
            found = re.search(r"Count (\d)", shot.how)
            if found:
                self.check(0 <= int(found[1]) <= COUNT, "BGC-FIRE-10", f"{shot.unit}: {shot.how}")
        known = re.match(r"no effect|\d+ (?:killed|steps? down)|the platoon", event.effect)
        self.check(known is not None, "BGC-HITS-01", f"{event.on}: {event.effect}")
        for roll in event.rolls:
            self.check(not roll.reasons, "BGC-FIRE-20", f"{roll.words}: dice are modified")
        due = [
            self.fire(roll, target)
            for roll in event.rolls
            if roll.purpose in ("aimed fire", "area fire", "close assault")
        ]
        if due:
            kills, wounds, steps = (sum(part) for part in zip(*due, strict=True))
            self.effect(event, kills, wounds, steps)
        if event.kind == "Ambush":
            self.use("BGC-BUG-06")
        if found := re.search(r"(\w+) to (\w+)$", event.effect):
            self.reorder(event.on, found[1], found[2], "BGC-STEP-06", worse=True)
        target.gone = target.gone or "the platoon is removed" in event.effect

    def at_its_time(self, event: Attack, target: Platoon) -> None:
        """Fire in its step of its side; saved fire at who moves (BGC-FIRE-04, BGC-INT-01)."""
        kind, words = event.kind, f"{event.kind} on {event.on}"
        if kind == "Close assault":
            self.in_phase(words, "Close assault")
            return
        self.in_phase(
            words, *(("Movement",) if kind == "Ambush" else ("Firing",)), "Movement" if kind == "Fire" else ""
        )
        by = next((self.platoons[shot.unit] for shot in event.by if shot.unit in self.platoons), None)
        if self.phase == "Movement":
            self.check(target is self.moving, "BGC-INT-01", f"{event.on} is fired on and does not move")
        elif by is not None and self.step:
            own_step = STEPS[self.step] == (by.side == self.holder)
            self.check(own_step, "BGC-FIRE-04", f"{by.name} fires in step {self.step}")
            early = kind == "Shells"
            self.check((self.step in (2, 3)) == early, "BGC-FIRE-04", f"{words} in step {self.step}")

    def firer(self, event: Attack, shot: Shot, platoon: Platoon, target: Platoon) -> None:
        name, before = shot.unit, self.events[self.line - 1]
        # Both blows of a close assault fall at once.
        back = event.kind == "Close assault" and isinstance(before, Attack) and before.on == name
        self.check(not platoon.gone or back, "BGC-HITS-10", f"{name} fires and is gone")
        self.check(platoon.side != target.side, "BGC-FIRE-02", f"{name} fires on its own side")
        if event.kind == "Close assault" and shot.at is not None and platoon.at is not None:
            near = apart(platoon.at, target.at) <= TOUCHING + 0.2 and apart(platoon.at, shot.at) < 0.15
            self.check(shot.dice == len(event.rolls[0].faces), "BGC-CA-02", f"{name}: {event.line.strip()}")
            self.check(near, "BGC-CA-01", f"{name} at {platoon.at} assaults {event.on} at {target.at}")
        if event.kind == "Shells":
            self.check((name, event.on) in self.called, "BGC-INDIR-01", f"{name} fires at {event.on}, called by nobody")
            platoon.has_fired = True
        if event.kind not in ("Fire", "Ambush") or shot.at is None or event.at is None:
            return
        self.direct(event, platoon, target)
        self.check(
            apart(platoon.at, shot.at) < 0.15, "BGC-VIS-01", f"{name} fires from {shot.at}, stands at {platoon.at}"
        )
        gap = apart(shot.at, event.at)
        self.check(abs(gap - shot.distance) < 0.35, "BGC-VIS-01", f"{name} fires over {gap:.1f} in., {shot.distance}")
        self.sees(platoon, target)
        if platoon.kind in FOOT:
            most = AT_ARMOUR_IN if target.kind in VEHICLES else SMALL_ARMS_IN
            self.check(gap <= most + 0.3, "BGC-FIRE-03", f"{name}, {platoon.kind}, fires over {gap:.1f} in.")
        else:
            self.reaches(event, platoon, target, gap)
        self.arc(shot, platoon, target)
        platoon.fired += 1
        self.check(platoon.fired <= 1, "BGC-FIRE-03", f"{name} fires {platoon.fired} times in a turn")
        fresh = not platoon.has_fired or event.kind != "Ambush"
        self.check(fresh, "BGC-INT-03", f"{name} has fired and ambushes")
        platoon.has_fired = True

    def reaches(self, event: Attack, platoon: Platoon, target: Platoon, gap: float) -> None:
        """A gun in its range; and at armour no farther than it goes through the plate that it strikes (BGC-M-11, -13)."""
        name = PIECES.get(platoon.unit.weapon) if platoon.kind == "field gun" else GUNS.get(platoon.kind)
        if not self.check(name is not None, "BGC-FIRE-03", f"{platoon.name}, {platoon.kind}, has nothing to fire"):
            return
        most = RANGES[name]["aimed" if event.rolls[0].purpose == "aimed fire" else "area"]
        words = f"{platoon.name}, {name}, fires over {gap:.1f} in."
        self.check(gap <= most + 0.3, "BGC-M-11", words)
        if target.kind in VEHICLES and target.unit.armour is not Armour.NONE:
            plates = self.struck(event, platoon, target)
            through = max(PENETRATES[name][plate] for plate in plates)
            self.use("BGC-M-13")
            self.check(gap <= through + 0.3, "BGC-M-13", f"{words} at {' or '.join(sorted(plates))} armour, {event.on}")

    def struck(self, event: Attack, platoon: Platoon, target: Platoon) -> set[str]:
        """The plate that a vehicle turns to the firer, by where it is told to front; both near the corner."""
        plate = PLATES[target.unit.armour.value]
        found = re.search(r"which fronts (-?[\d.]+), (-?[\d.]+)", event.note)
        if not self.check(found is not None, "BGC-M-13", f"nobody says where {event.on} fronts"):
            return {plate["front"], plate["side"]}
        off = self.degrees_off((float(found[1]), float(found[2])), target.at, platoon.at) - FRONT_DEGREES / 2
        either = {"front": off <= ANY_SIDE, "side": off >= -ANY_SIDE}
        return {plate[face] for face, may_be in either.items() if may_be}

    @staticmethod
    def degrees_off(front: Spot, at: Spot, other: Spot) -> float:
        """The angle between where somebody fronts and somebody else."""
        off = atan2(front[1] - at[1], front[0] - at[0]) - atan2(other[1] - at[1], other[0] - at[0])
        return abs(degrees(remainder(off, tau)))

    def direct(self, event: Attack, platoon: Platoon, target: Platoon) -> None:
        """Aimed by who is on Aim or Defend, area by who moves; others do not fire (BGC-ORD-17 to -28)."""
        kinds = {roll.purpose for roll in event.rolls}
        ok = (platoon.order in AIMED and "aimed fire" in kinds) or (platoon.order in AREA and "area fire" in kinds)
        self.check(ok, "BGC-ORD-19", f"{platoon.name} on {platoon.order}: {sorted(kinds)}")
        if self.phase == "Movement":
            self.check(platoon.order in AIMED, "BGC-FIRE-02", f"{platoon.name} on {platoon.order} has saved its fire")
        if self.step == 4:
            self.check(platoon.order in AIMED, "BGC-FIRE-04", f"{platoon.name} on {platoon.order} fires in step 4")

    def arc(self, shot: Shot, platoon: Platoon, target: Platoon) -> None:
        """Guns fire within their arc (BGC-M-12)."""
        if platoon.kind not in ARCS:
            return
        found = re.search(r"fronts (-?[\d.]+), (-?[\d.]+)", shot.how)
        if self.check(found is not None, "BGC-M-12", f"nobody says where {platoon.name} fronts"):
            off = self.degrees_off((float(found[1]), float(found[2])), platoon.at, target.at)
            self.check(off <= ARCS[platoon.kind] / 2 + 6, "BGC-M-12", f"{platoon.name} fires {off:.0f} degrees off")

    def fire(self, roll: Roll, target: Platoon) -> tuple[int, int, int]:
        """Count the sixes, take the factor: the whole number are kills, a fraction is a wound (11.5.9, 11.5.10). Kills,
        wounds, and steps down at most."""
        self.check(not roll.reasons and roll.needed == 6, "BGC-FIRE-20", f"{roll.words}: sixes count")
        aimed, times = roll.purpose != "area fire", 2 if "counted twice" in roll.result else 1
        self.check(
            (times == 2) == (target.order in TWICE), "BGC-ORD-18", f"{target.name} on {target.order}: {roll.line}"
        )
        sixes = roll.faces.count(6) * times
        self.check(roll.successes == sixes, "BGC-HITS-01", f"{sixes} sixes, {roll.successes} told")
        told = re.match(r"(\d+) six", roll.result)
        self.check(told is not None and int(told[1]) == sixes, "BGC-HITS-01", f"{sixes} sixes: {roll.result}")
        place = next((place for place in FACTORS if place in roll.why), None)
        if not self.check(place is not None, "BGC-FIRE-20", f"unread cover: {roll.why}"):
            return 0, 0, 0
        factor = FACTORS[place][0 if aimed else 1]
        self.use({"in the open": "BGC-COVER-03", "soft cover": "BGC-COVER-01", "hard cover": "BGC-COVER-02"}[place])
        number = sixes * factor
        kills, wounds = int(number), int(number % 1 > 0)
        if factor == 1:
            kills, wounds = (sixes - 1, 1) if sixes % 2 else (sixes, 0)
            self.use("BGC-HITS-03" if sixes % 2 else "BGC-HITS-04")
        # The steps of area fire are the house's; no die brings more than one, or two where it counts twice.
        steps = sum(face >= 5 for face in roll.faces) if aimed else len(roll.faces)
        return kills, wounds, steps * times

    def effect(self, event: Attack, kills: int, wounds: int, steps: int) -> None:
        told = re.match(r"(\d+) killed, (\d+) wounded", event.effect)
        got = (int(told[1]), int(told[2])) if told else (0, 0)
        # No platoon loses more than it has, and a wound of those who are all wounded does nothing.
        at_the_end = "removed" in event.effect or re.search(r"Count [01]\b", event.effect) is not None
        ok = got == (kills, wounds) or (at_the_end and got[0] <= kills and got[1] <= wounds)
        self.check(ok, "BGC-HITS-01", f"{event.on}: {event.effect}, due {kills} killed, {wounds} wounded")
        known = re.match(r"no effect|\d+ (?:killed|steps? down)|the platoon", event.effect)
        self.check(known is not None, "BGC-HITS-01", f"{event.on}: {event.effect}")
        down = re.search(r"(\d+) steps? down", event.effect)
        if down is not None:
            self.check(int(down[1]) <= steps, "BGC-STEP-02", f"{down[1]} steps down, {steps} at most")
        self.check(
            told is not None or event.effect.startswith("no effect") or down is not None, "BGC-HITS-01", event.effect
        )

    def end(self, event: End) -> None:
        started = {platoon.side for platoon in self.platoons.values()}
        self.check(started == {0, 1}, "report", f"{started} start")
        self.check(event.broke_off is None or event.holder == 1 - event.broke_off, "umpire 1.23", "who broke off holds")


def referee(battle: Fought, events: Sequence[Event] | None = None) -> Referee:
    """Replay a battle, or what somebody made of its report."""
    return Brigadier(battle, battle.events if events is None else events).run()
