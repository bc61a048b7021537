"""The assumptions of a forecast, and the meaning of each of its figures."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from campaign.terms.words import counted, listed
from campaign.views.campaign_forecast import DrawnEnemy

ASSUMPTIONS: Final = (
    (
        "The program leads both sides, like a side whose players are missing: it keeps orders in force and gives the"
        " others by its documented doctrine."
    ),
    "Battles are resolved by the program under their system.",
    "Weather not announced yet is rolled, even if the scenario has the historical weather.",
    "The forecast rolls its own dice, so no run shows what will happen.",
    "Later rulings of the umpire and decisions of players are not foreseen.",
)
DEFINITIONS: Final = {
    "runs": "of the forecast: runs that count; of a chance or bar: runs in which it happened; asked: runs asked for",
    "digest": "fingerprint of the state from which every run begins; engine: fingerprint of the program's rules",
    "share": "runs in which it happened, as a part of all runs that count",
    "now": "the same figure as the campaign stands",
    "low and high of a chance": "95 % interval of the chance by Wilson's formula",
    "low and high of an average": (
        "95 % interval of the mean by Student's t, for decisive 99.9 % (Welch's for means of different runs); null for"
        " a single run"
    ),
    "fan": "observed values that 5, 25, 50, 75 and 95 of 100 runs do not exceed; null for fewer than 100 runs",
    "places": "the owner of each place that scores, when a day's points have been given",
    "scores": "all points of a side since the campaign's start, as the last day of the forecast ends",
    "lead": "points of the first side less the most that another side has, as the last day of the forecast ends",
    "ahead and level": "chance that this lead is above 0, and that it is 0",
    "bars": "a histogram: the runs with a value from low to high, both included",
    "humps": (
        "bars of 5 % of the runs or more at which the histogram has a top, with a bar of at most half its height"
        " between each two, lower than chance makes it (by two standard errors of the runs in both)"
    ),
    "strengths": "men of the formation's battalions in play and of those below it, in percent of their establishment",
    "depth and battalions": "formations above it in the order of battle; battalions of it and of those below it",
    "losses": "battalions destroyed, captured or disbanded, headquarters included",
    "cut_off": "out of supply by the trace of at least one turn of the day",
    "games": "battles to come in which any unit moves or fires, and the evenings they take by the size of the forces",
    "decisive": (
        "mean lead in runs in which it happens, less the mean in the others; for what happens in 5 to 95 % of the runs"
        " (in 10 of them at least, and not in 10 others) and has an interval without 0; the 12 greatest. It goes with"
        " the score and need not be its cause. with_it and without_it: the two means"
    ),
    "decided": (
        "mean lead if the battle is ruled for the first side, less that if it is ruled for the second, under the same"
        " dice and without losses in the battle, in the runs in which it comes about"
    ),
    "differences": "mean of the differences of pairs of runs with the same dice, with a 95 % interval",
}
SIDE_DEFINITIONS: Final = DEFINITIONS | {
    "places": "the owner of each place that scores for the side, when a day's points have been given",
    "decisive": (
        "mean score of the side in runs in which it happens, less the mean in the others; for what happens in 5 to 95 %"
        " of the runs (in 10 of them at least, and not in 10 others) and has an interval without 0; the 12 greatest. It"
        " goes with the score and need not be its cause. with_it and without_it: the two means"
    ),
    "decided": (
        "mean score of the side if the battle is ruled for it, less that if it is ruled for the enemy, under the same"
        " dice and without losses in the battle, in the runs in which it comes about"
    ),
    "enemy": "the sources from which each run draws it: the side's sightings, and its estimate of unseen battalions",
    "stays": "chance that a run leaves a group where it was seen; else it is at one of the other places, all alike",
}


def assumptions_of(enemy: DrawnEnemy) -> tuple[str, ...]:
    """Return the assumptions of a side's own forecast."""
    return (*_drawn(enemy), *ASSUMPTIONS)


def _drawn(enemy: DrawnEnemy) -> Iterator[str]:
    """Yield how the enemy is drawn."""
    seen = sum(len(group.units) for group in enemy.groups)
    moving = sum(len(group.units) for group in enemy.groups if group.stays < 1)
    yield (
        f"This forecast has only what {enemy.side} know. The enemy is not the real one: each run draws one. The"
        " chances are right only if the real enemy is like those drawn."
    )
    if seen:
        yield (
            f"Each run draws the {counted(seen, 'unit')} of {enemy.enemy} seen so far, at the usual strength of their"
            f" arm. {seen - moving} are where they were seen."
        )
    if moving:
        yield (
            f"{moving} may have stayed (less likely, the older the sighting) or marched to any place within reach (a"
            " day's march at most) that no own unit overlooks."
        )
    if enemy.unseen:
        places, texts = enemy.unseen[0].places, [estimate.text for estimate in enemy.unseen]
        yield (
            f"Each run adds {listed(texts)} of {enemy.enemy}, as {enemy.side} reckon, at {counted(places, 'place')}: a"
            " third on ground that scores, a third at the enemy's home edges and a third elsewhere. About every second"
            " unit is with the one drawn before it."
        )
    else:
        yield "Enemies that the side has not seen are left out, because the side gave no estimate of them."
    yield (
        "Each drawn unit is of a nation that the side itself does not have. The enemy wants the places that score for"
        f" {enemy.side}, holds all places that are not theirs, and has neither aircraft nor reinforcements."
    )
    yield (
        f"{enemy.side} do not know the enemy's plan. In half of the runs each enemy command attacks a place that"
        f" {enemy.side} hold and that scores for them. In the other half, or if they do not hold such a place, the"
        " doctrine gives the enemy's orders."
    )
