"""``campaign preferences``: a person's own settings on this machine, for all campaigns."""

from __future__ import annotations

import click

from campaign.cli import show
from campaign.cli.call import Call
from campaign.cli.options import answers_json, for_anybody
from campaign.errors import CampaignError
from campaign.preferences import (
    DEFAULT,
    KEYS,
    OF_THE_CAMPAIGN,
    Held,
    preference,
    preferences_file,
    preferred,
    set_preference,
    strays,
)

UNSET = {"name": "your user name", "folder": "the present folder"}
"""The meaning of a text that nobody has set."""


def _keys(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    return [key for key in KEYS if key.startswith(incomplete)]


def _values(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    about = KEYS.get(ctx.params.get("key") or "")
    return [value for value in (*(about.allowed if about else ()), DEFAULT) if value.startswith(incomplete)]


@click.command()
@click.argument("key", required=False, shell_complete=_keys)
@click.argument("value", required=False, shell_complete=_values)
@answers_json
@for_anybody
@click.pass_obj
def preferences(call: Call, key: str | None, value: str | None) -> None:
    """List your preferences on this computer, which apply to all campaigns, or set KEY to VALUE. The VALUE default
    removes a preference.

    \b
    paper    a4 or letter, the size of all papers (--paper)
    name     the name that signs your journal entries (--as)
    folder   the folder for papers (--out); a relative folder starts at the
             folder in which you type a command
    colour   on or off: bold and red text on the terminal
    pager    on or off: long help and lists page by page on the terminal

    An option on the command line counts first, then an environment variable (CAMPAIGN_PAPER, CAMPAIGN_AS,
    CAMPAIGN_FOLDER, CAMPAIGN_COLOUR, CAMPAIGN_PAGER), then the file of preferences, then the default. The list also
    names the settings that belong to a campaign, because all its players share them.
    """
    if key is None:
        _list(call)
        return
    preference(key)
    if value is not None:
        path = set_preference(key, None if value.strip().casefold() == DEFAULT else value)
        held = preferred(key)
        if held.source not in (str(path), DEFAULT):
            show.note(
                f"{held.source} overrides the file, so {key} stays {held.value}. To use the file, remove {held.source}"
            )
    held = preferred(key)
    if call.as_json:
        show.json(held)
    else:
        show.line(f"{key}: {_in_words(held)} ({held.source})")


def _list(call: Call) -> None:
    rows, faults = [], list[str]()
    for key in KEYS:
        try:
            rows.append(preferred(key))
        except CampaignError as fault:
            faults.append(str(fault))
            rows.append(Held(key, "", ""))
    try:
        faults.extend(strays())
    except CampaignError as fault:
        faults.append(str(fault))
    for line in dict.fromkeys(faults):
        show.note(line)
    path = str(preferences_file())
    if call.as_json:
        show.json({"file": path, "preferences": rows, "of_the_campaign": OF_THE_CAMPAIGN})
        return
    show.heading("Your preferences on this computer, for all campaigns")
    show.table(
        ("Preference", "Value", "From"),
        [(held.key, _in_words(held), "the file" if held.source == path else held.source) for held in rows],
    )
    show.lines(
        [f"To change a preference: campaign preferences KEY VALUE. To reset it: {DEFAULT} as VALUE.", f"File: {path}"]
    )
    show.line()
    show.heading("Settings of each campaign, for all its players")
    show.pairs([(each.what, each.held or each.command) for each in OF_THE_CAMPAIGN], indent=2)


def _in_words(held: Held) -> str:
    return held.value or (UNSET[held.key] if held.source else "a wrong value")
