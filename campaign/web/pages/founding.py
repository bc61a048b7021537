"""Starting another campaign: from a scenario that comes with the program, or from an order of battle of one's own whose
guesses are confirmed first.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from sqlalchemy import Connection

from campaign.actions.start_campaign import DICE, HISTORICAL, defaults_of, found_campaign, source_of_weather
from campaign.errors import BadInput, CampaignError, NotFound, Refused
from campaign.exchange.check import find_scenario, read_scenario, shipped
from campaign.exchange.foreign.draft import Remark
from campaign.exchange.library import look_up
from campaign.exchange.placing import private_folder
from campaign.exchange.template import write_starter
from campaign.exchange.values import Scenario
from campaign.journal.doctor import campaigns_in
from campaign.journal.overtaken import DrawnFor
from campaign.journal.record import Done
from campaign.rules.tabletop.interface import DEFAULT
from campaign.store import Store, creating
from campaign.store.engine import file_path, server_url
from campaign.terms.words import file_name
from campaign.values import dataclass, replace
from campaign.web.answer import Answer
from campaign.web.opening import command_to_open
from campaign.web.own_scenario import (
    LARGEST_FILE,
    OwnDraft,
    Read,
    draft_of,
    forget,
    keep,
    read,
    waiting_of,
    with_files,
    zipped,
)
from campaign.web.page import page
from campaign.web.people import UMPIRE
from campaign.web.uploads import uploads
from campaign.web.visit import Told, Visit

ZIP: Final = "application/zip"
HERE: Final = "here"
BESIDE: Final = "beside"
"""Where a campaign is started: in this database, or in a new file beside it."""
STAGES: Final = ("What", "Confirm the values", "Map", "Rules and dice", "Start")
MOST_GUESSES: Final = 400
"""Most guesses that are listed for confirming."""
LONGEST_NAME: Final = 80


@dataclass(frozen=True, slots=True)
class Stage:
    """A stage of starting a campaign (``p.stages``)."""

    name: str
    is_done: bool
    is_current: bool
    text: str = ""


def _stages(at: int) -> tuple[Stage, ...]:
    return tuple(Stage(name, number < at, number == at) for number, name in enumerate(STAGES, 1))


@dataclass(frozen=True, slots=True)
class Guess:
    """A guess to confirm. ``line``: its line in the text, 0 if it is about the whole."""

    number: int
    line: int
    remark: Remark
    is_confirmed: bool


# what


@page("/new", UMPIRE, is_kept=False, takes_files=True, drawn_for=DrawnFor.NOTHING)
def show_new(visit: Visit) -> Answer:
    """Show the scenarios that come with the program, and the fields for an order of battle of one's own."""
    draft = draft_of(visit)
    return visit.page(
        "new.html",
        json=shipped(),
        same_at_terminal="campaign scenarios",
        stages=_stages(1),
        scenarios=shipped(),
        draft=draft,
        text=visit.was_typed("text", draft.text),
        has_draft=not draft.is_empty,
    )


@show_new.post
def take_own(visit: Visit) -> Answer:
    """Take an order of battle that was pasted or sent."""
    draft = OwnDraft(
        text=visit.form.get("text", "").replace("\r\n", "\n"),
        side=visit.form.get("side", "").strip(),
        nation=visit.form.get("nation", "").strip(),
        first_day=visit.form.get("first_day", "").strip(),
        encoding=visit.form.get("encoding", "").strip() or "utf-8",
        leave_out=bool(visit.form.get("leave_out")),
    )
    draft = with_files(visit, draft, uploads(visit.files, "file", LARGEST_FILE))
    if draft.is_empty:
        raise BadInput("you have not sent anything to read yet. Paste an order of battle, or send a file")
    keep(visit, draft)
    return visit.redirect("/new/own")


@page("/new/starter", UMPIRE, is_kept=False)
def save_starter(visit: Visit) -> Answer:
    """Answer with a small scenario that is explained line by line, to change in an editor and send back."""
    with private_folder() as folder:
        where = Path(folder, "starter")
        files = {path.name: path.read_text(encoding="utf-8") for path in write_starter(where)}
    return visit.file(zipped(files), "starter-scenario.zip", ZIP)


@page("/new/establishments", UMPIRE, is_kept=False)
def show_establishments(visit: Visit) -> Answer:
    """Show the battalions and divisions that come with the program, by the names that “like:” takes."""
    words, nation = visit.query.get("q", "").strip(), visit.query.get("nation", "").strip()
    shelf = None
    if words or nation:
        try:
            shelf = look_up(words, nation)
        except CampaignError as fault:
            visit.fault = str(fault)
    return visit.page(
        "establishments.html",
        json=shelf,
        same_at_terminal=" ".join(filter(None, ("campaign establishments", words, nation and f"--nation {nation}"))),
        shelf=shelf,
        words=words,
        nation=nation,
    )


# the guesses


@page("/new/own", UMPIRE, is_kept=False, takes_files=True, drawn_for=DrawnFor.NOTHING)
def show_guesses(visit: Visit) -> Answer:
    """Show what was read of the umpire's own order of battle, and every guess to confirm."""
    draft = draft_of(visit)
    if draft.is_empty and not visit.fault:
        return visit.redirect("/new")
    read_draft, faults = _tried(visit, draft)
    guesses = _guesses(read_draft, draft)
    right = sum(guess.is_confirmed for guess in guesses)
    return visit.page(
        "new_guesses.html",
        same_at_terminal="campaign convert SOURCE --out FOLDER",
        stages=_stages(2),
        draft=draft,
        text=visit.was_typed("text", draft.text),
        read=read_draft,
        guesses=guesses[:MOST_GUESSES],
        more=max(0, len(guesses) - MOST_GUESSES),
        right=right,
        guessed_lines={guess.line for guess in guesses if not guess.is_confirmed},
        open_guesses=len(guesses) - right,
        faults=faults,
        files=[waiting.called for waiting in waiting_of(visit, draft)],
        typed=visit.typed,
    )


def _tried(visit: Visit, draft: OwnDraft) -> tuple[Read | None, tuple[str, ...]]:
    """Return the draft that was read; if it cannot be, every error with its line, and the page tells the first."""
    try:
        return read(visit, draft), visit.faults
    except CampaignError as fault:
        visit.fault = visit.fault or str(fault)
        return None, visit.faults or tuple(getattr(fault, "faults", ()))


def _guesses(read_draft: Read | None, draft: OwnDraft) -> tuple[Guess, ...]:
    if read_draft is None:
        return ()
    return tuple(
        Guess(number, _line_of(remark), remark, remark.in_full() in draft.confirmed)
        for number, remark in enumerate(read_draft.guessed, 1)
    )


def _line_of(remark: Remark) -> int:
    match = re.fullmatch(r".*:([0-9]{1,7})", remark.where)
    return int(match[1]) if match else 0


@show_guesses.post
def confirm_guesses(visit: Visit) -> Answer:
    """Confirm guesses, change some by a line, read the text again, or go on to the map."""
    draft, form = draft_of(visit), visit.form
    if form.get("do") == "forget":
        forget(visit)
        return visit.note("The draft of the order of battle was deleted", to="/new")
    text = form.get("text", draft.text).replace("\r\n", "\n")
    draft = replace(draft, text=text)
    changes = _changes(visit)
    if changes:
        draft = replace(draft, text=f"{draft.text.rstrip()}\n{chr(10).join(changes)}\n")
    draft = with_files(visit, draft, uploads(visit.files, "file", LARGEST_FILE))
    keep(visit, draft)
    made = read(visit, draft)
    known = {remark.in_full() for remark in made.guessed}
    right = known if form.get("do") == "all" else {*visit.form_list("right"), *draft.confirmed} & known
    keep(visit, replace(draft, confirmed=tuple(sorted(right))))
    return visit.redirect("/new/own/map" if form.get("do") == "map" else "/new/own")


def _changes(visit: Visit) -> list[str]:
    """Return the lines that change guesses: those that were typed otherwise than they stood on the page."""
    changes = []
    for name, texts in visit.fields.items():
        if name.startswith("change-"):
            line = " ".join(texts[-1].split())
            was = visit.form.get(f"was-{name.removeprefix('change-')}", "")
            if line and line != was:
                changes.append(line)
    return changes


# the map


@page("/new/own/map", UMPIRE, is_kept=False, takes_files=True, drawn_for=DrawnFor.NOTHING)
def show_map_choice(visit: Visit) -> Answer:
    """Show on which ground the campaign is to be played."""
    draft = draft_of(visit)
    if draft.is_empty:
        return visit.redirect("/new")
    made, faults = _tried(visit, draft)
    return visit.page(
        "new_map.html",
        same_at_terminal="campaign convert SOURCE --map SCENARIO --out FOLDER",
        stages=_stages(3),
        draft=draft,
        chosen=visit.was_typed("map_of", draft.map_of),
        sketch=visit.was_typed("sketch", draft.sketch),
        scenarios=shipped(),
        files=[waiting.called for waiting in waiting_of(visit, draft)],
        read=made,
        faults=faults,
    )


@show_map_choice.post
def choose_map(visit: Visit) -> Answer:
    """Take a map, and go on to rules and dice if everything can be read with it."""
    form = visit.form
    draft = replace(
        draft_of(visit),
        map_of=form.get("map_of", ""),
        sketch=form.get("sketch", "").replace("\r\n", "\n"),
        keep_loose=bool(form.get("keep_loose")),
    )
    draft = with_files(visit, draft, uploads(visit.files, "file", LARGEST_FILE))
    keep(visit, draft)
    made = read(visit, draft)
    if made.scenario is None:
        raise BadInput("you sent only a map. Send an order of battle too")
    return visit.redirect("/new/own/start")


@page("/new/own/scenario", UMPIRE, is_kept=False)
def save_scenario(visit: Visit) -> Answer:
    """Answer with the scenario's files, as the program has written them."""
    draft = draft_of(visit)
    if draft.is_empty:
        raise NotFound("you have not pasted or sent an order of battle. Send one on the page that starts a campaign")
    made = read(visit, draft)
    title = made.scenario.key if made.scenario else "map"
    return visit.file(zipped(made.files), file_name(title, ".zip"), ZIP)


# rules, dice, start


@page("/new/own/start", UMPIRE, is_kept=False, drawn_for=DrawnFor.NOTHING)
def show_own_start(visit: Visit) -> Answer:
    """Show the campaign that would be started from the umpire's own scenario."""
    draft = draft_of(visit)
    if draft.is_empty:
        return visit.redirect("/new")
    made = read(visit, draft)
    return _start_page(visit, _of(made), "/new/own/start", made)


@show_own_start.post
def start_own(visit: Visit) -> Answer:
    """Start the campaign from the umpire's own scenario."""
    answer = _start(visit, _of(read(visit, draft_of(visit))))
    forget(visit)
    return answer


def _of(made: Read) -> Scenario:
    if made.scenario is None:
        raise BadInput("you sent only a map. Send an order of battle too")
    return made.scenario


@page("/new/from/{scenario}", UMPIRE, is_kept=False, drawn_for=DrawnFor.NOTHING)
def show_start(visit: Visit) -> Answer:
    """Show the campaign that would be started from a scenario that comes with the program."""
    return _start_page(visit, _shipped(visit), f"/new/from/{visit.path['scenario']}", None)


@show_start.post
def start_shipped(visit: Visit) -> Answer:
    """Start the campaign from a scenario that comes with the program."""
    return _start(visit, _shipped(visit))


def _shipped(visit: Visit) -> Scenario:
    key = visit.path["scenario"]
    if key not in {scenario.key for scenario in shipped()}:
        raise NotFound(f"there is no scenario {key!r}. Choose one on the page of all scenarios")
    return read_scenario(find_scenario(key))


def _start_page(visit: Visit, scenario: Scenario, address: str, made: Read | None) -> Answer:
    desk = visit.desk
    names = set(campaigns_in(desk.reader)) if desk.founding is None else set()
    summary = {each.key: each.summary for each in shipped()}.get(scenario.key, "") if made is None else scenario.notes
    counts = made.report.counts if made else _counts(scenario)
    return visit.page(
        "new_start.html",
        same_at_terminal=f"campaign new {scenario.key if made is None else 'FOLDER'}",
        stages=_stages(4),
        scenario=scenario,
        summary=summary,
        address=address,
        counts=tuple((kind, number) for kind, number in counts.items() if number),
        warnings=tuple(map(str, made.report.warnings)) if made else (),
        is_own=made is not None,
        name=visit.was_typed("name", _free(scenario.key, names)),
        systems=_systems(),
        tabletop=visit.was_typed("tabletop", DEFAULT),
        weathers=_weathers(scenario),
        weather=visit.was_typed("weather", source_of_weather(scenario)),
        defaults=defaults_of(scenario),
        seed=visit.was_typed("seed"),
        where=visit.was_typed("where", BESIDE if server_url(desk.where) is None else HERE),
        places=_places(visit),
        file=visit.was_typed("file", f"{file_name(scenario.key)}.db"),
        is_file=server_url(desk.where) is None,
        is_first=desk.founding is not None,
    )


def _counts(scenario: Scenario) -> Mapping[str, int]:
    return {
        "sides": len(scenario.sides),
        "formations": len(scenario.formations),
        "battalions": len(scenario.battalions),
        "places": len(scenario.places),
        "roads": len(scenario.roads),
        "objectives": len(scenario.objectives),
        "commanders": len(scenario.commanders),
    }


def _systems() -> tuple[tuple[str, str], ...]:
    from campaign.rules.common.systems import SYSTEMS

    return tuple((key, each.name) for key, each in SYSTEMS.items())


def _weathers(scenario: Scenario) -> tuple[tuple[str, str], ...]:
    by_dice = (DICE, "rolled with dice")
    return ((HISTORICAL, "as in history"), by_dice) if scenario.weather else (by_dice,)


def _places(visit: Visit) -> tuple[tuple[str, str], ...]:
    beside = (HERE, f"in {visit.desk.store.name}, beside its other campaigns")
    if server_url(visit.desk.where) is not None:
        return (beside,)
    return ((BESIDE, "in a new file in the same folder"), beside)


def _free(name: str, taken: set[str]) -> str:
    free, number = name, 2
    while free in taken:
        free, number = f"{name}-{number}", number + 1
    return free


def _start(visit: Visit, scenario: Scenario) -> Answer:
    desk, form = visit.desk, visit.form
    name = form.get("name", "").strip() or scenario.key
    if len(name) > LONGEST_NAME:
        raise BadInput(f"the name has {len(name)} characters. Write at most {LONGEST_NAME}")

    def found(store: Store, along: Callable[[Connection, Done], None] | None = None) -> Done:
        return found_campaign(
            store,
            scenario,
            name=name,
            seed=form.get("seed", "").strip() or None,
            tabletop=form.get("tabletop", DEFAULT),
            weather=form.get("weather", ""),
            actor=visit.person.signature,
            along=along,
        )

    if (founding := desk.founding) is not None:
        with creating(founding.file) as store:
            found(store)
        founding.is_done = True
        return visit.redirect(founding.page)
    if form.get("where") == BESIDE:
        path = _new_file(visit, form.get("file", ""))
        with creating(path) as store:
            done = found(store)
        return visit.note(_founded(done, command_to_open(desk, file=path)), to="/branches")
    command = command_to_open(desk, name)

    def found_here(told: Told) -> str:
        done = desk.change(
            visit.person, lambda: found(desk.store, lambda connection, done: told(connection, _founded(done, command)))
        )
        return _founded(done, command)

    return visit.note_as_done(found_here, to="/branches")


def _founded(done: Done, command: str) -> str:
    return f"{done.receipt.summary}. Open it in a terminal: {command}"


def _new_file(visit: Visit, typed: str) -> Path:
    """Return the path of a new file beside the open one. Raises Refused on a server, BadInput for a name with a
    folder in it.
    """
    if server_url(visit.desk.where) is not None:
        raise Refused(
            f"{visit.desk.store.name} is on a server, so the campaign cannot be saved as a new file. Start the "
            "campaign in this database"
        )
    word = typed.strip().removesuffix(".db")
    if not word or file_name(word) != word:
        raise BadInput(
            f"{typed!r} is not a name for a new file. Use only letters, digits and hyphens, as in "
            f"{file_name(word) if word else 'my-campaign'}.db"
        )
    return file_path(visit.desk.where).resolve().parent / f"{word}.db"
