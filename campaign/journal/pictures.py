"""Pictures, kept once beside the journal, which names each by its digest.

They are no rows that the journal tells of: one that is kept is never changed, and undoing takes back that a battle has
it, not the picture, so that it can be brought back. They go wherever the campaign goes: copies, exports, branches.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass
from hashlib import sha256

from sqlalchemy import Connection, delete, insert, select

from campaign.errors import Refused
from campaign.journal.board import JournalBoard
from campaign.model import KeptPicture


@dataclass(frozen=True, slots=True)
class Picture:
    """The SHA-256 over the bytes of a picture, and the bytes where somebody has just brought them."""

    digest: str
    content: bytes = field(default=b"", compare=False, repr=False)

    @classmethod
    def of(cls, content: bytes) -> Picture:
        """Name a picture by its bytes."""
        return cls(sha256(content).hexdigest(), content)


def pictures_of(command: object) -> Iterator[Picture]:
    """Every picture that a command brings or names."""
    if isinstance(command, Picture):
        yield command
    elif isinstance(command, (tuple, list)):
        for part in command:
            yield from pictures_of(part)
    elif is_dataclass(command) and not isinstance(command, type):
        for part in fields(command):
            yield from pictures_of(getattr(command, part.name))


def keep(board: JournalBoard, pictures: Iterable[Picture]) -> None:
    """Keep what is not kept yet. Raises Refused for a picture that is only named and was never brought."""
    brought = {picture.digest: picture.content for picture in sorted(pictures, key=lambda picture: picture.content)}
    if not brought:
        return
    missing = brought.keys() - digests_kept(board.connection, board.campaign_id, brought)
    for digest in sorted(missing):
        if not is_of(digest, brought[digest]):
            raise Refused(f"the picture {digest[:8]} is not kept in this campaign: attach its file again")
    with board.journal_writes():
        put(board.connection, board.campaign_id, {digest: brought[digest] for digest in sorted(missing)})


def is_of(digest: str, content: bytes) -> bool:
    """Is this the content that the digest was taken of?"""
    return sha256(content).hexdigest() == digest


def digests_kept(connection: Connection, campaign: int, digests: Collection[str]) -> set[str]:
    """Those of these pictures that are kept."""
    asked = select(KeptPicture.digest).where(
        KeptPicture.campaign_id == campaign, KeptPicture.digest.in_(sorted(digests))
    )
    return set(connection.scalars(asked))


def kept(connection: Connection, campaign: int) -> dict[str, bytes]:
    """Every picture of a campaign, by its digest."""
    columns = (KeptPicture.digest, KeptPicture.content)
    rows = connection.execute(
        select(*columns).where(KeptPicture.campaign_id == campaign).order_by(KeptPicture.digest)
    ).all()
    return {digest: bytes(content) for digest, content in rows}


def put(connection: Connection, campaign: int, pictures: Mapping[str, bytes]) -> None:
    """Write pictures that the campaign has not yet."""
    rows: Sequence[dict[str, object]] = [
        {"campaign_id": campaign, "digest": digest, "content": content} for digest, content in pictures.items()
    ]
    if rows:
        connection.execute(insert(KeptPicture.__table__), rows)


def throw_away(connection: Connection, campaign: int) -> None:
    """Delete every picture of a campaign that is thrown away as a whole."""
    connection.execute(delete(KeptPicture.__table__).where(KeptPicture.campaign_id == campaign))
