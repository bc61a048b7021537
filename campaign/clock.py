"""The machine's clock. Everything that needs the present moment or today's date reads it here."""

from __future__ import annotations

from datetime import UTC, date, datetime


def now() -> datetime:
    """Return the present moment in UTC."""
    return datetime.now(UTC)


def here() -> datetime:
    """Return the present moment in this machine's time zone."""
    return now().astimezone()


def today() -> date:
    """Return today's date in this machine's time zone."""
    return here().date()


def stamp() -> str:
    """Return the present moment in UTC to the second, as tables and the journal hold it."""
    return now().isoformat(timespec="seconds")
