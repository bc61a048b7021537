"""The views of odds as blocks of headings, names with values, tables and sentences, which the terminal prints and the
desk shows.

odds_blocks(table) -> Heading | Pairs | Table | Sentences | Gap ...      each view according to its kind
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import singledispatch
from typing import Any

from campaign.values import dataclass
from campaign.words.odds import AVERAGE, AssaultTable, BodyLine, FireTable, OddsRow, OddsTable, SpreadTable
from campaign.words.odds_brigadier import VolleyTable
from campaign.words.odds_hexes import ShotsTable, ShotTable


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading."""

    text: str


@dataclass(frozen=True, slots=True)
class Pairs:
    """Values with their names; one that is empty is left out."""

    rows: Sequence[tuple[str, object]]


@dataclass(frozen=True, slots=True)
class Table:
    """A table under its heads; the columns named in ``right`` are aligned right."""

    heads: Sequence[str]
    rows: Sequence[Sequence[object]]
    right: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Sentences:
    """Sentences, one after the other."""

    texts: Sequence[str]


@dataclass(frozen=True, slots=True)
class Gap:
    """An empty line."""


Block = Heading | Pairs | Table | Sentences | Gap

MOST_WITH_PER_CENT = 4
"""Most chances of a row that leave room for percentages."""
WIDE, GAP = 80, 3
"""Characters of a line, and blanks between two columns; a row of chances wider than the line is printed as a column."""
MOST_ROWS = 12
"""Number of outcomes above which those rarer than one in a thousand are left out."""
MOST_DIGITS = 24
"""Most characters of a chance that is still shown as a fraction."""


@singledispatch
def odds_blocks(table: Any) -> Iterator[Block]:
    raise TypeError(f"the program cannot print odds of the kind {type(table).__name__}")


def percent(chance: Fraction) -> str:
    """Return a chance in per cent: ``43.8 %``."""
    return f"{float(chance * 100):.1f} %"


def _both(chance: Fraction) -> str:
    return f"{chance} ({percent(chance)})" if len(str(chance)) <= MOST_DIGITS else percent(chance)


def _chances(
    head: str, chances: Mapping[Any, Fraction], averages: Mapping[str, Fraction] | None = None
) -> Iterator[Block]:
    """Yield outcomes with their chances and per cent, then the averages, which have no per cent."""
    rows = [(str(name), str(chance), percent(chance)) for name, chance in chances.items()]
    rows += [(name, str(average), "") for name, average in (averages or {}).items()]
    yield Table((head, "Chance", "Per cent"), rows, right=("Per cent",))


@odds_blocks.register
def _(table: FireTable) -> Iterator[Block]:
    """Yield one exchange of fire: participants, scores, outcome."""
    yield Heading(f"{table.attackers} on {table.target}: {table.how}")
    yield Pairs(
        [
            ("Strength", f"{table.strength} battalion{'' if table.strength == 1 else 's'}: {table.dice} dice to hit"),
            ("Units firing", ", ".join(table.counted)),
            ("Weapons lent by", ", ".join(table.lending)),
            *(("Not counted", f"{omission.name}: {omission.why} ({omission.rule})") for omission in table.left_out),
            ("To hit", table.to_hit.explained),
            ("To penetrate", table.to_penetrate.explained if table.to_penetrate else "no armour, every hit counts"),
            ("Casualties", table.to_cause_casualties.explained),
        ]
    )
    if table.barred:
        yield Sentences([f"No fire: {table.barred}."])
    yield Sentences(table.notes)
    yield Gap()
    rows = [("no effect", table.none), ("pinned", table.pinned), ("spent", table.spent), ("destroyed", table.destroyed)]
    rows += [("captured", table.captured)] if table.captured else []
    yield from _chances("Result", dict(rows))


@odds_blocks.register
def _(table: AssaultTable) -> Iterator[Block]:
    """Yield a chain of exchanges."""
    yield Heading(table.title)
    for number, fit in enumerate(table.fit_to_fire, 1):
        yield Pairs(
            [(f"Wave {number} fit to fire" if len(table.fit_to_fire) > 1 else "Attackers fit to fire", _counts(fit))]
        )
    yield Gap()
    yield Table(
        ("Each battalion of", "No effect", "Pinned", "Spent", "Destroyed"),
        [_body("attacker", attacker) for attacker in table.attackers]
        + [_body("defender", defender) for defender in table.defenders],
        right=("None", "Pinned", "Spent", "Destroyed"),
    )
    yield Gap()
    yield Pairs([("No defender fit", _both(table.silenced)), ("No defender left", _both(table.cleared))])
    yield Sentences(table.notes)


def _body(side: str, body: BodyLine) -> tuple[str, ...]:
    return (
        f"{body.count} {body.name} ({side}{'' if body.wave is None else f', wave {body.wave}'})",
        *(percent(chance) for chance in (body.none, body.pinned, body.spent, body.destroyed)),
    )


def _hexes(distance: int) -> str:
    return "1 hex" if distance == 1 else f"{distance} hexes"


def _counts(fit: Mapping[int, Fraction]) -> str:
    return ", ".join(f"{count}: {percent(chance)}" for count, chance in sorted(fit.items()))


@odds_blocks.register
def _(table: OddsTable) -> Iterator[Block]:
    """Yield a small table: one line a row, or a line a chance where the rows have different ones."""
    yield Heading(table.title)
    groups: dict[tuple[str, ...], list[tuple[str, ...]]] = {}
    for row in table.rows:
        per_cent = len(row.chances) + len(row.averages) <= MOST_WITH_PER_CENT
        shown = [f"{chance} {percent(chance)}" if per_cent else str(chance) for chance in row.chances.values()]
        averages = map(str, row.averages.values())
        groups.setdefault((*row.chances, *row.averages), []).append((row.label, row.needs, *shown, *averages))
    for names, rows in groups.items():
        needs = any(row[1] for row in rows)
        if len(names) > MOST_WITH_PER_CENT and (
            _cells(rows) > WIDE or (len(rows) == 1 and _width(names, rows[0]) > WIDE)
        ):
            for wide in [row for row in table.rows if (*row.chances, *row.averages) == names]:
                yield from _chances(
                    f"{wide.label}{f', {wide.needs}' if wide.needs else ''}", wide.chances, wide.averages
                )
            continue
        headers = ("", "Needs", *names) if needs else ("", *names)
        yield Table(headers, [row if needs else (row[0], *row[2:]) for row in rows], right=names)
    yield Sentences(table.notes)


def _cells(rows: Iterable[tuple[str, ...]]) -> int:
    """Return how many characters the widest of these rows takes without its heads."""
    return max(sum(len(cell) + GAP for cell in row) for row in rows)


def _width(names: tuple[str, ...], row: tuple[str, ...]) -> int:
    """Return how many characters a row takes with its heads."""
    label, needs, *shown = row
    return (
        len(label)
        + len(needs)
        + sum(max(len(name), len(chance)) + GAP for name, chance in zip(names, shown, strict=True))
    )


@odds_blocks.register
def _(table: SpreadTable) -> Iterator[Block]:
    """Yield a table whose rows are spreads: one column a row, one line an outcome, in per cent; averages and chances
    beside their label.
    """
    yield Heading(table.title)
    yield Pairs([(row.label, _plain(row)) for row in table.rows])
    yield Gap()
    spreads = [row for row in table.rows if len(row.chances) > MOST_WITH_PER_CENT]
    outcomes = dict.fromkeys(name for row in spreads for name in row.chances)
    lines = [
        (name, *(percent(row.chances[name]) if name in row.chances else "" for row in spreads)) for name in outcomes
    ]
    labels = tuple(row.label for row in spreads)
    if spreads:
        yield Table(("", *labels), lines, right=labels)
    yield Sentences(table.notes)


def _plain(row: OddsRow) -> str:
    """Return what a row needs, its average or its chances."""
    if AVERAGE in row.averages:
        average = row.averages[AVERAGE]
        text = f"{average} on average" if len(str(average)) <= MOST_DIGITS else f"{float(average):.3f} on average"
    else:
        few = row.chances if len(row.chances) <= MOST_WITH_PER_CENT else {}
        text = ", ".join(f"{chance} ({percent(chance)})" for chance in few.values())
    return ", ".join(filter(None, (f"needs {row.needs}" if row.needs else "", text))) or "see below"


@odds_blocks.register
def _(table: ShotTable) -> Iterator[Block]:
    """Yield one shot: its modifiers and the chance of each number of hits."""
    yield Heading(f"{table.shooter} at {table.target}, {_hexes(table.distance)} away, {table.terrain}")
    yield Pairs(
        [
            ("Modifiers", ", ".join(table.modifiers) or "none"),
            ("Hits", f"D3 {table.net:+d}, never below 0"),
            ("Average", str(table.mean)),
        ]
    )
    yield Gap()
    yield from _chances("Hits", table.hits)


@odds_blocks.register
def _(table: ShotsTable) -> Iterator[Block]:
    """Yield several shots at one unit, and the unit's fate."""
    yield Heading(f"{len(table.shots)} shots at {table.target}: {table.begun} of {table.capacity} hits at the start")
    rows = [
        (f"{shot.shooter}, {_hexes(shot.distance)} away", f"{shot.net:+d}", str(shot.mean), percent(chance))
        for shot, chance in zip(table.shots, table.gone_after, strict=True)
    ]
    yield Table(("Shot", "Net", "Average", "Gone by then"), rows, right=("Net", "Average", "Gone by then"))
    yield Gap()
    yield from _chances("Hits", table.hits)
    yield Gap()
    fates = {
        "Left fresh": table.fresh,
        f"Left spent ({table.spent_from} or more)": table.spent,
        "Eliminated": table.eliminated,
    }
    yield Pairs([("Average hits", str(table.mean)), *((name, _both(chance)) for name, chance in fates.items())])


@odds_blocks.register
def _(table: VolleyTable) -> Iterator[Block]:
    """Yield one round of fire."""
    yield Heading(table.title)
    for head, chances in (("Kills+wounds", table.results), ("Stands after it", table.counts)):
        is_short = len(chances) <= MOST_ROWS
        yield from _chances(head, {name: chance for name, chance in chances.items() if is_short or chance * 1000 >= 1})
    yield Pairs(
        [
            ("Kills on average", f"{table.mean_kills} ({float(table.mean_kills):.3f})"),
            ("Wounds on average", f"{table.mean_wounds} ({float(table.mean_wounds):.3f})"),
            ("Platoon removed", f"{table.removed} ({percent(table.removed)})"),
        ]
    )
    if table.at_least is not None:
        yield Gap()
        steps = [(str(count), percent(chance)) for count, chance in table.at_least.items() if chance * 1000 >= 1]
        yield Table(("Steps down, at least", "Per cent"), steps, right=("Per cent",))
        yield Pairs([("Steps on average", f"{table.mean_steps} ({float(table.mean_steps or 0):.3f})")])
    if table.orders is not None:
        yield Gap()
        yield Table(
            ("Order after it", "Chance", "Per cent"),
            [(name, str(chance), percent(chance)) for name, chance in table.orders.items()],
        )
    yield Sentences(table.not_covered)
