"""A sixth system is one folder that looks like its five neighbours: put there, it is founded, mustered, printed,
labelled, recorded, resolved and settled with no line changed elsewhere, and its odds can be asked for.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pypdfium2
import pytest

import campaign.cli
from campaign_reports.reminders import HOUSE_RULES
from tests.bytecode import ENVIRONMENT

TABLETOP = Path(campaign.cli.__file__).parents[1] / "rules" / "tabletop" / "hexes"
RESOLVER = Path(campaign.cli.__file__).parents[1] / "resolve" / "hexes"
PLAYED = """
import sys
from campaign import resolve
from campaign.rules import tabletop
from tests.bytecode import ENVIRONMENT
tabletop.__path__.append(sys.argv[1])
resolve.__path__.append(sys.argv[2])
from click.testing import CliRunner
from campaign.cli.contents import campaign

def typed(*words):
    done = CliRunner().invoke(campaign, words)
    assert done.exit_code == 0, (words, done.output, done.exception)
    return done.stdout

file = ("--db", "campaign.db")
typed("new", "operation-brevity", "--tabletop", "sixth", "--seed", "1941", *file)
assert "sixth.weak" in typed("rules", "--all", *file)
for step in range(3):
    typed("next", *file)
assert "sixth" in typed("rules", "sixth.scale", "company", *file)
typed("battle", "muster", "1", *file)
typed("battle", "packet", "1", "--side", "allied", *file)
typed("labels", "1", "--side", "allied", *file)
assert "Rules left out, as only players play them: trumpets." in typed("battle", "resolve", "1", "--preview", *file)
typed("battle", "record", "1", "allied.yaml", "--yes", *file)
typed("battle", "record", "1", "axis.yaml", "--yes", *file)
print(typed("battle", "show", "1", *file))
print(typed("odds", "sixth", "after", "9,0,0,0"))
"""
LEFT_OUT = """from campaign.resolve.left_out import Left

LEFT = (Left("trumpets", ("SIX-01",)),)
"""
RETURN = """battle: 1
side: {side}
lines: {{1: {{hits: {hits}}}}}
foot: {{ending: finished, field: allied, all other lines unharmed: yes}}
"""


def renamed(path: Path, to: Path) -> None:
    text = path.read_text(encoding="utf-8").replace("One-Hour WW2 on hexes", "The sixth")
    to.write_text(
        text.replace("tabletop.hexes", "tabletop.sixth")
        .replace("resolve.hexes", "resolve.sixth")
        .replace('"hexes"', '"sixth"')
        .replace('"hexes.', '"sixth.')
        .replace("\nhexes.", "\nsixth."),
        encoding="utf-8",
    )


@pytest.mark.long
def test_one_folder_is_a_system(tmp_path: Path) -> None:
    """The hexes by another name, copied to a folder beside the others."""
    homes = [tmp_path / name for name in ("tabletop", "resolve")]
    for folder, home in ((TABLETOP, homes[0]), (RESOLVER, homes[1])):
        (home / "sixth").mkdir(parents=True)
        for path in (*folder.glob("*.py"), *folder.glob("sheet.txt"), *folder.glob("settings.txt")):
            renamed(path, home / "sixth" / path.name)
    (homes[1] / "sixth" / "left_out.py").write_text(LEFT_OUT, encoding="utf-8")
    for side, hits in (("allied", 4), ("axis", 9)):
        (tmp_path / f"{side}.yaml").write_text(RETURN.format(side=side, hits=hits), encoding="utf-8")
    script = tmp_path / "played.py"
    script.write_text(PLAYED, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, str(script), *map(str, homes)],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        env={**ENVIRONMENT, "PYTHONPATH": ":".join(sys.path), "PATH": ""},
        cwd=tmp_path,
    )
    assert done.returncode == 0, done.stderr
    assert "The sixth" in done.stdout and "settled, Allied holds the field" in done.stdout
    printed = "".join(
        page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(tmp_path / "reference-sixth.pdf")
    )
    assert HOUSE_RULES.upper() in printed and "You may not pass" not in printed, "its own house rules"
    assert {path.name for path in tmp_path.glob("*.pdf")} == {
        "battle-1-allied.pdf",
        "battle-1-allied-labels.pdf",
        "reference-sixth.pdf",
    }
