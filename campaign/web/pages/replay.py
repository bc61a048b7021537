"""Replay: entries are played again, without some of them or by this program's rules; new dice from the next day on."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Final, TypeVar

from campaign.actions.all_actions import every_action
from campaign.actions.corrections import correction_from
from campaign.actions.reseeding import Reseed
from campaign.errors import BadInput, CampaignError, Refused
from campaign.journal.amending import entry_of
from campaign.journal.keys import fresh_key
from campaign.journal.other_rules import PlayedAgain, tried_by_these_rules, ways_out
from campaign.journal.record import FOUNDING, Sources
from campaign.journal.replay import Correction, Replayed, TriedReplay, replay_as_tried, try_replay
from campaign.journal.scratch_copy import copy_of
from campaign.journal.transaction import reading
from campaign.queries.book.changes import change_list
from campaign.queries.common.outlook import look
from campaign.rules.common.dice import Scripted
from campaign.situation.chance import dice_of
from campaign.store import Store
from campaign.terms.words import counted, is_number
from campaign.values import dataclass
from campaign.views.book.changes import NOTHING_BUT_WORDS, ChangeList
from campaign.web.answer import Answer
from campaign.web.change_rows import ChangeRow, change_rows
from campaign.web.page import page
from campaign.web.people import UMPIRE
from campaign.web.trials import mark_of_trial, quicker, shown_of
from campaign.web.visit import Visit

Answered = TypeVar("Answered")
FIELDS: Final = ("after", "without", "from_entry", "faces", "rewrite")
MOST_FACES: Final = 2_000
"""Most faces of dice that may be typed."""


@dataclass(frozen=True, slots=True)
class ReplayLook:
    """The results of a replay, tried on a copy."""

    tried: TriedReplay
    again: PlayedAgain
    rows: tuple[ChangeRow, ...]
    changes: ChangeList

    @property
    def done(self) -> Replayed:
        return self.tried.replayed

    @property
    def mark(self) -> str:
        """Return a short name for what is shown."""
        return mark_of_trial(self.done.after, *shown_of(self.done))


@page("/replay", UMPIRE, is_kept=False)
def show_replay(visit: Visit) -> Answer:
    """Show what comes of playing entries again. Nothing is changed."""
    asked = {**visit.query, **{name: texts[-1] for name, texts in visit.typed.items()}}
    values = {name: asked.get(name, "") for name in FIELDS}
    seen: ReplayLook | None = None
    if values["after"] or values["without"]:
        try:
            seen = _looked(visit, values)
        except CampaignError as fault:
            visit.fault = visit.fault or str(fault)
    return _replay_page(visit, values, seen)


def _replay_page(visit: Visit, values: Mapping[str, str], seen: ReplayLook | None) -> Answer:
    return visit.page(
        "replay.html",
        json=seen.done if seen else None,
        same_at_terminal=_command(values),
        values=values,
        look=seen,
        nothing=NOTHING_BUT_WORDS,
    )


@show_replay.post
def play_again(visit: Visit) -> Answer:
    """Play the entries again for good, if that still does what was shown; or give the campaign new dice."""
    form, desk = visit.form, visit.desk
    if form.get("do") == "reseed":
        seed = form.get("seed", "").strip()
        command = Reseed(seed or fresh_key(), fresh_key(), draws=not seed)
        return visit.receipt(visit.give(command), to="/replay")
    values = {name: form.get(name, "") for name in FIELDS}

    def throw(attempt: Callable[[Sources], Answered]) -> Answered:
        return attempt(_dice(values))

    def work() -> str | ReplayLook:
        seen = _looked(visit, values)
        if seen.mark != form["trial"]:
            return seen
        done = replay_as_tried(desk.store, desk.campaign, seen.tried, throw=throw, register=every_action())
        if not done.written:
            return "The outcome is the same, and the journal is unchanged"
        return f"{counted(len(done.entries), 'entry')} after entry {done.after} played again"

    done = desk.change(visit.person, work)
    if isinstance(done, ReplayLook):
        return quicker(visit, lambda again: _replay_page(again, values, done))
    return visit.note(done, to="/log")


def _looked(visit: Visit, values: Mapping[str, str]) -> ReplayLook:
    """Return what the replay would do. Raises BadInput, and Refused where entries of other rules would end
    differently.
    """
    desk, viewer = visit.desk, visit.person.viewer
    with copy_of(desk.reader, desk.campaign) as copy:
        after, correction = _what(visit, copy, values)
        signer = visit.person.signature
        again, trial = tried_by_these_rules(
            copy, desk.campaign, after, source=dice_of, actor=signer, register=every_action()
        )
        if again.is_otherwise and not (values["from_entry"] or values["rewrite"]):
            raise Refused(
                f"entries from {after + 1} on were played with different rules and would turn out differently now: "
                f"{ways_out(again, f'an entry from {again.last + 1} on', can_rewrite=not again.senseless)}"
            )
        if trial is None or values["without"] or values["faces"]:
            trial = try_replay(
                copy,
                desk.campaign,
                after=after,
                source=_dice(values),
                actor=signer,
                correction=correction,
                register=every_action(),
            )
        with reading(copy, desk.campaign) as board:
            changes = change_list(board, viewer, trial.replayed.changes)
            sides = tuple(side.name for side in look(board, viewer).army.sides.values())
    return ReplayLook(trial, again, change_rows(changes, sides), changes)


def _what(visit: Visit, store: Store, values: Mapping[str, str]) -> tuple[int, Correction]:
    """Return after which entry is played again, and with which correction. Raises BadInput."""
    without = _entries(values["without"])
    after = _entry(values["after"]) if values["after"] else min(without, default=FOUNDING + 1) - 1
    if early := [entry for entry in without if entry <= after]:
        raise BadInput(
            f"the replay begins after entry {after}, so it cannot leave out entry {early[0]}. Leave “after” empty"
        )
    if not values["from_entry"]:
        return after, Correction(without=without)
    if len(without) != 1:
        raise BadInput("a replay from a chosen entry on can leave out exactly one entry. Name that entry")
    if values["rewrite"]:
        raise BadInput(
            "you named an entry to begin from and also ticked that everything is rewritten. Choose only one of the two"
        )
    number = _entry(values["from_entry"])
    with reading(store, visit.desk.campaign) as board:
        entry = entry_of(board, without[0], every_action())
    why = f"entry {without[0]} is left out from here on"
    return number - 1, correction_from(store, visit.desk.campaign, entry, None, number, why, source=_dice(values))


def _dice(values: Mapping[str, str]) -> Sources:
    """Return the source of dice that were never rolled: the seed, or the faces that were typed."""
    words = values["faces"].replace(",", " ").split()
    if not words:
        return dice_of
    if wrong := [word for word in words if not is_number(word) or len(word) > 3]:
        raise BadInput(f"{wrong[0]!r} is not a roll of a die. Write whole numbers, separated by blanks or commas")
    if len(words) > MOST_FACES:
        raise BadInput(f"you wrote {len(words)} rolls. Write at most {MOST_FACES}")
    return Scripted([int(word) for word in words])


def _entries(text: str) -> tuple[int, ...]:
    return tuple(sorted({_entry(word) for word in re.split(r"[\s,;]+", text.strip()) if word}))


def _entry(word: str) -> int:
    if not is_number(word.strip()) or len(word) > 9:
        raise BadInput(f"{word!r} is not the number of an entry. The log lists the entries")
    return int(word)


def _command(values: Mapping[str, str]) -> str:
    words = ["campaign replay", *([values["after"]] if values["after"] else [])]
    words += [f"--without {word}" for word in re.split(r"[\s,;]+", values["without"].strip()) if word]
    words += [f"--from-entry {values['from_entry']}"] if values["from_entry"] else []
    return " ".join([*words, *(["--rewrite"] if values["rewrite"] else [])])
