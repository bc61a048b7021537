"""Air groups and their sorties as one viewer may know them: a side sees its own, the umpire all."""

from __future__ import annotations

from collections.abc import Iterator

from campaign.journal.board import JournalBoard
from campaign.model import AirGroup, AirMission, WeatherReport
from campaign.queries.common.masthead import masthead
from campaign.queries.common.outlook import Outlook, look
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.day import air_tasking as rules
from campaign.rules.day.nqm_tasks import sorties
from campaign.rules.day.strike import rested
from campaign.situation.conditions import conditions_at
from campaign.situation.flying import Airfields, rest_until
from campaign.terms.air import AirTask, MissionState
from campaign.terms.forces import AirType
from campaign.terms.rule_ids import ids_in
from campaign.terms.time import TURNS_A_DAY, Moment
from campaign.terms.viewer import Viewer
from campaign.views.air.air import AirGroupLine, AirTasking, AirTurn, Flight, Sortie
from campaign.words.orders import AirRow
from campaign.words.proposal import Proposal


def air_tasking(board: JournalBoard, viewer: Viewer, day: int | None = None, side: int | None = None) -> AirTasking:
    """Return the groups and sorties of a day (today if none is named); ``side`` only that side's. Raises NotAllowed for
    the enemy's.
    """
    outlook = look(board, viewer)
    if side is not None:
        outlook.knowledge.require_side(side)
    day_shown = day or outlook.moment.day
    mine = [side] if side is not None else outlook.knowledge.sides()
    groups = [g for g in board.rows(AirGroup) if g.side_id in mine]
    groups.sort(key=lambda g: (outlook.army.sides[g.side_id].position, g.id))
    missions = [m for m in board.rows(AirMission) if m.air_group_id in {g.id for g in groups}]
    missions.sort(key=lambda m: (m.day, m.turn, m.air_group_id, m.sortie))
    turns = tuple(_turns(outlook, day_shown))
    on = outlook.calendar.date_of(day_shown)
    return AirTasking(
        masthead=masthead(
            outlook,
            "Air tasking",
            subtitle=f"day {day_shown}, {on.day} {on:%B %Y}",
            side=side,
            use="Keep this from the enemy until flown. Write a task before its turn begins; for heavy bombers, before"
            " the day begins.",
        ),
        viewer=outlook.knowledge.who,
        day=day_shown,
        date=f"{on.day} {on:%B %Y}",
        turns=turns,
        groups=tuple(_group(outlook, g, [m for m in missions if m.air_group_id == g.id], day_shown) for g in groups),
        sorties=tuple(
            _sortie(outlook, m, groups)
            for m in missions
            if m.day >= day_shown or (day is None and m.state is MissionState.TASKED)
        ),
        notes=tuple(_notes(outlook.rulebook, {g.kind for g in groups})),
    )


def air_papers(board: JournalBoard, viewer: Viewer, side: int | None = None) -> list[AirTasking]:
    """Return the air tasking orders that this viewer may have, one for each side with aircraft; for the umpire also one
    with both sides' sorties.
    """
    outlook = look(board, viewer)
    sides = [other_side for other_side in outlook.knowledge.sides() if side in (None, other_side)]
    air_taskings = [air_tasking(board, viewer, side=other_side) for other_side in sides]
    if viewer.is_umpire and side is None:
        air_taskings.append(air_tasking(board, viewer))
    return [paper for paper in air_taskings if paper.groups]


def air_rows(outlook: Outlook) -> tuple[AirRow, ...]:
    """Return the air groups of the viewer's side as rows of an order form."""
    groups = [g for g in outlook.board.rows(AirGroup) if g.side_id == outlook.viewer.side]
    tasked = outlook.board.rows(AirMission, AirMission.state == MissionState.TASKED) if groups else []
    return tuple(AirRow(group.key, group.name, _standing(outlook, group, tasked)) for group in groups)


def air_groups(board: JournalBoard, viewer: Viewer) -> tuple[AirRow, ...]:
    """Return the air groups that this viewer may task, with their keys and present sorties."""
    outlook = look(board, viewer)
    sides = outlook.knowledge.sides()
    groups = sorted(
        (g for g in board.rows(AirGroup) if g.side_id in sides), key=lambda g: (sides.index(g.side_id), g.id)
    )
    tasked = board.rows(AirMission, AirMission.state == MissionState.TASKED) if groups else []
    return tuple(AirRow(group.key, group.name, _standing(outlook, group, tasked)) for group in groups)


def _standing(outlook: Outlook, group: AirGroup, tasked: list[AirMission]) -> str:
    """Return a group's written sorties, those of the same task together: ``8.4, 11.4: supply, 101st Airborne``."""
    turns: dict[str, list[str]] = {}
    for mission in sorted((m for m in tasked if m.air_group_id == group.id), key=lambda m: (m.day, m.turn)):
        words = f"{mission.task}, {target_words(outlook, mission, group)}"
        turns.setdefault(words, []).append(f"{mission.day}.{mission.turn}")
    return "; ".join(f"{_in_turns(when)}: {words}" for words, when in turns.items()) or "no task"


def _in_turns(turns: list[str]) -> str:
    return f"turn{'s' if len(turns) > 1 else ''} {', '.join(turns)}"


def _turns(outlook: Outlook, day: int) -> Iterator[AirTurn]:
    reports = outlook.board.rows(WeatherReport, WeatherReport.day == day, WeatherReport.area == "")
    settled = {report.turn: report.sky for report in reports}
    for turn in range(1, TURNS_A_DAY + 1):
        moment = Moment(day, turn)
        light = conditions_at(outlook.board, moment, outlook.rulebook).light
        yield AirTurn(turn, outlook.calendar.clock(moment), light, settled.get(turn))


def _group(outlook: Outlook, group: AirGroup, missions: list[AirMission], day: int) -> AirGroupLine:
    fields = Airfields(
        outlook.board, Moment(day, TURNS_A_DAY) if day < outlook.moment.day else max(outlook.moment, Moment(day))
    )
    counted = [m for m in missions if m.day == day and m.state in (MissionState.FLOWN, MissionState.TASKED)]
    until = rest_until(group)
    base = fields.bases[group.basing_area_id]
    with_whom = outlook.army.formations[group.fac_with_id].name if group.fac_with_id is not None else "no command yet"
    return AirGroupLine(
        name=group.name,
        side=outlook.army.sides[group.side_id].name,
        kind=group.kind,
        aircraft=group.aircraft,
        base=base.name,
        base_sky=fields.skies.get(base.key),
        sorties=len(counted),
        sorties_a_day=sorties(
            rules.sorties_a_day(group.kind, group.missions_a_day, outlook.rulebook), outlook.rulebook
        ),
        last="" if group.last_day is None else f"{group.last_day}.{group.last_turn}",
        rest_until=str(until) if until is not None and until > outlook.moment else "",
        controller=with_whom if group.has_fac else "none",
        flights=tuple(_flights(outlook, group, missions, day)),
        named_by=_named_by(group),
    )


def _named_by(group: AirGroup) -> str:
    return "before the day" if rules.naming(group.kind, AirTask.STRIKE) is rules.Naming.DAY else "before the turn"


def _flights(outlook: Outlook, group: AirGroup, missions: list[AirMission], day: int) -> Iterator[Flight]:
    """Yield a group's flights turn by turn, with what keeps it on the ground as far as is known."""
    task = AirTask.SUPPLY if group.kind is AirType.TRANSPORT else AirTask.STRIKE
    flown = [Moment(m.day, m.turn) for m in missions if m.state == MissionState.FLOWN]
    a_day = sorties(rules.sorties_a_day(group.kind, group.missions_a_day, outlook.rulebook), outlook.rulebook)
    for turn in range(1, TURNS_A_DAY + 1):
        at = Moment(day, turn)
        over = bool(
            rules.closed(rules.Naming.TURN, task, at, outlook.moment, outlook.board.clock.phase, outlook.rulebook)
        )
        fields = Airfields(outlook.board, at)
        reasons = list(fields.bars(group, conditions_at(outlook.board, at, outlook.rulebook).light))
        if len([moment for moment in flown if moment.day == day]) >= a_day:
            reasons.append(f"it has flown {a_day} of {a_day} today ({rules.rule_a_day(group.kind)})")
        elif (
            group.last_day is not None
            and (why := rested(group.kind, Moment(group.last_day, group.last_turn or 1), at))
            and not over
        ):
            reasons.append(why)
        yield Flight(turn, why := "; ".join(reasons), over, ids_in(why))


def _sortie(outlook: Outlook, mission: AirMission, groups: list[AirGroup]) -> Sortie:
    group = next(g for g in groups if g.id == mission.air_group_id)
    moment = Moment(mission.day, mission.turn)
    return Sortie(
        group=group.name,
        side=outlook.army.sides[group.side_id].name,
        moment=str(moment),
        clock=outlook.calendar.clock(moment),
        task=AirTask(mission.task),
        target=target_words(outlook, mission, group),
        state=MissionState(mission.state),
        result=mission.result,
    )


def target_words(outlook: Outlook, mission: AirMission, group: AirGroup) -> str:
    """Return a mission's target in words: ``Fort Capuzzo``, ``armour, battalion``, ``with 22nd Guards Brigade``; an
    enemy only as the side has seen it.
    """
    place = outlook.places[mission.place_id].name if mission.place_id is not None else ""
    if mission.battalion_id is not None:
        battalion = outlook.army.battalions[mission.battalion_id]
        is_own = battalion.side_id == group.side_id
        name = battalion.name if is_own else outlook.knowledge.enemy_words(battalion) or "an enemy seen earlier"
        return f"{name} to {place}" if place else name
    if mission.formation_id is not None:
        name = outlook.army.formations[mission.formation_id].name
        return f"with {name}" if mission.task == AirTask.SUPPORT else name
    return place or "named when the turn begins"


def _notes(book: Rulebook, kinds: set[AirType]) -> Iterator[str]:
    yield (
        "A strike attacks every battalion within half a kilometre (4 inches) of its target, friend or"
        " foe. On a roll of 1 the enemy picks the target."
    )
    if AirType.HEAVY_BOMBER in kinds:
        craters = Proposal(
            "heavy bombers leave craters for a kilometre around",
            "their sortie does not say otherwise",
            "write that they fly as medium bombers.",
        )
        yield craters.by_default
    if AirType.GROUND_ATTACK in kinds:
        yield (
            "Ground-attack aircraft attack once a turn, by day only. With a controller they attack in the"
            " battle of the controller's command."
        )
    others = "Other aircraft" if AirType.GROUND_ATTACK in kinds else "Aircraft"
    yield (
        f"{others} fly at most once a day, never in successive turns. Cloud grounds bombers and"
        " transports. Bad weather grounds all aircraft."
    )
    if book.switch("air.reconnaissance"):
        yield "Aircraft may fly reconnaissance: they report the units near the place."
    if book.switch("air.target_follows"):
        yield "Aircraft follow a unit named as their target (house rule)."
