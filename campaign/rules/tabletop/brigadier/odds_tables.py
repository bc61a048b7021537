"""The odds of Brigadier General Commands as a person reads them (``campaign odds brigadier``).

volley_table(volley, book, house, title=) -> VolleyTable
air_table, bug_out_table, after_table, radio_table, medic_table, time_table -> OddsTable      raise Missing where only a
house file can tell
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from campaign.errors import BadInput
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.tabletop.brigadier import odds
from campaign.rules.tabletop.brigadier.gaps import gap
from campaign.rules.tabletop.brigadier.hits import NO_HARM, Count
from campaign.rules.tabletop.brigadier.house import House
from campaign.rules.tabletop.brigadier.house_values import Missing, NotCovered
from campaign.rules.tabletop.brigadier.odds import Volley
from campaign.rules.tabletop.brigadier.returns import Losses, end_state, part_lost
from campaign.rules.tabletop.brigadier.tables import AirResult, Grade, MissionKind
from campaign.terms.state import State
from campaign.views.odds import OddsRow, OddsTable
from campaign.views.odds_brigadier import JointRow, VolleyTable

PREVIEW_ONLY = "Values of a house file, not of the preview."


def volley_table(volley: Volley, book: Rulebook, house: House, *, title: str) -> VolleyTable:
    """One round of fire, with what only a house file could add left out and named."""
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
        results={
            str(harm): chance
            for harm, chance in sorted(volley_odds.harms.items(), key=lambda pair: (pair[0].kills, pair[0].wounds))
        },
        counts={
            str(count): chance
            for count, chance in sorted(volley_odds.counts.items(), key=lambda pair: (pair[0].kills, pair[0].wounds))
        },
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


def air_table(kinds: Iterable[MissionKind], times: int, book: Rulebook, house: House) -> OddsTable:
    """Where air attacks fall, one mission and at least one of so many."""
    rows = []
    for kind in kinds:
        chances = odds.air_mission(kind, book, house.doubtful)
        rows.append(OddsRow(kind.value, "", {result.value: chances.of(result) for result in AirResult}))
        if times > 1:
            several = odds.missions(kind, times, book, house.doubtful)
            rows.append(
                OddsRow(
                    f"{kind.value}, {times} missions",
                    "",
                    {f"at least one {result.value}": several[result] for result in AirResult},
                )
            )
    return OddsTable("Air missions", tuple(rows), ("An attack on friends is resolved by the other side (BGC-AIR-04).",))


def bug_out_table(counts: Iterable[Count], book: Rulebook) -> OddsTable:
    """What it costs to bug out, by how the platoon stands before."""
    rows = []
    for count in counts:
        chances = odds.bug_out(count, book)
        result = {("removed" if after.removed else str(after)): chance for after, chance in chances.items()}
        rows.append(OddsRow(f"from {count}", "1: a kill and a wound", result))
    return OddsTable(
        "Bug Out (killed/wounded)",
        tuple(rows),
        ("Not against ambush fire, nor against air attacks (BGC-BUG-06, -07).",),
    )


def after_table(
    full: int, platoons: int, lost: Losses, book: Rulebook, *, company_hqs: int = 3, surrounded: bool = False
) -> OddsTable:
    """The state that losses leave a battalion in (BGC-TAB-21). ``kills`` with those it began with and those of removed
    platoons."""
    if lost.company_hqs_lost > company_hqs:
        raise BadInput(f"{lost.company_hqs_lost} company headquarters lost of {company_hqs}: more than stood there")
    if lost.dead_or_taken + lost.wounds > full or lost.removed + lost.surrendered + lost.broken > platoons:
        raise BadInput(
            f"{lost.dead_or_taken} lost and {lost.wounds} wounded of a Count of {full} in {platoons} platoons: more"
            " than stood there"
        )
    noted = {"full": full, "platoons": platoons, "battalion_hq": 1, "company_hqs": company_hqs}
    state = end_state(lost, noted, book, surrounded=surrounded)
    part = part_lost(lost, noted, book)
    chances = {
        other_state.value: Fraction(other_state is state)
        for other_state in (State.FRESH, State.SPENT, State.DESTROYED, State.CAPTURED)
    }
    return OddsTable("After the fight", (OddsRow(f"{part} lost", state.value, chances, numbers={"part lost": part}),))


def radio_table(house: House, nations: Sequence[str]) -> OddsTable:
    """The Communications Phase. Raises Missing without a house file."""
    if house.radio is None:
        raise Missing(gap("BGC-M-07").not_covered)
    rows = []
    for nation in nations:
        for grade in Grade:
            faces = house.radio.faces(grade, nation)
            chance = odds.radio(faces, house.radio.die)
            needs = ", ".join(map(str, sorted(faces)))
            rows.append(
                OddsRow(
                    f"{grade.value}{f', {nation}' if nation else ''}", needs, {"in contact": chance, "out": 1 - chance}
                )
            )
    named = {name.casefold() for name in house.radio.success}
    unnamed = [nation for nation in nations if nation and nation.casefold() not in named]
    by_grade = (f"The house file says nothing of {', '.join(unnamed)}: by grade, else its default.",) if unnamed else ()
    return OddsTable("Communications", tuple(rows), (PREVIEW_ONLY, *by_grade))


def medic_table(house: House) -> OddsTable:
    """The Medic Phase. Raises Missing without a house file."""
    medic = house.medic
    if medic is None:
        raise Missing(gap("BGC-M-24").not_covered)
    posts = (
        ("alone", 0),
        ("medical platoon near", medic.platoon_add),
        ("medical platoon and aid station", medic.platoon_add + medic.aid_station_add),
    )
    rows = []
    for name, add in posts:
        chances = odds.wounded(medic, add=add)
        rows.append(
            OddsRow(name, "", {result: chances.of(result) for result in ("back in action", "still wounded", "dead")})
        )
    return OddsTable("Medic Phase, each wounded", tuple(rows), (PREVIEW_ONLY,))


def time_table(house: House) -> OddsTable:
    """The Time Phase. Raises Missing without a house file."""
    time = house.time
    if time is None:
        raise Missing(gap("BGC-M-25").not_covered)
    minutes = {f"{lasts} minutes": chance for lasts, chance in sorted(odds.turn_length(time).items())}
    changes = odds.initiative_changes(time)
    rows = (
        OddsRow("a turn takes", "", minutes),
        OddsRow("the initiative", "", {"changes hands": changes, "stays": 1 - changes}),
    )
    return OddsTable("Time Phase", rows, (PREVIEW_ONLY,))


def assault_table(volley_dice: Iterable[int], house: House) -> OddsTable:
    """Close assault: kills of so many dice, by the shelter of who is hit. Raises Missing without a house file."""
    rules = house.close_assault
    if rules is None:
        raise Missing(gap("BGC-M-23").not_covered)
    from campaign.rules.tabletop.brigadier.close_assault import assault_harms

    rows = []
    for dice in volley_dice:
        for shelter in rules.factors:
            chances = assault_harms(dice, shelter, rules)
            shown = {
                str(harm): chance
                for harm, chance in sorted(chances.items(), key=lambda pair: (pair[0].kills, pair[0].wounds))
            }
            rows.append(OddsRow(f"{dice} dice, {shelter.value}", "6", shown))
    return OddsTable("Close assault, kills and wounds", tuple(rows), (PREVIEW_ONLY,))
