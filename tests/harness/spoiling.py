"""Spoiling a file: a few blows to its text, to one value of its JSON, or to its bytes, from a seed, so that each can be struck again."""

from __future__ import annotations

import json
import random
from typing import Any

WORDS = (
    "", "  ", "- ", ": ", "{", "}", "[", "]", '"', "'", "#", "&a ", "*a", "!!x ", "|\n", ">\n", "\t", "\n", "\0", "?", "---\n", "...\n", "<<: ", "9" * 40,
    "-1", "1e9", "NaN", "né", "\ud7ff", "%", "@", "`", "yes", "null", "~", "1.2.3", "0x1F", "12:30", "á" * 300, "{" * 200, "\ufeff", "\u202e", "0", "1/2",
)  # fmt: skip
VALUES: tuple[Any, ...] = (
    None, True, 0, -1, 2**31, 2**63, 1.5, "", "x", "é" * 500, "\0", "\ud800", [], {}, [[]], {"a": {}}, "0001", "9999", "1941-13-40", "seed", [1] * 50,
)  # fmt: skip


def spoil_text(text: str, chance: random.Random) -> str:
    """One to four blows: a piece cut out, doubled, put in, or a line moved, lost or taken from elsewhere."""
    for _ in range(chance.randint(1, 4)):
        at = chance.randrange(len(text) + 1)
        to = min(len(text), at + chance.choice((1, 5, 40, 400)))
        lines = text.splitlines(keepends=True) or [""]
        match chance.randrange(6):
            case 0:
                text = text[:at] + text[to:]
            case 1:
                text = text[:to] + text[at:to] + text[to:]
            case 2:
                text = text[:at] + chance.choice(WORDS) + text[at:]
            case 3:
                lines.insert(chance.randrange(len(lines)), lines.pop(chance.randrange(len(lines))))
                text = "".join(lines)
            case 4:
                lines[chance.randrange(len(lines))] = chance.choice(lines)
                text = "".join(lines)
            case _:
                words = text.split(" ")
                words[chance.randrange(len(words))] = chance.choice((*WORDS, chance.choice(words)))
                text = " ".join(words)
    return text


def spoil_json(text: str, chance: random.Random) -> str:
    """One to three values anywhere in the tree lost, doubled, exchanged for something else or for another one of the file."""
    tree = json.loads(text)
    for _ in range(chance.randint(1, 3)):
        holders = _holders(tree)
        if not holders:
            break
        holder = chance.choice(holders)
        key = chance.choice(list(holder) if isinstance(holder, dict) else range(len(holder)))
        other = chance.choice(holders)
        match chance.randrange(4):
            case 0:
                del holder[key]
            case 1:
                holder[key] = json.loads(json.dumps(other))
            case 2 if isinstance(holder, dict):
                holder[chance.choice(("unknown", "id", "seq", str(key).upper()))] = holder[key]
            case _:
                holder[key] = chance.choice(VALUES)
    return json.dumps(tree)


def _holders(tree: Any) -> list[Any]:
    """Every object and list that holds something."""
    found, waiting = [], [tree]
    while waiting:
        one = waiting.pop()
        if isinstance(one, (dict, list)) and one:
            found.append(one)
            waiting += one.values() if isinstance(one, dict) else one
    return found


def spoil_bytes(raw: bytes, chance: random.Random) -> bytes:
    """A file cut off, with bits turned over, or with a page wiped or written over by another."""
    spoilt = bytearray(raw)
    match chance.randrange(4):
        case 0:
            del spoilt[chance.randrange(len(spoilt)) :]
        case 1:
            for _ in range(chance.choice((1, 8, 200))):
                spoilt[chance.randrange(len(spoilt))] ^= 1 << chance.randrange(8)
        case 2:
            at = chance.randrange(len(spoilt) // 4096) * 4096
            spoilt[at : at + 4096] = bytes(4096)
        case _:
            at, other = (chance.randrange(len(spoilt) // 4096) * 4096 for _ in range(2))
            spoilt[at : at + 4096] = spoilt[other : other + 4096]
    return bytes(spoilt)
