"""The database: one SQLite file, or a PostgreSQL database, holding one campaign or several.

    with opened(where, write=False) as store:      # upgrades an older file first if it is to be written
        for line in store.notes: say(line)
        with reading(store, name) as board: ...      # campaign.journal

    with creating(where) as store:                 # a new file appears only if the founding succeeds
        found(store, ...)

``where`` is a path, or a SQLAlchemy URL such as ``postgresql://player@club/campaigns``.
"""

from campaign.store.engine import Store
from campaign.store.opening import create, creating, names_of, number_of, open_store, opened, upgrade
from campaign.store.revision import HEAD

__all__ = ["HEAD", "Store", "create", "creating", "names_of", "number_of", "open_store", "opened", "upgrade"]
