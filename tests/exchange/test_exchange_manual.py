"""What orbats/README.md says is so: its example is sound, every key and word stands in it, the table of arms is the one
in use."""

from __future__ import annotations

import re
from enum import StrEnum
from pathlib import Path

import pytest

from campaign.errors import Refused
from campaign.exchange import sections
from campaign.exchange.arms import MAKES
from campaign.exchange.check import check_files, read_scenario
from campaign.exchange.mending import LONG_KEYS
from campaign.exchange.returns import file as returns
from campaign.exchange.returns.file import read_return
from campaign.exchange.schema import ENTRIES
from campaign.exchange.template import FILES, write_starter
from campaign.folders import folder
from campaign.rules.tabletop.brevity.returns import FIELDS
from campaign.terms import forces as words
from campaign.terms.ground import Cover, CrossingState, FeatureKind, LoadClass, ObstacleKind, RoadKind, Surface
from campaign.terms.return_box import FieldKind
from campaign.terms.state import OrderKind, Posture, Sky, SupplyGrade, Support

MANUAL = (folder("orbats") / "README.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```yaml\n(.*?)```", MANUAL, re.DOTALL)

KEYS = (
    *sections.TOP_KEYS,
    *(key for table in ENTRIES.values() for key in table),
    *returns.TOP_KEYS,
    "ticks",
    *(one.name for one in FIELDS.line if one.kind is not FieldKind.TICK or one.key in returns.KEPT_APART),
    *returns.FOOT_KEYS,
)
WORDS: tuple[type[StrEnum], ...] = (
    words.Arm,
    words.SizeMark,
    words.Size,
    words.MarchClass,
    words.CombatClass,
    words.HitRow,
    words.CasualtyColumn,
    words.Armour,
    words.AntiTank,
    words.Weapon,
    words.VehicleKind,
    words.Piece,
    words.Engineers,
    words.Experience,
    words.Nationality,
    words.AirType,
    Cover,
    CrossingState,
    FeatureKind,
    LoadClass,
    ObstacleKind,
    RoadKind,
    Surface,
    OrderKind,
    Posture,
    Sky,
    SupplyGrade,
    Support,
)


def test_the_example_is_sound(tmp_path: Path) -> None:
    path = tmp_path / "example.yaml"
    path.write_text(EXAMPLES[0], encoding="utf-8")
    report = check_files([path])
    assert report.errors == () and report.warnings == ()
    scenario = read_scenario(path)
    assert [len(scenario.battalions), len(scenario.formations), len(scenario.air_tasks), len(scenario.weather)] == [
        10,
        6,
        1,
        2,
    ]


def test_the_example_of_a_return_is_read(tmp_path: Path) -> None:
    path = tmp_path / "return.yaml"
    path.write_text(next(one for one in EXAMPLES if one.startswith("battle:")), encoding="utf-8")
    assert len(read_return(path, FIELDS).content["lines"]) == 2


def test_the_examples_of_weapons_and_organisations_are_sound(tmp_path: Path) -> None:
    weapons, division, own = (
        next(one for one in EXAMPLES if one.startswith(first))
        for first in ("weapons:", "order of battle:", "organisations:")
    )
    head = EXAMPLES[0][: EXAMPLES[0].index("order of battle:")]
    two = "    - {division: 6th Rifle Division, short: 6 RD, like: my division, nation: soviet, at: east_gate}\n"
    (tmp_path / "one.yaml").write_text(
        f"{head[: head.index('commanders:')]}{head[head.index('places:') :]}{weapons}{own}{division}{two}",
        encoding="utf-8",
    )
    assert check_files([tmp_path / "one.yaml"]).errors == ()
    found = read_scenario(tmp_path / "one.yaml")
    troops = [b.name for b in found.battalions if b.headquarters_of is None]
    assert [sum(name.endswith((f"{n} RD", f"{n}th Rifle Division")) for name in troops) for n in (5, 6)] == [14, 9]
    assert "2/3/6 RD" in {b.short for b in found.battalions}


@pytest.mark.parametrize("key", sorted(set(KEYS)))
def test_every_key_is_explained(key: str) -> None:
    assert re.search(
        rf"`{re.escape(key)}`|^\s*(- )?\{{?{re.escape(key)}:|[{{ ,]{re.escape(key)}: ", MANUAL, re.MULTILINE
    ), key


@pytest.mark.parametrize("kind", WORDS, ids=lambda kind: kind.__name__)
def test_every_word_is_listed(kind: type[StrEnum]) -> None:
    assert [word.value for word in kind if word.value not in MANUAL] == []


def test_the_table_of_arms_is_the_one_in_use() -> None:
    rows = [
        [cell.strip() for cell in line.strip("|").split("|")] for line in MANUAL.splitlines() if line.startswith("| ")
    ]
    table = {row[0]: row[1:] for row in rows if len(row) == 10}
    for arm, make in MAKES.items():
        assert table[arm] == [
            make.march_class,
            make.combat_class,
            make.hit_row,
            make.casualty_column,
            make.armour,
            make.anti_tank_best or "none",
            make.weapon,
            str(make.direct_in),
            make.engineers,
        ]
    assert set(MAKES) == set(words.Arm)


def test_the_starter_is_sound_without_a_warning(tmp_path: Path) -> None:
    written = write_starter(tmp_path / "mine")
    assert [path.name for path in written] == [*FILES, "scenario.schema.json"]
    report = check_files([tmp_path / "mine"])
    assert report.errors == () and report.warnings == ()


def test_the_starter_overwrites_nothing(tmp_path: Path) -> None:
    write_starter(tmp_path)
    with pytest.raises(Refused, match=r"already holds blue\.yaml"):
        write_starter(tmp_path)
    with pytest.raises(Refused, match="is a file"):
        write_starter(tmp_path / "map.yaml")


def test_every_long_key_can_be_mended() -> None:
    """A key of several words without its colon is known for what it is."""
    assert {key for key in KEYS if " " in key} <= set(LONG_KEYS)
