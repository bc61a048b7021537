"""``campaign battle photo`` as it is typed."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from PIL import Image

from campaign.cli.contents import campaign
from campaign.store import Store
from tests.clash import meet


@pytest.fixture
def fought(tiny: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The file of the tiny campaign with a battle, in a folder with two photos."""
    meet(tiny)
    tiny.close()
    monkeypatch.chdir(tmp_path)
    for name, colour in (("a.jpg", "red"), ("b.png", "blue")):
        Image.new("RGB", (40, 30), colour).save(tmp_path / name)
    return tiny.name


def typed(db: str, *words: str) -> Result:
    return CliRunner(env={"CAMPAIGN_AS": "Ann"}).invoke(campaign, ["battle", "photo", "1", *words, "--db", db])


def test_attached_listed_removed_undone_and_in_the_log(fought: str) -> None:
    assert typed(fought, "--list").stdout == "Battle 1 has no photo.\n"
    assert typed(fought, "a.jpg", "b.png", "--caption", "Our table", "--by", "Bob").stdout == (
        "Photos 1, 2 of battle 1 (Birch Cross): a.jpg, b.png\n"
    )
    assert [line.split() for line in typed(fought, "--list").stdout.splitlines()[2:]] == [
        ["1", "a.jpg", "40", "x", "30", "Our", "table", "Bob"],
        ["2", "b.png", "40", "x", "30", "Our", "table", "Bob"],
    ]
    assert typed(fought, "--remove", "1").stdout == "Photo 1 of battle 1 (Birch Cross) is removed: a.jpg\n"
    shown = CliRunner().invoke(campaign, ["log", "--db", fought]).stdout
    assert "Photos 1, 2 of battle 1" in " ".join(shown.split())
    assert CliRunner().invoke(campaign, ["undo", "--db", fought]).exit_code == 0
    assert "a.jpg" in typed(fought, "--list").stdout


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        ((), 2, "name the photos to attach, or give --list or --remove K"),
        (("a.jpg", "--list"), 2, "name the photos to attach, or give --list or --remove K"),
        (("--list", "--caption", "x"), 2, "--caption and --by describe a photo that you attach"),
        (("nope.jpg",), 1, "nope.jpg cannot be read (No such file or directory)"),
        (("a.jpg", "--by", "x" * 201), 1, "--by takes a name of at most 200 characters"),
        (("--remove", "7"), 1, "battle 1 has no photo 7. Its photos: none"),
        (("a.jpg", "--viewer", "alba"), 1, "is for the umpire, not for alba"),
        (("--list", "--viewer", "alba"), 1, "is for the umpire, not for alba"),
    ],
)
def test_what_is_refused_changes_nothing(fought: str, words: tuple[str, ...], code: int, said: str) -> None:
    before = Path(fought).read_bytes()
    answer = typed(fought, *words)
    assert (answer.exit_code, said in answer.stderr) == (code, True), answer.stderr
    assert Path(fought).read_bytes() == before
