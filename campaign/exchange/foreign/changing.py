"""The application of changes to guesses (`changes`) to a draft.

apply_head, apply_before, apply_after(draft)  in place; changes that match nothing are in ``draft.refused``
points(draft) -> [(place, points)]            places that score
"""

from __future__ import annotations

import re

from campaign.exchange.entry import read_date
from campaign.exchange.foreign.changes import OF_MAPS, OF_PLACES, OF_SIDES, OF_UNITS, ROAD, without_doubles
from campaign.exchange.foreign.draft import Change, Draft, Force, Unit
from campaign.exchange.foreign.indented import Typist, line_of
from campaign.exchange.foreign.nations import nation_of
from campaign.exchange.foreign.roads import CARRIES_NOTHING, is_kind
from campaign.exchange.foreign.vocabulary import arm_of
from campaign.terms.forces import Arm
from campaign.terms.words import did_you_mean, listing, plain, slug

_BEFORE = frozenset({"under", "aside", "size", "nation", "name"})
"""Keys whose changes come first, as the tree of formations is built from them."""


def apply_head(draft: Draft) -> None:
    """Apply the changes to the whole draft, and the points of places for each side."""
    for change in without_doubles(draft.changes):
        if change.subject or change.key in OF_MAPS:
            continue
        day = read_date(change.value)
        if change.key == "title":
            draft.title = change.value
        elif change.key == "first day" and not isinstance(day, str):
            draft.first_day = day
        elif change.key == "days" and re.fullmatch(r"[1-9][0-9]{0,2}", change.value):
            draft.days = int(change.value)
        elif change.key in ("first day", "days"):
            draft.refuse(
                change.where, f"{change}: {day if change.key == 'first day' else 'write a whole number of days'}"
            )
        else:
            draft.head[change.key] = change.value


def points(draft: Draft) -> list[tuple[str, int]]:
    """Return the places that score, by name, with their points a day: ``set "Caen" points 3``."""
    result = []
    for change in without_doubles(draft.changes):
        if change.key in OF_PLACES and re.fullmatch(r"[1-9][0-9]{0,2}", change.value):
            result.append((change.subject, int(change.value)))
        elif change.key in OF_PLACES:
            draft.refuse(change.where, f"{change}: write a whole number of points")
    return result


def apply_before(draft: Draft) -> None:
    """Apply the changes that decide how the order of battle is built, and those to the whole and to its sides."""
    for change in without_doubles(draft.changes):
        if not change.subject or change.key in OF_PLACES:
            continue
        if change.key == ROAD:
            if not is_kind(change.value) and plain(change.value) != CARRIES_NOTHING:
                draft.refuse(
                    change.where,
                    f"{change}: write metalled road, secondary road, track or another kind of road, or "
                    f"{CARRIES_NOTHING}",
                )
        elif (force := _side(draft, change)) is not None:
            _apply_to_side(draft, change, force)
        elif change.key not in OF_UNITS:
            draft.changed.add(change)
            draft.refuse(
                change.where,
                f"{change}: no side is called {change.subject!r}. The sides are "
                f"{listing(force.name for force in draft.forces)}",
            )
        elif len(units := _named(draft, change)) == 1:
            _apply(draft, change, *units)
        elif units and change.key in _BEFORE:
            _refuse_several(draft, change, units)


def apply_after(draft: Draft) -> None:
    """Apply the changes to units that got their names only when the order of battle was built."""
    for change in without_doubles(draft.changes):
        if not change.subject or change.key in (ROAD, *OF_PLACES) or change in draft.changed:
            continue
        units = [] if change.key in _BEFORE else _named(draft, change)
        if len(units) == 1:
            _apply(draft, change, *units)
        elif units:
            _refuse_several(draft, change, units)
        elif (change.key, change.value) != ("aside", "yes"):
            _refuse_unknown(draft, change)


def _side(draft: Draft, change: Change) -> Force | None:
    if change.key not in OF_SIDES or change.key in OF_PLACES:
        return None
    return next((force for force in draft.forces if slug(force.name) == slug(change.subject)), None)


def _apply_to_side(draft: Draft, change: Change, force: Force) -> None:
    draft.changed.add(change)
    if change.key == "home":
        force.fields["home edges"] = [change.value]
    elif change.key == "nation":
        force.nation = nation_of(change.value) or slug(change.value)
    else:
        force.name = change.value


def _named(draft: Draft, change: Change) -> list[Unit]:
    """Return the units that a change names: by name, short name, or ``NAME, FORMATION``."""
    subject = plain(change.subject)
    pairs = [(unit, above) for force in draft.forces for top in force.units for unit, above in _with_superiors(top)]
    exact = [unit for unit, _ in pairs if subject in (plain(unit.name), plain(unit.short))]
    return exact or [
        unit for unit, above in pairs if any(subject == plain(f"{unit.name}, {over.name}") for over in above)
    ]


def _with_superiors(top: Unit) -> list[tuple[Unit, tuple[Unit, ...]]]:
    result: list[tuple[Unit, tuple[Unit, ...]]] = []
    open_: list[tuple[Unit, tuple[Unit, ...]]] = [(top, ())]
    while open_:
        unit, above = open_.pop()
        result.append((unit, above))
        open_.extend((below, (*above, unit)) for below in reversed(unit.under))
    return result


def _refuse_unknown(draft: Draft, change: Change) -> None:
    names = sorted({unit.name for force in draft.forces for unit in force.tree()})
    draft.refuse(
        change.where, f"{change}: no unit or side is called {change.subject!r}{did_you_mean(change.subject, names)}"
    )


def _refuse_several(draft: Draft, change: Change, units: list[Unit]) -> None:
    superiors = [
        f'"{unit.name}, {above[-1].name}"'
        for force in draft.forces
        for top in force.units
        for unit, above in _with_superiors(top)
        if above and any(unit is same for same in units)
    ]
    draft.refuse(
        change.where, f"{change}: {len(units)} units have this name. Say which one you mean: {listing(superiors, 4)}"
    )


def _apply(draft: Draft, change: Change, unit: Unit) -> None:
    draft.changed.add(change)
    key, value = change.key, change.value
    if key == "arm":
        arm = next((arm for arm in Arm if plain(arm.value) == plain(value)), None) or (arm_of(value) or (None,))[0]
        if arm is None:
            draft.refuse(
                change.where, f"{change}: no arm is called {value!r}. Write {', '.join(arm.value for arm in Arm)}"
            )
        unit.arm = arm
        unit.fields.pop("arm", None)
    elif key == "name":
        unit.name = value
    elif key == "under":
        _move(draft, change, unit)
    elif key in ("aside", "headquarters", "headquarters at"):
        unit.fields[key] = value
    else:
        file, _, number = change.where.rpartition(":")
        typist = Typist(file or change.where, draft)
        typist.describe(
            unit, "level" if key == "size" else key, value, line_of(int(number) if number.isdigit() else 1, str(change))
        )


def _move(draft: Draft, change: Change, unit: Unit) -> None:
    """Put a unit under another, or at the top of its side (``under top``)."""
    force = next(force for force in draft.forces if any(unit is below for below in force.tree()))
    targets = [above for above in force.tree() if plain(above.name) == plain(change.value) and not unit.holds(above)]
    if not targets and plain(change.value) != "top":
        draft.refuse(change.where, f"{change}: its side has no unit {change.value!r} to put it under")
        return
    for listed in (force.units, *[above.under for above in force.tree()]):
        listed[:] = [below for below in listed if below is not unit]
    (targets[0].under if targets else force.units).append(unit)
