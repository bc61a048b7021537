"""The umpire's ruling as a battle is settled: answers to questions that no return answers, and the
movements of single units.

UmpiresWord, UnitEnd                                as commands carry them
refuse_unanswered(staff, battle, filings, word)     raises NotDecided while the holder or the last turn is open
judged(staff, battle, filings, word) -> Verdict     the verdict on the returns, with the umpire's ruling in it
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from campaign.actions.raising import Staff
from campaign.actions.returns.fates import Verdict
from campaign.actions.returns.field_works import field_words
from campaign.actions.returns.verdict import Filing, is_suspended, says_when, verdict_of
from campaign.errors import BadFile, BadInput, NotDecided
from campaign.model import Battalion, Battle, Side
from campaign.rules.day.retreat import Held
from campaign.situation.army import position_of
from campaign.situation.filing import stands_at
from campaign.situation.forms import Form, session_reached
from campaign.situation.names import among, side_named
from campaign.terms.position import Position
from campaign.terms.state import Role
from campaign.terms.time import TURNS_A_DAY, Moment, parse_moment
from campaign.terms.words import listing, plain
from campaign.values import dataclass, replace
from campaign.views.battle.what_follows import Goes
from campaign.words.proposal import Proposal
from campaign.words.return_foot import BOTH, BOTH_WORDS


@dataclass(frozen=True, slots=True)
class UnitEnd:
    """The umpire's ruling on one unit after a battle: ``stays``, ``back``, ``advances``, ``surrenders``, ``breaks
    out``; or where it stands: a place, inches on the table, a hex, ``off by edge C``.
    """

    unit: str
    word: str


@dataclass(frozen=True, slots=True)
class UmpiresWord:
    """The umpire's answers to what the returns leave open, and rulings on units, given as a battle is settled.

    ``held``: who holds the field, a side or ``both``; ``ended``: the turn in which the battle ended, day.turn;
    ``ends``: what units do; ``proposals``: the program's choice counts for movements that are doubtful.
    """

    held: str = ""
    ended: str = ""
    ends: tuple[UnitEnd, ...] = ()
    proposals: bool = False


NO_WORD = UmpiresWord()
AS_COUNTED = "as counted"
"""Holder of the field in entries from before the question was asked, the side with more unspent battalions; and the
last turn of a resumed battle in such entries, the one after the turn that it had reached. Returns go before both.
"""
MOVEMENTS = ("stays", "back", "advances", "surrenders", "breaks out")
"""The words for what a unit does after a battle."""
_GOES: Mapping[str, Goes] = {
    **{plain(word.value): word for word in Goes},
    "stay": Goes.STAYS,
    "back": Goes.BACK,
    "go back": Goes.BACK,
    "advance": Goes.ADVANCES,
    "surrender": Goes.SURRENDERS,
    "break out": Goes.BREAKS_OUT,
    "cut off": Goes.CUT_OFF,
}


# what no return says -------------------------------------------------------------------------------------------------
def refuse_unanswered(
    staff: Staff, battle: Battle, filings: Sequence[Filing], word: UmpiresWord, *, is_amended: bool = False
) -> None:
    """Raise NotDecided while no return and no word of the umpire says in which turn the battle ended, if it was
    resumed, or who holds the field. ``is_amended``: the battle was settled before, and its return is amended.
    """
    settle = f"campaign battle settle {battle.number}"
    name = f"battle {battle.number} ({battle.name})"
    returns = "neither return says" if len(filings) > 1 else "the return does not say"
    if (ended := ended_proposal(staff, battle, filings, word)) is not None:
        raise NotDecided(
            f"in which turn did {name} end? The battle was resumed, and {returns}. Its units stay engaged "
            f"until the end of that turn. Answer: {settle} --ended {ended.value}. {ended}",
            ["the turn in which it ended"],
        )
    if (held := field_proposal(staff, battle, filings, word)) is not None:
        keys = [*(side.key for side in sides_in(staff, battle)), BOTH]
        raise NotDecided(
            f"who holds the field of {name}? {returns[:1].upper()}{returns[1:]}. Answer:"
            f" {'' if is_amended else f'{settle} '}--held {' or '.join(keys)}. {held}",
            ["who holds the field"],
        )


def field_proposal(staff: Staff, battle: Battle, filings: Sequence[Filing], word: UmpiresWord) -> Proposal | None:
    """Return the program's reckoning of who holds the field, if that is a question: no return says so, and both sides
    have units left (umpire 1.7).
    """
    if word.held or is_suspended(filings):
        return None
    held = verdict_of(staff, battle, filings).held
    if not held.counted:
        return None
    return reckoning(staff, held)


def reckoning(staff: Staff, held: Held) -> Proposal:
    """Return the holder of the field by the count of unspent battalions, as a proposal with its reason."""
    names = {side.key: side.name for side in staff.army.sides.values()} | {BOTH: BOTH_WORDS}
    return Proposal(names[held.side or BOTH], f"{held.counted} (umpire 1.7)")


def ended_proposal(staff: Staff, battle: Battle, filings: Sequence[Filing], word: UmpiresWord) -> Proposal | None:
    """Return the turn in which a resumed battle would have ended, if no return says: the one that is being played
    (umpire 1.5).
    """
    reached = session_reached(battle)
    if reached is None or word.ended or any(says_when(filing.foot) for filing in filings):
        return None
    turn = max(reached, staff.board.moment)
    return Proposal(str(turn), f"the campaign is in turn {staff.board.moment} (umpire 1.5)")


def turns_to_choose(staff: Staff, battle: Battle) -> list[Moment]:
    """Return the turns in which a resumed battle can have ended: from the one it had reached to the next."""
    reached = session_reached(battle) or Moment(battle.day, battle.turn)
    last = max(reached.plus(1), staff.board.moment)
    turns = [reached]
    while turns[-1] < last:
        turns.append(turns[-1].plus(1))
    return turns


def sides_in(staff: Staff, battle: Battle) -> list[Side]:
    """Return the sides that take part in a battle, in the campaign's order."""
    taking = {line.side_id for line in staff.session_lines(battle)}
    return sorted((staff.army.sides[ident] for ident in taking), key=lambda side: (side.position, side.id))


def goes_said(text: str) -> Goes | None:
    """Return what a word says that a unit does (``stays``, ``back``); None for the name of a place."""
    return _GOES.get(plain(text))


# the word, read ------------------------------------------------------------------------------------------------------
def judged(
    staff: Staff, battle: Battle, filings: Sequence[Filing], word: UmpiresWord, *, only: Side | None = None
) -> Verdict:
    """Return the verdict on the returns with the umpire's ruling in it. Raises BadInput for a word that cannot be
    read.
    """
    verdict = verdict_of(
        staff,
        battle,
        filings,
        only=only,
        reached=_turn_of(staff, battle, word.ended) if says_turn(word) else None,
        held_by=held_by(staff, word),
    )
    told = [
        f"{filing.side.name} return, ground and engineers: {text}. If it changes a road, a crossing or a unit:"
        " campaign adjust"
        for filing in filings
        for text in field_words(filing)
    ]
    laid = tuple(work for filing in filings for work in filing.laid)
    verdict = replace(verdict, laid=laid, for_umpire=(*verdict.for_umpire, *told))
    return replace(verdict, said=_said(staff, battle, filings, verdict, word.ends), proposals=word.proposals)


def held_by(staff: Staff, word: UmpiresWord) -> str:
    """Return who holds the field by the umpire's ruling, a side's key or ``both``; empty if it says nothing, or that
    the battalions are counted.
    """
    text = plain(word.held)
    if not text or text == AS_COUNTED:
        return ""
    return BOTH if text.startswith(BOTH) else side_named(staff.board, word.held).key


def says_turn(word: UmpiresWord) -> bool:
    """Return whether the umpire says in which turn the battle ended."""
    return plain(word.ended) not in ("", AS_COUNTED)


def refuse_disputed(staff: Staff, battle: Battle, filings: Sequence[Filing], verdict: Verdict) -> None:
    """Raise BadFile if the field is given to a side that has no unit left."""
    if not verdict.held.disputed:
        return
    called = {side.key: side.name for side in staff.army.sides.values()}
    claims = {filing.foot.field for filing in filings if filing.foot.field is not None}
    named = listing(sorted(called.get(claim, claim) for claim in claims))
    ways = "correct the holder of the field, or the lines of the units that are left"
    raise BadFile(
        f"the returns of battle {battle.number} give the field to {named}, but that side has no unit left in "
        "the battle",
        [ways],
        unchanged=True,
    )


def _turn_of(staff: Staff, battle: Battle, text: str) -> Moment:
    began = session_reached(battle) or Moment(battle.day, battle.turn)
    ended = began.plus((int(text) - began.turn) % TURNS_A_DAY) if text in ("1", "2", "3", "4") else parse_moment(text)
    last = Moment(staff.board.campaign.days, TURNS_A_DAY)
    if not began <= ended <= last:
        raise BadInput(
            f"battle {battle.number} cannot have ended in turn {ended}: it was played to turn {began}, and "
            f"the campaign ends with turn {last}. Write --ended DAY.TURN"
        )
    return ended


def _said(
    staff: Staff, battle: Battle, filings: Sequence[Filing], verdict: Verdict, ends: Iterable[UnitEnd]
) -> dict[int, Goes | Position]:
    """Return the umpire's ruling on each unit, by the battalion's id. Raises BadInput and Refused."""
    fighters = [staff.army.battalions[line.battalion_id] for line in staff.session_lines(battle)]
    states = {fate.battalion.id: fate.state for fate in verdict.fates}
    there = {fate.battalion.id for fate in verdict.fates if fate.took_part and fate.line.role is not Role.GUNS_IN_RANGE}
    forms = {filing.side.id: filing.form for filing in filings}
    result: dict[int, Goes | Position] = {}
    for end in ends:
        battalion = among(end.unit, f"battalion of battle {battle.number}", fighters)
        if battalion.id in verdict.away or battalion.id not in there:
            raise BadInput(
                f"{battalion.name} was not on the table of battle {battle.number} and keeps its place. To move it:"
                f' campaign adjust "{battalion.name}" --at PLACE --why TEXT'
            )
        state = states.get(battalion.id, battalion.state)
        if not state.is_in_play:
            raise BadInput(f"{battalion.name} cannot be moved: by the return of battle {battle.number} it is {state}")
        if verdict.suspended:
            raise BadInput(
                f"battle {battle.number} goes on, so its units cannot be moved yet. Move units when the battle is over"
            )
        said = goes_said(end.word) or _place_said(staff, forms.get(battalion.side_id), filings, end, battalion)
        if result.setdefault(battalion.id, said) != said:
            raise BadInput(f"{battalion.name} is named twice. Give one answer for this unit")
    return result


def _place_said(
    staff: Staff, form: Form | None, filings: Sequence[Filing], end: UnitEnd, battalion: Battalion
) -> Position:
    words = end.word.strip()
    at = plain(words).startswith("at ")
    was = position_of(battalion)
    place = stands_at(words[3:] if at else words, form or filings[0].form, staff.theatre, was)
    if place is None:
        raise BadInput(
            f"{end.word!r} is not understood for {battalion.name}. Write {listing(MOVEMENTS)}, or its "
            "position: a place, inches from two edges (12 in. from W, 8 from S), or the edge where it left "
            "(off by edge C)"
        )
    return place
