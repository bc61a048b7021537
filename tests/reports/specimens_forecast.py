"""Forecasts of the campaign as views: the umpire's and a side's of two days, and a long one with the worst names."""

from __future__ import annotations

from datetime import date, timedelta

import specimens
import specimens_situation

from campaign.terms.time import Moment
from campaign.values import replace
from campaign.views.forecast.campaign_forecast import (
    Average,
    Bar,
    CampaignForecast,
    Chance,
    CutOffDay,
    CutOffForecast,
    Decided,
    Decisive,
    DrawnEnemy,
    DrawnGroup,
    Evening,
    Fan,
    GamesForecast,
    HolderChance,
    LeadForecast,
    LossEvening,
    LossForecast,
    PlaceEvening,
    PlaceForecast,
    ScoreForecast,
    StrengthEvening,
    StrengthForecast,
    UnseenEstimate,
)
from campaign.views.forecast.forecast_paper import ForecastPaper

FIRST = date(1941, 5, 15)
RUNS = 400


def chance(percent: int) -> Chance:
    """A chance with an interval of some points either way."""
    return Chance(RUNS, percent / 100, max(0.0, percent / 100 - 0.05), min(1.0, percent / 100 + 0.05))


def average(mean: float, doubt: float = 1.2) -> Average:
    return Average(mean, mean - doubt, mean + doubt)


def fan(middle: int, reach: int, most: int = 10_000) -> Fan:
    low, high = max(0, middle - reach), min(most, middle + reach)
    return Fan(low, (low + middle) // 2, middle, (middle + high + 1) // 2, high)


def bars(first: int, *runs: int, wide: int = 2) -> tuple[Bar, ...]:
    return tuple(Bar(first + wide * n, first + wide * (n + 1) - 1, count) for n, count in enumerate(runs))


def _holders(number: int, evening: int, sides: tuple[str, ...]) -> tuple[HolderChance, ...]:
    first = (37 * number + 23 * evening) % 101
    shares = (first, 100 - first) if len(sides) == 2 else (first, (100 - first) // 2, 100 - first - (100 - first) // 2)
    return tuple(HolderChance(side, chance(share)) for side, share in zip(sides, shares, strict=True))


def forecast(days: int, places: tuple[str, ...], formations: tuple[tuple[str, str, int], ...]) -> CampaignForecast:
    """The umpire's forecast of so many days. ``formations``: name, side and depth of each."""
    evenings = tuple(Evening(day, FIRST + timedelta(days=day - 1)) for day in range(1, days + 1))
    return CampaignForecast(
        campaign="brevity",
        title="Operation Brevity",
        moment=Moment(1, 1),
        last=evenings[-1],
        runs=RUNS,
        asked=1000,
        ended="each holder was known to 3 points",
        seed="1",
        digest="9f3a2c55b1e0" * 4,
        engine="test",
        viewer="Umpire",
        enemy=None,
        assumptions=("Battles are resolved by the program under their system.", "The runs show what can happen, not what will."),
        places=tuple(
            PlaceForecast(
                f"place_{number}",
                name,
                name,
                ("Allied", "Axis", "")[number % 3],
                tuple(PlaceEvening(e.day, _holders(number, e.day, ("Allied", "Axis", ""))) for e in evenings),
            )
            for number, name in enumerate(places)
        ),
        scores=(
            ScoreForecast("Allied", 0, average(11.3), fan(13, 9), bars(0, 6, 14, 9, 22, 80, 150, 90, 29)),
            ScoreForecast("Axis", 3, average(13.2), fan(11, 8), bars(5, 30, 0, 120, 140, 60, 50)),
        ),
        lead=LeadForecast(
            "Allied",
            average(-1.8, 1.6),
            bars(-24, 20, 60, 40, 8, 30, 90, 110, 42, wide=4),
            (Bar(-20, -17, 60), Bar(0, 3, 110)),
            chance(55),
            chance(9),
        ),
        strengths=tuple(
            StrengthForecast(
                f"formation_{number}",
                name,
                side,
                depth,
                4,
                100,
                tuple(
                    StrengthEvening(e.day, average(100 - 8 * e.day * (number % 3)), fan(100 - 7 * e.day, 12, 100))
                    for e in evenings
                ),
            )
            for number, (name, side, depth) in enumerate(formations)
        ),
        losses=tuple(
            LossForecast(side, 0, tuple(LossEvening(e.day, average(e.day * 0.7), fan(e.day, 2)) for e in evenings))
            for side in ("Allied", "Axis")
        ),
        cut_off=tuple(
            CutOffForecast(
                f"formation_{number}",
                name,
                side,
                tuple(CutOffDay(e.day, chance((31 * number + 17 * e.day) % 101)) for e in evenings),
            )
            for number, (name, side, _) in enumerate(formations)
        ),
        games=GamesForecast(average(6.2), fan(6, 3), average(8.0), fan(8, 4)),
        decisive=(
            Decisive(
                "battle won", f"Allied hold the field at {places[0]} on day 1", "place_0", 1, "Allied", chance(64), 4.0,
                -10.5, average(14.5, 1.5),
            ),
            Decisive(
                "crossing", "the bridge at Halfaya cannot be passed in the evening of day 1", "bridge", 1, "",
                chance(12), -9.0, -1.0, average(-8.0, 3.1),
            ),
        ),
        decided=(Decided(places[0], "place_0", 1, 371, "Allied", "Axis", average(9.4, 1.1)),),
        days=evenings,
        definitions={},
    )  # fmt: skip


def paper(view: CampaignForecast, addressee: str) -> ForecastPaper:
    ground = specimens_situation.everything()
    names = [place.name for place in ground.places]
    named = [replace(p, place=names[n % len(names)]) if n < len(names) else p for n, p in enumerate(view.places)]
    head = specimens.brevity_head("Forecast", f"{view.runs} runs, played on to the evening", "Forecast", addressee)
    bare = replace(ground, units=(), formations=(), zones=(), supply=(), cuts=(), marches=(), contacts=(), battles=())
    return ForecastPaper(head, replace(view, places=tuple(named)), replace(bare, masthead=head))


PLACES = ("Halfaya Pass, top", "Halfaya Pass, foot", "Sollum (lower town)", "Musaid", "Bir Wair", "Fort Capuzzo")
FORMATIONS = (
    ("Western Desert Force", "Allied", 0),
    ("7th Armoured Brigade Group (desert column)", "Allied", 1),
    ("22nd Guards Brigade Group (centre column)", "Allied", 1),
    ("Kampfgruppe von Herff", "Axis", 0),
    ("Colonna Montemurro", "Axis", 1),
)


def umpires_forecast() -> ForecastPaper:
    """Two days of Operation Brevity, for the umpire."""
    return paper(forecast(2, PLACES, FORMATIONS), "for the umpire only")


def sides_forecast() -> ForecastPaper:
    """The same for the Allies, by what they know."""
    view = forecast(2, PLACES, FORMATIONS[:3])
    own = (view.scores[0],)
    enemy = DrawnEnemy(
        "Allied",
        "Axis",
        (
            DrawnGroup(("armour battalion", "armour battalion", "motor infantry company"), "Fort Capuzzo", 7, 0.35, 14),
            DrawnGroup(("8th Machine-gun Battalion",), "2.5 km from Sidi Azeiz on the track to Hafid Ridge", 1, 1.0, 0),
        ),
        (UnseenEstimate("infantry", "battalion", 3, 8, 19), UnseenEstimate("anti-tank", "company", 1, 4, 19)),
    )
    places = tuple(
        replace(
            place,
            evenings=tuple(
                PlaceEvening(evening.day, _holders(number, evening.day, ("Allied", "not ours")))
                for evening in place.evenings
            ),
        )
        for number, place in enumerate(view.places)
    )
    known = replace(
        view, viewer="Allied", enemy=enemy, places=places, scores=own, lead=None, losses=view.losses[:1], runs=40,
        cut_off=view.cut_off[:2],
    )  # fmt: skip
    return paper(known, "for Allied only")


def long_forecast() -> ForecastPaper:
    """Fourteen days, forty places and as many formations, with the longest names."""
    names = specimens.worst_names(40)
    formations = tuple((name, ("Allied", "Axis")[n % 2], min(n // 8, 3)) for n, name in enumerate(names))
    return paper(forecast(14, names, formations), "for the umpire only")
