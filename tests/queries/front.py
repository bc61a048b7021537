"""The tiny campaign grown to a front: everything that a viewer of one side must not learn of the other is on it.

    Alba    I Corps (General Alba) > 1st Division > HQ 1st Division, 1st Brigade (Brigadier Ash), 2nd Brigade (Brigadier
            Elm)
    Brenn   X Corps (General Brenn) > 4th Division > 9th Regiment with I/9, II/9, Wachtmann Company; HQ 9th Regiment

II/9 stands at Birch Cross, on Alba's road to the front; a contact, a battle, a decision and a supply report mention it.
"""

from __future__ import annotations

from typing import Any

from campaign.journal import JournalBoard
from campaign.journal.old_words import OldCampaign
from campaign.model import (
    AirGroup,
    BasingArea,
    Battalion,
    Battle,
    BattleUnit,
    Commander,
    Contact,
    Decision,
    DiaryLine,
    Formation,
    Objective,
    Order,
    Place,
    Road,
    Sighting,
    StrengthReturn,
    SupplyReport,
    WeatherReport,
)
from campaign.store import Store
from campaign.terms.forces import AirType, Arm, Level, SizeMark
from campaign.terms.state import BattleState, ContactState, DecisionKind, OrderKind, Role, Sky, State
from campaign.terms.viewer import UMPIRE, Viewer
from tests.tiny import battalion, by_hand, named

ENEMY_OF_ALBA = (
    "I/9",
    "II/9",
    "Wachtmann",
    "9th Regiment",
    "4th Division",
    "X Corps",
    "General Brenn",
    "Oberst Tal",
    "Stuka field",
    "i_9",
    "ii_9",
)
"""What no paper of Alba may say, unless a battle gave the name away."""
ENEMY_OF_BRENN = (
    "Rifles",
    "Hussars",
    "1st Brigade",
    "2nd Brigade",
    "1st Division",
    "I Corps",
    "General Alba",
    "Brigadier",
    "Ash field",
    "1st_rifles",
)


def grow(store: Store) -> None:
    """Lay the front out on a tiny campaign."""
    with by_hand(store) as board:
        blue, red = named(board, Formation, "1st Brigade"), named(board, Formation, "9th Regiment")
        division = named(board, Formation, "1st Division")
        second = board.make(
            Formation,
            key="alba_2nd_brigade",
            name="2nd Brigade",
            short="2 Bde",
            side_id=blue.side_id,
            nation_id=blue.nation_id,
            superior_id=division.id,
            level=Level.COMMAND,
            mark=SizeMark.BRIGADE,
            arm=Arm.INFANTRY,
            position=1,
        )
        board.make(Commander, key="ash", name="Brigadier Ash", player="Ann", side_id=blue.side_id, formation_id=blue.id)
        board.make(
            Commander, key="elm", name="Brigadier Elm", player="Bob", side_id=blue.side_id, formation_id=second.id
        )
        ashford, birch, coldbrook = (named(board, Place, name) for name in ("Ashford", "Birch Cross", "Coldbrook"))
        battalion(board, "5th Fusiliers", second, place_id=ashford.id)
        for formation, at in ((division, ashford), (blue, ashford), (red, coldbrook)):
            battalion(
                board,
                f"HQ {formation.name}",
                formation,
                place_id=at.id,
                arm=Arm.HEADQUARTERS,
                headquarters_of_id=formation.id,
                led_by="",
            )
        battalion(board, "Wachtmann Company", red, place_id=coldbrook.id, mark=SizeMark.COMPANY, led_by="Oberst Tal")
        second_of_9 = named(board, Battalion, "II/9")
        second_of_9.place_id = birch.id
        named(board, Battalion, "1st Rifles").state = State.SPENT
        named(board, Battalion, "1st Rifles").men = 560
        _records(board, birch)


def _records(board: JournalBoard, birch: Place) -> None:
    rifles, second_of_9, first_of_9 = (named(board, Battalion, name) for name in ("1st Rifles", "II/9", "I/9"))
    blue, red = rifles.side_id, second_of_9.side_id
    brigade, regiment = named(board, Formation, "1st Brigade"), named(board, Formation, "9th Regiment")
    keys = [b.key for b in board.rows(Battalion)]
    board.make(StrengthReturn, day=0, content={key: ["fresh", 600, 0, 0] for key in keys})
    for side, text in (
        (blue, "1st Rifles meet an enemy at Birch Cross."),
        (red, "II/9 meets an enemy at Birch Cross."),
        (None, "II/9 met 1st Rifles."),
    ):
        board.make(
            DiaryLine,
            day=1,
            turn=1,
            place_in_turn=len(text),
            seconds=3600,
            side_id=side,
            bold=True,
            text=text,
            battalion_id={blue: rifles.id, red: second_of_9.id}.get(side),
        )
    battle = board.make(
        Battle,
        number=1,
        name="Birch Cross",
        code="TINY-1",
        tabletop="brevity",
        place_id=birch.id,
        day=1,
        turn=1,
        attacker_id=blue,
        state=BattleState.PROPOSED,
    )
    for line, (unit, command) in enumerate(((rifles, brigade), (second_of_9, regiment)), 1):
        board.make(
            BattleUnit,
            battle_id=battle.id,
            battalion_id=unit.id,
            side_id=unit.side_id,
            line=line,
            command_id=command.id,
            role=Role.ENGAGED,
            start_state=unit.state,
        )
    first, second = sorted((rifles, second_of_9), key=lambda b: b.id)
    board.make(
        Contact,
        day=1,
        turn=1,
        seconds=3600,
        first_id=first.id,
        second_id=second.id,
        first_locates=True,
        second_locates=True,
        x_m=0,
        y_m=0,
        place_id=birch.id,
        battle_id=battle.id,
        state=ContactState.BATTLE,
    )
    for side, formation in ((blue, brigade), (red, regiment)):
        board.make(
            Order,
            key=f"formation:{formation.key}",
            formation_id=formation.id,
            day=1,
            turn=1,
            kind=OrderKind.ATTACK,
            to_id=birch.id,
            aim=f"{formation.name} is to take the crossroads",
            given_by=f"staff of {formation.name}",
        )
        board.make(BasingArea, key=f"base_{side}", name="Ash field" if side == blue else "Stuka field", side_id=side)
    for area in board.rows(BasingArea):
        board.make(
            AirGroup,
            key=f"air_{area.key}",
            name=f"group of {area.name}",
            side_id=area.side_id,
            kind=AirType.GROUND_ATTACK,
            basing_area_id=area.id,
        )
        board.make(
            WeatherReport, day=1, turn=1, area=area.key, basing_area_id=area.id, roll=4, sky=Sky.CLEAR, basis="rolled 4"
        )
    board.make(WeatherReport, day=1, turn=1, area="", basing_area_id=None, roll=2, sky=Sky.CLOUD, basis="rolled 2")
    board.make(
        Objective,
        key="coldbrook",
        name="The depot of X Corps",
        place_id=named(board, Place, "Coldbrook").id,
        side_id=red,
        points=1,
    )
    board.make(
        Decision,
        number=1,
        kind=DecisionKind.RECOVERY,
        day=1,
        turn=1,
        side_id=red,
        subject="HQ 9th Regiment",
        question="HQ 9th Regiment can bring back one battalion. Which?",
        options=[{"key": "i_9", "text": "I/9"}],
        facts={"headquarters": "hq_9th_regiment"},
    )
    board.make(
        Decision,
        number=2,
        kind=DecisionKind.AMALGAMATION_CHOICE,
        day=1,
        turn=1,
        side_id=blue,
        subject="battalions of Brenn",
        question="Your enemy amalgamates two battalions. Which returns?",
        options=[{"key": "i_9", "text": "I/9"}, {"key": "ii_9", "text": "II/9"}],
        facts={"headquarters": "hq_9th_regiment"},
    )
    board.make(
        SupplyReport, day=1, turn=1, moment="turn", content={**_cut(brigade, second_of_9), **_cut(regiment, rifles)}
    )
    _ = first_of_9


def _cut(formation: Formation, by: Battalion) -> dict[str, dict[str, Any]]:
    """A command whose way is cut, as a supply report writes it down."""
    why = f"{by.name} at Birch Cross stands in the way"
    return {
        formation.key: {
            "in_supply": False,
            "rule": "OB-SUP-05",
            "why": why,
            "own": False,
            "own_rule": "OB-SUP-05",
            "own_why": why,
            "by_air": False,
            "to": "its own headquarters",
            "metres": 10_000,
            "places": ["Ashford", "Birch Cross"],
            "cut_by": [by.key],
            "blocks": [],
        }
    }


BRIGADE = ("1st Rifles", "2nd Rifles", "1st Hussars", "HQ 1st Brigade")


def cut_off(board: JournalBoard) -> None:
    """1st Brigade stands 4.6 km up the road, II/9 astride it at 2.5 km."""
    road = named(board, Road, "ashford-birch_cross")
    for one in board.rows(Battalion):
        if one.name in BRIGADE or one.name == "II/9":
            one.place_id, one.road_id, one.road_m = None, road.id, 4600 if one.name in BRIGADE else 2500


def viewer_of(board: JournalBoard, word: str) -> Viewer:
    """``umpire``, a side's key, or a commander's key."""
    if word == "umpire":
        return UMPIRE
    from campaign.model import Side

    sides = {side.key: side for side in board.rows(Side)}
    if word in sides:
        return Viewer(sides[word].id)
    commander = next(c for c in board.rows(Commander) if c.key == word)
    return Viewer(commander.side_id, (commander.id,))


def _columns(board: JournalBoard, where: str) -> dict[str, int | None]:
    """Place, road and metres of a position that is told in words."""
    places, roads = board.by_id(Place), board.by_id(Road)
    old_campaign = OldCampaign(
        {place.id: {"name": place.name} for place in places.values()},
        {
            road.id: {key: getattr(road, key) for key in ("a_id", "b_id", "length_m")} | {"kind": road.kind.value}
            for road in roads.values()
        },
        {},
    )
    road, metres = old_campaign.on_road(where)
    name = where if road is None else where.split(" from ")[1].split(" on the ")[0].split(" over the ")[0]
    return {"place_id": named(board, Place, name).id, "road_id": road, "road_m": metres}


def see(
    board: JournalBoard,
    side: str,
    of: str,
    *,
    named_: bool = False,
    turn: int = 1,
    seconds: int = 0,
    where: str = "Birch Cross",
) -> Sighting:
    """Write down that a side sees a battalion: at a place, or on a road as the program tells it."""
    from campaign.model import Side

    seen = named(board, Battalion, of)
    return board.make(
        Sighting,
        day=1,
        turn=turn,
        seconds=seconds,
        side_id=named(board, Side, side).id,
        battalion_id=seen.id,
        **_columns(board, where),
        arm=seen.arm,
        mark=seen.mark,
        seen_by="the patrol",
        how="location range",
        named=named_,
    )
