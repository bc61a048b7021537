"""``campaign forecast``: what the orders given so far would bring, before anything is committed."""

from __future__ import annotations

import click

from campaign.cli.lazy import Entry, LazyGroup, Section

_SECTIONS = (
    Section(
        "Forecasts",
        (
            Entry("battles", "campaign.cli.forecast_battles:battles", "the battles that the next movement would cause"),
            Entry(
                "campaign",
                "campaign.cli.forecast_campaign:campaign_",
                "the campaign played many times: chances, scores, strengths, battles",
            ),
        ),
    ),
)


@click.group(cls=LazyGroup, sections=_SECTIONS)
def forecast() -> None:
    """Show the likely results of the orders given so far. Nothing is changed."""
