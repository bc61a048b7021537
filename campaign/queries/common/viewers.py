"""The viewer of a paper: the umpire may look as any side or commander, a side as its commanders, a commander as
himself.
"""

from __future__ import annotations

from campaign.errors import NotAllowed
from campaign.journal.asof import When, when
from campaign.journal.board import JournalBoard
from campaign.model import Commander
from campaign.situation.army import Army, load_army
from campaign.situation.names import commander_named
from campaign.terms.viewer import Viewer
from campaign.terms.words import listing


def commanders_of(army: Army, viewer: Viewer) -> list[Commander]:
    """Return the commanders as whom this viewer may look, in the order of the scenario."""
    mine = [c for c in army.commanders.values() if viewer.side in (None, c.side_id)]
    if viewer.commanders:
        mine = [c for c in mine if c.id in viewer.commanders]
    return sorted(mine, key=lambda c: (army.sides[c.side_id].position, c.id))


def commander_for(board: JournalBoard, viewer: Viewer, word: str) -> tuple[Commander, Viewer]:
    """Return the commander of the given name with the matching viewer. Raises NotFound for one the viewer cannot know,
    NotAllowed for a colleague.
    """
    army = load_army(board)
    visible = {c.id: c for c in army.commanders.values() if viewer.side in (None, c.side_id)}
    commander = commander_named(
        Army(army.sides, army.nations, army.formations, army.battalions, visible, army.today), word
    )
    if viewer.commanders and commander.id not in viewer.commanders:
        mine = commanders_of(army, viewer)
        raise NotAllowed(
            f"{listing(c.name for c in mine)} cannot see the papers of {commander.name}: only that commander"
            f" and the umpire may. Write --for {mine[0].key}"
        )
    return commander, Viewer(commander.side_id, (commander.id,))


def moment_asked(board: JournalBoard, viewer: Viewer, word: str) -> When:
    """Return the past moment that a viewer asks for. Raises NotFound for the moment, NotAllowed for an entry's number
    if the viewer is not the umpire.
    """
    past = when(word, board)
    if past.number is not None and not viewer.is_umpire:
        raise NotAllowed(
            f"--as-of {word}: only the umpire may name an entry of the journal. Write a turn (1.3) or a day (2)"
        )
    return past
