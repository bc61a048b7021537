"""The referee of the brigade level rules: every number of his is from the text, none from the program.

referee(battle, events) -> Referee
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from campaign.views.battle_report import Attack, Change, End, Event, Heading, Move, Note, Opening, Placed, Roll, Start
from tests.legality.battles import Fought
from tests.legality.referee import Referee, Spot, apart, length_of

# Firing at vehicles: scores by range; 7 cannot hit.
BRACKETS = (5, 15, 25, 40, 50, 75, 100)
HIT = {
    "LG 50 mm and over": (2, 2, 2, 3, 4, 6, 7),
    "small LG": (2, 2, 2, 3, 5, 7, 7),
    "low velocity": (2, 2, 2, 4, 6, 7, 7),
    "AT rifle": (2, 3, 5, 7, 7, 7, 7),
}
HIGH_VELOCITY = (2, 2, 2, 2, 3, 4, 5)
FARTHEST, FOOT, FASTEST = 100, 6, 30
"""Inches: the longest range of any weapon; a company's move on foot; the longest move of any vehicle."""
SAVES = {"in hard cover": (2, 3), "in soft cover": (3, 4), "in the open": (5, 6)}
"""Pinned, not pinned."""
BREACH = {"over 105": (0, 3, 5), "up to 82": (4, 5, 7), "105": (3, 4, 7)}
"""Slit trench or weak building, pre-dug trench or strong building, fortification."""
UNPIN = {"elite": 2, "trained": 3, "raw": 4, "veteran": 4}
SHORT = {1: "short", 2: "long", 3: "left", 4: "right"}


@dataclass(eq=False)
class Company:
    """A unit of the table."""

    side: int
    at: Spot | None
    figures: bool
    removed: bool = False
    fired: bool = False
    moved: int = 0


class Brigade(Referee):
    """He replays a report of the brigade level rules."""

    def __init__(self, battle: Fought, events: Sequence[Event]) -> None:
        super().__init__(battle, events)
        self.companies: dict[str, Company] = {}
        self.move_of = (0, 1)
        self.fire: Counter[str] = Counter()

    def run(self) -> Brigade:
        """Replay it all."""
        self.replay(
            {
                Opening: lambda event: None,
                Start: self.start,
                Heading: self.heading,
                Note: lambda event: None,
                Move: self.move,
                Placed: self.placed,
                Roll: self.roll,
                Attack: self.attack,
                Change: self.change,
                End: self.end,
            }
        )
        self.line = len(self.events)
        attacks = [event for event in self.events if isinstance(event, Attack)]
        told = [face for event in attacks for roll in event.rolls for face in roll.faces]
        purposes = ("to hit", "to kill", "saving throw", "breach")
        fell = [roll.value for roll in self.battle.thrown if roll.name.purpose in purposes]
        self.check(told == fell, "BDE-FIRE-01", f"{len(told)} dice told, {len(fell)} fell, or others")
        return self

    # Order -----------------------------------------------------------------------------------------------------------
    def start(self, event: Start) -> None:
        self.check(event.unit not in self.companies, "report", f"two are called {event.unit}")
        self.companies[event.unit] = Company(event.side, event.at, " Company, " in event.unit and "figure" in event.how)

    def heading(self, event: Heading) -> None:
        if event.kind != "move":
            return
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
        for company in self.companies.values():
            company.fired, company.moved = False, 0

    @property
    def side(self) -> int:
        return self.move_of[1]

    # Movement --------------------------------------------------------------------------------------------------------
    def placed(self, event: Placed) -> None:
        company = self.companies[event.unit]
        wide, deep = self.fight.table_in
        x, y = event.at
        self.check(0 <= x <= wide and 0 <= y <= deep, "table", f"{event.unit} is set down at {event.at}")
        if company.at is not None:
            self.check(
                apart(company.at, event.at) <= FOOT,
                "BDE-MOVE-01",
                f"{event.unit} is set down at {event.at}, stood at {company.at}",
            )
        company.at = event.at

    def move(self, event: Move) -> None:
        company, name = self.companies[event.unit], event.unit
        self.check(not company.removed, "BDE-CAS-04", f"{name} moves and is removed")
        self.check(company.side == self.side, "BDE-SEQ-01", f"{name} moves in the other side's move")
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
        most = FOOT if company.figures else FASTEST
        part = 2 if company.fired else 1
        self.check(
            length <= most / part + 0.1,
            "BDE-MOVE-01" if part == 1 else "BDE-SEQ-09",
            f"{name} goes {length:.1f} in., {'having fired' if part == 2 else ''} {most / part:g} at most",
        )
        company.moved += 1
        self.check(company.moved == 1, "BDE-SEQ-08", f"{name} moves twice")
        wide, deep = self.fight.table_in
        ok = all(-0.1 <= x <= wide + 0.1 and -0.1 <= y <= deep + 0.1 for x, y in event.path)
        self.check(ok, "table", f"{name} leaves the table by {event.path}")
        company.at = event.path[-1]

    # Dice of their own -----------------------------------------------------------------------------------------------
    def roll(self, event: Roll) -> None:
        if event.purpose.startswith("unpin"):
            self.unpins(event)
        elif event.purpose.startswith("white and red"):
            self.deviates(event)

    def unpins(self, event: Roll) -> None:
        quality = event.why.split(",")[0]
        due = UNPIN.get(quality, 0) - sum(number for number, _ in event.reasons)
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

    def deviates(self, event: Roll) -> None:
        white, red = event.faces
        self.use("BDE-DEV-01", "BDE-DEV-09")
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
        inches = {red, (red + 1) // 2, red - 1, red - 2, (red - 1) // 2}
        self.check(int(found[2]) in inches, "BDE-DEV-09", f"red {red}: {event.result}")

    # Fire ------------------------------------------------------------------------------------------------------------
    def attack(self, event: Attack) -> None:
        target = self.companies[event.on]
        self.check(not target.removed, "BDE-CAS-04", f"{event.on} is fired on and removed")
        if target.at is not None and event.at is not None and event.kind != "Shells":
            self.check(
                apart(target.at, event.at) < 0.1,
                "BDE-SA-01",
                f"{event.on} stands at {target.at}, fired on at {event.at}",
            )
        for shot in event.by:
            company = self.companies.get(shot.unit)
            if company is None or event.kind == "Shells":
                continue
            self.check(not company.removed, "BDE-CAS-04", f"{shot.unit} fires and is removed")
            self.check(company.side != target.side, "BDE-FIRE-01", f"{shot.unit} fires on its own side")
            self.check(company.side == self.side, "BDE-SEQ-08", f"{shot.unit} fires in the other side's move")
            company.fired = True
            self.use("BDE-FIRE-01", "BDE-SEQ-08")
            if shot.at is None or event.at is None or shot.distance is None:
                continue
            if company.at is not None:
                self.check(
                    apart(company.at, shot.at) < 0.1,
                    "BDE-SA-01",
                    f"{shot.unit} fires from {shot.at}, stands at {company.at}",
                )
            far = apart(shot.at, event.at)
            self.check(
                abs(far - shot.distance) <= 0.6,
                "BDE-SA-01",
                f"{shot.unit} fires over {far:.1f} in., {shot.distance} told",
            )
            self.check(far <= FARTHEST, "BDE-SA-01", f"{shot.unit} fires over {far:.1f} in.")
        for roll in event.rolls:
            self.thrown(event, roll)
        self.hits_and_kills(event)

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
            self.breaches(roll)

    def to_hit(self, event: Attack, roll: Roll) -> None:
        found = re.match(r"(.*) at ([\d.]+) in\.", roll.why)
        if not self.check(found is not None, "BDE-AT-01", f"unread: {roll.why}"):
            return
        row = HIT.get(found[1], HIGH_VELOCITY if "high velocity" in found[1].lower() else None)
        far = float(found[2])
        shot = event.by[0]
        self.check(
            shot.distance is None or abs(shot.distance - far) < 0.3, "BDE-AT-01", f"{shot.distance} in. and {far}"
        )
        if row is None:
            self.check(far <= 15, "BDE-AT-01", f"{roll.why}")
            return
        column = next((n for n, most in enumerate(BRACKETS) if far <= most), None)
        base = 7 if column is None else row[column]
        due = base - sum(number for number, _ in roll.reasons)
        self.use(*(f"BDE-AT-MOD{number:+d}" for number, _ in roll.reasons))
        self.check(roll.needed == due <= 6, "BDE-AT-01", f"{roll.why}: {roll.needed}, due {due}")
        self.check(len(roll.faces) == 1, "BDE-AT-01", f"{len(roll.faces)} dice of one gun")

    def groups(self, event: Attack, roll: Roll) -> None:
        """A die for every three points, for every four of who moves or is pinned; what is left over as the text has it."""
        self.check(not roll.reasons, "BDE-CONV-02", f"{roll.words}: points are not modified")
        points = re.match(r"([\d.]+) points", event.by[0].how)
        if points is None:
            return
        number = int(float(points[1]))
        due = {number // 3 + (number % 3 > 0), number // 4 + (number % 4 >= 2), number // 3, number // 4}
        self.use("BDE-CONV-01", "BDE-CONV-02")
        self.check(len(roll.faces) in due, "BDE-CONV-01", f"{len(roll.faces)} dice for {number} points")
        scores = [int(score) for count, score in re.findall(r"(\d+) at (\d)\+", roll.why) for _ in range(int(count))]
        if len(scores) == len(roll.faces):
            hits = sum(face >= score for face, score in zip(roll.faces, scores, strict=True))
            told = re.match(r"(\d+) hit", roll.result)
            self.check(
                told is not None and int(told[1]) == hits, "BDE-CONV-02", f"{roll.words}: {hits} hits, {roll.result}"
            )
            self.check(set(scores) <= {4, 5, 6}, "BDE-CONV-02", f"{roll.why}")
        else:
            self.check(not roll.why or " at " not in roll.why, "BDE-CONV-02", f"{roll.words}: {len(scores)} scores")

    def to_kill(self, event: Attack, roll: Roll) -> None:
        found = re.match(r"attack (-?\d+) against (\w+) armour (\d+)", roll.why)
        if found is None:
            return
        due = int(found[3]) - int(found[1]) + 1
        self.check(
            (roll.needed or 7) == max(1, due) or (roll.needed is None and due > 6),
            "BDE-KILL-01",
            f"{roll.why}: {roll.needed}, due {due}",
        )
        self.check(found[2] in ("front", "side", "rear"), "BDE-KILL-01", roll.why)

    def breaches(self, roll: Roll) -> None:
        size = next((size for size in BREACH if size in roll.why), None)
        place = 0 if re.search(r"slit|weak", roll.why) else 1 if re.search(r"pre-dug|strong", roll.why) else 2
        if self.check(size is not None, "BDE-BREACH-01", f"unread: {roll.why}"):
            due = BREACH[size][place]
            self.check(roll.needed == due, "BDE-BREACH-01", f"{roll.why}: {roll.needed}, due {due}")

    def saves(self, event: Attack, roll: Roll) -> None:
        place = next((place for place in SAVES if place in roll.why), None)
        if place is None or roll.needed is None:
            return
        due = SAVES[place][0 if "not pinned" not in roll.why and "pinned" in roll.why else 1] - sum(
            number for number, _ in roll.reasons
        )
        self.use("BDE-SAVE-01")
        self.check(roll.needed == due, "BDE-SAVE-01", f"saves {roll.why}: {roll.needed}, due {due}")

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
            self.check(int(lost[1]) <= failed, "BDE-SAVE-01", f"{lost[1]} lost, {failed} failed on {event.on}")
        elif "saves" in rolls:
            failed = sum(len(r.faces) - r.successes for r in event.rolls if r.purpose == "saves")
            self.check("destroyed" not in event.effect or failed > 0, "BDE-SAVE-01", event.line.strip())

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
        told = [
            int(e.text.split(": ")[1].split()[0])
            for e in self.events
            if isinstance(e, Heading) and " companies, lost at " in e.text
        ]
        for side, number in enumerate(told):
            due = next(
                e
                for e in self.events
                if isinstance(e, Heading)
                and e.text.startswith(self.fight.forces[side].side_name)
                and "lost at" in e.text
            )
            limit = int(due.text.rstrip(".").split()[-1])
            self.check(limit == number // 2 + 1, "BDE-WIN-02", f"{due.text}: half and one more are {number // 2 + 1}")


def referee(battle: Fought, events: Sequence[Event] | None = None) -> Referee:
    """Replay a battle, or what somebody made of its report."""
    return Brigade(battle, battle.events if events is None else events).run()
