"""A sixth system is one folder that looks like its five neighbours: put there, it is founded, mustered and printed with no line changed elsewhere."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from campaign.rules import hexes

FOLDER = Path(hexes.__file__).parent
PLAYED = """
import sys
from campaign import rules
rules.__path__.append(sys.argv[1])
from click.testing import CliRunner
from campaign.cli.contents import campaign

def typed(*words):
    done = CliRunner().invoke(campaign, words)
    assert done.exit_code == 0, (words, done.output, done.exception)
    return done.stdout

file = ("--db", sys.argv[2] + "/campaign.db")
typed("new", "operation-brevity", "--tabletop", "sixth", "--seed", "1941", *file)
assert "sixth.weak" in typed("rules", *file)
for step in range(3):
    typed("next", *file)
assert "sixth" in typed("rules", "sixth.scale", "company", *file)
typed("battle", "muster", "1", *file)
typed("battle", "packet", "1", "--out", sys.argv[2], *file)
typed("battle", "resolve", "1", *file)
print(typed("battle", "show", "1", *file))
"""


def test_one_folder_is_a_system(tmp_path: Path) -> None:
    """The hexes by another name, copied to a folder beside the others."""
    copy = tmp_path / "rules" / "sixth"
    copy.mkdir(parents=True)
    for path in FOLDER.glob("*.py"):
        text = (
            path.read_text(encoding="utf-8")
            .replace("rules.hexes", "rules.sixth")
            .replace('"hexes"', '"sixth"')
            .replace('"hexes.', '"sixth.')
        )
        (copy / path.name).write_text(text.replace("One-Hour WW2 on hexes", "The sixth"), encoding="utf-8")
    script = tmp_path / "played.py"
    script.write_text(PLAYED, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, str(script), str(copy.parent), str(tmp_path)], capture_output=True, text=True, timeout=120, check=False,
        env={"PYTHONPATH": ":".join(sys.path), "PATH": ""}, cwd=tmp_path,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "The sixth" in done.stdout
    assert len(list(tmp_path.glob("battle-1-*.pdf"))) == 3
