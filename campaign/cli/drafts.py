"""Drafts of returns that are being typed, each kept as a file until it is recorded: beside the campaign's file, or in
this system's folder for a user's data for a campaign on a server.

    DraftPlace(db, campaign, battle, written=, troubled=)   the location of one battle's drafts
        .kept(filling)                     writes one, after every answer, completely or not at all
        .resumed(form, side, fields)       the content of a draft, if there is one and it is of this battle
        .drop(side)                        once the return is recorded

A draft belongs to the user who types it: it is readable by this user alone, and no command but the umpire's ``battle
record`` looks at it.
"""

from __future__ import annotations

from contextlib import suppress
from itertools import count
from pathlib import Path

import click

from campaign.cli import show
from campaign.errors import BadFile, StoreError
from campaign.exchange.returns.draft import steps_done
from campaign.exchange.returns.file import read_faulty
from campaign.exchange.returns.typing import Filling, answers_in
from campaign.file_rules import OWNER_ONLY_FOLDER, write_secret
from campaign.folders import own_data
from campaign.rules.returns.filed import Fields
from campaign.store.engine import called, file_path, server_url
from campaign.terms.words import file_name
from campaign.values import dataclass, field
from campaign.words.packet import ReturnForm

DRAFTS = "drafts"


@dataclass(slots=True)
class DraftPlace:
    """The location of one battle's drafts."""

    db: str
    campaign: str
    battle: int
    written: list[Path] = field(default_factory=list)
    """Drafts written by this run of the program that still exist."""
    troubled: bool = False

    def path(self, side: str) -> Path:
        """Return the path of a draft: ``campaign-operation-brevity-battle-1-allied-draft.yaml`` beside
        ``campaign.db``. A draft that an earlier version began elsewhere stays there until its return is recorded.
        """
        if (url := server_url(self.db)) is None:
            file = file_path(self.db)
            return file.with_name(self._name(file.stem, side))
        name = self._name(Path(file_name(called(url))).stem, side)
        earlier = Path(click.get_app_dir("campaign"), DRAFTS, name)
        return earlier if earlier.is_file() else own_data() / DRAFTS / name

    def _name(self, database: str, side: str) -> str:
        return file_name(f"{database} {self.campaign}", ending=f"battle {self.battle} {side} draft") + ".yaml"

    def kept(self, filling: Filling) -> None:
        """Write the answers typed so far. A folder that cannot be written is reported once, and the typing goes on."""
        path = self.path(filling.side)
        text = filling.draft()
        try:
            path.parent.mkdir(mode=OWNER_ONLY_FOLDER, parents=True, exist_ok=True)
            write_secret(path, text)
        except OSError as fault:
            if not self.troubled:
                show.note(
                    f"No draft of this return can be kept ({path}: {fault.strerror}). Your typing is lost "
                    "unless the return is recorded."
                )
            self.troubled = True
            return
        if path not in self.written:
            self.written.append(path)

    def resumed(self, form: ReturnForm, side: str, fields: Fields) -> Filling | None:
        """Return the form as far as its draft was filled in; None if there is none. A draft of another battle is put
        aside.

        One that cannot be read is put aside if the user says so; otherwise BadFile is raised and it stays unchanged.
        """
        path = self.path(side)
        if not path.is_file():
            return None
        filed, faults = read_faulty(path, fields)
        if filed.content.get("code") != form.masthead.code:
            self.put_aside(side)
            return None
        if faults:
            show.lines(
                [
                    *faults,
                    (
                        f"The draft {path} is not a draft of this form: the file was changed, or the battle "
                        "is now fought under other rules."
                    ),
                ]
            )
            if click.confirm("Keep the draft in its file and begin with a blank form?", default=False):
                self.put_aside(side)
                return None
            raise BadFile(f"the draft {path} cannot be read, and nothing was recorded. Correct or delete the draft", ())
        self.written.append(path)
        step = steps_done(path.read_text(encoding="utf-8-sig"))
        return Filling(form, fields, side, self.battle, self.kept, answers_in(filed.content, form), step)

    def put_aside(self, side: str) -> None:
        """Keep a draft that is not continued under another name, beside any that was put aside before. Raises
        StoreError.
        """
        path = self.path(side)
        names = (path.with_name(f"{path.stem}-old{f'-{n}' if n > 1 else ''}{path.suffix}") for n in count(1))
        aside = next(name for name in names if not name.exists())
        try:
            path.replace(aside)
        except OSError as fault:
            raise StoreError(f"the draft {path} cannot be renamed: {fault.strerror}; nothing was recorded") from fault
        if path in self.written:
            self.written.remove(path)
        show.note(f"The draft is kept as {aside}.")

    def drop(self, side: str) -> None:
        """Remove the draft of a recorded return; one that cannot be removed is no longer offered."""
        path = self.path(side)
        with suppress(OSError):
            path.unlink()
        if path in self.written:
            self.written.remove(path)

    def tell(self) -> None:
        """Print where the draft is, if anything was typed."""
        if self.written:
            show.note(
                f"Your typing is kept in {' and '.join(map(str, self.written))}. To continue: campaign battle record"
                f" {self.battle}"
            )
