"""The campaign's two secrets: the seed, from which its dice come, and the key of its papers, from which the codes of
battle sheets and the hashes at the foot of players' papers come.

    dice_of(board) -> CampaignDice                  the dice, with the seed of every day and the bits of every turn
    paper_key(campaign, reseedings, day)            the key of the papers of a day
    keyed(key, purpose, text) -> str                a hash that nobody can compute who does not have the key
    sheet_code(board, battle, side) -> str          the code on a side's sheet and return: ``BREV-3-BRI-7K2``
    table_code(board, battle, side) -> str | None   the code in the square of a return: ``K7P2QXA3``, for a phone
    sheet_of(board, code) -> (Battle, Side) | None  the battle and side of that code
    order_code(board, commander, since) -> str      the code on the mail with a commander's order form
    codes_taken(board, battle, side) -> tuple       that code, and the one printed for the same sheet before there were
                                                   keys

Neither secret follows from the other, and nothing that a side can get is made from the seed but the faces of dice. A
side may hold whatever ``keyed`` returns, even if it could guess the text.

The codes of battle sheets are not made by ``keyed``: a recorded return names its side by its code, and a replay reads
that entry again, so a code stays the same for as long as the campaign lives. Their text holds the key, too. In a
campaign that was begun before there were keys, battles of then (by id, ``Campaign.old_codes``) keep the codes they were
printed with, which the seed gave.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from hashlib import sha256
from hmac import compare_digest
from hmac import digest as hmac_digest

from campaign.journal.board import Board
from campaign.journal.turn_bits import CampaignDice, campaign_dice
from campaign.model import Battle, Campaign, Commander, Reseeding, Side
from campaign.terms.time import Moment

_CHECK_LETTERS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
"""Characters of the last part of a sheet code; none can be misread in handwriting."""


TABLE_SIGNS = 8
"""Number of signs of the code that opens a side's return at the table: 31 signs each, so nearly 40 bits."""
NO_CODE = "NOCODE"
"""Text in place of the last part of an order form's code, for a campaign without a secret key."""


def dice_of(board: Board) -> CampaignDice:
    """Return the campaign's dice: those of its start, and of every reseeding from its day on."""
    return campaign_dice(board)


def paper_key(campaign: Campaign, reseedings: Iterable[Reseeding], day: int) -> str | None:
    """Return the key of the papers of the given day; None for a copy that holds no secrets."""
    last = max((row for row in reseedings if row.day <= day), key=lambda row: row.day, default=None)
    return campaign.paper_key if last is None or campaign.paper_key is None else last.paper_key


def keyed(key: str, purpose: str, text: str) -> str:
    """Return the HMAC-SHA-256 of a text under the key of the papers, 64 letters. ``purpose``: a word without ``|``, so
    that equal texts for two purposes have different hashes.
    """
    return hmac_digest(key.encode(), f"{purpose}|{text}".encode(), "sha256").hex()


def sheet_code(board: Board, battle: Battle, side: Side) -> str:
    """Return the code of one side's sheet and return; its last letters reveal a return typed in for the wrong sheet."""
    key = _paper_key(board, battle.day)
    if key is None or battle.id <= (board.campaign.old_codes or 0):
        return _old_code(board, battle, side)
    return _new_code(key, battle, side)


def codes_taken(board: Board, battle: Battle, side: Side) -> tuple[str, ...]:
    """Return the codes that identify a return of this side, the one on its sheet first; for an old campaign both
    kinds.
    """
    code, key = sheet_code(board, battle, side), _paper_key(board, battle.day)
    if key is None or board.campaign.old_codes is None:
        return (code,)
    return tuple(dict.fromkeys((code, _old_code(board, battle, side), _new_code(key, battle, side))))


def table_code(board: Board, battle: Battle, side: Side) -> str | None:
    """Return the code by which a phone opens one side's return of a battle; None for a campaign without a secret key.
    It names neither, and says nothing of the code in words or of any other sheet's.
    """
    key = _paper_key(board, battle.day)
    if key is None:
        return None
    return _signs(sha256(f"table code|{key}|{battle.number}|{side.key}".encode()).digest(), TABLE_SIGNS)


def sheet_of(board: Board, code: str) -> tuple[Battle, Side] | None:
    """Return the battle and side of a return by the code for phones, typed in either case, with blanks or hyphens; None
    if no sheet has it. Every sheet is compared, whichever it is.
    """
    typed = re.sub(r"[\s-]", "", code).upper().encode()
    sheets = ((battle, side) for battle in board.rows(Battle) for side in board.rows(Side))
    fitting = [
        sheet for sheet in sheets if (made := table_code(board, *sheet)) and compare_digest(made.encode(), typed)
    ]
    return fitting[0] if len(fitting) == 1 else None


def order_code(board: Board, commander: Commander, since: Moment) -> str:
    """Return the code on the mail with a commander's order form for that turn: ``erskine/1.2/7K2QXA``. It cannot be
    made without having received it; campaigns older than the keys have no secret for it.
    """
    key = _paper_key(board, since.day)
    check = NO_CODE if key is None else _check(f"order code|{key}|{commander.key}|{since}", len(NO_CODE))
    return f"{commander.key}/{since}/{check}"


def _paper_key(board: Board, day: int) -> str | None:
    return paper_key(board.campaign, board.rows(Reseeding), day)


def _new_code(key: str, battle: Battle, side: Side) -> str:
    return _code(f"sheet code|{key}|{battle.number}|{side.key}", battle, side)


def _old_code(board: Board, battle: Battle, side: Side) -> str:
    return _code(f"{board.campaign.seed}|{battle.number}|{side.key}", battle, side)


def _code(text: str, battle: Battle, side: Side) -> str:
    return f"{battle.code}-{re.sub(r'[^A-Za-z0-9]', '', side.key)[:3].upper()}-{_check(text, 3)}"


def _check(text: str, letters: int) -> str:
    """Return letters made from the first 32 bits of a hash: six at most, as they have been printed."""
    return _signs(sha256(text.encode()).digest()[:4], letters)


def _signs(digest: bytes, count: int) -> str:
    rest, signs = int.from_bytes(digest, "big"), ""
    for _ in range(count):
        rest, sign = divmod(rest, len(_CHECK_LETTERS))
        signs += _CHECK_LETTERS[sign]
    return signs
