"""The report of a battle that the program resolved, as data: positions, moves, fire, rolls and results.

A report is a sequence of events in the order of the table. Its words are drawn here and nowhere else: every event has
its ``line``, empty where another line tells it. Points are inches from the west and south edges of the battle's table,
or the unit of its ``Opening`` (columns and rows of hexes), so that players find them on the map and an independent
checker can replay each move and each die.

    Opening     the sides, the table, and the place at stake
    Start       where a unit stands as it begins
    Heading     a turn, a move, a phase, or why it ends
    Note        anything else worth telling
    Move        a path, its length, and what was allowed
    Declared    takes up firing positions where it stands
    Placed      set down without a move of its own: it comes on, or is halted
    Smoke       a screen, the unit that lays it, and the point
    Roll        faces against a score with its reasons
    Attack      firers and target, distances, rolls and effect
    Change      a unit is in another state, as the line before tells
    End         the holder of the field, and what is left

lines(events)              the whole report, line by line
summary(events)            ten lines at most: the sides and the place, the course, the cost, the end
as_rows(events)            plain values to be kept or printed as JSON; what has its default is left out
from_rows(rows)            the events again
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import islice
from typing import Any, Final

from campaign.terms.target import Target
from campaign.terms.words import listing
from campaign.values import fields, is_dataclass, plain_dataclass, plain_field

Point = tuple[float, float]
LONGEST_SUMMARY = 10
"""Most lines in the summary of a battle."""
STARTS_A_LINE = 6
NOBODY_ACTS = "  No unit moves or fires."


def at_words(point: Point) -> str:
    """Return a point in words: ``12, 30``."""
    return ", ".join(f"{round(value, 1):g}" for value in point)


def faces_words(faces: Iterable[int]) -> str:
    """Return the faces of dice: ``4 6 1``; a dash where no die was thrown."""
    return " ".join(map(str, faces)) or "\N{EN DASH}"


@plain_dataclass(frozen=True, slots=True)
class Opening:
    """The opening of a report: the sides, the first force first; ``attacker`` 0 or 1, None where both attack.
    ``about``: the place at stake.
    """

    event: str = plain_field(init=False, default="opening")
    sides: tuple[str, str]
    attacker: int | None
    table: tuple[int, int]
    measure: str = "in."
    about: str = ""

    @property
    def line(self) -> str:
        """Line of the report: ``Allied attacks Axis at Halfaya, on a table of 72 by 48 in.``"""
        first, second = self.sides if self.attacker != 1 else self.sides[::-1]
        what = f"{first} and {second} meet" if self.attacker is None else f"{first} attacks {second}"
        place = f" at {self.about}" if self.about else ""
        table = f"on a table of {self.table[0]} by {self.table[1]} {self.measure.rstrip('.')}"
        return f"{what}{place}, {table}."


@plain_dataclass(frozen=True, slots=True)
class Start:
    """A unit as the battle begins. ``at`` None: it is not on the table. ``how``: posture, works, when it comes.
    ``facing``: the edge of the table to which its front points, where the book has a front.
    """

    event: str = plain_field(init=False, default="start")
    unit: str
    side: int
    at: Point | None
    state: str = "fresh"
    how: str = ""
    key: str = ""
    facing: str = ""

    @property
    def line(self) -> str:
        """Line of the report: ``1 DLI at 12, 30 (spent, dug in)``."""
        notes = [note for note in ("" if self.state == "fresh" else self.state, self.how) if note]
        where = "off the table" if self.at is None else f"at {at_words(self.at)}"
        how = f" ({', '.join(notes)})" if notes else ""
        return f"{self.unit} {where}{how}"


@plain_dataclass(frozen=True, slots=True)
class Heading:
    """The heading of a turn, a move or a phase (``kind`` says which), or of the end: ``end``."""

    event: str = plain_field(init=False, default="heading")
    text: str
    kind: str = ""

    @property
    def line(self) -> str:
        return self.text


@plain_dataclass(frozen=True, slots=True)
class Note:
    """Something that happened within a turn or a move."""

    event: str = plain_field(init=False, default="note")
    text: str

    @property
    def line(self) -> str:
        """Text of the note, indented."""
        return f"  {self.text}"


@plain_dataclass(frozen=True, slots=True)
class Move:
    """A move of a unit along ``path``, from its first point to its last. ``allowance``: the most it may go; None
    without a limit. ``how``: posture, gait, kind of ground. ``facing``: as in ``Start``, at the end.
    """

    event: str = plain_field(init=False, default="move")
    unit: str
    path: tuple[Point, ...]
    length: float
    allowance: float | None = None
    how: str = ""
    measure: str = "in."
    facing: str = ""

    @property
    def line(self) -> str:
        """Line of the report: ``1 DLI moves 6 of 8 in. from 12, 30 by 12, 33 to 15, 33 (line).``"""
        start, *between, end = self.path
        by = "".join(f" by {at_words(point)}" for point in between)
        limit = "" if self.allowance is None else f" of {round(self.allowance, 1):g}"
        how = f" ({self.how})" if self.how else ""
        return (
            f"  {self.unit} moves {round(self.length, 1):g}{limit} {self.measure} from {at_words(start)}{by} to"
            f" {at_words(end)}{how}."
        )


@plain_dataclass(frozen=True, slots=True)
class Declared:
    """A unit's taking up of firing positions where it stands. ``how``: its posture."""

    event: str = plain_field(init=False, default="declared")
    unit: str
    at: Point
    how: str
    facing: str = ""

    @property
    def line(self) -> str:
        """Line of the report: ``1 DLI takes up firing positions (line).``"""
        return f"  {self.unit} takes up firing positions ({self.how})."


@plain_dataclass(frozen=True, slots=True)
class Smoke:
    """A smoke screen that a unit lays: its middle ``at``, its width ``wide`` along the front."""

    event: str = plain_field(init=False, default="smoke")
    unit: str
    at: Point
    wide: float
    measure: str = "in."

    @property
    def line(self) -> str:
        """Line of the report: ``8 Fd lays a smoke screen 6 in. wide at 12, 30.``"""
        return f"  {self.unit} lays a smoke screen {self.wide:g} {self.measure} wide at {at_words(self.at)}."


@plain_dataclass(frozen=True, slots=True)
class Placed:
    """The placing of a unit at a point without a move of its own. ``how``: ``comes on``, ``is halted by the fire``."""

    event: str = plain_field(init=False, default="placed")
    unit: str
    at: Point
    how: str

    @property
    def line(self) -> str:
        """Line of the report: ``1 DLI comes on at 0, 30.``"""
        return f"  {self.unit} {self.how} at {at_words(self.at)}."


@plain_dataclass(frozen=True, slots=True)
class Roll:
    """Dice thrown at once. ``needed``: the lowest face that succeeds, None for a dash or a roll without a score.
    ``why``: the meaning of the score; ``reasons``: its modifiers, a number and a text each. ``successes``: dice that
    passed. ``result``: the consequence.
    """

    event: str = plain_field(init=False, default="roll")
    purpose: str
    faces: tuple[int, ...]
    needed: int | None = None
    why: str = ""
    reasons: tuple[tuple[int, str], ...] = ()
    successes: int = 0
    result: str = ""
    die: int = 6
    counts: bool = False
    """True if the book gives a chart instead of a score: ``successes`` is then the number from the chart."""

    @property
    def words(self) -> str:
        """Text of the roll: ``to hit 4-6 (in the open, -1 smoke): 4 6 1``. A dash stands where no face passes, and
        where no die was thrown.
        """
        is_dash = bool(self.why and (self.reasons or not self.faces))
        passing = f" {self._score}" if not self.counts and (self.needed is not None or is_dash) else ""
        texts = [self.why, *(f"{number:+d} {text}" for number, text in self.reasons)]
        why = f" ({', '.join(filter(None, texts))})" if any(texts) else ""
        count = f" = {self.successes}" if self.counts else ""
        return f"{self.purpose}{passing}{why}: {faces_words(self.faces)}{count}"

    @property
    def _score(self) -> str:
        if self.needed is None:
            return "\N{EN DASH}"
        return str(self.die) if self.needed == self.die else f"{self.needed}-{self.die}"

    @property
    def line(self) -> str:
        """Line of the report: ``Readiness 5-6 (British): 4, its officer is taken off.``"""
        purpose = self.words[:1].upper() + self.words[1:]
        return f"  {purpose}{f', {self.result}' if self.result else ''}."


def rolled(purpose: str, target: Target, faces: Sequence[int], result: str = "") -> Roll:
    """Return a roll of dice against a score that keeps its reasons."""
    reasons = tuple((reason.value, reason.text) for reason in target.reasons)
    return Roll(purpose, tuple(faces), target.needed, target.base, reasons, sum(map(target.passes, faces)), result)


@plain_dataclass(frozen=True, slots=True)
class Shot:
    """The fire of one unit: its point, the distance, and its dice where the book counts them one by one."""

    event: str = plain_field(init=False, default="shot")
    unit: str
    at: Point | None = None
    distance: float | None = None
    dice: float | None = None
    how: str = ""


@plain_dataclass(frozen=True, slots=True)
class Attack:
    """Fire, a bombardment or an assault on one unit: ``kind`` says which, ``at`` the point where it hits its target,
    ``effect`` the result.
    """

    event: str = plain_field(init=False, default="attack")
    on: str
    by: tuple[Shot, ...]
    kind: str
    rolls: tuple[Roll, ...]
    effect: str
    at: Point | None = None
    measure: str = "in."
    note: str = ""
    beside: tuple[str, ...] = ()
    """Other units at which the same dice are thrown."""

    @property
    def line(self) -> str:
        """Line of the report: ``Fire: 2 SG (4 in.), 3 CG (6 in.) on 1/104: to hit 4-6 (infantry, in the open): 4 6 1;
        no effect.``

        A distance that all firers share is told once, behind the target.
        """
        distances = {self._far(shot) for shot in self.by}
        names = Counter(self._firer(shot, is_alike=len(distances) == 1) for shot in self.by)
        firers = ", ".join(name if count == 1 else f"{count} {name}" for name, count in names.items())
        rolls = "; ".join(roll.words for roll in self.rolls)
        thrown = ", ".join(filter(None, (*(distances if len(distances) == 1 else ()), rolls)))
        return (
            f"  {self.kind}: {firers} on"
            f" {listing([self.on, *self.beside])}{self.note}{f': {thrown}' if thrown else ''}; {self.effect}."
        )

    def _firer(self, shot: Shot, *, is_alike: bool) -> str:
        dice = "" if shot.dice is None else f"{shot.dice:g} {'die' if shot.dice == 1 else 'dice'}"
        notes = ", ".join(filter(None, ("" if is_alike else self._far(shot), dice, shot.how)))
        return f"{shot.unit} ({notes})" if notes else shot.unit

    def _far(self, shot: Shot) -> str:
        return "" if shot.distance is None else f"{round(shot.distance, 1):g} {self.measure}"


@plain_dataclass(frozen=True, slots=True)
class Change:
    """A change of a unit's state. The line before tells it; the summary counts it."""

    event: str = plain_field(init=False, default="change")
    unit: str
    side: int
    before: str
    after: str
    cause: str = ""

    @property
    def line(self) -> str:
        """Empty line: another line tells the change."""
        return ""


@plain_dataclass(frozen=True, slots=True)
class End:
    """The end of a battle. ``states``: for each side how many of its battalions are in each state."""

    event: str = plain_field(init=False, default="end")
    sides: tuple[str, str]
    holder: int | None
    broke_off: int | None
    length: str
    states: tuple[tuple[tuple[str, int], ...], ...] = ()

    @property
    def losses(self) -> list[str]:
        """Losses, a line for each side: ``Axis: 2 fresh, 1 spent.``"""
        return [
            f"{name}: {', '.join(f'{count} {state}' for state, count in states) or 'nobody'}."
            for name, states in zip(self.sides, self.states, strict=False)
        ]

    @property
    def closing(self) -> str:
        """Closing sentence: ``Axis holds the field after 2 turns and 11 moves.``"""
        text = "Both sides are still there" if self.holder is None else f"{self.sides[self.holder]} holds the field"
        return f"{text} after {self.length}."

    @property
    def line(self) -> str:
        """Lines on what is left of each side, and on the holder of the field."""
        return "\n".join([*self.losses, self.closing])


Event = Opening | Start | Heading | Note | Move | Declared | Placed | Smoke | Roll | Attack | Change | End
_KINDS: Final[Mapping[str, Any]] = {
    str(kind.__dataclass_fields__["event"].default): kind
    for kind in (Opening, Start, Heading, Note, Move, Declared, Placed, Smoke, Roll, Shot, Attack, Change, End)
}


# words ---------------------------------------------------------------------------------------------------------------
def lines(events: Iterable[Event]) -> tuple[str, ...]:
    """Return the whole report. The starting positions take a few lines for each side."""
    report: list[str] = []
    starts: dict[int, list[Start]] = defaultdict(list)
    opening: Opening | None = None
    events = tuple(events)
    idle: list[Event] = []
    for number, event in enumerate(events):
        if isinstance(event, Start):
            starts[event.side].append(event)
            continue
        if starts:
            report += _starts(opening, starts)
            starts.clear()
        begins_idle = isinstance(event, Heading) and _is_idle(event, islice(events, number + 1, None))
        is_idle_move = isinstance(event, Heading) and event.kind == "move" and begins_idle
        if is_idle_move or (idle and isinstance(event, Roll | Change)):
            idle.append(event)
            continue
        report += _idle_moves(idle)
        idle.clear()
        if isinstance(event, Opening):
            opening = event
            report.append(event.line)
        elif event.line:
            report += event.line.split("\n")
        if begins_idle:
            report.append(NOBODY_ACTS)
    report += _idle_moves(idle)
    return (*report, *_starts(opening, starts)) if starts else tuple(report)


def _is_idle(heading: Heading, following: Iterable[Event]) -> bool:
    """Return whether only dice fall in this turn or move. A turn that is told in moves or phases has no text itself."""
    after = next((event for event in following if not isinstance(event, Roll | Change)), None)
    if heading.kind not in ("turn", "move"):
        return False
    if isinstance(after, Heading):
        return after.kind != "phase" and (heading.kind, after.kind) != ("turn", "move")
    return isinstance(after, End)


def _idle_moves(idle: Sequence[Event]) -> list[str]:
    """Return the lines of idle moves in a row: their headings on one line, and all their dice on another."""
    headings = [event.line for event in idle if isinstance(event, Heading)]
    rolls = [event.line.strip() for event in idle if isinstance(event, Roll)]
    return [" ".join(headings), NOBODY_ACTS, *([f"  {' '.join(rolls)}"] if rolls else [])] if idle else []


def _starts(opening: Opening | None, starts: Mapping[int, Sequence[Start]]) -> list[str]:
    names = ("first side", "second side") if opening is None else opening.sides
    return [
        f"  {names[side]}: {'; '.join(start.line for start in starts[side][first : first + STARTS_A_LINE])}."
        for side in sorted(starts)
        for first in range(0, len(starts[side]), STARTS_A_LINE)
    ]


def summary(events: Sequence[Event], piece: str = "unit") -> tuple[str, ...]:
    """Return the summary in ten lines at most: the sides and the place, the fire, changes and their time, what is left,
    the end. ``piece``: the system's word for what stands on its table.
    """
    opening = next((event for event in events if isinstance(event, Opening)), None)
    told = [] if opening is None else [opening.line, *_strengths(opening, events, piece)]
    fire = _fire(opening, events)
    end = next((event for event in events if isinstance(event, End)), None)
    closing = [] if end is None else [*end.losses, *_why(events), end.closing]
    turning = _turning_points(events)
    room = LONGEST_SUMMARY - len(told) - len(fire) - len(closing)
    if len(turning) > room:
        beat = turning[-1].split()[0].lower()
        more = len(turning) - room + 1
        turning = [*turning[: room - 1], f"{more} more {beat}s with losses; see the full report."]
    return (*told, *fire, *turning, *closing)


def _strengths(opening: Opening, events: Sequence[Event], piece: str) -> list[str]:
    """Return the strengths in words: ``Allied has 6 platoons on the table and 1 off it or still to come, Axis 3.``"""
    starts = [event for event in events if isinstance(event, Start)]
    if not starts:
        return []
    parts = []
    for side, name in enumerate(opening.sides):
        on_table = sum(start.side == side and start.at is not None for start in starts)
        pieces = "" if side else f" {piece}{'s' * (on_table != 1)} on the table"
        off = sum(start.side == side for start in starts) - on_table
        later = f" and {off} off it or still to come" if off else ""
        parts.append(f"{name}{'' if side else ' has'} {on_table}{pieces}{later}")
    return [f"{', '.join(parts)}."]


def _fire(opening: Opening | None, events: Sequence[Event]) -> list[str]:
    """Return the fire in words: ``Fire and assaults: 12 by Allied, 5 with effect; 7 by Axis, 3 with effect.``"""
    sides = {event.unit: event.side for event in events if isinstance(event, Start)}
    attacks = [event for event in events if isinstance(event, Attack)]
    if opening is None or not attacks:
        return []
    parts = []
    for side, name in enumerate(opening.sides):
        own_attacks = [attack for attack in attacks if sides.get(attack.on) == 1 - side]
        hit = sum(not attack.effect.startswith("no ") for attack in own_attacks)
        parts.append(f"{len(own_attacks)} by {name}, {hit} with effect")
    return [f"Fire and assaults: {'; '.join(parts)}."]


def _turning_points(events: Sequence[Event]) -> list[str]:
    """Return a line for each turn or move in which a unit's state changed: ``Move 4: 2 SG destroyed, 3 CG spent.``"""
    when, points = "", defaultdict[str, dict[str, str]](dict)
    for event in events:
        if isinstance(event, Heading) and event.kind in ("turn", "move"):
            when = event.text.partition(":")[0].partition(",")[0].rstrip(".")
        elif isinstance(event, Change):
            points[when][event.unit] = event.after
    return [
        f"{moment or 'At once'}: {listing(f'{unit} {after}' for unit, after in changes.items())}."
        for moment, changes in points.items()
    ]


def _why(events: Sequence[Event]) -> list[str]:
    return [event.text for event in events if isinstance(event, Heading) and event.kind == "end"][-1:]


# kept ----------------------------------------------------------------------------------------------------------------
def as_rows(events: Iterable[Event]) -> list[dict[str, Any]]:
    """Return events as plain values, without those that have their default."""
    return [_plain(event) for event in events]


def _plain(value: Any) -> Any:
    if isinstance(value, (str, int)):  # most of a report
        return value
    if isinstance(value, tuple):
        return [_plain(part) for part in value]
    if is_dataclass(value):
        plain: dict[str, Any] = {}
        for name, default in _parts(value.__class__):
            part = getattr(value, name)
            if part != default or name == "event":
                plain[name] = _plain(part)
        return plain
    return round(value, 2) if isinstance(value, float) else value


@cache
def _parts(kind: type[Any]) -> tuple[tuple[str, Any], ...]:
    """Return the names and defaults of a kind of event, or of a part of one."""
    return tuple((part.name, part.default) for part in fields(kind))


def from_rows(rows: Iterable[Mapping[str, Any]]) -> tuple[Event, ...]:
    """Return the events from their stored rows."""
    return tuple(_event(row) for row in rows)


def _event(value: Any) -> Any:
    if isinstance(value, Mapping):
        return _KINDS[value["event"]](**{name: _event(part) for name, part in value.items() if name != "event"})
    return tuple(map(_event, value)) if isinstance(value, list) else value
