"""The assumptions of a forecast, and the meaning of each of its figures."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from campaign.terms.words import counted, listed
from campaign.views.forecast.campaign_forecast import DrawnEnemy
from campaign.words.proposal import Proposal

ASSUMPTIONS: Final = (
    Proposal(
        "the program leads both sides: it keeps orders in force and gives the others by its documented doctrine",
        "the runs are played without players (umpire 1.23)",
        "give the orders that you mean, or compare with a file of orders",
    ),
    Proposal(
        "the program resolves the battles under their system",
        "no table plays them",
        "let the forecast test the battles, each ruled for one side and for the other",
    ),
    Proposal("weather that is not announced yet is rolled, even if the scenario has it", "no side knows it yet"),
    Proposal(
        "the forecast rolls its own dice, so no run shows what will happen",
        "with the campaign's dice a forecast would give away what they will show",
        "ask for another seed",
    ),
    Proposal(
        "later rulings of the umpire and decisions of players are not foreseen",
        "they are still to come, and each decision has its default in the runs",
    ),
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


def assumptions_of(enemy: DrawnEnemy | None) -> tuple[str, ...]:
    """Return the assumptions of a forecast; with an enemy those of a side's own."""
    drawn = () if enemy is None else _drawn(enemy)
    return tuple(assumption.by_default for assumption in (*drawn, *ASSUMPTIONS))


def _drawn(enemy: DrawnEnemy) -> Iterator[Proposal]:
    seen = sum(len(group.units) for group in enemy.groups)
    moving = sum(len(group.units) for group in enemy.groups if group.stays < 1)
    yield Proposal(
        "the enemy is not the real one: each run draws one, and the chances are right only if the real enemy is like"
        " those drawn",
        f"this forecast has only what {enemy.side} know",
    )
    if seen:
        yield Proposal(
            f"{counted(seen, 'unit')} of {enemy.enemy} with the strength that is usual for the arm,"
            f" {seen - moving} of them where they were seen",
            f"{enemy.side} have seen that number",
        )
    if moving:
        yield Proposal(
            f"{moving} of them may have marched to any place within their reach (a day's march at most) that no own"
            " unit overlooks",
            "the sighting is old, and the older it is, the less likely they have stayed",
        )
    if enemy.unseen:
        places, texts = enemy.unseen[0].places, [estimate.text for estimate in enemy.unseen]
        yield Proposal(
            f"{listed(texts)} of {enemy.enemy} are drawn over {counted(places, 'place')}: a third each on ground that"
            " scores, at the enemy's home edges and elsewhere, about every other one together with the one before it",
            f"{enemy.side} reckon that number",
            "give another estimate",
        )
    else:
        yield Proposal(
            "enemies that the side has not seen are not in it",
            f"{enemy.side} gave no estimate of them",
            "give an estimate of unseen enemies",
        )
    yield Proposal(
        "each drawn unit is of a nation that the side itself does not have; the enemy wants the places that score for"
        f" {enemy.side}, holds all places that are not theirs, and has neither aircraft nor reinforcements",
        f"{enemy.side} do not know more",
    )
    yield Proposal(
        "in half of the runs each of the enemy's commands attacks one of the places that score for"
        f" {enemy.side} and are theirs; in the other half, and where they hold no such place, the doctrine gives its"
        " orders",
        f"{enemy.side} do not know a plan of the enemy",
    )
