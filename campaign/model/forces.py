"""The order of battle: formations from army group to command, and their battalions."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Text

from campaign.rows.column import Column
from campaign.rows.table import (
    Journalled,
    Json,
    Line,
    Word,
    can_be_of_one_side,
    check,
    in_time,
    named,
    natural_key,
    of_one_side,
    within,
    word,
)
from campaign.terms.forces import (
    AntiTank,
    Arm,
    Armour,
    CasualtyColumn,
    CombatClass,
    Engineers,
    Experience,
    HitRow,
    Level,
    MarchClass,
    Piece,
    Size,
    SizeMark,
    Weapon,
)
from campaign.terms.state import Posture, State, SupplyGrade, Support


class Formation(Journalled):
    """A formation, from army group to command, in an order of battle of any depth (OB-ORG-04..10). A command may stand
    directly under a corps.
    """

    __tablename__ = "formation"
    key: Column[str] = Column(Word)
    name: Column[str] = Column(Line)
    short: Column[str] = Column(Word)
    number: Column[str] = Column(Word, default="")
    side_id: Column[int]
    superior_id: Column[int | None]
    nation_id: Column[int]
    level: Column[Level] = Column(word(Level, "level"))
    mark: Column[SizeMark] = Column(word(SizeMark, "mark"))
    arm: Column[Arm] = Column(word(Arm, "arm"))
    led_by: Column[str] = Column(Line, default="")
    experience: Column[Experience] = Column(word(Experience, "experience"), default=Experience.REGULAR)
    posture: Column[Posture] = Column(word(Posture, "posture"), default=Posture.LINE)
    supply_grade: Column[SupplyGrade] = Column(word(SupplyGrade, "supply_grade"), default=SupplyGrade.WELL)
    ad_hoc: Column[bool] = Column(default=False)
    position: Column[int] = Column(default=0)
    """Position among the formations of the same superior, as in the file."""
    notes: Column[str] = Column(Text, default="")
    source: Column[str] = Column(Line, default="")
    unconfirmed: Column[bool] = Column(default=False)

    __table_args__ = (
        natural_key("key"),
        can_be_of_one_side(),
        named(),
        within("side_id", "side"),
        of_one_side("superior_id", "formation"),
        within("nation_id", "nation"),
        check("superior_id is null or superior_id <> id", name="superior", says="would be its own superior"),
    )


class Battalion(Journalled):
    """A battalion, the campaign's smallest unit (OB-ORG-01), a headquarters included. Fixed data first, then what
    changes.

    Lengths are whole metres on the map and whole inches on the table. ``range_in`` is the artillery range. Off the map
    (not yet arrived, destroyed, captured, disbanded) it has neither place nor road.
    """

    __tablename__ = "battalion"
    key: Column[str] = Column(Word)
    name: Column[str] = Column(Line)
    short: Column[str] = Column(Word)
    number: Column[str] = Column(Word, default="")
    side_id: Column[int]
    organic_id: Column[int]
    nation_id: Column[int]
    position: Column[int] = Column(default=0)
    led_by: Column[str] = Column(Line, default="")
    arm: Column[Arm] = Column(word(Arm, "arm"))
    mark: Column[SizeMark] = Column(word(SizeMark, "mark"), default=SizeMark.BATTALION)
    size: Column[Size] = Column(word(Size, "size"), default=Size.NORMAL)
    experience: Column[Experience] = Column(word(Experience, "experience"), default=Experience.REGULAR)
    march_class: Column[MarchClass] = Column(word(MarchClass, "march_class"))
    combat_class: Column[CombatClass] = Column(word(CombatClass, "combat_class"))
    hit_row: Column[HitRow] = Column(word(HitRow, "hit_row"))
    casualty_column: Column[CasualtyColumn] = Column(word(CasualtyColumn, "casualty_column"))
    armour: Column[Armour] = Column(word(Armour, "armour"), default=Armour.NONE)
    anti_tank_best: Column[AntiTank | None] = Column(word(AntiTank, "anti_tank_best"))
    anti_tank_all: Column[AntiTank | None] = Column(word(AntiTank, "anti_tank_all"))
    weapon: Column[Weapon] = Column(word(Weapon, "weapon"))
    direct_in: Column[int]
    flame_throwers: Column[bool] = Column(default=False)
    piece: Column[Piece | None] = Column(word(Piece, "piece"))
    piece_name: Column[str] = Column(Word, default="")
    calibre_mm: Column[int | None]
    pre_1914: Column[bool] = Column(default=False)
    range_in: Column[int | None]
    engineers: Column[Engineers] = Column(word(Engineers, "engineers"), default=Engineers.NONE)
    recce_companies: Column[int] = Column(default=0)
    carried_by: Column[str] = Column(Word, default="")
    """Means of transport for landings: parachute, glider, amphibious transport, DD (OB-LAND, OB-AMPH); empty without
    one."""
    headquarters_of_id: Column[int | None]
    equipment: Column[str] = Column(Line, default="")
    """Equipment as people write it: ``29 cruisers, A9 A10 A13``."""
    equipment_list: Column[Any] = Column(Json, default=list)
    """Equipment item by item, for the musters of other systems: ``[{"item": "Matilda II", "kind": "tank", "count": 24},
    ...]``."""
    establishment: Column[str] = Column(Word, default="")
    men_establishment: Column[int] = Column(default=0)
    vehicles_establishment: Column[int] = Column(default=0)
    guns_establishment: Column[int] = Column(default=0)
    notes: Column[str] = Column(Text, default="")
    source: Column[str] = Column(Line, default="")
    unconfirmed: Column[bool] = Column(default=False)
    arrives_day: Column[int | None]
    arrives_turn: Column[int | None]
    arrives_at_id: Column[int | None]

    men: Column[int] = Column(default=0)
    vehicles: Column[int] = Column(default=0)
    guns: Column[int] = Column(default=0)
    present_id: Column[int]
    supports_id: Column[int | None]
    support: Column[Support] = Column(word(Support, "support"), default=Support.UNDER_COMMAND)
    state: Column[State] = Column(word(State, "state"), default=State.FRESH)
    surrounded: Column[bool] = Column(default=False)
    destroyed_day: Column[int | None]
    destroyed_turn: Column[int | None]
    posture: Column[Posture] = Column(word(Posture, "posture"), default=Posture.LINE)
    deployed: Column[Posture | None] = Column(word(Posture, "deployed"))
    """Posture to which it returns after a march."""
    resting: Column[bool] = Column(default=False)
    """True while it is declared resting in reserve (OB-REG-04); a move or a battle ends the rest."""
    moved: Column[bool] = Column(default=False)
    """True if it moved or fought in the present turn; reset in the next turn, after the test for resting units."""
    dug_in_turns: Column[int] = Column(default=0)
    """Turns of work on prepared positions at its present place (OB-PREP); back to 0 after a move."""
    hidden: Column[bool] = Column(default=False)
    counter_battery: Column[bool] = Column(default=False)
    on_map: Column[bool] = Column(default=True)
    place_id: Column[int | None]
    road_id: Column[int | None]
    road_m: Column[int | None]
    marching_order: Column[int | None]
    """Id of the order of its last march; ``via_passed`` counts the places of that order already passed."""
    via_passed: Column[int] = Column(default=0)
    parent_id: Column[int | None]
    """Id of the battalion from which it was split off (umpire 1.3)."""

    __table_args__ = (
        natural_key("key"),
        natural_key("headquarters_of_id"),
        can_be_of_one_side(),
        named(),
        within("side_id", "side"),
        of_one_side("organic_id", "formation"),
        of_one_side("present_id", "formation"),
        of_one_side("supports_id", "formation"),
        within("nation_id", "nation"),
        of_one_side("headquarters_of_id", "formation"),
        within("place_id", "place"),
        within("arrives_at_id", "place"),
        within("road_id", "road"),
        of_one_side("parent_id", "battalion"),
        check(
            "place_id is null or road_id is null", name="one_position", says="would be at a place and on a road at once"
        ),
        check(
            "(road_id is null) = (road_m is null)",
            name="road_m",
            says="would be on a road without a distance along it, or have such a distance without a road",
        ),
        check(
            "on_map = (place_id is not null or road_id is not null)",
            name="on_map",
            says="would be on the map without a position, or off the map with one",
        ),
        check("not on_map or state in ('fresh', 'spent')", name="gone", says="would be on the map, but is out of play"),
        check(
            "(arrives_day is null) = (arrives_at_id is null) and (arrives_day is null) = (arrives_turn is null)",
            name="arrival",
            says="would have only a part of an arrival: it needs day, turn and place",
        ),
        check(
            "men between 0 and 100000 and vehicles between 0 and 10000 and guns between 0 and 10000",
            name="strength",
            says="would have fewer than 0 men, vehicles or guns, or more than a battalion can have",
        ),
        check(
            "men_establishment >= 0 and vehicles_establishment >= 0 and guns_establishment >= 0",
            name="establishment",
            says="would have an establishment of fewer than 0 men, vehicles or guns",
        ),
        check(
            "direct_in >= 0 and range_in >= 0 and calibre_mm >= 0",
            name="ranges",
            says="would have a range or a calibre below 0",
        ),
        check(
            "road_m >= 0 and via_passed >= 0 and recce_companies >= 0",
            name="counts",
            says="would have a distance, a count of places passed or of companies below 0",
        ),
        in_time("arrives_day", "arrives_turn"),
        in_time("destroyed_day", "destroyed_turn"),
        check(
            "(destroyed_day is null) = (destroyed_turn is null)",
            name="destroyed",
            says="would be lost on a day without a turn, or in a turn without a day",
        ),
        check(
            "not surrounded or state in ('destroyed', 'captured')",
            name="surrounded",
            says="would be surrounded, but is neither destroyed nor captured",
        ),
        check(
            "on_map or (not resting and dug_in_turns = 0)",
            name="at_work",
            says="would rest or be dug in, but is off the map",
        ),
        check(
            "dug_in_turns between 0 and 4",
            name="dug_in_turns",
            says="would be dug in for less than 0 or more than 4 turns",
        ),
        check(
            "(piece is null) = (calibre_mm is null)",
            name="calibre",
            says="would have a piece without a calibre, or a calibre without a piece",
        ),
        check("parent_id is null or parent_id <> id", name="parent", says="would be a part of itself"),
    )
