"""A new box on the foot of a return touches few files: added to a copy of the program, it is asked, printed, filled in
on the screen and in a file, read back and told in the diary.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.house.copies import copy_of_the_program, run

MOST_FILES = 4

pytestmark = pytest.mark.house
PATCH = {
    "campaign/words/return_foot.py": (
        '    FootBox(\n        "tasks",\n',
        '    FootBox("ammunition_left", FootKind.NUMBER, 6, "Ammunition left", "Tenths left", "10", most=10, digits=2),\n',
    ),
    "campaign/rules/returns/filed.py": (
        "    tasks: tuple[str, ...] = ()\n",
        "    ammunition_left: int | None = None\n",
    ),
    "campaign/actions/returns/verdict.py": (
        "    for letter, fulfilled in foot.orders:\n",
        '    lines += [f"Ammunition left: {foot.ammunition_left} tenths."] if foot.ammunition_left else []\n',
    ),
}
"""By file: before which line, and what is put there."""
PLAYED = """
from pathlib import Path
from click.testing import CliRunner
from pypdf import PdfReader, PdfWriter
from campaign.cli.contents import campaign

file = ("--db", "campaign.db")
FILLED = {"ammunition_left": "7", "unharmed": "/Yes", "ending_finished": "/Yes", "field_1": "/Yes"}

def typed(*words):
    done = CliRunner().invoke(campaign, [*words, *file])
    assert done.exit_code == 0, (words, done.output, done.exception)
    return done.output

typed("new", "operation-brevity", "--seed", "1941")
for step in range(3):
    typed("next")
typed("battle", "packet", "1", "--out", "papers")
form = Path("papers/battle-1-allied-return.yaml")
assert "# ammunition left: 10" in form.read_text(encoding="utf-8")
paper = Path("papers/battle-1-allied.pdf")
assert any("Ammunition left" in page.extract_text() for page in PdfReader(paper).pages)
filled = PdfWriter()
filled.append(PdfReader(paper))
for page in filled.pages:
    if "/Annots" in page:
        filled.update_page_form_field_values(page, FILLED, auto_regenerate=False)
filled.write("filled.pdf")
typed("battle", "record", "1", "--from-pdf", "filled.pdf", "--yes")
Path("axis.yaml").write_text(
    "battle: 1\\nside: axis\\nfoot: {ending: finished, field: allied, ammunition left: 3, all other lines unharmed: yes}\\n",
    encoding="utf-8",
)
print(typed("battle", "record", "1", "axis.yaml", "--yes"))
print(typed("battle", "show", "1"))
"""


@pytest.mark.long
def test_a_box_of_the_foot_is_added_in_few_files(tmp_path: Path) -> None:
    copy, play = copy_of_the_program(tmp_path / "program"), tmp_path / "play"
    play.mkdir()
    assert len(PATCH) <= MOST_FILES
    for path, (before, addition) in PATCH.items():
        text = (copy / path).read_text(encoding="utf-8")
        assert text.count(before) == 1, path
        (copy / path).write_text(text.replace(before, addition + before), encoding="utf-8")
    said = run(copy, play, "-c", PLAYED)
    assert "Ammunition left: 7 tenths." in said and "Ammunition left: 3 tenths." in said
