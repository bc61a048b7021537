"""The doctor: whether the campaign agrees with its journal, the repair, and what the hash on a paper proves."""

from __future__ import annotations

from campaign.actions.all_actions import every_action
from campaign.errors import CampaignError
from campaign.journal.doctor import repair
from campaign.journal.examination import REPAIRABLE, examination, verdict
from campaign.queries.campaign.settings import gone_settings
from campaign.situation.proof import Proof, proofs_of
from campaign.store.engine import file_path, server_url
from campaign.store.synced import copies_beside, service_of
from campaign.terms.words import counted
from campaign.web.answer import Answer
from campaign.web.page import page
from campaign.web.people import UMPIRE
from campaign.web.visit import Visit


@page("/doctor", UMPIRE, is_kept=False)
def show_doctor(visit: Visit) -> Answer:
    """Show what the doctor finds, and what the hash on a paper proves."""
    desk, text = visit.desk, visit.query.get("proof", "").strip()
    proofs: tuple[Proof, ...] = ()
    if text:
        try:
            proofs = visit.read(lambda board, _: tuple(proofs_of(board, text)))
        except CampaignError as fault:
            visit.fault = visit.fault or str(fault)
    # A desk that has just started reads the army twice here, which is one statement more. The doctor must see the rows
    # as they are stored, whatever is kept of them, and words that the program does not know as text. Rows for the page
    # made of that reading would be a second way from the database to a row, for every table, and the page needs few.
    report = examination(desk.reader, desk.campaign, every_action() if visit.query.get("replay") else None)
    is_file = server_url(desk.where) is None
    return visit.page(
        "doctor.html",
        json=report,
        same_at_terminal="campaign doctor --replay" if visit.query.get("replay") else "campaign doctor",
        report=report,
        verdict=verdict(report) if report.faults else "",
        can_repair=any(finding.kind in REPAIRABLE for each in report.campaigns for finding in each.findings),
        proof=text,
        proofs=proofs,
        copies=[copy.name for copy in copies_beside(file_path(desk.where))] if is_file else [],
        service=service_of(file_path(desk.where)) if is_file else None,
        gone=visit.read(lambda board, _: gone_settings(board)),
    )


@show_doctor.post
def repair_campaign(visit: Visit) -> Answer:
    """Rebuild damaged data from the journal, as an entry of its own."""
    desk = visit.desk
    done = desk.change(visit.person, lambda: repair(desk.store, desk.campaign, actor=visit.person.signature))
    return visit.note(f"{counted(done.rows, 'row')} repaired, entry {done.number}", to="/doctor")
