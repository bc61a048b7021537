"""Papers on disk: one file per reader, with the right names and nobody else's."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from pypdf import PdfReader

from campaign.cli.contents import campaign
from campaign_reports.booklet import folded
from tests.cli import capuzzo
from tests.eyes import texts_of
from tests.queries.front import ENEMY_OF_ALBA, ENEMY_OF_BRENN

Print = Callable[..., Result]
EVENING = ("orbat", "roster", "sitrep", "orders")
AXIS = ("print", "all", "--side", "axis")
ALLIED = ("print", "all", "--side", "allied")
ALL = ("print", "all")


@pytest.fixture(scope="module")
def papers(founded: Path, tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Path]:
    """The folder with what a command prints amid the battles of Operation Brevity, each printed once."""
    folders: dict[tuple[str, ...], Path] = {}

    def printed(*words: str) -> Path:
        if words not in folders:
            folders[words] = tmp_path_factory.mktemp("papers")
            capuzzo.ok(founded, *words, "--out", str(folders[words]))
        return folders[words]

    return printed


@pytest.fixture
def print_(front_file: Path) -> Print:
    """Type ``campaign print ...`` at the front."""

    def typed(*words: str) -> Result:
        return CliRunner().invoke(campaign, ["--db", str(front_file), "print", *words])

    return typed


def text_of(path: Path) -> str:
    return "\n".join(texts_of(path.read_bytes()))


@pytest.mark.long
def test_every_paper_of_the_evening_is_a_file_of_its_own(print_: Print, tmp_path: Path) -> None:
    for what in EVENING:
        result = print_(what, "--out", str(tmp_path / "papers"))
        assert result.exit_code == 0, result.output
    names = sorted(path.name for path in (tmp_path / "papers").iterdir())
    assert names == [
        "alba-brigadier-ash-orders-day-1-turn-1.pdf",
        "alba-brigadier-ash-sitrep-day-1-turn-1.pdf",
        "alba-brigadier-elm-orders-day-1-turn-1.pdf",
        "alba-brigadier-elm-sitrep-day-1-turn-1.pdf",
        "alba-general-alba-orders-day-1-turn-1.pdf",
        "alba-general-alba-sitrep-day-1-turn-1.pdf",
        "alba-order-of-battle-day-1-turn-1.pdf",
        "alba-roster-day-1-turn-1.pdf",
        "brenn-general-brenn-orders-day-1-turn-1.pdf",
        "brenn-general-brenn-sitrep-day-1-turn-1.pdf",
        "brenn-order-of-battle-day-1-turn-1.pdf",
        "brenn-roster-day-1-turn-1.pdf",
    ]
    for path in (tmp_path / "papers").iterdir():
        said = text_of(path)
        theirs = ENEMY_OF_ALBA if path.name.startswith("alba") else ENEMY_OF_BRENN
        assert [word for word in theirs if word in said] == [], path.name
    assert "1st Hussars" in text_of(tmp_path / "papers" / "alba-order-of-battle-day-1-turn-1.pdf").replace("\n", " ")


def files_of(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()} if folder.exists() else {}


@pytest.mark.sample(2)
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
    return sorted(text for path in paths for text in texts_of(path.read_bytes()))


def without_folios(*paths: Path) -> list[str]:
    """The text of the pages without their numbers."""
    return [re.sub(r"page \d+ of \d+", "", text) for text in pages_of(*paths)]


@pytest.mark.long
def test_each_reader_has_all_his_papers_in_one_file_with_an_outline(print_: Print, tmp_path: Path) -> None:
    kinds = ("orbat", "supply", "sitrep", "map", "orders")
    for what in kinds:
        assert print_(what, "--out", str(tmp_path / "apart")).exit_code == 0
        assert print_(what, "--per-reader", "--out", str(tmp_path / what)).exit_code == 0
    readers = {path.name for what in kinds for path in (tmp_path / what).iterdir()}
    files = {
        "ash": "alba-brigadier-ash",
        "elm": "alba-brigadier-elm",
        "alba-co": "alba-general-alba",
        "brenn-co": "brenn-general-brenn",
        "alba-staff": "alba",
        "brenn-staff": "brenn",
        "umpire": "umpire",
    }
    assert readers == {f"{name}-day-1-turn-1.pdf" for name in files}
    left = set((tmp_path / "apart").iterdir())
    for reader, beginning in files.items():  # a commander's papers before those of his side
        own = {path for path in left if path.name.startswith(beginning)}
        left -= own
        printed = tmp_path.glob(f"*/{reader}-day-1-turn-1.pdf")
        assert pages_of(*printed) == pages_of(*own), reader
    assert not left


@pytest.mark.long
def test_the_papers_of_a_side_and_its_commanders_in_files_of_their_own(papers: Callable[..., Path]) -> None:
    folder = papers(*AXIS)
    outlines = {path.stem.removesuffix("-day-1-turn-3"): outline_of(path) for path in folder.glob("*turn-3.pdf")}
    assert {name: titles[0] for name, titles in outlines.items()} == {
        "herff": "Situation report",
        "montemurro": "Situation report",
        "cramer": "Situation report",
        "axis-staff": "Staff sheet",
    }
    assert outlines["axis-staff"][1] == "Roster"
    assert outlines["axis-staff"][2].startswith("Situation map")


@pytest.mark.long
def test_the_pages_of_a_reader_are_numbered_through(papers: Callable[..., Path]) -> None:
    folder = papers(*AXIS)
    pages = PdfReader(folder / "axis-staff-day-1-turn-3.pdf").pages
    for number, page in enumerate(pages, 1):
        assert f"page {number} of {len(pages)}" in page.extract_text()


@pytest.mark.long
def test_packets_are_files_of_their_own_with_forms_to_fill_in(founded: Path, papers: Callable[..., Path]) -> None:
    folder = papers(*ALL)
    number = capuzzo.number(founded)
    for side in ("allied", "axis"):
        assert PdfReader(folder / f"battle-{number}-{side}.pdf").get_fields()
        assert (folder / f"battle-{number}-{side}-return.yaml").exists()


@pytest.mark.long
def test_separate_papers_are_all_kinds_at_length(db: Path, tmp_path: Path) -> None:
    capuzzo.ok(db, "print", "all", "--separate", "--side", "axis", "--out", str(tmp_path))
    kinds = ("order-of-battle", "roster", "strength-return", "engineer-tasks", "supply-state", "recovery-calendar")
    for kind in (*kinds, "air-tasking", "situation-map", "herff-sitrep"):
        assert list(tmp_path.glob(f"axis-*{kind}-day-1-turn-3.pdf")), kind
    assert not list(tmp_path.glob("*staff*"))


@pytest.mark.long
def test_every_unit_of_a_side_is_in_its_staffs_file(papers: Callable[..., Path]) -> None:
    """The roster is whole; no chart beside it lists the same battalions again."""
    whole = without_folios(*papers("print", "roster", "--side", "allied").iterdir())
    assert len(whole) == 1
    assert (
        len([page for page in without_folios(papers(*ALLIED) / "allied-staff-day-1-turn-3.pdf") if page in whole]) == 1
    )


@pytest.mark.long
def test_a_booklet_is_folded_in_order(papers: Callable[..., Path]) -> None:
    """Two pages on a side of paper, the last and the first on the outermost."""
    folder = papers(*AXIS, "--booklet")
    flat = PdfReader(papers(*AXIS) / "axis-staff-day-1-turn-3.pdf")
    booklet = PdfReader(folder / "axis-staff-day-1-turn-3.pdf")
    count = len(flat.pages)
    assert len(booklet.pages) == 2 * -(-count // 4)
    for page, pair in zip(booklet.pages, folded(count), strict=True):
        text = page.extract_text()
        numbers = [int(number) for number in re.findall(rf"page (\d+) of {count}", text)]
        assert numbers == [number for number in pair if number is not None]
        assert page.mediabox.width > page.mediabox.height
    packet = folder / "battle-2-axis.pdf"
    assert PdfReader(packet).get_fields(), "what is to be filled in is not folded"


@pytest.mark.parametrize(
    ("pages", "sides"),
    [
        (1, [(1, None)]),
        (2, [(1, 2)]),
        (3, [(None, 1), (2, 3)]),
        (4, [(4, 1), (2, 3)]),
        (6, [(None, 1), (2, None), (6, 3), (4, 5)]),
        (8, [(8, 1), (2, 7), (6, 3), (4, 5)]),
    ],
)
def test_the_order_of_a_booklet(pages: int, sides: list[tuple[int | None, int | None]]) -> None:
    assert list(folded(pages)) == sides


def test_the_umpires_file_begins_with_what_waits(papers: Callable[..., Path]) -> None:
    folder = papers(*ALL)
    text = PdfReader(folder / "umpire-day-1-turn-3.pdf").pages[0].extract_text()
    assert "WHAT WAITS" in text and "campaign battle packet 2" in text
    assert "BATTLES" in text and "CONTACTS" in text


def count_of(path: Path) -> int:
    return len(PdfReader(path).pages)


MOST_PAGES = 24
"""Of an evening of Operation Brevity after its first day, without the packets."""


@pytest.mark.long
def test_an_evening_of_operation_brevity_is_short(demo: Path) -> None:
    """Counted by machine, so that paper does not grow unseen."""
    files = list((demo / "papers").glob("*.pdf"))
    assert len(files) == 10
    pages = {path.name: count_of(path) for path in files}
    assert sum(pages.values()) <= MOST_PAGES
    assert [name for name, count in pages.items() if count > 2 and "staff" not in name and "umpire" not in name] == []


@pytest.mark.long
@pytest.mark.parametrize(("scenario", "most"), [("market-garden", 75), ("bastogne", 38)])
def test_an_evening_of_a_large_campaign_is_short(
    scenario: str, most: int, played: Callable[[str, int], Path], tmp_path: Path
) -> None:
    """After its first day, without the packets."""
    capuzzo.ok(played(scenario, 1), "print", "all", "--out", str(tmp_path / "papers"))
    files = [path for path in (tmp_path / "papers").glob("*.pdf") if not path.name.startswith(("battle", "reference"))]
    assert sum(count_of(path) for path in files) <= most


def test_the_papers_of_one_reader_go_into_the_file_that_is_named(db: Path, tmp_path: Path) -> None:
    capuzzo.ok(db, "print", "supply", "--for", "herff", "--per-reader", "--out", str(tmp_path / "herff.pdf"))
    assert len(PdfReader(tmp_path / "herff.pdf").pages) == 1
    refused = capuzzo.run(db, "print", "supply", "--per-reader", "--out", str(tmp_path / "all.pdf"))
    assert (
        "all.pdf is one file, but there are 2 papers, one for each reader. Name a folder, or choose one "
        "reader with --for"
    ) in refused.stderr


def test_packets_without_an_open_battle_are_refused(file_of: Callable[[str], Path]) -> None:
    refused = capuzzo.run(file_of("tiny"), "battle", "packet")
    assert (
        refused.stderr
        == "Error: there is nothing to print: no battle is open; campaign battle list shows all battles\n"
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
    assert [Path(line).name for line in result.stdout.splitlines()] == ["brenn-general-brenn-sitrep-day-1-turn-1.pdf"]


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("orbat", "--out", "both.pdf"), 1, "both.pdf is one file, but there are 2 papers"),
        (("orbat", "--side", "brenn", "--viewer", "alba"), 1, "the Alba side cannot see the Brenn order of battle"),
        (("sitrep", "--for", "elm", "--viewer", "ash"), 1, "cannot see the papers of Brigadier Elm"),
        (("orders", "--for", "Brigadier Oak"), 1, "Did you mean Brigadier"),
        (("roster", "7"), 2, "roster is not printed for a single battle"),
        (("packet", "7"), 1, "there is no battle '7'"),
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
    assert "--paper [a4|letter] Paper size. Default: as in your preferences, else a4." in text
    if words[0] not in ("map", "demo"):
        assert (
            "--out FILE-OR-DIR A file ending in .pdf, or a folder. Default: the folder in your preferences, else this"
            in text
        )
