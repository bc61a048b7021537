"""The engineers' paper: tasks in hand with a box for each turn, free units, the state of crossings and obstacles, and
finished tasks.
"""

from __future__ import annotations

from collections.abc import Sequence

from campaign.terms.state import TaskState
from campaign.values import replace
from campaign.views.orbat.tasks import EngineerPaper, Sappers, Site, Work
from campaign_reports.blocks import Block, Item, fact_items, flow, text_items
from campaign_reports.columns import Column, Draw, head, table
from campaign_reports.document import listed
from campaign_reports.page import Sheet
from campaign_reports.pen import cross, write_line
from campaign_reports.style import CLOSE_RULE, INK, MM, SECOND, TABLE, THIRD, WHITE
from campaign_reports.symbols import draw_in_row
from campaign_reports.type import Cut

ROW, SPARE = 19.0, 3
WORKS = (
    Column("", 0, 24),
    Column("battalion", 28, 112, Cut.SEMIBOLD),
    Column("task", 144, 84, Cut.BOLD),
    Column("at", 232, 148),
    Column("begun", 384, 26),
    Column("turns of work", 414, 124),
)
OVER = (
    Column("battalion", 0, 140, Cut.SEMIBOLD),
    Column("task", 144, 84),
    Column("at", 232, 148),
    Column("begun", 384, 26),
    Column("turns", 414, 52),
    Column("outcome", 470, 68, Cut.BOLD),
)
FREE = (
    Column("", 0, 24),
    Column("battalion", 28, 150, Cut.SEMIBOLD),
    Column("engineers", 182, 54),
    Column("command", 240, 130, colour=SECOND),
    Column("stands", 374, 110),
    Column("state", 488, 50),
)
CROSSINGS = (
    Column("", 0, 12),
    Column("crossing", 16, 118, Cut.SEMIBOLD),
    Column("over", 138, 84, Cut.ITALIC),
    Column("on the road", 226, 124, colour=SECOND),
    Column("state", 354, 60, Cut.BOLD),
    Column("carries", 418, 44),
    Column("work", 466, 72),
)
OBSTACLES = (
    Column("", 0, 12),
    Column("obstacle", 16, 118, Cut.SEMIBOLD),
    Column("kind", 138, 84),
    Column("on the road", 226, 124, colour=SECOND),
    Column("state", 354, 60, Cut.BOLD),
    Column("work", 418, 120),
)


@listed()
def render_engineers(sheet: Sheet, view: EngineerPaper) -> None:
    """Draw the engineer tasks of a side or commander."""
    room = sheet.room
    blocks = [_in_hand(view.in_hand, room), _free(view.free, room)]
    if view.supporting:
        blocks.append(
            Block(
                "Battalions with engineers of their own",
                fact_items(view.supporting, room, 144),
                "no battalion here is at work",
            )
        )
    signs = "cross = down, no unit can pass; ring = state not known"
    blocks += _sites("Crossings", signs, CROSSINGS, view.crossings, room)
    blocks += _sites("Obstacles on the roads", "as far as your side knows", OBSTACLES, view.obstacles, room)
    blocks += _over(view.over, room)
    flow(sheet, sheet.begin() + 5 * MM, blocks)


def _in_hand(works: Sequence[Work], room: float) -> Block:
    if not works:
        none = text_items("No engineers are at work.", room)
        return Block("In hand", (*none, head(WORKS, room), *_spare(room)), "blank rows are for new tasks")
    block = works_block(works, room)
    return replace(block, items=(*block.items, *_spare(room)))


def works_block(works: Sequence[Work], room: float) -> Block:
    """Return a block with a row for each task, and a box for each turn."""
    rows = [
        (_symbol(work.by), _builders(work.by), _task(work), work.task.target, work.task.begun, _boxes(work))
        for work in works
    ]
    return table("In hand", WORKS, rows, room, "black = a turn of work done, white = a turn still to work", least=ROW)


def _builders(by: Sappers) -> str:
    return f"{by.name}, {by.state.lower()}" if by.state not in ("", "Fresh") else by.name


def _task(work: Work) -> str:
    load = f" for {work.task.load_class}" if work.task.load_class else ""
    return f"{work.task.kind}{load}"


def _symbol(by: Sappers) -> Draw:
    return lambda sheet, x, y, high: draw_in_row(sheet, by.symbol, x + 4, y, high, 10.0, sheet.accent)


def _boxes(work: Work) -> Draw:
    """Return a box for each turn, four of them a day apart from the next four; more than fit are told in words."""
    done, needed = work.task.turns_done, work.task.turns_needed

    def paint(sheet: Sheet, x: float, y: float, high: float) -> None:
        if needed > 12:
            sheet.text(x, y + high / 2 + 2.6, work.task.progress, TABLE, Cut.SEMIBOLD)
            return
        at = x
        for turn in range(needed):
            sheet.box(at, y + high / 2 - 4, 8, 8, CLOSE_RULE, INK, INK if turn < done else WHITE)
            at += 9.6 + (2.4 if turn % 4 == 3 else 0)

    return paint


def _spare(room: float) -> list[Item]:
    """Return blank rows for orders to engineers."""

    def paint(sheet: Sheet, x: float, y: float) -> None:
        for start, end in ((28, 140), (144, 228), (232, 380), (384, 410)):
            write_line(sheet, x + start, x + end, y + 15)
        for turn in range(8):
            sheet.box(x + 414 + 9.6 * turn + (2.4 if turn > 3 else 0), y + 7, 8, 8, CLOSE_RULE, THIRD, WHITE)

    return [Item(18.0, paint)] * SPARE


def _free(free: Sequence[Sappers], room: float) -> Block:
    rows = [(_symbol(by), by.name, by.ability, by.command, by.position, by.state) for by in free]
    return table("Specialists without a task", FREE, rows, room, least=17.0, none="None.")


def _sites(title: str, note: str, columns: Sequence[Column], sites: Sequence[Site], room: float) -> list[Block]:
    return [table(title, columns, [_site(site, len(columns)) for site in sites], room, note)] if sites else []


def _site(site: Site, count: int) -> tuple[str | Draw, ...]:
    state = site.state or "not known"
    with_load = (site.load,) if count == len(CROSSINGS) else ()
    return (_mark(site), site.name, site.water, site.where, state, *with_load, site.work)


def _mark(site: Site) -> Draw:
    """Return a square for an intact crossing, crossed if it is down; a ring if its state is unknown."""

    def paint(sheet: Sheet, x: float, y: float, high: float) -> None:
        top = y + high / 2 - 3.6
        if not site.state:
            sheet.disc(x + 5, y + high / 2, 3.4, CLOSE_RULE, INK, WHITE)
            return
        sheet.box(x + 1.4, top, 7.2, 7.2, CLOSE_RULE, INK, WHITE if site.blown else INK)
        if site.blown:
            cross(sheet, x + 1.4, top, 7.2, 7.2)

    return paint


def _over(works: Sequence[Work], room: float) -> list[Block]:
    words = {TaskState.DONE: "done", TaskState.ABANDONED: "left unfinished", TaskState.WORKING: "in hand"}
    rows = [
        (work.by.name, _task(work), work.task.target, work.task.begun, _turns(work), words[work.task.state])
        for work in works
    ]
    return [table("Over", OVER, rows, room, "the latest first")] if works else []


def _turns(work: Work) -> str:
    return f"{work.task.turns_done} of {work.task.turns_needed}"
