"""``campaign init --map``: a map from nothing, by distance and bearing or from a scanned picture."""

from __future__ import annotations

from pathlib import Path

import click

from campaign.cli import show
from campaign.cli.convert import tell
from campaign.errors import BadFile, Refused
from campaign.exchange.foreign.mark_page import is_picture, write_page
from campaign.exchange.foreign.sketch import EXPECTED, problem_of
from campaign.exchange.writing import write_new
from campaign.file_rules import quoted

TYPED = "sketch.txt"
"""File that keeps typed lines."""


def init_map(directory: Path, map_of: str) -> None:
    """Make the map of a folder from a sketch, typed or in a file, or from marks on a picture, or make the page for
    marking.
    """
    if map_of == "-":
        sketch = directory / TYPED
        if sketch.exists():
            raise Refused(
                f"{sketch} exists already. To use this file: campaign init {quoted(str(directory))} --map "
                f"{quoted(str(sketch))}"
            )
        if not (typed := _typed()):
            raise BadFile("nothing was typed, so no file was written")
        directory.mkdir(parents=True, exist_ok=True)
        write_new(sketch, typed.encode())
        show.line(f"Your lines are kept in {sketch}.")
        _convert(directory, sketch)
    elif is_picture(Path(map_of)):
        page = write_page(Path(map_of), directory)
        show.lines([f"Open {page} in a browser, mark places, roads and a scale, and download marks.csv. Then:"])
        show.unbroken(f"  campaign init {quoted(str(directory))} --map marks.csv")
    else:
        _convert(directory, Path(map_of))


def _typed() -> str:
    """Return lines typed at the terminal, each asked for again until it can be read; a dot ends."""
    show.lines([f"Type one line after the other, {EXPECTED.removeprefix('expected ')}; a dot ends."])
    lines: list[str] = []
    while True:
        try:
            line: str = click.prompt(f"{len(lines) + 1}", default="", show_default=False, prompt_suffix="> ").strip()
        except click.Abort:
            break
        if line == ".":
            break
        if problem := problem_of(line):
            show.lines([problem])
        elif line:
            lines.append(line)
    return "".join(f"{line}\n" for line in lines)


def _convert(directory: Path, source: Path) -> None:
    from campaign.exchange.foreign.convert import changes_before, convert, keep
    from campaign.exchange.foreign.wishes import Wishes

    converted = convert([], Wishes(changes=changes_before(directory), map_file=source))
    if any(name.startswith("scenario") for name in converted.files if name.endswith(".yaml")):
        raise BadFile(
            f"{source} holds an order of battle as well as a map. To use this file: campaign convert "
            f"{quoted(str(source))} --out DIR"
        )
    tell(converted, keep(converted, directory), directory)
