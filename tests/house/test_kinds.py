"""A new kind of weather, light, state or arm is handled wherever kinds are told apart, or the house says where it is not.

``match`` over a vocabulary is exhaustive (mypy, ``exhaustive-match``). A mapping written out over a vocabulary of
``campaign/terms`` is complete too, or it stands below with what the missing ones mean.
"""

import ast
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from tests.house.sources import nodes_of, tree_of

HOUSE = Path(__file__).resolve().parents[2]
PARTIAL = {
    ("campaign/actions/air_attack.py", "State"): [2],
    ("campaign/actions/day.py", "Phase"): [1, 15],
    ("campaign/actions/decisions.py", "DecisionKind"): [1],
    ("campaign/actions/engineering.py", "TaskKind"): [9],
    ("campaign/actions/returns/settling.py", "State"): [2],
    ("campaign/exchange/foreign/filling.py", "SizeMark"): [7],
    ("campaign/exchange/foreign/vocabulary.py", "SizeMark"): [5],
    ("campaign/exchange/ground.py", "RoadKind"): [4],
    ("campaign/forecast/establishments.py", "Arm"): [24],
    ("campaign/play/odds.py", "Arm"): [15],
    ("campaign/queries/battle/session.py", "AirType"): [1],
    ("campaign/queries/battle/table_map.py", "CrossingState"): [1],
    ("campaign/resolve/brigade/transport.py", "Arm"): [25],
    ("campaign/resolve/brigadier/scenery.py", "Nature"): [2],
    ("campaign/rules/common/hand_weapons.py", "Arm"): [26],
    ("campaign/rules/day/engineering.py", "Armour"): [2],
    ("campaign/rules/day/engineering.py", "TaskKind"): [5, 8],
    ("campaign/rules/day/nqm_marches.py", "Arm"): [23],
    ("campaign/rules/day/strike.py", "AirType"): [1],
    ("campaign/rules/tabletop/brevity/odds.py", "Sky"): [1],
    ("campaign/rules/tabletop/brigade/muster.py", "Piece"): [4],
    ("campaign/rules/tabletop/brigadier/platoons.py", "Arm"): [11],
    ("campaign/rules/tabletop/brigadier/platoons.py", "Experience"): [1],
    ("campaign/rules/tabletop/brigadier/platoons.py", "Size"): [1],
    ("campaign/rules/tabletop/brigadier/platoons.py", "Weapon"): [7],
    ("campaign/rules/tabletop/nqm/fire_support.py", "SizeMark"): [6],
    ("campaign/situation/boats.py", "TaskKind"): [9],
    ("campaign/situation/terrain.py", "FeatureKind"): [7],
    ("campaign/situation/terrain.py", "ObstacleKind"): [3],
    ("campaign/web/map_unit.py", "State"): [3],
    ("campaign/web/pages/home.py", "Role"): [3],
    ("campaign/web/pages/players.py", "Role"): [3, 3],
    ("reports/campaign_reports/branches.py", "Arm"): [19],
    ("reports/campaign_reports/lines.py", "FeatureKind"): [7],
    ("reports/campaign_reports/map_key.py", "CrossingState"): [4],
    ("reports/campaign_reports/roster.py", "Level"): [3],
    ("reports/campaign_reports/symbols.py", "Arm"): [25],
    ("reports/campaign_reports/symbols.py", "SizeMark"): [6, 8, 9],
    ("reports/campaign_reports/symbols.py", "State"): [2],
}
"""How many members of a vocabulary a mapping leaves out on purpose: its reader has a default for them."""


def vocabularies() -> dict[str, set[str]]:
    """The members of every enumeration of ``campaign/terms``."""
    kinds = {}
    for path in sorted((HOUSE / "campaign" / "terms").glob("*.py")):
        for node in tree_of(path).body:
            if isinstance(node, ast.ClassDef) and any(
                isinstance(base, ast.Name) and base.id.endswith("Enum") for base in node.bases
            ):
                names = [part.targets[0] for part in node.body if isinstance(part, ast.Assign)]
                kinds[node.name] = {name.id for name in names if isinstance(name, ast.Name)}
    return kinds


def imported(tree: ast.Module) -> set[str]:
    """The names that a module has from ``campaign/terms``: a book may have a word of its own by the same name."""
    parts = [part for part in tree.body if isinstance(part, ast.ImportFrom)]
    return {name.name for part in parts if (part.module or "").startswith("campaign.terms") for name in part.names}


def mappings() -> Iterator[tuple[str, str, set[str]]]:
    """Every mapping that is written out over a vocabulary: its file, the vocabulary, the members it leaves out."""
    kinds = vocabularies()
    for folder in (HOUSE / "campaign", HOUSE / "reports" / "campaign_reports"):
        for path in sorted(folder.rglob("*.py")):
            known_kinds = kinds.keys() & imported(tree_of(path))
            for node in nodes_of(path):
                if isinstance(node, ast.Dict):
                    keys = [
                        key for key in node.keys if isinstance(key, ast.Attribute) and isinstance(key.value, ast.Name)
                    ]
                    names = Counter(
                        key.value.id for key in keys if isinstance(key.value, ast.Name) and key.value.id in known_kinds
                    )
                    for kind in (name for name, count in names.items() if count > 1):
                        members = {key.attr for key in keys if isinstance(key.value, ast.Name) and key.value.id == kind}
                        yield path.relative_to(HOUSE).as_posix(), kind, kinds[kind] - members


def test_a_mapping_over_a_vocabulary_is_complete_or_listed() -> None:
    partial: dict[tuple[str, str], list[int]] = {}
    for path, kind, missing in mappings():
        if missing:
            partial.setdefault((path, kind), []).append(len(missing))
    assert {key: sorted(counts) for key, counts in partial.items()} == PARTIAL
