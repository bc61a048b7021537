"""Soundness: conditions that every campaign must satisfy, checked on plain values and so on any state.

A rule looks at a `World` and yields its violations: the table and id of a row, and what is wrong with it in plain
words. What an umpire may well have intended (a fresh battalion of whom few are left) is a remark, not an error.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property

from campaign.journal.canonical import canonical
from campaign.journal.row_names import Names
from campaign.journal.state import Rows, State
from campaign.rows.images import Values, sheets
from campaign.rules.common.force import Strength
from campaign.rules.common.strength import BANDS, Bands, state_of
from campaign.rules.day.air_tasking import AIMS, cannot, wrong_aim
from campaign.terms.air import AirTask, MissionState
from campaign.terms.forces import AirType, Level
from campaign.terms.state import BattleState, ContactState, OrderKind, Role
from campaign.terms.state import State as Condition
from campaign.terms.time import TURNS_A_DAY, Phase
from campaign.values import dataclass

Broken = tuple[str, int, str]
"""Table, id, and the error, worded to follow the name of the row."""
Rule = Callable[["World"], Iterator[Broken]]


@dataclass(frozen=True)
class World:
    """A state to check, and the number of days that the campaign lasts."""

    state: State
    days: int

    def rows(self, table: str) -> Rows:
        return self.state[table]

    def called(self, table: str, ident: int | None) -> str:
        """Return the name of that row; ``nothing`` without an id."""
        return "nothing" if ident is None else self.names.of(table, ident)

    @cached_property
    def names(self) -> Names:
        return Names((self.state,))

    @cached_property
    def now(self) -> tuple[int, int]:
        """Day and turn of the clock; without a clock, a value later than all others."""
        return next(((row["day"], row["turn"]) for row in self.rows("clock").values()), (10**6, TURNS_A_DAY))

    def column(self, table: str, ident: int | None, column: str) -> object:
        """Return one value of one row; None if the row does not exist."""
        return None if ident is None else self.rows(table).get(ident, {}).get(column)


def links(world: World) -> Iterator[Broken]:
    """Yield rows that refer to a row that does not exist."""
    for table, written in sheets().items():
        for ident, row in world.rows(table).items():
            for column, target in written.links.items():
                if row[column] is not None and row[column] not in world.rows(target):
                    yield table, ident, f"names in {column} the {target} {row[column]}, which does not exist"


def keys(world: World) -> Iterator[Broken]:
    """Yield rows with the same natural key as another row of the table."""
    for table, written in sheets().items():
        seen: dict[tuple[object, ...], int] = {}
        columns = [written.by_attribute[name].column for name in written.natural]
        for ident, row in sorted(world.rows(table).items()):
            key = tuple([row[column] for column in columns])
            first = seen.setdefault(key, ident)
            if first != ident:
                yield table, ident, f"has the same key as row {first} of the same table"


def words(world: World) -> Iterator[Broken]:
    """Yield words that the program does not know."""
    for table, written in sheets().items():
        for field in written.converted:
            for ident, row in world.rows(table).items():
                try:
                    field.from_json(row[field.column])
                except (ValueError, TypeError):
                    yield (
                        table,
                        ident,
                        f"has in {field.column} the word {row[field.column]!r}, which is not allowed there",
                    )


_FORMS: dict[tuple[str, str], tuple[type, type | None]] = {
    ("road", "shape"): (list, list),
    ("feature", "shape"): (list, list),
    ("battalion", "equipment_list"): (list, dict),
    ("standing_order", "via"): (list, int),
    ("standing_order", "detours_told"): (list, list),
    ("condition", "battles"): (list, int),
    ("decision", "options"): (list, dict),
    ("engineering_task", "carries"): (dict, None),
    ("battle", "lie"): (dict, None),
    ("battle_unit", "aftermath"): (dict, None),
    ("battle_return", "content"): (dict, None),
    ("decision", "facts"): (dict, None),
    ("supply_report", "content"): (dict, dict),
    ("strength_return", "content"): (dict, list),
}
"""Type of the value in each column of JSON, and the type of its items if they are all alike."""


def forms(world: World) -> Iterator[Broken]:
    """Yield JSON values that do not have the form of their column."""
    for (table, column), (kind, part_kind) in _FORMS.items():
        for ident, row in world.rows(table).items():
            held = row[column]
            inside: Iterable[object] = (
                held.values() if isinstance(held, dict) else held if isinstance(held, list) else ()
            )
            if not isinstance(held, kind) or (
                part_kind is not None and not all(type(part) is part_kind for part in inside)
            ):
                text = canonical(held)
                yield table, ident, f"has a wrong value in {column}" + (f": {text}" if len(text) <= 60 else "")


def clock(world: World) -> Iterator[Broken]:
    """Yield errors of the clock: there is one, and it stands within the campaign."""
    clocks = world.rows("clock")
    for ident, row in clocks.items():
        if len(clocks) > 1:
            yield "clock", ident, f"is one of {len(clocks)} clocks, but a campaign has only one clock"
        if not (1 <= row["day"] <= world.days and 1 <= row["turn"] <= TURNS_A_DAY):
            yield (
                "clock",
                ident,
                (
                    f"is at turn {row['day']}.{row['turn']}, but the campaign lasts {world.days} days of"
                    f" {TURNS_A_DAY} turns"
                ),
            )
        if row["phase"] == Phase.OVER and row["day"] != world.days:
            yield "clock", ident, f"says the campaign is over on day {row['day']} of {world.days}"


def positions(world: World) -> Iterator[Broken]:
    """Yield errors of position: a unit in play stands in one place on the map or is still to come; a unit out of play
    has no position.
    """
    for ident, row in world.rows("battalion").items():
        places = (row["place_id"] is not None) + (row["road_id"] is not None)
        in_play = row["state"] in (Condition.FRESH, Condition.SPENT)
        if places > 1:
            yield "battalion", ident, "is at a place and on a road at once"
        if row["on_map"] != (places > 0):
            yield (
                "battalion",
                ident,
                "is on the map but has no position" if row["on_map"] else "has a position but is off the map",
            )
        if not in_play and row["on_map"]:
            yield "battalion", ident, f"is {row['state']} but on the map"
        if in_play and not row["on_map"] and row["arrives_day"] is None and row["destroyed_day"] is not None:
            yield "battalion", ident, f"is {row['state']} but was lost on day {row['destroyed_day']}"
        length = world.column("road", row["road_id"], "length_m")
        if isinstance(length, int) and not 0 <= (row["road_m"] if row["road_m"] is not None else -1) <= length:
            yield (
                "battalion",
                ident,
                f"is {row['road_m']} m along {world.called('road', row['road_id'])}, which is {length} m long",
            )


def strengths(world: World) -> Iterator[Broken]:
    """Yield errors of strength: no number is negative, and a captured or disbanded battalion has none left."""
    for ident, row in world.rows("battalion").items():
        counts = {name: row[name] for name in ("men", "vehicles", "guns")}
        if any(count < 0 for count in counts.values()):
            yield "battalion", ident, "has a negative number of men, vehicles or guns"
        if row["state"] in (Condition.CAPTURED, Condition.DISBANDED):
            survivors = [
                f"{counts[name]} {name}" for name in counts if counts[name] > 0 and row[f"{name}_establishment"] > 0
            ]
            if survivors:
                yield "battalion", ident, f"is {row['state']} but has {', '.join(survivors)}"


def one_side(world: World) -> Iterator[Broken]:
    """Yield attachments, superiors, commanders, battles and orders that cross from one side to another."""
    for table, column, target in (
        ("formation", "superior_id", "formation"),
        ("battalion", "organic_id", "formation"),
        ("battalion", "present_id", "formation"),
        ("battalion", "supports_id", "formation"),
        ("battalion", "headquarters_of_id", "formation"),
        ("battalion", "parent_id", "battalion"),
        ("commander", "formation_id", "formation"),
        ("commander", "with_id", "formation"),
        ("air_group", "basing_area_id", "basing_area"),
        ("air_group", "fac_with_id", "formation"),
        ("battle_unit", "battalion_id", "battalion"),
        ("battle_unit", "command_id", "formation"),
    ):
        for ident, row in world.rows(table).items():
            theirs = world.column(target, row[column], "side_id")
            if theirs is not None and theirs != row["side_id"]:
                side_name, foreign_name = (
                    world.called("side", row["side_id"]),
                    world.called("side", theirs if isinstance(theirs, int) else None),
                )
                link = column.removesuffix("_id").replace("_", " ")
                yield (
                    table,
                    ident,
                    f"is of {side_name}, but {world.called(target, row[column])} ({link}) is of {foreign_name}",
                )


def enemies(world: World) -> Iterator[Broken]:
    """Yield contacts that are not between two sides, and sightings that are not of an enemy."""
    for ident, row in world.rows("contact").items():
        sides = {world.column("battalion", row[end], "side_id") for end in ("first_id", "second_id")}
        if len(sides) == 1 and None not in sides:
            yield "contact", ident, "is between two battalions of one side"
        if row["state"] == ContactState.BATTLE and row["battle_id"] is None:
            yield "contact", ident, "is marked as a battle, but does not name a battle"
    for ident, row in world.rows("sighting").items():
        if world.column("battalion", row["battalion_id"], "side_id") == row["side_id"]:
            yield "sighting", ident, "shows a battalion of the side that saw it"


def trees(world: World) -> Iterator[Broken]:
    """Yield errors in the order of battle: no unit is its own superior at any remove, superiors are of a higher level,
    and no unit is part of itself.
    """
    for table, column in (("formation", "superior_id"), ("battalion", "parent_id")):
        rows = world.rows(table)
        for ident, row in rows.items():
            seen, above = {ident}, row[column]
            while above in rows and above not in seen:
                seen.add(above)
                above = rows[above][column]
            if above == ident:
                yield table, ident, f"is its own superior by {column}"
    order = {level.value: n for n, level in enumerate(Level)}
    for ident, row in world.rows("formation").items():
        above = world.column("formation", row["superior_id"], "level")
        if above in order and row["level"] in order and order[str(above)] > order[row["level"]]:
            yield "formation", ident, f"is a {row['level']} under a {above}"


def orders(world: World) -> Iterator[Broken]:
    """Yield orders that are not for exactly one unit, the one of their key, or that lack a place they need."""
    for ident, row in world.rows("standing_order").items():
        formation, battalion = row["formation_id"], row["battalion_id"]
        if (formation is None) == (battalion is None):
            yield "standing_order", ident, "is for no unit or for two units"
            continue
        table, unit = ("formation", formation) if formation is not None else ("battalion", battalion)
        if row["key"] != f"{table}:{world.column(table, unit, 'key')}":
            yield "standing_order", ident, f"has the key {row['key']!r}, but is for {world.called(table, unit)}"
        if row["to_id"] is None and row["kind"] in (OrderKind.MARCH, OrderKind.ATTACK):
            yield "standing_order", ident, f"is an order to {row['kind']} without a place"
        for place in row["via"] or ():
            if place not in world.rows("place"):
                yield "standing_order", ident, f"goes by way of place {place}, which does not exist"


def releases(world: World) -> Iterator[Broken]:
    """Yield units waiting for release to a support that was never ordered."""
    for ident, row in world.rows("support_release").items():
        if world.rows("battalion").get(row["battalion_id"], {"supports_id": 0})["supports_id"] is None:
            yield "support_release", ident, "is of a battalion that supports no command"


def battles(world: World) -> Iterator[Broken]:
    """Yield errors of battles: no unit is engaged in two open battles, an engaged unit is in play, and an ended battle
    holds no open return.
    """
    over = {state.value for state in BattleState if state.is_over}
    is_open = {ident for ident, row in world.rows("battle").items() if row["state"] not in over}
    held: dict[int, list[int]] = defaultdict(list)
    for row in world.rows("battle_unit").values():
        if row["battle_id"] in is_open and row["role"] == Role.ENGAGED and row["end_state"] is None:
            held[row["battalion_id"]].append(row["battle_id"])
    for unit, fights in sorted(held.items()):
        if len(fights) > 1:
            yield (
                "battalion",
                unit,
                (
                    f"is engaged in {len(fights)} open battles:"
                    f" {', '.join(world.called('battle', fight) for fight in fights)}"
                ),
            )
        state = world.column("battalion", unit, "state")
        if state in (Condition.CAPTURED, Condition.DISBANDED, Condition.DESTROYED):
            yield "battalion", unit, f"is {state} but engaged in {world.called('battle', fights[0])}"


def ground(world: World) -> Iterator[Broken]:
    """Yield errors of the ground: crossings, obstacles and works lie on their roads, old news of them is filed under
    them, and the side that scores is the one named in the scenario.
    """
    for table in ("crossing", "obstacle"):
        for ident, row in world.rows(table).items():
            length = world.column("road", row["road_id"], "length_m")
            if isinstance(length, int) and not 0 <= row["at_m"] <= length:
                yield (
                    table,
                    ident,
                    f"is {row['at_m']} m along {world.called('road', row['road_id'])}, which is {length} m long",
                )
    for ident, row in world.rows("old_news").items():
        table = next((name for name in ("crossing", "obstacle", "road") if row[f"{name}_id"] is not None), "")
        if table and row["key"] != f"{table}:{world.column(table, row[f'{table}_id'], 'key')}":
            yield (
                "old_news",
                ident,
                f"has the key {row['key']!r}, but is of {world.called(table, row[f'{table}_id'])}",
            )
    for ident, row in world.rows("score").items():
        if row["side_id"] != world.column("objective", row["objective_id"], "side_id"):
            yield "score", ident, "is of another side than the objective's"


_TARGETS = ("place", "battalion", "formation")


def _aims(row: Values) -> list[str]:
    """Return what a sortie names."""
    return [target for target in _TARGETS if row[f"{target}_id"] is not None]


def sorties(world: World) -> Iterator[Broken]:
    """Yield errors of sorties: a sortie names as many targets as its task has, one that has flown is not in a turn to
    come, and its command and passengers are of its side.
    """
    for ident, row in world.rows("air_mission").items():
        aims, task = _aims(row), AirTask(row["task"])
        if len(aims) != len(AIMS[task][0]):
            yield "air_mission", ident, f"is a {task.value} that names {' and '.join(aims) or 'nothing'}"
        if row["state"] == "flown" and (row["day"], row["turn"]) > world.now:
            yield "air_mission", ident, f"has flown in turn {row['day']}.{row['turn']}, which is still to come"
        side = world.column("air_group", row["air_group_id"], "side_id")
        passengers = row["battalion_id"] if row["task"] == "landing" else None
        for table, carried in (("formation", row["formation_id"]), ("battalion", passengers)):
            if carried is not None and world.column(table, carried, "side_id") != side:
                yield "air_mission", ident, f"flies for {world.called(table, carried)}, of the other side"
    for ident, row in world.rows("air_group").items():
        if row["last_day"] is not None and (row["last_day"], row["last_turn"]) > world.now:
            yield "air_group", ident, f"flew last in turn {row['last_day']}.{row['last_turn']}, which is still to come"


def idle_sorties(world: World) -> Iterator[Broken]:
    """Yield remarks on sorties that stay on the ground: their task is not flown at such a target or by such aircraft.
    Earlier versions of the program took them from scenarios.
    """
    for ident, row in world.rows("air_mission").items():
        task, group = AirTask(row["task"]), world.rows("air_group").get(row["air_group_id"])
        if row["state"] != MissionState.TASKED or group is None or len(_aims(row)) != len(AIMS[task][0]):
            continue
        why = wrong_aim(task, _aims(row)) or cannot(AirType(group["kind"]), task, has_fac=group["has_fac"])
        if why:
            yield "air_mission", ident, f"stays on the ground: {why}. Task it otherwise, or leave it: campaign air"


def past(world: World) -> Iterator[Broken]:
    """Yield reports about turns that have not come."""
    for table in ("contact", "sighting", "supply_report", "diary_line"):
        for ident, row in world.rows(table).items():
            if (row["day"], row["turn"]) > world.now:
                yield (
                    table,
                    ident,
                    f"is of turn {row['day']}.{row['turn']}, but the clock is at {world.now[0]}.{world.now[1]}",
                )
    for table in ("score", "strength_return"):
        for ident, row in world.rows(table).items():
            if row["day"] > world.now[0]:
                yield table, ident, f"is of day {row['day']}, but the clock is at day {world.now[0]}"


def odd_strengths(world: World) -> Iterator[Broken]:
    """Yield remarks on battalions whose losses fit a worse state than the one recorded."""
    facts = {row["key"]: row["value"] for row in world.rows("setting").values()}
    bands = Bands(
        facts.get("strength.spent_percent", BANDS.spent), facts.get("strength.destroyed_percent", BANDS.destroyed)
    )
    for ident, row in world.rows("battalion").items():
        if row["state"] not in (Condition.FRESH, Condition.SPENT):
            continue
        strength, full = _strength(row, ""), _strength(row, "_establishment")
        speaks = state_of(strength, full, bands)
        if speaks.severity > Condition(row["state"]).severity:
            yield "battalion", ident, f"is {row['state']}, but by its losses it would be {speaks}"


def _strength(row: Values, suffix: str) -> Strength:
    return Strength(row[f"men{suffix}"], row[f"vehicles{suffix}"], row[f"guns{suffix}"])


RULES: tuple[Rule, ...] = (
    links,
    keys,
    words,
    forms,
    clock,
    positions,
    strengths,
    one_side,
    enemies,
    trees,
    orders,
    releases,
    battles,
    ground,
    sorties,
    past,
)
"""Rules that must hold."""
REMARKS: tuple[Rule, ...] = (odd_strengths, idle_sorties)
"""Rules for unusual values, which may be intended."""
