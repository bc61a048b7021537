"""Database failures in one line on which a player can act."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.exc import DBAPIError, IntegrityError, MultipleResultsFound, NoResultFound, SQLAlchemyError

from campaign.errors import Locked, NotACampaign, StoreError
from campaign.store.remedies import FIND_OUT, ways_back

NOT_TEXT = "part of it should be text, but is not"


@contextmanager
def plainly(name: str) -> Iterator[None]:
    """Turn the database's errors, and unreadable contents, into StoreErrors that name the file or server."""
    try:
        yield
    except SQLAlchemyError as fault:
        raise in_words(fault, name) from fault
    except (LookupError, ValueError) as fault:
        if words := damage(fault):
            raise damaged(name, words) from fault
        raise


def damage(fault: Exception) -> str:
    """Return the problem with a database's contents that made its reading fail; empty if there is another cause."""
    text = str(fault).strip().partition("\n")[0]
    if isinstance(fault, json.JSONDecodeError):
        return f"a value in it is damaged ({text})"
    if type(fault) is LookupError and "among the defined enum values" in text:
        return f"a word in it is not known to this program ({text.partition('. Enum name')[0]})"
    if isinstance(fault, UnicodeDecodeError):
        return NOT_TEXT
    if isinstance(fault, ValueError) and "isoformat" in text:
        return f"a date in it is wrong ({text})"
    return ""


def damaged(name: str, problem: str) -> StoreError:
    """Return the error for a database that opens, but holds values that this program never wrote."""
    return StoreError(f"{name} is damaged: {problem}. {FIND_OUT}. To continue, {ways_back(name)}")


@contextmanager
def as_the_doctor() -> Iterator[None]:
    """Leave out of a StoreError the advice to ask the doctor, where the doctor itself gives the answer."""
    try:
        yield
    except StoreError as fault:
        if FIND_OUT not in str(fault):
            raise
        raise StoreError(without_doctor(str(fault))) from fault


def without_doctor(text: str) -> str:
    """Return a message without the advice to ask the doctor."""
    return text.replace(f". {FIND_OUT}", "")


def in_words(fault: SQLAlchemyError, name: str, holder: str = "") -> StoreError:
    """Return the error to raise for this exception. ``holder``: the program in the way, if it is known."""
    text = str(getattr(fault, "orig", None) or fault).strip().partition("\n")[0]
    if is_busy(fault):
        return locked(name, holder)
    if isinstance(fault, (NoResultFound, MultipleResultsFound)):
        return damaged(name, "a part that every campaign has is missing or exists twice")
    low = text.lower()
    if isinstance(fault, IntegrityError):
        return StoreError(
            f"{name} cannot take this change, because the change breaks a rule of its tables ({text})", unchanged=True
        )
    if on_disk := _of_the_disk(text, low):
        return StoreError(f"{name} {on_disk}")
    if "not a database" in low:
        return NotACampaign(f"{name} is not a campaign: it is not a SQLite database")
    if is_gone(fault):
        return StoreError(
            f"the connection to {name} was lost ({text[:160]}). When the server answers again, look whether "
            "your last command was recorded: campaign log. A command is recorded completely or not at all"
        )
    if any(words in low for words in _UNREACHED):
        return StoreError(f"{name} cannot be reached ({text[:200]}): {_way_in(low)}")
    if "permission denied" in low:
        return StoreError(
            f"{name} does not allow that ({text[:160]}). Name a user with that right in --db, or ask the "
            "administrator of the database"
        )
    if "malformed" in low:
        return damaged(name, text)
    if "could not decode to utf-8" in low:
        return damaged(name, NOT_TEXT)  # SQLite quotes the text, which may be of either side
    if "no such table" in low or "no such column" in low or sqlstate(fault) in ("42P01", "42703"):
        return damaged(name, f"a table or column is missing in it ({text[:160]})")
    return StoreError(f"{name} cannot be used: {text[:300]}")


def _of_the_disk(text: str, low: str) -> str:
    """Return what a file or its disk does not allow, and the way out; empty for any other failure."""
    if "readonly database" in low or "read-only transaction" in low:
        return (
            "cannot be written, because it is read-only. Give yourself the right to write there, or copy the "
            "file elsewhere"
        )
    if "unable to open database file" in low:
        return (
            "cannot be opened: it was moved or renamed, or its folder or memory stick is gone. Put it back under that"
            " name, then try again"
        )
    if "is full" in low or "disk i/o" in low or "no space left" in low:
        return f"cannot be written ({text}); nothing was changed. Make room on the disk and try again"
    return ""


def locked(name: str, holder: str = "") -> Locked:
    """Return the error for a database that another program is writing; ``holder`` names it, if it is known."""
    writer = holder or "another program (or another window)"
    return Locked(f"{writer} is writing to {name}; nothing was changed. Try again when that program has finished")


def is_busy(fault: SQLAlchemyError) -> bool:
    """Return whether another writer is in the way, so that trying again may help."""
    if not isinstance(fault, DBAPIError):
        return False
    orig = str(fault.orig).lower()
    return sqlstate(fault) in ("40001", "40P01", "55P03") or any(word in orig for word in ("is locked", "is busy"))


def is_gone(fault: SQLAlchemyError) -> bool:
    """Return whether the connection to the server was lost after it had been made."""
    if not isinstance(fault, DBAPIError):
        return False
    orig = str(fault.orig).lower()
    return (
        fault.connection_invalidated
        or sqlstate(fault) in ("57P01", "57P02", "57P03", "25P03")
        or ("server closed the connection" in orig and "connection failed" not in orig)
    )


_UNREACHED = ("connection failed", "connection is bad", "failed to resolve host", "connection timeout expired")


def _way_in(text: str) -> str:
    """Return advice for a failed connection to a server."""
    if "password" in text:
        return "check the user and the password in postgresql://USER:PASSWORD@HOST/DATABASE"
    if "role" in text and "does not exist" in text:
        return "check the user's name in postgresql://USER@HOST/DATABASE"
    if "does not exist" in text:
        return "check the database's name, or have an empty database made (createdb)"
    return "check that the server runs, and check host and port in postgresql://USER@HOST:PORT/DATABASE"


def sqlstate(fault: SQLAlchemyError) -> str:
    """Return PostgreSQL's five-character error code; empty for SQLite."""
    return str(getattr(getattr(fault, "orig", None), "sqlstate", None) or "")
