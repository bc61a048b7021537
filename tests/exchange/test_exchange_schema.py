"""The JSON Schema for editors: it knows the keys and words that the reader knows, takes all that is shipped, and
underlines slips."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml

from campaign.errors import Refused
from campaign.exchange import establishments, forces, organisations, sections
from campaign.exchange.check import check_files
from campaign.exchange.editors import MODELINE, SCHEMA_FILE, lay_schema, shipped_schema
from campaign.exchange.schema import ENTRIES, schema, schema_text
from campaign.exchange.template import FILES
from campaign.folders import folder
from campaign.rules.common.settings import RULES

ORBATS = folder("orbats")
SHIPPED = sorted(
    path
    for path in ORBATS.glob("*/*.yaml")
    if path.parent.name == "nations" or (path.parent / "scenario.yaml").is_file()
)
VALIDATOR = jsonschema.Draft7Validator(schema())
REWRITE = "write it again: python -c \"from campaign.exchange.schema import schema_text; open('orbats/scenario.schema.json', 'w').write(schema_text())\""


class Core(yaml.CSafeLoader):
    """Words as an editor takes them (YAML 1.2): yes and 1941-05-15 are texts."""

    yaml_implicit_resolvers: dict[str, Any] = {}


for tag, form, first in (
    ("bool", r"true|True|TRUE|false|False|FALSE", "tTfF"),
    ("int", r"[-+]?[0-9]+", "-+0123456789"),
    ("float", r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?", "-+.0123456789"),
    ("null", r"~|null|Null|NULL|", ["~", "n", "N", ""]),
):
    Core.add_implicit_resolver(f"tag:yaml.org,2002:{tag}", re.compile(f"^(?:{form})$"), list(first))  # type: ignore[no-untyped-call]


def underlined(written: str) -> list[str]:
    """Where in the file the schema finds a fault: keys and numbers on the way down."""
    content = yaml.load(written, Loader=Core)
    return ["/".join(map(str, fault.absolute_path)) for fault in VALIDATOR.iter_errors(content)]


def test_the_shipped_schema_is_the_one_in_use() -> None:
    assert shipped_schema() == schema_text(), REWRITE
    jsonschema.Draft7Validator.check_schema(json.loads(shipped_schema()))


def test_it_knows_the_sections_and_the_keys_of_the_head() -> None:
    assert set(schema()["properties"]) == set(sections.TOP_KEYS)
    assert all(said["description"] for said in schema()["properties"].values())
    assert set(schema()["properties"]["rulebook"]["properties"]) == set(RULES)


@pytest.mark.parametrize(
    ("name", "keys"),
    [
        ("formation", forces.FORMATION_KEYS),
        ("battalion", forces.BATTALION_KEYS),
        ("headquarters", forces.BATTALION_KEYS),
        ("establishment", establishments.KEYS),
        ("organisation", organisations.KEYS),
        ("battalion of an organisation", (*forces.BATTALION_KEYS, organisations.TIMES)),
        ("formation of an organisation", (*forces.FORMATION_KEYS, organisations.TIMES)),
    ],
)
def test_it_knows_the_keys_that_the_reader_knows(name: str, keys: tuple[str, ...]) -> None:
    """Of what is put together from more than one declaration, or is none."""
    assert list(ENTRIES[name]) == list(keys)


def test_every_key_has_a_meaning() -> None:
    assert all(shape["description"] for table in ENTRIES.values() for shape in table.values())


@pytest.mark.parametrize(
    ("name", "written"),
    [
        (
            "arrives",
            "order of battle: {blue: [{command: A, nation: us, arrives: {zzz: 1, day: 1, at: b}, battalions: [{battalion: B, arm: infantry}]}]}",
        ),
        (
            "figures",
            "order of battle: {blue: [{command: A, nation: us, at: b, battalions: [{battalion: B, arm: infantry, strength: {zzz: 1, men: 5}}]}]}",
        ),
        (
            "battalion",
            "order of battle: {blue: [{command: A, nation: us, at: b, battalions: [{battalion: B, arm: infantry, zzz: 5}]}]}",
        ),
        (
            "formation",
            "order of battle: {blue: [{command: A, nation: us, at: b, zzz: 5, battalions: [{battalion: B, arm: infantry}]}]}",
        ),
        ("road", "roads: [{from: a, to: b, kind: track, zzz: 1}]"),
        ("order", "orders: [{for: a, day: 1, order: hold, zzz: 1}]"),
    ],
)
def test_the_reader_allows_what_the_schema_allows(name: str, written: str, tmp_path: Path) -> None:
    path = tmp_path / "part.yaml"
    path.write_text(written, encoding="utf-8")
    said = next(fault.text for fault in check_files([path]).errors if "zzz" in fault.text)
    allowed = re.split(r", | and ", said.split("it can have ")[1].split(". Does ")[0].split("; did you")[0])
    assert set(allowed) == set(schema()["definitions"][name]["properties"])
    assert underlined(written)


@pytest.mark.parametrize("every", [7, pytest.param(1, marks=pytest.mark.long)])
def test_shipped_files_are_yaml_to_every_reader_of_it(every: int) -> None:
    """Where PyYAML came without libyaml, its own parser reads them; that one is stricter with a question mark in a
    list."""
    for path in SHIPPED[::every]:
        assert [type(one) for one in yaml.parse(path.read_text(encoding="utf-8"), Loader=yaml.SafeLoader)], path


@pytest.mark.sample(3)
@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_every_shipped_scenario_fits(path: Path) -> None:
    assert underlined(path.read_text(encoding="utf-8")) == []


def test_the_starter_and_the_manual_s_example_fit() -> None:
    manual = (ORBATS / "README.md").read_text(encoding="utf-8")
    examples = [*FILES.values(), re.findall(r"```yaml\n(.*?)```", manual, re.DOTALL)[0]]
    assert [underlined(one) for one in examples] == [[]] * len(examples)
    assert all(one.startswith(f"# {MODELINE}\n") for one in FILES.values())
    assert MODELINE in manual and SCHEMA_FILE in manual


@pytest.mark.parametrize(
    ("written", "where"),
    [
        ("tittle: A", ""),
        ("first day: the fifteenth of May", "first day"),
        ("days: many", "days"),
        ("days: 0", "days"),
        ("sides: {blue: {accent: blue}}", "sides/blue/accent"),
        ("places: {a: {name: A}}", "places/a"),
        ("places: {a: {at: here}}", "places/a/at"),
        ("roads: [{from: a, to: b, kind: motorway}]", "roads/0/kind"),
        ("roads: [{from: a, to: b, kind: track, crossings: [{at: 1, state: blown}]}]", "roads/0/crossings"),
        ("order of battle: {blue: [{nation: us}]}", "order of battle/blue/0"),
        (
            "order of battle: {blue: [{command: A, battalions: [{battalion: B}]}]}",
            "order of battle/blue/0/battalions/0",
        ),
        (
            "order of battle: {blue: [{command: A, formations: [{command: B, headquarters: {like: x, sise: weak}}]}]}",
            "order of battle/blue/0/formations/0/headquarters",
        ),
        ("establishments: {x: {arm: tanks}}", "establishments/x/arm"),
        ("establishments: {x: {items: [Matilda II]}}", "establishments/x/items"),
        ("orders: [{for: a, day: 1, order: charge}]", "orders/0/order"),
        ("weather: [{day: 1, turn: 5, sky: clear}]", "weather/0/turn"),
        ("rulebook: {march.moves_per_turns: one}", "rulebook"),
        ("rulebook: {night.light: dim}", "rulebook/night.light"),
    ],
)
def test_a_slip_is_underlined_where_it_is(written: str, where: str) -> None:
    assert where in underlined(written)


def values(shape: Any) -> Iterator[str]:
    if isinstance(shape, dict):
        yield from (word for word in shape.get("enum", ()) if isinstance(word, str))
        for inner in shape.values():
            yield from values(inner)
    elif isinstance(shape, list):
        for inner in shape:
            yield from values(inner)


def test_every_word_that_is_completed_is_read(tmp_path: Path) -> None:
    """Each word of each key of a battalion, completed by the editor, is taken by the reader without a fault."""
    told = schema()["definitions"]["battalion"]["properties"]
    for key, shape in told.items():
        for word in dict.fromkeys(values(shape)):
            more = {"piece": ", calibre: 105", "support": ", supports: a", "embarked": ", carried by: glider"}.get(
                key, ""
            )
            stands = "" if key == "embarked" and word in ("yes", "true", "on") else "at: b, "
            entry = f"{{battalion: B, {'' if key == 'arm' else 'arm: infantry, '}{key}: '{word}'{more}}}"
            path = tmp_path / "part.yaml"
            path.write_text(
                f"order of battle: {{blue: [{{command: A, nation: us, {stands}battalions: [{entry}]}}]}}",
                encoding="utf-8",
            )
            assert [str(fault) for fault in check_files([path]).errors] == [], (key, word)


def test_the_schema_is_laid_into_a_folder_that_is_there(tmp_path: Path) -> None:
    assert lay_schema(tmp_path).read_text(encoding="utf-8") == shipped_schema()
    lay_schema(tmp_path)
    with pytest.raises(Refused, match="there is no folder"):
        lay_schema(tmp_path / "nowhere")
