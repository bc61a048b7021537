"""The consequences of a battle at the prompt: the questions that no return answers, the list of all units with what
each does, and its changes; and the options that say the same on the command line.

    umpires_word(command)                         the options: --held, --ended, --stays ...
    agreed(call, command, question) -> command    asked, shown and changed until the user agrees; None for no
    changed(text, follows, word) -> UmpiresWord   "3 stays; 4 at Musaid" read
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any

import click

from campaign.actions.returns.take import RecordReturn, SettleBattle, what_follows
from campaign.actions.returns.word import UmpiresWord, UnitEnd
from campaign.actions.rulings import field_asked, ruling_follows
from campaign.cli import show
from campaign.cli.call import Call
from campaign.cli.completion import sides, units
from campaign.cli.return_prompt import agrees, ask_for
from campaign.cli.session import NOTHING_CHANGED, Seen, foresee, is_umpire, read, run
from campaign.errors import BadInput, CampaignError
from campaign.exchange.returns.words import one_of
from campaign.journal.record import Done
from campaign.terms.words import called, did_you_mean, listing, numbers_in, plain, ranges
from campaign.values import replace
from campaign.verbs.rulings import RuleBattle, UnitWord
from campaign.views.battle.what_follows import FollowRow, Goes, Question, WhatFollows, reasons_of, typed_word
from campaign.words.receipt import Receipt

Settling = RecordReturn | SettleBattle | RuleBattle
_ROWS = re.compile(r"(all|\d{1,3}(?:\s*[,-]\s*\d{1,3})*)\s*[.:)]?\s+(\S.*)", re.IGNORECASE | re.ASCII)
_TELLS = re.compile(r"(?:stays?|back|advances?|surrenders?|breaks|at|off|\d)\b|-", re.IGNORECASE | re.ASCII)
"""What is said of a unit after its number; other words belong to a name that begins with one, 2nd Scots Guards."""
_HELPS = {
    "stays": "Unit that stays where it is. May be repeated.",
    "back": "Unit that goes back half a turn's march.",
    "advances": "Unit that advances to the battle's place.",
    "surrenders": "Unit that is cut off and surrenders.",
    "breaks_out": "Unit that is cut off, breaks out and becomes spent.",
}
"""Options that take a unit's name alone, each the word that is said of it."""


# options -------------------------------------------------------------------------------------------------------------
def umpires_word(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options by which the umpire answers what no return says, and says what single units do. The command gets
    them as ``word``.
    """

    @wraps(command)
    def with_word(*arguments: Any, held: str, ended: str, place: tuple[str, ...], **options: Any) -> Any:
        ends = [UnitEnd(unit, name.replace("_", " ")) for name in _HELPS for unit in options.pop(name)]
        ends += [UnitEnd(*_split(text)) for text in place]
        return command(*arguments, word=UmpiresWord(held, ended, tuple(ends)), **options)

    for name, text in reversed(_HELPS.items()):
        with_word = click.option(
            f"--{name.replace('_', '-')}", name, multiple=True, metavar="UNIT", help=text, shell_complete=units
        )(with_word)
    with_word = click.option(
        "--place",
        "place",
        multiple=True,
        metavar="UNIT=PLACE",
        help=(
            "Unit and its place after the battle. PLACE is the name of a place, a point in inches from two edges of the"
            " table ('12 from W, 8 from S'), or an edge ('off by edge C')."
        ),
    )(with_word)
    with_word = click.option(
        "--ended", default="", metavar="DAY.TURN", help="Turn when the battle ended, if the returns leave it out."
    )(with_word)
    return click.option(
        "--held",
        default="",
        metavar="SIDE|both",
        help="Side that holds the field, if no return names it.",
        shell_complete=sides,
    )(with_word)


def _split(text: str) -> tuple[str, str]:
    unit, sign, word = text.rpartition("=")
    if not (unit.strip() and sign and word.strip()):
        raise BadInput(f"{text!r} is not understood. Write --place UNIT=PLACE, as in --place '2 SG=Musaid'")
    return unit.strip(), word.strip()


# at the prompt -------------------------------------------------------------------------------------------------------
def looked_at(call: Call, command: Settling) -> WhatFollows | None:
    """Return what would follow from the command; None if it only keeps a return."""
    if isinstance(command, RuleBattle):
        return read(call, lambda board, _: ruling_follows(board, command))
    return read(call, lambda board, _: what_follows(board, command))


def with_word(command: Settling, word: UmpiresWord) -> Settling:
    """Return the command with another ruling on its units; a ruling on a battle says of a unit what a word says."""
    if isinstance(command, RuleBattle):
        places = tuple(UnitWord(end.unit, end.word) for end in word.ends)
        return replace(command, places=places, proposals=word.proposals)
    return replace(command, word=word)


def _word(command: Settling) -> UmpiresWord:
    if isinstance(command, RuleBattle):
        ends = tuple(UnitEnd(place.unit, place.word) for place in command.places)
        return UmpiresWord(command.held, command.through, ends, command.proposals)
    return command.word


def agreed(call: Call, command: Settling, question: str, also: tuple[str, ...] = ()) -> tuple[Settling, Seen] | str:
    """Ask what is open, show what follows, and take changes until the user agrees: the command and what it would do.
    A no, or a text that begins with one of the words ``also``, is returned as it was typed.
    """
    shown: WhatFollows | None = None
    while True:
        command, follows = _answered(call, command)
        trial = with_word(command, replace(_word(command), proposals=True)) if follows.open_rows else command
        seen = foresee(call, trial)
        if shown is None:
            show_receipt(seen, follows)
        show_rows(follows, since=shown)
        shown = follows
        while True:
            example = f"{follows.rows[0].number} stays" if follows.rows else "n"
            ways = ("" if follows.open_rows else "Y/") + "/".join(("n", *also))
            text = ask_for(f"{question} [{ways}, or a change as in {example}; ? explains]")
            if text == "?":
                explain(follows)
            elif text.casefold() in ("", "y", "yes") and follows.open_rows:
                show.note(_first_open(follows))
            elif text.casefold() in ("", "y", "yes"):
                return command, seen
            elif text.casefold() in ("n", "no") or text.casefold().split()[0] in also:
                return text
            elif (changed_command := _changed(call, command, follows, text)) is not None:
                command = changed_command
                break


def _changed(call: Call, command: Settling, follows: WhatFollows, text: str) -> Settling | None:
    """Return the command with a change; None if the change is wrong, which is told."""
    try:
        result = with_word(command, changed(text, follows, _word(command)))
        looked_at(call, result)
    except CampaignError as fault:
        show.note(str(fault))
        return None
    return result


def changed(text: str, follows: WhatFollows, word: UmpiresWord) -> UmpiresWord:
    """Return the umpire's ruling with changes such as ``3 stays; 4-6 back; 2 SG at Musaid``; a hyphen takes one back.
    Raises BadInput for a number or name that no row has.
    """
    ends = {end.unit: end for end in word.ends}
    for part in filter(None, (part.strip() for part in text.split(";"))):
        rows, says = _rows_named(part, follows.rows)
        for row in rows:
            if says == "-":
                ends.pop(row.key, None)
            else:
                ends[row.key] = UnitEnd(row.key, says)
    return replace(word, ends=tuple(ends.values()))


def _rows_named(part: str, rows: Sequence[FollowRow]) -> tuple[Sequence[FollowRow], str]:
    """Return the rows that a change begins with, by a unit's name, by numbers, or ``all``, and what it says of them.
    Raises BadInput.
    """
    by_number = {row.number: row for row in rows}
    for row in rows:  # first: names such as 2 SG begin with a number
        for name in (row.name, row.short):
            if part.casefold().startswith(f"{name.casefold()} "):
                return [row], part[len(name) :].strip()
    match = _ROWS.fullmatch(part)
    if match is not None and match[1].casefold() == "all":
        return rows, match[2].strip()
    if (match is None or not _TELLS.match(match[2])) and (named := _row_called(part, rows)):
        return named
    if match is not None:
        numbers = numbers_in(match[1])
        if numbers and all(number in by_number for number in numbers):
            return [by_number[number] for number in numbers], match[2].strip()
    hint = did_you_mean(part, (row.short for row in rows)) or "."
    raise BadInput(
        f"{part!r} is not understood{hint} Write a unit's number, {ranges(by_number)}, or its name, and what the unit"
        " does, as in 3 stays"
    )


def _row_called(part: str, rows: Sequence[FollowRow]) -> tuple[Sequence[FollowRow], str] | None:
    """Return the row of the unit whose name, as other commands read it, begins a change; the longest beginning counts.
    None for a name that no unit has, or several have.
    """
    labels = [(name, n) for n, row in enumerate(rows) for name in (row.name, row.short)]
    words = part.split()
    for count in range(len(words) - 1, 0, -1):
        head = " ".join(words[:count]).rstrip(":,")
        found = called(head, labels) if not plain(head).isdigit() else ()
        if len(found) == 1:
            return [rows[found[0]]], " ".join(words[count:])
    return None


def _answered(call: Call, command: Settling) -> tuple[Settling, WhatFollows]:
    """Ask in which turn a resumed battle ended, and who holds the field, if no return says; there is no default."""
    if isinstance(command, RuleBattle):
        ruling = command
        asked = read(call, lambda board, _: field_asked(board, ruling))
        if asked is not None:
            command = replace(ruling, held=_ask(asked, "The ruling does not name it.", "nothing is settled"))
    while True:
        follows = looked_at(call, command)
        assert follows is not None
        if follows.ended is not None:
            command = with_word(command, replace(_word(command), ended=_ask(follows.ended)))
        elif follows.field is not None:
            command = with_word(command, replace(_word(command), held=_ask(follows.field)))
        else:
            return command, follows


def _ask(
    question: Question, unsaid: str = "No return says.", ended: str = "nothing is settled, and the returns are kept"
) -> str:
    """Ask one question until it is answered. ``unsaid``: who does not say. Raises BadInput with ``ended`` for a dot,
    which ends without settling.
    """
    show.heading(f"{question.text} {unsaid}")
    show.pairs([(choice.name, choice.text) for choice in question.choices], indent=2)
    show.lines([str(question.proposal)])
    answers = {word: choice.word for choice in question.choices for word in (choice.word, choice.name, *choice.also)}
    names = [choice.name for choice in question.choices]
    while True:
        text = ask_for(f"{question.text} [{'/'.join(names)}]")
        if text == ".":
            raise BadInput(ended)
        try:
            answer = one_of(text, answers, question.text, names)
        except BadInput as fault:
            show.note(str(fault))
            continue
        if answer:
            return str(answer)
        show.note("this question has no default. Write one of the answers, or a dot to end without settling")


# shown ---------------------------------------------------------------------------------------------------------------
def show_receipt(seen: Seen, follows: WhatFollows) -> None:
    """Print what will happen besides the movements of the units, which have a list of their own."""
    receipt = seen.receipt
    lines = receipt.lines
    if follows.rows:
        lines = (follows.told[0], *(line for line in lines if line not in follows.told))
    show.receipt(replace(receipt, summary=f"This will happen: {receipt.summary}", lines=lines, waiting=""))


def foreseen(call: Call, command: Settling) -> Seen:
    """Show what a command will do, every unit that was on the table included if it settles the battle."""
    seen = foresee(call, command)
    follows = looked_at(call, command) if is_umpire(call) else None
    if follows is None:
        foretell(seen.receipt)
    else:
        show_receipt(seen, follows)
        show_rows(follows, taken=_word(command).proposals)
    return seen


def foretell(receipt: Receipt) -> None:
    """Print what a command will do; the next steps are told once it is done."""
    show.receipt(replace(receipt, summary=f"This will happen: {receipt.summary}", waiting=""))


def confirmed(call: Call, command: Settling, question: str, yes: bool) -> bool:
    """Show what a command will do, ask unless ``yes``, and carry it out; with ``--preview`` do not carry it out.
    Returns whether it was done.
    """
    seen = foreseen(call, command)
    if call.preview:
        show.line(NOTHING_CHANGED)
        return False
    if not yes and not agrees(question):
        show.line("Nothing was recorded.")
        return False
    tell_recorded(run(call, command, seen))
    return True


def tell_recorded(done: Done) -> None:
    """Print the entry of a result that was shown before, and the next steps."""
    show.line(f"Recorded as entry {done.number}.")
    if done.receipt.waiting:
        show.lines([f"Next: {done.receipt.waiting}"])


def show_rows(follows: WhatFollows, since: WhatFollows | None = None, *, taken: bool = False) -> None:
    """Print every unit that was on the table: what it does, where it is then, and up to when it stays engaged.
    ``since``: what was shown before, of which only the changed rows are shown again; ``taken``: the program's choice
    counts for doubtful movements.
    """
    rows = [row for row in follows.rows if since is None or row not in since.rows]
    if not rows:
        return
    show.line()
    show.table(
        ("No", "Unit", "After the battle", "Place after it", "Engaged until"),
        [(f"{row.number}{'?' if row.is_open else ''}", row.short, does(row), _where(row), row.until) for row in rows],
        right=("No",),
    )
    show.lines([reasons_of(rows)])
    for row in follows.open_rows:
        answer = replace(row.proposal, change=_option(row)).by_default if taken else f"{row.proposal}. {_to_take(row)}"
        show.lines([f"{row.number}? {row.short}: {row.doubt}. {answer}"])
    if since is not None:
        return
    if follows.off_table:
        those = (f"{unit.name} ({unit.why})" if unit.why else unit.name for unit in follows.off_table)
        names = listing(those, len(follows.off_table))
        show.lines([f"These units are not on this table and do not move: {names}"])
    if follows.is_later:
        show.lines([f"Note: {follows.until}"])


def _option(row: FollowRow) -> str:
    """Return the option that says otherwise what a unit does."""
    first, *others = [typed_word(choice) for choice in row.choices if choice is not row.goes]
    return f"--place '{row.short}={first}' (or {', '.join((*others, 'a place'))})"


def does(row: FollowRow) -> str:
    """Return the unit's movement, with a mark if the umpire has ruled it."""
    return f"{row.does}{' (your ruling)' if row.is_said else ''}"


def _where(row: FollowRow) -> str:
    return row.where if row.is_moved or row.goes is Goes.SURRENDERS else "the same place"


def _first_open(follows: WhatFollows) -> str:
    row = follows.open_rows[0]
    return f"{row.short} is a question: {row.doubt}. {row.proposal}. {_to_take(row)}"


def _to_take(row: FollowRow) -> str:
    """Return what to type to take the program's proposal for a unit."""
    return f"To take it: {row.number} {row.goes.value}"


def explain(follows: WhatFollows) -> None:
    """Print what may be typed."""
    rows: Sequence[FollowRow] = follows.rows
    others = [f"{row.number}: {listing(row.others)}" for row in rows if row.others]
    words = list(dict.fromkeys(typed_word(choice) for row in rows for choice in row.choices))
    units_do = (
        "Write a unit's number or name and what it does, several with ; between: 3 stays; 4-6 back; all stays. These"
        f" units may do: {listing(words, len(words))}."
    )
    puts = (
        "3 at Musaid, 3 at 12 from W, 8 from S (inches on the table) or 3 off by edge C puts unit 3 elsewhere; 3 -"
        " cancels your ruling."
    )
    show.lines(
        [
            units_do,
            puts,
            *([f"Other ways back end at: {'; '.join(others)}"] if others else []),
            "y or Enter settles the battle, n leaves it unchanged.",
        ]
    )
