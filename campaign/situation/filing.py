"""Filed returns: the content of a return form in the rules' terms, and the positions on the map that it gives.

A return as filed is plain content, kept in the database as it came in::

    {"code": "BREV-1-BRI-7K2", "side": "british",
     "lines": [{"line": 3, "ticks": ["destroyed", "surrounded"], "ended_at": "Musaid", "attached_to": "B", "resting":
     false, "dug_in": 2}], "foot": {"clock": "16:00", "turn": 3, "ending": "finished", "hours_left": 0, "field": "axis",
     "objectives": {"capuzzo": "axis"},
              "orders": {"A": "in part"}, "commanders_lost": [], "headquarters_lost": [], "prisoners_taken": 12,
              "prisoners_lost": 70, "tasks": [], "works": [], "roadblocks": ["Musaid - Bir Wair"],
              "mines": ["40 from W, 8 from S"], "smoke": [], "other_works": "", "all_other_lines_unharmed": true,
              "diary": "..."}}

The other keys of a line beside ``ticks`` are the columns of the battle's system (``rules.returns.filed.Fields``):
``"hits": 6``, ``"figures_lost": 12``; ``"stands": {"a": {"figures_lost": 4}}`` says it stand by stand; the foot's
``"side": {"turns_played": 9}`` is of the side as a whole. A line may say ``"unit": NAME`` instead of its number. Sides,
places, commands, commanders and works may be written by name.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import dist, inf
from typing import Any

from campaign.errors import BadInput
from campaign.exchange.returns.places import hex_named, inches_of, places_named, with_road
from campaign.rules.returns.check import Fault
from campaign.rules.returns.filed import Filed, FiledLine, Foot, Written, edge_of
from campaign.situation.army import Army
from campaign.situation.forms import Form
from campaign.situation.names import words_of
from campaign.situation.road_names import without_separators
from campaign.terms.position import AtPlace, Position
from campaign.terms.return_box import ATTACHED_TO, ENDED_AT, FieldKind
from campaign.terms.words import find, listing, plain
from campaign.theatre.tables import Table
from campaign.theatre.values import Point, Spot, Theatre, nearest_on
from campaign.words.hex_grid import HexGrid
from campaign.words.return_foot import BOTH, FOOT, Ending, FootBox, FootKind, Fulfilled


def filed_of(content: Mapping[str, Any], form: Form, army: Army) -> tuple[Filed, tuple[Fault, ...]]:
    """Return a filed return in the rules' terms, with names replaced by keys, and the errors for everything
    unreadable.
    """
    faults: list[Fault] = []
    lines = tuple(line for entry in _listed(content.get("lines")) if (line := _line(entry, form, faults)) is not None)
    foot = _foot(content.get("foot") or {}, form, army, faults)
    return Filed(
        str(content.get("code") or form.printed.code),
        _side_key(content.get("side") or form.side.key, army),
        lines,
        foot,
    ), tuple(faults)


def _listed(value: object) -> list[Any]:
    return list(value) if isinstance(value, (list, tuple)) else []


def _line(entry: Mapping[str, Any], form: Form, faults: list[Fault]) -> FiledLine | None:
    number = entry.get("line")
    if number is None:
        number = _line_named(str(entry.get("unit", "")), form, faults)
        if number is None:
            return None
    boxes = [field.key for field in form.fields.line if field.kind is FieldKind.TICK]
    ticks = [str(tick) for tick in _listed(entry.get("ticks"))]
    if any(tick not in boxes for tick in ticks):
        faults.append(
            Fault(int(number), f"{', '.join(ticks)!r} is not a box of a line. The boxes are {listing(boxes)}")
        )
        return None
    written = {**dict.fromkeys(ticks, True), **_written(entry, {"line", "unit", "ticks", "stands"})}
    ended = _ended(str(written.pop(ENDED_AT.key, "")), number, form, faults)
    if ended and not _names_a_point(ended, form):
        written[ENDED_AT.key] = ended
    if ATTACHED_TO.key in written:
        written[ATTACHED_TO.key] = _letter(written[ATTACHED_TO.key], form)
    stands = {str(key): _written(stand, set()) for key, stand in dict(entry.get("stands") or {}).items()}
    return FiledLine(int(number), written, stands)


def _written(fields: Mapping[str, Any], without: set[str]) -> dict[str, Written]:
    """Return the contents of a line's columns, without blank ones."""
    return {key: value for key, value in fields.items() if key not in without and value is not None and value != ""}


def _ended(text: str, number: object, form: Form, faults: list[Fault]) -> str:
    """Return "ended at" with a place replaced by its key; text that fits no place stays for the check to report."""
    if _names_a_point(text, form) or edge_of(text) is not None:
        return text
    several = places_named(text, form.places, form.printed.places)
    if len(several) > 1:
        faults.append(
            Fault(
                int(str(number)),
                f"{text!r} fits several places: {listing(name for _, name in several)}. Write more letters of the name",
            )
        )
        return ""
    return several[0][0] if several else text


def _line_named(name: str, form: Form, faults: list[Fault]) -> int | None:
    labels = [(line.name, line.line) for line in form.printed.lines]
    matches = find(name, labels) if name else ()
    if len(matches) == 1:
        return matches[0]
    labels_text = listing(f"{n} {text}" for text, n in labels)
    trouble = "fits several lines" if matches else "is not in this battle"
    faults.append(Fault(None, f"{name!r} {trouble}. The lines of this form are {labels_text}"))
    return None


def _foot(foot: Mapping[str, Any], form: Form, army: Army, faults: list[Fault]) -> Foot:
    plain_answers = {box.key: _plain_answer(box, foot.get(box.key), faults) for box in FOOT if box.kind in _PLAIN}
    spots: dict[str, Any] = {
        box.key: tuple(str(spot) for spot in _listed(foot.get(box.key))) for box in FOOT if box.kind is FootKind.SPOTS
    }
    held = foot.get("field")
    return Foot(
        **plain_answers,
        clock=foot.get("clock") or None,
        ending=_ending(foot.get("ending"), faults),
        field=None if not held else BOTH if plain(str(held)).startswith(BOTH) else _side_key(held, army),
        objectives=tuple(
            (_key(place, form.objectives), _side_key(side, army))
            for place, side in dict(foot.get("objectives") or {}).items()
        ),
        orders=tuple(
            (_letter(command, form), _fulfilled(answer, faults))
            for command, answer in dict(foot.get("orders") or {}).items()
        ),
        commanders_lost=tuple(
            _key(name, [(leader, leader) for leader in form.commanders])
            for name in _listed(foot.get("commanders_lost"))
        ),
        headquarters_lost=tuple(int(line) for line in _listed(foot.get("headquarters_lost"))),
        tasks=tuple(str(task) for task in _listed(foot.get("tasks"))),
        works=tuple(_work_key(str(name), form) for name in _listed(foot.get("works"))),
        **spots,
        side=_written(dict(foot.get("side") or {}), set()),
    )


_PLAIN = (FootKind.NUMBER, FootKind.TEXT, FootKind.TICK)
"""Kinds of boxes whose answers mean the same in every battle."""


def _plain_answer(box: FootBox, value: Any, faults: list[Fault]) -> Any:
    if box.kind is not FootKind.NUMBER:
        return bool(value) if box.kind is FootKind.TICK else str(value or "")
    if value is None or value == "":
        return None
    try:
        return int(value)
    except (TypeError, ValueError):
        faults.append(Fault(None, f"{value!r} is not a number ({box.name})"))
        return None


def _ending(value: object, faults: list[Fault]) -> Ending | None:
    if not value:
        return None
    try:
        return Ending(str(value))
    except ValueError:
        faults.append(Fault(None, f"{value!r} is not an ending. Write {listing(Ending)}"))
        return Ending.FINISHED


def _fulfilled(answer: object, faults: list[Fault]) -> Fulfilled:
    try:
        return Fulfilled(
            {True: "yes", False: "no"}.get(answer, str(answer)) if isinstance(answer, bool) else str(answer)
        )
    except ValueError:
        faults.append(Fault(None, f"{answer!r} does not say whether orders were fulfilled. Write {listing(Fulfilled)}"))
        return Fulfilled.NO


def _side_key(word: object, army: Army) -> str:
    query = plain(str(word))
    return next((s.key for s in army.sides.values() if query in map(plain, words_of(s))), str(word))


def _key(word: object, candidates: Iterable[tuple[str, str]]) -> str:
    """Return the key for a typed key or name; a word that fits nothing stays for the check to report."""
    labels = list(candidates)
    word_text = str(word)
    if any(key == word_text for key, _ in labels):
        return word_text
    matches = {labels[n][0] for n in find(word_text, [(text, n) for n, (_, text) in enumerate(labels)])}
    return matches.pop() if len(matches) == 1 else word_text


def _work_key(word: str, form: Form) -> str:
    """Return the key of a change to the ground; a road is known by its ends in either order, and the change may be
    written before or after it.
    """
    labels = [
        (work.key, label)
        for work in form.works
        for name in work.labels
        for label in (f"{name} {work.text}", f"{work.verb} {name}")
    ]
    by_text = _key(word, [(work.key, work.text) for work in form.works])
    return by_text if by_text != word else _key(without_separators(word), labels)


def _letter(word: object, form: Form) -> str:
    query = plain(str(word)).removeprefix("command ")
    return next(
        (
            letter
            for letter, f in form.commands
            if query in (plain(letter), plain(f.name), plain(f.short), plain(f.key))
        ),
        str(word),
    )


def changed_answers(before: Foot, after: Foot) -> dict[str, Any]:
    """Return the answers in which the second foot differs from the first, as plain content."""
    result: dict[str, Any] = {}
    for box in FOOT:
        old, new = getattr(before, box.key), getattr(after, box.key)
        if old == new:
            continue
        if isinstance(new, tuple) and box.kind is not FootKind.CHOICES:
            result[box.key] = list(new)
        elif isinstance(new, (tuple, Mapping)):
            result[box.key] = {key: value for key, value in dict(new).items() if dict(old).get(key) != value}
        else:
            result[box.key] = str(new) if isinstance(new, Ending) else new
    return result


# where units stand ---------------------------------------------------------------------------------------------------
def on_table(ended_at: str, table: Table) -> Point | None:
    """Return the map point for inches from the west and south edges (``58, 20``), or from any two edges that meet; None
    for any other text. Raises BadInput for two edges that do not meet.
    """
    scale = 1000 / table.inches_a_km
    inches = inches_of(ended_at, round(table.width_m / scale), round(table.depth_m / scale))
    return None if inches is None else (table.west_m + inches[0] * scale, table.south_m + inches[1] * scale)


def hex_middle(name: str, grid: HexGrid, table: Table) -> Point:
    """Return the middle of a hex as a point of the map: the hexes lie over the whole table."""
    across, down = grid.middle(grid.labels.index(name))
    return table.west_m + across / grid.across * table.width_m, table.south_m + (1 - down / grid.down) * table.depth_m


def point_named(text: str, form: Form) -> Point | None:
    """Return the point of the map that inches or a hex of the table name; None if the text names neither. Raises
    BadInput if it is off the table.
    """
    point = on_table(text, form.table)
    if point is not None and not form.table.holds(point):
        size = f"{form.battle.table['width_in']} by {form.battle.table['depth_in']} inches"
        raise BadInput(f"{text!r} is off the table, which is {size}")
    grid, name = form.fields.hexes, _hex_of(text, form) if point is None else None
    return point if grid is None or name is None else hex_middle(name, grid, form.table)


def _hex_of(text: str, form: Form) -> str | None:
    return hex_named(text, form.fields.hexes, form.places, form.printed.places)


def _names_a_point(text: str, form: Form) -> bool:
    """Return whether the text names inches or a hex, on the table or off it, which the rules do not see."""
    try:
        return on_table(text, form.table) is not None or _hex_of(text, form) is not None
    except BadInput:
        return True


def stands_at(ended_at: str, form: Form, theatre: Theatre, was: Position | None) -> Position | None:
    """Return the map position of a unit by "ended at"; None if nothing was written.

    Inches and the middle of a hex become the nearest place or road, but a unit that ended in the hex where it was keeps
    its position; an edge becomes the road that enters there nearest to where the unit was.
    """
    text = ended_at.strip()
    if not text:
        return None
    grid, name = form.fields.hexes, _hex_of(text, form)
    if grid is not None and name is not None:
        return _in_hex(name, grid, form.table, theatre, was, _road_named(text, theatre))
    point = point_named(text, form)
    if point is not None:
        return nearest_position(theatre, point, _road_named(text, theatre))
    edge = edge_of(text)
    if edge is not None:
        return _at_edge(plain(edge), form, theatre, was)
    spot = _spot_named(text, form, theatre)
    return AtPlace(spot.place) if spot is not None else None


def _spot_named(text: str, form: Form, theatre: Theatre) -> Spot | None:
    """Return the only place that the text matches; None for none or several."""
    keys = [key for key, _ in places_named(text, form.places, form.printed.places)]
    return next((spot for spot in theatre.spots if [spot.key] == keys), None)


def off_table(ended_at: str, form: Form, theatre: Theatre) -> Spot | None:
    """Return the place that the text names, if it is off the table; None for anything else."""
    text = ended_at.strip()
    if not text or on_table(text, form.table) is not None or edge_of(text) is not None:
        return None
    spot = _spot_named(text, form, theatre)
    return spot if spot is not None and not form.table.holds(spot.point) else None


def _in_hex(
    name: str, grid: HexGrid, table: Table, theatre: Theatre, was: Position | None, roads: frozenset[int]
) -> Position:
    if was is not None:
        x, y = theatre.point_of(was)
        if (
            table.holds((x, y))
            and grid.hex_at((x - table.west_m) / table.width_m, (y - table.south_m) / table.depth_m) == name
        ):
            return was
    return nearest_position(theatre, hex_middle(name, grid, table), roads)


def _at_edge(edge: str, form: Form, theatre: Theatre, was: Position | None) -> Position | None:
    gates = [g for g in form.gates if edge in (plain(g.letter), g.entry.edge.value)]
    if not gates:
        return None
    if was is None:
        return gates[0].position
    return min(gates, key=lambda g: (theatre.straight_m(was, g.position), g.letter)).position


def _road_named(text: str, theatre: Theatre) -> frozenset[int]:
    """Return the roads that stand behind inches or a hex (``on the track to Musaid``); empty if no road stands there.
    Raises BadInput if no road is called so.
    """
    _, words = with_road(text)
    if not words:
        return frozenset()
    roads = frozenset(w.road for w in theatre.ways if plain(words) in map(plain, theatre.headings(w.road)))
    if not roads:
        raise BadInput(f"there is no road called {words!r}. Write the road's name as on the sheet, or leave it out")
    return roads


def nearest_position(theatre: Theatre, point: Point, roads: frozenset[int] = frozenset()) -> Position:
    """Return the place or the point of a road that is nearest as the crow flies; ``roads``: only on one of these."""
    spot = theatre.nearest_spot(point)
    best: tuple[float, Position] = (inf if roads else dist(spot.point, point), AtPlace(spot.place))
    for way in theatre.ways:
        if roads and way.road not in roads:
            continue
        for from_m, to_m, start, end in way.pieces():
            gap, share = nearest_on(start, end, point)
            if gap < best[0] - 1:
                best = gap, theatre.standing(way.road, from_m + share * (to_m - from_m))
    return best[1]
