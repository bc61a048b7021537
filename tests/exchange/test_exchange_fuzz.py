"""Whatever a file holds, the answer is an import or faults with their lines: never a traceback."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from small_scenario import SOUND

from campaign.exchange.check import check_files
from campaign.exchange.faults import Faults
from campaign.exchange.returns.file import read_content
from campaign.exchange.text import Mapping, Node, Scalar, Sequence, parse, same
from campaign.folders import folder
from campaign.rules.tabletop.brevity.returns import FIELDS
from tests.harness.spoiling import WORDS


def spoil(text: str, dice: random.Random) -> str:
    """One to four blows: a piece cut out, doubled, moved, or something put in."""
    for _ in range(dice.randint(1, 4)):
        at, to = sorted(dice.randrange(len(text) + 1) for _ in range(2))
        to = min(to, at + dice.choice((1, 5, 40, 400)))
        match dice.randrange(4):
            case 0:
                text = text[:at] + text[to:]
            case 1:
                text = text[:to] + text[at:to] + text[to:]
            case 2:
                text = text[:at] + dice.choice(WORDS) + text[at:]
            case _:
                lines = text.splitlines(keepends=True) or [""]
                here = dice.randrange(len(lines))
                lines.insert(dice.randrange(len(lines)), lines.pop(here))
                text = "".join(lines)
    return text


@pytest.mark.sample(4)
@pytest.mark.parametrize("start", range(0, 400, 50))
def test_four_hundred_spoilt_files(tmp_path: Path, start: int) -> None:
    path = tmp_path / "spoilt.yaml"
    for seed in range(start, start + 50):
        text = spoil(SOUND, random.Random(seed))
        path.write_bytes(text.encode("utf-8", "surrogatepass"))
        report = check_files([path])
        lines = text.count("\n") + 2
        for fault in (*report.errors, *report.warnings):
            assert 1 <= fault.spot.line <= lines or "nations" in fault.spot.file, (seed, str(fault))
            assert "\n" not in str(fault) and fault.spot.column >= 1


@pytest.mark.long
@pytest.mark.parametrize("times", [8, pytest.param(48, marks=pytest.mark.long)])
def test_the_shipped_files_spoilt(tmp_path: Path, times: int) -> None:
    files = sorted((folder("orbats") / "operation-brevity").glob("*.yaml"))
    for seed in range(times):
        dice = random.Random(seed)
        for file in files:
            (tmp_path / file.name).write_text(file.read_text(encoding="utf-8"), encoding="utf-8")
        victim = dice.choice(files)
        (tmp_path / victim.name).write_bytes(
            spoil(victim.read_text(encoding="utf-8"), dice).encode("utf-8", "surrogatepass")
        )
        check_files([tmp_path])


@given(st.binary(max_size=400))
def test_any_bytes_at_all(raw: bytes) -> None:
    faults = Faults()
    tree = parse(raw, "any", faults)
    read_content(tree, "any", faults, FIELDS)
    assert all(fault.spot.line >= 1 for fault in faults.final_errors())


@given(st.text(alphabet="ab:-{}[],\"'#&*!|>%@ \n\t?", max_size=120))
def test_any_marks_at_all(text: str) -> None:
    faults = Faults()
    parse(text.encode(), "any", faults)
    assert len(faults.final_errors()) <= 60


WORDS_AND_QUOTATIONS = st.sampled_from(("a", "A", "b", "<<", "a_b", "a b", "1.5", "''", "'b'", '"a"', '"a\\nb"', "! a"))
TREES = st.recursive(
    WORDS_AND_QUOTATIONS,
    lambda nodes: st.one_of(
        st.lists(nodes, max_size=3).map(lambda items: f"[{', '.join(items)}]"),
        st.lists(st.tuples(st.one_of(WORDS_AND_QUOTATIONS, nodes), nodes), max_size=3).map(
            lambda pairs: f"{{{', '.join(f'{key}: {value}' for key, value in pairs)}}}"
        ),
    ),
    max_leaves=12,
)


def own(node: Node | None) -> object:
    """Our node with its line and column, as plain values."""
    assert node is not None
    kind = type(node)
    at = (node.spot.line, node.spot.column)
    if isinstance(node, Scalar):
        return kind, at, node.text
    assert isinstance(node, (Sequence, Mapping))
    within = node.items if isinstance(node, Sequence) else [part for pair in node.pairs for part in pair]
    return kind, at, [own(part) for part in within]


def yamls(node: yaml.Node) -> object:
    """PyYAML's node in the same form."""
    at = (node.start_mark.line + 1, node.start_mark.column + 1)
    if isinstance(node, yaml.ScalarNode):
        return Scalar, at, node.value
    if isinstance(node, yaml.SequenceNode):
        return Sequence, at, [yamls(part) for part in node.value]
    return Mapping, at, [yamls(part) for pair in node.value for part in pair]


def is_refused(node: yaml.Node) -> bool:
    """Whether a node holds a key that is no word or is given twice, a merge key, or a text of several lines."""
    if isinstance(node, yaml.ScalarNode):
        return False
    if isinstance(node, yaml.SequenceNode):
        return any(map(is_refused, node.value))
    keys, values = [key for key, _ in node.value], [value for _, value in node.value]
    words = [same(key.value) for key in keys if isinstance(key, yaml.ScalarNode)]
    texts = [text for value in values for text in (value.value if isinstance(value, yaml.SequenceNode) else [value])]
    lines = [text.value for text in (*keys, *texts) if isinstance(text, yaml.ScalarNode)]
    return (
        len(set(words)) < len(keys)
        or any(key.value == "<<" for key in keys)
        or any("\n" in line for line in lines)
        or any(map(is_refused, values))
    )


@given(TREES)
def test_a_tree_is_yamls_own_or_a_fault(text: str) -> None:
    faults, expected = Faults(), yaml.compose(f"-\n  {text}\n", Loader=yaml.BaseLoader)
    tree = parse(f"-\n  {text}\n".encode(), "file.yaml", faults)
    assert bool(faults.errors) == is_refused(expected)
    assert faults.errors or own(tree) == yamls(expected)
