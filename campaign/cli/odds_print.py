"""The views of odds on the terminal, block by block."""

from __future__ import annotations

from typing import Any

from campaign.cli import show
from campaign.views.battle.odds_blocks import Gap, Heading, Pairs, Sentences, Table, odds_blocks


def print_odds(table: Any) -> None:
    for block in odds_blocks(table):
        match block:
            case Heading(text):
                show.heading(text)
            case Pairs(rows):
                show.pairs(rows)
            case Table(heads, cells, right):
                show.table(heads, cells, right=right)
            case Sentences(texts):
                show.lines(texts)
            case Gap():
                show.line()
