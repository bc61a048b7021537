"""The network of the room: noticed by the first request of another machine, with steps to take where none comes.

A firewall that keeps phones out says nothing: neither to the phone, which waits, nor to the desk.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

from campaign.values import dataclass

WAITS: Final = 60.0
"""Seconds after which the page reports that no request has come from the room. Not measured: a choice."""
WINDOWS: Final = "Windows"
MACOS: Final = "macOS"
LINUX: Final = "Linux"


@dataclass(frozen=True, slots=True)
class Network:
    """The network as the page shows it while the desk is open for the room."""

    is_reached: bool
    is_silent: bool
    """True if no other machine has sent a request in the first minute."""
    system: str
    """System of this machine."""
    steps: tuple[tuple[str, tuple[str, ...]], ...]
    """Steps to take, for each system; those of this machine first."""


def network(port: int, *, is_reached: bool, seconds: float) -> Network:
    """Return the state of the network after the desk was open for the room for this number of seconds."""
    system = {"win32": WINDOWS, "darwin": MACOS}.get(sys.platform, LINUX)
    steps = steps_of(port, Path(sys.executable).name)
    first = sorted(steps.items(), key=lambda entry: entry[0] != system)
    return Network(is_reached, not is_reached and seconds >= WAITS, system, tuple(first))


def steps_of(port: int, program: str) -> dict[str, tuple[str, ...]]:
    """Return what opens the firewall of each system for this program."""
    allow = (
        "press the Windows key, type “allow an app”, open “Allow an app through Windows Firewall”, press Change"
        f" settings, and tick {program} under Private and Public"
    )
    return {
        WINDOWS: (
            "If Windows asks whether the program may be reached: tick private and public networks, press Allow access.",
            f"If Windows asked earlier: {allow}.",
            "Or make the network private: Settings > Network & internet > Wi-Fi > properties > Private.",
        ),
        MACOS: (
            f"If macOS asks whether {program} may accept incoming connections: press Allow.",
            f"Otherwise: System Settings > Network > Firewall > Options, find {program}, allow incoming connections.",
        ),
        LINUX: (
            f"Ubuntu, Mint, Debian: type  sudo ufw allow {port}/tcp  in a terminal.",
            f"Fedora, openSUSE: type  sudo firewall-cmd --add-port={port}/tcp  ; it lasts until the computer stops.",
        ),
    }
