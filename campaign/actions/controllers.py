"""Aircraft with a forward air controller in a battle that the program resolves (OB-AIR-05, umpire 1.19)."""

from __future__ import annotations

from collections import defaultdict

from campaign.actions.diary import note
from campaign.actions.raising import Staff
from campaign.model import AirGroup, AirMission
from campaign.rules.common.force import Force
from campaign.rules.common.scene import AirSupport, Resolution
from campaign.rules.day.strike import WEAPON_OF
from campaign.situation.conditions import conditions_at
from campaign.situation.flying import Airfields
from campaign.terms.air import AirTask, MissionState
from campaign.values import dataclass


@dataclass(frozen=True, slots=True)
class Controllers:
    """The sorties that fly with a command in a battle, by group and turn of the battle."""

    staff: Staff
    sorties: dict[tuple[int, int], AirMission]
    groups: dict[int, AirGroup]

    @classmethod
    def of(cls, staff: Staff, forces: tuple[Force, Force], turns: int) -> Controllers:
        """Return the sorties that weather and base allow in each of the next ``turns`` turns; none if a house rule
        excludes aircraft.
        """
        air_missions: dict[tuple[int, int], AirMission] = {}
        board, commands = staff.board, {command.id for force in forces for command in force.commands}
        groups = board.by_id(AirGroup) if staff.book.switch("use.air") else {}
        for n in range(turns if groups else 0):
            moment = board.moment.plus(n)
            fields, light = Airfields(board, moment), conditions_at(board, moment, staff.book).light
            missions = board.rows(
                AirMission,
                AirMission.day == moment.day,
                AirMission.turn == moment.turn,
                AirMission.task == AirTask.SUPPORT,
                AirMission.state == MissionState.TASKED,
            )
            for mission in missions:
                group = groups[mission.air_group_id]
                if mission.formation_id in commands and not fields.keeps_down(group, mission, light):
                    air_missions[mission.air_group_id, n + 1] = mission
        return cls(staff, air_missions, groups)

    def aircraft(self, forces: tuple[Force, Force]) -> tuple[AirSupport, ...]:
        """Return the sorties as the resolver takes them."""
        turns: dict[tuple[int, int], set[int]] = defaultdict(set)
        for (group, turn), mission in self.sorties.items():
            turns[group, mission.formation_id or 0].add(turn)
        sides = [force.side for force in forces]
        return tuple(
            AirSupport(
                self.groups[group].name,
                sides.index(self.groups[group].side_id),
                WEAPON_OF[self.groups[group].kind],
                command,
                turns=frozenset(those),
            )
            for (group, command), those in sorted(turns.items())
        )

    def have_flown(self, result: Resolution, where: str) -> None:
        """Mark as flown the sorties that attacked; the others were not called and stay unchanged."""
        board = self.staff.board
        for (ident, turn), mission in self.sorties.items():
            group = self.groups[ident]
            if (group.name, turn) in result.flown:
                mission.state, mission.result = MissionState.FLOWN, where
                group.last_day, group.last_turn = mission.day, mission.turn
                note(board, f"{group.name} attacks {where}.", side=group.side_id, formation=mission.formation_id)
