"""A side's forecasts against the truth: of what is given 60 to 80 %, how much happens?

    .venv/bin/python -m tests.benchmarks.bench_calibration [--starts 100] [--runs 20] [--scenario operation-brevity]
    ... --first 401     begin with this start: several calls, each with a file of its own, share the work
    ... --keep FILE     every start is written down when it is judged, and is not played again by a call with this file
    ... --keep FILE --unnamed    take up lines, too, that do not say which scenario and program they are of

Each start is a campaign of its own seed with rolled weather. At a turn of its own, three commands of either side are
sent to places drawn at random (as players surprise each other), both sides ask for their forecast, and the true
campaign is played on to its end. A side reckons with the enemies that it has not seen: by arm, their true number less
and plus three tenths, as a good staff would. Judged are the chances of holding each place that scores for the side, in
each evening to come, and its score at the end. The umpire's forecast of the same starts stands beside.
"""

from __future__ import annotations

import argparse
import json
import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import ceil, floor
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any

from campaign.actions.day import Next, go_on
from campaign.actions.start_campaign import DICE, found_campaign
from campaign.forecast.enemy import Unseen
from campaign.forecast.job import engine
from campaign.forecast.names import names_of
from campaign.forecast.run import Run, play, play_on
from campaign.forecast.start import Start, begin
from campaign.journal import reading
from campaign.journal.board import JournalBoard
from campaign.journal.memory import Contents, MemoryBoard, packed, unpacked
from campaign.journal.state import State
from campaign.model import Battalion, Formation, Objective, Order, Place, Side, Sighting
from campaign.rows.images import KEYS, sheets, values_to_json
from campaign.rows.row import values_of
from campaign.rules.common.dice import Seeded, Tape
from campaign.situation.army import load_army
from campaign.store import create
from campaign.terms.forces import Level, Size, SizeMark
from campaign.terms.state import OrderKind
from campaign.terms.time import Phase
from campaign.terms.viewer import Viewer
from tests.benchmarks.reliability import Judged, Statement, bands, brier
from tests.shipped import shipped_scenario

SURPRISES = 3
"""Commands of a side that get an order at random."""
DOUBT = 0.3
"""By how much of the true number a side's estimate is open to either side."""
LATEST = 5
"""The last turn before which a forecast is asked for, counted from the campaign's first, 0."""
UMPIRES = "umpire"


@dataclass
class Results:
    """What was judged, by viewer."""

    statements: dict[str, list[list[Statement]]] = field(default_factory=dict)
    within: dict[str, list[bool]] = field(default_factory=dict)
    """Whether the true score lay within the forecast's 5 to 95 %."""
    above: dict[str, list[float]] = field(default_factory=dict)
    """The true score less the forecast's mean."""

    kept: list[tuple[str, list[tuple[float, bool, bool]], int, list[int]]] = field(default_factory=list)
    """All that was added, as plain values."""

    def add(self, viewer: str, statements: list[Statement], score: int, scores: Sequence[int]) -> None:
        """Take the forecast of a start."""
        ordered = sorted(scores)
        self.kept.append((viewer, [(s.chance, s.happened, s.in_a_run) for s in statements], score, list(scores)))
        low, high = ordered[floor(0.05 * len(ordered))], ordered[ceil(0.95 * len(ordered)) - 1]
        self.statements.setdefault(viewer, []).append(statements)
        self.within.setdefault(viewer, []).append(low <= score <= high)
        self.above.setdefault(viewer, []).append(score - sum(scores) / len(scores))


def founded(name: str) -> Contents:
    """The campaign as it begins, in memory, with dice for its weather."""
    with TemporaryDirectory() as folder:
        store = create(Path(folder) / "campaign.db")
        scenario = shipped_scenario(name)
        found_campaign(store, scenario, name=name, seed="1", tabletop="brevity", weather=DICE, actor="bench")
        with reading(store) as board:
            contents = unpacked(begin(board).snapshot.content)
        store.close()
    return contents


def judge(contents: Contents, number: int, runs: int, results: Results, *, with_umpire: bool = True) -> None:
    """Play one start to its end, and judge the forecasts of both sides."""
    random_ = random.Random(f"start {number}")
    board, truth = MemoryBoard(contents), Seeded(f"truth {number}")
    turns = random_.randint(0, LATEST)
    play_turns(board, truth, turns)
    surprise(board, random_)
    sides = {side.key: side.id for side in board.rows(Side)}
    starts = {side: begin(board, "", Viewer(ident), estimates(board, ident)) for side, ident in sides.items()}
    before = umpires_start(contents, board) if with_umpire else None
    happened = play_on(board, truth, 0, board.campaign.days)
    for side, start in starts.items():
        forecast = runs_of(start, number, runs + 1)
        results.add(side, *judged(start, forecast, happened, sides[side], board))
    if before is not None:
        forecast = runs_of(before, number, runs + 1)
        for ident in sides.values():
            results.add(UMPIRES, *judged(before, forecast, happened, ident, board))
    board.close()


def umpires_start(contents: Contents, board: MemoryBoard) -> Start:
    """The start of the umpire's forecast, of a board in memory."""
    state = State()
    for written in sheets().values():
        rows = board.rows(written.model)
        state.rows[written.table.name] = {row.id: values_to_json(written, values_of(row)[len(KEYS) :]) for row in rows}
    return Start(packed(contents.facts, board.next_id, state), names_of(board), board.campaign.days)


def play_turns(board: JournalBoard, dice: Seeded, turns: int) -> None:
    """Play the true campaign up to a turn."""
    tape, until = Tape(dice, board.moment), board.moment.index + turns
    while board.moment.index < until and board.clock.phase is not Phase.OVER:
        go_on(board, Next("step", auto=True), tape)


def surprise(board: JournalBoard, dice: random.Random) -> None:
    """Send some commands of each side to places drawn at random, as a player might."""
    army, now = load_army(board), board.moment
    places = [place.id for place in board.rows(Place)]
    for side in sorted(army.sides):
        commands = [
            f for f in board.rows(Formation)
            if f.side_id == side and f.level is Level.COMMAND and any(b.on_map for b in army.present[f.id])
        ]  # fmt: skip
        for command in dice.sample(commands, min(SURPRISES, len(commands))):
            key = f"formation:{command.key}"
            for order in board.rows(Order, Order.key == key, Order.day == now.day, Order.turn == now.turn):
                board.erase(order)
            kind = dice.choice((OrderKind.ATTACK, OrderKind.MARCH, OrderKind.HOLD))
            to = None if kind is OrderKind.HOLD else dice.choice(places)
            board.make(
                Order, key=key, formation_id=command.id, day=now.day, turn=now.turn, kind=kind, to_id=to,
                given_by="umpire",
            )  # fmt: skip


def estimates(board: JournalBoard, side: int) -> tuple[Unseen, ...]:
    """What a good staff reckons of the enemies that its side has not seen, by arm, battalions and companies apart."""
    seen = {sighting.battalion_id for sighting in board.rows(Sighting, Sighting.side_id == side)}
    hidden = (b for b in board.rows(Battalion) if b.side_id != side and b.state.is_in_play and b.id not in seen)
    counts: Counter[tuple[str, str]] = Counter()
    for battalion in hidden:
        mark = SizeMark.COMPANY if battalion.size is Size.COMPANY else SizeMark.BATTALION
        counts[battalion.arm.value, mark.value] += 1
    return tuple(
        Unseen(arm, floor((1 - DOUBT) * count), ceil((1 + DOUBT) * count), mark)
        for (arm, mark), count in sorted(counts.items())
    )


def runs_of(start: Start, number: int, count: int) -> list[Run]:
    """The runs of a forecast."""
    contents = unpacked(start.snapshot.content)
    return [play(contents, f"forecast {number}", run, start.until) for run in range(1, count + 1)]


def judged(
    start: Start, runs: Sequence[Run], truth: Run, side: int, board: JournalBoard
) -> tuple[list[Statement], int, list[int]]:
    """The statements of a forecast on what a side holds, its true score, and its scores in the runs. The last run is
    held back for what a perfect forecast would show. ``side``: its id in the true campaign.
    """
    *counted, last = runs
    umpires = start.enemy is None
    own = side if umpires else next(ident for ident in start.names.subjects.sides)
    index = start.names.subjects.sides.index(own)
    keys = {board.row(Place, o.place_id).key for o in board.rows(Objective) if o.side_id == side}
    true_places = {key: index for index, key in enumerate(_true_keys(board))}
    statements = []
    for number, evening in enumerate(truth.evenings):
        for place, ident in enumerate(start.names.subjects.places):
            key = start.names.places[ident][0]
            if key not in keys:
                continue
            held = [run.evenings[number].owners[place] == own for run in counted]
            happened = evening.owners[true_places[key]] == side
            in_a_run = last.evenings[number].owners[place] == own
            statements.append(Statement(sum(held) / len(held), happened, in_a_run))
    scores = [run.evenings[-1].points[index] for run in counted]
    true_sides = [row.id for row in sorted(board.rows(Side), key=lambda row: row.position)]
    return statements, truth.evenings[-1].points[true_sides.index(side)], scores


def _true_keys(board: JournalBoard) -> Iterator[str]:
    """The keys of the places that score, in the order in which a run of the umpire's counts them."""
    for ident in sorted({objective.place_id for objective in board.rows(Objective)}):
        yield board.row(Place, ident).key


def table(judged_: Judged) -> Iterator[str]:
    """The reliability in lines of a table."""
    yield "| given | statements | mean given | happened (95 %) | a perfect forecast |"
    yield "|---|---|---|---|---|"
    for band in bands(judged_):
        yield (
            f"| {100 * band.low:.0f} to {100 * band.high:.0f} % | {band.statements} | {100 * band.said:.0f} % |"
            f" {100 * band.happened:.0f} % ({100 * band.at_least:.0f} to {100 * band.at_most:.0f}) |"
            f" {100 * band.expected:.0f} % |"
        )


@dataclass(frozen=True, slots=True)
class Trial:
    """The facts that starts must share to be counted together: scenario, runs of each forecast, whether the umpire's
    stands beside, and the program that plays.
    """

    scenario: str
    runs: int
    with_umpire: bool
    engine: str


def write_down(path: Path, start: int, trial: Trial, results: Results) -> None:
    """Append the forecasts of the start that was judged last, under its number."""
    line = {"start": start, "scenario": trial.scenario, "engine": trial.engine, "judged": results.kept}
    with path.open("a", encoding="utf-8") as file:
        file.write(json.dumps(line) + "\n")


def take_up(path: Path, trial: Trial, results: Results, *, unnamed: bool = False) -> set[int]:
    """Take the starts that were written down; return their numbers. ``unnamed``: also lines without scenario and
    engine. Raises SystemExit for a line of another trial.
    """
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    starts = set()
    for number, line in enumerate(lines, 1):
        kept = json.loads(line)
        if reason := _another(kept, trial, unnamed=unnamed):
            raise SystemExit(f"--keep {path}, line {number}: {reason}")
        for viewer, statements, score, scores in kept["judged"]:
            results.add(viewer, [Statement(*statement) for statement in statements], score, scores)
        starts.add(kept["start"])
    results.kept.clear()
    return starts


def _another(kept: Mapping[str, Any], trial: Trial, *, unnamed: bool) -> str:
    """Return the reason for which a start that was written down is of another trial, with the way out; or nothing."""
    for fact, expected in (("scenario", trial.scenario), ("engine", trial.engine)):
        if fact not in kept and not unnamed:
            return f"there is no {fact}, expected {expected!r}. Name another file, or take it up by --unnamed"
        if kept.get(fact, expected) != expected:
            return f"the {fact} is {kept[fact]!r}, expected {expected!r}. Name another file"
    for viewer, _, _, scores in kept["judged"]:
        if len(scores) != trial.runs:
            return (
                f"the forecast as {viewer} has {len(scores)} runs, expected {trial.runs}. Name another file, or give"
                f" --runs {len(scores)}"
            )
    has_umpire = UMPIRES in {viewer for viewer, *_ in kept["judged"]}
    if has_umpire and not trial.with_umpire:
        return "the umpire's forecast is there, expected none. Name another file, or leave out --without-umpire"
    if trial.with_umpire and not has_umpire:
        return "the umpire's forecast is missing, expected one. Name another file, or add --without-umpire"
    return ""


def main() -> None:
    """Judge as many starts as asked for, and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--starts", type=int, default=100, help="how many starts")
    parser.add_argument("--first", type=int, default=1, help="the number of the first start")
    parser.add_argument("--keep", type=Path, help="file into which every start is written down")
    parser.add_argument("--unnamed", action="store_true", help="take up lines of the file that do not name their trial")
    parser.add_argument("--runs", type=int, default=20)
    parser.add_argument("--scenario", default="operation-brevity")
    parser.add_argument("--without-umpire", action="store_true")
    asked = parser.parse_args()
    trial, results = Trial(asked.scenario, asked.runs, not asked.without_umpire, engine()), Results()
    done = set() if asked.keep is None else take_up(asked.keep, trial, results, unnamed=asked.unnamed)
    contents, began = founded(asked.scenario), process_time()
    for number in (n for n in range(asked.first, asked.first + asked.starts) if n not in done):
        judge(contents, number, asked.runs, results, with_umpire=trial.with_umpire)
        if asked.keep is not None:
            write_down(asked.keep, number, trial, results)
        results.kept.clear()
        done.add(number)
    print(
        f"{asked.scenario}, {len(done)} starts, {asked.runs} runs each:"
        f" {process_time() - began:.0f} s of CPU in this call\n"
    )
    for viewer, statements in results.statements.items():
        within, above = results.within[viewer], results.above[viewer]
        print(
            f"As {viewer}: Brier {brier(statements):.3f}, a perfect forecast of as many runs"
            f" {brier(statements, lambda s: s.in_a_run):.3f}; the true score less the mean"
            f" {sum(above) / len(above):+.1f}, within the forecast's 5 to 95 % in {100 * sum(within) / len(within):.0f} %"
        )
        print("\n".join(table(statements)), "\n")


if __name__ == "__main__":
    main()
