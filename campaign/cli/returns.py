"""``campaign battle record`` and ``settle``: returns from files and forms, or typed line by line, and their
consequences.

Typed answers are kept as a draft after each of them (``drafts``) until the return is recorded: a wrong answer, a *no*,
Ctrl-C or a return that contradicts itself lose nothing.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import click

from campaign.actions.battle_corrections import returns_by_side
from campaign.actions.returns.take import PointDecision, RecordReturn, SettleBattle, differing_returns
from campaign.actions.returns.word import UmpiresWord
from campaign.cli import show
from campaign.cli.call import Call
from campaign.cli.completion import sides
from campaign.cli.drafts import DraftPlace
from campaign.cli.options import handed_in, looks_first, writes
from campaign.cli.return_prompt import agrees, ask, ask_for, ask_line, put_right
from campaign.cli.session import NOTHING_CHANGED, Seen, foresee, is_umpire, read, run
from campaign.cli.what_follows import (
    Settling,
    agreed,
    confirmed,
    foreseen,
    foretell,
    looked_at,
    show_receipt,
    show_rows,
    tell_recorded,
    umpires_word,
)
from campaign.errors import BadFile, BadInput, CampaignError, NotDecided, ReturnsDiffer, StoreError
from campaign.exchange.returns.typing import LAST_STEP, LINES, Answers, Filling, answers_in, first_fault
from campaign.exchange.returns.words import one_of
from campaign.journal.board import JournalBoard
from campaign.model import Return, Side
from campaign.queries.battle.battles import battle as battle_of
from campaign.queries.battle.battles import return_fields
from campaign.queries.battle.packet import return_forms
from campaign.queries.battle.undone_returns import UndoneReturn, undone_returns
from campaign.rules.returns.filed import Fields
from campaign.situation.names import battle_numbered
from campaign.terms.viewer import Viewer
from campaign.terms.words import counted, listed, listing, plain
from campaign.values import dataclass, replace
from campaign.views.battle.battles import BattleView
from campaign.words.packet import ReturnForm


@click.command()
@click.argument("number")
@click.option(
    "--believe",
    default="",
    metavar="SIDE",
    help="Side whose return counts where two returns differ.",
    shell_complete=sides,
)
@click.option(
    "--decide",
    "decisions",
    multiple=True,
    metavar="'N SIDE'",
    help="Side whose return counts on point N, as in '3 axis' or '1 2 allied; 3 axis'.",
)
@umpires_word
@click.option("--preview", is_flag=True, help="Show what would happen, and change nothing.")
@click.option("--yes", is_flag=True, help="Settle without asking; the program's choice counts for doubtful movements.")
@writes
def settle(
    call: Call, number: str, believe: str, decisions: tuple[str, ...], word: UmpiresWord, preview: bool, yes: bool
) -> None:
    """Settle battle NUMBER by its recorded return or returns.

    Where two returns differ, both answers are shown side by side and you choose, point by point; --believe takes one
    side's return on every point. If no return says who holds the field, you are asked, or you answer with --held.

    At a terminal you see every unit that was on the table, with its movement and the reason. You can change movements,
    as in: 3 stays; 4 at Musaid. The options do the same. If a unit's way back is doubtful, over an escarpment or a
    river for instance, you must decide; with --yes the program decides.
    """
    differing = read(call, lambda board, _: differing_returns(board, number))
    points = differing.points if differing else ()
    command = SettleBattle(number, believe, _decided(decisions, differing, number), word=word)
    if differing and not believe and len(command.decisions) < len(points):
        if preview:
            _preview_of_each(call, command, differing)
            return
        if not sys.stdin.isatty():
            run(call, command)  # raises ReturnsDiffer with the points that are open
        show_differences(differing)
        command = _ask_for_decisions(command, differing)
    if preview:
        _foretell_of(call, command)
    elif yes or not sys.stdin.isatty():
        confirmed(call, replace(command, word=replace(word, proposals=yes and is_umpire(call))), "", yes=True)
    else:
        outcome = agreed(call, command, "Settle it so?")
        if isinstance(outcome, str):
            show.line("Nothing was recorded.")
            return
        tell_recorded(run(call, *outcome))


def _foretell_of(call: Call, command: SettleBattle, heading: str = "This would happen:") -> None:
    follows = looked_at(call, command)
    if follows is None:
        foresee(call, command)  # raises with what is missing
        return
    if follows.ended is not None:
        turn = follows.ended.proposal.value
        over = replace(command, word=replace(command.word, ended=turn))
        _foretell_of(call, over, f"{heading.rstrip(':')}, if the battle ended in turn {turn}:")
        _name_question(call, command)
        return
    if follows.field is not None:
        for choice in follows.field.choices:
            held = replace(command, word=replace(command.word, held=choice.word))
            _foretell_of(call, held, f"If the answer to who holds the field is {choice.name}:")
            show.line()
        _name_question(call, command)
        return
    show.heading(heading)
    show_receipt(foresee(call, replace(command, word=replace(command.word, proposals=True))), follows)
    show_rows(follows)


def _name_question(call: Call, command: SettleBattle) -> None:
    """Print the question that is still to be answered before the battle can be settled."""
    try:
        foresee(call, command)
    except NotDecided as fault:
        show.lines([f"Still to be answered: {fault}"])


def _preview_of_each(call: Call, command: SettleBattle, differing: ReturnsDiffer) -> None:
    """Print the consequences of believing each side on the points that are open."""
    show_differences(differing)
    for key, side in differing.sides:
        show.line()
        _foretell_of(call, replace(command, believe=key), f"If the {side} return counts:")
    show.line()
    show.lines([f"Nothing is settled yet: campaign battle settle {command.battle} asks point by point."])


def show_differences(differing: ReturnsDiffer) -> None:
    """Print both answers side by side."""
    show.table(
        ("", "The returns differ", *(f"{side} says" for _, side in differing.sides)),
        [(number, subject, first, second) for number, _, subject, first, second in differing.points],
        right=("",),
    )


def _decided(decisions: Sequence[str], differing: ReturnsDiffer | None, number: str) -> tuple[PointDecision, ...]:
    """Return the decisions of ``1 2 allied; 3 axis``. Raises BadInput."""
    result: dict[str, PointDecision] = {}
    for text in (part.strip() for decision in decisions for part in decision.split(";")):
        match = re.fullmatch(r"((?:\d+[\s,]+)+)(\S.*)", text)
        if match is None:
            raise BadInput(f"{text!r} is not understood. Write --decide 'N SIDE', as in --decide '1 axis'")
        keys = {n: key for n, key, *_ in (differing.points if differing else ())}
        for word in re.findall(r"\d+", match[1]):
            if int(word) not in keys:
                numbers = f"has points {listing(map(str, keys))}" if keys else "has no point to decide"
                raise BadInput(
                    f"battle {number} {numbers}, not {word}. List the points: campaign battle settle {number} --preview"
                )
            result[keys[int(word)]] = PointDecision(keys[int(word)], match[2])
    return tuple(result.values())


def _ask_for_decisions(command: SettleBattle, differing: ReturnsDiffer) -> SettleBattle:
    """Ask for every open point which side is believed; ``back`` goes to the point before, a dot ends without
    settling.
    """
    names = {word: key for key, side in differing.sides for word in (key, side)}
    decided = {decision.point: decision for decision in command.decisions}
    open_points = [point for point in differing.points if point[1] not in decided]
    position = 0
    while position < len(open_points):
        number, key, subject, *answers = open_points[position]
        choices = "/".join(f"{side}: {answer}" for (_, side), answer in zip(differing.sides, answers, strict=True))
        text = ask_for(f"{number}  {subject[:1].upper()}{subject[1:]}? [{choices}]")
        if text == ".":
            raise BadInput(
                f"nothing was settled, and both returns are kept. To go on: campaign battle settle {command.battle}"
            )
        if text.casefold() == "back":
            position = max(0, position - 1)
            continue
        try:
            side = one_of(text, names, subject, [side for _, side in differing.sides])
        except BadInput as fault:
            show.note(str(fault))
            continue
        if side:
            decided[key] = PointDecision(key, side)
            position += 1
        else:
            show.note("write the side whose return counts; back goes to the point before, a dot ends without settling")
    return replace(command, decisions=tuple(decided.values()))


@click.command()
@click.argument("number")
@click.argument("files", nargs=-1, type=click.Path(path_type=Path), metavar="[FILE...]")
@click.option(
    "--from-pdf",
    "forms",
    multiple=True,
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Return form (PDF) filled in on the screen.",
)
@click.option("--side", metavar="SIDE", help="Side whose return you enter.", shell_complete=sides)
@click.option(
    "--believe",
    default="",
    metavar="SIDE",
    help="Side whose return counts where two returns differ.",
    shell_complete=sides,
)
@umpires_word
@click.option(
    "--yes",
    is_flag=True,
    help=(
        "Record without asking. If this settles the battle, the program chooses for doubtful movements; it never"
        " decides who holds the field, or between two returns that differ."
    ),
)
@looks_first
@handed_in
def record(
    call: Call,
    number: str,
    files: tuple[Path, ...],
    forms: tuple[Path, ...],
    side: str | None,
    believe: str,
    word: UmpiresWord,
    yes: bool,
) -> None:
    """Record the return of battle NUMBER: from FILEs, from PDF forms, or typed at the prompt.

    At the prompt you type only the lines that changed and the answers that differ from the default. A FILE is the YAML
    file printed with the form, or plain text: the sheet code, then the lines that changed, as in "5 destroyed". You see
    what will change before anything is recorded. One side's return is kept until the other side's return comes. Until
    you record it, your typing is kept as a draft next to the campaign's file (for a campaign on a server, in a folder
    of your own) and is offered to you again. With --viewer, a player hands in the return for his own side, if the
    umpire allows it. The umpire settles the battle.
    """
    from campaign.cli.return_files import from_files
    from campaign.cli.return_pdf import from_forms

    if forms and side:
        raise click.UsageError("the form itself names its side. Leave --side out")
    if not (files or forms):
        _record_typed(call, number, side, believe, word, yes)
        return
    filled = from_forms(call, number, forms) if forms else ()
    written = from_files(call, number, files, believe, side) if files else ()
    command = RecordReturn(number, (*filled, *written), believe, word=replace(word, proposals=yes and is_umpire(call)))
    _say_what_is_in(call, number, [str(content.get("side") or "") for content in command.returns])
    asks = sys.stdin.isatty() and not (yes or call.preview)
    if asks and is_umpire(call) and looked_at(call, command) is not None:
        outcome = agreed(call, command, "Record it?")
        if isinstance(outcome, str):
            show.line("Nothing was recorded.")
            return
        tell_recorded(run(call, *outcome))
    elif not confirmed(call, command, "Record it?", yes):
        return
    _drop_recorded(call, number)


def _say_what_is_in(call: Call, number: str, sides: Sequence[str]) -> None:
    """Tell the umpire which entries have brought returns of these sides already: the new ones take their place."""
    if not is_umpire(call):
        return

    def ask(board: JournalBoard, _: Viewer) -> list[str]:
        row = battle_numbered(board, number)
        filed = {r.side_id for r in board.rows(Return, Return.battle_id == row.id, Return.settled.is_(False))}
        if not filed:
            return []
        names = {side.key: side.name for side in board.rows(Side) if side.id in filed}
        found = returns_by_side(board, row)
        return [f"the {names[key]} return of entry {found[key].number}" for key in sides if key in names]

    if already := read(call, ask):
        show.lines([f"This replaces {listed(already)}."])


def _drop_recorded(call: Call, number: str) -> None:
    """Remove the drafts of sides whose return has come in by another way."""
    view, campaign, keys = read(
        call,
        lambda board, viewer: (
            battle_of(board, viewer, number),
            board.campaign.name,
            {side.name: side.key for side in board.rows(Side)},
        ),
    )
    place = DraftPlace(call.db, campaign, view.battle.number)
    for side in view.sides:
        if side.return_in or view.battle.state.is_over:
            place.drop(keys[side.side])


# typed ---------------------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Asked:
    """The answers of the campaign before a return is typed. ``undone``: the return of each side whose entry was
    undone.
    """

    forms: dict[str, ReturnForm]
    view: BattleView
    fields: Fields
    campaign: str
    undone: dict[str, UndoneReturn]


def _record_typed(call: Call, number: str, side: str | None, believe: str, word: UmpiresWord, yes: bool) -> None:
    """Let the user fill in the forms of one side, or of one after the other, show the result, and record it. A return
    whose entry was undone is offered again.
    """

    def ask(board: JournalBoard, viewer: Viewer) -> Asked:
        forms, row = return_forms(board, viewer, number), battle_numbered(board, number)
        undone = undone_returns(board, row, {key: form.masthead.code for key, form in forms.items()})
        view, fields = battle_of(board, viewer, number), return_fields(board, viewer, number)
        return Asked(forms, view, fields, board.campaign.name, undone)

    asked = read(call, ask)
    forms, view, campaign = asked.forms, asked.view, asked.campaign
    if view.battle.state.is_over:
        raise BadInput(
            f"battle {view.battle.number} ({view.battle.name}) is {view.battle.state}, so its return can no "
            "longer be recorded"
        )
    place = DraftPlace(call.db, campaign, view.battle.number)
    forms_to_type = _forms_to_type(forms, view, side)
    if side:
        _say_what_is_in(call, number, [*forms_to_type])
    try:
        fillings = _typed(
            forms_to_type, asked, place, lambda filling: _checked(call, number, filling), is_alone=len(view.sides) < 2
        )
        recorded = _reviewed(call, RecordReturn(number, (), believe, word=word), fillings, yes, place)
    except (click.Abort, KeyboardInterrupt, CampaignError) as stop:
        if place.written:
            if not isinstance(stop, CampaignError):
                show.note("")
            place.tell()
        raise
    if recorded:
        for filling in fillings:
            place.drop(filling.side)
    else:
        place.tell()


def _forms_to_type(forms: dict[str, ReturnForm], view: BattleView, side: str | None) -> dict[str, ReturnForm]:
    """Return the form of the given side, or of every side whose return is not in. Raises BadInput."""
    names = {key: form.masthead.side for key, form in forms.items()}
    if side:
        heads = {plain(word): head for form in forms.values() for word, head in form.side_words}
        key = next((key for key, name in names.items() if heads.get(plain(side), "") == name), None)
        if key is None:
            raise BadInput(f"{side!r} is not a side in battle {view.battle.number}. Write {' or '.join(forms)}")
        return {key: forms[key]}
    filed = {row.side for row in view.sides if row.return_in}
    return {key: form for key, form in forms.items() if names[key] not in filed}


def _typed(
    forms: dict[str, ReturnForm], asked: Asked, place: DraftPlace, check: Callable[[Filling], None], *, is_alone: bool
) -> list[Filling]:
    """Ask form after form, each checked before the next; ``back`` at the first question of one leads to the last of the
    one before.
    """
    fillings: list[Filling] = []
    for key, form in forms.items():
        if fillings:
            check(fillings[-1])
        if fillings and not agrees(f"Enter the {form.masthead.side} return now as well?"):
            break
        filling = _begun(form, key, asked, place)
        filling.is_alone = is_alone
        fillings.append(filling)
        if not filling.is_complete:
            _ask_on(fillings, filling.step)
    return fillings


def _checked(call: Call, number: str, filling: Filling) -> None:
    """Tell what contradicts the form, such as more hits than a unit has, and let the user correct it, before the other
    side's form begins. Anything else is told when both are in.
    """
    while True:
        try:
            foresee(call, RecordReturn(number, (filling.content(),)))
        except BadFile as faulty:
            show.lines([f"{str(faulty)[:1].upper()}{str(faulty)[1:]}:", *faulty.faults])
            _put_right([filling], faulty)
        except CampaignError:
            return
        else:
            return


def _begun(form: ReturnForm, key: str, asked: Asked, place: DraftPlace) -> Filling:
    """Return the existing draft, or the return whose entry was undone, if the user continues it, or a blank form."""
    draft = place.resumed(form, key, asked.fields)
    if draft is not None:
        show.lines(
            [f"A draft of the {form.masthead.side} return is kept in {place.path(key)}: {_extent(draft.answers)}."]
        )
        if agrees("Continue with it?"):
            return draft
        place.put_aside(key)
    elif (undone := asked.undone.get(key)) is not None:
        answers = answers_in(undone.content, form)
        whose = f"The {form.masthead.side} return of entry {undone.number}, which was undone,"
        show.lines([f"{whose} is still there: {_extent(answers)}. back at the review changes it."])
        if agrees("Continue with it?"):
            return Filling(form, asked.fields, key, place.battle, place.kept, answers, LAST_STEP)
    return Filling(form, asked.fields, key, place.battle, place.kept)


def _extent(answers: Answers) -> str:
    """Return how much of a form is filled in."""
    lines = len([answer for answer in answers if answer[0] == LINES])
    return f"{counted(lines, 'line')} and {counted(len(answers) - lines, 'answer')} in the boxes below"


def _ask_on(fillings: Sequence[Filling], step: int, turn: int = -1) -> None:
    """Ask a form from that step on, and those after it that were reopened."""
    turn %= len(fillings)
    while turn < len(fillings):
        if ask(fillings[turn], step):
            turn, step = turn + 1, 0
            if turn < len(fillings) and fillings[turn].is_complete:
                break
        elif turn:
            turn, step = turn - 1, LAST_STEP - 1
        else:
            show.note("this is the first question")
            step = 0


def _reviewed(call: Call, command: RecordReturn, fillings: Sequence[Filling], yes: bool, place: DraftPlace) -> bool:
    """Show what the returns will do, let the user correct them, and record them. Returns whether they were recorded.

    Where they settle the battle, the umpire says first what no return says, and what single units do. A database that
    cannot be written is asked for again, if there is no draft to come back to.
    """
    while True:
        command = replace(command, returns=tuple(filling.content() for filling in fillings))
        try:
            if call.preview:
                foreseen(call, command)
                show.line(NOTHING_CHANGED)
                return False
            if yes:
                with_choices = replace(command.word, proposals=is_umpire(call))
                return confirmed(call, replace(command, word=with_choices), "", yes=True)
            agreed_to = _agreed_to(call, command, fillings)
        except BadFile as faulty:
            if not fillings:
                raise
            show.lines([f"{str(faulty)[:1].upper()}{str(faulty)[1:]}:", *faulty.faults])
            _put_right(fillings, faulty)
            continue
        if agreed_to is None:
            continue
        if not agreed_to:
            show.line("Nothing was recorded.")
            return False
        try:
            tell_recorded(run(call, *agreed_to))
        except StoreError as fault:
            if not place.troubled:
                raise
            show.note(f"{fault}; your typing is still here")
            continue
        return True


def _agreed_to(
    call: Call, command: RecordReturn, fillings: Sequence[Filling]
) -> tuple[Settling, Seen] | tuple[()] | None:
    """Return the command and what it does, once the user agrees; nothing for no; None once something was corrected."""
    question = "Record it?"
    if is_umpire(call) and looked_at(call, command) is not None:
        outcome = agreed(call, command, question, also=("back",) if fillings else ())
        if not isinstance(outcome, str):
            return outcome
        text = outcome
    else:
        seen = foresee(call, command)
        foretell(seen.receipt)
        text = ask_for(f"{question} [Y/n/back]")
        if text.casefold() in ("", "y", "yes"):
            return command, seen
    if text.casefold() in ("n", "no"):
        return ()
    _corrected(fillings, text)
    return None


def _corrected(fillings: Sequence[Filling], text: str) -> None:
    """Ask for the line that is to be corrected, or the last question; another answer is told."""
    word, _, line = text.casefold().partition(" ")
    try:
        if word != "back" or not fillings:
            show.note(f"{text!r} is not an answer to 'Record it?'; write y, n, back, or back and a line's number")
        elif line.strip().isdigit():
            ask_line(fillings[-1], line)
        else:
            _ask_on(fillings, LAST_STEP - 1)
    except BadInput as fault:
        show.note(str(fault))


def _put_right(fillings: Sequence[Filling], faulty: BadFile) -> None:
    """Ask again for the line of the first error, or for the foot of its form."""
    whose, line = first_fault(faulty.faults)
    turn = next((n for n, filling in enumerate(fillings) if filling.form.masthead.side == whose), len(fillings) - 1)
    if line:
        put_right(fillings[turn], line)
        return
    show.lines(["Correct it here: Enter keeps an answer, back goes to the question before."])
    _ask_on(fillings, LAST_STEP - 1, turn)
