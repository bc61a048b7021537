"""Queries to the dice of Not Quite Mechanised, and the answers as tables to print (``campaign odds nqm``).

Fire, Firefight, Guns, ClassOf, Recce, Column, Opening, CloseAssault, Morale, Tanks, Breakout, Pins, After, Tasks
                the queries
ODDS            all of them under their headings
The names of dice and targets are read in ``unit_phrases``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Final

from campaign.errors import BadInput
from campaign.rules.common.odds import Chances
from campaign.rules.common.odds_query import Odds, Query, ask, one_or_all
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.tabletop.nqm import odds
from campaign.rules.tabletop.nqm.assault import attacks, dice_of, draw_winner
from campaign.rules.tabletop.nqm.classes import at_tanks
from campaign.rules.tabletop.nqm.firing import Bombardment, Volley
from campaign.rules.tabletop.nqm.morale import holds, key_level
from campaign.rules.tabletop.nqm.odds import Assault
from campaign.rules.tabletop.nqm.recce import Meeting
from campaign.rules.tabletop.nqm.tables import HARASSING_COST, Grade, RangeBand, Weight
from campaign.rules.tabletop.nqm.unit_phrases import MOST_DICE, fortified, is_fort, target_of, volleys_of, weapon_of
from campaign.terms.state import State
from campaign.values import replace
from campaign.words.odds import AVERAGE, OddsRow, OddsTable

_MOST_FIGURES = 60  # Four normal battalions of 15 points (NQM-REPR-06, -07).
_MOST_HOURS = 12  # The hours of a day (NQM-MOV-02, NQM-AMB-23).
_BANDS = tuple(band for band in RangeBand if band is not RangeBand.OUT)
_RANGE = ask("How near the target is.", RangeBand.EFFECTIVE, choices=tuple(map(str, _BANDS)))
_GRADE = ask("Grade of the unit. Default: every grade.")


def _dice(volleys: Sequence[Volley]) -> list[dict[str, object]]:
    """Return the dice of each volley as the program read them: number and class."""
    return [{"count": volley.dice, "class": volley.weight.letter} for volley in volleys]


def _row(label: str, chances: Chances[int], needs: str = "") -> OddsRow:
    return OddsRow(
        label, needs, {str(value): chance for value, chance in sorted(chances.items())}, average=odds.average(chances)
    )


def _average(chances: Chances[int], of: str = "") -> OddsRow:
    return OddsRow(of or "casualties", "", {}, averages={AVERAGE: odds.average(chances)})


# Fire ----------------------------------------------------------------------------------------------------------------
class Fire(Query):
    """Casualties that one hour's dice cause on one class of target.

    \b
    campaign odds nqm fire --dice "3 L" --target open
    campaign odds nqm fire --dice "2 L + 1 M" --target town --range contact
    """

    by = "NQM-FIRE-06..10, NQM-TBL-T12"
    dice: str = ask("Dice by class, as in '3 L + 1 M', or by weapon: '2 HMG'.", metavar="DICE")
    target: str = ask(
        "Class of the target: VL, L, M, H or VH; or how it stands (open, dug in, town, fort, column);"
        " or a vehicle: T34.",
        "open",
        metavar="CLASS",
    )
    range: RangeBand = _RANGE
    ambush: bool = ask("The firers fire from ambush.")
    scoots: bool = ask("The target is recce that shoots and scoots: it takes half the casualties.")
    grade: Grade = ask("Grade of the unit fired on; used with --tests-at.", Grade.REGULAR)
    tests_at: int | None = ask(
        "Give the chance that the unit breaks, if it tests at N more casualties.", least=1, most=999, metavar="N"
    )

    def table(self, book: Rulebook) -> OddsTable:
        """Return the casualties, with the further ones at which a unit of this grade tests and the chance that it
        breaks; for harassing fire, which causes none, the chance that it disorganises.
        """
        volleys = self._volleys(book)
        total = odds.casualties(volleys)
        total = odds.scooted(total) if self.scoots else total
        rows = [_row("casualties", total), _average(total)]
        if self.range is RangeBand.HARASSING:
            shaken = odds.harassing(volleys)
            rows.append(OddsRow("target", "", {"disorganised": shaken, "not": 1 - shaken}))
        if (limit := self.tests_at) is not None:
            tested, broken = total.chance(lambda n: n >= limit), odds.breaks_under(total, limit, self.grade, book)
            chances = {"does not test": 1 - tested, "holds": tested - broken, "breaks": broken}
            rows.append(OddsRow(f"{self.grade} unit that tests at {limit}", "", chances))
        how = (" from ambush" if self.ambush else "") + (", the target scoots" if self.scoots else "")
        return OddsTable(f"{self.dice} on {self.target} at {self.range} range{how}", tuple(rows))

    def understood(self, book: Rulebook) -> Mapping[str, object]:
        """Return the dice that were understood, by class, and the class of the target."""
        volleys = self._volleys(book)
        return {"dice": _dice(volleys), "target": volleys[0].target.letter}

    def _volleys(self, book: Rulebook) -> tuple[Volley, ...]:
        return volleys_of(self.dice, target_of(self.target, book), band=self.range, ambush=self.ambush)


class Firefight(Query):
    """Chance that the attacker has won by hour N. It wins if at the end of an hour it has caused more casualties than
    it has suffered.

    Both sides fire simultaneously, with the same dice every hour, and no figure drops out. Firing ends when one side
    wins.
    """

    by = "NQM-FIRE-19, NQM-FIRE-20"
    attack: str = ask("The attacker's dice, as in '4 L'.", metavar="DICE")
    on: str = ask("Target class of the defender.", "dug in", metavar="CLASS")
    answer: str = ask("The defender's dice, as in '3 L'.", metavar="DICE")
    back: str = ask("Target class of the attacker.", "attacking", metavar="CLASS")
    range: RangeBand = _RANGE
    hours: int = ask("Number of hours to fight.", 1, least=1, most=_MOST_HOURS, metavar="N")

    def table(self, book: Rulebook) -> OddsTable:
        """Return the chances that each side has won by the end of each hour."""
        attackers, defenders = self._volleys(book)
        won = odds.firefight(attackers, defenders, book, self.hours)
        notes = (
            ("The winner fires no more (NQM-FIRE-19), so no later hour changes the result.",) if self.hours > 1 else ()
        )
        title = f"{self.attack} on {self.on} against {self.answer} on {self.back}: won by the end of hour {self.hours}"
        row = OddsRow("attacker", "", {"won": won.won, "level": won.level, "behind": won.behind})
        return OddsTable(title, (row,), notes)

    def understood(self, book: Rulebook) -> Mapping[str, object]:
        """Return both sides' dice by class, and the classes of their targets."""
        attackers, defenders = self._volleys(book)
        return {
            "attack": _dice(attackers),
            "on": attackers[0].target.letter,
            "answer": _dice(defenders),
            "back": defenders[0].target.letter,
        }

    def _volleys(self, book: Rulebook) -> tuple[tuple[Volley, ...], tuple[Volley, ...]]:
        attackers = volleys_of(self.attack, target_of(self.on, book), band=self.range)
        defenders = volleys_of(self.answer, target_of(self.back, book), band=self.range)
        return tuple(replace(volley, attacker=True) for volley in attackers), defenders


class Guns(Query):
    """A bombardment: its casualties, and the chance that it disorganises the target."""

    by = "NQM-ARTY-01..05, NQM-TBL-ARTY"
    dice: str = ask("Number and class of the fire units, as in '2 M'.", metavar="DICE")
    calibre: int | None = ask("Calibre of the guns; without it, an air attack.", least=1, most=1000, metavar="MM")
    target: str = ask("VL L M H VH, how it stands, or a vehicle.", "dug in", metavar="CLASS")
    harassing: bool = ask("Harassing fire: it only disorganises the target, and uses a third of a fire unit.")
    fortified: bool = ask("The target is in a fort, which only heavy bombers disorganise from the air.")

    def table(self, book: Rulebook) -> OddsTable:
        """Return the casualties, the chance that it disorganises, and the fire units it uses."""
        plan = self._plan(book)
        chances = odds.bombardment(plan)
        hits = chances.map(lambda effect: effect.casualties)
        shaken = chances.chance(lambda effect: effect.disorganises)
        target = OddsRow("target", "", {"disorganised": shaken, "not": 1 - shaken})
        cost = plan.dice * (HARASSING_COST if plan.harassing else Fraction(1))
        text = "from the air" if self.calibre is None else f"of {self.calibre} mm"
        title = f"{self.dice} {text} on {self._objective}{', harassing' if self.harassing else ''}"
        return OddsTable(title, (_row("casualties", hits), target, _average(hits)), numbers={"fire units": cost})

    def understood(self, book: Rulebook) -> Mapping[str, object]:
        """Return the dice by class, and the target that was understood."""
        plan = self._plan(book)
        dice = [{"count": plan.dice, "class": plan.weight.letter}]
        return {"dice": dice, "target": plan.target.letter, "fortified": plan.fortified}

    def _plan(self, book: Rulebook) -> Bombardment:
        volleys = volleys_of(self.dice, target_of(self._objective, book))
        if len(volleys) != 1:
            raise BadInput(f"{self.dice!r} names several weapon classes. A bombardment has one class, as in '2 M'")
        return Bombardment(
            volleys[0].weight,
            volleys[0].target,
            volleys[0].dice,
            self.calibre,
            self.harassing,
            self.fortified or is_fort(self.target),
        )

    @property
    def _objective(self) -> str:
        return fortified(self.target) if self.fortified else self.target


class ClassOf(Query):
    """The class of weapon NAME ("25pdr", "105 mm artillery"), or with --armour of a target ("T34", "infantry in a
    town")."""

    by = "NQM-CLASS-01..14, NQM-TBL-CLASS"
    name: str = ask(is_argument=True)
    armour: bool = ask("NAME is a target: a vehicle, or how troops stand.")

    def table(self, book: Rulebook) -> OddsTable:
        """Return the effect of one die of a weapon, or at a target, at effective range."""
        weight = self._weight(book)
        rows = []
        for opposite in Weight:
            volley = Volley(opposite, weight) if self.armour else Volley(weight, opposite)
            hits = odds.casualties([volley])
            averages = {AVERAGE: odds.average(hits)}
            label = f"{'from' if self.armour else 'on'} {opposite.word}"
            rows.append(OddsRow(label, "", {"hits": 1 - hits.of(0)}, averages=averages))
        early = not self.armour and at_tanks(weight, machine_guns_only=True, book=book) is not weight
        notes = ("Against tanks with machine guns only: medium (nqm.class.light_guns).",) if early else ()
        kind = "a target" if self.armour else "a weapon"
        return OddsTable(f"{self.name}: {weight.word} ({weight.letter}) as {kind}", tuple(rows), notes)

    def understood(self, book: Rulebook) -> Mapping[str, object]:
        """Return the class that was understood, by its letter."""
        return {"class": self._weight(book).letter}

    def _weight(self, book: Rulebook) -> Weight:
        return target_of(self.name, book) if self.armour else weapon_of(self.name)


# Contact -------------------------------------------------------------------------------------------------------------
class Recce(Query):
    """Chances of each result when recce meets a concealed enemy."""

    by = "NQM-RECCE-08..12, NQM-TBL-RECCE"
    recce: Grade | None = ask("Grade of the recce; by default every grade.")
    defender: Grade | None = ask("Grade of the concealed enemy; by default every grade.")

    def table(self, book: Rulebook) -> OddsTable:
        """Return the chances that recce is seen first, that the defender chooses, that it is fired on, and at which
        range.
        """
        rows = []
        for grade in one_or_all(self.recce, Grade):
            for defender in one_or_all(self.defender, Grade):
                chances = odds.recce(grade, defender, book)
                names = {meeting.value: chances.chance(lambda c, m=meeting: c.meeting is m) for meeting in Meeting}  # type: ignore[misc]
                bands = {
                    f"{meeting.value}, {band.value}": chances.chance(
                        lambda c, m=meeting, b=band: c.meeting is m and c.band is b  # type: ignore[misc]
                    )
                    for meeting in (Meeting.DEFENDER_CHOOSES, Meeting.FIRED_ON)
                    for band in reversed(_BANDS)
                }
                label = f"{grade} recce, {defender} concealed"
                possible = {name: chance for name, chance in bands.items() if chance}
                rows += [OddsRow(label, "", names), OddsRow(f"{label}, range", "", possible)]
        return OddsTable("Recce sequence", tuple(row for row in rows if row.chances))


class Column(Query):
    """Chance that a main body without a marked start line is caught in column."""

    by = "NQM-SEQ-09"
    takes_rules = False
    body: Grade | None = ask("Grade of the main body; by default every grade.")
    defender: Grade | None = ask("Grade of the concealed enemy; by default every grade.")

    def table(self, book: Rulebook) -> OddsTable:
        """Return the chances of a main body without a marked start line: caught marching, or shaken out in time
        (NQM-SEQ-09).
        """
        rows = []
        for body in one_or_all(self.body, Grade):
            for defender in one_or_all(self.defender, Grade):
                caught = odds.caught_in_column(body, defender)
                chances = {"caught in column": caught, "shakes out in time": 1 - caught}
                rows.append(OddsRow(f"{body} main body, {defender} concealed", "", chances))
        return OddsTable("Shaking out", tuple(rows))


class Opening(Query):
    """Range at which a unit first fires on an approaching enemy."""

    by = "NQM-ENGAGE-01, NQM-TBL-ENGAGE"
    takes_rules = False
    grade: Grade | None = _GRADE

    def table(self, book: Rulebook) -> OddsTable:
        """Return the chances of the range of first fire."""
        rows = tuple(
            OddsRow(grade.value, "", {band.value: odds.opening(grade).of(band) for band in reversed(_BANDS)})
            for grade in one_or_all(self.grade, Grade)
        )
        return OddsTable("Opening fire", rows)


class CloseAssault(Query):
    """Close assault: the first exchange, and the result of an hour of exchanges. Tests for breaking are included only
    if you ask for them."""

    by = "NQM-ASSAULT-04..12, NQM-TBL-ASSAULT"
    attacker: Grade = ask("Grade of the attackers.", Grade.REGULAR)
    attackers: int = ask("Number of unwounded figures that attack.", least=1, most=_MOST_FIGURES, metavar="N")
    defender: Grade = ask("Grade of the defenders.", Grade.REGULAR)
    defenders: int = ask("Number of unwounded figures that defend.", least=1, most=_MOST_FIGURES, metavar="N")
    exchanges: int | None = ask(
        "Number of exchanges. Default: as many as the attacker may make in an hour.", least=1, most=40, metavar="N"
    )
    attacker_tests: int | None = ask("Include the attacker's test at N more casualties.", least=1, most=99, metavar="N")
    defender_tests: int | None = ask("Include the defender's test at N more casualties.", least=1, most=99, metavar="N")

    def table(self, book: Rulebook) -> OddsTable:
        """Return the chances of the first exchange, then of the hour."""
        attack = dice_of(self.attackers, self.attacker, attacking=True)
        defence = dice_of(self.defenders, self.defender, attacking=False)
        draw = draw_winner(self.attacker, self.defender)
        first = odds.exchange(attack, defence, draw)
        plan = Assault(
            self.attacker,
            self.defender,
            self.attackers,
            self.defenders,
            self.exchanges,
            self.attacker_tests,
            self.defender_tests,
        )
        hour = odds.assault(plan, book)
        ahead = {
            "attacker ahead": first.chance(lambda exchange: exchange.attacker > exchange.defender),
            "level": first.chance(lambda exchange: exchange.attacker == exchange.defender),
            "attacker behind": first.chance(lambda exchange: exchange.attacker < exchange.defender),
        }
        limit = self.exchanges or attacks(self.attacker)
        pairs = {
            f"{exchange.attacker}, {exchange.defender}": chance
            for exchange, chance in sorted(first.items(), key=lambda pair: -pair[0].attacker)
        }
        averages = {
            "average won": sum((exchange.attacker * chance for exchange, chance in first.items()), Fraction(0)),
            "average lost": sum((exchange.defender * chance for exchange, chance in first.items()), Fraction(0)),
        }
        rows = (
            OddsRow("first exchange (won, lost)", "", pairs),
            OddsRow("first exchange", "", ahead),
            OddsRow("average points of the first exchange", "", {}, averages=averages),
            OddsRow("the hour", "", {end.value: chance for end, chance in hour.ends.items()}),
        )
        numbers = {"attack dice": attack, "defence dice": defence, **({"exchanges": limit} if limit else {})}
        return OddsTable(
            f"{self.attackers} {self.attacker} figures assault {self.defenders} {self.defender} figures",
            rows,
            (f"{attack} dice against {defence}; drawn dice: {draw}; exchanges in the hour: {limit or 'no limit'}.",),
            {name: Fraction(number) for name, number in numbers.items()},
        )


# Troops --------------------------------------------------------------------------------------------------------------
class Morale(Query):
    """Casualties at which a unit tests, and the chance that it holds."""

    by = "NQM-MORALE-01, -02, NQM-TBL-GRADE"
    grade: Grade | None = _GRADE
    # A normal battalion: four companies and three platoons (NQM-REPR-06, -07).
    points: int = ask("Points of the unit at the start.", 15, least=1, most=999)

    def table(self, book: Rulebook) -> OddsTable:
        """Return the casualties at which a battalion tests, and the chance that it holds."""
        rows = []
        for grade in one_or_all(self.grade, Grade):
            level, faces, chance = key_level(self.points, grade), holds(grade, book), odds.holds(grade, book)
            never = level is None or faces is None
            needs = "never tests" if never else f"at {level} of {self.points}: {faces}"
            tests = {} if level is None or faces is None else {"tests at": Fraction(level)}
            rows.append(OddsRow(grade.value, needs, {"holds": chance, "breaks": 1 - chance}, numbers=tests))
        return OddsTable("Break test", tuple(rows), ("Green troops that attack test at their first casualty as well.",))


class Tanks(Query):
    """Tank terror, and the chance that infantry stays when tanks drive into its position."""

    by = "NQM-FIRE-12, NQM-TBL-GRADE"
    grade: Grade | None = _GRADE

    def table(self, book: Rulebook) -> OddsTable:
        """Return the chances of tank terror, and of infantry with tanks in its position."""
        rows = [OddsRow("tank terror", "1-3", {"surrenders": odds.terror(), "stands": 1 - odds.terror()})]
        for grade in one_or_all(self.grade, Grade):
            chances = {"stays": odds.stays_when_tanks_enter(grade, book)}
            if grade.rank >= Grade.REGULAR.rank:
                chances["stays, terror first"] = odds.stays_when_tanks_enter(grade, book, terrified=True)
            rows.append(OddsRow(f"{grade}, tanks in the position", "", chances))
        return OddsTable("Tanks against infantry", tuple(rows))


class Breakout(Query):
    """Number of surrounded veteran stands that break out, each tested separately."""

    by = "NQM-MORALE-12"
    stands: int = ask("Number of surrounded stands.", least=1, most=MOST_DICE, metavar="N")

    def table(self, book: Rulebook) -> OddsTable:
        """Return the chances of the number of surrounded veteran stands that get away."""
        row = _row("get away", odds.breaking_out(self.stands))
        return OddsTable(f"{self.stands} veteran stands break out", (row,))


class Pins(Query):
    """Pins and losses of units that reorganise. CASUALTIES has one number for each unit. The answer gives the black
    pins that stay and the losses for good after the battle.
    """

    by = "NQM-REORG-12, -13, NQM-CAS-11"
    takes_rules = False
    casualties: tuple[int, ...] = ask(least=0, most=99, is_argument=True, is_required=True)

    def table(self, book: Rulebook) -> OddsTable:
        """Return the casualties reorganised pool by pool, and the losses for good after the battle."""
        black = odds.after_reorganising(self.casualties[0])
        for more in self.casualties[1:]:
            black = black.beside(odds.after_reorganising(more)).map(sum)
        lost = odds.from_hit_to_loss(self.casualties)
        stays, for_good = "stay on as black pins", "lost for good after the battle"
        rows = (_row(stays, black), _average(black, stays), _row(for_good, lost), _average(lost, for_good))
        return OddsTable(f"{' + '.join(map(str, self.casualties))} casualties", rows)


class After(Query):
    """State of a battalion after its return: its pins are halved, and a die decides about an odd pin."""

    by = "NQM-REORG-13, NQM-CAS-11..13"
    points: int = ask("Points of the battalion when fresh.", 15, least=1, most=999)  # As above (NQM-REPR-06, -07).
    lost: int = ask("Points lost for good.", 0, least=0, most=999)
    red: int = ask("Points under red pins (not reorganised yet).", 0, least=0, most=999)
    black: int = ask("Points under black pins from this battle.", 0, least=0, most=999)
    before: int = ask("Points under black pins when the battle began.", 0, least=0, most=999)

    def table(self, book: Rulebook) -> OddsTable:
        """Return the state that a return leaves a battalion in, the odd pins diced for."""
        pins = self.red + self.black + self.before
        if self.lost + pins > self.points:
            raise BadInput(
                f"{self.lost} points lost and {pins} points under pin markers are more than the {self.points} points "
                "at the start. Write fewer"
            )
        chances = odds.state_after(self.points, self.lost, self.red, self.black, self.before, book)
        earlier = f", {self.before} black from before" if self.before else ""
        text = f"{self.lost} of {self.points} points lost, {self.red} red and {self.black} black pins{earlier}"
        states = (State.FRESH, State.SPENT, State.DESTROYED)
        row = OddsRow(text, "", {state.value: chances.of(state) for state in states})
        return OddsTable("After the fight", (row,))


class Tasks(Query):
    """Hours to a bridgehead for infantry and to a bridge for vehicles."""

    by = "NQM-TBL-TASK"
    within: int | None = ask(
        "Give the chance that it is ready within this many hours.", least=0, most=99, metavar="HOURS"
    )

    def table(self, book: Rulebook) -> OddsTable:
        """Return the hours of the tasks that are diced for."""
        rows = []
        tasks = {"bridgehead for infantry": odds.bridgehead(book), "bridge for vehicles": odds.bridge(book)}
        for label, chances in tasks.items():
            average = sum((hours * chance for hours, chance in chances.items()), Fraction(0))
            names = {f"{hours} h": chance for hours, chance in sorted(chances.items())}
            rows.append(OddsRow(label, "", names, average=average))
            rows.append(OddsRow(label, "", {}, averages={"average hours": average}))
            if (limit := self.within) is not None:
                ready = chances.chance(lambda hours: hours <= limit)
                rows.append(OddsRow(label, "", {f"ready within {limit} h": ready}))
        return OddsTable("Task times", tuple(rows), ("Planning a major crossing takes 8 hours before either.",))


ODDS: Final = Odds(
    """Exact odds of Not Quite Mechanised. With --json every chance is a fraction in text ("1/3").""",
    {
        "Fire": {
            "fire": (Fire, "casualties of one hour's dice"),
            "firefight": (Firefight, "the chance to have won by hour N"),
            "guns": (Guns, "the effect of a bombardment or an air attack"),
            "class": (ClassOf, "the class of a weapon or a vehicle"),
        },
        "Contact": {
            "recce": (Recce, "the red, white and blue dice: which side sees first, and how near"),
            "column": (Column, "the chance that a main body is caught marching in column"),
            "opening": (Opening, "range at which a unit first fires on an approaching enemy"),
            "assault": (CloseAssault, "close assault: the first exchange, and a whole hour"),
        },
        "Troops": {
            "morale": (Morale, "when a unit tests and whether it holds"),
            "tanks": (Tanks, "tank terror, and infantry with enemy tanks in its position"),
            "breakout": (Breakout, "how many surrounded veteran stands break out"),
            "pins": (Pins, "casualties lost for good, and pins that stay, after reorganising"),
            "after": (After, "the state in which a battle leaves a battalion"),
        },
        "Campaign": {"tasks": (Tasks, "how many hours a bridgehead or a bridge takes")},
    },
)
