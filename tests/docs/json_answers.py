"""The keys of the answers that ``--json`` gives, read off the values that the program prints.

ANSWERS         what each command prints: a type, or a dictionary of keys where the command puts several values together
page(prose)     the page on them as Markdown
misfits(...)    what in a real answer is not as the page says; the tests hold every command's answer against it
"""

from __future__ import annotations

import ast
import inspect
import re
import sys
import types
import typing
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date, time
from enum import Enum
from fractions import Fraction
from functools import cache
from itertools import pairwise
from pathlib import PurePath
from typing import Any

from campaign.exchange.check import Shipped
from campaign.exchange.faults import Report
from campaign.exchange.library import Shelf
from campaign.exchange.rule_lines import RuleText
from campaign.journal.branches import Branch, Comparison
from campaign.journal.changes import Change
from campaign.journal.examination import Examination
from campaign.journal.other_rules import PlayedAgain
from campaign.journal.parted import Doubts, Parting, Taken
from campaign.journal.replay import Replayed
from campaign.journal.retelling import Retold
from campaign.journal.undo import Line
from campaign.preferences import Held, OfTheCampaign
from campaign.situation.proof import Proof
from campaign.values import fields, is_dataclass
from campaign.views.air.air import AirTasking
from campaign.views.battle.battles import BattleList, BattleView
from campaign.views.battle.muster import BattleMuster
from campaign.views.campaign.settings import RuleLine
from campaign.views.contacts.sightings import SightingList
from campaign.views.day.day_report import DayReport
from campaign.views.day.decisions import DecisionLine, DecisionList
from campaign.views.day.side_news import SideNews
from campaign.views.day.status import CommanderStanding, Status
from campaign.views.day.weather import WeatherView
from campaign.views.forecast.advice import Advice
from campaign.views.forecast.campaign_forecast import CampaignForecast, ForecastComparison
from campaign.views.forecast.forecast import Forecast
from campaign.views.map.map import SituationMap
from campaign.views.map.objectives import ObjectivesReport
from campaign.views.map.places import PlaceList
from campaign.views.orbat.losses import LossList
from campaign.views.orbat.orbat import OrbatChart
from campaign.views.orbat.roster import Roster
from campaign.views.orbat.tasks import TaskList
from campaign.views.orbat.units import BattalionSheet, FormationSheet
from campaign.views.orders.standing import OrdersOverview
from campaign.views.supply.logistics import LogisticsView
from campaign.views.supply.supply import SupplyChain, SupplyView, VulnerableView
from campaign.words.forgotten import Forgotten
from campaign.words.orders import OrderForm
from campaign.words.receipt import Receipt
from tests.docs.forge import numbered, slug

Keys = dict[str, Any]
"""Description of an answer that a program command builds itself: the content of each key."""

ANSWERS: dict[str, dict[str, Any]] = {
    "scenarios": {"": tuple[Shipped, ...]},
    "convert": {
        "SOURCE --out DIR": {
            "read": dict[str, int],
            "depth": int,
            "written": dict[str, int],
            "files": list[str],
            "doubts": list[dict[str, object]],
            "guessed": list[str],
            "left_out": list[str],
            "notes": list[str],
            "kilometres": dict[str, float],
            "warnings": list[str],
        }
    },
    "establishments": {"": Shelf},
    "check": {"FILE": Report},
    "status": {"": Status},
    "next": {
        "": (Receipt, {"day": DayReport}),
        "--preview": {"receipt": Receipt, "changes": tuple[Change, ...], "is_of_other_dice": bool},
        "--viewer PLAYER": SideNews,
    },
    "decide": {"": DecisionList, "NUMBER": tuple[DecisionLine, ...]},
    "recover": {"": LossList},
    "orbat": {"": tuple[OrbatChart, ...], "--roster": tuple[Roster, ...]},
    "unit show": {"BATTALION": BattalionSheet, "FORMATION": FormationSheet},
    "supply": {"": SupplyView, "FORMATION --why": SupplyChain, "--vulnerable": VulnerableView},
    "map": {"": SituationMap},
    "logistics": {"": LogisticsView},
    "places": {"": PlaceList},
    "sightings": {"": SightingList},
    "objectives": {"": ObjectivesReport},
    "forecast battles": {"": Forecast},
    "advise": {"COMMANDER": Advice},
    "forecast campaign": {"": CampaignForecast, "--compare BRANCH": ForecastComparison},
    "weather": {"": WeatherView},
    "rules": {
        "": tuple[RuleLine, ...],
        "--id ID": tuple[RuleText, ...],
        "--doctrine": list[str],
        "house": {
            "title": str,
            "typed_by": str,
            "invented": bool,
            "filled": list[str],
            "missing": dict[str, dict[str, Any]],
        },
    },
    "orders": {"": OrdersOverview, "--for COMMANDER": OrderForm},
    "deadline": {"": [{"at": str, "text": str, "then": str}, None]},
    "engineer": {"--list": TaskList},
    "air list": {"": AirTasking},
    "commander": {"": list[CommanderStanding]},
    "battle list": {"": BattleList},
    "battle show": {"NUMBER": BattleView},
    "battle muster": {"NUMBER": BattleMuster},
    "log": {"": tuple[Line, ...], "NUMBER": Retold},
    "replay": {"NUMBER --preview": (Replayed, {"other_rules": PlayedAgain})},
    "branches": {"": tuple[Branch, ...]},
    "compare": {"A B": Comparison},
    "catch-up": {
        "OTHER --preview": {
            "parting": Parting,
            "taken": tuple[Taken, ...],
            "doubts": Doubts,
            "new_people": tuple[str, ...],
        }
    },
    "forget": {"NAME --preview": Forgotten},
    "preferences": {
        "": {"file": str, "preferences": list[Held], "of_the_campaign": tuple[OfTheCampaign, ...]},
        "KEY": Held,
    },
    "doctor": {"": Examination, "--proof HASH": dict[str, tuple[Proof, ...]]},
}
"""Answers by command and the words that follow it. A pair is the keys of a value with further keys beside them; a list
holds alternatives."""


def is_moment(kind: Any) -> bool:
    """Whether values of this class are written as ``2.3``."""
    return is_dataclass(kind) and [field.name for field in fields(kind)] == ["day", "turn"]


def is_object(kind: Any) -> bool:
    """Whether values of this class are written as an object with keys."""
    return isinstance(kind, type) and is_dataclass(kind) and not is_moment(kind)


@cache
def kinds() -> dict[type, str]:
    """Every kind of object that occurs in the answers, by name, with the anchor of its heading on the page."""
    found = {kind for answers in ANSWERS.values() for answer in answers.values() for kind in reached(answer)}
    ordered = sorted(found, key=lambda kind: (kind.__name__, kind.__module__))
    return dict(zip(ordered, numbered([slug(kind.__name__) for kind in ordered]), strict=True))


@cache
def keys_of(kind: type) -> dict[str, Any]:
    """The keys of a value and the type of each."""
    hints = typing.get_type_hints(kind)
    return {field.name: hints[field.name] for field in fields(kind) if not field.name.startswith("_")}


@cache
def remarks_on(kind: type) -> dict[str, str]:
    """What the program's own source says of each key, below it."""
    remarks = {}
    for base in reversed(kind.__mro__[:-1]):
        for field, below in pairwise(_bodies(base.__module__).get(base.__name__, [])):
            if (
                isinstance(field, ast.AnnAssign)
                and isinstance(below, ast.Expr)
                and isinstance(below.value, ast.Constant)
            ):
                remarks[ast.unparse(field.target)] = " ".join(str(below.value.value).split())
    return remarks


@cache
def _bodies(module: str) -> dict[str, list[ast.stmt]]:
    """The statements of each class of a module of the program; a library's are not looked at."""
    if not module.startswith("campaign."):
        return {}
    source = inspect.getsource(sys.modules[module])
    return {node.name: node.body for node in ast.parse(source).body if isinstance(node, ast.ClassDef)}


def parts_of(kind: Any) -> tuple[Any, ...]:
    """The types that a type is made of: of a list its members', of a union its choices'."""
    return tuple(kind if isinstance(kind, list) else (part for part in typing.get_args(kind) if part is not Ellipsis))


def reached(kind: Any) -> Iterator[type]:
    """Every kind of object that occurs in a type, outermost first."""
    queue, seen = [kind], set()
    while queue:
        kind = queue.pop(0)
        if isinstance(kind, dict):
            queue[:0] = kind.values()
        elif isinstance(kind, tuple):
            queue[:0] = kind
        elif is_object(kind) and kind not in seen:
            seen.add(kind)
            yield kind
            queue[:0] = keys_of(kind).values()
        else:
            queue[:0] = parts_of(kind)


WORDS: tuple[tuple[Any, str], ...] = (
    (bool, "true or false"),
    (int, "whole number"),
    (float, "number"),
    (str, "text"),
    (Fraction, "fraction as text"),
    (date, "date: `1941-05-15`"),
    (time, "time: `04:00:00`"),
    (type(None), "null"),
    (None, "null"),
    (Any, "any value"),
    (object, "any value"),
)


def in_words(kind: Any) -> str:
    """A type for readers: ``list of [Side](#side)``."""
    origin, parts = typing.get_origin(kind), parts_of(kind)
    if isinstance(kind, list) or origin in (typing.Union, types.UnionType):
        return " or ".join(dict.fromkeys(in_words(part) for part in parts))
    if origin is tuple and len(parts) > 1 and Ellipsis not in typing.get_args(kind):
        return f"list of {len(parts)}: {', '.join(in_words(part) for part in parts)}"
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return f"object: {in_words(parts[0])} → {in_words(parts[1])}"
    if isinstance(origin, type) and issubclass(origin, Iterable):
        return f"list of {in_words(parts[0])}"
    if origin is typing.Literal:
        return " or ".join(f"`{part}`" for part in typing.get_args(kind))
    if isinstance(kind, dict):
        return "object: " + ", ".join(f"`{key}` ({in_words(part)})" for key, part in kind.items())
    if is_moment(kind):
        return "moment: `2.3`"
    if is_object(kind):
        return f"[{kind.__name__}](#{kinds()[kind]})"
    if isinstance(kind, type) and issubclass(kind, Enum):
        return "one of " + ", ".join(f"`{member.value}`" for member in kind)
    if isinstance(kind, type) and issubclass(kind, PurePath):
        return "path as text"
    return next(words for known, words in WORDS if kind is known)


def page(prose: Callable[[str], str]) -> str:
    """Every command with the keys of its answers, then every kind of object that occurs in them."""
    lines = ["## Answers by command\n", "| command, with `--json` | prints |", "|---|---|"]
    for command, answers in ANSWERS.items():
        for words, kind in answers.items():
            lines.append(_answer(f"campaign {command} {words}".strip(), kind))
    lines.append("\n## Objects\n")
    for kind in kinds():
        lines += [f"### {kind.__name__}\n", f"{prose(_first_line(kind))}\n"]
        lines += _table((key, of, prose(remarks_on(kind).get(key, ""))) for key, of in keys_of(kind).items())
    return "\n".join(lines)


def _answer(command: str, kind: Any) -> str:
    if isinstance(kind, tuple):
        whole, more = kind
        text = f"the keys of {in_words(whole)}, and {in_words(more).removeprefix('object: ')}"
    else:
        text = in_words(kind)
    return f"| `{command}` | {text} |"


def _first_line(kind: type) -> str:
    return " ".join((inspect.getdoc(kind) or "").partition("\n\n")[0].split())


def _table(rows: Iterable[tuple[str, Any, str]]) -> list[str]:
    lines = ["| key | value | |", "|---|---|---|"]
    return [*lines, *(f"| `{key}` | {in_words(of)} | {remark} |" for key, of, remark in rows), ""]


def misfits(value: Any, kind: Any, place: str = "") -> Iterator[str]:
    """Where a JSON answer is not what its type promises."""
    if isinstance(kind, tuple):
        kind = {**keys_of(kind[0]), **kind[1]}
    elif is_object(kind):
        kind = keys_of(kind)
    origin, parts = typing.get_origin(kind), parts_of(kind)
    if isinstance(kind, dict):
        yield from _misfits_of_keys(value, kind, place)
    elif isinstance(kind, list) or origin in (typing.Union, types.UnionType):
        attempts = [list(misfits(value, part, place)) for part in parts]
        yield from min(attempts, key=len)
    elif isinstance(origin, type) and issubclass(origin, Mapping):
        if isinstance(value, dict):
            for key, part in value.items():
                yield from misfits(part, parts[1], f"{place}.{key}")
        else:
            yield f"{place}: {value!r} is not an object"
    elif isinstance(origin, type) and issubclass(origin, Iterable):
        yield from _misfits_of_list(value, kind, place)
    elif not _is_plain(value, kind):
        yield f"{place}: {value!r} is not {in_words(kind)}"


def _misfits_of_keys(value: Any, keys: Keys, place: str) -> Iterator[str]:
    if not isinstance(value, dict) or value.keys() != keys.keys():
        yield f"{place}: {list(value) if isinstance(value, dict) else value!r} are not the keys {list(keys)}"
        return
    for key, part in keys.items():
        yield from misfits(value[key], part, f"{place}.{key}")


def _misfits_of_list(value: Any, kind: Any, place: str) -> Iterator[str]:
    if not isinstance(value, list):
        yield f"{place}: {value!r} is not a list"
        return
    parts: Sequence[Any] = parts_of(kind)
    if typing.get_origin(kind) is not tuple or Ellipsis in typing.get_args(kind):
        parts = parts[:1] * len(value)
    for number, (member, part) in enumerate(zip(value, parts, strict=True)):
        yield from misfits(member, part, f"{place}[{number}]")


def _is_plain(value: Any, kind: Any) -> bool:
    if kind in (Any, object):
        return True
    if kind in (None, type(None)):
        return value is None
    if is_moment(kind):
        return isinstance(value, str) and re.fullmatch(r"\d+\.\d+", value) is not None
    if isinstance(kind, type) and issubclass(kind, Enum):
        return value in [member.value for member in kind]
    if kind is int:
        return isinstance(value, int) and not isinstance(value, bool)
    if kind is float:
        return isinstance(value, int | float) and not isinstance(value, bool)
    return isinstance(value, bool if kind is bool else str)
