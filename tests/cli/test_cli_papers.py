"""Papers on disk: one file per reader, with the right names and nobody else's."""

from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from pypdf import PdfReader

from campaign.cli.contents import campaign
from tests.cli import capuzzo
from tests.queries.front import ENEMY_OF_ALBA, ENEMY_OF_BRENN

Print = Callable[..., Result]
EVENING = ("orbat", "roster", "sitrep", "orders")


@pytest.fixture
def print_(front_file: Path) -> Print:
    """Type ``campaign print ...`` at the front."""

    def typed(*words: str) -> Result:
        return CliRunner().invoke(campaign, ["--db", str(front_file), "print", *words])

    return typed


def text_of(path: Path) -> str:
    return "\n".join(page.extract_text() for page in PdfReader(BytesIO(path.read_bytes())).pages)


def test_every_paper_of_the_evening_is_a_file_of_its_own(print_: Print, tmp_path: Path) -> None:
    for what in EVENING:
        result = print_(what, "--out", str(tmp_path / "papers"))
        assert result.exit_code == 0, result.output
    names = sorted(path.name for path in (tmp_path / "papers").iterdir())
    assert names == [
        "alban-brigadier-ash-orders-day-1-turn-1.pdf",
        "alban-brigadier-ash-sitrep-day-1-turn-1.pdf",
        "alban-brigadier-elm-orders-day-1-turn-1.pdf",
        "alban-brigadier-elm-sitrep-day-1-turn-1.pdf",
        "alban-general-alba-orders-day-1-turn-1.pdf",
        "alban-general-alba-sitrep-day-1-turn-1.pdf",
        "alban-order-of-battle-day-1-turn-1.pdf",
        "alban-roster-day-1-turn-1.pdf",
        "brennish-general-brenn-orders-day-1-turn-1.pdf",
        "brennish-general-brenn-sitrep-day-1-turn-1.pdf",
        "brennish-order-of-battle-day-1-turn-1.pdf",
        "brennish-roster-day-1-turn-1.pdf",
    ]
    for path in (tmp_path / "papers").iterdir():
        said = text_of(path)
        theirs = ENEMY_OF_ALBA if path.name.startswith("alban") else ENEMY_OF_BRENN
        assert [word for word in theirs if word in said] == [], path.name
    assert "1st Hussars" in text_of(tmp_path / "papers" / "alban-order-of-battle-day-1-turn-1.pdf").replace("\n", " ")


def files_of(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()} if folder.exists() else {}


@pytest.mark.parametrize("what", ["all", "supply"])
def test_the_papers_for_a_commander_are_those_that_he_prints_himself(db: Path, tmp_path: Path, what: str) -> None:
    for_him = capuzzo.ok(db, "print", what, "--for", "herff", "--out", str(tmp_path / "for"))
    his = capuzzo.ok(db, "print", what, "--viewer", "herff", "--out", str(tmp_path / "his"))
    assert for_him.replace("/for/", "/his/") == his
    assert files_of(tmp_path / "for") == files_of(tmp_path / "his")
    assert not [
        name for name in files_of(tmp_path / "for") if "british" in name or "allied" in name or "umpire" in name
    ]


def outline_of(path: Path) -> list[str]:
    return [entry.title for entry in PdfReader(path).outline if not isinstance(entry, list)]


def pages_of(*paths: Path) -> list[str]:
    return sorted(page.extract_text() for path in paths for page in PdfReader(path).pages)


def test_each_reader_has_all_his_papers_in_one_file_with_an_outline(print_: Print, tmp_path: Path) -> None:
    kinds = ("orbat", "supply", "sitrep", "map", "orders")
    for what in kinds:
        assert print_(what, "--out", str(tmp_path / "apart")).exit_code == 0
        assert print_(what, "--per-reader", "--out", str(tmp_path / what)).exit_code == 0
    readers = {path.name for what in kinds for path in (tmp_path / what).iterdir()}
    when = "-papers-day-1-turn-1.pdf"
    commanders = ["alban-brigadier-ash", "alban-brigadier-elm", "alban-general-alba", "brennish-general-brenn"]
    assert readers == {f"{name}{when}" for name in (*commanders, "alban", "brennish", "umpire")}
    left = set((tmp_path / "apart").iterdir())
    for reader in [*commanders, "alban", "brennish", "umpire"]:  # a commander's papers before those of his side
        own = {path for path in left if path.name.startswith(reader)}
        left -= own
        assert pages_of(*(tmp_path.glob(f"*/{reader}{when}"))) == pages_of(*own), reader
    assert not left


def test_the_papers_of_a_side_and_its_commanders_in_files_of_their_own(db: Path, tmp_path: Path) -> None:
    capuzzo.ok(db, "print", "all", "--side", "axis", "--per-reader", "--out", str(tmp_path))
    outlines = {path.name.removesuffix("-papers-day-1-turn-3.pdf"): outline_of(path) for path in tmp_path.glob("*.pdf")}
    reports = {name: titles.count("Situation report") for name, titles in outlines.items()}
    assert reports == {
        "axis-oberst-maximilian-von-herff": 1,
        "axis-col-ugo-montemurro": 1,
        "axis-oberstlt-hans-cramer": 1,
        "axis": 1,
    }
    assert outlines["axis"][:2] == ["Order of battle", "Roster"]


def test_the_papers_of_one_reader_go_into_the_file_that_is_named(db: Path, tmp_path: Path) -> None:
    capuzzo.ok(db, "print", "supply", "--for", "herff", "--per-reader", "--out", str(tmp_path / "herff.pdf"))
    assert len(PdfReader(tmp_path / "herff.pdf").pages) == 1
    refused = capuzzo.run(db, "print", "supply", "--per-reader", "--out", str(tmp_path / "all.pdf"))
    assert (
        "all.pdf is one file, and there are 2 papers, one per reader; name a folder, or choose with --for"
        in refused.stderr
    )


def test_packets_of_two_battles(db: Path, tmp_path: Path) -> None:
    """Boxes of one name would be one box: two forms in one file are for the pen."""
    bound = capuzzo.run(db, "print", "packet", "--per-reader", "--out", str(tmp_path))
    assert "are for the pen; campaign battle packet prints each" in bound.stderr
    (axis,) = tmp_path.glob("axis-papers*.pdf")
    assert not PdfReader(axis).get_fields()
    deployment = [title for title in outline_of(axis) if "Deployment" in title]
    assert [title.split(":")[0] for title in deployment] == ["Battle 2", "Battle 3"]
    assert {path.name for path in tmp_path.glob("*.yaml")} == {
        f"battle-{n}-{side}-return.yaml" for n in (2, 3) for side in ("allied", "axis")
    }
    apart = capuzzo.ok(db, "battle", "packet", "--viewer", "axis", "--out", str(tmp_path))
    assert [Path(line).name for line in apart.splitlines()] == ["battle-2-axis.pdf", "battle-3-axis.pdf"]
    assert PdfReader(tmp_path / "battle-2-axis.pdf").get_fields()


def test_packets_without_an_open_battle_are_refused(file_of: Callable[[str], Path]) -> None:
    refused = capuzzo.run(file_of("tiny"), "battle", "packet")
    assert (
        refused.stderr
        == "Error: there is nothing to print: no battle is open; campaign battle list shows all of them\n"
    )


def test_one_paper_goes_into_the_file_that_is_named(print_: Print, tmp_path: Path) -> None:
    result = print_("orders", "--for", "Brigadier Ash", "--paper", "letter", "--out", str(tmp_path / "ash.pdf"))
    assert result.exit_code == 0, result.output
    (page,) = PdfReader(tmp_path / "ash.pdf").pages
    assert (round(float(page.mediabox.width)), round(float(page.mediabox.height))) == (612, 792)
    assert "Brigadier Ash" in page.extract_text()


def test_the_same_campaign_prints_the_same_bytes(print_: Print, tmp_path: Path) -> None:
    for name in ("one.pdf", "two.pdf"):
        print_("roster", "--side", "alba", "--out", str(tmp_path / name))
    assert (tmp_path / "one.pdf").read_bytes() == (tmp_path / "two.pdf").read_bytes()


def test_a_side_prints_its_own_papers_only(print_: Print, tmp_path: Path) -> None:
    result = print_("sitrep", "--viewer", "brenn", "--out", str(tmp_path))
    assert [Path(line).name for line in result.stdout.splitlines()] == [
        "brennish-general-brenn-sitrep-day-1-turn-1.pdf"
    ]


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("orbat", "--out", "both.pdf"), 1, "both.pdf is one file, and there are 2 papers"),
        (("orbat", "--side", "brenn", "--viewer", "alba"), 1, "not for Alban eyes"),
        (("sitrep", "--for", "elm", "--viewer", "ash"), 1, "Brigadier Elm's papers are for him and the umpire"),
        (("orders", "--for", "Brigadier Oak"), 1, "did you mean Brigadier"),
        (("roster", "7"), 2, "roster is printed of no single battle"),
        (("packet", "7"), 1, "no battle is numbered '7'"),
        (("poster",), 2, "'poster' is not one of"),
    ],
)
def test_a_refusal_is_clear_and_writes_nothing(
    print_: Print, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], code: int, said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    before = sorted(tmp_path.iterdir())
    result = print_(*words)
    assert result.exit_code == code, result.output
    assert said in result.stderr
    assert sorted(tmp_path.iterdir()) == before


def test_a_folder_that_cannot_be_made_is_one_line(print_: Print, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    result = print_("roster", "--out", str(tmp_path / "file" / "papers"))
    assert result.exit_code == 1
    assert result.stderr.count("\n") == 1


@pytest.mark.parametrize("words", [("print",), ("labels",), ("battle", "packet"), ("map",), ("demo",)], ids=" ".join)
def test_every_command_that_prints_offers_the_same_paper(words: tuple[str, ...]) -> None:
    text = " ".join(CliRunner().invoke(campaign, [*words, "--help"]).output.split())
    assert "--paper [a4|letter] Size of the paper. [default: a4]" in text
    if words[0] not in ("map", "demo"):
        assert "--out FILE-OR-DIR A file ending in .pdf, or a folder (the default: here)." in text
