"""What the program decides by itself is drawn with its value, its reason and the way to change it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from click.testing import CliRunner, Result

from campaign.cli.contents import campaign
from campaign.exchange.order_mail import mail_text
from campaign.journal.transaction import reading
from campaign.model import Commander
from campaign.queries.orders.order_mail import order_mail
from campaign.store import opened


def typed(file: Path, *words: str) -> Result:
    return CliRunner().invoke(campaign, ["--db", str(file), *words])


def said(file: Path, *words: str) -> str:
    """What a command prints, on one line."""
    done = typed(file, *words)
    assert done.exit_code == 0, done.output
    return " ".join(done.stdout.split())


HOLDS = "it has no order, and no formation above it has one (umpire 1.14)"
CHANGE = "campaign march, attack, hold or withdraw UNIT"


def test_a_force_without_an_order_holds_by_default(file_of: Callable[[str], Path]) -> None:
    tiny_file = file_of("tiny")
    assert f"By default hold, because {HOLDS}. To change it: {CHANGE}" in said(tiny_file, "unit", "1st Rifles")
    shown = said(tiny_file, "orders", "--for", "alba", "--show")
    assert "By default hold" in shown
    assert f"To change an order that stands by default: {CHANGE}" in shown
    with opened(tiny_file, write=False) as store, reading(store) as board:
        (leader,) = (c for c in board.rows(Commander) if c.name == "General Alba")
        mail = mail_text(order_mail(board, leader))
    assert "By default hold, because it has no order" in " ".join(mail.split())


def test_what_was_left_out_is_told_with_its_reason(file_of: Callable[[str], Path]) -> None:
    tiny_file = file_of("tiny")
    assert "The weather comes from dice, because the campaign was started without historical weather" in said(
        tiny_file, "weather"
    )
    assert "(OB-WX-01). To change it: " in said(tiny_file, "weather")
    told = typed(tiny_file, "battle", "new", "Birch Cross").stderr
    assert "By default every free unit within 2 km takes part, because no unit was named. To change it:" in told
    assert "By default" not in typed(tiny_file, "battle", "new", "Birch Cross", "--within", "2").stderr
    assert "By default" not in typed(tiny_file, "battle", "new", "Birch Cross", "--unit", "1st Rifles").stderr
    once = "By default at most one turn of six hours is fought, because no number of turns was given. To change it: --turns N"
    assert once in typed(tiny_file, "battle", "resolve", "1").stderr
    assert once not in typed(tiny_file, "battle", "resolve", "1", "--turns", "1").stderr
