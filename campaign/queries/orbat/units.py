"""The sheet of one battalion or formation, limited to what the viewer may know."""

from __future__ import annotations

from campaign.journal.board import JournalBoard
from campaign.model import Battalion, DiaryLine, Formation, Order
from campaign.queries.book.diary import lines_of
from campaign.queries.common.outlook import Outlook, look
from campaign.queries.common.symbols import (
    battalion_symbol,
    day_words,
    formation_symbol,
    order_words,
    state_words,
    strength_words,
)
from campaign.queries.orbat.characters import with_source
from campaign.queries.orbat.roster import strength_of, total
from campaign.queries.orbat.service import call_words, reaction_words, service_words
from campaign.queries.orbat.tasks import task_in_hand
from campaign.queries.orders.later_orders import all_later, in_full, set_aside
from campaign.queries.orders.proposed_orders import proposed_order
from campaign.rules.day.recovery import grade_of
from campaign.rules.tabletop.nqm.fire_support import ground_words
from campaign.situation.names import among
from campaign.terms.forces import Level
from campaign.terms.time import Moment
from campaign.terms.viewer import Viewer
from campaign.views.orbat.units import (
    BattalionSheet,
    DayStrength,
    FormationSheet,
    Happening,
    StandingOrder,
    Subordinate,
    TableValues,
)


def unit(board: JournalBoard, viewer: Viewer, word: str) -> BattalionSheet | FormationSheet:
    """Return the battalion or formation of the given name, among those the viewer knows. Raises NotFound, Ambiguous."""
    outlook = look(board, viewer)
    result = among(word, "unit", outlook.knowledge.units())
    return battalion_sheet(outlook, result) if isinstance(result, Battalion) else formation_sheet(outlook, result)


def _ident(outlook: Outlook, battalion: Battalion) -> int | None:
    return battalion.id if battalion.parent_id is None or outlook.viewer.is_umpire else None


def battalion_sheet(outlook: Outlook, battalion: Battalion) -> BattalionSheet:
    army = outlook.army
    battle = outlook.engaged.get(battalion.id)
    return BattalionSheet(
        id=_ident(outlook, battalion),
        key=battalion.key,
        name=battalion.name,
        symbol=battalion_symbol(outlook, battalion),
        side=army.sides[battalion.side_id].name,
        nation=army.nations[battalion.nation_id].name,
        arm=battalion.arm,
        mark=battalion.mark,
        size=battalion.size,
        experience=battalion.experience,
        led_by=battalion.led_by,
        organic=_names(outlook, battalion.organic_id),
        present=_name(outlook, battalion.present_id),
        supports=(
            "" if battalion.supports_id is None else f"{battalion.support}: {_name(outlook, battalion.supports_id)}"
        ),
        headquarters_of="" if battalion.headquarters_of_id is None else _name(outlook, battalion.headquarters_of_id),
        state=battalion.state,
        condition=state_words(outlook, battalion),
        posture=battalion.posture,
        position=outlook.where(battalion),
        strength=strength_of(outlook, battalion),
        equipment=battalion.equipment,
        dug_in_turns=battalion.dug_in_turns,
        hidden=battalion.hidden,
        surrounded=battalion.surrounded,
        battle="" if battle is None else f"{battle.number} {battle.name}",
        order=battalion_order(outlook, battalion),
        task=task_in_hand(outlook, battalion.id),
        table=_table(battalion),
        history=_history(outlook, battalion),
        diary=_diary(outlook, lines_of(outlook, battalion)),
        notes=battalion.notes,
        source=battalion.source,
        unconfirmed=battalion.unconfirmed,
        call=call_words(outlook, battalion),
        service=service_words(outlook, battalion),
        ground=ground_words(battalion.mark),
    )


def _name(outlook: Outlook, formation: int) -> str:
    return outlook.knowledge.name_of(outlook.army.formations[formation])


def _names(outlook: Outlook, formation: int) -> tuple[str, ...]:
    """Return the formation and those above it, as far as the viewer may name them."""
    return tuple(f.name for f in outlook.army.chain(formation) if outlook.knowledge.may_name(f))


def battalion_order(outlook: Outlook, battalion: Battalion) -> StandingOrder:
    """Return the order in force for a battalion. Of another commander's battalion only what can be seen of its order is
    returned: nothing.
    """
    if not outlook.knowledge.commands(battalion):
        return StandingOrder("not known")
    standing = outlook.orders.of(battalion)
    coming = (*in_full(outlook, all_later(outlook, battalion), battalion), *set_aside(outlook, battalion))
    if standing.task is not None:
        return StandingOrder(f"{standing.kind}, at work: {standing.task.kind}", coming=coming)
    if standing.order is None:
        words = order_words(outlook, standing)
        return StandingOrder(words, proposal=proposed_order(None, words, standing.kind), coming=coming)
    order = standing.order
    to = "" if order.formation_id is None else _name(outlook, order.formation_id)
    return _order(outlook, order, order_words(outlook, standing), to, coming)


def formation_order(outlook: Outlook, formation: Formation) -> StandingOrder:
    """Return the order in force for a formation: its own latest, or its superior's."""
    if not outlook.knowledge.commands(formation):
        return StandingOrder("not known")
    order = outlook.orders.of_formation(formation)
    coming = (*in_full(outlook, all_later(outlook, formation), formation), *set_aside(outlook, formation))
    if order is None:
        return StandingOrder("hold", proposal=proposed_order(None, "hold"), coming=coming)
    to = "" if order.formation_id in (None, formation.id) else _name(outlook, order.formation_id)
    return _order(outlook, order, order_words(outlook, order), to, coming)


def _order(outlook: Outlook, order: Order, words: str, to: str, coming: tuple[str, ...]) -> StandingOrder:
    begun = outlook.calendar.begins(Moment(order.day, order.turn))
    return StandingOrder(
        order=words,
        aim=order.aim,
        objective=order.objective,
        limit=order.limit,
        since=f"{begun.day} {begun:%B, %H:%M}",
        given_by=order.given_by,
        to=to,
        proposal=proposed_order(order, words),
        coming=coming,
    )


def _table(battalion: Battalion) -> TableValues:
    piece = " ".join(word for word in (battalion.piece_name, str(battalion.piece or "")) if word)
    return TableValues(
        march_class=battalion.march_class,
        combat_class=battalion.combat_class,
        hit_row=battalion.hit_row,
        casualty_column=battalion.casualty_column,
        armour=battalion.armour,
        weapon=battalion.weapon,
        direct_in=battalion.direct_in,
        anti_tank_best=battalion.anti_tank_best,
        anti_tank_all=battalion.anti_tank_all,
        piece=piece,
        calibre_mm=battalion.calibre_mm,
        range_in=battalion.range_in,
        engineers=battalion.engineers,
    )


def _history(outlook: Outlook, battalion: Battalion) -> tuple[DayStrength, ...]:
    return tuple(
        DayStrength(
            day, "at the start" if day == 0 else day_words(outlook, day), had.state, had.men, had.vehicles, had.guns
        )
        for day, returned in sorted(outlook.returns.items())
        if (had := returned.get(battalion.key)) is not None
    )


def _diary(outlook: Outlook, lines: list[DiaryLine]) -> tuple[Happening, ...]:
    return tuple(happening(outlook, line) for line in lines)


def happening(outlook: Outlook, line: DiaryLine) -> Happening:
    """Return a diary line with its date and hour."""
    on = outlook.hours[line.id]
    return Happening(f"{on.day} {on:%b} {on:%H:%M}", line.text, line.bold)


def formation_sheet(outlook: Outlook, formation: Formation) -> FormationSheet:
    army = outlook.army
    commander = next((c for c in army.commanders.values() if c.formation_id == formation.id), None)
    player = "" if commander is None else army.player_of(commander)
    return FormationSheet(
        id=formation.id,
        key=formation.key,
        name=formation.name,
        symbol=formation_symbol(outlook, formation),
        side=army.sides[formation.side_id].name,
        nation=army.nations[formation.nation_id].name,
        level=formation.level,
        experience=formation.experience,
        led_by=formation.led_by,
        superiors=_names(outlook, formation.id)[1:],
        commander="" if commander is None else commander.name + (f" ({player})" if player else ""),
        character=with_source(outlook, formation),
        posture=formation.posture,
        supply_grade=grade_of((army.at_level(formation.id, Level.CORPS) or formation).supply_grade, outlook.rulebook),
        position=outlook.seat(formation),
        strength=total(outlook, army.battalions_under(formation.id)),
        order=formation_order(outlook, formation),
        subordinates=(
            *(_line(outlook, b) for b in army.present[formation.id]),
            *(_formation_line(outlook, f) for f in army.below[formation.id]),
        ),
        away=tuple(_line(outlook, b) for b in army.organic[formation.id] if b.present_id != formation.id),
        diary=_diary(outlook, lines_of(outlook, formation)),
        notes=formation.notes,
        source=formation.source,
        unconfirmed=formation.unconfirmed,
        reaction=reaction_words(outlook, formation),
        ground=ground_words(formation.level),
    )


def _line(outlook: Outlook, battalion: Battalion) -> Subordinate:
    return Subordinate(
        battalion.name,
        battalion.arm.value,
        state_words(outlook, battalion),
        outlook.where(battalion),
        strength_words(battalion),
    )


def _formation_line(outlook: Outlook, formation: Formation) -> Subordinate:
    battalions = [b for b in outlook.army.battalions_under(formation.id) if b.state.is_in_play]
    count = f"{len(battalions)} battalion{'' if len(battalions) == 1 else 's'}"
    return Subordinate(formation.name, formation.level.value, "", outlook.seat(formation), count)
