"""``campaign rules``: the settings of the rulebook."""

from __future__ import annotations

from pathlib import Path

import click

from campaign.cli import show
from campaign.cli.call import Call
from campaign.cli.options import reads, signed
from campaign.cli.session import carry_out, read
from campaign.errors import Refused
from campaign.queries.campaign.settings import gone_settings
from campaign.queries.campaign.settings import settings as settings_of
from campaign.rules.common.gone_settings import GONE, gone_text
from campaign.views.campaign.settings import RuleLine

HOUSE = "house"


@click.command()
@click.argument("key", required=False)
@click.argument("value", nargs=-1)
@click.option("--changed", is_flag=True, help="List only the settings that differ from the default.")
@click.option("--all", "everything", is_flag=True, help="List every setting, not only those that clubs often change.")
@click.option(
    "--id",
    "ids",
    metavar="ID",
    multiple=True,
    help="Show a rule and how the program plays it, as in OB-SUP-03, OB-SUP (all its rules) or umpire 1.20.",
)
@click.option("--doctrine", is_flag=True, help="Explain how the program plays days and battles that no player plays.")
@reads
@signed()
@show.paged
def rules(
    call: Call,
    key: str | None,
    value: tuple[str, ...],
    changed: bool,
    everything: bool,
    ids: tuple[str, ...],
    doctrine: bool,
) -> None:
    """List the settings that this campaign has changed, then those that clubs often change.

    --all lists every setting. KEY shows the setting or group of settings (march) of that name. KEY and VALUE change the
    setting; the VALUE default resets it. Every setting is shown with its value, default, meaning and source.

    'rules house FILE' reads a house file for Brigadier General Commands: a file with the charts that the rules' preview
    leaves out. "brigadier-ours" is a house file that comes with the program. 'rules house' lists the values in force
    and the missing values; 'rules house none' removes the file.

    Answers, papers and reports name rules by ids such as OB-SUP-03. --id prints such a rule and how the program plays
    it. --id and --doctrine need no campaign.
    """
    if doctrine:
        from campaign.exchange.rule_lines import doctrine_page

        if call.as_json:
            show.json(doctrine_page())
        else:
            show.line("\n".join(doctrine_page()))
        return
    if ids:
        if key is not None:
            raise click.UsageError(
                f"--id shows the rules of a book, but {key} is a setting. Show the setting without --id: "
                f"campaign rules {key}"
            )
        _look_up(call, ", ".join(ids))
        return
    if key == HOUSE:
        _house(call, " ".join(value))
        return
    if key and value:
        from campaign.actions.house_rules import SetRule

        if key in GONE and not read(call, lambda board, _: gone_settings(board, key)):
            raise Refused(f"{gone_text(key)}. This campaign never changed it, so there is nothing to remove")
        carry_out(call, SetRule(key, " ".join(value)))
        return
    view = read(call, lambda board, viewer: settings_of(board, viewer, key or ""))
    shown = tuple(rule for rule in view.rules if rule.changed or not changed)
    if call.as_json:
        show.json((*shown, *view.gone))
        return
    show.lines(line.meaning for line in view.gone)
    if view.gone:
        show.lines([f"To remove such a line: campaign rules {view.gone[0].key} default"])
    differing = tuple(rule for rule in shown if rule.changed)
    if key or everything or changed:
        _print_all(shown)
    else:
        _print_all(differing)
        show.line("Settings that clubs often change:")
        _print_all(tuple(rule for rule in shown if rule.often and not rule.changed))
        show.line(f"All {len(shown)} settings: campaign rules --all. One setting or group: campaign rules KEY")


def _look_up(call: Call, words: str) -> None:
    from campaign.exchange.rule_lines import look_up

    texts = look_up(words)
    if call.as_json:
        show.json(texts)
        return
    for rule in texts:
        show.heading(f"{rule.id}  {rule.book}: {rule.section}")
        show.lines([rule.text], indent=4)


def _house(call: Call, name: str) -> None:
    from campaign.actions.house_files import TakeHouseFile
    from campaign.rules.common.systems import house_account
    from campaign.situation.conditions import rulebook_of

    if name.strip().lower() == "none":
        carry_out(call, TakeHouseFile(""))
    elif name:
        from campaign.exchange.house_file import read_house

        house_file = read_house(name)
        if not call.as_json:
            show.lines(house_file.warnings)
        carry_out(call, TakeHouseFile(Path(name).name, house_file.plain))
    else:
        system, account = house_account()
        plain = read(call, lambda board, _: rulebook_of(board)).house_file(system.key)
        gaps = account.gaps_of(plain)
        if call.as_json:
            show.json(gaps)
            return
        nothing = (f"No house file: {system.name} is played by its preview alone.",)
        show.lines(nothing if plain is None else account.account_of(plain))
        for rule, gap in gaps["missing"].items():
            section = f" \N{SECTION SIGN}{gap['section']}" if gap["section"] else ""
            key = f" ({gap['key']})" if gap["key"] else ""
            show.line(f"{rule}{section}: {gap['missing']}{key}")


def _print_all(lines: tuple[RuleLine, ...]) -> None:
    for rule in lines:
        _print(rule)
    if not lines:
        show.line("Every setting is at its default.")


def _print(rule: RuleLine) -> None:
    mark = f"  (default {rule.default})" if rule.changed else ""
    show.heading(f"{rule.key} = {rule.value}{mark}")
    show.lines([rule.meaning, f"Allowed: {rule.allowed}. Source: {rule.source}"], indent=4)
