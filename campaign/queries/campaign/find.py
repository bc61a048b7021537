"""Finding by a few words: units, places, commanders, battles and pages that the viewer may know, ranked.

    find(board, viewer, text, pages) -> Found

A name that the viewer may not know is answered as one that does not exist.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial

from campaign.journal.board import JournalBoard
from campaign.model import Battalion, Battle, BattleUnit, Commander, Formation, Place, Sighting
from campaign.queries.common.outlook import Outlook, look
from campaign.queries.common.symbols import battalion_symbol, formation_symbol, sighted_symbol, state_words
from campaign.queries.common.viewers import commanders_of
from campaign.situation.army import has_joined
from campaign.situation.players import Seats, seats_of
from campaign.situation.returned import state_shown
from campaign.terms.viewer import Viewer
from campaign.terms.words import near, plain
from campaign.values import dataclass
from campaign.views.campaign.find import Found, Hit, Kind, Page

MOST_HITS = 12
LONGEST = 200
"""Most letters of a text that is looked for."""


@dataclass(frozen=True, slots=True)
class _Candidate:
    """Something that may be looked for: the words for it, its kind and name, and how to show it."""

    labels: tuple[str, ...]
    kind: Kind
    name: str
    show: Callable[[], Hit]


_KINDS = list(Kind)


def find(board: JournalBoard, viewer: Viewer, text: str, pages: Sequence[Page] = (), most: int = MOST_HITS) -> Found:
    """Return what fits the text, the best first, at most ``most``. ``pages``: those that the viewer may open."""
    query = plain(text[:LONGEST])
    if not query:
        return Found(text, ())
    outlook = look(board, viewer)
    candidates = [*_candidates(outlook), *_pages(pages)]
    ranked = _ranked(query, candidates) or _like(query, candidates)
    return Found(text, tuple(candidate.show() for candidate in ranked[:most]))


def _ranked(query: str, candidates: Iterable[_Candidate]) -> list[_Candidate]:
    scored = [
        (score, _KINDS.index(candidate.kind), len(candidate.name), plain(candidate.name), number, candidate)
        for number, candidate in enumerate(candidates)
        if (score := min((_score(query, plain(label)) for label in candidate.labels if label), default=_NO)) < _NO
    ]
    return [candidate for *_, candidate in sorted(scored, key=lambda entry: entry[:-1])]


_NO = 9
"""Score of a label that does not fit."""


def _score(query: str, label: str) -> int:
    """Return how well a label fits: 0 is the name itself, higher is worse."""
    if label == query:
        return 0
    if label.replace(" ", "") == query.replace(" ", ""):
        return 1
    if label.startswith(query):
        return 2
    words = query.split()
    if re.search(r"\b" + r".*?\b".join(re.escape(word) for word in words), label):
        return 3
    if all(re.search(rf"\b{re.escape(word)}", label) for word in words):
        return 4
    return 5 if len(query) > 2 and query in label else _NO


def _like(query: str, candidates: Sequence[_Candidate]) -> list[_Candidate]:
    """Return what is called something like the query, if nothing is called so."""
    by_label: dict[str, int] = {}
    for number, candidate in enumerate(candidates):
        for label in candidate.labels:
            by_label.setdefault(plain(label), number)
    return [candidates[number] for number in dict.fromkeys(by_label[plain(label)] for label in near(query, by_label))]


def _candidates(outlook: Outlook) -> Iterator[_Candidate]:
    knowledge, army = outlook.knowledge, outlook.army
    for battle in _battles(outlook):
        labels = (f"battle {battle.number}", str(battle.number), battle.name, f"battle {battle.name}")
        yield _Candidate(labels, Kind.BATTLE, battle.name, partial(_battle, outlook, battle))
    for battalion in army.battalions.values():
        if battalion.id in knowledge.battalions and not has_joined(battalion):
            yield _Candidate(_labels(battalion), Kind.UNIT, battalion.name, partial(_battalion, outlook, battalion))
    for formation in army.formations.values():
        if formation.id in knowledge.formations:
            show = partial(_formation, outlook, formation)
            yield _Candidate(_labels(formation), Kind.FORMATION, formation.name, show)
    seats = seats_of(outlook.board)
    for commander in commanders_of(army, outlook.viewer):
        spoken = (commander.name, commander.key, seats.player(commander))
        yield _Candidate(spoken, Kind.COMMANDER, commander.name, partial(_commander, outlook, commander, seats))
    for place in outlook.places.values():
        yield _Candidate((place.name, place.key), Kind.PLACE, place.name, partial(_place, outlook, place))
    for ident, sighting in knowledge.seen.items():
        if sighting.named:
            enemy = army.battalions[ident]
            show = partial(_enemy, outlook, enemy, sighting)
            yield _Candidate((enemy.name, enemy.short), Kind.ENEMY, enemy.name, show)


def _labels(unit: Battalion | Formation) -> tuple[str, ...]:
    return unit.name, unit.short, unit.key, unit.led_by


def _battles(outlook: Outlook) -> list[Battle]:
    rows = outlook.board.rows(Battle)
    return outlook.knowledge.battles(rows, outlook.board.rows(BattleUnit)) if rows else []


def _battle(outlook: Outlook, battle: Battle) -> Hit:
    place = outlook.places[battle.place_id].name
    name = f"Battle {battle.number}, {battle.name}"
    state = state_shown(outlook.board, outlook.viewer, battle)
    return Hit(Kind.BATTLE, str(battle.number), name, f"{state} at {place}")


def _battalion(outlook: Outlook, battalion: Battalion) -> Hit:
    detail = f"{_whose(outlook, battalion)}{state_words(outlook, battalion).lower()}, {outlook.where(battalion)}"
    return Hit(Kind.UNIT, battalion.key, battalion.name, detail, battalion_symbol(outlook, battalion))


def _formation(outlook: Outlook, formation: Formation) -> Hit:
    detail = f"{_whose(outlook, formation)}{outlook.seat(formation)}".removesuffix(", ")
    return Hit(Kind.FORMATION, formation.key, formation.name, detail, formation_symbol(outlook, formation))


def _whose(outlook: Outlook, unit: Battalion | Formation) -> str:
    """Return the unit's side before the other facts, for the umpire, who finds the units of all sides."""
    return f"{outlook.army.sides[unit.side_id].name}, " if outlook.viewer.is_umpire else ""


def _commander(outlook: Outlook, commander: Commander, seats: Seats) -> Hit:
    force, played = outlook.army.formations[commander.formation_id].name, seats.words(commander)
    detail = f"{force}, played by {played}" if played else force
    return Hit(Kind.COMMANDER, commander.key, commander.name, detail)


def _place(outlook: Outlook, place: Place) -> Hit:
    holder = outlook.knowledge.holder(place)
    return Hit(Kind.PLACE, place.key, place.name, f"held by {holder}" if outlook.viewer.is_umpire else holder)


def _enemy(outlook: Outlook, enemy: Battalion, sighting: Sighting) -> Hit:
    """Return an enemy that the viewer knows by name, as it was seen last."""
    gone = ", out of play" if enemy.id in outlook.knowledge.fallen else ""
    detail = f"enemy{gone}, last seen: {outlook.where_seen(sighting)}"
    return Hit(Kind.ENEMY, "", enemy.name, detail, sighted_symbol(outlook, sighting))


def _pages(pages: Iterable[Page]) -> Iterator[_Candidate]:
    for page in pages:
        hit = Hit(Kind.PAGE, page.address, page.title, "")
        yield _Candidate((page.title, *page.words), Kind.PAGE, page.title, partial(_itself, hit))


def _itself(hit: Hit) -> Hit:
    return hit
