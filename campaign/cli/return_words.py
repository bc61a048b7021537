"""What people type into a return: one line for each line of the form, in the words of its boxes."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Any

from campaign.errors import BadInput
from campaign.rules.brevity.return_form import edge_of
from campaign.situation.filing import INCHES, places_meant
from campaign.terms.words import did_you_mean, listing, plain
from campaign.views.packet import ReturnForm

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


def placed(line: dict[str, Any] | None, form: ReturnForm) -> dict[str, Any] | None:
    """The line, if the place, the edge or the inches in it can be found. Raises BadInput."""
    text = str(line.get("ended_at") or "") if line else ""
    if not text:
        return line
    edge, inches = edge_of(text), INCHES.fullmatch(text)
    if edge is not None:
        if plain(edge) not in {plain(one) for one in form.edges}:
            raise BadInput(f"{text!r}: this table has the edges {', '.join(form.edges)}")
    elif inches is not None:
        if int(inches[1]) > form.size_in[0] or int(inches[2]) > form.size_in[1]:
            raise BadInput(f"{text!r} is off the table, which is {form.size_in[0]} by {form.size_in[1]} inches")
    else:
        found = places_meant(text, form.places, form.everywhere)
        if len(found) != 1:
            hint = did_you_mean(text, [name for _, name in form.everywhere]) or "; write a place, or off by edge and its letter"
            why = f"fits several places: {listing(name for _, name in found)}" if found else f"is no place of this campaign{hint}"
            raise BadInput(f"{text!r} {why}")
    return line


def one_of(text: str, answers: dict[str, str], question: str, shown: Collection[str] = ()) -> str:
    """An answer by its first letters; empty for none. Raises BadInput with the answers, or those of them to be ``shown``."""
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
    raise BadInput(f"{text!r} is no answer to {question!r}; write {', '.join(shown or answers)}, or Enter for none")


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
