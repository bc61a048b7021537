"""Weather over the battlefield and the basing areas, and the aircraft that may fly in it (OB-WX).

One die a day decides; bad weather may clear at the start of turns 2, 3 and 4; cloud lasts the day; in winter every
weather die is one less. Basing areas have only two kinds: fit and unfit to fly.

    effect_of(sky) -> Effect                            the effects of a kind of weather
    sky_of(result) -> Sky                               the weather that the day's die brings
    day_target(season) -> Target                        what the die must show for weather without restriction
    first_turn(day, season, dice, book, historical=, yesterday=) -> Report        the battlefield, at the start of a day
    basing_area(key, day, season, dice, book, yesterday=) -> Report               a basing area, at the start of a day
    later_turn(subject, before, turn, season, dice, book) -> Report               clearing, at the start of turns 2 to 4
    rules_of(basis) -> ids                              the rules behind the words that a report keeps
    grounded(kind, field=, base=, light=) -> reasons    empty if it may fly
"""

from __future__ import annotations

from typing import assert_never

from campaign.rules.common.dice import Dice
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.tabletop.brevity import tables
from campaign.terms.forces import AirType
from campaign.terms.rule_ids import ids_in
from campaign.terms.state import Light, Season, Sky
from campaign.terms.target import Reason, Target
from campaign.values import dataclass

BATTLEFIELD = "battlefield"
"""The subject of the battlefield's weather dice; a basing area's is its key."""

_HISTORICAL = "as it was historically"
_NOT_USED = "the weather rules are switched off (house rule use.weather)"
_RULES = {_HISTORICAL: "OB-WX-01", _NOT_USED: "OB-OPT-01"}
"""The rules behind reasons that name none. Reports keep these words in the campaign's file, so they never change."""


@dataclass(frozen=True, slots=True)
class Effect:
    """The effects of a kind of weather on the map, on the table and in the air."""

    rule: str
    """The rule of the die that brings it."""
    called: str
    """The name of the weather in reasons: ``bad weather``."""
    lasts: str
    """The reason why it is not rolled for again on that day; empty: each turn has a die for it to clear."""
    is_thick: bool
    """True if units are located only within the shortest range (OB-LOC-04), and fire takes a worse column
    (OB-AMB-052).
    """
    dims: bool
    """True if it hides the moon, and shortens reconnaissance sight (OB-AMB-050, umpire 1.13)."""
    grounds: frozenset[AirType]
    """The aircraft that do not fly over the battlefield."""
    flying: str
    """The grounded aircraft on Brevity's sheet; empty if all fly."""
    beside_the_book: str
    """The text on the sheet of a system whose book is silent about it."""


_CLEAR = Effect("OB-WX-04", "clear weather", "no restriction", False, False, frozenset(), "", "Clear")
_CLOUD = Effect(
    rule="OB-WX-03",
    called="cloud",
    lasts="cloud lasts the day",
    is_thick=False,
    dims=True,
    grounds=tables.GROUNDED_BY_CLOUD,
    flying="ground attack only, no bombers or transports",
    beside_the_book="Cloud: no bombers and no transports fly; no other effect",
)
_BAD = Effect(
    rule="OB-WX-02",
    called="bad weather",
    lasts="",
    is_thick=True,
    dims=True,
    grounds=frozenset(AirType),
    flying="no aircraft",
    beside_the_book="Bad: no aircraft fly; no effect on the table in these rules",
)


def effect_of(sky: Sky) -> Effect:
    """Return the effects of this weather on map, table and air: the one chart to which a new kind of weather is added.

    ``sky_of`` tells which die brings it. Basing areas have only bad weather and fit weather (OB-WX-07), and only bad
    weather clears (OB-WX-05); these rules name it directly.
    """
    match sky:
        case Sky.CLEAR:
            return _CLEAR
        case Sky.CLOUD:
            return _CLOUD
        case Sky.BAD:
            return _BAD
        case _:
            assert_never(sky)


@dataclass(frozen=True, slots=True)
class Report:
    """The weather from one turn on, with the natural die if one was rolled, and the reason in words."""

    sky: Sky
    roll: int | None
    basis: str


def as_it_was(sky: Sky) -> Report:
    """Return the weather that the scenario gives, without a die roll (OB-WX-01)."""
    return Report(sky, None, _HISTORICAL)


def _winter(season: Season) -> tuple[Reason, ...]:
    return (Reason(tables.WEATHER_WINTER, "winter"),) if season is Season.WINTER else ()


def day_target(season: Season) -> Target:
    """Return the face that the day's die must show for weather without restriction (OB-WX-04, OB-D-05)."""
    return Target(tables.WEATHER_CLOUD_TO + 1, "no restriction 3-6", _winter(season))


def clearing_target(season: Season, book: Rulebook) -> Target:
    """Return the face that a turn's die must show for bad weather to clear (OB-WX-05, OB-AMB-096)."""
    return Target(
        tables.WEATHER_CLEARS_FROM,
        "bad weather clears 4-6",
        _winter(season) if book.switch("wx.winter_all_rolls") else (),
    )


def sky_of(result: int) -> Sky:
    """Return the weather for the day's die with its modifier (OB-WX-02..04, OB-D-05)."""
    if result <= tables.WEATHER_BAD_TO:
        return Sky.BAD
    return Sky.CLOUD if result <= tables.WEATHER_CLOUD_TO else Sky.CLEAR


def _rolled(roll: int, reasons: tuple[Reason, ...]) -> str:
    return ", ".join([f"rolled {roll}", *map(str, reasons)])


def _opening(day: int, book: Rulebook) -> Report | None:
    if not book.switch("use.weather"):
        return Report(Sky.CLEAR, None, _NOT_USED)
    if day == 1 and book.switch("wx.air_opening"):
        return Report(Sky.CLEAR, None, "the operation began in weather fit to fly: no die on its first day (OB-WX-08)")
    return None


def _carried(subject: str, yesterday: Sky | None, season: Season, dice: Dice, book: Rulebook) -> Report | None:
    if yesterday is Sky.BAD and book.switch("wx.carry_over"):
        return _clearing(subject, season, dice, book)
    return None


def _clearing(subject: str, season: Season, dice: Dice, book: Rulebook) -> Report:
    target = clearing_target(season, book)
    roll = dice.roll(6, "clearing", subject, f"{target} clears")
    cleared = target.passes(roll)
    words = f"{_rolled(roll, target.reasons)}: {'cleared' if cleared else 'still bad'}, needed {target} (OB-WX-05)"
    return Report(Sky.CLEAR if cleared else Sky.BAD, roll, words)


def first_turn(
    day: int, season: Season, dice: Dice, book: Rulebook, *, historical: Sky | None = None, yesterday: Sky | None = None
) -> Report:
    """Return the battlefield's weather at the start of a day (OB-WX-01..04). ``historical`` is weather that the
    scenario gives, without a die roll.

    ``yesterday`` is the weather of the last turn before; it counts only if bad weather carries over.
    """
    if historical is not None:
        return as_it_was(historical)
    settled = _opening(day, book) or _carried(BATTLEFIELD, yesterday, season, dice, book)
    if settled is not None:
        return settled
    reasons = _winter(season)
    roll = dice.roll(6, "weather", BATTLEFIELD, f"{day_target(season)} no restriction, else cloud or bad")
    sky = sky_of(roll + sum(reason.value for reason in reasons))
    report = Report(sky, roll, f"{_rolled(roll, reasons)} ({effect_of(sky).rule})")
    return _first_reroll(BATTLEFIELD, report, season, dice, book)


def _first_reroll(subject: str, report: Report, season: Season, dice: Dice, book: Rulebook) -> Report:
    if report.sky is Sky.BAD and book.switch("wx.reroll_first_turn"):
        return _clearing(subject, season, dice, book)
    return report


def basing_area(
    key: str, day: int, season: Season, dice: Dice, book: Rulebook, *, yesterday: Sky | None = None
) -> Report:
    """Return the weather of a basing area at the start of a day: bad on a 1, otherwise fit to fly (OB-WX-07,
    OB-AMB-097).
    """
    settled = _opening(day, book) or _carried(key, yesterday, season, dice, book)
    if settled is not None:
        return settled
    reasons = _winter(season) if book.switch("wx.winter_all_rolls") else ()
    roll = dice.roll(
        6, "basing area weather", key, f"1 grounds its aircraft{''.join(f', {reason}' for reason in reasons)}"
    )
    bad = roll + sum(reason.value for reason in reasons) <= tables.WEATHER_BAD_TO
    return _first_reroll(
        key, Report(Sky.BAD if bad else Sky.CLEAR, roll, f"{_rolled(roll, reasons)} (OB-WX-07)"), season, dice, book
    )


def later_turn(subject: str, before: Sky, turn: int, season: Season, dice: Dice, book: Rulebook) -> Report:
    """Return the weather at the start of turn 2, 3 or 4: only bad weather is rolled for; cloudy and clear last the day
    (OB-WX-05, OB-AMB-095).
    """
    stays = effect_of(before).lasts
    if not stays:
        return _clearing(subject, season, dice, book)
    return Report(before, None, f"as before turn {turn}; {stays}")


def rules_of(basis: str) -> tuple[str, ...]:
    """Return the rules behind the reason that a report keeps: those it names, otherwise those by which no die was
    rolled (OB-WX-01, OB-OPT-01, OB-AMB-095).
    """
    return ids_in(basis) or ((_RULES.get(basis, "OB-AMB-095"),) if basis else ())


def grounded(kind: AirType, *, field: Sky, base: Sky, light: Light) -> tuple[str, ...]:
    """Return why aircraft of this type may not attack over the battlefield now; empty if they may. Transports carry
    supply by night too.
    """
    reasons, effect = [], effect_of(field)
    if effect.grounds == frozenset(AirType):
        reasons.append(f"{effect.called} over the battlefield: no air activity ({effect.rule})")
    elif kind in effect.grounds:
        aircraft = "transport aircraft" if kind is AirType.TRANSPORT else f"{kind.value}s"
        reasons.append(f"{effect.called}: no {aircraft} ({effect.rule})")
    if base is Sky.BAD:
        reasons.append("bad weather at their basing area (OB-WX-07)")
    if light is not Light.DAY and kind not in tables.ATTACKS_AT_NIGHT and kind is not AirType.TRANSPORT:
        reasons.append("night: only medium and heavy bombers attack (OB-AIR-10)")
    return tuple(reasons)
