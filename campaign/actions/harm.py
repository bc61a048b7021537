"""Losses outside a battle: a battalion becomes spent or is destroyed by bombs or on landing (OB-CAS-07..09, umpire
1.20).
"""

from __future__ import annotations

from campaign.actions.day_context import DayContext
from campaign.actions.supporting import end_support
from campaign.model import Battalion
from campaign.rules.common.strength import after_losses, bands_of, worse
from campaign.situation.army import put, set_state
from campaign.situation.force import establishment_of, strength_of
from campaign.terms.state import State


def harm(today: DayContext, battalion: Battalion, state: State) -> bool:
    """Reduce a battalion to this state and its strength to the state's band; take it off the map if destroyed. Returns
    False if it was in that state or worse.
    """
    after = worse(battalion.state, state)
    if after is battalion.state:
        return False
    strength = after_losses(after, strength_of(battalion), establishment_of(battalion), bands_of(today.book))
    set_state(battalion, after)
    battalion.hidden = False
    battalion.men, battalion.vehicles, battalion.guns = strength.men, strength.vehicles, strength.guns
    if not after.is_in_play:
        put(battalion, None)
        battalion.destroyed_day, battalion.destroyed_turn = today.now.day, today.now.turn
        battalion.resting, battalion.dug_in_turns, battalion.moved = False, 0, False
        end_support(today.board, battalion)
        battalion.present_id = battalion.organic_id
    return True
