"""Taking a person out of a campaign: the journal keeps its numbers and hashes, and no reader can tell whose they were.

    who = whom(store, campaign, "Max Muster")     what is known about the person here; reads only
    forget(store, who)                            deletes it, in the campaign and in its branches
    holders_of(folder, who.texts)                 files beside the database in which the texts still stand

What goes: names and addresses, invitations and windows of the desk, marks and answers in which the name stands, drafts
that bear it, and the hashes that entries had while they still held names, since those were made over the name. What
people typed as an aim or a note stays: it is part of what happened. ``mentions`` names the entries.
"""

from __future__ import annotations

import json
import re
import sqlite3
import zipfile
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from pathlib import Path
from typing import IO, Any, Final

from sqlalchemy import Connection, delete, select, update

from campaign.clock import stamp
from campaign.errors import Locked, NotFound
from campaign.journal.people import ADDRESS, FORGOTTEN, NAME, Known, rows_of_people, split_signature
from campaign.journal.transaction import again_if_busy, refuse_other_revision
from campaign.model import (
    Campaign,
    Commander,
    Draft,
    EarlierHash,
    Entry,
    HandedIn,
    Invitation,
    Ledger,
    Mark,
    Person,
    Setting,
    Window,
)
from campaign.store import Store, number_of
from campaign.store.error_text import plainly
from campaign.terms.words import did_you_mean, listing
from campaign.values import dataclass
from campaign.words.forgotten import Forgotten

_DEPUTIES: Final = "evening.deputies"
_PIECE: Final = 1 << 20
_PATIENCE: Final = 10_000
"""Milliseconds to wait for others who read the file."""
_ENDINGS: Final = frozenset({".db", ".json", ".zip", ".eml", ".yaml", ".txt", ".csv"})
"""Endings of the files that the program writes and in which a person may stand."""


@dataclass(frozen=True, slots=True)
class Who:
    """A person as a database knows her: her numbers and all that she is called by, and what is known of her."""

    numbers: tuple[str, ...]
    texts: tuple[str, ...]
    known: Forgotten


def whom(store: Store, campaign: str | None, word: str) -> Who:
    """Return what is known about the person of that name, or with that address. Capitals do not matter. Raises NotFound
    with the names that are close.
    """
    with plainly(store.name), store.read() as connection, connection.begin():
        ident = number_of(connection, campaign)
        known = rows_of_people(connection, ident)
        numbers = _numbers_of(known, word)
        if not numbers:
            names = [row.text for row in known if row.text]
            here = listing(sorted(row.text for row in known if row.kind == NAME and row.text)) or "no player"
            raise NotFound(
                f"no player called {word!r} is known here. Known players: {here}. This command does not find "
                f"names inside typed texts{did_you_mean(word, names)}"
            )
        campaigns = _names(connection)
        people = {each: rows_of_people(connection, each) for each in campaigns}
        same = [each for each in campaigns if numbers & {row.number for row in people[each] if row.text}]
        texts = sorted({row.text for each in same for row in people[each] if row.number in numbers and row.text})
        name = next((row.text for row in known if row.number in numbers and row.kind == NAME and row.text), word)
        parts = [_Part.of(connection, each, numbers, texts) for each in same]
        forgotten = Forgotten(
            name=name,
            is_done=False,
            addresses=sum(row.kind == ADDRESS and row.number in numbers for row in known),
            campaigns=tuple(campaigns[each] for each in same),
            elsewhere=tuple(
                campaigns[each] for each in campaigns if each not in same and _numbers_of(people[each], name)
            ),
            commanders=tuple(dict.fromkeys(each for part in parts for each in part.commanders)),
            links=sum(len(part.links) for part in parts),
            windows=sum(len(part.windows) for part in parts),
            drafts=sum(len(part.drafts) for part in parts),
            mentions=_mentions(connection, ident, texts),
            files=(),
        )
        return Who(tuple(sorted(numbers)), tuple(texts), forgotten)


def _names(connection: Connection) -> dict[int, str]:
    """Return the names of the campaigns, by id."""
    rows = connection.execute(select(Campaign.id, Campaign.name).order_by(Campaign.id))
    return {int(ident): str(name) for ident, name in rows}


def _numbers_of(known: Iterable[Known], word: str) -> set[str]:
    """Return the numbers of the person of that name or address, and of her addresses."""
    known, wanted = list(known), " ".join(word.split()).casefold()
    numbers = {row.number for row in known if row.text and row.text.casefold() == wanted}
    numbers |= {row.owner for row in known if row.number in numbers and row.owner is not None}
    names = {row.text.casefold() for row in known if row.number in numbers and row.kind == NAME}
    numbers |= {row.number for row in known if row.kind == NAME and row.text and row.text.casefold() in names}
    numbers |= {row.number for row in known if row.owner in numbers and row.text}
    return numbers


@dataclass(frozen=True, slots=True)
class _Part:
    """The part of a campaign that belongs to a person: commanders by name, and the keys of rows beside the journal."""

    commanders: tuple[str, ...]
    links: tuple[str, ...]
    windows: tuple[str, ...]
    drafts: tuple[tuple[str, str], ...]

    @classmethod
    def of(cls, connection: Connection, campaign: int, numbers: Collection[str], texts: Sequence[str]) -> _Part:
        """Look it up; ``texts``: the person's name and addresses."""
        asked = select(Commander.key, Commander.name, Commander.player).where(Commander.campaign_id == campaign)
        rows = connection.execute(asked.order_by(Commander.id)).all()
        setting = select(Setting.value).where(Setting.campaign_id == campaign, Setting.key == _DEPUTIES)
        deputies: dict[str, Any] = connection.scalar(setting) or {}
        played = [
            (key, name) for key, name, player in rows if player in numbers or deputies.get(key, ("",))[0] in numbers
        ]
        keys, names = {key for key, _ in played}, {text.casefold() for text in texts}
        links = [
            ident
            for ident, name, commanders in connection.execute(
                select(Invitation.id, Invitation.name, Invitation.commanders).where(Invitation.campaign_id == campaign)
            )
            if name.casefold() in names or not keys.isdisjoint(commanders)
        ]
        windows = [
            ident
            for ident, name, link in connection.execute(
                select(Window.id, Window.name, Window.invitation).where(Window.campaign_id == campaign)
            )
            if name.casefold() in names or link in links
        ]
        drafts = connection.execute(
            select(Draft.owner, Draft.subject, Draft.content).where(Draft.campaign_id == campaign)
        )
        bears = _bearer(texts)
        return cls(
            tuple(name for _, name in played),
            tuple(links),
            tuple(windows),
            tuple((owner, subject) for owner, subject, content in drafts if bears(content)),
        )


def _bearer(texts: Sequence[str]) -> Callable[[Any], bool]:
    """Return the test whether one of these texts stands in a plain value as a word."""
    whole = _whole(texts)

    def bears(value: Any) -> bool:
        return whole.search(json.dumps(value, ensure_ascii=False)) is not None

    return bears


def _whole(texts: Sequence[str]) -> re.Pattern[str]:
    """Return the pattern of these texts as whole words, longest first, also as they stand in JSON."""
    words = {form for text in texts for form in (text, json.dumps(text, ensure_ascii=False)[1:-1])}
    either = "|".join(map(re.escape, sorted(words, key=len, reverse=True)))
    return re.compile(rf"(?<!\w)(?:{either})(?!\w)", re.IGNORECASE)


def _mentions(connection: Connection, campaign: int, texts: Sequence[str]) -> tuple[int, ...]:
    """Return the commands, by number, in whose arguments, summary or images the texts stand as words."""
    whole = _whole(texts)
    asked = select(Entry.number, Entry.arguments, Entry.summary, Entry.images).where(Entry.campaign_id == campaign)
    rows = connection.execute(asked.where(Entry.kind == "do").order_by(Entry.seq).execution_options(yield_per=50))
    found = (number for number, *parts in rows if any(whole.search(part) for part in parts))
    return tuple(dict.fromkeys(found))


def forget(store: Store, who: Who) -> None:
    """Delete what is known about a person, in every campaign of the database that has the person's numbers, and
    overwrite the freed bytes of a file. Raises StoreError; then nothing was changed.
    """
    wanted = set(who.known.campaigns)
    take_out(store, lambda name: who.numbers if name in wanted else ())
    overwrite_freed(store)


def take_out(store: Store, numbers_in: Callable[[str], Collection[str]]) -> None:
    """Delete what is known under these numbers in each campaign of a database, by the campaign's name."""

    def once() -> None:
        with store.engine.connect() as connection:
            if store.is_sqlite:
                connection.exec_driver_sql("pragma secure_delete=on")
                connection.rollback()
            with connection.begin():
                locked = select(Ledger.campaign_id, Ledger.revision).order_by(Ledger.campaign_id).with_for_update()
                rows = connection.execute(locked).all()
                names = _names(connection)
                for campaign, revision in rows:
                    if numbers := set(numbers_in(names[campaign])):
                        refuse_other_revision(revision, store)
                        _take_out_of(connection, campaign, numbers)

    again_if_busy(store, once)


def overwrite_freed(store: Store) -> None:
    """Write a file again without the bytes that earlier changes freed; a server does that by its own rules. Raises
    Locked if another program keeps the file busy.
    """
    if not store.is_sqlite:
        return
    with plainly(store.name), store.engine.connect() as connection:
        connection.rollback()
        handle = connection.connection.driver_connection
        assert handle is not None
        try:
            handle.execute(f"pragma busy_timeout={_PATIENCE}")
            handle.execute("pragma secure_delete=on")
            handle.execute("vacuum")
        except sqlite3.OperationalError as fault:
            raise Locked(
                f"the name is deleted, but traces of it may still be in unused parts of {store.name}, which "
                f"could not be cleaned ({fault}). Close other programs that use the file, then type campaign "
                "forget again"
            ) from fault


def _take_out_of(connection: Connection, campaign: int, numbers: set[str]) -> None:
    known = [row for row in rows_of_people(connection, campaign) if row.number in numbers and row.text]
    if not known:
        return
    texts = [row.text for row in known]
    part = _Part.of(connection, campaign, numbers, texts)
    person, window, link, draft = Person.__table__, Window.__table__, Invitation.__table__, Draft.__table__
    these = (person.c.campaign_id == campaign) & person.c.number.in_([row.number for row in known])
    connection.execute(update(person).where(these).values(text="", forgotten=stamp()))
    of_windows = window.c.id.in_(part.windows) | window.c.invitation.in_(part.links)
    connection.execute(delete(window).where(window.c.campaign_id == campaign, of_windows))
    connection.execute(delete(link).where(link.c.campaign_id == campaign, link.c.id.in_(part.links)))
    for owner, subject in part.drafts:
        this = (draft.c.campaign_id == campaign) & (draft.c.owner == owner) & (draft.c.subject == subject)
        connection.execute(delete(draft).where(this))
    _unname_marks(connection, campaign, {text.casefold() for text in texts})
    _unname_answers(connection, campaign, texts)
    if (first := _first_with(connection, campaign, numbers)) is not None:
        earlier = EarlierHash.__table__
        connection.execute(delete(earlier).where(earlier.c.campaign_id == campaign, earlier.c.seq >= first))


def _unname_marks(connection: Connection, campaign: int, names: Collection[str]) -> None:
    table = Mark.__table__
    rows = connection.execute(select(Mark.subject, Mark.kind, Mark.made_by).where(Mark.campaign_id == campaign)).all()
    for subject, kind, by in rows:
        name, device = split_signature(by)
        if name.casefold() in names:
            this = (table.c.campaign_id == campaign) & (table.c.subject == subject) & (table.c.kind == kind)
            connection.execute(update(table).where(this).values(made_by=FORGOTTEN + device))


def _unname_answers(connection: Connection, campaign: int, texts: Sequence[str]) -> None:
    table, whole = HandedIn.__table__, _whole(texts)

    def unnamed(value: Any) -> Any:
        if isinstance(value, str):
            return whole.sub(FORGOTTEN, value)
        if isinstance(value, dict):
            return {key: unnamed(part) for key, part in value.items()}
        return [unnamed(part) for part in value] if isinstance(value, list) else value

    asked = select(HandedIn.owner, HandedIn.key, HandedIn.answer).where(HandedIn.campaign_id == campaign)
    for owner, key, answer in connection.execute(asked).all():
        if (after := unnamed(answer)) != answer:
            this = (table.c.campaign_id == campaign) & (table.c.owner == owner) & (table.c.key == key)
            connection.execute(update(table).where(this).values(answer=after))


def _first_with(connection: Connection, campaign: int, numbers: Collection[str]) -> int | None:
    """Return the first entry in which one of these numbers stands."""
    asked = select(Entry.seq, Entry.actor, Entry.arguments, Entry.images).where(Entry.campaign_id == campaign)
    rows = connection.execute(asked.order_by(Entry.seq).execution_options(yield_per=50))
    return min(
        (seq for seq, *parts in rows if any(number in part for number in numbers for part in parts)), default=None
    )


# files that still hold a person


def holders_of(folder: Path, texts: Sequence[str], without: Path | None = None) -> tuple[Path, ...]:
    """Return the files in a folder, and in the folders in it, in which one of these texts stands: backups, exports,
    parcels, mails and drafts. ``without``: the database itself. A file that cannot be read is left out.
    """
    sought = [text.encode() for text in texts]
    places = [folder, *(each for each in _listed(folder) if each.is_dir() and not each.is_symlink())]
    files = [path for place in places for path in _listed(place) if path.suffix.lower() in _ENDINGS and path.is_file()]
    return tuple(path for path in files if path != without and _holds(path, sought))


def _listed(folder: Path) -> list[Path]:
    try:
        return sorted(folder.iterdir())
    except OSError:
        return []


def _holds(path: Path, sought: Sequence[bytes]) -> bool:
    try:
        if zipfile.is_zipfile(path):
            with zipfile.ZipFile(path) as packed:
                return any(_stands_in(packed.open(info), sought) for info in packed.infolist())
        with path.open("rb") as file:
            return _stands_in(file, sought)
    except (OSError, zipfile.BadZipFile, RuntimeError, NotImplementedError, ValueError):
        return False


def _stands_in(file: IO[bytes], sought: Sequence[bytes]) -> bool:
    """Return whether one of these texts stands in a file, capitals as they are. It is read piece by piece."""
    tail = b""
    for piece in _pieces(file):
        if any(text in tail + piece for text in sought):
            return True
        tail = piece[-max(map(len, sought)) :]
    return False


def _pieces(file: IO[bytes]) -> Iterator[bytes]:
    with file:
        while piece := file.read(_PIECE):
            yield piece
