"""The journal: commands, dice and changes of a campaign; the only way to change anything; undo and redo."""

from campaign.journal.board import Board, JournalBoard
from campaign.journal.changes import Change
from campaign.journal.digest import chain_is_whole, digest, first_break
from campaign.journal.record import Done, Facts, Preview, begin_campaign, commit, preview
from campaign.journal.register import REGISTER, Action, Register, action, command_from_json, command_to_json
from campaign.journal.transaction import reading, writing
from campaign.journal.undo import Line, living, log, redo, undo

__all__ = [
    "REGISTER",
    "Action",
    "Board",
    "Change",
    "Done",
    "Facts",
    "JournalBoard",
    "Line",
    "Preview",
    "Register",
    "action",
    "begin_campaign",
    "chain_is_whole",
    "command_from_json",
    "command_to_json",
    "commit",
    "digest",
    "first_break",
    "living",
    "log",
    "preview",
    "reading",
    "redo",
    "undo",
    "writing",
]
