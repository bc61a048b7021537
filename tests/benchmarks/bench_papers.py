"""The roster of 10,000 battalions against the bare canvas that writes the same strings, and against the library's own
table; a packet; sizes.

PYTHONPATH=.:reports .venv/bin/python -m tests.benchmarks.bench_papers
"""

from __future__ import annotations

import io
import sys
from collections.abc import Callable
from pathlib import Path
from time import process_time

from pypdf import PdfReader
from reportlab import rl_config
from reportlab.lib.pagesizes import A4
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import LongTable, SimpleDocTemplate, TableStyle

from campaign.values import replace

sys.path.insert(0, str(Path(__file__).parents[1] / "reports"))
import specimens

from campaign.terms.forces import Arm, Level, SizeMark
from campaign.views.orbat.roster import Roster, RosterGroup, RosterRow, Strength
from campaign_reports import type as setting
from campaign_reports.packet import packet
from campaign_reports.page import Sheet
from campaign_reports.roster import render_roster
from campaign_reports.type import Cut
from tests.benchmarks.measure import keep

BATTALIONS = 10_000
TRIALS = 3
Mark = tuple[str, float, float, float, str]
"""Face, size, x, y, text."""


def roster(battalions: int) -> Roster:
    """A force of so many battalions, five to a command, five commands to a division."""
    rows = [
        RosterRow(
            specimens.own(list(Arm)[n % len(Arm)], SizeMark.BATTALION, str(n)),
            f"Battalion of the {n}th Regiment",
            str(n),
            f"Lt-Col {n}",
            Strength(780 - n % 200, 780, 780 - n % 150, n % 50, 50, n % 12, 12),
            ("Fresh", "Spent", "In action")[n % 3],
            n % 3 > 0,
            f"{n % 20}.5 km from Halfaya",
            "",
            f"\N{EN DASH}{n % 40} men" if n % 4 == 0 else "",
        )
        for n in range(battalions)
    ]
    commands = [
        RosterGroup(
            f"{n}th Brigade", Level.COMMAND, f"Brig {n}", tuple(rows[n * 5 : n * 5 + 5]), (), Strength(3900, 3900)
        )
        for n in range(battalions // 5)
    ]
    divisions = [
        RosterGroup(
            f"{n}th Division",
            Level.DIVISION,
            f"Maj-Gen {n}",
            (),
            tuple(commands[n * 5 : n * 5 + 5]),
            Strength(19_500, 19_500),
        )
        for n in range(len(commands) // 5)
    ]
    return replace(
        specimens.brevity_roster(),
        groups=(RosterGroup("Army", Level.ARMY, "General", (), tuple(divisions), Strength(1, 1)),),
    )


def marks_of(view: Roster) -> list[list[Mark]]:
    """Every string of the roster as it stands on each page."""
    pages: list[list[Mark]] = [[]]
    write, turn = Sheet.text, Sheet.end

    def noted(
        sheet: Sheet, x: float, y: float, words: str, size: float, cut: Cut = Cut.REGULAR, *rest: object, **more: object
    ) -> float:
        if not sheet.counting:
            pages[-1].append((str(cut), size, x, sheet.height - y, setting.printable(words)))
        return write(sheet, x, y, words, size, cut, *rest, **more)  # type: ignore[arg-type]

    def ended(sheet: Sheet) -> None:
        turn(sheet)
        if not sheet.counting:
            pages.append([])

    Sheet.text, Sheet.end = noted, ended  # type: ignore[method-assign, assignment]
    try:
        render_roster(view)
    finally:
        Sheet.text, Sheet.end = write, turn  # type: ignore[method-assign]
    return [page for page in pages if page]


def bare(pages: list[list[Mark]], *, in_letters: bool = True) -> bytes:
    """The same strings at the same places, and nothing else. ``in_letters``: streams in ASCII-85, as the library does
    of itself."""
    before = rl_config.useA85
    rl_config.useA85 = int(in_letters)
    try:
        return _bare(pages)
    finally:
        rl_config.useA85 = before


def _bare(pages: list[list[Mark]]) -> bytes:
    buffer = io.BytesIO()
    canvas = Canvas(buffer, pagesize=A4, invariant=1, pageCompression=1)
    for page in pages:
        for face, size, x, y, words in page:
            canvas.setFont(face, size)
            canvas.drawString(x, y, words)
        canvas.showPage()
    canvas.save()
    return buffer.getvalue()


def long_table(view: Roster) -> bytes:
    """The rows as the library's own table that goes over pages, without symbols, bars, bands and totals."""
    rows = [("no.", "unit", "commander", "est.", "men", "vehicles", "guns", "state", "position", "since yesterday")]
    for division in view.groups[0].groups:
        for command in division.groups:
            rows += [
                (
                    r.number,
                    r.name,
                    r.led_by,
                    str(r.strength.men_establishment),
                    str(r.strength.men),
                    f"{r.strength.vehicles}/{r.strength.vehicles_establishment}",
                    f"{r.strength.guns}/{r.strength.guns_establishment}",
                    r.state,
                    r.position,
                    r.since_yesterday,
                )
                for r in command.rows
            ]
    style = TableStyle(
        [
            ("FONT", (0, 0), (-1, -1), str(Cut.REGULAR), 7.5),
            ("TOPPADDING", (0, 0), (-1, -1), 1.5),
            ("BOTTOMPADDING", (0, 0), (-1, -1), 1.5),
        ]
    )
    buffer = io.BytesIO()
    SimpleDocTemplate(buffer, pagesize=A4, leftMargin=28, rightMargin=28).build(
        [LongTable(rows, repeatRows=1, style=style)]
    )
    return buffer.getvalue()


def best(task: Callable[[], bytes], trials: int = TRIALS) -> tuple[float, bytes]:
    """Least processor time of a few trials, and what it made."""
    found = []
    for _ in range(trials):
        begun = process_time()
        made = task()
        found.append((process_time() - begun, made))
    return min(found, key=lambda each: each[0])


def say(what: str, seconds: float, data: bytes) -> float:
    pages = len(PdfReader(io.BytesIO(data)).pages)
    print(f"{what:<44} {seconds:7.2f} s  {pages:4} pages  {pages / seconds:7.0f} pages/s  {len(data) / 1000:8.0f} kB")
    return seconds


def main() -> None:
    setting.load()
    view = roster(BATTALIONS)
    pages = marks_of(view)
    ours = say(f"roster of {BATTALIONS:,} battalions", *best(lambda: render_roster(view)))
    floor = say("bare canvas, the same strings", *best(lambda: bare(pages)))
    light = say("the same, its streams as bytes as ours are", *best(lambda: bare(pages, in_letters=False)))
    table = say("LongTable, the rows alone", *best(lambda: long_table(view), 1))
    print(
        f"{ours / floor:.2f} times the bare canvas ({ours / light:.2f} with its streams as bytes), {ours / table:.2f} times LongTable"
    )
    keep("papers: roster, battalions", ours, floor, "bare canvas", size=BATTALIONS)
    keep("papers: roster, battalions, against streams as bytes", ours, light, "bare canvas", size=BATTALIONS)
    keep("papers: roster, battalions, against a table", ours, table, "LongTable", size=BATTALIONS)
    seconds, files = min((timed() for _ in range(TRIALS)), key=lambda each: each[0])
    print(
        f"packet of Operation Brevity's specimen battle: {seconds:.2f} s, "
        + ", ".join(f"{k} {len(v) / 1000:.0f} kB" for k, v in files.items())
    )
    keep("papers: packet of a battle", seconds)


def timed() -> tuple[float, dict[str, bytes]]:
    begun = process_time()
    files = packet(specimens.brevity_packet())
    return process_time() - begun, dict(files)


if __name__ == "__main__":
    main()
