"""``campaign demo``: the five-minute tour of a shipped campaign, on a database of its own.

It does what an umpire would do on the first evening: start the campaign, let the clock run by the opening orders, print
the papers of each battle, file the returns that come with the scenario, let the program resolve the other battles, and
print the day's papers.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click

from campaign.actions.day import Next
from campaign.actions.returns.take import RecordReturn
from campaign.actions.start_campaign import HISTORICAL, found_campaign
from campaign.cli import show
from campaign.cli.call import Call
from campaign.cli.options import for_anybody, on_paper
from campaign.cli.papers import write
from campaign.cli.preferred import tell_of_paper
from campaign.errors import CampaignError, StoreError
from campaign.exchange.check import find_scenario, read_scenario
from campaign.exchange.returns.file import FiledReturn, read_return
from campaign.exchange.values import Scenario
from campaign.file_rules import quoted
from campaign.journal import Done, JournalBoard, commit, reading
from campaign.model import Battalion, Battle, Clock, Formation, Sighting
from campaign.queries.campaign.paper_list import Request, apart, bundled, sheets
from campaign.queries.day.status import status
from campaign.rules.common.dice import Seeded
from campaign.rules.common.settings import DEFAULTS
from campaign.rules.tabletop.interface import DEFAULT, tabletop
from campaign.situation.engaged import open_battles
from campaign.store import Store, creating
from campaign.terms.viewer import UMPIRE
from campaign.verbs.resolution import ResolveBattle

SCENARIO = "operation-brevity"
SEED = "1941"
ACTOR = "the tour"
MOST_FOLDERS = 1000


@click.command()
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    default=Path("campaign-demo"),
    show_default=True,
    metavar="DIR",
    help="Folder to create.",
)
@click.option(
    "--seed", default=SEED, show_default=True, metavar="N", help="Word or number that the dice of the tour come from."
)
@on_paper
@for_anybody
@click.pass_obj
def demo(call: Call, out: Path, seed: str, paper: str) -> None:
    """Play the first day of a shipped campaign and print everything: a five-minute tour.

    It makes a new folder each time (campaign-demo, campaign-demo-2 ...) with a database and the papers, and changes
    nothing else.
    """
    play_tour(out, seed, paper)


def play_tour(out: Path, seed: str, paper: str) -> Path:
    """Play the tour, tell it at the terminal, and return the folder that it made."""
    folder = _new_folder(out)
    papers = folder / "papers"
    scenario = read_scenario(find_scenario(SCENARIO))
    with creating(str(folder / "campaign.db")) as store:
        found_campaign(store, scenario, seed=seed, weather=HISTORICAL, actor=ACTOR)
        show.line(
            f"{scenario.title}, {scenario.first_day.day} {scenario.first_day:%B %Y}: started, with dice from the"
            f" seed {seed}."
        )
        for line in _play_first_day(store, scenario, papers, paper, seed):
            show.lines([line], indent=2)
        with reading(store) as board:
            printed = tuple(sheets(board, UMPIRE, "all"))
        readers = sum(1 for _ in write(bundled(printed), paper, papers))
        with reading(store) as board:
            _say_how_it_stands(board)
    show.line()
    show.line(f"Made in {folder}:")
    show.pairs(_made(readers, sum(1 for _ in papers.glob("battle-*/*"))), indent=2)
    db = quoted(str(folder / "campaign.db"))
    show.line("Open it in your browser:")
    show.unbroken(f"  campaign desk --db {db}")
    show.line("Or go on at the terminal:")
    show.pairs(_next_words(db), indent=2)
    tell_of_paper()
    return folder


def _made(readers: int, battle_papers: int) -> list[tuple[str, str]]:
    """Return the files of the folder, each with what it is."""
    return [
        ("campaign.db", "the campaign after its first day"),
        ("papers", f"the papers of its {readers} readers, a file for each"),
        ("papers/battle-N", f"sheets, maps, return forms of its battles: {battle_papers} files"),
    ]


def _new_folder(path: Path) -> Path:
    """Make the first of DIR, DIR-2, DIR-3 ... that does not exist yet, and return it. Raises StoreError."""
    for number in range(1, MOST_FOLDERS):
        folder = path if number == 1 else path.with_name(f"{path.name}-{number}")
        if folder.exists():
            continue
        try:
            folder.mkdir(parents=True)
        except OSError as fault:
            raise StoreError(f"{folder} cannot be made ({fault.strerror}). Name another folder: --out DIR") from fault
        return folder
    raise StoreError(
        f"{path} and {MOST_FOLDERS - 1} folders with similar names exist already. Name another folder: --out DIR"
    )


def _play_first_day(store: Store, scenario: Scenario, papers: Path, paper: str, seed: str) -> Iterator[str]:
    """Run the clock to the evening, stopping for every battle; yield one line of news for each step."""
    filed = [read_return(path, tabletop(DEFAULT).fields(DEFAULTS)) for path in scenario.returns]
    while _day(store) == 1:
        with reading(store) as board:
            pending = [(battle.number, battle.name) for battle in open_battles(board)]
        if not pending:
            _do(store, Next("day"), seed)
        for number, name in pending:
            with reading(store) as board:
                printed = tuple(sheets(board, UMPIRE, "packet", Request(which=str(number))))
            for _ in write(apart(printed), paper, papers / f"battle-{number}"):
                pass
            yield end_battle(store, number, name, [f for f in filed if f.battle == name], seed)


def end_battle(store: Store, number: int, name: str, filed: list[FiledReturn], seed: str) -> str:
    """File the shipped returns of a battle, or else resolve it. Returns that no longer fit the battle (another seed,
    other orders) are not forced.
    """
    if filed:
        try:
            contents = tuple(filed_return.content for filed_return in filed)
            done = _do(store, RecordReturn(str(number), contents, believe=str(contents[0]["side"])), seed)
        except CampaignError as misfit:
            return (
                f"{_do(store, ResolveBattle(str(number)), seed).receipt.summary} (the shipped return does not fit:"
                f" {misfit})"
            )
        return f"{done.receipt.summary}, by the returns of the scenario"
    return _do(store, ResolveBattle(str(number)), seed).receipt.summary


def _do(store: Store, command: object, seed: str) -> Done:
    return commit(store, SCENARIO, command, source=Seeded(seed), actor=ACTOR)


def _day(store: Store) -> int:
    with reading(store) as board:
        return board.rows(Clock)[0].day


def _say_how_it_stands(board: JournalBoard) -> None:
    now = status(board, UMPIRE)
    show.line()
    show.pairs(
        [
            ("Forces", f"{len(board.rows(Battalion))} battalions in {len(board.rows(Formation))} formations"),
            ("Battles", f"{len(board.rows(Battle))} fought, {len(board.rows(Sighting))} sightings"),
            ("Score", ", ".join(f"{side.side} {side.score}" for side in now.sides)),
        ]
    )


def _next_words(db: str) -> list[tuple[str, str]]:
    return [
        (f"campaign next --db {db}", "play on"),
        (f"campaign log --db {db}", "every entry of its journal"),
        ("campaign new operation-brevity", "start it for your own club"),
    ]
