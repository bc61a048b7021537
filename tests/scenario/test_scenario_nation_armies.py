"""Every establishment that is shipped founds a campaign and stands on the table under every system, alone in its
command."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from campaign.actions.start_campaign import DICE, found_campaign
from campaign.exchange.check import read_scenario
from campaign.exchange.foreign.fitting import library
from campaign.exchange.foreign.nations import nation_named
from campaign.journal import reading
from campaign.model import Formation
from campaign.rules.common.force import Force, Unit
from campaign.rules.common.muster import Muster
from campaign.rules.common.settings import DEFAULTS
from campaign.rules.tabletop.interface import playable, tabletop
from campaign.situation.army import Army, load_army
from campaign.situation.force import command_of, unit_of
from campaign.store import creating, opened
from campaign.terms.forces import Arm

HEAD = """title: Establishments
first day: 1 June 1943
days: 2
coordinates: kilometres
sides: {one: {name: One, home edges: [here]}, two: {name: Two, home edges: [there]}}
places: {here: {name: Here, at: "0, 0"}, there: {name: There, at: "9, 0"}}
roads: [{from: here, to: there, kind: metalled road}]
nations:
  australian: {name: Australian, counts as: commonwealth}
  new_zealand: {name: New Zealand, counts as: commonwealth}
  south_african: {name: South African, counts as: commonwealth}
  polish: {name: Polish, counts as: british}
  finnish: {name: Finnish, counts as: german}
  hungarian: {name: Hungarian, counts as: italian}
  romanian: {name: Romanian, counts as: italian}
  dutch: {name: Dutch, counts as: british}
order of battle:
"""
MATES = 2
"""Each battalion has so many of its kind beside it: a command is two to four battalions (OB-ORG-04)."""


@pytest.fixture(scope="module")
def army(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Army]:
    """A founded campaign with a command for every establishment."""
    rows: dict[str, list[str]] = {"one": [], "two": []}
    for n, known in enumerate(library().establishments):
        assert nation_named(known.nation), known.name
        side, at = ("one", "here") if n % 2 else ("two", "there")
        rows[side].append(
            f"    - command: {known.name}\n      nation: {known.nation}\n      at: {at}\n      battalions:"
        )
        rows[side] += [
            f"        - {{battalion: No. {mate} {known.name}, like: {known.name}}}" for mate in range(1, MATES + 1)
        ]
    folder: Path = tmp_path_factory.mktemp("establishments")
    path = folder / "all.yaml"
    path.write_text(
        HEAD + "".join(f"  {side}:\n" + "\n".join(lines) + "\n" for side, lines in rows.items()), encoding="utf-8"
    )
    with creating(folder / "all.db") as store:
        found_campaign(store, read_scenario(path), name="all", seed="1", tabletop="brevity", weather=DICE, actor="test")
    with opened(folder / "all.db", write=False) as store, reading(store) as board:
        yield load_army(board)


def units_of(army: Army, formation: Formation) -> tuple[Unit, ...]:
    """The battalions of a command as a fight takes them."""
    return tuple(unit_of(army, battalion, line=n) for n, battalion in enumerate(army.organic[formation.id], 1))


@pytest.mark.long
def test_all_of_them_are_founded(army: Army) -> None:
    assert len(army.formations) == len(library().establishments) >= 390
    assert len(army.battalions) == MATES * len(library().establishments)


@pytest.mark.parametrize("key", playable())
def test_every_establishment_musters(army: Army, key: str) -> None:
    """Each brings stands with something to lose and models to own, or is off the table and says why."""
    book, door, empty = DEFAULTS.with_settings({}), tabletop(key), []
    for formation in army.formations.values():
        units, side = units_of(army, formation), army.sides[formation.side_id]
        force = Force(side.id, side.key, side.name, (command_of(army, formation, frozenset()),), units)
        made: Muster = door.muster(force, book)
        told = [*made.notes, *made.warnings, *(line.note for line in made.lines)]
        if not (made.models() and any(stand.count > 0 for line in made.lines for stand in line.stands)) and not any(
            told
        ):
            empty.append(formation.name)
    assert empty == []


@pytest.mark.parametrize("key", playable())
def test_tanks_stand_as_tanks(army: Army, key: str) -> None:
    """A battalion of tanks brings models of vehicles, whatever nation and year."""
    book, door = DEFAULTS.with_settings({}), tabletop(key)
    for formation in army.formations.values():
        units, side = units_of(army, formation), army.sides[formation.side_id]
        if units[0].arm in (Arm.ARMOUR, Arm.HEAVY_ARMOUR):
            force = Force(side.id, side.key, side.name, (command_of(army, formation, frozenset()),), units)
            assert not any("figure" in model.key for model in door.muster(force, book).models()), formation.name
