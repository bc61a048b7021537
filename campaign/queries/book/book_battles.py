"""All battles for the campaign book, with their rows read in a few queries, regardless of their number."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from campaign.model import Battle, BattleUnit, Return
from campaign.queries.battle.battle_report import tables_of
from campaign.queries.battle.battles import attackers, seen_in
from campaign.queries.battle.session import Session
from campaign.queries.battle.table_map import table_map
from campaign.queries.battle.tally import orders_fulfilled, prisoners
from campaign.queries.book.casualties import casualties
from campaign.queries.book.photos import photos
from campaign.queries.common.outlook import Outlook, look
from campaign.queries.contacts.last_day import joined
from campaign.rules.tabletop.interface import system
from campaign.situation.returned import state_shown
from campaign.terms.state import BattleState
from campaign.terms.time import Moment
from campaign.terms.viewer import UMPIRE
from campaign.values import dataclass, replace
from campaign.views.battle.battle_paper import BattleMap
from campaign.views.book.campaign_book import BookBattle, BookFighter, BookSide, Encounter, Losses, Photo
from campaign.words.battle_report import Event, Opening, from_rows, lines, summary
from campaign.words.papers import Fact
from campaign.words.texts import papers


@dataclass(frozen=True, slots=True)
class Records:
    """The records of all battles, by the battle's id: units, returns, losses, and the photos that the players added."""

    units: Mapping[int, Sequence[BattleUnit]]
    returns: Mapping[int, Sequence[Return]]
    lost: Mapping[tuple[int, int], Losses]
    """Losses by the ids of the battle and the battalion."""
    photos: Mapping[int, tuple[Photo, ...]]
    """Photos by number of the battle."""
    with_dice: bool


def book_battles(outlook: Outlook, *, dice: bool) -> list[tuple[Battle, BookBattle]]:
    """Return the fought battles that the viewer knows of, by number, each with its view for the campaign book.
    ``dice``: include every move and die roll.
    """
    records = _records(outlook, dice)
    fought = (b for b in outlook.board.rows(Battle) if b.state is not BattleState.CANCELLED)
    known_battles = outlook.knowledge.battles(
        sorted(fought, key=lambda b: b.number), [unit for units in records.units.values() for unit in units]
    )
    return [(battle, _battle(outlook, battle, records)) for battle in known_battles]


def _records(outlook: Outlook, dice: bool) -> Records:
    units: dict[int, list[BattleUnit]] = defaultdict(list)
    for unit in outlook.board.rows(BattleUnit):
        units[unit.battle_id].append(unit)
    returns: dict[int, list[Return]] = defaultdict(list)
    for row in sorted(outlook.board.rows(Return), key=lambda row: row.session):
        returns[row.battle_id].append(row)
    lost: dict[tuple[int, int], Losses] = defaultdict(Losses)
    for casualty in casualties(outlook.board):
        lost[casualty.battle, casualty.battalion] += casualty.lost
    pictures = photos(outlook.board, outlook.viewer) if outlook.viewer.is_umpire else {}
    return Records(units, returns, lost, pictures, dice)


def _battle(outlook: Outlook, battle: Battle, records: Records) -> BookBattle:
    names = outlook.army.sides
    units = sorted(records.units[battle.id], key=lambda unit: (names[unit.side_id].position, unit.side_id, unit.line))
    attacking = attackers(outlook, battle, units)
    sides = tuple(_side(outlook, battle, side, units, records) for side in dict.fromkeys(u.side_id for u in units))
    events = from_rows(battle.report) if outlook.viewer.is_umpire else ()
    before, after = _tables(outlook, battle, events)
    held = "both still there" if battle.state.is_over else ""
    return BookBattle(
        number=battle.number,
        name=battle.name,
        place=outlook.places[battle.place_id].name,
        day=battle.day,
        when=outlook.when(Moment(battle.day, battle.turn)),
        rules=system(battle.tabletop).name,
        state=state_shown(outlook.board, outlook.viewer, battle),
        attacker="both" if len(attacking) > 1 else names[attacking[0]].name if attacking else "not said",
        held_by=names[battle.field_held_by_id].name if battle.field_held_by_id is not None else held,
        story=tuple(_story(outlook, battle, units, attacking, sides)),
        course=tuple(_course(events)),
        sides=sides,
        words=tuple(_words(outlook, battle, records.returns[battle.id])),
        before=before,
        after=after,
        photos=records.photos.get(battle.number, ()),
        report=lines(events) if records.with_dice else (),
    )


def _side(outlook: Outlook, battle: Battle, side: int, units: Sequence[BattleUnit], records: Records) -> BookSide:
    of_side = [unit for unit in units if unit.side_id == side]
    name = outlook.army.sides[side].name
    if side not in outlook.knowledge.sides():
        return BookSide(name, (), seen_in(outlook, battle, of_side), "", ())
    returns = [row for row in records.returns[battle.id] if row.side_id == side]
    # What a company lost is told of its battalion as a whole, once.
    counted = {
        outlook.army.battalions[u.battalion_id].parent_id or u.battalion_id: u.battalion_id for u in of_side[::-1]
    }
    lost = {unit: records.lost.get((battle.id, battalion), Losses()) for battalion, unit in counted.items()}
    return BookSide(
        side=name,
        fighters=tuple(_fighter(outlook, unit, lost.get(unit.battalion_id, Losses())) for unit in of_side),
        seen=(),
        prisoners=str(prisoners(returns)),
        orders=orders_fulfilled(outlook, returns, of_side),
        lost=sum(lost.values(), Losses()),
    )


def _fighter(outlook: Outlook, unit: BattleUnit, lost: Losses) -> BookFighter:
    return BookFighter(
        line=unit.line,
        name=outlook.army.battalions[unit.battalion_id].name,
        command=outlook.army.formations[unit.command_id].name,
        role=unit.role.value,
        before=unit.start_state,
        after=unit.end_state,
        lost=lost,
    )


# in words ------------------------------------------------------------------------------------------------------------
def _story(
    outlook: Outlook, battle: Battle, units: Sequence[BattleUnit], attacking: Sequence[int], sides: Sequence[BookSide]
) -> Iterator[str]:
    """Yield the story of a battle: the attacker, the holder of the field, the cost."""
    names = {side: row.name for side, row in outlook.army.sides.items()}
    taking = list(dict.fromkeys(unit.side_id for unit in units))
    place = outlook.places[battle.place_id].name
    if len(attacking) == 1 and len(taking) == 2:
        attacker, defender = names[attacking[0]], next(names[side] for side in taking if side != attacking[0])
        if battle.state.is_over:
            yield papers().text("book_attacked", attacker=attacker, defender=defender, place=place)
        else:
            yield papers().text("book_attacks", attacker=attacker, defender=defender, place=place)
    else:
        yield papers().text("book_met", sides=joined([names[side] for side in taking]), place=place)
    if battle.state is BattleState.SUSPENDED:
        yield papers().text("book_goes_on")
    elif not battle.state.is_over:
        yield papers().text("book_to_fight")
    elif battle.field_held_by_id is None:
        yield papers().text("book_undecided")
    else:
        yield papers().text("book_field", winner=names[battle.field_held_by_id])
    for side in sides:
        if not battle.state.is_over or not side.fighters:
            continue
        if side.lost:
            yield papers().text("book_lost", side=side.side, losses=side.lost)
        else:
            yield papers().text("book_unhurt", side=side.side)


def _course(events: Sequence[Event]) -> Iterator[str]:
    """Yield the course of a battle that the program resolved, without the sides and the place that the story names."""
    opening = next((event.line for event in events if isinstance(event, Opening)), "")
    return (line for line in summary(events) if line != opening)


def _words(outlook: Outlook, battle: Battle, returns: Sequence[Return]) -> Iterator[Fact]:
    """Yield the diary notes on the players' returns, and the umpire's ruling."""
    for row in returns:
        text = str((row.content.get("foot") or {}).get("diary") or "").strip()
        if text and row.side_id in outlook.knowledge.sides():
            yield Fact(outlook.army.sides[row.side_id].name, text)
    if battle.is_ruling and battle.outcome and outlook.viewer.is_umpire:
        yield Fact("Umpire", battle.outcome)


# on the table --------------------------------------------------------------------------------------------------------
def _tables(outlook: Outlook, battle: Battle, events: Sequence[Event]) -> tuple[BattleMap | None, BattleMap | None]:
    """Return the table as it began and as it ended; for a battle that the program did not resolve its ground, as the
    side may know it. None without a table.
    """
    if not battle.table or not system(battle.tabletop).is_playable:
        return None, None
    session = Session(look(outlook.board, UMPIRE), battle)
    if events:
        return tables_of(session, events)
    ground = table_map(session, units=False, scoring_for=outlook.viewer.side)
    return BattleMap(replace(ground, entries=(), ground=())), None


# who fought whom -----------------------------------------------------------------------------------------------------
def encounters(battles: Sequence[BookBattle]) -> tuple[Encounter, ...]:
    """Return, for every formation that the reader may name, the enemies that it fought in finished battles."""
    met: dict[tuple[str, str], dict[str, list[int]]] = {}
    for battle in battles:
        if not battle.state.is_over:
            continue
        for side in battle.sides:
            enemies = [enemy for enemy in battle.sides if enemy.side != side.side]
            theirs = dict.fromkeys(name for enemy in enemies for name in _called(enemy))
            for formation in dict.fromkeys(fighter.command for fighter in side.fighters):
                for name in theirs:
                    met.setdefault((formation, side.side), {}).setdefault(name, []).append(battle.number)
    return tuple(
        Encounter(formation, side, tuple((name, tuple(numbers)) for name, numbers in _most_first(against)))
        for (formation, side), against in sorted(met.items(), key=lambda pair: pair[0][1] != battles[0].sides[0].side)
    )


def _most_first(against: Mapping[str, Sequence[int]]) -> list[tuple[str, Sequence[int]]]:
    return sorted(against.items(), key=lambda pair: -len(pair[1]))


def _called(side: BookSide) -> tuple[str, ...]:
    """Return the formations of a side, or what was seen of it."""
    return tuple(fighter.command for fighter in side.fighters) or side.seen
