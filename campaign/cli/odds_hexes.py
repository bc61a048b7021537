"""``campaign odds hexes ...``: the odds of One-Hour WW2 on hexes."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any, TypeVar

import click

from campaign.cli import show
from campaign.cli.lazy import Entry, LazyGroup, Section
from campaign.cli.odds import HELP, house_rules, percent, print_table, words
from campaign.cli.odds_brevity import book_of
from campaign.cli.odds_json import print_answer
from campaign.cli.options import Call
from campaign.errors import BadInput
from campaign.rules.tabletop.hexes import cards as playing
from campaign.rules.tabletop.hexes import odds_tables, unit_phrases
from campaign.rules.tabletop.hexes.combat import Shot
from campaign.rules.tabletop.hexes.tables import Terrain
from campaign.views.odds_hexes import ShotsTable, ShotTable

Command = TypeVar("Command", bound=Callable[..., Any])
_MOST = 99


@click.group(
    cls=LazyGroup,
    sections=[
        Section(
            "Shooting",
            (
                Entry("shot", f"{__name__}:shot", "one shot: modifiers and hits"),
                Entry("shots", f"{__name__}:shots", "several shots at one unit, and what becomes of it"),
                Entry("joint", f"{__name__}:joint", "two units of one hex shooting together"),
                Entry("elimination", f"{__name__}:elimination", "how many equal shots eliminate a unit"),
                Entry("matrix", f"{__name__}:matrix", "every way of shooting at every kind of target"),
            ),
        ),
        Section(
            "Cards and campaign",
            (
                Entry("cards", f"{__name__}:cards", "how long the pack lasts; who acts later"),
                Entry("after", f"{__name__}:after", "the state that hits leave a battalion in"),
            ),
        ),
    ],
    context_settings=HELP,
)
def hexes() -> None:
    """Exact odds of One-Hour WW2 on hexes. With --json every chance is a fraction in text ("1/3")."""


def _ground(command: Command) -> Command:
    """Where the target stands."""
    for option in (
        click.option("--between", is_flag=True, help="Broken terrain lies between (direct fire)."),
        click.option("--smoke", is_flag=True, help="Smoke lies on the target's hex."),
        click.option(
            "--terrain",
            default="open",
            show_default=True,
            metavar="TERRAIN",
            help=f"The target's hex: {', '.join(words(Terrain))}; or town, wood, hills.",
        ),
        click.option(
            "--range",
            "distance",
            type=click.IntRange(0, _MOST),
            default=1,
            show_default=True,
            metavar="HEXES",
            help="How far off.",
        ),
    ):
        command = option(command)
    return command


_target = click.option("--target", default="infantry", show_default=True, metavar="WHAT", help="The unit shot at.")
_weak = click.option("--weak", is_flag=True, help="The target is weak: it takes half the hits.")
_begun = click.option("--begun", type=click.IntRange(0, _MOST), metavar="HITS", help="Hits it has already.")


def _print_shot(call: Call, table: ShotTable) -> None:
    if call.as_json:
        print_answer(table)
        return
    show.heading(f"{table.shooter} at {table.target}, {table.distance} off, {table.terrain}")
    show.pairs(
        [
            ("Modifiers", ", ".join(table.modifiers) or "none"),
            ("Hits", f"D3 {table.net:+d}, never below 0"),
            ("Average", str(table.mean)),
        ]
    )
    show.line()
    _print_hits(table.hits)


def _print_hits(hits: Any) -> None:
    show.table(
        ("Hits", "Chance", "Per cent"),
        [(str(n), str(chance), percent(chance)) for n, chance in hits.items()],
        right=("Per cent",),
    )


def _print_shots(call: Call, table: ShotsTable) -> None:
    if call.as_json:
        print_answer(table)
        return
    show.heading(f"{len(table.shots)} shots at {table.target}: {table.begun} of {table.capacity} hits at the start")
    gone = zip(table.shots, table.gone_after, strict=True)
    rows = [
        (
            f"{shot_table.shooter}, {shot_table.distance} off",
            f"{shot_table.net:+d}",
            str(shot_table.mean),
            percent(chance),
        )
        for shot_table, chance in gone
    ]
    show.table(("Shot", "Net", "Average", "Gone by then"), rows, right=("Net", "Average", "Gone by then"))
    show.line()
    _print_hits(table.hits)
    show.line()
    show.pairs([("Average hits", str(table.mean)), *((name, _both(chance)) for name, chance in _fates(table))])


def _fates(table: ShotsTable) -> tuple[tuple[str, Fraction], ...]:
    return (
        ("Left fresh", table.fresh),
        (f"Left spent ({table.spent_from} or more)", table.spent),
        ("Eliminated", table.eliminated),
    )


def _both(chance: Fraction) -> str:
    return f"{chance} ({percent(chance)})" if len(str(chance)) <= 24 else percent(chance)


@click.command()
@click.option(
    "--shooter", required=True, metavar="WHO", help="Who shoots: infantry, at gun, tank, spg, mortar, artillery ..."
)
@_target
@_ground
@click.option("--evading", is_flag=True, help="The target gives up its action to evade.")
@click.option("--activated", is_flag=True, help="The target has had its action.")
@click.option("--weak-shooter", is_flag=True, help="The shooter shoots at -1 (hexes.weak).")
@house_rules
@click.pass_obj
def shot(
    call: Call,
    shooter: str,
    target: str,
    distance: int,
    terrain: str,
    smoke: bool,
    between: bool,
    evading: bool,
    activated: bool,
    weak_shooter: bool,
    rules: tuple[str, ...],
) -> None:
    """One shot: the net modifier and the chance of each number of hits.

    \b
    campaign odds hexes shot --shooter tank --target "at gun" --range 2
    campaign odds hexes shot --shooter artillery --range 8 --smoke --evading
    """
    shot = Shot(
        unit_phrases.unit_type_of(shooter),
        unit_phrases.unit_type_of(target),
        distance,
        unit_phrases.terrain_of(terrain),
        smoke,
        between,
        evading,
        activated,
        weak_shooter,
    )
    _print_shot(call, odds_tables.shot_table(shot, book_of(rules)))


@click.command()
@click.argument("shooters", metavar="SHOTS")
@_target
@_ground
@_weak
@click.option("--spent", is_flag=True, help="The target begins spent.")
@_begun
@house_rules
@click.pass_obj
def shots(
    call: Call,
    shooters: str,
    target: str,
    distance: int,
    terrain: str,
    smoke: bool,
    between: bool,
    weak: bool,
    spent: bool,
    begun: int | None,
    rules: tuple[str, ...],
) -> None:
    """Several shots at one unit in one turn: all hits, and whether it is left fresh, spent or eliminated.

    SHOTS in order, joined with commas: a number, a type, "at" so many hexes, evaded, weak.

    \b
    campaign odds hexes shots "artillery at 5, tank at 2, infantry at 2"
    campaign odds hexes shots "infantry evaded, infantry" --begun 5
    """
    made = unit_phrases.shots(
        shooters,
        unit_phrases.unit_type_of(target),
        distance=distance,
        terrain=unit_phrases.terrain_of(terrain),
        smoke=smoke,
        between=between,
    )
    _print_shots(call, odds_tables.shots_table(made, book_of(rules), weak=weak, begun=begun, spent=spent))


@click.command()
@click.argument("shooters", metavar="PAIR")
@_target
@_ground
@click.option("--evaded", is_flag=True, help="The target evades the joint shot.")
@click.option("--activated", is_flag=True, help="The target has had its action, and cannot evade.")
@_weak
@_begun
@house_rules
@click.pass_obj
def joint(
    call: Call,
    shooters: str,
    target: str,
    distance: int,
    terrain: str,
    smoke: bool,
    between: bool,
    evaded: bool,
    activated: bool,
    weak: bool,
    begun: int | None,
    rules: tuple[str, ...],
) -> None:
    """Two units of one hex shooting together, as in "2 infantry" or "tank, infantry"."""
    made = unit_phrases.shots(
        shooters,
        unit_phrases.unit_type_of(target),
        distance=distance,
        terrain=unit_phrases.terrain_of(terrain),
        smoke=smoke,
        between=between,
        activated=activated,
    )
    _print_shots(call, odds_tables.joint_table(made, book_of(rules), evaded=evaded, weak=weak, begun=begun))


@click.command()
@click.option(
    "--net",
    "nets",
    type=click.IntRange(-9, 9),
    multiple=True,
    metavar="N",
    help="Only this net modifier; may be repeated.",
)
@house_rules
@click.pass_obj
def elimination(call: Call, nets: tuple[int, ...], rules: tuple[str, ...]) -> None:
    """How many equal shots eliminate a normal, a weak and a spent unit, on average."""
    print_table(call, odds_tables.elimination(nets or (1, 0, -1, -2), book_of(rules)))


@click.command()
@house_rules
@click.pass_obj
def matrix(call: Call, rules: tuple[str, ...]) -> None:
    """Hits of one shot in the open, every way of shooting at every kind of target."""
    print_table(call, odds_tables.matrix(book_of(rules)))


@click.command()
@click.option(
    "--units", type=click.IntRange(1, 500), default=12, show_default=True, help="Units that are dealt a card each turn."
)
@click.option("--card", metavar="CARD", help="The card of the unit that acts, as 7S or 'ace of clubs'.")
@click.option("--known", multiple=True, metavar="CARD", help="A card that lies on a third unit; may be repeated.")
@click.option(
    "--others", type=click.IntRange(1, 12), default=1, show_default=True, help="So many given units, all of them later."
)
@house_rules
@click.pass_obj
def cards(
    call: Call, units: int, card: str | None, known: tuple[str, ...], others: int, rules: tuple[str, ...]
) -> None:
    """How many turns the pack lasts, and the chance that other units act after the holder of a card (and may still
    evade)."""
    place = playing.card(card) if card else None
    print_table(
        call,
        odds_tables.cards_table(
            units, place, tuple(playing.card(card_name) for card_name in known), others, book_of(rules)
        ),
    )


@click.command()
@click.argument("hits")
@_weak
@house_rules
@click.pass_obj
def after(call: Call, hits: str, weak: bool, rules: tuple[str, ...]) -> None:
    """The state that HITS leave a battalion in: one number, or one for each company as in 9,9,0,0."""
    try:
        counts = [int(hit_count) for hit_count in hits.replace(",", " ").split()]
    except ValueError:
        raise BadInput(f"{hits!r} are no hits: write whole numbers, as in 6 or 9,9,0,0") from None
    print_table(call, odds_tables.after_table(counts, book_of(rules), weak=weak))
