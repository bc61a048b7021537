"""The results of a stretch of campaign time, as facts, and the words of its summary.

summary_of(report, waiting, in_full, every_line) -> Summary
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator

from campaign.terms.state import BattleState
from campaign.terms.time import Moment, Phase
from campaign.terms.words import counted, listing, ranges
from campaign.values import dataclass
from campaign.views.common.summary import Block, Summary


@dataclass(frozen=True, slots=True)
class SideCount:
    """One side in a battle: its battalions on the table, and those lost and spent there."""

    side: str
    battalions: int
    lost: int
    spent: int


@dataclass(frozen=True, slots=True)
class ReportedBattle:
    """A battle that was begun or ended, or that waits."""

    number: int
    name: str
    state: BattleState
    held_by: str
    """The side that holds the field; empty if neither side gave way."""
    sides: tuple[SideCount, ...]
    fights: int = 1
    """Number of separate spots on the table at which enemies meet, for a battle not fought yet."""


@dataclass(frozen=True, slots=True)
class Group:
    """The units of one side with the same news: their position or an event. ``battalions``: their number."""

    side: str
    units: tuple[str, ...]
    """Short names: a formation if all its battalions on the map are meant, otherwise the battalions."""
    words: str
    """The news in words: ``at Grave``, ``3 km from Nijmegen``, ``now spent``."""
    battalions: int


@dataclass(frozen=True, slots=True)
class ReportedContact:
    """Enemies who face each other near a place, without a battle."""

    place: str
    sides: tuple[tuple[str, ...], ...]
    """Short names of the units of each side."""
    why: str
    """Reason why neither side attacks; empty before that is decided."""
    since: Moment | None = None
    """The turn since which they face each other; None: from the start."""


@dataclass(frozen=True, slots=True)
class HaltedUnits:
    """Units of one side whose march is halted short of its goal, with the place and the reason in words."""

    side: str
    units: tuple[str, ...]
    """Short names of the units, as in ``text``."""
    text: str
    since: Moment


@dataclass(frozen=True, slots=True)
class ReportedDecision:
    """A decision that a side has to take, or that was taken by default."""

    number: int
    side: str
    subject: str
    kind: str
    answer: str
    """Answer in words; empty while the decision waits."""


@dataclass(frozen=True, slots=True)
class SupplyChange:
    """A change of supply: formations of one side, with those under them; short names."""

    side: str
    formations: tuple[tuple[str, tuple[str, ...]], ...]


@dataclass(frozen=True, slots=True)
class DayReport:
    """The results of one journal entry, for as much of a day as the clock ran."""

    begun: Moment
    last: Moment
    """The last turn that was played at least in part."""
    phase: Phase
    """Present phase of the clock."""
    when: str
    """Date: ``17 September 1944``; with the hours if the report covers one turn."""
    size: int
    """Number of battalions of all sides."""
    score: tuple[tuple[str, int], ...]
    battles: tuple[ReportedBattle, ...]
    contacts: tuple[ReportedContact, ...]
    halted: tuple[HaltedUnits, ...]
    orders: tuple[tuple[str, str], ...]
    """Orders that lapsed, lead another way, or are gone beyond, by side."""
    by_program: tuple[tuple[str, int], ...]
    """How many units, battalions and whole commands, the program ordered, by side."""
    cut_off: tuple[SupplyChange, ...]
    """Formations that are out of supply. Those that were in supply before, or whose supply was traced for the first
    time, are marked as new."""
    cut_for_a_time: tuple[SupplyChange, ...]
    """Formations that were cut off and are in supply again."""
    in_supply_again: tuple[SupplyChange, ...]
    decided: tuple[ReportedDecision, ...]
    waiting: tuple[ReportedDecision, ...]
    landed: tuple[Group, ...]
    """Landed units, by their state after the landing."""
    air: tuple[Group, ...]
    """Aircraft by the result of their missions, without landings."""
    not_flown: tuple[Group, ...]
    """Aircraft that stayed on the ground, with their task and the reason, landings too."""
    lost: tuple[Group, ...]
    """Battalions whose state became worse outside a battle, by their new state."""
    returned: tuple[Group, ...]
    rested: tuple[Group, ...]
    marches: tuple[Group, ...]
    arrived: tuple[Group, ...]
    ground: tuple[tuple[str, tuple[str, ...]], ...]
    """Places by the side that took them, those that score first."""
    works: tuple[str, ...]
    """Bridges blown and built, obstacles laid and opened."""
    scored: tuple[tuple[str, tuple[tuple[str, int], ...]], ...]
    weather: tuple[str, ...]


def summary_of(report: DayReport, waiting: str, in_full: str, every_line: str = "") -> Summary:
    """Return the report in blocks, the weightiest first; ``waiting``: what the clock waits for, with its program
    command; ``every_line``: the command, or the page, that lists each order of the program.
    """
    return Summary(
        title=_title(report),
        aside="Score: " + ", ".join(f"{side} {points}" for side, points in report.score),
        blocks=tuple(_blocks(report, every_line)),
        closing=(f"Next: {_next(report, waiting)}",) if waiting else (),
        in_full=in_full,
    )


def _title(report: DayReport) -> str:
    first, last = report.begun, report.last
    if first == last:
        return f"Turn {last}, {report.when}"
    if first.day == last.day:
        return f"Day {first.day}, {report.when}, turns {first} to {last}"
    return f"Days {first.day} to {last.day}, {report.when}, turns {first} to {last}"


def _next(report: DayReport, waiting: str) -> str:
    """Return what the clock waits for, without the decisions, which have a block of their own."""
    if report.waiting:
        return f"see the choices with campaign decide, answer with campaign decide {report.waiting[0].number} ANSWER"
    return waiting


def _blocks(report: DayReport, every_line: str) -> Iterator[Block]:
    yield _battles(report)
    yield _decisions("Decide", report.waiting)
    yield Block("Out of supply", tuple(map(_supply, report.cut_off)), in_rows=True, is_kept=True, is_bad=True)
    yield Block("Cut off briefly", tuple(map(_supply, report.cut_for_a_time)), in_rows=True, is_kept=True)
    yield _decisions("Default answer", report.decided)
    yield Block("Orders", tuple(f"{side}: {text}" for side, text in report.orders), in_rows=True, is_kept=True)
    yield Block("Program orders", tuple(_by_program(report, every_line)), is_kept=True)
    yield Block(
        "In contact",
        tuple(map(_contact, report.contacts)),
        in_rows=True,
        is_kept=True,
        shorter=(tuple(f"{contact.place}{_since(contact.since)}" for contact in report.contacts),),
    )
    yield Block("No attack", tuple(_reasons(report)), is_light=True)
    halted = (f"{units.side}: {units.text}{_since(units.since)}" for units in report.halted)
    shorter = tuple(f"{_named(units)}{_since(units.since)}" for units in report.halted)
    yield Block("Halted", tuple(halted), in_rows=True, is_kept=True, shorter=(shorter,))
    grounded = (f"{listing(group.units, 2)}: {group.words}" for group in report.not_flown)
    yield Block("Not flown", tuple(grounded), in_rows=True, is_kept=True)
    yield Block("Lost", tuple(f"{group.side}: {_named(group)} {group.words}" for group in report.lost), is_bad=True)
    yield Block("Landings", tuple(f"{group.side}: {_counted(group)} {group.words}" for group in report.landed))
    yield Block("Air", tuple(f"{listing(group.units, 2)}: {group.words}" for group in report.air), is_light=True)
    yield from _by_side("Marches", report.marches)
    yield Block("Arrived", tuple(f"{_counted(group)} {group.words}" for group in report.arrived))
    yield Block("Back in play", tuple(f"{_named(group)} {group.words}" for group in report.returned))
    yield Block("Fresh again", tuple(map(_named, report.rested)), is_light=True)
    yield Block("Back in supply", tuple(map(_supply, report.in_supply_again)), in_rows=True, is_light=True)
    for side, places in report.ground:
        yield Block("Taken", places, side=side)
    yield Block("Bridges, roads", report.works)
    for side, awards in report.scored:
        yield Block("Points", tuple(f"{objective} {points}" for objective, points in awards), side=side)
    yield Block("Weather", report.weather, is_light=True)


def _by_program(report: DayReport, every_line: str) -> Iterator[str]:
    """Yield one phrase with the number of units that the program ordered, by side."""
    if report.by_program:
        counts = ", ".join(f"{side} {counted(count, 'unit')}" for side, count in report.by_program)
        yield f"{counts}{f'; for the reasons: {every_line}' if every_line else ''}"


def _battles(report: DayReport) -> Block:
    """Return a block with one line for each battle; for want of room its name and the holder of the field, or its
    number alone.
    """
    by_result: dict[str, list[int]] = {}
    for battle in report.battles:
        by_result.setdefault(_result(battle), []).append(battle.number)
    return Block(
        "Battles",
        tuple(f"{battle.number:2}  {battle.name}: {_result(battle)}{_losses(battle)}" for battle in report.battles),
        in_rows=True,
        is_kept=True,
        shorter=(
            tuple(f"{battle.number} {battle.name}: {_result(battle)}" for battle in report.battles),
            tuple(f"{result}: {ranges(numbers)}" for result, numbers in by_result.items()),
        ),
    )


def _result(battle: ReportedBattle) -> str:
    match battle.state:
        case BattleState.SETTLED | BattleState.RULED if battle.held_by:
            return f"{battle.held_by} hold the field"
        case BattleState.SETTLED | BattleState.RULED:
            return "both sides still on the field"
        case BattleState.PROPOSED | BattleState.PLANNED:
            return "waiting to be fought"
        case BattleState.RETURNED:
            return "not settled yet"
        case _:
            return str(battle.state)


def _losses(battle: ReportedBattle) -> str:
    """Return the losses of a battle: ``; Axis 2 lost, 1 spent``; for one that is still to be fought how many
    battalions each side has.
    """
    if battle.state in (BattleState.PROPOSED, BattleState.PLANNED):
        apart = (
            f"; enemies meet in {battle.fights} places: campaign battle split {battle.number}"
            if battle.fights > 1
            else ""
        )
        strengths = ", ".join(f"{side.side} {counted(side.battalions, 'unit')}" for side in battle.sides)
        return f" ({strengths}){apart}"
    counts = [
        (side.side, ", ".join(f"{n} {word}" for n, word in ((side.lost, "lost"), (side.spent, "spent")) if n))
        for side in battle.sides
    ]
    return "".join(f"; {side} {words}" for side, words in counts if words)


def _decisions(label: str, decisions: tuple[ReportedDecision, ...]) -> Block:
    """Return a block of decisions; for want of room only their numbers, by decision or question."""
    by_answer, by_kind = defaultdict[str, list[int]](list), defaultdict[str, list[int]](list)
    for decision in decisions:
        by_answer[decision.answer or decision.kind].append(decision.number)
        by_kind[decision.kind].append(decision.number)
    return Block(
        label,
        tuple(map(_decision, decisions)),
        in_rows=any(not decision.answer for decision in decisions),
        is_kept=True,
        is_bad=any(not decision.answer for decision in decisions),
        shorter=tuple(
            tuple(f"{words}: {ranges(numbers)}" for words, numbers in groups.items()) for groups in (by_answer, by_kind)
        ),
    )


def _decision(decision: ReportedDecision) -> str:
    answer = f": {decision.answer}" if decision.answer else ""
    return f"{decision.number} {decision.side}, {decision.kind}, {decision.subject}{answer}"


def _supply(change: SupplyChange) -> str:
    return f"{change.side}: {'; '.join(map(_under, change.formations))}"


def _under(entry: tuple[str, tuple[str, ...]]) -> str:
    """Return a formation with those under it: ``26. VGD (FR 39, GR 77)``."""
    formation, below = entry
    return f"{formation} ({', '.join(below)})" if below else formation


def _contact(contact: ReportedContact) -> str:
    sides = " against ".join(", ".join(units) for units in contact.sides)
    return f"{contact.place}: {sides}{_since(contact.since)}"


def _since(moment: Moment | None) -> str:
    return "" if moment is None else f", since turn {moment}"


def _reasons(report: DayReport) -> Iterator[str]:
    """Yield the reasons for which no unit attacks, each once, with the places."""
    places: dict[str, list[str]] = {}
    for contact in report.contacts:
        if contact.why:
            places.setdefault(contact.why, []).append(contact.place)
    yield from (f"{', '.join(names)} ({why})" for why, names in places.items())


def _named(group: Group | HaltedUnits) -> str:
    return ", ".join(group.units)


def _counted(group: Group) -> str:
    """Return a group with its number: ``59. Inf Div (6 battalions)``; a single unit is not counted."""
    return f"{_named(group)} ({group.battalions})" if group.battalions > len(group.units) else _named(group)


def _by_side(label: str, groups: tuple[Group, ...]) -> Iterator[Block]:
    for side in Counter(group.side for group in groups):
        yield Block(label, tuple(f"{_named(group)} {group.words}" for group in groups if group.side == side), side=side)
