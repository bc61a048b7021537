"""Air tasking: the groups, what they may fly today, and the sorties ordered and flown."""

from __future__ import annotations

from campaign.actions.order_phrases import phrase_of
from campaign.errors import BadInput
from campaign.journal.board import JournalBoard
from campaign.journal.overtaken import DrawnFor
from campaign.queries.air.air import air_groups, air_tasking
from campaign.queries.orders.orders import order_form, place_names
from campaign.situation.deadline import Deadline, deadline_of
from campaign.terms.air import AirTask
from campaign.terms.asking import asked, read
from campaign.terms.viewer import Viewer
from campaign.verbs.air_tasking import CancelAir, TaskAir
from campaign.views.air.air import AirTasking
from campaign.web.answer import Answer
from campaign.web.draft_lines import names_of
from campaign.web.order_drafts import Change, change_draft, with_change
from campaign.web.page import page
from campaign.web.pages.reports import day_asked
from campaign.web.people import PLAYERS, UMPIRE
from campaign.web.visit import Visit
from campaign.words.orders import AirRow

TASKS = (
    (AirTask.STRIKE.value, "strike a place or a sighted enemy"),
    (AirTask.SUPPORT.value, "support a formation in its battle"),
    (AirTask.RECONNAISSANCE.value, "reconnoitre a place"),
    (AirTask.SUPPLY.value, "fly supplies to a division"),
    (AirTask.LANDING.value, "drop a battalion at a place"),
)


@page("/air", UMPIRE | PLAYERS, drawn_for=DrawnFor.CAMPAIGN)
def show_air(visit: Visit) -> Answer:
    """Show the air groups of the viewer's side, or of all, and their sorties."""
    day = day_asked(visit)

    def ask(
        board: JournalBoard, viewer: Viewer
    ) -> tuple[AirTasking, tuple[AirRow, ...], tuple[str, ...], Deadline | None]:
        return air_tasking(board, viewer, day), air_groups(board, viewer), place_names(board), deadline_of(board)

    view, groups, places, deadline = visit.read(ask)
    return visit.page(
        "air.html",
        json=view,
        same_at_terminal="campaign air",
        view=view,
        groups=groups,
        places=places,
        deadline=deadline,
        task=asked(TaskAir),
        tasks=TASKS,
        form=visit.was_typed("form", visit.query.get("form", "")),
        chosen=visit.was_typed("group", visit.query.get("group", "")),
    )


@show_air.post
def change_air(visit: Visit) -> Answer:
    """Order a sortie or cancel one: now, or with the order form of the commander who tasks aircraft."""
    do = visit.form["do"]
    command = read(CancelAir, visit.fields) if do == "cancel" else _task(visit)
    if do == "put" and (word := visit.form.get("form", "")):
        view = visit.read(lambda board, viewer: order_form(board, viewer, word))
        key = dict(view.identity)["commander"]
        names = visit.read(names_of) | {row.key: row.name for row in view.air}
        words = f"{names.get(command.group, command.group)}: {phrase_of(command, names)}"
        return visit.note_with(
            lambda along: change_draft(visit, key, lambda draft: with_change(draft, Change(command)), along),
            f"{words}. The sortie is on the form, which is not handed in yet.",
            f"/orders/{key}",
        )
    return visit.receipt(visit.give(command), "/air", in_full=True)


def _task(visit: Visit) -> TaskAir:
    command = read(TaskAir, visit.fields)
    if (command.task == AirTask.LANDING) != bool(command.unit):
        raise BadInput(
            "a parachute or glider landing needs a battalion, and other air tasks do not. For a landing write "
            "the battalion and the place. For other tasks leave the battalion out"
        )
    return command
