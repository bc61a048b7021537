"""Pictures, kept once beside the journal, which names each by its digest.

They are not rows of the journal: a kept picture is never changed, and undo only removes it from its battle, so that
redo can restore it. They go wherever the campaign goes: copies, exports, branches.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256

from sqlalchemy import Connection, delete, insert, select

from campaign.errors import Refused
from campaign.journal.board import JournalBoard
from campaign.model import KeptPicture
from campaign.rows.column import Criterion
from campaign.values import fields, is_dataclass, plain_dataclass, plain_field


@plain_dataclass(frozen=True, slots=True)
class Picture:
    """The SHA-256 over the bytes of a picture, and the bytes if the command brings them."""

    digest: str
    content: bytes = plain_field(default=b"", compare=False, repr=False)

    @classmethod
    def of(cls, content: bytes) -> Picture:
        """Return a picture named by the digest of its bytes."""
        return cls(sha256(content).hexdigest(), content)


def pictures_of(command: object) -> Iterator[Picture]:
    """Yield every picture that a command brings or names."""
    if isinstance(command, Picture):
        yield command
    elif isinstance(command, (tuple, list)):
        for part in command:
            yield from pictures_of(part)
    elif is_dataclass(command) and not isinstance(command, type):
        for part in fields(command):
            yield from pictures_of(getattr(command, part.name))


def keep(board: JournalBoard, pictures: Iterable[Picture]) -> None:
    """Store the pictures that are missing or damaged. Raises Refused for a picture that is only named and was never
    brought.
    """
    brought = {picture.digest: picture.content for picture in sorted(pictures, key=lambda picture: picture.content)}
    if not brought:
        return
    present = _kept(board.connection, board.campaign_id, KeptPicture.digest.in_(sorted(brought)))
    for digest in sorted(brought.keys() - present.keys()):
        if not is_of(digest, brought[digest]):
            raise Refused(f"the picture {digest[:8]} is missing from this campaign. Attach the picture's file again")
    missing = {
        digest: content
        for digest, content in sorted(brought.items())
        if is_of(digest, content) and not is_of(digest, present.get(digest, b""))
    }
    with board.journal_writes():
        _delete(board.connection, board.campaign_id, KeptPicture.digest.in_(sorted(missing.keys() & present.keys())))
        put(board.connection, board.campaign_id, missing)


def is_of(digest: str, content: bytes) -> bool:
    """Return whether the digest is that of this content."""
    return sha256(content).hexdigest() == digest


def kept(connection: Connection, campaign: int) -> dict[str, bytes]:
    """Return every picture of a campaign, by its digest."""
    return _kept(connection, campaign)


def _kept(connection: Connection, campaign: int, *which: Criterion) -> dict[str, bytes]:
    columns = (KeptPicture.digest, KeptPicture.content)
    asked = select(*columns).where(KeptPicture.campaign_id == campaign, *which).order_by(KeptPicture.digest)
    return {digest: bytes(content) for digest, content in connection.execute(asked).all()}


def put(connection: Connection, campaign: int, pictures: Mapping[str, bytes]) -> None:
    """Write the pictures that the campaign does not have yet."""
    rows: Sequence[dict[str, object]] = [
        {"campaign_id": campaign, "digest": digest, "content": content} for digest, content in pictures.items()
    ]
    if rows:
        connection.execute(insert(KeptPicture.__table__), rows)


def throw_away(connection: Connection, campaign: int) -> None:
    """Delete every picture of a campaign that is deleted as a whole."""
    _delete(connection, campaign)


def _delete(connection: Connection, campaign: int, *which: Criterion) -> None:
    connection.execute(delete(KeptPicture.__table__).where(KeptPicture.campaign_id == campaign, *which))
