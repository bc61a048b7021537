"""``campaign battle photo``: photos of the table, for the campaign book."""

from __future__ import annotations

from pathlib import Path

import click

from campaign.cli import show
from campaign.cli.call import Call
from campaign.cli.options import writes
from campaign.cli.session import carry_out, read, run
from campaign.errors import BadInput
from campaign.journal import JournalBoard
from campaign.journal.people import people_of
from campaign.model import Photo
from campaign.situation.names import battle_numbered
from campaign.terms.viewer import Viewer


@click.command(name="photo")
@click.argument("number")
@click.argument("files", nargs=-1, type=click.Path(path_type=Path), metavar="FILE...")
@click.option("--caption", default="", metavar="TEXT", help="Caption below the photo in the book.")
@click.option("--by", "taken_by", default="", metavar="NAME", help="Name of the photographer.")
@click.option("--list", "as_list", is_flag=True, help="List the battle's photos by number.")
@click.option(
    "--remove", type=click.IntRange(1), metavar="K", help="Remove photo K from the battle; undo brings it back."
)
@writes
def photo(
    call: Call, number: str, files: tuple[Path, ...], caption: str, taken_by: str, as_list: bool, remove: int | None
) -> None:
    """Attach photos of the table to battle NUMBER (JPEG or PNG), for the campaign book.

    A copy of at most 1600 pixels is kept in the campaign's file, without the place and time that a camera writes into a
    photo. Your own file is not changed and not needed again.
    """
    if bool(files) + as_list + (remove is not None) != 1:
        raise click.UsageError("name the photos to attach, or give --list or --remove K")
    if (caption or taken_by) and not files:
        raise click.UsageError(
            "--caption and --by describe a photo that you attach. Name the photo, or leave these options out"
        )
    if as_list:
        _list(call, number)
    elif remove is not None:
        from campaign.actions.photos import RemovePhoto

        carry_out(call, RemovePhoto(number, remove))
    else:
        _attach(call, number, files, caption, taken_by)


def _attach(call: Call, number: str, files: tuple[Path, ...], caption: str, taken_by: str) -> None:
    from campaign.actions.photos import AttachPhotos, NewPhoto
    from campaign.exchange.photos import read_photo
    from campaign.journal.pictures import Picture

    if len(taken_by) > 200:
        raise BadInput(
            f"--by takes a name of at most 200 characters, but {taken_by[:30]!r}... has {len(taken_by)} characters"
        )
    taken = [read_photo(path) for path in files]
    photos = tuple(NewPhoto(p.file, p.media_type, p.width, p.height, Picture.of(p.content)) for p in taken)
    done = run(call, AttachPhotos(number, photos, caption, taken_by))
    show.receipt(done.receipt)
    size = sum(len(p.content) for p in taken)
    show.note(f"recorded as entry {done.number}; the campaign's file holds {-(-size // 1000):,} kB more")


def _list(call: Call, number: str) -> None:
    def rows(board: JournalBoard, viewer: Viewer) -> list[tuple[str | int, ...]]:
        battle, shown = battle_numbered(board, number), people_of(board).shown
        return [
            (row.number, row.file, f"{row.width} x {row.height}", row.caption, shown(row.taken_by))
            for row in sorted(board.rows(Photo, Photo.battle_id == battle.id), key=lambda row: row.number)
        ]

    heads = ("No", "File", "Pixels", "Caption", "By")
    show.table(heads, read(call, rows), right=("No",), empty=f"Battle {number} has no photo.")
