"""The umpire's brief: what waits and its program command, the battles to fight, the state of the sides, contacts,
arrivals.
"""

from __future__ import annotations

from collections.abc import Sequence

from campaign.views.day.evening import BattleForces, EnemiesMet, UmpireBrief
from campaign.views.day.status import Status
from campaign.words.papers import Fact
from campaign_reports.blocks import Block, fact_items, flow, text_items
from campaign_reports.columns import Column, Draw, table
from campaign_reports.document import listed
from campaign_reports.page import Sheet, Side
from campaign_reports.pen import check_box
from campaign_reports.staff_sheet import arrivals_blocks
from campaign_reports.style import MM, SECOND
from campaign_reports.type import Cut

LABEL = 150.0
WAITING = (
    Column("", 0, 10),
    Column("what waits", 16, 300, Cut.SEMIBOLD, lines=0),
    Column("command", 322, 216, colour=SECOND, lines=0),
)
BATTLES = (
    Column("no.", 0, 20, Cut.BOLD, side=Side.RIGHT),
    Column("battle at", 28, 136, Cut.SEMIBOLD, lines=0),
    Column("battalions in the battle", 170, 206, lines=0),
    Column("since", 382, 100),
    Column("state", 488, 50, Cut.BOLD),
)
SIDES = (
    Column("side", 0, 120, Cut.SEMIBOLD),
    *(
        Column(word, 124 + 64 * step, 50, side=Side.RIGHT)
        for step, word in enumerate(("fresh", "spent", "lost", "to arrive", "score"))
    ),
)
COMMANDERS = (
    Column("commander", 0, 170, Cut.SEMIBOLD),
    Column("of", 176, 150),
    Column("orders", 332, 100, Cut.BOLD),
    Column("where", 438, 100),
)
CONTACTS = (Column("where", 0, 270, Cut.SEMIBOLD, lines=0), Column("who", 276, 160, lines=0), Column("last", 442, 96))


@listed()
def render_umpire_brief(sheet: Sheet, view: UmpireBrief) -> None:
    """Draw the umpire's page of an evening."""
    room, now, y = sheet.room, view.status, sheet.begin() + 5 * MM
    weather = str(now.sky) if now.weather_settled else "weather not decided yet"
    words = f"Day {now.moment.day} of {now.days}, {now.clock}: {now.light}, {weather}."
    sheet.fitted(sheet.left_x, y + 8, words, room, 10.0, Cut.BOLD)
    waiting = [(_box, awaited.what, awaited.command) for awaited in now.waiting]
    blocks = [table("What waits", WAITING, waiting, room, "tick what is done", none="Nothing waits.")]
    if view.battles:
        rows = [_battle_row(forces) for forces in view.battles]
        blocks.append(table("Battles", BATTLES, rows, room))
    blocks.append(_commanders(now, room))
    sides = [(s.side, *map(str, (s.fresh, s.spent, s.lost, s.to_arrive, s.score))) for s in now.sides]
    blocks.append(table("Sides", SIDES, sides, room, "battalions on the map, lost and still to arrive; score so far"))
    blocks += _contacts(view.contacts, view.contacts_left_out, room)
    blocks += arrivals_blocks(view.arrivals, view.arrivals_later, room)
    if now.supply:
        cut = [Fact(trouble.formation, trouble.why) for trouble in now.supply]
        blocks.append(Block("Out of supply", fact_items(cut, room, LABEL), now.supply_traced))
    flow(sheet, y + 6 * MM, blocks)


def _battle_row(forces: BattleForces) -> Sequence[str | Draw]:
    battle = forces.battle
    where = battle.name if battle.name.startswith(battle.place) else f"{battle.name}, {battle.place}"
    return str(battle.number), where, forces.forces, battle.begun, battle.state.value


def _box(sheet: Sheet, x: float, y: float, high: float) -> None:
    check_box(sheet, x, y + high / 2 - 4, 8, 0.7)


def _commanders(now: Status, room: float) -> Block:
    rows: list[Sequence[str | Draw]] = [
        (c.name, f"{c.force} ({c.side})", c.orders, c.whereabouts) for c in now.commanders
    ]
    return table("Orders", COMMANDERS, rows, room, "orders received and missing", none="No commander.")


def _contacts(contacts: Sequence[EnemiesMet], left_out: int, room: float) -> list[Block]:
    if not contacts:
        return [Block("Contacts", text_items("No unit has seen an enemy.", room))]
    rows = [(c.where, c.seen, f"{c.clock}, {c.age_hours} h ago") for c in contacts]
    note = f"newest first; {left_out} older places on the map" if left_out else "newest first"
    return [table("Contacts", CONTACTS, rows, room, note)]
