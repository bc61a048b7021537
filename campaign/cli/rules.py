"""``campaign rules``: the settings of the rulebook."""

from __future__ import annotations

import click

from campaign.cli import show
from campaign.cli.desk import carry_out, read
from campaign.cli.options import Call, reads, signed
from campaign.queries.settings import settings as settings_of
from campaign.views.settings import RuleLine


@click.command()
@click.argument("key", required=False)
@click.argument("value", nargs=-1)
@click.option("--changed", is_flag=True, help="Only what differs from the default.")
@reads
@signed()
@click.pass_obj
def rules(call: Call, key: str | None, value: tuple[str, ...], changed: bool) -> None:
    """List the house rules: value, default, meaning, and whose point it is.

    With KEY one of them or a group (march); with KEY and VALUE change it; VALUE default takes it back.
    """
    if key and value:
        from campaign.actions.house_rules import SetRule

        carry_out(call, SetRule(key, " ".join(value)))
        return
    view = read(call, lambda desk, viewer: settings_of(desk, viewer, key or ""))
    shown = tuple(rule for rule in view.rules if rule.changed or not changed)
    if call.as_json:
        show.json(shown)
        return
    for rule in shown:
        _print(rule)
    if not shown:
        show.line("Every setting is at its default.")


def _print(rule: RuleLine) -> None:
    mark = f"  (default {rule.default})" if rule.changed else ""
    show.heading(f"{rule.key} = {rule.value}{mark}")
    show.lines([f"{rule.meaning}. May be {rule.allowed}. [{rule.source}]"], indent=4)
