"""Is the file itself sound? What SQLite can tell without knowing what a campaign is; a server looks after itself."""

from __future__ import annotations

from campaign.store.engine import Store
from campaign.store.words import plainly

_MOST = 20


def file_faults(store: Store) -> tuple[str, ...]:
    """What is wrong with the pages and links of a SQLite file, in its own words. Raises StoreError if it cannot be read at all."""
    if not store.is_sqlite:
        return ()
    with plainly(store.name), store.engine.connect() as connection:
        pages = connection.exec_driver_sql(f"pragma quick_check({_MOST})").scalars().all()
        links = connection.exec_driver_sql("pragma foreign_key_check").all()
    faults = [f"the file is damaged: {' '.join(str(said).split())}" for said in pages if said != "ok"]
    faults += [f"row {link[1]} of the table {link[0]} refers to a row of {link[2]} that is not there" for link in links[:_MOST]]
    return tuple(faults)
