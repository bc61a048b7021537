"""The common basis of all queries of one viewer: the army, the map, the clock, and the limits of the viewer's
knowledge.

Each part is loaded at its first use, once, with a fixed number of statements; joins are made by id.
"""

from __future__ import annotations

from collections import defaultdict
from datetime import datetime, timedelta
from functools import cached_property
from typing import TYPE_CHECKING, Any

from campaign.journal.board import JournalBoard
from campaign.journal.snapshot import once_a_reading
from campaign.model import Battalion, Battle, DiaryLine, Formation, Order, Place, Sighting, StrengthReturn
from campaign.rules.common.force import Release
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.day.light import is_night, season_of
from campaign.situation.army import Army, load_army, position_of
from campaign.situation.clock import MOVES_AT, calendar_of, next_movement
from campaign.situation.conditions import Conditions, conditions_at, rulebook_of
from campaign.situation.engaged import engaged_battalions
from campaign.situation.knowledge import Knowledge, knowing, where_seen
from campaign.situation.old_news import Works, works_known
from campaign.situation.proof import record_of
from campaign.situation.standing import StandingOrders, begins, standing_orders
from campaign.terms.state import State
from campaign.terms.time import TURN, Calendar, Moment, Phase
from campaign.terms.viewer import Viewer
from campaign.theatre.values import Theatre
from campaign.values import dataclass

if TYPE_CHECKING:
    from campaign.queries.common.signposts import Signposts
    from campaign.situation.passages import Passages
    from campaign.theatre.supply import SupplyNet


@dataclass(frozen=True, slots=True)
class Count:
    """A battalion's entry in a strength return."""

    state: State
    men: int
    vehicles: int
    guns: int


@dataclass
class Outlook:
    """The campaign as one viewer sees it now."""

    board: JournalBoard
    viewer: Viewer

    @cached_property
    def army(self) -> Army:
        """Order of battle of both sides."""
        return load_army(self.board)

    @cached_property
    def sightings(self) -> list[Sighting]:
        """Sightings by the viewer's side; those of all sides for the umpire."""
        mine = () if self.viewer.side is None else (Sighting.side_id == self.viewer.side,)
        return self.board.rows(Sighting, *mine)

    @cached_property
    def knowledge(self) -> Knowledge:
        """Limits of what the viewer may know."""
        return knowing(self.board, self.army, self.viewer, () if self.viewer.is_umpire else self.sightings)

    @cached_property
    def theatre(self) -> Theatre:
        """Map as the viewer's side knows it (umpire 1.13)."""
        from campaign.situation.ground import as_known

        return self.actual if self.viewer.side is None else as_known(self.board, self.actual, self.viewer.side)

    @cached_property
    def actual(self) -> Theatre:
        """The true map, whichever viewer looks: for past marches and for supply, which follow the true ground."""
        from campaign.situation.ground import load_theatre

        return load_theatre(self.board)

    @cached_property
    def signposts(self) -> Signposts:
        """The words for positions, which are the same for every viewer."""
        from campaign.queries.common.signposts import Signposts

        return Signposts.of(self.board)

    @cached_property
    def passages(self) -> Passages:
        """Limits on passages on the map, as far as the viewer's side knows."""
        from campaign.situation.passages import load_passages  # heavy, and only marches and supply ask for it

        return load_passages(self.board, self.army, self.theatre, side=self.viewer.side)

    @cached_property
    def nets(self) -> dict[int, SupplyNet]:
        """The supply nets that were asked for, by side (``supply_basis.net_of``)."""
        return {}

    @cached_property
    def not_held(self) -> dict[int, dict[int, str]]:
        """The places that a side does not hold, by side, once they were asked for (``supply_basis.not_held_by``)."""
        return {}

    @cached_property
    def blocks(self) -> frozenset[tuple[int, int, str, str]]:
        """The broken and blocked things that the viewer knows of, each as a supply report has it: road, metres, key and
        name.
        """
        return frozenset((way.road, b.at_m, b.key, b.name) for way in self.theatre.ways for b in way.blocks)

    @cached_property
    def by_key(self) -> dict[str, Battalion]:
        return {battalion.key: battalion for battalion in self.army.battalions.values()}

    @cached_property
    def works(self) -> Works:
        """Crossings and obstacles, as the viewer's side knows them."""
        return works_known(self.board, self.viewer.side)

    @cached_property
    def places(self) -> dict[int, Place]:
        return self.board.by_id(Place)

    @cached_property
    def calendar(self) -> Calendar:
        """Calendar that turns moments into dates."""
        return calendar_of(self.board)

    @cached_property
    def rulebook(self) -> Rulebook:
        """Settings in force."""
        return rulebook_of(self.board)

    @cached_property
    def moment(self) -> Moment:
        """Running turn."""
        return self.board.moment

    @cached_property
    def conditions(self) -> Conditions:
        """Present light and weather."""
        return conditions_at(self.board, self.moment, self.rulebook)

    @cached_property
    def now(self) -> datetime:
        """Present hour: the turn's beginning until it has marched, then its end."""
        phase = self.board.clock.phase
        marched = (phase in TURN and TURN.index(phase) > MOVES_AT) or phase in (
            Phase.OBJECTIVES,
            Phase.STRENGTH_RETURNS,
            Phase.OVER,
        )
        return self.calendar.ends(self.moment) if marched else self.calendar.begins(self.moment)

    @cached_property
    def engaged(self) -> dict[int, Battle]:
        """The battles in which battalions are engaged now, by battalion id."""
        return engaged_battalions(self.board)

    @cached_property
    def orders(self) -> StandingOrders:
        """Orders in force at the next movement."""
        from campaign.situation.tasks import tasks_in_hand

        return standing_orders(self.army, self.given, next_movement(self.board), tasks_in_hand(self.board))

    def orders_at(self, moment: Moment) -> StandingOrders:
        """Return the orders in force in that turn, apart from engineering tasks."""
        if moment not in self._orders_at:
            self._orders_at[moment] = standing_orders(self.army, self.given, moment)
        return self._orders_at[moment]

    @cached_property
    def _orders_at(self) -> dict[Moment, StandingOrders]:
        return {}

    @cached_property
    def given(self) -> list[Order]:
        """All orders given so far in the campaign."""
        return self.board.rows(Order)

    @cached_property
    def coming(self) -> list[Order]:
        """Orders that begin after the next movement, in the order in which they begin."""
        next_turn = next_movement(self.board)
        return sorted((o for o in self.given if begins(o) > next_turn), key=lambda o: (o.day, o.turn, o.id))

    @cached_property
    def releases(self) -> dict[int, Release]:
        """Releases of guns in support, by battalion: from when they fire for the supported unit."""
        from campaign.situation.force import releases_of

        return releases_of(self.board, self.rulebook)

    @cached_property
    def returns(self) -> dict[int, dict[str, Count]]:
        """Strength returns: day to battalion key to its strength. Day 0 is the start."""
        return {
            row.day: {key: _count(value) for key, value in row.content.items()}
            for row in self.board.rows(StrengthReturn)
        }

    @cached_property
    def yesterday(self) -> dict[str, Count]:
        """Strength by the latest return before this very hour: on a new day's morning the one before last, so that the
        day's losses show.
        """
        past = [day for day in self.returns if self.calendar.begins(Moment(day + 1)) < self.now]
        return self.returns[max(past) if past else min(self.returns)] if self.returns else {}

    @cached_property
    def _lines(self) -> list[DiaryLine]:
        return sorted(self.board.rows(DiaryLine), key=lambda line: (line.day, line.turn, line.place_in_turn))

    @cached_property
    def hours(self) -> dict[int, datetime]:
        """The time of each diary line, by its id; a line without an hour has the end of its turn."""
        moments: dict[int, datetime] = {}
        for line in self._lines:
            moment = Moment(line.day, line.turn)
            moments[line.id] = (
                self.calendar.ends(moment) if line.seconds is None else self.time_of(moment, line.seconds)
            )
        return moments

    @cached_property
    def diary(self) -> dict[str, list[DiaryLine]]:
        """Diary lines that the viewer may read, in order of time, by ``all``, ``formation:ID`` and ``battalion:ID``."""
        diary_lines: dict[str, list[DiaryLine]] = defaultdict(list)
        for line in sorted(self.knowledge.diary(self._lines), key=lambda line: self.hours[line.id]):
            diary_lines["all"].append(line)
            if line.battalion_id is not None:
                diary_lines[f"battalion:{line.battalion_id}"].append(line)
            if line.formation_id is not None:
                diary_lines[f"formation:{line.formation_id}"].append(line)
        return diary_lines

    def record(self, reader: Viewer, *, has_orders: bool = True) -> str:
        """Return a hash of everything in the journal that the reader of a paper may know, printed on the paper to
        identify its state. ``has_orders`` False: of the turn alone, for a paper that the other side gets too.
        """
        if (reader, has_orders) not in self._records:
            self._records[reader, has_orders] = record_of(self.board, self.army, reader, has_orders=has_orders)
        return self._records[reader, has_orders]

    @cached_property
    def _records(self) -> dict[tuple[Viewer, bool], str]:
        return {}

    # words

    def when(self, moment: Moment) -> str:
        """Return a turn in words: ``night 14/15 May 1941, 22:00-04:00``."""
        season = season_of(self.calendar.date_of(moment.day), self.rulebook)
        return self.calendar.describe(moment, night=is_night(moment.turn, season, self.rulebook))

    def turn_words(self, moment: Moment) -> str:
        """Return a turn in words without the year: ``night 14/15 May, 22:00-04:00``."""
        return self.when(moment).replace(f" {self.calendar.date_of(moment.day).year},", ",")

    def time_of(self, moment: Moment, seconds: int | None) -> datetime:
        """Return the time that is ``seconds`` into a turn."""
        return self.calendar.begins(moment) + timedelta(seconds=seconds or 0)

    def age_hours(self, moment: Moment, seconds: int | None) -> int:
        """Return the whole hours that have passed since a time: ``seconds`` into the turn ``moment``."""
        return max(0, int((self.now - self.time_of(moment, seconds)).total_seconds() // 3600))

    def where_seen(self, sighting: Sighting) -> str:
        """Return where an enemy was seen, in words."""
        return where_seen(self.theatre, sighting)

    def where(self, battalion: Battalion) -> str:
        """Return a battalion's position in words; for a battalion off the map, the reason."""
        position = position_of(battalion)
        if position is not None:
            return self.theatre.describe(position)
        if not battalion.state.is_in_play:
            return str(battalion.state)
        arrival = self.arrival(battalion)
        return f"to arrive {arrival}" if arrival else "off the map"

    def arrival(self, battalion: Battalion) -> str:
        """Return when and where a battalion is to arrive: ``15 May, 22:00 at Sidi Barrani``; empty for others."""
        if battalion.arrives_day is None or battalion.arrives_at_id is None:
            return ""
        begin = self.calendar.begins(Moment(battalion.arrives_day, battalion.arrives_turn or 1))
        return f"{begin.day} {begin:%B, %H:%M} at {self.places[battalion.arrives_at_id].name}"

    def seat(self, formation: Formation) -> str:
        """Return in words where a formation's headquarters is; for a formation without one, where most of its own
        battalions are, not counting battalions lent to it.
        """
        headquarters = self.army.headquarters.get(formation.id)
        if headquarters is not None:
            return self.where(headquarters)
        present = [b for b in self.army.present[formation.id] if b.state.is_in_play]
        own_battalions = [b for b in present if b.organic_id == formation.id] or present
        places = (
            [self.where(b) for b in own_battalions if b.on_map]
            or [self.where(b) for b in present if b.on_map]
            or [self.where(b) for b in own_battalions]
        )
        return max(places, key=places.count) if places else ""


def _count(value: Any) -> Count:
    state, men, vehicles, guns = value
    return Count(State(state), men, vehicles, guns)


@once_a_reading
def look(board: JournalBoard, viewer: Viewer) -> Outlook:
    """Return the outlook of a viewer on the board; its parts are loaded when they are first used."""
    return Outlook(board, viewer)
