"""From runs to the figures of a forecast: pure counting.

figures(names, runs, about) -> CampaignForecast
leads(runs) -> list[int]                 of every run, the score of the first side less the best of the others'
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

from campaign.forecast.names import Names
from campaign.forecast.run import Run
from campaign.forecast.statistics import Z999, Bin, difference, histogram, humps, mean_of, quantile, wilson
from campaign.forecast.statistics import Mean as PlainMean
from campaign.forecast.words import DEFINITIONS, SIDE_DEFINITIONS, assumptions_of
from campaign.values import dataclass
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
)

FAN_FROM: Final = 100
"""The runs from which quantiles are given."""
RARE: Final = 0.05
"""Events in fewer runs than this part, or in all but this part, tell nothing of what decides."""
LEAST_RUNS: Final = 10
"""Nor do those that happen, or do not happen, in fewer runs than this."""
MOST_DECISIVE: Final = 12
DIGITS: Final = 4

Runs = Sequence[Run]


@dataclass(frozen=True, slots=True)
class About:
    """The origin of the runs: the seed, the number asked for, the reason for their end, the state's digest, the
    program.
    """

    seed: str
    asked: int
    ended: str
    digest: str
    engine: str
    viewer: str = "Umpire"
    enemy: DrawnEnemy | None = None


def chance(hits: int, runs: int) -> Chance:
    interval = wilson(hits, runs)
    return Chance(hits, round(interval.share, DIGITS), round(interval.low, DIGITS), round(interval.high, DIGITS))


def average(mean: PlainMean) -> Average:
    """Return a mean with the digits that are shown."""
    low, high = (None if end is None else round(end, DIGITS) for end in (mean.low, mean.high))
    return Average(round(mean.mean, DIGITS), low, high)


def fan(values: Sequence[int]) -> Fan | None:
    """Return the quantiles of values; None for fewer than 100."""
    if len(values) < FAN_FROM:
        return None
    return Fan(*(quantile(values, percent) for percent in (5, 25, 50, 75, 95)))


def lead_of(points: Sequence[int]) -> int:
    """Return the lead of the first side over the best of the others; of one side alone its points."""
    return points[0] - max(points[1:], default=0)


def leads(runs: Runs) -> list[int]:
    """Return the lead of the first side as each run ends."""
    return [lead_of(run.evenings[-1].points) for run in runs]


def figures(names: Names, runs: Runs, about: About, decided: tuple[Decided, ...] = ()) -> CampaignForecast:
    days = tuple(Evening(evening.day, names.date_of(evening.day)) for evening in runs[0].evenings)
    return CampaignForecast(
        campaign=names.campaign,
        title=names.title,
        moment=names.moment,
        last=days[-1],
        runs=len(runs),
        asked=about.asked,
        ended=about.ended,
        seed=about.seed,
        digest=about.digest,
        engine=about.engine,
        viewer=about.viewer,
        assumptions=assumptions_of(about.enemy),
        enemy=about.enemy,
        places=tuple(_places(names, runs)),
        scores=tuple(_scores(names, runs)),
        lead=_lead(names, runs),
        strengths=tuple(_strengths(names, runs)),
        losses=tuple(_losses(names, runs)),
        cut_off=tuple(_cut_off(names, runs)),
        games=_games(runs),
        decisive=decisive(names, runs),
        decided=decided,
        days=days,
        definitions=DEFINITIONS if about.enemy is None else SIDE_DEFINITIONS,
    )


def _places(names: Names, runs: Runs) -> Iterable[PlaceForecast]:
    sides = {**{side: names.sides[side] for side in names.subjects.sides}, 0: names.nobody}
    for index, ident in enumerate(names.subjects.places):
        key, name = names.places[ident]
        yield PlaceForecast(
            key,
            name,
            names.objectives[ident],
            sides[names.now.owners[index]],
            tuple(
                PlaceEvening(evening.day, _holders(sides, [run.evenings[number].owners[index] for run in runs]))
                for number, evening in enumerate(runs[0].evenings)
            ),
        )


def _holders(sides: Mapping[int, str], owners: Sequence[int]) -> tuple[HolderChance, ...]:
    """Return the chances of every side, and of no side where that happens."""
    counts = Counter(owners)
    shown = [side for side in sides if side or counts[side]]
    return tuple(HolderChance(sides[side], chance(counts[side], len(owners))) for side in shown)


def _scores(names: Names, runs: Runs) -> Iterable[ScoreForecast]:
    for index, side in enumerate(names.subjects.sides):
        points = [run.evenings[-1].points[index] for run in runs]
        yield ScoreForecast(
            names.sides[side], names.now.points[index], average(mean_of(points)), fan(points), _bars(histogram(points))
        )


def _bars(bins: Iterable[Bin]) -> tuple[Bar, ...]:
    return tuple(Bar(bin_.low, bin_.high, bin_.count) for bin_ in bins)


def _lead(names: Names, runs: Runs) -> LeadForecast | None:
    if len(names.subjects.sides) < 2:
        return None
    values = leads(runs)
    bars = histogram(values)
    return LeadForecast(
        names.sides[names.subjects.sides[0]],
        average(mean_of(values)),
        _bars(bars),
        _bars(humps(bars)),
        chance(sum(value > 0 for value in values), len(runs)),
        chance(sum(value == 0 for value in values), len(runs)),
    )


def _strengths(names: Names, runs: Runs) -> Iterable[StrengthForecast]:
    for index, ident in enumerate(names.subjects.formations):
        formation = names.formations[ident]
        if not formation.establishment:
            continue

        def percent(men: int, whole: int = formation.establishment) -> int:
            return round(100 * men / whole)

        evenings = []
        for number, evening in enumerate(runs[0].evenings):
            values = [percent(run.evenings[number].men[index]) for run in runs]
            evenings.append(StrengthEvening(evening.day, average(mean_of(values)), fan(values)))
        yield StrengthForecast(
            formation.key,
            formation.name,
            names.sides[formation.side],
            formation.depth,
            formation.battalions,
            percent(names.now.men[index]),
            tuple(evenings),
        )


def _losses(names: Names, runs: Runs) -> Iterable[LossForecast]:
    for index, side in enumerate(names.subjects.sides):
        evenings = []
        for number, evening in enumerate(runs[0].evenings):
            values = [run.evenings[number].lost[index] for run in runs]
            evenings.append(LossEvening(evening.day, average(mean_of(values)), fan(values)))
        yield LossForecast(names.sides[side], names.now.lost[index], tuple(evenings))


def _cut_off(names: Names, runs: Runs) -> Iterable[CutOffForecast]:
    counts = [Counter(ident for run in runs for ident in run.evenings[n].cut_off) for n in range(len(runs[0].evenings))]
    for ident in names.subjects.formations:
        if not any(count[ident] for count in counts):
            continue
        formation = names.formations[ident]
        days = tuple(
            CutOffDay(evening.day, chance(count[ident], len(runs)))
            for evening, count in zip(runs[0].evenings, counts, strict=True)
        )
        yield CutOffForecast(formation.key, formation.name, names.sides[formation.side], days)


def _games(runs: Runs) -> GamesForecast:
    games = [len(run.games) for run in runs]
    evenings = [sum(game.evenings for game in run.games) for run in runs]
    return GamesForecast(average(mean_of(games)), fan(games), average(mean_of(evenings)), fan(evenings))


# what decides

Event = tuple[str, int, int, int]
"""Kind, id of the place or crossing, day, winner (0: none)."""


def events_of(run: Run) -> set[Event]:
    """Return what happened in a run that may decide: battles by place and day, who won the first there, crossings that
    are closed in an evening.
    """
    events: set[Event] = set()
    for game in run.games:
        event = ("battle", game.place, game.day, 0)
        if event not in events:
            events.add(event)
            if game.winner:
                events.add(("battle won", game.place, game.day, game.winner))
    for evening in run.evenings:
        events.update(("crossing", ident, evening.day, 0) for ident in evening.closed)
    return events


def decisive(names: Names, runs: Runs) -> tuple[Decisive, ...]:
    """Return the events whose interval leaves out 0, the greatest difference first."""
    if len(names.sides) < 2:
        return ()
    values, events = leads(runs), [events_of(run) for run in runs]
    counts = Counter(event for happened in events for event in happened)
    least = max(RARE * len(runs), LEAST_RUNS)
    likely = [event for event, hits in sorted(counts.items()) if least <= hits <= len(runs) - least]
    judged = (_judge(names, event, values, [event in happened for happened in events]) for event in likely)
    telling = [event for event in judged if event is not None]
    return tuple(sorted(telling, key=_greatest_first)[:MOST_DECISIVE])


def _greatest_first(event: Decisive) -> tuple[float, str, str, int, str]:
    return -abs(event.difference.mean), event.kind, event.key, event.day, event.winner


def _judge(names: Names, event: Event, values: Sequence[int], happened: Sequence[bool]) -> Decisive | None:
    with_it = [value for value, is_so in zip(values, happened, strict=True) if is_so]
    without = [value for value, is_so in zip(values, happened, strict=True) if not is_so]
    apart = difference(with_it, without, Z999)
    if not apart.leaves_out_zero:
        return None
    kind, ident, day, winner = event
    key, name = (names.crossings if kind == "crossing" else names.places)[ident]
    side = names.sides.get(winner, "")
    texts: Mapping[str, Callable[[], str]] = {
        "battle": lambda: f"there is a battle at {name} on day {day}",
        "battle won": lambda: f"{side} hold the field at {name} on day {day}",
        "crossing": lambda: f"{name} cannot be passed in the evening of day {day}",
    }
    return Decisive(
        kind,
        texts[kind](),
        key,
        day,
        side,
        chance(len(with_it), len(values)),
        round(mean_of(with_it).mean, DIGITS),
        round(mean_of(without).mean, DIGITS),
        average(apart),
    )
