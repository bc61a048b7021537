"""The files of the house as Python reads them, each read once a run: most tests of the house look through all of them.

text_of(path)     what is written in it
tree_of(path)     its syntax tree; nobody changes it
nodes_of(path)    every node of the tree, in the order of ``ast.walk``
"""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path


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
    return tuple(ast.walk(tree_of(path)))
