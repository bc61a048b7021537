"""``campaign establishments``: the shipped battalions and divisions of nations, by the names that ``like:`` takes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from campaign.cli import show
from campaign.cli.call import Call
from campaign.cli.completion import establishments as names
from campaign.cli.completion import nations
from campaign.cli.options import answers_json, for_anybody

if TYPE_CHECKING:
    from campaign.exchange.library import Establishment, Organisation


@click.command()
@click.argument("name", nargs=-1, shell_complete=names)
@click.option(
    "--nation",
    default="",
    metavar="KEY",
    help="List only one nation: british, german, soviet, us ...",
    shell_complete=nations,
)
@answers_json
@for_anybody
@click.pass_obj
@show.paged
def establishments(call: Call, name: tuple[str, ...], nation: str) -> None:
    """Look up the battalions and divisions that come with the program, by the names that "like:" takes in an order of
    battle.

    NAME is one or more words of the name, in any order: tank 1944. With a full name, the unit is shown with its
    weapons, classes and source. Every figure has its source, or is marked as unconfirmed.
    """
    from campaign.exchange.library import look_up

    shelf = look_up(" ".join(name), nation)
    if call.as_json:
        show.json(shelf)
    elif len(shelf.establishments) + len(shelf.organisations) == 1:
        for establishment in shelf.establishments:
            _battalion(establishment)
        for whole_organisation in shelf.organisations:
            _formation(whole_organisation)
    else:
        _list(shelf.establishments, shelf.organisations)


def _list(battalions: tuple[Establishment, ...], formations: tuple[Organisation, ...]) -> None:
    if battalions:
        show.heading("Battalions, batteries and headquarters (like: NAME)")
        rows = [
            (battalion.name, battalion.arm, battalion.men or "", battalion.vehicles or "", battalion.guns or "")
            for battalion in battalions
        ]
        show.table(("Name", "Arm", "Men", "Vehicles", "Guns"), rows, right=("Men", "Vehicles", "Guns"))
    if battalions and formations:
        show.line()
    if formations:
        show.heading("Organisations of formations (like: NAME)")
        organised = [
            (formation.name, formation.level, formation.battalions, formation.men or "") for formation in formations
        ]
        show.table(("Name", "Level", "Battalions", "Men"), organised, right=("Battalions", "Men"))
    show.lines(["To see one in full: campaign establishments NAME"])


def _battalion(establishment: Establishment) -> None:
    show.heading(establishment.name)
    show.pairs(
        [
            ("Arm", establishment.arm),
            (
                "Size",
                establishment.size
                if establishment.mark == "battalion"
                else f"{establishment.size}, a {establishment.mark}",
            ),
            ("Men", establishment.men or ""),
            ("Vehicles", establishment.vehicles or ""),
            ("Guns", establishment.guns or ""),
            ("Has", ", ".join(establishment.items)),
            ("Armour", establishment.armour),
            ("Anti-tank", establishment.anti_tank),
            ("Fires as", establishment.weapon),
            ("Marches as", establishment.march),
            ("Fights as", establishment.combat),
            ("Notes", establishment.notes),
            ("Source", _source(establishment.source, establishment.unconfirmed)),
        ]
    )


def _formation(organisation: Organisation) -> None:
    show.heading(organisation.name)
    show.pairs(
        [
            (
                "Kind",
                (
                    f"a{'n' * (organisation.level[0] in 'aeiou')} {organisation.level} of {organisation.battalions}"
                    " battalions, with headquarters"
                ),
            ),
            ("Men", organisation.men or ""),
            ("Period", organisation.period),
            ("Notes", organisation.notes),
            ("Source", _source(organisation.source, organisation.unconfirmed)),
        ]
    )
    show.line()
    show.lines(organisation.holds)


def _source(source: str, unconfirmed: bool) -> str:
    return ", ".join(filter(None, (source, "unconfirmed" if unconfirmed else "")))
