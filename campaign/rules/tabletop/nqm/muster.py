"""A force in stands of Not Quite Mechanised: companies, platoons and vehicles, and the figures and models needed for
them.

muster(force, book) -> Muster                 in the neutral words of ``rules.muster``
battalions(force, book) -> tuple[Battalion]   the same with all that a battle or a sheet needs, in the order of the
                                              force
observers(battalion) -> tuple[Stand]          the observers of guns that fire at targets others see
"""

from __future__ import annotations

from fractions import Fraction

from campaign.rules.common.force import Force, Unit
from campaign.rules.common.muster import Model, Muster, MusterLine, Stand, StandKind
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.tabletop.interface import SYSTEMS
from campaign.rules.tabletop.nqm.elements import Battalion, Element, ElementKind
from campaign.rules.tabletop.nqm.support import Category, category
from campaign.rules.tabletop.nqm.tables import COMPANY_BASE_MM, SCALES, Grade
from campaign.rules.tabletop.nqm.translation import battalion_of
from campaign.terms.forces import Experience
from campaign.terms.state import Role

DIVISION_POINTS = 250
"""The points of about a division, the most that a player should control (NQM-DESIGN-04)."""
_KINDS = {
    ElementKind.COMMAND: StandKind.HEADQUARTERS,
    ElementKind.COMPANY: StandKind.INFANTRY,
    ElementKind.PLATOON: StandKind.SUPPORT,
    ElementKind.VEHICLES: StandKind.VEHICLE,
    ElementKind.BATTERY: StandKind.GUN,
}


def in_order(force: Force) -> tuple[Unit, ...]:
    """Return the units of the force, command by command."""
    by_command = force.by_command()
    return tuple(unit for command in force.commands for unit in by_command[command.id])


def battalions(force: Force, book: Rulebook) -> tuple[Battalion, ...]:
    """Return every battalion of the force as stands, including those unfit to fight."""
    return tuple(battalion_of(unit, book) for unit in in_order(force))


def muster(force: Force, book: Rulebook) -> Muster:
    """Return a line for every battalion, numbered in the order of the commands; a return is checked against its
    points.
    """
    lines = tuple(
        _line(unit.line or number, battalion_of(unit, book)) for number, unit in enumerate(in_order(force), 1)
    )
    green = sorted({unit.name for unit in force.units if unit.experience is Experience.GREEN})
    command_ids = {command.id for command in force.commands}
    return Muster(
        lines,
        (
            _categories(force),
            "A battalion's command figure counts no points.",
            _figures(),
            *((f"Green in this battle: {', '.join(green)}.",) if green else ()),
        ),
        (
            *(
                f"{unit.name} is {unit.state.value} and cannot fight"
                for unit in in_order(force)
                if not unit.state.is_in_play
            ),
            *(
                f"{unit.name} is with a command that takes no part"
                for unit in force.units
                if unit.command not in command_ids
            ),
        ),
    )


def _figures() -> str:
    """Return the sizes of figures and buildings that this table is made for (NQM-SCALE-02, -04, NQM-REPR-10)."""
    scale = next(tier for tier in SCALES if f"1:{tier.ground:,}" == SYSTEMS["nqm"].scale)
    models = " or ".join(f"1:{model}" for model in scale.models)
    least, most = COMPANY_BASE_MM
    return (
        f"Figures of {models} stand on ground at 1:{scale.ground:,}, with houses at 1:{scale.buildings}: a roof just"
        " hides a tank."
        f" Single figures may share a base of {least} to {most} mm as a company."
    )


def _categories(force: Force) -> str:
    """Return the categories of a force in words: ``3 teeth arms, 1 supporting arms`` (NQM-ORG-01)."""
    counted = [
        (stand_category, sum(category(unit.arm) is stand_category for unit in in_order(force)))
        for stand_category in Category
    ]
    return (
        f"Battalions: {', '.join(f'{count} {stand_category}' for stand_category, count in counted if count) or 'none'}."
    )


def _line(number: int, battalion: Battalion) -> MusterLine:
    unit = battalion.unit
    points, pins = battalion.points, battalion.pins
    on_table = unit.role is not Role.GUNS_IN_RANGE and unit.state.is_in_play
    reach = max((element.reach.effective_m for element in battalion.elements if element.indirect), default=0)
    return MusterLine(
        number,
        unit.id,
        unit.name,
        f"{points} point{'' if points == 1 else 's'}",
        (*(_neutral(element) for element in battalion.elements), *observers(battalion)),
        {
            "points": points,
            "black": pins,
            "command": sum(element.kind is ElementKind.COMMAND for element in battalion.elements),
            "ammunition": int(sum((element.ammunition for element in battalion.elements), Fraction(0))),
        },
        Fraction(points - pins) if on_table else Fraction(0),
        ", ".join(
            filter(None, (f"{pins} under black pins" if pins else "", f"reaches {reach / 1000:g} km" if reach else ""))
        ),
        f"{reach / 1000:g} km, {reach * SYSTEMS['nqm'].table.inches_a_km / 1000:g} in." if reach else "",
    )


def _neutral(element: Element) -> Stand:
    return Stand(
        element.key,
        element.label,
        _KINDS[element.kind],
        element.points - element.black if element.points else 0,
        element.points,
        (
            Model(
                element.model,
                _plural(element.model),
                element.strength if element.on_foot and element.model.endswith("figure") else 1,
            ),
        ),
        f"{element.black} black" if element.black else "",
    )


def _plural(model: str) -> str:
    return model if model.endswith("s") else f"{model}s"


def observers(battalion: Battalion) -> tuple[Stand, ...]:
    """Return the forward observers of guns that fire at targets others see: each a single elite figure on its own
    (NQM-REPR-08, NQM-GRADE-04).
    """
    if not any(element.indirect and element.kind is ElementKind.BATTERY for element in battalion.elements):
        return ()
    model = Model("observer figure", "observer figures")
    return (Stand("observer", "Observer", StandKind.OBSERVER, 0, 0, (model,), f"single figure, {Grade.ELITE}"),)


def advice(larger: Muster) -> tuple[str, ...]:
    """Return advice on the game: a player for each division (NQM-DESIGN-04); a division's whole day is an evening, with
    any number of turns left (NQM-DESIGN-01).
    """
    points = sum(line.noted.get("points", 0) for line in larger.lines)
    if points <= DIVISION_POINTS:
        return ()
    return (
        f"{points} points are more than a division: give the side a commander for each division and one for the corps.",
    )
