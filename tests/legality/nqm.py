"""The referee of Not Quite Mechanised: every number of his is from the text, none from the program.

referee(battle, events) -> Referee
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache, partial
from math import ceil, floor

from campaign.rules.common.force import Unit
from campaign.rules.common.terrain import Area, Terrain
from campaign.terms.forces import Arm, Armour, Experience, MarchClass, Size
from campaign.terms.ground import Cover, Nature
from campaign.words.battle_report import Attack, Change, End, Event, Heading, Move, Note, Placed, Roll, Shot, Start
from tests.legality.battles import Fought
from tests.legality.ground import DOUBT, is_terrain, lies_in, over_water
from tests.legality.referee import Referee, Spot, apart, inside, length_of

# NQM-TBL-T12 by the weapon's class less the target's: casualties by face.
TABLE_12 = {
    -2: (0, 0, 0, 0, 0, 1),
    -1: (0, 0, 0, 0, 1, 1),
    0: (0, 0, 0, 1, 1, 2),
    1: (0, 0, 1, 1, 2, 3),
    2: (0, 1, 1, 2, 3, 4),
}
NOTHING = (0,) * 6
CLASSES = ("VL", "L", "M", "H", "VH")
GRADES = "EVRCM"
# NQM-TBL-RECCE: the row is who comes, the column the concealed defender; 1 always, 7 never.
RECCE = {"E": (6, 5, 4, 2, 1), "V": (7, 6, 5, 3, 2), "R": (7, 6, 5, 4, 3), "C": (7, 7, 6, 5, 4), "M": (7, 7, 7, 6, 5)}
# NQM-TBL-ENGAGE: the faces of harassing, effective, contact range by the defender's grade.
ENGAGE = {"E": (0, 0), "V": (0, 2), "R": (1, 4), "C": (2, 5), "M": (3, 6)}
HOLDS = {"V": 3, "R": 4, "C": 5, "M": 5}
EXCHANGES = {"E": 99, "V": 3, "R": 2, "C": 1, "M": 1}
BREAKS = {"V": 3, "R": 2, "C": 3, "M": 3}
"""A third, or half, of the casualties it can take."""
# NQM-TBL-CLASS: armour by name.
NAMED = {
    r"CV33|T-?3[78]\b": "VL",
    r"Pz I\b|Pz II\b|Mk ?VI|[Cc]ruiser|\bA9|\bA1[03]|T-?26|T-?28|T-?35|T-?60|T-?70|L6|M11|Stuart|M5A1": "L",
    r"half-track|SdKfz 2|[Aa]rmoured car": "L",
    r"Pz III|Pz IV|38 ?\(t\)|Valentine|Crusader|T-?34|M13|Grant|M4|Sherman": "M",
    r"Pz V\b|Panther|Tiger|Matilda|Churchill|KV-?[12]": "H",
}
ARMOURED_AS = {Armour.NONE: "VL", Armour.LIGHT: "L", Armour.MEDIUM: "M", Armour.HEAVY: "H"}
VEHICLES = frozenset({Arm.ARMOUR, Arm.HEAVY_ARMOUR, Arm.ARMOURED_CAR, Arm.SELF_PROPELLED_ANTI_TANK})
# NQM-TBL-MOV: metres an hour to contact, in contact, on the road.
RATES = {
    "light recce": (5000, (500, 1000, 2000), 10000),
    "armoured": (3000, (1000,), 6000),
    "foot": (1000, (500,), 2000),
    "motorised": (3000, (500,), 9000),
    "self-propelled": (3000, (500, 1000), 9000),
    "cavalry": (2000, (500,), 3000),
}
MOST_STANDS = 9
CONTACT, FARTHEST = 100, {"small arms": 3000, "tanks": 3000, "guns": 20000}
"""Metres: contact range; the longest range of a battalion's weapons, its mortars and 88 mm guns with it."""
METRES_AN_INCH = 125
FIREFIGHT = 300
"""Metres: the effective range of small arms, from which a firefight that is won is pressed home."""
SEEN = 300
"""Metres at which nothing hides anybody, as the house reads it."""
FORWARD = ("moving to contact", "advance in contact", "comes up as reserve", "meets the enemy", "pushes forward")
"""How somebody goes who must be in order."""
LEAST_APART = 190
"""Metres between two battalions of a side after a move: a company's stand."""
SET_OUT = 120
"""Metres between them as they begin, each at its place on the campaign's map: an inch of the table."""
CLOSED_UP = 400
"""Metres beside a position within which those stand who took it together."""
MOST_DRIVEN = 2000
"""Metres an hour: nobody advances faster in contact, nor is driven back faster."""
ROUNDED = 8
"""Metres: the report's points are kept to a hundredth of an inch, its lengths to a metre."""


@dataclass(eq=False)
class Body:
    """A battalion in the fight."""

    unit: Unit
    side: int
    at: Spot | None
    cover: str
    moved: bool = False
    caught: bool = False
    gone: bool = False
    hour: list[float] = field(default_factory=list)
    disorganised_in: int = 0
    """The hour in which it was disorganised; 0: it is in order."""
    examined_in: int = 0
    guards_in: int = 0
    terrified: bool = False
    concealed: bool = False
    """It has neither moved nor fired, and nobody has come upon it."""


class Nqm(Referee):
    """He replays a report of Not Quite Mechanised."""

    def __init__(self, battle: Fought, events: Sequence[Event]) -> None:
        super().__init__(battle, events)
        self.bodies: dict[str, Body] = {}
        self.hour = 0
        self.fired: Counter[tuple[str, str]] = Counter()
        self.met: tuple[str, str, str] | None = None
        self.red = self.white = False
        self.left: list[Spot] = []
        self.inside: tuple[str, int] = "", 0
        """Who is assaulted, and how many stands have broken in."""
        self.exchanged = 0, 0
        self.attacked: dict[int, int] = {}
        """The hour in which a side was first attacked."""

    def run(self) -> Nqm:
        """Replay it all."""
        self.replay_all()
        self.line = len(self.events)
        self.thrown()
        return self

    def thrown(self) -> None:
        """Every die, in the order in which it fell; an assault's are told in pairs, highest first."""
        fell = [roll.value for roll in self.battle.thrown]
        place = 0
        for event in self.events:
            rolls = event.rolls if isinstance(event, Attack) else [event] if isinstance(event, Roll) else []
            for roll in rolls:
                due = fell[place : place + len(roll.faces)]
                place += len(roll.faces)
                paired = isinstance(event, Attack) and event.kind == "Close assault"
                told = list(roll.faces)
                ok = sorted(due) == sorted(told) if paired else due == told
                if not self.check(ok, "NQM-FIRE-03", f"{roll.words}: the dice fell {due}"):
                    return
        self.check(place == len(fell), "NQM-FIRE-03", f"{len(fell)} dice fell, {place} are told")

    # The start -------------------------------------------------------------------------------------------------------
    def start(self, event: Start) -> None:
        unit = next(unit for unit in self.fight.forces[event.side].units if unit.key == event.key)
        self.check(event.unit not in self.bodies, "report", f"two are called {event.unit}")
        cover = event.how.partition(",")[0]
        self.bodies[event.unit] = Body(unit, event.side, event.at, cover, concealed=cover != "attacking")
        self.stands_alone(event.unit, SET_OUT)
        if "dug in" in event.how:
            self.check(unit.dug_in_turns > 0, "NQM-TASK-07", f"{event.unit} is dug in without work")

    def heading(self, event: Heading) -> None:
        if event.kind != "turn":
            return
        self.hour += 1
        self.when = f"hour {self.hour}"
        found = re.match(r"Hour (\d+), (\d+):00", event.text)
        due = (self.fight.start_hour + self.hour - 1) % 24
        self.check(bool(found) and (int(found[1]), int(found[2])) == (self.hour, due), "NQM-SEQ-02", event.text)
        self.check(self.hour <= 6 * self.fight.turns, "NQM-SEQ-02", f"{self.hour} hours")
        self.fired.clear()
        for body in self.bodies.values():
            body.hour.clear()

    # Movement --------------------------------------------------------------------------------------------------------
    def placed(self, event: Placed) -> None:
        """He takes the place of the enemy whose position it was, or comes on at an edge."""
        places = [body.at for body in self.bodies.values() if body.at is not None]
        places += [tuple(map(float, self.fight.spots[unit])) for unit in self.fight.spots]
        places += self.left
        near = min((apart(event.at, place) for place in places), default=0.0) * METRES_AN_INCH
        room = ROUNDED if "closes up" not in event.how else CLOSED_UP + ROUNDED
        self.check(near <= room, "NQM-SEQ-13", f"{event.unit} is set down at {event.at}, where nobody was")
        self.bodies[event.unit].at = event.at
        self.stands_alone(event.unit)

    def stands_alone(self, name: str, least: float = LEAST_APART) -> None:
        """No two battalions of a side are set out or end a move on one point."""
        body = self.bodies[name]
        for friend_name, friend in self.bodies.items():
            if friend is body or friend.side != body.side or friend.gone or friend.at is None or body.at is None:
                continue
            far = apart(body.at, friend.at) * METRES_AN_INCH
            self.check(far >= least, "NQM-FRONT-01", f"{name} stands {far:.0f} m from {friend_name}")

    def move(self, event: Move) -> None:
        body, name = self.bodies[event.unit], event.unit
        self.check(not body.gone, "NQM-CAS-04", f"{name} moves and is gone")
        forced = event.how in ("goes back", "is driven back")
        self.check(body.guards_in != self.hour or forced, "NQM-SPECIAL-07", f"{name} moves and stays with prisoners")
        able = not body.disorganised_in or event.how not in FORWARD
        self.check(able, "NQM-MORALE-05", f"{name} {event.how} and is disorganised")
        wet = over_water(self.fight.terrain, event.path)
        self.check(wet is None, "ground", f"{name} goes through water or an obstacle at {wet}")
        if body.at is not None:
            off = apart(body.at, event.path[0]) * METRES_AN_INCH
            self.check(off <= ROUNDED, "NQM-MOV-01", f"{name} moves from {event.path[0]}, stands at {body.at}")
        length = length_of(event.path) * METRES_AN_INCH
        self.check(
            abs(length - event.length) <= ROUNDED, "NQM-MOV-01", f"{name} goes {length:.0f} m, {event.length} told"
        )
        contact, advance, road = RATES[mover_of(body.unit)]
        gaits = {
            "moving to contact": ((contact,), "NQM-MOV-05"),
            "advance in contact": (advance, "NQM-MOV-03"),
            "comes up as reserve": ((contact,), "NQM-MOV-05"),
            "goes back": ((road,), "NQM-MOV-10"),
            "pushes forward": (advance, "NQM-FIRE-22"),
            "is driven back": ((MOST_DRIVEN,), "NQM-FIRE-17"),
        }
        if event.how == "meets the enemy":
            # The defender calls a halt, and positions are adjusted when the dice are seen.
            self.use("NQM-RECCE-04")
        else:
            rates, rule = gaits.get(event.how, ((road,), "NQM-MOV-04"))
            if mover_of(body.unit) == "light recce" and event.how == "advance in contact":
                self.use("NQM-MOV-06")
            self.check(
                length <= max(rates) + ROUNDED, rule, f"{name} goes {length:.0f} m {event.how}, allowed are {rates}"
            )
            if event.allowance is not None:
                self.check(
                    event.allowance in rates, rule, f"{name} may go {event.allowance} m {event.how}, due {rates}"
                )
                told = f"{name} goes {event.length} of {event.allowance} m"
                self.check(event.length <= event.allowance, rule, told)
                body.hour.append(event.length / event.allowance)
                part = sum(body.hour)
                self.check(part <= 1 + ROUNDED / 500, "NQM-AMB-04", f"{name} moves {part:.2f} hours in one")
        wide, deep = self.fight.table_in
        ok = all(-0.1 <= x <= wide + 0.1 and -0.1 <= y <= deep + 0.1 for x, y in event.path)
        self.check(ok, "table", f"{name} leaves the table by {event.path}")
        self.left.append(event.path[0])
        body.at, body.moved, body.concealed = event.path[-1], True, False
        self.stands_alone(name)

    # Words -----------------------------------------------------------------------------------------------------------
    def note(self, event: Note) -> None:
        self.read(
            event.text,
            (
                (r"(.*) comes upon (.*): (.*)", self.recce),
                (r"(.*) has looked elsewhere this hour, and blunders into (.*)", self.blunders),
                (r"(.*) is attacked: .*", self.is_attacked),
                (r"[^:]*: (.*) attacks? (.*)", self.sets_out),
                (r"The firefight is won by .+, casualties (\d+) to (\d+)", self.won),
                (r"(.*) loses its (.*) for good", self.loses),
                (r"(.*) is destroyed", self.goes),
                (r"(.*) is overrun by tanks", self.goes),
                (r"(.*) leaves the table", self.goes),
                (r"(.*) cannot get away.*", self.goes),
                (r"(.*) is disorganised when it is assaulted: it (?:disperses|surrenders).*", self.goes),
                (r"(.*) is disorganised (?:by|after) .*", self.disorganised),
                (r"(.*) reorganises: .*", self.reorganised),
                (r"(.*) is dug in", self.dug_in),
                (r"(\d+) of (\d+) attacking stands are in the position", self.broken_in),
                (r"(.*) stays with the prisoners of (.*)", self.guards),
                (r"No guard has stayed with (.*?): .*", self.freed),
            ),
        )
        for words, rules in USED_BY_WORDS.items():
            if words in event.text:
                self.use(*rules)

    def listed(self, names: str) -> list[str]:
        """Battalions of a list in words; names may have commas, and one may end as another does."""
        result = []
        for name in sorted(self.bodies, key=len, reverse=True):
            if name in names:
                names = names.replace(name, "", 1)
                result.append(name)
        return result

    def is_attacked(self, name: str) -> None:
        self.attacked.setdefault(self.bodies[name].side, self.hour)

    def sets_out(self, names: str, enemy: str) -> None:
        """Whoever attacks leaves his position. He is in order; he who defends was attacked in an hour before."""
        self.use("NQM-SEQ-03")
        for name in self.listed(names):
            body = self.bodies[name]
            self.check(not body.disorganised_in, "NQM-MORALE-05", f"{name} attacks {enemy} and is disorganised")
            self.check(body.guards_in != self.hour, "NQM-SPECIAL-07", f"{name} attacks and stays with prisoners")
            body.moved = True
            if self.fight.attacker is not None and self.fight.forces[body.side].side != self.fight.attacker:
                since = self.attacked.get(body.side, self.hour)
                self.check(self.hour > since, "NQM-CRT-11", f"{name} counter-attacks, attacked since hour {since}")

    def disorganised(self, name: str) -> None:
        self.bodies[name].disorganised_in = self.hour

    def reorganised(self, name: str) -> None:
        """It takes a whole hour."""
        body = self.bodies[name]
        self.check(
            body.disorganised_in < self.hour, "NQM-REORG-02", f"{name} reorganises in the hour that disorganised it"
        )
        body.disorganised_in = 0

    def dug_in(self, name: str) -> None:
        self.use("NQM-REORG-05", "NQM-TASK-09")
        self.bodies[name].cover, self.bodies[name].moved = "dug in", False

    def broken_in(self, stands: str, of: str) -> None:
        """Each point of the attacker lets one in, each of the defender's throws one out."""
        name, inside = self.inside
        won, lost = self.exchanged
        due = max(0, min(int(of), inside + won) - lost)
        self.check(int(stands) == due, "NQM-ASSAULT-14", f"{stands} stands in the position of {name}, due {due}")
        self.inside = name, due

    def guards(self, name: str, prisoners: str) -> None:
        guard, taken = self.bodies[name], self.bodies[prisoners]
        self.check(taken.terrified and taken.gone, "NQM-SPECIAL-07", f"{prisoners} did not surrender in terror")
        self.check(guard.side != taken.side, "NQM-SPECIAL-07", f"{name} guards its own side")
        guard.guards_in = self.hour + 1

    def freed(self, name: str) -> None:
        body = self.bodies[name]
        self.check(body.terrified and body.gone, "NQM-SPECIAL-07", f"{name} is free and was no prisoner of terror")
        body.gone = False

    # Recce -----------------------------------------------------------------------------------------------------------
    def recce(self, scout: str, enemy: str, meeting: str) -> None:
        """One area an hour."""
        body = self.bodies[scout]
        self.check(body.examined_in != self.hour, "NQM-RECCE-05", f"{scout} looks at a second area in an hour")
        self.use("NQM-RECCE-01", "NQM-RECCE-02", "NQM-SEQ-06")
        body.examined_in, self.met = self.hour, (scout, enemy, meeting)
        self.bodies[enemy].concealed = False

    def blunders(self, scout: str, enemy: str) -> None:
        """Who has not looked there, having looked elsewhere: an ambush without scooting."""
        body = self.bodies[scout]
        self.check(body.examined_in == self.hour, "NQM-RECCE-07", f"{scout} blunders and has looked nowhere")
        self.met = scout, enemy, ""
        self.bodies[enemy].concealed = False
        after = self.events[self.line + 1 : self.line + 12]
        scoots = [event for event in after if isinstance(event, Note) and "shoots and scoots" in event.text]
        self.check(not scoots, "NQM-RECCE-07", f"{scout} blunders into {enemy}, and scoots")
        fire = next((event for event in after if isinstance(event, Attack)), None)
        ok = fire is None or fire.kind.startswith("Ambush")
        self.check(ok, "NQM-RECCE-07", f"{scout} blunders into {enemy}: {fire and fire.kind}")

    def recce_die(self, roll: Roll, colour: str) -> None:
        if not self.check(self.met is not None, "NQM-RECCE-02", f"a {colour} die, and nobody comes upon anybody"):
            return
        assert self.met is not None
        scout, enemy, meeting = self.met
        ours, theirs, face = self.grade_of(scout), self.grade_of(enemy), roll.faces[0]
        if colour == "blue":
            harassing, effective = ENGAGE[theirs]
            band = "harassing" if face <= harassing else "effective" if face <= effective else "contact"
            self.check(f"{band} range" in roll.result, "NQM-ENGAGE-01", f"blue {face}, {theirs}: {roll.result}")
            self.use("NQM-RECCE-12")
            missed = "the enemy may choose to fire" if self.white else "the enemy opens fire"
            due = "it sees the enemy first" if self.red else missed
            self.check(not meeting or due == meeting, "NQM-RECCE-09", f"{scout} and {enemy}: {meeting}, due {due}")
            self.use("NQM-RECCE-03" if self.red else "NQM-RECCE-10" if self.white else "NQM-RECCE-11")
            return
        # The white die is read with the sides changed: does he surprise those who come (NQM-AMB-31)?
        row, column = (ours, theirs) if colour == "red" else (theirs, ours)
        need, rule = RECCE[row][GRADES.index(column)], f"NQM-RECCE-{'08' if colour == 'red' else '09'}"
        self.check((roll.needed or 7) == need, rule, f"{colour} die of {scout} and {enemy}: {roll.words}, due {need}")
        if colour == "red":
            self.red = face >= need
        else:
            self.white = face >= need

    def start_line(self, roll: Roll) -> None:
        name, _, what = roll.result.partition(" is caught")
        name = name.removesuffix(" deploys in time")
        need = roll.needed or 7
        row = RECCE[self.grade_of(name)]
        self.check(need in row, "NQM-SEQ-09", f"{name} needs {need}")
        caught = roll.faces[0] < need
        self.check(caught == bool(what), "NQM-SEQ-09", f"{roll.words}: {roll.result}")
        self.use("NQM-SEQ-08")
        self.bodies[name].caught = caught

    # Tests -----------------------------------------------------------------------------------------------------------
    def roll(self, event: Roll) -> None:
        self.read(
            event.purpose,
            (
                (r"(red|white|blue) die", partial(self.recce_die, event)),
                (r"no start line is marked", partial(self.start_line, event)),
                (r"break test of (.*)", partial(self.break_test, event)),
                (r"tank terror of (.*)", partial(self.terror, event)),
                (r"odd (?:pin|casualty) of .*", partial(self.odd, event)),
                (r"break-out of (.*)", partial(self.break_out, event)),
                (r"markers by lot of (.*)", partial(self.markers, event)),
            ),
        )

    def break_test(self, roll: Roll, name: str) -> None:
        grade = self.grade_of(name)
        body = self.bodies[name]
        self.use({"V": "NQM-GRADE-09", "R": "NQM-GRADE-13", "C": "NQM-GRADE-15", "M": "NQM-GRADE-18"}[grade])
        self.check(roll.needed == HOLDS[grade], "NQM-ASSAULT-06", f"{name}, {grade}: {roll.words}")
        held = roll.faces[0] >= HOLDS[grade]
        self.check(held == ("holds firm" in roll.result), "NQM-MORALE-02", f"{roll.words}: {roll.result}")
        tank = body.unit.armour is not Armour.NONE and body.unit.arm is Arm.ARMOUR
        self.check(not tank, "NQM-FIRE-18", f"{name} are tanks and test")
        if "tanks in the position" in roll.why:
            self.use("NQM-FIRE-12")
        elif found := re.search(r"(\d+) casualties, tests at (\d+) of (\d+)", roll.why):
            casualties, limit, points = map(int, found.groups())
            due = ceil(points / BREAKS[grade])
            self.check(abs(limit - due) <= 1, "NQM-ASSAULT-06", f"{name} tests at {limit} of {points}, due {due}")
            self.check(casualties >= limit, "NQM-MORALE-01", f"{name} tests with {casualties}, due from {limit}")
        if not held:
            body.disorganised_in = self.hour

    def terror(self, roll: Roll, name: str) -> None:
        body = self.bodies[name]
        self.check(not body.terrified, "NQM-SPECIAL-06", f"{name} is terrified a second time")
        self.check(roll.needed == 4, "NQM-SPECIAL-06", f"{roll.words}, due 4")
        stands = roll.faces[0] >= 4
        self.check(stands == ("stands" in roll.result), "NQM-SPECIAL-06", f"{roll.words}: {roll.result}")
        body.terrified, body.gone = True, not stands

    def odd(self, roll: Roll) -> None:
        """4 and more takes an odd pin off, or lets an odd casualty off."""
        self.check(roll.needed == 4, "NQM-REORG-13", f"{roll.words}, due 4")
        words = roll.result.split(", ")
        ok = [face >= 4 for face in roll.faces] == [word != "stays" for word in words]
        self.check(ok, "NQM-REORG-13", f"{roll.words}: {roll.result}")

    def break_out(self, roll: Roll, name: str) -> None:
        ok = (roll.faces[0] >= 3) == ("gets away" in roll.result)
        self.check(ok and self.grade_of(name) == "V", "NQM-GRADE-11", f"{roll.words}: {roll.result}")

    def markers(self, roll: Roll, lots: str) -> None:
        counts = [int(count) for count in lots.split(", ")]
        ok = len(counts) == len(roll.faces) and all(1 <= f <= n for f, n in zip(roll.faces, counts, strict=False))
        self.check(ok, "NQM-CAS-02", f"lots of {lots}: {roll.faces}")

    def won(self, inflicted: str, suffered: str) -> None:
        self.use("NQM-SEQ-11", "NQM-FIRE-19", "NQM-FIRE-21")
        self.check(int(inflicted) > int(suffered), "NQM-FIRE-20", f"a firefight is won by {inflicted} to {suffered}")

    def loses(self, name: str, stand: str) -> None:
        self.use("NQM-CAS-04", "NQM-CAS-07")
        self.check(name in self.bodies, "report", f"nobody is called {name}")

    def goes(self, name: str) -> None:
        self.use("NQM-SEQ-14")
        self.bodies[name].gone = True

    def grade_of(self, name: str) -> str:
        """Elite are small units only, such as pathfinders; paras and commandos are veterans. Green troops are regulars
        in their first battle."""
        unit = self.bodies[name].unit
        if unit.experience is Experience.ELITE and unit.size is Size.COMPANY:
            return "E"
        experience = unit.experience
        return "V" if experience in (Experience.ELITE, Experience.VETERAN) else "R"

    # Fire ------------------------------------------------------------------------------------------------------------
    def attack(self, event: Attack) -> None:
        target = self.bodies[event.on]
        self.check(not target.gone, "NQM-CAS-04", f"{event.on} is fired on and gone")
        if target.at is not None and event.at is not None:
            off = apart(target.at, event.at) * METRES_AN_INCH
            self.check(off <= ROUNDED, "NQM-RANGE-01", f"{event.on} is fired on at {event.at}, stands at {target.at}")
        if event.kind == "Close assault":
            self.assault(event)
            return
        targets = [target, *(self.bodies[name] for name in event.beside)]
        ok = all(body.side == target.side and not body.gone for body in targets)
        self.check(ok, "NQM-FIRE-01", f"{event.on} and {event.beside} are fired on together")
        for name in (event.on, *event.beside) if event.kind == "Firefight" else ():
            unmet = self.bodies[name].concealed
            self.check(not unmet, "NQM-RECCE-01", f"{name} is fired on and concealed: nobody has come upon it")
        for shot in event.by:
            if shot.unit in self.bodies:
                self.bodies[shot.unit].concealed = False
                self.firer(event, shot, targets)
            else:
                ok = any(air.name == shot.unit for air in self.fight.air)
                self.check(ok, "NQM-ARTY-01", f"{shot.unit} fires and is nobody")
        total = sum(self.volley(event, roll, targets) for roll in event.rolls)
        told = re.match(r"(\d+|no) casualt", event.effect)
        self.check(
            told is not None or not event.rolls, "NQM-FIRE-06", f"{total} casualties on {event.on}: {event.effect}"
        )
        if told and event.rolls:
            count = 0 if told[1] == "no" else int(told[1])
            before = self.events[self.line - 1]
            halved = isinstance(before, Note) and "shoots and scoots: it takes half the casualties" in before.text
            self.check(
                count == total or (halved and count <= total),
                "NQM-FIRE-06",
                f"{total} casualties on {event.on}, {event.effect}",
            )
        self.once(event)
        self.sequence(event)

    def firer(self, event: Attack, shot: Shot, targets: Sequence[Body]) -> None:
        name, at, far, target = shot.unit, shot.at, shot.distance, targets[0]
        body = self.bodies[name]
        self.check(not body.gone, "NQM-CAS-04", f"{name} fires and is gone")
        self.check(body.side != target.side, "NQM-FIRE-01", f"{name} fires on its own side")
        if at is None or event.at is None or far is None:
            return
        if body.at is not None:
            self.check(
                apart(body.at, at) * METRES_AN_INCH <= ROUNDED,
                "NQM-RANGE-01",
                f"{name} fires from {at}, stands at {body.at}",
            )
        gap = apart(at, event.at) * METRES_AN_INCH
        self.check(abs(gap - far) <= ROUNDED, "NQM-RANGE-01", f"{name} fires over {gap:.0f} m, {far:.0f} told")
        self.sight(event, shot, targets)
        kind = "guns" if body.unit.is_artillery else "tanks" if body.unit.armour is not Armour.NONE else "small arms"
        if not event.rolls or event.kind == "Answer":
            return
        self.check(gap <= FARTHEST[kind] + ROUNDED, "NQM-RANGE-01", f"{name} ({kind}) fires over {gap:.0f} m")

    def sight(self, event: Attack, shot: Shot, targets: Sequence[Body]) -> None:
        """Who fires directly sees somebody at whom his dice go; he may be nearer to another than to the first."""
        over = int(re.match(r"(\d+)", shot.how)[1]) if shot.how else 0
        if not event.rolls or shot.at is None or (shot.dice or 0) <= over:
            return
        places = [event.at, *(body.at for body in targets[1:])]
        ok = any(
            apart(shot.at, place) * METRES_AN_INCH <= SEEN + ROUNDED or not hidden(self.fight.terrain, shot.at, place)
            for place in places
            if place is not None
        )
        self.check(ok, "NQM-SCALE-04", f"{shot.unit} fires at {event.on} through what hides it")

    def volley(self, event: Attack, roll: Roll, targets: Sequence[Body]) -> int:
        """Casualties by Table 12, the weapon's class shifted up for ambush and contact range (NQM-FIRE-08..10)."""
        found = re.fullmatch(r"(VL|L|M|H|VH) v (VL|L|M|H|VH)(?: at (\w+) range)?", roll.purpose)
        if not self.check(found is not None, "NQM-FIRE-04", f"unread: {roll.purpose}"):
            return 0
        weapon, armour, band = CLASSES.index(found[1]), CLASSES.index(found[2]), found[3]
        up = int(re.match(r"(\d)", roll.why)[1]) if roll.why[:1].isdigit() else 0
        ambush = event.kind.startswith("Ambush")
        due = 0 if band == "harassing" else ambush + (band == "contact")
        self.check(up == due or up == 0, "NQM-FIRE-09", f"{roll.purpose}: {up} classes up, due {due}")
        self.use(*{0: ("NQM-FIRE-07",), 1: ("NQM-FIRE-08" if ambush else "NQM-FIRE-09",), 2: ("NQM-FIRE-10",)}[up])
        if band == "contact" and event.kind in ("Firefight", "Answer"):
            near = [shot.distance for shot in event.by if shot.distance is not None]
            self.check(min(near, default=0) <= CONTACT + ROUNDED, "NQM-RANGE-05", f"contact range at {near} m")
        self.check(not roll.reasons, "NQM-FIRE-06", f"Table 12 has no modifiers: {roll.reasons}")
        if event.kind != "Answer":
            self.position(event.on, targets[0], found[2])
        self.vehicles(event, targets, found[2])
        table = TABLE_12.get(min(weapon + up - armour, 2), NOTHING)
        if band == "harassing":
            self.use("NQM-RANGE-03")
            if event.kind.startswith("Harassing"):
                self.use("NQM-ARTY-06")
                ok = len(roll.faces) == 1 and len(event.rolls) == 1
                self.check(ok, "NQM-ARTY-05", f"{event.kind}: {roll.words}")
            table = NOTHING
        count = sum(table[face - 1] for face in roll.faces)
        self.check(roll.successes == count, "NQM-FIRE-06", f"{roll.words}: {count} casualties, {roll.successes} told")
        return count

    def vehicles(self, event: Attack, targets: Sequence[Body], letter: str) -> None:
        """Vehicles have the class of the table by their names, or of the campaign's armour; tanks on which infantry fires
        are light in close country (NQM-CLASS-01, NQM-FIRE-15)."""
        if not all(body.unit.arm in VEHICLES for body in targets):
            return
        due = {letter for body in targets for letter in classes_of(body.unit)}
        by_foot = any(shot.unit in self.bodies and self.bodies[shot.unit].unit.arm not in VEHICLES for shot in event.by)
        places = [body.at for body in targets if body.at is not None]
        close = any(lies_in(self.fight.terrain, place, DOUBT, is_terrain) for place in places)
        if by_foot and close:
            due.add("L")
        self.use("NQM-CLASS-01")
        self.check(letter in due, "NQM-CLASS-01", f"{event.on} is a target of class {letter}, due {sorted(due)}")

    def position(self, name: str, target: Body, letter: str) -> None:
        """NQM-CLASS-03..06, for battalions without armour or armoured vehicles."""
        if target.unit.armour is not Armour.NONE or target.unit.arm in (Arm.ARMOUR, Arm.RECONNAISSANCE):
            return
        covers = {"dug in": {"M"}, "fortified": {"H"}}.get(target.cover, {"L"})
        if target.moved:
            covers = covers | {"L"}
        if target.at is not None and lies_in(self.fight.terrain, target.at, DOUBT, is_built_up):
            covers = covers | {"M"}
        self.use("NQM-CLASS-05" if "M" in covers else "NQM-CLASS-04", "NQM-CLASS-08", "NQM-CLASS-09")
        if target.caught:
            self.use("NQM-CLASS-03")
            covers = {"VL"} | covers
        self.check(
            letter in covers | ({"VL"} if target.moved else set()),
            "NQM-CLASS-05",
            f"{name}, {target.cover}, is a target of class {letter}",
        )

    def once(self, event: Attack) -> None:
        """Each stand fires once an hour, so that a battalion cannot throw more dice in an hour than it has stands: four
        of infantry with three platoons of heavier weapons and two spare. All dice are somebody's."""
        if "Bombard" in event.kind or "Harassing" in event.kind or not event.rolls:
            return
        told = sum(shot.dice or 0 for shot in event.by)
        faces = sum(len(roll.faces) for roll in event.rolls)
        self.check(told == faces, "NQM-FIRE-03", f"{faces} dice, {told:g} of them somebody's")
        for shot in event.by:
            self.fired["dice", shot.unit] += int(shot.dice or 0)
            dice = self.fired["dice", shot.unit]
            self.check(dice <= MOST_STANDS, "NQM-FIRE-02", f"{shot.unit} throws {dice} dice in one hour")

    def sequence(self, event: Attack) -> None:
        """The fireplan before the firefight, its answer after it (NQM-SEQ-10, -11)."""
        if event.kind == "Firefight":
            self.use("NQM-SEQ-11", "NQM-FIRE-01")
        elif event.kind == "Answer":
            before = self.events[self.line - 1 :: -1]
            fight = next((e for e in before if isinstance(e, Attack) and e.kind != "Answer"), None)
            self.check(
                fight is not None and fight.kind in ("Firefight", "First fire"),
                "NQM-FIRE-05",
                f"an answer to {fight and fight.kind}",
            )
        elif "Bombard" in event.kind:
            self.use("NQM-SEQ-10")

    # Assault ---------------------------------------------------------------------------------------------------------
    def assault(self, event: Attack) -> None:
        """Highest against highest, the surplus ignored; the better die takes one (NQM-ASSAULT-07..10)."""
        attack, defence = event.rolls
        pairs = list(zip(sorted(attack.faces, reverse=True), sorted(defence.faces, reverse=True), strict=False))
        won, lost = sum(a > d for a, d in pairs), sum(d > a for a, d in pairs)
        draws = sum(a == d for a, d in pairs)
        found = re.match(r"(\d+) won, (\d+) lost(?:, draws to the (\w+))?", event.effect)
        to = found[3] if found else None
        won += draws if to == "attacker" else 0
        lost += draws if to == "defender" else 0
        told = (int(found[1]), int(found[2])) if found else None
        self.check(
            told == (won, lost),
            "NQM-ASSAULT-10",
            f"{attack.faces} against {defence.faces}: {event.effect}, due {won}, {lost}",
        )
        self.check(
            (attack.successes, defence.successes) == (won, lost),
            "NQM-ASSAULT-10",
            f"{won}, {lost}: {attack.successes}, {defence.successes} told",
        )
        self.check(
            len(attack.faces) <= 5 and len(defence.faces) <= 5, "NQM-ASSAULT-04", f"{attack.faces} {defence.faces}"
        )
        self.use("NQM-ASSAULT-05", "NQM-ASSAULT-07", "NQM-ASSAULT-08", "NQM-ASSAULT-09", "NQM-SEQ-12")
        self.exchanged = won, lost
        # The longest of those who go in together may have a better grade than the first of them.
        key = f"{event.by[0].unit} on {event.on}"
        self.fired["exchanges", key] += 1
        if self.fired["exchanges", key] == 1:
            self.inside = event.on, 0
        grades = {self.grade_of(name) for name, body in self.bodies.items() if body.side != self.bodies[event.on].side}
        most = max(EXCHANGES[grade] for grade in grades)
        count = self.fired["exchanges", key]
        self.check(count <= most, "NQM-ASSAULT-11", f"{key}: {count} exchanges in an hour")
        attacker, defender = self.bodies.get(event.by[0].unit), self.bodies[event.on]
        if attacker is not None:
            if attacker.at is not None and defender.at is not None:
                far = apart(attacker.at, defender.at) * METRES_AN_INCH
                self.check(
                    far <= FIREFIGHT + ROUNDED,
                    "NQM-ASSAULT-01",
                    f"{event.by[0].unit} assaults {event.on} from {far:.0f} m off",
                )
            self.check(attacker.side != self.bodies[event.on].side, "NQM-ASSAULT-01", "an assault on its own side")

    # The end ---------------------------------------------------------------------------------------------------------
    def change(self, event: Change) -> None:
        self.check(event.unit in self.bodies, "report", f"nobody is called {event.unit}")
        self.bodies[event.unit].gone = event.after not in ("fresh", "spent")

    def end(self, event: End) -> None:
        started = {body.unit.id for body in self.bodies.values()}
        missing = [unit.name for force in self.fight.forces for unit in force.units if unit.id not in started]
        self.check(not missing, "report", f"{missing} are not told where they start")
        self.check(event.broke_off is None or event.holder == 1 - event.broke_off, "umpire 1.23", "who broke off holds")


USED_BY_WORDS = {
    "is driven back": ("NQM-FIRE-17", "NQM-FIRE-22"),
    "asks for": ("NQM-CRT-12",),
    "is attacked": ("NQM-CRT-11",),
    "is disorganised after combat": ("NQM-REORG-01",),
    "reorganises": ("NQM-SEQ-15", "NQM-REORG-10"),
    "goes to ground": ("NQM-MORALE-07",),
    "is disorganised when it is assaulted": ("NQM-MORALE-05",),
    "sits tight": ("NQM-MORALE-13",),
    "shoots and scoots": ("NQM-RECCE-14", "NQM-RECCE-15"),
    "stands in the position": ("NQM-SEQ-13",),
    "surrenders": ("NQM-SEQ-14",),
    "comes up as reserve": ("NQM-MORALE-09",),
    "assaults the tanks in its position": ("NQM-FIRE-13", "NQM-FIRE-14"),
}


def classes_of(unit: Unit) -> set[str]:
    """The letters of a battalion of vehicles: those of the names in its equipment, and that of its armour."""
    named = {letter for names, letter in NAMED.items() if re.search(names, unit.equipment)}
    return named | {ARMOURED_AS[unit.armour]}


def mover_of(unit: Unit) -> str:
    """The row of the movement table."""
    if unit.arm in (Arm.RECONNAISSANCE, Arm.ARMOURED_CAR):
        return "light recce"
    if unit.arm in (Arm.SELF_PROPELLED_ANTI_TANK, Arm.SELF_PROPELLED_ARTILLERY):
        return "self-propelled"
    if unit.arm in (Arm.ARMOUR, Arm.HEAVY_ARMOUR):
        return "armoured"
    if unit.arm in (Arm.CAVALRY, Arm.CYCLIST) or unit.march_class is MarchClass.CAVALRY:
        return "cavalry"
    return "foot" if unit.march_class is MarchClass.FOOT else "motorised"


# The ground ----------------------------------------------------------------------------------------------------------
def _cell(spot: Spot) -> tuple[int, int]:
    """The square of two inches in which a spot lies."""
    return floor(spot[0] / 2), floor(spot[1] / 2)


def _middle(cell: tuple[int, int]) -> Spot:
    return 2 * cell[0] + 1.0, 2 * cell[1] + 1.0


@lru_cache(maxsize=100_000)
def _nature(terrain: Terrain, cell: tuple[int, int]) -> Nature | None:
    """Wood or houses, if the middle of a square lies within them for certain."""
    middle = _middle(cell)
    there = {
        area.nature
        for area in terrain.areas
        if area.cover is Cover.TERRAIN
        and not area.road
        and (
            inside(area.box, middle, -0.01)
            or _cell(((area.box.west + area.box.east) / 2, (area.box.south + area.box.north) / 2)) == cell
        )
    }
    return next((nature for nature in (Nature.WOOD, Nature.BUILT_UP) if nature in there), None)


def is_built_up(area: Area) -> bool:
    """Are there houses, but for a road between them?"""
    return is_terrain(area) and area.nature is Nature.BUILT_UP


@lru_cache(maxsize=50_000)
def hidden(terrain: Terrain, a: Spot, b: Spot) -> bool:
    """Do woods, houses or a hill hide one spot from another, whether the line is drawn from the spots or from the
    middles of their squares, and on whichever side of an edge they lie?"""
    for off in ((0.02, 0.02), (0.02, -0.02), (-0.02, 0.02), (-0.02, -0.02)):
        start, end = ((spot[0] + off[0], spot[1] + off[1]) for spot in (a, b))
        lines = (start, end), (_middle(_cell(start)), _middle(_cell(end)))
        if not all(_walled(terrain, *line) for line in lines):
            return False
    return True


def _walled(terrain: Terrain, a: Spot, b: Spot) -> bool:
    count = max(1, ceil(apart(a, b)))
    line = [_cell((a[0] + (b[0] - a[0]) * n / count, a[1] + (b[1] - a[1]) * n / count)) for n in range(1, count)]
    cells = [cell for cell in dict.fromkeys(line) if cell not in (_cell(a), _cell(b))]
    ends = [_middle(_cell(a)), _middle(_cell(b))]
    hills = [area.box for area in terrain.areas if area.hill]
    if not any(inside(box, end, 0.01) for box in hills for end in ends) and any(
        inside(box, _middle(cell), -0.01) for box in hills for cell in cells
    ):
        return True
    # One looks a square deep into the wood or the houses in which somebody stands, and out of them.
    if cells and (nature := _nature(terrain, _cell(a))) and _nature(terrain, cells[0]) is nature:
        cells = cells[1:]
    if cells and (nature := _nature(terrain, _cell(b))) and _nature(terrain, cells[-1]) is nature:
        cells = cells[:-1]
    return any(_nature(terrain, cell) for cell in cells)


def referee(battle: Fought, events: Sequence[Event] | None = None) -> Referee:
    """Replay a battle, or what somebody made of its report."""
    return Nqm(battle, battle.events if events is None else events).run()
