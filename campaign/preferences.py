"""A person's preferences on this machine, for all campaigns: paper, name, folder for papers, colour, pager.

preferred("paper")                what holds now and its source: Held("paper", "letter", "/.../preferences.toml")
set_preference("paper", "letter") writes the value into the file; None takes it out again
strays()                          a line for each key of the file that is not a preference

An option on the command line counts first, then the environment, the file, the default. The default paper is A4
everywhere: Python reports en_US for a system without a language, so it cannot tell a country. A setting on which a
campaign must agree is not a preference: it is kept in the campaign (``OF_THE_CAMPAIGN``).
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path, PurePath
from typing import Any, Final

from campaign.errors import BadInput, StoreError
from campaign.file_rules import write_secret
from campaign.folders import own_settings
from campaign.terms.printable import breaks_line
from campaign.terms.words import did_you_mean
from campaign.values import dataclass

FILE: Final = "preferences.toml"
DEFAULT: Final = "default"
"""Source of a value that nobody has set, and the word that takes a preference out of the file."""
ON, OFF = "on", "off"


@dataclass(frozen=True, slots=True)
class Preference:
    """A thing that a person can set once."""

    key: str
    meaning: str
    variable: str
    """Variable of the environment that sets it."""
    allowed: tuple[str, ...] = ()
    """Possible values, the default first; empty for a text."""


@dataclass(frozen=True, slots=True)
class Held:
    """The value of a preference that holds now."""

    key: str
    value: str
    """Empty for a name or a folder that nobody has set, and for a wrong value."""
    source: str
    """The variable of the environment, the path of the file, or ``default``; empty for a wrong value."""


KEYS: Final[Mapping[str, Preference]] = {
    each.key: each
    for each in (
        Preference("paper", "Size of all papers.", "CAMPAIGN_PAPER", ("a4", "letter")),
        Preference("name", "Name that signs your journal entries.", "CAMPAIGN_AS"),
        Preference("folder", "Folder for papers.", "CAMPAIGN_FOLDER"),
        Preference("colour", "Bold and red text on the terminal.", "CAMPAIGN_COLOUR", (ON, OFF)),
        Preference("pager", "Long help and lists page by page on the terminal.", "CAMPAIGN_PAGER", (ON, OFF)),
    )
}


@dataclass(frozen=True, slots=True)
class OfTheCampaign:
    """A setting that all players of a campaign share."""

    what: str
    held: str
    """Its value where the program has only one; empty where ``command`` shows it."""
    command: str
    """The program command that shows and sets it; empty if there is none."""


OF_THE_CAMPAIGN: Final = (
    OfTheCampaign("charts with battle packets", "", "campaign rules papers.reference"),
    OfTheCampaign("deadline and its time zone", "", "campaign deadline"),
    OfTheCampaign("players and their email addresses", "", "campaign commander"),
    OfTheCampaign("units of distance", "kilometres, in every campaign", ""),
    OfTheCampaign("language of papers", "English, in every campaign", ""),
    OfTheCampaign("webhook", "none: the program sends no messages", ""),
)

_PAPER_FILES: Final = frozenset({".pdf", ".html", ".htm", ".svg", ".eml"})


def preferences_file() -> Path:
    """Return the path of the file of preferences: the one that CAMPAIGN_PREFERENCES names, else this system's place."""
    named = os.environ.get("CAMPAIGN_PREFERENCES")
    return Path(named) if named else own_settings() / FILE


def preferred(key: str) -> Held:
    """Return the value of a preference. Raises BadInput for a wrong value, StoreError for an unreadable file."""
    about = KEYS[key]
    if key == "colour" and os.environ.get("NO_COLOR"):
        return Held(key, OFF, "NO_COLOR")
    if value := os.environ.get(about.variable):
        return Held(key, _checked(about, value, about.variable), about.variable)
    path = preferences_file()
    if (kept := _read(path).get(key)) is not None:
        return Held(key, _checked(about, kept, str(path)), str(path))
    return Held(key, about.allowed[0] if about.allowed else "", DEFAULT)


def strays() -> tuple[str, ...]:
    """Return a line for each key in the file that is not a preference. Raises StoreError."""
    path = preferences_file()
    return tuple(
        f"{path}: there is no preference {key!r}{did_you_mean(key, KEYS) or f'. The preferences are {_listed()}'}"
        for key in _read(path)
        if key not in KEYS
    )


def preference(key: str) -> Preference:
    """Return the preference of that key. Raises BadInput."""
    if key not in KEYS:
        raise BadInput(
            f"there is no preference {key!r}{did_you_mean(key, KEYS) or f'. The preferences are {_listed()}'}"
        )
    return KEYS[key]


def set_preference(key: str, value: str | None) -> Path:
    """Write a value into the file, or take it out again (None), and return the path of the file. Other lines of the
    file stay as they are. Raises BadInput, StoreError.
    """
    about, path = preference(key), preferences_file()
    old = _text(path)
    wanted = {name: kept for name, kept in _parsed(old, path).items() if name != key}
    line = ""
    if value is not None:
        wanted[key] = _checked(about, value, "")
        line = f'{key} = "{_escaped(wanted[key])}"'
    text = _with_line(old or "# Written by campaign preferences KEY VALUE.\n", key, line)
    if not _says(text, wanted):
        raise StoreError(
            f"{path} sets {key} in a form that this command cannot change. Change the line in a text editor"
        )
    if text != old and (old or line):
        _write(path, text)
    return path


def was_told_of_paper() -> bool:
    """Return whether the user of this machine was told once how to change the paper."""
    return _told().exists()


def note_told_of_paper() -> None:
    """Note that the user was told; where it cannot be noted, he is told again after the next print."""
    with suppress(OSError):
        _told().parent.mkdir(parents=True, exist_ok=True)
        _told().touch()


def _told() -> Path:
    return preferences_file().with_name("told-of-paper")


def _listed() -> str:
    return ", ".join(KEYS)


def _checked(about: Preference, value: object, source: str) -> str:
    """Return the value as the program uses it. Raises BadInput."""
    at = f" in {source}" if source else ""
    if about.allowed:
        word = value.strip().casefold() if isinstance(value, str) else value
        if word not in about.allowed:
            raise BadInput(f"{about.key} cannot be {value!r}{at}. Choose {' or '.join(about.allowed)}")
        return str(word)
    if not isinstance(value, str) or not value.strip():
        raise BadInput(f"{about.key} cannot be {value!r}{at}. Write a text, or {DEFAULT}")
    if code := breaks_line(value):
        raise BadInput(
            f"{about.key} {value[:60]!a}{at} contains a character that cannot be printed ({code}). Delete the character"
        )
    if about.key == "folder" and PurePath(value).suffix.casefold() in _PAPER_FILES:
        raise BadInput(f"{about.key} cannot be {value!r}{at}, because that is a file. Name a folder")
    return value.strip()


def _read(path: Path) -> Mapping[str, Any]:
    return _parsed(_text(path), path)


def _text(path: Path) -> str:
    """Return the text of the file; empty if there is none. Raises StoreError."""
    try:
        return path.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        return ""
    except (OSError, UnicodeDecodeError) as fault:
        reason = fault.strerror if isinstance(fault, OSError) else "it is not text in UTF-8"
        raise StoreError(f"{path} cannot be read: {reason}. Correct or delete the file") from fault


def _parsed(text: str, path: Path) -> dict[str, Any]:
    if not text:
        return {}
    import tomllib  # only where there is a file

    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as fault:
        raise StoreError(f"{path} cannot be read: {fault}. Correct or delete the file") from fault


def _says(text: str, wanted: Mapping[str, Any]) -> bool:
    import tomllib

    try:
        return tomllib.loads(text) == wanted
    except tomllib.TOMLDecodeError:
        return False


def _with_line(text: str, key: str, line: str) -> str:
    """Return the text with a line in place of the one that sets the key, or as its first line of all tables."""
    lines = text.splitlines()
    at = next((n for n, each in enumerate(lines) if re.match(rf'\s*"?{key}"?\s*=', each)), None)
    if at is not None:
        lines[at : at + 1] = [line] if line else []
    elif line:
        table = next((n for n, each in enumerate(lines) if each.lstrip().startswith("[")), len(lines))
        lines.insert(table, line)
    return "\n".join(lines) + "\n"


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')


def _write(path: Path, text: str) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_secret(path, text)
    except OSError as fault:
        raise StoreError(f"{path} cannot be written: {fault.strerror}. Nothing was changed") from fault
