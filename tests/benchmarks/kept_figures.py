"""The history of the benchmarks: a line a figure in `history.csv`, and the newest held against the one before.

    keep_figures("large army: next", 1000, 5.6, 0.5, 207)     append a line, as scripts do with --keep
    python -m tests.benchmarks.kept_figures    the newest of each against the one before

Machines differ and are busy; what is compared is the ratio of a figure to its floor, measured in the same run.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator
from dataclasses import astuple, dataclass, fields
from datetime import UTC, datetime
from pathlib import Path

from campaign import __version__

HISTORY = Path(__file__).with_name("history.csv")


@dataclass(frozen=True)
class Figure:
    """A measured figure: processor seconds, those of its floor and their ratio; most memory in MB, 0 if not measured."""

    date: str
    version: str
    benchmark: str
    size: int
    seconds: float
    floor: float
    ratio: float
    memory: int


COLUMNS = tuple(field.name for field in fields(Figure))


def keep_figures(
    benchmark: str, size: int, seconds: float, floor: float, memory: int = 0, path: Path = HISTORY
) -> None:
    """Append a figure of today to the history."""
    begins = not path.exists()
    date = datetime.now(UTC).strftime("%Y-%m-%d %H:%M")
    figure = Figure(
        date, __version__, benchmark, size, round(seconds, 4), round(floor, 4), round(seconds / floor, 3), memory
    )
    with path.open("a", encoding="utf-8", newline="") as stream:
        writer = csv.writer(stream, lineterminator="\n")
        if begins:
            writer.writerow(COLUMNS)
        writer.writerow(astuple(figure))


def read_history(path: Path = HISTORY) -> list[Figure]:
    """Return all figures, oldest first. Raises SystemExit where there is none, and for a file with other columns."""
    if not path.exists():
        raise SystemExit(f"{path.name} is not there yet: run a benchmark with --keep first")
    with path.open(encoding="utf-8", newline="") as stream:
        reader = csv.DictReader(stream)
        if tuple(reader.fieldnames or ()) != COLUMNS:
            raise SystemExit(f"{path.name} has the columns {reader.fieldnames}; expected {', '.join(COLUMNS)}")
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
            )
            for row in reader
        ]


def comparison(figures: Iterable[Figure]) -> Iterator[str]:
    """Return a line for each benchmark and size: its newest figure against the one before."""
    series: dict[tuple[str, int], list[Figure]] = {}
    for figure in figures:
        series.setdefault((figure.benchmark, figure.size), []).append(figure)
    for (benchmark, size), kept in series.items():
        newest = kept[-1]
        size_text = f", {size:,}" if size else ""
        memory = f", {newest.memory} MB" if newest.memory else ""
        line = f"{benchmark}{size_text}: {newest.seconds:.4g} s, {newest.ratio:.2f} times its floor{memory}"
        if len(kept) == 1:
            yield f"{line}; nothing before"
            continue
        before = kept[-2]
        change = newest.ratio / before.ratio - 1
        line += f"; {before.ratio:.2f} times on {before.date} (version {before.version}): {change:+.0%}"
        yield line + (f", before {before.memory} MB" if before.memory else "")


if __name__ == "__main__":
    for text in comparison(read_history()):
        print(text)
