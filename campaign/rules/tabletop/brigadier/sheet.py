"""The battle sheet of Brigadier General Commands: battalions, their platoons with the ladder of orders and a Count of
four (umpire 2).

Each platoon has its label colours, its orders to tick, its four men, its dice at every Count and its move. A value that
neither the preview nor a house file gives is left blank with the number of the book's section.

    sheet(scene, book) -> SheetBody
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from fractions import Fraction
from math import ceil

from campaign.rules.common.force import Command, Unit
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.common.rulebook import house_rules as changed_settings
from campaign.rules.common.scene import Scene
from campaign.rules.common.texts import texts
from campaign.rules.returns.filed import letter_of
from campaign.rules.tabletop.brigadier.agreements import agreed
from campaign.rules.tabletop.brigadier.fire import Firer, fire_dice, rounded
from campaign.rules.tabletop.brigadier.house import House, Reach
from campaign.rules.tabletop.brigadier.house_plain import house_for
from campaign.rules.tabletop.brigadier.house_rules import comes_on, ends, house_rules, initiative, objective
from campaign.rules.tabletop.brigadier.house_values import NotCovered
from campaign.rules.tabletop.brigadier.house_words import house_words, needs_of, plate_text, turns
from campaign.rules.tabletop.brigadier.indirect import mission_kind
from campaign.rules.tabletop.brigadier.muster import Battalion, battalions, noted
from campaign.rules.tabletop.brigadier.orders import Echelon, most_raises, suggested_order
from campaign.rules.tabletop.brigadier.platoons import Platoon, left_out, start_kills
from campaign.rules.tabletop.brigadier.quick_reference import blank, quick_tables
from campaign.rules.tabletop.brigadier.tables import BAZOOKA, FULL_COUNT, Grade, Order
from campaign.rules.tabletop.brigadier.turns import TableTime
from campaign.terms.rule_ids import by_rule
from campaign.terms.state import Posture, State
from campaign.terms.words import counted, kit_said
from campaign.values import replace
from campaign.words.papers import Fact
from campaign.words.proposal import Proposal
from campaign.words.sheet import (
    Box,
    BoxGroup,
    BoxRow,
    Column,
    Log,
    SheetBody,
    TickColumn,
    Track,
    TrackCell,
    UnitBlock,
    UnitLabel,
    UnitRow,
)

TRACK_TURNS = 12
KIT_LETTERS, MORE = 46, " and more"
TURNS_IN_REACH = 2  # Twelve half hours, which the clock shows, are one turn of six (OB-TIME-01).
"""The campaign turns that the clock of a battle may reach into: the one it begins in, and the next."""
DASH = "\N{EN DASH}"
COLUMNS = (
    Column("Grade", wide=13.0),
    Column("Plts", wide=9.0),
    Column("Count", wide=10.0, strong=True),
    Column("Spent", "at", wide=10.0),
    Column("Out", "at", wide=10.0),
)
RADIO = TickColumn("Radio", tuple(map(str, range(1, TRACK_TURNS + 1))), TRACK_TURNS, 4.6)
SHORT_ORDER = {
    Order.DOUBLE: "Db",
    Order.MOVE: "Mv",
    Order.AIM: "Am",
    Order.DEFEND: "Df",
    Order.FOLLOW: "Fo",
    Order.SHAKEN: "Sh",
    Order.HOLD: "Ho",
    Order.BACK: "Ba",
    Order.ROUT: "Ro",
}


SHORT_GRADE = {
    Grade.RECRUITS: "Recr.",
    Grade.GREEN: "Green",
    Grade.REGULAR: "Reg.",
    Grade.SEASONED: "Seas.",
    Grade.ELITE: "Elite",
}


def sheet(scene: Scene, book: Rulebook) -> SheetBody:
    """Return the battle sheet of this force."""
    house = house_for(book)
    going = [unit.id for unit in scene.force.units if _goes(unit, scene)]
    lines = battalions(scene.force, book, going)
    blocks = tuple(
        _block(
            letter_of(index),
            command,
            [battalion for battalion in lines if battalion.unit.command == command.id],
            (house, scene, book),
        )
        for index, command in enumerate(scene.force.commands)
    )
    mustered = [battalion for battalion in lines if battalion.platoons]
    needs = needs_of(mustered)
    has_air, night = bool(scene.air), any(sky.night for sky in scene.skies[:TURNS_IN_REACH])
    log = agreed(
        [battalion for battalion in mustered if battalion.unit.id not in scene.away],
        house,
        night=night,
        has_air=has_air,
    )
    return SheetBody(
        system="Brigadier General Commands",
        columns=COLUMNS,
        blocks=blocks,
        ticks=(RADIO,),
        facts=_facts(scene, mustered, house, book),
        tables=quick_tables(needs, house, book, night=night, has_air=has_air, attacks=scene.attacks),
        reminders=house_words(needs, house, book, has_air=has_air),
        tracks=(_turns(), _clock(scene)),
        logs=(*_logs(mustered, book, has_air=has_air), *([log] if log is not None else ())),
        labels=tuple(
            _label(battalion, platoon)
            for battalion in mustered
            if not battalion.behind and battalion.unit.id not in scene.away
            for platoon in battalion.platoons
        ),
        legend=_legend(),
        differences=_differences(house, book),
        readings=house_rules(scene, book),
        weather=_weather(scene, house),
    )


def _goes(unit: Unit, scene: Scene) -> bool:
    """Return whether a unit begins as a mover (BGC-SETUP-11, -12): attackers, units that come on, and in a meeting
    battle all units that have not dug in.
    """
    comes = unit.arrival is not None or unit.id in scene.beside
    return comes or scene.attacks is True or (scene.attacks is None and not unit.dug_in_turns)


def _counts(battalion: Battalion, scene: Scene) -> bool:
    """Return whether a battalion is among the platoons that the side begins with: on the table or coming on in this
    turn of the campaign.
    """
    arrival = battalion.unit.arrival
    return (
        not battalion.behind
        and battalion.unit.id not in scene.away
        and (arrival is None or arrival.moment <= scene.start)
    )


# Battalions ----------------------------------------------------------------------------------------------------------
_Setting = tuple[House, Scene, Rulebook]


def _block(letter: str, command: Command, lines: list[Battalion], setting: _Setting) -> UnitBlock:
    count = sum(len(battalion.platoons) for battalion in lines if _counts(battalion, setting[1]))
    facts = (Fact("platoons", str(count)),) if count else ()
    return UnitBlock(
        letter,
        command.id,
        command.name,
        command.led_by,
        facts,
        rows=tuple(_row(battalion, setting) for battalion in lines),
    )


def _row(battalion: Battalion, setting: _Setting) -> UnitRow:
    house, scene, book = setting
    unit = battalion.unit
    if not battalion.platoons:
        return UnitRow(
            battalion.number,
            unit.id,
            unit.name,
            texts("brigadier").text("not_mustered", state=unit.state.value),
            cells=("",) * len(COLUMNS),
            ticks=((),),
            state=unit.state,
        )
    first, limits = battalion.platoons[0], noted(unit, battalion.platoons, book)
    base = limits["full"] * (2 if book.word("brigadier.loss_base") == "all up" else 1)
    lost = (book.number(f"brigadier.{key}") * base for key in ("spent_at", "destroyed_at"))
    cells = (
        SHORT_GRADE[first.grade],
        str(len(battalion.platoons)),
        str(limits["count"]),
        *(DASH if battalion.behind else _reached(part) for part in lost),
    )
    radio = tuple(Box(ticked=False) for _ in range(TRACK_TURNS))
    colours = f"{first.label.colour.value} on {first.label.ground.value}"
    facts = [
        *([texts("brigadier").fact("in_reserve")] if first.off_table and not battalion.behind else []),
        Fact("begins", _begins(battalion, scene, book)),
        *([Fact("spent if lost", _headquarters(battalion))] if not battalion.behind else []),
        *_arms(battalion, house),
    ]
    shared = {fact.label for fact in facts}
    arrives = ""
    if unit.arrival is not None:
        arrives = f"from {unit.arrival.moment}"
    elif unit.posture is Posture.RESERVE:
        arrives = "when called"
    return UnitRow(
        battalion.number,
        unit.id,
        unit.name,
        ", ".join(filter(None, (colours, _kit(kit_said(unit.equipment))))),
        arrives,
        cells,
        (radio,),
        rows=tuple(_platoons(battalion, house, shared)),
        facts=tuple(facts),
        state=unit.state,
    )


def _kit(equipment: str) -> str:
    """Return the equipment as far as the line has room, in whole items: ``10 × Universal carrier and more``."""
    if len(equipment) <= KIT_LETTERS:
        return equipment
    lines: list[str] = []
    for piece in equipment.split(", "):
        if len(", ".join((*lines, piece))) > KIT_LETTERS - len(MORE):
            break
        lines.append(piece)
    return f"{', '.join(lines)}{MORE}" if lines else ""


def _headquarters(battalion: Battalion) -> str:
    """Return the headquarters in words, as in ``Bn HQ and all 3 Coy HQs``; a company's own line has only one."""
    names = [platoon.name for platoon in battalion.platoons if platoon.echelon is Echelon.BATTALION_HQ]
    companies = [platoon.name for platoon in battalion.platoons if platoon.echelon is Echelon.COMPANY_HQ]
    return " and ".join(
        (*names, *(companies if len(companies) == 1 else [f"all {len(companies)} Coy HQs"] if companies else []))
    )


def _reached(part: Fraction) -> str:
    """Return the fewest whole Counts of loss that reach this part."""
    return str(ceil(part))


def _begins(battalion: Battalion, scene: Scene, book: Rulebook) -> str:
    if battalion.behind:
        return texts("brigadier").text("off_table")
    dug_in = (
        battalion.unit.dug_in_turns and not battalion.platoons[0].kind.is_vehicle and not comes_on(battalion, scene)
    )
    first = battalion.platoons[0].order
    order = f"{first.value}{', dug in' if dug_in else _as_you_like(first, battalion.unit.state)}"
    if not battalion.unit.state.carries_figure:
        return texts("brigadier").text("on_order", order=order)
    full = noted(battalion.unit, battalion.platoons, book)["full"]
    how = (
        texts("brigadier").text("kills_marked", kills=start_kills(full, book))
        if book.word("brigadier.spent_muster") == "markers"
        else texts("brigadier").text("platoons_short", platoons=left_out(full, book))
    )
    return texts("brigadier").text("spent_on", order=order, how=how)


def _as_you_like(first: Order, state: State) -> str:
    """Return the first order with its alternative: movers choose (BGC-SETUP-12), and the other order is named beside
    the one printed bold.
    """
    order = {Order.DOUBLE: Order.MOVE, Order.MOVE: Order.DOUBLE}.get(first)
    return f" or {order.value}" if order is not None and not state.carries_figure else ""


def _arms(battalion: Battalion, house: House) -> tuple[Fact, ...]:
    """Return the weapons that all its platoons have, or all but the headquarters, or only these, printed once with the
    dice at every Count; and their move, if it is the same.
    """
    if battalion.behind:
        return ()
    platoons = battalion.platoons
    line = [platoon for platoon in platoons if not platoon.label.hq and not platoon.label.round_base] or list(platoons)
    facts = []
    for weapon in dict.fromkeys(weapon for platoon in platoons for weapon in platoon.weapons):
        having = [platoon for platoon in platoons if weapon in platoon.weapons]
        if len(having) == len(platoons):
            facts.append(Fact(weapon, _dice(weapon, house)))
        elif having == line:
            facts.append(Fact(weapon, f"{_dice(weapon, house)}, not HQs"))
        elif having == [platoon for platoon in platoons if platoon not in line]:
            facts.append(Fact(weapon, f"{_dice(weapon, house)}, HQs only"))
    plate = house.armour.get(battalion.unit.armour.value) if platoons[0].kind.is_vehicle else None
    if plate is not None:
        facts.append(Fact("armour", plate_text(plate)))
    moves = {_move(platoon, house) for platoon in platoons}
    silent = [] if house.ranges else [Fact("range", blank("11.5.6"))]
    if not house.penetration and (any(platoon.kind.is_vehicle for platoon in platoons) or _fights_tanks(platoons)):
        silent.append(Fact("penetration", blank("11.5.5")))
    return (*facts, *silent, *(Fact("move", move) for move in moves if len(moves) == 1))


def _fights_tanks(platoons: Sequence[Platoon]) -> bool:
    return any("anti-tank" in weapon or weapon == BAZOOKA for platoon in platoons for weapon in platoon.weapons)


def _move(platoon: Platoon, house: House) -> str:
    move = house.allowance(platoon.kind.value)
    return blank(move.section) if isinstance(move, NotCovered) else f'{move}"'


def _platoons(battalion: Battalion, house: House, shared: Collection[str]) -> Iterator[BoxRow]:
    """Yield a row of boxes for each platoon; for guns off the table, which cannot be hit or ordered about, only their
    fire.
    """
    if not battalion.behind:
        yield from (_platoon(platoon, house, shared) for platoon in battalion.platoons)
        return
    batteries = [platoon for platoon in battalion.platoons if platoon.kind.is_gun]
    for weapon in dict.fromkeys(platoon.weapons[0] for platoon in batteries):
        number = sum(platoon.weapons[0] == weapon for platoon in batteries)
        shells = house.shells(weapon)
        dice = (
            blank(shells.section)
            if isinstance(shells, NotCovered)
            else f"{shells.dice}{' a Count' if shells.per_count else ''}"
        )
        rest = (Fact("and", "headquarters"),) if len(batteries) < len(battalion.platoons) else ()
        words = f"{number} platoon{'s' if number > 1 else ''} of {weapon}"
        cells = (*rest, texts("brigadier").fact("indirect_dice", dice=dice))
        yield BoxRow(words, (), cells, kind=words, short=words)


def _platoon(platoon: Platoon, house: House, shared: Collection[str]) -> BoxRow:
    ladder = tuple(Box(SHORT_ORDER[order], heavy=order is platoon.order) for order in Order)
    men = tuple(
        Box("K" if number <= platoon.kills else "", ticked=number <= platoon.kills)
        for number in range(1, FULL_COUNT + 1)
    )
    facts = (*(Fact(name, _dice(name, house)) for name in platoon.weapons), Fact("move", _move(platoon, house)))
    cells = tuple(fact for fact in facts if fact.label not in shared)
    groups = (BoxGroup("order", ladder), BoxGroup("K/W", men))
    label = f"{platoon.name} [{platoon.label.sign}]"
    return BoxRow(label, groups, cells, colour=platoon.label.colour, kind=platoon.weapons[0], short=label)


def _dice(name: str, house: House) -> str:
    """Return the Fire Dice at Count 4, 3, 2, 1."""
    weapon = house.weapon(name)
    if isinstance(weapon, NotCovered):
        return blank(weapon.section)
    reach = house.reach(name)
    far = f' to {reach.aimed or reach.area}"' if isinstance(reach, Reach) else ""
    return " ".join(str(rounded(fire_dice(Firer(count, weapon)))) for count in range(FULL_COUNT, 0, -1)) + far


# The side ------------------------------------------------------------------------------------------------------------
def _facts(scene: Scene, lines: list[Battalion], house: House, book: Rulebook) -> tuple[Fact, ...]:
    platoons = [platoon for battalion in lines if _counts(battalion, scene) for platoon in battalion.platoons]
    guns = [battalion.unit.short or battalion.unit.name for battalion in lines if battalion.behind]
    facts = [
        initiative(scene),
        objective(scene),
        ends(book),
        texts("brigadier").fact(
            "platoons",
            platoons=counted(len(platoons), "platoon"),
            count=sum(FULL_COUNT - platoon.kills for platoon in platoons),
            raises=_raises(platoons, house),
        ),
        texts("brigadier").fact("clock", start=TableTime(scene.start_hour * 60)),
        texts("brigadier").fact("house_file", title=house.title)
        if house.title
        else texts("brigadier").fact("no_house_file"),
    ]
    if guns:
        facts.append(texts("brigadier").fact("off_board", guns=", ".join(guns)))
    if book.switch("brigadier.solo"):
        facts.append(_in_doubt(has_initiative=scene.attacks is True))
    if book.switch("brigadier.alternative_base_counts"):
        kinds = dict.fromkeys(platoon.kind.value for platoon in platoons)
        counts = ", ".join(f"{kind} {_base_count(kind, house)}" for kind in kinds)
        facts.append(texts("brigadier").fact("base_counts", counts=counts))
    if book.switch("brigadier.heavy_ordnance"):
        facts.append(
            texts("brigadier").fact("no_heavy_guns", blank=blank("11.7.2"))
            if house.limber_turns is None
            else texts("brigadier").fact("heavy_guns", turns=turns(house.limber_turns))
        )
    return tuple(facts)


def _in_doubt(*, has_initiative: bool) -> Fact:
    """Return what one person who plays both sides may order in doubt (BGC-SOLO-02, -03)."""
    order = suggested_order(has_initiative=has_initiative).value
    fact = texts("brigadier").fact("in_doubt", order=order)
    held = texts("brigadier").text("with_initiative")
    why = by_rule(
        held if has_initiative else texts("brigadier").text("without_initiative"), "BGC-SOLO-02", "BGC-SOLO-03"
    )
    return replace(fact, text=str(Proposal(fact.text, why, texts("brigadier").text("any_order"))))


def _raises(platoons: Sequence[Platoon], house: House) -> str:
    """Return how many orders its headquarters raise in a phase while all are alive: ``7 orders`` (BGC-ORD-07)."""
    most = most_raises((platoon.place for platoon in platoons), house.raises)
    return counted(most, "order")


def _base_count(kind: str, house: House) -> str:
    count = house.full_count(kind, alternative=True)
    return blank(count.section) if isinstance(count, NotCovered) else str(count)


def _weather(scene: Scene, house: House) -> str:
    """Return the line of weather: the book's weather is not in the preview, but a house file may have some."""
    weather = house.notes.get("weather", "")
    sky = scene.now.sky.value.capitalize()
    if weather:
        return texts("brigadier").text("weather", sky=sky, weather=weather)
    return texts("brigadier").text("no_weather", sky=sky)


def _turns() -> Track:
    return Track(
        "Turns",
        tuple(TrackCell(str(number)) for number in range(1, TRACK_TURNS + 1)),
        texts("brigadier").text("turns_note"),
    )


def _clock(scene: Scene) -> Track:
    """Return a track of half hours from the start, dark by night."""
    begin = scene.start_hour * 60
    sky = scene.skies[0] if scene.skies else scene.now
    # Half hours of a turn of six hours (OB-TIME-01).
    cells = [TrackCell(str(TableTime(begin + half * 30)), dark=sky.night) for half in range(12)]
    light = "night (dark)" if scene.now.night else "day"
    return Track("Clock", tuple(cells), texts("brigadier").text("clock_note", light=light))


def _logs(lines: list[Battalion], book: Rulebook, *, has_air: bool) -> tuple[Log, ...]:
    observers = book.switch("brigadier.artillery_observers")
    logs = [
        Log(
            texts("brigadier").text("calls_for_fire"),
            ("Turn", "Caller", "Guns", "Target", texts("brigadier").text("put_off")),
            6,
            (0.1, 0.25, 0.2, 0.25, 0.2),
            texts("brigadier").text("observers") if observers else "",
        )
    ]
    if book.switch("brigadier.planned_map_fire"):
        heads = ("Time", texts("brigadier").text("place"), "Guns", "Fired or cancelled")
        note = texts("brigadier").text("planned_note")
        logs.append(Log("Planned map fire", heads, 4, (0.12, 0.36, 0.28, 0.24), note))
    if any(platoon.off_table for battalion in lines if not battalion.behind for platoon in battalion.platoons):
        logs.append(Log("Off the table", ("Battalion", "Called in turn", "Enters at"), 3))
    if has_air:
        kinds = texts("brigadier").text(
            "missions",
            aimed=mission_kind(book).value,
            area=mission_kind(book, aimed_at_battle=False).value,
            wide=mission_kind(book, wide_front=True).value,
            controller=mission_kind(book, controller=True).value,
        )
        logs.append(Log("Air missions", ("Turn", "Aircraft", "Kind", "Die", "Falls on"), 4, note=kinds))
    return tuple(logs)


def _label(battalion: Battalion, platoon: Platoon) -> UnitLabel:
    title = battalion.unit.short or battalion.unit.name
    text = f"{platoon.name}{' (round base)' if platoon.label.round_base else ''}"
    return UnitLabel(battalion.number, battalion.unit.id, title, text, platoon.label.sign, platoon.label.bars)


def _legend() -> tuple[str, ...]:
    orders = ", ".join(f"{short} {order.value}" for order, short in SHORT_ORDER.items())
    return texts("brigadier").lines("legend", orders=orders)


def _differences(house: House, book: Rulebook) -> tuple[str, ...]:
    changed = changed_settings(book, "brigadier.")
    if not house.sections:
        return changed
    whose = (
        texts("brigadier").text("invented")
        if house.invented
        else texts("brigadier").text("typed_in", club=house.typed_by or "the club")
    )
    notes = [f"{place}: {text}" for place, text in house.notes.items()]
    return (texts("brigadier").text("differs", title=repr(house.title), whose=whose), *changed, *notes)
