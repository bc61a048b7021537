"""Printed papers: PDF pages drawn from views. They open no session and know only the contents of the view.

    render_orbat, render_roster, render_sitrep, render_orders, render_all_orders   the campaign's papers
    render_map, render_map_svg                                                      the situation map, on paper and for
    a screen
    render_battle_sheet, render_return_form, render_umpire_sheet, render_packet     the papers of a battle
    render_battle_report                                                            a battle resolved by the program
    render_strength, render_engineers, render_supply, render_recovery              the day's returns
    render_staff_sheet, render_umpire_brief                                        sheets that gather others
    render_book, render_diary                                                       the campaign book, the diary
    render_forecast, render_forecast_svg                                            the forecast of the campaign
    render_labels                                                                   labels and markers to cut out
    render_unit_cards                                                               a card for each unit of a sheet
    render_key                                                                      the unit symbols
    render_reference                                                                charts and rules of a system
    compose                                                                         several of them in one file

Each takes a view and a ``Paper`` and returns the bytes of a PDF (or the text of an SVG); the same view gives the same
bytes. The names are looked up when they are first used, so that importing this package costs nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from campaign_reports.air_tasking import render_air_tasking
    from campaign_reports.battle_report import render_battle_report
    from campaign_reports.battle_sheet import render_battle_sheet
    from campaign_reports.book import render_book
    from campaign_reports.diary import render_diary
    from campaign_reports.document import compose
    from campaign_reports.engineers import render_engineers
    from campaign_reports.forecast_paper import render_forecast, render_forecast_svg
    from campaign_reports.key import render_key
    from campaign_reports.labels import render_labels
    from campaign_reports.map import render_map, render_map_svg
    from campaign_reports.orbat import render_orbat
    from campaign_reports.orders import render_all_orders, render_orders
    from campaign_reports.packet import render_packet, render_side
    from campaign_reports.page import Paper
    from campaign_reports.recovery import render_recovery
    from campaign_reports.reference import render_reference
    from campaign_reports.return_form import render_return_form
    from campaign_reports.roster import render_roster
    from campaign_reports.sitrep import render_sitrep
    from campaign_reports.staff_sheet import render_staff_sheet
    from campaign_reports.strength import render_strength
    from campaign_reports.supply import render_supply
    from campaign_reports.umpire_brief import render_umpire_brief
    from campaign_reports.umpire_sheet import render_umpire_sheet
    from campaign_reports.unit_cards import render_unit_cards

_ROOMS = {
    "Paper": "page",
    "compose": "document",
    "render_air_tasking": "air_tasking",
    "render_all_orders": "orders",
    "render_battle_report": "battle_report",
    "render_battle_sheet": "battle_sheet",
    "render_book": "book",
    "render_diary": "diary",
    "render_engineers": "engineers",
    "render_forecast": "forecast_paper",
    "render_forecast_svg": "forecast_paper",
    "render_key": "key",
    "render_labels": "labels",
    "render_map": "map",
    "render_map_svg": "map",
    "render_orbat": "orbat",
    "render_orders": "orders",
    "render_packet": "packet",
    "render_recovery": "recovery",
    "render_reference": "reference",
    "render_return_form": "return_form",
    "render_roster": "roster",
    "render_side": "packet",
    "render_sitrep": "sitrep",
    "render_staff_sheet": "staff_sheet",
    "render_strength": "strength",
    "render_supply": "supply",
    "render_umpire_brief": "umpire_brief",
    "render_umpire_sheet": "umpire_sheet",
    "render_unit_cards": "unit_cards",
}

__all__ = [
    "Paper",
    "compose",
    "render_air_tasking",
    "render_all_orders",
    "render_battle_report",
    "render_battle_sheet",
    "render_book",
    "render_diary",
    "render_engineers",
    "render_forecast",
    "render_forecast_svg",
    "render_key",
    "render_labels",
    "render_map",
    "render_map_svg",
    "render_orbat",
    "render_orders",
    "render_packet",
    "render_recovery",
    "render_reference",
    "render_return_form",
    "render_roster",
    "render_side",
    "render_sitrep",
    "render_staff_sheet",
    "render_strength",
    "render_supply",
    "render_umpire_brief",
    "render_umpire_sheet",
    "render_unit_cards",
]


def __getattr__(name: str) -> Any:
    if name not in _ROOMS:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_ROOMS[name]}"), name)
