"""``campaign odds nqm ...``: the odds of Not Quite Mechanised."""

from __future__ import annotations

from collections.abc import Sequence

import click

from campaign.cli.lazy import Entry, LazyGroup, Section
from campaign.cli.odds import HELP, house_rules, print_table, words
from campaign.cli.odds_brevity import book_of
from campaign.cli.options import Call, answers_json
from campaign.errors import BadInput
from campaign.rules.tabletop.nqm import odds_tables
from campaign.rules.tabletop.nqm.firing import Bombardment, Volley
from campaign.rules.tabletop.nqm.odds import Assault
from campaign.rules.tabletop.nqm.tables import Grade, RangeBand
from campaign.rules.tabletop.nqm.unit_phrases import MOST_DICE, is_fort, target_of, volleys_of, weapon_of

_GRADE = click.Choice(words(Grade), case_sensitive=False)
_RANGES = click.Choice(words(band for band in RangeBand if band is not RangeBand.OUT))
_MOST_FIGURES = 60
_MOST_HOURS = 12


@click.group(
    cls=LazyGroup,
    sections=[
        Section(
            "Fire",
            (
                Entry("fire", f"{__name__}:fire", "casualties of one hour's dice"),
                Entry("firefight", f"{__name__}:firefight", "who has won by hour N"),
                Entry("guns", f"{__name__}:guns", "a bombardment or an air attack"),
                Entry("class", f"{__name__}:class_", "the class of a weapon or a vehicle"),
            ),
        ),
        Section(
            "Contact",
            (
                Entry("recce", f"{__name__}:recce", "red, white and blue: who sees whom, and how near"),
                Entry("column", f"{__name__}:column", "a main body caught marching"),
                Entry("opening", f"{__name__}:opening", "how near a unit lets an enemy come"),
                Entry("assault", f"{__name__}:assault", "close assault: an exchange, and the hour"),
            ),
        ),
        Section(
            "Troops",
            (
                Entry("morale", f"{__name__}:morale", "when a unit tests and whether it holds"),
                Entry("tanks", f"{__name__}:tanks", "tank terror; infantry with tanks in its position"),
                Entry("breakout", f"{__name__}:breakout", "surrounded veterans stand by stand"),
                Entry("pins", f"{__name__}:pins", "casualties that come off again"),
                Entry("after", f"{__name__}:after", "the state that a fight leaves a battalion in"),
            ),
        ),
        Section("Campaign", (Entry("tasks", f"{__name__}:tasks", "hours to a bridgehead, to a bridge"),)),
    ],
    context_settings=HELP,
)
def nqm() -> None:
    """Exact odds of Not Quite Mechanised. With --json every chance is a fraction in text ("1/3")."""


def _grades(grade: str | None) -> list[Grade]:
    return list(Grade) if grade is None else [Grade(grade)]


def _dice(volleys: Sequence[Volley]) -> list[dict[str, object]]:
    """Dice as they were understood."""
    return [{"count": volley.dice, "class": volley.weight.letter} for volley in volleys]


@click.command()
@click.option(
    "--dice", "handful", required=True, metavar="DICE", help="Dice by class, as in '3 L + 1 M', or by weapon: '2 HMG'."
)
@click.option(
    "--target",
    default="open",
    show_default=True,
    metavar="CLASS",
    help="VL L M H VH, how it stands (open, dug in, town, fort, column), or a vehicle: T34.",
)
@click.option("--range", "band", type=_RANGES, default="effective", show_default=True, help="How near.")
@click.option("--ambush", is_flag=True, help="Fired from ambush.")
@click.option("--scoots", is_flag=True, help="Recce that shoots and scoots: half the casualties.")
@click.option(
    "--grade", type=_GRADE, default="regular", show_default=True, help="Of the unit fired on, with --tests-at."
)
@click.option(
    "--tests-at", type=click.IntRange(1, 999), metavar="N", help="It tests at N more casualties: does it break?"
)
@house_rules
@click.pass_obj
def fire(
    call: Call,
    handful: str,
    target: str,
    band: str,
    ambush: bool,
    scoots: bool,
    grade: str,
    tests_at: int | None,
    rules: tuple[str, ...],
) -> None:
    """Casualties of one hour's dice on one class of target.

    \b
    campaign odds nqm fire --dice "3 L" --target open
    campaign odds nqm fire --dice "2 L + 1 M" --target town --range contact
    """
    book = book_of(rules)
    volleys = volleys_of(handful, target_of(target, book), band=RangeBand(band), ambush=ambush)
    how = (" from ambush" if ambush else "") + (", the target scoots" if scoots else "")
    title = f"{handful} on {target} at {band} range{how}"
    table = odds_tables.fire(volleys, book, title=title, grade=Grade(grade), tests_at=tests_at, scoots=scoots)
    print_table(call, table, {"dice": _dice(volleys), "target": volleys[0].target.letter})


@click.command()
@click.option("--attack", required=True, metavar="DICE", help="The attacker's dice, as in '4 L'.")
@click.option(
    "--on", "defender", default="dug in", show_default=True, metavar="CLASS", help="What the defender counts as."
)
@click.option("--answer", required=True, metavar="DICE", help="The defender's dice.")
@click.option(
    "--back", "attacker", default="attacking", show_default=True, metavar="CLASS", help="What the attacker counts as."
)
@click.option("--range", "band", type=_RANGES, default="effective", show_default=True, help="How near.")
@click.option(
    "--hours",
    type=click.IntRange(1, _MOST_HOURS),
    default=1,
    show_default=True,
    metavar="N",
    help="By the end of the Nth hour.",
)
@house_rules
@click.pass_obj
def firefight(
    call: Call, attack: str, defender: str, answer: str, attacker: str, band: str, hours: int, rules: tuple[str, ...]
) -> None:
    """The chance that the attacker has won by hour N: at the end of an hour he had caused more casualties than he
    suffered.

    Both sides fire at once, the same dice every hour; nobody drops out meanwhile. Whoever has won fires no more.
    """
    book = book_of(rules)
    ours = odds_tables.moved(volleys_of(attack, target_of(defender, book), band=RangeBand(band)), attacker=True)
    theirs = volleys_of(answer, target_of(attacker, book), band=RangeBand(band))
    title = f"{attack} on {defender} against {answer} on {attacker}: won by the end of hour {hours}"
    said = {
        "attack": _dice(ours),
        "on": ours[0].target.letter,
        "answer": _dice(theirs),
        "back": theirs[0].target.letter,
    }
    print_table(call, odds_tables.firefight(ours, theirs, hours, book, title=title), said)


@click.command()
@click.option("--dice", "handful", required=True, metavar="DICE", help="Fire units of one class, as in '2 M'.")
@click.option("--calibre", type=click.IntRange(1, 1000), metavar="MM", help="Their calibre; without it: an air attack.")
@click.option(
    "--target", default="dug in", show_default=True, metavar="CLASS", help="VL L M H VH, how it stands, or a vehicle."
)
@click.option("--harassing", is_flag=True, help="Harassing fire: disorganises only, a third of a fire unit.")
@click.option("--fortified", is_flag=True, help="The target is in a fort, whatever its class (air attacks).")
@house_rules
@click.pass_obj
def guns(
    call: Call, handful: str, calibre: int | None, target: str, harassing: bool, fortified: bool, rules: tuple[str, ...]
) -> None:
    """A bombardment: casualties, and whether the target is disorganised."""
    book = book_of(rules)
    volleys = volleys_of(handful, target_of(target, book))
    if len(volleys) != 1:
        raise BadInput(f"{handful!r}: a bombardment is of one class, as in '2 M'")
    plan = Bombardment(
        volleys[0].weight, volleys[0].target, volleys[0].dice, calibre, harassing, fortified or is_fort(target)
    )
    text = "from the air" if calibre is None else f"of {calibre} mm"
    table = odds_tables.guns(plan, book, title=f"{handful} {text} on {target}{', harassing' if harassing else ''}")
    print_table(call, table, {"dice": _dice(volleys), "target": plan.target.letter, "fortified": plan.fortified})


@click.command("class")
@click.argument("name")
@click.option("--armour", is_flag=True, help="NAME is a target: a vehicle, or how troops stand.")
@house_rules
@click.pass_obj
def class_(call: Call, name: str, armour: bool, rules: tuple[str, ...]) -> None:
    """The class of weapon NAME ("25pdr", "105 mm artillery"), or with --armour of a target ("T34", "infantry in a
    town")."""
    book = book_of(rules)
    weight = target_of(name, book) if armour else weapon_of(name)
    print_table(call, odds_tables.classes(name, book, armour=armour), {"class": weight.letter})


@click.command()
@click.option("--recce", "who", type=_GRADE, help="Grade of the recce; by default every grade.")
@click.option("--defender", type=_GRADE, help="Grade of the concealed enemy; by default every grade.")
@house_rules
@click.pass_obj
def recce(call: Call, who: str | None, defender: str | None, rules: tuple[str, ...]) -> None:
    """The three dice of the recce sequence."""
    print_table(call, odds_tables.recce(_grades(who), _grades(defender), book_of(rules)))


@click.command()
@click.option("--body", type=_GRADE, help="Grade of the main body; by default every grade.")
@click.option("--defender", type=_GRADE, help="Grade of the concealed enemy; by default every grade.")
@answers_json
@click.pass_obj
def column(call: Call, body: str | None, defender: str | None) -> None:
    """A main body without a marked start line: is it caught in column?"""
    print_table(call, odds_tables.column(_grades(body), _grades(defender)))


@click.command()
@click.option("--grade", type=_GRADE, help="By default every grade.")
@answers_json
@click.pass_obj
def opening(call: Call, grade: str | None) -> None:
    """How near a unit lets an enemy come before it first fires."""
    print_table(call, odds_tables.opening(_grades(grade)))


@click.command()
@click.option("--attacker", type=_GRADE, default="regular", show_default=True, help="Grade of the attackers.")
@click.option(
    "--attackers",
    type=click.IntRange(1, _MOST_FIGURES),
    required=True,
    metavar="N",
    help="Unwounded figures attacking.",
)
@click.option("--defender", type=_GRADE, default="regular", show_default=True, help="Grade of the defenders.")
@click.option(
    "--defenders",
    type=click.IntRange(1, _MOST_FIGURES),
    required=True,
    metavar="N",
    help="Unwounded figures defending.",
)
@click.option(
    "--exchanges",
    type=click.IntRange(1, 40),
    metavar="N",
    help="By default as many as the attacker may make in an hour.",
)
@click.option(
    "--attacker-tests", type=click.IntRange(1, 99), metavar="N", help="The attacker tests at N more casualties."
)
@click.option(
    "--defender-tests", type=click.IntRange(1, 99), metavar="N", help="The defender tests at N more casualties."
)
@house_rules
@click.pass_obj
def assault(
    call: Call,
    attacker: str,
    attackers: int,
    defender: str,
    defenders: int,
    exchanges: int | None,
    attacker_tests: int | None,
    defender_tests: int | None,
    rules: tuple[str, ...],
) -> None:
    """Close assault: the first exchange, and what an hour of them comes to. Break tests only where asked for."""
    plan = Assault(Grade(attacker), Grade(defender), attackers, defenders, exchanges, attacker_tests, defender_tests)
    print_table(call, odds_tables.assault(plan, book_of(rules)))


@click.command()
@click.option("--grade", type=_GRADE, help="By default every grade.")
@click.option(
    "--points", type=click.IntRange(1, 999), default=15, show_default=True, help="Points of the unit at the start."
)
@house_rules
@click.pass_obj
def morale(call: Call, grade: str | None, points: int, rules: tuple[str, ...]) -> None:
    """Casualties at which a unit tests, and the chance that it holds."""
    print_table(call, odds_tables.morale(_grades(grade), points, book_of(rules)))


@click.command()
@click.option("--grade", type=_GRADE, help="By default every grade.")
@house_rules
@click.pass_obj
def tanks(call: Call, grade: str | None, rules: tuple[str, ...]) -> None:
    """Tank terror, and whether infantry stays when tanks drive into its position."""
    print_table(call, odds_tables.tanks(_grades(grade), book_of(rules)))


@click.command()
@click.option("--stands", type=click.IntRange(1, MOST_DICE), required=True, metavar="N", help="Surrounded stands.")
@house_rules
@click.pass_obj
def breakout(call: Call, stands: int, rules: tuple[str, ...]) -> None:
    """Surrounded veterans break out, each stand by itself."""
    print_table(call, odds_tables.breakout(stands, book_of(rules)))


@click.command()
@click.argument("casualties", nargs=-1, required=True, type=click.IntRange(0, 99))
@answers_json
@click.pass_obj
def pins(call: Call, casualties: tuple[int, ...]) -> None:
    """CASUALTIES of units that reorganise (one number a unit): black pins that stay, and what is lost for good after
    the battle."""
    print_table(call, odds_tables.pins(casualties))


@click.command()
@click.option(
    "--points", type=click.IntRange(1, 999), default=15, show_default=True, help="Points of the battalion when fresh."
)
@click.option("--lost", type=click.IntRange(0, 999), default=0, show_default=True, help="Points gone for good.")
@click.option(
    "--red", type=click.IntRange(0, 999), default=0, show_default=True, help="Under red pins: not reorganised yet."
)
@click.option(
    "--black", type=click.IntRange(0, 999), default=0, show_default=True, help="Under black pins of this battle."
)
@click.option(
    "--before", type=click.IntRange(0, 999), default=0, show_default=True, help="Under black pins when it began."
)
@house_rules
@click.pass_obj
def after(call: Call, points: int, lost: int, red: int, black: int, before: int, rules: tuple[str, ...]) -> None:
    """The state that a return leaves a battalion in: pins are halved, the odd one is diced for."""
    print_table(call, odds_tables.after(points, lost, red, black, before, book_of(rules)))


@click.command()
@click.option(
    "--within", type=click.IntRange(0, 99), metavar="HOURS", help="The chance to be ready within so many hours."
)
@house_rules
@click.pass_obj
def tasks(call: Call, within: int | None, rules: tuple[str, ...]) -> None:
    """Hours to a bridgehead for infantry and to a bridge for vehicles."""
    print_table(call, odds_tables.task_times(within, book_of(rules)))
