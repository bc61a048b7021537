"""Map symbol codes: APP-6D and 2525D (20 digits, 30 in 2525E), and the 15 letters of 2525B and MSDL, converted to arm
and size and back.

read_symbol(code) -> Symbol | None      None for any other text
sidc(arm, mark, ...) -> str             a code of 20 digits
"""

from __future__ import annotations

import re

from campaign.terms.forces import Arm, SizeMark
from campaign.values import dataclass

_MARKS = (
    SizeMark.TEAM,
    SizeMark.SECTION,
    SizeMark.SECTION,
    SizeMark.PLATOON,
    SizeMark.COMPANY,
    SizeMark.BATTALION,
    SizeMark.REGIMENT,
    SizeMark.BRIGADE,
    SizeMark.DIVISION,
    SizeMark.CORPS,
    SizeMark.ARMY,
    SizeMark.ARMY_GROUP,
    SizeMark.ARMY_GROUP,
)
ECHELONS = dict(zip(map(str, (*range(11, 19), *range(21, 26))), _MARKS, strict=True))
LETTERS = dict(zip("ABCDEFGHIJKLM", _MARKS, strict=True))
_ENTITIES: tuple[tuple[str, Arm], ...] = (
    ("121102", Arm.ARMOURED_INFANTRY),
    ("121104", Arm.MOTOR_INFANTRY),
    ("121105", Arm.ARMOURED_INFANTRY),
    ("121106", Arm.MIXED),
    ("1211", Arm.INFANTRY),
    ("120401", Arm.SELF_PROPELLED_ANTI_TANK),
    ("1204", Arm.ANTI_TANK),
    ("120501", Arm.RECONNAISSANCE),
    ("1205", Arm.ARMOUR),
    ("1212", Arm.INFANTRY),
    ("1213", Arm.RECONNAISSANCE),
    ("1214", Arm.INFANTRY),
    ("1215", Arm.INFANTRY),
    ("1216", Arm.RECONNAISSANCE),
    ("1217", Arm.PARACHUTE),
    ("1218", Arm.INFANTRY),
    ("1220", Arm.INFANTRY),
    ("1301", Arm.ANTI_AIRCRAFT),
    ("130301", Arm.SELF_PROPELLED_ARTILLERY),
    ("1307", Arm.ROCKET),
    ("1308", Arm.MORTAR),
    ("13", Arm.FIELD_ARTILLERY),
    *((entity, Arm.ENGINEER) for entity in ("1407", "1408", "1409", "1413", "1414", "1415", "1416")),
    *((entity, Arm.SIGNALS) for entity in ("1101", "1107", "1108", "1109", "1110")),
    ("1613", Arm.MEDICAL),
    ("1614", Arm.MEDICAL),
    ("16", Arm.SUPPLY),
    ("18", Arm.HEADQUARTERS),
)
"""Arms by the first digits of the entity; other entities stand for no arm of a campaign."""
_AVIATION = ("1206", "1207", "1208", "1219")
_MODIFIED: tuple[tuple[Arm, int, str, Arm], ...] = (
    (Arm.INFANTRY, 1, "01", Arm.PARACHUTE),
    (Arm.INFANTRY, 1, "04", Arm.CYCLIST),
    (Arm.ARMOUR, 1, "15", Arm.HEAVY_ARMOUR),
    (Arm.FIELD_ARTILLERY, 0, "41", Arm.ROCKET),
    (Arm.FIELD_ARTILLERY, 1, "15", Arm.MEDIUM_ARTILLERY),
    (Arm.FIELD_ARTILLERY, 1, "24", Arm.MEDIUM_ARTILLERY),
    (Arm.FIELD_ARTILLERY, 1, "77", Arm.SELF_PROPELLED_ARTILLERY),
    (Arm.ENGINEER, 0, "06", Arm.BRIDGING),
)
"""Arms by arm, sign and the sign's position above (0) or below (1): airborne, on bicycles, heavy, rockets, medium,
self-propelled, bridges."""
_WEAPONS: tuple[tuple[str, Arm], ...] = (
    ("1105", Arm.ANTI_AIRCRAFT),
    ("1106", Arm.ANTI_TANK),
    ("1109", Arm.FIELD_ARTILLERY),
    ("1202", Arm.ARMOUR),
)
"""Arms by the number of land equipment. These numbers differ in meaning from those of units; such a symbol is a team
with its weapon."""
_OUT: dict[Arm, str] = {
    Arm.INFANTRY: "1211000000",
    Arm.LORRIED_INFANTRY: "1211040000",
    Arm.MOTOR_INFANTRY: "1211040000",
    Arm.ARMOURED_INFANTRY: "1211020000",
    Arm.MOTORCYCLE: "1211040000",
    Arm.CYCLIST: "1211000004",
    Arm.CAVALRY: "1213000000",
    Arm.PARACHUTE: "1211000001",
    Arm.GLIDER: "1211000001",
    Arm.MACHINE_GUN: "1211000000",
    Arm.MORTAR: "1308000000",
    Arm.ARMOUR: "1205000000",
    Arm.HEAVY_ARMOUR: "1205000015",
    Arm.ARMOURED_CAR: "1205010000",
    Arm.RECONNAISSANCE: "1213000000",
    Arm.FIELD_ARTILLERY: "1303000000",
    Arm.MEDIUM_ARTILLERY: "1303000024",
    Arm.SELF_PROPELLED_ARTILLERY: "1303010000",
    Arm.ROCKET: "1303004100",
    Arm.ANTI_TANK: "1204000000",
    Arm.SELF_PROPELLED_ANTI_TANK: "1204010000",
    Arm.ANTI_AIRCRAFT: "1301000000",
    Arm.ENGINEER: "1407000000",
    Arm.BRIDGING: "1407000600",
    Arm.HEADQUARTERS: "1100000000",
    Arm.SIGNALS: "1110000000",
    Arm.SUPPLY: "1600000000",
    Arm.MEDICAL: "1613000000",
    Arm.MIXED: "1210000000",
}
"""Entity and modifiers of each arm."""
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
    ("UCII", Arm.ARMOURED_INFANTRY),
    ("UCIA", Arm.PARACHUTE),
    ("UCIS", Arm.PARACHUTE),
    ("UCI", Arm.INFANTRY),
    ("UCATH", Arm.HEAVY_ARMOUR),
    ("UCAAA", Arm.SELF_PROPELLED_ANTI_TANK),
    ("UCAA", Arm.ANTI_TANK),
    ("UCAR", Arm.ARMOURED_CAR),
    ("UCA", Arm.ARMOUR),
    ("UCD", Arm.ANTI_AIRCRAFT),
    ("UCE", Arm.ENGINEER),
    ("UCFM", Arm.MORTAR),
    ("UCFR", Arm.ROCKET),
    ("UCFHE", Arm.SELF_PROPELLED_ARTILLERY),
    ("UCFHM", Arm.MEDIUM_ARTILLERY),
    ("UCFHH", Arm.MEDIUM_ARTILLERY),
    ("UCF", Arm.FIELD_ARTILLERY),
    ("UCRH", Arm.CAVALRY),
    ("UCR", Arm.RECONNAISSANCE),
    ("UCM", Arm.ROCKET),
    ("UCS", Arm.INFANTRY),
    ("UUE", Arm.ENGINEER),
    ("UUS", Arm.SIGNALS),
    ("USM", Arm.MEDICAL),
    ("US", Arm.SUPPLY),
    ("UH", Arm.HEADQUARTERS),
    ("U", Arm.MIXED),
)
_FLYING = "by its symbol it is a unit of aircraft, not of land troops"
_HEADQUARTERS_LETTERS = frozenset("ABCD")


@dataclass(frozen=True, slots=True)
class Symbol:
    """The meaning of a code. ``reason``: why it does not belong to a campaign on land; "" if it does."""

    arm: Arm | None = None
    mark: SizeMark | None = None
    is_headquarters: bool = False
    is_destroyed: bool = False
    reason: str = ""


def read_symbol(code: str) -> Symbol | None:
    """Return the symbol for a code of any of the three kinds; None for any other text."""
    bare = code.strip()
    if match := re.fullmatch(r"custom\d+:(\d{20,30})(:.*)?", bare):
        bare = match[1]
    if re.fullmatch(r"\d{20}|\d{30}", bare):
        return _digits(bare)
    if re.fullmatch(r"[A-Za-z*-]{10,15}", bare) and bare[0].upper() in "SGIEOW":
        return _letters(bare.upper().replace("*", "-").ljust(15, "-"))
    return None


def _digits(code: str) -> Symbol:
    kind, entity = code[4:6], code[10:16]
    mark = ECHELONS.get(code[8:10])
    if kind not in ("10", "15"):
        return Symbol(mark=mark, reason=f"by its symbol it is {_OTHER_SETS.get(kind, 'something')}, not a unit on land")
    is_weapon = kind == "15"
    if not is_weapon and entity.startswith(_AVIATION):
        return Symbol(mark=mark, reason=_FLYING)
    arm = next((arm for start, arm in (_WEAPONS if is_weapon else _ENTITIES) if entity.startswith(start)), None)
    if not is_weapon:
        arm = next(
            (made for of, n, sign, made in _MODIFIED if of is arm and (code[16:18], code[18:20])[n] == sign), arm
        )
    if is_weapon and mark is None:
        mark = SizeMark.TEAM
    return Symbol(None if arm is Arm.MIXED else arm, mark, code[7] in "2367", code[6] == "4")


def _letters(code: str) -> Symbol:
    if code[0] != "S" or code[2] not in "GF":
        kind = {"A": "aircraft", "S": "a ship", "U": "a submarine", "P": "a spacecraft"}.get(code[2], "no unit")
        return Symbol(reason=f"by its symbol it is {kind}, not a unit on land")
    function = code[4:10].replace("-", "")
    if function and function[0] in "EI":
        return Symbol(
            reason=f"by its symbol it is {'equipment' if function[0] == 'E' else 'an installation'}, not a unit"
        )
    if function.startswith("UCV"):
        return Symbol(mark=LETTERS.get(code[11]), reason=_FLYING)
    arm = next((arm for start, arm in _FUNCTIONS if function.startswith(start)), None)
    return Symbol(
        None if arm is Arm.MIXED else arm, LETTERS.get(code[11]), code[10] in _HEADQUARTERS_LETTERS, code[3] == "X"
    )


def sidc(arm: Arm, mark: SizeMark, *, enemy: bool = False, destroyed: bool = False, headquarters: bool = False) -> str:
    """Return the code of a unit on land; a headquarters has its staff."""
    echelon = next(code for code, size in ECHELONS.items() if size is mark)
    return f"100{'6' if enemy else '3'}10{'4' if destroyed else '0'}{'2' if headquarters else '0'}{echelon}{_OUT[arm]}"
