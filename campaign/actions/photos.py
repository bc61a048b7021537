"""Photos of the table, attached to battles for the campaign book."""

from __future__ import annotations

from campaign.errors import BadInput, NotFound
from campaign.journal.board import Board
from campaign.journal.people import number_of_person
from campaign.journal.pictures import Picture
from campaign.journal.register import action
from campaign.model import Photo
from campaign.situation.names import battle_numbered
from campaign.terms.words import listing
from campaign.values import dataclass, replace
from campaign.words.receipt import Receipt

MOST_PHOTOS = 40
"""Most photos of one battle."""


@dataclass(frozen=True, slots=True)
class NewPhoto:
    """One photo to attach, as it was read from its file."""

    file: str
    media_type: str
    width: int
    height: int
    picture: Picture


@dataclass(frozen=True, slots=True)
class AttachPhotos:
    """The command that attaches photos to a battle, with one caption and one photographer for all of them."""

    battle: str
    photos: tuple[NewPhoto, ...]
    caption: str = ""
    taken_by: str = ""


def _by_number(board: Board, command: AttachPhotos) -> AttachPhotos:
    """Return the command with the photographer's number in place of the name."""
    return replace(command, taken_by=number_of_person(board, command.taken_by.strip()))


@action("battle photo", AttachPhotos, door=_by_number)
def attach_photos(board: Board, command: AttachPhotos) -> Receipt:
    """Attach photos, numbered on from the last one; the same picture is not attached to a battle twice."""
    battle = battle_numbered(board, command.battle)
    attached = board.rows(Photo, Photo.battle_id == battle.id)
    if not command.photos:
        raise BadInput(f"no photo was named for battle {battle.number}. Name the photos as JPEG or PNG files")
    if len(attached) + len(command.photos) > MOST_PHOTOS:
        raise BadInput(
            f"battle {battle.number} cannot take more photos: it has {len(attached)}, and the limit is "
            f"{MOST_PHOTOS}. Remove photos first: campaign battle photo {battle.number} --remove K"
        )
    numbers = {photo.picture: photo.number for photo in attached}
    number = max(numbers.values(), default=0)
    for photo in command.photos:
        if photo.picture.digest in numbers:
            raise BadInput(
                f"{photo.file} is already photo {numbers[photo.picture.digest]} of battle {battle.number}. "
                "Leave this photo out"
            )
        number += 1
        numbers[photo.picture.digest] = number
        board.make(
            Photo,
            battle_id=battle.id,
            number=number,
            file=photo.file,
            caption=command.caption.strip(),
            taken_by=command.taken_by,
            media_type=photo.media_type,
            width=photo.width,
            height=photo.height,
            picture=photo.picture.digest,
        )
    first = number - len(command.photos) + 1
    which = f"Photo {number}" if first == number else f"Photos {listing(map(str, range(first, number + 1)))}"
    files = listing(photo.file for photo in command.photos)
    return Receipt(f"{which} of battle {battle.number} ({battle.name}): {files}")


@dataclass(frozen=True, slots=True)
class RemovePhoto:
    """The command that removes a battle's photo from the campaign book."""

    battle: str
    number: int


@action("battle photo remove", RemovePhoto)
def remove_photo(board: Board, command: RemovePhoto) -> Receipt:
    """Remove a photo; its number is not given again while a later photo exists."""
    battle = battle_numbered(board, command.battle)
    photos = {photo.number: photo for photo in board.rows(Photo, Photo.battle_id == battle.id)}
    photo = photos.get(command.number)
    if photo is None:
        have = listing(str(number) for number in sorted(photos)) or "none"
        raise NotFound(f"battle {battle.number} has no photo {command.number}. Its photos: {have}")
    board.erase(photo)
    return Receipt(f"Photo {photo.number} of battle {battle.number} ({battle.name}) is removed: {photo.file}")
