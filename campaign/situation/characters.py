"""The commanders whom the program leads in character (``auto.characters``, umpire 1.23).

characters_of(board, army, book) -> {formation: Leader}     by every formation that such a commander leads
leader_of(characters, battalions) -> Leader                 who leads these battalions together
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from campaign.journal.board import Board
from campaign.model import Battalion
from campaign.play.character import NOBODY, Leader
from campaign.rules.common.rulebook import Rulebook
from campaign.situation.army import Army
from campaign.situation.players import PROGRAM


def characters_of(board: Board, army: Army, book: Rulebook) -> Mapping[int, Leader]:
    """Return who leads each formation, by its id, where his character counts: the nearest commander above it who has
    one. Who has none leads in the spirit of his superior.

    With the setting ``program`` it counts unless he or a commander above him has a player: the program then stands in
    for a player or leads a player's staff, and does so plainly. With ``all`` it counts always.
    """
    word = book.word("auto.characters")
    led = {c.formation_id: c for c in army.commanders.values() if c.character is not None}
    if word == "off" or not led:
        return {}
    staffed = {c.formation_id for c in army.commanders.values() if c.player not in ("", PROGRAM)}
    leaders = {}
    for formation in army.formations:
        commander = army.nearest(led, formation)
        if commander is None:
            continue
        if word == "all" or staffed.isdisjoint(f.id for f in army.chain(formation)):
            leaders[formation] = Leader(commander.name, commander.character)
    return leaders


def leader_of(characters: Mapping[int, Leader], battalions: Iterable[Battalion]) -> Leader:
    """Return who leads these battalions together: the commander of most of them, of equals the first by name."""
    count = Counter(characters.get(battalion.present_id, NOBODY) for battalion in battalions)
    return min(count, key=lambda leader: (-count[leader], leader.name), default=NOBODY)
