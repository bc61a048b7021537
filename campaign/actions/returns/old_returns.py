"""Returns in entries of older programs, which read blocks and mines from the remarks on engineers and the ground.

boxed(content, is_spot) -> the same return, with what was read in the boxes for it
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

_LAID = re.compile(
    r"(road\s?block|block|mines?|mine\s?field)s?\s+(?:laid\s+)?(?:on|at)\s+(.+?)(?:,?\s*\d turns?)?\.?", re.IGNORECASE
)


def boxed(content: Mapping[str, Any], is_spot: Callable[[str, str], bool]) -> dict[str, Any]:
    """Return a return as those programs took it: ``roadblock on A - B`` among its remarks is a roadblock. ``is_spot``:
    whether an obstacle can be there, by its box and the words; if not, the words stay a remark.
    """
    foot = dict(content.get("foot") or {})
    laid: dict[str, list[str]] = {"roadblocks": [], "mines": []}
    foot["tasks"] = _taken(foot.get("tasks") or (), laid, is_spot)
    foot["other_works"] = "; ".join(_taken(str(foot.get("other_works") or "").split(";"), laid, is_spot))
    return {**content, "foot": {**foot, **laid}}


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
