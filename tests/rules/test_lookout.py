"""Nobody looks twice where neither he nor the enemy has changed."""

from __future__ import annotations

from campaign.resolve.lookout import Lookout


def test_a_viewer_looks_again_only_at_who_has_changed() -> None:
    lookout: Lookout[str, tuple[str, int]] = Lookout()
    lookout.show({"left": ("left", 1), "right": ("right", 1)})
    assert lookout.unseen_by("viewer", "still") == [("left", 1), ("right", 1)]
    assert lookout.unseen_by("viewer", "still") == []
    lookout.show({"left": ("left", 1), "right": ("right", 2), "new": ("new", 1)})
    assert lookout.unseen_by("viewer", "still") == [("right", 2), ("new", 1)]
    assert lookout.unseen_by("second viewer", "still") == [("left", 1), ("right", 2), ("new", 1)]


def test_a_viewer_who_has_changed_looks_at_all() -> None:
    lookout: Lookout[str, tuple[str, int]] = Lookout()
    lookout.show({"left": ("left", 1), "right": ("right", 1)})
    lookout.unseen_by("viewer", "still")
    assert lookout.unseen_by("viewer", "moved") == [("left", 1), ("right", 1)]
    lookout.show({"right": ("right", 1)})
    assert lookout.unseen_by("viewer", "moved") == []
    assert lookout.unseen_by("viewer", "still") == [("right", 1)]


def test_who_skipped_a_round_looks_at_all_that_has_changed_since() -> None:
    lookout: Lookout[str, tuple[str, int]] = Lookout()
    lookout.show({"left": ("left", 1), "right": ("right", 1)})
    lookout.unseen_by("viewer", "still")
    lookout.show({"left": ("left", 2), "right": ("right", 1)})
    lookout.show({"left": ("left", 2), "right": ("right", 2)})
    assert lookout.unseen_by("viewer", "still") == [("left", 2), ("right", 2)]
