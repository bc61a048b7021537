"""Scores of the conversion on orders of battle in many manners, against facts counted by hand.

A case is a list as its author would write it. Its first line is ``@@ NATION``; behind `` @@ `` in a line stand its facts:
depth, kind (``F`` formation, ``B`` battalion, ``C`` company, ``S`` service that does not fight, ``H`` headquarters) with
their number, arm, ``t=HAVE/FULL`` tanks; ``+`` adds the units that the line lists under its own. A line without facts must
give no unit. Of the cases in ``lists/held`` only totals are shown, since the code is not to be fitted to them.

    python tests/exchange/lists_bench.py [-v] [NAME ...]
"""

from __future__ import annotations

import re
import sys
import tempfile
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from campaign.errors import CampaignError
from campaign.exchange.foreign.convert import FEWEST, Converted, convert
from campaign.exchange.foreign.outcome import Outcome
from campaign.exchange.foreign.wishes import MOST_DOUBT, Wishes

FOLDER = Path(__file__).parent / "lists"
ANY_DOUBT = 100.0
"""Limit of doubt at which every list is converted, in per cent."""
KINDS = {"F": "formation", "B": "battalion", "C": "company"}
CLASSES = {
    "infantry": "inf",
    "motor infantry": "mot",
    "lorried infantry": "mot",
    "armoured infantry": "mot",
    "motorcycle": "mc",
    "armour": "arm",
    "heavy armour": "arm",
    "reconnaissance": "rec",
    "armoured car": "rec",
    "field artillery": "art",
    "medium artillery": "art",
    "self-propelled artillery": "art",
    "rocket": "art",
    "mortar": "art",
    "anti-tank": "at",
    "self-propelled anti-tank": "at",
    "anti-aircraft": "aa",
    "engineer": "eng",
    "bridging": "eng",
    "machine gun": "mg",
    "parachute": "para",
    "glider": "para",
    "cavalry": "cav",
    "cyclist": "cyc",
}
"""Classes of arms in the facts, by the program's arms."""


@dataclass(frozen=True)
class Fact:
    """Units of one kind that a line holds. ``parent``: number of the line of their formation, 0 for none."""

    line: int
    depth: int
    kind: str
    count: int
    arm: str = ""
    tanks: tuple[int, int] = (0, 0)
    parent: int = 0


@dataclass(frozen=True)
class Case:
    """A list with its facts."""

    name: str
    nation: str
    text: str
    facts: tuple[Fact, ...]


def case_of(path: Path) -> Case:
    """Read a case."""
    head, *lines = path.read_text(encoding="utf-8").splitlines()
    assert head.startswith("@@"), f"{path}: the first line is not '@@ NATION'"
    text, facts, above = [], [], []  # type: ignore[var-annotated]
    for number, line in enumerate(lines, 1):
        body, _, said = line.partition(" @@ ")
        text.append(body)
        if said:
            found = _facts(said, number, above)
            facts += found
            if any(fact.kind == "F" for fact in found):
                above.append((max(fact.depth for fact in found if fact.kind == "F"), number))
    return Case(path.name, head[2:].strip(), "\n".join(text) + "\n", tuple(facts))


def _facts(said: str, number: int, above: list[tuple[int, int]]) -> list[Fact]:
    depth = int(said.split()[0])
    while above and above[-1][0] >= depth:
        above.pop()
    tanks = re.search(r"t=(\d+)/(\d+)", said)
    groups = re.sub(r"\b[a-z]+=\S+", "", said).split("+")
    found = []
    for n, group in enumerate(groups):
        kind, arm = [*(group.split()[1:] if n == 0 else group.split()), ""][:2]
        parent = (above[-1][1] if above else 0) if n == 0 else number
        figures = (int(tanks[1]), int(tanks[2])) if tanks and n == len(groups) - 1 else (0, 0)
        found.append(Fact(number, depth + n, kind[0], int(kind[1:] or 1), arm, figures, parent))
    return found


def converted(case: Case) -> Converted | None:
    """Convert a case like a user would; None where it is refused."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / case.name
        path.write_text(case.text, encoding="utf-8")
        try:
            wishes = Wishes(side="Side" if case.nation else "", nation=case.nation, leave_out=True, doubt=ANY_DOUBT)
            return convert([path], wishes)
        except CampaignError:
            return None


def _line(where: str) -> int:
    match = re.search(r"(?::| row )(\d+)$", where)
    return int(match[1]) if match else 0


def score(case: Case) -> tuple[Counter[str], list[str]]:
    """Return the counts of a case, and a line of text for each line with an error."""
    counts: Counter[str] = Counter(cases=1)
    result = converted(case)
    counts["refused"] = result is None
    # a formation that the program makes for units without one has no line
    units = [unit for unit in result.result if _line(unit.where)] if result is not None else []
    told = _told(result)
    counts["doubts"] = sum(doubt.weight > 0 for doubt in result.doubts) if result is not None else 0
    battalions = sum(unit.kind == "battalion" for unit in units)
    weight = sum(doubt.weight for doubt in result.doubts) if result is not None else 0
    counts["above the limit"] = 100 * weight > MOST_DOUBT * max(battalions, FEWEST)
    formations = {fact.line for fact in case.facts if fact.kind == "F"}
    wrong = []
    for number in sorted({fact.line for fact in case.facts} | {_line(unit.where) for unit in units}):
        faults = _compare(
            [fact for fact in case.facts if fact.line == number],
            [unit for unit in units if _line(unit.where) == number],
            formations,
            counts,
        )
        if faults:
            counts["wrong"] += 1
            counts["wrong lists"] = 1
            counts["silent"] += result is not None and not told[number]
            wrong.append(f"{case.name}:{number}: {'; '.join(faults)}{'' if told[number] else ' (silent)'}")
    if counts["above the limit"] and not counts["wrong lists"]:
        counts["right above the limit"] = 1
    return counts, wrong


def _told(result: Converted | None) -> Counter[int]:
    """Return how many doubts concern each line."""
    told: Counter[int] = Counter()
    if result is not None:
        for doubt in result.doubts:
            if doubt.weight > 0:
                told.update(map(_line, doubt.lines))
    return told


def _compare(facts: list[Fact], units: list[Outcome], formations: set[int], counts: Counter[str]) -> list[str]:
    faults = []
    for letter, kind in KINDS.items():
        wanted = [fact for fact in facts if fact.kind == letter]
        number = sum(fact.count for fact in wanted)
        found = [unit for unit in units if unit.kind == kind]
        counts[f"want {letter}"] += number
        counts[f"got {letter}"] += len(found)
        counts[f"hit {letter}"] += min(number, len(found))
        if number != len(found):
            faults.append(f"{len(found)} {kind}s for {number} {[unit.name for unit in found]}")
        for fact in wanted:
            faults += _details(fact, found[: fact.count], formations, counts)
            found = found[fact.count :]
    if any(fact.kind == "S" for fact in facts) and any(unit.kind != "formation" for unit in units):
        faults.append("a service fights")
    return faults


def _details(fact: Fact, units: list[Outcome], formations: set[int], counts: Counter[str]) -> list[str]:
    faults = []
    if fact.kind in "BC" and fact.arm:
        arms = [CLASSES.get(unit.arm.value, unit.arm.value) if unit.arm else "" for unit in units]
        faults += _counted(counts, "arm", fact.count, arms, {fact.arm})
    if fact.tanks[1]:
        tanks = [(unit.present.vehicles, unit.full.vehicles) for unit in units]
        faults += _counted(counts, "tanks", fact.count, tanks, {fact.tanks})
    parents = [_line(unit.under) for unit in units]
    right = {fact.parent} | ({0, *parents} - formations if not fact.parent else set())
    return [*faults, *_counted(counts, "parent", fact.count, parents, right)]


def _counted(counts: Counter[str], word: str, wanted: int, found: list[object] | list[int], right: set[object] | set[int]) -> list[str]:  # fmt: skip
    hit = sum(value in right for value in found)
    counts[f"want {word}"] += wanted
    counts[f"hit {word}"] += hit
    return [f"{word} {found} for {sorted(map(str, right))}"] if hit < len(found) else []


def total(folder: str) -> tuple[Counter[str], list[str]]:
    """Return the counts and faulty lines of all cases of a folder."""
    counts: Counter[str] = Counter()
    wrong: list[str] = []
    for path in sorted((FOLDER / folder).iterdir()):
        found, lines = score(case_of(path))
        counts += found
        wrong += lines
    return counts, wrong


def share(counts: Counter[str], of: str, by: str) -> float:
    """Return recall (``hit`` by ``want``) or precision (``hit`` by ``got``) of units, in per cent."""
    return 100 * sum(counts[f"{of} {kind}"] for kind in KINDS) / max(1, sum(counts[f"{by} {kind}"] for kind in KINDS))


def in_words(counts: Counter[str]) -> str:
    """Return the figures in a line."""
    return (
        f"{counts['cases']} lists: recall {share(counts, 'hit', 'want'):.1f}, precision {share(counts, 'hit', 'got'):.1f}; "
        + "; ".join(
            f"{kind} {counts[f'hit {kind}']}/{counts[f'want {kind}']} ({counts[f'got {kind}']} found)" for kind in KINDS
        )
        + "; "
        + "; ".join(f"{word}s {counts[f'hit {word}']}/{counts[f'want {word}']}" for word in ("parent", "arm", "tanks"))
        + f"; wrong lines {counts['wrong']}, silent {counts['silent']}; lists with errors {counts['wrong lists']}, above the limit {counts['above the limit']} (right {counts['right above the limit']}), refused {counts['refused']}, doubts {counts['doubts']}"
    )


def _say(*lines: str) -> None:
    sys.stdout.write("\n  ".join(lines) + "\n")


def main(words: list[str]) -> None:
    """Print the figures of all cases, and with -v the faulty lines of those that may be seen."""
    names = [word for word in words if word != "-v"]
    if names:
        for path in sorted((FOLDER / "seen").iterdir()):
            if any(name in path.name for name in names):
                counts, wrong = score(case_of(path))
                _say(path.name, in_words(counts), *wrong)
        return
    for folder in ("seen", "held"):
        counts, wrong = total(folder)
        _say(folder, in_words(counts))
        if "-v" in words and folder == "seen":
            _say(*wrong)


if __name__ == "__main__":
    main(sys.argv[1:])
