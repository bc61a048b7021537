"""The opening of a scenario besides ground and forces: players, orders, aircraft, weather, objectives."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any

from campaign.exchange.attributes import read_attributes
from campaign.exchange.entry import Entry, entries, pairs_of
from campaign.exchange.faults import Faults, Spot
from campaign.exchange.ground import Grid, thing_key
from campaign.exchange.names import Names
from campaign.exchange.sections import Sections
from campaign.exchange.stands import read_day
from campaign.exchange.text import Mapping as Table
from campaign.exchange.text import Node, Scalar
from campaign.exchange.values import (
    MOST_LEAD,
    AirBase,
    AirGroup,
    AirTask,
    Commander,
    Objective,
    Order,
    VictoryLevel,
    Weather,
)
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.day.air_tasking import cannot, sorties_a_day, wrong_aim
from campaign.rules.day.nqm_tasks import sorties
from campaign.terms.air import AirTask as Task
from campaign.terms.attributes import keys_of
from campaign.terms.character import Character
from campaign.terms.forces import AirType
from campaign.terms.state import OrderKind
from campaign.terms.time import TURNS_A_DAY, Moment
from campaign.terms.words import did_you_mean, listing, slug
from campaign.values import dataclass
from campaign.words.proposal import Proposal

NEEDS_PLACE = frozenset({OrderKind.MARCH, OrderKind.ATTACK})


@dataclass(frozen=True, slots=True)
class References:
    """The names to which an opening refers, by kind, and the sides of formations and battalions by key."""

    links: dict[str, Names]
    side_of: Mapping[str, str]
    days: int | None
    book: Rulebook
    faults: Faults


@dataclass(frozen=True, slots=True)
class Opening:
    """The opening of a scenario as read."""

    commanders: list[Commander]
    air_bases: list[AirBase]
    air_groups: list[AirGroup]
    air_tasks: list[AirTask]
    task_spots: list[Spot]
    """Where each air task is written."""
    weather: list[Weather]
    objectives: list[Objective]
    victory: list[VictoryLevel]
    victory_spots: list[Spot]
    """Where each victory level is written."""
    orders: list[Order]
    order_spots: list[Spot]
    """Where each order is written."""


def read_opening(sections: Sections, references: References) -> Opening:
    """Return the opening of a scenario: everything besides ground and forces."""
    references.links["air base"] = Names("air base", complete=sections.is_complete("air bases"))
    references.links["air group"] = Names("air group", complete=sections.is_complete("air groups"))
    commanders = read_commanders(sections.of("commanders"), references)
    bases = read_air_bases(sections.of("air bases"), references)
    groups = read_air_groups(sections.of("air groups"), {base.key: base.side for base in bases}, references)
    air_tasks, task_spots = read_air_tasks(
        sections.of("air tasking"), {group.key: group for group in groups}, references
    )
    weather = read_weather(sections.of("weather"), references)
    objectives = read_objectives(sections.of("objectives"), references)
    victory, victory_spots = read_victory(sections.of("victory"), references)
    orders, order_spots = read_orders(sections.of("orders"), references)
    return Opening(
        commanders,
        bases,
        groups,
        air_tasks,
        task_spots,
        weather,
        objectives,
        victory,
        victory_spots,
        orders,
        order_spots,
    )


def keyed(sections: Iterable[Node], label: str, names: Names, faults: Faults) -> list[tuple[str, Node]]:
    """Return the entries under keys of their own; a key given twice is an error."""
    result = []
    for section in sections:
        for key, node in pairs_of(section, label, faults):
            if not slug(key.text):
                faults.error(key.spot, f"{key.text!r} is not a key", "use letters and digits")
            elif not names.is_second(key, faults, "key"):
                pairs = node.pairs if isinstance(node, Table) else ()
                called = [v.text for k, v in pairs if slug(k.text) == "name" and isinstance(v, Scalar)]
                names.add(slug(key.text)[:80], key.position, *called)
                result.append((slug(key.text)[:80], node))
    return result


def read_commanders(sections: Iterable[Node], references: References) -> list[Commander]:
    """Return the players and their commands."""
    commanders: list[Commander] = []
    for key, node in keyed(sections, "commanders", Names("commander"), references.faults):
        entry = Entry(node, f"commander {key!r}", keys_of(Commander), references.faults)
        read = read_attributes(entry, Commander, references.links, name=_titled(key))
        formation = read["formation"]
        _check_character(entry, read)
        if taken := next((commander for commander in commanders if commander.formation == formation), None):
            entry.error(
                f"formation {formation} already has the commander {taken.key}",
                "give each formation only one commander",
                "formation",
            )
        elif formation:
            commanders.append(Commander(**read, key=key, side=references.side_of.get(formation, "")))
    return commanders


def _check_character(entry: Entry, read: Mapping[str, Any]) -> None:
    """Report a character without a source, and a source without a character."""
    if read["character"] is not None and not read["character_source"]:
        entry.error(
            f"character: {read['character']} has no source",
            "write 'character source: ...' with a deed of his and the book that tells it, or leave the character out",
            "character",
        )
    elif read["character_source"] and "character" not in entry:
        entry.error(
            "this character source has no character",
            f"write 'character: ...' too ({listing(Character)}), or leave the source out",
            "character source",
        )


def read_air_bases(sections: Iterable[Node], references: References) -> list[AirBase]:
    """Return the basing areas."""
    air_bases = []
    for key, node in keyed(sections, "air bases", references.links["air base"], references.faults):
        entry = Entry(node, f"air base {key!r}", keys_of(AirBase), references.faults)
        at = entry.node("at")
        point = Grid(True).read(at, "at", references.faults) if at is not None else None
        lat, lon = point or (None, None)
        read = read_attributes(entry, AirBase, references.links, name=_titled(key))
        air_bases.append(AirBase(**read, key=key, lat_e6=lat, lon_e6=lon))
    return air_bases


def read_air_groups(
    sections: Iterable[Node], side_of_base: Mapping[str, str], references: References
) -> list[AirGroup]:
    """Return the air groups; a group without a side has the side of its base."""
    air_groups = []
    for key, node in keyed(sections, "air groups", references.links["air group"], references.faults):
        entry = Entry(node, f"air group {key!r}", keys_of(AirGroup), references.faults)
        read = read_attributes(
            entry,
            AirGroup,
            references.links,
            name=_titled(key),
            kind=AirType.GROUND_ATTACK,
            has_fac="fac with" in entry,
        )
        home = side_of_base.get(read["based_at"], "")
        read["side"] = read["side"] or home
        for label, side in (("based at", home), ("fac with", references.side_of.get(read["fac_with"] or "", ""))):
            if side and side != read["side"]:
                written = entry.scalar(label, "a key")
                name = written.text if written is not None else label
                entry.error(f"{label}: {name} belongs to another side", f"write one of {read['side']}", label)
        group = AirGroup(**read, key=key)
        _warn_of_transports(group, entry.spot, references)
        air_groups.append(group)
    return air_groups


def _warn_of_transports(group: AirGroup, spot: Spot, references: References) -> None:
    """Warn of transports that are given more missions a day than the rulebook lets all transports fly (OB-AMB-106)."""
    most = sorties_a_day(group.kind, group.missions_a_day, references.book)
    if group.missions_a_day > 1 and group.missions_a_day != most:
        odd = f"{group.key} has {group.missions_a_day} missions a day, but under the setting air.transport_missions"
        taken = Proposal(
            f"it flies {most}",
            "the setting counts for all transports (OB-AMB-106)",
            "give the setting another value under 'settings'",
        )
        references.faults.propose(spot, f"{odd} transports fly {most} (OB-AMB-106)", taken)


def _titled(key: str) -> str:
    """Return a name made of the key, for things without one."""
    return key.replace("_", " ").title()


def read_air_tasks(
    sections: Iterable[Node], flying: Mapping[str, AirGroup], references: References
) -> tuple[list[AirTask], list[Spot]]:
    """Return missions tasked before the campaign opens, one a group and turn, for transports as many as the book allows
    (OB-AMB-106), and where each is written.
    """
    air_tasks: list[AirTask] = []
    spots: list[Spot] = []
    seen: defaultdict[tuple[str, Moment], list[Spot]] = defaultdict(list)
    for entry in entries(sections, "air tasking", "air task", AirTask, references.faults):
        moment, read = read_moment(entry, references.days), read_attributes(entry, AirTask, references.links)
        group = read["group"]
        targets = [key for key in ("place", "battalion", "formation") if key in entry]
        if read["task"] and (why := wrong_aim(Task(read["task"]), targets)):
            entry.error(f"{read['task']} of {listing(targets) or 'nothing'}", why, consequent=True)
        elif read["task"] and group in flying:
            _check_flight(entry, flying[group], read, references)
        if group and moment and "task" in entry:
            earlier, most = seen[group, moment], _most_sorties(flying.get(group), references.book)
            if len(earlier) >= most:
                lines = listing(str(spot.line) for spot in earlier)
                entry.error(
                    f"{group} already has a task for {moment} in line {lines}",
                    "give each group one mission a turn"
                    if most == 1
                    else f"give each group at most {most} missions a turn (air.transport_missions)",
                )
            earlier.append(entry.spot)
            air_tasks.append(AirTask(**read, moment=moment, sortie=len(earlier)))
            spots.append(entry.spot)
    return air_tasks, spots


def _check_flight(entry: Entry, group: AirGroup, read: Mapping[str, Any], references: References) -> None:
    """Report a task that the group's type cannot fly, and a target of the wrong side (OB-AIR-05, OB-SUP-04)."""
    task = Task(read["task"])
    if why := cannot(group.kind, task, has_fac=group.has_fac):
        entry.error(f"{group.key} cannot fly the task {task.value}", why, "task")
    own = ("formation",) if task is not Task.STRIKE else ()
    for kind in (*own, *(("battalion",) if task is Task.LANDING else ())):
        side = references.side_of.get(read[kind] or "", group.side)
        if side and group.side and side != group.side:
            entry.error(f"{kind} {read[kind]} belongs to another side", f"write a {kind} of {group.side}", kind)


def _most_sorties(group: AirGroup | None, book: Rulebook) -> int:
    """Return how many missions a group may be tasked with for one turn."""
    if group is None or group.kind is not AirType.TRANSPORT:
        return 1
    return max(1, sorties(sorties_a_day(group.kind, group.missions_a_day, book), book))


def read_weather(sections: Iterable[Node], references: References) -> list[Weather]:
    """Return the historical weather, by day or by day and turn."""
    weathers = []
    seen: dict[tuple[int, int | None, str], Spot] = {}
    for entry in entries(sections, "weather", "weather", Weather, references.faults):
        day, read = read_day(entry, references.days), read_attributes(entry, Weather, references.links)
        turn, area = read["turn"], read["area"]
        if day is None or (not area and "area" in entry):
            continue
        if (day, turn, area) in seen:
            entry.error(
                f"the weather of day {day} is already given in line {seen[day, turn, area].line}",
                "write one line for each day, turn and area",
            )
        seen[day, turn, area] = entry.spot
        weathers.append(Weather(day, **read))
    return weathers


def read_objectives(sections: Iterable[Node], references: References) -> list[Objective]:
    names, objectives = Names("objective"), []
    for entry in entries(sections, "objectives", "objective", Objective, references.faults):
        day, read = read_day(entry, references.days, must=False), read_attributes(entry, Objective, references.links)
        name = f"{read['place'] or read['name']} {read['side']}{f' day {day}' if day else ''}"
        objectives.append(Objective(**read, key=thing_key(entry, names, name), day=day))
    return objectives


def read_victory(sections: Iterable[Node], references: References) -> tuple[list[VictoryLevel], list[Spot]]:
    """Return the names of the score at the end, a side's level from a lead on, and one without a side for the rest; and
    where each is written.
    """
    victory_levels: list[VictoryLevel] = []
    spots: list[Spot] = []
    seen: dict[tuple[str | None, int], Spot] = {}
    for entry in entries(sections, "victory", "victory level", VictoryLevel, references.faults):
        read = read_attributes(entry, VictoryLevel, references.links)
        lead = entry.whole_number("lead", 1, MOST_LEAD, "points", must="side" in entry) or 0
        if "lead" in entry and "side" not in entry:
            entry.error(
                "this lead has no side", "write 'side: ...' too, or leave the lead out if neither side wins", "lead"
            )
        if (reached := (read["side"], lead)) in seen:
            entry.error(
                f"victory level {read['name']!r} needs the same lead as the level in line {seen[reached].line}",
                "give this level another lead",
            )
        seen[reached] = entry.spot
        victory_levels.append(VictoryLevel(**read, lead=lead))
        spots.append(entry.spot)
    return victory_levels, spots


def read_orders(sections: Iterable[Node], references: References) -> tuple[list[Order], list[Spot]]:
    """Return the opening orders, by day and turn, for a formation or a battalion, and where each is written."""
    orders: list[Order] = []
    spots: list[Spot] = []
    seen: dict[tuple[str, str, Moment], Spot] = {}
    for entry in entries(sections, "orders", "order", Order, references.faults):
        formation, battalion = _subject(entry, references)
        moment = read_moment(entry, references.days)
        read = read_attributes(entry, Order, references.links, kind=OrderKind.HOLD)
        kind, places = read["kind"], references.links["place"]
        if kind in NEEDS_PLACE and "to" not in entry:
            entry.error(f"an order to {kind} needs a place", "write 'to: PLACE'", consequent=True)
        via = tuple(place for word in entry.words("via") if (place := places.find(word, references.faults, "via")))
        if moment is None or not (formation or battalion):
            continue
        subject = ("formation", formation, moment) if formation else ("battalion", str(battalion), moment)
        if subject in seen:
            entry.error(
                f"{subject[1]} already has an order for {moment} in line {seen[subject].line}",
                "write one order for each unit and turn",
            )
        seen[subject] = entry.spot
        orders.append(Order(**read, moment=moment, formation=formation, battalion=battalion, via=via))
        spots.append(entry.spot)
    return orders, spots


def _subject(entry: Entry, references: References) -> tuple[str | None, str | None]:
    scalar = entry.scalar("for", "the key or name of a formation or battalion", must=True)
    if scalar is None:
        return None, None
    kinds = [references.links[kind] for kind in ("formation", "battalion")]
    formations, battalions = (names.matches(scalar.text) for names in kinds)
    if len(formations) + len(battalions) == 1:
        return (formations or [None])[0], (battalions or [None])[0]  # type: ignore[list-item]
    if formations or battalions:
        references.faults.error(
            scalar.spot,
            f"for: {scalar.text!r} can mean {' or '.join([*formations, *battalions])}",
            "write the key of one of these units",
        )
    elif kinds[0].complete:
        names = [
            *(key for kind in kinds for key in kind.keys.values()),
            *(name for kind in kinds for name in kind.called),
        ]
        hint = did_you_mean(scalar.text, names)
        references.faults.missing(
            scalar.spot,
            scalar.text,
            f"for: there is no formation or battalion {scalar.text!r}",
            f"write the key or name of one of the order of battle{hint}",
        )
    return None, None


def read_moment(entry: Entry, days: int | None) -> Moment | None:
    """Return the moment of ``day`` and ``turn``; the turn is the first if the entry does not give it."""
    day, turn = read_day(entry, days), entry.whole_number("turn", 1, TURNS_A_DAY)
    return Moment(day, turn or 1) if day is not None else None
