"""``campaign odds brevity ...``: the odds of Operation Brevity's tables."""

from __future__ import annotations

from dataclasses import replace

import click

from campaign.cli.odds import HOW, house_rules, print_assault, print_fire, print_table, words
from campaign.cli.options import Call, answers_json
from campaign.errors import BadInput
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.common.settings import DEFAULTS
from campaign.rules.tabletop.brevity import odds_tables, points, unit_phrases
from campaign.rules.tabletop.brevity.attack import prepare
from campaign.rules.tabletop.brevity.chains import Assault, Body, Shelling
from campaign.rules.tabletop.brevity.fire import Fire, FireKind, Firing, Flank, Inches, Mark, Works
from campaign.rules.tabletop.brevity.tables import Landing
from campaign.terms.forces import Nationality
from campaign.terms.ground import Cover
from campaign.terms.state import Light, Posture, Season, Sky, SupplyGrade

_KINDS = {
    "direct": FireKind.DIRECT,
    "artillery": FireKind.ARTILLERY,
    "counter-battery": FireKind.COUNTER_BATTERY,
    "air": FireKind.AIR,
}
_NATION = click.Choice(words(Nationality), case_sensitive=False)
_ground = click.option(
    "--terrain",
    type=click.Choice(["open", "terrain", "smoke"]),
    default="open",
    show_default=True,
    help="Where the target stands.",
)
_light = click.option(
    "--light", type=click.Choice(words(Light)), default="day", show_default=True, help="Day, moonlight or darkness."
)
_weather = click.option(
    "--weather", type=click.Choice(words(Sky)), default="clear", show_default=True, help="Weather over the battlefield."
)
_dug_in = click.option("--dug-in", is_flag=True, help="The target is in prepared positions.")
_fortified = click.option("--fortified", is_flag=True, help="The target is in permanent fortifications.")
_range = click.option(
    "--range",
    "distance",
    type=click.IntRange(0, 1000),
    default=4,
    show_default=True,
    metavar="INCHES",
    help="How far away the attackers are.",
)


def book_of(rules: tuple[str, ...]) -> Rulebook:
    """The rulebook with the house rules that --rule names. Raises BadInput."""
    changes: dict[str, str] = {}
    for rule in rules:
        key, equals, value = rule.partition("=")
        if not equals:
            raise BadInput(f"--rule {rule!r} is no house rule: write KEY=VALUE, as in cas.dash_plus_one=on")
        changes[key.strip()] = value.strip()
    return Rulebook.from_overrides(changes) if changes else DEFAULTS


def _works(*, dug_in: bool, fortified: bool) -> Works:
    return Works.FORTIFIED if fortified else Works.DUG_IN if dug_in else Works.NONE


@click.command()
@click.option(
    "--attackers", required=True, metavar="WHO", help="Who fires, as in '2 infantry, weak field guns (support)'."
)
@click.option("--target", default="infantry", show_default=True, metavar="WHAT", help="The battalion fired on.")
@click.option(
    "--how", type=click.Choice(HOW), help="How they fire; point: noted earlier. Default: the same as the attackers."
)
@_range
@_ground
@_light
@_weather
@_dug_in
@_fortified
@click.option("--moving", is_flag=True, help="The target moves (fast tanks are harder to hit).")
@click.option("--inexperienced", is_flag=True, help="The target is inexperienced.")
@click.option("--spent", is_flag=True, help="The target carries a casualty figure.")
@click.option("--surrounded", is_flag=True, help="The target is surrounded: destroyed is captured.")
@click.option("--unlocated", is_flag=True, help="Nobody sees the target (artillery and aircraft).")
@click.option("--in-support", is_flag=True, help="The target is in support posture, behind troops that shelter it.")
@house_rules
@click.pass_obj
def fire(
    call: Call,
    attackers: str,
    target: str,
    how: str | None,
    distance: int,
    terrain: str,
    light: str,
    weather: str,
    dug_in: bool,
    fortified: bool,
    moving: bool,
    inexperienced: bool,
    spent: bool,
    surrounded: bool,
    unlocated: bool,
    in_support: bool,
    rules: tuple[str, ...],
) -> None:
    """One exchange of fire: the chances of none, pinned, spent and destroyed.

    WHO is battalions as people say them: a number, size or state (weak, company of, large, spent, pinned), what it is,
    and remarks in brackets or after it: support, march, reserve, flanked, does not see it, at 6, reaches 4, artillery
    reaches 60, anti-tank CLASS, best CLASS, armour CLASS. Several are joined with commas or plus signs. A piece has its
    calibre: '105 mm howitzers'.

    \b
    campaign odds brevity fire --attackers "2 infantry" --range 6 --dug-in
    campaign odds brevity fire --target "medium tanks" \\
        --attackers "infantry + medium-heavy anti-tank guns in support"
    campaign odds brevity fire --attackers "weak field guns" --unlocated --json
    """
    book = book_of(rules)
    firing = unit_phrases.battalions(attackers, book, distance_in=distance)
    if (
        unlocated
        and how != "point"
        and not any(firer.stand.is_artillery or firer.stand.is_aircraft for firer in firing)
    ):
        firing = tuple(replace(firer, locates=False) for firer in firing)
    stand = unit_phrases.battalion(target, book)
    target_works = unit_phrases.works_said(target)
    works = _works(
        dug_in=dug_in or target_works is Works.DUG_IN, fortified=fortified or target_works is Works.FORTIFIED
    )
    mark = Mark(
        replace(stand, inexperienced=True) if inexperienced else stand,
        works,
        Cover.TERRAIN if terrain == "terrain" else Cover.OPEN,
        terrain == "smoke",
        moving,
        spent or "spent" in target.split(),
        Posture.SUPPORT if in_support else Posture.LINE,
        surrounded=surrounded,
        located=not unlocated,
    )
    if how == "point":
        noted = points.note("the point", firing, book, light=Light(light), sky=Sky(weather))
        attack = points.reveal(noted, mark, book)
    else:
        kind = _KINDS[how] if how else unit_phrases.kind_of(firing)
        attack = prepare(Fire(kind, firing, mark, Light(light), Sky(weather)), book)
    print_fire(
        call,
        odds_tables.fire_table(attack, attackers=attackers, target=_target_words(target, mark), point=how == "point"),
    )


def _target_words(target: str, mark: Mark) -> str:
    where = "in smoke" if mark.smoke else "in terrain" if mark.cover is Cover.TERRAIN else "in the open"
    works = "" if mark.works is Works.NONE or unit_phrases.works_said(target) is mark.works else f"{mark.works.value} "
    return f"{works}{target} {where}"


def bodies(
    text: str, book: Rulebook, distance: Inches, works: Works = Works.NONE, cover: Cover = Cover.OPEN
) -> tuple[Body, ...]:
    """Battalions as bodies: those said alike stand together. Raises BadInput for what cannot fight in an assault."""
    result: dict[Firing, int] = {}
    for battalion in unit_phrases.battalions(text, book, distance_in=distance):
        if battalion.pinned or battalion.resting or battalion.posture not in (Posture.LINE, Posture.SUPPORT):
            raise BadInput(
                f"{text!r}: an assault is fought by battalions in the line or in support, neither pinned nor resting"
            )
        result[battalion] = result.get(battalion, 0) + 1
    return tuple(
        Body(
            firer.stand,
            count,
            works,
            cover,
            posture=firer.posture,
            spent=firer.spent,
            flanked=firer.flank is not Flank.SAFE,
            distance_in=firer.distance_in,
        )
        for firer, count in result.items()
    )


def _shellings(guns: tuple[str, ...], targets: tuple[Body, ...], side: str, book: Rulebook) -> tuple[Shelling, ...]:
    """Each group of guns takes the next battalion, in the order in which they were named."""
    order = [n for n, body in enumerate(targets) for _ in range(body.count)]
    if len(guns) > len(order):
        raise BadInput(
            f"{len(guns)} groups of guns for {len(order)} {side}: name no more groups than there are battalions, each"
            " fires on one"
        )
    return tuple(
        Shelling(body, unit_phrases.battalions(text, book, distance_in=0))
        for body, text in zip(order, guns, strict=False)
    )


@click.command()
@click.option(
    "--attackers", "waves", required=True, multiple=True, metavar="WHO", help="Who attacks; given again: the next wave."
)
@click.option("--defenders", required=True, metavar="WHO", help="Who defends.")
@click.option(
    "--guns", multiple=True, metavar="WHO", help="Guns that shell one defender first; given again: the next defender."
)
@click.option(
    "--guns-back",
    multiple=True,
    metavar="WHO",
    help="The defenders' guns on one attacker; given again: the next attacker.",
)
@_range
@click.option(
    "--terrain",
    type=click.Choice(["open", "terrain"]),
    default="open",
    show_default=True,
    help="Where the defenders stand.",
)
@_light
@_weather
@click.option("--dug-in", is_flag=True, help="The defenders are in prepared positions.")
@click.option("--fortified", is_flag=True, help="The defenders are in permanent fortifications.")
@click.option("--alone", is_flag=True, help="Nobody else sees the enemy: a side that is destroyed has no die left.")
@house_rules
@click.pass_obj
def assault(
    call: Call,
    waves: tuple[str, ...],
    defenders: str,
    guns: tuple[str, ...],
    guns_back: tuple[str, ...],
    distance: int,
    terrain: str,
    light: str,
    weather: str,
    dug_in: bool,
    fortified: bool,
    alone: bool,
    rules: tuple[str, ...],
) -> None:
    """An assault from step 4 to step 7 of a move: guns, the defenders' fire on every attacker, then the attackers'
    fire.

    The attackers move in the open to within --range of the defenders. Who is pinned or worse no longer counts in the
    next step. Exact for up to 12 battalions a side.

    \b
    campaign odds brevity assault --attackers "3 infantry" --defenders infantry
    campaign odds brevity assault --attackers "2 infantry" \\
        --attackers "2 infantry" --defenders infantry --guns "2 weak field guns"
    """
    book = book_of(rules)
    works = _works(dug_in=dug_in, fortified=fortified)
    attacking = tuple(bodies(wave, book, distance) for wave in waves)
    defending = tuple(
        replace(body, distance_in=None)
        for body in bodies(defenders, book, distance, works, Cover.TERRAIN if terrain == "terrain" else Cover.OPEN)
    )
    plan = Assault(
        attacking,
        defending,
        distance,
        Light(light),
        Sky(weather),
        _shellings(guns, defending, "defenders", book),
        _shellings(guns_back, attacking[0], "attackers of the first wave", book),
        not alone,
    )
    positions = "" if works is Works.NONE else f"{works.value} "
    print_assault(
        call, odds_tables.assault_table(plan, book, title=f"{'; then '.join(waves)} against {positions}{defenders}")
    )


@click.command()
@click.argument("challenger", type=_NATION, required=False)
@click.argument("mover", type=_NATION, required=False)
@click.option(
    "--commander",
    type=click.Choice(["challenger", "mover", "both"]),
    help="Whose command has its corps commander with it.",
)
@answers_json
@click.pass_obj
def initiative(call: Call, challenger: str | None, mover: str | None, commander: str | None) -> None:
    """Chance that CHALLENGER takes the move from MOVER; without them, every nation against every other.

    Nations: british, indian, commonwealth, french, german, italian, japanese, soviet, us.
    """
    ours = [Nationality(challenger)] if challenger else list(Nationality)
    theirs = [Nationality(mover)] if mover else list(Nationality)
    print_table(
        call,
        odds_tables.initiative(
            ours,
            theirs,
            commander_with_challenger=commander in ("challenger", "both"),
            commander_with_mover=commander in ("mover", "both"),
        ),
    )


@click.command()
@click.argument("nation", type=_NATION, required=False)
@click.option("--night", is_flag=True, help="A night turn.")
@click.option("--inexperienced", is_flag=True, help="The command is inexperienced.")
@click.option("--flame-throwers", is_flag=True, help="It was attacked by flame-throwers.")
@click.option("--commander", is_flag=True, help="The corps commander is with it.")
@house_rules
@click.pass_obj
def readiness(
    call: Call,
    nation: str | None,
    night: bool,
    inexperienced: bool,
    flame_throwers: bool,
    commander: bool,
    rules: tuple[str, ...],
) -> None:
    """Chance that a command keeps its officer after a move, and how many moves that makes in a turn; without NATION,
    all of them."""
    nations = [Nationality(nation)] if nation else list(Nationality)
    book = book_of(rules)
    print_table(
        call,
        odds_tables.readiness(
            nations,
            book,
            night=night,
            inexperienced=inexperienced,
            flame_throwers=flame_throwers,
            corps_commander=commander,
        ),
    )


@click.command()
@click.option("--season", type=click.Choice(words(Season)), help="Summer or winter; by default both.")
@house_rules
@click.pass_obj
def weather(call: Call, season: str | None, rules: tuple[str, ...]) -> None:
    """Weather of the day, whether bad weather clears, what each turn brings, and whether a basing area is grounded."""
    print_table(call, odds_tables.weather([Season(season)] if season else list(Season), book_of(rules)))


@click.command()
@click.option("--grade", type=click.Choice(words(SupplyGrade)), help="Well or poorly supplied; by default both.")
@click.option("--days", type=click.IntRange(1, 60), default=1, show_default=True, help="Over so many days.")
@click.option(
    "--headquarters", type=click.IntRange(1, 40), default=1, show_default=True, help="So many divisional headquarters."
)
@answers_json
@click.pass_obj
def recovery(call: Call, grade: str | None, days: int, headquarters: int) -> None:
    """Chance that destroyed battalions return: one die a divisional headquarters and day."""
    print_table(
        call,
        odds_tables.recovery(
            [SupplyGrade(grade)] if grade else list(SupplyGrade), days=days, headquarters=headquarters
        ),
    )


@click.command()
@click.option("--missions", type=click.IntRange(1, 40), default=3, show_default=True, help="Up to so many missions.")
@answers_json
@click.pass_obj
def supply(call: Call, missions: int) -> None:
    """Chance that missions by transport aircraft supply a division for one turn."""
    print_table(call, odds_tables.supply(missions))


@click.command()
@click.option("--attacks", type=click.IntRange(1, 40), default=4, show_default=True, help="Up to so many attacks.")
@answers_json
@click.pass_obj
def strike(call: Call, attacks: int) -> None:
    """Chance that the opponent picks the target of at least one air attack. What an attack does: fire --attackers
    "medium bombers"."""
    print_table(call, odds_tables.strike(attacks))


@click.command()
@click.option("--how", type=click.Choice(words(Landing)), help="By parachute or glider; by default both.")
@click.option("--terrain", type=click.Choice(words(Cover)), help="Where it comes down; by default both.")
@click.option("--night/--day", default=None, help="By night or by day; by default both.")
@answers_json
@click.pass_obj
def landing(call: Call, how: str | None, terrain: str | None, night: bool | None) -> None:
    """What a battalion landing from the air loses: unharmed, spent or destroyed."""
    table = odds_tables.landings(
        [Landing(how)] if how else list(Landing),
        [Cover(terrain)] if terrain else list(Cover),
        [night] if night is not None else [False, True],
    )
    print_table(call, table)
