"""The page and heading of each command, setting and rule in the reference, and the links to them in the program's texts."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from campaign.cli.contents import SECTIONS
from campaign.exchange.rule_lines import RuleText, rule_lines
from campaign.rules.common.settings import DEFAULTS
from campaign.rules.common.systems import SYSTEMS
from tests.docs.forge import escaped, slug

KEYS = re.compile(r"\b[a-z]+(?:\.[a-z0-9_]+)+\b")
IDS = re.compile(r"\b(?:umpire \d(?:\.\d+)?|[A-Z]{2,3}-[A-Z]+-?[A-Z0-9]+[a-z]?)\b")
UMPIRE = "umpire"


def group_of(key: str) -> str:
    """Return the group of a setting: the word before its first dot."""
    return key.partition(".")[0]


def book_of(rule: RuleText) -> str:
    """Return the key of the system whose book holds a rule, or ``umpire``."""
    return next((key for key, system in SYSTEMS.items() if system.name == rule.book), UMPIRE)


def section_of(ident: str) -> str:
    """Return the section of a rule: ``OB-SUP`` of ``OB-SUP-03``."""
    return ident.rpartition("-")[0] or UMPIRE


def address(name: str, page: str) -> str:
    """Return the link from a page of the reference to a setting or a rule."""
    up = "../" * page.count("/")
    if name in DEFAULTS:
        return f"{up}settings/{group_of(name)}.md#{slug(name)}"
    return f"{up}rules/{book_of(rule_lines()[name])}.md#{slug(name)}"


def prose(text: str, page: str) -> str:
    """Return a text of the program as Markdown for a page: code stays code, settings and rules become links."""
    return "".join(_code(part, page) if part.startswith("`") else _plain(part, page) for part in _parts(text))


def _parts(text: str) -> list[str]:
    """Cut a text into code, with its backticks, and plain words; a setting among plain words is code, too."""
    marked = (
        part if part.startswith("`") else KEYS.sub(lambda key: f"`{key[0]}`" if key[0] in DEFAULTS else key[0], part)
        for part in re.split(r"(`[^`]*`)", text)
    )
    return re.split(r"(`[^`]+`)", "".join(marked))


def _code(code: str, page: str) -> str:
    key = code.strip("`").split(" ")[0]
    return f"[{code}]({address(key, page)})" if key in DEFAULTS else code


def _plain(text: str, page: str) -> str:
    known = rule_lines()
    return IDS.sub(
        lambda rule: f"[{rule[0]}]({address(rule[0], page)})" if rule[0] in known else rule[0], escaped(text)
    )


@cache
def _section_titles() -> dict[str, str]:
    return {entry.name: section.title.lower() for section in SECTIONS for entry in section.entries}


def command_address(command: str) -> str:
    """Return the link from a page at the top of the reference to a command, as in ``air task``."""
    return f"commands/{_section_titles()[command.split(' ')[0]]}.md#{slug('campaign ' + command)}"


@cache
def _sections() -> dict[str, str]:
    """Return the page of each section of the rules."""
    return {section_of(ident): book_of(rule) for ident, rule in rule_lines().items()}


def section_address(section: str) -> str:
    """Return the link from a page at the top of the reference to a section of a rule book."""
    return f"rules/{_sections()[section]}.md#{slug(section)}"


def title_of(page: Path) -> str:
    """Return the title of a page."""
    return page.read_text(encoding="utf-8").removeprefix("# ").partition("\n")[0]
