"""Air strikes before movement. This version prints and records what is tasked; it does not work strikes out.

Ground-attack and bomber missions named for this turn are checked against the weather and the light. Those that fly are
listed with a plain word that the umpire fights them by the book and enters losses with ``campaign adjust``.
"""

from __future__ import annotations

from campaign.actions.diary import note
from campaign.actions.today import Today
from campaign.model import AirGroup, AirMission, Place
from campaign.situation.flying import Airfields


def strikes(today: Today) -> None:
    """Missions of this turn fly or stay on the ground (OB-WX-02, -03, -07, OB-AIR-10); their effect is the umpire's to enter."""
    missions = today.desk.rows(
        AirMission,
        AirMission.day == today.now.day,
        AirMission.turn == today.now.turn,
        AirMission.state == "tasked",
        AirMission.task != "supply",
    )
    if not missions:
        return
    fields, groups, places = Airfields(today.desk, today.now), today.desk.by_id(AirGroup), today.desk.by_id(Place)
    for mission in missions:
        group = groups[mission.air_group_id]
        reasons = fields.bars(group, today.conditions.light)
        target = _target(today, mission, places)
        if reasons:
            mission.state, mission.result = "grounded", "; ".join(reasons)
            today.say(f"{group.name} does not fly against {target}: {mission.result}")
        else:
            mission.state, mission.result = "flown", "effect entered by the umpire"
            group.last_day, group.last_turn = today.now.day, today.now.turn
            today.say(
                f"{group.name} ({group.kind}) flies against {target}: this version does not work strikes out; "
                "fight it by the book, campaign adjust enters losses"
            )
        note(today.desk, f"{group.name}: {'grounded' if reasons else 'flies'}, {target}.", side=group.side_id, seconds=0)


def _target(today: Today, mission: AirMission, places: dict[int, Place]) -> str:
    if mission.place_id is not None:
        return places[mission.place_id].name
    if mission.battalion_id is not None:
        return today.army.battalions[mission.battalion_id].name
    if mission.formation_id is not None:
        return f"in support of {today.army.formations[mission.formation_id].name}"
    return "no target named"
