"""``campaign adjust`` and ``campaign contact``: the umpire's rulings."""

from __future__ import annotations

import click

from campaign.cli.call import Call
from campaign.cli.completion import adjustable, units
from campaign.cli.lazy import Entry, LazyGroup, Section
from campaign.cli.options import writes
from campaign.cli.session import carry_out


@click.command()
@click.argument("what", metavar="UNIT|PLACE|ROAD|CROSSING", shell_complete=adjustable)
@click.option("--why", required=True, metavar="TEXT", help="Reason, kept in the journal.")
@click.option(
    "--state",
    default="",
    metavar="WORD",
    help="New state: fresh, spent, destroyed, captured or disbanded; of a crossing: intact, destroyed, ...",
)
@click.option("--at", default="", metavar="PLACE", help="Place of the unit.")
@click.option("--owner", default="", metavar="SIDE|nobody", help="Side that holds the place.")
@click.option("--men", type=int, metavar="N", help="Number of men.")
@click.option("--vehicles", type=int, metavar="N", help="Number of vehicles.")
@click.option("--guns", type=int, metavar="N", help="Number of guns.")
@click.option("--posture", default="", metavar="WORD", help="Posture: march, line, support or reserve.")
@click.option("--resting/--not-resting", default=None, help="Whether the unit rests in reserve.")
@click.option("--dug-in", type=int, metavar="TURNS", help="Turns of work on the unit's positions, 0 to 4.")
@click.option("--under", default="", metavar="FORMATION", help="Formation that commands the unit.")
@click.option("--supply", default="", metavar="well|poorly", help="Supply grade of the corps.")
@click.option("--cut/--open", "cut", default=None, help="Cut a road, or open it again.")
@click.option("--experience", default="", metavar="WORD", help="Experience: green, regular or veteran.")
@click.option(
    "--establishment", default="", metavar="MEN/VEHICLES/GUNS", help="Full strength of the unit, as in 780/0/10."
)
@writes
def adjust(
    call: Call,
    what: str,
    why: str,
    state: str,
    at: str,
    owner: str,
    men: int | None,
    vehicles: int | None,
    guns: int | None,
    posture: str,
    resting: bool | None,
    dug_in: int | None,
    under: str,
    supply: str,
    cut: bool | None,
    experience: str,
    establishment: str,
) -> None:
    """Change a unit, a place, a road or a crossing by the umpire's ruling, where no other command does it. The journal
    marks it as a ruling."""
    from campaign.actions.adjustments import Adjust

    carry_out(
        call,
        Adjust(
            what,
            why,
            state,
            at,
            owner,
            men,
            vehicles,
            guns,
            posture,
            resting,
            dug_in,
            under,
            supply,
            cut,
            experience,
            establishment,
        ),
    )


_SECTIONS = (
    Section("Rulings", (Entry("dismiss", "campaign.cli.umpire:dismiss", "rule that a contact causes no battle"),)),
)


@click.group(cls=LazyGroup, sections=_SECTIONS)
def contact() -> None:
    """Rule on contacts between enemies."""


@click.command()
@click.argument("unit", shell_complete=units)
@click.argument("other", required=False, default="", shell_complete=units)
@click.option("--why", required=True, metavar="TEXT", help="Reason, kept in the journal.")
@writes
def dismiss(call: Call, unit: str, other: str, why: str) -> None:
    """Rule that the contact of UNIT with OTHER, or with every enemy, causes no battle."""
    from campaign.actions.rulings import DismissContact

    carry_out(call, DismissContact(unit, why, other))
