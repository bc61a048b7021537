"""Sessions: the database is opened for a command, and closed before anything is printed.

answer = read(call, lambda board, viewer: orbat(board, viewer))      # a query, for the viewer that --viewer names
done = run(call, March(unit="3 RTR", to="Fort Capuzzo"))           # an action, with the dice that --dice names, if it
                                                                   is the viewer's to do
trial = try_out(call, Next())                                      # every value that would change; nothing is written
seen = foresee(call, command); run(call, command, seen)            # looked at, agreed to, and not carried out again
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeVar

import click
from sqlalchemy.exc import SQLAlchemyError

from campaign.cli import show
from campaign.cli.call import Call
from campaign.errors import BadInput, CampaignError, Refused
from campaign.journal.board import JournalBoard
from campaign.journal.transaction import reading
from campaign.rows.kept import KeptRows
from campaign.store import Store, opened
from campaign.store.error_text import damaged, plainly
from campaign.terms.viewer import UMPIRE, Viewer
from campaign.values import dataclass
from campaign.words.receipt import OTHER_DICE, Receipt

if TYPE_CHECKING:
    from campaign.journal.record import Carried, Done, Preview

Answer = TypeVar("Answer")
Query = Callable[[JournalBoard, Viewer], Answer]

NOTHING_CHANGED = "Nothing was changed: this was a preview."


def read(call: Call, query: Query[Answer]) -> Answer:
    """Run a query on a board that only reads, all of it at one moment: now, or the one that ``--as-of`` names.

    The answer must be a view, not rows.
    """
    with (
        opened(call.db, write=False, rows=kept_rows(call)) as store,
        unless_damaged(store, call),
        plainly(store.name),
        reading(store, call.campaign or None) as board,
    ):
        for note in store.notes:
            show.note(note)
        if not call.as_of:
            return query(board, viewer_of(board, call))
        from campaign.journal.asof import as_of
        from campaign.queries.common.viewers import moment_asked

        with as_of(board, moment_asked(board, viewer_of(board, call), call.as_of)) as visit:
            viewer = viewer_of(visit.board, call)
            answer = query(visit.board, viewer)
            show.note(f"{board.campaign.name} {visit.past if viewer.is_umpire else visit.past.without_numbers}")
            return answer


def kept_rows(call: Call) -> KeptRows:
    """Return what was read of the campaign so far, which all sessions of a call share."""
    if call.rows is None:
        call.rows = KeptRows()
    return call.rows


def run(call: Call, command: object, seen: Seen | None = None) -> Done:
    """Carry out one command as one journal entry; dice are asked for outside the transaction. ``seen``: the same
    command as the user was shown it, which is written down unchanged. Raises Overtaken if it would do something else by
    now, or if something that matters to it was done since the first die was asked for; a player, who must not read what
    was done since, is only refused what he was not shown.
    """
    from campaign.cli.dice import with_dice
    from campaign.journal.record import Done, commit

    _only_now(call)
    if seen is not None and (done := _as_shown(call, command, seen)) is not None:
        return _with_word_of_undone(call, done)
    with opened(call.db, write=True, rows=kept_rows(call)) as store, unless_damaged(store, call):
        tell(store, call)
        order = authorised(call, store, command)
        is_looked_at = is_umpire(call) and (seen is not None or call.dice == "ask")
        check = _undisturbed(order.command, seen) if is_looked_at else None
        taken = with_dice(
            call.dice,
            lambda source: commit(
                store,
                call.campaign or None,
                order.command,
                source=source,
                actor=order.actor,
                giver=order.giver,
                beside=None,
                check=check,
            ),
        )
        assert isinstance(taken, Done)
        return _with_word_of_undone(call, taken)


def _as_shown(call: Call, command: object, seen: Seen) -> Done | None:
    """Write down what was shown, or what is the same by now; None where dice may fall otherwise each time. Raises
    Overtaken; for a player Refused, without a word on what was done.
    """
    if seen.carried is None:
        return None
    if (done := _entered(call, command, seen)) is not None:
        return done
    from campaign.journal.overtaken import DrawnFor, require_current

    def look(board: JournalBoard, viewer: Viewer) -> None:
        if viewer.is_umpire:
            require_current(board, seen.seq, DrawnFor.LAST_ENTRY)

    try:
        again = foresee(call, command)
    except CampaignError:
        read(call, look)  # the refusal alone would not say that the campaign has gone on
        raise
    if again.receipt != seen.receipt:
        read(call, look)
        raise Refused(
            "the result would no longer be the one that you were shown. Nothing was done. Look at the result again"
        )
    return _entered(call, command, again)


def _entered(call: Call, command: object, seen: Seen) -> Done | None:
    """Write down what was carried out on a copy; None if the campaign has gone on since."""
    from campaign.journal.record import enter

    with opened(call.db, write=True, rows=kept_rows(call)) as store, unless_damaged(store, call):
        tell(store, call)
        if seen.order != authorised(call, store, command) or seen.carried is None:
            return None
        return enter(store, call.campaign or None, seen.carried)


def _with_word_of_undone(call: Call, done: Done) -> Done:
    """Tell the umpire where the undone entries are that can no longer be redone."""
    if done.kept and is_umpire(call):
        show.note(done.kept)
    return done


def _undisturbed(command: object, seen: Seen | None) -> Callable[[JournalBoard], None]:
    """Return a look at the campaign before a command is carried out: nothing that matters to it may have been done
    since it was shown, or since the first look. The second look comes after a die was asked for.
    """
    from campaign.journal.overtaken import require_current, shown_for
    from campaign.journal.register import REGISTER

    first = None if seen is None else seen.seq

    def look(board: JournalBoard) -> None:
        nonlocal first
        if first is None:
            first = board.ledger.last_seq
        of, word = shown_for(REGISTER.of(command).verb), str(getattr(command, "number", ""))
        require_current(board, first, of, battle=str(getattr(command, "battle", "")), decision=word)

    return look


@dataclass(frozen=True, slots=True)
class Seen:
    """A command as the user was shown it: what it would do, and what is written down if the user agrees. ``seq``: the
    last entry of the journal then.
    """

    order: Authorised
    receipt: Receipt
    carried: Carried | None
    is_of_other_dice: bool
    seq: int


def try_out(call: Call, command: object) -> Preview:
    """Return what the command would do, with every value that would change, carried out on a copy in memory."""
    from campaign.cli.dice import with_dice
    from campaign.journal.record import preview

    with rehearsal(call) as trial:
        order = authorised(call, trial.copy, command)
        return with_dice(
            call.dice,
            lambda source: preview(trial.copy, call.campaign or None, order.command, source=source, actor=order.actor),
        )


def foresee(call: Call, command: object) -> Seen:
    """Return what the command would do, with what ``run`` needs to write it down. The database is closed while the user
    thinks.
    """
    from campaign.cli.dice import with_dice
    from campaign.journal.record import foresee as carried_out

    with rehearsal(call) as trial:
        order = authorised(call, trial.copy, command)
        seen = with_dice(
            call.dice,
            lambda source: carried_out(
                trial.copy, call.campaign or None, order.command, source=source, actor=order.actor, giver=order.giver
            ),
        )
        with reading(trial.copy, call.campaign or None) as board:
            return Seen(order, seen.receipt, seen.carried, seen.is_of_other_dice, board.ledger.last_seq)


@contextmanager
def unless_damaged(store: Store, call: Call) -> Iterator[None]:
    """Report an error of the program as damage where the doctor finds the database unsound; what is wrong is for the
    umpire's eyes only. Raises StoreError.
    """
    try:
        yield
    except (CampaignError, OSError, SQLAlchemyError, click.ClickException, click.Abort):
        raise
    except Exception as fault:
        from campaign.journal.examination import examination

        try:
            findings = examination(store)
        except CampaignError as worse:
            raise worse from fault
        if lines := [*findings.file, *(finding.what for report in findings.campaigns for finding in report.faults)]:
            problem = lines[0] if is_umpire(call) else "the doctor shows the umpire the errors"
            raise damaged(store.name, problem) from fault
        raise


@dataclass(frozen=True, slots=True)
class Rehearsal:
    """A copy of a campaign on which commands are carried out as a trial."""

    call: Call
    copy: Store

    def give(self, command: object) -> Done:
        """Carry a command out as the viewer gives it; a refused one leaves the copy unchanged."""
        from campaign.cli.dice import with_dice
        from campaign.journal.record import commit

        campaign = self.call.campaign or None
        order = authorised(self.call, self.copy, command)
        return with_dice(
            self.call.dice, lambda source: commit(self.copy, campaign, order.command, source=source, actor=order.actor)
        )

    def ask(self, query: Query[Answer]) -> Answer:
        """Return the answer of a query on the copy, as seen by the viewer."""
        with reading(self.copy, self.call.campaign or None) as board:
            return query(board, viewer_of(board, self.call))


@contextmanager
def rehearsal(call: Call) -> Iterator[Rehearsal]:
    """Open a copy in memory, to carry out one command after the other on it and query the results."""
    from campaign.journal.scratch_copy import copy_of

    _only_now(call)
    with (
        opened(call.db, write=False, rows=kept_rows(call)) as store,
        unless_damaged(store, call),
        copy_of(store, call.campaign or None) as copy,
    ):
        yield Rehearsal(call, copy)


def carry_out(call: Call, command: object) -> Done | None:
    """Run the command and print its receipt; with ``--preview`` only show what it would do, and return None."""
    if call.preview:
        trial = foresee(call, command)
        show.receipt(trial.receipt)
        show.lines([OTHER_DICE] if trial.is_of_other_dice else [])
        show.line(NOTHING_CHANGED)
        return None
    done = run(call, command)
    show.receipt(done.receipt)
    return done


@dataclass(frozen=True, slots=True)
class Authorised:
    """A command in the campaign's own terms, its signature, and the id of the side or commander in whose name it is."""

    command: object
    actor: str
    giver: int | None = None


def authorised(call: Call, store: Store, command: object) -> Authorised:
    """Return the command as given by the viewer that ``--viewer`` names. Raises NotAllowed if that viewer may not give
    it.
    """
    if is_umpire(call):
        return Authorised(command, actor(call))
    from campaign.actions.permissions import in_campaign_terms, require_permission
    from campaign.situation.army import load_army
    from campaign.situation.knowledge import load_knowledge

    with plainly(store.name), reading(store, call.campaign or None) as board:
        viewer = viewer_of(board, call)
        require_permission(board, viewer, command)
        knowledge = load_knowledge(board, load_army(board), viewer)
        own_terms = in_campaign_terms(board, knowledge, command)
        giver = viewer.commanders[0] if viewer.commanders else viewer.side
        return Authorised(own_terms, chosen_name(call) or knowledge.who, giver)


def is_umpire(call: Call) -> bool:
    """Return whether the umpire gives the command, not a player."""
    return call.viewer.strip().casefold() == "umpire"


def _only_now(call: Call) -> None:
    """Raise BadInput where a command that changes something was given ``--as-of``."""
    if call.as_of:
        raise BadInput(f"--as-of {call.as_of} shows the past, which cannot be changed. Leave --as-of out")


def tell(store: Store, call: Call) -> None:
    """Print what opening the store has done (an upgrade, where the copy is), and to the umpire the doctor's findings,
    which name units of both sides.
    """
    for note in store.notes:
        show.note(note)
    if store.notes and is_umpire(call):
        from campaign.cli.examination import looked_at

        looked_at(store)


def chosen_name(call: Call) -> str:
    """Return the name that the user chose to sign with; empty for none. Raises BadInput, StoreError."""
    if call.actor:
        return call.actor
    from campaign.cli.preferred import text

    return text("name")


def actor(call: Call) -> str:
    """Return the signature: ``--as``, CAMPAIGN_AS, the name of the user's preferences, the user's name on this machine,
    else the umpire. Raises BadInput, StoreError for preferences that cannot be read.
    """
    if name := chosen_name(call):
        return name
    from getpass import getuser

    try:
        return getuser()
    except (KeyError, OSError, ImportError):
        return "umpire"


def viewer_of(board: JournalBoard, call: Call) -> Viewer:
    """Return the viewer who looks or gives the command: the umpire, a side or a commander. Raises NotFound,
    Ambiguous.
    """
    if is_umpire(call):
        return UMPIRE
    from campaign.situation.army import load_army
    from campaign.situation.names import viewer_named
    from campaign.situation.players import seats_of

    return viewer_named(load_army(board), call.viewer, seats_of(board))
