"""The conversion of any depth and names of echelons to the program's own: army group, army, corps, division, command,
battalion.

    settle(force, draft, year) -> None      in place; every decision is told in ``draft.guessed``

* A unit with others under it is a formation, unless it is a battalion with its companies: those are counted in it.
* A leaf is a battalion; one as large as a division is a formation of which only the headquarters is known.
* Levels follow the words; where there are more echelons than levels, one is passed over and its battalions go to the
  next.
"""

from __future__ import annotations

import re

from campaign.exchange.foreign.draft import Draft, Force, Taken, Unit
from campaign.exchange.foreign.filling import fill
from campaign.exchange.foreign.fitting import library
from campaign.exchange.foreign.vocabulary import FORMATION_MARKS, LEVEL_OF, SMALL_MARKS, size_of
from campaign.rules.common.force import Strength
from campaign.terms.forces import Level, SizeMark
from campaign.terms.words import listing, slug

RANKS = tuple(Level)
_FOLDED = SMALL_MARKS | {SizeMark.COMPANY}
_TROOPS = re.compile(r"\b(troops|tps|trps|units|assets)\.?$|truppen$", re.IGNORECASE)
"""Names of troops under a formation, not of the formation itself: ``Corps troops``."""
_PART = re.compile(r"[IVX]+\.\s?/")
"""Name of a battalion with the name of its regiment: ``II./Panzer-Regiment 5``."""
_BATTALIONS = _FOLDED | {SizeMark.BATTALION}
_LARGE = frozenset({SizeMark.DIVISION, SizeMark.CORPS, SizeMark.ARMY, SizeMark.ARMY_GROUP})
_COMMAND_BATTALIONS = 5
"""Most battalions of a passed-over echelon that still form one command (OB-ORG-04)."""


def settle(force: Force, draft: Draft, year: int) -> None:
    """Give every unit of an imported side a level that this program knows. ``year``: the year of the campaign."""
    force.units = [unit for unit in force.units if _keep(unit, draft)]
    for unit in force.tree():
        _organise(unit, draft)
    fill(force, year, draft)
    for unit in reversed(list(force.tree())):
        _guess_mark(unit, draft)
        _fold(unit, draft)
        _no_larger(unit, draft)
    for unit in force.units:
        _levels(unit, -1, draft)
    loose = [unit for unit in force.units if unit.level is None]
    if loose:
        top = Unit(
            f"{force.name} troops",
            force.where.rpartition(":")[0] or force.where,
            level=Level.COMMAND,
            mark=SizeMark.BRIGADE,
            under=loose,
        )
        force.units = [*(unit for unit in force.units if unit.level is not None), top]
        draft.guess(
            force.where,
            f"{listing((u.name for u in loose), 4)} are in {top.name!r}, which was made for them",
            "they have no formation",
            change=f'"{loose[0].name}" under "FORMATION"',
        )
    _names_apart(force, draft)


def a(word: SizeMark | Level) -> str:
    """Return a word with its article: ``a corps``, ``an army``."""
    return f"{'an' if word.value[0] == 'a' else 'a'} {word}"


def _keep(unit: Unit, draft: Draft) -> bool:
    """Return whether any part of a unit belongs to a campaign on land. Others are in ``draft.refused``, with all under
    them.
    """
    had = bool(unit.under)
    unit.under = [below for below in unit.under if _keep(below, draft)]
    if (
        had
        and not unit.under
        and not unit.reason
        and not unit.is_whole
        and unit.full is None
        and unit.mark not in _BATTALIONS
    ):
        unit.reason = "no unit under it is a land unit, and it has no strength of its own"
    if had and not unit.under and not unit.reason and unit.is_whole and unit.level is not None:
        unit.reason = "all units under it are lost"
    if not unit.reason or unit.under:
        return True
    draft.refuse(unit, f"{unit.reason}", line=unit.in_full())
    return False


def _organise(unit: Unit, draft: Draft) -> None:
    """Turn a unit alone in the file that names an organisation into a formation: its parts are shipped."""
    if unit.is_whole or unit.under or unit.level is not None:
        return
    organisation = library().organisation(unit.like or unit.words)
    if organisation is None:
        return
    unit.like, unit.level = organisation
    if unit.full is not None:
        draft.note(
            unit,
            f"the strength of a formation is the sum of its battalions, so {unit.full} was left out. Write the strength"
            " for the battalions",
        )
    unit.present = unit.full = None
    unit.pieces = []
    draft.guess(unit, f"organised like {unit.like}", "it names that organisation")


def _guess_mark(unit: Unit, draft: Draft) -> None:
    if unit.mark is not None or unit.is_whole:
        return
    if unit.level is not None:
        unit.mark = next(mark for mark, level in LEVEL_OF.items() if level is unit.level)
        return
    first, second = (unit.words, unit.name) if unit.under else (unit.name, unit.words)
    spoken_mark = (size_of(first) or size_of(second)) if _PART.match(unit.name) is None or unit.under else None
    if spoken_mark is not None and unit.under and _TROOPS.search(unit.name):
        spoken_mark = None
    if unit.under and (spoken_mark is None or spoken_mark not in FORMATION_MARKS):
        if spoken_mark is not None and all(below.mark in _FOLDED for below in unit.under):
            unit.mark = spoken_mark
            return
        highest = max((_height(below.mark) for below in unit.under), default=0)
        if any(_is_formation(below) for below in unit.under):
            highest = max(highest, _height(SizeMark.BRIGADE))
        unit.mark = next(
            (mark for mark in reversed(FORMATION_MARKS) if mark is not SizeMark.REGIMENT and _height(mark) > highest),
            SizeMark.ARMY_GROUP,
        )
        draft.guess(
            unit, f"{a(unit.mark)}, one above what is under it", "its size is not given", change=f"size {unit.mark}"
        )
    elif spoken_mark is not None and spoken_mark is not SizeMark.REGIMENT:
        unit.mark = spoken_mark
    else:
        unit.mark = SizeMark.BATTALION


_ORDER = list(SizeMark)


def _height(mark: SizeMark | None) -> int:
    return _ORDER.index(mark or SizeMark.BATTALION)


def _fold(unit: Unit, draft: Draft) -> None:
    """Count the companies, batteries and platoons of a battalion in it."""
    small = [below for below in unit.under if not below.under and below.mark in _FOLDED and not below.is_whole]
    is_battalion = unit.mark in (SizeMark.BATTALION, SizeMark.COMPANY) or (
        unit.mark is SizeMark.REGIMENT and len(small) == len(unit.under)
    )
    if unit.is_whole or not unit.under or not small or not is_battalion or len(small) != len(unit.under):
        return
    for figure in ("present", "full"):
        strengths = [strength for below in small if (strength := getattr(below, figure)) is not None]
        if strengths and getattr(unit, figure) is None:
            setattr(unit, figure, sum_of(strengths))
    if not unit.pieces:
        unit.pieces = [piece for below in small for piece in below.pieces]
    unit.note(f"Sub-units: {', '.join(_with_its_leader(below) for below in small)}.")
    for below in small:
        if text := str(below.fields.get("notes", "")):
            unit.note(f"{below.name}: {text}")
    unit.arm = unit.arm or next((below.arm for below in small if below.arm is not None), None)
    for below in small:
        draft.note(below, f"a {below.mark} of {unit.name} was counted as part of it", line=below.in_full())
    draft.count("sub-units counted in their battalions", len(small))
    unit.under = []


def _no_larger(unit: Unit, draft: Draft) -> None:
    """Turn a unit as large as the one above it, with none under it, into a battalion: ``Div Cav`` under its
    division.
    """
    for below in unit.under:
        if (
            below.under
            or below.is_whole
            or below.like
            or below.mark not in _LARGE
            or _height(below.mark) < _height(unit.mark)
        ):
            continue
        why = f"{a(below.mark)} cannot be under {a(unit.mark or below.mark)}"
        draft.guess(below, f"a battalion of {unit.name}", why, change=f"size {below.mark}")
        below.mark = SizeMark.BATTALION


def _with_its_leader(unit: Unit) -> str:
    return f"{unit.name} ({unit.led_by})" if unit.led_by else unit.name


def sum_of(strengths: list[Strength]) -> Strength:
    return Strength(sum(s.men for s in strengths), sum(s.vehicles for s in strengths), sum(s.guns for s in strengths))


def _is_formation(unit: Unit) -> bool:
    if unit.is_whole and not unit.under:
        return unit.level is not None  # a headquarters may bear the mark of its division
    return bool(unit.under) or unit.mark in _LARGE or (unit.level is not None and bool(unit.like))


def _room(unit: Unit) -> int:
    """Return how many levels of formations are under a unit."""
    return max((1 + _room(below) for below in unit.under if _is_formation(below)), default=0)


def _levels(unit: Unit, above: int, draft: Draft) -> None:
    """Give a formation its level and do the same for those under it; ``above``: rank of the formation above, -1 for
    none.
    """
    if not _is_formation(unit):
        unit.level = None
        return
    if unit.level is None:
        rank_index = RANKS.index(LEVEL_OF.get(unit.mark or SizeMark.BRIGADE, Level.COMMAND))
        lowest = len(RANKS) - 1 - min(_room(unit), len(RANKS) - 2 - above)
        rank = max(
            above + 1, min(rank_index, max(lowest, above + 1)) if _shifts(unit, rank_index, lowest) else rank_index
        )
        unit.level = RANKS[min(rank, len(RANKS) - 1)]
        if unit.level is Level.COMMAND and not unit.under and not unit.like:
            unit.level, unit.mark = None, SizeMark.BATTALION
            draft.guess(unit, "a battalion", "no units are given under it", change="size brigade")
            draft.decide("formation", unit)
            return
        if unit.mark not in FORMATION_MARKS:
            unit.mark = SizeMark.BRIGADE
        if rank != rank_index and LEVEL_OF.get(unit.mark) is not None:
            draft.guess(
                unit,
                f"it counts here as {a(unit.level)}",
                f"it is {a(unit.mark)}, and no formation above or under it has that level",
                change=f"size {unit.mark}",
            )
    rank = RANKS.index(unit.level)
    if rank == len(RANKS) - 1:
        _flatten(unit, draft)
    for below in list(unit.under):
        if _is_formation(below) and rank < len(RANKS) - 1:
            if below.level is None and _must_pass_over(below):
                at = unit.under.index(below)
                unit.under[at : at + 1] = below.under
                draft.guess(
                    below,
                    f"it was left out, and its regiments are directly under {unit.name}",
                    "its regiments are the commands",
                    line=below.in_full(),
                )
                for lifted in below.under:
                    _levels(lifted, rank, draft)
            else:
                _levels(below, rank, draft)


def _shifts(unit: Unit, needed: int, lowest: int) -> bool:
    """Return whether a formation needs a higher level than its word says, because formations larger than a command are
    under it.
    """
    return needed > lowest and any(below.mark in _LARGE for below in unit.under if _is_formation(below))


def _must_pass_over(unit: Unit) -> bool:
    """Return whether a unit is a brigade of too many regiments for one command, without battalions of its own."""
    inner = [below for below in unit.under if _is_formation(below)]
    if not inner or len(inner) < len(unit.under) or LEVEL_OF.get(unit.mark or SizeMark.BRIGADE) is not Level.COMMAND:
        return False
    return sum(1 for below in unit.tree() if not below.under) > _COMMAND_BATTALIONS


def _flatten(unit: Unit, draft: Draft) -> None:
    """Give the battalions of the formations under a command to the command itself, the lowest level."""
    lifted: list[Unit] = []
    for below in unit.under:
        if not _is_formation(below):
            lifted.append(below)
            continue
        leaves = [leaf for leaf in below.tree() if not leaf.under]
        if leaves == [below]:
            below.mark = SizeMark.BRIGADE if below.mark in _LARGE else below.mark
            below.like = "" if library().organisations.level_of(below.like) is not None else below.like
        for leaf in leaves:
            leaf.level = None
            if leaf is not below and slug(below.name) not in slug(leaf.name):
                leaf.name = f"{leaf.name}, {below.name}"[:200]
        lifted += leaves
        for passed in (inner for inner in below.tree() if inner.under):
            draft.guess(
                passed,
                f"it was left out, and its battalions are directly in {unit.name}",
                "no level is left for it under that command",
                line=passed.in_full(),
            )
            draft.decide("level", passed)
    unit.under = lifted


def _names_apart(force: Force, draft: Draft) -> None:
    """Make the names of a formation's battalions unique; a name that is only a number gets its formation's."""
    for unit in force.tree():
        names = Taken()
        for below in unit.under:
            if below.level is None and not below.is_whole and len(slug(below.name)) <= 2:
                below.short = below.short or below.name
                below.name = f"{below.name}, {unit.name}"[:200]
            name = below.name
            below.name = names.fresh(name, " ({})", 200)
            if below.name != name:
                draft.guess(
                    below.where,
                    f"{name}: called {below.name!r}",
                    f"it is the second unit of that name in {unit.name}",
                    change=f'"{below.name}" name {name}',
                )
