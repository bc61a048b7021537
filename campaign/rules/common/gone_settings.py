"""Settings that earlier versions had and this one does not, with what every campaign plays now.

No club had a reason to change them. Files, databases and journals of earlier versions may still name them: they stay
readable, the value is left where it stands, and it does nothing.

GONE: Mapping[str, str]          key -> what holds now, with the id of the rule or open point
gone_text(key) -> str            ``hexes.jeep_target_class is gone: jeeps are shot at as infantry [HEX-AMB-16]``
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

GONE: Final[Mapping[str, str]] = MappingProxyType(
    {
        "amph.craft_row": "troops in landing craft are ashore as a battle begins [OB-AMB-131]",
        "hexes.auto_evade": "a target evades only if its owner says so before the die [HEX-AMB-04]",
        "hexes.evade_indirect": "units may evade the fire of artillery and mortars [HEX-AMB-06]",
        "hexes.evade_types": "every unit may evade [HEX-AMB-07]",
        "hexes.cover_and_evasion_stack": "cover and evasion may both be taken off one shot [HEX-AMB-08]",
        "hexes.hill_is_open": "a hill is no open terrain [HEX-AMB-09]",
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
        "hexes.shooter_counts_for_ban": "the shooting battery itself is no friend next to its target [HEX-AMB-25]",
        "hexes.spotter_cost": "sighting for indirect fire costs nothing [HEX-AMB-27]",
        "hexes.smoke_needs_spotter": "smoke may be laid on a hex that nobody sights [HEX-AMB-29]",
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
    }
)
"""What holds now in place of each setting that is gone."""


def gone_text(key: str) -> str:
    """One line for a person who set it: that the setting is gone, and what the program plays."""
    return f"the setting {key} is gone: {GONE[key]}"
