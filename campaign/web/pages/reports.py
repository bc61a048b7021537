"""Pages of the reading commands: weather, dumps, trucks, sightings, ground that scores, battalions out of play."""

from __future__ import annotations

from collections.abc import Iterable

from campaign.errors import BadInput
from campaign.journal.overtaken import DrawnFor
from campaign.queries.contacts.sightings import sightings
from campaign.queries.day.weather import sky_words, weather
from campaign.queries.map.objectives import objectives
from campaign.queries.orbat.losses import losses
from campaign.queries.orbat.recovery import recovery_calendars
from campaign.queries.orbat.tasks import tasks
from campaign.queries.supply.logistics import logistics
from campaign.terms.asking import read
from campaign.terms.words import is_number
from campaign.verbs.trucks import SendTruck
from campaign.views.orbat.losses import LostBattalion
from campaign.web.answer import Answer
from campaign.web.page import page
from campaign.web.people import PLAYERS, UMPIRE
from campaign.web.visit import Visit

_ROLLED = "OB-RCV-08"
"""Rule named by every roll for recovery."""


def day_asked(visit: Visit) -> int | None:
    """Return the day of the campaign that the address names; None for today. Raises BadInput for one that it does not
    have.
    """
    word = visit.query.get("day", "")
    if not word:
        return None
    days = visit.read(lambda board, _: board.campaign.days)
    if not is_number(word) or not 1 <= int(word) <= days:
        raise BadInput(f"{word!r} is not a day of this campaign. Write a number from 1 to {days}")
    return int(word)


@page("/weather", UMPIRE | PLAYERS)
def show_weather(visit: Visit) -> Answer:
    """Show the weather turn by turn, the light by the rules, and the real sun and moon."""
    day = day_asked(visit)
    view = visit.read(lambda board, viewer: weather(board, viewer, day))
    days = visit.read(lambda board, _: board.campaign.days)
    skies = (("Night before", sky_words(view.tonight)), ("Day", sky_words(view.today)))
    return visit.page("weather.html", json=view, same_at_terminal="campaign weather", view=view, skies=skies, days=days)


@page("/logistics", UMPIRE | PLAYERS, drawn_for=DrawnFor.CAMPAIGN)
def show_logistics(visit: Visit) -> Answer:
    """Show dumps from railhead to division, trucks on the road, shortages, and the engineers' tasks."""
    view = visit.read(logistics)
    return visit.page(
        "logistics.html", json=view, same_at_terminal="campaign logistics", view=view, works=visit.read(tasks).tasks
    )


@show_logistics.post
def send_truck(visit: Visit) -> Answer:
    return visit.receipt(visit.give(read(SendTruck, visit.fields)), "/logistics", in_full=True)


@page("/sightings", UMPIRE | PLAYERS)
def show_sightings(visit: Visit) -> Answer:
    """Show the enemy units that each side has seen, the newest first."""
    view = visit.read(sightings)
    return visit.page("sightings.html", json=view, same_at_terminal="campaign sightings --full", view=view)


@page("/objectives", UMPIRE | PLAYERS)
def show_objectives(visit: Visit) -> Answer:
    """Show the ground that scores, who holds it, and the score so far."""
    view = visit.read(objectives)
    return visit.page("objectives.html", json=view, same_at_terminal="campaign objectives", view=view)


@page("/recovery", UMPIRE | PLAYERS)
def show_recovery(visit: Visit) -> Answer:
    """Show the battalions out of play, and the die that may bring them back."""
    view, calendars = visit.read(losses), visit.read(recovery_calendars)
    return visit.page(
        "recovery.html",
        json=view,
        same_at_terminal="campaign recover",
        view=view,
        rolls=_rolls(view.lost),
        calendars=calendars,
    )


def _rolls(lost: Iterable[LostBattalion]) -> tuple[tuple[str, str, str], ...]:
    """Return who rolls for which battalions, and the roll that is needed, or why there is none."""
    groups: dict[tuple[str, str], list[str]] = {}
    for battalion in lost:
        roller = battalion.returns_by if _ROLLED in battalion.rules else ""
        groups.setdefault((roller, battalion.needs), []).append(battalion.name)
    return tuple((roller, "; ".join(names), needs) for (roller, needs), names in groups.items())
