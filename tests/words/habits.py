"""How often the texts for users have the habits that make a correct sentence sound translated: a report, not a gate.

``habits.txt`` has a habit on each line with its cure. The measure is the rule books themselves, which have each of them
less than once in 1,000 words (*one*, *he* and *of ... of* a little more often); twice that is much.

``python -m tests.words.habits`` prints the counts per 1,000 words of each kind of text; ``--show "bare one and none"``
prints its lines, ``--show "tells and says" rules papers`` those of two kinds.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from campaign.exchange.rule_lines import doctrine_page, rule_lines
from campaign.rules.common.systems import SYSTEMS
from campaign.rules.common.texts import texts
from campaign.words.texts import papers
from tests.words.program_texts import (
    ROOT,
    Text,
    error_texts,
    help_texts,
    is_text,
    line_texts,
    one_line,
    page_texts,
    setting_texts,
)

PAPER_ROOMS = ("campaign/views", "campaign/words", "campaign/rules", "campaign/order_papers", "reports")
"""Where the sentences of papers stand among the modules."""
DESK_ROOMS = ("campaign/web",)


class Habit(NamedTuple):
    """A habit: its name, how to write instead, a sentence that has it, and how it is recognised."""

    name: str
    instead: str
    example: str
    pattern: re.Pattern[str]


@cache
def habits() -> tuple[Habit, ...]:
    """Every habit of ``habits.txt``."""
    lines = (Path(__file__).parent / "habits.txt").read_text(encoding="utf-8").splitlines()
    rows = (line.split(" | ", maxsplit=3) for line in lines if line and line[0] != "#")
    return tuple(Habit(name, instead, example, re.compile(pattern)) for name, instead, example, pattern in rows)


def rule_texts() -> Iterator[Text]:
    """The rules of all systems and the umpire's rulings, a line each."""
    yield from (Text(line.id, line.text) for line in rule_lines().values())


def terminal_texts() -> Iterator[Text]:
    """Receipts, answers and prompts: what no paper and no page of the desk says."""
    yield from (text for text in line_texts() if not text.place.startswith(PAPER_ROOMS + DESK_ROOMS))


def paper_texts() -> Iterator[Text]:
    """Sentences of papers: the text files of the systems and of all papers, and those in the modules that set them."""
    for name, file in [*((key, texts(key)) for key in SYSTEMS), ("papers", papers())]:
        yield from (Text(f"{name} {entry.key}", entry.text) for entry in file.entries.values())
    yield from (text for text in line_texts() if text.place.startswith(PAPER_ROOMS))


def desk_texts() -> Iterator[Text]:
    """Sentences of the desk: in its modules, and between the tags of its templates and within their calls."""
    yield from (text for text in line_texts() if text.place.startswith(DESK_ROOMS))
    for page in sorted((ROOT / "campaign" / "web" / "templates").glob("*.html")):
        text = re.sub(
            r"\{#.*?#\}", lambda remark: "\n" * remark[0].count("\n"), page.read_text(encoding="utf-8"), flags=re.S
        )
        for number, line in enumerate(text.splitlines(), 1):
            plain = re.sub(r"\{%.*?%\}", "<>", re.sub(r"\{\{.*?\}\}", "7", line))
            quoted = [
                words for call in re.findall(r"\{[{%].*?[%}]\}", line) for words in re.findall(r'"([^"]*)"', call)
            ]
            for words in (*re.split(r"</?(?!b>|i>|em>|strong>|code>|a )[^<>]*>", plain), *quoted):
                if is_text(words):
                    yield Text(f"{page.name}:{number}", one_line(re.sub(r"<[^<>]*>", "", words)))


def doctrine_texts() -> Iterator[Text]:
    """How the program plays days and battles without players."""
    yield from (Text("doctrine", line) for line in doctrine_page() if line)


KINDS: dict[str, Callable[[], Iterator[Text]]] = {
    "rules": rule_texts,
    "papers": paper_texts,
    "terminal": terminal_texts,
    "desk": desk_texts,
    "errors": error_texts,
    "help": help_texts,
    "settings": setting_texts,
    "doctrine": doctrine_texts,
    "docs": page_texts,
}


def prose(words: str) -> str:
    """The words without commands and quotations, which are somebody else's."""
    return re.sub(r"`[^`]*`|\"[^\"]*\"", "7", words)


def count(sentences: list[str]) -> dict[str, int]:
    """How often each habit occurs in these sentences, by its name."""
    plain = [prose(words) for words in sentences]
    return {habit.name: sum(len(habit.pattern.findall(words)) for words in plain) for habit in habits()}


def table() -> str:
    """Counts per 1,000 words: a line for each habit, a column for each kind of text."""
    read = {kind: [text.words for text in each()] for kind, each in KINDS.items()}
    sizes = {kind: sum(len(words.split()) for words in read[kind]) for kind in KINDS}
    counts = {kind: count(read[kind]) for kind in KINDS}
    lines = ["".join([f"{'per 1,000 words':20}", *(f"{kind:>9}" for kind in KINDS)])]
    for habit in habits():
        rates = (f"{1000 * counts[kind][habit.name] / sizes[kind]:9.1f}" for kind in KINDS)
        lines.append("".join([f"{habit.name:20}", *rates]))
    lines.append("".join([f"{'words':20}", *(f"{sizes[kind]:9,}" for kind in KINDS)]))
    return "\n".join(lines)


def shown(name: str, kinds: list[str]) -> Iterator[str]:
    """The lines that have this habit, with its cure first. Raises SystemExit for a name that is not one."""
    known = {habit.name: habit for habit in habits()}
    if name not in known or not KINDS.keys() >= set(kinds):
        raise SystemExit(f"{name!r} {kinds}: expected a habit ({', '.join(known)}) and kinds ({', '.join(KINDS)})")
    habit = known[name]
    yield f"{habit.name}: write {habit.instead}"
    for kind in kinds or KINDS:
        for text in KINDS[kind]():
            if found := [match[0] for match in habit.pattern.finditer(prose(text.words))]:
                yield f"{kind} {text.place} {found}: {text.words}"


def main(arguments: list[str]) -> None:
    """Print the table, or the lines of a habit."""
    match arguments:
        case ["--show", name, *kinds]:
            lines = shown(name, kinds)
        case []:
            lines = iter([table()])
        case _:
            raise SystemExit("expected nothing, or --show HABIT [KIND ...]")
    for line in lines:
        sys.stdout.write(line + "\n")


if __name__ == "__main__":
    main(sys.argv[1:])
