"""What every key of our files means and what may stand under it, for the JSON Schema that editors read (`schema`).

A table for each kind of entry; the keys are those that its reader takes, the words those of the vocabulary.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import Any

from campaign.exchange.arms import COMBAT_WORDS, MARCH_WORDS
from campaign.exchange.battalions import CARRIED, LARGEST_CALIBRE, LONGEST_RANGE_IN, MOST
from campaign.exchange.equipment import FARTHEST_M, LARGEST_CALIBRE_MM, LONGEST_BARREL_M
from campaign.exchange.ground import BASES
from campaign.exchange.head import MOST_DAYS
from campaign.exchange.opening import MOST_LEAD, MOST_POINTS, TASKS
from campaign.exchange.organisations import MOST_TIMES
from campaign.terms.forces import (
    AirType,
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
    Nationality,
    Piece,
    Size,
    SizeMark,
    VehicleKind,
    Weapon,
)
from campaign.terms.ground import Cover, CrossingState, FeatureKind, LoadClass, ObstacleKind, RoadKind, Surface
from campaign.terms.state import OrderKind, Posture, Sky, State, SupplyGrade, Support
from campaign.terms.time import TURNS_A_DAY

Shape = dict[str, Any]

SCALAR: Shape = {"type": ["string", "number", "boolean"]}
FLAG: Shape = {"enum": ["yes", "no", "true", "false", "on", "off", True, False]}
POINT: Shape = {
    "anyOf": [
        {"type": "string", "pattern": r"^\s*[+-]?\d+(\.\d+)?\s*,\s*[+-]?\d+(\.\d+)?\s*$"},
        {"type": "array", "items": {"type": "number"}, "minItems": 2, "maxItems": 2},
    ]
}
DATE: Shape = {
    "type": "string",
    "pattern": r"^\s*(\d{4}-\d{1,2}-\d{1,2}|\d{1,2}\.? +[A-Za-z]+\.?,? +\d{4}|\d{1,2}\.\d{1,2}\.\d{4})\s*$",
}
ZONE: Shape = {"type": "string", "pattern": r"^(UTC|utc)([+-]\d{1,2}(:\d{2})?)?$"}
COLOUR: Shape = {"type": "string", "pattern": "^#[0-9a-fA-F]{6}$"}
KM: Shape = {"anyOf": [{"type": "number"}, {"type": "string", "pattern": r"^-?\d{1,9}(\.\d{1,3}0*)?$"}]}
ITEM: Shape = {"type": "string", "pattern": r"^\s*\d{1,5} +\S"}


def whole(lowest: int, highest: int) -> Shape:
    """A whole number, plain or with commas or quotation marks."""
    return {
        "anyOf": [
            {"type": "integer", "minimum": lowest, "maximum": highest},
            {"type": "string", "pattern": r"^-?(\d{1,18}|\d{1,3}(,\d{3})+)$"},
        ]
    }


def word(kind: Iterable[StrEnum | str], also: Iterable[str] = ()) -> Shape:
    """One of some words."""
    return {"enum": list(dict.fromkeys([*map(str, kind), *also]))}


def _decimal(most: float) -> Shape:
    """A number above 0, plain or between quotation marks."""
    return {
        "anyOf": [
            {"type": "number", "exclusiveMinimum": 0, "maximum": most},
            {"type": "string", "pattern": r"^\d{1,9}(\.\d{1,3}0*)?$"},
        ]
    }


def many(shape: Shape) -> Shape:
    """A list; one alone may stand without it."""
    return {"anyOf": [{"type": "array", "items": shape}, shape]}


def ref(name: str) -> Shape:
    """The shape of that kind of entry."""
    return {"$ref": f"#/definitions/{name.replace(' ', '%20')}"}


DAY, TURN = whole(1, MOST_DAYS), whole(1, TURNS_A_DAY)
Table = dict[str, tuple[str, Shape]]

HEAD: Table = {
    "title": ("The scenario's name for people. Needed.", SCALAR),
    "name": ("Its name in commands; otherwise that of the folder.", SCALAR),
    "summary": ("What it is, in one line, for the list of scenarios.", SCALAR),
    "first day": ("The first day: 15 May 1941 or 1941-05-15. Needed.", DATE),
    "days": ("How many days it lasts. Needed.", DAY),
    "day starts at": (
        "Hour at which the first turn of a day begins, on the evening before; otherwise 22 in summer, 18 in winter.",
        whole(0, 23),
    ),
    "time zone": ("Hours from Greenwich, UTC+02:00; for sunrise and moon.", ZONE),
    "centre": ("Latitude and longitude of the middle of the map; otherwise the middle of the places.", POINT),
    "coordinates": (
        "How points are given: degrees (latitude, longitude) or kilometres (east, north).",
        word(("degrees", "kilometres")),
    ),
    "notes": ("Text, of many lines if need be.", SCALAR),
    "source": ("Where it is from.", SCALAR),
}
SECTIONS: dict[str, str] = {
    "rulebook": "House rules: setting and value (campaign rules lists them).",
    "sides": "A key for each side, and under it what it is.",
    "nations": "A key for each nation that is not one of the nine of the books.",
    "places": "A key for each place of the map.",
    "roads": "Roads, tracks and stretches of open going, each between two places.",
    "features": "Lines that are no roads: coasts, rivers, escarpments, names.",
    "weapons": "A name for each gun, mortar or rocket launcher, and its figures.",
    "vehicles": "A name for each vehicle, and its figures.",
    "establishments": "A name for each, and what a battalion like it is.",
    "organisations": "A name for each, and what stands in a formation like it.",
    "order of battle": "Under the key of each side a list of its formations.",
    "commanders": "A key for each player.",
    "air bases": "A key for each basing area.",
    "air groups": "A key for each air group.",
    "air tasking": "Missions tasked before the campaign opens.",
    "weather": "The weather as it was, by day or by turn.",
    "objectives": "Ground that scores at the end of a day.",
    "victory": "What the score at the end is called.",
    "orders": "Opening orders by day and turn; each stands until another replaces it.",
}
_SOURCE: Table = {
    "source": ("Where this is from.", SCALAR),
    "unconfirmed": ("Plausible for a game, and to be checked.", FLAG),
}
SIDE: Table = {
    "name": ("For people.", SCALAR),
    "adjective": ("Heads its papers: British.", SCALAR),
    "accent": ('Colour of its papers: "#1b4f8a", in quotes.', COLOUR),
    "home edges": ("Places where a road leaves the map to its own rear: sources of supply.", many(SCALAR)),
}
NATION: Table = {
    "name": ("For people.", SCALAR),
    "counts as": ("The nation of the books that it copies (OB-AMB-020).", word(Nationality)),
}
COMMANDER: Table = {
    "name": ("Name of the officer.", SCALAR),
    "player": ("Who plays him.", SCALAR),
    "formation": ("Key of the formation whose tree is his. Needed.", SCALAR),
}
PLACE: Table = {
    "name": ("For people; otherwise made of the key.", SCALAR),
    "at": ("Two numbers, as 'coordinates' says: 31.58, 25.05. Needed.", POINT),
    "accuracy": ("Expected error in km.", KM),
    "role": ("What the place is, a line of text.", SCALAR),
    "cover": ("How a unit here is to be seen in.", word(Cover)),
    "hill": ("A unit here sees from a hill.", FLAG),
    "owner": ("Key of the side that holds it at the start.", SCALAR),
    **_SOURCE,
}
ROAD: Table = {
    "from": ("Key of the place where it begins. Needed.", SCALAR),
    "to": ("Key of the place where it ends. Needed.", SCALAR),
    "km": ("Length as the road goes; otherwise measured.", KM),
    "basis": ("Is the length given by a source, or estimated?", word(BASES)),
    "kind": ("What kind of road. Needed.", word(RoadKind)),
    "surface": ("What it is to march on; otherwise by its kind.", word(Surface)),
    "cover": ("How units on it are to be seen.", word(Cover)),
    "defile": ("Columns of opposite directions cannot pass each other.", FLAG),
    "name": ("For people.", SCALAR),
    "key": ("Needed for a second road between the same places.", SCALAR),
    "shape": ("Points between its ends, as they are drawn.", many(POINT)),
    "crossings": ("Bridges, fords, ferries.", many(ref("crossing"))),
    "obstacles": ("Mines, wire, roadblocks.", many(ref("obstacle"))),
    "notes": ("Text.", SCALAR),
    **_SOURCE,
}
CROSSING: Table = {
    "name": ("For people.", SCALAR),
    "key": ("For commands.", SCALAR),
    "at": ("km from the road's first end. Needed.", KM),
    "waterway": ("What it leads over.", SCALAR),
    "major": ("Over a large river (OB-ENG).", FLAG),
    "carries": ("The heaviest that it bears.", word(LoadClass)),
    "spans": ("How many spans it has.", whole(1, 100)),
    "state": ("As it is at the start.", word(CrossingState)),
}
OBSTACLE: Table = {
    "name": ("For people.", SCALAR),
    "key": ("For commands.", SCALAR),
    "at": ("km from the road's first end. Needed.", KM),
    "kind": ("What it is. Needed.", word(ObstacleKind)),
    "gapped": ("A way through it is open.", FLAG),
}
FEATURE: Table = {
    "kind": ("What it is. Needed.", word(FeatureKind)),
    "name": ("For people.", SCALAR),
    "key": ("For commands.", SCALAR),
    "shape": ("Its points; one for a name. Needed.", many(POINT)),
    **_SOURCE,
}
ARRIVES: Table = {
    "day": ("Day of the campaign. Needed.", DAY),
    "turn": ("Turn of that day, 1 to 4.", TURN),
    "at": ("Key of the place where it enters. Needed.", SCALAR),
}
FIGURES: Table = {
    "men": ("All ranks.", whole(0, MOST.men)),
    "vehicles": ("Tanks, armoured cars and other fighting vehicles.", whole(0, MOST.vehicles)),
    "guns": ("Guns, howitzers, mortars that fire as such.", whole(0, MOST.guns)),
}
_STAND: Table = {
    "at": ("Key of the place where it begins.", SCALAR),
    "road": ("Key of the road on which it begins, with 'km'.", SCALAR),
    "km": ("Distance from the road's first end.", KM),
    "arrives": ("Off the map until then: {day: 1, turn: 4, at: ed_duda}.", ref("arrives")),
    "embarked": ("At an airfield off the map until aircraft land it.", FLAG),
}
FORMATION: Table = {
    **{
        level.value: (
            f"Name of the {level.value}. One level a formation; a level may be left out, never turned round.",
            SCALAR,
        )
        for level in Level
    },
    "like": ("An organisation: of these files, or shipped. What is written beside it goes before.", SCALAR),
    "key": ("Its key; otherwise made of the name.", SCALAR),
    "short": ("For narrow columns.", SCALAR),
    "number": ("The number left of the symbol.", SCALAR),
    "mark": ("Size mark of the symbol.", word(SizeMark)),
    "arm": ("Branch in the symbol; otherwise that of more than half of its battalions.", word(Arm)),
    "led by": ("Its commander in history.", SCALAR),
    "nation": ("Key of a nation. Needed at the top of the tree.", SCALAR),
    "experience": ("Of its battalions that do not say it themselves.", word(Experience)),
    "posture": ("Of a command.", word(Posture)),
    "supply grade": ("For the recovery die (OB-RCV-02).", word(SupplyGrade)),
    "ad hoc": ("Put together for the occasion.", FLAG),
    "headquarters": ("Its headquarters battalion.", ref("headquarters")),
    "battalions": ("Its own battalions; a command must have one.", {"type": "array", "items": ref("battalion")}),
    "formations": ("The formations under it.", {"type": "array", "items": ref("formation")}),
    **_STAND,
    "notes": ("Text.", SCALAR),
    **_SOURCE,
}
ESTABLISHMENT: Table = {
    "like": ("An establishment: of these files, or shipped. What is written beside it goes before.", SCALAR),
    "arm": ("What it is; march, combat and the other classes follow.", word(Arm)),
    "mark": ("Size mark of the symbol.", word(SizeMark)),
    "size": ("Large is two models; otherwise by tanks or guns.", word(Size)),
    "experience": ("Green is the book's inexperienced.", word(Experience)),
    "march": ("Row of the march table.", word(MarchClass, MARCH_WORDS)),
    "combat": ("Row of the combat-ready table.", word(CombatClass, COMBAT_WORDS)),
    "hit row": ("How it is hit.", word(HitRow)),
    "casualty column": ("How it takes casualties.", word(CasualtyColumn)),
    "armour": ("Protection class.", word(Armour)),
    "anti-tank": ("The best class it has.", word(AntiTank, ("none",))),
    "anti-tank all": ("The class that all of it has; otherwise as the best.", word(AntiTank, ("none",))),
    "weapon": ("What it fires as; guns by calibre.", word(Weapon)),
    "direct range": ("Inches: 4, or 8 for infantry and barrels over 2.5 m.", {"enum": [4, 8, "4", "8"]}),
    "flame-throwers": ("It has them.", FLAG),
    "piece": ("Type of artillery piece; with 'calibre'.", word(Piece)),
    "piece name": ("As people call it: 25-pdr.", SCALAR),
    "calibre": ("Millimetres; with 'piece'.", whole(1, LARGEST_CALIBRE)),
    "pre-1914": ("An older piece (OB-RANGE-04).", FLAG),
    "artillery range": ("Inches, if it differs from the table (OB-RANGE-06).", whole(1, LONGEST_RANGE_IN)),
    "engineers": ("What engineering it can do.", word(Engineers)),
    "recce companies": ("Into how many companies it may break.", whole(0, 9)),
    "carried by": ("How it comes, if not on its feet or wheels.", word(CARRIED)),
    "equipment": ("In words, for the papers; otherwise made of the items.", SCALAR),
    "items": ("Count, name, kind: 24 Matilda II (tank).", many(ITEM)),
    "establishment": ("Full strength: {men: 780, vehicles: 10, guns: 0}.", ref("figures")),
    "period": ("When it was so: 1943-44.", SCALAR),
    "notes": ("Text.", SCALAR),
    **_SOURCE,
}
BATTALION: Table = {
    "battalion": ("Its name; no two of a formation have the same.", SCALAR),
    "key": ("Its key; otherwise made of the name.", SCALAR),
    "short": ("For narrow columns.", SCALAR),
    "number": ("The number left of the symbol.", SCALAR),
    "led by": ("Its commander in history.", SCALAR),
    "nation": ("Key of a nation; otherwise that of the formation.", SCALAR),
    **ESTABLISHMENT,
    "strength": ("At the start; what is not said is as in the establishment.", ref("figures")),
    **_STAND,
    "state": ("Fresh, or spent.", word((State.FRESH, State.SPENT))),
    "posture": ("As it begins.", word(Posture)),
    "dug in": ("Turns of work on its positions.", whole(0, 4)),
    "hidden": ("Not yet shown on a table.", FLAG),
    "attached to": ("Key of a formation it begins under that is not its own.", SCALAR),
    "supports": ("Key of a formation it serves.", SCALAR),
    "support": ("How it serves it.", word(Support)),
}
WEAPON: Table = {
    "calibre": ("Millimetres, such as 87.6. Needed.", _decimal(LARGEST_CALIBRE_MM)),
    "barrel": ("Length of the barrel in metres: its direct range follows (OB-RANGE-03).", _decimal(LONGEST_BARREL_M)),
    "pierces": ("Millimetres at 500 m and 30 degrees: its anti-tank class follows.", whole(1, 1000)),
    "piece": ("Type of artillery piece, if it bombards.", word(Piece)),
    "range": ("Kilometres.", _decimal(FARTHEST_M // 1000)),
    "pre-1914": ("An older piece (OB-RANGE-04).", FLAG),
    "anti-tank": ("Its class, where it is not the one of its figures; the notes say why.", word(AntiTank, ("none",))),
    "called": ("Other names it goes by.", many(SCALAR)),
    "period": ("When it was in use.", SCALAR),
    "notes": ("Text.", SCALAR),
    **_SOURCE,
}
VEHICLE: Table = {
    "kind": ("What it is. Needed.", word(VehicleKind)),
    "weapon": ("Name of its weapon.", SCALAR),
    "front": ("Basic front armour in millimetres; left out: none.", whole(1, 1000)),
    "slope": ("Degrees from upright of the front.", whole(0, 80)),
    "sides": ("Side armour in millimetres.", whole(1, 1000)),
    "open-topped": ("Counts as light.", FLAG),
    "speed": ("Kilometres an hour on the road: its rows of the tables follow.", whole(1, 200)),
    "armour": ("Its class, where it is not the one of its figures; the notes say why.", word(Armour)),
    "anti-tank": ("Its class, where it is not that of its weapon.", word(AntiTank, ("none",))),
    "called": ("Other names it goes by.", many(SCALAR)),
    "period": ("When it was in use.", SCALAR),
    "notes": ("Text.", SCALAR),
    **_SOURCE,
}
_TIMES: Table = {"times": ("So often, each with its number: {n}, {nth}, {roman} in its name.", whole(1, MOST_TIMES))}
PART_BATTALION: Table = {**BATTALION, **_TIMES}
PART_FORMATION: Table = {
    **FORMATION,
    "battalions": ("Its own battalions.", {"type": "array", "items": ref("battalion of an organisation")}),
    "formations": ("The formations under it.", {"type": "array", "items": ref("formation of an organisation")}),
    **_TIMES,
}
ORGANISATION: Table = {
    "level": ("The level of a formation like it. Needed.", word(Level)),
    "nation": ("Key of a nation.", SCALAR),
    **{key: FORMATION[key] for key in ("arm", "mark", "experience", "supply grade", "headquarters")},
    **{key: PART_FORMATION[key] for key in ("battalions", "formations")},
    "men": ("Men of the whole on paper, for comparison.", whole(1, 1_000_000)),
    "period": ("When it was so: 1943-44.", SCALAR),
    "notes": ("Text.", SCALAR),
    **_SOURCE,
}
AIR_BASE: Table = {
    "name": ("For people.", SCALAR),
    "side": ("Key of a side. Needed.", SCALAR),
    "place": ("Key of its place, if on the map.", SCALAR),
    "at": ("Latitude and longitude, always in degrees.", POINT),
    **_SOURCE,
}
AIR_GROUP: Table = {
    "name": ("For people.", SCALAR),
    "side": ("Key of a side; otherwise that of its base.", SCALAR),
    "type": ("What it flies. Needed.", word(AirType)),
    "based at": ("Key of an air base. Needed.", SCALAR),
    "aircraft": ("As people call them.", SCALAR),
    "missions a day": ("How often it flies.", whole(0, 4)),
    "fac": ("It has a forward air controller.", FLAG),
    "fac with": ("Key of the command he is with.", SCALAR),
    **_SOURCE,
}
AIR_TASK: Table = {
    "group": ("Key of an air group. Needed.", SCALAR),
    "day": ("Day of the campaign. Needed.", DAY),
    "turn": ("Turn of that day.", TURN),
    "task": ("What it is to do. Needed.", word(TASKS)),
    "place": ("Key of a place.", SCALAR),
    "battalion": ("Key of a battalion.", SCALAR),
    "formation": ("Key of a formation.", SCALAR),
}
WEATHER: Table = {
    "day": ("Day of the campaign. Needed.", DAY),
    "turn": ("Turn of that day; otherwise all of them.", TURN),
    "sky": ("As it was. Needed.", word(Sky)),
    "area": ("Key of an air base; otherwise the battlefield.", SCALAR),
}
OBJECTIVE: Table = {
    "place": ("Key of a place. Needed.", SCALAR),
    "side": ("Key of the side that scores for owning it. Needed.", SCALAR),
    "points": ("How many. Needed.", whole(0, MOST_POINTS)),
    "name": ("For people.", SCALAR),
    "day": ("At the end of which day; otherwise of every day.", DAY),
    "key": ("For commands.", SCALAR),
}
VICTORY: Table = {
    "level": ("What it is called. Needed.", SCALAR),
    "side": ("Key of the side that has won it; without one, what every other score is called.", SCALAR),
    "lead": ("Points by which that side is ahead of every other, at least.", whole(1, MOST_LEAD)),
}
ORDER: Table = {
    "for": ("Key or name of a formation or battalion. Needed.", SCALAR),
    "day": ("Day of the campaign. Needed.", DAY),
    "turn": ("Turn of that day; otherwise the first.", TURN),
    "order": ("What it is to do. Needed.", word(OrderKind)),
    "to": ("Key of a place; needed to march and attack.", SCALAR),
    "via": ("Places on the way.", many(SCALAR)),
    "aim": ("In words, for the papers.", SCALAR),
    "objective": ("In words.", SCALAR),
    "limit": ("In words: not beyond the stream.", SCALAR),
}
