"""Assault crossings inside a resolved fight: engineers ready boats and rafts, and carry battalions over a river
(OB-AMPH-01..05).

    Crossing(engineers, battalions, to)              one job: who readies the boats, whom they carry, and where on the
                                                     far bank
    Boats(crossing, ...)                             the job during a fight
    check(crossing, units, book) -> amphibious.Boats raises BadInput for what one job cannot carry
    ready(on, brigade, report)                       a move of the engineers' command spent at the boats
    carry_over(on, brigade, report)                  step 3: battalions of the moving command whose boats are ready

Whoever is to cross stands within 4 inches of the engineers. The crossing is his move; on the far bank he stays at the
river, as nobody finishes a bridge during a fight.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from campaign.errors import BadInput
from campaign.resolve.brevity.ground import Spot, distance
from campaign.rules.common.force import Unit
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.day import amphibious
from campaign.rules.day.amphibious import Means
from campaign.rules.day.engineering import load_of
from campaign.rules.tabletop.brevity.tables import Span
from campaign.terms.forces import Armour, CasualtyColumn
from campaign.terms.state import Posture

if TYPE_CHECKING:
    from campaign.resolve.brevity.field import Brigade, Field, Model
    from campaign.resolve.brevity.report import Report

AT_THE_BOATS: Final = 4
"""Inches from the engineers within which a battalion embarks."""
ABREAST: Final = 4


@dataclass(frozen=True, slots=True)
class Crossing:
    """An engineer battalion, the battalions it carries over (two of infantry, or one), and where the first lands; the
    next beside it."""

    engineers: int
    battalions: tuple[int, ...]
    to: Spot


@dataclass(slots=True, eq=False)
class Boats:
    """A job during a fight: how much of it is done, and who has been carried over."""

    crossing: Crossing
    needed: int
    span: Span
    done: int = 0
    last_turn: int = 0
    over: set[int] = field(default_factory=set)

    @property
    def are_ready(self) -> bool:
        """Can they carry somebody over?"""
        return self.done >= self.needed


def check(crossing: Crossing, units: Mapping[int, Unit], book: Rulebook) -> Boats:
    """The job with its time. Raises BadInput for more battalions than it carries, tanks too heavy, or builders who are
    no engineers."""
    if not crossing.battalions:
        raise BadInput("boats for nobody: name one or two battalions that they carry over (OB-AMPH-01)")
    carried = [units[ident] for ident in crossing.battalions]
    builders = units[crossing.engineers]
    jobs = [
        amphibious.boats(load_of(unit.armour), infantry=_on_foot(unit), engineers=builders.engineers, book=book)
        for unit in carried
    ]
    heaviest = max(jobs, key=lambda job: (job.span is Span.TURN, job.count))
    if len(carried) > heaviest.battalions:
        raise BadInput(
            f"{builders.name} readies boats for {heaviest.battalions} such"
            f" {'battalion' if heaviest.battalions == 1 else 'battalions'} at a time, not {len(carried)}"
            f" ({heaviest.rule})"
        )
    return Boats(crossing, heaviest.count, heaviest.span)


def _on_foot(unit: Unit) -> bool:
    """Infantry goes without its lorries; whatever fights from vehicles or serves guns needs rafts."""
    return unit.casualty_column is CasualtyColumn.INFANTRY and unit.armour is Armour.NONE


def ready(on: Field, brigade: Brigade, report: Report) -> None:
    """At the end of a move: engineers of its command that neither moved nor fired nor were pinned have worked a move
    (OB-ENG-02)."""
    for boats in on.boats:
        builders = _model(brigade, boats.crossing.engineers)
        if builders is None or boats.are_ready or builders.acting or builders.pinned or builders.resting:
            continue
        if boats.span is Span.TURN and boats.last_turn == on.turn:
            continue
        boats.done, boats.last_turn = boats.done + 1, on.turn
        words = (
            "the boats are ready"
            if boats.are_ready
            else f"{boats.done} of {boats.needed} {boats.span.value}s at the boats"
        )
        report.say(f"{builders.name}: {words}.")


def carry_over(on: Field, brigade: Brigade, report: Report) -> None:
    """Battalions of the moving command that stand at boats made ready before this move: over the river as their move
    (OB-AMPH-04, -05)."""
    for boats in on.boats:
        builders = next(
            (m for models in on.models for m in models if m.unit.id == boats.crossing.engineers and m.on_table), None
        )
        if builders is None or not boats.are_ready:
            continue
        for place, ident in enumerate(boats.crossing.battalions):
            model = _model(brigade, ident)
            if (
                model is None
                or ident in boats.over
                or model.pinned
                or model.resting
                or distance(model.spot, builders.spot) > AT_THE_BOATS
            ):
                continue
            boats.over.add(ident)
            _put_over(on, model, Spot(boats.crossing.to.x + ABREAST * place, boats.crossing.to.y))
            report.say(f"{model.name} crosses the river {amphibious.spoken(Means.BOATS)} and stays at the bank.")


def _model(brigade: Brigade, unit: int) -> Model | None:
    return next((model for model in brigade.in_play if model.unit.id == unit), None)


def _put_over(on: Field, model: Model, spot: Spot) -> None:
    model.full = model.stand
    model.stand = amphibious.touching_down(model.stand, Means.BOATS, on.book)
    on.put(model, on.ground.within(spot))
    model.posture, model.hidden = Posture.LINE, False
    model.acting = model.moved = True
    model.across = not amphibious.may_go_on(Means.BOATS, bridged=False)
    model.path = (model.spot,)
    on.stirred.append(model)
