"""What a scenario begins with besides ground and forces: players, orders, aircraft, weather, objectives."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from campaign.exchange.entry import Entry, items_of, pairs_of
from campaign.exchange.faults import Faults, Spot
from campaign.exchange.ground import Grid
from campaign.exchange.names import Names
from campaign.exchange.sections import Sections
from campaign.exchange.stands import read_day
from campaign.exchange.text import Node, Scalar
from campaign.exchange.values import AirBase, AirGroup, AirTask, Commander, Objective, Order, VictoryLevel, Weather
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.day.air_tasking import sorties_a_day
from campaign.terms.forces import AirType
from campaign.terms.state import OrderKind, Sky
from campaign.terms.time import TURNS_A_DAY, Moment
from campaign.terms.words import did_you_mean, listing, slug

COMMANDER_KEYS = ("name", "player", "formation")
AIR_BASE_KEYS = ("name", "side", "place", "at", "source", "unconfirmed")
AIR_GROUP_KEYS = (
    "name",
    "side",
    "type",
    "based at",
    "aircraft",
    "missions a day",
    "fac",
    "fac with",
    "source",
    "unconfirmed",
)
AIR_TASK_KEYS = ("group", "day", "turn", "task", "place", "battalion", "formation")
WEATHER_KEYS = ("day", "turn", "sky", "area")
VICTORY_KEYS = ("level", "side", "lead")
OBJECTIVE_KEYS = ("place", "side", "points", "name", "day", "key")
ORDER_KEYS = ("for", "day", "turn", "order", "to", "via", "aim", "objective", "limit")
TASKS = ("strike", "support", "supply", "reconnaissance", "landing")
MOST_POINTS = 1000
MOST_LEAD = 1_000_000
NEEDS_PLACE = frozenset({OrderKind.MARCH, OrderKind.ATTACK})


@dataclass(frozen=True, slots=True)
class Known:
    """What these refer to, and the sides of formations and battalions by key."""

    sides: Names
    places: Names
    formations: Names
    battalions: Names
    side_of: Mapping[str, str]
    days: int | None
    book: Rulebook
    faults: Faults


@dataclass(frozen=True, slots=True)
class Opening:
    """All that was read of these."""

    commanders: list[Commander]
    air_bases: list[AirBase]
    air_groups: list[AirGroup]
    air_tasks: list[AirTask]
    weather: list[Weather]
    objectives: list[Objective]
    victory: list[VictoryLevel]
    orders: list[Order]


def read_opening(sections: Sections, known: Known) -> Opening:
    """Everything a scenario begins with besides ground and forces."""
    base_names = Names("air base", complete=sections.whole("air bases"))
    group_names = Names("air group", complete=sections.whole("air groups"))
    commanders = read_commanders(sections.of("commanders"), known)
    bases = read_air_bases(sections.of("air bases"), base_names, known)
    groups = read_air_groups(
        sections.of("air groups"), group_names, base_names, {base.key: base.side for base in bases}, known
    )
    return Opening(
        commanders,
        bases,
        groups,
        read_air_tasks(sections.of("air tasking"), group_names, {group.key: group for group in groups}, known),
        read_weather(sections.of("weather"), base_names, known),
        read_objectives(sections.of("objectives"), known),
        read_victory(sections.of("victory"), known),
        read_orders(sections.of("orders"), known),
    )


def keyed(sections: Iterable[Node], what: str, names: Names, faults: Faults) -> list[tuple[str, Node]]:
    """Entries under keys of their own; one given twice is a fault."""
    result = []
    for section in sections:
        for key, node in pairs_of(section, what, faults):
            if not slug(key.text):
                faults.error(key.spot, f"{key.text!r} is no key", "use letters and digits")
            elif key.text in names:
                faults.error(
                    key.spot,
                    f"{names.what} {key.text!r} was given already at {names.spots[names.keys[slug(key.text)]]}",
                    "every key stands once",
                )
            else:
                called = [
                    v.text for k, v in pairs_of(node, "", Faults()) if slug(k.text) == "name" and isinstance(v, Scalar)
                ]
                names.add(slug(key.text)[:80], key.spot, *called)
                result.append((slug(key.text)[:80], node))
    return result


def read_commanders(sections: Iterable[Node], known: Known) -> list[Commander]:
    """The players and what they command."""
    commanders: list[Commander] = []
    for key, node in keyed(sections, "commanders", Names("commander"), known.faults):
        entry = Entry(node, f"commander {key!r}", COMMANDER_KEYS, known.faults)
        name, player = entry.text("name", key.replace("_", " ").title()), entry.text("player")
        formation = known.formations.find(
            entry.scalar("formation", "the key of a formation", must=True), known.faults, "formation"
        )
        if taken := next((commander for commander in commanders if commander.formation == formation), None):
            known.faults.error(
                entry.where("formation"),
                f"formation: {formation} has a commander already, {taken.key}",
                "a formation has one commander",
            )
        elif formation is not None:
            commanders.append(Commander(key, name, formation, known.side_of.get(formation, ""), player))
    return commanders


def read_air_bases(sections: Iterable[Node], names: Names, known: Known) -> list[AirBase]:
    """Basing areas."""
    air_bases = []
    for key, node in keyed(sections, "air bases", names, known.faults):
        entry = Entry(node, f"air base {key!r}", AIR_BASE_KEYS, known.faults)
        side = known.sides.find(entry.scalar("side", "the key of a side", must=True), known.faults, "side")
        place = known.places.find(entry.scalar("place", "the key of a place"), known.faults, "place")
        at = entry.node("at")
        point = Grid(True).read(at, "at", known.faults) if at is not None else None
        lat, lon = point or (None, None)
        name = entry.text("name", key.replace("_", " ").title())
        air_bases.append(
            AirBase(key, name, side or "", place, lat, lon, entry.text("source"), entry.flag("unconfirmed"))
        )
    return air_bases


def read_air_groups(
    sections: Iterable[Node], names: Names, bases: Names, side_of_base: Mapping[str, str], known: Known
) -> list[AirGroup]:
    """Aircraft. A group without a side is of the side of its base."""
    air_groups = []
    for key, node in keyed(sections, "air groups", names, known.faults):
        entry = Entry(node, f"air group {key!r}", AIR_GROUP_KEYS, known.faults)
        kind = entry.word("type", AirType, AirType.GROUND_ATTACK, must=True)
        base = bases.find(entry.scalar("based at", "the key of an air base", must=True), known.faults, "based at")
        side = known.sides.find(entry.scalar("side", "the key of a side"), known.faults, "side") or side_of_base.get(
            base or ""
        )
        missions, name = entry.whole("missions a day", 0, 4), entry.text("name", key.replace("_", " ").title())
        fac_with = known.formations.find(entry.scalar("fac with", "the key of a formation"), known.faults, "fac with")
        aircraft, fac = entry.text("aircraft"), entry.flag("fac", "fac with" in entry)
        source, unconfirmed = entry.text("source"), entry.flag("unconfirmed")
        a_day = 1 if missions is None else missions
        air_groups.append(
            AirGroup(key, name, side or "", kind, base or "", aircraft, a_day, fac, fac_with, source, unconfirmed)
        )
    return air_groups


def read_air_tasks(
    sections: Iterable[Node], groups: Names, flying: Mapping[str, AirGroup], known: Known
) -> list[AirTask]:
    """Missions tasked before the campaign opens: one a group and turn, of transports as many as the rulebook allows
    (OB-AMB-106)."""
    air_tasks: list[AirTask] = []
    seen: defaultdict[tuple[str, Moment], list[Spot]] = defaultdict(list)
    for node in _items(sections, "air tasking", known.faults):
        entry = Entry(node, "air task", AIR_TASK_KEYS, known.faults)
        if entry.poisoned:
            continue
        group = groups.find(entry.scalar("group", "the key of an air group", must=True), known.faults, "group")
        moment = read_moment(entry, known.days)
        scalar = entry.scalar("task", ", ".join(TASKS), must=True)
        if scalar is not None and scalar.text.lower() not in TASKS:
            known.faults.unknown(scalar.spot, "task", scalar.text, TASKS)
        targets = [key for key in ("place", "battalion", "formation") if key in entry]
        landing = scalar is not None and scalar.text.lower() == "landing"
        if landing and targets != ["place", "battalion"]:
            known.faults.error(
                entry.spot,
                "a landing that is not of a battalion at a place",
                "write battalion and place",
                consequent=True,
            )
        elif not landing and len(targets) != 1:
            known.faults.error(
                entry.spot,
                f"an air task with {len(targets)} targets",
                "write one of place, battalion and formation",
                consequent=True,
            )
        place = known.places.find(entry.scalar("place", "the key of a place"), known.faults, "place")
        battalion = known.battalions.find(
            entry.scalar("battalion", "the key of a battalion"), known.faults, "battalion"
        )
        formation = known.formations.find(
            entry.scalar("formation", "the key of a formation"), known.faults, "formation"
        )
        if group and moment and scalar:
            earlier, most = seen[group, moment], _most_sorties(flying.get(group), known.book)
            if len(earlier) >= most:
                lines = listing(str(spot.line) for spot in earlier)
                known.faults.error(
                    entry.spot,
                    f"{group} is tasked for {moment} already in line {lines}",
                    "one mission a turn" if most == 1 else f"{most} missions a turn (air.transport_missions)",
                )
            earlier.append(entry.spot)
            air_tasks.append(AirTask(group, moment, scalar.text.lower(), place, battalion, formation, len(earlier)))
    return air_tasks


def _most_sorties(group: AirGroup | None, book: Rulebook) -> int:
    """Missions that a group may be tasked with for one turn."""
    if group is None or group.kind is not AirType.TRANSPORT:
        return 1
    return max(1, sorties_a_day(group.kind, group.missions_a_day, book))


def read_weather(sections: Iterable[Node], bases: Names, known: Known) -> list[Weather]:
    """Historical weather by day, or by day and turn."""
    weathers = []
    seen: dict[tuple[int, int | None, str], Spot] = {}
    for node in _items(sections, "weather", known.faults):
        entry = Entry(node, "weather", WEATHER_KEYS, known.faults)
        if entry.poisoned:
            continue
        day, turn = read_day(entry, known.days), entry.whole("turn", 1, TURNS_A_DAY)
        sky = entry.word("sky", Sky, Sky.CLEAR, must=True)
        area = bases.find(entry.scalar("area", "the key of an air base"), known.faults, "area") or ""
        if day is None or (not area and "area" in entry):
            continue
        if (day, turn, area) in seen:
            known.faults.error(
                entry.spot,
                f"the weather of day {day} was given already in line {seen[day, turn, area].line}",
                "one line a day, turn and area",
            )
        seen[day, turn, area] = entry.spot
        weathers.append(Weather(day, turn, sky, area))
    return weathers


def read_objectives(sections: Iterable[Node], known: Known) -> list[Objective]:
    """Ground that scores."""
    names, objectives = Names("objective"), []
    for node in _items(sections, "objectives", known.faults):
        entry = Entry(node, "objective", OBJECTIVE_KEYS, known.faults)
        if entry.poisoned:
            continue
        scalar = entry.scalar("place", "the key of a place", must=True)
        place = known.places.find(scalar, known.faults, "place")
        side = known.sides.find(entry.scalar("side", "the key of a side", must=True), known.faults, "side")
        points = entry.whole("points", 0, MOST_POINTS, must=True)
        day, name = read_day(entry, known.days, must=False), entry.text("name", "")
        own = slug(entry.short("key", ""))
        if own and own in names:
            known.faults.error(
                entry.where("key"), f"the key {own!r} was given already at {names.spots[own]}", "every key stands once"
            )
        key = (
            own
            if own and own not in names
            else names.fresh_key(f"{place or name} {side or ''}{f' day {day}' if day else ''}")
        )
        names.add(key, entry.spot)
        objectives.append(Objective(key, name, place or "", side or "", points or 0, day))
    return objectives


def read_victory(sections: Iterable[Node], known: Known) -> list[VictoryLevel]:
    """What the score at the end is called: a level of a side from a lead on, and one without a side for all between."""
    victory_levels: list[VictoryLevel] = []
    seen: dict[tuple[str | None, int], Spot] = {}
    for node in _items(sections, "victory", known.faults):
        entry = Entry(node, "victory level", VICTORY_KEYS, known.faults)
        if entry.poisoned:
            continue
        name = entry.text("level", must=True)
        side = known.sides.find(entry.scalar("side", "the key of a side"), known.faults, "side")
        lead = entry.whole("lead", 1, MOST_LEAD, "points", must="side" in entry)
        if "lead" in entry and "side" not in entry:
            known.faults.error(
                entry.where("lead"),
                "a lead of nobody",
                "write 'side: ...' too, or leave the lead out: neither side won",
            )
        if (side, lead or 0) in seen:
            first = seen[side, lead or 0].line
            known.faults.error(
                entry.spot,
                f"victory level {name!r} is reached exactly like the one in line {first}",
                "give it another lead",
            )
        seen[side, lead or 0] = entry.spot
        victory_levels.append(VictoryLevel(name, side, lead or 0))
    return victory_levels


def read_orders(sections: Iterable[Node], known: Known) -> list[Order]:
    """Opening orders, by day and turn, for a formation or a battalion."""
    orders = []
    seen: dict[tuple[str, str, Moment], Spot] = {}
    for node in _items(sections, "orders", known.faults):
        entry = Entry(node, "order", ORDER_KEYS, known.faults)
        if entry.poisoned:
            continue
        formation, battalion = _subject(entry, known)
        moment = read_moment(entry, known.days)
        kind = entry.word("order", OrderKind, OrderKind.HOLD, must=True)
        to = known.places.find(entry.scalar("to", "the key of a place"), known.faults, "to")
        if kind in NEEDS_PLACE and "to" not in entry:
            known.faults.error(
                entry.spot, f"an order to {kind} that says not where", "write 'to: PLACE'", consequent=True
            )
        via = tuple(place for word in entry.words("via") if (place := known.places.find(word, known.faults, "via")))
        aim, objective, limit = entry.text("aim", longest=20_000), entry.text("objective"), entry.text("limit")
        if moment is None or not (formation or battalion):
            continue
        subject = ("formation", formation, moment) if formation else ("battalion", str(battalion), moment)
        if subject in seen:
            known.faults.error(
                entry.spot,
                f"{subject[1]} has an order for {moment} already in line {seen[subject].line}",
                "one order a unit and turn",
            )
        seen[subject] = entry.spot
        orders.append(Order(moment, kind, formation, battalion, to, via, aim, objective, limit))
    return orders


def _subject(entry: Entry, known: Known) -> tuple[str | None, str | None]:
    scalar = entry.scalar("for", "the key or name of a formation or battalion", must=True)
    if scalar is None:
        return None, None
    formations, battalions = known.formations.matches(scalar.text), known.battalions.matches(scalar.text)
    if len(formations) + len(battalions) == 1:
        return (formations or [None])[0], (battalions or [None])[0]  # type: ignore[list-item]
    if formations or battalions:
        known.faults.error(
            scalar.spot,
            f"for: {scalar.text!r} may be {' or '.join([*formations, *battalions])}",
            "write the key of the one that is meant",
        )
    elif known.formations.complete:
        names = [
            *known.formations.keys.values(),
            *known.battalions.keys.values(),
            *known.formations.called,
            *known.battalions.called,
        ]
        hint = did_you_mean(scalar.text, names)
        known.faults.missing(
            scalar.spot,
            scalar.text,
            f"for: there is no formation or battalion {scalar.text!r}",
            f"write the key or name of one of the order of battle{hint}",
        )
    return None, None


def read_moment(entry: Entry, days: int | None) -> Moment | None:
    """``day`` and ``turn``; the turn is the first if it is not said."""
    day, turn = read_day(entry, days), entry.whole("turn", 1, TURNS_A_DAY)
    return Moment(day, turn or 1) if day is not None else None


def _items(sections: Iterable[Node], what: str, faults: Faults) -> list[Node]:
    return [node for section in sections for node in items_of(section, what, faults)]
