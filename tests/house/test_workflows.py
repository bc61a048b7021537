"""The workflows can be read, and run what README and handbook tell people to type."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.house.test_commands import HOUSE, PROJECT
from tests.house.test_commands import blocks as readme_blocks

FOLDER = HOUSE / ".github" / "workflows"
NAMES = ("depth.yml", "publish.yml", "release.yml", "test.yml")

pytestmark = pytest.mark.house


def workflow(name: str) -> dict[Any, Any]:
    content = yaml.safe_load((FOLDER / name).read_text(encoding="utf-8"))
    assert isinstance(content, dict)
    return content


def steps(name: str) -> list[dict[str, Any]]:
    return [step for job in workflow(name)["jobs"].values() for step in job.get("steps", ())]


def lines(name: str) -> list[str]:
    return [line.strip() for step in steps(name) for line in step.get("run", "").splitlines() if line.strip()]


def text_of_all() -> str:
    return "".join((FOLDER / name).read_text(encoding="utf-8") for name in NAMES)


def blocks(text: str, kind: str) -> list[str]:
    return [line for block in re.findall(rf"^```{kind}\n(.*?)^```", text, re.M | re.S) for line in block.splitlines()]


def test_there_are_four_and_each_says_first_that_it_has_never_run() -> None:
    assert sorted(path.name for path in FOLDER.iterdir()) == list(NAMES)
    for name in NAMES:
        assert (FOLDER / name).read_text(encoding="utf-8").startswith("# This workflow has never run")


@pytest.mark.parametrize("name", NAMES)
def test_actions_are_pinned_and_every_step_belongs_to_a_system(name: str) -> None:
    content = workflow(name)
    assert content[True], "on: what starts it"  # YAML 1.1 reads the key as a truth value
    for job in content["jobs"].values():
        if "uses" in job:
            assert job == {"uses": "./.github/workflows/test.yml"}
            continue
        assert job["timeout-minutes"] <= 120
        systems = job.get("strategy", {}).get("matrix", {}).get("system", [job["runs-on"]])
        for step in job["steps"]:
            if "uses" in step:
                assert re.fullmatch(r"(actions|pypa)/[a-z-]+@[0-9a-f]{40}", step["uses"])
                if step["uses"].startswith("actions/checkout@"):
                    assert step["with"] == {"persist-credentials": False}, "no step needs the right to push"
            elif any(system.startswith("windows") for system in systems):
                assert step["if"] in ("runner.os != 'Windows'", "runner.os == 'Windows'")
                assert (step.get("shell") == "cmd") == (step["if"] == "runner.os == 'Windows'")


def test_an_action_is_the_same_commit_everywhere_and_says_its_version() -> None:
    """A tag can be moved to other code; a commit cannot. The comment says to a reader which version it is."""
    used = [
        re.search(r"uses: *(\S+)@(\S+)(.*)", line)
        for line in text_of_all().splitlines()
        if "uses:" in line and "uses: ./" not in line
    ]
    commits: dict[str, set[tuple[str, str]]] = {}
    for match in used:
        assert match and re.fullmatch(r" # v\d+\.\d+\.\d+", match[3]), match
        commits.setdefault(match[1], set()).add((match[2], match[3]))
    assert [action for action, found in commits.items() if len(found) > 1] == []


def test_nothing_is_published_that_was_not_tested_built_and_looked_at() -> None:
    """A tag makes a draft; only the owner's press of Publish takes it to the package index. No secret is kept."""
    assert workflow("release.yml")[True] == {"push": {"tags": ["v*"]}, "workflow_dispatch": None}
    draft = workflow("release.yml")["jobs"]["draft"]
    assert set(draft["needs"]) == workflow("release.yml")["jobs"].keys() - {"draft"}
    assert draft["if"] == "github.ref_type == 'tag'"
    built = [step for step in workflow("release.yml")["jobs"]["archives"]["steps"] if "run" in step]
    assert (built[0]["if"], built[0]["run"]) == (draft["if"], 'python3 bundle/release.py --tag "$TAG"')
    assert [line for line in lines("release.yml") if line.startswith("gh ") and "--draft" not in line] == []
    assert workflow("publish.yml")[True] == {"release": {"types": ["published"]}}
    assert workflow("publish.yml")["jobs"]["index"]["environment"] == "index"
    (verified,) = (line for line in lines("publish.yml") if "attestation verify" in line)
    assert '/.github/workflows/release.yml" --source-ref "refs/tags/$TAG"' in verified
    assert "secrets." not in text_of_all()
    for name in NAMES:
        assert workflow(name)["permissions"] == {"contents": "read"}
        jobs = {key for key, job in workflow(name)["jobs"].items() if "write" in job.get("permissions", {}).values()}
        assert jobs == {"release.yml": {"draft"}, "publish.yml": {"index"}}.get(name, set())


def test_two_runs_for_one_tag_wait_and_the_tests_that_a_release_calls_do_not_wait_for_it() -> None:
    """A called workflow has the caller's name and tag: in one group with it, each would wait for the other."""
    groups = {name: workflow(name)["concurrency"]["group"].partition("$")[0] for name in ("release.yml", "test.yml")}
    assert groups == {"release.yml": "release-", "test.yml": "test-"}
    assert "cancel-in-progress" not in workflow("release.yml")["concurrency"]


def test_what_a_tag_is_called_reaches_no_command_as_text() -> None:
    """A name of a tag is a stranger's text: steps take it as a variable."""
    assert [line for name in NAMES for line in lines(name) if "${{" in line] == []


def test_lines_for_the_prompt_of_windows_keep_its_rules() -> None:
    """Of several lines only the last one's failure ends a step; single quotation marks and slashes mean something else."""
    scripts = [step["run"] for name in NAMES for step in steps(name) if step.get("shell") == "cmd"]
    assert len(scripts) >= 4
    for script in scripts:
        *first, last = script.strip().splitlines()
        assert [line for line in first if not line.endswith("|| exit /b 1")] == []
        assert "exit" not in last
        assert [line for line in script.splitlines() if re.search(r"'|\$|\.venv/|bundle/|tests/", line)] == []


@pytest.mark.skipif(os.name == "nt", reason="its bash waits for a Linux to be installed")
def test_lines_for_the_shell_can_be_read_by_it() -> None:
    """``bash -n`` reads each without running it."""
    scripts = [step["run"] for name in NAMES for step in steps(name) if "run" in step and step.get("shell") != "cmd"]
    ran = subprocess.run(["bash", "-n"], input="\n".join(scripts), text=True, capture_output=True)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert [script for script in scripts if "\\" in script] == []


def test_windows_runs_the_python_that_was_set_up() -> None:
    """The launcher `py` takes the newest Python of the machine, whichever one setup-python has set up."""
    assert [line for name in NAMES for line in lines(name) if re.search(r"(^|[&|;] *)py\b", line)] == []


def test_the_tests_run_the_readmes_commands_on_all_systems() -> None:
    typed = {re.sub(r"^py ", "python ", line) for line in (*readme_blocks("sh"), *readme_blocks("bat"))}
    assert len(typed) == 4
    assert typed <= set(lines("test.yml"))
    matrix = workflow("test.yml")["jobs"]["tests"]["strategy"]["matrix"]
    assert matrix["system"] == ["ubuntu-latest", "windows-latest", "macos-latest"]
    tried = {line.rpartition(":: ")[2] for line in PROJECT["project"]["classifiers"] if ":: Python :: 3." in line}
    assert tried <= set(matrix["python"])


def test_the_release_builds_the_folder_as_the_handbook_says_and_tries_it() -> None:
    page = (HOUSE / "docs" / "how-to" / "install.md").read_text(encoding="utf-8")
    built = [line for line in blocks(page, "sh") if "bundle" in line]
    assert len(built) == 2
    assert set(built) <= set(lines("release.yml"))
    assert sum("-m packaging" in line for line in lines("release.yml")) == 2
    kept = [step["with"]["path"] for step in steps("release.yml") if "upload-artifact" in step.get("uses", "")]
    assert len(kept) == 2
    assert "ubuntu-22.04" in workflow("release.yml")["jobs"]["folder"]["strategy"]["matrix"]["system"], "an old glibc"


def test_the_tests_build_the_site_and_a_release_does_not_carry_it() -> None:
    """The site is taken along from a run of the tests; the draft takes only what release.yml itself has built."""
    site = workflow("test.yml")["jobs"]["site"]["steps"]
    assert [step["run"].split()[-1] for step in site if "tests.docs.site" in step.get("run", "")] == ["build/site"]
    assert {"name": "site", "path": "build/site", "if-no-files-found": "error"} in [step.get("with") for step in site]
    uploads = [step for step in steps("release.yml") if "upload-artifact" in step.get("uses", "")]
    downloads = [step for step in steps("release.yml") if "download-artifact" in step.get("uses", "")]
    assert [step["with"]["pattern"] for step in downloads] == ["release-*"]
    assert [step["with"]["name"] for step in uploads if not step["with"]["name"].startswith("release-")] == []


def test_paths_that_the_workflows_name_are_there() -> None:
    for name in NAMES:
        for path in re.findall(r"(?:bundle|tests)[/\\][\w./\\]+", " ".join(lines(name))):
            assert Path(HOUSE, *re.split(r"[/\\]", path)).exists(), path
