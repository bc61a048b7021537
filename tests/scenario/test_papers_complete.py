"""Every battalion of the shipped orders of battle stands once in the chart and once in the roster, as text that can be
searched."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from campaign.actions.start_campaign import HISTORICAL, found_campaign
from campaign.journal import reading
from campaign.model import Battalion, Side
from campaign.queries.orbat.orbat import orders_of_battle
from campaign.queries.orbat.roster import rosters
from campaign.store import creating
from campaign.terms.viewer import UMPIRE
from campaign.views.orbat.orbat import OrbatNode
from campaign.views.orbat.roster import RosterGroup
from campaign_reports.orbat import render_orbat
from campaign_reports.roster import render_roster
from tests.eyes import runs_of, times
from tests.shipped import shipped_scenario


def units(node: OrbatNode) -> list[OrbatNode]:
    return [node] if node.level is None else [unit for below in node.subordinates for unit in units(below)]


def rows(group: RosterGroup) -> list[str]:
    return [*(row.name for row in group.rows), *(name for below in group.groups for name in rows(below))]


def titles(group: RosterGroup) -> list[str]:
    """Names of formations: some are called like a battalion of theirs."""
    return [group.name, *(name for below in group.groups for name in titles(below))]


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    "scenario", ["operation-brevity", pytest.param("market-garden", marks=pytest.mark.long), "bastogne"]
)
def test_every_battalion_stands_once_in_the_chart_and_once_in_the_roster(scenario: str, tmp_path: Path) -> None:
    with creating(str(tmp_path / "campaign.db")) as store:
        found_campaign(
            store, shipped_scenario(scenario), name="x", seed="1", tabletop="brevity", weather=HISTORICAL, actor="test"
        )
        with reading(store) as board:
            charts, lists = orders_of_battle(board, UMPIRE), rosters(board, UMPIRE)
            counted = {
                side.name: (len(own), sum(b.headquarters_of_id is None for b in own))
                for side in board.rows(Side)
                if (own := board.rows(Battalion, Battalion.side_id == side.id))
            }
    for chart, roster in zip(charts, lists, strict=True):
        drawn = [unit for root in chart.roots for unit in units(root)]
        listed = [name for group in roster.groups for name in rows(group)]
        assert (len(listed), len(drawn)) == counted[chart.masthead.side]
        heads = [name for group in roster.groups for name in titles(group)]
        wanted = Counter(listed) + Counter(name for name in heads if name in listed)
        totals = [f"Total {name}" for name in heads]
        printed = times([*listed, *heads, *totals], runs_of(render_roster(roster)))
        assert {name: printed[name] for name in wanted} == wanted
        runs = runs_of(render_orbat(chart))
        long, short = times((unit.name for unit in drawn), runs), times((unit.short for unit in drawn), runs)
        for name, count in Counter((unit.name, unit.short) for unit in drawn).items():
            assert long[name[0]] + (short[name[1]] if name[0] != name[1] else 0) == count, name
