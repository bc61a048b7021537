"""What a writer said, and whether the database bears it out."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from campaign.journal import reading
from campaign.journal.doctor import examine
from campaign.journal.people import people_of
from campaign.model import Entry
from campaign.store import Store, opened
from campaign.store.checks import file_faults


@dataclass(slots=True)
class Said:
    """The lines of one or more writers: what was begun, what was reported as done (with its seconds), what was
    refused."""

    begun: set[str] = field(default_factory=set)
    done: dict[str, float] = field(default_factory=dict)
    refused: dict[str, str] = field(default_factory=dict)
    strange: list[str] = field(default_factory=list)

    def hear(self, lines: Iterable[str]) -> None:
        """Take lines in; a last line that was cut off by the kill says nothing."""
        for line in lines:
            if not line.endswith("\n"):
                continue
            word, _, rest = line.strip().partition(" ")
            token, _, more = rest.partition(" ")
            match word:
                case "ready":
                    pass
                case "begin":
                    self.begun.add(token)
                case "done":
                    self.done[token] = float(more)
                case "refused" | "locked":
                    self.refused[token] = more
                case _:
                    self.strange.append(line.strip())


def signers(store: Store) -> list[str]:
    """Who signed each entry of the record, undone ones and undos too."""
    with reading(store) as board:
        shown = people_of(board).shown
        return [shown(actor) for actor in board.entries(Entry.actor).scalars()]


def faults_of(where: str, said: Said) -> list[str]:
    """Everything that is not as it must be: lost, too much, or not sound. Empty if all is well."""
    with opened(where, write=False) as store:
        signed = signers(store)
        with reading(store) as board:
            report = examine(board)
        faults = list(file_faults(store))
    there = set(signed)
    faults += [f"reported as done and not there: {token}" for token in sorted(said.done.keys() - there)]
    faults += [f"there and never begun: {token}" for token in sorted(there - said.begun - {"harness"})]
    faults += [f"there although refused: {token}" for token in sorted(said.refused.keys() & there)]
    faults += [f"written twice: {token}" for token in sorted(there) if signed.count(token) > 1]
    faults += [f"the doctor: {one.what}" for one in report.faults]
    faults += [f"not understood: {line}" for line in said.strange]
    return faults
