"""Writes the pages of the handbook's reference that the program itself can tell.

    python -m tests.docs.reference write      write the pages that are behind
    python -m tests.docs.reference compare    name the pages that are behind; exit code 1 if there is one

A page is written below its mark (``MARK``); the text above the mark is by hand and stays. The heading of each command, setting
and rule is its anchor. A page is plain Markdown, so a forge shows it as Sphinx does.
"""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import get_args

import click

from campaign import api
from campaign.cli.contents import SECTIONS, campaign
from campaign.cli.lazy import Section
from campaign.errors import CampaignError
from campaign.exchange.rule_lines import doctrine_page, rule_lines
from campaign.resolve.left_out import for_players
from campaign.rules.common.rulebook import value_text
from campaign.rules.common.settings import DEFAULTS, OFTEN_CHANGED
from campaign.rules.common.systems import SYSTEMS
from tests.docs import json_answers, marches, subjects
from tests.docs.forge import MARK, by_hand, escaped, slug
from tests.docs.headings import UMPIRE, book_of, group_of, prose, section_of

REFERENCE = Path(__file__).parents[2] / "docs" / "reference"
OPTION = re.compile(r"(?<![\w`-])--[a-z][a-z-]*")
BAR = re.compile(r"(?<!\\)\|")
"""A bar that would end a cell of a table."""
EVERYWHERE = {option for parameter in campaign.params for option in parameter.opts} - {"--viewer"} | {"--help"}
"""Options of nearly every command, which the page of all commands explains."""


def commands(section: Section, page: str) -> Iterator[str]:
    """Yield the commands of one section of the help, in its order."""
    yield " · ".join(f"[{entry.name}](#{slug('campaign ' + entry.name)})" for entry in section.entries) + "\n"
    context = click.Context(campaign, info_name="campaign")
    for entry in section.entries:
        command = campaign.get_command(context, entry.name)
        assert command is not None
        yield from _command(command, click.Context(command, info_name=entry.name, parent=context), page)


def _command(command: click.Command, context: click.Context, page: str) -> Iterator[str]:
    """Yield a command with its help, usage and options, then the commands below it."""
    yield f"{'#' * len(context.command_path.split())} {context.command_path}\n"
    for paragraph in inspect.cleandoc(command.help or "").split("\n\n"):
        if paragraph.startswith("\b"):
            yield f"```text\n{paragraph.removeprefix(chr(8)).strip(chr(10))}\n```\n"
        else:
            yield _help(paragraph, page) + "\n"
    yield f"```text\n{' '.join([context.command_path, *command.collect_usage_pieces(context)])}\n```\n"
    rows = []
    for option in command.get_params(context):
        record = option.get_help_record(context)
        if record is not None and not EVERYWHERE.intersection(option.opts):
            cells = (f"`{record[0]}`", _help(record[1], page))
            rows.append("| " + " | ".join(BAR.sub(r"\\|", cell) for cell in cells) + " |")
    if rows:
        yield "\n".join(("| option | |", "|---|---|", *rows)) + "\n"
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            below = command.get_command(context, name)
            if below is not None and not below.hidden:
                yield from _command(below, click.Context(below, info_name=name, parent=context), page)


def _help(text: str, page: str) -> str:
    """Return a text of the help, with its options as code."""
    return prose(OPTION.sub(lambda option: f"`{option[0]}`", " ".join(text.split())), page)


def groups() -> dict[str, list[str]]:
    """Return the settings by their groups, both in the order of the program."""
    found: dict[str, list[str]] = {}
    for key in DEFAULTS:
        found.setdefault(group_of(key), []).append(key)
    return found


def list_of_settings() -> Iterator[str]:
    """Yield a line for each group of settings."""
    for group, keys in groups().items():
        yield f"- [{group}]({group}.md): " + ", ".join(f"[`{key}`]({group}.md#{slug(key)})" for key in keys)


def settings(keys: list[str], page: str) -> Iterator[str]:
    """Yield the settings of one group."""
    for key in keys:
        rule = DEFAULTS.rule(key)
        meaning = [prose(rule.meaning[0].upper() + rule.meaning[1:].rstrip(".") + ".", page)]
        if key in OFTEN_CHANGED:
            meaning.append("Clubs often change it.")
        if for_players(key):
            meaning.append("Only the players' sheet shows it; no battle that the program fights uses it.")
        yield f"## {escaped(key)}\n\n{' '.join(meaning)}\n"
        allowed, source = prose(rule.allowed, page), prose(rule.source, page)
        yield f"Default: `{value_text(rule.default)}`. Allowed: {allowed}. Source: {source}.\n"


def rules(book: str, page: str) -> Iterator[str]:
    """Yield the rules of one book by the sections of their ids."""
    lines = [rule for rule in rule_lines().values() if book_of(rule) == book]
    sections = list(dict.fromkeys(section_of(rule.id) for rule in lines))
    if len(sections) > 1:
        yield " · ".join(f"[{section}](#{slug(section)})" for section in sections) + "\n"
    for section in sections:
        if len(sections) > 1:
            yield f"## {section}\n"
        for rule in lines:
            if section_of(rule.id) == section:
                level = "###" if len(sections) > 1 else "##"
                yield f"{level} {rule.id}\n\n*{escaped(rule.section)}.* {prose(rule.text, page)}\n"


def doctrine() -> Iterator[str]:
    """Yield how the program plays, as ``campaign rules --doctrine`` prints it."""
    yield "\n".join(("```text", *doctrine_page(), "```"))


def functions(page: str) -> Iterator[str]:
    """Yield what ``campaign.api`` offers to scripts: its functions, the methods of a campaign, commands, answers, errors."""
    for function in (api.start, api.open_campaign):
        yield from _function(function, function.__name__, page)
    yield f"## OpenCampaign\n\n{_docstring(api.OpenCampaign, page)}\n"
    for name, member in vars(api.OpenCampaign).items():
        if not name.startswith("_"):
            yield from _function(member, f"OpenCampaign.{name}", page)
    kinds = [kind for name in api.__all__ if isinstance(kind := getattr(api, name), type)]
    yield (
        "## Commands to give\n\nEach of these is given with `OpenCampaign.give`, or tried with `OpenCampaign.preview`. A text names"
        " a unit, place or side as on the command line; an empty one is left out.\n"
    )
    yield from (_kind(kind, page) for kind in get_args(api.Command))
    yield "## Answers\n\nThe answers of the methods have the keys of [`--json`](json.md) as attributes. Besides these there are:\n"
    yield from (_kind(kind, page) for kind in (api.Done, api.Preview, api.Receipt, api.Change, api.Line, api.Branch))
    yield "## Errors\n"
    yield from (f"`{kind.__name__}`: {_docstring(kind, page)}\n" for kind in kinds if issubclass(kind, CampaignError))


def _function(function: object, name: str, page: str) -> Iterator[str]:
    """Yield a function or property with its signature and the paragraphs of its docstring."""
    is_property = isinstance(function, property)
    yield f"{'###' if '.' in name else '##'} {escaped(name)}\n"
    if not is_property:
        assert callable(function)
        parameters = re.sub(
            r"(: |-> )'([^']*)'", r"\1\2", str(inspect.signature(function))
        )  # types are texts in the source
        yield f"```python\n{name.rpartition('.')[2]}{re.sub(r'^.self(?:, )?', '(', parameters)}\n```\n"
    yield _docstring(function, page) + "\n"


def _kind(kind: type, page: str) -> str:
    """Return a value of the interface with its fields in one line."""
    fields = ", ".join(_field(parameter) for parameter in inspect.signature(kind).parameters.values())
    return f"`{kind.__name__}({fields})`: {_docstring(kind, page)}\n"


def _field(parameter: inspect.Parameter) -> str:
    return parameter.name if parameter.default is parameter.empty else f"{parameter.name}={parameter.default!r}"


def _docstring(described: object, page: str) -> str:
    paragraphs = (inspect.getdoc(described) or "").replace("``", "`").split("\n\n")
    return "\n\n".join(prose(" ".join(paragraph.split()), page) for paragraph in paragraphs)


def pages() -> dict[str, str]:
    """Return what stands below the mark on each page, by the page's path in the reference."""
    made: dict[str, Callable[[str], Iterator[str]]] = {}
    for section in SECTIONS:
        made[f"commands/{section.title.lower()}.md"] = lambda page, section=section: commands(section, page)
    made["settings/index.md"] = lambda _: list_of_settings()
    for group, keys in groups().items():
        made[f"settings/{group}.md"] = lambda page, keys=keys: settings(keys, page)
    for book in (*SYSTEMS, UMPIRE):
        made[f"rules/{book}.md"] = lambda page, book=book: rules(book, page)
    made["doctrine.md"] = lambda _: doctrine()
    made["json.md"] = lambda page: iter([json_answers.page(lambda text: prose(text, page))])
    made["python.md"] = functions
    made["subjects.md"] = subjects.index
    made["marches.md"] = lambda _: marches.marches()
    return {page: "\n".join(lines(page)).strip() + "\n" for page, lines in made.items()}


def head_of(page: str) -> str:
    """Return what is written by hand on a page; the page of a new group of settings begins with its name."""
    path = REFERENCE / page
    return by_hand(path) if path.is_file() else f"# Settings: {path.stem}\n\n"


def behind() -> dict[str, str]:
    """Return the whole text of each page that differs from what the program writes now; a page that it does not write any
    more has none.
    """
    whole = {page: f"{head_of(page)}{MARK}\n\n{text}" for page, text in pages().items()}
    there = {
        path.relative_to(REFERENCE).as_posix(): path.read_text(encoding="utf-8") for path in REFERENCE.rglob("*.md")
    }
    gone = {page: "" for page, text in there.items() if MARK in text and page not in whole}
    return gone | {page: text for page, text in whole.items() if there.get(page) != text}


def main(word: str) -> int:
    """Write the pages that are behind, or name them. Returns the exit code."""
    old = behind()
    for page, text in old.items() if word == "write" else ():
        path = REFERENCE / page
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")
        if not text:
            path.unlink()
    done = "written" if word == "write" else "behind"
    sys.stdout.write("".join(f"{done}: {page}\n" for page in old))
    return 1 if old and word == "compare" else 0


if __name__ == "__main__":
    if sys.argv[1:] not in (["write"], ["compare"]):
        sys.exit("expected: python -m tests.docs.reference write|compare")
    sys.exit(main(sys.argv[1]))
