"""The table of contents: every program command with its module and its line in the help.

To add a command: write it in the file of its noun, and add a line here.
"""

from __future__ import annotations

import click

from campaign import __version__
from campaign.cli.call import Call
from campaign.cli.lazy import Entry, LazyGroup, Section
from campaign.cli.options import looks, names_database, signed

SECTIONS = (
    Section(
        "Start",
        (
            Entry("demo", "campaign.cli.tour:demo", "the five-minute tour: play a day, print everything"),
            Entry("scenarios", "campaign.cli.scenario:scenarios", "what is shipped"),
            Entry("init", "campaign.cli.scenario:init", "start a scenario of your own in a folder"),
            Entry(
                "convert", "campaign.cli.convert:convert", "turn text, tables and other programs' files into a scenario"
            ),
            Entry(
                "establishments",
                "campaign.cli.establishments:establishments",
                "battalions and divisions of nations to refer to",
            ),
            Entry("check", "campaign.cli.scenario:check", "is this order of battle, map or scenario sound?"),
            Entry("new", "campaign.cli.scenario:new", "found a campaign from a scenario"),
        ),
    ),
    Section(
        "Day",
        (
            Entry("status", "campaign.cli.status:status", "where things stand and what is waiting"),
            Entry("next", "campaign.cli.day:next_", "let the clock run to the next stop"),
            Entry("decide", "campaign.cli.decide:decide", "what players owe the umpire; give an answer"),
            Entry("recover", "campaign.cli.recover:recover", "who is out of play, and what brings him back"),
            Entry("orbat", "campaign.cli.orbat:orbat", "the order of battle: states, strengths, positions"),
            Entry("unit", "campaign.cli.unit:unit", "everything about one battalion or formation, and its diary"),
            Entry("supply", "campaign.cli.supply:supply", "who is in supply by which road, and what cuts it"),
            Entry("map", "campaign.cli.map:map_", "the situation map as a drawing (SVG)"),
            Entry("logistics", "campaign.cli.logistics:logistics", "dumps, trucks on the road, what is short (NQM)"),
            Entry("places", "campaign.cli.places:places", "the map in words: places, who holds them, roads with km"),
            Entry("sightings", "campaign.cli.intelligence:sightings", "what has been seen of the enemy"),
            Entry("objectives", "campaign.cli.intelligence:objectives", "the ground that scores, and the score"),
            Entry("forecast", "campaign.cli.forecast:forecast", "the games that the orders given so far will cause"),
            Entry("weather", "campaign.cli.weather:weather", "weather, light, sun and moon"),
            Entry("rules", "campaign.cli.rules:rules", "house rules: list them, change one"),
        ),
    ),
    Section(
        "Orders",
        (
            Entry("orders", "campaign.cli.orders:orders", "a commander's form, line by line; who has not ordered"),
            Entry("deadline", "campaign.cli.deadline:deadline", "the hour by which orders are to be in"),
            Entry("order", "campaign.cli.order:order", "put an order right that was taken down wrongly"),
            Entry("march", "campaign.cli.orders:march", "march to a place"),
            Entry("attack", "campaign.cli.orders:attack", "attack a place"),
            Entry("hold", "campaign.cli.orders:hold", "hold where it stands"),
            Entry("withdraw", "campaign.cli.orders:withdraw", "go back; the only order for engaged units"),
            Entry("follow", "campaign.cli.orders:follow", "a headquarters follows its commands"),
            Entry("attach", "campaign.cli.orders:attach", "put a battalion under another formation"),
            Entry("detach", "campaign.cli.orders:detach", "send it back to its own"),
            Entry("support", "campaign.cli.orders:support", "guns in support of another formation"),
            Entry("posture", "campaign.cli.orders:posture", "march, line, support or reserve"),
            Entry("rest", "campaign.cli.orders:rest", "rest in reserve to shed a casualty figure"),
            Entry(
                "engineer",
                "campaign.cli.engineers:engineer",
                "bridge, ferry, blow, block, mine: tasks in place of marching",
            ),
            Entry("truck", "campaign.cli.logistics:truck", "send a truck for ammunition or a unit of supply (NQM)"),
            Entry("air", "campaign.cli.air:air", "air groups: list them, task them, call a sortie off"),
            Entry("land", "campaign.cli.air:land", "land a battalion from the sea"),
            Entry("split", "campaign.cli.engineers:split", "split a company or a half off a battalion"),
            Entry("join", "campaign.cli.engineers:join", "put the parts of a battalion together again"),
            Entry("commander", "campaign.cli.commanders:commander", "who plays whom; deputies; he joins a command"),
        ),
    ),
    Section(
        "Battles",
        (
            Entry("battle", "campaign.cli.battle:battle", "list, set up, print, record, settle or rule battles"),
            Entry("odds", "campaign.cli.odds:odds", "exact odds of the dice tables; needs no campaign"),
            Entry("adjust", "campaign.cli.umpire:adjust", "the umpire's word on a unit, a place, a road, a crossing"),
            Entry("grade", "campaign.cli.logistics:grade", "the umpire's word on a battalion's grade (NQM)"),
            Entry("contact", "campaign.cli.umpire:contact", "dismiss a contact"),
        ),
    ),
    Section(
        "Papers",
        (
            Entry("print", "campaign.cli.papers:print_", "order of battle, roster, maps, orders, packets as PDF"),
            Entry("mail", "campaign.cli.mail:mail", "a mail to each player with his papers and his order form"),
            Entry("labels", "campaign.cli.labels:labels", "labels and markers to cut out, in the size of your bases"),
        ),
    ),
    Section(
        "Record",
        (
            Entry("log", "campaign.cli.record:log", "what was done, entry by entry"),
            Entry("undo", "campaign.cli.undo:undo", "take back the last entry, one by number, or all after it"),
            Entry("redo", "campaign.cli.undo:redo", "bring back what was undone"),
            Entry("replay", "campaign.cli.replay:replay", "run the entries after one again, with the same dice"),
            Entry("reseed", "campaign.cli.reseed:reseed", "new dice from the next day on"),
            Entry("branch", "campaign.cli.branch:branch", "copy the campaign at any moment, to try something out"),
            Entry("branches", "campaign.cli.branch:branches", "every campaign of the database and its branches"),
            Entry("compare", "campaign.cli.branch:compare", "two campaigns of the database side by side"),
            Entry(
                "catch-up", "campaign.cli.catch_up:catch_up", "take what was entered in a copy that went on elsewhere"
            ),
            Entry("doctor", "campaign.cli.doctor:doctor", "is the campaign what its journal says, and sound?"),
        ),
    ),
    Section(
        "Files",
        (
            Entry("backup", "campaign.cli.files:backup", "a verified copy of the database"),
            Entry(
                "hand-over",
                "campaign.cli.hand_over:hand_over",
                "the parcel for the next umpire, with what to know first",
            ),
            Entry("restore", "campaign.cli.restore:restore", "bring a backup back; what it replaces is kept"),
            Entry("rescue", "campaign.cli.rescue:rescue", "save what a damaged file still holds"),
            Entry("export", "campaign.cli.export:export", "the whole campaign with its journal as one JSON file"),
            Entry("import", "campaign.cli.export:import_", "read such a file into a database"),
            Entry("upgrade", "campaign.cli.files:upgrade", "bring a database to this version of the program"),
            Entry("completion", "campaign.cli.completion:completion", "complete commands and names with the Tab key"),
        ),
    ),
)

EVENING = Section(
    "An evening",
    (
        Entry("next", "", "let the clock run to the next stop, which names what waits"),
        Entry("orders --for WHO", "", "take a commander's orders, line by line"),
        Entry("decide", "", "answer what a player owes"),
        Entry("print all", "", "the papers of the evening; battle packet N those of a battle"),
        Entry("battle record N", "", "take the return of a battle that was fought"),
        Entry("undo", "", "take the last entry back"),
    ),
)
"""The six commands that an evening is played with, at the head of the help."""


@click.group(
    cls=LazyGroup,
    sections=[section for section in SECTIONS if section.entries],
    summary=EVENING,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Help for one command: campaign COMMAND --help. The five-minute tour: campaign demo",
)
@names_database(from_environment=True)
@signed(from_environment=True)
@looks(from_environment=True)
@click.version_option(__version__, prog_name="campaign", message="%(prog)s %(version)s")
@click.pass_context
def campaign(ctx: click.Context) -> None:
    """Run a Second World War miniatures campaign between club nights.

    Alone it walks through the evening: where things stand, what waits, and the command for it. The campaign is one
    database (campaign.db here, unless --db names another); everything that happens is in its journal.
    """
    call = ctx.ensure_object(Call)
    if ctx.invoked_subcommand is None:
        from campaign.cli.evening import walk

        walk(call, ctx.command)
