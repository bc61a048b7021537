"""One umpire at work in a process of its own: campaign commands as they are typed, one after the other, until he is
stopped.

``work`` goes on until he is killed; ``work_together`` begins when he is told so on standard input (a line), and ends
after the command in hand when he is told again. Each command is signed with a name of its own (``NAME-17``), which its
journal entry keeps. On standard output, a line each, written out at once: ``ready``; ``begin NAME-17`` before a
command; ``done NAME-17 0.0213`` with its seconds once the command has ended well; ``refused NAME-17 why`` if it was
refused. Anything else is a fault of the program, and ends the writer.
"""

from __future__ import annotations

import io
import sys
import time
from contextlib import redirect_stderr, redirect_stdout
from itertools import count
from threading import Event, Thread

from campaign.cli.contents import campaign
from campaign.errors import CampaignError, Locked

UNITS = (
    "2nd Royal Tank Regiment",
    "11th Hussars (part)",
    "2nd Bn Scots Guards",
    "1st Bn Durham Light Infantry",
    "3rd Bn Coldstream Guards",
    "2nd Bn Rifle Brigade",
    "8th Field Regiment RA",
)
PLACES = ("Fort Capuzzo", "Halfaya Pass, top", "Sidi Azeiz")


def command(name: str, number: int) -> list[str]:
    """The next thing to type. Small ones and large ones: a turn's step writes hundreds of rows, and is taken back
    again."""
    unit = UNITS[(sum(map(ord, name)) + number) % len(UNITS)]
    match number % 8:
        case 0 | 4:
            return ["march", unit, "--to", PLACES[number % len(PLACES)], "--aim", f"{name}-{number}"]
        case 2:
            return ["posture", unit, ("line", "march")[number // 8 % 2]]
        case 5:
            return ["next", "--until", "turn", "--auto"]
        case 6:
            return ["undo"]
        case _:
            return ["hold", unit, "--aim", f"{name}-{number}"]


def carry_out(database: str, name: str, number: int) -> None:
    """Type one command, and say what came of it."""
    token = f"{name}-{number}"
    _say(f"begin {token}")
    began = time.monotonic()
    typed = [*command(name, number), "--db", database, "--as", token]
    try:
        with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
            campaign.main(typed, standalone_mode=False)
    except Locked as fault:
        _say(f"locked {token} Locked {fault}")
    except CampaignError as fault:
        _say(f"refused {token} {type(fault).__name__} {fault}")
    else:
        _say(f"done {token} {time.monotonic() - began:.4f}")


def _get_ready(database: str) -> None:
    """Read once, so that the time that follows is spent on writing."""
    with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
        campaign.main(["status", "--db", database], standalone_mode=False)


def _say(line: str) -> None:
    print(line, flush=True)


def told_to_stop() -> Event:
    """Wait for the word to begin; what is returned is set at the second word."""
    sys.stdin.readline()
    stop = Event()

    def listen() -> None:
        sys.stdin.readline()
        stop.set()

    Thread(target=listen, daemon=True).start()
    return stop


def work(database: str, name: str) -> None:
    """One command after the other until killed."""
    _get_ready(database)
    _say("ready")
    for number in count():
        carry_out(database, name, number)


def work_together(database: str, name: str) -> None:
    """One command after the other from the first word to the second."""
    _get_ready(database)
    _say("ready")
    stop = told_to_stop()
    for number in count():
        if stop.is_set():
            break
        carry_out(database, name, number)
