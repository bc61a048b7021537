"""The basis of an order form: digests by which it notices that the orders have changed since it was opened.

basis_of(form, draft)   a digest of each row, and of what is on it and not handed in; none shows an entry's number
Outdated                raised in the transaction of an entry whose form was filled in on something else
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256

from campaign.errors import Refused
from campaign.web.order_drafts import Change, digest_of_draft
from campaign.words.orders import AirRow, OrderForm, OrderRow


class Outdated(Refused):
    """The error of a form that was filled in on something else than what stands now: the page asks what counts."""


def basis_of(form: OrderForm, draft: Iterable[Change] = ()) -> str:
    """Return a digest of each row of a form, as far as orders are on it, and of what is on it and not handed in; the
    rows show no entry's number.
    """
    return ".".join((*(digest_of(form, row) for row in rows_of(form)), _digest_of(draft)))


def quicker_rows(form: OrderForm, basis: str) -> tuple[OrderRow | AirRow, ...]:
    """Return the rows that are other than those on which a form was filled in."""
    known = set(basis.split("."))
    return tuple(row for row in rows_of(form) if digest_of(form, row) not in known)


def require_basis(form: OrderForm, draft: Iterable[Change], basis: str) -> None:
    """Raise Outdated if a form was filled in on other orders, or on another draft."""
    if quicker_rows(form, basis) or _digest_of(draft) not in basis.split("."):
        raise Outdated("This form was changed while you were writing, so it was not handed in. Look at the form again")


def _digest_of(draft: Iterable[Change]) -> str:
    return f"draft-{digest_of_draft(draft)}"


def rows_of(form: OrderForm) -> list[OrderRow | AirRow]:
    """Return the rows of a form: units, then air groups."""
    return [*form.rows, *form.air]


def digest_of(form: OrderForm, row: OrderRow | AirRow) -> str:
    """Return a digest of the orders of a row. A unit that follows its formation has none of its own: the words for it
    change with the rows around it.
    """
    facts = (
        (row.key, "" if row.follows else row.standing, row.aim, row.objective, row.limit, row.coming)
        if isinstance(row, OrderRow)
        else (row.key, row.standing)
    )
    return sha256(repr((dict(form.identity)["orders"], facts)).encode()).hexdigest()[:8]
