"""Which names of the program does the program itself reach? A plain reading of its source; nothing is imported or run.

A name is what a module defines: a function, a class, a method, a value. It is reached when reached source speaks of it,
the beginning being what a person can ask for (``roots``). Names are followed through imports, so that two functions of
one name are told apart. A method is taken as reached when its class is and reached source has an attribute of its name,
whosesoever; a name that stands in an annotation counts: both err towards "reached". What a decorator registers is
reached with its module.

    Source(trees)                        the modules by dotted name, as syntax trees
    source.reached(roots, without=)      every name that is reached, as ``module:name`` or ``module:Class.method``
    source.spoken_of(name, inside)       what a test speaks of, itself or through helpers in the modules ``inside``
    source.strings(names)                the texts that stand in these names
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from tests.house.sources import walk

Function = ast.FunctionDef | ast.AsyncFunctionDef
QUIET = frozenset(
    {
        "property",
        "staticmethod",
        "classmethod",
        "contextmanager",
        "overload",
        "cache",
        "lru_cache",
        "cached_property",
        "total_ordering",
        "dataclass",
        "runtime_checkable",
        "override",
        "final",
    }
)
"""Decorators that register nothing: who bears one of these is reached by name only."""
DEEPEST = 8
"""Imports of imports that are followed."""


@dataclass(slots=True)
class Words:
    """What a piece of source speaks of."""

    names: set[str] = field(default_factory=set)
    attributes: set[str] = field(default_factory=set)
    strings: set[str] = field(default_factory=set)

    def add(self, other: Words) -> None:
        """And what that speaks of."""
        self.names |= other.names
        self.attributes |= other.attributes
        self.strings |= other.strings


class Source:
    """Modules as syntax trees, and the names in them."""

    def __init__(self, trees: Mapping[str, ast.Module]) -> None:
        self.modules = {name: _Module(name, tree) for name, tree in trees.items()}
        self.words = {name: words for module in self.modules.values() for name, words in module.words.items()}
        for words in self.words.values():
            words.names = {defined for name in words.names for defined in self._defined(name)}

    @cached_property
    def methods(self) -> Mapping[str, list[str]]:
        """The methods of each class."""
        own = defaultdict(list)
        for name in self.words:
            if "." in name.partition(":")[2]:
                own[name.rpartition(".")[0]].append(name)
        return own

    def reached(self, roots: Iterable[str], without: Collection[str] = ()) -> frozenset[str]:
        """Everything reached from these names, ``without`` going through modules of these last names."""
        reached: set[str] = set()
        attributes: set[str] = set()
        waiting: dict[str, set[str]] = defaultdict(set)
        queue = [defined for root in roots for defined in self._defined(root)]
        while queue:
            name = queue.pop()
            if name in reached or name.partition(":")[0].rpartition(".")[2] in without:
                continue
            reached.add(name)
            words = self.words[name]
            queue.extend(words.names)
            for method in self.methods.get(name, ()):
                last = method.rpartition(".")[2]
                if last in attributes or (last.startswith("__") and last.endswith("__")):
                    queue.append(method)
                else:
                    waiting[last].add(method)
            for attribute in words.attributes - attributes:
                attributes.add(attribute)
                queue.extend(waiting.pop(attribute, ()))
        return frozenset(reached)

    def spoken_of(self, name: str, inside: str) -> Words:
        """Names and attributes that this function speaks of, and the functions of the modules ``inside`` that
        it calls."""
        spoken, seen, queue = Words(), set[str](), [name]
        while queue:
            here = queue.pop()
            if here in seen or here.endswith(":"):
                continue
            seen.add(here)
            spoken.add(self.words[here])
            queue.extend(other for other in self.words[here].names if other.startswith(inside))
        return spoken

    def strings(self, names: Iterable[str]) -> set[str]:
        """Every text that stands in them."""
        return {text for name in names for text in self.words[name].strings}

    def _defined(self, name: str, depth: int = 0) -> Iterator[str]:
        """``module:a.b`` where it is defined, and the module itself, whose body runs when it is imported."""
        module, _, dotted = name.partition(":")
        first, _, rest = dotted.partition(".")
        if module not in self.modules or depth > DEEPEST:
            return
        yield f"{module}:"
        if f"{module}:{first}" in self.modules[module].words and first:
            yield f"{module}:{first}"
            method = f"{module}:{first}.{rest.partition('.')[0]}"
            if rest and method in self.words:
                yield method
        elif first in self.modules[module].imports:
            home, taken = self.modules[module].imports[first]
            if taken and f"{home}.{taken}" in self.modules:
                home, taken = f"{home}.{taken}", ""
            yield from self._defined(f"{home}:{'.'.join(part for part in (taken, rest) if part)}", depth + 1)
        elif f"{module}.{first}" in self.modules:
            yield from self._defined(f"{module}.{first}:{rest}", depth + 1)


class _Module:
    """The names that one module defines, each with the words of its source as they stand there."""

    def __init__(self, name: str, tree: ast.Module) -> None:
        self.name = name
        self.imports: dict[str, tuple[str, str]] = {}
        """Those inside functions too."""
        self.words = {f"{name}:": Words()}
        self.marks: dict[str, list[ast.expr]] = {}
        """The decorators of each function."""
        for statement in tree.body:
            self._take(statement)

    def _take(self, statement: ast.AST) -> None:
        match statement:
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                self._function(statement, statement.name)
            case ast.ClassDef():
                self._class(statement)
            case ast.Assign() | ast.AnnAssign() | ast.AugAssign():
                targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
                for target in (part for one in targets for part in walk(one)):
                    if isinstance(target, ast.Name):
                        self._put(target.id, self._read(statement))
            case ast.If() | ast.Try() | ast.With() | ast.For() | ast.ExceptHandler():
                for part in ast.iter_child_nodes(statement):
                    self._take(part)
            case ast.Import() | ast.ImportFrom():
                self.imports.update(_imported(statement))
            case _:
                self.words[f"{self.name}:"].add(self._read(statement))

    def _put(self, name: str, words: Words) -> None:
        self.words.setdefault(f"{self.name}:{name}", Words()).add(words)

    def _function(self, node: Function, name: str) -> None:
        own = {part.arg for part in walk(node.args) if isinstance(part, ast.arg)}
        self._put(name, self._read(node, own))
        self.marks[name] = node.decorator_list
        if any(ast.unparse(mark).partition("(")[0].rpartition(".")[2] not in QUIET for mark in node.decorator_list):
            self.words[f"{self.name}:{name.rpartition('.')[0]}"].names.add(f"{self.name}:{name}")

    def _class(self, node: ast.ClassDef) -> None:
        for part in (*node.bases, *node.keywords, *node.decorator_list):
            self._put(node.name, self._read(part))
        self._put(node.name, Words())
        for statement in node.body:
            if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef):
                self._function(statement, f"{node.name}.{statement.name}")
            else:
                self._put(node.name, self._read(statement))

    def _read(self, node: ast.AST, own: Iterable[str] = ()) -> Words:
        """What it speaks of, without its arguments and its variables, which hide what the module calls by the same
        name."""
        words, hidden = Words(), set(own)
        for part in walk(node):
            match part:
                case ast.Attribute():
                    words.attributes.add(part.attr)
                    if dotted := _dotted(part):
                        words.names.add(dotted)
                case ast.Name(ctx=ast.Load()):
                    words.names.add(part.id)
                case ast.Name():
                    hidden.add(part.id)
                case ast.Constant(value=str()):
                    words.strings.add(part.value)
                case ast.Import() | ast.ImportFrom():
                    self.imports.update(_imported(part))
        words.names = {f"{self.name}:{name}" for name in words.names if name.partition(".")[0] not in hidden}
        return words


def _dotted(node: ast.AST) -> str:
    parts: list[str] = []
    while isinstance(node, ast.Attribute):
        parts.insert(0, node.attr)
        node = node.value
    return ".".join([node.id, *parts]) if isinstance(node, ast.Name) else ""


def _imported(node: ast.AST) -> Iterator[tuple[str, tuple[str, str]]]:
    """What each imported word stands for: a module, or a name in one."""
    if isinstance(node, ast.Import):
        for name in node.names:
            first = name.name.partition(".")[0]
            yield (name.asname, (name.name, "")) if name.asname else (first, (first, ""))
    elif isinstance(node, ast.ImportFrom) and node.module:
        for name in node.names:
            yield name.asname or name.name, (node.module, name.name)
