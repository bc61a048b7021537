"""What the report of a battle says of an attack: who fires on whom, what was rolled against which number and why.

STEP                                    how a line about the fire of each step begins
attacked(attack, outcome, result, target) -> str
named(models) -> str
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from campaign.resolve.brevity.field import Model
from campaign.resolve.report import faces
from campaign.rules.tabletop.brevity.attack import Attack, Outcome, Result
from campaign.rules.tabletop.brevity.fire import FireKind

STEP = {-1: "Fire on the point noted before", 4: "Their artillery", 5: "Artillery", 6: "Their fire", 7: "Fire"}
"""How a line about the fire of a step begins; -1: what was noted before on a point."""
_RESULT = {
    Result.NONE: "no effect",
    Result.PINNED: "pinned",
    Result.SPENT: "pinned and spent",
    Result.DESTROYED: "destroyed",
    Result.CAPTURED: "destroyed while surrounded: captured",
}


def named(models: Iterable[Model]) -> str:
    """``2nd Scots Guards, 3rd Coldstream Guards``."""
    return ", ".join(model.name for model in models)


def attacked(attack: Attack, outcome: Outcome, result: Result, target: Model, *, pins: bool = True) -> str:
    """Who fires on whom, every roll with its score and the reasons, and the result. ``pins`` off: they are ignored
    (OB-ART-08)."""
    counted = Counter(battalion.stand.name for battalion in attack.counted.battalions)
    firers = ", ".join(name if count == 1 else f"{count} {name}" for name, count in counted.items())
    how = " (counter-battery)" if attack.fire.kind is FireKind.COUNTER_BATTERY else ""
    one_die = " (nobody effective)" if attack.counted.free_die else ""
    lines = [f"{firers}{how} on {target.name}{one_die}: to hit {attack.to_hit.explained()}: {faces(*outcome.hits)}"]
    if outcome.penetrations and attack.to_penetrate is not None:
        lines.append(f"to penetrate {attack.to_penetrate.explained()}: {faces(*outcome.penetrations)}")
    if outcome.casualties:
        lines.append(f"casualties {attack.to_cause.explained()}: {faces(*outcome.casualties)}")
    word = "spent" if result is Result.SPENT and not pins else _RESULT[result]
    return f"{'; '.join(lines)}; {word}."
