"""``campaign unit``: the sheet of one battalion or formation."""

from __future__ import annotations

from collections.abc import Sequence

import click

from campaign.cli import show
from campaign.cli.call import Call
from campaign.cli.completion import units
from campaign.cli.lazy import Entry, NamedGroup, Section
from campaign.cli.options import reads
from campaign.cli.session import read
from campaign.queries.orbat.units import unit as unit_of
from campaign.views.orbat.unit_text import order_line, posture_line, state_line, strength_line, table_line
from campaign.views.orbat.units import BattalionSheet, FormationSheet, Happening, Subordinate
from campaign.words.proposal import BY_DEFAULT, reasoned

_SECTIONS = (
    Section(
        "One unit",
        (
            Entry(
                "show",
                "campaign.cli.unit:show_",
                "show a battalion or formation, with its diary (the word show may be left out)",
            ),
            Entry("amend", "campaign.cli.unit_amend:amend_unit", "amend what was recorded about a unit"),
        ),
    ),
)


@click.group(cls=NamedGroup, sections=_SECTIONS)
def unit() -> None:
    """Show everything about a battalion or formation: campaign unit NAME."""


@click.command("show")
@click.argument("name", nargs=-1, required=True, shell_complete=units)
@reads
@show.paged
def show_(call: Call, name: tuple[str, ...]) -> None:
    """Show everything about the battalion or formation NAME, with its diary.

    Capital letters do not matter. Part of the name is enough if it fits only one unit. Its short name or its number
    is enough too.
    """
    view = read(call, lambda board, viewer: unit_of(board, viewer, " ".join(name)))
    if call.as_json:
        show.json(view)
    elif isinstance(view, BattalionSheet):
        _battalion(view)
    else:
        _formation(view)


def _battalion(sheet: BattalionSheet) -> None:
    show.heading(f"{sheet.name} (unit {sheet.key if sheet.id is None else sheet.id})")
    under = "" if sheet.present == (sheet.organic or ("",))[0] else f"{sheet.present}, borrowed"
    show.pairs(
        (
            ("Kind", f"{sheet.side}, {sheet.nation}: {sheet.arm} {sheet.mark}, {sheet.size}, {sheet.experience}"),
            ("Headquarters of", sheet.headquarters_of),
            ("Led by", sheet.led_by),
            ("Belongs to", ", part of ".join(sheet.organic)),
            ("Under", under),
            ("Supports", sheet.supports),
            ("On call", sheet.call),
            ("Service", sheet.service),
            ("State", state_line(sheet)),
            ("In battle", sheet.battle),
            ("At", sheet.position if sheet.state.is_in_play else ""),
            ("Posture", posture_line(sheet)),
            ("Orders", order_line(sheet.order)),
            (BY_DEFAULT, reasoned(sheet.order.proposal)),
            *(("Then", words) for words in sheet.order.coming),
            ("At work", sheet.task),
            ("Strength", strength_line(sheet.strength)),
            ("Equipment", sheet.equipment),
            ("On the table", table_line(sheet.table)),
            ("Takes up", sheet.ground),
            ("Notes", sheet.notes),
            ("Source", sheet.source + (" (not confirmed)" if sheet.unconfirmed else "")),
        )
    )
    if sheet.history:
        vehicles = "Tanks" if sheet.strength.tanks_establishment else "Vehicles"
        show.line()
        show.table(
            ("Strength on", "State", "Men", vehicles, "Guns"),
            [(h.date, h.state, h.men, h.vehicles, h.guns) for h in sheet.history],
            right=("Men", vehicles, "Guns"),
        )
    _diary(sheet.diary)


def _formation(sheet: FormationSheet) -> None:
    show.heading(f"{sheet.name} (unit {sheet.id})")
    show.pairs(
        (
            ("Kind", f"{sheet.side}, {sheet.nation}: {sheet.level}, {sheet.experience}"),
            ("Led by", sheet.led_by),
            ("Commander", sheet.commander),
            ("Character", sheet.character),
            ("Under", ", part of ".join(sheet.superiors)),
            ("Headquarters", sheet.position),
            ("Posture", sheet.posture),
            ("Supply grade", sheet.supply_grade),
            ("Orders", order_line(sheet.order)),
            (BY_DEFAULT, reasoned(sheet.order.proposal)),
            *(("Then", words) for words in sheet.order.coming),
            ("Strength", strength_line(sheet.strength)),
            ("Reaction", sheet.reaction),
            ("Takes up", sheet.ground),
            ("Notes", sheet.notes),
            ("Source", sheet.source + (" (not confirmed)" if sheet.unconfirmed else "")),
        )
    )
    _subordinates("Under it", sheet.subordinates)
    _subordinates("Attached elsewhere", sheet.away)
    _diary(sheet.diary)


def _subordinates(words: str, units: Sequence[Subordinate]) -> None:
    if units:
        show.line()
        show.heading(words)
        show.table(
            ("Name", "Kind", "State", "At", "Strength"),
            [(s.name, s.kind, s.state, s.position, s.strength) for s in units],
        )


def _diary(lines: Sequence[Happening]) -> None:
    if lines:
        show.line()
        show.heading("Diary")
        show.table(("When", "What"), [(line.when, line.text) for line in lines])
