"""The list of battles for a viewer, and the view of one of them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations

from campaign.exchange.returns.text import foot_text, return_text
from campaign.journal.asof import When, as_of
from campaign.journal.board import JournalBoard
from campaign.model import Battalion, Battle, BattleUnit, DiaryLine, Return, Side
from campaign.queries.battle.tally import orders_fulfilled, prisoners
from campaign.queries.common.outlook import Outlook, look
from campaign.rules.common.system import System
from campaign.rules.day.contact import lopsided
from campaign.rules.returns.filed import Fields
from campaign.rules.tabletop.interface import Tabletop, system, tabletop
from campaign.situation.battlefield import near_table, table_of
from campaign.situation.chance import codes_taken, sheet_code
from campaign.situation.fights import apart_m, fights, spot_of
from campaign.situation.force import force_of
from campaign.situation.knowledge import seen_as
from campaign.situation.lost_here import fighting_on
from campaign.situation.names import battle_among
from campaign.situation.returned import state_shown
from campaign.situation.standing import standing_orders
from campaign.terms.state import BattleState, OrderKind, Role
from campaign.terms.time import TURNS_A_DAY, Moment
from campaign.terms.viewer import Viewer
from campaign.terms.words import find, listing, plain
from campaign.theatre.values import kilometres
from campaign.views.battle.battles import BattleLine, BattleList, BattleRow, BattleSide, BattleView
from campaign.words.battle_report import from_rows
from campaign.words.texts import papers


def battle_list(board: JournalBoard, viewer: Viewer) -> BattleList:
    """Return every battle that the viewer knows of, by number."""
    outlook = look(board, viewer)
    lines = board.rows(BattleUnit)
    known_battles = outlook.knowledge.battles(sorted(board.rows(Battle), key=lambda b: b.number), lines)
    by_battle: dict[int, list[BattleUnit]] = defaultdict(list)
    for line in lines:
        by_battle[line.battle_id].append(line)
    return BattleList(outlook.knowledge.who, tuple(battle_row(outlook, b, by_battle[b.id]) for b in known_battles))


def battle_known(outlook: Outlook, word: str) -> Battle:
    """Return a battle that this viewer knows of, by its number or sheet code. Raises NotFound both for battles unknown
    to the viewer and for those that do not exist.
    """
    return battle_among(word, outlook.knowledge.battles(outlook.board.rows(Battle), outlook.board.rows(BattleUnit)))


def battle_row(outlook: Outlook, battle: Battle, lines: list[BattleUnit]) -> BattleRow:
    sides, moment = outlook.army.sides, Moment(battle.day, battle.turn)
    attacking = attackers(outlook, battle, lines)
    attacker = "both" if len(attacking) > 1 else sides[attacking[0]].name if attacking else "not said"
    held = "" if not battle.state.is_over or battle.state is BattleState.CANCELLED else "both still there"
    return BattleRow(
        number=battle.number,
        name=battle.name,
        place=outlook.places[battle.place_id].name,
        moment=moment,
        when=outlook.when(moment),
        state=state_shown(outlook.board, outlook.viewer, battle),
        attacker=attacker,
        reached=Moment(battle.reached_day, battle.reached_turn) if battle.reached_day and battle.reached_turn else None,
        held_by=sides[battle.field_held_by_id].name if battle.field_held_by_id is not None else held,
        ruling=battle.is_ruling,
        waiting=_waiting(outlook, battle, lines) if outlook.viewer.is_umpire else "",
    )


def attackers(outlook: Outlook, battle: Battle, lines: Iterable[BattleUnit]) -> list[int]:
    """Return the ids of the attacking sides: one, or two if both attack; none for a battle set up by hand without an
    attacker.
    """
    if battle.attacker_id is not None:
        return [battle.attacker_id]
    orders = standing_orders(outlook.army, outlook.given, Moment(battle.day, battle.turn))
    side_ids = {
        u.side_id
        for u in lines
        if u.role is Role.ENGAGED and orders.of(outlook.army.battalions[u.battalion_id]).kind is OrderKind.ATTACK
    }
    return sorted(side_ids) if len(side_ids) > 1 else []


def _waiting(outlook: Outlook, battle: Battle, lines: list[BattleUnit]) -> str:
    number = battle.number
    match battle.state:
        case BattleState.PROPOSED | BattleState.PLANNED:
            return f"print its papers with campaign battle packet {number}, then campaign battle record {number}"
        case BattleState.FIGHTING:
            return f"campaign battle record {number}"
        case BattleState.SUSPENDED:
            return f"campaign battle resume {number}"
        case BattleState.RETURNED:
            filed = {
                r.side_id for r in outlook.board.rows(Return, Return.battle_id == battle.id, Return.settled.is_(False))
            }
            missing = listing(outlook.army.sides[s].name for s in sorted({u.side_id for u in lines} - filed))
            if not missing:
                return f"both returns are in: campaign battle settle {number}"
            return (
                f"the {missing} return is missing: campaign battle record {number}, or without it campaign battle"
                f" settle {number}"
            )
        case _:
            return ""


def battle(board: JournalBoard, viewer: Viewer, word: str) -> BattleView:
    """Return one battle: both sides for the umpire; for a side its own units, and what it has seen of the other."""
    outlook = look(board, viewer)
    row = battle_known(outlook, word)
    lines = sorted(board.rows(BattleUnit, BattleUnit.battle_id == row.id), key=lambda u: (u.side_id, u.line))
    diary_lines = board.rows(DiaryLine, DiaryLine.battle_id == row.id)
    diary, ended = outlook.knowledge.diary(diary_lines), _ended(row, diary_lines)
    then = _places_then(board, viewer, ended, lines) if ended is not None and ended < outlook.moment else {}
    return BattleView(
        viewer=outlook.knowledge.who,
        battle=battle_row(outlook, row, lines),
        tabletop=system(row.tabletop).name,
        table=_table_words(outlook, row),
        sides=tuple(_side(outlook, row, side, lines, then) for side in dict.fromkeys(u.side_id for u in lines)),
        warnings=warnings(outlook, row, lines) if outlook.viewer.is_umpire else (),
        outcome=row.outcome if outlook.viewer.is_umpire else "",
        report=from_rows(row.report) if outlook.viewer.is_umpire else (),
        story=tuple(_whose(outlook, line) for line in diary),
        shown_as_of=f"the end of turn {ended}" if then else "",
    )


def _whose(outlook: Outlook, line: DiaryLine) -> str:
    """Return a line of the diary; for the umpire, who reads those of both sides, with the side that it was told to."""
    if line.side_id is None or not outlook.viewer.is_umpire:
        return line.text
    return f"{outlook.army.sides[line.side_id].name}: {line.text}"


def _ended(battle: Battle, told: Iterable[DiaryLine]) -> Moment | None:
    """Return the turn in which a battle ended, or was settled, if that was later: its units moved then, and the diary
    tells it last. None for one that goes on.
    """
    if not battle.state.is_over:
        return None
    reached = Moment(battle.reached_day or battle.day, battle.reached_turn or battle.turn)
    return max((reached, *(Moment(line.day, line.turn) for line in told)))


def _places_then(board: JournalBoard, viewer: Viewer, ended: Moment, lines: Iterable[BattleUnit]) -> dict[int, str]:
    """Return where the battalions of a battle were at the end of the turn in which it ended, by id; without those that
    were split off later and brought to a battle that was settled later still.
    """
    with as_of(board, When(moment=ended)) as visit:
        past = look(visit.board, viewer)
        there = (past.army.battalions.get(u.battalion_id) for u in lines)
        return {battalion.id: past.where(battalion) for battalion in there if battalion is not None}


def _table_words(outlook: Outlook, battle: Battle) -> str:
    table, place = table_of(battle), outlook.places[battle.place_id]
    x, y = table.west_m + table.width_m / 2 - place.x_m, table.south_m + table.depth_m / 2 - place.y_m
    gap = float((x * x + y * y) ** 0.5)
    where = f"centre at {place.name}" if gap < 100 else f"centre {kilometres(gap)} from {place.name}"
    return (
        f"{battle.table['width_in']} \N{MULTIPLICATION SIGN} {battle.table['depth_in']} in.,"
        f" {battle.table['scale_in_per_km']} in. = 1 km, {where}"
    )


def _side(
    outlook: Outlook, battle: Battle, side_id: int, lines: list[BattleUnit], then: Mapping[int, str]
) -> BattleSide:
    side = outlook.army.sides[side_id]
    own_battle_units = [u for u in lines if u.side_id == side_id]
    mine = side_id in outlook.knowledge.sides()
    returns = outlook.board.rows(Return, Return.battle_id == battle.id, Return.side_id == side_id) if mine else []
    filed = [r for r in returns if not r.settled]
    seen = () if mine else seen_in(outlook, battle, own_battle_units)
    return BattleSide(
        side=side.name,
        code=sheet_code(outlook.board, battle, side) if mine else "",
        return_in=bool(filed),
        lines=tuple(_line(outlook, u, then) for u in own_battle_units) if mine else (),
        seen=seen,
        prisoners=str(prisoners(returns)),
        orders=orders_fulfilled(outlook, returns, own_battle_units),
        returns=tuple(_returns_as_filed(outlook, battle, returns, own_battle_units)),
    )


def _returns_as_filed(
    outlook: Outlook, battle: Battle, returns: Iterable[Return], lines: Iterable[BattleUnit]
) -> Iterator[str]:
    """Yield each return in the words in which it may be typed."""
    names = {side.key: side.name for side in outlook.army.sides.values()}
    names |= {place.key: place.name for place in outlook.places.values()}
    battalions = {u.line: outlook.army.battalions[u.battalion_id] for u in lines}
    units = {number: battalion.short or battalion.name for number, battalion in battalions.items()}
    for row in sorted(returns, key=lambda row: row.session):
        fields = tabletop(battle.tabletop).fields(outlook.rulebook)
        text = return_text(row.content, fields.line, fields.stand, units, names)
        decided = row.content.get("decided") if outlook.viewer.is_umpire else None
        yield f"{text}{f'; the umpire decided: {foot_text(decided, names)}' if decided else ''}"


def seen_in(outlook: Outlook, battle: Battle, theirs: Iterable[BattleUnit]) -> tuple[str, ...]:
    """Return the known enemies of a battle: during it, arm and size of those seen on its table or around; afterwards
    those that took part.
    """
    engaged = [
        outlook.army.battalions[u.battalion_id] for u in theirs if u.role is Role.ENGAGED and _is_shown(battle, u)
    ]
    if _was_fought(battle):
        return tuple(words for b in engaged if (words := outlook.knowledge.enemy_words(b)))
    table, sightings = table_of(battle), (outlook.knowledge.seen.get(b.id) for b in engaged)
    return tuple(seen_as(s) for s in sightings if s is not None and near_table(outlook.theatre, table, s.place_id))


def _was_fought(battle: Battle) -> bool:
    return battle.state.is_over and battle.state is not BattleState.CANCELLED


def _is_shown(battle: Battle, line: BattleUnit) -> bool:
    return line.end_state is not None if _was_fought(battle) else line.end_state is None


def _at_edge(edge: str) -> str:
    """Return a stored table edge in words: ``south edge at 58 in.`` for ``south 58``."""
    side, _, inch = edge.partition(" ")
    return f"{side} edge at {inch} in." if inch else edge


def _line(outlook: Outlook, line: BattleUnit, then: Mapping[int, str]) -> BattleLine:
    """Return a line of a battle. ``then``: where the battalions were when a battle ended that is past."""
    battalion = outlook.army.battalions[line.battalion_id]
    arrives = (
        ""
        if line.role is not Role.ARRIVES or line.arrives_day is None
        else f"turn {line.arrives_day}.{line.arrives_turn}" + (f", {_at_edge(line.edge)}" if line.edge else "")
    )
    return BattleLine(
        line=line.line,
        name=battalion.name,
        command=outlook.army.formations[line.command_id].name,
        role=line.role,
        arrives=arrives,
        start=line.start_state,
        now=line.end_state or battalion.state if then else battalion.state,
        position=then.get(battalion.id) or outlook.where(battalion),
    )


def warnings(outlook: Outlook, battle: Battle, lines: list[BattleUnit]) -> tuple[str, ...]:
    """Return warnings that a battle would make a one-sided or too large game, so that the umpire can change it (umpire
    1.4); none for a battle that is over.
    """
    if battle.state.is_over:
        return ()
    rules = system(battle.tabletop)
    if not rules.is_playable:
        return (papers().text("cannot_muster", system=rules.name, number=battle.number),)
    fighting = [u for u in lines if u.role is Role.ENGAGED and outlook.army.battalions[u.battalion_id].state.is_in_play]
    size_in = battle.table["width_in"], battle.table["depth_in"]
    return (
        *_fights_apart(outlook, battle, fighting),
        *_fighting_on(outlook, battle, fighting),
        *game_warnings(outlook, tabletop(rules.key), fighting, battle.turn, size_in),
    )


def _fights_apart(outlook: Outlook, battle: Battle, fighting: Iterable[BattleUnit]) -> Iterator[str]:
    """Yield a warning if enemies meet at several spots of one table, each farther from the next than the reach of a
    battle for a place (``retreat.reach``).
    """
    theatre = outlook.theatre
    groups = fights(theatre, (outlook.army.battalions[unit.battalion_id] for unit in fighting), outlook.rulebook)
    if len(groups) < 2:
        return
    named = [papers().text("one_place", place=spot_of(theatre, fight), units=len(fight)) for fight in groups]
    metres = max(apart_m(*pair) for pair in combinations(groups, 2))
    inches = round(metres / 1000 * float(battle.table["scale_in_per_km"]))
    number = {2: "two", 3: "three", 4: "four"}.get(len(groups), str(len(groups)))
    places, km = ", ".join(named), f"{metres / 1000:.0f}"
    yield papers().text("apart", count=number, km=km, inches=inches, places=places, number=battle.number)


def _fighting_on(outlook: Outlook, battle: Battle, fighting: Iterable[BattleUnit]) -> Iterator[str]:
    """Yield a warning if one side defends a place that it has lost without a way back, with what ends that (umpire
    1.8).
    """
    engaged = [outlook.army.battalions[unit.battalion_id] for unit in fighting]
    if words := fighting_on(outlook.board, outlook.army, outlook.rulebook, battle, engaged):
        yield words


def most_stands(outlook: Outlook, rules: System) -> int:
    """Return the most stands on one side that the club can play in an evening, from its setting or, without one, from
    the system's book.
    """
    book = outlook.rulebook
    return rules.evening if book.is_word("papers.most_stands") else book.integer("papers.most_stands")


def game_warnings(
    outlook: Outlook, door: Tabletop, fighting: Iterable[BattleUnit], turn: int, table_in: tuple[int, int]
) -> tuple[str, ...]:
    """Return warnings about a game with these battalions under one tabletop system. ``turn``: the turn of the day in
    which it begins; ``table_in``: width and depth of the table in inches.
    """
    taking = list(fighting)
    sides, rules = dict.fromkeys(u.side_id for u in taking), door.system
    made = {side: door.muster(force_of(outlook.army, side, taking), outlook.rulebook) for side in sides}
    lines = [lopsided({outlook.army.sides[side].name: muster.weight for side, muster in made.items()})]
    if larger := max(made.values(), key=lambda muster: muster.stands, default=None):
        if larger.stands > most_stands(outlook, rules):
            lines.append(papers().text("too_many_stands", stands=larger.stands))
        lines += door.advice(larger, TURNS_A_DAY - turn + 1, table_in)
    return tuple(filter(None, lines))


def return_fields(board: JournalBoard, viewer: Viewer, word: str) -> Fields:
    """Return the columns of a battle's returns. Raises Refused for a system that cannot be played."""
    outlook = look(board, viewer)
    return tabletop(battle_known(outlook, word).tabletop).fields(outlook.rulebook)


def find_battle(board: JournalBoard, number: int, code: str, units: Iterable[str]) -> tuple[int, str] | None:
    """Return the number and name of the battle to which a return belongs, or None. The sheet code decides, or else the
    names of the units on the return. ``number``: the battle for which the return was handed in, which is tried
    first; then the latest battles.
    """
    rows = sorted(board.rows(Battle), key=lambda battle: (battle.number != number, -battle.number))
    sides = board.rows(Side)
    for battle in rows if code else ():
        if any(plain(code) == plain(word) for side in sides for word in codes_taken(board, battle, side)):
            return battle.number, battle.name
    labels = [(word, battalion.id) for battalion in board.rows(Battalion) for word in (battalion.name, battalion.short)]
    named_units = [set(find(name, labels)) for name in units if name]
    for battle in rows if named_units and all(named_units) else ():
        present = {line.battalion_id for line in board.rows(BattleUnit, BattleUnit.battle_id == battle.id)}
        if (battle.number == number and any(ids & present for ids in named_units)) or all(
            ids & present for ids in named_units
        ):
            return battle.number, battle.name
    return None
