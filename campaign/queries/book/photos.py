"""Photos attached to battles, with their pictures; for the umpire only."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from sqlalchemy import select

from campaign.errors import NotAllowed
from campaign.journal.board import JournalBoard
from campaign.journal.people import people_of
from campaign.model import Battle, KeptPicture
from campaign.model import Photo as PhotoRow
from campaign.terms.viewer import Viewer
from campaign.views.book.campaign_book import Photo

Photos = Mapping[int, tuple[Photo, ...]]
"""Photos in order, by number of their battle."""


def photos(board: JournalBoard, viewer: Viewer) -> Photos:
    """Return every photo of the campaign whose picture is kept. Raises NotAllowed for players: a photo shows the table
    with both sides on it.
    """
    if not viewer.is_umpire:
        raise NotAllowed(
            "only the umpire may see the photos: they show both sides' troops. If you are the umpire, leave"
            " --viewer out"
        )
    rows = sorted(board.rows(PhotoRow), key=lambda row: row.number)
    if not rows:
        return {}
    battles, pictures = board.by_id(Battle), _pictures(board, {row.picture for row in rows})
    result: dict[int, tuple[Photo, ...]] = defaultdict(tuple)
    for row in rows:
        if row.picture in pictures:
            taken_by = people_of(board).shown(row.taken_by)
            result[battles[row.battle_id].number] += (_photo(row, pictures[row.picture], taken_by),)
    return result


def _photo(row: PhotoRow, content: bytes, taken_by: str) -> Photo:
    return Photo(
        name=row.file,
        caption=row.caption,
        media_type=row.media_type,
        data=content,
        number=row.number,
        taken_by=taken_by,
        width=row.width,
        height=row.height,
    )


def _pictures(board: JournalBoard, digests: set[str]) -> dict[str, bytes]:
    """Return the bytes of these pictures, by their digests, in one statement."""
    asked = select(KeptPicture.digest, KeptPicture.content).where(
        KeptPicture.campaign_id == board.campaign_id, KeptPicture.digest.in_(sorted(digests))
    )
    return {digest: bytes(content) for digest, content in (board.present or board).connection.execute(asked)}
