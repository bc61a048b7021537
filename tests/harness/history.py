"""Campaigns that the program plays alone, held against what happened: the page ``docs/background/history``.

    python -m tests.harness.history make --jobs 2         play all campaigns, keep their figures, write the page: an hour
    python -m tests.harness.history page                  write the page again from the figures that are kept: seconds
    python -m tests.harness.history play bastogne --runs 16      what every fact of a campaign came to, on the terminal

One run of one program makes the whole table: ``figures.json`` beside the page has the figures of all campaigns with the
edition of the rules, the date and the seeds. Each campaign is founded as it is shipped and played to its last day by
``next --auto``, in memory, each run with dice of its own. After a change of the program the page may be behind; it then
says so, and ``page`` writes that line.

What a band of the middle nine tenths may be as wide as, and still say something, was fixed before any run was looked at
(`widest`), and is not changed by what comes out.
"""

from __future__ import annotations

import argparse
import gc
import json
import multiprocessing
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from math import ceil, floor
from pathlib import Path
from typing import Any

from campaign import clock
from campaign.cli import COLLECTED
from campaign.exchange.check import find_scenario, read_scenario
from campaign.model import Battalion, Crossing, Formation, Place, Side
from campaign.rules.common.editions import EDITION
from campaign.terms.time import TURNS_A_DAY
from tests.harness.conduct import GOALS, Conduct, Watch, listening, told
from tests.harness.facts import HELD_OUT, NEVER, PAGE, TUNED, Fact, Played, facts, founded, play

RUNS: Mapping[str, int] = {
    "operation-brevity": 200,
    "market-garden": 80,
    "bastogne": 40,
    "mokra": 200,
    "tolvajarvi": 200,
}
"""How many campaigns make the page."""
FIGURES, TEXT = PAGE / "figures.json", PAGE / "README.md"
BEGIN, END = "<!-- generated: tests.harness.history -->", "<!-- generated: end -->"
NOT_PLAYED = "No figures are kept: `python -m tests.harness.history make` plays the campaigns and writes them here."
YES_OR_NO = frozenset({"held", "bridge"})
OF_TROOPS = frozenset({"near", "arrived", "gone", "spent"})
"""Measures that count battalions of a formation: of one battalion alone they are yes or no, too."""
MOST_BEHIND = 10
"""Points by which the held-out campaigns may come out worse than the tuned ones."""

WIDEST_TURNS = TURNS_A_DAY
"""A day: what is played must tell one day from another."""
WIDEST_LOSSES = 25
"""Points of a hundred: between a formation that has lost little and one that is worn out lie some fifty."""
WIDEST_ADVANCE_KM = 15
"""A good day's way of armour against resistance."""
WIDEST_ON_A_ROAD = 3
"""A regiment."""


def widest(fact: Fact, size: int, level: float) -> float:
    """Return how wide the middle nine tenths of the runs may be and still say something.

    ``size``: the battalions of the fact's formation, of which a third may be there or not (one of a brigade). ``level``:
    the points between two victory levels of the scenario, so that a narrow score says who has won. Battles may be half
    as many more or less as history had, and one always.
    """
    match fact.measure:
        case "first_held" | "first_near":
            return WIDEST_TURNS
        case "left" | "gone" | "spent":
            return WIDEST_LOSSES
        case "near" | "arrived":
            return ceil(size / 3)
        case "enemy_on":
            return WIDEST_ON_A_ROAD
        case "advance":
            return WIDEST_ADVANCE_KM
        case "battles" | "battles_day" | "battles_total":
            return max(1, fact.value / 2)
        case "score":
            return level
        case other:
            raise ValueError(f"{other} has no band: it is shown by how often it is as in history")


@dataclass
class Figures:
    """What one campaign's runs came to: by fact the figures of the runs (None where it says nothing), the battalions of
    its formation, and whether it was so from the beginning."""

    first: int
    runs: int
    level: float
    values: dict[str, list[float | None]]
    sizes: dict[str, int]
    static: dict[str, bool]
    conduct: dict[str, float | None]

    def as_json(self) -> Iterator[str]:
        """Return lines, one a fact, so that two versions of the file can be compared."""
        yield f'  {{"first": {self.first}, "runs": {self.runs}, "level": {self.level:g},'
        yield f'   "conduct": {json.dumps(self.conduct)},'
        yield '   "facts": {'
        for n, (ident, values) in enumerate(self.values.items()):
            told = json.dumps(
                {"size": self.sizes[ident], "static": self.static[ident], "values": values}, separators=(",", ":")
            )
            yield f'    "{ident}": {told}{"," if n + 1 < len(self.values) else ""}'
        yield "   }}"


def read_figures(kept: Mapping[str, Any]) -> Figures:
    """Return the figures of a campaign as they were kept."""
    by_fact = kept["facts"]
    return Figures(
        kept["first"],
        kept["runs"],
        kept["level"],
        {ident: fact["values"] for ident, fact in by_fact.items()},
        {ident: fact["size"] for ident, fact in by_fact.items()},
        {ident: fact["static"] for ident, fact in by_fact.items()},
        kept["conduct"],
    )


@dataclass(frozen=True, slots=True)
class Run:
    """All figures of one run of the program: ``make`` writes it, the page is made of it."""

    edition: int
    date: str
    campaigns: Mapping[str, Figures]

    def write(self, path: Path = FIGURES) -> None:
        """Write the figures down."""
        lines = [f'{{"edition": {self.edition}, "date": "{self.date}", "campaigns": {{']
        for n, (name, figures) in enumerate(self.campaigns.items()):
            lines += [f' "{name}":', *figures.as_json()]
            lines[-1] += "," if n + 1 < len(self.campaigns) else ""
        path.write_text("\n".join([*lines, "}}", ""]), encoding="utf-8")


def read_run(path: Path = FIGURES) -> Run:
    """Read the figures that are kept."""
    kept = json.loads(path.read_text(encoding="utf-8"))
    figures = {name: read_figures(campaign) for name, campaign in kept["campaigns"].items()}
    return Run(kept["edition"], kept["date"], figures)


def played_with_conduct(name: str, run: int, days: int | None = None) -> tuple[Played, Conduct]:
    """Play one campaign, and count how its commanders conducted themselves; ``days``: break off after so many."""
    with founded(name, str(run)) as board, listening() as said:
        watch = Watch(board)
        played = play(board, f"history {run}", days, watch, lambda end: watch.end(end, said))
    return played, watch.conduct


Row = dict[str, tuple[float | None, bool, int]]
"""By fact: its figure, whether it was so from the beginning, and the battalions of its formation."""


def row_of(name: str, run: int, days: int | None = None) -> tuple[Row, Conduct]:
    """Return what the facts of a campaign came to in one run, and its conduct."""
    played, conduct = played_with_conduct(name, run, days)
    row: Row = {}
    for fact in facts():
        if fact.campaign == name:
            figure = played.figure(fact)
            rounded = None if figure is None else round(float(figure), 1)
            row[fact.ident] = rounded, played.is_static(fact), played.size(fact)
    return row, conduct


def _row_of(task: tuple[str, int]) -> tuple[Row, Conduct]:
    return row_of(*task)


def played_many(name: str, runs: range, jobs: int) -> Figures:
    """Play these runs in so many processes."""
    values, total = defaultdict[str, list[float | None]](list), Conduct()
    static, sizes = defaultdict[str, bool](bool), dict[str, int]()
    tasks = [(name, run) for run in runs]
    with multiprocessing.get_context("spawn").Pool(jobs, gc.set_threshold, COLLECTED) as pool:
        for run, (row, conduct) in zip(runs, pool.imap(_row_of, tasks), strict=True):
            for ident, (figure, was_so, size) in row.items():
                values[ident].append(figure)
                static[ident] |= was_so
                sizes[ident] = size
            total.add(conduct)
            print(run, end=" ", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    rounded = {name: None if figure is None else round(figure, 1) for name, figure in total.figures().items()}
    return Figures(runs.start, len(runs), level_of(name), dict(values), sizes, dict(static), rounded)


def level_of(name: str) -> float:
    """Return the points between two victory levels of a scenario, where they are nearest to each other; 0 without any."""
    scenario = read_scenario(find_scenario(name))
    if not scenario.victory:
        return 0.0
    first = scenario.victory[0].side
    leads = sorted(level.lead if level.side == first else -level.lead for level in scenario.victory if level.side)
    return min(high - low for low, high in pairwise(leads))


@dataclass(frozen=True, slots=True)
class Line:
    """A fact and what the runs made of it: the middle nine tenths from ``low`` to ``high``, and how wide that may be."""

    fact: Fact
    kind: str
    runs: int
    hits: int
    low: float
    high: float
    size: int = 0
    level: float = 0

    @property
    def share(self) -> float:
        """Of the runs that came out as in history."""
        return self.hits / self.runs

    @property
    def is_yes_or_no(self) -> bool:
        """It can only be so or not: it has no band, and only how often it is as in history says something."""
        return self.fact.measure in YES_OR_NO or (self.fact.measure in OF_TROOPS and self.size == 1)

    @property
    def fits(self) -> bool:
        """History lies within the middle nine tenths. Of a yes-or-no fact nothing of the kind is said."""
        return self.low <= self.fact.high and self.fact.low <= self.high

    @property
    def is_narrow(self) -> bool:
        """The runs agree well enough for the fact to say something."""
        return self.high - self.low <= widest(self.fact, self.size, self.level)


def lines_of(run: Run) -> list[Line]:
    """Sum up the figures, fact by fact."""
    result = []
    for fact in facts():
        figures = run.campaigns.get(fact.campaign)
        values = [] if figures is None else [v for v in figures.values.get(fact.ident, ()) if v is not None]
        if figures is not None and values:
            low, high = _middle(values)
            kind, hits = fact.kind(figures.static[fact.ident]), sum(map(fact.is_right, values))
            size = figures.sizes[fact.ident]
            result.append(Line(fact, kind, len(values), hits, low, high, size, figures.level))
    return result


def _middle(values: Sequence[float]) -> tuple[float, float]:
    """The middle nine tenths: from the fifth to the ninety-fifth of a hundred."""
    ranked, last = sorted(values), len(values) - 1
    return ranked[floor(0.05 * last)], ranked[ceil(0.95 * last)]


def mean_share(lines: Sequence[Line]) -> float:
    """Return how often these facts come out as in history, in per cent of the runs, each fact counted alike."""
    return 100 * sum(line.share for line in lines) / len(lines)


def open_of(lines: Iterable[Line], campaigns: Sequence[str]) -> list[Line]:
    """Return the lines of the open facts of these campaigns."""
    return [line for line in lines if line.kind == "open" and line.fact.campaign in campaigns]


def summary(lines: Sequence[Line], name: str) -> str:
    """Return what the open facts of a campaign come to, in sentences."""
    open_facts = open_of(lines, (name,))
    judged = [line for line in lines if line.fact.campaign == name and line.kind != "excluded"]
    if not open_facts:
        return f"It has no open fact. All its facts together come out as in history in {mean_share(judged):.0f} %."
    often = [line for line in open_facts if line.is_yes_or_no]
    bands = [line for line in open_facts if not line.is_yes_or_no]
    fits = [line for line in bands if line.fits]
    return (
        f"It has {len(open_facts)} open facts; they come out as in history in {mean_share(open_facts):.0f} % of the "
        f"campaigns, and all facts that are not excluded in {mean_share(judged):.0f} %. Of the {len(often)} yes-or-no facts "
        f"among the open ones {sum(line.share > 0.5 for line in often)} come out in most campaigns, "
        f"{sum(line.share < 0.05 for line in often)} in fewer than one of twenty. Of the {len(bands)} others history lies "
        f"within what is played for {len(fits)}, and for {sum(line.is_narrow for line in fits)} of these the band is narrow."
    )


def held_out(lines: Sequence[Line]) -> str:
    """Return how the held-out campaigns compare with the tuned ones, in sentences."""
    tuned, other = open_of(lines, TUNED), open_of(lines, HELD_OUT)
    if not tuned or not other:
        return "Tuned and held-out campaigns cannot be compared: one of the two parts was not played."
    behind = mean_share(tuned) - mean_share(other)
    all_of = {
        part: [x for x in lines if x.kind != "excluded" and x.fact.campaign in part] for part in (TUNED, HELD_OUT)
    }
    against = f"{behind:.0f} points worse" if behind >= 0 else f"{-behind:.0f} points better"
    return (
        f"The {len(tuned)} open facts of the tuned campaigns ({', '.join(map(title_of, TUNED))}) come out as in history in "
        f"{mean_share(tuned):.0f} %, the {len(other)} of those held out ({', '.join(map(title_of, HELD_OUT))}) in "
        f"{mean_share(other):.0f} %: {against}. The goal, no more than {MOST_BEHIND} points worse, is "
        f"{'met' if round(behind) <= MOST_BEHIND else 'missed'}. With the facts that were so from the beginning, or are ordered, it "
        f"is {mean_share(all_of[TUNED]):.0f} % against {mean_share(all_of[HELD_OUT]):.0f} %."
    )


def title_of(name: str) -> str:
    """Return a campaign's name as a title."""
    return {"tolvajarvi": "Tolvajärvi"}.get(name, name.replace("-", " ").title())


def table(lines: Sequence[Line]) -> Iterator[str]:
    """Return a line for each fact, for the terminal."""
    for line in lines:
        fact = line.fact
        keys = ";".join(f"{key}={word}" for key, word in fact.keys.items())
        played = "" if line.is_yes_or_no else f"played {line.low:g}-{line.high:g} "
        yield (
            f"{fact.ident:4} {fact.day}.{fact.turn} {fact.measure:12} {line.kind:8} history {fact.value:g} "
            f"[{fact.low:g}-{fact.high:g}] {played}right {100 * line.share:.0f} % {keys[:60]} {remark_of(line)}"
        )


def remark_of(line: Line) -> str:
    """Return what is remarked of a fact: its class, and whether its band misses history or is wide."""
    words = [line.kind] if line.kind != "open" else []
    if not line.is_yes_or_no:
        words += ([] if line.fits else ["outside"]) + ([] if line.is_narrow else ["wide"])
    return ", ".join(words)


WORDS: Mapping[str, str] = {
    "held": "{place} in {side} hands",
    "first_held": "{place} first in {side} hands: turn, counted from the first",
    "near": "Battalions of {unit} within {km} km of {place}",
    "first_near": "{unit} first within {km} km of {place}: turn, counted from the first",
    "arrived": "Battalions of {unit} that have come",
    "gone": "Battalions of {unit} out of play, per cent",
    "spent": "Battalions of {unit} spent or out of play, per cent",
    "left": "Men of {unit} in play, per cent of full strength",
    "bridge": "{crossing} can be crossed",
    "enemy_on": "{side} battalions on the road from {start} to {end}",
    "advance": "Kilometres that the head of {unit} has made from {start} towards {end}",
    "battles": "Battles at {place} so far",
    "battles_total": "Battles so far",
    "battles_day": "Battles of that day",
    "score": "{side} points less the enemy's",
}
"""What is measured, as one reads it."""
OF_ONE: Mapping[str, str] = {
    "near": "{unit} within {km} km of {place}",
    "arrived": "{unit} has come",
    "gone": "{unit} out of play",
    "spent": "{unit} spent or out of play",
}
"""The same of one battalion alone."""


def words_of(fact: Fact, names: Mapping[str, str], *, of_one: bool = False) -> str:
    """Return a fact in words; ``of_one``: its formation is one battalion."""
    route = fact.keys.get("route", "").split(">")
    keys = {key: names.get(word, word) for key, word in fact.keys.items()}
    ends = {"start": names.get(route[0], ""), "end": names.get(route[-1], "")}
    after = f", after it was in {keys['after']} hands" if "after" in keys else ""
    words = OF_ONE.get(fact.measure, WORDS[fact.measure]) if of_one else WORDS[fact.measure]
    return words.format_map({**keys, **ends}) + after


@cache
def names_of(name: str) -> dict[str, str]:
    """Return what a scenario calls its sides, places, units and crossings, by key; a unit goes before a place."""
    with founded(name, "1") as board:
        names = {crossing.key: crossing.name for crossing in board.rows(Crossing)}
        names |= {place.key: place.name for place in board.rows(Place)}
        names |= {battalion.key: battalion.name for battalion in board.rows(Battalion)}
        names |= {formation.key: formation.name for formation in board.rows(Formation)}
        names |= {side.key: side.name for side in board.rows(Side)}
    return names


def made_by(run: Run, edition: int = EDITION) -> str:
    """Return the sentence that says which program made the figures, and whether it is behind."""
    of = "; ".join(
        f"{figures.runs} of {title_of(name)}, seeds {figures.first} to {figures.first + figures.runs - 1}"
        for name, figures in run.campaigns.items()
    )
    behind = (
        f" **The program has edition {edition} of the rules by now: these figures are behind it.**"
        if edition != run.edition
        else ""
    )
    return (
        f"One run of `python -m tests.harness.history make` made all figures below, on {run.date}, with edition "
        f"{run.edition} of the rules: {of}.{behind}"
    )


def page(run: Run, edition: int = EDITION) -> Iterator[str]:
    """Return the part of the page that is made of figures."""
    lines = lines_of(run)
    yield f"{made_by(run, edition)}\n"
    yield f"{held_out(lines)}\n"
    yield "## Conduct\n"
    yield from conduct_table(run)
    for name, figures in run.campaigns.items():
        own_lines = [line for line in lines if line.fact.campaign == name]
        names, part = names_of(name), "tuned" if name in TUNED else "held out"
        yield f"\n## {title_of(name)}\n"
        yield f"{title_of(name)} ({part}): {figures.runs} campaigns. {summary(own_lines, name)}\n"
        yield "| Fact | After turn | What | History | Right from, to | Played: the middle nine tenths | As in history | |"
        yield "|---|---|---|---|---|---|---|---|"
        for line in own_lines:
            yield f"| {' | '.join(_cells(line, names))} |"


def _cells(line: Line, names: Mapping[str, str]) -> tuple[str, ...]:
    fact, told = line.fact, _yes_or_no if line.is_yes_or_no else _number
    band = f"{_number(fact.low)}, {_number(fact.high)}"
    return (
        fact.ident,
        f"{fact.day}.{fact.turn}",
        words_of(fact, names, of_one=line.is_yes_or_no and fact.measure in OF_TROOPS),
        told(fact.value),
        "" if line.is_yes_or_no else band,
        "" if line.is_yes_or_no else f"{_number(line.low)} to {_number(line.high)}",
        f"{100 * line.share:.0f} %",
        remark_of(line),
    )


def conduct_table(run: Run) -> Iterator[str]:
    """Return the measures of conduct of all campaigns as a table, with their goals."""
    names = list(run.campaigns)
    yield f"| | {' | '.join(map(title_of, names))} | Goal |"
    yield f"|---|{'---:|' * len(names)}---|"
    for measure in next(iter(run.campaigns.values())).conduct:
        figures = [run.campaigns[name].conduct[measure] for name in names]
        told = ["" if figure is None else f"{figure:g}" for figure in figures]
        yield f"| {measure} | {' | '.join(told)} | {GOALS.get(measure, '')} |"


def _number(figure: float) -> str:
    return "never" if figure == NEVER else f"{figure:g}"


def _yes_or_no(figure: float) -> str:
    return "yes" if figure else "no"


def written(run: Run, text: str, edition: int = EDITION) -> str:
    """Return a page with its figures written anew."""
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n\n" + "\n".join(page(run, edition)) + f"\n\n{END}{after}"


def main(words: Sequence[str]) -> int:
    """Do what the head of this file shows."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    verbs = parser.add_subparsers(dest="verb", required=True)
    making = verbs.add_parser("make")
    making.add_argument("--jobs", type=int, default=1)
    making.add_argument("--share", type=float, default=1.0, help="of the usual numbers of campaigns")
    making.add_argument("--first", type=int, default=1)
    verbs.add_parser("page")
    playing = verbs.add_parser("play")
    playing.add_argument("campaign", choices=list(RUNS))
    playing.add_argument("--runs", type=int, default=16)
    playing.add_argument("--first", type=int, default=1)
    playing.add_argument("--jobs", type=int, default=1)
    asked = parser.parse_args(words)
    if asked.verb == "play":
        figures = played_many(asked.campaign, range(asked.first, asked.first + asked.runs), asked.jobs)
        lines = lines_of(Run(EDITION, clock.today().isoformat(), {asked.campaign: figures}))
        print("\n".join([*table(lines), summary(lines, asked.campaign), *told(figures.conduct)]))
        return 0
    if asked.verb == "make":
        counts = {name: max(1, round(asked.share * runs)) for name, runs in RUNS.items()}
        seeds = {name: range(asked.first, asked.first + runs) for name, runs in counts.items()}
        figures_of = {name: played_many(name, runs, asked.jobs) for name, runs in seeds.items()}
        Run(EDITION, clock.today().isoformat(), figures_of).write()
    run = read_run()
    TEXT.write_text(written(run, TEXT.read_text(encoding="utf-8")), encoding="utf-8")
    print(made_by(run))
    print(held_out(lines_of(run)))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
