"""The shipped scenario at the fight for Fort Capuzzo, and the commands that the tests of its papers and returns
give."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from click.testing import CliRunner, Result

from campaign.cli.contents import campaign
from campaign.journal import reading
from campaign.queries.battle.packet import side_papers
from campaign.store import open_store
from campaign.terms.viewer import UMPIRE
from campaign.words.packet import ReturnForm

FOUND = (
    ("new", "operation-brevity", "--seed", "1941"),
    ("next",),
    ("next",),
    ("next",),
    (
        "battle",
        "rule",
        "1",
        "--text",
        "The pass is taken.",
        "--held",
        "allied",
        "--state",
        "Italian battery at Halfaya=captured",
        "--yes",
    ),
    ("next",),
    ("next",),
)
"""From the scenario to the fight at Capuzzo: six stops, one ruling."""


def found(db: Path) -> Path:
    """The campaign at the fight."""
    for words in FOUND:
        ok(db, *words)
    return db


def run(db: Path, *words: str, typed: str = "") -> Result:
    return CliRunner().invoke(campaign, ["--db", str(db), *words], input=typed)


def ok(db: Path, *words: str, typed: str = "") -> str:
    done = run(db, *words, typed=typed)
    assert done.exit_code == 0, done.output
    return done.output


def number(db: Path) -> str:
    (found,) = [
        b["number"]
        for b in json.loads(run(db, "battle", "list", "--json").stdout)["battles"]
        if b["name"] == "Fort Capuzzo"
    ]
    return str(found)


def lines(db: Path, battle: str) -> dict[str, dict[str, Any]]:
    shown = json.loads(run(db, "battle", "show", battle, "--json").stdout)
    return {line["name"]: line for side in shown["sides"] for line in side["lines"]}


def state(db: Path, battle: str) -> str:
    return str(json.loads(run(db, "battle", "show", battle, "--json").stdout)["battle"]["state"])


def fight_under(db: Path, battle: str, key: str) -> None:
    if key != "brevity":
        ok(db, "battle", "under", battle, key)
    if key == "brigadier":
        ok(db, "rules", "house", "brigadier-ours")


def last_entry(db: Path) -> str:
    """Number of the last entry of the journal."""
    return max(re.findall(r"^ *(\d+) ", run(db, "log").stdout, re.M), key=int)


def british_form(db: Path, battle: str) -> ReturnForm:
    store = open_store(db, write=False)
    try:
        with reading(store) as board:
            return side_papers(board, UMPIRE, battle)[0].form
    finally:
        store.close()
