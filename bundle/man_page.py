"""Write the manual page ``campaign.1`` from the program's own help: ``python bundle/man_page.py``.

A wheel brings it to share/man/man1, where pipx and Homebrew make ``man campaign`` find it.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

import click

BUNDLE = Path(__file__).resolve().parent
sys.path.insert(0, str(BUNDLE.parent))

from campaign import __version__  # noqa: E402 - the folder is put on the path first
from campaign.cli.contents import campaign  # noqa: E402
from campaign.owner import Owner, owner  # noqa: E402

PAGE = BUNDLE / "campaign.1"
DESCRIPTION = "run a Second World War miniatures campaign between club nights"
EXIT = (
    ("0", "done"),
    ("1", "refused, or the database or a file cannot be used; nothing was changed"),
    ("2", "an unknown command or option, or a missing argument"),
    ("130", "stopped with Ctrl-C"),
)


def page(keeper: Owner) -> str:
    """Return the page in the language of man."""
    ctx = click.Context(campaign, info_name="campaign", help_option_names=["-h", "--help"])
    summary, _, rest = (campaign.help or "").partition("\n\n")
    options = [param for param in campaign.get_params(ctx) if isinstance(param, click.Option) and not param.hidden]
    known = {"CAMPAIGN_DEBUG": "show where an error in the program came from", "NO_COLOR": "print without colours"}
    known |= {param.envvar: f"as {param.opts[0]}" for param in options if isinstance(param.envvar, str)}
    lines = [
        f'.TH CAMPAIGN 1 "" "Campaign Manager {__version__}" "Campaign Manager"',
        ".nh",
        ".ad l",
        *_part("NAME", [rf"campaign \- {DESCRIPTION}"]),
        *_part("SYNOPSIS", [r".B campaign", r"[\fIOPTIONS\fR] [\fICOMMAND\fR [\fIARGUMENTS\fR]]"]),
        *_part("DESCRIPTION", [_text(summary), ".PP", _text(rest)]),
        *_part("OPTIONS", _pairs(record for param in options if (record := param.get_help_record(ctx)) is not None)),
    ]
    for section in campaign.sections:
        lines += _part(f"COMMANDS: {section.title.upper()}", _pairs((f"{e.name}", e.line) for e in section.entries))
    lines += [
        *_part("ENVIRONMENT", _pairs(sorted(known.items()))),
        *_part("FILES", _pairs([("campaign.db", "the campaign, in the folder where you type")])),
        *_part("EXIT STATUS", _pairs(EXIT)),
        *_part("SEE ALSO", [r"\fBcampaign\fR \fICOMMAND\fR \fB\-\-help\fR explains one command.", *_more(keeper)]),
    ]
    return "\n".join(lines) + "\n"


def _more(keeper: Owner) -> list[str]:
    """Return where the handbook is and where to ask, as far as the owner has filled it in."""
    told = [("The handbook", keeper.handbook), ("Errors are reported at", keeper.takes_reports)]
    return [line for name, address in told if address for line in (".PP", _text(f"{name}: {address}"))]


def _part(title: str, lines: Iterator[str] | list[str]) -> list[str]:
    return [f'.SH "{title}"', *lines]


def _pairs(pairs: Iterator[tuple[str, str]] | tuple[tuple[str, str], ...] | list[tuple[str, str]]) -> Iterator[str]:
    for name, text in pairs:
        yield from (".TP", rf"\fB{_text(name)}\fR", _text(text))


def _text(text: str) -> str:
    """Return a text with what man reads as its own signs made plain."""
    plain = re.sub(r"\s+", " ", text.replace("\b", "")).strip().replace("\\", r"\e").replace("-", r"\-")
    return rf"\&{plain}" if plain.startswith((".", "'")) else plain


if __name__ == "__main__":
    PAGE.write_text(page(owner()), encoding="utf-8", newline="\n")
    print(f"written: {PAGE.name}")
