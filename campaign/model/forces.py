"""The order of battle: formations from army group to command, and the battalions that fight."""

from __future__ import annotations

from typing import Any

from sqlalchemy import CheckConstraint, Text
from sqlalchemy.orm import Mapped, mapped_column

from campaign.model.base import (
    Base,
    Journalled,
    Json,
    Line,
    Word,
    can_be_of_one_side,
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


class Formation(Journalled, Base):
    """Army group to command: a tree of any depth (OB-ORG-04..10). A command may hang directly under a corps."""

    __tablename__ = "formation"
    key: Mapped[str] = mapped_column(Word)
    name: Mapped[str] = mapped_column(Line)
    short: Mapped[str] = mapped_column(Word)
    number: Mapped[str] = mapped_column(Word, default="")
    side_id: Mapped[int]
    superior_id: Mapped[int | None]
    nation_id: Mapped[int]
    level: Mapped[Level] = mapped_column(word(Level, "level"))
    mark: Mapped[SizeMark] = mapped_column(word(SizeMark, "mark"))
    arm: Mapped[Arm] = mapped_column(word(Arm, "arm"))
    led_by: Mapped[str] = mapped_column(Line, default="")
    experience: Mapped[Experience] = mapped_column(word(Experience, "experience"), default=Experience.REGULAR)
    posture: Mapped[Posture] = mapped_column(word(Posture, "posture"), default=Posture.LINE)
    supply_grade: Mapped[SupplyGrade] = mapped_column(word(SupplyGrade, "supply_grade"), default=SupplyGrade.WELL)
    ad_hoc: Mapped[bool] = mapped_column(default=False)
    position: Mapped[int] = mapped_column(default=0)
    """Order among its neighbours, as in the file."""
    notes: Mapped[str] = mapped_column(Text, default="")
    source: Mapped[str] = mapped_column(Line, default="")
    unconfirmed: Mapped[bool] = mapped_column(default=False)

    __table_args__ = (
        natural_key("key"),
        can_be_of_one_side(),
        named(),
        within("side_id", "side"),
        of_one_side("superior_id", "formation"),
        within("nation_id", "nation"),
        CheckConstraint("superior_id is null or superior_id <> id", name="superior"),
    )


class Battalion(Journalled, Base):
    """The unit that fights (OB-ORG-01), a headquarters included. Fixed data first, then what changes.

    Lengths are whole metres on the map and whole inches on the table. ``range_in`` is the artillery range.
    Off the map (not yet arrived, destroyed, captured, disbanded) it has neither place nor road.
    """

    __tablename__ = "battalion"
    key: Mapped[str] = mapped_column(Word)
    name: Mapped[str] = mapped_column(Line)
    short: Mapped[str] = mapped_column(Word)
    number: Mapped[str] = mapped_column(Word, default="")
    side_id: Mapped[int]
    organic_id: Mapped[int]
    nation_id: Mapped[int]
    position: Mapped[int] = mapped_column(default=0)
    led_by: Mapped[str] = mapped_column(Line, default="")
    arm: Mapped[Arm] = mapped_column(word(Arm, "arm"))
    mark: Mapped[SizeMark] = mapped_column(word(SizeMark, "mark"), default=SizeMark.BATTALION)
    size: Mapped[Size] = mapped_column(word(Size, "size"), default=Size.NORMAL)
    experience: Mapped[Experience] = mapped_column(word(Experience, "experience"), default=Experience.REGULAR)
    march_class: Mapped[MarchClass] = mapped_column(word(MarchClass, "march_class"))
    combat_class: Mapped[CombatClass] = mapped_column(word(CombatClass, "combat_class"))
    hit_row: Mapped[HitRow] = mapped_column(word(HitRow, "hit_row"))
    casualty_column: Mapped[CasualtyColumn] = mapped_column(word(CasualtyColumn, "casualty_column"))
    armour: Mapped[Armour] = mapped_column(word(Armour, "armour"), default=Armour.NONE)
    anti_tank_best: Mapped[AntiTank | None] = mapped_column(word(AntiTank, "anti_tank_best"))
    anti_tank_all: Mapped[AntiTank | None] = mapped_column(word(AntiTank, "anti_tank_all"))
    weapon: Mapped[Weapon] = mapped_column(word(Weapon, "weapon"))
    direct_in: Mapped[int]
    flame_throwers: Mapped[bool] = mapped_column(default=False)
    piece: Mapped[Piece | None] = mapped_column(word(Piece, "piece"))
    piece_name: Mapped[str] = mapped_column(Word, default="")
    calibre_mm: Mapped[int | None]
    pre_1914: Mapped[bool] = mapped_column(default=False)
    range_in: Mapped[int | None]
    engineers: Mapped[Engineers] = mapped_column(word(Engineers, "engineers"), default=Engineers.NONE)
    recce_companies: Mapped[int] = mapped_column(default=0)
    carried_by: Mapped[str] = mapped_column(Word, default="")
    """Parachute, glider, amphibious transport, DD: how it can land (OB-LAND, OB-AMPH); empty for none."""
    headquarters_of_id: Mapped[int | None]
    equipment: Mapped[str] = mapped_column(Line, default="")
    """What it has, as people write it: ``29 cruisers, A9 A10 A13``."""
    equipment_list: Mapped[Any] = mapped_column(Json, default=list)
    """``[{"item": "Matilda II", "kind": "tank", "count": 24}, ...]`` for other systems' musters."""
    establishment: Mapped[str] = mapped_column(Word, default="")
    men_establishment: Mapped[int] = mapped_column(default=0)
    vehicles_establishment: Mapped[int] = mapped_column(default=0)
    guns_establishment: Mapped[int] = mapped_column(default=0)
    notes: Mapped[str] = mapped_column(Text, default="")
    source: Mapped[str] = mapped_column(Line, default="")
    unconfirmed: Mapped[bool] = mapped_column(default=False)
    arrives_day: Mapped[int | None]
    arrives_turn: Mapped[int | None]
    arrives_at_id: Mapped[int | None]

    men: Mapped[int] = mapped_column(default=0)
    vehicles: Mapped[int] = mapped_column(default=0)
    guns: Mapped[int] = mapped_column(default=0)
    present_id: Mapped[int]
    supports_id: Mapped[int | None]
    support: Mapped[Support] = mapped_column(word(Support, "support"), default=Support.UNDER_COMMAND)
    state: Mapped[State] = mapped_column(word(State, "state"), default=State.FRESH)
    surrounded: Mapped[bool] = mapped_column(default=False)
    destroyed_day: Mapped[int | None]
    destroyed_turn: Mapped[int | None]
    posture: Mapped[Posture] = mapped_column(word(Posture, "posture"), default=Posture.LINE)
    deployed: Mapped[Posture | None] = mapped_column(word(Posture, "deployed"))
    """The posture that it takes again after a march."""
    resting: Mapped[bool] = mapped_column(default=False)
    """Declared resting in reserve (OB-REG-04); what moves or fights is no longer resting."""
    moved: Mapped[bool] = mapped_column(default=False)
    """Moved or fought in the turn that is running; cleared in the next one, after the resting have been asked."""
    dug_in_turns: Mapped[int] = mapped_column(default=0)
    """Turns of work on prepared positions where it stands (OB-PREP); 0 again when it moves."""
    hidden: Mapped[bool] = mapped_column(default=False)
    counter_battery: Mapped[bool] = mapped_column(default=False)
    on_map: Mapped[bool] = mapped_column(default=True)
    place_id: Mapped[int | None]
    road_id: Mapped[int | None]
    road_m: Mapped[int | None]
    marching_order: Mapped[int | None]
    """Id of the order it marched by last, and how many of that order's places on the way lie behind it."""
    via_passed: Mapped[int] = mapped_column(default=0)
    parent_id: Mapped[int | None]
    """The battalion it was split from (umpire 1.3)."""

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
        CheckConstraint("place_id is null or road_id is null", name="one_position"),
        CheckConstraint("(road_id is null) = (road_m is null)", name="road_m"),
        CheckConstraint("on_map = (place_id is not null or road_id is not null)", name="on_map"),
        CheckConstraint("not on_map or state in ('fresh', 'spent')", name="gone"),
        CheckConstraint(
            "(arrives_day is null) = (arrives_at_id is null) and (arrives_day is null) = (arrives_turn is null)",
            name="arrival",
        ),
        CheckConstraint(
            "men between 0 and 100000 and vehicles between 0 and 10000 and guns between 0 and 10000", name="strength"
        ),
        CheckConstraint(
            "men_establishment >= 0 and vehicles_establishment >= 0 and guns_establishment >= 0", name="establishment"
        ),
        CheckConstraint("direct_in >= 0 and range_in >= 0 and calibre_mm >= 0", name="ranges"),
        CheckConstraint("road_m >= 0 and via_passed >= 0 and recce_companies >= 0", name="counts"),
        in_time("arrives_day", "arrives_turn"),
        in_time("destroyed_day", "destroyed_turn"),
        CheckConstraint("(destroyed_day is null) = (destroyed_turn is null)", name="destroyed"),
        CheckConstraint("not surrounded or state in ('destroyed', 'captured')", name="surrounded"),
        CheckConstraint("on_map or (not resting and dug_in_turns = 0)", name="at_work"),
        CheckConstraint("dug_in_turns between 0 and 4", name="dug_in_turns"),
        CheckConstraint("(piece is null) = (calibre_mm is null)", name="calibre"),
        CheckConstraint("parent_id is null or parent_id <> id", name="parent"),
    )
