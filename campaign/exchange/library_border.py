"""The border to a library that reads a person's file: an error that it raises is damage of the file, in one line.

with library_reads(lambda why: BadFile(f"{path} cannot be unpacked ({why}): have it sent again"), BadZipFile):
    ...                     # only what the library does; an error of our own code passes as what it is
"""

from __future__ import annotations

import lzma
import struct
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from textwrap import shorten

from campaign.errors import CampaignError

OF_BYTES = (
    RecursionError,
    UnicodeError,
    OverflowError,
    MemoryError,
    EOFError,
    struct.error,
    zlib.error,
    lzma.LZMAError,
)
"""What Python itself raises for bytes that are not what they claim to be, in whose code ever they are read."""
OUR_PACKAGES = ("campaign", "campaign_reports")
_LONGEST = 120


@contextmanager
def library_reads(refusal: Callable[[str], CampaignError], *kinds: type[Exception]) -> Iterator[None]:
    """Raise the refusal, made with the reason, for an error of the file that is read in the block: one raised by code
    outside this program, one of `OF_BYTES`, or of these kinds (a library written in C raises its own as if in our
    code). Errors of our own code are bugs, and pass.
    """
    try:
        yield
    except CampaignError:
        raise
    except Exception as fault:
        if isinstance(fault, (*OF_BYTES, *kinds)) or not _is_ours(fault):
            raise refusal(reason_of(fault)) from fault
        raise


def reason_of(fault: Exception) -> str:
    """Return a library's error in a few words on one line."""
    if isinstance(fault, RecursionError):
        return "it has too many parts inside each other"
    if isinstance(fault, MemoryError):
        return "this computer has too little memory for it"
    if isinstance(fault, UnicodeError):
        return "some of its bytes are not text"
    text = shorten(str(fault), _LONGEST, placeholder=" ...")
    return text if isinstance(fault, OSError) and text else f"{type(fault).__name__}: {text}".removesuffix(": ")


def _is_ours(fault: Exception) -> bool:
    """Return whether the error was raised by a line of this program."""
    step = fault.__traceback__
    while step is not None and step.tb_next is not None:
        step = step.tb_next
    name = "" if step is None else str(step.tb_frame.f_globals.get("__name__", ""))
    return name.partition(".")[0] in OUR_PACKAGES
