"""Answers of ``campaign odds`` as JSON, with the same keys under every system.

system, odds      the chart that was asked for: "nqm", "fire"
inputs            every option by its long name, defaults too, as it was typed
understood        the meaning of words, where they had to be read
rules             those that the answer rests on, by id: campaign rules --id
... the view's own keys, every chance a fraction in text: "5/16"
decimals          beside any fractions, the same keys as numbers: {"chances": {"hit": 0.3125}}
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from fractions import Fraction
from typing import Any

import click

from campaign.cli import show
from campaign.terms.rule_ids import ids_in
from campaign.views.json_values import as_json

_NOT_ASKED = ("json", "help")


def print_answer(view: Any, understood: Mapping[str, object], by: str) -> None:
    """Print the odds with the inputs. Only within a command of ``campaign odds SYSTEM``."""
    context = click.get_current_context()
    system = context.parent.info_name if context.parent is not None else None
    request = {"system": system, "odds": context.info_name, "inputs": inputs(context), "rules": ids_in(by)}
    show.json(request | ({"understood": understood} if understood else {}) | with_decimals(view))


def inputs(context: click.Context) -> dict[str, object]:
    """Return every option and argument by its name in the help: ``tests_at`` for ``--tests-at``."""
    result = {}
    for param in context.command.get_params(context):
        name = _name(param)
        if name not in _NOT_ASKED and param.name in context.params:
            result[name] = context.params[param.name]
    return result


def _name(param: click.Parameter) -> str:
    if isinstance(param, click.Option):
        return max(param.opts, key=len).removeprefix("--").replace("-", "_")
    return (param.metavar or param.name or "").lower()


def with_decimals(view: Any) -> Any:
    """Return a view as JSON values, with ``decimals`` beside every fraction in it, under the same keys."""
    if is_dataclass(view) and not isinstance(view, type):
        view = {field.name: getattr(view, field.name) for field in fields(view)}
        decimals = {name: decimal for name, value in view.items() if (decimal := _decimal(value)) is not None}
        return {name: with_decimals(value) for name, value in view.items()} | (
            {"decimals": decimals} if decimals else {}
        )
    if isinstance(view, (tuple, list)):
        return [with_decimals(part) for part in view]
    return as_json(view)


def _decimal(value: Any) -> Any:
    """Return a fraction, or fractions by name or in a row, as numbers; None for anything else."""
    if isinstance(value, Fraction):
        return float(value)
    if isinstance(value, Mapping) and value and all(isinstance(part, Fraction) for part in value.values()):
        return {str(as_json(name)): float(part) for name, part in value.items()}
    if isinstance(value, tuple) and value and all(isinstance(part, Fraction) for part in value):
        return [float(part) for part in value]
    if isinstance(value, tuple) and value and all(isinstance(part, Mapping) for part in value):
        return [_decimal(part) for part in value]
    return None
