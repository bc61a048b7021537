"""Returns of older programs, which read blocks and mines from the remarks on engineers and the ground.

They are kept as they came, without the boxes for these; every return that is filed now has the boxes, filled or empty.

boxed(content, is_spot) -> the same return, with what was read in the boxes for it
with_boxes(content), has_boxes(content)     the boxes for blocks and mines
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

_LAID = re.compile(
    r"(road\s?block|block|mines?|mine\s?field)s?\s+(?:laid\s+)?(?:on|at)\s+(.+?)(?:,?\s*\d turns?)?\.?", re.IGNORECASE
)

BOXES = ("roadblocks", "mines")
"""The boxes at the foot of a return that older programs did not have and read from its remarks."""


def boxed(content: Mapping[str, Any], is_spot: Callable[[str, str], bool]) -> dict[str, Any]:
    """Return a return as those programs took it: ``roadblock on A - B`` among its remarks is a roadblock. ``is_spot``:
    whether an obstacle can be there, by its box and the words; if not, the words stay a remark.
    """
    foot = dict(content.get("foot") or {})
    laid: dict[str, list[str]] = {box: [] for box in BOXES}
    tasks = _taken(foot.get("tasks") or (), laid, is_spot)
    other_works = "; ".join(_taken(str(foot.get("other_works") or "").split(";"), laid, is_spot))
    if not any(laid.values()):
        return dict(content)
    return {**content, "foot": {**foot, **laid, "tasks": tasks, "other_works": other_works}}


def with_boxes(content: Mapping[str, Any]) -> dict[str, Any]:
    """Return a return with the boxes for blocks and mines at its foot, empty if they were not filled in."""
    return {**content, "foot": {**{box: [] for box in BOXES}, **(content.get("foot") or {})}}


def has_boxes(content: Mapping[str, Any]) -> bool:
    """Return whether a kept return was filed with the boxes for blocks and mines."""
    return any(box in (content.get("foot") or {}) for box in BOXES)


def _taken(texts: Iterable[Any], laid: Mapping[str, list[str]], is_spot: Callable[[str, str], bool]) -> list[str]:
    """Return the texts that are remarks; the others are added to the boxes."""
    rest = []
    for text in map(str.strip, map(str, texts)):
        match = _LAID.fullmatch(text)
        box = "mines" if match and match[1].lower().startswith("mine") else "roadblocks"
        if match is not None and is_spot(box, match[2]):
            laid[box].append(match[2])
        else:
            rest.append(text)
    return rest
