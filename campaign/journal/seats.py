"""The seats at the desk: invitations, each a link for one seat, and the windows that were opened by them.

    token = invite(store, campaign, Seat(Role.COMMANDER, "allied", ("erskine",), name="Ann"))     the link's secret
    invitation = invitation_of(store, campaign, token)                          None if there is none, or it has ended
    session = open_window(store, campaign, invitation.id, label="phone")        the cookie's secret
    window = window_of(store, campaign, session)                                None once it, or its link, has ended

Tokens and sessions are 128 bits of the system's own randomness. The database holds only their SHA-256, so they can be
shown once, when they are made.
"""

from __future__ import annotations

from collections.abc import Sequence
from secrets import token_hex, token_urlsafe
from typing import TYPE_CHECKING, Any

from sqlalchemy import insert, select, update

from campaign.clock import stamp
from campaign.errors import BadInput, NotFound
from campaign.journal.beside import Beside, asking, changing, hash_of_secret, keyword, name_of_person
from campaign.model import Invitation as InvitationRow
from campaign.model import Window as WindowRow
from campaign.rows.column import Criterion
from campaign.store import Store
from campaign.terms.seats import Role
from campaign.values import dataclass, replace

if TYPE_CHECKING:
    from campaign.journal.record import Along

_SECRET_BYTES = 16
_ID_BYTES = 6


@dataclass(frozen=True, slots=True)
class Seat:
    """A place at the desk. ``side`` and ``commanders`` are keys, ``battle`` is a number, ``name`` the person's own."""

    role: Role
    side: str = ""
    commanders: tuple[str, ...] = ()
    battle: int | None = None
    name: str = ""

    def is_the_place_of(self, other: Seat) -> bool:
        """Return whether a new link for one ends the other. Umpires and staff share a place, so they are told apart by
        name; commanders, a table and the wall are not.
        """
        by_name = self.role in (Role.UMPIRE, Role.STAFF)
        return (self.role, self.side, sorted(self.commanders), self.battle) == (
            other.role,
            other.side,
            sorted(other.commanders),
            other.battle,
        ) and (not by_name or self.name == other.name)

    def is_ended_by(self, newer: Seat) -> bool:
        """Return whether the link for this seat ends once one for the newer is made: also one for any of the same
        commanders, who have one player at a time.
        """
        return self.is_the_place_of(newer) or (
            self.role is newer.role is Role.COMMANDER
            and self.side == newer.side
            and not {*self.commanders}.isdisjoint(newer.commanders)
        )


@dataclass(frozen=True, slots=True)
class Invitation:
    """A link for a seat, without its token. ``used``: when it was first used; ``ended``: when it ended."""

    id: str
    seat: Seat
    made: str
    used: str | None = None
    ended: str | None = None


@dataclass(frozen=True, slots=True)
class Window:
    """An open window. ``label``: the kind of device; ``name``: who is in front of it, the invitation's name
    unless another was given; ``ended``: when it, or its link, ended.
    """

    id: str
    invitation: Invitation
    label: str
    name: str
    opened: str
    seen: str
    ended: str | None = None

    @property
    def seat(self) -> Seat:
        return self.invitation.seat


def invite(store: Store, campaign: str | None, seat: Seat, *, ends_old: bool = True) -> str:
    """Make a link for a seat, and return its token, which is stored nowhere. The older links of that seat and of any of
    its commanders end with all their windows, unless ``ends_old`` is false.

    Raises BadInput for a seat that cannot be: a commander without a side, a table without a battle.
    """
    return make_link(store, campaign, seat, ends_old=ends_old)[0]


def new_ident() -> str:
    """Return an id for an invitation that is about to be made."""
    return token_hex(_ID_BYTES)


def make_link(
    store: Store,
    campaign: str | None,
    seat: Seat,
    *,
    ends_old: bool = True,
    ident: str = "",
    along: Along | None = None,
) -> tuple[str, Invitation]:
    """Do what ``invite`` does, and return the token with the invitation as it was made: it may have ended since.
    ``ident``: its id, if that was drawn before; ``along``: what is written down with it.
    """
    seat = _checked(seat)
    token = token_urlsafe(_SECRET_BYTES)
    made = Invitation(ident or new_ident(), seat, stamp())

    def change(beside: Beside) -> None:
        beside.lock()
        if ends_old:
            for older in _invitations(beside, InvitationRow.ended.is_(None)):
                if older.seat.is_ended_by(seat):
                    _end_invitation(beside, older.id)
        beside.connection.execute(
            insert(InvitationRow.__table__).values(
                campaign_id=beside.campaign,
                id=made.id,
                token_hash=hash_of_secret(token),
                role=seat.role,
                side=seat.side,
                commanders=list(seat.commanders),
                battle=seat.battle,
                name=seat.name,
                made=made.made,
            )
        )

    changing(store, campaign, change, along)
    return token, made


def _checked(seat: Seat) -> Seat:
    for key in (*filter(None, (seat.side,)), *seat.commanders):
        keyword(key, "the key")
    if (not seat.side) != (seat.role in (Role.UMPIRE, Role.WALL)):
        raise BadInput(
            f"the seat {seat.role} cannot have the side {seat.side!r}. The seats umpire and wall belong to no "
            "side, and every other seat belongs to one side"
        )
    if bool(seat.commanders) != (seat.role is Role.COMMANDER):
        raise BadInput(
            f"the seat {seat.role} cannot have {len(seat.commanders)} commanders. Only a commander's seat has "
            "commanders, and needs at least one"
        )
    if (seat.battle is not None) != (seat.role is Role.TABLE):
        raise BadInput(
            f"the seat {seat.role} cannot have the battle {seat.battle}. Only the seat of a table has a battle, "
            "and needs one"
        )
    return replace(seat, name=name_of_person(seat.name))


def invitation_of(store: Store, campaign: str | None, token: str) -> Invitation | None:
    """Return the invitation of a token; None if no link has it, or it has ended."""
    with asking(store, campaign) as beside:
        rows = _invitations(beside, InvitationRow.token_hash == hash_of_secret(token), InvitationRow.ended.is_(None))
    return rows[0] if rows else None


def invitations(store: Store, campaign: str | None, *, also_ended: bool = False) -> tuple[Invitation, ...]:
    """Return the invitations of a campaign, the oldest first."""
    with asking(store, campaign) as beside:
        return _invitations(beside, *(() if also_ended else (InvitationRow.ended.is_(None),)))


def end_invitation(store: Store, campaign: str | None, ident: str, along: Along | None = None) -> bool:
    """End an invitation and every window that it opened. Returns whether it had not ended before; ``along`` is what is
    written down then.
    """

    def change(beside: Beside) -> bool:
        beside.lock()
        return _also(beside, along, _end_invitation(beside, ident))

    return changing(store, campaign, change)


def end_on(beside: Beside, idents: Sequence[str]) -> None:
    """End these invitations with all their windows, in the transaction of what they end with."""
    for ident in idents:
        _end_invitation(beside, ident)


def open_window(store: Store, campaign: str | None, invitation: str, *, label: str = "", name: str = "") -> str:
    """Open a window by an invitation, and return its session, which is stored nowhere. Raises NotFound if the
    invitation has ended or never was.
    """
    session = token_urlsafe(_SECRET_BYTES)
    label, name = label and keyword(label, "the label"), name_of_person(name)

    def change(beside: Beside) -> None:
        beside.lock()
        live = _invitations(beside, InvitationRow.id == invitation, InvitationRow.ended.is_(None))
        if not live:
            raise NotFound("this link has ended. Ask the umpire for a new one")
        moment = stamp()
        beside.connection.execute(
            insert(WindowRow.__table__).values(
                campaign_id=beside.campaign,
                id=token_hex(_ID_BYTES),
                session_hash=hash_of_secret(session),
                invitation=invitation,
                label=label,
                name=name,
                opened=moment,
                seen=moment,
            )
        )
        if live[0].used is None:
            _set_invitation(beside, invitation, used=moment)

    changing(store, campaign, change)
    return session


def window_of(store: Store, campaign: str | None, session: str) -> Window | None:
    """Return the window of a session; None if there is none, or it has ended."""
    with asking(store, campaign) as beside:
        rows = _windows(beside, WindowRow.session_hash == hash_of_secret(session), WindowRow.ended.is_(None))
    return rows[0] if rows else None


def has_ended(store: Store, campaign: str | None, session: str) -> bool:
    """Return whether there was a window of this session, which has ended."""
    with asking(store, campaign) as beside:
        ended = _windows(beside, WindowRow.session_hash == hash_of_secret(session), WindowRow.ended.is_not(None))
    return bool(ended)


def windows(store: Store, campaign: str | None, *, also_ended: bool = False) -> tuple[Window, ...]:
    """Return the windows of a campaign, the one opened first before the others."""
    with asking(store, campaign) as beside:
        return _windows(beside, *(() if also_ended else (WindowRow.ended.is_(None),)))


def end_window(store: Store, campaign: str | None, ident: str, along: Along | None = None) -> bool:
    """End a window. Returns whether it had not ended before; ``along`` is what is written down then."""
    return changing(
        store, campaign, lambda beside: _also(beside, along, _set_window(beside, WindowRow.id == ident, ended=stamp()))
    )


def _also(beside: Beside, along: Along | None, is_done: bool) -> bool:
    if is_done and along is not None:
        along(beside)
    return is_done


def seen(store: Store, campaign: str | None, idents: Sequence[str]) -> None:
    """Note that these windows were seen just now; an ended one is left alone."""
    if idents:
        changing(store, campaign, lambda beside: _set_window(beside, WindowRow.id.in_(idents), seen=stamp()))


def _end_invitation(beside: Beside, ident: str) -> bool:
    moment = stamp()
    _set_window(beside, WindowRow.invitation == ident, ended=moment)
    return _set_invitation(beside, ident, ended=moment)


def _set_invitation(beside: Beside, ident: str, **values: Any) -> bool:
    changed = beside.connection.execute(
        update(InvitationRow.__table__)
        .where(InvitationRow.campaign_id == beside.campaign)
        .where(InvitationRow.id == ident, InvitationRow.ended.is_(None))
        .values(values)
    )
    return changed.rowcount > 0


def _set_window(beside: Beside, which: Criterion, **values: Any) -> bool:
    changed = beside.connection.execute(
        update(WindowRow.__table__)
        .where(WindowRow.campaign_id == beside.campaign, which, WindowRow.ended.is_(None))
        .values(values)
    )
    return changed.rowcount > 0


def _invitations(beside: Beside, *which: Criterion) -> tuple[Invitation, ...]:
    asked = select(InvitationRow.__table__).where(InvitationRow.campaign_id == beside.campaign, *which)
    return tuple(
        Invitation(
            row.id,
            Seat(Role(row.role), row.side, tuple(row.commanders), row.battle, row.name),
            row.made,
            row.used,
            row.ended,
        )
        for row in beside.connection.execute(asked.order_by(InvitationRow.made, InvitationRow.id))
    )


def _windows(beside: Beside, *which: Criterion) -> tuple[Window, ...]:
    asked = select(WindowRow.__table__).where(WindowRow.campaign_id == beside.campaign, *which)
    rows = beside.connection.execute(asked.order_by(WindowRow.opened, WindowRow.id)).all()
    of_rows = InvitationRow.id.in_(sorted({row.invitation for row in rows}))
    by_id = {invitation.id: invitation for invitation in (_invitations(beside, of_rows) if rows else ())}
    return tuple(
        Window(
            row.id,
            by_id[row.invitation],
            row.label,
            row.name or by_id[row.invitation].seat.name,
            row.opened,
            row.seen,
            row.ended,
        )
        for row in rows
    )
