"""``campaign logistics``, ``truck`` and ``grade``: dumps, trucks and troops by Not Quite Mechanised."""

from __future__ import annotations

import click

from campaign.cli import show
from campaign.cli.call import Call
from campaign.cli.completion import units
from campaign.cli.declared import asks, command_for
from campaign.cli.options import ordered, reads, writes
from campaign.cli.session import carry_out, read
from campaign.terms.rule_ids import by_rule
from campaign.verbs.between_battles import GiveGrade, GiveGrades
from campaign.verbs.trucks import SendTruck
from campaign.views.supply.logistics import LogisticsSide


@click.command()
@reads
@show.paged
def logistics(call: Call) -> None:
    """Show the dumps from railhead to division, the trucks on the road, and the shortages.

    Dumps are counted only with the settings nqm.logistics and nqm.fuel (campaign rules nqm.logistics on). To send a
    truck: campaign truck UNIT.
    """
    from campaign.queries.supply.logistics import logistics as logistics_of

    view = read(call, logistics_of)
    if call.as_json:
        show.json(view)
        return
    if not view.kept:
        show.lines(["This campaign has no supply dumps. To use them: campaign rules nqm.logistics on (or nqm.fuel on)"])
        return
    for number, side in enumerate(view.sides):
        if number:
            show.line()
        _side(side)
    show.lines(
        [
            (
                f"One Div Log resupplies a division overnight, and a truck carries one Div Log. Fuel vehicles stand"
                f" {view.link_km} km"
                " apart at most."
            )
        ]
    )


def _side(side: LogisticsSide) -> None:
    show.heading(f"{side.side}: dumps")
    with_fuel = any(dump.fuel for dump in side.dumps)
    show.table(
        ("Dump of", "Level", "Div Logs", *(("Div POLs",) if with_fuel else ()), "Trucks", "Draws on", "km"),
        [
            (
                d.formation,
                d.level,
                d.logs,
                *((d.fuel,) if with_fuel else ()),
                d.trucks,
                d.draws_on,
                d.km or ("no HQ" if d.off_map else "no route"),
            )
            for d in side.dumps
        ],
        right=("Div Logs", "Trucks", "km"),
        empty="No dump is known.",
    )
    show.lines(by_rule(f"{d.formation} is cut off: {d.why}", d.rule) for d in side.dumps if d.why)
    show.lines(f"{d.formation} cannot draw from a dump: {d.off_map}" for d in side.dumps if d.off_map)
    show.lines(by_rule(f"{d.formation}: {d.fuel_state}", d.fuel_rule) for d in side.dumps if d.fuel_state)
    for dump in side.dumps:
        show.lines(f"short of ammunition, {line}" for line in dump.short)
    if side.trucks:
        show.line()
        show.table(
            ("Truck", "Carries", "To", "From", "Left", "Due", "km", "State"),
            [
                (
                    t.number,
                    t.goods,
                    t.to,
                    t.source,
                    t.left,
                    t.due,
                    t.km,
                    by_rule(f"{t.state}: {t.why}", t.rule) if t.why else t.state,
                )
                for t in side.trucks
            ],
            right=("Truck", "km"),
        )
    if side.moved:
        show.line()
        show.lines(side.moved)


truck = command_for(
    "truck",
    SendTruck,
    "Send a truck to a dump: a battalion's truck fetches ammunition from the dump that serves it; a division's or"
    " corps's truck fetches a unit of supply from the dump above.",
    ordered,
)


@click.command()
@click.argument("words", nargs=-1, metavar="[UNIT | GRADES]", shell_complete=units)
@asks(GiveGrade, only=("to",))
@asks(GiveGrades, only=("battle", "why"))
@writes
def grade(call: Call, words: tuple[str, ...], to: str | None, battle: str | None, why: str | None) -> None:
    """Change a battalion's grade by the umpire's ruling: conscripts and militia who were handled well become regulars,
    and regulars veterans. Grades belong to Not Quite Mechanised; under other rules only the experience that follows
    from the grade counts.

    With --battle N, GRADES are those of several battalions: '1,3 veteran; 4-6 regular; all regular'. The numbers are
    those in the list that campaign grade --battle N shows.
    """
    from campaign.actions.grade_words import grades_typed
    from campaign.queries.orbat.service import grades_after

    text = " ".join(words)
    if not battle:
        if not text or not to:
            raise click.UsageError("give the unit with --to and its new grade, or give --battle and its number")
        carry_out(call, GiveGrade(text, to, why or ""))
        return
    rows = read(call, lambda board, _: grades_after(board, battle))
    if text:
        written = f"{text} {to}" if to else text
        carry_out(call, GiveGrades(battle, grades_typed(written, [name for name, _, _ in rows]), why or ""))
        return
    show.table(("No", "Battalion", "Side", "Grade"), [(n, *row) for n, row in enumerate(rows, 1)], right=("No",))
    show.note(f"To change them in one step: campaign grade --battle {battle} '1,3 veteran; 4-6 regular' --why TEXT")
