"""Players' returns of a battle, and the settling that follows from them (umpire 1.5-1.10, 1.17).

One side's return alone is kept until the other's comes, or until the umpire settles without it. All errors in a return
are named at once, and nothing is changed. Two returns that disagree are both kept, and wait for the umpire's decision
on each point; they stay as they were handed in, with the answers that were overruled beside them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

from campaign.actions.raising import Staff, running
from campaign.actions.returns.doubts import doubts, refused
from campaign.actions.returns.fates import Verdict
from campaign.actions.returns.field_works import field_works
from campaign.actions.returns.old_returns import boxed, has_boxes, with_boxes
from campaign.actions.returns.outlook import looked_at
from campaign.actions.returns.replacing import replaced_words
from campaign.actions.returns.settling import outlook, refuse_open, settle
from campaign.actions.returns.verdict import Filing, reached_in
from campaign.actions.returns.word import (
    NO_WORD,
    UmpiresWord,
    held_by,
    judged,
    refuse_disputed,
    refuse_unanswered,
    says_turn,
)
from campaign.errors import BadFile, BadInput, CampaignError, NotDecided, Refused, ReturnsDiffer
from campaign.exchange.returns.text import return_text
from campaign.journal.board import Board
from campaign.journal.register import action
from campaign.model import Battle, Return, Side
from campaign.rules.common.dice import Dice, Tape
from campaign.rules.returns.check import check, effects
from campaign.rules.returns.differ import Difference, agreed, compare
from campaign.rules.returns.filed import Foot
from campaign.rules.tabletop.interface import tabletop
from campaign.situation.chance import codes_taken, dice_of
from campaign.situation.filing import changed_answers, filed_of, stands_at
from campaign.situation.forms import Form, form_of
from campaign.situation.names import side_named
from campaign.terms.given import Given
from campaign.terms.state import BattleState
from campaign.terms.time import TURNS_A_DAY, Moment
from campaign.terms.words import listing
from campaign.values import dataclass, replace
from campaign.views.battle.what_follows import WhatFollows
from campaign.words.receipt import Receipt


@dataclass(frozen=True, slots=True)
class RecordReturn:
    """The command that records returns of one or both sides, each as filed (``situation/filing.py``). ``believe``: the
    side whose answers count where two differ; without it, differing returns are kept and nothing is settled yet.

    ``only_keep``: nothing is settled, though both agree, so that the umpire may look at them first; ``throughout``: who
    is believed is believed before the other on what they do not differ on, too, as entries of older programs say.
    ``by_side``: a player hands in the return of the own side; it is kept, and the answer says nothing of the other.
    ``laid_in_words``: blocks and mines stand among the remarks of the returns, as in entries of older programs.
    ``settles``: the battle was settled by these returns, which are amended: what is a question now is not kept open.
    """

    given: ClassVar[Given] = Given.AS_ANSWER

    battle: str
    returns: tuple[dict[str, Any], ...]
    believe: str = ""
    only_keep: bool = False
    throughout: bool = False
    by_side: bool = False
    word: UmpiresWord = NO_WORD
    laid_in_words: bool = False
    settles: bool = False


@action("battle record", RecordReturn)
def record_return(board: Board, command: RecordReturn, dice: Dice) -> Receipt:
    """Check and keep returns, and settle the battle once both sides' are in. Raises BadFile with every error, and
    NotDecided where returns that settled the battle are amended and leave a question.
    """
    staff, battle = Staff.of(board), running(board, command.battle)
    tabletop(battle.tabletop)
    if not command.returns:
        if not _sides(staff, battle) - {row.side_id for row in _open_returns(board, battle)}:
            ways = f"campaign battle settle {battle.number}. To replace a return: --side SIDE"
            raise Refused(
                f"battle {battle.number} needs no more returns: both returns are recorded, but the battle is "
                f"not settled yet. Settle it: {ways} (umpire 1.17)"
            )
        raise BadInput(
            f"no return of battle {battle.number} was given. Write the return into a file, or answer line by line"
        )
    _refuse_twice([_side_of(staff, battle, content) for content in command.returns])
    filings = _read_all(staff, battle, command.returns)
    replaced = replaced_words(staff, filings, _open_returns(board, battle))
    for filing in filings:
        _keep(board, battle, filing.side, filing.content if command.laid_in_words else with_boxes(filing.content))
    if command.laid_in_words:
        filings = _as_laid(staff, battle, filings)
    receipt = _handed_in(staff, battle, filings) if command.by_side else _taken(staff, battle, filings, command, dice)
    return replace(receipt, lines=(*replaced, *receipt.lines))


def _taken(staff: Staff, battle: Battle, filings: Sequence[Filing], command: RecordReturn, dice: Dice) -> Receipt:
    """Settle the battle if both returns are in and agree, or one is believed; otherwise tell what is still open."""
    kept = _kept(staff, battle, filings)
    missing = [staff.army.sides[s].name for s in sorted(_sides(staff, battle) - {f.side.id for f in kept})]
    differences = _differences(staff, kept)
    asked: NotDecided | None = None
    if not (missing or command.only_keep or (differences and not command.believe)):
        asked = _still_asked(staff, battle, kept, command)
        if asked is None:
            command = replace(command, word=replace(command.word, proposals=True))
            return _settle_by(staff, battle, kept, command, (), dice)
        if command.settles:
            raise asked
    battle.state = BattleState.RETURNED
    many = "s" * (len(filings) > 1)
    received = (", " if command.only_keep else " and ").join(filing.side.name for filing in filings)
    summary = f"Battle {battle.number} ({battle.name}): {received} return{many} received"
    lines = [line for filing in filings for line in _said_words(staff, battle, filing)]
    if missing:
        ways = f"campaign battle record {battle.number}. To settle without it: campaign battle settle {battle.number}"
        return Receipt(summary, tuple(lines), f"the {listing(missing)} return is missing. Record it: {ways}")
    if asked is not None:
        return Receipt(f"{summary}, nothing settled yet", tuple(lines), f"{asked.reason[:1].upper()}{asked.reason[1:]}")
    points = [
        f"{number}  {point.subject}: {_says(kept, (point.first, point.second))}"
        for number, point in enumerate(differences, 1)
    ]
    return Receipt(
        f"{summary}{', nothing settled yet' if command.only_keep else _differing(differences)}",
        (*lines, *points),
        f"Decide point by point: campaign battle settle {battle.number}. To record a return again: campaign"
        f" battle record {battle.number} --side SIDE",
    )


def _handed_in(staff: Staff, battle: Battle, filings: Sequence[Filing]) -> Receipt:
    """Keep what a side's own player handed in. The receipt is the same whether the other side's return is in or not."""
    battle.state = BattleState.RETURNED
    whose = listing(filing.side.name for filing in filings)
    lines = [line for filing in filings for line in _said_words(staff, battle, filing)]
    return Receipt(f"Battle {battle.number} ({battle.name}): {whose} return handed in", tuple(lines))


def _says(filings: Sequence[Filing], answers: Sequence[str]) -> str:
    """Return the answers in words: ``British return says British, Axis return says Axis``."""
    return ", ".join(
        f"{filing.side.name} return says {answer}" for filing, answer in zip(filings, answers, strict=True)
    )


def _differing(differences: Sequence[Difference]) -> str:
    many = "s" * (len(differences) > 1)
    return f"; the two differ on {len(differences)} point{many}" if differences else ""


@dataclass(frozen=True, slots=True)
class PointDecision:
    """The umpire's ruling on one point on which two returns differ: the point's key, and the side that is believed."""

    point: str
    side: str


@dataclass(frozen=True, slots=True)
class SettleBattle:
    """The command that settles a battle on the returns that are in, one or two. ``decisions``: the side believed on
    each point; ``believe``: on the others. ``throughout`` as in ``RecordReturn``; ``word``: answers to what no return
    says, and what units do that the umpire decides.
    """

    battle: str
    believe: str = ""
    decisions: tuple[PointDecision, ...] = ()
    throughout: bool = False
    word: UmpiresWord = NO_WORD


@action("battle settle", SettleBattle)
def settle_battle(board: Board, command: SettleBattle, dice: Dice) -> Receipt:
    """Settle a battle on one return or both; without a return a side's battalions stay unchanged (umpire 1.17)."""
    staff, battle = Staff.of(board), running(board, command.battle)
    kept = _kept(staff, battle)
    if not kept:
        raise Refused(_no_return(battle))
    return _settle_by(staff, battle, kept, command, command.decisions, dice)


def what_follows(board: Board, command: RecordReturn | SettleBattle) -> WhatFollows | None:
    """Return what would follow if a battle were settled so, with the questions that are open; None if the command only
    keeps a return. Nothing is changed; the numbers that a system rolls afterwards are those of the campaign's dice.
    Raises as the command does, ReturnsDiffer among them.
    """
    staff, battle = Staff.of(board), running(board, command.battle)
    given = _read_all(staff, battle, command.returns) if isinstance(command, RecordReturn) else ()
    kept = _kept(staff, battle, given)
    if isinstance(command, RecordReturn):
        missing = _sides(staff, battle) - {filing.side.id for filing in kept}
        is_disputed = not command.believe and bool(_differences(staff, kept))
        if missing or command.by_side or command.only_keep or is_disputed:
            return None
    elif not kept:
        raise Refused(_no_return(battle))
    decisions = command.decisions if isinstance(command, SettleBattle) else ()
    words = _words_for(staff, battle, kept, command.believe, decisions, command.word)
    rolled = _with_effects(staff, battle, _agreed(kept, words), Tape(dice_of(board), board.moment))
    return looked_at(staff, battle, rolled, command.word)


def _still_asked(staff: Staff, battle: Battle, filings: Sequence[Filing], command: RecordReturn) -> NotDecided | None:
    """Return the question that must be answered before a battle can be settled on these returns, with the command that
    answers it; None without any.
    """
    try:
        words = _words_for(staff, battle, filings, command.believe, (), command.word)
        agreed_filings = _agreed(filings, words)
        refuse_unanswered(staff, battle, agreed_filings, command.word, is_amended=command.settles)
        verdict = judged(staff, battle, _with_effects(staff, battle, agreed_filings, None), command.word)
        refuse_open(battle, outlook(staff, battle, verdict)[1], verdict, is_amended=command.settles)
    except NotDecided as question:
        return question
    except BadFile:
        return None
    return None


def _no_return(battle: Battle) -> str:
    return (
        f"battle {battle.number} has no return yet. Record a return (campaign battle record {battle.number}), "
        f"or decide the result yourself (campaign battle rule {battle.number})"
    )


def differing_returns(board: Board, battle: str) -> ReturnsDiffer | None:
    """Return the points on which the returns of a battle differ; None if they agree, or only one is in."""
    staff, row = Staff.of(board), running(board, battle)
    try:
        _words_for(staff, row, _kept(staff, row), "")
    except ReturnsDiffer as differing:
        return differing
    return None


# reading -------------------------------------------------------------------------------------------------------------
def _read_all(staff: Staff, battle: Battle, contents: Sequence[Mapping[str, Any]]) -> list[Filing]:
    """Return the filings read from all returns. Raises BadFile with the errors of all of them."""
    filings, faults, sides = [], list[str](), list[str]()
    for content in contents:
        filing, wrong = _read(staff, battle, content)
        filings.append(filing)
        faults += [f"{filing.side.name} return: {word}" for word in wrong]
        sides += [filing.side.name] if wrong else []
    if faults:
        which = f"the {' and '.join(sides)} return{'s' * (len(sides) > 1)} of battle {battle.number} ({battle.name})"
        many = f"{'have' if len(sides) > 1 else 'has'} {len(faults)} error{'s' * (len(faults) > 1)}"
        raise BadFile(f"{which} {many}", faults, unchanged=True)
    return filings


def _read(staff: Staff, battle: Battle, content: Mapping[str, Any]) -> tuple[Filing, list[str]]:
    """Return a return as read, and all its errors."""
    side = _side_of(staff, battle, content)
    lines = staff.session_lines(battle)
    if side.id not in {u.side_id for u in lines}:
        raise Refused(f"{side.name} has no units in battle {battle.number} ({battle.name}) (umpire 1.17)")
    form = form_of(staff.board, staff.army, staff.theatre, battle, side.id, lines, staff.book)
    system = tabletop(battle.tabletop)
    filed, faults = filed_of(content, form, staff.army)
    laid, off_the_table = field_works(staff.theatre, form, filed.foot)
    words = [
        *map(str, faults),
        *map(str, check(filed, form.printed, system, staff.book)),
        *_stand_faults(staff, form, content),
        *_too_late(staff, battle, filed.foot),
        *off_the_table,
    ]
    words += refused(staff, form, filed, content) if not faults else []
    harm = () if words else effects(filed, form.printed, system, staff.book)
    return Filing(form, filed, harm, dict(content), laid), words


def _as_laid(staff: Staff, battle: Battle, filings: Sequence[Filing]) -> list[Filing]:
    """Return old returns with the blocks and mines among their remarks in their boxes; they are kept as they came."""

    def boxed_of(filing: Filing) -> dict[str, Any]:
        def is_spot(box: str, spot: str) -> bool:
            only: dict[str, Any] = {box: (spot,)}
            return not field_works(staff.theatre, filing.form, Foot(**only))[1]

        return boxed(filing.content, is_spot)

    contents = [boxed_of(filing) for filing in filings]
    return [
        filing if content == filing.content else _read_all(staff, battle, [content])[0]
        for filing, content in zip(filings, contents, strict=True)
    ]


def _side_of(staff: Staff, battle: Battle, content: Mapping[str, Any]) -> Side:
    word = str(content.get("side") or "")
    if word:
        return side_named(staff.board, word)
    code = str(content.get("code") or "").upper()
    for side in staff.army.sides.values():
        if code in codes_taken(staff.board, battle, side):
            return side
    raise BadInput(
        f"the return of battle {battle.number} does not say which side it is from: it names no side, and "
        f"{code or 'no code'!r} is not a sheet code of this battle. Give its side, or the code "
        "from its sheet"
    )


def _stand_faults(staff: Staff, form: Form, content: Mapping[str, Any]) -> list[str]:
    lines = []
    for line in content.get("lines") or ():
        try:
            stands_at(str(line.get("ended_at") or ""), form, staff.theatre, None)
        except CampaignError as fault:
            lines.append(f"line {line.get('line', '?')}: {fault}")
    return lines


def _refuse_twice(sides: Sequence[Side]) -> None:
    twice = [side for side, count in Counter(side.name for side in sides).items() if count > 1]
    if twice:
        raise BadInput(f"the {twice[0]} return was given twice. Give one return for each side")


def _too_late(staff: Staff, battle: Battle, foot: Foot) -> list[str]:
    """Return an error if the battle was played past the end of the campaign."""
    last = Moment(staff.board.campaign.days, TURNS_A_DAY)
    reached = reached_in(staff, battle, foot)
    return [f"turn {reached} is after the campaign's last turn, {last}. Correct the turn"] if reached > last else []


def _keep(board: Board, battle: Battle, side: Side, content: dict[str, Any]) -> None:
    rows = board.rows(Return, Return.battle_id == battle.id)
    session = 1 + max((r.session for r in rows if r.settled), default=0)
    for row in rows:
        if row.side_id == side.id and row.session == session:
            row.content = content
            return
    board.make(Return, battle_id=battle.id, side_id=side.id, session=session, content=content)


def _kept(staff: Staff, battle: Battle, filings: Sequence[Filing] = ()) -> list[Filing]:
    """Return every return that is in and not settled, by side: those just read, and those kept from before; an older
    program kept blocks and mines among the remarks.
    """
    read = {filing.side.id for filing in filings}
    before = [row for row in _open_returns(staff.board, battle) if row.side_id not in read]
    kept = _read_all(staff, battle, [{**row.content, "side": staff.army.sides[row.side_id].key} for row in before])
    laid = [filing if has_boxes(filing.content) else _as_laid(staff, battle, [filing])[0] for filing in kept]
    return sorted([*filings, *laid], key=lambda f: (f.side.position, f.side.id))


def _open_returns(board: Board, battle: Battle) -> list[Return]:
    """Return the returns of a battle that are in and not settled."""
    return board.rows(Return, Return.battle_id == battle.id, Return.settled.is_(False))


def _sides(staff: Staff, battle: Battle) -> set[int]:
    return {u.side_id for u in staff.session_lines(battle)}


def _said_words(staff: Staff, battle: Battle, filing: Filing) -> list[str]:
    """Return what a return says, and the states that follow from it. Where dice decide them, which are rolled when the
    battle is settled, all that they may be.
    """
    form, units = filing.form, staff.army.battalions
    shorts = {row.line: units[row.battalion_id].short or units[row.battalion_id].name for row in form.lines}
    names = {side.key: side.name for side in staff.army.sides.values()}
    names |= {place.key: place.name for place in staff.places.values()}
    words = return_text(filing.content, form.fields.line, form.fields.stand, shorts, names)
    return [f"it says: {words.rstrip('; ')}", *_effect_words(staff, battle, filing)]


def _effect_words(staff: Staff, battle: Battle, filing: Filing) -> Iterator[str]:
    system = tabletop(battle.tabletop)
    by_dice = [
        effects(filing.filed, filing.form.printed, system, staff.book, _AllAlike(staff.board.moment, is_high=is_high))
        for is_high in (False, True)
    ]
    for effect, *others in zip(filing.effects, *by_dice, strict=True):
        states = {each.after for each in (effect, *others)}
        first, *worse = sorted(states, key=lambda state: state.severity)
        if worse and worse[-1].severity > effect.before.severity:
            yield (
                f"{effect.name}: {effect.before} -> {' or '.join((first, *worse))}, by dice that are rolled when"
                " the battle is settled"
            )
        elif effect.harmed:
            why = f" ({effect.reason})" if effect.reason else ""
            yield f"{effect.name}: {effect.before} -> {effect.after}{why}"


@dataclass
class _AllAlike:
    """Dice that all show their lowest or all their highest face, to learn whether any die changes a state. Nothing is
    rolled.
    """

    moment: Moment
    is_high: bool

    def roll(self, sides: int, purpose: str, subject: str, need: str = "") -> int:
        return sides if self.is_high else 1


# settling ------------------------------------------------------------------------------------------------------------
def _words_for(
    staff: Staff,
    battle: Battle,
    filings: Sequence[Filing],
    believe: str,
    decisions: Sequence[PointDecision] = (),
    word: UmpiresWord = NO_WORD,
) -> dict[str, str]:
    """Return the side that is believed (its key) by the key of each point on which the returns differ; none on a point
    that the umpire's ruling answers. Raises ReturnsDiffer while points are open.
    """
    filed = {filing.side.key for filing in filings}
    sides = {word: side_named(staff.board, word) for word in (*(d.side for d in decisions), *filter(None, [believe]))}
    for side in sides.values():
        if side.key not in filed:
            raise BadInput(
                f"the {side.name} return of battle {battle.number} cannot be believed: it has not been recorded"
            )
    differences = _differences(staff, filings)
    decided = {decision.point: sides[decision.side].key for decision in decisions}
    if unknown := decided.keys() - {point.key for point in differences}:
        raise BadInput(
            f"the returns of battle {battle.number} do not differ on the point {listing(sorted(unknown))}. "
            f"List the points: campaign battle settle {battle.number} --preview"
        )
    words = {point.key: decided.get(point.key, sides[believe].key if believe else "") for point in differences}
    answered = {"turn", "clock"} if says_turn(word) else set[str]()
    answered |= {"field"} if held_by(staff, word) else set()
    still_open = [
        (n, point) for n, point in enumerate(differences, 1) if not words[point.key] and point.key not in answered
    ]
    if still_open:
        names = [filing.side.name for filing in filings]
        key, many = filings[0].side.key, "s" if len(still_open) > 1 else ""
        raise ReturnsDiffer(
            f"the {' and '.join(names)} returns of battle {battle.number} disagree on {len(still_open)}"
            f" point{many} ({' / '.join(names)}). Choose one return: campaign battle settle {battle.number}"
            f" --believe {key}. Or decide point by point: --decide '{still_open[0][0]} {key}'",
            [(filing.side.key, filing.side.name) for filing in filings],
            [(n, point.key, point.subject, point.first, point.second) for n, point in still_open],
        )
    return words


def _settle_by(
    staff: Staff,
    battle: Battle,
    read: Sequence[Filing],
    command: RecordReturn | SettleBattle,
    decisions: Sequence[PointDecision],
    dice: Dice,
) -> Receipt:
    """Settle the battle, believing the side that the command names."""
    words, word = _words_for(staff, battle, read, command.believe, decisions, command.word), command.word
    if not command.throughout:
        return _settle(staff, battle, read, words, dice, word)
    return _settle(staff, battle, read, {}, dice, word, only=side_named(staff.board, command.believe))


def _settle(
    staff: Staff,
    battle: Battle,
    read: Sequence[Filing],
    words: Mapping[str, str],
    dice: Dice,
    word: UmpiresWord,
    *,
    only: Side | None = None,
) -> Receipt:
    """Settle the battle on the returns, with the believed answers where they differ; each return is kept as it was
    handed in. ``only``: the side whose return goes before the other throughout.
    """
    decided = _decision_lines(staff, read, words)
    agreed_filings = _agreed(read, words)
    refuse_unanswered(staff, battle, agreed_filings, word)
    filings = _with_effects(staff, battle, agreed_filings, dice)
    ordered = sorted(filings, key=lambda filing: only is not None and filing.side.id != only.id)
    verdict = judged(staff, battle, ordered, word, only=only)
    refuse_disputed(staff, battle, filings, verdict)
    warnings = doubts(staff, battle, ordered, verdict)
    lines = [*decided, *settle(staff, battle, verdict), *warnings]
    overruled = {f.side.id: changed_answers(before.foot, f.foot) for before, f in zip(read, filings, strict=True)}
    for row in _open_returns(staff.board, battle):
        row.settled = True
        if answers := overruled.get(row.side_id):
            row.content = {**row.content, "decided": answers}
    ending = f"is suspended after turn {verdict.reached}" if verdict.suspended else "is settled"
    alone = f" on the {filings[0].side.name} return alone" if len(_sides_of(verdict)) > len(filings) else ""
    waiting = f"When it goes on: campaign battle resume {battle.number}" if verdict.suspended else ""
    return Receipt(
        f"Battle {battle.number} ({battle.name}) {ending}{alone}{_believed(read, words)}", tuple(lines), waiting
    )


def _with_effects(staff: Staff, battle: Battle, filings: Sequence[Filing], dice: Dice | None) -> list[Filing]:
    """Return the filings with what they do to the battalions, the numbers that a system rolls afterwards included."""
    system = tabletop(battle.tabletop)
    return [replace(f, effects=effects(f.filed, f.form.printed, system, staff.book, dice)) for f in filings]


def _agreed(filings: Sequence[Filing], words: Mapping[str, str]) -> Sequence[Filing]:
    """Return the filings with the believed answer at the foot of both."""
    if not words:
        return filings
    first, second = filings
    feet = agreed(first.filed, second.filed, first.form.fields, words)
    return [replace(f, filed=replace(f.filed, foot=foot)) for f, foot in zip(filings, feet, strict=True)]


def _decision_lines(staff: Staff, filings: Sequence[Filing], words: Mapping[str, str]) -> list[str]:
    """Return lines for the umpire on the decision on each point."""
    names = {filing.side.key: filing.side.name for filing in filings}
    lines = []
    for point in _differences(staff, filings):
        answers = dict(zip(names, (point.first, point.second), strict=True))
        if (side := words.get(point.key)) is None:
            continue
        refused = listing(answer for key, answer in answers.items() if key != side)
        lines.append(f"Decided, {point.subject}: {answers[side]}, from the {names[side]} return (not {refused})")
    return lines


def _believed(filings: Sequence[Filing], words: Mapping[str, str]) -> str:
    """Return the believed side for the journal: ``; where the two differ, Axis is believed on 2 points``."""
    counts = Counter(words.values())
    sides = [
        f"{filing.side.name} is believed on {counts[filing.side.key]} point{'s' * (counts[filing.side.key] > 1)}"
        for filing in filings
        if counts[filing.side.key]
    ]
    return f"; where the returns differ, {' and '.join(sides)}" if sides else ""


def _called(staff: Staff, filings: Sequence[Filing]) -> dict[str, str]:
    """Return the names of sides and places, by their keys."""
    return {
        **{s.key: s.name for s in staff.army.sides.values()},
        **{key: name for f in filings for key, name in f.form.objectives},
    }


def _differences(staff: Staff, filings: Sequence[Filing]) -> tuple[Difference, ...]:
    """Return the points on which two returns disagree, in the order of the sides."""
    if len(filings) != 2:
        return ()
    first, second = filings
    return compare(first.filed, second.filed, first.form.fields, _called(staff, filings))


def _sides_of(verdict: Verdict) -> set[int]:
    return {f.battalion.side_id for f in verdict.fates}
