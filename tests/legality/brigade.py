"""The referee of the brigade level rules: every number of his is from the text, none from the program.

referee(battle, events) -> Referee
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import inf

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
from tests.legality.ground import DOUBT, Views, is_terrain, lies_in, over_water
from tests.legality.referee import NEAR, Referee, Spot, apart, length_of, samples

# Firing at vehicles: scores by range; 7 cannot hit.
BRACKETS = (5, 15, 25, 40, 50, 75, 100)
HIT = {
    "LG 50 mm and over": (2, 2, 2, 3, 4, 6, 7),
    "small LG": (2, 2, 2, 3, 5, 7, 7),
    "low velocity": (2, 2, 2, 4, 6, 7, 7),
    "AT rifle": (2, 3, 5, 7, 7, 7, 7),
    "AT grenades": (5, 7, 7, 7, 7, 7, 7),
    "Panzerfaust": (2, 7, 7, 7, 7, 7, 7),
    "bazooka etc.": (2, 3, 7, 7, 7, 7, 7),
    "high velocity": (2, 2, 2, 2, 3, 4, 5),
}
AT_ROWS = (
    *("high velocity", "LG 50 mm and over", "small LG", "low velocity"),
    *("AT grenades", "Panzerfaust", "bazooka etc.", "AT rifle"),
)
"""BDE-AT-02 to -09."""
GRENADES_IN, BRIEF = 1, "in sight for less than half a move"
"""Inches that grenades are thrown; the words of the fourth modifier (BDE-AT-12)."""
ATTACK = {
    "2pdr": 4,
    "6pdr": 7,
    "17pdr": 10,
    "25pdr": 5,
    "37mm": 3,
    "short 50": 4,
    "long 50": 6,
    "short 75": 5,
    "75L48": 7,
    "75L70": 10,
    "88L56": 10,
    "88L71": 12,
    "75mm IG": 4,
    "76mm AT": 7,
    "85mm AT": 9,
    "75 (Sherman)": 7,
    "77 mm": 10,
}
"""Attack values of guns, which gain one under 15 inches and lose one over 40."""
CARRIED = {"PIAT": 9, "Panzerfaust": 9, "Panzerschreck": 9, "AT rifle": 0, "AT grenades": 0}
FIRES_AS = {
    **dict.fromkeys(("17pdr", "75L70", "88L56", "88L71", "77 mm", "85mm AT"), "high velocity"),
    **dict.fromkeys(("6pdr", "long 50", "75L48", "75 (Sherman)", "76mm AT"), "LG 50 mm and over"),
    **dict.fromkeys(("2pdr", "37mm"), "small LG"),
    **dict.fromkeys(("25pdr", "short 50", "short 75", "75mm IG"), "low velocity"),
    **dict.fromkeys(("PIAT", "Panzerschreck", "Bazooka"), "bazooka etc."),
    **{name: name for name in ("Panzerfaust", "AT rifle", "AT grenades")},
}
"""The row of each gun: those of an attack value of 9 and more are the first row's (BDE-AMB-70)."""
ARMOUR = {
    "Sdkfz 250/1": (3, 3, 3),
    "Sdkfz 222": (3, 3, 3),
    "Pz IV H": (9, 6, 6),
    "Tiger": (13, 9, 9),
    "Sherman": (9, 5, 5),
    "Firefly": (9, 5, 5),
    "T34/76": (10, 6, 6),
    "T34/85": (11, 6, 6),
}
FACES = ("front", "side", "rear")
FARTHEST = 100
"""Inches: the longest range of any weapon."""
SMALL_ARMS = {
    "pistol": ((1, 1),),
    "SMG": ((5, 3), (10, 1)),
    "rifle": ((5, 2), (10, 1.5), (30, 1)),
    "AR": ((5, 3), (10, 2), (30, 1)),
    "tank MG": ((10, 9), (20, 6), (40, 4)),
    "MMG": ((15, 12), (30, 9), (60, 6)),
    "HMG": ((15, 12), (30, 10), (75, 9)),
    "auto-cannon": ((25, 12), (50, 10), (100, 9)),
    "flame-thrower": ((2, 12),),
}
"""Inches to which a band goes, and its points."""
HE = {2, 4, 6, 9, 12}
SAVES = {"in hard cover": (2, 3), "in soft cover": (3, 4), "in the open": (5, 6)}
"""Pinned, not pinned."""
HARD, SOFT = ("slit trench", "pre-dug trench", "strong building", "fortification", "hard cover"), ("soft cover", "weak")
BREACH = {"over 105": (0, 3, 5), "up to 82": (4, 5, 7), "105": (3, 4, 7)}
"""Slit trench or weak building, pre-dug trench or strong building, fortification."""
UNPIN = {"elite": 2, "trained": 3, "raw": 4, "veteran": 4}
CASUALTIES = {("trained", "half"): 3, ("raw", "a third"): 3, ("raw", "half"): 5}
SHORT = {1: "short", 2: "long", 3: "left", 4: "right"}

# Movement: road, open, rough, thick woods; a pair is inches and inches a pip of the die; None is a dash.
CREEP, THICKET = (1, 0.5), (-3, 1)
MOVES = {
    "infantry": (6, 6, 6, 4),
    "support weapons": (6, 5, 4, 3),
    "very slow tanks": (5, 5, CREEP, THICKET),
    "slow tanks": (8, 8, CREEP, THICKET),
    "medium tanks": (12, 10, CREEP, THICKET),
    "fast tanks": (15, 12, CREEP, THICKET),
    "very fast tanks": (18, 15, CREEP, THICKET),
    "jeeps and armoured cars": (30, 18, CREEP, None),
    "other wheeled": (24, 15, CREEP, None),
    "half-tracks": (18, 15, CREEP, None),
    "cavalry": (16, 16, (1, 1), (0, 0.5)),
    "horse drawn": (8, 6, THICKET, None),
    "bicycles": (12, 6, None, None),
}
RIDES = {"in trucks": "other wheeled", "in half-tracks": "half-tracks", "in motorcycles": "jeeps and armoured cars"}
"""What troops come on in, and its row."""
CARRIED_BY = {"other wheeled": 6, "half-tracks": 4, "jeeps and armoured cars": 1}
COLUMNS = ("road", "open", "rough or open woods", "thick woods")
HALF_IN = {"A": 2, "B": 2, "C": 1, "D": 2, "E": 2}
"""What a move is divided by in each act of phase 5."""
# Detection: moving or firing in the open, still in the open, in cover, firing from its edge; part detected and spotted.
DETECTED = {
    "infantry": ((75, 50), (40, 15), (4, 2), (40, 10)),
    "guns": ((75, 50), (40, 25), (4, 2), (50, 10)),
    "vehicles": ((inf, inf), (100, 50), (4, 2), (50, 10)),
}
FAST = 6
"""Inches that a vehicle may move and still see as far as anybody."""
UNSEEN, PART, SPOTTED = range(3)
ON_ONE_SPOT = 1.0
"""Inches: the middles of two units are never nearer."""


@dataclass(eq=False)
class Company:
    """A unit of the table."""

    name: str
    side: int
    at: Spot | None
    figures: int
    row: str
    cover: str
    limbered: bool
    behind: bool
    rides: str = ""
    """The row of what it rides in."""
    removed: bool = False
    pinned: bool = False
    stuck: bool = False
    lost: int = 0
    fired: bool = False
    """Since its own last move began."""
    went: float = 0.0
    shelled: bool = False
    """It fired indirectly in this move."""
    acts: set[str] = field(default_factory=set)
    shots: list[str] = field(default_factory=list)
    """How it fired directly in this move."""
    moved: bool = False
    half_gone: bool = False
    """It has left its vehicles in this move."""
    dice: dict[str, int] = field(default_factory=dict)
    """What it rolled for this move, by column."""

    @property
    def seen_as(self) -> str:
        if not self.figures or self.rides:
            return "vehicles"
        return "guns" if self.row == "other wheeled" else "infantry"


class Brigade(Referee):
    """He replays a report of the brigade level rules."""

    def __init__(self, battle: Fought, events: Sequence[Event]) -> None:
        super().__init__(battle, events)
        self.companies: dict[str, Company] = {}
        self.move_of = (0, 1)
        self.phase, self.act = 0, ""
        self.seen: dict[tuple[str, str], int] = {}
        self.asked: Counter[str] = Counter()
        self.zones: dict[str, tuple[Spot, float, float]] = {}
        self.caught: set[tuple[str, str]] = set()
        self.views = Views(self.fight.terrain)

    def run(self) -> Brigade:
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
                Change: self.change,
                End: self.end,
            }
        )
        self.line = len(self.events)
        rolls = [
            roll
            for event in self.events
            for roll in (event.rolls if isinstance(event, Attack) else (event,) if isinstance(event, Roll) else ())
        ]
        apart_from = ("unpin", "casualty", "white")
        told = [
            face
            for roll in rolls
            if not roll.purpose.startswith(apart_from) and " over " not in roll.purpose and " stuck" not in roll.purpose
            for face in roll.faces
        ]
        purposes = ("to hit", "to kill", "saving throw", "breach")
        fell = [roll.value for roll in self.battle.thrown if roll.name.purpose in purposes]
        self.check(told == fell, "BDE-FIRE-01", f"{len(told)} dice told, {len(fell)} fell, or others")
        return self

    # Order -----------------------------------------------------------------------------------------------------------
    def start(self, event: Start) -> None:
        self.check(event.unit not in self.companies, "report", f"two are called {event.unit}")
        notes = event.how.split(", ")
        figures = re.match(r"(\d+) figures", event.how)
        row = next((note[9:] for note in notes if note.startswith("moves as ")), "infantry")
        self.check(row in MOVES, "BDE-MOVE-01", f"{event.unit} moves as {row}")
        self.companies[event.unit] = Company(
            event.unit,
            event.side,
            event.at,
            int(figures[1]) if figures else 0,
            row,
            next((note for note in notes if note.startswith("in ")), "in the open"),
            "limbered" in notes,
            "fires from behind the table" in notes,
            next((row for words, row in RIDES.items() if words in notes), ""),
        )
        if event.at is not None:
            self.has_room(self.companies[event.unit])

    def heading(self, event: Heading) -> None:
        if event.kind == "phase":
            self.new_phase(event.text)
        if event.kind != "move":
            return
        self.end_of_phase()
        found = re.match(r"Move (\d+), (.*)\.", event.text)
        names = [force.side_name for force in self.fight.forces]
        if not self.check(found is not None and found[2] in names, "report", f"unread: {event.text}"):
            return
        number, side = int(found[1]), names.index(found[2])
        before, last = self.move_of
        if not before:
            self.first = side
        due = (before, 1 - last) if before and last == self.first else (before + 1, self.first)
        self.check((number, side) == due, "BDE-SEQ-01", f"{event.text} after move {before} of {names[last]}")
        self.move_of, self.when = (number, side), f"move {number}, {names[side]}"
        self.phase, self.act = 0, ""
        for company in self.of_side(side):
            company.acts, company.shots, company.dice = set(), [], {}
            company.shelled = company.moved = company.half_gone = False
        self.look(self.of_side(side))

    @property
    def side(self) -> int:
        return self.move_of[1]

    def of_side(self, side: int) -> list[Company]:
        """Those on the table."""
        return [c for c in self.companies.values() if c.side == side and c.at is not None and not c.removed]

    def new_phase(self, text: str) -> None:
        """Each after the one before it, and the acts of the last in their order (BDE-SEQ-03, -14)."""
        found = re.match(r"Phase (\d)(?: ([A-E]))?,", text)
        if not self.check(found is not None, "report", f"unread: {text}"):
            return
        self.end_of_phase()
        phase, act = int(found[1]), found[2] or ""
        rule = "BDE-SEQ-14" if act else "BDE-SEQ-03"
        self.check((phase, act) > (self.phase, self.act), rule, f"phase {phase}{act} after {self.phase}{self.act}")
        self.use(*(("BDE-SEQ-08",) if act else ()), f"BDE-SEQ-{phase + 3:02}")
        if act and not self.act:
            for company in self.of_side(self.side):
                company.fired, company.went = company.shelled, 0.0
            self.look(self.of_side(self.side))
        if phase in (3, 4):
            # Whoever came on as the move began has not looked yet (BDE-AMB-15).
            self.look(self.of_side(self.side))
        self.phase, self.act = phase, act

    def end_of_phase(self) -> None:
        """Everybody in a zone in which shells fell has been struck (BDE-EFF-01)."""
        for battery, (at, wide, deep) in self.zones.items() if self.phase == 4 else ():
            half = min(wide, deep) / 2 - 0.1
            if battery not in {gun for gun, _ in self.caught}:
                continue
            for company in self.companies.values():
                if company.at is None or company.removed:
                    continue
                off = max(abs(company.at[0] - at[0]), abs(company.at[1] - at[1]))
                if off < half:
                    struck = (battery, company.name) in self.caught
                    self.check(
                        struck, "BDE-EFF-01", f"{company.name} stands in the zone of {battery} and is not struck"
                    )
        self.caught.clear()

    def in_phase(self, phase: int, what: str) -> None:
        """A move's things are done in their phase (BDE-SEQ-16)."""
        self.check(self.phase == phase, "BDE-SEQ-16", f"{what} in phase {self.phase}")

    def acts(self, company: Company, rule: str, *, moves: bool = False, fires: bool = False) -> None:
        """A unit does one act of phase 5, and in it what that act has (BDE-SEQ-08 to -13)."""
        self.in_phase(5, f"{company.name} acts")
        company.acts.add(self.act)
        self.check(len(company.acts) == 1, "BDE-SEQ-08", f"{company.name} acts in {sorted(company.acts)}")
        self.check(company.side == self.side, rule, f"{company.name} acts in the other side's move")
        self.check(not company.removed, "BDE-CAS-04", f"{company.name} acts and is removed")
        self.check(not company.shelled, "BDE-MF-04", f"{company.name} acts after its indirect fire")
        self.use(f"BDE-SEQ-{'ABCDE'.index(self.act) + 9:02}")
        if fires:
            self.check(not company.rides, "BDE-VEH-01", f"{company.name} fires from its vehicles")
            self.check(self.act in "AB", "BDE-SEQ-11", f"{company.name} fires in act {self.act}")
            late = self.act == "A" and company.moved
            self.check(not late, "BDE-SEQ-09", f"{company.name} moves before it fires halted")
            self.check(not company.limbered, "BDE-MF-06", f"{company.name} fires limbered")
        if moves:
            gun = company.seen_as == "guns"
            ok = not gun or company.limbered
            self.check(ok, "BDE-MF-02", f"{company.name} is unlimbered and moves")
            self.check(not company.pinned, "BDE-PIN-06", f"{company.name} is pinned and moves")
            self.check(not company.stuck, "BDE-MOVE-06", f"{company.name} is stuck and moves")

    # Notes -----------------------------------------------------------------------------------------------------------
    def note(self, event: Note) -> None:
        if found := re.match(
            r"(.*) \((.*)\) asks for (.*) on (?:the registered point )?(.*), due in move (\d+)\.", event.text
        ):
            self.in_phase(3, event.text)
            due = self.move_of[0] + ("open sights" not in found[2])
            rule = "BDE-TIME-01" if "open sights" in found[2] else "BDE-TIME-02"
            self.check(int(found[5]) == due, rule, f"{event.text} It is due in move {due}")
            self.use("BDE-DF-01" if "registered" in event.text else "BDE-TIME-03", "BDE-SEQ-06")
            self.asked[self.battery_of(found[3])] = int(found[5])
            self.observes(self.companies[found[1]], spot_of(found[4]), is_registered="registered" in event.text)
        elif found := re.match(r"(.*) walks the fire of (.*) 2 in\. towards .*, to (.*)\.", event.text):
            self.use("BDE-WALK-01")
            self.in_phase(3, event.text)
            for name in self.batteries(found[2]):
                at = self.zones.get(name)
                spot = spot_of(found[3])
                if at is not None and " and " not in found[3]:
                    far = apart(at[0], spot)
                    self.check(far <= 2.2, "BDE-WALK-01", f"{event.text} That are {far:.1f} in.")
                    observer = self.companies[found[1]]
                    hidden = any(self.views.clearly_hidden(observer.at, place) for place in (at[0], spot))
                    self.check(not hidden, "BDE-WALK-03", f"{event.text} {found[1]} at {observer.at} does not see it")
                    self.zones[name] = (spot, *at[1:])
        elif found := re.match(r"(.*) unlimbers\.", event.text):
            company = self.companies[found[1]]
            self.check(company.limbered and self.act == "D", "BDE-SEQ-12", event.text)
            company.limbered = False
        elif found := re.match(r"(.*) leaves its (.*)\.", event.text):
            company = self.companies[found[1]]
            self.acts(company, "BDE-VEH-01")
            self.check(bool(company.rides) and not company.moved, "BDE-VEH-01", event.text)
            company.rides, company.half_gone = "", True
            self.use("BDE-VEH-03")  # where it stands: its move begins there

    @staticmethod
    def battery_of(names: str) -> str:
        """``1 RHA`` of ``25pdr 1 and 4 more, 1 RHA``; a single battery as it is called."""
        return names.partition(", ")[2] if " more, " in names else names

    def batteries(self, names: str) -> list[str]:
        """All of them by name."""
        battalion = self.battery_of(names)
        return [
            n for n, c in self.companies.items() if n == names or (" more, " in names and n.endswith(f", {battalion}"))
        ]

    # Sight -----------------------------------------------------------------------------------------------------------
    def observes(self, caller: Company, spot: Spot, *, is_registered: bool) -> None:
        """Who asks for fire sees its point, unless that is registered, and has part detected an enemy there (BDE-DET-05,
        -06, BDE-AMB-17)."""
        self.check(caller.side == self.side and not caller.removed, "BDE-DET-05", f"{caller.name} asks for fire")
        enemies = [enemy for enemy in self.of_side(1 - caller.side) if apart(enemy.at, spot) < ON_ONE_SPOT]
        words = f"{caller.name} at {caller.at} asks for fire on {spot}"
        if not is_registered:
            self.check(not self.views.clearly_hidden(caller.at, spot), "BDE-FIRE-01", f"{words}, which it does not see")
        best = max((self.seen.get((caller.name, enemy.name), UNSEEN) for enemy in enemies), default=UNSEEN)
        self.check(best >= PART or is_registered, "BDE-DET-05", f"{words}: {[enemy.name for enemy in enemies]}")

    def look(self, lookers: Sequence[Company]) -> None:
        """What they may have detected by now at best: detection stays until the line of sight is lost (BDE-DET-10)."""
        for company in lookers:
            for enemy in self.of_side(1 - company.side):
                key = company.name, enemy.name
                best = max(self.seen.get(key, UNSEEN), self.detects(company, enemy))
                self.seen[key] = UNSEEN if best and self.views.clearly_hidden(company.at, enemy.at) else best

    def detects(self, company: Company, enemy: Company) -> int:
        covered = enemy.cover != "in the open"
        active = enemy.fired if covered else enemy.fired or enemy.went > 0
        column = (2 + active) if covered else (0 if active else 1)
        part, spotted = DETECTED[enemy.seen_as][column]
        times = 2 if (company.rides or not company.figures) and company.went > FAST + NEAR else 1
        far = apart(company.at, enemy.at) * times - 0.2
        return SPOTTED if far <= spotted else PART if far <= part else UNSEEN

    def in_sight(self, company: Company, target: Company, told: int) -> None:
        """Nobody fires at whom he does not see (BDE-DET-02, -07)."""
        best = self.seen.get((company.name, target.name), UNSEEN)
        self.check(
            told <= best,
            "BDE-DET-04" if told == SPOTTED else "BDE-DET-03",
            f"{company.name} fires at {target.name}, {'spotted' if told == SPOTTED else 'part detected'}, over"
            f" {apart(company.at, target.at):.1f} in.",
        )
        hidden = self.views.clearly_hidden(company.at, target.at)
        self.check(not hidden, "BDE-DET-10", f"{company.name} at {company.at} sees {target.name} at {target.at}")

    # Movement --------------------------------------------------------------------------------------------------------
    def placed(self, event: Placed) -> None:
        company = self.companies[event.unit]
        wide, deep = self.fight.table_in
        x, y = event.at
        self.check(0 <= x <= wide and 0 <= y <= deep, "table", f"{event.unit} is set down at {event.at}")
        edge = min(x, y, wide - x, deep - y)
        self.check(company.at is None and edge <= 3, "BDE-SETUP-04", f"{event.unit} is set down at {event.at}")
        company.at, company.cover = event.at, self.cover_told(event.how)
        self.has_room(company)

    @staticmethod
    def cover_told(how: str) -> str:
        found = re.search(r"ends (in .*)", how)
        return found[1] if found else "in the open"

    def move(self, event: Move) -> None:
        company, name = self.companies[event.unit], event.unit
        self.acts(company, "BDE-SEQ-01", moves=True)
        if company.at is not None:
            self.check(
                apart(company.at, event.path[0]) < 0.1,
                "BDE-MOVE-01",
                f"{name} moves from {event.path[0]}, stands at {company.at}",
            )
        length = length_of(event.path)
        self.check(
            abs(length - event.length) < 0.5, "BDE-MOVE-01", f"{name} goes {length:.1f} in., {event.length} told"
        )
        if event.allowance is not None:
            self.check(
                length <= event.allowance + 0.1,
                "BDE-MOVE-01",
                f"{name} goes {length:.1f} in., allowed are {event.allowance}",
            )
        spent = self.spent(company, event.path)
        self.check(
            spent <= 1 / HALF_IN.get(self.act, 1) - company.half_gone / 2 + 0.07,
            "BDE-VEH-04" if company.half_gone else "BDE-MOVE-01" if self.act == "C" else "BDE-SEQ-09",
            f"{name}, {company.row}, goes {length:.1f} in.: {spent:.2f} of a move in act {self.act}",
        )
        self.check(not company.moved, "BDE-SEQ-08", f"{name} moves twice")
        late = self.act == "B" and company.fired
        self.check(not late, "BDE-SEQ-10", f"{name} fires before it moves, and counts as moving")
        wide, deep = self.fight.table_in
        ok = all(-0.1 <= x <= wide + 0.1 and -0.1 <= y <= deep + 0.1 for x, y in event.path)
        self.check(ok, "table", f"{name} leaves the table by {event.path}")
        wet = over_water(self.fight.terrain, event.path)
        self.check(wet is None, "BDE-MOVE-03", f"{name} goes from {event.path[0]} over a water at {wet}")
        company.at, company.went, company.moved = event.path[-1], length, True
        company.cover = self.cover_told(event.how)
        self.stands(company)
        self.look([company])

    def spent(self, company: Company, path: Sequence[Spot]) -> float:
        """The part of its move that a way takes, each stretch by the best of the ground that may lie there
        (BDE-AMB-23)."""
        places = samples(path, 0.5)
        if len(places) < 2:
            return 0.0
        stride = length_of(path) / (len(places) - 1)
        rates = (max(self.rate(company, column) for column in self.columns(spot)) for spot in places[1:])
        return sum(stride / rate if rate else inf for rate in rates)

    def columns(self, spot: Spot) -> set[int]:
        """Columns of the movement table that may count there."""
        terrain = self.fight.terrain
        if lies_in(terrain, spot, DOUBT, lambda area: area.road):
            return {0, 1}
        rough = lies_in(terrain, spot, -DOUBT, is_terrain) and not lies_in(
            terrain, spot, DOUBT, lambda area: area.track
        )
        if not rough:
            return {1}
        thick = lies_in(terrain, spot, -DOUBT, lambda area: is_terrain(area) and area.nature is Nature.WOOD)
        return {3} if thick else {2}

    def rate(self, company: Company, column: int) -> float:
        cell = MOVES[company.rides or company.row][column]
        if cell is None:
            return 0.0
        self.use("BDE-MOVE-02" if isinstance(cell, tuple) else "BDE-MOVE-01")
        if isinstance(cell, tuple):
            return max(0.0, cell[0] + cell[1] * company.dice.get(COLUMNS[column], 0))
        return float(cell)

    def has_room(self, company: Company) -> None:
        """Nobody is set down or ends a move on another's spot (BDE-BASE-02)."""
        for neighbour in self.of_side(0) + self.of_side(1):
            far = apart(neighbour.at, company.at)
            self.check(
                neighbour is company or far >= ON_ONE_SPOT,
                "BDE-BASE-02",
                f"{company.name} ends {far:.1f} in. from {neighbour.name}",
            )

    def stands(self, company: Company) -> None:
        """It has room; who claims cover has some (BDE-AMB-62)."""
        self.has_room(company)
        terrain = self.fight.terrain
        if company.cover == "in soft cover":
            self.check(
                lies_in(terrain, company.at, DOUBT, is_terrain), "BDE-SAVE-03", f"{company.name} is covered by nothing"
            )
        elif company.cover == "in the open":
            bare = not lies_in(terrain, company.at, -DOUBT, is_terrain)
            self.check(bare, "BDE-SAVE-04", f"{company.name} stands in cover and is told in the open")

    # Dice of their own -----------------------------------------------------------------------------------------------
    def roll(self, event: Roll) -> None:
        if event.purpose.startswith("unpin"):
            self.unpins(event)
        elif event.purpose.startswith("white and red"):
            self.deviates(event)
        elif event.purpose.startswith("casualty test of"):
            self.tests(event)
        elif found := re.match(r"(.*) over (.*)", event.purpose):
            self.in_phase(5, event.purpose)
            company = self.companies[found[1]]
            company.dice[found[2]] = event.faces[0]
            cell = MOVES[company.rides or company.row][COLUMNS.index(found[2])]
            inches = max(0.0, cell[0] + cell[1] * event.faces[0])
            self.check(event.result == f"a whole move is {inches:g} in", "BDE-MOVE-02", f"{event.line}: {inches:g} in.")
            self.use(*(("BDE-MOVE-04",) if cell[0] + cell[1] * event.faces[0] < 0 else ()))
        elif found := re.match(r"escape of (.*) from (.*)", event.purpose):
            company = self.companies[found[1]]
            carried = min(CARRIED_BY[company.rides], company.figures - company.lost)
            self.check(event.needed == 3 and len(event.faces) == carried, "BDE-SAVE-10", event.line.strip())
            lost = sum(face < 3 for face in event.faces)
            self.check(event.result.startswith(f"{lost} lost"), "BDE-SAVE-10", event.line.strip())
            company.lost, company.rides, company.pinned = company.lost + lost, "", True
            self.use("BDE-NOTE-02")
        elif found := re.match(r"(.*) is stuck on a 1", event.purpose):
            company = self.companies[found[1]]
            company.stuck = event.faces[0] == 1
            self.check((event.result == "stuck") == company.stuck, "BDE-MOVE-06", event.line)
            self.use("BDE-MOVE-05")

    def unpins(self, event: Roll) -> None:
        self.in_phase(2, event.purpose)
        company = self.companies[event.purpose[6:]]
        self.check(company.pinned and company.side == self.side, "BDE-PIN-05", f"{company.name} is not pinned")
        quality = event.why.split(",")[0]
        due = UNPIN.get(quality, 0) - sum(number for number, _ in event.reasons)
        quarters = 4 * company.lost // company.figures if company.figures else 0
        told = sum(-number for number, text in event.reasons if "dead" in text)
        self.check(
            told == quarters, "BDE-PIN-09", f"{company.name}, {company.lost} of {company.figures} lost: {told:+d}"
        )
        self.check(quality in UNPIN, "BDE-PIN-08", f"unpins as {event.why}")
        if event.needed is not None:
            self.check(
                max(event.needed, 1) == max(due, 1),
                "BDE-PIN-08",
                f"{event.purpose}: {event.needed}, due {due} ({event.reasons})",
            )
            # Nobody rolls where no face fails.
            up = not event.faces or event.faces[0] >= event.needed
            self.check(bool(event.faces) or event.needed <= 1, "BDE-PIN-05", f"{event.purpose}: no die")
            self.check(up == (event.result == "up"), "BDE-PIN-05", f"{event.purpose}: {event.faces} {event.result}")
        company.pinned = event.result != "up"

    def tests(self, event: Roll) -> None:
        self.in_phase(1, event.purpose)
        company = self.companies[event.purpose.removeprefix("casualty test of ")]
        self.check(company.side == self.side, "BDE-SEQ-04", f"{company.name} tests in the other side's move")
        quality, _, share = event.why.partition(", ")
        share = share.removesuffix(" lost")
        due = CASUALTIES.get((quality, share))
        self.check(event.needed == due, "BDE-CAS-06", f"{event.purpose} ({event.why}): {event.needed}, due {due}")
        third, half = 3 * company.lost >= company.figures, 2 * company.lost >= company.figures
        ok = half if share == "half" else third and not half
        self.check(ok, "BDE-CAS-03", f"{company.name}, {company.lost} of {company.figures} lost: {event.why}")
        stays = bool(event.faces) and event.needed is not None and event.faces[0] >= event.needed
        self.check(stays == (event.result == "stays"), "BDE-CAS-04", f"{event.purpose}: {event.faces} {event.result}")

    def deviates(self, event: Roll) -> None:
        self.in_phase(4, event.purpose)
        white, red = event.faces
        self.use("BDE-DEV-01", "BDE-DEV-09")
        names = event.purpose.removeprefix("white and red die of ")
        for name in self.batteries(names):
            self.companies[name].shelled = self.companies[name].fired = True
        if found := re.search(r"falls on (-?[\d.]+), (-?[\d.]+), zone (\d+) x (\d+)", event.result):
            x, y, wide, deep = map(float, found.groups())
            self.check(wide + deep >= 3 and deep in (2, 3, 4), "BDE-ZONE-01", f"{names}: {event.result}")
            for name in self.batteries(names):
                self.zones[name] = ((x, y), wide, deep)
        word = SHORT.get(white)
        if word is None:
            ok = event.result.startswith(("on target", "does not arrive"))
            self.check(ok, "BDE-DEV-02", f"white {white}: {event.result}")
            return
        found = re.match(r"(short|long|left|right) by (\d+)", event.result)
        if found is None:
            self.check(
                red <= 3 and event.result.startswith("on target"),
                "BDE-DEV-09",
                f"white {white}, red {red}: {event.result}",
            )
            return
        self.check(found[1] == word, "BDE-DEV-02", f"white {white}: {event.result}")
        inches = {red, (red + 1) // 2, red - 1, red - 2, red - 3}
        self.check(int(found[2]) in inches, "BDE-DEV-09", f"red {red}: {event.result}")

    # Fire ------------------------------------------------------------------------------------------------------------
    def attack(self, event: Attack) -> None:
        target = self.companies[event.on]
        self.check(not target.removed, "BDE-CAS-04", f"{event.on} is fired on and removed")
        if target.at is not None and event.at is not None:
            self.check(
                apart(target.at, event.at) < 0.1,
                "BDE-SA-01",
                f"{event.on} stands at {target.at}, fired on at {event.at}",
            )
        for shot in event.by:
            company = self.companies.get(shot.unit)
            if event.kind == "Shells":
                self.shells(shot.unit, company, target)
            elif company is not None:
                self.fires(event, shot, company, target)
        for roll in event.rolls:
            self.thrown(event, roll)
        self.hits_and_kills(event)
        self.effect(event, target)

    def shells(self, name: str, company: Company | None, target: Company) -> None:
        """A battery that was asked for, on somebody in its zone (BDE-ZONE-01, BDE-TIME-02)."""
        self.in_phase(4, f"{name} shells")
        if company is None:
            return  # an aircraft
        battalion = name.partition(", ")[2]
        due = min(self.asked.get(key, 10**6) for key in (name, battalion))
        self.check(company.side == self.side, "BDE-SEQ-07", f"{name} shells in the other side's move")
        self.check(due <= self.move_of[0], "BDE-TIME-02", f"{name} shells in move {self.move_of[0]}, due in move {due}")
        company.shelled = company.fired = True
        at, wide, deep = self.zones[name]
        off = max(abs(target.at[0] - at[0]), abs(target.at[1] - at[1]))
        self.check(off <= max(wide, deep) / 2 + 0.15, "BDE-EFF-01", f"{target.name} at {target.at}, the zone on {at}")
        self.caught.add((name, target.name))

    def fires(self, event: Attack, shot: Shot, company: Company, target: Company) -> None:
        self.acts(company, "BDE-SEQ-08", fires=True)
        self.check(company.side != target.side, "BDE-FIRE-01", f"{shot.unit} fires on its own side")
        self.check(not company.behind, "BDE-FIRE-04", f"{shot.unit} fires directly from behind the table")
        self.use("BDE-FIRE-01")
        far = apart(shot.at, event.at)
        self.check(
            apart(company.at, shot.at) < 0.1, "BDE-SA-01", f"{shot.unit} fires from {shot.at}, stands at {company.at}"
        )
        self.check(
            abs(far - shot.distance) <= 0.6, "BDE-SA-01", f"{shot.unit} fires over {far:.1f} in., {shot.distance} told"
        )
        self.check(far <= FARTHEST, "BDE-SA-01", f"{shot.unit} fires over {far:.1f} in.")
        self.in_sight(company, target, PART if "part detected" in shot.how else SPOTTED)
        self.check(("pinned" in shot.how) == company.pinned, "BDE-PIN-07", f"{shot.unit}, pinned or not: {shot.how}")
        moving = self.act == "B" or company.row == "cavalry"
        self.check(("moving" in shot.how) == moving, "BDE-SEQ-10", f"{shot.unit} in act {self.act}: {shot.how}")
        company.fired = True
        company.shots.append(shot.how)
        self.one_target(company)
        self.points(shot, company)

    def one_target(self, company: Company) -> None:
        """A unit fires at one target; but a specialist chooses his own, and a tank's gun and hull gun theirs
        (BDE-TANK-01, BDE-SPEC-02, BDE-AMB-57)."""
        by_points = [how for how in company.shots if "points of" in how]
        ok = len(by_points) <= 1 and len(company.shots) - len(by_points) <= 1
        rule = "BDE-SPEC-02" if company.figures else "BDE-TANK-01"
        self.check(ok, rule, f"{company.name} fires {company.shots}")
        if len(company.shots) == 2 and ok:
            self.use("BDE-AMB-57")
            count = re.search(r"points of (\d+)", by_points[0])
            most = max(company.figures - company.lost - 1, 1)
            self.check(count is None or int(count[1]) <= most, rule, f"{company.name} fires {company.shots}")
        guns = re.search(r"(\d+) tank MG", company.shots[-1])
        by_gun = "HE" in company.shots[-1] or any("points of" not in how for how in company.shots)
        if guns is not None:
            self.check(int(guns[1]) <= 2 - by_gun, "BDE-TANK-02", f"{company.name} fires {company.shots}")

    def points(self, shot: Shot, company: Company) -> None:
        """Points by weapon and range band (BDE-SA-01 to -10, BDE-HE-01)."""
        found = re.match(r"([\d.]+) points of (.*?)(?:, (?:pinned|moving|at a target).*)?$", shot.how)
        if found is None or "small arms" in shot.how:
            return
        total = 0.0
        for count, weapon in re.findall(r"(\d+) ([A-Za-z][A-Za-z -]*?)s?(?:, | and |$)", found[2]):
            bands = SMALL_ARMS.get(weapon)
            if not self.check(bands is not None, "BDE-SA-01", f"{shot.unit} fires {weapon}"):
                return
            band = next((points for inches, points in bands if shot.distance <= inches), 0)
            self.use(f"BDE-SA-{list(SMALL_ARMS).index(weapon) + 2:02}")
            self.check(band > 0, "BDE-SA-01", f"{shot.unit} fires {weapon} over {shot.distance} in.")
            few = int(count) <= max(company.figures - company.lost, 2)
            self.check(few, "BDE-SPEC-04", f"{shot.unit}: {count} {weapon}, {company.figures - company.lost} living")
            total += int(count) * band
        he = float(found[1]) - total
        ok = he in HE if "HE" in found[2] else abs(he) < 0.01
        self.check(ok, "BDE-HE-01" if "HE" in found[2] else "BDE-SA-01", f"{shot.how} over {shot.distance} in.")

    def thrown(self, event: Attack, roll: Roll) -> None:
        if roll.needed is not None:
            passed = sum(face >= roll.needed for face in roll.faces)
            if roll.faces:
                self.check(
                    roll.successes == passed, "BDE-FIRE-02", f"{roll.words}: {passed} pass, {roll.successes} told"
                )
        if roll.purpose == "to hit" and roll.needed is not None:
            self.to_hit(event, roll)
        elif roll.purpose == "to hit":
            self.groups(event, roll)
        elif roll.purpose == "to kill":
            self.to_kill(event, roll)
        elif roll.purpose == "saves":
            self.saves(event, roll)
        elif roll.purpose == "breach":
            self.breaches(event, roll)

    def to_hit(self, event: Attack, roll: Roll) -> None:
        found = re.match(r"(.*) at ([\d.]+) in\.", roll.why)
        if not self.check(found is not None, "BDE-AT-01", f"unread: {roll.why}"):
            return
        far, shot, target = float(found[2]), event.by[0], self.companies[event.on]
        gun = shot.how.partition(",")[0]
        due_row = FIRES_AS.get(gun, found[1])
        self.check(found[1] == due_row and found[1] in HIT, "BDE-AT-01", f"{gun} fires as {found[1]}, due {due_row}")
        self.use(f"BDE-AT-{2 + list(AT_ROWS).index(found[1]):02}")
        row = HIT[found[1]]
        self.check(
            shot.distance is None or abs(shot.distance - far) < 0.3, "BDE-AT-01", f"{shot.distance} in. and {far}"
        )
        told = {text: number for number, text in roll.reasons}
        due = {
            "moving or pinned": -2 if re.search("pinned|moving", shot.how) else None,
            "partial cover": -1 if target.cover != "in the open" else None,
            "part detected": -2 if "part detected" in shot.how else None,
        }
        for text, number in due.items():
            self.check(told.get(text) == number, "BDE-AT-11", f"{text}: {told.get(text)}, due {number}, {shot.how}")
        self.check(set(told) <= {*due, BRIEF}, "BDE-AT-12", f"{gun}: {roll.reasons}")
        if found[1] == "AT grenades":
            self.check(far <= GRENADES_IN, "BDE-AT-10", f"{shot.unit} throws grenades over {far:.1f} in.")
        column = next((n for n, most in enumerate(BRACKETS) if far <= most), None)
        base = 7 if column is None else row[column]
        score = base - sum(number for number, _ in roll.reasons)
        self.use(*(f"BDE-AT-MOD{number:+d}" for number, _ in roll.reasons))
        self.check(roll.needed == score <= 6, "BDE-AT-01", f"{roll.why}: {roll.needed}, due {score}")
        self.check(len(roll.faces) == 1, "BDE-AT-01", f"{len(roll.faces)} dice of one gun")

    def groups(self, event: Attack, roll: Roll) -> None:
        """A die for every three points, for every four of who moves or is pinned; what is left over as the text has it;
        sixes alone at who is only part detected (BDE-CONV-01 to -11)."""
        self.check(not roll.reasons, "BDE-CONV-02", f"{roll.words}: points are not modified")
        how = event.by[0].how
        points = re.match(r"([\d.]+) points", how)
        if points is None:
            return
        by = 4 if re.search("pinned|moving", how) else 3
        groups, over = divmod(int(float(points[1])), by)
        further = {(3, 2): [5], (3, 1): [6], (4, 3): [5], (4, 2): [6]}.get((by, over), [])
        due = [6] * groups if "part detected" in how else [*[4] * groups, *further]
        self.use("BDE-CONV-01", "BDE-CONV-02")
        scores = [int(score) for count, score in re.findall(r"(\d+) at (\d)\+", roll.why) for _ in range(int(count))]
        self.check(scores == due, "BDE-CONV-01", f"{how}: {roll.why}, due {due}")
        self.check(len(roll.faces) == len(due), "BDE-CONV-01", f"{len(roll.faces)} dice for {how}")
        hits = sum(face >= score for face, score in zip(roll.faces, scores, strict=False))
        told = re.match(r"(\d+) hit", roll.result)
        self.check(
            told is not None and int(told[1]) == hits, "BDE-CONV-02", f"{roll.words}: {hits} hits, {roll.result}"
        )
        self.check(roll.successes == hits, "BDE-CONV-02", f"{roll.words}: {hits} hits, {roll.successes} told")

    def to_kill(self, event: Attack, roll: Roll) -> None:
        found = re.match(r"attack (-?\d+) against (\w+) armour (\d+)", roll.why)
        if found is None:
            return
        value, face, armour = int(found[1]), found[2], int(found[3])
        due = armour - value + 1
        self.check(
            (roll.needed or 7) == max(1, due) or (roll.needed is None and due > 6),
            "BDE-KILL-01",
            f"{roll.why}: {roll.needed}, due {due}",
        )
        shot = event.by[0]
        gun = shot.how.partition(",")[0]
        in_sight = self.companies[event.on]
        vehicle = not in_sight.figures or bool(in_sight.rides)
        self.check(vehicle, "BDE-KILL-01", f"{shot.unit} fires at the armour of {event.on}, which is no vehicle")
        if gun in ATTACK:
            near, far = shot.distance < 15, shot.distance > 40
            self.check(
                value == ATTACK[gun] + near - far, "BDE-KILL-03", f"{gun} at {shot.distance} in.: attack {value}"
            )
        elif gun in CARRIED:
            self.check(value == CARRIED[gun], "BDE-KILL-05", f"{gun}: attack {value}")
        kind = re.sub(r" \d+$", "", event.on.partition(", ")[0])
        if kind in ARMOUR:
            self.check(armour == ARMOUR[kind][FACES.index(face)], "BDE-EQ-01", f"{event.on}: {roll.why}")
        self.face(event, face)

    def face(self, event: Attack, face: str) -> None:
        """Four quarters around where the vehicle fronts (BDE-KILL-06, BDE-AMB-75)."""
        found = re.search(r"which fronts (-?[\d.]+), (-?[\d.]+)", event.note)
        if not self.check(found is not None, "BDE-KILL-06", f"nobody says where {event.on} fronts"):
            return
        (x, y), (tx, ty) = event.by[0].at, event.at
        ahead_x, ahead_y = float(found[1]) - tx, float(found[2]) - ty
        along = ahead_x * (x - tx) + ahead_y * (y - ty)
        across = abs(ahead_x * (y - ty) - ahead_y * (x - tx))
        due = "side" if across > abs(along) else "front" if along >= 0 else "rear"
        clear = abs(across - abs(along)) > 0.15 * (across + abs(along))
        self.check(face == due or not clear, "BDE-KILL-06", f"{event.on} is hit in the {face} and fronts {found[0]}")

    def breaches(self, event: Attack, roll: Roll) -> None:
        size = next((size for size in BREACH if size in roll.why), None)
        cover = self.companies[event.on].cover
        self.check(cover.removeprefix("in a ") in roll.why, "BDE-BREACH-01", f"{event.on} is {cover}: {roll.why}")
        place = 0 if re.search(r"slit|weak", roll.why) else 1 if re.search(r"pre-dug|strong", roll.why) else 2
        if self.check(size is not None, "BDE-BREACH-01", f"unread: {roll.why}"):
            due = BREACH[size][place]
            self.check(roll.needed == max(due, 1), "BDE-BREACH-01", f"{roll.why}: {roll.needed}, due {due}")

    def saves(self, event: Attack, roll: Roll) -> None:
        place = next((place for place in SAVES if place in roll.why), None)
        if place is None or roll.needed is None:
            return
        target = self.companies[event.on]
        hard, soft = (any(word in target.cover for word in words) for words in (HARD, SOFT))
        stands = "in hard cover" if hard else "in soft cover" if soft else "in the open"
        self.check(place == stands, "BDE-SAVE-01", f"{event.on} stands {target.cover}, saves {roll.why}")
        pinned = "not pinned" not in roll.why
        ok = pinned if target.pinned or "pinned" in event.effect else not pinned or target.removed
        gone = "pinned" not in event.effect and not target.pinned
        self.check(ok or gone, "BDE-SAVE-01", f"{event.on}, pinned or not: {roll.why}, {event.effect}")
        due = SAVES[place][0 if pinned else 1] - sum(number for number, _ in roll.reasons)
        self.use("BDE-SAVE-01", f"BDE-SAVE-{list(SAVES).index(place) + 2:02}")
        self.check(roll.needed == due, "BDE-SAVE-01", f"saves {roll.why}: {roll.needed}, due {due}")
        if event.kind == "Fire":
            close = event.by[0].distance <= 2
            told = any("within 2" in text for _, text in roll.reasons)
            self.check(
                close == told, "BDE-SMOD-03", f"{event.on} is fired on over {event.by[0].distance} in.: {roll.why}"
            )

    def hits_and_kills(self, event: Attack) -> None:
        purposes = [roll.purpose for roll in event.rolls]
        if "to hit" in purposes and event.rolls[0].needed is None and "saves" not in purposes:
            ok = event.effect in ("no effect", "pinned")
            self.check(ok, "BDE-SAVE-01", f"{event.on}, who saves nothing: {event.effect}")
        rolls = {roll.purpose: roll for roll in event.rolls}
        if "to hit" in rolls and rolls["to hit"].needed is not None:
            hit = rolls["to hit"].successes > 0
            kill = rolls.get("to kill")
            killed = hit and (kill is None or kill.needed == 1 or kill.successes > 0)
            self.check(("destroyed" in event.effect) == killed, "BDE-KILL-01", f"{event.line.strip()}")
        elif "to hit" in rolls and "saves" not in rolls:
            lost = re.match(r"(\d+) lost", event.effect)
            self.check(lost is None and "destroyed" not in event.effect, "BDE-SAVE-01", event.line.strip())
        if "saves" in rolls and (lost := re.match(r"(\d+) lost", event.effect)):
            failed = sum(len(r.faces) - r.successes for r in event.rolls if r.purpose == "saves")
            failed = failed if rolls["saves"].needed else int(lost[1])
            self.check(int(lost[1]) <= failed, "BDE-SAVE-01", f"{lost[1]} lost, {failed} failed on {event.on}")
        elif "saves" in rolls:
            failed = sum(len(r.faces) - r.successes for r in event.rolls if r.purpose == "saves")
            self.check("destroyed" not in event.effect or failed > 0, "BDE-SAVE-01", event.line.strip())

    def effect(self, event: Attack, target: Company) -> None:
        """What it has lost; HE pins who is hit, and shells everybody but in a fortification (BDE-PIN-03, BDE-EFF-02)."""
        lost = re.search(r"(\d+) lost", event.effect)
        failed = sum(len(roll.faces) - roll.successes for roll in event.rolls if roll.purpose == "saves")
        uncertain = any(roll.purpose == "saves" and roll.needed in (None, 1) for roll in event.rolls)
        fallen = min(failed, target.figures - target.lost) if target.figures and not uncertain else None
        fallen = None if target.rides else fallen
        count = int(lost[1]) if lost else 0
        self.check(fallen in (None, count), "BDE-SAVE-01", f"{event.on} saves, {failed} fail: {event.effect}")
        is_vehicle = not target.figures or bool(target.rides)
        self.check("destroyed" not in event.effect or is_vehicle, "BDE-CAS-02", f"{event.on} is destroyed")
        target.lost += count
        self.check(target.lost <= max(target.figures, 0), "BDE-AMB-60", f"{event.on} has lost {target.lost}")
        struck = event.rolls and event.rolls[0].purpose == "to hit" and event.rolls[0].successes > 0
        by_he = event.kind == "Shells" or (struck and " HE" in event.by[0].how)
        if (
            by_he
            and target.row != "cavalry"
            and "fortification" not in target.cover
            and "destroyed" not in event.effect
        ):
            rule = "BDE-EFF-02" if event.kind == "Shells" else "BDE-PIN-03"
            self.check("pinned" in event.effect, rule, f"{event.line.strip()} Nobody is pinned")
        target.pinned = target.pinned or "pinned" in event.effect
        crew = target.row in ("support weapons", "other wheeled")
        self.due = not crew and target.figures > 0 and 3 * target.lost >= 2 * target.figures
        if self.due:
            removed = next((e for e in self.events[self.line + 1 : self.line + 3] if isinstance(e, Change)), None)
            ok = target.removed or (removed is not None and removed.unit == event.on)
            self.check(ok, "BDE-CAS-05", f"{event.on} has lost {target.lost} of {target.figures} and stays")

    # The end ---------------------------------------------------------------------------------------------------------
    def change(self, event: Change) -> None:
        if event.unit in self.companies and event.after == "removed":
            self.use("BDE-CAS-04")
            self.companies[event.unit].removed = True

    def end(self, event: End) -> None:
        counts = {(side): sum(count for _, count in states) for side, states in enumerate(event.states)}
        self.check(all(counts.values()), "report", f"{counts}")
        started = [sum(c.side == side for c in self.companies.values()) for side in (0, 1)]
        self.check(all(started), "report", f"{started} start")
        for side, force in enumerate(self.fight.forces):
            texts = [e.text for e in self.events if isinstance(e, Heading) and e.text.startswith(force.side_name)]
            self.companies_of(side, [text for text in texts if " compan" in text])

    def companies_of(self, side: int, texts: Sequence[str]) -> None:
        """Half its companies and one more lose a side the game: companies, vehicles and guns on the table, no support
        weapons (BDE-WIN-02 to -06)."""
        number, limit = (int(found) for found in re.findall(r"(\d+)", texts[0].removeprefix(texts[0].split(": ")[0])))
        self.check(limit == number // 2 + 1, "BDE-WIN-02", f"{texts[0]}: half and one more are {number // 2 + 1}")
        ours = [c for c in self.companies.values() if c.side == side and not c.behind and c.row != "support weapons"]
        self.check(number == len(ours), "BDE-WIN-03", f"{texts[0]}: {len(ours)} count")
        lost = sum(company.removed for company in ours)
        gave_up = [text for text in texts if "gives up the field" in text]
        on_table = any(
            not company.removed for company in self.companies.values() if company.side == side and not company.behind
        )
        self.check(
            bool(gave_up) == (lost >= limit or not on_table) or self.beaten_first(side),
            "BDE-WIN-02",
            f"{lost} of {number} companies lost: {gave_up or 'fights on'}",
        )

    def beaten_first(self, side: int) -> bool:
        """Has the other side given up in the same move?"""
        name = self.fight.forces[1 - side].side_name
        return any(isinstance(e, Heading) and e.kind == "end" and e.text.startswith(name) for e in self.events)


def spot_of(words: str) -> Spot:
    """The first place of ``49, 25.5``."""
    across, up = (float(part) for part in re.findall(r"-?[\d.]+", words)[:2])
    return across, up


def referee(battle: Fought, events: Sequence[Event] | None = None) -> Referee:
    """Replay a battle, or what somebody made of its report."""
    return Brigade(battle, battle.events if events is None else events).run()
