"""The doubts of a map in the report of the conversion, and the refusal of a map that is in too much doubt.

tell(draft, doubt)               keep it, and report it with its reason and the line that changes it
refuse_stopped(draft, names)     raise BadFile where nothing may be written before a doubt is decided
"""

from __future__ import annotations

from collections.abc import Iterable

from campaign.errors import BadFile
from campaign.exchange.foreign.doubts import Doubt, Sure, uncertain, worst_first
from campaign.exchange.foreign.draft import Draft
from campaign.terms.words import listing

MOST_NAMED = 3
"""Most doubts that a refusal names."""


def tell(draft: Draft, doubt: Doubt) -> None:
    """Keep a doubt and report it: a certain decision as a fact, any other as a suggestion."""
    draft.doubts.append(doubt)
    where = doubt.lines[0] if len(doubt.lines) == 1 else ""
    if doubt.sure is Sure.CERTAIN:
        draft.note(where, f"{doubt.read}: {doubt.made}")
        return
    value = doubt.made
    if doubt.instead:
        value += f"; or else {' or '.join(doubt.instead)}"
    is_line = doubt.remedy.startswith("set ")
    draft.guess(
        where,
        value,
        doubt.read,
        change=doubt.remedy.removeprefix("set ") if is_line else "",
        otherwise="" if is_line else doubt.remedy,
        decides=doubt.stops,
    )


def refuse_stopped(draft: Draft, names: Iterable[str]) -> None:
    """Raise BadFile if a doubt stops the conversion, with the three largest doubts and the line that decides each."""
    worst = uncertain(worst_first(draft.doubts))
    if not worst or not worst[0].stops:
        return
    lines = [_in_words(doubt) for doubt in worst]
    many = len([doubt for doubt in worst if doubt.stops])
    raise BadFile(
        f"{listing(names)} {'is' if many == 1 else 'are'} in doubt, so nothing was written. "
        f'{" | ".join(lines[:MOST_NAMED])}. Decide it with the line given, as in --set "map unit km", or correct the '
        "file",
        lines,
    )


def _in_words(doubt: Doubt) -> str:
    instead = f", or else {' or '.join(doubt.instead)}" if doubt.instead else ""
    remedy = f" ({doubt.remedy})" if doubt.remedy else ""
    return f"{doubt.read}: {doubt.made}{instead}{remedy}"
