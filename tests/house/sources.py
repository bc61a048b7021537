"""The files of the house as Python reads them, each read once a run: most tests of the house look through all of them.

text_of(path)     what is written in it
tree_of(path)     its syntax tree; nobody changes it
nodes_of(path)    every node of the tree, in the order of ``walk``
walk(tree)        every node of a tree, level by level, as ``ast.walk`` gives them in three times the time; without the
                  marks of a name that say whether it is read or set, which are no nodes of their own
"""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

_MARKS = ("ctx", "op", "ops", "kind", "type_comment")
"""Fields that hold nothing that is looked for."""


@cache
def text_of(path: Path) -> str:
    """The text of a file."""
    return path.read_text(encoding="utf-8")


@cache
def tree_of(path: Path) -> ast.Module:
    """The syntax tree of a module."""
    return ast.parse(text_of(path))


@cache
def nodes_of(path: Path) -> tuple[ast.AST, ...]:
    """Every node of that tree."""
    return tuple(walk(tree_of(path)))


@cache
def fields_of(kind: type[ast.AST]) -> tuple[str, ...]:
    """The fields of a node in which others may stand."""
    return tuple(name for name in kind._fields if name not in _MARKS)


def walk(tree: ast.AST) -> list[ast.AST]:
    """Every node of a tree."""
    found = [tree]
    for node in found:
        for name in fields_of(node.__class__):
            value = getattr(node, name, None)
            if isinstance(value, list):
                found += [part for part in value if isinstance(part, ast.AST)]
            elif isinstance(value, ast.AST):
                found.append(value)
    return found
