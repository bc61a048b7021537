"""The referee of the hexes: every number of his is from the book, none from the program, and he reads the map off the table
himself.

referee(battle, events) -> Referee
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from campaign.rules.common.force import Unit
from campaign.terms.forces import Arm, Armour, MarchClass, Size
from campaign.terms.state import Role
from campaign.words.battle_report import Attack, Change, End, Event, Heading, Move, Note, Opening, Placed, Roll, Start
from tests.legality.battles import Fought
from tests.legality.hex_map import Cell, HexMap, around
from tests.legality.referee import Referee

# HEX-MOVE-03..05: hexes by type.
MOVES = {
    "foot infantry": 1,
    "mortars": 1,
    "artillery": 1,
    "anti-tank guns": 1,
    "mechanised infantry": 2,
    "motorised infantry": 2,
    "tanks": 2,
    "self-propelled guns": 2,
    "armoured cars": 3,
    "jeeps": 3,
}
INFANTRY = frozenset({"foot infantry", "motorised infantry", "mechanised infantry", "jeeps"})
ARMOURED = frozenset({"tanks", "self-propelled guns", "armoured cars"})
SHOOTS_AS_INFANTRY = INFANTRY | {"armoured cars"}
INDIRECT = frozenset({"mortars", "artillery"})
ROUGH = frozenset({"woods", "buildings", "broken terrain"})
CLOSED = frozenset({"marsh", "lake", "river"})
IN_THE_WAY = frozenset({"hill", "woods", "buildings"})
RANGE = SIGHT = LONG = MORTARS_FROM = 2
HITS, WEAK_HITS = 9, 5
"""More than 8 eliminate; a weak unit takes half of that (HEX-MAP-04)."""
TURNS = 15
KINDS = {
    "foot infantry": ("HEX-UNIT-01",),
    "mortars": ("HEX-UNIT-07", "HEX-UNIT-08"),
    "artillery": ("HEX-UNIT-07", "HEX-UNIT-09"),
    "anti-tank guns": ("HEX-UNIT-04",),
    "mechanised infantry": ("HEX-UNIT-02",),
    "motorised infantry": ("HEX-UNIT-03",),
    "tanks": ("HEX-UNIT-05",),
    "self-propelled guns": ("HEX-UNIT-06",),
    "armoured cars": ("HEX-UNIT-10",),
    "jeeps": ("HEX-AMB-16",),
}
BY_ARM = {
    **dict.fromkeys((Arm.ARMOUR, Arm.HEAVY_ARMOUR), "tanks"),
    Arm.SELF_PROPELLED_ANTI_TANK: "self-propelled guns",
    **dict.fromkeys((Arm.ANTI_TANK, Arm.ANTI_AIRCRAFT), "anti-tank guns"),
    **dict.fromkeys((Arm.FIELD_ARTILLERY, Arm.MEDIUM_ARTILLERY, Arm.ROCKET), "artillery"),
    Arm.SELF_PROPELLED_ARTILLERY: "artillery",
    Arm.MORTAR: "mortars",
    Arm.ARMOURED_CAR: "armoured cars",
}
ON_WHEELS = {
    MarchClass.FOOT: "foot infantry",
    MarchClass.CAVALRY: "motorised infantry",
    MarchClass.TRUCK: "motorised infantry",
    MarchClass.HALF_TRACK: "mechanised infantry",
    MarchClass.TRACKED: "mechanised infantry",
}
"""Infantry and engineers by what carries them; horsemen and cyclists ride until they are hit."""
RANKS, SUITS = ("K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2", "A"), "♠♥♦♣"
CARD = r"(?:10|[2-9JQKA])[♠♥♦♣]"
TAIL = (Arm.HEADQUARTERS, Arm.SIGNALS, Arm.SUPPLY, Arm.MEDICAL)


@dataclass(eq=False)
class Counter:
    """A unit on the map."""

    name: str
    unit: Unit
    side: int
    at: Cell | None
    type: str
    capacity: int
    hits: int
    off_map: bool
    coming: bool
    hurt: bool = False
    acted: bool = False
    alive: bool = True
    card: str = ""

    @property
    def on_map(self) -> bool:
        return self.alive and self.at is not None

    @property
    def state(self) -> str:
        """Spent above half of what it takes."""
        return "destroyed" if self.hits >= self.capacity else "spent" if 2 * self.hits > self.capacity else "fresh"


class Hexes(Referee):
    """He replays a report of the hexes."""

    def __init__(self, battle: Fought, events: Sequence[Event]) -> None:
        super().__init__(battle, events)
        self.counters: dict[str, Counter] = {}
        self.turn = 0
        self.last = ""
        self.dealt: set[str] = set()
        self.smoke: dict[Cell, str] = {}
        self.changed: list[tuple[str, str, str]] = []
        self.evading = ""
        chart = HexMap(self.fight.terrain, self.fight.table_in)
        self.terrain, self.sides = chart.ground, chart.sides

    def run(self) -> Hexes:
        """Replay it all."""
        self.replay(
            {
                Opening: self.opening,
                Start: self.start,
                Heading: self.heading,
                Note: self.note,
                Move: self.move,
                Placed: self.placed,
                Roll: lambda event: None,
                Attack: self.shot,
                Change: self.change,
                End: self.end,
            }
        )
        told = [event.rolls[0].faces[0] for event in self.events if isinstance(event, Attack)]
        thrown = [roll.value for roll in self.battle.thrown if roll.name.purpose == "shot"]
        self.check(told == thrown, "HEX-GEN-04", f"the dice fell {thrown}, the report has {told}")
        return self

    # The start -------------------------------------------------------------------------------------------------------
    def opening(self, event: Opening) -> None:
        self.check(
            event.table == (max(c for c, _ in self.terrain), max(r for _, r in self.terrain)),
            "HEX-MAP-01",
            f"{event.table}",
        )

    def start(self, event: Start) -> None:
        notes = event.how.split(", ")
        kinds = [note for note in notes if note in MOVES]
        unit = next(u for u in self.fight.forces[event.side].units if event.unit == u.name or event.unit[:-2] == u.name)
        weak = unit.size in (Size.WEAK, Size.COMPANY) or unit.headquarters_of is not None or unit.arm in TAIL
        capacity = WEAK_HITS if weak else HITS
        hits = next((int(note.split()[0]) for note in notes if note.endswith(" hits")), 0)
        counter = Counter(
            event.unit,
            unit,
            event.side,
            _cell(event.at),
            kinds[0],
            capacity,
            hits,
            "fires from off the map" in notes,
            any(note.startswith("comes on") for note in notes),
        )
        due_type = type_of(unit)
        self.check(counter.type == due_type, "HEX-MAP-02", f"{event.unit} are {counter.type}, due {due_type}")
        self.use(*KINDS[kinds[0]], "HEX-MAP-04" if weak else "HEX-MAP-03")
        due = capacity // 2 + 1 if unit.state.carries_figure else 0
        self.check(hits == due, "HEX-MAP-05", f"{event.unit} begins with {hits} hits, due {due}")
        self.check(counter.off_map == (counter.type == "artillery"), "HEX-OFFT-01", f"{event.unit}: {event.how}")
        self.check(event.unit not in self.counters, "report", f"two are called {event.unit}")
        is_there = unit.role is not Role.ARRIVES and not counter.off_map
        self.check((counter.at is not None) == is_there, "HEX-AMB-47", f"{event.unit}: {event.at}, {event.how}")
        if counter.at is not None:
            self.room(counter)
        self.counters[event.unit] = counter

    # A turn ----------------------------------------------------------------------------------------------------------
    def heading(self, event: Heading) -> None:
        if event.kind != "turn":
            return
        self.turn += 1
        self.when = f"turn {self.turn}"
        self.check(event.text.startswith(f"Turn {self.turn}"), "HEX-CARD-01", event.text)
        self.check(self.turn <= TURNS, "HEX-AMB-49", f"turn {self.turn}")
        self.check(bool(self.smoke) == ("smoke clears" in event.text), "HEX-SMOKE-05", f"{event.text} {self.smoke}")
        self.smoke.clear()
        if self.turn > 1:
            self.use("HEX-CARD-11")
            idle = [c.name for c in self.alive() if c.card and not c.acted]
            self.check(not idle, "HEX-CARD-13", f"{idle} had no card in the turn before")

    def alive(self) -> Iterable[Counter]:
        return (counter for counter in self.counters.values() if counter.alive)

    def note(self, event: Note) -> None:
        text = event.text.rstrip(".")
        if text.startswith(("Cards: ", "The pack is shuffled. Cards: ")):
            self.deal(text)
        elif found := re.fullmatch(rf"({CARD}) (.*) lays smoke on ([A-Z]+)(\d+)", text):
            self.lay_smoke(found[1], found[2], (_column(found[3]), int(found[4])))
        elif found := re.fullmatch(rf"({CARD}) (.*?)(?: stands| does nothing: .*| finds no room at its edge)", text):
            self.activated(self.counters[found[2]], found[1])
        elif " waits for " in text or " together" in text:
            self.check(False, "HEX-JOINT-01", f"nobody acts together unless the house has it: {text}")

    def deal(self, text: str) -> None:
        """A card for every unit, from the pack that is left (HEX-CARD-02..07)."""
        if text.startswith("The pack"):
            self.use("HEX-CARD-12")
            self.dealt.clear()
        hand = re.findall(rf"({CARD}) (.*?)(?=, {CARD} |$)", text.partition("Cards: ")[2])
        self.check([card for card, _ in hand] == sorted((card for card, _ in hand), key=_rank), "HEX-CARD-05", text)
        for counter in self.alive():
            counter.card, counter.acted = "", False
        for card, name in hand:
            self.check(card not in self.dealt, "HEX-CARD-02", f"{card} was dealt before")
            self.dealt.add(card)
            self.counters[name].card = card
        without = [c.name for c in self.alive() if not c.card and (c.on_map or c.off_map or c.coming)]
        self.check(not without, "HEX-CARD-02", f"{without} were dealt no card")
        self.check(all(self.counters[name].alive for _, name in hand), "HEX-CARD-02", f"a card for the dead: {text}")
        self.use(
            "HEX-CARD-03", "HEX-OFFT-02" if any(self.counters[name].off_map for _, name in hand) else "HEX-CARD-03"
        )
        self.last = ""

    def activated(self, counter: Counter, card: str) -> None:
        """From the King to the Ace, each once (HEX-CARD-04..08)."""
        self.check(counter.alive, "HEX-ELIM-01", f"{counter.name} acts and is eliminated")
        self.check(counter.card == card, "HEX-CARD-04", f"{counter.name} acts on {card}, was dealt {counter.card}")
        self.check(not counter.acted, "HEX-CARD-08", f"{counter.name} acts twice")
        self.check(not self.last or _rank(card) > _rank(self.last), "HEX-CARD-06", f"{card} after {self.last}")
        self.use("HEX-CARD-07" if self.last[:-1] == card[:-1] else "HEX-CARD-05")
        counter.acted, self.last = True, card
        # Smoke that it laid itself is gone by the next turn.

    def lay_smoke(self, card: str, name: str, cell: Cell) -> None:
        counter = self.counters[name]
        self.activated(counter, card)
        self.use("HEX-SMOKE-02", "HEX-SMOKE-04")
        self.check(counter.type in INDIRECT, "HEX-SMOKE-01", f"{counter.type} lay smoke")
        self.check(self.terrain[cell] == "open", "HEX-SMOKE-03", f"smoke on {self.terrain[cell]}")
        if counter.at is not None:
            self.check(apart(counter.at, cell) >= MORTARS_FROM, "HEX-AMB-29", f"{name} lays smoke too near")
        self.smoke[cell] = name

    # Movement --------------------------------------------------------------------------------------------------------
    def placed(self, event: Placed) -> None:
        counter, cell = self.counters[event.unit], _cell(event.at)
        self.activated(counter, re.findall(CARD, event.how)[0])
        self.check(counter.coming and counter.at is None and cell is not None, "HEX-AMB-47", f"{counter.name} comes on")
        self.check(any(near not in self.terrain for near in around(cell)), "HEX-AMB-47", f"{cell} is no edge")
        self.check(self.terrain[cell] not in CLOSED, "HEX-TERR-05", f"{counter.name} stands in {self.terrain[cell]}")
        counter.at = cell
        self.room(counter)

    def move(self, event: Move) -> None:
        counter = self.counters[event.unit]
        path = [_cell(point) for point in event.path]
        self.activated(counter, re.findall(CARD, event.how)[0])
        self.check(path[0] == counter.at, "HEX-MOVE-01", f"{counter.name} moves from {path[0]}, stands in {counter.at}")
        self.check(all(apart(a, b) == 1 for a, b in pairwise(path)), "HEX-GEN-05", f"{path}")
        trucks = counter.type == "motorised infantry" and counter.hurt
        allowed = 1 if trucks else MOVES[counter.type]
        self.use("HEX-TAB-MOVE", "HEX-TAB-TERR", "HEX-MOVE-07")
        self.use("HEX-MOVE-06" if trucks else {1: "HEX-MOVE-03", 2: "HEX-MOVE-04", 3: "HEX-MOVE-05"}[allowed])
        steps = len(path) - 1
        self.check(steps <= allowed, "HEX-MOVE-02", f"{counter.name} moves {steps} hexes, allowed are {allowed}")
        self.check(event.length == steps, "HEX-MOVE-02", f"{steps} hexes, {event.length} told")
        self.by_the_way(counter, path)
        counter.at = path[-1]
        self.room(counter)

    def by_the_way(self, counter: Counter, path: Sequence[Cell]) -> None:
        name, steps = counter.name, len(path) - 1
        for before, after in pairwise(path):
            self.check(after in self.terrain, "HEX-AMB-58", f"{name} leaves the map for {after}")
            between = self.sides.get(frozenset((before, after)), "")
            self.check(between != "river", "HEX-TERR-04", f"{name} crosses the river from {before} to {after}")
            if between == "bridge":
                self.use("HEX-TERR-04")
            self.check(self.terrain[after] not in CLOSED, "HEX-TERR-05", f"{name} enters {self.terrain[after]}")
            if {self.terrain[before], self.terrain[after]} & ROUGH or between == "wall or hedge":
                self.check(steps == 1, "HEX-TERR-10", f"{name} goes {steps} hexes by {self.terrain[after]}")
            enemies = [c for c in self.alive() if c.at == after and c.side != counter.side]
            self.check(not enemies, "HEX-AMB-55", f"{name} enters the hex of {[c.name for c in enemies]}")
            if any(c.at == after and c.side == counter.side for c in self.alive()):
                self.use("HEX-TERR-11")
        for cell in path[1:-1]:
            self.check(
                not self.by_the_enemy(cell, counter.side),
                "HEX-MOVE-08",
                f"{name} goes on from {cell}, next to an enemy",
            )
        if steps and self.by_the_enemy(path[0], counter.side):
            self.check(not self.by_the_enemy(path[1], counter.side), "HEX-MOVE-09", f"{name} goes from enemy to enemy")

    def by_the_enemy(self, cell: Cell, side: int) -> bool:
        return any(c.at is not None and c.side != side and apart(c.at, cell) == 1 for c in self.alive())

    def room(self, counter: Counter) -> None:
        fellows = [c for c in self.alive() if c.at == counter.at and c is not counter]
        is_open = self.terrain[counter.at] == "open"
        ok = len(fellows) < (2 if is_open else 1)
        self.check(ok, "HEX-TERR-09" if is_open else "HEX-TERR-08", f"{counter.name} is one too many in {counter.at}")
        self.check(all(c.side == counter.side for c in fellows), "HEX-TERR-09", f"{counter.name} stands with an enemy")

    # Shooting --------------------------------------------------------------------------------------------------------
    def shot(self, event: Attack) -> None:
        shot, roll = event.by[0], event.rolls[0]
        shooter, target = self.counters[shot.unit], self.counters[event.on]
        self.activated(shooter, shot.how)
        self.use(
            "HEX-GEN-02", "HEX-GEN-03", "HEX-TAB-D3", "HEX-TAB-CARD", "HEX-TAB-RANGE", "HEX-TAB-MOD", "HEX-TAB-MATRIX"
        )
        self.check(len(event.by) == len(event.rolls) == len(roll.faces) == 1, "HEX-SHOOT-01", f"{len(roll.faces)} dice")
        self.check(shooter.side != target.side, "HEX-SIGHT-01", f"{shooter.name} shoots at its own side")
        self.check(target.on_map, "HEX-ELIM-01", f"{target.name} is shot at and not on the map")
        self.check(
            _cell(event.at) == target.at, "HEX-RANGE-01", f"{target.name} is in {target.at}, shot at in {event.at}"
        )
        self.check(
            _cell(shot.at) == shooter.at, "HEX-RANGE-01", f"{shooter.name} is in {shooter.at}, shoots from {shot.at}"
        )
        self.use("HEX-SHOOT-02", "HEX-RANGE-01", "HEX-LOS-01")
        self.in_range(shooter, target, shot.distance)
        self.in_sight(shooter, target)
        due = self.modifiers(shooter, target, roll)
        told = sum(number for number, _ in roll.reasons)
        self.check(
            told == due, "HEX-SHOOT-01", f"{shooter.name} at {target.name}: {told:+d}, due {due:+d} {roll.reasons}"
        )
        score = (roll.faces[0] + 1) // 2
        ok = roll.purpose == "D3" and roll.successes == score
        self.check(ok, "HEX-GEN-04", f"die {roll.faces[0]}: {roll.purpose} {roll.successes}")
        self.harm(event, target, max(0, score + due))

    def in_range(self, shooter: Counter, target: Counter, told: float | None) -> None:
        if shooter.at is None:
            self.check(shooter.off_map, "HEX-RANGE-03", f"{shooter.name} shoots from nowhere")
            self.check(told is None, "HEX-RANGE-03", f"{shooter.name} off the map, {told} hexes told")
        else:
            far = apart(shooter.at, target.at)
            self.check(told == far, "HEX-RANGE-01", f"{shooter.name}: {far} hexes, {told} told")
            if shooter.type == "mortars":
                self.check(far >= MORTARS_FROM, "HEX-RANGE-06", f"{shooter.name} shoots {far} hexes")
                self.use("HEX-RANGE-05")
            else:
                self.check(far <= RANGE, "HEX-RANGE-02", f"{shooter.name} shoots {far} hexes")
        if shooter.type in INDIRECT:
            friends = [
                c.name
                for c in self.alive()
                if c is not shooter and c.side == shooter.side and c.at and apart(c.at, target.at) == 1
            ]
            rule = "HEX-RANGE-07" if shooter.type == "mortars" else "HEX-RANGE-04"
            self.use("HEX-RANGE-03" if shooter.type == "artillery" else "HEX-RANGE-05")
            self.check(not friends, rule, f"{friends} stand next to {target.name}, at whom {shooter.name} shoots")

    def in_sight(self, shooter: Counter, target: Counter) -> None:
        if shooter.type in INDIRECT:
            eyes = [c for c in self.alive() if c.side == shooter.side and c.at and self.sees(c.at, target.at)]
            self.check(bool(eyes), "HEX-SIGHT-02", f"nobody sights {target.name} for {shooter.name}")
        else:
            self.check(self.sees(shooter.at, target.at), "HEX-SIGHT-01", f"{shooter.name} does not see {target.name}")
            self.use("HEX-SIGHT-03")

    def sees(self, start: Cell, end: Cell) -> bool:
        """Within 2 hexes, and not past what stands in all the hexes between (HEX-SIGHT-04, HEX-AMB-10..13)."""
        if apart(start, end) > SIGHT:
            return False
        between = [cell for cell in around(start) if apart(cell, end) == 1] if apart(start, end) == SIGHT else []
        blocked = [self.terrain.get(c) in IN_THE_WAY or any(u.at == c for u in self.alive()) for c in between]
        if any(blocked):
            self.use("HEX-SIGHT-04", "HEX-LOS-02")
        return not blocked or not all(blocked)

    def modifiers(self, shooter: Counter, target: Counter, roll: Roll) -> int:
        """HEX-SHOOT-03..10, cover once (HEX-AMB-01), evasion where it is chosen."""
        due = 0
        armoured, infantry = target.type in ARMOURED, target.type in INFANTRY
        rules = (
            (shooter.type in SHOOTS_AS_INFANTRY and armoured, -1, "HEX-SHOOT-03"),
            (shooter.type in ("anti-tank guns", "self-propelled guns") and infantry, -1, "HEX-SHOOT-04"),
            (shooter.type in ("anti-tank guns", "self-propelled guns", "tanks") and armoured, 1, "HEX-SHOOT-05"),
            (shooter.type in INDIRECT and infantry, 1, "HEX-SHOOT-06"),
            (self.covered(shooter, target), -1, "HEX-SHOOT-08"),
            (shooter.type not in INDIRECT and apart(shooter.at, target.at) == LONG, -1, "HEX-SHOOT-09"),
        )
        for applies, number, rule in rules:
            if applies:
                self.use(rule)
                due += number
        if shooter.type in INDIRECT:
            self.use("HEX-SHOOT-10")
        if any(text == "evading" for _, text in roll.reasons):
            self.use("HEX-SHOOT-07", "HEX-EVADE-02", "HEX-EVADE-04", "HEX-EVADE-05", "HEX-CARD-09")
            self.check(
                self.terrain[target.at] == "open", "HEX-EVADE-01", f"{target.name} evades in {self.terrain[target.at]}"
            )
            self.check(not target.acted, "HEX-EVADE-06", f"{target.name} evades and was activated before")
            self.use("HEX-EVADE-03", "HEX-CARD-10")
            target.acted = True
            due -= 1
        return due

    def covered(self, shooter: Counter, target: Counter) -> bool:
        ground = self.terrain[target.at]
        if shooter.at is not None and shooter.type not in INDIRECT and self.behind_broken(shooter.at, target.at):
            self.use("HEX-TERR-03")
            return True
        if ground in ROUGH and target.type in INFANTRY:
            self.use("HEX-COVER-01", {"woods": "HEX-TERR-01", "buildings": "HEX-TERR-02"}.get(ground, "HEX-TERR-03"))
            return True
        if ground == "hill" and target.type in ARMOURED:
            self.use("HEX-COVER-02" if target.type == "tanks" else "HEX-COVER-03", "HEX-TERR-07")
            return target.type == "tanks"
        if target.at in self.smoke and ground == "open":
            self.use("HEX-SMOKE-03")
            return True
        return False

    def behind_broken(self, start: Cell, end: Cell) -> bool:
        """Broken terrain on the way, where the line runs along a side on both ways (HEX-AMB-12, -21)."""
        hedge = "wall or hedge"
        if apart(start, end) == 1:
            return self.sides.get(frozenset((start, end))) == hedge
        ways = [cell for cell in around(start) if apart(cell, end) == 1] if apart(start, end) == SIGHT else []
        return bool(ways) and all(
            self.terrain.get(cell) == "broken terrain"
            or hedge in (self.sides.get(frozenset((start, cell))), self.sides.get(frozenset((cell, end))))
            for cell in ways
        )

    def harm(self, event: Attack, target: Counter, hits: int) -> None:
        before = target.state
        if hits:
            target.hurt = True
        target.hits = min(target.capacity, target.hits + hits)
        count = f"{hits} hit{'' if hits == 1 else 's'}"
        gone = target.hits >= target.capacity
        self.check(event.rolls[0].result == count, "HEX-SHOOT-01", f"{count}, {event.rolls[0].result} told")
        if not hits:
            self.check(event.effect == "no effect", "HEX-ELIM-01", f"no hit on {target.name}: {event.effect}")
            return
        due = f"{count}, {'eliminated' if gone else f'{target.hits} of {target.capacity}'}"
        ok = event.effect in (due, f"{due} while surrounded") if gone else event.effect == due
        self.check(ok, "HEX-ELIM-02" if gone else "HEX-ELIM-01", f"{target.name}: {event.effect}, due {due}")
        if "surrounded" in event.effect:
            self.use("HEX-MAP-08")
        if gone:
            target.alive, target.at = False, None
        if target.state != before:
            self.changed.append((target.name, before, target.state))

    def change(self, event: Change) -> None:
        due = self.changed.pop(0) if self.changed else None
        self.check((event.unit, event.before, event.after) == due, "HEX-MAP-06", f"{event} follows from nothing: {due}")

    def end(self, event: End) -> None:
        self.check(not self.changed, "report", f"no change was noted of {self.changed}")
        started = {counter.unit.id for counter in self.counters.values()}
        late = {u.id for f in self.fight.forces for u in f.units if u.arrival and u.arrival.moment > self.fight.start}
        # Headquarters of divisions and higher formations do not take the field unless they are attacked (HEX-MAP-02).
        troops = [u for f in self.fight.forces for u in f.units if u.headquarters_of is None]
        missing = [u.name for u in troops if u.id not in started | late]
        self.check(not missing, "report", f"{missing} are not told where they start")
        self.check(event.broke_off is None or event.holder == 1 - event.broke_off, "umpire 1.23", "who broke off holds")


def type_of(unit: Unit) -> str:
    """What a battalion is on the map (HEX-MAP-02); staffs that are attacked fight on foot."""
    if unit.headquarters_of is not None:
        return "foot infantry"
    if unit.arm is Arm.RECONNAISSANCE:
        return "jeeps" if unit.armour is Armour.NONE else "armoured cars"
    return BY_ARM.get(unit.arm) or ON_WHEELS[unit.march_class]


def apart(first: Cell, second: Cell) -> int:
    """Hexes between two, by steps (HEX-GEN-05)."""
    (q, r), (u, v) = _axial(first), _axial(second)
    return max(abs(q - u), abs(r - v), abs(q - u + r - v))


def _axial(cell: Cell) -> Cell:
    column, row = cell[0] - 1, cell[1] - 1
    return column - row // 2, row


def _cell(point: Any) -> Cell | None:
    return None if point is None else (int(point[0]), int(point[1]))


def _rank(card: str) -> tuple[int, int]:
    return RANKS.index(card[:-1]), SUITS.index(card[-1])


def _column(letters: str) -> int:
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - ord("A") + 1
    return number


def referee(battle: Fought, events: Sequence[Event] | None = None) -> Referee:
    """Replay a battle, or what somebody made of its report."""
    return Hexes(battle, battle.events if events is None else events).run()
