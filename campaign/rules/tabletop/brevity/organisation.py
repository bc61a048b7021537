"""Sizes and numbers: the limits of weak and large battalions, and warnings about an order of battle (OB-ORG-04, -06;
OB-SIZE; OB-AMB-002, -006).

size_by_tanks(count, book), size_by_guns(count, book) -> Size     the suggested size; the order of battle decides
warnings_for_command(name, battalions, book), warnings_for_division(name, commands, book) -> lines
"""

from __future__ import annotations

from campaign.rules.common.rulebook import Rulebook
from campaign.terms.forces import Size

FEWEST = 2
"""The fewest battalions of a command, and commands of a division (OB-ORG-04, -06)."""


def size_by_tanks(count: int, book: Rulebook) -> Size:
    """Return the size by tanks: weak below 40, two models from 96 (OB-SIZE-03, -07, OB-AMB-006)."""
    if count >= book.integer("size.tanks_large_from"):
        return Size.LARGE
    return Size.WEAK if count < book.integer("size.tanks_weak_below") else Size.NORMAL


def size_by_guns(count: int, book: Rulebook) -> Size:
    """Return the size by guns: a weak model up to 16, two models above (OB-SIZE-03, -07, -08, OB-AMB-006)."""
    return Size.WEAK if count <= book.integer("size.guns_weak_to") else Size.LARGE


def warnings_for_command(name: str, battalions: int, book: Rulebook) -> tuple[str, ...]:
    """Return warnings if a command does not group two to four battalions; its headquarters is not counted. Never an
    error (OB-AMB-002).
    """
    most = book.integer("limits.command_max_battalions")
    if battalions > most:
        return (
            f"{name} has {battalions} battalions, more than {most} (OB-ORG-04, setting limits.command_max_battalions)",
        )
    if battalions < FEWEST:
        return (
            (
                f"{name} has {battalions or 'no'} battalion{'' if battalions == 1 else 's'}, fewer than {FEWEST}"
                " (OB-ORG-04)"
            ),
        )
    return ()


def warnings_for_division(name: str, commands: int, book: Rulebook) -> tuple[str, ...]:
    """Return warnings if a division does not have two to four commands (OB-ORG-06)."""
    most = book.integer("limits.division_max_commands")
    if commands > most:
        return (f"{name} has {commands} commands, more than {most} (OB-ORG-06, setting limits.division_max_commands)",)
    if commands < FEWEST:
        return (
            f"{name} has {commands or 'no'} command{'' if commands == 1 else 's'}, fewer than {FEWEST} (OB-ORG-06)",
        )
    return ()
