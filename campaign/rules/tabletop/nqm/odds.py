"""Exact odds of the dice of Not Quite Mechanised, as fractions.

casualties(volleys) -> Chances[int]             one hour's fire of one side
firefight(ours, theirs, book, hours) -> Firefight     won, level, behind after this number of hours
exchange(attack, defence, draw) -> Chances[Exchange]  one throw of a close assault
assault(of, book) -> AssaultOdds                      up to the attacker's number of exchanges, with break tests
                                                      on request
recce(grade, defender, book) -> Chances[Contact]      the three dice
opening(grade) -> Chances[RangeBand]
holds(grade, book), breaks_under(fire, level, grade, book)
terror(), stays_when_tanks_enter(...)
after_reorganising(pins), lost_for_good(black), from_hit_to_loss(pools)
harassing(volleys), scooted(hits)                     chance to disorganise; casualties of recce that scoots
breaking_out(stands), bombardment(of) -> Chances[Bombarding]
state_after(points, lost, red, black, before, book) -> Chances[State]
bridgehead(book), bridge(book) -> Chances[hours]
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, product
from math import factorial, prod

from campaign.rules.common.odds import ALWAYS, NEVER, Chances, binomial, certain
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.day import nqm_tasks
from campaign.rules.tabletop.nqm import assault as close
from campaign.rules.tabletop.nqm import recce as reccing
from campaign.rules.tabletop.nqm.assault import Draw, Exchange
from campaign.rules.tabletop.nqm.firing import (
    Bombardment,
    Volley,
    faces_of,
    harassing_fire_disorganises,
    resolve_bombardment,
)
from campaign.rules.tabletop.nqm.morale import breakout, terror_surrenders
from campaign.rules.tabletop.nqm.morale import holds as hold_of
from campaign.rules.tabletop.nqm.pins import halved, odd_comes_off
from campaign.rules.tabletop.nqm.recce import Contact
from campaign.rules.tabletop.nqm.returns import Losses, state_of
from campaign.rules.tabletop.nqm.tables import ENGAGE, Faces, Grade, RangeBand
from campaign.terms.state import State
from campaign.values import dataclass

_SIXTH = Fraction(1, 6)
_D6 = range(1, 7)


def chances_of(faces: Faces) -> Chances[int]:
    """Return the chances of the casualties of one die."""
    return Chances((hits, _SIXTH) for hits in faces)


def _added(chances: Chances[int], more: Chances[int]) -> Chances[int]:
    return chances.beside(more).map(sum)


@cache
def _so_many(faces: Faces, dice: int) -> Chances[int]:
    if dice == 0:
        return certain(0)
    return _added(_so_many(faces, dice - 1), chances_of(faces))


def casualties(volleys: Iterable[Volley]) -> Chances[int]:
    """Return the chances of the casualties of all these dice together (NQM-TBL-T12)."""
    total = certain(0)
    for volley in volleys:
        total = _added(total, _so_many(faces_of(volley), volley.dice))
    return total


def harassing(volleys: Iterable[Volley]) -> Fraction:
    """Return the chance that direct dice at harassing range disorganise: that any of them scores (NQM-AMB-45)."""
    quiet = ALWAYS
    for volley in volleys:
        scores = sum(harassing_fire_disorganises(volley, face) for face in _D6)
        quiet *= (1 - Fraction(scores, 6)) ** volley.dice
    return 1 - quiet


def scooted(hits: Chances[int]) -> Chances[int]:
    """Return the chances of the casualties that recce which shoots and scoots takes: half, the odd one diced for
    (NQM-RECCE-15, NQM-AMB-34).
    """
    return hits.then(lambda count: Chances((reccing.scooted(count, odd_face=face), _SIXTH) for face in _D6))


def average(chances: Chances[int]) -> Fraction:
    """Return the mean of the outcomes."""
    return sum((value * chance for value, chance in chances.items()), NEVER)


@dataclass(frozen=True, slots=True)
class Firefight:
    """The chances that the attacker has won by the end of an hour or, if not, that it has caused as many casualties as
    suffered, or fewer.
    """

    won: Fraction
    level: Fraction
    behind: Fraction


def firefight(ours: Sequence[Volley], theirs: Sequence[Volley], book: Rulebook, hours: int = 1) -> Firefight:
    """Return the chances by the end of this number of hours of the same fire by both sides at once; a winner fires no
    more (NQM-FIRE-19, -20, NQM-AMB-46).
    """
    cumulative = book.word("nqm.firefight.win") == "cumulative"
    margin = casualties(ours).beside(casualties(theirs)).map(lambda pair: pair[0] - pair[1])
    lead = certain(0)
    for _ in range(hours):
        lead = lead.then(lambda n: certain(n) if n > 0 else margin.map(lambda more: n + more if cumulative else more))
    return Firefight(lead.chance(lambda n: n > 0), lead.of(0), lead.chance(lambda n: n < 0))


# Close assault -------------------------------------------------------------------------------------------------------
@cache
def _throws(dice: int) -> tuple[tuple[tuple[int, ...], Fraction], ...]:
    """Return every throw of this number of dice as a sorted tuple, with its chance."""
    result = []
    # The faces of a die, the highest first.
    for handful in combinations_with_replacement(range(6, 0, -1), dice):
        ways = factorial(dice) // prod(factorial(handful.count(face)) for face in set(handful))
        result.append((handful, Fraction(ways, 6**dice)))  # The faces of a die.
    return tuple(result)


@cache
def exchange(attack: int, defence: int, draw: Draw = Draw.NOBODY) -> Chances[Exchange]:
    """Return the chances of one throw of both sides, paired (NQM-ASSAULT-07 to -10)."""
    return Chances(
        (close.exchange(ours, theirs, draw), weight * two)
        for (ours, weight), (theirs, two) in product(_throws(attack), _throws(defence))
    )


class AssaultEnd(StrEnum):
    """The ways in which the exchanges of one hour end."""

    CLEARED = "no unwounded defender left"
    SPENT = "no unwounded attacker left"
    BOTH_SPENT = "neither has an unwounded figure left"
    DEFENDER_BREAKS = "the defender breaks"
    ATTACKER_BREAKS = "the attacker breaks"
    UNDECIDED = "undecided"


@dataclass(frozen=True, slots=True)
class Assault:
    """A close assault of one hour. Levels are further casualties at which a side tests; None: it does not."""

    attacker: Grade
    defender: Grade
    attackers: int
    defenders: int
    exchanges: int | None = None
    attacker_level: int | None = None
    defender_level: int | None = None


@dataclass(frozen=True, slots=True)
class AssaultOdds:
    """The chances of the ends, and of the unwounded figures of both sides then."""

    ends: Chances[AssaultEnd]
    figures: Chances[tuple[int, int]]


MOST_EXCHANGES = 40
"""The most exchanges calculated: an elite attacker has no limit (NQM-TBL-ASSAULT), but after this number fewer than one
in a million assaults of 30 elite figures on 30 are undecided.
"""

_State = tuple[int, int, bool, bool]
"""The unwounded attackers and defenders, and whether each side has passed its test."""


def assault(of: Assault, book: Rulebook) -> AssaultOdds:
    """Return the odds of an assault: exchange after exchange, each casualty an unwounded figure, until a side has none
    or breaks (NQM-ASSAULT-04 to -12).
    """
    draw = close.draw_winner(of.attacker, of.defender)
    limit = of.exchanges if of.exchanges is not None else close.attacks(of.attacker)
    going: dict[_State, Fraction] = {(of.attackers, of.defenders, False, False): ALWAYS}
    ends: list[tuple[tuple[AssaultEnd, int, int], Fraction]] = []
    for _ in range(MOST_EXCHANGES if limit is None else limit):
        following: dict[_State, Fraction] = {}
        for (ours, theirs, we_passed, they_passed), chance in going.items():
            our_dice = close.dice_of(ours, of.attacker, attacking=True)
            their_dice = close.dice_of(theirs, of.defender, attacking=False)
            for result, likely in exchange(our_dice, their_dice, draw).items():
                remaining = ours - result.defender, theirs - result.attacker
                for end, state, part in _tested(of, remaining, (we_passed, they_passed), book):
                    weight = chance * likely * part
                    if end is None:
                        following[state] = following.get(state, NEVER) + weight
                    else:
                        ends.append(((end, *remaining), weight))
        going = following
    ends.extend(((AssaultEnd.UNDECIDED, state[0], state[1]), chance) for state, chance in going.items())
    all_ends = Chances(ends)
    return AssaultOdds(all_ends.map(lambda ending: ending[0]), all_ends.map(lambda ending: (ending[1], ending[2])))


def _tested(
    of: Assault, remaining: tuple[int, int], passed: tuple[bool, bool], book: Rulebook
) -> list[tuple[AssaultEnd | None, _State, Fraction]]:
    """Return the continuations after an exchange: a side is used up, or tests if its level is reached; the attacker
    tests first.
    """
    ours, theirs = remaining
    if ours == 0 or theirs == 0:
        spent = AssaultEnd.BOTH_SPENT if ours == theirs else AssaultEnd.SPENT if ours == 0 else AssaultEnd.CLEARED
        return [(spent, (ours, theirs, *passed), ALWAYS)]
    we_test = not passed[0] and of.attacker_level is not None and of.attackers - ours >= of.attacker_level
    they_test = not passed[1] and of.defender_level is not None and of.defenders - theirs >= of.defender_level
    ours_hold = holds(of.attacker, book) if we_test else ALWAYS
    theirs_hold = holds(of.defender, book) if they_test else ALWAYS
    state = (ours, theirs, passed[0] or we_test, passed[1] or they_test)
    return [
        (AssaultEnd.ATTACKER_BREAKS, state, 1 - ours_hold),
        (AssaultEnd.DEFENDER_BREAKS, state, ours_hold * (1 - theirs_hold)),
        (None, state, ours_hold * theirs_hold),
    ]


# Recce ---------------------------------------------------------------------------------------------------------------
def recce(grade: Grade, defender: Grade, book: Rulebook) -> Chances[Contact]:
    """Return the chances of the recce dice, red, white and blue (NQM-RECCE-08 to -12)."""
    return Chances((reccing.sequence(grade, defender, faces, book), _SIXTH**3) for faces in product(_D6, _D6, _D6))


def caught_in_column(body: Grade, defender: Grade) -> Fraction:
    """Return the chance that a main body without a marked start line is caught marching (NQM-SEQ-09)."""
    return 1 - reccing.shakes_out(body, defender).chance


def opening(grade: Grade) -> Chances[RangeBand]:
    """Return the chances of the range at which a unit opens fire on an enemy (NQM-TBL-ENGAGE)."""
    return Chances((band, _SIXTH) for band in ENGAGE[grade])


# Morale --------------------------------------------------------------------------------------------------------------
def holds(grade: Grade, book: Rulebook) -> Fraction:
    """Return the chance to hold firm; certain for the elite, which never test."""
    faces = hold_of(grade, book)
    return ALWAYS if faces is None else faces.chance


def breaks_under(fire: Chances[int], level: int, grade: Grade, book: Rulebook) -> Fraction:
    """Return the chance that this fire brings a unit to its test and that it fails (NQM-MORALE-01, -02)."""
    return fire.chance(lambda n: n >= level) * (1 - holds(grade, book))


def terror() -> Fraction:
    """Return the chance of surrendering in tank terror (NQM-SPECIAL-06)."""
    return Fraction(sum(terror_surrenders(face) for face in _D6), 6)


def stays_when_tanks_enter(grade: Grade, book: Rulebook, *, terrified: bool = False) -> Fraction:
    """Return the chance that infantry stays in a position that tanks drive into, after tank terror if it applies
    (NQM-FIRE-12, NQM-SPECIAL-06).
    """
    return (1 - terror() if terrified else ALWAYS) * holds(grade, book)


def breaking_out(stands: int) -> Chances[int]:
    """Return the chances of the number of surrounded veteran stands that get away (NQM-GRADE-11)."""
    return Chances(enumerate(binomial(stands, breakout().chance)))


# Pins ----------------------------------------------------------------------------------------------------------------
def after_reorganising(pins: int) -> Chances[int]:
    """Return the chances of the pins that stay on when a unit reorganises (NQM-REORG-12, -13)."""
    off = Fraction(sum(odd_comes_off(face) for face in _D6), 6)
    return Chances([(halved(pins, odd_off=True), off), (halved(pins), 1 - off)])


def lost_for_good(black: int) -> Chances[int]:
    """Return the chances of the permanent losses from black pins when the battle ends (NQM-CAS-11)."""
    return after_reorganising(black)


def from_hit_to_loss(pools: Sequence[int]) -> Chances[int]:
    """Return the chances of the permanent losses from casualties that are reorganised, pool by pool, and halved again
    at the end (NQM-CAS-12, NQM-AMB-75).
    """
    black = certain(0)
    for pins in pools:
        black = _added(black, after_reorganising(pins))
    return black.then(lost_for_good)


def state_after(points: int, lost: int, red: int, black: int, before: int, book: Rulebook) -> Chances[State]:
    """Return the chances of the state of a battalion with these points and losses, with red and black pins of this
    battle and ``before`` from earlier ones.
    """
    stay = after_reorganising(red).map(lambda pins: pins + black)
    if book.word("nqm.recovery") != "overnight":
        stay = stay.then(lost_for_good)
    return stay.map(lambda pins: state_of(Losses(points, lost, before, pins), book))


# Tasks ---------------------------------------------------------------------------------------------------------------
def bridgehead(book: Rulebook) -> Chances[Fraction]:
    """Return the chances of the hours to a bridgehead for infantry, the crossing planned (NQM-TASK-04)."""
    if not book.is_word("nqm.tasks.bridgehead_hours"):
        return certain(book.number("nqm.tasks.bridgehead_hours"))
    return Chances((nqm_tasks.bridgehead_hours(face), _SIXTH) for face in _D6)


def bridge(book: Rulebook) -> Chances[Fraction]:
    """Return the chances of the hours to a bridge for vehicles, the bridgehead won (NQM-TASK-05)."""
    if not book.is_word("nqm.tasks.bridge_hours"):
        return certain(book.number("nqm.tasks.bridge_hours"))
    return Chances((nqm_tasks.bridge_hours(face), _SIXTH) for face in _D6)


# Artillery -----------------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Bombarding:
    """A possible result of a bombardment."""

    casualties: int
    disorganises: bool


def bombardment(of: Bombardment) -> Chances[Bombarding]:
    """Return the chances of all dice of a bombardment (NQM-ARTY-01, -05, NQM-AMB-43, -44)."""
    result: list[tuple[Bombarding, Fraction]] = []
    for handful, chance in _throws(of.dice):
        done = resolve_bombardment(of, handful)
        result.append((Bombarding(done.casualties, done.disorganises), chance))
    return Chances(result)
