"""Upgrades of old entries: the meaning of a migration for entries written before it.

An entry keeps the images and the command it was written with, so that its hash stands; when it is read, every later
revision upgrades its content. A migration that touches a journalled table, or alters a command's fields, needs a
``Lift`` added to ``LIFTS`` in the same change:

    Lift("0004", new={"battalion": {"morale": 3}})                                  a column that was added, and its
    value in old rows
    Lift("0005", gone={"place": ("role",)}, renamed={"road": {"kind": "surface"}})  columns dropped or renamed
    Lift("0006", row=..., command=...)                                              anything else, as pure functions;
    a row may ask what the campaign was founded with

A command that only gained a field with a default needs no lift.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from campaign.journal.old_words import OldCampaign
from campaign.rows.images import Flush, Values
from campaign.rules.common.gone_settings import GONE
from campaign.values import dataclass, field

Columns = Mapping[str, Any]
_NONE: Final[Mapping[str, Any]] = MappingProxyType({})


Ground = Callable[[], OldCampaign]
"""Function that returns the facts with which the campaign was started, for an upgrade that needs them."""


def _unchanged_row(_: str, values: Values, __: Ground) -> Values:
    return values


def _unchanged_command(_: str, values: Values) -> Values:
    return values


@dataclass(frozen=True, slots=True)
class Lift:
    """The upgrade of one revision for rows (by table) and commands (by verb) written before it.

    ``new``: columns that were added, with the value that old rows have been given. ``gone``: columns that were dropped.
    ``renamed``: old names to new ones. ``row`` and ``command`` get what is left, after these.
    """

    revision: str
    new: Mapping[str, Columns] = field(default_factory=lambda: _NONE)
    gone: Mapping[str, Sequence[str]] = field(default_factory=lambda: _NONE)
    renamed: Mapping[str, Mapping[str, str]] = field(default_factory=lambda: _NONE)
    row: Callable[[str, Values, Ground], Values] = _unchanged_row
    command: Callable[[str, Values], Values] = _unchanged_command

    def lifted_row(self, table: str, values: Values, ground: Ground, *, is_full: bool) -> Values:
        """Return a row, or the changed columns of one, upgraded; only a complete row gets the new columns."""
        names, dropped = self.renamed.get(table, _NONE), self.gone.get(table, ())
        kept = {names.get(column, column): value for column, value in values.items() if column not in dropped}
        return self.row(table, {**self.new.get(table, _NONE), **kept} if is_full else kept, ground)


def _without_gone_settings(verb: str, values: Values) -> Values:
    """Return the command of an old entry that set a rule which no longer exists: run again, it removes the rule.
    Settings were dropped before several revisions; the last of these upgrades handles all.
    """
    return {**values, "value": "default"} if verb == "rules" and values["key"] in GONE else values


def _believed_throughout(verb: str, values: Values) -> Values:
    """Return the fields of an old entry in which one side's return was believed on every point, whether the returns
    differed or not.
    """
    if verb not in ("battle record", "battle settle") or not values.get("believe"):
        return values
    return {**values, "throughout": True}


def _seen_on_road(table: str, values: Values, ground: Ground) -> Values:
    """Return a sighting's row with the road and the metres instead of its position in words."""
    if table != "sighting" or "where" not in values:
        return values
    road, metres = ground().on_road(values["where"])
    return {column: value for column, value in values.items() if column != "where"} | {
        "road_id": road,
        "road_m": metres,
    }


def _told_of_several(table: str, values: Values, ground: Ground) -> Values:
    """Return a diary line's row with the words for several battalions added."""
    if table != "diary_line" or "text" not in values:
        return values
    return {**values, "plural": ground().plural(values["battalion_id"], values["text"])}


LIFTS: Final[tuple[Lift, ...]] = (
    Lift("0002", new={"battle_unit": {"aftermath": {}}}),
    Lift("0004", new={"engineering_task": {"carries": {}}}),
    Lift("0009", row=_seen_on_road),
    Lift("0010", row=_told_of_several, command=_without_gone_settings),
    Lift("0011", new={"battle": {"report": []}}),
    Lift("0013", command=_believed_throughout),
    Lift("0015", new={"reseeding": {"draws": False}}),
    Lift("0017", new={"diary_line": {"news": None}}),
    Lift("0018", new={"standing_order": {"detours_told": []}}),
    Lift(
        "0019",
        new={"commander": {"character": None, "character_source": ""}, "standing_order": {"not_beyond_id": None}},
    ),
)
"""Upgrades in order: one for each revision after the first that changes journalled tables or commands."""


def upgraded_rows(table: str, values: Values, revision: str, ground: Ground, lifts: Sequence[Lift] = LIFTS) -> Values:
    """Return a complete row written at that revision, as the tables have it now."""
    for lift in lifts:
        if lift.revision > revision:
            values = lift.lifted_row(table, values, ground, is_full=True)
    return values


def flushes_lifted(text: str, revision: str, ground: Ground, lifts: Sequence[Lift] = LIFTS) -> list[Flush]:
    """Return the images of an entry of the given revision, as the tables have them now. A change of nothing but dropped
    columns is left out.
    """
    flushes: list[Flush] = json.loads(text)
    for lift in lifts:
        if lift.revision > revision:
            flushes = [_flush_lifted(flush, lift, ground) for flush in flushes]
    return flushes


def _flush_lifted(flush: Flush, lift: Lift, ground: Ground) -> Flush:
    lifted: Flush = []
    for table, ident, before, after in flush:
        is_full = before is None or after is None
        was, now = (
            None if values is None else lift.lifted_row(table, values, ground, is_full=is_full)
            for values in (before, after)
        )
        if was or now:
            lifted.append((table, ident, was, now))
    return lifted


def command_lifted(verb: str, text: str, revision: str, lifts: Sequence[Lift] = LIFTS) -> str:
    """Return the arguments of an entry of the given revision, as the command takes them now."""
    later = [lift for lift in lifts if lift.revision > revision]
    if later:
        values: Values = json.loads(text)
        for lift in later:
            values = lift.command(verb, values)
        text = json.dumps(values)
    return _as_counted(verb, text) if verb in _SETTLING else text


_SETTLING = ("battle record", "battle settle", "battle rule")


def _as_counted(verb: str, text: str) -> str:
    """Return the arguments of an entry that settled a battle before the umpire was asked who held the field, in which
    turn a resumed battle ended, or what units did whose way back is doubtful: the battalions and turns were counted,
    and the program chose; or that took blocks and mines from the remarks of returns. No revision of the tables came
    with these questions; an entry that says what these are about is unchanged.
    """
    values: Values = json.loads(text)
    if verb == "battle rule":
        if "proposals" in values:
            return text
        return json.dumps({**values, "held": values.get("held") or "as counted", "proposals": True})
    before: Values = {"word": {"held": "as counted", "ended": "as counted", "proposals": True}}
    if verb == "battle record":
        before["laid_in_words"] = True
    return text if before.keys() <= values.keys() else json.dumps({**before, **values})
