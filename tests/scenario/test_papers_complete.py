"""Every battalion of the shipped orders of battle stands once in the chart and once in the roster, as text that can be searched."""

from __future__ import annotations

import io
from collections import Counter
from pathlib import Path

import pytest
from pypdf import PdfReader

from campaign.actions.found import HISTORICAL, found_campaign
from campaign.exchange.check import find_scenario, read_scenario
from campaign.journal import reading
from campaign.model import Battalion, Side
from campaign.queries.orbat import orders_of_battle
from campaign.queries.roster import rosters
from campaign.store import creating
from campaign.terms.viewer import UMPIRE
from campaign.views.orbat import OrbatNode
from campaign.views.roster import RosterGroup
from campaign_reports.orbat import render_orbat
from campaign_reports.roster import render_roster


def plain(text: str) -> str:
    """Letters and figures only: names are broken over lines, and a hyphen may end one."""
    return "".join(sign for sign in text if sign.isalnum())


def text_of(data: bytes) -> str:
    return plain("".join(page.extract_text() for page in PdfReader(io.BytesIO(data)).pages))


def units(node: OrbatNode) -> list[OrbatNode]:
    return [node] if node.level is None else [unit for below in node.subordinates for unit in units(below)]


def rows(group: RosterGroup) -> list[str]:
    return [*(row.name for row in group.rows), *(name for below in group.groups for name in rows(below))]


@pytest.mark.parametrize("scenario", ["operation-brevity", "market-garden", "bastogne"])
def test_every_battalion_stands_once_in_the_chart_and_once_in_the_roster(scenario: str, tmp_path: Path) -> None:
    with creating(str(tmp_path / "campaign.db")) as store:
        found_campaign(
            store, read_scenario(find_scenario(scenario)), name="x", seed="1", tabletop="brevity", weather=HISTORICAL, actor="test"
        )
        with reading(store) as desk:
            charts, lists = orders_of_battle(desk, UMPIRE), rosters(desk, UMPIRE)
            counted = {
                side.adjective: (len(own), sum(b.headquarters_of_id is None for b in own))
                for side in desk.rows(Side)
                if (own := desk.rows(Battalion, Battalion.side_id == side.id))
            }
    for chart, roster in zip(charts, lists, strict=True):
        drawn = [unit for root in chart.roots for unit in units(root)]
        listed = [name for group in roster.groups for name in rows(group)]
        assert (len(listed), len(drawn)) == counted[chart.masthead.side]
        chart_text, roster_text = text_of(render_orbat(chart)), text_of(render_roster(roster))
        assert missing(Counter(plain(name) for name in listed), roster_text) == {}
        shown = Counter(plain(unit.short or unit.name) if plain(unit.name) not in chart_text else plain(unit.name) for unit in drawn)
        assert missing(shown, chart_text) == {}


def missing(names: Counter[str], text: str) -> dict[str, tuple[int, int]]:
    """Names that stand in the text less often than they should."""
    return {name: (text.count(name), wanted) for name, wanted in names.items() if text.count(name) < wanted}
