"""The referee of Not Quite Mechanised: every number of his is from the text, none from the program.

referee(battle, events) -> Referee
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import ceil

from campaign.rules.common.force import Unit
from campaign.terms.forces import Arm, Armour, Experience, MarchClass
from campaign.views.battle_report import Attack, Change, End, Event, Heading, Move, Note, Opening, Placed, Roll, Start
from tests.legality.battles import Fought
from tests.legality.referee import Referee, Spot, apart, length_of

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
BREAKS = {"V": 3, "R": 2, "C": 3, "M": 3}
"""A third, or half, of the casualties it can take."""
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


class Nqm(Referee):
    """He replays a report of Not Quite Mechanised."""

    def __init__(self, battle: Fought, events: Sequence[Event]) -> None:
        super().__init__(battle, events)
        self.bodies: dict[str, Body] = {}
        self.hour = 0
        self.fired: Counter[tuple[str, str]] = Counter()
        self.rounds: dict[tuple[int, str], list[tuple[int, int]]] = defaultdict(list)
        self.left: list[Spot] = []

    def run(self) -> Nqm:
        """Replay it all."""
        self.replay(
            {
                Opening: lambda event: None,
                Start: self.start,
                Heading: self.heading,
                Note: self.note,
                Move: self.move,
                Placed: self.placed,
                Roll: lambda event: None,
                Attack: self.attack,
                Change: self.change,
                End: self.end,
            }
        )
        self.line = len(self.events)
        self.thrown()
        return self

    def thrown(self) -> None:
        """Fire in the order in which it fell; an assault's dice are told in pairs, highest first."""
        fire = [event for event in self.events if isinstance(event, Attack) and event.kind != "Close assault"]
        told = [face for event in fire for roll in event.rolls for face in roll.faces]
        fell = [
            roll.value
            for roll in self.battle.thrown
            if roll.name.purpose.startswith(("fire ", "bombard", "air attack"))
        ]
        self.check(told == fell, "NQM-FIRE-03", f"the dice fell {fell}, the report has {told}")

    # The start -------------------------------------------------------------------------------------------------------
    def start(self, event: Start) -> None:
        unit = next(unit for unit in self.fight.forces[event.side].units if unit.key == event.key)
        self.check(event.unit not in self.bodies, "report", f"two are called {event.unit}")
        self.bodies[event.unit] = Body(unit, event.side, event.at, event.how.partition(",")[0])
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
        near = min((apart(event.at, place) for place in places), default=0.0)
        self.check(
            near * METRES_AN_INCH <= ROUNDED, "NQM-SEQ-13", f"{event.unit} is set down at {event.at}, where nobody was"
        )
        self.bodies[event.unit].at = event.at

    def move(self, event: Move) -> None:
        body, name = self.bodies[event.unit], event.unit
        self.check(not body.gone, "NQM-CAS-04", f"{name} moves and is gone")
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
        }
        if event.how == "comes upon the enemy":
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
        body.at, body.moved = event.path[-1], True

    # Words -----------------------------------------------------------------------------------------------------------
    def note(self, event: Note) -> None:
        readers: tuple[tuple[str, Callable[..., None]], ...] = (
            (r"(.*) comes upon (.*): red (\d) \((.*?)\), white (\d), blue (\d): (.*)", self.recce),
            (r"No start line is marked: (.*) needs (.*), rolls (\d), (.*)", self.start_line),
            (r"(.*) \((\d+) casualties, tests at (\d+) of (\d+)\) needs (.*), rolls (\d): (.*)", self.break_test),
            (r"(.*) \(tanks in the position\) needs (.*), rolls (\d): (.*)", self.tanks_inside),
            (r"(.*), without tanks or anti-tank fire, is attacked by tanks: rolls (\d), (.*)", self.terror),
            (r"[^:]*: (.*) attack (.*)", self.sets_out),
            (r"The firefight is won by .+, casualties (\d+) to (\d+)", self.won),
            (r"(.*) loses its (.*) for good", self.loses),
            (r"(.*) is destroyed", self.destroyed),
        )
        text = event.text.rstrip(".")
        for pattern, read in readers:
            if found := re.fullmatch(pattern, text):
                read(*found.groups())
        for words, rules in USED_BY_WORDS.items():
            if words in text:
                self.use(*rules)

    def sets_out(self, names: str, enemy: str) -> None:
        """Whoever attacks leaves his position."""
        self.use("NQM-SEQ-03")
        for name, body in self.bodies.items():
            if name in names:
                body.moved = True

    def recce(self, scout: str, enemy: str, red: str, needs: str, white: str, blue: str, meeting: str) -> None:
        need = RECCE[self.grade_of(scout)][GRADES.index(self.grade_of(enemy))]
        self.check(_least(needs) == need, "NQM-RECCE-08", f"{scout} sees {enemy} on {needs}, due {need}")
        self.use("NQM-RECCE-01", "NQM-RECCE-02", "NQM-SEQ-06")
        # The white die is read with the sides changed: does he surprise those who come (NQM-AMB-31)?
        ambush = RECCE[self.grade_of(enemy)][GRADES.index(self.grade_of(scout))]
        due = "seen" if int(red) >= need else "the defender chooses" if int(white) >= ambush else "fired on"
        self.use({"seen": "NQM-RECCE-03", "fired on": "NQM-RECCE-11"}.get(due, "NQM-RECCE-09"))
        ok = (due == meeting) if due != "seen" else meeting not in ("the defender chooses", "fired on")
        self.check(ok, "NQM-RECCE-09", f"red {red}, white {white} against {need}: {meeting}, due {due}")
        harassing, effective = ENGAGE[self.grade_of(enemy)]
        self.blue = "harassing" if int(blue) <= harassing else "effective" if int(blue) <= effective else "contact"

    def start_line(self, name: str, needs: str, face: str, what: str) -> None:
        scores = {row[GRADES.index(g)] for row in [RECCE[self.grade_of(name)]] for g in GRADES}
        self.check(_least(needs) in scores, "NQM-SEQ-09", f"{name} needs {needs}")
        caught = int(face) < _least(needs)
        self.check(caught == ("caught" in what), "NQM-SEQ-09", f"{name} rolls {face} against {needs}: {what}")
        self.use("NQM-SEQ-08")
        self.bodies[name].caught = caught

    def break_test(self, name: str, casualties: str, limit: str, points: str, needs: str, face: str, what: str) -> None:
        grade = self.grade_of(name)
        self.use(
            "NQM-MORALE-01", {"V": "NQM-GRADE-09", "R": "NQM-GRADE-13", "C": "NQM-GRADE-15", "M": "NQM-GRADE-18"}[grade]
        )
        self.check(_least(needs) == HOLDS[grade], "NQM-ASSAULT-06", f"{name}, {grade}, holds firm on {needs}")
        due = ceil(int(points) / BREAKS[grade])
        self.check(abs(int(limit) - due) <= 1, "NQM-ASSAULT-06", f"{name} tests at {limit} of {points}, due {due}")
        self.check(int(casualties) >= int(limit), "NQM-MORALE-01", f"{name} tests with {casualties}, due from {limit}")
        held = int(face) >= HOLDS[grade]
        self.check(held == ("holds" in what), "NQM-MORALE-02", f"{name} rolls {face} against {needs}: {what}")
        tank = self.bodies[name].unit.armour is not Armour.NONE and self.bodies[name].unit.arm is Arm.ARMOUR
        self.check(not tank, "NQM-FIRE-18", f"{name} are tanks and test")

    def tanks_inside(self, name: str, needs: str, face: str, what: str) -> None:
        need = HOLDS[self.grade_of(name)]
        self.check(_least(needs) == need, "NQM-FIRE-12", f"{name} stays on {needs}, due {need}")
        self.check((int(face) >= need) == ("holds" in what), "NQM-FIRE-12", f"{name} rolls {face}: {what}")

    def terror(self, name: str, face: str, what: str) -> None:
        self.check((int(face) >= 4) == ("stands" in what), "NQM-SPECIAL-07", f"{name} rolls {face}: {what}")

    def won(self, inflicted: str, suffered: str) -> None:
        self.use("NQM-SEQ-11", "NQM-FIRE-19", "NQM-FIRE-21")
        self.check(int(inflicted) > int(suffered), "NQM-FIRE-20", f"a firefight is won by {inflicted} to {suffered}")

    def loses(self, name: str, stand: str) -> None:
        self.use("NQM-CAS-04", "NQM-CAS-07")
        self.check(name in self.bodies, "report", f"nobody is called {name}")

    def destroyed(self, name: str) -> None:
        self.bodies[name].gone = True

    def grade_of(self, name: str) -> str:
        """Paras and commandos are veterans, not elite; green troops are regulars in their first battle."""
        experience = self.bodies[name].unit.experience
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
        for shot in event.by:
            if shot.unit in self.bodies:
                self.firer(event, shot.unit, shot.at, shot.distance, target)
            else:
                ok = any(air.name == shot.unit for air in self.fight.air)
                self.check(ok, "NQM-ARTY-01", f"{shot.unit} fires and is nobody")
        total = sum(self.volley(event, roll, target) for roll in event.rolls)
        told = re.match(r"(\d+|no) casualt", event.effect)
        self.check(
            told is not None or not event.rolls, "NQM-FIRE-06", f"{total} casualties on {event.on}: {event.effect}"
        )
        if told and event.rolls:
            count = 0 if told[1] == "no" else int(told[1])
            halved = any(
                "shoots and scoots" in e.text for e in self.events[self.line : self.line + 12] if isinstance(e, Note)
            )
            self.check(
                count == total or (halved and count <= total),
                "NQM-FIRE-06",
                f"{total} casualties on {event.on}, {event.effect}",
            )
        self.once(event)
        self.sequence(event)

    def firer(self, event: Attack, name: str, at: Spot | None, far: float | None, target: Body) -> None:
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
        kind = "guns" if body.unit.is_artillery else "tanks" if body.unit.armour is not Armour.NONE else "small arms"
        if not event.rolls or event.kind == "Answer":
            return
        self.check(gap <= FARTHEST[kind] + ROUNDED, "NQM-RANGE-01", f"{name} ({kind}) fires over {gap:.0f} m")

    def volley(self, event: Attack, roll: Roll, target: Body) -> int:
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
            self.position(event.on, target, found[2])
        table = TABLE_12.get(min(weapon + up - armour, 2), NOTHING)
        if band == "harassing":
            self.use("NQM-RANGE-03")
            table = NOTHING
        count = sum(table[face - 1] for face in roll.faces)
        self.check(roll.successes == count, "NQM-FIRE-06", f"{roll.words}: {count} casualties, {roll.successes} told")
        return count

    def position(self, name: str, target: Body, letter: str) -> None:
        """NQM-CLASS-03..06, for battalions without armour or armoured vehicles."""
        if target.unit.armour is not Armour.NONE or target.unit.arm in (Arm.ARMOUR, Arm.RECONNAISSANCE):
            return
        covers = {"dug in": {"M"}, "fortified": {"H"}}.get(target.cover, {"L"})
        if target.moved:
            covers = covers | {"L"}
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
        """Each stand fires once an hour. Where one battalion fires alone its dice are its stands', so that it cannot
        throw more in an hour than it has stands: four of infantry with three platoons of heavier weapons and two
        spare."""
        if len(event.by) == 1 and "bombard" not in event.kind:
            name = event.by[0].unit
            self.fired["dice", name] += sum(len(roll.faces) for roll in event.rolls)
            dice = self.fired["dice", name]
            self.check(dice <= MOST_STANDS, "NQM-FIRE-02", f"{name} throws {dice} dice in one hour")

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
        elif "bombard" in event.kind:
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
        if event.after not in ("fresh", "spent"):
            self.bodies[event.unit].gone = True

    def end(self, event: End) -> None:
        started = {body.unit.id for body in self.bodies.values()}
        missing = [unit.name for force in self.fight.forces for unit in force.units if unit.id not in started]
        self.check(not missing, "report", f"{missing} are not told where they start")
        self.check(event.broke_off is None or event.holder == 1 - event.broke_off, "umpire 1.23", "who broke off holds")


USED_BY_WORDS = {
    "is disorganised by harassing fire": ("NQM-ARTY-05",),
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
    "is pushed back": ("NQM-FIRE-17",),
}


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


def _least(needs: str) -> int:
    """``4-6`` is 4; never is 7."""
    return int(needs[0]) if needs[:1].isdigit() else 7


def referee(battle: Fought, events: Sequence[Event] | None = None) -> Referee:
    """Replay a battle, or what somebody made of its report."""
    return Nqm(battle, battle.events if events is None else events).run()
