"""What the rules answer, written down: battles fought by the program, sheets, returns and odds of every system.

    python -m tests.harness.pictures renew        take today's answers as those to keep
    python -m tests.harness.pictures write DIR [PAGE ...]    pages as text, all unless told
    python -m tests.harness.pictures against COMMIT PAGE ...    pages as a commit writes them and as this checkout does, line by line

A page is made from a seed and nothing else, on any day and machine. Its values are written without the names of classes
and fields, so that these may change. ``tests/golden/pictures.sha256`` keeps the hash of each page and a letter for each line (``signs.py``).
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Collection, Iterator, Mapping
from copy import deepcopy
from enum import Enum
from fractions import Fraction
from functools import partial
from importlib import import_module
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

from campaign.errors import CampaignError
from campaign.resolve.resolvers import resolver
from campaign.rules.common.dice import Seeded, Tape
from campaign.rules.common.force import Force, Strength, Unit
from campaign.rules.common.muster import Muster
from campaign.rules.common.odds_query import Query, QueryField, fields_of
from campaign.rules.common.rulebook import Kind, Rule, Rulebook
from campaign.rules.common.scene import Fight, Scene, TurnSky
from campaign.rules.common.settings import DEFAULTS, RULES
from campaign.rules.common.systems import SYSTEMS
from campaign.rules.returns.filed import FiledLine, PrintedLine
from campaign.rules.tabletop.brigadier.house_account import account_of
from campaign.rules.tabletop.brigadier.house_checks import odd_values
from campaign.rules.tabletop.brigadier.house_plain import for_players, house_of
from campaign.rules.tabletop.brigadier.house_whole import contradictions, incomplete_tables
from campaign.rules.tabletop.interface import tabletop
from campaign.terms.forces import AntiTank, Arm, Armour, Experience, Nationality, Piece, Size, Weapon
from campaign.terms.return_box import Field, FieldKind
from campaign.terms.time import Moment
from campaign.values import fields, is_dataclass, replace
from tests.harness.outside import checkout, compare
from tests.harness.signs import changes, digest_of, kept_in, page_of
from tests.legality.battles import SCENARIOS, book_of, generated, pool

KEPT = Path(__file__).parents[1] / "golden" / "pictures.sha256"
FIGHTS = {"brevity": 48, "nqm": 48, "hexes": 48, "brigade": 30, "brigadier": 24}
"""Battles of each system; every other one under other settings."""
SHEETS, RETURNS, QUESTIONS, HOUSES = 24, 24, 40, 24
"""Battles of which both sheets are written; battles whose returns are read; questions to each query; house files."""

WORDS: Mapping[tuple[str, str], tuple[str, ...]] = {
    ("brevity", "attackers"): (
        "infantry",
        "2 infantry, weak field guns (support)",
        "company of infantry + medium tanks",
        "large light tanks at 6",
        "spent infantry + armoured cars (march)",
        "105 mm howitzers",
        "medium-heavy anti-tank guns in support",
        "2 medium artillery",
        "ground attack aircraft",
        "engineers (flanked)",
        "heavy tanks + pinned infantry (does not see it)",
        "mortars reaches 4",
        "motor infantry at 3",
        "3 heavy artillery",
        "25pdr field guns",
        "rocket artillery",
    ),
    ("brevity", "target"): (
        "infantry",
        "medium tanks",
        "weak infantry",
        "field guns",
        "truck column",
        "armoured cars",
        "heavy tanks",
        "headquarters",
        "large infantry",
        "light tanks",
        "company of infantry",
    ),
    ("brevity", "defenders"): ("infantry", "weak infantry, field guns", "2 infantry + medium anti-tank guns", "tanks"),
    ("brevity", "guns"): ("field guns", "2 medium artillery", "105 mm howitzers"),
    ("nqm", "dice"): ("3 L", "2 L + 1 M", "1 H", "2 HMG", "4 VL", "1 VH", "5 M"),
    ("nqm", "target"): ("open", "dug in", "town", "fort", "column", "VL", "L", "M", "H", "VH", "T34", "Matilda"),
    ("nqm", "name"): (
        "t34",
        "L",
        "VH",
        "25pdr",
        "105 mm",
        "81 mm mortar",
        "2pdr",
        "tiger",
        "HMG",
        "6pdr",
        "sherman",
        "infantry",
        "rifles",
        "panzerfaust",
    ),
    ("hexes", "shooter"): (
        "infantry",
        "at gun",
        "tank",
        "spg",
        "mortar",
        "artillery",
        "armoured car",
        "jeep",
        "motorised infantry",
    ),
    ("hexes", "shots"): ("tank at 1, infantry at 2", "2 infantry at 1", "artillery at 8, at gun at 2", "mortar at 4"),
    ("hexes", "pair"): ("tank at 1, infantry at 2", "infantry at 1, infantry at 1", "at gun at 2, tank at 2"),
    ("hexes", "terrain"): ("open", "town", "wood", "hills", "broken terrain", "marsh", "river", "bridge"),
    ("hexes", "card"): ("7S", "3 hearts", "ace of clubs", "KD", "10H", "2C"),
    ("hexes", "hits"): ("0", "3", "5", "8", "9", "2,3,9", "0,0,4,9", "9,9,9"),
    ("brigade", "weapons"): (
        "10 rifles",
        "10 rifles, 2 SMGs, MMG",
        "3 ARs",
        "flame-thrower",
        "8 rifles, HMG",
        "2 pistols, tank MG",
        "4 auto-cannon",
    ),
    ("brigade", "he"): ("25pdr", "75 mm", "76mm", "105 mm", "150 mm", "short 75", "75L48", "88L56", "field gun"),
    ("brigade", "gun"): (
        "2pdr",
        "6pdr",
        "17pdr",
        "25pdr",
        "PIAT",
        "37mm",
        "short 50",
        "long 50",
        "short 75",
        "75L48",
        "75L70",
        "88L56",
        "88L71",
        "Panzerfaust",
        "AT rifle",
        "Bazooka",
        "47mm",
        "76mm",
    ),
    ("brigade", "target"): (
        "Sdkfz 250/1",
        "Sdkfz 222",
        "Pz IV H",
        "Tiger",
        "Sherman",
        "T34/76",
        "Matilda II",
        "Cruiser",
        "Light tank",
        "M13/40",
        "Armoured car",
        "Carrier",
        "Jeep",
        "Truck",
    ),
    ("brigade", "range"): ("0", "5", "29/2", "10", "20", "40", "60"),
    ("brigade", "battery"): ("25pdr", "105 mm", "150 mm", "81 mm mortar", "150 mm rockets", "210 mm", "75 mm"),
    ("brigade", "row"): (
        "infantry",
        "support weapons",
        "very slow tanks",
        "slow tanks",
        "medium tanks",
        "fast tanks",
        "very fast tanks",
        "jeeps and armoured cars",
        "other wheeled",
        "half-tracks",
        "cavalry",
        "horse drawn",
        "bicycles",
    ),
    ("brigade", "ground"): ("road", "open", "rough or open woods", "thick woods"),
    ("brigadier", "weapon"): ("rifle", "bazooka", "machine gun", "25pdr", "mortar", "anti-tank 57"),
    ("brigadier", "nation"): ("british", "german", "italian"),
    ("hexes", "target"): (
        "infantry",
        "at gun",
        "tank",
        "spg",
        "mortar",
        "artillery",
        "armoured car",
        "jeep",
        "mechanised infantry",
    ),
}
"""Words to answer with, by system and field; fields that are asked for alike share them."""
SHARED = {"guns_back": "guns", "attack": "dice", "answer": "dice", "on": "target", "back": "target", "known": "card"}


# Values as text ------------------------------------------------------------------------------------------------------
def told(value: Any) -> str:
    """A value without the names of its classes, the same in every process."""
    match value:
        case Enum():
            return told(value.value)
        case float():
            return f"{value:.5g}"
        case Fraction():
            return str(value)
        case str() | int() | None:
            return repr(value)
        case Mapping():
            return f"{{{', '.join(f'{told(key)}: {told(part)}' for key, part in value.items())}}}"
        case re.Pattern():
            return repr(value.pattern)
        case set() | frozenset():
            return f"{{{', '.join(sorted(map(told, value)))}}}"
        case list() | tuple():
            return f"[{', '.join(map(told, value))}]"
        case _ if is_dataclass(value) and not isinstance(value, type):
            return f"({', '.join(told(getattr(value, part.name)) for part in fields(value))})"
        case _:
            return type(value).__name__


def answered(question: Callable[..., Any], *given: Any) -> list[str]:
    """What is answered, part by part, or what the refusal says."""
    try:
        answer = question(*given)
    except CampaignError as why:
        return [f"{type(why).__name__}: {why}"]
    parts = [getattr(answer, part.name) for part in fields(answer)] if is_dataclass(answer) else [answer]
    return [told(each) for part in parts for each in (part if isinstance(part, list | tuple) else [part])]


# Chances -------------------------------------------------------------------------------------------------------------
def setting(rule: Rule, chance: Random) -> Any:
    """Anything that a setting may be."""
    if rule.kind is Kind.SWITCH:
        return not rule.default
    if rule.words and (rule.kind is Kind.WORD or chance.random() < 0.3):
        return chance.choice(rule.words)
    if rule.kind is Kind.NUMBER:
        return rule.lowest + (rule.highest - rule.lowest) * chance.choice([Fraction(0), Fraction(1, 3), Fraction(1)])
    return min(chance.randint(int(rule.lowest), int(rule.highest)), int(rule.lowest) + 12)


def changed(book: Rulebook, key: str, chance: Random) -> Rulebook:
    """The book with some settings of a system as nobody plays them."""
    rules = [rule for rule in rules_of(key) if rule.kind is not Kind.PERIOD]
    for rule in chance.sample(rules, min(4, len(rules))):
        try:
            book = book.with_setting(rule.key, setting(rule, chance))
        except CampaignError:
            continue
    return book


def odd(unit: Unit, chance: Random) -> Unit:
    """A battalion with something about it that shipped armies have seldom."""
    pick = chance.choice
    changes: dict[str, Any] = {
        "arm": pick(list(Arm)),
        "size": pick(list(Size)),
        "experience": pick(list(Experience)),
        "nation": pick(list(Nationality)),
        "strength": Strength(pick([0, 30, 150, 800]), pick([0, 3, 52]), pick([0, 2, 8, 24])),
        "armour": pick(list(Armour)),
        "anti_tank_best": pick([None, *AntiTank]),
        "calibre_mm": pick([None, 40, 75, 81, 105, 150, 210]),
        "piece": pick([None, *Piece]),
        "weapon": pick(list(Weapon)),
        "equipment": pick(["", "24 Matilda II", "Pz II", "55 armoured car", "12 25pdr"]),
    }
    return replace(unit, **{name: changes[name] for name in chance.sample(sorted(changes), 3)})


def battle(key: str, seed: int) -> tuple[Fight, Rulebook, Random]:
    """A battle and the book it is fought by: every other one under other settings."""
    chance = Random(f"picture {key} {seed}")
    book = book_of(key)
    return generated(key, seed + 1000), changed(book, key, chance) if seed % 2 else book, chance


# Pages ---------------------------------------------------------------------------------------------------------------
def fight_page(key: str, seed: int) -> list[str]:
    """How a battle goes, event by event, and how it ends."""
    fight, book, _ = battle(key, seed)
    return answered(resolver(key), fight, Tape(Seeded(f"picture {seed}"), fight.start), book)


def forces_of(key: str, seed: int) -> tuple[tuple[Force, Force], Fight, Rulebook, Random]:
    """Both sides of a battle, in every third one with odd battalions."""
    fight, book, chance = battle(key, seed)
    first, second = fight.forces
    if seed % 3 == 0:
        first, second = (
            replace(force, units=tuple(odd(unit, chance) for unit in force.units)) for force in (first, second)
        )
    return (first, second), fight, book, chance


def sheet_page(key: str, seed: int) -> list[str]:
    """What each side musters, what the book says against the game, and its sheet."""
    forces, fight, book, chance = forces_of(key, seed)
    table, lines = tabletop(key), list[str]()
    for force, enemy in (forces, forces[::-1]):
        scene = Scene(
            force,
            enemy.units,
            fight.start,
            fight.skies,
            chance.choice([True, False, None]),
            chance.choice([(), (Weapon.GROUND_ATTACK,), (Weapon.LIGHT_ROCKET, Weapon.GROUND_ATTACK)]),
            fight.table_in,
            fight.inches_a_km,
            fight.start_hour,
            terrain=fight.terrain,
            spots=fight.spots,
            prize=fight.prize,
        )
        muster = answered(table.muster, force, book)
        lines += [*muster, *answered(_advice, key, force, fight, book), *answered(table.sheet, scene, book)]
    return lines


def _advice(key: str, force: Force, fight: Fight, book: Rulebook) -> tuple[str, ...]:
    table = tabletop(key)
    return table.advice(table.muster(force, book), fight.turns, fight.table_in)


def return_page(key: str, seed: int) -> list[str]:
    """The columns of a return, and what is made of lines that say anything at all."""
    forces, fight, book, chance = forces_of(key, seed)
    table = tabletop(key)
    lines = answered(table.fields, book)
    for force in forces:
        try:
            muster = table.muster(force, book)
        except CampaignError as why:
            lines.append(str(why))
            continue
        for printed, _ in product(printed_lines(force, muster), range(3)):
            filed = filed_line(printed, table.fields(book), chance)
            dice = Tape(Seeded(f"return {seed}"), fight.start)
            lines += answered(lambda *line: tuple(table.line_faults(*line)), filed, printed, book)
            lines += answered(table.outcome, filed, printed, book, dice)
    return lines


def printed_lines(force: Force, muster: Muster) -> Iterator[PrintedLine]:
    """The lines of a side's return form."""
    units = {unit.id: unit for unit in force.units}
    for line in muster.lines:
        unit = units[line.unit]
        yield PrintedLine(
            line.number,
            line.unit,
            line.name,
            unit.state,
            "A",
            unit.headquarters_of is not None,
            unit.establishment,
            unit.strength,
            unit.dug_in_turns,
            line.noted,
            line.stands,
        )


def filed_line(printed: PrintedLine, form: Any, chance: Random) -> FiledLine:
    """A line with some columns filled in, stand by stand now and then."""
    columns = [column for column in form.line if chance.random() < 0.4]
    stands = {
        stand.key: {column.key: entry(column, printed, chance) for column in form.stand if chance.random() < 0.5}
        for stand in printed.stands
        if chance.random() < 0.3
    }
    return FiledLine(printed.line, {column.key: entry(column, printed, chance) for column in columns}, stands)


def entry(column: Field, printed: PrintedLine, chance: Random) -> bool | int | str:
    """Something that may stand in a column."""
    if column.kind is FieldKind.TICK:
        return chance.random() < 0.7
    if column.kind is FieldKind.NUMBER:
        least = printed.noted.get(column.begins, 0)
        return chance.randint(least, max(least, printed.noted.get(column.limit, column.most or 9)))
    return chance.choice(["A", "off by edge C", "12, 30"])


def odds_page(key: str, name: str) -> list[str]:
    """Questions of a kind to the dice of a system, and the answers."""
    return [line for seed in range(QUESTIONS) for line in _question(key, name, seed)]


def _question(key: str, name: str, seed: int) -> list[str]:
    chance = Random(f"picture {key} {name} {seed}")
    query: type[Query] = {
        command: asked
        for section in import_module(f"campaign.rules.tabletop.{key}.odds_tables").ODDS.sections.values()
        for command, (asked, _) in section.items()
    }[name]
    book = changed(book_of(key), key, chance) if seed % 4 == 3 else book_of(key)
    asked = {
        field.name: reply(key, field, chance)
        for field in fields_of(query)
        if field.is_required or chance.random() < 0.5
    }
    question = query(**asked)
    return [told(asked), *answered(question.table, book), *answered(question.understood, book)]


def reply(key: str, field: QueryField, chance: Random) -> Any:
    """An answer to one field of a question."""
    if field.is_several:
        return tuple(reply_once(key, field, chance) for _ in range(chance.randint(1, 2)))
    return reply_once(key, field, chance)


def reply_once(key: str, field: QueryField, chance: Random) -> Any:
    if field.ask.choices:
        return chance.choice(field.ask.choices)
    if issubclass(field.kind, Enum):
        return chance.choice(list(field.kind))
    if field.kind is bool:
        return chance.random() < 0.5
    if field.kind is str:
        return chance.choice(WORDS[key, SHARED.get(field.name, field.name)])
    least = field.ask.least or 0
    most = min(field.ask.most if field.ask.most is not None else least + 12, least + 12)
    number: Callable[[int], object] = field.kind
    return number(chance.randint(least, most))


def army_page(key: str, scenario: str) -> list[str]:
    """What becomes of every battalion of a scenario on the table, and the sheet of each side."""
    lines, start = list[str](), Moment(1, 2)
    lent = pool(scenario)
    for (ident, name, title), commands in zip(lent.names, lent.sides, strict=True):
        units = tuple(unit for _, own in commands for unit in own)
        force = Force(ident, name, title, tuple(command for command, _ in commands), units)
        scene = Scene(force, (), start, (TurnSky(start),), None)
        for book in (book_of(key), changed(book_of(key), key, Random(f"army {key} {scenario}"))):
            lines += [*answered(tabletop(key).muster, force, book), *answered(tabletop(key).sheet, scene, book)]
    return lines


def house_page(seed: int) -> list[str]:
    """What a house file of Brigadier is taken for, some of its values others than those shipped, and a sheet by it."""
    chance = Random(f"house {seed}")
    plain = deepcopy(dict(book_of("brigadier").house_file("brigadier") or {}))
    for _ in range(3 * bool(seed)):
        _change_somewhere(plain, chance)
    lines = [told(sorted(map(told, questions_of(plain)))) for questions_of in (contradictions, incomplete_tables)]
    lines += [told(account_of(plain)), told(for_players(plain))]
    fight = generated("brigadier", seed)
    first, second = fight.forces
    scene = Scene(first, second.units, fight.start, fight.skies, air=(Weapon.GROUND_ATTACK,), terrain=fight.terrain)
    book = DEFAULTS.with_house_file("brigadier", plain)
    try:
        house = house_of(plain)
    except (LookupError, TypeError, ValueError) as why:  # a reader of files lets nothing of this kind through
        return [*lines, repr(why)]
    return [
        *lines,
        told(house),
        *answered(odd_values, house, plain),
        *answered(tabletop("brigadier").sheet, scene, book),
    ]


def _change_somewhere(plain: Any, chance: Random) -> None:
    """One value of a tree of plain values is another, or is left out."""
    key = chance.choice(sorted(plain, key=str)) if isinstance(plain, dict) else chance.randrange(len(plain))
    value = plain[key]
    if isinstance(value, dict | list) and value and chance.random() < 0.95:
        _change_somewhere(value, chance)
    elif isinstance(value, bool):
        plain[key] = not value
    elif isinstance(value, int):
        plain[key] = value + 1
    elif isinstance(plain, dict) and len(plain) > 1:
        del plain[key]


def settings_page(key: str) -> list[str]:
    """The settings of a system: what each may be, and how it comes."""
    return [told(rule) for rule in rules_of(key)]


def rules_of(key: str) -> list[Rule]:
    """The settings of a system; those of the campaign and of the books' common parts are Brevity's."""
    return [
        rule
        for name, rule in RULES.items()
        if (group := name.partition(".")[0]) == key or (key == "brevity" and group not in SYSTEMS)
    ]


def questions(key: str) -> Iterator[str]:
    """The names of a system's queries."""
    for section in import_module(f"campaign.rules.tabletop.{key}.odds_tables").ODDS.sections.values():
        yield from section


Page = tuple[str, Callable[[], list[str]]]


def pages(kind: str, key: str) -> Iterator[Page]:
    """The pages of a kind for a system: what each is called, and what writes it."""
    if kind == "odds":
        yield from ((f"odds/{key}/{name}", partial(odds_page, key, name)) for name in questions(key))
    elif kind == "armies":
        yield from ((f"armies/{key}/{scenario}", partial(army_page, key, scenario)) for scenario in SCENARIOS)
        yield f"armies/{key}/settings", partial(settings_page, key)
        if key == "brigadier":
            yield from ((f"armies/{key}/house/{seed}", partial(house_page, seed)) for seed in range(HOUSES))
    else:
        page, count = {
            "fights": (fight_page, FIGHTS[key]),
            "sheets": (sheet_page, SHEETS),
            "returns": (return_page, RETURNS),
        }[kind]
        yield from ((f"{kind}/{key}/{seed}", partial(page, key, seed)) for seed in range(count))


KINDS = ("odds", "returns", "sheets", "armies", "fights")


def parts(kind: str) -> int:
    """In how many parts the pages of a kind are tried."""
    return 6 if kind == "fights" else 2


def changed_pages(kind: str, key: str, part: int) -> list[str]:
    """The pages of a part that are others than those kept, new ones too, each with the first lines that changed."""
    before, changed = kept_in(KEPT), list[str]()
    for name, page in list(pages(kind, key))[part :: parts(kind)]:
        lines = page()
        if name not in before or before[name].digest != digest_of(lines):
            changed += [f"{name} {place}" for place in changes(before.get(name), lines)]
    return changed


def write(folder: Path, names: Collection[str] = ()) -> None:
    """Write pages as text, all unless some are named. Ends the program for a name that no page has."""
    if strange := set(names) - {name for name, _ in every_page()}:
        sys.exit(f"no page is called {', '.join(sorted(strange))}")
    for name, page in every_page():
        if not names or name in names:
            path = folder / f"{name}.txt"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text("\n".join(page()) + "\n", encoding="utf-8")


def against(commit: str, names: Collection[str]) -> int:
    """Print how pages differ from what a commit writes; the exit code."""
    with tempfile.TemporaryDirectory() as folder, checkout(commit) as old:
        before, after = Path(folder) / "before", Path(folder) / "after"
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join((str(old), str(old / "reports")))}
        there = [sys.executable, "-m", "tests.harness.pictures", "write", str(before), *names]
        subprocess.run(there, cwd=old, env=environment, check=True)
        write(after, names)
        return compare(before, after)


def every_page() -> Iterator[Page]:
    """All pages, kind by kind."""
    return (page for kind in KINDS for key in SYSTEMS for page in pages(kind, key))


def main(words: list[str]) -> int:
    """Read the command line."""
    match words:
        case ["renew"]:
            KEPT.write_text("".join(page_of(name, page()) for name, page in every_page()), encoding="utf-8")
        case ["write", folder, *names]:
            write(Path(folder), names)
        case ["against", commit, *names] if names:
            return against(commit, names)
        case _:
            print(__doc__, file=sys.stderr)
            return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
