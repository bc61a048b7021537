"""Settings that earlier versions had and this one does not, with the rule that every campaign plays now.

Files, databases and journals of earlier versions may still name them. They stay readable; the value is kept where it is
and has no effect.

GONE: Mapping[str, str]          key -> what holds now, with the id of the rule or open point
gone_text(key) -> str            ``hexes.jeep_target_class is gone: jeeps are shot at as infantry [HEX-AMB-16]``
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

GONE: Final[Mapping[str, str]] = MappingProxyType(
    {
        "hit.flank": "a battalion attacked in the flank counts against none of its targets [OB-AMB-059]",
        "hit.support_immunity": (
            "enemies in support cannot be hit by other fire while another unit of their command is there [OB-AMB-063]"
        ),
        "hit.rocket_bonus_mixed": (
            "guns firing together with rocket launchers or aircraft do not take their +1 to hit [OB-AMB-064]"
        ),
        "hit.free_die_requires": (
            "the one die of no effective battalions needs a battalion not at rest that locates the target in "
            "range [OB-AMB-060]"
        ),
        "loc.hill_requires_lower_target": (
            "a unit on a hill sees 12 inches, but only to targets that are not on a hill [OB-AMB-047]"
        ),
        "cas.move_loses_dugin": "a battalion that moves is no longer dug in [OB-AMB-073]",
        "move.side_edge_rule": (
            "a battalion that a move has brought within 8 inches of a side edge never goes farther from it [OB-AMB-037]"
        ),
        "art.defensive_any": (
            "a located mover is fired on only by guns in support of the command which located it [OB-AMB-041]"
        ),
        "cb.chain": "other guns on counter-battery may answer counter-battery fire [OB-AMB-093]",
        "seq.count_hq_commands": (
            "a command of nothing but a headquarters does not count towards the first move [OB-AMB-005]"
        ),
        "art.point_radius": "a noted point strikes the stands that touch it [OB-AMB-042]",
        "art.point_late_arrivals": "a noted point strikes only those hidden there when it was noted [OB-AMB-042]",
        "cas.engineer_range": (
            "specialist engineers use their own row of the casualty table within 4 inches, infantry's beyond "
            "[OB-AMB-077]"
        ),
        "air.strength": "an air group counts as a normal battalion [OB-AMB-100]",
        "hq.own_command": (
            "a headquarters and its divisional troops are a command with an officer of its own [OB-AMB-003]"
        ),
        "hq.models": "a headquarters is two models if the order of battle makes it large [OB-AMB-004]",
        "size.artillery_24_gun": "each of the two models of a large artillery battalion counts as weak [OB-AMB-092]",
        "range.pre_ww1_shift": (
            "howitzers and guns from before the First World War have the range of the next column to the left"
            " [OB-AMB-053]"
        ),
        "ready.flame_window": "flame-throwers affect readiness in the move in which they attack [OB-AMB-086]",
        "smoke.duration": "smoke lasts until the battalion that laid it may fire again [OB-AMB-129]",
        "cas.field_gun_from_mm": "field guns begin at 75 mm [OB-AMB-076]",
        "cas.medium_gun_from_mm": "medium guns begin at 114 mm [OB-AMB-076]",
        "cas.heavy_gun_from_mm": "heavy guns begin at 156 mm [OB-AMB-076]",
        "cas.super_heavy_gun_from_mm": "super-heavy guns begin at 220 mm [OB-AMB-076]",
        "cas.heavy_rocket_from_mm": "heavy rockets begin at 200 mm [OB-AMB-076]",
        "eng.may_fire": "a battalion at an engineering task does not fire in its own move [OB-AMB-119]",
        "obs.next": "a battalion halted at an obstacle gaps it from the next turn [OB-AMB-120]",
        "hid.artillery_reveals": "hidden artillery that fires in support is placed on the table [OB-AMB-089]",
        "cas.surround_test": (
            "a destroyed battalion is surrounded if it has no way to its edge or a friend outside the sight of "
            "unspent enemies [OB-AMB-082]"
        ),
        "regroup.one_move_per_turn": "a battalion may move again in a turn with another command [OB-AMB-029]",
        "move.mixed_terrain": "a move through different ground has the slowest rate of all it touches [OB-AMB-032]",
        "move.dash_terrain_rate": "a dash in the movement table bars terrain [OB-AMB-033]",
        "move.lorries_on_roads": "lorries march 178 inches a move on a road, as printed [OB-AMB-031, OB-T-02]",
        "posture.change_cost": "a change of posture costs nothing [OB-AMB-025]",
        "commander.reassign": "the corps commander goes to another command only as a turn begins [OB-AMB-021]",
        "brg.keep_turns": (
            "turns worked on a lighter or unfinished bridge count for a heavier one at the same crossing [OB-AMB-122]"
        ),
        "brg.consecutive": "turns of work on a bridge or ferry need not follow each other [OB-AMB-122]",
        "dem.trigger": "any battalion with engineering support at a prepared bridge may blow it [OB-AMB-126]",
        "prep.consecutive": "unfinished prepared positions are lost when the work on them is broken off [OB-AMB-128]",
        "rec.companies": "a reconnaissance battalion splits into 3 companies [OB-AMB-090]",
        "sup.march_rate_of": (
            "the way from divisional headquarters to command is measured by the march of the headquarters [OB-AMB-115]"
        ),
        "nations.free_french": (
            'Free and Fighting French count as Commonwealth unless the files say "counts as: us" [OB-AMB-020, '
            "OB-INIT-06]"
        ),
        "amph.wheeled_unit": "boats for a battalion of wheeled or light armoured vehicles take two moves [OB-AMB-120]",
        "amph.dd_penalty": (
            "a swimming tank battalion lacks a class of armour and of anti-tank weapons until its regiment is "
            "over [OB-AMB-130]"
        ),
        "amph.craft_row": "troops in landing craft are ashore as a battle begins [OB-AMB-131]",
        "limits.enforce": "too many or too few battalions or commands are a warning [OB-AMB-002]",
        "nqm.recce.ambush_range": "the blue die sets the range of an ambush [NQM-AMB-33]",
        "nqm.recce.scoot_odd": "the odd casualty of recce that scoots is diced for [NQM-AMB-34]",
        "nqm.recce.start_line_test": (
            "a main body without a marked start line tests whether it is caught in march column [NQM-SEQ-09,"
            " NQM-AMB-36]"
        ),
        "nqm.move.recce_advance": (
            "light recce in contact with others advances as its opponent does, foot or armour [NQM-AMB-26]"
        ),
        "nqm.t12.beyond": "a weapon three or four classes above its target fires as one two above [NQM-AMB-41]",
        "nqm.arty.calibre_gate": "indirect fire under the smallest calibre for its target does nothing [NQM-AMB-43]",
        "nqm.arty.disorganise": "a bombardment of sufficient calibre disorganises if it causes a casualty [NQM-AMB-44]",
        "nqm.harassing.direct": "direct fire that scores at harassing range disorganises [NQM-AMB-45]",
        "nqm.fire.dice_per_stand": "a stand fires one die in an hour [NQM-AMB-47]",
        "nqm.fire.contact_shift": "both sides go up a class in a firefight at contact range [NQM-AMB-50]",
        "nqm.grade.veteran_breakout": "a veteran stand breaks out on 3 to 6 [NQM-AMB-52]",
        "nqm.morale.threshold": "a third of the points is an exact third [NQM-AMB-53]",
        "nqm.morale.reinforcement": "one fresh stand, or fire unit of guns, lets a failed attack go on [NQM-AMB-62]",
        "nqm.morale.green_defenders_test": "green troops take no first-casualty test in defence [NQM-AMB-58]",
        "nqm.terror.predominantly": "tank terror is tested against more tank than infantry stands [NQM-AMB-60]",
        "nqm.disorganised.fires": "a disorganised unit may fire and hold [NQM-AMB-55]",
        "nqm.assault.cap_scope": "the greatest number of assault dice applies to a side [NQM-AMB-64]",
        "nqm.assault.draws": "elite and veteran troops win drawn dice over any lower grade [NQM-AMB-66]",
        "nqm.assault.second_hour": (
            "an assault without result goes on in the next hour with all its attacks again [NQM-AMB-68]"
        ),
        "nqm.assault.tanks_defend": (
            "tanks assaulted by infantry throw a die for each unpinned point up to the defence dice of their grade"
            " [NQM-AMB-69]"
        ),
        "nqm.assault.guns_overrun": "guns whose position is taken by tanks are destroyed [NQM-AMB-69]",
        "nqm.assault.command_fights": "the battalion's command figure throws a die [NQM-AMB-71]",
        "nqm.assault.infantry_first": (
            "the infantry of a mixed attack takes all casualties in the assault only [NQM-AMB-72]"
        ),
        "nqm.assault.same_hour": (
            "veterans and elite troops assault in the very hour in which the firefight is won [NQM-AMB-102]"
        ),
        "nqm.reorg.pool": "casualties are halved over the unit [NQM-AMB-75]",
        "nqm.reorg.no_post": "stands without a brigade medical post recover as with one [NQM-AMB-76]",
        "nqm.reaction.rounding": "half hours of reaction are kept [NQM-AMB-17]",
        "nqm.tasks.range_roll": "a range of 2 to 12 hours is twice one die [NQM-AMB-21]",
        "nqm.fuel.vehicles": (
            "fuel vehicles stand within a road march of their headquarters as it serves the chain best [NQM-POL-03,"
            " NQM-POL-04]"
        ),
        "hexes.auto_evade": "a target evades only if its owner says so before the die [HEX-AMB-04]",
        "hexes.evade_indirect": "units may evade the fire of artillery and mortars [HEX-AMB-06]",
        "hexes.evade_types": "every unit may evade [HEX-AMB-07]",
        "hexes.cover_and_evasion_stack": "cover and evasion may both be taken off one shot [HEX-AMB-08]",
        "hexes.hill_is_open": "a hill is not open terrain [HEX-AMB-09]",
        "hexes.jeep_target_class": "jeeps are shot at as infantry [HEX-AMB-16]",
        "hexes.guns_are_infantry_targets": "guns and mortars are not infantry when shot at [HEX-AMB-18]",
        "hexes.guns_take_cover": "guns and mortars have no cover in woods, buildings and broken terrain [HEX-AMB-19]",
        "hexes.broken_between_covers": "broken terrain between shooter and target covers every target [HEX-AMB-20]",
        "hexes.hulldown_vs_indirect": "tanks on a hill are in cover from artillery and mortars too [HEX-AMB-22]",
        "hexes.cover_vs_indirect": "the cover of its own hex protects a target from artillery and mortars [HEX-AMB-24]",
        "hexes.hit_in_hex": "the shooter names which of two units in a hex is hit [HEX-AMB-40]",
        "hexes.woods_block_los": "woods between shooter and target block the line [HEX-AMB-10]",
        "hexes.friends_block_los": "friends between shooter and target block the line [HEX-AMB-11]",
        "hexes.edge_los": "a line along the side shared by two hexes is blocked when both of them block [HEX-AMB-12]",
        "hexes.shooter_counts_for_ban": "the shooting battery is not itself a friend next to its target [HEX-AMB-25]",
        "hexes.spotter_cost": "sighting for indirect fire costs nothing [HEX-AMB-27]",
        "hexes.smoke_needs_spotter": "smoke may be laid on a hex that no unit sights [HEX-AMB-29]",
        "hexes.smoke_blocks_los": "smoke between shooter and target does not block the line [HEX-AMB-29]",
        "hexes.smoke_until_next_activation": "smoke lasts to the end of the turn [HEX-AMB-30]",
        "hexes.hill_sight": "a unit on a hill sees 2 hexes [HEX-AMB-56]",
        "hexes.reshuffle": "the pack is shuffled when it holds fewer cards than there are units [HEX-AMB-31]",
        "hexes.zoc_across_impassable": (
            "hexes with a river between them that cannot be crossed are adjacent [HEX-AMB-34]"
        ),
        "hexes.rough_cap": "a move that touches rough ground is one hex in all [HEX-AMB-35]",
        "hexes.vehicles_in_woods": "vehicles and guns may enter woods and buildings [HEX-AMB-36]",
        "hexes.arrivals": "a unit that arrives is dealt a card in that turn [HEX-AMB-47]",
        "hexes.joint_evade": "an evasion takes its 1 from both rolls of a joint shot [HEX-AMB-41]",
        "hexes.hidden_spot_reveals": "a hidden unit that sights for the guns stays hidden [HEX-AMB-48]",
        "brigade.mount_and_fire": (
            "troops that use half a move to mount, dismount, enter or leave may also fire [BDE-AMB-09]"
        ),
        "brigade.cavalry_seen_as": "riders are detected on the row of infantry [BDE-AMB-13]",
        "brigade.shown_until": "a unit counts as having moved or fired until its own next move [BDE-AMB-15]",
        "brigade.fire_at_features": "direct fire at a feature does not strike unseen enemies there [BDE-AMB-17]",
        "brigade.round_moves_down": "odd half inches of a move are kept [BDE-AMB-20]",
        "brigade.wagons_stick": "horse-drawn wagons and guns can get stuck as vehicles do [BDE-AMB-22]",
        "brigade.mixed_ground": "a move over several kinds of ground takes of each its part of the move [BDE-AMB-23]",
        "brigade.manhandle": "an unlimbered gun cannot be pushed [BDE-AMB-24]",
        "brigade.horse_holders": "horse holders are rounded up [BDE-AMB-26]",
        "brigade.cyclists_dismount": "cyclists may dismount for half a move and go on as infantry [BDE-AMB-98]",
        "brigade.lift_truck": "a truck model carries 6 figures [BDE-AMB-29]",
        "brigade.lift_half_track": "a half-track model carries 4 figures [BDE-AMB-29]",
        "brigade.lift_jeep": "a jeep model carries 1 figure [BDE-AMB-29]",
        "brigade.df_and_allied": (
            "British and American guns on a registered point take off both deductions [BDE-AMB-32]"
        ),
        "brigade.mortars_df": "mortars take off no deduction for a registered point [BDE-AMB-33]",
        "brigade.rockets_as_guns": "rockets have a zone of four inches and are never registered [BDE-AMB-43]",
        "brigade.breach_soft_cover": "woods and hedges need no breaching [BDE-AMB-46]",
        "brigade.breach_strips_cover": "troops whose cover was breached still save by it [BDE-AMB-47]",
        "brigade.zone_share": "a fire zone catches all of a company [BDE-AMB-51]",
        "brigade.flame_point_blank": "flame-throwers take the worse save at two inches [BDE-AMB-55]",
        "brigade.range_measured": (
            "a battle that the program plays measures between the centres of companies [BDE-AMB-59]"
        ),
        "brigade.he_pins_without_hit": "direct HE without a hit pins no unit [BDE-AMB-61]",
        "brigade.auto_cannon_pins": "a target hit by auto-cannon or flame may choose to be pinned [BDE-AMB-63]",
        "brigade.pin_policy": (
            "a battle that the program plays lets a unit hit by small arms take a pin unless it attacks [BDE-AMB-64]"
        ),
        "brigade.crews_fire_rifles": "crews of guns and support weapons do not fire rifles instead [BDE-AMB-96]",
        "brigade.specialist_fires_both": "the specialist figure does not fire its rifle beside its weapon [BDE-AMB-96]",
        "brigade.hit_pins_vehicle": "a hit that does not destroy a vehicle does nothing [BDE-AMB-76]",
        "brigade.mg_against_open_top": "armour is proof against small arms [BDE-AMB-77]",
        "brigade.auto_cannon_soft": "a soft-skin vehicle hit by an auto-cannon rolls its saving throw [BDE-AMB-78]",
        "brigade.crews_escape": "crews do not escape from destroyed fighting vehicles [BDE-AMB-80]",
        "brigade.crews_removed_at_two_thirds": "guns and support weapons stay while a crew figure is left [BDE-AMB-99]",
        "brigadier.apply_order": "the kills of a result fall on the unhurt before its wounds [BGC-AMB-02]",
        "brigadier.bug_out_when": (
            "the target of fire that was put off decides to bug out when the fire is declared [BGC-AMB-08]"
        ),
        "brigadier.bug_out_keeps_worse": "a platoon on Rout that bugs out stays on Rout [BGC-AMB-10]",
        "brigadier.liaison_may_miss_table": (
            "an attack called by an air liaison observer never goes off the table [BGC-AMB-13]"
        ),
        "brigadier.hedge_vs_indirect": "hedges and river banks shelter against fire that has no direction [BGC-AMB-18]",
        "brigadier.limbered_as_vehicle": (
            "limbered guns, mounted troops and horses are seen as far as vehicles [BGC-AMB-30]"
        ),
        "brigadier.find_hidden_by_contact": (
            "hidden platoons are found in contact, and inside a wood at 2 inches [BGC-AMB-34]"
        ),
        "brigadier.vehicles_may_hide": "vehicles may hide [BGC-AMB-35]",
        "brigadier.cancel_needs_good_order": "any platoon that may call it may cancel a planned barrage [BGC-AMB-42]",
        "brigadier.fourth_company": (
            "a fourth company's label bears the battalion's colour left and middle [BGC-AMB-38]"
        ),
        "brigadier.spent_first_order": "platoons of a spent battalion begin on Defend [BGC-MUS-04]",
    }
)
"""The rule that holds now in place of each setting that is gone."""


def gone_text(key: str) -> str:
    """Return one line for a user who still sets it: the setting is gone, and what the program plays instead."""
    return f"the setting {key} no longer exists; this holds now: {GONE[key]}"
