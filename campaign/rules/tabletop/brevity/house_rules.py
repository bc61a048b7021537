"""What a Brevity sheet relies on though the book does not say it: our readings of what it leaves open
(``rules/common/house_rules.py``).

readings(scene, book) -> those of the book, and whom of this side they concern
"""

from __future__ import annotations

from collections.abc import Iterable

from campaign.rules.common.house_rules import Reading
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.common.scene import Scene
from campaign.rules.tabletop.brevity.riding import rides
from campaign.rules.tabletop.brevity.tables import LOCATION_FROM_HILL, PITCH
from campaign.terms.forces import Engineers, Size


def readings(scene: Scene, book: Rulebook) -> Iterable[Reading]:
    """In the order of a turn: the move, its fire, its works."""
    units = scene.force.units
    guns = [unit for unit in units if unit.is_artillery]
    large = any(unit.size is Size.LARGE for unit in guns)
    engineers = [unit for unit in units if unit.engineers is not Engineers.NONE]
    specialists = any(unit.engineers is Engineers.SPECIALIST for unit in engineers)
    flown = bool(scene.air)
    staffs = any(unit.headquarters_of is not None for unit in units)
    return (
        Reading(
            "First move", "As many commands: the higher die, again if equal.", ("seq.first_move_tie",), "OB-AMB-015"
        ),
        Reading(
            "First move", "Those with a battalion on the table count, a headquarters alone does not.", rule="OB-AMB-005"
        ),
        Reading(
            "Moves",
            "None is passed; one may be made standing still, and is tested too.",
            ("seq.allow_pass",),
            "OB-AMB-017",
        ),
        Reading(
            "Moves",
            "Who has no officer left does not challenge; he fires in enemy moves as ever.",
            rule="OB-AMB-016, -022",
        ),
        Reading("Challenge", "One a move, none back.", ("init.counter_challenge",), "OB-AMB-019"),
        Reading(
            "Challenge",
            "The challenger names his command first; bonuses are those on the two strips.",
            rule="OB-AMB-018",
        ),
        Reading("Ready", "Inexperienced: half of the command or more.", ("ready.inexperienced_rule",), "OB-AMB-085"),
        Reading("Ready", "No face passes or fails by itself.", ("dice.natural_six_passes",), "OB-AMB-014"),
        Reading(
            "Posture",
            "Each battalion has its own, chosen free as step 3 of its command's move begins, to its next. March is for"
            " a whole command. In reserve is at rest.",
            ("posture.level",),
            "OB-AMB-024, -025, -026",
        ),
        Reading(
            "Aboard",
            "v: in vehicles on the march; else the owner says where they mount, and till then they are on foot.",
            rule="OB-AMB-065, -079",
            applies=any(map(rides, units)),
        ),
        Reading(
            "Firing",
            "Declared and not moved: fires, is a target, stays dug in; who moves is dug in no more.",
            rule="OB-AMB-039, -073",
        ),
        Reading(
            "Firing",
            "Guns in support fire undeclared, and are no target for it.",
            rule="OB-AMB-038",
            applies=bool(guns),
        ),
        Reading("Firing", "Each locates for himself, the guns by anybody.", ("loc.shared",), "OB-AMB-043, -045"),
        Reading(
            "Flank",
            "Attacked there: an enemy who could fire on it stands behind its front; it counts against nobody.",
            rule="OB-AMB-059",
        ),
        Reading("Flank", "Facing is free after its move.", rule="OB-AMB-040"),
        Reading("One die", "From whoever locates the target in range and is not at rest.", rule="OB-AMB-060"),
        Reading(
            "Support",
            "Sheltered from other fire only, while somebody of the command it supports is not in support.",
            rule="OB-AMB-063",
        ),
        Reading("Support", "It lends to the line of its own command at any distance.", rule="OB-AMB-062"),
        Reading("Guns", "Step 4: those that support the command which located.", rule="OB-AMB-041", applies=bool(guns)),
        Reading(
            "Guns",
            "A noted point strikes whom it touches of those who lay there then.",
            rule="OB-AMB-042",
            applies=bool(guns),
        ),
        Reading("Guns", "A large regiment: two weak stands.", rule="OB-AMB-092", applies=large),
        Reading(
            "Seeing",
            f"{LOCATION_FROM_HILL} in. from a hill only at who stands lower, and never at night or in bad weather.",
            rule="OB-AMB-047, -049",
        ),
        Reading("Seeing", "Moonlight: half a moon, no cloud.", ("night.light",), "OB-AMB-050"),
        Reading(
            "Seeing", "Of two columns the worse; bad weather has none.", ("wx.bad_to_hit_column",), "OB-AMB-051, -052"
        ),
        Reading("Caught", "The firer says where on its way; a pinned mover halts there.", rule="OB-AMB-081"),
        Reading("Casualties", "The better of armour and works; the best row of all who fire.", rule="OB-AMB-073, -074"),
        Reading("Casualties", "A dash stays a dash.", ("cas.dash_plus_one",), "OB-AMB-078"),
        Reading(
            "Casualties",
            "Engineers have their row within 4 in., beyond it infantry's.",
            rule="OB-AMB-077",
            applies=specialists,
        ),
        Reading("Aircraft", "A group is one normal battalion.", rule="OB-AMB-100", applies=flown),
        Reading("Aircraft", "Against armour it is artillery.", ("air.at_class",), "OB-AMB-068", flown),
        Reading("Aircraft", "At what nobody locates: by the dark column.", rule="OB-AMB-101", applies=flown),
        Reading(
            "Surrounded",
            "No way to its own edge or a friend out of unspent enemies' location range.",
            rule="OB-AMB-082",
        ),
        Reading(
            "Regroup",
            "At any distance; home to one's own command always.",
            ("regroup.max_distance", "regroup.same_division_only"),
            "OB-AMB-029",
        ),
        Reading(
            "Rest",
            "The figure comes off only outside all enemies' location range.",
            ("rest.min_distance_from_enemy", "rest.full_turns_required"),
            "OB-AMB-026",
        ),
        Reading(
            "Ground",
            "Combat-ready a road is open. A dash bars terrain; out of it one marches.",
            rule="OB-AMB-033, -034",
        ),
        Reading("Edges", "By his own one may leave, as he is.", ("battle.allow_exit",), "OB-AMB-009"),
        Reading(
            "Edges",
            "Set up or come on within 8 in. of a side edge: held there only once a move ends there.",
            rule="OB-AMB-037",
        ),
        Reading(
            "Set-up", f"Around a spot that several share, {PITCH} in. from each other, guns behind.", rule="umpire 1.4"
        ),
        Reading("HQ", "Fights as a normal battalion.", ("hq.combat_strength",), "OB-AMB-003", staffs),
        Reading(
            "Works", "Engineers at a task do not fire; who digs in may.", rule="OB-AMB-119", applies=bool(engineers)
        ),
        Reading("Works", "Dug in: turns on end, unpinned.", rule="OB-AMB-128"),
    )
