"""Tracks of a battle sheet: turns, hours or a clock to cross off, companies lost to count."""

from __future__ import annotations

from collections.abc import Sequence

from campaign.words.sheet import Track, TrackCell
from campaign_reports.blocks import draw_block_head
from campaign_reports.page import Sheet, Side
from campaign_reports.pen import cross
from campaign_reports.style import CAPTION, CLOSE_RULE, FAINT, INK, MM, NOTE, PEN_LINE, PEN_RULE, TAG, TEXT, WHITE
from campaign_reports.type import Cut, Setting, fit

CELL: float = 7.0 * MM
NARROWEST: float = 6.4 * MM
HEAD: float = 4.8 * MM
GAP: float = 4.0 * MM
NAMES: float = 9.0 * MM
"""Width for the names of the rows under a track."""
ROW: float = 4.6 * MM
"""Height of a row under a track; a number and a suit are written into it."""


def _row_count(room: float, track: Track) -> int:
    most = max(1, int((room - _names(track)) // NARROWEST))
    return -(-len(track.cells) // most) if track.cells else 0


def _row_height(track: Track) -> float:
    notes = 3.0 * MM if any(cell.note for cell in track.cells) else 0.6 * MM
    return CELL + notes + len(track.rows) * ROW


def _names(track: Track) -> float:
    return NAMES if track.rows else 0.0


def _note(track: Track, room: float) -> Setting:
    return fit(track.note, room, NOTE, Cut.ITALIC, 2)


def _height(track: Track, room: float) -> float:
    note = _note(track, room).depth + 0.6 * MM if track.note else 0.0
    return HEAD + _row_count(room, track) * _row_height(track) + note


def _rows(sheet: Sheet, tracks: Sequence[Track]) -> list[tuple[float, tuple[Track, ...]]]:
    """Return rows of tracks with the room of each: two short ones side by side, others alone."""
    result: list[tuple[float, tuple[Track, ...]]] = []
    half, rest = (sheet.room - GAP) / 2, list(tracks)
    while rest:
        pair = tuple(rest[:2])
        if len(pair) == 2 and all(_row_count(half, track) <= 1 for track in pair):
            result.append((half, pair))
            rest = rest[2:]
        else:
            result.append((sheet.room, (rest.pop(0),)))
    return result


def tracks_height(sheet: Sheet, tracks: Sequence[Track]) -> float:
    """Return the height of the tracks, short ones side by side."""
    return sum(max(_height(track, room) for track in row) + GAP for room, row in _rows(sheet, tracks))


def draw_tracks(sheet: Sheet, y: float, tracks: Sequence[Track]) -> float:
    """Draw the tracks, turning pages; returns the y under the last."""
    for room, row in _rows(sheet, tracks):
        high = max(_height(track, room) for track in row)
        if y + high > sheet.foot:
            y = sheet.next_page()
        for step, track in enumerate(row):
            _draw_track(sheet, sheet.left_x + step * (room + GAP), y, room, track)
        y += high + GAP
    return y - GAP if tracks else y


def _draw_track(sheet: Sheet, left_x: float, y: float, room: float, track: Track) -> None:
    draw_block_head(sheet, left_x, y, room, track.title)
    y += HEAD
    rows = _row_count(room, track)
    if rows:
        each = -(-len(track.cells) // rows)
        cells_x = left_x + _names(track)
        wide = min(12 * MM, (room - _names(track)) / each)
        for start in range(0, len(track.cells), each):
            cells = track.cells[start : start + each]
            for step, cell in enumerate(cells):
                _draw_cell(sheet, cells_x + step * wide, y, wide, cell)
            low = y + _row_height(track) - len(track.rows) * ROW
            for name in track.rows:
                sheet.fitted(left_x, low + ROW / 2 + 2.7, name, NAMES - 1 * MM, TEXT, Cut.SEMIBOLD)
                for step in range(len(cells)):
                    sheet.box(cells_x + step * wide, low, wide, ROW, PEN_RULE, PEN_LINE)
                low += ROW
            y += _row_height(track)
    if track.note:
        sheet.lines(left_x, y + 2.2 * MM, _note(track, room), FAINT)


def _draw_cell(sheet: Sheet, x: float, y: float, wide: float, cell: TrackCell) -> None:
    sheet.box(x, y, wide, CELL, CLOSE_RULE, INK, INK if cell.dark else WHITE)
    colour = WHITE if cell.dark else INK
    sheet.fitted(x + wide / 2, y + CELL / 2 + 2.6, cell.label, wide - 1.4, TEXT, Cut.SEMIBOLD, colour, Side.MIDDLE)
    if cell.ticked:
        sheet.box(x, y, wide, CELL, CLOSE_RULE, INK, TAG)
        cross(sheet, x, y, wide, CELL)
    if cell.note:
        sheet.fitted(x + wide / 2, y + CELL + 2.3 * MM, cell.note, wide - 0.6, CAPTION, colour=FAINT, side=Side.MIDDLE)
