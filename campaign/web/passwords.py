"""The umpire's password, for a desk that is open beyond the room."""

from __future__ import annotations

import threading
from typing import Final

from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error, InvalidHashError

from campaign.errors import BadInput

PASSWORD: Final = "password of the umpire"
"""Name of the secret that holds the password's hash."""
LEAST_LETTERS: Final = 10

_HASHER: Final = PasswordHasher(time_cost=2, memory_cost=19_456, parallelism=1)
"""Takes 19 MB and about 16 ms a try; the library's own default would take 64 MB."""
_ONE_AT_A_TIME: Final = threading.Lock()


def hash_of(password: str) -> str:
    """Return what is stored of a password. Raises BadInput for one that is too short."""
    if len(password) < LEAST_LETTERS:
        raise BadInput(f"the password has {len(password)} characters. It needs at least {LEAST_LETTERS}")
    with _ONE_AT_A_TIME:
        return _HASHER.hash(password)


def is_password(kept: str, typed: str) -> bool:
    """Return whether what was typed is the password of which this is kept."""
    with _ONE_AT_A_TIME:
        try:
            return _HASHER.verify(kept, typed)
        except (Argon2Error, InvalidHashError):
            return False
