"""What was put on a form and not handed in is there when the desk is opened again."""

from __future__ import annotations

import json
import subprocess
import sys

from campaign.journal.register import command_to_json
from campaign.verbs.splitting import Join, Split
from campaign.verbs.trucks import SendTruck
from tests.house.test_rooms import HOUSE


def test_a_draft_is_read_whole_by_a_program_that_has_done_nothing_else() -> None:
    """A declared command is light: what carries it out may not be imported yet when its verb is looked up."""
    commands = {"split": Split("1st Rifles", "half"), "join": Join("1st Rifles"), "truck": SendTruck("1st Rifles")}
    kept = [{"verb": verb, "arguments": json.loads(command_to_json(command))} for verb, command in commands.items()]
    code = f"from campaign.web.order_drafts import _changes\nprint(len(_changes({kept!r})))"
    ran = subprocess.run([sys.executable, "-c", code], cwd=HOUSE, text=True, capture_output=True)
    assert ran.stdout.strip() == "3", ran.stderr
