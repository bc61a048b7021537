"""Permissions: a player changes only what belongs to that player (umpire 1.13).

A side commands all its units; a commander those below in the order of battle. Splitting, engineering and the like go
by the unit that is named, attaching also by the formation that receives it. Unknown units are not found: a name of the
other side is answered as a name that does not exist. The return of a battle may be handed in by the players of a side
for that side, while the umpire lets them. Everything else (the clock, rulings, battles, house rules) belongs to the
umpire: a command without a mark that says otherwise (``terms/given.py``).

    require_permission(board, viewer, command)      raises NotAllowed, or NotFound for a unit the viewer cannot know
    is_due(command), needs_leave(command)           whether the deadline closes it, and whether it needs leave to order
    in_campaign_terms(board, knowledge, command)        the command in the campaign's own terms
"""

from __future__ import annotations

from collections.abc import Iterator
from json import loads
from typing import Any

from campaign.actions.day import Next
from campaign.actions.decisions import Decide
from campaign.actions.in_the_name_of import leaders_named
from campaign.actions.order_form import HandInForms, HandInOrders
from campaign.actions.order_messages import TakeOrders
from campaign.actions.returns.take import RecordReturn
from campaign.actions.returns.word import NO_WORD
from campaign.errors import CampaignError, NotAllowed
from campaign.journal.board import Board, JournalBoard
from campaign.journal.desk_notes import may_type_returns
from campaign.journal.undo import standing_of
from campaign.model import AirGroup, Battle, BattleUnit, Commander, Decision, Entry
from campaign.rules.common.dice import Scripted, Tape
from campaign.situation.army import Army, load_army, nearest_commander
from campaign.situation.knowledge import Knowledge, load_knowledge
from campaign.situation.names import among, battle_among, commander_named, unit_named, words_of
from campaign.terms.asking import addressed, asked
from campaign.terms.given import Given, given_as
from campaign.terms.viewer import Viewer
from campaign.terms.words import plain
from campaign.values import replace
from campaign.verbs.air_tasking import CancelAir, TaskAir
from campaign.verbs.orders import GiveOrder
from campaign.verbs.resolution import ResolveBattle


def units_addressed(command: object) -> Iterator[str]:
    """Yield the units that a player's command addresses, down to the last of its parts, as they were typed."""
    if isinstance(command, RecordReturn):  # a ruling on units, which only the umpire gives with a return
        yield from (end.unit for end in command.word.ends)
    for single in _single_orders(command):
        yield from addressed(single)


def _single_orders(command: object) -> Iterator[object]:
    """Yield the single orders on forms and in messages; of another command itself."""
    if isinstance(command, HandInForms):
        for form in command.forms:
            yield from _single_orders(form)
    elif isinstance(command, HandInOrders):
        yield from (*command.orders, *command.rests, *command.further(), *command.sorties, *command.called_off)
        yield from command.goes_with
    elif isinstance(command, TakeOrders):
        for message in command.messages:
            yield from message.orders
    else:
        yield command


def is_due(command: object) -> bool:
    """Return whether the deadline closes a player's command: it, or a single order that it holds."""
    return any(mark.is_due for mark in _marks(command))


def needs_leave(command: object) -> bool:
    """Return whether a player gives a command, or a single order that it holds, only where the umpire takes orders."""
    return any(mark.needs_leave for mark in _marks(command))


def _marks(command: object) -> tuple[Given, ...]:
    """Return the marks of a command and of the single orders that it holds."""
    return tuple(given_as(type(single)) for single in (command, *_single_orders(command)))


def require_permission(board: JournalBoard, viewer: Viewer, command: object) -> None:
    """Raise NotAllowed, NotFound or Ambiguous if this viewer may not give this command."""
    if viewer.is_umpire:
        return
    army = load_army(board)
    knowledge = load_knowledge(board, army, viewer)
    if not all(mark.is_of_players for mark in _marks(command)):
        raise NotAllowed(
            f"{knowledge.who} cannot do this; only the umpire can. If you are the umpire, add --viewer umpire"
        )
    friendly = _own(army, viewer)
    for word in units_addressed(command):
        _require_unit(friendly, knowledge, word)
    for word in leaders_named(command):
        _require_commander(friendly, knowledge, word)
    if isinstance(command, (Next, ResolveBattle)):
        _require_alone(board, knowledge, command)
    _require_group(board, knowledge, command)
    if isinstance(command, RecordReturn):
        _require_own_return(board, knowledge, command)
    if isinstance(command, Decide) and _decision(board, knowledge, command.number) is None:
        raise NotAllowed(
            f"{knowledge.who} cannot answer decision {command.number}: it waits for another commander. List your"
            " own decisions: campaign decide --viewer NAME"
        )


def in_campaign_terms(board: Board, knowledge: Knowledge, command: object) -> object:
    """Return a player's command in the campaign's own terms: a name that also fits an enemy unit means the player's
    own, an unsigned order gets the name of the commander who gives it, and a decision's number among the side's becomes
    its number among all.
    """
    command = _of_his_own(knowledge, command)
    if isinstance(command, GiveOrder) and not command.commander and (giver := _giver(knowledge, command)) is not None:
        return replace(command, commander=giver.name)
    if isinstance(command, Decide) and (decision := _decision(board, knowledge, command.number)) is not None:
        return replace(command, number=decision.number)
    if isinstance(command, RecordReturn) and knowledge.viewer.side is not None:
        side = knowledge.army.sides[knowledge.viewer.side].key
        return replace(command, by_side=True, returns=tuple({**content, "side": side} for content in command.returns))
    return command


def _giver(knowledge: Knowledge, command: GiveOrder) -> Commander | None:
    """Return the nearest commander over the unit among those as whom the viewer looks."""
    if not knowledge.commanders:
        return None
    return nearest_commander(knowledge.army, unit_named(knowledge.army, command.unit), knowledge.commanders)


def _of_his_own(knowledge: Knowledge, command: Any) -> Any:
    """Return a command with its units, which are searched among all, named so that only the player's own match."""
    friendly = _own(knowledge.army, knowledge.viewer)

    def own_word(word: str) -> str:
        unit = unit_named(friendly, word)
        try:
            return word if unit_named(knowledge.army, word) is unit else unit.key
        except CampaignError:
            return unit.key

    units = {name: getattr(command, name) for name, field in asked(type(command)).items() if field.ask.of == "unit"}
    words = {name: own_word(word) for name, word in units.items() if isinstance(word, str) and word}
    several = {name: tuple(map(own_word, each)) for name, each in units.items() if isinstance(each, tuple)}
    return replace(command, **words, **several) if units else command


def _own(army: Army, viewer: Viewer) -> Army:
    """Return the army reduced to the viewer's side, so that no other name is found."""
    formations = {ident: formation for ident, formation in army.formations.items() if formation.side_id == viewer.side}
    battalions = {ident: battalion for ident, battalion in army.battalions.items() if battalion.side_id == viewer.side}
    commanders = {ident: commander for ident, commander in army.commanders.items() if commander.side_id == viewer.side}
    return Army(army.sides, army.nations, formations, battalions, commanders, army.today)


def _require_unit(friendly: Army, knowledge: Knowledge, word: str) -> None:
    knowledge.require_command(unit_named(friendly, word))


def _require_alone(board: JournalBoard, knowledge: Knowledge, command: Next | ResolveBattle) -> None:
    """Require that only this player and the program take part, since the clock and the battles otherwise belong to the
    umpire; a battle belongs to the run that met it, with the sides that the program played then.
    """
    run = command if isinstance(command, Next) else _last_run(board)
    if not run.context(board, Tape(Scripted(()), board.moment)).leading.is_alone(knowledge.viewer):
        raise NotAllowed(
            f"{knowledge.who} cannot do this while people play the other commanders; only the umpire can. If "
            "you are the umpire, add --viewer umpire. To let the program play a side: campaign commander "
            "SIDE --played-by program"
        )
    if isinstance(command, ResolveBattle):
        ours = {u.battle_id for u in board.rows(BattleUnit, BattleUnit.side_id == knowledge.viewer.side)}
        battle_among(command.battle, (battle for battle in board.rows(Battle) if battle.id in ours))


def _last_run(board: JournalBoard) -> Next:
    """Return the clock's last run, with the sides that the program played in it."""
    living = standing_of(board).living
    runs = list(board.entries(Entry.seq, Entry.arguments, criteria=(Entry.verb == "next", Entry.seq.in_(living))))
    sides = loads(max(runs, key=lambda run: run.seq).arguments).get("program", ()) if runs else ()
    return Next(program=tuple(sides))


def leaders_of(army: Army, knowledge: Knowledge, command: object) -> tuple[Commander, ...]:
    """Return the commanders of the viewer's side whose orders a player's command is: those whom it names, or else the
    nearest ones over the units; for aircraft every one as whom the viewer looks. ``command``: as ``require_permission``
    has taken it.
    """
    friendly, units = _own(army, knowledge.viewer), tuple(units_addressed(command))
    named = [commander_named(friendly, word) for word in leaders_named(command)]
    if not named and not units:
        mine = knowledge.viewer.commanders
        return tuple(leader for leader in friendly.commanders.values() if not mine or leader.id in mine)
    led = friendly.commanders.values()
    over = [nearest_commander(army, unit_named(friendly, word), led) for word in units] if not named else []
    return tuple({leader.id: leader for leader in (*named, *over) if leader is not None}.values())


def _require_commander(friendly: Army, knowledge: Knowledge, word: str) -> None:
    commander = commander_named(friendly, word)
    if knowledge.viewer.commanders and commander.id not in knowledge.viewer.commanders:
        raise NotAllowed(f"{knowledge.who} cannot act for {commander.name}: only that commander or the umpire can")


def _require_group(board: Board, knowledge: Knowledge, command: object) -> None:
    """Require that the air group belongs to the viewer's side: each of its commanders may write on the one air tasking
    order.
    """
    words = [order.group for order in _single_orders(command) if isinstance(order, TaskAir | CancelAir)]
    if words:
        groups = board.rows(AirGroup, AirGroup.side_id == knowledge.viewer.side)
        for word in words:
            among(word, "air group", groups)


def _require_own_return(board: JournalBoard, knowledge: Knowledge, command: RecordReturn) -> None:
    """Require that this player may hand in the return: the umpire lets players do it, the player has troops in the
    battle, the return is that of the own side, and nothing is said about the other's.
    """
    lines = board.rows(BattleUnit)
    battle = battle_among(command.battle, knowledge.battles(board.rows(Battle), lines))
    if not may_type_returns(board):
        raise NotAllowed(
            f"{knowledge.who} cannot hand in the return of battle {battle.number}: in this campaign the "
            "umpire records the returns. Give the umpire the form on paper"
        )
    present = {line.battalion_id for line in lines if line.battle_id == battle.id}
    if not any(knowledge.commands(knowledge.army.battalions[ident]) for ident in present & knowledge.battalions):
        raise NotAllowed(
            f"{knowledge.who} cannot hand in the return of battle {battle.number}: no unit of yours is in that battle"
        )
    if command.believe or command.only_keep or command.throughout or command.word != NO_WORD:
        raise NotAllowed(
            "only the umpire decides which return counts, who holds the field, and what units do after the "
            "battle. Hand in your own return without --believe, --held and similar options"
        )
    side = knowledge.army.sides[knowledge.viewer.side or 0]
    for content in command.returns:
        word = str(content.get("side") or side.key)
        if plain(word) not in map(plain, words_of(side)):
            raise NotAllowed(
                f"{knowledge.who} cannot hand in the return of {word!r}. Hand in the return of your own side, "
                f"{side.name}"
            )


def _decision(board: Board, knowledge: Knowledge, number: int) -> Decision | None:
    """Return the decision that this viewer reads under that number; None if another viewer must take it."""
    rows = board.rows(Decision)
    numbers = knowledge.decision_numbers(rows)
    return next((row for row in knowledge.decisions(rows) if numbers[row.id] == number), None)
