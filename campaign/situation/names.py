"""Look-up of rows by the names that people type: any case, unambiguous parts, accents optional; keys and ids always
work.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Generic, TypeVar

from campaign.errors import Ambiguous, NotFound, in_short
from campaign.journal.board import Board
from campaign.model import AirGroup, BasingArea, Battalion, Battle, Commander, Formation, Place, Side
from campaign.situation.army import Army
from campaign.situation.players import NO_PERSON, Seats
from campaign.terms.viewer import UMPIRE, Viewer
from campaign.terms.words import as_spelt_out, containing, folded, initials, is_number, listing, near, plain

N = TypeVar("N", bound=Side | Place | Formation | Battalion | Commander | AirGroup | BasingArea)
"""Row with a name that people type."""


def among(word: str, kind: str, rows: Iterable[N]) -> N:
    """Return the one row that ``word`` names: by its id, key, name or short name, or parts of the name in order.

    ``kind`` names the kind of row in the error. Raises NotFound with similar names, Ambiguous with all that match.
    """
    return Named(kind, rows).named(word)


class Named(Generic[N]):
    """Rows of one kind, each word looked up once: a message names the same units and places line after line."""

    def __init__(self, kind: str, rows: Iterable[N]) -> None:
        self.kind = kind
        self.by_id = {row.id: row for row in rows}
        self.labels = [
            (label, row.id)
            for row in self.by_id.values()
            for label in (row.name, getattr(row, "short", ""), row.key)
            if label
        ]
        self._found: dict[str, tuple[int, ...]] = {}
        self._plain = [(plain(label), ident) for label, ident in self.labels]
        self._folded = folded(self._plain)
        self._exact, self._together = dict[str, dict[int, None]](), dict[str, dict[int, None]]()
        for label, ident in self._plain:
            self._exact.setdefault(label, {})[ident] = None
            self._together.setdefault(label.replace(" ", ""), {})[ident] = None

    def ids(self, word: str) -> tuple[int, ...]:
        """Return the ids that a word fits: one that it names, several, or none."""
        text = word.strip()
        if text not in self._found:
            self._found[text] = self._sought(text)
        return self._found[text]

    def _sought(self, text: str) -> tuple[int, ...]:
        if is_number(text) and int(text) in self.by_id:
            return (int(text),)
        keyed = [row for row in self.by_id.values() if row.key == text]
        if len(keyed) == 1:
            return (keyed[0].id,)
        query = plain(text)
        if not query:
            return ()
        return (
            tuple(self._exact.get(query, ()))
            or containing(query, self._plain)
            or tuple(self._together.get(query.replace(" ", ""), ()))  # 4RTR is 4 RTR
            or as_spelt_out(query, self._folded)
            or tuple(self._initials.get(query.replace(" ", ""), ()))  # 2 SG is the 2nd Scots Guards
        )

    @cached_property
    def _initials(self) -> dict[str, dict[int, None]]:
        by_initials: dict[str, dict[int, None]] = {}
        for label, ident in self.labels:
            by_initials.setdefault(initials(label), {})[ident] = None
        return by_initials

    def named(self, word: str) -> N:
        """Return the one row that a word names. Raises NotFound, Ambiguous."""
        matches = self.ids(word)
        if len(matches) == 1:
            return self.by_id[matches[0]]
        if matches:
            several = listing(f"{self.by_id[m].name} [{_called(self.by_id[m])}]" for m in matches)
            raise Ambiguous(
                f"{word!r} fits several names: {several}. Write more letters of the name, or the word in brackets"
            )
        raise Unnamed(word, self.kind, self.labels, {row.id: row.name for row in self.by_id.values()})


class Unnamed(NotFound):
    """The error of a name that nothing has, with similar names. They are looked for when the text is asked for: who
    reads a line tries several words, and tells of one.
    """

    def __init__(self, word: str, kind: str, labels: list[tuple[str, int]], names: dict[int, str]) -> None:
        super().__init__(f"there is no {kind} called {word!r}")
        self._asked = word, kind, labels, names

    def __str__(self) -> str:
        word, kind, labels, names = self._asked
        if like := _near(word.strip(), labels, names):
            hint = f" Did you mean {' or '.join(like)}?"
        elif kind in _LISTED_BY:
            hint = ""
        else:
            hint = f" Known: {listing(sorted(names.values()))}."
        lists = f" List them: {_LISTED_BY[kind]}" if kind in _LISTED_BY else ""
        return in_short(f"there is no {kind} called {word!r}.{hint}{lists}".removesuffix("."))

    def __reduce__(self) -> tuple[type[NotFound], tuple[str]]:
        return NotFound, (str(self),)  # to another process it goes as its text


def _called(row: Side | Place | Formation | Battalion | Commander | AirGroup | BasingArea) -> str:
    """Return a row's id in words; for a part that was split off its key, since ids are shared by both sides and would
    reveal how much happened.
    """
    return row.key if getattr(row, "parent_id", None) is not None else str(row.id)


_LISTED_BY = {
    "place": "campaign places",
    "air group": "campaign air list",
    "unit": "campaign orbat",
    "formation": "campaign orbat",
    "battalion": "campaign orbat",
    "commander": "campaign commander",
}
"""Program command that lists all names of a kind."""


def _near(word: str, labels: list[tuple[str, int]], names: dict[int, str]) -> tuple[str, ...]:
    """Return the names of rows with a name, short name or key like this word, with or without spaces: each once, never
    the key.
    """
    written: dict[str, int] = {}
    for label, ident in labels:
        for spelling in (plain(label), plain(label).replace(" ", "").replace("_", "")):
            written.setdefault(spelling, ident)
    spellings = (*near(word, written), *near(plain(word).replace(" ", ""), written))
    return tuple(dict.fromkeys(names[written[spelling]] for spelling in spellings if spelling in written))[:3]


def words_of(side: Side) -> tuple[str, ...]:
    """Return the words that are understood for a side, each once: its name, which is also what is printed, its other
    word (``British``), and its key.
    """
    return tuple(dict.fromkeys((side.name, side.adjective, side.key)))


def side_named(board: Board, word: str) -> Side:
    """Return the side of the given name, or of the other word by which it is called (``British``)."""
    sides = board.rows(Side)
    headed = [side for side in sides if side.adjective.casefold() == word.strip().casefold()]
    return headed[0] if len(headed) == 1 else among(word, "side", sides)


def place_named(board: Board, word: str) -> Place:
    return among(word, "place", board.rows(Place))


def unit_named(army: Army, word: str, side_id: int | None = None) -> Formation | Battalion:
    """Return the formation or battalion of the given name; ``side_id`` searches that side only."""
    rows: list[Formation | Battalion] = [*army.formations.values(), *army.battalions.values()]
    candidates = [row for row in rows if side_id is None or row.side_id == side_id]
    return among(word, "unit", candidates)


def battalion_named(army: Army, word: str) -> Battalion:
    return among(word, "battalion", army.battalions.values())


def commander_named(army: Army, word: str) -> Commander:
    """Return a commander by name, by player, or by formation."""
    by_formation = {army.formations[c.formation_id].name: c for c in army.commanders.values()}
    if word in by_formation:
        return by_formation[word]
    name = word.strip().casefold()
    played = [
        c
        for c in army.commanders.values()
        if name not in NO_PERSON and name in (c.player, army.player_of(c).casefold())
    ]
    if len(played) > 1:
        raise Ambiguous(
            f"{word.strip()} plays several commanders. Name one commander: {listing(c.name for c in played)}"
        )
    return played[0] if played else among(word, "commander", army.commanders.values())


def battle_numbered(board: Board, word: str) -> Battle:
    """Return the battle of the given number or sheet code. Raises NotFound with the existing numbers."""
    return battle_among(word, board.rows(Battle))


def battle_among(word: str, battles: Iterable[Battle]) -> Battle:
    """Return the battle with this number or code among those that a viewer knows."""
    text = word.strip().lstrip("#")
    battles = list(battles)
    for battle in battles:
        if text == str(battle.number) or f"{text.upper()}-".startswith(f"{battle.code.upper()}-"):
            return battle
    battle_words = listing(f"{b.number} {b.name}" for b in battles) or "none yet"
    raise NotFound(f"there is no battle {word!r}. Battles so far: {battle_words}")


def viewer_named(army: Army, word: str, seats: Seats) -> Viewer:
    """Return the viewer of the given name: ``umpire``, a side, a commander, or a player with all commanders that the
    player speaks for. Raises NotFound, Ambiguous.
    """
    if word.strip().casefold() == "umpire":
        return UMPIRE
    for side in army.sides.values():
        if word.strip().casefold() in map(str.casefold, words_of(side)):
            return Viewer(side=side.id)
    name = word.strip()
    played = [commander for commander in army.commanders.values() if seats.speaks(name, commander)]
    if len({commander.side_id for commander in played}) > 1:
        raise Ambiguous(
            f"{name} plays commanders of several sides. Name one commander: {listing(c.name for c in played)}"
        )
    if played:
        return Viewer(played[0].side_id, tuple(sorted(commander.id for commander in played)))
    try:
        commander = commander_named(army, word)
    except NotFound as missing:
        sides = listing(side.name for side in army.sides.values())
        raise NotFound(
            f"{word!r} is not a side, a commander or a player of this campaign. Write umpire, a side ({sides}"
            "), or a name from the list of campaign commander"
        ) from missing
    return Viewer(commander.side_id, (commander.id,))
