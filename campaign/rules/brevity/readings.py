"""What a Brevity sheet relies on though the book does not say it: our readings of what it leaves open, marked as such on paper.

A reading that the house plays otherwise is left out: it stands with the house rules of the sheet.

    readings(units, book) -> Reminders
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

from campaign.rules.brevity.lie import PITCH
from campaign.rules.brevity.riding import rides
from campaign.rules.force import Unit
from campaign.rules.rulebook import Rulebook
from campaign.terms.forces import Engineers, Size
from campaign.views.papers import Fact
from campaign.views.sheet import Reminders

TITLE: Final = "Ours: where the book is silent"
POINTER: Final = "What is ours because the book is silent: see the rules in short."


def _anybody(_: Unit) -> bool:
    return True


def _specialist(unit: Unit) -> bool:
    return unit.engineers is Engineers.SPECIALIST


def _engineers(unit: Unit) -> bool:
    return unit.engineers is not Engineers.NONE


def _large_guns(unit: Unit) -> bool:
    return unit.is_artillery and unit.size is Size.LARGE


def _guns(unit: Unit) -> bool:
    return unit.is_artillery


def _headquarters(unit: Unit) -> bool:
    return unit.headquarters_of is not None


@dataclass(frozen=True, slots=True)
class Reading:
    """A sentence under a head. ``settings``: it holds while these are as they come; ``whom``: only where one of these takes part."""

    head: str
    text: str
    settings: tuple[str, ...] = ()
    whom: Callable[[Unit], bool] = _anybody
    rule: str = ""


READINGS: Final[tuple[Reading, ...]] = (
    Reading("First move", "As many commands: the higher die, again if equal. Those with a battalion on the table count, a headquarters alone does not.",
            ("seq.first_move_tie", "seq.count_hq_commands"), rule="OB-AMB-005, -015"),
    Reading("Moves", "None is passed; one may be made standing still, and is tested too.", ("seq.allow_pass",), rule="OB-AMB-017"),
    Reading("Moves", "Who has no officer left does not challenge; he fires in enemy moves as ever.", rule="OB-AMB-016, -022"),
    Reading("Challenge", "One a move, none back. The challenger names his command first; bonuses are those on the two strips.",
            ("init.counter_challenge",), rule="OB-AMB-018, -019"),
    Reading("Ready", "Inexperienced: half of the command or more.", ("ready.inexperienced_rule",), rule="OB-AMB-085"),
    Reading("Ready", "No face passes or fails by itself.", ("dice.natural_six_passes",), rule="OB-AMB-014"),
    Reading("Posture", "Each battalion has its own, chosen free as step 3 of its command's move begins, to its next. March is for a whole command. "
            "In reserve is at rest.", ("posture.level", "posture.change_cost"), rule="OB-AMB-024, -025, -026"),
    Reading("Aboard", "v: in vehicles on the march; else the owner says where they mount, and till then they are on foot.", whom=rides,
            rule="OB-AMB-065, -079"),
    Reading("Firing", "Declared and not moved: fires, is a target, stays dug in; who moves is dug in no more.", ("cas.move_loses_dugin",),
            rule="OB-AMB-039, -073"),
    Reading("Firing", "Guns in support fire undeclared, and are no target for it.", whom=_guns, rule="OB-AMB-038"),
    Reading("Firing", "Each locates for himself, the guns by anybody.", ("loc.shared",), rule="OB-AMB-043, -045"),
    Reading("Flank", "Attacked there: an enemy who could fire on it stands behind its front; it counts against nobody. Facing is free after its move.",
            ("hit.flank",), rule="OB-AMB-040, -059"),
    Reading("One die", "From whoever locates the target in range and is not at rest.", ("hit.free_die_requires",), rule="OB-AMB-060"),
    Reading("Support", "Sheltered from other fire only, while somebody of the command it supports is not in support. It lends to the line of its own "
            "command at any distance.", ("hit.support_immunity",), rule="OB-AMB-062, -063"),
    Reading("Guns", "Step 4: those that support the command which located.", ("art.defensive_any",), _guns, "OB-AMB-041"),
    Reading("Guns", "A noted point strikes whom it touches of those who lay there then.", ("art.point_radius", "art.point_late_arrivals"), _guns,
            "OB-AMB-042"),
    Reading("Guns", "A large regiment: two weak stands.", ("size.artillery_24_gun",), _large_guns, "OB-AMB-092"),
    Reading("Seeing", "12 in. from a hill only at who stands lower, and never at night or in bad weather.", ("loc.hill_requires_lower_target",),
            rule="OB-AMB-047, -049"),
    Reading("Seeing", "Moonlight: half a moon, no cloud. Of two columns the worse; bad weather has none.", ("night.light", "wx.bad_to_hit_column"),
            rule="OB-AMB-050, -051, -052"),
    Reading("Caught", "The firer says where on its way; a pinned mover halts there.", rule="OB-AMB-081"),
    Reading("Casualties", "The better of armour and works; the best row of all who fire. A dash stays a dash.", ("cas.dash_plus_one",),
            rule="OB-AMB-073, -074, -078"),
    Reading("Casualties", "Engineers have their row within 4 in., beyond it infantry's.", ("cas.engineer_range",), _specialist, "OB-AMB-077"),
    Reading("Surrounded", "No way to its own edge or a friend out of unspent enemies' location range.", ("cas.surround_test",), rule="OB-AMB-082"),
    Reading("Regroup", "At any distance; home to one's own command always.",
            ("regroup.max_distance", "regroup.same_division_only"), rule="OB-AMB-029"),
    Reading("Rest", "The figure comes off only outside all enemies' location range.", ("rest.min_distance_from_enemy", "rest.full_turns_required"),
            rule="OB-AMB-026"),
    Reading("Ground", "Combat-ready a road is open. A dash bars terrain; out of it one marches.", ("move.dash_terrain_rate",), rule="OB-AMB-033, -034"),
    Reading("Edges", "By his own one may leave, as he is. Set up within 8 in. of a side edge is held there too.",
            ("battle.allow_exit", "move.side_edge_rule"), rule="OB-AMB-009, -037"),
    Reading("Set-up", f"Around a spot that several share, {PITCH} in. from each other, guns behind.", rule="umpire 1.4"),
    Reading("HQ", "Fights as a normal battalion.", ("hq.combat_strength",), _headquarters, "OB-AMB-003"),
    Reading("Works", "Who works does not fire.", ("eng.may_fire",), _engineers, "OB-AMB-119"),
    Reading("Works", "Dug in: turns on end, unpinned.", ("prep.consecutive",), rule="OB-AMB-128"),
)  # fmt: skip


AIR: Final[tuple[Reading, ...]] = (
    Reading("Aircraft", "A group is one normal battalion, artillery against armour; at what nobody locates by the dark column.",
            ("air.strength", "air.at_class"), rule="OB-AMB-068, -100, -101"),
)  # fmt: skip
"""Those of who has aircraft."""


def readings(units: Iterable[Unit], book: Rulebook, *, aircraft: bool = False) -> Reminders:
    """Those that a side with these units plays by, under their heads. ``aircraft``: air missions are flown for it."""
    own = tuple(units)
    told: dict[str, list[str]] = {}
    for one in (*READINGS, *(AIR if aircraft else ())):
        if all(book[key] == book.rule(key).default for key in one.settings) and any(map(one.whom, own)):
            told.setdefault(one.head, []).append(one.text)
    return Reminders(TITLE, tuple(Fact(head, " ".join(said)) for head, said in told.items()))
