"""The table of contents: every program command with its module and its line in the help.

To add a command: write it in the file of its noun, and add a line here.
"""

from __future__ import annotations

import click

from campaign import __version__
from campaign.cli.call import Call
from campaign.cli.lazy import HELP_NAMES, Entry, LazyGroup, Section
from campaign.cli.options import looks, names_database, signed
from campaign.waiting import listen

SECTIONS = (
    Section(
        "Start",
        (
            Entry("demo", "campaign.cli.tour:demo", "a five-minute tour: play a sample day and print everything"),
            Entry("scenarios", "campaign.cli.scenario:scenarios", "list the scenarios that come with the program"),
            Entry("init", "campaign.cli.scenario:init", "start a scenario of your own in a folder"),
            Entry(
                "convert", "campaign.cli.convert:convert", "turn text, tables and other programs' files into a scenario"
            ),
            Entry(
                "establishments",
                "campaign.cli.establishments:establishments",
                "look up the battalions and divisions of many nations",
            ),
            Entry("check", "campaign.cli.scenario:check", "check an order of battle, a map or a scenario for errors"),
            Entry("new", "campaign.cli.scenario:new", "start a campaign from a scenario"),
        ),
    ),
    Section(
        "Day",
        (
            Entry("desk", "campaign.cli.browser_desk:desk", "open the campaign in a browser, for umpire and players"),
            Entry("status", "campaign.cli.status:status", "show the state of the campaign and what is waiting"),
            Entry("next", "campaign.cli.day:next_", "run the clock to the next stop"),
            Entry("decide", "campaign.cli.decide:decide", "list the decisions that wait for a player, or answer one"),
            Entry("recover", "campaign.cli.recover:recover", "battalions out of play, and how they return"),
            Entry("orbat", "campaign.cli.orbat:orbat", "the order of battle: states, strengths, positions"),
            Entry("unit", "campaign.cli.unit:unit", "everything about one battalion or formation, and its diary"),
            Entry("supply", "campaign.cli.supply:supply", "the troops in and out of supply, and what cuts a route"),
            Entry("map", "campaign.cli.map:map_", "the situation map as a drawing (SVG)"),
            Entry("logistics", "campaign.cli.logistics:logistics", "dumps, trucks on the road, and shortages (NQM)"),
            Entry("places", "campaign.cli.places:places", "the places on the map, their owners, and roads with km"),
            Entry("sightings", "campaign.cli.intelligence:sightings", "the enemy units that each side has seen"),
            Entry("objectives", "campaign.cli.intelligence:objectives", "the places that score, and the score"),
            Entry("forecast", "campaign.cli.forecast:forecast", "the battles to come, or how the campaign may go on"),
            Entry("weather", "campaign.cli.weather:weather", "weather, light, sun and moon"),
            Entry("rules", "campaign.cli.rules:rules", "list the house rules and settings, or change one"),
        ),
    ),
    Section(
        "Orders",
        (
            Entry("orders", "campaign.cli.orders:orders", "enter a commander's orders, or list who has ordered"),
            Entry("deadline", "campaign.cli.deadline:deadline", "set the hour when orders are due"),
            Entry("order", "campaign.cli.order:order", "amend an order that was recorded wrongly"),
            Entry("advise", "campaign.cli.advise:advise", "ask a commander's staff which course promises most"),
            Entry("march", "campaign.cli.orders:march", "order a unit to march to a place"),
            Entry("attack", "campaign.cli.orders:attack", "order a unit to attack a place"),
            Entry("hold", "campaign.cli.orders:hold", "order a unit to hold its present place"),
            Entry(
                "withdraw", "campaign.cli.orders:withdraw", "order a unit to go back; the only order for engaged units"
            ),
            Entry("follow", "campaign.cli.orders:follow", "order a headquarters to follow its commands"),
            Entry("attach", "campaign.cli.orders:attach", "put a battalion under another formation"),
            Entry("detach", "campaign.cli.orders:detach", "send a battalion back to its own formation"),
            Entry("support", "campaign.cli.orders:support", "order guns to support another formation"),
            Entry("posture", "campaign.cli.orders:posture", "set a posture: march, line, support or reserve"),
            Entry("rest", "campaign.cli.orders:rest", "rest a unit in reserve to lose its casualty figure"),
            Entry(
                "engineer",
                "campaign.cli.engineers:engineer",
                "set engineers to a task: bridge, ferry, blow, block, mine",
            ),
            Entry("truck", "campaign.cli.logistics:truck", "send a truck for ammunition or a unit of supply (NQM)"),
            Entry("air", "campaign.cli.air:air", "list air groups, order a sortie, or cancel one"),
            Entry("land", "campaign.cli.air:land", "land a unit from the sea"),
            Entry("split", "campaign.cli.engineers:split", "split a company or a half off a battalion"),
            Entry("join", "campaign.cli.engineers:join", "join the parts of a battalion again"),
            Entry(
                "commander",
                "campaign.cli.commanders:commander",
                "list the commanders' players and deputies, or set them",
            ),
        ),
    ),
    Section(
        "Battles",
        (
            Entry("battle", "campaign.cli.battle:battle", "list, set up, print, record, settle or rule battles"),
            Entry("odds", "campaign.cli.odds:odds", "exact odds of the rules' dice rolls, without a campaign"),
            Entry("adjust", "campaign.cli.umpire:adjust", "change a unit, place, road or crossing by ruling"),
            Entry(
                "grade", "campaign.cli.logistics:grade", "change the grade of a unit, or grades after a battle (NQM)"
            ),
            Entry("contact", "campaign.cli.umpire:contact", "rule that a contact causes no battle"),
        ),
    ),
    Section(
        "Papers",
        (
            Entry("print", "campaign.cli.papers:print_", "print orders of battle, rosters, maps, order forms, packets"),
            Entry("mail", "campaign.cli.mail:mail", "write an email with papers and order form to each player"),
            Entry("labels", "campaign.cli.labels:labels", "print labels and markers to cut out, to fit your bases"),
        ),
    ),
    Section(
        "Journal",
        (
            Entry("log", "campaign.cli.record:log", "the journal: everything that happened, entry by entry"),
            Entry("undo", "campaign.cli.undo:undo", "undo the last entry, entry N, or every entry after N"),
            Entry("redo", "campaign.cli.undo:redo", "redo entries that were undone"),
            Entry("replay", "campaign.cli.replay:replay", "play later entries again, with the same dice"),
            Entry("reseed", "campaign.cli.reseed:reseed", "give the campaign new dice from the next day on"),
            Entry("forget", "campaign.cli.forget:forget_", "delete the name and email addresses of a person for good"),
            Entry("branch", "campaign.cli.branch:branch", "copy the campaign at any moment, to try something out"),
            Entry("branches", "campaign.cli.branch:branches", "list every campaign of the database and its branches"),
            Entry("compare", "campaign.cli.branch:compare", "compare two campaigns of the database"),
            Entry("catch-up", "campaign.cli.catch_up:catch_up", "add entries from a copy that was played on elsewhere"),
            Entry("doctor", "campaign.cli.doctor:doctor", "check the campaign against its journal, and repair it"),
        ),
    ),
    Section(
        "Files",
        (
            Entry("backup", "campaign.cli.files:backup", "make a verified copy of the database"),
            Entry("hand-over", "campaign.cli.hand_over:hand_over", "pack everything for the next umpire into one file"),
            Entry("restore", "campaign.cli.restore:restore", "replace the database with a backup; the old one is kept"),
            Entry("rescue", "campaign.cli.rescue:rescue", "save what a damaged file still holds"),
            Entry("export", "campaign.cli.export:export", "write the campaign with its journal as one JSON file"),
            Entry("import", "campaign.cli.export:import_", "read an exported file into a database"),
            Entry("upgrade", "campaign.cli.files:upgrade", "bring a database to this version of the program"),
            Entry(
                "preferences",
                "campaign.cli.preferences:preferences",
                "set your paper, name and folder once for all campaigns",
            ),
            Entry("completion", "campaign.cli.completion:completion", "complete commands and names with the Tab key"),
        ),
    ),
)

EVENING = Section(
    "An evening",
    (
        Entry("next", "", "run the clock to the next stop and show what is waiting"),
        Entry("orders --for WHO", "", "enter a commander's orders, line by line"),
        Entry("decide", "", "answer a decision for a player"),
        Entry("print all", "", "print the evening's papers (of one battle: battle packet N)"),
        Entry("battle record N", "", "record the return of a battle that was fought"),
        Entry("undo", "", "undo the last entry"),
    ),
)
"""The six program commands of an evening, at the head of the help."""


@click.group(
    cls=LazyGroup,
    sections=[section for section in SECTIONS if section.entries],
    summary=EVENING,
    invoke_without_command=True,
    context_settings={"help_option_names": list(HELP_NAMES), "max_content_width": 100},
    epilog=(
        "Help for one command: campaign COMMAND --help. A five-minute tour: campaign demo. NQM: only for Not Quite"
        " Mechanised"
    ),
)
@names_database(from_environment=True)
@signed(from_environment=True)
@looks(from_environment=True)
@click.version_option(__version__, prog_name="campaign", message="%(prog)s %(version)s")
@click.pass_context
def campaign(ctx: click.Context) -> None:
    """Run a Second World War miniatures campaign between club nights.

    Typed alone, it leads you through the evening: it shows the state of the campaign, what is waiting, and the command
    to type. The campaign is one database file (campaign.db in this folder, unless --db names another); everything that
    happens is an entry in its journal.
    """
    from campaign.cli.show import note  # what it needs is imported by every command that prints

    listen(note)
    call = ctx.ensure_object(Call)
    if ctx.invoked_subcommand is None:
        from campaign.cli.evening import walk

        walk(call, ctx.command)
