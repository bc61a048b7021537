"""The door for indented text (see `indented`)."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from campaign.exchange.foreign.draft import Draft
from campaign.exchange.foreign.indented import Typist
from campaign.exchange.foreign.opening import decoded
from campaign.exchange.foreign.vocabulary import nation_of
from campaign.terms.words import slug

if TYPE_CHECKING:
    from campaign.exchange.foreign.convert import Wishes


def read(path: Path, raw: bytes, wishes: Wishes) -> Draft:
    """An order of battle typed as text. Raises BadFile."""
    nation = nation_of(wishes.nation) or slug(wishes.nation)
    return Typist(path.name).read(decoded(raw, path, wishes.encoding), wishes.side, nation)
