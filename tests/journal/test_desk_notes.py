"""Drafts, marks and secrets of the desk."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from sqlalchemy import text

from campaign.errors import BadInput, NotFound
from campaign.journal.desk_notes import (
    Draft,
    draft_of,
    drafts,
    drop_draft,
    keep_draft,
    mark,
    marks,
    secret_of,
    secret_or_new,
    set_secret,
    unmark,
)
from campaign.store import Store
from campaign.terms.seats import MarkKind

CONTENT = {"lines": [{"unit": "1st Rifles", "kind": "march"}], "note": "l\u00edne\n\ud800", "keep": None, "n": 3}


def test_a_draft_comes_back_as_it_was_kept_last(any_tiny: Store) -> None:
    assert draft_of(any_tiny, "tiny", "ann", "orders a1") is None
    keep_draft(any_tiny, "tiny", "ann", "orders a1", {"old": True})
    kept = keep_draft(any_tiny, "tiny", "ann", "orders a1", CONTENT)
    keep_draft(any_tiny, "tiny", "ann", "return 1", ["x"])
    keep_draft(any_tiny, "tiny", "ben", "orders a1", "y")
    found = draft_of(any_tiny, "tiny", "ann", "orders a1")
    assert found == kept == Draft("ann", "orders a1", CONTENT, kept.at)
    assert {draft.subject for draft in drafts(any_tiny, "tiny", owner="ann")} == {"orders a1", "return 1"}
    assert {draft.owner for draft in drafts(any_tiny, "tiny", subject="orders a1")} == {"ann", "ben"}
    assert len(drafts(any_tiny, "tiny")) == 3
    assert drop_draft(any_tiny, "tiny", "ann", "orders a1")
    assert not drop_draft(any_tiny, "tiny", "ann", "orders a1")
    assert len(drafts(any_tiny, "tiny")) == 2


def test_the_latest_draft_comes_first(tiny: Store) -> None:
    for owner in ("ann", "ben"):
        keep_draft(tiny, "tiny", owner, "return 1", owner)
    with tiny.engine.connect() as connection, connection.begin():
        connection.execute(text("update draft set at = '2026-01-01T00:00:00+00:00' where owner = 'ann'"))
    assert [draft.owner for draft in drafts(tiny, "tiny", subject="return 1")] == ["ben", "ann"]


def test_drafts_kept_at_once_leave_one(any_tiny: Store) -> None:
    start = Barrier(8)

    def keep(turn: int) -> None:
        start.wait()
        keep_draft(any_tiny, "tiny", "ann", "return 1", {"turn": turn})

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(keep, range(8)))
    (draft,) = drafts(any_tiny, "tiny")
    assert draft.content["turn"] in range(8)


def test_a_paper_is_marked_by_who_did_it_last(any_tiny: Store) -> None:
    mark(any_tiny, "tiny", "battle 1 alba", MarkKind.PRINTED, by="Ann")
    printed = mark(any_tiny, "tiny", "battle 1 alba", MarkKind.PRINTED, by="Ben")
    handed_out = mark(any_tiny, "tiny", "battle 1 alba", MarkKind.HANDED_OUT, by="Ann")
    other = mark(any_tiny, "tiny", "battle 1 brenn", MarkKind.PRINTED, by="Ann")
    assert marks(any_tiny, "tiny") == (handed_out, printed, other)
    assert marks(any_tiny, "tiny", subject="battle 1 brenn") == (other,)
    assert isinstance(marks(any_tiny, "tiny")[0].kind, MarkKind)
    assert unmark(any_tiny, "tiny", "battle 1 alba", MarkKind.PRINTED)
    assert not unmark(any_tiny, "tiny", "battle 1 alba", MarkKind.PRINTED)
    assert marks(any_tiny, "tiny", subject="battle 1 alba") == (handed_out,)


def test_a_secret_is_what_it_was_set_to_last(any_tiny: Store) -> None:
    assert secret_of(any_tiny, "tiny", "password") is None
    for value in ("one", "", "two"):
        set_secret(any_tiny, "tiny", "password", value)
        assert secret_of(any_tiny, "tiny", "password") == value


def test_a_secret_that_is_asked_for_at_once_is_drawn_once(any_tiny: Store) -> None:
    start = Barrier(8)

    def ask(_: int) -> str:
        start.wait()
        return secret_or_new(any_tiny, "tiny", "form tokens")

    with ThreadPoolExecutor(8) as pool:
        (secret,) = set(pool.map(ask, range(8)))
    assert len(secret) == 64
    assert secret_or_new(any_tiny, "tiny", "form tokens") == secret_of(any_tiny, "tiny", "form tokens") == secret


@pytest.mark.parametrize("trouble", ["", "x" * 81, "a\tb", "a\x1b[0m"])
def test_keys_are_one_short_line(tiny: Store, trouble: str) -> None:
    for attempt in (
        lambda: keep_draft(tiny, "tiny", trouble, "x", 1),
        lambda: keep_draft(tiny, "tiny", "x", trouble, 1),
        lambda: mark(tiny, "tiny", trouble, MarkKind.PRINTED, by="Ann"),
        lambda: set_secret(tiny, "tiny", trouble, "x"),
        lambda: secret_or_new(tiny, "tiny", trouble),
    ):
        with pytest.raises(BadInput):
            attempt()


def test_a_campaign_is_named_or_the_only_one(tiny: Store) -> None:
    keep_draft(tiny, None, "ann", "x", 1)
    assert draft_of(tiny, "tiny", "ann", "x") is not None
    with pytest.raises(NotFound, match="there is no campaign 'other'"):
        keep_draft(tiny, "other", "ann", "x", 1)
