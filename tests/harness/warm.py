"""What the nursery imports once for all its processes: the program with every command that a writer or a reader types.
Opens no database."""

from __future__ import annotations

import io
from contextlib import redirect_stdout

import campaign.model
from campaign.cli.contents import campaign as program

for word in ("next", "march", "hold", "posture", "undo", "status", "log"):
    with redirect_stdout(io.StringIO()):
        program.main([word, "--help"], standalone_mode=False)
campaign.model.all_tables()
