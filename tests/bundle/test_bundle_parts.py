"""What the folder for people without Python is made of, without building it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

HOUSE = Path(__file__).resolve().parents[2]
BUNDLE = HOUSE / "bundle"


@pytest.fixture(scope="module")
def told() -> dict[str, Any]:
    """What the specification tells PyInstaller, which need not be installed for it."""
    told: dict[str, Any] = {}

    def analysis(scripts: list[str], **words: Any) -> ModuleType:
        told.update(words, scripts=scripts)
        result = ModuleType("analysis")
        result.__dict__.update(pure=[], scripts=[], binaries=[], datas=[])
        return result

    hooks = ModuleType("PyInstaller.utils.hooks")
    hooks.collect_data_files = lambda name: [(f"data of {name}", name)]  # type: ignore[attr-defined]
    hooks.collect_submodules = lambda name: [f"{name}.everything"]  # type: ignore[attr-defined]
    before = {name: sys.modules.get(name) for name in ("PyInstaller", "PyInstaller.utils", "PyInstaller.utils.hooks")}
    sys.modules |= {"PyInstaller": ModuleType("PyInstaller"), "PyInstaller.utils": ModuleType("PyInstaller.utils")}
    sys.modules["PyInstaller.utils.hooks"] = hooks
    nothing = lambda *_, **__: None  # noqa: E731
    try:
        names = {"SPECPATH": str(BUNDLE), "Analysis": analysis, "PYZ": nothing, "EXE": nothing, "COLLECT": nothing}
        exec(compile((BUNDLE / "campaign.spec").read_text(encoding="utf-8"), "campaign.spec", "exec"), names)
    finally:
        for name, module in before.items():
            sys.modules.pop(name)
            if module is not None:
                sys.modules[name] = module
    return told


def test_every_module_of_the_program_is_listed(told: dict[str, Any]) -> None:
    """Commands, systems and actions are imported by names that PyInstaller cannot see."""
    for folder, package in ((HOUSE / "campaign", "campaign"), (HOUSE / "reports/campaign_reports", "campaign_reports")):
        for path in folder.rglob("*.py"):
            name = ".".join((package, *path.relative_to(folder).with_suffix("").parts)).removesuffix(".__init__")
            assert name in told["hiddenimports"] or name == "campaign.__main__", name


def test_what_is_imported_by_name_from_libraries_is_listed(told: dict[str, Any]) -> None:
    text = "\n".join(path.read_text(encoding="utf-8") for path in (HOUSE / "campaign").rglob("*.py"))
    names = set(re.findall(r'import_module\("([a-z.]+)"\)', text))
    assert names
    assert names <= set(told["hiddenimports"])
    assert {"alembic", "sqlalchemy"} <= set(told["hiddenimports"]), "what the migrations import"


def test_every_file_of_the_program_goes_along_at_its_place(told: dict[str, Any]) -> None:
    """The places are those of an installation, where ``campaign.folders`` looks for them."""
    places = {Path(source): place for source, place in told["datas"]}
    for folder, inside in (
        ("campaign", "campaign"),
        ("reports/campaign_reports", "campaign_reports"),
        ("migrations", "campaign/migrations"),
        ("orbats", "campaign/orbats"),
    ):
        for path in (HOUSE / folder).rglob("*"):
            is_code = path.suffix in (".py", ".pyc") and folder != "migrations"
            if path.is_file() and not is_code and "__pycache__" not in path.parts:
                place = Path(inside, path.parent.relative_to(HOUSE / folder))
                assert Path(places[path]) == place, path


STARTERS = {
    "windows": ("Start here.bat", "Type commands.bat"),
    "macos": ("Start here.command", "Type commands.command"),
    "linux": ("start-here.sh", "type-commands.sh"),
}
"""Of each system: the starter of the desk, which stands first in its folder, and that of the evening at a prompt."""


@pytest.mark.parametrize("system", STARTERS)
def test_the_paper_to_read_first_names_the_files_that_are_there_in_eight_lines(system: str) -> None:
    text = (BUNDLE / system / "READ ME FIRST.txt").read_text(encoding="ascii")
    desk, typed = STARTERS[system]
    assert sorted(path.name for path in (BUNDLE / system).iterdir()) == sorted(("READ ME FIRST.txt", desk, typed))
    assert text.index(desk) < text.index(typed)
    assert "the campaign opens in your browser" in text.lower()
    assert len(text.splitlines()) <= 8
    assert max(map(len, text.splitlines())) <= 120
    assert [
        name for name in ("CONTENTS.txt", "LICENSE", "NOTICE", "licences", "handbook", "Campaigns") if name not in text
    ] == []


@pytest.mark.parametrize("name", STARTERS["windows"])
def test_a_starter_of_windows_keeps_the_rules_of_its_prompt(name: str) -> None:
    """Letters of ASCII alone, every path in quotation marks, the window left open, and the folder's program and no other."""
    text = (BUNDLE / "windows" / name).read_text(encoding="ascii")
    lines = [line for line in text.splitlines() if not line.startswith("rem ")]
    assert lines[0] == "@echo off"
    assert lines[-1] == "cmd /k"
    unquoted = [re.sub(r'"[^"]*"', "", line) for line in lines]
    assert [line for line in unquoted if "%" in line or "\\" in line] == []
    assert f'"%~dp0campaign.exe"{" desk" if name == STARTERS["windows"][0] else ""}' in lines
    assert all(line.count('"') % 2 == 0 for line in lines)
    assert [line for line in lines if re.search(r"[!^&|<]|'|\$", line)] == []
    barred = lines.index("if errorlevel 1 (")
    assert lines[barred - 1] == 'cd /d "%USERPROFILE%\\Campaigns"'
    assert lines[barred + 2 : barred + 5] == ["    pause", "    exit /b 1", ")"], "else a campaign lies in this folder"


@pytest.mark.skipif(os.name == "nt", reason="shell scripts")
@pytest.mark.parametrize(
    ("starter", "words"),
    [
        (f"{system}/{STARTERS[system][n]}", words)
        for system in ("linux", "macos")
        for n, words in enumerate(("desk", ""))
    ],
)
def test_a_starter_works_in_the_folder_for_campaigns_and_leaves_a_shell(
    starter: str, words: str, tmp_path: Path
) -> None:
    folder, home = tmp_path / "the folder", tmp_path / "home"
    folder.mkdir()
    home.mkdir()
    script = folder / Path(starter).name
    script.write_bytes((BUNDLE / starter).read_bytes())
    for name, text in (
        ("campaign", 'echo "campaign $* in $PWD"; exit 1'),
        ("shell", "echo the shell; command -v campaign"),
    ):
        program = folder / name
        program.write_text(f"#!/bin/sh\n{text}\n", encoding="utf-8")
        program.chmod(0o755)
    assert os.access(BUNDLE / starter, os.X_OK)
    ran = subprocess.run(
        ["sh", str(script)],
        env={"HOME": str(home), "PATH": os.environ["PATH"], "SHELL": str(folder / "shell")},
        text=True,
        capture_output=True,
        cwd="/",
        check=True,
    )
    assert ran.stdout.splitlines()[0] == f"campaign {words} in {home / 'Campaigns'}"
    assert ran.stdout.splitlines()[-2:] == ["the shell", str(folder / "campaign")]


def opened(home: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """The program as it begins in a window of its own, with Enter at the end."""
    begin = "import pathlib, sys, start; sys.exit(start.open_in_window(pathlib.Path(sys.argv.pop(1))))"
    path = os.pathsep.join(map(str, (BUNDLE, HOUSE, HOUSE / "reports")))
    return subprocess.run(
        [sys.executable, "-c", begin, str(home), *words],
        input="\n",
        text=True,
        capture_output=True,
        encoding="utf-8",
        env={**os.environ, "PYTHONPATH": path},
    )


@pytest.mark.long
def test_a_double_click_works_in_the_folder_for_campaigns_and_waits_for_enter(tmp_path: Path) -> None:
    ran = opened(tmp_path, "new", "mokra", "--seed", "1")
    assert ran.returncode == 0, ran.stderr
    assert (tmp_path / "Campaigns" / "campaign.db").is_file()
    assert ran.stdout.startswith(f"Campaigns are kept in {tmp_path / 'Campaigns'}.\n")
    assert ran.stdout.endswith("Press Enter to close this window. ")


@pytest.mark.long
def test_a_double_click_waits_for_enter_after_an_error_too(tmp_path: Path) -> None:
    refused = opened(tmp_path, "status")
    assert refused.returncode == 1
    assert "Error: there is no campaign" in refused.stderr
    assert refused.stdout.endswith("Press Enter to close this window. ")
    (tmp_path / "home" / "Campaigns").parent.mkdir()
    (tmp_path / "home" / "Campaigns").touch()
    barred = opened(tmp_path / "home")
    assert barred.returncode == 1
    assert f"Error: the folder {tmp_path / 'home' / 'Campaigns'} cannot be used" in barred.stdout
    assert barred.stdout.endswith("Press Enter to close this window. ")
