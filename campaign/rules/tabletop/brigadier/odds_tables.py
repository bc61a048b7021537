"""Queries to the dice of Brigadier General Commands, and the answers (``campaign odds brigadier``).

Fire, Air, BugOut, After, Radio, Assault, Medic, Time       the queries; they raise Missing if only a house file
                                                            can tell
ODDS                                                        all of them under their headings
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Final

from campaign.errors import BadInput
from campaign.rules.common.odds_query import Odds, Query, Unanswered, ask, one_or_all, state_table
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.tabletop.brigadier import odds
from campaign.rules.tabletop.brigadier.close_assault import assault_harms
from campaign.rules.tabletop.brigadier.cover import Incoming, shelter
from campaign.rules.tabletop.brigadier.fire import Firer, pooled
from campaign.rules.tabletop.brigadier.gaps import gap
from campaign.rules.tabletop.brigadier.hits import NO_HARM, Count
from campaign.rules.tabletop.brigadier.house import House
from campaign.rules.tabletop.brigadier.house_plain import house_for
from campaign.rules.tabletop.brigadier.house_values import Missing, NotCovered, covered
from campaign.rules.tabletop.brigadier.odds import Volley
from campaign.rules.tabletop.brigadier.returns import Losses, end_state, part_lost
from campaign.rules.tabletop.brigadier.tables import (
    FULL_COUNT,
    AirResult,
    Feature,
    FireKind,
    Grade,
    MissionKind,
    Order,
    Shelter,
)
from campaign.terms.state import State
from campaign.words.odds import OddsRow, OddsTable
from campaign.words.odds_brigadier import JointRow, VolleyTable

PREVIEW_ONLY = "Values of a house file, not of the preview."


def _by_harm(chances: Mapping[Any, Fraction]) -> dict[str, Fraction]:
    """Return chances by kills and wounds, the fewest casualties first."""
    harms = sorted(chances.items(), key=lambda pair: (pair[0].kills, pair[0].wounds))
    return {str(harm): chance for harm, chance in harms}


def _volley_table(volley: Volley, book: Rulebook, house: House, *, title: str) -> VolleyTable:
    """Return one round of fire, with the effects that only a house file could add left out and named."""
    if book.switch("brigadier.quick_play") and house.wound_is_kill is None:
        raise Missing(gap("BGC-M-31").not_covered)
    volley_odds = odds.volley_odds(volley, book, house.ladder, wound_is_kill=house.wound_is_kill)
    steps = None if isinstance(volley_odds.steps, NotCovered) else dict(sorted(volley_odds.steps.items()))
    orders = (
        None
        if isinstance(volley_odds.orders, NotCovered)
        else dict(sorted(volley_odds.orders.items(), key=lambda pair: pair[0].rung))
    )
    joint = (
        ()
        if isinstance(volley_odds.joint, NotCovered)
        else sorted(volley_odds.joint.items(), key=lambda pair: (pair[0][0].kills, pair[0][0].wounds, pair[0][1]))
    )
    missing = dict.fromkeys(
        str(gap_) for gap_ in (volley_odds.steps, volley_odds.orders) if isinstance(gap_, NotCovered)
    )
    kills, wounds = volley_odds.mean
    return VolleyTable(
        title=title,
        dice=volley.dice,
        fire=volley.kind.value,
        cover=volley.shelter.value,
        target=str(volley.target),
        doubled=volley.doubled,
        results=_by_harm(volley_odds.harms),
        counts=_by_harm(volley_odds.counts),
        removed=volley_odds.removed,
        no_casualty=volley_odds.harms.of(NO_HARM),
        mean_kills=kills,
        mean_wounds=wounds,
        steps=steps,
        at_least=(
            None
            if steps is None
            else {least: sum((c for n, c in steps.items() if n >= least), Fraction(0)) for least in steps if least}
        ),
        mean_steps=None if steps is None else sum((n * chance for n, chance in steps.items()), Fraction(0)),
        orders=None if orders is None else {order.value: chance for order, chance in orders.items()},
        joint=tuple(JointRow(harm.kills, harm.wounds, count, chance) for (harm, count), chance in joint),
        not_covered=tuple(missing),
    )


# Covered by the preview ----------------------------------------------------------------------------------------------
class Fire(Query):
    """One round of fire: kills, wounds, steps down, and the target's state after it.

    Every die counts twice against a target with the order Double. Only a house file says what each step down leads to.

    \b
    campaign odds brigadier fire --dice 15 --order Move
    campaign odds brigadier fire --weapon bazooka --platoons 3 --order Move
    campaign odds brigadier fire --dice 8 --cover soft --kills 2 --wounds 1 --json
    campaign odds brigadier fire --dice 8 --in wood --in "dug in" --from artillery
    """

    by = "BGC-FIRE-09..20, BGC-HITS-01..10, BGC-STEP-01..04"
    takes_house_file = True
    dice: int | None = ask(
        "Number of dice. Without this option the program works them out from --weapon.", least=0, most=400
    )
    weapon: str | None = ask(
        "The firers, by the name of their weapon: 'semi-automatic squads', 'bolt-action only', bazooka ..."
    )
    platoons: int | None = ask("How many platoons of that weapon fire.  [default: 1]", least=1, most=60)
    count: tuple[int, ...] = ask(
        "Count of each platoon. Repeat the option if the platoons differ.  [default: 4]", least=0, most=FULL_COUNT
    )
    fire: FireKind | None = ask("Aimed or Area Fire.  [default: aimed; area for --from guns]")
    cover: Shelter | None = ask("Cover of the target.  [default: open]")
    in_: tuple[Feature, ...] = ask("The ground that the target stands in or behind; may be repeated.")
    from_: Incoming | None = ask("Kind of fire, which matters with --in: shells burst in trees.  [default: direct]")
    enclosed: bool = ask("The target is in fully enclosed armour.")
    kills: int = ask("Men of the target that are dead already.", 0, least=0, most=FULL_COUNT, is_quiet=True)
    wounds: int = ask("Men of the target that are wounded already.", 0, least=0, most=FULL_COUNT, is_quiet=True)
    order: Order = ask("The target's order.", Order.AIM)
    grade: Grade = ask("The target's experience.", Grade.REGULAR)

    def table(self, book: Rulebook) -> VolleyTable:
        """Return one round of fire, with the effects that only a house file could add left out and named."""
        house = house_for(book)
        dice = self._dice(house, book)
        source = self.from_ or Incoming.DIRECT
        is_shelled = source in (Incoming.ARTILLERY, Incoming.MORTAR, Incoming.AIR)
        kind = self.fire or (FireKind.AREA if is_shelled else FireKind.AIMED)
        sheltered = self._cover(source, book)
        volley = Volley(dice, kind, sheltered, Count(self.kills, self.wounds), self.order, self.grade)
        text = f"{len(self._counts())} with {self.weapon}: " if self.weapon else ""
        where = "in the open" if sheltered is Shelter.OPEN else f"{sheltered.value} cover"
        target = f"a platoon {self.kills}/{self.wounds} on {self.order}"
        return _volley_table(volley, book, house, title=f"{text}{dice} dice, {kind} fire at {target}, {where}")

    def _dice(self, house: House, book: Rulebook) -> int:
        if self.dice is None:
            if self.weapon is None:
                raise Unanswered(
                    "it is not known what fires. Say what is firing: the number of dice (--dice 8), or the unit "
                    "(--weapon bazooka --platoons 3)"
                )
            weapon = covered(house.weapon(self.weapon))
            return pooled([Firer(count, weapon) for count in self._counts()], book)
        if self.weapon is not None or self.platoons is not None or self.count:
            raise BadInput(
                "--dice cannot be combined with --weapon, --platoons or --count. Give either the dice or the "
                "firing units"
            )
        return self.dice

    def _counts(self) -> tuple[int, ...]:
        """Return the Count of each platoon that fires. Raises BadInput if the numbers do not fit."""
        if len(self.count) <= 1:
            return (self.count or (FULL_COUNT,)) * (self.platoons or 1)
        if self.platoons not in (None, len(self.count)):
            raise BadInput(
                f"--count is given {len(self.count)} times for {self.platoons} platoons. Give it once for all "
                "platoons, or once for each platoon"
            )
        return self.count

    def _cover(self, source: Incoming, book: Rulebook) -> Shelter:
        """Return the class of cover, as stated or from the target's surroundings (BGC-COVER). Raises BadInput for
        both.
        """
        if not self.in_:
            return self.cover or Shelter.OPEN
        if self.cover is not None:
            raise BadInput(
                f"--cover {self.cover} and --in {self.in_[0]} cannot be combined, because the ground decides the "
                "cover. Give only one of these options"
            )
        return shelter(list(self.in_), source, book, enclosed=self.enclosed)


class Air(Query):
    """Place where an air mission falls: off the table, on friends or on the enemy. Without KIND, the answer has all
    kinds of mission."""

    by = "BGC-AIR-03..07, BGC-TAB-13"
    takes_house_file = True
    kind: MissionKind | None = ask(is_argument=True)
    missions: int = ask(
        "Number of missions. For several missions the answer adds the chance of at least one such result.",
        1,
        least=1,
        most=40,
    )

    def table(self, book: Rulebook) -> OddsTable:
        """Return where air attacks fall: one mission, and at least one of several."""
        doubtful = house_for(book).doubtful
        rows = []
        for kind in one_or_all(self.kind, MissionKind):
            chances = odds.air_mission(kind, doubtful)
            rows.append(OddsRow(kind.value, "", {result.value: chances.of(result) for result in AirResult}))
            if self.missions > 1:
                several = odds.missions(kind, self.missions, doubtful)
                at_least = {f"at least one {result.value}": several[result] for result in AirResult}
                rows.append(OddsRow(f"{kind.value}, {self.missions} missions", "", at_least))
        return OddsTable(
            "Air missions", tuple(rows), ("An attack on friends is resolved by the other side (BGC-AIR-04).",)
        )


class BugOut(Query):
    """The losses of a platoon that bugs out."""

    by = "BGC-BUG-05..07, BGC-TAB-15"
    kills: int | None = ask(
        "Men already dead. Without --kills and --wounds, the answer is a table of every platoon.",
        least=0,
        most=FULL_COUNT,
    )
    wounds: int | None = ask("Men already wounded.", least=0, most=FULL_COUNT)

    def table(self, book: Rulebook) -> OddsTable:
        """Return the losses of a platoon that bugs out, by the platoon's state before."""
        counts = [Count(self.kills or 0, self.wounds or 0)]
        if self.kills is None and self.wounds is None:
            counts = [Count(dead, hurt) for dead in range(FULL_COUNT) for hurt in range(FULL_COUNT + 1 - dead)]
        rows = []
        for count in counts:
            chances = odds.bug_out(count, book)
            result = {("removed" if after.removed else str(after)): chance for after, chance in chances.items()}
            rows.append(OddsRow(f"from {count}", "1: a kill and a wound", result))
        notes = ("Not against ambush fire, nor against air attacks (BGC-BUG-06, -07).",)
        return OddsTable("Bug Out (killed/wounded)", tuple(rows), notes)


class After(Query):
    """State of a battalion after its losses."""

    by = "BGC-TAB-21"
    full: int = ask("The battalion's full Count.", 52, least=1, most=999)  # BGC-ORG-13.
    platoons: int = ask("Platoons that the battalion mustered.", 13, least=1, most=99)  # BGC-ORG-13.
    kills: int = ask(
        "All dead men of the battalion, including earlier losses and removed platoons.",
        0,
        least=0,
        most=999,
        is_quiet=True,
    )
    wounds: int = ask("Wounded.", 0, least=0, most=999, is_quiet=True)
    removed: int = ask("Platoons removed.", 0, least=0, most=99, is_quiet=True)
    surrendered: int = ask("Platoons that surrendered.", 0, least=0, most=99, is_quiet=True)
    broken: int = ask("Number of platoons with a Back or Rout order.", 0, least=0, most=99, is_quiet=True)
    battalion_hq_lost: bool = ask("The battalion's headquarters is lost.")
    company_hqs: int = ask("Company headquarters mustered.", 3, least=0, most=9)  # BGC-ORG-13.
    company_hqs_lost: int = ask("Company headquarters lost.", 0, least=0, most=9, is_quiet=True)
    surrounded: bool = ask("The battalion was surrounded: if destroyed, it is captured.")

    def table(self, book: Rulebook) -> OddsTable:
        """Return the state that losses leave a battalion in (BGC-TAB-21), as a table."""
        lost = Losses(
            self.kills,
            self.wounds,
            self.removed,
            self.surrendered,
            self.broken,
            self.battalion_hq_lost,
            self.company_hqs_lost,
        )
        if self.company_hqs_lost > self.company_hqs:
            raise BadInput(
                f"{self.company_hqs_lost} company headquarters lost is more than the {self.company_hqs} at the "
                f"start. Give at most {self.company_hqs}"
            )
        if (
            lost.dead_or_taken + lost.wounds > self.full
            or lost.removed + lost.surrendered + lost.broken > self.platoons
        ):
            raise BadInput(
                f"{lost.dead_or_taken} men lost and {lost.wounds} wounded is too many. The {self.platoons} "
                f"platoons began with only {self.full} men"
            )
        noted = {"full": self.full, "platoons": self.platoons, "battalion_hq": 1, "company_hqs": self.company_hqs}
        state, part = end_state(lost, noted, book, surrounded=self.surrounded), part_lost(lost, noted, book)
        states = (State.FRESH, State.SPENT, State.DESTROYED, State.CAPTURED)
        return state_table(f"{part} lost", state, states, {"part lost": part})


# By a house file -----------------------------------------------------------------------------------------------------
class Radio(Query):
    """Chance that a battalion is in radio contact, by grade (house file)."""

    by = "BGC-COMM-02, BGC-M-07"
    takes_house_file = True
    nation: tuple[str, ...] = ask("A nation that the house file names; may be repeated.")

    def table(self, book: Rulebook) -> OddsTable:
        """Return the chances of the Communications Phase. Raises Missing without a house file."""
        radio = house_for(book).radio
        if radio is None:
            raise Missing(gap("BGC-M-07").not_covered)
        rows = []
        for nation in self.nation or ("",):
            for grade in Grade:
                faces = radio.faces(grade, nation)
                chance = odds.radio(faces, radio.die)
                label, needs = f"{grade.value}{f', {nation}' if nation else ''}", ", ".join(map(str, sorted(faces)))
                rows.append(OddsRow(label, needs, {"in contact": chance, "out": 1 - chance}))
        named = {name.casefold() for name in radio.success}
        unnamed = ", ".join(nation for nation in self.nation if nation and nation.casefold() not in named)
        by_grade = (f"The house file says nothing of {unnamed}: by grade, else its default.",) if unnamed else ()
        return OddsTable("Communications", tuple(rows), (PREVIEW_ONLY, *by_grade))


class Assault(Query):
    """Effect of one side's dice in a close assault (house file)."""

    by = "BGC-CA-01, BGC-M-23"
    takes_house_file = True
    dice: tuple[int, ...] = ask("Number of dice of one side; may be repeated. By default 1 to 4.", least=0, most=60)

    def table(self, book: Rulebook) -> OddsTable:
        """Return the kills of this number of dice in close assault, by the shelter of the unit hit. Raises Missing
        without a house file.
        """
        rules = house_for(book).close_assault
        if rules is None:
            raise Missing(gap("BGC-M-23").not_covered)
        rows = tuple(
            OddsRow(f"{dice} dice, {shelter.value}", "6", _by_harm(assault_harms(dice, shelter, rules)))
            for dice in self.dice or range(1, FULL_COUNT + 1)
            for shelter in rules.factors
        )
        return OddsTable("Close assault, kills and wounds", rows, (PREVIEW_ONLY,))


class Medic(Query):
    """Fate of a wounded man in the Medic Phase (house file)."""

    by = "BGC-MED-02, BGC-M-24"
    takes_house_file = True

    def table(self, book: Rulebook) -> OddsTable:
        """Return the chances of the Medic Phase. Raises Missing without a house file."""
        medic = house_for(book).medic
        if medic is None:
            raise Missing(gap("BGC-M-24").not_covered)
        posts = {
            "alone": 0,
            "medical platoon near": medic.platoon_add,
            "medical platoon and aid station": medic.platoon_add + medic.aid_station_add,
        }
        rows = []
        for name, add in posts.items():
            chances = odds.wounded(medic, add=add)
            results = ("back in action", "still wounded", "dead")
            rows.append(OddsRow(name, "", {result: chances.of(result) for result in results}))
        return OddsTable("Medic Phase, each wounded", tuple(rows), (PREVIEW_ONLY,))


class Time(Query):
    """Length of a turn, and the chance that the initiative changes sides (house file)."""

    by = "BGC-TIME-02..04, BGC-M-25"
    takes_house_file = True

    def table(self, book: Rulebook) -> OddsTable:
        """Return the chances of the Time Phase. Raises Missing without a house file."""
        time = house_for(book).time
        if time is None:
            raise Missing(gap("BGC-M-25").not_covered)
        minutes = {f"{lasts} minutes": chance for lasts, chance in sorted(odds.turn_length(time).items())}
        changes = odds.initiative_changes(time)
        rows = (
            OddsRow("a turn takes", "", minutes),
            OddsRow("the initiative", "", {"changes hands": changes, "stays": 1 - changes}),
        )
        return OddsTable("Time Phase", rows, (PREVIEW_ONLY,))


ODDS: Final = Odds(
    """Exact odds of Brigadier General Commands: by its preview, and with --house also by a house file.""",
    {
        "Covered by the preview": {
            "fire": (Fire, "one round of fire: kills, wounds, steps down"),
            "air": (Air, "where an air mission falls"),
            "bug-out": (BugOut, "the losses of a platoon that bugs out"),
            "after": (After, "the state that losses leave a battalion in"),
        },
        "By a house file": {
            "radio": (Radio, "battalions in radio contact"),
            "assault": (Assault, "close assault"),
            "medic": (Medic, "the fate of the wounded"),
            "time": (Time, "how long a turn takes"),
        },
    },
)
