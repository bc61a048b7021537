"""A proposal to divide a battle above the size that a club plays into two tables, for the umpire's sheet.

two_tables(session) -> tuple[str, ...]      nothing for a battle that is small enough, is over, or stands at one spot
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from campaign.model import BattleUnit, Side
from campaign.queries.battle.battles import most_stands
from campaign.queries.battle.session import Session
from campaign.rules.common.cutting import WEST_TO_EAST, Group, cut
from campaign.rules.common.muster import Muster
from campaign.situation.army import position_of
from campaign.terms.rule_ids import by_rule
from campaign.terms.state import Role
from campaign.terms.words import ranges
from campaign.theatre.tables import OnTable, places_on_table
from campaign.words.proposal import Proposal
from campaign.words.texts import papers


def two_tables(session: Session) -> tuple[str, ...]:
    """Return, as lines for the umpire, where to divide a battle into two tables, and the places and sheet lines on
    each; arrivals and guns in range are included.
    """
    musters = {side.id: session.form(side).muster for side in session.sides}
    limit = most_stands(session.outlook, session.door.system)
    stands = max((muster.stands for muster in musters.values()), default=0)
    if session.battle.state.is_over or stands <= limit:
        return ()
    lie = session.battle.table
    groups = [group for side in session.sides for group in _groups(session, side, musters[side.id])]
    way = cut(groups, (lie["width_in"], lie["depth_in"]))
    if way is None:
        return ()
    places = places_on_table(session.outlook.theatre, session.table)
    near = [place for place in places if (place.x_in, place.y_in)[way.axis] <= way.inch]
    far = [place for place in places if place not in near]
    tables = (
        papers().text("one_table", number=number, places=_names(on_it), lines=_lines(session.sides, part))
        for number, (on_it, part) in enumerate(zip((near, far), way.parts, strict=True), 1)
    )
    edge = "west" if way.axis == WEST_TO_EAST else "south"
    cutting = Proposal(
        papers().text("cut_here", inch=way.inch, edge=edge),
        by_rule(papers().text("above_the_most", stands=stands, most=limit), "umpire 1.4", "OB-ORG-11"),
        papers().text("cut_elsewhere"),
    )
    return (" ".join((str(cutting), *tables)), papers().text("arrivals_and_guns"))


def _groups(session: Session, side: Side, muster: Muster) -> Iterator[Group]:
    """Yield the commands of a side, with their units that stand on the table."""
    by_command: dict[int, list[tuple[BattleUnit, tuple[float, float]]]] = {}
    for line in session.own_lines(side):
        position = position_of(session.outlook.army.battalions[line.battalion_id])
        if line.role is not Role.ENGAGED or position is None or line.battalion_id in session.behind | session.away:
            continue
        point = session.outlook.theatre.point_of(position)
        if session.table.holds(point):
            by_command.setdefault(line.command_id, []).append((line, session.table.inches(point)))
    for members in by_command.values():
        x, y = (sum(at[axis] for _, at in members) / len(members) for axis in (0, 1))
        stands = sum(len(made.stands) for line, _ in members if (made := muster.line_of(line.line)) is not None)
        yield Group(side.id, tuple(line.line for line, _ in members), (x, y), stands)


def _names(places: Iterable[OnTable]) -> str:
    return ", ".join(place.name for place in places) or papers().text("no_place")


def _lines(sides: Iterable[Side], part: Sequence[Group]) -> str:
    """Return the lines of a part in words: ``Allied lines 7-9; German lines 1``."""
    numbers = {side: ranges(n for group in part if group.side == side.id for n in group.lines) for side in sides}
    return "; ".join(
        papers().text("lines_of", side=side.name, lines=listed) for side, listed in numbers.items() if listed
    )
