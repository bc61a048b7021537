"""One fire, as tests say it."""

from __future__ import annotations

from typing import Any

from campaign.rules.common.rulebook import Rulebook
from campaign.rules.common.settings import DEFAULTS
from campaign.rules.tabletop.brevity import odds, unit_phrases
from campaign.rules.tabletop.brevity.attack import Attack, prepare
from campaign.rules.tabletop.brevity.fire import Fire, FireKind, Mark
from campaign.terms.state import Light, Sky


def attack(
    who: str,
    on: str,
    *,
    at: int = 4,
    kind: FireKind | None = None,
    light: Light = Light.DAY,
    sky: Sky = Sky.CLEAR,
    book: Rulebook = DEFAULTS,
    **mark: Any,
) -> Attack:
    """An attack made ready. Without ``kind``: aircraft from the air, artillery as artillery, everybody else
    directly."""
    firing = unit_phrases.battalions(who, book, distance_in=at)
    return prepare(
        Fire(kind or unit_phrases.kind_of(firing), firing, Mark(unit_phrases.battalion(on, book), **mark), light, sky),
        book,
    )


def odds_in_words(shot: Attack) -> str:
    """None, pinned, spent, destroyed, as fractions."""
    shown = odds.fire_odds(shot)
    return f"{shown.none} {shown.pinned} {shown.spent} {shown.lost}"
