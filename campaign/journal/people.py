"""The people of a campaign, beside the journal: entries and rows hold a number, and the name stands here.

    number_of_person(board, "Ruth")          -> "person:5f0c..."    for a command that is about to be recorded
    people_of(board).shown("played by person:5f0c...")              the text as people read it
    put_people(connection, campaign, people)                        those that another copy has and this one does not

A number is random. So two copies of a campaign never give the same one to two people, and nobody can try names until
one fits, as with a hash. A forgotten person's row stays, emptied, so that no copy brings the name back.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from secrets import token_hex
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import Connection, delete, insert, select, update

from campaign.errors import BadInput
from campaign.model import OF_PEOPLE, Commander, EarlierHash, Person, Side
from campaign.terms.seats import Device
from campaign.terms.words import listing
from campaign.values import asdict, dataclass, replace
from campaign.words.receipt import Receipt

if TYPE_CHECKING:
    from campaign.journal.board import Board, JournalBoard

PREFIX: Final = "person:"
PERSON: Final = re.compile(rf"{PREFIX}[0-9a-f]{{16}}")
"""The number of a person, or of the person's mail address."""
FORGOTTEN: Final = "a forgotten player"
"""What stands in place of the name of a person who was forgotten."""
UNKNOWN: Final = "a player"
"""What stands in place of a name that was not taken along, as in a forecast on other machines."""
NOT_PEOPLE: Final = frozenset(
    {"", "program", "the program", "umpire", "the umpire", "nobody", "script", "the tour", FORGOTTEN, UNKNOWN}
)
"""Words that sign entries or take a commander's seat and are nobody's name, in small letters."""

_DEVICE = re.compile(rf" \((?:{'|'.join(Device)})\)")
NAME, ADDRESS = "name", "address"


def split_signature(text: str) -> tuple[str, str]:
    """Return the name that signs an entry, and the device after it as it is written there."""
    for match in _DEVICE.finditer(text):
        if match.end() == len(text):
            return text[: match.start()], match[0]
    return text, ""


@dataclass(frozen=True, slots=True)
class Known:
    """A fact about a person: a name or an address, by its number. ``owner``: the number of the person whose address it
    is; ``forgotten``: when the text was deleted.
    """

    number: str
    kind: str
    text: str
    owner: str | None = None
    forgotten: str | None = None


class People:
    """The known facts about the people of one campaign, read when a number is first met."""

    def __init__(self, read: Callable[[], Iterable[Known]]) -> None:
        self._read = read
        self._known: dict[str, Known] | None = None

    @property
    def known(self) -> dict[str, Known]:
        """Every fact by its number, forgotten ones too."""
        if self._known is None:
            self._known = {row.number: row for row in self._read()}
        return self._known

    def shown(self, text: str) -> str:
        """Return a text with names and addresses in place of their numbers."""
        return PERSON.sub(lambda match: self._text(match[0]), text) if PREFIX in text else text

    def shown_json(self, text: str) -> str:
        """Return a JSON text with names and addresses in place of their numbers."""
        if PREFIX not in text:
            return text
        return PERSON.sub(lambda match: json.dumps(self._text(match[0]), ensure_ascii=False)[1:-1], text)

    def shown_value(self, value: Any) -> Any:
        """Return a plain value with names and addresses in place of their numbers."""
        if isinstance(value, str):
            return self.shown(value)
        if isinstance(value, Mapping):
            return {self.shown_value(key): self.shown_value(part) for key, part in value.items()}
        return type(value)(map(self.shown_value, value)) if isinstance(value, list | tuple) else value

    def shown_receipt(self, receipt: Receipt) -> Receipt:
        """Return an answer as people read it."""
        if not any(PREFIX in text for text in (receipt.summary, receipt.waiting, *receipt.lines)):
            return receipt
        lines = tuple(map(self.shown, receipt.lines))
        return replace(receipt, summary=self.shown(receipt.summary), lines=lines, waiting=self.shown(receipt.waiting))

    def _text(self, number: str) -> str:
        known = self.known.get(number)
        if known is None:
            return UNKNOWN
        return known.text or (FORGOTTEN if known.kind == NAME else "a forgotten address")

    def address(self, number: str) -> str:
        """Return the address of a number; empty for a forgotten one."""
        return self.known[number].text if number in self.known else "" if PERSON.fullmatch(number) else number

    def named(self, name: str) -> Known | None:
        """Return the person of that name, without regard to capitals; None if there is none, or it was forgotten."""
        return min(self._called(name), key=lambda row: (row.text != name, row.number), default=None)

    def numbers(self, name: str) -> frozenset[str]:
        """Return every number of that name, without regard to capitals: two copies that each met the person gave two,
        and a catch-up brought them together.
        """
        return frozenset(row.number for row in self._called(name))

    def _called(self, name: str) -> list[Known]:
        wanted = name.casefold()
        return [row for row in self.known.values() if row.kind == NAME and row.text.casefold() == wanted != ""]

    def is_forgotten(self, number: str) -> bool:
        """Return whether the text of this number was deleted."""
        return number in self.known and self.known[number].forgotten is not None


def people_of(board: Board) -> People:
    people: People | None = board.info.get(People)
    if people is None:
        people = board.info[People] = People(board.known_people)
    return people


def number_of_person(board: Board, name: str, *, respells: bool = False) -> str:
    """Return the number of a person, a new one for a name that is not known. ``respells``: the name is written as here
    from now on. A word that is not a person's name, and a number, come back as they are.
    """
    if name.casefold() in NOT_PEOPLE or PERSON.fullmatch(name):
        return name
    known = people_of(board).named(name)
    if known is None:
        return _kept(board, Known(_fresh(), NAME, name))
    if respells and known.text != name:
        _kept(board, replace(known, text=name))
    return known.number


def number_of_address(board: Board, owner: str, address: str) -> str:
    """Return the number of a mail address. ``owner``: the number of the person whose it is, or another addressee. An
    address that is given after a player was forgotten is the commander's.
    """
    if PERSON.fullmatch(address):
        return address
    people = people_of(board)
    person = owner if PERSON.fullmatch(owner) and not people.is_forgotten(owner) else None
    for row in people.known.values():
        if row.kind == ADDRESS and row.text == address and row.owner == person:
            return row.number
    return _kept(board, Known(_fresh(), ADDRESS, address, person))


def signed_by_number(board: JournalBoard, signature: str) -> str:
    """Return the signature of an entry with a number in place of the name. Names of sides and commanders stay."""
    name, device = split_signature(signature)
    if name.casefold() in NOT_PEOPLE or PERSON.fullmatch(name):
        return signature
    if (known := people_of(board).named(name)) is None and _is_of_roles(name, _roles(board)):
        return signature
    return (number_of_person(board, name) if known is None else known.number) + device


def signing(board: JournalBoard, signature: str) -> tuple[str, list[Known]]:
    """Return a signature with a number in place of the name, for an entry that goes into another database, and the
    person behind it if the campaign does not know the name yet.
    """
    name, device = split_signature(signature)
    if name.casefold() in NOT_PEOPLE or _is_of_roles(name, _roles(board)):
        return signature, []
    known = people_of(board).named(name)
    person = known or Known(_fresh(), NAME, name)
    return person.number + device, [] if known else [person]


def _is_of_roles(name: str, roles: set[str]) -> bool:
    """Return whether this is the name of a side or a commander, or of several commanders that one person plays."""
    return name in roles or {part for text in name.split(" and ") for part in text.split(", ")} <= roles


def _roles(board: JournalBoard) -> set[str]:
    """Return the names of sides and commanders."""
    sides, commanders = board.columns(Side, "name", "adjective"), board.columns(Commander, "name")
    return {name for names in (*sides, *commanders) for name in names}


def with_numbered_player(board: Board, command: Any) -> Any:
    """Return a command that means a commander by the name of the commander's player with the player's number in its
    place. A name that fits the players of several commanders stays, and the command is refused as ambiguous.
    """
    word = getattr(command, "commander", None)
    if not isinstance(word, str) or not (numbers := people_of(board).numbers(word.strip())):
        return command
    played = [commander for commander in board.rows(Commander) if commander.player in numbers]
    return replace(command, commander=played[0].player) if len(played) == 1 else command


def refuse_unknown_numbers(board: Board, texts: Iterable[str]) -> None:
    """Raise BadInput for a text with the number of a person of whom nothing is known here. A name is written as a
    name; commands of the journal that are run again are not examined.
    """
    numbers = (number for text in texts if PREFIX in text for number in PERSON.findall(text))
    for number in numbers:
        if number not in people_of(board).known:
            raise BadInput(f"{number} is not the number of a person of this campaign. Write the person's name")


def _fresh() -> str:
    return f"{PREFIX}{token_hex(8)}"


def _kept(board: Board, known: Known) -> str:
    people_of(board).known[known.number] = known
    board.keep_person(asdict(known))
    return known.number


def rows_of_people(connection: Connection, campaign: int) -> list[Known]:
    """Return everything that is known about people, in order of the numbers."""
    columns = (Person.number, Person.kind, Person.text, Person.owner, Person.forgotten)
    rows = connection.execute(select(*columns).where(Person.campaign_id == campaign).order_by(Person.number))
    return [Known(*row) for row in rows]


def earlier_hashes(connection: Connection, campaign: int) -> dict[int, str]:
    """Return the hashes that entries had before names left the journal, by seq."""
    columns = (EarlierHash.seq, EarlierHash.hash)
    asked = select(*columns).where(EarlierHash.campaign_id == campaign).order_by(EarlierHash.seq)
    return {int(seq): str(text) for seq, text in connection.execute(asked)}


def write_person(connection: Connection, campaign: int, row: Mapping[str, Any]) -> None:
    """Write a fact about a person, in place of what stands under its number."""
    table = Person.__table__
    this = (table.c.campaign_id == campaign) & (table.c.number == row["number"])
    if connection.execute(update(table).where(this).values(dict(row))).rowcount == 0:
        connection.execute(insert(table).values(campaign_id=campaign, **row))


def put_people(connection: Connection, campaign: int, people: Iterable[Mapping[str, Any]]) -> None:
    """Write what another copy knows about people whom this campaign does not know. Who was forgotten here stays so, and
    that person's other addresses come without their text.
    """
    kept = {row.number: row.forgotten for row in rows_of_people(connection, campaign)}
    rows = [{"campaign_id": campaign, **row} for row in people if row["number"] not in kept]
    for row in rows:
        if moment := kept.get(row.get("owner") or ""):
            row.update(text="", forgotten=moment)
    if rows:
        connection.execute(insert(Person.__table__), rows)


def new_names(here: Board, there: Board) -> tuple[str, ...]:
    """Return the names that come from another copy and that this campaign does not know. They include a forgotten
    player whom each copy met separately: the program keeps no trace of a forgotten name.
    """
    known = list(here.known_people())
    numbers, names = {row.number for row in known}, {row.text.casefold() for row in known}
    coming = {
        row.text.casefold(): row.text
        for row in there.known_people()
        if row.kind == NAME and row.number not in numbers and row.text.casefold() not in {"", *names}
    }
    return tuple(sorted(coming.values()))


def new_here(names: Sequence[str]) -> str:
    """Return the line about people whom another copy brings."""
    who = "this player" if len(names) == 1 else "one of these players"
    return (
        f"New here: {listing(names, most=len(names))}. If you forgot {who}, type campaign forget again after you catch"
        " up."
    )


def put_earlier_hashes(connection: Connection, campaign: int, hashes: Mapping[int, str]) -> None:
    """Write the hashes that entries had before names left the journal."""
    rows = [{"campaign_id": campaign, "seq": seq, "hash": text} for seq, text in hashes.items()]
    if rows:
        connection.execute(insert(EarlierHash.__table__), rows)


def throw_away(connection: Connection, campaign: int) -> None:
    """Delete everything that is known about the people of a campaign that is deleted as a whole."""
    for table_class in OF_PEOPLE:
        table = table_class.__table__
        connection.execute(delete(table).where(table.c.campaign_id == campaign))
