"""The referee of Brigadier General Commands: his numbers are from the preview's text; what the house file gives is
the house's, and is taken as the report tells it.

    referee(battle, events) -> Referee
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from campaign.views.battle_report import Attack, Change, End, Event, Heading, Move, Note, Opening, Placed, Roll, Start
from tests.legality.battles import Fought
from tests.legality.referee import Referee, Spot, apart, length_of

# Shooting results: kills for each six, by cover, of aimed and of area fire.
FACTORS = {
    "in the open": (Fraction(1), Fraction(1, 4)),
    "soft cover": (Fraction(1, 2), Fraction(1, 6)),
    "hard cover": (Fraction(1, 3), Fraction(1, 8)),
}
COUNT = 4
"""The initial count of every platoon."""
SEEN, HEIGHT, LEVELS = 20, 5, 4
"""Inches: the farthest that anything is seen, five more for each level of height."""
AT_THE_EDGE = 6
LONGEST = 24
"""Inches of a double move of the fastest on a paved road."""
NO_FIRE = frozenset({"Double", "Follow", "Back", "Rout"})
NO_MOVE = frozenset({"Aim", "Defend", "Hold", "Shaken"})


@dataclass(eq=False)
class Platoon:
    """A base on the table."""

    side: int
    at: Spot | None
    gone: bool = False
    moved: int = 0
    fired: int = 0
    bugged_out: bool = False


class Brigadier(Referee):
    """He replays a report of Brigadier General Commands."""

    def __init__(self, battle: Fought, events: Sequence[Event]) -> None:
        super().__init__(battle, events)
        self.platoons: dict[str, Platoon] = {}
        self.turn = 0

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
        attacks = [event for event in self.events if isinstance(event, Attack)]
        told = [face for event in attacks for roll in event.rolls for face in roll.faces]
        fell = [r.value for r in self.battle.thrown if r.name.purpose in ("aimed fire", "area fire", "close assault")]
        self.check(told == fell, "BGC-FIRE-01", f"{len(told)} dice told, {len(fell)} fell, or others")
        return self

    # Order -----------------------------------------------------------------------------------------------------------
    def start(self, event: Start) -> None:
        self.check(event.unit not in self.platoons, "report", f"two are called {event.unit}")
        self.platoons[event.unit] = Platoon(event.side, event.at)
        # Stationary defenders begin with Aim, who moves with Double or Move.
        order = event.how.partition(",")[0]
        known = ("Aim", "Move", "Double", "Defend", "Follow", "Hold", "Shaken", "Back", "Rout")
        self.check(order in known, "BGC-SETUP-05", f"{event.unit} begins with {order}")

    def heading(self, event: Heading) -> None:
        if event.kind != "turn":
            return
        self.turn += 1
        self.when = f"turn {self.turn}"
        self.check(event.text.startswith(f"Turn {self.turn},"), "BGC-SEQ-01", event.text)
        for platoon in self.platoons.values():
            platoon.moved, platoon.fired, platoon.bugged_out = 0, 0, False

    def note(self, event: Note) -> None:
        found = re.match(r"(.*?) (?:raises|lowers) (.*) from (\w+) to (\w+)", event.text)
        if found:
            self.use("BGC-ORD-01")
        for name, platoon in self.platoons.items():
            if event.text.startswith(name) and re.search(
                r"is removed|is destroyed|leaves the table|has four dead", event.text
            ):
                platoon.gone = True

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

    def move(self, event: Move) -> None:
        platoon, name = self.platoons[event.unit], event.unit
        self.check(not platoon.gone, "BGC-HITS-10", f"{name} moves and is gone")
        late = [e for e in self.events[max(0, self.line - 4) : self.line] if isinstance(e, Note | Roll | Move)]
        words = " ".join(e.line for e in late)
        rule = "BGC-BUG-03" if name in words and "bugs out" in words else "BGC-MOVE-01"
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
        order = re.split(r"[,; ]", event.how)[0]
        self.check(order not in NO_MOVE, "BGC-ORD-07", f"{name} moves under {event.how}")
        platoon.moved += 1
        wide, deep = self.fight.table_in
        ok = all(-0.1 <= x <= wide + 0.1 and -0.1 <= y <= deep + 0.1 for x, y in event.path)
        self.check(ok, "table", f"{name} leaves the table by {event.path}")
        platoon.at = event.path[-1]

    def roll(self, event: Roll) -> None:
        """Radio of battalions, and what a die on its own decides."""
        if event.purpose.startswith("radio"):
            passing = {int(face) for face in re.findall(r"\d", event.why)}
            due = "in contact" if event.faces[0] in passing else "out of contact"
            self.check(
                event.result == due, "BGC-COMM-01", f"{event.purpose} {event.faces} of {event.why}: {event.result}"
            )

    # Fire ------------------------------------------------------------------------------------------------------------
    def attack(self, event: Attack) -> None:
        target = self.platoons[event.on]
        self.check(not target.gone, "BGC-HITS-10", f"{event.on} is fired on and gone")
        if event.at is not None:
            is_there = target.at is not None and apart(target.at, event.at) < 0.35
            self.use("BGC-INT-01" if event.kind == "Ambush" else "BGC-FIRE-04")
            self.check(is_there, "BGC-VIS-01", f"{event.on} stands at {target.at}, fired on at {event.at}")
        dice = 0.0
        for shot in event.by:
            platoon = self.platoons.get(shot.unit)
            if platoon is None:
                ok = any(air.name == shot.unit for air in self.fight.air) or event.kind == "Air attack"
                self.check(ok, "BGC-AIR-01", f"{shot.unit} fires and is nobody")
                continue
            self.firer(event, shot.unit, platoon, target, shot.at, shot.distance)
            found = re.search(r"Count (\d)", shot.how)
            if found:
                self.check(0 <= int(found[1]) <= COUNT, "BGC-FIRE-10", f"{shot.unit}: {shot.how}")
                dice += int(found[1])
        known = re.match(r"no effect|\d+ (?:killed|steps? down)|the platoon", event.effect)
        self.check(known is not None, "BGC-HITS-01", f"{event.on}: {event.effect}")
        for roll in event.rolls:
            self.check(not roll.reasons, "BGC-FIRE-20", f"{roll.words}: dice are modified")
        due = [self.fire(roll) for roll in event.rolls if roll.purpose in ("aimed fire", "area fire")]
        if due:
            kills, wounds, steps = (sum(part) for part in zip(*due, strict=True))
            self.effect(event, kills, wounds, steps)
        if event.kind == "Ambush":
            self.use("BGC-BUG-06")

    def firer(
        self, event: Attack, name: str, platoon: Platoon, target: Platoon, at: Spot | None, far: float | None
    ) -> None:
        self.check(not platoon.gone, "BGC-HITS-10", f"{name} fires and is gone")
        if event.kind != "Air attack":
            self.check(platoon.side != target.side, "BGC-FIRE-02", f"{name} fires on its own side")
        if event.kind == "Close assault" and at is not None and platoon.at is not None:
            self.check(
                apart(platoon.at, at) <= LONGEST, "BGC-CA-01", f"{name} assaults from {at}, stands at {platoon.at}"
            )
        if at is None or event.at is None or far is None:
            return
        if platoon.at is not None:
            self.check(apart(platoon.at, at) < 0.15, "BGC-VIS-01", f"{name} fires from {at}, stands at {platoon.at}")
        gap = apart(at, event.at)
        self.check(abs(gap - far) < 0.35, "BGC-VIS-01", f"{name} fires over {gap:.1f} in., {far} told")
        if event.kind in ("Fire", "Ambush"):
            self.check(gap <= SEEN + HEIGHT * LEVELS, "BGC-VIS-01", f"{name} fires over {gap:.1f} in.")
            self.use("BGC-VIS-02")
            platoon.fired += 1
            self.check(platoon.fired <= 1, "BGC-FIRE-03", f"{name} fires {platoon.fired} times in a turn")

    def fire(self, roll: Roll) -> tuple[int, int, int]:
        """Count the sixes, take the factor: the whole number are kills, a fraction is a wound (11.5.9, 11.5.10). Kills,
        wounds, and steps down at most."""
        self.check(not roll.reasons and roll.needed is None, "BGC-FIRE-20", f"{roll.words}: dice are modified")
        aimed, times = roll.purpose == "aimed fire", 2 if "counted twice" in roll.result else 1
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
