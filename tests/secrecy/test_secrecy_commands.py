"""Every command, by every way in which a player can say who he is: his own view, a refusal, or nothing to know.

The table is ``commands.py``. Whatever a command prints or writes is searched for the other side's names and keys that
the player has not learned, and for the campaign's seed, its key of the papers and the hashes of its journal.
"""

from __future__ import annotations

import io
import re
import shlex
import shutil
import sqlite3
import zipfile
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result
from pypdf import PdfReader

from campaign.cli.contents import campaign
from campaign.cli.lazy import LazyGroup
from campaign.exchange.foreign.exporters import FORMATS
from campaign.journal import reading
from campaign.model import AirGroup, Commander, Entry
from campaign.situation.army import load_army
from campaign.situation.knowledge import load_knowledge
from campaign.situation.names import side_named
from campaign.store import opened
from campaign.terms.viewer import Viewer
from tests.secrecy.commands import ODDS, TABLE, Kind, Row, Try
from tests.secrecy.trial import Bench

VIEWERS = ("allied", "erskine")
WAYS = ("CAMPAIGN_VIEWER", "--viewer")
SEED = "seedofthetrial"
"""Word that no paper has by chance."""
USUAL = "is for the umpire, not for"


def every_row() -> Iterator[tuple[str, Row, click.Command]]:
    """Yield every command of the program with its row; a missing row is an error here."""
    for words, command in _commands(campaign, ()):
        yield " ".join(words), ODDS if words[:1] == ("odds",) else TABLE[" ".join(words)], command


def _commands(group: click.Group, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    """Yield every command that does something when it is typed; a group that only leads on does not."""
    if group.invoke_without_command:
        yield path, group
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        if isinstance(command, click.Group):
            yield from _commands(command, (*path, name))
        elif command is not None:
            yield (*path, name), command


@dataclass
class Bed:
    """A prepared campaign, and what of it is secret to the Allies."""

    bench: Bench
    file: Path
    secrets: dict[str, frozenset[str]]

    def type(self, viewer: str, way: str, words: str, tried: Try) -> tuple[Result, bytes, bool]:
        """Type a command as this viewer. Returns how it ended, all that he gets of it (what is printed, and every file
        that is new or changed), and whether the campaign's file is as it was.
        """
        home = self.bench.folder / "typed"
        shutil.rmtree(home, ignore_errors=True)
        home.mkdir()
        db = Path(shutil.copyfile(self.file, home / "campaign.db"))
        line = [*shlex.split(words), *shlex.split(tried.words.format(out=home / "out", db=db))]
        by_option = way == "--viewer"
        if by_option:
            line += ["--viewer", viewer]
        env = {"CAMPAIGN_DB": str(db), "CAMPAIGN_AS": "trial", "CAMPAIGN_VIEWER": None if by_option else viewer}
        with pytest.MonkeyPatch.context() as patch:
            patch.chdir(home)
            ended = CliRunner(env=env).invoke(campaign, line, input=tried.typed)
        files = [one for one in sorted(home.rglob("*")) if one.is_file() and one != db]
        got = b"\n".join(
            [ended.output.encode(), *(str(one.relative_to(home)).encode() for one in files), *map(_whole, files)]
        )
        return ended, got, db.read_bytes() == self.file.read_bytes()

    def leaks(self, viewer: str, got: bytes, typed: str = "") -> list[str]:
        """Return the secrets that are in what a viewer gets, but for words that he has typed himself."""
        flat = b" ".join(got.split())
        secrets = (word for word in self.secrets[viewer] if word not in typed)
        return sorted(word for word in secrets if word.encode() in got or word.encode() in flat)


def _whole(file: Path) -> bytes:
    """Return a file's bytes, and what is packed in it or written on its pages."""
    raw = file.read_bytes()
    if raw.startswith(b"%PDF"):
        pages = [page.extract_text() for page in PdfReader(io.BytesIO(raw)).pages]
        return raw + "\n".join(pages).encode()
    if zipfile.is_zipfile(file):
        with zipfile.ZipFile(file) as packed:
            return raw + b"\n".join(packed.read(name) for name in packed.namelist())
    return raw


def secrets_of(db: Path, viewer: str) -> frozenset[str]:
    """Return words that nothing for this viewer may hold: names and keys of the other side that he has not learned, and
    what nobody but the umpire has.
    """
    with opened(db, write=False) as store, reading(store) as board:
        army, side = load_army(board), side_named(board, "allied").id
        leaders = tuple(one.id for one in army.commanders.values() if one.key == viewer)
        known = load_knowledge(board, army, Viewer(side, leaders))
        named = {ident for ident, sighting in known.seen.items() if sighting.named}
        theirs = [unit for unit in army.battalions.values() if unit.side_id != side and unit.id not in named]
        theirs += [one for one in army.formations.values() if one.side_id != side]
        theirs += [row for row in (*board.rows(Commander), *board.rows(AirGroup)) if row.side_id != side]
        learned = " ".join(army.battalions[ident].name for ident in named)
        learned += " ".join(f"{unit.name} {unit.key}" for unit in army.battalions.values() if unit.side_id == side)
        words = {word for row in theirs for word in (row.key, row.name) if len(word) > 4 and word not in learned}
        hashes = {text[:12] for text in board.entries(Entry.hash).scalars()}
        return frozenset({*words, *hashes, board.campaign.seed, str(board.campaign.paper_key)})


@pytest.fixture(scope="module")
def bed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bed]:
    """Operation Brevity amid its battles, prepared once, with a seed that cannot be on a paper by chance."""
    bench = Bench(tmp_path_factory.mktemp("commands"))
    db = bench.copy("midway", "commands")
    with closing(sqlite3.connect(db)) as connection:
        connection.execute("update campaign set seed = ?", (SEED,))
        connection.commit()
    yield Bed(bench, db, {viewer: secrets_of(db, viewer) for viewer in VIEWERS})
    shutil.rmtree(bench.folder, ignore_errors=True)


def test_the_table_lists_every_command_and_no_other() -> None:
    listed = {" ".join(words) for words, _ in _commands(campaign, ()) if words[:1] != ("odds",)}
    assert listed == set(TABLE)


def test_every_format_of_export_is_tried() -> None:
    tried = {words.split()[1] for one in TABLE["export"].tries if "--format" in (words := one.words)}
    assert tried == set(FORMATS)


def test_what_is_searched_for_is_there(bed: Bed) -> None:
    """The umpire reads these words: a search for words that are nowhere would find no leak either."""
    _, got, _ = bed.type("umpire", "--viewer", "export", Try("--out {out}"))
    for viewer in VIEWERS:
        assert len(bed.secrets[viewer]) > 40
        assert bed.leaks(viewer, got) == sorted(bed.secrets[viewer])


@pytest.mark.parametrize("viewer", VIEWERS)
def test_what_is_the_umpires_is_refused_to_a_player_by_the_usual_sentence(bed: Bed, viewer: str) -> None:
    """Whichever way he says who he is; nothing is written, and the campaign is as it was."""
    wrong = {}
    for words, row, _ in every_row():
        for way in WAYS if row.kind is Kind.UMPIRES else ():
            ended, got, is_unchanged = bed.type(viewer, way, words, row.tries[0])
            said = " ".join(ended.stderr.split())
            is_right = ended.exit_code == 1 and f"campaign {words} {USUAL} {viewer}" in said and is_unchanged
            if (
                not is_right
                or ended.stdout
                or bed.leaks(viewer, got)
                or got.count(b"\n") > 1 + ended.stderr.count("\n")
            ):
                wrong[f"{words}, {way}"] = ended.output
    assert wrong == {}, "\n".join(f"{k}: {v}" for k, v in wrong.items())


OWN = [(words, tried) for words, row in TABLE.items() if row.kind is Kind.OWN for tried in row.tries]


def share(number: int) -> list[tuple[str, Try]]:
    """Of every command the first line and every second of the others, which the other viewer types."""
    return [
        (words, tried)
        for words, row in TABLE.items()
        if row.kind is Kind.OWN
        for n, tried in enumerate(row.tries)
        if n == 0 or n % 2 == number
    ]


@pytest.mark.parametrize(
    ("viewer", "way", "lines"),
    [
        pytest.param("allied", "CAMPAIGN_VIEWER", share(0), id="allied-CAMPAIGN_VIEWER"),
        pytest.param("erskine", "--viewer", share(1), id="erskine---viewer"),
        *(
            pytest.param(viewer, way, OWN, id=f"{viewer}-{way}, every line", marks=pytest.mark.long)
            for viewer in VIEWERS
            for way in WAYS
        ),
    ],
)
def test_nothing_that_a_player_gets_holds_a_secret(
    bed: Bed, viewer: str, way: str, lines: list[tuple[str, Try]]
) -> None:
    """By either way of saying who he is; words that the rules refuse are refused by the sentence of the table."""
    wrong = {}
    for words, tried in lines:
        ended, got, _ = bed.type(viewer, way, words, tried)
        said = " ".join(ended.stderr.split())
        is_right = ended.exit_code == 0 if not tried.refused else re.search(tried.refused, said) is not None
        if not is_right or (tried.refused and ended.exit_code != 1):
            wrong[f"{words} {tried.words}"] = f"exit {ended.exit_code}: {ended.output[-300:]}"
        if leaks := bed.leaks(viewer, got, tried.words):
            wrong[f"{words} {tried.words}: secrets"] = f"{leaks}"
    assert wrong == {}, "\n".join(f"{k}: {v}" for k, v in wrong.items())


def test_what_is_anybodys_opens_no_campaign(bed: Bed) -> None:
    wrong = {}
    for words, row, command in every_row():
        if row.kind is Kind.ANYBODYS:
            if any(option in each.opts for each in command.params for option in ("--db", "--campaign")):
                wrong[words] = "it takes a campaign"
            elif row.tries[0].words:
                ended, got, is_unchanged = bed.type("allied", "CAMPAIGN_VIEWER", words, row.tries[0])
                if ended.exit_code or not is_unchanged or bed.leaks("allied", got):
                    wrong[words] = ended.output
    assert wrong == {}, "\n".join(f"{k}: {v}" for k, v in wrong.items())


def test_a_command_that_says_nothing_of_viewers_is_the_umpires() -> None:
    """What a new command is before anybody has thought of players."""
    from campaign.cli.lazy import Entry as Line
    from campaign.cli.lazy import Section

    group = LazyGroup(
        "trial", sections=[Section("Trial", (Line("new", "tests.secrecy.test_secrecy_commands:forgotten", ""),))]
    )
    for viewer, words in (("allied", []), (None, ["--viewer", "allied"])):
        ended = CliRunner(env={"CAMPAIGN_VIEWER": viewer}).invoke(campaign_with(group), ["trial", "new", *words])
        assert (ended.exit_code, ended.stdout) == (1, "") and f"new {USUAL} allied" in ended.stderr
    for words in ([], ["--viewer", "umpire"]):
        assert CliRunner().invoke(campaign_with(group), ["trial", "new", *words]).stdout == "both sides\n"


@click.command()
def forgotten() -> None:
    """A command whose author forgot the players."""
    click.echo("both sides")


def campaign_with(group: LazyGroup) -> click.Group:
    """The program with one more group."""
    whole = LazyGroup("campaign", sections=campaign.sections, params=campaign.params, callback=lambda: None)
    whole.find = lambda name: group if name == "trial" else None  # type: ignore[method-assign]
    whole.entries = {"trial": next(iter(group.entries.values()))}
    return whole
