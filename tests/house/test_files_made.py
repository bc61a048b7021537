"""Every place of the program that makes a file is known, and whether its file is for its owner alone."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path

import pytest

import campaign
from tests.house.sources import text_of, tree_of, walk

pytestmark = pytest.mark.house

ROOT = Path(campaign.__file__).parent


class For(StrEnum):
    """Who may read a file on a shared machine."""

    OWNER = "the owner alone"
    WITHIN = "the owner alone, as its folder or the draft it is written into is"
    ASKED = "whom the caller says"
    ANYBODY = "whoever may read the folder: it is meant to be handed on, or holds nothing of a campaign"


MADE: dict[tuple[str, str, str], For] = {
    ("cli/drafts.py", "kept", "write_secret"): For.OWNER,
    ("cli/exit_codes.py", "_unexpected", "NamedTemporaryFile"): For.OWNER,
    ("cli/export_state.py", "export_state", "save(asked)"): For.ASKED,
    ("cli/export_state.py", "export_state", "write_new(asked)"): For.ASKED,
    ("cli/forecast_files.py", "_write", "write_over"): For.ANYBODY,
    ("cli/init_map.py", "init_map", "write_new(open)"): For.ANYBODY,
    ("cli/mail.py", "mail", "write_over"): For.ANYBODY,
    ("cli/map.py", "map_", "write_over"): For.ANYBODY,
    ("cli/papers.py", "_write_return", "write_over"): For.ANYBODY,
    ("cli/papers.py", "write", "write_over"): For.ANYBODY,
    ("cli/web_book.py", "print_web_book", "write_over"): For.ANYBODY,
    ("exchange/editors.py", "lay_schema", "write_text"): For.ANYBODY,
    ("exchange/export.py", "write_export", "new_file(secret)"): For.OWNER,
    ("exchange/export.py", "write_export", "open"): For.WITHIN,
    ("exchange/foreign/convert.py", "keep", "private_folder"): For.OWNER,
    ("exchange/foreign/convert.py", "keep", "save(open)"): For.ANYBODY,
    ("exchange/foreign/mark_page.py", "write_page", "write_new(open)"): For.ANYBODY,
    ("exchange/foreign/tables_out.py", "_without_its_hour", "ZipFile"): For.WITHIN,
    ("exchange/parcel.py", "_unpack", "open"): For.WITHIN,
    ("exchange/parcel.py", "campaign_file_in", "private_folder"): For.OWNER,
    ("exchange/parcel.py", "write_parcel", "ZipFile"): For.WITHIN,
    ("exchange/parcel.py", "write_parcel", "new_file(secret)"): For.OWNER,
    ("exchange/placing.py", "new_file", "make_secret"): For.OWNER,
    ("exchange/placing.py", "new_file", "open"): For.WITHIN,
    ("exchange/placing.py", "new_file", "touch"): For.ANYBODY,
    ("exchange/placing.py", "private_folder", "TemporaryDirectory"): For.OWNER,
    ("exchange/placing.py", "take_name", "touch"): For.ANYBODY,  # empty, and the draft takes its place
    ("exchange/side_copy.py", "write_side_copy", "new_file(open)"): For.ANYBODY,
    ("exchange/side_copy.py", "write_side_copy", "write_text"): For.WITHIN,
    ("exchange/template.py", "write_starter", "write_text"): For.ANYBODY,
    ("exchange/writing.py", "save", "make_secret"): For.OWNER,
    ("exchange/writing.py", "save", "write_text"): For.WITHIN,
    ("exchange/writing.py", "write_new", "new_file(asked)"): For.ASKED,
    ("exchange/writing.py", "write_new", "write_bytes"): For.WITHIN,
    ("exchange/writing.py", "write_over", "write_bytes"): For.ANYBODY,  # or the mode of the file that it replaces
    ("file_rules.py", "make_secret", "os.open"): For.OWNER,
    ("file_rules.py", "write_secret", "make_secret"): For.OWNER,
    ("file_rules.py", "write_secret", "write_text"): For.WITHIN,
    ("preferences.py", "_write", "write_secret"): For.OWNER,
    ("preferences.py", "note_told_of_paper", "touch"): For.ANYBODY,
    ("queries/players/hand_over.py", "pack", "private_folder"): For.OWNER,
    ("store/backup.py", "copy_whole", "make_secret"): For.OWNER,
    ("store/backup.py", "copy_whole", "open"): For.WITHIN,
    ("store/new_file.py", "write_new_file", "make_secret"): For.OWNER,
    ("store/new_file.py", "write_new_file", "write_bytes"): For.WITHIN,
    ("store/upgrading.py", "_copy", "execute"): For.WITHIN,
    ("store/upgrading.py", "_copy", "make_secret"): For.OWNER,
    ("store/upgrading.py", "_copy", "open"): For.WITHIN,
    ("web/first_campaign.py", "_way_to_own", "private_folder"): For.OWNER,
    ("web/own_scenario.py", "_in_folder", "private_folder"): For.OWNER,
    ("web/own_scenario.py", "_in_folder", "write_bytes"): For.WITHIN,
    ("web/own_scenario.py", "_in_folder", "write_text"): For.WITHIN,
    ("web/own_scenario.py", "zipped", "ZipFile"): For.WITHIN,  # in memory
    ("web/pages/files.py", "_copy", "private_folder"): For.OWNER,
    ("web/pages/files.py", "_export", "private_folder"): For.OWNER,
    ("web/pages/files.py", "_parcel", "private_folder"): For.OWNER,
    ("web/pages/files.py", "_side", "private_folder"): For.OWNER,
    ("web/pages/files.py", "save_rescued", "private_folder"): For.OWNER,
    ("web/pages/founding.py", "save_starter", "private_folder"): For.OWNER,
    ("web/pages/rules.py", "take_house", "private_folder"): For.OWNER,
    ("web/pages/rules.py", "take_house", "write_bytes"): For.WITHIN,
    ("web/uploads.py", "keep", "private_folder"): For.OWNER,
    ("web/uploads.py", "keep", "write_bytes"): For.WITHIN,
}
"""By module, function and call; behind the writers that take it, whether ``secret`` was given."""


def _name(call: ast.Call) -> str:
    function = call.func
    if isinstance(function, ast.Attribute):
        return f"os.{function.attr}" if getattr(function.value, "id", "") == "os" else function.attr
    return getattr(function, "id", "")


def _mode(call: ast.Call, at: int) -> str:
    given = call.args[at] if len(call.args) > at else next((k.value for k in call.keywords if k.arg == "mode"), None)
    return str(given.value) if isinstance(given, ast.Constant) else ""


_MAKERS = {
    *(
        "write_text",
        "write_bytes",
        "touch",
        "make_secret",
        "write_secret",
        "NamedTemporaryFile",
        "mkstemp",
        "TemporaryDirectory",
    ),
    *("private_folder", "new_file", "write_new", "write_over", "save", "os.open", "copyfile", "copy2"),
}
_NAMED = re.compile(rf"\b(?:{'|'.join(name.rpartition('.')[2] for name in _MAKERS | {'ZipFile', 'execute'})})\b")
"""A module without any of these words calls none of them. It holds ``open`` as well: that of ``os``."""


def _makes(call: ast.Call) -> bool:
    """Whether a call makes a file, or a temporary folder."""
    name = _name(call)
    if name == "save":
        return len(call.args) > 1 and isinstance(call.func, ast.Name)
    if name == "open":
        return bool(set(_mode(call, 0 if isinstance(call.func, ast.Attribute) else 1)) & set("wxa+"))
    if name == "ZipFile":
        return _mode(call, 1) in ("w", "x", "a")
    if name == "os.open":
        return "O_CREAT" in ast.dump(call)
    if name == "execute" and call.args and isinstance(call.args[0], ast.Constant):
        return str(call.args[0].value).startswith("vacuum into")
    return name in _MAKERS


def _secrecy(call: ast.Call) -> str:
    """What a call says of who may read the file, for the writers that take it."""
    if _name(call) not in ("new_file", "write_new", "save"):
        return ""
    given = next((k.value for k in call.keywords if k.arg == "secret"), ast.Constant(False))
    return f"({'asked' if not isinstance(given, ast.Constant) else 'secret' if given.value else 'open'})"


def _places() -> Iterator[tuple[str, str, str]]:
    for path in sorted(path for path in ROOT.rglob("*.py") if _NAMED.search(text_of(path))):
        for function in walk(tree_of(path)):
            if not isinstance(function, ast.FunctionDef):
                continue
            for node in walk(function):
                if isinstance(node, ast.Call) and _makes(node):
                    yield path.relative_to(ROOT).as_posix(), function.name, _name(node) + _secrecy(node)


def test_every_place_that_makes_a_file_says_who_may_read_it() -> None:
    assert sorted(set(_places())) == sorted(MADE)
