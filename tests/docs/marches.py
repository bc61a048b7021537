"""The tables of the page on marches: kilometres in a turn by troops, ground and light, out of the rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

from campaign.exchange.arms import MAKES
from campaign.exchange.ground import SURFACES
from campaign.rules.common.settings import DEFAULTS
from campaign.rules.day.light import is_night
from campaign.rules.day.marches import march_move, moves_a_turn, rates
from campaign.rules.day.nqm_marches import mover_of
from campaign.rules.day.nqm_marches import rates as hourly_rates
from campaign.rules.tabletop.nqm.tables import Mover
from campaign.terms.forces import Arm, MarchClass, Nationality
from campaign.terms.ground import RoadKind, Surface
from campaign.terms.state import Season
from campaign.terms.words import listed

GROUND = {Surface.ROAD: "road", Surface.CROSS_COUNTRY: "open ground", Surface.TERRAIN: "terrain"}
TURNS = range(1, 5)


def km(metres: float) -> str:
    """Return metres in kilometres, to a tenth."""
    return f"{metres / 1000:.1f}".removesuffix(".0") if metres else "-"


def table(heads: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """Return a table whose columns stand to the right, the first to the left."""
    heads = list(heads)
    lines = [heads, ["---", *["--:"] * (len(heads) - 1)], *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines) + "\n"


def arms_of(march_class: MarchClass) -> str:
    """Return the arms that march in a class unless their battalion says otherwise."""
    return ", ".join(arm for arm in Arm if MAKES[arm].march_class is march_class)


def paces() -> dict[tuple[Fraction, Fraction], list[Nationality]]:
    """Return the nations by the moves that they make in a turn, by day and by night, the fastest first."""
    found: dict[tuple[Fraction, Fraction], list[Nationality]] = {}
    for nation in Nationality:
        pace = (moves_a_turn(nation, night=False, book=DEFAULTS), moves_a_turn(nation, night=True, book=DEFAULTS))
        found.setdefault(pace, []).append(nation)
    return dict(sorted(found.items(), reverse=True))


def marches() -> Iterator[str]:
    """Yield the tables of the page."""
    yield "## Roads and ground\n"
    surfaces = {kind: SURFACES.get(kind, Surface.ROAD) for kind in RoadKind}
    yield table(
        ("kind of road in `map.yaml`", "column"), ((f"`{kind.value}`", GROUND[surfaces[kind]]) for kind in RoadKind)
    )
    yield "`surface: terrain` at a road puts it into the last column, whatever its kind.\n"
    yield "## Night\n"
    for season in Season:
        dark = [f"turn {turn}" for turn in TURNS if is_night(turn, season, DEFAULTS)]
        yield f"- Night in {season.value}: {listed(dark)} of each day."
    yield "- Moonlight and weather (rain, mud, snow) do not change the pace of a march.\n"
    yield "## Troops\n"
    yield table(("class", "arms"), ((kind.value, arms_of(kind)) for kind in MarchClass)).replace("--:", "---")
    for (day, night), nations in paces().items():
        yield f"## {listed([nation.value.capitalize() if nation.value != 'us' else 'US' for nation in nations])}\n"
        yield f"{float(day):g} moves in a turn by day, {float(night):g} by night.\n"
        heads = ["km in a turn", *(f"{name}, {light}" for name in GROUND.values() for light in ("day", "night"))]
        yield table(heads, (_row(kind, nations[0]) for kind in MarchClass))
    yield "## One move\n"
    yield "A division's headquarters supplies its commands within one move of its own transport (`sup.reach`), by day and by night.\n"
    yield table(
        ("km in a move", *GROUND.values()),
        ((kind.value, *(km(march_move(kind).on(surface)) for surface in Surface)) for kind in MarchClass),
    )
    yield "## By Not Quite Mechanised\n"
    yield "With `march.system: nqm` nations and light make no difference. Troops that go to meet the enemy move to contact on roads, too.\n"
    movers = {mover_of(MAKES[arm].march_class, arm) for arm in Arm}
    yield table(
        ("km in a turn", "road march", "to contact, open ground, terrain"),
        ((mover.value, *_hourly(mover)) for mover in Mover if mover in movers),
    )


def _row(kind: MarchClass, nation: Nationality) -> list[str]:
    day, night = (rates(kind, nation, night=dark, book=DEFAULTS) for dark in (False, True))
    return [kind.value, *(km(pace.on(surface)) for surface in Surface for pace in (day, night))]


def _hourly(mover: Mover) -> tuple[str, str]:
    pace = hourly_rates(mover, tactical=False, book=DEFAULTS)
    return km(pace.road), km(pace.cross_country)
