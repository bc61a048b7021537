"""The return form of a battle: the printed lines for one side, with everything that can be written on it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from campaign.journal.board import Board
from campaign.model import Battle, BattleUnit, Crossing, Formation, Objective, Obstacle, Road, Side
from campaign.rules.common.muster import Muster, MusterLine
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.returns.filed import Fields, Printed, PrintedLine, letter_of
from campaign.rules.tabletop.interface import tabletop
from campaign.situation.army import Army
from campaign.situation.battlefield import nearest_edge, table_of, to_edge_m
from campaign.situation.chance import codes_taken
from campaign.situation.force import carried_into, establishment_of, force_of, strength_of
from campaign.situation.old_news import works_known
from campaign.situation.road_names import road_labels
from campaign.terms.position import Position
from campaign.terms.time import Moment
from campaign.theatre.tables import Entry, Table, entries, places_on_table, spans
from campaign.theatre.values import Theatre
from campaign.values import dataclass


@dataclass(frozen=True, slots=True)
class Work:
    """A change to the ground that can be ticked on the return: its key, its words, and the row it changes."""

    key: str
    text: str
    row: Road | Crossing | Obstacle
    labels: tuple[str, ...] = ()
    """Other names of a road."""

    @property
    def verb(self) -> str:
        """Present condition in a word: ``cut``, ``open``, ``destroyed``, ``passable``, ``gapped``."""
        return self.key.partition(":")[0]


@dataclass(frozen=True, slots=True)
class Gate:
    """The point where a road enters the table, with its letter."""

    letter: str
    entry: Entry
    position: Position


@dataclass(frozen=True, slots=True)
class Form:
    """The form of one side for one session of a battle."""

    battle: Battle
    side: Side
    lines: tuple[BattleUnit, ...]
    commands: tuple[tuple[str, Formation], ...]
    """Letter and formation of each command."""
    objectives: tuple[tuple[str, str], ...]
    """Key and name of each place about which the form asks."""
    gates: tuple[Gate, ...]
    works: tuple[Work, ...]
    commanders: tuple[str, ...]
    table: Table
    printed: Printed
    fields: Fields
    """Columns of the battle's system."""
    muster: Muster
    """Stands of its battalions under that system."""
    places: tuple[tuple[str, str], ...] = ()
    """Key and name of the places on the table and one road away; part of a name is matched with these first."""

    def letter_of(self, command: int) -> str:
        """Return the letter of a command on this form."""
        return next((letter for letter, formation in self.commands if formation.id == command), "")

    def command(self, letter: str) -> Formation | None:
        """Return the command with that letter."""
        return next((formation for printed, formation in self.commands if printed == letter), None)


def session_reached(battle: Battle) -> Moment | None:
    """Return the turn that the table had reached before this session; None before the first one."""
    return Moment(battle.reached_day, battle.reached_turn) if battle.reached_day and battle.reached_turn else None


def last_turn(board: Board, battle: Battle) -> Moment:
    """Return the turn in which a battle ends if the umpire names none: the one played now, or the later one that the
    table has reached.
    """
    return max(board.moment, session_reached(battle) or board.moment)


def session_begins(battle: Battle) -> Moment:
    """Return the first turn that this session of the table plays."""
    reached = session_reached(battle)
    return Moment(battle.day, battle.turn) if reached is None else reached.plus(1)


def form_of(
    board: Board,
    army: Army,
    theatre: Theatre,
    battle: Battle,
    side_id: int,
    lines: Iterable[BattleUnit],
    book: Rulebook,
) -> Form:
    """Return the form for one side, with its battalions' present states. Raises Refused for a system that cannot be
    played.
    """
    system = tabletop(battle.tabletop)
    rows = tuple(sorted((u for u in lines if u.side_id == side_id), key=lambda u: u.line))
    side, table = army.sides[side_id], table_of(battle)
    commands = tuple(
        (letter_of(n), army.formations[i]) for n, i in enumerate(dict.fromkeys(u.command_id for u in rows))
    )
    gates = gates_of(theatre, table)
    objectives = objectives_on(board, theatre, battle, table, side_id)
    works = works_on(board, theatre, table, side_id)
    commanders = tuple(dict.fromkeys(f.led_by for _, f in commands if f.led_by))
    letters, near = {f.id: letter for letter, f in commands}, _places(theatre, table, battle)
    carried = carried_into(board, battle, battle.tabletop)
    muster = system.muster(force_of(army, side_id, rows, over=battle.state.is_over, carried=carried), book)
    code, *also = codes_taken(board, battle, side)
    printed = Printed(
        code=code,
        also=tuple(also),
        side=side.key,
        sides=tuple(s.key for s in _ordered(army)),
        lines=tuple(_printed_line(army, u, letters, muster.line_of(u.line)) for u in rows),
        began=session_begins(battle),
        reached=session_reached(battle),
        commands=tuple((letter, f.name) for letter, f in commands),
        places=_everywhere(theatre, near),
        objectives=tuple(key for key, _ in objectives),
        works=tuple(w.key for w in works),
        commanders=commanders,
        edges=tuple(dict.fromkeys((*(g.letter for g in gates), "north", "east", "south", "west"))),
    )
    return Form(
        battle,
        side,
        rows,
        commands,
        objectives,
        gates,
        works,
        commanders,
        table,
        printed,
        system.fields(book),
        muster,
        near,
    )


def _ordered(army: Army) -> list[Side]:
    return sorted(army.sides.values(), key=lambda s: (s.position, s.id))


def _printed_line(army: Army, line: BattleUnit, letters: Mapping[int, str], stood: MusterLine | None) -> PrintedLine:
    battalion = army.battalions[line.battalion_id]
    return PrintedLine(
        line=line.line,
        unit=battalion.id,
        name=battalion.name,
        start_state=battalion.state,
        command=letters[line.command_id],
        is_headquarters=battalion.headquarters_of_id is not None,
        establishment=establishment_of(battalion),
        strength=strength_of(battalion),
        dug_in_turns=battalion.dug_in_turns,
        noted=stood.noted if stood else {},
        stands=stood.stands if stood else (),
    )


def gates_of(theatre: Theatre, table: Table) -> tuple[Gate, ...]:
    """Return the roads that enter the table, lettered A, B, ... in the theatre's order around it."""
    return tuple(
        Gate(letter_of(n), e, theatre.standing(e.road, e.metres)) for n, e in enumerate(entries(theatre, table))
    )


def entering(theatre: Theatre, table: Table, position: Position) -> str:
    """Return where a unit beside the table comes on: by the nearest road, or else over the nearest edge; ``south
    55``.
    """
    return entrance(theatre, table, position)[0]


def entrance(theatre: Theatre, table: Table, position: Position) -> tuple[str, float]:
    """Return where a unit beside the table comes on, with the metres from the unit to there as the crow flies."""
    gates = [
        (theatre.straight_m(position, gate.position), gate.letter, gate.entry) for gate in gates_of(theatre, table)
    ]
    if gates:
        metres, _, entry = min(gates, key=lambda gate: gate[:2])
        return f"{entry.edge.value} {round(entry.inch)}", metres
    point = theatre.point_of(position)
    edge, inch = nearest_edge(table, point)
    return f"{edge.value} {inch}", to_edge_m(table, point)


def _places(theatre: Theatre, table: Table, battle: Battle) -> tuple[tuple[str, str], ...]:
    """Return the places of the table, and those one road away, to which a unit may have moved."""
    table_places = {battle.place_id, *(p.place for p in places_on_table(theatre, table))}
    around = table_places | {n for place in table_places for n in theatre.neighbours(place)}
    return tuple((theatre.spot(i).key, theatre.spot(i).name) for i in sorted(around))


def _everywhere(theatre: Theatre, near: tuple[tuple[str, str], ...]) -> tuple[tuple[str, str], ...]:
    """Return all places of the map as (key, name), those near the battle first."""
    return tuple(dict.fromkeys((*near, *((spot.key, spot.name) for spot in theatre.spots))))


def objectives_on(
    board: Board, theatre: Theatre, battle: Battle, table: Table, side: int
) -> tuple[tuple[str, str], ...]:
    """Return the battle's own place, and the places on its table that score for this side."""
    on_table = [p.place for p in places_on_table(theatre, table)]
    scoring = {o.place_id for o in board.rows(Objective) if o.side_id == side}
    places = dict.fromkeys((battle.place_id, *(p for p in on_table if p in scoring)))
    return tuple((theatre.spot(i).key, theatre.spot(i).name) for i in places)


def works_on(board: Board, theatre: Theatre, table: Table, side: int) -> tuple[Work, ...]:
    """Return the changes that are possible to the roads, crossings and obstacles of this table that a side knows of."""
    works, actual = works_known(board, side), board.by_id(Crossing)
    roads = {r.id: r for r in board.rows(Road) if _crosses(theatre, table, r.id)}
    changes = [_road_work(theatre, road, is_cut=works.is_cut(road)) for road in roads.values()]
    for crossing in works.crossings:
        if crossing.road_id in roads and table.holds(theatre.way(crossing.road_id).at(crossing.at_m)):
            verb = "destroyed" if crossing.state.is_passable else "passable again"
            changes.append(Work(f"{slug_verb(verb)}:{crossing.key}", f"{crossing.name} {verb}", actual[crossing.id]))
    changes += [
        Work(f"gapped:{obstacle.key}", f"{obstacle.name} gapped", board.row(Obstacle, obstacle.id))
        for obstacle in works.obstacles
        if obstacle.road_id in roads
        and not obstacle.gapped
        and table.holds(theatre.way(obstacle.road_id).at(obstacle.at_m))
    ]
    return tuple(changes)


def roads_on(theatre: Theatre, table: Table) -> tuple[int, ...]:
    """Return the roads that run over a table, in the theatre's order."""
    return tuple(way.road for way in theatre.ways if spans(way, table))


def slug_verb(verb: str) -> str:
    """Return the first word of a work's key: ``passable`` for ``passable again``."""
    return verb.split()[0]


def _road_work(theatre: Theatre, road: Road, *, is_cut: bool) -> Work:
    ends = f"{theatre.spot(road.a_id).name} \N{EN DASH} {theatre.spot(road.b_id).name}"
    verb = "open again" if is_cut else "cut"
    name = road.name or road.kind.words
    text = f"{name[:1].upper()}{name[1:]} {verb}, {ends}"
    return Work(f"{slug_verb(verb)}:{road.key}", text, road, road_labels(theatre, road.id))


def _crosses(theatre: Theatre, table: Table, road: int) -> bool:
    """Return whether the road runs over the table for half a kilometre or more. Less is not worth printing."""
    return sum(to_m - from_m for from_m, to_m in spans(theatre.way(road), table)) >= 500
