"""The hour by which orders are due: told, kept in UTC with its zone, and never enforced (umpire 1.14)."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from campaign.actions.day import Next
from campaign.actions.deadlines import SetDeadline
from campaign.actions.house_rules import SetRule
from campaign.errors import BadInput, Refused
from campaign.exchange.order_pdf import read_orders
from campaign.journal import reading, undo
from campaign.queries.day.status import status
from campaign.queries.orders.orders import order_form
from campaign.situation.deadline import deadline_of
from campaign.store import Store
from campaign.terms.time import Phase
from campaign.terms.viewer import UMPIRE
from campaign.terms.wall_clock import appointment_text, parse_appointment
from campaign.verbs.seating import SeatPlayer
from tests.actions.stage import do, set_clock
from tests.secrecy.stages import typed

NOW = datetime(2026, 11, 23, 15, 0, tzinfo=UTC)
"""A Monday."""
BERLIN = "Europe/Berlin"
THURSDAY = "Thursday 26 November 2026, 20:00 Europe/Berlin (19:00 UTC)"


@pytest.mark.parametrize(
    ("text", "instant"),
    [
        ("Thursday 20:00", "2026-11-26T19:00"),
        ("thu, at 20.00", "2026-11-26T19:00"),
        ("Monday 16:30", "2026-11-23T15:30"),
        ("monday 15:30", "2026-11-30T14:30"),  # today at 15:30 is over in Berlin
        ("tomorrow 8:05", "2026-11-24T07:05"),
        ("20:00", "2026-11-23T19:00"),
        ("3:00", "2026-11-24T02:00"),
        ("26 November 20:00", "2026-11-26T19:00"),
        ("26. Nov 2027, 20:00", "2027-11-26T19:00"),
        ("3 March 20:00", "2027-03-03T19:00"),
        ("2026-11-26 20:00", "2026-11-26T19:00"),
        ("2026-11-26 20:00 America/New_York", "2026-11-27T01:00"),
        ("2026-11-26 20:00 UTC+05:30", "2026-11-26T14:30"),
        ("4 July 2027 20:00", "2027-07-04T18:00"),  # the clocks have been put forward by then
    ],
)
def test_an_hour_as_people_type_it(text: str, instant: str) -> None:
    at, _ = parse_appointment(text, BERLIN, NOW)
    assert at == datetime.fromisoformat(instant).replace(tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("Thursday", "does not give an hour"),
        ("Someday 20:00", "does not give a day"),
        ("31 February 20:00", "'31 february' is not a date that exists"),
        ("2026-11-22 20:00", "is in the past"),
        ("Thursday 20:00 Mars/Olympus", "'Mars/Olympus' is not a time zone"),
        ("28 March 2027 02:30", "the clocks are put forward"),
        (
            "31 October 2027 02:30",
            "occurs twice in Europe/Berlin, because the clocks are put back then. Write UTC+02:00 or UTC+01:00",
        ),
    ],
)
def test_an_hour_that_is_none_is_refused_with_the_way_out(text: str, why: str) -> None:
    with pytest.raises(BadInput) as refused:
        parse_appointment(text, BERLIN, NOW)
    assert why in str(refused.value)


def test_an_hour_that_comes_twice_is_meant_by_its_offset() -> None:
    first, zone = parse_appointment("31 October 2027 02:30 UTC+02:00", BERLIN, NOW)
    second, _ = parse_appointment("31 October 2027 02:30 UTC+01:00", BERLIN, NOW)
    assert (second - first).total_seconds() == 3600
    assert appointment_text(first, zone) == "Sunday 31 October 2027, 02:30 UTC+02:00 (00:30 UTC)"


def test_the_words_name_the_day_of_utc_where_it_is_another() -> None:
    at, zone = parse_appointment("Thursday 20:00", "America/New_York", NOW)
    assert appointment_text(at, zone) == "Thursday 26 November 2026, 20:00 America/New_York (01:00 UTC, 27 November)"
    assert appointment_text(at, "UTC") == "Friday 27 November 2026, 01:00 UTC"


def test_the_machines_zone_is_taken_unless_it_is_not_known(tiny: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("campaign.clock.now", lambda: NOW)
    monkeypatch.setenv("TZ", BERLIN)
    assert THURSDAY in " ".join(typed(Path(tiny.name), "deadline", "Thursday 20:00").stdout.split())
    monkeypatch.setenv("TZ", "Nowhere/Land")
    refused = typed(Path(tiny.name), "deadline", "Thursday 20:00")
    assert refused.exit_code == 1 and "Add --zone Europe/Berlin" in " ".join(refused.stderr.split())


@pytest.mark.rule("umpire 1.14")
def test_a_deadline_is_told_wherever_orders_are_asked_for(tiny: Store) -> None:
    do(tiny, SetRule("orders.missing", "hold"))
    done = do(tiny, SetDeadline("2026-11-26T19:00+00:00", BERLIN))
    assert done.receipt.summary == f"Orders from turn 1.1 on are due {THURSDAY}"
    with reading(tiny) as board:
        form, now = order_form(board, UMPIRE, "General Alba"), status(board, UMPIRE)
        assert (form.deadline, form.if_missing) == (THURSDAY, "commands without orders hold")
        assert now.deadline == f"{THURSDAY}; then commands without orders hold"
    set_clock(tiny, 1, 1, Phase.ORDERS)
    waiting = do(tiny, Next("step")).receipt.waiting
    assert f"General Brenn, due {THURSDAY}. " in waiting
    assert waiting.endswith("If you go on with campaign next, commands without orders hold")


def test_a_deadline_is_gone_when_its_turn_has_marched_and_comes_back_by_undo(tiny: Store) -> None:
    do(tiny, SetDeadline("2026-11-26T19:00+00:00", BERLIN))
    set_clock(tiny, 1, 1, Phase.CONTACTS)
    with reading(tiny) as board:
        assert deadline_of(board) is None
    do(tiny, SetDeadline("2026-12-03T19:00+00:00", BERLIN))
    with reading(tiny) as board:
        assert deadline_of(board) is not None
    do(tiny, SetDeadline(""))
    with pytest.raises(Refused, match="no deadline to remove"):
        do(tiny, SetDeadline(""))
    undo(tiny, None, actor="umpire")
    with reading(tiny) as board:
        due = deadline_of(board)
        assert due is not None and due.at == datetime(2026, 12, 3, 19, tzinfo=UTC)


@pytest.mark.parametrize("at", ["soon", "2026-13-01T00:00+00:00"])
def test_an_hour_that_is_no_hour_is_refused(tiny: Store, at: str) -> None:
    with pytest.raises(BadInput):
        do(tiny, SetDeadline(at, BERLIN))


def test_the_command_and_the_papers(tiny: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    db = Path(tiny.name)
    monkeypatch.setattr("campaign.clock.now", lambda: NOW)
    assert typed(db, "deadline").stdout.startswith("There is no deadline for orders")
    assert typed(db, "deadline", "Thursday", "20:00", "--zone", BERLIN).exit_code == 0
    assert typed(db, "deadline").stdout.split() == (
        f"Orders are due {THURSDAY}; then earlier orders stand (setting orders.missing).".split()
    )
    monkeypatch.setattr("campaign.clock.now", lambda: NOW.replace(month=12))
    assert "(19:00 UTC), which is past;" in " ".join(typed(db, "deadline").stdout.split())
    assert THURSDAY in " ".join(typed(db, "status").stdout.split())
    assert f"Due {THURSDAY}" in " ".join(typed(db, "orders").stdout.split())
    assert typed(db, "deadline", "Friday", "20:00", "--viewer", "alba").exit_code == 1
    assert typed(db, "print", "orders", "--for", "General Alba", "--out", str(tmp_path)).exit_code == 0
    (paper,) = tmp_path.glob("*orders*.pdf")
    assert THURSDAY in _text(paper)
    why = "it has no order, and no formation above it has one (umpire 1.14)."
    assert f"By default, because {why}" in _text(paper)
    assert read_orders(paper).commander
    assert typed(db, "deadline", "none").exit_code == 0
    assert typed(db, "deadline", "--json").stdout.strip() == "null"


def _text(path: Path) -> str:
    from pypdf import PdfReader

    return " ".join(" ".join(page.extract_text() for page in PdfReader(path).pages).split())


def test_a_played_evening_keeps_deadline_and_seats_in_its_export(tiny: Store, tmp_path: Path) -> None:
    db, out, copy = Path(tiny.name), tmp_path / "all.json", tmp_path / "copy.db"
    do(tiny, SeatPlayer("brenn", "program"))
    do(tiny, SetDeadline("2026-11-26T19:00+00:00", BERLIN))
    assert typed(db, "next").exit_code == 0
    assert typed(db, "export", "--out", str(out)).exit_code == 0
    assert typed(copy, "import", str(out)).exit_code == 0
    assert typed(copy, "deadline").stdout == typed(db, "deadline").stdout
    assert typed(copy, "commander").stdout == typed(db, "commander").stdout
    assert typed(copy, "replay", "1").exit_code == 0
    assert typed(copy, "doctor").exit_code == 0
