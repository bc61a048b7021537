"""Every why that the program gives names the rules behind it by ids that ``campaign rules --id`` prints."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from campaign.cli.contents import campaign
from campaign.exchange.rule_lines import rule_lines
from campaign.rules.common.systems import SYSTEMS, has_odds, odds_of
from campaign.terms.rule_ids import by_rule, ids_in

PLAYED = {
    "operation-brevity": ("nqm.logistics", "nqm.fuel", "nqm.disorganisation"),
    "market-garden": (),
    "bastogne": (),
}
"""Each with what is switched on before its first day."""
ASKED = (
    "status",
    "supply",
    "supply --why",
    "recover",
    "weather",
    "air list",
    "logistics",
    "engineer",
    "battle list",
    "forecast battles",
)
REASONS = frozenset({"why", "why_not", "basis", "needs", "fuel_state"})
"""Keys of JSON under which the program says why."""
PLAIN = re.compile(
    r"now in .* hands$| arrives at |^[^:]+: \d+ for |^Score so far|\) is resolved: "
    r"| has come to |^[^:]+: (?!.*(?:in contact|halted|behind|waiting|outside)).* march(?: [\d.]+ km)? to "
    r"|stands by for"
)
"""Lines of a receipt that say what happened, and no why."""


def answer(db: Path, words: str) -> str:
    done = CliRunner().invoke(campaign, ["--db", str(db), *words.split()])
    assert done.exit_code == 0, (words, done.output)
    return done.stdout


@pytest.fixture(scope="module", params=PLAYED)
def played(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[str]]:
    """A campaign at the end of its first day, and the lines that were told of that day."""
    db = tmp_path_factory.mktemp("whys") / "played.db"
    answer(db, f"new {request.param} --seed 7")
    for key in PLAYED[request.param]:
        answer(db, f"rules {key} on")
    receipts = [json.loads(answer(db, "next --auto --until day --json"))]
    receipts.append(json.loads(answer(db, "next --auto --until turn --json")))
    for receipt in receipts:
        assert receipt["rules"] == list(ids_in("\n".join((receipt["summary"], *receipt["lines"]))))
    return db, [line for receipt in receipts for line in receipt["lines"]]


@pytest.mark.sample(3)
def test_every_line_of_a_day_that_says_why_names_its_rule(played: tuple[Path, list[str]]) -> None:
    _, lines = played
    named = {ident for line in lines for ident in ids_in(line)}
    assert len(named) > 3 and named <= rule_lines().keys()
    assert [line for line in lines if not ids_in(line) and not PLAIN.search(line)] == []


@pytest.mark.long
@pytest.mark.sample(15)
@pytest.mark.parametrize("words", ASKED)
def test_every_why_of_an_answer_has_ids_beside_it(played: tuple[Path, list[str]], words: str) -> None:
    db, _ = played
    for reason, ids in reasons(json.loads(answer(db, f"{words} --json"))):
        assert ids, reason
        assert set(ids) <= rule_lines().keys(), reason
        assert set(ids_in(reason)) <= rule_lines().keys(), reason


def reasons(answered: Any) -> Iterator[tuple[str, list[str]]]:
    """Each why of an answer with the ids that stand beside it, or in it."""
    if isinstance(answered, list):
        for part in answered:
            yield from reasons(part)
    if isinstance(answered, dict):
        beside = [*answered.get("rules", ()), *filter(None, (answered.get("rule"), answered.get("fuel_rule")))]
        for key, value in answered.items():
            for text in (value if isinstance(value, list) else [value]) if key in REASONS else ():
                if text and text != "in fuel":
                    yield text, beside or list(ids_in(text))  # a proposal names them in its reason
            yield from reasons(value)


def test_the_chain_of_supply_prints_its_rules(played: tuple[Path, list[str]]) -> None:
    db, _ = played
    links = [link for side in json.loads(answer(db, "supply --why --json"))["sides"] for link in side["links"]]
    text = answer(db, "supply --why")
    because = re.findall(r"^    Because  .*?(?=^\S|^    \w)", text, re.M | re.S)
    assert len(because) == len(links)
    assert [line for line in because if not ids_in(" ".join(line.split()))] == []


@pytest.mark.parametrize("system", [key for key in SYSTEMS if has_odds(key)])
def test_every_table_of_odds_names_its_rules(system: str) -> None:
    for queries in odds_of(system).sections.values():
        for query, _ in queries.values():
            assert ids_in(query.by) and set(ids_in(query.by)) <= rule_lines().keys(), query


def test_odds_end_with_their_rules_and_list_them_as_json() -> None:
    asked = ["odds", "brevity", "supply"]
    assert "\nBy the rules OB-SUP-04, OB-AMB-117.\n" in CliRunner().invoke(campaign, asked).stdout
    assert json.loads(CliRunner().invoke(campaign, [*asked, "--json"]).stdout)["rules"] == ["OB-SUP-04", "OB-AMB-117"]


def test_a_why_with_an_id_of_its_own_gets_no_other() -> None:
    assert by_rule("night", "OB-AIR-10", "umpire 1.12") == "night (OB-AIR-10, umpire 1.12)"
    assert by_rule("night (OB-AIR-10)", "umpire 1.12") == "night (OB-AIR-10)"
    assert by_rule("", "umpire 1.12") == "" and by_rule("night", "") == "night"
