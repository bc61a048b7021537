"""The campaign's two secrets: the seed, where its dice come from, and the key of its papers, where the codes of battle
sheets come from.

    dice_of(board) -> Seeded                        the dice, with the seed of every day
    sheet_code(board, battle, side) -> str          what a side's sheet and return bear: ``BREV-3-BRI-7K2``
    codes_taken(board, battle, side) -> tuple       that code, and what was printed for the same sheet before there were
                                                   keys

Neither follows from the other, and nothing that a side can get is made from the seed but the faces of dice. In a
campaign that was begun before there were keys, battles of then (by id, ``Campaign.old_codes``) keep the codes they were
printed with, which the seed gave.
"""

from __future__ import annotations

import re
from hashlib import sha256

from campaign.journal.board import Board
from campaign.model import Battle, Reseeding, Side
from campaign.rules.common.dice import Seeded

_CHECK_LETTERS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
"""What a sheet code's last letters are made of: nothing that can be misread in handwriting."""


def dice_of(board: Board) -> Seeded:
    """The campaign's dice: those of the founding, and of every reseeding from its day on."""
    return Seeded(board.campaign.seed, tuple((row.day, row.seed) for row in _reseedings(board)))


def sheet_code(board: Board, battle: Battle, side: Side) -> str:
    """The code of one side's sheet and return; its last letters catch a return typed in for the wrong sheet."""
    if board.campaign.paper_key is None or battle.id <= (board.campaign.old_codes or 0):
        return _old_code(board, battle, side)
    return _new_code(board, board.campaign.paper_key, battle, side)


def codes_taken(board: Board, battle: Battle, side: Side) -> tuple[str, ...]:
    """The codes by which a return of this side is known, the one that its sheet bears first; of either kind where there
    are old ones."""
    code, key = sheet_code(board, battle, side), board.campaign.paper_key
    if key is None or board.campaign.old_codes is None:
        return (code,)
    return tuple(dict.fromkeys((code, _old_code(board, battle, side), _new_code(board, key, battle, side))))


def _new_code(board: Board, key: str, battle: Battle, side: Side) -> str:
    for row in _reseedings(board):
        if row.day <= battle.day:
            key = row.paper_key
    return _code(f"sheet code|{key}|{battle.number}|{side.key}", battle, side)


def _old_code(board: Board, battle: Battle, side: Side) -> str:
    return _code(f"{board.campaign.seed}|{battle.number}|{side.key}", battle, side)


def _code(text: str, battle: Battle, side: Side) -> str:
    digest = int.from_bytes(sha256(text.encode()).digest()[:4], "big")
    check = ""
    for _ in range(3):
        digest, letter = divmod(digest, len(_CHECK_LETTERS))
        check += _CHECK_LETTERS[letter]
    return f"{battle.code}-{re.sub(r'[^A-Za-z0-9]', '', side.key)[:3].upper()}-{check}"


def _reseedings(board: Board) -> list[Reseeding]:
    return sorted(board.rows(Reseeding), key=lambda row: row.day)
