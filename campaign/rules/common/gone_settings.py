"""Settings that the program once had and no longer has.

Older files, databases and journals may still name them. They stay readable; the value is kept where it is and has no
effect. `campaign upgrade` lists those that a database had changed, and asks, before it upgrades it. What holds in place
of a setting is not kept here: the notes of the release without it say that. For those below, which went before the
first release, no notes do.

GONE: frozenset[str]             their keys
gone_text(key) -> str            ``the setting hexes.jeep_target_class no longer exists and has no effect``
"""

from __future__ import annotations

from typing import Final

_KEYS: Final = """
hit.flank hit.support_immunity hit.rocket_bonus_mixed hit.free_die_requires loc.hill_requires_lower_target
cas.move_loses_dugin move.side_edge_rule art.defensive_any cb.chain seq.count_hq_commands art.point_radius
art.point_late_arrivals cas.engineer_range air.strength hq.own_command hq.models size.artillery_24_gun
range.pre_ww1_shift ready.flame_window smoke.duration cas.field_gun_from_mm cas.medium_gun_from_mm
cas.heavy_gun_from_mm cas.super_heavy_gun_from_mm cas.heavy_rocket_from_mm eng.may_fire obs.next
hid.artillery_reveals cas.surround_test regroup.one_move_per_turn move.mixed_terrain move.dash_terrain_rate
move.lorries_on_roads posture.change_cost commander.reassign brg.keep_turns brg.consecutive dem.trigger
prep.consecutive rec.companies sup.march_rate_of nations.free_french amph.wheeled_unit amph.dd_penalty
amph.craft_row limits.enforce nqm.recce.ambush_range nqm.recce.scoot_odd nqm.recce.start_line_test
nqm.move.recce_advance nqm.t12.beyond nqm.arty.calibre_gate nqm.arty.disorganise nqm.harassing.direct
nqm.fire.dice_per_stand nqm.fire.contact_shift nqm.grade.veteran_breakout nqm.morale.threshold
nqm.morale.reinforcement nqm.morale.green_defenders_test nqm.terror.predominantly nqm.disorganised.fires
nqm.assault.cap_scope nqm.assault.draws nqm.assault.second_hour nqm.assault.tanks_defend nqm.assault.guns_overrun
nqm.assault.command_fights nqm.assault.infantry_first nqm.assault.same_hour nqm.reorg.pool nqm.reorg.no_post
nqm.reaction.rounding nqm.tasks.range_roll nqm.fuel.vehicles hexes.auto_evade hexes.evade_indirect hexes.evade_types
hexes.cover_and_evasion_stack hexes.hill_is_open hexes.jeep_target_class hexes.guns_are_infantry_targets
hexes.guns_take_cover hexes.broken_between_covers hexes.hulldown_vs_indirect hexes.cover_vs_indirect
hexes.hit_in_hex hexes.woods_block_los hexes.friends_block_los hexes.edge_los hexes.shooter_counts_for_ban
hexes.spotter_cost hexes.smoke_needs_spotter hexes.smoke_blocks_los hexes.smoke_until_next_activation
hexes.hill_sight hexes.reshuffle hexes.zoc_across_impassable hexes.rough_cap hexes.vehicles_in_woods hexes.arrivals
hexes.joint_evade hexes.hidden_spot_reveals brigade.mount_and_fire brigade.cavalry_seen_as brigade.shown_until
brigade.fire_at_features brigade.round_moves_down brigade.wagons_stick brigade.mixed_ground brigade.manhandle
brigade.horse_holders brigade.cyclists_dismount brigade.lift_truck brigade.lift_half_track brigade.lift_jeep
brigade.df_and_allied brigade.mortars_df brigade.rockets_as_guns brigade.breach_soft_cover
brigade.breach_strips_cover brigade.zone_share brigade.flame_point_blank brigade.range_measured
brigade.he_pins_without_hit brigade.auto_cannon_pins brigade.pin_policy brigade.crews_fire_rifles
brigade.specialist_fires_both brigade.hit_pins_vehicle brigade.mg_against_open_top brigade.auto_cannon_soft
brigade.crews_escape brigade.crews_removed_at_two_thirds brigadier.apply_order brigadier.bug_out_when
brigadier.bug_out_keeps_worse brigadier.liaison_may_miss_table brigadier.hedge_vs_indirect
brigadier.limbered_as_vehicle brigadier.find_hidden_by_contact brigadier.vehicles_may_hide
brigadier.cancel_needs_good_order brigadier.fourth_company brigadier.spent_first_order
"""
GONE: Final = frozenset(_KEYS.split())
"""The keys of the settings that are gone."""


def gone_text(key: str) -> str:
    """Return one line for a user who still sets it."""
    return f"the setting {key} no longer exists and has no effect"
