"""The shipped scenario through everybody's eyes: at the founding, and when the first battle stands to be fought."""

import json
import shutil
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from campaign.actions.day import Next
from campaign.actions.start_campaign import HISTORICAL, found_campaign
from campaign.journal import commit, reading
from campaign.model import Battalion, Commander, Formation, Side, Sighting
from campaign.queries.common.outlook import look
from campaign.queries.contacts.sitrep import sitreps
from campaign.queries.day.evening import staff_sheets, umpire_brief
from campaign.queries.day.status import status
from campaign.queries.day.weather import weather
from campaign.queries.map.objectives import objectives
from campaign.queries.orbat.orbat import orders_of_battle
from campaign.queries.orbat.roster import rosters
from campaign.queries.orders.orders import order_form
from campaign.queries.supply.supply import broken, supply, supply_chain
from campaign.rules.common.dice import Seeded
from campaign.store import Store, create, open_store
from campaign.terms.time import Moment, Phase
from campaign.terms.viewer import UMPIRE, Viewer
from campaign.views.common.json_values import as_json
from campaign.views.orbat.orbat import OrbatNode
from campaign.words.papers import Fact
from tests.queries.test_queries_knowledge import QUERIES
from tests.shipped import shipped_scenario


@pytest.fixture(scope="module")
def founded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Operation Brevity as it begins."""
    path = tmp_path_factory.mktemp("brevity") / "brevity.db"
    store = create(path)
    found_campaign(
        store,
        shipped_scenario("operation-brevity"),
        name="brevity",
        seed="1941",
        tabletop="brevity",
        weather=HISTORICAL,
        actor="test",
    )
    store.close()
    return path


@pytest.fixture(scope="module")
def begun(founded: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same when its first battle waits."""
    path = Path(shutil.copyfile(founded, tmp_path_factory.mktemp("begun") / "brevity.db"))
    store = open_store(path, write=True)
    for _ in range(6):
        with reading(store) as board:
            if board.clock.phase is Phase.BATTLES:
                break
        commit(store, None, Next("battle"), source=Seeded("1941"), actor="test")
    store.close()
    return path


@pytest.fixture(params=["founded", "begun"])
def brevity(request: pytest.FixtureRequest) -> Iterator[Store]:
    store = open_store(request.getfixturevalue(request.param), write=False)
    yield store
    store.close()


@pytest.fixture
def at_dawn(founded: Path) -> Iterator[Store]:
    store = open_store(founded, write=False)
    yield store
    store.close()


def units_of(node: OrbatNode) -> Iterator[str]:
    if node.level is None:
        yield node.name
    for below in node.subordinates:
        yield from units_of(below)


def test_every_battalion_is_on_the_chart_once_and_on_the_roster_once(brevity: Store) -> None:
    with reading(brevity) as board:
        battalions = board.rows(Battalion)
        charts, lists = orders_of_battle(board, UMPIRE), rosters(board, UMPIRE)
    on_charts = [name for chart in charts for root in chart.roots for name in units_of(root)]
    assert sorted(on_charts) == sorted(b.name for b in battalions if b.headquarters_of_id is None)
    assert len(battalions) == 30

    def rows(group: Any) -> Iterator[str]:
        yield from (row.symbol.arm for row in group.rows)
        for below in group.groups:
            yield from rows(below)

    assert sum(1 for roster in lists for group in roster.groups for _ in rows(group)) == 30


def test_the_columns_and_their_strength_are_as_the_sources_give_them(at_dawn: Store) -> None:
    with reading(at_dawn) as board:
        allied = next(side.id for side in board.rows(Side) if side.key == "allied")
        (chart,) = orders_of_battle(board, UMPIRE, allied)
    (corps,) = chart.roots
    assert corps.name == "Western Desert Force"
    (force,) = corps.subordinates
    assert [node.led_by for node in force.subordinates] == [
        "Brig H. E. Russell",
        "Brig I. D. Erskine",
        "Lt-Col Viscount Garmoyle",
    ]
    units = {node.name: node for group in force.subordinates for node in group.subordinates}
    assert units["2nd Bn Scots Guards"].strength == "780 men"
    assert units["2nd Royal Tank Regiment"].strength.endswith("29 cruiser tanks")
    assert units["4th Royal Tank Regiment (two squadrons)"].strength.endswith("24 Matilda II")
    assert units["8th Field Regiment RA"].strength.endswith("24 × 25-pdr")
    assert chart.totals is not None
    assert chart.totals.total[chart.totals.heads.index("tanks")] == "53"


def test_status_at_the_founding(at_dawn: Store) -> None:
    with reading(at_dawn) as board:
        view = status(board, UMPIRE)
    assert (view.title, view.moment, view.phase) == ("Operation Brevity", Moment(1, 1), Phase.WEATHER)
    assert view.clock == "night 14/15 May 1941, 22:00-04:00"
    assert [(s.side, s.fresh + s.spent, s.to_arrive) for s in view.sides] == [("Allied", 14, 0), ("Axis", 14, 2)]


def test_the_umpire_s_brief_says_who_is_in_an_open_battle(begun: Path) -> None:
    with closing(open_store(begun, write=False)) as store, reading(store) as board:
        (battle,) = umpire_brief(board, UMPIRE).battles
    assert (battle.battle.number, battle.battle.place) == (1, "Halfaya Pass, top")
    assert battle.forces == "Allied: 2 of 22 Gds Bde, 3 of Coast; Axis: 2 of Herff Ger tps, 2 of Montemurro"


def test_a_staff_reads_who_is_due_and_its_enemy_s_staff_does_not(at_dawn: Store) -> None:
    with reading(at_dawn) as board:
        british, axis = staff_sheets(board, UMPIRE)
        (cramer,) = (report for report in sitreps(board, UMPIRE) if "Cramer" in report.masthead.subtitle)
    due = Fact("15 May, 16:00 at Ed Duda / Tobruk siege line", "I./PzR 8, 8.8 Flak")
    assert (axis.arrivals, axis.arrivals_later) == ((due,), 0)
    assert (british.arrivals, british.arrivals_later) == ((), 0)
    assert {(line.state, line.position) for line in cramer.own} == {("To arrive", due.label)}, "said once"


def test_a_cause_that_stands_beside_it_is_not_told_again(at_dawn: Store) -> None:
    """A brigade that is out of supply with its division: beside the division's cause it names the division only."""
    with reading(at_dawn) as board:
        outlook = look(board, UMPIRE)
        by_short = {formation.short: formation for formation in outlook.army.formations.values()}
        gott, guards = by_short["Gott"], by_short["22 Gds Bde"]
        cut = {"own": False, "own_why": f"{gott.name} has no open road", "cut_by": [], "blocks": []}
        records = {gott.key: cut, guards.key: cut}
        assert broken(outlook, gott, records, {gott.id, guards.id}) == "no open road"
        assert broken(outlook, guards, records, {gott.id, guards.id}) == "Gott's force is out of supply"
        assert broken(outlook, guards, records) == "Gott's force is out of supply: no open road"


def test_the_moon_is_four_days_after_full(at_dawn: Store) -> None:
    with reading(at_dawn) as board:
        view = weather(board, UMPIRE)
    assert view.today is not None
    assert view.today.moon_words.startswith("4 days after full")


@pytest.mark.parametrize("side", ["allied", "axis"])
@pytest.mark.parametrize("name", [name for name in QUERIES if name not in ("units", "supply why")])
def test_no_view_of_a_side_names_an_enemy_it_has_not_met(brevity: Store, name: str, side: str) -> None:
    with reading(brevity) as board:
        mine = next(s for s in board.rows(Side) if s.key == side)
        said = json.dumps(as_json(QUERIES[name](board, Viewer(mine.id))), ensure_ascii=False)
        known = {s.battalion_id for s in board.rows(Sighting) if s.side_id == mine.id and s.named}
        enemies = [b.name for b in board.rows(Battalion) if b.side_id != mine.id and b.id not in known]
        enemies += [f.name for f in board.rows(Formation) if f.side_id != mine.id]
        enemies += [c.name for c in board.rows(Commander) if c.side_id != mine.id]
    assert [enemy for enemy in enemies if enemy in said] == []


def test_every_commander_gets_his_report_and_his_form(brevity: Store) -> None:
    with reading(brevity) as board:
        names = [c.name for c in board.rows(Commander)]
        reports = sitreps(board, UMPIRE)
        forms = [order_form(board, UMPIRE, name) for name in names]
    assert {r.order_form.commander for r in reports if r.order_form} == set(names)
    assert all(report.judgement.endswith(".") and report.own for report in reports)
    assert all(form.rows and form.rows[0].depth == 0 for form in forms)


def test_supply_of_the_columns_can_be_explained(at_dawn: Store) -> None:
    with reading(at_dawn) as board:
        view, chain = supply(board, UMPIRE), supply_chain(board, UMPIRE, "22nd Guards Brigade")
    states = {link.formation: link.in_supply for side in view.sides for link in side.links}
    assert states["Gott's force"]
    assert states["22nd Guards Brigade Group (centre column)"]
    assert not states["Coast column"]
    assert [link.formation for link in chain.links] == [
        "Western Desert Force",
        "Gott's force",
        "22nd Guards Brigade Group (centre column)",
    ]
    assert chain.verdict.startswith("in supply by 3 links, ")


def test_each_side_reads_its_own_objectives(at_dawn: Store) -> None:
    with reading(at_dawn) as board:
        allied = next(side for side in board.rows(Side) if side.key == "allied")
        mine = objectives(board, Viewer(allied.id)).objectives
    assert {line.side for line in mine} == {"Allied"}
    assert {line.held_by for line in mine} == {"not ours"}


def test_the_first_battle_waits_for_its_packet(begun: Path, file_of: Callable[[str], Path]) -> None:
    store = open_store(begun, write=False)
    with reading(store) as board:
        view = status(board, UMPIRE)
    store.close()
    assert view.phase is Phase.BATTLES
    assert [a.command for a in view.waiting] == [f"campaign battle packet {b.number}" for b in view.battles]
