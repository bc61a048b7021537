"""Spoiling a file: a few blows to its text, to values of its JSON, or to its bytes, from a seed, so that each can be
struck again."""

from __future__ import annotations

import io
import json
import math
import random
import re
import struct
import zipfile
from copy import deepcopy
from typing import Any

WORDS = (
    "",
    "  ",
    "- ",
    ": ",
    "{",
    "}",
    "[",
    "]",
    '"',
    "'",
    "#",
    "&a ",
    "*a",
    "!!x ",
    "|\n",
    ">\n",
    "\t",
    "\n",
    "\0",
    "?",
    "---\n",
    "...\n",
    "<<: ",
    "9" * 40,
    "-1",
    "1e9",
    "NaN",
    "né",
    "\ud7ff",
    "%",
    "@",
    "`",
    "yes",
    "null",
    "~",
    "1.2.3",
    "0x1F",
    "12:30",
    "á" * 300,
    "{" * 200,
    "\ufeff",
    "\u202e",
    "0",
    "1/2",
)
VALUES: tuple[Any, ...] = (
    None,
    True,
    0,
    -1,
    2**31,
    2**63,
    1.5,
    "",
    "x",
    "é" * 500,
    "\0",
    "\ud800",
    [],
    {},
    [[]],
    {"a": {}},
    "0001",
    "9999",
    "1941-13-40",
    "seed",
    [1] * 50,
)


def spoil_text(text: str, chance: random.Random) -> str:
    """Mildly, so that it may well be read still, or with one to four blows: a piece cut out, doubled, put in, a line
    moved, lost, taken from elsewhere."""
    if chance.randrange(2):
        for _ in range(chance.randint(1, 2)):
            text = _nudged(text, chance)
        return text
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


def _nudged(text: str, chance: random.Random) -> str:
    """A number changed, a value given to another key, a line lost or doubled, a word exchanged for another of
    the file."""
    lines = text.splitlines(keepends=True) or [""]
    at = chance.randrange(len(lines))
    match chance.randrange(5):
        case 0 if numbers := list(re.finditer(r"\d+", text)):
            number = chance.choice(numbers)
            new = chance.choice(
                ("0", "1", "-1", "999999", str(int(number[0]) + 1), number[0] + "0", number[0] + ".5", number[0][:-1])
            )
            return text[: number.start()] + new + text[number.end() :]
        case 1 if values := list(re.finditer(r"(?<=: )[^\n,{}]+", text)):
            one, other = chance.choice(values), chance.choice(values)
            return text[: one.start()] + other[0] + text[one.end() :]
        case 2:
            del lines[at]
        case 3:
            lines.insert(at, lines[at])
        case _ if words := list(re.finditer(r"\w+", text)):
            struck, other_word = chance.choice(words), chance.choice(words)
            return text[: struck.start()] + other_word[0] + text[struck.end() :]
        case _:
            pass
    return "".join(lines)


def spoil_json(text: str, chance: random.Random) -> str:
    """Values anywhere in the tree."""
    tree = json.loads(text)
    hit_tree(tree, chance)
    return json.dumps(tree)


def hit_tree(tree: Any, chance: random.Random) -> None:
    """One to three values lost, doubled, exchanged for something else or for another one of the tree."""
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
                holder[key] = deepcopy(chance.choice(VALUES))


def spoil_packed(raw: bytes, chance: random.Random) -> bytes:
    """A zip file (.xlsx, .ods): its bytes, or the text of one of the files in it."""
    if chance.randrange(3) == 0:
        spoilt = bytearray(raw)
        for _ in range(chance.choice((1, 8, 40))):
            spoilt[chance.randrange(len(spoilt))] ^= 1 << chance.randrange(8)
        return bytes(spoilt[: chance.randrange(len(spoilt))] if chance.randrange(4) == 0 else spoilt)
    with zipfile.ZipFile(io.BytesIO(raw)) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    name = chance.choice(
        [name for name in files if "sheet" in name or "content" in name or "strings" in name.lower()] or list(files)
    )
    files[name] = spoil_text(files[name].decode(), chance).encode("utf-8", "surrogatepass")
    if chance.randrange(8) == 0:
        del files[chance.choice(list(files))]
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for each, content in files.items():
            archive.writestr(each, content)
    return packed.getvalue()


def spoil_mail(raw: bytes, chance: random.Random) -> bytes:
    """A mail: its text, its charsets and encodings, or with its parts nested in hundreds of others."""
    text = raw.decode("latin-1")
    match chance.randrange(4):
        case 0:
            depth = chance.choice((3, 90, 400, 1500))
            heads = (f'Content-Type: multipart/mixed; boundary="b{n}"\n\n--b{n}\n' for n in range(depth))
            text = "MIME-Version: 1.0\n" + "".join(heads) + "Content-Type: text/plain\n\n1 KRRC: hold\n"
        case 1:
            word = chance.choice(("punycode", "undefined", "hex", "utf-7", "a\0b", "idna", "x" * 400, "utf-16", '"'))
            text = text.replace(chance.choice(("iso-8859-1", "utf-8")), word)
        case 2:
            name = chance.choice(
                ("Subject", "From", "Content-Type", "Content-Disposition", "Content-Transfer-Encoding")
            )
            odd = chance.choice(
                ("=?x?q?=?=", "=?utf-8?b?/w?=", "*0*=%ff''", "\0", "<<>>@", "base64", "(" * 2000, ";;=;")
            )
            text = re.sub(rf"(?m)^{name}: .*", lambda _: f"{name}: {odd}", text, count=1)
        case _:
            text = spoil_text(text, chance)
    return text.encode("latin-1", "replace")


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
    spoilt, page = bytearray(raw), min(4096, max(1, len(raw) // 8))
    match chance.randrange(4):
        case 0:
            del spoilt[chance.randrange(len(spoilt)) :]
        case 1:
            for _ in range(chance.choice((1, 8, 200))):
                spoilt[chance.randrange(len(spoilt))] ^= 1 << chance.randrange(8)
        case 2:
            at = chance.randrange(len(spoilt) // page) * page
            spoilt[at : at + page] = bytes(page)
        case _:
            at, other = (chance.randrange(len(spoilt) // page) * page for _ in range(2))
            spoilt[at : at + page] = spoilt[other : other + page]
    return bytes(spoilt)


def spoil_inside(raw: bytes, chance: random.Random) -> bytes:
    """One to three bytes of a file exchanged for others, or for a number that is none (NaN, infinity)."""
    spoilt = bytearray(raw)
    for _ in range(chance.randint(1, 3)):
        put = chance.choice((bytes([chance.randrange(256)]), b"\xff", b"\x00", *_NO_NUMBERS))
        at = chance.randrange(max(1, len(spoilt) - len(put)))
        spoilt[at : at + len(put)] = put
    return bytes(spoilt)


_NO_NUMBERS = tuple(struct.pack("<d", number) for number in (math.nan, math.inf, -math.inf, 1e308))
