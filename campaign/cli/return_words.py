"""What people type into a return: one line for each line of the form, in the words of its boxes."""

from __future__ import annotations

import re
from typing import Any

from campaign.errors import BadInput
from campaign.terms.words import did_you_mean

EXAMPLES = "Enter unchanged | spent | destroyed | destroyed surrounded | spent, at Musaid | off by edge C | to B | resting | dug in 2"
_TICKS = {
    "unchanged": ("unchanged",), "ok": ("unchanged",), "u": ("unchanged",), "spent": ("spent",), "s": ("spent",), "destroyed": ("destroyed",),
    "d": ("destroyed",), "lost": ("destroyed",), "surrounded": ("surrounded",), "captured": ("destroyed", "surrounded"),
    "x": ("destroyed", "surrounded"),
}  # fmt: skip
_STARTS = {"at": "ended_at", "to": "attached_to", "off": "ended_at", "dug": "dug_in", "resting": "resting"}


def line_meant(number: int, text: str) -> dict[str, Any] | None:
    """One line as plain content; None for an untouched one. Raises BadInput with examples."""
    if not text.strip():
        return None
    line: dict[str, Any] = {"line": number, "ticks": []}
    for part in _parts(text):
        _read(part, line)
    return line


def _parts(text: str) -> list[str]:
    """``spent at Musaid, resting`` -> ``spent``, ``at Musaid``, ``resting``; the comma in ``at 40, 20`` stays."""
    cut = re.sub(r"\s+(?=(?:at|to|off|dug in|resting|surrounded)\b)", ", ", text.strip(), flags=re.IGNORECASE)
    return [part.strip() for part in re.split(r",(?!\s*\d)", cut) if part.strip()]


def _read(part: str, line: dict[str, Any]) -> None:
    word, _, rest = part.partition(" ")
    key = word.lower()
    if part.lower() in _TICKS:
        line["ticks"] += [tick for tick in _TICKS[part.lower()] if tick not in line["ticks"]]
    elif key == "resting" and not rest:
        line["resting"] = True
    elif key == "dug":
        turns = rest.lower().removeprefix("in").strip()
        if not turns.isdigit():
            raise BadInput(f"{part!r}: say how many turns, as in 'dug in 2'")
        line["dug_in"] = int(turns)
    elif key == "off":
        line["ended_at"] = part
    elif key in ("at", "to") and rest:
        line[_STARTS[key]] = rest.strip()
    else:
        near = did_you_mean(word, [*_TICKS, *_STARTS])
        raise BadInput(f"{part!r} is not understood{near}; write for example: {EXAMPLES}")


def one_of(text: str, answers: dict[str, str], question: str) -> str:
    """An answer by its first letters; empty for none. Raises BadInput with the answers."""
    wanted = text.strip().casefold()
    if not wanted:
        return ""
    exact = [value for word, value in answers.items() if word.casefold() == wanted]
    begun = [
        value for word, value in answers.items() if any(part.startswith(wanted) for part in (word.casefold(), *word.casefold().split()))
    ]
    found = exact or list(dict.fromkeys(begun))
    if len(found) == 1:
        return found[0]
    raise BadInput(f"{text!r} is no answer to {question!r}; write {', '.join(answers)}, or Enter for none")


def whole(text: str, most: int, question: str) -> int | None:
    """A number, or nothing. Raises BadInput."""
    words = text.strip()
    if not words:
        return None
    if not words.isascii() or not words.isdigit() or int(words) > most:
        raise BadInput(f"{text!r} is no answer to {question!r}; write a number up to {most}, or Enter for none")
    return int(words)


def chosen(text: str, answers: tuple[str, ...], question: str) -> list[str]:
    """Several of a numbered list: ``1 3`` or ``1,3``. Raises BadInput."""
    found = []
    for word in re.split(r"[\s,]+", text.strip()):
        if not word:
            continue
        if not word.isdigit() or not 1 <= int(word) <= len(answers):
            raise BadInput(f"{word!r} is no answer to {question!r}; write numbers from 1 to {len(answers)}, or Enter for none")
        found.append(answers[int(word) - 1])
    return found
