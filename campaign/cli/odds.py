"""``campaign odds``: exact odds of the dice tables. No campaign is needed, nothing is written."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from importlib.util import find_spec
from typing import Any, TypeVar

import click

from campaign.cli import show
from campaign.cli.lazy import Entry, LazyGroup, Section
from campaign.cli.odds_json import print_answer
from campaign.cli.options import Call, answers_json
from campaign.rules.common.systems import SYSTEMS
from campaign.rules.tabletop.interface import DEFAULT
from campaign.views.odds import AssaultTable, BodyLine, FireTable, OddsTable

Command = TypeVar("Command", bound=Callable[..., Any])
HOW = ("direct", "artillery", "counter-battery", "air", "point")
MOST_WITH_PER_CENT = 4
"""Chances of a row beside which the per cent still fit."""
WIDE, GAP = 80, 3
"""Characters of a line, and between two columns: a wider row of chances is printed as a column."""
HELP = {"help_option_names": ["-h", "--help"], "max_content_width": 100}
_HERE = "campaign.cli.odds_brevity"


def _systems() -> Iterator[Entry]:
    """Each system that has a module of odds, by its key."""
    for system in SYSTEMS.values():
        module = f"{__name__}_{system.key}"
        if find_spec(module) is not None:
            yield Entry(system.key, f"{module if system.key != DEFAULT else __name__}:{system.key}", system.name)


@click.group(cls=LazyGroup, sections=[Section("Systems", tuple(_systems()))], context_settings=HELP)
def odds() -> None:
    """Exact odds of the dice tables of a tabletop system, as fractions. Needs no campaign and changes nothing."""


@click.group(
    cls=LazyGroup,
    sections=[
        Section(
            "Fire",
            (
                Entry("fire", f"{_HERE}:fire", "one exchange of fire: any attackers on one battalion"),
                Entry("assault", f"{_HERE}:assault", "bombardment, the defenders' fire, the assault; waves"),
                Entry("strike", f"{_HERE}:strike", "air attacks on the wrong target"),
                Entry("landing", f"{_HERE}:landing", "parachute and glider landings"),
            ),
        ),
        Section(
            "Command",
            (
                Entry("initiative", f"{_HERE}:initiative", "who takes the move from whom"),
                Entry("readiness", f"{_HERE}:readiness", "who keeps its officer; moves a turn"),
            ),
        ),
        Section(
            "Campaign",
            (
                Entry("weather", f"{_HERE}:weather", "weather of the day, clearing, basing areas"),
                Entry("recovery", f"{_HERE}:recovery", "destroyed battalions that come back"),
                Entry("supply", f"{_HERE}:supply", "a division supplied from the air"),
            ),
        ),
    ],
    context_settings=HELP,
)
def brevity() -> None:
    """Exact odds of Operation Brevity's tables.

    With --json every chance is a fraction in text ("5/16"), every score has its text, its lowest natural face
    ("needed"), its chance and its reasons.
    """


def house_rules(command: Command) -> Command:
    """``--rule KEY=VALUE``, as often as needed, and ``--json``."""
    option = click.option(
        "--rule",
        "rules",
        multiple=True,
        metavar="KEY=VALUE",
        help="A house rule in force, as in cas.dash_plus_one=on; may be repeated.",
    )
    return option(answers_json(command))


# Printing ------------------------------------------------------------------------------------------------------------
def percent(chance: Fraction) -> str:
    """``43.8 %``."""
    return f"{float(chance * 100):.1f} %"


def print_fire(call: Call, table: FireTable) -> None:
    """One exchange of fire: who counts, the scores, the outcome."""
    if call.as_json:
        print_answer(table)
        return
    show.heading(f"{table.attackers} on {table.target}: {table.how}")
    show.pairs(
        [
            ("Strength", f"{table.strength} battalion{'' if table.strength == 1 else 's'}: {table.dice} dice to hit"),
            ("Firing", ", ".join(table.counted)),
            ("Lending weapons", ", ".join(table.lending)),
            *(("Not counted", f"{omission.name}: {omission.why} ({omission.rule})") for omission in table.left_out),
            ("To hit", table.to_hit.explained),
            ("To penetrate", table.to_penetrate.explained if table.to_penetrate else "no armour, every hit counts"),
            ("Casualties", table.to_cause_casualties.explained),
        ]
    )
    if table.barred:
        show.lines([f"No fire: {table.barred}."])
    show.line()
    rows = [("none", table.none), ("pinned", table.pinned), ("spent", table.spent), ("destroyed", table.destroyed)]
    rows += [("captured", table.captured)] if table.captured else []
    show.table(
        ("Result", "Chance", "Per cent"),
        [(name, str(chance), percent(chance)) for name, chance in rows],
        right=("Per cent",),
    )


def print_assault(call: Call, table: AssaultTable) -> None:
    """A chain of exchanges."""
    if call.as_json:
        print_answer(table)
        return
    show.heading(table.title)
    for number, fit in enumerate(table.fit_to_fire, 1):
        show.pairs(
            [(f"Wave {number} fit to fire" if len(table.fit_to_fire) > 1 else "Attackers fit to fire", _counts(fit))]
        )
    show.line()
    show.table(
        ("Each battalion of", "None", "Pinned", "Spent", "Destroyed"),
        [_body("attacker", attacker) for attacker in table.attackers]
        + [_body("defender", defender) for defender in table.defenders],
        right=("None", "Pinned", "Spent", "Destroyed"),
    )
    show.line()
    show.pairs([("No defender fit", _chance(table.silenced)), ("No defender left", _chance(table.cleared))])


def _body(side: str, body_line: BodyLine) -> tuple[str, ...]:
    return (
        f"{body_line.count} {body_line.name} ({side})",
        *(percent(chance) for chance in (body_line.none, body_line.pinned, body_line.spent, body_line.destroyed)),
    )


def _counts(fit: Mapping[int, Fraction]) -> str:
    return ", ".join(f"{count}: {percent(chance)}" for count, chance in sorted(fit.items()))


def _chance(chance: Fraction) -> str:
    return f"{chance} ({percent(chance)})" if len(str(chance)) <= 24 else percent(chance)


def print_table(call: Call, table: OddsTable, understood: Mapping[str, object] | None = None) -> None:
    """Any small table: one line a row, or a line a chance where the rows have different ones."""
    if call.as_json:
        print_answer(table, understood)
        return
    show.heading(table.title)
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
                lines = [(name, str(chance), percent(chance)) for name, chance in wide.chances.items()]
                lines += [(name, str(average), "") for name, average in wide.averages.items()]
                show.table(
                    (f"{wide.label}{f', {wide.needs}' if wide.needs else ''}", "Chance", "Per cent"),
                    lines,
                    right=("Per cent",),
                )
            continue
        headers = ("", "Needs", *names) if needs else ("", *names)
        show.table(headers, [row if needs else (row[0], *row[2:]) for row in rows], right=names)
    show.lines(table.notes)


def _cells(rows: Iterable[tuple[str, ...]]) -> int:
    """Characters that the widest of these rows takes without its heads."""
    return max(sum(len(cell) + GAP for cell in row) for row in rows)


def _width(names: tuple[str, ...], row: tuple[str, ...]) -> int:
    """Characters that a row takes with its heads."""
    label, needs, *shown = row
    return (
        len(label)
        + len(needs)
        + sum(max(len(name), len(chance)) + GAP for name, chance in zip(names, shown, strict=True))
    )


def words(items: Iterable[object]) -> list[str]:
    """Enumeration values as choices."""
    return [str(element) for element in items]
