"""The players of the commanders, and their deputies for an evening."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date

from campaign.errors import BadInput
from campaign.journal.board import Board
from campaign.journal.people import PERSON, number_of_person
from campaign.journal.register import action
from campaign.model import Commander, Setting, Side
from campaign.situation.army import load_army
from campaign.situation.conditions import rulebook_of
from campaign.situation.names import commander_named, words_of
from campaign.situation.players import DEPUTIES, NO_PERSON, NOBODY, PROGRAM, UMPIRE, Seats, seat_word, seats_of
from campaign.terms.attributes import LONGEST_SOURCE
from campaign.terms.character import Character
from campaign.terms.words import did_you_mean, is_number, listing
from campaign.values import replace
from campaign.verbs.seating import NONE, SeatDeputy, SeatPlayer, SetCharacter
from campaign.words.receipt import Receipt

LONGEST = 80
"""Most letters of a player's name."""
_NO_ONE = frozenset({"none", "no one", "noone", "no-one", "nobody else", "n/a", "-"})
"""What people type for a commander without a player, in small letters; no word of it is taken for a name."""


def _with_number(board: Board, command: SeatPlayer) -> SeatPlayer:
    """Return the command with the player's number in place of the name."""
    return replace(command, player=number_of_person(board, _player(board, command.player), respells=True))


def _with_deputys_number(board: Board, command: SeatDeputy) -> SeatDeputy:
    """Return the command with the deputy's number in place of the name."""
    return replace(command, deputy=number_of_person(board, _player(board, command.deputy), respells=True))


@action("commander played", SeatPlayer, door=_with_number)
def seat_player(board: Board, command: SeatPlayer) -> Receipt:
    """Assign a player until changed; orders already given stand. Raises BadInput, NotFound."""
    commanders, player = _commanders(board, command.commander), command.player
    replaced: dict[str, list[str]] = {}
    for commander in commanders:
        if commander.player not in ("", player):
            replaced.setdefault(commander.player, []).append(commander.name)
        commander.player = "" if player == NOBODY else player
    names = listing(commander.name for commander in commanders)
    return Receipt(
        f"{names}: played by {seat_word(player)}",
        (*_what_it_means(player), *_who_is_replaced(replaced), *_who_stands_in(commanders, seats_of(board))),
    )


def _who_is_replaced(replaced: Mapping[str, Sequence[str]]) -> Iterator[str]:
    """Yield the players who are replaced, and what they keep. ``replaced``: names of commanders by the player."""
    for earlier, names in replaced.items():
        yield f"{listing(names, len(names))}: no longer played by {seat_word(earlier)}"
        if earlier not in NO_PERSON:
            yield (
                f"an older desk link of {earlier} still opens this seat. On the desk's Players page, end that "
                "link or make a new link. If you name the new player on that page, you can end the old link "
                "with a tick"
            )


def _who_stands_in(commanders: Iterable[Commander], seats: Seats) -> Iterator[str]:
    """Yield the deputies who still stand in for these commanders' player."""
    for commander in commanders:
        if (number := seats.number(commander)) != commander.player:
            until = seats.deputies[commander.key][1]
            yield f"{commander.name}: {seat_word(number)} still stands in until day {until} is over"


@action("commander deputy", SeatDeputy, door=_with_deputys_number)
def seat_deputy(board: Board, command: SeatDeputy) -> Receipt:
    """Assign a deputy until the end of the day. Raises BadInput, NotFound."""
    commanders, deputy = _commanders(board, command.commander), command.deputy
    today, last = board.moment.day, board.campaign.days
    until = _day(board, command.until) if command.until else today
    if deputy != NOBODY and not today <= until <= last:
        raise BadInput(
            f"day {until} is not possible. Write --until with a day from today (day {today}) to the last day "
            f"(day {last})"
        )
    deputies = {key: seat for key, seat in seats_of(board).deputies.items() if seat[1] >= today}
    ended = [commander.name for commander in commanders if commander.key in deputies]
    for commander in commanders:
        deputies.pop(commander.key, None)
        if deputy != NOBODY:
            deputies[commander.key] = (deputy, until)
    _write(board, deputies)
    names = listing(commander.name for commander in commanders)
    if deputy == NOBODY:
        none = [] if ended else ["there was no deputy, so nothing has changed"]
        return Receipt(f"{names}: no deputy any more", tuple(none))
    days = "for this day" if until == today else f"until day {until} is over"
    return Receipt(f"{names}: {seat_word(deputy)} stands in {days}", _what_it_means(deputy))


@action("commander character", SetCharacter)
def set_character(board: Board, command: SetCharacter) -> Receipt:
    """Give a commander a character with its source, or take it away. Raises BadInput, NotFound."""
    commanders, word = _commanders(board, command.commander), command.character.strip().casefold()
    source = " ".join(command.source.split())
    names = listing(commander.name for commander in commanders)
    if word == NONE:
        if source:
            raise BadInput(f"a commander without a character has no source. Leave --because {source[:40]!r} out")
        for commander in commanders:
            commander.character, commander.character_source = None, ""
        return Receipt(f"{names}: no character; led as the doctrine has it")
    if word not in set(Character):
        hint = did_you_mean(word, [*Character, NONE])
        raise BadInput(f"{command.character!r} is not a character. Write {listing([*Character, NONE])}{hint}")
    if not source:
        raise BadInput(
            f"{word} needs a source: write --because with a deed of the commander that shows it, "
            "and the book that tells it"
        )
    if len(source) > LONGEST_SOURCE:
        raise BadInput(f"{source[:40]!r}... has {len(source)} characters. A source has at most {LONGEST_SOURCE}")
    for commander in commanders:
        commander.character, commander.character_source = Character(word), source
    counts = rulebook_of(board).word("auto.characters") != "off"
    return Receipt(
        f"{names}: {word}",
        (source, *(() if counts else ("characters do not count now: campaign rules auto.characters program",))),
    )


def _commanders(board: Board, word: str) -> list[Commander]:
    """Return the commander of the given name, or all commanders of the side. Raises NotFound, Ambiguous."""
    army, name = load_army(board), word.strip().casefold()
    for side in board.rows(Side):
        if name in map(str.casefold, words_of(side)):
            return sorted((c for c in army.commanders.values() if c.side_id == side.id), key=lambda c: c.id)
    return [commander_named(army, word)]


def _player(board: Board, word: str) -> str:
    """Return a player's name in its stored form, or the number of one. Raises BadInput for a reserved word."""
    name = " ".join(word.split())
    if PERSON.fullmatch(name):
        return name
    if name.casefold() in _NO_ONE:
        raise BadInput(f"{word!r} is not a player's name. For a commander without a player write {NOBODY}")
    if name.casefold() in (PROGRAM, UMPIRE, NOBODY):
        return name.casefold()
    if len(name) > LONGEST:
        raise BadInput(
            f"{name[:40]!r}... has {len(name)} characters. A player's name has at most {LONGEST}: write a shorter one"
        )
    army = load_army(board)
    sides = {n.casefold() for side in army.sides.values() for n in words_of(side)}
    commanders = {n.casefold() for c in army.commanders.values() for n in (c.key, c.name)}
    if not name or name.casefold() in sides | commanders | NO_PERSON:
        raise BadInput(f"{word!r} is not a player's name. Write a name, {PROGRAM}, {UMPIRE} or {NOBODY}")
    return name


def _day(board: Board, text: str) -> int:
    """Return the number of a day typed as number or date. Raises BadInput."""
    if is_number(text.strip()):
        return int(text)
    try:
        return (date.fromisoformat(text.strip()) - board.campaign.first_day).days + 1
    except ValueError:
        raise BadInput(f"{text!r} is not a day. Write its number (2) or its date (1941-05-16)") from None


def _what_it_means(player: str) -> tuple[str, ...]:
    if player == PROGRAM:
        return (
            "Before every march the program orders by what the side knows: campaign rules --doctrine (umpire 1.23)",
        )
    return ()


def _write(board: Board, deputies: Mapping[str, tuple[str, int]]) -> None:
    row = next(iter(board.rows(Setting, Setting.key == DEPUTIES)), None)
    value = {key: list(seat) for key, seat in sorted(deputies.items())}
    if row is None:
        board.make(Setting, key=DEPUTIES, value=value)
    else:
        row.value = value
