"""What holds for every file of the house: sizes, words that must not be there, rooms that the contracts know."""

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Container
from pathlib import Path

import networkx as nx
import pytest

from tests.house.sources import nodes_of, text_of, tree_of, walk

HOUSE = Path(__file__).resolve().parents[2]
PACKAGES = (HOUSE / "campaign", HOUSE / "reports" / "campaign_reports")
PROJECT = tomllib.loads((HOUSE / "pyproject.toml").read_text(encoding="utf-8"))


def tracked(house: Path = HOUSE) -> list[Path]:
    """The files of the project: what git knows, and what it would take in a folder that it knows; or all of an unpacked
    copy. A file or folder of somebody's own beside ours is none of them.
    """
    try:
        known = _listed(house, "--cached")
        folders = {name.partition("/")[0] for name in known if "/" in name}
        new = [name for name in _listed(house, "--others", "--exclude-standard") if name.partition("/")[0] in folders]
        paths = [house / name for name in (*known, *(name for name in new if "/" in name))]
    except (OSError, subprocess.CalledProcessError):
        made = re.compile(
            r"\.git|\.venv|build|dist|demo|papers|__pycache__|\..*_cache|\.hypothesis|.*\.egg-info|.*\.db|PKG-INFO|setup\.cfg"
        )
        paths = [path for path in house.rglob("*") if not any(map(made.fullmatch, path.relative_to(house).parts))]
    return sorted(path for path in paths if path.is_file())


def _listed(house: Path, *which: str) -> list[str]:
    ran = subprocess.run(["git", "ls-files", "-z", *which], cwd=house, capture_output=True, check=True)
    return [name.decode() for name in ran.stdout.split(b"\0") if name]


def modules() -> list[Path]:
    return sorted(path for package in PACKAGES for path in package.rglob("*.py"))


def name_of(path: Path) -> str:
    return path.relative_to(HOUSE).as_posix()


def test_every_module_says_what_it_is_about() -> None:
    assert [name_of(path) for path in modules() if ast.get_docstring(tree_of(path)) is None] == []


def test_no_file_speaks_of_one_machine_or_of_where_packages_come_from() -> None:
    roots = "|".join(
        ["ho" + "me", "ro" + "ot", "wo" + "rk", "op" + "t", "Use" + "rs", "mn" + "t", "sr" + "v", "tm" + "p"]
    )
    hosts = "|".join(
        [
            "py" + r"pi\.org",
            "pythonho" + "sted",
            "githubuser" + "content",
            "conda" + r"\.io",
            r"127\.0\.0\.1:(?!8941)\d",
        ]
    )
    wrong = re.compile(rf"(?<![\w.>~)\]}}])/(?:{roots})/\w|https?://[^\s/]*(?:{hosts})|\.\./sha" + "red")
    found = []
    for path in tracked():
        content = path.read_bytes()
        if b"\0" in content[:4096]:
            continue
        for number, line in enumerate(content.decode("utf-8", errors="replace").splitlines(), 1):
            if wrong.search(line):
                found.append(f"{name_of(path)}:{number}: {line.strip()[:120]}")
    assert found == []


def pure(path: Path) -> bool:
    return path.relative_to(HOUSE / "campaign").parts[0] in (
        "resolve",
        "rules",
        "theatre",
        "views",
        "words",
        "terms",
        "errors.py",
    )


def test_pure_rooms_have_no_clock_no_chance_and_no_state_of_their_own() -> None:
    forbidden = {
        ("datetime", "now"),
        ("datetime", "today"),
        ("date", "today"),
        ("time", "time"),
        ("os", "environ"),
        ("random", "random"),
    }
    found = []
    for path in filter(pure, sorted((HOUSE / "campaign").rglob("*.py"))):
        for node in nodes_of(path):
            if (
                isinstance(node, ast.Attribute)
                and isinstance(node.value, ast.Name)
                and (node.value.id, node.attr) in forbidden
            ):
                found.append(f"{name_of(path)}:{node.lineno}: {node.value.id}.{node.attr}")
            called = node.func.id if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else ""
            if isinstance(node, ast.Global) or called in ("open", "input", "print"):
                found.append(f"{name_of(path)}:{node.lineno}: {ast.unparse(node)}")
    assert found == []


def test_the_contracts_know_every_room() -> None:
    rooms = {
        path.stem
        for path in (HOUSE / "campaign").iterdir()
        if path.suffix == ".py" or (path.is_dir() and any(path.rglob("*.py")))
    }
    layers = PROJECT["tool"]["importlinter"]["contracts"][0]["layers"]
    named = {word.removeprefix("campaign.") for layer in layers for word in re.findall(r"[\w.]+", layer)}
    assert rooms - {"__init__"} - named == set()


@pytest.mark.parametrize("folder", ["migrations", "orbats"])
def test_data_is_never_imported(folder: str) -> None:
    assert not (HOUSE / folder / "__init__.py").exists()
    assert [
        name_of(path) for path in modules() if re.search(rf"^\s*(from|import) {folder}\b", text_of(path), re.M)
    ] == []


def test_no_test_folder_is_a_package_and_no_two_test_files_share_a_name() -> None:
    names = [path.name for path in (HOUSE / "tests").rglob("*.py") if path.name != "conftest.py"]
    assert "__init__.py" not in names
    assert sorted(name for name in set(names) if names.count(name) > 1) == []


def imports_of(path: Path, modules: Container[str], *, for_types: bool) -> set[str]:
    """The modules that a module imports, within functions too; at run time, or for types besides."""
    only_types = {
        node
        for block in nodes_of(path)
        if isinstance(block, ast.If) and ast.unparse(block.test) == "TYPE_CHECKING" and not for_types
        for node in walk(block)
    }
    return {
        name if (name := f"{node.module}.{alias.name}") in modules else node.module
        for node in nodes_of(path)
        if isinstance(node, ast.ImportFrom) and node.module and node not in only_types
        for alias in node.names
    }


def circles(*, for_types: bool) -> list[list[str]]:
    """The modules that import each other in a circle."""
    roots = {package: package.parent for package in PACKAGES}
    paths = {
        ".".join(path.relative_to(root).with_suffix("").parts).removesuffix(".__init__"): path
        for package, root in roots.items()
        for path in package.rglob("*.py")
    }
    edges = [
        (name, other)
        for name, path in paths.items()
        for other in imports_of(path, paths, for_types=for_types) & paths.keys()
        if other != name
    ]
    return [sorted(circle) for circle in nx.strongly_connected_components(nx.DiGraph(edges)) if len(circle) > 1]


def test_no_module_is_imported_by_one_that_it_imports_even_within_functions() -> None:
    assert circles(for_types=False) == []


def test_no_circle_of_modules_that_name_each_others_types_has_more_than_three() -> None:
    found = circles(for_types=True)
    assert found, "an import for types counts"
    assert [circle for circle in found if len(circle) > 3] == []


def test_no_module_of_the_tests_has_the_name_of_one_of_python() -> None:
    """pytest puts each folder of tests in front of the path, and a process that is begun then finds ours first."""
    names = {path.stem for path in (HOUSE / "tests").rglob("*.py")}
    assert names & sys.stdlib_module_names == {"site"}, "Python has taken its own site before it has a path"
