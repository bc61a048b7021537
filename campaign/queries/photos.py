"""The photos that were attached to battles, with their pictures; only the umpire may ask."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from sqlalchemy import select

from campaign.errors import NotAllowed
from campaign.journal.board import JournalBoard
from campaign.model import Battle, KeptPicture, Photo
from campaign.terms.viewer import Viewer
from campaign.views.photos import BattlePhoto

Photos = Mapping[int, tuple[BattlePhoto, ...]]
"""By the number of their battle, in their order."""


def photos(board: JournalBoard, viewer: Viewer) -> Photos:
    """Every photo of the campaign whose picture is kept. Raises NotAllowed for anybody but the umpire: a photo shows
    the table with both sides on it."""
    if not viewer.is_umpire:
        raise NotAllowed("photos show both sides' troops and are the umpire's: leave --viewer out if you are he")
    rows = board.rows(Photo)
    if not rows:
        return {}
    battles = board.by_id(Battle)
    pictures = _pictures(board, {row.picture for row in rows})
    result: dict[int, list[BattlePhoto]] = defaultdict(list)
    for row in sorted(rows, key=lambda photo: (battles[photo.battle_id].number, photo.number)):
        if row.picture in pictures:
            number = battles[row.battle_id].number
            result[number].append(
                BattlePhoto(
                    number,
                    row.number,
                    row.file,
                    row.caption,
                    row.taken_by,
                    row.media_type,
                    row.width,
                    row.height,
                    pictures[row.picture],
                )
            )
    return {number: tuple(of_battle) for number, of_battle in result.items()}


def _pictures(board: JournalBoard, digests: set[str]) -> dict[str, bytes]:
    """The bytes of these pictures, by their digests, in one statement."""
    asked = select(KeptPicture.digest, KeptPicture.content).where(
        KeptPicture.campaign_id == board.campaign_id, KeptPicture.digest.in_(sorted(digests))
    )
    return {digest: bytes(content) for digest, content in (board.present or board).connection.execute(asked)}
