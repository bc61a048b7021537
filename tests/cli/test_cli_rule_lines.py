"""campaign rules --id: what a rule says, and what the program does about it."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner, Result

from campaign.cli.contents import campaign
from campaign.errors import NotFound
from campaign.exchange.rule_lines import look_up, rule_lines
from campaign.terms.rule_ids import ids_in


def asked(*arguments: str) -> Result:
    return CliRunner().invoke(campaign, ["rules", *arguments])


def test_one_rule_is_printed_with_its_book_and_section_in_eighty_columns_without_a_campaign() -> None:
    shown = asked("--id", "ob-sup-03")
    assert shown.exit_code == 0, shown.stderr
    first, *rest = shown.stdout.splitlines()
    assert first == "OB-SUP-03  Operation Brevity: Supply"
    assert " ".join(line.strip() for line in rest) == rule_lines()["OB-SUP-03"].text
    assert max(map(len, shown.stdout.splitlines())) <= 80


@pytest.mark.rule("OB-FIRE-08")
def test_advice_that_is_left_to_the_table_is_printed_with_what_it_advises() -> None:
    """Without superior numbers: massed artillery, outflanking or heavy tanks; massed infantry as the last resort."""
    shown = asked("--id", "OB-FIRE-08").stdout
    words = " ".join(shown.split())
    assert "massed guns, the flank or heavy tanks, and a mass of infantry only as the last resort" in words


def test_several_are_printed_in_the_order_in_which_they_were_asked_for() -> None:
    shown = asked("--id", "Umpire 1.20", "--id", "OB-RCV-07, -02", "--json")
    assert [rule["id"] for rule in json.loads(shown.stdout)] == ["umpire 1.20", "OB-RCV-07", "OB-RCV-02"]
    assert json.loads(shown.stdout)[1] == {
        "id": "OB-RCV-07",
        "book": "Operation Brevity",
        "section": "Recover Destroyed Battalions",
        "text": rule_lines()["OB-RCV-07"].text,
    }


@pytest.mark.parametrize("word", ["OB-SUP", "ob-sup-", "Ob-Sup"])
def test_the_beginning_of_an_id_is_its_section(word: str) -> None:
    assert [rule.id for rule in look_up(word)] == [f"OB-SUP-0{n}" for n in range(1, 7)]


def test_a_book_is_all_its_rules() -> None:
    hexes = look_up("hex")
    assert {rule.book for rule in hexes} == {"One-Hour WW2 on hexes"} and len(hexes) > 100


def test_an_unknown_rule_is_told_with_the_nearest_one() -> None:
    nearly = "OB-SUP-" + "99"
    shown = asked("--id", nearly)
    assert shown.exit_code == 1 and len(shown.stderr.splitlines()) == 1
    assert nearly in shown.stderr and "did you mean OB-SUP-0" in shown.stderr
    with pytest.raises(NotFound, match="ids begin with OB"):
        look_up("something else altogether")
    with pytest.raises(NotFound, match="nonsense"):
        look_up("OB-SUP-01, nonsense")


def test_a_setting_and_a_rule_are_asked_for_one_after_the_other() -> None:
    shown = asked("march", "--id", "OB-SUP-03")
    assert shown.exit_code == 2 and "march is a setting" in shown.stderr


def test_ids_are_read_as_answers_write_them() -> None:
    assert ids_in("(OB-AMPH-01..03, -08) and umpire 1.17, 1.20, 2; HEX-TAB-MOVE, 8 in.") == (
        *("OB-AMPH-01", "OB-AMPH-02", "OB-AMPH-03", "OB-AMPH-08"),
        *("umpire 1.17", "umpire 1.20", "umpire 2", "HEX-TAB-MOVE"),
    )
    assert ids_in("ob-amb-005, -015") == ("OB-AMB-005", "OB-AMB-015")
    assert ids_in("UTF-8, DD tanks, umpire") == ()
