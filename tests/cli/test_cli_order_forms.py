"""``campaign orders --from-pdf``: order forms filled in on the screen, given to the program as they are."""

from __future__ import annotations

import json
import shutil
from datetime import date
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from pypdf import PdfReader, PdfWriter

from campaign.cli.contents import campaign
from campaign.errors import BadInput
from campaign.order_papers import _by_turn
from campaign.terms.time import Calendar, Moment


def typed(db: Path, *words: str) -> Result:
    return CliRunner().invoke(campaign, ["--db", str(db), *words])


@pytest.fixture
def form(front_file: Path, tmp_path: Path) -> Path:
    """Brigadier Ash's situation with his order form."""
    path = tmp_path / "ash.pdf"
    result = typed(front_file, "print", "sitrep", "--for", "ash", "--out", str(path))
    assert result.exit_code == 0, result.output
    return path


def filled(form: Path, **values: str) -> Path:
    """A copy of the form with these boxes filled in."""
    writer = PdfWriter()
    writer.append(PdfReader(form))
    for page in writer.pages:
        writer.update_page_form_field_values(page, values, auto_regenerate=False)
    path = form.with_name("filled.pdf")
    writer.write(path)
    return path


def rows_of(db: Path) -> dict[str, tuple[str, str, str]]:
    """What stands for each unit of Brigadier Ash: order, aim, limit."""
    form = json.loads(typed(db, "orders", "--for", "ash", "--json").stdout)
    return {row["name"]: (row["standing"], row["aim"], row["limit"]) for row in form["rows"]}


def number_of(form: Path, unit: str) -> int:
    """The row of a unit on the form."""
    fields = PdfReader(form).get_fields() or {}
    names = [name for name, field in fields.items() if name.endswith("_unit") and field["/TU"] == f"{unit}: unit"]
    return int(names[0].split("_")[1])


def test_the_form_names_campaign_turn_and_commander_and_can_be_filled_in(form: Path) -> None:
    fields = PdfReader(form).get_fields() or {}
    hidden = {name: str(fields[name].get("/V")) for name in ("campaign", "orders", "commander")}
    assert (hidden["orders"], hidden["commander"]) == ("1.1", "ash") and hidden["campaign"]
    assert len(PdfReader(form).pages) == 1
    assert all(field.get("/TU") for field in fields.values())


def test_what_is_filled_in_is_ordered_and_a_blank_row_keeps_what_stands(form: Path, front_file: Path) -> None:
    before = rows_of(front_file)
    row = number_of(form, "2nd Rifles")
    paper = filled(
        form,
        **{f"row_{row}_task": "march", f"row_{row}_to": "Birch Cross", f"row_{row}_aim": "limit turn 1.3"},
        intention="Join hands",
        asked_for="Guns",
    )
    result = typed(front_file, "orders", "--from-pdf", str(paper))
    assert result.exit_code == 0, result.output
    assert "Brigadier Ash asks: Guns" in result.output and "1 changed" in result.output
    after = rows_of(front_file)
    assert after["2nd Rifles"] == ("march to Birch Cross", "Join hands", "turn 1.3")
    assert after["1st Brigade"] == before["1st Brigade"] and after["1st Rifles"] == before["1st Rifles"]
    assert after["1st Hussars"][0] == "same order as 1st Brigade", (
        "it does as its brigade, and another order stands between"
    )


def test_a_blank_form_hands_in_what_stands(form: Path, front_file: Path) -> None:
    before = rows_of(front_file)
    result = typed(front_file, "orders", "--from-pdf", str(form))
    assert result.exit_code == 0 and "nothing changed" in result.output
    assert rows_of(front_file) == before


def test_a_wrong_form_changes_nothing_and_names_every_field(form: Path, front_file: Path) -> None:
    before = rows_of(front_file)
    rows = [number_of(form, name) for name in ("1st Brigade", "2nd Rifles", "1st Hussars")]
    paper = filled(
        form,
        **{
            f"row_{rows[0]}_task": "marsh",
            f"row_{rows[1]}_to": "Birch Cross",
            f"row_{rows[2]}_task": "hold",
            f"row_{rows[2] + 1}_unit": "II/9",
            f"row_{rows[2] + 1}_task": "hold",
        },
    )
    result = typed(front_file, "orders", "--from-pdf", str(paper))
    assert result.exit_code != 0 and "3 errors; no order was recorded" in result.output
    assert "field '1st Brigade' says 'marsh': 'marsh' is not an order; did you mean march?" in result.output
    assert "field '2nd Rifles: task' is blank, but 'to, via' says 'Birch Cross'" in result.output
    assert "field 'Blank row 1' says 'hold': " in result.output
    assert rows_of(front_file) == before


def test_rest_and_a_turn_are_read_back(form: Path, front_file: Path) -> None:
    row = number_of(form, "2nd Rifles")
    late = filled(form, **{f"row_{row}_task": "rest", f"row_{row}_from": "1.3"})
    refused = typed(front_file, "orders", "--from-pdf", str(late))
    assert "Leave place and turn blank" in refused.output and refused.exit_code != 0
    paper = filled(form, **{f"row_{row}_task": "rest", f"row_{row}_from": ""})
    result = typed(front_file, "orders", "--from-pdf", str(paper))
    assert result.exit_code == 0 and "2nd Rifles rests in reserve" in result.output


@pytest.mark.parametrize(
    ("written", "since"),
    [
        ("04:00", "1.2"),
        ("0400", "1.2"),
        ("at 0400 hrs", "1.2"),
        ("05:30", "1.2"),
        ("1.3 (10:00)", "1.3"),
        ("turn 1.3 10:00", "1.3"),
        ("turn 1.4", "1.4"),
    ],
)
def test_the_turn_is_read_as_the_form_prints_it(written: str, since: str) -> None:
    calendar, now = Calendar(date(1941, 5, 15)), Moment(1, 2)
    assert (
        _by_turn(f"march Birch Cross; from {written}; aim go", calendar, now)
        == f"march Birch Cross; from {since}; aim go"
    )
    with pytest.raises(BadInput, match="'soon' is not a turn of a campaign"):
        _by_turn("hold; from soon", calendar, now)


def test_an_intention_without_an_order_is_asked_back(form: Path, front_file: Path) -> None:
    result = typed(front_file, "orders", "--from-pdf", str(filled(form, intention="Hold the line")))
    assert result.exit_code != 0 and "field 'Intention' says 'Hold the line', but no row has an order" in result.output


@pytest.mark.parametrize(
    ("field", "value", "says"),
    [
        ("campaign", "desert", "is the form of another campaign. Its field 'campaign' says 'desert'"),
        ("orders", "1.4", "has orders from turn 1.4 on, but orders now begin with turn 1.1. Print a new form"),
        ("commander", "nobody", "there is no commander called 'nobody'"),
    ],
)
def test_a_foreign_or_stale_form_is_refused(form: Path, front_file: Path, field: str, value: str, says: str) -> None:
    before = rows_of(front_file)
    result = typed(front_file, "orders", "--from-pdf", str(filled(form, **{field: value})))
    assert result.exit_code != 0 and says in " ".join(result.output.split())
    assert rows_of(front_file) == before


def test_a_paper_without_the_form_and_no_pdf_are_refused_with_the_way_out(front_file: Path, tmp_path: Path) -> None:
    roster, text = tmp_path / "roster.pdf", tmp_path / "notes.pdf"
    typed(front_file, "print", "roster", "--for", "ash", "--out", str(roster))
    text.write_text("march")
    for path, says in ((roster, "it is not an order form"), (text, "is not a PDF; name the PDF order form")):
        result = typed(front_file, "orders", "--from-pdf", str(path))
        assert result.exit_code != 0 and says in " ".join(result.output.split()), result.output
        assert "campaign orders --for COMMANDER" in " ".join(result.output.split())


def test_one_player_cannot_hand_in_the_form_of_another(form: Path, front_file: Path) -> None:
    copy = form.with_name("copy.pdf")
    shutil.copyfile(form, copy)
    result = typed(front_file, "orders", "--from-pdf", str(copy), "--viewer", "elm")
    assert result.exit_code != 0 and "Brigadier Ash" in result.output


def test_two_forms_of_one_commander_are_refused(form: Path, front_file: Path) -> None:
    result = typed(front_file, "orders", "--from-pdf", str(form), "--from-pdf", str(form))
    assert result.exit_code != 0 and "there are two forms of 'ash'" in result.output
