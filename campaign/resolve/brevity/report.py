"""The report of a resolved fight: who moved, what was rolled against which number and why, what happened.

Report()        .heading(text)  .say(text)  .attack(step, text)  .lines
attacked(attack, outcome, result, target) -> str
named(models) -> str
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from campaign.resolve.brevity.field import Model
from campaign.rules.tabletop.brevity.attack import Attack, Outcome, Result
from campaign.rules.tabletop.brevity.fire import FireKind

_STEP = {
    -1: "Fire on the point noted before",
    0: "From the air",
    4: "Their artillery",
    5: "Artillery",
    6: "Their fire",
    7: "Fire",
}
_RESULT = {
    Result.NONE: "no effect",
    Result.PINNED: "pinned",
    Result.SPENT: "pinned and spent",
    Result.DESTROYED: "destroyed",
    Result.CAPTURED: "destroyed while surrounded: captured",
}


class Report:
    """Lines as they come; what belongs to a move is indented under it."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def heading(self, text: str) -> None:
        """A turn, a move, an end."""
        self.lines.append(text)

    def say(self, text: str) -> None:
        """Something within a move."""
        self.lines.append(f"  {text}")

    def attack(self, step: int, text: str) -> None:
        """An attack of one of the four steps of fire, of aircraft before the first move (0), or noted before on a point
        (-1)."""
        self.lines.append(f"  {_STEP[step]}: {text}")


def named(models: Iterable[Model]) -> str:
    """``2nd Scots Guards, 3rd Coldstream Guards``."""
    return ", ".join(model.name for model in models)


def attacked(attack: Attack, outcome: Outcome, result: Result, target: Model, *, pins: bool = True) -> str:
    """Who fires on whom, every roll with its score and the reasons, and the result. ``pins`` off: they are ignored
    (OB-ART-08)."""
    counted = Counter(battalion.stand.name for battalion in attack.counted.battalions)
    who = ", ".join(name if count == 1 else f"{count} {name}" for name, count in counted.items())
    how = " (counter-battery)" if attack.fire.kind is FireKind.COUNTER_BATTERY else ""
    one_die = " (nobody effective)" if attack.counted.free_die else ""
    lines = [f"{who}{how} on {target.name}{one_die}: to hit {attack.to_hit.explained()}: {_faces(outcome.hits)}"]
    if outcome.penetrations and attack.to_penetrate is not None:
        lines.append(f"to penetrate {attack.to_penetrate.explained()}: {_faces(outcome.penetrations)}")
    if outcome.casualties:
        lines.append(f"casualties {attack.to_cause.explained()}: {_faces(outcome.casualties)}")
    word = "spent" if result is Result.SPENT and not pins else _RESULT[result]
    return f"{'; '.join(lines)}; {word}."


def _faces(faces: tuple[int, ...]) -> str:
    return " ".join(map(str, faces))
