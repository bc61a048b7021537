"""Puts into a page, while the handbook is built, what the program itself says: ``<!-- generated: NAME ARGUMENT -->``.

    commands SECTION     the commands of one section of the help, by sphinx-click
    settings             every setting, with an anchor ``setting-march-past-masked`` each
    rules BOOK           the rules of one book (its key, or ``umpire``), with an anchor ``ob-sup-03`` each
    doctrine             how the program plays days and battles
    json                 the keys of every answer that ``--json`` gives
    scripted COMMANDS    what scripts can give, get or catch: ``commands``, ``answers`` or ``errors`` of campaign.api

Another name stops the build. Nothing is written into the tree: a page gets its text as Sphinx reads it.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable
from itertools import groupby
from typing import get_args

import click
import json_answers
from sphinx.application import Sphinx

from campaign import api
from campaign.cli.contents import SECTIONS
from campaign.errors import CampaignError
from campaign.exchange.rule_lines import RuleText, doctrine_page, rule_lines
from campaign.resolve.left_out import for_players
from campaign.rules.common.rulebook import value_text
from campaign.rules.common.settings import DEFAULTS, OFTEN_CHANGED
from campaign.rules.common.systems import SYSTEMS

MARK = re.compile(r"^<!-- generated: (\w+) ?(.*?) -->$", re.M)
SPECIAL = re.compile(r"([\\*_\[\]<>$|{}~])")
KEYS = re.compile(r"\b[a-z]+(?:\.[a-z0-9_]+)+\b")
IDS = re.compile(r"\b(?:umpire \d(?:\.\d+)?|[A-Z]{2,3}-[A-Z]+-?[A-Z0-9]+[a-z]?)\b")


def anchor(name: str) -> str:
    """The anchor of a rule or key: ``OB-SUP-03`` is ``ob-sup-03``, ``umpire 1.20`` is ``umpire-1-20``."""
    return re.sub(r"[ ._]", "-", name.lower())


def prose(text: str) -> str:
    """A text of the program as Markdown: code stays code, rules and settings become links, the rest is plain."""
    parts = re.split(r"(`[^`]*`)", "".join(_keys_as_code(part) for part in re.split(r"(`[^`]*`)", text)))
    return "".join(_code(part) if part.startswith("`") and len(part) > 1 else _plain(part) for part in parts)


def _keys_as_code(part: str) -> str:
    """Put the keys of settings that stand in plain words between backticks."""
    return part if part.startswith("`") else KEYS.sub(lambda key: f"`{key[0]}`" if key[0] in DEFAULTS else key[0], part)


def _code(part: str) -> str:
    key = part.strip("`").split(" ")[0]
    return f"[{part}](#{setting_anchor(key)})" if key in DEFAULTS else part


def _plain(part: str) -> str:
    rules = rule_lines()
    escaped = _escaped(part)
    return IDS.sub(lambda ident: f"[{ident[0]}](#{anchor(ident[0])})" if ident[0] in rules else ident[0], escaped)


def _escaped(text: str) -> str:
    return SPECIAL.sub(r"\\\1", text)


def setting_anchor(key: str) -> str:
    """The anchor of a setting."""
    return f"setting-{anchor(key)}"


def commands(title: str) -> str:
    """The commands of one section of the help, in its order."""
    section = next(section for section in SECTIONS if section.title == title)
    return "\n".join(
        f"```{{eval-rst}}\n.. click:: {entry.where}\n   :prog: campaign {entry.name}\n   :nested: full\n```\n"
        for entry in section.entries
    )


def settings(_: str) -> str:
    """Every setting under the heading of its group."""
    lines = []
    groups: dict[str, list[str]] = {}
    for key in DEFAULTS:
        groups.setdefault(key.partition(".")[0], []).append(key)
    for group, keys in groups.items():
        lines.append(f"## {group}\n")
        for key in keys:
            lines += [f"({setting_anchor(key)})=", _setting(key), ""]
    return "\n".join(lines)


def _setting(key: str) -> str:
    rule = DEFAULTS.rule(key)
    meaning = rule.meaning[0].upper() + rule.meaning[1:].rstrip(".") + "."
    notes = []
    if key in OFTEN_CHANGED:
        notes.append("Clubs often change it.")
    if for_players(key):
        notes.append("Only the players' sheet shows it; no battle that the program fights uses it.")
    return (
        f"`{key}`\n: {prose(meaning)} {' '.join(notes)}\n\n"
        f"  Default: `{value_text(rule.default)}`. Allowed: {prose(rule.allowed)}. Source: {prose(rule.source)}."
    )


def rules(book: str) -> str:
    """The rules of one book, by sections of their ids."""
    name = SYSTEMS[book].name if book in SYSTEMS else ""
    lines = [line for line in rule_lines().values() if line.book == name or (not name and line.id.startswith("umpire"))]
    texts = []
    for section, group in groupby(lines, key=lambda line: _section(line.id)):
        texts.append(f"## {section}\n" if section != "umpire" else "")
        texts += [_rule(line) for line in group]
    return "\n".join(texts)


def _section(ident: str) -> str:
    return ident.rpartition("-")[0] or "umpire"


def _rule(line: RuleText) -> str:
    return f"({anchor(line.id)})=\n**{line.id}** ({_escaped(line.section)}). {prose(line.text)}\n"


def doctrine(_: str) -> str:
    """How the program plays, as ``campaign rules --doctrine`` prints it."""
    return "```none\n" + "\n".join(doctrine_page()) + "\n```\n"


def json(_: str) -> str:
    """A table of keys for every answer, then one for each kind of value within them."""
    return json_answers.page(prose)


def scripted(kind: str) -> str:
    """The classes of ``campaign.api`` of one kind, each with what its source says of it."""
    commands = get_args(api.Command)
    classes = [each for name in api.__all__ if isinstance(each := getattr(api, name), type)]
    chosen = {
        "commands": list(commands),
        "errors": [each for each in classes if issubclass(each, CampaignError)],
        "answers": [api.Done, api.Preview, api.Receipt, api.Change, api.Line, api.Branch],
    }[kind]
    lines = []
    for each in chosen:
        fields = [] if kind == "errors" else [_parameter(each, name) for name in inspect.signature(each).parameters]
        shown = f"({', '.join(fields)})" if fields else ""
        lines += [f"`{each.__name__}{shown}`", f": {_docstring(each)}", ""]
    return "\n".join(lines)


def _parameter(kind: type, name: str) -> str:
    default = inspect.signature(kind).parameters[name].default
    return name if default is inspect.Parameter.empty else f"{name}={default!r}"


def _docstring(kind: type) -> str:
    text = " ".join((inspect.getdoc(kind) or "").split())
    return prose(text.replace("``", "`"))


PARTS: dict[str, Callable[[str], str]] = {
    part.__name__: part for part in (commands, settings, rules, doctrine, json, scripted)
}


def written(source: str) -> str:
    """The text of a page with its marks replaced."""
    return MARK.sub(lambda mark: PARTS[mark[1]](mark[2]), source)


def _read(app: Sphinx, name: str, source: list[str]) -> None:
    source[0] = written(source[0])


def _always(app: Sphinx, *_: object) -> Iterable[str]:
    """Pages made from the program are read anew by every build: the program may have changed."""
    return [name for name in app.env.found_docs if MARK.search(app.env.doc2path(name).read_text(encoding="utf-8"))]


def _no_arguments(app: Sphinx, ctx: click.Context, lines: list[str]) -> None:
    """Leave out the list of arguments: the line of usage has them all, and there is nothing more to say of them."""
    lines.clear()


def setup(app: Sphinx) -> dict[str, bool]:
    """Called by Sphinx."""
    app.connect("sphinx-click-process-arguments", _no_arguments)
    app.connect("source-read", _read)
    app.connect("env-get-outdated", _always)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
