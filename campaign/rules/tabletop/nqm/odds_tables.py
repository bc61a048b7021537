"""The odds of Not Quite Mechanised as tables to print.

    fire, firefight, recce, column, opening, assault, morale, tanks, pins, guns, breakout, classes, after, task_times
What dice and targets are called is read in ``spoken``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from campaign.errors import BadInput
from campaign.rules.common.odds import Chances
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.tabletop.nqm import odds
from campaign.rules.tabletop.nqm.assault import attacks, dice_of, draw_winner
from campaign.rules.tabletop.nqm.classes import at_tanks
from campaign.rules.tabletop.nqm.firing import Bombardment, Volley
from campaign.rules.tabletop.nqm.morale import holds, key_level
from campaign.rules.tabletop.nqm.odds import Assault
from campaign.rules.tabletop.nqm.recce import Meeting
from campaign.rules.tabletop.nqm.tables import HARASSING_COST, Grade, RangeBand, Weight
from campaign.rules.tabletop.nqm.unit_phrases import target_of, weapon_of
from campaign.terms.state import State
from campaign.views.odds import OddsRow, OddsTable


def _row(label: str, chances: Chances[int], needs: str = "") -> OddsRow:
    return OddsRow(
        label, needs, {str(value): chance for value, chance in sorted(chances.items())}, average=odds.average(chances)
    )


def _average(chances: Chances[int], of: str = "") -> OddsRow:
    return OddsRow(of or "casualties", "", {}, averages={"average": odds.average(chances)})


def fire(
    volleys: Sequence[Volley],
    book: Rulebook,
    *,
    title: str,
    grade: Grade | None = None,
    tests_at: int | None = None,
    scoots: bool = False,
) -> OddsTable:
    """Casualties of one hour's dice; with ``tests_at`` further casualties a unit of this grade tests, and whether it
    breaks.

    ``scoots``: recce that shoots and scoots takes half of them. Harassing fire causes none: whether it disorganises.
    """
    total = odds.casualties(volleys, book)
    total = odds.scooted(total, book) if scoots else total
    rows = [_row("casualties", total), _average(total)]
    if any(volley.band is RangeBand.HARASSING for volley in volleys):
        shaken = odds.harassing(volleys, book)
        rows.append(OddsRow("target", "", {"disorganised": shaken, "not": 1 - shaken}))
    if grade is not None and tests_at is not None:
        tested, broken = total.chance(lambda n: n >= tests_at), odds.breaks_under(total, tests_at, grade, book)
        rows.append(
            OddsRow(
                f"{grade} unit that tests at {tests_at}",
                "",
                {"does not test": 1 - tested, "holds": tested - broken, "breaks": broken},
            )
        )
    return OddsTable(title, tuple(rows))


def firefight(ours: Sequence[Volley], theirs: Sequence[Volley], hours: int, book: Rulebook, *, title: str) -> OddsTable:
    """Who has won by the end of so many hours."""
    won = odds.firefight(ours, theirs, book, hours)
    notes = ("Whoever has won fires no more (NQM-FIRE-19): no later hour takes it back.",) if hours > 1 else ()
    return OddsTable(
        title, (OddsRow("attacker", "", {"won": won.won, "level": won.level, "behind": won.behind}),), notes
    )


def recce(grades: Sequence[Grade], defenders: Sequence[Grade], book: Rulebook) -> OddsTable:
    """Seen first, the defender chooses, fired on; and at what range."""
    rows = []
    for grade in grades:
        for other_defender in defenders:
            chances = odds.recce(grade, other_defender, book)
            names = {meeting.value: chances.chance(lambda c, m=meeting: c.meeting is m) for meeting in Meeting}  # type: ignore[misc]
            bands = {
                f"{meeting.value}, {band.value}": chances.chance(
                    lambda c, m=meeting, b=band: c.meeting is m and c.band is b  # type: ignore[misc]
                )
                for meeting in (Meeting.DEFENDER_CHOOSES, Meeting.FIRED_ON)
                for band in (RangeBand.HARASSING, RangeBand.EFFECTIVE, RangeBand.CONTACT)
            }
            rows.append(OddsRow(f"{grade} recce, {other_defender} concealed", "", names))
            rows.append(
                OddsRow(
                    f"{grade} recce, {other_defender} concealed, range",
                    "",
                    {name: chance for name, chance in bands.items() if chance},
                )
            )
    return OddsTable("Recce sequence", tuple(row for row in rows if row.chances))


def column(bodies: Sequence[Grade], defenders: Sequence[Grade]) -> OddsTable:
    """A main body without a marked start line: caught marching, or shaken out in time (NQM-SEQ-09)."""
    rows = []
    for body in bodies:
        for other_defender in defenders:
            caught = odds.caught_in_column(body, other_defender)
            rows.append(
                OddsRow(
                    f"{body} main body, {other_defender} concealed",
                    "",
                    {"caught in column": caught, "shakes out in time": 1 - caught},
                )
            )
    return OddsTable("Shaking out", tuple(rows))


def opening(grades: Sequence[Grade]) -> OddsTable:
    """How near first fire comes."""
    bands = (RangeBand.HARASSING, RangeBand.EFFECTIVE, RangeBand.CONTACT)
    return OddsTable(
        "Opening fire",
        tuple(
            OddsRow(grade.value, "", {band.value: odds.opening(grade).of(band) for band in bands}) for grade in grades
        ),
    )


def assault(plan: Assault, book: Rulebook) -> OddsTable:
    """The first exchange, then the hour."""
    attack = dice_of(plan.attackers, plan.attacker, book, attacking=True)
    defence = dice_of(plan.defenders, plan.defender, book, attacking=False)
    draw = draw_winner(plan.attacker, plan.defender, book)
    first = odds.exchange(attack, defence, draw)
    hour = odds.assault(plan, book)
    ahead = {
        "attacker ahead": first.chance(lambda exchange: exchange.attacker > exchange.defender),
        "level": first.chance(lambda exchange: exchange.attacker == exchange.defender),
        "attacker behind": first.chance(lambda exchange: exchange.attacker < exchange.defender),
    }
    limit = plan.exchanges or attacks(plan.attacker)
    pairs = {
        f"{exchange.attacker}, {exchange.defender}": chance
        for exchange, chance in sorted(first.items(), key=lambda pair: -pair[0].attacker)
    }
    return OddsTable(
        f"{plan.attackers} {plan.attacker} figures assault {plan.defenders} {plan.defender} figures",
        (
            OddsRow("first exchange (won, lost)", "", pairs),
            OddsRow("first exchange", "", ahead),
            OddsRow(
                "average points of the first exchange",
                "",
                {},
                averages={
                    "average won": sum((exchange.attacker * chance for exchange, chance in first.items()), Fraction(0)),
                    "average lost": sum(
                        (exchange.defender * chance for exchange, chance in first.items()), Fraction(0)
                    ),
                },
            ),
            OddsRow("the hour", "", {end.value: chance for end, chance in hour.ends.items()}),
        ),
        (f"{attack} dice against {defence}; drawn dice: {draw}; exchanges in the hour: {limit or 'no limit'}.",),
        {
            "attack dice": Fraction(attack),
            "defence dice": Fraction(defence),
            **({"exchanges": Fraction(limit)} if limit else {}),
        },
    )


def morale(grades: Sequence[Grade], points: int, book: Rulebook) -> OddsTable:
    """Where a battalion tests and how likely it holds."""
    rows = []
    for grade in grades:
        level, faces = key_level(points, grade, book), holds(grade, book)
        needs = "never tests" if level is None or faces is None else f"at {level} of {points}: {faces}"
        tests = {"tests at": Fraction(level)} if level is not None and faces is not None else {}
        rows.append(
            OddsRow(
                grade.value,
                needs,
                {"holds": odds.holds(grade, book), "breaks": 1 - odds.holds(grade, book)},
                numbers=tests,
            )
        )
    return OddsTable("Break test", tuple(rows), ("Green troops that attack test at their first casualty as well.",))


def tanks(grades: Sequence[Grade], book: Rulebook) -> OddsTable:
    """Tank terror, and infantry with tanks in its position."""
    rows = [OddsRow("tank terror", "1-3", {"surrenders": odds.terror(), "stands": 1 - odds.terror()})]
    for grade in grades:
        worse = grade.rank >= Grade.REGULAR.rank
        chances = {"stays": odds.stays_when_tanks_enter(grade, book)}
        chances |= {"stays, terror first": odds.stays_when_tanks_enter(grade, book, terrified=True)} if worse else {}
        rows.append(OddsRow(f"{grade}, tanks in the position", "", chances))
    return OddsTable("Tanks against infantry", tuple(rows))


def pins(pools: Sequence[int]) -> OddsTable:
    """Casualties reorganised pool by pool, and what is lost for good after the battle."""
    black = odds.after_reorganising(pools[0])
    for more in pools[1:]:
        black = black.beside(odds.after_reorganising(more)).map(sum)
    lost = odds.from_hit_to_loss(pools)
    title = f"{' + '.join(map(str, pools))} casualties"
    stay, gone = "stay on as black pins", "lost for good after the battle"
    return OddsTable(title, (_row(stay, black), _average(black, stay), _row(gone, lost), _average(lost, gone)))


def after(points: int, lost: int, red: int, black: int, before: int, book: Rulebook) -> OddsTable:
    """The state that a return leaves a battalion in, the odd pins diced for."""
    if lost + red + black + before > points:
        raise BadInput(
            f"{lost} lost and {red + black + before} under pins of {points} points: no more can be out than stood there"
        )
    chances = odds.state_after(points, lost, red, black, before, book)
    text = f"{lost} of {points} points lost, {red} red and {black} black pins" + (
        f", {before} black from before" if before else ""
    )
    row = OddsRow(text, "", {state.value: chances.of(state) for state in (State.FRESH, State.SPENT, State.DESTROYED)})
    return OddsTable("After the fight", (row,))


def task_times(within: int | None, book: Rulebook) -> OddsTable:
    """Hours of the tasks that are diced for."""
    rows = []
    for label, chances in (
        ("bridgehead for infantry", odds.bridgehead(book)),
        ("bridge for vehicles", odds.bridge(book)),
    ):
        average = sum((hours * chance for hours, chance in chances.items()), Fraction(0))
        rows.append(
            OddsRow(label, "", {f"{hours} h": chance for hours, chance in sorted(chances.items())}, average=average)
        )
        rows.append(OddsRow(label, "", {}, averages={"average hours": average}))
        if within is not None:
            rows.append(OddsRow(label, "", {f"ready within {within} h": chances.chance(lambda hours: hours <= within)}))
    return OddsTable("Task times", tuple(rows), ("Planning a major crossing takes 8 hours before either.",))


def guns(plan: Bombardment, book: Rulebook, *, title: str) -> OddsTable:
    """A bombardment."""
    chances = odds.bombardment(plan, book)
    hits = chances.map(lambda one: one.casualties)
    shaken = chances.chance(lambda one: one.disorganises)
    target = OddsRow("target", "", {"disorganised": shaken, "not": 1 - shaken})
    cost = plan.dice * (HARASSING_COST if plan.harassing else Fraction(1))
    return OddsTable(title, (_row("casualties", hits), target, _average(hits)), numbers={"fire units": cost})


def breakout(stands: int, book: Rulebook) -> OddsTable:
    """Stands of surrounded veterans that get away."""
    return OddsTable(f"{stands} veteran stands break out", (_row("get away", odds.breaking_out(stands, book)),))


def classes(name: str, book: Rulebook, *, armour: bool) -> OddsTable:
    """The class of a weapon or a vehicle, and what one die of, or at, it does at effective range."""
    weight = target_of(name, book) if armour else weapon_of(name)
    rows = []
    for other_weight in Weight:
        volley = Volley(other_weight, weight) if armour else Volley(weight, other_weight)
        hits = odds.casualties([volley], book)
        rows.append(
            OddsRow(
                f"{'from' if armour else 'on'} {other_weight.word}",
                "",
                {"hits": 1 - hits.of(0)},
                averages={"average": odds.average(hits)},
            )
        )
    early = not armour and at_tanks(weight, machine_guns_only=True, book=book) is not weight
    notes = ("Against tanks with machine guns only: medium (nqm.class.light_guns).",) if early else ()
    return OddsTable(
        f"{name}: {weight.word} ({weight.letter}) as {'a target' if armour else 'a weapon'}", tuple(rows), notes
    )


def moved(volleys: Sequence[Volley], *, attacker: bool) -> tuple[Volley, ...]:
    """The same dice as one side's."""
    return tuple(replace(volley, attacker=attacker) for volley in volleys)
