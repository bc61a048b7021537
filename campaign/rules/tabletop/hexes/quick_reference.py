"""The quick-reference charts of a hex battle, only those that these troops need, in our own words.

quick_tables(shooters, enemies, book)     modifiers by shooter and target, all other modifiers, ground, the order of
                                           cards,
                                     the procedure
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from campaign.rules.common.rulebook import Rulebook
from campaign.rules.common.texts import texts
from campaign.rules.tabletop.hexes import tables
from campaign.rules.tabletop.hexes.cards import PACK
from campaign.rules.tabletop.hexes.combat import hit_as
from campaign.rules.tabletop.hexes.tables import HitAs, ShootsAs, Terrain, UnitType
from campaign.words.sheet import QuickRow, QuickTable, RowTone, quick_table

DASH = "\N{EN DASH}"
MINUS = "\N{MINUS SIGN}"


def signed(value: int) -> str:
    """Return a number with its sign: ``+1``, ``0``, and a true minus sign."""
    return "0" if value == 0 else f"+{value}" if value > 0 else f"{MINUS}{-value}"


def quick_tables(shooters: Sequence[UnitType], enemies: Sequence[UnitType], book: Rulebook) -> tuple[QuickTable, ...]:
    """Return all charts, the matrix first."""
    tables_shown = [matrix(shooters, enemies), modifiers(book), ground_table(), card_order(), procedure(shooters)]
    return tuple(tables_shown)


def matrix(shooters: Sequence[UnitType], enemies: Sequence[UnitType]) -> QuickTable:
    """Return the chart of modifiers by shooter and target (HEX-TAB-MATRIX): our rows, then the enemy's on grey."""
    columns = [
        column for column in HitAs if any(hit_as(unit_type) is column for unit_type in (*shooters, *enemies))
    ] or list(HitAs)
    ours = [QuickRow((row.value, *_matrix_cells(row, columns))) for row in _rows(shooters)]
    theirs = [QuickRow((f"enemy {row.value}", *_matrix_cells(row, columns)), RowTone.SHADED) for row in _rows(enemies)]
    return quick_table(
        "Added to the D3",
        (*ours, *theirs),
        (column.value for column in columns),
        note=texts("hexes").text("matrix_note"),
    )


def _rows(types: Iterable[UnitType]) -> list[ShootsAs]:
    target_row = {tables.SHOOTS_AS[kind] for kind in types}
    return [row for row in ShootsAs if row in target_row]


def _matrix_cells(row: ShootsAs, columns: Iterable[HitAs]) -> tuple[str, ...]:
    return tuple(signed(tables.type_modifier(row, column)) for column in columns)


def modifiers(book: Rulebook) -> QuickTable:
    """Return the chart of modifiers that do not depend on the types."""
    twice = f"{MINUS}2" if book.switch("hexes.cover_evasion_double") else f"{MINUS}1"
    rows = [
        (texts("hexes").text("evade"), twice),
        (texts("hexes").text("cover"), twice),
        (texts("hexes").text("long_range"), f"{MINUS}1"),
    ]
    return quick_table("On every shot", rows, note=texts("hexes").text("modifiers_note"))


def ground_table() -> QuickTable:
    """Return the chart of terrain effects (HEX-TAB-TERR)."""
    rows = [(terrain.value, _does(terrain), _holds(terrain)) for terrain in Terrain if terrain is not Terrain.RIVER]
    return quick_table("Ground", rows, ("units",), words=2, note=texts("hexes").text("rivers"))


def _does(terrain: Terrain) -> str:
    row = tables.GROUND[terrain]
    effects = texts("hexes").lines(
        "ground",
        {
            "impassable": not row.passable,
            "covers_infantry": row.passable and row.covers_infantry,
            "covers_tanks": row.passable and row.covers_tanks,
            "covers_between": row.passable and row.covers_between,
            "blocks_sight": row.passable and row.blocks_sight,
            "rough": row.passable and row.rough,
        },
    )
    return ", ".join(effects) or DASH


def _holds(terrain: Terrain) -> str:
    if not tables.GROUND[terrain].passable:
        return DASH
    return str(tables.GROUND[terrain].holds)


def card_order() -> QuickTable:
    """Return the chart of the order of cards (HEX-TAB-CARD)."""
    ranks = " ".join(rank if rank.isdigit() else rank[0] for rank in tables.RANKS)
    return quick_table(
        "Cards",
        ((texts("hexes").text("card_order", ranks=ranks, suits=", ".join(tables.SUITS).lower()),),),
        note=texts("hexes").text("cards_note", first=_spoken(1), last=_spoken(PACK)),
    )


def _spoken(place: int) -> str:
    """Return a card in words, as in ``King of Spades``, because the typeface of the papers has no suits."""
    rank, suit = divmod(place - 1, len(tables.SUITS))
    return f"{tables.RANKS[rank]} of {tables.SUITS[suit]}"


def procedure(shooters: Sequence[UnitType]) -> QuickTable:
    """Return the chart of the steps of a turn and of a shot."""
    steps = texts("hexes").lines("turn", {"indirect": any(unit_type.is_indirect for unit_type in shooters)})
    return quick_table("A turn", ((f"{n}  {step}",) for n, step in enumerate(steps, 1)))
