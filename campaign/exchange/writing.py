"""The program's own files, written: sections of plain values as the YAML that `check` reads, laid out as people write
it.

    yaml_text(sections, heading) -> str     one file
    write_new(path, content) -> None        one new file
    write_over(path, content) -> None       one file, in place of an older one
    save(where, files) -> None              a new folder with all of them, or nothing at all

A mapping that fits one line stands in one; a list has a dash before each item. Ambiguous words are put in quotes.
"""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from campaign.errors import Refused, StoreError
from campaign.exchange.placing import draft_of, new_file
from campaign.file_rules import make_secret, replace_file, take_mode

WIDTH = 140
_NAMED = 6
"""Most files that a refusal names."""
_PLAIN = re.compile(r"[A-Za-z0-9][A-Za-z0-9À-ɏ .'/()+°_-]*")
_SUSPECT = re.compile(r" $| #|^[-?] ")


def scalar(value: object) -> str:
    """Return a word as it may stand in a file."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    text = str(value)
    if _PLAIN.fullmatch(text) and not _SUSPECT.search(text):
        return text
    return (
        json.dumps(text, ensure_ascii=False)
        .replace("\x7f", "\\x7f")
        .replace("\u2028", "\\u2028")
        .replace("\u2029", "\\u2029")
        .replace("\x85", "\\x85")
    )


def _flow(value: object) -> str:
    """Return a value on one line."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{scalar(key)}: {_flow(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(_flow(inner) for inner in value) + "]"
    return scalar(value)


def _nested(value: object) -> bool:
    """Return whether the value contains a list of tables, at any depth, so that it is better laid out below its key."""
    if isinstance(value, Mapping):
        return any(_nested(inner) for inner in value.values() if isinstance(inner, Mapping)) or any(
            isinstance(inner, list) and any(isinstance(row, Mapping) for row in inner) for inner in value.values()
        )
    return isinstance(value, list | tuple) and any(isinstance(row, Mapping | list | tuple) for row in value)


def _block(key: str, value: object, indent: int) -> Iterator[str]:
    blank = " " * indent
    if (
        isinstance(value, Mapping | list | tuple)
        and (_nested(value) or len(_flow(value)) + indent + len(key) > WIDTH)
        and value
    ):
        yield f"{blank}{scalar(key)}:"
        yield from _inside(value, indent + 2)
    else:
        yield f"{blank}{scalar(key)}: {_flow(value)}"


def _inside(value: Mapping[str, object] | list[object] | tuple[object, ...], indent: int) -> Iterator[str]:
    blank = " " * indent
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _block(key, inner, indent)
        return
    for row in value:
        if isinstance(row, Mapping) and row and (_nested(row) or len(_flow(row)) + indent > WIDTH):
            lines = list(_inside(row, indent + 2))
            yield f"{blank}- {lines[0][indent + 2 :]}"
            yield from lines[1:]
        else:
            yield f"{blank}- {_flow(row)}"


def yaml_text(sections: Mapping[str, Any], heading: str = "") -> str:
    """Return one file: its remarks, then its sections with an empty line before each that is more than a word."""
    lines = [f"# {text}".rstrip() for text in heading.splitlines()]
    for key, value in sections.items():
        if isinstance(value, Mapping | list | tuple):
            lines.append("")
            if isinstance(value, Mapping) and value:
                lines.append(f"{scalar(key)}:")
                lines.extend(_inside(value, 2))
                continue
        lines.extend(_block(key, value, 0))
    return "\n".join(lines).lstrip("\n") + "\n"


def write_new(path: Path, content: bytes, *, secret: bool = False) -> None:
    """Write a file under a draft name and give it its name; nothing is overwritten. ``secret``: it is readable by its
    owner alone. Raises StoreError.
    """
    with new_file(path, secret=secret) as draft:
        draft.write_bytes(content)


def write_over(path: Path, content: bytes) -> None:
    """Write a file under a draft name and give it its name, replacing the old one, whose mode it takes; a full disk
    leaves the old file. Raises StoreError.
    """
    draft = draft_of(path)
    try:
        draft.write_bytes(content)
        take_mode(draft, path)
        replace_file(draft, path)
    except OSError as fault:
        raise StoreError(
            f"{path} cannot be written ({fault.strerror or fault}). Check the disk and the folder's permissions"
        ) from fault
    finally:
        draft.unlink(missing_ok=True)


@contextmanager
def telling_what_is_written(written: Sequence[Path]) -> Iterator[None]:
    """Add to a refusal of the block which files were written before it: they are whole and stay, so that the rest can
    be printed once there is room. ``written`` grows within the block.
    """
    try:
        yield
    except StoreError as fault:
        if not written:
            raise StoreError(f"{fault}. No file was written") from fault
        named = ", ".join(path.name for path in written[:_NAMED])
        more = f" and {len(written) - _NAMED} more" if len(written) > _NAMED else ""
        raise StoreError(f"{fault}. These files were finished before the error: {named}{more}") from fault


def save(where: Path, files: Mapping[str, str], replaced: Collection[str] = (), *, secret: bool = False) -> None:
    """Write all the files into a folder that contains no files of this program except those to be replaced: under draft
    names first, then under their own. ``secret``: they are readable by their owner alone. Raises Refused.
    """
    if where.exists() and not where.is_dir():
        raise Refused(f"{str(where)!r} is a file. Name a folder with --out")
    present = sorted(
        {*(name for name in files if (where / name).exists()), *(path.name for path in where.glob("*.y*ml"))}
    )
    present = [name for name in present if name not in replaced]
    if present:
        raise Refused(
            f"the folder {str(where)!r} already holds {present[0]}, and nothing is overwritten. Name an empty "
            "or a new folder with --out"
        )
    draft = draft_of(where)
    try:
        draft.mkdir(parents=True)
        for name, content in files.items():
            if secret:
                make_secret(draft / name)
            (draft / name).write_text(content, encoding="utf-8", newline="\n")
            take_mode(draft / name, where / name)
        if where.exists():
            for name in files:
                replace_file(draft / name, where / name)
            for name in set(replaced) - set(files):
                (where / name).unlink(missing_ok=True)
            draft.rmdir()
        else:
            replace_file(draft, where)
    except OSError as problem:
        raise Refused(
            f"{str(where)!r} cannot be written to ({problem.strerror or problem}). Name a folder of your own with --out"
        ) from problem
    finally:
        shutil.rmtree(draft, ignore_errors=True)
