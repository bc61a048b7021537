"""A player's first page: what waits for him, his troops, his orders, and what he knows of the enemy."""

from __future__ import annotations

from markupsafe import Markup

from campaign.journal.board import JournalBoard
from campaign.queries.air.air import air_tasking
from campaign.queries.common.outlook import look
from campaign.queries.common.viewers import commanders_of
from campaign.queries.contacts.sitrep import sitreps
from campaign.queries.day.news import news as latest_news
from campaign.queries.day.status import status
from campaign.queries.map.objectives import objectives
from campaign.queries.orbat.own_troops import own_troops
from campaign.queries.orders.orders import commanders
from campaign.terms.viewer import Viewer
from campaign.values import dataclass
from campaign.views.air.air import AirGroupLine
from campaign.views.contacts.sitrep import SightedEnemy, Sitrep
from campaign.views.day.news import NewsPage
from campaign.views.day.status import CommanderStanding, Status
from campaign.views.map.objectives import ObjectivesReport
from campaign.views.orbat.own_troops import OwnTroops
from campaign.web.answer import Answer
from campaign.web.chips import ChipSheet, chip_symbols
from campaign.web.order_rules import deadline_and_turn, order_rules
from campaign.web.page import page
from campaign.web.people import PLAYERS
from campaign.web.unit_rows import near
from campaign.web.visit import Visit
from campaign.words.symbol import UnitSymbol

_HIGH = 19.0
MOST_NEWS = 6
"""Latest events that the first page tells."""


@dataclass(frozen=True, slots=True)
class OwnOrders:
    """The state of one commander's orders, with the key of the form."""

    key: str
    standing: CommanderStanding


@dataclass(frozen=True, slots=True)
class Situation:
    """Everything that the page shows, as one moment of the campaign."""

    status: Status
    reports: tuple[Sitrep, ...]
    troops: OwnTroops
    orders: tuple[OwnOrders, ...]
    air: tuple[AirGroupLine, ...]
    ground: ObjectivesReport
    news: NewsPage

    @property
    def contacts(self) -> tuple[SightedEnemy, ...]:
        """Enemies that the side has seen, each once."""
        return tuple(dict.fromkeys(contact for report in self.reports for contact in report.contacts))

    @property
    def enemy_side(self) -> int:
        """Number of the colours in which the enemy is drawn."""
        return 1 - self.troops.side


@page("/situation", PLAYERS)
def show_situation(visit: Visit) -> Answer:
    """Show a player's situation."""
    view = visit.read(_situation)
    deadline, turn = visit.read(deadline_and_turn)
    signs = [(unit.symbol, view.troops.side) for command in view.troops.commands for unit in command.units]
    sheet = chip_symbols([*signs, *((contact.symbol, view.enemy_side) for contact in view.contacts)])
    return visit.page(
        "situation.html",
        json=view.reports,
        view=view,
        deadline=deadline,
        turn=turn,
        rules=order_rules(visit.desk),
        defs=Markup(sheet.defs),
        sign=_Signs(sheet),
        near=near,
        news=[line for turn in view.news.turns for line in reversed(turn.done)][:MOST_NEWS],
    )


@dataclass(frozen=True, slots=True)
class _Signs:
    """The signs of the page, as its template asks for them."""

    sheet: ChipSheet

    def __call__(self, symbol: UnitSymbol, side: int) -> Markup:
        return Markup(self.sheet.chip(symbol, side, _HIGH))


def _situation(board: JournalBoard, viewer: Viewer) -> Situation:
    outlook = look(board, viewer)
    mine = commanders_of(outlook.army, viewer)
    standings = commanders(outlook)
    reports = sitreps(board, viewer) if viewer.commanders else sitreps(board, viewer, side=viewer.side)
    return Situation(
        status=status(board, viewer),
        reports=reports,
        troops=own_troops(board, viewer),
        orders=tuple(OwnOrders(leader.key, standing) for leader, standing in zip(mine, standings, strict=True)),
        air=air_tasking(board, viewer).groups,
        ground=objectives(board, viewer),
        news=latest_news(board, viewer, 2),
    )
