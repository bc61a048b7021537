"""The settings of WW2 Rules for Brigade Level Games: points that the book leaves open, each with its default."""

from __future__ import annotations

from fractions import Fraction

from campaign.rules.common.entries import integer, number, switch, word
from campaign.rules.common.rulebook import Rule

TABLE: tuple[Rule, ...] = (
    # winning, organisation, the sequence
    word("brigade.win_losses", ("more than half", "half"), "BDE-AMB-01"),
    word("brigade.win_guns", ("all guns", "no anti-tank guns"), "BDE-AMB-03"),
    integer("brigade.hq_company_from", 3, 1, 12, "BDE-AMB-04"),
    switch("brigade.shared_detection", False, "BDE-AMB-16"),
    integer("brigade.visibility_cap", "none", 1, 200, "BDE-AMB-18", ("none",)),
    # movement
    switch("brigade.dev_per_battery", False, "BDE-AMB-38"),
    switch("brigade.redice_each_move", False, "BDE-AMB-39"),
    word("brigade.who_calls", ("observers and battalions", "companies too", "observers only"), "BDE-AMB-40"),
    word("brigade.breach_for", ("each unit", "each figure"), "BDE-AMB-45"),
    integer("brigade.df_points", 1, 0, 9, "BDE-AMB-93"),
    integer("brigade.missions", "unlimited", 0, 999, "BDE-AMB-52", ("unlimited",)),
    # direct fire and saving throws
    word("brigade.save_clamp", ("none", "a 6 saves"), "BDE-AMB-54"),
    switch("brigade.pool_fire", False, "BDE-AMB-57"),
    switch("brigade.test_once_per_step", False, "BDE-AMB-83"),
    word("brigade.hq_unpins", ("its own unit", "companies within 6 inches"), "BDE-AMB-86"),
    switch("brigade.air_sortie", False, "BDE-AMB-91"),
    # the campaign's battalions and back
    number("brigade.spent_at", Fraction(1, 3), 0, 1, "BDE-MAP-07"),
    number("brigade.destroyed_at", Fraction(2, 3), 0, 1, "BDE-MAP-07"),
    number("brigade.spent_musters", Fraction(2, 3), Fraction(1, 10), 1, "BDE-MAP-06"),
    # the software's own table
    integer("brigade.resolve_periods", 40, 1, 180, "BDE-MAP-10"),
    word("brigade.artillery_stands", ("off the table", "on the table"), "BDE-MAP-04"),
)
