"""Every program command, and what a player gets who gives it: the table that ``test_secrecy_commands`` walks.

A command is one of three kinds for a player:

    OWN       shows what its viewer may know, or does what is his to do
    UMPIRES   is refused in the program's usual sentence, before anything is opened
    ANYBODYS  opens no campaign, so there is nothing in it to know

A new command is missed here until it has its row. A row of OWN has the words to try: a side types each under
CAMPAIGN_VIEWER, a commander with --viewer, and nothing printed or written holds a secret of the other side.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum


class Kind(Enum):
    """What a player gets of a command."""

    OWN = "own view"
    UMPIRES = "refused"
    ANYBODYS = "harmless"


@dataclass(frozen=True, slots=True)
class Try:
    """Words after a command's name; ``{out}`` is a place in a new folder. ``refused``: pattern of the sentence with
    which the campaign's rules refuse them; empty where they are carried out. ``typed``: what is typed at its questions.
    """

    words: str = ""
    refused: str = ""
    typed: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """A command of the table."""

    kind: Kind
    tries: tuple[Try, ...] = ()


def own(*tries: Try | str) -> Row:
    """A command with a view of its own for each viewer."""
    return Row(Kind.OWN, tuple(each if isinstance(each, Try) else Try(each) for each in tries or ("",)))


def of_the_umpire(words: str = "") -> Row:
    """A command that is refused to players."""
    return Row(Kind.UMPIRES, (Try(words),))


def of_anybody(words: str = "") -> Row:
    """A command that opens no campaign."""
    return Row(Kind.ANYBODYS, (Try(words),))


ENEMY = "herff"
"""A commander of the other side, who is answered as a name that nobody bears."""
OWN_UNIT, ENEMY_UNIT = "3_coldstream_guards", "krad_15"
NOT_FOUND = "no "

TABLE: Mapping[str, Row] = {
    # Start
    "": own(),
    "demo": of_anybody(),
    "scenarios": of_anybody(),
    "init": of_anybody("{out}"),
    "convert": of_anybody(),
    "establishments": of_anybody("tank 1944"),
    "check": of_anybody(),
    "new": of_the_umpire("operation-brevity"),
    # Day
    "desk": of_the_umpire(),
    "status": own("", "--json", "--as-of 1.2"),
    "next": own(Try("", "while people play the other commanders"), Try("--preview", "both sides")),
    "decide": own("", "--json", Try("1 yes", "cannot answer decision 1")),
    "recover": own("", "--json"),
    "orbat": own("", "--full --json", "--roster"),
    "unit show": own(OWN_UNIT, f"{OWN_UNIT} --json", Try(ENEMY_UNIT, NOT_FOUND)),
    "unit amend": of_the_umpire(f"{OWN_UNIT} --men 1"),
    "supply": own("", "--full --json", "--vulnerable", f"{OWN_UNIT} --why", Try(f"{ENEMY_UNIT} --why", NOT_FOUND)),
    "map": own("--out {out}.svg", "--json", Try(f"--for {ENEMY} --out {{out}}.svg", NOT_FOUND)),
    "logistics": own("", "--json"),
    "places": own("", "--json"),
    "sightings": own("", "--full --json"),
    "objectives": own("", "--json"),
    "forecast battles": of_the_umpire(),
    "forecast campaign": own(Try("--runs 1 --until 1 --jobs 1", "your forecast cannot play|cannot ask for a forecast")),
    "weather": own("", "--json"),
    "rules": own("", "--changed --json", Try("wx.carry_over on", "only the umpire can")),
    # Orders
    "orders": own("", "--json", "--for erskine --show", Try(f"--for {ENEMY} --show", NOT_FOUND)),
    "deadline": own("", "--json"),
    "order amend": of_the_umpire("4 --to Musaid"),
    "advise": own(Try("erskine --jobs 1", "cannot weigh anything|only a part"), Try(f"{ENEMY} --jobs 1", NOT_FOUND)),
    "march": own(
        f"{OWN_UNIT} --to Musaid", f"{OWN_UNIT} --to Musaid --preview", Try(f"{ENEMY_UNIT} --to Musaid", NOT_FOUND)
    ),
    "attack": own(f"{OWN_UNIT} --to Sollum"),
    "hold": own(OWN_UNIT, Try(ENEMY_UNIT, NOT_FOUND)),
    "withdraw": own(f"{OWN_UNIT} --to 'Halfaya Pass, top'"),
    "follow": own(Try(OWN_UNIT, "headquarters")),
    "attach": own(Try(f"{OWN_UNIT} --to {ENEMY_UNIT}", NOT_FOUND)),
    "detach": own(Try(OWN_UNIT, "already belongs to")),
    "support": own(f"{OWN_UNIT} --to centre_column"),
    "posture": own(f"{OWN_UNIT} reserve"),
    "rest": own(OWN_UNIT),
    "engineer": own("", "--json", f"{OWN_UNIT} block road --at Musaid"),
    "truck": own(Try(OWN_UNIT, "NQM|dump")),
    "air list": own("", "--json"),
    "air": own(),
    "air task": own("'14 Squadron' --target 'Point 206'", Try("stukas_derna --target Musaid", NOT_FOUND)),
    "air cancel": own(Try("'14 Squadron'", "no sortie"), Try("stukas_derna", NOT_FOUND)),
    "land": own(Try(f"{OWN_UNIT} --at Sollum", "land")),
    "split": own(f"{OWN_UNIT} company"),
    "join": own(Try(OWN_UNIT, "part")),
    "commander": own("", "--json", Try(f"{ENEMY} --played-by Ruth", "only the umpire can")),
    # Battles
    "battle list": own("", "--json"),
    "battle show": own("2", "2 --json", "1", Try("7", NOT_FOUND)),
    "battle packet": own("2 --out {out}"),
    "battle muster": own("2", "2 --json"),
    "battle new": of_the_umpire("Musaid"),
    "battle add": of_the_umpire(f"2 {OWN_UNIT}"),
    "battle drop": of_the_umpire(f"2 {OWN_UNIT}"),
    "battle merge": of_the_umpire("1 2"),
    "battle split": of_the_umpire(f"2 {OWN_UNIT}"),
    "battle under": of_the_umpire("2 nqm"),
    "battle record": own(Try("2", "the input ended before the question was answered")),
    "battle settle": of_the_umpire("2"),
    "battle resolve": own(Try("2", "while people play the other commanders")),
    "battle rule": of_the_umpire("2 --text X --held allied"),
    "battle amend": of_the_umpire("1"),
    "battle photo": of_the_umpire("1"),
    "battle suspend": of_the_umpire("2"),
    "battle resume": of_the_umpire("2"),
    "battle cancel": of_the_umpire("2 --why X"),
    "adjust": of_the_umpire(f"{OWN_UNIT} --why X --men 1"),
    "grade": of_the_umpire(f"{OWN_UNIT} --to regular --why X"),
    "contact dismiss": of_the_umpire(f"{OWN_UNIT} --why X"),
    # Papers
    "print": own(
        "orbat --out {out}",
        "orders --out {out}",
        Try("roster --side axis --out {out}", "cannot"),
        Try(f"sitrep --for {ENEMY} --out {{out}}", NOT_FOUND),
    ),
    "mail": of_the_umpire(),
    "labels": own("--out {out}"),
    # Journal
    "log": of_the_umpire(),
    "undo": own(Try("", "undo")),
    "redo": of_the_umpire(),
    "replay": of_the_umpire("3 --preview"),
    "forget": of_the_umpire("X --preview"),
    "reseed": of_the_umpire(),
    "branch": of_the_umpire("aside"),
    "branches": of_the_umpire(),
    "compare": of_the_umpire("operation-brevity aside"),
    "catch-up": of_the_umpire("{db} --preview"),
    "doctor": of_the_umpire(),
    # Files
    "backup": of_the_umpire("--out {out}"),
    "hand-over": of_the_umpire("--out {out}"),
    "restore": of_the_umpire("{db}"),
    "rescue": of_the_umpire("{db}"),
    "export": own(
        "--out {out}",
        *(
            f"--format {form} --out {{out}}"
            for form in ("scenario", "orbatmapper", "geojson", "kml", "graphml", "xlsx")
        ),
        *(
            f"--format csv --table {table} --out {{out}}"
            for table in ("orbat", "sides", "places", "roads", "objectives")
        ),
    ),
    "import": of_the_umpire("{db}"),
    "upgrade": of_the_umpire(),
    "preferences": of_anybody(),
    "completion": of_anybody("bash"),
}
"""Every command by its words; those of ``odds`` are one row, since one function makes them all."""
ODDS = of_anybody()
