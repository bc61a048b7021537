"""Processes that carry out one command: they say ``ready``, wait for a line, and say ``done`` or ``refused`` and why.
``kill_points`` kills them."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout

from campaign.actions.all_actions import every_action
from campaign.cli.contents import campaign
from campaign.errors import CampaignError
from campaign.journal import JournalBoard, commit
from campaign.rules.common.dice import Scripted, Seeded, Source
from campaign.store import opened
from tests.journal.cases import CASES


def type_command(words: str) -> None:
    """Type a command, given as a JSON list of words."""
    _carry_out(lambda: campaign.main(json.loads(words), standalone_mode=False))


def act(verb: str, database: str) -> None:
    """Carry out the action of that verb as its case has it."""
    case = CASES[verb]

    def dice(board: JournalBoard) -> Source:
        return Seeded(board.campaign.seed) if case.faces is None else Scripted(case.faces)

    def work() -> None:
        with opened(database, write=True) as store:
            commit(store, None, case.command, source=dice, actor="Ann", register=every_action())

    _carry_out(work)


def _carry_out(work: Callable[[], object]) -> None:
    print("ready", flush=True)
    sys.stdin.readline()
    try:
        with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
            work()
    except CampaignError as fault:
        print(f"refused {fault}", flush=True)
    else:
        print("done", flush=True)
