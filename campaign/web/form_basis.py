"""The orders on which a form was filled in, by which the desk notices that they have changed meanwhile.

basis_of(form)          a digest of each row; no digest shows an entry's number
"""

from __future__ import annotations

from hashlib import sha256

from campaign.views.orders import AirRow, OrderForm, OrderRow


def basis_of(form: OrderForm) -> str:
    """Return a digest of each row of a form, as far as orders are on it; the rows show no entry's number."""
    return ".".join(digest_of(form, row) for row in rows_of(form))


def rows_of(form: OrderForm) -> list[OrderRow | AirRow]:
    """Return the rows of a form: units, then air groups."""
    return [*form.rows, *form.air]


def digest_of(form: OrderForm, row: OrderRow | AirRow) -> str:
    """Return a digest of the orders of a row."""
    facts = (
        (row.key, row.standing, row.aim, row.objective, row.limit, row.coming)
        if isinstance(row, OrderRow)
        else (row.key, row.standing)
    )
    return sha256(repr((dict(form.identity)["orders"], facts)).encode()).hexdigest()[:8]
