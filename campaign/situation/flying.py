"""Permission for air groups to fly in a turn: weather over the battlefield and at the base, light, and the owner of the
airfield.

Airfields(board, moment)      .bars(group, light) -> reasons, empty if it may fly
                              .keeps_down(group, mission, light) -> the same of one of its missions
rest_until(group) -> Moment | None      the first turn in which it may attack again after its last attack
"""

from __future__ import annotations

from collections.abc import Iterable

from campaign.journal.board import Board
from campaign.model import AirGroup, AirMission, BasingArea, Place, WeatherReport
from campaign.rules.day.air_tasking import cannot, wrong_aim
from campaign.rules.day.strike import next_attack
from campaign.rules.day.weather import grounded
from campaign.terms.air import AirTask
from campaign.terms.forces import AirType
from campaign.terms.state import Light, Sky
from campaign.terms.time import Moment


class Airfields:
    """The basing areas, their weather in one turn and their owners: three queries. A turn to come has the latest
    weather of its day.
    """

    def __init__(self, board: Board, moment: Moment) -> None:
        reports = board.rows(WeatherReport, WeatherReport.day == moment.day, WeatherReport.turn <= moment.turn)
        self.skies = {report.area: report.sky for report in sorted(reports, key=lambda r: r.turn)}
        self.bases = board.by_id(BasingArea)
        self.owners = owners_of_sites(board, self.bases.values())

    @property
    def settled(self) -> bool:
        """True if the weather of that day has been rolled."""
        return "" in self.skies

    def sky_of(self, group: AirGroup) -> Sky:
        """Return the weather at the group's base."""
        return self.skies.get(self.bases[group.basing_area_id].key, Sky.CLEAR)

    def keeps_down(self, group: AirGroup, mission: AirMission, light: Light) -> tuple[str, ...]:
        """Return why a mission is not flown: its task, target or type forbids it, or what bars the group; empty if it
        is. (A mission that the rules forbid can only be of a scenario that an earlier version took.)
        """
        task = AirTask(mission.task)
        targets = {"place": mission.place_id, "battalion": mission.battalion_id, "formation": mission.formation_id}
        aim = wrong_aim(task, [target for target, ident in targets.items() if ident is not None])
        why = aim or cannot(group.kind, task, has_fac=group.has_fac)
        return (*([why] if why else ()), *self.bars(group, light))

    def bars(self, group: AirGroup, light: Light) -> tuple[str, ...]:
        """Return why a group stays on the ground; empty if it may fly (OB-WX-02, -03, -07, OB-AIR-10, umpire 1.10).
        Transports fly by night too.
        """
        base = self.bases[group.basing_area_id]
        seen = Light.DAY if group.kind is AirType.TRANSPORT else light
        reasons = grounded(group.kind, field=self.skies.get("", Sky.CLEAR), base=self.sky_of(group), light=seen)
        owner = self.owners.get(base.place_id) if base.place_id is not None else None
        if owner is not None and owner != group.side_id:
            reasons = (*reasons, f"{base.name} is in enemy hands (umpire 1.10)")
        return reasons


def owners_of_sites(board: Board, bases: Iterable[BasingArea]) -> dict[int, int | None]:
    """Return the sides that own the places of airfields, by place."""
    sites = {base.place_id for base in bases if base.place_id is not None}
    if not sites:
        return {}
    return {place: owner for place, owner in board.read_through(Place, "id", "owner_id") if place in sites}


def rest_until(group: AirGroup) -> Moment | None:
    """Return the first turn in which a group may attack again; None if it has not flown yet (OB-AIR-09)."""
    if group.last_day is None or group.last_turn is None:
        return None
    return next_attack(group.kind, Moment(group.last_day, group.last_turn))
