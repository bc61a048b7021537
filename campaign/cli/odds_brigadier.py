"""``campaign odds brigadier ...``: the odds of Brigadier General Commands' dice."""

from __future__ import annotations

import click

from campaign.cli import show
from campaign.cli.lazy import Entry, LazyGroup, Section
from campaign.cli.odds import HELP, house_rules, percent, print_table, words
from campaign.cli.odds_brevity import book_of
from campaign.cli.odds_json import print_answer
from campaign.cli.options import Call
from campaign.errors import BadInput
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.tabletop.brigadier import odds_tables
from campaign.rules.tabletop.brigadier.cover import Incoming, shelter
from campaign.rules.tabletop.brigadier.fire import Firer, pooled
from campaign.rules.tabletop.brigadier.hits import Count
from campaign.rules.tabletop.brigadier.house import PREVIEW, House
from campaign.rules.tabletop.brigadier.house_values import covered
from campaign.rules.tabletop.brigadier.odds import Volley
from campaign.rules.tabletop.brigadier.returns import Losses
from campaign.rules.tabletop.brigadier.tables import FULL_COUNT, Feature, FireKind, Grade, MissionKind, Order, Shelter
from campaign.views.odds_brigadier import VolleyTable

_HERE = __name__


@click.group(
    cls=LazyGroup,
    sections=[
        Section(
            "Covered by the preview",
            (
                Entry("fire", f"{_HERE}:fire", "one round of fire: kills, wounds, steps down"),
                Entry("air", f"{_HERE}:air", "where an air mission falls"),
                Entry("bug-out", f"{_HERE}:bug_out", "what it costs to bug out"),
                Entry("after", f"{_HERE}:after", "the state that losses leave a battalion in"),
            ),
        ),
        Section(
            "By a house file",
            (
                Entry("radio", f"{_HERE}:radio", "battalions in radio contact"),
                Entry("assault", f"{_HERE}:assault", "close assault"),
                Entry("medic", f"{_HERE}:medic", "what becomes of the wounded"),
                Entry("time", f"{_HERE}:time", "how long a turn takes"),
            ),
        ),
    ],
    context_settings=HELP,
)
def brigadier() -> None:
    """Exact odds of Brigadier General Commands: what its preview covers, and with --house what a house file adds."""


_house = click.option(
    "--house",
    "house_file",
    metavar="FILE",
    help="A house file, or 'brigadier-ours': the tables that the preview leaves out.",
)


def _house_of(name: str | None, book: Rulebook) -> tuple[House, Rulebook]:
    """The house that --house names, and the rulebook with the settings it carries; --rule goes before them."""
    if name is None:
        return PREVIEW, book
    from campaign.exchange.house_file import read_house

    house = read_house(name).house
    for key, value in house.settings.items():
        if key not in book.overrides():
            book = book.with_setting(key, value)
    return house, book


@click.command()
@click.option("--dice", type=click.IntRange(0, 400), help="Dice rolled; without it they are worked out from --weapon.")
@click.option(
    "--weapon", help="Who fires, by the name of the weapon: 'semi-automatic squads', 'bolt-action only', bazooka ..."
)
@click.option("--platoons", type=click.IntRange(1, 60), help="How many platoons of that weapon fire.  [default: 1]")
@click.option(
    "--count",
    "counts",
    type=click.IntRange(0, FULL_COUNT),
    multiple=True,
    help="The Count of each, repeated where they differ.  [default: 4]",
)
@click.option(
    "--fire",
    "kind",
    type=click.Choice(words(FireKind)),
    help="Aimed or Area Fire.  [default: aimed; area for --from guns]",
)
@click.option("--cover", type=click.Choice(words(Shelter)), help="Cover of the target.  [default: open]")
@click.option(
    "--in",
    "features",
    type=click.Choice(words(Feature)),
    multiple=True,
    help="What it stands in or behind; may be repeated.",
)
@click.option(
    "--from",
    "incoming",
    type=click.Choice(words(Incoming)),
    help="What fires, for --in: shells burst in trees.  [default: direct]",
)
@click.option("--enclosed", is_flag=True, help="The target is in fully enclosed armour.")
@click.option("--kills", type=click.IntRange(0, FULL_COUNT), default=0, help="Dead of the target before.")
@click.option("--wounds", type=click.IntRange(0, FULL_COUNT), default=0, help="Wounded of the target before.")
@click.option(
    "--order",
    type=click.Choice(words(Order), case_sensitive=False),
    default="Aim",
    show_default=True,
    help="The target's order.",
)
@click.option(
    "--grade",
    type=click.Choice(words(Grade), case_sensitive=False),
    default="Regular",
    show_default=True,
    help="Its experience.",
)
@_house
@house_rules
@click.pass_obj
def fire(
    call: Call,
    dice: int | None,
    weapon: str | None,
    platoons: int | None,
    counts: tuple[int, ...],
    kind: str | None,
    cover: str | None,
    features: tuple[str, ...],
    incoming: str | None,
    enclosed: bool,
    kills: int,
    wounds: int,
    order: str,
    grade: str,
    house_file: str | None,
    rules: tuple[str, ...],
) -> None:
    """One round of fire: kills, wounds, steps down, and how the target stands after it.

    A target on Double has every die counted twice. Where steps lead, only a house file can say.

    \b
    campaign odds brigadier fire --dice 15 --order Move
    campaign odds brigadier fire --weapon bazooka --platoons 3 --order Move
    campaign odds brigadier fire --dice 8 --cover soft --kills 2 --wounds 1 --json
    campaign odds brigadier fire --dice 8 --in wood --in "dug in" --from artillery
    """
    house, book = _house_of(house_file, book_of(rules))
    if dice is None:
        if weapon is None:
            raise click.UsageError(
                "say how many dice are rolled (--dice 8), or who fires (--weapon bazooka --platoons 3)"
            )
        dice = pooled(
            [Firer(remaining_count, covered(house.weapon(weapon))) for remaining_count in _counts(platoons, counts)],
            book,
        )
    elif weapon is not None or platoons is not None or counts:
        raise BadInput(
            "--dice says it all: leave out --weapon, --platoons and --count, or let them say how many dice are rolled"
        )
    source = Incoming(incoming or "direct")
    used = kind or ("area" if source in (Incoming.ARTILLERY, Incoming.MORTAR, Incoming.AIR) else "aimed")
    sheltered = _cover(cover, features, source, book, enclosed=enclosed)
    volley = Volley(dice, FireKind(used), sheltered, Count(kills, wounds), Order(order), Grade(grade))
    text = f"{len(_counts(platoons, counts))} with {weapon}: " if weapon else ""
    where = "in the open" if sheltered is Shelter.OPEN else f"{sheltered.value} cover"
    title = f"{text}{dice} dice, {used} fire at a platoon {kills}/{wounds} on {order}, {where}"
    print_volley(call, odds_tables.volley_table(volley, book, house, title=title))


def _counts(platoons: int | None, counts: tuple[int, ...]) -> tuple[int, ...]:
    """The Count of each platoon that fires. Raises BadInput where the numbers do not fit."""
    if len(counts) <= 1:
        return (counts or (FULL_COUNT,)) * (platoons or 1)
    if platoons not in (None, len(counts)):
        raise BadInput(f"{len(counts)} times --count for {platoons} platoons: give one for all, or one for each")
    return counts


def _cover(
    cover: str | None, features: tuple[str, ...], source: Incoming, book: Rulebook, *, enclosed: bool
) -> Shelter:
    """The class of cover, as told or as the target's surroundings give it (BGC-COVER). Raises BadInput for both."""
    if not features:
        return Shelter(cover or "open")
    if cover is not None:
        raise BadInput(f"--cover {cover} and --in {features[0]}: give one of them; what it stands in says its cover")
    return shelter([Feature(feature) for feature in features], source, book, enclosed=enclosed)


def print_volley(call: Call, table: VolleyTable) -> None:
    """One round of fire."""
    if call.as_json:
        print_answer(table)
        return
    show.heading(table.title)
    rows = [
        (name, str(chance), percent(chance))
        for name, chance in table.results.items()
        if len(table.results) <= 12 or chance * 1000 >= 1
    ]
    show.table(("Kills+wounds", "Chance", "Per cent"), rows, right=("Per cent",))
    stands = [
        (name, str(chance), percent(chance))
        for name, chance in table.counts.items()
        if len(table.counts) <= 12 or chance * 1000 >= 1
    ]
    show.table(("Stands after it", "Chance", "Per cent"), stands, right=("Per cent",))
    show.pairs(
        [
            ("Kills on average", f"{table.mean_kills} ({float(table.mean_kills):.3f})"),
            ("Wounds on average", f"{table.mean_wounds} ({float(table.mean_wounds):.3f})"),
            ("Platoon removed", f"{table.removed} ({percent(table.removed)})"),
        ]
    )
    if table.at_least is not None:
        show.line()
        steps = [(str(count), percent(chance)) for count, chance in table.at_least.items() if chance * 1000 >= 1]
        show.table(("Steps down, at least", "Per cent"), steps, right=("Per cent",))
        show.pairs([("Steps on average", f"{table.mean_steps} ({float(table.mean_steps or 0):.3f})")])
    if table.orders is not None:
        show.line()
        show.table(
            ("Order after it", "Chance", "Per cent"),
            [(name, str(chance), percent(chance)) for name, chance in table.orders.items()],
        )
    show.lines(table.not_covered)


@click.command()
@click.argument("kind", type=click.Choice(words(MissionKind)), required=False)
@click.option("--missions", type=click.IntRange(1, 40), default=1, show_default=True, help="Of so many: at least one.")
@_house
@house_rules
@click.pass_obj
def air(call: Call, kind: str | None, missions: int, house_file: str | None, rules: tuple[str, ...]) -> None:
    """Where an air mission falls: off the table, on friends, on the enemy; without KIND, all of them."""
    house, book = _house_of(house_file, book_of(rules))
    print_table(call, odds_tables.air_table([MissionKind(kind)] if kind else list(MissionKind), missions, book, house))


@click.command("bug-out")
@click.option(
    "--kills",
    type=click.IntRange(0, FULL_COUNT),
    help="Men already dead. Without --kills and --wounds: a table of every platoon.",
)
@click.option("--wounds", type=click.IntRange(0, FULL_COUNT), help="Wounded before.")
@house_rules
@click.pass_obj
def bug_out(call: Call, kills: int | None, wounds: int | None, rules: tuple[str, ...]) -> None:
    """What it costs a platoon to bug out."""
    if kills is None and wounds is None:
        counts = [Count(dead, hurt) for dead in range(FULL_COUNT) for hurt in range(FULL_COUNT + 1 - dead)]
    else:
        counts = [Count(kills or 0, wounds or 0)]
    print_table(call, odds_tables.bug_out_table(counts, book_of(rules)))


@click.command()
@click.option("--nation", multiple=True, help="A nation that the house file names; may be repeated.")
@_house
@house_rules
@click.pass_obj
def radio(call: Call, nation: tuple[str, ...], house_file: str | None, rules: tuple[str, ...]) -> None:
    """Chance that a battalion is in radio contact, by grade (house file)."""
    print_table(call, odds_tables.radio_table(_house_of(house_file, book_of(rules))[0], nation or ("",)))


@click.command()
@_house
@house_rules
@click.pass_obj
def medic(call: Call, house_file: str | None, rules: tuple[str, ...]) -> None:
    """What becomes of a wounded in the Medic Phase (house file)."""
    print_table(call, odds_tables.medic_table(_house_of(house_file, book_of(rules))[0]))


@click.command()
@_house
@house_rules
@click.pass_obj
def time(call: Call, house_file: str | None, rules: tuple[str, ...]) -> None:
    """How long a turn takes, and whether the initiative changes hands (house file)."""
    print_table(call, odds_tables.time_table(_house_of(house_file, book_of(rules))[0]))


@click.command()
@click.option(
    "--dice", type=click.IntRange(0, 60), multiple=True, help="Dice of one side; may be repeated. By default 1 to 4."
)
@_house
@house_rules
@click.pass_obj
def assault(call: Call, dice: tuple[int, ...], house_file: str | None, rules: tuple[str, ...]) -> None:
    """What one side's dice do in a close assault (house file)."""
    print_table(
        call, odds_tables.assault_table(dice or range(1, FULL_COUNT + 1), _house_of(house_file, book_of(rules))[0])
    )


@click.command()
@click.option("--full", type=click.IntRange(1, 999), default=52, show_default=True, help="The battalion's full Count.")
@click.option("--platoons", type=click.IntRange(1, 99), default=13, show_default=True, help="Platoons it mustered.")
@click.option(
    "--kills", type=click.IntRange(0, 999), default=0, help="All dead: from before and of removed platoons too."
)
@click.option("--wounds", type=click.IntRange(0, 999), default=0, help="Wounded.")
@click.option("--removed", type=click.IntRange(0, 99), default=0, help="Platoons removed.")
@click.option("--surrendered", type=click.IntRange(0, 99), default=0, help="Platoons that surrendered.")
@click.option("--broken", type=click.IntRange(0, 99), default=0, help="Platoons on Back or Rout.")
@click.option("--battalion-hq-lost", is_flag=True, help="Its headquarters is lost.")
@click.option(
    "--company-hqs", type=click.IntRange(0, 9), default=3, show_default=True, help="Company headquarters mustered."
)
@click.option("--company-hqs-lost", type=click.IntRange(0, 9), default=0, help="Company headquarters lost.")
@click.option("--surrounded", is_flag=True, help="It was surrounded: destroyed is captured.")
@house_rules
@click.pass_obj
def after(
    call: Call,
    full: int,
    platoons: int,
    kills: int,
    wounds: int,
    removed: int,
    surrendered: int,
    broken: int,
    battalion_hq_lost: bool,
    company_hqs: int,
    company_hqs_lost: int,
    surrounded: bool,
    rules: tuple[str, ...],
) -> None:
    """The state that losses leave a battalion in."""
    lost = Losses(kills, wounds, removed, surrendered, broken, battalion_hq_lost, company_hqs_lost)
    print_table(
        call,
        odds_tables.after_table(full, platoons, lost, book_of(rules), company_hqs=company_hqs, surrounded=surrounded),
    )
