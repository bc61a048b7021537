"""``campaign doctor``: a check of the campaign against its journal and the rules of a sound campaign."""

from __future__ import annotations

from collections.abc import Iterable

import click

from campaign.cli import show
from campaign.cli.call import Call
from campaign.cli.options import answers_json, writes
from campaign.cli.session import actor, tell
from campaign.cli.synced import tell_of_copies, tell_of_service
from campaign.errors import BadInput, NotFound, Refused
from campaign.journal.doctor import Finding, Kind, Report, campaigns_in, repair
from campaign.journal.examination import REPAIRABLE, Examination, examination, verdict
from campaign.journal.register import Register
from campaign.journal.transaction import reading
from campaign.store import opened
from campaign.store.error_text import as_the_doctor
from campaign.terms.words import counted


@click.command()
@click.option(
    "--repair",
    "mend",
    is_flag=True,
    help="Rebuild damaged data from the journal. The repair is recorded as a journal entry.",
)
@click.option("--yes", is_flag=True, help="Repair without asking.")
@click.option(
    "--proof",
    "proof",
    metavar="HASH",
    help="Show what the hash at the foot of a paper proves: its reader, and the entries that it covers.",
)
@click.option(
    "--replay",
    "again",
    is_flag=True,
    help="Carry out every command again, and list each entry that differs from the result.",
)
@writes
@answers_json
def doctor(call: Call, mend: bool, yes: bool, proof: str | None, again: bool) -> None:
    """Check that the campaign's data agrees with its journal and is consistent.

    The program follows the journal from the start and compares it with all data. The program also checks the journal's
    chain of hashes, and positions, states, strengths, attachments, orders, battles and dice. Exit code 1 if anything is
    wrong. Nothing is changed without --repair, and nothing is repaired from a damaged journal.

    An unbroken chain of hashes proves that no entry was altered after later entries were made. An unbroken chain does
    not prove that an entry was honest when it was written. To check that, --replay carries out every command again,
    with the dice of its entry, and compares the results. A replay takes about as long as playing the campaign took.

    The foot of every paper ends with a hash. On the umpire's papers the hash proves every journal entry up to then. On
    a player's papers it proves the turn, the orders of the troops he knows and the decisions of his side, and reveals
    nothing else. --proof shows what a hash proves.
    """
    if proof is not None:
        if mend or again:
            raise BadInput(f"--proof only shows what a paper proves. Leave out {'--repair' if mend else '--replay'}")
        _prove(call, proof)
        return
    with as_the_doctor():
        with opened(call.db, write=False) as store:
            report = examination(store, call.campaign or None, _actions() if again else None)
        if mend:
            _mend(call, report, yes)
            with opened(call.db, write=False) as store:
                report = examination(store, call.campaign or None)
    if call.as_json:
        show.json(report)
    else:
        _print(report)
        tell_of_service(call.db)
        tell_of_copies(call.db)
    if report.faults:
        raise Refused(verdict(report))


def _actions() -> Register:
    from campaign.actions.all_actions import every_action  # all of the program's rules

    return every_action()


def _prove(call: Call, proof: str) -> None:
    """Print what a hash on a paper proves, for every campaign asked for. Raises NotFound if it belongs to no paper."""
    from campaign.situation.proof import proofs_of

    proofs = {}
    with opened(call.db, write=False) as store:
        for name in campaigns_in(store, call.campaign or None):
            with reading(store, name) as board:
                proofs[name] = proofs_of(board, proof)
        where = store.name
    if call.as_json:
        show.json(proofs)
    for name, proven in proofs.items() if not call.as_json else ():
        for row in proven:
            show.lines([f"{name}: {row.meaning}"])
    if not any(proofs.values()):
        raise NotFound(
            f"no paper of {' or '.join(proofs) or where} has {proof} at its foot. Check that you copied these "
            "letters correctly. Otherwise the paper belongs to another campaign, or to another copy of this "
            "campaign"
        )


def _mend(call: Call, examination: Examination, yes: bool) -> None:
    """Ask, and repair every campaign that can be repaired."""
    ill = [report for report in examination.campaigns if any(finding.kind in REPAIRABLE for finding in report.findings)]
    if not ill:
        return
    if not yes:
        if call.as_json:
            raise BadInput("--json cannot ask whether to repair. Give --json together with --yes")
        _print(examination)
        click.confirm("Rebuild the damaged data from the journal?", abort=True, err=True)
    with opened(call.db, write=True) as store:
        tell(store, call)
        for report in ill:
            done = repair(store, report.campaign, actor=actor(call))
            show.note(
                f"{report.campaign}: {done.rows} {'row' if done.rows == 1 else 'rows'} repaired, entry {done.number}"
            )


def _print(examination: Examination) -> None:
    for text in examination.file:
        show.lines([text])
    for report in examination.campaigns:
        show.heading(
            f"{report.campaign}: a journal of {counted(report.entries, 'entry')}, and data of {show.text(report.rows)}"
            f" records"
        )
        show.lines(_sentences(report.findings), indent=2)
        show.lines(_vouched_for(report), indent=2)


def _vouched_for(report: Report) -> Iterable[str]:
    """Yield what the examination vouches for, and what it does not."""
    if not report.faults:
        passed = "every check passed" if not report.findings else "no check failed"
        yield f"The journal is unbroken, the data agrees with it, and {passed}."
    deeds = [finding for finding in report.findings if finding.kind is Kind.DEED]
    if report.run_again is None:
        yield "To check also that each entry does what its command says: campaign doctor --replay"
    elif not deeds:
        yield f"{counted(report.run_again, 'entry')} run again: each does what its command says."


def _sentences(findings: Iterable[Finding]) -> Iterable[str]:
    for finding in findings:
        yield f"{'remark: ' if finding.kind is Kind.REMARK else ''}{finding.what}"
