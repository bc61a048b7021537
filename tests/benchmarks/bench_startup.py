"""`campaign --help` as a whole process, against a Python that only imports click."""

from __future__ import annotations

from tests.benchmarks.measure import against_floor, process, program

if __name__ == "__main__":
    against_floor(
        "campaign --help",
        program("--help"),
        "python -c 'import click'",
        process("-c", "import click"),
        runs=25,
        aim="at most 1.5 times",
        figure="startup: campaign --help",
    )
