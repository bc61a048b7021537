"""The consequences of a battle: every unit that was on the table with what it does, why, and where it is then; each row
can be changed; then the battle is settled in one entry.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from campaign.actions.returns.take import SettleBattle, what_follows
from campaign.actions.returns.word import UmpiresWord, UnitEnd
from campaign.errors import BadInput, NotFound, Refused
from campaign.journal.board import JournalBoard
from campaign.journal.overtaken import DrawnFor
from campaign.journal.record import Done
from campaign.queries.battle.battle_page import battle_page
from campaign.queries.map.map import situation_map
from campaign.terms.viewer import UMPIRE as AS_UMPIRE
from campaign.terms.words import typed
from campaign.values import dataclass, replace
from campaign.views.battle.battle_page import BattlePage
from campaign.views.battle.returns_compared import ReturnsCompared
from campaign.views.battle.what_follows import FREE, FollowRow, Goes, WhatFollows, reasons_of
from campaign.views.map.map import SituationMap
from campaign.web.answer import Answer
from campaign.web.beliefs import Belief, address, at_terminal, belief_of, last_of, settling, waiting_returns
from campaign.web.chips import ChipSheet, chip_symbols, on_umpires_desk
from campaign.web.map_frame import Frame, frame_of
from campaign.web.page import page
from campaign.web.pages.compare import ENDED, HELD
from campaign.web.people import UMPIRE
from campaign.web.screen_map import Links, draw_map
from campaign.web.visit import Visit

DOES, PLACE = "does-", "place-"
"""Beginnings of the fields for what a unit does, and for the place where it is put, before its key."""
SHOWN = "shown"
"""Field with the ruling whose consequences the page shows: only that one is settled."""
MOST_PLACE = 200
"""Most letters of a place."""
WIDE, HIGH = 420, 280
"""Size of the map in pixels."""
METRES_WIDE = 24_000
SIGN = 15.0
"""Height of a sign's frame in pixels."""
_SHORT = {Goes.BACK: "back", Goes.BREAKS_OUT: "breaks out", Goes.SURRENDERS: "surrenders", Goes.ADVANCES: "advances"}
"""Words of the options at a terminal."""


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the page: the unit, its sign, and what the umpire typed for its place."""

    unit: FollowRow
    chip: str
    side: int
    place: str


@dataclass(frozen=True, slots=True)
class Group:
    """The units of one side."""

    name: str
    side: int
    text: str
    reasons: str
    """Why they do what they do, by their numbers."""
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Looked:
    """The page's facts: what follows by the umpire's ruling so far, and the command that settles the battle so."""

    compared: ReturnsCompared
    belief: Belief
    command: SettleBattle
    follows: WhatFollows
    words: Mapping[str, str]


@page("/battles/{number}/settle", UMPIRE, is_kept=False, drawn_for=DrawnFor.BATTLE, aside=frozenset({"look"}))
def show_settle(visit: Visit) -> Answer:
    """Show what follows from the battle, or go to the questions that are open."""
    words = {**visit.query, **last_of(visit.typed)}
    trouble = ""
    try:
        looked = _looked(visit, words)
    except (BadInput, Refused) as fault:
        if not _says_something(words):
            raise
        trouble = str(fault)
    if trouble:  # the word that cannot be taken is told, and the others are given again
        words = {name: value for name, value in words.items() if not name.startswith((DOES, PLACE))}
        looked = _looked(visit, words)
    if isinstance(looked, str):
        return visit.redirect(looked)
    shown = visit.read(lambda board, viewer: battle_page(board, viewer, visit.path["number"]))
    follows, command = looked.follows, looked.command
    trial = replace(command, word=replace(command.word, proposals=True))
    receipt = visit.try_out(trial).receipt
    signs, groups = _groups(shown, looked)
    changes = len(command.word.ends)
    return visit.page(
        "settle.html",
        json=follows,
        same_at_terminal=_at_terminal(looked),
        looked=looked,
        trouble="" if visit.fault else trouble[:1].upper() + trouble[1:],
        follows=follows,
        signs=signs,
        groups=groups,
        besides=[line for line in receipt.lines if line not in follows.told],
        kept={**looked.belief.words, **{n: words[n] for n in (HELD, ENDED) if words.get(n)}},
        changes=f"with {changes} change{'s' * (changes > 1)}" if changes else "",
        map_at=address(follows.number, "settle/map", looked.words),
        back=address(follows.number, "compare", looked.belief.words),
        free=FREE,
        goes=Goes,
        shown=_ruling(command),
    )


@show_settle.post
def settle(visit: Visit) -> Answer:
    """Settle the battle so, or show what a change would do."""
    words = last_of(visit.fields)
    looked = _looked(visit, words)
    if isinstance(looked, str):
        raise Refused(
            "The returns do not agree, and your answers do not decide every question. Compare both returns again"
        )
    if words.get("do") == "look":
        return visit.redirect(address(looked.follows.number, "settle", looked.words))
    if looked.follows.open_rows:
        names = ", ".join(row.short for row in looked.follows.open_rows)
        raise Refused(
            f"The returns do not say what {names} does after the battle, and the rules allow several answers. "
            "Choose an answer in the row of each unit. Nothing was changed"
        )
    if words.get(SHOWN, "") != _ruling(looked.command):
        raise Refused(
            "A row was changed after this page was loaded, so the battle was not settled. The page shows the "
            "consequences now. Settle the battle again"
        )
    return visit.receipt(visit.give(looked.command), to="/desk")


@page("/battles/{number}/settle/map", UMPIRE, is_kept=False)
def show_map(visit: Visit) -> Answer:
    """Show where the troops will stand once the battle is settled so."""
    looked = _looked(visit, visit.query)
    if isinstance(looked, str):
        raise NotFound("the map cannot be shown, because the returns leave a question open. Answer the question first")

    def stand(board: JournalBoard, done: Done) -> Any:
        return situation_map(board, AS_UMPIRE)

    command = replace(looked.command, word=replace(looked.command.word, proposals=True))
    _, view = visit.rehearse(command, stand)
    place = visit.read(lambda board, viewer: _centre(board, viewer, looked.follows.number))
    picture = draw_map(
        view,
        wide=WIDE,
        high=HIGH,
        side_numbers={side.name: number for number, side in enumerate(view.sides)},
        centre=place,
        metres_wide=METRES_WIDE,
        links=Links(),
        prefix="after",
        label="Where the units will be",
    )
    frame = frame_of(view, WIDE, HIGH, place, METRES_WIDE)
    return visit.part("compare_map.html", picture=picture, off_map=_off_map(view, frame, looked.follows))


def _off_map(view: SituationMap, frame: Frame, follows: WhatFollows) -> tuple[str, ...]:
    """Return the units of the battle that will stand beyond the edge of the map, each with its place."""
    at = {unit.key: unit.at for unit in view.units}
    return tuple(f"{row.short}: {row.where}" for row in follows.rows if row.key in at and not frame.holds(at[row.key]))


def _centre(board: JournalBoard, viewer: Any, number: int) -> tuple[int, int] | None:
    """Return the place of the battle on the map."""
    view = situation_map(board, viewer)
    return next((battle.at for battle in view.battles if battle.number == number), None)


def _ruling(command: SettleBattle) -> str:
    """Return what is said of single units, in one text."""
    return "; ".join(f"{end.unit}={end.word}" for end in command.word.ends)


def _says_something(words: Mapping[str, str]) -> bool:
    """Return whether these words say what a unit does."""
    return any(name.startswith((DOES, PLACE)) and value for name, value in words.items())


# the word that was given ---------------------------------------------------------------------------------------------
def _looked(visit: Visit, words: Mapping[str, str]) -> Looked | str:
    """Return what follows by these words; the address of the two returns while a question is open there."""
    compared = waiting_returns(visit)
    belief = belief_of(compared, words)
    questions = {name: words[name] for name in (HELD, ENDED) if words.get(name)}
    if not belief.is_whole:
        return address(compared.number, "compare", {**belief.words, **questions})
    plain = settling(compared, belief, UmpiresWord(words.get(HELD, ""), words.get(ENDED, "")))
    follows = _follows(visit, plain)
    if follows.field is not None or follows.ended is not None:
        return address(compared.number, "compare", {**belief.words, **questions})
    ends = _ends(follows, words)
    command = replace(plain, word=replace(plain.word, ends=ends))
    changed = _follows(visit, command) if ends else follows
    named = {f"{field}{end.unit}" for end in ends for field in (DOES, PLACE)}
    said = {name: value for name, value in words.items() if name in named and value}
    return Looked(compared, belief, command, changed, {**belief.words, **questions, **said})


def _follows(visit: Visit, command: SettleBattle) -> WhatFollows:
    follows = visit.read(lambda board, _: what_follows(board, command))
    assert follows is not None
    return follows


def _ends(follows: WhatFollows, words: Mapping[str, str]) -> tuple[UnitEnd, ...]:
    """Return the umpire's ruling on each unit: a place that was typed, or a choice other than the program's proposal;
    of a doubtful unit any choice.
    """
    ends = []
    for row in follows.rows:
        place, does = words.get(f"{PLACE}{row.key}", "").strip(), words.get(f"{DOES}{row.key}", "")
        if len(place) > MOST_PLACE:
            raise BadInput(f"the place of {row.short} has {len(place)} characters. Write at most {MOST_PLACE}")
        if place:
            ends.append(UnitEnd(row.key, place))
        elif does and (does != row.goes or row.is_open) and does != Goes.ELSEWHERE:
            ends.append(UnitEnd(row.key, does))
    return tuple(ends)


# shown ---------------------------------------------------------------------------------------------------------------
def _groups(shown: BattlePage, looked: Looked) -> tuple[ChipSheet, tuple[Group, ...]]:
    """Return the signs of the units, and their rows side by side, the holder of the field first."""
    follows = looked.follows
    symbols = {line.key: on_umpires_desk(line.symbol, side.side) for side in shown.sides for line in side.lines}
    numbers = {side.key: side.side for side in shown.sides}
    signs = chip_symbols((symbols[row.key], numbers[row.side_key]) for row in follows.rows)
    groups = []
    for key in dict.fromkeys(row.side_key for row in follows.rows):
        side, units = numbers[key], [row for row in follows.rows if row.side_key == key]
        lost = "loses it" if follows.holder in numbers else "still there"
        rows = (
            Row(unit, signs.chip(symbols[unit.key], side, SIGN), side, looked.words.get(f"{PLACE}{unit.key}", ""))
            for unit in units
        )
        text = "holds the field" if key == follows.holder else lost
        groups.append(Group(units[0].side, side, text, reasons_of(units), tuple(rows)))
    return signs, tuple(groups)


def _at_terminal(looked: Looked) -> str:
    """Return the program command that settles the battle so."""
    word, names = looked.command.word, {row.key: row.short for row in looked.follows.rows}
    words = [at_terminal(looked.follows.number, looked.belief)]
    words += [typed("--held", word.held)] if word.held else []
    words += [typed("--ended", word.ended)] if word.ended else []
    for end in word.ends:
        name = names.get(end.unit, end.unit)
        options = {goes.value: f"--{_SHORT.get(goes, goes.value).replace(' ', '-')}" for goes in Goes}
        option = "--stays" if end.word == Goes.CUT_OFF else options.get(end.word, "")
        words.append(typed(option, name) if option else typed("--place", f"{name}={end.word}"))
    return " ".join(words)
