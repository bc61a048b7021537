"""XML from elsewhere, read without harm: no entities, no document type, no outside files.

    clean(raw, name) -> Element         the whole tree, names without a fault
    pieces(raw, name, tags) -> ...    elements of some names one after the other, each dropped when it is done

A document that defines entities ("billion laughs") is refused before it is parsed. Raises BadFile with line and column.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from xml.etree import ElementTree

from campaign.errors import BadFile

NEEDLES = (
    b"<!ENTITY",
    b"<!DOCTYPE",
    "<!ENTITY".encode("utf-16-le"),
    "<!ENTITY".encode("utf-16-be"),
    "<!DOCTYPE".encode("utf-16-le"),
    "<!DOCTYPE".encode("utf-16-be"),
)
"""What a document begins to define entities with."""
DEEPEST = 200


def check(raw: bytes, name: str) -> None:
    """Raises BadFile if the document has a document type or defines entities."""
    start = raw.find(NEEDLES[0])
    if start >= 0 or any(needle in raw for needle in NEEDLES[2:4]):
        line = raw.count(b"\n", 0, max(start, 0)) + 1
        raise BadFile(
            f"{name}:{line}: the file defines XML entities, which can blow up to any size: it was not read; no map or"
            " order of battle needs them"
        )
    if any(needle in raw for needle in NEEDLES):
        raise BadFile(f"{name}: the file has a document type (<!DOCTYPE): it was not read; delete that line")


def clean(raw: bytes, name: str) -> ElementTree.Element:
    """The root of the document."""
    check(raw, name)
    try:
        found_element: ElementTree.Element | None = None
        depth = 0
        for event, element in ElementTree.iterparse(io.BytesIO(raw), ("start", "end")):
            depth += 1 if event == "start" else -1
            if depth > DEEPEST:
                raise BadFile(
                    f"{name}: elements nested more than {DEEPEST} deep: no map or order of battle is that deep"
                )
            if found_element is None:
                found_element = element
    except ElementTree.ParseError as fault:
        raise broken(fault, name) from fault
    except (ValueError, LookupError) as fault:
        raise BadFile(
            f"{name}: the file is not saved in the letters it says it is ({fault}): save it as UTF-8"
        ) from fault
    if found_element is None:
        raise BadFile(f"{name} is empty")
    return found_element


def pieces(raw: bytes, name: str, tags: frozenset[str]) -> Iterator[ElementTree.Element]:
    """Elements of those names (without their namespace), whole, in order; memory for one at a time."""
    check(raw, name)
    try:
        stack: list[ElementTree.Element] = []
        inside = 0
        for event, element in ElementTree.iterparse(io.BytesIO(raw), ("start", "end")):
            if event == "start":
                stack.append(element)
                if len(stack) > DEEPEST:
                    raise BadFile(
                        f"{name}: elements nested more than {DEEPEST} deep: no map or order of battle is that deep"
                    )
                inside += bare(element) in tags
                continue
            stack.pop()
            if bare(element) in tags:
                inside -= 1
                yield element
            if not inside and stack:
                stack[-1].remove(element)
    except ElementTree.ParseError as fault:
        raise broken(fault, name) from fault
    except (ValueError, LookupError) as fault:
        raise BadFile(
            f"{name}: the file is not saved in the letters it says it is ({fault}): save it as UTF-8"
        ) from fault


def bare(element: ElementTree.Element) -> str:
    """The element's name without its namespace."""
    tag = element.tag
    return tag.rpartition("}")[2] if isinstance(tag, str) else ""


def broken(fault: ElementTree.ParseError, name: str) -> BadFile:
    """A document that is no XML, or ends in the middle."""
    line, column = fault.position
    reason = str(fault).split(":")[0]
    cut = " (is the file cut off?)" if "no element" in reason or "unclosed" in reason else ""
    return BadFile(f"{name}:{line}:{column + 1}: not readable as XML: {reason}{cut}; fetch or save the file again")
