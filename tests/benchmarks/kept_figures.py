"""The history of the benchmarks: a line a figure in `history.csv`, by which a run is held against the one before.

    keep_figures("large army: next", 1000, 5.6, 0.5, 207)     append a line, as scripts do with --keep
    python -m tests.benchmarks.kept_figures                the newest of each figure against the one before
    python -m tests.benchmarks.kept_figures --run DATE     the table of a run, by the date of its lines
    python -m tests.benchmarks.kept_figures --publish      write the newest run, or that of --run, into README.md

A run is what has one date: all scripts that `run_all` started, or one script that was called alone. Machines differ and
are busy; what is compared is the ratio of a figure to its floor, measured in the same run. Lines from before 26 November
2026 say neither what their floor is nor how busy the machine was: their last two columns are missing.
"""

from __future__ import annotations

import argparse
import csv
import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import astuple, dataclass
from datetime import UTC, datetime
from pathlib import Path

from campaign import __version__
from campaign.values import fields
from tests.benchmarks.limits import LIMITS

HISTORY, README = (Path(__file__).with_name(name) for name in ("history.csv", "README.md"))
RUN_VARIABLE, HISTORY_VARIABLE = "BENCHMARKS_RUN", "BENCHMARKS_HISTORY"
"""Environment variables by which `run_all` gives its scripts the date of the run and the file for their figures."""
BEGINS, ENDS = "<!-- the last run begins: written by kept_figures -->", "<!-- the last run ends -->"
HEADING = (
    "| Figure | Size | Seconds | Floor | Times its floor | Memory | Change of the ratio |\n"
    "|---|---:|---:|---:|---:|---:|---:|"
)


@dataclass(frozen=True)
class Figure:
    """A measured figure: seconds, those of its floor and their ratio; most memory in MB, 0 if not measured; what the
    floor is; and the load of the machine in the last minute, to which the benchmark itself adds about 1 (negative if
    unknown).
    """

    date: str
    version: str
    benchmark: str
    size: int
    seconds: float
    floor: float
    ratio: float
    memory: int
    against: str
    load: float

    @property
    def series(self) -> tuple[str, int]:
        """What figures of several runs have in common."""
        return self.benchmark, self.size


COLUMNS = tuple(field.name for field in fields(Figure))


def keep_figures(
    benchmark: str,
    size: int,
    seconds: float,
    floor: float,
    memory: int = 0,
    against: str = "",
    path: Path | None = None,
) -> None:
    """Append a figure to the history: of the run that `run_all` named, or of a run of its own at this minute."""
    path = path or Path(os.environ.get(HISTORY_VARIABLE, HISTORY))
    begins = not path.exists()
    if not begins:
        _check_columns(path)
    figure = Figure(
        os.environ.get(RUN_VARIABLE) or now(),
        __version__,
        benchmark,
        size,
        _rounded(seconds, 5),
        _rounded(floor, 5),
        _rounded(seconds / floor, 4),
        memory,
        against,
        load(),
    )
    with path.open("a", encoding="utf-8", newline="") as stream:
        writer = csv.writer(stream, lineterminator="\n")
        if begins:
            writer.writerow(COLUMNS)
        writer.writerow(astuple(figure))


def now() -> str:
    """Return the date by which a run that begins now is named."""
    return datetime.now(UTC).strftime("%Y-%m-%d %H:%M")


def load() -> float:
    """Return the load of the machine in the last minute; -1 where the system does not tell it."""
    return round(os.getloadavg()[0], 2) if hasattr(os, "getloadavg") else -1.0


def _rounded(value: float, digits: int) -> float:
    return float(f"{value:.{digits}g}")


def _check_columns(path: Path) -> None:
    with path.open(encoding="utf-8", newline="") as stream:
        found = next(csv.reader(stream), [])
    if tuple(found) != COLUMNS:
        raise SystemExit(f"{path.name} has the columns {found}; expected {', '.join(COLUMNS)}")


def read_history(path: Path = HISTORY) -> list[Figure]:
    """Return all figures, oldest first. Raises SystemExit where there is none, and for a file with other columns."""
    if not path.exists():
        raise SystemExit(f"{path.name} is not there yet: run a benchmark with --keep first")
    _check_columns(path)
    with path.open(encoding="utf-8", newline="") as stream:
        return [
            Figure(
                row["date"],
                row["version"],
                row["benchmark"],
                int(row["size"]),
                float(row["seconds"]),
                float(row["floor"]),
                float(row["ratio"]),
                int(row["memory"]),
                row["against"] or "",
                float(row["load"] or -1),
            )
            for row in csv.DictReader(stream)
        ]


def comparison(figures: Iterable[Figure]) -> Iterator[str]:
    """Return a line for each benchmark and size: its newest figure against the one before."""
    series: dict[tuple[str, int], list[Figure]] = {}
    for figure in figures:
        series.setdefault(figure.series, []).append(figure)
    for (benchmark, size), kept in series.items():
        newest = kept[-1]
        size_text = f", {size:,}" if size else ""
        memory = f", {newest.memory} MB" if newest.memory else ""
        line = f"{benchmark}{size_text}: {newest.seconds:.4g} s, {times(newest.ratio)} times its floor{memory}"
        if len(kept) == 1:
            yield f"{line}; nothing before"
            continue
        before = kept[-2]
        line += f"; {times(before.ratio)} times on {before.date} (version {before.version}): {change(newest, before)}"
        yield line + (f", before {before.memory} MB" if before.memory else "")


def times(ratio: float) -> str:
    """Return a ratio as it is printed: 2.40, or 1/7,300 of what is far cheaper than its floor."""
    return f"{ratio:,.2f}" if ratio >= 0.05 else f"1/{1 / ratio:,.0f}"


def change(figure: Figure, before: Figure) -> str:
    """Return by how much the ratio of a figure to its floor has changed since an earlier one."""
    return f"{figure.ratio / before.ratio - 1:+.0%}"


def run_of(figures: Iterable[Figure], date: str = "") -> list[Figure]:
    """Return the figures of the run of this date, or of the newest run. Raises SystemExit if there is no such run."""
    kept = list(figures)
    runs = list(dict.fromkeys(figure.date for figure in kept))
    if date not in ("", *runs) or not runs:
        raise SystemExit(
            f"there is no run of {date or 'any date'}; kept are the runs of {', '.join(runs[-3:]) or 'no date'}"
        )
    return [figure for figure in kept if figure.date == (date or max(runs))]


def run_text(run: Sequence[Figure], history: Iterable[Figure]) -> str:
    """Return a run as Markdown: when and how busy the machine was, the table, and what limits each path in it."""
    first = run[0]
    loads = [figure.load for figure in run if figure.load >= 0]
    busy = (
        f"load {min(loads):.1f} to {max(loads):.1f}, about 1 of it the benchmark's own" if loads else "load not known"
    )
    head = f"Run of {first.date} UTC, version {first.version}, {len(run)} figures, {busy}."
    names = {figure.benchmark for figure in run}
    limits = [f"* {path}: {words}" for path, words in LIMITS.items() if any(belongs(name, path) for name in names)]
    parts = [head, table(run, history)]
    if limits:
        parts.append("What limits each path:\n\n" + "\n".join(limits))
    return "\n\n".join(parts)


def belongs(benchmark: str, path: str) -> bool:
    """Return whether a figure is one of a path: it bears its name, or its name begins with it and a colon."""
    return benchmark == path or benchmark.startswith(f"{path}: ")


def table(run: Sequence[Figure], history: Iterable[Figure]) -> str:
    """Return the figures of a run as a Markdown table, each against the newest that an earlier run has of it."""
    before: dict[tuple[str, int], Figure] = {}
    for figure in history:
        if figure.date < run[0].date:
            before[figure.series] = figure
    return "\n".join([HEADING, *(_row(figure, before.get(figure.series)) for figure in run)])


def _row(figure: Figure, before: Figure | None) -> str:
    floor = f"{figure.floor:.3g} {figure.against}".strip()
    cells = (
        figure.benchmark,
        f"{figure.size:,}" if figure.size else "",
        f"{figure.seconds:.3g}" if figure.seconds < 100 else f"{figure.seconds:.0f}",
        floor,
        times(figure.ratio),
        f"{figure.memory:,} MB" if figure.memory else "",
        f"{change(figure, before)} since {before.date[:10]}" if before else "",
    )
    return f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |"


def publish(text: str, path: Path = README) -> None:
    """Write a run between the two marks of the README. Raises SystemExit where they are missing."""
    page = path.read_text(encoding="utf-8")
    head, begins, rest = page.partition(BEGINS)
    _, ends, tail = rest.partition(ENDS)
    if not begins or not ends:
        raise SystemExit(f"{path.name} has no place for the run: expected the lines {BEGINS} and {ENDS}")
    path.write_text(f"{head}{begins}\n{text}\n{ends}{tail}", encoding="utf-8")


def main() -> None:
    """Print the history, or print or publish a run of it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--run", metavar="DATE", help="the run of this date, such as '2026-11-26 00:40'")
    parser.add_argument("--publish", action="store_true")
    given = parser.parse_args()
    history = read_history()
    if given.run is None and not given.publish:
        print("\n".join(comparison(history)))
        return
    text = run_text(run_of(history, given.run or ""), history)
    print(text)
    if given.publish:
        publish(text)


if __name__ == "__main__":
    main()
