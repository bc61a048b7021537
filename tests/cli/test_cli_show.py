"""Tables that fit the line, trees, pairs, and the JSON form of views."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from fractions import Fraction

import click
import pytest
from click.testing import CliRunner

from campaign.cli import show
from campaign.cli.columns import drawn
from campaign.terms.state import State
from campaign.terms.time import Moment
from campaign.views.common.json_values import as_json
from campaign.words.receipt import Receipt


def printed(work: Callable[[], object]) -> list[str]:
    """What the work prints into a pipe."""

    @click.command()
    def command() -> None:
        work()

    ran = CliRunner().invoke(command)
    assert ran.exception is None
    return ran.stdout.splitlines()


LONG = "The 2nd Battalion of the Scots Guards marches from Sidi Suleiman to Halfaya Pass and meets nobody at all on its way there"


def test_a_table_fits_eighty_columns_and_loses_no_word() -> None:
    lines = printed(lambda: show.table(("No", "What"), [(1, LONG), (1234, "[bold]é :smile:[/bold]")], right=("No",)))
    assert max(map(len, lines)) <= 80
    assert " ".join(" ".join(lines).split()).count("meets nobody") == 1
    assert any(line.startswith("1,234") for line in lines)
    assert any("[bold]é :smile:[/bold]" in line for line in lines)


def test_columns_on_the_right_are_ranged_right() -> None:
    lines = printed(lambda: show.table(("Men", "Unit"), [(7, "a"), (1000, "b")], right=("Men",)))
    assert lines[2].startswith("    7")


def test_an_empty_table_says_so() -> None:
    assert printed(lambda: show.table(("No",), [], empty="No battles yet.")) == ["No battles yet."]


def test_a_tree_has_guides_and_keeps_what_stands_on_the_right() -> None:
    leaf = show.Branch("a name that is far too long for one line of a terminal, " * 2, aside="spent")
    lines = printed(
        lambda: show.tree([show.Branch("Corps", (show.Branch("Division", (leaf,)), show.Branch("Brigade")), "fresh")])
    )
    assert lines[0] == "Corps" + "fresh".rjust(75)
    assert lines[1] == "├─ Division"
    assert lines[2].startswith("│  └─ a name")
    assert lines[2].endswith("  spent")
    assert len(lines[2]) == 80
    assert max(map(len, lines)) == 80
    assert (
        " ".join(" ".join(lines[2:-1]).replace("│", "").replace("└─", "").replace("spent", "").split())
        == leaf.text.strip()
    ), "whole"
    assert lines[-1] == "└─ Brigade"


def test_a_name_too_long_for_its_line_is_written_short() -> None:
    leaf = show.Branch(
        "Troop of 5 Battery, 2/2nd Australian Anti-Tank Regiment " * 2, aside="40 men", short="Tp 2/2 A-Tk"
    )
    assert printed(lambda: show.tree([leaf])) == ["Tp 2/2 A-Tk" + "40 men".rjust(69)]


def test_a_heading_and_a_receipt_wrap() -> None:
    assert max(map(len, printed(lambda: show.heading("Orders of a commander of a force " * 5)))) <= 80


def test_a_table_too_wide_gives_room_from_its_widest_column_and_keeps_words_and_indents() -> None:
    lines = printed(
        lambda: show.table(("Unit", "What stands"), [("  2nd Battalion of a regiment " + "x" * 20, "attack " * 20)])
    )
    assert max(map(len, lines)) <= 80
    assert all(line.startswith("  ") for line in lines[2:])
    assert sum(line.count("attack") for line in lines) == 20


@pytest.mark.parametrize("room", [24, 40, 60, 80])
def test_no_word_is_broken_at_any_width_and_a_narrow_terminal_reads_row_by_row(room: int) -> None:
    heads = ("Unit", "Men", "At", "Seen by")
    rows = [
        ("   Headquarters Gott's force", "4,633/5,617", "1.1 km from Musaid", "Kradschuetzen-Bataillon 15"),
        ("  7th Armoured Brigade Group", "1,370", "", "2nd Motorcycle Company"),
    ]
    lines = list(drawn(heads, rows, [False, True, False, False], room))
    assert max(map(len, lines)) <= room
    words = " ".join(lines).replace("- ", "-").split()
    for word in (word for row in rows for cell in row for word in cell.split()):
        assert word in words or f"{word}:" in words or word.split("-")[0] in " ".join(words), word
    assert ("  Men: 4,633/5,617" in lines) is (room <= 40)


def test_pairs_stand_in_columns_and_leave_out_what_is_not_there() -> None:
    assert printed(
        lambda: show.pairs([("Arm", "infantry"), ("Present with", "11th Indian Brigade"), ("Guns", None)])
    ) == ["Arm           infantry", "Present with  11th Indian Brigade"]


def test_a_receipt_says_what_was_done_and_what_waits() -> None:
    answer = Receipt("Day 1 begins", ("Day 1 begins", "Weather is clear"), "campaign orders --for Gott")
    assert printed(lambda: show.receipt(answer)) == [
        "Day 1 begins",
        "  Weather is clear",
        "Next: campaign orders --for Gott",
    ]


@dataclass(frozen=True, slots=True)
class View:
    name: str
    state: State
    day: date
    moment: Moment
    share: Fraction
    under: tuple["View", ...] = ()


def test_json_names_the_fields_and_writes_words_dates_and_moments() -> None:
    inner = View("é", State.SPENT, date(1941, 5, 15), Moment(1, 2), Fraction(1, 3))
    outer = View("x", State.FRESH, date(1941, 5, 16), Moment(2, 1), Fraction(2), (inner,))
    text = "\n".join(printed(lambda: show.json(outer)))
    assert '"é"' in text
    assert json.loads(text) == {
        "name": "x",
        "state": "fresh",
        "day": "1941-05-16",
        "moment": "2.1",
        "share": "2",
        "under": [{"name": "é", "state": "spent", "day": "1941-05-15", "moment": "1.2", "share": "1/3", "under": []}],
    }


def test_json_refuses_what_is_no_view() -> None:
    with pytest.raises(TypeError, match="no JSON form"):
        as_json(object())


def test_json_of_mappings_and_sets() -> None:
    assert as_json({State.FRESH: {2, 1}, 3: None}) == {"fresh": [1, 2], "3": None}


def test_names_too_long_for_a_column_stand_above_their_values_and_no_word_is_broken(
    capsys: pytest.CaptureFixture[str],
) -> None:
    path = "clubs/umpire/a-folder-of-our-club/with-a-very-long-name/campaign-demo-2/campaign.db"
    show.pairs(
        [
            (f"campaign status --db {path}", "the state of the campaign and what is waiting"),
            ("campaign new", "found it"),
        ],
        indent=2,
    )
    show.lines([f"Printed into {path}."])
    assert capsys.readouterr().out.splitlines() == [
        f"  campaign status --db {path}",
        "      the state of the campaign and what is waiting",
        "  campaign new",
        "      found it",
        "Printed into",
        f"  {path}.",
    ]


def test_a_word_wider_than_its_column_is_folded_at_a_hyphen_and_keeps_its_indent() -> None:
    rows = [("  Kradschuetzen-Bataillon 15", "x" * 60)]
    lines = printed(lambda: show.table(("Unit", "At"), rows))
    assert [line.split("   x")[0].rstrip() for line in lines[2:]] == ["  Kradschuetzen-", "  Bataillon 15"]
