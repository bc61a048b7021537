"""The return of a battle: what players write down, its errors, and the state of a battalion after it (BDE-MAP-06 to
-09, -11).

For a battalion: the figures that are off the table, those of removed companies counted whole; how many companies were
removed; guns and vehicles lost. Stand by stand it may be written too. For the side: companies lost, periods played.

    fields() -> Fields        line_faults(line, was) -> faults        outcome(line, was) -> Outcome
"""

from __future__ import annotations

from collections.abc import Iterable

from campaign.rules.common.muster import Stand, StandKind
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.common.texts import texts
from campaign.rules.returns.filed import Fields, FiledLine, Outcome, PrintedLine
from campaign.rules.tabletop.brigade.morale import losses_at
from campaign.rules.tabletop.brigade.victory import state_after
from campaign.terms.return_box import ENDED_AT, RESTING, UNCHANGED, Field, FieldKind

MOST = 999  # More than a battle of three battalions a side has (BDE-SCALE-02): figures, models or periods.
FIGURES = Field("figures_lost", "figures lost", most=MOST, limit="figures", loss=True, note="removed whole")
REMOVED = Field("companies_removed", "companies removed", most=MOST, limit="companies", loss=True)
MODELS = Field("models_lost", "guns, vehicles lost", most=MOST, limit="models", loss=True)
GONE = Field("removed", "removed", FieldKind.TICK, loss=True)
COMPANIES_LOST = Field("companies_lost", "companies lost", most=MOST, limit="counted")
PERIODS = Field("periods", "periods played", most=MOST, shared=True)


def fields() -> Fields:
    """Return the columns of the return form of the brigade rules."""
    return Fields(
        line=(UNCHANGED, FIGURES, REMOVED, MODELS, ENDED_AT, RESTING),
        stand=(
            Field("figures_lost", "figures lost", limit="count", loss=True),
            GONE,
            Field("models_lost", "guns, vehicles lost", limit="count", loss=True),
        ),
        side=(COMPANIES_LOST, PERIODS),
        examples="unchanged | figures 12 | figures 20, companies 1 | models 3",
        how=texts("brigade").text("how"),
    )


def _companies(was: PrintedLine) -> list[Stand]:
    return [stand for stand in was.stands if stand.kind in (StandKind.INFANTRY, StandKind.HEADQUARTERS)]


def line_faults(line: FiledLine, was: PrintedLine) -> Iterable[str]:
    """Yield the errors of a line: companies removed whose figures are still there, and losses that must have removed a
    company and did not.
    """
    companies = _companies(was)
    lost, removed = _figures(line, was), _removed(line)
    if removed and companies:
        least = sum(sorted(stand.count for stand in companies)[:removed])
        if lost < least:
            yield (
                f"{_companies_said(removed)} removed, but only {lost} figures lost. All figures of a removed "
                f"company count as lost, here at least {least}"
            )
    if companies and line.stands == {}:
        yield from _must_be_removed(lost, removed, companies, was)
    yield from _stand_faults(line, was)


def _companies_said(count: int) -> str:
    return "1 company" if count == 1 else f"{count} companies" if count else "no company"


def _must_be_removed(lost: int, removed: int, companies: list[Stand], was: PrintedLine) -> Iterable[str]:
    """Yield the errors of removals: two thirds lost remove a company (BDE-CAS-05), so that many figures cannot be lost
    with few companies.
    """
    mustered_figures = was.noted.get("figures", 0)
    all_counts = sorted((stand.count for stand in companies), reverse=True)
    unnamed = mustered_figures - sum(all_counts)
    most = unnamed + sum(all_counts[:removed]) + sum(losses_at(count)[2] - 1 for count in all_counts[removed:])
    if mustered_figures >= lost > most:
        yield (
            f"{lost} figures lost is too many with {_companies_said(removed)} removed. Then at most {most} can be lost,"
            " because a company that loses two thirds of its figures is removed"
        )


def _stand_faults(line: FiledLine, was: PrintedLine) -> Iterable[str]:
    for stand in was.stands:
        written = line.stands.get(stand.key, {})
        is_model = stand.kind in (StandKind.VEHICLE, StandKind.GUN)
        if written.get("models_lost") and not is_model:
            yield f"{stand.label} has figures, not models. Write the number of figures lost"
        if written.get("figures_lost") and is_model:
            yield f"{stand.label} is a model, not figures. Write the model as lost"
        lost = written.get("figures_lost")
        if written.get("removed") is True and isinstance(lost, int) and lost < stand.count:
            yield (
                f"{stand.label} is removed, but only {lost} of its {stand.count} figures are lost. All figures "
                "of a removed company count as lost"
            )


def _figures(line: FiledLine, was: PrintedLine) -> int:
    """Return the figures off the table; stand by stand, a removed company counts in full."""
    if "figures_lost" in line.written or not line.stands:
        return line.number("figures_lost")
    mustered = {stand.key: stand.count for stand in was.stands}
    total = 0
    for key, written in line.stands.items():
        lost = written.get("figures_lost", 0)
        total += mustered.get(key, 0) if written.get("removed") is True else lost if isinstance(lost, int) else 0
    return total


def _removed(line: FiledLine) -> int:
    if "companies_removed" in line.written:
        return line.number("companies_removed")
    return sum(written.get("removed") is True for written in line.stands.values())


def outcome(line: FiledLine, was: PrintedLine, book: Rulebook) -> Outcome:
    """Return the state of a battalion by thirds of the full establishment, with earlier losses included; guns off the
    table keep their state (BDE-MAP-07, -09).
    """
    by_models = bool(was.noted.get("by_models", 0))
    lost = line.total("models_lost") if by_models else _figures(line, was)
    full, missing = was.noted.get("full", 0), was.noted.get("missing", 0)
    if lost <= 0 or full <= 0:
        return Outcome(was.start_state)
    return Outcome(state_after(full, missing + lost, book))
