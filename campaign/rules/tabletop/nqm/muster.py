"""A force as Not Quite Mechanised stands: companies, platoons and vehicles, and the figures and models to own for them.

muster(force, book) -> Muster                 in the neutral words of ``rules.muster``
battalions(force, book) -> tuple[Battalion]   the same with everything a fight or a sheet needs, in the order of the
                                              force
observers(battalion) -> tuple[Stand]          the figure forward of guns that fire at what others see
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

_KINDS = {
    ElementKind.COMMAND: StandKind.HEADQUARTERS,
    ElementKind.COMPANY: StandKind.INFANTRY,
    ElementKind.PLATOON: StandKind.SUPPORT,
    ElementKind.VEHICLES: StandKind.VEHICLE,
    ElementKind.BATTERY: StandKind.GUN,
}


def in_order(force: Force) -> tuple[Unit, ...]:
    """The units of the force, command by command."""
    by_command = force.by_command()
    return tuple(unit for command in force.commands for unit in by_command[command.id])


def battalions(force: Force, book: Rulebook) -> tuple[Battalion, ...]:
    """Every battalion of the force as stands, those unfit to fight too."""
    return tuple(battalion_of(unit, book) for unit in in_order(force))


def muster(force: Force, book: Rulebook) -> Muster:
    """A line for every battalion, numbered in the order of the commands; its points are what the return is held
    against."""
    lines = tuple(
        _line(unit.line or number, battalion_of(unit, book)) for number, unit in enumerate(in_order(force), 1)
    )
    green = sorted({unit.name for unit in force.units if unit.experience is Experience.GREEN})
    known = {command.id for command in force.commands}
    return Muster(
        lines,
        (
            _categories(force),
            "The command figure of a battalion counts no point.",
            _figures(),
            *((f"Green in this battle: {', '.join(green)}.",) if green else ()),
        ),
        (
            *(
                f"{one.name} is {one.state.value} and cannot fight"
                for one in in_order(force)
                if not one.state.is_in_play
            ),
            *(f"{one.name} is with a command that takes no part" for one in force.units if one.command not in known),
        ),
    )


def _figures() -> str:
    """What figures and buildings this table is made for (NQM-SCALE-02, -04, NQM-REPR-10)."""
    scale = next(one for one in SCALES if f"1:{one.ground:,}" == SYSTEMS["nqm"].scale)
    models = " or ".join(f"1:{one}" for one in scale.models)
    least, most = COMPANY_BASE_MM
    return (
        f"Figures of {models}: ground 1:{scale.ground:,}, houses 1:{scale.buildings}, so that a roof just hides a tank."
        f" Single figures may share a base of {least} to {most} mm as a company."
    )


def _categories(force: Force) -> str:
    """``3 teeth arms, 1 supporting arms`` (NQM-ORG-01)."""
    counted = [(one, sum(category(unit.arm) is one for unit in in_order(force))) for one in Category]
    return f"Battalions: {', '.join(f'{count} {one}' for one, count in counted if count) or 'none'}."


def _line(number: int, battalion: Battalion) -> MusterLine:
    unit = battalion.unit
    points, pins = battalion.points, battalion.pins
    on_table = unit.role is not Role.GUNS_IN_RANGE and unit.state.is_in_play
    reach = max((one.reach.effective_m for one in battalion.elements if one.indirect), default=0)
    return MusterLine(
        number,
        unit.id,
        unit.name,
        f"{points} point{'' if points == 1 else 's'}",
        (*(_neutral(one) for one in battalion.elements), *observers(battalion)),
        {
            "points": points,
            "black": pins,
            "command": sum(one.kind is ElementKind.COMMAND for one in battalion.elements),
            "ammunition": int(sum((one.ammunition for one in battalion.elements), Fraction(0))),
        },
        Fraction(points - pins) if on_table else Fraction(0),
        ", ".join(
            filter(None, (f"{pins} under black pins" if pins else "", f"reaches {reach / 1000:g} km" if reach else ""))
        ),
        f"{reach / 1000:g} km, {reach * SYSTEMS['nqm'].table.inches_a_km / 1000:g} in." if reach else "",
    )


def _neutral(one: Element) -> Stand:
    return Stand(
        one.key,
        one.label,
        _KINDS[one.kind],
        one.points - one.black if one.points else 0,
        one.points,
        (Model(one.model, _plural(one.model), one.strength if one.on_foot and one.model.endswith("figure") else 1),),
        f"{one.black} black" if one.black else "",
    )


def _plural(model: str) -> str:
    return model if model.endswith("s") else f"{model}s"


def observers(battalion: Battalion) -> tuple[Stand, ...]:
    """Guns that fire at what others see have an observer forward: a single figure on its own, and elite (NQM-REPR-08,
    NQM-GRADE-04)."""
    if not any(one.indirect and one.kind is ElementKind.BATTERY for one in battalion.elements):
        return ()
    model = Model("observer figure", "observer figures")
    return (Stand("observer", "Observer", StandKind.OBSERVER, 0, 0, (model,), f"single figure, {Grade.ELITE}"),)
