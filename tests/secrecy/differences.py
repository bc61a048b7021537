"""What of two sets of answers is not the same, in words that a person can follow."""

from __future__ import annotations

import difflib
import io
import json
from collections.abc import Iterator
from typing import Any

from pypdf import PdfReader

from tests.secrecy.outputs import Answers

MOST_LINES = 6


def differing(before: Answers, after: Answers) -> dict[str, str]:
    """The answers that are not the same, each with its first lines that differ."""
    names = [*before, *(name for name in after if name not in before)]
    return {name: _words(before.get(name), after.get(name)) for name in names if before.get(name) != after.get(name)}


def _words(before: bytes | None, after: bytes | None) -> str:
    if before is None or after is None:
        return "only after the change" if before is None else "only before the change"
    lines = [
        line
        for line in difflib.unified_diff(_lines(before), _lines(after), lineterm="", n=0)
        if not line.startswith(("---", "+++", "@@"))
    ]
    return "\n".join(line[:200] for line in lines[:MOST_LINES]) or "the bytes differ, the text does not"


def _lines(content: bytes) -> list[str]:
    if content.startswith(b"%PDF"):
        return [line for page in PdfReader(io.BytesIO(content)).pages for line in page.extract_text().splitlines()]
    return content.decode("utf-8", errors="replace").splitlines()


def leaves(answer: bytes) -> dict[str, Any]:
    """The single values of a JSON answer by their path: ``sightings[0].place``. Nothing for one that is no JSON."""
    text = answer.decode()
    start = text.find("{")
    if start < 0:
        return {}
    value, _ = json.JSONDecoder().raw_decode(text[start:])
    return dict(_walk(value, ""))


def _walk(value: Any, path: str) -> Iterator[tuple[str, Any]]:
    if isinstance(value, dict):
        for key, item in value.items():
            yield from _walk(item, f"{path}.{key}" if path else key)
    elif isinstance(value, list):
        for step, item in enumerate(value):
            yield from _walk(item, f"{path}[{step}]")
    else:
        yield path, value
