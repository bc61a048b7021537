"""The reference of a tabletop system as a paper for all players, and the packets with which it is printed.

reference_paper(board, viewer, key) -> ReferencePaper
systems_played(board, viewer) -> keys             those of the battles that the viewer knows, the campaign's own first
reference_due(board, viewer, word, when, key)     which reference is printed with a packet, and how
"""

from __future__ import annotations

from campaign.journal.board import JournalBoard
from campaign.model import Battle, BattleUnit
from campaign.queries.battle.battles import battle_known
from campaign.queries.common.masthead import masthead
from campaign.queries.common.outlook import Outlook, look
from campaign.rules.tabletop.interface import system, tabletop
from campaign.terms.viewer import Viewer
from campaign.values import dataclass, replace
from campaign.words.reference import ReferencePaper
from campaign.words.texts import papers

ONCE, WITH = "once", "with"
"""Packets with a printed reference: only the first battle of the system, or every battle."""


def reference_paper(board: JournalBoard, viewer: Viewer, key: str) -> ReferencePaper:
    """Return the reference by the campaign's rulebook. Raises NotFound, or Refused for a system that cannot be
    played.
    """
    outlook, about = look(board, viewer), system(key)
    head = masthead(
        outlook,
        f"{about.name}: reference",
        subtitle=papers().text("reference_head"),
        use=papers().text("reference_use"),
        addressee="to all players",
    )
    head = replace(
        head, side="Both sides", accent="#000000", paper=f"{about.letters} ref", entry=0, head="", when="", turn=""
    )
    return ReferencePaper(head, about.key, tabletop(about.key).reference(outlook.rulebook))


def systems_played(board: JournalBoard, viewer: Viewer) -> tuple[str, ...]:
    """Return the campaign's own system, and those of the battles that the viewer knows of."""
    return tuple(dict.fromkeys((board.campaign.tabletop, *(b.tabletop for b in _battles(look(board, viewer))))))


@dataclass(frozen=True, slots=True)
class Due:
    """The system whose reference is printed with a packet, and whether into each side's file or as one paper more."""

    key: str
    in_each: bool


def reference_due(board: JournalBoard, viewer: Viewer, word: str, when: str = "", key: str = "") -> Due | None:
    """Return which reference is printed with the packet of a battle, or None.

    ``when``: ``once`` (with the first battle of its system that the viewer knows of), ``with`` (every packet) or
    ``none``; empty: as the campaign's setting says. ``key``: the system for which the packet is printed, if not the
    battle's own.
    """
    outlook = look(board, viewer)
    when = when or outlook.rulebook.word("papers.reference")
    battle = battle_known(outlook, word)
    key = system(key).key if key else battle.tabletop
    is_first = not any(row.tabletop == key and row.number < battle.number for row in _battles(outlook))
    return Due(key, when == WITH) if when == WITH or (when == ONCE and is_first) else None


def _battles(outlook: Outlook) -> list[Battle]:
    known = outlook.knowledge.battles(outlook.board.rows(Battle), outlook.board.rows(BattleUnit))
    return sorted(known, key=lambda battle: battle.number)
