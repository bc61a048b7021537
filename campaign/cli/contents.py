"""The table of contents: every command, where it is, and its line in the help.

To add a command: write it in the file of its noun, and add a line here.
"""

from __future__ import annotations

import click

from campaign import __version__
from campaign.cli.lazy import Entry, LazyGroup, Section
from campaign.cli.options import Call, names_database, signed

SECTIONS = (
    Section(
        "Start",
        (
            Entry("scenarios", "campaign.cli.scenario:scenarios", "what is shipped"),
            Entry("check", "campaign.cli.scenario:check", "is this order of battle, map or scenario sound?"),
            Entry("new", "campaign.cli.scenario:new", "found a campaign from a scenario"),
        ),
    ),
    Section("Day", ()),
    Section("Orders", ()),
    Section("Battles", ()),
    Section("Papers", ()),
    Section(
        "Record",
        (
            Entry("log", "campaign.cli.record:log", "what was done, entry by entry"),
            Entry("undo", "campaign.cli.record:undo", "take back the last entry, or all after one"),
            Entry("redo", "campaign.cli.record:redo", "bring back what was undone"),
        ),
    ),
    Section(
        "Files",
        (
            Entry("upgrade", "campaign.cli.files:upgrade", "bring a database to this version of the program"),
            Entry("completion", "campaign.cli.completion:completion", "complete commands and names with the Tab key"),
        ),
    ),
)


@click.group(
    cls=LazyGroup,
    sections=[section for section in SECTIONS if section.entries],
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Help for one command: campaign COMMAND --help. The five-minute tour: campaign demo",
)
@names_database(from_environment=True)
@signed(from_environment=True)
@click.version_option(__version__, prog_name="campaign", message="%(prog)s %(version)s")
@click.pass_context
def campaign(ctx: click.Context) -> None:
    """Run a Second World War miniatures campaign between club nights.

    The campaign is one database (campaign.db here, unless --db names another); everything that happens is in its journal.
    """
    ctx.ensure_object(Call)
