"""The assumptions of a forecast, and the meaning of each of its figures."""

from __future__ import annotations

from typing import Final

ASSUMPTIONS: Final = (
    (
        "Both sides play on as campaign next --auto plays: orders that stand are kept, and the documented doctrine"
        " gives the rest (campaign rules --doctrine)."
    ),
    "Battles are resolved by the program under their system.",
    "Weather that is not announced yet is rolled, also where the scenario knows how it was.",
    "The dice are the forecast's own: no run is what will happen.",
    "Umpire's rulings and decisions of players that are still to come are not foreseen.",
)
DEFINITIONS: Final = {
    "share": "runs in which it happened, as a part of all runs that count",
    "low and high of a chance": "95 % interval of the chance by Wilson's formula",
    "low and high of an average": "the mean less and plus 1.96 standard errors; for decisive 3.29 (99.9 %)",
    "fan": "observed values that 5, 25, 50, 75 and 95 of 100 runs do not exceed; null for fewer than 100 runs",
    "places": "the owner of each place that scores, when a day's points have been given",
    "scores": "all points of a side since the campaign's start, as the last day of the forecast ends",
    "lead": "points of the first side less the most that another side has, as the last day of the forecast ends",
    "humps": "bars at which the histogram has a top, with a bar of at most half its height between each two",
    "strengths": "men of the formation's battalions in play and of those below it, in percent of their establishment",
    "losses": "battalions destroyed, captured or disbanded, headquarters included",
    "cut_off": "out of supply by the trace of at least one turn of the day",
    "games": "battles to come in which any unit moves or fires, and the evenings they take by the size of the forces",
    "decisive": (
        "mean lead in runs in which it happens, less the mean in the others; for what happens in 5 to 95 % of the runs"
        " and has an interval without 0. It goes with the score and need not be its cause"
    ),
    "decided": (
        "mean lead if the battle is ruled for the first side, less that if it is ruled for the second, under the same"
        " dice and without losses in the battle, in the runs in which it comes about"
    ),
    "differences": "mean of the differences of pairs of runs with the same dice, with a 95 % interval",
}
