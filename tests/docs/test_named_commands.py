"""Commands and settings that pages name in passing are there: sessions are run, but a line of prose can lie as well."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import click

from campaign.cli.contents import campaign as program
from campaign.cli.lazy import NamedGroup
from campaign.exchange.house_file import read_house
from campaign.rules.common.settings import DEFAULTS
from campaign.rules.tabletop.brigadier.house_values import value_at
from tests.docs.pages import DOCS, ROOT

PAGES = [
    "README.md",
    "CONTRIBUTING.md",
    "orbats/README.md",
    *(p.relative_to(ROOT).as_posix() for p in sorted(DOCS.rglob("*.md"))),
]
PLACEHOLDER = re.compile(r"[A-Z][A-Z-]+|\.\.\.")


def named_in(page: Path) -> list[str]:
    """Commands in inline code, in blocks of a shell, and in indented blocks, each on a line of its own."""
    text = page.read_text(encoding="utf-8")
    blocks = re.findall(r"^```(?:sh|bat|powershell)\n(.*?)^```", text, re.M | re.S)
    prose = re.sub(r"^ *```.*?^ *```", "", text, flags=re.M | re.S)
    lines = [line for block in blocks for line in block.splitlines()]
    lines += re.findall(r"^ {4}(campaign .*)$", prose, re.M)
    inline = [" ".join(code.split()) for code in re.findall(r"`([^`]+)`", prose)]
    lines = [re.split(r"\s#\s", line)[0].strip() for line in (*lines, *inline)]
    return [line for line in lines if re.match(r"campaign [a-z-]", line)]


def fault_of(line: str) -> str:
    """What is wrong with a command as it is named; empty if nothing is."""
    try:
        words = shlex.split(re.split(r"\s[|>&]+\s|;\s| ->", line.replace("...", ""))[0])[1:]
    except ValueError:
        return "its quotes do not match"
    command: click.Command = program
    context = click.Context(command, info_name="campaign")
    taken = {option for parameter in command.params for option in parameter.opts} | {"--help", "-h"}
    for word in words:
        if word.startswith("--"):
            if word.partition("=")[0] not in taken:
                return f"{context.command_path} has no option {word}"
        elif isinstance(command, click.Group) and not word.startswith("-") and not PLACEHOLDER.match(word):
            found = command.get_command(context, word)
            if found is None:
                return "" if isinstance(command, NamedGroup) else f"{context.command_path} has no command {word!r}"
            command = found
            context = click.Context(command, info_name=word, parent=context)
            taken |= {option for parameter in command.params for option in (*parameter.opts, *parameter.secondary_opts)}
        elif isinstance(command, click.Group):
            return ""
    return ""


def is_setting_or_house_value(key: str) -> bool:
    """Whether a key is a setting, the beginning of one with its dot, or a value of the club's house file."""
    house = read_house("brigadier-ours").plain
    beginnings = {setting.rpartition(".")[0] + "." for setting in DEFAULTS}
    return key in DEFAULTS or key in beginnings or value_at(house, key) is not None


def test_every_command_that_a_page_names_is_there() -> None:
    named = [(page, line) for page in PAGES for line in named_in(ROOT / page)]
    assert [f"{page}: {line}: {fault}" for page, line in named if (fault := fault_of(line))] == []
    assert len(named) > 500


def test_every_setting_that_a_page_names_is_there() -> None:
    groups = {key.partition(".")[0] for key in DEFAULTS}
    unknown, known = [], 0
    for page in (page for page in PAGES if page.startswith(("README", "docs"))):
        prose = re.sub(r"^ *```.*?^ *```", "", (ROOT / page).read_text(encoding="utf-8"), flags=re.M | re.S)
        for key in re.findall(r"`(?:campaign rules )?([a-z]+\.[a-z0-9_.]+)[^`]*`", prose):
            if key.partition(".")[0] not in groups or re.search(r"\.(py|txt|yaml|md|db|csv|json|pdf)$", key):
                continue
            known += 1
            unknown += [] if key in DEFAULTS or is_setting_or_house_value(key) else [f"{page}: {key}"]
    assert unknown == [] and known > 300


def test_a_command_that_is_not_there_is_noticed() -> None:
    assert (
        fault_of("campaign fight 1") and fault_of("campaign next --untill day") and fault_of("campaign battle fight 1")
    )
    assert not fault_of("campaign battle settle 1 --preview") and not fault_of("campaign unit '2nd Scots Guards'")
