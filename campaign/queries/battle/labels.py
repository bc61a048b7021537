"""Labels to cut out: for the stands of a battle under any system, or for the whole order of battle; each battalion has
one colour, each company another.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import repeat
from types import MappingProxyType

from campaign.errors import BadInput
from campaign.journal.board import JournalBoard
from campaign.model import Battalion, Side
from campaign.queries.battle.battle_head import line_name
from campaign.queries.battle.battles import battle_known
from campaign.queries.battle.session import Session, laid_under
from campaign.queries.common.masthead import masthead
from campaign.queries.common.outlook import Outlook, look
from campaign.queries.common.symbols import battalion_symbol, strength_words
from campaign.rules.common.force import Force
from campaign.rules.common.muster import MusterLine, Stand, StandKind
from campaign.rules.common.system import DUG_IN, RESTING, SPENT
from campaign.rules.tabletop.interface import system, tabletop
from campaign.situation.force import command_of, commanders_with, unit_of
from campaign.situation.forms import Form
from campaign.terms.forces import Arm, SizeMark
from campaign.terms.state import State
from campaign.terms.viewer import UMPIRE, Viewer
from campaign.terms.words import file_name
from campaign.values import replace
from campaign.words.labels import BaseLabel, LabelSheet, PersonLabel
from campaign.words.papers import Masthead
from campaign.words.sheet import LabelColour, SheetBody
from campaign.words.symbol import UnitSymbol

C = LabelColour
BATTALIONS = (C.RED, C.BLUE, C.GREEN, C.YELLOW, C.PURPLE, C.ORANGE, C.BROWN, C.PINK, C.BLACK, C.GREY)
"""Colours of the first battalions, in order; each later battalion has two colours."""
COMPANIES = (C.WHITE, C.RED, C.BLUE, C.YELLOW, C.GREEN, C.ORANGE, C.PURPLE, C.PINK)
"""Colours of the first company, the second and so on, the same in every battalion."""
COMMON = ("20x20", "25x25", "30x20", "30x30", "40x20", "40x30", "40x40", "46x27", "50x25", "60x30", "60x40", "80x40")
"""Common bases, width by depth in millimetres; other sizes may be typed too."""
LEAST, MOST = (18, 15), (120, 100)
HEADQUARTERS = "HQ"
SHORT = 4
"""Most letters in a stand's name (``N 1``) that leave room for the strength."""
_WEAPONS = MappingProxyType(
    {
        "mmg": Arm.MACHINE_GUN,
        "mg": Arm.MACHINE_GUN,
        "mortar": Arm.MORTAR,
        "anti-tank": Arm.ANTI_TANK,
        "anti tank": Arm.ANTI_TANK,
        "anti-aircraft": Arm.ANTI_AIRCRAFT,
        "engineer": Arm.ENGINEER,
        "pioneer": Arm.ENGINEER,
    }
)
"""Arm in the symbol of a support stand, by the first word of its name."""
_GUNS = frozenset({Arm.FIELD_ARTILLERY, Arm.MEDIUM_ARTILLERY, Arm.SELF_PROPELLED_ARTILLERY, Arm.ROCKET, Arm.MORTAR})
_CAMPAIGN_MARKERS = (SPENT, RESTING, DUG_IN)
"""Markers for states that the campaign keeps itself; used without a rule system."""


def base_of(text: str) -> tuple[int, int]:
    """Return width and depth in mm: ``40x30`` -> 40 mm wide, 30 deep. Raises BadInput."""
    match = re.fullmatch(r"\s*(\d{1,3})\s*(?:[x×*]|by)\s*(\d{1,3})\s*(?:mm)?\s*", text, re.IGNORECASE)
    size = (int(match[1]), int(match[2])) if match else (0, 0)
    if not (LEAST[0] <= size[0] <= MOST[0] and LEAST[1] <= size[1] <= MOST[1]):
        spans = f"from {LEAST[0]}x{LEAST[1]} to {MOST[0]}x{MOST[1]}"
        raise BadInput(f"{text!r} is not a base size. Write width by depth in millimetres, {spans}, as in --base 40x30")
    return size


def label_file(view: LabelSheet, battle: str | None) -> str:
    """Return the file name of a side's labels: ``battle-1-allied-labels.pdf``."""
    return file_name(f"battle {battle} {view.side} labels" if battle else f"{view.side} labels", ".pdf")


def label_sheets(
    board: JournalBoard, viewer: Viewer, base: tuple[int, int], word: str = "", key: str = "", side: Side | None = None
) -> tuple[LabelSheet, ...]:
    """Return sheets of labels for each side that this viewer may see, or for one side: for the stands of a battle
    (``word``), or for the whole order of battle.

    ``key``: another tabletop system, for whose stands labels are wanted; without it the order of battle has one label
    for each battalion. Raises NotFound, NotAllowed, Refused.
    """
    outlook = look(board, viewer)
    if side is not None:
        outlook.knowledge.require_side(side.id)
    wanted_sides = [
        outlook.army.sides[ident] for ident in outlook.knowledge.sides() if side is None or ident == side.id
    ]
    if not word:
        return tuple(_of_army(outlook, other_side, base, key) for other_side in wanted_sides)
    battle = battle_known(outlook, word)
    umpire = look(board, UMPIRE)
    session = Session(umpire, laid_under(umpire, battle, key) if key else battle, other_table=bool(key))
    taking = {other_side.id for other_side in session.sides}
    return tuple(_of_battle(session, other_side, base) for other_side in wanted_sides if other_side.id in taking)


def _of_battle(session: Session, side: Side, base: tuple[int, int]) -> LabelSheet:
    eyes, form = session.eyes(side), session.form(side)
    muster, body = session.door.muster(session.force(side), session.outlook.rulebook), session.sheet(side)
    text = f"Battle {session.battle.number}, {session.door.system.name}"
    head = _head(session.outlook, side, f"Labels: {session.battle.name}", text, base, "those of the battle sheet")
    lines = tuple(line for line in muster.lines if line.unit not in session.away)
    labels = _coded(lines, eyes, body) if body.labels else tuple(_labels(lines, eyes, by_line=True))
    people = tuple(_people(form, eyes)) if session.door.system.people else ()
    return LabelSheet(
        replace(head, paper=f"{session.door.system.letters} {session.battle.number} L"),
        base,
        labels,
        people,
        session.door.system.markers,
        side.key,
    )


def _of_army(outlook: Outlook, side: Side, base: tuple[int, int], key: str) -> LabelSheet:
    battalions = [
        b
        for root in outlook.knowledge.roots(side.id)
        for b in outlook.army.battalions_under(root.id)
        if b.state.is_in_play
    ]
    if key:
        door = tabletop(key)
        muster = door.muster(_force(outlook, side, battalions), outlook.rulebook)
        lines, text = muster.lines, f"The whole order of battle under {door.system.name}"
    else:
        lines = tuple(MusterLine(n, b.id, b.name, "", (Stand("a", ""),)) for n, b in enumerate(battalions, 1))
        text = "The whole order of battle, one for each battalion"
    head = _head(outlook, side, "Labels: order of battle", text, base, "the battalions' own")
    return LabelSheet(
        head,
        base,
        tuple(_labels(lines, outlook, by_line=False)),
        (),
        system(key).markers if key else _CAMPAIGN_MARKERS,
        side.key,
    )


def _force(outlook: Outlook, side: Side, battalions: Sequence[Battalion]) -> Force:
    army, with_commander = outlook.army, commanders_with(outlook.army)
    units = tuple(unit_of(army, battalion, line=n) for n, battalion in enumerate(battalions, 1))
    commands = tuple(
        command_of(army, army.formations[ident], with_commander)
        for ident in dict.fromkeys(battalion.present_id for battalion in battalions)
    )
    return Force(side.id, side.key, side.name, commands, units)


def _head(outlook: Outlook, side: Side, title: str, text: str, base: tuple[int, int], numbers: str) -> Masthead:
    use = f"{base[0]} × {base[1]} mm; cut half markers at the dotted line. Labels without a number are spares."
    subtitle = f"{text}. Print at 100 % on card; the numbers are {numbers}."
    return replace(
        masthead(outlook, title, subtitle=subtitle, side=side.id, use=use), addressee="", when="", turn="", paper=""
    )


# the stands ----------------------------------------------------------------------------------------------------------
def _labels(lines: Iterable[MusterLine], eyes: Outlook, *, by_line: bool) -> Iterator[BaseLabel]:
    """Yield one label for each base of each stand; battalions that are merged into another's stand have none."""
    for n, line in enumerate(lines):
        battalion = eyes.army.battalions[line.unit]
        codes = [company_of(stand, line.stands) for stand in line.stands]
        order = [code for code in dict.fromkeys(codes) if code not in ("", HEADQUARTERS)]
        for stand, code in zip(line.stands, codes, strict=True):
            label = BaseLabel(
                number=str(line.number) if by_line else battalion.number,
                title=line_name(battalion),
                text=_text(stand, battalion, line),
                company=code,
                bars=_bars(n),
                company_colour=_colour(code, order),
                symbol=_symbol(stand, battalion_symbol(eyes, battalion), alone=len(line.stands) == 1),
            )
            yield from repeat(label, stand.bases)


def _bars(index: int) -> tuple[LabelColour, ...]:
    """Return the colours of the battalion at this place in the order, from 0: one, for later battalions two; no two
    alike up to the hundredth.
    """
    count = len(BATTALIONS)
    turn, place = divmod(index, count)
    away = turn % count
    return (BATTALIONS[place],) if away == 0 else (BATTALIONS[place], BATTALIONS[(place + away) % count])


def _coded(lines: Iterable[MusterLine], eyes: Outlook, body: SheetBody) -> tuple[BaseLabel, ...]:
    """Return the labels by the system's own code, where it has one."""
    stands = {line.unit: iter(line.stands) for line in lines}
    base_labels = []
    for label in body.labels:
        stand = next(stands.get(label.unit, iter(())), None)
        symbol = battalion_symbol(eyes, eyes.army.battalions[label.unit])
        base_labels.append(
            BaseLabel(
                number=str(label.line),
                title=label.title,
                text=label.text,
                bars=label.bars,
                sign=label.sign,
                symbol=_symbol(stand, symbol, alone=False) if stand else symbol,
            )
        )
    return tuple(base_labels)


def company_of(stand: Stand, among: Sequence[Stand]) -> str:
    """Return the letter or number of a stand's company, ``HQ`` for a headquarters, empty for stands outside
    companies.
    """
    if len(among) == 1:
        return ""
    if match := re.match(r"(\d+)(?:\.|hq$)", stand.key):
        return match[1]
    if stand.kind is StandKind.HEADQUARTERS:
        return HEADQUARTERS
    if re.fullmatch(r"[a-h]", stand.key):
        return stand.key.upper()
    numbered = re.fullmatch(r"(?:Squadron|Company|Battery|Troop) (\d+)", stand.label)
    return numbered[1] if numbered else ""


def _colour(code: str, order: Sequence[str]) -> LabelColour | None:
    if code in ("", HEADQUARTERS):
        return LabelColour.GREY if code else None
    return COMPANIES[order.index(code) % len(COMPANIES)]


def _text(stand: Stand, battalion: Battalion, line: MusterLine) -> str:
    if stand.label and len(line.stands) > 1:
        return stand.label
    merged = line.note if line.stands_with else "" if len(stand.label) > SHORT else strength_words(battalion)
    return ", ".join(filter(None, (stand.label, merged)))


def _symbol(stand: Stand, whole_unit_symbol: UnitSymbol, *, alone: bool) -> UnitSymbol:
    """Return the battalion's symbol, at the size and with the weapon of the stand."""
    if alone:
        return whole_unit_symbol
    plain = replace(whole_unit_symbol, state=State.FRESH, number="", superior="")
    if stand.kind is StandKind.HEADQUARTERS:
        return replace(
            plain, headquarters=True, mark=SizeMark.COMPANY if re.match(r"\d", stand.key) else whole_unit_symbol.mark
        )
    arm = next((arm for word, arm in _WEAPONS.items() if stand.label.lower().startswith(word)), whole_unit_symbol.arm)
    small = (
        stand.kind is StandKind.SUPPORT
        or "Pl" in stand.label.split()
        or "." in stand.key
        or stand.kind is StandKind.VEHICLE
    )
    company = re.match(r"(?:Squadron|Company) ", stand.label)
    return replace(
        plain, arm=arm, mark=SizeMark.PLATOON if small and not company else SizeMark.COMPANY, headquarters=False
    )


# people --------------------------------------------------------------------------------------------------------------
def _people(form: Form, eyes: Outlook) -> Iterator[PersonLabel]:
    """Yield an officer for each command, and an observer for each line of guns."""
    for letter, formation in form.commands:
        yield PersonLabel(
            letter,
            "OFFICER",
            f"{formation.led_by or 'commander'}, {formation.short or formation.name}",
            "may still move this turn",
        )
    for line in form.lines:
        if eyes.army.battalions[line.battalion_id].arm in _GUNS:
            yield PersonLabel(
                str(line.line),
                "OBSERVER",
                line_name(eyes.army.battalions[line.battalion_id]),
                f"of line {line.line}, with a command",
            )
