"""Every battle for the campaign book: all its rows in four queries, whatever their number."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from campaign.model import Battle, BattleUnit, Return
from campaign.queries.battles import attackers, seen_in
from campaign.queries.outlook import Outlook
from campaign.queries.tally import orders_fulfilled, prisoners
from campaign.rules.tabletop.interface import system
from campaign.terms.state import BattleState
from campaign.terms.time import Moment
from campaign.views.book import BookBattle, BookFighter, BookSide
from campaign.views.diary import DiaryEntry


def book_battles(outlook: Outlook) -> list[tuple[Battle, BookBattle]]:
    """The battles that the viewer knows of, by number, each with its view; battles that nobody fought are left out."""
    lines: dict[int, list[BattleUnit]] = defaultdict(list)
    for line in outlook.board.rows(BattleUnit):
        lines[line.battle_id].append(line)
    returns: dict[tuple[int, int], list[Return]] = defaultdict(list)
    for row in outlook.board.rows(Return):
        returns[row.battle_id, row.side_id].append(row)
    story: dict[int, list[DiaryEntry]] = defaultdict(list)
    for diary_line in outlook.diary["all"]:
        if (
            diary_line.battle_id is not None and diary_line.battalion_id is None
        ):  # how each battalion came out is in its line
            on = outlook.hours[diary_line.id]
            story[diary_line.battle_id].append(DiaryEntry(f"{on.day} {on:%b %H:%M}", diary_line.text, diary_line.bold))
    fought = (b for b in outlook.board.rows(Battle) if b.state is not BattleState.CANCELLED)
    known_battles = outlook.knowledge.battles(
        sorted(fought, key=lambda b: b.number), [line for each in lines.values() for line in each]
    )
    return [
        (battle, _battle(outlook, battle, lines[battle.id], returns, tuple(story[battle.id])))
        for battle in known_battles
    ]


def _battle(
    outlook: Outlook,
    battle: Battle,
    lines: Sequence[BattleUnit],
    returns: dict[tuple[int, int], list[Return]],
    story: tuple[DiaryEntry, ...],
) -> BookBattle:
    sides = outlook.army.sides
    attacking = attackers(outlook, battle, lines)
    held = "both still there" if battle.state.is_over else ""
    return BookBattle(
        number=battle.number,
        name=battle.name,
        place=outlook.places[battle.place_id].name,
        when=outlook.when(Moment(battle.day, battle.turn)),
        rules=system(battle.tabletop).name,
        state=battle.state,
        attacker="both" if len(attacking) > 1 else sides[attacking[0]].name if attacking else "not said",
        held_by=sides[battle.field_held_by_id].name if battle.field_held_by_id is not None else held,
        outcome=battle.outcome if outlook.viewer.is_umpire else "",
        sides=tuple(
            _side(outlook, battle, side, [u for u in lines if u.side_id == side], returns[battle.id, side])
            for side in sorted({u.side_id for u in lines}, key=lambda s: (sides[s].position, s))
        ),
        story=story,
    )


def _side(
    outlook: Outlook, battle: Battle, side: int, own_battle_units: Sequence[BattleUnit], returns: Sequence[Return]
) -> BookSide:
    mine = side in outlook.knowledge.sides()
    ordered = sorted(own_battle_units, key=lambda u: u.line)
    return BookSide(
        side=outlook.army.sides[side].name,
        fighters=tuple(_fighter(outlook, u) for u in ordered) if mine else (),
        seen=() if mine else seen_in(outlook, battle, ordered),
        prisoners=str(prisoners(returns)) if mine else "",
        orders=orders_fulfilled(outlook, returns, ordered) if mine else (),
    )


def _fighter(outlook: Outlook, line: BattleUnit) -> BookFighter:
    return BookFighter(
        name=outlook.army.battalions[line.battalion_id].name,
        command=outlook.army.formations[line.command_id].name,
        role=line.role.value,
        before=line.start_state,
        after=line.end_state,
    )
