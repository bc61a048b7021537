"""Service units that an order of battle lists and that do not fight: signals, medical, provost, workshops.

set_aside(force, draft) -> None     in place, for a typed order of battle; each is told, and ``aside no`` keeps it
"""

from __future__ import annotations

from campaign.exchange.foreign.draft import Draft, Force, Unit
from campaign.exchange.foreign.vocabulary import arm_of, has, mark_of
from campaign.terms.forces import Arm
from campaign.terms.words import plain

KEPT = "aside"
"""Key of a unit with the value ``no`` if the unit is to be kept."""
_ARMS = frozenset({Arm.SIGNALS, Arm.MEDICAL, Arm.SUPPLY})
_SERVICES = (
    r"(divisional |corps |army )?services|medical|ambulances?|lacznosci|trasmissioni|hospitals?"
    r"|transport (regiment|battalion|company|column)|provost|military police|mp (platoon|company|pl|coy)|postal|post"
    r" office|chaplains?"
    r"|pay corps|hygiene|reme|light aid|raoc|ramc|rasc|rcasc|rcamc|rcoc|rceme|veterinary|field security|salvage|bakery"
    r"|laundry|graves|dental|workshops?|field cash|casualty clearing"
    r"|feldgendarmerie|feldpost\w*|backerei\w*|schlachter\w*|werkstatt\w*|instandsetzung\w*|sanitats\w*|verwaltung\w*"
    r"|nachschub\w*|versorgung\w*|wirtschafts\w*|intendance|intendenza|sussistenza|sanita|autoreparto|ospedale"
)


def set_aside(force: Force, draft: Draft) -> None:
    """Remove the services from a typed side, and headings over nothing else."""
    if force.is_typed:
        force.units = _fighting(force.units, draft)
    for unit in force.tree():
        unit.fields.pop(KEPT, None)


def _fighting(units: list[Unit], draft: Draft) -> list[Unit]:
    kept = []
    for unit in units:
        if _is_aside(unit, draft):
            continue
        had = bool(unit.under)
        unit.under = _fighting(unit.under, draft)
        if had and not unit.under and mark_of(unit.name) is None:
            continue
        kept.append(unit)
    return kept


def _is_aside(unit: Unit, draft: Draft) -> bool:
    setting = str(unit.fields.get(KEPT, "")).lower()
    word = "set" if setting in ("yes", "true") else _service(unit)
    is_plain = (unit.arm is not None and (unit.arm not in _ARMS or unit.is_whole)) or unit.like or "arm" in unit.fields
    if not word or setting in ("no", "false") or (is_plain and word != "set"):
        return False
    if word != "set" and unit.under and not all(_service(below) for below in unit.under):
        return False
    draft.guess(
        unit, "left out", f"{word!r} shows that it does not fight", change="aside no", line=unit.in_full(), is_sure=True
    )
    draft.count("service units left out", sum(1 for _ in unit.tree()))
    return True


def _service(unit: Unit) -> str:
    """Return the word that makes a unit a service; "" for fighting troops."""
    if unit.arm in _ARMS:
        return unit.arm.value
    flat = plain(f"{unit.name} {unit.words}")
    if word := has(flat, _SERVICES):
        return word
    arm = arm_of(unit.name)
    return arm[1] if arm is not None and arm[0] in _ARMS else ""
