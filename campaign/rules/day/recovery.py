"""Recovery and amalgamation of destroyed battalions at the first turn of a day (OB-RCV, umpire 1.2, 1.3, 1.21).

Each divisional headquarters rolls one die for its division; a corps headquarters rolls one for destroyed divisional
headquarters and for battalions of commands directly under the corps. Then a division may amalgamate two destroyed
battalions into one; the opponent chooses which of the two comes back.

    target(grade) -> Target
    grade_of(corps, book) -> SupplyGrade
    rollers(headquarters, lost, book) -> tuple[Roller | NoRoll, ...]      the headquarters that roll, for which units,
                                                                          and why the others do not
    corps_rollers(headquarters, lost, book) -> tuple[Roller, ...]    corps headquarters, where the rulebook brings them
                                                                     back
    roll(roller, dice) -> bool
    preferred(roller) -> Lost                                        the choice that the program makes for the owner
    pairs(headquarters, lost, done_today, book) -> tuple[Pairing | NoRoll, ...]
    check_pair(first, second) -> faults
    returned(headquarters, battalion, companies, book, rule=) -> tuple[Returned, ...]
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from campaign.rules.common.dice import Dice
from campaign.rules.common.force import Strength
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.common.strength import bands_of, restored
from campaign.rules.tabletop.brevity import tables
from campaign.terms.forces import Level, Size
from campaign.terms.position import Position
from campaign.terms.state import Posture, State, SupplyGrade
from campaign.terms.target import Target
from campaign.values import dataclass


@dataclass(frozen=True, slots=True)
class Headquarters:
    """A divisional or corps headquarters at the start of a day.

    ``formation`` is the formation it commands; ``command`` the command it belongs to itself, to which returned
    battalions are attached. ``in_supply``: its formation and every level above, as far as recovery needs them
    (OB-AMB-111); ``supply`` gives the reason.
    """

    id: int
    key: str
    name: str
    level: Level
    formation: int
    formation_name: str
    command: int
    grade: SupplyGrade
    in_play: bool
    in_supply: bool
    supply: str
    at: Position | None
    corps: int = 0
    """The corps it belongs to, or is the headquarters of."""


@dataclass(frozen=True, slots=True)
class Lost:
    """A battalion out of play. ``formation``: the organic division, or the corps if its command is directly under one.

    A lost divisional headquarters has the corps as its formation. ``gone_since`` is the turn it was destroyed, as
    ``Moment.index``; ``position`` its place in the order of battle.
    """

    id: int
    key: str
    name: str
    formation: int
    state: State
    establishment: Strength
    strength: Strength
    size: Size = Size.NORMAL
    headquarters_of: Level | None = None
    parent: int | None = None
    gone_since: int = 0
    position: int = 0

    @property
    def can_return(self) -> bool:
        """True if the battalion is destroyed, not captured or disbanded (OB-RCV-04, -06), and not a company split from
        a battalion (umpire 1.3).
        """
        return self.state is State.DESTROYED and self.parent is None and self.headquarters_of is not Level.CORPS


@dataclass(frozen=True, slots=True)
class Roller:
    """A headquarters that rolls today, with the face it needs and the units it may bring back."""

    headquarters: Headquarters
    target: Target
    candidates: tuple[Lost, ...]
    subject: str = ""
    """The subject of its die; empty: the headquarters' own."""


@dataclass(frozen=True, slots=True)
class NoRoll:
    """A formation that has units to bring back and may not roll, with the reason."""

    formation: int
    formation_name: str
    rule: str
    why: str


@dataclass(frozen=True, slots=True)
class Pairing:
    """A division that may amalgamate a pair today, with the destroyed battalions to choose from."""

    headquarters: Headquarters
    candidates: tuple[Lost, ...]


@dataclass(frozen=True, slots=True)
class Returned:
    """The state in which a battalion comes back into play (OB-RCV-03, OB-AMB-108)."""

    id: int
    state: State
    strength: Strength
    present: int
    at: Position | None
    posture: Posture
    rule: str


def grade_of(corps: SupplyGrade, book: Rulebook) -> SupplyGrade:
    """Return the supply grade that counts for recovery: the corps' own today, or by house rule one for all (OB-AMB-107,
    umpire 1.21).
    """
    word = book.word("rcv.supply_grade")
    return corps if word == "by corps" else SupplyGrade(word)


def target(grade: SupplyGrade) -> Target:
    """Return the face needed for recovery: 5-6 for a well supplied force, 6 for a poorly supplied one (OB-RCV-02)."""
    if grade is SupplyGrade.WELL:
        return Target(tables.RECOVERY_WELL_FROM, "recovery, well supplied 5-6")
    return Target(tables.RECOVERY_POORLY_FROM, "recovery, poorly supplied 6")


def _by_formation(lost: Iterable[Lost]) -> dict[int, tuple[Lost, ...]]:
    grouped: dict[int, list[Lost]] = {}
    for battalion in lost:
        if battalion.can_return:
            grouped.setdefault(battalion.formation, []).append(battalion)
    return {
        formation: tuple(sorted(group, key=lambda lost_battalion: (lost_battalion.position, lost_battalion.id)))
        for formation, group in grouped.items()
    }


def _bar(headquarters: Headquarters) -> NoRoll | None:
    def no(rule: str, why: str) -> NoRoll:
        return NoRoll(headquarters.formation, headquarters.formation_name, rule, why)

    if not headquarters.in_play:
        rule = "OB-RCV-07" if headquarters.level is Level.DIVISION else "OB-AMB-110"
        return no(rule, f"{headquarters.name} is not in play: no die for {headquarters.formation_name}")
    if not headquarters.in_supply:
        return no("OB-RCV-08", headquarters.supply)
    return None


def rollers(headquarters: Iterable[Headquarters], lost: Iterable[Lost], book: Rulebook) -> tuple[Roller | NoRoll, ...]:
    """Return the recovery dice: one for each divisional and corps headquarters that has a unit to bring back
    (OB-RCV-02, -07, umpire 1.2).
    """
    if not book.switch("use.recovery"):
        return ()
    waiting = _by_formation(lost)
    return tuple(
        _bar(hq) or Roller(hq, target(hq.grade), waiting[hq.formation])
        for hq in headquarters
        if hq.level in (Level.DIVISION, Level.CORPS) and hq.formation in waiting
    )


def corps_rollers(headquarters: Iterable[Headquarters], lost: Iterable[Lost], book: Rulebook) -> tuple[Roller, ...]:
    """Return the recovery dice of destroyed corps headquarters, which the house rule gives them; they return beside
    their first divisional headquarters in play (OB-AMB-110).
    """
    if not (book.switch("use.recovery") and book.switch("rcv.corps_hq_returns")):
        return ()
    staffs, out = (
        tuple(headquarters),
        {lost_battalion.id: lost_battalion for lost_battalion in lost if lost_battalion.state is State.DESTROYED},
    )
    rollers = []
    for staff in staffs:
        beside = [
            other_staff
            for other_staff in staffs
            if other_staff.corps == staff.corps and other_staff.level is Level.DIVISION and other_staff.in_play
        ]
        if staff.level is Level.CORPS and staff.id in out and beside:
            rollers.append(Roller(beside[0], target(staff.grade), (out[staff.id],), staff.key))
    return tuple(rollers)


def roll(roller: Roller, dice: Dice) -> int:
    """Roll the headquarters' one die of the day and return its face; ``roller.target`` says whether it succeeds."""
    return dice.roll(6, "recovery", roller.subject or roller.headquarters.key, f"{roller.target} returns a battalion")


def preferred(roller: Roller) -> Lost:
    """Return the unit that automatic play brings back: a headquarters first, then the largest, then the one longest out
    of play.
    """
    sizes = {Size.LARGE: 0, Size.NORMAL: 1, Size.WEAK: 2, Size.COMPANY: 3}  # Only their order counts.
    return min(
        roller.candidates,
        key=lambda candidate: (
            candidate.headquarters_of is not Level.DIVISION,
            sizes[candidate.size],
            candidate.gone_since,
            candidate.position,
            candidate.id,
        ),
    )


def pairs(
    headquarters: Iterable[Headquarters], lost: Iterable[Lost], done_today: Mapping[int, int], book: Rulebook
) -> tuple[Pairing | NoRoll, ...]:
    """Return the divisions that may amalgamate now, after the recovery dice; ``done_today`` counts pairs by formation
    (OB-RCV-05, OB-AMB-109).
    """
    if not book.switch("use.recovery"):
        return ()
    waiting = _by_formation(
        lost_battalion for lost_battalion in lost if lost_battalion.headquarters_of is not Level.DIVISION
    )
    result: list[Pairing | NoRoll] = []
    for hq in headquarters:
        remaining = book.integer("rcv.amalgamations_per_day") - done_today.get(hq.formation, 0)
        candidates = waiting.get(hq.formation, ())
        if hq.level in (Level.DIVISION, Level.CORPS) and remaining > 0 and len(candidates) >= 2:
            result.append(_bar(hq) or Pairing(hq, candidates))
    return tuple(result)


def check_pair(first: Lost, second: Lost) -> tuple[str, ...]:
    """Return the reasons why these two battalions may not be amalgamated; empty if they may (OB-RCV-04..06,
    OB-AMB-109).
    """
    faults = []
    if first.id == second.id:
        faults.append(f"{first.name} cannot be amalgamated with itself: name two destroyed battalions")
    for lost_battalion in dict.fromkeys((first, second)):
        if lost_battalion.state is not State.DESTROYED:
            faults.append(
                f"{lost_battalion.name} is {lost_battalion.state}: only destroyed battalions are amalgamated, never"
                " captured or disbanded ones (OB-RCV-04)"
            )
        elif lost_battalion.parent is not None:
            faults.append(
                f"{lost_battalion.name} is a company split from its battalion: it comes back with it (umpire 1.3)"
            )
        elif lost_battalion.headquarters_of in (Level.DIVISION, Level.CORPS):
            faults.append(
                f"{lost_battalion.name} is a {lost_battalion.headquarters_of} headquarters: it comes back only by a"
                " corps headquarters' die (OB-RCV-07)"
            )
    if first.formation != second.formation:
        faults.append(f"{first.name} and {second.name} are not of one division (OB-AMB-109)")
    return tuple(faults)


def returned(
    headquarters: Headquarters, battalion: Lost, companies: Sequence[Lost], book: Rulebook, *, rule: str
) -> tuple[Returned, ...]:
    """Return the battalion back in play beside the headquarters, with its own destroyed companies (OB-RCV-03, umpire
    1.3, 1.20).

    It is fresh unless the rulebook says spent, in line, and attached to the headquarters' command; its losses are set
    to just under those of the next worse state. ``rule``: OB-RCV-02, -05 or -07, the one that brought it back.
    """
    state = State.SPENT if book.switch("rcv.return_spent") else State.FRESH
    bands = bands_of(book)
    back = [
        battalion,
        *(company for company in companies if company.parent == battalion.id and company.state is State.DESTROYED),
    ]
    return tuple(
        Returned(
            lost_battalion.id,
            state,
            restored(lost_battalion.strength, lost_battalion.establishment, bands, state),
            headquarters.command,
            headquarters.at,
            Posture.LINE,
            rule,
        )
        for lost_battalion in back
    )
