"""The report of an attack: firers and target, each roll with its score and the reasons.

STEP                                    the beginning of a line about the fire of each step
attacked(report, target, at, shooters, attack, outcome, result, step) -> Attack
named(models) -> str
"""

from __future__ import annotations

from collections.abc import Iterable

from campaign.resolve.brevity.field import Model
from campaign.resolve.report import Report
from campaign.rules.tabletop.brevity import attack as attacks
from campaign.rules.tabletop.brevity.attack import Outcome, Result
from campaign.rules.tabletop.brevity.fire import FireKind, Firing
from campaign.words.battle_report import Attack, Point, Roll, Shot, rolled

STEP = {-1: "Fire on the point noted before", 4: "Their artillery", 5: "Artillery", 6: "Their fire", 7: "Fire"}
"""The beginning of a line about the fire of a step (OB-SEQ-08 to -11); -1: for fire noted earlier on a point."""
_RESULT = {
    Result.NONE: "no effect",
    Result.PINNED: "pinned",
    Result.SPENT: "pinned and spent",
    Result.DESTROYED: "destroyed",
    Result.CAPTURED: "destroyed while surrounded: captured",
}


def named(models: Iterable[Model]) -> str:
    """Return the names of models in words: ``2nd Scots Guards, 3rd Coldstream Guards``."""
    return ", ".join(model.name for model in models)


def attacked(
    report: Report,
    target: Model,
    at: Point,
    shooters: Iterable[Model],
    attack: attacks.Attack,
    outcome: Outcome,
    result: Result,
    step: int,
) -> Attack:
    """Return the attack for the report: firers, target, every roll with its score and the reasons, and the result. Pins
    of noted fire are ignored (OB-ART-08).
    """
    spots = {model.stand.key: report.point(model.spot.x, model.spot.y) for model in shooters}

    def shot(firer: Firing, how: str = "") -> Shot:
        return Shot(firer.stand.name, spots.get(firer.stand.key), float(firer.distance_in), how=how)

    counted = attack.counted
    if attack.fire.kind is FireKind.COUNTER_BATTERY:
        hows: tuple[str, ...] = ("counter-battery",) * len(counted.battalions)
    else:
        hows = counted.hindered or ("",) * len(counted.battalions)
    return Attack(
        target.name,
        (
            *(shot(firer, how) for firer, how in zip(counted.battalions, hows, strict=True)),
            *(shot(firer, "lends its weapons") for firer in counted.lending),
        ),
        STEP[step],
        tuple(_rolls(attack, outcome)),
        "spent" if result is Result.SPENT and step == -1 else _RESULT[result],
        report.point(*at),
        note=" (one die: no firer counts)" if counted.free_die else "",
    )


def _rolls(attack: attacks.Attack, outcome: Outcome) -> Iterable[Roll]:
    yield rolled("to hit", attack.to_hit, outcome.hits)
    if outcome.penetrations and attack.to_penetrate is not None:
        yield rolled("to penetrate", attack.to_penetrate, outcome.penetrations)
    if outcome.casualties:
        yield rolled("casualties", attack.to_cause, outcome.casualties)
