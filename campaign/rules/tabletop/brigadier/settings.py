"""The settings of Brigadier General Commands: optional rules, readings of the text, and the campaign's own figures.

Optional rules are off until they are switched on (BGC-GEN-07). The book's own missing tables are not settings: they are
typed into a house file (``brigadier/house.py``).
"""

from __future__ import annotations

from fractions import Fraction

from campaign.rules.common.entries import integer, number, switch, word
from campaign.rules.common.rulebook import Rule

TABLE: tuple[Rule, ...] = (
    # optional rules
    switch("brigadier.solo", False, "BGC-SOLO-01, BGC-GEN-07"),
    switch("brigadier.planned_map_fire", False, "BGC-INDIR-09, BGC-GEN-07"),
    switch("brigadier.artillery_observers", False, "BGC-INDIR-15, BGC-GEN-07"),
    switch("brigadier.air_liaison_observers", False, "BGC-AIR-08, BGC-GEN-07"),
    switch("brigadier.alternative_base_counts", False, "BGC-M-11, BGC-GEN-07"),
    switch("brigadier.heavy_ordnance", False, "BGC-M-21, BGC-GEN-07"),
    switch("brigadier.time_cards", False, "BGC-M-27, BGC-GEN-07"),
    switch("brigadier.hidden_movement", False, "BGC-UMP-01, BGC-GEN-07"),
    switch("brigadier.quick_play", False, "BGC-M-31, BGC-GEN-07"),
    # readings
    word("brigadier.excess_kills", ("lost", "wounded"), "BGC-AMB-01"),
    word("brigadier.half_dice", ("platoon", "pool"), "BGC-AMB-20"),
    word("brigadier.airburst_from", ("guns and mortars", "guns", "and aircraft", "all high explosive"), "BGC-AMB-17"),
    word("brigadier.fired_status", ("until out of sight", "turn", "battle"), "BGC-AMB-31"),
    word("brigadier.battalion_raises", ("any", "direct"), "BGC-AMB-25"),
    word("brigadier.company_headquarters", ("beside", "among"), "BGC-AMB-40"),
    switch("brigadier.infantry_support", False, "BGC-TAB-20, BGC-ORG-10"),
    word("brigadier.green_as", ("green", "recruits"), "BGC-MUS-07"),
    integer("brigadier.men_per_count", 10, 1, 40, "BGC-BACK-06"),
    integer("brigadier.vehicles_per_count", 1, 1, 10, "BGC-BACK-06"),
    number("brigadier.wound_weight", Fraction(1, 2), 0, 1, "BGC-TAB-21"),
    number("brigadier.spent_at", Fraction(15, 100), 0, 1, "BGC-TAB-21, BGC-MUS-02"),
    number("brigadier.destroyed_at", Fraction(30, 100), 0, 1, "BGC-TAB-21"),
    word("brigadier.loss_base", ("mustered full", "all up"), "BGC-TAB-21"),
    word("brigadier.spent_muster", ("markers", "fewer platoons"), "BGC-MUS-02, BGC-MUS-03"),
    number("brigadier.broken_share", Fraction(1, 2), 0, 1, "BGC-TAB-21"),
)
