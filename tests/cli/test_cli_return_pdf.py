"""The return of Fort Capuzzo filled in on the screen, as PDF, and read back: ``campaign battle record 3 --from-pdf
FILE``."""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Callable
from pathlib import Path

import pypdfium2
import pytest
from pypdf import PdfReader, PdfWriter
from pypdf.generic import NameObject

from campaign.exchange.returns.pdf import content_of, read_form
from campaign.exchange.returns.words import parse_line
from campaign.extras import way_to_add
from campaign.rules.tabletop.interface import SYSTEMS
from campaign_reports.style import LARGE
from tests.cli.capuzzo import british_form, fight_under, last_entry, lines, number, ok, run, state

DURHAM = "1st Bn Durham Light Infantry"
SPENT = {
    "brevity": ("spent", {"spent": "x"}),
    "nqm": ("points lost 3", {"points_lost": "3"}),
    "hexes": ("hits 6", {"hits": "6"}),
    "brigade": ("figures 20, companies 1", {"figures_lost": "20", "companies_removed": "1"}),
    "brigadier": ("kills 10, wounds 2", {"kills": "10", "wounds": "2"}),
}
"""What spends the Durhams, as typed and as filled into their columns (keys of the rules)."""
DIARY = "Die Durhams hielten Musaid \N{EN DASH} Капуццо blieb stehen."
FOOT = {
    "unharmed": "x",
    "clock_hours": "15",
    "clock_minutes": "40",
    "turn": "3",
    "ending_finished": "x",
    "hours_left": "2",
    "field_1": "x",
    "objective_1_2": "x",
    "orders_A_in_part": "x",
    "commander_1": "x",
    "prisoners_taken": "70",
    "prisoners_lost": "4",
    "task_1": "mines lifted",
    "task_1_turn_2": "x",
    "work_2": "x",
    "other_works": "fuel burnt",
    "diary": DIARY,
}


def filled(form: bytes, said: dict[str, str], to: Path) -> Path:
    """The form with these boxes filled in (x: crossed) as a program for reading PDF does it."""
    writer = PdfWriter()
    writer.append(PdfReader(io.BytesIO(form)))
    assert set(said) <= set(PdfReader(io.BytesIO(form)).get_fields() or {})
    values = {name: "/Yes" if word == "x" else word for name, word in said.items()}
    for page in writer.pages:
        if "/Annots" in page:
            writer.update_page_form_field_values(page, values, auto_regenerate=False)  # type: ignore[arg-type]
    writer.write(to)
    return to


def columns(key: str) -> dict[str, str]:
    """The Durhams' losses by the names of their boxes."""
    return {f"line_2_{column}": word for column, word in SPENT[key][1].items()}


@pytest.mark.sample(6)
@pytest.mark.parametrize("key", list(SYSTEMS))
def test_what_is_filled_in_is_what_would_have_been_typed(
    db: Path, tmp_path: Path, packet: Callable[[str], dict[str, bytes]], key: str
) -> None:
    fight_under(db, number(db), key)
    file = filled(packet(key)["allied"], {**columns(key), "line_2_ended_at": "Musaid", **FOOT}, tmp_path / "back.pdf")
    form = british_form(db, number(db))
    content, faults = content_of(read_form(file), form, "allied")
    typed = parse_line(2, f"{SPENT[key][0]}, at Musaid", form)
    assert typed is not None and not faults
    assert [{name: value for name, value in line.items() if value != []} for line in content["lines"]] == [
        {name: value for name, value in typed.items() if value != []}
    ]
    assert content["foot"] == {
        "all_other_lines_unharmed": True,
        "clock": "15:40",
        "turn": 3,
        "ending": "finished",
        "hours_left": 2,
        "field": "Allied",
        "objectives": {"Fort Capuzzo": "Axis"},
        "orders": {"A": "in part"},
        "commanders_lost": ["Brig I. D. Erskine"],
        "prisoners_taken": 70,
        "prisoners_lost": 4,
        "tasks": ["mines lifted, 2 turns"],
        "works": [form.changes[1]],
        "other_works": "fuel burnt",
        "diary": DIARY,
    }


@pytest.mark.sample(6)
@pytest.mark.parametrize("key", list(SYSTEMS))
def test_both_forms_are_read_back_and_the_battle_is_settled(
    db: Path, tmp_path: Path, packet: Callable[[str], dict[str, bytes]], key: str
) -> None:
    battle = number(db)
    fight_under(db, battle, key)
    ours = filled(
        packet(key)["allied"],
        {**columns(key), "unharmed": "x", "field_1": "x", "turn": "3", "ending_finished": "x"},
        tmp_path / "ours.pdf",
    )
    theirs = filled(
        packet(key)["axis"],
        {"unharmed": "x", "field_2": "x", "turn": "3", "ending_finished": "x"},
        tmp_path / "theirs.pdf",
    )
    ok(db, "battle", "record", battle, "--from-pdf", str(ours), "--from-pdf", str(theirs), "--yes")
    assert (state(db, battle), lines(db, battle)[DURHAM]["now"]) == ("settled", "spent")
    assert all(line["now"] == line["start"] for name, line in lines(db, battle).items() if name != DURHAM)


@pytest.mark.long
def test_a_form_in_large_print_is_filled_in_where_its_boxes_are_printed_and_read_back(
    db: Path, tmp_path: Path, packet: Callable[[str], dict[str, bytes]]
) -> None:
    battle = number(db)
    ok(db, "battle", "packet", battle, "--large", "--out", str(tmp_path))
    large = {side: (tmp_path / f"battle-{battle}-{side}.pdf").read_bytes() for side in ("allied", "axis")}
    plain, wider = boxes_on(packet("brevity")["allied"]), boxes_on(large["allied"])
    assert plain.keys() == wider.keys()
    for name, (_, (left, low, right, high)) in wider.items():
        _, (a, b, c, d) = plain[name]
        assert (right - left, high - low) == pytest.approx(((c - a) * LARGE, (d - b) * LARGE), abs=0.02), name
    printed = printed_squares(large["allied"])
    for name in ("line_2_spent", "field_1", "unharmed"):
        page, place = wider[name]
        assert any(place == pytest.approx(square, abs=1.5) for square in printed[page]), name
    said = {"unharmed": "x", "turn": "3", "ending_finished": "x"}
    ours = filled(large["allied"], {**columns("brevity"), "field_1": "x", **said}, tmp_path / "ours.pdf")
    theirs = filled(large["axis"], {"field_2": "x", **said}, tmp_path / "theirs.pdf")
    ok(db, "battle", "record", battle, "--from-pdf", str(ours), "--from-pdf", str(theirs), "--yes")
    assert (state(db, battle), lines(db, battle)[DURHAM]["now"]) == ("settled", "spent")


Place = tuple[float, float, float, float]


def boxes_on(form: bytes) -> dict[str, tuple[int, Place]]:
    """By the name of a box that is seen, the number of its page and its place there."""
    return {
        str(box["/T"]): (number, tuple(map(float, box["/Rect"])))  # type: ignore[misc]
        for number, page in enumerate(PdfReader(io.BytesIO(form)).pages)
        for box in (reference.get_object() for reference in page.get("/Annots", []))
        if box["/Subtype"] == "/Widget" and not int(box["/F"]) & 2
    }


def printed_squares(form: bytes) -> list[list[Place]]:
    """By page, where something is drawn."""
    document = pypdfium2.PdfDocument(form)
    squares = [
        [shape.get_bounds() for shape in page.get_objects(filter=[pypdfium2.raw.FPDF_PAGEOBJ_PATH])]
        for page in document
    ]
    document.close()
    return squares


@pytest.mark.sample(3)
@pytest.mark.parametrize("key", list(SYSTEMS))
def test_every_box_has_words_and_stands_on_the_return_alone(
    packet: Callable[[str], dict[str, bytes]], key: str
) -> None:
    pages = PdfReader(io.BytesIO(packet(key)["allied"])).pages
    with_boxes = [
        page for page in pages if any(one.get_object()["/Subtype"] == "/Widget" for one in page.get("/Annots", []))
    ]
    assert with_boxes == [page for page in pages if "Return: Fort Capuzzo" in page.extract_text()]
    boxes = [one.get_object() for page in with_boxes for one in page["/Annots"]]
    assert all(str(box["/TU"]).strip() for box in boxes)
    places = [tuple(map(float, box["/Rect"])) for box in boxes if not int(box["/F"]) & 2]
    assert not [(one, two) for n, one in enumerate(places) for two in places[n + 1 :] if _overlap(one, two)]


def test_the_umpires_packet_has_no_boxes(packet: Callable[[str], dict[str, bytes]]) -> None:
    assert not PdfReader(io.BytesIO(packet("brevity")["umpire"])).get_fields()


def _overlap(one: tuple[float, ...], two: tuple[float, ...]) -> bool:
    return min(one[2], two[2]) - max(one[0], two[0]) > 0.3 and min(one[3], two[3]) - max(one[1], two[1]) > 0.3


@pytest.mark.sample(4)
@pytest.mark.parametrize(
    ("said", "complaint"),
    [
        (
            {"field_1": "x", "field_2": "x"},
            "'Holder of the field: Allied', 'Holder of the field: Axis' contradict each other",
        ),
        (
            {"ending_finished": "x", "ending_suspended": "x"},
            "'The clock: finished', 'The clock: suspended' contradict each other",
        ),
        ({"orders_A_yes": "x", "orders_A_no": "x"}, "'Orders of 22nd Guards Brigade Group"),
        (
            {"objective_1_1": "x", "objective_1_3": "x"},
            "'Objective Fort Capuzzo: Allied', 'Objective Fort Capuzzo: neither' contradict",
        ),
        (
            {"line_2_unchanged": "x", "line_2_spent": "x"},
            "line 2: 1st Bn Durham Light Infantry: unchanged, spent contradict each other",
        ),
        (
            {"clock_hours": "25", "clock_minutes": "10"},
            "'The clock: ended at, hours' says '25'. Write a whole number from 0 to 23",
        ),
        ({"clock_hours": "15"}, "'The clock: ended at, minutes' is blank"),
        ({"turn": "5"}, "'The clock: turn' says '5'. Write a whole number from 1 to 4"),
        ({"prisoners_lost": "abc"}, "'Prisoners lost' says 'abc'. Write a whole number"),
        ({"task_2_turn_3": "x"}, "'Engineer task 2' is blank, but its turns are ticked"),
        ({"line_2_ended_at": "Atlantis"}, "'Atlantis'"),
    ],
)
def test_what_cannot_be_is_refused_with_the_name_of_its_box(
    db: Path, tmp_path: Path, packet: Callable[[str], dict[str, bytes]], said: dict[str, str], complaint: str
) -> None:
    file = filled(packet("brevity")["allied"], {"unharmed": "x", **said}, tmp_path / "back.pdf")
    entry = last_entry(db)
    refused = run(db, "battle", "record", number(db), "--from-pdf", str(file), "--yes")
    assert refused.exit_code != 0 and complaint in refused.output, refused.output
    assert last_entry(db) == entry


def _refusal(db: Path, file: Path, battle: str = "") -> str:
    refused = run(db, "battle", "record", battle or number(db), "--from-pdf", str(file), "--yes")
    assert refused.exit_code not in (0, None) and "Traceback" not in refused.output
    return re.sub(r"\s+", " ", refused.output)


def test_a_form_of_another_battle_is_refused(
    db: Path, tmp_path: Path, packet: Callable[[str], dict[str, bytes]]
) -> None:
    file = tmp_path / "form.pdf"
    file.write_bytes(packet("brevity")["allied"])
    assert "Its field 'battle' says '2 Fort Capuzzo', but this battle has '1 Halfaya Pass, top'" in _refusal(
        db, file, "1"
    )
    file.write_bytes(packet("hexes")["allied"])
    said = _refusal(db, file)
    assert "is a form for the rules 'hexes', but battle 2 is fought under 'brevity'. Print this battle's form" in said
    assert said.rstrip().endswith("you can change its rules: campaign battle under 2 hexes")
    file.write_bytes(packet("brevity")["allied"])
    assert "given twice" in _refusal_of_two(db, filled(file.read_bytes(), {"unharmed": "x"}, file))


def _refusal_of_two(db: Path, file: Path) -> str:
    return run(db, "battle", "record", number(db), "--from-pdf", str(file), "--from-pdf", str(file), "--yes").output


@pytest.mark.long
def test_a_flattened_or_damaged_form_is_refused(
    db: Path, tmp_path: Path, packet: Callable[[str], dict[str, bytes]]
) -> None:
    file, whole = tmp_path / "form.pdf", packet("brevity")["allied"]
    flat = PdfWriter()
    flat.append(PdfReader(io.BytesIO(whole)))
    flat.remove_annotations(subtypes="/Widget")
    del flat.root_object["/AcroForm"]
    flat.write(file)
    assert "has no field 'code' and no fields that can be filled in. It was flattened" in _refusal(db, file)
    for part, complaint in (
        (whole[: len(whole) // 2], "damaged or not a PDF"),
        (whole[:40], "damaged or not a PDF"),
        (b"", "is not a PDF"),
        (b"hello", "is not a PDF"),
    ):
        file.write_bytes(part)
        assert complaint in _refusal(db, file)
    locked = PdfWriter()
    locked.append(PdfReader(io.BytesIO(whole)))
    locked.encrypt("secret")
    locked.write(file)
    assert "is locked with a password; save it without a password" in _refusal(db, file)
    for name, complaint in (
        ("line_2_spent", "field 'Line 2, 1st Bn Durham Light Infantry: spent' not in the file"),
        ("side", "its hidden field 'side' is missing"),
    ):
        torn = PdfWriter()
        torn.append(PdfReader(io.BytesIO(whole)))
        fields = torn.root_object["/AcroForm"]["/Fields"]  # type: ignore[index]
        fields[:] = [one for one in fields if one.get_object()["/T"] != name]
        for page in torn.pages:
            if "/Annots" in page:
                page[NameObject("/Annots")][:] = [one for one in page["/Annots"] if one.get_object()["/T"] != name]
        torn.write(file)
        assert complaint in _refusal(db, file)
    assert "cannot be read" in _refusal(db, tmp_path / "nowhere.pdf")


def test_without_pypdf_the_program_says_what_to_install(
    db: Path, tmp_path: Path, packet: Callable[[str], dict[str, bytes]], monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "form.pdf"
    file.write_bytes(packet("brevity")["allied"])
    monkeypatch.setitem(sys.modules, "pypdf", None)
    assert way_to_add("forms") in _refusal(db, file)
