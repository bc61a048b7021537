"""Exact odds of Brevity's dice, as fractions: fire, readiness, moves, weather, air supply.

    fire_odds(attack) -> FireOdds                  none, pinned, spent, destroyed, captured
    outcomes(dice, to_hit, to_penetrate, to_cause, spent=, surrounded=) -> Chances[Result]
    readiness(nation, book, ...) -> Target         with the house rule on natural sixes
    at_least_moves(target, moves) -> Fraction      the moves that a command makes in a turn
    day_weather(season) -> Chances[Sky]            turn_weather(season, turn, book) -> Chances[Sky]
    air_supply(missions) -> Fraction               wrong_target(attacks) -> Fraction

Chains of exchanges (a bombardment, then an assault; waves) are in ``chains``, landings and recovery in
``rules.day``.
"""

from __future__ import annotations

from fractions import Fraction

from campaign.rules.common.odds import ALWAYS, NEVER, Chances, at_least_once, certain
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.day import weather as skies
from campaign.rules.tabletop.brevity import command as commands
from campaign.rules.tabletop.brevity import tables
from campaign.rules.tabletop.brevity.attack import Attack, Result, result_of
from campaign.terms.forces import Nationality
from campaign.terms.state import Season, Sky
from campaign.terms.target import Reason, Target
from campaign.values import dataclass


@dataclass(frozen=True, slots=True)
class FireOdds:
    """The chances of the results of one fire, which add up to 1. ``pinned``: pinned and nothing worse; ``captured``:
    destroyed while surrounded.
    """

    none: Fraction
    pinned: Fraction
    spent: Fraction
    destroyed: Fraction
    captured: Fraction = NEVER

    @property
    def out_of_action(self) -> Fraction:
        """The chance that the battalion fired on can do nothing more in this move: pinned or worse."""
        return 1 - self.none

    @property
    def lost(self) -> Fraction:
        """The chance that the battalion fired on is destroyed or captured."""
        return self.destroyed + self.captured


def fire_odds(attack: Attack) -> FireOdds:
    """Return the exact odds of a prepared fire; certain to do nothing if it cannot be made."""
    if attack.barred:
        return odds_of(certain(Result.NONE))
    mark = attack.fire.mark
    return odds_of(
        outcomes(
            attack.dice,
            attack.to_hit,
            attack.to_penetrate,
            attack.to_cause,
            spent=mark.spent,
            surrounded=mark.surrounded,
        )
    )


def odds_of(chances: Chances[Result]) -> FireOdds:
    """Return the chances of results by name."""
    return FireOdds(*(chances.of(result) for result in Result))


def outcomes(
    dice: int,
    to_hit: Target,
    to_penetrate: Target | None,
    to_cause: Target,
    *,
    spent: bool = False,
    surrounded: bool = False,
) -> Chances[Result]:
    """Return the chances of the results of this number of dice: each hits, penetrates and causes casualties by itself
    (OB-PEN, OB-CAS).
    """
    through = to_hit.chance * (ALWAYS if to_penetrate is None else to_penetrate.chance)
    harm = through * to_cause.chance
    nothing = (1 - through) ** dice
    unharmed = (1 - harm) ** dice
    once = dice * harm * (1 - harm) ** (dice - 1) if dice else NEVER
    twice = 1 - unharmed - once
    return Chances(
        [
            (Result.NONE, nothing),
            (Result.PINNED, unharmed - nothing),
            (result_of(1, 1, spent=spent, surrounded=surrounded), once),
            (result_of(2, 2, spent=spent, surrounded=surrounded), twice),
        ]
    )


def point_odds(attack: Attack) -> FireOdds:
    """Return the odds of a point attack noted earlier, on a battalion revealed there: pins are ignored (OB-ART-08)."""
    shown = fire_odds(attack)
    return FireOdds(shown.none + shown.pinned, NEVER, shown.spent, shown.destroyed, shown.captured)


# A command -----------------------------------------------------------------------------------------------------------
def natural_six(target: Target, book: Rulebook) -> Target:
    """Return the score, changed if the house rule says so: a natural 6 then always passes unless the cell is a dash
    (OB-AMB-014).
    """
    if target.needed is not None or target.score is None or not book.switch("dice.natural_six_passes"):
        return target
    lift = target.score - target.modifier - 6
    return Target(target.score, target.base, (*target.reasons, Reason(lift, "a natural 6 always passes")))


def readiness(
    nation: Nationality,
    book: Rulebook,
    *,
    night: bool = False,
    inexperienced: bool = False,
    flame_throwers: bool = False,
    corps_commander: bool = False,
) -> Target:
    """Return the score that a command must roll to keep its officer, house rules included (OB-READY-03..07)."""
    target = commands.readiness(
        nation, night=night, inexperienced=inexperienced, flame_throwers=flame_throwers, corps_commander=corps_commander
    )
    return natural_six(target, book)


def at_least_moves(target: Target, moves: int) -> Fraction:
    """Return the chance of at least this many moves in a turn: a command moves again as long as it passes
    (OB-SEQ-18).
    """
    return target.chance ** max(0, moves - 1)


def expected_moves(target: Target) -> Fraction:
    """Return the average moves a turn. A score that never fails has no average: the turn would not end."""
    return 1 / (1 - target.chance)


# Weather, recovery, air ----------------------------------------------------------------------------------------------
def day_weather(season: Season) -> Chances[Sky]:
    """Return the battlefield's weather by the day's die (OB-WX-01..04, -06, OB-D-05)."""
    shift = tables.WEATHER_WINTER if season is Season.WINTER else 0
    faces = {face: Fraction(1, 6) for face in range(1, 7)}
    return Chances(faces).map(lambda face: skies.sky_of(face + shift))


def turn_weather(season: Season, turn: int, book: Rulebook) -> Chances[Sky]:
    """Return the weather in turn 1 to 4 of a day: bad weather is rolled for again as each later turn begins (OB-WX-05,
    OB-AMB-095).
    """
    clears = skies.clearing_target(season, book).chance
    rolls = turn - 1 + (1 if book.switch("wx.reroll_first_turn") else 0)
    stays = (1 - clears) ** rolls
    return day_weather(season).then(
        lambda sky: Chances({Sky.BAD: stays, Sky.CLEAR: 1 - stays}) if sky is Sky.BAD else certain(sky)
    )


def basing_area(season: Season, book: Rulebook) -> Fraction:
    """Return the chance that the aircraft of a basing area are grounded as a day begins (OB-WX-07, OB-AMB-096)."""
    shift = tables.WEATHER_WINTER if season is Season.WINTER and book.switch("wx.winter_all_rolls") else 0
    return Fraction(tables.WEATHER_BAD_TO - shift, 6)


def air_supply_target() -> Target:
    """Return the score that each mission must roll to supply a division for a turn (OB-SUP-04)."""
    return Target(tables.AIR_SUPPLY_FROM, "air supply 3-6")


def air_supply(missions: int) -> Fraction:
    """Return the chance that this number of missions supplies a division: a single success is enough (OB-AMB-117)."""
    return at_least_once(air_supply_target().chance, missions)


def wrong_target(attacks: int) -> Fraction:
    """Return the chance that the opponent picks the target of at least one of these air attacks (OB-AIR-03)."""
    return at_least_once(Fraction(1, 6), attacks)
