"""Everything that a player can get out of the program, by the words he types for it.

    readings(db, viewer, words)     the answers of the reading commands, as text and as JSON
    files(db, viewer)               exports in every format, and the papers: every byte, hence their text, fields,
                                    attachments and pixels
    echoes(db, viewer, orders)      what the program answers to orders, one after the other; it changes the file
    at_the_desk(db, viewer, ...)    the views of the desk that no command prints, as JSON

An answer is the exit code, what was printed, and what was said besides. Only the folder in which it was asked is taken
out of it.
"""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import click

from campaign.actions.all_actions import every_action
from campaign.actions.order_text import typed_orders
from campaign.actions.taking_back import own_entries
from campaign.cli.contents import campaign
from campaign.errors import CampaignError
from campaign.exchange.foreign import exporters
from campaign.exchange.foreign.tables_out import TABLES
from campaign.journal import JournalBoard, reading
from campaign.journal.people import PERSON
from campaign.queries.book.entries import last_entries, log_page
from campaign.queries.campaign import paper_list
from campaign.queries.campaign.find import find
from campaign.queries.day.clock import clock_track
from campaign.queries.day.news import news
from campaign.queries.day.waiting import waiting
from campaign.queries.orbat.orbat_tree import orbat_tree
from campaign.queries.orders.order_names import OrderNames
from campaign.queries.orders.route_preview import route_preview
from campaign.queries.players.seats import seats
from campaign.situation.army import load_army
from campaign.situation.names import viewer_named
from campaign.situation.players import seats_of
from campaign.store import opened
from campaign.terms.viewer import Viewer
from campaign.views.common.json_values import as_json
from tests.secrecy.stages import typed

Answers = dict[str, bytes]

READING: tuple[tuple[str, ...], ...] = (
    ("status",),
    ("decide",),
    ("decide", "--all"),
    ("recover",),
    ("orbat",),
    ("orbat", "--full"),
    ("orbat", "--roster"),
    ("supply",),
    ("supply", "--full"),
    ("supply", "--vulnerable"),
    ("logistics",),
    ("places",),
    ("sightings",),
    ("sightings", "--full"),
    ("objectives",),
    ("weather",),
    ("deadline",),
    ("rules",),
    ("rules", "--changed"),
    ("orders",),
    ("engineer",),
    ("air", "list"),
    ("battle", "list"),
    ("battle", "list", "--open"),
    ("map",),
)
"""Commands that answer every viewer; each is asked with and without --json."""
FORMATS = ("json", *exporters.FORMATS)
ASKED_ELSEWHERE = {
    "unit show": "of every own unit",
    "battle show": "of every battle",
    "battle muster": "of every battle",
    "battle packet": "a paper",
    "print": "a paper",
    "labels": "a paper",
    "export": "a file",
    "march": "an order",
    "attack": "an order",
    "hold": "an order",
    "withdraw": "an order",
    "follow": "an order",
    "attach": "an order",
    "detach": "an order",
    "support": "an order",
    "posture": "an order",
    "rest": "an order",
    "truck": "an order",
    "air task": "an order",
    "air cancel": "an order",
    "land": "an order",
    "split": "an order",
    "join": "an order",
    "commander": "an order",
    "battle record": "the same receipt before and after the other return, in tests/cli/test_cli_leave.py",
    "undo": "after the orders",
    "advise": "what its staff is asked, with all secrets changed, in tests/forecast/test_forecast_side.py",
    "forecast campaign": "of both sides, in tests/forecast/test_forecast_side.py and tests/web/test_web_campaign_forecast.py",
    "next": "of the clock, in test_solo.py",
    "battle resolve": "of the clock, in test_solo.py",
}
"""The other commands that take --viewer, and as what the trial asks them."""


def for_players() -> set[str]:
    """Every command of the program that takes ``--viewer`` from a player."""
    return {
        " ".join(path)
        for path, command in every_command(campaign, ())
        if any(_is_viewer(one) for one in command.params)
    }


def _is_viewer(parameter: click.Parameter) -> bool:
    return "--viewer" in parameter.opts and not getattr(parameter, "hidden", False)


def every_command(group: click.Group, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    """Every command under a group, with the words that call it."""
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        if isinstance(command, click.Group):
            yield from every_command(command, (*path, name))
        elif command is not None:
            yield (*path, name), command


def answer(db: Path, viewer: str, *words: str) -> bytes:
    """What the program answers this viewer, without the name of the folder."""
    ended = typed(db, *words, "--viewer", viewer)
    text = f"exit {ended.exit_code}\n{ended.stdout}\n{ended.stderr}"
    assert not PERSON.search(text), f"{' '.join(words)} shows a person's number, which the journal has for the name"
    return text.replace(str(db.parent), "").encode()


def readings(db: Path, viewer: str, units: Iterable[str], battles: int, *, text: bool = True) -> Answers:
    """Every reading command, as text (unless not wanted) and as JSON; every one of these units, every battle and two
    more that nobody has fought."""
    asked = [*READING, *(words for name in units for words in (("unit", "show", name), ("supply", "--why", name)))]
    asked += [("battle", what, str(number)) for what in ("show", "muster") for number in range(1, battles + 3)]
    found = {}
    for words in asked:
        if text:
            out = ("--out", str(db.parent / "map.svg")) if words == ("map",) else ()
            found[" ".join(words)] = answer(db, viewer, *words, *out)
            found |= {"map, its file": (db.parent / "map.svg").read_bytes()} if out else {}
        found[" ".join((*words, "--json"))] = answer(db, viewer, *words, "--json")
    return found


def exports(db: Path, viewer: str, formats: Iterable[str] = FORMATS) -> Answers:
    """Every format of export, each file of it."""
    found: Answers = {}
    for form in formats:
        tables = TABLES if form == "csv" else ("",)
        for table in tables:
            out = db.parent / f"export-{form}{table}"
            more = ("--table", table) if table else ()
            found[f"export {form} {table}".strip()] = answer(
                db, viewer, "export", "--format", form, *more, "--out", str(out)
            )
            found |= {f"export {form} {table}, {name}": content for name, content in _content(out).items()}
    return found


def _content(path: Path) -> Answers:
    """Every file under it; of a packed one what is packed."""
    found: Answers = {}
    for one in sorted(path.rglob("*")) if path.is_dir() else [path] if path.exists() else []:
        if one.is_dir():
            continue
        name, raw = one.relative_to(path.parent).as_posix(), one.read_bytes()
        if raw.startswith(b"PK"):
            with zipfile.ZipFile(io.BytesIO(raw)) as packed:
                found |= {f"{name}, {part}": packed.read(part) for part in packed.namelist()}
        else:
            found[name] = raw
    return found


_PAPERS: dict[str, tuple[str, ...]] = {
    "labels": ("labels",),
    "battle packet": ("battle", "packet"),
    "web page": ("print", "book", "--web"),
}
"""Papers that are not asked for as ``print KIND``."""
KINDS = (*paper_list.KINDS, *_PAPERS)
"""Every paper that can be asked for."""


def papers(db: Path, viewer: str, *kinds: str) -> Answers:
    """The papers as files, byte for byte; the same drawing gives the same bytes, and any other text, field, attachment
    or pixel others."""
    found: Answers = {}
    for kind in kinds:
        out = db.parent / f"papers-{kind}"
        words = _PAPERS.get(kind, ("print", kind))
        found[" ".join(words)] = answer(db, viewer, *words, "--out", str(out))
        found |= {f"{' '.join(words)}, {name}": content for name, content in _content(out).items()}
    return found


def echoes(db: Path, viewer: str, orders: Iterable[tuple[str, ...]]) -> Answers:
    """What the program answers to each order in turn, refusals too."""
    return {f"{number}: {' '.join(words)}": answer(db, viewer, *words) for number, words in enumerate(orders, 1)}


Ask = Callable[[JournalBoard, Viewer], Any]
"""A question to the campaign, whose answer is a view."""


def at_the_desk(db: Path, viewer: str, units: Sequence[str], places: Sequence[str]) -> Answers:
    """The views of the desk that no command prints: routes of orders that are not given, what waits, the clock, own
    entries, what is found, orders typed into a field. ``units``: own units and some of the other side's, which are answered as names that nobody bears."""
    asked: dict[str, Ask] = {
        f"route {unit} {kind} {place}": _route(unit, kind, place)
        for step, unit in enumerate(units)
        for place in places[step % 3 :: 3]
        for kind in (("march", "attack", "withdraw")[step % 3],)
    }
    asked |= {
        "waiting": waiting,
        "clock": clock_track,
        "seats": seats,
        "order of battle": orbat_tree,
        "news": news,
        "own entries": lambda board, viewer: own_entries(board, viewer, every_action()),
        "journal": last_entries,
        "log": log_page,
    }
    asked |= {f"find {word}": _find(word) for word in (*units, *places[:3], "kampfgruppe", "bde", "stuka", "1", "g 90")}
    asked |= {f"typed {unit}": _typed(unit, places[0]) for unit in units[-3:]}
    found: Answers = {}
    with opened(str(db), write=False) as store:
        for name, ask in asked.items():
            with reading(store) as board:
                found[f"desk: {name}"] = _answered(board, viewer, ask).replace(str(db.parent), "").encode()
    return found


def _route(unit: str, kind: str, place: str) -> Ask:
    return lambda board, viewer: route_preview(board, viewer, unit, kind, place)


def _find(word: str) -> Ask:
    return lambda board, viewer: find(board, viewer, word.replace("_", " "))


def _typed(unit: str, place: str) -> Ask:
    return lambda board, viewer: typed_orders(f"march {unit} {place}", OrderNames.of(board, viewer, ""))


def _answered(board: JournalBoard, viewer: str, ask: Ask) -> str:
    who = viewer_named(load_army(board), viewer, seats_of(board))
    try:
        return json.dumps(as_json(ask(board, who)), ensure_ascii=False, indent=1)
    except CampaignError as fault:
        return f"{type(fault).__name__}: {fault}"
