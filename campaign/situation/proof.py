"""Proofs: the hash at the foot of a paper, and what it proves.

The umpire's papers bear the head of the journal's chain of hashes: it proves every entry up to then. A side's and a
commander's papers bear a hash of what they may know of the entries, and of nothing else:

- the turn that runs;
- every order that was given to a formation or battalion which the reader knows in full, as the entries left it;
- every answered decision of the reader's side, of those put to the reader.

It contains no seed, nothing of the other side, and no number that counts others' entries. All of that can be guessed,
so the hash is made with the key of the papers (``chance.keyed``): without the key nobody can try which orders fit it,
nor see that there were none.

The other side signs return forms. Whoever signs two of one turn sees whether their hashes differ, so a return form has
a hash of its own, over the campaign, the side and the turn alone: equal whatever was ordered.

``proofs_of`` finds, for a hash on a paper, its reader and the entries between which the journal was what it proves;
undone entries are followed too. It also finds the hash that the program printed before the hashes had a key.

    record_of(board, army, viewer) -> str         the hash for that viewer now, 64 letters; papers print twelve
    record_of(..., has_orders=False)              the hash on the side's return forms in this turn
    proofs_of(board, text) -> tuple[Proof, ...]   what a hash proves, its first letters given
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from hashlib import sha256
from typing import Any, TypeVar

from campaign.errors import BadInput
from campaign.journal.board import JournalBoard
from campaign.journal.canonical import canonical
from campaign.journal.people import earlier_hashes
from campaign.journal.state import State, upgraded_flushes
from campaign.journal.undo import standing_of
from campaign.model import (
    Battalion,
    Campaign,
    Commander,
    Decision,
    Entry,
    Formation,
    Journalled,
    Nation,
    Order,
    Place,
    Reseeding,
    Setting,
    Side,
)
from campaign.rows.images import Flush, sheet
from campaign.situation.army import Army
from campaign.situation.chance import keyed, paper_key
from campaign.situation.knowledge import Knowledge, knowledge_of
from campaign.situation.players import deputies_in, parties
from campaign.terms.time import Moment
from campaign.terms.viewer import Viewer
from campaign.values import dataclass, field

LETTERS = 12
"""Number of letters of a hash on a paper: 48 bits. The umpire has the key and may choose the free text of an order. For
32 bits he would find within minutes another order with the same hash, for 48 he would need most of a year of one
computer."""
FEWEST_LETTERS = 8
"""Number of letters on papers printed before the hashes had a key, and the fewest that are looked up."""

Row = TypeVar("Row", bound=Journalled)

_ORGANISATION = {
    "side": None,
    "nation": None,
    "formation": None,
    "commander": None,
    "setting": None,
    "battalion": {"side_id", "present_id", "organic_id", "supports_id", "headquarters_of_id"},
}
"""Tables that decide which formations a reader knows, with the columns concerned; None means all columns."""
_TOLD = ("clock", "reseeding", "standing_order", "decision")
"""Tables with whose rows a hash changes: the turn, the key, and what a player may know as soon as it is entered."""
_PURPOSE, _RETURN_PURPOSE = "paper", "return"
"""Words for these hashes, and for those of return forms, among those of the same key."""


@dataclass(frozen=True, slots=True)
class Proof:
    """The meaning of a hash: the reader of the papers, and the last journal entry at which a paper with it could be
    printed.

    One of ``first`` to ``last``, by number. ``moment``: the turn that ran. ``stands``: the entries up to then are still
    on the living line; for a return form, up to some entry of that turn. ``has_key``: False for a player's hash without
    a key, as the program printed it formerly; anybody can compute it. ``is_return``: the hash of a return form, which
    covers no orders.
    """

    viewer: str
    moment: Moment
    stands: bool
    first: int
    last: int
    has_key: bool = True
    is_return: bool = False

    @property
    def meaning(self) -> str:
        """Say in one sentence what paper bears it and what that proves."""
        if self.is_return:
            since = "" if self.stands else "; that turn has been undone or played again since"
            return (
                f"a return form of this campaign for the {self.viewer} side, printed in turn {self.moment}; it proves"
                f" no orders{since}"
            )
        last = f"entry {self.first}" if self.first == self.last else f"one of the entries {self.first} to {self.last}"
        is_umpires = self.viewer == "Umpire"
        viewer = "the umpire" if is_umpires else self.viewer
        meaning = (
            "every entry up to then is unchanged"
            if is_umpires
            else "the orders and decisions on the paper agree with the journal, as far as its reader may know"
        )
        since = "" if self.stands else "; some of those entries have been undone or played again since"
        if not self.has_key:
            since += (
                ". The program printed such a hash before it used a key, and anybody can compute it: trust it only on a"
                " paper that you know to be that old"
            )
        return (
            f"a paper for {viewer}, printed in turn {self.moment} when {last} was the last of the journal:"
            f" {meaning}{since}"
        )


def record_of(board: JournalBoard, army: Army, viewer: Viewer, *, has_orders: bool = True) -> str:
    """Return the hash of what this viewer may now know of the entries; for the umpire the head of the journal. Empty
    for a player if the campaign is a copy without the key of the papers. ``has_orders`` False: the hash on a paper that
    the other side gets too, with nothing of the entries but the turn.
    """
    if viewer.is_umpire:
        return board.ledger.head
    key = paper_key(board.campaign, board.rows(Reseeding), board.moment.day)
    if key is None:
        return ""
    knowledge = knowledge_of(army, viewer)
    if not has_orders:
        return keyed(key, _RETURN_PURPOSE, _text(board.campaign, knowledge, board.moment, []))
    places = {place.id: place.key for place in board.rows(Place)}
    orders = [(order, _order_line(order, places)) for order in board.rows(Order)]
    decisions = [(decision, _decision_line(decision)) for decision in board.rows(Decision)]
    return keyed(key, _PURPOSE, _text(board.campaign, knowledge, board.moment, _lines(knowledge, orders, decisions)))


def proofs_of(board: JournalBoard, text: str) -> tuple[Proof, ...]:
    """Return what a hash of a paper proves; empty: it belongs to no paper of this campaign. Raises BadInput for text
    that is not a hash.
    """
    query = text.strip().lower()
    if not FEWEST_LETTERS <= len(query) <= 64 or query.strip("0123456789abcdef"):
        raise BadInput(
            f"--proof {text[:70]!r} cannot be from the foot of a paper. Write the {LETTERS} letters and "
            f"figures at the foot, like 3f9a2c1b70de; an old paper has {FEWEST_LETTERS}"
        )
    return _Search(board, query).proofs()


def _lines(
    knowledge: Knowledge, orders: Iterable[tuple[Order, str]], decisions: Sequence[tuple[Decision, str]]
) -> list[str]:
    """Return what a reader may know of the entries, one line for each thing. Each row comes with the line about it."""
    army = knowledge.army
    lines = []
    for order, line in orders:
        unit = army.formations.get(order.formation_id or 0) or army.battalions.get(order.battalion_id or 0)
        if unit is not None and knowledge.knows(unit):
            lines.append(line)
    answered = {decision.id: line for decision, line in decisions if decision.answer is not None}
    open_decisions = knowledge.decisions(decision for decision, _ in decisions if decision.id in answered)
    return sorted((*lines, *(answered[decision.id] for decision in open_decisions)))


def _order_line(order: Order, places: Mapping[int, str]) -> str:
    to, via = places.get(order.to_id or 0, ""), [places.get(place, "") for place in order.via]
    words = [order.aim, order.objective, order.limit, order.given_by]
    return canonical(["order", order.key, order.day, order.turn, str(order.kind), to, via, *words])


def _decision_line(decision: Decision) -> str:
    return canonical(["decision", decision.day, decision.turn, str(decision.kind), decision.subject, decision.answer])


def _text(facts: Campaign, knowledge: Knowledge, moment: Moment, lines: list[str]) -> str:
    """Return the text under a reader's hash: the campaign, the reader, the turn, and these lines."""
    reader = (
        ["commander", *(commander.key for commander in knowledge.commanders)]
        if knowledge.viewer.commanders
        else ["side", knowledge.army.sides[knowledge.viewer.side or 0].key]
    )
    head = [facts.title, facts.scenario, facts.first_day.isoformat(), reader, moment.day, moment.turn]
    return "\n".join((canonical(head), *lines))


def _without_key(text: str) -> str:
    """Return the hash as the program printed it before the hashes had a key: only to prove papers of then."""
    return sha256(text.encode()).hexdigest()


# from the journal


@dataclass(frozen=True, slots=True)
class _Paper:
    """A kind of paper: its reader and turn, whether its hash was made with the key, whether it is a return form."""

    viewer: str
    moment: Moment
    has_key: bool = True
    is_return: bool = False


@dataclass(slots=True)
class _Search:
    """A walk through the whole journal, undone entries too, that notes every moment at which a paper would have borne
    the hash.
    """

    board: JournalBoard
    query: str
    state: State = field(default_factory=State)
    living: list[int] = field(default_factory=list)
    eyes: list[Knowledge] = field(default_factory=list)
    places: dict[int, str] = field(default_factory=dict)
    orders: dict[int, tuple[Order, str]] = field(default_factory=dict)
    decisions: dict[int, tuple[Decision, str]] = field(default_factory=dict)
    matching: list[_Paper] = field(default_factory=list)
    """Papers that bear the hash at this point."""
    matches: dict[tuple[_Paper, bool], list[int]] = field(default_factory=dict)
    """Last entries at which each paper bore it; True: they stand."""

    def proofs(self) -> tuple[Proof, ...]:
        now = standing_of(self.board).living
        flushes: dict[int, list[Flush]] = {}
        earlier = earlier_hashes(self.board.connection, self.board.campaign_id)
        rows = self.board.entries(Entry.seq, Entry.kind, Entry.about, Entry.images, Entry.revision, Entry.hash)
        for seq, kind, of, images, revision, text in rows:
            about = of or 0
            if kind == "do":
                flushes[seq] = upgraded_flushes(self.board, images, revision)
                self.living.append(seq)
                self._note(flushes[seq], now)
            elif kind == "undo":
                self.living.remove(about)
                self._note([_backwards(flush) for flush in reversed(flushes[about])], now)
            else:
                self.living.append(about)
                self._note(flushes[about], now)
            self._keep(now)
            if text.startswith(self.query) or earlier.get(seq, "").startswith(self.query):
                self._match(_Paper("Umpire", self._moment()), now)
        return tuple(
            Proof(paper.viewer, paper.moment, stands, min(numbers), max(numbers), paper.has_key, paper.is_return)
            for (paper, stands), numbers in self.matches.items()
            if stands or not paper.is_return or (paper, True) not in self.matches
        )

    def _note(self, flushes: list[Flush], now: tuple[int, ...]) -> None:
        """Apply an entry, and compare whenever it changes what a paper shows; a paper may have been printed between its
        steps.
        """
        for flush in flushes:
            organised, is_diary = _touches(flush)
            self.state.apply(flush)
            self._tell(flush)
            if organised or is_diary or not self.eyes:
                if organised or not self.eyes:
                    self._organise()
                self._look()
                self._keep(now)

    def _tell(self, flush: Flush) -> None:
        """Bring the lines of orders and decisions up to date. Places exist before the first order."""
        if any(table == "place" for table, *_ in flush):
            self.places = {place.id: place.key for place in self._rows(Place)}
        for table, ident, _, _ in flush:
            if table == "standing_order":
                _put(self.orders, ident, self._row(Order, ident), partial(_order_line, places=self.places))
            elif table == "decision":
                _put(self.decisions, ident, self._row(Decision, ident), _decision_line)

    def _organise(self) -> None:
        """Rebuild the order of battle and each viewer's knowledge."""
        army = Army(
            sides=self._by_id(Side),
            nations=self._by_id(Nation),
            formations=self._by_id(Formation),
            battalions=self._by_id(Battalion),
            commanders=self._by_id(Commander),
        )
        eyes = [Viewer(side) for side in army.sides]
        eyes += [Viewer(leader.side_id, (ident,)) for ident, leader in army.commanders.items()]
        eyes += parties(army, deputies_in(self._rows(Setting)))
        self.eyes = [knowledge_of(army, eye) for eye in eyes]

    def _look(self) -> None:
        if not self.state["clock"]:
            self.matching = []
            return
        moment, decisions = self._moment(), list(self.decisions.values())
        key = paper_key(self.board.campaign, self._rows(Reseeding), moment.day)
        self.matching = []
        for eye in self.eyes:
            text = _text(self.board.campaign, eye, moment, _lines(eye, self.orders.values(), decisions))
            if key is not None and keyed(key, _PURPOSE, text).startswith(self.query):
                self.matching.append(_Paper(eye.who, moment))
            if _without_key(text).startswith(self.query):
                self.matching.append(_Paper(eye.who, moment, has_key=False))
            if key is None or eye.viewer.commanders:
                continue
            if keyed(key, _RETURN_PURPOSE, _text(self.board.campaign, eye, moment, [])).startswith(self.query):
                self.matching.append(_Paper(eye.who, moment, is_return=True))

    def _keep(self, now: tuple[int, ...]) -> None:
        """Write down the matches after this step; earlier matches continue."""
        for paper in self.matching:
            self._match(paper, now)

    def _match(self, paper: _Paper, now: tuple[int, ...]) -> None:
        count = len(self.living)
        self.matches.setdefault((paper, tuple(self.living) == now[:count]), []).append(count)

    def _moment(self) -> Moment:
        clock = next(iter(self.state["clock"].values()))
        return Moment(clock["day"], clock["turn"])

    def _by_id(self, model: type[Row]) -> dict[int, Row]:
        return {row.id: row for row in self._rows(model)}

    def _rows(self, model: type[Row]) -> Iterator[Row]:
        """Yield the rows of a table at this point of the journal, on no board."""
        for ident in sorted(self.state[sheet(model).table.name]):
            if (row := self._row(model, ident)) is not None:
                yield row

    def _row(self, model: type[Row], ident: int) -> Row | None:
        written = sheet(model)
        values = self.state[written.table.name].get(ident)
        if values is None:
            return None
        keyed: dict[str, Any] = {"campaign_id": self.board.campaign_id, "id": ident}
        return model(**keyed, **{field.attribute: field.from_json(values[field.column]) for field in written.fields})


def _put(lines: dict[int, tuple[Row, str]], ident: int, row: Row | None, line: Callable[[Row], str]) -> None:
    if row is None:
        lines.pop(ident, None)
    else:
        lines[ident] = row, line(row)


def _backwards(flush: Flush) -> Flush:
    return [(table, ident, after, before) for table, ident, before, after in reversed(flush)]


def _touches(flush: Flush) -> tuple[bool, bool]:
    """Return whether a flush changes the viewers' knowledge of each other, and whether it changes the clock, the key or
    what a player may know.
    """
    organised = is_diary = False
    for table, _, before, after in flush:
        is_diary = is_diary or table in _TOLD
        if table in _ORGANISATION:
            columns = _ORGANISATION[table]
            organised = organised or before is None or after is None or columns is None or bool(columns & after.keys())
    return organised, is_diary
