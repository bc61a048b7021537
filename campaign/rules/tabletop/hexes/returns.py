"""The return of a hex battle: what players write down, and the state of a battalion that follows (umpire 2,
HEX-MAP-06..12).

A line has the hits at the end (counting on from those marked at the start), the turn in which it was eliminated, and
whether it was surrounded. A battalion of several units may be recorded unit by unit; otherwise the form asks for the
units eliminated with the sum of the hits.

    fields(book), line_faults(line, was, book), outcome(line, was, book)
"""

from __future__ import annotations

from collections.abc import Iterator

from campaign.rules.common.rulebook import Rulebook
from campaign.rules.common.texts import texts
from campaign.rules.returns.filed import Fields, FiledLine, Outcome, PrintedLine
from campaign.rules.tabletop.hexes import mapping
from campaign.rules.tabletop.hexes.chart import bare_grid, count_of
from campaign.terms.return_box import ENDED_AT, SURROUNDED, UNCHANGED, Field, FieldKind
from campaign.terms.state import State
from campaign.values import replace

HITS = Field("hits", "hits", begins="hits", limit="capacity", loss=True, note="at the end", words=("hit",))
"""The hits at the end, those marked at the start included."""

TRUCKS_LOST = Field("trucks_lost", "trucks lost", FieldKind.TICK, note="trucks", words=("trucks", "on foot"))
"""The tick that motorised infantry was hit and goes on foot (HEX-MOVE-06, HEX-MAP-10)."""

_PLACE = "hex, place or \N{LEFT DOUBLE QUOTATION MARK}off by edge ...\N{RIGHT DOUBLE QUOTATION MARK}"
"""The hint that the table is played in hexes, not in inches."""


def fields(book: Rulebook) -> Fields:
    """Return the columns of the return form of the hex rules."""
    turns, count = book.integer("hexes.turn_limit"), count_of(book)
    grid = bare_grid(count, count)
    return Fields(
        line=(
            UNCHANGED,
            HITS,
            Field(
                "units_out",
                "units out",
                most=8,
                loss=True,
                printed=book.word("hexes.scale") == "company",
                note="eliminated",
                words=("out",),
            ),
            Field("out_in_turn", "out in turn", most=turns, loss=True, note="turn"),
            *((TRUCKS_LOST,) if book.switch("hexes.trucks_lost") else ()),
            SURROUNDED,
            replace(ENDED_AT, note=_PLACE),
        ),
        stand=(Field("hits", "hits", limit="count", loss=True),),
        side=(Field("turns_played", "turns played", most=turns, shared=True),),
        examples=f"unchanged | hits 6, at {grid.central} | hits 9, out in turn 7, surrounded",
        hexes=grid,
        how=texts("hexes").text("how"),
    )


def line_faults(line: FiledLine, was: PrintedLine, book: Rulebook) -> Iterator[str]:
    """Yield the errors of a line by the rules of the hex table."""
    capacity, begun = was.noted.get("capacity", 0), was.noted.get("hits", 0)
    several = len(was.stands) > 1
    units_out = line.number("units_out")
    is_lost = capacity > 0 and line.total("hits") >= capacity
    if not capacity and not _off_table(was) and (line.total("hits") or units_out):
        yield "it had no unit on the table, so it cannot have hits"
    if line.stands and line.total("hits") < begun:
        yield (
            f"{line.total('hits')} hits unit by unit is fewer than the {begun} at the start of the battle. A "
            "return cannot improve a battalion"
        )
    if units_out > max(1, len(was.stands)):
        yield f"{units_out} units out is more than the {len(was.stands)} it has"
    if several and units_out and not line.stands:
        yield from _short_of_hits(line, was, units_out)
    if not several and (units_out or line.number("out_in_turn")) and not is_lost:
        yield f"it is eliminated, but has only {line.total('hits')} of {capacity} hits. Write {capacity} hits"
    if line.ticked(SURROUNDED.key) and outcome(line, was, book).state.is_in_play:
        yield "it is ticked as surrounded, but it is not destroyed. Tick surrounded only for an eliminated unit"
    if _off_table(was) and line.total("hits") > begun:
        yield "guns off the table cannot be hit (HEX-AMB-50)"


def _short_of_hits(line: FiledLine, was: PrintedLine, units_out: int) -> Iterator[str]:
    full = min((stand.count for stand in was.stands), default=0) * units_out
    if line.total("hits") < full:
        yield f"{line.total('hits')} hits is too few: {units_out} units out means at least {full} hits"


def _off_table(was: PrintedLine) -> bool:
    return bool(was.stands) and all(stand.label == "artillery" for stand in was.stands)


def outcome(line: FiledLine, was: PrintedLine, book: Rulebook) -> Outcome:
    """Return the state that the hits of a line mean (HEX-MAP-06, -11)."""
    state = _state(line, was, book)
    caught = line.ticked(SURROUNDED.key) and not state.is_in_play
    return Outcome(State.CAPTURED if caught else state, _left(line, was))


def _left(line: FiledLine, was: PrintedLine) -> dict[str, int]:
    """Return the numbers with which another battle of the same day may begin, if the rulebook says so (HEX-MAP-07,
    -10).
    """
    hits = line.total("hits") if line.stands or "hits" in line.written else was.noted.get("hits", 0)
    result = {"hits": hits, "trucks_lost": int(line.ticked(TRUCKS_LOST.key))}
    return {key: count for key, count in result.items() if count}


def _state(line: FiledLine, was: PrintedLine, book: Rulebook) -> State:
    capacity = was.noted.get("capacity", 0)
    if not capacity or line.ticked(UNCHANGED.key) or not (line.stands or {"hits", "units_out"} & set(line.written)):
        return was.start_state
    if len(was.stands) < 2:
        return mapping.state_after(line.total("hits"), capacity, book)
    each = capacity // len(was.stands)
    return mapping.state_of_companies(_by_unit(line, was, each), each, book)


def _by_unit(line: FiledLine, was: PrintedLine, each: int) -> list[int]:
    """Return the hits of each unit: as recorded, or the eliminated units with their full hits and the rest of the sum
    spread over the others.
    """
    if line.stands:
        begun = was.noted.get("hits", 0) // len(was.stands)
        filed = {key: value for key, stand in line.stands.items() if isinstance(value := stand.get("hits"), int)}
        return [filed.get(stand.key, begun) for stand in was.stands]
    out = min(line.number("units_out"), len(was.stands))
    remaining, survivors = max(0, line.total("hits") - out * each), len(was.stands) - out
    share = [remaining // survivors + (n < remaining % survivors) for n in range(survivors)] if survivors else []
    return [
        *[each] * out,
        *(
            min(hit_count, each - 1) if line.total("hits") < was.noted.get("capacity", 0) else each
            for hit_count in share
        ),
    ]
