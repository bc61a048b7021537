"""A battle of the campaign on the hex map of its table: both forces set out as their papers say, the battle, and the
end of each battalion.

If the campaign gives no positions (a separate game), the ground is a plain map of the table's size; the attacker has
the near edge (the last row), the defender a line beyond the middle of the map, the fronts APART hexes from each other,
and the hex in the middle of the defender's front is the one fought for.

    resolve(fight, dice, book) -> Resolution
    deploy(fight, book) -> Field, goal, the units that come too late
    end_of(unit, pieces, book) -> UnitEnd
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from campaign.resolve.doctrine import stances
from campaign.resolve.hexes.battle import Battle
from campaign.resolve.hexes.doctrine import Stage, View
from campaign.resolve.hexes.field import Fall, Field, Piece
from campaign.resolve.hexes.plain_doctrine import PLAIN
from campaign.resolve.outcome import opening, resolution, turns_until_arrival, unopposed
from campaign.resolve.report import Report
from campaign.rules.common.automatic import STANDS
from campaign.rules.common.dice import Dice
from campaign.rules.common.force import Force, Unit
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.common.scene import Fight, Resolution, UnitEnd
from campaign.rules.common.strength import back_again, worse
from campaign.rules.tabletop.hexes import mapping, muster
from campaign.rules.tabletop.hexes.chart import TABLE_M, Chart, gates, goal_of, set_out
from campaign.rules.tabletop.hexes.grid import Hex, at
from campaign.rules.tabletop.hexes.ground import Ground
from campaign.rules.tabletop.hexes.tables import UnitType
from campaign.terms.state import Role, State
from campaign.terms.words import counted
from campaign.values import replace

# Units are seen at 2 hexes (HEX-SIGHT-03). Only where the campaign gives no places.
APART = 4
"""The hexes between the fronts when a battle begins: just out of sight."""


def resolve(fight: Fight, dice: Dice, book: Rulebook) -> Resolution:
    """Resolve the battle under the plain doctrine. It takes the rest of the campaign turn."""
    field, goal, late = deploy(fight, book)
    field.at_all_costs = fight.at_all_costs
    present = [not all(piece.off_table for piece in pieces) for pieces in field.pieces]
    if not all(present):
        report = Report()
        report.add(opening(fight, table=(field.ground.columns, field.ground.rows), measure="hexes"))
        return unopposed(fight, present, report)
    aim = None if fight.attacker is None else goal
    first, second = stances(fight)
    stage = Stage(field, (View(field, 0, first, aim), View(field, 1, second, aim)), (PLAIN, PLAIN), dice)
    stage.add(opening(fight, table=(field.ground.columns, field.ground.rows), measure="hexes"))
    for name in late:
        stage.heading(f"{name} does not come up before this battle is over.")
    battle = Battle(stage, (fight.forces[0].side_name, fight.forces[1].side_name), aim)
    battle.run(book.integer("hexes.turn_limit"))
    return resolution(
        fight.forces,
        [end_of(unit, field.pieces[side], book) for side, force in enumerate(fight.forces) for unit in force.units],
        battle.holder,
        battle.broke_off,
        turns=1,
        length=f"{counted(field.turn, 'turn')} of the table",
        report=stage,
        told_length=counted(field.turn, "turn"),
        flown=((piece.name, 1) for side in field.pieces for piece in side if piece.aircraft and piece.shells == 0),
    )


def deploy(fight: Fight, book: Rulebook) -> tuple[Field, Hex, tuple[str, ...]]:
    """Return the map with both forces on it, the hex fought for, and the names of the units that come too late to be
    dealt a card.
    """
    present = [_present(force, fight) for force in fight.forces]
    late = tuple(name for _, names in present for name in names)
    forces = [list(pieces_of(force, side, book)) for side, (force, _) in enumerate(present)]
    if fight.spots:
        return *_on_its_table(fight, book, forces, [force for force, _ in present]), late
    # The two sides and the ground between them; only where the campaign gives no places.
    hexes = max(3 * APART, TABLE_M // book.integer("hexes.metres"))
    widest = max(sum(not piece.off_table for piece in pieces) for pieces in forces)
    # A line of more than 26, the columns that have one letter, is put on a deeper map; only where the campaign gives no
    # places.
    ground = Ground(max(hexes, min(widest, 26)), max(hexes, 2 * APART + 2 * (widest // 26 + 2)))
    field = Field(ground, book, sight=mapping.sight(fight.sky(1), book))
    for side, aircraft in enumerate(_aircraft(fight, book)):
        forces[side].extend(aircraft)
    middle = ground.rows // 2
    fronts = (middle + APART // 2, middle - (APART - APART // 2))
    for side, pieces in enumerate(forces):
        _line_up(field, pieces, fronts[side], 1 if side == 0 else -1)
    return field, at(ground.columns // 2, fronts[1]), late


def pieces_of(force: Force, side: int, book: Rulebook) -> list[Piece]:
    """Return the force as pieces of a battle, not yet set down."""
    return [_piece(unit, part, side, book) for unit in muster.troops(force) for part in muster.parts(unit, book)]


def _piece(unit: Unit, part: muster.Part, side: int, book: Rulebook) -> Piece:
    count = len(muster.parts(unit, book))
    shells = (
        None if not part.off_table or book.is_word("hexes.offtable_shells") else book.integer("hexes.offtable_shells")
    )
    name = f"{unit.name} {part.key.upper()}" if count > 1 else unit.name
    return Piece(
        muster.piece_key(unit, part, book),
        name,
        side,
        part.type,
        unit.id,
        unit.command,
        capacity=part.capacity,
        hits=part.begun,
        begun=part.begun,
        worse=part.worse,
        off_table=part.off_table,
        hidden=unit.hidden and book.switch("hexes.hidden"),
        shells=shells,
        weight=STANDS[unit.size] / count,
    )


def _on_its_table(
    fight: Fight, book: Rulebook, pieces: list[list[Piece]], forces: Sequence[Force]
) -> tuple[Field, Hex]:
    """Return the battle's own map. The second force, the defender, is set out first; the first keeps clear of its
    hexes.
    """
    chart = Chart.of(fight.terrain, fight.table_in, book)
    field = Field(chart.ground, book, sight=mapping.sight(fight.sky(1), book))
    coming = {unit.id for force in forces for unit in force.units if unit.role is Role.ARRIVES} | set(fight.beside)
    taken: set[Hex] = set()
    for side in (1, 0):
        standing = {unit: point for unit, point in fight.spots.items() if unit not in coming}
        start = set_out(chart, muster.counters(forces[side], standing, book), taken)
        for piece in pieces[side]:
            piece.where = start.get(piece.key)
            if piece.where is None and not piece.off_table:
                piece.arrives = 1
                piece.gates = gates(chart, fight.beside.get(piece.unit) or fight.spots.get(piece.unit))
        taken = {piece.where for piece in pieces[side] if piece.where is not None}
    for side, aircraft in enumerate(_aircraft(fight, book)):
        for piece in (*pieces[side], *aircraft):
            field.add(piece)
    return field, _goal(fight, chart, [piece.where for piece in pieces[1] if piece.where is not None])


def _goal(fight: Fight, chart: Chart, held: Sequence[Hex]) -> Hex:
    """Return the hex of the place that is fought for; without one, the first hex that holds a defender."""
    if fight.prize is None and held:
        return held[0]
    return goal_of(
        chart, fight.prize.at if fight.prize is not None else (fight.table_in[0] // 2, fight.table_in[1] // 2)
    )


def _aircraft(fight: Fight, book: Rulebook) -> tuple[list[Piece], list[Piece]]:
    """Return the sorties of this turn as batteries off the table with a single shot, if the house has them
    (HEX-AMB-53).
    """
    flown: tuple[list[Piece], list[Piece]] = ([], [])
    if book.switch("hexes.air_sortie"):
        for n, air_support in enumerate(support for support in fight.air if 1 in support.turns):
            flown[air_support.side].append(
                Piece(
                    f"air {n}",
                    air_support.name,
                    air_support.side,
                    UnitType.ARTILLERY,
                    off_table=True,
                    shells=1,
                    aircraft=True,
                )
            )
    return flown


def _present(force: Force, fight: Fight) -> tuple[Force, tuple[str, ...]]:
    """Return the force without units that arrive in a later turn of the campaign, and their names: the table plays one
    turn.
    """
    late = [unit for unit in force.units if turns_until_arrival(unit, fight)]
    present = replace(force, units=tuple(unit for unit in force.units if unit not in late))
    return present, tuple(unit.name for unit in late)


def _line_up(field: Field, pieces: Sequence[Piece], front: int, back: int) -> None:
    """Set a force out in line from the middle outwards, every second hex, row behind row; mortars in the second row."""
    fighters = [piece for piece in pieces if not piece.off_table]
    columns = field.ground.columns
    order = sorted(range(columns), key=lambda column: (abs(column - columns // 2), column))
    spread = [*order[::2], *order[1::2]] if len(fighters) * 2 <= columns else order
    first = [piece for piece in fighters if not piece.type.is_indirect]
    ranks = [first[n : n + columns] for n in range(0, len(first), columns)]
    ranks.insert(1, [piece for piece in fighters if piece.type.is_indirect])
    row = front
    for rank in ranks:
        for start in range(0, len(rank), columns):
            for piece, column in zip(rank[start : start + columns], spread, strict=False):
                piece.where = at(column, min(max(row, 0), field.ground.rows - 1))
            row += back
    for piece in pieces:
        field.add(piece)


# Afterwards ----------------------------------------------------------------------------------------------------------
def end_of(unit: Unit, pieces: Iterable[Piece], book: Rulebook) -> UnitEnd:
    """Return the end of a battalion (HEX-MAP-06, -08, -09, -11). A battalion that was not on the map is unchanged."""
    parts = [piece for piece in pieces if piece.unit == unit.id]
    if not parts or all(piece.off_table for piece in parts):
        return UnitEnd(unit.id, unit.state, unit.state)
    after = worse(unit.state, state_of(parts, book))
    caught = after is State.DESTROYED and _is_caught([piece.fall for piece in parts])
    riders = [piece for piece in parts if piece.in_play and piece.type is UnitType.MOTORISED]
    losses = {
        "hits": sum(piece.hits for piece in parts),
        "trucks_lost": int(bool(riders) and all(piece.is_foot_now for piece in riders)),
    }
    return UnitEnd(
        unit.id,
        unit.state,
        State.CAPTURED if caught else after,
        aftermath={
            **{key: count for key, count in losses.items() if count},
            **back_again(
                sum(piece.hits - piece.begun for piece in parts),
                sum(piece.capacity for piece in parts),
                unit.state,
                after,
            ),
        },
    )


def _is_caught(falls: Sequence[Fall | None]) -> bool:
    """Return whether a destroyed battalion is captured: none of its units is left on the map or got away, and those
    that fell last, all that was left of it, were surrounded (HEX-MAP-08).
    """
    fallen = [fall for fall in falls if fall is not None]
    last = max((fall.turn for fall in fallen), default=0)
    return len(fallen) == len(falls) > 0 and all(fall.surrounded for fall in fallen if fall.turn == last)


def state_of(pieces: Sequence[Piece], book: Rulebook) -> State:
    """Return the state of a battalion by the hits on its units."""
    if len(pieces) == 1:
        return mapping.state_after(pieces[0].hits, pieces[0].capacity, book)
    return mapping.state_of_companies([piece.hits for piece in pieces], pieces[0].capacity, book)
