"""``campaign establishments``: the battalions and divisions of nations that ship with the program, by the names that
``like:`` takes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from campaign.cli import show
from campaign.cli.completion import establishments as names
from campaign.cli.completion import nations
from campaign.cli.options import Call, answers_json

if TYPE_CHECKING:
    from campaign.exchange.library import Establishment, Organisation


@click.command()
@click.argument("name", nargs=-1, shell_complete=names)
@click.option(
    "--nation",
    default="",
    metavar="KEY",
    help="Only those of one nation: british, german, soviet, us ...",
    shell_complete=nations,
)
@answers_json
@click.pass_obj
def establishments(call: Call, name: tuple[str, ...], nation: str) -> None:
    """Battalions and divisions that ship with the program, by the names that like: takes in an order of battle.

    NAME is some words of the name, in any order: tank 1944. One that is named whole is shown with its weapons, classes
    and source. Every figure has its source, or is marked as unconfirmed.
    """
    from campaign.exchange.library import look_up

    shelf = look_up(" ".join(name), nation)
    if call.as_json:
        show.json(shelf)
    elif len(shelf.establishments) + len(shelf.organisations) == 1:
        for one in shelf.establishments:
            _battalion(one)
        for whole in shelf.organisations:
            _formation(whole)
    else:
        _list(shelf.establishments, shelf.organisations)


def _list(battalions: tuple[Establishment, ...], formations: tuple[Organisation, ...]) -> None:
    if battalions:
        show.heading("Battalions, batteries and headquarters (like: NAME)")
        rows = [(one.name, one.arm, one.men or "", one.vehicles or "", one.guns or "") for one in battalions]
        show.table(("Name", "Arm", "Men", "Vehicles", "Guns"), rows, right=("Men", "Vehicles", "Guns"))
    if battalions and formations:
        show.line()
    if formations:
        show.heading("Organisations of formations (like: NAME)")
        organised = [(one.name, one.level, one.battalions, one.men or "") for one in formations]
        show.table(("Name", "Level", "Battalions", "Men"), organised, right=("Battalions", "Men"))
    show.lines(["campaign establishments NAME shows one of them whole."])


def _battalion(one: Establishment) -> None:
    show.heading(one.name)
    show.pairs(
        [
            ("Arm", one.arm),
            ("Size", one.size if one.mark == "battalion" else f"{one.size}, a {one.mark}"),
            ("Men", one.men or ""),
            ("Vehicles", one.vehicles or ""),
            ("Guns", one.guns or ""),
            ("Has", ", ".join(one.items)),
            ("Armour", one.armour),
            ("Anti-tank", one.anti_tank),
            ("Fires as", one.weapon),
            ("Marches as", one.march),
            ("Fights as", one.combat),
            ("Notes", one.notes),
            ("Source", _source(one.source, one.unconfirmed)),
        ]
    )


def _formation(one: Organisation) -> None:
    show.heading(one.name)
    show.pairs(
        [
            ("Is", f"a{'n' * (one.level[0] in 'aeiou')} {one.level} of {one.battalions} battalions, with headquarters"),
            ("Men", one.men or ""),
            ("Period", one.period),
            ("Notes", one.notes),
            ("Source", _source(one.source, one.unconfirmed)),
        ]
    )
    show.line()
    show.lines(one.holds)


def _source(source: str, unconfirmed: bool) -> str:
    return ", ".join(filter(None, (source, "unconfirmed" if unconfirmed else "")))
