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
@click.option("--why", required=True, metavar="TEXT", help="The reason; it stands in the record.")
@click.option(
    "--state",
    default="",
    metavar="WORD",
    help="fresh, spent, destroyed, captured, disbanded; of a crossing intact, destroyed, ...",
)
@click.option("--at", default="", metavar="PLACE", help="Where it stands.")
@click.option("--owner", default="", metavar="SIDE|nobody", help="Who holds the place.")
@click.option("--men", type=int, metavar="N", help="Men it has.")
@click.option("--vehicles", type=int, metavar="N", help="Vehicles it has.")
@click.option("--guns", type=int, metavar="N", help="Guns it has.")
@click.option("--posture", default="", metavar="WORD", help="march, line, support or reserve.")
@click.option("--resting/--not-resting", default=None, help="Resting in reserve or not.")
@click.option("--dug-in", type=int, metavar="TURNS", help="Turns of work on its positions, 0 to 4.")
@click.option("--under", default="", metavar="FORMATION", help="Under whose command it is.")
@click.option("--supply", default="", metavar="well|poorly", help="Grade of supply, of a corps.")
@click.option("--cut/--open", "cut", default=None, help="A road is cut, or open again.")
@click.option("--experience", default="", metavar="WORD", help="green, regular or veteran.")
@click.option("--establishment", default="", metavar="MEN/VEHICLES/GUNS", help="What it should have, as in 780/0/10.")
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
    """Put right what no other command mends: a unit, a place, a road, a crossing. It is marked as a ruling."""
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
    Section("Rulings", (Entry("dismiss", "campaign.cli.umpire:dismiss", "rule that a contact starts no battle"),)),
)


@click.group(cls=LazyGroup, sections=_SECTIONS)
def contact() -> None:
    """Contacts between enemies."""


@click.command()
@click.argument("unit", shell_complete=units)
@click.argument("other", required=False, default="", shell_complete=units)
@click.option("--why", required=True, metavar="TEXT", help="The reason; it stands in the record.")
@writes
def dismiss(call: Call, unit: str, other: str, why: str) -> None:
    """The contact of UNIT with OTHER, or with everybody, is none: nobody fights for its sake."""
    from campaign.actions.rulings import DismissContact

    carry_out(call, DismissContact(unit, why, other))
