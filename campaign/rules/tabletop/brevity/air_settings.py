"""The settings of Operation Brevity for aircraft and for landings from air and water, as far as the book leaves them
open.

TABLE      one line for each point; ``campaign/rules/common/settings.py`` collects it after the book's others
"""

from __future__ import annotations

from campaign.rules.common.entries import integer, switch, word
from campaign.rules.common.rulebook import Rule

TABLE: tuple[Rule, ...] = (
    # aircraft
    switch(
        "air.target_follows",
        False,
        "OB-AMB-102",
        (
            "aircraft whose target is a unit find it where it stands when they strike; off: they go where it was when"
            " it was named"
        ),
    ),
    integer(
        "air.mistarget_radius",
        "none",
        1,
        960,
        "OB-AMB-101",
        (
            "inches from the named target within which the opponent may pick another on a 1 (8 are a kilometre); none:"
            " anywhere"
        ),
        ("none",),
    ),
    word(
        "air.crater_repair",
        ("engineers", "nobody"),
        "OB-AMB-105",
        "who fills craters: a battalion with engineering support, or nobody",
    ),
    integer(
        "air.transport_missions",
        1,
        0,
        4,
        "OB-AMB-106",
        "missions that a transport battalion flies in a day, all in one turn",
    ),
    switch(
        "air.reconnaissance",
        False,
        "umpire 1.13",
        "aircraft may be sent to look: what stands near the place is sighted",
    ),
    # landings
    switch(
        "land.recoverable",
        True,
        "OB-AMB-133",
        "a battalion destroyed as it lands from the air can be brought back by recovery; off: it is gone for good",
    ),
    switch(
        "land.safe_unopposed",
        False,
        "OB-LAND-04",
        (
            "a battalion that lands from the air out of every enemy's location range rolls no die and lands unharmed;"
            " off: every landing is rolled for"
        ),
    ),
    switch(
        "land.put_off",
        False,
        "OB-LAND-01, OB-WX-07",
        (
            "a landing from the air that could not be flown is tasked again for the same turn of the next day with room"
            " for it; off: it is called off"
        ),
    ),
)
