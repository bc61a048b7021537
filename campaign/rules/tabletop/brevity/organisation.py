"""Sizes and numbers: what counts as weak or large, and what an order of battle is warned of (OB-ORG-04, -06; OB-SIZE;
OB-AMB-002, -006).

size_by_tanks(count, book), size_by_guns(count, book) -> Size     what the numbers suggest; the order of battle decides
warnings_for_command(name, battalions, book), warnings_for_division(name, commands, headquarters, book) -> lines
"""

from __future__ import annotations

from campaign.rules.common.rulebook import Rulebook
from campaign.terms.forces import Size

FEWEST = 2
"""Battalions of a command, commands of a division."""


def size_by_tanks(count: int, book: Rulebook) -> Size:
    """Weak below 40 tanks, two models from 96 (OB-SIZE-03, -07, OB-AMB-006)."""
    if count >= book.integer("size.tanks_large_from"):
        return Size.LARGE
    return Size.WEAK if count < book.integer("size.tanks_weak_below") else Size.NORMAL


def size_by_guns(count: int, book: Rulebook) -> Size:
    """One weak model up to 16 guns, two models above (OB-SIZE-03, -07, -08, OB-AMB-006)."""
    return Size.WEAK if count <= book.integer("size.guns_weak_to") else Size.LARGE


def warnings_for_command(name: str, battalions: int, book: Rulebook) -> tuple[str, ...]:
    """A command groups two to four battalions; its headquarters is not counted. Never an error (OB-AMB-002)."""
    most = book.integer("limits.command_max_battalions")
    if battalions > most:
        return (f"{name} has {battalions} battalions, more than {most} (OB-ORG-04)",)
    if battalions < FEWEST:
        return (
            (
                f"{name} has {battalions or 'no'} battalion{'' if battalions == 1 else 's'}, fewer than {FEWEST}"
                " (OB-ORG-04)"
            ),
        )
    return ()


def warnings_for_division(name: str, commands: int, book: Rulebook) -> tuple[str, ...]:
    """A division is two to four commands (OB-ORG-06)."""
    most = book.integer("limits.division_max_commands")
    if commands > most:
        return (f"{name} has {commands} commands, more than {most} (OB-ORG-06)",)
    if commands < FEWEST:
        return (
            f"{name} has {commands or 'no'} command{'' if commands == 1 else 's'}, fewer than {FEWEST} (OB-ORG-06)",
        )
    return ()
