"""Exports spoilt by somebody who knows the format: signed again, so that the chain of hashes closes and what lies
behind it is tried."""

from __future__ import annotations

import json
import random
from contextlib import suppress
from copy import deepcopy
from typing import Any

from campaign.exchange.export import ENTRY, NESTED
from campaign.journal.canonical import canonical
from campaign.journal.record import hash_of
from tests.harness.spoiling import VALUES, hit_tree


def forge(text: str, chance: random.Random) -> str:
    """One of four: values anywhere, one row altered in table and journal alike, an entry told twice, or what makes no
    difference."""
    tree = json.loads(text)
    match chance.randrange(4):
        case 0:
            hit_tree(tree[chance.choice(("journal", "tables", "campaign", "ledger"))], chance)
        case 1:
            for _ in range(chance.randint(1, 3)):
                _alter_a_row(tree, chance)
        case 2:
            _tell_again(tree, chance)
        case _:
            return _said_otherwise(tree, chance)
    _sign(tree)
    return json.dumps(tree)


def _alter_a_row(tree: dict[str, Any], chance: random.Random) -> None:
    """One column of one row, in the table and in the last image that sets it."""
    table = chance.choice([name for name, rows in tree["tables"].items() if rows])
    row = chance.choice(tree["tables"][table])
    column = chance.choice([name for name in row if name != "id"])
    others = [other[column] for other in tree["tables"][table]]
    value = deepcopy(chance.choice((*VALUES, *others, *others, _near(row[column], chance))))
    for entry in reversed(tree["journal"]):
        for flush in reversed(entry["images"]):
            for name, ident, _, after in flush:
                if (name, ident) == (table, row["id"]) and after is not None and column in after:
                    after[column], row[column] = value, deepcopy(value)
                    return


def _near(value: Any, chance: random.Random) -> Any:
    if isinstance(value, bool) or not isinstance(value, int):
        return not value if isinstance(value, bool) else [value]
    return value + chance.choice((-1000, -1, 1, 1000))


def _tell_again(tree: dict[str, Any], chance: random.Random) -> None:
    """An entry once more at the end, as a new one, an undo or a redo of some entry; the ledger counts it."""
    journal, ledger = tree["journal"], tree["ledger"]
    again = {**chance.choice(journal), "seq": len(journal) + 1}
    again["kind"] = chance.choice(("do", "undo", "redo", "do"))
    again["about"] = None if again["kind"] == "do" else chance.randint(0, len(journal) + 2)
    if chance.randrange(2):
        again |= {"images": [], "given": [], "dice": []}
    ledger["last_number"] += {"do": 1, "undo": -1, "redo": 1}[again["kind"]]
    again["number"] = ledger["last_number"] + (again["kind"] == "undo")
    ledger["last_seq"] += 1
    journal.append(again)


def _said_otherwise(tree: dict[str, Any], chance: random.Random) -> str:
    """The same campaign in other letters: keys and rows in another order, spread out, escaped, told by another
    program."""
    for rows in tree["tables"].values():
        chance.shuffle(rows)
    pairs = list(tree.items())
    chance.shuffle(pairs)
    tree = dict(pairs)
    tree["program"] = chance.choice((tree["program"], "9.9.9", "é" * 50))
    tree["campaign"]["notes"] = chance.choice(("", "x", "é\n" * 500))
    return json.dumps(tree, indent=chance.choice((None, 0, 3)), ensure_ascii=bool(chance.randrange(2))) + chance.choice(
        ("", "\n", " \r\n\t")
    )


def _sign(tree: dict[str, Any]) -> None:
    """Close the chain over what stands there now, and leave the digest of the tables unsaid. What is no entry stays as
    it is."""
    before = ""
    tree["digest"] = ""
    for entry in tree["journal"]:
        if not isinstance(entry, dict) or not ENTRY.keys() <= entry.keys():
            continue
        texts = {name: entry[name] if isinstance(entry[name], str) else canonical(entry[name]) for name in NESTED}
        entry["before"] = before
        with suppress(UnicodeEncodeError):  # half a letter has no bytes, and no hash
            entry["hash"] = before = hash_of({**{name: entry[name] for name in ENTRY}, **texts})
    if isinstance(tree["ledger"], dict):
        tree["ledger"]["head"] = before
