"""Map symbol codes: APP-6D and 2525D (20 digits, 30 in 2525E), and the 15 letters of 2525B and MSDL, to arm and size and back.

read_symbol(code) -> Symbol | None      None for what is no code at all
sidc(arm, mark, ...) -> str             a code of 20 digits
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from campaign.terms.forces import Arm, SizeMark

ECHELONS: dict[str, SizeMark] = {
    "11": SizeMark.TEAM,
    "12": SizeMark.SECTION,
    "13": SizeMark.SECTION,
    "14": SizeMark.PLATOON,
    "15": SizeMark.COMPANY,
    "16": SizeMark.BATTALION,
    "17": SizeMark.REGIMENT,
    "18": SizeMark.BRIGADE,
    "21": SizeMark.DIVISION,
    "22": SizeMark.CORPS,
    "23": SizeMark.ARMY,
    "24": SizeMark.ARMY_GROUP,
    "25": SizeMark.ARMY_GROUP,
}
LETTERS: dict[str, SizeMark] = {
    "A": SizeMark.TEAM,
    "B": SizeMark.SECTION,
    "C": SizeMark.SECTION,
    "D": SizeMark.PLATOON,
    "E": SizeMark.COMPANY,
    "F": SizeMark.BATTALION,
    "G": SizeMark.REGIMENT,
    "H": SizeMark.BRIGADE,
    "I": SizeMark.DIVISION,
    "J": SizeMark.CORPS,
    "K": SizeMark.ARMY,
    "L": SizeMark.ARMY_GROUP,
    "M": SizeMark.ARMY_GROUP,
}
_ENTITIES: tuple[tuple[str, Arm], ...] = (
    ("121103", Arm.PARACHUTE),
    ("121102", Arm.ARMOURED_INFANTRY),
    ("121104", Arm.MOTOR_INFANTRY),
    ("121105", Arm.ARMOURED_INFANTRY),
    ("1211", Arm.INFANTRY),
    ("120501", Arm.RECONNAISSANCE),
    ("1205", Arm.ARMOUR),
    ("1204", Arm.ANTI_TANK),
    ("1206", Arm.SUPPLY),
    ("1213", Arm.RECONNAISSANCE),
    ("1215", Arm.INFANTRY),
    ("1214", Arm.INFANTRY),
    ("1212", Arm.INFANTRY),
    ("1209", Arm.MIXED),
    ("1210", Arm.MIXED),
    ("1217", Arm.PARACHUTE),
    ("1218", Arm.INFANTRY),
    ("1219", Arm.MORTAR),
    ("130101", Arm.ANTI_AIRCRAFT),
    ("1301", Arm.ANTI_AIRCRAFT),
    ("130301", Arm.SELF_PROPELLED_ARTILLERY),
    ("130302", Arm.FIELD_ARTILLERY),
    ("1303", Arm.FIELD_ARTILLERY),
    ("1308", Arm.MORTAR),
    ("1307", Arm.ROCKET),
    ("13", Arm.FIELD_ARTILLERY),
    ("1407", Arm.ENGINEER),
    ("1404", Arm.BRIDGING),
    ("14", Arm.ENGINEER),
    ("1110", Arm.SIGNALS),
    ("1613", Arm.MEDICAL),
    ("16", Arm.SUPPLY),
    ("1100", Arm.MIXED),
    ("11", Arm.SIGNALS),
    ("15", Arm.MIXED),
    ("18", Arm.HEADQUARTERS),
    ("0000", Arm.MIXED),
)
_WEAPONS: tuple[tuple[str, Arm], ...] = (
    ("1105", Arm.ANTI_AIRCRAFT),
    ("1106", Arm.ANTI_TANK),
    ("1109", Arm.FIELD_ARTILLERY),
    ("1202", Arm.ARMOUR),
)
"""The land equipment that tells its arm: its numbers mean other things than those of units, and it is a team with its weapon."""
_OUT: dict[Arm, str] = {
    Arm.INFANTRY: "121100",
    Arm.LORRIED_INFANTRY: "121104",
    Arm.MOTOR_INFANTRY: "121104",
    Arm.ARMOURED_INFANTRY: "121102",
    Arm.MOTORCYCLE: "121104",
    Arm.CYCLIST: "121100",
    Arm.CAVALRY: "121300",
    Arm.PARACHUTE: "121103",
    Arm.GLIDER: "121103",
    Arm.MACHINE_GUN: "121100",
    Arm.MORTAR: "130800",
    Arm.ARMOUR: "120500",
    Arm.HEAVY_ARMOUR: "120500",
    Arm.ARMOURED_CAR: "120501",
    Arm.RECONNAISSANCE: "121300",
    Arm.FIELD_ARTILLERY: "130300",
    Arm.MEDIUM_ARTILLERY: "130300",
    Arm.SELF_PROPELLED_ARTILLERY: "130301",
    Arm.ROCKET: "130700",
    Arm.ANTI_TANK: "120400",
    Arm.SELF_PROPELLED_ANTI_TANK: "120400",
    Arm.ANTI_AIRCRAFT: "130100",
    Arm.ENGINEER: "140700",
    Arm.BRIDGING: "140400",
    Arm.HEADQUARTERS: "110000",
    Arm.SIGNALS: "111000",
    Arm.SUPPLY: "160000",
    Arm.MEDICAL: "161300",
    Arm.MIXED: "121000",
}
_OTHER_SETS = {
    "01": "aircraft",
    "02": "a missile",
    "05": "a spacecraft",
    "06": "a missile in space",
    "11": "a civilian",
    "20": "an installation",
    "25": "a control measure",
    "27": "a single soldier",
    "30": "a ship",
    "35": "a submarine",
    "36": "a sea mine",
    "40": "an activity",
    "45": "the weather",
    "46": "the sea",
    "50": "a signal",
    "60": "cyberspace",
}
_FUNCTIONS: tuple[tuple[str, Arm], ...] = (
    ("UCIM", Arm.MOTOR_INFANTRY),
    ("UCIZ", Arm.ARMOURED_INFANTRY),
    ("UCIA", Arm.PARACHUTE),
    ("UCIS", Arm.PARACHUTE),
    ("UCI", Arm.INFANTRY),
    ("UCAT", Arm.ARMOUR),
    ("UCAA", Arm.ANTI_TANK),
    ("UCAW", Arm.ARMOUR),
    ("UCAR", Arm.ARMOURED_CAR),
    ("UCA", Arm.ARMOUR),
    ("UCAAD", Arm.ANTI_TANK),
    ("UCD", Arm.ANTI_AIRCRAFT),
    ("UCE", Arm.ENGINEER),
    ("UCFM", Arm.MORTAR),
    ("UCFR", Arm.ROCKET),
    ("UCFHE", Arm.SELF_PROPELLED_ARTILLERY),
    ("UCF", Arm.FIELD_ARTILLERY),
    ("UCR", Arm.RECONNAISSANCE),
    ("UCM", Arm.ROCKET),
    ("UCS", Arm.INFANTRY),
    ("UUS", Arm.SIGNALS),
    ("USM", Arm.MEDICAL),
    ("US", Arm.SUPPLY),
    ("UH", Arm.HEADQUARTERS),
    ("UU", Arm.MIXED),
    ("UC", Arm.MIXED),
    ("U", Arm.MIXED),
)
_HEADQUARTERS_LETTERS = frozenset("ABCD")


@dataclass(frozen=True, slots=True)
class Symbol:
    """What a code says. ``reason``: why it is nothing for a campaign on land; "" if it is."""

    arm: Arm | None = None
    mark: SizeMark | None = None
    is_headquarters: bool = False
    is_destroyed: bool = False
    reason: str = ""


def read_symbol(code: str) -> Symbol | None:
    """A code of any of the three kinds."""
    bare = code.strip()
    if found := re.fullmatch(r"custom\d+:(\d{20,30})(:.*)?", bare):
        bare = found[1]
    if re.fullmatch(r"\d{20}|\d{30}", bare):
        return _digits(bare)
    if re.fullmatch(r"[A-Za-z*-]{10,15}", bare) and bare[0].upper() in "SGIEOW":
        return _letters(bare.upper().replace("*", "-").ljust(15, "-"))
    return None


def _digits(code: str) -> Symbol:
    kind, entity = code[4:6], code[10:16]
    mark = ECHELONS.get(code[8:10])
    if kind not in ("10", "15"):
        return Symbol(mark=mark, reason=f"{_OTHER_SETS.get(kind, 'something')} by its symbol, and no unit on land")
    is_weapon = kind == "15"
    arm = next((arm for start, arm in (_WEAPONS if is_weapon else _ENTITIES) if entity.startswith(start)), None)
    if is_weapon and mark is None:
        mark = SizeMark.TEAM
    return Symbol(None if arm is Arm.MIXED else arm, mark, code[7] in "2367", code[6] == "4")


def _letters(code: str) -> Symbol:
    if code[0] != "S" or code[2] not in "GF":
        what = {"A": "aircraft", "S": "a ship", "U": "a submarine", "P": "a spacecraft"}.get(code[2], "no unit")
        return Symbol(reason=f"{what} by its symbol, and no unit on land")
    function = code[4:10].replace("-", "")
    if function and function[0] in "EI":
        return Symbol(reason=f"{'equipment' if function[0] == 'E' else 'an installation'} by its symbol, and no unit")
    arm = next((arm for start, arm in _FUNCTIONS if function.startswith(start)), None)
    return Symbol(None if arm is Arm.MIXED else arm, LETTERS.get(code[11]), code[10] in _HEADQUARTERS_LETTERS, code[3] == "X")


def sidc(arm: Arm, mark: SizeMark, *, enemy: bool = False, destroyed: bool = False, headquarters: bool = False) -> str:
    """The code of a unit on land; a headquarters has its staff."""
    echelon = next(code for code, known in ECHELONS.items() if known is mark)
    return f"100{'6' if enemy else '3'}10{'4' if destroyed else '0'}{'2' if headquarters else '0'}{echelon}{_OUT[arm]}0000"
