"""``campaign odds brigade ...``: the odds of WW2 Rules for Brigade Level Games."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, TypeVar

import click

from campaign.cli import show
from campaign.cli.lazy import Entry, LazyGroup, Section
from campaign.cli.odds import HELP, MOST_WITH_PER_CENT, house_rules, percent, print_table, words
from campaign.cli.odds_brevity import book_of
from campaign.cli.options import Call, answers_json
from campaign.errors import BadInput
from campaign.rules.tabletop.brigade import equipment, firepoints, odds_tables, unit_phrases
from campaign.rules.tabletop.brigade.antitank import Shot
from campaign.rules.tabletop.brigade.equipment import Face
from campaign.rules.tabletop.brigade.odds_tables import Bombardment, Shooting
from campaign.rules.tabletop.brigade.tables import Cover, Grade, Ground, MovesAs, SmallArm
from campaign.terms.forces import Nationality
from campaign.views.odds import OddsRow, OddsTable

Command = TypeVar("Command", bound=Callable[..., Any])
_MOST_FIGURES = 60
MOST_DIGITS = 24
"""Characters of a fraction that is still shown as one."""
_COVER = click.option(
    "--cover",
    type=click.Choice(words(Cover)),
    default="open",
    show_default=True,
    metavar="COVER",
    help=f"What the target is in: {', '.join(words(Cover))}.",
)
_FIGURES = click.option(
    "--figures", type=click.IntRange(1, _MOST_FIGURES), default=9, show_default=True, help="Figures of the target."
)
_RANGE = click.option(
    "--range",
    "distance",
    default="10",
    show_default=True,
    metavar="INCHES",
    help="Whole inches or a fraction, as in 29/2.",
)


@click.group(
    cls=LazyGroup,
    sections=[
        Section(
            "Fire",
            (
                Entry("fire", f"{__name__}:fire", "small arms and direct HE on troops"),
                Entry("vehicle", f"{__name__}:vehicle", "a gun at a vehicle: hit, and kill"),
                Entry("shelling", f"{__name__}:shelling", "indirect fire: deviation, breaching, losses"),
                Entry("soft-skin", f"{__name__}:soft_skin", "hits on unarmoured and open-top vehicles"),
                Entry("escape", f"{__name__}:escape", "who gets out of a destroyed vehicle"),
            ),
        ),
        Section(
            "Units",
            (
                Entry("morale", f"{__name__}:morale", "losing a pin, passing a casualty test"),
                Entry("moves", f"{__name__}:moves", "moves with a die in them; getting stuck"),
                Entry("after", f"{__name__}:after", "the state that losses leave a battalion in"),
            ),
        ),
    ],
    context_settings=HELP,
)
def brigade() -> None:
    """Exact odds of WW2 Rules for Brigade Level Games. With --json every chance is a fraction in text ("1/3")."""


def print_spreads(call: Call, table: OddsTable, understood: Mapping[str, object] | None = None) -> None:
    """A table whose rows are spreads: one column a row, one line an outcome, in per cent; averages and chances beside
    their label."""
    if call.as_json:
        print_table(call, table, understood)
        return
    show.heading(table.title)
    show.pairs([(row.label, _plain(row)) for row in table.rows])
    show.line()
    spreads = [row for row in table.rows if len(row.chances) > MOST_WITH_PER_CENT]
    outcomes = dict.fromkeys(name for row in spreads for name in row.chances)
    lines = [
        (name, *(percent(row.chances[name]) if name in row.chances else "" for row in spreads)) for name in outcomes
    ]
    labels = tuple(row.label for row in spreads)
    if spreads:
        show.table(("", *labels), lines, right=labels)
    show.lines(table.notes)


def _plain(row: OddsRow) -> str:
    """What it needs, its average or its chances."""
    if odds_tables.AVERAGE in row.averages:
        average = row.averages[odds_tables.AVERAGE]
        text = f"{average} on average" if len(str(average)) <= MOST_DIGITS else f"{float(average):.3f} on average"
    else:
        few = row.chances if len(row.chances) <= MOST_WITH_PER_CENT else {}
        text = ", ".join(f"{chance} ({percent(chance)})" for chance in few.values())
    return ", ".join(filter(None, (f"needs {row.needs}" if row.needs else "", text))) or "see below"


def inches(text: str) -> Fraction:
    """A distance. Raises BadInput."""
    try:
        result = Fraction(text.strip())
    except (ValueError, ZeroDivisionError):
        result = Fraction(-1)
    if not 0 <= result <= 1000:
        raise BadInput(f"--range {text!r} is no distance: inches from 0 to 1000, fractions as 29/2")
    return result


@click.command()
@click.option("--weapons", metavar="WHAT", help="Small arms, as in '10 rifles, 2 SMGs, MMG'.")
@click.option(
    "--he", "gun", metavar="GUN", help="A gun that fires HE directly: a name ('25pdr') or a calibre ('75 mm')."
)
@click.option(
    "--points", type=click.FloatRange(0, 999), metavar="N", help="Fire points outright, in halves: 11 or 13.5."
)
@click.option("--tank-gun", is_flag=True, help="The gun is a vehicle's: high velocity guns have fewer points.")
@_RANGE
@_COVER
@_FIGURES
@click.option("--pinned", is_flag=True, help="The target is pinned.")
@click.option("--moving", is_flag=True, help="The firers move, or are mounted.")
@click.option("--firers-pinned", is_flag=True, help="The firers are pinned.")
@click.option("--part-detected", is_flag=True, help="The target is only part detected.")
@click.option("--briefly", is_flag=True, help="In view for less than half a move.")
@click.option("--close-order", is_flag=True, help="The target is in close order.")
@click.option("--soft-skin", is_flag=True, help="The target is an unarmoured vehicle: is it destroyed?")
@click.option("--units", type=click.IntRange(1, 12), default=1, show_default=True, help="Like units that fire at it.")
@house_rules
@click.pass_obj
def fire(
    call: Call,
    weapons: str | None,
    gun: str | None,
    points: float | None,
    tank_gun: bool,
    distance: str,
    cover: str,
    figures: int,
    pinned: bool,
    moving: bool,
    firers_pinned: bool,
    part_detected: bool,
    briefly: bool,
    close_order: bool,
    soft_skin: bool,
    units: int,
    rules: tuple[str, ...],
) -> None:
    """Direct fire at troops: dice, hits and figures lost.

    \b
    campaign odds brigade fire --weapons "10 rifles" --range 5 --cover open
    campaign odds brigade fire --he 76mm --tank-gun --range 20 --pinned --json
    """
    arms = unit_phrases.arms(weapons) if weapons else ()
    if not arms and gun is None and points is None:
        raise BadInput("who fires? give --weapons '10 rifles', --he 25pdr, or both; or --points 11")
    if tank_gun and gun is None:
        raise BadInput("--tank-gun says whose gun --he is: give both, as in --he 76mm --tank-gun")
    if points is not None and points * 2 != int(points * 2):
        raise BadInput(f"--points {points:g}: fire points come in halves, as in 11 or 13.5")
    shot = Shooting(
        arms,
        he_points(gun, tank_gun=tank_gun) if gun else 0,
        inches(distance),
        Cover(cover),
        figures,
        pinned,
        moving or firers_pinned,
        part_detected,
        briefly,
        close_order,
        any(arm.weapon is SmallArm.FLAME_THROWER for arm in arms),
        units,
        Fraction(points or 0),
        soft_skin,
    )
    total = firepoints.total(arms, shot.distance_in) + shot.he + shot.points
    fields = {"weapons": [{"count": arm.count, "weapon": arm.weapon.value} for arm in arms], "fire_points": total}
    print_spreads(call, odds_tables.fire(shot, book_of(rules)), fields)


def he_points(text: str, *, tank_gun: bool) -> int:
    """HE points of a gun by name, or by its calibre. Raises NotFound, BadInput."""
    calibre = text.strip().lower().removesuffix("mm").strip()
    if calibre.isdecimal() and text not in equipment.GUNS:
        if not 1 <= int(calibre) <= 1000:
            raise BadInput(f"--he {text!r}: a calibre is 1 to 1000 mm")
        return firepoints.he_points(int(calibre), tank_gun=tank_gun)
    return firepoints.he_of(equipment.gun(text), in_vehicle=tank_gun)


@click.command()
@click.option(
    "--gun",
    required=True,
    metavar="GUN",
    help="A gun of the attack values ('17pdr', Panzerfaust), or a vehicle with one.",
)
@click.option("--target", required=True, metavar="VEHICLE", help="A vehicle of the equipment table, as in 'Pz IV H'.")
@click.option(
    "--face", type=click.Choice(words(Face)), default="front", show_default=True, help="The side that is hit."
)
@_RANGE
@click.option("--moving", is_flag=True, help="Fired while moving.")
@click.option("--pinned", is_flag=True, help="Fired while pinned.")
@click.option("--briefly", is_flag=True, help="In sight for less than half a move.")
@click.option("--partial-cover", is_flag=True, help="The target is in partial cover.")
@click.option("--part-detected", is_flag=True, help="The target is only part detected.")
@house_rules
@click.pass_obj
def vehicle(
    call: Call,
    gun: str,
    target: str,
    face: str,
    distance: str,
    moving: bool,
    pinned: bool,
    briefly: bool,
    partial_cover: bool,
    part_detected: bool,
    rules: tuple[str, ...],
) -> None:
    """A shot at a vehicle: to hit, to kill if hit, and both.

    \b
    campaign odds brigade vehicle --gun 88L56 --target Sherman --range 60
    """
    shot = Shot(unit_phrases.firing_gun(gun), inches(distance), moving or pinned, briefly, partial_cover, part_detected)
    hit = equipment.vehicle(target)
    said = {
        "gun": shot.gun.name,
        "attack_value": shot.gun.attack,
        "row": shot.gun.at_class and shot.gun.at_class.value,
        "target": hit.name,
        "armour_value": hit.armour(Face(face)),
        "body": hit.body.value,
    }
    print_table(call, odds_tables.vehicle(shot, hit, Face(face), book_of(rules)), said)


@click.command()
@click.option(
    "--battery",
    "said",
    required=True,
    multiple=True,
    metavar="WHAT",
    help="'105 mm', '81 mm mortar', '150 mm rockets', 25pdr; again: a further battery on the same point.",
)
@click.option(
    "--nation",
    type=click.Choice(words(Nationality)),
    default="british",
    show_default=True,
    metavar="NATION",
    help=f"Whose guns: {', '.join(words(Nationality))}.",
)
@click.option("--batteries", type=click.IntRange(1, 8), default=1, show_default=True, help="So many on one point.")
@click.option("--on-table", is_flag=True, help="The battery stands on the table.")
@click.option("--df-point", is_flag=True, help="On a point registered before the battle.")
@_COVER
@_FIGURES
@click.option("--pinned", is_flag=True, help="The target is pinned already.")
@click.option("--never-pinned", is_flag=True, help="Cavalry, or advancing in close order.")
@house_rules
@click.pass_obj
def shelling(
    call: Call,
    said: tuple[str, ...],
    nation: str,
    batteries: int,
    on_table: bool,
    df_point: bool,
    cover: str,
    figures: int,
    pinned: bool,
    never_pinned: bool,
    rules: tuple[str, ...],
) -> None:
    """Indirect fire on a unit at the aiming point: deviation, the zone, breaching, figures lost.

    \b
    campaign odds brigade shelling --battery "88 mm" --nation british --df-point
    campaign odds brigade shelling --battery "150 mm" --cover fortification
    """
    if len(said) > 1 and batteries > 1:
        raise BadInput(
            f"--batteries {batteries} and {len(said)} times --battery: name each battery, or say how many like ones"
        )
    each = tuple(unit_phrases.battery(battery, Nationality(nation), on_table=on_table) for battery in said) * batteries
    plan = Bombardment(each, df_point, Cover(cover), figures, pinned, never_pinned)
    understood = {"batteries": [{"calibre_mm": battery.calibre_mm, "piece": battery.piece.value} for battery in each]}
    print_spreads(call, odds_tables.shelling(plan, book_of(rules)), understood)


@click.command("soft-skin")
@click.option("--hits", type=click.IntRange(1, 40), default=1, show_default=True, help="Hits to be saved, one by one.")
@click.option("--open-top", is_flag=True, help="Open-top armour under indirect fire instead.")
@house_rules
@click.pass_obj
def soft_skin(call: Call, hits: int, open_top: bool, rules: tuple[str, ...]) -> None:
    """Chance that so many hits destroy a vehicle: any failed save does."""
    book_of(rules)
    print_table(call, odds_tables.soft_skin(hits, open_top))


@click.command()
@click.argument("figures", type=click.IntRange(1, _MOST_FIGURES))
@answers_json
@click.pass_obj
def escape(call: Call, figures: int) -> None:
    """How many of so many FIGURES get out of a destroyed vehicle; they are pinned."""
    print_table(call, odds_tables.escape(figures))


@click.command()
@click.argument("grade", type=click.Choice(words(Grade)), required=False)
@click.option(
    "--start", type=click.IntRange(1, _MOST_FIGURES), default=9, show_default=True, help="Figures at the start."
)
@click.option(
    "--lost", type=click.IntRange(0, _MOST_FIGURES), default=0, show_default=True, help="Figures lost so far."
)
@click.option("--split", is_flag=True, help="Figures more than an inch apart, or horse-holders too far off.")
@click.option("--headquarters", is_flag=True, help="The unit is or contains the battalion's headquarters.")
@click.option("--close-order", is_flag=True, help="It advances in close order.")
@house_rules
@click.pass_obj
def morale(
    call: Call,
    grade: str | None,
    start: int,
    lost: int,
    split: bool,
    headquarters: bool,
    close_order: bool,
    rules: tuple[str, ...],
) -> None:
    """Chance to lose a pin, and to stay on the table; without GRADE, all four."""
    if lost > start:
        raise BadInput(f"--lost {lost}: no more than the {start} figures of --start can be lost")
    grades = [Grade(grade)] if grade else list(Grade)
    shown = odds_tables.tests(
        grades, start, lost, split=split, headquarters=headquarters, close_order=close_order, book=book_of(rules)
    )
    print_table(call, shown)


@click.command()
@click.option("--row", metavar="ROW", help="Row of the movement table, as in 'medium tanks'; by default all.")
@click.option("--ground", metavar="GROUND", help="road, open, rough or thick woods; by default all.")
@house_rules
@click.pass_obj
def moves(call: Call, row: str | None, ground: str | None, rules: tuple[str, ...]) -> None:
    """Inches of a move, and the chance to be stuck for the rest of the game."""
    rows = [unit_phrases.row(row)] if row else list(MovesAs)
    print_table(
        call, odds_tables.moves(rows, [unit_phrases.ground(ground)] if ground else list(Ground), book_of(rules))
    )


@click.command()
@click.option(
    "--full", type=click.IntRange(1, 999), required=True, metavar="N", help="Figures or models of the full battalion."
)
@click.option(
    "--lost", type=click.IntRange(0, 999), required=True, metavar="N", help="Lost, with those that were missing before."
)
@house_rules
@click.pass_obj
def after(call: Call, full: int, lost: int, rules: tuple[str, ...]) -> None:
    """The state that losses leave a battalion in: figures of removed companies count whole."""
    print_table(call, odds_tables.after(full, lost, book_of(rules)))
