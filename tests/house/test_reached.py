"""A rule is played, or told to those who play it: what a marked test proves is reached from a command.

The source is read (``reach.py``): from the commands, the verbs, the doors of the tabletop systems to every function
that they call. Every function, class and table of ``campaign`` that a test with ``@pytest.mark.rule`` speaks of must be
among them. What only the players play stands in ``campaign/resolve/KEY/left_out.py``; what only the book says, in
``ONLY_TOLD`` below.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from functools import cache

from campaign.resolve.left_out import for_players, on_paper, players_only
from campaign.rules.common.settings import RULES
from campaign.rules.common.systems import SYSTEMS
from campaign.rules.common.texts import texts
from campaign.rules.tabletop.brigadier import house as brigadier_house
from campaign.values import fields, is_dataclass
from tests.house.proofs import RULES_HOME, house, marked, program, roots
from tests.house.reach import Source
from tests.house.sources import nodes_of, text_of, walk

ONLY_TOLD = {
    "brigade.scales:TroopType": "the book names four types of troops, and no other rule asks for one",
    "brigade.troops:Troop.troop_type": "the same",
    "brigade.tables:GRADES": "what a class means in words; the order of battle gives each battalion its own",
    "brigadier.tables:GRADES": "what a grade means in words; the order of battle gives each battalion its own",
    "brigadier.tables:ONE_STAR": "what a one-star commander is called; the order of battle names ours",
    "brigadier.tables:SIZE_MARKS": "size marks in words; our symbols are those of every map",
    "brigadier.tables:PLAYERS_FROM": "on the title page",
    "brigadier.tables:AGE_FROM": "on the title page",
    "brigadier.tables:HOURS_FROM": "on the title page",
    "brigadier.tables:MEN_IN_PLATOON": "the scale of the models, on the first pages",
    "brigadier.tables:BASE_MM": "the same",
    "brigadier.tables:SCALES": "the same",
    "brigadier.tables:FIGURE_MM": "the same",
    "brigadier.tables:IDEAL": "the ladder of orders and the steps down on the sheet show it",
    "brigadier.tables:DISRUPTED": "the same",
    "brigadier.returns:casualties": "the sheet says what a Count stands for; the campaign keeps strength by the battalion's state (umpire 1.20)",
}
"""Below ``campaign.rules.tabletop``: what a book says and neither a campaign nor a fight asks for, each with the reason."""
SCRIPTS = "campaign.api:"
"""The way in for scripts: it is written on the actions and queries that the commands use, and plays nothing of its own."""
PRINTING = (
    "sheet",
    "quick_reference",
    "house_rules",
    "reminders",
    "sheet_values",
    "labels",
    "agreements",
    "chart",
    "small_tables",
)
"""Modules that put words on paper and nothing else."""


def unplayed(source: Source, reached: frozenset[str]) -> Mapping[str, set[str]]:
    """What marked tests speak of and nothing reaches, with the ids of their rules. Of methods those whose name nobody
    calls."""
    by_last: dict[str, set[str]] = {}
    for name in source.words:
        if name.startswith("campaign.") and "." in name.partition(":")[2] and not name.startswith(SCRIPTS):
            by_last.setdefault(name.rpartition(".")[2], set()).add(name)
    found: dict[str, set[str]] = {}
    for test, ids in marked(source):
        spoken = source.spoken_of(test, inside="tests.")
        names = {name for name in spoken.names if name.startswith("campaign.") and not name.endswith(":")}
        for attribute in spoken.attributes:
            methods = by_last.get(attribute, set())
            names |= methods if not methods & reached else set()
        for name in names - reached:
            found.setdefault(name, set()).update(ids)
    return found


def listed() -> set[str]:
    played_by_players = {f"{key}.{name}" for key in SYSTEMS for part in players_only(key) for name in part.functions}
    return {f"{RULES_HOME}{name}" for name in (*played_by_players, *ONLY_TOLD)}


def test_every_rule_that_is_proved_is_played_printed_or_listed() -> None:
    found = {name: sorted(ids) for name, ids in unplayed(*house()).items() if name not in listed()}
    assert found == {}, (
        "no command, sheet, return, odds or battle reaches these: call them where the rule is played, print them, or list what only the "
        "players play in campaign/resolve/KEY/left_out.py"
    )


def test_every_mark_is_seen() -> None:
    """A mark that is no decorator of a test (of a module, a class, under another name) would prove a rule that nobody
    looks for."""
    for module, path in program():
        if module.startswith("tests.") and "mark.rule" in text_of(path) and module != __name__:
            nodes = nodes_of(path)
            functions = [part for part in nodes if isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef)]
            seen = {part for function in functions for mark in function.decorator_list for part in walk(mark)}
            marks = [
                part
                for part in nodes
                if isinstance(part, ast.Attribute) and part.attr == "rule" and ast.unparse(part).endswith("mark.rule")
            ]
            stray = [mark.lineno for mark in marks if mark not in seen]
            assert stray == [], f"{module}, lines {stray}: mark the test itself with @pytest.mark.rule(...)"


def test_what_is_listed_is_there_and_still_unplayed() -> None:
    source, reached = house()
    assert sorted(name for name in listed() if name not in source.words) == [], "no longer there: take it off the list"
    assert sorted(listed() & reached) == [], "it is played now: take it off the list"


def test_a_rule_that_nothing_plays_is_found() -> None:
    """Somebody writes a rule and its test, and forgets to call it; once a sheet calls it, it is well."""
    rule = "def frostbite(nights: int) -> int:\n    return nights // 2\n"
    test = (
        "import pytest\nfrom campaign.rules.tabletop.nqm.cold import frostbite\n\n\n"
        '@pytest.mark.rule("NQM-COLD-01")\ndef test_frostbite() -> None:\n    assert frostbite(4) == 2\n'
    )
    for sheet, missing in (
        ("def sheet() -> str:\n    return ''\n", {"campaign.rules.tabletop.nqm.cold:frostbite": {"NQM-COLD-01"}}),
        (
            "from campaign.rules.tabletop.nqm import cold\n\n\ndef sheet() -> str:\n    return f'{cold.frostbite(3)} down with frostbite'\n",
            {},
        ),
    ):
        texts = {
            "campaign.rules.tabletop.nqm.system": sheet + "\n\nTABLETOP = sheet\n",
            "campaign.rules.tabletop.nqm.cold": rule,
            "tests.rules.test_cold": test,
        }
        packages = ("campaign.rules.tabletop.nqm", "campaign.rules", "campaign")
        source = Source({name: ast.parse(text) for name, text in {**texts, **dict.fromkeys(packages, "")}.items()})
        assert unplayed(source, source.reached(roots(source))) == missing


def test_what_is_left_to_the_players_is_printed_for_them() -> None:
    """The words stand in what the system puts on paper; the catalogue's ids in a marked test."""
    source, _ = house()
    proved = {ident for _, ids in marked(source) for ident in ids}
    for key in SYSTEMS:
        lines = {entry.text for entry in texts(key).entries.values()}
        for left in players_only(key):
            assert left.rules and set(left.rules) <= proved, left.part
            assert left.printed and any(left.printed in text for text in lines), (
                f"{left.part}: no paper of {key} says {left.printed!r}"
            )


@cache
def played() -> frozenset[str]:
    """What is reached though nothing is put on paper."""
    source, _ = house()
    return source.reached(roots(source), without=PRINTING)


def readers(source: Source, reached: frozenset[str]) -> Mapping[str, set[str]]:
    """Who reads each setting: reached names with its key, or with the beginning and the end of it around a word of the
    rulebook."""
    found: dict[str, set[str]] = {key: set() for key in RULES}
    for name in reached:
        module = name.partition(":")[0]
        last = module.rpartition(".")[2]
        if last.endswith(("settings", "left_out")) or module.startswith("tests."):
            continue
        for text in source.words[name].strings:
            if text in found:
                found[text].add(name)
            elif text.endswith(".") and text.count(".") > 1 and text.startswith(("nqm.", "brigadier.", "brigade.")):
                for key in found:
                    if key.startswith(text):
                        found[key].add(name)
    return found


def test_every_setting_is_read_or_is_the_players() -> None:
    source, reached = house()
    for key, who in readers(source, reached).items():
        assert who or for_players(key), f"{key}: nothing reads it"
        assert who & played() or for_players(key), (
            f"{key} changes words on paper and nothing else: list it in campaign/resolve/KEY/left_out.py"
        )


def test_every_setting_that_is_listed_for_the_players_is_one() -> None:
    listed_settings = {setting for key in SYSTEMS for part in players_only(key) for setting in part.settings}
    assert listed_settings | {setting for key in SYSTEMS for setting in on_paper(key)} <= RULES.keys()


def test_every_value_of_a_house_file_is_read() -> None:
    """What ``house_plain`` makes of a file; a key that it drops is found by
    ``tests/rules/test_brigadier_house_keys.py``."""
    source, reached = house()
    makers = {f"{RULES_HOME}brigadier.house_{last}" for last in ("plain", "schema", "whole", "checks")}
    read = {
        attribute
        for name in reached
        if name.startswith((f"{RULES_HOME}brigadier.", "campaign.resolve.brigadier."))
        and name.partition(":")[0] not in makers
        for attribute in source.words[name].attributes
    }
    values = [kind for kind in vars(brigadier_house).values() if is_dataclass(kind) and isinstance(kind, type)]
    assert [f"{kind.__name__}.{one.name}" for kind in values for one in fields(kind) if one.name not in read] == []
