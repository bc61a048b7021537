"""Answers of ``campaign odds`` as JSON."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import click

from campaign.cli import show
from campaign.views.battle.odds_json import odds_json

_NOT_ASKED = ("json", "help")


def print_answer(view: Any, understood: Mapping[str, object], by: str, settings: Mapping[str, str]) -> None:
    """Print the odds with the inputs. Only within a command of ``campaign odds SYSTEM``."""
    context = click.get_current_context()
    system = context.parent.info_name if context.parent is not None else None
    show.json(odds_json(view, system, context.info_name, inputs(context), understood, by, settings))


def inputs(context: click.Context) -> dict[str, object]:
    """Return every option and argument by its name in the help: that of ``--tests-at`` is written with a low line."""
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
