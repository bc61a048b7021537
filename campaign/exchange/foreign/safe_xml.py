"""XML of other programs, read safely by defusedxml: no entities, no document type, no outside files.

    clean(raw, name) -> Element         the whole tree
    pieces(raw, name, tags) -> ...      elements of some names one after the other, each dropped when it is done

Elements bear their names without a namespace. A document that defines entities ("billion laughs") is refused before one
is used. Raises BadFile with line and column.
"""

from __future__ import annotations

import io
import re
from collections import deque
from collections.abc import Iterator
from typing import TYPE_CHECKING
from xml.etree.ElementTree import ParseError

from campaign.errors import BadFile

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

DEEPEST = 200


def clean(raw: bytes, name: str) -> Element:
    """Return the root of an XML document after reading it with safe limits."""
    events = _events(raw, name)
    root = next(events)[1]
    deque(events, maxlen=0)
    return root


def pieces(raw: bytes, name: str, tags: frozenset[str]) -> Iterator[Element]:
    """Yield the elements of those names with their contents, in order, with memory for a single element at a time."""
    stack: list[Element] = []
    inside = 0
    for event, element in _events(raw, name):
        if event == "start":
            stack.append(element)
            inside += element.tag in tags
            continue
        stack.pop()
        if element.tag in tags:
            inside -= 1
            yield element
        if not inside and stack:
            stack[-1].remove(element)


def _events(raw: bytes, name: str) -> Iterator[tuple[str, Element]]:
    """Yield starts and ends of the elements as the parser meets them."""
    from defusedxml import DTDForbidden
    from defusedxml.ElementTree import iterparse

    depth = 0
    try:
        for event, element in iterparse(io.BytesIO(raw), ("start", "end"), forbid_dtd=True):
            if event == "start":
                element.tag = element.tag.rpartition("}")[2]
            depth += 1 if event == "start" else -1
            if depth > DEEPEST:
                raise BadFile(
                    f"{name} has more than {DEEPEST} levels of elements. Check that it is a map or an order of battle"
                )
            yield event, element
    except DTDForbidden as fault:
        raise _with_a_type(raw, name) from fault
    except ParseError as fault:
        raise _broken(fault, name) from fault
    except (ValueError, LookupError) as fault:
        raise BadFile(f"{name} is not saved in the encoding that it names ({fault}). Save it as UTF-8") from fault


def _with_a_type(raw: bytes, name: str) -> BadFile:
    """Return the refusal of a document that has a type, which may define entities."""
    entity = re.search(rb"<\0?!\0?E\0?N\0?T\0?I\0?T\0?Y", raw)
    if entity is None:
        return BadFile(f"{name} has a document type (<!DOCTYPE), so it was not read. Delete that line")
    line = raw.count(b"\n", 0, entity.start()) + 1
    return BadFile(
        f"{name}:{line} defines XML entities, so the file was not read, because entities can make it grow to "
        "any size. Save it without entities"
    )


def _broken(fault: ParseError, name: str) -> BadFile:
    """Return the refusal of a document that is not XML, or ends in the middle."""
    line, column = fault.position
    reason = str(fault).split(":")[0]
    cut = ". Perhaps the file was cut off" if "no element" in reason or "unclosed" in reason else ""
    return BadFile(f"{name}:{line}:{column + 1} cannot be read as XML ({reason}){cut}. Download or save the file again")
