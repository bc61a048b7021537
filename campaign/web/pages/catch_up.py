"""Catching up with a copy of the campaign that went on elsewhere, from a file that was sent."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from campaign.actions.all_actions import every_action
from campaign.actions.corrections import by_seed
from campaign.errors import BadInput, CampaignError, Refused
from campaign.exchange.parcel import campaign_file_in
from campaign.journal.overtaken import DrawnFor
from campaign.journal.parted import (
    CopiedEntry,
    Doubts,
    Parting,
    Taken,
    TriedTaking,
    chosen,
    compare_copies,
    copies_in,
    follow,
    offer_of,
    take_as_tried,
    try_taking,
)
from campaign.journal.people import new_here, new_names
from campaign.journal.scratch_copy import copy_of
from campaign.journal.transaction import reading
from campaign.situation.chance import dice_of
from campaign.store import Store, opened
from campaign.terms.words import counted, is_number, listing
from campaign.values import dataclass
from campaign.web.answer import Answer
from campaign.web.page import page
from campaign.web.people import UMPIRE
from campaign.web.trials import mark_of_trial, quicker
from campaign.web.visit import Visit


@dataclass(frozen=True, slots=True)
class OtherCopy:
    """The copy in a file that was sent, compared with the campaign here."""

    source: Store
    name: str
    parting: Parting
    doubts: Doubts
    names: tuple[str, ...]
    new_people: tuple[str, ...]


@contextmanager
def _other(visit: Visit, copy_name: str) -> Iterator[OtherCopy]:
    desk, waiting = visit.desk, visit.desk.waiting_files.get(visit.path["token"])
    with campaign_file_in(waiting.path) as file, opened(file, write=False) as source:
        with reading(desk.reader, desk.campaign) as board:
            parting, name, doubts = compare_copies(board, source, waiting.called, copy_name or None, every_action())
            names = copies_in(source, board)
            with reading(source, name) as theirs:
                new_people = new_names(board, theirs)
        yield OtherCopy(source, name, parting, doubts, names, new_people)


@page("/files/sent/{token}/catch-up", UMPIRE, is_kept=False, drawn_for=DrawnFor.OWN_MARK)
def show_catch_up(visit: Visit) -> Answer:
    """Show where the two copies parted, and what would become here of each entry that was made there."""
    asked = visit.typed or {name: (text,) for name, text in visit.query.items()}
    copy_name = asked.get("copy", ("",))[-1]
    picked = _picked(visit, asked.get("entry", ()))
    tried: TriedTaking | None = None
    with _other(visit, copy_name) as other:
        entries: Sequence[CopiedEntry] = other.parting.theirs
        try:
            entries = chosen(other.parting, picked, ()) if picked else entries
            tried = _tried(visit, other, entries) if entries else None
        except CampaignError as fault:
            visit.fault = visit.fault or str(fault)
            entries = other.parting.theirs
    return _catch_up_page(visit, other, entries, tried, is_picked=bool(picked))


def _catch_up_page(
    visit: Visit, other: OtherCopy, entries: Sequence[CopiedEntry], tried: TriedTaking | None, *, is_picked: bool
) -> Answer:
    trial, parting, doubts = () if tried is None else tried.taken, other.parting, other.doubts
    called = visit.desk.waiting_files.get(visit.path["token"]).called
    return visit.page(
        "catch_up.html",
        json={"parting": parting, "taken": trial, "doubts": doubts, "new_people": other.new_people},
        same_at_terminal="campaign catch-up OTHER.db",
        token=visit.path["token"],
        called=called,
        parting=parting,
        doubts=doubts,
        is_doubtful=bool(doubts.forged_dice or (doubts.deviations and parting.only_behind and not is_picked)),
        offered=(*parting.theirs, *parting.taken_back_here),
        chosen={entry.number for entry in entries},
        outcomes={taken.entry.number: taken for taken in trial},
        playable=sum(taken.number is not None for taken in trial),
        mark=_mark(parting, trial),
        names=tuple((name, name) for name in other.names),
        name=other.name,
        new_people=new_here(other.new_people) if other.new_people else "",
        follows=parting.only_behind and not is_picked,
    )


@show_catch_up.post
def catch_up(visit: Visit) -> Answer:
    """Add the chosen entries, or look at another choice of them."""
    picked = _picked(visit, visit.form_list("entry"))
    if visit.form.get("do") == "look":
        visit.typed = visit.fields
        return show_catch_up.get(visit)
    desk, copy_name = visit.desk, visit.form.get("copy", "")
    with _other(visit, copy_name) as other:
        if visit.form.get("do") == "follow":
            return _followed(visit, other)
        entries = chosen(other.parting, picked, ())
        if not picked:
            raise BadInput("no entry is ticked. Tick the entries that you want to add")
        forged = {entry.number for entry in other.doubts.forged_dice}
        _require_agreement(visit, is_doubtful=any(entry.number in forged for entry in entries))
        trial = _tried(visit, other, entries)
        if _mark(other.parting, trial.taken) != visit.form["trial"]:
            return quicker(visit, lambda again: _catch_up_page(again, other, entries, trial, is_picked=True))
        if not any(one.number is not None for one in trial.taken):
            raise Refused("none of these entries can be added here, so nothing was changed. Enter them by hand")
        done = desk.change(
            visit.person,
            lambda: take_as_tried(desk.store, desk.campaign, trial, throw=by_seed, register=every_action()),
        )
    numbers = [str(taken.number) for taken in done if taken.number is not None]
    refused = len(done) - len(numbers)
    rest = f"; {refused} could not be played and stayed out" if refused else ""
    return visit.note(_told(f"Added {counted(len(numbers), 'entry')}: {listing(numbers)} here{rest}", other), to="/log")


def _followed(visit: Visit, other: OtherCopy) -> Answer:
    desk = visit.desk
    if not other.parting.only_behind or other.parting.head != visit.form["trial"]:
        return quicker(visit, show_catch_up.get)
    _require_agreement(visit, is_doubtful=bool(other.doubts.deviations or other.doubts.forged_dice))
    heads = other.parting.head, other.parting.their_head
    count = desk.change(visit.person, lambda: follow(desk.store, desk.campaign, other.source, other.name, *heads))
    return visit.note(
        _told(f"Took over {counted(count, 'entry')} unchanged. Both copies are the same now", other), to="/log"
    )


def _told(done: str, other: OtherCopy) -> str:
    """Return a note with the people who came."""
    return f"{done}. {new_here(other.new_people)}" if other.new_people else done


def _require_agreement(visit: Visit, *, is_doubtful: bool) -> None:
    """Raise Refused if what is to be added is doubtful and the user has not said that it is added all the same."""
    if is_doubtful and not visit.form.get("doubtful"):
        raise Refused(
            "nothing was changed, because some entries of the other copy are doubtful. Tick the box if you "
            "want to add them anyway"
        )


def _tried(visit: Visit, other: OtherCopy, entries: Sequence[CopiedEntry]) -> TriedTaking:
    campaign = visit.desk.campaign
    with reading(other.source, other.name) as board:
        offer = offer_of(board, other.parting, entries)
    with copy_of(visit.desk.reader, campaign) as copy:
        return try_taking(copy, campaign, offer, source=dice_of, register=every_action())


def _mark(parting: Parting, trial: Sequence[Taken]) -> str:
    return parting.head if not trial and parting.only_behind else mark_of_trial(parting.head, trial)


def _picked(visit: Visit, words: Sequence[str]) -> tuple[int, ...]:
    for word in words:
        if not is_number(word) or len(word) > 9:
            raise BadInput(f"{word!r} is not the number of an entry. Tick the entries in the list")
    return tuple(sorted({int(word) for word in words}))
