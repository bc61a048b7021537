"""The parcel for the next umpire: everything that he needs in one file, with a page to read first.

parcel_name(names) -> str                          the file's name, with the date
pack(store, path, only=..., also=...) -> names     writes it, read back and compared
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from campaign.clock import today
from campaign.errors import BadInput, CampaignError
from campaign.exchange.check import find_scenario, read_scenario
from campaign.exchange.parcel import CAMPAIGN, READ_FIRST, write_parcel
from campaign.exchange.placing import private_folder
from campaign.journal import JournalBoard, Line
from campaign.journal.campaign_copy import copy_into_file
from campaign.journal.doctor import campaigns_in
from campaign.journal.transaction import reading
from campaign.journal.undo import living
from campaign.model import Entry, Photo
from campaign.queries.campaign.settings import settings
from campaign.queries.day.status import status
from campaign.store import Store
from campaign.store.engine import file_path, server_url
from campaign.store.error_text import plainly
from campaign.terms.viewer import UMPIRE
from campaign.terms.words import file_name
from campaign.values import dataclass
from campaign.views.campaign.settings import RuleLine
from campaign.views.day.status import Status

_LATEST = 5
"""Number of latest journal entries shown."""
_PAGE = """\
{title}: read this first
{underline}

This parcel holds {names} as of {today}. To go on with it:

    campaign restore {parcel}
                       it becomes campaign.db here; a file of that name is kept
    campaign status    shows the state of play and what is waiting
    campaign doctor    checks that everything is sound
    campaign --help    lists everything else

To read it into a database with other campaigns, or into PostgreSQL, type campaign
import in place of restore. From now on only one of you enters what happens; if
both did, campaign catch-up OTHER.db brings the two copies together.
"""


def parcel_name(names: Sequence[str]) -> str:
    """Return the name of a parcel with these campaigns, packed today."""
    stem = names[0] if len(names) == 1 else "campaigns"
    return file_name(f"{stem} {today().isoformat()}", ending="hand-over") + ".zip"


def pack(
    store: Store, path: Path, *, database: str | Path, only: str | None = None, also: Sequence[Path] = ()
) -> tuple[str, ...]:
    """Pack every campaign of an open database, or the one of that name, into a new parcel. Returns the names of the
    files in it. ``database``: where the store is, whose folder is searched for drafts and house files.

    Raises BadInput, Refused, StoreError.
    """
    names = campaigns_in(store, only)
    facts = []
    for name in names:
        with plainly(store.name), reading(store, name) as board:
            facts.append(_facts(board))
    with private_folder() as folder:
        copy = Path(folder, CAMPAIGN)
        copy_into_file(store, copy, only=only)
        files: dict[str, Path | str] = {CAMPAIGN: copy, **dict(_at_hand(database, facts)), **_packed(also)}
        files = {READ_FIRST: _page(path, names, facts, sorted(files)), **files}
        write_parcel(path, files)
    return tuple(sorted(files))


@dataclass(frozen=True, slots=True)
class _Facts:
    """The facts about one campaign for the page of a parcel."""

    status: Status
    changed: tuple[RuleLine, ...]
    latest: Sequence[Line]
    scenario: str
    scenario_hash: str
    notes: str
    photos: int
    house_files: tuple[str, ...]


def _facts(board: JournalBoard) -> _Facts:
    return _Facts(
        status(board, UMPIRE),
        tuple(rule for rule in settings(board, UMPIRE).rules if rule.changed),
        living(board)[-_LATEST:],
        board.campaign.scenario,
        board.campaign.scenario_hash,
        board.campaign.notes,
        len(board.rows(Photo)),
        _house_files(board),
    )


def _house_files(board: JournalBoard) -> tuple[str, ...]:
    """Return the names of the house files that were taken, the latest last."""
    texts = board.entries(Entry.arguments, criteria=(Entry.verb == "house file",)).scalars()
    return tuple(dict.fromkeys(json.loads(text)["name"] for text in texts if json.loads(text).get("plain")))


def _at_hand(database: str | Path, facts: Sequence[_Facts]) -> Iterator[tuple[str, Path]]:
    """Yield the house files, drafts and scenarios that are beside the database or in this folder."""
    beside = Path() if server_url(database) is not None else file_path(database).resolve().parent
    for campaign in facts:
        for name in campaign.house_files:
            file = next((folder / name for folder in (beside, Path()) if (folder / name).is_file()), None)
            if file is not None:
                yield f"house/{name}", file
        yield from _scenario(campaign)
    if server_url(database) is None:
        for draft in sorted(beside.glob(f"{file_name(file_path(database).stem)}*-draft.yaml")):
            yield f"drafts/{draft.name}", draft


def _scenario(campaign: _Facts) -> Iterator[tuple[str, Path]]:
    """Yield the files of the scenario, if they are the same as at the start."""
    try:
        path = find_scenario(campaign.scenario)
        if read_scenario(path).content_hash != campaign.scenario_hash:
            return
    except CampaignError:
        return
    yield from ((f"scenario/{campaign.scenario}/{name}", file) for name, file in _files_of(path))


def _packed(paths: Sequence[Path]) -> dict[str, Path]:
    """Return the additional files by their names in the parcel. Raises BadInput for two of one name."""
    files: dict[str, Path] = {}
    for path in paths:
        above = f"with/{path.resolve().name}" if path.is_dir() else "with"
        for name, file in ((f"{above}/{name}", file) for name, file in _files_of(path)):
            if files.setdefault(name, file).resolve() != file.resolve():
                raise BadInput(
                    f"--with {file}: another file of the parcel has the same name, {files[name]}. Rename one of "
                    "the two files"
                )
    return files


def _files_of(path: Path) -> Iterator[tuple[str, Path]]:
    """Yield a file under its name, or every file of a folder under its path in it."""
    if path.is_file():
        yield path.name, path
        return
    for file in sorted(path.rglob("*")):
        if file.is_file():
            yield file.relative_to(path).as_posix(), file


# the page


def _page(parcel: Path, names: Sequence[str], facts: Sequence[_Facts], packed: Sequence[str]) -> str:
    title = facts[0].status.title if len(facts) == 1 else "Campaigns of this club"
    head = _PAGE.format(
        title=title,
        underline="=" * (len(title) + 17),
        names=", ".join(names),
        today=f"{today():%d %B %Y}",
        parcel=parcel.name,
    )
    bodies = ("\n".join(_body(campaign, packed)) for campaign in facts)
    return "\n".join((head, *bodies, "In this parcel", *(f"  {name}" for name in packed), ""))


def _body(campaign: _Facts, packed: Sequence[str]) -> Iterator[str]:
    view = campaign.status
    yield f"{view.title} ({view.campaign})"
    yield "-" * len(f"{view.title} ({view.campaign})")
    turn = f"Day {view.moment.day} of {view.days}, turn {view.moment.turn} of 4: {view.clock}."
    yield f"{turn} Next step: {view.phase.text}."
    yield f"The journal has {view.entries} entries. The last ones:"
    yield from (f"  {line.number} ({line.actor}): {line.summary}" for line in campaign.latest)
    yield from _listed("What waits", (f"{awaited.what}: {awaited.command}" for awaited in view.waiting))
    yield from _listed("Open battles", (f"{battle.number}, {battle.name}: {battle.state}" for battle in view.battles))
    yield from _listed(
        "Commanders and players",
        (
            f"{commander.name}, {commander.force}: {commander.played_by or 'no player named'}; the day's orders:"
            f" {commander.orders}"
            for commander in view.commanders
        ),
    )
    yield from _listed(
        "Rules that were changed (campaign rules KEY explains each)",
        (f"{rule.key} is {rule.value}, not {rule.default}" for rule in campaign.changed),
    )
    yield from _listed(
        "House files (their values are in the campaign)",
        (f"{name}{'' if f'house/{name}' in packed else ': file not found'}" for name in campaign.house_files),
    )
    if not any(name.startswith(f"scenario/{campaign.scenario}/") for name in packed):
        gone = f"\nThe scenario {campaign.scenario} is missing or has changed since the start"
        yield f"{gone}; the campaign does not need it."
    if drafts := [name for name in packed if name.startswith("drafts/")]:
        yield from _listed("Returns that are still being typed: put these files beside campaign.db", drafts)
    if campaign.photos:
        yield f"\nPhotos of the table: {campaign.photos}, kept in campaign.db (campaign battle photo N --list)."
    if campaign.notes.strip():
        yield f"\nNotes of the scenario: {campaign.notes.strip()}"
    yield "\nPapers for the next evening: campaign print all --out papers\n"


def _listed(heading: str, lines: Iterable[str]) -> Iterator[str]:
    if texts := list(lines):
        yield f"\n{heading}"
        yield from (f"  {text}" for text in texts)
