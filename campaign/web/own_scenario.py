"""A scenario of the umpire's own on its way to a campaign: what was typed and sent, read anew for each page.

draft_of(visit) -> OwnDraft              what was typed, kept beside the journal until the campaign is started
keep(visit, draft)
read(visit, draft) -> Read               the files as the program would write them, with all guesses; BadFile
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from typing import Any, Final

from campaign.errors import BadFile, BadInput, NotFound
from campaign.exchange.check import check_files, find_scenario, read_scenario, shipped
from campaign.exchange.entry import read_date
from campaign.exchange.faults import Report
from campaign.exchange.foreign.convert import Converted, convert
from campaign.exchange.foreign.convert import keep as keep_files
from campaign.exchange.foreign.doubts import Doubt, uncertain
from campaign.exchange.foreign.draft import Remark
from campaign.exchange.foreign.wishes import Wishes
from campaign.exchange.placing import private_folder
from campaign.exchange.values import Scenario
from campaign.journal import desk_notes
from campaign.terms.words import slug
from campaign.values import asdict, dataclass, fields, replace
from campaign.web.people import owner_of
from campaign.web.uploads import Sent, WaitingFile, as_sent
from campaign.web.visit import Visit

SUBJECT: Final = "founding"
"""Subject of the draft."""
TEXT: Final = "order-of-battle.txt"
"""Name of the order of battle that was typed, as remarks on it give it."""
SKETCH: Final = "map.txt"
"""Name of the map that was typed."""
MOST_LETTERS: Final = 100_000
"""Most letters of an order of battle that is typed."""
LARGEST_FILE: Final = 16_000_000
MOST_FILES: Final = 12
OF_SCENARIOS: Final = (".yaml", ".yml")


@dataclass(frozen=True, slots=True)
class OwnDraft:
    """Everything that was typed and sent. ``files``: those that wait at the desk, by their tokens."""

    text: str = ""
    sketch: str = ""
    """A map by distances and bearings."""
    map_of: str = ""
    """Key of the shipped scenario whose map is taken."""
    files: tuple[str, ...] = ()
    side: str = ""
    nation: str = ""
    first_day: str = ""
    encoding: str = "utf-8"
    keep_loose: bool = False
    leave_out: bool = False
    confirmed: tuple[str, ...] = ()
    """Guesses that are right, by their texts."""

    @property
    def is_empty(self) -> bool:
        """Return whether there is nothing to read yet."""
        return not (self.text.strip() or self.files)


@dataclass(frozen=True, slots=True)
class Read:
    """A draft as the program reads it: files by name, guesses and other remarks, and the check of the result."""

    files: Mapping[str, str]
    counts: Mapping[str, int]
    depth: int
    guessed: tuple[Remark, ...]
    left_out: tuple[Remark, ...]
    notes: tuple[Remark, ...]
    report: Report
    scenario: Scenario | None
    """None for a map alone."""
    doubts: tuple[Doubt, ...] = ()
    """The decisions of the conversion that may be wrong, the largest first."""


def draft_of(visit: Visit) -> OwnDraft:
    """Return what was typed so far."""
    kept = desk_notes.draft_of(visit.desk.reader, visit.desk.campaign, owner_of(visit.person.eyes), SUBJECT)
    content: Mapping[str, Any] = kept.content if kept is not None and isinstance(kept.content, Mapping) else {}
    names = {field.name for field in fields(OwnDraft)}
    known: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value for name, value in content.items() if name in names
    }
    return OwnDraft(**known)


def keep(visit: Visit, draft: OwnDraft) -> None:
    """Keep what was typed. Raises BadInput if it is too long."""
    for text in (draft.text, draft.sketch):
        if len(text) > MOST_LETTERS:
            raise BadInput(
                f"the text has {len(text):,} characters. Write at most {MOST_LETTERS:,}, or send it as a file"
            )
    if len(draft.files) > MOST_FILES:
        raise BadInput(f"you sent {len(draft.files)} files. Send at most {MOST_FILES} together")
    content = {name: list(value) if isinstance(value, tuple) else value for name, value in asdict(draft).items()}
    desk_notes.keep_draft(visit.desk.store, visit.desk.campaign, owner_of(visit.person.eyes), SUBJECT, content)


def forget(visit: Visit) -> None:
    """Throw away what was typed and sent."""
    for token in draft_of(visit).files:
        visit.desk.waiting_files.drop(token)
    desk_notes.drop_draft(visit.desk.store, visit.desk.campaign, owner_of(visit.person.eyes), SUBJECT)


def with_files(visit: Visit, draft: OwnDraft, sent: tuple[Sent, ...]) -> OwnDraft:
    """Return the draft with files that were sent: a text alone becomes the text that can be changed in place."""
    for file in sent:
        if file.ending.endswith(".txt") and not draft.text.strip() and draft.encoding.lower() in ("utf-8", ""):
            try:
                draft = replace(draft, text=file.content.decode("utf-8-sig"))
                continue
            except UnicodeDecodeError:
                pass
        draft = replace(draft, files=(*draft.files, visit.desk.waiting_files.keep(file).token))
    return draft


def waiting_of(visit: Visit, draft: OwnDraft) -> tuple[WaitingFile, ...]:
    """Return the files of a draft that still wait."""
    waiting = []
    for token in draft.files:
        try:
            waiting.append(visit.desk.waiting_files.get(token))
        except NotFound:
            continue
    return tuple(waiting)


def read(visit: Visit, draft: OwnDraft) -> Read:
    """Return the draft as the program reads it, checked. Raises BadFile with every error and its line, BadInput."""
    waiting = waiting_of(visit, draft)
    if len(waiting) < len(draft.files):
        raise BadInput(
            "the desk no longer has a file that you sent, because it keeps files for one hour. Send the file again"
        )
    if draft.is_empty:
        raise BadInput("you have not sent anything to read yet. Paste an order of battle, or send a file")
    with _in_folder(draft, waiting) as (folder, sources):
        if all(source.suffix in OF_SCENARIOS for source in sources):
            return _scenario(sources, folder)
        made = convert(sources, _wishes(draft))
        where = folder / "written" / (slug(_title(made)) or "scenario")
        report = keep_files(made, where)
        scenario = read_scenario(where) if "scenario.yaml" in made.files else None
        files = {path.name: path.read_text(encoding="utf-8") for path in sorted(where.iterdir())}
    return Read(
        files,
        made.counts,
        made.depth,
        made.guessed,
        made.left_out,
        made.notes,
        _by_name(report),
        scenario,
        tuple(uncertain(made.doubts)),
    )


def _title(made: Converted) -> str:
    match = re.search(r"^title: *\"?([^\"\n]*)", made.files.get("scenario.yaml", ""), re.MULTILINE)
    return match[1].strip() if match else ""


@contextmanager
def _in_folder(draft: OwnDraft, waiting: tuple[WaitingFile, ...]) -> Iterator[tuple[Path, list[Path]]]:
    """Lay what was typed and sent into a temporary folder, under names of the desk's own; remarks name the sender's."""
    with private_folder() as name:
        folder = Path(name)
        (folder / "scenario").mkdir()
        sources: list[Path] = []
        called: dict[str, str] = {}
        for key, text in ((TEXT, draft.text), (SKETCH, draft.sketch)):
            if text.strip():
                path = folder / key
                path.write_text(text, encoding="utf-8")
                sources.append(path)
        for number, file in enumerate(waiting, 1):
            path = folder / _own_name(file, number)
            path.write_bytes(file.path.read_bytes())
            sources.append(path)
            called[path.name] = file.called

        def names(text: str) -> str:
            for own, theirs in called.items():
                text = text.replace(own, theirs)
            return text

        with as_sent(folder / "scenario", names), as_sent(folder, names):
            yield folder, sources


def _own_name(file: WaitingFile, number: int) -> str:
    """Return a name of the desk's own for a file; the files of a scenario, which are read together, keep the word that
    tells them apart.
    """
    if file.path.suffix in OF_SCENARIOS:
        stem = slug(Path(file.called).stem)[:40] or f"part_{number}"
        return f"scenario/{stem}.yaml"
    return f"sent-{number}{''.join(file.path.suffixes)}"


def _scenario(sources: list[Path], folder: Path) -> Read:
    """Read files of this program's own form. Raises BadFile with every error."""
    where = folder / "scenario"
    report = check_files([where])
    if not report.is_sound:
        lines = tuple(str(fault) for fault in report.errors)
        raise BadFile(f"these files have {len(lines)} errors. The first is: {lines[0]}", lines)
    files = {path.name: path.read_text(encoding="utf-8") for path in sources}
    return Read(files, report.counts, 0, (), (), (), _by_name(report), read_scenario(where))


def _by_name(report: Report) -> Report:
    """Return a check whose warnings name the scenario's files without the folder of this machine."""
    warnings = (
        replace(warning, spot=replace(warning.spot, file=Path(warning.spot.file).name)) for warning in report.warnings
    )
    return replace(report, warnings=tuple(warnings))


def _wishes(draft: OwnDraft) -> Wishes:
    return Wishes(
        side=draft.side,
        nation=draft.nation,
        leave_out=draft.leave_out,
        encoding=draft.encoding or "utf-8",
        first_day=_day(draft.first_day),
        map_of=find_scenario(_shipped(draft.map_of)) if draft.map_of else None,
        keep_loose=draft.keep_loose,
        doubt=100.0,  # the page shows every doubt: their number alone refuses nothing
    )


def _shipped(key: str) -> str:
    """Return the key of a shipped scenario; no path of this machine is taken. Raises NotFound."""
    if key not in {scenario.key for scenario in shipped()}:
        raise NotFound(f"there is no scenario {key!r}. Choose one from the list")
    return key


def _day(text: str) -> date | None:
    if not text.strip():
        return None
    first_day = read_date(text)
    if isinstance(first_day, str):
        raise BadInput(f"first day {text}: {first_day}")
    return first_day


def zipped(files: Mapping[str, str]) -> bytes:
    """Return files as one zip."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, text in files.items():
            packed.writestr(name, text)
    return content.getvalue()
