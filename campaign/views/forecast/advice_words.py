"""The appreciation of a staff in some ten lines: for terminal, page and journal alike."""

from __future__ import annotations

from typing import Final

from campaign.terms.words import counted, listing
from campaign.values import dataclass
from campaign.views.forecast.advice import Advice, CourseWeighed

TOLD_FROM: Final = 0.1
"""The difference in the share of runs from which a row names a place."""
MOST_PLACES: Final = 3
"""The most places that a row names: those with the greatest difference, or of the measure the likeliest."""
COLUMNS: Final = ("points", "own losses", "enemy's", "games")
"""Headings of the figures of a row: better by, with the standard error; battalions; battles."""


@dataclass(frozen=True, slots=True)
class Row:
    """A course as a row: its figures under ``COLUMNS``, and the words beside them."""

    is_chosen: bool
    figures: tuple[str, ...]
    course: str
    places: str


def heading(advice: Advice) -> str:
    """Return whose appreciation it is, of when."""
    return f"{advice.commander}, before turn {advice.moment}: advice of the staff"


def basis(advice: Advice) -> str:
    """Return what the appreciation rests on."""
    if advice.stopped:
        return f"No advice: {advice.stopped}. All stays {advice.measure.course}."
    return (
        f"{counted(advice.runs, 'run')} from what the side knows, to the evening of day {advice.until}; the day after"
        " counts half. Points and losses are more or less than under the measure, in the same runs."
    )


def rows(advice: Advice) -> list[Row]:
    """Return the courses as rows, the best first, and the measure last."""
    if advice.stopped:
        return []
    return [*(_row(course, advice.measure) for course in advice.courses), _measure(advice.measure)]


def endings(advice: Advice) -> list[str]:
    """Return why no course is advised, if so; what the chosen course turns on; and the estimate of the unseen."""
    if advice.stopped:
        return []
    turns = [f"{_capital(advice.chosen.course)}: it turns most on {advice.turns_on}."] if advice.turns_on else []
    return [*_no_better(advice), *turns, f"Enemy: {_estimate(advice)}."]


def _no_better(advice: Advice) -> list[str]:
    """Return why the orders as they are stand though a course looks better in the runs."""
    finals = [course for course in advice.courses if course.is_final]
    if not advice.measure.is_chosen or not finals:
        return []
    best = max(finals, key=lambda course: course.gain)
    if best.gain <= 0:
        return ["No course turned out better in its last runs than the measure."]
    told = f"{best.course} by {best.gain:.1f} points, with a standard error of {best.error:.1f}"
    asked = f"The staff advises a course only if it is better by {advice.sure:g} standard errors"
    return [f"No course is surely better than the measure: {told}. {asked}."]


def lines_of(advice: Advice) -> list[str]:
    """Return the appreciation as sentences, a line each, as the journal keeps it."""
    told = []
    for row in rows(advice):
        figures = ", ".join(f"{name} {figure}" for name, figure in zip(COLUMNS, row.figures, strict=True) if figure)
        places = f"; {row.places}" if row.places else ""
        told.append(f"{'chosen: ' if row.is_chosen else ''}{row.course}{places} ({figures})")
    return [basis(advice), *told, *endings(advice)]


def _row(course: CourseWeighed, measure: CourseWeighed) -> Row:
    figures = (
        f"{_signed(course.gain)} ±{course.error:.1f}",
        _signed(course.lost),
        _signed(course.enemy_lost),
        f"{course.games:.1f}",
    )
    first = "" if course.is_final else f"first look only, {counted(course.runs, 'run')}"
    return Row(course.is_chosen, figures, course.course, first or _held(course, measure))


def _signed(figure: float) -> str:
    """Return a figure with its sign; nothing is less than nothing."""
    return f"{figure + 0.0 if abs(figure) >= 0.05 else 0.0:+.1f}"


def _held(course: CourseWeighed, measure: CourseWeighed) -> str:
    """Return the places whose chance differs from that under the measure in the same runs, with both."""
    before = {place.key: place.share for place in measure.places}
    apart = [(abs(place.share - before.get(place.key, 0.0)), place) for place in course.places]
    told = sorted((pair for pair in apart if pair[0] >= TOLD_FROM), key=lambda pair: -pair[0])[:MOST_PLACES]
    return "; ".join(
        f"{place.name} {100 * place.share:.0f} % (measure {100 * before.get(place.key, 0.0):.0f} %)"
        for _, place in told
    )


def _measure(measure: CourseWeighed) -> Row:
    likely = sorted((place for place in measure.places if place.share), key=lambda place: -place.share)
    held = listing(f"{place.name} {100 * place.share:.0f} %" for place in likely[:MOST_PLACES])
    places = f"the measure{f'; holds {held}' if held else ''}"
    return Row(measure.is_chosen, ("", "", "", f"{measure.games:.1f}"), measure.course, places)


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def _estimate(advice: Advice) -> str:
    seen = f"{counted(advice.seen, 'unit')} seen"
    if not advice.unseen:
        return f"{seen}. No more are reckoned with, because the side has seen as many as it has itself"
    arms = listing(f"{e.least}-{e.most} {e.arm}" if e.least < e.most else f"{e.most} {e.arm}" for e in advice.unseen)
    return (
        f"{seen}. Reckoned with unseen: {arms} battalions, on the enemy's ground and roads home, because the side has"
        " that many more than it has seen"
    )
