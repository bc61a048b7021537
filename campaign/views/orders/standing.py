"""All commanders' orders at a glance: who has given them, and those in force."""

from __future__ import annotations

from campaign.values import dataclass
from campaign.views.day.status import CommanderStanding
from campaign.words.orders import OrderForm


@dataclass(frozen=True, slots=True)
class OrdersOverview:
    """The commanders a viewer knows of, and the form of each."""

    viewer: str
    day: int
    commanders: tuple[CommanderStanding, ...]
    forms: tuple[OrderForm, ...]
