"""A new attribute of a battalion, formation, place or road is declared once: in a copy of the program that has it, four
files of the program and a migration know of it, and a campaign file of before, a scenario's file, its check, its schema,
a battle's units, an export and an import have it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

import pytest
from click.testing import CliRunner

from campaign.cli.contents import campaign
from tests.house.copies import HOUSE, copy_of_the_program, run

LINES = {
    "campaign/terms/battalion.py": (
        r"    carried_by: Annotated",
        '    bridging_sets: Annotated[int, Key("How many bridges it carries.", most=9)] = 0\n',
    ),
    "campaign/model/forces.py": (r"    carried_by: Column", "    bridging_sets: Column[int] = Column(default=0)\n"),
    "campaign/journal/entry_upgrade.py": (
        r"(?<=\n)\)\n",
        '    Lift("{new}", new={{"battalion": {{"bridging_sets": 0}}}}),\n',
    ),
    "campaign/store/revision.py": (r"(?<=\n)HEAD = .*\n()", 'HEAD = "{new}"\n'),
}
"""For each file the place before which a line comes."""
MIGRATION = '''"""Bridging sets of battalions."""

import sqlalchemy as sa
from alembic import op

revision = "{new}"
down_revision = "{old}"
branch_labels = None
depends_on = None
reinterprets = ()


def upgrade():
    op.add_column("battalion", sa.Column("bridging_sets", sa.Integer(), nullable=False, server_default="0"))


def downgrade():
    op.drop_column("battalion", "bridging_sets")
'''
SCENARIO = """
title: The bridge
first day: 12 June 1941
days: 2
coordinates: kilometres
sides: {blue: {home edges: [east]}, red: {home edges: [west]}}
weather: [{day: 1, sky: clear}]
places: {east: {at: "20, 0"}, west: {at: "0, 0"}}
roads: [{from: east, to: west, km: 21, kind: track}]
objectives: [{place: east, side: blue, points: 1}]
establishments: {bridging company: {arm: bridging, size: company, bridging sets: 2, establishment: {men: 150}}}
order of battle:
  blue:
    - division: Blue Division
      nation: british
      at: east
      headquarters: {}
      battalions:
        - {battalion: First Bridges, like: bridging company}
        - {battalion: Second Bridges, like: bridging company, bridging sets: 5}
  red: [{command: Red Brigade, nation: german, at: west, battalions: [{battalion: Rifles, arm: infantry}]}]
"""
TYPED = """
import json, sqlite3
from pathlib import Path

import pytest
from click.testing import CliRunner
from campaign.cli.contents import campaign


def typed(*words, code=0):
    done = CliRunner().invoke(campaign, words)
    assert done.exit_code == code, (words, done.output, done.exception)
    return done.output


"""
"""What each play begins with."""
PLAYED = """
def sets(file):
    with sqlite3.connect(file) as database:
        return dict(database.execute("select key, bridging_sets from battalion"))

scenario = Path("bridge.yaml").read_text()
Path("wrong.yaml").write_text(scenario.replace("sets: 5", "sets: many"))
assert "bridging sets: found 'many'; expected a whole number from 0 to 9" in typed("check", "wrong.yaml", code=1)
typed("check", "bridge.yaml")
typed("new", "bridge.yaml", "--db", "first.db", "--seed", "1941", "--weather", "dice")
assert sets("first.db") == {KEYS}
typed("export", "--db", "first.db", "--out", "all.json")
rows = json.loads(Path("all.json").read_text())["tables"]["battalion"]
assert {row["key"]: row["bridging_sets"] for row in rows} == {KEYS}
typed("import", "all.json", "--db", "second.db")
assert sets("second.db") == {KEYS}
typed("export", "--format", "scenario", "--db", "second.db", "--out", "again")
written = Path("again/blue.yaml").read_text()
assert "bridging sets: 2" in written and "bridging sets: 5" in written
typed("new", "again", "--db", "third.db", "--seed", "1941", "--weather", "dice")
assert sets("third.db") == {KEYS}
typed("export", "--format", "csv", "--db", "second.db", "--out", "orbat.csv")
assert "bridging sets" in Path("orbat.csv").read_text().splitlines()[0]
typed("upgrade", "--db", "before.db")
typed("doctor", "--db", "before.db")
assert set(sets("before.db").values()) == {0}

from campaign.exchange.schema import schema
shapes = [schema()["definitions"][kind]["properties"]["bridging sets"] for kind in ("battalion", "establishment")]
assert [shape["description"] for shape in shapes] == ["How many bridges it carries."] * 2

from campaign.journal.transaction import board_on
from campaign.situation.army import load_army
from campaign.situation.force import unit_of
from campaign.store import opened
with opened("second.db", write=False) as store, store.engine.connect() as connection, connection.begin():
    with board_on(connection, 1, write=False) as board:
        army = load_army(board)
        units = [unit_of(army, battalion) for battalion in army.battalions.values()]
        assert {unit.key: unit.bridging_sets for unit in units} == {KEYS}
print("played")
""".replace("{KEYS}", "{'headquarters_blue_division': 0, 'first_bridges': 2, 'second_bridges': 5, 'rifles': 0}")


def with_lines(copy: Path, lines: Mapping[str, tuple[tuple[str, str], ...]], migration: str) -> None:
    """A copy of the program with more lines, for each file by the place before which a line comes, and a migration."""
    copy_of_the_program(copy)
    head = re.search(r'HEAD = "(\d+)"', (copy / "campaign/store/revision.py").read_text(encoding="utf-8"))
    assert head is not None
    revisions = {"old": head[1], "new": f"{int(head[1]) + 1:04d}"}
    for name, additions in lines.items():
        text = (copy / name).read_text(encoding="utf-8")
        for place, line in additions:
            match = re.search(place, text)
            assert match is not None, name
            end = match.end() if match.groups() else match.start()
            filled = line.format(**revisions) if "{new}" in line else line
            text = text[: match.start()] + filled + text[end:]
        (copy / name).write_text(text, encoding="utf-8")
    file = copy / "migrations" / "versions" / f"{revisions['new']}_more.py"
    file.write_text(migration.format(**revisions), encoding="utf-8")


def touched(copy: Path) -> list[str]:
    """The files of the copy's program that are not as in the house."""
    return [
        name
        for path in sorted((copy / "campaign").rglob("*.py"))
        if path.read_bytes() != (HOUSE / (name := path.relative_to(copy).as_posix())).read_bytes()
    ]


def play_through(copy: Path, play: Path, script: str) -> None:
    """A campaign of before is founded by the program as it is; then the copy plays through the script."""
    words = ("new", str(play / "before.yaml"), "--db", str(play / "before.db"), "--seed", "1941", "--weather", "dice")
    founded = CliRunner().invoke(campaign, words)
    assert founded.exit_code == 0, founded.output
    (play / "played.py").write_text(TYPED + script, encoding="utf-8")
    assert run(copy, play, "played.py").endswith("played\n")


@pytest.mark.long
def test_a_new_attribute_of_a_battalion_touches_four_files(tmp_path: Path) -> None:
    copy, play = tmp_path / "program", tmp_path / "play"
    play.mkdir()
    with_lines(copy, {name: (addition,) for name, addition in LINES.items()}, MIGRATION)
    assert touched(copy) == sorted(LINES) and len(LINES) <= 4
    (play / "bridge.yaml").write_text(SCENARIO, encoding="utf-8")
    (play / "before.yaml").write_text(re.sub(r", bridging sets: \d", "", SCENARIO), encoding="utf-8")
    play_through(copy, play, PLAYED)


GROUND = {
    "place": ("campaign/model/ground.py", "hill", "wells", 'int, Key("Wells that an army may drink from.", most=99)'),
    "road": ("campaign/model/ground.py", "defile", "ruts", 'int, Key("How deep its ruts are.", most=99, unit="cm")'),
    "formation": ("campaign/model/forces.py", "ad_hoc", "mules", 'int, Key("Mules that carry its stores.", most=9999)'),
}
"""By the kind of thing: the file of its table, the attribute before which another comes, that one, and what it is."""
GROUND_LINES = {
    "campaign/exchange/values.py": tuple(
        (rf"    {before}: Annotated", f"    {name}: Annotated[{declared}] = 0\n")
        for _, before, name, declared in GROUND.values()
    ),
    **{
        file: tuple(
            (rf"    {before}: Column", f"    {name}: Column[int] = Column(default=0)\n")
            for other_file, before, name, _ in GROUND.values()
            if other_file == file
        )
        for file in ("campaign/model/ground.py", "campaign/model/forces.py")
    },
    "campaign/journal/entry_upgrade.py": (
        (
            r"(?<=\n)\)\n",
            '    Lift("{new}", new={{'
            + ", ".join(f'"{kind}": {{{{"{name}": 0}}}}' for kind, (_, _, name, _) in GROUND.items())
            + "}}),\n",
        ),
    ),
    "campaign/store/revision.py": (LINES["campaign/store/revision.py"],),
}
GROUND_MIGRATION = (
    MIGRATION[: MIGRATION.index("def upgrade")]
    + "def upgrade():\n"
    + "".join(
        f'    op.add_column("{kind}", sa.Column("{name}", sa.Integer(), nullable=False, server_default="0"))\n'
        for kind, (_, _, name, _) in GROUND.items()
    )
    + "\n\ndef downgrade():\n"
    + "".join(f'    op.drop_column("{kind}", "{name}")\n' for kind, (_, _, name, _) in GROUND.items())
)
GROUND_SCENARIO = (
    re.sub(r", bridging sets: \d", "", SCENARIO)
    .replace('east: {at: "20, 0"}', 'east: {at: "20, 0", wells: 3}')
    .replace("kind: track}", "kind: track, ruts: 25}")
    .replace("nation: british\n", "nation: british\n      mules: 40\n")
)
GROUND_PLAYED = """
from campaign.exchange.schema import schema

COLUMNS = {"place": "wells", "road": "ruts", "formation": "mules"}

def numbers_in(file):
    with sqlite3.connect(file) as database:
        rows = {kind: database.execute(f"select {name} from {kind}") for kind, name in COLUMNS.items()}
        return {kind: sorted(number for (number,) in cells) for kind, cells in rows.items()}

ALL = {"place": [0, 3], "road": [25], "formation": [0, 40]}
scenario = Path("ground.yaml").read_text()
for figure, key in (("3", "wells"), ("25", "ruts"), ("40", "mules")):
    Path("wrong.yaml").write_text(scenario.replace(f"{key}: {figure}", f"{key}: many"))
    assert f"{key}: found 'many'; expected a whole number" in typed("check", "wrong.yaml", code=1)
typed("new", "ground.yaml", "--db", "first.db", "--seed", "1941", "--weather", "dice")
assert numbers_in("first.db") == ALL
typed("export", "--db", "first.db", "--out", "all.json")
typed("import", "all.json", "--db", "second.db")
assert numbers_in("second.db") == ALL
typed("export", "--format", "scenario", "--db", "second.db", "--out", "again")
typed("new", "again", "--db", "third.db", "--seed", "1941", "--weather", "dice")
assert numbers_in("third.db") == ALL
typed("upgrade", "--db", "before.db")
typed("doctor", "--db", "before.db")
assert {number for numbers in numbers_in("before.db").values() for number in numbers} == {0}
assert all(name in schema()["definitions"][kind]["properties"] for kind, name in COLUMNS.items())
print("played")
"""


@pytest.mark.long
def test_a_new_attribute_of_a_formation_a_place_and_a_road_touches_four_files_each(tmp_path: Path) -> None:
    copy, play = tmp_path / "program", tmp_path / "play"
    play.mkdir()
    with_lines(copy, GROUND_LINES, GROUND_MIGRATION)
    tables = {file for file, *_ in GROUND.values()}
    assert touched(copy) == sorted(GROUND_LINES) and len(GROUND_LINES.keys() - tables) == 3
    (play / "ground.yaml").write_text(GROUND_SCENARIO, encoding="utf-8")
    (play / "before.yaml").write_text(re.sub(r",? *(wells|ruts|mules): \d+", "", GROUND_SCENARIO), encoding="utf-8")
    play_through(copy, play, GROUND_PLAYED)
