"""The answer of ``campaign odds`` as JSON values, with the same keys under every system.

system, odds      the chart that was asked for: "nqm", "fire"
inputs            every option by its long name, defaults too, as it was typed
understood        the meaning of words, where they had to be read
rules             those that the answer rests on, by id: campaign rules --id
settings          those that the answer heeds, with their values
... the view's own keys, every chance a fraction in text: "5/16"
decimals          beside any fractions, the same keys as numbers: {"chances": {"hit": 0.3125}}
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from campaign.terms.rule_ids import ids_in
from campaign.values import fields, is_dataclass
from campaign.views.common.json_values import as_json


def odds_json(
    view: Any,
    system: str | None,
    odds: str | None,
    inputs: Mapping[str, object],
    understood: Mapping[str, object],
    by: str,
    settings: Mapping[str, str],
) -> Any:
    """Return the odds with the question that they answer."""
    request = {"system": system, "odds": odds, "inputs": inputs, "rules": ids_in(by), "settings": settings}
    return request | ({"understood": understood} if understood else {}) | with_decimals(view)


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
