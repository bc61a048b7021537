"""What heads and docstrings name is there: functions and their parameters, fields, modules, files.

A head lists what its module offers: ``name(parameter, other=) -> Result    what it is``. A name of the code, or a value as it
is written, stands in ``double backticks``.
"""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

import pytest

from tests.house.sources import text_of, tree_of, walk

HOUSE = Path(__file__).resolve().parents[2]
PACKAGES = (HOUSE / "campaign", HOUSE / "reports" / "campaign_reports")
ROOTS = (HOUSE, HOUSE / "orbats", HOUSE / "reports" / "campaign_reports")
"""Where a path in a docstring may begin, beside any folder of the program."""
DATA = ("campaign/**/*.txt", "campaign/web/templates/*.html", "orbats/**/*.yaml", "orbats/**/*.md")

OF_OTHERS = {
    "campaign/journal/asof.py": ("orbat",),
    "campaign/journal/handing_in.py": ("commit",),
    "campaign/store/__init__.py": ("found",),
    "campaign/store/replacing.py": ("prepare",),
}
"""Names in an example of a head that stand for the caller's own function, or for one of another room."""

pytestmark = pytest.mark.house

Function = ast.FunctionDef | ast.AsyncFunctionDef
Documented = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef

_ENTRY = re.compile(
    r"(?:^|(?<= {3})|(?<=, )|(?<=/ ))([A-Za-z_]\w*)\(([^()]*(?:\([^()]*\)[^()]*)*)\)(?= *->| {2,}|,|$| /)"
)
"""An entry in the list of a head: a name and its parameters, at the margin or behind a gap, before an arrow or a gap."""
_MARKED = re.compile(r"``([^`]+)``")
_EXPLAINED = re.compile(r"(?:^|[.;:)] )((?:``\w+``(?:, | and | or )?)+)(?=:| is | are | has | holds | says )", re.S)
"""Names that a sentence or a list begins with, and then explains."""


@dataclass(frozen=True)
class Module:
    """A module of the program, read once: only definitions are walked through, the code is read as words."""

    path: Path
    tree: ast.Module
    lines: list[str]

    @property
    def name(self) -> str:
        """Its path from the house."""
        return self.path.relative_to(HOUSE).as_posix()

    @classmethod
    def read(cls, path: Path) -> Module:
        """Read a module, and blank the docstrings in its lines."""
        module = cls(path, tree_of(path), text_of(path).splitlines())
        for node in module.definitions:
            first = node.body[0]
            if ast.get_docstring(node, clean=False) is not None and first.end_lineno:
                module.lines[first.lineno - 1 : first.end_lineno] = [""] * (first.end_lineno - first.lineno + 1)
        return module

    @cached_property
    def definitions(self) -> list[Documented]:
        """The module, its classes and functions."""
        return list(_definitions(self.tree))

    @cached_property
    def documented(self) -> list[tuple[Documented, str]]:
        """Everything that has a docstring, with it."""
        return [(node, text) for node in self.definitions if (text := ast.get_docstring(node))]

    @cached_property
    def words(self) -> set[str]:
        """Every word of the code, its strings among them."""
        return set(re.findall(r"\w+", "\n".join(self.lines)))

    def words_of(self, node: ast.ClassDef | Function) -> set[str]:
        """Every word of a function or class."""
        return set(re.findall(r"\w+", "\n".join(self.lines[node.lineno - 1 : node.end_lineno])))

    @cached_property
    def top(self) -> dict[str, ast.AST | None]:
        """What the module defines or imports, by name."""
        found: dict[str, ast.AST | None] = {}
        for statement in self.tree.body:
            for node in [statement] if isinstance(statement, ast.ClassDef | Function) else walk(statement):
                if isinstance(node, ast.ClassDef | Function):
                    found[node.name] = node
                elif isinstance(node, ast.Name | ast.alias):
                    found.setdefault(node.id if isinstance(node, ast.Name) else node.asname or node.name, None)
        return found

    @cached_property
    def methods(self) -> set[str]:
        """The methods of its classes."""
        classes = [node for node in self.definitions if isinstance(node, ast.ClassDef)]
        return {node.name for owner in classes for node in owner.body if isinstance(node, ast.ClassDef | Function)}

    def at(self, text: str) -> str:
        """Return a finding with its place."""
        return f"{self.name}: {text}"


def _definitions(node: Documented) -> Iterator[Documented]:
    yield node
    for item in node.body:
        if isinstance(item, ast.ClassDef | Function):
            yield from _definitions(item)


@cache
def modules() -> tuple[Module, ...]:
    """All modules of the program."""
    paths = sorted(path for package in PACKAGES for path in package.rglob("*.py"))
    return tuple(Module.read(path) for path in paths)


# lists in the heads -----------------------------------------------------------------------------------------------------


def entries(module: Module) -> Iterator[tuple[str, str]]:
    """The entries in the head of a module: name and parameters."""
    for line in (ast.get_docstring(module.tree) or "").splitlines():
        if not re.match(r" *(>>>|with |for |print\()", line):
            for match in _ENTRY.finditer(line.strip()):
                yield match[1], match[2]


def parameters(node: ast.AST | None) -> set[str] | None:
    """What a function or the making of a value takes; None if that cannot be read here."""
    if isinstance(node, Function):
        every = (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs, node.args.vararg, node.args.kwarg)
        return {argument.arg for argument in every if argument}
    if isinstance(node, ast.ClassDef) and not node.bases:
        made = [item for item in node.body if isinstance(item, ast.FunctionDef) and item.name == "__init__"]
        fields = {
            item.target.id for item in node.body if isinstance(item, ast.AnnAssign) if isinstance(item.target, ast.Name)
        }
        return parameters(made[0]) if made else fields
    return None


def stray(arguments: str, taken: set[str]) -> list[str]:
    """The names among the parameters of an entry that the function does not take."""
    named = [
        re.split(r"[:=]", part.strip().lstrip("*"))[0].strip() for part in re.split(r",(?![^()\[\]]*[)\]])", arguments)
    ]
    return [name for name in named if re.fullmatch(r"[a-z_]\w*", name) and name not in taken]


@pytest.mark.long
def test_what_the_head_of_a_module_lists_is_there() -> None:
    found = [
        module.at(f"{name} is not in the module")
        for module in modules()
        for name, _ in entries(module)
        if name not in module.top and name not in module.methods and name not in OF_OTHERS.get(module.name, ())
    ]
    assert found == []


def test_every_example_of_another_room_is_still_in_its_head() -> None:
    heads = {module.name: {name for name, _ in entries(module)} for module in modules() if module.name in OF_OTHERS}
    assert {name: sorted(heads[name] & set(listed)) for name, listed in OF_OTHERS.items()} == {
        name: sorted(listed) for name, listed in OF_OTHERS.items()
    }


def test_the_parameters_in_the_head_of_a_module_are_those_of_the_function() -> None:
    found = [
        module.at(f"{name}({', '.join(strays)})")
        for module in modules()
        for name, arguments in entries(module)
        if (taken := parameters(module.top.get(name))) is not None and (strays := stray(arguments, taken))
    ]
    assert found == []


# names in backticks -----------------------------------------------------------------------------------------------------


@cache
def values() -> frozenset[str]:
    """Values as they are written somewhere: strings of the code, and the words of our own data, in small letters."""
    data = (path.read_text(encoding="utf-8") for pattern in DATA for path in HOUSE.glob(pattern))
    code = ("\n".join(module.lines) for module in modules())
    written = {text.casefold() for lines in code for text in re.findall(r'"([^"\n]*)"', lines)}
    return frozenset(written | {word.casefold() for text in data for word in re.findall(r"\w+", text)})


@cache
def places() -> frozenset[str]:
    """Modules and folders by every end of their dotted path: ``rules.common.dice``, ``common.dice``, ``dice``."""
    dotted = [module.path.relative_to(HOUSE).with_suffix("").parts for module in modules()]
    return frozenset(
        ".".join(parts[start:end]) for parts in dotted for end in range(1, len(parts) + 1) for start in range(end)
    )


def test_a_name_in_backticks_is_there() -> None:
    """In the module, as a module, as a value somewhere, or as an example with a figure in it."""
    found = [
        module.at(f"{getattr(node, 'name', 'head')}: {name}")
        for module in modules()
        for node, text in module.documented
        for name in _MARKED.findall(text)
        if re.fullmatch(r"[A-Za-z_]\w*", name) and not re.search(r"\d", name)
        if name not in module.words and name not in places() and not hasattr(builtins, name)
        if name.casefold() not in values()
    ]
    assert found == []


def fields(node: ast.ClassDef, classes: dict[str, list[ast.ClassDef]]) -> set[str]:
    """The fields, properties and methods of a class and of the classes it is made from."""
    found = {item.name for item in node.body if isinstance(item, ast.ClassDef | Function)}
    for item in node.body:
        targets = (
            item.targets if isinstance(item, ast.Assign) else [item.target] if isinstance(item, ast.AnnAssign) else []
        )
        found |= {target.id for target in targets if isinstance(target, ast.Name)}
    for method in node.body:
        if isinstance(method, ast.FunctionDef) and method.name == "__init__":
            found |= parameters(method) or set()
            found |= {part.attr for part in walk(method) if isinstance(part, ast.Attribute)}
    for base in node.bases:
        for other in classes.get(getattr(base, "id", getattr(base, "attr", "")), []):
            found |= fields(other, classes)
    return found


def test_what_a_docstring_explains_is_a_field_or_a_parameter() -> None:
    classes: dict[str, list[ast.ClassDef]] = {}
    for module in modules():
        for node in module.definitions:
            if isinstance(node, ast.ClassDef):
                classes.setdefault(node.name, []).append(node)
    found = []
    for module in modules():
        for node, text in module.documented:
            if isinstance(node, ast.Module):
                continue
            own = fields(node, classes) if isinstance(node, ast.ClassDef) else module.words_of(node)
            for names in _EXPLAINED.findall(text):
                found += [
                    module.at(f"{node.name}: {name}")
                    for name in re.findall(r"``([a-z_]\w*)``", names)
                    if name not in own and name not in module.top
                ]
    assert found == []


def test_dotted_names_and_paths_lead_somewhere() -> None:
    found = []
    for module in modules():
        for node, text in module.documented:
            for name in _MARKED.findall(text):
                if re.fullmatch(r"[\w/-]+\.(py|txt|md)", name) and "KEY" not in name:
                    if not any((HOUSE / "campaign").rglob(name)) and not any((root / name).exists() for root in ROOTS):
                        found.append(module.at(f"{getattr(node, 'name', 'head')}: {name}"))
                elif (
                    re.fullmatch(r"campaign(_reports)?(\.[A-Za-z_]\w*)+", name)
                    and not name.endswith(".db")
                    and not leads(name)
                ):
                    found.append(module.at(f"{getattr(node, 'name', 'head')}: {name}"))
    assert found == []


def leads(name: str) -> bool:
    """Whether a dotted name is a module, or a name in one."""
    owner, _, last = name.rpartition(".")
    if name in places():
        return True
    inside = [module for module in modules() if owner and ".".join(module.path.with_suffix("").parts).endswith(owner)]
    return any(last in module.top for module in inside)


# tests and modules in the head of a room ----------------------------------------------------------------------------------


LISTS_ITS_MODULES = ("campaign/rows",)
"""Rooms whose head lists every module in them, one a line."""


def test_a_test_that_a_docstring_names_is_there() -> None:
    """Written with its file: ``test_docstrings.test_no_heading_is_empty``."""
    files = {path.stem: path.read_text(encoding="utf-8") for path in (HOUSE / "tests").rglob("test_*.py")}
    named = [
        (module.at(name), *name.split("."))
        for module in modules()
        for _, text in module.documented
        for name in _MARKED.findall(text)
        if re.fullmatch(r"test_\w+\.test_\w+", name)
    ]
    assert named
    assert [at for at, file, test in named if f"def {test}(" not in files.get(file, "")] == []


def test_a_room_that_lists_its_modules_lists_them_all() -> None:
    heads = {module.name.removesuffix("/__init__.py"): ast.get_docstring(module.tree) or "" for module in modules()}
    for room in LISTS_ITS_MODULES:
        listed = re.findall(r"^(\w+\.py) ", heads[room], re.M)
        assert sorted(listed) == sorted(
            path.name for path in (HOUSE / room).glob("*.py") if path.name != "__init__.py"
        ), room


# headings ---------------------------------------------------------------------------------------------------------------


def test_no_heading_is_empty() -> None:
    """A heading is a comment that a line of dashes fills; something stands below it before the next heading or the end."""
    heading = re.compile(r"^# .*-{20,}$")
    found = []
    for module in modules():
        lines = [line for line in text_of(module.path).splitlines() if line.strip()]
        for line, after in zip(lines, [*lines[1:], "# " + "-" * 20], strict=True):
            if heading.match(line) and heading.match(after):
                found.append(module.at(line.strip("# -")))
    assert found == []
