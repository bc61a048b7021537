"""The odds of Brevity's tables as a person reads them (``campaign odds brevity``, the sheet of golden tables).

fire_table(attack, attackers=, target=) -> FireTable
assault_table(plan, book) -> AssaultTable
initiative(challengers, movers, ...), readiness(nations, ...), weather(seasons), recovery(...), supply(...),
landing(...), strike(...) -> OddsTable
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction

from campaign.rules.common.odds import at_least_once, binomial
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.day import landing
from campaign.rules.day import recovery as recoveries
from campaign.rules.day import weather as skies
from campaign.rules.tabletop.brevity import chains, odds
from campaign.rules.tabletop.brevity import command as commands
from campaign.rules.tabletop.brevity.attack import Attack, Result
from campaign.rules.tabletop.brevity.chains import Assault, BodyOdds
from campaign.rules.tabletop.brevity.fire import Firing
from campaign.rules.tabletop.brevity.tables import Landing
from campaign.terms.forces import Nationality
from campaign.terms.ground import Cover
from campaign.terms.state import Season, Sky, SupplyGrade
from campaign.terms.target import Target
from campaign.views.odds import AssaultTable, BodyLine, FireTable, NotCounted, OddsRow, OddsTable, Score

MOST_MOVES_SHOWN = 4
MOST_RETURNS_SHOWN = 6


def score(target: Target) -> Score:
    """A score with its reasons, as a view."""
    text = "any" if target.needed == 1 else str(target)
    return Score(text, target.needed, target.chance, target.base, tuple(map(str, target.reasons)))


def _names(firing: Iterable[Firing]) -> tuple[str, ...]:
    counted = Counter(firer.stand.name for firer in firing)
    return tuple(name if count == 1 else f"{count} {name}" for name, count in counted.items())


def fire_table(attack: Attack, *, attackers: str, target: str, point: bool = False) -> FireTable:
    """One exchange of fire. ``point``: a noted attack on somebody revealed later, pins ignored (OB-ART-08)."""
    shown = odds.point_odds(attack) if point else odds.fire_odds(attack)
    return FireTable(
        attackers=attackers,
        target=target,
        how="noted point attack" if point else attack.fire.kind.value,
        column=attack.column.value,
        strength=Fraction(attack.counted.halves, 2),
        dice=attack.dice,
        to_hit=score(attack.to_hit),
        to_penetrate=score(attack.to_penetrate) if attack.to_penetrate else None,
        to_cause_casualties=score(attack.to_cause),
        counted=_names(attack.counted.battalions),
        lending=_names(attack.counted.lending),
        left_out=tuple(
            NotCounted(omission.stand.name, omission.why, omission.rule) for omission in attack.counted.left_out
        ),
        barred=attack.barred,
        none=shown.none,
        pinned=shown.pinned,
        spent=shown.spent,
        destroyed=shown.destroyed,
        captured=shown.captured,
    )


def _line(body_odds: BodyOdds) -> BodyLine:
    each = body_odds.each
    return BodyLine(
        body_odds.body.stand.name,
        body_odds.body.count,
        each.none,
        each.pinned,
        each.spent,
        each.lost,
        dict(body_odds.fit),
    )


def assault_table(plan: Assault, book: Rulebook, *, title: str) -> AssaultTable:
    """A chain of exchanges. Raises BadInput where it is too large to be exact."""
    shown = chains.assault(plan, book)
    return AssaultTable(
        title,
        tuple(map(_line, shown.attackers)),
        tuple(map(_line, shown.defenders)),
        tuple(dict(fit) for fit in shown.fit_to_fire),
        shown.silenced,
        shown.cleared,
    )


# A command -----------------------------------------------------------------------------------------------------------
def initiative(
    challengers: Iterable[Nationality],
    movers: Iterable[Nationality],
    *,
    commander_with_challenger: bool = False,
    commander_with_mover: bool = False,
) -> OddsTable:
    """Who takes the move from whom (OB-INIT-02..05)."""
    against = tuple(movers)
    rows = []
    for challenger in challengers:
        ours = commands.bonus(challenger, corps_commander=commander_with_challenger)
        for other_nationality in against:
            theirs = commands.bonus(other_nationality, corps_commander=commander_with_mover)
            takes = commands.initiative(ours, theirs)
            label = f"{commands.ADJECTIVE[challenger]} takes the move from {commands.ADJECTIVE[other_nationality]}"
            rows.append(
                OddsRow(label, f"d6 {ours:+d} above d6 {theirs:+d}", {"takes the move": takes, "fails": 1 - takes})
            )
    return OddsTable("Initiative", tuple(rows), ("A tie fails (OB-INIT-05).",))


def readiness(
    nations: Iterable[Nationality],
    book: Rulebook,
    *,
    night: bool = False,
    inexperienced: bool = False,
    flame_throwers: bool = False,
    corps_commander: bool = False,
) -> OddsTable:
    """Who keeps its officer, and how many moves that makes in a turn (OB-READY, OB-D-04)."""
    rows = []
    for nation in nations:
        target = odds.readiness(
            nation,
            book,
            night=night,
            inexperienced=inexperienced,
            flame_throwers=flame_throwers,
            corps_commander=corps_commander,
        )
        chances = {"keeps its officer": target.chance}
        chances |= {
            f"{moves} moves or more": odds.at_least_moves(target, moves) for moves in range(2, MOST_MOVES_SHOWN + 1)
        }
        averages = {"moves a turn on average": odds.expected_moves(target)}
        rows.append(OddsRow(commands.ADJECTIVE[nation], score(target).text, chances, score(target), averages=averages))
    modifiers = dict.fromkeys(reason for row in rows if row.score for reason in row.score.reasons)
    return OddsTable("Readiness", tuple(rows), tuple(modifiers))


# Sky, supply, recovery, landings -------------------------------------------------------------------------------------
def weather(seasons: Iterable[Season], book: Rulebook) -> OddsTable:
    """Weather of the day, whether bad weather clears, whether it is still bad, and basing areas (OB-D-05)."""
    rows = []
    for season in seasons:
        day = odds.day_weather(season)
        today = skies.day_target(season)
        rows.append(OddsRow(f"{season.value}, day", str(today), {sky.value: day.of(sky) for sky in Sky}, score(today)))
        clears = skies.clearing_target(season, book)
        chances = {"clears": clears.chance, "stays bad": 1 - clears.chance}
        rows.append(OddsRow(f"{season.value}, bad weather, each turn", str(clears), chances, score(clears)))
        for turn in (2, 3, 4):
            later = odds.turn_weather(season, turn, book)
            rows.append(OddsRow(f"{season.value}, turn {turn}", "", {sky.value: later.of(sky) for sky in Sky}))
        grounded = odds.basing_area(season, book)
        rows.append(OddsRow(f"{season.value}, basing area", "", {"grounded": grounded, "flies": 1 - grounded}))
    return OddsTable("Weather", tuple(rows))


def recovery(grades: Iterable[SupplyGrade], *, days: int = 1, headquarters: int = 1) -> OddsTable:
    """Destroyed battalions that come back: at least one, and how many on average, in so many days (OB-RCV-02)."""
    rolls = days * headquarters
    rows = []
    for grade in grades:
        target = recoveries.target(grade)
        chances = {"at least one returns": at_least_once(target.chance, rolls)}
        spread = binomial(rolls, target.chance)
        chances |= {f"exactly {count}": chance for count, chance in enumerate(spread[: MOST_RETURNS_SHOWN + 1])}
        if rolls > MOST_RETURNS_SHOWN:
            chances[f"{MOST_RETURNS_SHOWN + 1} or more"] = sum(spread[MOST_RETURNS_SHOWN + 1 :], Fraction(0))
        averages = {"return on average": target.chance * rolls}
        rows.append(OddsRow(f"{grade.value} supplied", str(target), chances, score(target), averages=averages))
    return OddsTable(f"Recovery: {headquarters} headquarters, {days} day{'s' if days > 1 else ''}", tuple(rows))


def supply(missions: int) -> OddsTable:
    """A division supplied from the air (OB-SUP-04)."""
    rows = tuple(
        OddsRow(
            f"{count} mission{'s' if count > 1 else ''}",
            str(odds.air_supply_target()),
            {"in supply for the turn": odds.air_supply(count), "not": 1 - odds.air_supply(count)},
        )
        for count in range(1, missions + 1)
    )
    return OddsTable("Air supply", rows, ("One die a mission, any success is enough (OB-AMB-117).",))


def strike(attacks: int) -> OddsTable:
    """Air attacks whose target the opponent picks (OB-AIR-03)."""
    rows = tuple(
        OddsRow(
            f"{count} attack{'s' if count > 1 else ''}",
            "1",
            {"opponent picks a target at least once": odds.wrong_target(count)},
        )
        for count in range(1, attacks + 1)
    )
    return OddsTable("Air attacks on the wrong target", rows)


def landings(hows: Iterable[Landing], covers: Iterable[Cover], nights: Iterable[bool]) -> OddsTable:
    """What a battalion loses in coming down (OB-T-13, OB-D-09)."""
    where, when = tuple(covers), tuple(nights)
    rows = []
    for how in hows:
        for night in when:
            for cover in where:
                shown = landing.odds(how, cover, night=night)
                dice = landing.dice_for(how, cover, night=night)
                label = f"{how.value}, {'night' if night else 'day'}, {cover.value}"
                need = f"{dice} {'die' if dice == 1 else 'dice'}, a casualty on 1-{landing.harmed_by(how)}"
                chances = {
                    "unharmed": shown.of(Result.NONE),
                    "spent": shown.of(Result.SPENT),
                    "destroyed": shown.of(Result.DESTROYED),
                }
                rows.append(OddsRow(label, need, chances))
    return OddsTable("Air landings", tuple(rows))
