"""The list of battles; the umpire sets one up by hand here."""

from __future__ import annotations

from campaign.journal.board import JournalBoard
from campaign.journal.overtaken import DrawnFor
from campaign.queries.battle.battle_page import battle_choices
from campaign.queries.battle.battles import battle_list
from campaign.situation.army import load_army
from campaign.terms.asking import asked, read
from campaign.terms.state import BattleState, battle_state_text
from campaign.terms.viewer import Viewer
from campaign.verbs.battles import NewBattle
from campaign.verbs.rulings import DismissContact
from campaign.views.battle.battle_page import BattleChoices
from campaign.views.battle.battles import BattleList, BattleRow
from campaign.web.answer import Answer
from campaign.web.marks import printed_battles
from campaign.web.page import page
from campaign.web.people import PLAYERS, UMPIRE
from campaign.web.visit import Visit


@page("/battles", UMPIRE | PLAYERS, drawn_for=DrawnFor.CAMPAIGN)
def show_battles(visit: Visit) -> Answer:
    """Show every battle that this person knows of, those that are not over first."""
    printed = printed_battles(visit.desk) if visit.person.is_umpire else frozenset[int]()

    def ask(board: JournalBoard, viewer: Viewer) -> tuple[BattleList, BattleChoices, tuple[tuple[str, str], ...]]:
        choices = battle_choices(board, viewer) if viewer.is_umpire else BattleChoices()
        sides = tuple((side.key, side.name) for side in load_army(board).sides.values())
        return battle_list(board, viewer), choices, sides

    battles, choices, sides = visit.read(ask)
    rows = [(row, state_words(row)) for row in battles.battles]
    return visit.page(
        "battles.html",
        json=battles,
        same_at_terminal="campaign battle list",
        open=[pair for pair in rows if not pair[0].state.is_over],
        over=[pair for pair in reversed(rows) if pair[0].state.is_over],
        printed=printed,
        choices=choices,
        new=asked(NewBattle),
        dismiss=asked(DismissContact),
        attackers=[("", "the side with orders to attack"), *sides],
    )


@show_battles.posted_by(UMPIRE)
def set_up_battle(visit: Visit) -> Answer:
    """Set up a battle by hand, or rule that a contact causes none."""
    cls = DismissContact if visit.form.get("do") == "dismiss" else NewBattle
    return visit.receipt(visit.give(read(cls, visit.fields)), to="/battles")


def units_in(text: str) -> tuple[str, ...]:
    """Return the units that were typed, with semicolons or on rows of their own."""
    return tuple(word.strip() for row in text.splitlines() for word in row.split(";") if word.strip())


def state_words(row: BattleRow) -> str:
    """Return how a battle stands: ``suspended after 1.2``, ``settled, Axis holds the field``."""
    words = battle_state_text(row.state)
    if row.state is BattleState.SUSPENDED and row.reached is not None:
        words += f" after {row.reached}"
    return f"{words}, {row.held_by} holds the field" if row.held_by and row.held_by != "both still there" else words
