"""Files: backup, export, copies for a side, the parcel for the next umpire; files that are sent, looked at before
anything is done with them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from campaign.clock import today
from campaign.errors import BadInput, NotFound, Refused
from campaign.exchange.export import write_export
from campaign.exchange.foreign.exporters import FORMATS
from campaign.exchange.foreign.tables_out import TABLES
from campaign.exchange.parcel import campaign_file_in
from campaign.exchange.placing import private_folder
from campaign.exchange.rewriting import scenario_files_of
from campaign.exchange.side_copy import write_side_copy
from campaign.journal.campaign_copy import Brought, bring, bring_all, copy_into_file, taken
from campaign.journal.doctor import campaigns_in
from campaign.journal.overtaken import DrawnFor
from campaign.journal.rescuing import salvage, salvage_tables
from campaign.queries.campaign.carry_on import without_the_lost
from campaign.queries.campaign.exported_state import exported_state
from campaign.queries.players.hand_over import pack, parcel_name
from campaign.queries.players.side_copy import side_copy
from campaign.situation.army import Army, load_army
from campaign.situation.names import viewer_named
from campaign.situation.players import seats_of
from campaign.store import HEAD, creating
from campaign.store.backup import backup, copy_whole, name_for, rotate
from campaign.store.engine import file_path, server_url
from campaign.store.remedies import backups_of
from campaign.store.synced import copies_beside, service_of
from campaign.terms.words import file_name, is_number
from campaign.views.common.json_values import as_json
from campaign.web.answer import Answer
from campaign.web.file_looks import FileKind, look_at, wholes_in
from campaign.web.opening import database_words
from campaign.web.own_scenario import zipped
from campaign.web.page import LARGEST_UPLOAD, page
from campaign.web.people import UMPIRE
from campaign.web.uploads import WaitingFile, as_sent, one_upload
from campaign.web.visit import Told, Visit

ZIP: Final = "application/zip"
BYTES: Final = "application/octet-stream"
KINDS: Final = {".json": "application/json", ".geojson": "application/geo+json", ".csv": "text/csv; charset=utf-8"}
WORDS: Final = {
    "scenario": "a scenario folder of this program, as a zip file",
    "orbatmapper": "ORBAT Mapper: the order of battle with positions by time",
    "geojson": "GeoJSON: the map with all units on it",
    "kml": "KML: the map with all units on it",
    "graphml": "GraphML: the roads",
    "csv": "a table as CSV",
    "xlsx": "a table for a spreadsheet",
}
"""Words for the formats of other programs."""
MOST_BACKUPS: Final = 12
"""Most earlier backups that are listed."""
LONGEST_NAME: Final = 80


@page("/files", UMPIRE, is_kept=False, takes_files=True, drawn_for=DrawnFor.NOTHING)
def show_files(visit: Visit) -> Answer:
    """Show what can be done with the campaign's file, and with others that are sent."""
    desk = visit.desk
    is_file = server_url(desk.where) is None
    path = file_path(desk.where).resolve() if is_file else None
    readers = visit.read(lambda board, _: _readers(load_army(board)))
    return visit.page(
        "files.html",
        same_at_terminal="campaign backup",
        is_file=is_file,
        where=desk.store.name,
        database=database_words(desk),
        campaign=desk.campaign,
        names=campaigns_in(desk.reader),
        backups=_backups(path) if path else (),
        copies=[copy.name for copy in copies_beside(path)] if path else [],
        service=service_of(path) if path else None,
        readers=readers,
        formats=tuple((key, WORDS.get(key, kind.holds)) for key, kind in FORMATS.items()),
        tables=tuple((name, name) for name in TABLES),
        revision=HEAD,
        most=LARGEST_UPLOAD // 1_000_000,
        keep=visit.was_typed("keep"),
    )


def _readers(army: Army) -> tuple[str, ...]:
    """Return the sides and commanders for whom a copy can be made."""
    return (*(side.name for side in army.sides.values()), *(leader.name for leader in army.commanders.values()))


def _backups(path: Path) -> tuple[str, ...]:
    """Return the names of the earlier backups beside a file, the latest first."""
    return tuple(copy.name for copy in reversed(backups_of(path)))[:MOST_BACKUPS]


@show_files.post
def take_or_keep(visit: Visit) -> Answer:
    """Make a backup beside the file, or take a file that was sent, to look at it."""
    if visit.form.get("do") == "backup":
        return _back_up(visit)
    waiting = visit.desk.waiting_files.keep(one_upload(visit.files, "file", LARGEST_UPLOAD))
    return visit.redirect(f"/files/sent/{waiting.token}")


def _back_up(visit: Visit) -> Answer:
    desk, keep = visit.desk, visit.form.get("keep", "").strip()
    if server_url(desk.where) is not None:
        raise Refused(
            f"{desk.store.name} is on a server, so a copy cannot be saved next to it. Download the copy instead"
        )
    if keep and (not is_number(keep) or not 1 <= int(keep[:6]) <= 10_000):
        raise BadInput(
            f"{keep!r} is not a number of copies. Write 1 or more, or leave the field empty to keep all copies"
        )
    copy = backup(desk.where)
    removed = rotate(copy, int(keep)) if keep else ()
    older = f"; deleted all but the newest {keep}: {', '.join(old.name for old in removed)}" if removed else ""
    return visit.note(f"Made a backup and compared it: {copy.name}{older}", to="/files")


# what is saved


@page("/files/save/{what}", UMPIRE, is_kept=False)
def save_file(visit: Visit) -> Answer:
    """Answer with a file to save: a verified copy of the database, the export, a side's copy, a parcel, a format."""
    makers: dict[str, Callable[[Visit], Answer]] = {
        "backup": _copy,
        "export": _export,
        "side": _side,
        "parcel": _parcel,
        "state": _state,
    }
    maker = makers.get(visit.path["what"])
    if maker is None:
        raise NotFound(f"{visit.path['what']!r} is not a file of this desk. Choose a file on the Files page")
    return maker(visit)


def _copy(visit: Visit) -> Answer:
    desk = visit.desk
    with private_folder() as folder:
        if server_url(desk.where) is None:
            name = name_for(Path(folder), file_path(desk.where).stem)
            copy_whole(file_path(desk.where), name)
        else:
            name = name_for(Path(folder), desk.reader.engine.url.database or "campaign")
            copy_into_file(desk.reader, name)
        return visit.file(name.read_bytes(), name.name, BYTES)


def _export(visit: Visit) -> Answer:
    if visit.as_of:
        raise BadInput(
            "a copy of the whole campaign always includes all earlier turns. Leave the field As of empty, or "
            "choose another format"
        )
    exported = visit.read(lambda board, _: taken(board))
    name = file_name(f"{exported.facts['name']} {today().isoformat()}", ".json")
    with private_folder() as folder:
        path = Path(folder, name)
        write_export(exported, path)
        return visit.file(path.read_bytes(), name, KINDS[".json"])


def _side(visit: Visit) -> Answer:
    word = visit.query.get("for", "")
    if not word:
        raise BadInput("say for whom the copy is made. Choose a side or a commander")
    copy = visit.read(lambda board, _: side_copy(board, viewer_named(load_army(board), word, seats_of(board))))
    name = file_name(f"{visit.desk.campaign} for {copy.viewer} {today().isoformat()}", ".json")
    with private_folder() as folder:
        path = Path(folder, name)
        write_side_copy(as_json(copy), path)
        return visit.file(path.read_bytes(), name, KINDS[".json"])


def _parcel(visit: Visit) -> Answer:
    desk, only = visit.desk, visit.desk.campaign if visit.query.get("only") else None
    with private_folder() as folder:
        path = Path(folder, parcel_name(campaigns_in(desk.reader, only)))
        pack(desk.reader, path, database=desk.where, only=only)
        return visit.file(path.read_bytes(), path.name, ZIP)


def _state(visit: Visit) -> Answer:
    form, table = visit.query.get("format", ""), visit.query.get("table", "orbat")
    if form not in FORMATS:
        raise BadInput(f"{form!r} is not a file format. Choose {', '.join(FORMATS)}")
    if table not in TABLES:
        raise BadInput(f"{table!r} is not a table of the campaign. Choose {', '.join(TABLES)}")
    if not (word := visit.query.get("for", "")):
        raise BadInput("say for whom the file is made. Choose the umpire, a side or a commander")
    kind = FORMATS[form]
    exported = visit.read(
        lambda board, _: exported_state(board, viewer_named(load_army(board), word, seats_of(board)), kind)
    )
    subject = table if "table" in kind.takes else form
    stem = f"{exported.name} {subject} {today().isoformat()}"
    if not kind.writer:
        scenario, _ = without_the_lost(exported.scenario)
        return visit.file(zipped(scenario_files_of(scenario)), file_name(stem, ".zip"), ZIP)
    content = exported.written(kind, table)
    return visit.file(content, file_name(stem, kind.ending), KINDS.get(kind.ending, BYTES))


# what was sent


@page("/files/sent/{token}", UMPIRE, is_kept=False, drawn_for=DrawnFor.NOTHING)
def show_sent(visit: Visit) -> Answer:
    """Show what a file holds that was sent, and what can be done with it. Nothing is changed."""
    desk, waiting = visit.desk, visit.desk.waiting_files.get(visit.path["token"])
    with desk.reading(visit.person.viewer) as board:
        look = look_at(waiting.path, board)
        ours = board.ledger.last_number
    taken_names = set(campaigns_in(desk.reader))
    single = look.campaigns[0].name if len(look.campaigns) == 1 else ""
    return visit.page(
        "file_sent.html",
        json=look,
        same_at_terminal="campaign import FILE",
        waiting=waiting,
        called=waiting.called,
        look=look,
        trouble=_named(waiting)(look.trouble),
        is_damaged=look.kind is FileKind.DAMAGED,
        single=single,
        name=visit.was_typed("name", _free(single, taken_names) if single else ""),
        clashes=sorted({campaign.name for campaign in look.campaigns} & taken_names),
        where=desk.store.name,
        campaign=desk.campaign,
        ours=ours,
        restore=f"campaign restore FILE --db {database_words(desk)}",
        is_file=server_url(desk.where) is None,
    )


def _free(name: str, taken_names: set[str]) -> str:
    """Return a name that no campaign of the database has."""
    free = name
    number = 2
    while free in taken_names:
        free, number = f"{name}-{number}", number + 1
    return free


def _named(waiting: WaitingFile) -> Callable[[str], str]:
    """Return a function from a text with the desk's name of a file to one with the sender's."""
    return lambda text: text.replace(f"{waiting.path.parent}/", "").replace(waiting.path.name, waiting.called)


@show_sent.post
def use_sent(visit: Visit) -> Answer:
    """Put the campaigns of the file beside the others of this database, or throw the file away."""
    desk, token = visit.desk, visit.path["token"]
    waiting = desk.waiting_files.get(token)
    if visit.form.get("do") == "drop":
        desk.waiting_files.drop(token)
        return visit.note(f"{waiting.called}was deleted from the desk", to="/files")
    name = visit.form.get("name", "").strip()

    def bring_in(told: Told) -> str:
        with as_sent(waiting.path.parent, _named(waiting)):
            names = _imported(visit, waiting, name, lambda connection, names: told(connection, _brought(visit, names)))
        return _brought(visit, names)

    answer = visit.note_as_done(bring_in, to="/branches")
    desk.waiting_files.drop(token)
    return answer


def _brought(visit: Visit, names: Sequence[str]) -> str:
    """Return what is told of campaigns that were brought into the database."""
    verb = "is" if len(names) == 1 else "are"
    return f"{', '.join(names)} {verb} in {visit.desk.store.name}, with the complete journal"


def _imported(visit: Visit, waiting: WaitingFile, name: str, along: Brought) -> tuple[str, ...]:
    desk = visit.desk
    wholes = wholes_in(waiting.path)
    if len(name) > LONGEST_NAME:
        raise BadInput(f"the name has {len(name)} characters. Write at most {LONGEST_NAME}")

    def work() -> tuple[str, ...]:
        if len(wholes) == 1:
            return (bring(desk.store, wholes[0], name=name or None, called=waiting.called, along=along),)
        return bring_all(desk.store, wholes, called=waiting.called, along=along)

    return desk.change(visit.person, work)


# a damaged file


@page("/files/sent/{token}/rescue", UMPIRE, is_kept=False)
def save_rescued(visit: Visit) -> Answer:
    """Answer with a new file that holds what could be saved of a damaged one."""
    waiting = visit.desk.waiting_files.get(visit.path["token"])
    with private_folder() as folder, as_sent(waiting.path.parent, _named(waiting)):
        with campaign_file_in(waiting.path) as file:
            is_by_tables = bool(visit.query.get("tables"))
            saved = salvage_tables(file, visit.person.signature) if is_by_tables else salvage(file)
        new = Path(folder, file_name(Path(waiting.called).stem, ending="rescued") + ".db")
        with creating(new) as store:
            for rescued in saved:
                bring(store, rescued.exported, called=waiting.called)
        return visit.file(new.read_bytes(), new.name, BYTES)
